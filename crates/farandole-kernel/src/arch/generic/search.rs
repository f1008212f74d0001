//! Depth-first search in SIMD lanes: each lane has its own puzzle, its own stack, and its own position in the
//! input.
//!
//! A step is one half sweep of all lanes. After it, the lanes that are contradictory, solved or at a fixpoint
//! are served one by one. A lane whose puzzle is finished takes the next one at once, so lanes idle only
//! at the end of the input. What happens in a lane depends on its puzzle alone, so answers and counters are
//! the same on every instruction set.
//!
//! When the input is exhausted, a lane may give a branch to an idle lane (work sharing). If that could change
//! what is reported, the puzzle is searched again in one lane.
//!
//! This design suits many puzzles of similar difficulty. A few hard puzzles at the end of a batch keep few
//! lanes busy.
//!
//! Source: one search per SIMD lane is our own arrangement. Depth-first search with a stack of saved states
//! is common in constraint solvers, for example "copying" in C. Schulte, Programming Constraint Services,
//! 2002.

use core::mem::MaybeUninit;
use core::ops::ControlFlow;
use core::sync::atomic::{AtomicBool, Ordering};

use super::branch::{Breadth, Choice};
use super::entry::Entry;
use super::load::{copy_in, park, write_lane};
use super::narrow::{Fixpoint, Outcome};
use super::propagate::Convergence;
use crate::layout::{Grid, SNAPSHOT_LEN, Snapshot};
use crate::{Config, Counters, End};

/// A stream of puzzles and the receiver of their answers.
pub(crate) trait Source {
    /// True if several lanes may search one puzzle when there are no more puzzles. Solutions then come in no
    /// fixed order and may be repeated, because the puzzle is searched again from the start if the order
    /// matters.
    const MAY_SHARE: bool;
    /// True if the source does not look at solutions, and the limit is 1. The search then dives: until a lane
    /// backtracks, it decides several cells per branch without scores, and branches before the fixpoint.
    ///
    /// Solutions are found sooner if they are easy to find, and proofs that there are none take longer.
    const DIVES: bool = false;
    /// Returns true if there is exactly one puzzle.
    fn is_single(&self) -> bool {
        false
    }
    /// Writes the next puzzle to `lane` and returns its number, or `None` at the end of the stream.
    fn next<const L: usize>(&mut self, to: &mut Grid<L>, lane: usize) -> Option<usize>;
    /// Writes a puzzle returned by [`Source::next`] to `lane` again. Called only after work was shared.
    fn reload<const L: usize>(&mut self, _puzzle: usize, _to: &mut Grid<L>, _lane: usize) {}
    /// Receives the `nth` solution of a puzzle, counted from 1.
    fn solution(&mut self, puzzle: usize, nth: u32, grid: impl FnOnce() -> [u8; 81]) -> ControlFlow<()>;
    /// Receives the result of a puzzle.
    fn finish(&mut self, puzzle: usize, solutions: u32, end: End, counters: Counters);
}

/// Capacity of a stack. Each record belongs to a cell that was open and then got one digit, so 81 are enough.
const DEPTH: usize = 81;

/// Number of dead ends of a puzzle after which its branches may go to idle lanes.
///
/// Most puzzles with several solutions have ended by then. If they shared work, they would have to be searched
/// again in one lane. Waiting for six guesses instead costs calls with one puzzle 45 % more instructions if it
/// has many solutions, and saves 6 % on the hardest list (docs/experiments/2026-11-21-kernel.md, "What was
/// tried and lost").
const SHARE_AFTER: u64 = 3;

/// Index in a record of the flag "rows and columns are exchanged". Indices above 80 are not cells.
// The padding of a snapshot holds the notes of its record, so a stack entry is one aligned block.
const TRANSPOSED: usize = 81;

/// Index in a record of the number of cells decided at once, 0 for a single cell. The cells follow, each with
/// its candidate.
const CHOICES: usize = 82;

