//! Variants as boards of the sampler.

use super::{Allowed, Board, Last};
use crate::random::Random;
use core::cell::RefCell;
use core::ops::ControlFlow;
use core::sync::atomic::{AtomicBool, Ordering};
use farandole_puzzle::variant::Variant;
use farandole_solve::{Config, End, PuzzleSolver};
use std::thread::LocalKey;

/// One in this many cells receives a random value at the start of the sampler for variants.
const SHARE: usize = 6;

thread_local! {
    static LAST: Last<Variant> = const { RefCell::new(None) };
}

/// A variant with its solver.
pub(crate) struct VariantBoard<'a> {
    variant: &'a Variant,
    solver: PuzzleSolver,
}

impl<'a> VariantBoard<'a> {
    /// Compiles a variant. Returns `None` if the engine does not support it.
    pub(crate) fn new(variant: &'a Variant) -> Option<Self> {
        Some(Self { variant, solver: PuzzleSolver::new(variant).ok()? })
    }
}

impl Board for VariantBoard<'_> {
    type Copy = Variant;

    fn copy(&self) -> Variant {
        self.variant.clone()
    }

    fn is_copy(&self, copy: &Variant) -> bool {
        self.variant == copy
    }

    fn last() -> &'static LocalKey<Last<Variant>> {
        &LAST
    }

    fn cell_count(&self) -> usize {
        self.variant.cell_count()
    }

    fn grid(&self) -> Vec<usize> {
        self.variant.board().grid().map(|cell| cell.index()).collect()
    }

    fn values(&self) -> Vec<u8> {
        self.variant.board().values().iter().collect()
    }

    fn kept(&self, values: &[u8]) -> Allowed {
        Allowed::Mask(self.variant.board().values().mask_where(|value| values.contains(&value)))
    }

    fn representatives(&self) -> Vec<Allowed> {
        vec![Allowed::Any; self.variant.cell_count()]
    }

    /// Constraints may distinguish all values and lines, so nothing is exchanged.
    fn relabel(&self, _solution: &mut [u8], _random: &mut Random) {}

    fn completions(
        &self,
        allowed: &[Allowed],
        config: &Config<'_>,
        visit: &mut dyn FnMut(&[u8]),
    ) -> Option<End> {
        let values = self.variant.board().values();
        let mask = |allowed: &Allowed| match allowed {
            Allowed::Any => u16::MAX,
            Allowed::Value(value) => values.mask_where(|it| it == *value),
            Allowed::Mask(mask) => *mask,
        };
        let masks: Vec<u16> = allowed.iter().map(mask).collect();
        let mut visit = |values: &[u8]| {
            visit(values);
            ControlFlow::Continue(())
        };
        Some(self.solver.run_within(&masks, config, &mut visit).ok()?.end)
    }

    fn start(&self, budget: u64, stop: &AtomicBool, random: &mut Random) -> Option<Vec<u8>> {
        some_values(self.variant, &self.solver, budget, stop, random)
    }
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
