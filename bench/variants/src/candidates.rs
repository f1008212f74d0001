//! True candidates of a list of variants, and once more after an edit with the witnesses at hand.
//!
//! Each JSON line has a text of constraints in `input`, and may have one in `edit`. Each line of output: name, milliseconds of
//! processor time for everything, nodes, witnesses, candidates; of the edit milliseconds, nodes and witnesses. `open` stands
//! before what is not finished.

use crate::{processor_ms, within};
use farandole_puzzle::format::iss;
use farandole_puzzle::variant::check;
use farandole_solve::{Config, VariantSolver};
use serde_json::Value;
use std::io::{BufRead, BufReader, Error, Write};

/// What a question took.
struct Measured {
    ms: f64,
    nodes: u64,
    exact: bool,
    candidates: u32,
    witnesses: Vec<Vec<u8>>,
}

/// The true candidates of a text; every witness is checked.
fn measure(text: &str, known: &[Vec<u8>], seconds: f64) -> Result<Measured, String> {
    within(seconds, |cancel| {
        let config = Config { cancel: Some(cancel), ..Config::default() };
        let start = processor_ms();
        let variant = iss::read(text.trim()).map_err(|errors| errors.to_string())?;
        let solver = VariantSolver::new(&variant).map_err(|unknown| unknown.to_string())?;
        let finding = solver.true_candidates(&config, known);
        let ms = processor_ms() - start;
        let (candidates, witnesses) = finding.found.map_or((0, Vec::new()), |found| {
            (found.masks.iter().map(|mask| mask.count_ones()).sum(), found.witnesses)
        });
        for witness in &witnesses {
            check(&variant, witness).map_err(|broken| format!("a witness is wrong: {broken}"))?;
        }
        Ok(Measured { ms, nodes: finding.nodes, exact: finding.exact, candidates, witnesses })
    })
}

/// Measures each line of a file.
pub(crate) fn measure_all(args: &[String]) -> std::io::Result<()> {
    let [path, rest @ ..] = args else {
        eprintln!("usage: farandole-bench-variants --candidates FILE [SECONDS]");
        std::process::exit(2);
    };
    let seconds = rest.first().and_then(|seconds| seconds.parse().ok()).unwrap_or(f64::INFINITY);
    let mut out = std::io::stdout().lock();
    for line in BufReader::new(std::fs::File::open(path)?).lines() {
        let json: Value = serde_json::from_str(&line?)?;
        write!(out, "{}", json["name"].as_str().unwrap_or("-"))?;
        let mut known = Vec::new();
        for text in ["input", "edit"].into_iter().filter_map(|key| json[key].as_str()) {
            let Measured { ms, nodes, exact, candidates, witnesses } =
                measure(text, &known, seconds).map_err(Error::other)?;
            let open = if exact { "" } else { "open " };
            write!(out, "\t{open}{ms:.3}\t{nodes}\t{}\t{candidates}", witnesses.len())?;
            known = witnesses;
        }
        writeln!(out)?;
    }
    Ok(())
}
