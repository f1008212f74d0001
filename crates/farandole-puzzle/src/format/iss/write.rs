//! Prints variants as text. Parsing the text returns an equal variant.

use super::space::{write_groups, write_shape};
use crate::board::Board;
use crate::constraint::{Constraint, Key};
use crate::variant::Variant;
use alloc::collections::BTreeSet;
use alloc::string::String;
use alloc::vec::Vec;

/// Prints the variant on one line: the shape, the extra cells, then the constraints in order, with
/// all givens in one item.
///
/// Parsing the text returns an equal variant.
pub fn write(variant: &Variant) -> String {
    let board = variant.board();
    let mut text = write_shape(board.shape());
    text.push_str(&write_groups(board));
    let mut in_givens = false;
    let mut keys = Keys::new();
    for constraint in variant.constraints() {
        let is_given = matches!(constraint, Constraint::Given(_));
        if is_given && in_givens {
            constraint.arguments(board).iter().for_each(|arg| {
                text.push('~');
                text.push_str(arg);
            });
        } else {
            write_without_replacing(board, constraint, &mut keys, &mut text);
        }
        in_givens = is_given;
    }
    if text.is_empty() {
        text.push_str(".Shape~9x9");
    }
    text
}

/// Prints a constraint as one item. A disjunction or negation is printed as items inside `Or` or
/// `Not`.
pub fn write_constraint(board: &Board, constraint: &Constraint) -> String {
    let mut text = String::new();
    item(board, constraint, &mut text);
    text
}

/// Returns one item per constraint. Together, the items are equivalent to the constraints. An item
/// that would replace an earlier one is wrapped in `And`.
pub fn write_constraints<'a>(
    board: &Board,
    constraints: impl IntoIterator<Item = &'a Constraint>,
) -> Vec<String> {
    let mut keys = Keys::new();
    let text = |constraint| {
        let mut text = String::new();
        write_without_replacing(board, constraint, &mut keys, &mut text);
        text
    };
    constraints.into_iter().map(text).collect()
}

/// The keys of the items printed so far. A later item with the same key would replace one of them.
type Keys = BTreeSet<(&'static str, Key)>;

/// Prints an item. If it would replace an earlier one, it is wrapped in its own composite.
fn write_without_replacing(board: &Board, constraint: &Constraint, keys: &mut Keys, text: &mut String) {
    let is_alone = constraint.key().is_none_or(|key| keys.insert((constraint.name(), key)));
    text.push_str(if is_alone { "" } else { ".And" });
    item(board, constraint, text);
    text.push_str(if is_alone { "" } else { ".End" });
}

fn item(board: &Board, constraint: &Constraint, text: &mut String) {
    if let Constraint::AnyOf(any) = constraint {
        text.push_str(".Or");
        for branch in &any.branches {
            match branch.as_slice() {
                [single] => item(board, single, text),
                several => {
                    text.push_str(".And");
                    let mut keys = Keys::new();
                    several.iter().for_each(|it| write_without_replacing(board, it, &mut keys, text));
                    text.push_str(".End");
                }
            }
        }
        text.push_str(".End");
        return;
    }
    if let Constraint::Not(not) = constraint {
        text.push_str(".Not");
        let mut keys = Keys::new();
        not.parts.iter().for_each(|it| write_without_replacing(board, it, &mut keys, text));
        text.push_str(".End");
        return;
    }
    text.push('.');
    if !matches!(constraint, Constraint::Given(_)) {
        text.push_str(constraint.name());
    }
    for argument in constraint.arguments(board) {
        text.push('~');
        text.push_str(&argument);
    }
}
