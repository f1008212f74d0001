//! Deductions about variants: the pattern and effect of a technique, as plain data.

use super::candidate::Candidate;
use crate::model::Role;
use farandole_puzzle::Cell;
use farandole_puzzle::variant::Variant;

/// A technique for variants. Techniques that also exist for classic puzzles have the same names
/// there.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[non_exhaustive]
pub enum Technique {
    /// The only cell for a value in a house that holds every value.
    HiddenSingle,
    /// The only value for a cell.
    NakedSingle,
    /// All possible cells of a value in a house see another cell.
    LockedCandidates,
    /// One constraint restricts the candidates of its cells.
    Constraint,
    /// A constraint must contain a value: cells that see all places for it cannot hold it.
    LockedInConstraint,
    /// Innies and outies: the total of houses minus the sums inside them leaves a sum of few cells.
    RuleOf45,
    /// Two cells of a house with two values.
    NakedPair,
    /// Two values confined to two cells of a house.
    HiddenPair,
    /// Three cells of a house with three values.
    NakedTriplet,
    /// Three values confined to three cells of a house.
    HiddenTriplet,
    /// Four cells of a house with four values.
    NakedQuad,
    /// Four values confined to four cells of a house.
    HiddenQuad,
    /// Two lines whose places for a value are covered by two crossing lines.
    XWing,
    /// Three lines whose places for a value are covered by three crossing lines.
    Swordfish,
    /// Four lines whose places for a value are covered by four crossing lines.
    Jellyfish,
    /// Houses contain the same values as others: the cells in which they differ hold the same values, or every value
    /// once.
    EqualSets,
    /// Several constraints, or constraints and a house, restrict the candidates of their cells.
    CombinedConstraints,
    /// A candidate that leads to its own opposite through alternating weak and strong links.
    Chain,
    /// A candidate that chains from every value of a cell, or from every place for a value in a house, exclude.
    ForcingChains,
    /// A candidate that every value of a cell, or every place for a value in a house, eliminates within
    /// a few simpler steps.
    Forcing,
    /// A candidate that leads to a contradiction within a few simpler steps.
    Contradiction,
}

impl Technique {
    /// Every technique, simplest first.
    pub const ALL: [Self; 21] = [
        Self::HiddenSingle,
        Self::NakedSingle,
        Self::LockedCandidates,
        Self::Constraint,
        Self::LockedInConstraint,
        Self::RuleOf45,
        Self::NakedPair,
        Self::HiddenPair,
        Self::NakedTriplet,
        Self::HiddenTriplet,
        Self::NakedQuad,
        Self::HiddenQuad,
        Self::XWing,
        Self::Swordfish,
        Self::Jellyfish,
        Self::EqualSets,
        Self::CombinedConstraints,
        Self::Chain,
        Self::ForcingChains,
        Self::Forcing,
        Self::Contradiction,
    ];

    /// Returns the stable identifier, for programs.
    pub const fn id(self) -> &'static str {
        match self {
            Self::HiddenSingle => "hidden-single",
            Self::NakedSingle => "naked-single",
            Self::LockedCandidates => "locked-candidates",
            Self::Constraint => "constraint",
            Self::LockedInConstraint => "locked-in-constraint",
            Self::RuleOf45 => "rule-of-45",
            Self::NakedPair => "naked-pair",
            Self::HiddenPair => "hidden-pair",
            Self::NakedTriplet => "naked-triplet",
            Self::HiddenTriplet => "hidden-triplet",
            Self::NakedQuad => "naked-quad",
            Self::HiddenQuad => "hidden-quad",
            Self::XWing => "x-wing",
            Self::Swordfish => "swordfish",
            Self::Jellyfish => "jellyfish",
            Self::EqualSets => "equal-sets",
            Self::CombinedConstraints => "combined-constraints",
            Self::Chain => "alternating-inference-chain",
            Self::ForcingChains => "forcing-chains",
            Self::Forcing => "forcing",
            Self::Contradiction => "contradiction",
        }
    }

    /// Returns the name shown to people. A deduction from a constraint is shown with the name of
    /// the constraint's kind instead.
    pub const fn title(self) -> &'static str {
        match self {
            Self::HiddenSingle => "Hidden single",
            Self::NakedSingle => "Naked single",
            Self::LockedCandidates => "Locked candidates",
            Self::Constraint => "Constraint",
            Self::LockedInConstraint => "Locked in a constraint",
            Self::RuleOf45 => "Rule of 45",
            Self::NakedPair => "Naked pair",
            Self::HiddenPair => "Hidden pair",
            Self::NakedTriplet => "Naked triplet",
            Self::HiddenTriplet => "Hidden triplet",
            Self::NakedQuad => "Naked quad",
            Self::HiddenQuad => "Hidden quad",
            Self::XWing => "X-wing",
            Self::Swordfish => "Swordfish",
            Self::Jellyfish => "Jellyfish",
            Self::EqualSets => "Sets of equal values",
            Self::CombinedConstraints => "Combined constraints",
            Self::Chain => "Alternating inference chain",
            Self::ForcingChains => "Forcing chains",
            Self::Forcing => "Forcing",
            Self::Contradiction => "Contradiction",
        }
    }
}

