//! `farandole neighbours`: finds puzzles that differ from a puzzle in a few givens.

use super::study::{StudyOutput, ask, ask_filtered, line};
use crate::args::NeighboursArgs;
use crate::exit::Failure;
use farandole::research::Neighbours;
use farandole::research::study::{Neighbourhood, Pattern};
use farandole::study::StudyQuery;
use std::collections::HashSet;

pub(crate) fn run(args: &NeighboursArgs) -> Result<u8, Failure> {
    let change = Neighbours { remove: args.remove, add: args.add };
    let pattern = if args.same_pattern { Pattern::Same } else { Pattern::Any };
    let query = StudyQuery(Neighbourhood { change, pattern });
    let tell = |forms: Vec<[u8; 81]>, _: &[u8; 81]| StudyOutput::whole(forms.iter().map(line).collect());
    if !args.classes {
        return ask(&args.study, &query, &tell);
    }
    let mut seen: HashSet<Vec<u8>> = HashSet::new();
    let filter = move |lines: &[u8]| {
        let mut new = Vec::new();
        for line in lines.split(|byte| *byte == b'\n') {
            let words =
                if line.starts_with(b"!") { vec![line] } else { line.split(|byte| *byte == b' ').collect() };
            for word in words.into_iter().filter(|word| !word.is_empty()) {
                if word.starts_with(b"!") || seen.insert(word.to_vec()) {
                    new.extend_from_slice(word);
                    new.push(b'\n');
                }
            }
        }
        Ok(new)
    };
    ask_filtered(&args.study, &query, &tell, Some(Box::new(filter)))
}
