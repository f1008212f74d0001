//! What a finder reports its deductions to: every use of its technique, in a fixed order, until it is told to stop.

use super::deduction::Deduction;
use core::ops::ControlFlow;

/// What a finder of Sudoku Explainer's techniques reports to.
pub(crate) trait Visit: FnMut(Deduction) -> ControlFlow<()> {}
impl<F: FnMut(Deduction) -> ControlFlow<()>> Visit for F {}

/// What a finder of HoDoKu's techniques reports to.
pub(crate) type Visitor<'a> = &'a mut dyn FnMut(Deduction) -> ControlFlow<()>;
