//! Writes variants as f-puzzles objects. A constraint is written under its key, or reported if it
//! has no key.

mod cosmetics;
mod grid;
mod pairs;
mod rules;
mod writer;

use self::writer::{NoKey, Writer};
use crate::editor::cosmetics::with_sentence;
use crate::editor::embedded_text;
use crate::editor::export::{ExportConfig, ExportError, ExportErrorKind, Keyless, KeylessConstraint};
use crate::editor::lines::path_of;
use farandole_puzzle::Cell;
use farandole_puzzle::board::GridKind;
use farandole_puzzle::constraint::{Along, Constraint, Figure, Sum};
use farandole_puzzle::overlapping::Layout;
use farandole_puzzle::variant::Variant;
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;

/// Writes a variant as the JSON text of f-puzzles. Constraints in `unkept` are treated as if they
/// had no key.
///
/// Only [`verified`](crate::editor::verify::verified) calls this. It reads the text again and compares the
/// result with the variant.
pub(crate) fn write(
    variant: &Variant,
    config: &ExportConfig<'_>,
    unkept: &BTreeSet<usize>,
) -> Result<String, ExportError> {
    let board = &**variant.board();
    let shape = board.shape();
    let counts = board.values().count() == shape.rows() as u8 && board.values().low() == 1;
    let is_usual = counts
        && shape.kind() == GridKind::Sudoku
        && board.groups().is_empty()
        && board.region_size() == shape.rows();
    let expected = "a Sudoku grid of N rows, N columns and the values 1 to N, without extra cells";
    let is_refused = !is_usual && config.keyless == Keyless::Refuse;
    // An error that names the constraints with extra cells is more helpful. Overlapping grids have
    // extra cells without such a constraint.
    let has_layout = board.groups().is_empty() || Layout::of(variant).is_some();
    if !shape.is_square() || is_refused && has_layout {
        return Err(ExportErrorKind::Board(expected).into());
    }
    let mut writer = Writer { variant, board, is_usual, unkept, object: Map::new() };
    let mut keyless = Vec::new();
    let covered = rules::write(&mut writer);
    for (index, constraint) in variant.constraints().iter().enumerate() {
        let is_covered = covered.contains(&index);
        if unkept.contains(&index) || !is_covered && writer.constraint(constraint).is_err() {
            keyless.push(KeylessConstraint { index, name: constraint.name() });
        }
    }
    if !keyless.is_empty() && config.keyless == Keyless::Refuse {
        return Err(ExportErrorKind::Keyless(keyless).into());
    }
    if is_refused {
        return Err(ExportErrorKind::Board(expected).into());
    }
    grid::write(&mut writer);
    writer.texts(config, &keyless);
    cosmetics::add(config.cosmetics, &mut writer.object);
    Ok(Value::Object(writer.object).to_string())
}

