//! Writes the positions of `farandole practice`. For each technique, these are the first positions on the solution paths
//! of bundled puzzles in which it is the next step. For each topic of variants, they come from generated puzzles.
//!
//! ```text
//! cargo xtask exercises
//! ```

use farandole_logic::explain::english::Depth;
use farandole_logic::explain::text::Marking;
use farandole_logic::practice::{Exercise, Topic};
use farandole_logic::se::{self, Budget};
use farandole_logic::{Deduction, State, Technique, UserGrid, catalogue, hint, hodoku};
use farandole_research::practice::variant_exercise;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;
use std::path::Path;

/// Number of generated positions of a topic from which the bundled ones are chosen.
const GENERATED: u64 = 24;

/// The number of bundled positions of a topic.
const TOPIC_POSITIONS: usize = 3;

/// The greatest number of positions per technique, in addition to the example of the catalogue.
const MOST: usize = 5;

/// The greatest difficulty searched on the scale of Sudoku Explainer. Nested chains take seconds.
const HARDEST: u16 = 80;

/// The greatest number of positions of a puzzle in which other techniques are looked for.
const STATES: usize = 6;

/// The position in HoDoKu's order from which other techniques are looked for: after subsets and fish.
const EASIER: u16 = 2700;

/// The technique and its positions.
type Positions = BTreeMap<Technique, Vec<String>>;

fn main() -> std::io::Result<()> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut positions = Positions::new();
    for name in ["testdata/sudoku/17_clue_sample.txt", "testdata/puzzles/top95.txt"] {
        let text = std::fs::read_to_string(root.join(name))?;
        // Every third one: enough for the common techniques.
        let lines = text.lines().step_by(3).filter_map(|line| line.as_bytes().first_chunk::<81>());
        lines.filter_map(|line| State::from_line(line)).for_each(|state| collect(&state, &mut positions));
    }
    let mut out = String::new();
    for (technique, grids) in &positions {
        out.extend(grids.iter().map(|grid| format!("{}\t{grid}\n", technique.id())));
    }
    let folder = root.join("crates/farandole-logic/src/practice");
    std::fs::write(folder.join("positions.tsv"), out)?;
    std::fs::write(folder.join("topics.tsv"), topics())
}

/// Returns positions of generated variants for each topic, those with the smallest drawing and the shortest explanation
/// first.
fn topics() -> String {
    let mut out = String::new();
    for topic in Topic::ALL {
        let made = (0..GENERATED).filter_map(|number| variant_exercise(topic, Some(1), number));
        let size = |it: &Exercise| {
            let lines = it.steps()[0].drawing(Marking::Signs).lines().count();
            (lines, it.hint(Depth::Why).len(), it.position().to_string())
        };
        let mut made: Vec<_> = made.map(|it| size(&it)).collect();
        made.sort();
        made.dedup();
        let kept = made.into_iter().take(TOPIC_POSITIONS);
        out.extend(kept.map(|(_, _, text)| format!("{}\t{text}\n", topic.id())));
    }
    out
}

/// Adds the positions on the solution paths of a puzzle.
fn collect(start: &State, positions: &mut Positions) {
    let mut state = start.clone();
    let mut found: Vec<(Technique, String)> = Vec::new();
    let budget = Budget { hardest: HARDEST, ..Budget::NONE };
    for (_, step) in se::explain(start, budget).1 {
        found.push((step.technique, UserGrid::of(&state).to_string()));
        state.apply(&step);
    }
    let mut state = start.clone();
    let mut states = 0;
    hodoku::explain_each(start, None, hodoku::Budget::NONE, |step: Deduction| {
        if catalogue::se_base(step.technique) == 0 {
            found.push((step.technique, UserGrid::of(&state).to_string()));
        }
        states += usize::from(hodoku::entry(step.technique).is_some_and(|entry| entry.index > EASIER));
        if hodoku::entry(step.technique).is_some_and(|entry| entry.index > EASIER) && states <= STATES {
            for technique in unrated() {
                let full = positions.get(&technique).is_some_and(|known| known.len() >= MOST);
                let is_new = found.iter().all(|(known, _)| *known != technique);
                if !full && is_new && !hint::every(&state, technique, 0).is_empty() {
                    found.push((technique, UserGrid::of(&state).to_string()));
                }
            }
        }
        state.apply(&step);
        ControlFlow::Continue(())
    });
    let mut seen = BTreeSet::new();
    for (technique, grid) in found {
        let known = positions.entry(technique).or_default();
        // One position per puzzle is enough.
        if known.len() < MOST && seen.insert(technique) {
            known.push(grid);
        }
    }
}

/// Returns the techniques that are on neither scale.
fn unrated() -> impl Iterator<Item = Technique> {
    let is_unrated = |it: &Technique| catalogue::se_base(*it) == 0 && hodoku::entry(*it).is_none();
    Technique::ALL.iter().copied().filter(is_unrated)
}
