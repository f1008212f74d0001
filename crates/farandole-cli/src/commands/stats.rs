//! `farandole stats`: histograms of properties of puzzles.

use crate::args::StatsArgs;
use crate::config;
use crate::exit::{self, Failure};
use crate::output::{Output, Reply, columns_text, json_line};
use crate::run::{Job, Print};
use farandole::json::SCHEMA;
use farandole::pipeline::Status;
use farandole::research::study::{Quantities, Quantity};
use farandole::study::{Studied, StudyQuery};
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::Write as _;
use std::sync::{Arc, Mutex, PoisonError};

pub(crate) fn run(args: &StatsArgs) -> Result<u8, Failure> {
    let quantities: Vec<Quantity> = Quantity::ALL
        .into_iter()
        .filter(|quantity| args.of.iter().any(|name| name == quantity.name()))
        .collect();
    let counted = Arc::new(Mutex::new(vec![Histogram::default(); quantities.len()]));
    let counting = Arc::clone(&counted);
    let filter = move |rows: &[u8]| {
        let mut all = counting.lock().unwrap_or_else(PoisonError::into_inner);
        for row in rows.split(|byte| *byte == b'\n').filter(|row| !row.is_empty()) {
            count(&mut all, &String::from_utf8_lossy(row));
        }
        Ok(Vec::new())
    };
    let mut job = Job {
        threads: config::threads(args.threads),
        slow: Some("counting"),
        time: args.time,
        filter: Some(Box::new(filter)),
        ..Job::new(&args.input, &args.output)?
    };
    let mut out = Output::open(job.output.path.take().as_deref())?;
    let print = Rows { weighted: args.weighted };
    let tally = job.run(&StudyQuery(Quantities(quantities.clone())), &print)?;
    let all = counted.lock().unwrap_or_else(PoisonError::into_inner);
    let mut text = Vec::new();
    for (quantity, histogram) in quantities.iter().zip(&*all) {
        if args.output.json {
            json_line(&mut text, &histogram.json(*quantity));
        } else if args.csv {
            histogram.csv(*quantity, &mut text);
        } else {
            text.extend_from_slice(histogram.text(*quantity).as_bytes());
        }
    }
    out.put(&text)?;
    out.finish()?;
    Ok(exit::code_of_proper(&tally))
}

/// Prints the weight and the numbers of each puzzle, for [`count`] to read; `-` for a missing
/// number.
struct Rows {
    weighted: bool,
}

impl Print<StudyQuery<Quantities>> for Rows {
    fn found(
        &self,
        Studied { found, trailing, .. }: Studied<'_, Vec<Option<u32>>>,
        reply: &mut Reply<'_>,
    ) -> Option<Status> {
        // Puzzles that are not counted are reported on standard error, for any output format.
        reply.style.json = false;
        let numbers = match found {
            Ok(numbers) => numbers,
            Err(unfit) => return reply.decline(unfit.status(), unfit),
        };
        let columns = columns_text(trailing);
        let weight = columns.split([' ', '\t', ',', ';']).next().unwrap_or_default();
        let weight = if self.weighted { weight.parse::<f64>().ok() } else { Some(1.0) };
        let Some(weight) = weight.filter(|weight| weight.is_finite() && *weight >= 0.0) else {
            return reply.decline(Status::Unreadable, "expected a weight after the puzzle");
        };
        let _ = write!(reply.chunk.answers, "{weight}");
        for number in numbers {
            let _ = match number {
                Some(number) => write!(reply.chunk.answers, " {number}"),
                None => write!(reply.chunk.answers, " -"),
            };
        }
        reply.chunk.answers.push(b'\n');
        Some(Status::Ok)
    }
}

/// Adds a row to the histograms.
fn count(all: &mut [Histogram], row: &str) {
    let mut words = row.split(' ');
    // Rows without a number do not represent counted puzzles.
    let Some(weight) = words.next().and_then(|word| word.parse().ok()) else { return };
    for (histogram, word) in all.iter_mut().zip(words) {
        histogram.add(word.parse().ok(), weight);
    }
}

