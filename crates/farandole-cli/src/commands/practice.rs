//! `farandole practice`: exercises for a technique in the terminal, or on sheets of paper.

use super::drawing::{document, document_of_pages};
use super::techniques::Subject;
use crate::args::PracticeArgs;
use crate::exit::{DONE, Failure};
use crate::output::{print, write_file};
use crate::terminal::{width, wrapped};
use farandole::logic::explain::english::{self, Depth};
use farandole::logic::explain::text::{self, Marking};
use farandole::logic::explain::variant::{english as variant_english, text as variant_text};
use farandole::logic::hint::{Solutions, Step};
use farandole::logic::practice::{Claim, Exercise, Verdict, effect};
use farandole::research::practice::{exercise, variant_exercise};
use farandole_draw::sheet::{Entry, Sheet, pages};
use farandole_draw::{Board, Picture, Theme, VariantBoard};
use std::collections::BTreeSet;
use std::io::{self, BufRead as _};
use std::path::Path;

const HELP: &str = "Answer with claims such as r1c2<>5, r1c2<>57 or r1c2=5, separated by blanks.\n\
                    ? shows a hint, more with each use; s shows the answer; n is the next exercise; q quits.\n";
/// Number of boards per page of a sheet: candidates can be crossed out by hand.
const PER_PAGE: usize = 2;
/// Number of answers per page of a sheet.
const ANSWERS_PER_PAGE: usize = 4;
/// Maximum number of steps that an answer on a sheet lists.
const STEPS: usize = 3;

/// The numbered exercises of a subject: the bundled ones, then generated ones.
struct Exercises {
    subject: Subject,
    seed: Option<u64>,
}

/// An exercise in progress.
struct Round {
    number: usize,
    exercise: Exercise,
    solution: Option<[u8; 81]>,
    hints: usize,
    /// The effects that the user has found.
    found: BTreeSet<Claim>,
}

/// The action after a line of input.
enum Next {
    Stay,
    Exercise,
    Quit,
}

pub(crate) fn run(args: &PracticeArgs) -> Result<u8, Failure> {
    let exercises = Exercises { subject: Subject::by_name(&args.technique)?, seed: args.seed };
    let first = args.number.max(1);
    if let Some(path) = &args.sheet {
        return sheet(path, &exercises, first, args.count.into());
    }
    let mut round = exercises.round(first)?;
    if args.position {
        print(format!("{}\n", round.exercise.position()).as_bytes())?;
        return Ok(DONE);
    }
    print((round.intro(exercises.subject) + HELP).as_bytes())?;
    for line in io::stdin().lock().split(b'\n') {
        let line = line.map_err(|error| Failure::io("standard input", error))?;
        let (answer, next) = round.answer(String::from_utf8_lossy(&line).trim());
        print(wrapped(&answer, width()).as_bytes())?;
        match next {
            Next::Stay => {}
            Next::Exercise => {
                round = exercises.round(round.number.saturating_add(1))?;
                print(round.intro(exercises.subject).as_bytes())?;
            }
            Next::Quit => break,
        }
    }
    Ok(DONE)
}

impl Exercises {
    /// Returns the exercise with this 1-based number.
    fn get(&self, number: usize) -> Result<Exercise, Failure> {
        let index = number as u64 - 1;
        let found = match self.subject {
            Subject::Technique(technique) => exercise(technique, self.seed, index),
            Subject::Topic(topic) => variant_exercise(topic, self.seed, index),
        };
        found.ok_or_else(|| {
            let title = self.subject.title().to_lowercase();
            Failure::Usage(format!("{title} has no exercise {number}"))
        })
    }

    fn round(&self, number: usize) -> Result<Round, Failure> {
        let exercise = self.get(number)?;
        let solution = match super::position::solutions(exercise.position(), None)? {
            Solutions::One(digits) => digits[..].try_into().ok(),
            _ => None,
        };
        Ok(Round { number, exercise, solution, hints: 0, found: BTreeSet::new() })
    }
}

