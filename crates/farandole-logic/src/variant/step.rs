//! Deductions about variants: what a technique saw and what follows, as plain data.

use super::candidate::Candidate;
use crate::model::Role;
use farandole_puzzle::Cell;
use farandole_puzzle::variant::Variant;

/// A technique for variants. Those that classic puzzles have as well have the same names there.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[non_exhaustive]
pub enum Technique {
    /// The only place for a value in a house that holds every value.
    HiddenSingle,
    /// The only value for a cell.
    NakedSingle,
    /// All places of a value in a house see another cell.
    LockedCandidates,
    /// What one constraint alone leaves of its cells.
    Constraint,
    /// Houses without the sums inside of them leave a sum (innies and outies).
    RuleOf45,
    /// Two cells of a house with two values.
    NakedPair,
    /// Two values with two cells of a house.
    HiddenPair,
    /// Three cells of a house with three values.
    NakedTriplet,
    /// Three values with three cells of a house.
    HiddenTriplet,
    /// Four cells of a house with four values.
    NakedQuad,
    /// Four values with four cells of a house.
    HiddenQuad,
    /// A candidate that leads to a contradiction in some simpler steps.
    Contradiction,
}

impl Technique {
    /// Every technique, simplest first.
    pub const ALL: [Self; 12] = [
        Self::HiddenSingle,
        Self::NakedSingle,
        Self::LockedCandidates,
        Self::Constraint,
        Self::RuleOf45,
        Self::NakedPair,
        Self::HiddenPair,
        Self::NakedTriplet,
        Self::HiddenTriplet,
        Self::NakedQuad,
        Self::HiddenQuad,
        Self::Contradiction,
    ];

    /// The stable name for machines.
    pub const fn id(self) -> &'static str {
        match self {
            Self::HiddenSingle => "hidden-single",
            Self::NakedSingle => "naked-single",
            Self::LockedCandidates => "locked-candidates",
            Self::Constraint => "constraint",
            Self::RuleOf45 => "rule-of-45",
            Self::NakedPair => "naked-pair",
            Self::HiddenPair => "hidden-pair",
            Self::NakedTriplet => "naked-triplet",
            Self::HiddenTriplet => "hidden-triplet",
            Self::NakedQuad => "naked-quad",
            Self::HiddenQuad => "hidden-quad",
            Self::Contradiction => "contradiction",
        }
    }

    /// The name for people. A deduction from a constraint is called by the name of its kind instead.
    pub const fn title(self) -> &'static str {
        match self {
            Self::HiddenSingle => "Hidden single",
            Self::NakedSingle => "Naked single",
            Self::LockedCandidates => "Locked candidates",
            Self::Constraint => "Constraint",
            Self::RuleOf45 => "Rule of 45",
            Self::NakedPair => "Naked pair",
            Self::HiddenPair => "Hidden pair",
            Self::NakedTriplet => "Naked triplet",
            Self::HiddenTriplet => "Hidden triplet",
            Self::NakedQuad => "Naked quad",
            Self::HiddenQuad => "Hidden quad",
            Self::Contradiction => "Contradiction",
        }
    }
}

/// One use of a technique in a variant: the pattern and its effect.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Deduction {
    /// The technique.
    pub technique: Technique,
    /// The houses of the pattern, by their places in [`Variant::houses`](farandole_puzzle::variant::Variant::houses).
    pub houses: Vec<usize>,
    /// The constraints that it uses, by their places in
    /// [`Variant::constraints`](farandole_puzzle::variant::Variant::constraints).
    pub constraints: Vec<usize>,
    /// The candidates of the pattern with what they do.
    pub pattern: Vec<(Role, Candidate)>,
    /// The sets of values that the cells of the constraint can have, each rising; empty where there are many, or where the
    /// order of the values matters.
    pub combinations: Vec<Vec<u8>>,
    /// What follows from the assumption that the eliminated candidate holds, step by step; contradictions only.
    pub trial: Vec<Self>,
    /// What the trial ends in; contradictions only.
    pub end: Option<End>,
    /// Values that must be placed.
    pub placements: Vec<Candidate>,
    /// Candidates that can't hold.
    pub eliminations: Vec<Candidate>,
}

/// A contradiction that shows without any technique.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum End {
    /// Nothing is left for the cell.
    Cell(Cell),
    /// The house, by its place in [`Variant::houses`](farandole_puzzle::variant::Variant::houses), has no place for the
    /// value.
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

    /// Whether it changes anything.
    pub(super) const fn has_effect(&self) -> bool {
        !self.eliminations.is_empty() || !self.placements.is_empty()
    }

    /// The cells that the pattern names, each once, in its order.
    pub fn cells(&self) -> Vec<Cell> {
        let mut cells = Vec::new();
        for (_, candidate) in &self.pattern {
            if !cells.contains(&candidate.cell) {
                cells.push(candidate.cell);
            }
        }
        cells
    }

    /// The cells of its houses and constraints in the variant that it is about, each once, rising. Constraints of the whole
    /// board and places that the variant does not have give none.
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

/// What a finder reports its deductions to, until it is told to stop.
pub(super) type Visitor<'a> = &'a mut dyn FnMut(Deduction) -> core::ops::ControlFlow<()>;
