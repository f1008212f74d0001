//! The propagation program of a network: its constraints as rules, which are propagators in lane form.

use super::pool::{Nodes, Pool, Readers};
use super::rules::automaton::{self, Automaton};
use super::rules::band::Band;
use super::rules::cage::{Cage, Cells};
use super::rules::chain::Chain;
use super::rules::differ::Differ;
use super::rules::house::{House, SIZE};
use super::rules::sum::{LONG, SHORT, Sum, Term, Terms};
use super::rules::{LaneRule, Run};
use crate::model::peers::Peers;
use crate::network::Network;
use crate::propagators::AnyPropagator;
use crate::propagators::equal_sums::EqualSums;
use crate::propagators::linear::Linear;
use crate::propagators::propagator::Propagator;
use crate::propagators::regular::Regular;
use crate::propagators::relation::Relation;
use crate::propagators::set_list::Subsets;
use core::array;
use farandole_kernel::Vectors;

/// Maximum number of values, since sums reverse masks of nine bits.
const VALUES: u8 = 9;
/// The mask of nine values.
const ALL: u16 = 0x1ff;

/// A rule in lane form.
#[derive(Clone, Debug)]
pub(super) enum Rule {
    Band(Band),
    House(House),
    Cage(Cage),
    Sum(Sum),
    Differ(Differ),
    Chain(Chain),
    Automaton(Automaton),
}

/// The rules of a network.
///
/// On relations between neighbours of a line, the scalar search is nearly as fast per node as lanes and needs
/// fewer nodes. [`pays`](Program::pays) excludes networks that consist mostly of such relations.
#[derive(Clone, Debug)]
pub(super) struct Program {
    pub(super) rules: Vec<Rule>,
    /// For each rule, the cells that it reads.
    pub(super) cells: Vec<Box<[u16]>>,
    pub(super) readers: Readers,
}

impl Program {
    /// Returns the program of a network, or `None` if a constraint has no lane form.
    pub(super) fn of(network: &Network) -> Option<Self> {
        if network.count > VALUES {
            return None;
        }
        let mut compiler = Compiler { network, rules: Vec::new(), apart: Peers::new(network.domains.len()) };
        compiler.houses();
        for propagator in &network.propagators {
            compiler.add(propagator)?;
        }
        compiler.pairs();
        Some(compiler.finish())
    }

    /// Returns true if lanes are likely to be faster than the scalar search: there are sums or automata, and at
    /// most as many chains. With only thermometers, lanes need 1.4 to 3.4 times as many nodes, at half the
    /// cost per node (docs/experiments/2026-11-27-variant-lanes.md). With only sets of values, learning can decide
    /// a puzzle in .4 s that takes 13 s in lanes (docs/experiments/2026-11-28-variants-by-first.md).
    pub(super) fn pays(&self) -> bool {
        let (mut chains, mut others) = (0, 0);
        for rule in &self.rules {
            match rule {
                Rule::Chain(_) => chains += 1,
                Rule::Sum(_) | Rule::Automaton(_) => others += 1,
                Rule::Band(_) | Rule::House(_) | Rule::Cage(_) | Rule::Differ(_) => {}
            }
        }
        others > 0 && chains <= others
    }

    /// Runs a rule on the nodes of a set, which has at most one node per column.
    #[inline(always)]
    pub(super) fn run<S: Vectors>(&self, s: S, rule: usize, pool: &mut Pool, taken: &Nodes) {
        match &self.rules[rule] {
            Rule::Band(band) => self.call(s, band, pool, taken),
            Rule::House(house) => self.call(s, house, pool, taken),
            Rule::Differ(pairs) => self.call(s, pairs, pool, taken),
            Rule::Chain(chain) => self.call(s, chain, pool, taken),
            Rule::Automaton(automaton) => self.call(s, automaton, pool, taken),
            Rule::Cage(cage) => match cage.cells.len() {
                1 => self.call(s, Cells::<1>(cage), pool, taken),
                2 => self.call(s, Cells::<2>(cage), pool, taken),
                3 => self.call(s, Cells::<3>(cage), pool, taken),
                4 => self.call(s, Cells::<4>(cage), pool, taken),
                5 => self.call(s, Cells::<5>(cage), pool, taken),
                6 => self.call(s, Cells::<6>(cage), pool, taken),
                7 => self.call(s, Cells::<7>(cage), pool, taken),
                8 => self.call(s, Cells::<8>(cage), pool, taken),
                _ => self.call(s, Cells::<9>(cage), pool, taken),
            },
            Rule::Sum(sum) => match sum.terms.len() {
                2 => self.call(s, Terms::<2>(sum), pool, taken),
                3 => self.call(s, Terms::<3>(sum), pool, taken),
                4 => self.call(s, Terms::<4>(sum), pool, taken),
                5 => self.call(s, Terms::<5>(sum), pool, taken),
                6 => self.call(s, Terms::<6>(sum), pool, taken),
                SHORT => self.call(s, Terms::<SHORT>(sum), pool, taken),
                _ => self.call(s, Terms::<LONG>(sum), pool, taken),
            },
        }
    }

