//! Generates puzzles in numbered attempts. Each request makes only some attempts, which allows a
//! page to show progress and to stop.

use crate::board::Board;
use farandole::json::{JsonRating, SCHEMA};
use farandole::research::generate::{Attempts, Rejected};
use serde::Serialize;
use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;

/// The answer to a request to generate a puzzle.
#[derive(Serialize)]
pub(crate) struct GeneratedPuzzle {
    schema: u32,
    /// `made`, or `none` if no attempt succeeded.
    status: &'static str,
    /// The number of the next attempt.
    next: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    board: Option<Board>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rating: Option<JsonRating>,
    /// Number of rejected attempts for each reason.
    rejected: BTreeMap<&'static str, u64>,
}

impl GeneratedPuzzle {
    /// Returns the answer for the result of attempts and its board and rating.
    pub(crate) fn new<T>(first: &First<T>, board: Option<Board>, rating: Option<JsonRating>) -> Self {
        Self {
            schema: SCHEMA,
            status: if first.found.is_some() { "made" } else { "none" },
            next: first.next,
            board,
            rating,
            rejected: first.rejected.iter().collect(),
        }
    }
}

/// The result of some attempts.
pub(crate) struct First<T> {
    /// The puzzle of the first attempt that succeeded.
    pub(crate) found: Option<T>,
    /// The number of the next attempt.
    next: u64,
    rejected: Rejected,
}

/// Makes up to `tries` attempts until one succeeds, in blocks of this size.
pub(crate) fn first<A: Attempts>(attempts: &A, from: u64, tries: u64, block: u64) -> First<A::Output> {
    let mut rejected = Rejected::default();
    let end = from.saturating_add(tries);
    let (mut next, mut found) = (from, None);
    while found.is_none() && next < end {
        let last = next.saturating_add(block).min(end);
        found = attempts.attempts(next..last, &AtomicBool::new(false), &mut rejected).into_iter().next();
        next = found.as_ref().map_or(last, |(number, _)| number + 1);
    }
    First { found: found.map(|(_, made)| made), next, rejected }
}
