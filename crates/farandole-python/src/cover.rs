//! Exact cover: problems, their solutions, and decision diagrams of their solutions.

use crate::error::{misfit, parse_error, unsupported};
use crate::interrupt::{abandonable, breathe, briefly, list};
use farandole::cover::format::{self, parse_json, write_json, write_knuth};
use farandole::cover::{
    self, BigUint, Bounds, Builder, Color, Config, Counter, Diagram, DiagramBuilder, End, Entry, Random,
    Search, Step,
};
use pyo3::exceptions::{PyIndexError, PyOverflowError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyInt, PyList, PyString, PyTuple};
use std::fmt::Display;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Default memory limit of a memo table, in bytes.
const MEMORY: usize = 1 << 30;

/// Converts a number of any size to a Python integer. Uses hexadecimal digits, because Python does
/// not limit their number.
fn big<'py>(py: Python<'py>, number: &BigUint) -> PyResult<Bound<'py, PyAny>> {
    py.get_type::<PyInt>().call1((number.to_str_radix(16), 16))
}

/// A cost and the options of a solution.
type Priced = (u128, Vec<u32>);

/// Items: their number or their names.
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

/// Converts a Python object to an integer. Accepts every type with `__index__` except `bool`.
fn number<T>(value: &Bound<'_, PyAny>, name: impl Display, most: T) -> PyResult<T>
where
    T: Display + PartialOrd + for<'a, 'py> FromPyObject<'a, 'py, Error = PyErr>,
{
    let wrong = || {
        let kind = value.get_type().name().map_or_else(|_| "value".to_owned(), |kind| kind.to_string());
        PyTypeError::new_err(format!("{name} is a {kind}, expected an integer"))
    };
    let misfit = || misfit(format!("{name} is {value}, expected 0 to {most}"));
    if value.is_instance_of::<PyBool>() {
        return Err(wrong());
    }
    match value.extract::<T>() {
        Ok(number) if number <= most => Ok(number),
        Ok(_) => Err(misfit()),
        Err(error) if error.is_instance_of::<PyOverflowError>(value.py()) => Err(misfit()),
        Err(_) => Err(wrong()),
    }
}

/// Returns the index of an item that is given by index or name.
fn item(builder: &Builder, item: &Bound<'_, PyAny>) -> PyResult<u32> {
    if let Ok(name) = item.cast::<PyString>() {
        let name = name.to_str()?;
        return builder.so_far().find_item(name).ok_or_else(|| misfit(format!("unknown item {name:?}")));
    }
    number(item, "an item", u32::MAX)
}

/// Converts an element of an option: an item, or an item with a color.
fn entry(builder: &mut Builder, element: &Bound<'_, PyAny>) -> PyResult<Entry> {
    let Ok(pair) = element.cast::<PyTuple>() else { return item(builder, element).map(Entry::from) };
    let (of, color): (Bound<'_, PyAny>, Bound<'_, PyAny>) = pair
        .extract()
        .map_err(|_| PyTypeError::new_err(format!("found {pair}, expected an item or (item, color)")))?;
    let color = match color.cast::<PyString>() {
        Ok(name) => builder.color(name.to_str()?).map_err(misfit)?,
        Err(_) => builder.color(&number(&color, "a color", u32::MAX)?.to_string()).map_err(misfit)?,
    };
    Ok(Entry { item: item(builder, &of)?, color })
}

/// Adds options. Each is a sequence of items.
fn add_options(builder: &mut Builder, options: &Bound<'_, PyAny>) -> PyResult<()> {
    let mut entries = Vec::new();
    for (number, option) in options.try_iter()?.enumerate() {
        let option = option?;
        if option.is_instance_of::<PyString>() {
            let message = format!("option {number} is a str, expected a sequence of items");
            return Err(PyTypeError::new_err(message));
        }
        entries.clear();
        for element in option.try_iter().map_err(|error| in_option(option.py(), number, error))? {
            let entry = entry(builder, &element?);
            entries.push(entry.map_err(|error| in_option(option.py(), number, error))?);
        }
        let added = builder.option_with_colors(&entries);
        added.map_err(|error| misfit(format!("option {number}: {error}")))?;
        breathe(option.py(), number)?;
    }
    Ok(())
}

/// Sets the cost of each option.
fn add_costs(builder: &mut Builder, costs: &Bound<'_, PyAny>) -> PyResult<()> {
    let count = builder.so_far().options();
    let mut found = 0;
    for cost in costs.try_iter()? {
        let cost = number(&cost?, format_args!("the cost of option {found}"), u64::MAX)?;
        if found < count {
            builder.set_cost(found, cost).map_err(misfit)?;
        }
        found += 1;
        breathe(costs.py(), found as usize)?;
    }
    if found == count {
        Ok(())
    } else {
        Err(misfit(format!("found {found} costs, expected {count}, one per option")))
    }
}

/// Maximum number of options of problems that are read, written and prepared without releasing the
/// interpreter lock. Larger problems take more than a few milliseconds.
const FEW: u32 = 2000;

/// Runs work whose time grows with the size of a problem. Releases the interpreter lock unless the
/// problem is small.
fn sized<T: Send + 'static>(
    py: Python<'_>,
    size: usize,
    work: impl FnOnce() -> T + Send + 'static,
) -> PyResult<T> {
    if size <= FEW as usize { Ok(briefly(py, |_| work())) } else { abandonable(py, |_| work()) }
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
        costs: Option<&Bound<'_, PyAny>>,
        bounds: Vec<(Bound<'_, PyAny>, u32, u32)>,
    ) -> PyResult<Self> {
        let mut builder = cover::Problem::builder();
        primary.add(&mut builder, true)?;
        secondary.add(&mut builder, false)?;
        for (name, low, high) in bounds {
            let index = item(&builder, &name)?;
            builder.set_bounds(index, Bounds { low, high }).map_err(misfit)?;
        }
        add_options(&mut builder, options)?;
        if let Some(costs) = costs {
            add_costs(&mut builder, costs)?;
        }
        Ok(Self(Arc::new(builder.build())))
    }

    /// Reads a problem from text in any format, including JSON.
    #[staticmethod]
    fn from_text(py: Python<'_>, text: Vec<u8>) -> PyResult<Self> {
        let problem = sized(py, text.len() / 16, move || -> Result<cover::Problem, PyErr> {
            if let Some(json) = format::recognise_json(&text) {
                return parse_json(json).map_err(|error| {
                    let place = (None, Some(error.line() as u64), Some(error.column() as u64), None);
                    let message = format!("line {}, column {}: {error}", error.line(), error.column());
                    parse_error(message, place)
                });
            }
            let parsed = format::parse(&text, None).map_err(|error| {
                let place = (None, Some(error.line().into()), Some(error.column().into()), None);
                parse_error(format!("line {}, column {}: {error}", error.line(), error.column()), place)
            })?;
            Ok(parsed.problem)
        })?;
        Ok(Self(Arc::new(problem?)))
    }

    fn to_text(&self, py: Python<'_>) -> PyResult<String> {
        let problem = Arc::clone(&self.0);
        let text = sized(py, problem.options() as usize, move || {
            let mut text = String::new();
            write_knuth(&problem, &mut text).map(|()| text)
        })?;
        text.map_err(misfit)
    }

    fn to_json(&self, py: Python<'_>) -> PyResult<String> {
        let problem = Arc::clone(&self.0);
        sized(py, problem.options() as usize, move || write_json(&problem))
    }

    /// Returns the numbers of primary items, of all items, and of options.
    #[getter]
    fn shape(&self) -> (u32, u32, u32) {
        (self.0.primary_items(), self.0.items(), self.0.options())
    }

    #[getter]
    fn fingerprint(&self, py: Python<'_>) -> PyResult<u64> {
        let problem = Arc::clone(&self.0);
        sized(py, problem.options() as usize, move || problem.fingerprint())
    }

    fn option_text(&self, option: u32) -> PyResult<String> {
        if option < self.0.options() {
            return Ok(self.0.option_text(option));
        }
        Err(PyIndexError::new_err(format!(
            "found option {option}, expected a number below {}",
            self.0.options()
        )))
    }

    /// Returns the items of an option, each with the name of its color.
    fn option(&self, option: u32) -> PyResult<Vec<(u32, Option<String>)>> {
        self.option_text(option)?;
        let color = |color: Color| (color != Color::NONE).then(|| self.0.color_name(color));
        Ok(self.0.option_entries(option).map(|entry| (entry.item, color(entry.color))).collect())
    }

    /// Counts the solutions. Returns `None` if the budget was exhausted.
    fn count<'py>(
        &self,
        py: Python<'py>,
        budget: Option<u64>,
        memory: Option<usize>,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        let problem = Arc::clone(&self.0);
        let counted = abandonable(py, move |stop| {
            let mut config = Config::new().cancel(stop);
            config = budget.map_or(config, |nodes| config.budget(nodes));
            match Counter::new(&problem, memory.unwrap_or(MEMORY)) {
                Ok(mut counter) => Ok(match counter.run(&config) {
                    End::Exhausted => counter.into_count(),
                    _ => None,
                }),
                // Memo tables do not support multiplicities, so the solutions are counted by
                // search.
                Err(_) => Search::new(&problem).map(|mut search| {
                    let count = search.count(u64::MAX, &config);
                    (count.end == End::Exhausted).then(|| count.solutions.into())
                }),
            }
        })?;
        counted.map_err(unsupported)?.map(|count| big(py, &count)).transpose()
    }

    /// Returns the solutions in the order of the search, starting at a position.
    fn solutions(&self, py: Python<'_>, position: Option<&str>) -> PyResult<Solutions> {
        let problem = Arc::clone(&self.0);
        let search = sized(py, problem.options() as usize, move || Search::new(&problem))?;
        let mut search = search.map_err(unsupported)?;
        if let Some(text) = position {
            let position = text.parse().map_err(misfit)?;
            py.detach(|| search.enter(&position)).map_err(misfit)?;
        }
        Ok(Solutions { search, stride: 1 << 8 })
    }

    /// Returns the cheapest solutions with their costs, and true if they are proved to be the
    /// cheapest.
    fn cheapest<'py>(
        &self,
        py: Python<'py>,
        most: usize,
        budget: Option<u64>,
    ) -> PyResult<(Bound<'py, PyList>, bool)> {
        let problem = Arc::clone(&self.0);
        let found = abandonable(py, move |stop| {
            let config = Config::new().cancel(stop);
            cover::cheapest(&problem, most, None, &budget.map_or(config, |nodes| config.budget(nodes)))
        })?;
        let cheapest = found.map_err(unsupported)?;
        let decided = matches!(cheapest.end, End::Exhausted | End::LimitReached);
        Ok((list(py, cheapest.best)?, decided))
    }

    /// Returns a decision diagram of all solutions, or `None` if budget or memory did not suffice.
    fn zdd(&self, py: Python<'_>, budget: Option<u64>, memory: Option<usize>) -> PyResult<Option<Zdd>> {
        let problem = Arc::clone(&self.0);
        let built = abandonable(py, move |stop| {
            let config = Config::new().cancel(stop);
            let config = budget.map_or(config, |nodes| config.budget(nodes));
            DiagramBuilder::new(&problem, memory.unwrap_or(MEMORY)).map(|mut builder| {
                match builder.run(&config) {
                    End::Exhausted => builder.into_diagram(),
                    _ => None,
                }
            })
        })?;
        let zdd = |diagram| Zdd { diagram: Arc::new(diagram), problem: Arc::clone(&self.0) };
        Ok(built.map_err(unsupported)?.map(zdd))
    }

    /// Splits the problem into problems that together have the same solutions. Returns each with
    /// the indices of its options in this problem.
    fn split(&self, py: Python<'_>, count: usize) -> PyResult<Vec<(Self, Vec<u32>)>> {
        let problem = Arc::clone(&self.0);
        let pieces = abandonable(py, move |_| cover::split(&problem, count))?.map_err(misfit)?;
        Ok(pieces.into_iter().map(|piece| (Self(Arc::new(piece.problem)), piece.options)).collect())
    }
}

