//! Deductions about variants: the pattern and effect of a technique, as plain data.

use super::candidate::Candidate;
use crate::model::Role;
use farandole_puzzle::Cell;
use farandole_puzzle::variant::Variant;

/// Defines the techniques. Each row has the documentation, the identifier and the name of a technique.
macro_rules! techniques {
    ($($(#[$doc:meta])* $technique:ident: $id:literal, $title:literal;)+) => {
        /// A technique for variants. Techniques that also exist for classic puzzles have the same names
        /// there.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[non_exhaustive]
        pub enum Technique {
            $($(#[$doc])* $technique,)+
        }

        impl Technique {
            /// Every technique, simplest first.
            pub const ALL: [Self; [$($id),+].len()] = [$(Self::$technique),+];

            /// Returns the stable identifier that programs use, for example `naked-pair`.
            pub const fn id(self) -> &'static str {
                match self { $(Self::$technique => $id,)+ }
            }

            /// Returns the name shown to people. A deduction from a constraint is shown with the name of
            /// the constraint's kind instead.
            pub const fn title(self) -> &'static str {
                match self { $(Self::$technique => $title,)+ }
            }
        }
    };
}

techniques! {
    /// The only cell for a value in a house that holds every value.
    HiddenSingle: "hidden-single", "Hidden single";
    /// The only value for a cell.
    NakedSingle: "naked-single", "Naked single";
    /// All possible cells of a value in a house see another cell, which therefore cannot hold it.
    LockedCandidates: "locked-candidates", "Locked candidates";
    /// One constraint restricts the candidates of its cells.
    Constraint: "constraint", "Constraint";
    /// A constraint must contain a value, so cells that see all possible places for it cannot hold it.
    LockedInConstraint: "locked-in-constraint", "Locked in a constraint";
    /// Innies and outies: the total of some houses minus known sums leaves the sum of a few cells.
    RuleOf45: "rule-of-45", "Rule of 45";
    /// Two cells of a house with only two possible values between them.
    NakedPair: "naked-pair", "Naked pair";
    /// Two values confined to two cells of a house.
    HiddenPair: "hidden-pair", "Hidden pair";
    /// Three cells of a house with only three possible values between them.
    NakedTriplet: "naked-triplet", "Naked triplet";
    /// Three values confined to three cells of a house.
    HiddenTriplet: "hidden-triplet", "Hidden triplet";
    /// Four cells of a house with only four possible values between them.
    NakedQuad: "naked-quad", "Naked quad";
    /// Four values confined to four cells of a house.
    HiddenQuad: "hidden-quad", "Hidden quad";
    /// Two rows whose possible cells for a value lie in only two columns, or the reverse.
    XWing: "x-wing", "X-wing";
    /// Three rows whose possible cells for a value lie in only three columns, or the reverse.
    Swordfish: "swordfish", "Swordfish";
    /// Four rows whose possible cells for a value lie in only four columns, or the reverse.
    Jellyfish: "jellyfish", "Jellyfish";
    /// Houses contain the same values as others: the cells in which they differ hold the same values, or every value
    /// once.
    EqualSets: "equal-sets", "Sets of equal values";
    /// Several constraints, or constraints and a house, restrict the candidates of their cells.
    CombinedConstraints: "combined-constraints", "Combined constraints";
    /// A candidate that occurs in no way to fill the cells of some constraints. No short argument shows this: every way has
    /// to be tried.
    Exhaustion: "exhaustion", "Exhaustion";
    /// A chain of implications that starts with a candidate being true and ends with the same candidate being
    /// false.
    Chain: "alternating-inference-chain", "Alternating inference chain";
    /// A candidate that chains from every value of a cell, or from every place for a value in a house, exclude.
    ForcingChains: "forcing-chains", "Forcing chains";
    /// A candidate that is eliminated within a few simpler steps by every possible value of a cell, or by every
    /// possible place for a value in a house.
    Forcing: "forcing", "Forcing";
    /// A candidate that leads to a contradiction within a few simpler steps.
    Contradiction: "contradiction", "Contradiction";
}

impl Technique {
    /// Returns true if the technique tries cases one after another: all ways to fill some cells, or all values
    /// of a cell.
    ///
    /// ```
    /// use farandole_logic::variant::Technique;
    ///
    /// assert!(Technique::ForcingChains.tries_cases() && !Technique::Chain.tries_cases());
    /// ```
    pub const fn tries_cases(self) -> bool {
        matches!(self, Self::Exhaustion | Self::ForcingChains | Self::Forcing | Self::Contradiction)
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
    /// forcing, one deduction for each candidate of the pattern. The `trial` of this deduction holds the steps
    /// that follow if the candidate is assumed to be true.
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
    /// Creates an empty deduction.
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

    /// Adds candidates with this role to the pattern.
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

/// The callback to which a finder passes each deduction. The finder stops if the callback returns `Break`.
pub(super) type Visitor<'a> = &'a mut dyn FnMut(Deduction) -> core::ops::ControlFlow<()>;
