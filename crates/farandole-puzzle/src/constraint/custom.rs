//! Constraints that a setter defines: relations given by a table, regular expressions, automata.

use super::args::{ArgError, Args, NamedCells, at, decode, encode};
use super::automaton::{Automaton, from_base64, to_base64};
use super::declare::documented;
use super::error::{ArgumentError, Checked, ConstraintViolation};
use super::kind::{Kind, Writer, count_is, shift_all};
use super::reading::Reading;
use super::regex::Pattern;
use super::relation::{Related, Relation};
use super::semantics::{Machine, Semantics};
use super::style::{Figure, Hue, KindStyle, style};
use crate::Cell;
use crate::board::Board;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;

documented! {
    /// Pairs in a row: every two consecutive cells of the list satisfy the relation.
    ///
    /// The key is the table of the relation in base 64. In texts, one item may contain several
    /// lists: an empty argument ends a list, and `_name` (percent-encoded) names the next one.
    pub struct Pair {
        /// The table of allowed pairs of values.
        pub relation: Relation,
        /// The label of the constraint; may be empty.
        pub name: String,
        /// The cells in order.
        pub cells: Vec<Cell>,
    }
    "Pair" "key[~_name]~cells"
}

style!(Pair: KindStyle::new("Pairs in a row", "pairs in a row", ".Pair~EAEBEAAQAAAAE~_1%3A3~R2C6~R3C6")
    .line(Hue::Brown, "", 0);
    fn label(&self) -> String { self.name.clone() }
);

impl Kind for Pair {
    const READING: Reading = Reading::EachValue;

    fn cells(&self, _board: &Board) -> Vec<Cell> {
        self.cells.clone()
    }

    fn related(&self, _board: &Board) -> Option<Related<'_>> {
        Some(Related::line(&self.cells))
    }

    fn holds(&self, board: &Board, one: u8, two: u8) -> bool {
        let index = |value: u8| value.wrapping_sub(board.values().low());
        self.relation.holds(index(one), index(two))
    }

    fn normalize(&mut self, board: &Board) -> Result<(), ArgumentError> {
        fits(&self.relation, board)?;
        count_is(&self.cells, 1, usize::MAX)
    }

    fn parse(args: Args<'_>) -> Result<Vec<Self>, ArgError> {
        let (relation, lists) = lists(args)?;
        Ok(lists
            .into_iter()
            .map(|list| Self { relation, name: list.name, cells: list.segments.concat() })
            .collect())
    }

    fn write(&self, out: &mut Writer<'_>) {
        write(&self.relation, &self.name, &self.cells, out);
    }

    fn shift(&mut self, to: &dyn Fn(Cell) -> Option<Cell>) -> Result<(), ArgumentError> {
        shift_all(&mut self.cells, to)
    }
}

documented! {
    /// Pairs of all: any two cells of the list satisfy the relation.
    ///
    /// The relation is symmetric. A cell that is listed twice is compared with itself.
    pub struct PairX {
        /// The table of allowed pairs of values.
        pub relation: Relation,
        /// The label of the constraint; may be empty.
        pub name: String,
        /// The cells in ascending order.
        pub cells: Vec<Cell>,
    }
    "PairX" "key[~_name]~cells"
}

style!(PairX: KindStyle::new("Pairs of all", "pairs of all", ".PairX~8H_xf8H_xf8H_B~_Nabner~R4C1~R5C1~R6C1~R7C2")
    .line(Hue::Brown, "", 0).unordered();
    fn label(&self) -> String { self.name.clone() }
);

impl Kind for PairX {
    const READING: Reading = Reading::EachValue;

    fn cells(&self, _board: &Board) -> Vec<Cell> {
        self.cells.clone()
    }

    fn related(&self, _board: &Board) -> Option<Related<'_>> {
        Some(Related::all(&self.cells))
    }

    fn holds(&self, board: &Board, one: u8, two: u8) -> bool {
        let index = |value: u8| value.wrapping_sub(board.values().low());
        self.relation.holds(index(one), index(two))
    }

    fn normalize(&mut self, board: &Board) -> Result<(), ArgumentError> {
        fits(&self.relation, board)?;
        if !self.relation.is_symmetric() {
            return Err(ArgumentError::Expected("a symmetric relation"));
        }
        self.cells.sort_unstable();
        count_is(&self.cells, 1, usize::MAX)
    }

    fn parse(args: Args<'_>) -> Result<Vec<Self>, ArgError> {
        let (relation, lists) = lists(args)?;
        Ok(lists
            .into_iter()
            .map(|list| Self { relation, name: list.name, cells: list.segments.concat() })
            .collect())
    }

    fn write(&self, out: &mut Writer<'_>) {
        write(&self.relation, &self.name, &self.cells, out);
    }

    fn shift(&mut self, to: &dyn Fn(Cell) -> Option<Cell>) -> Result<(), ArgumentError> {
        shift_all(&mut self.cells, to)
    }
}

