//! Links of editors: random variants of every kind are written and read back.

use crate::editor_support::{cases, kinds, shape, variant};
use farandole::format::editor::{
    Change, ExportConfig, ExportError, ExportErrorKind, ImportConfig, read, sudokumaker_link, sudokupad_link,
};
use farandole::{Config, Outcome};
use farandole_puzzle::Cell;
use farandole_puzzle::board::Shape;
use farandole_puzzle::constraint::{Constraint, Given};
use farandole_puzzle::variant::{Variant, check_grid};
use farandole_testkit::Random;
use std::collections::BTreeMap;

/// Kinds of which no variant is written to SudokuMaker or SudokuPad.
const IN_NEITHER: &[&str] = &[
    "Or",
    "AntiTaxicab",
    "RegionSameValues",
    "Doppelganger",
    "ChaosConstruction",
    "ChaosArrow",
    "ChaosCount",
    "ConnectedValues",
    "FullRankTies",
    "RellikCage",
    "EqualityCage",
    "Lunchbox",
    "EqualSum",
    "Pair",
    "PairX",
    "Regex",
    "NFA",
    "ContainAtLeast",
    "ContainExact",
    "SameValues",
    "CountDistinct",
    "ValueIndexing",
    "HiddenSkyscraper",
    "FullRank",
    "SearchPriority",
    "Battenburg",
    "DigitalRoot",
    "CageOfSums",
    "Leaper",
    "Taxicab",
    "Knightmare",
    "FirstSeen",
    "Rossini",
    "Doublers",
    "DoubledSum",
    "Holes",
    "Schroedinger",
    "Negators",
    "NegatedSum",
    "HighCells",
    "DiagonalNonconsecutive",
    "BoxIndexing",
    "Mathrax",
    "Vudoku",
    "Isomorphic",
    "YinYang",
    "StarBattle",
    "Condition",
    "PairRule",
    "StrictPairRule",
    "LineRule",
    "Not",
    "Snake",
    "Loop",
    "ConnectedSegments",
    "DrawnLoop",
    "DrawnPath",
    "Battlefield",
];

/// Further kinds of which no variant is written to SudokuMaker, because it has no type for them.
const WITHOUT_TYPE: &[&str] = &[
    "DutchFlatmates",
    "Zipper",
    "SumLine",
    "CountingCircles",
    "Nabner",
    "SpiralOrder",
    "ProductLine",
    "SkyscraperSum",
    "FrameSum",
    "Outside",
    "SameDifference",
    "CalcCage",
    "AverageArrow",
    "CountedDifferences",
];

/// Further kinds of which no variant is written to SudokuPad, because no drawing of them is read back.
const WITHOUT_DRAWING: &[&str] = &["LookAndSay"];

/// Kinds of which few variants are written, so that a short run may find none.
const RARELY_WRITTEN: &[&str] = &["RegionSize", "Sum"];

/// Kinds of which random variants on small boards are rarely proper or take long to solve.
const RARELY_PROPER: &[&str] = &[
    "ChaosConstruction",
    "ChaosArrow",
    "ChaosCount",
    "Doublers",
    "Holes",
    "Schroedinger",
    "Negators",
    "HighCells",
    "YinYang",
    "StarBattle",
    "Snake",
    "ConnectedSegments",
    "DrawnLoop",
    "DrawnPath",
];

/// Results for one kind.
#[derive(Default, Debug)]
struct Tally {
    /// Read back with the same constraints.
    same: u64,
    /// Variants read back with other constraints of the same meaning, which the writer has verified.
    equivalent: u64,
    /// Refused; the message names the kind.
    refused_by_name: u64,
    /// Refused for another constraint of the variant, or for the board.
    refused: u64,
}

impl Tally {
    fn written(&self) -> u64 {
        self.same + self.equivalent
    }

    /// Counts a refusal, which names what cannot be carried.
    fn refuse(&mut self, error: &ExportError, kind: &str) {
        let names: Vec<&str> = match error.kind() {
            ExportErrorKind::Keyless(constraints) => constraints.iter().map(|it| it.name).collect(),
            ExportErrorKind::Changes(changes) => {
                assert!(!changes.is_empty(), "{kind}");
                let name = |change: &Change| match change {
                    Change::Constraint(it) => Some(it.name),
                    _ => None,
                };
                changes.iter().filter_map(name).collect()
            }
            ExportErrorKind::Board(expected) => {
                assert!(!expected.is_empty(), "{kind}");
                Vec::new()
            }
            other => panic!("{kind}: {other:?}"),
        };
        if names.contains(&kind) {
            self.refused_by_name += 1;
        } else {
            self.refused += 1;
        }
    }
}

