//! The layered graph of an automaton's runs: dynamic programming over the cells of a constraint
//! finds every value that occurs in a satisfying assignment.
//!
//! A node is a state of the automaton with the values used in sets of cells that see each other.
//! Nodes of the same layer with the same future are merged, so the cost is the number of different
//! futures rather than the number of assignments. Source: Pesant, "A Regular Language Membership
//! Constraint for Finite Sequences of Variables", CP 2004.

use super::machine::{Rule, Value};
use crate::variant::state::State;
use core::hash::{BuildHasherDefault, Hasher};
use farandole_puzzle::Cell;
use std::collections::HashMap;

/// Maximum number of sets of cells whose used values are part of a node.
const SETS: usize = 4;

/// A node of a layer: the state of the automaton, and 16 bits of used values for each set.
type Node = (u64, u64);

/// An edge between two layers: the index of its source, the index of the value, and the index of its
/// target.
type Edge = (u32, u8, u32);

/// Multiplies words by a large odd constant. Nodes are small numbers, for which this spreads well.
#[derive(Default)]
struct WordHasher(u64);

impl Hasher for WordHasher {
    fn finish(&self) -> u64 {
        self.0 ^ self.0 >> 32
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|byte| self.write_u64((*byte).into()));
    }

    fn write_u64(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(26) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
}

/// The layered graph of a constraint, without its nodes.
#[derive(Clone, Debug)]
pub(in crate::variant) struct Layers {
    /// The cells in reading order, each once.
    cells: Vec<Cell>,
    rule: Rule,
    sets: Vec<Set>,
    /// True if every two cells that see each other are in one of the sets.
    has_all_pairs: bool,
}

/// A set of cells that see each other.
#[derive(Clone, Debug)]
struct Set {
    /// For each position, true if its cell is in the set.
    members: Vec<bool>,
    /// The last position in the set.
    last: usize,
}

/// The result of a search of supports.
pub(in crate::variant) enum Supported {
    /// The values of each cell that occur in a satisfying assignment. If `is_exact` is false, they
    /// may include values that do not, because some cells were allowed to have equal values.
    Masks { masks: Vec<u16>, is_exact: bool },
    /// The graph has more nodes than the limit.
    Limit,
}

impl Supported {
    /// Returns the supported values of each cell, or `None` if a limit was exceeded.
    pub(in crate::variant) fn masks(self) -> Option<Vec<u16>> {
        match self {
            Self::Masks { masks, .. } => Some(masks),
            Self::Limit => None,
        }
    }
}

impl Layers {
    /// Prepares the graph. Returns `None` if a cell is listed twice.
    pub(super) fn new(state: &State, cells: Vec<Cell>, rule: Rule) -> Option<Self> {
        let is_repeated = |at: usize| cells[..at].contains(&cells[at]);
        if cells.is_empty() || (0..cells.len()).any(is_repeated) {
            return None;
        }
        let (sets, has_all_pairs) = sets_of(state, &cells);
        Some(Self { cells, rule, sets, has_all_pairs })
    }

    /// Returns the cells in reading order.
    pub(in crate::variant) fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// Returns the rule of the values.
    pub(super) const fn rule(&self) -> &Rule {
        &self.rule
    }

    /// Returns the values that occur in satisfying assignments with these candidates. `limit` is
    /// the maximum number of nodes of a layer.
    pub(in crate::variant) fn supported(&self, state: &State, masks: &[u16], limit: usize) -> Supported {
        // With fewer sets there are fewer nodes, and more assignments count as satisfying.
        for sets in (0..=self.sets.len()).rev() {
            if let Some(masks) = self.with_sets(state, masks, &self.sets[..sets], limit) {
                return Supported::Masks { masks, is_exact: self.has_all_pairs && sets == self.sets.len() };
            }
        }
        Supported::Limit
    }

