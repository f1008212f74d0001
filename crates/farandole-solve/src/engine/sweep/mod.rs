//! Naked and hidden singles by sweeps over the empty cells, for grids too large for [`boards`](crate::engine::bitboard) and for
//! listing.
//!
//! The state is small: for each house the digits it still lacks, and a list of the empty cells. The candidates of a
//! cell are what all its houses lack, less what was dropped there, so a placement changes a few words and nothing
//! else. A sweep looks at every empty cell once, fills those with one candidate, and notes for each house which digits it
//! met once and which twice or more; a digit met once goes where it was met. When a sweep changes nothing, locked
//! candidates are dropped; see [`Stack::drop_locked`]. Then the first cell with the fewest candidates is tried with
//! each, lowest digit first, on a copy of the state.
//!
//! Sets are words of 16, 32 or 64 bits, whatever holds N digits.
//!
//! ```text
//! lacking  house 0  house 1  ...  house 254   none     one word each; "none" stands where a cell has
//! open     cell 4 with its houses, cell 7 ...          fewer houses than slots
//! ```
//!
//! What is met in a sweep can be out of date by its end, since cells are filled on the way: sets are then too large,
//! never too small. A digit met once in such sets has one place at most, and one never met has none.
//!
//! The order of the solutions depends on nothing but the puzzle, and the digits tried on the way to a solution say
//! where in it the search stands; see [`Sweep::resume`].

mod table;

use crate::End;
use crate::limits::Run;
use core::fmt::Debug;
use core::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, ControlFlow, Not};
use farandole_puzzle::{Cell, DigitSet, Puzzle};
use table::{Crossings, NO_HOUSE};
pub(crate) use table::{Table, Tables};

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

/// For each house a word; the last place is for `NO_HOUSE`.
type ByHouse<W> = [W; 256];

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
    lacking: ByHouse<W>,
    open: Vec<Open<W, K>>,
    /// 0 where nothing was placed.
    digits: Vec<u8>,
    /// The place in `open` of the cell to branch on, and what was not tried there yet.
    choice: usize,
    untried: W,
}

impl<W: Word, const K: usize> Default for State<W, K> {
    fn default() -> Self {
        Self { lacking: [W::EMPTY; 256], open: Vec::new(), digits: Vec::new(), choice: 0, untried: W::EMPTY }
    }
}

impl<W: Word, const K: usize> State<W, K> {
    /// Becomes the other state without the open cell in this place, which is returned.
    fn copy_without(&mut self, other: &Self, place: usize, houses: usize) -> Open<W, K> {
        self.lacking[..houses].copy_from_slice(&other.lacking[..houses]);
        self.lacking[NO_HOUSE as usize] = other.lacking[NO_HOUSE as usize];
        self.open.clear();
        self.open.extend_from_slice(&other.open[..place]);
        self.open.extend_from_slice(&other.open[place + 1..]);
        self.digits.clone_from(&other.digits);
        other.open[place]
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
    needed: ByHouse<W>,
    once: ByHouse<W>,
    twice: ByHouse<W>,
    /// The candidates of the open cells, by place in the list, as they were when nothing followed any more.
    sets: Vec<W>,
    /// By crossing: the candidates of its cells, then those to drop.
    crossings: Vec<W>,
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
            needed: [W::EMPTY; 256],
            once: [W::EMPTY; 256],
            twice: [W::EMPTY; 256],
            sets: Vec::new(),
            crossings: Vec::new(),
            placed: 0,
            stage: Stage::Descend,
        }
    }
}

impl<W: Word, const K: usize> Stack<W, K> {
    /// Starts from a puzzle whose givens do not clash.
    fn load(&mut self, table: &Table, puzzle: &Puzzle) {
        let all = W::new(DigitSet::all(table.size()).bits());
        self.depth = 0;
        self.placed = 0;
        self.stage = Stage::Descend;
        if self.states.is_empty() {
            self.states.push(State::default());
        }
        let state = &mut self.states[0];
        state.lacking[..table.full().len()].fill(all);
        state.lacking[NO_HOUSE as usize] = all;
        state.open.clear();
        state.digits.clear();
        state.digits.extend_from_slice(puzzle.givens());
        for (needed, full) in self.needed.iter_mut().zip(table.full()) {
            *needed = if *full { all } else { W::EMPTY };
        }
        let restricted = puzzle.restrictions().is_some();
        for ((cell, given), houses) in puzzle.givens().iter().enumerate().zip(table.houses_of()) {
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
    fn advance(&mut self, table: &Table, run: &mut Run<'_>) -> ControlFlow<End, bool> {
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
                self.descend(table, W::new(1 << untried.lowest()));
            }
            self.stage = Stage::Back;
            let alive = self.settle(table);
            run.counters.updates += core::mem::take(&mut self.placed);
            match alive {
                Err(DeadEnd) => run.dead_end(),
                Ok(()) if self.states[self.depth].open.is_empty() => return ControlFlow::Continue(true),
                Ok(()) => self.branch(),
            }
        }
    }

