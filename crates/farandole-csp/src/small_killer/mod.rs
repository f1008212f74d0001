//! A search for killers that are decided by few guesses, on arrays of fixed size.

mod decide;
mod derived;
mod rules;
mod state;
#[cfg(test)]
mod tests;

pub(crate) use decide::{Decided, decide};
