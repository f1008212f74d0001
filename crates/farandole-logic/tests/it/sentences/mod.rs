//! Reads every sentence of explanations back into facts and proves it against the position.
//!
//! The reader shares no code with the renderer: it has its own grammar, board and search. A sentence
//! that it does not understand fails, as does one that is false, and an effect that the sentences of
//! its step do not entail.
//!
//! By default a small sample is read. `FARANDOLE_STEPS=20000 cargo test -p farandole-logic --test it
//! sentences::` reads until this number of steps other than singles is proved.

mod act;
mod board;
mod branch;
mod grammar;
mod proof;
mod words;

use board::{Board, Lit};
use farandole_kernel::{Answer, Config, Isa, solve_batch};
use farandole_logic::explain::english::{Depth, step};
use farandole_logic::own::{self, Order};
use farandole_logic::{Deduction, State, Technique, catalogue, hodoku, se};
use farandole_testkit::Random;
use farandole_testkit::random::minimal_puzzle;
use proof::{Proof, WORK};
use std::collections::BTreeMap;

fn board_of(state: &State) -> Board {
    let digits = |cell: usize| match state.digits()[cell] {
        0 => (1..=9).filter(|digit| state.candidates(cell) >> (digit - 1) & 1 == 1).collect(),
        digit => vec![usize::from(digit)],
    };
    Board {
        cands: (0..81).map(digits).collect(),
        filled: (0..81).map(|cell| state.digits()[cell] != 0).collect(),
        given: (0..81).map(|cell| state.is_given(cell)).collect(),
    }
}

/// Reads an effect: `r1c1 and r1c2 can only be 5 or 6`, or one of the forms that need no position.
fn stated_effect(board: &Board, text: &str) -> Option<Vec<Lit>> {
    let Some(values) = words::matches("{CS} can only be {DS}", text) else { return words::effect(text) };
    let all = values[0].cells().iter().flat_map(|cell| board.of_cell(*cell));
    let lost = all.filter(|it| !values[1].digits().contains(&board::digit_of(*it)));
    Some(lost.map(|cand| Lit { cand, on: false }).collect())
}

/// Reads the text of a step, and proves its sentences and its effect.
fn proved(state: &State, deduction: &Deduction) -> Result<(), String> {
    let text = step(state, deduction, Depth::Why);
    let result = (|| {
        let (head, rest) = text.split_once('\n').ok_or("no first line")?;
        let (_, stated) = head.split_once(": ").ok_or("no title")?;
        let board = board_of(state);
        let stated = stated_effect(&board, stated.trim_end_matches('.')).ok_or("no effect")?;
        let lit = |cand: &farandole_logic::Candidate, on| Lit { cand: cand.index(), on };
        let placed = deduction.placements.iter().map(|it| lit(it, true));
        let mut effect: Vec<Lit> = placed.collect();
        if effect.is_empty() {
            effect.extend(deduction.eliminations.iter().map(|it| lit(it, false)));
        }
        let same = |one: &[Lit], other: &[Lit]| one.iter().all(|it| other.contains(it));
        if !same(&effect, &stated) || !same(&stated, &effect) {
            return Err("another effect".to_owned());
        }
        let mut proof = Proof::new(board);
        proof.read(rest)?;
        let claims = proof.claims.clone();
        for claim in stated.into_iter().chain(claims) {
            if !proof.facts.entail(claim, WORK) {
                return Err(format!(
                    "the sentences do not entail r{}c{} {}",
                    claim.cand / 81 + 1,
                    claim.cand / 9 % 9 + 1,
                    claim.cand % 9 + 1
                ));
            }
        }
        Ok(())
    })();
    result.map_err(|problem: String| format!("{problem}\n{text}"))
}

fn solution(line: &[u8; 81]) -> Option<[u8; 81]> {
    let mut answers = [Answer::default()];
    solve_batch(Isa::detect(), &Config { limit: 2, ..Config::default() }, &[*line], &mut answers);
    (answers[0].solutions == 1).then(|| answers[0].grid.map(|digit| digit - b'0'))
}

const SINGLES: [Technique; 4] =
    [Technique::FullHouse, Technique::HiddenSingleBox, Technique::HiddenSingleLine, Technique::NakedSingle];

/// The problems found, by technique, and the steps proved.
#[derive(Default)]
struct Report {
    proved: BTreeMap<&'static str, usize>,
    failed: BTreeMap<&'static str, (usize, String)>,
}

impl Report {
    fn add(&mut self, state: &State, deduction: &Deduction) {
        if deduction.technique == Technique::BruteForce {
            return;
        }
        match proved(state, deduction) {
            Ok(()) => *self.proved.entry(deduction.technique.id()).or_default() += 1,
            Err(problem) => {
                let failed = self.failed.entry(deduction.technique.id()).or_insert((0, problem));
                failed.0 += 1;
            }
        }
    }

    fn count(&self) -> usize {
        let is_single = |id: &str| SINGLES.iter().any(|it| it.id() == id);
        self.proved.iter().filter(|(id, _)| !is_single(id)).map(|(_, count)| count).sum()
    }

