//! A random solution of a board with constraints.
//!
//! If the only constraints are houses, the solution is the random grid of the generator for classic
//! puzzles. Otherwise, random values are assigned one by one, and each is kept if a solution
//! remains.

use crate::general::random_grid;
use crate::grid::first_band_and_stack;
use crate::random::Random;
use core::sync::atomic::{AtomicBool, Ordering};
use farandole_puzzle::constraint::{Constraint, Given};
use farandole_puzzle::variant::Variant;
use farandole_puzzle::{Cell, ClassicPuzzle, Geometry};
use farandole_solve::{Config, Engine, PuzzleSolver, Solver};
use std::sync::Arc;

/// One in this many cells receives a random value. More values make solutions more random, but each
/// requires a search.
const SHARE: usize = 6;

/// Returns a random solution, with the values of all cells. Returns `None` if none was found within
/// the budget. The distribution is not uniform.
pub(super) fn random_solution(
    base: &Variant,
    budget: u64,
    stop: &AtomicBool,
    random: &mut Random,
) -> Option<Vec<u8>> {
    match base.to_puzzle().filter(|puzzle| puzzle.given_count() == 0) {
        Some(puzzle) if **puzzle.geometry() == Geometry::classic() => {
            let board = first_band_and_stack(random);
            let puzzle = ClassicPuzzle::new(Arc::clone(puzzle.geometry()), &board).ok()?;
            let (grid, _) = Solver::new(Engine::Auto).first(&puzzle, &Config::default()).ok()?;
            grid.map(|grid| grid.digits().to_vec())
        }
        Some(puzzle) => {
            let mut solver = Solver::new(Engine::Auto);
            let grid = random_grid(puzzle.geometry(), budget, stop, &mut solver, random)?;
            Some(grid.digits().to_vec())
        }
        None => by_placing(base, budget, stop, random),
    }
}

/// Assigns random values as long as a search within the budget finds a solution with them.
fn by_placing(base: &Variant, budget: u64, stop: &AtomicBool, random: &mut Random) -> Option<Vec<u8>> {
    let config = Config { limit: 1, budget, cancel: Some(stop), ..Config::default() };
    let first = |constraints: &[Constraint]| {
        let variant = Variant::new(base.shape(), base.stated_groups(), constraints.to_vec()).ok()?;
        PuzzleSolver::new(&variant).ok()?.first(&config).ok()?.0
    };
    let mut constraints = base.constraints().to_vec();
    let mut solution = first(&constraints)?;
    let cells: Vec<Cell> = base.board().grid().collect();
    let values: Vec<u8> = base.board().values().iter().collect();
    for _ in 0..cells.len().div_ceil(SHARE) {
        if stop.load(Ordering::Relaxed) {
            return None;
        }
        let cell = cells[random.below(cells.len() as u32) as usize];
        let value = values[random.below(values.len() as u32) as usize];
        let mask = base.board().values().mask_where(|it| it == value);
        if base.domains()[cell.index()] & mask == 0 {
            continue;
        }
        constraints.push(Given { cell, mask }.into());
        match first(&constraints) {
            Some(other) => solution = other,
            None => drop(constraints.pop()),
        }
    }
    Some(solution)
}
