//! Test support: a naive oracle, random puzzles, symmetries, proptest strategies, and checkers of
//! refutations.
//!
//! The crate is only for tests. It is not optimized, and it shares no code with the engines.
#![forbid(unsafe_code)]

pub mod choose;
pub mod four_by_four;
pub mod oracle;
pub mod pb;
pub mod random;
mod random_arguments;
mod random_conditions;
pub mod random_variant;
pub mod rup;
pub mod strategy;
pub mod symmetry;

pub use choose::Choose;
pub use oracle::{count_solutions, solutions, variant_solutions};
pub use random::Random;
pub use random_variant::{RandomVariant, Sizes, random_item, random_variant};

/// Kinds of constraints without an encoding as a formula: regions that are determined during solving have no compact one,
/// and ranks compare whole lines.
pub const WITHOUT_FORMULA: [&str; 12] = [
    "ChaosArrow",
    "ChaosConstruction",
    "ChaosCount",
    "ConnectedSegments",
    "ConnectedValues",
    "DrawnLoop",
    "DrawnPath",
    "FullRank",
    "FullRankTies",
    "Loop",
    "Snake",
    "YinYang",
];