    /// Tries this digit of the last branch.
    fn descend(&mut self, table: &Table, bit: W) {
        let (above, here) = self.states.split_at_mut(self.depth);
        let (parent, state) = (&mut above[self.depth - 1], &mut here[0]);
        parent.untried &= !bit;
        let Open { cell, houses, .. } = state.copy_without(parent, parent.choice, table.full().len());
        state.digits[cell as usize] = bit.lowest() as u8 + 1;
        take(&mut state.lacking, houses, bit);
    }

    /// Opens a branch on the first cell with the fewest candidates.
    fn branch(&mut self) {
        let state = &mut self.states[self.depth];
        let mut fewest = u32::MAX;
        for (place, set) in self.sets.iter().enumerate() {
            if set.len() < fewest {
                fewest = set.len();
                (state.choice, state.untried) = (place, *set);
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

    /// Fills cells and drops candidates until nothing follows any more.
    fn settle(&mut self, table: &Table) -> Result<(), DeadEnd> {
        loop {
            while self.place_singles(table.full().len())? {}
            if self.states[self.depth].open.is_empty() || !self.drop_locked(table)? {
                return Ok(());
            }
        }
    }

    /// One sweep for naked singles and, with what it met, one for hidden singles; whether a cell was filled.
    fn place_singles(&mut self, houses: usize) -> Result<bool, DeadEnd> {
        let State { lacking, open, digits, .. } = &mut self.states[self.depth];
        let (once, twice) = (&mut self.once, &mut self.twice);
        once[..houses].fill(W::EMPTY);
        twice[..houses].fill(W::EMPTY);
        let before = open.len();
        let mut kept = 0;
        for place in 0..before {
            let cell = open[place];
            let set = cell.candidates(lacking);
            if set.is_at_most_one() {
                if set == W::EMPTY {
                    return Err(DeadEnd);
                }
                digits[cell.cell as usize] = set.lowest() as u8 + 1;
                take(lacking, cell.houses, set);
                continue;
            }
            for house in cell.houses {
                twice[house as usize] |= once[house as usize] & set;
                once[house as usize] |= set;
            }
            open[kept] = cell;
            kept += 1;
        }
        open.truncate(kept);
        self.placed += (before - kept) as u64;
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
            return Ok(before != kept);
        }
        once[NO_HOUSE as usize] = W::EMPTY;
        let before = kept;
        kept = 0;
        for place in 0..before {
            let cell = open[place];
            let known = cell.houses.iter().fold(W::EMPTY, |set, house| set | once[*house as usize]);
            let set = known & cell.candidates(lacking);
            if set == W::EMPTY {
                open[kept] = cell;
                kept += 1;
                continue;
            }
            if !set.is_at_most_one() {
                return Err(DeadEnd);
            }
            digits[cell.cell as usize] = set.lowest() as u8 + 1;
            take(lacking, cell.houses, set);
        }
        open.truncate(kept);
        self.placed += (before - kept) as u64;
        Ok(true)
    }

    /// Drops what is locked: a digit whose places in a full house all lie in another house has none elsewhere in
    /// that. Whether anything was dropped; if not, `sets` is up to date.
    fn drop_locked(&mut self, table: &Table) -> Result<bool, DeadEnd> {
        let State { lacking, open, .. } = &mut self.states[self.depth];
        self.sets.clear();
        self.sets.extend(open.iter().map(|cell| cell.candidates(lacking)));
        let mut dropped = false;
        for Crossings { houses, of } in table.crossings() {
            let sets = &mut self.crossings;
            sets.clear();
            sets.resize(houses.len(), W::EMPTY);
            for (cell, set) in open.iter().zip(&self.sets) {
                sets[of[cell.cell as usize] as usize] |= *set;
            }
            let (once, twice) = (&mut self.once, &mut self.twice);
            let count = table.full().len();
            once[..count].fill(W::EMPTY);
            twice[..count].fill(W::EMPTY);
            for ((first, second), set) in houses.iter().zip(&*sets) {
                for house in [*first as usize, *second as usize] {
                    twice[house] |= once[house] & *set;
                    once[house] |= *set;
                }
            }
            // From here on `once` holds what a house must have in one crossing, and `claimed` what a house has in a
            // crossing for the sake of the other one.
            for house in 0..count {
                once[house] &= self.needed[house] & !twice[house];
            }
            once[NO_HOUSE as usize] = W::EMPTY;
            let claimed = twice;
            claimed[..count].fill(W::EMPTY);
            claimed[NO_HOUSE as usize] = W::EMPTY;
            let mut clash = W::EMPTY;
            let pairs = houses.iter().zip(&*sets);
            for ((first, second), set) in pairs.filter(|((first, second), _)| *first.max(second) != NO_HOUSE)
            {
                let (first, second) = (*first as usize, *second as usize);
                let (for_first, for_second) = (*set & once[first], *set & once[second]);
                clash |= (claimed[second] & for_first) | (claimed[first] & for_second);
                claimed[second] |= for_first;
                claimed[first] |= for_second;
            }
            if clash != W::EMPTY {
                return Err(DeadEnd);
            }
            let mut any = W::EMPTY;
            for ((first, second), set) in houses.iter().zip(sets) {
                let (first, second) = (*first as usize, *second as usize);
                *set &= (claimed[first] & !once[second]) | (claimed[second] & !once[first]);
                any |= *set;
            }
            if any != W::EMPTY {
                dropped = true;
                for (cell, set) in open.iter_mut().zip(&mut self.sets) {
                    let drop = self.crossings[of[cell.cell as usize] as usize];
                    cell.allowed &= !drop;
                    *set &= !drop;
                }
            }
        }
        Ok(dropped)
    }

    /// Goes down again where the search stood when it had tried these digits; the state is that of a solution then.
    fn resume(&mut self, table: &Table, path: &[u8]) -> Result<(), Astray> {
        for digit in path {
            self.settle(table).map_err(|DeadEnd| Astray)?;
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
            self.descend(table, W::new(bit));
        }
        let solved = self.settle(table).is_ok() && self.states[self.depth].open.is_empty();
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
    fn candidates(&self, lacking: &ByHouse<W>) -> W {
        self.houses.iter().fold(self.allowed, |set, house| set & lacking[*house as usize])
    }
}

/// A digit is placed: the houses of its cell lack it no more.
#[inline(always)]
fn take<W: Word, const K: usize>(lacking: &mut ByHouse<W>, houses: [u8; K], bit: W) {
    let all = lacking[NO_HOUSE as usize];
    for house in houses {
        lacking[house as usize] &= !bit;
    }
    lacking[NO_HOUSE as usize] = all;
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

/// Calls a method of the stack for such puzzles.
macro_rules! dispatch {
    ($self:ident, $table:ident, $method:ident($($argument:expr),*)) => {
        match ($table.size(), $table.slots()) {
            (..=16, ..=3) => $self.small.$method($($argument),*),
            (..=16, _) => $self.small_wide.$method($($argument),*),
            (17..=32, ..=3) => $self.medium.$method($($argument),*),
            (17..=32, _) => $self.medium_wide.$method($($argument),*),
            (_, ..=3) => $self.large.$method($($argument),*),
            (_, _) => $self.large_wide.$method($($argument),*),
        }
    };
}

impl Sweep {
    /// Searches a puzzle without clash; the table must fit.
    pub(crate) fn search(&mut self, table: &Table, puzzle: &Puzzle, run: &mut Run<'_>) -> ControlFlow<End> {
        run.open_node()?;
        dispatch!(self, table, load(table, puzzle));
        while self.advance(table, run)? {
            run.found(self.digits(table))?;
        }
        ControlFlow::Continue(())
    }

    /// Starts from a puzzle without clash, or behind the solution that the digits tried led to.
    pub(crate) fn start(
        &mut self,
        table: &Table,
        puzzle: &Puzzle,
        behind: Option<&[u8]>,
    ) -> Result<(), Astray> {
        dispatch!(self, table, load(table, puzzle));
        match behind {
            Some(path) => dispatch!(self, table, resume(table, path)),
            None => Ok(()),
        }
    }

    /// Goes on to the next solution; whether there was one.
    pub(crate) fn advance(&mut self, table: &Table, run: &mut Run<'_>) -> ControlFlow<End, bool> {
        dispatch!(self, table, advance(table, run))
    }

    /// The solution it stands at.
    pub(crate) fn digits(&self, table: &Table) -> &[u8] {
        dispatch!(self, table, digits())
    }

    /// The digits tried on the way to where it stands.
    pub(crate) fn path(&self, table: &Table, path: &mut Vec<u8>) {
        dispatch!(self, table, path(path));
    }
}
