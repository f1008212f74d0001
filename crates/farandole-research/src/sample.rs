//! Random solutions of a board. If there are few solutions up to renaming, they are enumerated, and
//! one is chosen: all are equally likely. Otherwise, a Gibbs sampler starts from some solution.
//!
//! A step of the sampler opens some cells and chooses one of the completions at random. The uniform
//! distribution is stationary, and steps that open most cells reach every solution in principle. The
//! number of steps is fixed, so the distribution is close to uniform, but not uniform.
//!
//! In a blank puzzle without constraints, the digits are finally renamed at random; on boards with
//! boxes, lines are exchanged as well. All grids that differ only in this are equally likely.
//!
//! Source: S. Geman, D. Geman, "Stochastic relaxation, Gibbs distributions, and the Bayesian
//! restoration of images", IEEE PAMI 6 (1984). The blocks of cells are our own choice.

use crate::grid::first_band_and_stack;
use crate::random::Random;
use core::cell::RefCell;
use core::ops::ControlFlow;
use core::sync::atomic::{AtomicBool, Ordering};
use farandole_puzzle::variant::Variant;
use farandole_puzzle::{BoxShape, ClassicPuzzle, Geometry, HouseKind, Puzzle, Regions};
use farandole_solve::{Config, End, Engine, PuzzleSolver, Solver};
use std::rc::Rc;

/// Maximum number of solutions, up to renaming, that are enumerated, with the maximum number of cells
/// for it. A 6x6 grid with boxes has 39,168. On larger boards, an enumeration rarely ends.
const FEW: [(usize, u64); 2] = [(36, 50_000), (usize::MAX, 1000)];
/// Maximum number of nodes of the enumeration per solution.
const FEW_NODES: u64 = 10;
/// Number of steps of the sampler.
const STEPS: usize = 24;
/// Maximum number of completions of a step. A step with more leaves the solution unchanged, which
/// keeps the uniform distribution stationary.
const COMPLETIONS: u64 = 300;
/// Maximum number of nodes of a step, with the same effect.
const STEP_NODES: u64 = 5000;
/// One in this many cells receives a random value at the start of the sampler for variants.
const SHARE: usize = 6;

