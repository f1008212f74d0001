//! Hints and solution paths: reads a position, finds its solutions to detect mistakes, and returns
//! the next step or all steps.

use crate::config::Config;
use crate::convert::parse_classic;
use crate::error::{Error, ErrorKind};
use crate::variant::{self, holds_variants};
use core::ops::ControlFlow;
use core::sync::atomic::AtomicBool;
use farandole_logic::cancel::Limited;
use farandole_logic::hint::{Guide, Reach, Solutions, VariantPosition};
pub use farandole_logic::hint::{Hint, Path, Position};
use farandole_logic::{UserGrid, se};
use farandole_puzzle::{ClassicPuzzle, Digit, DigitSet, Geometry, Puzzle};
use farandole_solve::{End, Engine, Solver, conflicting_constraints};
use std::sync::Arc;

/// Maximum number of search nodes for the solutions of a variant.
const SEARCH: u64 = 100_000;

/// Returns the next step in a classic 9x9 grid or a variant, with its reason, or the mistakes in it.
/// The steps are those of Sudoku Explainer, easiest first. The steps of variants have their own order.
///
/// ```
/// let puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// let hint = farandole::hint(puzzle)?;
/// assert!(hint.to_string().starts_with("Hidden single"), "{hint}");
/// let variant = ".Shape~4x4.Cage~3~R1C1~R1C2.Thermo~R2C1~R2C2.~R1C1_1~R1C3_3~R2C3_1~R3C1_2~R4C4_1";
/// let hint = farandole::hint(variant)?;
/// assert!(hint.to_string().starts_with("Hidden single"), "{hint}");
/// # Ok::<(), farandole::Error>(())
/// ```
///
/// # Errors
/// If the text is not a puzzle, or no techniques are known for it.
pub fn hint<P: ToPosition + ?Sized>(puzzle: &P) -> Result<Hint, Error> {
    hint_on(se::Budget::NONE, puzzle)
}

/// Returns the next step like [`hint()`], in the order of this guide.
///
/// ```
/// use farandole::hint::hint_on;
/// use farandole::logic::hint::Guide;
/// use farandole::logic::own::Order;
///
/// let puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// let hint = hint_on(Guide::own(&Order::default(), Some(1_000)), puzzle)?;
/// assert!(hint.to_string().starts_with("Hidden single"), "{hint}");
/// # Ok::<(), farandole::Error>(())
/// ```
///
/// # Errors
/// If the text is not a puzzle, or no techniques are known for it.
pub fn hint_on<'a, P: ToPosition + ?Sized>(
    guide: impl Into<Limited<'a, Guide<'a>>>,
    puzzle: &P,
) -> Result<Hint, Error> {
    let (position, solutions) = examined(puzzle)?;
    Ok(position.hint(&solutions, Reach::First, guide))
}

/// Returns the solution path of a classic 9x9 grid or a variant: every step, with its reason. The
/// path follows the order of Sudoku Explainer. The steps of variants have their own order.
///
/// ```
/// use farandole::logic::explain::english::Depth;
///
/// let puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// let path = farandole::explain(puzzle)?.expect("the puzzle has no mistakes");
/// assert_eq!((path.steps.len(), path.rating.to_string().as_str()), (51, "ER 1.2, EP 1.2, ED 1.2"));
/// assert!(path.steps[0].text(Depth::What).starts_with("Hidden single"));
/// # Ok::<(), farandole::Error>(())
/// ```
///
/// # Errors
/// If the text is not a puzzle, or no techniques are known for it. The inner error is a hint that
/// reports the mistakes in the position.
pub fn explain<P: ToPosition + ?Sized>(puzzle: &P) -> Result<Result<Path, Hint>, Error> {
    explain_on(se::Budget::NONE, puzzle)
}

/// Returns the solution path like [`explain`], in the order of this guide.
///
/// # Errors
/// If the text is not a puzzle, or no techniques are known for it. The inner error is a hint that
/// reports the mistakes in the position.
pub fn explain_on<'a, P: ToPosition + ?Sized>(
    guide: impl Into<Limited<'a, Guide<'a>>>,
    puzzle: &P,
) -> Result<Result<Path, Hint>, Error> {
    let (position, solutions) = examined(puzzle)?;
    Ok(position.explain(&solutions, guide, |_| ControlFlow::Continue(())))
}

/// Reads a position, and finds its solutions within the budget of a hint.
fn examined<P: ToPosition + ?Sized>(puzzle: &P) -> Result<(Position, Solutions), Error> {
    let position = puzzle.to_position()?;
    let solutions = solutions_of(&position, &Config { budget: SEARCH, ..Config::default() }, None)?;
    Ok((position, solutions))
}

