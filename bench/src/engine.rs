//! The solvers, each with the same interface: bytes in, a count up to the limit and the first
//! solution out.

use farandole_kernel::{Answer, Config, Isa, solve_batch};

/// The answer of an engine for one puzzle.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Verdict {
    /// Number of solutions, up to the limit.
    pub solutions: u32,
    /// One solution, if there are any.
    pub grid: [u8; 81],
}

impl Verdict {
    /// No solution.
    pub const NONE: Self = Self { solutions: 0, grid: [b'.'; 81] };
}

/// A solver to measure.
pub struct Engine {
    pub name: String,
    /// Greatest supported limit.
    pub max_limit: u32,
    /// True if each puzzle is solved in a separate call.
    pub single: bool,
    solve: Solve,
}

/// Solves one puzzle. The number is the limit on solutions.
type SolveOne = fn(&[u8; 81], u32) -> Verdict;

enum Solve {
    Ours(Isa),
    Each(SolveOne),
}

impl Engine {
    /// Solves all puzzles and writes one verdict for each. Returns the number of guesses if the
    /// engine counts them.
    pub fn run(
        &self,
        puzzles: &[[u8; 81]],
        limit: u32,
        answers: &mut Vec<Answer>,
        verdicts: &mut Vec<Verdict>,
    ) -> Option<u64> {
        match self.solve {
            Solve::Ours(isa) => {
                answers.clear();
                answers.resize(puzzles.len(), Answer::default());
                let config = Config { limit, ..Config::default() };
                let size = if self.single { 1 } else { puzzles.len().max(1) };
                let batches = puzzles.chunks(size).zip(answers.chunks_mut(size));
                Some(
                    batches
                        .map(|(puzzles, answers)| solve_batch(isa, &config, puzzles, answers).guesses)
                        .sum(),
                )
            }
            Solve::Each(solve) => {
                verdicts.clear();
                verdicts.extend(puzzles.iter().map(|puzzle| solve(puzzle, limit)));
                None
            }
        }
    }

    /// Returns the number of half sweeps per puzzle for our engines.
    pub fn sweeps(&self, answers: &[Answer]) -> Option<f64> {
        matches!(self.solve, Solve::Ours(_))
            .then(|| answers.iter().map(|a| a.counters.sweeps).sum::<u64>() as f64 / answers.len() as f64)
    }

    /// Returns the verdicts of the last run.
    pub fn collect(&self, answers: &[Answer], verdicts: &[Verdict]) -> Vec<Verdict> {
        match self.solve {
            Solve::Ours(_) => {
                answers.iter().map(|a| Verdict { solutions: a.solutions, grid: a.grid }).collect()
            }
            Solve::Each(_) => verdicts.to_vec(),
        }
    }

    /// Returns true for the engines of Farandole.
    pub fn is_ours(&self) -> bool {
        matches!(self.solve, Solve::Ours(_))
    }
}

/// Returns all engines that can run here: ours for each instruction set, followed by the rivals.
pub fn all() -> Vec<Engine> {
    let mut engines: Vec<Engine> = Isa::available()
        .map(|isa| Engine {
            name: format!("farandole-{isa}"),
            max_limit: u32::MAX,
            single: false,
            solve: Solve::Ours(isa),
        })
        .collect();
    let rivals: [(&str, u32, SolveOne); 3] =
        [("sudoku", u32::MAX, sudoku), ("rustoku", u32::MAX, rustoku), ("zero-alloc-sudoku", 1, zero_alloc)];
    engines.extend(rivals.map(|(name, max_limit, solve)| Engine {
        name: name.into(),
        max_limit,
        single: false,
        solve: Solve::Each(solve),
    }));
    engines
}

fn text(puzzle: &[u8; 81]) -> &str {
    core::str::from_utf8(puzzle).expect("sets hold ASCII only")
}

fn sudoku(puzzle: &[u8; 81], limit: u32) -> Verdict {
    let Ok(puzzle) = sudoku_crate::Sudoku::from_str_line(text(puzzle)) else { return Verdict::NONE };
    let mut grids = [[0; 81]; 2];
    let n = puzzle.solutions_up_to_buffer(&mut grids, limit as usize);
    if n == 0 { Verdict::NONE } else { Verdict { solutions: n as u32, grid: grids[0].map(|d| b'0' + d) } }
}

fn rustoku(puzzle: &[u8; 81], limit: u32) -> Verdict {
    let Ok(mut solver) = rustoku_lib::Rustoku::new_from_str(text(puzzle)) else { return Verdict::NONE };
    let found = solver.solve_until(limit as usize);
    let Some(first) = found.first() else { return Verdict::NONE };
    let mut grid = [0; 81];
    for (i, digit) in grid.iter_mut().enumerate() {
        *digit = b'0' + first.board.get(i / 9, i % 9);
    }
    Verdict { solutions: found.len() as u32, grid }
}

fn zero_alloc(puzzle: &[u8; 81], _: u32) -> Verdict {
    let Ok(mut solver) = text(puzzle).parse::<zero_alloc::Sudoku>() else { return Verdict::NONE };
    if solver.solve() {
        Verdict { solutions: 1, grid: solver.cells().map(|d| b'0' + d) }
    } else {
        Verdict::NONE
    }
}
