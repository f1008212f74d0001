//! `farandole unavoidable`: prints unavoidable sets.

use super::study::{StudyOutput, ask, names};
use crate::args::UnavoidableArgs;
use crate::exit::Failure;
use farandole::research::Cells;
use farandole::research::study::UnavoidableSets;
use farandole::study::StudyQuery;

pub(crate) fn run(args: &UnavoidableArgs) -> Result<u8, Failure> {
    ask(&args.study, &StudyQuery(UnavoidableSets { most: args.max_size }), &|sets: Vec<Cells>, _| {
        StudyOutput::whole(if args.count {
            sizes(&sets)
        } else {
            sets.iter().map(|set| names(*set)).collect()
        })
    })
}

/// Returns the number of sets of each size.
fn sizes(sets: &[Cells]) -> Vec<String> {
    let of_size = |size: u32| sets.iter().filter(|set| set.count_ones() == size).count();
    (4..=16)
        .map(|size| (size, of_size(size)))
        .filter(|(_, count)| *count > 0)
        .map(|(size, count)| format!("{size}:{count}"))
        .collect()
}
