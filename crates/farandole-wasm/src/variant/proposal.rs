//! Proposals: possible meanings of the drawings in an editor's puzzle, with pictures, and the
//! sentences of its rules, with the constraints that account for them.

use super::board::digits;
use super::grid_map::GridMap;
use super::picture::{JsonPicture, of_author};
use super::{programs, simplest_board};
use crate::answer::{Answer, Refusal};
use crate::board::Board;
use crate::wire::{Part, parts};
use farandole::format::editor::proposal::{
    Choice, Decided, Group, Meanings, Proposal, Reason, Verdict, Verified,
};
use farandole::format::editor::{Fog, Picture};
use farandole::format::rules_text::Sentence;
use farandole::json::SCHEMA;
use farandole::puzzle::format::iss;
use farandole::variant::{COUNTER, Variant};
use farandole_draw::VariantBoard as Drawn;
use serde::Serialize;
use std::sync::{Mutex, PoisonError};

/// The last text with its proposal and its drawing. A page sends the same text with each decision.
static LAST: Mutex<Option<Known>> = Mutex::new(None);

/// A text that has been read.
struct Known {
    text: Vec<u8>,
    proposal: Proposal,
    verified: Verified,
    drawing: Option<Picture>,
    fog: Option<Fog>,
}

/// A proposal with a decision about each group.
#[derive(Serialize)]
struct Proposed<'a> {
    schema: u32,
    status: &'static str,
    /// `typed`, `confirmed`, `unique` or `open`. `typed` means that the text has no drawing to
    /// decide about and no sentence without a constraint.
    verdict: &'static str,
    reason: &'static str,
    /// The puzzle of this reading.
    board: Board,
    #[serde(skip_serializing_if = "Option::is_none")]
    title: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    author: Option<&'a str>,
    /// The author's message to those who have solved the puzzle.
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<&'a str>,
    /// The rules in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    rules: Option<&'a str>,
    groups: Vec<JsonGroup<'a>>,
    sentences: Vec<JsonSentence<'a>>,
    /// The author's drawing, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    picture: Option<JsonPicture>,
    /// The fog, if there is some.
    #[serde(skip_serializing_if = "Option::is_none")]
    fog: Option<JsonFog>,
    /// Warnings about the typed parts of the text.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    warnings: Vec<String>,
}

/// Cells that are hidden until digits are entered, as indices of the grid.
#[derive(Serialize)]
struct JsonFog {
    /// The cells that are visible from the start.
    lights: Vec<usize>,
    /// The cells that must hold their digits, and those that then become visible. If there are none, each correct digit
    /// shows the cells around it.
    links: Vec<[Vec<usize>; 2]>,
    /// The digit of each cell in the stored solution; empty if there is none.
    solution: Vec<u8>,
}

/// A group of drawings.
#[derive(Serialize)]
struct JsonGroup<'a> {
    id: u32,
    name: &'a str,
    /// For each member of the group, the indices of its cells in the grid.
    items: Vec<Vec<usize>>,
    /// The index in `candidates` of the chosen meaning. Absent for a meaning that the user has typed.
    #[serde(skip_serializing_if = "Option::is_none")]
    chosen: Option<usize>,
    /// The meaning that the user has typed.
    #[serde(skip_serializing_if = "Option::is_none")]
    kind: Option<&'a str>,
    /// True if the group is decoration in this reading although a sentence describes it.
    undecided: bool,
    candidates: Vec<JsonCandidate<'a>>,
}

/// A possible meaning.
#[derive(Serialize)]
struct JsonCandidate<'a> {
    name: &'a str,
    /// `sentence`, `style`, `title`, `geometry`, `solution`, `program` or `decoration`.
    reason: &'static str,
    /// The index in `sentences` of the sentence that names the meaning, if one does.
    #[serde(skip_serializing_if = "Option::is_none")]
    sentence: Option<usize>,
    /// The drawing of the constraints, with a cell side of 60.
    picture: Vec<Part>,
}

/// A sentence of the rules.
#[derive(Serialize)]
struct JsonSentence<'a> {
    text: &'a str,
    /// `neutral` for a sentence without a rule, `accounted`, or `open`.
    state: &'static str,
    /// The names of the constraints that account for the sentence.
    by: Vec<&'a str>,
    /// The words of the sentence that reverse or replace rules.
    #[serde(skip_serializing_if = "Option::is_none")]
    stops: Option<&'static str>,
}

/// The programs of custom constraints, which the page runs before the text can be read.
#[derive(Serialize)]
struct Programs {
    schema: u32,
    /// `programs`.
    status: &'static str,
    programs: Vec<String>,
}

