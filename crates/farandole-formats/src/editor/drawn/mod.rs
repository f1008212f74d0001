//! Writes variants as puzzles of SudokuPad: drawings in the styles of SudokuMaker, and rules in
//! words that describe them.
//!
//! The format has no types for constraints, so the written text is read as a proposal. It is
//! returned only if the most plausible meaning of each drawing is the original constraint.

mod canvas;
mod kinds;

use self::canvas::Canvas;
use crate::editor::diagnostic::{Diagnostic, What};
use crate::editor::embedded_text;
use crate::editor::error::{ImportError, ImportErrorKind, Unsupported};
use crate::editor::export::{ExportConfig, ExportError, ExportErrorKind, Keyless, KeylessConstraint};
use crate::editor::imported::Imported;
use crate::editor::meanings::Meanings;
use crate::editor::proposal::Proposal;
use crate::editor::regions::Regions;
use farandole_puzzle::board::{Board, GridKind};
use farandole_puzzle::constraint::Constraint;
use farandole_puzzle::variant::Variant;
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;

/// Writes a variant as the JSON text of SudokuPad. Constraints in `unkept` are treated as if they
/// had no drawing.
///
/// Only [`verified`](crate::editor::verify::verified) calls this. It reads the text again and
/// compares the result with the variant.
pub(crate) fn write(
    variant: &Variant,
    config: &ExportConfig<'_>,
    unkept: &BTreeSet<usize>,
) -> Result<String, ExportError> {
    let board = &**variant.board();
    let shape = board.shape();
    let values = board.values();
    let is_usual = shape.kind() == GridKind::Sudoku
        && board.groups().is_empty()
        && values.low() == 1
        && usize::from(values.high()) == shape.longer_side()
        && !board.grid().any(|cell| board.is_hole(cell));
    let expected = "a Sudoku grid with the values 1 to N, without extra cells and holes";
    let is_refused = !is_usual && config.keyless == Keyless::Refuse;
    // An error that names the constraints with extra cells is more helpful.
    if is_refused && board.groups().is_empty() {
        return Err(ExportErrorKind::Board(expected).into());
    }
    let is_diagonal = |it: &&Constraint| matches!(it, Constraint::Diagonal(_));
    let diagonals = variant.constraints().iter().filter(is_diagonal).count();
    let mut canvas = Canvas::new(board, diagonals == 2);
    let mut keyless = Vec::new();
    for (index, constraint) in variant.constraints().iter().enumerate() {
        if unkept.contains(&index) || kinds::draw(constraint, &mut canvas).is_err() {
            keyless.push(KeylessConstraint { index, name: constraint.name() });
        }
    }
    if !keyless.is_empty() && config.keyless == Keyless::Refuse {
        return Err(ExportErrorKind::Keyless(keyless).into());
    }
    if is_refused {
        return Err(ExportErrorKind::Board(expected).into());
    }
    let mut rules = vec![config.rules.unwrap_or("Normal sudoku rules apply.").to_owned()];
    rules.extend(canvas.sentences());
    let rules = embedded_text::with_items(Some(&rules.join("\n")), variant, is_usual, &keyless);
    let mut metadata = Map::new();
    let texts = [("title", config.title), ("author", config.author), ("rules", rules.as_deref())];
    for (key, text) in texts.into_iter().filter_map(|(key, text)| Some((key, text?))) {
        metadata.insert(key.into(), json!(text));
    }
    if let Some(solution) = config.solution {
        let figure = |digit: &u8| char::from_digit((*digit).into(), 36).unwrap_or('?').to_ascii_uppercase();
        metadata.insert("solution".into(), json!(solution.iter().map(figure).collect::<String>()));
    }
    let mut puzzle = canvas.finish();
    puzzle.insert("cells".into(), cells(variant));
    puzzle.insert("regions".into(), regions(board));
    puzzle.insert("metadata".into(), Value::Object(metadata));
    Ok(Value::Object(puzzle).to_string())
}

/// Reads a written text with the most plausible meaning of each group of drawings. Fails if a
/// sentence is left without a constraint.
pub(crate) fn read_back(text: &[u8]) -> Result<Imported, ImportError> {
    let proposal = Proposal::read(text)?;
    let meanings = Meanings::default();
    let variant = proposal.puzzle(&meanings).map_err(ImportErrorKind::Meaning)?;
    let open = proposal.unaccounted(variant.constraints());
    if !open.is_empty() {
        let sentence = |index: usize| What::Sentence { text: proposal.sentences[index].text.as_str().into() };
        let items = open.into_iter().map(|it| Diagnostic::new("rules", None, sentence(it))).collect();
        return Err(ImportErrorKind::Unsupported(Unsupported { items }).into());
    }
    let Proposal { title, author, rules, solution, ignored, .. } = proposal;
    Ok(Imported { variant, title, author, rules, solution, warnings: Vec::new(), ignored })
}

/// Returns the rows of cells, with givens.
fn cells(variant: &Variant) -> Value {
    let board = variant.board();
    let mut cells: Vec<Value> = vec![json!({}); board.grid_count()];
    for constraint in variant.constraints() {
        if let Constraint::Given(given) = constraint
            && given.mask.count_ones() == 1
            && let Some(cell) = cells.get_mut(given.cell.index())
        {
            *cell = json!({ "value": u32::from(board.values().low()) + given.mask.trailing_zeros() });
        }
    }
    cells.chunks(board.shape().cols()).map(|row| Value::Array(row.to_vec())).collect()
}

fn regions(board: &Board) -> Value {
    let regions = Regions::of_board(board).pieces(board);
    regions.iter().map(|cells| canvas::places(board, cells)).collect()
}
