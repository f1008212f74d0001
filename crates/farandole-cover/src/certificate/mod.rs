//! Certificates: proofs of counts, which a search writes and a checker verifies without a search.

pub(crate) mod verify;
pub(crate) mod write;

/// The first line of a certificate.
// The title contains the version of the format, so a checker rejects what it does not know.
pub(crate) const TITLE: &str = "farandole certificate 1";
