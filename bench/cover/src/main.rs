//! Solves problems with every engine, checks that they agree, and compares their times.
//!
//! ```text
//! farandole-bench-cover [--rounds N] [--engines A;B] [--record] [--sudoku FILE]... [FILE.dlx]...
//!     [--families] [--least] [--first ORDER,HOLES,SEEDS]
//! farandole-bench-cover [--seconds S] [--files A;B] [--ways A;B] --known FOLDER...
//! ```
//!
//! The solutions of files are counted. `--families` runs the problems from which the ratios to the
//! fastest rival are computed, `--least` finds the least cost of five problems with random costs,
//! and `--first` finds a solution of random Latin squares with holes. Without any of these, the
//! built-in set is counted. `--known` compares known counts with those of every core. `--files`
//! restricts it to files whose names contain A or B, and `--ways` to these methods (`bits`, `bits,
//! 2 threads`, `links`, `links, 2 threads`, `memory`). Rivals from Python packages (miniexact,
//! xcover, highspy, python-sat) take part if the Python that `FARANDOLE_PYTHON` names has them.
//!
//! Engines take turns within each round. The table shows the median processor time of the rounds,
//! the interquartile range as a share of it, and its ratio to the median of the first engine.
//! `--record` writes the table to `bench/record/<target>/cover-<date>.csv`.

mod engines;
#[path = "../../src/facts.rs"]
mod facts;
mod known;

use std::fmt::Write as _;
use std::io::Read;
use std::time::{Duration, Instant};

use engines::{ENGINES, Engine, Run, Task};
use farandole_cover::{Problem, Random, format, generate};

/// A problem with its runs. Each run has the options to select.
struct Case {
    name: String,
    task: Task,
    problem: Problem,
    runs: Vec<Vec<u32>>,
    limit: u64,
}

/// Builds the exact cover form of 9x9 Sudoku: items for cells, rows, columns and boxes, and options
/// `cell * 9 + digit - 1`.
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
    Case {
        name: format!("{name} ({})", runs.len()),
        task: Task::Count,
        problem: sudoku_problem(),
        runs,
        limit: 2,
    }
}

fn case(name: &str, task: Task, problem: Problem) -> Case {
    // The limit is far above all counts, and every engine accepts it as a number.
    Case { name: name.into(), task, problem, runs: vec![vec![]], limit: 1 << 40 }
}

fn count_case(name: &str, problem: Problem) -> Case {
    case(name, Task::Count, problem)
}

/// Returns the problems from which the ratios to the fastest rival are computed.
fn families() -> Vec<Case> {
    let data = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/cover/");
    let mut cases = vec![
        count_case("queens 12", generate::queens(12).expect("small")),
        count_case("langford 12", generate::langford(12).expect("small")),
        count_case("pentominoes 6x10", generate::polyominoes(5, 6, 10).expect("small")),
    ];
    for seed in 0..3 {
        let problem = generate::random(36, 180, 3, &mut Random::new(seed)).expect("small");
        cases.push(count_case(&format!("random 36/180, seed {seed}"), problem));
    }
    cases.push(count_case("macmahon 4x6", generate::macmahon(4, 6, generate::Border::One).expect("small")));
    cases.push(file_case(&format!("{data}redrect_4x4.dlx")));
    cases
}

/// Returns problems with random costs from 0 to 99.
fn least() -> Vec<Case> {
    [
        ("queens 12", generate::queens(12)),
        ("langford 12", generate::langford(12)),
        ("pentominoes 6x10", generate::polyominoes(5, 6, 10)),
        ("dominoes 12x12", generate::dominoes(12, 12)),
        ("dominoes 16x16", generate::dominoes(16, 16)),
    ]
    .into_iter()
    .map(|(name, problem)| {
        let mut random = Random::new(1);
        case(name, Task::Least, problem.expect("small").with_costs(|_| random.below(100).into()))
    })
    .collect()
}

/// Returns random Latin squares given by `order,holes,seeds`.
fn first(text: &str) -> Vec<Case> {
    let numbers: Vec<u32> = text.split(',').filter_map(|number| number.parse().ok()).collect();
    let [order, holes, seeds] = numbers[..] else {
        panic!("--first: expected ORDER,HOLES,SEEDS, not {text}")
    };
    let problem = |seed| generate::latin(order, holes, &mut Random::new(seed)).expect("small");
    let seeds = 0..u64::from(seeds);
    seeds
        .map(|seed| case(&format!("latin {order} {holes}, seed {seed}"), Task::First, problem(seed)))
        .collect()
}

