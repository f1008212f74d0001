//! Groups of commands, and the examples of all help texts.

use clap::Command;
use clap::builder::styling::Styles;
use std::fmt::Write as _;

/// The commands by purpose, in the order of the help text.
const GROUPS: [(&str, &[&str]); 7] = [
    ("Solve", &["solve", "count", "check", "candidates", "backbone", "redundant", "why", "trace"]),
    ("Learn", &["hint", "explain", "rate", "techniques", "practice", "rules"]),
    ("Make", &["generate", "complete", "find", "minimize", "draw"]),
    ("Convert", &["read", "convert", "formats", "encode", "judge", "morph"]),
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

/// For each command: what its example does, and the lines of the example. A line that begins with
/// `$` is typed, and the others are its output; long or variable outputs are omitted. The examples
/// need no files except those that they create.
const EXAMPLES: &[(&str, &str, &[&str])] = &[
    ("", "Generate a puzzle and show its next logical step", &["$ farandole generate | farandole hint"]),
    (
        "solve",
        "Solve a 4x4 puzzle given on the command line",
        &["$ farandole solve 1.....4..2.....3", "1432234132144123"],
    ),
    (
        "count",
        "Count all solutions of a 4x4 grid with one given",
        &["$ farandole count --limit 0 1...............", "72"],
    ),
    ("check", "Check that a puzzle has exactly one solution", &["$ farandole check 1.....4..2.....3", "ok"]),
    (
        "candidates",
        "Print the true candidates of each cell",
        &[
            "$ farandole candidates 1.....4..2......",
            "1......4.23..23..2....3....41.....34.2..1.....34..341....23..234",
        ],
    ),
    (
        "backbone",
        "Fill in the digits that all solutions share",
        &["$ farandole backbone 1.....4..2......", "14..2341.21..1.."],
    ),
    (
        "redundant",
        "Find givens that follow from the others",
        &["$ farandole redundant 14....4..2.....3", "r1c2"],
    ),
    (
        "why",
        "Find the constraints that contradict each other",
        &[
            "$ farandole why .Shape~4x4.Cage~7~R1C1~R1C2.Cage~7~R2C1~R2C2",
            ".Cage~7~R1C1~R1C2 .Cage~7~R2C1~R2C2",
        ],
    ),
    (
        "trace",
        "Print the first five steps of a search",
        &["$ farandole trace --steps 5 .Shape~4x4.AntiKnight"],
    ),
    (
        "hint",
        "Generate a puzzle and name its first step",
        &[
            "$ farandole generate --seed 1 | farandole hint --depth what",
            "Hidden single in a box: r1c9 is 2.",
        ],
    ),
    (
        "explain",
        "Print the rating and the number of steps",
        &[
            "$ farandole generate --seed 1 | farandole explain --summary --scale se",
            "Solved in 57 steps: ER 1.5, EP 1.2, ED 1.2.",
        ],
    ),
    (
        "rate",
        "Rate three puzzles",
        &["$ farandole generate --seed 1 -n 3 | farandole rate", "1.5 1.2 1.2", "1.5 1.2 1.2", "8.8 1.2 1.2"],
    ),
    ("techniques", "Describe a technique, with an example", &["$ farandole techniques x-wing"]),
    ("practice", "Answer an exercise", &["$ echo s | farandole practice x-wing"]),
    ("rules", "Describe a constraint", &["$ farandole rules Renban"]),
    (
        "generate",
        "Generate three symmetric puzzles with 24 to 26 givens",
        &["$ farandole generate -n 3 --seed 7 --givens 24..26 --symmetry 180"],
    ),
    (
        "complete",
        "Choose the sum of a cage, and add cages",
        &[
            "$ echo \".Shape~4x4.~R1C1_1.Cage~?~R1C2~R1C3.Some~Cage\" > cages.txt",
            "$ farandole complete --seed 1 cages.txt",
        ],
    ),
    (
        "find",
        "Find a 4x4 puzzle with an empty first cell",
        &[
            "$ (echo .Shape~4x4.Var~S~~16.~VS1_1; seq -f .~VS%g_1_2 2 16) > corner.txt",
            "$ farandole find corner.txt --givens-where S --seed 1",
        ],
    ),
    (
        "minimize",
        "Reduce a puzzle with 35 givens",
        &["$ farandole generate --seed 1 --minimal no --givens 35 | farandole minimize"],
    ),
    ("draw", "Draw a 4x4 puzzle to a file", &["$ farandole draw --svg puzzle.svg 1.....4..2.....3"]),
    (
        "read",
        "Read the puzzle that a link contains",
        &["$ farandole convert --to sudokupad-link 1.....4..2.....3 | farandole read"],
    ),
    (
        "convert",
        "Print a 4x4 puzzle as rows",
        &["$ farandole convert --to grid 1.....4..2.....3", "1...", "..4.", ".2..", "...3"],
    ),
    ("formats", "List the formats", &["$ farandole formats"]),
    (
        "encode",
        "Write a 4x4 puzzle as a DIMACS file",
        &["$ farandole encode --cnf --output puzzle.cnf 1.....4..2.....3"],
    ),
    (
        "judge",
        "Answer an input of problem 3074 of the judge POJ",
        &["$ (farandole generate --seed 1; echo end) | farandole judge poj3074"],
    ),
    (
        "morph",
        "Rotate a puzzle by 90 degrees",
        &["$ farandole generate --seed 1 | farandole morph --turn 90"],
    ),
    (
        "canonical",
        "Print the canonical form of a puzzle",
        &["$ farandole generate --seed 1 | farandole canonical"],
    ),
    (
        "patterns",
        "Print the canonical pattern of a puzzle",
        &["$ farandole generate --seed 1 | farandole patterns"],
    ),
    (
        "bands",
        "Print the classes of the bands and stacks of a solution",
        &["$ farandole generate --seed 1 | farandole bands", "195 55 170 133 386 153"],
    ),
    (
        "stats",
        "Count 100 puzzles by their number of givens",
        &[
            "$ farandole generate --seed 1 -n 100 | farandole stats --of givens",
            "givens: mean 24.270, standard deviation 1.173",
            "    22          6 ##########",
            "    23         21 ###################################",
            "    24         30 ##################################################",
            "    25         29 #################################################",
            "    26         11 ###################",
            "    27          3 #####",
        ],
    ),
    (
        "neighbours",
        "Print the puzzles that differ from a puzzle in one given",
        &["$ farandole generate --seed 1 | farandole neighbours"],
    ),
    (
        "vicinity",
        "Search near a puzzle for puzzles with fewer givens",
        &[
            "$ farandole generate --seed 1 > start.txt",
            "$ farandole vicinity --givens ..22 --rounds 1 --ledger found start.txt",
        ],
    ),
    (
        "unavoidable",
        "Count the unavoidable sets of up to 8 cells",
        &["$ farandole generate --seed 1 | farandole unavoidable --max-size 8 --count", "4:15 6:5 8:28"],
    ),
    (
        "scan",
        "Print the puzzles with 23 givens that a puzzle with 30 contains",
        &[
            "$ farandole generate --seed 1 --minimal no --givens 30 > start.txt",
            "$ farandole scan --givens 23 start.txt",
        ],
    ),
    (
        "backdoors",
        "Print the cells that reduce a puzzle to singles",
        &["$ farandole generate --seed 1 --rating 3.. | farandole backdoors"],
    ),
    (
        "twins",
        "Print the twins of a puzzle with 50 givens",
        &["$ farandole generate --seed 1 --minimal no --givens 50 | farandole twins"],
    ),
    (
        "compare",
        "Compare two engines on 100 puzzles",
        &["$ farandole generate --seed 1 -n 100 | farandole compare --engines kernel,dlx"],
    ),
    (
        "cover",
        "Count the solutions of the 8 queens problem",
        &["$ farandole cover make queens 8 | farandole cover count", "92"],
    ),
    (
        "cover solve",
        "Fill a 6x10 board with pentominoes",
        &["$ farandole cover make pentominoes 6 10 | farandole cover solve"],
    ),
    (
        "cover count",
        "Count the domino tilings of a board",
        &["$ farandole cover make dominoes 8 8 | farandole cover count", "12988816"],
    ),
    (
        "cover min",
        "Partition a set of three into as few parts as possible",
        &["$ farandole cover make bell 3 | farandole cover min --fewest"],
    ),
    (
        "cover sample",
        "Draw two random solutions of the 4 queens problem",
        &[
            "$ farandole cover make queens 4 | farandole cover sample 2 --seed 1 --numbers",
            "9 2 15 8",
            "12 3 5 14",
        ],
    ),
    (
        "cover estimate",
        "Estimate the number of solutions of the 10 queens problem",
        &[
            "$ farandole cover make queens 10 | farandole cover estimate --dives 1000",
            "solutions 715.8 +- 61.2",
            "nodes 11667.4 +- 295.8",
        ],
    ),
    ("cover pre", "Simplify a problem", &["$ farandole cover make queens 4 | farandole cover pre"]),
    (
        "cover split",
        "Split a problem into two files",
        &[
            "$ farandole cover make queens 6 | farandole cover split -n 2 parts",
            "parts/piece-1.dlx",
            "parts/piece-2.dlx",
        ],
    ),
    (
        "cover merge",
        "Count the files of a split, then merge the counts",
        &[
            "$ farandole cover make queens 6 | farandole cover split -n 2 parts",
            "$ for f in parts/*; do farandole cover count --json $f > $f.json; done",
            "$ farandole cover merge parts/*.json",
            "parts/piece-1.dlx",
            "parts/piece-2.dlx",
            "4",
        ],
    ),
    (
        "cover verify",
        "Write a certificate of a count, then check it",
        &[
            "$ farandole cover make queens 6 > queens.dlx",
            "$ farandole cover count --proof certificate queens.dlx",
            "$ farandole cover verify queens.dlx certificate",
            "4",
            "4",
        ],
    ),
    (
        "cover make",
        "Write the problem to tile a 2x3 board with dominoes",
        &[
            "$ farandole cover make dominoes 2 3",
            "r1c1 r1c2 r1c3 r2c1 r2c2 r2c3",
            "r1c1 r1c2",
            "r1c1 r2c1",
            "r1c2 r1c3",
            "r1c2 r2c2",
            "r1c3 r2c3",
            "r2c1 r2c2",
            "r2c2 r2c3",
        ],
    ),
    ("info", "Print the version and the instruction sets", &["$ farandole info"]),
    (
        "completions",
        "Write the completions for bash to a file",
        &["$ farandole completions bash > farandole.bash"],
    ),
    ("man", "Print the manual page of a command", &["$ farandole man solve"]),
];

/// Returns the end of the long help of a command: a text, followed by the example.
pub(super) fn details(command: &str, text: &str) -> String {
    let mut out = text.to_owned();
    if let Some((_, what, lines)) = EXAMPLES.iter().find(|(name, ..)| *name == command) {
        if !out.is_empty() {
            out += "\n\n";
        }
        let _ = write!(out, "Example: {what}");
        for line in *lines {
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
        let with_example: Vec<String> = EXAMPLES.iter().map(|(name, ..)| (*name).to_owned()).collect();
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
        for (name, _, lines) in EXAMPLES {
            assert!(lines.iter().all(|line| line.len() <= 77), "{name}");
        }
    }
}
