//! `farandole read`: proposes meanings for the drawings of an editor's puzzle.

use super::position::text_of;
use crate::args::ReadArgs;
use crate::exit::{DONE, Failure, UNDECIDED};
use crate::output::{json_record, print};
use crate::run::read_text;
use farandole::format::editor::Counted;
use farandole::format::editor::proposal::{
    Bounds, Choice, Group, MeaningError, Meanings, Proposal, Reason, Verdict,
};
use farandole::puzzle::format::iss;
use farandole::variant::{COUNTER, Variant};
use serde::Serialize;
use std::fmt::Write as _;

pub(crate) fn run(args: &ReadArgs) -> Result<u8, Failure> {
    let (source, text) = text_of(args.puzzle.as_deref())?;
    let unreadable = |error: &dyn std::fmt::Display| Failure::Unreadable(format!("{source}: {error}"));
    let proposal = Proposal::read(text.as_bytes()).map_err(|error| unreadable(&error))?;
    let decisions = decisions(args)?;
    let reading = Reading::new(&proposal, &decisions).map_err(|error| Failure::Usage(error.to_string()))?;
    let mut out = Vec::new();
    if args.json {
        json_record(&mut out, &reading.json());
    } else if !args.text {
        out = reading.page().into_bytes();
    } else if reading.is_accepted || !decisions.choices.is_empty() {
        out = format!("{}\n", iss::write(&reading.variant)).into_bytes();
    } else {
        warn!("{source}: {}; `farandole read` without --text lists the meanings", reading.verdict);
    }
    print(&out)?;
    if args.text {
        reading.open_sentences().for_each(|sentence| warn!("{source}: no constraint for: {sentence}"));
    }
    Ok(if reading.is_accepted { DONE } else { UNDECIDED })
}

/// Returns the decisions of the file and of the options.
fn decisions(args: &ReadArgs) -> Result<Meanings, Failure> {
    let file = args.meanings.as_deref().map(read_text).transpose()?.unwrap_or_default();
    let ignored = args.ignore.iter().map(|group| format!("{group}=ignore"));
    let mut all = Meanings::default();
    for text in core::iter::once(file).chain(args.meaning.iter().cloned()).chain(ignored) {
        let meanings: Meanings =
            text.parse().map_err(|error: MeaningError| Failure::Usage(error.to_string()))?;
        all.choices.extend(meanings.choices);
    }
    Ok(all)
}

/// A proposal with a decision about each group, and what its solutions show.
struct Reading<'a> {
    proposal: &'a Proposal,
    meanings: Meanings,
    variant: Variant,
    is_accepted: bool,
    verdict: &'static str,
    /// Indices of the sentences that no constraint accounts for.
    unaccounted: Vec<usize>,
    /// Ids of the groups that are decoration although a sentence describes them.
    undecided: Vec<u32>,
}

impl<'a> Reading<'a> {
    /// Combines the decisions of the user with the best reading of the other groups.
    fn new(proposal: &'a Proposal, decisions: &Meanings) -> Result<Self, MeaningError> {
        let verified = proposal.verify(COUNTER, &Bounds::default());
        let mut meanings = verified.meanings;
        meanings.choices.extend(decisions.choices.clone());
        let variant = proposal.puzzle(&meanings)?;
        let mut reading = Self {
            proposal,
            meanings,
            variant,
            is_accepted: verified.verdict.is_accepted(),
            verdict: verified.verdict.reason(),
            unaccounted: verified.unaccounted,
            undecided: verified.undecided,
        };
        if !decisions.choices.is_empty() {
            reading.count();
            reading.unaccounted = proposal.unaccounted(reading.variant.constraints());
            reading.undecided.retain(|id| !decisions.choices.contains_key(id));
        }
        Ok(reading)
    }

    /// Counts the solutions of the user's reading and compares the only one with the stored one.
    fn count(&mut self) {
        let stored = self.proposal.solution.as_deref();
        let verdict = match (COUNTER.0(&self.variant, NODES), stored) {
            (Counted::One(_), None) => Verdict::Unique,
            (Counted::One(grid), Some(stored)) => {
                let is_stored =
                    grid.iter().zip(stored).all(|(value, stored)| stored.is_none_or(|it| it == *value));
                if is_stored { Verdict::Confirmed } else { Verdict::Different }
            }
            (Counted::None, _) => Verdict::Contradictory,
            (Counted::Several, _) => Verdict::Several,
            (Counted::Undecided, _) => Verdict::Undecided,
        };
        (self.is_accepted, self.verdict) = (verdict.is_accepted(), verdict.reason());
    }

    /// Returns the sentences that no constraint accounts for.
    fn open_sentences(&self) -> impl Iterator<Item = &str> {
        self.unaccounted.iter().map(|index| self.proposal.sentences[*index].text.as_str())
    }

