//! The search: step by step, as an iterator, as a count, or for the fewest options.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::fmt;
use core::sync::atomic::{AtomicBool, Ordering};

use crate::bits::Bits;
use crate::bound::Bound;
use crate::engine::{Core, Tried};
use crate::links::Links;
use crate::multi::Multi;
use crate::problem::Problem;

/// Exact counters of a search. They do not depend on the machine, nor on how often the search was held.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Stats {
    /// Nodes of the search tree: the root and one for each option tried, so that a solution is a node too.
    /// Equal to the nodes of Knuth's DLX1 and DLX2.
    pub nodes: u64,
    /// With dancing links, removals of an option from an item's list, and coverings of an item: never more than
    /// DLX1 and DLX2 make, which go on with a node that has died already. With bit sets, removals of an option.
    pub updates: u64,
    /// Removals of a satisfied color from an option; none with bit sets.
    pub cleansings: u64,
    /// Solutions met.
    pub solutions: u64,
}

/// When to hold a search that has not ended: after so many nodes, or when told to.
///
/// ```
/// use core::sync::atomic::AtomicBool;
/// use farandole_cover::Control;
///
/// let stop = AtomicBool::new(false);
/// let control = Control::new().budget(1_000_000).cancel(&stop);
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Control<'a> {
    budget: Option<u64>,
    cancel: Option<&'a AtomicBool>,
}

impl<'a> Control<'a> {
    /// No budget, never cancelled.
    #[must_use]
    pub const fn new() -> Self {
        Self { budget: None, cancel: None }
    }

    /// Holds the search once [`Stats::nodes`] has reached `nodes`.
    #[must_use]
    pub const fn budget(mut self, nodes: u64) -> Self {
        self.budget = Some(nodes);
        self
    }

    /// Whether so many nodes are as many as allowed.
    pub(crate) fn is_spent(&self, nodes: u64) -> bool {
        self.budget.is_some_and(|budget| nodes >= budget)
    }

    /// Whether the flag is set.
    pub(crate) fn is_cancelled(&self) -> bool {
        self.cancel.is_some_and(|flag| flag.load(Ordering::Relaxed))
    }

    /// Holds the search at the next node after the flag was set.
    #[must_use]
    pub const fn cancel(mut self, flag: &'a AtomicBool) -> Self {
        self.cancel = Some(flag);
        self
    }
}

/// Where [`Search::step`] stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Step {
    /// At a solution: see [`Search::solution`].
    Solution,
    /// At the end: there are no further solutions.
    End,
    /// The budget is spent. With a larger one the search goes on where it stopped.
    BudgetSpent,
    /// The flag was set. The search goes on where it stopped when asked again.
    Cancelled,
}

/// Why a count is what it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ending {
    /// Everything was searched: the answer is exact.
    Complete,
    /// The limit was reached: there are at least as many.
    Limit,
    /// The budget was spent before the answer was known.
    BudgetSpent,
    /// The search was cancelled before the answer was known.
    Cancelled,
}

/// A number of solutions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Count {
    /// Solutions counted; all of them only if `ending` is [`Ending::Complete`].
    pub solutions: u64,
    /// Why the count stopped.
    pub ending: Ending,
}

/// The answer to a search for the fewest options.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Fewest {
    /// The best solution met, as option numbers in order of choice: the first one with that few options.
    pub best: Option<Vec<u32>>,
    /// [`Ending::Complete`]: `best` has the fewest options possible, and if it is `None` no solution has as few
    /// as allowed. Otherwise there may be a better one, or one at all.
    pub ending: Ending,
}

/// Why a search can't be made for a problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Unsupported {
    kind: UnsupportedKind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum UnsupportedKind {
    Multiplicities,
    TooLarge,
}

impl Unsupported {
    pub(crate) const TOO_LARGE: Self = Self { kind: UnsupportedKind::TooLarge };

