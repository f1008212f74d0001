//! HoDoKu's chains: nice loops, forcing chains and nets.

pub(crate) mod forcing;
pub(crate) mod nice_loop;
