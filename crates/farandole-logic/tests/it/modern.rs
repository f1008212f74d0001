//! Tests of the techniques that are on neither scale: each deduction found on solution paths is
//! proved.

use core::ops::ControlFlow;
use farandole_kernel::{Answer, Config, Isa, solve_batch};
use farandole_logic::verify::{Flaw, contradicts, prove};
use farandole_logic::{Deduction, State, Technique, UserGrid, hint, hodoku};
use std::collections::BTreeMap;

/// The techniques of this test.
const MODERN: [Technique; 12] = [
    Technique::VwxyzWing,
    Technique::MedusaTrap,
    Technique::MedusaWrap,
    Technique::Guardian,
    Technique::ExtendedRectangle,
    Technique::BugLite,
    Technique::TripleFirework,
    Technique::Tridagon,
    Technique::SkLoop,
    Technique::JuniorExocet,
    Technique::SectorSet,
    Technique::KrakenFish,
];

/// The greatest number of states of a puzzle in which the techniques are looked for.
const STATES: usize = 16;

fn solution(line: &[u8; 81]) -> Option<[u8; 81]> {
    let mut answers = [Answer::default()];
    solve_batch(Isa::detect(), &Config { limit: 2, ..Config::default() }, &[*line], &mut answers);
    (answers[0].solutions == 1).then(|| answers[0].grid.map(|digit| digit - b'0'))
}

/// The uses of one technique.
#[derive(Default)]
struct Uses {
    proved: usize,
    unproved: usize,
    wrong: usize,
    /// The state with the smallest pattern, and the size of that pattern.
    example: Option<(usize, String)>,
}

/// Checks every use of the techniques on the solution paths of these puzzles.
fn uses(lines: impl Iterator<Item = String>) -> BTreeMap<Technique, Uses> {
    let mut found: BTreeMap<Technique, Uses> = BTreeMap::new();
    for line in lines {
        let Some(line) = line.as_bytes().first_chunk::<81>() else { continue };
        let Some(solution) = solution(line) else { continue };
        let state = State::from_line(line).unwrap();
        let mut walk = state.clone();
        let mut states = 0;
        let _ = hodoku::explain_each(&state, Some(&solution), hodoku::Budget::NONE, |step| {
            if !is_single(&step) {
                states += 1;
                let chains = [Technique::Whip, Technique::Braid];
                let wanted: Vec<Technique> =
                    chains.into_iter().filter(|it| !found.contains_key(it)).collect();
                for technique in wanted {
                    if let Some(chain) = hint::every(&walk, technique, 0).first().filter(|it| it.size == 3) {
                        check(&walk, &solution, chain, found.entry(technique).or_default());
                    }
                }
                for technique in MODERN {
                    for deduction in hint::every(&walk, technique, 0) {
                        check(&walk, &solution, &deduction, found.entry(technique).or_default());
                    }
                }
            }
            walk.apply(&step);
            if states < STATES { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
    }
    found
}

fn is_single(step: &Deduction) -> bool {
    matches!(
        step.technique,
        Technique::FullHouse
            | Technique::NakedSingle
            | Technique::HiddenSingleBox
            | Technique::HiddenSingleLine
    )
}

fn check(state: &State, solution: &[u8; 81], deduction: &Deduction, uses: &mut Uses) {
    let grid = UserGrid::of(state).to_string();
    if let Some(claim) = contradicts(deduction, solution) {
        println!("wrong: {claim}: {grid}\n{deduction:?}");
        uses.wrong += 1;
        return;
    }
    match prove(state, deduction) {
        Ok(_) => uses.proved += 1,
        // Up to 25 cells are too many for a proof by exhaustion.
        Err(Flaw::TooLong(_)) if deduction.technique == Technique::SectorSet => return,
        Err(flaw) => {
            uses.unproved += 1;
            if uses.unproved == 1 {
                println!("{:?}: {flaw}: {grid}\n{deduction:?}", deduction.technique);
            }
        }
    }
    let lines: usize = deduction.chains.iter().map(Vec::len).sum();
    let size =
        deduction.pattern.len() + 3 * lines + state.digits().iter().filter(|digit| **digit == 0).count();
    if uses.example.as_ref().is_none_or(|(least, _)| size < *least) {
        uses.example = Some((size, grid));
    }
}

/// With `FARANDOLE_PUZZLES`, the puzzles of that file are searched, and the use with the smallest pattern of each
/// technique is printed.
#[test]
fn every_use_of_a_modern_technique_is_proved() {
    let sample = include_str!("../../../../testdata/sudoku/17_clue_sample.txt");
    let file = std::env::var("FARANDOLE_PUZZLES").map(|path| std::fs::read_to_string(path).unwrap());
    let found = match &file {
        Ok(text) => uses(text.lines().map(str::to_owned)),
        Err(_) => uses(sample.lines().step_by(10).map(str::to_owned)),
    };
    for (technique, uses) in &found {
        assert_eq!((uses.unproved, uses.wrong), (0, 0), "{technique:?}");
        if let (Ok(_), Some((_, example))) = (&file, &uses.example) {
            println!("{technique:?}: {} proved, for example {example}", uses.proved);
        }
    }
    assert!(found.len() >= 6 || file.is_ok(), "{:?}", found.keys());
    assert!(found.values().map(|uses| uses.proved).sum::<usize>() > 500 || file.is_ok());
}
