//! Fish of all kinds, in HoDoKu's order: basic, finned, sashimi, Franken, mutant.
//!
//! # What it is
//! A fish has a digit, some base houses, and the same number of cover houses. In a basic fish, the
//! base consists of rows and the cover of columns, or the other way round. A Franken fish can also
//! use boxes, and a mutant fish can use any houses. A candidate for the digit in the base that is
//! not in the cover is a fin. A candidate in two base houses is an endo-fin. A fish is sashimi if
//! one of its base houses has at most one candidate that is not a fin.
//!
//! # Why it holds
//! Every base house contains the digit. If all fins are false, the base houses use up the cover
//! houses: no other candidate in a cover house is true, and neither is a candidate in two cover
//! houses. If a fin is true, every candidate that sees it is false. A candidate that sees all fins,
//! and is in more cover houses than base houses, is therefore false in every case.
//!
//! # Example
//! In rows 1 and 5, the candidates for 7 lie in columns 2 and 8, except for a fin in r1c9. r2c8 and
//! r3c8 lie in column 8 and see the fin, so they are not 7.
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