    fn assert_complete(&self) {
        println!("{} steps other than singles proved: {:?}", self.count(), self.proved);
        let text =
            self.failed.iter().map(|(id, (count, problem))| format!("{id}, {count} times: {problem}\n"));
        assert!(self.failed.is_empty(), "{}", text.collect::<String>());
    }
}

/// Adds the paths of a puzzle on every scale.
fn add_paths(report: &mut Report, line: &[u8; 81], order: &Order) {
    let Some(solution) = solution(line) else { return };
    let start = State::from_line(line).unwrap();
    let config = own::Config { order, searches: 20_000 };
    let paths = [
        own::explain(&start, config).1,
        hodoku::explain(&start, Some(&solution), hodoku::Budget::NONE).1,
        se::explain(&start, se::Budget { hardest: 100, ..se::Budget::NONE })
            .1
            .into_iter()
            .map(|(_, it)| it)
            .collect(),
    ];
    for path in paths {
        let mut state = start.clone();
        for step in path {
            report.add(&state, &step);
            state.apply(&step);
        }
    }
}

#[test]
fn every_sentence_of_a_path_is_proved() {
    let wanted = std::env::var("FARANDOLE_STEPS").ok().and_then(|text| text.parse().ok()).unwrap_or(500);
    let order = Order::default();
    let mut report = Report::default();
    let hard = include_str!("../nested.txt").lines();
    for line in hard.take(if wanted > 500 { 100 } else { 2 }) {
        add_paths(&mut report, line.as_bytes().try_into().unwrap(), &order);
    }
    let mut seed = Random::new(26);
    while report.count() < wanted && report.failed.values().map(|it| it.0).sum::<usize>() < 200 {
        let line = minimal_puzzle(&mut seed, |line| solution(line).is_some());
        add_paths(&mut report, &line, &order);
    }
    report.assert_complete();
}

/// Techniques whose sentences are not proved. The grammar lacks the words of those that no scale has.
/// The sentence of a dual empty rectangle does not state why both ends are eliminated, and that of a
/// verity omits chains whose end is a contradiction at once.
const UNPROVED: [&str; 16] = [
    "braid",
    "bug-lite",
    "dual-empty-rectangle",
    "extended-rectangle",
    "forcing-chain-verity",
    "guardian",
    "junior-exocet",
    "kraken-fish",
    "medusa-trap",
    "medusa-wrap",
    "multi-sector-locked-set",
    "sk-loop",
    "tridagon",
    "triple-firework",
    "vwxyz-wing",
    "whip",
];

#[test]
fn the_sentences_of_every_example_are_proved() {
    let mut report = Report::default();
    for technique in Technique::ALL {
        // The reason of a template is an enumeration, which the grammar of facts does not cover.
        if matches!(technique, Technique::TemplateSet | Technique::TemplateDelete) {
            continue;
        }
        if let Some((state, deduction)) = catalogue::example(*technique) {
            report.add(&state, &deduction);
        }
    }
    // A technique that is proved after all has to leave the list.
    let unproved: Vec<&str> = UNPROVED.into_iter().filter(|id| report.failed.remove(id).is_none()).collect();
    assert!(unproved.is_empty(), "proved: {unproved:?}");
    report.assert_complete();
}

/// The eliminations of a step are replaced by that of the digit of the solution. `FARANDOLE_FALSE=1000` makes this
/// number of false conclusions.
#[test]
fn sentences_do_not_entail_what_the_solution_contradicts() {
    let wanted = std::env::var("FARANDOLE_FALSE").ok().and_then(|text| text.parse().ok()).unwrap_or(100);
    let order = Order::default();
    let (mut seed, mut rejected) = (Random::new(27), 0);
    while rejected < wanted {
        let line = minimal_puzzle(&mut seed, |line| solution(line).is_some());
        let solution = solution(&line).expect("a proper puzzle");
        let mut state = State::from_line(&line).expect("no digits clash");
        for deduction in own::explain(&state, own::Config { order: &order, searches: 20_000 }).1 {
            if let Some(cell) = deduction.eliminations.first().map(|it| it.cell()) {
                let digit = usize::from(solution[cell]);
                let text = step(&state, &deduction, Depth::Why);
                let (_, rest) = text.split_once('\n').expect("a first line");
                let mut proof = Proof::new(board_of(&state));
                proof.read(rest).unwrap_or_else(|problem| panic!("{problem}: {text}"));
                let cand = 9 * cell + digit - 1;
                assert!(!proof.facts.entail(Lit { cand, on: false }, WORK), "{digit} in {cell}: {text}");
                rejected += 1;
            }
            state.apply(&deduction);
        }
    }
    println!("{rejected} false conclusions rejected");
}

#[test]
fn false_sentences_are_refuted() {
    let line = b"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    let state = State::from_line(line).unwrap();
    for text in [
        "In box 2, 8 can only go in r1c4.",
        "In box 1, 2 can only go in r1c3 and r2c2.",
        "5 is the only candidate left in r1c3.",
        "If r1c3 is 1, then r1c4 is 6.",
        "Nobody knows why.",
    ] {
        assert!(Proof::new(board_of(&state)).read(text).is_err(), "{text}");
    }
    let mut good = Proof::new(board_of(&state));
    assert_eq!(good.read("In box 2, 8 can only go in r1c6."), Ok(()));
}
