//! The layered graph of an automaton's runs: dynamic programming over the cells of a constraint
//! finds every value that occurs in a satisfying assignment.
//!
//! Layer `i` contains the nodes that are reached after `i` cells. A node is a state of the automaton, together
//! with the values that were used in sets of cells that see each other. Equal nodes of a layer are merged, so
//! the cost depends on the number of different nodes, not on the number of assignments. Source: Pesant, "A
//! Regular Language Membership Constraint for Finite Sequences of Variables", CP 2004.

use super::graph::{Graph, Supported};
use super::kept_graph::{self, KeptGraph};
use super::machine::Rule;
use super::moves::Moves;
use super::sets::{SLOTS, Set, Slots, sets_of};
use super::sum_supports;
use super::witnesses::Witnesses;
use crate::variant::hash::WordHasher;
use crate::variant::state::State;
use core::hash::BuildHasherDefault;
use farandole_puzzle::Cell;
use std::collections::{BTreeSet, HashMap};

/// Maximum number of cells of a list that is not long. In a long list, each set covers at most [`REACH`]
/// consecutive positions, because the sets of whole houses would need too many slots and too many nodes.
const LONG: usize = 16;
/// The index of an edge that does not exist.
const ABSENT: u32 = u32::MAX;

/// The description of a layered graph: its cells, rule and sets. The nodes depend on the candidates, so they
/// are computed for each query.
#[derive(Clone, Debug)]
pub(in crate::variant) struct Layers {
    /// The cells in reading order, each once.
    cells: Vec<Cell>,
    rule: Rule,
    sets: Vec<Set>,
    /// True if each pair of cells that see each other is in one of the sets.
    has_all_pairs: bool,
}

/// A record of graphs with too many nodes. For each number of sets, it holds the least number of choices with
/// which the graph had too many nodes. Choices are in bits: the sum of log2 of the number of candidates over
/// all cells.
#[derive(Clone, Debug)]
pub(in crate::variant) struct TooMany {
    least: Vec<f64>,
    /// A graph is not built if the number of choices exceeds the least number with which it had too many nodes by
    /// more than this many bits.
    margin: f64,
}

impl TooMany {
    /// Creates a record for trials. Their candidates differ, so a graph with as many choices may have fewer nodes.
    pub(in crate::variant) const fn in_trials() -> Self {
        Self { least: Vec::new(), margin: 1.0 }
    }

    /// Creates a record for the steps of a path. A step eliminates few candidates, so the graph has too many nodes again
    /// unless there are clearly fewer choices.
    pub(in crate::variant) const fn in_steps() -> Self {
        Self { least: Vec::new(), margin: -0.5 }
    }
}

impl Layers {
    /// Prepares the graph. Returns `None` if there are no cells, or if a cell is listed twice.
    pub(super) fn new(state: &State, cells: Vec<Cell>, rule: Rule) -> Option<Self> {
        let is_repeated = |at: usize| cells[..at].contains(&cells[at]);
        if cells.is_empty() || (0..cells.len()).any(is_repeated) {
            return None;
        }
        let (sets, has_all_pairs) = sets_of(state, &cells, is_long(&cells, &rule));
        Some(Self { cells, rule, sets, has_all_pairs })
    }

    /// Returns the cells in reading order.
    pub(in crate::variant) fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// Returns true if the list of cells is long, so that only near cells are in a set.
    pub(super) fn is_long(&self) -> bool {
        is_long(&self.cells, &self.rule)
    }

    /// Returns the rule on the values.
    pub(super) const fn rule(&self) -> &Rule {
        &self.rule
    }

    /// Returns the values that occur in satisfying assignments with these candidates. `masks` holds one mask
    /// per cell, and `limit` is the maximum number of nodes of a layer.
    pub(in crate::variant) fn supported(&self, state: &State, masks: &[u16], limit: usize) -> Supported {
        self.supported_with(state, masks, limit, None)
    }

    /// Returns the values that occur in satisfying assignments. Consults the remembered assignments first, and
    /// adds assignments with values that none of them contained.
    pub(super) fn supported_with(
        &self,
        state: &State,
        masks: &[u16],
        limit: usize,
        witnesses: Option<&mut Witnesses>,
    ) -> Supported {
        if let Some(masks) = self.with_all_sets(state, masks, limit, witnesses) {
            return Supported::Masks { masks, is_exact: self.has_all_pairs };
        }
        for sets in self.fewer_sets() {
            if let Some(graph) = self.graph(state, masks, &self.sets[..sets], limit) {
                return Supported::Masks { masks: self.supported_in(&graph, masks, None), is_exact: false };
            }
        }
        Supported::Limit
    }

