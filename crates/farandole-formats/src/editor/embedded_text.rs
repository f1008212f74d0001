//! Constraint text in the rules of a puzzle, for constraints without a key in the format.
//!
//! Each such line begins with a dot and a name. It is in the text language of Interactive Sudoku
//! Solver, which `farandole-puzzle` implements. A `Shape` item sets the values of the grid and
//! selects a grid with or without Sudoku rules. Its rows and columns must be those of the puzzle.

use crate::editor::diagnostic::{Diagnostic, What};
use crate::editor::export::KeylessConstraint;
use farandole_puzzle::board::Shape;
use farandole_puzzle::format::iss;
use farandole_puzzle::variant::Variant;

/// Returns true if a line is constraint text.
fn is_item(line: &str) -> bool {
    let mut signs = line.trim().chars();
    signs.next() == Some('.') && signs.next().is_some_and(|sign| sign == '~' || sign.is_ascii_alphabetic())
}

/// Returns the rules with blanks instead of their lines of constraint text, so that all positions
/// remain the same.
pub(crate) fn with_blank_items(rules: &str) -> String {
    let line = |line: &str| if is_item(line) { " ".repeat(line.len()) } else { line.to_owned() };
    rules.split('\n').map(line).collect::<Vec<_>>().join("\n")
}

/// Returns the rules in words without their lines of constraint text.
pub(crate) fn without_items(rules: &str) -> String {
    rules.lines().filter(|line| !is_item(line)).collect::<Vec<_>>().join("\n").trim().to_owned()
}

/// The contents of constraint text in the rules.
pub(crate) struct EmbeddedText {
    pub(crate) variant: Variant,
    /// Items that later items replace.
    pub(crate) replaced: Vec<Diagnostic>,
}

/// Reads the lines of constraint text together. Returns `None` if there are none. `shape` is the
/// shape of the puzzle without them.
pub(crate) fn parse(rules: &str, shape: Shape) -> Result<Option<EmbeddedText>, Vec<Diagnostic>> {
    let lines: Vec<(usize, &str)> = (1..).zip(rules.lines()).filter(|(_, line)| is_item(line)).collect();
    if lines.is_empty() {
        return Ok(None);
    }
    let mut text: String = lines.iter().map(|(_, line)| format!("{}\n", line.trim())).collect();
    if !text.contains(".Shape~")
        && let Ok(empty) = Variant::new(shape, Vec::new(), Vec::new())
    {
        text.push_str(&iss::write(&empty));
    }
    let diagnostic = |line: u32, what| {
        let number = lines.get(line.saturating_sub(1) as usize).map(|(number, _)| *number);
        Diagnostic::new("rules", number, what)
    };
    let iss::Read { variant, replaced } =
        iss::read_with_warnings(&text).map_err(|errors| -> Vec<Diagnostic> {
            let reported = |error: &iss::IssError| {
                diagnostic(error.line(), What::Items { wrong: error.to_string().into() })
            };
            errors.errors().iter().map(reported).collect()
        })?;
    if (variant.shape().rows(), variant.shape().cols()) == (shape.rows(), shape.cols()) {
        let reported = |it: &iss::Replaced| diagnostic(it.place().0, What::Replaced { name: it.name() });
        let replaced = replaced.iter().map(reported).collect();
        Ok(Some(EmbeddedText { variant, replaced }))
    } else {
        let what = What::Contradicts { what: "the rows and columns of the puzzle" };
        Err(vec![Diagnostic::new("rules", None, what)])
    }
}

/// Writes the board of a variant as constraint text: its shape, and the extra cells that no
/// constraint creates.
fn board(variant: &Variant) -> String {
    Variant::new(variant.shape(), variant.stated_groups(), Vec::new())
        .map_or_else(|_| String::new(), |bare| iss::write(&bare))
}

/// Returns the rules in words followed by constraint text: the board, if the format does not
/// support it, and the constraints without a key. Returns `None` if there is neither.
pub(crate) fn with_items(
    rules: Option<&str>,
    variant: &Variant,
    is_usual: bool,
    keyless: &[KeylessConstraint],
) -> Option<String> {
    let mut rules = String::from(rules.unwrap_or(""));
    let board = (!is_usual).then(|| board(variant));
    let keyless = keyless.iter().map(|it| &variant.constraints()[it.index]);
    for text in board.into_iter().chain(iss::write_constraints(variant.board(), keyless)) {
        if !rules.is_empty() {
            rules.push('\n');
        }
        rules.push_str(&text);
    }
    Some(rules).filter(|rules| !rules.is_empty())
}
