//! Elements under construction: each constraint becomes an entry of the element of its type.

use super::super::lines::classes;
use super::super::{numbers as type_numbers, places};
use super::grid::is_in_grid;
use super::styles;
use crate::editor::import_builder::{ImportBuilder, Place};
use crate::editor::lines::path_of;
use crate::editor::marks::{Negative, Negatives, dots};
use crate::editor::{diagonals, rule_names};
use farandole_puzzle::Cell;
use farandole_puzzle::board::{Board, LineEnd};
use farandole_puzzle::constraint::{Along, Constraint, Entropic, Figure, LineLook, Pair, Sum};
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;

/// The elements under construction.
pub(super) struct Writer<'a> {
    board: &'a Board,
    elements: Vec<Map<String, Value>>,
    /// Differences, ratios and sums that are forbidden between neighbours without a mark.
    negatives: Negatives,
    /// True if the forbidden differences also apply to pairs with a black dot.
    has_own_dots: bool,
    /// The look of the line that is being written.
    look: Option<LineLook>,
}

/// Error: the format has no type for a constraint.
pub(super) struct NoType;

impl<'a> Writer<'a> {
    pub(super) fn new(board: &'a Board) -> Self {
        Self { board, elements: Vec::new(), negatives: Negatives::default(), has_own_dots: false, look: None }
    }

    /// Returns the elements, after those of the layout and before cosmetics.
    pub(super) fn finish(mut self, layout: Vec<Value>, cosmetics: Vec<Value>) -> Value {
        let Negatives { differences, ratios, sums } = core::mem::take(&mut self.negatives);
        for (kind, numbers) in [
            (type_numbers::DIFFERENCE, differences.numbers),
            (type_numbers::RATIO, ratios.numbers),
            (type_numbers::XV, sums.numbers),
        ] {
            if !numbers.is_empty() {
                let element = self.element(kind, Map::new(), Some("clues"));
                element.insert("negative".into(), json!(numbers));
            }
        }
        layout.into_iter().chain(self.elements.into_iter().map(Value::Object)).chain(cosmetics).collect()
    }

    /// Records the rules about neighbours without a mark. Returns the indices of the constraints that these
    /// rules cover.
    pub(super) fn negatives(&mut self, constraints: &[Constraint], unkept: &BTreeSet<usize>) -> Vec<usize> {
        let mut covered = Vec::new();
        for (index, constraint) in constraints.iter().enumerate().filter(|(index, _)| !unkept.contains(index))
        {
            match constraint {
                Constraint::StrictKropki(_) => {
                    self.negatives.differences.numbers = vec![1];
                    self.negatives.ratios.numbers = vec![2];
                }
                Constraint::StrictConsecutive(_) => {
                    self.negatives.differences.numbers = vec![1];
                    self.has_own_dots = true;
                }
                Constraint::StrictXV(_) => self.negatives.sums.numbers = vec![5, 10],
                _ => continue,
            }
            covered.push(index);
        }
        let is_table =
            |name: &str, it: &Constraint| matches!(it, Constraint::Pair(pair) if pair.name == name);
        for (name, holds) in NEGATIVES {
            let indices: Vec<usize> =
                (0..constraints.len()).filter(|index| is_table(name, &constraints[*index])).collect();
            let Some(Constraint::Pair(first)) = indices.first().map(|index| &constraints[*index]) else {
                continue;
            };
            let numbers = self.forbidden(first, *holds);
            let mut builder = ImportBuilder::new(self.board);
            builder.constraints.extend(constraints.iter().filter(|it| !is_table(name, it)).cloned());
            let before = builder.constraints.len();
            let negatives = self.with(name, numbers.clone(), &builder.constraints);
            negatives.add_to(Place { key: "", entry: None }, &mut builder);
            let mut made = builder.constraints.split_off(before);
            made.sort_unstable();
            let is_kept = indices.iter().all(|index| !unkept.contains(index));
            if is_kept && made.iter().eq(indices.iter().map(|index| &constraints[*index])) {
                self.list(name).numbers = numbers;
                covered.extend(indices);
            }
        }
        covered
    }

