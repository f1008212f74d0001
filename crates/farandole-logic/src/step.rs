//! Deductions: what a technique saw and what follows, as plain data.

use core::fmt;

/// A digit that a cell may hold: index `cell * 9 + digit - 1`, 0 up to 728.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Candidate(u16);

impl Candidate {
    /// The candidate of a cell (0 up to 80, row-major) and a digit (1 up to 9); `None` outside these.
    pub const fn new(cell: usize, digit: u8) -> Option<Self> {
        if cell < 81 && matches!(digit, 1..=9) {
            Some(Self((cell * 9) as u16 + digit as u16 - 1))
        } else {
            None
        }
    }

    /// For tables of this crate: `digit` counts from 0.
    pub(crate) const fn at(cell: usize, digit: usize) -> Self {
        Self((cell * 9 + digit) as u16)
    }

    /// The row-major index of the cell.
    pub const fn cell(self) -> usize {
        self.0 as usize / 9
    }

    /// The digit, 1 up to 9.
    pub const fn digit(self) -> u8 {
        (self.0 % 9) as u8 + 1
    }

    /// The index, 0 up to 728.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Debug for Candidate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Display for Candidate {
    /// `r1c1=5`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "r{}c{}={}", self.cell() / 9 + 1, self.cell() % 9 + 1, self.digit())
    }
}

