//! The proposal as data: groups of drawings with candidate meanings, and sentences of the rules.

use crate::editor::diagnostic::Diagnostic;
use crate::editor::meanings::{Choice, MeaningError, Meanings};
use crate::rules_text::Sentence;
use farandole_puzzle::Cell;
use farandole_puzzle::board::Board;
use farandole_puzzle::constraint::catalogue;
use farandole_puzzle::format::iss::{self, IssErrors};
use farandole_puzzle::variant::Variant;

/// The content of an editor's puzzle: the certain parts, and possible meanings of its drawings and
/// rules.
#[derive(Clone, PartialEq, Debug)]
pub struct Proposal {
    /// The parts whose meaning the format defines: board, givens, regions and typed constraints.
    pub certain: Variant,
    /// Title of the puzzle.
    pub title: Option<Box<str>>,
    /// Author of the puzzle.
    pub author: Option<Box<str>>,
    /// Rules in words.
    pub rules: Option<Box<str>>,
    /// The author's message to those who have solved the puzzle.
    pub message: Option<Box<str>>,
    /// The solution that the file contains, indexed by cell. Cells that it omits are `None`.
    pub solution: Option<Vec<Option<u8>>>,
    /// Groups of drawings that look alike, and rules without drawings, in the order of their ids.
    pub groups: Vec<Group>,
    /// Sentences of the rules, in order.
    pub sentences: Vec<Sentence>,
    /// Parts that are understood, have no effect on solutions, and are not in the other fields.
    pub ignored: Vec<Diagnostic>,
    /// Parts that are accepted but possibly unintended: constraint text that is replaced.
    pub warnings: Vec<Diagnostic>,
    /// Parts that may contain a rule although they are no drawings.
    pub doubts: Vec<Diagnostic>,
    /// True if the text states that this library has written it.
    pub is_own: bool,
}

/// Drawings that look alike and therefore have one meaning, or a rule that has no drawing.
#[derive(Clone, PartialEq, Debug)]
pub struct Group {
    /// Number in the id `g1`, `g2`, ...
    pub id: u32,
    /// Name in words, such as "6 green lines, 9.6 wide".
    pub name: String,
    /// The members, each with its cells and its text.
    pub items: Vec<Item>,
    /// The entries of the file in the group: the key and the 1-based number.
    pub entries: Vec<(&'static str, usize)>,
    /// Possible meanings, most plausible first. The last one is decoration, unless the group is a
    /// rule without drawings.
    pub candidates: Vec<Candidate>,
}

impl Group {
    /// Returns true if a reading must be confirmed because of this group: it has drawings, whose
    /// most plausible meaning neither the format nor a program defines.
    pub(super) fn is_open(&self) -> bool {
        let is_defined = |it: &Candidate| matches!(it.reason, Reason::Typed | Reason::Program(0));
        !self.entries.is_empty() && !self.candidates.first().is_some_and(is_defined)
    }
}

impl Group {
    /// Returns true if the drawings are shapes without a text in single cells, and neither the rules nor a known
    /// style name a meaning.
    pub(super) fn is_plain(&self) -> bool {
        let is_shape = |item: &Item| item.cells.len() < 2 && item.text.is_empty();
        self.items.iter().all(is_shape)
            && self.entries.iter().all(|(key, _)| !key.starts_with("cage"))
            && !self.candidates.iter().any(Candidate::is_named)
    }
}

/// A member of a group.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Item {
    /// The cells, in the order of the drawing.
    pub cells: Vec<Cell>,
    /// The text of the drawing; empty if it has none.
    pub text: String,
}

/// A possible meaning of a group.
#[derive(Clone, PartialEq, Debug)]
pub struct Candidate {
    /// Name of the meaning in words, such as "thermometer".
    pub name: String,
    /// The meaning as constraint text; empty for decoration.
    pub text: String,
    /// The reason why this meaning is considered.
    pub reason: Reason,
    /// Implausibility according to the rules and drawings. 0 is the most plausible.
    pub rank: u32,
}

/// Maximum rank of a candidate that the rules or known styles name.
const NAMED: u32 = 5;

impl Candidate {
    /// Returns true if the rules or a known style name the meaning.
    pub(super) fn is_named(&self) -> bool {
        self.rank <= NAMED && self.reason != Reason::Decoration
    }

    /// Returns true if the format, a program, the rules or the setter's name of the drawing state the meaning.
    pub(super) fn is_stated(&self) -> bool {
        let is_guess = matches!(
            self.reason,
            Reason::Style(_) | Reason::Geometry | Reason::Solution | Reason::Decoration
        );
        self.rank <= NAMED && !is_guess
    }
}

/// The reason for a candidate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason {
    /// The format defines the meaning.
    Typed,
    /// The drawing has the known style of an editor.
    Style(&'static str),
    /// A sentence of the rules names the meaning. The index is that in [`Proposal::sentences`].
    Sentence(usize),
    /// The name that the setter gave to the drawing states the meaning.
    Title,
    /// The shape and the position of the drawing have a usual meaning, for example a letter X between two
    /// cells.
    Geometry,
    /// The stored solution satisfies the meaning, which would be improbable by accident.
    Solution,
    /// A program states the meaning. The number is that of the assignments with which the constraints were compared, if
    /// there were too many to compare all, or else 0.
    Program(u64),
    /// The drawing has no effect on solutions.
    Decoration,
}

