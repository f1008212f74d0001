//! `farandole find`: searches for a grid and its givens together.

use super::delivery::{Delivery, Printer, deliver};
use crate::args::FindArgs;
use crate::config;
use crate::exit::Failure;
use crate::messages::shown;
use crate::text_file::read_text;
use farandole::puzzle::format::iss;
use farandole::research::find::{FindLedger, FindProblem, FindRun, FoundPuzzle};
use farandole::research::generate::{FindAttempts, Order};
use std::collections::HashSet;

pub(crate) fn run(args: &FindArgs) -> Result<u8, Failure> {
    let text = read_text(&args.file)?;
    let unreadable = |what: String| Failure::Unreadable(format!("{}: {what}", shown(&args.file)));
    let variant = farandole::variant::read(&text).map_err(|error| unreadable(error.to_string()))?.puzzle;
    // The fingerprint of the ledger covers everything that determines the results.
    let identity = format!("{} {} {}", iss::write(&variant), args.givens_where, args.changes);
    let problem = FindProblem::new(variant, &args.givens_where, args.changes)
        .map_err(|error| unreadable(error.to_string()))?;
    let seed = match (args.seed, &args.ledger) {
        (Some(seed), _) => seed,
        (None, Some(_)) => 1,
        (None, None) => config::random_seed(),
    };
    let ledger = args.ledger.as_deref().map(|path| FindLedger::open(path, &identity, seed)).transpose();
    let ledger = ledger.map_err(Failure::from)?;
    let mut printer =
        FoundPrinter { problem: &problem, size: problem_size(&problem), printed: HashSet::new() };
    let mut earlier = Vec::new();
    let mut known = 0;
    for (number, givens) in ledger.iter().flat_map(FindLedger::found) {
        if known == args.count {
            break;
        }
        // The ledger is a file that anyone may have changed, so its puzzles are not trusted.
        if !problem.verify_givens(givens) {
            let path = args.ledger.as_deref().map(shown).into_iter();
            let path = path.map(|path| path.to_string()).collect::<String>();
            let what = "expected a puzzle that satisfies the conditions and has exactly one solution";
            return Err(Failure::Unreadable(format!("{path}: the result of search {number}: {what}")));
        }
        known += u64::from(printer.print(givens, &mut earlier)?);
    }
    let mut printer = WithEarlier { printer, earlier };
    let attempts =
        FindAttempts::new(FindRun { problem: &problem, seed, ledger: ledger.as_ref(), share: args.share });
    let order = Order {
        count: args.count.saturating_sub(known),
        tries: args.tries.unwrap_or(u64::MAX),
        time: args.time,
        patience: None,
        threads: config::threads(args.threads),
    };
    let is_random = args.seed.is_none() && args.ledger.is_none();
    let delivery = Delivery {
        output: args.output.as_deref(),
        summary: args.summary,
        quiet: args.quiet,
        random_seed: is_random.then_some(seed),
    };
    let code = deliver(delivery, &order, &attempts, &mut printer)?;
    match attempts.into_error() {
        Some(error) => Err(error.into()),
        None => Ok(code),
    }
}

/// Returns the numbers of rows and columns of the grid.
fn problem_size(problem: &FindProblem) -> (usize, usize) {
    let shape = problem.visible().shape();
    (shape.rows(), shape.cols())
}

/// Writes the puzzles found, each once up to rotations and reflections.
struct FoundPrinter<'a> {
    problem: &'a FindProblem,
    size: (usize, usize),
    printed: HashSet<Vec<u8>>,
}

impl FoundPrinter<'_> {
    /// Adds the text of a puzzle. Returns false if it was printed before.
    fn print(&mut self, givens: &[u8], text: &mut Vec<u8>) -> Result<bool, Failure> {
        if !self.printed.insert(least_image(givens, self.size)) {
            return Ok(false);
        }
        let puzzle = self.problem.puzzle(givens);
        let puzzle =
            puzzle.ok_or_else(|| Failure::Unreadable("the ledger has givens that do not fit".into()))?;
        text.extend_from_slice(iss::write(&puzzle).as_bytes());
        text.extend_from_slice(b"\n\n");
        Ok(true)
    }
}

/// A printer that first writes the puzzles that earlier runs found.
struct WithEarlier<'a> {
    printer: FoundPrinter<'a>,
    earlier: Vec<u8>,
}

impl Printer<(u64, FoundPuzzle)> for WithEarlier<'_> {
    fn add(&mut self, (_, found): &(u64, FoundPuzzle), text: &mut Vec<u8>) -> Result<bool, Failure> {
        text.append(&mut self.earlier);
        self.printer.print(&found.givens, text)
    }

    fn end(&mut self, text: &mut Vec<u8>) {
        text.append(&mut self.earlier);
    }
}

/// Returns the least of the images of a grid under rotations and reflections, or the grid itself if it
/// is not square.
fn least_image(grid: &[u8], (rows, cols): (usize, usize)) -> Vec<u8> {
    let images = if rows == cols { 8 } else { 1 };
    let image = |symmetry: u32| -> Vec<u8> {
        let of_cell = |cell: usize| {
            let (row, col) = (cell / cols, cell % cols);
            let (row, col) = if symmetry & 1 == 0 { (row, col) } else { (col, row) };
            let row = if symmetry & 2 == 0 { row } else { rows - 1 - row };
            let col = if symmetry & 4 == 0 { col } else { cols - 1 - col };
            grid[row * cols + col]
        };
        (0..grid.len()).map(of_cell).collect()
    };
    (0..images).map(image).min().unwrap_or_default()
}
