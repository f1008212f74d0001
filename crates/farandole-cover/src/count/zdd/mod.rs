//! Decision diagrams of all solutions, after Knuth's Algorithm Z.
//!
//! A diagram is the trace of a search with memoization, in which equal subproblems share one node. A node of
//! kind `Either` branches on an item, and each edge chooses an option. A node of kind `Both` joins
//! independent components. In the usual form of a zero-suppressed decision diagram (ZDD), each edge of an
//! `Either` node would be a node of its own, whose high branch takes the option.
//!
//! Diagrams are inefficient if few subproblems are equal: they are then as large as the search tree.
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
