//! Command-line definitions (clap), also used to generate help, completions and man pages.

mod book;
mod canonical;
mod complete;
mod cover;
mod draw;
mod explain;
mod files;
mod find;
mod generate;
mod groups;
mod listen;
mod practice;
mod read;
mod shared;
mod solve;
mod study;
mod trace;
mod values;

pub(crate) use book::*;
pub(crate) use canonical::*;
pub(crate) use complete::*;
pub(crate) use cover::*;
pub(crate) use draw::*;
pub(crate) use explain::*;
pub(crate) use files::check_file_conflicts;
pub(crate) use find::*;
pub(crate) use generate::*;
pub(crate) use listen::*;
pub(crate) use practice::*;
pub(crate) use read::*;
pub(crate) use shared::*;
pub(crate) use solve::*;
pub(crate) use study::*;
pub(crate) use trace::*;

use clap::{CommandFactory, Parser, Subcommand, ValueHint};
use groups::{details, grouped};
use std::path::PathBuf;
use values::{at_least_one, seconds};

/// Solve, explain and generate Sudoku of all kinds; solve exact cover problems.
#[derive(Debug, Parser)]
#[command(name = "farandole", version, max_term_width = 100, after_help = SHORT, after_long_help = details("", EXIT_CODES))]
pub(crate) struct Cli {
    /// Command to run
    #[command(subcommand)]
    pub(crate) command: Command,
}

impl Command {
    /// Sets `--accept partial` for the commands whose answers remain true if the puzzle has further rules, unless the user
    /// has chosen a value.
    pub(crate) fn set_accept(&mut self) {
        let meanings = match self {
            Self::Count(args) => &mut args.input.meanings,
            Self::Candidates(args) => &mut args.query.input.meanings,
            Self::Explain(args) => &mut args.position.meanings,
            Self::Hint(args) => &mut args.position.meanings,
            _ => return,
        };
        meanings.accept.get_or_insert(Accept::Partial);
    }
}

/// Returns the definitions of the whole command line.
pub(crate) fn definitions() -> clap::Command {
    grouped(Cli::command())
}

/// Returns definitions for `-h`, whose help has one line per option: lists of possible values and
/// environment variables are left to `--help`.
pub(crate) fn with_short_help(mut definitions: clap::Command) -> clap::Command {
    fn hide(command: clap::Command) -> clap::Command {
        command.mut_args(|arg| arg.hide_possible_values(true).hide_env(true)).mut_subcommands(hide)
    }
    definitions.build();
    hide(definitions)
}

const SHORT: &str = "`farandole COMMAND --help` describes a command and shows an example.";

const EXIT_CODES: &str = "\
`farandole COMMAND --help` describes a command and shows an example.

