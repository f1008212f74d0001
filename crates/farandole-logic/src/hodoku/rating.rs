//! The scale of HoDoKu 2.2: score and level.
//!
//! The techniques of [`CATALOGUE`] that are switched on are tried in its order; the first deduction of the first that
//! has one is applied, until the grid is full. The score is the sum of the scores of all steps. The level is the
//! highest of the techniques used, raised while the score is above the level's [greatest score](Level::greatest).
//!
//! Source: Bernhard Hobiger, HoDoKu 2.2 (order, scores, levels, default limits).

use crate::hodoku::order::{self, Span};
use crate::hodoku::techniques::template::LeftOut;
use crate::model::State;
use crate::model::tables::{CELLS, HOUSES, PEER_SETS, bits, cells};
use crate::model::{Candidate, Deduction, Role, Technique};
use crate::patterns::view::{Parts, View};

/// How hard a puzzle is in one word.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Level {
    /// Singles only, score up to 800.
    Easy,
    /// Locked candidates and small sets, score up to 1000.
    Medium,
    /// Score up to 1600.
    Hard,
    /// Score up to 1800.
    Unfair,
    /// All others.
    Extreme,
}

impl Level {
    /// The word.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Easy => "Easy",
            Self::Medium => "Medium",
            Self::Hard => "Hard",
            Self::Unfair => "Unfair",
            Self::Extreme => "Extreme",
        }
    }

    /// The greatest score of a puzzle of this level.
    pub const fn greatest(self) -> u32 {
        match self {
            Self::Easy => 800,
            Self::Medium => 1000,
            Self::Hard => 1600,
            Self::Unfair => 1800,
            Self::Extreme => u32::MAX,
        }
    }

    const fn raised(self, score: u32) -> Self {
        let mut level = self;
        while score > level.greatest() {
            level = match level {
                Self::Easy => Self::Medium,
                Self::Medium => Self::Hard,
                Self::Hard => Self::Unfair,
                Self::Unfair | Self::Extreme => Self::Extreme,
            };
        }
        level
    }
}

/// A place in the order of the techniques.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The number that orders the techniques.
    pub index: u16,
    /// The level of puzzles that need it.
    pub level: Level,
    /// What each step adds to the score.
    pub score: u32,
    /// Whether the default options use it.
    pub enabled: bool,
    /// What is searched for at this place; the first stands for all.
    pub techniques: &'static [Technique],
}

macro_rules! catalogue {
    ($($index:literal $level:ident $score:literal $enabled:ident $($technique:ident)+;)+) => {
        /// The techniques in the order of the default options.
        pub const CATALOGUE: &[Entry] = &[$(Entry {
            index: $index,
            level: Level::$level,
            score: $score,
            enabled: $enabled,
            techniques: &[$(Technique::$technique),+],
        }),+];
    };
}

