//! Farandole for web pages: one function from a request to an answer, and the exports of a WebAssembly module around it.
//!
//! A request is a line of JSON, `{"op": NAME, ...}`, then a line end and bytes where the operation takes a text. An answer is
//! a line of JSON with the fields of `farandole::json`, then a line end and bytes where there is a text. What is wrong with a
//! request is an answer too.
//!
//! ```
//! let request = br#"{"op":"solve","board":{"size":4,"boxes":[2,2],"givens":[1,0,0,0,0,0,2,0,0,3,0,0,0,0,0,4]}}"#;
//! let answer = String::from_utf8(farandole_wasm::answer(request)).unwrap();
//! assert!(answer.contains(r#""status":"solved","solution":"1243342143122134","solutions":1"#), "{answer}");
//! ```
//!
//! There are two modules, so that a page loads no more than it needs: one answers with [`answer`], and with the feature
//! `variants` one with [`answer_variant`].
//!
//! Not for: Rust programs, which call the crate `farandole`.
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
