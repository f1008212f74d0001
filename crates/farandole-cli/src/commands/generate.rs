//! `farandole generate`: generates puzzles in numbered attempts.

use crate::args::{GenerateArgs, MinimalName, Scale as ScaleName, tenths_range, whole_range};
use crate::config;
use crate::exit::{self, Failure};
use crate::output::{grid_text, json_line, take_text};
use crate::progress::ProgressLine;
use crate::run::open_output;
use crate::text_file::read_text;
use farandole::format::{Format, ReadConfig, WriteConfig, write_end, write_puzzle, write_start};
use farandole::hint::Scale;
use farandole::json::{Bound, JsonGenerated, JsonRating};
use farandole::kernel::Isa;
use farandole::pipeline::single_classic;
use farandole::puzzle::{Cell, Diagonal, Geometry, Regions};
use farandole::research::generate::{
    Attempts, Classic, General, Generated, NumberRange, Order, Progress, RatingTest, Unbiased, Uniform,
    run as make,
};
use farandole::research::{
    GeneralRecipe, Layout, Minimal, PatternSymmetry, Recipe, RecipeError, WeightTotals,
};
use farandole::variant::{Variant, VariantEntry, variant_text};
use std::io::{Read as _, Write as _};
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

pub(crate) fn run(args: &GenerateArgs) -> Result<u8, Failure> {
    let seed = args.seed.unwrap_or_else(config::random_seed);
    let args = &GenerateArgs { seed: Some(seed), seed_is_random: args.seed.is_none(), ..args.clone() };
    let order = Order {
        count: args.count,
        tries: args.tries.unwrap_or(u64::MAX),
        time: args.time,
        threads: config::threads(args.threads),
    };
    let test = rating_test(args)?;
    let minimal = match args.minimal {
        MinimalName::Yes => Minimal::Yes,
        MinimalName::Orbits => Minimal::Orbits,
        MinimalName::No => Minimal::No,
    };
    let symmetry = PatternSymmetry::by_name(&args.symmetry).unwrap_or_default();
    if args.unbiased {
        return deliver(args, &order, &Unbiased { seed, isa: Isa::detect() });
    }
    if args.uniform {
        let (least, most) = args.givens.unwrap_or((20, 29));
        let givens = least.max(17)..=most.min(40);
        if givens.is_empty() {
            return Err(Failure::Usage(
                "--givens: expected a range within 17..40, the known sizes of minimal puzzles".into(),
            ));
        }
        return deliver(args, &order, &Uniform { givens, seed, isa: Isa::detect() });
    }
    let (least, most) = args.givens.unwrap_or((0, u32::MAX));
    match layout(args)? {
        None => {
            let grids = args.grid.as_deref().map(grids).transpose()?.unwrap_or_default();
            let pattern = args.pattern.as_deref().map(pattern).transpose()?;
            let recipe = Recipe { grids, pattern, symmetry, givens: least..=most, minimal };
            recipe.check().map_err(impossible)?;
            let classic = Classic { recipe, seed, isa: Isa::detect(), test };
            deliver(args, &order, &classic)
        }
        Some(_) if test.is_some() => {
            Err(Failure::Usage("--rating, --ep, --ed and --technique require classic 9x9 puzzles".into()))
        }
        Some(layout) => {
            let least_givens = if minimal == Minimal::No { least as usize } else { 0 };
            let recipe = GeneralRecipe { layout, symmetry, least_givens, minimal, budget: args.budget };
            let givens = least..=most;
            recipe.check(&givens).map_err(impossible)?;
            deliver(args, &order, &General { recipe, givens, seed })
        }
    }
}

/// Returns the failure for requirements that no puzzle can meet.
fn impossible(error: RecipeError) -> Failure {
    Failure::Usage(format!("no such puzzle: {error}"))
}

