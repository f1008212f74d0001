//! Reads the rules of a puzzle in English: sentences, and the constraints that they mention.
//!
//! [`read_rules`] splits the text into sentences and compares the words of each with tables of
//! phrases. A sentence that explains a constraint has a [`Mention`] with its meaning, and with the
//! colours and shapes that the sentence names. The result is only evidence. The caller must compare
//! it with the drawings and the solution of the puzzle.
//!
//! Three properties call for caution. [`Sentence::stops_automatic`] is the reason why a sentence
//! reverses or suspends rules, as in "every clue is wrong". [`Sentence::unknown`] lists words that
//! rules about known constraints do not use, such as "negator". A sentence that is not neutral and
//! has no mention is not understood.
//!
//! ```
//! use farandole_formats::rules_text::{Hue, MeaningKind, read_rules};
//!
//! let sentences = read_rules("Normal sudoku rules apply. Neighbours on a green line differ by at least 5.");
//! assert!(sentences[0].is_neutral);
//! let mention = &sentences[1].mentions[0];
//! assert_eq!(mention.kind, MeaningKind::Whisper { difference: Some(5) });
//! assert_eq!(mention.hues, [Hue::Green]);
//! ```

mod appearance;
mod distribute;
mod kinds;
mod meaning;
mod neutral;
mod pattern;
mod read;
mod relation;
mod sentences;
mod support;
mod words;

pub(crate) use appearance::names_drawing;
pub use appearance::{Hue, Shape};
pub use meaning::{DigitSet, Distance, MeaningKind, PairRelation, PairTerm};
pub(crate) use neutral::CHANGES_VALUES;
pub use read::{Join, Mention, Sentence, read_rules};
pub(crate) use read::{decorates, wraps};
pub use sentences::rules_body;
pub(crate) use support::{Wording, may_describe, numbers};
