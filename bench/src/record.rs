//! Measurements as CSV, with what one needs to judge them.

use std::fmt::Write as _;
use std::path::PathBuf;
use std::process::Command;

/// One engine on one set.
pub struct Row {
    pub set: String,
    pub hash: String,
    pub engine: String,
    pub puzzles: usize,
    /// Puzzles a second.
    pub median: f64,
    /// Distance between the quartiles as a share of the median.
    pub spread: f64,
    pub guesses: Option<f64>,
    pub sweeps: Option<f64>,
    pub rounds: usize,
}

/// Writes `record/<target>/<date>.csv`; the machine's facts come first, as comment lines.
pub fn write(rows: &[Row], limit: u32) -> Result<PathBuf, String> {
    let date = output("date", &["-u", "+%Y-%m-%dT%H%M"]);
    let rustc = output("rustc", &["-vV"]);
    let target = rustc.lines().find_map(|line| line.strip_prefix("host: ")).unwrap_or("unknown");
    let cpu = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let cpu = cpu.lines().find_map(|line| line.strip_prefix("model name")).unwrap_or("unknown");
    let commit = output("git", &["describe", "--always", "--dirty", "--abbrev=12"]);
    let mut text = String::new();
    let first = rustc.lines().next().unwrap_or("unknown");
    let _ = writeln!(text, "# cpu: {}", cpu.trim_start_matches(['\t', ' ', ':']));
    let _ = writeln!(text, "# cores: {}", std::thread::available_parallelism().map_or(0, usize::from));
    let _ = writeln!(text, "# compiler: {first}");
    let _ = writeln!(text, "# commit: {commit}");
    let _ = writeln!(text, "# limit: {limit}; one thread");
    text.push_str("set,sha256,engine,puzzles,rounds,puzzles_per_second,spread,guesses,half_sweeps\n");
    for row in rows {
        let number = |n: Option<f64>| n.map_or(String::new(), |n| format!("{n:.4}"));
        let _ = writeln!(
            text,
            "{},{},{},{},{},{:.0},{:.4},{},{}",
            row.set,
            row.hash,
            row.engine,
            row.puzzles,
            row.rounds,
            row.median,
            row.spread,
            number(row.guesses),
            number(row.sweeps)
        );
    }
    let folder = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/record")).join(target);
    let path = folder.join(format!("{date}.csv"));
    let fail = |error| format!("{}: {error}", path.display());
    std::fs::create_dir_all(&folder).map_err(fail)?;
    std::fs::write(&path, text).map_err(fail)?;
    Ok(path)
}

fn output(program: &str, arguments: &[&str]) -> String {
    let output = Command::new(program).args(arguments).current_dir(env!("CARGO_MANIFEST_DIR")).output();
    output.map(|o| String::from_utf8_lossy(&o.stdout).trim().to_string()).unwrap_or_default()
}
