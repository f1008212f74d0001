//! Verdicts on moves: whether a digit that a person places, or a candidate that a person eliminates, contradicts the
//! puzzle, is justified by a step, or is true without a step that shows it yet.

use crate::config::Config;
use crate::error::Error;
use crate::hint::{ToPosition, classic_solutions, variant_solutions};
use core::ops::ControlFlow;
use core::sync::atomic::AtomicBool;
use farandole_logic::cancel::Limited;
use farandole_logic::claim::Claim;
pub use farandole_logic::hint::{Limits, Move, Position, Reason, Ruling, Truth, Verdict};
use farandole_logic::hint::{Problem, VariantPosition};
use farandole_logic::{UserGrid, own};
use farandole_puzzle::constraint::Given;
use farandole_puzzle::variant::Variant;
use farandole_puzzle::{Cell, ClassicPuzzle, Digit, DigitSet, Geometry};
use farandole_solve::{End, Engine, Solver};
use std::sync::Arc;

/// Maximum number of search nodes for the solutions in which a move holds.
const SEARCH: u64 = 100_000;

/// Judges moves in a position: `r4c7=5` places a digit, and `r4c7<>5` eliminates a candidate. Each move is judged in
/// the given position, without the other moves. Forcing chains, nets and trials are not searched for; [`Judge`] has
/// this limit and others as arguments.
///
/// ```
/// use farandole::verdict::{Ruling, judge};
///
/// let puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// let rulings: Vec<Ruling> = judge(puzzle, "r5c5=5 r5c5=6")?.iter().map(|verdict| verdict.ruling).collect();
/// assert_eq!(rulings, [Ruling::Justified, Ruling::Contradicts]);
/// let unfinished = ".Shape~4x4.Cage~3~R1C1~R1C2";
/// assert_eq!(judge(unfinished, "r1c1=1")?[0].ruling, Ruling::Undecided);
/// assert_eq!(judge(unfinished, "r1c3<>1")?[0].ruling, Ruling::Justified);
/// # Ok::<(), farandole::Error>(())
/// ```
///
/// # Errors
/// If the text is not a puzzle, no techniques are known for it, or a move is not a claim about a cell and a value of
/// its board.
pub fn judge<P: ToPosition + ?Sized>(puzzle: &P, moves: &str) -> Result<Vec<Verdict>, Error> {
    let position = puzzle.to_position()?;
    let moves = position.moves(moves)?;
    judge_within(u64::MAX, position, moves)
}

/// Judges moves like [`judge`], with a limit on the searches for the steps of each verdict. The cells and values of the
/// moves are those of the board; see [`Position::candidate`].
///
/// # Errors
/// If the engine does not support a constraint.
pub fn judge_within(
    searches: u64,
    position: Position,
    moves: impl IntoIterator<Item = Move>,
) -> Result<Vec<Verdict>, Error> {
    let order = own::Order::default();
    let judge = Judge::new(position, &Config { budget: SEARCH, ..Config::default() }, None)?;
    let most = judge.position().usual_difficulty();
    let limits = Limits { config: own::Config { order: &order, searches }, most };
    moves.into_iter().map(|claim| judge.verdict(claim, limits, None)).collect()
}

/// A position that can be searched: of a classic puzzle, of a variant, or of either kind.
///
/// A program that judges only one kind, such as the page's module for classic puzzles, then contains no engine for the
/// other one.
pub trait Examined {
    /// Finds solutions in which a claim holds. Returns `None` if the search ended early.
    ///
    /// # Errors
    /// If the engine does not support a constraint.
    fn solutions(&self, claim: Option<Move>, search: &Search<'_>) -> Result<Option<Vec<Vec<u8>>>, Error>;

    /// Returns the problems of a position without solutions.
    ///
    /// # Errors
    /// If the engine does not support a constraint.
    fn problems(&self, search: &Search<'_>) -> Result<Vec<Problem>, Error>;

    /// Returns true if the cell has a digit, which all solutions have.
    fn is_filled(&self, cell: Cell) -> bool;

    /// Judges a claim whose truth is known.
    fn judge<'a>(&self, claim: Move, truth: Truth, values: &[u8], limits: Limited<'a, Limits<'a>>)
    -> Verdict;
}

/// The limits of a search for solutions.
#[derive(Clone, Copy, Debug)]
pub struct Search<'a> {
    /// Maximum number of solutions.
    pub limit: u64,
    /// The budget of the search, in nodes, and the engine.
    pub config: &'a Config,
    /// A flag that stops the search.
    pub stop: Option<&'a AtomicBool>,
}

impl Search<'_> {
    fn engine(&self) -> farandole_solve::Config<'_> {
        farandole_solve::Config { limit: self.limit, cancel: self.stop, ..self.config.search() }
    }
}

