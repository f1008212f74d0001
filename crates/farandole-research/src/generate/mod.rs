//! Generators of puzzles: numbered attempts on all threads, delivered in the order of their
//! numbers.
//!
//! The result of an attempt depends only on the seed and its number. The same seed therefore always
//! generates the same puzzles, regardless of the number of threads.
//!
//! ```
//! use farandole_research::Recipe;
//! use farandole_research::generate::{Classic, Order, run};
//! use std::ops::ControlFlow;
//!
//! let classic = Classic { recipe: Recipe::default(), seed: 7, isa: farandole_kernel::Isa::detect(), test: None };
//! let order = Order { count: 3, tries: 1000, ..Order::default() };
//! let mut lines = Vec::new();
//! let done = run(&order, &classic, &mut |made| {
//!     lines.push(made.puzzle.to_string());
//!     ControlFlow::Continue(())
//! }, &mut |_| ControlFlow::Continue(()))?;
//! assert_eq!((lines.len(), done.made), (3, 3));
//! # Ok::<(), std::io::Error>(())
//! ```

mod attempts;
mod find_source;
mod rating_test;
mod sources;
mod variant_source;

pub(crate) use attempts::threads;
pub use attempts::{Attempts, Order, PATIENCE, Progress, Rejected, SingleAttempts, run};
pub use find_source::FindAttempts;
pub use rating_test::{ImpossibleTest, NumberRange, RatingTest};
pub use sources::{Classic, General, Generated, Unbiased, Uniform};
pub use variant_source::{FewestAttempts, FewestVariant, GeneratedVariant, VariantAttempts};
