//! The list of techniques, with what each assumes and a short description.
//!
//! Everything else about a technique lives in its own file: name, ratings, finder, explanation and
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
            /// HoDoKu has.
            pub const ALL: &'static [Self] = &[$(Self::$name),+];

            const fn needs(self) -> Needs {
                match self { $(Self::$name => Needs::$needs,)+ }
            }
        }
    };
}

techniques! {
    FullHouse: Rules = "The last empty cell of a house.";
    HiddenSingleBox: Rules = "The only place for a digit in a box.";
    HiddenSingleLine: Rules = "The only place for a digit in a row or column.";
    DirectPointing: Rules = "Pointing that leaves a hidden single at once.";
    DirectClaiming: Rules = "Claiming that leaves a hidden single at once.";
    DirectHiddenPair: Rules = "A hidden pair that leaves a hidden single at once.";
    NakedSingle: Rules = "The only digit for a cell.";
    DirectHiddenTriplet: Rules = "A hidden triplet that leaves a hidden single at once.";
    Pointing: Rules = "Locked candidates from a box into a line.";
    Claiming: Rules = "Locked candidates from a line into a box.";
    NakedPair: Rules = "Two cells of a house with two digits.";
    XWing: Rules = "Two lines with two places.";
    HiddenPair: Rules = "Two digits with two cells of a house.";
    NakedTriplet: Rules = "Three cells of a house with three digits.";
    Swordfish: Rules = "Three lines with three places.";
    HiddenTriplet: Rules = "Three digits with three cells of a house.";
    XyWing: Rules = "A pivot with two digits and two wings.";
    XyzWing: Rules = "A pivot with three digits and two wings.";
    UniqueLoop1: OneSolution = "A deadly loop with one cell that saves it.";
    UniqueLoop2: OneSolution = "A deadly loop whose extra cells share one more digit.";
    UniqueLoop3Naked: OneSolution = "A deadly loop whose extra digits form a naked set.";
    UniqueLoop3Hidden: OneSolution = "A deadly loop whose two digits form a hidden set.";
    UniqueLoop4: OneSolution = "A deadly loop with a digit locked in its two extra cells.";
    NakedQuad: Rules = "Four cells of a house with four digits.";
    Jellyfish: Rules = "Four lines with four places.";
    HiddenQuad: Rules = "Four digits with four cells of a house.";
    Bug1: OneSolution = "A bivalue universal grave but for one cell.";
    Bug2: OneSolution = "A bivalue universal grave whose extra candidates are one digit.";
    Bug3: OneSolution = "A bivalue universal grave whose extra candidates form a naked set.";
    Bug4: OneSolution = "A bivalue universal grave with a digit locked in its two extra cells.";
    AlignedPair: Rules = "Two cells whose joint choices a bivalue cell rules out.";
    XCycle: Rules = "A bidirectional cycle of one digit.";
    YCycle: Rules = "A bidirectional cycle of bivalue cells.";
    ForcingXChain: Rules = "A forcing chain of one digit.";
    XyCycle: Rules = "A bidirectional cycle of links of both kinds.";
    ForcingChain: Rules = "A forcing chain of links of both kinds.";
    AlignedTriplet: Rules = "Three cells whose joint choices are ruled out.";
    Nishio: Rules = "One digit's links from an assumption lead to a contradiction.";
    CellChains: Rules = "All digits of a cell lead to the same.";
    RegionChains: Rules = "All places of a digit in a house lead to the same.";
    DynamicCell: Rules = "As `CellChains`, with candidates remembered as gone on the way.";
    DynamicRegion: Rules = "As `RegionChains`, with candidates remembered as gone on the way.";
    DynamicContradiction: Rules = "An assumption leads to a contradiction.";
    DynamicDouble: Rules = "A candidate leads to the same whether it holds or not.";
    LockedPair: Rules = "A naked pair that is locked in a box and a line.";
    LockedTriplet: Rules = "A naked triplet that is locked in a box and a line.";
    Squirmbag: Rules = "Five lines with five places.";
    Whale: Rules = "Six lines with six places.";
    Leviathan: Rules = "Seven lines with seven places.";
    FinnedXWing: Rules = "Rows against columns, size two, with extra places.";
    FinnedSwordfish: Rules = "Rows against columns, size three, with extra places.";
    FinnedJellyfish: Rules = "Rows against columns, size four, with extra places.";
    FinnedSquirmbag: Rules = "Rows against columns, size five, with extra places.";
    FinnedWhale: Rules = "Rows against columns, size six, with extra places.";
    FinnedLeviathan: Rules = "Rows against columns, size seven, with extra places.";
    SashimiXWing: Rules = "Rows against columns, size two, with extra places but for which a line is bare.";
    SashimiSwordfish: Rules = "Rows against columns, size three, with extra places but for which a line is bare.";
    SashimiJellyfish: Rules = "Rows against columns, size four, with extra places but for which a line is bare.";
    SashimiSquirmbag: Rules = "Rows against columns, size five, with extra places but for which a line is bare.";
    SashimiWhale: Rules = "Rows against columns, size six, with extra places but for which a line is bare.";
    SashimiLeviathan: Rules = "Rows against columns, size seven, with extra places but for which a line is bare.";
    FrankenXWing: Rules = "Lines and boxes against lines and boxes, size two.";
    FrankenSwordfish: Rules = "Lines and boxes against lines and boxes, size three.";
    FrankenJellyfish: Rules = "Lines and boxes against lines and boxes, size four.";
    FrankenSquirmbag: Rules = "Lines and boxes against lines and boxes, size five.";
    FrankenWhale: Rules = "Lines and boxes against lines and boxes, size six.";
    FrankenLeviathan: Rules = "Lines and boxes against lines and boxes, size seven.";
    FinnedFrankenXWing: Rules = "Lines and boxes against lines and boxes, size two, with extra places.";
    FinnedFrankenSwordfish: Rules = "Lines and boxes against lines and boxes, size three, with extra places.";
    FinnedFrankenJellyfish: Rules = "Lines and boxes against lines and boxes, size four, with extra places.";
    FinnedFrankenSquirmbag: Rules = "Lines and boxes against lines and boxes, size five, with extra places.";
    FinnedFrankenWhale: Rules = "Lines and boxes against lines and boxes, size six, with extra places.";
    FinnedFrankenLeviathan: Rules = "Lines and boxes against lines and boxes, size seven, with extra places.";
    MutantXWing: Rules = "Any houses against any houses, size two.";
    MutantSwordfish: Rules = "Any houses against any houses, size three.";
    MutantJellyfish: Rules = "Any houses against any houses, size four.";
    MutantSquirmbag: Rules = "Any houses against any houses, size five.";
    MutantWhale: Rules = "Any houses against any houses, size six.";
    MutantLeviathan: Rules = "Any houses against any houses, size seven.";
    FinnedMutantXWing: Rules = "Any houses against any houses, size two, with extra places.";
    FinnedMutantSwordfish: Rules = "Any houses against any houses, size three, with extra places.";
    FinnedMutantJellyfish: Rules = "Any houses against any houses, size four, with extra places.";
    FinnedMutantSquirmbag: Rules = "Any houses against any houses, size five, with extra places.";
    FinnedMutantWhale: Rules = "Any houses against any houses, size six, with extra places.";
    FinnedMutantLeviathan: Rules = "Any houses against any houses, size seven, with extra places.";
    RemotePair: Rules = "A chain of cells with the same two digits.";
    Skyscraper: Rules = "Two parallel strong links of a digit, joined at one end.";
    TwoStringKite: Rules = "A strong link in a row and one in a column, joined in a box.";
    DualTwoStringKite: Rules = "Two kites in one box.";
    TurbotFish: Rules = "Two strong links of a digit, joined by a weak one.";
    EmptyRectangle: Rules = "A digit whose places in a box form a cross, and a strong link.";
    DualEmptyRectangle: Rules = "Two empty rectangles in one box.";
    WWing: Rules = "Two equal bivalue cells, joined by a strong link.";
    WxyzWing: Rules = "Four cells with four digits, three of which come at most once.";
    Uniqueness1: OneSolution = "A deadly rectangle with one cell that saves it.";
    Uniqueness2: OneSolution = "A deadly rectangle saved by one digit in the two cells of a side.";
    Uniqueness3: OneSolution = "A deadly rectangle whose extra digits join a naked set.";
    Uniqueness4: OneSolution = "A deadly rectangle with a digit locked in its two extra cells.";
    Uniqueness5: OneSolution = "A deadly rectangle saved by one digit in cells that do not form a side.";
    Uniqueness6: OneSolution = "A deadly rectangle with extra cells across, and a digit that forms an X-wing.";
    HiddenRectangle: OneSolution = "A deadly rectangle closed by two strong links.";
    AvoidableRectangle1: OneSolution = "A deadly rectangle with three digits placed.";
    AvoidableRectangle2: OneSolution = "A deadly rectangle with two digits placed.";
    SueDeCoq: Rules = "Cells where a box and a line cross, and two disjoint sets beside them.";
    SimpleColorsTrap: Rules = "A candidate that sees both colors of a cluster.";
    SimpleColorsWrap: Rules = "A color that sees itself.";
    MultiColors1: Rules = "Two clusters with colors that see each other.";
    MultiColors2: Rules = "A color that sees both colors of another cluster.";
    XChain: Rules = "A chain of one digit's links.";
    XyChain: Rules = "A chain of bivalue cells.";
    ContinuousLoop: Rules = "A closed chain of alternating links.";
    DiscontinuousLoop: Rules = "A chain that meets itself in one cell.";
    Aic: Rules = "A chain of alternating links whose ends can't both be false.";
    GroupedContinuousLoop: Rules = "A continuous nice loop with groups of cells.";
    GroupedDiscontinuousLoop: Rules = "A discontinuous nice loop with groups of cells.";
    GroupedAic: Rules = "An AIC with groups of cells.";
    AlsXz: Rules = "Two almost locked sets with a restricted common digit.";
    AlsXyWing: Rules = "Three almost locked sets, one in the middle.";
    AlsXyChain: Rules = "A chain of almost locked sets.";
    DeathBlossom: Rules = "A cell whose digits each lead to an almost locked set.";
    ForcingChainContradiction: Rules = "An assumption whose chains contradict each other.";
    ForcingChainVerity: Rules = "All choices of a cell or house lead to the same along chains.";
    ForcingNetContradiction: Rules = "An assumption whose nets contradict each other.";
    ForcingNetVerity: Rules = "All choices of a cell or house lead to the same along nets.";
    TemplateSet: Rules = "A cell that all ways to place a digit have in common.";
    TemplateDelete: Rules = "A candidate in no way to place its digit.";
    BruteForce: Rules = "A digit of the solution, found by search.";
}

impl Technique {
    /// Returns true if the technique holds only for puzzles with exactly one solution. At least one
    /// candidate with the role [`Role::Extra`](crate::Role::Extra) is then true.
    pub const fn presumes_one_solution(self) -> bool {
        matches!(self.needs(), Needs::OneSolution)
    }
}
