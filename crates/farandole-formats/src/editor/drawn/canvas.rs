//! Drawings and sentences under construction.

use crate::editor::sudokupad::shapes::PIXELS;
use farandole_puzzle::Cell;
use farandole_puzzle::board::Board;
use serde_json::{Map, Value, json};

/// Colours of lines, one for each hue that rules can name.
const COLOURS: &[(&str, &str)] = &[
    ("purple", "#f067f0ff"),
    ("green", "#67f067ff"),
    ("blue", "#2ecbffff"),
    ("grey", "#bbbbbbff"),
    ("orange", "#ffa600ff"),
    ("red", "#ff6666ff"),
    ("yellow", "#f0e040ff"),
];

/// The drawings of a puzzle.
pub(super) struct Canvas<'a> {
    pub(super) board: &'a Board,
    /// True if both diagonals are houses. Rules in words cannot name just one diagonal.
    pub(super) both_diagonals: bool,
    lists: Map<String, Value>,
    /// For each kind of line that has been drawn, its sentence, and the index of its colour in [`COLOURS`].
    lines: Vec<(String, usize)>,
    sentences: Vec<String>,
    /// Sentences about drawings that other sentences explain.
    last: Vec<String>,
}

/// The text and the look of a shape.
pub(super) struct Look {
    pub(super) size: f64,
    pub(super) rounded: bool,
    pub(super) fill: &'static str,
    pub(super) border: Option<&'static str>,
    pub(super) text: String,
}

impl<'a> Canvas<'a> {
    pub(super) fn new(board: &'a Board, both_diagonals: bool) -> Self {
        Self {
            board,
            both_diagonals,
            lists: Map::new(),
            lines: Vec::new(),
            sentences: Vec::new(),
            last: Vec::new(),
        }
    }

    /// Returns the sentences that describe the drawings.
    pub(super) fn sentences(&self) -> Vec<String> {
        let named = |(sentence, colour): &(String, usize)| sentence.replace("{colour}", COLOURS[*colour].0);
        let all = self.sentences.iter().chain(&self.last).cloned();
        self.lines.iter().map(named).chain(all).collect()
    }

    pub(super) fn finish(self) -> Map<String, Value> {
        self.lists
    }

    /// Adds a sentence, once.
    pub(super) fn say(&mut self, sentence: &str) {
        if !self.says(sentence) {
            self.sentences.push(sentence.into());
        }
    }

    /// Adds a sentence after all others.
    pub(super) fn say_last(&mut self, sentence: &str) {
        self.last.push(sentence.into());
    }

    /// Returns true if a sentence was added.
    pub(super) fn says(&self, sentence: &str) -> bool {
        self.sentences.iter().any(|known| known == sentence)
    }

    pub(super) fn push(&mut self, list: &str, entry: Value) {
        if let Value::Array(list) = self.lists.entry(list).or_insert_with(|| json!([])) {
            list.push(entry);
        }
    }

    /// Returns the colour of the lines of a sentence, which contains `{colour}`. If the usual
    /// colour is in use, another colour is assigned. Returns `None` if no colour is left.
    pub(super) fn colour(&mut self, sentence: &str, usual: &str) -> Option<&'static str> {
        if let Some((_, colour)) = self.lines.iter().find(|(known, _)| known == sentence) {
            return Some(COLOURS[*colour].1);
        }
        let first = COLOURS.iter().position(|(name, _)| *name == usual).unwrap_or(0);
        let is_free = |colour: &usize| self.lines.iter().all(|(_, taken)| taken != colour);
        let colour = [first].into_iter().chain(0..COLOURS.len()).find(is_free)?;
        self.lines.push((sentence.into(), colour));
        Some(COLOURS[colour].1)
    }

    /// Draws a line. The width is in cells. A line in a single cell is a dot, whose point is
    /// repeated.
    pub(super) fn line(&mut self, cells: &[Cell], colour: &str, width: f64) {
        let mut points: Vec<Value> = cells.iter().map(|cell| self.centre(*cell)).collect();
        if points.len() == 1 {
            points.extend_from_within(..);
        }
        self.push("lines", json!({ "wayPoints": points, "color": colour, "thickness": width * PIXELS }));
    }

    pub(super) fn shape(&mut self, list: &str, centre: (f64, f64), look: Look) {
        let Look { size, rounded, fill, border, text } = look;
        let mut shape = json!({
            "center": [centre.0, centre.1],
            "width": size,
            "height": size,
            "rounded": rounded,
            "backgroundColor": fill,
        });
        if let Some(border) = border {
            shape["borderColor"] = json!(border);
            shape["thickness"] = json!(0.02 * PIXELS);
        }
        if !text.is_empty() {
            shape["text"] = json!(text);
            shape["fontSize"] = json!(if size < 0.5 { 14 } else { 32 });
            shape["color"] = json!("#000000");
        }
        self.push(list, shape);
    }

    /// Returns true if a shape above the grid has this centre.
    pub(super) fn has_overlay(&self, centre: (f64, f64)) -> bool {
        let overlays = self.lists.get("overlays").and_then(Value::as_array);
        overlays.into_iter().flatten().any(|shape| shape["center"] == json!([centre.0, centre.1]))
    }

    /// Returns the centre of a cell of the grid: down, then right.
    pub(super) fn point(&self, cell: Cell) -> (f64, f64) {
        let (row, col) = self.board.place(cell).unwrap_or_default();
        (row as f64 + 0.5, col as f64 + 0.5)
    }

    pub(super) fn centre(&self, cell: Cell) -> Value {
        let (down, right) = self.point(cell);
        json!([down, right])
    }

    /// Returns the midpoint between two cells.
    pub(super) fn between(&self, one: Cell, two: Cell) -> (f64, f64) {
        let (one, two) = (self.point(one), self.point(two));
        ((one.0 + two.0) / 2.0, (one.1 + two.1) / 2.0)
    }
}

/// Returns cells as pairs of 0-based numbers.
pub(super) fn places(board: &Board, cells: &[Cell]) -> Value {
    let place = |cell: &Cell| board.place(*cell).map(|(row, col)| json!([row, col]));
    cells.iter().filter_map(place).collect()
}
