//! A folder that proves an answer to readers who trust no part of this program: the puzzle, its statement, the formula,
//! the proof, and the commands that check it.

use super::certificate::{Certificate, certify};
use crate::config::Config;
use crate::variant::grid_text;
use farandole_formats::{Format, WriteConfig, write_grid, write_puzzle};
use farandole_puzzle::format::iss;
use farandole_puzzle::variant::Variant;
use farandole_puzzle::{ClassicPuzzle, Grid, Puzzle};
use farandole_solve::{Encoding, VariantFormula};
use std::fmt::Display;
use std::fs;
use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::sync::atomic::AtomicBool;

/// Proves the answer for a puzzle with [`certify`], and writes a folder with these files:
///
/// - `puzzle.txt` and `statement.txt`, the puzzle as text and in the notation of mathematics;
/// - `solution.txt`, unless there is none;
/// - `formula.cnf` and `proof.drat` for a classic puzzle, `formula.opb` and `proof.pbp` for a variant;
/// - `README.md`, with the commands that check the proof.
///
/// The folder is created if it does not exist and there is a proof. Files of an earlier certificate are replaced.
///
/// # Errors
/// If a file cannot be written.
pub fn certify_in(
    puzzle: &Puzzle,
    config: &Config,
    stop: Option<&AtomicBool>,
    folder: &Path,
) -> io::Result<Certificate> {
    let is_new = !folder.exists();
    fs::create_dir_all(folder)?;
    let files = if puzzle.variant().is_some() { &VERIPB } else { &DRAT };
    let certificate = certify(puzzle, config, stop, &folder.join(files.proof))?;
    let Certificate::Written(first) = &certificate else {
        if is_new {
            fs::remove_dir(folder)?;
        }
        return Ok(certificate);
    };
    let mut out = BufWriter::new(fs::File::create(folder.join(files.formula))?);
    let solution = match puzzle {
        Puzzle::Classic(puzzle) => {
            let grid = first.as_ref().map(|values| Grid::new(puzzle.size(), values.clone()));
            let grid = grid.transpose().map_err(other)?;
            Encoding::new(puzzle, grid.as_ref()).map_err(other)?.write(&mut out)?;
            grid.map(|grid| line_of(puzzle, &grid)).transpose()?
        }
        Puzzle::Variant(variant) => {
            VariantFormula::new(variant, first.as_deref()).map_err(other)?.write(&mut out)?;
            first.as_ref().map(|values| (grid_text(variant, values) + "\n").into_bytes())
        }
    };
    out.flush()?;
    fs::write(folder.join("puzzle.txt"), text_of(puzzle)?)?;
    if let Some(solution) = &solution {
        fs::write(folder.join("solution.txt"), solution)?;
    }
    let claim = match &solution {
        Some(solution) => format!("exactly one solution:\n\n{}\n", String::from_utf8_lossy(solution)),
        None => "no solution.\n\n".into(),
    };
    let statement = puzzle.statement();
    fs::write(folder.join("statement.txt"), format!("Claim: there is {claim}{statement}"))?;
    fs::write(folder.join("README.md"), files.readme(solution.is_some()))?;
    Ok(certificate)
}

fn other(error: impl Display) -> io::Error {
    io::Error::other(error.to_string())
}

fn line_of(puzzle: &ClassicPuzzle, grid: &Grid) -> io::Result<Vec<u8>> {
    let mut text = Vec::new();
    write_grid(&mut text, puzzle, grid, &WriteConfig::new(Format::Line), 0).map_err(other)?;
    Ok(text)
}

/// Returns the puzzle as one line of cells if it has no houses and candidates of its own, otherwise as constraint text.
fn text_of(puzzle: &Puzzle) -> io::Result<Vec<u8>> {
    let variant = match puzzle {
        Puzzle::Classic(puzzle) => {
            let mut text = Vec::new();
            let line = write_puzzle(&mut text, puzzle, &WriteConfig::new(Format::Line), 0);
            if line.is_ok()
                && farandole_formats::parse_puzzle(&String::from_utf8_lossy(&text)).as_ref() == Ok(puzzle)
            {
                return Ok(text);
            }
            Variant::from_puzzle(puzzle).map_err(other)?
        }
        Puzzle::Variant(variant) => variant.clone(),
    };
    Ok((iss::write(&variant) + "\n").into_bytes())
}

