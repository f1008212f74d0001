//! Lines of a ledger, read up to the end of the last complete round.

use crate::ledger::board_of;

/// The contents of a ledger, up to the last complete round.
#[derive(Default)]
pub(super) struct Rounds {
    pub(super) entries: Vec<([u8; 81], Option<u32>)>,
    pub(super) left: Vec<[u8; 81]>,
    /// Sizes of the two lists and of the file at the end of the last complete round.
    whole: (usize, usize, u64),
    /// Number of rounds of the last run, and the index of its first entry.
    pub(super) rounds: u64,
    pub(super) run_from: usize,
}

impl Rounds {
    /// Parses a line. `read` is the number of bytes read so far, including the line. Returns `None`
    /// if the line does not belong to a ledger.
    pub(super) fn line(&mut self, text: &str, read: u64) -> Option<()> {
        let mut words = text.split(' ');
        match words.next()? {
            "+" => {
                let board = words.next().and_then(board_of)?;
                self.entries.push((board, words.next().and_then(|word| word.parse().ok())));
            }
            "*" => self.left.push(words.next().and_then(board_of)?),
            "." => {
                self.rounds = words.next()?.parse().ok()?;
                self.end_round(read);
            }
            "end" => {
                (self.rounds, self.run_from) = (0, self.entries.len());
                self.end_round(read);
            }
            _ => return None,
        }
        Some(())
    }

    pub(super) fn end_round(&mut self, read: u64) {
        self.whole = (self.entries.len(), self.left.len(), read);
    }

    /// Discards an incomplete round and returns the number of valid bytes.
    pub(super) fn good(&mut self) -> u64 {
        let (entries, left, good) = self.whole;
        self.entries.truncate(entries);
        self.left.truncate(left);
        good
    }
}
