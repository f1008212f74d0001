//! Diagnostics of an import: parts of a puzzle that are not understood, or understood but dropped.

use core::fmt;
use farandole_puzzle::constraint::ArgumentError;
use farandole_puzzle::format::escaped;

/// A part of an imported text, with its location.
///
/// ```
/// use farandole_formats::editor::{ImportErrorKind, ImportConfig, read};
///
/// let text = r#"{"size": 4, "grid": [[{}, {}, {}, {}], [{}, {}, {}, {}], [{}, {}, {}, {}], [{}, {}, {}, {}]],
///     "snake": [1, 2], "littlekillersum": [{"cell": "R1C1", "value": "6"}]}"#;
/// let error = read(text.as_bytes(), &ImportConfig::default()).unwrap_err();
/// let ImportErrorKind::Unsupported(unsupported) = error.kind() else { panic!("{error}") };
/// let diagnostics: Vec<String> = unsupported.items().iter().map(|it| it.to_string()).collect();
/// assert_eq!(diagnostics, ["littlekillersum 1: nothing, expected a direction", "key `snake` (2 entries)"]);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    pub(crate) key: Box<str>,
    /// 1-based index of an entry in the list of the key, or `None` for the key as a whole.
    pub(crate) entry: Option<usize>,
    pub(crate) what: What,
}

/// The content of a diagnostic.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum What {
    UnknownKey {
        name: Box<str>,
        entries: usize,
    },
    UnknownName {
        name: Box<str>,
    },
    Value {
        found: Box<str>,
        expected: &'static str,
    },
    Missing {
        expected: &'static str,
    },
    ArgumentError(ArgumentError),
    Items {
        wrong: Box<str>,
    },
    Contradicts {
        what: &'static str,
    },
    Replaced {
        name: &'static str,
    },
    Ignored {
        what: &'static str,
        count: usize,
    },
    /// A sentence of the rules that no constraint accounts for.
    Sentence {
        text: Box<str>,
    },
    /// A group of drawings whose meaning is not confirmed.
    Group {
        id: u32,
        name: Box<str>,
    },
    /// A group of drawings that was treated as decoration although the rules describe it.
    Decoration {
        name: Box<str>,
    },
    /// A group of drawings or a sentence of an unfinished puzzle that is left out.
    LeftOut {
        /// The id and the name or the text.
        part: Box<str>,
    },
    /// A sentence of the rules whose meaning is unknown.
    Unknown {
        /// The number in the id.
        number: usize,
        text: Box<str>,
    },
    /// The meaning of a group of drawings in a reading that is not confirmed.
    Proposed {
        id: u32,
        name: Box<str>,
        meaning: Box<str>,
    },
    /// A reading has one solution, but the text contains no solution for comparison.
    Unique,
    /// The solution that the text contains is not the only solution of the puzzle.
    Solution {
        verdict: &'static str,
    },
    /// The reading that the user accepts is not confirmed.
    Unverified {
        verdict: &'static str,
    },
    /// No reading of the drawings was confirmed.
    Unconfirmed {
        /// The missing meanings, in the syntax of the command-line option.
        missing: Box<str>,
        verdict: &'static str,
    },
}

/// The kinds of [`Diagnostic`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum DiagnosticKind {
    /// A key that the format does not define, or whose meaning is unknown.
    UnknownKey,
    /// An unknown name in a list of names, such as the list of global rules.
    UnknownName,
    /// A value that is invalid at its location, or missing.
    Value,
    /// A constraint that this board does not support.
    ArgumentError,
    /// Drawings, or a custom constraint, whose meaning is not confirmed.
    Drawing,
    /// Something that contradicts the rest of the text.
    Contradiction,
    /// A sentence of the rules that no constraint accounts for.
    RulesMention,
    /// Constraint text that is replaced by later constraint text for the same location.
    Replaced,
    /// A part that is understood but dropped, because it has no effect on solutions.
    Ignored,
}

impl Diagnostic {
    pub(crate) fn new(key: &str, entry: Option<usize>, what: What) -> Self {
        Self { key: key.into(), entry, what }
    }