/// Adds the number of an option to an error.
fn in_option(py: Python<'_>, number: usize, error: PyErr) -> PyErr {
    let message = format!("option {number}: {}", error.value(py));
    if error.is_instance_of::<PyTypeError>(py) { PyTypeError::new_err(message) } else { misfit(message) }
}

/// An iterator over the solutions of a problem.
#[pyclass(module = "farandole._native", name = "CoverSolutions")]
pub(crate) struct Solutions {
    search: Search,
    /// Number of nodes between two checks for signals.
    stride: u64,
}

/// Approximate time between two checks for signals.
const SLICE: Duration = Duration::from_millis(20);

#[pymethods]
impl Solutions {
    /// Returns the position after the last solution, as text.
    #[getter]
    fn position(&self) -> String {
        self.search.position().to_string()
    }

    /// Returns the options of the next solution, or `None` at the end.
    fn next(&mut self, py: Python<'_>) -> PyResult<Option<Vec<u32>>> {
        loop {
            let Self { search, stride } = self;
            let begin = Instant::now();
            let step = py.detach(|| {
                let config = Config::new().budget(search.stats().nodes.saturating_add(*stride));
                search.step(&config)
            });
            match step {
                Step::Solution => return Ok(Some(self.search.solution().to_vec())),
                Step::End(End::BudgetSpent) => {
                    *stride = if begin.elapsed() > SLICE { (*stride / 2).max(1) } else { *stride * 2 };
                    py.check_signals()?;
                }
                Step::End(_) => return Ok(None),
            }
        }
    }
}

