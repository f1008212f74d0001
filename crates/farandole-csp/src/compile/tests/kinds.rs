//! Compares the four forms of the meaning of each kind: its check, its data, its propagators and its formula.
//!
//! A random item is read on several boards. In a grid, most of them a solution, a few cells get random candidates, and the
//! others keep their values. Every assignment of these candidates is checked. The solutions of the search and of learning,
//! the models of the formula, and the assignments that satisfy the data must be those that pass the check.

use super::{learned, solutions};
use crate::proof::tests::models;
use crate::{Config, CspSolver, VariantFormula};
use farandole_puzzle::Cell;
use farandole_puzzle::constraint::{Constraint, Given, KindInfo, catalogue};
use farandole_puzzle::format::iss;
use farandole_puzzle::variant::{Variant, check};
use farandole_testkit::{Choose, Random, WITHOUT_FORMULA, random_item};
use std::collections::{BTreeMap, BTreeSet, HashSet};

/// Boards with values from 0 and 1, with as many values as cells of a line or more, with and without boxes, and with
/// extra cells.
const BOARDS: [&str; 11] = [
    ".Shape~4x4",
    ".Shape~4x4~0-3",
    ".Shape~4x4~0-4",
    ".Shape~4x4.NoBoxes",
    ".Shape~3x3~4~Raw.Var~A~~2",
    ".Shape~2x3~0-3~Raw",
    ".Shape~1x5~9~Raw",
    ".Shape~2x2~9~Raw.Var~E~~4",
    ".Shape~3x3~0-8~Raw",
    ".Shape~6x6",
    ".Shape~9x9",
];
/// Number of items that are compared for each kind and board.
const ITEMS: usize = 9;
/// Number of items that are tried for each of them.
const TRIES: usize = 12;
/// Maximum number of cells with several candidates, and of the candidates of each.
const OPEN: (usize, usize) = (5, 4);
/// Maximum number of cells of boards for which the models of formulas are counted.
const COUNTED: usize = 36;

/// Kinds whose data do not express all their items.
const OPAQUE: [&str; 8] = [
    "ChaosArrow",
    "ChaosConstruction",
    "ChaosCount",
    "Condition",
    "FullRank",
    "FullRankTies",
    "Not",
    "Schroedinger",
];

/// Items that restrict no values, or are composites of others.
const WITHOUT_EFFECT: [&str; 8] =
    ["And", "Holes", "NoBoxes", "RegionSize", "Replicate", "SearchPriority", "Shape", "Var"];

/// Kinds whose data rely on lines of the board that contain each value at most once.
const ON_HOUSES: [&str; 2] = ["Rossini", "Sandwich"];

/// Returns the text of other items that a kind needs.
fn needed(kind: &str) -> &'static str {
    match kind {
        "ChaosArrow" | "ChaosCount" => ".ChaosConstruction",
        "DoubledSum" => ".Doublers",
        "NegatedSum" => ".Negators",
        _ => "",
    }
}

/// Returns the variant with the candidates of cells.
fn with(variant: &Variant, masks: impl Iterator<Item = (Cell, u16)>) -> Variant {
    let is_hole = |cell: &Cell| variant.board().is_hole(*cell);
    let givens = masks.filter(|(cell, _)| !is_hole(cell)).map(|(cell, mask)| Given { cell, mask }.into());
    let constraints = variant.constraints().iter().cloned().chain(givens).collect();
    Variant::new(variant.shape(), variant.stated_groups(), constraints).expect("givens are compatible")
}

/// Returns a solution with some random values, or any solution.
fn solution(variant: &Variant, random: &mut Random) -> Option<Vec<u8>> {
    let cells: Vec<Cell> = variant.board().cells().collect();
    let values = variant.board().values();
    let all: Vec<u8> = values.iter().collect();
    let givens: Vec<(Cell, u16)> =
        (0..2).map(|_| (random.pick(&cells), values.mask(random.pick(&all)))).collect();
    let config = Config { limit: 1, budget: 2_000, ..Config::default() };
    [with(variant, givens.into_iter()), variant.clone()]
        .iter()
        .find_map(|variant| CspSolver::compiled(variant).ok()?.first(&config).0)
}

