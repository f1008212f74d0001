//! `farandole solve --proof`: an answer with a certificate.

use crate::args::SolveArgs;
use crate::bulk;
use crate::cmd::one::{One, one_puzzle};
use crate::config::{self, InputConfig};
use crate::exit::{self, Failure};
use farandole::format::{Format, WriteConfig, write_grid};
use farandole::puzzle::check;
use farandole::{Config, End};
use std::fs;
use std::io::{BufWriter, Write};
use std::path::Path;

/// Answers one puzzle with the engine asked for, proves the answer and prints it. The file is there only if the
/// proof is complete.
pub(crate) fn run(args: &SolveArgs, path: &Path) -> Result<u8, Failure> {
    let input = InputConfig::new(&args.input)?;
    let One { entry, place } = one_puzzle(&input)?;
    let puzzle = &entry.puzzle;
    let question = config::question(&args.run, 2)?;
    let config = Config { limit: 2, budget: question.budget, ..Config::default() };
    let mut solver = question.solver();
    let (first, report) = match solver.first(puzzle, &config) {
        Ok(answer) => answer,
        Err(unsupported) => {
            complain!("{place}: {unsupported}");
            println!("!unsupported");
            return Ok(exit::UNDECIDED);
        }
    };
    if let Some(violation) = first.as_ref().and_then(|grid| check::check(puzzle, grid.digits()).err()) {
        complain!("{place}: {}: {violation}", report.route.engine);
        return Ok(exit::CHECK_FAILED);
    }
    if report.end == End::BudgetSpent {
        return Ok(gave_up(&place, report.counters.nodes));
    }
    if report.solutions > 1 {
        println!("!several");
        complain!("{place}: several solutions, so there is nothing to prove");
        return Ok(exit::DONE);
    }
    if let Some(house) = puzzle.geometry().misfit() {
        println!("!none");
        complain!(
            "{place}: {} has {} cells: no proof is needed, and none written",
            house.kind,
            house.cells.len()
        );
        return Ok(exit::DONE);
    }
    let partial = path.with_added_extension("part");
    let io = |error| Failure::io(path.display(), error);
    let mut file = BufWriter::new(fs::File::create(&partial).map_err(io)?);
    let proved = solver.prove(puzzle, &config, &mut file).and_then(|answer| file.flush().map(|()| answer));
    let (second, proof) = proved.map_err(io)?;
    if proof.end == End::BudgetSpent
        || (second.as_ref(), proof.solutions) != (first.as_ref(), report.solutions)
    {
        fs::remove_file(&partial).map_err(io)?;
        if proof.end == End::BudgetSpent {
            return Ok(gave_up(&place, proof.counters.nodes));
        }
        complain!("{place}: {} and the proof disagree", report.route.engine);
        return Ok(exit::CHECK_FAILED);
    }
    fs::rename(&partial, path).map_err(io)?;
    let mut out = Vec::new();
    match &first {
        None => out.extend_from_slice(b"!none\n"),
        Some(grid) => {
            let format = args.to.as_deref().map(config::format).transpose()?.unwrap_or(Format::Line);
            let write = WriteConfig { symbols: entry.symbols.clone(), ..WriteConfig::new(format) };
            write_grid(&mut out, puzzle, grid, &write, 0)
                .map_err(|error| Failure::Unreadable(format!("{place}: {error}")))?;
        }
    }
    let mut writer = bulk::open_output(args.output.output.as_deref(), &input.paths)?;
    writer.write_all(&out).and_then(|()| writer.flush()).map_err(|error| Failure::io("output", error))?;
    Ok(exit::DONE)
}

fn gave_up(place: &str, nodes: u64) -> u8 {
    println!("!gave up");
    complain!("{place}: gave up after {nodes} nodes");
    exit::UNDECIDED
}
