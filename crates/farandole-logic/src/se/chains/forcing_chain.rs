//! Forcing chains that cover all cases: contradiction, double, cell and region chains.

use super::found::{Found, key};
use super::implication_run::{ImplicationRun, NestedTechniques, RunConfig, Scratch};
use super::level::{Level, Meter};
use super::prefilter::{Prefilter, Prefilters, Unfiltered};
use crate::model::tables::{CELLS, HOUSES, POSITIONS, bits};
use crate::model::{Marks, Technique};

/// The implication runs of one state, each computed on demand.
pub(super) struct Engine<N> {
    /// The runs from "this candidate is true", by candidate.
    on: Vec<Option<Box<ImplicationRun>>>,
    /// The candidates whose run in `on` belongs to the current search, as a bit set.
    fresh: [u64; 12],
    /// The runs from "this candidate is false". A level whose runs the next level may resume keeps
    /// one per candidate. Other levels share a single run.
    off: Vec<Option<Box<ImplicationRun>>>,
    /// The grid and the nesting level of the last search, if it found nothing.
    last: Option<(Box<Marks>, u8)>,
    techniques: N,
    scratch: Scratch,
    nested: Vec<u32>,
    prefilters: Prefilters,
    /// Reusable memory for [`FamilySearch::ranks`]. All entries are [`UNKNOWN`] between searches.
    ranks: Vec<u32>,
}

/// The requested chains: only the best one, or the best for each target.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Request {
    Best(Option<(u32, u8)>),
    All,
}

/// The rank of a target without a known chain.
const UNKNOWN: u32 = u32::MAX;

/// The search for one family of chains.
struct FamilySearch<'a> {
    marks: &'a Marks,
    level: Level,
    /// True if the runs of the previous level can be resumed, because it found nothing in the same
    /// state.
    resume: bool,
    request: Request,
    /// The complexity of some chain that is known in advance. It bounds the search.
    ceiling: u32,
    found: Vec<Found>,
    /// For each target, the complexity and kind of the best known chain, packed into one number.
    ranks: Vec<u32>,
}

impl<'a> FamilySearch<'a> {
    const fn new(marks: &'a Marks, level: Level, request: Request, ranks: Vec<u32>) -> Self {
        Self { marks, level, resume: false, request, ceiling: u32::MAX, found: Vec::new(), ranks }
    }
}

impl<N: NestedTechniques> Engine<N> {
    pub(super) fn new(techniques: N) -> Self {
        Self {
            on: (0..729).map(|_| None).collect(),
            fresh: [0; 12],
            off: (0..729).map(|_| None).collect(),
            last: None,
            techniques,
            scratch: Scratch::default(),
            nested: Vec::new(),
            prefilters: Prefilters::default(),
            ranks: vec![UNKNOWN; 1458],
        }
    }

    /// Returns the best chain of a family, or `None` if there is none or the work is spent.
    pub(super) fn best(&mut self, marks: &Marks, level: Level, meter: &mut Meter<'_>) -> Option<Found> {
        self.search(marks, level, Request::Best(None), meter).pop()
    }

    /// Returns the best chain for each target, in the order of the scale. Worse chains for the same
    /// target may follow.
    pub(super) fn all(&mut self, marks: &Marks, level: Level, meter: &mut Meter<'_>) -> Vec<Found> {
        let mut found = self.search(marks, level, Request::All, meter);
        found.sort_by_key(|found| (found.complexity, found.key()));
        found
    }

    /// Searches for the requested chains of a family. Returns an empty list if the work is spent.
    fn search(&mut self, marks: &Marks, level: Level, request: Request, meter: &mut Meter<'_>) -> Vec<Found> {
        let mut search = FamilySearch::new(marks, level, request, core::mem::take(&mut self.ranks));
        self.fresh = [0; 12];
        // Level 4 does not resume level 3, because its nested chains belong to other families and
        // exclude those of level 3.
        search.resume = matches!((self.last.take(), search.level), (Some((source, before)), Level::Dynamic(now @ (2 | 3 | 5)))
            if before + 1 == now && *source == *search.marks);
        if !search.resume {
            self.techniques.forget();
        }
        self.techniques.load(search.marks, search.level);
        let mut prefilters = core::mem::take(&mut self.prefilters);
        let count = search.marks.cand.iter().map(|digits| digits.count_ones()).sum::<u32>();
        meter.spend(count as usize);
        match (search.level, count) {
            (Level::Dynamic(1..), _) => {
                let first = (0..729)
                    .filter(|c| search.marks.cand[c / 9].count_ones() > 1 && search.marks.has(c / 9, c % 9))
                    .collect();
                self.scan(&mut Unfiltered { first }, &mut search, meter);
            }
            (level, ..=256) => {
                let filter = prefilters.small.get_or_insert_default();
                filter.build(search.marks, level);
                self.scan(&mut **filter, &mut search, meter);
            }
            (level, 257..=384) => {
                let filter = prefilters.middle.get_or_insert_default();
                filter.build(search.marks, level);
                self.scan(&mut **filter, &mut search, meter);
            }
            (level, _) => {
                let filter = prefilters.large.get_or_insert_default();
                filter.build(search.marks, level);
                self.scan(&mut **filter, &mut search, meter);
            }
        }
        self.prefilters = prefilters;
        search
            .found
            .iter()
            .filter_map(|found| found.target)
            .for_each(|it| search.ranks[it as usize] = UNKNOWN);
        self.ranks = search.ranks;
        if meter.left == 0 {
            return Vec::new();
        }
        if let (Level::Dynamic(nesting @ 1..), []) = (search.level, &search.found[..]) {
            self.last = Some((Box::new(*search.marks), nesting));
        }
        search.found
    }

