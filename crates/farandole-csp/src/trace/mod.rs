//! A log of the depth-first search for variants, with the eliminations of each step and their
//! sources.

mod sources;
#[cfg(test)]
mod tests;

use crate::compile::{TracedNetwork, compile_with_provenance, in_single_values};
use crate::propagation::engine::PropagationEngine;
use crate::propagation::observer::{Cause, Observer};
use crate::search::depth_first::{Order, Search};
use crate::{Config, CspReport, End, UnsupportedConstraint};
use core::fmt;
use core::ops::ControlFlow;
use farandole_puzzle::board::Line;
use farandole_puzzle::constraint::{Constraint, Semantics};
use farandole_puzzle::variant::Variant;
use farandole_search::SearchContext;

/// The depth-first search of a variant, prepared for a log of its steps.
///
/// It is the search of [`CspSolver`](crate::CspSolver) without learning, and without the redundant
/// propagators that are added when a search runs for more than some milliseconds. Both searches
/// visit the same nodes if the solver needs neither of these, and if the puzzle does not consist of
/// houses and pairs alone.
///
/// ```
/// use core::ops::ControlFlow;
/// use farandole_puzzle::format::iss;
/// use farandole_csp::{Config, TraceKind, VariantTracer};
///
/// let variant = iss::read(".Shape~4x4.Thermo~R1C1~R1C2~R1C3~R1C4").unwrap();
/// let tracer = VariantTracer::new(&variant).unwrap();
/// let mut steps = Vec::new();
/// tracer.run(&Config::default(), &mut |step| {
///     steps.push((step.kind, step.removed.to_vec()));
///     ControlFlow::Continue(())
/// });
/// // Only 1 remains in the bulb of the thermometer.
/// assert!(matches!(&steps[0], (TraceKind::Removed, removed) if removed.contains(&(0, 0b1110))));
/// assert!(matches!(steps.last(), Some((TraceKind::Solution, _))));
/// ```
#[derive(Clone, Debug)]
pub struct VariantTracer {
    /// The variant, with single values in all cells.
    single: Variant,
    /// The meaning of each constraint of `single`.
    meanings: Vec<Semantics>,
    /// For each constraint of `single`, the index of the original constraint in the variant, if it is known.
    origins: Vec<Option<usize>>,
    traced: TracedNetwork,
}

/// The kind of a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum TraceKind {
    /// The search tries a value of a cell, and eliminates its other values.
    Guess {
        /// The 0-based index of the cell.
        cell: usize,
        /// The value.
        value: u8,
    },
    /// The search backtracks to the position before this guess, and eliminates the value.
    Backtrack {
        /// The 0-based index of the cell.
        cell: usize,
        /// The value.
        value: u8,
    },
    /// A cell has one value left, which is eliminated from the cells that differ from it.
    Placed {
        /// The 0-based index of the cell.
        cell: usize,
        /// The value.
        value: u8,
    },
    /// A propagator or a house eliminates candidates.
    Removed,
    /// A propagator, a house or a pair of cells is violated.
    Contradiction {
        /// The value that no cell of a house can hold, if this is the cause.
        value: Option<u8>,
    },
    /// Every cell has one value, and all propagators are satisfied.
    Solution,
}

/// The source of eliminations.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum TraceSource {
    /// The constraint with this 0-based index in the variant.
    Constraint(usize),
    /// A row or a column.
    Line(Line),
    /// A box, by its 0-based index.
    Box(u16),
    /// A sum derived from houses and other sums (the rule of 45): cells by index with their
    /// coefficients, and the total.
    Sum(Vec<(usize, i32)>, i32),
}

