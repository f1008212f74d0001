//! Problems of well-known families.
//!
//! Sizes may come from users: each function returns an error if the problem would be too large.
//!
//! ```
//! use farandole_cover::{Config, Search, generate};
//!
//! let problem = generate::queens(8)?;
//! let count = Search::new(&problem)?.count(u64::MAX, &Config::new());
//! assert_eq!(count.solutions, 92);
//! # Ok::<(), Box<dyn core::error::Error>>(())
//! ```

mod dominoes;
mod langford;
mod latin;
mod macmahon;
mod partitions;
mod polyforms;
mod queens;
mod random_sets;
mod size;
mod sudoku;
#[cfg(test)]
mod tests;
mod tilings;

pub use dominoes::dominoes;
pub use langford::langford;
pub use latin::latin;
pub use macmahon::{Border, macmahon};
pub use partitions::{bell, matchings};
pub use polyforms::{flat_pentacubes, polyominoes, soma};
pub use queens::queens;
pub use random_sets::random;
pub use sudoku::sudoku;
pub use tilings::{TilingError, tiling};