    /// Refuses problems that [`Bits`] can't hold.
    pub(crate) fn check_bits(problem: &Problem) -> Result<(), Self> {
        if problem.has_multiplicities() {
            return Err(Self { kind: UnsupportedKind::Multiplicities });
        }
        Self::check_size(problem)
    }

    fn check_size(problem: &Problem) -> Result<(), Self> {
        let options = u64::from(problem.options());
        if options >= u64::from(u16::MAX) || problem.primary_items() >= u32::from(u16::MAX) {
            return Err(Self::TOO_LARGE);
        }
        Ok(())
    }
}

impl fmt::Display for Unsupported {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.kind {
            UnsupportedKind::Multiplicities => "this method is not for multiplicities",
            UnsupportedKind::TooLarge => "too large for bit sets",
        })
    }
}

impl core::error::Error for Unsupported {}

/// An option can't be chosen beside the ones selected before it, or does not exist.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Clash {
    option: u32,
}

impl Clash {
    /// The option asked for.
    #[must_use]
    pub fn option(&self) -> u32 {
        self.option
    }
}

impl fmt::Display for Clash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "option {} clashes with those selected before", self.option)
    }
}

impl core::error::Error for Clash {}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// Nothing searched yet.
    Fresh,
    /// An item must be chosen.
    Descend,
    /// The next option of the deepest level must be tried.
    Advance,
    /// The option of the deepest level must be taken back first.
    Retract,
    /// Everything is searched.
    End,
}

/// How partial solutions are kept. The tree is the same with all of them, and so are the solutions, their order
/// and [`Stats::nodes`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Method {
    /// Dancing links: not for multiplicities; memory and time per update do not depend on the size of the problem.
    Links,
    /// Bit sets of options: faster, but in need of `options * options / 8` bytes, and nothing for 65,535 options
    /// or primary items.
    Bits,
}

/// Most options for which bit sets are picked: the matrix takes 2 MB then.
const MOST_BITS: u32 = 4096;

#[derive(Clone, Debug)]
enum Engine {
    Plain(Links<u16, false>),
    Colored(Links<u16, true>),
    LargePlain(Links<u32, false>),
    LargeColored(Links<u32, true>),
    Short(Bits<u8>),
    Wide(Bits<u16>),
    Multi(Multi),
}

/// Evaluates an expression with the core that an engine holds.
macro_rules! with_core {
    ($engine:expr, $core:ident => $result:expr) => {
        match $engine {
            Engine::Plain($core) => $result,
            Engine::Colored($core) => $result,
            Engine::LargePlain($core) => $result,
            Engine::LargeColored($core) => $result,
            Engine::Short($core) => $result,
            Engine::Wide($core) => $result,
            Engine::Multi($core) => $result,
        }
    };
}

/// Where a search stands, apart from what its core holds.
#[derive(Clone, Debug)]
struct Run {
    state: State,
    /// Levels taken by selected options.
    selected: usize,
    nodes: u64,
    solutions: u64,
}

/// What narrows a search: branches that can't lead to a wanted solution.
pub(crate) trait Limit {
    /// Whether the state may lead to a wanted solution.
    fn allows(&mut self, core: &impl Core) -> bool;
    /// Whether the solution reached is wanted.
    fn accepts(&self, core: &impl Core) -> bool;
}

/// All solutions.
struct All;

impl Limit for All {
    fn allows(&mut self, _: &impl Core) -> bool {
        true
    }

    fn accepts(&self, _: &impl Core) -> bool {
        true
    }
}

/// At most so many options.
struct AtMost<'a> {
    options: u32,
    bound: &'a mut Bound,
}

impl Limit for AtMost<'_> {
    fn allows(&mut self, core: &impl Core) -> bool {
        let spare = u64::from(self.options).checked_sub(core.options_chosen() as u64);
        spare.is_some_and(|spare| !self.bound.exceeds(core, spare as u32))
    }

    fn accepts(&self, core: &impl Core) -> bool {
        core.options_chosen() as u64 <= u64::from(self.options)
    }
}

