//! Naked and hidden singles by sweeps over the empty cells, for the many puzzles that need little more.
//!
//! The state is small: for each house the digits it still lacks, and a list of the empty cells. The candidates of a
//! cell are what all its houses lack, so a placement changes a few words and nothing else. A sweep looks at every
//! empty cell once, fills those with one candidate, and notes for each house which digits it met once and which
//! twice or more; a digit met once goes where it was met. When a sweep changes nothing, the first cell
//! with the fewest candidates is tried with each, lowest digit first, on a copy of the state.
//!
//! Sets are words of 16, 32 or 64 bits, whatever holds N digits.
//!
//! ```text
//! lacking    house 0  house 1  ...  house 254   none     one word each; "none" stands where a cell has
//! houses_of  cell 0: row col box    cell 1: ...          fewer houses than the table is wide
//! open       cell 4 with its houses, cell 7 ...          the empty cells in row-major order
//! ```
//!
//! What is met in a sweep can be out of date by its end, since cells are filled on the way: sets are then too large,
//! never too small. A digit met once in such sets has one place at most, and one never met has none.
//!
//! The order of the solutions depends on nothing but the puzzle, and the digits tried on the way to a solution say
//! where in it the search stands; see [`Sweep::resume`].

use crate::End;
use crate::run::Run;
use crate::shape::Shape;
use core::fmt::Debug;
use core::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, ControlFlow, Not};
use farandole_puzzle::{Cell, Puzzle};

/// A set of digits.
trait Word:
    Copy
    + Eq
    + Debug
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + Not<Output = Self>
    + BitAndAssign
    + BitOrAssign
{
    const EMPTY: Self;
    fn new(bits: u64) -> Self;
    fn bits(self) -> u64;
    /// Whether it has one digit or none.
    fn is_at_most_one(self) -> bool;
    fn len(self) -> u32;
    /// 0-based number of the lowest digit.
    fn lowest(self) -> u32;
}

macro_rules! word {
    ($($word:ty),*) => {$(
        impl Word for $word {
            const EMPTY: Self = 0;
            fn new(bits: u64) -> Self {
                bits as Self
            }
            fn bits(self) -> u64 {
                self.into()
            }
            #[inline(always)]
            fn is_at_most_one(self) -> bool {
                self & self.wrapping_sub(1) == 0
            }
            fn len(self) -> u32 {
                self.count_ones()
            }
            fn lowest(self) -> u32 {
                self.trailing_zeros()
            }
        }
    )*};
}

word!(u16, u32, u64);

/// The place in the tables that stands for no house, and their length.
const NO_HOUSE: usize = 255;
const PLACES: usize = 256;

/// For each cell its houses, all rows equally long.
#[derive(Debug, Default)]
pub(crate) struct HousesOf {
    width: usize,
    houses: Vec<u8>,
}

impl HousesOf {
    /// `None` when there are too many houses, or a cell is in more than 6.
    pub(crate) fn new(house_count: usize, cells: usize, of: impl Fn(usize) -> Vec<u16>) -> Option<Self> {
        let lists: Vec<Vec<u16>> = (0..cells).map(of).collect();
        let most = lists.iter().map(Vec::len).max().unwrap_or(0);
        if house_count > NO_HOUSE || most > 6 {
            return None;
        }
        let width = if most <= 3 { 3 } else { 6 };
        let mut houses = vec![NO_HOUSE as u8; width * cells];
        for (row, list) in houses.chunks_exact_mut(width).zip(&lists) {
            for (place, house) in row.iter_mut().zip(list) {
                *place = *house as u8;
            }
        }
        Some(Self { width, houses })
    }

    #[inline(always)]
    fn get<const K: usize>(&self, cell: usize) -> [u8; K] {
        let row = &self.houses[cell * K..(cell + 1) * K];
        core::array::from_fn(|place| row[place])
    }
}

/// A cell without candidates or a digit without a place.
struct DeadEnd;

/// An empty cell.
#[derive(Clone, Copy, Debug)]
struct Open<W, const K: usize> {
    /// What the puzzle allows.
    allowed: W,
    cell: u16,
    houses: [u8; K],
}

