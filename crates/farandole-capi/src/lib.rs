//! The C library of Farandole: solve, count, list, rate and explain Sudoku from any language with a
//! C interface.
//!
//! The header is `include/farandole.h`, written by cbindgen from the sources of this crate. The
//! library has three parts: classic 9x9 puzzles in bulk ([`farandole_solve_9x9`]), single puzzles of
//! any kind as text ([`farandole_solve`] and its relatives), and JSON requests for everything else
//! ([`farandole_request`]): hints, solution paths, variants, generated puzzles, drawings, exact cover.
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
mod puzzle;
mod request;

pub use bulk::{
    FarandoleSolver, farandole_check_9x9, farandole_solve_9x9, farandole_solver_free, farandole_solver_new,
};
pub use error::{
    FarandoleCode, FarandoleEnd, FarandoleError, farandole_error_code, farandole_error_free,
    farandole_error_message,
};
pub use puzzle::{
    FarandoleRating, FarandoleRatingStatus, FarandoleResult, FarandoleScale, FarandoleVisitor,
    farandole_count, farandole_each_solution, farandole_rate, farandole_solve,
};
pub use request::{
    FarandoleText, farandole_request, farandole_text_data, farandole_text_free, farandole_text_length,
};

use std::ffi::c_char;

/// Returns the version of the library, such as `0.1.0`. The text is static and ends with a NUL.
#[unsafe(no_mangle)]
pub extern "C" fn farandole_version() -> *const c_char {
    concat!(env!("CARGO_PKG_VERSION"), "\0").as_ptr().cast()
}