/// Types that can be converted into a position: a puzzle with a person's digits and pencil marks.
///
/// ```
/// use farandole::hint::ToPosition;
/// use farandole::logic::hint::Position;
///
/// // A digit with `+` before it was placed, not given.
/// let line = "53+4.7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// let Position::Classic(grid) = line.to_position()? else { panic!() };
/// assert_eq!((grid.givens[2], grid.placed[2]), (0, 4));
/// assert!(matches!(".Shape~4x4.AntiKnight".to_position()?, Position::Variant(_)));
/// # Ok::<(), farandole::Error>(())
/// ```
pub trait ToPosition {
    /// Returns the position.
    ///
    /// # Errors
    /// If the text is not a puzzle, or no techniques are known for it.
    fn to_position(&self) -> Result<Position, Error>;
}

impl ToPosition for Position {
    fn to_position(&self) -> Result<Position, Error> {
        Ok(self.clone())
    }
}

impl ToPosition for UserGrid {
    fn to_position(&self) -> Result<Position, Error> {
        Ok(self.clone().into())
    }
}

impl ToPosition for Puzzle {
    fn to_position(&self) -> Result<Position, Error> {
        Ok(Position::of_puzzle(self)?)
    }
}

impl ToPosition for ClassicPuzzle {
    fn to_position(&self) -> Result<Position, Error> {
        Ok(Position::of_puzzle(&self.clone().into())?)
    }
}

impl ToPosition for str {
    fn to_position(&self) -> Result<Position, Error> {
        if holds_variants(self.as_bytes()) {
            let entry = variant::read(self)?;
            return Puzzle::from(entry.puzzle).to_position();
        }
        match (UserGrid::parse(self), parse_classic(self)) {
            // A user's grid would ignore a map of regions after the givens.
            (_, Ok(puzzle)) if puzzle.size() == 9 && UserGrid::of_puzzle(&puzzle).is_none() => {
                puzzle.to_position()
            }
            (Ok(grid), _) => Ok(grid.into()),
            (Err(_), Ok(puzzle)) => puzzle.to_position(),
            (Err(error), Err(_)) => Err(ErrorKind::UserGrid(error).into()),
        }
    }
}

impl ToPosition for String {
    fn to_position(&self) -> Result<Position, Error> {
        self.as_str().to_position()
    }
}

impl<P: ToPosition + ?Sized> ToPosition for &P {
    fn to_position(&self) -> Result<Position, Error> {
        (**self).to_position()
    }
}

/// Finds the solutions of a position in the form that [`Position::hint`] and [`Position::explain`]
/// expect. The result is [`Solutions::Unknown`] if the budget of the configuration is spent, or the
/// flag is set, before the search has found two solutions or ended.
///
/// In a classic grid, placed digits are never part of the puzzle. If the givens allow several
/// solutions and there are pencil marks, the marks count as part of the puzzle. If the givens have no
/// solution, a minimal conflicting set is found by leaving out one given after another. For the givens of
/// a classic grid, at most 80 searches take a few milliseconds; only pencil marks make a search long.
///
/// ```
/// use farandole::logic::hint::Solutions;
/// use farandole::Config;
/// use farandole::hint::{ToPosition, solutions_of};
///
/// let find = |text: &str| solutions_of(&text.to_position()?, &Config::default(), None);
/// let line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// assert!(matches!(find(line)?, Solutions::One(grid) if grid.starts_with(&[5, 3, 4])));
/// let wrong = line.replace("53.", "531");
/// assert!(matches!(find(&wrong)?, Solutions::None(cells) if cells.contains(&2)));
/// let text = ".Shape~4x4.Cage~3~R1C1~R1C2.Thermo~R2C2~R1C2~R1C1";
/// assert_eq!(find(text)?, Solutions::None(vec![0, 1]));
/// # Ok::<(), farandole::Error>(())
/// ```
///
/// # Errors
/// If the engine does not support a constraint.
pub fn solutions_of(
    position: &Position,
    config: &Config,
    stop: Option<&AtomicBool>,
) -> Result<Solutions, Error> {
    match position {
        Position::Classic(grid) => Ok(classic_solutions(grid, config.budget, stop)),
        Position::Variant(position) => variant_solutions(position, config, stop),
    }
}

/// Finds the solutions of a position in a variant, like [`solutions_of`].
///
/// # Errors
/// If the engine does not support a constraint.
pub fn variant_solutions(
    position: &VariantPosition,
    config: &Config,
    stop: Option<&AtomicBool>,
) -> Result<Solutions, Error> {
    let variant = &position.restated;
    let search = farandole_solve::Config { limit: 2, cancel: stop, ..config.search() };
    let mut found: Vec<Vec<u8>> = Vec::new();
    let report = config.solver().prepare(variant)?.run(&search, &mut |values| {
        found.push(values.to_vec());
        ControlFlow::Continue(())
    });
    let report = report?;
    let mut found = found.into_iter();
    Ok(match (found.next(), found.next()) {
        (Some(one), Some(other)) => Solutions::Several(Box::new([one, other])),
        _ if report.end != End::Exhausted => Solutions::Unknown,
        (Some(one), None) => Solutions::One(one),
        (None, _) => {
            let conflict = conflicting_constraints(variant, &search);
            let conflict = conflict?;
            Solutions::None(conflict.map_or_else(Vec::new, |finding| finding.constraints))
        }
    })
}

