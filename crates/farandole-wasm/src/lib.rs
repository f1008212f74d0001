//! Farandole for web pages: one function from a request to an answer, and the exports of a
//! WebAssembly module around it.
//!
//! A request is a line of JSON, `{"op": NAME, ...}`. A line feed and bytes follow if the operation
//! takes a text. An answer is a line of JSON with the fields of `farandole::json`. A line feed and
//! bytes follow if it includes a text or a file. Errors are answers, too.
//!
//! ```
//! let request = br#"{"op":"solve","board":{"size":4,"boxes":[2,2],"givens":[1,0,0,0,0,0,2,0,0,3,0,0,0,0,0,4]}}"#;
//! let answer = String::from_utf8(farandole_wasm::answer(request)).unwrap();
//! assert!(answer.contains(r#""status":"solved","solution":"1243342143122134","solutions":1"#), "{answer}");
//! ```
//!
//! There are two modules, so that a page loads only what it needs. One module exports [`answer`].
//! With the feature `variants`, the module exports [`answer_variant`].
//!
//! Not for Rust programs: they use the crate `farandole` directly.
#![deny(unsafe_code)]

mod answer;
mod board;
mod bulk;
mod exports;
mod ops;
mod request;
mod variants;

pub use request::answer;
pub use variants::answer_variant;

/// Compiles the example of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