    /// Searches in every cell, after the runs of all candidates that the prefilter refutes. These runs lower
    /// the ceiling.
    fn scan(&mut self, filter: &mut impl Prefilter, search: &mut FamilySearch<'_>, meter: &mut Meter<'_>) {
        for candidate in filter.refuted() {
            if meter.left == 0 {
                return;
            }
            self.ensure(search, candidate, meter);
            if let Some(run) = self.on[candidate].as_deref() {
                filter.learn(candidate, run);
                self.lower_ceiling(search, candidate);
            }
        }
        let smallest = if search.level == Level::Multiple { 3 } else { 2 };
        for cell in 0..81 {
            let digits = search.marks.cand[cell];
            if digits.count_ones() >= smallest {
                self.start_at(filter, search, cell, digits, meter);
            }
            if meter.left == 0 {
                return;
            }
        }
    }

    /// Lowers the ceiling to the complexity of the candidate's contradiction, if there is one.
    fn lower_ceiling(&mut self, search: &mut FamilySearch<'_>, candidate: usize) {
        if matches!(search.request, Request::All) || search.level == Level::Multiple {
            return;
        }
        let Some(run) = self.on[candidate].as_deref() else { return };
        let Some((on_node, off_node)) = run.conflict else { return };
        self.nested.clear();
        let mut complexity = 0;
        for node in [on_node, off_node] {
            complexity += run.ancestors(node, search.ceiling, &mut self.scratch, &mut self.nested);
            if complexity >= search.ceiling {
                return;
            }
        }
        complexity += self.nested.iter().map(|number| self.techniques.complexity(*number)).sum::<u32>();
        search.ceiling = search.ceiling.min(complexity);
    }

    /// Searches for the chains that start in one cell, and in the houses of which it is the first cell for a
    /// digit.
    fn start_at(
        &mut self,
        filter: &impl Prefilter,
        search: &mut FamilySearch<'_>,
        cell: usize,
        digits: u16,
        meter: &mut Meter<'_>,
    ) {
        let dynamic = matches!(search.level, Level::Dynamic(_));
        for digit in bits(digits) {
            let candidate = cell * 9 + digit;
            if search.level != Level::Multiple {
                if filter.refutes(candidate) {
                    self.ensure(search, candidate, meter);
                    self.contradiction(search, true, candidate);
                }
                let double = dynamic && digits.count_ones() >= 3 && filter.decides(candidate);
                if double || filter.proves(candidate) {
                    let run = self.off[search.slot(candidate)]
                        .get_or_insert_with(|| Box::new(ImplicationRun::new()));
                    run.follow(candidate as u16 * 2, search.config(), &mut self.techniques, meter);
                    self.contradiction(search, false, candidate);
                }
                if double {
                    self.ensure(search, candidate, meter);
                    self.double(search, candidate);
                }
            }
            if search.level != Level::Nishio {
                self.regions(filter, search, cell, digit, meter);
            }
        }
        if search.level != Level::Nishio {
            let mut starts = [0; 9];
            let count = bits(digits).zip(&mut starts).map(|(digit, start)| *start = cell * 9 + digit).count();
            let starts = &starts[..count];
            if filter.share(starts) {
                starts.iter().for_each(|start| self.ensure(search, *start, meter));
                let technique = if dynamic { Technique::DynamicCell } else { Technique::CellChains };
                self.join(search, starts, technique, None);
            }
        }
    }

