//! Certificates: proofs of counts. A search writes them, and a checker verifies them without a search.

pub(crate) mod verify;
pub(crate) mod write;

/// The first line of a certificate.
// The title contains the version of the format, so that a checker rejects versions that it does not know.
pub(crate) const TITLE: &str = "farandole certificate 1";
