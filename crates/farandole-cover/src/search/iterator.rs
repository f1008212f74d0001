//! Solutions as an iterator.

use alloc::vec::Vec;

use crate::config::{Config, End};
use crate::search::outcome::{Stats, Step};
use crate::search::solver::Search;

impl Search {
    /// Returns an iterator over the remaining solutions, starting at the current state. Each solution is a
    /// list of option indices in order of choice, selected options first. The iterator also ends if a limit
    /// of `config` is reached; [`Solutions::end`] returns the reason.
    pub fn solutions<'s, 'c>(&'s mut self, config: Config<'c>) -> Solutions<'s, 'c> {
        Solutions { search: self, config, end: None }
    }
}

/// An iterator over solutions; see [`Search::solutions`].
#[derive(Debug)]
pub struct Solutions<'s, 'c> {
    search: &'s mut Search,
    config: Config<'c>,
    end: Option<End>,
}

impl Solutions<'_, '_> {
    /// Returns the reason why the iterator ended; `None` if it has not ended.
    #[must_use]
    pub fn end(&self) -> Option<End> {
        self.end
    }

    /// Returns the counters of the search.
    #[must_use]
    pub fn stats(&self) -> Stats {
        self.search.stats()
    }
}

impl Iterator for Solutions<'_, '_> {
    type Item = Vec<u32>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.end.is_some() {
            return None;
        }
        match self.search.step(&self.config) {
            Step::Solution => return Some(self.search.solution().to_vec()),
            Step::End(end) => self.end = Some(end),
        }
        None
    }
}
