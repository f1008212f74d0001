//! Canonical (min-lex) forms, automorphisms and symmetries of classic 9x9 Sudoku boards.
//!
//! Two boards are isomorphic if a [`Symmetry`] maps one to the other. The min-lex form of a board is the
//! least string of 81 digits among all its images, with 0 for empty cells. Two boards are isomorphic if
//! and only if their forms are equal.
//!
//! ```
//! use farandole_canon::Canon;
//!
//! let line = b"000000010400000000020000000000050407008000300001090000300400200050100000000806000";
//! let board = line.map(|symbol| symbol - b'0');
//! let mut canon = Canon::new();
//! let form = canon.puzzle(&board).expect("digits up to 9");
//! assert_eq!(form.symmetry.apply(&board), form.board);
//! let turned: [u8; 81] = core::array::from_fn(|cell| board[80 - cell]);
//! assert_eq!(canon.puzzle(&turned).map(|form| form.board), Some(form.board));
//! ```
//!
//! The crate does not solve puzzles or parse text formats, and supports only 9x9 boards with 3x3
//! boxes. It requires only `alloc`.
#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;

mod band;
mod board;
mod form;
mod grid;
mod puzzle;
mod stack;
mod state;
mod symmetry;
mod tables;

pub use band::{BandClass, Bands};
use core::sync::atomic::AtomicBool;
pub use form::Form;
pub use symmetry::{Orientation, ParseSymmetryError, Symmetry};

/// Computes canonical forms. Contains tables of about 450 KiB, which are built in less than a
/// millisecond, and buffers that are reused from board to board.
///
/// ```
/// let canon = farandole_canon::Canon::new();
/// ```
#[derive(Clone, Debug)]
pub struct Canon {
    tables: tables::Tables,
    arena: puzzle::Arena,
}

impl Default for Canon {
    fn default() -> Self {
        Self::new()
    }
}

impl Canon {
    /// Builds the tables.
    ///
    /// ```
    /// let mut canon = farandole_canon::Canon::new();
    /// assert_eq!(canon.puzzle(&[0; 81]).map(|form| form.automorphisms), Some(3_359_232));
    /// ```
    pub fn new() -> Self {
        Self { tables: tables::Tables::new(), arena: puzzle::Arena::default() }
    }

    /// Returns the min-lex form of a solution grid (81 digits from 1 to 9, row-major), or `None` if
    /// the board is not a solution grid.
    ///
    /// Cost: below a microsecond.
    ///
    /// ```
    /// use farandole_canon::Canon;
    ///
    /// let line = b"639241785284765193517983624123857946796432851458619237342178569861594372975326418";
    /// let form = Canon::new().grid(&line.map(|symbol| symbol - b'0')).expect("a grid");
    /// let least = "123456789456789123798231564234675918815943276967812435379164852582397641641528397";
    /// assert_eq!(form.to_string(), least);
    /// assert_eq!(Canon::new().grid(&[1; 81]), None);
    /// ```
    pub fn grid(&self, grid: &[u8; 81]) -> Option<Form> {
        let mut search = grid::Search::new(&self.tables);
        search.run(grid)?;
        Some(search.form())
    }

    /// Calls `visit` with each symmetry that maps a board to its min-lex form, and returns that form. Returns
    /// `None` without visiting anything if a value is greater than 9.
    ///
    /// Fix one of the symmetries; composing its inverse with each of them gives the automorphisms.
    /// Digits that the board lacks get the remaining names in ascending order.
    ///
    /// ```
    /// use farandole_canon::Canon;
    ///
    /// let line = b"123456789456789123789123456231564897564897231897231564312645978645978312978312645";
    /// let grid = line.map(|symbol| symbol - b'0');
    /// let mut count = 0;
    /// let form = Canon::new().each_symmetry(&grid, |symmetry| {
    ///     assert_eq!(symmetry.apply(&grid), grid);
    ///     count += 1;
    /// });
    /// assert_eq!((form, count), (Some(grid), 648));
    /// ```
    pub fn each_symmetry(&mut self, board: &[u8; 81], mut visit: impl FnMut(Symmetry)) -> Option<[u8; 81]> {
        // Solution grids have a faster path.
        let mut search = grid::Search::new(&self.tables);
        if search.run(board).is_some() {
            search.symmetries().for_each(visit);
            return Some(search.form().board);
        }
        let form = self.puzzle(board)?.board;
        // The search keeps one representative for all orders of lines without givens. It is
        // expanded here.
        let is_blank_row = core::array::from_fn(|row| form[9 * row..9 * row + 9] == [0; 9]);
        let is_blank_col = core::array::from_fn(|col| form[col..].iter().step_by(9).all(|cell| *cell == 0));
        let (rows, cols) = (symmetry::blank_orders(is_blank_row), symmetry::blank_orders(is_blank_col));
        for symmetry in self.arena.symmetries() {
            for rows in &rows {
                cols.iter().for_each(|cols| visit(symmetry.reordered(rows, cols)));
            }
        }
        Some(form)
    }