    /// Computes the run from "this candidate is true" unless this search already has it.
    fn ensure(&mut self, search: &FamilySearch<'_>, candidate: usize, meter: &mut Meter<'_>) {
        if self.fresh[candidate / 64] >> (candidate % 64) & 1 == 0 {
            self.fresh[candidate / 64] |= 1 << (candidate % 64);
            let run = self.on[candidate].get_or_insert_with(|| Box::new(ImplicationRun::new()));
            run.follow(candidate as u16 * 2 + 1, search.config(), &mut self.techniques, meter);
        }
    }

    /// Searches for region chains in the houses in which this cell is the first one for the digit.
    fn regions(
        &mut self,
        filter: &impl Prefilter,
        search: &mut FamilySearch<'_>,
        cell: usize,
        digit: usize,
        meter: &mut Meter<'_>,
    ) {
        for kind in [2, 0, 1] {
            let house = HOUSES[cell][kind] as usize;
            let positions = search.marks.pos[house][digit];
            if positions.count_ones() < 2 || positions.trailing_zeros() as u8 != POSITIONS[cell][kind] {
                continue;
            }
            let mut starts = [0; 9];
            let found = bits(positions).map(|position| CELLS[house][position] as usize * 9 + digit);
            let count = found.zip(&mut starts).map(|(found, start)| *start = found).count();
            let starts = &starts[..count];
            if !filter.share(starts) {
                continue;
            }
            starts.iter().for_each(|start| self.ensure(search, *start, meter));
            let dynamic = search.level != Level::Multiple;
            let technique = if dynamic { Technique::DynamicRegion } else { Technique::RegionChains };
            self.join(search, starts, technique, Some(house as u8));
        }
    }

    /// Considers the assertions that follow from all of these assumptions.
    fn join(
        &mut self,
        search: &mut FamilySearch<'_>,
        starts: &[usize],
        technique: Technique,
        house: Option<u8>,
    ) {
        let runs: Vec<&ImplicationRun> =
            starts.iter().filter_map(|start| self.on[*start].as_deref()).collect();
        let Some((first, rest)) = runs.split_first() else { return };
        for on in [true, false] {
            let of = |run: &ImplicationRun| if on { run.on } else { run.off };
            let mut common = of(first);
            for run in rest {
                let other = of(run);
                (0..12).for_each(|i| common[i] &= other[i]);
            }
            if common == [0; 12] {
                continue;
            }
            for node in &first.nodes[..first.len] {
                let candidate = (node.lit / 2) as usize;
                if (node.lit & 1 == 1) != on || common[candidate / 64] >> (candidate % 64) & 1 == 0 {
                    continue;
                }
                let ends: Vec<(&ImplicationRun, u16)> =
                    runs.iter().filter_map(|run| Some((*run, run.node_of(node.lit)?))).collect();
                search.consider(
                    &ends,
                    node.lit,
                    technique,
                    house,
                    &self.techniques,
                    &mut self.scratch,
                    &mut self.nested,
                );
            }
        }
    }

    /// Considers the assertions that follow both from a true candidate and from the same candidate being false.
    fn double(&mut self, search: &mut FamilySearch<'_>, candidate: usize) {
        let runs = (self.on[candidate].as_deref(), self.off[search.slot(candidate)].as_deref());
        let (Some(run), Some(off_run)) = runs else { return };
        for on in [true, false] {
            let (a, b) = if on { (&run.on, &off_run.on) } else { (&run.off, &off_run.off) };
            if (0..12).all(|i| a[i] & b[i] == 0) {
                continue;
            }
            for node in run.nodes[..run.len].iter().filter(|node| (node.lit & 1 == 1) == on) {
                if let (Some(from_on), Some(from_off)) = (run.node_of(node.lit), off_run.node_of(node.lit)) {
                    let ends = [(run, from_on), (off_run, from_off)];
                    let technique = Technique::DynamicDouble;
                    search.consider(
                        &ends,
                        node.lit,
                        technique,
                        None,
                        &self.techniques,
                        &mut self.scratch,
                        &mut self.nested,
                    );
                }
            }
        }
    }

    /// Considers the conclusion of a contradiction in the run from a true (`on`) or false
    /// candidate.
    fn contradiction(&mut self, search: &mut FamilySearch<'_>, on: bool, candidate: usize) {
        let run = if on { &self.on[candidate] } else { &self.off[search.slot(candidate)] };
        let Some(run) = run.as_deref() else { return };
        let proved = candidate as u16 * 2 + u16::from(!on);
        let Some((on_node, off_node)) = run.conflict else { return };
        let technique =
            if search.level == Level::Nishio { Technique::Nishio } else { Technique::DynamicContradiction };
        let ends = [(run, on_node), (run, off_node)];
        search.consider(
            &ends,
            proved,
            technique,
            None,
            &self.techniques,
            &mut self.scratch,
            &mut self.nested,
        );
    }
}

