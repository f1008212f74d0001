//! `farandole rate`: how hard puzzles are for people.

use super::{search_each, sheet};
use crate::args::{RateArgs, Scale};
use crate::bulk::{self, Chunk, Context};
use crate::config::{self, InputConfig, OutputConfig};
use crate::exit::{CHECK_FAILED, DONE, Failure};
use crate::output::{JsonAnswer, JsonOptions, JsonRating, json_line, problem, why_none};
use farandole::answer::{Answerer, Question, Searched};
use farandole::logic::explain::english;
use farandole::logic::explain::json;
use farandole::logic::hint::{Advice, Reach, Solutions, Trouble, advise};
use farandole::logic::{Sheet, State};
use farandole::logic::{hodoku, se};
use farandole::puzzle::{Cell, Puzzle};
use farandole::{Engine, guide};

pub(crate) fn run(args: &RateArgs) -> Result<u8, Failure> {
    let input = InputConfig::new(&args.input)?;
    let output = OutputConfig::from(&args.output);
    // Only puzzles with exactly one solution have a rating.
    let isa = config::isa(None)?;
    let question = Question { isa, ..Question::new(Engine::Auto, 2) };
    let make = |context: &Context<'_>| Answerer::new(context.dialect, question);
    let tally = bulk::run(&input, &output, None, args.threads, make, |context, answerer, piece, chunk| {
        search_each(context, answerer, piece, chunk, |answer, searched, chunk| {
            print(context, answer.record.line, searched, args, chunk);
        });
    })?;
    // A puzzle without exactly one solution is improper.
    let improper = tally.without_solution + tally.several > 0;
    Ok(tally.exit_code().max(if improper { CHECK_FAILED } else { DONE }))
}

fn print(context: &Context<'_>, line: u64, searched: &Searched<'_>, args: &RateArgs, chunk: &mut Chunk) {
    let refuse = |status, detail: String, chunk: &mut Chunk| {
        context.refuse(JsonAnswer::bare(context.source, line, status), detail, chunk);
    };
    if let Some((status, detail)) = problem(searched, &mut chunk.tally) {
        return refuse(status, detail, chunk);
    }
    if searched.report.solutions == 0 {
        chunk.tally.without_solution += 1;
        let (status, detail) = no_solution(searched);
        return refuse(status, detail, chunk);
    }
    if searched.report.solutions > 1 {
        chunk.tally.several += 1;
        let detail = named(&searched.puzzle()).unwrap_or_else(|| "several solutions".into());
        return refuse("several", detail, chunk);
    }
    let state = match searched.classic_givens() {
        Some(givens) => State::from_line(givens),
        None => State::new(&searched.puzzle()),
    };
    let Some(state) = state else {
        chunk.tally.undecided += 1;
        return refuse("unsupported", "only plain 9x9 puzzles are rated".into(), chunk);
    };
    let Rated { text, json, end } = match args.scale {
        Scale::Se => on_se(&state, args.budget),
        Scale::Hodoku => on_hodoku(&state, searched, args.budget),
    };
    let why = match end {
        Ended::Solved => {
            chunk.tally.solved += 1;
            if context.json {
                let answer = JsonAnswer::bare(context.source, line, "rated");
                json_line(&mut chunk.out, &JsonAnswer { rating: Some(json), ..answer });
            } else {
                chunk.out.extend_from_slice(text.as_bytes());
                chunk.out.push(b'\n');
            }
            return;
        }
        Ended::Contradiction => {
            chunk.tally.failed_checks += 1;
            return refuse("wrong", "a technique removed the solution".into(), chunk);
        }
        Ended::BudgetSpent => "gave up",
        Ended::Stuck => "stuck",
    };
    chunk.tally.undecided += 1;
    let bound = match json.steps {
        0 => format!("{why} before the first step"),
        _ => format!("{why} at least {text}"),
    };
    let answer = JsonAnswer::bare(context.source, line, if context.json { why } else { &bound });
    context.refuse(JsonAnswer { rating: Some(json), ..answer }, bound.clone(), chunk);
}

