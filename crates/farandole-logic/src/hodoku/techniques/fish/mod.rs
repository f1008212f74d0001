//! Fish of all kinds, in HoDoKu's order: basic, finned, sashimi, Franken, mutant.
//!
//! # What it is
//! A digit, with a set of base houses and an equally large set of cover houses. In a basic fish,
//! one set consists of rows and the other of columns. A Franken fish may also use boxes, and a
//! mutant fish any houses. Candidates in the base but not in the cover are fins. Candidates in two
//! base houses are endo-fins. A fish is sashimi if a base house has at most one candidate that is
//! not a fin.
//!
//! # Why it holds
//! Each base house contains the digit. If no fin is true, the digits of the base houses use up the
//! cover houses. No other candidate in the cover houses is then true, and no candidate in two cover
//! houses. If a fin is true, every candidate that sees it is false. A candidate is therefore false
//! if it sees all fins and is in more cover houses than base houses.
//!
//! # Example
//! Suppose that the candidates for 7 in rows 1 and 5 lie in columns 2 and 8, except for one more in
//! r1c9. Then r2c8 and r3c8 see this fin and lie in column 8, so they are not 7.
//!
//! # Source
//! Names, limits (five fins, two endo-fins), order of the search: Bernhard Hobiger, HoDoKu 2.2.

mod kind;
pub(crate) mod names;
pub(crate) mod places;
mod search;
mod siamese;

pub(crate) use kind::Kind;
pub(crate) use siamese::siamese;
