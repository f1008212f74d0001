//! Deductions: the pattern and effect of a technique, as plain data.

use super::candidate::Candidate;
use super::tables::bits;
use super::technique::Technique;

/// The role of a candidate in a pattern.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[non_exhaustive]
pub enum Role {
    /// A candidate of the pattern itself.
    Core,
    /// A candidate that prevents a deadly pattern.
    Extra,
    /// A candidate that supports the core, for example of a wing, an excluder or a set.
    Support,
    /// The candidate is assumed or forced to be true.
    On,
    /// The candidate is assumed or forced to be false.
    Off,
    /// A fin: either it is true, or the fish is valid without it.
    Fin,
    /// A restricted common digit: two almost locked sets share it, and only one of them can contain
    /// it.
    Common,
    /// A candidate of one of several sets, numbered from 0. All candidates of the cells of the set
    /// are listed.
    Set(u8),
}

impl Role {
    /// Returns the stable identifier, for programs.
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

/// One use of a technique, with its pattern and effect.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Deduction {
    /// The technique.
    pub technique: Technique,
    /// The size of the pattern: the number of cells of a loop, or the number of assertions of a
    /// chain (its complexity). 0 for other techniques.
    pub size: u32,
    /// The size of the set that completes a deadly pattern, or the nesting level of a chain. 0 for
    /// other techniques.
    pub extra: u8,
    /// The candidates of the pattern, each with its role.
    pub pattern: Vec<(Role, Candidate)>,
    /// The houses of the pattern: 0 to 8 are rows, 9 to 17 columns, 18 to 26 boxes.
    pub houses: Vec<u8>,
    /// For chains, the implications in the order in which they were found.
    pub links: Vec<Link>,
    /// For a single chain of alternating links, its nodes in order. Each follows from the previous
    /// one.
    pub path: Vec<Node>,
    /// For chains, the lines of reasoning. Each leads from an assumption to a conclusion.
    pub chains: Vec<Chain>,
    /// The digits to place.
    pub placements: Vec<Candidate>,
    /// The candidates to eliminate.
    pub eliminations: Vec<Candidate>,
}

/// A statement that a candidate is true or false.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Assertion {
    /// The candidate.
    pub candidate: Candidate,
    /// True if the candidate is asserted to be true.
    pub on: bool,
}

impl Assertion {
    /// Returns the opposite assertion about the same candidate.
    #[must_use]
    pub const fn not(self) -> Self {
        Self { candidate: self.candidate, on: !self.on }
    }
}

/// A node of a path of alternating links: a statement about candidates.
///
/// If the node is on, the statement is: for each digit of the candidates, one of the candidates of that digit is
/// true. If the node is off, the statement is: all candidates are false. Most nodes have a single candidate. A group
/// has several candidates of one digit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Node {
    /// The candidates, at least one, sorted by digit, then cell.
    pub candidates: Vec<Candidate>,
    /// True for a node that is on.
    pub on: bool,
    /// The number ([`Role::Set`]) of the almost locked set that has lost the digit of the previous
    /// node and therefore contains the digits of this node.
    pub set: Option<u8>,
}

/// A line of reasoning. Every inference follows from earlier ones. The first one is the assumption,
/// and the last is the conclusion.
pub type Chain = Vec<Inference>;

/// A step of a chain.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Inference {
    /// The conclusion of this step.
    pub assertion: Assertion,
    /// The indices of the premises in the same chain, all smaller than this step's own index. Empty
    /// for an assumption.
    pub premises: Vec<u16>,
    /// The deduction that justifies this step, if it is more than a link. The deduction is valid in
    /// the grid without the candidates that the premises exclude.
    pub reason: Option<Box<Deduction>>,
}

/// An implication between two assertions of a chain.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Link {
    /// The candidate of the premise.
    pub from: Candidate,
    /// True if the premise asserts that the candidate is true.
    pub from_on: bool,
    /// The candidate of the conclusion.
    pub to: Candidate,
    /// True if the conclusion asserts that the candidate is true.
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
            path: Vec::new(),
            chains: Vec::new(),
            placements: Vec::new(),
            eliminations: Vec::new(),
        }
    }

    /// Returns a deduction without pattern or effect. The caller fills it in, for example with a
    /// step from another source.
    pub const fn effect(technique: Technique) -> Self {
        Self::new(technique)
    }

    /// Adds the candidates of a cell that are in the mask (bit 0 is digit 1).
    pub(crate) fn mark(&mut self, role: Role, cell: usize, mask: u16) {
        self.pattern.extend(bits(mask).map(|digit| (role, Candidate::at(cell, digit))));
    }

    pub(crate) fn eliminate(&mut self, cell: usize, mask: u16) {
        self.eliminations.extend(bits(mask).map(|digit| Candidate::at(cell, digit)));
    }

    pub(crate) fn if_effective(self) -> Option<Self> {
        (!self.eliminations.is_empty() || !self.placements.is_empty()).then_some(self)
    }
}
