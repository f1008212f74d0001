//! Groups of commands, and the examples of all help texts.

use clap::Command;
use clap::builder::styling::Styles;
use std::fmt::Write as _;

/// The commands by purpose, in the order of the help text.
const GROUPS: [(&str, &[&str]); 7] = [
    ("Solve", &["solve", "count", "check", "candidates", "backbone", "redundant", "why", "trace"]),
    ("Learn", &["hint", "explain", "rate", "techniques", "practice", "rules"]),
    ("Make", &["generate", "complete", "find", "minimize", "draw", "book", "listen", "mcp"]),
    ("Convert", &["read", "convert", "formats", "encode", "certify", "judge", "morph"]),
    (
        "Study",
        &[
            "canonical",
            "patterns",
            "bands",
            "stats",
            "neighbours",
            "vicinity",
            "unavoidable",
            "scan",
            "backdoors",
            "twins",
            "compare",
        ],
    ),
    ("Exact cover", &["cover"]),
    ("Program", &["info", "completions", "man", "help"]),
];

/// An example for each command, separated by blank lines. The first line is the command and what the
/// example does. A line that begins with `$` is typed, and the others are its output; long or variable
/// outputs are omitted. The examples need no files except those that they create.
const EXAMPLES: &str = include_str!("examples.txt");

/// Returns the examples: the command, what the example does, and its lines.
fn examples() -> Vec<(&'static str, &'static str, Vec<&'static str>)> {
    let lines: Vec<&str> = EXAMPLES.lines().collect();
    let example = |lines: &[&'static str]| {
        let (title, lines) = lines.split_first()?;
        let (command, what) = title.split_once(": ")?;
        Some((command, what, lines.to_vec()))
    };
    lines.split(|line| line.is_empty()).filter_map(example).collect()
}

/// Returns the end of the long help of a command: a text, followed by the example.
pub(super) fn details(command: &str, text: &str) -> String {
    let mut out = text.to_owned();
    if let Some((_, what, lines)) = examples().into_iter().find(|(name, ..)| *name == command) {
        if !out.is_empty() {
            out += "\n\n";
        }
        let _ = write!(out, "Example: {what}");
        for line in lines {
            let _ = write!(out, "\n  {line}");
        }
    }
    out
}

/// Replaces the flat list of commands in the help text by the groups.
pub(super) fn grouped(mut command: Command) -> Command {
    let header = *Styles::styled().get_header();
    let name_style = *Styles::styled().get_literal();
    let mut list = String::new();
    for (group, names) in GROUPS {
        let _ = writeln!(list, "{header}{group}:{header:#}");
        for name in names {
            let about = match command.find_subcommand_mut(name) {
                Some(command) => command.get_about().map(ToString::to_string).unwrap_or_default(),
                None => "Print the help of a command".to_owned(),
            };
            let _ = writeln!(list, "  {name_style}{name:<13}{name_style:#}{about}");
        }
        list.push('\n');
    }
    command.help_template(format!(
        "{{about-with-newline}}\n{{usage-heading}} {{usage}}\n\n{list}{header}Options:{header:#}\n{{options}}{{after-help}}"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args::definitions;
    use std::collections::BTreeSet;

    #[test]
    fn every_command_is_in_one_group_and_has_one_example() {
        let mut program = definitions();
        program.build();
        let names = |command: &Command| -> BTreeSet<String> {
            command.get_subcommands().map(|command| command.get_name().to_owned()).collect()
        };
        let grouped: Vec<&str> = GROUPS.iter().flat_map(|(_, names)| *names).copied().collect();
        assert_eq!(grouped.len(), grouped.iter().collect::<BTreeSet<_>>().len());
        assert_eq!(names(&program), grouped.into_iter().map(str::to_owned).collect());

        let of_cover = names(program.find_subcommand("cover").unwrap());
        let all = [String::new()].into_iter().chain(names(&program));
        let all = all
            .chain(of_cover.iter().map(|name| format!("cover {name}")))
            .filter(|name| !name.ends_with("help"));
        let with_example: Vec<String> = examples().iter().map(|(name, ..)| (*name).to_owned()).collect();
        assert_eq!(with_example.len(), EXAMPLES.lines().filter(|line| line.is_empty()).count() + 1);
        assert_eq!(with_example.len(), with_example.iter().collect::<BTreeSet<_>>().len());
        assert_eq!(all.collect::<BTreeSet<_>>(), with_example.into_iter().collect());
    }

    #[test]
    fn lists_and_examples_fit_on_a_line() {
        let mut program = definitions();
        program.build();
        for command in program.get_subcommands() {
            let about = command.get_about().map(ToString::to_string).unwrap_or_default();
            assert!(about.len() <= 64 && !about.is_empty(), "{}: {about}", command.get_name());
        }
        for (name, _, lines) in examples() {
            assert!(lines.iter().all(|line| line.len() <= 77), "{name}");
        }
    }
}