/// Returns the required difficulty, if the options require one.
fn rating_test(args: &GenerateArgs) -> Result<Option<RatingTest>, Failure> {
    let range = |name: &str, text: &Option<String>, whole: bool| -> Result<NumberRange, Failure> {
        let Some(text) = text else { return Ok(0..=u32::MAX) };
        let read = if whole { whole_range(text) } else { tenths_range(text) };
        let (least, most) = read.map_err(|error| Failure::Usage(format!("--{name} {text:?}: {error}")))?;
        Ok(least..=most)
    };
    let (scale, whole) = match args.scale {
        ScaleName::Se => (Scale::se(None), false),
        ScaleName::Hodoku => (Scale::hodoku(None), true),
    };
    if whole && (args.ep.is_some() || args.ed.is_some()) {
        return Err(Failure::Usage("--ep and --ed: HoDoKu's scale has no such numbers".into()));
    }
    let technique = args.technique.as_deref().map(super::techniques::by_name).transpose()?;
    let has_requirement =
        [&args.rating, &args.ep, &args.ed].iter().any(|range| range.is_some()) || technique.is_some();
    let test = RatingTest {
        rating: range("rating", &args.rating, whole)?,
        ep: range("ep", &args.ep, false)?,
        ed: range("ed", &args.ed, false)?,
        technique,
        easier_than: technique.filter(|_| args.only_easier),
        ..RatingTest::any(scale)
    };
    test.check().map_err(|error| Failure::Usage(format!("no such puzzle: {error}")))?;
    Ok((has_requirement || args.dataset.is_some()).then_some(test))
}

/// Returns the houses, unless they are those of the classic 9x9 grid.
fn layout(args: &GenerateArgs) -> Result<Option<Layout>, Failure> {
    let size = usize::from(args.size.unwrap_or(9));
    let usage = |what: &str, why: String| Failure::Usage(format!("{what}: {why}"));
    if let Some(path) = &args.layout {
        if path == Path::new("random") {
            let plain = !args.diagonals && !args.windoku;
            return if plain {
                Ok(Some(Layout::Random(size)))
            } else {
                Err(usage("--layout random", "cannot be used with --diagonals or --windoku".into()))
            };
        }
        let geometry = single_classic(path, &ReadConfig::default())?.entry.puzzle.geometry().as_ref().clone();
        return extend(args, geometry).map(Some);
    }
    let geometry = match &args.boxes {
        Some(text) => {
            let numbers = text.split_once(['x', 'X']);
            let shape = numbers
                .and_then(|(rows, cols)| Some((rows.parse::<usize>().ok()?, cols.parse::<usize>().ok()?)));
            let (rows, cols) = shape
                .filter(|(rows, cols)| (1..=25).contains(rows) && (1..=25).contains(cols))
                .ok_or_else(|| usage("--boxes", "expected ROWSxCOLUMNS, for example 2x3".into()))?;
            if args.size.is_some_and(|size| usize::from(size) != rows * cols) || rows * cols > 25 {
                return Err(usage(
                    "--boxes",
                    format!(
                        "boxes of {rows}x{cols} cells make a grid of {0}x{0}, expected one of --size and at most 25x25",
                        rows * cols
                    ),
                ));
            }
            Geometry::boxes(rows * cols, rows, cols)
        }
        None => Geometry::usual(size),
    };
    let geometry = geometry.map_err(|error| usage("--size", error.to_string()))?;
    if geometry == Geometry::classic() && !args.diagonals && !args.windoku {
        return Ok(None);
    }
    extend(args, geometry).map(Some)
}

/// Adds the requested diagonals and windows.
fn extend(args: &GenerateArgs, mut geometry: Geometry) -> Result<Layout, Failure> {
    if args.diagonals {
        geometry = geometry.with_diagonal(Diagonal::Main).with_diagonal(Diagonal::Anti);
    }
    if args.windoku {
        if geometry.size() != 9 {
            return Err(Failure::Usage("--windoku: expected size 9".into()));
        }
        for corner in [10, 14, 46, 50] {
            let cells: Vec<Cell> =
                (0..9).filter_map(|place| Cell::new(corner + 9 * (place / 3) + place % 3)).collect();
            geometry =
                geometry.with_extra_region(&cells).map_err(|error| Failure::Usage(error.to_string()))?;
        }
    }
    Ok(Layout::Fixed(Arc::new(geometry)))
}

