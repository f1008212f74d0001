//! Variants with constraints of every kind that has a key are written and read back unchanged.

use farandole_formats::editor::{ExportConfig, ImportConfig, fpuzzles_link, read, write_fpuzzles};
use farandole_puzzle::board::{Board, End, Line, LineEnd, Shape};
use farandole_puzzle::constraint::*;
use farandole_puzzle::variant::Variant;
use farandole_puzzle::{Cell, Diagonal as Which};
use proptest::prelude::*;

/// The seed of a constraint: a kind, a start, steps, and a number.
type Seed = (u8, usize, Vec<u8>, u8);

/// Returns a path of at least one cell by king's moves, without repetitions.
fn path(board: &Board, start: usize, steps: &[u8]) -> Vec<Cell> {
    const WAYS: [(isize, isize); 8] = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];
    let mut cells = vec![board.cells().nth(start % board.cell_count()).unwrap()];
    for step in steps {
        let (rows, cols) = WAYS[usize::from(step % 8)];
        if let Some(next) =
            board.shifted(*cells.last().unwrap(), rows, cols).filter(|next| !cells.contains(next))
        {
            cells.push(next);
        }
    }
    cells
}

/// Returns a cell and one of its neighbours, lower cell first.
fn pair(board: &Board, start: usize, number: u8) -> Vec<Cell> {
    let cell = board.cells().nth(start % board.cell_count()).unwrap();
    let neighbours = board.neighbours(cell);
    let other = neighbours[usize::from(number) % neighbours.len()];
    vec![cell.min(other), cell.max(other)]
}

/// Returns true if these four cells form the square with this top left cell.
fn is_square(board: &Board, top_left: Cell, cells: &[Cell]) -> bool {
    board.square_at(top_left).is_some_and(|square| square.iter().all(|cell| cells.contains(cell)))
}

/// Returns the constraint of a seed, or `None` if this form of it has no key.
fn constraint(board: &Board, seed: &Seed) -> Option<Constraint> {
    let (kind, start, steps, number) = seed;
    let values = board.values();
    let cells = path(board, *start, steps);
    let size = board.shape().rows() as u8;
    let value = number % size + 1;
    let index = (*start % board.shape().rows()) as u8;
    let line = if number % 2 == 0 { Line::Row(index) } else { Line::Col(index) };
    let place = LineEnd { line, end: if number % 4 < 2 { End::Start } else { End::Finish } };
    let clue = u32::from(*number) + 1;
    let is_long = cells.len() >= 3;
    Some(match kind % 44 {
        0 => Thermo { cells }.into(),
        1 => SlowThermo { cells }.into(),
        2 => Whisper { difference: number % 10, cells }.into(),
        3 => Renban { cells }.into(),
        4 => Palindrome { cells }.into(),
        5 if is_long => Between { cells }.into(),
        6 => Lockout { difference: 4, cells }.into(),
        7 => Entropic { cells }.into(),
        8 => Modular { modulus: 3, cells }.into(),
        9 => Nabner { cells }.into(),
        10 if is_long => DoubleArrow { cells }.into(),
        11 => Zipper { cells }.into(),
        12 => RegionSumLine { cells }.into(),
        13 if cells.len() > 1 => Arrow { cells }.into(),
        14 => Cage { sum: Some(clue), cells }.into(),
        15 => Cage { sum: None, cells }.into(),
        16 => AllDifferent { cells }.into(),
        17 => Quad { top_left: cells[0], values: vec![value, value % size + 1] }.into(),
        18 => WhiteDot { cells: pair(board, *start, *number) }.into(),
        19 => BlackDot { cells: pair(board, *start, *number) }.into(),
        20 => X { cells: pair(board, *start, *number) }.into(),
        21 => V { cells: pair(board, *start, *number) }.into(),
        22 => Difference { difference: 2 + number % 7, cells: pair(board, *start, *number) }.into(),
        23 => Ratio { ratio: 3 + number % 5, cells: pair(board, *start, *number) }.into(),
        24 if is_long => Clones { parts: 2, cells: vec![cells[0], cells[2]] }.into(),
        25 => Given { cell: cells[0], mask: values.mask(value) }.into(),
        26 => LittleKiller { start: cells[0], sum: clue }.into(),
        27 => Sandwich { line, sum: u32::from(*number) }.into(),
        28 => XSum { place, clue }.into(),
        29 => Skyscraper { place, clue }.into(),
        30 => Indexing { along: if number % 2 == 0 { Along::Row } else { Along::Column }, cells }.into(),
        31 => Diagonal { diagonal: if number % 2 == 0 { Which::Main } else { Which::Anti } }.into(),
        32 => AntiKnight {}.into(),
        33 => AntiKing {}.into(),
        34 => DisjointSets {}.into(),
        35 => StrictXV {}.into(),
        36 => StrictKropki {}.into(),
        37 => Odd { cells: vec![cells[0]] }.into(),
        38 => Even { cells: vec![cells[0]] }.into(),
        39 => Minimum { cell: cells[0] }.into(),
        40 => Maximum { cell: cells[0] }.into(),
        41 => DigitalRoot { root: number % 9 + 1, cells }.into(),
        42 => BoxIndexing { cells }.into(),
        // Four cells that form a square are a quadruple.
        43 if cells.len() == 4 && cells.iter().all(|cell| !is_square(board, *cell, &cells)) => {
            ContainAtLeast { values: vec![value, value], cells }.into()
        }
        _ => return None,
    })
}

