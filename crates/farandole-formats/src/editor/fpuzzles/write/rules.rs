//! Writes global rules and disjunctions that have keys of their own.

use super::writer::{NoKey, Writer};
use crate::editor::import_builder::{ImportBuilder, Place};
use crate::editor::{indexers, marks, rule_names};
use farandole_puzzle::Cell;
use farandole_puzzle::constraint::Constraint;
use serde_json::json;

/// Writes the rules about neighbours and returns the indices of the constraints that they cover.
pub(super) fn write(writer: &mut Writer<'_>) -> Vec<usize> {
    let constraints = writer.variant.constraints();
    let mut covered = Vec::new();
    let dots = marks::dots(constraints);
    let usual = dots.iter().all(marks::Dot::is_usual);
    for (index, constraint) in constraints.iter().enumerate() {
        match constraint {
            _ if writer.unkept.contains(&index) => continue,
            Constraint::AntiConsecutive(_) if dots.is_empty() => {
                writer.object.insert("nonconsecutive".into(), json!(true));
            }
            Constraint::StrictKropki(_) if usual => {
                writer.object.insert("nonconsecutive".into(), json!(true));
                writer.push("negative", json!("ratio"));
            }
            Constraint::StrictXV(_) => writer.push("negative", json!("xv")),
            _ => continue,
        }
        covered.push(index);
    }
    type Rule = fn(Place<'_>, &mut ImportBuilder<'_>);
    let tables: [(&str, &str, Rule); 3] = [
        (rule_names::NONCONSECUTIVE, "nonconsecutive", marks::nonconsecutive),
        (rule_names::NEGATIVE_RATIO, "ratio", marks::no_ratios),
        (rule_names::NEGATIVE_DIFFERENCE, "difference", marks::no_differences),
    ];
    for (name, key, rule) in tables {
        let is_part =
            |constraint: &Constraint| matches!(constraint, Constraint::Pair(pair) if pair.name == name);
        let indices: Vec<usize> =
            (0..constraints.len()).filter(|index| is_part(&constraints[*index])).collect();
        let mut builder = ImportBuilder::new(writer.board);
        builder.constraints.extend(constraints.iter().filter(|it| !is_part(it)).cloned());
        let before = builder.constraints.len();
        rule(Place { key, entry: None }, &mut builder);
        let mut made = builder.constraints.split_off(before);
        made.sort_unstable();
        let is_kept = indices.iter().all(|index| !writer.unkept.contains(index));
        if indices.is_empty() || !is_kept || !made.iter().eq(indices.iter().map(|index| &constraints[*index]))
        {
            continue;
        }
        if key == "nonconsecutive" {
            writer.object.insert(key.into(), json!(true));
        } else {
            writer.push("negative", json!(key));
        }
        covered.extend(indices);
    }
    covered
}

/// Writes a disjunction that expresses a box indexer.
pub(super) fn any_of(constraint: &Constraint, writer: &mut Writer<'_>) -> Result<(), NoKey> {
    let regions = writer.regions();
    let indexes = |cell: &Cell| {
        let mut builder = ImportBuilder::new(writer.board);
        indexers::boxes(Place { key: "boxindexer", entry: None }, vec![*cell], &regions, &mut builder);
        builder.constraints.first() == Some(constraint)
    };
    let cell = writer.board.grid().find(indexes).ok_or(NoKey)?;
    writer.cells("boxindexer", &[cell])
}
