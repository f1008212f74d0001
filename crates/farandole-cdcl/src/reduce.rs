//! Clause database reduction: deletes learned clauses that are unlikely to be useful.
//!
//! Each clause that is kept slows down propagation. Clauses with low glue are the most likely to be used again.
//! Therefore, clauses of the lowest glue stay permanently, clauses of medium glue stay while they are in use,
//! and a fixed percentage of the other clauses is kept. If nearly all clauses have low glue, the limits must be
//! lowered, because otherwise nothing is ever deleted; see [`Reduce`].
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
    /// Deletes the less useful part of the learned clauses, and more of them if the others would need more than
    /// half of `room` bytes.
    ///
    /// The cost is a pass over all clauses, a sort of those that may be deleted, and new watches for all that
    /// remain.
    pub(crate) fn reduce(&mut self, config: &Reduce, room: u64, proof: &mut dyn Proof) {
        // Clauses of the problem have glue 0 and are therefore never candidates.
        let mut worse = self.candidates(config);
        // The order is by glue, then length, then age. It is total, so that runs are reproducible.
        worse.sort_unstable();
        let size = |(_, length, _): &(u32, usize, ClauseRef)| Clauses::bytes_of(*length);
        // Start with the clauses that must stay, and add candidates, the best first, while they fit.
        let mut bytes = self.clauses.bytes() - worse.iter().map(size).sum::<u64>();
        // Filling only half of the room lets learning continue for a while before the limit is reached again.
        let fitting = worse.iter().take_while(|clause| {
            bytes += size(clause);
            bytes <= room / 2
        });
        let kept = fitting.count().min(worse.len() * config.kept_percent / 100);
        // Sorted, because `retain` looks up each clause by binary search.
        let mut gone: Vec<ClauseRef> = worse.into_iter().skip(kept).map(|(_, _, clause)| clause).collect();
        gone.sort_unstable();
        for clause in &gone {
            // `learned` serves as a buffer here.
            self.learned.clear();
            self.learned.extend(self.clauses.lits(*clause));
            proof.delete(&self.learned);
        }
        let moves = self.clauses.retain(|clause| gone.binary_search(&clause).is_err());
        // All references have changed. Rebuilding the watch lists costs one pass over the clauses, whereas
        // renaming in place would need a lookup for each of the two watches of each clause.
        self.watches.attach_all(&self.clauses);
        self.trail.rename_clauses(|old| {
            moves.binary_search_by_key(&old, |(old, _)| *old).map_or(old, |place| moves[place].1)
        });
    }

    /// Returns the clauses that may be deleted, as tuples of glue, length and reference.
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
                // The reason of an assigned literal must stay. In such a clause, the implied literal is at
                // index 0.
                !is_good(*clause, *glue) && !self.trail.is_reason(*clause, clauses.lit(*clause, 0))
            })
            .collect()
    }
}
