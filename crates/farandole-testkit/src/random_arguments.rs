//! Random arguments for the items of constraint text, in the form documented in the catalogue.

use crate::choose::Choose;
use crate::random_conditions;
use farandole_puzzle::Cell;
use farandole_puzzle::board::Board;
use farandole_puzzle::constraint::{Automaton, Relation, Transition};

/// Numbers at the ends of accepted ranges, and slightly outside.
const EXTREMES: [i64; 12] = [0, -1, 1, 2, 15, 16, 17, 405, 999_999, 1_000_000, 1_000_001, 999_999_999];
/// Characters of region labels.
const LABELS: &[u8] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_";

/// A generator of the arguments of one item.
pub(crate) struct Arguments<'a, C> {
    board: &'a Board,
    choose: &'a mut C,
    /// Number of cells of a list, and of coefficients of a sum.
    length: usize,
    text: String,
}

/// Returns arguments in the form of
/// [`KindInfo::arguments`](farandole_puzzle::constraint::KindInfo::arguments). Words are replaced,
/// and parts in brackets are kept or left out. The result is empty if the kind has no arguments.
pub(crate) fn arguments(shape: &str, board: &Board, choose: &mut impl Choose) -> String {
    if shape.is_empty() {
        return String::new();
    }
    let length = match choose.below(12) {
        0 => board.cell_count().min(12),
        1..=2 => 1,
        3 => 6 + choose.below(4),
        _ => 2 + choose.below(4),
    };
    let mut drawn = Arguments { board, choose, length, text: "~".to_string() };
    drawn.expand(shape);
    drawn.text
}

/// Returns the item with one argument drawn again. In most cases, this gives the same location with
/// another number, or the same number at another location.
pub(crate) fn mutated(item: &str, board: &Board, choose: &mut impl Choose) -> String {
    let mut parts: Vec<String> = item.split('~').map(str::to_string).collect();
    if parts.len() > 1 {
        let changed = 1 + choose.below(parts.len() - 1);
        let mut drawn = Arguments { board, choose, length: 1, text: String::new() };
        let is_cell = board.cell_named(&parts[changed]).is_some();
        drawn.word(if is_cell { "cell" } else { "number" });
        parts[changed] = drawn.text;
    }
    parts.join("~")
}

/// Returns a number in the range of the board, or an extreme one.
pub(crate) fn number(board: &Board, choose: &mut impl Choose) -> String {
    let length = 1 + choose.below(4);
    let mut drawn = Arguments { board, choose, length, text: String::new() };
    drawn.number();
    drawn.text
}

