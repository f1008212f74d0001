//! Dialects of online judges: the exact input of one problem of a judge, and the answers that it
//! accepts.

pub mod grid16;
pub mod hdu1426;
pub mod hdu4069;
pub mod poj2676;
pub mod poj3074;
pub mod uva989;
