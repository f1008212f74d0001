//! Reads the reasons in sentences about variants back, and checks each against the candidates by exhaustion.
//!
//! The proofs of steps ignore the sentences, so a sentence may give a false reason for a true step. The reader
//! shares no code with the renderer. It skips sentences that it does not know, but counts those that it checks.
//!
//! By default the paths of six puzzles are read. `FARANDOLE_STEPS=10000 cargo test --release -p farandole-logic --test it
//! reasons:: -- --nocapture` reads 9x9 puzzles until a sentence of this number of steps other than singles is checked. `FARANDOLE_PUZZLES`
//! names a file in the format of `testdata/variants/iss.tsv`, which is read instead of that list.

mod grid;
mod read;

use farandole_formats::{constraint_text, killer};
use farandole_logic::explain::english::Depth;
use farandole_logic::explain::variant::english;
use farandole_logic::variant::{State, Walk};
use farandole_puzzle::variant::Variant;
use std::collections::BTreeMap;

/// Names of the puzzles whose paths are read: whispers, arrows, sandwiches, thermometers, zipper lines with
/// palindromes, and a killer.
const NAMES: [&str; 6] =
    ["German Whispers", "Taxicab Archers", "Between 1 and 9 Sudoku", "Cold Sauerkraut", "Copycat [easy]", ""];

/// Returns the puzzles of a list with these names, of which a killer has none. Without names, returns all puzzles with
/// the digits 1 to 9.
fn puzzles(list: &str, names: Option<&[&str]>) -> Vec<(String, Variant)> {
    solved_puzzles(list, names).into_iter().map(|(name, variant, _)| (name, variant)).collect()
}

/// Returns puzzles as [`puzzles`] does, with the solution of the grid, which may be empty.
fn solved_puzzles(list: &str, names: Option<&[&str]>) -> Vec<(String, Variant, Vec<u8>)> {
    let fields =
        list.lines().filter(|line| !line.starts_with('#')).map(|line| line.split('\t').collect::<Vec<_>>());
    let listed = fields.filter(|fields| fields.len() > 1 && names.is_none_or(|it| it.contains(&fields[0])));
    let read = |fields: Vec<&str>| {
        let text = fields[1];
        let variant = if killer::is_killer(text) {
            killer::read(text).ok()
        } else {
            constraint_text::read(text).ok().map(|read| read.variant)
        };
        let solution = fields.get(2).map_or_else(Vec::new, |it| it.bytes().map(|byte| byte - b'0').collect());
        Some((fields[0].to_owned(), variant?, solution))
    };
    let is_readable = |(_, variant, _): &(String, Variant, Vec<u8>)| {
        let (shape, values) = (variant.shape(), variant.board().values());
        (shape.rows(), shape.cols(), values.low(), values.high()) == (9, 9, 1, 9)
    };
    listed.filter_map(read).filter(is_readable).collect()
}

/// The list of puzzles for which the tests run by default.
const LIST: &str = include_str!("../../../../../testdata/variants/iss.tsv");

#[test]
fn the_reasons_in_sentences_hold() {
    let wanted: Option<usize> = std::env::var("FARANDOLE_STEPS").ok().and_then(|text| text.parse().ok());
    let list = std::env::var("FARANDOLE_PUZZLES").ok().map(|path| std::fs::read_to_string(path).unwrap());
    let names = wanted.is_none().then_some(&NAMES[..]);
    let mut checked: BTreeMap<&str, usize> = BTreeMap::new();
    let (mut read, mut proved, mut singles) = (0, 0, 0);
    let mut problems = Vec::new();
    for (name, variant) in puzzles(list.as_deref().unwrap_or(LIST), names) {
        if wanted.is_some_and(|wanted| proved >= wanted) {
            break;
        }
        let (steps, _) = Walk::new(State::new(&variant), if wanted.is_some() { 4_000 } else { 400 }).to_end();
        for (number, (state, step)) in steps.iter().enumerate() {
            read += 1;
            let text = english::step(state, step, Depth::Why);
            match read::check(state, step, &text) {
                Ok(kinds) => {
                    let is_single = kinds.iter().any(|kind| kind.ends_with(" single"));
                    singles += usize::from(is_single);
                    proved += usize::from(!kinds.is_empty() && !is_single);
                    kinds.into_iter().for_each(|kind| *checked.entry(kind).or_insert(0) += 1);
                }
                Err(problem) => problems.push(format!("{name}, step {}: {problem}\n{text}", number + 1)),
            }
        }
    }
    println!("{read} steps, sentences checked of {singles} singles and {proved} others: {checked:?}");
    assert!(problems.is_empty(), "{} false reasons:\n{}", problems.len(), problems.join("\n"));
    for kind in ["sandwich", "cases", "sequence", "sum", "crowded", "run", "chain"] {
        assert!(checked.contains_key(kind), "{kind} of {checked:?}");
    }
}

