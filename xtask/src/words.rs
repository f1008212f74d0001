//! Counts words that the word list of CONTRIBUTING.md replaces, in comments and Markdown pages.
//!
//! Each row of the list has patterns, the words to write instead, and permitted uses. Patterns and
//! permitted uses are regular expressions in code spans. They match whole words, regardless of
//! case, and a space also matches a line break. `^` is the start of a comment or paragraph. A
//! permitted use that begins with `path:` names the start of a path, or with `path:*` its end.

use std::fs;
use std::path::{Path, PathBuf};

use regex_lite::Regex;

/// The page with the word list.
const PAGE: &str = "CONTRIBUTING.md";

/// The header row of the table that contains the list.
const HEAD: &str = "| word or pattern | write instead | permitted uses |";

/// Folders to skip: build output, dated records, and pages generated from comments or records.
const SKIPPED: [&str; 7] =
    ["target", ".git", "node_modules", "docs/experiments/2", "docs/techniques", "docs/benchmarks.md", PAGE];

/// A row of the word list.
struct Row {
    pattern: Regex,
    instead: String,
    permitted: Vec<Regex>,
    /// Starts of paths, or ends of paths after `*`, in which the words are permitted.
    paths: Vec<String>,
}

/// Comment lines or Markdown lines that belong together, without markers and code spans.
#[derive(Debug, PartialEq)]
struct Block {
    /// The 1-based number of its first line.
    line: usize,
    text: String,
}

/// Prints each finding with its position. If paths are given, reads only files below them.
///
/// # Errors
///
/// Returns the number of findings, if any, the file that cannot be read, or the pattern of the list
/// that is not a regular expression.
pub(crate) fn run(only: &[&str]) -> Result<(), String> {
    let rows = rows(&read(Path::new(PAGE))?)?;
    let mut total = 0;
    for path in files(Path::new(""))? {
        let shown = path.to_string_lossy().into_owned();
        if !only.is_empty() && !only.iter().any(|start| shown.starts_with(start.trim_start_matches("./"))) {
            continue;
        }
        for (line, found, instead) in findings(&rows, &shown, &read(&path)?) {
            println!("{shown}:{line}: {found:?}: write {instead}");
            total += 1;
        }
    }
    if total > 0 {
        return Err(format!("{total} words that the list in {PAGE} replaces"));
    }
    Ok(())
}

fn read(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}