catalogue! {
    100 Easy 4 true FullHouse;
    200 Easy 4 true NakedSingle;
    300 Easy 14 true HiddenSingleBox HiddenSingleLine;
    1000 Medium 40 true LockedPair;
    1100 Medium 60 true LockedTriplet;
    1200 Medium 50 true Pointing;
    1210 Medium 50 true Claiming;
    1300 Medium 60 true NakedPair;
    1400 Medium 80 true NakedTriplet;
    1500 Medium 70 true HiddenPair;
    1600 Medium 100 true HiddenTriplet;
    2000 Hard 120 true NakedQuad;
    2100 Hard 150 true HiddenQuad;
    2200 Hard 140 true XWing;
    2300 Hard 150 true Swordfish;
    2400 Hard 160 true Jellyfish;
    2500 Unfair 470 false Squirmbag;
    2600 Unfair 470 false Whale;
    2700 Unfair 470 false Leviathan;
    2800 Hard 110 true RemotePair;
    2900 Hard 100 true Bug1;
    3000 Hard 130 true Skyscraper;
    3100 Hard 150 true TwoStringKite;
    3120 Hard 120 true TurbotFish;
    3170 Hard 120 true EmptyRectangle;
    3200 Hard 150 true WWing;
    3300 Hard 160 true XyWing;
    3400 Hard 180 true XyzWing;
    3500 Hard 100 true Uniqueness1;
    3600 Hard 100 true Uniqueness2;
    3700 Hard 100 true Uniqueness3;
    3800 Hard 100 true Uniqueness4;
    3900 Hard 100 true Uniqueness5;
    4000 Hard 100 true Uniqueness6;
    4010 Hard 100 true HiddenRectangle;
    4020 Hard 100 true AvoidableRectangle1;
    4030 Hard 100 true AvoidableRectangle2;
    4100 Hard 130 true FinnedXWing;
    4200 Hard 150 true SashimiXWing;
    4300 Unfair 200 true FinnedSwordfish;
    4400 Unfair 240 true SashimiSwordfish;
    4500 Unfair 250 true FinnedJellyfish;
    4600 Unfair 260 true SashimiJellyfish;
    4700 Unfair 470 false FinnedSquirmbag;
    4800 Unfair 470 false SashimiSquirmbag;
    4900 Unfair 470 false FinnedWhale;
    5000 Unfair 470 false SashimiWhale;
    5100 Unfair 470 false FinnedLeviathan;
    5200 Unfair 470 false SashimiLeviathan;
    5300 Unfair 250 true SueDeCoq;
    5330 Hard 150 true SimpleColorsTrap SimpleColorsWrap;
    5360 Hard 200 true MultiColors1 MultiColors2;
    5400 Unfair 260 true XChain;
    5500 Unfair 260 true XyChain;
    5600 Unfair 280 true ContinuousLoop DiscontinuousLoop Aic;
    5650 Unfair 300 true GroupedContinuousLoop GroupedDiscontinuousLoop GroupedAic;
    5700 Unfair 300 true AlsXz;
    5800 Unfair 320 true AlsXyWing;
    5900 Unfair 340 true AlsXyChain;
    6000 Unfair 360 false DeathBlossom;
    6100 Unfair 300 true FrankenXWing;
    6200 Unfair 350 true FrankenSwordfish;
    6300 Unfair 370 false FrankenJellyfish;
    6400 Extreme 470 false FrankenSquirmbag;
    6500 Extreme 470 false FrankenWhale;
    6600 Extreme 470 false FrankenLeviathan;
    6700 Unfair 390 true FinnedFrankenXWing;
    6800 Unfair 410 true FinnedFrankenSwordfish;
    6900 Unfair 430 false FinnedFrankenJellyfish;
    7000 Extreme 470 false FinnedFrankenSquirmbag;
    7100 Extreme 470 false FinnedFrankenWhale;
    7200 Extreme 470 false FinnedFrankenLeviathan;
    7300 Extreme 450 false MutantXWing;
    7400 Extreme 450 false MutantSwordfish;
    7500 Extreme 450 false MutantJellyfish;
    7600 Extreme 470 false MutantSquirmbag;
    7700 Extreme 470 false MutantWhale;
    7800 Extreme 470 false MutantLeviathan;
    7900 Extreme 470 false FinnedMutantXWing;
    8000 Extreme 470 false FinnedMutantSwordfish;
    8100 Extreme 470 false FinnedMutantJellyfish;
    8200 Extreme 470 false FinnedMutantSquirmbag;
    8300 Extreme 470 false FinnedMutantWhale;
    8400 Extreme 470 false FinnedMutantLeviathan;
    8500 Extreme 500 true ForcingChainContradiction ForcingChainVerity;
    8600 Extreme 700 true ForcingNetContradiction ForcingNetVerity;
    8700 Extreme 10000 false TemplateSet;
    8800 Extreme 10000 false TemplateDelete;
    8900 Extreme 10000 true BruteForce;
}

/// The place of a technique in the order; `None` for those of other scales.
pub fn entry(technique: Technique) -> Option<&'static Entry> {
    let same = match technique {
        Technique::DualTwoStringKite => Technique::TwoStringKite,
        Technique::DualEmptyRectangle => Technique::EmptyRectangle,
        other => other,
    };
    CATALOGUE.iter().find(|entry| entry.techniques.contains(&same))
}