    /// Returns the numbers that a table forbids.
    fn forbidden(&self, table: &Pair, holds: fn(u8, u8, u8) -> bool) -> Vec<u8> {
        let values = self.board.values();
        let is_forbidden = |number: &u8| {
            let pairs = values.iter().flat_map(|one| values.iter().map(move |two| (one, two)));
            let mut hits = pairs.filter(|(one, two)| holds(*one, *two, *number)).peekable();
            let index = |value: u8| value - values.low();
            hits.peek().is_some() && hits.all(|(one, two)| !table.relation.holds(index(one), index(two)))
        };
        (0..=32).filter(is_forbidden).collect()
    }

    fn list(&mut self, name: &str) -> &mut Negative {
        match name {
            rule_names::NEGATIVE_DIFFERENCE => &mut self.negatives.differences,
            rule_names::NEGATIVE_RATIO => &mut self.negatives.ratios,
            _ => &mut self.negatives.sums,
        }
    }

    /// Returns the rule with this name alone, and the pairs that its marks exempt.
    fn with(&self, name: &str, numbers: Vec<u8>, constraints: &[Constraint]) -> Negatives {
        let mut negatives = Negatives::default();
        let exempt = || dots(constraints).into_iter().map(|dot| dot.cells()).collect();
        match name {
            rule_names::NEGATIVE_DIFFERENCE => negatives.differences = Negative { numbers, exempt: exempt() },
            rule_names::NEGATIVE_RATIO => negatives.ratios = Negative { numbers, exempt: exempt() },
            _ => {
                let letters = constraints.iter().flat_map(|it| letters(it, self.board)).collect();
                negatives.sums = Negative { numbers, exempt: letters };
            }
        }
        negatives
    }

    /// Writes one constraint.
    pub(super) fn constraint(&mut self, constraint: &Constraint) -> Result<(), NoType> {
        let is_outside = |cell: &Cell| self.board.place(*cell).is_none();
        if constraint.cells(self.board).iter().any(is_outside) {
            return Err(NoType);
        }
        self.look = constraint.style().look();
        let kind = constraint.style().sudokumaker.unwrap_or_default().into();
        match constraint {
            _ if is_in_grid(constraint, self.board) => {}
            Constraint::Diagonal(it) if it.diagonal == farandole_puzzle::Diagonal::Main => {
                self.plain(type_numbers::FALLING_DIAGONAL);
            }
            Constraint::Diagonal(_) => self.plain(type_numbers::RISING_DIAGONAL),
            Constraint::DisjointSets(_) if self.board.boxes().is_empty() => return Err(NoType),
            Constraint::AntiKing(_)
            | Constraint::AntiKnight(_)
            | Constraint::DisjointSets(_)
            | Constraint::AntiConsecutive(_) => self.plain(kind),
            Constraint::GlobalEntropy(_) => {
                let low = self.board.values().low();
                self.squares(|value| (value - low) / 3);
            }
            Constraint::GlobalMod(_) => self.squares(|value| value % 3),
            // Jigsaw pieces in addition to boxes are extra regions.
            Constraint::Windoku(_) | Constraint::Jigsaw(_) => {
                constraint.houses(self.board).iter().for_each(|cells| self.different(cells));
            }
            Constraint::AllDifferent(it) => self.different(&it.cells),
            Constraint::Even(_) | Constraint::Odd(_) => self.each(kind, &constraint.cells(self.board)),
            Constraint::Maximum(_) | Constraint::Minimum(_) => {
                self.each(kind, &constraint.cells(self.board)[..1]);
            }
            Constraint::Indexing(it) if it.along == Along::Column => {
                self.each(type_numbers::ROW_INDEXER, &it.cells)
            }
            Constraint::Indexing(it) => self.each(type_numbers::COLUMN_INDEXER, &it.cells),
            Constraint::Cage(it) => {
                let cage = json!({ "value": it.sum.unwrap_or(0), "cells": numbers(&it.cells) });
                self.push(type_numbers::CAGES, "cages", cage);
            }
            Constraint::LookAndSay(it) => {
                let text: String = it.pairs.iter().map(|(times, value)| format!("{times}{value}")).collect();
                self.push(
                    type_numbers::LOOK_AND_SAY,
                    "cages",
                    json!({ "value": text, "cells": numbers(&it.cells) }),
                );
            }
            Constraint::Clones(it) => {
                let size = it.cells.len() / usize::from(it.parts);
                let group = |place: usize| {
                    numbers(&it.cells.iter().skip(place).step_by(size).copied().collect::<Vec<_>>())
                };
                let groups: Vec<Value> = (0..size).map(group).collect();
                let clones = json!({ "groups": groups });
                self.alone(type_numbers::CLONES, clones);
            }
            _ => return self.mark_or_line(constraint),
        }
        Ok(())
    }

