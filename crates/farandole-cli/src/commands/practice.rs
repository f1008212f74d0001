//! `farandole practice`: exercises for a technique in the terminal.

use super::techniques::by_name;
use crate::args::PracticeArgs;
use crate::exit::{DONE, Failure};
use crate::output::print;
use farandole::hint::Position;
use farandole::logic::Technique;
use farandole::logic::UserGrid;
use farandole::logic::explain::english::{self, Depth};
use farandole::logic::explain::text::{self, Marking};
use farandole::logic::hint::Solutions;
use farandole::logic::practice::{Claim, Exercise, Verdict};
use std::io::{self, BufRead as _};

const HELP: &str = "Answer with claims such as r1c2<>5, r1c2<>57 or r1c2=5, separated by blanks.\n\
                    ? shows a hint, more with each use; s shows the answer; n is the next exercise; q quits.\n";

/// An exercise in progress.
struct Round {
    number: usize,
    exercise: Exercise,
    solution: Option<[u8; 81]>,
    hints: usize,
}

/// The action after a line of input.
enum Next {
    Stay,
    Exercise,
    Quit,
}

pub(crate) fn run(args: &PracticeArgs) -> Result<u8, Failure> {
    let technique = by_name(&args.technique)?;
    let mut round = Round::new(technique, args.number.max(1))?;
    if args.position {
        print(format!("{}\n", UserGrid::of(round.exercise.state())).as_bytes())?;
        return Ok(DONE);
    }
    print((round.intro(technique) + HELP).as_bytes())?;
    for line in io::stdin().lock().split(b'\n') {
        let line = line.map_err(|error| Failure::io("standard input", error))?;
        let (answer, next) = round.answer(String::from_utf8_lossy(&line).trim());
        print(answer.as_bytes())?;
        match next {
            Next::Stay => {}
            Next::Exercise => {
                round = Round::new(technique, round.number.saturating_add(1))?;
                print(round.intro(technique).as_bytes())?;
            }
            Next::Quit => break,
        }
    }
    Ok(DONE)
}

impl Round {
    fn new(technique: Technique, number: usize) -> Result<Self, Failure> {
        let Some(exercise) = Exercise::number(technique, number - 1) else {
            let title = technique.title().to_lowercase();
            return Err(Failure::Usage(format!("{title} has no exercises")));
        };
        let position = Position::from(UserGrid::of(exercise.state()));
        let solution = match super::position::solutions(&position, None)? {
            Solutions::One(digits) => digits[..].try_into().ok(),
            _ => None,
        };
        Ok(Self { number, exercise, solution, hints: 0 })
    }

    fn intro(&self, technique: Technique) -> String {
        format!(
            "Exercise {}: {}\n{}",
            self.number,
            technique.title(),
            text::grid(self.exercise.state(), None, Marking::Signs),
        )
    }

    /// Returns the reply to a line of input.
    fn answer(&mut self, line: &str) -> (String, Next) {
        match line {
            "" => (String::new(), Next::Stay),
            "q" => (String::new(), Next::Quit),
            "n" => (String::new(), Next::Exercise),
            "s" => (self.exercise.hint(Depth::Why), Next::Exercise),
            "?" => {
                self.hints += 1;
                let depth = match self.hints {
                    1 => Depth::Where,
                    2 => Depth::What,
                    _ => Depth::Why,
                };
                (self.exercise.hint(depth), Next::Stay)
            }
            _ => match Claim::parse(line) {
                Ok(claims) => self.assess(&claims),
                Err(error) => (format!("{error}\n{HELP}"), Next::Stay),
            },
        }
    }

    fn assess(&self, claims: &[Claim]) -> (String, Next) {
        let list = |claims: &[Claim]| claims.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
        match self.exercise.assess_with(claims, self.solution.as_ref()) {
            Verdict::Complete(step) => {
                let why = english::step(self.exercise.state(), &step, Depth::Why);
                (format!("Right. {why}"), Next::Exercise)
            }
            Verdict::Partial(missing) => {
                let count = missing.len();
                let claims = if count == 1 { "claim is" } else { "claims are" };
                (format!("Right so far; {count} more {claims} possible with the same step.\n"), Next::Stay)
            }
            Verdict::Absent(claim) => {
                let candidate = claim.candidate();
                let cell = english::cell(candidate.cell() as u8);
                (format!("{cell} does not have the candidate {}.\n", candidate.digit()), Next::Stay)
            }
            Verdict::Wrong(claim) => {
                let candidate = claim.candidate();
                let cell = english::cell(candidate.cell() as u8);
                let text = match claim {
                    Claim::Not(_) => format!("{cell} is {} in the solution", candidate.digit()),
                    Claim::Is(_) => format!("{cell} is not {} in the solution", candidate.digit()),
                };
                (format!("Wrong: {} contradicts the solution, because {text}.\n", list(&[claim])), Next::Stay)
            }
            Verdict::Unproved(claim) => (
                format!("{} is true, but this technique does not show it here.\n", list(&[claim])),
                Next::Stay,
            ),
        }
    }
}
