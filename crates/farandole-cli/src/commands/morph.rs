//! `farandole morph`: prints another puzzle of the same class.

use super::study::{StudyOutput, ask, line};
use crate::args::MorphArgs;
use crate::config;
use crate::exit::Failure;
use farandole::canon::{Orientation, Symmetry};
use farandole::research::study::Morph;
use farandole::study::BoardStudyQuery;

pub(crate) fn run(args: &MorphArgs) -> Result<u8, Failure> {
    let morph = match (args.map, &args.turn) {
        (Some(map), _) => Morph::By(if args.inverse { map.inverse() } else { map }),
        (None, Some(turn)) => Morph::By(turned(turn)),
        (None, None) => Morph::Random(config::seed(args.seed, args.study.output.quiet)),
    };
    ask(&args.study, &BoardStudyQuery(morph), &|board: [u8; 81], _| StudyOutput::whole(vec![line(&board)]))
}

/// Returns a symmetry of the square by name.
fn turned(name: &str) -> Symmetry {
    let (along, back) = ([0, 1, 2, 3, 4, 5, 6, 7, 8], [8, 7, 6, 5, 4, 3, 2, 1, 0]);
    let (orientation, rows, cols) = match name {
        "90" => (Orientation::Transposed, along, back),
        "180" => (Orientation::Upright, back, back),
        "270" => (Orientation::Transposed, back, along),
        "h" => (Orientation::Upright, back, along),
        "v" => (Orientation::Upright, along, back),
        "d" => (Orientation::Transposed, along, along),
        _ => (Orientation::Transposed, back, back),
    };
    Symmetry::new(orientation, rows, cols, [1, 2, 3, 4, 5, 6, 7, 8, 9]).unwrap_or(Symmetry::IDENTITY)
}