    /// Returns the proposal as text for people.
    fn page(&self) -> String {
        let mut page = String::new();
        let names = [&self.proposal.title, &self.proposal.author];
        let names: Vec<&str> = names.into_iter().flatten().map(AsRef::as_ref).collect();
        if !names.is_empty() {
            let _ = writeln!(page, "{}\n", names.join(", by "));
        }
        for group in &self.proposal.groups {
            self.group(group, &mut page);
        }
        self.open_sentences().for_each(|sentence| {
            let _ = writeln!(page, "no constraint for: {sentence}");
        });
        for id in &self.undecided {
            let _ = writeln!(page, "g{id} is decoration in this reading, but a sentence describes it");
        }
        let mark = if self.is_accepted { "" } else { "not confirmed: " };
        let _ = writeln!(page, "{mark}{}\n{}", self.verdict, iss::write(&self.variant));
        page
    }

    /// Adds a group with its meanings to the page. A star marks the chosen one.
    fn group(&self, group: &Group, page: &mut String) {
        let _ = writeln!(page, "g{}: {}", group.id, group.name);
        let cells: Vec<String> = self.cells(group).iter().map(|cells| cells.join(" ")).collect();
        if cells.iter().any(|cells| !cells.is_empty()) {
            let _ = writeln!(page, "    {}", cells.join("; "));
        }
        let choice = self.meanings.choices.get(&group.id);
        for (index, candidate) in group.candidates.iter().enumerate() {
            let is_chosen = match choice {
                Some(Choice::Candidate(chosen)) => *chosen == index,
                Some(Choice::Ignore) => candidate.text.is_empty(),
                _ => false,
            };
            let star = if is_chosen { '*' } else { ' ' };
            let _ = write!(page, "  {star} {}. {}", index + 1, candidate.name);
            match candidate.reason {
                Reason::Sentence(at) => {
                    let _ = writeln!(page, ": {}", self.proposal.sentences[at].text.replace('\n', " "));
                }
                _ => page.push('\n'),
            }
        }
        if let Some(Choice::Kind(kind)) = choice {
            let _ = writeln!(page, "  * {kind}");
        }
        page.push('\n');
    }

    /// Returns the names of the cells of each member of a group.
    fn cells(&self, group: &Group) -> Vec<Vec<String>> {
        let board = self.proposal.certain.board();
        let names =
            |cells: &[farandole::Cell]| cells.iter().map(|cell| board.name(*cell).to_string()).collect();
        group.items.iter().map(|item| names(&item.cells)).collect()
    }
}

/// Maximum work of the count for the user's reading, in nodes.
const NODES: u64 = 1_000_000;

/// The JSON form of a proposal.
#[derive(Serialize)]
struct JsonReading<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    title: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    author: Option<&'a str>,
    accepted: bool,
    verdict: &'a str,
    groups: Vec<JsonGroup<'a>>,
    sentences: Vec<JsonSentence<'a>>,
    meanings: String,
    puzzle: String,
}

/// A group of drawings.
#[derive(Serialize)]
struct JsonGroup<'a> {
    id: String,
    name: &'a str,
    cells: Vec<Vec<String>>,
    texts: Vec<&'a str>,
    undecided: bool,
    candidates: Vec<JsonCandidate<'a>>,
}

/// A possible meaning.
#[derive(Serialize)]
struct JsonCandidate<'a> {
    name: &'a str,
    text: &'a str,
    reason: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    sentence: Option<usize>,
}

/// A sentence of the rules.
#[derive(Serialize)]
struct JsonSentence<'a> {
    text: &'a str,
    neutral: bool,
    accounted: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    stops: Option<&'static str>,
    unknown: &'a [String],
}

impl Reading<'_> {
    fn json(&self) -> JsonReading<'_> {
        JsonReading {
            title: self.proposal.title.as_deref(),
            author: self.proposal.author.as_deref(),
            accepted: self.is_accepted,
            verdict: self.verdict,
            groups: self.proposal.groups.iter().map(|group| self.json_group(group)).collect(),
            sentences: self.json_sentences(),
            meanings: self.meanings.to_string(),
            puzzle: iss::write(&self.variant),
        }
    }

    fn json_group<'b>(&'b self, group: &'b Group) -> JsonGroup<'b> {
        let candidates = group.candidates.iter().map(|it| {
            let (reason, sentence) = match it.reason {
                Reason::Sentence(at) => ("sentence", Some(at)),
                Reason::Style(_) => ("style", None),
                Reason::Geometry => ("geometry", None),
                _ => ("decoration", None),
            };
            JsonCandidate { name: &it.name, text: &it.text, reason, sentence }
        });
        JsonGroup {
            id: format!("g{}", group.id),
            name: &group.name,
            cells: self.cells(group),
            texts: group.items.iter().map(|item| item.text.as_str()).collect(),
            undecided: self.undecided.contains(&group.id),
            candidates: candidates.collect(),
        }
    }

    fn json_sentences(&self) -> Vec<JsonSentence<'_>> {
        let sentences = self.proposal.sentences.iter().enumerate();
        sentences
            .map(|(index, it)| JsonSentence {
                text: &it.text,
                neutral: it.is_neutral,
                accounted: !self.unaccounted.contains(&index),
                stops: it.stops_automatic,
                unknown: &it.unknown,
            })
            .collect()
    }
}
