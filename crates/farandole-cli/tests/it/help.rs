//! Help texts: every command has an example, every example works and prints the output shown, and
//! the short help has one line per option.
#![cfg(unix)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn help(words: &[&str], option: &str) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_farandole")).args(words).arg(option).output().unwrap();
    assert!(output.status.success(), "{words:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// Returns the names of commands in a help text: the first words of lines with an indent of two.
fn names(help: &str) -> Vec<String> {
    let list =
        help.lines().take_while(|line| *line != "Options:").skip_while(|line| !line.starts_with("Usage:"));
    let name = |line: &str| {
        line.strip_prefix("  ")
            .filter(|line| !line.starts_with([' ', '[', '<']))
            .and_then(|line| line.split(' ').next().map(str::to_owned))
    };
    list.filter_map(name).filter(|name| name != "help").collect()
}

/// Returns the words of every command, beginning with the program itself.
fn commands() -> Vec<Vec<String>> {
    let mut commands: Vec<Vec<String>> = vec![Vec::new()];
    commands.extend(names(&help(&[], "--help")).into_iter().map(|name| vec![name]));
    commands.extend(names(&help(&["cover"], "--help")).into_iter().map(|name| vec!["cover".into(), name]));
    commands
}

/// Returns the commands of the example in a help text.
fn example(help: &str) -> Vec<String> {
    help.lines().filter_map(|line| line.strip_prefix("  $ ")).map(str::to_owned).collect()
}

/// Returns the output that the example in a help text shows; empty if the output is omitted.
fn shown_output(help: &str) -> String {
    let lines = help.lines().skip_while(|line| !line.starts_with("Example: ")).skip(1);
    let output = lines.filter(|line| !line.starts_with("  $ ")).filter_map(|line| line.strip_prefix("  "));
    output.map(|line| line.to_owned() + "\n").collect()
}

/// Runs a script in a new directory, with the command on the path.
fn run(lines: &[String], folder: &Path) -> Output {
    let _ = fs::remove_dir_all(folder);
    fs::create_dir_all(folder).unwrap();
    let program = Path::new(env!("CARGO_BIN_EXE_farandole")).parent().unwrap();
    let path = format!("{}:{}", program.display(), std::env::var("PATH").unwrap());
    let script = lines.join("\n");
    Command::new("sh").args(["-e", "-c", &script]).current_dir(folder).env("PATH", path).output().unwrap()
}

#[test]
fn every_command_shows_an_example_that_works() {
    let commands = commands();
    assert!(commands.len() > 45, "{commands:?}");
    let base: PathBuf = Path::new(env!("CARGO_TARGET_TMPDIR")).join("examples");
    for words in &commands {
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let text = help(&words, "--help");
        let (lines, shown) = (example(&text), shown_output(&text));
        assert!(!lines.is_empty(), "{words:?} has no example");
        let folder = base.join(words.join("-"));
        let output = run(&lines, &folder);
        let message = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{words:?}: {lines:?}: {message}");
        let files = fs::read_dir(&folder).unwrap().count();
        assert!(!output.stdout.is_empty() || files > 0, "{words:?}: {lines:?} does nothing");
        assert!(shown.is_empty() || shown == String::from_utf8_lossy(&output.stdout), "{words:?}: {shown}");
        assert!(
            words.is_empty()
                || lines.iter().any(|line| line.contains(&format!("farandole {}", words.join(" "))))
        );
    }
}

#[test]
fn the_list_of_commands_begins_with_solving_and_hints_and_is_short() {
    for option in ["-h", "--help"] {
        let text = help(&[], option);
        let groups: Vec<&str> =
            text.lines().filter(|line| line.ends_with(':') && !line.contains(' ')).collect();
        assert_eq!(groups, ["Solve:", "Learn:", "Make:", "Convert:", "Study:", "Program:", "Options:"]);
        assert!(text.contains("\nExact cover:\n"));
        assert!(text.contains("\nSolve:\n  solve ") && text.contains("\nLearn:\n  hint "), "{text}");
        assert!(!text.contains('\u{1b}'));
    }
    let short = help(&[], "-h");
    assert!(short.lines().count() < 69 && short.lines().all(|line| line.len() <= 80), "{short}");
    assert!(!short.contains("Exit codes"));
}

#[test]
fn the_short_help_has_one_line_per_option() {
    for words in commands() {
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let text = help(&words, "-h");
        assert!(text.lines().all(|line| line.len() <= 100), "{words:?}: {text}");
        let is_option = |line: &str| line.trim_start().starts_with('-');
        let options = text.lines().filter(|line| is_option(line)).count();
        let entries = text.lines().skip_while(|line| !is_option(line));
        let lines = entries.take_while(|line| !line.starts_with('`')).filter(|line| line.starts_with(' '));
        assert_eq!(lines.count(), options, "{words:?}: {text}");
    }
}

/// Options without a default: either they enable an action, or another option is required without
/// them.
const ACTIONS: [&str; 20] = [
    "--counts",
    "--dataset",
    "--dir",
    "--draw",
    "--estimate",
    "--ledger",
    "--map",
    "--number",
    "--other-than",
    "--pattern",
    "--pdf",
    "--proof",
    "--resume",
    "--svg",
    "--symmetry",
    "--turn",
    "--zdd",
    "-n",
    "--rating",
    "--givens",
];

#[test]
fn options_state_their_default() {
    let mut missing = String::new();
    for words in commands() {
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let text = help(&words, "--help");
        // The entry of an option begins with its name and extends to the next one.
        let mut entries: Vec<String> = Vec::new();
        for line in text.lines() {
            let is_name = line.trim_start().starts_with('-') && line.len() - line.trim_start().len() <= 6;
            if is_name || !line.is_empty() && !line.starts_with(' ') {
                entries.push(String::new());
            }
            if let Some(entry) = entries.last_mut() {
                *entry += line.trim();
                *entry += " ";
            }
        }
        for entry in entries.iter().filter(|entry| entry.starts_with('-') && entry.contains(" <")) {
            let name =
                entry.split(' ').find(|word| word.starts_with("--")).or(entry.split(' ').next()).unwrap();
            let is_required =
                matches!((words.as_slice(), name), (["convert"], "--to") | (["find"], "--givens-where"));
            if !entry.contains("[default") && !ACTIONS.contains(&name) && !is_required {
                missing += &format!("{words:?}: {entry}\n");
            }
        }
    }
    assert!(missing.is_empty(), "{missing}");
}

#[test]
fn pages_and_completions_have_every_command_and_every_example() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("help-pages");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    let program = env!("CARGO_BIN_EXE_farandole");
    assert!(Command::new(program).args(["man", "--dir"]).arg(&folder).status().unwrap().success());
    let completions = Command::new(program).args(["completions", "fish"]).output().unwrap();
    let completions = String::from_utf8(completions.stdout).unwrap();
    for name in names(&help(&[], "--help")) {
        let page = fs::read_to_string(folder.join(format!("farandole-{name}.1"))).unwrap();
        // roff writes a dash as `\-`, and an apostrophe as `\*(Aq`.
        let page = page.replace("\\-", "-").replace("\\*(Aq", "'");
        for line in example(&help(&[&name], "--help")) {
            assert!(page.contains(&line), "{name}: {line}");
        }
        assert!(completions.contains(&format!("-a \"{name}\"")), "{name}");
    }
}
