//! `farandole solve --proof`: solves a puzzle and writes a certificate of the answer.

use crate::args::SolveArgs;
use crate::config::{self, InputConfig};
use crate::exit::{self, Failure};
use crate::run::open_output;
use farandole::Alarm;
use farandole::format::{Format, WriteConfig, write_grid};
use farandole::pipeline::{
    Certificate, Single, SinglePuzzle, SingleVariant, Status, VariantCertificate, certify, certify_variant,
    single,
};
use farandole::variant::grid_text;
use std::path::Path;

/// Answers one puzzle with the chosen engine, proves the answer and prints it.
pub(crate) fn run(args: &SolveArgs, path: &Path) -> Result<u8, Failure> {
    let input = InputConfig::new(&args.input)?;
    let format = config::to(args.to.as_deref())?.unwrap_or(Format::Line);
    let config = config::search(&args.run, 2)?;
    let SinglePuzzle { entry, source, line } = match single(input.single()?, &input.read)? {
        Single::Puzzle(puzzle) => puzzle,
        Single::Variant(variant) => return self::variant(args, &variant, path),
    };
    let certificate = certify(&entry.puzzle, &config, Alarm::after(args.run.time).flag(), path)
        .map_err(|error| Failure::io(path.display(), error))?;
    let refusal = match &certificate {
        Certificate::Written(_) => None,
        Certificate::Several => {
            Some((Status::Several, exit::DONE, "several solutions, so there is nothing to prove".into()))
        }
        Certificate::ArgumentError(kind, cells) => {
            let why = format!("{kind} has {cells} cells: no proof is needed, and none is written");
            Some((Status::None, exit::DONE, why))
        }
        Certificate::GaveUp(nodes) => {
            Some((Status::GaveUp, exit::UNDECIDED, format!("gave up after {nodes} nodes")))
        }
        Certificate::Unsupported(unsupported) => {
            Some((Status::Unsupported, exit::UNDECIDED, unsupported.to_string()))
        }
        Certificate::Wrong(engine, violation) => {
            Some((Status::Wrong, exit::CHECK_FAILED, format!("{engine}: {violation}")))
        }
        Certificate::Disagree(engine) => {
            Some((Status::Wrong, exit::CHECK_FAILED, format!("{engine} and the proof disagree")))
        }
        _ => return Err(Failure::Usage("unknown kind of certificate".into())),
    };
    let mut text = Vec::new();
    let mut code = exit::DONE;
    if let Some((status, refused, why)) = refusal {
        warn!("{source}:{line}: {why}");
        text = format!("!{}\n", status.name()).into_bytes();
        code = refused;
    } else if let Certificate::Written(Some(grid)) = &certificate {
        let write = WriteConfig { symbols: entry.symbols.clone(), ..WriteConfig::new(format) };
        write_grid(&mut text, &entry.puzzle, grid, &write, 0)
            .map_err(|error| Failure::Unreadable(format!("{source}:{line}: {error}")))?;
    } else {
        text = b"!none\n".to_vec();
    }
    print(args, &text)?;
    Ok(code)
}

/// Writes the answer.
fn print(args: &SolveArgs, text: &[u8]) -> Result<(), Failure> {
    let mut writer = open_output(args.output.output.as_deref())?;
    writer.write_all(text).and_then(|()| writer.flush()).map_err(|error| Failure::io("output", error))
}

/// Answers a variant, proves the answer and prints it.
fn variant(args: &SolveArgs, single: &SingleVariant, path: &Path) -> Result<u8, Failure> {
    let SingleVariant { entry, source, line } = single;
    if let Some(format) = &args.to {
        return Err(Failure::Usage(format!(
            "--to {format}: not supported for variants, whose solutions are one line of cells"
        )));
    }
    entry.warnings.iter().for_each(|warning| warn!("{source}:{line}: {warning}"));
    let config = config::search(&args.run, 2)?;
    let variant = &entry.puzzle;
    let certificate = certify_variant(variant, &config, Alarm::after(args.run.time).flag(), path)
        .map_err(|error| Failure::io(path.display(), error))?;
    let (status, code, why) = match certificate {
        VariantCertificate::Written(values) => {
            let text = values.map_or_else(|| "!none".into(), |values| grid_text(variant, &values));
            print(args, format!("{text}\n").as_bytes())?;
            return Ok(exit::DONE);
        }
        VariantCertificate::Several => {
            (Status::Several, exit::DONE, "several solutions, so there is nothing to prove".into())
        }
        VariantCertificate::GaveUp => (Status::GaveUp, exit::UNDECIDED, "gave up".into()),
        VariantCertificate::NotEncoded(error) => (Status::Unsupported, exit::UNDECIDED, error.to_string()),
        VariantCertificate::Unsupported(error) => (Status::Unsupported, exit::UNDECIDED, error.to_string()),
        VariantCertificate::Gap(cells) => {
            let names: Vec<String> =
                cells.iter().map(|cell| variant.board().name(*cell).to_string()).collect();
            let why = format!("no proof: the inferences about {} take too many steps", names.join(" "));
            (Status::GaveUp, exit::UNDECIDED, why)
        }
        VariantCertificate::Wrong(broken) => (Status::Wrong, exit::CHECK_FAILED, broken.to_string()),
        VariantCertificate::Disagree => {
            (Status::Wrong, exit::CHECK_FAILED, "the search and the proof disagree".into())
        }
        _ => return Err(Failure::Usage("unknown kind of certificate".into())),
    };
    warn!("{source}:{line}: {why}");
    print(args, format!("!{}\n", status.name()).as_bytes())?;
    Ok(code)
}