/// A position with its solutions, for verdicts on several moves.
#[derive(Clone, Debug)]
pub struct Judge<P = Position> {
    position: P,
    /// Up to two solutions of the position, or `None` if the search ended early.
    known: Option<Vec<Vec<u8>>>,
    /// The problems of a position without solutions.
    problems: Vec<Problem>,
    config: Config,
}

impl<P: Examined> Judge<P> {
    /// Finds up to two solutions of a position. The digits that a person placed, and the pencil marks, are part of
    /// the puzzle. The budget of the configuration limits this search, and that of each verdict.
    ///
    /// # Errors
    /// If the engine does not support a constraint.
    pub fn new(position: P, config: &Config, stop: Option<&AtomicBool>) -> Result<Self, Error> {
        let search = Search { limit: 2, config, stop };
        let known = position.solutions(None, &search)?;
        let problems = match &known {
            Some(known) if known.is_empty() => position.problems(&search)?,
            _ => Vec::new(),
        };
        Ok(Self { position, known, problems, config: *config })
    }

    /// Returns the position.
    pub const fn position(&self) -> &P {
        &self.position
    }

    /// Judges a move.
    ///
    /// # Errors
    /// If the engine does not support a constraint.
    pub fn verdict<'a>(
        &self,
        claim: Move,
        limits: impl Into<Limited<'a, Limits<'a>>>,
        stop: Option<&AtomicBool>,
    ) -> Result<Verdict, Error> {
        let Some(known) = &self.known else { return Ok(Verdict::bare(claim, Ruling::Unknown)) };
        let candidate = claim.candidate();
        let value = |solution: &Vec<u8>| solution[candidate.cell.index()];
        let holds =
            |solution: &Vec<u8>| (value(solution) == candidate.value) == matches!(claim, Claim::Is(_));
        let mut examples: Vec<Vec<u8>> = known.clone();
        let truth = match &known[..] {
            [] => {
                let problems = self.problems.clone();
                return Ok(Verdict { problems, ..Verdict::bare(claim, Ruling::NoSolution) });
            }
            [only] => Truth::OfOne(holds(only)),
            [one, other, ..] if holds(one) != holds(other) => Truth::OfSome,
            [one, ..] if self.position.is_filled(candidate.cell) => Truth::OfAll(holds(one)),
            [one, ..] => {
                let opposite = if holds(one) { claim.not() } else { claim };
                let search = Search { limit: 1, config: &self.config, stop };
                let Some(found) = self.position.solutions(Some(opposite), &search)? else {
                    return Ok(Verdict::bare(claim, Ruling::Unknown));
                };
                match found.into_iter().next() {
                    None => Truth::OfAll(holds(one)),
                    Some(other) => {
                        examples = vec![one.clone(), other];
                        Truth::OfSome
                    }
                }
            }
        };
        let mut values: Vec<u8> = examples.iter().map(value).collect();
        values.dedup();
        Ok(self.position.judge(claim, truth, &values, limits.into()))
    }
}

impl Examined for UserGrid {
    fn solutions(&self, claim: Option<Move>, search: &Search<'_>) -> Result<Option<Vec<Vec<u8>>>, Error> {
        let digits: [u8; 81] = core::array::from_fn(|cell| self.digit(cell));
        let mut allowed: [u16; 81] =
            core::array::from_fn(|cell| self.marks[cell].filter(|_| digits[cell] == 0).unwrap_or(0x1ff));
        if let Some(claim) = claim {
            let candidate = claim.candidate();
            allowed[candidate.cell.index()] &= mask_of(claim, 1 << (candidate.value - 1));
        }
        let sets = allowed.map(|mask| {
            let digits = (1..=9).filter(|digit| mask >> (digit - 1) & 1 == 1);
            digits.filter_map(Digit::new).collect::<DigitSet>()
        });
        let puzzle = ClassicPuzzle::new(Arc::new(Geometry::classic()), &digits).expect("81 digits up to 9");
        let puzzle = puzzle.with_restrictions(&sets).expect("81 sets of digits up to 9");
        let mut solver = Solver::new(Engine::Auto);
        listed(|visit| Ok(solver.run(&puzzle, &search.engine(), visit)?.end))
    }

