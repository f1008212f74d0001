//! The proposal as data: groups of drawings with candidate meanings, and sentences of the rules.

use crate::editor::diagnostic::Diagnostic;
use crate::editor::meanings::{Choice, MeaningError, Meanings};
use crate::rules_text::Sentence;
use farandole_puzzle::Cell;
use farandole_puzzle::format::iss::{self, IssErrors};
use farandole_puzzle::variant::Variant;

/// The content of an editor's puzzle: what is certain, and what its drawings and rules may mean.
#[derive(Clone, PartialEq, Debug)]
pub struct Proposal {
    /// The parts with a meaning of their own: board, givens, regions and typed constraints.
    pub certain: Variant,
    /// Title of the puzzle.
    pub title: Option<Box<str>>,
    /// Author of the puzzle.
    pub author: Option<Box<str>>,
    /// Rules in words.
    pub rules: Option<Box<str>>,
    /// The solution that the file contains, indexed by cell. Cells that it omits are `None`.
    pub solution: Option<Vec<Option<u8>>>,
    /// Groups of drawings that look alike, and rules without drawings, in the order of their ids.
    pub groups: Vec<Group>,
    /// Sentences of the rules, in order.
    pub sentences: Vec<Sentence>,
    /// Parts that are understood, have no effect on solutions, and are not in the other fields.
    pub ignored: Vec<Diagnostic>,
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
    /// The entries of the file that the group consists of: the key and the 1-based number.
    pub entries: Vec<(&'static str, usize)>,
    /// Possible meanings, most plausible first. The last one is decoration, unless the group is a
    /// rule without drawing.
    pub candidates: Vec<Candidate>,
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
    /// Distance from what rules and drawings suggest; 0 is the most plausible.
    pub rank: u32,
}

/// The reason for a candidate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason {
    /// The drawing has the known style of an editor.
    Style(&'static str),
    /// The sentence of the rules with this index names the meaning.
    Sentence(usize),
    /// The shape and the position of the drawing have a usual meaning, for example a letter X between two
    /// cells.
    Geometry,
    /// The drawing has no effect on solutions.
    Decoration,
}

impl Proposal {
    /// Returns the puzzle with these decisions; a group without one has its first candidate.
    ///
    /// # Errors
    /// If a decision names a group or candidate that does not exist, or if its constraint text is
    /// not valid on this board.
    pub fn puzzle(&self, meanings: &Meanings) -> Result<Variant, MeaningError> {
        let count = self.groups.len();
        if let Some(id) = meanings.choices.keys().find(|id| self.group(**id).is_none()) {
            return Err(MeaningError::Group { id: *id, count });
        }
        let mut texts = Vec::with_capacity(count);
        for group in &self.groups {
            texts.push((group.id, group.text_of(meanings, self)?));
        }
        let all: String = texts.iter().map(|(_, text)| text.as_str()).collect();
        self.with_text(&all).map_err(|errors| {
            let culprit = texts.iter().find_map(|(id, text)| Some((*id, self.with_text(text).err()?)));
            let (id, errors) = culprit.unwrap_or((0, errors));
            MeaningError::Text { id, errors }
        })
    }

    /// Returns the group with this number in its id.
    pub fn group(&self, id: u32) -> Option<&Group> {
        self.groups.iter().find(|group| group.id == id)
    }

    /// Returns the certain parts together with constraint text.
    pub(super) fn with_text(&self, text: &str) -> Result<Variant, IssErrors> {
        iss::read(&format!("{}{text}", iss::write(&self.certain)))
    }
}

impl Group {
    /// Returns the constraint text that the decisions give to the group.
    fn text_of(&self, meanings: &Meanings, proposal: &Proposal) -> Result<String, MeaningError> {
        let id = self.id;
        match meanings.choices.get(&id).unwrap_or(&Choice::Candidate(0)) {
            Choice::Ignore => Ok(String::new()),
            Choice::Candidate(index) => match self.candidates.get(*index) {
                Some(candidate) => Ok(candidate.text.clone()),
                None if *index == 0 => Ok(String::new()),
                None => Err(MeaningError::Candidate { id, count: self.candidates.len() }),
            },
            Choice::Kind(kind) => {
                let board = proposal.certain.board();
                let item = |item: &Item| {
                    let cells: String =
                        item.cells.iter().map(|cell| format!("~{}", board.name(*cell))).collect();
                    format!(".{}{cells}", kind.replace('#', &item.text))
                };
                Ok(self.items.iter().map(item).collect())
            }
        }
    }
}
