//! `farandole cover split`: splits a problem into files.

use super::source::{Source, knuth_text};
use crate::args::CoverSplitArgs;
use crate::exit::{DONE, Failure};
use crate::messages::shown;
use crate::output::{json_line, print, write_file};
use farandole::cover::checkpoint::PieceLabel;
use farandole::cover::split;
use farandole::json::SCHEMA;
use serde::Serialize;

#[derive(Serialize)]
struct JsonPiece<'a> {
    schema: u32,
    status: &'static str,
    file: String,
    piece: &'a str,
    options: u32,
}

pub(super) fn run(args: &CoverSplitArgs) -> Result<u8, Failure> {
    let source = Source::open(args.file.as_deref(), &args.format)?;
    let pieces = split(&source.problem, args.count.get())
        .map_err(|error| Failure::Unreadable(format!("{}: {error}", source.name)))?;
    std::fs::create_dir_all(&args.folder).map_err(|error| Failure::io(shown(&args.folder), error))?;
    let whole = format!("{:016x}", source.problem.fingerprint());
    let digits = pieces.len().to_string().len();
    let place = |number: usize| args.folder.join(format!("piece-{number:0digits$}.dlx"));
    if let Some(path) = (1..=pieces.len()).map(place).find(|path| path.exists()) {
        return Err(Failure::Usage(format!(
            "{} already exists; expected another directory, or one without the files of a previous split",
            shown(&path)
        )));
    }
    let mut list = Vec::new();
    for (number, piece) in (1..).zip(&pieces) {
        let path = place(number);
        let label = PieceLabel { number, of: pieces.len(), whole: whole.clone() };
        let text = format!("{}\n{}", label.comment(), knuth_text(&piece.problem)?);
        if let Err(failure) = write_file(&path, text.as_bytes()) {
            // Some of the files would be taken for all of them.
            (1..number).map(place).for_each(|path| drop(std::fs::remove_file(path)));
            return Err(failure);
        }
        if args.json {
            let options = piece.problem.options();
            let file = path.to_string_lossy().into_owned();
            json_line(
                &mut list,
                &JsonPiece { schema: SCHEMA, status: "piece", file, piece: &label.to_string(), options },
            );
        } else {
            list.extend_from_slice(format!("{}\n", shown(&path)).as_bytes());
        }
    }
    print(&list)?;
    Ok(DONE)
}
