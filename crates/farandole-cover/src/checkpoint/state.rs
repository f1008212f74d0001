//! Checkpoints of a search: the remaining parts, the counters, and the length of the output.
//!
//! The text of a state looks as follows. The numbers after `stats` are nodes, updates, cleansings and
//! solutions. Each remaining part has a `part` line with its position. The `found` lines after it contain
//! solutions that precede the part and have not been written to the output. The last line contains the checksum
//! of the lines before it.
//!
//! ```text
//! farandole state 2
//! task count 1234 fewest
//! bytes 77
//! stats 1 2 3 4
//! part r0,3.1.2
//! found 3 1 4
//! end 5a0c4e1d2b3f6978
//! ```

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt::Write as _;

use super::memo_file::checksum;
use super::state_error::{StateError, StateErrorKind};
use crate::search::outcome::Stats;
use crate::search::parallel::Part;

/// The progress of a run at one moment.
///
/// ```
/// use farandole_cover::checkpoint::State;
///
/// let state = State::fresh("count queens".into());
/// assert_eq!(State::parse(&state.text()), Ok(state));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State {
    /// A line of text that identifies the run and its problem. Only the same task can continue from the state.
    pub task: String,
    /// Number of bytes of output that the run has written.
    pub bytes: u64,
    /// Counters of the run so far.
    pub stats: Stats,
    /// The remaining parts of the search tree, in order.
    pub parts: Vec<Part>,
}

impl State {
    /// The first line of every state.
    // The number is the version of the format.
    pub const TITLE: &str = "farandole state 2";

    /// Returns the state at the start of a run.
    #[must_use]
    pub fn fresh(task: String) -> Self {
        Self { task, bytes: 0, stats: Stats::default(), parts: alloc::vec![Part::whole()] }
    }

    /// Returns the state as text.
    #[must_use]
    pub fn text(&self) -> String {
        let Stats { nodes, updates, cleansings, solutions } = self.stats;
        let mut text = format!(
            "{}\ntask {}\nbytes {}\nstats {nodes} {updates} {cleansings} {solutions}\n",
            Self::TITLE,
            self.task,
            self.bytes
        );
        let mut line = |word: &str, rest: &dyn core::fmt::Display| {
            let _ = writeln!(text, "{word} {rest}");
        };
        // Each part is followed by its solutions, so that solutions need no reference to their part.
        for part in &self.parts {
            line("part", &part.position);
            for options in &part.found {
                let numbers: Vec<String> = options.iter().map(u32::to_string).collect();
                line("found", &numbers.join(" "));
            }
        }
        let check = checksum(text.as_bytes());
        text + &format!("end {check:016x}\n")
    }

    /// Parses the text of a state.
    ///
    /// # Errors
    /// The text does not have the format of [`text`](Self::text). The error is the 1-based number of the first
    /// wrong or missing line.
    pub fn parse(text: &str) -> Result<Self, usize> {
        let mut state = Self { parts: Vec::new(), ..Self::fresh(String::new()) };
        // The line `end` shows that the text is complete.
        let mut ended = false;
        for (number, line) in (1..).zip(text.lines()) {
            let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
            let numbers = || rest.split_whitespace().map(|word| word.parse::<u64>().map_err(|_| number));
            // The number of a line determines what it may contain, so lines out of order are errors.
            match (number, word) {
                (1, _) if line == Self::TITLE => {}
                (2, "task") => state.task = rest.to_owned(),
                (3, "bytes") => state.bytes = rest.parse().map_err(|_| number)?,
                (4, "stats") => {
                    let numbers: Vec<u64> = numbers().collect::<Result<_, _>>()?;
                    let [nodes, updates, cleansings, solutions] = numbers[..] else { return Err(number) };
                    state.stats = Stats { nodes, updates, cleansings, solutions };
                }
                (5.., "part") if !ended => {
                    let position = rest.parse().map_err(|_| number)?;
                    state.parts.push(Part { position, found: Vec::new() });
                }
                (5.., "found") if !ended => {
                    let options = rest.split_whitespace().map(|word| word.parse().map_err(|_| number));
                    let part = state.parts.last_mut().ok_or(number)?;
                    part.found.push(options.collect::<Result<_, _>>()?);
                }
                (5.., "end") if !ended => {
                    let before = text.rsplit_once("end ").map_or("", |(before, _)| before);
                    if rest != format!("{:016x}", checksum(before.as_bytes())) {
                        return Err(number);
                    }
                    ended = true;
                }
                _ => return Err(number),
            }
        }
        // A text without the line `end` was cut off while it was written.
        if ended { Ok(state) } else { Err(text.lines().count() + 1) }
    }

    /// Parses the contents of a state file, and checks that the state belongs to `task`.
    ///
    /// # Errors
    /// The bytes are not a state, or the state belongs to another task.
    pub fn resume(bytes: &[u8], task: &str) -> Result<Self, StateError> {
        let text = core::str::from_utf8(bytes).map_err(|_| StateErrorKind::Text { line: 1 })?;
        let state = Self::parse(text).map_err(|line| StateErrorKind::Text { line })?;
        if state.task == task {
            Ok(state)
        } else {
            Err(StateErrorKind::OtherTask { found: state.task, expected: task.to_owned() }.into())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn states_survive_a_round_trip_and_truncated_ones_are_rejected() {
        let found = alloc::vec![alloc::vec![3, 1, 4], alloc::vec![]];
        let part = Part { position: "r0,3.1.2".parse().unwrap(), found };
        let state = State {
            task: "count 1234 fewest".into(),
            bytes: 77,
            stats: Stats { nodes: 1, updates: 2, cleansings: 3, solutions: 4 },
            parts: alloc::vec![part, Part::whole()],
        };
        let text = state.text();
        assert_eq!(State::parse(&text), Ok(state));
        for end in 0..text.len() - 1 {
            assert!(State::parse(&text[..end]).is_err(), "{}", &text[..end]);
        }
        assert!(State::resume(text.as_bytes(), "count 1234 fewest").is_ok());
        let error = State::resume(text.as_bytes(), "count 1235 fewest").unwrap_err();
        assert!(matches!(error.kind(), StateErrorKind::OtherTask { .. }) && error.line() == 2);
        assert_eq!(State::resume(b"\xff", "").unwrap_err().line(), 1);
        assert_eq!(State::parse(&text.replace("r0", "x0")), Err(5));
        assert_eq!(State::parse(&(text + "part f0\n")), Err(10));
    }
}
