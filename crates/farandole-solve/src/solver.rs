//! The solver: one engine, reusable buffers.

use crate::count;
use crate::engine::backtrack::Backtrack;
use crate::engine::bitboard::Bitboard;
use crate::engine::exact_cover::ExactCover;
use crate::engine::kernel;
use crate::engine::relabel::with_first_row;
use crate::engine::singles::Singles;
use crate::engine::sweep::{Sweep, Tables};
use crate::geometry_tables::GeometryCache;
use crate::limits::Run;
use crate::memory;
use crate::plan::route;
use crate::search::Search;
use crate::{Config, Counters, End, Engine, Report, Route, Unsupported};
use core::ops::ControlFlow;
use farandole_kernel::Isa;
use farandole_puzzle::{Grid, Puzzle};

/// Runs one engine on puzzle after puzzle, keeping its buffers and the tables of the geometries seen last.
///
/// Not shared between threads: give each thread its own.
#[derive(Debug)]
pub struct Solver {
    engine: Engine,
    pub(crate) tables: Tables,
    pub(crate) shapes: GeometryCache,
    pub(crate) sweep: Sweep,
    backtrack: Backtrack,
    singles: Singles,
    exact_cover: ExactCover,
    search: Search,
    isa: Isa,
}

/// What [`Solver::solve_batch`] says about one puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    /// The first solution met.
    pub first: Option<Grid>,
    /// How the search went.
    pub report: Report,
}

impl Solver {
    /// A solver that uses this engine.
    pub fn new(engine: Engine) -> Self {
        Self {
            engine,
            tables: Tables::default(),
            shapes: GeometryCache::default(),
            sweep: Sweep::default(),
            backtrack: Backtrack::default(),
            singles: Singles::default(),
            exact_cover: ExactCover::default(),
            search: Search::default(),
            isa: Isa::detect(),
        }
    }

    /// The same solver with another instruction set for the kernel than the detected one. Answers and counters
    /// are the same with every one.
    #[must_use]
    pub fn with_isa(mut self, isa: Isa) -> Self {
        self.isa = isa;
        self
    }

    /// The engine asked for.
    pub const fn engine(&self) -> Engine {
        self.engine
    }

    /// Searches the puzzle and calls `visit` with the digits (row-major, 1 up to N) of each solution, no solution
    /// twice; `Break` from it ends the run.
    ///
    /// # Errors
    /// If the engine can't take such a puzzle.
    pub fn run(
        &mut self,
        puzzle: &Puzzle,
        config: &Config<'_>,
        visit: &mut dyn FnMut(&[u8]) -> ControlFlow<()>,
    ) -> Result<Report, Unsupported> {
        let route = route(self.engine, puzzle)?;
        memory::admit(route.engine, puzzle.geometry(), config)?;
        let report = |end| Report { solutions: 0, end, counters: Counters::default(), route, clash: None };
        // Bitboard stand clashes, which are rare: there it is soon enough to look for one when nothing was found.
        let early = !matches!(route.engine, Engine::Auto | Engine::Search)
            || !Bitboard::fit(puzzle.geometry())
            || config.limit == 0;
        if early
            && may_clash(puzzle)
            && let Some(clash) = puzzle.clash()
        {
            return Ok(Report { clash: Some(clash), ..report(End::Exhausted) });
        }
        if config.limit == 0 {
            return Ok(report(End::LimitReached));
        }
        let mut run = Run::new(config, visit);
        let shapes = &mut self.shapes;
        let geometry = puzzle.geometry();
        let end = match route.engine {
            Engine::Dfs => self.backtrack.search(&shapes.get(geometry), puzzle, &mut run),
            Engine::Dlx => self.exact_cover.search(&shapes.get(geometry), puzzle, &mut run),
            Engine::Prune => self.singles.search(&shapes.get(geometry), puzzle, &mut run),
            Engine::Auto | Engine::Search => self.search.search(shapes, puzzle, &mut run),
            Engine::Kernel => kernel::search(self.isa, puzzle, &mut run),
        };
        let end = end.break_value().unwrap_or(End::Exhausted);
        if !early
            && run.solutions == 0
            && let Some(clash) = puzzle.clash()
        {
            return Ok(Report { clash: Some(clash), ..report(End::Exhausted) });
        }
        Ok(Report { solutions: run.solutions, counters: run.counters, ..report(end) })
    }

    /// Counts solutions up to [`Config::limit`], as [`first`](Self::first) does.
    ///
    /// # Errors
    /// If the engine can't take such a puzzle.
    pub fn count(&mut self, puzzle: &Puzzle, config: &Config<'_>) -> Result<Report, Unsupported> {
        if self.engine == Engine::Auto && config.limit == u64::MAX {
            return self.first(puzzle, config).map(|(_, report)| report);
        }
        self.run(puzzle, config, &mut |_| ControlFlow::Continue(()))
    }

