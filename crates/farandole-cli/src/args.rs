//! The command line as typed. The same definitions make the help, the completions and the man page.

mod canonical;
mod cover;
mod draw;
mod explain;
mod files;
mod generate;
mod shared;
mod solve;
mod study;
mod trace;
mod values;

pub(crate) use canonical::*;
pub(crate) use cover::*;
pub(crate) use draw::*;
pub(crate) use explain::*;
pub(crate) use files::check_file_conflicts;
pub(crate) use generate::*;
pub(crate) use shared::*;
pub(crate) use solve::*;
pub(crate) use study::*;
pub(crate) use trace::*;

use clap::{Parser, Subcommand, ValueHint};
use std::path::PathBuf;
use values::{at_least_one, seconds};

/// Sudoku of any size and region shape, and exact cover: solve, count, check, convert, compare.
#[derive(Debug, Parser)]
#[command(name = "farandole", version, max_term_width = 100, after_help = EXIT_CODES)]
pub(crate) struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub(crate) command: Command,
}

const EXIT_CODES: &str = "\
Exit codes:
  0  everything was read and decided (\"no solution\" is a decision)
  1  a check failed: a wrong solution, an improper puzzle, engines that disagree
  2  the command line is wrong
  3  some input could not be read; the rest was processed
  4  some puzzles got no answer: the budget, the engine or the output format did not suffice
  5  a file could not be opened, read or written
  6  a defect of farandole: some puzzles have !failed; the rest was processed
Where several apply, the largest is returned.";

const RATE_HELP: &str = "\
ER is the greatest difficulty of all steps, EP that up to the first digit placed, ED that of the first step. \
A puzzle that has no rating gets a line that starts with !: !none, !several, !marks (the pencil marks leave out \
the solution), !unreadable, !unsupported (not a plain 9x9 grid), !gave up at least ER EP ED (--budget; !gave up before the first step where nothing is known), \
!stuck at least ER EP ED (no technique finds anything). \
Puzzles without exactly one solution make the exit code 1. On HoDoKu's scale a line is the score and the level. \
Standard error names the cells.";

const SHEET_HELP: &str = "\
The grid is one of:
  81 cells on a line; + in front of a digit that was placed, not given; behind, if you like, a colon and the \
candidates ruled out so far, each as digit, row, column
  GIVENS/PLACED/MARKS: 81 cells, 81 cells, and pencil marks as 729 characters or 81 groups with commas between
  nine rows of cells or of groups of candidates, with any frame; two or three such blocks are givens, current \
digits, candidates
  a file in any format that `solve` reads
An empty cell without any mark counts as not marked yet. In drawings without colours `*` marks the pattern and what holds, `#` extra \
candidates, `@` supporting cells, `/` what does not hold, `-` what goes and `!` what is placed; the last candidate of a cell stands in \
parentheses. Steps are those of Sudoku Explainer 1.2.1, easiest first, or of HoDoKu 2.2 (--scale hodoku); \
some of the techniques presuppose that the puzzle has one solution, which is checked before.";

const ENCODE_HELP: &str = "\
Variable `cell * N + digit` says that a cell (row-major from 0) has a digit (from 1). The clauses are those of \
the extended encoding: every cell and every house of N cells has each thing once; then givens and excluded digits \
as unit clauses. See docs/design/search.md.\n\n\
With --opb, comments name the variables. Sums are linear constraints; docs/guide/variants.md lists the kinds of \
constraints that have a formula. The solution of --other-than is a line with the values of the cells as `solve` prints them, \
and those of extra cells behind them.";

const WHY_HELP: &str = "\
The answer names constraints as they stand in constraint text: so few that there is a solution without any one of them. \
Rows, columns and boxes always hold. `no clash` means that there is a solution.";

const TRACE_HELP: &str = "\
A line is the number of a step, and what it does: `guess: R1C1 = 3`, `back: R1C1 is not 3`, a value that is the last one of its cell and \
what goes from the cells that differ from it, what a constraint or a house takes from which cells, a contradiction, a solution. \
Steps below a guess are indented. Constraints are named as in constraint text. A sum that follows from houses and other sums (the rule of 45) \
stands as an equation.\n\n\
The search is the depth-first one of `solve`, which takes turns with a learning search where it takes long; the trace has no such \
turns. It is run again from its beginning for each call: --from skips what comes before.";

const SOLVE_HELP: &str = "\
Line k of the output answers puzzle k of the input. An answer that starts with ! says why there is no \
solution to print: !none, !several, !unreadable, !gave up, !unsupported (the engine named can't take the \
puzzle), !unprintable (the output format can't hold it). An input has one format throughout. Details, with file, line and column, go to \
standard error.\n\n\
A proof of --proof is for one puzzle, in the DRAT format: a list of clauses, each following from the formula and \
those before. The formula is what `farandole encode --cnf` prints for a puzzle without solution, and with \
--other-than SOLUTION for one with exactly one. A puzzle with several solutions has no proof, and no file is left. \
The proof about a variant is in the VeriPB format, version 3.0; its formula is that of `farandole encode --opb`.";

#[derive(Debug, Subcommand)]
#[command(defer = true)]
pub(crate) enum Command {
    /// Print a solution of each puzzle, checked against the rules.
    #[command(after_long_help = SOLVE_HELP)]
    Solve(SolveArgs),
    /// Print how many solutions each puzzle has: 0, 1, or 2+ (see --limit).
    #[command(after_long_help = "The number has + behind it when the limit cut the search short.")]
    Count(CountArgs),
    /// Judge puzzle and solution pairs, or whether puzzles have exactly one solution.
    #[command(
        after_long_help = "A record with a solution column is ok when that solution obeys every rule, else !wrong. \
        A record without one is ok when it has exactly one solution, else !none or !several. Anything but ok \
        makes the exit code 1. Why goes to standard error. --strict stops at the first record that can't be read."
    )]
    Check(QuestionArgs),
    /// Print the candidates of each puzzle that are true: those that some solution has.
    #[command(
        after_long_help = "The candidates come as one line of N * N * N symbols for puzzles of one line, else as a grid; \
        --to has the choice. A puzzle without solution is answered by !none, one whose budget ran out by !gave up."
    )]
    Candidates(CandidatesArgs),
    /// Print the givens of each puzzle, and the constraints of each variant, that follow from all others, or `minimal`.
    #[command(
        after_long_help = "Each given or constraint named could go without letting in another solution; two of them perhaps not \
        together. A puzzle without solution is answered by !none, one whose budget ran out by !gave up."
    )]
    Redundant(QuestionArgs),
    /// Print which constraints of each variant without solution cannot hold together.
    #[command(after_long_help = WHY_HELP)]
    Why(QuestionArgs),
    /// Print the steps of the search for a variant: what goes from which cells, and which constraint says so.
    #[command(after_long_help = TRACE_HELP)]
    Trace(TraceArgs),
    /// List the constraints of variants, or describe one.
    Rules(RulesArgs),
    /// Print how hard each 9x9 puzzle is for people, on the scale of Sudoku Explainer (ER EP ED) or of HoDoKu.
    #[command(after_long_help = RATE_HELP)]
    Rate(RateArgs),
    /// Show the full solution path of a 9x9 puzzle, every step with its reason.
    #[command(after_long_help = SHEET_HELP)]
    Explain(ExplainArgs),
    /// Show the next step from the current position, or what is wrong there.
    #[command(after_long_help = SHEET_HELP)]
    Hint(HintArgs),
    /// List the techniques with their numbers, or describe one.
    Techniques(TechniquesArgs),
    /// Draw puzzles: one as SVG, or many on PDF pages for print.
    #[command(
        after_long_help = "Without --svg and --pdf, the SVG document of the one puzzle goes to standard output. \
        Sizes up to 64 and regions of any shape are drawn, and the digits allowed in cells as candidates."
    )]
    Draw(DrawPuzzlesArgs),
    /// Write puzzles in another format.
    Convert(ConvertArgs),
    /// Print the canonical form of each 9x9 puzzle: equal for puzzles that are essentially the same.
    #[command(after_long_help = CANONICAL_HELP)]
    Canonical(CanonicalArgs),
    /// Make puzzles: of a symmetry, a number of givens, a difficulty; of any size and region shape.
    #[command(after_long_help = GENERATE_HELP)]
    Generate(GenerateArgs),
    /// Print a minimal puzzle in each 9x9 puzzle with one solution, or all of them.
    Minimize(MinimizeArgs),
    /// Print the unavoidable sets of each 9x9 puzzle's solution, completely up to a size.
    Unavoidable(UnavoidableArgs),
    /// Print all puzzles with a number of givens that are part of each 9x9 puzzle or grid.
    #[command(after_long_help = SCAN_HELP)]
    Scan(ScanArgs),
    /// Print the puzzles near each 9x9 puzzle: some givens less, others more.
    #[command(after_long_help = NEIGHBOURS_HELP)]
    Neighbours(NeighboursArgs),
    /// Search from 9x9 puzzle to neighbour towards a rating or a number of givens.
    #[command(after_long_help = VICINITY_HELP)]
    Vicinity(VicinityArgs),
    /// Print the least sets of cells whose digits let simple rules solve each 9x9 puzzle.
    #[command(after_long_help = BACKDOORS_HELP)]
    Backdoors(BackdoorsArgs),
    /// Print each puzzle with the cells filled in that all its solutions share.
    #[command(
        after_long_help = "A puzzle without solution is answered by !none, one whose budget ran out by !gave up. With --json, \
        `found` names the cells that were empty, with their digits. `candidates` tells what the other cells may hold."
    )]
    Backbone(QuestionArgs),
    /// Print the puzzles whose givens and solution differ from each 9x9 puzzle in the cells of the givens alone.
    #[command(after_long_help = TWINS_HELP)]
    Twins(TwinsArgs),
    /// Print the classes of the bands and stacks of each 9x9 puzzle's solution.
    #[command(after_long_help = BANDS_HELP)]
    Bands(StudyArgs),
    /// Print where the givens of each 9x9 puzzle stand, as a canonical pattern.
    #[command(after_long_help = PATTERNS_HELP)]
    Patterns(StudyArgs),
    /// Print each 9x9 puzzle under a symmetry, random or chosen.
    #[command(after_long_help = MORPH_HELP)]
    Morph(MorphArgs),
    /// Print how many 9x9 puzzles have so many givens, such a rating, so many automorphisms.
    #[command(after_long_help = STATS_HELP)]
    Stats(StatsArgs),
    /// Run several engines on the same puzzles, compare their answers and print what they cost.
    #[command(
        after_long_help = "Puzzles that an engine gives up on within the budget are part of the table and do not \
        change the exit code. Speeds mean little for fewer than some hundred puzzles."
    )]
    Compare(CompareArgs),
    /// Print a puzzle as a formula for SAT solvers and proof checkers.
    #[command(after_long_help = ENCODE_HELP)]
    Encode(EncodeArgs),
    /// Exact cover: solve, count, sample, estimate, simplify, split and make problems.
    Cover(CoverArgs),
    /// Read a judge's input on standard input and print the answer in exactly the judge's form.
    Judge(JudgeArgs),
    /// Print the version and what this machine lets the kernel use.
    Info,
    /// List the formats, their names and file extensions.
    Formats,
    /// Print the completions of a shell.
    Completions {
        /// Which shell.
        shell: clap_complete::Shell,
    },
    /// Print a manual page (roff), or write all of them into a folder.
    #[command(
        after_long_help = "`farandole man` prints the page of the program, `farandole man solve` that of a \
        command, `farandole man cover count` that of a command of a command."
    )]
    Man {
        /// The command; the program when not given.
        #[arg(value_name = "COMMAND")]
        command: Vec<String>,
        /// Write every page into this folder, which must exist.
        #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath, conflicts_with = "command")]
        dir: Option<PathBuf>,
    },
}
