//! Searches for a grid and its givens at the same time. Extra cells choose the givens, and
//! constraints apply to both.
//!
//! The problem is a variant with a group of extra cells, one for each cell of the grid. A cell is
//! given if its extra cell has its second-lowest value. A person who solves the puzzle sees the
//! givens and all constraints without extra cells. The other constraints are conditions of the
//! search, for example "each given is the number of its neighbours that are givens".
//!
//! The search starts at a random solution of the variant. Each step changes one extra cell, and the
//! variant engine repairs the extra cells around it and all digits that are not given. The change
//! is accepted if the puzzle then has fewer solutions, and sometimes if it has more. A search ends
//! with a proper puzzle or after a maximum number of changes. Failure proves nothing.
//!
//! Performs badly if solutions of the variant are rare, because most repairs fail.
//!
//! Source: N. Metropolis and others, "Equation of state calculations by fast computing machines", The
//! Journal of Chemical Physics 21 (1953), for accepting changes; P. Shaw, "Using constraint programming
//! and local search methods to solve vehicle routing problems", CP 1998, for the repairs.

mod ledger;

use crate::random::Random;
use core::fmt;
use core::ops::ControlFlow;
use core::sync::atomic::{AtomicBool, Ordering};
use farandole_puzzle::Cell;
use farandole_puzzle::constraint::{Constraint, Given};
use farandole_puzzle::format::escaped;
use farandole_puzzle::variant::{Variant, check};
use farandole_solve::{Config, End, PuzzleSolver, Unsupported, VariantSearch};
pub use ledger::{FindLedger, FindRun};
use std::collections::HashSet;
use std::sync::OnceLock;

/// Maximum number of solutions counted. Counting more does not guide the search better, and a limit
/// of 2,000 doubles the time per puzzle.
const MOST_SOLUTIONS: u64 = 50;
/// Maximum number of search nodes of a repair. Most successful repairs take fewer than a hundred.
const REPAIR: u64 = 1_000;
/// Maximum number of search nodes for the random solution at the start.
const START: u64 = 200_000;
/// At the start, one in this many extra cells gets a random value.
const SHARE: usize = 4;
/// The temperature, in units of the logarithm of the number of solutions. It is constant: if it is
/// lowered from 1 to 0.1, only a third as many searches succeed.
const TEMPERATURE: f64 = 1.0;
/// The energy of a proper puzzle, the logarithm of 1.
const PROPER: f64 = 0.0;
/// The energy of an empty cell if the number of solutions exceeds the counting limit.
const GIVEN: f64 = 0.3;
/// Number of rows and columns on each side of a changed cell that a repair may change.
const REACH: usize = 2;

/// A search problem whose solution is a grid together with its givens.
#[derive(Clone, Debug)]
pub struct FindProblem {
    variant: Variant,
    /// The extra cell of each grid cell.
    shown: Vec<Cell>,
    /// The visible puzzle, without givens.
    visible: Variant,
    solver: PuzzleSolver,
    /// For each cell of the grid, the solver for repairs around it, created on first use. `None` if
    /// the engine does not support the constraints.
    repairs: Vec<OnceLock<Option<PuzzleSolver>>>,
    /// Maximum number of changes in a search.
    pub changes: u64,
}

/// The reason why a variant is not a search problem.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FindError {
    /// There is no group with this prefix.
    NoGroup(String),
    /// The group does not have one cell for each cell of the grid. Contains the two numbers of
    /// cells.
    GroupSize(usize, usize),
    /// The variant has no solution.
    NoSolution,
    /// The engine does not support the variant or one of its constraints. The string is the message.
    Unsupported(String),
}

impl fmt::Display for FindError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoGroup(prefix) => write!(f, "there is no group of extra cells V{}", escaped(prefix)),
            Self::GroupSize(found, expected) => {
                write!(
                    f,
                    "the group has {found} cells, expected one for each of the {expected} cells of the grid"
                )
            }
            Self::NoSolution => f.write_str("the constraints have no solution"),
            Self::Unsupported(what) => f.write_str(what),
        }
    }
}

impl core::error::Error for FindError {}

/// A puzzle that a search found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FoundPuzzle {
    /// The givens of the grid, row by row, with 0 for empty cells.
    pub givens: Vec<u8>,
    /// A solution of the problem: the values of all cells, extra cells included.
    pub solution: Vec<u8>,
}