/// How a rating ended, on any scale.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Ended {
    Solved,
    Stuck,
    BudgetSpent,
    Contradiction,
}

/// A rating; unless `Solved`, the numbers are lower bounds.
struct Rated {
    text: String,
    json: JsonRating,
    end: Ended,
}

fn on_se(state: &State, budget: Option<u64>) -> Rated {
    let rating = se::rate(state, config::se_budget(budget));
    // Before the first placement the greatest difficulty so far is a bound of EP too.
    let ep = if rating.ep == 0 { rating.er } else { rating.ep };
    let [er, ep, ed] = [rating.er, ep, rating.ed].map(json::quoted);
    let end = match rating.outcome {
        se::Outcome::Solved => Ended::Solved,
        se::Outcome::Stuck => Ended::Stuck,
        se::Outcome::BudgetSpent => Ended::BudgetSpent,
        se::Outcome::Contradiction => Ended::Contradiction,
    };
    let json = JsonRating {
        scale: "se",
        version: "1.2.1",
        options: JsonOptions { budget },
        lower_bound: end != Ended::Solved,
        er: Some(er),
        ep: Some(ep),
        ed: Some(ed),
        score: None,
        level: None,
        steps: rating.steps,
    };
    Rated { text: format!("{er:.1} {ep:.1} {ed:.1}"), json, end }
}

fn on_hodoku(state: &State, searched: &Searched<'_>, budget: Option<u64>) -> Rated {
    let solution = searched.first().and_then(|grid| grid.digits().try_into().ok());
    let rating = hodoku::rate(state, solution.as_ref(), config::hodoku_budget(budget));
    let end = match rating.outcome {
        hodoku::Outcome::Solved => Ended::Solved,
        hodoku::Outcome::Stuck => Ended::Stuck,
        hodoku::Outcome::BudgetSpent => Ended::BudgetSpent,
        hodoku::Outcome::Contradiction => Ended::Contradiction,
    };
    let json = JsonRating {
        scale: "hodoku",
        version: "2.2",
        options: JsonOptions { budget },
        lower_bound: end != Ended::Solved,
        er: None,
        ep: None,
        ed: None,
        score: Some(rating.score),
        level: Some(rating.level.name()),
        steps: rating.steps,
    };
    Rated { text: format!("{} {}", rating.score, rating.level.name()), json, end }
}

/// Why there is no solution, with the cells: givens that clash or conflict, or pencil marks that leave it out.
fn no_solution(searched: &Searched<'_>) -> (&'static str, String) {
    let puzzle = searched.puzzle();
    if puzzle.clash().is_some() || !puzzle.geometry().is_classic() {
        return ("none", why_none(searched));
    }
    let unmarked = Sheet { marks: [None; 81], ..sheet::of_puzzle(&puzzle) };
    if let Solutions::One(solution) = guide::solutions(&unmarked) {
        let allowed = |cell: usize| Cell::new(cell).map_or(0, |cell| puzzle.allowed(cell).bits());
        let missing = (0..81).filter(|cell| allowed(*cell) >> (solution[*cell] - 1) & 1 == 0);
        let cells: Vec<String> = missing.map(|cell| english::cell(cell as u8)).collect();
        return ("marks", format!("the pencil marks leave out the solution at {}", cells.join(", ")));
    }
    ("none", named(&puzzle).unwrap_or_else(|| why_none(searched)))
}

/// What is wrong with the givens of a classic puzzle, in a sentence with the cells.
fn named(puzzle: &Puzzle) -> Option<String> {
    if !puzzle.geometry().is_classic() {
        return None;
    }
    let sheet = sheet::of_puzzle(puzzle);
    let nothing = se::Budget { hardest: 0, visits: 0 };
    let Advice::Trouble(troubles) = advise(&sheet, &guide::solutions(&sheet), Reach::First, nothing) else {
        return None;
    };
    let is_of_puzzle =
        |trouble: &&Trouble| matches!(trouble, Trouble::NoSolution { .. } | Trouble::SeveralSolutions { .. });
    troubles.iter().find(is_of_puzzle).map(|trouble| english::trouble(trouble, english::Depth::What))
}
