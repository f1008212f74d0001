//! Titles that setters give to drawings and to custom constraints. Custom constraints are programs. If the program was not
//! run, only the title suggests its meaning.

use super::model::{Candidate, Item, Reason};
use super::sort::{OF_NO_COLOUR, OF_STYLE, Sorter, decoration};
use crate::editor::drawings::Custom;
use crate::editor::programs::{Meaning, ProgramRunner};
use crate::rules_text::{Join, MeaningKind, Mention, Sentence, read_rules};
use farandole_puzzle::Cell;
use farandole_puzzle::format::iss;
use farandole_puzzle::variant::Variant;

/// A custom constraint, and the constraint text of its program, or the reason why there is none.
pub(super) struct Run {
    custom: Custom,
    meaning: Result<Candidate, String>,
}

/// Runs the programs of the custom constraints of a puzzle.
pub(super) fn run(customs: Vec<Custom>, variant: &Variant, programs: Option<ProgramRunner>) -> Vec<Run> {
    let meaning = |custom: &Custom| {
        let program = custom.program.as_ref().ok_or("the file does not contain its program")?;
        let ProgramRunner(run) = programs.ok_or("its program was not run")?;
        let meaning = Meaning::read(&run(&program.expression())?)?;
        let text = meaning.text(variant.board(), &custom.title);
        let is_valid = |text: &String| iss::read(&format!("{}{text}", iss::write(variant))).is_ok();
        let text =
            text.filter(is_valid).ok_or("this board does not support the constraints of its program")?;
        let name = match meaning.sampled {
            0 => "its program".to_owned(),
            sampled => format!("its program, compared with {sampled} assignments of its cells"),
        };
        Ok(Candidate { name, text, reason: Reason::Program(meaning.sampled), rank: 0 })
    };
    customs.into_iter().map(|custom| Run { meaning: meaning(&custom), custom }).collect()
}

/// Returns a sentence that names a custom constraint whose meaning is not known. It mentions no constraint, so it is
/// unaccounted for unless a meaning of its group is chosen.
pub(super) fn sentence(run: &Run) -> Option<Sentence> {
    let text = format!("custom constraint `{}`", run.custom.title);
    run.meaning.is_err().then(|| Sentence {
        text,
        span: 0..0,
        mentions: Vec::new(),
        join: Join::Separate,
        is_neutral: false,
        stops_automatic: None,
        unknown: Vec::new(),
    })
}

impl Sorter<'_> {
    /// Adds a group for each custom constraint. `sentence` is the index of the sentence of the first
    /// custom constraint whose meaning is not known.
    pub(super) fn customs(&mut self, runs: Vec<Run>, mut sentence: usize) {
        for Run { custom, meaning } in runs {
            let name = format!("custom constraint `{}`", custom.title);
            let entries = vec![("constraints", custom.number)];
            match meaning {
                Ok(meaning) => self.add(name, Vec::new(), entries, vec![meaning, decoration()]),
                Err(why) => {
                    let mut candidates = self.of_name(&custom, Reason::Sentence(sentence));
                    candidates.push(decoration());
                    let items = custom.items.into_iter().map(|(cells, text)| Item { cells, text }).collect();
                    self.add(format!("{name} ({why})"), items, entries, candidates);
                    sentence += 1;
                }
            }
        }
    }

    /// Returns the meanings that the title of a custom constraint states.
    fn of_name(&self, Custom { title, items, .. }: &Custom, reason: Reason) -> Vec<Candidate> {
        let sentences = read_rules(title);
        let mentions = sentences.iter().flat_map(|sentence| &sentence.mentions);
        let candidate = |mention: &Mention| {
            let of_cells = || -> Option<String> {
                items.iter().map(|(cells, text)| self.custom_text(&mention.kind, cells, text)).collect()
            };
            // Without cells, it applies to the whole grid.
            let is_of_grid = items.iter().all(|(cells, _)| cells.is_empty());
            let text = if is_of_grid { self.grid_text(&mention.kind) } else { of_cells() };
            let name = self.line_name(&mention.kind);
            let text = text.filter(|text| !text.is_empty())?;
            Some(Candidate { name, text, reason, rank: OF_STYLE })
        };
        mentions.filter_map(candidate).collect()
    }

    /// Returns the meanings that the title of a group of drawings states.
    pub(super) fn titled(&self, items: &[Item], entries: &[(&'static str, usize)]) -> Vec<Candidate> {
        let Some((_, number)) = entries.first().filter(|_| !items.is_empty()) else { return Vec::new() };
        let own = self.drawings.titles.iter().filter(|(of, _)| of == number);
        if entries.iter().any(|(_, other)| other != number) {
            return Vec::new();
        }
        let sentences = own.flat_map(|(_, title)| read_rules(title));
        let mentions = sentences.flat_map(|sentence| sentence.mentions);
        let candidate = |mention: Mention| {
            let text = |item: &Item| self.custom_text(&mention.kind, &item.cells, &item.text);
            let text: String = items.iter().map(text).collect::<Option<_>>()?;
            let name = self.line_name(&mention.kind);
            let is_stated = !text.is_empty();
            is_stated.then_some(Candidate { name, text, reason: Reason::Title, rank: OF_NO_COLOUR })
        };
        mentions.filter_map(candidate).collect()
    }

    /// Returns the constraint text of a list of cells with a text, or `None` if the meaning
    /// concerns neither lines nor cages.
    fn custom_text(&self, kind: &MeaningKind, cells: &[Cell], text: &str) -> Option<String> {
        match (kind, text.parse::<u32>()) {
            (MeaningKind::Kind("Cage"), Ok(sum)) => Some(format!(".Cage~{sum}{}", self.names(cells))),
            (MeaningKind::CageDiffers | MeaningKind::Kind("AllDifferent"), _) => {
                Some(format!(".AllDifferent{}", self.names(cells)))
            }
            (MeaningKind::Pair(relation), _) => match *cells {
                [one, two] if text.is_empty() => Some(self.pairs_text(relation, &[[one, two]])),
                _ => None,
            },
            _ if text.is_empty() => self.line_text(kind, cells),
            _ => None,
        }
    }
}
