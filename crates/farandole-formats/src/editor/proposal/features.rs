//! Numbers that a drawing has in a grid: sums, counts over a scope, and functions of a line as seen from its end.
//! Each is an expression of conditions, with its value in the stored solution.

use super::model::Item;
use farandole_puzzle::Cell;
use farandole_puzzle::board::Board;
use std::collections::BTreeSet;

/// A group of drawings and the stored solution.
#[derive(Clone, Copy)]
pub(super) struct Shown<'a> {
    pub(super) board: &'a Board,
    pub(super) items: &'a [Item],
    /// The cells of all cages.
    pub(super) cages: &'a [Vec<Cell>],
    pub(super) stored: &'a [u8],
}

/// A number that each drawing of a group has.
pub(super) struct Feature {
    pub(super) name: String,
    /// The expression and its value for each member.
    pub(super) values: Vec<(String, i64)>,
    /// A constant in the expression.
    pub(super) constant: Option<i64>,
}

/// A number that a list of digits has: its name, its expression and its value. The last argument is the
/// greatest value of the board.
type Number = (&'static str, fn(&[String], i64) -> String, fn(&[i64], i64) -> i64);

fn each(names: &[String], condition: &str) -> String {
    names.iter().map(|name| condition.replace('x', name)).collect::<Vec<_>>().join(",")
}

fn count(digits: &[i64], holds: impl Fn(i64) -> bool) -> i64 {
    digits.iter().filter(|digit| holds(**digit)).count() as i64
}

fn greatest(digits: &[i64]) -> i64 {
    digits.iter().copied().max().unwrap_or(0)
}

fn least(digits: &[i64]) -> i64 {
    digits.iter().copied().min().unwrap_or(0)
}

/// The number that the digits of a set form.
const FORMED: Number = (
    "number that the digits form",
    |names, _| format!("number({})", names.join(",")),
    |digits, _| digits.iter().fold(0_i64, |all, digit| all.saturating_mul(10).saturating_add(*digit)),
);

/// Numbers of sets of cells.
const OF_SETS: &[Number] = &[
    ("sum", |names, _| format!("sum({})", names.join(",")), |digits, _| digits.iter().sum()),
    (
        "product",
        |names, _| names.join("*"),
        |digits, _| digits.iter().try_fold(1_i64, |all, digit| all.checked_mul(*digit)).unwrap_or(-1),
    ),
    (
        "difference of the greatest and the least digit",
        |names, _| format!("max({0})-min({0})", names.join(",")),
        |digits, _| greatest(digits) - least(digits),
    ),
    ("greatest digit", |names, _| format!("max({})", names.join(",")), |digits, _| greatest(digits)),
    ("least digit", |names, _| format!("min({})", names.join(",")), |digits, _| least(digits)),
    (
        "number of even digits",
        |names, _| format!("count({})", each(names, "x%2=0")),
        |digits, _| count(digits, |digit| digit % 2 == 0),
    ),
    (
        "number of odd digits",
        |names, _| format!("count({})", each(names, "x%2=1")),
        |digits, _| count(digits, |digit| digit % 2 == 1),
    ),
    (
        "number of prime digits",
        |names, _| format!("count({})", each(names, "prime(x)")),
        |digits, _| count(digits, |digit| matches!(digit, 2 | 3 | 5 | 7 | 11 | 13)),
    ),
    (
        "number of different digits",
        |names, _| {
            let is_new = |at: usize| {
                let others: Vec<String> =
                    names[..at].iter().map(|other| format!("{other}!={}", names[at])).collect();
                match at {
                    0 => "1".to_owned(),
                    1 => format!("if({},1,0)", others[0]),
                    _ => format!("if(and({}),1,0)", others.join(",")),
                }
            };
            (0..names.len()).map(is_new).collect::<Vec<_>>().join("+")
        },
        |digits, _| digits.iter().collect::<BTreeSet<_>>().len() as i64,
    ),
    (
        "sum of the even digits",
        |names, _| names.iter().map(|name| format!("{name}*({name}%2=0)")).collect::<Vec<_>>().join("+"),
        |digits, _| digits.iter().filter(|digit| *digit % 2 == 0).sum(),
    ),
    (
        "sum of the odd digits",
        |names, _| names.iter().map(|name| format!("{name}*({name}%2=1)")).collect::<Vec<_>>().join("+"),
        |digits, _| digits.iter().filter(|digit| *digit % 2 == 1).sum(),
    ),
    (
        "sum of the greatest and the least digit",
        |names, _| format!("max({0})+min({0})", names.join(",")),
        |digits, _| greatest(digits) + least(digits),
    ),
    FORMED,
];

/// Numbers of rows and columns, nearest cell first.
const OF_LINES: &[Number] = &[
    (
        "difference of the first two digits",
        |names, _| format!("abs({}-{})", names[0], names[1]),
        |digits, _| (digits[0] - digits[1]).abs(),
    ),
    (
        "product of the first two digits",
        |names, _| format!("{}*{}", names[0], names[1]),
        |digits, _| digits[0] * digits[1],
    ),
    (
        "sum of the first and the last digit",
        |names, _| format!("{}+{}", names[0], names[names.len() - 1]),
        |digits, _| digits[0] + digits[digits.len() - 1],
    ),
    (
        "difference of the first and the last digit",
        |names, _| format!("abs({}-{})", names[0], names[names.len() - 1]),
        |digits, _| (digits[0] - digits[digits.len() - 1]).abs(),
    ),
    (
        "product of the first and the last digit",
        |names, _| format!("{}*{}", names[0], names[names.len() - 1]),
        |digits, _| digits[0] * digits[digits.len() - 1],
    ),
    (
        "position of the greatest digit",
        |names, high| position(names, high),
        |digits, high| place(digits, high),
    ),
    (
        "distance between the least and the greatest digit",
        |names, high| format!("abs({}-({}))", position(names, high), position(names, 1)),
        |digits, high| (place(digits, high) - place(digits, 1)).abs(),
    ),
    ("position of the digit 1", |names, _| position(names, 1), |digits, _| place(digits, 1)),
    (
        "sum of the digits before the greatest one",
        |names, high| before(names, &format!("x!={high}"), false),
        |digits, high| digits.iter().take_while(|digit| **digit != high).sum(),
    ),
    (
        "sum of the digits up to the greatest one",
        |names, high| before(names, &format!("x!={high}"), true),
        |digits, high| {
            digits.iter().take_while(|digit| **digit != high).sum::<i64>()
                + digits.iter().find(|digit| **digit == high).unwrap_or(&0)
        },
    ),
    (
        "sum of the digits before the first even one",
        |names, _| before(names, "x%2=1", false),
        |digits, _| digits.iter().take_while(|digit| **digit % 2 == 1).sum(),
    ),
    (
        "sum of the digits before the first odd one",
        |names, _| before(names, "x%2=0", false),
        |digits, _| digits.iter().take_while(|digit| **digit % 2 == 0).sum(),
    ),
    (
        "sum of the first increasing digits",
        |names, _| run(names, "<", true),
        |digits, _| first_run(digits, |one, two| one < two).iter().sum(),
    ),
    (
        "number of the first increasing digits",
        |names, _| run(names, "<", false),
        |digits, _| first_run(digits, |one, two| one < two).len() as i64,
    ),
    (
        "sum of the first decreasing digits",
        |names, _| run(names, ">", true),
        |digits, _| first_run(digits, |one, two| one > two).iter().sum(),
    ),
    (
        "sum of the visible digits",
        |names, _| {
            let seen = |at: usize| match at {
                0 => names[0].clone(),
                _ => format!("if({0}>max({1}),{0},0)", names[at], names[..at].join(",")),
            };
            (0..names.len()).map(seen).collect::<Vec<_>>().join("+")
        },
        |digits, _| {
            let is_seen = |at: &usize| digits[..*at].iter().all(|digit| *digit < digits[*at]);
            (0..digits.len()).filter(is_seen).map(|at| digits[at]).sum()
        },
    ),
    (
        "number of local maxima",
        |names, _| {
            let peak = |three: &[String]| format!("and({1}>{0},{1}>{2})", three[0], three[1], three[2]);
            format!("count({})", names.windows(3).map(peak).collect::<Vec<_>>().join(","))
        },
        |digits, _| {
            digits.windows(3).filter(|three| three[1] > three[0] && three[1] > three[2]).count() as i64
        },
    ),
];

/// Returns the expression of the 1-based position of a digit.
fn position(names: &[String], digit: i64) -> String {
    let terms = names.iter().enumerate().map(|(at, name)| format!("{}*({name}={digit})", at + 1));
    terms.collect::<Vec<_>>().join("+")
}

fn place(digits: &[i64], digit: i64) -> i64 {
    digits.iter().position(|it| *it == digit).map_or(0, |at| at as i64 + 1)
}

/// Returns the expression of the sum of the digits before the first one that violates a condition.
fn before(names: &[String], condition: &str, is_inclusive: bool) -> String {
    let last = |name: &String| if is_inclusive { name.clone() } else { "0".into() };
    let step = |rest: String, name: &String| {
        format!("if({},{name}+{rest},{})", condition.replace('x', name), last(name))
    };
    names.iter().rev().fold("0".into(), step)
}

/// Returns the expression of the sum, or of the number, of the first digits of which each has a relation to the
/// next.
fn run(names: &[String], sign: &str, is_sum: bool) -> String {
    let own = |name: &String| if is_sum { name.clone() } else { "1".into() };
    let step = |rest: String, pair: &[String]| {
        format!("{}+if({}{sign}{},{rest},0)", own(&pair[0]), pair[0], pair[1])
    };
    let last = names.last().map_or_else(String::new, own);
    names.windows(2).rev().fold(last, step)
}

fn first_run(digits: &[i64], holds: fn(i64, i64) -> bool) -> &[i64] {
    let more = digits.windows(2).take_while(|pair| holds(pair[0], pair[1])).count();
    &digits[..more + 1]
}

/// The most cells at the start of a line of which sums are tested.
const MOST_FIRST: usize = 5;

impl Shown<'_> {
    /// Returns the digits of a member in the stored solution.
    pub(super) fn digits(&self, item: &Item) -> Vec<i64> {
        self.digits_of(&item.cells)
    }

    /// Returns the digits of cells in the stored solution.
    pub(super) fn digits_of(&self, cells: &[Cell]) -> Vec<i64> {
        cells.iter().map(|cell| self.stored[cell.index()].into()).collect()
    }

    fn names(&self, cells: &[Cell]) -> Vec<String> {
        cells.iter().map(|cell| self.board.name(*cell).to_string()).collect()
    }

    fn numbers_of(&self, numbers: &[Number]) -> Vec<Feature> {
        let high = self.board.values().high().into();
        let feature = |(name, text, value): &Number| Feature {
            name: (*name).into(),
            values: self
                .items
                .iter()
                .map(|item| (text(&self.names(&item.cells), high), value(&self.digits(item), high)))
                .collect(),
            constant: None,
        };
        numbers.iter().map(feature).collect()
    }
}

