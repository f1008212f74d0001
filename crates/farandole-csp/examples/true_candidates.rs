//! Prints the true candidates of a variant: for each cell, the values that it has in some solution. The
//! variant is given as constraint text, the notation of Interactive Sudoku Solver.
//!
//! ```text
//! cargo run --release -p farandole-csp --example true_candidates -- .Shape~4x4.Thermo~R1C1~R1C2~R1C3~R1C4
//! ```

use farandole_csp::{Config, CspSolver, KnownCandidates};
use farandole_puzzle::format::iss;

fn main() -> Result<(), Box<dyn core::error::Error>> {
    let Some(text) = std::env::args().nth(1) else { return Err("expected constraint text".into()) };
    let variant = iss::read(&text)?;
    let solver = CspSolver::new(&variant)?;
    let found = solver.true_candidates(&Config::default(), KnownCandidates::default());
    println!("{found:?}");
    Ok(())
}
