//! `farandole convert`: converts puzzles to another format.

use crate::args::ConvertArgs;
use crate::config;
use crate::exit::{self, Failure};
use crate::output::{Reply, columns_text, keep_columns, push_json, take_text};
use crate::run::{Frame, Job, Print};
use farandole::Puzzle;
use farandole::format::{Column, Columns, Entry, Format, Symbols, WriteConfig, write_puzzle};
use farandole::json::JsonAnswer;
use farandole::pipeline::{Read, Status};
use farandole::variant::{Variant, VariantEntry, variant_text};
use std::borrow::Cow;

pub(crate) fn run(args: &ConvertArgs) -> Result<u8, Failure> {
    let job = Job::new(&args.input, &args.output)?;
    if let Some(form) = Format::variant_by_name(&args.to) {
        return Ok(exit::code(&job.run(&Read, &Texts { form })?));
    }
    let mut write = write_config(args)?;
    if job.output.json && write.format.descriptor().separator.is_some() && write.columns.is_none() {
        // The default row would contain an empty solution too.
        write.columns = Columns::new(&[Column::Givens]).ok();
    }
    let frame = (!job.output.json).then_some(Frame { write: &write, keeps_columns: args.keep_columns });
    let print = Puzzles { write: &write, keep_columns: args.keep_columns };
    Ok(exit::code(&Job { frame, ..job }.run(&Read, &print)?))
}

/// Printer of puzzles.
struct Puzzles<'a> {
    write: &'a WriteConfig,
    keep_columns: bool,
}

impl Print<Read> for Puzzles<'_> {
    fn found(&self, entry: Entry, reply: &mut Reply<'_>) -> Option<Status> {
        reply.begin(&entry, Status::Ok);
        let puzzle = match &entry.puzzle {
            Puzzle::Classic(puzzle) => Cow::Borrowed(puzzle),
            Puzzle::Variant(variant) => match variant.to_puzzle() {
                Some(puzzle) => Cow::Owned(puzzle),
                None => {
                    let why =
                        format!("format {} cannot represent constraints; use --to iss", self.write.format);
                    return reply.decline(Status::Unprintable, why);
                }
            },
        };
        let start = reply.chunk.answers.len();
        let ordinal = if reply.style.json { 0 } else { reply.location.ordinal };
        if let Err(error) = write_puzzle(&mut reply.chunk.answers, &puzzle, self.write, ordinal) {
            reply.chunk.answers.truncate(start);
            return reply.decline(Status::Unprintable, error);
        }
        if reply.style.json {
            let puzzle = Some(take_text(&mut reply.chunk.answers, start));
            let columns = self.keep_columns.then(|| columns_text(&entry.trailing));
            reply.json(JsonAnswer { puzzle, columns, ..JsonAnswer::new(Status::Ok) });
        } else if self.keep_columns {
            keep_columns(&mut reply.chunk.answers, &entry.trailing, self.write.format);
        }
        Some(Status::Ok)
    }
}

/// Printer of puzzles and variants in a text form of variants.
struct Texts {
    form: Format,
}

impl Print<Read> for Texts {
    fn found(&self, entry: Entry, reply: &mut Reply<'_>) -> Option<Status> {
        let mut entry = match entry.by_kind() {
            // A classic puzzle is written without its solution.
            Ok(entry) => match Variant::from_puzzle(&entry.puzzle) {
                Ok(variant) => VariantEntry::new(variant),
                Err(error) => return reply.decline(Status::Unprintable, error),
            },
            Err(entry) => entry,
        };
        entry.warnings.iter().for_each(|warning| reply.detail(warning));
        if !self.form.descriptor().holds_texts {
            let lost = [
                ("title", entry.title.is_some()),
                ("author", entry.author.is_some()),
                ("solution", entry.solution.is_some()),
            ];
            for (what, _) in lost.iter().filter(|(_, is_there)| *is_there) {
                let form = self.form.name();
                reply.detail(format_args!("format {form} cannot represent the {what}"));
            }
        }
        let text = match variant_text(&entry, self.form) {
            Err(_) if entry.rules.is_some() => {
                entry.rules = None;
                let text = variant_text(&entry, self.form);
                if text.is_ok() {
                    let lost =
                        "the rules in words are left out, since they would be read as other constraints";
                    reply.detail(lost);
                }
                text
            }
            text => text,
        };
        let text = match text {
            Ok(text) => text,
            Err(error) => return reply.decline(Status::Unprintable, error),
        };
        if reply.style.json {
            let (title, warnings) = (entry.title.as_deref(), &entry.warnings[..]);
            let answer = JsonAnswer { title, warnings, ..JsonAnswer::new(Status::Ok) };
            reply.json(JsonAnswer { puzzle: Some(text), ..answer });
        } else {
            // Only the formats in JSON contain texts of the input.
            push_json(&mut reply.chunk.answers, &text);
            reply.chunk.answers.extend_from_slice(if self.form.descriptor().is_one_line {
                b"\n"
            } else {
                b"\n\n"
            });
        }
        Some(Status::Ok)
    }
}

/// Returns the output settings. Refuses a character for empty cells that has another meaning.
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
    // Every size needs digits up to about 9. The symbols of larger sizes are checked for each
    // puzzle.
    let size = if let Symbols::Custom(custom) = &write.symbols { custom.bytes().len() } else { 9 };
    if write.format.descriptor().symbols.is_none() && !write.symbols.leaves_empty(write.empty, size) {
        let message = "expected one of . 0 _ * - ? x X that is not a digit of the output";
        return Err(Failure::Usage(format!("--empty {:?}: {message}", char::from(write.empty))));
    }
    if let Some(names) = &args.to_columns {
        let columns = Columns::by_names(names);
        write.columns = Some(columns.map_err(|error| Failure::Usage(format!("--to-columns: {error}")))?);
    }
    Ok(write)
}
