//! `farandole cover min`: finds solutions of least cost.

use super::answer::{Answers, Show, exit_code, summarize};
use super::source::{Limits, Source, smaller};
use crate::args::CoverMinArgs;
use crate::exit::Failure;
use farandole::cover::{Cheapest, End, Keep, Search, cheapest};

pub(super) fn run(args: &CoverMinArgs) -> Result<u8, Failure> {
    let limits = Limits::new(&args.input);
    let mut source = Source::open(args.input.file.as_deref(), &args.input.format)?;
    let fewest = args.fewest || !source.problem.has_costs();
    // Without the dominated options, only one best solution is certain to remain.
    let keep = if args.k.get() == 1 { Keep::Best } else { Keep::All };
    // A diagram has the options of the whole problem, and needs no search.
    let is_reduced = args.pre && source.diagram.is_none();
    let reduced = if is_reduced { Some(smaller(&source, &source.problem, keep)?) } else { None };
    let whole = source.problem.clone();
    if let Some(reduced) = &reduced {
        source.problem = reduced.problem.clone();
    }
    let forced = reduced.as_ref().map_or(0, |reduced| reduced.removed.forced.len() as u32);
    let answer = best(args, &source, &limits, fewest, forced)?;
    let mut answers = Answers::new(Show::new(&args.input, args.numbers), None)?;
    let known = answer.end == End::Exhausted;
    for (_, options) in &answer.best {
        let options = reduced.as_ref().map_or_else(|| options.clone(), |reduced| reduced.restore(options));
        let cost = options.iter().map(|&option| u128::from(whole.cost(option))).sum();
        if known {
            answers.solution(&whole, &options, Some(cost).filter(|_| whole.has_costs()))?;
        } else if fewest {
            warn!("best so far: {} options", options.len());
        } else {
            warn!("best so far: cost {cost}");
        }
    }
    answers.end(answer.end, answer.best.is_empty(), None)?;
    answers.finish()?;
    summarize(&args.input, limits.start, &format!("{} nodes", answer.nodes));
    Ok(exit_code(answer.end))
}

/// Returns the best solutions, cheapest first. Each of them also contains the `forced` options.
fn best(
    args: &CoverMinArgs,
    source: &Source,
    limits: &Limits,
    fewest: bool,
    forced: u32,
) -> Result<Cheapest, Failure> {
    let (k, problem) = (args.k.get(), &source.problem);
    let most = match args.at_most {
        Some(most) if most < forced => {
            return Ok(Cheapest { best: Vec::new(), end: End::Exhausted, nodes: 0 });
        }
        most => most.map(|most| most - forced),
    };
    if let Some(diagram) = &source.diagram {
        let best = diagram.cheapest(k, most, |option| if fewest { 1 } else { problem.cost(option) });
        return Ok(Cheapest { best, end: End::Exhausted, nodes: 0 });
    }
    let unsupported = |error| source.unsupported(error);
    if fewest && k == 1 {
        let mut search = Search::new(problem).map_err(unsupported)?;
        let answer = limits.run(|config| search.fewest(most, config));
        let best = answer.best.into_iter().map(|options| (options.len() as u128, options)).collect();
        return Ok(Cheapest { best, end: answer.end, nodes: search.stats().nodes });
    }
    let alike = fewest.then(|| problem.clone().with_costs(|_| 1));
    let problem = alike.as_ref().unwrap_or(problem);
    limits.run(|config| cheapest(problem, k, most, config)).map_err(unsupported)
}
