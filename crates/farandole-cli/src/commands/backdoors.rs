//! `farandole backdoors`: the smallest sets of placements after which simple techniques solve the
//! puzzle.

use super::study::{StudyOutput, ask, names};
use crate::args::{BackdoorsArgs, RulesName};
use crate::exit::Failure;
use farandole::research::study::{BackdoorsFound, LeastBackdoors};
use farandole::research::{Cells, TechniqueSet};
use farandole::study::StudyQuery;

pub(crate) fn run(args: &BackdoorsArgs) -> Result<u8, Failure> {
    let techniques = match args.rules {
        RulesName::Singles => TechniqueSet::Singles,
        RulesName::Locked => TechniqueSet::Locked,
    };
    let most = args.max;
    ask(
        &args.study,
        &StudyQuery(LeastBackdoors { techniques, most }),
        &|BackdoorsFound { sets, solution }, _| match sets.as_deref() {
            None => StudyOutput { word: Some(format!(">{most}")), ..StudyOutput::cut(Vec::new(), false) },
            Some([0]) => StudyOutput { word: Some("solved".into()), ..StudyOutput::cut(Vec::new(), true) },
            Some(sets) => {
                StudyOutput::cut(sets.iter().map(|set| placements(*set, &solution)).collect(), true)
            }
        },
    )
}

/// Returns the names of cells with their digits in the solution, separated by commas.
fn placements(cells: Cells, solution: &[u8; 81]) -> String {
    let one = |cell: usize| format!("{}={}", names(1 << cell), solution[cell]);
    let all: Vec<String> = (0..81).filter(|cell| cells >> cell & 1 == 1).map(one).collect();
    all.join(",")
}
