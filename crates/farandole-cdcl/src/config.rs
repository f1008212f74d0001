//! Search settings. Each caller measures its own; the defaults are the usual values of SAT solvers. The
//! settings of restarts are in `restart.rs`.

use crate::restart::Restart;

/// Settings of a search.
///
/// The defaults suit problems that consist of clauses only. A caller with a propagator should measure: if a
/// decision implies many literals, glue is distributed differently, and other limits are useful.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Config {
    /// Deletion of learned clauses: when, and which ones.
    pub reduce: Reduce,
    /// Restarts and the decay of activity.
    pub restart: Restart,
    /// Vivification: which clauses, and how much work.
    pub vivify: Vivify,
    /// Memory limit for clauses in bytes; `None` for no limit. If clauses exceed it, they are reduced early.
    /// If the clauses that may not be deleted need more than half of it, the limit is raised to twice what
    /// they need.
    pub memory: Option<u64>,
}

/// Clause database reduction: learned clauses are kept in three tiers by glue.
///
/// If each decision implies a lot, conflicts involve few levels and nearly every clause passes the usual glue
/// limits. Such problems need lower limits, found by measurement.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reduce {
    /// Conflicts before the first reduction. Shorter intervals make propagation faster but may delete clauses
    /// before they are used.
    pub interval: u64,
    /// Each interval between reductions has this many more conflicts than the one before.
    pub interval_growth: u64,
    /// Clauses of at most this glue are never deleted. Learned clauses have glue 1 or more; 0 marks the
    /// clauses of the problem.
    pub core_glue: u32,
    /// Clauses of at most this glue are kept while they are in use.
    pub tier_glue: u32,
    /// A clause is in use if it explained a literal or a conflict fewer than this many conflicts ago.
    pub in_use: u32,
    /// Percentage of the remaining clauses that is kept, those with the lowest glue first.
    pub kept_percent: usize,
}

impl Default for Reduce {
    /// Returns reduction intervals as in Glucose and tier limits as in CaDiCaL.
    fn default() -> Self {
        Self {
            // Glucose: the first reduction after 2,000 conflicts, each interval 300 longer.
            interval: 2000,
            interval_growth: 300,
            // CaDiCaL: tier 1 up to glue 2, tier 2 up to glue 6. Grids use 1 and 3, which makes a conflict
            // half as expensive there (docs/experiments/2026-11-21-search.md).
            core_glue: 2,
            tier_glue: 6,
            // A larger window protects more tier 2 clauses and slows propagation; 0 gives tier 2 no
            // protection.
            in_use: 10_000,
            // Half, as in MiniSat. Grids keep 40.
            kept_percent: 50,
        }
    }
}

/// Settings of vivification.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Vivify {
    /// Number of literals that may be assigned after each reduction; 0 turns vivification off.
    pub effort: usize,
    /// Only clauses of at most this glue are vivified.
    pub glue: u32,
}

impl Default for Vivify {
    /// Returns a moderate effort on clauses of the first two tiers.
    fn default() -> Self {
        // More effort shortens more clauses but takes time from the search. Of nine minimal 25x25 grids two
        // became 4 to 7 times faster and one slower; Latin squares took 10 to 19 % longer and no fewer
        // conflicts, so exact cover turns it off.
        Self { effort: 150_000, glue: 6 }
    }
}
