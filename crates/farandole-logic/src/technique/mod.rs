//! The techniques, one file each. A finder reports every use of its technique, in a fixed order, to a visitor.

pub(crate) mod aligned;
pub(crate) mod bug;
pub(crate) mod fish;
pub(crate) mod hidden_set;
pub(crate) mod locked;
pub(crate) mod naked_set;
pub(crate) mod single;
pub(crate) mod unique_loop;
pub(crate) mod xy_wing;

use crate::step::Deduction;
use core::ops::ControlFlow;

/// What a finder reports to.
pub(crate) trait Visit: FnMut(Deduction) -> ControlFlow<()> {}
impl<F: FnMut(Deduction) -> ControlFlow<()>> Visit for F {}
