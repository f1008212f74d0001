//! `farandole rate`: how hard puzzles are for people.

use crate::args::{RateArgs, Scale};
use crate::bulk::{self, Chunk, Context};
use crate::config::{self, InputConfig, OutputConfig};
use crate::exit::Failure;
use crate::output::{JsonAnswer, JsonRating, json_line, problem, why_none};
use farandole::Engine;
use farandole::answer::{Answerer, Outcome, Question, Searched, Solved};
use farandole::logic::State;
use farandole::logic::scale::se;
use std::ops::ControlFlow;

pub(crate) fn run(args: &RateArgs) -> Result<u8, Failure> {
    let Scale::Se = args.scale;
    let input = InputConfig::new(&args.input)?;
    let output = OutputConfig::from(&args.output);
    let budget = se::Budget { visits: args.budget.unwrap_or(u64::MAX), ..se::Budget::NONE };
    // Only puzzles with exactly one solution have a rating.
    let isa = config::isa(None)?;
    let question = Question { engine: Engine::Auto, limit: 2, budget: u64::MAX, isa, solved: Solved::Search };
    let make = |context: &Context<'_>| Answerer::new(context.dialect, question);
    let tally = bulk::run(&input, &output, None, args.threads, make, |context, answerer, piece, chunk| {
        answerer.answer(piece, |answer| {
            let line = answer.record.line;
            match &answer.outcome {
                Outcome::Unreadable(error) => return context.unreadable(error, chunk),
                Outcome::Unsupported(unsupported) => context.unsupported(line, unsupported, chunk),
                Outcome::Judged(_) => {}
                Outcome::Searched(searched) => print(context, line, searched, budget, chunk),
            }
            ControlFlow::Continue(())
        });
    })?;
    Ok(tally.exit_code())
}

fn print(context: &Context<'_>, line: u64, searched: &Searched<'_>, budget: se::Budget, chunk: &mut Chunk) {
    let refuse = |status, detail: String, chunk: &mut Chunk| {
        context.detail(line, &detail, chunk);
        let answer = JsonAnswer::bare(context.source, line, status);
        context.refuse(JsonAnswer { detail: Some(detail), ..answer }, chunk);
    };
    if let Some((status, detail)) = problem(searched, &mut chunk.tally) {
        return refuse(status, detail, chunk);
    }
    if searched.report.solutions == 0 {
        chunk.tally.without_solution += 1;
        return refuse("none", why_none(searched), chunk);
    }
    if searched.report.solutions > 1 {
        chunk.tally.several += 1;
        return refuse("several", "several solutions".into(), chunk);
    }
    let Some(state) = State::new(&searched.puzzle()) else {
        chunk.tally.undecided += 1;
        return refuse("unsupported", "only plain 9x9 puzzles are rated".into(), chunk);
    };
    let rating = se::rate(&state, budget);
    let [er, ep, ed] = [rating.er, rating.ep, rating.ed].map(|tenths| f64::from(tenths) / 10.0);
    match rating.outcome {
        se::Outcome::BudgetSpent => {
            chunk.tally.undecided += 1;
            return refuse("gave up", format!("gave up; at least {er:.1} {ep:.1} {ed:.1}"), chunk);
        }
        se::Outcome::Contradiction => {
            chunk.tally.failed_checks += 1;
            return refuse("wrong", "a technique removed the solution".into(), chunk);
        }
        se::Outcome::Solved | se::Outcome::Stuck => {}
    }
    chunk.tally.solved += 1;
    if context.json {
        let rating = JsonRating { scale: "se", version: "1.2.1", er, ep, ed, steps: rating.steps };
        let answer = JsonAnswer::bare(context.source, line, "rated");
        json_line(&mut chunk.out, &JsonAnswer { rating: Some(rating), ..answer });
    } else {
        chunk.out.extend_from_slice(format!("{er:.1} {ep:.1} {ed:.1}\n").as_bytes());
    }
}