    /// Runs a rule in a separate function, so that the compiler optimizes each rule separately.
    #[inline(always)]
    fn call<S: Vectors>(&self, s: S, rule: impl LaneRule, pool: &mut Pool, taken: &Nodes) {
        s.call(Run { rule, pool, readers: &self.readers, taken });
    }
}

/// A program under construction.
struct Compiler<'n> {
    network: &'n Network,
    rules: Vec<Rule>,
    /// The pairs of cells for which a rule ensures that they differ.
    apart: Peers,
}

impl Compiler<'_> {
    /// Adds a band for each chute of three lines and three boxes with nine values. Adds a house rule for each
    /// other house in which values must occur.
    fn houses(&mut self) {
        let mut covered: Vec<Vec<u16>> = Vec::new();
        for propagator in &self.network.propagators {
            let AnyPropagator::Chute(chute) = propagator else { continue };
            let Some(triads) = chute.triads().filter(|_| self.network.count == VALUES) else { continue };
            covered.extend(triads.iter().map(|line| line.concat()));
            covered.extend((0..3).map(|at| [triads[0][at], triads[1][at], triads[2][at]].concat()));
            self.rules.push(Rule::Band(Band(triads)));
        }
        covered.iter_mut().for_each(|cells| cells.sort_unstable());
        covered.iter().for_each(|cells| self.apart.insert_all(cells));
        for propagator in &self.network.propagators {
            let AnyPropagator::HiddenSingle(house) = propagator else { continue };
            if !covered.iter().any(|cells| cells == house.cells()) && house.cells().len() <= SIZE {
                self.apart.insert_all(house.cells());
                let (cells, values) = (house.cells().into(), house.values() & ALL);
                self.rules.push(Rule::House(House { cells, values }));
            }
        }
    }

    /// Adds the rule of a propagator. Returns `None` if the propagator has no lane form.
    fn add(&mut self, propagator: &AnyPropagator) -> Option<()> {
        match propagator {
            // Hidden singles are added by `houses`. The propagators of the next line follow from houses, sums
            // and pairs.
            AnyPropagator::HiddenSingle(house) => (house.cells().len() <= SIZE).then_some(()),
            AnyPropagator::Chute(_) | AnyPropagator::EqualSets(_) | AnyPropagator::GroupTable(_) => Some(()),
            AnyPropagator::Cage(cage) => self.cage(cage.cells(), cage.sets().into()),
            AnyPropagator::Linear(sum) => self.sum(sum),
            AnyPropagator::Relation(relation) => self.relation(relation),
            AnyPropagator::Regular(regular) => self.automaton(regular),
            AnyPropagator::EqualSums(sums) => self.equal_sums(sums),
            _ => None,
        }
    }

    fn cage(&mut self, cells: &[u16], sets: Box<[u16]>) -> Option<()> {
        if cells.is_empty() || cells.len() > usize::from(VALUES) {
            return None;
        }
        let is_same = |rule: &Rule| matches!(rule, Rule::Cage(cage) if *cage.cells == *cells);
        if self.rules.iter().any(is_same) {
            return Some(());
        }
        let mut near: Vec<(u16, Vec<u16>)> = Vec::new();
        for cell in (0..self.network.domains.len() as u16).filter(|cell| !cells.contains(cell)) {
            let unseen = (0..).zip(cells).filter(|(_, of)| !self.network.peers.differ(**of, cell));
            let unseen: u16 = unseen.map(|(at, _): (u32, _)| 1 << at).sum();
            // A cell that sees only one cell of the cage loses a value only if that cell is fixed. The rules of
            // houses do this.
            if cells.len() as u32 - unseen.count_ones() >= 2 {
                match near.iter_mut().find(|(other, _)| *other == unseen) {
                    Some((_, peers)) => peers.push(cell),
                    None => near.push((unseen, vec![cell])),
                }
            }
        }
        self.apart.insert_all(cells);
        self.rules.push(Rule::Cage(Cage { cells: cells.into(), sets, near }));
        Some(())
    }

    /// Adds a sum with weights 1 and -1. If its cells all differ and have the same weight, it becomes a cage.
    fn sum(&mut self, sum: &Linear) -> Option<()> {
        let groups: Vec<(i32, &[u16])> = sum.weighted_groups().collect();
        if groups.iter().any(|(weight, _)| weight.abs() != 1) || sum.cells().len() > LONG {
            return None;
        }
        if let [(weight, cells)] = groups[..] {
            let mut cells = cells.to_vec();
            cells.sort_unstable();
            let sets = Subsets::of(self.network.count).with_sum(cells.len(), weight * sum.target());
            return self.cage(&cells, sets.sets().into());
        }
        let mut terms = Vec::with_capacity(sum.cells().len());
        let mut target = sum.target();
        for (weight, cells) in groups {
            let reversed = if weight < 0 { u16::MAX } else { 0 };
            for (at, &cell) in cells.iter().enumerate() {
                let ends = if at + 1 == cells.len() { u16::MAX } else { 0 };
                terms.push(Term { cell, reversed, ends });
                target += if weight < 0 { i32::from(VALUES) - 1 } else { 0 };
            }
        }
        self.rules.push(Rule::Sum(Sum { terms: terms.into(), target }));
        Some(())
    }

    fn relation(&mut self, relation: &Relation) -> Option<()> {
        let pairs = relation.pairs();
        let forward = array::from_fn(|value| pairs.second(1 << value));
        let backward = array::from_fn(|value| pairs.first(1 << value));
        self.rules.push(Rule::Chain(Chain { cells: relation.chain().into(), forward, backward }));
        Some(())
    }

    /// Adds an automaton. Returns `None` if it has too many nodes.
    fn automaton(&mut self, regular: &Regular) -> Option<()> {
        let (graph, cells) = (regular.graph(), regular.line());
        // The node numbers of the graph have gaps between layers, so nodes are renumbered.
        let mut nodes: Vec<u32> = graph.starts().to_vec();
        let mut number = |node: u32| {
            let at = nodes.iter().position(|&other| other == node).unwrap_or_else(|| {
                nodes.push(node);
                nodes.len() - 1
            });
            u8::try_from(at).ok().filter(|_| at < automaton::NODES)
        };
        let starts = graph.starts().iter().map(|&node| number(node)).collect::<Option<_>>()?;
        let mut layers = Vec::with_capacity(cells.len());
        for layer in 0..cells.len() {
            let arcs = graph.arcs(layer);
            let arcs = arcs
                .map(|(from, mask, to)| Some(automaton::Arc { from: number(from)?, to: number(to)?, mask }));
            layers.push(arcs.collect::<Option<Box<[_]>>>()?);
        }
        let mut ends: Vec<u8> = layers.last()?.iter().map(|arc| arc.to).collect();
        ends.sort_unstable();
        ends.dedup();
        let (layers, ends) = (layers.into(), ends.into());
        self.rules.push(Rule::Automaton(Automaton { cells: cells.into(), layers, starts, ends }));
        Some(())
    }

    /// Adds segments with equal sums, as one sum for each two consecutive segments.
    fn equal_sums(&mut self, sums: &EqualSums) -> Option<()> {
        let segments: Vec<&[u16]> = sums.segments().collect();
        for pair in segments.windows(2) {
            let cells = [pair[0], pair[1]].concat();
            // A sum has at most one term per cell.
            if each_once(&cells).len() < cells.len() {
                return None;
            }
            let plus = pair[0].iter().map(|&cell| (cell, 1));
            let terms: Vec<(u16, i32)> = plus.chain(pair[1].iter().map(|&cell| (cell, -1))).collect();
            // The terms of a sum use value indices.
            let target = i32::from(self.network.low) * (pair[1].len() as i32 - pair[0].len() as i32);
            self.sum(&Linear::new(&terms, target, &self.network.peers))?;
        }
        Some(())
    }

    /// Adds the pairs of cells that differ and that no other rule covers.
    fn pairs(&mut self) {
        let network = self.network;
        for cell in 0..network.domains.len() as u16 {
            let peers = network.peers.of(cell).filter(|&other| !self.apart.differ(cell, other));
            let mut others: Vec<(u16, u16)> = peers.map(|other| (other, ALL)).collect();
            for edge in &network.edges {
                let [a, b] = edge.cells;
                if a == cell || b == cell {
                    others.push((a ^ b ^ cell, edge.mask));
                }
            }
            if !others.is_empty() {
                self.rules.push(Rule::Differ(Differ { cell, others }));
            }
        }
    }

    /// Collects the readers of each cell.
    fn finish(self) -> Program {
        let cells: Vec<Box<[u16]>> = self.rules.iter().map(cells_of).collect();
        let mut readers = vec![Vec::new(); self.network.domains.len()];
        for (rule, cells) in (0..).zip(&cells) {
            cells.iter().for_each(|&cell| readers[usize::from(cell)].push(rule));
        }
        Program { rules: self.rules, cells, readers }
    }
}

/// Returns the cells that a rule reads.
fn cells_of(rule: &Rule) -> Box<[u16]> {
    match rule {
        Rule::Band(band) => band.0.concat().concat().into(),
        Rule::House(house) => house.cells.clone(),
        Rule::Cage(cage) => cage.cells.clone(),
        Rule::Sum(sum) => sum.terms.iter().map(|term| term.cell).collect(),
        Rule::Differ(pairs) => [pairs.cell].into(),
        Rule::Chain(chain) => each_once(&chain.cells),
        Rule::Automaton(automaton) => each_once(&automaton.cells),
    }
}

/// Returns the cells of a list without duplicates.
fn each_once(cells: &[u16]) -> Box<[u16]> {
    let mut cells = cells.to_vec();
    cells.sort_unstable();
    cells.dedup();
    cells.into()
}