    /// Returns the numbers of sets to try if the graph with all sets has too many nodes, in descending order. With fewer
    /// sets, there are fewer nodes, but some cells that see each other may be equal.
    fn fewer_sets(&self) -> Vec<usize> {
        let all = self.sets.len();
        if all <= SLOTS { (0..all).rev().collect() } else { vec![all / 2, 0] }
    }

    /// Returns the values that occur in satisfying assignments in which the cells of all sets differ, or `None`
    /// if a layer has too many nodes.
    pub(super) fn with_all_sets(
        &self,
        state: &State,
        masks: &[u16],
        limit: usize,
        witnesses: Option<&mut Witnesses>,
    ) -> Option<Vec<u16>> {
        if witnesses.as_ref().is_some_and(|it| it.covered(masks) == masks) {
            return Some(masks.to_vec());
        }
        if self.keeps_all(state, masks) {
            return Some(masks.to_vec());
        }
        let graph = self.graph(state, masks, &self.sets, limit)?;
        Some(self.supported_in(&graph, masks, witnesses))
    }

    /// Returns true if a quick search finds that a sum eliminates none of the candidates.
    fn keeps_all(&self, state: &State, masks: &[u16]) -> bool {
        let Rule::Linear { coefficients, total } = &self.rule else { return false };
        let range = state.variant().board().values();
        sum_supports::all_supported((coefficients, *total), masks, &self.sets, range)
    }

    /// Returns the values that occur in satisfying assignments in which the cells of as many sets as possible
    /// differ. At least one set must be included, unless there are none; otherwise the result is
    /// [`Supported::Limit`]. Numbers of sets that `too_many` predicts to need too many nodes are skipped.
    pub(super) fn with_some_sets(
        &self,
        state: &State,
        masks: &[u16],
        limit: usize,
        witnesses: &mut Witnesses,
        too_many: &mut TooMany,
    ) -> Supported {
        if witnesses.covered(masks) == masks || self.keeps_all(state, masks) {
            return Supported::Masks { masks: masks.to_vec(), is_exact: self.has_all_pairs };
        }
        let choices: f64 = masks.iter().map(|mask| f64::from(mask.count_ones()).log2()).sum();
        let all = self.sets.len();
        too_many.least.resize(all + 1, f64::INFINITY);
        for sets in (1.min(all)..=all).rev() {
            if choices > too_many.least[sets] + too_many.margin {
                continue;
            }
            if let Some(graph) = self.graph(state, masks, &self.sets[..sets], limit) {
                let witnesses = (sets == all).then_some(&mut *witnesses);
                let is_exact = sets == all && self.has_all_pairs;
                return Supported::Masks { masks: self.supported_in(&graph, masks, witnesses), is_exact };
            }
            too_many.least[sets] = too_many.least[sets].min(choices);
        }
        Supported::Limit
    }

    /// Returns the sets of values that some of the cells hold in satisfying assignments in which these cells differ, as
    /// masks in ascending order, or `None` if a layer has too many nodes.
    pub(super) fn value_sets(
        &self,
        state: &State,
        masks: &[u16],
        of: &[Cell],
        limit: usize,
    ) -> Option<Vec<u16>> {
        let graph = self.graph(state, masks, &self.sets, limit)?;
        if graph.last.is_empty() {
            return Some(Vec::new());
        }
        let mut sets = vec![BTreeSet::from([0_u16]); graph.counts[0]];
        for (at, cell) in self.cells.iter().enumerate() {
            let mut next = vec![BTreeSet::new(); graph.counts[at + 1]];
            for (from, value, to) in graph.edges_of(at) {
                let bit = if of.contains(cell) { 1 << value } else { 0 };
                let longer = sets[*from as usize].iter().filter(|set| **set & bit == 0).map(|set| set | bit);
                next[*to as usize].extend(longer);
            }
            sets = next;
        }
        let accepted = sets.into_iter().zip(&graph.last);
        let accepted = accepted.filter(|(_, state)| self.rule.accepts(**state, graph.range));
        let united: BTreeSet<u16> = accepted.flat_map(|(sets, _)| sets).collect();
        Some(united.into_iter().collect())
    }