/// Returns a variant with the constraints that the board supports and at most one given per cell.
fn variant(size: usize, seeds: &[Seed]) -> Variant {
    let shape = Shape::square(size).unwrap();
    let board = Board::new(shape, Vec::new()).unwrap();
    let mut constraints: Vec<Constraint> = Vec::new();
    for mut constraint in seeds.iter().filter_map(|seed| constraint(&board, seed)) {
        let cell = |it: &Constraint| if let Constraint::Given(given) = it { Some(given.cell) } else { None };
        let is_unusual = |it: &Constraint| matches!(it, Constraint::Difference(_) | Constraint::Ratio(_));
        let is_strict = |it: &Constraint| matches!(it, Constraint::StrictKropki(_));
        // The key for all dots does not support dots with numbers.
        if constraints
            .iter()
            .any(|it| is_unusual(it) && is_strict(&constraint) || is_strict(it) && is_unusual(&constraint))
        {
            continue;
        }
        let is_new = cell(&constraint).is_none_or(|new| constraints.iter().all(|it| cell(it) != Some(new)));
        if is_new && constraint.normalize(&board).is_ok() {
            constraints.push(constraint);
        }
    }
    Variant::new(shape, Vec::new(), constraints).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn what_is_written_is_read_back(
        size in prop::sample::select(vec![4_usize, 6, 9, 12, 16]),
        seeds in prop::collection::vec((any::<u8>(), 0_usize..256, prop::collection::vec(0_u8..8, 1..7), 0_u8..50), 0..12),
        title in "\\PC{0,12}",
    ) {
        let variant = variant(size, &seeds);
        let title = title.trim();
        let config = ExportConfig { title: Some(title), ..ExportConfig::default() };
        let text = write_fpuzzles(&variant, &config).unwrap();
        let again = read(text.as_bytes(), &ImportConfig::default()).unwrap();
        prop_assert_eq!(&again.variant, &variant, "{}", text);
        prop_assert_eq!(again.title.as_deref().unwrap_or(""), title);
        prop_assert!(again.ignored.is_empty() && again.warnings.is_empty());
        let link = fpuzzles_link(&variant, &config).unwrap();
        let again = read(link.as_bytes(), &ImportConfig::default()).unwrap();
        prop_assert_eq!(&again.variant, &variant, "{}", link);
    }
}
