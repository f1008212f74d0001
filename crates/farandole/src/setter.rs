//! Questions of puzzle setters: which candidates are true, and which givens are redundant.
//!
//! A candidate is true if some solution has it. A given is redundant if the puzzle has the same solutions without it.
//! Plain 9x9 puzzles go to the kernel together; every other puzzle is searched question by question.
//!
//! ```
//! use farandole::setter::Setter;
//! use farandole::{Config, format};
//!
//! let line = b"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
//! let dialect = format::Dialect::detect(line, &format::ReadConfig::default())?;
//! let puzzle = dialect.parser().parse(format::Record { text: line, line: 1 })?.puzzle;
//! let mut setter = Setter::new(Config::default());
//! let finding = setter.redundant_givens(&[puzzle]).remove(0)?;
//! let names: Vec<String> = finding.found.unwrap().iter().map(|cell| cell.name(9).to_string()).collect();
//! assert_eq!((names.len(), names[0].as_str()), (22, "r1c1"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::config::Config;
use crate::pipeline::{BatchPlan, Item, Piece, Question, Refusal, Source};
use farandole_kernel as kernel;
use farandole_puzzle::format::{Entry, Parser};
use farandole_puzzle::{Cell, Digit, DigitSet, Grid, Puzzle};
use farandole_solve::{End, Solver, Unsupported};
use std::ops::ControlFlow;
use std::sync::Arc;

/// Asks about puzzles; keeps tables from one to the next. Each thread needs its own.
pub struct Setter {
    config: Config,
    solver: Solver,
}

/// What was found out about a puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding<T> {
    /// The answer; `None` if the puzzle has no solution.
    pub found: Option<T>,
    /// Whether every search came to its end. Otherwise there may be more than was found.
    pub exact: bool,
    /// Search nodes of all questions about the puzzle together.
    pub nodes: u64,
}

impl Setter {
    /// A setter that searches with the engine of `config` and gives up a search after its budget of nodes. Its limit and
    /// its memory budget do not matter.
    pub fn new(config: Config) -> Self {
        let config = Config { memory: u64::MAX, ..config };
        Self { config, solver: config.solver() }
    }

    /// For each puzzle the digits that each of its cells, row-major, has in some solution.
    ///
    /// Cost: at most one search for each candidate, about one for each open cell of a proper puzzle.
    pub fn true_candidates(
        &mut self,
        puzzles: &[Puzzle],
    ) -> Vec<Result<Finding<Vec<DigitSet>>, Unsupported>> {
        let batch: Vec<[u16; 81]> =
            puzzles.iter().filter(|puzzle| self.is_batched(puzzle)).map(masks).collect();
        let mut answers = vec![kernel::Candidates::default(); batch.len()];
        kernel::true_candidates(self.config.isa, &self.kernel_config(), &batch, &mut answers);
        let mut answers = answers.into_iter();
        let mut each = Vec::with_capacity(puzzles.len());
        for puzzle in puzzles {
            each.push(match self.is_batched(puzzle).then(|| answers.next()).flatten() {
                Some(answer) => {
                    let exact = answer.status == kernel::Status::Done;
                    let none = exact && answer.masks == [0; 81];
                    let sets = || answer.masks.map(|mask| DigitSet::from_bits(mask.into())).to_vec();
                    Ok(Finding { found: (!none).then(sets), exact, nodes: answer.counters.guesses })
                }
                None => self.search_candidates(puzzle),
            });
        }
        each
    }

