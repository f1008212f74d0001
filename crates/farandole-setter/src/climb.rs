//! Puzzles with a given pattern of givens: local search on digits, by the number of solutions.
//!
//! An attempt takes the digits of a random grid in the cells of the pattern. Each step changes one to three of them and counts the
//! solutions; it goes on from the changed puzzle if that has no more of them. Where the puzzle shall be minimal, it goes on
//! from proper puzzles to those with no more redundant givens.
//!
//! Most of the work goes into attempts that fail. So an attempt ends early, and another one begins elsewhere.
//!
//! Source: hill climbing with sideways moves and random restarts is textbook; see S. Russell, P. Norvig, "Artificial
//! Intelligence", chapter 4.

use core::ops::ControlFlow;

use farandole_kernel::End;

use crate::board::{Cells, Grid, OPEN, masks, members, restrict};
use crate::made::Minimal;
use crate::random::Random;
use crate::walks::Walk;

/// Solutions are counted up to this number.
const LIMIT: u32 = 300;
/// So many solutions cost what a question costs.
const SOLUTIONS_PER_QUESTION: u32 = 4;
/// Questions of an attempt that has a proper puzzle and looks for a minimal one.
const PROPER_QUESTIONS: u32 = 3000;

/// The way from the digits of a grid to a proper puzzle of a pattern.
pub(crate) struct Climb {
    minimal: Minimal,
    random: Random,
    /// The cells of the pattern. Those that were redundant last come first: they are likely to be so again.
    places: Vec<usize>,
    /// Where it is, with the number of solutions. A proper puzzle has so many redundant givens, or no more than that.
    puzzle: [u8; 81],
    fewest: u32,
    spare: u32,
    /// The changed puzzle that is asked about, its first solution, and how many of its solutions or redundant givens are known.
    variant: [u8; 81],
    solution: Grid,
    count: u32,
    stage: Stage,
    /// Work left, in solutions, until the puzzle is proper.
    patience: u32,
    /// Questions left from then on.
    questions: u32,
}

enum Stage {
    /// The solutions of the variant are counted.
    Count,
    /// The variant is proper; the place of the given that is asked about.
    Redundant(usize),
    /// The variant is what was looked for.
    Found,
}

impl Climb {
    /// Begins with the digits of a grid. It gives up after so much work, in solutions, without a proper puzzle.
    pub(crate) fn new(cells: Cells, minimal: Minimal, grid: &Grid, random: Random, patience: u32) -> Self {
        let puzzle = restrict(grid, cells);
        Self {
            minimal,
            random,
            places: members(cells).collect(),
            puzzle,
            fewest: LIMIT,
            spare: u32::MAX,
            variant: puzzle,
            solution: *grid,
            count: 0,
            stage: Stage::Count,
            patience,
            questions: PROPER_QUESTIONS,
        }
    }

    /// The puzzle and its solution, if it was found.
    pub(crate) fn found(&self) -> Option<([u8; 81], Grid)> {
        matches!(self.stage, Stage::Found).then_some((self.variant, self.solution))
    }

    /// Whether it came to a proper puzzle, minimal or not.
    pub(crate) const fn is_proper(&self) -> bool {
        self.fewest == 1
    }

    /// Goes on with another variant of the puzzle.
    fn change(&mut self) {
        self.variant = vary(&self.puzzle, &self.places, &mut self.random);
        self.count = 0;
        self.stage = Stage::Count;
    }

    /// The solutions of the variant were counted, up to one more than the puzzle has.
    fn counted(&mut self, end: End) {
        let is_proper = self.count == 1 && end == End::Exhausted;
        if is_proper && self.minimal == Minimal::No {
            self.stage = Stage::Found;
        } else if is_proper {
            self.count = 0;
            self.stage = Stage::Redundant(0);
        } else {
            // Beyond the limit one puzzle is as good as another.
            if self.count > 0 && (self.count <= self.fewest || self.fewest == LIMIT) {
                self.puzzle = self.variant;
                self.fewest = self.count.min(LIMIT);
            }
            self.change();
        }
    }

    /// It is known whether the given in this place follows from the others.
    fn tested(&mut self, place: usize, is_redundant: bool) {
        if is_redundant {
            self.count += 1;
            self.places[..=place].rotate_right(1);
        }
        if self.count > self.spare {
            self.change();
        } else if place + 1 < self.places.len() {
            self.stage = Stage::Redundant(place + 1);
        } else if self.count == 0 {
            self.stage = Stage::Found;
        } else {
            self.puzzle = self.variant;
            (self.fewest, self.spare) = (1, self.count);
            self.change();
        }
    }
}

impl Walk for Climb {
    fn ask(&mut self, to: &mut [u16; 81]) -> bool {
        let left = if self.is_proper() { &mut self.questions } else { &mut self.patience };
        let cost = if self.fewest == 1 { 1 } else { SOLUTIONS_PER_QUESTION };
        if matches!(self.stage, Stage::Found) || *left < cost {
            return false;
        }
        *left -= cost;
        masks(&self.variant, to);
        if let Stage::Redundant(place) = self.stage {
            // A given is needed if there is a solution with another digit.
            to[self.places[place]] ^= OPEN;
        }
        true
    }

    fn solution(&mut self, grid: &[u8; 81]) -> ControlFlow<()> {
        if matches!(self.stage, Stage::Redundant(_)) {
            return ControlFlow::Break(());
        }
        if self.count == 0 {
            self.solution = grid.map(|symbol| symbol - b'0');
        }
        self.count += 1;
        if !self.is_proper() {
            self.patience = self.patience.saturating_sub(1);
        }
        if self.count > self.fewest { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn answered(&mut self, end: End) {
        match self.stage {
            Stage::Count => self.counted(end),
            Stage::Redundant(place) => self.tested(place, end == End::Exhausted),
            Stage::Found => {}
        }
    }
}

/// The puzzle with one to three digits changed to others that no given rules out.
fn vary(puzzle: &[u8; 81], places: &[usize], random: &mut Random) -> [u8; 81] {
    let mut variant = *puzzle;
    for _ in 0..=random.below(3) {
        let Some(&cell) = places.get(random.below(places.len() as u32) as usize) else { return variant };
        let sees = |other: &&usize| {
            let (row, col) = (**other / 9, **other % 9);
            let same_box = row / 3 == cell / 27 && col / 3 == cell % 9 / 3;
            **other != cell && (row == cell / 9 || col == cell % 9 || same_box)
        };
        let taken = places.iter().filter(sees).fold(0_u16, |taken, other| taken | 1 << variant[*other]);
        let free: Vec<u8> =
            (1..=9).filter(|digit| taken >> digit & 1 == 0 && *digit != variant[cell]).collect();
        if let Some(digit) = free.get(random.below(free.len() as u32) as usize) {
            variant[cell] = *digit;
        }
    }
    variant
}
