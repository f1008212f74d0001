//! Conflict-driven clause learning (CDCL) over propagators that explain lazily.
//!
//! A [`Solver`] searches for assignments that satisfy the rules of one [`Propagator`] and any number of clauses. Rules
//! such as "exactly one of these" stay rules: they need no clauses, and they give reasons only when a conflict asks.
//!
//! Vocabulary, as in CaDiCaL and MiniSat:
//!
//! - *trail*: the true literals in order; *decision level*: the number of decisions before a literal, 0 for what always holds.
//! - *watch*: a clause is looked at only when one of two watched literals becomes false.
//! - *analyze*: work out a new clause from a conflict; *minimize*: leave out its literals that follow from others.
//! - *glue* (LBD): the number of decision levels in a learned clause; less is better.
//! - *reduce*: forget learned clauses of little use; *vivify*: make learned clauses shorter by propagation.
//! - *restart*: go back to level 0 and keep what was learned.
//!
//! ```
//! use farandole_cdcl::{Config, Lit, Outcome, Solver};
//!
//! // Plain clauses: (a or b) and (not a or b).
//! let (a, b) = (Lit::positive(0), Lit::positive(1));
//! let mut solver = Solver::<()>::default();
//! solver.reset(&(), 2, &Config::default());
//! solver.add_clause(&(), &[a, b], &mut ());
//! solver.add_clause(&(), &[!a, b], &mut ());
//! assert_eq!(solver.solve(&(), &mut ()), Outcome::Satisfiable);
//! assert!(solver.trail().value(b) > 0);
//!
//! solver.add_clause(&(), &[!b], &mut ());
//! assert_eq!(solver.solve(&(), &mut ()), Outcome::Unsatisfiable);
//! ```
//!
//! This crate is not a general SAT solver for large industrial formulas: decisions always make a variable true, clauses of
//! the problem are not preprocessed, and there is no code for pairs of literals. It suits problems where a true variable
//! says much, as in exact cover, and where most constraints are rules. It knows no problem itself. It needs `alloc` only.
#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;
#[cfg(test)]
extern crate std;

mod analyze;
mod clause;
mod config;
mod decide;
mod drat;
mod literal;
mod minimize;
mod propagator;
mod reduce;
mod restart;
mod solver;
mod state;
mod trail;
mod vivify;
mod watch;

pub use config::{Config, Mode, Reduce, Restart, Vivify};
pub use drat::{DratText, Proof, write_clause};
pub use literal::Lit;
pub use propagator::{Propagator, check};
pub use solver::{Event, Outcome, Solver};
pub use trail::Trail;

/// Compiles the example of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
