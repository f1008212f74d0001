//! `farandole cover estimate`: estimates the size of a search.

use super::source::{Limits, Source};
use crate::args::CoverEstimateArgs;
use crate::exit::{DONE, Failure, UNDECIDED};
use crate::output::{estimated, json_line, print};
use farandole::cover::{Config, Random, Search};
use farandole::json::SCHEMA;
use serde::Serialize;
use std::time::{Duration, Instant};

/// Duration of the measurement of search speed.
const TRIAL: Duration = Duration::from_millis(200);

#[derive(Serialize)]
struct JsonGaveUp {
    schema: u32,
    status: &'static str,
    dives: u64,
}

/// Prints the answer for a run of fewer than two dives, from which no standard error can be computed.
fn gave_up(args: &CoverEstimateArgs, source: &Source, dives: u64) -> Result<u8, Failure> {
    warn!("{}: gave up after {dives} dives, but an estimate needs two; increase --time", source.name);
    let mut text = Vec::new();
    if args.input.json {
        json_line(&mut text, &JsonGaveUp { schema: SCHEMA, status: "gave up", dives });
    } else {
        text.extend_from_slice(b"solutions unknown\nnodes unknown\n");
    }
    print(&text)?;
    Ok(UNDECIDED)
}

#[derive(Serialize)]
struct JsonEstimate {
    schema: u32,
    status: &'static str,
    dives: u64,
    // Infinite numbers, which are too large to state, become `null`.
    solutions: f64,
    solutions_error: Option<f64>,
    nodes: f64,
    nodes_error: Option<f64>,
    /// Estimated search time in seconds, for one thread on this machine.
    seconds: f64,
}

pub(super) fn run(args: &CoverEstimateArgs) -> Result<u8, Failure> {
    let limits = Limits::new(&args.input);
    let source = Source::open(args.input.file.as_deref(), &args.input.format)?;
    let mut search = Search::new(&source.problem).map_err(|error| source.unsupported(error))?;
    let mut random = Random::new(args.seed);
    let dives = args.dives.min(args.input.budget.unwrap_or(u64::MAX)).max(2);
    let estimate = limits.run(|config| search.estimate(dives, &mut random, config));
    if estimate.dives < 2 {
        return gave_up(args, &source, estimate.dives);
    }
    let start = Instant::now();
    let mut nodes = 0;
    while start.elapsed() < TRIAL && !limits.is_over() {
        nodes += 4096;
        search.count(u64::MAX, &Config::new().budget(nodes));
        if search.stats().nodes < nodes {
            break;
        }
    }
    let pace = search.stats().nodes as f64 / start.elapsed().as_secs_f64();
    let seconds = estimate.nodes.value / pace.max(1.0);
    let mut text = Vec::new();
    if args.input.json {
        let answer = JsonEstimate {
            schema: SCHEMA,
            status: "estimated",
            dives: estimate.dives,
            solutions: estimate.solutions.value,
            solutions_error: estimate.solutions.error(),
            nodes: estimate.nodes.value,
            nodes_error: estimate.nodes.error(),
            seconds,
        };
        json_line(&mut text, &answer);
    } else {
        let (solutions, nodes) = (estimated(estimate.solutions), estimated(estimate.nodes));
        text = format!("solutions {solutions}\nnodes {nodes}\n").into_bytes();
    }
    print(&text)?;
    if args.input.summary && seconds.is_finite() {
        warn!("about {seconds:.2} s to list all solutions on one thread");
    }
    Ok(DONE)
}
