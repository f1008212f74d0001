//! Advice about a variant: what is wrong with it, or what follows next.

use super::Reach;
use crate::variant::{Deduction, Outcome, State, Walk};
use farandole_puzzle::Cell;

/// Something that is wrong with a variant, which a search has found.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Trouble {
    /// There is no solution: these constraints, by their places, cannot hold together; none where nobody has looked for
    /// them.
    NoSolution(Vec<usize>),
    /// There are several: the cells in which two of them differ, with both values.
    SeveralSolutions(Vec<(Cell, [u8; 2])>),
}

/// What is said of a variant.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Advice {
    /// Something is wrong; nothing follows before that is mended.
    Trouble(Trouble),
    /// All cells have values.
    Solved,
    /// What follows next.
    Steps(Vec<Deduction>),
    /// No technique finds anything.
    Stuck,
}

/// Says what follows next; techniques are looked for so many times at most.
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

/// As [`advise`], by a walk that has its limits.
pub fn advise_by(mut walk: Walk, trouble: Option<Trouble>, reach: Reach) -> Advice {
    if let Some(trouble) = trouble {
        return Advice::Trouble(trouble);
    }
    let steps = match reach {
        _ if walk.state().is_solved() => return Advice::Solved,
        Reach::Easiest => walk.all(),
        Reach::First => match walk.step() {
            Ok(step) => vec![step],
            Err(Outcome::Contradiction) => return Advice::Trouble(Trouble::NoSolution(Vec::new())),
            Err(_) => Vec::new(),
        },
    };
    if steps.is_empty() { Advice::Stuck } else { Advice::Steps(steps) }
}