impl FindProblem {
    /// Prepares a problem. `prefix` is the name of the group of extra cells that choose the givens,
    /// without the letter V of its cells.
    ///
    /// # Errors
    /// The reason why no search is possible.
    pub fn new(variant: Variant, prefix: &str, changes: u64) -> Result<Self, FindError> {
        let board = variant.board();
        let shown =
            board.group_cells(&format!("V{prefix}")).ok_or_else(|| FindError::NoGroup(prefix.into()))?;
        if shown.len() != board.grid_count() {
            return Err(FindError::GroupSize(shown.len(), board.grid_count()));
        }
        let unsupported = |unsupported: Unsupported| FindError::Unsupported(unsupported.to_string());
        let seen = variant.constraints().iter().filter(|it| !it.reads_extra(board)).cloned().collect();
        let visible = Variant::new(variant.shape(), Vec::new(), seen)
            .map_err(|error| FindError::Unsupported(error.to_string()))?;
        let solver = PuzzleSolver::new(&variant).map_err(unsupported)?;
        let config = Config { limit: 1, budget: START, ..Config::default() };
        let report = solver.count(&config).map_err(unsupported)?;
        if report.solutions == 0 && report.end == End::Exhausted {
            return Err(FindError::NoSolution);
        }
        let repairs = vec![OnceLock::new(); shown.len()];
        Ok(Self { variant, shown, visible, solver, repairs, changes })
    }

    /// Runs one search. Its result depends only on the problem, the seed and the search number.
    /// Returns `None` if it finds no proper puzzle or `stop` is set.
    pub fn search(&self, seed: u64, number: u64, stop: &AtomicBool) -> Option<FoundPuzzle> {
        let mut random = Random::new(seed, number);
        let mut state = self.random_solution(&mut random, stop)?;
        let mut energy = self.energy(&state, f64::INFINITY, stop)?;
        for _ in 0..self.changes {
            if energy == PROPER {
                break;
            }
            if stop.load(Ordering::Relaxed) {
                return None;
            }
            let Some(next) = self.changed(&state, &mut random, stop) else { continue };
            // Drawing the random number first limits the count of solutions to those needed for the
            // decision.
            let most = energy - TEMPERATURE * random.unit().ln();
            if let Some(of_next) = self.energy(&next, most, stop) {
                (state, energy) = (next, of_next);
            }
        }
        let found = FoundPuzzle { givens: self.givens(&state), solution: state };
        (energy == PROPER && self.verify(&found)).then_some(found)
    }

    /// Verifies a puzzle with code that the search does not use: the solution checker, and a
    /// variant search without the engines for classic puzzles.
    pub fn verify(&self, found: &FoundPuzzle) -> bool {
        let config = Config { limit: 2, ..Config::default() };
        let visit = &mut |_: &[u8]| ControlFlow::Continue(());
        let is_unique = self.puzzle(&found.givens).and_then(|puzzle| {
            let report =
                PuzzleSolver::new(&puzzle).ok()?.run_by(VariantSearch::DepthFirst, &config, visit).ok()?;
            Some(report.solutions == 1 && report.end == End::Exhausted)
        });
        check(&self.variant, &found.solution).is_ok()
            && self.givens(&found.solution) == found.givens
            && is_unique == Some(true)
    }

    /// Returns true if these givens, with 0 for empty cells, are a puzzle that a search may find: the visible
    /// puzzle has exactly one solution, and extra cells can satisfy the conditions.
    pub fn verify_givens(&self, givens: &[u8]) -> bool {
        let one_within = |solver: &PuzzleSolver, masks: &[u16]| {
            let config = Config { limit: 1, budget: START, ..Config::default() };
            solver.first_within(masks, &config).ok()?.0
        };
        let solution_of = |puzzle: &Variant| {
            one_within(&PuzzleSolver::new(puzzle).ok()?, &vec![u16::MAX; puzzle.cell_count()])
        };
        if givens.len() != self.shown.len() {
            return false;
        }
        let Some(grid) = self.puzzle(givens).as_ref().and_then(solution_of) else { return false };
        let show = self.variant.board().values().low() + 1;
        let mut masks = vec![u16::MAX; self.variant.cell_count()];
        for (cell, shown) in self.shown.iter().enumerate() {
            masks[cell] = self.mask(grid[cell]);
            masks[shown.index()] = match givens[cell] {
                0 => !self.mask(show),
                _ => self.mask(show),
            };
        }
        one_within(&self.solver, &masks)
            .is_some_and(|solution| self.verify(&FoundPuzzle { givens: givens.to_vec(), solution }))
    }

    /// Returns the visible puzzle without givens.
    pub const fn visible(&self) -> &Variant {
        &self.visible
    }

    /// Returns the visible puzzle with these givens.
    pub fn puzzle(&self, givens: &[u8]) -> Option<Variant> {
        let values = self.visible.board().values();
        let given = |(cell, value): (usize, &u8)| -> Option<Constraint> {
            let mask = values.mask_where(|it| it == *value);
            let cell = Cell::new(cell).filter(|_| *value != 0)?;
            Some(Given { cell, mask }.into())
        };
        let givens = givens.iter().enumerate().filter_map(given);
        let constraints = self.visible.constraints().iter().cloned().chain(givens).collect();
        Variant::new(self.visible.shape(), Vec::new(), constraints).ok()
    }