/// Returns the text of a small file. At most [`SMALL`] bytes are read, so that a large file or an
/// endless device is not read whole.
fn start_of(path: &Path) -> Result<String, Failure> {
    let mut text = String::new();
    let read = std::fs::File::open(path).and_then(|file| file.take(SMALL).read_to_string(&mut text));
    read.map_err(|error| Failure::io(path.display(), error))?;
    Ok(text)
}

/// Maximum number of bytes to read of a pattern, many times its usual length.
const SMALL: u64 = 1 << 16;

/// Reads the cells of a file of 81 symbols that are not empty.
fn pattern(path: &Path) -> Result<u128, Failure> {
    let text = start_of(path)?;
    let symbols: Vec<char> = text.chars().filter(|symbol| !symbol.is_whitespace()).collect();
    if symbols.len() != 81 {
        let found = symbols.len();
        return Err(Failure::Unreadable(format!("{}: expected 81 symbols, found {found}", path.display())));
    }
    let cells =
        symbols.iter().enumerate().filter(|(_, symbol)| !matches!(symbol, '.' | '0' | '_' | '*' | '-'));
    Ok(cells.fold(0, |cells, (cell, _)| cells | 1 << cell))
}

/// Returns the solutions of the puzzles of a file.
fn grids(path: &Path) -> Result<Vec<[u8; 81]>, Failure> {
    let text = read_text(path)?;
    let mut grids = Vec::new();
    for (number, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let at = |why: String| Failure::Unreadable(format!("{}:{}: {why}", path.display(), number + 1));
        let answer = farandole::solve(line).map_err(|error| at(error.to_string()))?;
        let Some(digits) = answer.unique() else {
            return Err(at("expected a puzzle with exactly one solution".into()));
        };
        let digits = digits.try_into().map_err(|_| at("expected a 9x9 puzzle".into()))?;
        grids.push(digits);
    }
    if grids.is_empty() {
        Err(Failure::Unreadable(format!("{}: expected a puzzle, found none", path.display())))
    } else {
        Ok(grids)
    }
}

