//! Chains of implications, from simple cycles to nested dynamic ones.
//!
//! # What it is
//! An assumption ("this candidate holds", "it does not") spreads along links: a candidate that holds excludes others of
//! its cell and houses; one that goes leaves another the last of its cell or house. What follows from every case of
//! an alternative is true; an assumption that leads to a contradiction is false.
//!
//! # Why it holds
//! Each implication is a single; the alternatives (a candidate holds or not, the digits of a cell, the places of a
//! digit in a house) leave nothing out. Dynamic chains remember the candidates that are gone on the way; levels above
//! let other techniques, at last chains themselves, act on what is left.
//!
//! # Example
//! If r1c1=5 makes r9c9=5 false, and so does r1c1 not being 5, then r9c9 is not 5.
//!
//! # Source
//! Families, order, choice among equal chains: Nicolas Juillerat, Sudoku Explainer 1.2.1.
//!
//! An assertion ("literal") is `candidate * 2 + 1` where the candidate holds and `candidate * 2` where it does not.

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
pub(crate) use reasons::Namer;
pub(crate) use search::Search;
