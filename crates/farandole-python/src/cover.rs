//! Exact cover: problems, their solutions, their decision diagrams.

use crate::error::{misfit, parse_error, unsupported};
use crate::interrupt::{abandonable, stoppable};
use farandole::cover::format::{self, parse_json, write_json, write_knuth};
use farandole::cover::{
    self, BigUint, Bounds, Builder, Color, Config, Counter, Diagram, DiagramBuilder, End, Entry, Random,
    Search, Step,
};
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyInt, PyString};
use std::sync::Arc;

/// About how many bytes a memo table may take unless another number is given.
const MEMORY: usize = 1 << 30;

/// A number of any size. Hexadecimal digits, of which there may be any number.
fn big<'py>(py: Python<'py>, number: &BigUint) -> PyResult<Bound<'py, PyAny>> {
    py.get_type::<PyInt>().call1((number.to_str_radix(16), 16))
}

/// A cost and the options of a solution.
type Priced = (u128, Vec<u32>);

/// Items: how many, or their names.
#[derive(FromPyObject)]
enum Items {
    Count(u32),
    Names(Vec<String>),
}

impl Items {
    fn add(&self, builder: &mut Builder, primary: bool) -> PyResult<()> {
        match self {
            Self::Count(count) => {
                let added =
                    if primary { builder.primary_unnamed(*count) } else { builder.secondary_unnamed(*count) };
                added.map_err(misfit)?;
            }
            Self::Names(names) => {
                for name in names {
                    let added = if primary { builder.primary(name) } else { builder.secondary(name) };
                    added.map_err(misfit)?;
                }
            }
        }
        Ok(())
    }
}

/// The number of an item, given by number or name.
fn item(builder: &Builder, item: &Bound<'_, PyAny>) -> PyResult<u32> {
    if let Ok(name) = item.cast::<PyString>() {
        let name = name.to_str()?;
        return builder.so_far().find_item(name).ok_or_else(|| misfit(format!("no item is called {name:?}")));
    }
    item.extract()
}

/// An item of an option, with or without a color.
fn entry(builder: &mut Builder, element: &Bound<'_, PyAny>) -> PyResult<Entry> {
    if element.cast::<PyString>().is_ok() || element.cast::<PyInt>().is_ok() {
        return item(builder, element).map(Entry::from);
    }
    let (of, color): (Bound<'_, PyAny>, Bound<'_, PyAny>) = element.extract()?;
    let color = match color.cast::<PyString>() {
        Ok(name) => builder.color(name.to_str()?).map_err(misfit)?,
        Err(_) => builder.color(&color.extract::<u32>()?.to_string()).map_err(misfit)?,
    };
    Ok(Entry { item: item(builder, &of)?, color })
}

/// An exact cover problem.
#[pyclass(frozen, module = "farandole._native")]
pub(crate) struct Problem(Arc<cover::Problem>);

