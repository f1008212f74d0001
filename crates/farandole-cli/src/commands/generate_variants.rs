//! `farandole generate KIND` and `--like FILE`: generates variants in numbered attempts.

use super::delivery::{Delivery, Printer, deliver};
use super::generate_layout::layout;
use crate::args::{GenerateArgs, MinimalName, tenths_range};
use crate::exit::Failure;
use crate::messages::shown;
use crate::output::json_line;
use crate::text_file::read_text;
use farandole::format::{Format, VariantEntry, variant_text};
use farandole::json::{Bound, JsonGenerated, JsonRating};
use farandole::logic::Scale;
use farandole::logic::variant::Technique;
use farandole::puzzle::constraint::Constraint;
use farandole::puzzle::variant::Variant;
use farandole::puzzle::{ClassicPuzzle, Geometry};
use farandole::research::generate::{GeneratedVariant, Order, VariantAttempts};
use farandole::research::variants::{
    Base, MadeVariant, Preset, RATING_BUDGET, Template, VariantRatingTest, VariantRecipe, layout_key,
};
use farandole::research::{Layout, PatternSymmetry};
use farandole::variant::grid_text;
use std::collections::HashSet;
use std::path::Path;
use std::sync::Arc;

pub(super) fn run(args: &GenerateArgs, order: &Order) -> Result<u8, Failure> {
    refuse_classic_options(args)?;
    let recipe = match &args.like {
        Some(path) => template(path)?.recipe(),
        None => preset(args)?,
    };
    let recipe = windows(args, recipe);
    recipe.check().map_err(|error| Failure::Usage(format!("no such puzzle: {error}")))?;
    let test = rating_test(args)?;
    let form = form(args.to.as_deref())?;
    let attempts = VariantAttempts { recipe, seed: args.seed.unwrap_or_default(), test };
    let title = if args.like.is_none() { Some(title(&args.kind)) } else { None };
    let mut printer = VariantPrinter { json: JsonOf::of(args), form, title, layouts: HashSet::new() };
    deliver(Delivery::of(args), order, &attempts, &mut printer)
}

/// Returns an error if an option that supports only classic puzzles is given.
fn refuse_classic_options(args: &GenerateArgs) -> Result<(), Failure> {
    let classic = [
        ("--grid", args.grid.is_some()),
        ("--pattern", args.pattern.is_some()),
        ("--unbiased", args.unbiased),
        ("--uniform", args.uniform),
        ("--dataset", args.dataset.is_some()),
        ("--ep", args.ep.is_some()),
        ("--ed", args.ed.is_some()),
        ("--only-easier", args.only_easier),
        ("--scale hodoku", args.scale == Scale::Hodoku),
        ("--minimal orbits", args.minimal == Some(MinimalName::Orbits)),
    ];
    match classic.iter().find(|(_, is_given)| *is_given) {
        Some((name, _)) => Err(Failure::Usage(format!("{name}: expected classic puzzles, not variants"))),
        None => Ok(()),
    }
}

/// Reads a puzzle with placeholders.
pub(super) fn template(path: &Path) -> Result<Template, Failure> {
    let text = read_text(path)?;
    let read = |text: &str| match farandole::variant::read(text) {
        Ok(entry) => Ok(entry.puzzle),
        Err(error) => Err(error.to_string()),
    };
    Template::read(&text, &read).map_err(|error| Failure::Unreadable(format!("{}: {error}", shown(path))))
}

/// Returns the recipe of the requested kind on the requested board.
fn preset(args: &GenerateArgs) -> Result<VariantRecipe, Failure> {
    let preset = Preset::by_name(&args.kind)
        .ok_or_else(|| Failure::Usage(format!("{}: expected a kind of puzzle", args.kind)))?;
    let layout = match layout(args)? {
        None if preset.is_irregular() => Layout::Random(usize::from(args.size.unwrap_or(9))),
        Some(Layout::Fixed(_)) if preset.is_irregular() && args.layout.is_none() => {
            Layout::Random(usize::from(args.size.unwrap_or(9)))
        }
        None => Layout::Fixed(Arc::new(Geometry::classic())),
        Some(layout) => layout,
    };
    let base = match layout {
        Layout::Random(size) if size > LARGEST => return Err(too_large()),
        Layout::Random(size) => Base::RandomRegions(size),
        Layout::Fixed(geometry) => {
            let cells = geometry.size() * geometry.size();
            let blank = ClassicPuzzle::new(geometry, &vec![0; cells]);
            let blank = blank.map_err(|error| Failure::Usage(error.to_string()))?;
            Base::Fixed(Variant::from_puzzle(&blank).map_err(|_| too_large())?.into())
        }
    };
    Ok(preset.recipe(base))
}

/// Greatest number of rows of a variant.
const LARGEST: usize = 16;

fn too_large() -> Failure {
    Failure::Usage(format!("--size: expected at most {LARGEST} for variants"))
}

/// Returns the recipe with the numbers of givens and clues that the options accept.
fn windows(args: &GenerateArgs, recipe: VariantRecipe) -> VariantRecipe {
    let range = |(least, most): (u32, u32)| least as usize..=most as usize;
    VariantRecipe {
        givens: args.givens.map_or(recipe.givens, range),
        clues: args.clues.map_or(recipe.clues, range),
        is_minimal: args.minimal == Some(MinimalName::Yes),
        symmetry: args.symmetry.as_deref().map_or(recipe.symmetry, PatternSymmetry::by_name),
        budget: args.budget,
        ..recipe
    }
}

