//! Merges the answers about the pieces of a split (feature `serde`).
//!
//! An answer is a text of JSON lines: one line per solution, if solutions were requested, and a last line with
//! the count. `farandole cover` writes such lines with `--json`. The pieces are the problems that
//! [`split`](crate::split) returned.
//!
//! ```
//! use farandole_cover::{BigUint, checkpoint::Merge};
//!
//! let mut merge = Merge::default();
//! merge.add(r#"{"status":"counted","count":3,"exact":true,"piece":"1 of 2 of 00000000000000ff"}"#)?;
//! merge.add(r#"{"status":"counted","count":"4","exact":true,"piece":"2 of 2 of 00000000000000ff"}"#)?;
//! assert_eq!(*merge.count(), BigUint::from(7_u32));
//! assert!(merge.is_exact() && merge.missing().is_empty());
//! # Ok::<(), farandole_cover::checkpoint::MergeError>(())
//! ```

use alloc::borrow::ToOwned;
use alloc::collections::BTreeMap;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use num_bigint::BigUint;
use serde_json::Value;

use super::label::PieceLabel;

/// A solution of one of the pieces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MergedSolution {
    /// The line of the answer, as JSON with the keys in alphabetical order.
    pub json: String,
    /// The texts of the options.
    pub options: Vec<String>,
}

/// The merged answers about pieces.
#[derive(Clone, Debug, Default)]
pub struct Merge {
    count: BigUint,
    /// True if at least one answer is only a lower bound.
    is_cut_short: bool,
    /// The solutions of each piece, by the number of the piece.
    // With an ordered map, solutions are in the order of the pieces, regardless of the order of the answers.
    solutions: BTreeMap<usize, Vec<MergedSolution>>,
    /// For each answered piece, by number, the 0-based index of the answer.
    seen: BTreeMap<usize, usize>,
    answers: usize,
    /// The number of pieces, and the fingerprint of the whole problem.
    whole: Option<(usize, String)>,
}

/// The reason why an answer cannot be merged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MergeError {
    line: usize,
    kind: MergeErrorKind,
}

/// The kinds of [`MergeError`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum MergeErrorKind {
    /// A line is not a JSON object.
    NotJson,
    /// There are lines after the count.
    BehindEnd,
    /// A line is neither a solution nor a count.
    NoCount,
    /// The count has no label of a piece.
    NoPiece,
    /// The count differs from the number of solutions before it.
    OtherCount,
    /// The piece belongs to another split than those of earlier answers.
    OtherSplit,
    /// The piece has been answered already.
    Repeated {
        /// The 1-based number of the piece.
        piece: usize,
        /// The 0-based index of the earlier answer, in the order in which answers were added.
        answer: usize,
    },
    /// The answer has no count.
    Incomplete,
}

impl MergeError {
    /// Returns the 1-based line of the error in the answer.
    #[must_use]
    pub fn line(&self) -> usize {
        self.line
    }

    /// Returns the kind of the error.
    #[must_use]
    pub fn kind(&self) -> MergeErrorKind {
        self.kind
    }
}

impl fmt::Display for MergeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.kind {
            MergeErrorKind::NotJson => {
                "expected a JSON line: answers must come from count or solve --all with --json"
            }
            MergeErrorKind::BehindEnd => "expected nothing after the end of an answer",
            MergeErrorKind::NoCount => "expected a solution or a count",
            MergeErrorKind::NoPiece => "expected an answer about a piece of a split",
            MergeErrorKind::OtherCount => "the count differs from the number of solutions above",
            MergeErrorKind::OtherSplit => "the piece belongs to another split",
            MergeErrorKind::Repeated { piece, .. } => {
                return write!(f, "piece {piece} has been answered already");
            }
            MergeErrorKind::Incomplete => "the answer is incomplete",
        })
    }
}

impl core::error::Error for MergeError {}

impl Merge {
    /// Adds the answer about one piece.
    ///
    /// # Errors
    /// The text is not an answer about a piece, or its piece belongs to another split. The merge
    /// must not be used any further.
    pub fn add(&mut self, text: &str) -> Result<(), MergeError> {
        let mut solutions = Vec::new();
        let mut ended = false;
        for (line, content) in (1..).zip(text.lines()) {
            // The line number is part of every error, because answers can have millions of lines.
            let wrong = |kind| MergeError { line, kind };
            let value: Option<Value> = serde_json::from_str(content).ok().filter(Value::is_object);
            let value = value.ok_or(wrong(MergeErrorKind::NotJson))?;
            if ended {
                return Err(wrong(MergeErrorKind::BehindEnd));
            }
            if value.get("status").and_then(Value::as_str) == Some("solution") {
                solutions.push(solution(&value));
                continue;
            }
            // The last line contains the count. The solutions before it belong to the same piece.
            self.end(&value, core::mem::take(&mut solutions)).map_err(wrong)?;
            ended = true;
        }
        self.answers += 1;
        let line = text.lines().count().max(1);
        if ended { Ok(()) } else { Err(MergeError { line, kind: MergeErrorKind::Incomplete }) }
    }