    /// Returns the supported values, where only these sets hold different values, or `None` if a
    /// layer has too many nodes.
    fn with_sets(&self, state: &State, masks: &[u16], sets: &[Set], limit: usize) -> Option<Vec<u16>> {
        let range = state.variant().board().values();
        let (low, high, count) = (range.low(), range.high(), range.count());
        let rest = self.rule.rest(masks, range);
        let mut layer: Vec<Node> = self.rule.starts().into_iter().map(|state| (state, 0)).collect();
        // The edges into each layer, and the number of nodes before them.
        let mut edges: Vec<(Vec<Edge>, usize)> = Vec::with_capacity(masks.len());
        let mut states = Vec::new();
        let mut index: HashMap<Node, u32, BuildHasherDefault<WordHasher>> = HashMap::default();
        for (at, mask) in masks.iter().enumerate() {
            index.clear();
            let (mut next, mut out) = (Vec::new(), Vec::new());
            for (from, (state, used)) in layer.iter().enumerate() {
                for value in range.values_of(*mask) {
                    let Some(used) = use_value(sets, at, value - low, *used) else { continue };
                    states.clear();
                    let is_end = value == low || value == high;
                    self.rule.step(
                        *state,
                        at,
                        &Value { value, low, count, is_end, rest: &rest },
                        &mut states,
                    );
                    for state in states.drain(..) {
                        let to = *index.entry((state, used)).or_insert_with(|| {
                            next.push((state, used));
                            next.len() as u32 - 1
                        });
                        out.push((from as u32, value - low, to));
                    }
                }
                if next.len() > limit {
                    return None;
                }
            }
            edges.push((out, layer.len()));
            layer = next;
        }
        let mut alive: Vec<bool> = layer.iter().map(|(state, _)| self.rule.accepts(*state)).collect();
        let mut supported = vec![0; masks.len()];
        for (mask, (edges, count)) in supported.iter_mut().zip(&edges).rev() {
            let mut before = vec![false; *count];
            for (from, value, _) in edges.iter().filter(|(.., to)| alive[*to as usize]) {
                *mask |= 1 << value;
                before[*from as usize] = true;
            }
            alive = before;
        }
        Some(supported)
    }
}

/// Returns the used values after a cell gets a value, given as an index, or `None` if a cell of the
/// same set has it. The values of complete sets are no longer part of the node.
fn use_value(sets: &[Set], at: usize, value: u8, mut used: u64) -> Option<u64> {
    for (number, set) in sets.iter().enumerate().filter(|(_, set)| set.members[at]) {
        let bit = 1 << (16 * number + usize::from(value));
        if used & bit != 0 {
            return None;
        }
        used = if set.last == at { used & !(0xffff << (16 * number)) } else { used | bit };
    }
    Some(used)
}

/// Chooses sets of positions whose cells see each other. Returns them, and true if they contain
/// every pair of cells that see each other.
fn sets_of(state: &State, cells: &[Cell]) -> (Vec<Set>, bool) {
    let all = state.variant().board().values().all();
    let sees = |one: usize, two: usize| state.sees(cells[one], cells[two]) & all == all;
    let count = cells.len();
    let pairs = (0..count).flat_map(|two| (0..two).map(move |one| (one, two)));
    let mut open: Vec<(usize, usize)> = pairs.filter(|(one, two)| sees(*one, *two)).collect();
    let mut sets = Vec::new();
    while sets.len() < SETS && !open.is_empty() {
        let grown = |(one, two): &(usize, usize)| {
            let mut set = vec![*one, *two];
            for other in 0..count {
                if !set.contains(&other) && set.iter().all(|it| sees(*it, other)) {
                    set.push(other);
                }
            }
            set
        };
        let inside = |set: &Vec<usize>| {
            open.iter().filter(|(one, two)| set.contains(one) && set.contains(two)).count()
        };
        let Some(best) = open.iter().map(grown).max_by_key(inside) else { break };
        open.retain(|(one, two)| !(best.contains(one) && best.contains(two)));
        let last = best.iter().copied().max().unwrap_or(0);
        sets.push(Set { members: (0..count).map(|at| best.contains(&at)).collect(), last });
    }
    (sets, open.is_empty())
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
        for item in ITEMS {
            for round in 0..12 {
                let text = format!(".Shape~6x6.{item}");
                let mut state = State::new(&iss::read(&text).unwrap_or_else(|err| panic!("{item}: {err}")));
                let number = (0..state.variant().constraints().len())
                    .find(|at| !compile(&state, &state.variant().constraints()[*at]).is_empty())
                    .unwrap_or_else(|| panic!("{item}: no automaton"));
                for cell in state.cells().collect::<Vec<_>>() {
                    for value in (1..=6).filter(|_| random.below(16) < round) {
                        if state.values(cell).count() > 1 {
                            state.remove(crate::variant::Candidate { cell, value });
                        }
                    }
                }
                let layers = compile(&state, &state.variant().constraints()[number]).remove(0);
                let masks: Vec<u16> = layers.cells().iter().map(|cell| state.candidates(*cell)).collect();
                let Supported::Masks { masks: found, .. } = layers.supported(&state, &masks, 1 << 20) else {
                    panic!("{item}: limit")
                };
                let expected = by_enumeration(&state, number, layers.cells());
                assert_eq!(found, expected, "{item} with {masks:?}");
                narrowed += usize::from(found != masks);
            }
        }
        assert!(narrowed > 100, "{narrowed}");
    }
}
