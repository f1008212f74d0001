//! `farandole twins`: finds puzzles with the same pattern whose solutions differ only in the cells
//! of the givens.

use super::study::{StudyOutput, ask, line};
use crate::args::TwinsArgs;
use crate::exit::Failure;
use farandole::research::Twins;
use farandole::research::study::AllTwins;
use farandole::study::StudyQuery;

pub(crate) fn run(args: &TwinsArgs) -> Result<u8, Failure> {
    ask(&args.study, &StudyQuery(AllTwins { limit: args.limit.get() }), &|twins: Twins, _| {
        StudyOutput::cut(twins.found.iter().map(line).collect(), twins.is_complete)
    })
}