/// A board whose solutions are drawn.
pub(crate) enum Board<'a> {
    /// Houses and candidates only.
    Classic(&'a ClassicPuzzle),
    /// Any constraints, with a solver for them.
    Variant(&'a Variant, PuzzleSolver),
}

/// A puzzle, and all its solutions one after the other if there are few.
type Known = (Puzzle, Option<Rc<[u8]>>);

thread_local! {
    /// The solutions of the last board with few solutions, or `None` if it has many. Most runs draw
    /// all solutions from one board.
    static LAST: RefCell<Option<Known>> = const { RefCell::new(None) };
}

/// Returns a random solution with the values of all cells; see the module. Returns `None` if there is
/// none, if none was found within the budget, or if `stop` is set.
pub(crate) fn random_solution(
    board: &Board<'_>,
    budget: u64,
    stop: &AtomicBool,
    random: &mut Random,
) -> Option<Vec<u8>> {
    let mut now = match board.few(stop)? {
        Some(all) => {
            let cells = board.cell_count();
            let chosen = random.below((all.len() / cells) as u32) as usize;
            all.get(chosen * cells..(chosen + 1) * cells)?.to_vec()
        }
        None => {
            let mut now = board.start(budget, stop, random)?;
            for _ in 0..STEPS {
                board.step(&mut now, stop, random);
            }
            now
        }
    };
    if stop.load(Ordering::Relaxed) {
        return None;
    }
    if let Board::Classic(puzzle) = board
        && board.is_blank()
    {
        exchange_lines(puzzle.geometry(), &mut now, random);
        let mut names: Vec<u8> = (1..=puzzle.size() as u8).collect();
        random.shuffle(&mut names);
        now.iter_mut().for_each(|digit| *digit = names[usize::from(*digit) - 1]);
    }
    Some(now)
}

impl Board<'_> {
    fn cell_count(&self) -> usize {
        match self {
            Self::Classic(puzzle) => puzzle.geometry().cell_count(),
            Self::Variant(variant, _) => variant.cell_count(),
        }
    }

    /// Returns true if all digits are interchangeable.
    fn is_blank(&self) -> bool {
        matches!(self, Self::Classic(puzzle) if puzzle.given_count() == 0 && puzzle.restrictions().is_none())
    }

    /// Returns all solutions one after the other, or `None` if there are many. Of a blank puzzle, only
    /// those with 1 to N in the first row are returned. The outer `None` means that `stop` was set.
    fn few(&self, stop: &AtomicBool) -> Option<Option<Rc<[u8]>>> {
        let is_known = |puzzle: &Puzzle| match (self, puzzle) {
            (Self::Classic(one), Puzzle::Classic(other)) => *one == other,
            (Self::Variant(one, _), Puzzle::Variant(other)) => *one == other,
            _ => false,
        };
        let known = LAST.with_borrow(|last| {
            let (_, found) = last.as_ref().filter(|(puzzle, _)| is_known(puzzle))?;
            Some(found.clone())
        });
        if known.is_some() {
            return known;
        }
        let few = FEW.iter().find(|(cells, _)| self.cell_count() <= *cells).map_or(0, |(_, few)| *few);
        let config =
            Config { limit: few + 1, budget: FEW_NODES * few, cancel: Some(stop), ..Config::default() };
        let mut cells = vec![Allowed::Any; self.cell_count()];
        if let Self::Classic(puzzle) = self
            && self.is_blank()
        {
            let first_row = cells.iter_mut().zip(1..=puzzle.size() as u8);
            first_row.for_each(|(allowed, digit)| *allowed = Allowed::Value(digit));
        }
        let mut all = Vec::new();
        let end = self.completions(&cells, &config, &mut |values| all.extend_from_slice(values));
        if end == Some(End::Cancelled) {
            return None;
        }
        let found: Option<Rc<[u8]>> = (end == Some(End::Exhausted)).then(|| all.into());
        let puzzle = match self {
            Self::Classic(puzzle) => (*puzzle).clone().into(),
            Self::Variant(variant, _) => (*variant).clone().into(),
        };
        LAST.set(Some((puzzle, found.clone())));
        Some(found)
    }

    /// Visits the solutions in which each cell holds an allowed value.
    fn completions(
        &self,
        allowed: &[Allowed],
        config: &Config<'_>,
        visit: &mut dyn FnMut(&[u8]),
    ) -> Option<End> {
        let mut visit = |values: &[u8]| {
            visit(values);
            ControlFlow::Continue(())
        };
        match self {
            Self::Classic(puzzle) => {
                let digit = |(given, allowed): (&u8, &Allowed)| match allowed {
                    Allowed::Value(digit) => *digit,
                    Allowed::Any | Allowed::Mask(_) => *given,
                };
                let givens: Vec<u8> = puzzle.givens().iter().zip(allowed).map(digit).collect();
                let mut inner = ClassicPuzzle::new(puzzle.geometry().clone(), &givens).ok()?;
                if let Some(restrictions) = puzzle.restrictions() {
                    inner = inner.with_restrictions(restrictions).ok()?;
                }
                Some(Solver::new(Engine::Auto).run(&inner, config, &mut visit).ok()?.end)
            }
            Self::Variant(variant, solver) => {
                let values = variant.board().values();
                let mask = |allowed: &Allowed| match allowed {
                    Allowed::Any => u16::MAX,
                    Allowed::Value(value) => values.mask_where(|it| it == *value),
                    Allowed::Mask(mask) => *mask,
                };
                let masks: Vec<u16> = allowed.iter().map(mask).collect();
                Some(solver.run_within(&masks, config, &mut visit).ok()?.end)
            }
        }
    }

    /// Returns some solution, which depends on the random numbers.
    fn start(&self, budget: u64, stop: &AtomicBool, random: &mut Random) -> Option<Vec<u8>> {
        match self {
            Self::Classic(puzzle) => some_grid(puzzle, budget, stop, random),
            Self::Variant(variant, solver) => some_values(variant, solver, budget, stop, random),
        }
    }

    /// Opens some cells and chooses one of the completions; all of them are equally likely.
    fn step(&self, now: &mut Vec<u8>, stop: &AtomicBool, random: &mut Random) {
        let allowed = self.opened(now, random);
        let config =
            Config { limit: COMPLETIONS + 1, budget: STEP_NODES, cancel: Some(stop), ..Config::default() };
        let (mut count, mut chosen) = (0, now.clone());
        let end = self.completions(&allowed, &config, &mut |values| {
            // Reservoir sampling: the n-th completion replaces the chosen one with probability 1/n.
            count += 1;
            if random.below(count) == 0 {
                chosen.copy_from_slice(values);
            }
        });
        if end == Some(End::Exhausted) {
            *now = chosen;
        }
    }

    /// Opens random cells: either the cells with some of the values, which must keep these values, or
    /// each cell with the same probability. Cells outside of the grid are always open.
    ///
    /// The second choice does not depend on the solution, and the first depends only on what every
    /// completion keeps. Otherwise, the uniform distribution would not be stationary.
    fn opened(&self, now: &[u8], random: &mut Random) -> Vec<Allowed> {
        let (grid, mut values): (Vec<usize>, Vec<u8>) = match self {
            Self::Classic(puzzle) => ((0..now.len()).collect(), (1..=puzzle.size() as u8).collect()),
            Self::Variant(variant, _) => {
                let board = variant.board();
                (board.grid().map(|cell| cell.index()).collect(), board.values().iter().collect())
            }
        };
        let mut allowed = vec![Allowed::Any; now.len()];
        if random.below(2) == 0 {
            let percent = 30 + random.below(50);
            for cell in grid {
                if random.below(100) >= percent {
                    allowed[cell] = Allowed::Value(now[cell]);
                }
            }
            return allowed;
        }
        random.shuffle(&mut values);
        values.truncate(2 + random.below(3) as usize);
        let kept = match self {
            // Each row has a closed cell for every other digit.
            Self::Classic(_) => Allowed::Any,
            Self::Variant(variant, _) => {
                Allowed::Mask(variant.board().values().mask_where(|it| values.contains(&it)))
            }
        };
        for cell in grid {
            allowed[cell] = if values.contains(&now[cell]) { kept } else { Allowed::Value(now[cell]) };
        }
        allowed
    }
}

