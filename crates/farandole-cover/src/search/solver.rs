//! The public search: a backend for a problem, and backtracking over it.

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

/// The data structure for the partial solution and the available options. The search tree is the same for all
/// methods, and therefore also the solutions, their order and [`Stats::nodes`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Method {
    /// Dancing links. Does not support multiplicities. Memory is linear in the size of the problem.
    DancingLinks,
    /// Bit sets of options. This is faster, but takes at least `options * options / 8` bytes, and supports at
    /// most 65,534 options and as many primary items.
    Bitset,
}

/// Maximum number of options, and of primary items, for which bit sets are the default. The compatibility
/// matrix then takes 2 MB.
const MAX_BITSET_OPTIONS: u32 = 4096;

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

/// Evaluates an expression with the backend, whatever its type.
// This is a macro, because the loop over nodes must be compiled for each type of backend.
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

/// A search over one problem. It can be stopped, continued, and restarted without new allocations.
///
/// The order of the search depends on the problem alone. At each node, the search branches on the leftmost
/// item with the fewest options, and tries the options of the item in order.
///
/// [`select`](Self::select) fixes options in advance, so that many variants of one problem can share one
/// `Search`.
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
/// assert_eq!(search.count(u64::MAX, &Config::new()).solutions, 1); // the other solution
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
    /// The rule for symmetry breaking, if there is one.
    lex_leader: Option<Box<LexLeader>>,
}

impl Search {
    /// Prepares a search over all solutions. It uses bit sets if the problem has multiplicities, or has at most
    /// 4,096 options and at most 4,096 primary items. Otherwise it uses dancing links.
    ///
    /// # Errors
    /// The problem has multiplicities, and 65,535 or more options or primary items.
    pub fn new(problem: &Problem) -> Result<Self, Unsupported> {
        // The number of items matters too, because every item has a set of options.
        let small = problem.options() <= MAX_BITSET_OPTIONS && problem.primary_items() <= MAX_BITSET_OPTIONS;
        // Dancing links do not support multiplicities.
        let small = small || problem.has_multiplicities();
        Self::with_method(problem, if small { Method::Bitset } else { Method::DancingLinks })
    }

