//! `farandole cover make`.

use super::json;
use super::source::{knuth_text, write_out};
use crate::args::{CoverFamily, CoverMakeArgs};
use crate::exit::{DONE, Failure};
use farandole::cover::{Random, make};

pub(super) fn run(args: &CoverMakeArgs) -> Result<u8, Failure> {
    let mut random = Random::new(args.seed);
    let problem = match args.family {
        CoverFamily::Queens { n } => make::queens(n),
        CoverFamily::Langford { n } => make::langford(n),
        CoverFamily::Dominoes { rows, columns } => make::dominoes(rows, columns),
        CoverFamily::Pentominoes { rows, columns } => make::polyominoes(5, rows, columns),
        CoverFamily::Polyomino { n, rows, columns } => make::polyominoes(n, rows, columns),
        CoverFamily::Polycube { x, y, z } => make::flat_pentacubes(x, y, z),
        CoverFamily::Soma => make::soma(),
        CoverFamily::Sudoku { rows, columns, ref givens } => {
            make::sudoku(rows, columns, &cells(givens.as_deref().unwrap_or_default()))
        }
        CoverFamily::Latin { n, holes } => make::latin(n, holes.unwrap_or(u32::MAX), &mut random),
        CoverFamily::Macmahon { rows, columns, any_border } => {
            let border = if any_border { make::Border::Any } else { make::Border::One };
            make::macmahon(rows, columns, border)
        }
        CoverFamily::Random { items, options, size } => make::random(items, options, size, &mut random),
        CoverFamily::Bell { n } => make::bell(n),
        CoverFamily::Matchings { n } => make::matchings(n),
    };
    let problem = problem.map_err(|error| Failure::Usage(error.to_string()))?;
    let text = if args.json { json::write(&problem) } else { knuth_text(&problem)? };
    write_out(args.output.as_deref(), text.as_bytes())?;
    Ok(DONE)
}

/// Digits of a line of cells: 1-9, then letters for 10 and more; 0 for everything else.
fn cells(line: &str) -> Vec<u32> {
    line.chars().map(|sign| sign.to_digit(36).unwrap_or(0)).collect()
}