    /// Builds the graph of the assignments in which the cells of each of these sets differ. Returns `None` if a
    /// layer has too many nodes.
    fn graph(&self, state: &State, masks: &[u16], sets: &[Set], limit: usize) -> Option<Graph> {
        let range = state.variant().board().values();
        let mut moves = Moves::new(&self.rule, range, self.rule.rest(masks, range));
        let starts = self.rule.starts(range).into_iter();
        let mut layer: Vec<(u32, u64)> = starts.map(|state| (moves.number(state), 0)).collect();
        let mut graph = Graph {
            range,
            counts: vec![layer.len()],
            parents: Vec::with_capacity(256),
            edges: Vec::with_capacity(512),
            starts: vec![0],
            last: Vec::new(),
        };
        let slots = Slots::of_cells(sets, masks);
        let mut next = Vec::new();
        let mut index: HashMap<(u64, u64), u32, BuildHasherDefault<WordHasher>> = HashMap::default();
        for (at, mask) in masks.iter().enumerate() {
            index.clear();
            next.clear();
            moves.advance();
            let slots = &slots[at];
            for (from, (state, used)) in layer.iter().enumerate() {
                for value in range.values_of(*mask) {
                    let Some(used) = slots.add(value - range.low(), *used) else { continue };
                    for state in moves.after(*state, at, value) {
                        let to = *index.entry((u64::from(*state), used)).or_insert_with(|| {
                            next.push((*state, used));
                            graph.parents.push(graph.edges.len() as u32);
                            next.len() as u32 - 1
                        });
                        graph.edges.push((from as u32, value - range.low(), to));
                    }
                }
                if next.len() > limit {
                    return None;
                }
            }
            graph.counts.push(next.len());
            graph.starts.push(graph.edges.len());
            core::mem::swap(&mut layer, &mut next);
            if layer.is_empty() {
                break;
            }
        }
        graph.last = layer.into_iter().map(|(state, _)| moves.state(state)).collect();
        Some(graph)
    }

    /// Returns the values of the edges on paths to accepting nodes and, for each node of each layer, an edge on such a path.
    /// In the last layer, any number marks an accepting node.
    fn onward(&self, graph: &Graph, offsets: &[usize]) -> (Vec<u16>, Vec<u32>) {
        let cells = self.cells.len();
        let mut supported = vec![0_u16; cells];
        let mut onward = vec![ABSENT; offsets[graph.counts.len()]];
        for (node, state) in onward[offsets[cells]..].iter_mut().zip(&graph.last) {
            if self.rule.accepts(*state, graph.range) {
                *node = 0;
            }
        }
        for at in (0..cells).rev() {
            let (before, after) = onward.split_at_mut(offsets[at + 1]);
            let before = &mut before[offsets[at]..];
            for number in graph.starts[at]..graph.starts[at + 1] {
                let (from, value, to) = graph.edges[number];
                if after[to as usize] != ABSENT {
                    supported[at] |= 1 << value;
                    before[from as usize] = number as u32;
                }
            }
        }
        (supported, onward)
    }

    /// Returns the graph of the assignments with these candidates for many queries with fewer candidates, in which the cells
    /// of as many sets as possible differ, or `None` if it is large, and if there is no assignment.
    pub(super) fn kept(&self, state: &State, masks: &[u16]) -> Option<KeptGraph> {
        let all = self.sets.len();
        [all].into_iter().chain(self.fewer_sets()).find_map(|sets| {
            let graph = self.graph(state, masks, &self.sets[..sets], kept_graph::NODES)?;
            if graph.last.is_empty() {
                return None;
            }
            let offsets = graph.offsets();
            let (_, onward) = self.onward(&graph, &offsets);
            let is_exact = sets == all && self.has_all_pairs;
            KeptGraph::new(&graph, &offsets, &|node| onward[node] != ABSENT, is_exact)
        })
    }

