//! The search: every lane goes through its own tree, with its own stack, and takes the next puzzle when it is
//! through. What happens in a lane depends on its puzzle alone.

use core::mem::MaybeUninit;
use core::ops::ControlFlow;
use core::sync::atomic::{AtomicBool, Ordering};

use super::load::{copy_in, digits, park};
use super::propagate::Book;
use crate::arch::Entry;
use crate::layout::{FLAT, Flat, Grid};
use crate::{Config, Counters, Status};

/// Where puzzles come from and answers go.
pub(crate) trait Feed {
    /// Puts the next puzzle into `lane` and returns its number, or `None` when there are no more.
    fn next<const L: usize>(&mut self, to: &mut Grid<L>, lane: usize) -> Option<usize>;
    /// Takes the `nth` solution (from 1) of a puzzle.
    fn solution(&mut self, puzzle: usize, nth: u32, grid: impl FnOnce() -> [u8; 81]) -> ControlFlow<()>;
    /// Takes the end of a puzzle.
    fn finish(&mut self, puzzle: usize, solutions: u32, status: Status, counters: Counters);
}

/// Deepest stack. Each record stands for a cell that was open and has been given one digit since, so there are
/// never more than 81.
const DEPTH: usize = 81;

/// Where a record keeps whether rows and columns are exchanged; no cell lies there.
const TURNED: usize = 81;

/// One lane's place in its search.
#[derive(Clone, Copy, Default)]
struct Lane {
    puzzle: usize,
    depth: usize,
    solutions: u32,
    /// Value of the sweep clock when the puzzle came in.
    since: u64,
    guesses: u64,
    dead_ends: u64,
    /// Parity of the sweep clock at which rows are rows.
    upright: u64,
}

struct Search<'a, E, F, const L: usize> {
    entry: E,
    config: Config,
    feed: &'a mut F,
    lanes: [Lane; L],
    stack: [[MaybeUninit<Flat>; DEPTH]; L],
    book: Book<L>,
    /// One bit for each lane that has a puzzle.
    active: u64,
    /// Half sweeps so far.
    clock: u64,
    total: Counters,
}

/// Runs all puzzles of `feed` to their end, or until `stop` becomes true.
pub(crate) fn run<E: Entry<L>, F: Feed, const L: usize>(
    entry: E,
    config: &Config,
    feed: &mut F,
    stop: Option<&AtomicBool>,
) -> Counters {
    let mut search = Search {
        entry,
        config: *config,
        feed,
        lanes: [Lane::default(); L],
        stack: [[const { MaybeUninit::uninit() }; DEPTH]; L],
        book: Book::new(),
        active: 0,
        clock: 0,
        total: Counters::default(),
    };
    let mut grid = Grid::open();
    let mut other = Grid::open();
    for lane in 0..L {
        search.load(&mut grid, lane);
    }
    while search.active != 0 {
        search.step(&grid, &mut other);
        search.step(&other, &mut grid);
        if stop.is_some_and(|flag| flag.load(Ordering::Relaxed)) {
            search.give_up();
        }
    }
    search.total
}

