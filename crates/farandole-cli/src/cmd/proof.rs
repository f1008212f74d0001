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
    let one = one_puzzle(&InputConfig::new(&args.input)?)?;
    let mut answer = Vec::new();
    let code = prove(args, &one, path, &mut answer)?;
    let mut writer = bulk::open_output(args.output.output.as_deref())?;
    writer.write_all(&answer).and_then(|()| writer.flush()).map_err(|error| Failure::io("output", error))?;
    Ok(code)
}

/// Writes the proof, puts the answer down and gives the exit code.
fn prove(args: &SolveArgs, one: &One, path: &Path, answer: &mut Vec<u8>) -> Result<u8, Failure> {
    let One { entry, place } = one;
    let puzzle = &entry.puzzle;
    let question = config::question(&args.run, 2)?;
    let config = Config { limit: 2, budget: question.budget, ..Config::default() };
    let mut refuse = |status: &str, why: String, code| {
        complain!("{place}: {why}");
        answer.extend_from_slice(format!("!{status}\n").as_bytes());
        Ok(code)
    };
    let gave_up = |nodes| format!("gave up after {nodes} nodes");
    let mut solver = question.solver();
    let (first, report) = match solver.first(puzzle, &config) {
        Ok(found) => found,
        Err(unsupported) => return refuse("unsupported", unsupported.to_string(), exit::UNDECIDED),
    };
    if let Some(violation) = first.as_ref().and_then(|grid| check::check(puzzle, grid.digits()).err()) {
        return refuse("wrong", format!("{}: {violation}", report.plan.engine), exit::CHECK_FAILED);
    }
    if report.end == End::BudgetSpent {
        return refuse("gave up", gave_up(report.counters.nodes), exit::UNDECIDED);
    }
    if report.solutions > 1 {
        return refuse("several", "several solutions, so there is nothing to prove".into(), exit::DONE);
    }
    if let Some(house) = puzzle.geometry().misfit() {
        let (kind, cells) = (house.kind, house.cells.len());
        let why = format!("{kind} has {cells} cells: no proof is needed, and none written");
        return refuse("none", why, exit::DONE);
    }
    let mut partial = path.as_os_str().to_owned();
    partial.push(".part");
    let io = |error| Failure::io(path.display(), error);
    let mut file = BufWriter::new(fs::File::create(&partial).map_err(io)?);
    let proved = solver.prove(puzzle, &config, &mut file).and_then(|proved| file.flush().map(|()| proved));
    let (second, proof) = proved.map_err(io)?;
    let spent = proof.end == End::BudgetSpent;
    let agreed = (second.as_ref(), proof.solutions) == (first.as_ref(), report.solutions);
    if spent || !agreed {
        fs::remove_file(&partial).map_err(io)?;
        return if spent {
            refuse("gave up", gave_up(proof.counters.nodes), exit::UNDECIDED)
        } else {
            refuse("wrong", format!("{} and the proof disagree", report.plan.engine), exit::CHECK_FAILED)
        };
    }
    fs::rename(&partial, path).map_err(io)?;
    match &first {
        None => answer.extend_from_slice(b"!none\n"),
        Some(grid) => {
            let format = args.to.as_deref().map(config::format).transpose()?.unwrap_or(Format::Line);
            let write = WriteConfig { symbols: entry.symbols.clone(), ..WriteConfig::new(format) };
            write_grid(answer, puzzle, grid, &write, 0)
                .map_err(|error| Failure::Unreadable(format!("{place}: {error}")))?;
        }
    }
    Ok(exit::DONE)
}