#[pymethods]
impl Problem {
    #[new]
    fn new(
        primary: Items,
        secondary: Items,
        options: &Bound<'_, PyAny>,
        costs: Option<Vec<u64>>,
        bounds: Vec<(Bound<'_, PyAny>, u32, u32)>,
    ) -> PyResult<Self> {
        let mut builder = cover::Problem::builder();
        primary.add(&mut builder, true)?;
        secondary.add(&mut builder, false)?;
        for (of, low, high) in bounds {
            let of = item(&builder, &of)?;
            builder.set_bounds(of, Bounds { low, high }).map_err(misfit)?;
        }
        let mut entries = Vec::new();
        for (number, option) in options.try_iter()?.enumerate() {
            entries.clear();
            for element in option?.try_iter()? {
                let entry = entry(&mut builder, &element?);
                entries.push(entry.map_err(|error| in_option(number, error))?);
            }
            builder
                .option_with_colors(&entries)
                .map_err(|error| misfit(format!("option {number}: {error}")))?;
        }
        for (option, cost) in costs.into_iter().flatten().enumerate() {
            builder.set_cost(option as u32, cost).map_err(misfit)?;
        }
        Ok(Self(Arc::new(builder.build())))
    }

    /// A problem from text in any format, JSON included.
    #[staticmethod]
    fn from_text(text: &[u8]) -> PyResult<Self> {
        if let Some(json) = format::recognise_json(text) {
            let problem = parse_json(json).map_err(|error| {
                let place = (None, Some(error.line() as u64), Some(error.column() as u64), None);
                parse_error(format!("line {}, column {}: {error}", error.line(), error.column()), place)
            })?;
            return Ok(Self(Arc::new(problem)));
        }
        let parsed = format::parse(text, None).map_err(|error| {
            let place = (None, Some(error.line().into()), Some(error.column().into()), None);
            parse_error(format!("line {}, column {}: {error}", error.line(), error.column()), place)
        })?;
        Ok(Self(Arc::new(parsed.problem)))
    }

    fn to_text(&self) -> PyResult<String> {
        let mut text = String::new();
        write_knuth(&self.0, &mut text).map_err(misfit)?;
        Ok(text)
    }

    fn to_json(&self) -> String {
        write_json(&self.0)
    }

    /// Number of primary items, of all items, of options.
    #[getter]
    fn shape(&self) -> (u32, u32, u32) {
        (self.0.primary_items(), self.0.items(), self.0.options())
    }

    #[getter]
    fn fingerprint(&self) -> u64 {
        self.0.fingerprint()
    }

    fn option_text(&self, option: u32) -> PyResult<String> {
        if option < self.0.options() {
            return Ok(self.0.option_text(option));
        }
        Err(PyIndexError::new_err(format!("option {option}, expected a number below {}", self.0.options())))
    }

    /// For an option its items, each with the name of its color.
    fn option(&self, option: u32) -> PyResult<Vec<(u32, Option<String>)>> {
        self.option_text(option)?;
        let color = |color: Color| (color != Color::NONE).then(|| self.0.color_name(color));
        Ok(self.0.option_entries(option).map(|entry| (entry.item, color(entry.color))).collect())
    }

    /// The number of solutions, nothing if the budget was spent.
    fn count<'py>(
        &self,
        py: Python<'py>,
        budget: Option<u64>,
        memory: Option<usize>,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        let problem = &self.0;
        let counted = stoppable(py, |stop| {
            let mut config = Config::new().cancel(stop);
            config = budget.map_or(config, |nodes| config.budget(nodes));
            match Counter::new(problem, memory.unwrap_or(MEMORY)) {
                Ok(mut counter) => Ok(match counter.run(&config) {
                    End::Exhausted => counter.into_count(),
                    _ => None,
                }),
                // Memo tables are not for multiplicities.
                Err(_) => Search::new(problem).map(|mut search| {
                    let count = search.count(u64::MAX, &config);
                    (count.end == End::Exhausted).then(|| count.solutions.into())
                }),
            }
        })?;
        counted.map_err(unsupported)?.map(|count| big(py, &count)).transpose()
    }

    /// The solutions in the order of the search, from a position on.
    fn solutions(&self, position: Option<&str>) -> PyResult<Solutions> {
        let mut search = Search::new(&self.0).map_err(unsupported)?;
        if let Some(text) = position {
            let position = text.parse().map_err(misfit)?;
            search.enter(&position).map_err(misfit)?;
        }
        Ok(Solutions { search })
    }

    /// The cheapest solutions, each with its cost, and whether they are known to be the cheapest.
    fn cheapest(&self, py: Python<'_>, most: usize, budget: Option<u64>) -> PyResult<(Vec<Priced>, bool)> {
        let problem = &self.0;
        let found = stoppable(py, |stop| {
            let config = Config::new().cancel(stop);
            cover::cheapest(problem, most, &budget.map_or(config, |nodes| config.budget(nodes)))
        })?;
        let cheapest = found.map_err(unsupported)?;
        Ok((cheapest.best, matches!(cheapest.end, End::Exhausted | End::LimitReached)))
    }

