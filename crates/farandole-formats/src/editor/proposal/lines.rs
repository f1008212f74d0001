//! Lines: strokes of one colour and thickness, with the bulbs, dots and diamonds on them.

use super::colour::{Tint, is_near, on_white};
use super::graph;
use super::model::{Candidate, Item, Reason};
use super::names::kind_name;
use super::sort::{OF_STYLE, Sorter, counted, decoration, hue_name};
use super::styles;
use crate::editor::drawings::{Shape, Stroke};
use crate::rules_text::{Join, MeaningKind, PairTerm};
use farandole_puzzle::Cell;
use farandole_puzzle::constraint::style_of;

/// Strokes that look alike.
struct Look {
    strokes: Vec<(Stroke, Vec<Cell>)>,
    colour: String,
    thickness: f64,
}

impl Look {
    /// Returns the cells of each stroke, to compare two groups of strokes.
    fn course(&self) -> Vec<Vec<Cell>> {
        let sorted = |cells: &Vec<Cell>| {
            let mut cells = cells.clone();
            cells.sort_unstable();
            cells.dedup();
            cells
        };
        let mut course: Vec<_> = self.strokes.iter().map(|(_, cells)| sorted(cells)).collect();
        course.sort_unstable();
        course
    }
}

/// Rank that is added to the meanings of joined strokes.
const JOINED: u32 = 1;

