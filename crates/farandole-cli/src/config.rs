//! Validated settings: converts names on the command line to values, and reports the possible
//! values for an invalid name.

use crate::args::{Accept, FormArgs, InputArgs, MeaningArgs, OutputArgs, RunArgs};
use crate::exit::Failure;
use crate::output::Style;
use crate::text_file::read_text;
use farandole::Config;
use farandole::engines::Engine;
use farandole::format::editor::proposal::{MeaningError, Meanings};
use farandole::format::editor::{Acceptance, ImportConfig, ProgramRunner};
use farandole::format::{Columns, Diagonals, Format, ReadConfig, RegionChoice, Symbols};
use farandole::kernel::Isa;
use farandole::pipeline::OnUnreadable;
use farandole::puzzle::BoxShape;
use std::hash::{BuildHasher as _, RandomState};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::thread;

/// The inputs, and how to read them.
#[derive(Default)]
pub(crate) struct InputConfig {
    /// At least one; `-` is standard input.
    pub(crate) paths: Vec<PathBuf>,
    pub(crate) read: ReadConfig,
    pub(crate) on_unreadable: OnUnreadable,
}

/// The output.
#[derive(Default)]
pub(crate) struct OutputConfig {
    pub(crate) path: Option<PathBuf>,
    pub(crate) json: bool,
    pub(crate) summary: bool,
    pub(crate) quiet: bool,
}

impl InputConfig {
    pub(crate) fn new(args: &InputArgs) -> Result<Self, Failure> {
        let read = read(&args.form, &args.meanings)?;
        let paths = if args.files.is_empty() { vec![PathBuf::from("-")] } else { args.files.clone() };
        let on_unreadable = if args.strict { OnUnreadable::Stop } else { OnUnreadable::Continue };
        Ok(Self { paths, read, on_unreadable })
    }
}

/// Returns the settings for reading an input.
pub(crate) fn read(form: &FormArgs, meanings: &MeaningArgs) -> Result<ReadConfig, Failure> {
    let columns = form.columns.as_deref().map(Columns::by_names).transpose();
    Ok(ReadConfig {
        format: form.from.as_deref().map(format).transpose()?,
        symbols: symbols(&form.symbols)?,
        regions: regions(&form.boxes)?,
        diagonals: if form.diagonals { Diagonals::Both } else { Diagonals::default() },
        columns: columns.map_err(|error| Failure::Usage(format!("--columns: {error}")))?,
        import: import(meanings)?,
    })
}

impl InputConfig {
    /// Returns the only input.
    pub(crate) fn single(&self) -> Result<&Path, Failure> {
        let [path] = &self.paths[..] else {
            let count = self.paths.len();
            return Err(Failure::Usage(format!("expected one file with one puzzle, found {count}")));
        };
        Ok(path)
    }
}

impl OutputConfig {
    /// Returns the style of answers.
    pub(crate) const fn style(&self) -> Style {
        Style { json: self.json, details: !self.quiet, padding: None }
    }
}

impl From<&OutputArgs> for OutputConfig {
    fn from(args: &OutputArgs) -> Self {
        Self {
            path: args.output.as_deref().map(Path::to_path_buf),
            json: args.json,
            summary: args.summary,
            quiet: args.quiet,
        }
    }
}

/// Returns the settings for reading the drawings of editors.
pub(crate) fn import(args: &MeaningArgs) -> Result<ImportConfig, Failure> {
    let accept = match args.accept.unwrap_or(Accept::Proposed) {
        Accept::Confirmed => Acceptance::Confirmed,
        Accept::Proposed => Acceptance::Proposed,
        Accept::Partial => Acceptance::Partial,
    };
    let programs = Some(ProgramRunner(run_program));
    Ok(ImportConfig { meanings: meanings(args)?, accept, programs, ..ImportConfig::default() })
}

/// Runs the program of a custom constraint.
#[cfg(feature = "custom-rules")]
fn run_program(program: &str) -> Result<String, String> {
    farandole_programs::run(program, core::time::Duration::from_secs(30)).map_err(|error| error.to_string())
}

/// Returns the reason why the program of a custom constraint is not run.
#[cfg(not(feature = "custom-rules"))]
fn run_program(_: &str) -> Result<String, String> {
    Err("its program was not run, because this `farandole` was built without the feature `custom-rules`"
        .into())
}

/// Returns the meanings from the file and from the options. The options override the file.
fn meanings(args: &MeaningArgs) -> Result<Meanings, Failure> {
    let file = args.meanings.as_deref().map(read_text).transpose()?.unwrap_or_default();
    let ignored = args.ignore.iter().map(|group| format!("{group}=ignore"));
    let mut all = Meanings::default();
    for text in core::iter::once(file).chain(args.meaning.iter().cloned()).chain(ignored) {
        let meanings: Meanings =
            text.parse().map_err(|error: MeaningError| Failure::Usage(error.to_string()))?;
        all.extend(meanings);
    }
    Ok(all)
}

