//! Decision diagrams of all solutions, after Knuth's Algorithm Z.
//!
//! A diagram is the trace of a search with memoization, in which equal subproblems are one node. A node of the kind
//! `Either` branches on an item: each edge chooses an option. A node of the kind `Both` joins independent parts. Read as
//! a zero-suppressed decision diagram (ZDD), each edge of an `Either` node is the step where its option is taken.
//!
//! Source: D. E. Knuth, The Art of Computer Programming 4B, section 7.2.2.1, algorithm Z; S. Minato, Zero-suppressed BDDs
//! for set manipulation in combinatorial problems, DAC 1993.

mod build;
mod cheapest;
mod diagram;
mod nodes;
mod text;

pub use build::DiagramBuilder;
pub use diagram::Diagram;
pub use text::DiagramError;
