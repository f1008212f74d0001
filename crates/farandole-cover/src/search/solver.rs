//! The search: step by step, as an iterator, as a count, or for the fewest options.

use alloc::boxed::Box;
use alloc::vec::Vec;

use crate::backend::Core;
use crate::backend::dancing_links::Links;
use crate::backend::hybrid::Nested;
use crate::backend::multiplicity::Multi;
use crate::certificate::write::{self as proof, Nodes};
use crate::config::{Clash, Control, Count, Ending, Fewest, Stats, Step, Unsupported};
use crate::model::problem::Problem;
use crate::optimize::branch_and_bound::UpTo;
use crate::optimize::fewest::Bound;
use crate::random::Random;
use crate::search::backtrack::{All, AtMost, Narrow, Run};
use crate::search::estimate::{Estimate, estimate};
use crate::search::heuristic::{Choice, Heuristic};
use crate::search::position::{Position, PositionError, State};
use crate::simd::cpu::Cpu;
use crate::symmetry::group::Symmetries;
use crate::symmetry::lex_leader::Leaders;

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
    Short(Nested<u8>),
    Wide(Nested<u16>),
    ShortMulti(Multi<u8>),
    WideMulti(Multi<u16>),
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
            Engine::ShortMulti($core) => $result,
            Engine::WideMulti($core) => $result,
        }
    };
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
    cpu: Cpu,
    run: Run,
    solution: Vec<u32>,
    /// Made for the first search for the fewest options.
    bound: Option<Box<Bound>>,
    /// What leaves out symmetric branches.
    leaders: Option<Box<Leaders>>,
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
                    return Err(Unsupported::MULTIPLICITIES);
                }
                Unsupported::check_size(problem)?;
                Multi::new(problem)
                    .map(Engine::ShortMulti)
                    .or_else(|| Multi::new(problem).map(Engine::WideMulti))
                    .ok_or(Unsupported::TOO_LARGE)?
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
                Nested::new(problem)
                    .map(Engine::Short)
                    .or_else(|| Nested::new(problem).map(Engine::Wide))
                    .ok_or(Unsupported::TOO_LARGE)?
            }
        };
        let run = Run { state: State::Fresh, floor: 0, selected: 0, nodes: 0, solutions: 0, choice: None };
        Ok(Self { engine, cpu: Cpu::detect(), run, solution: Vec::new(), bound: None, leaders: None })
    }

    /// How partial solutions are kept.
    #[must_use]
    pub fn method(&self) -> Method {
        match self.engine {
            Engine::Plain(_) | Engine::Colored(_) | Engine::LargePlain(_) | Engine::LargeColored(_) => {
                Method::Links
            }
            Engine::Short(_) | Engine::Wide(_) | Engine::ShortMulti(_) | Engine::WideMulti(_) => Method::Bits,
        }
    }

    /// Lets items be chosen in another way. The search is taken back to its start.
    pub fn set_heuristic(&mut self, heuristic: Heuristic, problem: &Problem) {
        self.restart();
        self.run.choice = Choice::new(heuristic, problem).map(Box::new);
        with_core!(&mut self.engine, core => core.find_dead_items());
    }

    /// Of solutions that are the same up to symmetry, lets [`step`](Self::step) and what rests on it meet only the one
    /// that comes first in the order of the search. What they meet is what they would have met otherwise, less the
    /// others; with the same heuristic it does not depend on the number of threads, nor on how a search was split. Whole
    /// branches are left out as soon as it is known that a symmetry maps them to others met before; with multiplicities
    /// only solutions are, of which the first as a set of options stays. The search is taken back to its start.
    ///
    /// The group must be one of this problem, with the options numbered as they are here, and options that are selected
    /// must be mapped onto each other.
    pub fn set_symmetries(&mut self, symmetries: Symmetries, problem: &Problem) {
        self.leaders = Some(Box::new(Leaders::new(symmetries, !problem.has_multiplicities())));
        self.restart();
    }

    /// Where the search stands.
    #[must_use]
    pub fn position(&self) -> Position {
        with_core!(&self.engine, core => self.run.position(core))
    }

    /// Starts anew at a position of a search over an equal problem with the same options selected, and goes on from
    /// there to the end of its part of the tree. Counters begin at 0.
    ///
    /// # Errors
    /// There is no such position; the search is then at its start.
    pub fn enter(&mut self, position: &Position) -> Result<(), PositionError> {
        self.restart();
        with_core!(&mut self.engine, core => self.run.enter(core, position))
    }

    /// Takes a part of what is still to come out of the search: the last part, in order, and a large one, namely
    /// the untried options of the level nearest to the root. `None` if nothing can be taken out.
    ///
    /// What this search meets from now on, followed by what a search from the position given back meets, is what
    /// this search would have met; the nodes of both add up.
    pub fn split_off(&mut self) -> Option<Position> {
        with_core!(&self.engine, core => self.run.split_off(core))
    }

    /// Guesses the size of the search tree and the number of solutions from random ways down from the start. The
    /// search is taken back to its start; its counters are 0 then.
    pub fn estimate(&mut self, dives: u64, random: &mut Random) -> Estimate {
        self.restart();
        let estimate = with_core!(&mut self.engine, core => estimate(core, dives, random));
        self.restart();
        estimate
    }

    /// The search tree from the start on, as nodes of a proof; `None` if the budget did not suffice.
    pub(crate) fn proof(&mut self, control: &Control<'_>) -> (Option<(Nodes, u32)>, Ending) {
        self.restart();
        let proof = with_core!(&mut self.engine, core => proof::tree(core, control));
        self.run.state = State::End;
        proof
    }

    /// The first item with several options on the way from the start that leaves no choice, and those options.
    pub(crate) fn first_choice(&mut self) -> Option<(u32, Vec<u32>)> {
        self.restart();
        with_core!(&mut self.engine, core => self.run.first_choice(core))
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
        self.forget();
    }

    /// Back to the start, keeping the selected options.
    pub fn restart(&mut self) {
        with_core!(&mut self.engine, core => self.run.unwind(core, self.run.selected));
        self.forget();
    }

    /// Lets the symmetries begin anew.
    fn forget(&mut self) {
        if let Some(leaders) = &mut self.leaders {
            leaders.restart(self.run.selected);
        }
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
            self.run.floor += 1;
            self.forget();
            Ok(())
        } else {
            Err(Clash { option })
        }
    }

    /// Goes on to the next solution, the end, or where `control` holds the search.
    pub fn step(&mut self, control: &Control<'_>) -> Step {
        if let Some(leaders) = &mut self.leaders {
            let mut limit = Narrow::Leaders(leaders);
            return with_core!(&mut self.engine, core => self.run.walk(core, control, &mut limit));
        }
        with_core!(&mut self.engine, core => self.cpu.run(#[inline(always)] || self.run.walk(core, control, &mut All)))
    }

    /// The solution at which [`step`](Self::step) stopped, as option numbers in order of choice, selected
    /// options first. Held anywhere else, the options chosen so far.
    pub fn solution(&mut self) -> &[u32] {
        self.solution.clear();
        let mut levels = with_core!(&self.engine, core => core.level());
        if self.run.state == State::Advance && levels > self.run.floor {
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
                run.walk(core, control, &mut Narrow::Options(AtMost { options: most, bound }))
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
    pub(crate) fn step_within(&mut self, control: &Control<'_>, limit: UpTo<'_>) -> Step {
        let mut limit = Narrow::Cost(limit);
        with_core!(&mut self.engine, core => self.run.walk(core, control, &mut limit))
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