/// Every use of a technique in a state, with the wider options that HoDoKu uses for "all steps"; empty for techniques
/// of other scales and for brute force.
pub fn all(state: &State, technique: Technique) -> Vec<Deduction> {
    order::all(&View::new(state), technique)
}

/// How much work a rating may take.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Budget {
    /// How many times a technique is looked for. Every step but a single begins again with the easiest technique, but
    /// a technique that has nothing new to look at is not counted.
    pub searches: u64,
}

impl Budget {
    /// No bound.
    pub const NONE: Self = Self { searches: u64::MAX };
}

/// What became of a rating.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// The grid is full; the numbers are the rating.
    Solved,
    /// The budget did not suffice; the score and the level are lower bounds.
    BudgetSpent,
    /// No technique finds anything, and no solution was given to guess from; the score is a lower bound.
    Stuck,
    /// A cell has no candidate left: the puzzle has no solution.
    Contradiction,
}

/// A rating on the scale of HoDoKu 2.2.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rating {
    /// The sum of the scores of all steps.
    pub score: u32,
    /// The level.
    pub level: Level,
    /// How it ended.
    pub outcome: Outcome,
    /// How many steps were applied.
    pub steps: u32,
}

/// Rates a state; the state itself is not changed.
///
/// `solution` (81 digits, row-major) is for brute force, the last of the techniques, which takes a digit from it.
pub fn rate(state: &State, solution: Option<&[u8; 81]>, budget: Budget) -> Rating {
    run(state, solution, budget, |_| {})
}

/// Every step of the way, and the rating.
pub fn explain(state: &State, solution: Option<&[u8; 81]>, budget: Budget) -> (Rating, Vec<Deduction>) {
    let mut steps = Vec::new();
    let rating = run(state, solution, budget, |deduction| steps.push(deduction.clone()));
    (rating, steps)
}

fn run(
    state: &State,
    solution: Option<&[u8; 81]>,
    budget: Budget,
    mut each: impl FnMut(&Deduction),
) -> Rating {
    let mut walk = Walk::within(state.clone(), budget);
    let mut rating = Rating { score: 0, level: Level::Easy, outcome: Outcome::Solved, steps: 0 };
    while !walk.state.is_solved() {
        let state = &walk.state;
        if (0..81).any(|cell| state.digits[cell] == 0 && state.marks.cand[cell] == 0) {
            rating.outcome = Outcome::Contradiction;
            break;
        }
        let found = walk.step();
        if found.is_none() && walk.is_spent() {
            rating.outcome = Outcome::BudgetSpent;
            break;
        }
        let Some(deduction) = found.or_else(|| guess(&walk.state, solution?)) else {
            rating.outcome = Outcome::Stuck;
            rating.level = Level::Extreme;
            break;
        };
        if let Some(entry) = entry(deduction.technique) {
            rating.score += entry.score;
            rating.level = rating.level.max(entry.level);
        }
        rating.steps += 1;
        each(&deduction);
        walk.apply(&deduction);
    }
    rating.level = rating.level.raised(rating.score);
    rating
}

/// Brute force: the digit of the solution in the middle one of the empty cells.
fn guess(state: &State, solution: &[u8; 81]) -> Option<Deduction> {
    let open: Vec<usize> = (0..81).filter(|cell| state.digits[*cell] == 0).collect();
    let cell = *open.get(open.len().saturating_sub(1) / 2)?;
    let digit = (solution[cell] as usize).checked_sub(1).filter(|digit| state.marks.has(cell, *digit))?;
    let mut deduction = Deduction::new(Technique::BruteForce);
    deduction.placements.push(Candidate::at(cell, digit));
    Some(deduction)
}

/// Singles in the order in which they turned up.
#[derive(Clone, Debug, Default)]
struct Queue {
    found: Vec<(u8, u8)>,
    /// All before this have been dealt with.
    head: usize,
}

impl Queue {
    fn push(&mut self, cell: usize, digit: usize) {
        self.found.push((cell as u8, digit as u8));
    }

    /// The singles that are still open, oldest first.
    fn open(&mut self, state: &State) -> impl Iterator<Item = (usize, usize)> {
        while self.found.get(self.head).is_some_and(|(cell, _)| state.digits[*cell as usize] != 0) {
            self.head += 1;
        }
        let open = self.found[self.head..].iter().map(|(cell, digit)| (*cell as usize, *digit as usize));
        open.filter(|(cell, digit)| state.marks.has(*cell, *digit))
    }
}