    /// The first solution met, if any; the search goes on to [`Config::limit`], so that a limit of 2 also
    /// tells whether the solution is the only one.
    ///
    /// With [`Engine::Auto`] and a limit of `u64::MAX`, a puzzle whose solutions are not all met in 50,000 nodes is
    /// counted with memory of its subproblems where these repeat. In a blank puzzle the digits can stand for each other:
    /// its solutions with the first row fixed are counted, and each stands for N! of them. A count beyond 64 bits ends with
    /// [`End::LimitReached`].
    ///
    /// # Errors
    /// If the engine can't take such a puzzle.
    pub fn first(
        &mut self,
        puzzle: &Puzzle,
        config: &Config<'_>,
    ) -> Result<(Option<Grid>, Report), Unsupported> {
        if self.engine != Engine::Auto || config.limit < u64::MAX || config.budget <= count::VISITS {
            return self.first_by_visits(puzzle, config);
        }
        if let Some(fixed) = with_first_row(puzzle) {
            let (first, report) = self.first(&fixed, config)?;
            return Ok((first, count::relabelled(report, puzzle.size())));
        }
        let (first, visited) = self.first_by_visits(puzzle, &Config { budget: count::VISITS, ..*config })?;
        if visited.end != End::BudgetSpent {
            return Ok((first, visited));
        }
        let Some(report) = count::count(self, puzzle, config) else {
            return self.first_by_visits(puzzle, config);
        };
        let report = Report { solutions: report.solutions.max(visited.solutions), ..report };
        let first = match first {
            None if report.solutions > 0 => self.first_by_visits(puzzle, &Config { limit: 1, ..*config })?.0,
            first => first,
        };
        Ok((first, report))
    }

    fn first_by_visits(
        &mut self,
        puzzle: &Puzzle,
        config: &Config<'_>,
    ) -> Result<(Option<Grid>, Report), Unsupported> {
        // How the kernel branches depends on whether solutions are visited; a puzzle alone is a batch of one.
        if self.in_one_batch(puzzle, puzzle, config)
            && let Ok(route) = route(self.engine, puzzle)
            && let Some(Answer { first, report }) =
                kernel::solve_batch(self.isa, route, core::slice::from_ref(puzzle), config).pop()
        {
            return Ok((first, report));
        }
        let mut first = None;
        let report = self.run(puzzle, config, &mut |digits| {
            if first.is_none() {
                first = Grid::new(puzzle.size(), digits.to_vec()).ok();
            }
            ControlFlow::Continue(())
        })?;
        Ok((first, report))
    }

    /// [`first`](Self::first) for many puzzles; result k is for puzzle k. The `kernel` engine is at its best when
    /// it gets some hundreds at once; for the others this is a loop.
    pub fn solve_batch(
        &mut self,
        puzzles: &[Puzzle],
        config: &Config<'_>,
    ) -> Vec<Result<Answer, Unsupported>> {
        let mut answers = Vec::with_capacity(puzzles.len());
        let mut rest = puzzles;
        while let Some(first) = rest.first() {
            let alike = rest.iter().take_while(|puzzle| self.in_one_batch(first, puzzle, config)).count();
            let (now, later) = rest.split_at(alike.max(1));
            rest = later;
            match route(self.engine, first) {
                Ok(route) if alike > 0 => {
                    answers.extend(kernel::solve_batch(self.isa, route, now, config).into_iter().map(Ok));
                }
                _ => answers.push(self.first(first, config).map(|(first, report)| Answer { first, report })),
            }
        }
        answers
    }

    /// Whether the kernel can take both puzzles in one call.
    fn in_one_batch(&self, first: &Puzzle, other: &Puzzle, config: &Config<'_>) -> bool {
        (1..=u64::from(u32::MAX)).contains(&config.limit)
            && memory::admit(Engine::Kernel, first.geometry(), config).is_ok()
            && first.restrictions().is_some() == other.restrictions().is_some()
            && [first, other]
                .iter()
                .all(|puzzle| matches!(route(self.engine, puzzle), Ok(Route { engine: Engine::Kernel, .. })))
    }
}

/// Whether [`Puzzle::clash`] is to be asked: it is certain to know a clash if there is one, and takes longer.
fn may_clash(puzzle: &Puzzle) -> bool {
    let givens = puzzle.givens();
    puzzle.restrictions().is_some()
        || puzzle.geometry().misfit().is_some()
        || puzzle.geometry().houses().any(|house| {
            let (mut given, mut twice) = (0_u64, 0);
            for cell in house.cells {
                let bit = givens[cell.index()].checked_sub(1).map_or(0, |digit| 1 << digit);
                twice |= given & bit;
                given |= bit;
            }
            twice != 0
        })
}
