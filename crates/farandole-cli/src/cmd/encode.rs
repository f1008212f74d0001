//! `farandole encode`: a puzzle as a formula for other solvers and for proof checkers.

use crate::args::EncodeArgs;
use crate::bulk;
use crate::cmd::one::{One, one_puzzle};
use crate::config::InputConfig;
use crate::exit::{self, Failure};
use farandole::Encoding;
use farandole::puzzle::Grid;
use std::io::{BufWriter, Write};

pub(crate) fn run(args: &EncodeArgs) -> Result<u8, Failure> {
    let input = InputConfig::new(&args.input)?;
    let One { entry, place } = one_puzzle(&input)?;
    let known = match &args.other_than {
        None => None,
        Some(path) => {
            let One { entry, place } = one_puzzle(&InputConfig { paths: vec![path.clone()], ..input })?;
            let grid = Grid::new(entry.puzzle.size(), entry.puzzle.givens().to_vec());
            Some(grid.map_err(|error| Failure::Unreadable(format!("{place}: {error}")))?)
        }
    };
    let encoding = Encoding::new(&entry.puzzle, known.as_ref());
    let encoding = encoding.map_err(|error| Failure::Unreadable(format!("{place}: {error}")))?;
    let mut writer = BufWriter::new(bulk::open_output(args.output.as_deref())?);
    encoding
        .write(&mut writer)
        .and_then(|()| writer.flush())
        .map_err(|error| Failure::io("output", error))?;
    Ok(exit::DONE)
}
