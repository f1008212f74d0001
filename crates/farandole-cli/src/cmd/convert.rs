//! `farandole convert`: the same puzzles in another format.

use crate::args::ConvertArgs;
use crate::bulk::{self, Context};
use crate::config::{self, InputConfig, OutputConfig};
use crate::exit::Failure;
use crate::output::{JsonAnswer, json_line, keep_columns};
use farandole::format::{Columns, Symbols, WriteConfig, write_puzzle};

pub(crate) fn run(args: &ConvertArgs) -> Result<u8, Failure> {
    let input = InputConfig::new(&args.input)?;
    let output = OutputConfig::from(&args.output);
    let write = write_config(args)?;
    let frame = if output.json { None } else { Some(&write) };
    let make = |context: &Context<'_>| context.dialect.parser();
    let tally = bulk::run(&input, &output, frame, None, make, |context, parser, piece, chunk| {
        for (ordinal, record) in piece.records() {
            let entry = match parser.parse(record) {
                Ok(entry) => entry,
                Err(error) => {
                    if context.unreadable(&error, chunk).is_break() {
                        return;
                    }
                    continue;
                }
            };
            chunk.tally.records += 1;
            let start = chunk.out.len();
            if let Err(error) = write_puzzle(
                &mut chunk.out,
                &entry.puzzle,
                &write,
                if output.json { 0 } else { context.base + ordinal },
            ) {
                chunk.out.truncate(start);
                chunk.tally.undecided += 1;
                let answer = JsonAnswer::bare(context.source, record.line, "unprintable");
                context.refuse(answer, error.to_string(), chunk);
                continue;
            }
            if context.json {
                let text = String::from_utf8_lossy(&chunk.out[start..]).trim_end().to_owned();
                chunk.out.truncate(start);
                let answer = JsonAnswer::bare(context.source, record.line, "ok");
                json_line(&mut chunk.out, &JsonAnswer { puzzle: Some(text), ..answer });
            } else if args.keep_columns {
                keep_columns(&mut chunk.out, &entry.trailing, write.format);
            }
        }
    })?;
    Ok(tally.exit_code())
}

/// How to print; refuses characters for empty cells that stand for something else.
fn write_config(args: &ConvertArgs) -> Result<WriteConfig, Failure> {
    let mut write = WriteConfig::new(config::format(&args.to)?);
    if let Some(symbols) = &args.to_symbols {
        write.symbols = config::symbols(symbols)?;
    }
    if let Some(empty) = args.empty {
        write.empty = u8::try_from(empty).ok().filter(|sign| sign.is_ascii_graphic()).ok_or_else(|| {
            Failure::Usage(format!("--empty {empty:?}: expected one printable ASCII character"))
        })?;
    }
    // Every size needs digits up to 9 or so; what larger sizes need is checked for each puzzle.
    let size = if let Symbols::Custom(custom) = &write.symbols { custom.bytes().len() } else { 9 };
    if write.format.descriptor().symbols.is_none() && !write.symbols.leaves_empty(write.empty, size) {
        let message = "expected a character that is neither a digit of the output nor a separator";
        return Err(Failure::Usage(format!("--empty {:?}: {message}", char::from(write.empty))));
    }
    if let Some(names) = &args.to_columns {
        let columns = Columns::by_names(names);
        write.columns = Some(columns.map_err(|error| Failure::Usage(format!("--to-columns: {error}")))?);
    }
    Ok(write)
}
