//! What a proof rests on, and why there is none.

use crate::model::{Assertion, Candidate};
use core::fmt;

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
