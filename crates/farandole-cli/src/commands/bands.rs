//! `farandole bands`: the classes of the bands and stacks of a solution.

use super::study::{StudyOutput, ask};
use crate::args::StudyArgs;
use crate::exit::Failure;
use farandole::canon::{Bands, Canon};
use farandole::research::study::BandClasses;
use farandole::study::StudyQuery;

pub(crate) fn run(args: &StudyArgs) -> Result<u8, Failure> {
    let query = StudyQuery(BandClasses(Bands::new(&Canon::new())));
    ask(args, &query, &|classes: [u16; 6], _| {
        StudyOutput::whole(classes.iter().map(u16::to_string).collect())
    })
}
