//! Drawings and sentences under construction.

use crate::editor::drawings::PIXELS;
use crate::editor::proposal::Tint;
use farandole_puzzle::Cell;
use farandole_puzzle::board::Board;
use farandole_puzzle::constraint::LineLook;
use serde_json::{Map, Value, json};

/// The drawings of a puzzle.
pub(super) struct Canvas<'a> {
    pub(super) board: &'a Board,
    /// True if both diagonals are houses. Rules in words cannot name just one diagonal.
    pub(super) both_diagonals: bool,
    lists: Map<String, Value>,
    /// For each kind of line that has been drawn, its sentence, and the name and code of its colour.
    lines: Vec<(String, (&'static str, &'static str))>,
    /// The sentences about clues outside the grid, and the name and code of the colour of the clues.
    clues: Vec<(&'static str, (&'static str, &'static str))>,
    /// True if there are several kinds of clues outside the grid.
    pub(super) mixes_clues: bool,
    /// The colours of lines without a meaning.
    pub(super) cosmetics: Vec<&'a str>,
    /// The positions outside the grid from which diagonals with a sum begin.
    pub(super) diagonals: Vec<(i32, i32)>,
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
    /// Colour of the text.
    pub(super) ink: &'static str,
    /// The lengths by which the shape is higher and wider than its size.
    pub(super) stretch: (f64, f64),
}

impl Look {
    /// A look without border and text.
    pub(super) const PLAIN: Self = Self {
        size: 1.0,
        rounded: false,
        fill: "#ffffff",
        border: None,
        text: String::new(),
        ink: INKS[0].1,
        stretch: (0.0, 0.0),
    };
}

/// Colours for lines whose usual colour is in use: the name in rules, and the colour. No editor uses
/// them for a kind of line.
const OTHERS: [(&str, &str); 7] = [
    ("purple", "#b57edc"),
    ("green", "#3cb371"),
    ("blue", "#4a90d9"),
    ("grey", "#999999"),
    ("orange", "#ff8c00"),
    ("red", "#e05050"),
    ("yellow", "#e6d800"),
];

/// Colours of clues outside the grid.
const INKS: [(&str, &str); 6] = [
    ("Black", "#000000"),
    ("Blue", "#1f4fd8"),
    ("Red", "#d02020"),
    ("Green", "#1a8a2e"),
    ("Purple", "#9a20c0"),
    ("Orange", "#e07800"),
];

impl<'a> Canvas<'a> {
    pub(super) fn new(board: &'a Board, both_diagonals: bool) -> Self {
        Self {
            board,
            both_diagonals,
            lists: Map::new(),
            lines: Vec::new(),
            clues: Vec::new(),
            mixes_clues: false,
            cosmetics: Vec::new(),
            diagonals: Vec::new(),
            sentences: Vec::new(),
            last: Vec::new(),
        }
    }

    /// Returns the sentences that describe the drawings.
    pub(super) fn sentences(&self) -> Vec<String> {
        let lines = self.lines.iter().map(|(sentence, (word, _))| {
            let article = if word.starts_with(['a', 'e', 'i', 'o', 'u']) { "An" } else { "A" };
            sentence.replace("A {colour}", &format!("{article} {{colour}}")).replace("{colour}", word)
        });
        let clues = self.clues.iter().map(|(sentence, (word, _))| match self.mixes_clues {
            true => format!("{word} {}{}", sentence[..1].to_lowercase(), &sentence[1..]),
            false => (*sentence).to_owned(),
        });
        lines.chain(clues).chain(self.sentences.iter().chain(&self.last).cloned()).collect()
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
    pub(super) fn colour(&mut self, sentence: &str, usual: LineLook) -> Option<&'static str> {
        if let Some((_, (_, code))) = self.lines.iter().find(|(known, _)| known == sentence) {
            return Some(code);
        }
        let is_free = |(_, code): &(&str, &str)| {
            let hue = |code: &str| Tint::of(code).hue;
            let taken = self.lines.iter().map(|(_, (_, code))| *code).chain(self.cosmetics.iter().copied());
            taken.into_iter().all(|taken| hue(taken) != hue(code))
        };
        let usual = (usual.hue.name(), usual.code);
        let colour = core::iter::once(usual).chain(OTHERS).find(is_free)?;
        self.lines.push((sentence.into(), colour));
        Some(colour.1)
    }

    /// Returns the colour of the clues of a sentence. Returns `None` if no colour is left.
    pub(super) fn ink(&mut self, sentence: &'static str) -> Option<&'static str> {
        if let Some((_, (_, code))) = self.clues.iter().find(|(known, _)| *known == sentence) {
            return Some(code);
        }
        let colour = INKS.get(self.clues.len())?;
        self.clues.push((sentence, *colour));
        Some(colour.1)
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
        let Look { size, rounded, fill, border, text, ink, stretch } = look;
        let mut shape = json!({
            "center": [centre.0, centre.1],
            "width": size + stretch.1,
            "height": size + stretch.0,
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
            shape["color"] = json!(ink);
        }
        self.push(list, shape);
    }

    /// Returns true if a shape above the grid is less than half a cell from this centre.
    pub(super) fn has_overlay(&self, centre: (f64, f64)) -> bool {
        let overlays = self.lists.get("overlays").and_then(Value::as_array);
        let is_near = |shape: &Value| {
            let measure = |at: usize| shape["center"][at].as_f64().unwrap_or_default();
            (measure(0) - centre.0).hypot(measure(1) - centre.1) < 0.5
        };
        overlays.into_iter().flatten().any(is_near)
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
