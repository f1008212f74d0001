//! Random variants of every kind of constraint.

use farandole_puzzle::board::{Board, End, GridKind, Line, LineEnd, Shape, ValueRange};
use farandole_puzzle::constraint::*;
use farandole_puzzle::format::iss;
use farandole_puzzle::variant::Variant;
use farandole_puzzle::{Cell, Diagonal as Which};
use farandole_testkit::{Random, random_item};

type Make = fn(&Board, &mut Random) -> Constraint;

/// Items that are not constraints.
const STRUCTURE: [&str; 4] = ["Shape", "Var", "And", "Replicate"];

/// A kind of constraint.
#[derive(Clone, Copy)]
pub(crate) struct Kind {
    pub(crate) name: &'static str,
    make: Option<Make>,
}

impl Kind {
    /// Returns true if SudokuMaker has a type for the kind.
    #[allow(dead_code, reason = "not all tests need it")]
    pub(crate) fn is_typed(self) -> bool {
        self.make.is_some()
    }
}

/// Returns all kinds: those that SudokuMaker has a type for, then all others.
pub(crate) fn kinds() -> Vec<Kind> {
    let typed = KINDS.iter().map(|(name, make)| Kind { name, make: Some(*make) });
    let is_other = |name: &str| !STRUCTURE.contains(&name) && !KINDS.iter().any(|(typed, _)| *typed == name);
    let names = catalogue().map(|kind| kind.name());
    typed.chain(names.filter(|name| is_other(name)).map(|name| Kind { name, make: None })).collect()
}

/// Each kind that SudokuMaker has a type for, with its maker. Arguments may not fit the board.
pub(crate) const KINDS: &[(&str, Make)] = &[
    ("Thermo", |board, random| Thermo { cells: path(board, random) }.into()),
    ("SlowThermo", |board, random| SlowThermo { cells: path(board, random) }.into()),
    ("Whisper", |board, random| {
        Whisper { difference: random.below(7) as u8, cells: path(board, random) }.into()
    }),
    ("Renban", |board, random| Renban { cells: path(board, random) }.into()),
    ("Palindrome", |board, random| Palindrome { cells: path(board, random) }.into()),
    ("Between", |board, random| Between { cells: path(board, random) }.into()),
    ("Lockout", |board, random| Lockout { difference: 4, cells: path(board, random) }.into()),
    ("RegionSumLine", |board, random| RegionSumLine { cells: path(board, random) }.into()),
    ("Sequence", |board, random| Sequence { cells: path(board, random) }.into()),
    ("Entropic", |board, random| Entropic { cells: path(board, random) }.into()),
    ("Modular", |board, random| Modular { modulus: 3, cells: path(board, random) }.into()),
    ("ParityLine", |board, random| ParityLine { cells: path(board, random) }.into()),
    ("DoubleArrow", |board, random| DoubleArrow { cells: path(board, random) }.into()),
    ("Arrow", |board, random| Arrow { cells: path(board, random) }.into()),
    ("PillArrow", pill_arrow),
    ("Cage", |board, random| {
        let sum = (random.below(4) > 0).then(|| 1 + random.below(30) as u32);
        Cage { sum, cells: path(board, random) }.into()
    }),
    ("LookAndSay", |board, random| {
        let value = value(board, random);
        LookAndSay { pairs: vec![(1 + random.below(3) as u8, value)], cells: path(board, random) }.into()
    }),
    ("AllDifferent", |board, random| AllDifferent { cells: path(board, random) }.into()),
    ("Clones", |board, random| {
        let cells = path(board, random);
        let parts = if cells.len().is_multiple_of(3) { 3 } else { 2 };
        let kept = cells.len() / parts * parts;
        Clones { parts: parts as u16, cells: cells[..kept].to_vec() }.into()
    }),
    ("Quad", |board, random| {
        let values = (0..=random.below(4)).map(|_| value(board, random)).collect();
        Quad { top_left: cell(board, random), values }.into()
    }),
    ("Even", |board, random| Even { cells: vec![cell(board, random)] }.into()),
    ("Odd", |board, random| Odd { cells: vec![cell(board, random)] }.into()),
    ("Minimum", |board, random| Minimum { cell: cell(board, random) }.into()),
    ("Maximum", |board, random| Maximum { cell: cell(board, random) }.into()),
    ("WhiteDot", |board, random| WhiteDot { cells: pair(board, random) }.into()),
    ("BlackDot", |board, random| BlackDot { cells: pair(board, random) }.into()),
    ("Difference", |board, random| {
        Difference { difference: 2 + random.below(4) as u8, cells: pair(board, random) }.into()
    }),
    ("Ratio", |board, random| Ratio { ratio: 3 + random.below(3) as u8, cells: pair(board, random) }.into()),
    ("X", |board, random| X { cells: pair(board, random) }.into()),
    ("V", |board, random| V { cells: pair(board, random) }.into()),
    ("LittleKiller", |board, random| {
        LittleKiller { start: cell(board, random), sum: 1 + random.below(40) as u32 }.into()
    }),
    ("Sandwich", |board, random| {
        Sandwich { line: end(board, random).line, sum: random.below(36) as u32 }.into()
    }),
    ("XSum", |board, random| XSum { place: end(board, random), clue: 1 + random.below(40) as u32 }.into()),
    ("Skyscraper", |board, random| {
        Skyscraper { place: end(board, random), clue: 1 + random.below(9) as u32 }.into()
    }),
    ("NumberedRoom", |board, random| {
        NumberedRoom { place: end(board, random), clue: value(board, random).into() }.into()
    }),
    ("Indexing", |board, random| {
        let along = if random.below(2) == 0 { Along::Row } else { Along::Column };
        Indexing { along, cells: path(board, random) }.into()
    }),
    ("Diagonal", |_, random| {
        Diagonal { diagonal: if random.below(2) == 0 { Which::Main } else { Which::Anti } }.into()
    }),
    ("AntiKnight", |_, _| AntiKnight {}.into()),
    ("AntiKing", |_, _| AntiKing {}.into()),
    ("AntiConsecutive", |_, _| AntiConsecutive {}.into()),
    ("DisjointSets", |_, _| DisjointSets {}.into()),
    ("GlobalEntropy", |_, _| GlobalEntropy {}.into()),
    ("GlobalMod", |_, _| GlobalMod {}.into()),
    ("StrictKropki", |_, _| StrictKropki {}.into()),
    ("StrictXV", |_, _| StrictXV {}.into()),
    ("StrictConsecutive", |_, _| StrictConsecutive {}.into()),
    ("Windoku", |_, _| Windoku {}.into()),
    ("NoBoxes", |_, _| NoBoxes {}.into()),
    ("Given", |board, random| {
        let mask = board.values().mask(value(board, random));
        Given { cell: cell(board, random), mask }.into()
    }),
];