fn fits(relation: &Relation, board: &Board) -> Result<(), ArgumentError> {
    let fits = relation.count() == board.values().count();
    if fits { Ok(()) } else { Err(ArgumentError::Expected("a relation between the values of the board")) }
}

/// Parses the relation and the lists of an item.
fn lists(args: Args<'_>) -> Result<(Relation, Vec<NamedCells>), ArgError> {
    let key = args.text(0, "a key")?;
    let expected = "a table of the values of the board in base 64";
    let relation =
        Relation::from_key(key, args.board.values()).ok_or(at(0, ArgumentError::Expected(expected)))?;
    Ok((relation, args.groups(1)?))
}

fn write(relation: &Relation, name: &str, cells: &[Cell], out: &mut Writer<'_>) {
    out.push(relation.key());
    if !name.is_empty() {
        out.push(alloc::format!("_{}", encode(name)));
    }
    out.cells(cells);
}

documented! {
    /// Regular expression: the digits, in the order of the list, match the pattern.
    ///
    /// In texts, the pattern is encoded in base 64. Older texts use percent-encoding. An empty
    /// argument ends a list of cells and starts another one with the same pattern.
    ///
    /// ```text
    /// 1-1-2-2-2      1*2*
    /// ```
    pub struct Regex {
        /// The pattern.
        pub pattern: Pattern,
        /// The cells, in reading order.
        pub cells: Vec<Cell>,
    }
    "Regex" "pattern~cells[~~cells..]"
}

style!(Regex: KindStyle::new("Regular expression", "regular expression", ".Shape~6x6.Regex~MSoyKg~R2C2~R2C3~R3C4~R4C4")
    .line(Hue::Pink, "", 0);
    fn label(&self) -> String { self.pattern.text().into() }
);

impl Kind for Regex {
    const READING: Reading = Reading::Open;

    fn cells(&self, _board: &Board) -> Vec<Cell> {
        self.cells.clone()
    }

    fn check(&self, board: &Board, values: &[u8]) -> Checked {
        let low = board.values().low();
        let symbols = self.cells.iter().map(|cell| values[cell.index()] - low);
        if self.pattern.automaton().accepts(symbols) {
            Ok(())
        } else {
            Err(ConstraintViolation::Not("values that match the pattern"))
        }
    }

    fn semantics(&self, _board: &Board) -> Semantics {
        let machine = Machine::stored(Arc::clone(self.pattern.automaton()), self.cells.len());
        Semantics::Regular { cells: self.cells.clone(), machine }
    }

    fn normalize(&mut self, board: &Board) -> Result<(), ArgumentError> {
        if self.pattern.values() != board.values() {
            return Err(ArgumentError::Expected("a pattern for the values of the board"));
        }
        count_is(&self.cells, 1, usize::MAX)
    }

    fn parse(args: Args<'_>) -> Result<Vec<Self>, ArgError> {
        let text = args.text(0, "a pattern")?;
        let code = text.trim_end_matches('=');
        let in_base64 = code.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'));
        let decoded = if in_base64 {
            from_base64(code).and_then(|bytes| String::from_utf8(bytes).ok())
        } else {
            decode(text)
        };
        let text = decoded.ok_or(at(0, ArgumentError::Expected("a pattern in base 64")))?;
        let pattern = Pattern::new(&text, args.board.values()).map_err(|misfit| at(0, misfit))?;
        let lists = args.groups(1)?;
        if lists.iter().any(|list| !list.name.is_empty()) {
            return Err(ArgumentError::Expected("lists without names").into());
        }
        Ok(lists
            .into_iter()
            .map(|list| Self { pattern: pattern.clone(), cells: list.segments.concat() })
            .collect())
    }

    fn write(&self, out: &mut Writer<'_>) {
        out.push(to_base64(self.pattern.text().as_bytes()));
        out.cells(&self.cells);
    }

    fn shift(&mut self, to: &dyn Fn(Cell) -> Option<Cell>) -> Result<(), ArgumentError> {
        shift_all(&mut self.cells, to)
    }

    fn weight(&self, _board: &Board) -> usize {
        self.cells.len() + share(self.pattern.automaton())
    }
}

