//! `farandole encode`: a puzzle as a formula for other solvers and for proof checkers.

use crate::args::EncodeArgs;
use crate::config::InputConfig;
use crate::exit::{self, Failure};
use crate::run::open_output;
use farandole::engines::Encoding;
use farandole::pipeline::{SinglePuzzle, single_puzzle};
use farandole::puzzle::Grid;
use std::io::{BufWriter, Write};

pub(crate) fn run(args: &EncodeArgs) -> Result<u8, Failure> {
    let input = InputConfig::new(&args.input)?;
    let SinglePuzzle { entry, source, line } = single_puzzle(input.single()?, &input.read)?;
    let known = match &args.other_than {
        None => None,
        Some(path) => {
            let SinglePuzzle { entry, source, line } = single_puzzle(path, &input.read)?;
            let grid = Grid::new(entry.puzzle.size(), entry.puzzle.givens().to_vec());
            Some(grid.map_err(|error| Failure::Unreadable(format!("{source}:{line}: {error}")))?)
        }
    };
    let encoding = Encoding::new(&entry.puzzle, known.as_ref());
    let encoding = encoding.map_err(|error| Failure::Unreadable(format!("{source}:{line}: {error}")))?;
    let mut writer = BufWriter::new(open_output(args.output.as_deref())?);
    encoding
        .write(&mut writer)
        .and_then(|()| writer.flush())
        .map_err(|error| Failure::io("output", error))?;
    Ok(exit::DONE)
}
