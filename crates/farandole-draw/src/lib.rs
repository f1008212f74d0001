//! Pictures of puzzles and solving steps: a common description of drawings, with writers for SVG
//! and PDF.
//!
//! A [`Board`] has the contents: geometry, digits, candidates, and a pattern with its links. It is
//! converted to a [`Scene`]: shapes and texts, each with a [`Role`](scene::Role), back to front. A [`Theme`]
//! assigns colours to roles. [`svg`] and [`pdf`] write scenes, [`sheet`] arranges many boards on
//! pages, and [`book`] arranges them in chapters with rules and solutions. A [`VariantBoard`] is a board with constraints.
//!
//! ```
//! use farandole_draw::{Board, Theme, pdf, svg};
//! use farandole_puzzle::ClassicPuzzle;
//!
//! let puzzle: ClassicPuzzle = "1.....2..3.....4".parse().unwrap();
//! let scene = Board::of_puzzle(&puzzle).scene();
//! assert!(svg::write(&scene, Theme::Light).contains("<text"));
//! assert!(pdf::write("A puzzle", &[scene], Theme::Print).unwrap().starts_with(b"%PDF-1.7"));
//! ```
//!
//! The crate does not draw in terminals (see `explain::text` of `farandole-logic`) and does not
//! draw boards of exact cover problems (see `draw` of `farandole-cover`).
#![forbid(unsafe_code)]

mod board;
pub mod book;
mod caption;
mod fonts;
mod metrics;
mod outline;
pub mod pdf;
pub mod scene;
pub mod sheet;
mod step;
pub mod svg;
mod theme;
mod variant;

pub use board::{Board, Layers, MarkGrid, Pattern, Room};
pub use caption::with_caption;
pub use scene::{Picture, Scene};
pub use step::{column, page_scene, position_scene, step_scene};
pub use theme::Theme;
pub use variant::VariantBoard;

/// Compiles the example in the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
