//! Whips and braids.
//!
//! # What it is
//! A whip is a chain of contradictions on one candidate, the target. Its elements are CSP-variables: a
//! cell, or a digit in a row, column or box. Suppose that the target is true. The first variable then
//! has only one value left, which is therefore true. Once this value is placed, the second variable
//! has only one value left, and so on, until a variable has none. Values may be excluded by the target
//! (z-candidates) or by any earlier value of the chain (t-candidates). In a whip, each variable has at
//! least one value that is excluded by the value just before it, so the chain can be followed from one
//! variable to the next. A braid drops this condition. The length is the number of variables.
//!
//! # How to spot it
//! Choose a candidate in a part of the grid with many bivalue cells, and suppose that it is true. Fill the cell or
//! the place that is forced by it, then the next one. Stop when a cell or a digit in a house has nothing left.
//! Short whips are short chains of forced moves, so try the candidates with the most immediate consequences.
//!
//! # Why it holds
//! Every cell holds a digit, and every digit has a place in each house. If the target leaves a
//! variable without a value, the target is false.
//!
//! # Nearest mistakes
//! The end of the chain disproves the target, and nothing else. The placements on the way are not proved, because
//! they depend on the target.
//!
//! # Example
//! Suppose r1c1 is 5. Then the only place for 5 in row 4 is r4c7. With 5 there, r4c9 must be 3, and
//! column 9 has no place for 7 left except r1c9, which also loses it. So r1c1 is not 5. This is a whip
//! of length 3.
//!
//! # Source
//! Denis Berthier, *Pattern-Based Constraint Satisfaction and Logic Puzzles*, chapter 5. The W
//! rating of a puzzle is the greatest length of the whips that it needs if the shortest are always
//! taken first; the B rating is the same for braids.

mod braid;
#[cfg(test)]
mod definition_test;
mod kind;
mod rating;
mod search;
pub(crate) mod step;
mod variables;

pub use kind::Kind;
pub(crate) use rating::all_shortest;
pub use rating::{Budget, Rating, explain, rate};
