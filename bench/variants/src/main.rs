//! Solves lists of variants, compares the answers with known solutions, and prints the cost of
//! each.
//!
//! `farandole-bench-variants FILE [NAME [NODES [SECONDS [SEARCH]]]]` reads a file of JSON lines, or
//! standard input for `-`. Each line has a text of constraints in `input`, or `n` and `cages`
//! (killers). NAME selects entries whose name or collection contains it. Each line of output has
//! the name, the collection, the answer, the milliseconds of processor time in total and for the
//! setup, the guesses, and the runs of propagators. A line is answered before the next one is read,
//! so that another program such as `beside_iss.mjs` can query puzzle by puzzle. SEARCH is
//! `depth-first` or `learning` for one of the two searches that otherwise take turns.
//!
//! `farandole-bench-variants --candidates FILE [SECONDS]` measures [true candidates](candidates)
//! instead.

mod candidates;

use farandole_formats::constraint_text;
use farandole_puzzle::Cell;
use farandole_puzzle::board::Shape;
use farandole_puzzle::constraint::{Cage, Constraint, Diagonal, Given, Jigsaw, NoBoxes};
use farandole_puzzle::variant::{Variant, check};
use farandole_solve::{Config, Counters, End, PuzzleSolver, Report, VariantSearch};
use rustix::time::{ClockId, clock_gettime};
use serde_json::Value;
use std::collections::BTreeSet;
use std::io::{BufRead, Write};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

/// Returns the processor time of this thread in milliseconds.
fn processor_ms() -> f64 {
    milliseconds(ClockId::ThreadCPUTime)
}

/// Returns the time of a clock in milliseconds.
fn milliseconds(clock: ClockId) -> f64 {
    let now = clock_gettime(clock);
    now.tv_sec as f64 * 1e3 + now.tv_nsec as f64 / 1e6
}

/// Reads a killer with `n` and `cages`, and optionally `regions` (a letter for each cell), `xdiag` and `givens`
/// (`.` for an empty cell).
fn killer(json: &Value) -> Option<Variant> {
    let cell = |index: &Value| Cell::new(index.as_u64()? as usize);
    let cages = json["cages"].as_array()?.iter().map(|cage| {
        let cells: Option<Vec<Cell>> = cage["cells"].as_array()?.iter().map(cell).collect();
        Some(Constraint::from(Cage { sum: cage["sum"].as_u64().map(|sum| sum as u32), cells: cells? }))
    });
    let mut constraints = cages.collect::<Option<Vec<_>>>()?;
    if let Some(regions) = json["regions"].as_str()
        && !has_boxes_of_nine(regions.as_bytes())
    {
        let labels: BTreeSet<u8> = regions.bytes().collect();
        let piece = |label| (0..).zip(regions.bytes()).filter(move |(_, other)| *other == label);
        let pieces = labels.into_iter().map(|label| piece(label).map(|(at, _)| Cell::new(at)).collect());
        let pieces = pieces.collect::<Option<Vec<Vec<Cell>>>>()?;
        constraints.extend([NoBoxes {}.into(), Jigsaw { pieces }.into()]);
    }
    if json["xdiag"].as_bool() == Some(true) {
        let diagonals = [farandole_puzzle::Diagonal::Main, farandole_puzzle::Diagonal::Anti];
        constraints.extend(diagonals.map(|diagonal| Diagonal { diagonal }.into()));
    }
    for (at, byte) in
        json["givens"].as_str().unwrap_or("").bytes().enumerate().filter(|(_, byte)| *byte != b'.')
    {
        constraints.push(Given { cell: Cell::new(at)?, mask: 1 << byte.checked_sub(b'1')? }.into());
    }
    let shape = Shape::square(json["n"].as_u64()? as usize).ok()?;
    Variant::new(shape, Vec::new(), constraints).ok()
}

/// Returns true if these are the labels of the boxes of a 9x9 grid.
fn has_boxes_of_nine(regions: &[u8]) -> bool {
    let first = |at: usize| at / 27 * 27 + at % 9 / 3 * 3;
    regions.len() == 81 && (0..81).all(|at| regions[at] == regions[first(at)])
}

fn read(json: &Value) -> Result<Variant, String> {
    match json["input"].as_str() {
        Some(text) => {
            constraint_text::read(text.trim()).map(|read| read.variant).map_err(|errors| errors.to_string())
        }
        None => killer(json).ok_or("no killer".to_string()),
    }
}

/// Returns the answer as a word, with the error if it is wrong.
fn verdict(variant: &Variant, json: &Value, first: Option<&[u8]>, report: &Report) -> String {
    let mut text = match (report.end, report.solutions) {
        (End::BudgetSpent | End::Cancelled, _) => "open".to_string(),
        (_, 0) => "none".to_string(),
        (_, 1) => "one".to_string(),
        _ => "several".to_string(),
    };
    let Some(values) = first else { return text };
    if let Err(broken) = check(variant, values) {
        text += &format!(", BROKEN: {broken}");
    }
    let grid: String = values[..variant.board().grid_count()]
        .iter()
        .map(|&value| if value < 10 { (b'0' + value) as char } else { (b'A' + value - 10) as char })
        .collect();
    let listed = json["solution"].as_str().unwrap_or("");
    if report.solutions == 1
        && listed.bytes().all(|byte| byte.is_ascii_digit())
        && !listed.is_empty()
        && grid != listed
    {
        text += ", not the listed solution";
    }
    text
}

