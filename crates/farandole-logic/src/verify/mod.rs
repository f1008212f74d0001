//! Proof of deductions without technique code.
//!
//! Two questions, answered apart from each other:
//!
//! - [`contradicts`]: does a deduction deny a solution that the caller knows?
//! - [`prove`]: does what the deduction *names* entail its effect? Nothing but the grid's candidates and the names in
//!   the deduction is looked at; tables and code of the techniques are not used, not even those of houses and peers.
//!
//! What a pattern may use: that a digit stands once in a house and a cell holds one digit; that some candidate of
//! a cell, or of a digit in a house, holds, where the deduction names *all* of them that the grid still has (and the
//! house, where it names houses at all); that not every extra candidate of a deadly pattern is false, after the exchange
//! that makes it deadly was carried out. From these the effect must follow by exhaustion: the opposite is assumed and
//! every way to go on ends in a contradiction. Chains are followed inference by inference instead, and their
//! assumptions must leave out no case.
//!
//! ```
//! use farandole_logic::{State, se, verify};
//!
//! let line = b"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
//! let mut state = State::from_line(line).expect("81 bytes without a clash");
//! for (_, deduction) in se::explain(&state, se::Budget::NONE).1 {
//!     assert_eq!(verify::prove(&state, &deduction), Ok(verify::Basis::Rules));
//!     state.apply(&deduction);
//! }
//! ```

mod chains;
mod clauses;
mod deadly;

use crate::State;
use crate::model::{Assertion, Candidate, Deduction, Role};
use core::fmt;

/// The first claim of the deduction that a solution (81 digits, row-major) denies; `None` when it denies none.
///
/// Techniques that presuppose one solution hold only where that is the one.
pub fn contradicts(deduction: &Deduction, solution: &[u8; 81]) -> Option<Candidate> {
    let holds = |candidate: &&Candidate| solution[candidate.cell()] == candidate.digit();
    let eliminated = deduction.eliminations.iter().find(holds);
    eliminated.or_else(|| deduction.placements.iter().find(|candidate| !holds(candidate))).copied()
}

/// What a proof rests on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Basis {
    /// The rules of Sudoku and the candidates of the grid.
    Rules,
    /// These, and that the puzzle has exactly one solution.
    OneSolution,
}

/// Why a deduction is not proved.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Flaw {
    /// It has no effect.
    Empty,
    /// It names a candidate that the grid does not have.
    Absent(Candidate),
    /// What it names leaves this elimination or placement open: the candidates listed could hold all at once.
    Open {
        /// The claim.
        claim: Candidate,
        /// Candidates that hold without a contradiction to what is named.
        example: Vec<Candidate>,
    },
    /// The proof of a claim was broken off after [`WORK`] assertions.
    TooLong(Candidate),
    /// An inference of a chain is none.
    Inference {
        /// The number of the chain.
        chain: usize,
        /// Its place in the chain.
        place: usize,
        /// What does not follow.
        assertion: Assertion,
        /// Why its reason is not proved, where it has one.
        reason: Option<Box<Flaw>>,
    },
    /// The assumptions of the chains leave a case out, or have none.
    Cases,
    /// A chain ends without a contradiction to the opposite of the claim.
    End {
        /// The number of the chain; the number of chains for the opposite of the only assumption.
        chain: usize,
        /// The claim.
        claim: Candidate,
    },
    /// The pattern is not deadly: in this house its cells do not exchange their digits.
    House(u8),
    /// The pattern is not deadly: this cell can't exchange its digit.
    Cell(u8),
}

impl fmt::Display for Flaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("it has no effect"),
            Self::Absent(candidate) => write!(f, "it names {candidate}, which the grid does not have"),
            Self::Open { claim, example } => {
                write!(f, "what it names leaves {claim} open: possible with")?;
                example.iter().try_for_each(|candidate| write!(f, " {candidate}"))
            }
            Self::TooLong(claim) => write!(f, "the proof of {claim} takes more than {WORK} assertions"),
            Self::Inference { chain, place, assertion, reason } => {
                let state = if assertion.on { "holding" } else { "being gone" };
                write!(f, "chain {chain}, place {place}: {} {state} does not follow", assertion.candidate)?;
                reason.as_ref().map_or(Ok(()), |reason| write!(f, " ({reason})"))
            }
            Self::Cases => f.write_str("the assumptions leave out a case"),
            Self::End { chain, claim } => write!(f, "chain {chain} ends without proving {claim}"),
            Self::House(house) => write!(f, "the pattern is not deadly in house {house}"),
            Self::Cell(cell) => {
                write!(f, "the pattern is not deadly at r{}c{}", cell / 9 + 1, cell % 9 + 1)
            }
        }
    }
}