    /// Returns the least image of a set of cells (bit `9 * row + column`) as a board with 1 in these cells,
    /// or `None` if a bit above the 81st is set.
    ///
    /// Patterns with many automorphisms take time and memory. The worst case is the full board, with 3.4
    /// million states of 32 bytes.
    ///
    /// ```
    /// use farandole_canon::Canon;
    ///
    /// let mut canon = Canon::new();
    /// let form = canon.pattern(1 << 40 | 1 << 80).expect("cells of the board");
    /// assert_eq!(canon.pattern(1 | 1 << 40).expect("cells of the board").board, form.board);
    /// assert_eq!(form.automorphisms, 2304);
    /// assert_eq!(canon.pattern(1 << 81), None);
    /// ```
    pub fn pattern(&mut self, cells: u128) -> Option<Form> {
        self.pattern_until(cells, &AtomicBool::new(false))
    }

    /// Returns the least image of a set of cells like [`pattern`](Self::pattern), or `None` if `stop` becomes
    /// true before it is found.
    ///
    /// ```
    /// use core::sync::atomic::AtomicBool;
    /// use farandole_canon::Canon;
    ///
    /// // The full board takes tenths of a second.
    /// assert_eq!(Canon::new().pattern_until((1 << 81) - 1, &AtomicBool::new(true)), None);
    /// ```
    pub fn pattern_until(&mut self, cells: u128, stop: &AtomicBool) -> Option<Form> {
        let board = core::array::from_fn(|cell| (cells >> cell & 1) as u8);
        if cells >> 81 == 0 { self.puzzle_until(&board, stop) } else { None }
    }

    /// Returns the least image of a puzzle among the symmetries that map its solution to the min-lex form of
    /// the solution. Returns `None` if `solution` is not a solution grid or does not complete the puzzle.
    ///
    /// For proper puzzles this is also a canonical form. It usually differs from the one of
    /// [`puzzle`](Self::puzzle), the least of all images.
    ///
    /// ```
    /// use farandole_canon::Canon;
    ///
    /// let line = b"123456789456789123789123456231564897564897231897231564312645978645978312978312645";
    /// let grid = line.map(|symbol| symbol - b'0');
    /// let mut puzzle = grid;
    /// puzzle[..27].fill(0);
    /// let form = Canon::new().solved(&puzzle, &grid).expect("a puzzle of this grid");
    /// assert_eq!((form.board, form.automorphisms), (puzzle, 108));
    /// ```
    pub fn solved(&self, puzzle: &[u8; 81], solution: &[u8; 81]) -> Option<Form> {
        if puzzle.iter().zip(solution).any(|(given, digit)| *given != 0 && given != digit) {
            return None;
        }
        let mut search = grid::Search::new(&self.tables);
        search.run(solution)?;
        // Few grids have several symmetries to their form. In that case, the least image is used.
        let mut best: Option<Form> = None;
        for symmetry in search.symmetries() {
            let board = symmetry.apply(puzzle);
            match &mut best {
                Some(form) if form.board < board => {}
                Some(form) if form.board == board => form.automorphisms += 1,
                _ => best = Some(Form { board, symmetry, automorphisms: 1 }),
            }
        }
        best
    }

    /// Returns the min-lex form of any board, which need not be a proper puzzle. The board has 81
    /// values, row-major, 0 for empty cells. Returns `None` if a value is greater than 9.
    ///
    /// Cost: about a microsecond for a puzzle with 17 givens. Boards with many automorphisms, such as those
    /// with one digit in all cells, take far longer. For an example, see [the crate](crate).
    pub fn puzzle(&mut self, board: &[u8; 81]) -> Option<Form> {
        self.puzzle_until(board, &AtomicBool::new(false))
    }

    /// Returns the min-lex form of any board like [`puzzle`](Self::puzzle), or `None` if `stop`
    /// becomes true before it is found. The flag is checked about every 0.1 ms.
    pub fn puzzle_until(&mut self, board: &[u8; 81], stop: &AtomicBool) -> Option<Form> {
        if board.iter().fold(0, |most: u8, value| most.max(*value)) > 9 {
            return None;
        }
        // The row-by-row search would keep many states for full grids, so these take a separate
        // path that uses a table.
        let full = if board.contains(&0) { None } else { self.grid(board) };
        full.or_else(|| self.arena.form(&board::Board::both(board), stop))
    }
}

/// Compiles the example in the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
