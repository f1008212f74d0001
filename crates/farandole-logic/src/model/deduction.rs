//! Deductions: what a technique saw and what follows, as plain data.

use super::candidate::Candidate;
use super::tables::bits;
use super::technique::Technique;

/// What a candidate does in a pattern.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[non_exhaustive]
pub enum Role {
    /// The pattern itself.
    Core,
    /// The extra candidates that keep a deadly pattern from closing.
    Extra,
    /// The cells that support the core: wings, excluders, sets.
    Support,
    /// Assumed or forced to hold.
    On,
    /// Assumed or forced not to hold.
    Off,
    /// An extra place of a fish: it holds, or the fish is one without it.
    Fin,
    /// A digit that two almost locked sets share so that only one of them holds it.
    Common,
    /// The cells of one set of several, counted from 0, with all their candidates.
    Set(u8),
}

impl Role {
    /// The stable name for machines.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Core => "core",
            Self::Extra => "extra",
            Self::Support => "support",
            Self::On => "on",
            Self::Off => "off",
            Self::Fin => "fin",
            Self::Common => "common",
            Self::Set(number) => {
                const IDS: [&str; 26] = [
                    "set-a", "set-b", "set-c", "set-d", "set-e", "set-f", "set-g", "set-h", "set-i", "set-j",
                    "set-k", "set-l", "set-m", "set-n", "set-o", "set-p", "set-q", "set-r", "set-s", "set-t",
                    "set-u", "set-v", "set-w", "set-x", "set-y", "set-z",
                ];
                IDS[if number < 26 { number as usize } else { 25 }]
            }
        }
    }
}

/// One use of a technique: the pattern and its effect.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Deduction {
    /// The technique.
    pub technique: Technique,
    /// Its size where it has one: cells of a loop, assertions of a chain (complexity), 0 elsewhere.
    pub size: u32,
    /// The size of the set that joins a deadly pattern, or the level of nesting of chains; 0 elsewhere.
    pub extra: u8,
    /// The candidates of the pattern with what they do.
    pub pattern: Vec<(Role, Candidate)>,
    /// The houses of the pattern: 0 up to 8 rows, 9 up to 17 columns, 18 up to 26 boxes.
    pub houses: Vec<u8>,
    /// Implications from the first to the second, in the order in which they were found; chains only.
    pub links: Vec<Link>,
    /// The lines of reasoning, each from its assumption to its end; chains only.
    pub chains: Vec<Chain>,
    /// Digits that must be placed.
    pub placements: Vec<Candidate>,
    /// Candidates that can't hold.
    pub eliminations: Vec<Candidate>,
}

/// A candidate that holds, or that does not.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Assertion {
    /// The candidate.
    pub candidate: Candidate,
    /// Whether it holds.
    pub on: bool,
}

impl Assertion {
    /// The same candidate in the other state.
    #[must_use]
    pub const fn not(self) -> Self {
        Self { candidate: self.candidate, on: !self.on }
    }
}

/// A line of reasoning: every inference follows from earlier ones; the first is the assumption, the last the end.
pub type Chain = Vec<Inference>;

/// A step of a chain.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Inference {
    /// What follows.
    pub assertion: Assertion,
    /// The places of what it follows from in the same chain, all smaller than its own; none for an assumption.
    pub premises: Vec<u16>,
    /// The deduction that makes it, where that is more than a link. It holds in the grid without the candidates that the
    /// premises say are gone.
    pub reason: Option<Box<Deduction>>,
}

/// An implication between two assertions of a chain.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Link {
    /// The candidate whose state is known.
    pub from: Candidate,
    /// Whether it holds there.
    pub from_on: bool,
    /// The candidate whose state follows.
    pub to: Candidate,
    /// Whether it holds.
    pub to_on: bool,
}

impl Deduction {
    pub(crate) const fn new(technique: Technique) -> Self {
        Self {
            technique,
            size: 0,
            extra: 0,
            pattern: Vec::new(),
            houses: Vec::new(),
            links: Vec::new(),
            chains: Vec::new(),
            placements: Vec::new(),
            eliminations: Vec::new(),
        }
    }

    /// A deduction without pattern or effect, to be filled in: for steps that come from elsewhere.
    pub const fn effect(technique: Technique) -> Self {
        Self::new(technique)
    }

    /// Adds those candidates of a cell that are in the mask (bit 0 for digit 1).
    pub(crate) fn mark(&mut self, role: Role, cell: usize, mask: u16) {
        self.pattern.extend(bits(mask).map(|digit| (role, Candidate::at(cell, digit))));
    }

    pub(crate) fn eliminate(&mut self, cell: usize, mask: u16) {
        self.eliminations.extend(bits(mask).map(|digit| Candidate::at(cell, digit)));
    }

    /// `Some` when the deduction changes anything.
    pub(crate) fn worthwhile(self) -> Option<Self> {
        (!self.eliminations.is_empty() || !self.placements.is_empty()).then_some(self)
    }
}