/// The numbers of both ends of a row or column in [`OF_LINES`], which lines have too.
const OF_ENDS: core::ops::Range<usize> = 2..5;

/// Returns the features of cages, lines and pairs.
pub(super) fn set_features(shown: &Shown<'_>) -> Vec<Feature> {
    let mut features = shown.numbers_of(OF_SETS);
    if shown.items.iter().all(|item| item.cells.len() > 2) {
        features.extend(shown.numbers_of(&OF_LINES[OF_ENDS]));
    }
    // A mark between two cages relates them.
    let cage = |cell: &Cell| {
        let mut cages = shown.cages.iter().filter(|cage| cage.contains(cell));
        cages.next().filter(|_| cages.next().is_none())
    };
    let ends = |item: &Item| match item.cells[..] {
        [one, two] => Some((sorted(cage(&one)?), sorted(cage(&two)?))).filter(|(one, two)| one != two),
        _ => None,
    };
    let Some(ends) = shown.items.iter().map(ends).collect::<Option<Vec<_>>>() else { return features };
    for (noun, text, value) in [&OF_SETS[0], &FORMED] {
        let of = |cells: &[Cell]| (text(&shown.names(cells), 0), value(&shown.digits_of(cells), 0));
        let sides: Vec<_> = ends.iter().map(|(one, two)| (of(one), of(two))).collect();
        let sum =
            |(one, two): &((String, i64), (String, i64))| (format!("{}+{}", one.0, two.0), one.1 + two.1);
        let difference = |(one, two): &((String, i64), (String, i64))| {
            (format!("abs({}-{})", one.0, two.0), (one.1 - two.1).abs())
        };
        features.push(Feature {
            name: format!("total of both cages (the {noun} of each)"),
            values: sides.iter().map(sum).collect(),
            constant: None,
        });
        features.push(Feature {
            name: format!("difference of both cages (the {noun} of each)"),
            values: sides.iter().map(difference).collect(),
            constant: None,
        });
    }
    features
}