/// The assignments of the candidates, and those that pass the check of the variant.
struct Sample {
    variant: Variant,
    all: Vec<Vec<u8>>,
    accepted: HashSet<Vec<u8>>,
}

impl Sample {
    /// Opens cells of the constraint, or others, in a grid.
    fn new(variant: &Variant, constraint: &Constraint, grid: &[u8], random: &mut Random) -> Self {
        let (board, values) = (variant.board(), variant.board().values());
        let mut near = constraint.scope(board).filter(|cells| !cells.is_empty()).unwrap_or_default();
        near.retain(|cell| !board.is_hole(*cell));
        let far: Vec<Cell> = board.cells().filter(|cell| !board.is_hole(*cell)).collect();
        let mut masks: BTreeMap<Cell, u16> =
            far.iter().map(|cell| (*cell, values.mask(grid[cell.index()]))).collect();
        let all: Vec<u8> = values.iter().collect();
        for at in 0..OPEN.0 {
            let cell = random.pick(if at == 0 || near.is_empty() { &far } else { &near });
            for _ in 1..OPEN.1 {
                *masks.get_mut(&cell).expect("a cell of the board") |= values.mask(random.pick(&all));
            }
        }
        let low = values.low();
        let value = |cell: Cell| if board.is_hole(cell) { low } else { grid[cell.index()] };
        let mut assignments = vec![board.cells().map(value).collect::<Vec<u8>>()];
        for (cell, mask) in &masks {
            let set = |grid: Vec<u8>| {
                values.values_of(*mask).map(move |value| {
                    let mut grid = grid.clone();
                    grid[cell.index()] = value;
                    grid
                })
            };
            assignments = assignments.into_iter().flat_map(set).collect();
        }
        let variant = with(variant, masks.into_iter());
        let passes = |grid: &&Vec<u8>| check(&variant, grid).is_ok();
        let accepted = assignments.iter().filter(passes).cloned().collect();
        Self { variant, all: assignments, accepted }
    }

    /// Returns the first difference between the check of a constraint and its data. Adds the results of the check to
    /// `seen`.
    fn data(&self, kind: &KindInfo, constraint: &Constraint, seen: &mut BTreeSet<bool>) -> Option<String> {
        let (board, range) = (self.variant.board(), self.variant.board().values());
        let meaning = constraint.semantics(board);
        let is_distinct = |grid: &Vec<u8>| {
            self.variant.houses().iter().all(|house| {
                let held: BTreeSet<u8> = house.cells.iter().map(|cell| grid[cell.index()]).collect();
                held.len() == house.cells.len()
            })
        };
        let relies_on_houses = ON_HOUSES.contains(&kind.name());
        self.all.iter().filter(|grid| !relies_on_houses || is_distinct(grid)).find_map(|grid| {
            let expected = constraint.check(board, grid).is_ok();
            let found = meaning.holds(grid, range)?;
            seen.insert(expected);
            (found != expected).then(|| format!("{grid:?}: the data give {found}, the check {expected}"))
        })
    }

    /// Returns the difference between the accepted assignments and the solutions of the search.
    fn search(&self) -> Option<String> {
        let found = solutions(&self.variant);
        let wrong = found.symmetric_difference(&self.accepted).next();
        let side = |grid| if found.contains(grid) { "only the search" } else { "only the check" };
        let wrong = wrong.map(|grid| format!("{grid:?}: {} accepts it", side(grid)));
        wrong.or_else(|| {
            std::panic::catch_unwind(|| learned(&self.variant, &found)).err().map(|_| "learning".into())
        })
    }

    /// Returns the difference between the numbers of models and of accepted assignments. Sets `is_met` if there is a
    /// formula.
    fn formula(&self, is_met: &mut bool) -> Option<String> {
        if let Err(error) = VariantFormula::new(&self.variant, None) {
            // Negations of constraints on many cells have no formula, and a disjunction may contain them.
            let is_known = |name: &&str| WITHOUT_FORMULA.contains(name) || ["Not", "Or"].contains(name);
            let is_known = error.names().iter().all(is_known);
            return (!is_known).then(|| error.to_string());
        }
        *is_met = true;
        let found = models(&self.variant, None);
        let expected = self.accepted.len() as u64;
        (found != expected).then(|| format!("{found} models, the check accepts {expected}"))
    }
}

