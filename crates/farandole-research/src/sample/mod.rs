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
//! The sampler is generic, so that a program that draws only classic grids does not contain the engine for variants.
//!
//! Source: S. Geman, D. Geman, "Stochastic relaxation, Gibbs distributions, and the Bayesian
//! restoration of images", IEEE PAMI 6 (1984). The blocks of cells are our own choice.

mod classic;
mod variant;

pub(crate) use variant::VariantBoard;

use crate::random::Random;
use core::cell::RefCell;
use core::sync::atomic::{AtomicBool, Ordering};
use farandole_solve::{Config, End};
use std::rc::Rc;
use std::thread::LocalKey;

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

/// A board whose solutions are drawn.
pub(crate) trait Board {
    /// A copy of the board.
    type Copy: 'static;

    /// Returns a copy, by which the solutions are remembered.
    fn copy(&self) -> Self::Copy;

    /// Returns true if `copy` is a copy of this board.
    fn is_copy(&self, copy: &Self::Copy) -> bool;

    /// Returns the place where the solutions of the last board of this type are remembered.
    fn last() -> &'static LocalKey<Last<Self::Copy>>;

    /// Returns the number of cells, including those outside of the grid.
    fn cell_count(&self) -> usize;

    /// Returns the 0-based indices of the cells of the grid.
    fn grid(&self) -> Vec<usize>;

    /// Returns the values of the board, ascending.
    fn values(&self) -> Vec<u8>;

    /// Returns what an open cell may hold if it holds one of these values.
    fn kept(&self, values: &[u8]) -> Allowed;

    /// Returns what each cell may hold in the solutions that [`relabel`](Self::relabel) turns into all solutions.
    fn representatives(&self) -> Vec<Allowed>;

    /// Replaces a solution by a random one that differs from it only in names of values and in the order of lines.
    fn relabel(&self, solution: &mut [u8], random: &mut Random);

    /// Visits the solutions in which each cell holds an allowed value. Returns `None` if the board does not support
    /// these values.
    fn completions(
        &self,
        allowed: &[Allowed],
        config: &Config<'_>,
        visit: &mut dyn FnMut(&[u8]),
    ) -> Option<End>;

    /// Returns some solution, which depends on the random numbers.
    fn start(&self, budget: u64, stop: &AtomicBool, random: &mut Random) -> Option<Vec<u8>>;
}

/// The solutions of the last board, one after the other, or `None` if it has many. Most runs draw all solutions from
/// one board.
type Last<B> = RefCell<Option<(B, Option<Rc<[u8]>>)>>;

/// Returns a random solution with the values of all cells; see the module. Returns `None` if there is
/// none, if none was found within the budget, or if `stop` is set.
pub(crate) fn random_solution<B: Board>(
    board: &B,
    budget: u64,
    stop: &AtomicBool,
    random: &mut Random,
) -> Option<Vec<u8>> {
    let mut now = match few(board, stop)? {
        Some(all) => {
            let cells = board.cell_count();
            let chosen = random.below((all.len() / cells) as u32) as usize;
            all.get(chosen * cells..(chosen + 1) * cells)?.to_vec()
        }
        None => {
            let mut now = board.start(budget, stop, random)?;
            for _ in 0..STEPS {
                step(board, &mut now, stop, random);
            }
            now
        }
    };
    if stop.load(Ordering::Relaxed) {
        return None;
    }
    board.relabel(&mut now, random);
    Some(now)
}

/// Returns all representatives one after the other, or `None` if there are many. The outer `None` means that `stop`
/// was set.
fn few<B: Board>(board: &B, stop: &AtomicBool) -> Option<Option<Rc<[u8]>>> {
    let known = B::last().with_borrow(|last| {
        let (_, found) = last.as_ref().filter(|(copy, _)| board.is_copy(copy))?;
        Some(found.clone())
    });
    if known.is_some() {
        return known;
    }
    let few = FEW.iter().find(|(cells, _)| board.cell_count() <= *cells).map_or(0, |(_, few)| *few);
    let config = Config { limit: few + 1, budget: FEW_NODES * few, cancel: Some(stop), ..Config::default() };
    let mut all = Vec::new();
    let end =
        board.completions(&board.representatives(), &config, &mut |values| all.extend_from_slice(values));
    if end == Some(End::Cancelled) {
        return None;
    }
    let found: Option<Rc<[u8]>> = (end == Some(End::Exhausted)).then(|| all.into());
    B::last().set(Some((board.copy(), found.clone())));
    Some(found)
}

