//! The search: step by step, as an iterator, as a count, or for the fewest options.

use alloc::boxed::Box;
use alloc::vec::Vec;

use crate::backend::Backend;
use crate::backend::dancing_links::DancingLinks;
use crate::backend::hybrid::Hybrid;
use crate::backend::multiplicity::Multiplicity;
use crate::backend::unsupported::Unsupported;
use crate::config::{Config, End};
use crate::model::problem::Problem;
use crate::prune::{Prune, Unpruned};
use crate::random::Random;
use crate::search::backtrack::Backtrack;
use crate::search::estimate::{Estimate, estimate};
use crate::search::heuristic::{Choice, Heuristic};
use crate::search::outcome::{Clash, Count, Stats, Step};
use crate::search::position::{Position, PositionError, State};
use crate::simd::cpu::Cpu;
use crate::symmetry::group::Symmetries;
use crate::symmetry::lex_leader::LexLeader;

/// How partial solutions are kept. The tree is the same with all of them, and so are the solutions, their order
/// and [`Stats::nodes`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Method {
    /// Dancing links: not for multiplicities; memory and time per update do not depend on the size of the problem.
    DancingLinks,
    /// Bit sets of options: faster, but in need of `options * options / 8` bytes, and nothing for 65,535 options
    /// or primary items.
    Bitset,
}

/// Most options for which bit sets are picked: the matrix takes 2 MB then.
const MOST_BITS: u32 = 4096;

#[derive(Clone, Debug)]
enum AnyBackend {
    Plain(DancingLinks<u16, false>),
    Colored(DancingLinks<u16, true>),
    LargePlain(DancingLinks<u32, false>),
    LargeColored(DancingLinks<u32, true>),
    Short(Hybrid<u8>),
    Wide(Hybrid<u16>),
    ShortMulti(Multiplicity<u8>),
    WideMulti(Multiplicity<u16>),
}