/// The comparisons in which a kind occurred.
#[derive(Default)]
struct Met {
    /// The results of its check in comparisons with its data, and with the search.
    data: BTreeSet<bool>,
    search: BTreeSet<bool>,
    formula: bool,
    /// True if the data do not express an item.
    opaque: bool,
}

/// Compares random items of a kind.
fn compare(kind: &KindInfo, random: &mut Random, wrong: &mut Vec<String>) -> Met {
    let mut met = Met::default();
    for board in BOARDS {
        let layout = format!("{board}{}", needed(kind.name()));
        let Ok(plain) = iss::read(&layout) else { continue };
        let mut compared = 0;
        for _ in 0..ITEMS * TRIES {
            let item = random_item(kind, plain.board(), random);
            // Some items are in a disjunction.
            let is_inside = kind.nests() && compared % 3 == 2;
            let text =
                if is_inside { format!("{layout}.Or{item}.~R1C1_1.End") } else { format!("{layout}{item}") };
            let Ok(variant) = iss::read(&text) else { continue };
            let Some(constraint) = variant
                .constraints()
                .iter()
                .find(|it| it.name() == if is_inside { "Or" } else { kind.name() })
            else {
                continue;
            };
            let from = if compared % 3 == 1 && plain.cell_count() == variant.cell_count() {
                &plain
            } else {
                &variant
            };
            let Some(grid) = solution(from, random).or_else(|| solution(&plain, random)) else { continue };
            if grid.len() != variant.cell_count() {
                continue;
            }
            let sample = Sample::new(&variant, constraint, &grid, random);
            met.opaque |= constraint.semantics(variant.board()).opaque().is_some();
            let count = sample.accepted.len();
            met.search.extend(
                [(count > 0).then_some(true), (count < sample.all.len()).then_some(false)]
                    .into_iter()
                    .flatten(),
            );
            let is_small = variant.cell_count() <= COUNTED;
            let found = [
                sample.data(kind, constraint, &mut met.data),
                sample.search(),
                if is_small { sample.formula(&mut met.formula) } else { None },
            ];
            wrong.extend(
                found.into_iter().flatten().map(|it| format!("{}: {it}", iss::write(&sample.variant))),
            );
            compared += 1;
            if compared == ITEMS {
                break;
            }
        }
    }
    met
}

#[test]
fn the_four_forms_of_the_meaning_of_each_kind_agree() {
    let mut random = Random::new(7);
    let mut wrong = Vec::new();
    let (mut data, mut search, mut formula) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
    for kind in catalogue() {
        let met = compare(&kind, &mut random, &mut wrong);
        data.extend((met.data.len() < 2 || (met.opaque && kind.name() != "Or")).then_some(kind.name()));
        search.extend((met.search.len() < 2).then_some(kind.name()));
        formula.extend((!met.formula).then_some(kind.name()));
    }
    assert!(wrong.is_empty(), "{} differences: {:#?}", wrong.len(), &wrong[..wrong.len().min(10)]);
    let unknown = |found: &BTreeSet<&'static str>, known: &[&[&str]]| {
        found.iter().filter(|name| !known.concat().contains(name)).copied().collect::<Vec<_>>()
    };
    assert_eq!(unknown(&data, &[&OPAQUE, &WITHOUT_EFFECT]), [""; 0], "kinds whose data were not compared");
    assert_eq!(
        unknown(&search, &[&["Schroedinger"], &WITHOUT_EFFECT]),
        [""; 0],
        "kinds that were not searched"
    );
    assert_eq!(
        unknown(&formula, &[&["Schroedinger"], &WITHOUT_FORMULA, &WITHOUT_EFFECT]),
        [""; 0],
        "kinds whose formula was not compared"
    );
}
