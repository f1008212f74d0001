//! Writes docs/benchmarks.md from the records below bench/record.
//!
//! There are two kinds of records. Records of the kernel, `YYYY-MM-DDTHHMM.csv`, are written by the
//! programs in `bench/`, and the newest record of each kind of call is used. Files in `figures/`
//! have the columns `area, what, set, count, program, value, unit, command, machine, date`. In both
//! kinds, leading lines that start with `#` are notes.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

/// Records of the machine whose figures are published.
const RECORDS: &str = "bench/record/x86_64-unknown-linux-gnu";
const PAGE: &str = "docs/benchmarks.md";

/// The default machine, which is not mentioned in the page.
const MACHINE: &str = "2.5 GHz Xeon (Cascade Lake), 2 cores";

const KERNEL: &str = "9x9 in bulk";
const BATCH: &str = "all puzzles in one call";
const SINGLE: &str = "one puzzle per call";

const HEAD: &str = "\
# Benchmarks

`cargo xtask benchmarks` writes this page from the records in [bench/record](../bench/record). Edit the records, not this page.

Machine: 2.5 GHz Xeon (Cascade Lake), 2 cores, a virtual machine. Date: 2026-11-21. Compiler: rustc 1.95.0. All measurements use one
thread, unless a table states otherwise. If a table was measured on a busy machine, a remark states it; only its ratios are meaningful.
Answers were checked before anything was timed. [The experiments](experiments/README.md) record what was tried and rejected.
";

const KERNEL_NOTES: [&str; 3] = [
    "The lists are in memory, and the library searches for up to two solutions of each puzzle. The tables contain medians of ten rounds. Slow programs received a sample of each list.",
    "The speed of the machine varied during these runs; the records contain the spread of each value.",
    "The command takes about a quarter more time, because it also reads, checks and prints.",
];

/// One figure.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Row {
    area: String,
    what: String,
    set: String,
    count: String,
    program: String,
    value: String,
    unit: String,
    command: String,
    machine: String,
    date: String,
}

/// The figures and notes of a file.
#[derive(Debug, Default)]
struct Record {
    notes: Vec<String>,
    rows: Vec<Row>,
}