/// Returns the proposal for a text, with the user's decisions. `results` are those of the programs of the text. Without
/// them, the answer lists the programs.
pub(crate) fn propose(text: &[u8], decisions: &str, results: Vec<String>) -> Result<Answer, Refusal> {
    let decisions: Meanings = decisions.parse().map_err(Refusal::usage)?;
    let mut last = LAST.lock().unwrap_or_else(PoisonError::into_inner);
    let known = last.take().filter(|known| known.text == text);
    let Known { proposal, verified, drawing, fog, .. } = last.insert(match known {
        Some(known) => known,
        None => {
            let programs = Proposal::programs(text).map_err(Refusal::unreadable_whole)?;
            if programs.len() != results.len() {
                return Ok(Answer::json(&Programs { schema: SCHEMA, status: "programs", programs }));
            }
            let results = programs.into_iter().zip(results).collect();
            let proposal = programs::read(text, results).map_err(Refusal::unreadable_whole)?;
            let verified = proposal.verify(COUNTER, &proposal.bounds());
            let fog = Fog::read(text, proposal.certain.board());
            Known { text: text.to_vec(), proposal, verified, drawing: Picture::read(text), fog }
        }
    });
    let decided = proposal.decide_after(COUNTER, verified, &decisions).map_err(Refusal::usage)?;
    let is_typed = proposal.groups.is_empty() && proposal.doubts.is_empty() && decided.unaccounted.is_empty();
    let verdict = match decided.verdict {
        Verdict::Typed | Verdict::Stated => "typed",
        _ if is_typed && decisions.is_empty() => "typed",
        Verdict::Confirmed => "confirmed",
        Verdict::Unique => "unique",
        _ => "open",
    };
    let reason = match decisions.is_empty() {
        _ if verdict == "typed" => Verdict::Typed.reason(),
        true => decided.verdict.reason(),
        false => decided.verdict.reason_of_choice(),
    };
    let mut answer = answered(drawing.as_ref(), proposal, &decided, verdict, reason)?;
    answer.fog = fog.as_ref().map(|fog| json_fog(fog, proposal));
    if verdict == "typed" {
        answer.groups.clear();
    }
    Ok(Answer::json(&answer))
}

fn answered<'a>(
    drawing: Option<&Picture>,
    proposal: &'a Proposal,
    decided: &'a Decided,
    verdict: &'static str,
    reason: &'static str,
) -> Result<Proposed<'a>, Refusal> {
    Ok(Proposed {
        schema: SCHEMA,
        status: "ok",
        verdict,
        reason,
        board: simplest_board(&decided.variant)?,
        title: proposal.title.as_deref(),
        author: proposal.author.as_deref(),
        message: proposal.message.as_deref(),
        rules: proposal.rules.as_deref(),
        groups: proposal.groups.iter().map(|group| json_group(group, proposal, decided)).collect(),
        sentences: sentences(proposal, decided),
        picture: drawing.map(|drawing| of_author(drawing, &proposal.certain)),
        fog: None,
        warnings: proposal.warnings.iter().map(ToString::to_string).collect(),
    })
}

fn json_fog(fog: &Fog, proposal: &Proposal) -> JsonFog {
    let grid_map = GridMap::of(&proposal.certain);
    let stored: Option<Vec<u8>> = proposal.solution.as_ref().and_then(|it| it.iter().copied().collect());
    JsonFog {
        lights: grid_map.of_cells(&fog.lights),
        links: fog
            .links
            .iter()
            .map(|it| [&it.triggers, &it.revealed].map(|cells| grid_map.of_cells(cells)))
            .collect(),
        solution: stored.map(|values| digits(&proposal.certain, &values)).unwrap_or_default(),
    }
}

fn sentences<'a>(proposal: &'a Proposal, decided: &'a Decided) -> Vec<JsonSentence<'a>> {
    let constraints = decided.variant.constraints();
    let sentence = |(index, it): (usize, &'a Sentence)| JsonSentence {
        text: &it.text,
        state: match (decided.unaccounted.contains(&index), it.is_neutral) {
            (true, _) => "open",
            (_, true) => "neutral",
            _ => "accounted",
        },
        by: proposal.accounted_by(index, constraints),
        stops: it.stops_automatic,
    };
    proposal.sentences.iter().enumerate().map(sentence).collect()
}

fn json_group<'a>(group: &'a Group, proposal: &Proposal, decided: &'a Decided) -> JsonGroup<'a> {
    let grid_map = GridMap::of(&proposal.certain);
    let (chosen, kind) = match decided.meanings.choices.get(&group.id) {
        Some(Choice::Kind(text) | Choice::Text(text)) => (None, Some(&**text)),
        Some(Choice::Ignore) => (group.candidates.iter().position(|it| it.text.is_empty()), None),
        Some(Choice::Candidate(index)) => (Some(*index), None),
        None => (Some(0), None),
    };
    let candidates = group.candidates.iter().map(|it| {
        let (reason, sentence) = match it.reason {
            Reason::Sentence(at) => ("sentence", Some(at)),
            Reason::Style(_) => ("style", None),
            Reason::Typed | Reason::Geometry => ("geometry", None),
            Reason::Title => ("title", None),
            Reason::Solution => ("solution", None),
            Reason::Program(_) => ("program", None),
            Reason::Decoration => ("decoration", None),
        };
        JsonCandidate { name: &it.name, reason, sentence, picture: picture(&proposal.certain, &it.text) }
    });
    JsonGroup {
        id: group.id,
        name: &group.name,
        items: group.items.iter().map(|item| grid_map.of_cells(&item.cells)).collect(),
        chosen,
        kind,
        undecided: decided.undecided.contains(&group.id),
        candidates: candidates.collect(),
    }
}

/// Returns the drawing of constraint text on the board of a puzzle, without its other constraints.
fn picture(certain: &Variant, text: &str) -> Vec<Part> {
    if text.is_empty() {
        return Vec::new();
    }
    let Ok(board) = Variant::new(certain.shape(), certain.stated_groups(), Vec::new()) else {
        return Vec::new();
    };
    let Ok(variant) = iss::read(&format!("{}{text}", iss::write(&board))) else { return Vec::new() };
    let layers = Drawn::new(&variant).layers();
    parts(&[layers.below, layers.above].concat())
}