/// A grid on its way, with the memory that decides which of several singles comes first.
///
/// Which single is taken first changes how many of them are full houses or naked, and so the score; HoDoKu takes the
/// oldest. A fresh `Walk` treats the givens as if they had been placed one after the other, row-major.
#[derive(Clone, Debug)]
pub struct Walk {
    state: State,
    naked: Queue,
    hidden: Queue,
    parts: Parts,
    /// How many more searches may be made; `None` once one was refused.
    searches: Option<u64>,
    log: Log,
    /// For each place of the catalogue the time when it last found nothing.
    barren: [u32; CATALOGUE.len()],
    left_out: LeftOut,
}

/// When candidates went.
#[derive(Clone, Debug)]
struct Log {
    /// The number of steps applied.
    now: u32,
    /// The last time a candidate of the digit went, or one of a cell of the house.
    digits: [u32; 9],
    houses: [u32; 27],
}

impl Log {
    /// All is new.
    const fn new() -> Self {
        Self { now: 1, digits: [1; 9], houses: [1; 27] }
    }

    fn note(&mut self, cell: usize, digit: usize) {
        self.digits[digit] = self.now;
        HOUSES[cell].iter().for_each(|house| self.houses[*house as usize] = self.now);
    }

    /// The digits that have lost places since a time.
    fn digits_after(&self, time: u32) -> u16 {
        (0..9).filter(|digit| self.digits[*digit] > time).fold(0, |set, digit| set | 1 << digit)
    }

    /// The houses that have lost candidates since a time.
    fn houses_after(&self, time: u32) -> u32 {
        (0..27).filter(|house| self.houses[*house] > time).fold(0, |set, house| set | 1 << house)
    }
}

impl Walk {
    /// The walk that starts in a state.
    pub fn new(state: State) -> Self {
        let mut walk = Self {
            state: State::blank(),
            naked: Queue::default(),
            hidden: Queue::default(),
            parts: Parts::default(),
            searches: Some(u64::MAX),
            log: Log::new(),
            barren: [0; CATALOGUE.len()],
            left_out: LeftOut::default(),
        };
        for cell in 0..81 {
            if state.digits[cell] != 0 {
                walk.place(cell, state.digits[cell] as usize - 1);
            }
        }
        for cell in 0..81 {
            for digit in bits(walk.state.marks.cand[cell] & !state.marks.cand[cell]) {
                walk.remove(cell, digit);
            }
        }
        walk.state = state;
        walk
    }

    /// The walk that starts in a state and looks for techniques so many times, not only for the first step.
    pub fn within(state: State, budget: Budget) -> Self {
        Self { searches: Some(budget.searches), ..Self::new(state) }
    }

    /// Whether the budget did not suffice for the last step.
    pub const fn is_spent(&self) -> bool {
        self.searches.is_none()
    }

    /// The state it has come to.
    pub const fn state(&self) -> &State {
        &self.state
    }

    /// The deduction that HoDoKu applies here; `None` when it would have to guess, or nothing is left to do.
    pub fn step(&mut self) -> Option<Deduction> {
        if let Some(single) = self.single() {
            return Some(single);
        }
        self.searches?;
        let mut view = View::after(&self.state, core::mem::take(&mut self.parts));
        let (digits, now) = (view.digits, self.log.now);
        let mut left_out = None;
        let enabled = CATALOGUE.iter().zip(&mut self.barren).skip(3).filter(|(entry, _)| entry.enabled);
        for (entry, barren) in enabled {
            let technique = entry.techniques[0];
            // Candidates only go, so what had nothing to find has still nothing until the pattern itself changes.
            view.digits = digits & self.log.digits_after(*barren);
            view.houses = self.log.houses_after(*barren);
            let idle = match order::span(technique) {
                Span::Digit => {
                    view.digits &= *left_out.get_or_insert_with(|| self.left_out.of(view.marks));
                    view.digits == 0
                }
                Span::House => view.houses == 0,
                Span::Grid => false,
            };
            if idle {
                continue;
            }
            self.searches = self.searches.and_then(|searches| searches.checked_sub(1));
            self.searches?;
            let found = order::first(&view, technique);
            if found.is_some() {
                self.parts = view.into_parts();
                return found;
            }
            *barren = now;
        }
        None
    }