/// The values that a cell may hold.
#[derive(Clone, Copy)]
enum Allowed {
    Any,
    Value(u8),
    /// Bit `v - low` represents the value v.
    Mask(u16),
}

/// Returns a solution grid. Some digits are drawn at random and a search completes the grid.
fn some_grid(puzzle: &ClassicPuzzle, budget: u64, stop: &AtomicBool, random: &mut Random) -> Option<Vec<u8>> {
    let (geometry, size) = (puzzle.geometry(), puzzle.size());
    if **geometry == Geometry::classic() && puzzle.given_count() == 0 && puzzle.restrictions().is_none() {
        let start = ClassicPuzzle::new(geometry.clone(), &first_band_and_stack(random)).ok()?;
        return Some(Solver::new(Engine::Auto).first(&start, &Config::default()).ok()?.0?.digits().to_vec());
    }
    let mut solver = Solver::new(Engine::Auto);
    // More random digits are more likely to contradict each other, so each retry uses fewer.
    let mut count = size * size / 4;
    for _ in 0..40 {
        if stop.load(Ordering::Relaxed) {
            return None;
        }
        let mut givens = puzzle.givens().to_vec();
        for _ in 0..count {
            let cell = random.below((size * size) as u32) as usize;
            let digit = random.below(size as u32) as u8 + 1;
            if givens[cell] == 0 && fits(geometry, &givens, cell, digit) {
                givens[cell] = digit;
            }
        }
        let mut start = ClassicPuzzle::new(geometry.clone(), &givens).ok()?;
        if let Some(restrictions) = puzzle.restrictions() {
            start = start.with_restrictions(restrictions).ok()?;
        }
        let config = Config { limit: 1, budget, cancel: Some(stop), ..Config::default() };
        if let Ok((Some(grid), _)) = solver.first(&start, &config) {
            return Some(grid.digits().to_vec());
        }
        count = count * 7 / 8;
    }
    None
}

/// Returns true if no house of the cell contains the digit.
fn fits(geometry: &Geometry, givens: &[u8], cell: usize, digit: u8) -> bool {
    let mut houses = geometry.houses().filter(|house| house.cells.iter().any(|it| it.index() == cell));
    houses.all(|house| house.cells.iter().all(|it| givens[it.index()] != digit))
}

