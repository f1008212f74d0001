//! Variants: puzzles of any shape with constraints.
//!
//! A [`ClassicPuzzle`](crate::ClassicPuzzle) has N x N cells, the digits 1 to N, and houses. A
//! [`Variant`] has up to 16x16 cells (raw grids may be larger), values that start at 0 or 1, extra
//! cells, and [constraints](mod@crate::constraint) of any kind. [`Variant::to_puzzle`] converts a
//! variant to a classic puzzle if it consists only of houses and candidates.
//!
//! ```
//! use farandole_puzzle::board::{Board, Shape};
//! use farandole_puzzle::constraint::{AntiKnight, Given};
//! use farandole_puzzle::variant::{Variant, check};
//!
//! let shape = Shape::square(4).unwrap();
//! let given = Given { cell: farandole_puzzle::Cell::new(0).unwrap(), mask: 0b1000 };
//! let variant = Variant::new(shape, Vec::new(), vec![AntiKnight {}.into(), given.into()]).unwrap();
//! assert_eq!((variant.houses().len(), variant.sees().len()), (12, 24));
//! let broken = check(&variant, &[1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1]).unwrap_err();
//! assert_eq!(broken.to_string(), "AntiKnight: R1C1 and R2C3 both have 1");
//! ```

mod check;
mod clash;
mod error;
mod model;
mod open;
mod plain;

pub use check::{VariantViolation, check, check_grid};
pub use clash::GivenClash;
pub use error::{VariantError, VariantErrorPlace};
pub use model::{House, HouseOrigin, Variant};
pub(crate) use model::{board_of, made_groups};
pub use open::Contradiction;
