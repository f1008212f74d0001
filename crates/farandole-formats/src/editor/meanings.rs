//! A user's decisions about the groups of drawings of a proposal.

use core::fmt;
use core::str::FromStr;
use farandole_puzzle::format::iss::IssErrors;
use std::collections::BTreeMap;

/// A decision about a group.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Choice {
    /// The candidate with this index.
    Candidate(usize),
    /// A kind of constraint with its arguments, for example `Whisper~5`. It applies to each member
    /// of the group; `#` is the text of the member.
    Kind(String),
    /// Decoration.
    Ignore,
}

/// The decisions about the groups of a proposal, by id.
///
/// ```
/// use farandole_formats::editor::proposal::{Choice, Meanings};
///
/// let meanings: Meanings = "g3=Whisper~5 g7=ignore g8=2".parse()?;
/// assert_eq!(meanings.choices[&3], Choice::Kind("Whisper~5".into()));
/// assert_eq!(meanings.choices[&7], Choice::Ignore);
/// assert_eq!(meanings.choices[&8], Choice::Candidate(1));
/// assert_eq!(meanings.to_string().parse::<Meanings>()?, meanings);
/// # Ok::<(), farandole_formats::editor::proposal::MeaningError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Meanings {
    /// The decision for each id. A group without a decision has its first candidate.
    pub choices: BTreeMap<u32, Choice>,
}

impl FromStr for Meanings {
    type Err = MeaningError;

    /// Parses decisions separated by blanks or line ends, such as `g3=Whisper~5`, `g7=ignore`, and
    /// `g8=2` for the second candidate. Text after a `;` is a comment.
    fn from_str(text: &str) -> Result<Self, MeaningError> {
        let lines = text.lines().map(|line| line.split(';').next().unwrap_or(line));
        let mut choices = BTreeMap::new();
        for decision in lines.flat_map(str::split_whitespace) {
            let malformed = || MeaningError::Malformed { found: decision.into() };
            let (id, meaning) = decision.split_once('=').ok_or_else(malformed)?;
            let id = id.strip_prefix(['g', 'G']).unwrap_or(id);
            let id = id.parse().map_err(|_| malformed())?;
            let choice = match (meaning, meaning.parse::<usize>()) {
                ("ignore" | "decoration", _) => Choice::Ignore,
                (_, Ok(number)) => Choice::Candidate(number.checked_sub(1).ok_or_else(malformed)?),
                ("", _) => return Err(malformed()),
                (kind, _) => Choice::Kind(kind.trim_start_matches('.').into()),
            };
            choices.insert(id, choice);
        }
        Ok(Self { choices })
    }
}

impl fmt::Display for Meanings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, (id, choice)) in self.choices.iter().enumerate() {
            write!(f, "{}g{id}=", if place == 0 { "" } else { " " })?;
            match choice {
                Choice::Candidate(index) => write!(f, "{}", index + 1)?,
                Choice::Kind(kind) => f.write_str(kind)?,
                Choice::Ignore => f.write_str("ignore")?,
            }
        }
        Ok(())
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
        /// Number of the id.
        id: u32,
        /// Number of groups.
        count: usize,
    },
    /// The group has fewer candidates.
    Candidate {
        /// Number of the group's id.
        id: u32,
        /// Number of candidates.
        count: usize,
    },
    /// The constraint text of a group is not valid on this board.
    Text {
        /// Number of the group's id; 0 if the groups contradict each other.
        id: u32,
        /// The errors, in constraint text.
        errors: IssErrors,
    },
}

impl fmt::Display for MeaningError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Malformed { found } => {
                write!(
                    f,
                    "`{found}`, expected a group and its meaning, such as `g3=Whisper~5` or `g3=ignore`"
                )
            }
            Self::Group { id, count: 0 } => write!(f, "g{id}, but the puzzle has no groups of drawings"),
            Self::Group { id, count } => write!(f, "g{id}, expected g1 to g{count}"),
            Self::Candidate { id, count } => {
                write!(f, "g{id} has {count} candidate meanings, expected one of them")
            }
            Self::Text { id: 0, errors } => write!(f, "the meanings do not suit each other: {errors}"),
            Self::Text { id, errors } => write!(f, "the meaning of g{id}: {errors}"),
        }
    }
}

impl core::error::Error for MeaningError {}
