//! A user's decisions about the groups of drawings of a proposal.

use core::fmt;
use core::str::FromStr;
use farandole_puzzle::format::escaped;
use farandole_puzzle::format::iss::IssErrors;
use std::collections::BTreeMap;

/// A decision about a group.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Choice {
    /// The candidate with this index.
    Candidate(usize),
    /// A kind of constraint with its first arguments, for example `Whisper~5`. It applies to each
    /// member of the group. `#` is replaced by the text of the member. Several kinds are separated
    /// by dots, as in `Whisper~5.Palindrome` or `Or.Renban.Nabner.End`.
    Kind(String),
    /// Constraint text for the whole group, which begins with a dot: `.Sum~7~R1C1~R1C2`.
    Text(String),
    /// Decoration.
    Ignore,
}

/// The decisions about the groups and sentences of a proposal.
///
/// ```
/// use farandole_formats::editor::proposal::{Choice, Meanings};
///
/// let meanings: Meanings = "g3=Whisper~5 g7=ignore g8=2 s4=.Sum~7~R1C1~R1C2 s5=ignore .AntiKnight".parse()?;
/// assert_eq!(meanings.choices[&3], Choice::Kind("Whisper~5".into()));
/// assert_eq!(meanings.choices[&7], Choice::Ignore);
/// assert_eq!(meanings.choices[&8], Choice::Candidate(1));
/// assert_eq!(meanings.sentences[&4], ".Sum~7~R1C1~R1C2");
/// assert_eq!((&*meanings.sentences[&5], &*meanings.added), ("", ".AntiKnight"));
/// assert_eq!(meanings.to_string().parse::<Meanings>()?, meanings);
/// # Ok::<(), farandole_formats::editor::proposal::MeaningError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Meanings {
    /// The decision for each id of a group. For a group without a decision, the first candidate applies.
    pub choices: BTreeMap<u32, Choice>,
    /// The constraint text of sentences, keyed by the 1-based number in their ids `s1`, `s2`, ...;
    /// empty for a sentence that adds no constraint.
    pub sentences: BTreeMap<u32, String>,
    /// Constraint text that belongs to no group and to no sentence.
    pub added: String,
}

impl Meanings {
    /// Returns true if there is no decision.
    pub fn is_empty(&self) -> bool {
        self.choices.is_empty() && self.sentences.is_empty() && self.added.is_empty()
    }

    /// Adds decisions. They replace earlier ones about the same group or sentence.
    pub fn extend(&mut self, later: Self) {
        self.choices.extend(later.choices);
        self.sentences.extend(later.sentences);
        self.added += &later.added;
    }
}

impl FromStr for Meanings {
    type Err = MeaningError;

    /// Parses decisions separated by blanks or line ends: `g3=Whisper~5`; `g3=.Cage~9~R1C1~R1C2`
    /// for constraint text; `g7=ignore`; `g8=2` for the second candidate; `s4=.AntiKnight` and
    /// `s4=ignore` for a sentence; `.AntiKnight` for constraint text that belongs to no part of the
    /// proposal. Text after a `;` is a comment.
    fn from_str(text: &str) -> Result<Self, MeaningError> {
        let lines = text.lines().map(|line| line.split(';').next().unwrap_or(line));
        let mut meanings = Self::default();
        for decision in lines.flat_map(str::split_whitespace) {
            meanings.add(decision).ok_or_else(|| MeaningError::Malformed { found: decision.into() })?;
        }
        Ok(meanings)
    }
}

