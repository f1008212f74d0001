//! `farandole solve --proof` and `farandole certify`: solve a puzzle and write a certificate of the answer.

use crate::args::{CertifyArgs, InputArgs, RunArgs, SolveArgs};
use crate::config::{self, InputConfig};
use crate::exit::{self, Failure};
use crate::messages::shown;
use crate::output::Output;
use farandole::answer::counted;
use farandole::format::{Entry, Format, WriteConfig, write_grid};
use farandole::pipeline::{Certificate, Single, Status, certify as certify_file, certify_in, single};
use farandole::puzzle::Grid;
use farandole::puzzle::format::escaped;
use farandole::search::Alarm;
use farandole::variant::{Variant, grid_text};
use farandole::{Config, Puzzle};
use std::io;
use std::path::Path;
use std::sync::atomic::AtomicBool;

/// The query of a command that proves an answer.
struct Proof<'a> {
    input: &'a InputArgs,
    run: &'a RunArgs,
    /// The format of a solution of a classic puzzle.
    to: Option<&'a str>,
    output: Option<&'a Path>,
    /// The file or folder to write, for messages.
    path: &'a Path,
}

/// A function that proves the answer for a puzzle and writes the certificate.
type Certify = fn(&Puzzle, &Config, Option<&AtomicBool>, &Path) -> io::Result<Certificate>;

/// Runs `solve --proof`.
pub(crate) fn run(args: &SolveArgs, path: &Path) -> Result<u8, Failure> {
    let (to, output) = (args.to.as_deref(), args.output.output.as_deref());
    Proof { input: &args.input, run: &args.run, to, output, path }.prove(certify_file)
}

/// Runs `certify`.
pub(crate) fn certify(args: &CertifyArgs) -> Result<u8, Failure> {
    let CertifyArgs { input, folder, run } = args;
    Proof { input, run, to: None, output: None, path: folder }.prove(certify_in)
}

impl Proof<'_> {
    /// Answers one puzzle with the chosen engine, proves the answer and prints it.
    fn prove(&self, certify: Certify) -> Result<u8, Failure> {
        let input = InputConfig::new(self.input)?;
        let format = config::to(self.to)?.unwrap_or(Format::Line);
        let config = config::search(self.run, 2)?;
        let Single { entry, source, line } = single(input.single()?, &input.read)?;
        let source = escaped(&*source).to_string();
        if let (Puzzle::Variant(_), Some(format)) = (&entry.puzzle, self.to) {
            return Err(Failure::Usage(format!(
                "--to {format}: not supported for variants, whose solutions are one line of cells"
            )));
        }
        entry.warnings.iter().for_each(|warning| warn!("{source}:{line}: {warning}"));
        let certificate = certify(&entry.puzzle, &config, Alarm::after(self.run.time).flag(), self.path)
            .map_err(|error| Failure::io(shown(self.path), error))?;
        if let Certificate::Written(first) = &certificate {
            let text =
                first.as_ref().map_or_else(|| Ok("!none\n".into()), |values| text(&entry, values, format));
            let text = text.map_err(|error| Failure::Unreadable(format!("{source}:{line}: {error}")))?;
            print(self.output, &text)?;
            return Ok(exit::DONE);
        }
        let (status, code, why) = refusal(&entry.puzzle, &certificate)?;
        warn!("{source}:{line}: {why}");
        print(self.output, format!("!{}\n", status.name()).as_bytes())?;
        Ok(code)
    }
}

/// Returns the text of a solution. The text for a variant is one line of cells.
fn text(entry: &Entry, values: &[u8], format: Format) -> Result<Vec<u8>, String> {
    let puzzle = match &entry.puzzle {
        Puzzle::Classic(puzzle) => puzzle,
        Puzzle::Variant(variant) => return Ok((grid_text(variant, values) + "\n").into_bytes()),
    };
    let write = WriteConfig { symbols: entry.symbols.clone(), ..WriteConfig::new(format) };
    let grid = Grid::new(puzzle.size(), values.to_vec()).map_err(|error| error.to_string())?;
    let mut text = Vec::new();
    write_grid(&mut text, puzzle, &grid, &write, 0).map_err(|error| error.to_string())?;
    Ok(text)
}

/// Returns the status and the exit code, and the reason if no proof was written.
fn refusal(puzzle: &Puzzle, certificate: &Certificate) -> Result<(Status, u8, String), Failure> {
    Ok(match certificate {
        Certificate::Several => {
            (Status::Several, exit::DONE, "several solutions, so there is nothing to prove".into())
        }
        Certificate::HouseSize(kind, cells) => {
            let why = format!("{kind} has {cells} cells: no proof is needed, and none is written");
            (Status::None, exit::DONE, why)
        }
        Certificate::GaveUp(nodes) => {
            let nodes = nodes.filter(|_| puzzle.classic().is_some());
            let why =
                nodes.map_or("gave up".into(), |nodes| format!("gave up after {}", counted(nodes, "node")));
            (Status::GaveUp, exit::UNDECIDED, why)
        }
        Certificate::NotEncoded(error) => (Status::Unsupported, exit::UNDECIDED, error.to_string()),
        Certificate::Unsupported(error) => (Status::Unsupported, exit::UNDECIDED, error.to_string()),
        Certificate::Gap(cells) => {
            let name = |variant: &Variant| {
                cells.iter().map(|cell| variant.board().name(*cell).to_string()).collect::<Vec<_>>().join(" ")
            };
            let names = puzzle.variant().map(name).unwrap_or_default();
            let why = format!("no proof: the inferences about {names} take too many steps");
            (Status::GaveUp, exit::UNDECIDED, why)
        }
        Certificate::Wrong(engine, violation) => {
            (Status::Wrong, exit::CHECK_FAILED, format!("{engine}: {violation}"))
        }
        Certificate::Disagree(engine) => {
            (Status::Wrong, exit::CHECK_FAILED, format!("{engine} and the proof disagree"))
        }
        _ => return Err(Failure::Usage("unknown kind of certificate".into())),
    })
}

/// Writes the answer.
fn print(path: Option<&Path>, text: &[u8]) -> Result<(), Failure> {
    let mut out = Output::open(path)?;
    out.put(text)?;
    out.finish()
}