/// A zero-suppressed decision diagram of all solutions of a problem.
#[pyclass(frozen, module = "farandole._native")]
pub(crate) struct Zdd {
    diagram: Arc<Diagram>,
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

    /// Returns random solutions, drawn uniformly and independently.
    fn sample<'py>(&self, py: Python<'py>, count: usize, seed: u64) -> PyResult<Bound<'py, PyList>> {
        let mut random = Random::new(seed);
        let all = PyList::empty(py);
        let mut left = count;
        while left > 0 {
            let drawn = py.detach(|| {
                let begin = Instant::now();
                let mut drawn = Vec::new();
                while let Some(solution) = self.diagram.sample(|| random.bits()) {
                    drawn.push(solution);
                    if drawn.len() >= left.min(4096) || begin.elapsed() > SLICE {
                        break;
                    }
                }
                drawn
            });
            if drawn.is_empty() {
                break;
            }
            left -= drawn.len();
            for solution in drawn {
                all.append(solution)?;
            }
            py.check_signals()?;
        }
        Ok(all)
    }

    /// Returns the solution with this index, which is given in hexadecimal digits.
    fn solution(&self, py: Python<'_>, number: &str) -> PyResult<Option<Vec<u32>>> {
        let number = BigUint::parse_bytes(number.as_bytes(), 16);
        let number = number.ok_or_else(|| PyValueError::new_err("expected a number of at least 0"))?;
        Ok(py.detach(|| self.diagram.solution(&number)))
    }

    /// Returns the cheapest solutions by the costs of the problem.
    fn cheapest<'py>(&self, py: Python<'py>, most: usize) -> PyResult<Bound<'py, PyList>> {
        let (diagram, problem) = (Arc::clone(&self.diagram), Arc::clone(&self.problem));
        let best: Vec<Priced> =
            abandonable(py, move |_| diagram.cheapest(most, None, |option| problem.cost(option)))?;
        list(py, best)
    }

    fn to_text(&self, py: Python<'_>) -> PyResult<String> {
        let (diagram, problem) = (Arc::clone(&self.diagram), Arc::clone(&self.problem));
        let text = sized(py, diagram.nodes(), move || {
            let mut text = String::new();
            diagram.write(&problem, &mut text).map(|()| text)
        })?;
        text.map_err(misfit)
    }
}
