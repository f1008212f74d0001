//! Positions: the state of a search as a path from the root. With a position, a search can be continued
//! later, continued on another machine, or split in two.

use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

use crate::backend::Branch;

/// The next step of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum State {
    /// Nothing has been searched.
    Fresh,
    /// The next step chooses an item and opens a level.
    Descend,
    /// The next step tries the next option of the deepest level.
    Advance,
    /// The next step retracts the option of the deepest level.
    Retract,
    /// Everything has been searched.
    End,
}

/// The state of a [`Search`](crate::Search) as a path of branches from its root. Any search over
/// an equal problem with the same selected options can continue from it.
///
/// A position represents the part of the search tree that remains to be searched.
/// [`Search::split_off`] splits this part in two, so that two searches can share the work.
///
/// The text form, which [`FromStr`] parses, is one line without spaces, for example `r0,3.1.2`. The letter is
/// the next step, and the number after it is the number of levels whose untried branches belong to other
/// searches. A group for each level of the path follows: the item, the number of options tried, and the
/// number of options left.
///
/// [`Search::split_off`]: crate::Search::split_off
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    pub(crate) state: State,
    /// Number of levels, counted from the root, whose untried branches do not belong to this part of the
    /// tree. They belong to the part from which this part was split off.
    pub(crate) floor: u32,
    pub(crate) path: Vec<Branch>,
}

impl Position {
    /// Returns the position at the start of a search.
    #[must_use]
    pub const fn start() -> Self {
        Self { state: State::Fresh, floor: 0, path: Vec::new() }
    }

    /// Returns true if nothing remains to be searched.
    #[must_use]
    pub fn is_end(&self) -> bool {
        self.state == State::End
    }

    /// Returns the path from the root, the deepest level last.
    #[must_use]
    pub fn path(&self) -> &[Branch] {
        &self.path
    }

    /// Returns the estimated share of the whole tree that remains to be searched, from 0 to 1. The estimate
    /// assumes that all branches of an item are equally large. If the root has four branches and the second
    /// of them has just been finished, the share is 0.5.
    #[must_use]
    pub fn remaining(&self) -> f64 {
        match self.state {
            State::Fresh => return 1.0,
            State::End => return 0.0,
            State::Descend | State::Advance | State::Retract => {}
        }
        let (mut share, mut sum) = (1.0, 0.0);
        for (level, branch) in self.path.iter().enumerate() {
            // All branches count equally, so the share of a branch is the share of its parent divided by the
            // number of branches.
            share /= (f64::from(branch.tried) + f64::from(branch.left)).max(1.0);
            // Untried branches of levels before the floor belong to other parts.
            if level >= self.floor as usize {
                sum += share * f64::from(branch.left);
            }
        }
        let sum = if self.state == State::Descend { sum + share } else { sum };
        // Because of rounding, the sum may exceed 1 slightly.
        sum.min(1.0)
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let state = match self.state {
            State::Fresh => 'f',
            State::Descend => 'd',
            State::Advance => 'a',
            State::Retract => 'r',
            State::End => 'e',
        };
        // Indices suffice instead of names, because only searches over equal problems read the position.
        write!(f, "{state}{}", self.floor)?;
        self.path.iter().try_for_each(|Branch { item, tried, left }| write!(f, ",{item}.{tried}.{left}"))
    }
}

/// The error for a text that is not a position, or for a position of another problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PositionError;

impl fmt::Display for PositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not a position of this search")
    }
}

impl core::error::Error for PositionError {}

impl FromStr for Position {
    type Err = PositionError;

    fn from_str(text: &str) -> Result<Self, PositionError> {
        let mut parts = text.split(',');
        let head = parts.next().ok_or(PositionError)?;
        let state = match head.as_bytes().first() {
            Some(b'f') => State::Fresh,
            Some(b'd') => State::Descend,
            Some(b'a') => State::Advance,
            Some(b'r') => State::Retract,
            Some(b'e') => State::End,
            _ => return Err(PositionError),
        };
        let number = |text: Option<&str>| text.and_then(|text| text.parse().ok()).ok_or(PositionError);
        let floor = number(head.get(1..))?;
        let mut path = Vec::new();
        for part in parts {
            let mut numbers = part.split('.');
            let [item, tried, left] =
                [number(numbers.next())?, number(numbers.next())?, number(numbers.next())?];
            if numbers.next().is_some() {
                return Err(PositionError);
            }
            path.push(Branch { item, tried, left });
        }
        Ok(Self { state, floor, path })
    }
}
