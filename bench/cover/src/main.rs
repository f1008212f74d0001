//! Counts solutions with every engine, checks that they agree, and compares their times.
//!
//! ```text
//! farandole-bench-cover [--rounds N] [--engines A,B] [--record] [--sudoku FILE]... [FILE.dlx]...
//! ```
//!
//! Without files it runs the built-in set. Engines take turns within each round; the table shows the median
//! processor time of the rounds, the distance between the quartiles as a share of it, and how many times the median of the
//! first engine that is. `--record` writes the table to `bench/record/<target>/cover-<date>.csv`.

mod engines;
#[path = "../../src/facts.rs"]
mod facts;

use std::fmt::Write as _;
use std::io::Read;
use std::time::{Duration, Instant};

use engines::{Count, ENGINES, Engine};
use farandole_cover::{Problem, format, make};

/// One problem, and for each run of it the options to select and the limit.
struct Case {
    name: String,
    problem: Problem,
    runs: Vec<Vec<u32>>,
    limit: u64,
}

/// The exact cover form of 9x9 Sudoku: cell, row, column and box items; option `cell * 9 + digit - 1`.
fn sudoku_problem() -> Problem {
    let mut builder = Problem::builder();
    builder.primary_unnamed(4 * 81).expect("few items");
    for cell in 0..81 {
        let (row, column) = (cell / 9, cell % 9);
        let box_idx = row / 3 * 3 + column / 3;
        for digit in 0..9 {
            let items = [cell, 81 + row * 9 + digit, 162 + column * 9 + digit, 243 + box_idx * 9 + digit];
            builder.option(&items).expect("distinct items");
        }
    }
    builder.build()
}

fn sudoku_case(path: &str) -> Case {
    let mut text = std::fs::read(path).unwrap_or_else(|error| panic!("{path}: {error}"));
    if path.ends_with(".gz") {
        let mut plain = Vec::new();
        flate2::read::GzDecoder::new(&text[..]).read_to_end(&mut plain).expect("gzip");
        text = plain;
    }
    let runs: Vec<Vec<u32>> = text
        .split(|&b| b == b'\n')
        .filter(|line| line.len() >= 81 && line[0] != b'#')
        .map(|line| {
            let givens = line[..81].iter().enumerate().filter(|(_, b)| (b'1'..=b'9').contains(b));
            givens.map(|(cell, &b)| cell as u32 * 9 + u32::from(b - b'1')).collect()
        })
        .collect();
    let name = path.rsplit('/').next().unwrap_or(path);
    Case { name: format!("{name} ({})", runs.len()), problem: sudoku_problem(), runs, limit: 2 }
}

fn count_case(name: &str, problem: Problem) -> Case {
    Case { name: name.into(), problem, runs: vec![vec![]], limit: u64::MAX }
}

fn file_case(path: &str) -> Case {
    let text = std::fs::read(path).unwrap_or_else(|error| panic!("{path}: {error}"));
    let parsed = format::parse(&text, None).unwrap_or_else(|error| panic!("{path}: {error}"));
    count_case(path.rsplit('/').next().unwrap_or(path), parsed.problem)
}

fn main() {
    let mut rounds = 5;
    let mut record = false;
    let mut wanted: Option<Vec<String>> = None;
    let mut cases = Vec::new();
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        let mut value = || args.next().unwrap_or_else(|| panic!("{arg} needs a value"));
        match arg.as_str() {
            "--rounds" => rounds = value().parse().expect("a number of rounds"),
            "--engines" => wanted = Some(value().split(',').map(str::to_owned).collect()),
            "--record" => record = true,
            "--sudoku" => cases.push(sudoku_case(&value())),
            _ => cases.push(file_case(&arg)),
        }
    }
    if cases.is_empty() {
        let data = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/");
        cases.push(sudoku_case(&format!("{data}sudoku/17_clue_sample.txt")));
        cases.push(count_case("queens 12", make::queens(12).expect("small")));
        cases.push(count_case("langford 11", make::langford(11).expect("small")));
        for file in [
            "pent_3x20",
            "soma_3x3x3",
            "sudoku_16clues_7309sols",
            "redrect_4x4",
            "motley_5x5",
            "queendom_5_3",
        ] {
            cases.push(file_case(&format!("{data}cover/{file}.dlx")));
        }
    }
    println!("{:28} {:20} {:>12} {:>7} {:>7}", "case", "engine", "median ms", "spread", "times");
    let mut rows = String::from("case,engine,rounds,median_ms,spread\n");
    for case in &cases {
        compare(case, rounds, wanted.as_deref(), &mut rows);
    }
    if record {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../record");
        let path = facts::write(folder, "cover-", &rows).unwrap_or_else(|error| panic!("{error}"));
        println!("\nwritten to {}", path.display());
    }
}

/// The time that this thread was given by a processor, or where the system does not tell, the time that passed.
enum Clock {
    Processor(u64),
    Wall(Instant),
}

impl Clock {
    fn now() -> Self {
        processor_nanos().map_or_else(|| Self::Wall(Instant::now()), Self::Processor)
    }

    fn elapsed(&self) -> Duration {
        match self {
            Self::Processor(start) => {
                Duration::from_nanos(processor_nanos().unwrap_or(*start).saturating_sub(*start))
            }
            Self::Wall(start) => start.elapsed(),
        }
    }
}

fn processor_nanos() -> Option<u64> {
    std::fs::read_to_string("/proc/thread-self/schedstat").ok()?.split(' ').next()?.parse().ok()
}

fn compare(case: &Case, rounds: usize, wanted: Option<&[String]>, rows: &mut String) {
    let mut ready: Vec<(&Engine, Count<'_>, Vec<f64>)> = ENGINES
        .iter()
        .filter(|engine| wanted.is_none_or(|names| names.iter().any(|name| name == engine.name)))
        .filter(|engine| engine.selects || case.runs.iter().all(Vec::is_empty))
        .filter_map(|engine| Some((engine, (engine.prepare)(&case.problem)?, Vec::new())))
        .collect();
    let mut agreed: Option<Vec<u64>> = None;
    for round in 0..=rounds {
        for (engine, count, times) in &mut ready {
            let start = Clock::now();
            let counts: Vec<u64> = case.runs.iter().map(|run| count(run, case.limit)).collect();
            let time = start.elapsed().as_secs_f64() * 1e3;
            let first = agreed.get_or_insert_with(|| counts.clone());
            assert!(*first == counts, "{}: {} disagrees with {}", case.name, engine.name, ENGINES[0].name);
            // The first round checks the answers and warms up.
            if round > 0 {
                times.push(time);
            }
        }
    }
    let mut base = None;
    for (engine, _, times) in &mut ready {
        times.sort_by(f64::total_cmp);
        let at = |share: f64| times[((times.len() - 1) as f64 * share).round() as usize];
        let median = at(0.5);
        let base = *base.get_or_insert(median);
        let spread = (at(0.75) - at(0.25)) / median;
        let _ = writeln!(rows, "{},{},{},{median:.4},{spread:.4}", case.name, engine.name, times.len());
        println!(
            "{:28} {:20} {median:12.3} {:6.1}% {:7.2}",
            case.name,
            engine.name,
            spread * 100.0,
            median / base
        );
    }
}
