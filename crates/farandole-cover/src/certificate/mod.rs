//! Certificates: proofs of counts, written by a search and checked without one.

pub(crate) mod verify;
pub(crate) mod write;

/// How a certificate begins.
pub(crate) const TITLE: &str = "farandole certificate 1";
