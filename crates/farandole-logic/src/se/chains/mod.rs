//! Chains of implications, from simple cycles to nested dynamic ones.
//!
//! # What it is
//! A chain starts from an assumption: that a candidate is true, or that it is false. Each step
//! follows from earlier ones. A true candidate makes the other candidates of its cell false, and
//! those for its digit in its houses. If a false candidate leaves only one candidate in its cell,
//! or only one for its digit in a house, that one is true. A conclusion is true if every possible
//! case leads to it. An assumption is false if it leads to a contradiction.
//!
//! # How to spot it
//! Start from a bivalue cell or from a digit with two places in a house, because both of its cases are easy to
//! follow. Mark what follows from the first case in one colour and what follows from the second in another. Look
//! for a candidate that is false in both, or for a contradiction in one of them. Prefer digits with many strong
//! links.
//!
//! # Why it holds
//! Every step of a chain is a single. The cases cover all possibilities: a candidate is either true
//! or false, a cell holds one of its candidates, and a digit is in one of its possible cells of a
//! house. In a dynamic chain, a step can also depend on candidates that earlier steps eliminated.
//! At higher levels, a step can be another technique, and at the highest levels even another chain.
//!
//! # Nearest mistakes
//! From a true candidate, only false ones follow directly. From a false candidate, a true one follows only if a
//! single alternative remains. In a chain that is not dynamic, each step may use the step before it only, and not
//! the other candidates eliminated on the way.
//!
//! # Example
//! If r1c1 is 5, one chain shows that r9c9 is not 5. If r1c1 is not 5, another chain shows the
//! same. Either way, r9c9 is not 5.
//!
//! # Source
//! Nicolas Juillerat, Sudoku Explainer 1.2.1 (the families of chains, their order, and the choice
//! among equal chains).
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