/// Returns the number of transitions attributed to each of the constraints that share an automaton.
fn share(automaton: &Arc<Automaton>) -> usize {
    automaton.transitions().len() / Arc::strong_count(automaton)
}

documented! {
    /// Automaton: the automaton accepts the digits in the order of the list.
    ///
    /// In texts, the automaton is encoded in base 64. `_name` (percent-encoded) names the next list
    /// of cells, an empty argument ends a list, and `-` separates segments. Between two segments
    /// the automaton reads an extra symbol, which follows that of the greatest value.
    pub struct Nfa {
        /// The automaton.
        pub automaton: Arc<Automaton>,
        /// The label of the constraint; may be empty.
        pub name: String,
        /// The cells, divided into segments; a segment may be empty.
        pub segments: Vec<Vec<Cell>>,
    }
    "NFA" "code[~_name]~cells[~-~cells..]"
}

style!(Nfa: KindStyle::new("Automaton", "automaton", ".Shape~6x6.NFA~BVp4QzHUvCGY6lhtjUA~_low%20high~R2C2~R2C3~R3C4~R4C4")
    .figure(Figure::Own));

impl Nfa {
    /// Returns the cells in reading order, with `None` for each break between segments.
    pub fn word(&self) -> Vec<Option<Cell>> {
        let mut word = Vec::new();
        for (i, segment) in self.segments.iter().enumerate() {
            word.extend((i > 0).then_some(None));
            word.extend(segment.iter().copied().map(Some));
        }
        word
    }
}

impl Nfa {
    /// Returns the cells that the automaton reads, and the automaton with the breaks between segments.
    pub fn machine(&self) -> (Vec<Cell>, Machine) {
        let (mut cells, mut breaks) = (Vec::new(), alloc::vec![0]);
        for cell in self.word() {
            match cell {
                Some(cell) => {
                    cells.push(cell);
                    breaks.push(0);
                }
                None => breaks[cells.len()] += 1,
            }
        }
        (cells, Machine::Stored { automaton: Arc::clone(&self.automaton), breaks })
    }
}

impl Kind for Nfa {
    const READING: Reading = Reading::Open;

    fn cells(&self, _board: &Board) -> Vec<Cell> {
        self.segments.concat()
    }

    fn check(&self, board: &Board, values: &[u8]) -> Checked {
        let (low, count) = (board.values().low(), board.values().count());
        let symbols =
            self.word().into_iter().map(|cell| cell.map_or(count, |cell| values[cell.index()] - low));
        if self.automaton.accepts(symbols) {
            Ok(())
        } else {
            Err(ConstraintViolation::Not("values that the automaton accepts"))
        }
    }

    fn semantics(&self, _board: &Board) -> Semantics {
        let (cells, machine) = self.machine();
        Semantics::Regular { cells, machine }
    }

    fn normalize(&mut self, board: &Board) -> Result<(), ArgumentError> {
        let symbols = board.values().count() + u8::from(self.segments.len() > 1);
        if self.automaton.symbols() > symbols {
            return Err(ArgumentError::Expected("an automaton for the values of the board"));
        }
        count_is(&self.segments.concat(), 1, usize::MAX)
    }

    fn parse(args: Args<'_>) -> Result<Vec<Self>, ArgError> {
        let code = args.text(0, "an automaton")?;
        let expected = ArgumentError::Expected(
            "an automaton in base 64, of at most 65536 states and 1048576 transitions",
        );
        let automaton = Arc::new(Automaton::from_code(code).ok_or(at(0, expected))?);
        let with = |list: NamedCells| Self {
            automaton: automaton.clone(),
            name: list.name,
            segments: list.segments,
        };
        Ok(args.segmented_groups(1)?.into_iter().map(with).collect())
    }

    fn write(&self, out: &mut Writer<'_>) {
        out.push(self.automaton.code());
        if !self.name.is_empty() {
            out.push(alloc::format!("_{}", encode(&self.name)));
        }
        for (i, segment) in self.segments.iter().enumerate() {
            if i > 0 {
                out.push("-");
            }
            out.cells(segment);
        }
    }

    fn shift(&mut self, to: &dyn Fn(Cell) -> Option<Cell>) -> Result<(), ArgumentError> {
        self.segments.iter_mut().try_for_each(|segment| shift_all(segment, to))
    }

    fn weight(&self, _board: &Board) -> usize {
        self.segments.iter().map(|segment| segment.len() + 1).sum::<usize>() + share(&self.automaton)
    }
}
