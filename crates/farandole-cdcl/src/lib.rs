//! Conflict-driven clause learning (CDCL) with propagators that explain lazily.
//!
//! A [`Solver`] searches for assignments that satisfy the constraints of one [`Propagator`] and any number of
//! clauses. Constraints such as "exactly one of these variables is true" need no clauses; the propagator
//! explains a literal only when conflict analysis requests the explanation.
//!
//! Vocabulary, as in CaDiCaL and MiniSat:
//!
//! - *trail*: the true literals in order of assignment.
//! - *decision level* of a literal: the number of decisions on the trail up to and including that literal.
//!   Literals of level 0 hold in every model.
//! - *watch*: a clause is visited only if one of its two watched literals becomes false.
//! - *analyze*: derive a learned clause from a conflict; *minimize*: remove the literals that the rest of the
//!   clause makes redundant.
//! - *glue* (LBD, literal block distance): the number of different decision levels among the literals of a
//!   learned clause; lower is better.
//! - *reduce*: delete learned clauses that are unlikely to be useful; *vivify*: shorten clauses by
//!   propagation.
//! - *restart*: backtrack to level 0 and keep what was learned.
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
//! # When not to use it
//!
//! This is not a general SAT solver for large industrial formulas. Decisions always make a variable true, the
//! clauses of the problem are not preprocessed, and binary clauses have no special representation. The solver
//! suits problems in which a true variable implies many literals, as in exact cover, and in which a propagator
//! handles most constraints.
//!
//! The crate contains no problem-specific code and needs `alloc` only.
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

pub use config::{Config, Reduce, Vivify};
pub use drat::{DratText, Proof, write_clause};
pub use literal::Lit;
pub use propagator::{Propagator, check};
pub use restart::{Mode, Restart};
pub use solver::{Event, Outcome, Solver};
pub use trail::Trail;

/// Compiles the example in the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
