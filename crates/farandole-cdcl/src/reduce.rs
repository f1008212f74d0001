//! Clause database reduction: deletes learned clauses that are unlikely to be useful.
//!
//! Propagation slows down with every clause kept. Low glue predicts use well. Clauses of the lowest glue stay
//! for good, and clauses of medium glue stay while they are in use. A fixed percentage of the other clauses
//! is kept. If nearly all clauses have low glue, the limits must be lowered, or nothing is ever deleted; see
//! [`Reduce`].
//!
//! Source: Audemard, Simon, "Predicting learnt clauses quality in modern SAT solvers", IJCAI 2009; Oh,
//! "Between SAT and UNSAT: the fundamental difference in CDCL SAT", SAT 2015 (tiers).

use crate::clause::{ClauseRef, Clauses};
use crate::config::Reduce;
use crate::drat::Proof;
use crate::propagator::Propagator;
use crate::state::State;
use alloc::vec::Vec;

impl<P: Propagator> State<P> {
    /// Deletes the worse part of the learned clauses, and more if the rest would take more than half of
    /// `room` bytes.
    ///
    /// Costs a pass over all clauses, and rebuilds the watches.
    pub(crate) fn reduce(&mut self, config: &Reduce, room: u64, proof: &mut dyn Proof) {
        // Clauses of the problem have glue 0 and are therefore never candidates.
        let mut worse = self.candidates(config);
        // By glue, then length, then age: the order is total, so that runs are reproducible.
        worse.sort_unstable();
        let size = |(_, length, _): &(u32, usize, ClauseRef)| Clauses::bytes_of(*length);
        // Start with the clauses that must stay, and add candidates, best first, while they fit.
        let mut bytes = self.clauses.bytes() - worse.iter().map(size).sum::<u64>();
        // Half of the room, so that learning can continue for a while before the limit is reached again.
        let fitting = worse.iter().take_while(|clause| {
            bytes += size(clause);
            bytes <= room / 2
        });
        let kept = fitting.count().min(worse.len() * config.kept_percent / 100);
        // Sorted, because `retain` looks up each clause by binary search.
        let mut gone: Vec<ClauseRef> = worse.into_iter().skip(kept).map(|(_, _, clause)| clause).collect();
        gone.sort_unstable();
        for clause in &gone {
            self.learned.clear();
            self.learned.extend(self.clauses.lits(*clause));
            // `learned` serves as a buffer here.
            proof.delete(&self.learned);
        }
        let moves = self.clauses.retain(|clause| gone.binary_search(&clause).is_err());
        // References have changed.
        // Rebuilding all lists costs one pass. Renaming references in place would need a lookup for each of
        // the two watches of each clause.
        self.watches.attach_all(&self.clauses);
        self.trail.rename_clauses(|old| {
            moves.binary_search_by_key(&old, |(old, _)| *old).map_or(old, |place| moves[place].1)
        });
    }

    /// Returns the clauses that may be deleted: glue, length and reference of each.
    fn candidates(&self, config: &Reduce) -> Vec<(u32, usize, ClauseRef)> {
        let now = self.conflicts as u32;
        let clauses = &self.clauses;
        let is_good = |clause: ClauseRef, glue: u32| {
            glue <= config.core_glue
                // Conflicts are counted in 32 bits here; no search reaches 2^32.
                || (glue <= config.tier_glue && now - clauses.used(clause) < config.in_use)
        };
        clauses
            .list()
            .iter()
            .map(|clause| (clauses.glue(*clause), clauses.len(*clause), *clause))
            .filter(|(glue, _, clause)| {
                // The reason of an assigned literal must stay. An implied literal is always at index 0.
                !is_good(*clause, *glue) && !self.trail.is_reason(*clause, clauses.lit(*clause, 0))
            })
            .collect()
    }
}