    /// For each puzzle the givens, row-major, that each could go alone without letting in another solution. A puzzle
    /// without any is minimal.
    ///
    /// Cost: one search for each given, and one more.
    pub fn redundant_givens(&mut self, puzzles: &[Puzzle]) -> Vec<Result<Finding<Vec<Cell>>, Unsupported>> {
        let batch: Vec<[u8; 81]> =
            puzzles.iter().filter(|puzzle| self.is_batched(puzzle)).map(symbols).collect();
        let mut answers = vec![kernel::Redundancy::default(); batch.len()];
        kernel::redundant_givens(self.config.isa, &self.kernel_config(), &batch, &mut answers);
        let mut solved = vec![kernel::Answer::default(); batch.len()];
        kernel::solve_batch(self.config.isa, &self.kernel_config(), &batch, &mut solved);
        let mut answers = answers.into_iter().zip(solved);
        let mut each = Vec::with_capacity(puzzles.len());
        for puzzle in puzzles {
            each.push(match self.is_batched(puzzle).then(|| answers.next()).flatten() {
                Some((answer, solved)) => {
                    let spent = |status| status == kernel::Status::BudgetSpent;
                    let cells = || cells(puzzle).filter(|cell| answer.cells >> cell.index() & 1 == 1);
                    Ok(Finding {
                        found: (solved.solutions > 0 || spent(solved.status)).then(|| cells().collect()),
                        exact: !spent(answer.status) && !spent(solved.status),
                        nodes: answer.counters.guesses + solved.counters.guesses,
                    })
                }
                None => self.search_redundant(puzzle),
            });
        }
        each
    }

    fn is_batched(&self, puzzle: &Puzzle) -> bool {
        BatchPlan::new(&self.config).is_some_and(|plan| plan.takes(puzzle))
    }

    const fn kernel_config(&self) -> kernel::Config {
        kernel::Config { limit: 1, budget: self.config.budget }
    }

    fn search_candidates(&mut self, puzzle: &Puzzle) -> Result<Finding<Vec<DigitSet>>, Unsupported> {
        let mut seen = vec![DigitSet::EMPTY; puzzle.geometry().cell_count()];
        let mut finding = Finding { found: None, exact: true, nodes: 0 };
        let mut any = self.first(puzzle, &mut finding)?;
        if any.is_none() && finding.exact {
            return Ok(finding);
        }
        for cell in cells(puzzle) {
            loop {
                if let Some(grid) = any.take() {
                    for (set, digit) in seen.iter_mut().zip(grid.digits()) {
                        *set |= Digit::new(*digit).map_or(DigitSet::EMPTY, DigitSet::only);
                    }
                }
                let unseen = puzzle.allowed(cell) - seen[cell.index()];
                if unseen.is_empty() {
                    break;
                }
                any = self.first(&with_only(puzzle, puzzle.givens(), cell, unseen), &mut finding)?;
                if any.is_none() {
                    break;
                }
            }
        }
        Ok(Finding { found: Some(seen), ..finding })
    }

    fn search_redundant(&mut self, puzzle: &Puzzle) -> Result<Finding<Vec<Cell>>, Unsupported> {
        let mut finding = Finding { found: None, exact: true, nodes: 0 };
        if self.first(puzzle, &mut finding)?.is_none() && finding.exact {
            return Ok(finding);
        }
        let mut redundant = Vec::new();
        for cell in cells(puzzle) {
            let Some(given) = Digit::new(puzzle.givens()[cell.index()]) else { continue };
            let mut givens = puzzle.givens().to_vec();
            givens[cell.index()] = 0;
            let others = DigitSet::all(puzzle.size()) - DigitSet::only(given);
            let exact = std::mem::replace(&mut finding.exact, true);
            let another = self.first(&with_only(puzzle, &givens, cell, others), &mut finding)?;
            if another.is_none() && finding.exact {
                redundant.push(cell);
            }
            finding.exact &= exact;
        }
        Ok(Finding { found: Some(redundant), ..finding })
    }

    /// A solution, if there is one; adds the cost to `finding`.
    fn first<T>(&mut self, puzzle: &Puzzle, finding: &mut Finding<T>) -> Result<Option<Grid>, Unsupported> {
        let search = farandole_solve::Config {
            limit: 1,
            budget: self.config.budget,
            ..farandole_solve::Config::default()
        };
        let (grid, report) = self.solver.first(puzzle, &search)?;
        finding.nodes += report.counters.nodes;
        finding.exact &= report.end != End::BudgetSpent;
        Ok(grid)
    }
}

