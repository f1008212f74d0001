//! The items that define the board: shape and extra cells.

use super::scan::Token;
use crate::board::{Board, GridKind, Group, GroupSize, MAX_CELLS, MAX_RAW_SIDE, MAX_SIDE, Shape, ValueRange};
use crate::constraint::ArgumentError;
use crate::constraint::args::{decode, encode, number};
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// An error in the argument with this 0-based index.
pub(super) type Wrong = (usize, ArgumentError);

/// Parses a size with two sides, for example `9x9`. `most` is the maximum number of rows and
/// columns.
fn sides(text: &str, most: [usize; 2]) -> Option<(usize, usize)> {
    let (rows, cols) = text.split_once('x')?;
    let side = |text, most: usize| number(text, 1, most as i64).map(|side| side as usize);
    Some((side(rows, most[0])?, side(cols, most[1])?))
}

/// Parses the arguments of `Shape`.
pub(super) fn shape_of(args: &[Token<'_>]) -> Result<Shape, Wrong> {
    let text = |index: usize| args.get(index).map_or("", |token| &*token.text);
    if args.len() > 3 {
        return Err((3, ArgumentError::Extra));
    }
    let is_raw = text(2) == "Raw";
    let (most, expected) = if is_raw {
        (MAX_RAW_SIDE, "rows and columns from 1 to 99, as in `9x9`")
    } else {
        (MAX_SIDE, "rows and columns from 1 to 16, as in `9x9`; a Raw grid may have more")
    };
    let (rows, cols) = sides(text(0), [most; 2]).ok_or((0, ArgumentError::Expected(expected)))?;
    if rows * cols > MAX_CELLS {
        return Err((0, ArgumentError::TooLarge("at most 1000 cells")));
    }
    let values = match text(1) {
        "" => ValueRange::new(1, rows.max(cols) as u8),
        range => values_of(range),
    };
    let values = values.ok_or((
        1,
        ArgumentError::Expected("at most 16 values that start at 0 or 1, such as `9` or `0-8`"),
    ))?;
    let kind = match text(2) {
        "" | "Sudoku" => GridKind::Sudoku,
        "Raw" => GridKind::Raw,
        _ => return Err((2, ArgumentError::Expected("`Sudoku` or `Raw`"))),
    };
    Shape::new(rows, cols, values, kind).map_err(|_| {
        (1, ArgumentError::Expected("at least as many values as there are cells in the longer side"))
    })
}

fn values_of(text: &str) -> Option<ValueRange> {
    let most = MAX_SIDE as i64;
    let Some((low, high)) = text.split_once('-') else {
        return ValueRange::new(1, number(text, 1, most)? as u8);
    };
    let (low, high) = (number(low, 0, 1)?, number(high, 0, most)?);
    ValueRange::new(low as u8, u8::try_from(high + 1 - low).ok()?)
}

/// Returns the item for a shape. It is empty for the 9x9 Sudoku grid with the values 1 to 9.
pub(super) fn write_shape(shape: Shape) -> String {
    if shape == Shape::CLASSIC {
        return String::new();
    }
    let mut text = alloc::format!(".Shape~{}x{}", shape.rows(), shape.cols());
    let values = shape.values();
    let is_usual = values.low() == 1 && usize::from(values.count()) == shape.longer_side();
    if !is_usual {
        let range = if values.low() == 1 { values.count().to_string() } else { values.to_string() };
        text.push_str(&alloc::format!("~{range}"));
    }
    if shape.kind() == GridKind::Raw {
        text.push_str(if is_usual { "~~Raw" } else { "~Raw" });
    }
    text
}

/// Parses the arguments of `Var`.
pub(super) fn group_of(args: &[Token<'_>]) -> Result<Group, Wrong> {
    let text = |index: usize| args.get(index).map_or("", |token| &*token.text);
    if args.len() > 3 {
        return Err((3, ArgumentError::Extra));
    }
    let prefix = text(0);
    if prefix.is_empty() || !prefix.bytes().all(|byte| byte.is_ascii_uppercase()) {
        return Err((0, ArgumentError::Expected("a prefix of capital letters")));
    }
    let label = decode(text(1)).ok_or((1, ArgumentError::Expected("percent-encoded UTF-8")))?;
    let size = match text(2) {
        "" => Some(GroupSize::Count(1)),
        text => match number(text, 1, MAX_CELLS as i64) {
            Some(count) => Some(GroupSize::Count(count as usize)),
            None => sides(text, [MAX_CELLS, MAX_SIDE]).map(|(rows, cols)| GroupSize::Grid { rows, cols }),
        },
    };
    let size =
        size.ok_or((2, ArgumentError::Expected("a number of cells, or rows and columns such as `2x9`")))?;
    if size.count() > MAX_CELLS {
        return Err((2, ArgumentError::TooLarge("at most 1000 cells")));
    }
    Ok(Group { prefix: alloc::format!("V{prefix}"), label, size })
}

/// Returns the items for the groups that were declared with `Var`.
pub(super) fn write_groups(board: &Board) -> String {
    let mut text = String::new();
    for group in board.groups() {
        // Constraints define all other groups.
        let Some(prefix) = group.prefix.strip_prefix('V') else { continue };
        let size = match group.size {
            GroupSize::Count(1) => String::new(),
            GroupSize::Count(count) => count.to_string(),
            GroupSize::Grid { rows, cols } => alloc::format!("{rows}x{cols}"),
        };
        let args: Vec<String> = alloc::vec![prefix.to_string(), encode(&group.label), size];
        let kept = args.iter().rposition(|arg| !arg.is_empty()).map_or(0, |last| last + 1);
        text.push_str(".Var");
        args[..kept].iter().for_each(|arg| text.push_str(&alloc::format!("~{arg}")));
    }
    text
}
