//! The result of an import.

use crate::editor::diagnostic::{Diagnostic, What};
use crate::editor::drawings::Drawings;
use crate::editor::error::{ImportError, ImportErrorKind, Unsupported};
use crate::editor::import_builder::ImportBuilder;
use farandole_puzzle::variant::{Variant, VariantErrorPlace};

/// A puzzle with the other contents of its text.
#[derive(Clone, PartialEq, Debug)]
pub struct Imported {
    /// The puzzle.
    pub variant: Variant,
    /// Title of the puzzle.
    pub title: Option<Box<str>>,
    /// Author of the puzzle.
    pub author: Option<Box<str>>,
    /// Rules in words.
    pub rules: Option<Box<str>>,
    /// The author's message to those who have solved the puzzle.
    pub message: Option<Box<str>>,
    /// Solution in the text, indexed by cell, with `None` for cells that it omits. It has not been
    /// checked.
    pub solution: Option<Vec<Option<u8>>>,
    /// Possible mistakes: sentences of the rules that no constraint accounts for, and constraint text in
    /// the rules that is replaced.
    pub warnings: Vec<Diagnostic>,
    /// Parts that are understood, have no effect on solutions, and are not in the other fields.
    pub ignored: Vec<Diagnostic>,
}

/// The texts of a puzzle.
#[derive(Default)]
pub(crate) struct Texts {
    pub(crate) title: Option<Box<str>>,
    pub(crate) author: Option<Box<str>>,
    pub(crate) rules: Option<Box<str>>,
    pub(crate) message: Option<Box<str>>,
    pub(crate) solution: Option<Vec<Option<u8>>>,
}

/// The typed parts of a text, and its drawings, which are not interpreted yet.
pub(crate) struct Draft {
    pub(crate) imported: Imported,
    pub(crate) drawings: Drawings,
    /// Parts that may contain a rule although they are no drawings.
    pub(crate) doubts: Vec<Diagnostic>,
    /// True if the text states that this library has written it.
    pub(crate) is_own: bool,
}

/// Returns the typed parts and the drawings, or an error that lists everything that is not
/// understood.
pub(crate) fn finish(builder: ImportBuilder<'_>, texts: Texts) -> Result<Draft, ImportError> {
    let ImportBuilder { board, groups, constraints, places, mut unsupported, ignored, warnings, .. } =
        builder;
    let ImportBuilder { drawings, doubts, is_own, .. } = builder;
    let variant = match Variant::new(board.shape(), groups, constraints) {
        Ok(variant) => Some(variant),
        Err(error) => {
            let (key, entry) = match error.place() {
                VariantErrorPlace::Constraint(index) => places.into_iter().nth(index).unwrap_or_default(),
                VariantErrorPlace::Shape | VariantErrorPlace::Group(_) => Default::default(),
            };
            unsupported.extend(error.misfit().map(|misfit| Diagnostic {
                key,
                entry,
                what: What::ArgumentError(misfit),
            }));
            None
        }
    };
    match variant {
        Some(variant) if unsupported.is_empty() => {
            let Texts { title, author, rules, message, solution } = texts;
            let imported = Imported { variant, title, author, rules, message, solution, warnings, ignored };
            Ok(Draft { imported, drawings, doubts, is_own })
        }
        _ => {
            unsupported.extend(doubts);
            Err(ImportErrorKind::Unsupported(Unsupported { items: unsupported }).into())
        }
    }
}
