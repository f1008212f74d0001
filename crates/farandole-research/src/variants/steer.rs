//! Steering: clues are added where the solution path is too hard, and removed where it is too easy, until the
//! difficulty meets a test.
//!
//! More clues nearly always make a path easier. Changes are therefore made in one direction, in doubling numbers,
//! until the difficulty changes sides. Then the changes in between are searched by bisection.

use super::clues::{merged, split};
use super::puzzle::Puzzle;
use super::rating_test::{Fitting, VariantRatingTest, Verdict};
use super::recipe::NoPuzzle;
use crate::random::Random;
use core::sync::atomic::AtomicBool;
use farandole_logic::variant::State;
use farandole_puzzle::Cell;
use farandole_puzzle::constraint::Constraint;
use farandole_puzzle::variant::Variant;

/// Maximum number of solution paths of an attempt. Two of three attempts that succeed need at most half as many.
const MOST_PATHS: u32 = 24;

/// Maximum number of solution paths for the removal of givens from a puzzle that meets the test.
const MOST_REMOVALS: u32 = 8;

/// An attempt that is steered.
pub(super) struct Steering<'s, 'a> {
    pub(super) puzzle: &'s mut Puzzle<'a>,
    pub(super) test: &'s VariantRatingTest,
    pub(super) solution: &'s [u8],
    pub(super) random: &'s mut Random,
    pub(super) stop: &'s AtomicBool,
    /// Number of solution paths so far.
    pub(super) paths: u32,
}

impl Steering<'_, '_> {
    /// Changes the puzzle until it meets the test. Returns its path.
    ///
    /// # Errors
    /// [`NoPuzzle::Rating`] if no further change is possible, or after too many paths.
    pub(super) fn run(&mut self) -> Result<Fitting, NoPuzzle> {
        let mut verdict = self.complete_path()?;
        let mut trail = vec![self.puzzle.present.clone()];
        let mut count = 1;
        loop {
            if let Verdict::Fits(fitting) = verdict {
                return self.remove_givens(fitting);
            }
            for _ in 0..count {
                self.change(&verdict)?;
                trail.push(self.puzzle.present.clone());
            }
            let next = self.judge()?;
            if is_too_hard(&next) == is_too_hard(&verdict) {
                count *= 2;
                trail.drain(..trail.len() - 1);
                verdict = next;
                continue;
            }
            verdict = self.bisect(&trail, next)?;
            trail = vec![self.puzzle.present.clone()];
            count = 1;
        }
    }

    /// Searches the changes between two sets of clues, the first and the last of a trail, of which one is too easy and
    /// one too hard. Leaves the puzzle at one of two neighbours that differ in this way if none fits.
    fn bisect(&mut self, trail: &[Vec<bool>], last: Verdict) -> Result<Verdict, NoPuzzle> {
        let (mut low, mut high, mut verdict) = (0, trail.len() - 1, last);
        while high - low > 1 && !matches!(verdict, Verdict::Fits(_)) {
            let middle = usize::midpoint(low, high);
            self.set_present(&trail[middle]);
            let next = self.judge()?;
            if matches!(next, Verdict::Fits(_)) {
                return Ok(next);
            }
            if is_too_hard(&next) == is_too_hard(&verdict) {
                (high, verdict) = (middle, next);
            } else {
                low = middle;
            }
        }
        if !matches!(verdict, Verdict::Fits(_)) {
            self.set_present(&trail[high]);
        }
        Ok(verdict)
    }

    /// Sets the clues that are present. Later clues than those of the list are absent.
    fn set_present(&mut self, present: &[bool]) {
        self.puzzle.present.fill(false);
        self.puzzle.present[..present.len()].copy_from_slice(present);
    }

    fn variant(&self) -> Result<Variant, NoPuzzle> {
        self.puzzle.unique.variant(&self.puzzle.present).ok_or(NoPuzzle::NoSolution)
    }

    fn judge(&mut self) -> Result<Verdict, NoPuzzle> {
        self.paths += 1;
        if self.paths > MOST_PATHS {
            return Err(NoPuzzle::Rating);
        }
        let verdict = self.test.judge(State::new(&self.variant()?), self.stop);
        self.unless_stopped(verdict)
    }

    fn unless_stopped(&self, verdict: Verdict) -> Result<Verdict, NoPuzzle> {
        if self.puzzle.unique.is_stopped() { Err(NoPuzzle::Cancelled) } else { Ok(verdict) }
    }

    /// Adds a clue whenever the path does not continue, until it is complete. Judges the puzzle.
    fn complete_path(&mut self) -> Result<Verdict, NoPuzzle> {
        let (first, mut open) = self.test.path(State::new(&self.variant()?), self.stop);
        if open.is_none() {
            self.paths += 1;
            return self.unless_stopped(self.test.verdict(first, None));
        }
        while let Some(before) = open {
            if self.puzzle.unique.is_stopped() {
                return Err(NoPuzzle::Cancelled);
            }
            self.ease(&before)?;
            (_, open) = self.test.path(restricted(&self.variant()?, &before), self.stop);
        }
        self.judge()
    }

    fn change(&mut self, verdict: &Verdict) -> Result<(), NoPuzzle> {
        match verdict {
            Verdict::Fits(_) => Ok(()),
            Verdict::TooEasy(used) => self.harden(used),
            Verdict::TooHard(open) => self.ease(open),
        }
    }

