//! Decision diagrams of all solutions, after Knuth's Algorithm Z.
//!
//! A diagram is the trace of a search with memoization, in which equal subproblems are one node. A
//! node of kind `Either` branches on an item, and each edge chooses an option. A node of kind
//! `Both` joins independent components. Read as a zero-suppressed decision diagram (ZDD), each edge
//! of an `Either` node is the step that takes its option.
//!
//! Performs badly if few subproblems are equal: the diagram is then as large as the search tree.
//!
//! Source: D. E. Knuth, The Art of Computer Programming 4B, section 7.2.2.1, algorithm Z; S.
//! Minato, Zero-suppressed BDDs for set manipulation in combinatorial problems, DAC 1993.

mod build;
mod cheapest;
mod diagram;
mod nodes;
mod text;

pub use build::DiagramBuilder;
pub use diagram::Diagram;
pub use text::DiagramError;