    /// A decision diagram of all solutions, nothing if the budget was spent or the memory does not suffice.
    fn zdd(&self, py: Python<'_>, budget: Option<u64>, memory: Option<usize>) -> PyResult<Option<Zdd>> {
        let problem = Arc::clone(&self.0);
        let built = stoppable(py, |stop| {
            let config = Config::new().cancel(stop);
            let config = budget.map_or(config, |nodes| config.budget(nodes));
            DiagramBuilder::new(&problem, memory.unwrap_or(MEMORY)).map(|mut builder| {
                match builder.run(&config) {
                    End::Exhausted => builder.into_diagram(),
                    _ => None,
                }
            })
        })?;
        Ok(built.map_err(unsupported)?.map(|diagram| Zdd { diagram, problem: Arc::clone(&self.0) }))
    }

    /// Problems that together have the solutions of this one, each with the numbers that its options have here.
    fn split(&self, py: Python<'_>, count: usize) -> PyResult<Vec<(Self, Vec<u32>)>> {
        let problem = Arc::clone(&self.0);
        let pieces = abandonable(py, move |_| cover::split(&problem, count))?.map_err(misfit)?;
        Ok(pieces.into_iter().map(|piece| (Self(Arc::new(piece.problem)), piece.options)).collect())
    }
}

/// The error with the number of the option in front.
fn in_option(number: usize, error: PyErr) -> PyErr {
    misfit(format!("option {number}: {error}"))
}

/// Solutions of a problem, one after the other.
#[pyclass(module = "farandole._native", name = "CoverSolutions")]
pub(crate) struct Solutions {
    search: Search,
}

/// Nodes from one look for signals to the next.
const STRIDE: u64 = 1 << 13;

#[pymethods]
impl Solutions {
    /// The position behind the last solution, as text.
    #[getter]
    fn position(&self) -> String {
        self.search.position().to_string()
    }

    /// The option numbers of the next solution.
    fn next(&mut self, py: Python<'_>) -> PyResult<Option<Vec<u32>>> {
        loop {
            let search = &mut self.search;
            let step = py.detach(|| {
                let config = Config::new().budget(search.stats().nodes + STRIDE);
                search.step(&config)
            });
            match step {
                Step::Solution => return Ok(Some(self.search.solution().to_vec())),
                Step::End(End::BudgetSpent) => py.check_signals()?,
                Step::End(_) => return Ok(None),
            }
        }
    }
}

/// A zero-suppressed decision diagram of all solutions of a problem.
#[pyclass(frozen, module = "farandole._native")]
pub(crate) struct Zdd {
    diagram: Diagram,
    problem: Arc<cover::Problem>,
}

#[pymethods]
impl Zdd {
    #[getter]
    fn count<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        big(py, self.diagram.count())
    }

    #[getter]
    fn nodes(&self) -> usize {
        self.diagram.nodes()
    }

    /// Random solutions, all with equal probability.
    fn sample(&self, count: usize, seed: u64) -> Vec<Vec<u32>> {
        let mut random = Random::new(seed);
        (0..count).map_while(|_| self.diagram.sample(|| random.bits())).collect()
    }

    /// The solution of this number, given in hexadecimal digits.
    fn solution(&self, number: &str) -> PyResult<Option<Vec<u32>>> {
        let number = BigUint::parse_bytes(number.as_bytes(), 16);
        let number = number.ok_or_else(|| PyValueError::new_err("expected a number from 0 on"))?;
        Ok(self.diagram.solution(&number))
    }

    /// The cheapest solutions, by the costs of the problem.
    fn cheapest(&self, most: usize) -> Vec<Priced> {
        self.diagram.cheapest(most, |option| self.problem.cost(option))
    }

    fn to_text(&self) -> PyResult<String> {
        let mut text = String::new();
        self.diagram.write(&self.problem, &mut text).map_err(misfit)?;
        Ok(text)
    }
}