    fn mark_or_line(&mut self, constraint: &Constraint) -> Result<(), NoType> {
        let style = constraint.style();
        let kind = style.sudokumaker.unwrap_or_default().into();
        match constraint {
            Constraint::GreaterThan(it) => {
                for (one, two) in it.pairs(self.board) {
                    self.thermometer(&[two, one], false);
                }
                Ok(())
            }
            Constraint::Quad(it) => {
                let corner = places::of_corner(self.board, it.top_left).ok_or(NoType)?;
                self.push(
                    type_numbers::QUADRUPLES,
                    "clues",
                    json!({ "corner": corner, "digits": it.values }),
                );
                Ok(())
            }
            Constraint::Sum(it) => self.sum(it),
            Constraint::LittleKiller(it) => self.little_killer(it.sum, &constraint.cells(self.board)),
            _ if matches!(style.figure, Figure::Dot(_) | Figure::Letter(_)) => {
                let number = constraint.number().unwrap_or(match style.figure {
                    Figure::Dot(false) => 1,
                    Figure::Dot(true) => 2,
                    Figure::Letter("V") => 5,
                    _ => 10,
                });
                let related = constraint.related(self.board);
                let pairs = related.map_or_else(Vec::new, |(related, _)| related.pairs());
                self.edges(kind, pairs, number)
            }
            _ => match (constraint.place(), constraint.number()) {
                (Some(place), Some(number)) if style.sudokumaker.is_some() => {
                    self.clue(kind, place, number);
                    Ok(())
                }
                _ => self.line(constraint),
            },
        }
    }

    fn line(&mut self, constraint: &Constraint) -> Result<(), NoType> {
        let values = self.board.values();
        let style = constraint.style();
        let mut cells = constraint.path(self.board);
        let params = match constraint {
            Constraint::Thermo(_) | Constraint::SlowThermo(_) => {
                self.thermometer(&cells, matches!(constraint, Constraint::SlowThermo(_)));
                return Ok(());
            }
            Constraint::Arrow(it) if it.cells.len() > 1 => {
                self.arrow(&it.cells[..1], &it.cells[1..]);
                return Ok(());
            }
            Constraint::PillArrow(it) => {
                let (pill, shaft) = it.cells.split_at(usize::from(it.pill));
                self.arrow(pill, shaft);
                return Ok(());
            }
            Constraint::Whisper(it) => json!({ "minDifference": it.difference }),
            Constraint::RegionSumLine(_) => json!({ "singleRegionTotals": false }),
            Constraint::ParityLine(_) => self.groups(classes(values, |value| value % 2)),
            Constraint::Entropic(_) => self.groups(classes(values, |value| Entropic::third(values, value))),
            Constraint::Modular(it) => self.groups(classes(values, |value| value % it.modulus)),
            _ if constraint.number() != style.usual => return Err(NoType),
            _ => json!({}),
        };
        let look = style.look().ok_or(NoType)?;
        if look.is_unordered {
            cells = path_of(self.board, &cells);
        }
        self.push_with(style.sudokumaker.ok_or(NoType)?.into(), params, "lines", numbers(&cells));
        Ok(())
    }

