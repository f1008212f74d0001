//! The basis of a proof, and the reasons why a proof fails.

use crate::model::{Assertion, Candidate};
use core::fmt;

/// The facts on which a proof is based.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Basis {
    /// The rules of Sudoku and the candidates of the grid.
    Rules,
    /// The rules and candidates, and the assumption that the puzzle has exactly one solution.
    OneSolution,
}

/// The reason why a deduction is not proved.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Flaw {
    /// The deduction has no effect.
    Empty,
    /// The deduction names a candidate that the grid does not have.
    Absent(Candidate),
    /// The named pattern does not entail this elimination or placement: the candidates of the
    /// example could all be true.
    Open {
        /// The claim.
        claim: Candidate,
        /// Candidates that can all be true without contradicting the pattern.
        example: Vec<Candidate>,
    },
    /// The proof of this claim was stopped after [`WORK`] assertions.
    TooLong(Candidate),
    /// An inference of a chain does not follow from its premises.
    Inference {
        /// The index of the chain in the deduction.
        chain: usize,
        /// The index of the inference in the chain.
        place: usize,
        /// The assertion that does not follow.
        assertion: Assertion,
        /// The flaw of the reason for the inference, if it has a reason that is not proved.
        reason: Option<Box<Flaw>>,
    },
    /// The assumptions of the chains do not cover every case.
    Cases,
    /// A case contradicts neither itself nor the opposite of the claim.
    End {
        /// The index in the deduction of the first chain of the case, or the number of chains for the opposite of a
        /// single assumption.
        chain: usize,
        /// The claim.
        claim: Candidate,
    },
    /// The pattern is not deadly: its cells cannot swap digits in this house.
    House(u8),
    /// The pattern is not deadly: this cell cannot change its digit.
    Cell(u8),
}

impl fmt::Display for Flaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("the deduction has no effect"),
            Self::Absent(candidate) => {
                write!(f, "found {candidate} in the deduction, expected a candidate of the grid")
            }
            Self::Open { claim, example } => {
                write!(f, "the named pattern does not entail {claim}; counterexample:")?;
                example.iter().try_for_each(|candidate| write!(f, " {candidate}"))
            }
            Self::TooLong(claim) => write!(f, "the proof of {claim} exceeded {WORK} assertions"),
            Self::Inference { chain, place, assertion, reason } => {
                let state = if assertion.on { "true" } else { "false" };
                write!(
                    f,
                    "chain {chain}, inference {place}: it does not follow that {} is {state}",
                    assertion.candidate
                )?;
                reason.as_ref().map_or(Ok(()), |reason| write!(f, " ({reason})"))
            }
            Self::Cases => f.write_str("the assumptions do not cover every case"),
            Self::End { chain, claim } => write!(f, "chain {chain} does not prove {claim}"),
            Self::House(house) => write!(f, "the pattern is not deadly in house {house}"),
            Self::Cell(cell) => {
                write!(f, "the pattern is not deadly at r{}c{}", cell / 9 + 1, cell % 9 + 1)
            }
        }
    }
}

impl core::error::Error for Flaw {}

/// Maximum number of assertions in a proof by exhaustion of one claim.
pub const WORK: u32 = 1_000_000;
