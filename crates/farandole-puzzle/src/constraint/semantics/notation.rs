//! The meaning of a constraint in the notation of mathematics, for readers.

use super::super::relation::{Related, Relation};
use super::{Content, Semantics};
use crate::Cell;
use crate::board::Board;
use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// The greatest number of steps apart that a relation of differences is tried with: values are at most 16 apart.
const APART: u8 = 15;

impl Semantics {
    /// Writes the condition in the notation of mathematics. Cells are names such as `r1c1`, which represent their values.
    /// `all-different`, `count` and `sum` have the meaning of the global constraints. An automaton is written as its
    /// definition.
    ///
    /// ```
    /// use farandole_puzzle::format::iss;
    ///
    /// let variant = iss::read(".Shape~4x4.Arrow~R1C1~R1C2~R1C3").unwrap();
    /// let meaning = variant.constraints()[0].semantics(variant.board());
    /// assert_eq!(meaning.notation(variant.board()), "r1c1 - r1c2 - r1c3 = 0");
    /// ```
    // long: an arm for each kind of meaning
    pub fn notation(&self, board: &Board) -> String {
        let name = |cell: &Cell| board.name(*cell).to_string().to_lowercase();
        let names = |cells: &[Cell]| cells.iter().map(name).collect::<Vec<_>>().join(", ");
        let set = |mask: u16| set(board, mask);
        let within = |mask: u16| within(board, mask);
        let parts = |parts: &[Self], sign: &str, none: &str| match parts {
            [] => none.to_owned(),
            [only] => only.notation(board),
            parts => {
                let text = |it: &Self| {
                    let text = it.notation(board);
                    if matches!(it, Self::All(_) | Self::Any(_)) { format!("({text})") } else { text }
                };
                parts.iter().map(text).collect::<Vec<_>>().join(sign)
            }
        };
        let lists = |what: &str, lists: &[Vec<Cell>]| {
            lists.iter().map(|cells| format!("{what}({})", names(cells))).collect::<Vec<_>>().join(" = ")
        };
        match self {
            Self::All(all) => parts(all, "; ", "true"),
            Self::Any(any) => parts(any, " or ", "false"),
            Self::Domain { cell, mask } => format!("{} {}", name(cell), within(*mask)),
            Self::AllDifferent(cells) => format!("all-different({})", names(cells)),
            Self::Related(related, relation) => pairs(related, *relation, board),
            Self::Sum { terms, total } => {
                let mut text = String::new();
                for (cell, factor) in terms {
                    let sign = match (text.is_empty(), *factor < 0) {
                        (true, false) => "",
                        (true, true) => "-",
                        (false, false) => " + ",
                        (false, true) => " - ",
                    };
                    let factor = factor.unsigned_abs();
                    let factor = if factor == 1 { String::new() } else { format!("{factor} ") };
                    text += &format!("{sign}{factor}{}", name(cell));
                }
                if text.is_empty() { format!("0 = {total}") } else { format!("{text} = {total}") }
            }
            Self::EqualSums(cells) => lists("sum", cells),
            Self::SameValues(cells) => lists("multiset", cells),
            Self::Count { cells, bounds } => {
                let bound = |it: &super::CountBound| {
                    let most = if it.most == u32::MAX { String::new() } else { format!(" <= {}", it.most) };
                    format!("{} <= count({}; {}){most}", it.least, set(it.mask), names(cells))
                };
                bounds.iter().map(bound).collect::<Vec<_>>().join("; ")
            }
            Self::ValueSets { cells, sets } => {
                let sets = sets.iter().map(|mask| set(*mask)).collect::<Vec<_>>().join(", ");
                format!("all-different({0}); {{{0}}} in {{{sets}}}", names(cells))
            }
            Self::Element { index, entries, content } => {
                let content = match content {
                    Content::Values(mask) => within(*mask),
                    Content::Cell(cell) => format!("= {}", name(cell)),
                };
                let entry = |(value, cell): &(u8, Cell)| {
                    format!("{} = {value} and {} {content}", name(index), name(cell))
                };
                entries.iter().map(entry).collect::<Vec<_>>().join(" or ")
            }
            Self::Regular { cells, machine } => format!("accepts({machine:?}; {})", names(cells)),
            Self::Connected { cells, mask, count, .. } => {
                let count = count.map_or_else(String::new, |count| format!(" of {count} cells"));
                format!("cells of ({}) with values in {} form one area{count}", names(cells), set(*mask))
            }
            Self::Condition { cells, condition } => {
                format!("condition({:?}; {})", condition.formula(), names(cells))
            }
            Self::Opaque(reason) => (*reason).to_owned(),
        }
    }
}

/// Writes the values of a mask.
fn set(board: &Board, mask: u16) -> String {
    let values = board.values();
    let values = values.iter().filter(|value| values.mask(*value) & mask != 0);
    format!("{{{}}}", values.map(|value| value.to_string()).collect::<Vec<_>>().join(", "))
}

/// Writes that a value is in a mask: `in {1, 2}`, or `= 1`.
fn within(board: &Board, mask: u16) -> String {
    let values = board.values();
    match values.iter().find(|value| values.mask(*value) == mask) {
        Some(only) => format!("= {only}"),
        None => format!("in {}", set(board, mask)),
    }
}

/// Writes a relation for each of its pairs of cells.
fn pairs(related: &Related<'_>, relation: Relation, board: &Board) -> String {
    let values = board.values();
    let is = |holds: &dyn Fn(u8, u8) -> bool| relation == Relation::from_fn(values, holds);
    let apart = (1..=APART).find(|least| is(&|one, two| one.abs_diff(two) >= *least));
    let exactly = (1..=APART).find(|gap| is(&|one, two| one.abs_diff(two) == *gap));
    let of_pair = |(one, two): &(Cell, Cell)| {
        let [one, two] = [one, two].map(|cell| board.name(*cell).to_string().to_lowercase());
        match (apart, exactly) {
            (Some(1), _) => format!("{one} != {two}"),
            (Some(least), _) => format!("|{one} - {two}| >= {least}"),
            (_, Some(gap)) => format!("|{one} - {two}| = {gap}"),
            _ if is(&|one, two| one < two) => format!("{one} < {two}"),
            _ if is(&|one, two| one <= two) => format!("{one} <= {two}"),
            _ if is(&|one, two| one == two) => format!("{one} = {two}"),
            _ => format!("R({one}, {two})"),
        }
    };
    let text = related.pairs().iter().map(of_pair).collect::<Vec<_>>().join("; ");
    if !text.contains("R(") {
        return text;
    }
    let row = |value: u8| {
        let mask = relation.partners(value - values.low());
        (mask != 0).then(|| format!("x = {value} and y {}", within(board, mask)))
    };
    let rows = values.iter().filter_map(row).collect::<Vec<_>>().join(", or ");
    format!("{text}, where R(x, y) is: {rows}")
}
