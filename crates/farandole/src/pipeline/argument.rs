//! Inputs named on a command line: standard input, a file, or the text of a puzzle itself.

use super::input::Input;
use core::fmt;
use farandole_formats::{DetectError, Dialect, ParseError, ReadConfig};
use std::io::{self, Cursor};
use std::path::Path;

/// The name of an input whose text is the argument itself.
const NAME: &str = "argument";

/// Minimum length of an argument that is read as a puzzle. The smallest grid in common use has 4x4
/// cells. Without this limit, file names such as `1234` would be 2x2 grids.
const SHORTEST: usize = 16;

/// Minimum length of a text that is always read as a puzzle if it consists mostly of digits and dots. A grid with a
/// missing cell is then reported as such, not as a missing file. Shorter texts with two consecutive dots are also
/// read as puzzles, because `..` is the only usual file name that contains two consecutive dots.
const SURELY_CELLS: usize = 64;

impl Input {
    /// Opens an input by its argument: `-` is standard input, and any other argument is the name of
    /// a file. If there is no file of this name and the argument is itself a puzzle (a grid, a
    /// link, constraint text), the argument is the input.
    ///
    /// ```
    /// use farandole::format::ReadConfig;
    /// use farandole::pipeline::Input;
    /// use std::path::Path;
    ///
    /// let open = |argument| Input::of_argument(Path::new(argument), &ReadConfig::default());
    /// assert_eq!(&**open("1...............")?.name(), "argument");
    /// let error = open("no-such-file.txt").err().unwrap().to_string();
    /// assert!(error.contains(", and not a puzzle either: "), "{error}");
    /// # Ok::<(), std::io::Error>(())
    /// ```
    ///
    /// # Errors
    /// If the input cannot be opened or its first bytes cannot be read. If there is no such file
    /// and the argument is not a puzzle, the error states both.
    pub fn of_argument(path: &Path, read: &ReadConfig) -> io::Result<Self> {
        if path.as_os_str() == "-" {
            return Self::stdin();
        }
        let error = match Self::open(path) {
            Err(error) if is_missing(&error) => error,
            opened => return opened,
        };
        let Some(text) = path.to_str() else { return Err(error) };
        match why_no_puzzle(text, read) {
            None => Self::of_text(text),
            Some(why) => Err(io::Error::new(error.kind(), Neither { error, why })),
        }
    }

    /// Returns an input that consists of the text of an argument.
    ///
    /// # Errors
    /// If the text begins like compressed data but cannot be decompressed.
    pub fn of_text(text: &str) -> io::Result<Self> {
        Self::new(NAME, Cursor::new(text.as_bytes().to_vec()))
    }
}

/// Returns true if the error means that the file does not exist, or that no file can have this
/// name.
fn is_missing(error: &io::Error) -> bool {
    use io::ErrorKind::{InvalidFilename, InvalidInput, NotADirectory, NotFound};
    matches!(error.kind(), NotFound | NotADirectory | InvalidFilename | InvalidInput)
}

/// Returns the reason why a text is not a puzzle, or `None` if it should be read as one.
fn why_no_puzzle(text: &str, read: &ReadConfig) -> Option<NoPuzzle> {
    let count = |fits: fn(char) -> bool| text.chars().filter(|c| fits(*c)).count();
    let (cells, letters) = (count(|c| c.is_ascii_digit() || c == '.'), count(char::is_alphabetic));
    let is_long = text.len() >= SURELY_CELLS || text.contains("..") && !text.contains('/');
    let is_surely_cells = is_long && cells > letters;
    if is_surely_cells || text.contains('\n') {
        return None;
    }
    let dialect = match Dialect::detect(text.as_bytes(), read) {
        Ok(dialect) if dialect.is_variant() => return None,
        Ok(dialect) => dialect,
        Err(_) if letters > cells => return Some(NoPuzzle::Letters),
        Err(error) => return Some(NoPuzzle::Detect(error)),
    };
    let mut parser = dialect.parser();
    let fault = dialect.records(text.as_bytes()).find_map(|record| parser.parse_classic(record).err());
    match fault {
        // For text with more letters than cells, the number of characters would be an unhelpful
        // message.
        Some(_) if letters > cells => Some(NoPuzzle::Letters),
        Some(error) => Some(NoPuzzle::Parse(error)),
        None => (text.len() < SHORTEST).then_some(NoPuzzle::TooShort),
    }
}

/// The reasons why an argument is not a puzzle.
#[derive(Debug)]
enum NoPuzzle {
    TooShort,
    Letters,
    Detect(DetectError),
    Parse(ParseError),
}

/// The error for an argument that is neither the name of a file nor a puzzle.
#[derive(Debug)]
struct Neither {
    error: io::Error,
    why: NoPuzzle,
}

impl fmt::Display for Neither {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, and not a puzzle either: ", self.error)?;
        match &self.why {
            NoPuzzle::TooShort => write!(f, "shorter than {SHORTEST} characters"),
            NoPuzzle::Letters => f.write_str("more letters than digits and dots"),
            NoPuzzle::Detect(error) => error.fmt(f),
            NoPuzzle::Parse(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for Neither {}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Read;

    fn text_of(argument: &str) -> io::Result<(String, String)> {
        let mut input = Input::of_argument(Path::new(argument), &ReadConfig::default())?;
        let mut text = String::new();
        input.read_to_string(&mut text)?;
        Ok((input.name().to_string(), text))
    }

    #[test]
    fn grids_links_and_constraint_text_are_read_from_the_argument() {
        let grid = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
        let cut = "53..7....6..1y";
        let link = "https://sigh.github.io/Interactive-Sudoku-Solver/?q=.Shape~4x4.AntiKnight";
        // For a grid with an error, the message names the error instead of a missing file.
        for text in [
            grid,
            &grid[1..],
            cut,
            link,
            ".AntiKnight",
            ".Wisper~R1C1",
            "1...\n..4.\n.2..\n...3",
            &".".repeat(4096),
        ] {
            assert_eq!(text_of(text).unwrap(), ("argument".into(), text.into()));
        }
    }

    #[test]
    fn names_are_not_taken_for_puzzles() {
        for name in [
            "puzzles.txt",
            "1234",
            "2026-11-23",
            "data",
            "a/b/puzzles-2026.txt",
            "../123",
            "1..puzzles",
            "17_clue.txt.gz",
        ] {
            let error = text_of(name).unwrap_err();
            assert_eq!(error.kind(), io::ErrorKind::NotFound, "{name}");
            assert!(error.to_string().contains(", and not a puzzle either: "), "{error}");
        }
    }

    #[test]
    fn an_existing_file_comes_first() {
        let dir = std::env::temp_dir().join(format!("farandole-argument-{}", std::process::id()));
        std::fs::create_dir_all(&dir).unwrap();
        let path = dir.join("1...............");
        std::fs::write(&path, "from the file").unwrap();
        let mut text = String::new();
        Input::of_argument(&path, &ReadConfig::default()).unwrap().read_to_string(&mut text).unwrap();
        assert_eq!(text, "from the file");
        std::fs::remove_dir_all(&dir).unwrap();
    }
}
