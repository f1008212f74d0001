//! Measures the true candidates of a list of variants, and those after an edit, given the first
//! answer.
//!
//! Each JSON line has a text of constraints in `input` and optionally one in `edit`. Each line of
//! output has the name, the milliseconds of processor time for everything, nodes, witnesses and
//! candidates, a checksum of the candidates, and the same for the edit. `open` precedes an
//! unfinished result.

use crate::{processor_ms, within};
use farandole_formats::constraint_text;
use farandole_puzzle::variant::{Variant, check};
use farandole_solve::{Config, Finding, KnownCandidates, PuzzleSolver, TrueCandidates};
use serde_json::Value;
use std::io::{BufRead, BufReader, Write};

/// The cost of a query.
struct Measured {
    ms: f64,
    variant: Variant,
    finding: Finding<TrueCandidates>,
}

/// Finds the true candidates of a text, given those of an earlier one. Checks every witness.
fn measure(text: &str, earlier: Option<&Measured>, seconds: f64) -> Result<Measured, String> {
    within(seconds, |cancel| {
        let config = Config { cancel: Some(cancel), ..Config::default() };
        let start = processor_ms();
        let variant = constraint_text::read(text.trim()).map_err(|errors| errors.to_string())?.variant;
        let solver = PuzzleSolver::new(&variant).map_err(|unknown| unknown.to_string())?;
        let known = earlier.map(|earlier| KnownCandidates::of(&earlier.finding, &earlier.variant, &variant));
        let finding = solver.true_candidates(&config, known.unwrap_or_default());
        let finding = finding.map_err(|unsupported| unsupported.to_string())?;
        let ms = processor_ms() - start;
        for witness in finding.found.iter().flat_map(|found| &found.witnesses) {
            check(&variant, witness).map_err(|broken| format!("a witness is wrong: {broken}"))?;
        }
        Ok(Measured { ms, variant, finding })
    })
}

/// Returns a checksum of masks, to compare the answers of two programs.
fn checksum(masks: &[u64]) -> u32 {
    let bytes = masks.iter().flat_map(|mask| mask.to_le_bytes());
    // FNV-1a.
    bytes.fold(0x811c_9dc5, |sum, byte| (sum ^ u32::from(byte)).wrapping_mul(0x0100_0193))
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
        let mut earlier = None;
        for text in ["input", "edit"].into_iter().filter_map(|key| json[key].as_str()) {
            let measured = match measure(text, earlier.as_ref(), seconds) {
                Ok(measured) => measured,
                Err(why) => {
                    write!(out, "\tREFUSED: {}", why.replace('\n', "; "))?;
                    break;
                }
            };
            let Measured { ms, finding, .. } = &measured;
            let open = if finding.exact { "" } else { "open " };
            let (masks, witnesses) = finding
                .found
                .as_ref()
                .map_or((&[][..], 0), |found| (&found.masks[..], found.witnesses.len()));
            let candidates: u32 = masks.iter().map(|mask| mask.count_ones()).sum();
            let sum = checksum(masks);
            write!(out, "\t{open}{ms:.3}\t{}\t{witnesses}\t{candidates}\t{sum:08x}", finding.nodes)?;
            earlier = Some(measured);
        }
        writeln!(out)?;
    }
    Ok(())
}