    /// Writes a sum of two neighbours, of a diagonal, or of an arrow whose circle is a number of
    /// several digits.
    fn sum(&mut self, sum: &Sum) -> Result<(), NoType> {
        let cells = |wanted: i32| sum.terms.iter().filter(move |it| it.1 == wanted).map(|it| it.0);
        let total = u32::try_from(sum.sum);
        if let (Ok(total), true) = (total, sum.terms.iter().all(|it| it.1 == 1)) {
            let cells: Vec<Cell> = cells(1).collect();
            if let [one, two] = *cells
                && !matches!(total, 5 | 10)
                && places::of_edge(self.board, one, two).is_some()
            {
                return self.edges(type_numbers::XV, vec![(one, two)], total.into());
            }
            return self.little_killer(total, &cells);
        }
        let circle: Vec<Cell> = [100, 10, 1].into_iter().flat_map(cells).collect();
        let shaft: Vec<Cell> = cells(-1).collect();
        let places = circle.len();
        let is_number = (2..=3).contains(&places)
            && circle.len() + shaft.len() == sum.terms.len()
            && [100, 10, 1][3 - places..].iter().all(|wanted| cells(*wanted).count() == 1);
        if sum.sum != 0 || !is_number || shaft.is_empty() || self.board.values().count() > 9 {
            return Err(NoType);
        }
        self.arrow(&circle, &shaft);
        Ok(())
    }

    fn little_killer(&mut self, sum: u32, cells: &[Cell]) -> Result<(), NoType> {
        let (start, (down, right)) = diagonals::clue_of(self.board, cells).ok_or(NoType)?;
        let outer = places::of_outer(self.board, start);
        // Diagonals that rise to the right are positive.
        let diagonal = -down * right;
        self.push(
            type_numbers::LITTLE_KILLER,
            "clues",
            json!({ "value": sum, "outerCell": outer, "diagonal": diagonal }),
        );
        Ok(())
    }

    /// Writes a clue at the end of a line.
    fn clue(&mut self, kind: i64, place: LineEnd, value: i64) {
        let outer = places::of_outer(self.board, places::of_line_end(self.board, place));
        self.push(kind, "clues", json!({ "value": value, "outerCell": outer }));
    }

    /// Writes an arrow. The first cell of its circle contains the ones digit.
    fn arrow(&mut self, circle: &[Cell], shaft: &[Cell]) {
        let ones: Vec<Cell> = circle.iter().rev().copied().collect();
        let line = [&ones[..1], shaft].concat();
        let bulb = json!({ "bulbCells": numbers(&ones), "arrows": [numbers(&line)] });
        self.push(type_numbers::ARROW, "bulbsWithArrows", bulb);
    }

    fn thermometer(&mut self, cells: &[Cell], slow: bool) {
        self.push_with(type_numbers::THERMOMETER, json!({ "slow": slow }), "thermometers", numbers(cells));
    }

    fn groups(&self, masks: Vec<u16>) -> Value {
        json!({ "groups": self.digits(masks) })
    }

    fn squares(&mut self, class: impl Fn(u8) -> u8) {
        let groups = self.digits(classes(self.board.values(), class));
        self.alone(type_numbers::SQUARES, json!({ "groups": groups }));
    }

    /// Returns masks in which bit n is the digit n.
    fn digits(&self, masks: Vec<u16>) -> Vec<u32> {
        masks.into_iter().map(|mask| u32::from(mask) << self.board.values().low()).collect()
    }

    fn different(&mut self, cells: &[Cell]) {
        self.alone(type_numbers::DIFFERENT, json!({ "cells": numbers(cells) }));
    }

    /// Writes a mark with a number on the edges between cells.
    fn edges(&mut self, kind: i64, pairs: Vec<(Cell, Cell)>, value: i64) -> Result<(), NoType> {
        let edges: Option<Vec<usize>> =
            pairs.iter().map(|(one, two)| places::of_edge(self.board, *one, *two)).collect();
        for edge in edges.ok_or(NoType)? {
            self.push(kind, "clues", json!({ "value": value, "edge": edge }));
        }
        Ok(())
    }