impl<E: Entry<L>, F: Feed, const L: usize> Search<'_, E, F, L> {
    /// One half sweep, and then whatever it calls for in each lane of `grid`, the new state.
    #[inline]
    fn step(&mut self, old: &Grid<L>, grid: &mut Grid<L>) {
        let marks = self.entry.half_sweep(old, grid, &mut self.book);
        self.clock += 1;
        let mut events = (marks.dead | marks.settled) & self.active;
        while events != 0 {
            let lane = events.trailing_zeros() as usize;
            let bit = events & events.wrapping_neg();
            events ^= bit;
            self.book.reset(lane);
            if marks.dead & bit != 0 {
                self.back(grid, lane, true);
            } else if marks.full & bit != 0 {
                self.solved(grid, lane);
            } else {
                self.guess(grid, lane);
            }
        }
    }

    /// Whether rows and columns of a lane are exchanged now.
    fn turned(&self, lane: &Lane) -> bool {
        (self.clock ^ lane.upright) & 1 != 0
    }

    /// Gives a lane the next puzzle, or nothing to do.
    #[inline(never)]
    fn load(&mut self, grid: &mut Grid<L>, lane: usize) {
        let bit = 1 << lane;
        match self.feed.next(grid, lane) {
            Some(puzzle) => {
                self.active |= bit;
                if let Some(state) = self.lanes.get_mut(lane) {
                    *state = Lane { puzzle, since: self.clock, upright: self.clock & 1, ..Lane::default() };
                }
            }
            None => {
                self.active &= !bit;
                park(grid, lane);
            }
        }
    }

    /// Reports the puzzle of a lane.
    fn finish(&mut self, lane: usize, status: Status) {
        let Some(state) = self.lanes.get(lane) else { return };
        let counters =
            Counters { guesses: state.guesses, dead_ends: state.dead_ends, sweeps: self.clock - state.since };
        self.total += counters;
        self.feed.finish(state.puzzle, state.solutions, status, counters);
    }

    /// Ends every puzzle where it stands.
    #[cold]
    fn give_up(&mut self) {
        for lane in 0..L {
            if self.active >> lane & 1 != 0 {
                self.finish(lane, Status::Stopped);
            }
        }
        self.active = 0;
    }

    /// Leaves a branch: goes on with the last one put aside, or ends the puzzle.
    #[inline(never)]
    fn back(&mut self, grid: &mut Grid<L>, lane: usize, dead: bool) {
        let clock = self.clock;
        let (Some(state), Some(stack)) = (self.lanes.get_mut(lane), self.stack.get(lane)) else { return };
        state.dead_ends += u64::from(dead);
        let Some(record) = state.depth.checked_sub(1).and_then(|top| stack.get(top)) else {
            self.finish(lane, Status::Done);
            self.load(grid, lane);
            return;
        };
        state.depth -= 1;
        // SAFETY: `depth` counts the records written and not taken back, and this was the topmost of them.
        let record = unsafe { record.assume_init_ref() };
        copy_in(grid, lane, record);
        state.upright = (clock ^ u64::from(record.0[TURNED])) & 1;
    }

    /// Takes a solution.
    #[inline(never)]
    fn solved(&mut self, grid: &mut Grid<L>, lane: usize) {
        let Some(mut state) = self.lanes.get(lane).copied() else { return };
        let turned = self.turned(&state);
        state.solutions = state.solutions.saturating_add(1);
        if let Some(place) = self.lanes.get_mut(lane) {
            place.solutions = state.solutions;
        }
        let flow = self.feed.solution(state.puzzle, state.solutions, || digits(grid, lane, turned));
        let limit = self.config.limit;
        if flow.is_break() {
            self.finish(lane, Status::Stopped);
            self.load(grid, lane);
        } else if limit != u32::MAX && state.solutions >= limit {
            self.finish(lane, Status::Done);
            self.load(grid, lane);
        } else {
            self.back(grid, lane, false);
        }
    }

    /// Splits a lane that propagation can't take further: one candidate of a cell now, the others later.
    #[inline(never)]
    fn guess(&mut self, grid: &mut Grid<L>, lane: usize) {
        let Some(state) = self.lanes.get(lane).copied() else { return };
        if state.guesses >= self.config.budget {
            self.finish(lane, Status::BudgetSpent);
            self.load(grid, lane);
            return;
        }
        let turned = self.turned(&state);
        let (Some(place), Some(stack)) = (self.lanes.get_mut(lane), self.stack.get_mut(lane)) else { return };
        let Some(record) = stack.get_mut(state.depth) else { return };
        let rest = record.write(Flat([0; FLAT]));
        let cell = self.entry.split(grid, lane, rest);
        let (Some(masks), Some(later)) = (grid.0.get_mut(cell), rest.0.get_mut(cell)) else { return };
        let Some(now) = masks.get_mut(lane) else { return };
        place.guesses += 1;
        place.depth += 1;
        *now &= now.wrapping_neg();
        *later ^= *now;
        rest.0[TURNED] = u16::from(turned);
    }
}