impl Meanings {
    /// Adds a decision. Returns `None` if the text is not one.
    fn add(&mut self, decision: &str) -> Option<()> {
        if decision.starts_with('.') {
            self.added += decision;
            return Some(());
        }
        let (id, meaning) = decision.split_once('=').filter(|(_, meaning)| !meaning.is_empty())?;
        let is_ignored = matches!(meaning, "ignore" | "decoration");
        if let Some(number) = id.strip_prefix(['s', 'S']) {
            let dot = if meaning.starts_with('.') { "" } else { "." };
            let text = if is_ignored { String::new() } else { format!("{dot}{meaning}") };
            self.sentences.insert(number.parse().ok()?, text);
            return Some(());
        }
        let id = id.strip_prefix(['g', 'G']).unwrap_or(id).parse().ok()?;
        let choice = match meaning.parse::<usize>() {
            _ if is_ignored => Choice::Ignore,
            Ok(number) => Choice::Candidate(number.checked_sub(1)?),
            Err(_) if meaning.starts_with('.') => Choice::Text(meaning.into()),
            Err(_) => Choice::Kind(meaning.into()),
        };
        self.choices.insert(id, choice);
        Some(())
    }
}

impl fmt::Display for Meanings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let groups = self.choices.iter().map(|(id, choice)| match choice {
            Choice::Candidate(index) => format!("g{id}={}", index + 1),
            Choice::Kind(text) | Choice::Text(text) => format!("g{id}={text}"),
            Choice::Ignore => format!("g{id}=ignore"),
        });
        let sentences = self
            .sentences
            .iter()
            .map(|(number, text)| format!("s{number}={}", if text.is_empty() { "ignore" } else { text }));
        let added = Some(self.added.clone()).filter(|text| !text.is_empty());
        let all: Vec<String> = groups.chain(sentences).chain(added).collect();
        f.write_str(&all.join(" "))
    }
}

/// A decision that does not apply to the proposal.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum MeaningError {
    /// The text is not a decision.
    Malformed {
        /// The text.
        found: Box<str>,
    },
    /// The proposal has no group with this id.
    Group {
        /// The number in the id.
        id: u32,
        /// Number of groups.
        count: usize,
    },
    /// The rules have no sentence with this number.
    Sentence {
        /// The number in the id.
        number: u32,
        /// Number of sentences.
        count: usize,
    },
    /// The text contains neither drawings nor rules to decide about.
    Nothing,
    /// The group has fewer candidates.
    Candidate {
        /// The number in the id of the group.
        id: u32,
        /// Number of candidates.
        count: usize,
    },
    /// The constraint text of a group is not valid on this board.
    Text {
        /// The number in the id of the group, or 0 if the groups contradict each other.
        id: u32,
        /// The errors, in constraint text.
        errors: IssErrors,
    },
    /// The constraint text of a sentence is not valid on this board.
    SentenceText {
        /// Number of the sentence, or 0 for text that belongs to no sentence.
        number: u32,
        /// The errors, in constraint text.
        errors: IssErrors,
    },
    /// The constraint text has different numbers of rows and columns than the puzzle.
    Board,
}

impl fmt::Display for MeaningError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Malformed { found } => {
                write!(
                    f,
                    "`{}`, expected a group or a sentence and its meaning, such as `g3=Whisper~5`, `g3=ignore` or \
                     `s2=.AntiKnight`",
                    escaped(&**found)
                )
            }
            Self::Group { id, count: 0 } => write!(f, "g{id}, but the puzzle has no groups of drawings"),
            Self::Group { id, count } => write!(f, "g{id}, expected g1 to g{count}"),
            Self::Sentence { number, count: 0 } => {
                write!(f, "s{number}, but the puzzle has no rules in words")
            }
            Self::Sentence { number, count } => write!(f, "s{number}, expected s1 to s{count}"),
            Self::Nothing => f.write_str("the text has neither drawings nor rules to decide about"),
            Self::Candidate { id, count } => {
                write!(f, "g{id} has {count} candidate meanings, expected one of them")
            }
            Self::Text { id: 0, errors } => write!(f, "the meanings do not suit each other: {errors}"),
            Self::Text { id, errors } => write!(f, "the meaning of g{id}: {errors}"),
            Self::SentenceText { number: 0, errors } => write!(f, "the added constraint text: {errors}"),
            Self::SentenceText { number, errors } => write!(f, "the meaning of s{number}: {errors}"),
            Self::Board => f.write_str("the constraint text has other rows and columns than the puzzle"),
        }
    }
}

impl core::error::Error for MeaningError {}