fn sorted(cells: &[Cell]) -> Vec<Cell> {
    let mut cells = cells.to_vec();
    cells.sort_unstable();
    cells
}

/// Returns the features of lines without the cell at their start, or at their end.
pub(super) fn rest_features(shown: &Shown<'_>, is_start: bool) -> Vec<Feature> {
    let rest = |item: &Item| {
        let cells = if is_start { &item.cells[1..] } else { &item.cells[..item.cells.len() - 1] };
        Item { cells: cells.to_vec(), text: String::new() }
    };
    let items: Vec<Item> = shown.items.iter().map(rest).collect();
    Shown { items: &items, ..*shown }.numbers_of(OF_SETS)
}

/// Returns the features of rows and columns.
pub(super) fn line_features(shown: &Shown<'_>) -> Vec<Feature> {
    let shortest = shown.items.iter().map(|item| item.cells.len()).min().unwrap_or(0);
    if shortest < 3 {
        return Vec::new();
    }
    let mut features = shown.numbers_of(OF_LINES);
    features.extend(shown.numbers_of(&OF_SETS[..1]));
    for first in 2..=MOST_FIRST.min(shortest) {
        for (noun, text, value) in &OF_SETS[..5] {
            let of = |item: &Item| {
                (text(&shown.names(&item.cells[..first]), 0), value(&shown.digits(item)[..first], 0))
            };
            features.push(Feature {
                name: format!("{noun} of the first {first} digits"),
                values: shown.items.iter().map(of).collect(),
                constant: Some(first as i64),
            });
        }
    }
    features
}