macro_rules! techniques {
    ($($(#[doc = $doc:literal])+ $name:ident = $id:literal, $title:literal;)+) => {
        /// A technique, told apart as finely as the scales need.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[non_exhaustive]
        pub enum Technique {
            $($(#[doc = $doc])+ $name,)+
        }

        impl Technique {
            /// Every technique, simplest first.
            pub const ALL: &'static [Self] = &[$(Self::$name),+];

            /// The stable name for machines.
            pub const fn id(self) -> &'static str {
                match self { $(Self::$name => $id,)+ }
            }

            /// The name for people.
            pub const fn title(self) -> &'static str {
                match self { $(Self::$name => $title,)+ }
            }
        }
    };
}

techniques! {
    /// The last empty cell of a house.
    FullHouse = "full-house", "Full house";
    /// The only place for a digit in a box.
    HiddenSingleBox = "hidden-single-box", "Hidden single in a box";
    /// The only place for a digit in a row or column.
    HiddenSingleLine = "hidden-single-line", "Hidden single in a line";
    /// Pointing that leaves a hidden single at once.
    DirectPointing = "direct-pointing", "Direct pointing";
    /// Claiming that leaves a hidden single at once.
    DirectClaiming = "direct-claiming", "Direct claiming";
    /// A hidden pair that leaves a hidden single at once.
    DirectHiddenPair = "direct-hidden-pair", "Direct hidden pair";
    /// The only digit for a cell.
    NakedSingle = "naked-single", "Naked single";
    /// A hidden triplet that leaves a hidden single at once.
    DirectHiddenTriplet = "direct-hidden-triplet", "Direct hidden triplet";
    /// Locked candidates from a box into a line.
    Pointing = "pointing", "Pointing";
    /// Locked candidates from a line into a box.
    Claiming = "claiming", "Claiming";
    /// Two cells of a house with two digits.
    NakedPair = "naked-pair", "Naked pair";
    /// Two lines with two places.
    XWing = "x-wing", "X-wing";
    /// Two digits with two cells of a house.
    HiddenPair = "hidden-pair", "Hidden pair";
    /// Three cells of a house with three digits.
    NakedTriplet = "naked-triplet", "Naked triplet";
    /// Three lines with three places.
    Swordfish = "swordfish", "Swordfish";
    /// Three digits with three cells of a house.
    HiddenTriplet = "hidden-triplet", "Hidden triplet";
    /// A pivot with two digits and two wings.
    XyWing = "xy-wing", "XY-wing";
    /// A pivot with three digits and two wings.
    XyzWing = "xyz-wing", "XYZ-wing";
    /// A deadly loop with one cell that saves it.
    UniqueLoop1 = "unique-loop-1", "Unique rectangle or loop, type 1";
    /// A deadly loop whose extra cells share one more digit.
    UniqueLoop2 = "unique-loop-2", "Unique rectangle or loop, type 2";
    /// A deadly loop whose extra digits form a naked set.
    UniqueLoop3Naked = "unique-loop-3-naked", "Unique rectangle or loop, type 3 with a naked set";
    /// A deadly loop whose two digits form a hidden set.
    UniqueLoop3Hidden = "unique-loop-3-hidden", "Unique rectangle or loop, type 3 with a hidden set";
    /// A deadly loop with a digit locked in its two extra cells.
    UniqueLoop4 = "unique-loop-4", "Unique rectangle or loop, type 4";
    /// Four cells of a house with four digits.
    NakedQuad = "naked-quad", "Naked quad";
    /// Four lines with four places.
    Jellyfish = "jellyfish", "Jellyfish";
    /// Four digits with four cells of a house.
    HiddenQuad = "hidden-quad", "Hidden quad";
    /// A bivalue universal grave but for one cell.
    Bug1 = "bug-1", "BUG type 1";
    /// A bivalue universal grave whose extra candidates are one digit.
    Bug2 = "bug-2", "BUG type 2";
    /// A bivalue universal grave whose extra candidates form a naked set.
    Bug3 = "bug-3", "BUG type 3";
    /// A bivalue universal grave with a digit locked in its two extra cells.
    Bug4 = "bug-4", "BUG type 4";
    /// Two cells whose joint choices a bivalue cell rules out.
    AlignedPair = "aligned-pair-exclusion", "Aligned pair exclusion";
    /// A bidirectional cycle of one digit.
    XCycle = "x-cycle", "Bidirectional X-cycle";
    /// A bidirectional cycle of bivalue cells.
    YCycle = "y-cycle", "Bidirectional Y-cycle";
    /// A forcing chain of one digit.
    ForcingXChain = "forcing-x-chain", "Forcing X-chain";
    /// A bidirectional cycle of links of both kinds.
    XyCycle = "xy-cycle", "Bidirectional cycle";
    /// A forcing chain of links of both kinds.
    ForcingChain = "forcing-chain", "Forcing chain";
    /// Three cells whose joint choices are ruled out.
    AlignedTriplet = "aligned-triplet-exclusion", "Aligned triplet exclusion";
    /// One digit's links from an assumption lead to a contradiction.
    Nishio = "nishio", "Nishio forcing chains";
    /// All digits of a cell lead to the same.
    CellChains = "cell-forcing-chains", "Cell forcing chains";
    /// All places of a digit in a house lead to the same.
    RegionChains = "region-forcing-chains", "Region forcing chains";
    /// As `CellChains`, with candidates remembered as gone on the way.
    DynamicCell = "dynamic-cell-forcing-chains", "Dynamic cell forcing chains";
    /// As `RegionChains`, with candidates remembered as gone on the way.
    DynamicRegion = "dynamic-region-forcing-chains", "Dynamic region forcing chains";
    /// An assumption leads to a contradiction.
    DynamicContradiction = "dynamic-contradiction", "Dynamic contradiction forcing chains";
    /// A candidate leads to the same whether it holds or not.
    DynamicDouble = "dynamic-double", "Dynamic double forcing chains";
}

impl Technique {
    /// The technique with this stable name.
    pub fn by_id(id: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|technique| technique.id() == id)
    }

    /// Whether it holds only where the puzzle has exactly one solution: then not every candidate with the role
    /// [`Role::Extra`] can be false.
    pub const fn presumes_one_solution(self) -> bool {
        matches!(
            self,
            Self::UniqueLoop1
                | Self::UniqueLoop2
                | Self::UniqueLoop3Naked
                | Self::UniqueLoop3Hidden
                | Self::UniqueLoop4
                | Self::Bug1
                | Self::Bug2
                | Self::Bug3
                | Self::Bug4
        )
    }
}

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

    /// Adds those candidates of a cell that are in the mask (bit 0 for digit 1).
    pub(crate) fn mark(&mut self, role: Role, cell: usize, mask: u16) {
        self.pattern.extend(crate::tables::bits(mask).map(|digit| (role, Candidate::at(cell, digit))));
    }

    pub(crate) fn eliminate(&mut self, cell: usize, mask: u16) {
        self.eliminations.extend(crate::tables::bits(mask).map(|digit| Candidate::at(cell, digit)));
    }

    /// `Some` when the deduction changes anything.
    pub(crate) fn worthwhile(self) -> Option<Self> {
        (!self.eliminations.is_empty() || !self.placements.is_empty()).then_some(self)
    }
}