/// The formula and the proof of a certificate, and what the README states about them.
struct Files {
    formula: &'static str,
    proof: &'static str,
    /// The command that checks the proof, and its output.
    check: &'static str,
    /// The checker, which must be trusted.
    checker: &'static str,
    /// How the formula states the rules.
    reading: &'static str,
    /// The part that excludes the solution.
    last: &'static str,
}

const DRAT: Files = Files {
    formula: "formula.cnf",
    proof: "proof.drat",
    check: "```sh\ndrat-trim formula.cnf proof.drat\n```\n\n\
            [drat-trim](https://github.com/marijnheule/drat-trim) prints `s VERIFIED`.\n\n\
            To trust less, check again with [cake_lpr](https://github.com/tanyongkiam/cake_lpr), whose machine code is\n\
            formally verified. It prints `s VERIFIED UNSAT`:\n\n\
            ```sh\ndrat-trim formula.cnf proof.drat -L proof.lrat\ncake_lpr formula.cnf proof.lrat\n```\n",
    checker: "drat-trim, or only cake_lpr",
    reading: "`formula.cnf` is in the DIMACS format. If N is the number of values, variable N c + d is true if cell c has the\n\
              value d, with cells counted from 0, row by row. The clauses express, in this order: each cell has a value, and\n\
              only one; each house has each value, and no value twice; the givens.",
    last: "last clause",
};

const VERIPB: Files = Files {
    formula: "formula.opb",
    proof: "proof.pbp",
    check: "```sh\nveripb formula.opb proof.pbp\n```\n\n\
            [VeriPB](https://gitlab.com/MIAOresearch/software/VeriPB) 3 prints `s VERIFIED UNSATISFIABLE`.\n",
    checker: "VeriPB",
    reading: "A comment at the start of `formula.opb` defines each variable: `x2 = R1C1=2` states that x2 is 1 if r1c1 = 2, and\n\
              otherwise 0. A comment before each group of lines names the condition that the group expresses, and the\n\
              further variables of the group, if any. Whenever the condition holds, the group can be satisfied by a choice\n\
              of their values.",
    last: "last line",
};

impl Files {
    /// Returns the description of the folder.
    fn readme(&self, is_proper: bool) -> String {
        let Self { formula, proof, check, checker, reading, last } = self;
        let (claim, file, but, own, other, exclude) = if is_proper {
            (
                "exactly one solution",
                "| `solution.txt` | the values of the solution, row by row |\n",
                ", and that the solution is not `solution.txt`",
                "- `solution.txt` meets every condition. This can be checked by hand.\n",
                "other ",
                format!(" The {last} excludes\n`solution.txt`."),
            )
        } else {
            ("no solution", "", "", "", "", String::new())
        };
        format!(
            "# The puzzle has {claim}\n\n\
             `statement.txt` contains the exact claim, with all conditions on a solution.\n\n\
             ## Check\n\n{check}\n\
             The check shows that no assignment satisfies `{formula}`. The claim follows from the points below.\n\n\
             ## What must be trusted\n\n\
             - `statement.txt` describes the intended puzzle.\n\
             {own}\
             - Each {other}solution would satisfy `{formula}`.\n\
             - The checker is correct: {checker}.\n\n\
             The program that wrote these files need not be trusted.\n\n\
             ## How to read the formula\n\n{reading}{exclude}\n\n\
             ## Files\n\n| file | contents |\n|---|---|\n\
             | `puzzle.txt` | the puzzle as text for Farandole |\n\
             | `statement.txt` | the claim and the conditions, in the notation of mathematics |\n\
             {file}| `{formula}` | a formula that states the conditions{but} |\n\
             | `{proof}` | a proof that no assignment satisfies the formula |\n"
        )
    }
}