    /// What the technique at a place of the catalogue finds first here, whether it is switched on or not.
    pub fn first(&mut self, entry: &Entry) -> Option<Deduction> {
        match entry.techniques[0] {
            Technique::FullHouse => self.full_house(),
            Technique::NakedSingle => self.naked_single(),
            Technique::HiddenSingleBox => self.hidden_single(),
            technique => order::first(&View::new(&self.state), technique),
        }
    }

    /// Does what a deduction says.
    pub fn apply(&mut self, deduction: &Deduction) {
        self.log.now += 1;
        for candidate in &deduction.eliminations {
            self.remove(candidate.cell(), candidate.digit() as usize - 1);
        }
        for candidate in &deduction.placements {
            if self.state.digits[candidate.cell()] == 0 {
                self.place(candidate.cell(), candidate.digit() as usize - 1);
            }
        }
    }

    fn single(&mut self) -> Option<Deduction> {
        self.full_house().or_else(|| self.naked_single()).or_else(|| self.hidden_single())
    }

    fn full_house(&mut self) -> Option<Deduction> {
        let state = &self.state;
        self.naked.open(state).find_map(|(cell, digit)| {
            let house = HOUSES[cell].into_iter().find(|house| state.marks.empty[*house as usize] == 1)?;
            Some(placement(Technique::FullHouse, cell, digit, Some(house)))
        })
    }

    fn naked_single(&mut self) -> Option<Deduction> {
        let (cell, digit) = self.naked.open(&self.state).next()?;
        Some(placement(Technique::NakedSingle, cell, digit, None))
    }

    fn hidden_single(&mut self) -> Option<Deduction> {
        let marks = &self.state.marks;
        self.hidden.open(&self.state).find_map(|(cell, digit)| {
            let only = |house: &u8| marks.pos[*house as usize][digit].is_power_of_two();
            let [row, col, box_idx] = HOUSES[cell];
            let house = [box_idx, row, col].into_iter().find(only)?;
            let technique =
                if house >= 18 { Technique::HiddenSingleBox } else { Technique::HiddenSingleLine };
            Some(placement(technique, cell, digit, Some(house)))
        })
    }

    fn remove(&mut self, cell: usize, digit: usize) {
        let marks = &mut self.state.marks;
        if !marks.has(cell, digit) {
            return;
        }
        marks.remove(cell, digit);
        self.log.note(cell, digit);
        if marks.cand[cell].is_power_of_two() {
            self.naked.push(cell, marks.cand[cell].trailing_zeros() as usize);
        }
        self.note_hidden(cell, digit);
    }

    /// Notes hidden singles that a vanished candidate leaves.
    fn note_hidden(&mut self, cell: usize, digit: usize) {
        for house in HOUSES[cell] {
            let places = self.state.marks.pos[house as usize][digit];
            if places.is_power_of_two() {
                let only = CELLS[house as usize][places.trailing_zeros() as usize];
                self.hidden.push(only as usize, digit);
            }
        }
    }

    fn place(&mut self, cell: usize, digit: usize) {
        let others = self.state.marks.cand[cell] & !(1 << digit);
        let peers = PEER_SETS[cell];
        for peer in cells(peers) {
            self.remove(peer, digit);
        }
        self.log.note(cell, digit);
        for other in bits(others) {
            self.state.marks.remove(cell, other);
            self.log.note(cell, other);
            self.note_hidden(cell, other);
        }
        self.state.place(cell, digit);
    }
}

fn placement(technique: Technique, cell: usize, digit: usize, house: Option<u8>) -> Deduction {
    let mut deduction = Deduction::new(technique);
    deduction.pattern.push((Role::Core, Candidate::at(cell, digit)));
    deduction.houses.extend(house);
    deduction.placements.push(Candidate::at(cell, digit));
    deduction
}