/// The question for the true candidates of each puzzle.
#[derive(Clone, Copy, Debug)]
pub struct TrueCandidates(pub Config);

/// The question for the redundant givens of each puzzle.
#[derive(Clone, Copy, Debug)]
pub struct RedundantGivens(pub Config);

impl Question for TrueCandidates {
    type Worker = (Parser, Setter);
    type Found<'a> = (&'a Entry, Finding<Vec<DigitSet>>);

    fn worker(&self, source: &Source) -> Self::Worker {
        (source.dialect.parser(), Setter::new(self.0))
    }

    fn answer(
        &self,
        worker: &mut Self::Worker,
        piece: &Piece<'_>,
        take: &mut impl FnMut(Item<Self::Found<'_>>) -> ControlFlow<()>,
    ) {
        ask(worker, piece, Setter::true_candidates, take);
    }
}

impl Question for RedundantGivens {
    type Worker = (Parser, Setter);
    type Found<'a> = (&'a Entry, Finding<Vec<Cell>>);

    fn worker(&self, source: &Source) -> Self::Worker {
        (source.dialect.parser(), Setter::new(self.0))
    }

    fn answer(
        &self,
        worker: &mut Self::Worker,
        piece: &Piece<'_>,
        take: &mut impl FnMut(Item<Self::Found<'_>>) -> ControlFlow<()>,
    ) {
        ask(worker, piece, Setter::redundant_givens, take);
    }
}

/// Asks about all puzzles of a piece together.
fn ask<T>(
    (parser, setter): &mut (Parser, Setter),
    piece: &Piece<'_>,
    question: impl Fn(&mut Setter, &[Puzzle]) -> Vec<Result<Finding<T>, Unsupported>>,
    take: &mut impl FnMut(Item<(&Entry, Finding<T>)>) -> ControlFlow<()>,
) {
    let entries: Vec<_> = piece.records().map(|(_, record)| parser.parse(record)).collect();
    let puzzles: Vec<Puzzle> = entries.iter().flatten().map(|entry| entry.puzzle.clone()).collect();
    let mut findings = question(setter, &puzzles).into_iter();
    for (entry, (ordinal, record)) in entries.iter().zip(piece.records()) {
        let outcome = match entry {
            Err(error) => Err(Refusal::Unreadable(error.clone())),
            Ok(entry) => match findings.next().expect("a finding for each puzzle") {
                Ok(finding) => Ok((entry, finding)),
                Err(unsupported) => Err(Refusal::Unsupported(unsupported)),
            },
        };
        let nodes = outcome.as_ref().map_or(0, |(_, finding)| finding.nodes);
        if take(Item { ordinal, line: record.line, nodes, guesses: 0, outcome }).is_break() {
            return;
        }
    }
}

fn cells(puzzle: &Puzzle) -> impl Iterator<Item = Cell> {
    (0..puzzle.geometry().cell_count()).filter_map(Cell::new)
}

fn masks(puzzle: &Puzzle) -> [u16; 81] {
    core::array::from_fn(|cell| Cell::new(cell).map_or(0, |cell| puzzle.allowed(cell).bits() as u16))
}

fn symbols(puzzle: &Puzzle) -> [u8; 81] {
    core::array::from_fn(|cell| puzzle.givens()[cell] + b'0')
}

/// The puzzle with these givens in which one cell may only have these digits.
fn with_only(puzzle: &Puzzle, givens: &[u8], cell: Cell, digits: DigitSet) -> Puzzle {
    let mut allowed = match puzzle.restrictions() {
        Some(restrictions) => restrictions.to_vec(),
        None => vec![DigitSet::all(puzzle.size()); givens.len()],
    };
    allowed[cell.index()] &= digits;
    Puzzle::new(Arc::clone(puzzle.geometry()), givens)
        .and_then(|puzzle| puzzle.with_restrictions(&allowed))
        .expect("sizes and digits are those of a puzzle")
}