/// Returns a false reason for a step with this text, and its kind. Each kind was once the reason of a true step:
/// the reader must reject all of them.
fn falsified(text: &str) -> Option<(&'static str, String)> {
    if text.contains(" must contain ") || text.contains(" and then ") {
        return None;
    }
    // The sum between the ends is possible; it is the digits outside that do not fit.
    if let Some((start, rest)) = text.split_once("; the digits outside add up to ") {
        let sum = rest.split(" = ").next()?.split(" - ").nth(1)?;
        let enclosed = start.strip_suffix(&format!(" = {sum}"))?;
        return Some(("sandwich", format!("{enclosed}, which cannot be {sum}.\n")));
    }
    // A cell cannot have one value less than it has.
    if let Some((split, rest)) = text.split_once(": with ") {
        let (start, values) = split.rsplit_once(" would be ")?;
        let (_, last) = values.split_once(" or ")?;
        return Some(("cases", format!("{start} would be {last}: with {rest}\n")));
    }
    // A cell that would have some values because of the supposition cannot be without values because of it.
    let (start, _) = text.split_once(", and no digit of ")?;
    let first = start.split(", and ").next()?;
    let (_, cell) = first.split_once(" would be ").map(|(start, _)| start.rsplit_once(", "))??;
    Some(("sequence", format!("{first}, and no digit of {cell} would fit.\n")))
}

#[test]
fn false_reasons_are_rejected() {
    let mut rejected: BTreeMap<&str, usize> = BTreeMap::new();
    for (name, variant) in puzzles(LIST, Some(&NAMES)) {
        let (steps, _) = Walk::new(State::new(&variant), 400).to_end();
        for (state, step) in steps {
            let text = english::step(&state, &step, Depth::Why);
            let first = text.replace(". If ", ".\nIf ");
            let Some((kind, why)) = first.lines().skip(1).find_map(falsified) else { continue };
            let text = format!("Title.\n{why}");
            assert!(read::check(&state, &step, &text).is_err(), "{name}: {text}");
            *rejected.entry(kind).or_insert(0) += 1;
        }
    }
    for kind in ["sandwich", "cases", "sequence"] {
        assert!(rejected.contains_key(kind), "{kind} of {rejected:?}");
    }
}

/// In a sentence such as "If r1c1 were 5, the sum would be 12 instead of 11", 5 is replaced by the digit of the solution,
/// from which no contradiction follows. `FARANDOLE_FALSE=1000` makes this number of false sentences.
#[test]
fn suppositions_of_the_solution_are_not_contradicted() {
    let stated: Option<usize> = std::env::var("FARANDOLE_FALSE").ok().and_then(|text| text.parse().ok());
    let names = stated.is_none().then_some(&NAMES[..]);
    let (wanted, mut rejected, mut unread) = (stated.unwrap_or(40), 0, 0);
    let mut accepted = Vec::new();
    for (name, variant, solution) in solved_puzzles(LIST, names) {
        if rejected >= wanted || solution.len() != 81 {
            continue;
        }
        let (steps, _) = Walk::new(State::new(&variant), if stated.is_some() { 4_000 } else { 400 }).to_end();
        for (state, step) in steps {
            let text = english::step(&state, &step, Depth::Why);
            let (_, why) = text.split_once('\n').unwrap_or_default();
            let why = why.lines().next().unwrap_or_default();
            for claim in &step.eliminations {
                let (at, digit) = (english::cell(&state, claim.cell), solution[claim.cell.index()]);
                let (supposed, other) =
                    (format!("{at} were {},", claim.value), format!("{at} were {digit},"));
                let sentences: Vec<&str> =
                    why.split_inclusive(". ").filter(|it| it.contains(&supposed)).collect();
                let [sentence] = sentences[..] else { continue };
                let text = format!("Title.\n{}\n", sentence.replace(&supposed, &other).trim_end());
                match read::check(&state, &step, &text) {
                    Err(_) => rejected += 1,
                    Ok(kinds) if kinds.is_empty() => unread += 1,
                    Ok(kinds) => accepted.push(format!("{name}, {kinds:?}: {text}")),
                }
            }
        }
    }
    println!("{rejected} false sentences rejected, {unread} not read");
    assert!(accepted.is_empty(), "{} false sentences:\n{}", accepted.len(), accepted.join("\n"));
    assert!(rejected >= wanted, "{rejected}");
}
