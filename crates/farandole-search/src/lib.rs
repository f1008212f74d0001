//! Limits, cancellation, progress and counters of a search.
//!
//! A caller fills in a [`Config`]: a limit on the number of solutions, a budget of work, and a flag
//! that stops the search. An engine receives a [`SearchContext`] with this configuration. It uses
//! the context to count nodes and to report solutions. Each search returns the reason why it ended
//! as an [`End`], and its cost as [`Counters`].
//!
//! Long runs also need an [`Alarm`], which sets such a flag when its time is over, a guard that
//! [catches panics](guarded), and files for their state ([`open_or_create`], [`read_state`],
//! [`lock`], [`sealed`]).
//!
//! This crate contains no search. The engines are in `farandole-solve` and `farandole-csp`.
#![forbid(unsafe_code)]

mod alarm;
mod config;
mod context;
mod finding;
mod guard;
mod outcome;
mod state_file;

pub use alarm::Alarm;
pub use config::{Config, Progress, Watcher};
pub use context::{NODES_PER_REPORT, SearchContext, Wanted};
pub use finding::Finding;
pub use guard::{Panic, RACER_NAME, guarded};
pub use outcome::{Counters, End};
pub use state_file::{check_regular, checksum, lock, open_or_create, read_state, sealed, unsealed};

/// Compiles the example of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