impl Run {
    /// Back to a level at which all options above stand, counters at 0.
    fn unwind(&mut self, core: &mut impl Core, level: usize) {
        // Only the deepest level can be without a chosen option, and only while one is looked for.
        let mut retracted = self.state == State::Advance && core.level() > self.selected;
        while core.level() > level {
            if !retracted {
                core.retract();
            }
            retracted = false;
            core.ascend();
        }
        core.clear_counters();
        self.state = State::Fresh;
        self.nodes = 0;
        self.solutions = 0;
    }

    /// The state after a level was closed, or a chosen option found to be of no use.
    fn back(&self, core: &impl Core) -> State {
        if core.level() > self.selected { State::Retract } else { State::End }
    }

    fn walk(&mut self, core: &mut impl Core, control: &Control<'_>, limit: &mut impl Limit) -> Step {
        if self.state == State::Fresh {
            if control.is_spent(self.nodes) {
                return Step::BudgetSpent;
            }
            self.nodes += 1;
            self.state = State::End;
            if core.is_solved() {
                if !limit.accepts(core) {
                    return Step::End;
                }
                self.solutions += 1;
                return Step::Solution;
            }
            if !core.is_dead() {
                self.state = State::Descend;
            }
        }
        loop {
            match self.state {
                State::Descend => {
                    if !limit.allows(core) {
                        self.state = self.back(core);
                        continue;
                    }
                    core.descend();
                    self.state = State::Advance;
                }
                State::Retract => {
                    core.retract();
                    self.state = State::Advance;
                }
                State::Advance => {
                    if control.is_spent(self.nodes) {
                        return Step::BudgetSpent;
                    }
                    if control.is_cancelled() {
                        return Step::Cancelled;
                    }
                    match core.advance() {
                        Tried::Done => {
                            self.state = self.back(core);
                            continue;
                        }
                        Tried::Dead => self.nodes += 1,
                        Tried::Open => {
                            self.nodes += 1;
                            self.state = State::Descend;
                        }
                        Tried::Solution => {
                            self.nodes += 1;
                            self.state = State::Retract;
                            if limit.accepts(core) {
                                self.solutions += 1;
                                return Step::Solution;
                            }
                        }
                    }
                }
                State::Fresh | State::End => return Step::End,
            }
        }
    }
}

/// A search over one problem, which can be held, taken up again, and used again without new memory.
///
/// The search visits items and options in an order that depends on the problem alone: at each node the first
/// item with the fewest options, and its options in their order.
///
/// Options can be fixed beforehand with [`select`](Self::select): a fixed board and many positions on it need
/// one problem and one `Search`.
///
/// ```
/// use farandole_cover::{Control, Problem, Search, Step};
///
/// let mut builder = Problem::builder();
/// builder.primary_unnamed(3)?;
/// for items in [&[0, 1][..], &[2], &[0], &[1, 2]] {
///     builder.option(items)?;
/// }
/// let mut search = Search::new(&builder.build())?;
/// assert_eq!(search.step(&Control::new()), Step::Solution);
/// assert_eq!(search.solution(), [0, 1]);
/// assert_eq!(search.count(u64::MAX, &Control::new()).solutions, 1); // the others
///
/// search.reset();
/// search.select(2)?;
/// let all: Vec<_> = search.solutions(Control::new()).collect();
/// assert_eq!(all, [[2, 3]]);
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Search {
    engine: Engine,
    run: Run,
    solution: Vec<u32>,
    /// Made for the first search for the fewest options.
    bound: Option<Box<Bound>>,
}

