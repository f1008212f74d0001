//! `farandole cover make`: writes problems of well-known families.

use super::source::{knuth_text, write_out};
use crate::args::{CoverFamily, CoverMakeArgs};
use crate::exit::{DONE, Failure};
use crate::text_file::read_text;
use farandole::cover::{Problem, Random, format, generate};

pub(super) fn run(args: &CoverMakeArgs) -> Result<u8, Failure> {
    let mut random = Random::new(args.seed);
    let problem = match args.family {
        CoverFamily::Tiling { ref board, ref pieces, leave } => {
            let problem = generate::tiling(&read_text(board)?, &read_text(pieces)?, leave);
            let problem = problem.map_err(|error| Failure::Unreadable(error.to_string()))?;
            return write(args, &problem);
        }
        CoverFamily::Queens { n } => generate::queens(n),
        CoverFamily::Langford { n } => generate::langford(n),
        CoverFamily::Dominoes { rows, columns } => generate::dominoes(rows, columns),
        CoverFamily::Pentominoes { rows, columns } => generate::polyominoes(5, rows, columns),
        CoverFamily::Polyomino { n, rows, columns } => generate::polyominoes(n, rows, columns),
        CoverFamily::Polycube { x, y, z } => generate::flat_pentacubes(x, y, z),
        CoverFamily::Soma => generate::soma(),
        CoverFamily::Sudoku { rows, columns, ref givens } => {
            generate::sudoku(rows, columns, &cells(rows, columns, givens.as_deref())?)
        }
        CoverFamily::Latin { n, holes } => generate::latin(n, holes.unwrap_or(u32::MAX), &mut random),
        CoverFamily::Macmahon { rows, columns, any_border } => {
            let border = if any_border { generate::Border::Any } else { generate::Border::One };
            generate::macmahon(rows, columns, border)
        }
        CoverFamily::Random { items, options, size } => generate::random(items, options, size, &mut random),
        CoverFamily::Bell { n } => generate::bell(n),
        CoverFamily::Matchings { n } => generate::matchings(n),
    };
    let problem = problem.map_err(|error| Failure::Usage(error.to_string()))?;
    write(args, &problem)
}

/// Writes a problem in the requested format.
fn write(args: &CoverMakeArgs, problem: &Problem) -> Result<u8, Failure> {
    if problem.primary_items() == 0 {
        return Err(Failure::Usage("make: a problem of this size has no items".into()));
    }
    let text = if args.json { format::write_json(problem) } else { knuth_text(problem)? };
    write_out(args.output.as_deref(), text.as_bytes())?;
    Ok(DONE)
}

/// Parses a line of cells: digits 1-9, then letters for 10 and more; any other character is 0.
fn cells(rows: u32, columns: u32, line: Option<&str>) -> Result<Vec<u32>, Failure> {
    let Some(line) = line else { return Ok(Vec::new()) };
    let cells: Vec<u32> = line.chars().map(|sign| sign.to_digit(36).unwrap_or(0)).collect();
    let size = u64::from(rows) * u64::from(columns);
    if size.checked_mul(size) != Some(cells.len() as u64) {
        let found = cells.len();
        return Err(Failure::Usage(format!(
            "make sudoku: expected givens for {size} by {size} cells, found {found}"
        )));
    }
    Ok(cells)
}
