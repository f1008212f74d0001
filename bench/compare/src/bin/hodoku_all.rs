//! Compares all steps of a state with those that HoDoKu lists, technique by technique.
//!
//! `hodoku_all puzzles.txt 7` prints every seventh state before a step that is not a single, along
//! the solution paths of the puzzles, in HoDoKu's library format. `java -jar hodoku.jar /bsaf
//! states.txt /o all.txt` lists the steps. For each technique, `hodoku_all all.txt` counts HoDoKu's
//! steps that are found with the same effect, those that are not, and the states in which only one
//! of the two programs finds the technique at all. A second number limits how many of each are
//! shown.

use farandole_bench_compare::effect::{Effect, effect};
use farandole_bench_compare::library::state;
use farandole_logic::hodoku;
use farandole_logic::{Candidate, State, Technique};
use std::collections::{BTreeMap, BTreeSet};

/// HoDoKu's names that differ from ours in more than capitals.
const NAMES: &[(&str, Technique)] = {
    use Technique as T;
    &[
        ("Locked Triple", T::LockedTriplet),
        ("Locked Candidates Type 1 (Pointing)", T::Pointing),
        ("Locked Candidates Type 2 (Claiming)", T::Claiming),
        ("Naked Triple", T::NakedTriplet),
        ("Hidden Triple", T::HiddenTriplet),
        ("Naked Quadruple", T::NakedQuad),
        ("Hidden Quadruple", T::HiddenQuad),
        ("Bivalue Universal Grave + 1", T::Bug1),
        ("2-String Kite", T::TwoStringKite),
        ("Dual 2-String Kite", T::DualTwoStringKite),
        ("Avoidable Rectangle Type 1", T::AvoidableRectangle1),
        ("Avoidable Rectangle Type 2", T::AvoidableRectangle2),
        ("Almost Locked Set XZ-Rule", T::AlsXz),
        ("Almost Locked Set XY-Wing", T::AlsXyWing),
        ("Almost Locked Set Chain", T::AlsXyChain),
    ]
};

fn technique(line: &str) -> Option<(Technique, usize)> {
    let ours = Technique::ALL.iter().map(|technique| (technique.title(), *technique));
    let named = NAMES.iter().copied().chain(ours);
    let begins = |name: &str| line.get(..name.len()).is_some_and(|start| start.eq_ignore_ascii_case(name));
    let (name, technique) = named.filter(|(name, _)| begins(name)).max_by_key(|(name, _)| name.len())?;
    Some((technique, name.len()))
}

/// Writes a state in the library format.
fn write(state: &State, start: &State) -> String {
    let mut plain = start.clone();
    let mut grid = String::new();
    for (cell, digit) in state.digits().iter().enumerate() {
        if *digit == 0 {
            grid.push('.');
            continue;
        }
        if !state.is_given(cell) {
            grid.push('+');
            Candidate::new(cell, *digit).into_iter().for_each(|candidate| plain.set(candidate));
        }
        grid.push((b'0' + digit) as char);
    }
    let mut gone = Vec::new();
    for cell in 0..81 {
        for digit in
            (1..10).filter(|d| (plain.candidates(cell) & !state.candidates(cell)) >> (d - 1) & 1 == 1)
        {
            gone.push(format!("{digit}{}{}", cell / 9 + 1, cell % 9 + 1));
        }
    }
    format!(":0000:x:{grid}:{}:::", gone.join(" "))
}

fn read(line: &str) -> Option<State> {
    let fields: Vec<&str> = line.split(':').collect();
    state(fields.get(3)?, fields.get(4)?)
}

fn print_states(text: &str, every: usize) {
    let mut count = 0;
    for line in text.lines() {
        let Some(start) = line.as_bytes().get(..81).and_then(State::from_line) else { continue };
        let mut state = start.clone();
        for step in hodoku::explain(&start, None, hodoku::Budget::NONE).1 {
            if hodoku::entry(step.technique).is_some_and(|entry| entry.index > 300) {
                count += 1;
                if count % every == 0 {
                    println!("{}", write(&state, &start));
                }
            }
            state.apply(&step);
        }
    }
}

/// Returns the states of a listing, each with the lines of its steps.
fn blocks(text: &str) -> Vec<(&str, Vec<&str>)> {
    let mut blocks: Vec<(&str, Vec<&str>)> = Vec::new();
    for line in text.lines() {
        match line.strip_prefix("   ") {
            Some(step) => blocks.last_mut().into_iter().for_each(|(_, steps)| steps.push(step)),
            None if line.starts_with(':') => blocks.push((line, Vec::new())),
            None => {}
        }
    }
    blocks
}

fn print_table(table: BTreeMap<&str, [usize; 5]>) {
    println!("found missed  only theirs, only ours");
    for (id, [found, missed, theirs, ours, _]) in table {
        println!("{found:5} {missed:6} {theirs:6} {ours:6}  {id}");
    }
}

fn main() -> std::io::Result<()> {
    let mut arguments = std::env::args().skip(1);
    let text = std::fs::read_to_string(arguments.next().expect("a file"))?;
    let number = arguments.next().map_or(3, |number| number.parse().expect("a number"));
    if !text.contains(':') {
        print_states(&text, number);
        return Ok(());
    }
    // For each technique: steps found, steps missed, states with the technique only in HoDoKu,
    // states with it only here, shown so far.
    let mut table: BTreeMap<&str, [usize; 5]> = BTreeMap::new();
    let blocks = blocks(&text);
    // Only techniques that HoDoKu was configured to search for are compared.
    let steps = blocks.iter().flat_map(|(_, steps)| steps);
    let listed: BTreeSet<Technique> = steps.filter_map(|step| Some(technique(step)?.0)).collect();
    for (line, steps) in blocks {
        let Some(state) = read(line) else { continue };
        let mut theirs: BTreeMap<&str, Vec<(&str, Effect)>> = BTreeMap::new();
        for step in steps {
            let Some((technique, length)) = technique(step) else {
                println!("not understood: {step}");
                continue;
            };
            let text =
                step.rsplit_once("=> ").map(|(_, text)| text).or_else(|| step[length..].strip_prefix(": "));
            if let Some(effect) = text.and_then(effect) {
                theirs.entry(technique.id()).or_default().push((step, effect));
            }
        }
        for technique in &listed {
            let row = table.entry(technique.id()).or_default();
            let ours: BTreeSet<Effect> = hodoku::all(&state, *technique)
                .into_iter()
                .map(|step| (step.eliminations.into_iter().collect(), step.placements.into_iter().collect()))
                .collect();
            let theirs = theirs.get(technique.id()).map_or(&[][..], Vec::as_slice);
            row[2] += usize::from(ours.is_empty() && !theirs.is_empty());
            row[3] += usize::from(!ours.is_empty() && theirs.is_empty());
            if !ours.is_empty() && theirs.is_empty() && row[4] < number {
                row[4] += 1;
                println!("{line}\n  only ours: {} {:?}", technique.title(), ours.first());
            }
            for (step, effect) in theirs {
                if ours.contains(effect) {
                    row[0] += 1;
                    continue;
                }
                row[1] += 1;
                if row[4] < number {
                    row[4] += 1;
                    println!("{line}\n  missed: {step}");
                    let near = |ours: &&Effect| effect.0.iter().any(|candidate| ours.0.contains(candidate));
                    ours.iter().filter(near).take(4).for_each(|ours| println!("    ours: {ours:?}"));
                }
            }
        }
    }
    print_table(table);
    Ok(())
}