/// The position of one lane in its search.
#[derive(Clone, Copy, Default)]
struct Lane {
    /// Index of the task.
    task: usize,
    /// Number of records on the stack of the lane.
    depth: usize,
    /// Value of the clock when the lane began its task.
    since: u64,
    /// Parity of the clock at which the grid of the lane is not transposed.
    upright: u64,
    /// True until the lane backtracks: it is on the first path down from the root.
    first_path: bool,
    /// True below an all-bivalue state (each open cell has two candidates), until the lane backtracks. Set only
    /// if the limit is 2.
    all_bivalue: bool,
}

// A task is separate from a lane, since several lanes may work on one puzzle and the last of them ends it.
/// The search of one puzzle, by one lane or, when there are no more puzzles, by several.
#[derive(Clone, Copy, Default)]
struct Task {
    puzzle: usize,
    /// The lanes that work on the puzzle, one bit each.
    lanes: u64,
    /// True if more than one lane has worked on the puzzle.
    shared: bool,
    /// True if the puzzle must be searched in one lane.
    alone: bool,
    solutions: u32,
    counters: Counters,
}

struct Search<'a, E, F, const L: usize> {
    entry: E,
    config: Config,
    source: &'a mut F,
    lanes: [Lane; L],
    /// One per lane: a puzzle starts in the task with the index of its lane.
    tasks: [Task; L],
    stack: [[MaybeUninit<Snapshot>; DEPTH]; L],
    convergence: Convergence<L>,
    /// The lanes that have work, one bit each.
    active: u64,
    /// The lanes that dive: those that have branched and not backtracked, if [`Source::DIVES`].
    diving: u64,
    /// True if the source has no more puzzles.
    exhausted: bool,
    /// Number of half sweeps so far.
    clock: u64,
    total: Counters,
}

/// Searches all puzzles of `source` to their end, or until `stop` becomes true.
pub(crate) fn run<E: Entry<L>, F: Source, const L: usize>(
    // The flag is tested before the narrow path as well, so that a call cancelled beforehand does nothing.
    entry: E,
    config: &Config,
    source: &mut F,
    stop: Option<&AtomicBool>,
) -> Counters {
    // With a limit of 2, an all-bivalue state must be a fixpoint, and a dive does not wait for one.
    debug_assert!(!F::DIVES || config.limit <= 1, "a dive finds one solution");
    let mut single = None;
    // A single puzzle is propagated in the narrow layout first; easy ones end there.
    if source.is_single() && stop.is_none_or(|flag| !flag.load(Ordering::Relaxed)) {
        let mut grid = Grid::open();
        let Some(puzzle) = source.next(&mut grid, 0) else { return Counters::default() };
        let Outcome { fixpoint, sweeps } = entry.converge(&grid);
        match fixpoint {
            Fixpoint::Open(masks) => single = Some((puzzle, masks, sweeps)),
            Fixpoint::Solved(grid) => return report(source, config.limit, puzzle, Some(grid), sweeps),
            Fixpoint::Contradiction => return report(source, config.limit, puzzle, None, sweeps),
        }
    }
    let mut search = Search {
        entry,
        config: *config,
        source,
        lanes: [Lane::default(); L],
        tasks: [Task::default(); L],
        // Half a megabyte with 32 lanes, of which most calls use little, so it is not cleared.
        stack: [[const { MaybeUninit::uninit() }; DEPTH]; L],
        convergence: Convergence::new(),
        active: 0,
        diving: 0,
        exhausted: false,
        clock: 0,
        total: Counters::default(),
    };
    let mut grid = Grid::open();
    let mut other = Grid::open();
    match single {
        Some((puzzle, masks, sweeps)) => search.resume(&mut grid, puzzle, &masks, sweeps),
        None => (0..L).for_each(|lane| search.load(&mut grid, lane)),
    }
    while search.active != 0 {
        // Two half sweeps, one in each orientation, bring the state back to `grid`.
        search.step(&grid, &mut other);
        search.step(&other, &mut grid);
        if stop.is_some_and(|flag| flag.load(Ordering::Relaxed)) {
            search.cancel_all();
        }
    }
    search.total
}

