//! The formats of editors: recognition of links and objects, reading and writing.
//!
//! Each editor opens links of the other editors, and the keys of an object show which editor wrote
//! it. The formats therefore share one reader. They differ in recognition and writing.

use super::codec::{Descriptor, VariantCodec, VariantText};
use super::editor::embedded_text::without_items;
use super::editor::link::LinkHost;
use super::editor::{
    ExportConfig, ExportError, ExportErrorKind, ImportConfig, Imported, Keyless, fpuzzles_link, read,
    sudokumaker_link, sudokupad_link, write_fpuzzles, write_sudokumaker, write_sudokupad,
};
use super::error::{Cause, ParseError};
use super::links::{host_of, is_known_host, link_of};
use super::record::VariantEntry;
use farandole_puzzle::format::Excerpt;
use farandole_puzzle::variant::Variant;

/// A format of an editor.
pub(super) struct EditorText {
    write: Writer,
}

/// A function that writes a variant in a format of an editor.
type Writer = fn(&Variant, &ExportConfig<'_>) -> Result<String, ExportError>;

impl EditorText {
    /// Returns the format with this writer. Without the feature `export`, the format is read-only.
    const fn written_by(write: Writer) -> Self {
        if cfg!(feature = "export") { Self { write } } else { READER }
    }
}

impl VariantCodec for EditorText {
    fn parse(&self, text: VariantText<'_>, config: &ImportConfig) -> Result<VariantEntry, ParseError> {
        if !cfg!(feature = "import") {
            let found = Excerpt::new(text.first.as_bytes());
            return Err(ParseError::new(
                text.first_line,
                1,
                Cause::Text { found, expected: WITHOUT_EDITORS },
            ));
        }
        let link = link_of(text.first);
        if let Some((host, _)) = link.as_deref().and_then(host_of)
            && !is_known_host(host)
        {
            let found = Excerpt::new(host.as_bytes());
            return Err(ParseError::new(text.first_line, 1, Cause::Text { found, expected: KNOWN_LINKS }));
        }
        match read(link.as_deref().unwrap_or(text.text).as_bytes(), config) {
            Ok(imported) => Ok(entry(imported)),
            Err(error) => Err(ParseError::of_import(error, text.line, is_object(text.first))),
        }
    }

    fn write(&self, variant: &Variant, config: &ExportConfig<'_>) -> Result<String, ExportError> {
        (self.write)(variant, config)
    }
}

/// The links that are read, for error messages.
const KNOWN_LINKS: &str = "a link that contains its puzzle, to f-puzzles.com, sudokupad.app, sudokumaker.app, \
    sigh.github.io, sudokuwiki.org, sudokuexchange.com, sudoku.coach or puzz.link; to get it from a short \
    link, open the short link in a browser, and copy the address or the link of the menu for sharing";

/// The texts that are read without the feature `import`, for error messages.
const WITHOUT_EDITORS: &str =
    "a classic puzzle or constraint text: this library was built without the formats of editors";

/// A read-only format of an editor.
pub(super) const READER: EditorText = EditorText { write: |_, _| Err(ExportErrorKind::Unwritten.into()) };

fn entry(imported: Imported) -> VariantEntry {
    let Imported { variant, title, author, rules, solution, warnings, ignored, .. } = imported;
    let warnings = warnings.iter().chain(&ignored).map(ToString::to_string).collect();
    let rules = rules.map(|rules| without_items(&rules)).filter(|rules| !rules.is_empty());
    let rules = rules.map(Into::into);
    VariantEntry { title, author, rules, solution, warnings, ..VariantEntry::new(variant) }
}

fn is_object(first: &str) -> bool {
    first.starts_with('{')
}

/// Returns the descriptor of a format that is written and can include title and solution.
const fn written(name: &'static str, description: &'static str) -> Descriptor {
    Descriptor { holds_texts: true, ..Descriptor::new(name, description) }
}

/// Returns the descriptor of a read-only format.
const fn only_read(name: &'static str, description: &'static str) -> Descriptor {
    Descriptor { is_written: false, holds_texts: true, ..Descriptor::new(name, description) }
}

pub(super) static FPUZZLES: EditorText = EditorText::written_by(write_fpuzzles);
pub(super) static FPUZZLES_ABOUT: Descriptor = Descriptor {
    recognizes: |first| is_object(first) && !is_killer_record(first) && !is_pad(first) && !is_maker(first),
    ..written("fpuzzles", "variants: JSON objects of f-puzzles, one per line")
};

pub(super) static FPUZZLES_LINK: EditorText = EditorText::written_by(fpuzzles_link);
pub(super) static FPUZZLES_LINK_ABOUT: Descriptor = Descriptor {
    recognizes: |first| is_link_of(first, LinkHost::FPuzzles),
    ..written("fpuzzles-link", "variants: links to f-puzzles, one per line")
};

pub(super) static FPUZZLES_RULES: EditorText = EditorText::written_by(|variant, config| {
    write_fpuzzles(variant, &ExportConfig { keyless: Keyless::Describe, ..*config })
});
pub(super) static FPUZZLES_RULES_ABOUT: Descriptor = written(
    "fpuzzles-rules",
    "variants: like fpuzzles, with unsupported constraints as constraint text in the rules",
);

pub(super) static FPUZZLES_RULES_LINK: EditorText = EditorText::written_by(|variant, config| {
    fpuzzles_link(variant, &ExportConfig { keyless: Keyless::Describe, ..*config })
});
pub(super) static FPUZZLES_RULES_LINK_ABOUT: Descriptor =
    written("fpuzzles-rules-link", "variants: links to f-puzzles with the objects of fpuzzles-rules");

pub(super) static KILLER_RECORD_ABOUT: Descriptor = Descriptor {
    recognizes: is_killer_record,
    ..only_read("killer-record", "variants: JSON objects of killer puzzles with `n` and `cages`")
};

pub(super) static SUDOKUMAKER: EditorText = EditorText::written_by(write_sudokumaker);
pub(super) static SUDOKUMAKER_ABOUT: Descriptor = Descriptor {
    recognizes: is_maker,
    ..written("sudokumaker", "variants: JSON objects of SudokuMaker, one per line")
};

pub(super) static SUDOKUMAKER_LINK: EditorText = EditorText::written_by(sudokumaker_link);
pub(super) static SUDOKUMAKER_LINK_ABOUT: Descriptor = Descriptor {
    recognizes: |first| is_link_of(first, LinkHost::SudokuMaker),
    ..written("sudokumaker-link", "variants: links to SudokuMaker, one per line")
};

pub(super) static SUDOKUPAD: EditorText = EditorText::written_by(write_sudokupad);
pub(super) static SUDOKUPAD_ABOUT: Descriptor = Descriptor {
    recognizes: is_pad,
    ..written("sudokupad", "variants: JSON objects of SudokuPad, one per line")
};

pub(super) static SUDOKUPAD_LINK: EditorText = EditorText::written_by(sudokupad_link);
pub(super) static SUDOKUPAD_LINK_ABOUT: Descriptor = Descriptor {
    recognizes: |first| is_link_of(first, LinkHost::SudokuPad),
    ..written("sudokupad-link", "variants: links to SudokuPad, one per line")
};

pub(super) static SCF_ABOUT: Descriptor = Descriptor {
    recognizes: |first| is_link_of(first, LinkHost::Scf),
    ..only_read("scf", "variants: classic puzzles in SudokuPad's shortest form, one per line")
};

fn is_link_of(first: &str, host: LinkHost) -> bool {
    link_of(first).is_some_and(|link| LinkHost::of(&link) == host)
}

/// Returns true if the first line of an object has the keys of a killer record. Objects on several
/// lines are distinguished during parsing.
fn is_killer_record(first: &str) -> bool {
    is_object(first) && first.contains("\"cages\"") && first.contains("\"n\"")
}

/// Returns true if the first line of an object has the keys of SudokuPad.
fn is_pad(first: &str) -> bool {
    is_object(first)
        && first.contains("\"cells\"")
        && !first.contains("\"grid\"")
        && !is_killer_record(first)
        && !is_maker(first)
}

/// Returns true if the first line of an object has the outer keys of SudokuMaker.
fn is_maker(first: &str) -> bool {
    is_object(first) && first.contains("\"formatVersion\"")
}