impl<C: Choose> Arguments<'_, C> {
    fn expand(&mut self, shape: &str) {
        let mut rest = shape;
        while let Some(first) = rest.chars().next() {
            if first == '[' {
                let end = closing(rest);
                self.optional(&rest[1..end]);
                rest = &rest[end + 1..];
            } else if first.is_ascii_alphanumeric() {
                let is_word = |c: char| c.is_ascii_alphanumeric() || c == '|' || c == '-';
                let end = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
                self.word(&rest[..end]);
                rest = &rest[end..];
            } else {
                self.text.push(first);
                rest = &rest[first.len_utf8()..];
            }
        }
    }

    fn optional(&mut self, inner: &str) {
        if let Some(repeated) = inner.strip_suffix("..") {
            if repeated.contains(|c: char| c.is_ascii_alphanumeric()) {
                (0..self.choose.below(4)).for_each(|_| self.expand(repeated));
            }
        } else if self.choose.below(3) > 0 {
            self.expand(inner);
        }
    }

    fn word(&mut self, word: &str) {
        let alternatives: Vec<&str> = word.split('|').collect();
        if alternatives.len() > 1 {
            self.text += self.choose.pick(&alternatives);
            return;
        }
        match word {
            "cell" | "origin" => self.cells(1),
            "cells" => self.cells(self.length),
            "line" => self.line(),
            "value" => self.values(1, "_"),
            "values" => {
                let count = 1 + self.choose.below(4);
                self.values(count, "~");
            }
            "coefficients" => self.coefficients(),
            "digits" => {
                let count = 2 * (1 + self.choose.below(3));
                self.values(count, "");
            }
            "operation" => {
                self.text += self.choose.pick(&["sum", "difference", "product", "quotient"]);
            }
            "group" => self.group(),
            "layout" => self.layout(),
            "key" => self.relation(),
            "condition" => self.condition(),
            "rule" => self.rule(),
            "pattern" => self.pattern(),
            "code" => self.automaton(),
            "bits" => self.text.extend((0..4).map(|_| char::from(LABELS[self.choose.below(64)]))),
            "name" => self.text += "a%20name",
            _ => self.number(),
        }
    }

    fn number(&mut self) {
        let high = usize::from(self.board.values().high());
        let number = match self.choose.below(12) {
            0 => self.choose.pick(&EXTREMES),
            1 => self.choose.below(60) as i64,
            2..=4 => (self.length * (high + 1) / 2 + self.choose.below(4)) as i64,
            _ => self.choose.below(high + 2) as i64,
        };
        self.text += &number.to_string();
    }

    fn values(&mut self, count: usize, separator: &str) {
        let values = self.board.values();
        let one = |choose: &mut C| {
            let value = usize::from(values.low()) + choose.below(usize::from(values.count()));
            (if choose.one_in(40) { value + 16 } else { value }).to_string()
        };
        let drawn: Vec<String> = (0..count).map(|_| one(self.choose)).collect();
        self.text += &drawn.join(separator);
    }

    fn coefficients(&mut self) {
        let drawn: Vec<String> =
            (0..self.length).map(|_| (self.choose.below(7) as i64 - 3).to_string()).collect();
        self.text += &drawn.join("_");
    }

    fn line(&mut self) {
        let shape = self.board.shape();
        let (letter, count) =
            if self.choose.below(2) == 0 { ('R', shape.rows()) } else { ('C', shape.cols()) };
        self.text += &format!("{letter}{}", 1 + self.choose.below(count));
    }

    /// Adds a list of cells: a path, distinct cells, arbitrary cells, a part of a line, or one cell
    /// repeated.
    fn cells(&mut self, count: usize) {
        let all: Vec<Cell> = self.board.cells().collect();
        let in_grid = self.board.grid_count();
        let mode = self.choose.below(16);
        let first = all[self.choose.below(if mode == 0 { all.len() } else { in_grid })];
        let mut cells = vec![first];
        while cells.len() < count {
            let last = cells[cells.len() - 1];
            let mut options: Vec<Cell> = match mode {
                0 | 1 => all.clone(),
                2 => vec![first],
                3..=5 => all[..in_grid].to_vec(),
                6..=8 => self.board.shifted(last, 0, 1).into_iter().collect(),
                9..=10 => self.board.shifted(last, 1, 0).into_iter().collect(),
                _ => self.board.neighbours(last),
            };
            if mode > 2 {
                options.retain(|cell| !cells.contains(cell));
            }
            if options.is_empty() {
                break;
            }
            cells.push(self.choose.pick(&options));
        }
        let names: Vec<String> = cells.iter().map(|cell| self.board.name(*cell).to_string()).collect();
        self.text += &names.join("~");
    }

    fn group(&mut self) {
        let groups = self.board.groups();
        if !groups.is_empty() && self.choose.below(2) == 0 {
            self.text += &groups[self.choose.below(groups.len())].prefix;
        }
    }

    /// Adds regions of the right size: runs of rows or of columns with some cells swapped.
    fn layout(&mut self) {
        let (rows, cols) = (self.board.shape().rows(), self.board.shape().cols());
        let by_rows = self.choose.below(2) == 0;
        let size = self.board.region_size().max(1);
        let mut map: Vec<usize> = (0..rows * cols)
            .map(|cell| if by_rows { cell } else { cell % cols * rows + cell / cols } / size)
            .collect();
        for _ in 0..self.choose.below(8) {
            let (one, other) = (self.choose.below(map.len()), self.choose.below(map.len()));
            map.swap(one, other);
        }
        self.text.extend(map.iter().map(|region| char::from(LABELS[region % 64])));
    }

    fn relation(&mut self) {
        let wanted: Vec<bool> = (0..256).map(|_| self.choose.below(3) > 0).collect();
        let is_symmetric = self.choose.below(2) == 0;
        let relation = Relation::from_fn(self.board.values(), |one, two| {
            let (one, two) = if is_symmetric { (one.min(two), one.max(two)) } else { (one, two) };
            wanted[usize::from(one % 16) * 16 + usize::from(two % 16)]
        });
        self.text += &relation.key();
    }

    fn condition(&mut self) {
        let cell = |board: &Board, choose: &mut C| {
            let index = choose.below(board.cell_count());
            Cell::new(index).map_or_else(String::new, |cell| board.name(cell).to_string())
        };
        let board = self.board;
        self.text += &random_conditions::condition(self.choose, &mut |choose| cell(board, choose));
    }

    /// Adds a condition over letters.
    fn rule(&mut self) {
        let letter = |choose: &mut C| choose.pick(&["a", "b"]).to_string();
        self.text += &random_conditions::condition(self.choose, &mut { letter });
    }

    fn pattern(&mut self) {
        let mut pattern = String::new();
        for _ in 0..=self.choose.below(5) {
            let mark = self.text.len();
            self.values(1, "");
            let value = self.text.split_off(mark);
            pattern += match self.choose.below(5) {
                0 => ".",
                1 => "[12]",
                2 => "(1|2)",
                _ if value.len() == 1 => &value,
                _ => "1",
            };
            pattern += self.choose.pick(&["", "", "*", "?", "+"]);
        }
        self.text += &base64(pattern.as_bytes());
    }

    fn automaton(&mut self) {
        let symbols = self.board.values().count();
        let states: Vec<(bool, bool)> = (0..=self.choose.below(4))
            .map(|state| (state == 0 || self.choose.one_in(6), self.choose.below(3) > 0))
            .collect();
        let count = self.choose.below(24);
        let transitions: Vec<Transition> = (0..count)
            .map(|_| Transition {
                from: self.choose.below(states.len()) as u16,
                symbol: self.choose.below(symbols.into()) as u8,
                to: self.choose.below(states.len()) as u16,
            })
            .collect();
        let automaton = Automaton::new(symbols, &states, &transitions);
        self.text += &automaton.map_or_else(|| "A".to_string(), |automaton| automaton.code());
    }
}

/// Returns the index of the bracket that closes the one at the start of the text.
fn closing(text: &str) -> usize {
    let mut depth = 0;
    for (at, c) in text.char_indices() {
        match c {
            '[' => depth += 1,
            ']' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return at;
        }
    }
    text.len() - 1
}

/// Base 64 for links, without padding.
fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    let mut text = String::new();
    for chunk in bytes.chunks(3) {
        let word = chunk.iter().fold(0, |word, byte| word << 8 | u32::from(*byte)) << (8 * (3 - chunk.len()));
        let digits = (0..=chunk.len()).map(|k| (word >> (18 - 6 * k) & 63) as usize);
        text.extend(digits.map(|digit| char::from(DIGITS[digit])));
    }
    text
}
