//! Resumed runs: a query that skips the records that an earlier run has answered.

use crate::pipeline::{Item, Query, RecordSlice, Source};
use core::ops::ControlFlow;

/// A query that skips the records before a given number, without an answer.
///
/// ```
/// use farandole::canonical::{CanonicalForm, Canonicalize};
/// use farandole::resume::ResumeFrom;
///
/// let query = ResumeFrom { first: 1000, query: Canonicalize(CanonicalForm::Puzzle) };
/// assert_eq!(query.first, 1000);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct ResumeFrom<Q> {
    /// The 0-based number of the first record to answer.
    pub first: u64,
    /// The query for the remaining records.
    pub query: Q,
}

impl<Q: Query> Query for ResumeFrom<Q> {
    const VARIANTS: bool = Q::VARIANTS;
    type Worker = (Q::Worker, u64);
    /// `None` for a skipped record.
    type Found<'a> = Option<Q::Found<'a>>;

    fn worker(&self, source: &Source) -> Self::Worker {
        (self.query.worker(source), source.base)
    }

    fn answer(
        &self,
        (worker, base): &mut Self::Worker,
        slice: &RecordSlice<'_>,
        take: &mut impl FnMut(Item<Self::Found<'_>>) -> ControlFlow<()>,
    ) {
        let is_passed = |ordinal: u64| *base + ordinal < self.first;
        if slice.records().all(|(ordinal, _)| is_passed(ordinal)) {
            for (ordinal, record) in slice.records() {
                if take(Item::new(ordinal, record, Ok(None))).is_break() {
                    return;
                }
            }
            return;
        }
        self.query.answer(worker, slice, &mut |item| {
            let is_passed = is_passed(item.ordinal);
            take(item.map(|outcome| if is_passed { Ok(None) } else { outcome.map(Some) }))
        });
    }
}
