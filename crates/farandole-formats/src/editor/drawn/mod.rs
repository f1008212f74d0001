//! Writes variants as puzzles of SudokuPad: drawings in the styles of SudokuMaker, and rules in
//! words that describe them.
//!
//! The format has no types for constraints, so the rules in words state the meaning of every
//! drawing. The text names its writer as its source, which makes further evidence unnecessary.

mod canvas;
mod cosmetics;
mod kinds;

use self::canvas::Canvas;
use crate::editor::cosmetics::with_sentence;
use crate::editor::diagonals;
use crate::editor::embedded_text;
use crate::editor::export::{ExportConfig, ExportError, ExportErrorKind, Keyless, KeylessConstraint, WRITER};
use crate::editor::figure::{Figure, Outline};
use crate::editor::regions::Regions;
use farandole_puzzle::board::{Board, GridKind};
use farandole_puzzle::constraint::{Constraint, Figure as Drawing};
use farandole_puzzle::variant::Variant;
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;

/// Writes a variant as the JSON text of SudokuPad. Constraints in `unkept` are treated as if they
/// had no drawing.
///
/// Only [`verified`](crate::editor::verify::verified) calls this. It reads the text again and
/// compares the result with the variant.
// long: the keys of one object, in their order
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
    let clues: BTreeSet<&str> = variant.constraints().iter().filter(is_clue).map(Constraint::name).collect();
    canvas.mixes_clues = clues.len() > 1;
    let is_line = |it: &&Figure| matches!(it.outline, Outline::Line(_));
    canvas.cosmetics = config.cosmetics.iter().filter(is_line).map(|it| &*it.stroke).collect();
    let start = |it: &Constraint| match it {
        Constraint::LittleKiller(_) => diagonals::clue_of(board, &it.cells(board)).map(|(start, _)| start),
        _ => None,
    };
    canvas.diagonals = variant.constraints().iter().filter_map(start).collect();
    let mut keyless = Vec::new();
    // Clues of diagonals are drawn first, since they cannot move away from the grid.
    let is_first = |(_, it): &(usize, &Constraint)| matches!(it, Constraint::LittleKiller(_));
    let (first, others): (Vec<_>, Vec<_>) = variant.constraints().iter().enumerate().partition(is_first);
    for (index, constraint) in first.into_iter().chain(others) {
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
    let mut rules = config.rules.unwrap_or("Normal sudoku rules apply.").to_owned();
    // Rules of a text that was read may already contain these sentences.
    for sentence in canvas.sentences() {
        if !rules.lines().any(|line| line == sentence) {
            rules = format!("{rules}\n{sentence}");
        }
    }
    let rules = with_sentence(Some(&rules), config.cosmetics);
    let rules = embedded_text::with_items(rules.as_deref(), variant, is_usual, &keyless);
    let mut metadata = Map::from_iter([("source".into(), json!(WRITER))]);
    let texts = [("title", config.title), ("author", config.author), ("rules", rules.as_deref())];
    for (key, text) in texts.into_iter().filter_map(|(key, text)| Some((key, text?))) {
        metadata.insert(key.into(), json!(text));
    }
    if let Some(solution) = config.solution {
        let figure = |digit: &u8| char::from_digit((*digit).into(), 36).unwrap_or('?').to_ascii_uppercase();
        metadata.insert("solution".into(), json!(solution.iter().map(figure).collect::<String>()));
    }
    let mut puzzle = canvas.finish();
    cosmetics::add(config.cosmetics, &mut puzzle);
    puzzle.insert("cells".into(), cells(variant));
    puzzle.insert("regions".into(), regions(board));
    puzzle.insert("metadata".into(), Value::Object(metadata));
    Ok(Value::Object(puzzle).to_string())
}

/// Returns true for the kinds of clues at the ends of rows and columns that have a drawing.
fn is_clue(constraint: &&Constraint) -> bool {
    let style = constraint.style();
    matches!(style.figure, Drawing::Clue(_)) && !style.rule.is_empty()
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
