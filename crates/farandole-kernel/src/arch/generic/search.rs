//! The search: every lane goes through its own tree, with its own stack, and takes the next puzzle when it is
//! through. What happens in a lane depends on its puzzle alone.

use core::mem::MaybeUninit;
use core::ops::ControlFlow;
use core::sync::atomic::{AtomicBool, Ordering};

use super::branch::{Choice, MOST};
use super::load::{copy_in, park, write_lane};
use super::narrow::{End, Outcome};
use super::propagate::Book;
use crate::arch::Entry;
use crate::layout::{FLAT, Flat, Grid};
use crate::{Config, Counters, Status};

/// Where puzzles come from and answers go.
pub(crate) trait Feed {
    /// Whether the search of one puzzle may use several lanes when there are no more puzzles. Solutions then come
    /// in no fixed order, and some may come twice, because the puzzle is started afresh when the order matters.
    const MAY_SPREAD: bool;
    /// Whether there is exactly one puzzle.
    fn is_single(&self) -> bool {
        false
    }
    /// Puts the next puzzle into `lane` and returns its number, or `None` when there are no more.
    fn next<const L: usize>(&mut self, to: &mut Grid<L>, lane: usize) -> Option<usize>;
    /// Puts a puzzle that [`Feed::next`] has given before into `lane` once more; called only after a spread.
    fn again<const L: usize>(&mut self, _puzzle: usize, _to: &mut Grid<L>, _lane: usize) {}
    /// Takes the `nth` solution (from 1) of a puzzle.
    fn solution(&mut self, puzzle: usize, nth: u32, grid: impl FnOnce() -> [u8; 81]) -> ControlFlow<()>;
    /// Takes the end of a puzzle.
    fn finish(&mut self, puzzle: usize, solutions: u32, status: Status, counters: Counters);
}

/// Deepest stack. Each record stands for a cell that was open and has been given one digit since, so there are
/// never more than 81.
const DEPTH: usize = 81;

/// Dead ends after which the search of a puzzle may use idle lanes. Puzzles with several solutions are mostly
/// through by then; they would have to be started afresh. Waiting for six guesses instead, single calls took
/// 45 % more instructions with many solutions, 12 % more with one clue changed, 6 % fewer on the hardest list.
const PATIENCE: u64 = 3;

/// Where a record keeps whether rows and columns are exchanged; no cell lies there.
const TURNED: usize = 81;

/// Where a record keeps how many cells were branched on at once, if more than one, and then each cell with the
/// candidate it was given.
const TOGETHER: usize = 82;

/// One lane's place in a search.
#[derive(Clone, Copy, Default)]
struct Lane {
    /// Which of the tasks it works on.
    task: usize,
    /// Records on its stack.
    depth: usize,
    /// Value of the sweep clock when it began.
    since: u64,
    /// Parity of the sweep clock at which rows are rows.
    upright: u64,
    /// Whether it is still on its way down from the root, that is, has never taken back.
    first: bool,
    /// Whether it is below a state in which all open cells were pairs, and has put nothing aside since.
    even: bool,
}

/// The search of one puzzle, by one lane or, when there are no more puzzles, by several.
#[derive(Clone, Copy, Default)]
struct Task {
    puzzle: usize,
    /// Lanes that work on it, one bit for each.
    lanes: u64,
    /// Whether more than one lane has worked on it.
    spread: bool,
    /// Whether it has to stay in one lane.
    solo: bool,
    solutions: u32,
    counters: Counters,
}