/// Assigns random values as long as a search within the budget finds a solution with them.
fn some_values(
    variant: &Variant,
    solver: &PuzzleSolver,
    budget: u64,
    stop: &AtomicBool,
    random: &mut Random,
) -> Option<Vec<u8>> {
    let config = Config { limit: 1, budget, cancel: Some(stop), ..Config::default() };
    let mut masks = vec![u16::MAX; variant.cell_count()];
    let mut solution = solver.first_within(&masks, &config).ok()?.0?;
    let cells: Vec<usize> = variant.board().grid().map(|cell| cell.index()).collect();
    let values: Vec<u8> = variant.board().values().iter().collect();
    for _ in 0..cells.len().div_ceil(SHARE) {
        if stop.load(Ordering::Relaxed) {
            return None;
        }
        let cell = cells[random.below(cells.len() as u32) as usize];
        let value = values[random.below(values.len() as u32) as usize];
        let mask = variant.board().values().mask_where(|it| it == value);
        let before = core::mem::replace(&mut masks[cell], mask);
        match solver.first_within(&masks, &config).ok()?.0 {
            Some(other) => solution = other,
            None => masks[cell] = before,
        }
    }
    Some(solution)
}

/// Exchanges lines at random, if the houses are only rows, columns and boxes: chutes with chutes, and
/// lines within a chute.
fn exchange_lines(geometry: &Geometry, digits: &mut [u8], random: &mut Random) {
    let size = geometry.size();
    let is_line = |kind| matches!(kind, HouseKind::Row(_) | HouseKind::Col(_) | HouseKind::Box(_));
    let (rows, cols) = match *geometry.regions() {
        Regions::Boxes(BoxShape { box_rows, box_cols }) => (box_rows, box_cols),
        Regions::None => (size, size),
        Regions::Irregular(_) => return,
    };
    if !geometry.houses().all(|house| is_line(house.kind)) {
        return;
    }
    let (rows, cols) = (shuffled_lines(size, rows, random), shuffled_lines(size, cols, random));
    let before = digits.to_vec();
    for (row, from_row) in rows.into_iter().enumerate() {
        for (col, from_col) in cols.iter().enumerate() {
            digits[row * size + col] = before[from_row * size + from_col];
        }
    }
}

