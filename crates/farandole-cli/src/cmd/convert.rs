//! `farandole convert`: the same puzzles in another format.

use crate::args::ConvertArgs;
use crate::bulk::{self, Context};
use crate::config::{self, InputConfig, OutputConfig};
use crate::exit::Failure;
use crate::output::{JsonAnswer, json_line, keep_columns};
use farandole::format::{WriteConfig, write_puzzle};

pub(crate) fn run(args: &ConvertArgs) -> Result<u8, Failure> {
    let input = InputConfig::new(&args.input)?;
    let output = OutputConfig::from(&args.output);
    let mut write = WriteConfig::new(config::format(&args.to)?);
    if let Some(symbols) = &args.to_symbols {
        write.symbols = config::symbols(symbols)?;
    }
    if let Some(empty) = args.empty {
        write.empty = u8::try_from(empty).ok().filter(|sign| sign.is_ascii_graphic()).ok_or_else(|| {
            Failure::Usage(format!("--empty {empty:?}: expected one printable ASCII character"))
        })?;
    }
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
