//! `farandole cover sample`: draws random solutions.

use super::answer::{Answers, Show, exit_code, summarize};
use super::source::{Limits, Source};
use crate::args::CoverSampleArgs;
use crate::config;
use crate::exit::Failure;
use farandole::cover::{Diagram, End, Random, Search, Step};

pub(super) fn run(args: &CoverSampleArgs) -> Result<u8, Failure> {
    let limits = Limits::new(&args.input);
    let source = Source::open(args.input.file.as_deref(), &args.input.format)?;
    let mut random = Random::new(config::seed(args.seed, args.input.quiet));
    let mut answers = Answers::new(Show::new(&args.input, args.numbers), None)?;
    let (end, none) = if source.problem.has_multiplicities() {
        let (drawn, end) = listed(args, &source, &limits, &mut random)?;
        if end == End::Exhausted {
            for options in &drawn {
                answers.solution(&source.problem, options, None)?;
            }
        }
        (end, drawn.is_empty())
    } else {
        let built = if source.diagram.is_some() { None } else { source.draw_up(&limits)? };
        match source.diagram.as_ref().or(built.as_ref()) {
            Some(diagram) => (End::Exhausted, !draw(args, &source, diagram, &mut random, &mut answers)?),
            None => (End::BudgetSpent, true),
        }
    };
    answers.end(end, none, None)?;
    answers.finish()?;
    summarize(&args.input, limits.start, &format!("{} samples", if none { 0 } else { args.count.get() }));
    Ok(exit_code(end))
}

/// Draws solutions from a diagram. Returns true if there are any.
fn draw(
    args: &CoverSampleArgs,
    source: &Source,
    diagram: &Diagram,
    random: &mut Random,
    answers: &mut Answers,
) -> Result<bool, Failure> {
    for _ in 0..args.count.get() {
        let Some(options) = diagram.sample(|| random.bits()) else { return Ok(false) };
        answers.solution(&source.problem, &options, None)?;
    }
    Ok(true)
}

/// Draws solutions while listing all of them, since diagrams do not support multiplicities. The
/// n-th solution replaces each drawn solution with probability 1/n (reservoir sampling).
fn listed(
    args: &CoverSampleArgs,
    source: &Source,
    limits: &Limits,
    random: &mut Random,
) -> Result<(Vec<Vec<u32>>, End), Failure> {
    let mut search = Search::new(&source.problem).map_err(|error| source.unsupported(error))?;
    let mut drawn: Vec<Vec<u32>> = Vec::new();
    let mut seen = 0_u32;
    let end = limits.run(|config| {
        loop {
            match search.step(config) {
                Step::Solution => {
                    seen = seen.saturating_add(1);
                    let options = search.solution();
                    if seen == 1 {
                        drawn = (0..args.count.get()).map(|_| options.to_vec()).collect();
                    } else {
                        drawn
                            .iter_mut()
                            .filter(|_| random.below(seen) == 0)
                            .for_each(|one| *one = options.to_vec());
                    }
                }
                Step::End(end) => return end,
            }
        }
    });
    Ok((drawn, end))
}
