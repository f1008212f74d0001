//! Dancing links: Knuth's Algorithm X with colors (Algorithm C), without recursion.
//!
//! The first `items` nodes head the items' circular lists; behind them come the options, one after the other,
//! each of them a circle of its own:
//!
//! ```text
//!   0 .. items | a a a a | b b | ...
//!    headers    option 0  option 1
//! ```
//!
//! The tree is that of Knuth's DLX1 and DLX2 node for node: at each node the leftmost item with the fewest
//! options. What differs:
//!
//! - `zeros` counts the active primary items without options, so that a node that has died is left as soon as
//!   it has: the rest of its covering is skipped and no item is looked for.
//! - There is no list of active items. Lengths of items that can't be chosen (covered or secondary) are kept
//!   raised by `RAISED`, and the item is found by a minimum over all lengths, which compilers turn into vector
//!   instructions.
//! - Nothing is uncovered by a second walk through the lists. Nodes taken out are written to a trail, and put
//!   back from its end.
//! - Problems of up to 65,536 nodes have indices of 16 bits, into arrays of 65,536: half the memory, and no
//!   bounds to be checked.
//!
//! Tried and slower (in milliseconds for 410 17-clue Sudokus, best of 9 in one run):
//!
//! - The place of the minimum in its chunk by a second minimum, over indices, without a branch: 13.3 against
//!   11.4; 12 queens 32.5 against 30.5, Langford 11 55.7 against 50.1.
//!
//! Tried and slower before there was a trail, with indices of 32 bits and a list of active items:
//!
//! - Spacers instead of circular options, as Knuth has them since 2020: Langford 11 by 16 %. Where in its
//!   option a row stands varies, so the branch at the spacer is mispredicted; with a circle the number of steps
//!   is the same for all options of one length.
//! - Structs of nodes instead of arrays: 17-clue Sudoku by 9 %. Not measured again with 16 bits.
//! - A bit set of the items with one option, so that the walk over the items can be saved where there is one:
//!   Langford 11 by 16 %, 12 queens by 9 %, Sudoku equal.
//!
//! Source: D. E. Knuth, The Art of Computer Programming 4B, section 7.2.2.1, algorithms X and C.

mod index;
mod links;
mod steps;
#[cfg(test)]
mod tests;

pub(crate) use links::DancingLinks;
