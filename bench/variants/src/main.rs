//! Solves lists of variants, compares with known solutions, and tells what each one takes.
//!
//! `farandole-bench-variants FILE [NAME [NODES]]`: a file of JSON lines, each with a text of constraints in `input`, or with
//! `n` and `cages` (killers). With a name, only entries whose name or collection contains it. Each line of output: name,
//! collection, answer, milliseconds of processor time for everything, guesses, runs of a rule.

use farandole_puzzle::Cell;
use farandole_puzzle::board::Shape;
use farandole_puzzle::constraint::{Cage, Constraint};
use farandole_puzzle::format::iss;
use farandole_puzzle::variant::{Variant, check};
use farandole_solve::{Config, End, VariantReport, VariantSolver};
use serde_json::Value;

/// Processor time of this process in milliseconds, from the scheduler's statistics.
fn processor_ms() -> f64 {
    let text = std::fs::read_to_string("/proc/self/schedstat").unwrap_or_default();
    text.split(' ').next().and_then(|field| field.parse::<f64>().ok()).map_or(0.0, |nanos| nanos / 1e6)
}

fn killer(json: &Value) -> Option<Variant> {
    let cell = |index: &Value| Cell::new(index.as_u64()? as usize);
    let cages = json["cages"].as_array()?.iter().map(|cage| {
        let cells: Option<Vec<Cell>> = cage["cells"].as_array()?.iter().map(cell).collect();
        Some(Constraint::from(Cage { sum: cage["sum"].as_u64().map(|sum| sum as u32), cells: cells? }))
    });
    let shape = Shape::square(json["n"].as_u64()? as usize).ok()?;
    Variant::new(shape, Vec::new(), cages.collect::<Option<Vec<_>>>()?).ok()
}

fn read(json: &Value) -> Result<Variant, String> {
    match json["input"].as_str() {
        Some(text) => iss::read(text.trim()).map_err(|errors| errors.to_string()),
        None => killer(json).ok_or("no killer".to_string()),
    }
}

/// The answer in a word, and what is wrong with it.
fn verdict(variant: &Variant, json: &Value, first: Option<&[u8]>, report: &VariantReport) -> String {
    let mut text = match (report.end, report.solutions) {
        (End::BudgetSpent, _) => "open".to_string(),
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

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let Some(text) = args.get(1).and_then(|path| std::fs::read_to_string(path).ok()) else {
        eprintln!("usage: farandole-bench-variants FILE [NAME [NODES]]");
        std::process::exit(2);
    };
    let only = args.get(2).map_or("", String::as_str);
    let budget = args.get(3).and_then(|nodes| nodes.parse().ok()).unwrap_or(u64::MAX);
    let config = Config { limit: 2, budget, ..Config::default() };
    let (mut count, mut nodes, mut guessless, began) = (0, 0, 0, processor_ms());
    for line in text.lines() {
        let json: Value = serde_json::from_str(line).unwrap_or_default();
        let field = |key: &str| json[key].as_str().unwrap_or("-").to_string();
        let (name, collection) = (field("name"), field("collection"));
        if !name.contains(only) && !collection.contains(only) {
            continue;
        }
        let start = processor_ms();
        let solved = read(&json).and_then(|variant| {
            let solver = VariantSolver::new(&variant).map_err(|unknown| unknown.to_string())?;
            let (first, report) = solver.first(&config);
            Ok((verdict(&variant, &json, first.as_deref(), &report), report.counters))
        });
        let ms = processor_ms() - start;
        match solved {
            Ok((verdict, counters)) => {
                count += 1;
                nodes += counters.nodes;
                guessless += usize::from(counters.guesses == Some(0));
                let guesses = counters.guesses.unwrap_or(0);
                println!("{name}\t{collection}\t{verdict}\t{ms:.3}\t{guesses}\t{}", counters.updates);
            }
            Err(why) => println!("{name}\t{collection}\tREFUSED: {}\t{ms:.3}", why.replace('\n', "; ")),
        }
    }
    let ms = processor_ms() - began;
    eprintln!("{count} puzzles, {ms:.1} ms, {nodes} nodes, {guessless} without a guess");
}