/// Finds the solutions of a classic grid, like [`solutions_of`]. The budget is a number of nodes for
/// each search.
pub fn classic_solutions(grid: &UserGrid, budget: u64, stop: Option<&AtomicBool>) -> Solutions {
    let geometry = Arc::new(Geometry::classic());
    let mut solver = Solver::new(Engine::Auto);
    // Returns up to `limit` solutions, or `None` if the search did not end.
    let mut find = |givens: &[u8; 81], marks: Option<&UserGrid>, limit: u64| -> Option<Vec<Vec<u8>>> {
        let mut puzzle = ClassicPuzzle::new(geometry.clone(), givens).expect("81 digits up to 9");
        if let Some(grid) = marks {
            puzzle = puzzle.with_restrictions(&restrictions(grid)).expect("81 sets of digits up to 9");
        }
        let config = farandole_solve::Config { limit, budget, cancel: stop, ..Default::default() };
        let is_over = |end: End| matches!(end, End::Exhausted | End::LimitReached);
        // One call finds the first solution and their number sooner than visits do.
        let (first, report) = solver.first(&puzzle, &config).expect("the engine is chosen to suit");
        if report.solutions < 2 {
            return is_over(report.end)
                .then(|| first.map(|grid| grid.digits().to_vec()).into_iter().collect());
        }
        let mut found = Vec::new();
        let run = solver.run(&puzzle, &config, &mut |digits: &[u8]| {
            found.push(digits.to_vec());
            ControlFlow::Continue(())
        });
        is_over(run.expect("the engine is chosen to suit").end).then_some(found)
    };
    let Some(mut found) = find(&grid.givens, None, 2) else { return Solutions::Unknown };
    if found.len() > 1 && grid.has_marks() {
        let Some(marked) = find(&grid.givens, Some(grid), 2) else { return Solutions::Unknown };
        if marked.is_empty() {
            return Solutions::Excluded;
        }
        found = marked;
    }
    let mut found = found.into_iter();
    match (found.next(), found.next()) {
        (Some(one), None) => Solutions::One(one),
        (Some(one), Some(other)) => Solutions::Several(Box::new([one, other])),
        (None, _) => {
            let mut givens = grid.givens;
            let mut needed = Vec::new();
            for cell in (0..81).filter(|cell| grid.givens[*cell] != 0) {
                let given = std::mem::take(&mut givens[cell]);
                let Some(without) = find(&givens, None, 1) else { return Solutions::Unknown };
                if !without.is_empty() {
                    givens[cell] = given;
                    needed.push(cell);
                }
            }
            Solutions::None(needed)
        }
    }
}

fn restrictions(grid: &UserGrid) -> Vec<DigitSet> {
    let of = |cell: usize| {
        let marks = grid.marks[cell].filter(|_| grid.givens[cell] == 0).unwrap_or(0x1ff);
        (1..=9).filter(|digit| marks >> (digit - 1) & 1 == 1).filter_map(Digit::new).collect()
    };
    (0..81).map(of).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use farandole_logic::explain::english::Depth;
    use farandole_logic::explain::hints;

    #[test]
    fn a_search_for_the_solutions_of_marks_ends_at_its_limits() {
        // Two candidates less than in the empty grid: many solutions, found soon, unless stopped.
        let mut grid = UserGrid::parse(&".".repeat(81)).unwrap();
        grid.marks[0] = Some(0x7f);
        assert!(matches!(classic_solutions(&grid, SEARCH, None), Solutions::Several(_)));
        assert_eq!(classic_solutions(&grid, SEARCH, Some(&AtomicBool::new(true))), Solutions::Unknown);
        assert_eq!(classic_solutions(&grid, 0, None), Solutions::Unknown);
    }

    #[test]
    fn marks_that_exclude_every_solution_are_a_problem_of_their_own() {
        let text_of = |marked: &[(usize, u16)]| {
            let mut grid = UserGrid::parse(&".".repeat(81)).unwrap();
            marked.iter().for_each(|(cell, marks)| grid.marks[*cell] = Some(*marks));
            let problems = grid.problems(&classic_solutions(&grid, SEARCH, None));
            let problem = problems.first().expect("a blank grid has several solutions");
            hints::problem(None, problem, Depth::What)
        };
        assert_eq!(
            text_of(&[(1, 0)]),
            "No candidate is left in r1c2, so the pencil marks exclude every solution."
        );
        // Three cells of a row share two digits.
        assert_eq!(text_of(&[(0, 3), (1, 3), (2, 3)]), "The pencil marks exclude every solution.");
        assert!(text_of(&[(0, 3), (1, 3)]).starts_with("The puzzle has several solutions"));
    }
}