/// Returns the required difficulty, if the options require one. By default, no step may try cases.
fn rating_test(args: &GenerateArgs) -> Result<Option<VariantRatingTest>, Failure> {
    let technique = |option: &str, name: &str| {
        let found = Technique::ALL.into_iter().find(|technique| technique.id() == name);
        let all: Vec<&str> = Technique::ALL.iter().map(|technique| technique.id()).collect();
        found.ok_or_else(|| {
            Failure::Usage(format!("{option} {name}: expected one of {} for variants", all.join(", ")))
        })
    };
    let has_window = args.rating.is_some() || args.technique.is_some();
    let mut test = match args.minimal {
        None if has_window => VariantRatingTest::without_cases(),
        None => VariantRatingTest::for_people(),
        Some(_) => VariantRatingTest::any(),
    };
    test.technique = args.technique.as_deref().map(|name| technique("--technique", name)).transpose()?;
    for name in &args.without {
        test.without.push(technique("--without", name)?);
    }
    if let Some(text) = &args.rating {
        let (least, most) =
            tenths_range(text).map_err(|error| Failure::Usage(format!("--rating {text:?}: {error}")))?;
        match args.scale {
            // Tenths of minutes.
            Scale::Minutes => test.seconds = least.saturating_mul(6)..=most.saturating_mul(6),
            _ => test.rating = least..=most,
        }
    }
    Ok((test != VariantRatingTest::any()).then_some(test))
}

/// Returns the format of variants with this name, or constraint text.
pub(super) fn form(name: Option<&str>) -> Result<Format, Failure> {
    let Some(name) = name else { return Ok(Format::Iss) };
    let expected = || format!("--to {name}: expected a format of variants; see `farandole formats`");
    Format::variant_by_name(name).ok_or_else(|| Failure::Usage(expected()))
}

/// Writes variants, each layout once.
struct VariantPrinter {
    form: Format,
    json: Option<JsonOf>,
    /// The title of every puzzle.
    title: Option<String>,
    /// The keys of the layouts written so far.
    layouts: HashSet<u64>,
}

impl Printer<GeneratedVariant> for VariantPrinter {
    fn add(&mut self, generated: &GeneratedVariant, text: &mut Vec<u8>) -> Result<bool, Failure> {
        if !self.layouts.insert(layout_key(&generated.made.variant)) {
            return Ok(false);
        }
        let rating = generated.rating.as_ref();
        let rating = rating.map(|rating| JsonRating::of_variant(rating, Bound::Exact, Some(RATING_BUDGET)));
        write_variant(&generated.made, self.form, self.title.as_deref(), self.json, rating, text)?;
        Ok(true)
    }
}

/// The fields of an object in JSON that all puzzles of a run share.
#[derive(Clone, Copy)]
pub(super) struct JsonOf {
    pub(super) seed: u64,
    /// True if no clue is redundant; `None` if this was not requested.
    pub(super) is_minimal: Option<bool>,
}

impl JsonOf {
    fn of(args: &GenerateArgs) -> Option<Self> {
        let is_minimal = (args.minimal == Some(MinimalName::Yes)).then_some(true);
        args.json.then(|| Self { seed: args.seed.unwrap_or_default(), is_minimal })
    }
}

/// Adds a puzzle in a format, or as an object in JSON.
pub(super) fn write_variant(
    made: &MadeVariant,
    form: Format,
    title: Option<&str>,
    json: Option<JsonOf>,
    rating: Option<JsonRating>,
    text: &mut Vec<u8>,
) -> Result<(), Failure> {
    let entry = VariantEntry {
        title: title.map(Into::into),
        // Texts for SudokuPad describe their drawings in their own words.
        rules: (!form.name().starts_with("sudokupad")).then(|| rules(&made.variant).into()),
        solution: Some(made.solution.iter().copied().map(Some).collect()),
        ..VariantEntry::new(made.variant.clone())
    };
    let written = variant_text(&entry, form);
    let written = written.map_err(|error| Failure::Usage(format!("--to: {error}")))?;
    match json {
        Some(JsonOf { seed, is_minimal }) => {
            let solution = grid_text(&made.variant, &made.solution).split_whitespace().collect();
            json_line(text, &JsonGenerated::of_variant(seed, made, is_minimal, written, solution, rating));
        }
        None => {
            text.extend_from_slice(written.as_bytes());
            text.extend_from_slice(if form.descriptor().is_one_line { b"\n" } else { b"\n\n" });
        }
    }
    Ok(())
}

/// Returns the title of the puzzles of a kind.
fn title(kind: &str) -> String {
    let words = if kind == "xv" { "XV".into() } else { kind.replace('-', " ") };
    format!("{}{} Sudoku", words[..1].to_uppercase(), &words[1..])
}

/// Returns the rules in words: a line for each kind of constraint.
fn rules(variant: &Variant) -> String {
    let mut lines = vec!["Normal sudoku rules apply.".to_owned()];
    for constraint in variant.constraints() {
        let meaning = constraint.about().meaning();
        if !matches!(constraint, Constraint::Given(_)) && !lines.contains(&meaning) {
            lines.push(meaning);
        }
    }
    lines.join("\n")
}