/// A relation between a digit `x` and the digit `y` of a marked cell.
type Relation = (&'static str, &'static str, fn(i64, i64) -> bool);

const RELATIONS: &[Relation] = &[
    ("smaller", "x<y", |x, v| x < v),
    ("greater", "x>y", |x, v| x > v),
    ("of the same parity", "x%2=y%2", |x, v| x % 2 == v % 2),
    ("of the other parity", "x%2!=y%2", |x, v| x % 2 != v % 2),
    ("equal", "x=y", |x, v| x == v),
    ("consecutive", "abs(x-y)=1", |x, v| (x - v).abs() == 1),
    ("even", "x%2=0", |x, _| x % 2 == 0),
    ("odd", "x%2=1", |x, _| x % 2 == 1),
    ("prime", "prime(x)", |x, _| matches!(x, 2 | 3 | 5 | 7 | 11 | 13)),
    ("of the same third", "div(x-1,3)=div(y-1,3)", |x, v| (x - 1).div_euclid(3) == (v - 1).div_euclid(3)),
    ("at least 5 away", "abs(x-y)>4", |x, v| (x - v).abs() > 4),
];

/// Returns the features of marked cells: counts and sums over the cells that they see or touch.
pub(super) fn cell_features(shown: &Shown<'_>) -> Vec<Feature> {
    let mut features = Vec::new();
    for (scope, cells) in scopes(shown) {
        if cells.iter().any(Vec::is_empty) {
            continue;
        }
        let digits = |at: usize| -> Vec<i64> {
            cells[at].iter().map(|cell| shown.stored[cell.index()].into()).collect()
        };
        for (name, text, holds) in RELATIONS {
            for own in [0, 1] {
                let value = |at: usize| {
                    let cell = shown.items[at].cells[0];
                    let digit = shown.stored[cell.index()].into();
                    let condition = text.replace('y', &shown.board.name(cell).to_string());
                    let list = each(&shown.names(&cells[at]), &condition);
                    let found = count(&digits(at), |x| holds(x, digit));
                    (format!("{own}+count({list})"), found + own)
                };
                let itself = if own == 1 { " and itself" } else { "" };
                features.push(Feature {
                    name: format!("number of digits {scope} that are {name}{itself}"),
                    values: (0..shown.items.len()).map(value).collect(),
                    constant: None,
                });
            }
        }
        for (noun, text, number) in &OF_SETS[..5] {
            let value = |at: usize| (text(&shown.names(&cells[at]), 0), number(&digits(at), 0));
            features.push(Feature {
                name: format!("{noun} {scope}"),
                values: (0..shown.items.len()).map(value).collect(),
                constant: None,
            });
        }
    }
    features
}