/// Returns the lines in a random order that keeps chutes of `height` lines together.
fn shuffled_lines(size: usize, height: usize, random: &mut Random) -> Vec<usize> {
    let mut chutes: Vec<usize> = (0..size / height).collect();
    random.shuffle(&mut chutes);
    let lines = chutes.into_iter().flat_map(|chute| {
        let mut lines: Vec<usize> = (chute * height..(chute + 1) * height).collect();
        random.shuffle(&mut lines);
        lines
    });
    lines.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::batched_queries::NEVER;
    use farandole_puzzle::format::iss;
    use std::collections::HashMap;

    /// Checks that counts are those of a uniform distribution, by a test that fails for one in 10,000
    /// seeds.
    fn is_uniform(counts: &[u32], expected: &[f64], name: &str) {
        // A class without grids has no share, and adds no degree of freedom.
        let classes: Vec<(&u32, &f64)> =
            counts.iter().zip(expected).filter(|(_, share)| **share > 0.0).collect();
        assert!(counts.iter().zip(expected).all(|(count, share)| *share > 0.0 || *count == 0), "{name}");
        let total: f64 = expected.iter().sum();
        let all: f64 = counts.iter().map(|count| f64::from(*count)).sum();
        let square = |(count, share): (&u32, &f64)| {
            let expected = all * share / total;
            (f64::from(*count) - expected).powi(2) / expected
        };
        let freedom = (classes.len() - 1) as f64;
        let chi_square: f64 = classes.into_iter().map(square).sum();
        // The cube root of a chi-square over its degrees of freedom is nearly normal (Wilson, Hilferty 1931).
        let part = 2.0 / (9.0 * freedom);
        let deviation = ((chi_square / freedom).cbrt() - (1.0 - part)) / part.sqrt();
        assert!(deviation < 3.72, "{name}: chi-square {chi_square:.1}, {freedom} degrees of freedom");
    }

    fn blank(geometry: Geometry) -> ClassicPuzzle {
        let cells = geometry.cell_count();
        ClassicPuzzle::new(geometry.into(), &vec![0; cells]).unwrap()
    }

    /// Returns all solutions, which must be few.
    fn all(board: &Board<'_>) -> Vec<Vec<u8>> {
        let mut all = Vec::new();
        let config = Config { limit: u64::MAX, ..Config::default() };
        board.completions(&vec![Allowed::Any; board.cell_count()], &config, &mut |it| all.push(it.to_vec()));
        all
    }

    #[test]
    fn few_solutions_are_equally_likely() {
        let classic = blank(Geometry::boxes(4, 2, 2).unwrap());
        let thermo = iss::read(".Shape~4x4.Thermo~R1C1~R1C2~R2C2").unwrap();
        let solver = PuzzleSolver::new(&thermo).unwrap();
        let boards = [Board::Classic(&classic), Board::Variant(&thermo, solver)];
        for (board, name) in boards.iter().zip(["4x4", "4x4 with a thermometer"]) {
            let all = all(board);
            let index: HashMap<&[u8], usize> = all.iter().map(Vec::as_slice).zip(0..).collect();
            let mut counts = vec![0; all.len()];
            for stream in 0..20 * all.len() as u64 {
                let one = random_solution(board, 1000, &NEVER, &mut Random::new(1, stream)).unwrap();
                counts[index[&one[..]]] += 1;
            }
            is_uniform(&counts, &vec![1.0; counts.len()], name);
        }
    }

    #[test]
    fn solutions_of_6x6_boards_are_equally_likely() {
        let map = crate::layout::random_layout(6, &mut Random::new(8, 0));
        let jigsaw = blank(Geometry::irregular(6, &map).unwrap());
        let boxes = blank(Geometry::boxes(6, 2, 3).unwrap());
        for (puzzle, name) in [(&boxes, "6x6"), (&jigsaw, "6x6 jigsaw")] {
            let board = Board::Classic(puzzle);
            let few = board.few(&NEVER).unwrap().unwrap();
            // The class of a grid is a hash of the grid in which the first row is 123456.
            let class = |grid: &[u8]| {
                let mut name = [0_u8; 7];
                grid[..6].iter().zip(1..).for_each(|(digit, place)| name[usize::from(*digit)] = place);
                let renamed = grid.iter().map(|digit| name[usize::from(*digit)]);
                renamed.fold(7_u64, |hash, digit| (hash ^ u64::from(digit)).wrapping_mul(0x100_0000_01b3))
                    % 199
            };
            let (mut expected, mut counts) = (vec![0.0; 199], vec![0; 199]);
            few.chunks(36).for_each(|grid| expected[class(grid) as usize] += 1.0);
            for stream in 0..8000 {
                let one = random_solution(&board, 1000, &NEVER, &mut Random::new(2, stream)).unwrap();
                counts[class(&one) as usize] += 1;
            }
            is_uniform(&counts, &expected, name);
        }
    }

    #[test]
    fn steps_keep_the_uniform_distribution_and_reach_every_solution() {
        // The sampler starts from the same solution each time, without exchanges and renaming.
        let thermo = iss::read(".Shape~4x4.Thermo~R1C1~R1C2~R2C2").unwrap();
        let classic = blank(Geometry::boxes(4, 2, 2).unwrap());
        let solver = PuzzleSolver::new(&thermo).unwrap();
        let boards = [Board::Classic(&classic), Board::Variant(&thermo, solver)];
        for (board, name) in boards.iter().zip(["4x4", "4x4 with a thermometer"]) {
            let all = all(board);
            let index: HashMap<&[u8], usize> = all.iter().map(Vec::as_slice).zip(0..).collect();
            let mut counts = vec![0; all.len()];
            for stream in 0..15 * all.len() as u64 {
                let (mut now, mut random) = (all[0].clone(), Random::new(3, stream));
                for _ in 0..STEPS {
                    board.step(&mut now, &NEVER, &mut random);
                }
                counts[index[&now[..]]] += 1;
            }
            is_uniform(&counts, &vec![1.0; counts.len()], name);
        }
    }

    #[test]
    fn solutions_of_large_boards_differ() {
        for size in [8, 10, 16] {
            let puzzle = blank(Geometry::usual(size).unwrap());
            let one = |stream| {
                random_solution(&Board::Classic(&puzzle), 20_000, &NEVER, &mut Random::new(4, stream))
                    .unwrap()
            };
            let grids: Vec<Vec<u8>> = (0..4).map(one).collect();
            assert!(grids.iter().all(|grid| farandole_puzzle::check::check(&puzzle, grid).is_ok()), "{size}");
            assert!((1..4).all(|at| grids[at] != grids[0]), "{size}");
        }
    }
}
