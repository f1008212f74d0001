//! The commands, one file each.

pub(crate) mod canonical;
pub(crate) mod check;
pub(crate) mod compare;
pub(crate) mod convert;
pub(crate) mod count;
pub(crate) mod cover;
mod dataset;
pub(crate) mod describe;
pub(crate) mod draw;
mod drawing;
pub(crate) mod encode;
pub(crate) mod explain;
pub(crate) mod generate;
pub(crate) mod hint;
pub(crate) mod judge;
mod list;
pub(crate) mod man;
mod proof;
pub(crate) mod rate;
pub(crate) mod rules;
pub(crate) mod setter;
mod sheet;
pub(crate) mod solve;
pub(crate) mod stats;
pub(crate) mod study;
pub(crate) mod techniques;
pub(crate) mod vicinity;