/// Opens some cells and chooses one of the completions; all of them are equally likely.
fn step(board: &impl Board, now: &mut Vec<u8>, stop: &AtomicBool, random: &mut Random) {
    let allowed = opened(board, now, random);
    let config =
        Config { limit: COMPLETIONS + 1, budget: STEP_NODES, cancel: Some(stop), ..Config::default() };
    let (mut count, mut chosen) = (0, now.clone());
    let end = board.completions(&allowed, &config, &mut |values| {
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
fn opened(board: &impl Board, now: &[u8], random: &mut Random) -> Vec<Allowed> {
    let (grid, mut values) = (board.grid(), board.values());
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
    let kept = board.kept(&values);
    for cell in grid {
        allowed[cell] = if values.contains(&now[cell]) { kept } else { Allowed::Value(now[cell]) };
    }
    allowed
}

/// The values that a cell may hold.
#[derive(Clone, Copy)]
pub(crate) enum Allowed {
    Any,
    Value(u8),
    /// Bit `v - low` represents the value v.
    Mask(u16),
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::batched_queries::NEVER;
    use farandole_puzzle::format::iss;
    use farandole_puzzle::variant::Variant;
    use farandole_puzzle::{ClassicPuzzle, Geometry};
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
    fn all(board: &impl Board) -> Vec<Vec<u8>> {
        let mut all = Vec::new();
        let config = Config { limit: u64::MAX, ..Config::default() };
        board.completions(&vec![Allowed::Any; board.cell_count()], &config, &mut |it| all.push(it.to_vec()));
        all
    }

    /// Checks that all solutions are equally likely results of `draw`, which receives them and a seed.
    fn draws_evenly(board: &impl Board, times: u64, name: &str, draw: impl Fn(&[Vec<u8>], u64) -> Vec<u8>) {
        let all = all(board);
        let index: HashMap<&[u8], usize> = all.iter().map(Vec::as_slice).zip(0..).collect();
        let mut counts = vec![0; all.len()];
        for stream in 0..times * all.len() as u64 {
            counts[index[&draw(&all, stream)[..]]] += 1;
        }
        is_uniform(&counts, &vec![1.0; counts.len()], name);
    }

    fn thermometer() -> Variant {
        iss::read(".Shape~4x4.Thermo~R1C1~R1C2~R2C2").unwrap()
    }

    #[test]
    fn few_solutions_are_equally_likely() {
        fn evenly(board: &impl Board, name: &str) {
            draws_evenly(board, 20, name, |_, stream| {
                random_solution(board, 1000, &NEVER, &mut Random::new(1, stream)).unwrap()
            });
        }
        evenly(&blank(Geometry::boxes(4, 2, 2).unwrap()), "4x4");
        let thermo = thermometer();
        evenly(&VariantBoard::new(&thermo).unwrap(), "4x4 with a thermometer");
    }

    #[test]
    fn solutions_of_6x6_boards_are_equally_likely() {
        let map = crate::layout::random_layout(6, &mut Random::new(8, 0));
        let jigsaw = blank(Geometry::irregular(6, &map).unwrap());
        let boxes = blank(Geometry::boxes(6, 2, 3).unwrap());
        for (puzzle, name) in [(&boxes, "6x6"), (&jigsaw, "6x6 jigsaw")] {
            let few = few(puzzle, &NEVER).unwrap().unwrap();
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
                let one = random_solution(puzzle, 1000, &NEVER, &mut Random::new(2, stream)).unwrap();
                counts[class(&one) as usize] += 1;
            }
            is_uniform(&counts, &expected, name);
        }
    }

    #[test]
    fn steps_keep_the_uniform_distribution_and_reach_every_solution() {
        // The sampler starts from the same solution each time, without exchanges and renaming.
        fn evenly(board: &impl Board, name: &str) {
            draws_evenly(board, 15, name, |all, stream| {
                let (mut now, mut random) = (all[0].clone(), Random::new(3, stream));
                (0..STEPS).for_each(|_| step(board, &mut now, &NEVER, &mut random));
                now
            });
        }
        evenly(&blank(Geometry::boxes(4, 2, 2).unwrap()), "4x4");
        let thermo = thermometer();
        evenly(&VariantBoard::new(&thermo).unwrap(), "4x4 with a thermometer");
    }

    #[test]
    fn solutions_of_large_boards_differ() {
        for size in [8, 10, 16] {
            let puzzle = blank(Geometry::usual(size).unwrap());
            let one = |stream| random_solution(&puzzle, 20_000, &NEVER, &mut Random::new(4, stream)).unwrap();
            let grids: Vec<Vec<u8>> = (0..4).map(one).collect();
            assert!(grids.iter().all(|grid| farandole_puzzle::check::check(&puzzle, grid).is_ok()), "{size}");
            assert!((1..4).all(|at| grids[at] != grids[0]), "{size}");
        }
    }
}
