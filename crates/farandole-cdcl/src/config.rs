//! Search settings. The defaults are the usual values of SAT solvers, and each caller overrides them with
//! values measured on its own problems. The settings of restarts are in `restart.rs`.

use crate::restart::Restart;

/// Settings of a search.
///
/// The defaults suit problems that consist of clauses only. A caller with a propagator should measure other
/// values: if a decision implies many literals, clauses have lower glue, and lower glue limits are useful.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Config {
    /// Deletion of learned clauses: how often, and which clauses.
    pub reduce: Reduce,
    /// Restarts and the decay of activity.
    pub restart: Restart,
    /// Vivification: which clauses are shortened, and how much work is spent.
    pub vivify: Vivify,
    /// Memory limit for clauses in bytes; `None` for no limit. If the clauses exceed the limit, the next
    /// reduction runs early. If the clauses that may not be deleted need more than half of the limit, the
    /// limit is raised to twice the memory that they need.
    pub memory: Option<u64>,
}

/// Settings of clause database reduction, which divides learned clauses into three tiers by glue.
///
/// With the defaults, clauses of glue 1 and 2 are never deleted, clauses of glue 3 to 6 are kept while they are
/// in use, and half of the others are deleted.
///
/// If each decision implies many literals, conflicts involve few levels, and nearly every clause is within the
/// usual glue limits. Such problems need lower limits, found by measurement.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reduce {
    /// Number of conflicts before the first reduction. Shorter intervals make propagation faster but may
    /// delete clauses before they are used.
    pub interval: u64,
    /// Number of conflicts by which each interval between reductions is longer than the previous interval.
    pub interval_growth: u64,
    /// Maximum glue of the clauses that are never deleted. Learned clauses have glue 1 or more; 0 marks the
    /// clauses of the problem.
    pub core_glue: u32,
    /// Maximum glue of the clauses that are kept while they are in use.
    pub tier_glue: u32,
    /// Number of conflicts for which a clause counts as in use after it was learned, or after it last
    /// explained a literal or a conflict.
    pub in_use: u32,
    /// Percentage of the other clauses that is kept. Clauses with low glue are kept first, then short clauses.
    pub kept_percent: usize,
}

impl Default for Reduce {
    /// Returns reduction intervals as in Glucose and tier limits as in CaDiCaL.
    fn default() -> Self {
        Self {
            // Glucose: the first reduction follows after 2,000 conflicts, and each interval is 300 longer.
            interval: 2000,
            interval_growth: 300,
            // CaDiCaL: tier 1 up to glue 2, tier 2 up to glue 6. `farandole-solve` uses 1 and 3, which halves
            // the cost of a conflict on grids (docs/experiments/2026-11-21-search.md).
            core_glue: 2,
            tier_glue: 6,
            // A larger window protects more tier 2 clauses and slows propagation; 0 gives tier 2 no
            // protection.
            in_use: 10_000,
            // Half, as in MiniSat. `farandole-solve` keeps 40 %.
            kept_percent: 50,
        }
    }
}

/// Settings of vivification.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Vivify {
    /// Number of literals that vivification may assign after each reduction; 0 turns it off. The clause in
    /// progress is completed, so the number may be exceeded.
    pub effort: usize,
    /// Maximum glue of the clauses that are vivified.
    pub glue: u32,
}

impl Default for Vivify {
    /// Returns a moderate effort on clauses of the first two tiers.
    fn default() -> Self {
        // More effort shortens more clauses but takes time from the search. Of nine minimal 25x25 grids, two
        // became 4 to 7 times faster and one slower. Latin squares took 10 to 19 % longer and as many
        // conflicts, so `farandole-cover` turns vivification off.
        Self { effort: 150_000, glue: 6 }
    }
}
