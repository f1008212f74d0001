//! `farandole generate`: generates puzzles in numbered attempts.

use super::delivery::{Delivery, Printer, deliver};
use super::generate_layout::layout;
use crate::args::{GenerateArgs, MinimalName, tenths_range, whole_range};
use crate::config;
use crate::exit::Failure;
use crate::messages::shown;
use crate::output::{grid_text, json_line, take_text};
use crate::text_file::read_text;
use farandole::format::{Format, WriteConfig, write_end, write_puzzle, write_start};
use farandole::json::{Bound, JsonGenerated, JsonRating};
use farandole::kernel::Isa;
use farandole::logic::Scale;
use farandole::puzzle::Regions;
use farandole::research::generate::{
    Attempts, Classic, General, Generated, NumberRange, Order, PATIENCE, RatingTest, Unbiased, Uniform,
};
use farandole::research::{GeneralRecipe, Minimal, PatternSymmetry, Recipe, WeightTotals};
use farandole::variant::{Variant, VariantEntry, variant_text};
use std::io::{Read as _, Write as _};
use std::path::Path;

pub(crate) fn run(args: &GenerateArgs) -> Result<u8, Failure> {
    let seed = args.seed.unwrap_or_else(config::random_seed);
    let args = &GenerateArgs { seed: Some(seed), seed_is_random: args.seed.is_none(), ..args.clone() };
    let order = Order {
        count: args.count,
        tries: args.tries.unwrap_or(u64::MAX),
        time: args.time,
        // A request that cannot be met, or very rarely, ends as well.
        patience: if args.time.is_none() { Some(PATIENCE) } else { None },
        threads: config::threads(args.threads),
    };
    if args.like.is_some() || args.kind != "classic" {
        return super::generate_variants::run(args, &order);
    }
    refuse_variant_options(args)?;
    let minimal = match args.minimal.unwrap_or(MinimalName::Yes) {
        MinimalName::Yes => Minimal::Yes,
        MinimalName::Orbits => Minimal::Orbits,
        MinimalName::No => Minimal::No,
    };
    let test = rating_test(args, minimal)?;
    let symmetry = args.symmetry.as_deref().and_then(PatternSymmetry::by_name).unwrap_or_default();
    if args.unbiased {
        return deliver_classic(args, &order, &Unbiased { seed, isa: Isa::detect() });
    }
    if args.uniform {
        let (least, most) = args.givens.unwrap_or((20, 29));
        let givens = least.max(17)..=most.min(40);
        if givens.is_empty() {
            return Err(Failure::Usage(
                "--givens: expected a range within 17..40, the known sizes of minimal puzzles".into(),
            ));
        }
        return deliver_classic(args, &order, &Uniform { givens, seed, isa: Isa::detect() });
    }
    let (least, most) = args.givens.unwrap_or((0, u32::MAX));
    match layout(args)? {
        None => {
            let grids = args.grid.as_deref().map(grids).transpose()?.unwrap_or_default();
            let pattern = args.pattern.as_deref().map(pattern).transpose()?;
            let recipe = Recipe { grids, pattern, symmetry, givens: least..=most, minimal };
            recipe.check().map_err(impossible)?;
            let classic = Classic { recipe, seed, isa: Isa::detect(), test };
            deliver_classic(args, &order, &classic)
        }
        Some(_) if test.is_some() => {
            Err(Failure::Usage("--rating, --ep, --ed and --technique require classic 9x9 puzzles".into()))
        }
        Some(layout) => {
            let least_givens = if minimal == Minimal::No { least as usize } else { 0 };
            let recipe = GeneralRecipe { layout, symmetry, least_givens, minimal, budget: args.budget };
            let givens = least..=most;
            recipe.check(&givens).map_err(impossible)?;
            deliver_classic(args, &order, &General { recipe, givens, seed })
        }
    }
}

/// Returns an error if an option that supports only variants is given.
fn refuse_variant_options(args: &GenerateArgs) -> Result<(), Failure> {
    let of_variants = [("--clues", args.clues.is_some()), ("--without", !args.without.is_empty())];
    match of_variants.iter().find(|(_, is_given)| *is_given) {
        Some((name, _)) => {
            let expected = "expected a KIND of variants, such as killer, or --like";
            Err(Failure::Usage(format!("{name}: {expected}")))
        }
        None => Ok(()),
    }
}

/// Returns the failure for requirements that no puzzle can meet.
fn impossible(error: impl core::fmt::Display) -> Failure {
    Failure::Usage(format!("no such puzzle: {error}"))
}

