//! `farandole patterns`: prints the canonical pattern of the givens, and its symmetries.

use super::study::{StudyOutput, ask};
use crate::args::StudyArgs;
use crate::exit::Failure;
use farandole::canonical::CanonicalForm;
use farandole::json::JsonCanonical;
use farandole::research::study::{PatternFound, Patterns};
use farandole::study::BoardStudyQuery;

pub(crate) fn run(args: &StudyArgs) -> Result<u8, Failure> {
    ask(args, &BoardStudyQuery(Patterns), &|PatternFound { form, givens, symmetries }, _| {
        let names: Vec<String> = symmetries.iter().map(|symmetry| symmetry.name().to_owned()).collect();
        let shown = if names.is_empty() { "none".to_owned() } else { names.join(",") };
        StudyOutput {
            word: Some(format!("{form} {givens} {} {shown}", form.automorphisms)),
            canonical: Some(JsonCanonical::new(CanonicalForm::Pattern, &form)),
            ..StudyOutput::whole(names)
        }
    })
}
