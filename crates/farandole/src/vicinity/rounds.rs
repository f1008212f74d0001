//! The lines of a ledger, read up to the end of the last whole round.

/// What a ledger says, up to the last whole round.
#[derive(Default)]
pub(super) struct Rounds {
    pub(super) entries: Vec<([u8; 81], Option<u32>)>,
    pub(super) left: Vec<[u8; 81]>,
    /// How much of both, and of the file, is of whole rounds.
    whole: (usize, usize, u64),
    /// The rounds that the last run has done, and its first entry.
    pub(super) rounds: u64,
    pub(super) run_from: usize,
    /// Whether the ledger has marks; those of versions before have none.
    pub(super) has_marks: bool,
}

impl Rounds {
    /// Reads a line, given the number of bytes read including it. Returns `None` if it is not a line of a ledger.
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
                self.has_marks = true;
                self.end_round(read);
            }
            "end" => {
                (self.rounds, self.run_from, self.has_marks) = (0, self.entries.len(), true);
                self.end_round(read);
            }
            _ => return None,
        }
        Some(())
    }

    pub(super) fn end_round(&mut self, read: u64) {
        self.whole = (self.entries.len(), self.left.len(), read);
    }

    /// Leaves out what is not of a whole round, and returns how many bytes of those read are good.
    pub(super) fn good(&mut self, read: u64) -> u64 {
        if !self.has_marks {
            self.run_from = self.entries.len();
            return read;
        }
        let (entries, left, good) = self.whole;
        self.entries.truncate(entries);
        self.left.truncate(left);
        good
    }
}

/// A board on one line, `.` for empty cells.
pub(crate) fn text_of(board: &[u8; 81]) -> String {
    board.iter().map(|digit| if *digit == 0 { '.' } else { char::from(b'0' + digit) }).collect()
}

/// The board of such a line.
pub(crate) fn board_of(text: &str) -> Option<[u8; 81]> {
    let board: [u8; 81] = text.as_bytes().try_into().ok()?;
    let is_board = board.iter().all(|symbol| matches!(symbol, b'.' | b'1'..=b'9'));
    is_board.then(|| board.map(|symbol| if symbol == b'.' { 0 } else { symbol - b'0' }))
}