fn cell(board: &Board, random: &mut Random) -> Cell {
    Cell::within(random.below(board.grid_count()))
}

fn value(board: &Board, random: &mut Random) -> u8 {
    board.values().low() + random.below(board.values().count().into()) as u8
}

/// Returns a path of king's moves without repetitions.
fn path(board: &Board, random: &mut Random) -> Vec<Cell> {
    let mut cells = vec![cell(board, random)];
    for _ in 0..2 + random.below(4) {
        let (down, right) = (random.below(3) as isize - 1, random.below(3) as isize - 1);
        let next = cells.last().and_then(|last| board.shifted(*last, down, right));
        cells.extend(next.filter(|next| !cells.contains(next)));
    }
    cells
}

fn pair(board: &Board, random: &mut Random) -> Vec<Cell> {
    let pairs: Vec<_> = board.neighbour_pairs().into_iter().collect();
    let (one, two) = pairs[random.below(pairs.len())];
    vec![one, two]
}

fn end(board: &Board, random: &mut Random) -> LineEnd {
    let line = if random.below(2) == 0 {
        Line::Row(random.below(board.shape().rows()) as u8)
    } else {
        Line::Col(random.below(board.shape().cols()) as u8)
    };
    LineEnd { line, end: if random.below(2) == 0 { End::Start } else { End::Finish } }
}

fn pill_arrow(board: &Board, random: &mut Random) -> Constraint {
    let first = cell(board, random);
    let (down, right) = if random.below(2) == 0 { (0, 1) } else { (1, 0) };
    let mut cells: Vec<Cell> =
        (0..4).filter_map(|step| board.shifted(first, step * down, step * right)).collect();
    cells.truncate(3 + random.below(2));
    PillArrow { pill: 2, cells }.into()
}

/// Returns a random shape: mostly square with Sudoku rules.
pub(crate) fn shape(random: &mut Random) -> Shape {
    let kind = if random.below(8) == 0 { GridKind::Raw } else { GridKind::Sudoku };
    let sides = [(4, 4), (6, 6), (9, 9), (9, 9), (12, 12), (6, 4), (5, 7)];
    let (rows, cols) = sides[random.below(sides.len())];
    let (low, more) = if random.below(6) == 0 { (0, random.below(2)) } else { (1, 0) };
    let values = ValueRange::new(low, (rows.max(cols) + more) as u8).unwrap();
    Shape::new(rows, cols, values, kind).unwrap()
}

/// Returns a variant with a constraint of a kind and up to four others that SudokuMaker has types for, or
/// `None` if the first one does not fit the random board.
pub(crate) fn variant(kind: Kind, shape: Shape, random: &mut Random) -> Option<Variant> {
    let (shape, groups, mut constraints) = match kind.make {
        Some(make) => {
            let board = Board::new(shape, Vec::new()).unwrap();
            (shape, Vec::new(), vec![made(make, &board, random)?])
        }
        None => {
            let variant = with_item(kind.name, shape, random)?;
            (variant.shape(), variant.stated_groups(), variant.constraints().to_vec())
        }
    };
    let board = Board::new(shape, Vec::new()).unwrap();
    for _ in 0..random.below(5) {
        constraints.extend(made(KINDS[random.below(KINDS.len())].1, &board, random));
    }
    Variant::new(shape, groups, constraints).ok()
}

/// Returns a constraint if it fits the board.
fn made(make: Make, board: &Board, random: &mut Random) -> Option<Constraint> {
    let mut constraint = make(board, random);
    constraint.normalize(board).is_ok().then_some(constraint)
}

/// Returns a variant with a random item of a kind. Some items need others; then it is the example of the
/// kind.
fn with_item(name: &str, shape: Shape, random: &mut Random) -> Option<Variant> {
    let kind = catalogue().find(|kind| kind.name() == name)?;
    let empty = Variant::new(shape, Vec::new(), Vec::new()).ok()?;
    let drawn = (0..20).find_map(|_| {
        let item = random_item(&kind, empty.board(), random);
        iss::read(&format!("{}{item}", iss::write(&empty))).ok().filter(|it| has_kind(it, name))
    });
    drawn.or_else(|| style_of(name).and_then(|style| iss::read(style.example).ok()))
}

/// Returns true if a variant has a constraint of a kind.
pub(crate) fn has_kind(variant: &Variant, name: &str) -> bool {
    variant.constraints().iter().any(|it| it.name() == name)
}

/// Returns the number of cases: a variable of the environment, or a smaller number.
pub(crate) fn cases(variable: &str, usual: u64) -> u64 {
    std::env::var(variable).ok().and_then(|number| number.parse().ok()).unwrap_or(usual)
}
