//! Fish of all kinds, in HoDoKu's order: basic, finned, sashimi, Franken, mutant.
//!
//! # What it is
//! A fish has a digit, some base houses, and the same number of cover houses. In a basic fish, the
//! base consists of rows and the cover of columns, or the other way round. A Franken fish can also
//! use boxes, and a mutant fish can use any houses. If a candidate for the digit is in the base but
//! not in the cover, it is a fin. A candidate in two base houses is an endo-fin. A fish is sashimi
//! if one of its base houses has at most one candidate that is not a fin.
//!
//! # How to spot it
//! Take one digit and look for rows that nearly form a basic fish: all places but one or two lie in the same
//! columns. The exceptions are the fins. If all of them lie in one box, look at the cells of the cover columns in
//! that box. Do the same with columns. For Franken fish, use a box in place of a line.
//!
//! # Why it holds
//! Every base house contains the digit. If all fins are false, the cells with the digit in the base
//! houses lie in different cover houses, one in each. All other candidates in the cover houses are
//! then false. A candidate in two cover houses is false as well, because it would take the place of
//! two of these cells. If a fin is true, every candidate that sees it is false. A candidate that
//! sees all fins, and is in more cover houses than base houses, is therefore false in every case.
//!
//! # Nearest mistakes
//! The eliminated candidate must see every fin, not only some of them. Eliminations that the basic fish would have
//! elsewhere are not valid. In a sashimi fish, a corner of the basic fish is missing, but the eliminations follow
//! the same rule.
//!
//! # Example
//! In rows 1 and 5, the candidates for 7 lie in columns 2 and 8, except for a fin in r1c9. r2c8 and
//! r3c8 lie in column 8 and see the fin, so they are not 7.
//!
//! # Source
//! Bernhard Hobiger, HoDoKu 2.2 (the names, the limits of five fins and two endo-fins, the order of
//! the search).

mod kind;
mod order;
mod reason;
mod search;
mod siamese;

pub(crate) use kind::{Kind, in_short};
pub(crate) use order::RULES;
pub(crate) use reason::why;
pub(crate) use siamese::siamese;