/// A state of the search.
#[derive(Clone, Debug)]
struct State<W, const K: usize> {
    lacking: [W; PLACES],
    open: Vec<Open<W, K>>,
    /// 0 where nothing was placed.
    digits: Vec<u8>,
    /// The place in `open` of the cell to branch on, and what was not tried there yet.
    choice: usize,
    untried: W,
}

impl<W: Word, const K: usize> Default for State<W, K> {
    fn default() -> Self {
        Self {
            lacking: [W::EMPTY; PLACES],
            open: Vec::new(),
            digits: Vec::new(),
            choice: 0,
            untried: W::EMPTY,
        }
    }
}

impl<W: Word, const K: usize> State<W, K> {
    fn copy_from(&mut self, other: &Self) {
        self.lacking = other.lacking;
        self.open.clone_from(&other.open);
        self.digits.clone_from(&other.digits);
    }
}

/// The search for one width of word.
#[derive(Debug)]
struct Stack<W, const K: usize> {
    /// The states from the root to the one being worked on, then unused ones.
    states: Vec<State<W, K>>,
    /// Number of branches under way; the state with this number is the one being worked on.
    depth: usize,
    /// The digits of full houses: those that a house must have.
    needed: [W; PLACES],
    once: [W; PLACES],
    twice: [W; PLACES],
    placed: u64,
    stage: Stage,
}

/// What to do next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    /// Propagate the state being worked on.
    Descend,
    /// Try the next digit of the last branch.
    Back,
}

impl<W: Word, const K: usize> Default for Stack<W, K> {
    fn default() -> Self {
        Self {
            states: Vec::new(),
            depth: 0,
            needed: [W::EMPTY; PLACES],
            once: [W::EMPTY; PLACES],
            twice: [W::EMPTY; PLACES],
            placed: 0,
            stage: Stage::Descend,
        }
    }
}

impl<W: Word, const K: usize> Stack<W, K> {
    /// Starts from a puzzle whose givens do not clash.
    fn load(&mut self, shape: &Shape, table: &HousesOf, puzzle: &Puzzle) {
        let all = W::new(shape.all);
        self.depth = 0;
        self.placed = 0;
        self.stage = Stage::Descend;
        if self.states.is_empty() {
            self.states.push(State::default());
        }
        let state = &mut self.states[0];
        state.lacking[..shape.houses.len()].fill(all);
        state.lacking[NO_HOUSE] = all;
        state.open.clear();
        state.digits.clear();
        state.digits.extend_from_slice(puzzle.givens());
        for (needed, full) in self.needed.iter_mut().zip(&shape.full) {
            *needed = if *full { all } else { W::EMPTY };
        }
        let restricted = puzzle.restrictions().is_some();
        for (cell, given) in puzzle.givens().iter().enumerate() {
            let houses = table.get(cell);
            if *given != 0 {
                take(&mut state.lacking, houses, W::new(1 << (given - 1)));
                continue;
            }
            let allowed = if restricted {
                Cell::new(cell).map_or(all, |cell| W::new(puzzle.allowed(cell).bits()))
            } else {
                all
            };
            state.open.push(Open { allowed, cell: cell as u16, houses });
        }
    }

    /// Goes on to the next solution; whether there was one.
    fn advance(&mut self, shape: &Shape, run: &mut Run<'_>) -> ControlFlow<End, bool> {
        loop {
            if self.stage == Stage::Back {
                let Some(parent) = self.depth.checked_sub(1) else { return ControlFlow::Continue(false) };
                let untried = self.states[parent].untried;
                if untried == W::EMPTY {
                    self.depth = parent;
                    continue;
                }
                run.open_node()?;
                run.guess(!untried.is_at_most_one());
                self.descend(W::new(1 << untried.lowest()));
            }
            self.stage = Stage::Back;
            let alive = self.settle(shape);
            run.counters.updates += core::mem::take(&mut self.placed);
            match alive {
                Err(DeadEnd) => run.dead_end(),
                Ok(()) if self.states[self.depth].open.is_empty() => return ControlFlow::Continue(true),
                Ok(()) => self.branch(),
            }
        }
    }

