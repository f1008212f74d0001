//! Chains of implications, from simple cycles to nested dynamic ones.
//!
//! # What it is
//! A chain starts from an assumption, that a candidate is true or that it is false, and follows
//! links. A true candidate excludes the other candidates of its cell and of its digit in its
//! houses. A false candidate may leave only one other candidate in its cell, or only one for its
//! digit in a house, which is then true. If every case of an alternative leads to the same
//! conclusion, the conclusion is true. If an assumption leads to a contradiction, the assumption is
//! false.
//!
//! # Why it holds
//! Each implication is a single. The alternatives are exhaustive: a candidate is true or false, a
//! cell holds one of its digits, and a digit has one of its cells in a house. Dynamic chains
//! remember the candidates eliminated along the way. At higher levels, other techniques are applied
//! to the remaining candidates, and at the highest levels even chains.
//!
//! # Example
//! If r1c1=5 makes r9c9=5 false, and so does r1c1 not being 5, then r9c9 is not 5.
//!
//! # Source
//! Families, order and choice among equal chains: Nicolas Juillerat, Sudoku Explainer 1.2.1.
//!
//! An assertion ("literal") is `candidate * 2 + 1` if the candidate is true, and `candidate * 2` if
//! it is false.

mod batch_closure;
mod forcing_chain;
mod found;
mod implication_run;
pub(crate) mod kinds;
mod level;
mod link_closure;
mod links;
mod nested;
mod nested_test;
mod prefilter;
mod reasons;
mod rows;
mod search;
mod single_chain;
mod single_search;

pub(crate) use level::Level;
pub(crate) use reasons::ReasonFinder;
pub(crate) use search::Search;
