//! `farandole read`: proposes meanings for the drawings of an editor's puzzle.

use super::position::text_of;
use crate::args::ReadArgs;
use crate::config::import;
use crate::exit::{DONE, Failure, UNDECIDED};
use crate::output::{json_record, print};
use farandole::format::editor::Acceptance;
use farandole::format::editor::proposal::{Choice, Decided, Group, Proposal, Reason};
use farandole::json::JsonReading;
use farandole::puzzle::format::{escaped, iss};
use farandole::variant::COUNTER;
use std::fmt::Write as _;

pub(crate) fn run(args: &ReadArgs) -> Result<u8, Failure> {
    let (source, text) = text_of(args.puzzle.as_deref())?;
    let unreadable = |error: &dyn std::fmt::Display| Failure::Unreadable(format!("{source}: {error}"));
    let config = import(&args.meanings)?;
    let proposal =
        Proposal::read_with(text.as_bytes(), config.programs).map_err(|error| unreadable(&error))?;
    let decided = proposal.decide(COUNTER, &config.meanings);
    let decided = decided.map_err(|error| Failure::Usage(error.to_string()))?;
    let is_accepted = decided.verdict.is_accepted();
    let reading = Reading { proposal: &proposal, decided };
    let mut out = Vec::new();
    if args.json {
        json_record(&mut out, &JsonReading::new(&proposal, &reading.decided));
    } else if !args.text {
        out = reading.page().into_bytes();
    } else if is_accepted || !config.meanings.is_empty() || config.accept != Acceptance::Confirmed {
        out = format!("{}\n", iss::write(&reading.decided.variant)).into_bytes();
    } else {
        let verdict = reading.decided.verdict.reason();
        warn!("{source}: {verdict}; `farandole read` without --text lists the meanings");
    }
    print(&out)?;
    if args.text {
        if !is_accepted && !out.is_empty() {
            warn!("{source}: this reading is not confirmed: {}", reading.decided.verdict.reason_of_choice());
        }
        reading.open_sentences().for_each(|sentence| {
            warn!("{source}: no constraint for: {}", escaped(&sentence.replace('\n', " ")));
        });
    }
    Ok(if is_accepted { DONE } else { UNDECIDED })
}

/// A proposal with a decision about each group.
struct Reading<'a> {
    proposal: &'a Proposal,
    decided: Decided,
}

impl Reading<'_> {
    /// Returns the sentences that no constraint accounts for.
    fn open_sentences(&self) -> impl Iterator<Item = &str> {
        self.decided.unaccounted.iter().map(|index| self.proposal.sentences[*index].text.as_str())
    }

    /// Returns the proposal as text for people.
    fn page(&self) -> String {
        let mut page = String::new();
        let names = [&self.proposal.title, &self.proposal.author];
        let names: Vec<&str> = names.into_iter().flatten().map(AsRef::as_ref).collect();
        if !names.is_empty() {
            let _ = writeln!(page, "{}\n", escaped(&names.join(", by ")));
        }
        for group in &self.proposal.groups {
            self.group(group, &mut page);
        }
        for index in &self.decided.unaccounted {
            let sentence = self.proposal.sentences[*index].text.replace('\n', " ");
            let _ = writeln!(page, "s{}: no constraint for: {}", index + 1, escaped(&sentence));
        }
        for id in &self.decided.undecided {
            let _ = writeln!(page, "g{id} is decoration in this reading, but a sentence describes it");
        }
        let mark = if self.decided.verdict.is_accepted() { "" } else { "not confirmed: " };
        let _ =
            writeln!(page, "{mark}{}\n{}", self.decided.verdict.reason(), iss::write(&self.decided.variant));
        page
    }

    /// Adds a group with its meanings to the page. A star marks the chosen meaning.
    fn group(&self, group: &Group, page: &mut String) {
        let _ = writeln!(page, "g{}: {}", group.id, escaped(&group.name));
        let cells: Vec<String> = self.cells(group).iter().map(|cells| cells.join(" ")).collect();
        if cells.iter().any(|cells| !cells.is_empty()) {
            let _ = writeln!(page, "    {}", cells.join("; "));
        }
        let choice = self.decided.meanings.choices.get(&group.id);
        for (index, candidate) in group.candidates.iter().enumerate() {
            let is_chosen = match choice {
                Some(Choice::Candidate(chosen)) => *chosen == index,
                Some(Choice::Ignore) => candidate.text.is_empty(),
                _ => false,
            };
            let star = if is_chosen { '*' } else { ' ' };
            let _ = write!(page, "  {star} {}. {}", index + 1, escaped(&candidate.name));
            match candidate.reason {
                Reason::Sentence(at) => {
                    let sentence = self.proposal.sentences[at].text.replace('\n', " ");
                    let _ = writeln!(page, ": {}", escaped(&sentence));
                }
                _ => page.push('\n'),
            }
        }
        if let Some(Choice::Kind(text) | Choice::Text(text)) = choice {
            let _ = writeln!(page, "  * {}", escaped(text));
        }
        page.push('\n');
    }

    /// Returns the names of the cells of each member of a group.
    fn cells(&self, group: &Group) -> Vec<Vec<String>> {
        let board = self.proposal.certain.board();
        let names = |cells: &[farandole::puzzle::Cell]| {
            cells.iter().map(|cell| board.name(*cell).to_string()).collect()
        };
        group.items.iter().map(|item| names(&item.cells)).collect()
    }
}