impl core::error::Error for Flaw {}

/// How many assertions a proof by exhaustion may make for one claim.
pub const WORK: u32 = 1_000_000;

/// Whether what the deduction names entails its whole effect in this state.
///
/// Costs some microseconds for most deductions; nested chains up to some milliseconds.
///
/// # Errors
/// The first thing that is missing.
pub fn prove(state: &State, deduction: &Deduction) -> Result<Basis, Flaw> {
    Grid::new(state).prove(deduction)
}

/// The candidates of a grid as masks (bit 0 for digit 1); a filled cell has its digit.
#[derive(Clone)]
struct Grid {
    cand: [u16; 81],
    given: [bool; 81],
    filled: [bool; 81],
}

impl Grid {
    fn new(state: &State) -> Self {
        let digits = state.digits();
        let of = |cell: usize| match digits[cell] {
            0 => state.candidates(cell),
            digit => 1 << (digit - 1),
        };
        Self {
            cand: core::array::from_fn(of),
            given: core::array::from_fn(|cell| state.is_given(cell)),
            filled: core::array::from_fn(|cell| digits[cell] != 0),
        }
    }

    fn has(&self, candidate: Candidate) -> bool {
        self.cand[candidate.cell()] >> (candidate.digit() - 1) & 1 == 1
    }

    /// The candidates of a cell.
    fn of_cell(&self, cell: usize) -> impl Iterator<Item = Candidate> {
        (1..=9).filter_map(move |digit| Candidate::new(cell, digit)).filter(|it| self.has(*it))
    }

    /// The places of a digit in a house.
    fn of_house(&self, house: usize, digit: u8) -> impl Iterator<Item = Candidate> {
        cells_of(house).filter_map(move |cell| Candidate::new(cell, digit)).filter(|it| self.has(*it))
    }

    fn prove(&self, deduction: &Deduction) -> Result<Basis, Flaw> {
        let named = deduction.pattern.iter().map(|(_, candidate)| candidate);
        let effect = deduction.eliminations.iter().chain(&deduction.placements);
        if effect.clone().next().is_none() {
            return Err(Flaw::Empty);
        }
        if let Some(absent) = named.chain(effect).find(|candidate| !self.has(**candidate)) {
            return Err(Flaw::Absent(*absent));
        }
        if !deduction.chains.is_empty() {
            return self.prove_chains(deduction).map(|()| Basis::Rules);
        }
        let mut clauses = self.named_clauses(deduction);
        let mut basis = Basis::Rules;
        let extra = with_role(deduction, Role::Extra);
        if deduction.technique.presumes_one_solution() && !extra.is_empty() {
            self.check_deadly(deduction)?;
            clauses.push(extra);
            basis = Basis::OneSolution;
        }
        clauses::exhaust(&clauses, deduction).map(|()| basis)
    }
}

fn with_role(deduction: &Deduction, wanted: Role) -> Vec<Candidate> {
    deduction.pattern.iter().filter(|(role, _)| *role == wanted).map(|(_, candidate)| *candidate).collect()
}

/// Row, column and box of a cell by the numbers of [`Deduction::houses`].
const fn houses_of(cell: usize) -> [usize; 3] {
    [cell / 9, 9 + cell % 9, 18 + cell / 27 * 3 + cell % 9 / 3]
}

fn cells_of(house: usize) -> impl Iterator<Item = usize> {
    let (kind, i) = (house / 9, house % 9);
    (0..9).map(move |place| match kind {
        0 => 9 * i + place,
        1 => 9 * place + i,
        _ => 27 * (i / 3) + 9 * (place / 3) + 3 * (i % 3) + place % 3,
    })
}

fn share_house(one: usize, other: usize) -> bool {
    houses_of(one).iter().zip(houses_of(other)).any(|(one, other)| *one == other)
}

/// Whether the two can't hold together.
fn exclude(one: Candidate, other: Candidate) -> bool {
    one != other
        && (one.cell() == other.cell()
            || (one.digit() == other.digit() && share_house(one.cell(), other.cell())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn houses_by_cell_and_cells_by_house_agree() {
        for house in 0..27 {
            let by_cell: Vec<usize> = (0..81).filter(|cell| houses_of(*cell).contains(&house)).collect();
            assert_eq!(cells_of(house).collect::<Vec<_>>(), by_cell);
        }
    }
}
