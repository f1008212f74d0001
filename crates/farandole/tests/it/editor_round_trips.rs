//! Generated variants and texts about puzzles in the formats of the three editors: written and read
//! back without a stored solution.
//!
//! `FARANDOLE_PUZZLES=50 cargo nextest run -p farandole --test it editor_round_trips:: --no-capture`
//! generates that many puzzles of each kind, and prints how many each format refuses, and why.

use core::ops::ControlFlow;
use farandole::Config;
use farandole::engines::PuzzleSolver;
use farandole::format::Format;
use farandole::puzzle::board::Shape;
use farandole::puzzle::format::iss;
use farandole::research::generate::{Order, VariantAttempts, run};
use farandole::research::variants::{Base, Preset};
use farandole::variant::{self, Variant, VariantEntry, variant_text};
use std::collections::BTreeMap;
use std::num::NonZeroUsize;

const FORMATS: [&str; 3] = ["fpuzzles", "sudokumaker", "sudokupad"];

fn format(name: &str) -> Format {
    Format::variant_by_name(name).unwrap()
}

/// Returns the number of solutions, up to two.
fn count(variant: &Variant) -> u64 {
    let config = Config { limit: 2, ..Config::default() };
    let solver = PuzzleSolver::new(variant).unwrap();
    solver.list(&config.search(), &mut |_| ControlFlow::Continue(())).unwrap().solutions
}

/// Generates puzzles of a kind.
fn generated(preset: Preset, size: usize, count: u64) -> Vec<Variant> {
    let blank = Variant::new(Shape::square(size).unwrap(), Vec::new(), Vec::new()).unwrap();
    let base = if preset.is_irregular() { Base::RandomRegions(size) } else { Base::Fixed(blank.into()) };
    let order =
        Order { count, tries: 2_000 * count, threads: NonZeroUsize::new(1), time: None, patience: None };
    let attempts = VariantAttempts { recipe: preset.recipe(base), seed: 11, test: None };
    let mut all = Vec::new();
    let take = &mut |it: farandole::research::generate::GeneratedVariant| {
        all.push(it.made.variant);
        ControlFlow::Continue(())
    };
    run(&order, &attempts, take, &mut |_| ControlFlow::Continue(())).unwrap();
    all
}

#[test]
fn generated_variants_are_read_back_with_one_solution() {
    let many = std::env::var("FARANDOLE_PUZZLES").map_or(2, |many| many.parse().expect("a number"));
    let mut refused: BTreeMap<String, u64> = BTreeMap::new();
    let mut unequal = Vec::new();
    let mut written = 0_u64;
    for preset in Preset::ALL {
        for variant in generated(preset, 6, many) {
            for name in FORMATS {
                let text = match variant_text(&VariantEntry::new(variant.clone()), format(name)) {
                    Ok(text) => text,
                    Err(error) => {
                        *refused.entry(format!("{name}, {}: {error}", preset.name())).or_default() += 1;
                        continue;
                    }
                };
                written += 1;
                match variant::read(&text) {
                    Ok(entry) if entry.puzzle == variant || count(&entry.puzzle) == count(&variant) => {}
                    Ok(entry) => unequal.push(format!(
                        "{name}: {} and {}",
                        iss::write(&variant),
                        iss::write(&entry.puzzle)
                    )),
                    Err(error) => unequal.push(format!("{name}: {}: {error}", iss::write(&variant))),
                }
            }
        }
    }
    println!("written and read {written}");
    refused.iter().for_each(|(why, count)| println!("{count} x {why}"));
    assert!(unequal.is_empty(), "{unequal:#?}");
    // SudokuPad has drawings for all clues that the generator makes.
    assert!(refused.keys().all(|why| !why.starts_with("sudokupad")), "{refused:#?}");
    assert!(written > 2 * many * Preset::ALL.len() as u64);
}

#[test]
fn clues_that_share_a_cell_outside_the_grid_are_kept() {
    for text in [
        ".Shape~6x6.LittleKiller~9~R1C3.LittleKiller~12~R3C1.XSum~C2~9~.Skyscraper~C2~2~",
        ".LittleKiller~20~R1C4.LittleKiller~21~R4C1.LittleKiller~30~R1C6.LittleKiller~8~R6C9",
        ".Sandwich~5~C3.XSum~C3~10~12.Skyscraper~R3~3~4.NumberedRoom~R3~~5.FrameSum~C3~14~.Outside~C3~1_2~",
        ".Shape~4x4.Sandwich~2~R1.Sandwich~2~C1.XSum~R1~5~.XSum~C1~5~.NumberedRoom~R1~2~",
        ".PillArrow~2~R1C1~R1C2~R2C3~R3C4.PillArrow~2~R5C5~R6C5~R7C5.Arrow~R2C3~R2C2~R1C1",
        ".Shape~6x6.Renban~R2C1~R1C1~R1C2~R1C3.Nabner~R4C4~R5C3~R6C4.Renban~R3C6~R3C5~R4C5",
    ] {
        let variant = iss::read(text).unwrap();
        let written = variant_text(&VariantEntry::new(variant.clone()), format("sudokupad"));
        let written = written.unwrap_or_else(|error| panic!("{text}: {error}"));
        let entry = variant::read(&written).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert!(entry.warnings.is_empty(), "{text}: {:?}", entry.warnings);
        let solutions = |variant: &Variant| {
            let config = Config { limit: 200, ..Config::default() };
            let solver = PuzzleSolver::new(variant).unwrap();
            solver.list(&config.search(), &mut |_| ControlFlow::Continue(())).unwrap().solutions
        };
        assert_eq!(solutions(&entry.puzzle), solutions(&variant), "{text}");
    }
}

#[test]
fn texts_about_a_puzzle_survive_every_editor() {
    let puzzle = iss::read(".Shape~4x4.Thermo~R1C1~R1C2.AntiKnight.~R4C4_1").unwrap();
    let solution = b"1234341221434321".map(|digit| Some(digit - b'0'));
    let entry = VariantEntry {
        title: Some("A title".into()),
        author: Some("An author".into()),
        rules: Some("Normal sudoku rules apply.\nAnti-knight rules apply.\nHave fun!".into()),
        solution: Some(solution.to_vec()),
        ..VariantEntry::new(puzzle)
    };
    for first in FORMATS {
        let text = variant_text(&entry, format(first)).unwrap();
        let read = variant::read(&text).unwrap();
        assert!(read.warnings.iter().all(|it| it.contains("solution")), "{first}: {:?}", read.warnings);
        for second in FORMATS.map(|name| format!("{name}-link")) {
            let again = variant::read(&variant_text(&read, format(&second)).unwrap()).unwrap();
            let texts = |it: &VariantEntry| (it.title.clone(), it.author.clone(), it.solution.clone());
            assert_eq!(texts(&again), texts(&entry), "{first} {second}");
            let rules = again.rules.unwrap();
            assert!(rules.starts_with(entry.rules.as_deref().unwrap()), "{first} {second}: {rules}");
            assert_eq!(rules.matches("thermometer").count(), usize::from(rules.contains("thermometer")));
        }
    }
}
