//! Dancing links: Knuth's Algorithm X with colors (Algorithm C), without recursion.
//!
//! The first `items` nodes are the headers of the circular lists of the items. The nodes of the options follow,
//! one option after another. The nodes of each option also form a circle:
//!
//! ```text
//!   0 .. items | a a a a | b b | ...
//!    headers    option 0  option 1
//! ```
//!
//! The search tree is that of Knuth's DLX1 and DLX2, node for node. The differences are:
//!
//! - `zeros` counts the active primary items without options. The search leaves a dead node immediately: the
//!   rest of the covering is skipped, and no item is chosen.
//! - There is no list of active items. Instead, `RAISED` is added to the lengths of items that cannot be chosen
//!   (covered or secondary items). The item is found by a minimum over all lengths, which compiles to vector
//!   instructions.
//! - Uncovering does not walk the lists again. Removed nodes are appended to a trail, and put back from the
//!   end of the trail.
//! - Problems of up to 65,536 nodes have indices of 16 bits into arrays of 65,536 elements. This
//!   halves the memory and needs no bounds checks.
//!
//! If bit sets support a problem, they are about two to seven times as fast
//! (docs/experiments/2026-11-21-exact-cover.md). Dancing links are also slow on many long lists of options,
//! because covering an item visits all entries of all its options.
//!
//! A negative result, in milliseconds for 410 17-clue Sudokus, best of 9 in one run:
//!
//! - Finding the index of the minimum in its chunk by a second minimum over indices, without a branch: 13.3
//!   instead of 11.4; for 12 queens 32.5 instead of 30.5, for Langford 11 55.7 instead of 50.1.
//!
//! Negative results with indices of 32 bits, a list of active items and no trail:
//!
//! - Spacers instead of circular options (Knuth has used spacers since 2020): Langford 11 is slower by 16 %.
//!   The position of a node in its option varies, so the branch at the spacer is mispredicted. With a circle,
//!   the number of steps is the same for all options of one length.
//! - Structs of nodes instead of arrays: 17-clue Sudoku is slower by 9 %. This has not been
//!   measured with 16 bits.
//! - A bit set of the items with one option, to avoid the scan of all items if there is one:
//!   Langford 11 is slower by 16 %, 12 queens by 9 %; Sudoku takes the same time.
//!
//! Source: D. E. Knuth, The Art of Computer Programming 4B, section 7.2.2.1, algorithms X and C.

mod index;
mod links;
mod steps;
#[cfg(test)]
mod tests;

pub(crate) use links::DancingLinks;
