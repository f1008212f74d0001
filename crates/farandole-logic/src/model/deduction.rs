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
            /// Every technique: Sudoku Explainer's, simplest first, then those that only HoDoKu has.
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
    /// A naked pair that is locked in a box and a line.
    LockedPair = "locked-pair", "Locked pair";
    /// A naked triplet that is locked in a box and a line.
    LockedTriplet = "locked-triplet", "Locked triplet";
    /// Five lines with five places.
    Squirmbag = "squirmbag", "Squirmbag";
    /// Six lines with six places.
    Whale = "whale", "Whale";
    /// Seven lines with seven places.
    Leviathan = "leviathan", "Leviathan";
    /// Rows against columns, size two, with extra places.
    FinnedXWing = "finned-x-wing", "Finned X-wing";
    /// Rows against columns, size three, with extra places.
    FinnedSwordfish = "finned-swordfish", "Finned swordfish";
    /// Rows against columns, size four, with extra places.
    FinnedJellyfish = "finned-jellyfish", "Finned jellyfish";
    /// Rows against columns, size five, with extra places.
    FinnedSquirmbag = "finned-squirmbag", "Finned squirmbag";
    /// Rows against columns, size six, with extra places.
    FinnedWhale = "finned-whale", "Finned whale";
    /// Rows against columns, size seven, with extra places.
    FinnedLeviathan = "finned-leviathan", "Finned leviathan";
    /// Rows against columns, size two, with extra places but for which a line is bare.
    SashimiXWing = "sashimi-x-wing", "Sashimi X-wing";
    /// Rows against columns, size three, with extra places but for which a line is bare.
    SashimiSwordfish = "sashimi-swordfish", "Sashimi swordfish";
    /// Rows against columns, size four, with extra places but for which a line is bare.
    SashimiJellyfish = "sashimi-jellyfish", "Sashimi jellyfish";
    /// Rows against columns, size five, with extra places but for which a line is bare.
    SashimiSquirmbag = "sashimi-squirmbag", "Sashimi squirmbag";
    /// Rows against columns, size six, with extra places but for which a line is bare.
    SashimiWhale = "sashimi-whale", "Sashimi whale";
    /// Rows against columns, size seven, with extra places but for which a line is bare.
    SashimiLeviathan = "sashimi-leviathan", "Sashimi leviathan";
    /// Lines and boxes against lines and boxes, size two.
    FrankenXWing = "franken-x-wing", "Franken X-wing";
    /// Lines and boxes against lines and boxes, size three.
    FrankenSwordfish = "franken-swordfish", "Franken swordfish";
    /// Lines and boxes against lines and boxes, size four.
    FrankenJellyfish = "franken-jellyfish", "Franken jellyfish";
    /// Lines and boxes against lines and boxes, size five.
    FrankenSquirmbag = "franken-squirmbag", "Franken squirmbag";
    /// Lines and boxes against lines and boxes, size six.
    FrankenWhale = "franken-whale", "Franken whale";
    /// Lines and boxes against lines and boxes, size seven.
    FrankenLeviathan = "franken-leviathan", "Franken leviathan";
    /// Lines and boxes against lines and boxes, size two, with extra places.
    FinnedFrankenXWing = "finned-franken-x-wing", "Finned Franken X-wing";
    /// Lines and boxes against lines and boxes, size three, with extra places.
    FinnedFrankenSwordfish = "finned-franken-swordfish", "Finned Franken swordfish";
    /// Lines and boxes against lines and boxes, size four, with extra places.
    FinnedFrankenJellyfish = "finned-franken-jellyfish", "Finned Franken jellyfish";
    /// Lines and boxes against lines and boxes, size five, with extra places.
    FinnedFrankenSquirmbag = "finned-franken-squirmbag", "Finned Franken squirmbag";
    /// Lines and boxes against lines and boxes, size six, with extra places.
    FinnedFrankenWhale = "finned-franken-whale", "Finned Franken whale";
    /// Lines and boxes against lines and boxes, size seven, with extra places.
    FinnedFrankenLeviathan = "finned-franken-leviathan", "Finned Franken leviathan";
    /// Any houses against any houses, size two.
    MutantXWing = "mutant-x-wing", "Mutant X-wing";
    /// Any houses against any houses, size three.
    MutantSwordfish = "mutant-swordfish", "Mutant swordfish";
    /// Any houses against any houses, size four.
    MutantJellyfish = "mutant-jellyfish", "Mutant jellyfish";
    /// Any houses against any houses, size five.
    MutantSquirmbag = "mutant-squirmbag", "Mutant squirmbag";
    /// Any houses against any houses, size six.
    MutantWhale = "mutant-whale", "Mutant whale";
    /// Any houses against any houses, size seven.
    MutantLeviathan = "mutant-leviathan", "Mutant leviathan";
    /// Any houses against any houses, size two, with extra places.
    FinnedMutantXWing = "finned-mutant-x-wing", "Finned mutant X-wing";
    /// Any houses against any houses, size three, with extra places.
    FinnedMutantSwordfish = "finned-mutant-swordfish", "Finned mutant swordfish";
    /// Any houses against any houses, size four, with extra places.
    FinnedMutantJellyfish = "finned-mutant-jellyfish", "Finned mutant jellyfish";
    /// Any houses against any houses, size five, with extra places.
    FinnedMutantSquirmbag = "finned-mutant-squirmbag", "Finned mutant squirmbag";
    /// Any houses against any houses, size six, with extra places.
    FinnedMutantWhale = "finned-mutant-whale", "Finned mutant whale";
    /// Any houses against any houses, size seven, with extra places.
    FinnedMutantLeviathan = "finned-mutant-leviathan", "Finned mutant leviathan";
    /// A chain of cells with the same two digits.
    RemotePair = "remote-pair", "Remote pair";
    /// Two parallel strong links of a digit, joined at one end.
    Skyscraper = "skyscraper", "Skyscraper";
    /// A strong link in a row and one in a column, joined in a box.
    TwoStringKite = "two-string-kite", "Two-string kite";
    /// Two kites in one box.
    DualTwoStringKite = "dual-two-string-kite", "Dual two-string kite";
    /// Two strong links of a digit, joined by a weak one.
    TurbotFish = "turbot-fish", "Turbot fish";
    /// A digit whose places in a box form a cross, and a strong link.
    EmptyRectangle = "empty-rectangle", "Empty rectangle";
    /// Two empty rectangles in one box.
    DualEmptyRectangle = "dual-empty-rectangle", "Dual empty rectangle";
    /// Two equal bivalue cells, joined by a strong link.
    WWing = "w-wing", "W-wing";
    /// Four cells with four digits, three of which come at most once.
    WxyzWing = "wxyz-wing", "WXYZ-wing";
    /// A deadly rectangle with one cell that saves it.
    Uniqueness1 = "uniqueness-1", "Uniqueness test 1";
    /// A deadly rectangle saved by one digit in the two cells of a side.
    Uniqueness2 = "uniqueness-2", "Uniqueness test 2";
    /// A deadly rectangle whose extra digits join a naked set.
    Uniqueness3 = "uniqueness-3", "Uniqueness test 3";
    /// A deadly rectangle with a digit locked in its two extra cells.
    Uniqueness4 = "uniqueness-4", "Uniqueness test 4";
    /// A deadly rectangle saved by one digit in cells that do not form a side.
    Uniqueness5 = "uniqueness-5", "Uniqueness test 5";
    /// A deadly rectangle with extra cells across, and a digit that forms an X-wing.
    Uniqueness6 = "uniqueness-6", "Uniqueness test 6";
    /// A deadly rectangle closed by two strong links.
    HiddenRectangle = "hidden-rectangle", "Hidden rectangle";
    /// A deadly rectangle with three digits placed.
    AvoidableRectangle1 = "avoidable-rectangle-1", "Avoidable rectangle 1";
    /// A deadly rectangle with two digits placed.
    AvoidableRectangle2 = "avoidable-rectangle-2", "Avoidable rectangle 2";
    /// Cells where a box and a line cross, and two disjoint sets beside them.
    SueDeCoq = "sue-de-coq", "Sue de Coq";
    /// A candidate that sees both colors of a cluster.
    SimpleColorsTrap = "simple-colors-trap", "Simple colors trap";
    /// A color that sees itself.
    SimpleColorsWrap = "simple-colors-wrap", "Simple colors wrap";
    /// Two clusters with colors that see each other.
    MultiColors1 = "multi-colors-1", "Multi colors 1";
    /// A color that sees both colors of another cluster.
    MultiColors2 = "multi-colors-2", "Multi colors 2";
    /// A chain of one digit's links.
    XChain = "x-chain", "X-chain";
    /// A chain of bivalue cells.
    XyChain = "xy-chain", "XY-chain";
    /// A closed chain of alternating links.
    ContinuousLoop = "continuous-nice-loop", "Continuous nice loop";
    /// A chain that meets itself in one cell.
    DiscontinuousLoop = "discontinuous-nice-loop", "Discontinuous nice loop";
    /// A chain of alternating links whose ends can't both be false.
    Aic = "aic", "AIC";
    /// A continuous nice loop with groups of cells.
    GroupedContinuousLoop = "grouped-continuous-nice-loop", "Grouped continuous nice loop";
    /// A discontinuous nice loop with groups of cells.
    GroupedDiscontinuousLoop = "grouped-discontinuous-nice-loop", "Grouped discontinuous nice loop";
    /// An AIC with groups of cells.
    GroupedAic = "grouped-aic", "Grouped AIC";
    /// Two almost locked sets with a restricted common digit.
    AlsXz = "als-xz", "ALS-XZ";
    /// Three almost locked sets, one in the middle.
    AlsXyWing = "als-xy-wing", "ALS-XY-wing";
    /// A chain of almost locked sets.
    AlsXyChain = "als-xy-chain", "ALS-XY-chain";
    /// A cell whose digits each lead to an almost locked set.
    DeathBlossom = "death-blossom", "Death blossom";
    /// An assumption whose chains contradict each other.
    ForcingChainContradiction = "forcing-chain-contradiction", "Forcing chain contradiction";
    /// All choices of a cell or house lead to the same along chains.
    ForcingChainVerity = "forcing-chain-verity", "Forcing chain verity";
    /// An assumption whose nets contradict each other.
    ForcingNetContradiction = "forcing-net-contradiction", "Forcing net contradiction";
    /// All choices of a cell or house lead to the same along nets.
    ForcingNetVerity = "forcing-net-verity", "Forcing net verity";
    /// A cell that all ways to place a digit have in common.
    TemplateSet = "template-set", "Template set";
    /// A candidate in no way to place its digit.
    TemplateDelete = "template-delete", "Template delete";
    /// A digit of the solution, found by search.
    BruteForce = "brute-force", "Brute force";
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
                | Self::Uniqueness1
                | Self::Uniqueness2
                | Self::Uniqueness3
                | Self::Uniqueness4
                | Self::Uniqueness5
                | Self::Uniqueness6
                | Self::HiddenRectangle
                | Self::AvoidableRectangle1
                | Self::AvoidableRectangle2
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
        self.pattern.extend(crate::model::tables::bits(mask).map(|digit| (role, Candidate::at(cell, digit))));
    }

    pub(crate) fn eliminate(&mut self, cell: usize, mask: u16) {
        self.eliminations.extend(crate::model::tables::bits(mask).map(|digit| Candidate::at(cell, digit)));
    }

    /// `Some` when the deduction changes anything.
    pub(crate) fn worthwhile(self) -> Option<Self> {
        (!self.eliminations.is_empty() || !self.placements.is_empty()).then_some(self)
    }
}
