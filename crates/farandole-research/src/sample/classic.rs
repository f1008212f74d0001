//! Classic puzzles as boards of the sampler.

use super::{Allowed, Board, Last};
use crate::grid::first_band_and_stack;
use crate::random::Random;
use core::cell::RefCell;
use core::ops::ControlFlow;
use core::sync::atomic::{AtomicBool, Ordering};
use farandole_puzzle::{BoxShape, ClassicPuzzle, Geometry, HouseKind, Regions};
use farandole_solve::{Config, End, Engine, Solver};
use std::thread::LocalKey;

thread_local! {
    static LAST: Last<ClassicPuzzle> = const { RefCell::new(None) };
}

impl Board for ClassicPuzzle {
    type Copy = Self;

    fn copy(&self) -> Self {
        self.clone()
    }

    fn is_copy(&self, copy: &Self) -> bool {
        self == copy
    }

    fn last() -> &'static LocalKey<Last<Self>> {
        &LAST
    }

    fn cell_count(&self) -> usize {
        self.geometry().cell_count()
    }

    fn grid(&self) -> Vec<usize> {
        (0..self.geometry().cell_count()).collect()
    }

    fn values(&self) -> Vec<u8> {
        (1..=self.size() as u8).collect()
    }

    /// Any value, because each row has a closed cell for every other digit.
    fn kept(&self, _values: &[u8]) -> Allowed {
        Allowed::Any
    }

    /// A blank puzzle is represented by its solutions with 1 to N in the first row.
    fn representatives(&self) -> Vec<Allowed> {
        let mut cells = vec![Allowed::Any; self.geometry().cell_count()];
        if is_blank(self) {
            let first_row = cells.iter_mut().zip(1..=self.size() as u8);
            first_row.for_each(|(allowed, digit)| *allowed = Allowed::Value(digit));
        }
        cells
    }

    fn relabel(&self, solution: &mut [u8], random: &mut Random) {
        if is_blank(self) {
            exchange_lines(self.geometry(), solution, random);
            let mut names = self.values();
            random.shuffle(&mut names);
            solution.iter_mut().for_each(|digit| *digit = names[usize::from(*digit) - 1]);
        }
    }

    fn completions(
        &self,
        allowed: &[Allowed],
        config: &Config<'_>,
        visit: &mut dyn FnMut(&[u8]),
    ) -> Option<End> {
        let digit = |(given, allowed): (&u8, &Allowed)| match allowed {
            Allowed::Value(digit) => *digit,
            Allowed::Any | Allowed::Mask(_) => *given,
        };
        let givens: Vec<u8> = self.givens().iter().zip(allowed).map(digit).collect();
        let inner = with_givens(self, &givens)?;
        let mut visit = |values: &[u8]| {
            visit(values);
            ControlFlow::Continue(())
        };
        Some(Solver::new(Engine::Auto).run(&inner, config, &mut visit).ok()?.end)
    }

    fn start(&self, budget: u64, stop: &AtomicBool, random: &mut Random) -> Option<Vec<u8>> {
        some_grid(self, budget, stop, random)
    }
}

/// Returns true if all digits are interchangeable.
fn is_blank(puzzle: &ClassicPuzzle) -> bool {
    puzzle.given_count() == 0 && puzzle.restrictions().is_none()
}

/// Returns the puzzle with other givens.
fn with_givens(puzzle: &ClassicPuzzle, givens: &[u8]) -> Option<ClassicPuzzle> {
    let other = ClassicPuzzle::new(puzzle.geometry().clone(), givens).ok()?;
    match puzzle.restrictions() {
        Some(restrictions) => other.with_restrictions(restrictions).ok(),
        None => Some(other),
    }
}

/// Returns a solution grid. Some digits are drawn at random and a search completes the grid.
fn some_grid(puzzle: &ClassicPuzzle, budget: u64, stop: &AtomicBool, random: &mut Random) -> Option<Vec<u8>> {
    let (geometry, size) = (puzzle.geometry(), puzzle.size());
    if **geometry == Geometry::classic() && is_blank(puzzle) {
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
        let start = with_givens(puzzle, &givens)?;
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