/// Evaluates an expression with the backend that an engine holds.
macro_rules! with_backend {
    ($engine:expr, $backend:ident => $result:expr) => {
        match $engine {
            AnyBackend::Plain($backend) => $result,
            AnyBackend::Colored($backend) => $result,
            AnyBackend::LargePlain($backend) => $result,
            AnyBackend::LargeColored($backend) => $result,
            AnyBackend::Short($backend) => $result,
            AnyBackend::Wide($backend) => $result,
            AnyBackend::ShortMulti($backend) => $result,
            AnyBackend::WideMulti($backend) => $result,
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
/// use farandole_cover::{Config, Problem, Search, Step};
///
/// let mut builder = Problem::builder();
/// builder.primary_unnamed(3)?;
/// for items in [&[0, 1][..], &[2], &[0], &[1, 2]] {
///     builder.option(items)?;
/// }
/// let mut search = Search::new(&builder.build())?;
/// assert_eq!(search.step(&Config::new()), Step::Solution);
/// assert_eq!(search.solution(), [0, 1]);
/// assert_eq!(search.count(u64::MAX, &Config::new()).solutions, 1); // the others
///
/// search.reset();
/// search.select(2)?;
/// let all: Vec<_> = search.solutions(Config::new()).collect();
/// assert_eq!(all, [[2, 3]]);
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Search {
    backend: AnyBackend,
    cpu: Cpu,
    backtrack: Backtrack,
    solution: Vec<u32>,
    /// What leaves out symmetric branches.
    lex_leader: Option<Box<LexLeader>>,
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
        Self::with_method(problem, if small { Method::Bitset } else { Method::DancingLinks })
    }

    /// Prepares a search over all solutions by the given method.
    ///
    /// # Errors
    /// The problem is too large for the method, or has multiplicities and the method is dancing links.
    pub fn with_method(problem: &Problem, method: Method) -> Result<Self, Unsupported> {
        let backend = match method {
            _ if problem.has_multiplicities() => {
                if method == Method::DancingLinks {
                    return Err(Unsupported::MULTIPLICITIES);
                }
                Unsupported::check_size(problem)?;
                Multiplicity::new(problem)
                    .map(AnyBackend::ShortMulti)
                    .or_else(|| Multiplicity::new(problem).map(AnyBackend::WideMulti))
                    .ok_or(Unsupported::TOO_LARGE)?
            }
            Method::DancingLinks if problem.has_colors() => DancingLinks::new(problem)
                .map(AnyBackend::Colored)
                .or_else(|| DancingLinks::new(problem).map(AnyBackend::LargeColored))
                .ok_or(Unsupported::TOO_LARGE)?,
            Method::DancingLinks => DancingLinks::new(problem)
                .map(AnyBackend::Plain)
                .or_else(|| DancingLinks::new(problem).map(AnyBackend::LargePlain))
                .ok_or(Unsupported::TOO_LARGE)?,
            Method::Bitset => {
                Unsupported::check_bits(problem)?;
                Hybrid::new(problem)
                    .map(AnyBackend::Short)
                    .or_else(|| Hybrid::new(problem).map(AnyBackend::Wide))
                    .ok_or(Unsupported::TOO_LARGE)?
            }
        };
        let backtrack =
            Backtrack { state: State::Fresh, floor: 0, selected: 0, nodes: 0, solutions: 0, choice: None };
        Ok(Self { backend, cpu: Cpu::detect(), backtrack, solution: Vec::new(), lex_leader: None })
    }

    /// How partial solutions are kept.
    #[must_use]
    pub fn method(&self) -> Method {
        match self.backend {
            AnyBackend::Plain(_)
            | AnyBackend::Colored(_)
            | AnyBackend::LargePlain(_)
            | AnyBackend::LargeColored(_) => Method::DancingLinks,
            AnyBackend::Short(_)
            | AnyBackend::Wide(_)
            | AnyBackend::ShortMulti(_)
            | AnyBackend::WideMulti(_) => Method::Bitset,
        }
    }

    /// Lets items be chosen in another way. The search is taken back to its start.
    pub fn set_heuristic(&mut self, heuristic: Heuristic, problem: &Problem) {
        self.restart();
        self.backtrack.choice = Choice::new(heuristic, problem).map(Box::new);
        with_backend!(&mut self.backend, backend => backend.find_dead_items());
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
        self.lex_leader = Some(Box::new(LexLeader::new(symmetries, !problem.has_multiplicities())));
        self.restart();
    }

    /// Where the search stands.
    #[must_use]
    pub fn position(&self) -> Position {
        with_backend!(&self.backend, backend => self.backtrack.position(backend))
    }

    /// Starts anew at a position of a search over an equal problem with the same options selected, and goes on from
    /// there to the end of its part of the tree. Counters begin at 0.
    ///
    /// # Errors
    /// There is no such position; the search is then at its start.
    pub fn enter(&mut self, position: &Position) -> Result<(), PositionError> {
        self.restart();
        with_backend!(&mut self.backend, backend => self.backtrack.enter(backend, position))
    }

    /// Takes a part of what is still to come out of the search: the last part, in order, and a large one, namely
    /// the untried options of the level nearest to the root. `None` if nothing can be taken out.
    ///
    /// What this search meets from now on, followed by what a search from the position given back meets, is what
    /// this search would have met; the nodes of both add up.
    pub fn split_off(&mut self) -> Option<Position> {
        with_backend!(&self.backend, backend => self.backtrack.split_off(backend))
    }

    /// Guesses the size of the search tree and the number of solutions from random ways down from the start. The
    /// search is taken back to its start; its counters are 0 then.
    pub fn estimate(&mut self, dives: u64, random: &mut Random) -> Estimate {
        self.restart();
        let estimate = with_backend!(&mut self.backend, backend => estimate(backend, dives, random));
        self.restart();
        estimate
    }

    /// The first item with several options on the way from the start that leaves no choice, and those options.
    pub(crate) fn first_choice(&mut self) -> Option<(u32, Vec<u32>)> {
        self.restart();
        with_backend!(&mut self.backend, backend => self.backtrack.first_choice(backend))
    }

    /// Counters since the last [`reset`](Self::reset) or [`restart`](Self::restart); selecting is counted in
    /// updates.
    #[must_use]
    pub fn stats(&self) -> Stats {
        let (updates, cleansings) = with_backend!(&self.backend, backend => backend.counters());
        Stats { nodes: self.backtrack.nodes, updates, cleansings, solutions: self.backtrack.solutions }
    }

    /// Back to the start, without selected options. With dancing links it costs as much as undoing the way from
    /// the root to where the search is held, with bit sets next to nothing.
    pub fn reset(&mut self) {
        with_backend!(&mut self.backend, backend => self.backtrack.unwind(backend, 0));
        self.backtrack.selected = 0;
        self.forget();
    }

    /// Back to the start, keeping the selected options.
    pub fn restart(&mut self) {
        with_backend!(&mut self.backend, backend => self.backtrack.unwind(backend, self.backtrack.selected));
        self.forget();
    }

    /// Lets the symmetries begin anew.
    fn forget(&mut self) {
        if let Some(lex_leader) = &mut self.lex_leader {
            lex_leader.restart(self.backtrack.selected);
        }
    }

    /// Fixes an option as part of every solution. A search that has begun is taken back to its start first.
    ///
    /// # Errors
    /// The option shares a primary item, or disagrees about a secondary one, with one selected before, or does
    /// not exist; then nothing has changed. (An option that leaves some item without options is not refused;
    /// there are no solutions then.)
    pub fn select(&mut self, option: u32) -> Result<(), Clash> {
        if self.backtrack.state != State::Fresh {
            self.restart();
        }
        if with_backend!(&mut self.backend, backend => backend.select(option)) {
            self.backtrack.selected += 1;
            self.backtrack.floor += 1;
            self.forget();
            Ok(())
        } else {
            Err(Clash { option })
        }
    }

    /// Goes on to the next solution, the end, or where `config` holds the search.
    pub fn step(&mut self, config: &Config<'_>) -> Step {
        if let Some(lex_leader) = &mut self.lex_leader {
            return with_backend!(&mut self.backend, backend => self.backtrack.walk(backend, config, &mut **lex_leader));
        }
        with_backend!(&mut self.backend, backend => self.cpu.run(#[inline(always)] || self.backtrack.walk(backend, config, &mut Unpruned)))
    }

    /// The solution at which [`step`](Self::step) stopped, as option numbers in order of choice, selected
    /// options first. Held anywhere else, the options chosen so far.
    pub fn solution(&mut self) -> &[u32] {
        self.solution.clear();
        let mut levels = with_backend!(&self.backend, backend => backend.level());
        if self.backtrack.state == State::Advance && levels > self.backtrack.floor {
            levels -= 1;
        }
        let chosen =
            (0..levels).filter_map(|level| with_backend!(&self.backend, backend => backend.chosen(level)));
        self.solution.extend(chosen);
        &self.solution
    }

    /// Counts the solutions from here on, at most `limit`.
    pub fn count(&mut self, limit: u64, config: &Config<'_>) -> Count {
        let mut solutions = 0;
        let end = loop {
            if solutions >= limit {
                break End::LimitReached;
            }
            match self.step(config) {
                Step::Solution => solutions += 1,
                Step::End(end) => break end,
            }
        };
        Count { solutions, end }
    }

    /// As [`step`](Self::step), but branches that `prune` cuts off are left out.
    pub(crate) fn step_pruned(&mut self, config: &Config<'_>, prune: &mut impl Prune) -> Step {
        with_backend!(&mut self.backend, backend => self.backtrack.walk(backend, config, prune))
    }

    /// Goes back to the start, lets `visitor` use the backend there, and counts as ended afterwards. The visitor must
    /// leave the backend as it found it.
    pub(crate) fn visit<V: Visit>(&mut self, visitor: V) -> V::Output {
        self.restart();
        let output = with_backend!(&mut self.backend, backend => visitor.visit(backend));
        self.backtrack.state = State::End;
        output
    }
}

/// What is done with a backend of any kind.
pub(crate) trait Visit {
    /// What it results in.
    type Output;
    /// Uses the backend.
    fn visit(self, backend: &mut impl Backend) -> Self::Output;
}
