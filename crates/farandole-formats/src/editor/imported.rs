//! The result of an import.

use crate::editor::config::{ImportConfig, Rules};
use crate::editor::diagnostic::{Diagnostic, What};
use crate::editor::error::{ImportError, ImportErrorKind, Unsupported};
use crate::editor::import_builder::ImportBuilder;
use crate::editor::rules_text;
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
    /// Solution in the text, indexed by cell, with `None` for cells that it omits. It has not been
    /// checked.
    pub solution: Option<Vec<Option<u8>>>,
    /// Possible mistakes: rules that the text mentions but no constraint covers, and constraint text in the
    /// rules that is replaced.
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
    pub(crate) solution: Option<Vec<Option<u8>>>,
}

/// Returns the puzzle, or an error that lists everything that is not understood.
pub(crate) fn finish(
    builder: ImportBuilder<'_>,
    texts: Texts,
    config: &ImportConfig,
) -> Result<Imported, ImportError> {
    let ImportBuilder { board, groups, constraints, places, mut unsupported, ignored, warnings: replaced } =
        builder;
    let mentions = rules_text::mentions(texts.rules.as_deref().unwrap_or(""), &constraints);
    let mut warnings: Vec<Diagnostic> =
        mentions.into_iter().map(|rule| Diagnostic::new("rules", None, What::Mention { rule })).collect();
    if config.rules == Rules::Refuse {
        unsupported.append(&mut warnings);
    }
    warnings.extend(replaced);
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
            let Texts { title, author, rules, solution } = texts;
            Ok(Imported { variant, title, author, rules, solution, warnings, ignored })
        }
        _ => Err(ImportErrorKind::Unsupported(Unsupported { items: unsupported }).into()),
    }
}