/// One step of a search.
pub struct TraceStep<'a> {
    /// The number of the step, starting at 1.
    pub number: u64,
    /// The number of guesses in effect.
    pub depth: usize,
    /// The kind of the step.
    pub kind: TraceKind,
    /// Cells by index, in increasing order, with their eliminated values. Bit `v - low` of a mask
    /// represents the value v. Cells after those of the variant are auxiliary cells of the engine.
    pub removed: &'a [(usize, u16)],
    /// The candidates of all cells of the variant after the step, as masks like those of `removed`.
    pub masks: &'a [u16],
    cause: Option<Cause>,
    tracer: &'a VariantTracer,
    all: &'a [u16],
}

impl fmt::Debug for TraceStep<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = f.debug_struct("TraceStep");
        text.field("number", &self.number).field("depth", &self.depth).field("kind", &self.kind);
        text.field("removed", &self.removed).field("masks", &self.masks).finish_non_exhaustive()
    }
}

impl VariantTracer {
    /// Prepares a variant as [`CspSolver::new`](crate::CspSolver::new) does.
    ///
    /// # Errors
    /// Returns an error if the engine does not support a kind of constraint.
    pub fn new(variant: &Variant) -> Result<Self, UnsupportedConstraint> {
        in_single_values(variant, |single| {
            let traced = compile_with_provenance(single)?;
            let origins = match variant.board().has_seconds() {
                true => variant.origins_of(single),
                false => (0..variant.constraints().len()).map(Some).collect(),
            };
            let meaning = |constraint: &Constraint| constraint.semantics(single.board());
            let meanings = single.constraints().iter().map(meaning).collect();
            Ok(Self { single: single.clone(), meanings, origins, traced })
        })
    }

    /// Calls `visit` for each step until the limit of solutions or the budget of nodes is reached,
    /// or `visit` stops the run.
    pub fn run(
        &self,
        config: &Config<'_>,
        visit: &mut dyn FnMut(&TraceStep<'_>) -> ControlFlow<()>,
    ) -> CspReport {
        let mut ignore = |_: &[u8]| ControlFlow::Continue(());
        let mut run = SearchContext::new(config, &mut ignore);
        let end = if config.limit == 0 { End::LimitReached } else { self.search(&mut run, visit) };
        CspReport { solutions: run.solutions, end, counters: run.counters }
    }

    fn search(
        &self,
        run: &mut SearchContext<'_>,
        visit: &mut dyn FnMut(&TraceStep<'_>) -> ControlFlow<()>,
    ) -> End {
        let TracedNetwork { first, network, .. } = &self.traced;
        let masks = first.as_ref().unwrap_or(network).domains.clone();
        let reported = vec![false; masks.len()];
        let mut recorder = Recorder {
            tracer: self,
            visit,
            number: 0,
            cause: None,
            last: None,
            removed: Vec::new(),
            now: Position { masks, reported },
            stack: Vec::new(),
            dead: false,
            enough: false,
        };
        if let Some(first) = first {
            let mut masks = first.domains.clone();
            // Before sums are derived, the engine propagates a smaller network. The log includes these steps.
            match PropagationEngine::observed(first, &mut recorder).propagate_all(&mut masks) {
                Ok(()) => recorder.fixpoint(&masks),
                Err(_) => recorder.contradiction(),
            }
            if recorder.enough {
                return End::Stopped;
            }
        }
        let end = Search::observed(network, Order::Scores, &mut recorder).run(run);
        end.break_value().unwrap_or(if recorder.enough { End::Stopped } else { End::Exhausted })
    }

    /// Returns the value that a one-bit mask represents.
    fn value(&self, mask: u16) -> u8 {
        mask.trailing_zeros() as u8 + self.traced.network.low
    }
}

/// A position to which the search can backtrack.
#[derive(Clone)]
struct Position {
    masks: Vec<u16>,
    /// For each cell, true if a step has already reported its single value.
    reported: Vec<bool>,
}

/// Converts the events of a search into steps.
struct Recorder<'t, 'v> {
    tracer: &'t VariantTracer,
    visit: &'v mut dyn FnMut(&TraceStep<'_>) -> ControlFlow<()>,
    number: u64,
    /// The cause of the eliminations in `removed`. The step is reported once all of them are known.
    cause: Option<Cause>,
    /// The last cause, reported or not.
    last: Option<Cause>,
    removed: Vec<(usize, u16)>,
    now: Position,
    stack: Vec<Position>,
    dead: bool,
    enough: bool,
}

impl Recorder<'_, '_> {
    /// Reports the pending step, whose eliminations are now complete.
    fn flush(&mut self) {
        // A step is reported when the next one begins, because its eliminations are not all known before.
        let Some(cause) = self.cause.take() else { return };
        let low = |mask| self.tracer.value(mask);
        let kind = match cause {
            Cause::Guess(cell, value) => TraceKind::Guess { cell: cell.into(), value: low(value) },
            Cause::Back(cell, value) => TraceKind::Backtrack { cell: cell.into(), value: low(value) },
            Cause::Fixed(cell, value) => {
                let reported = core::mem::replace(&mut self.now.reported[usize::from(cell)], true);
                let auxiliary = usize::from(cell) >= self.tracer.traced.network.shown;
                // A placement without eliminations is skipped if it was reported before, or if the cell is
                // auxiliary.
                if self.removed.is_empty() && (reported || auxiliary) {
                    return;
                }
                TraceKind::Placed { cell: cell.into(), value: low(value) }
            }
            Cause::Propagator(_) | Cause::House(_) if self.removed.is_empty() => return,
            Cause::Propagator(_) | Cause::House(_) => TraceKind::Removed,
        };
        self.tell(kind, Some(cause));
    }

