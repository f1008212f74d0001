//! Parts of the stress test: samples, mutations, random options, and running processes.

use clap::{Arg, Command as Definition, ValueHint};
use farandole_testkit::{Choose, Random, Sizes, random_variant};
use std::fmt;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// The time limit of runs, in seconds.
const SECONDS: &str = "0.3";
/// Maximum duration of a run that has no limit, or exceeds it.
const LONGEST: Duration = Duration::from_secs(6);
/// Maximum number of bytes used of a sample.
const LONGEST_SAMPLE: usize = 6_000;
/// Maximum number of bytes used of a gzip file. 6,000 bytes unpack to hundreds of puzzles, and the time
/// limit applies to each of them, so it would not limit the run.
const LONGEST_PACKED: usize = 1_000;
/// Values for options without a known list of values.
const VALUES: [&str; 44] = [
    "0",
    "1",
    "2",
    "3",
    "5",
    "9",
    "17",
    "30",
    "81",
    "100",
    "1000",
    "-1",
    "1.5",
    "x",
    "",
    "4x4",
    "2x3",
    "none",
    "line",
    "iss",
    "fpuzzles",
    "fpuzzles-link",
    "sudokupad",
    "csv",
    "rows",
    "jigsaw",
    "killer",
    "candidates",
    "search",
    "kernel",
    "dlx",
    "auto",
    "se",
    "hodoku",
    "pearl",
    "diamond",
    "180",
    "full",
    "cell,digit",
    "givens,solution",
    "naked-single",
    "xy-wing",
    "1e6",
    "99999999999999999999",
];

/// The texts from which inputs are made.
pub(crate) struct Samples(Vec<Vec<u8>>);

impl Samples {
    /// Reads all files of a folder.
    pub(crate) fn read(folder: &Path) -> Self {
        let mut all = Vec::new();
        for part in ["puzzles", "variants", "judge", "cover", "sudoku"] {
            let mut paths: Vec<PathBuf> =
                std::fs::read_dir(folder.join(part)).unwrap().map(|entry| entry.unwrap().path()).collect();
            paths.sort();
            all.extend(paths.iter().filter(|path| path.is_file()).map(|path| std::fs::read(path).unwrap()));
        }
        assert!(all.len() > 30);
        Self(all)
    }

    /// Returns some consecutive lines of a sample.
    fn piece(&self, random: &mut Random) -> Vec<u8> {
        if random.one_in(3) {
            let sizes = Sizes { side: 9, items: 6 };
            let texts: Vec<String> =
                (0..1 + random.below(4)).map(|_| random_variant(&sizes, random).text).collect();
            return texts.join("\n\n").into_bytes();
        }
        let sample = &self.0[random.below(self.0.len())];
        let lines: Vec<&[u8]> = sample.split_inclusive(|byte| *byte == b'\n').collect();
        let from = if lines.len() > 40 && random.one_in(2) { random.below(lines.len()) } else { 0 };
        let mut text: Vec<u8> =
            lines[from..].iter().take(1 + random.below(40)).copied().flatten().copied().collect();
        let is_packed = text.starts_with(b"\x1f\x8b");
        text.truncate(if is_packed { LONGEST_PACKED } else { LONGEST_SAMPLE });
        text
    }

    /// Returns an input: some lines of a sample, mostly mutated.
    fn input(&self, random: &mut Random) -> Vec<u8> {
        let mut text = self.piece(random);
        for _ in 0..random.below(6) {
            let at = random.below(text.len() + 1);
            let other = text.get(random.below(text.len().max(1))).copied().unwrap_or(b'.');
            match random.below(8) {
                0 if at < text.len() => text[at] = random.next() as u8,
                1 | 2 if at < text.len() => text[at] = other,
                3 => text.insert(at, other),
                4 if at < text.len() => {
                    text.remove(at);
                }
                5 => text.truncate(at.max(8)),
                6 => text.extend(self.piece(random)),
                _ => {
                    let end = (at + random.below(30)).min(text.len());
                    let copied = text[at..end].to_vec();
                    let to = random.below(text.len() + 1);
                    text.splice(to..to, copied);
                }
            }
        }
        text
    }
}