    /// Returns the givens chosen by the extra cells of a solution.
    fn givens(&self, state: &[u8]) -> Vec<u8> {
        let show = self.variant.board().values().low() + 1;
        let given =
            |(cell, shown): (usize, &Cell)| if state[shown.index()] == show { state[cell] } else { 0 };
        self.shown.iter().enumerate().map(given).collect()
    }

    /// Returns the logarithm of the number of solutions of the visible puzzle, or `None` if it
    /// exceeds `most`. Above the counting limit, the energy decreases with the number of givens.
    fn energy(&self, state: &[u8], most: f64, stop: &AtomicBool) -> Option<f64> {
        let givens = self.givens(state);
        let puzzle = self.puzzle(&givens)?;
        let limit = (most.exp() as u64).saturating_add(1).min(MOST_SOLUTIONS);
        let config = Config { limit, cancel: Some(stop), ..Config::default() };
        let report = PuzzleSolver::new(&puzzle).ok()?.count(&config).ok()?;
        let empty = givens.iter().filter(|value| **value == 0).count();
        let more = if report.solutions == MOST_SOLUTIONS { empty as f64 * GIVEN } else { 0.0 };
        let energy = (report.solutions as f64).ln() + more;
        (energy <= most).then_some(energy)
    }

    fn mask(&self, value: u8) -> u16 {
        self.variant.board().values().mask_where(|it| it == value)
    }

    /// Returns a random solution. Extra cells get random values, each kept only if a solution
    /// remains.
    fn random_solution(&self, random: &mut Random, stop: &AtomicBool) -> Option<Vec<u8>> {
        let all = u16::MAX;
        let mut masks = vec![all; self.variant.cell_count()];
        let config = |random: &mut Random| Config {
            budget: START,
            cancel: Some(stop),
            seed: random.next() | 1,
            ..Config::default()
        };
        let low = self.variant.board().values().low();
        let mut state = self.solver.first_within(&masks, &config(random)).ok()?.0?;
        for _ in 0..self.shown.len() / SHARE {
            let cell = self.shown[random.below(self.shown.len() as u32) as usize].index();
            let before = core::mem::replace(&mut masks[cell], self.mask(low + random.below(2) as u8));
            match self.solver.first_within(&masks, &Config { budget: REPAIR, ..config(random) }).ok()?.0 {
                Some(other) => state = other,
                None => masks[cell] = before,
            }
        }
        Some(state)
    }

    /// Changes a random extra cell and returns a solution with this change. Extra cells and givens far
    /// from the changed cell keep their values. Returns `None` if none is found within the budget.
    fn changed(&self, state: &[u8], random: &mut Random, stop: &AtomicBool) -> Option<Vec<u8>> {
        let low = self.variant.board().values().low();
        let center = Cell::new(random.below(self.shown.len() as u32) as usize)?;
        let mut masks = vec![u16::MAX; self.variant.cell_count()];
        for (cell, shown) in self.shown.iter().enumerate() {
            let value = state[shown.index()];
            let is_far = !self.is_near(center, cell);
            if cell == center.index() {
                masks[shown.index()] = self.mask(if value == low { low + 1 } else { low });
            } else if is_far || random.below(2) > 0 {
                masks[shown.index()] = self.mask(value);
            }
            if is_far && value == low + 1 {
                masks[cell] = self.mask(state[cell]);
            }
        }
        let config =
            Config { budget: REPAIR, cancel: Some(stop), seed: random.next() | 1, ..Config::default() };
        let solver = self.repairs[center.index()].get_or_init(|| self.repair_solver(center));
        let repaired = solver.as_ref()?.first_within(&masks, &config).ok()?.0?;
        check(&self.variant, &repaired).is_ok().then_some(repaired)
    }

    /// Returns true if a repair may change the extra cell of a cell.
    fn is_near(&self, center: Cell, cell: usize) -> bool {
        let place = |cell: Option<Cell>| cell.and_then(|cell| self.variant.board().place(cell));
        let (Some((row, col)), Some((other_row, other_col))) = (place(Some(center)), place(Cell::new(cell)))
        else {
            return false;
        };
        row.abs_diff(other_row) <= REACH && col.abs_diff(other_col) <= REACH
    }

    /// Returns a solver without the conditions on extra cells that a repair does not change. Most
    /// repairs fail at once, so propagating these conditions would take most of the time.
    fn repair_solver(&self, center: Cell) -> Option<PuzzleSolver> {
        let board = self.variant.board();
        let shown = self.shown.iter().enumerate();
        let near: HashSet<Cell> =
            shown.filter(|(cell, _)| self.is_near(center, *cell)).map(|(_, shown)| *shown).collect();
        let is_kept = |constraint: &&Constraint| {
            !constraint.reads_extra(board) || constraint.cells(board).iter().any(|cell| near.contains(cell))
        };
        let kept = self.variant.constraints().iter().filter(is_kept).cloned().collect();
        let variant = Variant::new(self.variant.shape(), self.variant.stated_groups(), kept).ok()?;
        PuzzleSolver::new(&variant).ok()
    }
}
