//! The list of techniques, each with its assumption and a short description.
//!
//! All other properties of a technique are in its own file: name, ratings, finder, explanation and
//! example.

/// The assumption that a technique relies on.
enum Needs {
    Rules,
    OneSolution,
}

macro_rules! techniques {
    ($($name:ident: $needs:ident = $doc:literal;)+) => {
        /// A technique, as finely distinguished as the rating scales require.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[non_exhaustive]
        pub enum Technique {
            $(#[doc = $doc] $name,)+
        }

        impl Technique {
            /// Every technique: those of Sudoku Explainer, simplest first, then those that only
            /// HoDoKu has, then those on neither scale.
            pub const ALL: &'static [Self] = &[$(Self::$name),+];

            const fn needs(self) -> Needs {
                match self { $(Self::$name => Needs::$needs,)+ }
            }
        }
    };
}

techniques! {
    FullHouse: Rules = "The last empty cell of a house.";
    HiddenSingleBox: Rules = "The only cell for a digit in a box.";
    HiddenSingleLine: Rules = "The only cell for a digit in a row or column.";
    DirectPointing: Rules = "Pointing that immediately leaves a hidden single.";
    DirectClaiming: Rules = "Claiming that immediately leaves a hidden single.";
    DirectHiddenPair: Rules = "A hidden pair that immediately leaves a hidden single.";
    NakedSingle: Rules = "The only digit for a cell.";
    DirectHiddenTriplet: Rules = "A hidden triplet that immediately leaves a hidden single.";
    Pointing: Rules = "Locked candidates from a box into a line.";
    Claiming: Rules = "Locked candidates from a line into a box.";
    NakedPair: Rules = "Two cells of a house with two candidates in total.";
    XWing: Rules = "Two lines whose candidates for a digit lie in two cross lines.";
    HiddenPair: Rules = "Two digits confined to two cells of a house.";
    NakedTriplet: Rules = "Three cells of a house with three candidates in total.";
    Swordfish: Rules = "Three lines whose candidates for a digit lie in three cross lines.";
    HiddenTriplet: Rules = "Three digits confined to three cells of a house.";
    XyWing: Rules = "A pivot with two candidates, and two wings.";
    XyzWing: Rules = "A pivot with three candidates, and two wings.";
    UniqueLoop1: OneSolution = "A deadly loop with extra candidates in one cell.";
    UniqueLoop2: OneSolution = "A deadly loop whose extra cells share a single extra candidate.";
    UniqueLoop3Naked: OneSolution = "A deadly loop whose extra candidates form a naked set.";
    UniqueLoop3Hidden: OneSolution = "A deadly loop whose two digits form a hidden set.";
    UniqueLoop4: OneSolution = "A deadly loop with a digit locked in its two extra cells.";
    NakedQuad: Rules = "Four cells of a house with four candidates in total.";
    Jellyfish: Rules = "Four lines whose candidates for a digit lie in four cross lines.";
    HiddenQuad: Rules = "Four digits confined to four cells of a house.";
    Bug1: OneSolution = "A bivalue universal grave except for one cell.";
    Bug2: OneSolution = "A bivalue universal grave whose extra candidates are of one digit.";
    Bug3: OneSolution = "A bivalue universal grave whose extra candidates form a naked set.";
    Bug4: OneSolution = "A bivalue universal grave with a digit locked in its two extra cells.";
    AlignedPair: Rules = "Two cells with combinations of candidates that bivalue cells exclude.";
    XCycle: Rules = "A bidirectional cycle of one digit.";
    YCycle: Rules = "A bidirectional cycle of bivalue cells.";
    ForcingXChain: Rules = "A forcing chain of one digit.";
    XyCycle: Rules = "A bidirectional cycle with links in cells and houses.";
    ForcingChain: Rules = "A forcing chain with links in cells and houses.";
    AlignedTriplet: Rules = "Three cells with combinations of candidates that other cells exclude.";
    Nishio: Rules = "Links of one digit lead from an assumption to a contradiction.";
    CellChains: Rules = "All candidates of a cell lead to the same conclusion.";
    RegionChains: Rules = "All candidates of a digit in a house lead to the same conclusion.";
    DynamicCell: Rules = "Like `CellChains`, but eliminated candidates are remembered along the chain.";
    DynamicRegion: Rules = "Like `RegionChains`, but eliminated candidates are remembered along the chain.";
    DynamicContradiction: Rules = "An assumption leads to a contradiction.";
    DynamicDouble: Rules = "A candidate leads to the same conclusion whether it is true or false.";
    LockedPair: Rules = "A naked pair in the intersection of a box and a line.";
    LockedTriplet: Rules = "A naked triplet in the intersection of a box and a line.";
    Squirmbag: Rules = "Five lines whose candidates for a digit lie in five cross lines.";
    Whale: Rules = "Six lines whose candidates for a digit lie in six cross lines.";
    Leviathan: Rules = "Seven lines whose candidates for a digit lie in seven cross lines.";
    FinnedXWing: Rules = "A fish of two rows and two columns, with fins.";
    FinnedSwordfish: Rules = "A fish of three rows and three columns, with fins.";
    FinnedJellyfish: Rules = "A fish of four rows and four columns, with fins.";
    FinnedSquirmbag: Rules = "A fish of five rows and five columns, with fins.";
    FinnedWhale: Rules = "A fish of six rows and six columns, with fins.";
    FinnedLeviathan: Rules = "A fish of seven rows and seven columns, with fins.";
    SashimiXWing: Rules = "A fish of two rows and two columns, with fins, and at most one other candidate in a base line.";
    SashimiSwordfish: Rules = "A fish of three rows and three columns, with fins, and at most one other candidate in a base line.";
    SashimiJellyfish: Rules = "A fish of four rows and four columns, with fins, and at most one other candidate in a base line.";
    SashimiSquirmbag: Rules = "A fish of five rows and five columns, with fins, and at most one other candidate in a base line.";
    SashimiWhale: Rules = "A fish of six rows and six columns, with fins, and at most one other candidate in a base line.";
    SashimiLeviathan: Rules = "A fish of seven rows and seven columns, with fins, and at most one other candidate in a base line.";
    FrankenXWing: Rules = "A fish of lines and boxes, size two.";
    FrankenSwordfish: Rules = "A fish of lines and boxes, size three.";
    FrankenJellyfish: Rules = "A fish of lines and boxes, size four.";
    FrankenSquirmbag: Rules = "A fish of lines and boxes, size five.";
    FrankenWhale: Rules = "A fish of lines and boxes, size six.";
    FrankenLeviathan: Rules = "A fish of lines and boxes, size seven.";
    FinnedFrankenXWing: Rules = "A fish of lines and boxes, size two, with fins.";
    FinnedFrankenSwordfish: Rules = "A fish of lines and boxes, size three, with fins.";
    FinnedFrankenJellyfish: Rules = "A fish of lines and boxes, size four, with fins.";
    FinnedFrankenSquirmbag: Rules = "A fish of lines and boxes, size five, with fins.";
    FinnedFrankenWhale: Rules = "A fish of lines and boxes, size six, with fins.";
    FinnedFrankenLeviathan: Rules = "A fish of lines and boxes, size seven, with fins.";
    MutantXWing: Rules = "A fish of arbitrary houses, size two.";
    MutantSwordfish: Rules = "A fish of arbitrary houses, size three.";
    MutantJellyfish: Rules = "A fish of arbitrary houses, size four.";
    MutantSquirmbag: Rules = "A fish of arbitrary houses, size five.";
    MutantWhale: Rules = "A fish of arbitrary houses, size six.";
    MutantLeviathan: Rules = "A fish of arbitrary houses, size seven.";
    FinnedMutantXWing: Rules = "A fish of arbitrary houses, size two, with fins.";
    FinnedMutantSwordfish: Rules = "A fish of arbitrary houses, size three, with fins.";
    FinnedMutantJellyfish: Rules = "A fish of arbitrary houses, size four, with fins.";
    FinnedMutantSquirmbag: Rules = "A fish of arbitrary houses, size five, with fins.";
    FinnedMutantWhale: Rules = "A fish of arbitrary houses, size six, with fins.";
    FinnedMutantLeviathan: Rules = "A fish of arbitrary houses, size seven, with fins.";
    RemotePair: Rules = "A chain of cells with the same two digits.";
    Skyscraper: Rules = "Two parallel strong links of a digit, connected at one end.";
    TwoStringKite: Rules = "A strong link in a row and one in a column, connected in a box.";
    DualTwoStringKite: Rules = "Two kites in one box.";
    TurbotFish: Rules = "Two strong links of a digit, connected by a weak link.";
    EmptyRectangle: Rules = "A digit whose candidates in a box lie in one row and one column, and a strong link.";
    DualEmptyRectangle: Rules = "Two empty rectangles in one box.";
    WWing: Rules = "Two bivalue cells with the same candidates, connected by a strong link.";
    WxyzWing: Rules = "Four cells with four candidates in total, three of which occur at most once.";
    Uniqueness1: OneSolution = "A deadly rectangle with extra candidates in one cell.";
    Uniqueness2: OneSolution = "A deadly rectangle with a single extra candidate in two cells of one side.";
    Uniqueness3: OneSolution = "A deadly rectangle whose extra candidates are part of a naked set.";
    Uniqueness4: OneSolution = "A deadly rectangle with a digit locked in its two extra cells.";
    Uniqueness5: OneSolution = "A deadly rectangle with a single extra candidate in cells that do not form one side.";
    Uniqueness6: OneSolution = "A deadly rectangle with extra candidates in opposite cells, and a digit that forms an X-wing.";
    HiddenRectangle: OneSolution = "A deadly rectangle completed by two strong links.";
    AvoidableRectangle1: OneSolution = "A deadly rectangle with three digits placed.";
    AvoidableRectangle2: OneSolution = "A deadly rectangle with two digits placed.";
    SueDeCoq: Rules = "Cells in the intersection of a box and a line, combined with two disjoint sets.";
    SimpleColorsTrap: Rules = "A candidate that sees both colors of a cluster.";
    SimpleColorsWrap: Rules = "A color that sees itself.";
    MultiColors1: Rules = "Two clusters with colors that see each other.";
    MultiColors2: Rules = "A color that sees both colors of another cluster.";
    XChain: Rules = "A chain of links of one digit.";
    XyChain: Rules = "A chain of bivalue cells.";
    ContinuousLoop: Rules = "A closed chain of alternating links.";
    DiscontinuousLoop: Rules = "A chain that returns to its first cell and decides it.";
    Aic: Rules = "A chain of alternating links whose ends cannot both be false.";
    GroupedContinuousLoop: Rules = "A continuous nice loop with groups of cells.";
    GroupedDiscontinuousLoop: Rules = "A discontinuous nice loop with groups of cells.";
    GroupedAic: Rules = "An AIC with groups of cells.";
    AlsXz: Rules = "Two almost locked sets with a restricted common digit.";
    AlsXyWing: Rules = "Two almost locked sets, each with a restricted common with a third one.";
    AlsXyChain: Rules = "A chain of almost locked sets.";
    DeathBlossom: Rules = "A cell, each of whose candidates locks an almost locked set.";
    ForcingChainContradiction: Rules = "An assumption that leads to a contradiction along chains.";
    ForcingChainVerity: Rules = "All candidates of a cell or house lead to the same conclusion along chains.";
    ForcingNetContradiction: Rules = "An assumption that leads to a contradiction along nets.";
    ForcingNetVerity: Rules = "All candidates of a cell or house lead to the same conclusion along nets.";
    TemplateSet: Rules = "A cell that is in all templates of a digit.";
    TemplateDelete: Rules = "A candidate that is in no template of its digit.";
    BruteForce: Rules = "A digit taken from the solution.";
    VwxyzWing: Rules = "Five cells with five candidates in total, four of which occur at most once.";
    MedusaTrap: Rules = "A candidate that sees both colors of a cluster of several digits.";
    MedusaWrap: Rules = "A color of a cluster of several digits that contradicts itself.";
    Guardian: Rules = "A loop of an odd number of cells, and the other candidates in its houses.";
    ExtendedRectangle: OneSolution = "A deadly pattern of three digits in six cells of two lines.";
    BugLite: OneSolution = "A bivalue universal grave in part of the grid, except for one cell.";
    TripleFirework: Rules = "Three digits confined to the crossing of a row and a column, and two more cells.";
    Tridagon: Rules = "Twelve cells in four boxes that cannot hold only three digits.";
    SkLoop: Rules = "A ring of eight pairs of cells in four boxes with as many links as cells.";
    JuniorExocet: Rules = "Two base cells whose digits are in two target cells.";
    SectorSet: Rules = "Cells of several rows and columns with as many places for digits as cells.";
    KrakenFish: Rules = "A fish whose fins are excluded by chains.";
    Whip: Rules = "A chain of variables, each left with one value by the target and the values before it.";
    Braid: Rules = "A whip whose variables need not continue from the value just before them.";
}

impl Technique {
    /// Returns true if the technique holds only for puzzles with exactly one solution. At least one
    /// candidate with the role [`Role::Extra`](crate::Role::Extra) is then true.
    pub const fn presumes_one_solution(self) -> bool {
        matches!(self.needs(), Needs::OneSolution)
    }
}