fn file_case(path: &str) -> Case {
    let text = std::fs::read(path).unwrap_or_else(|error| panic!("{path}: {error}"));
    let parsed = format::parse(&text, None).unwrap_or_else(|error| panic!("{path}: {error}"));
    count_case(path.rsplit('/').next().unwrap_or(path), parsed.problem)
}

/// Splits a text at semicolons.
fn list(text: &str) -> Vec<String> {
    text.split(';').map(str::to_owned).collect()
}

fn main() {
    let mut rounds = 5;
    let mut record = false;
    let mut seconds = 10.0;
    let mut wanted: Option<Vec<String>> = None;
    let mut choice = known::Choice::default();
    let mut cases = Vec::new();
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        let mut value = || args.next().unwrap_or_else(|| panic!("{arg} needs a value"));
        match arg.as_str() {
            "--rounds" => rounds = value().parse().expect("a number of rounds"),
            "--engines" => wanted = Some(list(&value())),
            "--files" => choice.files = list(&value()),
            "--ways" => choice.ways = list(&value()),
            "--families" => cases.extend(families()),
            "--least" => cases.extend(least()),
            "--first" => cases.extend(first(&value())),
            "--seconds" => seconds = value().parse().expect("a number of seconds"),
            "--known" => return known::check(&args.collect::<Vec<_>>(), seconds, &choice),
            "--record" => record = true,
            "--sudoku" => cases.push(sudoku_case(&value())),
            _ => cases.push(file_case(&arg)),
        }
    }
    if cases.is_empty() {
        let data = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/");
        cases.push(sudoku_case(&format!("{data}sudoku/17_clue_sample.txt")));
        cases.push(count_case("queens 12", generate::queens(12).expect("small")));
        cases.push(count_case("langford 11", generate::langford(11).expect("small")));
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

/// Minimum duration of a measurement.
const LONG_ENOUGH: Duration = Duration::from_millis(50);

/// A clock for the processor time of this thread, or for wall-clock time if the system does not
/// provide it.
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
    let mut ready: Vec<(&Engine, Run<'_>, Vec<f64>, u32)> = ENGINES
        .iter()
        .filter(|engine| engine.task == case.task)
        .filter(|engine| wanted.is_none_or(|names| names.iter().any(|name| name == engine.name)))
        .filter(|engine| engine.selects || case.runs.iter().all(Vec::is_empty))
        .filter_map(|engine| Some((engine, (engine.prepare)(&case.problem)?, Vec::new(), 1)))
        .collect();
    let mut agreed: Option<Vec<u64>> = None;
    for round in 0..=rounds {
        for (engine, run, times, repeats) in &mut ready {
            let (start, wall) = (Clock::now(), Instant::now());
            let mut answers = Vec::new();
            for _ in 0..*repeats {
                answers = case.runs.iter().map(|options| run(options, case.limit)).collect();
            }
            let passed = start.elapsed() / *repeats;
            if round == 0 {
                // The processor clock is too coarse for short runs, so they are repeated.
                *repeats = (LONG_ENOUGH.as_secs_f64() / wall.elapsed().as_secs_f64()).clamp(1.0, 1e3) as u32;
            }
            let own: Option<Duration> = answers.iter().map(|answer| answer.time).sum();
            let time = own.unwrap_or(passed).as_secs_f64() * 1e3;
            if let Some(numbers) = answers.iter().map(|answer| answer.number).collect::<Option<Vec<u64>>>() {
                let first = agreed.get_or_insert_with(|| numbers.clone());
                assert!(*first == numbers, "{}: {}: {numbers:?}, others {first:?}", case.name, engine.name);
            } else if round == 0 {
                eprintln!("{}: {} gave up", case.name, engine.name);
            }
            // The first round checks the answers and warms up. It is measured only if it is the
            // only round.
            if round > 0 || rounds == 0 {
                times.push(time);
            }
        }
    }
    let mut base = None;
    for (engine, _, times, _) in &mut ready {
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