impl Search {
    /// Prepares a search over all solutions, with bit sets for problems of up to 4,096 options or with
    /// multiplicities, and dancing links for larger ones.
    ///
    /// # Errors
    /// The problem has multiplicities and 65,535 options or primary items.
    pub fn new(problem: &Problem) -> Result<Self, Unsupported> {
        let small = problem.options() <= MOST_BITS && problem.primary_items() <= MOST_BITS;
        let small = small || problem.has_multiplicities();
        Self::with_method(problem, if small { Method::Bits } else { Method::Links })
    }

    /// Prepares a search over all solutions by the given method.
    ///
    /// # Errors
    /// The problem is too large for the method, or has multiplicities and the method is dancing links.
    pub fn with_method(problem: &Problem, method: Method) -> Result<Self, Unsupported> {
        let engine = match method {
            _ if problem.has_multiplicities() => {
                if method == Method::Links {
                    return Err(Unsupported { kind: UnsupportedKind::Multiplicities });
                }
                Unsupported::check_size(problem)?;
                Engine::Multi(Multi::new(problem))
            }
            Method::Links if problem.has_colors() => Links::new(problem)
                .map(Engine::Colored)
                .or_else(|| Links::new(problem).map(Engine::LargeColored))
                .ok_or(Unsupported::TOO_LARGE)?,
            Method::Links => Links::new(problem)
                .map(Engine::Plain)
                .or_else(|| Links::new(problem).map(Engine::LargePlain))
                .ok_or(Unsupported::TOO_LARGE)?,
            Method::Bits => {
                Unsupported::check_bits(problem)?;
                Bits::new(problem)
                    .map(Engine::Short)
                    .or_else(|| Bits::new(problem).map(Engine::Wide))
                    .ok_or(Unsupported::TOO_LARGE)?
            }
        };
        let run = Run { state: State::Fresh, selected: 0, nodes: 0, solutions: 0 };
        Ok(Self { engine, run, solution: Vec::new(), bound: None })
    }

    /// How partial solutions are kept.
    #[must_use]
    pub fn method(&self) -> Method {
        match self.engine {
            Engine::Plain(_) | Engine::Colored(_) | Engine::LargePlain(_) | Engine::LargeColored(_) => {
                Method::Links
            }
            Engine::Short(_) | Engine::Wide(_) | Engine::Multi(_) => Method::Bits,
        }
    }

    /// Counters since the last [`reset`](Self::reset) or [`restart`](Self::restart); selecting is counted in
    /// updates.
    #[must_use]
    pub fn stats(&self) -> Stats {
        let (updates, cleansings) = with_core!(&self.engine, core => core.counters());
        Stats { nodes: self.run.nodes, updates, cleansings, solutions: self.run.solutions }
    }

    /// Back to the start, without selected options. With dancing links it costs as much as undoing the way from
    /// the root to where the search is held, with bit sets next to nothing.
    pub fn reset(&mut self) {
        with_core!(&mut self.engine, core => self.run.unwind(core, 0));
        self.run.selected = 0;
    }

    /// Back to the start, keeping the selected options.
    pub fn restart(&mut self) {
        with_core!(&mut self.engine, core => self.run.unwind(core, self.run.selected));
    }

    /// Fixes an option as part of every solution. A search that has begun is taken back to its start first.
    ///
    /// # Errors
    /// The option shares a primary item, or disagrees about a secondary one, with one selected before, or does
    /// not exist; then nothing has changed. (An option that leaves some item without options is not refused;
    /// there are no solutions then.)
    pub fn select(&mut self, option: u32) -> Result<(), Clash> {
        if self.run.state != State::Fresh {
            self.restart();
        }
        if with_core!(&mut self.engine, core => core.select(option)) {
            self.run.selected += 1;
            Ok(())
        } else {
            Err(Clash { option })
        }
    }

    /// Goes on to the next solution, the end, or where `control` holds the search.
    pub fn step(&mut self, control: &Control<'_>) -> Step {
        with_core!(&mut self.engine, core => self.run.walk(core, control, &mut All))
    }

