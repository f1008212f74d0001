//! `farandole encode`: writes a puzzle as a formula for other solvers and for proof checkers.

use crate::args::EncodeArgs;
use crate::config::InputConfig;
use crate::exit::{self, Failure};
use crate::messages::shown;
use crate::output::Output;
use crate::text_file::read_text;
use farandole::Puzzle;
use farandole::engines::{Encoding, VariantFormula};
use farandole::pipeline::{Single, single, single_classic};
use farandole::puzzle::Grid;
use farandole::puzzle::format::escaped;
use farandole::variant::{Variant, parse_values};
use std::io::{self, BufWriter, Write};
use std::path::Path;

pub(crate) fn run(args: &EncodeArgs) -> Result<u8, Failure> {
    if args.opb {
        return opb(args);
    }
    let input = InputConfig::new(&args.input)?;
    let Single { entry, source, line } = single_classic(input.single()?, &input.read)?;
    let source = escaped(&*source).to_string();
    let known = match &args.other_than {
        None => None,
        Some(path) => {
            let Single { entry, source, line } = single_classic(path, &input.read)?;
            let source = escaped(&*source).to_string();
            let grid = Grid::new(entry.puzzle.size(), entry.puzzle.givens().to_vec());
            Some(grid.map_err(|error| Failure::Unreadable(format!("{source}:{line}: {error}")))?)
        }
    };
    let encoding = Encoding::new(&entry.puzzle, known.as_ref());
    let encoding = encoding.map_err(|error| Failure::Unreadable(format!("{source}:{line}: {error}")))?;
    written(args.output.as_deref(), |out| encoding.write(out))
}

/// Writes a puzzle of any kind as pseudo-Boolean constraints.
fn opb(args: &EncodeArgs) -> Result<u8, Failure> {
    let input = InputConfig::new(&args.input)?;
    let Single { entry, source, line } = single(input.single()?, &input.read)?;
    let source = escaped(&*source).to_string();
    entry.warnings.iter().for_each(|warning| warn!("{source}:{line}: {warning}"));
    let variant = match entry.puzzle {
        Puzzle::Variant(variant) => variant,
        Puzzle::Classic(puzzle) => Variant::from_puzzle(&puzzle)
            .map_err(|error| Failure::Unreadable(format!("{source}:{line}: {error}")))?,
    };
    let known = args.other_than.as_deref().map(|path| values_in(path, &variant)).transpose()?;
    let formula = VariantFormula::new(&variant, known.as_deref());
    let formula = formula.map_err(|error| Failure::Unsupported(format!("{source}:{line}: {error}")))?;
    written(args.output.as_deref(), |out| formula.write(out))
}

/// Reads the values of all cells from a file.
fn values_in(path: &Path, variant: &Variant) -> Result<Vec<u8>, Failure> {
    let text = read_text(path)?;
    parse_values(variant, &text).ok_or_else(|| {
        let (count, values) = (variant.cell_count(), variant.board().values());
        Failure::Unreadable(format!("{}: expected {count} values, each of {values}", shown(path)))
    })
}

fn written(
    path: Option<&Path>,
    write: impl FnOnce(&mut BufWriter<&mut Output>) -> io::Result<()>,
) -> Result<u8, Failure> {
    let mut out = Output::open(path)?;
    let mut writer = BufWriter::new(&mut out);
    let written = write(&mut writer).and_then(|()| writer.flush());
    drop(writer);
    written.map_err(|error| Failure::io(out.name(), error))?;
    out.finish()?;
    Ok(exit::DONE)
}