/// The cost of an entry.
struct Measured {
    verdict: String,
    /// Milliseconds of processor time in total and for the setup.
    ms: f64,
    setup: f64,
    counters: Counters,
}

/// Calls a function with a flag that is set after this many seconds of processor time.
fn within<T>(seconds: f64, call: impl FnOnce(&AtomicBool) -> T) -> T {
    let cancel = AtomicBool::new(false);
    if seconds.is_infinite() {
        return call(&cancel);
    }
    let start = milliseconds(ClockId::ProcessCPUTime);
    std::thread::scope(|scope| {
        let (done, wait) = channel::<()>();
        let cancel = &cancel;
        scope.spawn(move || {
            while let Err(RecvTimeoutError::Timeout) = wait.recv_timeout(Duration::from_millis(50)) {
                let spent = milliseconds(ClockId::ProcessCPUTime) - start;
                cancel.store(spent > 1000.0 * seconds, Ordering::Relaxed);
            }
        });
        let answer = call(cancel);
        drop(done);
        answer
    })
}

/// Reads, solves and checks an entry within this many nodes and seconds of processor time.
fn measure(json: &Value, budget: u64, seconds: f64, search: VariantSearch) -> Result<Measured, String> {
    within(seconds, |cancel| {
        let config = Config { limit: 2, budget, cancel: Some(cancel), ..Config::default() };
        let start = processor_ms();
        let variant = read(json)?;
        let before = processor_ms();
        let solver = PuzzleSolver::new(&variant).map_err(|unknown| unknown.to_string())?;
        let setup = processor_ms() - before;
        let (first, report) = match search {
            VariantSearch::Alternating => solver.first(&config),
            search => {
                let mut first = None;
                let report = solver.run_by(search, &config, &mut |values| {
                    first.get_or_insert_with(|| values.to_vec());
                    ControlFlow::Continue(())
                });
                report.map(|report| (first, report))
            }
        }
        .map_err(|unsupported| unsupported.to_string())?;
        let verdict = verdict(&variant, json, first.as_deref(), &report);
        let ms = processor_ms() - start;
        Ok(Measured { verdict, ms, setup, counters: report.counters })
    })
}

fn main() -> std::io::Result<()> {
    let args: Vec<String> = std::env::args().collect();
    if args.get(1).is_some_and(|flag| flag == "--candidates") {
        return candidates::measure_all(&args[2..]);
    }
    let lines: Box<dyn BufRead> = match args.get(1).map(String::as_str) {
        Some("-") => Box::new(std::io::stdin().lock()),
        Some(path) => Box::new(std::io::BufReader::new(std::fs::File::open(path)?)),
        None => {
            eprintln!("usage: farandole-bench-variants FILE [NAME [NODES [SECONDS [SEARCH]]]]");
            std::process::exit(2);
        }
    };
    let only = args.get(2).map_or("", String::as_str);
    let budget = args.get(3).and_then(|nodes| nodes.parse().ok()).unwrap_or(u64::MAX);
    let seconds = args.get(4).and_then(|seconds| seconds.parse().ok()).unwrap_or(f64::INFINITY);
    let search =
        args.get(5).and_then(|name| VariantSearch::by_name(name)).unwrap_or(VariantSearch::Alternating);
    let mut out = std::io::stdout().lock();
    let (mut count, mut nodes, mut guessless, mut total, mut setup) = (0, 0, 0, 0.0, 0.0);
    for line in lines.lines() {
        let json: Value = serde_json::from_str(&line?).unwrap_or_default();
        let field = |key: &str| json[key].as_str().unwrap_or("-").to_string();
        let (name, collection) = (field("name"), field("collection"));
        if !name.contains(only) && !collection.contains(only) {
            continue;
        }
        match measure(&json, budget, seconds, search) {
            Ok(Measured { verdict, ms, setup: of_setup, counters }) => {
                count += 1;
                nodes += counters.nodes;
                guessless += usize::from(counters.guesses == Some(0));
                (total, setup) = (total + ms, setup + of_setup);
                let guesses = counters.guesses.unwrap_or(0);
                writeln!(
                    out,
                    "{name}\t{collection}\t{verdict}\t{ms:.3}\t{of_setup:.3}\t{guesses}\t{}",
                    counters.updates
                )?;
            }
            Err(why) => writeln!(out, "{name}\t{collection}\tREFUSED: {}", why.replace('\n', "; "))?,
        }
        out.flush()?;
    }
    eprintln!(
        "{count} puzzles, {total:.1} ms, setup {setup:.1} ms, {nodes} nodes, {guessless} without a guess"
    );
    Ok(())
}