/// One run of the command.
pub(crate) struct Run {
    folder: PathBuf,
    args: Vec<String>,
    /// The time limit of the run.
    pub(crate) limit: Option<Duration>,
    /// True if the command checks grids, so that a wrong grid is not a bug.
    judges: bool,
}

impl fmt::Display for Run {
    /// Writes the run as a shell command.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "cd {} && farandole", self.folder.display())?;
        for arg in &self.args {
            write!(f, " '{}'", arg.replace('\'', r"'\''"))?;
        }
        f.write_str(" < input")
    }
}

impl Run {
    /// Returns the run of a seed and writes its input into the directory.
    pub(crate) fn draw(seed: u64, samples: &Samples, folder: &Path) -> Self {
        let random = &mut Random::new(seed);
        std::fs::create_dir_all(folder).unwrap();
        for name in ["input", "other"] {
            std::fs::write(folder.join(name), samples.input(random)).unwrap();
        }
        let mut definition = farandole_cli::definition();
        definition.build();
        let mut command = &definition;
        let mut args = Vec::new();
        while command.has_subcommands() {
            let all: Vec<&Definition> =
                command.get_subcommands().filter(|command| command.get_name() != "help").collect();
            // Common commands are drawn more often.
            let usual = ["solve", "count", "check", "candidates", "convert", "rate", "hint", "explain"];
            let of_usual =
                all.iter().position(|command| command.get_name() == usual[random.below(usual.len())]);
            let drawn = of_usual.filter(|_| random.one_in(2)).unwrap_or_else(|| random.below(all.len()));
            command = all[drawn];
            args.push(command.get_name().to_owned());
        }
        let judges = matches!(args[0].as_str(), "check" | "cover" | "compare" | "judge");
        let mut limit = None;
        // A run with many options is usually rejected.
        let rarity = random.pick(&[5, 12, 30]);
        for arg in command.get_arguments() {
            match arg.get_id().as_str() {
                "help" | "version" => {}
                "time" => {
                    args.extend(["--time".to_owned(), SECONDS.to_owned()]);
                    limit = Some(Duration::from_secs_f64(SECONDS.parse().unwrap()));
                }
                "budget" => args.extend(["--budget".to_owned(), "2000".to_owned()]),
                _ if arg.is_positional() && !arg.is_required_set() && random.one_in(2) => {}
                _ if arg.is_positional() => args.push(value(arg, samples, random)),
                _ if arg.is_required_set() || random.one_in(rarity) => {
                    option(arg, samples, random, &mut args)
                }
                _ => {}
            }
        }
        Self { folder: folder.to_owned(), args, limit, judges }
    }

    /// Starts the run and waits for its end, for at most [`LONGEST`].
    pub(crate) fn start(&self) -> Ended {
        let out = |name: &str| File::create(self.folder.join(name)).unwrap();
        let start = Instant::now();
        let program = std::env::var("FARANDOLE_PROGRAM");
        let mut child = Command::new(program.as_deref().unwrap_or(env!("CARGO_BIN_EXE_farandole")))
            .args(&self.args)
            .current_dir(&self.folder)
            .env("RUST_BACKTRACE", "0")
            .stdin(File::open(self.folder.join("input")).unwrap())
            .stdout(Stdio::from(out("stdout")))
            .stderr(Stdio::from(out("stderr")))
            .spawn()
            .unwrap();
        let mut worked = None;
        let code = loop {
            if let Some(status) = child.try_wait().unwrap() {
                // A process that a signal ended has no exit code.
                break Some(status.code().unwrap_or(134));
            }
            worked = processor_time(&child).or(worked);
            if start.elapsed() > LONGEST.max(Duration::from_secs(30)) || worked > Some(LONGEST) {
                child.kill().unwrap();
                child.wait().unwrap();
                break None;
            }
            std::thread::sleep(Duration::from_millis(3));
        };
        let wall = start.elapsed();
        let text =
            |name| String::from_utf8_lossy(&std::fs::read(self.folder.join(name)).unwrap()).into_owned();
        Ended {
            code,
            time: worked.map_or(wall, |worked| worked.min(wall)),
            out: text("stdout"),
            err: text("stderr"),
        }
    }
}