Exit codes:
  0  all input was read, and every puzzle was decided (\"no solution\" is a decision)
  1  a check failed: a wrong solution, an improper puzzle, engines that disagree
  2  the command line is invalid, or a command for one puzzle received several
  3  some input could not be read or contains no puzzle; the rest was processed
  4  some puzzles were not answered: budget exhausted, not supported, or output format too limited
  5  a file could not be opened, read or written
  6  a bug in farandole: the answer to some puzzles is !failed; the rest was processed

If several codes apply, the largest is returned. Codes 2, 3 and 5 come with a message on standard error; \
--quiet suppresses messages about individual records.";

const RATE_HELP: &str = "\
On the SE scale, each line contains three numbers: ER is the difficulty of the hardest step, EP that of \
the hardest step up to the first placed digit, and ED that of the first step. On HoDoKu's scale, each line \
contains the score and the level. These scales apply only to classic 9x9 puzzles. Variants and other sizes \
are rated on a scale of their own, with three numbers: the difficulty of the hardest step, that of the \
hardest step up to the first placed value, and the sum of the difficulties of all steps. On the scale \
`minutes`, puzzles of both kinds have the expected minutes, their range, and a word: easy, medium, hard, \
expert or brutal; `extrapolated` means that no times of people are known for such puzzles.

A puzzle without a rating gets a line that starts with `!`:
  !none            it has no solution
  !several         it has several solutions
  !marks           its pencil marks exclude the solution
  !unreadable      it could not be read
  !unsupported     it cannot be rated; an example is a variant with Schroedinger cells
  !gave up         the limit of --budget or --time was reached; `at least` precedes lower bounds
  !stuck           no technique applies; `at least` precedes lower bounds

The exit code is 1 if any answer is !none, !several or !marks. A message on standard error states the reason \
and, if known, the cells that show it.";

const SHEET_HELP: &str = "\
The grid must be in one of these forms:
  - 81 cells on a line, with `+` before each placed digit; optionally followed by a colon and the \
eliminated candidates, each written as digit, row and column
  - GIVENS/PLACED/MARKS: 81 cells, 81 cells, and the pencil marks as 729 characters or as 81 groups \
separated by commas
  - nine rows of cells or of groups of candidates, with or without a frame; two such blocks contain the \
givens, then the current digits or the candidates; three contain the givens, the current digits and the \
candidates
  - a file, or a puzzle itself, in any format that `solve` reads

An empty cell without pencil marks has all candidates.

An assertion is the statement that a cell contains, or does not contain, a digit.

In drawings without colors, a sign after a digit marks it: `*` the pattern and the assertions that hold, \
`#` extra candidates, `@` supporting cells, `/` assertions that do not hold, `-` eliminated candidates and \
`!` placed digits. Sets and colors A, B, C and D have the signs `@`, `%`, `&` and `~`. An empty cell with \
only one candidate is in parentheses.

`explain` prints the difficulty of each step in brackets, and at the end the greatest difficulty and the \
sum. In the order made for people, the difficulty of singles is 1 to 4, that of patterns of cells and digits \
10 to 28, that of chains and almost locked sets 28 to 47, and that of forcing chains and nets 50 or more.

Techniques are tried in an order made for people, or, with --scale, in that of Sudoku Explainer 1.2.1 or \
HoDoKu 2.2. Some techniques assume that the puzzle has exactly one solution; the program checks this \
first.";

const READ_HELP: &str = "\
Lists groups of drawings that look alike, each with its possible meanings, most plausible first. A star \
marks the chosen meaning. The list is followed by the sentences of the rules that no constraint accounts \
for, the evidence for the chosen meanings, and the resulting puzzle as constraint text.

The chosen meanings are confirmed if the puzzle then has exactly one solution and, if the file contains a \
solution, the two are the same. Meanings given on the command line replace the proposed meanings. The exit \
code is 4 if the meanings are not confirmed.";

const ENCODE_HELP: &str = "\
In CNF, variable `cell * N + digit` is true if a cell (row-major, from 0) contains a digit (from 1). The \
clauses are those of the extended encoding: each cell contains exactly one digit, and each house of N \
cells contains each digit exactly once. Givens and excluded candidates are unit clauses. See \
docs/design/search.md.

In OPB, comments name the variables, and sums are linear constraints. docs/guide/variants.md lists the \
kinds of constraints that can be encoded. The file named by --other-than must contain the values of the \
cells as `solve` prints them, followed by the values of any extra cells.";

const CERTIFY_HELP: &str = "\
The folder contains the puzzle, a statement of its rules in the notation of mathematics, the solution, the \
formula, the proof that no other assignment satisfies it, and a README.md with the commands that check the \
proof. Proofs of classic puzzles are in the DRAT format, and those of variants in the VeriPB format. No file is \
written if there are several solutions, or if the search or the proof stops before the end.";

const CHECK_HELP: &str = "\
A record with a solution column is `ok` if that solution obeys every rule, otherwise `!wrong`. A record \
without a solution column is `ok` if the puzzle has exactly one solution, otherwise `!none` or `!several`. \
The exit code is 1 unless every record is `ok`. The reasons are written to standard error.";

const CANDIDATES_HELP: &str = "\
For a grid with N rows, the answer is a line of N * N * N symbols, or a grid with --to candidates. The line \
is `!none` if the puzzle has no solution, and `!gave up` if the limit of --budget or --time was reached.";

const REDUNDANT_HELP: &str = "\
Any one of the givens or constraints printed can be removed without adding a solution; removing two of \
them may add solutions. The line is `minimal` if nothing is redundant, `!none` if the puzzle has no \
solution, and `!gave up` if the limit of --budget or --time was reached.";

const WHY_HELP: &str = "\
Prints a minimal conflicting set of constraints, in constraint-text syntax: removing any one of them makes \
the rest satisfiable. Rows, columns and boxes are always kept. The line is `no clash` if the puzzle has a \
solution.";

const TRACE_HELP: &str = "\
Each line contains the number of a step and its effect. A step is a guess (`guess: R1C1 = 3`), a backtrack \
(`back: R1C1 is not 3`), a contradiction, a solution, or an elimination. An elimination lists the values \
that other cells lose because of a constraint, a house, or a cell with only one value left. Steps after a \
guess are indented. Constraints are named as in constraint text. A sum derived from houses and other sums \
(the rule of 45) is written as an equation.

The trace shows only depth-first search. In long runs, `solve` alternates between depth-first search and a \
search that learns from contradictions. Each call searches from the beginning; --from only hides the first \
steps.";

const SOLVE_HELP: &str = "\
Line k of the output is the answer to puzzle k. All puzzles in one input must have the same format. A line \
that starts with `!` gives the reason why no solution is printed:
  !none            there is no solution
  !several         there is more than one solution (--unique)
  !unreadable      the record could not be read
  !gave up         the limit of --budget or --time was reached
  !unsupported     the selected engine does not support the puzzle or would exceed the --memory limit
  !unprintable     the output format cannot represent the solution

Details, with file, line and column, are written to standard error.

A proof (--proof) covers one puzzle and is in DRAT format: a list of clauses, each of which follows from \
the formula and the clauses before it. The formula is the one that `farandole encode --cnf` writes if the \
puzzle has no solution, or `farandole encode --cnf --other-than SOLUTION` if it has exactly one. No proof \
is written for a puzzle with several solutions. Proofs for variants are in VeriPB format, version 3.0, and \
refer to the formula that `farandole encode --opb` writes.";

const BACKBONE_HELP: &str = "\
The line is `!none` if the puzzle has no solution, and `!gave up` if the limit of --budget or --time was \
reached. With --json, `found` lists the cells that were empty in the puzzle and are now filled, with their \
digits. `farandole candidates` prints the digits possible in the other cells.";

const COMPARE_HELP: &str = "\
Puzzles on which an engine gives up are included in the table and do not change the exit code. Speeds are \
meaningful only for a few hundred puzzles or more.";

const DRAW_HELP: &str = "\
With --pdf alone, all puzzles of the input are drawn. Otherwise, the input must contain a single puzzle, or \
--number must select one. If neither --svg nor --pdf is given, the puzzle is printed to standard output as \
an SVG document. Grids of up to 64x64 cells with regions of any shape can be drawn, with their candidates.";

const LISTEN_HELP: &str = "\
Waits for a WebSocket connection on the loopback address, in the protocol of Rangsk's solver. The userscript of \
that solver for f-puzzles then shows true candidates, counts, steps and solution paths of this program. Drawings \
and the text of the rules have no effect. A key of the puzzle whose meaning is unknown is refused by name.

Only pages of f-puzzles.com, sudokumaker.app, sudokupad.app and of this computer may connect, unless \
--allow-origin names another origin.";

const MCP_HELP: &str = "\
Reads requests from standard input and writes answers to standard output, one JSON object per line, until the input \
ends. The tools are views of commands: rules, read, meanings, count, solve, candidates, why, next_step, judge_move, rate, \
generate, complete and draw. A call runs in a process of its own for at most 60 seconds. It reads and writes no files.";

const JUDGE_HELP: &str = "\
Reads standard input in the dialect of the judge. The exit code is 0 for an input without puzzles, because \
the input of a judge may state that it contains zero puzzles.";

const PRACTICE_HELP: &str = "\
Shows a position in which the technique applies. If possible, it is a position in which no easier technique \
applies, according to the rating scale to which the technique belongs. Answers are read from standard input, \
one per line. An answer is a claim such as `r1c2<>5` (not 5), `r1c2<>57` (neither 5 nor 7) or `r1c2=5`. `?` \
shows a hint: first where to look, then the effect, then the reason. `s` shows the answer, `n` shows the \
next exercise, and `q` quits.";

const MAN_HELP: &str = "\
`farandole man` prints the page about the program, `farandole man solve` the page about a command, and \
`farandole man cover count` the page about a subcommand.";

#[derive(Debug, Subcommand)]
#[command(defer = true)]
pub(crate) enum Command {
    /// Print a solution to each puzzle.
    #[command(after_long_help = details("solve", SOLVE_HELP))]
    Solve(SolveArgs),
    /// Count the solutions of each puzzle: 0, 1 or 2+ by default.
    #[command(after_long_help = details("count", "A `+` follows the number if the limit was reached."))]
    Count(CountArgs),
    /// Check given solutions, or that a puzzle has exactly one solution.
    #[command(after_long_help = details("check", CHECK_HELP))]
    Check(QueryArgs),
    /// Print the candidates that occur in at least one solution.
    #[command(after_long_help = details("candidates", CANDIDATES_HELP))]
    Candidates(CandidatesArgs),
    /// Print the givens and constraints that follow from the others.
    #[command(after_long_help = details("redundant", REDUNDANT_HELP))]
    Redundant(QueryArgs),
    /// Print constraints of a variant that conflict with each other.
    #[command(after_long_help = details("why", WHY_HELP))]
    Why(QueryArgs),
    /// Print each step of the search for a variant.
    #[command(after_long_help = details("trace", TRACE_HELP))]
    Trace(TraceArgs),
    /// List the constraints of variants, or describe one.
    #[command(after_long_help = details("rules", ""))]
    Rules(RulesArgs),
    /// Rate how difficult puzzles are for human solvers.
    #[command(after_long_help = details("rate", RATE_HELP))]
    Rate(RateArgs),
    /// Show the full logical solution path, with reasons.
    #[command(after_long_help = details("explain", SHEET_HELP))]
    Explain(ExplainArgs),
    /// Show the next logical step, or the errors in the grid.
    #[command(after_long_help = details("hint", SHEET_HELP))]
    Hint(HintArgs),
    /// List the solving techniques, or describe one.
    #[command(after_long_help = details("techniques", ""))]
    Techniques(TechniquesArgs),
    /// Practice a technique: positions, hints and answers.
    #[command(after_long_help = details("practice", PRACTICE_HELP))]
    Practice(PracticeArgs),
    /// Draw puzzles as SVG or as PDF pages.
    #[command(after_long_help = details("draw", DRAW_HELP))]
    Draw(DrawPuzzlesArgs),
    /// Write a book of puzzles as PDF.
    #[command(after_long_help = details("book", BOOK_HELP))]
    Book(BookArgs),
    /// Propose meanings for the drawings of an editor's puzzle.
    #[command(after_long_help = details("read", READ_HELP))]
    Read(ReadArgs),
    /// Answer f-puzzles while a puzzle is set.
    #[command(after_long_help = details("listen", LISTEN_HELP))]
    Listen(ListenArgs),
    /// Answer a language model in the Model Context Protocol.
    #[command(after_long_help = details("mcp", MCP_HELP))]
    Mcp,
    /// Convert puzzles to another format.
    #[command(after_long_help = details("convert", ""))]
    Convert(ConvertArgs),
    /// Print the canonical form of 9x9 puzzles.
    #[command(after_long_help = details("canonical", CANONICAL_HELP))]
    Canonical(CanonicalArgs),
    /// Generate puzzles and variants of a given difficulty or size.
    #[command(after_long_help = details("generate", GENERATE_HELP))]
    Generate(GenerateArgs),
    /// Fill in a variant's placeholders to leave exactly one solution.
    #[command(after_long_help = details("complete", COMPLETE_HELP))]
    Complete(CompleteArgs),
    /// Search for a grid and its givens that satisfy conditions.
    #[command(after_long_help = details("find", FIND_HELP))]
    Find(FindArgs),
    /// Remove givens until each 9x9 puzzle is minimal.
    #[command(after_long_help = details("minimize", ""))]
    Minimize(MinimizeArgs),
    /// Print the unavoidable sets of the solutions of 9x9 puzzles.
    #[command(after_long_help = details("unavoidable", ""))]
    Unavoidable(UnavoidableArgs),
    /// Print all proper puzzles with N givens that 9x9 grids contain.
    #[command(after_long_help = details("scan", SCAN_HELP))]
    Scan(ScanArgs),
    /// Print puzzles that differ from a 9x9 puzzle in a few givens.
    #[command(after_long_help = details("neighbours", NEIGHBOURS_HELP))]
    Neighbours(NeighboursArgs),
    /// Search from neighbour to neighbour for rare 9x9 puzzles.
    #[command(after_long_help = details("vicinity", VICINITY_HELP))]
    Vicinity(VicinityArgs),
    /// Print the smallest sets of cells that make 9x9 puzzles easy.
    #[command(after_long_help = details("backdoors", BACKDOORS_HELP))]
    Backdoors(BackdoorsArgs),
    /// Fill in the cells that have the same digit in all solutions.
    #[command(after_long_help = details("backbone", BACKBONE_HELP))]
    Backbone(QueryArgs),
    /// Print 9x9 puzzles whose solutions differ only in the given cells.
    #[command(after_long_help = details("twins", TWINS_HELP))]
    Twins(TwinsArgs),
    /// Print the classes of the bands and stacks of 9x9 solutions.
    #[command(after_long_help = details("bands", BANDS_HELP))]
    Bands(StudyArgs),
    /// Print the canonical pattern of the givens of 9x9 puzzles.
    #[command(after_long_help = details("patterns", PATTERNS_HELP))]
    Patterns(StudyArgs),
    /// Apply a random or chosen symmetry to 9x9 puzzles.
    #[command(after_long_help = details("morph", MORPH_HELP))]
    Morph(MorphArgs),
    /// Count 9x9 puzzles by givens, rating or automorphisms.
    #[command(after_long_help = details("stats", STATS_HELP))]
    Stats(StatsArgs),
    /// Compare answers, speed and nodes of engines on the same puzzles.
    #[command(after_long_help = details("compare", COMPARE_HELP))]
    Compare(CompareArgs),
    /// Write a puzzle as a formula for SAT solvers and proof checkers.
    #[command(after_long_help = details("encode", ENCODE_HELP))]
    Encode(EncodeArgs),
    /// Prove that there is at most one solution, for outside checkers.
    #[command(after_long_help = details("certify", CERTIFY_HELP))]
    Certify(CertifyArgs),
    /// Solve, count, sample, simplify and make exact cover problems.
    Cover(CoverArgs),
    /// Answer the input of an online judge in its output format.
    #[command(after_long_help = details("judge", JUDGE_HELP))]
    Judge(JudgeArgs),
    /// Print the version and the instruction sets in use.
    #[command(after_long_help = details("info", ""))]
    Info,
    /// List the formats, their names and file extensions.
    #[command(after_long_help = details("formats", ""))]
    Formats,
    /// Print the completions for a shell.
    #[command(after_long_help = details("completions", ""))]
    Completions {
        /// Shell to print completions for
        shell: clap_complete::Shell,
    },
    /// Print a manual page (roff), or write all to a directory.
    #[command(after_long_help = details("man", MAN_HELP))]
    Man {
        /// Command to describe [default: the program]
        #[arg(value_name = "COMMAND")]
        command: Vec<String>,
        /// Write all pages to this existing directory
        #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath, conflicts_with = "command")]
        dir: Option<PathBuf>,
    },
}
