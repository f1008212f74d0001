//! Exact cover: counts and lists the solutions of problems in Knuth's format or as JSON.

use crate::answer::{Answer, Refusal};
use farandole::cover::draw::Board;
use farandole::cover::format::{parse, parse_json, recognise_json};
use farandole::cover::{Config, End, Problem, Search};
use farandole::json::{JsonCount, SCHEMA};
use serde::{Deserialize, Serialize};

/// A request to solve an exact cover problem.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct CoverRequest {
    /// Maximum number of solutions to count, or 0 for no limit.
    #[serde(default)]
    limit: u64,
    /// Maximum number of solutions to list.
    #[serde(default = "most")]
    list: usize,
    /// Budget in search nodes.
    #[serde(default)]
    budget: Option<u64>,
}

const fn most() -> usize {
    100
}

#[derive(Serialize)]
struct Covered {
    schema: u32,
    /// `counted` or `gave up`.
    status: &'static str,
    items: u32,
    primary: u32,
    options: u32,
    count: JsonCount,
    /// True if these are all solutions.
    exact: bool,
    nodes: u64,
    /// The first solutions, each as the texts of its options.
    solutions: Vec<Vec<String>>,
    /// The first solution as SVG, if items are the cells of a board.
    #[serde(skip_serializing_if = "Option::is_none")]
    drawing: Option<String>,
}

fn problem(text: &[u8]) -> Result<Problem, Refusal> {
    if let Some(text) = recognise_json(text) {
        return parse_json(text)
            .map_err(|error| Refusal::unreadable(&error, error.line() as u64, error.column() as u64));
    }
    let parsed = parse(text, None)
        .map_err(|error| Refusal::unreadable(error, error.line().into(), error.column().into()))?;
    Ok(parsed.problem)
}

pub(crate) fn run(text: &[u8], request: &CoverRequest) -> Result<Answer, Refusal> {
    let problem = problem(text)?;
    let config = Config::new().budget(request.budget.unwrap_or(u64::MAX));
    let limit = if request.limit == 0 { u64::MAX } else { request.limit };
    let mut search = Search::new(&problem).map_err(Refusal::unsupported)?;
    let wanted = usize::try_from(limit).unwrap_or(usize::MAX).min(request.list);
    let listed: Vec<Vec<u32>> = search.solutions(config).take(wanted).map(|it| it.to_vec()).collect();
    // Counting is faster than listing, so only the requested solutions are listed.
    let mut search = Search::new(&problem).map_err(Refusal::unsupported)?;
    let count = search.count(limit, &config);
    let drawing = listed.first().and_then(|options| Some(Board::new(&problem).ok()?.svg(&problem, options)));
    let texts = |options: &Vec<u32>| options.iter().map(|it| problem.option_text(*it)).collect();
    Ok(Answer::json(&Covered {
        schema: SCHEMA,
        status: if count.end == End::BudgetSpent { "gave up" } else { "counted" },
        items: problem.items(),
        primary: problem.primary_items(),
        options: problem.options(),
        count: count.solutions.into(),
        exact: count.end == End::Exhausted,
        nodes: search.stats().nodes,
        solutions: listed.iter().map(texts).collect(),
        drawing,
    }))
}
