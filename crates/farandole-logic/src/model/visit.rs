//! The callbacks of finders. A finder reports every use of a technique in a fixed order until the
//! callback returns `Break`.

use super::deduction::Deduction;
use core::ops::ControlFlow;

/// The callback of finders for techniques of Sudoku Explainer.
pub(crate) trait Visit: FnMut(Deduction) -> ControlFlow<()> {}
impl<F: FnMut(Deduction) -> ControlFlow<()>> Visit for F {}

/// The callback of finders for techniques of HoDoKu.
pub(crate) type Visitor<'a> = &'a mut dyn FnMut(Deduction) -> ControlFlow<()>;
