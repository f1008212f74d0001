//! HoDoKu's chains: nice loops, forcing chains and nets.

pub(crate) mod forcing;
mod net;
pub(crate) mod nice_loop;
mod path;
mod proof;