    /// Tries this digit of the last branch.
    fn descend(&mut self, bit: W) {
        let (above, here) = self.states.split_at_mut(self.depth);
        let (parent, state) = (&mut above[self.depth - 1], &mut here[0]);
        parent.untried &= !bit;
        state.copy_from(parent);
        let Open { cell, houses, .. } = state.open.remove(parent.choice);
        state.digits[cell as usize] = bit.lowest() as u8 + 1;
        take(&mut state.lacking, houses, bit);
    }

    /// Opens a branch on the first cell with the fewest candidates.
    fn branch(&mut self) {
        let state = &mut self.states[self.depth];
        let mut fewest = u32::MAX;
        for (place, open) in state.open.iter().enumerate() {
            let set = open.candidates(&state.lacking);
            if set.len() < fewest {
                fewest = set.len();
                (state.choice, state.untried) = (place, set);
                if fewest == 2 {
                    break;
                }
            }
        }
        self.depth += 1;
        if self.states.len() == self.depth {
            self.states.push(State::default());
        }
    }

    /// Sweeps until nothing follows any more.
    fn settle(&mut self, shape: &Shape) -> Result<(), DeadEnd> {
        let houses = shape.houses.len();
        let State { lacking, open, digits, .. } = &mut self.states[self.depth];
        let (once, twice) = (&mut self.once, &mut self.twice);
        loop {
            once[..houses].fill(W::EMPTY);
            twice[..houses].fill(W::EMPTY);
            let before = open.len();
            let mut dead = false;
            open.retain(|cell| {
                let set = cell.candidates(lacking);
                if set.is_at_most_one() {
                    dead |= set == W::EMPTY;
                    digits[cell.cell as usize] = set.lowest() as u8 + 1;
                    take(lacking, cell.houses, set);
                    return false;
                }
                for house in cell.houses {
                    twice[house as usize] |= once[house as usize] & set;
                    once[house as usize] |= set;
                }
                true
            });
            self.placed += (before - open.len()) as u64;
            if dead {
                return Err(DeadEnd);
            }
            // From here on `once` holds what was met exactly once and is still lacking.
            let mut hidden = W::EMPTY;
            for house in 0..houses {
                let needed = lacking[house] & self.needed[house];
                if needed & !once[house] != W::EMPTY {
                    return Err(DeadEnd);
                }
                once[house] = needed & !twice[house];
                hidden |= once[house];
            }
            if hidden == W::EMPTY {
                if before == open.len() {
                    return Ok(());
                }
                continue;
            }
            once[NO_HOUSE] = W::EMPTY;
            let before = open.len();
            open.retain(|cell| {
                let known = cell.houses.iter().fold(W::EMPTY, |set, house| set | once[*house as usize]);
                let set = known & cell.candidates(lacking);
                if set == W::EMPTY {
                    return true;
                }
                dead |= !set.is_at_most_one();
                digits[cell.cell as usize] = set.lowest() as u8 + 1;
                take(lacking, cell.houses, set);
                false
            });
            self.placed += (before - open.len()) as u64;
            if dead {
                return Err(DeadEnd);
            }
        }
    }

    /// Goes down again where the search stood when it had tried these digits; the state is that of a solution then.
    fn resume(&mut self, shape: &Shape, path: &[u8]) -> Result<(), Astray> {
        for digit in path {
            self.settle(shape).map_err(|DeadEnd| Astray)?;
            if self.states[self.depth].open.is_empty() {
                return Err(Astray);
            }
            self.branch();
            let state = &mut self.states[self.depth - 1];
            let bits = state.untried.bits();
            let bit = 1_u64.checked_shl(u32::from(*digit).wrapping_sub(1)).unwrap_or(0);
            if bits & bit == 0 {
                return Err(Astray);
            }
            state.untried = W::new(bits & !(bit - 1));
            self.descend(W::new(bit));
        }
        let solved = self.settle(shape).is_ok() && self.states[self.depth].open.is_empty();
        self.stage = Stage::Back;
        if solved { Ok(()) } else { Err(Astray) }
    }