impl Round {
    fn intro(&self, subject: Subject) -> String {
        let grid = match self.exercise.steps().first() {
            Some(Step::Classic(step)) => text::grid(&step.state, None, Marking::Signs),
            Some(Step::Variant(step)) => {
                let state = &step.state;
                let mut grid = variant_text::grid(state, None, Marking::Signs);
                let all = state.variant().constraints();
                for at in (0..all.len()).filter(|at| all[*at].name() != "Given") {
                    grid += &format!("{}\n", variant_english::constraint(state, at));
                }
                grid
            }
            None => String::new(),
        };
        format!("Exercise {}: {}\n{grid}", self.number, subject.title())
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
                (self.hint(depth), Next::Stay)
            }
            _ => match Claim::parse(line) {
                Ok(claims) => self.assess(&claims),
                Err(error) => (format!("{error}\n{HELP}"), Next::Stay),
            },
        }
    }

    /// Returns a hint for a step that the user has not found yet.
    fn hint(&self, depth: Depth) -> String {
        let is_open = |step: &&Step| !effect(step).iter().all(|it| self.found.contains(it));
        self.exercise.steps().iter().find(is_open).map_or_else(String::new, |step| step.text(depth))
    }

    fn assess(&mut self, claims: &[Claim]) -> (String, Next) {
        let verdict = self.exercise.assess_with(claims, self.solution.as_ref());
        if matches!(verdict, Verdict::Complete(_) | Verdict::Partial(_)) {
            self.found.extend(claims);
        }
        match verdict {
            Verdict::Complete(at) => {
                self.hints = 0;
                let why = self.exercise.steps()[at].text(Depth::Why);
                let open = self.exercise.effects().iter().filter(|it| !self.found.contains(it)).count();
                match open {
                    0 => (format!("Right. {why}"), Next::Exercise),
                    1 => (format!("Right. {why}One more effect of this technique is open.\n"), Next::Stay),
                    _ => {
                        (format!("Right. {why}{open} more effects of this technique are open.\n"), Next::Stay)
                    }
                }
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
                (format!("Wrong: {claim} contradicts the solution, because {text}.\n"), Next::Stay)
            }
            Verdict::Unproved(claim) => {
                (format!("{claim} is true, but this technique does not show it here.\n"), Next::Stay)
            }
        }
    }
}

/// Writes exercises and their answers as PDF, or as SVG if the name of the file ends with `.svg`.
fn sheet(path: &Path, exercises: &Exercises, first: usize, count: usize) -> Result<u8, Failure> {
    let title = exercises.subject.title();
    let entry = |number: usize| {
        let exercise = exercises.get(number)?;
        let steps = exercise.steps();
        Ok(Entry { picture: picture(&steps[0], false), note: String::new(), solution: Some(answer(steps)) })
    };
    let entries: Vec<Entry> =
        (first..first.saturating_add(count)).map(entry).collect::<Result<_, Failure>>()?;
    let sheet = Sheet {
        title: title.to_owned(),
        per_page: PER_PAGE,
        first,
        solutions: "Answers".to_owned(),
        solutions_per_page: ANSWERS_PER_PAGE,
        ..Sheet::default()
    };
    let pages = pages(&sheet, &entries).map_err(|error| Failure::Usage(error.to_string()))?;
    if path.extension().is_some_and(|it| it.eq_ignore_ascii_case("svg")) {
        write_file(path, document(&pages).as_bytes())?;
    } else {
        write_file(path, &document_of_pages(title, &pages, Theme::Print)?)?;
    }
    Ok(DONE)
}

/// Draws the position before a step, with the names of rows and columns, and the step if it is part of an answer.
fn picture(step: &Step, is_answer: bool) -> Picture {
    let scene = match step {
        Step::Classic(step) => {
            let board = Board::of_state(&step.state);
            if is_answer { board.with_step(&step.deduction).scene() } else { board.scene() }
        }
        Step::Variant(step) => {
            let board = VariantBoard::of_state(&step.state);
            if is_answer { board.with_step(&step.deduction).scene() } else { board.scene() }
        }
    };
    Picture { width: scene.width, height: scene.height, items: scene.items }
}

/// Draws the first step with the texts of the first few steps.
fn answer(steps: &[Step]) -> Picture {
    let mut text = steps[0].text(Depth::Why);
    text.extend(steps.iter().take(STEPS).skip(1).map(|step| step.text(Depth::What)));
    match steps.len().saturating_sub(STEPS) {
        0 => {}
        1 => text += "There is one more step.",
        more => text += &format!("There are {more} more steps."),
    }
    picture(&steps[0], true).with_text(&text)
}