    fn tell(&mut self, kind: TraceKind, cause: Option<Cause>) {
        if !self.enough {
            self.number += 1;
            // Propagators report cells in the order of their passes, on which a log should not depend.
            self.removed.sort_unstable();
            let all = &self.now.masks;
            let step = TraceStep {
                number: self.number,
                depth: self.stack.len(),
                kind,
                removed: &self.removed,
                masks: &all[..self.tracer.traced.network.shown],
                cause,
                tracer: self.tracer,
                all,
            };
            // The search polls this flag only between nodes, so events may still arrive. They are
            // ignored.
            self.enough = (self.visit)(&step).is_break();
        }
        self.removed.clear();
    }
}

impl Observer for Recorder<'_, '_> {
    fn cause(&mut self, cause: Cause) {
        self.flush();
        match cause {
            Cause::Guess(..) => self.stack.push(self.now.clone()),
            Cause::Back(..) => {
                // A contradiction is reported once per branch, by the first event that shows it.
                self.dead = false;
                if let Some(position) = self.stack.pop() {
                    self.now = position;
                }
            }
            _ => {}
        }
        (self.cause, self.last) = (Some(cause), Some(cause));
    }

    fn removed(&mut self, cell: u16, values: u16) {
        let cell = usize::from(cell);
        self.now.masks[cell] &= !values;
        match self.removed.iter_mut().find(|(known, _)| *known == cell) {
            Some((_, mask)) => *mask |= values,
            None => self.removed.push((cell, values)),
        }
    }

    fn fixpoint(&mut self, masks: &[u16]) {
        // The recorder keeps its own masks. This check detects eliminations that were not reported to it.
        debug_assert_eq!(self.now.masks, masks, "a removal was not reported");
        self.flush();
        self.last = None;
    }

    fn contradiction(&mut self) {
        if core::mem::replace(&mut self.dead, true) {
            return;
        }
        self.flush();
        let value = self.tracer.without_place(&self.now.masks).map(|(_, value)| self.tracer.value(value));
        self.tell(TraceKind::Contradiction { value }, self.last);
    }

    fn solution(&mut self, _values: &[u8]) {
        self.tell(TraceKind::Solution, None);
    }

    fn should_stop(&self) -> bool {
        self.enough
    }
}
