//! Comparison of the searches for variants.

use super::row::{Item, Row, limit};
use crate::args::CompareArgs;
use crate::exit::Failure;
use crate::progress::ProgressLine;
use farandole::engines::{Config, End, PuzzleSolver, Report};
use farandole::puzzle::variant::check;
use farandole::search::Alarm;
use farandole::variant::{Variant, VariantSearch};
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

/// The result of a search; `None` if the engine does not support a constraint.
type Found = Option<(Option<Vec<u8>>, Report)>;

/// Returns the rows of the searches, and the number of variants. The times exclude reading the input.
pub(super) fn rows(args: &CompareArgs, items: Vec<Item<Variant>>) -> Result<(Vec<Row>, usize), Failure> {
    let named: Vec<VariantSearch> = args.engines.iter().map(|name| search(name)).collect::<Result<_, _>>()?;
    let searches = if named.is_empty() { VariantSearch::ALL.to_vec() } else { named };
    let config = Config { limit: limit(args), budget: args.budget, ..Config::default() };
    let (progress, rounds) = (ProgressLine::new(false), args.rounds.max(1));
    let all = (rounds * searches.len() * items.len()) as u64;
    let mut times = vec![Vec::new(); searches.len()];
    let mut found: Vec<Vec<Found>> = vec![Vec::new(); searches.len()];
    let mut done = 0;
    for round in 0..rounds {
        for (k, search) in searches.iter().enumerate() {
            let mut time = Duration::ZERO;
            for item in &items {
                let start = Instant::now();
                let alarm = Alarm::after(args.time);
                let answer = answer(&item.puzzle, *search, &Config { cancel: alarm.flag(), ..config });
                time += start.elapsed();
                if round == 0 {
                    found[k].push(answer);
                }
                done += 1;
                progress.steps(done, all, search.name());
            }
            times[k].push(time);
        }
    }
    progress.finish();
    let rows = searches.iter().zip(times).enumerate();
    let rows = rows.map(|(k, (search, mut times))| row(&items, *search, &found[..=k], &mut times));
    Ok((rows.collect(), items.len()))
}

/// Returns the search of this name; `auto` is the search that every other command uses.
fn search(name: &str) -> Result<VariantSearch, Failure> {
    let auto = name.eq_ignore_ascii_case("auto").then_some(VariantSearch::Alternating);
    auto.or_else(|| VariantSearch::by_name(name)).ok_or_else(|| {
        let names = VariantSearch::ALL.map(VariantSearch::name).join(", ");
        Failure::Usage(format!("engine {name} does not support variants; expected one of {names}, auto"))
    })
}

/// Solves a variant with one of the searches.
fn answer(variant: &Variant, search: VariantSearch, config: &Config<'_>) -> Found {
    let solver = PuzzleSolver::new(variant).ok()?;
    let mut first = None;
    let report = solver.run_by(search, config, &mut |values| {
        first.get_or_insert_with(|| values.to_vec());
        ControlFlow::Continue(())
    });
    Some((first, report.ok()?))
}

/// Returns the row of the last search in `found`; the others ran before it.
fn row(items: &[Item<Variant>], search: VariantSearch, found: &[Vec<Found>], times: &mut [Duration]) -> Row {
    let mut row = Row::new(search.name());
    let [others @ .., own] = found else { return row };
    let is_decided = |report: &Report| !matches!(report.end, End::BudgetSpent | End::Cancelled);
    for (at, (item, answer)) in items.iter().zip(own).enumerate() {
        let Some((first, report)) = answer else {
            row.unsupported += 1;
            continue;
        };
        row.add(&item.place, &report.counters, is_decided(report));
        let breaks_a_rule = first.as_ref().is_some_and(|values| check(&item.puzzle, values).is_err());
        let mut others = others.iter().filter_map(|other| other[at].as_ref()).map(|(_, report)| report);
        let differs = is_decided(report)
            && others.any(|other| is_decided(other) && other.solutions != report.solutions);
        row.wrong += usize::from(breaks_a_rule || differs);
    }
    row.with_times(items.len(), times)
}