    /// Returns the kind of the diagnostic.
    pub const fn kind(&self) -> DiagnosticKind {
        match self.what {
            What::UnknownKey { .. } => DiagnosticKind::UnknownKey,
            What::UnknownName { .. } => DiagnosticKind::UnknownName,
            What::Value { .. } | What::Missing { .. } | What::Items { .. } => DiagnosticKind::Value,
            What::ArgumentError(_) => DiagnosticKind::ArgumentError,
            What::Contradicts { .. } => DiagnosticKind::Contradiction,
            What::Sentence { .. } | What::Unknown { .. } => DiagnosticKind::RulesMention,
            What::Solution { .. } => DiagnosticKind::Contradiction,
            What::Group { .. }
            | What::Decoration { .. }
            | What::LeftOut { .. }
            | What::Proposed { .. }
            | What::Unique
            | What::Unverified { .. }
            | What::Unconfirmed { .. } => DiagnosticKind::Drawing,
            What::Replaced { .. } => DiagnosticKind::Replaced,
            What::Ignored { .. } => DiagnosticKind::Ignored,
        }
    }

    /// Returns the key of the format that contains the part. It is empty for the text as a whole.
    pub fn key(&self) -> &str {
        &self.key
    }

    /// Returns the 1-based index of an entry in the list of the key, or `None` for the key as a whole.
    pub const fn entry(&self) -> Option<usize> {
        self.entry
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&*self.key, self.entry) {
            ("", _) => {}
            (key, None) => write!(f, "{}: ", escaped(key))?,
            (key, Some(entry)) => write!(f, "{} {entry}: ", escaped(key))?,
        }
        match &self.what {
            What::UnknownKey { name, entries: 0 | 1 } => write!(f, "key `{}`", escaped(&**name)),
            What::UnknownKey { name, entries } => {
                write!(f, "key `{}` ({entries} entries)", escaped(&**name))
            }
            What::UnknownName { name } => write!(f, "`{}`", escaped(&**name)),
            What::Value { found, expected } => write!(f, "`{}`, expected {expected}", escaped(&**found)),
            What::Missing { expected } => write!(f, "nothing, expected {expected}"),
            What::Items { wrong } => write!(f, "{}", escaped(&**wrong)),
            What::ArgumentError(misfit) => write!(f, "{misfit}"),
            What::Group { id, name } => write!(f, "g{id} ({})", escaped(&**name)),
            What::Contradicts { what } => write!(f, "contradicts {what}"),
            What::Replaced { name } => write!(f, "{name} is replaced by a later one for the same location"),
            What::Sentence { text } => {
                write!(f, "no constraint accounts for the sentence `{}`", escaped(&**text))
            }
            What::Decoration { name } => {
                write!(f, "{}: taken for decoration, although the rules describe them", escaped(&**name))
            }
            What::Unique => f.write_str(
                "the meanings of the drawings follow from the rules and give exactly one solution, but the text \
                 contains none to confirm them",
            ),
            What::Solution { verdict } => write!(f, "{verdict}"),
            What::Unverified { verdict } => write!(f, "this reading is not confirmed: {verdict}"),
            What::LeftOut { part } => write!(f, "{}: not understood and left out", escaped(&**part)),
            What::Unknown { number, text } => write!(f, "s{number} (`{}`)", escaped(&**text)),
            What::Proposed { id, name, meaning } => {
                write!(f, "g{id} ({}) is read as: {}", escaped(&**name), escaped(&**meaning))
            }
            What::Unconfirmed { missing, verdict } if missing.is_empty() => {
                write!(f, "no reading is confirmed: {verdict}")
            }
            What::Unconfirmed { missing, verdict } => write!(
                f,
                "no reading is confirmed: {verdict}; `--meaning '{missing}'` states the missing meanings (`ignore` for \
                 none), and `farandole read` lists the possible ones"
            ),
            What::Ignored { what, count: 1 } => write!(f, "{what}"),
            What::Ignored { what, count } => write!(f, "{count} {what}"),
        }
    }
}
