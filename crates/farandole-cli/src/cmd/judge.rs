//! `farandole judge DIALECT`: standard input to standard output, in exactly the judge's form.

use crate::args::JudgeArgs;
use crate::bulk::{Tally, unreadable_input};
use crate::config;
use crate::exit::Failure;
use farandole::format::{Format, ReadConfig, Verdict, write_answer};
use farandole::pipeline::input::Input;
use farandole::pipeline::records::{MapError, Records, StreamError};
use farandole::puzzle::check;
use farandole::{Config, End, Engine, Solver};
use std::io::{self, BufWriter, Write};
use std::ops::ControlFlow;
use std::path::Path;

pub(crate) fn run(args: &JudgeArgs) -> Result<u8, Failure> {
    let (format, limit) = match Format::by_name(&args.dialect) {
        Some(Format::Hdu4069) => (Format::Hdu4069, 2),
        Some(
            format @ (Format::Poj2676 | Format::Poj3074 | Format::Grid16 | Format::Hdu1426 | Format::Uva989),
        ) => (format, 1),
        _ => {
            let message = "no judge's dialect is called";
            let names = "poj2676, poj3074, grid16 (or poj3076), hdu1426, hdu4069 or uva989";
            return Err(Failure::Usage(format!("{message} {:?}; expected {names}", args.dialect)));
        }
    };
    let engine = match (config::engine(&args.engine)?, format) {
        // The first solution in the order of the cells is asked for, which is the order of this engine.
        (Engine::Auto, Format::Uva989) => Engine::Dfs,
        (engine, _) => engine,
    };
    let read = ReadConfig { format: Some(format), ..ReadConfig::default() };
    let stdin = Input::stdin().map_err(StreamError::Io).and_then(|input| Records::new(input, &read));
    let mut records = stdin.map_err(|error| match error {
        StreamError::Io(error) => Failure::io("standard input", error),
        StreamError::Detect(error) => Failure::Unreadable(format!("-: {error}")),
    })?;
    let dialect = records.dialect().clone();
    let mut parser = dialect.parser();
    let mut solver = Solver::new(engine);
    let config = Config { limit, ..Config::default() };
    let mut writer = BufWriter::new(io::stdout());
    let mut tally = Tally::default();
    let mut text = Vec::new();
    let read = records.for_each(|ordinal, record| {
        let entry = match parser.parse(record) {
            Ok(entry) => entry,
            Err(error) => {
                complain!("-:{}:{}: {error}", error.line(), error.column());
                tally.unreadable += 1;
                return Ok(ControlFlow::Continue(()));
            }
        };
        let solved;
        let verdict = match solver.first(&entry.puzzle, &config) {
            Err(unsupported) => {
                complain!("-:{}: {unsupported}", record.line);
                tally.undecided += 1;
                return Ok(ControlFlow::Continue(()));
            }
            Ok((_, report)) if report.solutions > 1 => Verdict::Several,
            Ok((Some(grid), report)) if report.end != End::BudgetSpent => {
                match check::check(&entry.puzzle, grid.digits()) {
                    Ok(()) => {
                        solved = grid;
                        Verdict::Solved(&solved)
                    }
                    Err(violation) => {
                        complain!("-:{}: engine {} is wrong: {violation}", record.line, report.route.engine);
                        tally.failed_checks += 1;
                        return Ok(ControlFlow::Continue(()));
                    }
                }
            }
            Ok(_) => Verdict::None,
        };
        text.clear();
        if let Err(error) = write_answer(&mut text, &entry.puzzle, verdict, format, ordinal) {
            complain!("-:{}: {error}", record.line);
            tally.undecided += 1;
        }
        writer.write_all(&text)?;
        Ok::<_, io::Error>(ControlFlow::Continue(()))
    });
    match read {
        Ok(_) => {}
        Err(MapError::Read(error)) => unreadable_input(Path::new("-"), &error, &mut tally),
        Err(MapError::Done(error)) => return Err(Failure::io("standard output", error)),
    }
    writer.flush().map_err(|error| Failure::io("standard output", error))?;
    Ok(tally.exit_code())
}
