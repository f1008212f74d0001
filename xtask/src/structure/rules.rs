//! Checks that certain decisions are made in one place only: the test for classic puzzles, calls of
//! the checker, and uses of the clock.

use std::path::Path;

use super::source::Crate;

/// Crates that may decide whether a puzzle is classic. Outside them, only the router may do so.
const KNOW_CLASSIC: [&str; 3] = ["farandole-puzzle", "farandole-formats", "farandole-logic"];

/// Commands whose purpose is to check grids.
const CHECKERS: [&str; 2] = ["check.rs", "compare.rs"];

/// Returns the lines of a crate's sources that test whether a puzzle is classic.
pub(crate) fn asks_for_classic(name: &str, path: &Path, text: &str) -> Vec<String> {
    if KNOW_CLASSIC.contains(&name) {
        return Vec::new();
    }
    let code = |line: &&str| line.split("//").next().is_some_and(|code| code.contains("is_classic"));
    let lines = text.lines().enumerate().filter(|(_, line)| code(line));
    lines.map(|(i, _)| format!("{}:{}", path.display(), i + 1)).collect()
}

/// Returns the files of the command that call `check::check` without being in [`CHECKERS`].
pub(crate) fn calls_of_the_checker(command: &Crate) -> Vec<String> {
    let names_it = |path: &[String]| path.ends_with(&["check".into(), "check".into()]);
    let mut found: Vec<String> = Vec::new();
    for module in &command.modules {
        let is_checker = module.file.file_name().is_some_and(|name| CHECKERS.iter().any(|it| *it == name));
        let mut paths = module.paths.iter().chain(module.imports.iter().map(|import| &import.target));
        if !is_checker && paths.any(|path| names_it(path)) {
            found.push(format!("{} calls check::check", module.file.display()));
        }
    }
    found
}

/// Files that read the clock for threads or time limits, neither of which exists in a web page.
const CLOCKS: [&str; 3] =
    ["search/src/alarm.rs", "research/src/generate/attempts.rs", "research/src/study/scans.rs"];

/// Returns the files of a library that read the clock, which panics in a web page. Files for
/// searches on several threads and those in [`CLOCKS`] may read it.
///
/// (Clippy's `disallowed_methods` cannot be set for only some crates of a workspace without a copy
/// of its settings in each.)
pub(crate) fn reads_of_the_clock(library: &Crate) -> Vec<String> {
    let is_read = |path: &[String]| path.ends_with(&["Instant".into(), "now".into()]);
    let modules = library.modules.iter().filter(|module| module.paths.iter().any(|path| is_read(path)));
    let files = modules.map(|module| module.file.display().to_string());
    let may_read = |file: &str| file.contains("parallel") || CLOCKS.iter().any(|clock| file.ends_with(clock));
    files.filter(|file| !may_read(file)).map(|file| format!("{file} calls Instant::now")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn questions_for_classic_puzzles_are_counted_outside_of_the_model() {
        let text = "fn f() { g.is_classic() } // is_classic\n// is_classic\n";
        assert_eq!(asks_for_classic("farandole", Path::new("a.rs"), text), ["a.rs:1"]);
        assert_eq!(asks_for_classic("farandole-puzzle", Path::new("a.rs"), text), [""; 0]);
    }

    #[test]
    fn callers_of_the_checker_are_named() {
        let tree = Crate::from_texts(&[
            ("main.rs", "mod check; mod a; mod b;"),
            ("check.rs", "use farandole::check::check;"),
            ("a.rs", "fn f() { check::check() }"),
            ("b.rs", "use farandole::check::check;"),
        ]);
        assert_eq!(calls_of_the_checker(&tree), ["a.rs calls check::check", "b.rs calls check::check"]);
    }

    #[test]
    fn readers_of_the_clock_are_named() {
        let now = "fn f() { std::time::Instant::now(); }";
        let tree =
            Crate::from_texts(&[("lib.rs", "mod a; mod parallel;"), ("a.rs", now), ("parallel.rs", now)]);
        assert_eq!(reads_of_the_clock(&tree), ["a.rs calls Instant::now"]);
    }
}
