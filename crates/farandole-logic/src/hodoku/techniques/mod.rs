//! The techniques of HoDoKu other than chains, one family per file.

pub(crate) mod als;
pub(crate) mod avoidable_rectangle;
pub(crate) mod brute_force;
pub(crate) mod bug;
pub(crate) mod colors;
pub(crate) mod fish;
pub(crate) mod house_set;
pub(crate) mod rectangle;
pub(crate) mod remote_pair;
pub(crate) mod single;
pub(crate) mod sue_de_coq;
pub(crate) mod template;
pub(crate) mod turbot;
pub(crate) mod wing;
pub(crate) mod wxyz_wing;
