//! `farandole complete`: fills in the placeholders of a puzzle so that exactly one solution remains.

use super::delivery::{Delivery, Printer, deliver};
use super::generate_variants::{JsonOf, form, template, write_variant};
use crate::args::CompleteArgs;
use crate::config;
use crate::exit::{self, Failure};
use crate::messages::shown;
use crate::output::Output;
use farandole::format::Format;
use farandole::research::generate::{
    FewestAttempts, FewestVariant, GeneratedVariant, Order, VariantAttempts,
};
use farandole::research::variants::{MadeVariant, VariantRecipe};
use farandole::search::Alarm;

pub(crate) fn run(args: &CompleteArgs) -> Result<u8, Failure> {
    let recipe = template(&args.file)?.recipe();
    if recipe.blanks.is_empty() && recipe.placed.is_empty() {
        let what = "expected a placeholder: a number `?`, `.Maybe~`, or `.Some~`";
        return Err(Failure::Unreadable(format!("{}: {what}", shown(&args.file))));
    }
    let recipe = VariantRecipe { givens: 0..=0, budget: args.budget, ..recipe };
    recipe.check().map_err(|error| Failure::Usage(format!("no such puzzle: {error}")))?;
    let form = form(args.to.as_deref())?;
    if args.all {
        return all(args, &recipe, form);
    }
    let seed = args.seed.unwrap_or_else(config::random_seed);
    let is_determined = recipe.is_determined();
    // Each attempt would search for the same set of clues.
    let tries = if is_determined && args.fewest { 1 } else { args.tries };
    let order = Order {
        count: args.count.min(tries),
        tries,
        time: args.time,
        patience: None,
        threads: config::threads(args.threads),
    };
    let is_random = args.seed.is_none() && !(is_determined && args.fewest);
    let delivery = Delivery {
        output: args.output.as_deref(),
        summary: args.summary,
        quiet: args.quiet,
        random_seed: is_random.then_some(seed),
    };
    let is_minimal = Some(true);
    let mut printer = CompletedPrinter { form, json: args.json.then_some(JsonOf { seed, is_minimal }) };
    if args.fewest {
        deliver(delivery, &order, &FewestAttempts { recipe, seed }, &mut printer)
    } else {
        deliver(delivery, &order, &VariantAttempts { recipe, seed, test: None }, &mut printer)
    }
}

/// Writes completed puzzles.
struct CompletedPrinter {
    form: Format,
    json: Option<JsonOf>,
}

impl Printer<GeneratedVariant> for CompletedPrinter {
    fn add(&mut self, generated: &GeneratedVariant, text: &mut Vec<u8>) -> Result<bool, Failure> {
        write_variant(&generated.made, self.form, None, self.json, None, text)?;
        Ok(true)
    }
}

impl Printer<FewestVariant> for CompletedPrinter {
    fn add(&mut self, fewest: &FewestVariant, text: &mut Vec<u8>) -> Result<bool, Failure> {
        let FewestVariant { made, lower_bound } = fewest;
        let clues = made.clues;
        let unit = if clues == 1 { "clue" } else { "clues" };
        if *lower_bound == clues {
            warn!("{clues} {unit}; proved to be the fewest for this solution");
        } else {
            warn!("{clues} {unit}; this solution is proved to need at least {lower_bound}");
        }
        write_variant(made, self.form, None, self.json, None, text)?;
        Ok(true)
    }
}

/// Lists all completions.
fn all(args: &CompleteArgs, recipe: &VariantRecipe, form: Format) -> Result<u8, Failure> {
    if !recipe.has_only_numbers() {
        return Err(Failure::Usage("--all: expected no placeholder but numbers to be chosen".into()));
    }
    let alarm = Alarm::after(args.time);
    let found = recipe.completions(args.limit, alarm.stop());
    let found = found.map_err(|unsupported| Failure::Usage(unsupported.to_string()))?;
    let json = args.json.then_some(JsonOf { seed: 0, is_minimal: None });
    let mut out = Output::open(args.output.as_deref())?;
    let count = found.puzzles.len();
    for (attempt, (variant, solution)) in (0..).zip(found.puzzles) {
        let clues = recipe.blanks.len();
        let made = MadeVariant { attempt, variant, solution, givens: 0, clues, nodes: 0 };
        let mut text = Vec::new();
        write_variant(&made, form, None, json, None, &mut text)?;
        out.put(&text)?;
    }
    out.finish()?;
    let solutions = found.solutions;
    if !found.is_complete {
        warn!("{count} completions from {solutions} solutions of the rest; there may be others");
        return Ok(exit::UNDECIDED);
    }
    if args.summary {
        warn!("{count} completions from {solutions} solutions of the rest; there are no others");
    }
    Ok(exit::DONE)
}