struct Search<'a, E, F, const L: usize> {
    entry: E,
    config: Config,
    feed: &'a mut F,
    lanes: [Lane; L],
    /// As many as lanes: a puzzle begins in the task of the same number as its lane.
    tasks: [Task; L],
    stack: [[MaybeUninit<Flat>; DEPTH]; L],
    book: Book<L>,
    /// One bit for each lane that has work.
    active: u64,
    /// Whether the feed had nothing for some lane.
    dry: bool,
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
    let mut single = None;
    if feed.is_single() && stop.is_none_or(|flag| !flag.load(Ordering::Relaxed)) {
        let mut grid = Grid::open();
        let Some(puzzle) = feed.next(&mut grid, 0) else { return Counters::default() };
        let Outcome { end, sweeps } = entry.settle(&grid);
        match end {
            End::Stuck(masks) => single = Some((puzzle, masks, sweeps)),
            End::Solved(grid) => return report(feed, puzzle, Some(grid), sweeps),
            End::Dead => return report(feed, puzzle, None, sweeps),
        }
    }
    let mut search = Search {
        entry,
        config: *config,
        feed,
        lanes: [Lane::default(); L],
        tasks: [Task::default(); L],
        stack: [[const { MaybeUninit::uninit() }; DEPTH]; L],
        book: Book::new(),
        active: 0,
        dry: false,
        clock: 0,
        total: Counters::default(),
    };
    let mut grid = Grid::open();
    let mut other = Grid::open();
    match single {
        Some((puzzle, masks, sweeps)) => search.go_on(&mut grid, puzzle, &masks, sweeps),
        None => (0..L).for_each(|lane| search.load(&mut grid, lane)),
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

/// Reports a puzzle that needed no search.
fn report<F: Feed>(feed: &mut F, puzzle: usize, grid: Option<[u8; 81]>, sweeps: u64) -> Counters {
    let counters = Counters { guesses: 0, dead_ends: u64::from(grid.is_none()), sweeps };
    let flow = grid.map_or(ControlFlow::Continue(()), |grid| feed.solution(puzzle, 1, || grid));
    let status = if flow.is_break() { Status::Stopped } else { Status::Done };
    feed.finish(puzzle, u32::from(grid.is_some()), status, counters);
    counters
}

impl<E: Entry<L>, F: Feed, const L: usize> Search<'_, E, F, L> {
    /// One half sweep, and then whatever it calls for in each lane of `grid`, the new state.
    #[inline]
    fn step(&mut self, old: &Grid<L>, grid: &mut Grid<L>) {
        let marks = self.entry.half_sweep(old, grid, &mut self.book);
        self.clock += 1;
        // One kind after the other, which jumps can be foreseen better. An event can put other lanes to rest.
        let mut dead = marks.dead & self.active;
        while dead != 0 {
            let lane = dead.trailing_zeros() as usize;
            self.book.reset(lane);
            self.back(grid, lane, true);
            dead &= dead.wrapping_sub(1) & self.active;
        }
        let mut full = marks.full & !marks.dead & self.active;
        while full != 0 {
            let lane = full.trailing_zeros() as usize;
            self.book.reset(lane);
            self.solved(grid, lane);
            full &= full.wrapping_sub(1) & self.active;
        }
        let mut stuck = marks.settled & !marks.full & !marks.dead & self.active;
        while stuck != 0 {
            let lane = stuck.trailing_zeros() as usize;
            self.book.reset(lane);
            self.guess(grid, lane);
            stuck &= stuck.wrapping_sub(1) & self.active;
        }
    }

    /// Goes on with the only puzzle where `sweeps` half sweeps have left it.
    fn go_on(&mut self, grid: &mut Grid<L>, puzzle: usize, masks: &[u16; 81], sweeps: u64) {
        write_lane(grid, 0, masks);
        self.begin(0, puzzle);
        self.dry = true;
        self.lanes[0].upright = sweeps & 1;
        self.tasks[0].counters.sweeps = sweeps;
        self.guess(grid, 0);
    }

    /// Begins a puzzle that has been put into a lane.
    fn begin(&mut self, lane: usize, puzzle: usize) {
        let (Some(place), Some(task)) = (self.lanes.get_mut(lane), self.tasks.get_mut(lane)) else { return };
        self.active |= 1 << lane;
        *task = Task { puzzle, lanes: 1 << lane, ..Task::default() };
        *place = Lane {
            task: lane,
            depth: 0,
            since: self.clock,
            upright: self.clock & 1,
            first: true,
            even: false,
        };
    }

    /// Gives a lane the next puzzle, or nothing to do.
    fn load(&mut self, grid: &mut Grid<L>, lane: usize) {
        if let Some(puzzle) = self.feed.next(grid, lane) {
            self.begin(lane, puzzle);
        } else {
            self.dry = true;
            self.rest(grid, lane);
        }
    }

    /// Leaves a lane without work.
    fn rest(&mut self, grid: &mut Grid<L>, lane: usize) {
        self.active &= !(1 << lane);
        park(grid, lane);
    }

    /// Reports a task.
    fn finish(&mut self, number: usize, status: Status) {
        let Some(task) = self.tasks.get_mut(number) else { return };
        task.lanes = 0;
        self.total += task.counters;
        self.feed.finish(task.puzzle, task.solutions, status, task.counters);
    }

    /// Ends every puzzle where it stands.
    #[cold]
    fn give_up(&mut self) {
        for lane in 0..L {
            if self.active >> lane & 1 != 0 {
                self.book_sweeps(lane);
            }
        }
        for number in 0..L {
            if self.tasks.get(number).is_some_and(|task| task.lanes != 0) {
                self.finish(number, Status::Stopped);
            }
        }
        self.active = 0;
    }

    /// Adds the sweeps of a lane to its task.
    fn book_sweeps(&mut self, lane: usize) {
        let Some(place) = self.lanes.get(lane) else { return };
        if let Some(task) = self.tasks.get_mut(place.task) {
            task.counters.sweeps += self.clock - place.since;
        }
    }

    /// Ends a task that only this lane works on, and goes on with the next.
    fn end(&mut self, grid: &mut Grid<L>, lane: usize, status: Status) {
        let Some(place) = self.lanes.get(lane).copied() else { return };
        self.book_sweeps(lane);
        self.finish(place.task, status);
        self.load(grid, lane);
    }

    /// Starts the puzzle of a lane afresh in this lane alone: what several lanes have found of it does not tell
    /// what one lane would have found first.
    #[cold]
    fn start_afresh(&mut self, grid: &mut Grid<L>, lane: usize) {
        let Some(place) = self.lanes.get_mut(lane) else { return };
        let Some(task) = self.tasks.get_mut(place.task) else { return };
        let others = task.lanes & !(1 << lane);
        *task = Task { puzzle: task.puzzle, lanes: 1 << lane, solo: true, ..Task::default() };
        *place = Lane {
            task: place.task,
            depth: 0,
            since: self.clock,
            upright: self.clock & 1,
            first: true,
            even: false,
        };
        self.feed.again(task.puzzle, grid, lane);
        for other in 0..L {
            if others >> other & 1 != 0 {
                self.rest(grid, other);
            }
        }
    }

    /// Leaves a branch: goes on with the last one put aside, or is through.
    #[inline]
    fn back(&mut self, grid: &mut Grid<L>, lane: usize, dead: bool) {
        let (Some(place), Some(stack)) = (self.lanes.get_mut(lane), self.stack.get_mut(lane)) else { return };
        let Some(task) = self.tasks.get_mut(place.task) else { return };
        task.counters.dead_ends += u64::from(dead);
        (place.first, place.even) = (false, false);
        if let Some(record) = place.depth.checked_sub(1).and_then(|top| stack.get_mut(top)) {
            // SAFETY: `depth` counts the records written and not taken back, and this was the topmost of them.
            let record = unsafe { record.assume_init_mut() };
            place.upright = (self.clock ^ u64::from(record.0[TURNED])) & 1;
            copy_in(grid, lane, record);
            let last = record.0[TOGETHER] == 0 || retract(grid, lane, record);
            place.depth -= usize::from(last);
        } else if task.lanes == 1 << lane {
            self.end(grid, lane, Status::Done);
        } else {
            task.lanes &= !(1 << lane);
            self.book_sweeps(lane);
            self.rest(grid, lane);
        }
    }

    /// Takes a solution, or a grid that was to be one.
    #[inline]
    fn solved(&mut self, grid: &mut Grid<L>, lane: usize) {
        let Some(place) = self.lanes.get(lane) else { return };
        let turned = (self.clock ^ place.upright) & 1 != 0;
        let mut digits = [0; 81];
        if !self.entry.read_solution(grid, lane, turned, &mut digits) {
            self.back(grid, lane, true);
            return;
        }
        let Some(task) = self.tasks.get_mut(place.task) else { return };
        task.solutions = task.solutions.saturating_add(1);
        if task.spread && (task.solutions > 1 || place.even) {
            self.start_afresh(grid, lane);
            return;
        }
        let nth = task.solutions;
        // The other solution has the other candidate in each cell that was open then.
        task.solutions = task.solutions.saturating_add(u32::from(place.even)).min(self.config.limit.max(1));
        let enough = self.config.limit != u32::MAX && task.solutions >= self.config.limit;
        let flow = self.feed.solution(task.puzzle, nth, || digits);
        if flow.is_break() {
            self.end(grid, lane, Status::Stopped);
        } else if enough {
            self.end(grid, lane, Status::Done);
        } else {
            self.back(grid, lane, false);
        }
    }

    /// Ends a puzzle whose next branch the budget does not allow.
    #[cold]
    fn out_of_budget(&mut self, grid: &mut Grid<L>, lane: usize) {
        let task = self.lanes.get(lane).and_then(|place| self.tasks.get(place.task));
        if task.is_some_and(|task| task.spread) {
            self.start_afresh(grid, lane);
        } else {
            self.end(grid, lane, Status::BudgetSpent);
        }
    }

    /// Splits a lane that propagation can't take further: one candidate of a cell now, the others later or in an
    /// idle lane.
    #[inline]
    fn guess(&mut self, grid: &mut Grid<L>, lane: usize) {
        let (Some(place), Some(stack)) = (self.lanes.get_mut(lane), self.stack.get_mut(lane)) else { return };
        let Some(task) = self.tasks.get_mut(place.task) else { return };
        if task.counters.guesses >= self.config.budget {
            self.out_of_budget(grid, lane);
            return;
        }
        let Some(record) = stack.get_mut(place.depth) else { return };
        let others = record.write(Flat([0; FLAT]));
        let daring = place.first && task.counters.guesses > 0 && self.config.limit > 1;
        let choice = self.entry.split(grid, lane, if daring { MOST } else { 1 }, others);
        if choice.len() as u64 > self.config.budget - task.counters.guesses {
            self.out_of_budget(grid, lane);
            return;
        }
        others.0[TURNED] = ((self.clock ^ place.upright) & 1) as u16;
        task.counters.guesses += choice.len() as u64;
        if choice.len() > 1 {
            place.depth += 1;
            advance(grid, lane, choice, others);
            return;
        }
        let (masks, later) = (&mut grid.0, &mut others.0);
        let cell = choice.cell(0);
        let Some(now) = masks.get_mut(cell).and_then(|cell| cell.get_mut(lane)) else { return };
        *now &= now.wrapping_neg();
        if choice.is_even() && self.config.limit == 2 {
            place.even = true;
            return;
        }
        later[cell] ^= *now;
        let idle = (!self.active).trailing_zeros() as usize;
        let spread = F::MAY_SPREAD && self.dry && !task.solo && self.config.limit > 1;
        if spread && idle < L && task.counters.dead_ends > PATIENCE {
            let helper = Lane {
                task: place.task,
                depth: 0,
                since: self.clock,
                upright: place.upright,
                first: false,
                even: false,
            };
            copy_in(grid, idle, others);
            task.spread = true;
            task.lanes |= 1 << idle;
            self.active |= 1 << idle;
            self.book.reset(idle);
            if let Some(place) = self.lanes.get_mut(idle) {
                *place = helper;
            }
        } else {
            place.depth += 1;
        }
    }
}