/// Reports a puzzle that needed no search.
fn report<F: Source>(
    source: &mut F,
    limit: u32,
    puzzle: usize,
    grid: Option<[u8; 81]>,
    sweeps: u64,
) -> Counters {
    let counters = Counters { guesses: 0, dead_ends: u64::from(grid.is_none()), sweeps };
    let flow = grid.map_or(ControlFlow::Continue(()), |grid| source.solution(puzzle, 1, || grid));
    let end = match grid {
        Some(_) if flow.is_break() => End::Stopped,
        Some(_) if limit <= 1 => End::LimitReached,
        _ => End::Exhausted,
    };
    source.finish(puzzle, u32::from(grid.is_some()), end, counters);
    counters
}

impl<E: Entry<L>, F: Source, const L: usize> Search<'_, E, F, L> {
    /// Runs one half sweep and then serves the lanes of `grid`, the new state, that need attention.
    #[inline]
    fn step(&mut self, old: &Grid<L>, grid: &mut Grid<L>) {
        let marks = self.entry.half_sweep(old, grid, &mut self.convergence);
        self.clock += 1;
        // Events are served kind by kind, so that branches are predicted better, which saves 1.5 to 3 % of the
        // time. Serving an event can make other lanes idle, hence the check of `active` in each iteration. A
        // lane is served once even if several marks are set: the three sets exclude each other, in this order.
        let mut dead = marks.dead & self.active;
        while dead != 0 {
            let lane = dead.trailing_zeros() as usize;
            self.convergence.reset(lane);
            self.backtrack(grid, lane, true);
            dead &= dead.wrapping_sub(1) & self.active;
        }
        let mut full = marks.full & !marks.dead & self.active;
        while full != 0 {
            let lane = full.trailing_zeros() as usize;
            self.convergence.reset(lane);
            self.solved(grid, lane);
            full &= full.wrapping_sub(1) & self.active;
        }
        // Diving lanes branch after one half sweep without a change instead of two. The second one rarely finds
        // anything, and a worse choice costs them less than a half sweep per branch.
        let early = if F::DIVES { self.convergence.unchanged() & self.diving } else { 0 };
        let mut stuck = (marks.converged | early) & !marks.full & !marks.dead & self.active;
        while stuck != 0 {
            let lane = stuck.trailing_zeros() as usize;
            self.convergence.reset(lane);
            self.branch(grid, lane);
            stuck &= stuck.wrapping_sub(1) & self.active;
        }
    }

    /// Continues the only puzzle from its fixpoint, which took `sweeps` half sweeps.
    fn resume(&mut self, grid: &mut Grid<L>, puzzle: usize, masks: &[u16; 81], sweeps: u64) {
        write_lane(grid, 0, masks);
        self.begin(0, puzzle);
        self.exhausted = true;
        // The orientation of the fixpoint depends on the parity of the half sweeps taken; the wide search
        // starts at clock 0.
        self.lanes[0].upright = sweeps & 1;
        // The counters continue, so that a single call reports the same number as a batch.
        self.tasks[0].counters.sweeps = sweeps;
        self.branch(grid, 0);
    }

    /// Begins the search of the puzzle that was written to a lane.
    fn begin(&mut self, lane: usize, puzzle: usize) {
        if F::DIVES {
            self.diving &= !(1 << lane);
        }
        let (Some(place), Some(task)) = (self.lanes.get_mut(lane), self.tasks.get_mut(lane)) else { return };
        self.active |= 1 << lane;
        *task = Task { puzzle, lanes: 1 << lane, ..Task::default() };
        *place = Lane {
            task: lane,
            depth: 0,
            // Half sweeps are counted as a difference of clocks, which costs nothing while the lane runs.
            since: self.clock,
            upright: self.clock & 1,
            first_path: true,
            all_bivalue: false,
        };
    }

    /// Loads the next puzzle into a lane, or makes the lane idle.
    fn load(&mut self, grid: &mut Grid<L>, lane: usize) {
        if let Some(puzzle) = self.source.next(grid, lane) {
            self.begin(lane, puzzle);
        } else {
            self.exhausted = true;
            self.make_idle(grid, lane);
        }
    }

    fn make_idle(&mut self, grid: &mut Grid<L>, lane: usize) {
        self.active &= !(1 << lane);
        park(grid, lane);
    }

    fn finish(&mut self, number: usize, end: End) {
        let Some(task) = self.tasks.get_mut(number) else { return };
        // Callers have added the half sweeps of all lanes that worked on the task.
        task.lanes = 0;
        self.total += task.counters;
        self.source.finish(task.puzzle, task.solutions, end, task.counters);
    }

    #[cold]
    fn cancel_all(&mut self) {
        for lane in 0..L {
            if self.active >> lane & 1 != 0 {
                self.add_sweeps(lane);
            }
        }
        for number in 0..L {
            if self.tasks.get(number).is_some_and(|task| task.lanes != 0) {
                self.finish(number, End::Cancelled);
            }
        }
        self.active = 0;
    }

    /// Adds the half sweeps of a lane to its task.
    fn add_sweeps(&mut self, lane: usize) {
        let Some(place) = self.lanes.get(lane) else { return };
        if let Some(task) = self.tasks.get_mut(place.task) {
            task.counters.sweeps += self.clock - place.since;
        }
    }

    /// Ends the task of a lane that is the only one to work on it, and loads the next puzzle.
    fn conclude(&mut self, grid: &mut Grid<L>, lane: usize, end: End) {
        let Some(place) = self.lanes.get(lane).copied() else { return };
        self.add_sweeps(lane);
        self.finish(place.task, end);
        self.load(grid, lane);
    }

    /// Searches the puzzle of a lane again from the start, in this lane alone. If several lanes found
    /// solutions, it is unknown which one a single lane finds first.
    #[cold]
    fn restart_alone(&mut self, grid: &mut Grid<L>, lane: usize) {
        let Some(place) = self.lanes.get_mut(lane) else { return };
        let Some(task) = self.tasks.get_mut(place.task) else { return };
        // All lanes of the task stop. Their partial results cannot be kept, because their order is not that
        // of a single lane.
        let others = task.lanes & !(1 << lane);
        *task = Task { puzzle: task.puzzle, lanes: 1 << lane, alone: true, ..Task::default() };
        *place = Lane {
            task: place.task,
            depth: 0,
            since: self.clock,
            upright: self.clock & 1,
            first_path: true,
            all_bivalue: false,
        };
        self.source.reload(task.puzzle, grid, lane);
        for other in 0..L {
            if others >> other & 1 != 0 {
                self.make_idle(grid, other);
            }
        }
    }

    /// Backtracks: restores the most recent record, or ends the lane's part of the task if there is none.
    #[inline]
    fn backtrack(&mut self, grid: &mut Grid<L>, lane: usize, dead: bool) {
        let (Some(place), Some(stack)) = (self.lanes.get_mut(lane), self.stack.get_mut(lane)) else { return };
        let Some(task) = self.tasks.get_mut(place.task) else { return };
        task.counters.dead_ends += u64::from(dead);
        // The lane leaves the subtree to which `first_path` and `all_bivalue` apply.
        (place.first_path, place.all_bivalue) = (false, false);
        if F::DIVES {
            self.diving &= !(1 << lane);
        }
        if let Some(record) = place.depth.checked_sub(1).and_then(|top| stack.get_mut(top)) {
            // SAFETY: all records below `depth` have been written, and this is the topmost of them.
            let record = unsafe { record.assume_init_mut() };
            // The record may have been saved in the other orientation.
            place.upright = (self.clock ^ u64::from(record.0[TRANSPOSED])) & 1;
            copy_in(grid, lane, record);
            // A record of several decisions stays on the stack until the last of them is retracted.
            let last = record.0[CHOICES] == 0 || retract_choice(grid, lane, record);
            place.depth -= usize::from(last);
        } else if task.lanes == 1 << lane {
            self.conclude(grid, lane, End::Exhausted);
        } else {
            // Other lanes still work on the task; the last of them ends it.
            task.lanes &= !(1 << lane);
            self.add_sweeps(lane);
            self.make_idle(grid, lane);
        }
    }

    /// Serves a lane whose masks sum to those of a solved grid: a solution, or a contradiction.
    #[inline]
    fn solved(&mut self, grid: &mut Grid<L>, lane: usize) {
        let Some(place) = self.lanes.get(lane) else { return };
        let transposed = (self.clock ^ place.upright) & 1 != 0;
        let mut digits = [0; 81];
        if !self.entry.read_solution(grid, lane, transposed, &mut digits) {
            self.backtrack(grid, lane, true);
            return;
        }
        let Some(task) = self.tasks.get_mut(place.task) else { return };
        task.solutions = task.solutions.saturating_add(1);
        // A single solution is the first one in any order. If there are several, a single lane must determine
        // the first.
        if task.shared && (task.solutions > 1 || place.all_bivalue) {
            self.restart_alone(grid, lane);
            return;
        }
        let nth = task.solutions;
        // Exchanging the candidates of every cell that was open gives the second solution.
        task.solutions =
            task.solutions.saturating_add(u32::from(place.all_bivalue)).min(self.config.limit.max(1));
        let enough = self.config.limit != u32::MAX && task.solutions >= self.config.limit;
        let flow = self.source.solution(task.puzzle, nth, || digits);
        if flow.is_break() {
            self.conclude(grid, lane, End::Stopped);
        } else if enough {
            self.conclude(grid, lane, End::LimitReached);
        } else {
            self.backtrack(grid, lane, false);
        }
    }

    /// Ends a task whose next guess would exceed the budget. If the task was shared, one lane must determine
    /// which solutions come before that guess.
    #[cold]
    fn out_of_budget(&mut self, grid: &mut Grid<L>, lane: usize) {
        let task = self.lanes.get(lane).and_then(|place| self.tasks.get(place.task));
        if task.is_some_and(|task| task.shared) {
            self.restart_alone(grid, lane);
        } else {
            self.conclude(grid, lane, End::BudgetSpent);
        }
    }

    /// Branches in a lane at its fixpoint: the lane keeps one candidate of the chosen cell, and the others
    /// are saved in a record or given to an idle lane.
    #[inline]
    fn branch(&mut self, grid: &mut Grid<L>, lane: usize) {
        let (Some(place), Some(stack)) = (self.lanes.get_mut(lane), self.stack.get_mut(lane)) else { return };
        let Some(task) = self.tasks.get_mut(place.task) else { return };
        // The budget is checked first, because choosing a cell is expensive.
        if task.counters.guesses >= self.config.budget {
            self.out_of_budget(grid, lane);
            return;
        }
        let Some(record) = stack.get_mut(place.depth) else { return };
        // The record is written above the stack and belongs to it only once `depth` is increased.
        let others = record.write(Snapshot([0; SNAPSHOT_LEN]));
        self.diving |= u64::from(F::DIVES && place.first_path) << lane;
        let breadth = breadth::<F>(place.first_path, task.counters.guesses, self.config.limit);
        let choice = self.entry.split(grid, lane, breadth, others);
        // If the group exceeds the budget, the search ends. Deciding only a part of it would give a different
        // search tree than a larger budget.
        if choice.len() as u64 > self.config.budget - task.counters.guesses {
            self.out_of_budget(grid, lane);
            return;
        }
        others.0[TRANSPOSED] = ((self.clock ^ place.upright) & 1) as u16;
        task.counters.guesses += choice.len() as u64;
        if choice.len() > 1 {
            place.depth += 1;
            apply_choice(grid, lane, choice, others);
            return;
        }
        let (masks, later) = (&mut grid.0, &mut others.0);
        let cell = choice.cell(0);
        // The lane keeps the lowest candidate of the cell, and the snapshot gets the others. The branch that is
        // searched first needs no copy of the grid.
        let Some(now) = masks.get_mut(cell).and_then(|cell| cell.get_mut(lane)) else { return };
        // The lowest candidate.
        *now &= now.wrapping_neg();
        // With a limit of 2, an all-bivalue state needs no record: either both branches have a solution, or
        // neither has.
        if choice.is_all_bivalue() && self.config.limit == 2 {
            place.all_bivalue = true;
            return;
        }
        later[cell] ^= *now;
        // With a limit of 1, the order of branches decides which solution is reported: no sharing.
        let idle = (!self.active).trailing_zeros() as usize;
        let shared = F::MAY_SHARE && self.exhausted && !task.alone && self.config.limit > 1;
        if shared && idle < L && task.counters.dead_ends > SHARE_AFTER {
            let helper = Lane {
                task: place.task,
                depth: 0,
                since: self.clock,
                upright: place.upright,
                // The idle lane is not on the first path: a shared task must have the counters of a single
                // lane, which has backtracked by then.
                first_path: false,
                all_bivalue: false,
            };
            copy_in(grid, idle, others);
            task.shared = true;
            task.lanes |= 1 << idle;
            self.active |= 1 << idle;
            // The idle lane had converged on its open grid.
            self.convergence.reset(idle);
            if let Some(place) = self.lanes.get_mut(idle) {
                *place = helper;
            }
        } else {
            place.depth += 1;
        }
    }
}