/// Returns the scopes of marked cells: a name, and for each marked cell the other cells in its scope.
fn scopes(shown: &Shown<'_>) -> Vec<(&'static str, Vec<Vec<Cell>>)> {
    let board = shown.board;
    let marked: BTreeSet<Cell> = shown.items.iter().map(|item| item.cells[0]).collect();
    let regions = board.regions();
    let shares_region =
        |one: &Cell, two: &Cell| regions.iter().any(|region| region.contains(one) && region.contains(two));
    let near = |is_near: &dyn Fn(usize, usize, &Cell, &Cell) -> bool| -> Vec<Vec<Cell>> {
        let of = |item: &Item| {
            let own = item.cells[0];
            let is_in = |cell: &Cell| match (board.place(own), board.place(*cell)) {
                (Some(one), Some(two)) if own != *cell && !board.is_hole(*cell) => {
                    is_near(one.0.abs_diff(two.0), one.1.abs_diff(two.1), &own, cell)
                }
                _ => false,
            };
            board.grid().filter(is_in).collect()
        };
        shown.items.iter().map(of).collect()
    };
    vec![
        ("a king's move away", near(&|down, right, _, _| down.max(right) == 1)),
        ("in adjacent cells", near(&|down, right, _, _| down + right == 1)),
        ("a knight's move away", near(&|down, right, _, _| down.min(right) == 1 && down.max(right) == 2)),
        ("in diagonally adjacent cells", near(&|down, right, _, _| down == 1 && right == 1)),
        ("on the diagonals", near(&|down, right, _, _| down == right)),
        ("in the row", near(&|down, _, _, _| down == 0)),
        ("in the column", near(&|_, right, _, _| right == 0)),
        ("in the row and column", near(&|down, right, _, _| down == 0 || right == 0)),
        ("in the box", near(&|_, _, one, two| shares_region(one, two))),
        ("seen", near(&|down, right, one, two| down == 0 || right == 0 || shares_region(one, two))),
        ("in the other marked cells", near(&|_, _, _, cell| marked.contains(cell))),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::editor::proposal::forms::FAMILY_NUMBERS;
    use crate::rules_text::Wording;

    #[test]
    fn a_sentence_can_state_every_number() {
        let numbers = OF_SETS.iter().chain(OF_LINES).map(|(name, ..)| *name);
        for name in numbers.chain(FAMILY_NUMBERS.iter().map(|(name, _)| *name)) {
            assert!(Wording::new(name).supports(name), "no words for: {name}");
        }
    }
}
