//! Every writer of variants, on random variants of all kinds. The written text is either read back
//! as a variant with the same number of solutions, or refused.
//!
//! `FARANDOLE_WRITERS=50000 cargo test --release -p farandole --test it writers:: -- --nocapture` takes
//! more of them, and prints how many each writer has written and refused.

use core::ops::ControlFlow;
use farandole::Config;
use farandole::engines::{End, PuzzleSolver};
use farandole::format::{Dialect, Format, ReadConfig, WriteConfig, write_end, write_puzzle, write_start};
use farandole::puzzle::ClassicPuzzle;
use farandole::variant::{self, Variant, VariantEntry, variant_text};
use farandole_puzzle::constraint::{Constraint, catalogue};
use farandole_testkit::{Random, RandomVariant, Sizes, random_variant};
use std::collections::{BTreeMap, BTreeSet};

/// Maximum number of solutions to count, and of nodes to search.
const LIMIT: u64 = 300;
const BUDGET: u64 = 3_000;

/// Returns the number of solutions up to the limit; `None` if the search takes too long.
fn count(variant: &Variant) -> Option<u64> {
    let config = Config { limit: LIMIT, budget: BUDGET, ..Config::default() };
    let solver = PuzzleSolver::new(variant).ok()?;
    let report = solver.list(&config.search(), &mut |_| ControlFlow::Continue(())).ok()?;
    (report.end != End::BudgetSpent).then_some(report.solutions)
}

/// Returns true if nothing about a variant is unusual: no repeated cell in a constraint, no list of
/// one cell, no cell without candidates.
fn is_plain(drawn: &RandomVariant) -> bool {
    let board = drawn.variant.board();
    let is_single = |constraint: &Constraint| {
        matches!(
            constraint,
            Constraint::Given(_)
                | Constraint::Odd(_)
                | Constraint::Even(_)
                | Constraint::Minimum(_)
                | Constraint::Maximum(_)
                | Constraint::Indexing(_)
                | Constraint::BoxIndexing(_)
        )
    };
    let is_plain = |constraint: &Constraint| {
        let cells = constraint.cells(board);
        let distinct: BTreeSet<_> = cells.iter().collect();
        distinct.len() == cells.len() && (cells.len() != 1 || is_single(constraint))
    };
    drawn.variant.constraints().iter().all(is_plain) && drawn.variant.domains().iter().all(|mask| *mask != 0)
}

/// Results of a writer on random variants.
#[derive(Default, Debug)]
struct Tally {
    written: u64,
    /// Variants that were read back with the same constraints; the others had their solutions
    /// counted.
    same: u64,
    undecided: u64,
    refused: BTreeMap<&'static str, u64>,
    plain: u64,
    plain_refused: u64,
    /// Variants that would change although each of their constraints has a form in the format.
    changed: Vec<String>,
    unequal: Vec<String>,
}

impl Tally {
    fn refuse(&mut self, text: &str, why: &str, is_plain: bool) {
        if why.contains("another puzzle") && self.changed.len() < 5 {
            self.changed.push(format!("{text}: {why}"));
        }
        let reasons =
            ["this board", "these constraints", "another puzzle", "can't hold", "would change", "alphabet"];
        let reason = reasons.into_iter().find(|reason| why.contains(reason)).unwrap_or("other");
        *self.refused.entry(reason).or_default() += 1;
        self.plain_refused += u64::from(is_plain);
    }

    fn compare(&mut self, text: &str, wanted: &Variant, found: Option<Variant>) {
        self.written += 1;
        match found {
            Some(found) if found == *wanted => self.same += 1,
            Some(found) => match (count(wanted), count(&found)) {
                (Some(one), Some(other)) if one == other => {}
                (Some(one), Some(other)) => self.unequal.push(format!("{one} and {other}: {text}")),
                _ => self.undecided += 1,
            },
            None => self.unequal.push(format!("unreadable: {text}")),
        }
    }
}

