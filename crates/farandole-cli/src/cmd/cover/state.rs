//! The state of a long run in a file, from which it can go on after a kill.

use crate::exit::Failure;
use farandole::cover::{Part, Stats};
use std::fmt::Write as _;
use std::fs::File;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

const TITLE: &str = "farandole state 1";

/// What is known of a run at one moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct State {
    /// What is run on what: a state is of use for nothing else.
    pub(super) task: String,
    /// Bytes of output written.
    pub(super) bytes: u64,
    pub(super) stats: Stats,
    /// What is still to be done.
    pub(super) parts: Vec<Part>,
}

impl State {
    pub(super) fn fresh(task: String) -> Self {
        Self { task, bytes: 0, stats: Stats::default(), parts: vec![Part::whole()] }
    }

    fn text(&self) -> String {
        let Stats { nodes, updates, cleansings, solutions } = self.stats;
        let mut text = format!(
            "{TITLE}\ntask {}\nbytes {}\nstats {nodes} {updates} {cleansings} {solutions}\n",
            self.task, self.bytes
        );
        let mut line = |word: &str, rest: &dyn std::fmt::Display| {
            let _ = writeln!(text, "{word} {rest}");
        };
        for part in &self.parts {
            line("part", &part.position);
            for options in &part.found {
                let numbers: Vec<String> = options.iter().map(u32::to_string).collect();
                line("found", &numbers.join(" "));
            }
        }
        text + "end\n"
    }

    /// The state that a text holds; the number of the line that is wrong otherwise.
    fn parse(text: &str) -> Result<Self, usize> {
        let mut state = Self { parts: Vec::new(), ..Self::fresh(String::new()) };
        let mut ended = false;
        for (number, line) in (1..).zip(text.lines()) {
            let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
            let numbers = || rest.split_whitespace().map(|word| word.parse::<u64>().map_err(|_| number));
            match (number, word) {
                (1, _) if line == TITLE => {}
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
                (5.., "end") if !ended => ended = true,
                _ => return Err(number),
            }
        }
        if ended { Ok(state) } else { Err(text.lines().count() + 1) }
    }
}

/// The file of a state.
pub(super) struct Keeper {
    path: PathBuf,
    every: Duration,
    last: Instant,
}

impl Keeper {
    pub(super) fn new(path: &Path, every: f64) -> Result<Self, Failure> {
        let every = Duration::try_from_secs_f64(every)
            .map_err(|_| Failure::Usage("--every: expected a number of seconds".into()))?;
        Ok(Self { path: path.to_owned(), every, last: Instant::now() })
    }

    /// The state to begin with: the one in the file if there is one, which must be of this task.
    pub(super) fn load(&self, task: String) -> Result<State, Failure> {
        let name = self.path.display();
        let text = match std::fs::read(&self.path) {
            Ok(text) => String::from_utf8(text)
                .map_err(|_| Failure::Unreadable(format!("{name}:1:1: not the state of a run")))?,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(State::fresh(task)),
            Err(error) => return Err(Failure::io(name, error)),
        };
        let state = State::parse(&text)
            .map_err(|line| Failure::Unreadable(format!("{name}:{line}:1: not the state of a run")))?;
        if state.task != task {
            let message = format!("{name}:2:1: the state of another run: {}; this one is {task}", state.task);
            return Err(Failure::Unreadable(message));
        }
        Ok(state)
    }

    pub(super) fn is_due(&self) -> bool {
        self.last.elapsed() >= self.every
    }

    /// Puts a state into the file, or leaves the one that is there.
    pub(super) fn save(&mut self, state: &State) -> Result<(), Failure> {
        let mut new = self.path.clone().into_os_string();
        new.push(".new");
        let write = || {
            let mut file = File::create(&new)?;
            file.write_all(state.text().as_bytes())?;
            file.sync_data()?;
            std::fs::rename(&new, &self.path)
        };
        write().map_err(|error| Failure::io(self.path.display(), error))?;
        self.last = Instant::now();
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn states_read_back_and_halves_of_them_do_not() {
        let found = vec![vec![3, 1, 4], vec![]];
        let part = Part { position: "r0,3.1.2".parse().unwrap(), found };
        let state = State {
            task: "count 1234 fewest".into(),
            bytes: 77,
            stats: Stats { nodes: 1, updates: 2, cleansings: 3, solutions: 4 },
            parts: vec![part, Part::whole()],
        };
        let text = state.text();
        assert_eq!(State::parse(&text), Ok(state));
        for end in 0..text.len() - 1 {
            assert!(State::parse(&text[..end]).is_err(), "{}", &text[..end]);
        }
        assert_eq!(State::parse(&text.replace("r0", "x0")), Err(5));
        assert_eq!(State::parse(&(text + "part f0\n")), Err(10));
    }
}
