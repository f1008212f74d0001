//! The C library of Farandole: solve, count, list, rate and explain Sudoku from any language with a
//! C interface.
//!
//! The header is `include/farandole.h`, written by cbindgen from the sources of this crate. The
//! library has three parts: classic 9x9 puzzles in bulk ([`farandole_solve_9x9`]), single puzzles of
//! any kind as handles ([`farandole_solve`], [`farandole_hint`] and others), and JSON requests for
//! everything else ([`farandole_request`]): solution paths, generated variants, drawings, exact cover.
//!
//! Not for Rust programs: they use the crate `farandole` directly.
//!
//! ```
//! let version = unsafe { std::ffi::CStr::from_ptr(farandole_capi::farandole_version()) };
//! assert_eq!(version.to_str(), Ok(env!("CARGO_PKG_VERSION")));
//! ```
#![expect(
    clippy::multiple_unsafe_ops_per_block,
    reason = "an offset and the write through it have the same justification"
)]

mod bulk;
mod error;
mod generate;
mod hint;
mod puzzle;
mod request;

pub use bulk::{
    FarandoleSolver, farandole_check_9x9, farandole_solve_9x9, farandole_solver_free, farandole_solver_new,
};
pub use error::{
    FarandoleCode, FarandoleEnd, FarandoleError, farandole_error_code, farandole_error_free,
    farandole_error_message,
};
pub use generate::{FarandoleRecipe, farandole_generate};
pub use hint::{
    FarandoleCandidate, FarandoleEntries, FarandoleHint, FarandoleHintStatus, FarandoleMove, FarandoleRuling,
    FarandoleStep, farandole_check, farandole_hint, farandole_hint_free, farandole_judge,
};
pub use puzzle::{
    FarandolePuzzle, FarandoleRating, FarandoleRatingStatus, FarandoleResult, FarandoleScale,
    FarandoleVisitor, farandole_candidates, farandole_count, farandole_each_solution, farandole_puzzle_cells,
    farandole_puzzle_free, farandole_puzzle_givens, farandole_puzzle_new, farandole_rate, farandole_solve,
};
pub use request::{
    FarandoleText, farandole_request, farandole_text_data, farandole_text_free, farandole_text_length,
};

use std::ffi::c_char;

/// Returns the version of the library as a number, like the macro `FARANDOLE_VERSION_NUMBER`: 1,000,000 for each major
/// version, 1,000 for each minor version, and the patch version.
#[unsafe(no_mangle)]
pub extern "C" fn farandole_version_number() -> u32 {
    let mut parts = env!("CARGO_PKG_VERSION").split('.').map(|part| part.parse().unwrap_or(0));
    parts.by_ref().take(3).fold(0, |number: u32, part: u32| number * 1000 + part)
}

/// Returns the version of the library, such as `0.2.0`. The text is static and ends with a NUL.
#[unsafe(no_mangle)]
pub extern "C" fn farandole_version() -> *const c_char {
    concat!(env!("CARGO_PKG_VERSION"), "\0").as_ptr().cast()
}