/// Returns the puzzle that is read from a text in a format.
fn again(puzzle: &ClassicPuzzle, format: Format) -> Result<Option<ClassicPuzzle>, String> {
    let config = WriteConfig::new(format);
    let mut text = Vec::new();
    let fail = |error: farandole::format::WriteError| error.to_string();
    write_start(&mut text, &config, Some(1)).map_err(fail)?;
    write_puzzle(&mut text, puzzle, &config, 0).map_err(fail)?;
    write_end(&mut text, &config);
    let config = ReadConfig { format: Some(format), ..ReadConfig::default() };
    let Ok(dialect) = Dialect::detect(&text, &config) else { return Ok(None) };
    let mut parser = dialect.parser();
    Ok(dialect
        .records(&text)
        .next()
        .and_then(|record| parser.parse_classic(record).ok())
        .map(|entry| entry.puzzle))
}

fn survey(many: u64) -> (BTreeMap<&'static str, Tally>, BTreeSet<&'static str>) {
    let mut tallies: BTreeMap<&'static str, Tally> = BTreeMap::new();
    let mut kinds = BTreeSet::new();
    for seed in 0..many {
        let side = if seed % 4 == 0 { 9 } else { 4 };
        let drawn = random_variant(&Sizes { side, items: 5 }, &mut Random::new(seed));
        let (variant, is_plain) = (&drawn.variant, is_plain(&drawn));
        kinds.extend(variant.constraints().iter().map(Constraint::name));
        for form in Format::written_variants() {
            let tally = tallies.entry(form.name()).or_default();
            tally.plain += u64::from(is_plain);
            match variant_text(&VariantEntry::new(variant.clone()), form) {
                Ok(text) => {
                    // Texts contain no solution, so their drawings are read without its evidence.
                    let found = variant::read(&text).ok().map(|entry| entry.puzzle);
                    tally.compare(&drawn.text, variant, found);
                }
                Err(error) => tally.refuse(&drawn.text, &error.to_string(), is_plain),
            }
        }
        let Some(puzzle) = variant.to_puzzle() else { continue };
        for format in Format::CLASSIC {
            let tally = tallies.entry(format.name()).or_default();
            tally.plain += u64::from(is_plain);
            match again(&puzzle, format) {
                Ok(found) => {
                    let found = found.and_then(|found| Variant::from_puzzle(&found).ok());
                    let wanted = Variant::from_puzzle(&puzzle).expect("it was one");
                    tally.compare(&drawn.text, &wanted, found);
                }
                Err(why) => tally.refuse(&drawn.text, &why, is_plain),
            }
        }
    }
    (tallies, kinds)
}

#[test]
fn what_writers_write_is_read_with_as_many_solutions() {
    let many = std::env::var("FARANDOLE_WRITERS").ok().and_then(|many| many.parse().ok()).unwrap_or(1_500);
    let (tallies, kinds) = survey(many);
    for (name, tally) in &tallies {
        println!(
            "{name}: written {}, of them the same constraints {}, undecided {}; refused {:?}; plain {}, of them refused {}; unequal {}",
            tally.written,
            tally.same,
            tally.undecided,
            tally.refused,
            tally.plain,
            tally.plain_refused,
            tally.unequal.len(),
        );
        tally.changed.iter().for_each(|text| println!("    {text}"));
    }
    for (name, tally) in &tallies {
        assert!(tally.unequal.is_empty(), "{name}: {:#?}", &tally.unequal[..tally.unequal.len().min(10)]);
    }
    for form in [Format::Iss, Format::IssLink] {
        let tally = &tallies[form.name()];
        assert!(tally.refused.is_empty() && tally.same == tally.written, "{}: {tally:?}", form.name());
    }
    assert!(Format::written_variants().all(|form| tallies[form.name()].written > many / 50));
    let made = ["Shape", "Var", "And", "Replicate"];
    let all = catalogue().map(|about| about.name()).filter(|name| !made.contains(name));
    let unmet: Vec<&str> = all.filter(|name| !kinds.contains(name)).collect();
    // Rare kinds need more variants to occur.
    assert!(unmet.len() < 10 && (unmet.is_empty() || many < 20_000), "{unmet:?}");
}