    /// The solution at which [`step`](Self::step) stopped, as option numbers in order of choice, selected
    /// options first. Held anywhere else, the options chosen so far.
    pub fn solution(&mut self) -> &[u32] {
        self.solution.clear();
        let mut levels = with_core!(&self.engine, core => core.level());
        if self.run.state == State::Advance && levels > self.run.selected {
            levels -= 1;
        }
        let chosen = (0..levels).filter_map(|level| with_core!(&self.engine, core => core.chosen(level)));
        self.solution.extend(chosen);
        &self.solution
    }

    /// The solutions from here on, each as option numbers in order of choice, selected options first. The
    /// iterator also ends where `control` holds the search; [`Solutions::ending`] tells.
    pub fn solutions<'s, 'c>(&'s mut self, control: Control<'c>) -> Solutions<'s, 'c> {
        Solutions { search: self, control, ending: None }
    }

    /// Counts the solutions from here on, at most `limit`.
    pub fn count(&mut self, limit: u64, control: &Control<'_>) -> Count {
        let mut solutions = 0;
        let ending = loop {
            if solutions >= limit {
                break Ending::Limit;
            }
            match self.step(control) {
                Step::Solution => solutions += 1,
                Step::End => break Ending::Complete,
                Step::BudgetSpent => break Ending::BudgetSpent,
                Step::Cancelled => break Ending::Cancelled,
            }
        };
        Count { solutions, ending }
    }

    /// Looks for the solution with the fewest options (selected ones included), and with no more than `most`
    /// if given. Starts anew from the selected options.
    ///
    /// A branch is given up when the options chosen and a lower bound on those still needed exceed what is
    /// allowed. Among solutions with equally few options the first in search order wins.
    pub fn fewest(&mut self, most: Option<u32>, control: &Control<'_>) -> Fewest {
        self.restart();
        let mut most = most.unwrap_or(u32::MAX);
        let mut best = None;
        let ending = loop {
            let Self { engine, run, bound, .. } = self;
            let step = with_core!(engine, core => {
                let bound = bound.get_or_insert_with(|| Box::new(Bound::new(core)));
                run.walk(core, control, &mut AtMost { options: most, bound })
            });
            match step {
                Step::Solution => {
                    let solution = self.solution().to_vec();
                    let options = solution.len() as u32;
                    best = Some(solution);
                    match options.checked_sub(1) {
                        Some(fewer) => most = fewer,
                        None => break Ending::Complete,
                    }
                }
                Step::End => break Ending::Complete,
                Step::BudgetSpent => break Ending::BudgetSpent,
                Step::Cancelled => break Ending::Cancelled,
            }
        };
        Fewest { best, ending }
    }

    /// As [`step`](Self::step), leaving out what the limit doesn't allow.
    pub(crate) fn step_within(&mut self, control: &Control<'_>, limit: &mut impl Limit) -> Step {
        with_core!(&mut self.engine, core => self.run.walk(core, control, limit))
    }
}

/// Iterator over solutions; see [`Search::solutions`].
#[derive(Debug)]
pub struct Solutions<'s, 'c> {
    search: &'s mut Search,
    control: Control<'c>,
    ending: Option<Ending>,
}

impl Solutions<'_, '_> {
    /// Why the iterator ended; `None` while it has not.
    #[must_use]
    pub fn ending(&self) -> Option<Ending> {
        self.ending
    }

    /// The counters of the search.
    #[must_use]
    pub fn stats(&self) -> Stats {
        self.search.stats()
    }
}

impl Iterator for Solutions<'_, '_> {
    type Item = Vec<u32>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.ending.is_some() {
            return None;
        }
        self.ending = Some(match self.search.step(&self.control) {
            Step::Solution => return Some(self.search.solution().to_vec()),
            Step::End => Ending::Complete,
            Step::BudgetSpent => Ending::BudgetSpent,
            Step::Cancelled => Ending::Cancelled,
        });
        None
    }
}