/// Generates the puzzles and writes them.
fn deliver<A: Attempts<Output = Generated>>(
    args: &GenerateArgs,
    order: &Order,
    attempts: &A,
) -> Result<u8, Failure> {
    if let (Some(seed), true, false) = (args.seed, args.seed_is_random, args.quiet) {
        config::report_seed(seed);
    }
    if let Some(folder) = &args.dataset {
        return super::dataset::run(args, order, attempts, folder);
    }
    let mut out = open_output(args.output.as_deref())?;
    let to = match args.to.as_deref().and_then(Format::variant_by_name) {
        Some(form) => To::Text(form),
        None => To::Format(config::to(args.to.as_deref())?),
    };
    let line = ProgressLine::new(args.quiet);
    line.show_time("generating");
    let start = Instant::now();
    let mut failure = None;
    let mut ordinal = 0;
    let mut frame = None;
    let mut totals = WeightTotals::default();
    let mut take = |made: Generated| {
        totals.add(made.weight.unwrap_or(1.0), made.puzzle.given_count() as f64);
        let mut text = Vec::new();
        let written = print(args, to, &made, ordinal, &mut frame, &mut text).and_then(|()| {
            out.write_all(&text).and_then(|()| out.flush()).map_err(|error| Failure::io("output", error))
        });
        ordinal += 1;
        failure = written.err();
        if failure.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let mut watch = |progress: &Progress| {
        line.set_message(so_far(progress, args.count, start.elapsed()));
        ControlFlow::Continue(())
    };
    let progress = make(order, attempts, &mut take, &mut watch);
    line.finish();
    if let Some(failure) = failure {
        return Err(failure);
    }
    let progress = progress.map_err(|error| Failure::io("threads", error))?;
    if let Some(config) = frame {
        let mut end = Vec::new();
        write_end(&mut end, &config);
        out.write_all(&end).and_then(|()| out.flush()).map_err(|error| Failure::io("output", error))?;
    }
    if args.unbiased && !args.quiet && progress.made > 0 {
        let (mean, size) = (totals.mean(), totals.effective_size());
        warn!("mean number of givens {mean:.3}; effective sample size {size:.1}");
    }
    let few = progress.made < args.count;
    if args.summary || few {
        warn!("{}", summary(&progress, args.count, start.elapsed()));
    }
    Ok(if few { exit::UNDECIDED } else { exit::DONE })
}

/// Returns the progress line.
fn so_far(progress: &Progress, count: u64, elapsed: Duration) -> String {
    let rate = progress.made as f64 / elapsed.as_secs_f64().max(1e-9);
    format!("{} of {count} puzzles, {rate:.1} per second, {} attempts", progress.made, progress.tries)
}

/// Returns the summary of a run.
fn summary(progress: &Progress, count: u64, elapsed: Duration) -> String {
    let seconds = elapsed.as_secs_f64();
    let rate = progress.made as f64 / seconds.max(1e-9);
    let mut text = format!(
        "{} of {count} puzzles from {} attempts; {seconds:.3} s, {rate:.1} per second",
        progress.made, progress.tries
    );
    for (what, number) in progress.rejected.iter() {
        text += &format!("; rejected for {what}: {number}");
    }
    text
}

/// The output format of puzzles.
#[derive(Clone, Copy)]
enum To {
    /// A format of classic puzzles; `None` for lines, with region maps if the regions are not
    /// boxes.
    Format(Option<Format>),
    /// A text form of variants.
    Text(Format),
}

/// Writes a puzzle, preceded by the header of the format if it is the first one.
fn print(
    args: &GenerateArgs,
    to: To,
    made: &Generated,
    ordinal: u64,
    frame: &mut Option<WriteConfig>,
    text: &mut Vec<u8>,
) -> Result<(), Failure> {
    let unprintable = |error: String| Failure::Usage(format!("--to: {error}"));
    let start = text.len();
    let to = match to {
        To::Format(format) => format,
        To::Text(form) => {
            let variant =
                Variant::from_puzzle(&made.puzzle).map_err(|error| unprintable(error.to_string()))?;
            let written = variant_text(&VariantEntry::new(variant), form);
            let written = written.map_err(|error| unprintable(error.to_string()))?;
            text.extend_from_slice(written.as_bytes());
            text.extend_from_slice(if form.descriptor().is_one_line || args.json { b"\n" } else { b"\n\n" });
            return finish(args, made, start, text);
        }
    };
    let regions_are_boxes = !matches!(made.puzzle.geometry().regions(), Regions::Irregular(_));
    let format = to.unwrap_or(if regions_are_boxes { Format::Line } else { Format::Jigsaw });
    let config = WriteConfig::new(format);
    if frame.is_none() && !args.json {
        write_start(text, &config, Some(args.count)).map_err(|error| unprintable(error.to_string()))?;
        *frame = Some(config.clone());
    }
    let start = text.len();
    let nth = if args.json { 0 } else { ordinal };
    write_puzzle(text, &made.puzzle, &config, nth).map_err(|error| unprintable(error.to_string()))?;
    finish(args, made, start, text)
}

/// Adds the weight to a puzzle whose text begins at `start`, or converts it to JSON.
fn finish(args: &GenerateArgs, made: &Generated, start: usize, text: &mut Vec<u8>) -> Result<(), Failure> {
    let unprintable = |error: String| Failure::Usage(format!("--to: {error}"));
    if let (Some(weight), false) = (made.weight, args.json) {
        text.truncate(text.trim_ascii_end().len());
        let _ = writeln!(text, " {weight:.6e}");
    }
    if args.json {
        let puzzle = take_text(text, start);
        let solution =
            grid_text(&made.puzzle, &made.solution, &WriteConfig::new(Format::Line)).map_err(unprintable)?;
        let rating = made.rating.as_ref().map(|numbers| JsonRating::new(numbers, Bound::Exact, None));
        json_line(text, &JsonGenerated::new(args.seed.unwrap_or_default(), made, puzzle, solution, rating));
    }
    Ok(())
}