/// Returns the search settings; a `limit` of 0 means no limit.
pub(crate) fn search(args: &RunArgs, limit: u64) -> Result<Config, Failure> {
    Ok(Config {
        engine: engine(&args.engine)?,
        limit: if limit == 0 { u64::MAX } else { limit },
        budget: args.budget.unwrap_or(u64::MAX),
        memory: args.memory.unwrap_or(u64::MAX),
        isa: isa(args.isa.as_deref())?,
        ..Config::default()
    })
}

/// Maximum number of threads per core. More threads only cost time.
const THREADS_PER_CORE: usize = 4;

/// Returns the requested number of threads, limited by the number of cores.
pub(crate) fn threads(wanted: Option<NonZeroUsize>) -> Option<NonZeroUsize> {
    let cores = thread::available_parallelism().map_or(1, NonZeroUsize::get);
    let most = NonZeroUsize::new(THREADS_PER_CORE * cores)?;
    let wanted = wanted?;
    if wanted > most {
        warn!("--threads {wanted}: using {most}, the limit of {THREADS_PER_CORE} for each of {cores} cores");
    }
    Some(wanted.min(most))
}

/// Returns the instruction set of this name, or the detected one if there is no name.
pub(crate) fn isa(name: Option<&str>) -> Result<Isa, Failure> {
    let Some(name) = name else { return Ok(Isa::detect()) };
    name.parse().map_err(|error| {
        let names: Vec<&str> = Isa::available().map(Isa::name).collect();
        Failure::Usage(format!("instruction set {name:?}: {error}; this machine has {}", names.join(", ")))
    })
}

/// Returns the engine of this name.
pub(crate) fn engine(name: &str) -> Result<Engine, Failure> {
    Engine::by_name(&name.to_ascii_lowercase()).ok_or_else(|| {
        let names = Engine::ALL.map(Engine::name).join(", ");
        Failure::Usage(format!("unknown engine {name:?}; expected one of {names}"))
    })
}

/// Returns the format of this name.
pub(crate) fn format(name: &str) -> Result<Format, Failure> {
    Format::by_name(name).filter(|format| !format.is_variant()).ok_or_else(|| {
        let names: Vec<&str> = Format::CLASSIC.iter().map(|format| format.name()).collect();
        Failure::Usage(format!("unknown format {name:?}; expected one of {}", names.join(", ")))
    })
}

/// Returns the format of this name, or `None` if there is no name.
pub(crate) fn to(name: Option<&str>) -> Result<Option<Format>, Failure> {
    name.map(format).transpose()
}

/// Parses a set of symbols.
pub(crate) fn symbols(text: &str) -> Result<Symbols, Failure> {
    Symbols::by_name(text).map_err(|error| {
        Failure::Usage(format!(
            "symbols {text:?}: {error}; expected auto, 1-9A, 0-F, A-P, or all symbols in order, each once"
        ))
    })
}

fn regions(text: &str) -> Result<RegionChoice, Failure> {
    match text {
        "usual" => return Ok(RegionChoice::Usual),
        "none" => return Ok(RegionChoice::None),
        _ => {}
    }
    let numbers =
        text.split_once(['x', 'X']).and_then(|(rows, cols)| Some((rows.parse().ok()?, cols.parse().ok()?)));
    match numbers {
        Some((box_rows @ 1..=64, box_cols @ 1..=64)) => {
            Ok(RegionChoice::Boxes(BoxShape { box_rows, box_cols }))
        }
        _ => Err(Failure::Usage(format!(
            "--boxes {text:?}: expected `usual`, `none` or ROWSxCOLUMNS, for example 2x3"
        ))),
    }
}

/// Returns the requested random seed. Without one, picks a random seed and reports it on standard
/// error so that the run can be repeated.
pub(crate) fn seed(wanted: Option<u64>, quiet: bool) -> u64 {
    wanted.unwrap_or_else(|| {
        let seed = random_seed();
        if !quiet {
            report_seed(seed);
        }
        seed
    })
}

/// Returns a random seed that is short enough to type.
pub(crate) fn random_seed() -> u64 {
    // The hash keys of the standard library are random.
    RandomState::new().hash_one(0_u8) >> 32
}

/// Reports the random seed, with which the run can be repeated.
pub(crate) fn report_seed(seed: u64) {
    warn!("seed {seed} (repeat with --seed {seed})");
}