    fn problems(&self, search: &Search<'_>) -> Result<Vec<Problem>, Error> {
        let found = classic_solutions(self, search.config.budget, search.stop);
        let mut problems = UserGrid::problems(self, &found);
        // The position has no solution, so several solutions are those of its givens.
        problems.retain(|problem| !matches!(problem, Problem::SeveralSolutions { .. }));
        Ok(problems)
    }

    fn is_filled(&self, cell: Cell) -> bool {
        self.digit(cell.index()) != 0
    }

    fn judge<'a>(
        &self,
        claim: Move,
        truth: Truth,
        values: &[u8],
        limits: Limited<'a, Limits<'a>>,
    ) -> Verdict {
        UserGrid::judge(self, claim, truth, values, limits)
    }
}

impl Examined for VariantPosition {
    fn solutions(&self, claim: Option<Move>, search: &Search<'_>) -> Result<Option<Vec<Vec<u8>>>, Error> {
        let stated = claim.map(|claim| with_claim(&self.restated, claim));
        let solver = search.config.solver().prepare(stated.as_ref().unwrap_or(&self.restated))?;
        listed(|visit| Ok(solver.run(&search.engine(), visit)?.end))
    }

    fn problems(&self, search: &Search<'_>) -> Result<Vec<Problem>, Error> {
        Ok(self.problem(&variant_solutions(self, search.config, search.stop)?).into_iter().collect())
    }

    fn is_filled(&self, cell: Cell) -> bool {
        self.state.is_placed(cell)
    }

    fn judge<'a>(
        &self,
        claim: Move,
        truth: Truth,
        values: &[u8],
        limits: Limited<'a, Limits<'a>>,
    ) -> Verdict {
        VariantPosition::judge(self, claim, truth, values, limits)
    }
}

impl Examined for Position {
    fn solutions(&self, claim: Option<Move>, search: &Search<'_>) -> Result<Option<Vec<Vec<u8>>>, Error> {
        match self {
            Self::Classic(grid) => grid.solutions(claim, search),
            Self::Variant(position) => position.solutions(claim, search),
        }
    }

    fn problems(&self, search: &Search<'_>) -> Result<Vec<Problem>, Error> {
        match self {
            Self::Classic(grid) => Examined::problems(&**grid, search),
            Self::Variant(position) => position.problems(search),
        }
    }

    fn is_filled(&self, cell: Cell) -> bool {
        match self {
            Self::Classic(grid) => grid.is_filled(cell),
            Self::Variant(position) => position.is_filled(cell),
        }
    }

    fn judge<'a>(
        &self,
        claim: Move,
        truth: Truth,
        values: &[u8],
        limits: Limited<'a, Limits<'a>>,
    ) -> Verdict {
        Self::judge(self, claim, truth, values, limits)
    }
}

/// Lists the solutions that a search visits. Returns `None` if the search ended early.
fn listed(
    run: impl FnOnce(&mut dyn FnMut(&[u8]) -> ControlFlow<()>) -> Result<End, Error>,
) -> Result<Option<Vec<Vec<u8>>>, Error> {
    let mut found = Vec::new();
    let end = run(&mut |values: &[u8]| {
        found.push(values.to_vec());
        ControlFlow::Continue(())
    })?;
    Ok(matches!(end, End::Exhausted | End::LimitReached).then_some(found))
}

/// Returns the mask of the values that a claim allows in its cell.
const fn mask_of(claim: Move, value: u16) -> u16 {
    match claim {
        Claim::Is(_) => value,
        Claim::Not(_) => !value,
    }
}

/// Returns the variant with a claim as a given.
fn with_claim(variant: &Variant, claim: Move) -> Variant {
    let (cell, range) = (claim.candidate().cell, variant.board().values());
    let mask = mask_of(claim, range.mask(claim.candidate().value)) & range.all();
    let given = Given { cell, mask }.into();
    let constraints = variant.constraints().iter().cloned().chain([given]).collect();
    Variant::new(variant.shape(), variant.stated_groups(), constraints)
        .expect("givens are compatible with any other constraints")
}