/// Returns the number of cells that a branch may decide, from the number of guesses before it.
#[inline(always)]
const fn breadth<F: Source>(on_first_path: bool, guesses: u64, limit: u32) -> Breadth {
    if on_first_path && F::DIVES {
        Breadth::Several
    } else if on_first_path && guesses > 0 && limit > 1 {
        // Deciding several cells at the first branch would raise the mean number of guesses per 17-clue puzzle
        // from 0.50 to between 0.58 and 0.75.
        Breadth::SeveralOfMany
    } else {
        Breadth::One
    }
}

/// Retracts the last decision that a record still lists and repeats those before it. The state of the record
/// must have been restored. Returns true if the list is now empty.
///
/// For decisions a, b, c the states visited are: a, b, not c; then a, not b; then not a. Together with a, b,
/// c they cover the search space without overlap.
#[cold]
fn retract_choice<const L: usize>(grid: &mut Grid<L>, lane: usize, record: &mut Snapshot) -> bool {
    let left = usize::from(record.0[CHOICES]);
    let (choices, _) = record.0[CHOICES + 1..].as_chunks::<2>();
    // The decisions before the last one are repeated as single candidates. The candidate of the last one is
    // removed from its cell.
    for (i, &[cell, mask]) in choices.iter().take(left).enumerate() {
        if let Some(now) = grid.0.get_mut(usize::from(cell)).and_then(|cell| cell.get_mut(lane)) {
            *now = if i + 1 == left { *now ^ mask } else { mask };
        }
    }
    record.0[CHOICES] = left.saturating_sub(1) as u16;
    left < 2
}

/// Assigns its lowest candidate to each cell of a choice, and lists the decisions in the record of the state
/// before.
#[cold]
fn apply_choice<const L: usize>(grid: &mut Grid<L>, lane: usize, choice: Choice, record: &mut Snapshot) {
    record.0[CHOICES] = choice.len() as u16;
    let (notes, _) = record.0[CHOICES + 1..].as_chunks_mut::<2>();
    for (i, note) in notes.iter_mut().take(choice.len()).enumerate() {
        let cell = choice.cell(i);
        let Some(now) = grid.0.get_mut(cell).and_then(|cell| cell.get_mut(lane)) else { return };
        *now &= now.wrapping_neg();
        *note = [cell as u16, *now];
    }
}
