//! Compares the steps of the HoDoKu scale with solution paths printed by HoDoKu.
//!
//! `java -jar hodoku.jar /bs puzzles.txt /vp /o paths.txt` writes the paths. `cargo run --release
//! --manifest-path bench/compare/Cargo.toml --bin hodoku_path -- paths.txt [shown]` reports for
//! each technique how often the next step is the same, and shows the first differences. HoDoKu's
//! step is applied in any case, so that one difference does not hide later ones.

use farandole_bench_compare::effect::{Effect, effect};
use farandole_logic::hodoku::{self, Entry, Walk};
use farandole_logic::{Deduction, State};
use std::collections::{BTreeMap, BTreeSet};

/// The names that HoDoKu prints, each with its index in HoDoKu's order.
const NAMES: &[(&str, u16)] = &[
    ("Full House", 100),
    ("Naked Single", 200),
    ("Hidden Single", 300),
    ("Locked Pair", 1000),
    ("Locked Triple", 1100),
    ("Locked Candidates Type 1 (Pointing)", 1200),
    ("Locked Candidates Type 2 (Claiming)", 1210),
    ("Naked Pair", 1300),
    ("Naked Triple", 1400),
    ("Hidden Pair", 1500),
    ("Hidden Triple", 1600),
    ("Naked Quadruple", 2000),
    ("Hidden Quadruple", 2100),
    ("X-Wing", 2200),
    ("Swordfish", 2300),
    ("Jellyfish", 2400),
    ("Remote Pair", 2800),
    ("Bivalue Universal Grave + 1", 2900),
    ("Skyscraper", 3000),
    ("2-String Kite", 3100),
    ("Turbot Fish", 3120),
    ("Empty Rectangle", 3170),
    ("W-Wing", 3200),
    ("XY-Wing", 3300),
    ("XYZ-Wing", 3400),
    ("Uniqueness Test 1", 3500),
    ("Uniqueness Test 2", 3600),
    ("Uniqueness Test 3", 3700),
    ("Uniqueness Test 4", 3800),
    ("Uniqueness Test 5", 3900),
    ("Uniqueness Test 6", 4000),
    ("Hidden Rectangle", 4010),
    ("Avoidable Rectangle Type 1", 4020),
    ("Avoidable Rectangle Type 2", 4030),
    ("Finned X-Wing", 4100),
    ("Sashimi X-Wing", 4200),
    ("Finned Swordfish", 4300),
    ("Sashimi Swordfish", 4400),
    ("Finned Jellyfish", 4500),
    ("Sashimi Jellyfish", 4600),
    ("Sue de Coq", 5300),
    ("Simple Colors Trap", 5330),
    ("Simple Colors Wrap", 5330),
    ("Multi Colors 1", 5360),
    ("Multi Colors 2", 5360),
    ("X-Chain", 5400),
    ("XY-Chain", 5500),
    ("Continuous Nice Loop", 5600),
    ("Discontinuous Nice Loop", 5600),
    ("AIC", 5600),
    ("Grouped Continuous Nice Loop", 5650),
    ("Grouped Discontinuous Nice Loop", 5650),
    ("Grouped AIC", 5650),
    ("Almost Locked Set XZ-Rule", 5700),
    ("Almost Locked Set XY-Wing", 5800),
    ("Almost Locked Set Chain", 5900),
    ("Franken X-Wing", 6100),
    ("Franken Swordfish", 6200),
    ("Finned Franken X-Wing", 6700),
    ("Finned Franken Swordfish", 6800),
    ("Forcing Chain Contradiction", 8500),
    ("Forcing Chain Verity", 8500),
    ("Forcing Net Contradiction", 8600),
    ("Forcing Net Verity", 8600),
    ("Brute Force", 8900),
];

