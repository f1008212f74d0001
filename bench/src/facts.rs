//! Facts about the machine, and records that begin with them.

use std::path::{Path, PathBuf};
use std::process::Command;

/// Writes `<folder>/<target>/<prefix><date>.csv`: facts as comment lines, then `text`.
pub fn write(folder: &str, prefix: &str, text: &str) -> Result<PathBuf, String> {
    let date = output("date", &["-u", "+%Y-%m-%dT%H%M"]);
    let rustc = output("rustc", &["-vV"]);
    let target = rustc.lines().find_map(|line| line.strip_prefix("host: ")).unwrap_or("unknown");
    let cpu = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let cpu = cpu.lines().find_map(|line| line.strip_prefix("model name")).unwrap_or("unknown");
    let cpu = cpu.trim_start_matches(['\t', ' ', ':']);
    let cores = std::thread::available_parallelism().map_or(0, usize::from);
    let compiler = rustc.lines().next().unwrap_or("unknown");
    let commit = output("git", &["describe", "--always", "--dirty", "--abbrev=12"]);
    let facts = format!("# cpu: {cpu}\n# cores: {cores}\n# compiler: {compiler}\n# commit: {commit}\n");
    let folder = Path::new(folder).join(target);
    let path = folder.join(format!("{prefix}{date}.csv"));
    let fail = |error| format!("{}: {error}", path.display());
    std::fs::create_dir_all(&folder).map_err(fail)?;
    std::fs::write(&path, facts + text).map_err(fail)?;
    Ok(path)
}

fn output(program: &str, arguments: &[&str]) -> String {
    let output = Command::new(program).args(arguments).current_dir(env!("CARGO_MANIFEST_DIR")).output();
    output.map(|o| String::from_utf8_lossy(&o.stdout).trim().to_string()).unwrap_or_default()
}
