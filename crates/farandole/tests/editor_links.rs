//! Links of editors: random variants of every kind are written and read back.

mod editor_support;

use editor_support::{KINDS, cases, shape, variant};
use farandole::format::editor::{ExportConfig, ImportConfig, read, sudokumaker_link, sudokupad_link};
use farandole::{Config, Outcome};
use farandole_puzzle::Cell;
use farandole_puzzle::board::Shape;
use farandole_puzzle::constraint::{Constraint, Given};
use farandole_puzzle::variant::{Variant, check_grid};
use farandole_testkit::Random;
use std::collections::BTreeMap;

/// Results for one kind.
#[derive(Default, Debug)]
struct Tally {
    /// Read back with the same constraints.
    same: u64,
    /// Variants read back with other constraints of the same meaning, which the writer has verified.
    equivalent: u64,
    refused: u64,
}

#[test]
fn every_kind_of_sudokumaker_is_read_back() {
    let many = cases("FARANDOLE_LINKS", 60);
    let mut refusals: BTreeMap<String, u64> = BTreeMap::new();
    let mut total = Tally::default();
    for (kind, (name, make)) in KINDS.iter().enumerate() {
        let mut random = Random::new(kind as u64);
        let mut tally = Tally::default();
        for _ in 0..many {
            let Some(wanted) = (0..200).find_map(|_| {
                let shape = shape(&mut random);
                variant(*make, shape, &mut random)
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
                    tally.refused += 1;
                    *refusals.entry(format!("{name}: {error}")).or_default() += 1;
                }
            }
        }
        println!("{name}: {tally:?}");
        assert!(tally.same + tally.equivalent > many / 2, "{name}: {tally:?} {refusals:#?}");
        total.same += tally.same;
        total.equivalent += tally.equivalent;
        total.refused += tally.refused;
    }
    refusals.iter().take(60).for_each(|(why, count)| println!("    {count} x {why}"));
    println!("{total:?}");
}

/// Returns a variant with a single solution, and this solution. Most cells of a random solution of the
/// variant are given.
fn proper(drawn: &Variant, random: &mut Random) -> Option<(Variant, Vec<u8>)> {
    let board = drawn.board();
    let config = Config { limit: 2, budget: 3_000, ..Config::default() };
    let solution = match config.solve(drawn).ok()?.outcome() {
        Outcome::Unique(values) | Outcome::Several(values) => values.to_vec(),
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
    let variant = Variant::new(drawn.shape(), Vec::new(), constraints).ok()?;
    let is_proper = matches!(config.solve(&variant).ok()?.outcome(), Outcome::Unique(_));
    is_proper.then_some((variant, solution))
}

#[test]
fn drawings_for_sudokupad_are_confirmed_when_they_are_read() {
    let many = cases("FARANDOLE_LINKS", 12);
    let mut totals: BTreeMap<&str, (u64, u64)> = BTreeMap::new();
    let mut refusals: BTreeMap<String, u64> = BTreeMap::new();
    for (kind, (name, make)) in KINDS.iter().enumerate() {
        let mut random = Random::new(1_000 + kind as u64);
        for _ in 0..many {
            let Some((wanted, solution)) = (0..40).find_map(|_| {
                let shape = Shape::square([4, 6, 9][random.below(3)]).unwrap();
                let drawn = variant(*make, shape, &mut random)?;
                proper(&drawn, &mut random)
            }) else {
                continue;
            };
            let config =
                ExportConfig { title: Some("A title"), solution: Some(&solution), ..ExportConfig::default() };
            let total = totals.entry(name).or_default();
            match sudokupad_link(&wanted, &config) {
                Ok(link) => {
                    total.0 += 1;
                    let entry = farandole::variant::read(&link)
                        .unwrap_or_else(|error| panic!("{name}: {error}\n{link}"));
                    assert_eq!(entry.title.as_deref(), Some("A title"));
                    assert!(entry.warnings.is_empty(), "{name}: {:?}", entry.warnings);
                    let found: Vec<u8> = entry.solution.unwrap().into_iter().flatten().collect();
                    assert_eq!(found, solution);
                    assert!(check_grid(&entry.puzzle, &solution).is_ok());
                }
                Err(error) => {
                    total.1 += 1;
                    *refusals.entry(format!("{name}: {error}")).or_default() += 1;
                }
            }
        }
    }
    totals
        .iter()
        .for_each(|(name, total)| println!("{name}: confirmed {}, not carried {}", total.0, total.1));
    refusals.iter().take(80).for_each(|(why, count)| println!("    {count} x {why}"));
    let (confirmed, refused) = totals.values().fold((0, 0), |all, it| (all.0 + it.0, all.1 + it.1));
    println!("confirmed {confirmed}, not carried {refused}");
    assert!(confirmed > refused);
}
