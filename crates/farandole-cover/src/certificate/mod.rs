//! Certificates: proofs of counts, which a search writes and a checker verifies without a search.

pub(crate) mod verify;
pub(crate) mod write;

/// The first line of a certificate.
pub(crate) const TITLE: &str = "farandole certificate 1";