    /// Prepares a search over all solutions with the given method.
    ///
    /// # Errors
    /// The problem is too large for the method, or has multiplicities and the method is dancing
    /// links.
    pub fn with_method(problem: &Problem, method: Method) -> Result<Self, Unsupported> {
        let backend = match method {
            // Item lengths of 8 bits are tried first, because vector registers then hold twice as many items.
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

    /// Returns the approximate memory that a search from [`Search::new`] needs, in bytes per thread.
    ///
    /// ```
    /// use farandole_cover::{Search, generate};
    ///
    /// assert!(Search::bytes(&generate::queens(8)?) < 1 << 20);
    /// # Ok::<(), farandole_cover::BuildError>(())
    /// ```
    #[must_use]
    pub fn bytes(problem: &Problem) -> u64 {
        let [items, options, entries] =
            [problem.items(), problem.options(), problem.entries()].map(u64::from);
        // Dancing links: nodes of 16 bytes, each with a color and a trail entry; then the options, and the
        // levels of the search.
        let links = 24 * (items + entries) + 4 * options + 40 * u64::from(problem.primary_items());
        let is_small =
            problem.options() <= MAX_BITSET_OPTIONS && problem.primary_items() <= MAX_BITSET_OPTIONS;
        // Bit sets: the compatibility matrix, and the set of options of each item.
        let bits = options * (options + items) / 8;
        if is_small || problem.has_multiplicities() { links + bits } else { links }
    }

    /// Returns the method in use.
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

    /// Sets the heuristic that chooses items, and returns to the start.
    pub fn set_heuristic(&mut self, heuristic: Heuristic, problem: &Problem) {
        self.restart();
        self.backtrack.choice = Choice::new(heuristic, problem).map(Box::new);
        // Only heuristics need to know dead items, so backends do not find them by default.
        with_backend!(&mut self.backend, backend => backend.find_dead_items());
    }

    /// Turns on symmetry breaking, and returns to the start. Of the solutions that symmetries map to each
    /// other, [`step`](Self::step) and all methods that use it find only the first in the order of the
    /// search. The solutions found depend neither on the number of threads nor on how the search is split.
    ///
    /// A branch is cut off as soon as it is known that a symmetry maps it to a branch searched earlier. If the
    /// problem has multiplicities, only complete solutions are compared, as sets of options.
    ///
    /// `symmetries` must belong to this problem, with the same option indices, and must map selected options to
    /// selected options.
    pub fn set_symmetries(&mut self, symmetries: Symmetries, problem: &Problem) {
        self.lex_leader = Some(Box::new(LexLeader::new(symmetries, !problem.has_multiplicities())));
        self.restart();
    }

    /// Returns the current position.
    #[must_use]
    pub fn position(&self) -> Position {
        with_backend!(&self.backend, backend => self.backtrack.position(backend))
    }

    /// Enters a position of a search over an equal problem with the same selected options. The search then
    /// continues with the part of the tree that the position represents. Counters start at 0.
    ///
    /// # Errors
    /// The search has no such position. It is then at its start.
    pub fn enter(&mut self, position: &Position) -> Result<(), PositionError> {
        self.restart();
        with_backend!(&mut self.backend, backend => self.backtrack.enter(backend, position))
    }

    /// Splits the rest of the search in two. Removes the untried options of the level nearest to the root
    /// that has any, and returns their position. In the order of the search, they come last. Returns `None`
    /// if there is nothing to remove.
    ///
    /// The remaining solutions of this search, followed by those of a search from the returned position, are
    /// the solutions that this search would otherwise have found. The nodes of both searches add up to the
    /// same total.
    pub fn split_off(&mut self) -> Option<Position> {
        with_backend!(&self.backend, backend => self.backtrack.split_off(backend))
    }

    /// Estimates the size of the search tree and the number of solutions from `dives` random paths,
    /// and returns to the start, with counters at 0.
    ///
    /// The budget of `config` does not apply. If its flag is set, the estimate uses the paths that have been
    /// followed so far, and at least two; [`Estimate::dives`] is their number.
    pub fn estimate(&mut self, dives: u64, random: &mut Random, config: &Config<'_>) -> Estimate {
        self.restart();
        let estimate = with_backend!(&mut self.backend, backend => estimate(backend, dives, random, config));
        self.restart();
        estimate
    }

    /// Follows forced options from the start to the first item with several options. Returns this item and its
    /// options; `None` if there is no such item.
    pub(crate) fn first_choice(&mut self) -> Option<(u32, Vec<u32>)> {
        self.restart();
        with_backend!(&mut self.backend, backend => self.backtrack.first_choice(backend))
    }

    /// Returns the counters since the last [`reset`](Self::reset), [`restart`](Self::restart) or
    /// [`enter`](Self::enter). The updates of [`select`](Self::select) are included.
    #[must_use]
    pub fn stats(&self) -> Stats {
        let (updates, cleansings) = with_backend!(&self.backend, backend => backend.counters());
        Stats { nodes: self.backtrack.nodes, updates, cleansings, solutions: self.backtrack.solutions }
    }

    /// Returns to the start and deselects all options. With dancing links, all levels of the current path are
    /// undone; with bit sets, the cost is negligible.
    pub fn reset(&mut self) {
        with_backend!(&mut self.backend, backend => self.backtrack.unwind(backend, 0));
        self.backtrack.selected = 0;
        self.reset_symmetries();
    }

    /// Returns to the start and keeps the selected options.
    pub fn restart(&mut self) {
        with_backend!(&mut self.backend, backend => self.backtrack.unwind(backend, self.backtrack.selected));
        self.reset_symmetries();
    }

    /// Resets the symmetry breaking.
    fn reset_symmetries(&mut self) {
        if let Some(lex_leader) = &mut self.lex_leader {
            lex_leader.restart(self.backtrack.selected);
        }
    }

    /// Selects an option: every solution then contains it. A search that has begun returns to its start first.
    ///
    /// An option that leaves some item without options is accepted; there are then no solutions.
    ///
    /// # Errors
    /// The option does not exist or conflicts with a selected option: both cover the same primary item, or the
    /// same secondary item without a common color. The search is then unchanged or at its start.
    pub fn select(&mut self, option: u32) -> Result<(), Clash> {
        // The levels of selected options precede all levels of the search, so the search has to return to its
        // start first.
        if self.backtrack.state != State::Fresh {
            self.restart();
        }
        if with_backend!(&mut self.backend, backend => backend.select(option)) {
            self.backtrack.selected += 1;
            // The levels of selected options are never searched.
            self.backtrack.floor += 1;
            self.reset_symmetries();
            Ok(())
        } else {
            Err(Clash { option })
        }
    }

    /// Continues until the next solution, the end of the search, or a limit of `config`.
    pub fn step(&mut self, config: &Config<'_>) -> Step {
        if let Some(lex_leader) = &mut self.lex_leader {
            return with_backend!(&mut self.backend, backend => self.backtrack.walk(backend, config, &mut **lex_leader));
        }
        // The whole walk runs in one call of `Cpu::run`, so the instruction set is chosen only once.
        with_backend!(&mut self.backend, backend => self.cpu.run(#[inline(always)] || self.backtrack.walk(backend, config, &mut Unpruned)))
    }

    /// Returns the solution at which [`step`](Self::step) stopped, as option indices in order of
    /// choice, selected options first. In any other state, returns the options chosen so far.
    pub fn solution(&mut self) -> &[u32] {
        self.solution.clear();
        let mut levels = with_backend!(&self.backend, backend => backend.level());
        // In the state `Advance`, the deepest level has no option.
        if self.backtrack.state == State::Advance && levels > self.backtrack.floor {
            levels -= 1;
        }
        let chosen =
            (0..levels).filter_map(|level| with_backend!(&self.backend, backend => backend.chosen(level)));
        self.solution.extend(chosen);
        &self.solution
    }

    /// Counts the remaining solutions, starting at the current state, and stops after `limit` solutions.
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

    /// Continues like [`step`](Self::step), but skips the branches that `prune` cuts off.
    pub(crate) fn step_pruned(&mut self, config: &Config<'_>, prune: &mut impl Prune) -> Step {
        with_backend!(&mut self.backend, backend => self.backtrack.walk(backend, config, prune))
    }

    /// Returns to the start and passes the backend to `visitor`, which must leave the backend unchanged. The
    /// search is exhausted afterwards, until it is restarted.
    pub(crate) fn visit<V: Visit>(&mut self, visitor: V) -> V::Output {
        self.restart();
        let output = with_backend!(&mut self.backend, backend => visitor.visit(backend));
        self.backtrack.state = State::End;
        output
    }
}

/// A function that is generic over the type of the backend.
pub(crate) trait Visit {
    /// The result of the function.
    type Output;
    /// Runs the function on a backend.
    fn visit(self, backend: &mut impl Backend) -> Self::Output;
}