impl Writer<'_> {
    /// Writes one constraint. Givens and layouts are written with the grid.
    fn constraint(&mut self, constraint: &Constraint) -> Result<(), NoKey> {
        let style = constraint.style();
        match constraint {
            // The format has no names for extra cells.
            _ if constraint.cells(self.board).iter().any(|cell| self.board.place(*cell).is_none()) => {
                Err(NoKey)
            }
            Constraint::NoBoxes(_) | Constraint::Jigsaw(_) if !self.is_usual => Err(NoKey),
            Constraint::Given(_) | Constraint::NoBoxes(_) => Ok(()),
            Constraint::Jigsaw(_) if self.board.boxes().is_empty() => Ok(()),
            Constraint::RegionSize(_) if self.board.region_size() == self.board.shape().rows() => Ok(()),
            // Jigsaw pieces in addition to boxes are extra regions.
            Constraint::Windoku(_) | Constraint::Jigsaw(_) => {
                constraint.houses(self.board).iter().try_for_each(|it| self.cells("extraregion", it))
            }
            Constraint::DisjointSets(_) if !self.board.boxes().is_empty() => self.switch(style.fpuzzles),
            Constraint::Diagonal(it) if it.diagonal == farandole_puzzle::Diagonal::Anti => {
                self.switch("diagonal+")
            }
            Constraint::Diagonal(_) => self.switch("diagonal-"),
            Constraint::AntiKnight(_) | Constraint::AntiKing(_) => self.switch(style.fpuzzles),
            Constraint::AllDifferent(_) | Constraint::BoxIndexing(_) | Constraint::Cage(_) => {
                self.labelled(style.fpuzzles, &constraint.cells(self.board), &constraint.label())
            }
            Constraint::Sum(it) => self.sum(it),
            Constraint::Arrow(it) => self.arrow(&it.cells[..1], &it.cells[1..]),
            Constraint::PillArrow(it) => {
                let (pill, shaft) = it.cells.split_at(usize::from(it.pill));
                self.arrow(pill, shaft)
            }
            Constraint::Quad(it) => self.quadruple(&constraint.cells(self.board), &it.values),
            Constraint::Indexing(it) if it.along == Along::Column => self.cells("rowindexer", &it.cells),
            Constraint::Indexing(it) => self.cells("columnindexer", &it.cells),
            Constraint::ContainAtLeast(it) if it.cells.len() == 4 => self.quadruple(&it.cells, &it.values),
            Constraint::LittleKiller(it) => {
                let mut cells = constraint.cells(self.board);
                cells.sort_unstable();
                self.little_killer(i32::try_from(it.sum).map_err(|_| NoKey)?, &cells)
            }
            Constraint::AnyOf(_) => rules::any_of(constraint, self),
            _ => match (constraint.place(), constraint.number()) {
                (Some(place), Some(number)) if !style.fpuzzles.is_empty() => {
                    self.clue(style.fpuzzles, place, number)
                }
                _ => self.mark_or_line(constraint),
            },
        }
    }

    fn quadruple(&mut self, cells: &[Cell], values: &[u8]) -> Result<(), NoKey> {
        let values: Vec<Value> = values.iter().map(|value| json!(value)).collect();
        let entry = json!({ "cells": self.names(cells), "values": values });
        self.push("quadruple", entry);
        Ok(())
    }

    fn mark_or_line(&mut self, constraint: &Constraint) -> Result<(), NoKey> {
        let style = constraint.style();
        match constraint {
            Constraint::Pair(it) => pairs::write(it, self),
            Constraint::Odd(_) | Constraint::Even(_) => {
                self.marked(style.fpuzzles, &constraint.cells(self.board))
            }
            Constraint::Minimum(_) | Constraint::Maximum(_) => {
                self.marked(style.fpuzzles, &constraint.cells(self.board)[..1])
            }
            Constraint::DigitalRoot(it) => self.valued("cage", &it.cells, &format!("DR{}", it.root)),
            Constraint::Clones(it) if it.parts == 2 => {
                let (cells, copies) = it.cells.split_at(it.cells.len() / 2);
                let entry = json!({ "cells": self.names(cells), "cloneCells": self.names(copies) });
                self.push("clone", entry);
                Ok(())
            }
            Constraint::GreaterThan(it) => pairs::each_pair(&it.cells, self, |writer, pair| {
                writer.line("thermometer", &[pair[1], pair[0]])
            }),
            _ => {
                let label = match style.figure {
                    Figure::Dot(_) => constraint.label(),
                    Figure::Letter(letter) => letter.to_owned(),
                    _ => return self.line_constraint(constraint),
                };
                pairs::each_pair(&constraint.cells(self.board), self, |writer, pair| {
                    writer.labelled(style.fpuzzles, pair, &label)
                })
            }
        }
    }

    fn line_constraint(&mut self, constraint: &Constraint) -> Result<(), NoKey> {
        let (style, regions) = (constraint.style(), self.regions());
        let look = style.look().filter(|_| !style.fpuzzles.is_empty()).ok_or(NoKey)?;
        let mut cells = constraint.path(self.board);
        if look.is_unordered {
            cells = path_of(self.board, &cells);
        }
        match constraint {
            Constraint::Whisper(it) => {
                let entry = json!({ "lines": [self.names(&cells)], "value": it.difference.to_string() });
                self.push(style.fpuzzles, entry);
                Ok(())
            }
            Constraint::RegionSumLine(it) if it.cells.iter().any(|cell| regions.of(*cell).is_none()) => {
                Err(NoKey)
            }
            _ if constraint.number() != style.usual => Err(NoKey),
            _ => self.line(style.fpuzzles, &cells),
        }
    }

    fn arrow(&mut self, circle: &[Cell], shaft: &[Cell]) -> Result<(), NoKey> {
        let Some(last) = circle.last().filter(|_| !shaft.is_empty()) else { return Err(NoKey) };
        let line = self.names(&[&[*last], shaft].concat());
        let cells = self.names(circle);
        // Arrows that share a circle are one entry.
        let arrows = self.object.get_mut("arrow").and_then(Value::as_array_mut);
        match arrows.and_then(|arrows| arrows.iter_mut().find(|it| it["cells"] == cells)) {
            Some(known) => known["lines"].as_array_mut().ok_or(NoKey)?.push(line),
            None => self.push("arrow", json!({ "cells": cells, "lines": [line] })),
        }
        Ok(())
    }

    /// Writes a sum along a diagonal, or an arrow whose circle is a number of several digits.
    fn sum(&mut self, sum: &Sum) -> Result<(), NoKey> {
        let cells = |wanted: i32| {
            sum.terms.iter().filter(move |(_, factor)| *factor == wanted).map(|(cell, _)| *cell)
        };
        if sum.terms.iter().all(|(_, factor)| *factor == 1) {
            let cells: Vec<Cell> = cells(1).collect();
            return self.little_killer(sum.sum, &cells);
        }
        let mut circle: Vec<Cell> = [100, 10, 1].into_iter().flat_map(cells).collect();
        let shaft: Vec<Cell> = cells(-1).collect();
        let places = circle.len();
        let is_number = (2..=3).contains(&places)
            && circle.len() + shaft.len() == sum.terms.len()
            && [100, 10, 1][3 - places..].iter().all(|wanted| cells(*wanted).count() == 1);
        if sum.sum != 0 || !is_number || self.board.values().count() > 9 {
            return Err(NoKey);
        }
        circle.truncate(places);
        self.arrow(&circle, &shaft)
    }

    fn little_killer(&mut self, sum: i32, cells: &[Cell]) -> Result<(), NoKey> {
        let (start, step) = crate::editor::diagonals::clue_of(self.board, cells).ok_or(NoKey)?;
        if sum <= 0 {
            return Err(NoKey);
        }
        let name = match step {
            (1, 1) => "DR",
            (1, _) => "DL",
            (_, 1) => "UR",
            _ => "UL",
        };
        let cell = format!("R{}C{}", start.0 + 1, start.1 + 1);
        let cells = self.names(cells);
        self.push(
            "littlekillersum",
            json!({ "cell": cell, "direction": name, "cells": cells, "value": sum.to_string() }),
        );
        Ok(())
    }

    fn texts(&mut self, config: &ExportConfig<'_>, keyless: &[KeylessConstraint]) {
        let rules = with_sentence(config.rules, config.cosmetics);
        let rules = embedded_text::with_items(rules.as_deref(), self.variant, self.is_usual, keyless);
        let rules = rules.as_deref();
        for (key, text) in [("title", config.title), ("author", config.author), ("ruleset", rules)] {
            if let Some(text) = text {
                self.object.insert(key.into(), json!(text));
            }
        }
        if let Some(solution) = config.solution {
            self.object.insert("solution".into(), json!(solution));
        }
    }
}
