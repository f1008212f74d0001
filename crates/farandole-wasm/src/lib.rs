//! Farandole for web pages: one function from a request to an answer, and the exports of a
//! WebAssembly module around it.
//!
//! A request is a line of JSON, `{"op": NAME, ...}`, followed by a line feed and bytes if the
//! operation takes a text. An answer is a line of JSON with the fields of `farandole::json`,
//! followed by a line feed and bytes if it includes a text or a file. Errors are also answers.
//!
//! ```
//! let request = br#"{"op":"solve","board":{"size":4,"boxes":[2,2],"givens":[1,0,0,0,0,0,2,0,0,3,0,0,0,0,0,4]}}"#;
//! let answer = String::from_utf8(farandole_wasm::answer(request)).unwrap();
//! assert!(answer.contains(r#""status":"solved","solution":"1243342143122134","solutions":1"#), "{answer}");
//! ```
//!
//! The page uses three modules, with the features `classic`, `tools` and `variants`, and loads the last two
//! only if needed. All parse the same requests, and a module without the code for a request answers
//! `elsewhere` with the name of the module that has it. By default, the crate has all features.
//!
//! Rust programs use the crate `farandole` directly instead.
#![deny(unsafe_code)]
#![cfg_attr(
    not(all(feature = "classic", feature = "tools", feature = "variants")),
    expect(unused, reason = "each module uses only a part of what all share")
)]

mod answer;
mod attempts;
mod board;
#[cfg(any(feature = "classic", feature = "tools"))]
mod classic;
#[cfg(target_arch = "wasm32")]
mod exports;
mod kind;
mod ops;
mod puzzle;
mod request;
#[cfg(feature = "variants")]
mod variant;
mod verdicts;
mod wire;

pub use answer::Refusal;
pub use request::{answer, try_answer};

/// Compiles the example of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
