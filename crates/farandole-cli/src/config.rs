//! The command line, checked: names become values, and what can't be is refused with what could.

use crate::args::{InputArgs, OutputArgs, RunArgs};
use crate::exit::Failure;
use crate::output::Style;
use farandole::format::{Columns, Diagonals, Format, ReadConfig, RegionChoice, Symbols};
use farandole::kernel::Isa;
use farandole::logic::{hodoku, se};
use farandole::pipeline::OnUnreadable;
use farandole::puzzle::BoxShape;
use farandole::{Config, Engine};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::thread;

/// Where records come from and how to read them.
pub(crate) struct InputConfig {
    /// At least one; `-` is standard input.
    pub(crate) paths: Vec<PathBuf>,
    pub(crate) read: ReadConfig,
    pub(crate) on_unreadable: OnUnreadable,
}

/// Where answers go.
pub(crate) struct OutputConfig {
    pub(crate) path: Option<PathBuf>,
    pub(crate) json: bool,
    pub(crate) summary: bool,
    pub(crate) quiet: bool,
}

impl InputConfig {
    pub(crate) fn new(args: &InputArgs) -> Result<Self, Failure> {
        let mut read = ReadConfig {
            format: args.from.as_deref().map(format).transpose()?,
            symbols: symbols(&args.symbols)?,
            regions: regions(&args.boxes)?,
            ..ReadConfig::default()
        };
        if args.diagonals {
            read.diagonals = Diagonals::Both;
        }
        if let Some(names) = &args.columns {
            let columns = Columns::by_names(names);
            read.columns = Some(columns.map_err(|error| Failure::Usage(format!("--columns: {error}")))?);
        }
        let paths = if args.files.is_empty() { vec![PathBuf::from("-")] } else { args.files.clone() };
        let on_unreadable = if args.strict { OnUnreadable::Stop } else { OnUnreadable::Continue };
        Ok(Self { paths, read, on_unreadable })
    }
}

impl InputConfig {
    /// The only input.
    pub(crate) fn single(&self) -> Result<&Path, Failure> {
        let [path] = &self.paths[..] else {
            let count = self.paths.len();
            return Err(Failure::Usage(format!("expected one file with one puzzle, found {count}")));
        };
        Ok(path)
    }
}

impl OutputConfig {
    /// How answers look.
    pub(crate) const fn style(&self) -> Style {
        Style { json: self.json, details: !self.quiet, padding: None }
    }
}

impl From<&OutputArgs> for OutputConfig {
    fn from(args: &OutputArgs) -> Self {
        Self { path: args.output.clone(), json: args.json, summary: args.summary, quiet: args.quiet }
    }
}

/// What the search options say; `limit` 0 means none.
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

/// More threads than this many for each core only cost time.
const THREADS_PER_CORE: usize = 4;

/// The number of threads asked for, as far as the cores can use them.
pub(crate) fn threads(wanted: Option<NonZeroUsize>) -> Option<NonZeroUsize> {
    let cores = thread::available_parallelism().map_or(1, NonZeroUsize::get);
    let most = NonZeroUsize::new(THREADS_PER_CORE * cores)?;
    let wanted = wanted?;
    if wanted > most {
        warn!("--threads {wanted}: using {most}, {THREADS_PER_CORE} for each of the {cores} cores");
    }
    Some(wanted.min(most))
}

/// The instruction set of this name; the detected one without a name.
pub(crate) fn isa(name: Option<&str>) -> Result<Isa, Failure> {
    let Some(name) = name else { return Ok(Isa::detect()) };
    name.parse().map_err(|error| {
        let names: Vec<&str> = Isa::available().map(Isa::name).collect();
        Failure::Usage(format!("instruction set {name:?}: {error}; this machine has {}", names.join(", ")))
    })
}

/// The engine of this name.
pub(crate) fn engine(name: &str) -> Result<Engine, Failure> {
    Engine::by_name(&name.to_ascii_lowercase()).ok_or_else(|| {
        let names = Engine::ALL.map(Engine::name).join(", ");
        Failure::Usage(format!("no engine is called {name:?}; expected one of {names}"))
    })
}

/// The format of this name.
pub(crate) fn format(name: &str) -> Result<Format, Failure> {
    Format::by_name(name).ok_or_else(|| {
        let names: Vec<&str> = Format::ALL.iter().map(|format| format.name()).collect();
        Failure::Usage(format!("no format is called {name:?}; expected one of {}", names.join(", ")))
    })
}

/// The format of this name, if there is one.
pub(crate) fn to(name: Option<&str>) -> Result<Option<Format>, Failure> {
    name.map(format).transpose()
}

/// The symbols that this text stands for.
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
            "--boxes {text:?}: expected `usual`, `none` or rows x columns, as 2x3"
        ))),
    }
}

/// The bound on the work of chains.
pub(crate) fn se_budget(visits: Option<u64>) -> se::Budget {
    se::Budget { visits: visits.unwrap_or(u64::MAX), ..se::Budget::NONE }
}

/// The bound on the searches on HoDoKu's scale.
pub(crate) fn hodoku_budget(searches: Option<u64>) -> hodoku::Budget {
    hodoku::Budget { searches: searches.unwrap_or(u64::MAX), ..hodoku::Budget::NONE }
}
