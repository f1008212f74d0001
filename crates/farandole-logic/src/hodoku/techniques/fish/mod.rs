//! Fish of all kinds, in the order in which HoDoKu finds them: basic, finned, sashimi, Franken, mutant.
//!
//! # What it is
//! A digit, some houses that do not overlap in its places (base), and as many houses (cover). Basic: rows against
//! columns; Franken: boxes too; mutant: any. Places of the base outside the cover are fins, places in two base houses are
//! endo-fins. A fish is sashimi when a base house has at most one place that is no fin.
//!
//! # Why it holds
//! Each base house holds the digit. If no fin does, these digits use up the cover houses, and no other
//! place in them holds it, nor one that two covers share. If a fin does, no cell that sees it holds it. So a
//! candidate in the cover, outside the base or in more covers than base houses, that sees all fins, is false.
//!
//! # Example
//! If 7 has places in rows 1 and 5 only in columns 2 and 8, and also at r1c9: r3c8 and r2c8 see that fin and lie in
//! column 8, so they are not 7.
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
