//! The techniques, one file each. A finder reports every use of its technique, in a fixed order, to a visitor.

pub(crate) mod aligned;
pub(crate) mod als;
pub(crate) mod bug;
pub(crate) mod colors;
pub(crate) mod find;
pub(crate) mod finned;
pub(crate) mod fish;
pub(crate) mod forcing;
pub(crate) mod hidden_set;
pub(crate) mod house_set;
pub(crate) mod links;
pub(crate) mod locked;
pub(crate) mod loops;
pub(crate) mod naked_set;
pub(crate) mod order;
pub(crate) mod rectangle;
pub(crate) mod remote_pair;
pub(crate) mod single;
pub(crate) mod sue_de_coq;
pub(crate) mod template;
pub(crate) mod turbot;
pub(crate) mod unique_loop;
pub(crate) mod view;
pub(crate) mod wing;
pub(crate) mod wxyz_wing;
pub(crate) mod xy_wing;

use crate::step::Deduction;
use core::ops::ControlFlow;

/// What a finder reports to.
pub(crate) trait Visit: FnMut(Deduction) -> ControlFlow<()> {}
impl<F: FnMut(Deduction) -> ControlFlow<()>> Visit for F {}

/// What the finders of HoDoKu's catalogue report to.
pub(crate) type Visitor<'a> = &'a mut dyn FnMut(Deduction) -> ControlFlow<()>;
