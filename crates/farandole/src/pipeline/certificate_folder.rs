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
        Some(solution) => format!("exactly one solution:\n\n{}", String::from_utf8_lossy(solution)),
        None => "no solution.\n".into(),
    };
    let statement = puzzle.statement();
    fs::write(folder.join("statement.txt"), format!("{statement}\nClaim: there is {claim}"))?;
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
    /// The commands that check the proof.
    check: &'static str,
    /// How the formula states the rules.
    reading: &'static str,
    /// The part that excludes the solution.
    last: &'static str,
}

const DRAT: Files = Files {
    formula: "formula.cnf",
    proof: "proof.drat",
    check: "drat-trim checks the proof and prints `s VERIFIED`:\n\n\
            ```sh\ndrat-trim formula.cnf proof.drat\n```\n\n\
            cake_lpr, whose machine code is formally verified, checks the proof with the hints that drat-trim adds, and\n\
            prints `s VERIFIED UNSAT`:\n\n\
            ```sh\ndrat-trim formula.cnf proof.drat -L proof.lrat\ncake_lpr formula.cnf proof.lrat\n```\n",
    reading: "Variable `cell * N + digit`, with cells row by row from 0, is true if the cell has the digit. Each clause\n\
              follows from one line of `statement.txt`, in this order: each cell has a digit, and only one; each house has\n\
              each digit, and only once; givens.",
    last: "last clause",
};

const VERIPB: Files = Files {
    formula: "formula.opb",
    proof: "proof.pbp",
    check: "VeriPB 3 checks the proof and prints `s VERIFIED UNSATISFIABLE`:\n\n\
            ```sh\nveripb formula.opb proof.pbp\n```\n",
    reading: "Its comments name the variables of each cell, and the constraint of `statement.txt` that the following\n\
              lines express.",
    last: "last constraint",
};

impl Files {
    /// Returns the description of the folder.
    fn readme(&self, is_proper: bool) -> String {
        let Self { formula, proof, check, reading, last } = self;
        let (claim, solution, but, compare, exclude) = if is_proper {
            (
                "exactly one solution",
                "| `solution.txt` | the solution |\n",
                " and excludes `solution.txt`",
                "`solution.txt` satisfies each line of `statement.txt`; compare them by hand.\n",
                format!(" The {last} excludes the solution."),
            )
        } else {
            ("no solution", "", "", "", String::new())
        };
        format!(
            "# The puzzle has {claim}\n\n| file | contents |\n|---|---|\n\
             | `puzzle.txt` | the puzzle |\n\
             | `statement.txt` | the rules, the givens and the claim, in the notation of mathematics |\n\
             {solution}| `{formula}` | a formula that states the rules{but} |\n\
             | `{proof}` | a proof that no assignment satisfies the formula |\n\n\
             ## Check\n\n{check}\n## What remains to be trusted\n\n\
             {compare}`{formula}` states the rules. {reading}{exclude}\n"
        )
    }
}
