//! Search with one node per SIMD lane, for long searches.
//!
//! The propagation program of a puzzle is the same in all nodes; only the masks differ. A vector holds the
//! masks of one cell in many nodes, and a rule is straight code over vectors. [`program`] translates a network
//! into rules, if each of its constraints has a lane form. [`search`] keeps a pool of open nodes, runs the
//! rule that most nodes need, and refills closed nodes from a stack. [`handover`] decides when.
//!
//! It pays for long searches only: a single node takes several times as long as in the scalar search.
//!
//! Measurements: `docs/experiments/2026-11-23-variant-lanes.md`.

pub(crate) mod handover;
mod pool;
mod program;
mod rules;
mod search;
#[cfg(test)]
mod tests;
