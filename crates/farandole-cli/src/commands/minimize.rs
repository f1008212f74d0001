//! `farandole minimize`: finds minimal puzzles within puzzles.

use super::study::{StudyOutput, ask, given_in};
use crate::args::MinimizeArgs;
use crate::exit::Failure;
use farandole::research::MinimalPuzzles;
use farandole::research::study::{MinimizeAll, MinimizeOne, Which};
use farandole::study::StudyQuery;

pub(crate) fn run(args: &MinimizeArgs) -> Result<u8, Failure> {
    if args.all || args.fewest {
        let which = if args.fewest { Which::Fewest } else { Which::All };
        return ask(
            &args.study,
            &StudyQuery(MinimizeAll { limit: args.limit.get(), which }),
            &|all: MinimalPuzzles, puzzle| StudyOutput::cut(given_in(puzzle, &all.found), all.is_complete),
        );
    }
    let study = MinimizeOne { seed: args.seed, keep: args.keep.unwrap_or_default() };
    ask(&args.study, &StudyQuery(study), &|one: MinimalPuzzles, puzzle| {
        StudyOutput::whole(given_in(puzzle, &one.found))
    })
}