/// One use of a technique in a variant: the pattern and its effect.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Deduction {
    /// The technique.
    pub technique: Technique,
    /// The houses of the pattern, as indices in
    /// [`Variant::houses`](farandole_puzzle::variant::Variant::houses).
    pub houses: Vec<usize>,
    /// The constraints of the pattern, as indices in
    /// [`Variant::constraints`](farandole_puzzle::variant::Variant::constraints).
    pub constraints: Vec<usize>,
    /// The candidates of the pattern, each with its role.
    pub pattern: Vec<(Role, Candidate)>,
    /// The remaining combinations of values of the constraint's cells, each in ascending order.
    /// Empty if there are many, or if the order of the values matters.
    pub combinations: Vec<Vec<u8>>,
    /// For contradictions, the steps that follow if the eliminated candidate is assumed to be true. For
    /// forcing, a deduction for each candidate of the pattern, whose own trial has the steps that follow
    /// from it. For forcing chains, a chain for each candidate of the pattern.
    pub trial: Vec<Self>,
    /// For contradictions, the conflict at the end of the trial.
    pub end: Option<End>,
    /// The values to place.
    pub placements: Vec<Candidate>,
    /// The candidates to eliminate.
    pub eliminations: Vec<Candidate>,
}

/// A contradiction that is visible without any technique.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum End {
    /// The cell has no candidates left.
    Cell(Cell),
    /// The house has no cell left for the value. The house is an index in
    /// [`Variant::houses`](farandole_puzzle::variant::Variant::houses).
    House(usize, u8),
}

impl Deduction {
    pub(super) const fn new(technique: Technique) -> Self {
        Self {
            technique,
            houses: Vec::new(),
            constraints: Vec::new(),
            pattern: Vec::new(),
            combinations: Vec::new(),
            trial: Vec::new(),
            end: None,
            placements: Vec::new(),
            eliminations: Vec::new(),
        }
    }

    pub(super) fn name(&mut self, role: Role, candidates: impl IntoIterator<Item = Candidate>) {
        self.pattern.extend(candidates.into_iter().map(|candidate| (role, candidate)));
    }

    /// Returns true if the deduction has an effect.
    pub(super) const fn has_effect(&self) -> bool {
        !self.eliminations.is_empty() || !self.placements.is_empty()
    }

    /// Returns the cells of the pattern, without duplicates, in pattern order.
    pub fn cells(&self) -> Vec<Cell> {
        let mut cells = Vec::new();
        for (_, candidate) in &self.pattern {
            if !cells.contains(&candidate.cell) {
                cells.push(candidate.cell);
            }
        }
        cells
    }

    /// Returns the cells of the deduction's houses and constraints, without duplicates, in
    /// ascending order. Constraints on the whole board and indices that do not exist in the variant
    /// are skipped.
    pub fn scope(&self, variant: &Variant) -> Vec<Cell> {
        let houses = self.houses.iter().filter_map(|house| variant.houses().get(*house));
        let mut cells: Vec<Cell> = houses.flat_map(|house| house.cells.iter().copied()).collect();
        let constraints = self.constraints.iter().filter_map(|it| variant.constraints().get(*it));
        cells.extend(constraints.flat_map(|it| it.scope(variant.board())).flatten());
        cells.sort_unstable();
        cells.dedup();
        cells
    }
}

/// The callback through which a finder reports deductions, until the callback returns `Break`.
pub(super) type Visitor<'a> = &'a mut dyn FnMut(Deduction) -> core::ops::ControlFlow<()>;