/// Takes back the last of the choices that a record, already copied in, still has, and makes those before it again.
/// Returns whether none are left.
#[cold]
fn retract<const L: usize>(grid: &mut Grid<L>, lane: usize, record: &mut Flat) -> bool {
    let left = usize::from(record.0[TOGETHER]);
    let (choices, _) = record.0[TOGETHER + 1..].as_chunks::<2>();
    for (i, &[cell, mask]) in choices.iter().take(left).enumerate() {
        if let Some(now) = grid.0.get_mut(usize::from(cell)).and_then(|cell| cell.get_mut(lane)) {
            *now = if i + 1 == left { *now ^ mask } else { mask };
        }
    }
    record.0[TOGETHER] = left.saturating_sub(1) as u16;
    left < 2
}

/// Gives each cell of a choice its first candidate, and notes that in the record of the state before.
#[cold]
fn advance<const L: usize>(grid: &mut Grid<L>, lane: usize, choice: Choice, record: &mut Flat) {
    record.0[TOGETHER] = choice.len() as u16;
    let (notes, _) = record.0[TOGETHER + 1..].as_chunks_mut::<2>();
    for (i, note) in notes.iter_mut().take(choice.len()).enumerate() {
        let cell = choice.cell(i);
        let Some(now) = grid.0.get_mut(cell).and_then(|cell| cell.get_mut(lane)) else { return };
        *now &= now.wrapping_neg();
        *note = [cell as u16, *now];
    }
}
