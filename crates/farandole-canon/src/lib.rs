//! Canonical forms, automorphisms and symmetries of classic 9x9 Sudoku boards.
//!
//! Two boards are isomorphic when a [`Symmetry`] maps one to the other. The min-lex form of a board is the least string
//! of 81 digits among all its images, with 0 for empty cells; two boards are isomorphic exactly when their forms are equal.
//! This crate knows neither rules of solving nor text formats, and no other sizes than 9x9 with 3x3 boxes.
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
pub use form::Form;
pub use symmetry::{Orientation, ParseSymmetryError, Symmetry};

/// Makes canonical forms; holds tables of about 450 KiB, which take less than a millisecond to make, and buffers.
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
    /// Makes the tables.
    ///
    /// ```
    /// let mut canon = farandole_canon::Canon::new();
    /// assert_eq!(canon.puzzle(&[0; 81]).map(|form| form.automorphisms), Some(3_359_232));
    /// ```
    pub fn new() -> Self {
        Self { tables: tables::Tables::new(), arena: puzzle::Arena::default() }
    }

    /// The min-lex form of a solution grid (81 digits from 1 to 9, row-major); `None` if the board is not one.
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

    /// Calls `visit` with each symmetry that maps a board to its min-lex form, and gives that form; `None` if a value is
    /// greater than 9. Followed by the inverse of one of them, they are the automorphisms. Digits that the board
    /// lacks get the names that are left, in rising order.
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
        let mut search = grid::Search::new(&self.tables);
        if search.run(board).is_some() {
            search.symmetries().for_each(visit);
            return Some(search.form().board);
        }
        let form = self.puzzle(board)?.board;
        // Lines without givens may stand in any order.
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

    /// The least of all images of a set of cells (bit 9 row + column), as a board with 1 in these cells.
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
    ///
    /// Patterns with many automorphisms take time and memory: the full board, the worst, 3.4 million states.
    pub fn pattern(&mut self, cells: u128) -> Option<Form> {
        let board = core::array::from_fn(|cell| (cells >> cell & 1) as u8);
        if cells >> 81 == 0 { self.puzzle(&board) } else { None }
    }

    /// The least image of a puzzle among the symmetries that map its solution to the min-lex form of the solution.
    /// `None` if `solution` is no solution grid or does not continue the puzzle.
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

    /// The min-lex form of any board (81 values from 0, empty, to 9, row-major), a puzzle or not; `None` if a value
    /// is greater than 9. Example: [the crate](crate).
    pub fn puzzle(&mut self, board: &[u8; 81]) -> Option<Form> {
        if board.iter().fold(0, |most: u8, value| most.max(*value)) > 9 {
            return None;
        }
        // Full grids keep many states to the end; their own way has a table.
        let full = if board.contains(&0) { None } else { self.grid(board) };
        full.or_else(|| Some(self.arena.form(&board::Board::both(board))))
    }
}

/// Compiles the example of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
