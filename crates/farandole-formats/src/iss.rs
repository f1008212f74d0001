//! Codecs of constraint text, the language of Interactive Sudoku Solver, and of its links.

use super::codec::{Descriptor, PuzzleOf, VariantCodec, VariantText};
use super::constraint_grid::leading_grid;
use super::editor::{Change, ExportConfig, ExportError, ExportErrorKind, ImportConfig, KeylessConstraint};
use super::error::{Cause, ParseError};
use super::links::link_of;
use super::record::VariantEntry;
use farandole_puzzle::constraint::{is_name, nearest_name};
use farandole_puzzle::format::iss::{self, IssErrors, Read};
use farandole_puzzle::variant::Variant;

/// Part of the path of every link of Interactive Sudoku Solver.
const PATH: &str = "/Interactive-Sudoku-Solver";

/// Reads one variant, which may begin with a grid in a form that `puzzle_of` parses.
pub(super) fn read_with(text: &str, puzzle_of: PuzzleOf) -> Result<Read, IssErrors> {
    iss::read_after_grid(text, &|part| leading_grid(part, puzzle_of))
}

pub(super) struct Iss;

pub(super) static TEXT: Descriptor = Descriptor {
    recognizes: begins_constraints,
    is_one_line: false,
    ..Descriptor::new(
        "iss",
        "variants: constraint text of Interactive Sudoku Solver, each followed by an empty line",
    )
};

impl VariantCodec for Iss {
    fn parse(&self, text: VariantText<'_>, _config: &ImportConfig) -> Result<VariantEntry, ParseError> {
        entry(read_with(text.text, text.puzzle_of), text.line)
    }

    fn write(&self, variant: &Variant, _config: &ExportConfig<'_>) -> Result<String, ExportError> {
        verified(variant, iss::write(variant), iss::read)
    }
}

pub(super) struct IssLink;

pub(super) static LINK: Descriptor = Descriptor {
    recognizes: |first| iss::link_text(first).is_some() || first.contains(PATH) && first.contains("?q="),
    ..Descriptor::new("iss-link", "variants: links to Interactive Sudoku Solver, one per line")
};

impl VariantCodec for IssLink {
    fn parse(&self, text: VariantText<'_>, _config: &ImportConfig) -> Result<VariantEntry, ParseError> {
        let percent = || ParseError::new(text.line, 1, Cause::Percent);
        let link = link_of(text.first);
        let text_of = iss::link_text(link.as_deref().unwrap_or(text.first));
        entry(read_with(&text_of.ok_or_else(percent)?, text.puzzle_of), text.line)
    }

    fn write(&self, variant: &Variant, _config: &ExportConfig<'_>) -> Result<String, ExportError> {
        verified(variant, iss::to_link(variant), |link| iss::read(&iss::link_text(link).unwrap_or_default()))
    }
}

/// Returns the entry of a text that begins on this line. Lines in warnings are lines of the input.
fn entry(read: Result<Read, IssErrors>, line: u64) -> Result<VariantEntry, ParseError> {
    let Read { variant, replaced } = read.map_err(|errors| ParseError::of_constraints(errors, line))?;
    let down = u32::try_from(line.saturating_sub(1)).unwrap_or(u32::MAX);
    let warnings = replaced.iter().map(|warning| warning.shifted(down).to_string()).collect();
    Ok(VariantEntry { warnings, ..VariantEntry::new(variant) })
}

/// Returns a written text if reading it yields the same variant.
fn verified(
    variant: &Variant,
    text: String,
    read: impl Fn(&str) -> Result<Variant, IssErrors>,
) -> Result<String, ExportError> {
    let changes = match read(&text) {
        Ok(again) if again == *variant => return Ok(text),
        Ok(again) if again.board() != variant.board() => vec![Change::Cells],
        Ok(again) => vec![changed_constraint(variant, &again)],
        Err(errors) => {
            vec![Change::Unreadable(errors.to_string().lines().next().unwrap_or_default().into())]
        }
    };
    Err(ExportErrorKind::Changes(changes).into())
}

/// Returns the first constraint that is missing from another variant.
fn changed_constraint(variant: &Variant, again: &Variant) -> Change {
    let mut constraints = variant.constraints().iter().enumerate();
    let changed = constraints.find(|(_, constraint)| !again.constraints().contains(constraint));
    changed.map_or(Change::Constraints, |(index, constraint)| {
        Change::Constraint(KeylessConstraint { index, name: constraint.name() })
    })
}

/// Returns true if a line begins like constraint text: a dot, then `~` or a name that does not look
/// like cells of a grid.
pub(super) fn begins_constraints(line: &str) -> bool {
    if !line.starts_with('.') {
        return false;
    }
    let rest = line.trim_start_matches(['.', ' ']);
    let name = rest.bytes().take_while(u8::is_ascii_alphanumeric).count();
    match rest.as_bytes().get(name) {
        Some(b'~') => true,
        // Short names, such as `X`, may be cells of a large grid.
        Some(b'.' | b' ') | None => (name > 4 || line.contains('~')) && is_like_a_name(&rest[..name]),
        Some(_) => false,
    }
}

/// Returns true if this is the name of a constraint, or looks like a misspelt one: it contains
/// lower-case letters, which grids rarely use as symbols.
fn is_like_a_name(word: &str) -> bool {
    is_name(word.as_bytes())
        || word.bytes().any(|byte| byte.is_ascii_lowercase()) && nearest_name(word).is_some()
}
