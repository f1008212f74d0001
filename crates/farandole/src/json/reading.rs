//! The reading of an editor's puzzle in JSON: groups of drawings, sentences of the rules, and the
//! evidence.

use farandole_formats::editor::proposal::{Choice, Decided, Group, Proposal, Reason, Verdict};
use farandole_puzzle::Cell;
use farandole_puzzle::format::iss;
use serde::Serialize;

/// A proposal with a decision about each group.
///
/// ```
/// use farandole::format::editor::proposal::{Meanings, Proposal};
/// use farandole::json::JsonReading;
///
/// let text = r#"{"size": 4, "grid": [[{}, {}, {}, {}], [{}, {}, {}, {}], [{}, {}, {}, {}], [{}, {}, {}, {}]],
///     "ruleset": "Normal sudoku rules apply."}"#;
/// let proposal = Proposal::read(text.as_bytes())?;
/// let decided = proposal.decide(farandole::variant::COUNTER, &Meanings::default())?;
/// let reading = JsonReading::new(&proposal, &decided);
/// assert!(!reading.accepted && reading.sentences[0].neutral);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Serialize)]
pub struct JsonReading<'a> {
    /// Title of the puzzle.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<&'a str>,
    /// Author of the puzzle.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub author: Option<&'a str>,
    /// The rules of the puzzle, verbatim.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rules: Option<&'a str>,
    /// True if the reading has exactly one solution and does not contradict the solution stored in the text,
    /// if there is one, or if the text itself states the meaning of every part.
    pub accepted: bool,
    /// True if the only solution of the reading is the one that the text contains.
    pub confirmed: bool,
    /// The evidence in words.
    pub verdict: &'static str,
    /// Groups of drawings that look alike, and rules without drawings.
    pub groups: Vec<JsonGroup<'a>>,
    /// Sentences of the rules, in order.
    pub sentences: Vec<JsonSentence<'a>>,
    /// The sentences that no constraint accounts for.
    pub unaccounted: Vec<&'a str>,
    /// The decisions in the syntax of the command-line option `--meaning`.
    pub meanings: String,
    /// The puzzle of this reading, as constraint text.
    pub puzzle: String,
}

/// A group of drawings that look alike, or a rule without drawings.
#[derive(Debug, Serialize)]
pub struct JsonGroup<'a> {
    /// The id, such as `g1`.
    pub id: String,
    /// The name in words.
    pub name: &'a str,
    /// The names of the cells of each member.
    pub cells: Vec<Vec<String>>,
    /// The text of each member.
    pub texts: Vec<&'a str>,
    /// True if the group is decoration in this reading although a sentence describes it.
    pub undecided: bool,
    /// The index in `candidates` of the chosen meaning; absent for a meaning that the user has written.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chosen: Option<usize>,
    /// The possible meanings, most plausible first.
    pub candidates: Vec<JsonCandidate<'a>>,
}

/// A possible meaning of a group.
#[derive(Debug, Serialize)]
pub struct JsonCandidate<'a> {
    /// The name in words.
    pub name: &'a str,
    /// The meaning as constraint text; empty for decoration.
    pub text: &'a str,
    /// `type`, `sentence`, `style`, `geometry`, `solution` or `decoration`.
    pub reason: &'static str,
    /// The index in [`JsonReading::sentences`] of the sentence that names the meaning, if one does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sentence: Option<usize>,
}

/// A sentence of the rules.
#[derive(Debug, Serialize)]
pub struct JsonSentence<'a> {
    /// The id, such as `s1`.
    pub id: String,
    /// The sentence.
    pub text: &'a str,
    /// True if the sentence adds no constraint.
    pub neutral: bool,
    /// True if the sentence is neutral, or if constraints of the reading account for it.
    pub accounted: bool,
    /// The reason why the sentence needs a decision by the user.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stops: Option<&'static str>,
    /// Words that rules about known constraints do not use.
    pub unknown: &'a [String],
}

impl<'a> JsonReading<'a> {
    /// Returns the JSON form of a proposal with decisions.
    pub fn new(proposal: &'a Proposal, decided: &'a Decided) -> Self {
        let unaccounted = decided.unaccounted.iter().map(|index| proposal.sentences[*index].text.as_str());
        Self {
            title: proposal.title.as_deref(),
            author: proposal.author.as_deref(),
            rules: proposal.rules.as_deref(),
            accepted: decided.verdict.is_accepted(),
            confirmed: decided.verdict == Verdict::Confirmed,
            verdict: decided.verdict.reason(),
            groups: proposal.groups.iter().map(|group| of_group(group, proposal, decided)).collect(),
            sentences: sentences(proposal, decided),
            unaccounted: unaccounted.collect(),
            meanings: decided.meanings.to_string(),
            puzzle: iss::write(&decided.variant),
        }
    }
}

fn of_group<'a>(group: &'a Group, proposal: &Proposal, decided: &Decided) -> JsonGroup<'a> {
    let board = proposal.certain.board();
    let names = |cells: &[Cell]| cells.iter().map(|cell| board.name(*cell).to_string()).collect();
    let candidates = group.candidates.iter().map(|it| {
        let (reason, sentence) = match it.reason {
            Reason::Sentence(at) => ("sentence", Some(at)),
            Reason::Typed => ("type", None),
            Reason::Style(_) => ("style", None),
            Reason::Geometry => ("geometry", None),
            Reason::Title => ("title", None),
            Reason::Solution => ("solution", None),
            Reason::Program(_) => ("program", None),
            Reason::Decoration => ("decoration", None),
        };
        JsonCandidate { name: &it.name, text: &it.text, reason, sentence }
    });
    JsonGroup {
        id: format!("g{}", group.id),
        name: &group.name,
        cells: group.items.iter().map(|item| names(&item.cells)).collect(),
        texts: group.items.iter().map(|item| item.text.as_str()).collect(),
        undecided: decided.undecided.contains(&group.id),
        chosen: match decided.meanings.choices.get(&group.id) {
            Some(Choice::Candidate(index)) => Some(*index),
            Some(Choice::Ignore) => group.candidates.iter().position(|it| it.text.is_empty()),
            Some(Choice::Kind(_) | Choice::Text(_)) => None,
            None => Some(0),
        },
        candidates: candidates.collect(),
    }
}

fn sentences<'a>(proposal: &'a Proposal, decided: &Decided) -> Vec<JsonSentence<'a>> {
    let sentences = proposal.sentences.iter().enumerate();
    sentences
        .map(|(index, it)| JsonSentence {
            id: format!("s{}", index + 1),
            text: &it.text,
            neutral: it.is_neutral,
            accounted: !decided.unaccounted.contains(&index),
            stops: it.stops_automatic,
            unknown: &it.unknown,
        })
        .collect()
}