impl FamilySearch<'_> {
    /// Returns the index of the run from a false candidate.
    const fn slot(&self, candidate: usize) -> usize {
        if matches!(self.level, Level::Dynamic(1..)) { candidate } else { 0 }
    }

    fn config(&self) -> RunConfig<'_> {
        RunConfig { source: self.marks, level: self.level, bound: self.bound(), resume: self.resume }
    }

    /// Returns the complexity above which chains are rejected.
    fn bound(&self) -> u32 {
        match self.request {
            Request::Best(Some((complexity, _))) => complexity.min(self.ceiling),
            Request::Best(None) => self.ceiling,
            Request::All => u32::MAX,
        }
    }

    /// Keeps a chain if it is better than the known chains. `ends` contains the runs that prove the chain, each
    /// with its last node, and `target` is the conclusion.
    #[expect(clippy::too_many_arguments, reason = "disjoint borrows of the engine's fields")]
    fn consider(
        &mut self,
        ends: &[(&ImplicationRun, u16)],
        target: u16,
        technique: Technique,
        house: Option<u8>,
        techniques: &impl NestedTechniques,
        scratch: &mut Scratch,
        nested: &mut Vec<u32>,
    ) {
        let (cell, digit) = ((target / 2) as usize / 9, (target / 2) as usize % 9);
        if target & 1 == 1 && self.marks.cand[cell] & !(1 << digit) == 0 {
            return;
        }
        let known = if self.request == Request::All { self.ranks[target as usize] } else { UNKNOWN };
        let bound = self.bound().min(known >> 8);
        nested.clear();
        let mut complexity = 0;
        for (run, node) in ends {
            complexity += run.ancestors(*node, bound, scratch, nested);
            if complexity > bound {
                return;
            }
        }
        complexity += nested.iter().map(|number| techniques.complexity(*number)).sum::<u32>();
        if let Request::Best(best) = &mut self.request {
            let rank = (complexity, key(technique));
            if best.is_some_and(|best| best <= rank) {
                return;
            }
            *best = Some(rank);
            self.found.clear();
        }
        if self.request == Request::All {
            let rank = complexity << 8 | u32::from(key(technique));
            if rank >= known {
                return;
            }
            self.ranks[target as usize] = rank;
        }
        let ends = ends.iter().map(|(run, node)| run.stops(*node, scratch)).collect();
        self.found.push(Found {
            technique,
            complexity,
            target: Some(target),
            eliminations: Vec::new(),
            ends,
            house,
        });
    }
}

#[cfg(test)]
mod tests {
    use super::super::implication_run::{Eliminated, NestedElimination, Workspace};
    use super::*;
    use crate::model::State;
    use core::cell::Cell;
    use core::ops::ControlFlow;

    /// A search for nested chains that finds nothing and counts no visits.
    #[derive(Default)]
    struct NoNestedChains {
        searches: u64,
        workspace: Workspace,
    }

    impl NestedTechniques for NoNestedChains {
        fn forget(&mut self) {}
        fn load(&mut self, _: &Marks, _: Level) {}
        fn complexity(&self, _: u32) -> u32 {
            0
        }
        fn next_eliminations(
            &mut self,
            _: &Marks,
            _: &Marks,
            _: &mut Eliminated,
            _: u8,
            _: &mut Meter<'_>,
        ) -> Vec<NestedElimination> {
            self.searches += 1;
            Vec::new()
        }
        fn workspace(&mut self) -> &mut Workspace {
            &mut self.workspace
        }
    }

    #[test]
    fn the_watch_stops_searches_for_nested_chains_that_count_few_visits() {
        let marks = State::from_line(&[b'.'; 81]).unwrap().marks;
        let level = Level::Dynamic(2);
        let mut engine = Engine::new(NoNestedChains::default());
        engine.best(&marks, level, &mut Meter::new(u64::MAX, None));
        let all = engine.techniques.searches;

        let calls = Cell::new(0);
        let watch = |_| {
            calls.set(calls.get() + 1);
            if calls.get() < 10 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        };
        let mut engine = Engine::new(NoNestedChains::default());
        assert!(engine.best(&marks, level, &mut Meter::new(u64::MAX, Some(&watch))).is_none());
        let some = engine.techniques.searches;
        assert!(all > 500 && some <= 40, "{some} of {all} searches");
        assert_eq!(calls.get(), 10);
    }
}
