//! What a setter of puzzles asks: which candidates are true, and which givens follow from the others.
//!
//! Plain 9x9 puzzles go to the kernel together; every other puzzle is searched question by question.

use farandole_kernel as kernel;
use farandole_puzzle::{Cell, Digit, DigitSet, Grid, Puzzle};
use farandole_solve::{Config, End, Engine, Solver, Unsupported};
use std::sync::Arc;

/// Asks about puzzles; keeps tables from one to the next. Each thread needs its own.
pub struct Setter {
    solver: Solver,
    isa: kernel::Isa,
    /// Nodes for each search.
    budget: u64,
}

/// What was found out about a puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Told<T> {
    /// The answer; `None` if the puzzle has no solution.
    pub found: Option<T>,
    /// Whether every search came to its end. Otherwise there may be more than was found.
    pub exact: bool,
    /// Search nodes of all questions about the puzzle together.
    pub nodes: u64,
}

impl Setter {
    /// A setter that searches with this engine, the `kernel` with this instruction set, and gives up a search after
    /// `budget` nodes.
    pub fn new(engine: Engine, isa: kernel::Isa, budget: u64) -> Self {
        Self { solver: Solver::new(engine).with_isa(isa), isa, budget }
    }

    /// For each puzzle the digits that each of its cells, row-major, has in some solution.
    ///
    /// Cost: at most one search for each candidate, about one for each open cell of a proper puzzle.
    pub fn true_candidates(&mut self, puzzles: &[Puzzle]) -> Vec<Result<Told<Vec<DigitSet>>, Unsupported>> {
        let batch: Vec<[u16; 81]> =
            puzzles.iter().filter(|puzzle| self.is_for_kernel(puzzle)).map(masks).collect();
        let mut answers = vec![kernel::Candidates::default(); batch.len()];
        kernel::true_candidates(self.isa, &self.kernel_config(), &batch, &mut answers);
        let mut answers = answers.into_iter();
        let mut each = Vec::with_capacity(puzzles.len());
        for puzzle in puzzles {
            each.push(match self.is_for_kernel(puzzle).then(|| answers.next()).flatten() {
                Some(answer) => {
                    let exact = answer.end == kernel::End::Exhausted;
                    let none = exact && answer.masks == [0; 81];
                    let sets = || answer.masks.map(|mask| DigitSet::from_bits(mask.into())).to_vec();
                    Ok(Told { found: (!none).then(sets), exact, nodes: answer.counters.guesses })
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
    pub fn redundant_givens(&mut self, puzzles: &[Puzzle]) -> Vec<Result<Told<Vec<Cell>>, Unsupported>> {
        let batch: Vec<[u8; 81]> =
            puzzles.iter().filter(|puzzle| self.is_for_kernel(puzzle)).map(symbols).collect();
        let mut answers = vec![kernel::Redundancy::default(); batch.len()];
        kernel::redundant_givens(self.isa, &self.kernel_config(), &batch, &mut answers);
        let mut solved = vec![kernel::Answer::default(); batch.len()];
        kernel::solve_batch(self.isa, &self.kernel_config(), &batch, &mut solved);
        let mut answers = answers.into_iter().zip(solved);
        let mut each = Vec::with_capacity(puzzles.len());
        for puzzle in puzzles {
            each.push(match self.is_for_kernel(puzzle).then(|| answers.next()).flatten() {
                Some((answer, solved)) => {
                    let spent = |end| end == kernel::End::BudgetSpent;
                    let cells = || cells(puzzle).filter(|cell| answer.cells >> cell.index() & 1 == 1);
                    Ok(Told {
                        found: (solved.solutions > 0 || spent(solved.end)).then(|| cells().collect()),
                        exact: !spent(answer.end) && !spent(solved.end),
                        nodes: answer.counters.guesses + solved.counters.guesses,
                    })
                }
                None => self.search_redundant(puzzle),
            });
        }
        each
    }

    fn is_for_kernel(&self, puzzle: &Puzzle) -> bool {
        matches!(self.solver.engine(), Engine::Auto | Engine::Kernel)
            && puzzle.geometry().is_classic()
            && puzzle.restrictions().is_none()
    }

    const fn kernel_config(&self) -> kernel::Config {
        kernel::Config { limit: 1, budget: self.budget }
    }

    fn search_candidates(&mut self, puzzle: &Puzzle) -> Result<Told<Vec<DigitSet>>, Unsupported> {
        let mut seen = vec![DigitSet::EMPTY; puzzle.geometry().cell_count()];
        let mut told = Told { found: None, exact: true, nodes: 0 };
        let mut any = self.first(puzzle, &mut told)?;
        if any.is_none() && told.exact {
            return Ok(told);
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
                any = self.first(&with_only(puzzle, puzzle.givens(), cell, unseen), &mut told)?;
                if any.is_none() {
                    break;
                }
            }
        }
        Ok(Told { found: Some(seen), ..told })
    }

    fn search_redundant(&mut self, puzzle: &Puzzle) -> Result<Told<Vec<Cell>>, Unsupported> {
        let mut told = Told { found: None, exact: true, nodes: 0 };
        if self.first(puzzle, &mut told)?.is_none() && told.exact {
            return Ok(told);
        }
        let mut redundant = Vec::new();
        for cell in cells(puzzle) {
            let Some(given) = Digit::new(puzzle.givens()[cell.index()]) else { continue };
            let mut givens = puzzle.givens().to_vec();
            givens[cell.index()] = 0;
            let others = DigitSet::all(puzzle.size()) - DigitSet::only(given);
            let exact = std::mem::replace(&mut told.exact, true);
            let another = self.first(&with_only(puzzle, &givens, cell, others), &mut told)?;
            if another.is_none() && told.exact {
                redundant.push(cell);
            }
            told.exact &= exact;
        }
        Ok(Told { found: Some(redundant), ..told })
    }

    /// A solution, if there is one; adds the cost to `told`.
    fn first<T>(&mut self, puzzle: &Puzzle, told: &mut Told<T>) -> Result<Option<Grid>, Unsupported> {
        let config = Config { limit: 1, budget: self.budget, ..Config::default() };
        let (grid, report) = self.solver.first(puzzle, &config)?;
        told.nodes += report.counters.nodes;
        told.exact &= report.end != End::BudgetSpent;
        Ok(grid)
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