impl Sorter<'_> {
    /// Groups all lines.
    pub(super) fn lines(&mut self) {
        let mut looks: Vec<Look> = Vec::new();
        for stroke in self.take_strokes(|_| true) {
            let cells = self.cells_along(&stroke);
            let known = looks.iter_mut().find(|look| {
                look.colour == stroke.colour && (look.thickness - stroke.thickness).abs() < 0.05
            });
            match known {
                Some(look) => look.strokes.push((stroke, cells)),
                None => {
                    let (colour, thickness) = (stroke.colour.clone(), stroke.thickness);
                    looks.push(Look { strokes: vec![(stroke, cells)], colour, thickness });
                }
            }
        }
        // A wider line through the same cells beneath another line is its outline.
        let mut outlines: Vec<(Vec<Vec<Cell>>, Look)> = Vec::new();
        let courses: Vec<_> = looks.iter().map(|look| (look.course(), look.thickness)).collect();
        for (look, (course, thickness)) in looks.into_iter().zip(&courses) {
            let is_outline = courses.iter().any(|(other, thinner)| other == course && thinner < thickness);
            if is_outline && !self.has_bulb(&look) {
                outlines.push((course.clone(), look));
                continue;
            }
            let of_this = |(other, _): &&(Vec<Vec<Cell>>, Look)| other == course;
            let beneath: Vec<_> = outlines
                .iter()
                .filter(of_this)
                .flat_map(|(_, look)| look.strokes.iter().map(|(stroke, _)| (stroke.key, stroke.number)))
                .collect();
            self.line_group(look, beneath);
        }
    }

    /// Returns true if a circle in the colour of the lines is at the end of one of them.
    fn has_bulb(&self, look: &Look) -> bool {
        let colour = on_white(&look.colour);
        let is_bulb = |shape: &Shape| {
            let is_alike =
                colour.zip(on_white(&shape.fill)).is_some_and(|(one, two)| is_near(one, two, 30.0));
            let cell = shape.cell(self.board).filter(|_| is_alike && shape.rounded && shape.width > 0.5);
            let is_end = |cells: &[Cell]| cell.as_ref() == cells.first() || cell.as_ref() == cells.last();
            cell.is_some() && look.strokes.iter().any(|(_, cells)| is_end(cells))
        };
        self.drawings.shapes.iter().any(is_bulb)
    }

    fn line_group(&mut self, mut look: Look, mut entries: Vec<(&'static str, usize)>) {
        entries.extend(look.strokes.iter().map(|(stroke, _)| (stroke.key, stroke.number)));
        let tint = Tint::of(&look.colour);
        let is_short = |cells: &[Cell]| cells.iter().all(|cell| Some(cell) == cells.first());
        if look.strokes.iter().all(|(_, cells)| is_short(cells)) {
            return self.short_strokes(&look, tint, entries);
        }
        entries.extend(self.parts_of_lines(&mut look, tint));
        let items: Vec<Item> = look
            .strokes
            .into_iter()
            .filter(|(_, cells)| !is_short(cells))
            .map(|(_, cells)| Item { cells, text: String::new() })
            .collect();
        let name = format!(
            "{}, {} wide",
            counted(items.len(), &format!("{} line", hue_name(tint.hue))),
            (look.thickness * 10.0).round() / 10.0
        );
        self.has_diagonals |= items.iter().any(|item| self.diagonal_text(&item.cells).is_some());
        let style = (look.thickness, look.colour.as_str());
        let mut candidates = self.line_candidates(&items, tint, style, |_| true);
        let cells: Vec<Vec<Cell>> = items.iter().map(|item| item.cells.clone()).collect();
        let of_graph = |lists: Vec<Vec<Cell>>, is_kind: fn(&MeaningKind) -> bool| {
            let item = |cells| Item { cells, text: String::new() };
            let is_changed = lists != cells;
            let items: Vec<Item> = lists.into_iter().map(item).filter(|_| is_changed).collect();
            if items.is_empty() { Vec::new() } else { self.line_candidates(&items, tint, style, is_kind) }
        };
        let joined = of_graph(graph::joined(&cells), |kind| !is_of_neighbours(kind));
        let joined = joined.into_iter().chain(of_graph(graph::connected(&cells), is_unordered));
        candidates.extend(joined.map(|it| Candidate {
            rank: it.rank + JOINED,
            name: it.name + graph::JOINED,
            ..it
        }));
        candidates.push(decoration());
        self.add(name, items, entries, candidates);
    }

    /// Removes the shapes that belong to the picture of a line: bulbs and middles in its colour, and circles
    /// and diamonds at both ends. Lines whose bulb is at their end are reversed.
    fn parts_of_lines(&mut self, look: &mut Look, tint: Tint) -> Vec<(&'static str, usize)> {
        let board = self.board;
        let has_ends = |kind: &MeaningKind| {
            matches!(
                kind,
                MeaningKind::Kind("Between") | MeaningKind::Lockout { .. } | MeaningKind::Kind("DoubleArrow")
            )
        };
        let mut styles = styles::of_line(look.thickness, &look.colour);
        let has_ends = self.best_named(Some(tint), has_ends).is_some_and(|it| it.rank < 5)
            || styles.any(|(_, kind)| has_ends(kind));
        let colour = on_white(&look.colour);
        let is_alike = |shape: &Shape| match (colour, on_white(&shape.fill)) {
            (Some(one), Some(two)) => is_near(one, two, 30.0),
            _ => false,
        };
        let place = |shape: &Shape, cells: &[Cell]| {
            let cell = shape.cell(board)?;
            let middle = cells.get(cells.len() / 2).filter(|_| cells.len() % 2 == 1);
            if cells.first() == Some(&cell) {
                Some(0)
            } else if cells.last() == Some(&cell) {
                Some(2)
            } else {
                (middle == Some(&cell)).then_some(1)
            }
        };
        let courses: Vec<Vec<Cell>> = look.strokes.iter().map(|(_, cells)| cells.clone()).collect();
        let parts = self.take_shapes(|shape| {
            if !shape.text.trim().is_empty() {
                return false;
            }
            let places: Vec<usize> = courses.iter().filter_map(|cells| place(shape, cells)).collect();
            let is_middle = shape.cell(board).is_none() && shape.width < 0.5 && is_alike(shape);
            let is_end = has_ends && places.iter().any(|place| *place != 1) && shape.width >= 0.5;
            is_middle || is_end || !places.is_empty() && is_alike(shape)
        });
        for (_, cells) in &mut look.strokes {
            let bulbs: Vec<usize> = parts.iter().filter_map(|shape| place(shape, cells)).collect();
            if bulbs.contains(&2) && !bulbs.contains(&0) {
                cells.reverse();
            }
        }
        parts.iter().map(|shape| (shape.key, shape.number)).collect()
    }

    /// Returns the meanings of lines, of the wanted kinds.
    fn line_candidates(
        &self,
        items: &[Item],
        tint: Tint,
        (thickness, colour): (f64, &str),
        is_wanted: fn(&MeaningKind) -> bool,
    ) -> Vec<Candidate> {
        let mut candidates = Vec::new();
        let text = |kind: &MeaningKind| -> Option<String> {
            if let MeaningKind::StraightSums { by_box } = kind {
                return Some(self.straight_sums(items, *by_box)).filter(|_| is_wanted(kind));
            }
            items
                .iter()
                .map(|item| self.line_text(kind, &item.cells))
                .collect::<Option<_>>()
                .filter(|_| is_wanted(kind))
        };
        let styles: Vec<_> = styles::of_line(thickness, colour).collect();
        for named in self.named(Some(tint)) {
            if let Some(text) = text(named.kind) {
                let is_usual = styles.iter().any(|(_, kind)| same_kind(kind, named.kind));
                let rank = named.rank - named.rank.min(if is_usual { 2 } else { 0 });
                let name = self.line_name(named.kind);
                candidates.push(Candidate { name, text, reason: Reason::Sentence(named.sentence), rank });
            }
        }
        for (editor, kind) in styles {
            if let Some(text) = text(kind) {
                candidates.push(Candidate {
                    name: self.line_name(kind),
                    text,
                    reason: Reason::Style(editor),
                    rank: OF_STYLE,
                });
            }
        }
        for (sentence, content) in self.sentences.iter().enumerate() {
            let kinds: Vec<&MeaningKind> = content
                .mentions
                .iter()
                .filter(|mention| {
                    mention.hues.is_empty() || mention.hues.iter().any(|hue| tint.is_near(*hue))
                })
                .map(|mention| &mention.kind)
                .filter(|kind| text(kind).is_some())
                .collect();
            let text = match content.join {
                Join::Together if kinds.len() > 1 => kinds.iter().filter_map(|kind| text(kind)).collect(),
                Join::OneOf if kinds.len() > 1 => self.one_of(items, &kinds),
                _ => continue,
            };
            let joint = if content.join == Join::OneOf { " or " } else { " and " };
            let name = kinds.iter().map(|kind| self.line_name(kind)).collect::<Vec<_>>().join(joint);
            let reason = Reason::Sentence(sentence);
            // The single meanings of such a sentence have the same rank, so this candidate is
            // inserted before them.
            candidates.insert(0, Candidate { name, text, reason, rank: 0 });
        }
        candidates
    }

    /// Returns constraint text that gives the straight segments of each line the same sum, or those of all lines in each
    /// box.
    fn straight_sums(&self, items: &[Item], by_box: bool) -> String {
        let parts = items.iter().map(|item| graph::straight(&item.cells, self.board));
        let sets: Vec<Vec<Vec<Cell>>> = if by_box {
            let parts: Vec<Vec<Cell>> = parts.flatten().collect();
            let within = |region: Vec<Cell>| {
                let own =
                    |part: &Vec<Cell>| part.iter().copied().filter(|cell| region.contains(cell)).collect();
                parts.iter().map(own).filter(|part: &Vec<Cell>| !part.is_empty()).collect()
            };
            self.board.regions().into_iter().map(within).collect()
        } else {
            parts.collect()
        };
        let text = |set: &Vec<Vec<Cell>>| {
            let names: Vec<String> = set.iter().map(|part| self.names(part)).collect();
            format!(".EqualSum{}", names.join("~-"))
        };
        sets.iter().filter(|set| set.len() > 1).map(text).collect()
    }

    /// Returns constraint text that gives each line one of the meanings. A sentence states how many lines
    /// have each meaning.
    fn one_of(&self, items: &[Item], kinds: &[&MeaningKind]) -> String {
        let each = self.lines_of_each().filter(|each| each * kinds.len() == items.len());
        let mut text = String::new();
        let label = |number: usize| format!("VLINEKIND{}", number + 1);
        if let Some(each) = each {
            text += &format!(".Var~LINEKIND~kind~{}", items.len());
            text += ".~";
            let values: String = (1..=kinds.len()).map(|value| format!("_{value}")).collect();
            text += &(0..items.len()).map(|number| label(number) + &values).collect::<Vec<_>>().join("~");
            let counts: Vec<String> =
                (1..=kinds.len()).flat_map(|value| vec![value.to_string(); each]).collect();
            text += &format!(".ContainExact~{}", counts.join("_"));
            (0..items.len()).for_each(|number| text += &format!("~{}", label(number)));
        }
        for (number, item) in items.iter().enumerate() {
            text += ".Or";
            for (value, kind) in (1..).zip(kinds) {
                let line = self.line_text(kind, &item.cells).unwrap_or_default();
                match each {
                    Some(_) => text += &format!(".And.~{}_{value}{line}.End", label(number)),
                    None => text += &line,
                }
            }
            text += ".End";
        }
        text
    }

    /// Returns N if a sentence states that there are exactly N lines of each kind.
    fn lines_of_each(&self) -> Option<usize> {
        let words = ["one", "two", "three", "four"];
        self.sentences.iter().find_map(|sentence| {
            let text = sentence.text.to_lowercase();
            let (before, after) = text.split_once("exactly ")?;
            let (number, rest) = after.split_once(' ')?;
            let _ = before;
            let is_each = rest.starts_with("line") && rest.contains("of each");
            let found = number
                .parse()
                .ok()
                .or_else(|| words.iter().position(|word| *word == number).map(|it| it + 1));
            found.filter(|_| is_each)
        })
    }

    /// Returns the meaning with the usual number if the rules state none.
    fn with_number(&self, kind: &MeaningKind) -> MeaningKind {
        let half = self.board.values().count().div_ceil(2);
        match kind {
            MeaningKind::Whisper { difference: None } => MeaningKind::Whisper { difference: Some(half) },
            MeaningKind::Lockout { difference: None } => MeaningKind::Lockout { difference: Some(4) },
            MeaningKind::SumLine { sum: None } => MeaningKind::SumLine { sum: Some(10) },
            kind => kind.clone(),
        }
    }

    /// Returns the name of a meaning of a line, with its number.
    pub(super) fn line_name(&self, kind: &MeaningKind) -> String {
        kind_name(&self.with_number(kind))
    }

    /// Returns the constraint text of a line, an empty text if the line is too short to restrict
    /// anything, or `None` if the meaning does not concern lines.
    pub(super) fn line_text(&self, kind: &MeaningKind, cells: &[Cell]) -> Option<String> {
        let is_closed = cells.len() > 3 && cells.first() == cells.last();
        let open = || self.names(if is_closed { &cells[..cells.len() - 1] } else { cells });
        let names = || self.names(cells);
        let resolved = self.with_number(kind);
        Some(match &resolved {
            MeaningKind::Whisper { difference } => {
                format!(".Whisper~{}{}", difference.unwrap_or_default(), names())
            }
            MeaningKind::Lockout { difference } => {
                format!(".Lockout~{}{}", difference.unwrap_or_default(), names())
            }
            MeaningKind::SumLine { sum } => {
                let ends = if is_closed { "~LOOP" } else { "" };
                format!(".SumLine~{}{}{ends}", sum.unwrap_or_default(), open())
            }
            MeaningKind::Modular { modulus } => format!(".Modular~{modulus}{}", names()),
            MeaningKind::Kind("Between" | "DoubleArrow") if cells.len() < 3 => String::new(),
            MeaningKind::Kind(name) => {
                let style = style_of(name)?;
                let look = style.look()?;
                let number = style.usual.map_or_else(String::new, |number| format!("~{number}"));
                let is_open = look.is_unordered || *name == "RegionSumLine";
                format!(".{name}{number}{}", if is_open { open() } else { names() })
            }
            MeaningKind::Fibonacci { increasing } => self.fibonacci(cells, *increasing),
            MeaningKind::LinePairs(relation) if relation.terms == [PairTerm::DifferentParity] => {
                format!(".ParityLine{}", names())
            }
            MeaningKind::LinePairs(relation) => {
                if let [PairTerm::DifferenceAtLeast(least)] = relation.terms[..] {
                    return Some(format!(".Whisper~{least}{}", names()));
                }
                let pairs: Vec<[Cell; 2]> = cells.windows(2).map(|pair| [pair[0], pair[1]]).collect();
                self.pairs_text(relation, &pairs)
            }
            MeaningKind::LineSum { sum } => format!(".Sum~{sum}{}", open()),
            MeaningKind::LineDiffers => format!(".AllDifferent{}", open()),
            MeaningKind::Diagonals | MeaningKind::OneDiagonal { .. } => return self.diagonal_text(cells),
            _ => return None,
        })
    }

    /// Returns the constraint text of a whole main diagonal.
    fn diagonal_text(&self, cells: &[Cell]) -> Option<String> {
        let side = self.board.shape().rows();
        let places: Option<Vec<_>> = cells.iter().map(|cell| self.board.place(*cell)).collect();
        let places = places.filter(|places| places.len() == side && side == self.board.shape().cols())?;
        if places.iter().all(|(row, col)| row == col) {
            Some(".Diagonal~-1".into())
        } else {
            places.iter().all(|(row, col)| row + col == side - 1).then(|| ".Diagonal~1".into())
        }
    }

    /// Returns constraint text for a line on which each digit is the sum of the two before it, read from one
    /// of its ends.
    fn fibonacci(&self, cells: &[Cell], increasing: bool) -> String {
        let from = |cells: &[Cell]| {
            let sum = |three: &[Cell]| format!(".Sum~0_=_1_1_-1{}", self.names(three));
            let sums: String = cells.windows(3).map(sum).collect();
            let rises = if increasing { format!(".Thermo{}", self.names(cells)) } else { String::new() };
            format!(".And{sums}{rises}.End")
        };
        // Any two digits can begin a sequence.
        if cells.len() < 3 && !increasing {
            return String::new();
        }
        let reversed: Vec<Cell> = cells.iter().rev().copied().collect();
        format!(".Or{}{}.End", from(cells), from(&reversed))
    }

    /// Adds strokes that each lie within a cell. They are the tips of inequality signs if the
    /// points of each are next to a side of its cell.
    fn short_strokes(&mut self, look: &Look, tint: Tint, mut entries: Vec<(&'static str, usize)>) {
        let tips: Option<Vec<(Cell, Cell)>> =
            look.strokes.iter().map(|(stroke, _)| self.tip(stroke)).collect();
        let name =
            format!("{} in one cell", counted(look.strokes.len(), &format!("{} stroke", hue_name(tint.hue))));
        let mut candidates = vec![decoration()];
        let mut items = Vec::new();
        if let Some(tips) = tips {
            let text = tips
                .iter()
                .map(|(more, less)| format!(".GreaterThan{}", self.names(&[*more, *less])))
                .collect();
            let is_named = |kind: &MeaningKind| {
                matches!(
                    kind,
                    MeaningKind::Kind("GreaterThan")
                        | MeaningKind::Kind("Minimum")
                        | MeaningKind::Kind("Maximum")
                )
            };
            let (reason, rank) = match self.best_named(None, is_named) {
                Some(named) => (Reason::Sentence(named.sentence), 0),
                None => {
                    entries.extend(self.shaded_cells(look));
                    (Reason::Geometry, OF_STYLE)
                }
            };
            candidates.push(Candidate { name: "inequality".into(), text, reason, rank });
            items = tips
                .into_iter()
                .map(|(one, two)| Item { cells: vec![one, two], text: String::new() })
                .collect();
        }
        self.add(name, items, entries, candidates);
    }

    /// Removes the shaded cells that contain tips, which mark minima and maxima.
    fn shaded_cells(&mut self, look: &Look) -> Vec<(&'static str, usize)> {
        let board = self.board;
        let has_tip = |cell: Cell| look.strokes.iter().any(|(_, cells)| cells.first() == Some(&cell));
        let is_shaded = |shape: &Shape| {
            let is_whole = !shape.rounded && shape.text.is_empty() && shape.width.min(shape.height) > 0.95;
            is_whole && shape.cell(board).is_some_and(has_tip)
        };
        self.take_shapes(is_shaded).iter().map(|shape| (shape.key, shape.number)).collect()
    }

    /// Returns the greater and the lesser cell of a tip of three points near the side of a cell.
    /// The tip points to the lesser cell.
    fn tip(&self, stroke: &Stroke) -> Option<(Cell, Cell)> {
        let [start, tip, _] = *stroke.points.as_slice() else { return None };
        let cell = crate::editor::drawings::cell_at(tip, self.board)?;
        let off = (tip.0.rem_euclid(1.0) - 0.5, tip.1.rem_euclid(1.0) - 0.5);
        let along_rows = off.0.abs() > off.1.abs();
        let (side, ahead) = if along_rows { (off.0, tip.0 - start.0) } else { (off.1, tip.1 - start.1) };
        let step = if side > 0.0 { 1 } else { -1 };
        let (down, right) = if along_rows { (step, 0) } else { (0, step) };
        let neighbour = self.board.shifted(cell, down, right)?;
        Some(if (ahead > 0.0) == (side > 0.0) { (cell, neighbour) } else { (neighbour, cell) })
    }
}

/// Returns true if a meaning relates neighbours only, so that it is the same for a line and for its strokes.
fn is_of_neighbours(kind: &MeaningKind) -> bool {
    matches!(kind, MeaningKind::Whisper { .. } | MeaningKind::LinePairs(_))
}

/// Returns true if the order of the cells has no effect on a meaning.
fn is_unordered(kind: &MeaningKind) -> bool {
    match kind {
        MeaningKind::Kind(name) => style_of(name).and_then(|it| it.look()).is_some_and(|it| it.is_unordered),
        kind => matches!(kind, MeaningKind::LineSum { .. } | MeaningKind::LineDiffers),
    }
}

/// Returns true if two meanings are the same except for their parameters.
fn same_kind(one: &MeaningKind, two: &MeaningKind) -> bool {
    match (one, two) {
        (MeaningKind::Kind(one), MeaningKind::Kind(two)) => one == two,
        _ => core::mem::discriminant(one) == core::mem::discriminant(two),
    }
}