    /// Adds a clue in cells without a value: an absent clue, a division of a cage, or a given.
    fn ease(&mut self, open: &State) -> Result<(), NoPuzzle> {
        let is_open = |cell: &Cell| !open.is_placed(*cell);
        let puzzle = &mut *self.puzzle;
        let mut all: Vec<usize> = (0..puzzle.present.len()).collect();
        self.random.shuffle(&mut all);
        let board = puzzle.base.board();
        let concerned: Vec<usize> = all
            .into_iter()
            .filter(|at| puzzle.unique.clues()[*at].cells(board).iter().any(is_open))
            .collect();
        // If only clues were added, nearly every puzzle would have the greatest possible number of them.
        let may_give = puzzle.counts().0 < *puzzle.recipe.givens.end();
        let wants_clue = !may_give || self.random.below(3) > 0;
        // A given opens more steps than another sum of a diagonal, and published puzzles have few sums.
        let is_wanted = |at: &&usize| {
            let is_sum = matches!(puzzle.unique.clues()[**at], Constraint::LittleKiller(_));
            wants_clue && !(is_sum && may_give) && puzzle.may_add(**at)
        };
        let absent = concerned.iter().find(is_wanted);
        if let Some(at) = absent {
            puzzle.present[*at] = true;
            return Ok(());
        }
        for at in &concerned {
            if !puzzle.present[*at] || !puzzle.may_divide() {
                continue;
            }
            let Constraint::Cage(cage) = &puzzle.unique.clues()[*at] else { continue };
            let parts = split(board, &|_| true, &cage.cells, self.random);
            if parts.is_some_and(|parts| puzzle.replace_cages(&[*at], &parts, self.solution)) {
                return Ok(());
            }
        }
        let mut cells = puzzle.without_lines(board.grid().filter(is_open).collect());
        self.random.shuffle(&mut cells);
        // A cell with many candidates has the most to give.
        let cell = cells.into_iter().max_by_key(|cell| open.candidates(*cell).count_ones());
        match cell {
            Some(cell) if may_give => {
                puzzle.add_given_in(cell, self.solution);
                Ok(())
            }
            _ => Err(NoPuzzle::Rating),
        }
    }

    /// Removes a clue that the path uses, or a given, or joins two cages.
    fn harden(&mut self, used: &[Constraint]) -> Result<(), NoPuzzle> {
        let puzzle = &mut *self.puzzle;
        let is_used = |at: &usize| puzzle.is_given(*at) || used.contains(&puzzle.unique.clues()[*at]);
        let mut all: Vec<usize> = (0..puzzle.present.len()).filter(|at| puzzle.present[*at]).collect();
        self.random.shuffle(&mut all);
        all.sort_by_key(|at| !is_used(at));
        if let Some(at) = all.iter().find(|at| puzzle.may_omit(**at)) {
            puzzle.orbit(*at).iter().for_each(|at| puzzle.present[*at] = false);
            return Ok(());
        }
        if !puzzle.may_divide() {
            return Err(NoPuzzle::Rating);
        }
        let board = puzzle.base.board();
        let cages: Vec<(usize, Vec<Cell>)> = all
            .iter()
            .filter_map(|at| match &puzzle.unique.clues()[*at] {
                Constraint::Cage(cage) => Some((*at, cage.cells.clone())),
                _ => None,
            })
            .collect();
        for (number, (at, one)) in cages.iter().enumerate() {
            for (other, two) in &cages[..number] {
                if let Some(cells) = merged(board, one, two)
                    && puzzle.replace_cages(&[*at, *other], &[cells], self.solution)
                {
                    return Ok(());
                }
            }
        }
        Err(NoPuzzle::Rating)
    }

    /// Removes givens, in random order, without which the puzzle still meets the test. Returns the last path.
    fn remove_givens(&mut self, mut fitting: Fitting) -> Result<Fitting, NoPuzzle> {
        let puzzle = &*self.puzzle;
        let mut givens: Vec<usize> =
            (0..puzzle.present.len()).filter(|at| puzzle.present[*at] && puzzle.is_given(*at)).collect();
        self.random.shuffle(&mut givens);
        self.paths = MOST_PATHS - MOST_REMOVALS;
        for at in givens {
            if self.paths == MOST_PATHS {
                break;
            }
            if !self.puzzle.may_omit(at) {
                continue;
            }
            let before = self.puzzle.present.clone();
            self.puzzle.orbit(at).iter().for_each(|at| self.puzzle.present[*at] = false);
            match self.judge()? {
                Verdict::Fits(without) => fitting = without,
                _ => self.set_present(&before),
            }
        }
        Ok(fitting)
    }
}

const fn is_too_hard(verdict: &Verdict) -> bool {
    matches!(verdict, Verdict::TooHard(_))
}

/// Returns the state of a variant with only the candidates of another state. The variant has the same cells.
fn restricted(variant: &Variant, known: &State) -> State {
    let mut state = State::new(variant);
    for cell in state.cells() {
        for value in state.values(cell) {
            let candidate = farandole_logic::variant::Candidate { cell, value };
            if !known.has(candidate) {
                state.remove(candidate);
            }
        }
    }
    state
}
