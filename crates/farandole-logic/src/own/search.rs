//! The search for the easiest steps of a state, technique by technique.

use super::nets;
use super::order::{Order, difficulty, least};
use super::singles::next_single;
use crate::cancel::{Observer, RatingProgress};
use crate::hodoku;
use crate::model::{Deduction, State, Technique};
use crate::patterns::view::View;
use crate::se::chains::Level;
use crate::se::{self, ReasonFinder, Search};
use core::cmp::Reverse;

/// The techniques applied after a harder step to estimate its benefit.
const EASY: &[Technique] = &[
    Technique::Pointing,
    Technique::Claiming,
    Technique::NakedPair,
    Technique::HiddenPair,
    Technique::NakedTriplet,
    Technique::Skyscraper,
    Technique::TwoStringKite,
    Technique::XyWing,
    Technique::WWing,
];

/// The finder of a technique. Techniques with the same finder are searched together.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Finder {
    Se(Technique),
    Chains(Level),
    Nested,
    Nets,
    Hodoku(Technique),
}

impl Finder {
    fn of(technique: Technique) -> Self {
        use Technique as T;
        match technique {
            T::FullHouse | T::HiddenSingleBox | T::HiddenSingleLine => Self::Se(T::FullHouse),
            T::UniqueLoop1 | T::UniqueLoop2 | T::UniqueLoop3Naked | T::UniqueLoop3Hidden | T::UniqueLoop4 => {
                Self::Se(T::UniqueLoop1)
            }
            T::Bug1 | T::Bug2 | T::Bug3 | T::Bug4 => Self::Se(T::Bug1),
            T::XCycle | T::YCycle | T::ForcingXChain | T::XyCycle | T::ForcingChain => {
                Self::Chains(Level::Loops)
            }
            T::Nishio => Self::Chains(Level::Nishio),
            T::CellChains | T::RegionChains => Self::Chains(Level::Multiple),
            T::DynamicCell | T::DynamicRegion | T::DynamicContradiction | T::DynamicDouble => Self::Nested,
            T::ForcingNetContradiction => Self::Nets,
            // Other techniques use the finder of Sudoku Explainer if it has one, otherwise that of
            // HoDoKu.
            _ => match hodoku::group(technique) {
                Some(first) if se::difficulty(technique).least == 0 => Self::Hodoku(first),
                _ => Self::Se(technique),
            },
        }
    }
}

/// A search for steps, with its limits.
pub(super) struct StepSearch<'a> {
    order: &'a Order,
    /// Number of technique searches left.
    searches: u64,
    observer: Option<Observer<'a>>,
    progress: RatingProgress,
    chains: Search<'a>,
    is_spent: bool,
}

impl<'a> StepSearch<'a> {
    pub(super) fn new(order: &'a Order, searches: u64, observer: Option<Observer<'a>>) -> Self {
        Self {
            order,
            searches,
            observer,
            progress: RatingProgress::default(),
            chains: Search::new(u64::MAX, observer),
            is_spent: false,
        }
    }

    /// Returns true if no searches are left or the observer stopped the search.
    pub(super) const fn is_spent(&self) -> bool {
        self.is_spent
    }

    pub(super) const fn step(&mut self) {
        self.progress.steps += 1;
    }

    /// Counts a unit of work. Returns false if no work is left.
    pub(super) fn spend(&mut self) -> bool {
        let stopped = self.observer.is_some_and(|observer| observer(self.progress).is_break());
        self.is_spent |= stopped || self.searches == 0 || self.chains.is_spent();
        self.searches = self.searches.saturating_sub(1);
        self.progress.work += 1;
        !self.is_spent
    }

    /// Returns the steps of the easiest technique that applies, sorted by difficulty, then by
    /// descending number of eliminations. Returns an empty list if there are none or the search is
    /// spent.
    pub(super) fn easiest(&mut self, state: &State) -> Vec<Deduction> {
        self.easiest_where(state, u16::MAX, &|_| true)
    }

    /// Returns the steps of the easiest technique that finds one of at most this difficulty with a property, like
    /// [`easiest`](Self::easiest).
    pub(super) fn easiest_where(
        &mut self,
        state: &State,
        most: u16,
        is_wanted: &dyn Fn(&Deduction) -> bool,
    ) -> Vec<Deduction> {
        let view = View::new(state);
        let mut done: Vec<Finder> = Vec::new();
        let order = self.order;
        for technique in order.techniques().iter().copied() {
            let finder = Finder::of(technique);
            if done.contains(&finder) || least(technique) > most {
                continue;
            }
            done.push(finder);
            if !self.spend() {
                return Vec::new();
            }
            let mut found = self.find(state, &view, finder);
            if self.chains.is_spent() {
                self.is_spent = true;
                return Vec::new();
            }
            let is_allowed = |step: &Deduction| order.techniques().contains(&step.technique);
            found.retain(|step| is_allowed(step) && difficulty(step) <= most && is_wanted(step));
            if !found.is_empty() {
                found.sort_by_key(|step| (difficulty(step), Reverse(step.eliminations.len())));
                return found;
            }
        }
        Vec::new()
    }

    fn find(&mut self, state: &State, view: &View<'_>, finder: Finder) -> Vec<Deduction> {
        match finder {
            Finder::Chains(level) => self.chains.all(&state.marks, level),
            Finder::Nested => self.nested(state).into_iter().collect(),
            Finder::Nets => nets::find(&state.marks),
            _ => self.plain(state, view, finder),
        }
    }

    /// Returns the number of candidates that remain after a step and the easy steps that follow it,
    /// or 0 if these complete the grid.
    pub(super) fn rest_after(&self, state: &State, step: &Deduction) -> u32 {
        let mut state = state.clone();
        state.apply(step);
        loop {
            let mut last = None;
            while let Some(single) = next_single(&state, self.order, last) {
                last = single.placements.first().copied();
                state.apply(&single);
            }
            if state.is_solved() {
                return 0;
            }
            let view = View::new(&state);
            let easy = self.order.techniques().iter().copied().filter(|it| EASY.contains(it));
            let found = easy.map(|it| self.plain(&state, &view, Finder::of(it)));
            let Some(found) = found.into_iter().find(|found| !found.is_empty()) else {
                return state.marks.cand.iter().map(|mask| mask.count_ones()).sum();
            };
            found.iter().for_each(|step| state.apply(step));
        }
    }

    /// Returns the steps of a finder of simple techniques, or an empty list for chains and nets.
    fn plain(&self, state: &State, view: &View<'_>, finder: Finder) -> Vec<Deduction> {
        match finder {
            Finder::Se(technique) => se_steps(state, technique),
            Finder::Hodoku(technique) => hodoku::usual(view, technique),
            Finder::Chains(_) | Finder::Nested | Finder::Nets => Vec::new(),
        }
    }

    /// Returns the easiest dynamic chain, with the reasons inside it.
    fn nested(&mut self, state: &State) -> Option<Deduction> {
        let levels = Level::ALL.iter().filter(|level| matches!(level, Level::Dynamic(_)));
        let mut step = levels.copied().find_map(|level| self.chains.best(&state.marks, level))?;
        ReasonFinder::new().add_reasons(&state.marks, &mut step);
        Some(step)
    }
}

/// Returns the steps of a technique of Sudoku Explainer and of the techniques with the same finder.
fn se_steps(state: &State, first: Technique) -> Vec<Deduction> {
    let all = Technique::ALL.iter().copied().filter(|it| Finder::of(*it) == Finder::Se(first));
    all.flat_map(|it| se::every(state, it, 0, None).unwrap_or_default()).collect()
}