    /// Returns the values of the edges on paths to accepting nodes. Adds a path to `witnesses` for each value
    /// that no remembered assignment contains.
    fn supported_in(&self, graph: &Graph, masks: &[u16], witnesses: Option<&mut Witnesses>) -> Vec<u16> {
        if graph.last.is_empty() {
            return vec![0; masks.len()];
        }
        let offsets = graph.offsets();
        let (supported, onward) = self.onward(graph, &offsets);
        let Some(witnesses) = witnesses else { return supported };
        let mut known = witnesses.covered(&supported);
        known.resize(masks.len(), 0);
        let mut values = vec![0; masks.len()];
        for at in 0..masks.len() {
            for number in graph.starts[at]..graph.starts[at + 1] {
                let (from, value, to) = graph.edges[number];
                if known[at] >> value & 1 == 1 || onward[offsets[at + 1] + to as usize] == ABSENT {
                    continue;
                }
                values[at] = value;
                let mut node = from;
                for before in (0..at).rev() {
                    let edge = graph.parents[offsets[before + 1] - graph.counts[0] + node as usize];
                    (node, values[before], _) = graph.edges[edge as usize];
                }
                let mut node = to;
                for after in at + 1..masks.len() {
                    let edge = onward[offsets[after] + node as usize];
                    (_, values[after], node) = graph.edges[edge as usize];
                }
                witnesses.add(&values, &supported);
                known.iter_mut().zip(&values).for_each(|(known, value)| *known |= 1 << value);
            }
        }
        supported
    }
}

