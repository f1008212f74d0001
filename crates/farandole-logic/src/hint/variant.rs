//! Hints for variants: the problem with a variant, or its next steps.

use super::Reach;
use crate::model::PathOutcome;
use crate::variant::{Deduction, State, Walk};
use farandole_puzzle::Cell;

/// A problem with a variant, found by a search.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Trouble {
    /// There is no solution. Holds the indices of a conflicting set of constraints, or nothing if
    /// no such set was computed.
    NoSolution(Vec<usize>),
    /// There are several solutions. Holds the cells in which two of them differ, with both values.
    SeveralSolutions(Vec<(Cell, [u8; 2])>),
}

/// The result of a hint request for a variant.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Advice {
    /// The variant has a problem, so no steps are given.
    Trouble(Trouble),
    /// Every cell has a value.
    Solved,
    /// The next steps.
    Steps(Vec<Deduction>),
    /// No technique finds a step.
    Stuck,
}

/// Returns the problem, if there is one, or the next steps. `budget` limits the number of searches
/// for a technique.
///
/// ```
/// use farandole_logic::hint::Reach;
/// use farandole_logic::hint::variant::{Advice, advise};
/// use farandole_logic::variant::State;
/// use farandole_puzzle::format::iss;
///
/// let variant = iss::read(".Shape~4x4.Cage~7~R1C1~R1C2").unwrap();
/// let Advice::Steps(steps) = advise(&State::new(&variant), None, Reach::First, u64::MAX) else { panic!() };
/// assert_eq!(steps[0].eliminations.len(), 4);
/// ```
pub fn advise(state: &State, trouble: Option<Trouble>, reach: Reach, budget: u64) -> Advice {
    advise_by(Walk::new(state.clone(), budget), trouble, reach)
}

/// Like [`advise`], but uses the budget and stop flag of a given walk.
pub fn advise_by(mut walk: Walk, trouble: Option<Trouble>, reach: Reach) -> Advice {
    if let Some(trouble) = trouble {
        return Advice::Trouble(trouble);
    }
    let steps = match reach {
        _ if walk.state().is_solved() => return Advice::Solved,
        Reach::Easiest => walk.all(),
        Reach::First => match walk.step() {
            Ok(step) => vec![step],
            Err(PathOutcome::Contradiction) => return Advice::Trouble(Trouble::NoSolution(Vec::new())),
            Err(_) => Vec::new(),
        },
    };
    if steps.is_empty() { Advice::Stuck } else { Advice::Steps(steps) }
}