/// Returns the required difficulty, if the options require one.
fn rating_test(args: &GenerateArgs, minimal: Minimal) -> Result<Option<RatingTest>, Failure> {
    let range = |name: &str, text: &Option<String>, whole: bool| -> Result<NumberRange, Failure> {
        let Some(text) = text else { return Ok(0..=u32::MAX) };
        let read = if whole { whole_range(text) } else { tenths_range(text) };
        let (least, most) = read.map_err(|error| Failure::Usage(format!("--{name} {text:?}: {error}")))?;
        Ok(least..=most)
    };
    let whole = args.scale != Scale::Se;
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
        ..RatingTest::any(args.scale)
    };
    let (least, most) = args.givens.unwrap_or((0, u32::MAX));
    test.check(&Recipe { givens: least..=most, minimal, ..Recipe::default() }).map_err(impossible)?;
    Ok((has_requirement || args.dataset.is_some()).then_some(test))
}

/// Returns the text of a small file. At most [`SMALL`] bytes are read, so that a large file or an
/// endless device is not read completely.
fn start_of(path: &Path) -> Result<String, Failure> {
    let mut text = String::new();
    let read = std::fs::File::open(path).and_then(|file| file.take(SMALL).read_to_string(&mut text));
    read.map_err(|error| Failure::io(shown(path), error))?;
    Ok(text)
}

/// Maximum number of bytes to read from a pattern file: many times the usual length of a pattern.
const SMALL: u64 = 1 << 16;

/// Reads a file of 81 symbols and returns the cells that are not empty.
fn pattern(path: &Path) -> Result<u128, Failure> {
    let text = start_of(path)?;
    let symbols: Vec<char> = text.chars().filter(|symbol| !symbol.is_whitespace()).collect();
    if symbols.len() != 81 {
        let found = symbols.len();
        return Err(Failure::Unreadable(format!("{}: expected 81 symbols, found {found}", shown(path))));
    }
    let cells =
        symbols.iter().enumerate().filter(|(_, symbol)| !matches!(symbol, '.' | '0' | '_' | '*' | '-'));
    Ok(cells.fold(0, |cells, (cell, _)| cells | 1 << cell))
}

/// Returns the solutions of the puzzles in a file.
fn grids(path: &Path) -> Result<Vec<[u8; 81]>, Failure> {
    let text = read_text(path)?;
    let mut grids = Vec::new();
    for (number, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let at = |why: String| Failure::Unreadable(format!("{}:{}: {why}", shown(path), number + 1));
        let answer = farandole::solve(line).map_err(|error| at(error.to_string()))?;
        let Some(digits) = answer.unique() else {
            return Err(at("expected a puzzle with exactly one solution".into()));
        };
        let digits = digits.try_into().map_err(|_| at("expected a 9x9 puzzle".into()))?;
        grids.push(digits);
    }
    if grids.is_empty() {
        Err(Failure::Unreadable(format!("{}: expected a puzzle, found none", shown(path))))
    } else {
        Ok(grids)
    }
}

/// Generates classic puzzles and writes them, or a dataset.
fn deliver_classic<A: Attempts<Output = Generated>>(
    args: &GenerateArgs,
    order: &Order,
    attempts: &A,
) -> Result<u8, Failure> {
    if let Some(folder) = &args.dataset {
        return super::dataset::run(args, order, attempts, folder);
    }
    let to = match args.to.as_deref().and_then(Format::variant_by_name) {
        Some(form) => To::Text(form),
        None => To::Format(config::to(args.to.as_deref())?),
    };
    let mut printer = ClassicPrinter { args, to, ordinal: 0, frame: None, totals: WeightTotals::default() };
    let code = deliver(Delivery::of(args), order, attempts, &mut printer)?;
    if args.unbiased && !args.quiet && printer.ordinal > 0 {
        let (mean, size) = (printer.totals.mean(), printer.totals.effective_size());
        warn!("mean number of givens {mean:.3}; effective sample size {size:.1}");
    }
    Ok(code)
}

/// Writes classic puzzles, with the header and the end of their format.
struct ClassicPrinter<'a> {
    args: &'a GenerateArgs,
    to: To,
    /// Number of puzzles written.
    ordinal: u64,
    /// The format, once its header is written.
    frame: Option<WriteConfig>,
    totals: WeightTotals,
}

impl Printer<Generated> for ClassicPrinter<'_> {
    fn add(&mut self, made: &Generated, text: &mut Vec<u8>) -> Result<bool, Failure> {
        self.totals.add(made.weight.unwrap_or(1.0), made.puzzle.given_count() as f64);
        print(self.args, self.to, made, self.ordinal, &mut self.frame, text)?;
        self.ordinal += 1;
        Ok(true)
    }

    fn end(&mut self, text: &mut Vec<u8>) {
        if let Some(config) = &self.frame {
            write_end(text, config);
        }
    }
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
