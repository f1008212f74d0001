//! Checks known counts with every core, with and without preprocessing, on one and on two threads.

use std::ops::ControlFlow;
use std::path::Path;
use std::time::{Duration, Instant};

use farandole_cover::{
    Config, Counter, End, Event, Keep, Method, ParallelSearch, Part, Problem, Search, Wanted, format, reduce,
};

/// The algorithm of a count.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Core {
    Bits,
    Links,
    Memory,
}

/// Maximum size of the memo table in bytes.
const MEMORY: usize = 2 << 30;
/// Maximum number of option entries that preprocessing examines.
const WORK: u64 = 1 << 30;

/// Selects the parts of the tables that are counted.
#[derive(Default)]
pub struct Choice {
    /// Files whose names contain one of these texts. An empty list means all files.
    pub files: Vec<String>,
    /// Methods by name, such as `links, 2 threads`. An empty list means all methods.
    pub ways: Vec<String>,
}

impl Choice {
    fn has_file(&self, name: &str) -> bool {
        self.files.is_empty() || self.files.iter().any(|part| name.contains(part.as_str()))
    }

    fn has_way(&self, name: &str) -> bool {
        self.ways.is_empty() || self.ways.iter().any(|way| way == name)
    }
}

/// The methods of counting: name, core, threads.
const WAYS: [(&str, Core, usize); 5] = [
    ("bits", Core::Bits, 1),
    ("bits, 2 threads", Core::Bits, 2),
    ("links", Core::Links, 1),
    ("links, 2 threads", Core::Links, 2),
    ("memory", Core::Memory, 1),
];

/// For each method, without and with preprocessing: right, wrong, too slow, unsupported.
type Sums = [[[u32; 4]; 2]; WAYS.len()];

/// Counts with the seconds that they took.
type Counts = Vec<(String, f64)>;

/// Counts the problems in the tables `COUNTS.tsv` of these folders (file, two optional columns,
/// number of solutions), each for at most `seconds`. Prints disagreements, problems that take too
/// long, and a summary.
pub fn check(folders: &[String], seconds: f64, choice: &Choice) {
    let mut sums = Sums::default();
    let mut unknown = Vec::new();
    for folder in folders {
        let table = Path::new(folder).join("COUNTS.tsv");
        let table =
            std::fs::read_to_string(&table).unwrap_or_else(|error| panic!("{}: {error}", table.display()));
        for line in table.lines().skip(1) {
            let cells: Vec<&str> = line.split('\t').collect();
            if !choice.has_file(cells[0]) {
                continue;
            }
            let known = known_count(&cells);
            let Ok(text) = std::fs::read(Path::new(folder).join(cells[0])) else { continue };
            let mut counts = check_file(cells[0], &text, known.as_deref(), seconds, choice, &mut sums);
            if known.is_none() {
                counts.dedup_by(|a, b| a.0 == b.0);
                unknown.push((cells[0].to_owned(), counts));
            }
        }
    }
    print_summary(&sums, choice);
    println!("\nwithout a known count:");
    for (name, counts) in unknown {
        let counts: Vec<String> =
            counts.iter().map(|(count, time)| format!("{count} ({time:.1} s)")).collect();
        println!("{name}: {}", if counts.is_empty() { "no answer".into() } else { counts.join(", ") });
    }
}

/// Returns the number of solutions in a line of a table. Tables with the running time of another
/// program have the number last.
fn known_count(cells: &[&str]) -> Option<String> {
    if cells.last().is_some_and(|cell| cell.starts_with('>')) {
        return None;
    }
    let number = |cell: &&str| cell.split(' ').next()?.parse::<u128>().ok();
    cells.iter().skip(2).rev().find_map(number).map(|known| known.to_string())
}

/// Counts one problem with every chosen method, adds up the outcomes, and returns the counts.
fn check_file(
    name: &str,
    text: &[u8],
    known: Option<&str>,
    seconds: f64,
    choice: &Choice,
    sums: &mut Sums,
) -> Counts {
    let whole = format::parse(text, None).unwrap_or_else(|error| panic!("{name}: {error}")).problem;
    let smaller = reduce(&whole, Keep::All, WORK).expect("short names").problem;
    let mut counts = Counts::new();
    for (sums, (way, core, threads)) in sums.iter_mut().zip(WAYS) {
        if !choice.has_way(way) {
            continue;
        }
        for (sums, (problem, pre)) in sums.iter_mut().zip([(&whole, ""), (&smaller, ", pre")]) {
            let start = Instant::now();
            let count = count(problem, core, threads, Duration::from_secs_f64(seconds));
            let time = start.elapsed().as_secs_f64();
            let place = match &count {
                Err(NoAnswer::Unsupported) => 3,
                Err(NoAnswer::TooLong) => 2,
                Ok(count) if known.is_none_or(|known| known == count) => 0,
                Ok(_) => 1,
            };
            sums[place] += 1;
            match (place, &count) {
                (1, Ok(count)) => {
                    println!("{name}: {way}{pre}: {count}, known {}", known.unwrap_or_default());
                }
                (2, _) => println!("{name}: {way}{pre}: more than {seconds} s"),
                (0, _) if time > 5.0 => println!("{name}: {way}{pre}: {time:.0} s"),
                _ => {}
            }
            counts.extend(count.ok().map(|count| (count, time)));
        }
    }
    counts
}

/// Prints how often each method was right.
fn print_summary(sums: &Sums, choice: &Choice) {
    println!("\n{:18} {:>6} {:>6} {:>9} {:>12}", "", "right", "wrong", "too long", "not for it");
    for (sums, (way, ..)) in sums.iter().zip(WAYS).filter(|(_, (way, ..))| choice.has_way(way)) {
        for (sums, name) in sums.iter().zip([way, "  with pre"]) {
            println!("{name:18} {:>6} {:>6} {:>9} {:>12}", sums[0], sums[1], sums[2], sums[3]);
        }
    }
}

enum NoAnswer {
    Unsupported,
    TooLong,
}

fn count(problem: &Problem, core: Core, threads: usize, time: Duration) -> Result<String, NoAnswer> {
    let end = Instant::now() + time;
    let method = match core {
        Core::Bits => Method::Bitset,
        Core::Links => Method::DancingLinks,
        Core::Memory => {
            let mut counter = Counter::new(problem, MEMORY).map_err(|_| NoAnswer::Unsupported)?;
            while counter.run(&Config::new().budget(counter.stats().nodes + (1 << 14))) != End::Exhausted {
                if Instant::now() > end {
                    return Err(NoAnswer::TooLong);
                }
            }
            return Ok(counter.into_count().expect("complete").to_string());
        }
    };
    let search = Search::with_method(problem, method).map_err(|_| NoAnswer::Unsupported)?;
    let parallel = ParallelSearch { threads, wanted: Wanted::Count, budget: None };
    let run = parallel.run(&search, vec![Part::whole()], |event| match event {
        Event::Tick(snapshot) if snapshot.end().is_none() && Instant::now() > end => ControlFlow::Break(()),
        _ => ControlFlow::Continue(()),
    });
    match run.expect("the whole") {
        (End::Exhausted, stats) => Ok(stats.solutions.to_string()),
        _ => Err(NoAnswer::TooLong),
    }
}