pub(crate) fn run() -> Result<(), String> {
    let text = page(&root())?;
    fs::write(root().join(PAGE), text).map_err(|error| format!("{PAGE}: {error}"))
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Returns the text of the page.
fn page(root: &Path) -> Result<String, String> {
    let folder = root.join(RECORDS);
    let mut records = vec![kernel(&folder)?];
    for path in files(&folder.join("figures"), ".csv")? {
        records.push(figures(&read(&path)?).map_err(|error| format!("{}: {error}", path.display()))?);
    }
    let mut text = HEAD.to_string();
    for record in &records {
        section(record, &mut text);
    }
    Ok(text)
}

/// Returns the files of a folder whose names end in `end`, sorted by name.
fn files(folder: &Path, end: &str) -> Result<Vec<PathBuf>, String> {
    let entries = fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut files: Vec<_> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    files.retain(|path| path.to_string_lossy().ends_with(end));
    files.sort();
    Ok(files)
}

fn read(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}

/// Returns the newest records of the kernel for both kinds of calls.
fn kernel(folder: &Path) -> Result<Record, String> {
    let mut all = Record { notes: KERNEL_NOTES.map(str::to_string).into(), rows: Vec::new() };
    for (calls, option) in [(BATCH, ""), (SINGLE, "--single ")] {
        let mut newest = None;
        for path in files(folder, ".csv")? {
            let text = read(&path)?;
            let is_kernel = text.lines().any(|line| line.starts_with('#') && line.ends_with(calls));
            if is_kernel {
                newest = Some((path, text));
            }
        }
        let (path, text) = newest.ok_or_else(|| format!("no record of the kernel with {calls}"))?;
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let command =
            format!("cargo run --release --manifest-path bench/Cargo.toml -- --record {option}FILE...");
        let rows = kernel_rows(&text, calls, &command, &name[..10]);
        all.rows.extend(rows.map_err(|error| format!("{}: {error}", path.display()))?);
    }
    Ok(all)
}

fn kernel_rows(text: &str, calls: &str, command: &str, date: &str) -> Result<Vec<Row>, String> {
    let commit = text.lines().find_map(|line| line.strip_prefix("# commit: ")).unwrap_or("unknown");
    let lines: Vec<_> = text.lines().filter(|line| !line.starts_with('#')).map(fields).collect();
    let (names, lines) = lines.split_first().ok_or("no header")?;
    let mut rows = Vec::new();
    for line in lines {
        let field = |name: &str| {
            let place = names.iter().position(|it| it == name);
            place.and_then(|place| line.get(place)).ok_or_else(|| format!("no column {name}"))
        };
        rows.push(Row {
            area: KERNEL.into(),
            what: calls.into(),
            set: field("set")?.clone(),
            count: grouped(field("puzzles")?),
            program: field("engine")?.replace("farandole-", "farandole, "),
            value: grouped(field("puzzles_per_second")?),
            unit: "puzzles per second".into(),
            command: command.into(),
            machine: format!("{MACHINE}; commit {commit}"),
            date: date.into(),
        });
    }
    Ok(rows)
}

/// Parses a record with the columns of [`Row`].
fn figures(text: &str) -> Result<Record, String> {
    let mut record = Record::default();
    let mut lines = text.lines().filter(|line| !line.is_empty()).peekable();
    while let Some(note) = lines.next_if(|line| line.starts_with('#')) {
        record.notes.push(note.trim_start_matches(['#', ' ']).to_string());
    }
    let header = lines.next().unwrap_or_default();
    if header != "area,what,set,count,program,value,unit,command,machine,date" {
        return Err(format!("unexpected header {header:?}"));
    }
    for line in lines {
        let row: [String; 10] =
            fields(line).try_into().map_err(|_| format!("expected ten columns: {line}"))?;
        let [area, what, set, count, program, value, unit, command, machine, date] = row;
        record.rows.push(Row { area, what, set, count, program, value, unit, command, machine, date });
    }
    Ok(record)
}

/// Splits a line of comma-separated values. Commas in quotation marks belong to the field.
fn fields(line: &str) -> Vec<String> {
    let (mut fields, mut quoted) = (vec![String::new()], false);
    for character in line.chars() {
        match character {
            '"' => quoted = !quoted,
            ',' if !quoted => fields.push(String::new()),
            _ => fields.last_mut().expect("there is always a field").push(character),
        }
    }
    fields
}

/// Inserts a comma between groups of three digits of an integer.
fn grouped(number: &str) -> String {
    let mut text = String::new();
    for (place, digit) in number.chars().enumerate() {
        if place > 0 && (number.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Returns the distinct values of `of`, in order of first occurrence.
fn distinct<'a>(rows: &[&'a Row], of: impl Fn(&'a Row) -> &'a str) -> Vec<&'a str> {
    let mut values = Vec::new();
    for row in rows {
        if !values.contains(&of(row)) {
            values.push(of(row));
        }
    }
    values
}

/// Writes the section of one record: its notes, and a table for each measured quantity.
fn section(record: &Record, text: &mut String) {
    let Some(first) = record.rows.first() else { return };
    let _ = writeln!(text, "\n## {}\n", first.area);
    for note in &record.notes {
        let _ = writeln!(text, "{note}");
    }
    let rows: Vec<_> = record.rows.iter().collect();
    for what in distinct(&rows, |row| &row.what) {
        let rows: Vec<_> = rows.iter().filter(|row| row.what == what).copied().collect();
        table(what, &rows, text);
    }
}

/// Writes a table with a row for each data set and a column for each program, followed by the
/// commands and by deviations from the usual machine.
fn table(what: &str, rows: &[&Row], text: &mut String) {
    let programs = distinct(rows, |row| &row.program);
    let commands = distinct(rows, |row| &row.command);
    let numbered = commands.len() > 1;
    let _ = writeln!(text, "\n### {what} ({})\n", rows[0].unit);
    let end = if numbered { " command |" } else { "" };
    let _ = writeln!(text, "| set | size | {} |{end}", programs.join(" | "));
    let _ = writeln!(text, "|---|---|{}", "---|".repeat(programs.len() + usize::from(numbered)));
    for set in distinct(rows, |row| &row.set) {
        let of_set: Vec<_> = rows.iter().filter(|row| row.set == set).collect();
        let mut line = format!("| {set} | {} |", of_set[0].count);
        for program in &programs {
            let value = of_set.iter().find(|row| row.program == *program).map_or("", |row| &row.value);
            let _ = write!(line, " {value} |");
        }
        if numbered {
            let place = commands.iter().position(|command| *command == of_set[0].command);
            let _ = write!(line, " {} |", place.unwrap_or_default() + 1);
        }
        let _ = writeln!(text, "{line}");
    }
    text.push('\n');
    for (number, command) in commands.iter().enumerate() {
        let number = if numbered { format!("{}. ", number + 1) } else { "Command: ".into() };
        let _ = writeln!(text, "{number}`{command}`");
    }
    for machine in distinct(rows, |row| &row.machine) {
        let special = machine.strip_prefix(MACHINE).map_or(machine, |rest| rest.trim_start_matches("; "));
        if !special.is_empty() {
            let sets: Vec<_> = rows.iter().filter(|row| row.machine == machine).copied().collect();
            let sets = distinct(&sets, |row| &row.set);
            let all = sets.len() == distinct(rows, |row| &row.set).len();
            let which = if all { String::new() } else { format!(" ({})", sets.join("; ")) };
            let _ = writeln!(text, "\nRemark: {special}{which}.");
        }
    }
    for date in distinct(rows, |row| &row.date) {
        if !HEAD.contains(date) {
            let _ = writeln!(text, "\nDate: {date}.");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_is_up_to_date() {
        let page = page(&root()).unwrap();
        let written = read(&root().join(PAGE)).unwrap();
        assert!(page == written, "{PAGE} is out of date: run `cargo xtask benchmarks`");
    }

    #[test]
    fn commas_in_quotation_marks_do_not_part_fields() {
        assert_eq!(fields("a,\"b, c\",,d"), ["a", "b, c", "", "d"]);
    }

    #[test]
    fn numbers_are_grouped_by_three() {
        let numbers = ["7", "123", "1234", "49158", "1684800"].map(grouped);
        assert_eq!(numbers, ["7", "123", "1,234", "49,158", "1,684,800"]);
    }

    #[test]
    fn a_record_of_other_columns_is_refused() {
        assert!(figures("# a note\nset,value\n").is_err());
        let header = "area,what,set,count,program,value,unit,command,machine,date\n";
        let record = figures(&format!("# a note\n{header}a,b,c,d,e,f,g,h,i,j\n")).unwrap();
        assert_eq!((record.notes.len(), record.rows.len()), (1, 1));
        assert!(figures(&format!("{header}a,b\n")).is_err());
    }
}