impl Proposal {
    /// Returns the puzzle with these decisions. For a group without a decision, the first candidate
    /// applies.
    ///
    /// # Errors
    /// If a decision names a group, sentence or candidate that does not exist, or if its constraint
    /// text is not valid on this board.
    pub fn puzzle(&self, meanings: &Meanings) -> Result<Variant, MeaningError> {
        let count = self.groups.len();
        if let Some(id) = meanings.choices.keys().find(|id| self.group(**id).is_none()) {
            return Err(MeaningError::Group { id: *id, count });
        }
        let count = self.sentences.len();
        if let Some(number) =
            meanings.sentences.keys().find(|number| !(1..=count).contains(&(**number as usize)))
        {
            return Err(MeaningError::Sentence { number: *number, count });
        }
        let mut texts = Vec::new();
        for group in &self.groups {
            texts.push((Source::Group(group.id), group.text_of(meanings, self)?));
        }
        texts.extend(
            meanings.sentences.iter().map(|(number, text)| (Source::Sentence(*number), text.clone())),
        );
        texts.push((Source::Sentence(0), meanings.added.clone()));
        let all: String = texts.iter().map(|(_, text)| text.as_str()).collect();
        let variant = self.with_text(&all).map_err(|errors| {
            let culprit =
                texts.iter().find_map(|(source, text)| Some((*source, self.with_text(text).err()?)));
            match culprit.unwrap_or((Source::Group(0), errors)) {
                (Source::Group(id), errors) => MeaningError::Text { id, errors },
                (Source::Sentence(number), errors) => MeaningError::SentenceText { number, errors },
            }
        })?;
        let size = |variant: &Variant| (variant.shape().rows(), variant.shape().cols());
        if size(&variant) == size(&self.certain) { Ok(variant) } else { Err(MeaningError::Board) }
    }

    /// Returns the group with this number in its id.
    pub fn group(&self, id: u32) -> Option<&Group> {
        self.groups.iter().find(|group| group.id == id)
    }

    /// Returns the certain parts together with constraint text. A `Shape` in the text replaces the
    /// shape of the certain parts.
    pub(super) fn with_text(&self, text: &str) -> Result<Variant, IssErrors> {
        let own = iss::write(&self.certain);
        let is_replaced = text.contains(".Shape~") && own.starts_with(".Shape~");
        let start = if is_replaced { own[1..].find('.').map_or(own.len(), |at| at + 1) } else { 0 };
        iss::read(&format!("{}{text}", &own[start..]))
    }
}

/// The part of a proposal to which constraint text belongs.
#[derive(Clone, Copy)]
enum Source {
    Group(u32),
    /// The 1-based number, or 0 for none.
    Sentence(u32),
}

impl Group {
    /// Returns the constraint text of the group according to the decisions.
    fn text_of(&self, meanings: &Meanings, proposal: &Proposal) -> Result<String, MeaningError> {
        let id = self.id;
        match meanings.choices.get(&id).unwrap_or(&Choice::Candidate(0)) {
            Choice::Ignore => Ok(String::new()),
            Choice::Candidate(index) => match self.candidates.get(*index) {
                Some(candidate) => Ok(candidate.text.clone()),
                None if *index == 0 => Ok(String::new()),
                None => Err(MeaningError::Candidate { id, count: self.candidates.len() }),
            },
            Choice::Text(text) => Ok(text.clone()),
            Choice::Kind(kind) => {
                let board = proposal.certain.board();
                Ok(self.items.iter().map(|item| item.text_of(kind, board)).collect())
            }
        }
    }
}

/// Items that enclose others and have no cells.
const COMPOSITES: &[&str] = &["Or", "And", "Not", "End"];

impl Item {
    /// Returns the constraint text of kinds for the cells of the member.
    pub(super) fn text_of(&self, kinds: &str, board: &Board) -> String {
        let cells: String = self.cells.iter().map(|cell| format!("~{}", board.name(*cell))).collect();
        let takes = |kind: &str, arguments: &str| {
            catalogue().any(|it| it.name() == kind && it.arguments().starts_with(arguments))
        };
        let mut text = String::new();
        for kind in kinds.split('.').filter(|kind| !kind.is_empty()) {
            let name = kind.split('~').next().unwrap_or(kind);
            text += &match self.line(board) {
                _ if COMPOSITES.contains(&kind) => format!(".{kind}"),
                Some((line, true)) if takes(kind, "line~[") => format!(".{kind}~{line}~{}", self.text),
                Some((line, false)) if takes(kind, "line~[") => format!(".{kind}~{line}~~{}", self.text),
                Some((line, _)) if takes(kind, "sum~line") => format!(".{kind}~{}~{line}", self.text),
                _ if COMPOSITES.contains(&name) => format!(".{kind}"),
                _ => format!(".{}{cells}", kind.replace('#', &self.text)),
            };
        }
        text
    }

    /// Returns the row or column of a clue outside the grid, and true if the clue is at its start.
    pub(super) fn line(&self, board: &Board) -> Option<(String, bool)> {
        let places: Vec<(usize, usize)> = self.cells.iter().filter_map(|cell| board.place(*cell)).collect();
        let (first, last) = (*places.first()?, *places.last()?);
        let (rows, cols) = (board.shape().rows(), board.shape().cols());
        if places.len() == cols && first.0 == last.0 && places.iter().all(|place| place.0 == first.0) {
            return Some((format!("R{}", first.0 + 1), first.1 < last.1));
        }
        let is_column = places.len() == rows && places.iter().all(|place| place.1 == first.1);
        is_column.then(|| (format!("C{}", first.1 + 1), first.0 < last.0))
    }
}
