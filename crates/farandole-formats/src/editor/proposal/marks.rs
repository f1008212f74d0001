//! Shapes: marks between two cells, in cells and on corners.

use super::colour::Tint;
use super::model::{Candidate, Item, Reason};
use super::names::{kind_name, relation_name};
use super::sort::{OF_STYLE, Sorter, counted, decoration, hue_name};
use super::styles::measures;
use crate::editor::diagnostic::{Diagnostic, What};
use crate::editor::drawings::Shape;
use crate::rules_text::{self, Hue, MeaningKind, PairRelation, PairTerm};
use farandole_puzzle::Cell;
use farandole_puzzle::constraint::{Pair, Relation};
use farandole_puzzle::format::iss;

/// The position of a shape on the grid.
#[derive(Clone, Copy, PartialEq)]
enum Position {
    Edge,
    Cell,
    Corner,
    Elsewhere,
}

/// Shapes that look alike.
struct Look {
    shapes: Vec<Shape>,
    position: Position,
    /// The common text, or `#` for digits.
    text: String,
}

/// Tolerance of positions, in cells.
const OFF: f64 = 0.06;
/// Maximum side of the background of a text.
const MOST_DISC: f64 = 0.7;

impl Sorter<'_> {
    /// Groups all shapes.
    pub(super) fn marks(&mut self) {
        let mut looks: Vec<Look> = Vec::new();
        for shape in self.without_discs() {
            if shape.is_frame {
                continue;
            }
            if shape.text.trim().is_empty() && shape.width.max(shape.height) > 2.0 {
                let what = What::Ignored { what: "a shape that covers several cells", count: 1 };
                self.large.push(Diagnostic::new(shape.key, Some(shape.number), what));
                continue;
            }
            let position = self.position(&shape);
            let text = pattern(&shape.text);
            let is_alike = |look: &Look| {
                let first = &look.shapes[0];
                let measures =
                    (first.width - shape.width).abs() < OFF && (first.height - shape.height).abs() < OFF;
                measures
                    && (look.position == position && look.text == text)
                    && (first.rounded == shape.rounded && first.fill == shape.fill)
            };
            match looks.iter_mut().find(|look| is_alike(look)) {
                Some(look) => look.shapes.push(shape),
                None => looks.push(Look { shapes: vec![shape], position, text }),
            }
        }
        for look in &looks {
            match look.position {
                Position::Edge => self.edge_marks(look),
                Position::Cell => self.cell_marks(look),
                Position::Corner => self.corner_marks(look),
                Position::Elsewhere => self.add_look(look, Vec::new(), vec![decoration()]),
            }
        }
    }

    /// Removes and returns all shapes. A shape beneath a text between cells is the background of the text, which
    /// gets its look.
    fn without_discs(&mut self) -> Vec<Shape> {
        let mut shapes = self.take_shapes(|_| true);
        let is_disc = |shape: &Shape| {
            let is_between = matches!(self.position(shape), Position::Edge | Position::Corner);
            is_between && shape.text.trim().is_empty() && shape.width.max(shape.height) <= MOST_DISC
        };
        let (discs, mut kept): (Vec<Shape>, Vec<Shape>) = shapes.drain(..).partition(is_disc);
        for disc in discs {
            let is_on = |shape: &&mut Shape| {
                let (one, two) = (shape.centre, disc.centre);
                !shape.text.trim().is_empty() && (one.0 - two.0).hypot(one.1 - two.1) < OFF
            };
            let Some(text) = kept.iter_mut().find(is_on) else {
                kept.push(disc);
                continue;
            };
            if Tint::of(&text.fill).hue.is_none() {
                text.fill.clone_from(&disc.fill);
            }
            text.rounded |= disc.rounded;
            (text.width, text.height) = (text.width.max(disc.width), text.height.max(disc.height));
        }
        kept
    }

    fn position(&self, shape: &Shape) -> Position {
        let is_half = |measure: f64| (measure.rem_euclid(1.0) - 0.5).abs() < OFF;
        let is_whole = |measure: f64| (measure - measure.round()).abs() < OFF;
        let (down, right) = shape.centre;
        if is_half(down) && is_half(right) && self.at(down, right).is_some() {
            Position::Cell
        } else if (is_half(down) && is_whole(right)) || (is_whole(down) && is_half(right)) {
            if self.pair(shape).is_some() { Position::Edge } else { Position::Elsewhere }
        } else if is_whole(down) && is_whole(right) && self.corner(shape).is_some() {
            Position::Corner
        } else {
            Position::Elsewhere
        }
    }

    fn at(&self, down: f64, right: f64) -> Option<Cell> {
        crate::editor::drawings::cell_at((down, right), self.board)
    }

    /// Returns the cells on both sides of the edge at the centre of a shape.
    fn pair(&self, shape: &Shape) -> Option<[Cell; 2]> {
        let (down, right) = shape.centre;
        let (rows, cols) = (self.board.shape().rows() as f64, self.board.shape().cols() as f64);
        // If rules are about opposite edges of the grid, a mark on the border is between two of their cells.
        let is_on_border = (0.0..=rows).contains(&down) && (0.0..=cols).contains(&right);
        let cell = |down: f64, right: f64| match self.wraps && is_on_border {
            true => self.at(down.rem_euclid(rows), right.rem_euclid(cols)),
            false => self.at(down, right),
        };
        let pair = [cell(down - 0.25, right - 0.25)?, cell(down + 0.25, right + 0.25)?];
        (pair[0] != pair[1]).then_some(pair)
    }

    /// Returns the upper left cell of the corner at the centre of a shape.
    fn corner(&self, shape: &Shape) -> Option<Cell> {
        let (down, right) = shape.centre;
        self.board.square_at(self.at(down - 0.5, right - 0.5)?).map(|square| square[0])
    }

    fn add_look(&mut self, look: &Look, items: Vec<Item>, mut candidates: Vec<Candidate>) {
        let first = &look.shapes[0];
        let hue = Tint::of(&first.fill).hue;
        let count = look.shapes.len();
        let noun = match (look.text.as_str(), first.rounded) {
            ("", true) => "circle".to_owned(),
            ("", false) => "square".to_owned(),
            ("#", _) => "number".to_owned(),
            (text, _) => format!("`{text}`"),
        };
        let place = match look.position {
            Position::Edge => "between cells",
            Position::Cell => "in cells",
            Position::Corner => "on corners",
            Position::Elsewhere => "off the grid",
        };
        let size = (first.width.max(first.height) * 100.0).round() / 100.0;
        let noun = if look.text.is_empty() { format!("{} {noun}", hue_name(hue)) } else { noun };
        let name = format!("{} {place}, {size} wide", counted(count, &noun));
        if !candidates.iter().any(|candidate| candidate.reason == Reason::Decoration) {
            candidates.push(decoration());
        }
        let entries = look.shapes.iter().map(|shape| (shape.key, shape.number)).collect();
        self.add(name, items, entries, candidates);
    }

    fn edge_marks(&mut self, look: &Look) {
        let pairs: Vec<[Cell; 2]> = look.shapes.iter().filter_map(|shape| self.pair(shape)).collect();
        let item = |(shape, pair): (&Shape, &[Cell; 2])| Item {
            cells: pair.to_vec(),
            text: shape.text.trim().into(),
        };
        let items = look.shapes.iter().zip(&pairs).map(item).collect();
        self.marked.extend(pairs.iter().map(|pair| (pair[0].min(pair[1]), pair[0].max(pair[1]))));
        let tint = Tint::of(&look.shapes[0].fill);
        let candidates = match look.text.as_str() {
            "X" | "V" => self.letters(look, &pairs),
            "<" | ">" | "^" | "v" | "∧" | "∨" => self.signs(look, &pairs),
            "" if look.shapes[0].width <= measures::MARK => self.dots(look, &pairs, tint),
            "#" => self.numbered_dots(look, &pairs, tint),
            text if roman(text).is_some() => self.roman_sums(look, &pairs),
            _ => Vec::new(),
        };
        self.add_look(look, items, candidates);
    }

    fn letters(&self, look: &Look, pairs: &[[Cell; 2]]) -> Vec<Candidate> {
        let shape = if look.text == "X" { rules_text::Shape::LetterX } else { rules_text::Shape::LetterV };
        let sum = if look.text == "X" { 10 } else { 5 };
        let mut candidates = Vec::new();
        for (sentence, content) in self.sentences.iter().enumerate() {
            let mentions = content.mentions.iter().filter(|mention| mention.shapes.contains(&shape));
            for mention in mentions {
                let MeaningKind::Pair(relation) = &mention.kind else { continue };
                // "X sums to 10 and V to 5" mentions both relations for both letters.
                let is_own = relation == &PairRelation::of(PairTerm::Sum(sum));
                candidates.push(Candidate {
                    name: relation_name(relation),
                    text: self.pairs_text(relation, pairs),
                    reason: Reason::Sentence(sentence),
                    rank: if is_own { 0 } else { 3 },
                });
            }
        }
        candidates.push(Candidate {
            name: look.text.clone(),
            text: pairs.iter().map(|pair| format!(".{}{}", look.text, self.names(pair))).collect(),
            reason: Reason::Geometry,
            rank: OF_STYLE,
        });
        candidates
    }

    fn signs(&self, look: &Look, pairs: &[[Cell; 2]]) -> Vec<Candidate> {
        let tip = match look.text.as_str() {
            ">" => 0,
            "v" | "∨" => 1,
            "<" => 2,
            _ => 3,
        };
        let text: Option<String> = look
            .shapes
            .iter()
            .zip(pairs)
            .map(|(shape, [one, two])| {
                let turns = (tip + (shape.angle / 90.0).round() as i64).rem_euclid(4);
                let is_across = self.board.place(*one)?.0 == self.board.place(*two)?.0;
                match (turns, is_across) {
                    (0, true) | (1, false) => Some(format!(".GreaterThan{}", self.names(&[*one, *two]))),
                    (2, true) | (3, false) => Some(format!(".GreaterThan{}", self.names(&[*two, *one]))),
                    _ => None,
                }
            })
            .collect();
        let named = self.best_named(None, |kind| *kind == MeaningKind::Kind("GreaterThan"));
        let (reason, rank) = match named {
            Some(named) => (Reason::Sentence(named.sentence), 0),
            None => (Reason::Geometry, OF_STYLE),
        };
        text.map(|text| Candidate { name: "inequality".into(), text, reason, rank }).into_iter().collect()
    }

    fn dots(&self, look: &Look, pairs: &[[Cell; 2]], tint: Tint) -> Vec<Candidate> {
        let mut candidates = Vec::new();
        let is_round = look.shapes[0].rounded;
        let suits = |shapes: &[rules_text::Shape]| {
            use rules_text::Shape as S;
            let own: &[S] = if is_round { &[S::Dot, S::Circle] } else { &[S::Square, S::Diamond, S::Dot] };
            shapes.is_empty() || shapes.iter().any(|shape| own.contains(shape))
        };
        for (sentence, content) in self.sentences.iter().enumerate() {
            for mention in content.mentions.iter().filter(|mention| suits(&mention.shapes)) {
                let MeaningKind::Pair(relation) = &mention.kind else { continue };
                let has = |is: fn(&Tint, Hue) -> bool| mention.hues.iter().any(|hue| is(&tint, *hue));
                let rank = match () {
                    () if mention.hues.is_empty() => 2,
                    () if has(Tint::is) => 0,
                    () if has(Tint::is_near) => 1,
                    // Rules may call a nearly black drawing grey.
                    () if tint.is(Hue::Black) && mention.hues.contains(&Hue::Grey) => 1,
                    () => 8,
                };
                candidates.push(Candidate {
                    name: relation_name(relation),
                    text: self.pairs_text(relation, pairs),
                    reason: Reason::Sentence(sentence),
                    rank,
                });
            }
        }
        let usual = match tint.hue {
            Some(Hue::White) => Some(("white dot", "WhiteDot")),
            Some(Hue::Black) => Some(("black dot", "BlackDot")),
            _ => None,
        };
        if let Some((name, kind)) = usual.filter(|_| is_round) {
            let text = pairs.iter().map(|pair| format!(".{kind}{}", self.names(pair))).collect();
            candidates.push(Candidate {
                name: name.into(),
                text,
                reason: Reason::Style("Kropki"),
                rank: OF_STYLE,
            });
        }
        candidates
    }

    fn numbered_dots(&self, look: &Look, pairs: &[[Cell; 2]], tint: Tint) -> Vec<Candidate> {
        let usual = match tint.hue {
            Some(Hue::White) if look.shapes[0].rounded => Some("Difference"),
            Some(Hue::Black) if look.shapes[0].rounded => Some("Ratio"),
            _ => None,
        };
        let named = self.named(Some(tint)).filter_map(|named| {
            let kind = match named.kind {
                MeaningKind::NumberedDifference => "Difference",
                MeaningKind::NumberedSum => "Sum",
                _ => return None,
            };
            Some((kind, Reason::Sentence(named.sentence), named.rank))
        });
        let geometry = usual.map(|kind| (kind, Reason::Geometry, OF_STYLE));
        let candidate = |(kind, reason, rank): (&'static str, Reason, u32)| {
            let text = look.shapes.iter().zip(pairs);
            let text = text.map(|(shape, pair)| format!(".{kind}~{}{}", shape.text.trim(), self.names(pair)));
            let name = kind_name(&MeaningKind::Kind(kind));
            Candidate { name, text: text.collect(), reason, rank }
        };
        named.chain(geometry).map(candidate).collect()
    }

    /// Returns the sums given by Roman numerals.
    fn roman_sums(&self, look: &Look, pairs: &[[Cell; 2]]) -> Vec<Candidate> {
        let named = self.best_named(None, |kind| *kind == MeaningKind::RomanSum);
        let Some((named, sum)) = named.zip(roman(&look.text)) else { return Vec::new() };
        let relation = PairRelation::of(PairTerm::Sum(sum));
        let reason = Reason::Sentence(named.sentence);
        vec![Candidate {
            name: relation_name(&relation),
            text: self.pairs_text(&relation, pairs),
            reason,
            rank: 0,
        }]
    }

    /// Returns constraint text that requires a relation for each pair.
    pub(super) fn pairs_text(&self, relation: &PairRelation, pairs: &[[Cell; 2]]) -> String {
        let text = |pair: &[Cell; 2]| match self.usual_pair(relation, *pair) {
            Some(kind) => format!("{kind}{}", self.names(pair)),
            None => self.pair_text(|one, two| relation.holds(one, two), *pair),
        };
        pairs.iter().map(text).collect()
    }

    /// Returns the kind of constraint for a relation. Dots and letters are only between orthogonal
    /// neighbours.
    fn usual_pair(&self, relation: &PairRelation, [one, two]: [Cell; 2]) -> Option<String> {
        let touches = self.board.neighbours(one).contains(&two);
        Some(match relation.terms.as_slice() {
            [PairTerm::Sum(sum)] if self.has_negators => format!(".NegatedSum~{sum}"),
            [PairTerm::Difference(1)] if touches => ".WhiteDot".to_owned(),
            [PairTerm::Ratio(1, 2) | PairTerm::Ratio(2, 1)] if touches => ".BlackDot".to_owned(),
            [PairTerm::Sum(10)] if touches => ".X".to_owned(),
            [PairTerm::Sum(5)] if touches => ".V".to_owned(),
            [PairTerm::Sum(sum)] => format!(".Sum~{sum}"),
            _ => return None,
        })
    }

    /// Returns constraint text that requires an unnamed relation for a pair.
    pub(super) fn pair_text(&self, holds: impl Fn(u8, u8) -> bool, pair: [Cell; 2]) -> String {
        let relation = Relation::from_fn(self.board.values(), holds);
        let pair = Pair { relation, name: "".into(), cells: pair.to_vec() };
        iss::write_constraint(self.board, &pair.into())
    }

    fn cell_marks(&mut self, look: &Look) {
        let cells: Vec<Cell> = look.shapes.iter().filter_map(|shape| self.cell_of(shape)).collect();
        let item =
            |shape: &Shape| Some(Item { cells: vec![self.cell_of(shape)?], text: shape.text.trim().into() });
        let items = look.shapes.iter().filter_map(item).collect();
        let tint = Tint::of(&look.shapes[0].fill);
        let is_round = look.shapes[0].rounded && look.shapes[0].width < 1.0;
        let is_whole = look.shapes[0].width > 0.95 && look.shapes[0].height > 0.95;
        let has_chaos =
            self.best_named(None, |kind| *kind == MeaningKind::Kind("ChaosConstruction")).is_some();
        let mut candidates = Vec::new();
        let each = |kind: &str| cells.iter().map(|cell| format!(".{kind}{}", self.names(&[*cell]))).collect();
        let (first, (side, colour)) = (&look.shapes[0], measures::PARITY);
        if look.text.is_empty()
            && first.measures(side, side)
            && first.fill == colour
            && first.border == colour
        {
            let (name, kind) = if is_round { ("odd", "Odd") } else { ("even", "Even") };
            let reason = Reason::Style("SudokuPad");
            candidates.push(Candidate { name: name.into(), text: each(kind), reason, rank: OF_STYLE });
        }
        for named in self.named(Some(tint)) {
            // A sentence that names a shape applies only to this shape.
            let names = |shape| named.shapes.contains(&shape);
            let (names_round, names_square) =
                (names(rules_text::Shape::Circle), names(rules_text::Shape::Square));
            let suits = |usual: bool| match (names_round, names_square) {
                (true, false) => is_round,
                (false, true) => !is_round,
                // A coloured cell has no shape of its own.
                _ => usual || is_whole && names(rules_text::Shape::Cell),
            };
            let text: String = match named.kind {
                _ if !look.text.is_empty() => continue,
                MeaningKind::Kind("Odd") if suits(is_round) => each("Odd"),
                MeaningKind::Kind("Even") if suits(!is_round) => each("Even"),
                MeaningKind::Kind("CountingCircles") if is_round => {
                    format!(".CountingCircles{}", self.names(&cells))
                }
                MeaningKind::BordersSeen if is_round && has_chaos => self.borders_seen(&cells),
                MeaningKind::Kind("Minimum") if !is_round => self.extremes(&cells, false),
                MeaningKind::Kind("Maximum") if !is_round => self.extremes(&cells, true),
                MeaningKind::RowIndexer => format!(".Indexing~R{}", self.names(&cells)),
                MeaningKind::ColumnIndexer => format!(".Indexing~C{}", self.names(&cells)),
                MeaningKind::Kind("AllDifferent") if !is_round => match self.extra_regions(&cells) {
                    Some(text) => text,
                    None => continue,
                },
                MeaningKind::Kind("Clones") if !is_round => match self.clones(&self.parts(&cells)) {
                    Some(text) => text,
                    None => continue,
                },
                _ => continue,
            };
            let name = kind_name(named.kind);
            let reason = Reason::Sentence(named.sentence);
            candidates.push(Candidate { name, text, reason, rank: named.rank });
        }
        self.add_look(look, items, candidates);
    }

    /// Returns constraint text for marked cells as one extra region, or one per connected part. A
    /// region has at most as many cells as there are values.
    fn extra_regions(&self, cells: &[Cell]) -> Option<String> {
        let most = usize::from(self.board.values().count());
        let regions = if cells.len() <= most { vec![cells.to_vec()] } else { self.parts(cells) };
        let is_possible = regions.iter().all(|region| region.len() <= most);
        is_possible
            .then(|| regions.iter().map(|region| format!(".AllDifferent{}", self.names(region))).collect())
    }

    /// Returns constraint text for clones. They must have the same form, and the cells of each must be in reading
    /// order.
    pub(super) fn clones(&self, parts: &[Vec<Cell>]) -> Option<String> {
        let form = |part: &Vec<Cell>| -> Option<Vec<(usize, usize)>> {
            let places: Option<Vec<_>> = part.iter().map(|cell| self.board.place(*cell)).collect();
            let places = places?;
            let (top, left) = (places.iter().map(|it| it.0).min()?, places.iter().map(|it| it.1).min()?);
            Some(places.iter().map(|(row, col)| (row - top, col - left)).collect())
        };
        let first = form(parts.first()?)?;
        let is_alike = parts.len() > 1 && parts.iter().all(|part| form(part).as_ref() == Some(&first));
        is_alike.then(|| format!(".Clones~{}{}", parts.len(), self.names(&parts.concat())))
    }

    /// Returns the connected parts of a set of cells, each in reading order.
    fn parts(&self, cells: &[Cell]) -> Vec<Vec<Cell>> {
        let mut rest: Vec<Cell> = cells.to_vec();
        rest.sort_unstable();
        rest.dedup();
        let mut parts = Vec::new();
        while let Some(start) = rest.first().copied() {
            let mut part = vec![start];
            let mut at = 0;
            while at < part.len() {
                let next = self.board.neighbours(part[at]).into_iter();
                let new: Vec<Cell> = next.filter(|it| rest.contains(it) && !part.contains(it)).collect();
                part.extend(new);
                at += 1;
            }
            rest.retain(|cell| !part.contains(cell));
            part.sort_unstable();
            parts.push(part);
        }
        parts
    }

    /// Returns constraint text for cells whose digits are the numbers of borders between regions in
    /// their rows and columns. The regions are unknown. Each pair of neighbours has an extra cell
    /// with the value 2 if there is a border between them, otherwise 1. Sums of these cells prune
    /// earlier than counts of different labels.
    fn borders_seen(&self, cells: &[Cell]) -> String {
        let pairs: Vec<(Cell, Cell)> = self.board.neighbour_pairs().into_iter().collect();
        let edge = |at: usize| format!("VBORDER{}", at + 1);
        let mut text = format!(".ChaosConstruction.Var~BORDER~border~{}.", pairs.len());
        text += &(0..pairs.len()).map(|at| format!("~{}_1_2", edge(at))).collect::<String>();
        for (at, (one, two)) in pairs.iter().enumerate() {
            let (one, two) = (one.index() + 1, two.index() + 1);
            text += &format!(".Condition~(CC{one}!=CC{two})+1={}", edge(at));
        }
        for cell in cells {
            let Some((row, col)) = self.board.place(*cell) else { continue };
            let is_in = |cell: &Cell, of_row: bool| {
                self.board
                    .place(*cell)
                    .is_some_and(|place| if of_row { place.0 == row } else { place.1 == col })
            };
            let is_seen = |(_, (one, two)): &(usize, &(Cell, Cell))| {
                [true, false].iter().any(|of_row| is_in(one, *of_row) && is_in(two, *of_row))
            };
            let seen: Vec<String> =
                pairs.iter().enumerate().filter(is_seen).map(|(at, _)| edge(at)).collect();
            text += &format!(".Condition~sum({})={}+{}", seen.join(","), seen.len(), self.board.name(*cell));
        }
        text
    }

    /// Returns constraint text for marked cells that are greater or less than their unmarked
    /// neighbours.
    fn extremes(&self, cells: &[Cell], is_greater: bool) -> String {
        let mut text = String::new();
        for cell in cells {
            for other in self.board.neighbours(*cell).into_iter().filter(|other| !cells.contains(other)) {
                let pair = if is_greater { [*cell, other] } else { [other, *cell] };
                text += &format!(".GreaterThan{}", self.names(&pair));
            }
        }
        text
    }

    fn corner_marks(&mut self, look: &Look) {
        let mut candidates = Vec::new();
        if look.text == "#" {
            let text = look.shapes.iter().filter_map(|shape| {
                let digits: String = shape
                    .text
                    .chars()
                    .filter(char::is_ascii_digit)
                    .map(|digit| format!("~{digit}"))
                    .collect();
                Some(format!(".Quad{}{digits}", self.names(&[self.corner(shape)?])))
            });
            let text = super::outside::all_of(text.collect());
            let (reason, rank) = match self.best_named(None, |kind| *kind == MeaningKind::Kind("Quad")) {
                Some(named) => (Reason::Sentence(named.sentence), 0),
                None => (Reason::Geometry, OF_STYLE),
            };
            candidates.push(Candidate { name: "quadruple".into(), text, reason, rank });
        }
        let item = |shape: &Shape| {
            let square = self.board.square_at(self.corner(shape)?)?;
            Some(Item { cells: square.to_vec(), text: shape.text.trim().into() })
        };
        let items = look.shapes.iter().filter_map(item).collect();
        self.add_look(look, items, candidates);
    }
}

/// Returns the value of a Roman numeral with the letters I, V and X, up to 39.
fn roman(text: &str) -> Option<u16> {
    const UNITS: [&str; 10] = ["", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX"];
    let rest = text.trim_start_matches('X');
    let tens = text.len() - rest.len();
    let units = UNITS.iter().position(|name| *name == rest)?;
    (!text.is_empty() && tens < 4).then_some((10 * tens + units) as u16)
}

/// Returns the text of a shape, or `#` if the text consists only of digits and blanks.
fn pattern(text: &str) -> String {
    let text = text.trim();
    let is_number = !text.is_empty() && text.chars().all(|c| c.is_ascii_digit() || c.is_whitespace());
    if is_number { "#".into() } else { text.into() }
}