    /// The cells of the state being worked on.
    fn digits(&self) -> &[u8] {
        &self.states[self.depth].digits
    }

    /// The digits tried in the branches under way, from the root.
    fn path(&self, path: &mut Vec<u8>) {
        path.clear();
        let branches = self.states[..=self.depth].windows(2);
        path.extend(branches.map(|pair| {
            let [above, below] = pair else { return 0 };
            below.digits[above.open[above.choice].cell as usize]
        }));
    }
}

impl<W: Word, const K: usize> Open<W, K> {
    /// What all its houses lack, as far as it is allowed.
    #[inline(always)]
    fn candidates(&self, lacking: &[W; PLACES]) -> W {
        self.houses.iter().fold(self.allowed, |set, house| set & lacking[*house as usize])
    }
}

/// A digit is placed: the houses of its cell lack it no more.
#[inline(always)]
fn take<W: Word, const K: usize>(lacking: &mut [W; PLACES], houses: [u8; K], bit: W) {
    let all = lacking[NO_HOUSE];
    for house in houses {
        lacking[house as usize] &= !bit;
    }
    lacking[NO_HOUSE] = all;
}

/// Buffers, kept from puzzle to puzzle.
#[derive(Debug, Default)]
pub(crate) struct Sweep {
    small: Stack<u16, 3>,
    small_wide: Stack<u16, 6>,
    medium: Stack<u32, 3>,
    medium_wide: Stack<u32, 6>,
    large: Stack<u64, 3>,
    large_wide: Stack<u64, 6>,
}

/// A digit tried that the puzzle does not allow there, or a way that does not end in a solution.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Astray;

/// Calls a method of the stack for this shape and its table.
macro_rules! dispatch {
    ($self:ident, $shape:ident, $table:ident, $method:ident($($argument:expr),*)) => {
        match ($shape.size, $table.width) {
            (..=16, 3) => $self.small.$method($($argument),*),
            (..=16, _) => $self.small_wide.$method($($argument),*),
            (17..=32, 3) => $self.medium.$method($($argument),*),
            (17..=32, _) => $self.medium_wide.$method($($argument),*),
            (_, 3) => $self.large.$method($($argument),*),
            (_, _) => $self.large_wide.$method($($argument),*),
        }
    };
}

impl Sweep {
    /// Searches a puzzle without clash; the shape must have a table.
    pub(crate) fn search(
        &mut self,
        shape: &Shape,
        table: &HousesOf,
        puzzle: &Puzzle,
        run: &mut Run<'_>,
    ) -> ControlFlow<End> {
        run.open_node()?;
        dispatch!(self, shape, table, load(shape, table, puzzle));
        while self.advance(shape, table, run)? {
            run.found(self.digits(shape, table))?;
        }
        ControlFlow::Continue(())
    }

    /// Starts from a puzzle without clash, or behind the solution that the digits tried led to.
    pub(crate) fn start(
        &mut self,
        shape: &Shape,
        table: &HousesOf,
        puzzle: &Puzzle,
        behind: Option<&[u8]>,
    ) -> Result<(), Astray> {
        dispatch!(self, shape, table, load(shape, table, puzzle));
        match behind {
            Some(path) => dispatch!(self, shape, table, resume(shape, path)),
            None => Ok(()),
        }
    }

    /// Goes on to the next solution; whether there was one.
    pub(crate) fn advance(
        &mut self,
        shape: &Shape,
        table: &HousesOf,
        run: &mut Run<'_>,
    ) -> ControlFlow<End, bool> {
        dispatch!(self, shape, table, advance(shape, run))
    }

    /// The solution it stands at.
    pub(crate) fn digits(&self, shape: &Shape, table: &HousesOf) -> &[u8] {
        dispatch!(self, shape, table, digits())
    }

    /// The digits tried on the way to where it stands.
    pub(crate) fn path(&self, shape: &Shape, table: &HousesOf, path: &mut Vec<u8>) {
        dispatch!(self, shape, table, path(path));
    }
}
