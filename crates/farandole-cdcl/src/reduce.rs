//! Clause database reduction: forgets learned clauses that are not likely to be of use.
//!
//! Source: Audemard, Simon, "Predicting learnt clauses quality in modern SAT solvers", IJCAI 2009; Oh, "Between SAT and
//! UNSAT: the fundamental difference in CDCL SAT", SAT 2015 (tiers).

use crate::clause::{ClauseRef, Clauses};
use crate::config::Reduce;
use crate::drat::Proof;
use crate::propagator::Propagator;
use crate::state::State;
use alloc::vec::Vec;

impl<P: Propagator> State<P> {
    /// Forgets the worse part of the learned clauses, and more where the rest would take up half of `room` bytes.
    pub(crate) fn reduce(&mut self, config: &Reduce, room: u64, proof: &mut dyn Proof) {
        let mut worse = self.candidates(config);
        worse.sort_unstable();
        let size = |(_, length, _): &(u32, usize, ClauseRef)| Clauses::bytes_of(*length);
        let mut bytes = self.clauses.bytes() - worse.iter().map(size).sum::<u64>();
        let fitting = worse.iter().take_while(|clause| {
            bytes += size(clause);
            bytes <= room / 2
        });
        let kept = fitting.count().min(worse.len() * config.kept_percent / 100);
        let mut gone: Vec<ClauseRef> = worse.into_iter().skip(kept).map(|(_, _, clause)| clause).collect();
        gone.sort_unstable();
        for clause in &gone {
            self.learned.clear();
            self.learned.extend(self.clauses.lits(*clause));
            proof.delete(&self.learned);
        }
        let moves = self.clauses.retain(|clause| gone.binary_search(&clause).is_err());
        self.watches.attach_all(&self.clauses);
        self.trail.rename_clauses(|old| {
            moves.binary_search_by_key(&old, |(old, _)| *old).map_or(old, |place| moves[place].1)
        });
    }

    /// The clauses that may be forgotten: their glue, their length, and where they are.
    fn candidates(&self, config: &Reduce) -> Vec<(u32, usize, ClauseRef)> {
        let now = self.conflicts as u32;
        let clauses = &self.clauses;
        let is_good = |clause: ClauseRef, glue: u32| {
            glue <= config.core_glue
                || (glue <= config.tier_glue && now - clauses.used(clause) < config.in_use)
        };
        clauses
            .list()
            .iter()
            .map(|clause| (clauses.glue(*clause), clauses.len(*clause), *clause))
            .filter(|(glue, _, clause)| {
                !is_good(*clause, *glue) && !self.trail.is_reason(*clause, clauses.lit(*clause, 0))
            })
            .collect()
    }
}