    /// Processes the last line of an answer.
    fn end(&mut self, value: &Value, solutions: Vec<MergedSolution>) -> Result<(), MergeErrorKind> {
        let text = |field: &str| value.get(field).and_then(Value::as_str);
        // A count is a JSON number if all JSON parsers represent it exactly, and otherwise a string.
        let count: Option<BigUint> = match value.get("count") {
            Some(Value::Number(count)) => count.as_u64().map(BigUint::from),
            Some(Value::String(count)) => count.parse().ok(),
            _ => None,
        };
        let count = count.ok_or(MergeErrorKind::NoCount)?;
        let label: Option<PieceLabel> = text("piece").and_then(|label| label.parse().ok());
        let PieceLabel { number, of, whole } = label.ok_or(MergeErrorKind::NoPiece)?;
        // An answer of `count` contains no solutions, and an answer of `solve --all` contains all of them.
        if !solutions.is_empty() && BigUint::from(solutions.len()) != count {
            return Err(MergeErrorKind::OtherCount);
        }
        // The first answer determines the split; all others must agree with it.
        if *self.whole.get_or_insert((of, whole.clone())) != (of, whole) {
            return Err(MergeErrorKind::OtherSplit);
        }
        if let Some(answer) = self.seen.insert(number, self.answers) {
            return Err(MergeErrorKind::Repeated { piece: number, answer });
        }
        // If the field is missing, the count may be a lower bound.
        self.is_cut_short |= value.get("exact").and_then(Value::as_bool) != Some(true);
        self.count += count;
        self.solutions.insert(number, solutions);
        Ok(())
    }

    /// Returns the sum of the counts of all answers.
    #[must_use]
    pub fn count(&self) -> &BigUint {
        &self.count
    }

    /// Returns true if the count is exact: no piece is missing, and all answers are exact.
    #[must_use]
    pub fn is_exact(&self) -> bool {
        !self.is_cut_short && self.missing().is_empty()
    }

    /// Returns the number of pieces; 0 before the first answer.
    #[must_use]
    pub fn pieces(&self) -> usize {
        self.whole.as_ref().map_or(0, |whole| whole.0)
    }

    /// Returns the 1-based numbers of the pieces without an answer.
    #[must_use]
    pub fn missing(&self) -> Vec<usize> {
        (1..=self.pieces()).filter(|piece| !self.seen.contains_key(piece)).collect()
    }

    /// Returns the solutions, in the order of the pieces.
    pub fn solutions(&self) -> impl Iterator<Item = &MergedSolution> {
        self.solutions.values().flatten()
    }
}

fn solution(value: &Value) -> MergedSolution {
    let options = value.get("options").and_then(Value::as_array).into_iter().flatten();
    let options = options.filter_map(Value::as_str).map(ToOwned::to_owned).collect();
    MergedSolution { json: value.to_string(), options }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(piece: &str) -> String {
        alloc::format!(r#"{{"status":"counted","count":"1","exact":true,"piece":"{piece}"}}"#)
    }

    #[test]
    fn each_fault_of_an_answer_has_its_error() {
        let mut merge = Merge::default();
        merge.add(&answer("1 of 3 of ab")).unwrap();
        let mut kind = |text: &str| merge.add(text).unwrap_err().kind();
        assert_eq!(kind("12"), MergeErrorKind::NotJson);
        assert_eq!(kind("{}"), MergeErrorKind::NoCount);
        assert_eq!(kind(r#"{"count":"1"}"#), MergeErrorKind::NoPiece);
        assert_eq!(kind(&answer("1 of 2")), MergeErrorKind::NoPiece);
        assert_eq!(kind(&answer("0 of 3 of ab")), MergeErrorKind::NoPiece);
        assert_eq!(kind(&answer("4 of 3 of ab")), MergeErrorKind::NoPiece);
        assert_eq!(kind(&answer("2 of 4 of ab")), MergeErrorKind::OtherSplit);
        assert_eq!(kind(&answer("1 of 3 of ab")), MergeErrorKind::Repeated { piece: 1, answer: 0 });
        assert_eq!(kind(r#"{"status":"solution"}"#), MergeErrorKind::Incomplete);
        assert_eq!(merge.missing(), [2, 3]);
        assert!(!merge.is_exact());
    }
}