/// The frequency of each value; `None` counts puzzles without a value.
#[derive(Clone, Debug, Default)]
struct Histogram(BTreeMap<Option<u32>, f64>);

/// A histogram in JSON.
#[derive(Serialize)]
struct JsonHistogram {
    schema: u32,
    quantity: &'static str,
    /// Pairs of a value and its count, in increasing order of value.
    counts: Vec<(f64, f64)>,
    /// Number of puzzles without a value.
    without: f64,
    mean: Option<f64>,
    deviation: Option<f64>,
}

impl Histogram {
    fn add(&mut self, value: Option<u32>, weight: f64) {
        *self.0.entry(value).or_default() += weight;
    }

    /// Returns the values that occur, as they are printed, with their counts.
    fn values(&self, quantity: Quantity) -> impl Iterator<Item = (f64, f64)> + '_ {
        let unit = if quantity == Quantity::Rating { 10.0 } else { 1.0 };
        self.0.iter().filter_map(move |(value, count)| Some((f64::from((*value)?) / unit, *count)))
    }

    /// Returns a value as it is printed.
    fn written(quantity: Quantity, value: f64) -> String {
        if quantity == Quantity::Rating { format!("{value:.1}") } else { value.to_string() }
    }

    /// Returns the mean and the standard deviation of the values, if there are any.
    fn moments(&self, quantity: Quantity) -> Option<(f64, f64)> {
        let sum = |f: &dyn Fn(f64) -> f64| {
            self.values(quantity).map(|(value, count)| f(value) * count).sum::<f64>()
        };
        let all = sum(&|_| 1.0);
        let mean = sum(&|value| value) / all;
        (all > 0.0).then(|| (mean, (sum(&|value| (value - mean).powi(2)) / all).sqrt()))
    }

    fn without(&self) -> f64 {
        self.0.get(&None).copied().unwrap_or(0.0)
    }

    fn json(&self, quantity: Quantity) -> JsonHistogram {
        let moments = self.moments(quantity);
        JsonHistogram {
            schema: SCHEMA,
            quantity: quantity.name(),
            counts: self.values(quantity).collect(),
            without: self.without(),
            mean: moments.map(|(mean, _)| mean),
            deviation: moments.map(|(_, deviation)| deviation),
        }
    }

    fn csv(&self, quantity: Quantity, out: &mut Vec<u8>) {
        for (value, count) in self.values(quantity) {
            let _ = writeln!(out, "{},{},{}", quantity.name(), Self::written(quantity, value), plain(count));
        }
        if self.without() > 0.0 {
            let _ = writeln!(out, "{},,{}", quantity.name(), plain(self.without()));
        }
    }

    /// Returns the histogram as text, with a bar for each value.
    fn text(&self, quantity: Quantity) -> String {
        const WIDTH: f64 = 50.0;
        let mut text = quantity.name().to_owned();
        if let Some((mean, deviation)) = self.moments(quantity) {
            let _ = write!(text, ": mean {mean:.3}, standard deviation {deviation:.3}");
        }
        text.push('\n');
        let most = self.values(quantity).map(|(_, count)| count).fold(0.0, f64::max);
        for (value, count) in self.values(quantity) {
            let bar = "#".repeat((WIDTH * count / most).ceil() as usize);
            let _ = writeln!(text, "{:>6} {:>10} {bar}", Self::written(quantity, value), plain(count));
        }
        if self.without() > 0.0 {
            let _ = writeln!(text, "{:>6} {:>10}", "none", plain(self.without()));
        }
        text
    }
}

/// Returns the text of a count, in full if it is whole and short.
fn plain(count: f64) -> String {
    if count.fract() == 0.0 && count < 1e10 { format!("{count}") } else { format!("{count:.4e}") }
}