/// Returns the CPU time of a process, if the system reports it.
fn processor_time(child: &Child) -> Option<Duration> {
    let stat = std::fs::read_to_string(format!("/proc/{}/stat", child.id())).ok()?;
    let (_, fields) = stat.rsplit_once(") ")?;
    let ticks = |place: usize| fields.split(' ').nth(place)?.parse::<u64>().ok();
    // The system counts a hundred ticks per second.
    Some(Duration::from_millis(10 * (ticks(11)? + ticks(12)?)))
}

/// Draws an option with its values.
fn option(arg: &Arg, samples: &Samples, random: &mut Random, args: &mut Vec<String>) {
    let Some(name) = arg.get_long() else { return };
    args.push(format!("--{name}"));
    if arg.get_action().takes_values() && arg.get_num_args().is_none_or(|count| count.min_values() > 0) {
        // A value that begins like an option has to be in the same argument.
        let value = value(arg, samples, random);
        let last = args.pop().unwrap_or_default();
        args.push(format!("{last}={value}"));
    }
}

/// Draws a value of an argument.
fn value(arg: &Arg, samples: &Samples, random: &mut Random) -> String {
    let known: Vec<String> =
        arg.get_possible_values().iter().map(|value| value.get_name().to_owned()).collect();
    if !known.is_empty() && !random.one_in(20) {
        return known[random.below(known.len())].clone();
    }
    let is_path =
        matches!(arg.get_value_hint(), ValueHint::FilePath | ValueHint::AnyPath | ValueHint::DirPath);
    if is_path {
        return random.pick(&["input", "input", "input", "other", "-", "new", "missing/file"]).to_owned();
    }
    if arg.is_positional() {
        let text = String::from_utf8_lossy(&samples.input(random)).replace('\0', "");
        return if random.one_in(2) { "input".to_owned() } else { text };
    }
    let usual = arg.get_default_values().first().map(|value| value.to_string_lossy().into_owned());
    match usual {
        Some(usual) if random.one_in(2) => usual,
        _ if random.one_in(2) => random.pick(&VALUES[..10]).to_owned(),
        _ => random.pick(&VALUES).to_owned(),
    }
}

/// The end of a run.
pub(crate) struct Ended {
    /// The exit code; `None` if the run had to be killed.
    pub(crate) code: Option<i32>,
    /// The wall-clock time of the run, or its CPU time if that is less.
    pub(crate) time: Duration,
    out: String,
    err: String,
}

impl Ended {
    /// Returns the evidence of a bug in the program, if there is any.
    pub(crate) fn defect(&self, run: &Run) -> Option<String> {
        let line = |text: &str, signs: &[&str]| {
            text.lines().find(|line| signs.iter().any(|sign| line.contains(sign))).map(str::to_owned)
        };
        let answer = |status: &str| {
            let (text, json) = (format!("!{status}"), format!("\"status\":\"{status}\""));
            self.out.lines().find(|line| line.starts_with(&text) || line.contains(&json)).map(str::to_owned)
        };
        line(&self.err, &["panicked at", "internal error", "returned a wrong solution"])
            .or_else(|| answer("failed"))
            .or_else(|| answer("wrong").filter(|_| !run.judges))
            .or_else(|| match self.code {
                Some(0..=5) | None => None,
                Some(code) => Some(format!("exit code {code}")),
            })
    }
}