/// Returns the entry in the order and the effect of a printed step.
fn step(line: &str) -> Option<(&'static Entry, Effect)> {
    let line = line.strip_prefix("   ")?;
    let named = NAMES.iter().filter(|(name, _)| line.starts_with(name));
    let (name, index) = named.max_by_key(|(name, _)| name.len())?;
    let text = match line.rsplit_once("=> ") {
        Some((_, text)) => text,
        None => line[name.len()..].strip_prefix(": ")?,
    };
    Some((hodoku::CATALOGUE.iter().find(|entry| entry.index == *index)?, effect(text)?))
}

/// Writes the grid in one line: placed digits with `=`, and candidates.
fn marks(state: &State) -> String {
    let marks: Vec<String> = (0..81)
        .map(|cell| match state.digits()[cell] {
            0 => (1..10)
                .filter(|digit| state.candidates(cell) >> (digit - 1) & 1 == 1)
                .map(|digit| digit.to_string())
                .collect(),
            digit => format!("={digit}"),
        })
        .collect();
    marks.join(" ")
}

/// Prints our step.
fn print_ours(ours: Option<&Deduction>) {
    match ours {
        Some(ours) => println!(
            "  ours:   {} {:?} {:?} pattern {:?} houses {:?}",
            ours.technique.title(),
            ours.eliminations,
            ours.placements,
            ours.pattern,
            ours.houses
        ),
        None => println!("  ours:   nothing"),
    }
}

fn main() -> std::io::Result<()> {
    let mut arguments = std::env::args().skip(1);
    let path = arguments.next().expect("a file of paths");
    let shown: usize = arguments.next().map_or(5, |shown| shown.parse().expect("a number"));
    let mut walk = None;
    // For each index of the order: same technique, same step, all, shown so far.
    let mut table: BTreeMap<u16, [usize; 4]> = BTreeMap::new();
    let mut puzzle = "";
    let (mut puzzles, mut equal, mut clean) = (0, 0, true);
    let text = std::fs::read_to_string(path)?;
    for line in text.lines() {
        if !line.starts_with(' ') {
            if let Some(state) = line.as_bytes().get(..81).and_then(State::from_line) {
                equal += usize::from(clean && puzzles > 0);
                (puzzle, puzzles, clean) = (line, puzzles + 1, true);
                walk = Some(Walk::new(state));
            }
            continue;
        }
        let (Some(walk), true) = (&mut walk, line.starts_with("   ")) else { continue };
        let Some((entry, (gone, placed))) = step(line) else {
            println!("not understood: {line}");
            continue;
        };
        let ours = walk.step();
        let row = table.entry(entry.index).or_default();
        row[2] += 1;
        let technique = ours.as_ref().and_then(|ours| hodoku::entry(ours.technique)).map(|entry| entry.index);
        let same = ours.as_ref().is_some_and(|ours| {
            ours.eliminations.iter().copied().collect::<BTreeSet<_>>() == gone
                && ours.placements.iter().copied().collect::<BTreeSet<_>>() == placed
        });
        row[0] += usize::from(technique == Some(entry.index) || (technique.is_none() && entry.index == 8900));
        row[1] += usize::from(same || (technique.is_none() && entry.index == 8900));
        if !same && entry.index != 8900 {
            clean &= technique == Some(entry.index);
            row[3] += 1;
            if row[3] <= shown {
                println!("{puzzle}\n  theirs:{}", &line[2..]);
                print_ours(ours.as_ref());
                println!("  {}", marks(walk.state()));
            }
        }
        // HoDoKu's step is applied. If the step is the same, eliminations keep our order.
        let theirs = ours.filter(|_| same).unwrap_or_else(|| {
            let mut step = farandole_logic::Deduction::effect(entry.techniques[0]);
            step.eliminations.extend(gone);
            step.placements.extend(placed);
            step
        });
        walk.apply(&theirs);
    }
    equal += usize::from(clean && puzzles > 0);
    println!("{puzzles} puzzles, {equal} with the same techniques throughout");
    println!("index  technique  step  of");
    for (index, [technique, step, all, _]) in table {
        println!("{index:5} {technique:9} {step:6} {all:6}");
    }
    Ok(())
}