/// Returns the files with comments or prose below a folder, sorted by path.
fn files(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let here = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let failed = |error: std::io::Error| format!("{}: {error}", here.display());
    let mut found = Vec::new();
    for entry in fs::read_dir(here).map_err(failed)? {
        let path = folder.join(entry.map_err(failed)?.file_name());
        let (shown, name) = (path.to_string_lossy(), path.file_name().unwrap_or_default());
        let is_skipped = |skipped: &&str| shown.starts_with(*skipped) || name == *skipped;
        if path.is_symlink() || SKIPPED.iter().any(is_skipped) {
            continue;
        }
        if path.is_dir() {
            found.extend(files(&path)?);
        } else if marker(&shown).is_some() {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

/// Returns the comment marker for files of this name, which is empty for pages of prose.
fn marker(path: &str) -> Option<&'static str> {
    match path.rsplit_once('.')?.1 {
        "md" => Some(""),
        "rs" | "ts" | "tsx" | "mjs" => Some("//"),
        "py" | "pyi" => Some("#"),
        _ => None,
    }
}

/// Parses the rows of the word list.
fn rows(page: &str) -> Result<Vec<Row>, String> {
    let table = page.lines().skip_while(|line| *line != HEAD).skip(2);
    let rows: Vec<Row> = table.take_while(|line| line.starts_with('|')).map(row).collect::<Result<_, _>>()?;
    if rows.is_empty() { Err(format!("{PAGE}: no table with the head {HEAD}")) } else { Ok(rows) }
}

fn row(line: &str) -> Result<Row, String> {
    // A bar inside a cell is written as `\|`.
    let text = line.replace("\\|", "\u{1}");
    let cells: Vec<String> = text.split('|').map(|cell| cell.trim().replace('\u{1}', "|")).collect();
    let [_, patterns, instead, permitted, _] = &cells[..] else {
        return Err(format!("{PAGE}: expected three cells, found {line}"));
    };
    let (paths, permitted): (Vec<&str>, Vec<&str>) =
        spans(permitted).into_iter().partition(|span| span.starts_with("path:"));
    Ok(Row {
        pattern: words(&spans(patterns).join("|"))?,
        instead: instead.clone(),
        permitted: permitted.into_iter().map(words).collect::<Result<_, _>>()?,
        paths: paths.into_iter().map(|span| span["path:".len()..].to_string()).collect(),
    })
}

/// Returns the contents of the code spans of a cell.
fn spans(cell: &str) -> Vec<&str> {
    cell.split('`').skip(1).step_by(2).collect()
}

/// Compiles a pattern of whole words.
fn words(pattern: &str) -> Result<Regex, String> {
    let spaced = pattern.replace(' ', r"\s+");
    Regex::new(&format!(r"(?i)(?:\b|^)(?:{spaced})(?:\b|$)"))
        .map_err(|error| format!("{PAGE}: {pattern}: {error}"))
}

/// Returns the line, the words found and the words to write instead, for each finding in a file.
fn findings(rows: &[Row], path: &str, text: &str) -> Vec<(usize, String, String)> {
    let is_permitted_in = |place: &String| match place.strip_prefix('*') {
        Some(end) => path.ends_with(end),
        None => path.starts_with(place.as_str()),
    };
    let rows: Vec<&Row> = rows.iter().filter(|row| !row.paths.iter().any(is_permitted_in)).collect();
    let mut found = Vec::new();
    for block in blocks(text, marker(path).unwrap_or_default()) {
        for row in &rows {
            for hit in row.pattern.find_iter(&block.text) {
                let mut permitted = row.permitted.iter().flat_map(|regex| regex.find_iter(&block.text));
                if !permitted.any(|it| it.start() < hit.end() && hit.start() < it.end()) {
                    let line = block.line + block.text[..hit.start()].matches('\n').count();
                    let words = hit.as_str().split_whitespace().collect::<Vec<_>>().join(" ");
                    found.push((line, words, row.instead.clone()));
                }
            }
        }
    }
    found.sort();
    found
}

/// Divides the prose of a file into blocks: consecutive comments of one kind, or paragraphs, table
/// rows and list items of a page.
fn blocks(text: &str, marker: &str) -> Vec<Block> {
    let (mut blocks, mut fenced, mut before): (Vec<Block>, bool, &str) = (Vec::new(), false, "");
    for (number, line) in text.lines().enumerate() {
        let (kind, prose) = prose(line, marker).unwrap_or_default();
        let is_fence = prose.starts_with("```");
        fenced = if prose.is_empty() && !marker.is_empty() {
            fenced && !kind.is_empty()
        } else {
            fenced != is_fence
        };
        let is_prose = !prose.is_empty() && !is_fence && !fenced;
        let starts = before != kind || marker.is_empty() && prose.starts_with(['|', '-', '*', '#']);
        before = if is_prose { kind } else { "none" };
        match blocks.last_mut().filter(|_| is_prose && !starts) {
            Some(block) => block.text += &format!("\n{}", without_spans(prose)),
            None if is_prose => blocks.push(Block { line: number + 1, text: without_spans(prose) }),
            None => {}
        }
    }
    blocks
}

/// Returns the kind of comment on a line (`//`, `///`, `//!`, or `page`) and its text, or `None`
/// for a line of code.
fn prose<'a>(line: &'a str, marker: &str) -> Option<(&'static str, &'a str)> {
    if marker.is_empty() {
        return Some(("page", line.trim()));
    }
    let starts = line.match_indices(marker).map(|(at, _)| at);
    // A marker inside a string or an address does not start a comment.
    let at = starts
        .filter(|at| {
            line[..*at].matches('"').count().is_multiple_of(2) && !line[..*at].ends_with([':', '\''])
        })
        .min()?;
    let text = &line[at + marker.len()..];
    let (kind, text) = match text.chars().next() {
        Some('/') => ("///", &text[1..]),
        Some('!') => ("//!", &text[1..]),
        _ => ("//", text),
    };
    Some((kind, text.trim()))
}

/// Returns the text with the characters of code spans and link targets replaced. Positions are
/// unchanged.
fn without_spans(text: &str) -> String {
    let (mut is_code, mut is_target, mut before) = (false, false, ' ');
    let hidden = text.chars().map(|c| {
        is_code ^= c == '`';
        is_target = if is_target { c != ')' } else { before == ']' && c == '(' && !is_code };
        before = c;
        if is_code || is_target { '_' } else { c }
    });
    hidden.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIST: &str = "| word or pattern | write instead | permitted uses |\n|---|---|---|\n\
        | `stands?`, `goes` | is | `stands? for`, `path:web/` |\n| `so many` | this many | |\n\
        | `^(?:Whether\\|What)` | Returns | `path:*.md` |\n";

    fn found(path: &str, text: &str) -> Vec<(usize, String)> {
        let found = findings(&rows(LIST).unwrap(), path, text);
        found.into_iter().map(|(line, words, _)| (line, words)).collect()
    }

    #[test]
    fn the_list_of_the_project_is_read() {
        let page = read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(PAGE)).unwrap();
        assert!(rows(&page).unwrap().len() > 20);
    }

    #[test]
    fn words_are_found_in_comments_alone() {
        let text = "//! It goes.\nlet stands = \"goes // stands\"; // so\n// many stand\nlet url = 1;\n";
        assert_eq!(found("a.rs", text), [(1, "goes".into()), (2, "so many".into()), (3, "stand".into())]);
        assert_eq!(found("a.py", "# it stands\ngoes = 1\n"), [(1, "stands".into())]);
    }

    #[test]
    fn code_and_permitted_uses_do_not_count() {
        let text = "/// X stands for `goes`.\n/// ```\n/// goes();\n/// ```\nfn f() {}\n";
        assert_eq!(found("a.rs", text), []);
        assert_eq!(found("web/a.ts", "// it goes\n"), []);
        assert_eq!(found("a.md", "[one](it-goes.md) two\n"), []);
        assert_eq!(found("a.md", "```\ngoes\n```\n`goes` so\nmany\n"), [(4, "so many".into())]);
    }

    #[test]
    fn openings_are_those_of_a_comment() {
        let text = "/// Whether it is.\nfn a() {}\n/// Returns what it is.\nfn b() {}\n";
        assert_eq!(found("a.rs", text), [(1, "Whether".into())]);
        assert_eq!(found("a.md", "What is it?\n"), []);
    }
}