/// Prints the results, and checks that exactly the variants of the listed kinds are never written.
fn report(tallies: &[(&'static str, Tally)], refusals: &BTreeMap<String, u64>, without: &[&str]) {
    tallies.iter().for_each(|(name, tally)| println!("{name}: {tally:?}"));
    refusals.iter().take(80).for_each(|(why, count)| println!("    {count} x {why}"));
    let mut total = Tally::default();
    for (name, tally) in tallies {
        total.same += tally.same;
        total.equivalent += tally.equivalent;
        total.refused_by_name += tally.refused_by_name;
        total.refused += tally.refused;
        let is_without = without.contains(name);
        assert!(!is_without || tally.written() == 0, "{name} is written now: {tally:?}");
        // A kind that cannot be written is named.
        assert!(!is_without || tally.refused == 0, "{name}: {refusals:#?}");
        assert!(is_without || tally.written() > 0 || RARELY_WRITTEN.contains(name), "{name}: {tally:?}");
    }
    println!("{total:?}");
}

/// Returns the seed for a kind, so that further kinds do not change the variants of this one.
fn seed(name: &str) -> u64 {
    name.bytes().fold(0, |seed, byte| seed * 31 % 1_000_003 + u64::from(byte))
}

#[test]
fn every_kind_of_sudokumaker_is_read_back() {
    let many = cases("FARANDOLE_LINKS", 60);
    let mut refusals: BTreeMap<String, u64> = BTreeMap::new();
    let mut tallies = Vec::new();
    for kind in kinds() {
        let name = kind.name;
        let mut random = Random::new(seed(name));
        let mut tally = Tally::default();
        let many = if kind.is_typed() { many } else { many.div_ceil(3) };
        for _ in 0..many {
            let Some(wanted) = (0..200).find_map(|_| {
                let shape = shape(&mut random);
                variant(kind, shape, &mut random)
            }) else {
                panic!("{name} fits no board");
            };
            let config =
                ExportConfig { title: Some("A title"), author: Some("Me"), ..ExportConfig::default() };
            match sudokumaker_link(&wanted, &config) {
                Ok(link) => {
                    let again = read(link.as_bytes(), &ImportConfig::default()).expect("it was read before");
                    assert_eq!(
                        (again.title.as_deref(), again.author.as_deref()),
                        (Some("A title"), Some("Me"))
                    );
                    assert!(again.warnings.is_empty() && again.ignored.is_empty(), "{name}: {again:?}");
                    if again.variant == wanted {
                        tally.same += 1;
                    } else {
                        tally.equivalent += 1;
                    }
                }
                Err(error) => {
                    tally.refuse(&error, name);
                    *refusals.entry(format!("{name}: {error}")).or_default() += 1;
                }
            }
        }
        assert!(!kind.is_typed() || tally.written() > many / 2, "{name}: {tally:?} {refusals:#?}");
        tallies.push((name, tally));
    }
    report(&tallies, &refusals, &[IN_NEITHER, WITHOUT_TYPE].concat());
}

/// Returns a variant with a single solution, and this solution. Most cells of a random solution of the
/// variant are given.
fn proper(drawn: &Variant, random: &mut Random) -> Option<(Variant, Vec<u8>)> {
    let board = drawn.board();
    let config = Config { limit: 2, budget: 3_000, ..Config::default() };
    let solution = match config.solve(drawn).ok()?.outcome() {
        Outcome::Unique(values) | Outcome::Several(values) => values[..board.grid_count()].to_vec(),
        _ => return None,
    };
    let mut open: Vec<Cell> = board.grid().collect();
    random.shuffle(&mut open);
    let is_given = |it: &Constraint| matches!(it, Constraint::Given(_));
    let mut constraints: Vec<Constraint> =
        drawn.constraints().iter().filter(|it| !is_given(it)).cloned().collect();
    constraints.extend(open[4..].iter().map(|cell| {
        let mask = board.values().mask(solution[cell.index()]);
        Constraint::from(Given { cell: *cell, mask })
    }));
    let variant = Variant::new(drawn.shape(), drawn.stated_groups(), constraints).ok()?;
    let is_proper = matches!(config.solve(&variant).ok()?.outcome(), Outcome::Unique(_));
    is_proper.then_some((variant, solution))
}

#[test]
fn drawings_for_sudokupad_are_confirmed_when_they_are_read() {
    let many = cases("FARANDOLE_LINKS", 12);
    let mut refusals: BTreeMap<String, u64> = BTreeMap::new();
    let (mut tallies, mut rarely, mut skipped) = (Vec::new(), Vec::new(), 0_u64);
    for kind in kinds() {
        let name = kind.name;
        let mut random = Random::new(seed(name) + 1_000);
        let mut tally = Tally::default();
        let many = if kind.is_typed() { many } else { many.div_ceil(3) };
        for round in 0..many {
            let draws = if round == 0 && kind.is_typed() { 400 } else { 40 };
            let found = (0..draws).find_map(|_| {
                let shape = Shape::square([4, 6, 9][random.below(3)]).unwrap();
                let drawn = variant(kind, shape, &mut random)?;
                proper(&drawn, &mut random)
            });
            let Some((wanted, solution)) = found else {
                if round == 0 {
                    rarely.push(name);
                    break;
                }
                skipped += 1;
                continue;
            };
            let config =
                ExportConfig { title: Some("A title"), solution: Some(&solution), ..ExportConfig::default() };
            match sudokupad_link(&wanted, &config) {
                Ok(link) => {
                    let entry = farandole::variant::read(&link)
                        .unwrap_or_else(|error| panic!("{name}: {error}\n{link}"));
                    assert_eq!(entry.title.as_deref(), Some("A title"));
                    assert!(entry.warnings.is_empty(), "{name}: {:?}", entry.warnings);
                    let found: Vec<u8> = entry.solution.unwrap().into_iter().flatten().collect();
                    assert_eq!(found, solution);
                    assert!(check_grid(&entry.puzzle, &solution).is_ok());
                    if entry.puzzle == wanted {
                        tally.same += 1;
                    } else {
                        tally.equivalent += 1;
                    }
                }
                Err(error) => {
                    tally.refuse(&error, name);
                    *refusals.entry(format!("{name}: {error}")).or_default() += 1;
                }
            }
        }
        tallies.push((name, tally));
    }
    println!("draws without a proper variant: {skipped}; rarely proper: {rarely:?}");
    assert_eq!(rarely, RARELY_PROPER);
    report(&tallies, &refusals, &[IN_NEITHER, WITHOUT_DRAWING].concat());
}
