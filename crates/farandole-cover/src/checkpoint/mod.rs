//! Tools for long runs: splitting a problem into pieces, merging the answers about the pieces, and
//! checkpoints in files.
//!
//! ```
//! use farandole_cover::{Config, Search, generate, split};
//!
//! let problem = generate::queens(8)?;
//! let mut count = 0;
//! for piece in split(&problem, 4)? {
//!     count += Search::new(&piece.problem)?.count(u64::MAX, &Config::new()).solutions;
//! }
//! assert_eq!(count, 92);
//! # Ok::<(), Box<dyn core::error::Error>>(())
//! ```

mod label;
#[cfg(feature = "std")]
mod memo_file;
#[cfg(feature = "serde")]
mod merge;
mod split;
#[cfg(feature = "std")]
mod state;
#[cfg(feature = "std")]
mod state_error;

pub use label::{PieceLabel, PieceLabelError};
#[cfg(feature = "std")]
pub use memo_file::{MemoFile, MemoFileError, MemoFileErrorKind};
#[cfg(feature = "serde")]
pub use merge::{Merge, MergeError, MergeErrorKind, MergedSolution};
pub use split::{SplitError, Subproblem, split};
#[cfg(feature = "std")]
pub use state::State;
#[cfg(feature = "std")]
pub use state_error::{StateError, StateErrorKind};
