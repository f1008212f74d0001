//! A search with one search node per SIMD lane, for long searches.
//!
//! All nodes of a puzzle have the same propagators and differ only in their masks. A vector therefore holds the
//! masks of one cell in many nodes. A *rule* is a propagator in lane form: it removes candidates in all lanes
//! of a vector at once. [`program`] translates a network into rules, if each of its constraints has a lane
//! form. [`search`] keeps a pool of open nodes, runs the rule that most nodes need, and replaces closed nodes
//! with nodes from a stack. [`handover`] decides when lanes take over a depth-first search.
//!
//! Lanes are faster only in long searches: a single node takes several times as long as in the scalar search.
//!
//! Measurements: `docs/experiments/2026-11-23-variant-lanes.md`.

pub(crate) mod handover;
mod pool;
mod program;
mod rules;
mod search;
#[cfg(test)]
mod tests;