/// Returns true if the list of cells is long. A list of combined constraints is never long, because the cells
/// of its house may be far apart.
const fn is_long(cells: &[Cell], rule: &Rule) -> bool {
    cells.len() > LONG && !matches!(rule, Rule::Together(_))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variant::facts::compile;
    use farandole_puzzle::format::iss;
    use farandole_testkit::Random;

    /// Returns the values of each listed cell that occur in an assignment that satisfies the check
    /// of the constraint.
    fn by_enumeration(state: &State, number: usize, cells: &[Cell]) -> Vec<u16> {
        let (board, constraint) = (state.variant().board(), &state.variant().constraints()[number]);
        let mut values = vec![board.values().low(); state.variant().cell_count()];
        let mut found = vec![0; cells.len()];
        let choices: Vec<Vec<u8>> = cells.iter().map(|cell| state.values(*cell).collect()).collect();
        let count: usize = choices.iter().map(Vec::len).product();
        for mut code in 0..count {
            for (cell, choices) in cells.iter().zip(&choices) {
                values[cell.index()] = choices[code % choices.len()];
                code /= choices.len();
            }
            let is_different = |(at, one): (usize, &Cell)| {
                cells[..at].iter().all(|two| {
                    values[one.index()] != values[two.index()]
                        || state.sees(*one, *two) & state.bit(values[one.index()]) == 0
                })
            };
            if cells.iter().enumerate().all(is_different) && constraint.check(board, &values).is_ok() {
                for (mask, cell) in found.iter_mut().zip(cells) {
                    *mask |= state.bit(values[cell.index()]);
                }
            }
        }
        found
    }

    /// A constraint of each kind with an automaton.
    const ITEMS: [&str; 37] = [
        "Cage~9~R1C1~R1C2~R2C1",
        "Sum~3_=_2_-1_1~R1C1~R1C2~R3C3",
        "Arrow~R1C1~R1C2~R1C3~R2C3",
        "DoubleArrow~R1C1~R1C2~R1C3~R2C3",
        "LittleKiller~14~R1C5",
        "Thermo~R1C1~R1C2~R2C2~R3C2",
        "Whisper~2~R1C1~R1C2~R2C2~R3C2",
        "Renban~R1C1~R1C2~R3C1~R3C5",
        "Palindrome~R1C1~R1C2~R2C3~R3C4",
        "Modular~3~R1C1~R2C2~R3C3~R4C4",
        "Entropic~R1C1~R2C2~R3C3~R4C4",
        "Between~R1C1~R2C2~R2C3~R1C3",
        "Lockout~2~R1C1~R2C2~R2C3~R1C3",
        "RegionSumLine~R1C2~R1C3~R1C4~R1C5~R2C5",
        "Zipper~R1C1~R1C2~R1C3~R1C4~R2C5",
        "EqualSum~R1C1~R1C2~-~R2C3~R2C4",
        "SumLine~6~R1C1~R1C2~R2C2~R3C2",
        "Sandwich~5~R1",
        "XSum~R1~9~",
        "Skyscraper~R1~3~",
        "HiddenSkyscraper~R1~3~",
        "NumberedRoom~R1~3~",
        "Quad~R1C1~2~3~3",
        "ContainExact~2_2_4~R1C1~R2C2~R3C3~R1C4",
        "WhiteDot~R1C1~R1C2",
        "Regex~MSoyKw~R1C1~R2C3~R3C5~R4C4",
        "PillArrow~2~R1C1~R1C2~R1C3~R2C3~R2C4",
        "ValueIndexing~R1C1~R1C2~R2C3~R3C4~R4C5",
        "EqualityCage~R1C1~R1C2~R3C4~R3C5",
        "Lunchbox~5~R1C1~R1C2~R1C3~R1C5~R1C6",
        "CountDistinct~R1C1~R2C2~R2C3~R3C4~R3C6",
        "CountingCircles~R1C1~R2C2~R2C3~R3C4~R3C6",
        "RellikCage~6~R1C1~R1C2~R2C1~R2C2",
        "LookAndSay~2316~R1C1~R2C2~R2C3~R3C4",
        "SameValues~2~R1C1~R1C2~R3C3~R4C4",
        "Or.Thermo~R1C1~R1C2.Cage~9~R1C1~R1C2.End",
        "Or.~R1C1_3.Sum~5~R3C4~R5C2.End",
    ];

    #[test]
    fn supported_values_are_those_of_satisfying_assignments() {
        let mut random = Random::new(3);
        let mut narrowed = 0;
        let zero_based = [".Shape~6x6~0-5.XSum~R1~0~", ".Shape~6x6~0-5.XSum~R1~9~"].map(str::to_owned);
        for text in ITEMS.iter().map(|item| format!(".Shape~6x6.{item}")).chain(zero_based) {
            for round in 0..12 {
                let mut state = State::new(&iss::read(&text).unwrap_or_else(|err| panic!("{text}: {err}")));
                let number = (0..state.variant().constraints().len())
                    .find(|at| !compile(&state, &state.variant().constraints()[*at]).is_empty())
                    .unwrap_or_else(|| panic!("{text}: no automaton"));
                let low = state.variant().board().values().low();
                for cell in state.cells().collect::<Vec<_>>() {
                    for value in (low..low + 6).filter(|_| random.below(16) < round) {
                        if state.values(cell).count() > 1 {
                            state.remove(crate::variant::Candidate { cell, value });
                        }
                    }
                }
                let layers = compile(&state, &state.variant().constraints()[number]).remove(0);
                let masks: Vec<u16> = layers.cells().iter().map(|cell| state.candidates(*cell)).collect();
                let Supported::Masks { masks: found, .. } = layers.supported(&state, &masks, 1 << 20) else {
                    panic!("{text}: limit")
                };
                let expected = by_enumeration(&state, number, layers.cells());
                assert_eq!(found, expected, "{text} with {masks:?}");
                narrowed += usize::from(found != masks);
            }
        }
        assert!(narrowed > 100, "{narrowed}");
    }

    #[test]
    fn long_lines_keep_the_values_of_the_solution() {
        let lines = include_str!("../../../../../testdata/variants/iss.tsv").lines();
        let (mut random, mut narrowed) = (Random::new(9), 0);
        for line in
            lines.filter(|line| line.starts_with("Sum lines - single") || line.starts_with("Long sums"))
        {
            let fields: Vec<&str> = line.split('\t').collect();
            let solution = fields[2].as_bytes();
            for round in 0..12 {
                let mut state = State::new(&iss::read(fields[1]).unwrap());
                for cell in state.cells().collect::<Vec<_>>() {
                    for value in (1..=9).filter(|_| random.below(12) < round) {
                        if value != solution[cell.index()] - b'0' {
                            state.remove(crate::variant::Candidate { cell, value });
                        }
                    }
                }
                for part in compile(&state, &state.variant().constraints()[0]) {
                    let masks: Vec<u16> = part.cells().iter().map(|cell| state.candidates(*cell)).collect();
                    let Supported::Masks { masks: found, .. } = part.supported(&state, &masks, 5_000) else {
                        continue;
                    };
                    for ((cell, mask), before) in part.cells().iter().zip(&found).zip(&masks) {
                        assert_ne!(mask & state.bit(solution[cell.index()] - b'0'), 0, "{line}: {cell:?}");
                        assert_eq!(mask & !before, 0);
                    }
                    narrowed += usize::from(found != masks);
                }
            }
        }
        assert!(narrowed > 5, "{narrowed}");
    }
}