    fn each(&mut self, kind: i64, cells: &[Cell]) {
        for cell in cells {
            self.push(kind, "cells", json!(places::of_cell(*cell)));
        }
    }

    /// Adds an element that needs no clues.
    fn plain(&mut self, kind: i64) {
        self.alone(kind, json!({}));
    }

    /// Adds an element for a single constraint.
    fn alone(&mut self, kind: i64, params: Value) {
        let element = new_element(kind, params_of(params), self.has_own_dots, self.look);
        self.elements.push(element);
    }

    fn push(&mut self, kind: i64, key: &str, entry: Value) {
        self.push_with(kind, json!({}), key, entry);
    }

    /// Adds an entry to the element with these parameters.
    fn push_with(&mut self, kind: i64, params: Value, key: &str, entry: Value) {
        let element = self.element(kind, params_of(params), Some(key));
        if let Value::Array(list) = element.entry(key).or_insert_with(|| json!([])) {
            list.push(entry);
        }
    }

    /// Returns the element with these parameters and adds it if it is missing. Also creates the
    /// list under `key`.
    fn element(
        &mut self,
        kind: i64,
        params: Map<String, Value>,
        key: Option<&str>,
    ) -> &mut Map<String, Value> {
        let suits = |element: &Map<String, Value>| {
            element["type"] == json!(kind)
                && params.iter().all(|(key, value)| element.get(key) == Some(value))
        };
        let place = self.elements.iter().position(suits).unwrap_or_else(|| {
            let mut element = new_element(kind, params, self.has_own_dots, self.look);
            if let Some(key) = key {
                element.insert(key.into(), json!([]));
            }
            self.elements.push(element);
            self.elements.len() - 1
        });
        &mut self.elements[place]
    }
}

/// A rule about unmarked neighbours, and the relation that it forbids for a number.
type NegativeRule = (&'static str, fn(u8, u8, u8) -> bool);

/// Rules about unmarked neighbours that are written as tables.
const NEGATIVES: &[NegativeRule] = &[
    (rule_names::NEGATIVE_DIFFERENCE, |one, two, number| one.abs_diff(two) == number),
    (rule_names::NEGATIVE_RATIO, crate::editor::marks::is_ratio),
    (rule_names::NEGATIVE_SUM, |one, two, number| one + two == number),
];

/// Returns the pairs of an X, a V, or a sum of two neighbours, the lower cell first.
fn letters(constraint: &Constraint, board: &Board) -> Vec<(Cell, Cell)> {
    match constraint {
        Constraint::X(it) => it.pairs(board),
        Constraint::V(it) => it.pairs(board),
        Constraint::Sum(it) => match *it.terms {
            [(one, 1), (two, 1)] if places::of_edge(board, one, two).is_some() => vec![(one, two)],
            _ => Vec::new(),
        },
        _ => Vec::new(),
    }
}

fn params_of(params: Value) -> Map<String, Value> {
    if let Value::Object(map) = params { map } else { Map::new() }
}

fn new_element(
    kind: i64,
    params: Map<String, Value>,
    has_own_dots: bool,
    look: Option<LineLook>,
) -> Map<String, Value> {
    let mut element = Map::new();
    element.insert("type".into(), json!(kind));
    element.extend(params);
    match kind {
        type_numbers::DIFFERENCE | type_numbers::RATIO | type_numbers::XV => {
            element.insert("negative".into(), json!([]));
        }
        _ => {}
    }
    match kind {
        type_numbers::DIFFERENCE => element.insert("overrideNegativeRatios".into(), json!(true)),
        type_numbers::RATIO => element.insert("overrideNegativeDifferences".into(), json!(!has_own_dots)),
        _ => None,
    };
    if let Some(style) = styles::of(kind, look) {
        element.insert("style".into(), style);
    }
    element
}

fn numbers(cells: &[Cell]) -> Value {
    cells.iter().map(|cell| json!(places::of_cell(*cell))).collect()
}
