//! Examples for catalogues: a small variant with each kind of constraint.

/// Returns the constraint text of a small variant with a constraint of the kind with this name, or
/// `None` if there is no such kind.
///
/// ```
/// use farandole_draw::variant_example;
/// use farandole_puzzle::{constraint, format::iss};
///
/// for about in constraint::catalogue() {
///     iss::read(variant_example(about.name()).unwrap()).unwrap();
/// }
/// ```
pub fn variant_example(name: &str) -> Option<&'static str> {
    EXAMPLES.iter().find(|(kind, _)| *kind == name).map(|(_, text)| *text)
}

const EXAMPLES: &[(&str, &str)] = &[
    ("Shape", ".Shape~6x6"),
    ("Var", ".Shape~4x4.Var~A~Sum~2.Sum~0_=_1_1_-1~R1C1~R1C2~VA1"),
    ("And", ".Shape~4x4.Or.And.~R1C1_1.~R4C4_1.End.~R1C4_1.End"),
    ("Replicate", ".Shape~6x6.Replicate~BAE.Thermo~R1C1~R2C1~R2C2.End"),
    ("Or", ".Shape~4x4.Or.~R1C1_1.~R1C2_1.End"),
    ("Not", ".Shape~4x4.Not.Arrow~R1C1~R1C2~R1C3.End"),
    ("NoBoxes", ".Shape~6x6.NoBoxes"),
    ("RegionSize", ".Shape~6x6.RegionSize~4"),
    ("Jigsaw", ".Shape~5x5.Jigsaw~0001100111222332233344444"),
    ("Windoku", ".Windoku"),
    ("DisjointSets", ".Shape~4x4.DisjointSets"),
    ("Diagonal", ".Shape~6x6.Diagonal~1.Diagonal~-1"),
    ("AntiKnight", ".Shape~6x6.AntiKnight"),
    ("AntiKing", ".Shape~6x6.AntiKing"),
    ("AntiTaxicab", ".Shape~6x6.AntiTaxicab"),
    ("RegionSameValues", ".Shape~4x4~6.RegionSameValues"),
    ("Doppelganger", ".Shape~4x4~0-4.Doppelganger"),
    ("ChaosConstruction", ".Shape~4x4.NoBoxes.ChaosConstruction"),
    ("ChaosArrow", ".Shape~5x5.ChaosConstruction.ChaosArrow~R3C3"),
    ("ChaosCount", ".Shape~5x5.ChaosConstruction.ChaosCount~R3C3"),
    ("ConnectedValues", ".Shape~4x4.ConnectedValues~~1_2"),
    ("AntiConsecutive", ".Shape~6x6.AntiConsecutive"),
    ("GlobalEntropy", ".GlobalEntropy"),
    ("GlobalMod", ".GlobalMod"),
    ("DutchFlatmates", ".DutchFlatmates"),
    ("StrictKropki", ".Shape~4x4.StrictKropki.WhiteDot~R1C1~R1C2.BlackDot~R3C3~R4C3"),
    ("StrictXV", ".StrictXV.X~R1C1~R1C2.V~R5C5~R6C5"),
    ("FullRankTies", ".Shape~4x4.FullRank~R1~5.FullRankTies~none"),
    ("Given", ".Shape~4x4.~R1C1_1.~R2C3_2_4"),
    ("AllDifferent", ".Shape~6x6.AllDifferent~R2C2~R2C3~R3C3~R4C4"),
    ("Cage", ".Shape~6x6.Cage~9~R1C1~R1C2~R2C2.Cage~7~R4C4~R5C4.Cage~14~R3C5~R3C6~R4C5~R4C6.Cage~~R5C1~R6C1"),
    ("RellikCage", ".Shape~6x6.RellikCage~9~R2C2~R2C3~R3C2~R3C3"),
    ("EqualityCage", ".Shape~6x6.EqualityCage~R2C2~R2C3~R3C2~R3C3"),
    ("Lunchbox", ".Shape~6x6.Lunchbox~5~R2C2~R2C3~R3C3~R4C3~R4C4"),
    ("Sum", ".Shape~6x6.Sum~4_=_2_-1_1~R2C2~R2C3~R3C3.Sum~11~R5C4~R5C5~R6C5"),
    ("EqualSum", ".Shape~6x6.EqualSum~R1C1~R1C2~R2C1~-~R4C4~R4C5"),
    ("Arrow", ".Shape~6x6.Arrow~R2C2~R2C3~R3C4~R4C4.Arrow~R5C1~R6C2~R6C3"),
    ("DoubleArrow", ".Shape~6x6.DoubleArrow~R2C2~R2C3~R3C4~R3C5"),
    ("PillArrow", ".Shape~6x6.PillArrow~2~R2C2~R2C3~R3C4~R4C4~R5C4"),
    ("Thermo", ".Shape~6x6.Thermo~R5C2~R4C2~R3C3~R2C3~R2C4.Thermo~R5C4~R5C5~R4C5"),
    ("Whisper", ".Whisper~R2C2~R3C3~R3C4~R2C5.Whisper~3~R6C2~R6C3~R7C4"),
    ("Renban", ".Shape~6x6.Renban~R2C2~R3C2~R3C3~R4C4"),
    ("Modular", ".Shape~6x6.Modular~3~R2C2~R2C3~R3C4~R4C4"),
    ("Entropic", ".Entropic~R2C2~R2C3~R3C4~R4C4~R5C4"),
    ("RegionSumLine", ".Shape~6x6.RegionSumLine~R2C2~R2C3~R3C4~R4C4~R4C5"),
    ("Between", ".Shape~6x6.Between~R2C2~R2C3~R3C4~R4C5"),
    ("Lockout", ".Lockout~4~R2C2~R2C3~R3C4~R4C5.Lockout~5~R6C2~R6C3~R7C4"),
    ("Palindrome", ".Shape~6x6.Palindrome~R2C2~R3C2~R4C3~R4C4~R3C5"),
    ("Zipper", ".Shape~6x6.Zipper~R2C2~R3C2~R4C3~R4C4~R3C5"),
    ("SumLine", ".Shape~6x6.SumLine~7~R2C2~R2C3~R3C4~R4C4~R5C4"),
    ("WhiteDot", ".Shape~6x6.WhiteDot~R2C2~R2C3.WhiteDot~R4C4~R5C4"),
    ("BlackDot", ".Shape~6x6.BlackDot~R2C2~R2C3.BlackDot~R4C4~R5C4"),
    ("GreaterThan", ".Shape~6x6.GreaterThan~R2C2~R2C3.GreaterThan~R5C4~R4C4.GreaterThan~R3C6~R3C5"),
    ("X", ".Shape~6x6.X~R2C2~R2C3.X~R4C4~R5C4"),
    ("V", ".Shape~6x6.V~R2C2~R2C3.V~R4C4~R5C4"),
    ("Pair", ".Pair~EAEBEAAQAAAAE~_1%3A3~R2C6~R3C6"),
    ("PairX", ".PairX~8H_xf8H_xf8H_B~_Nabner~R4C1~R5C1~R6C1~R7C2"),
    ("Regex", ".Shape~6x6.Regex~MSoyKg~R2C2~R2C3~R3C4~R4C4"),
    ("NFA", ".Shape~6x6.NFA~BVp4QzHUvCGY6lhtjUA~_low%20high~R2C2~R2C3~R3C4~R4C4"),
    ("ContainAtLeast", ".Shape~6x6.ContainAtLeast~1_2~R2C2~R2C3~R3C3~R3C4"),
    ("ContainExact", ".Shape~6x6.ContainExact~1_1~R2C2~R2C3~R3C3~R4C4"),
    ("Quad", ".Shape~6x6.Quad~R2C2~1~2~5.Quad~R4C4~6"),
    ("LookAndSay", ".Shape~6x6.LookAndSay~1325~R2C2~R2C3~R3C3~R3C4"),
    ("SameValues", ".Shape~6x6.SameValues~2~R1C1~R1C2~R2C2~R4C4~R5C4~R5C5"),
    ("CountingCircles", ".Shape~6x6.CountingCircles~R1C1~R2C3~R3C5~R4C2~R5C6~R6C4"),
    ("CountDistinct", ".Shape~6x6.CountDistinct~R2C2~R3C3~R3C4~R4C4"),
    ("Indexing", ".Shape~6x6.Indexing~C~R1C2~R3C2~R5C2.Indexing~R~R6C4~R6C6"),
    ("ValueIndexing", ".Shape~6x6.ValueIndexing~R2C2~R2C3~R3C4~R4C4~R5C4"),
    ("LittleKiller", ".Shape~6x6.LittleKiller~14~R2C1.LittleKiller~17~R1C4.LittleKiller~9~R6C4"),
    ("Sandwich", ".Shape~6x6.Sandwich~9~R2.Sandwich~0~C4"),
    ("XSum", ".Shape~6x6.XSum~R2~9~12.XSum~C4~6"),
    ("Skyscraper", ".Shape~6x6.Skyscraper~R2~3~2.Skyscraper~C4~4"),
    ("HiddenSkyscraper", ".Shape~6x6.HiddenSkyscraper~R2~3~2.HiddenSkyscraper~C4~4"),
    ("NumberedRoom", ".Shape~6x6.NumberedRoom~R2~3~2.NumberedRoom~C4~4"),
    ("FullRank", ".Shape~6x6.FullRank~R2~3~17.FullRank~C4~9"),
    ("SearchPriority", ".Shape~4x4.SearchPriority~5~R1C1~R1C2"),
    ("Odd", ".Shape~6x6.Odd~R1C1~R2C3~R4C5"),
    ("Even", ".Shape~6x6.Even~R1C1~R2C3~R4C5"),
    ("Minimum", ".Shape~6x6.Minimum~R2C3"),
    ("Maximum", ".Shape~6x6.Maximum~R2C3"),
    ("Battenburg", ".Shape~6x6.Battenburg~R2C3"),
    ("SlowThermo", ".Shape~6x6.SlowThermo~R5C2~R4C2~R3C3~R2C3~R2C4"),
    ("ParityLine", ".Shape~6x6.ParityLine~R2C2~R3C2~R4C3~R4C4"),
    ("Nabner", ".Shape~6x6.Nabner~R2C2~R3C2~R4C3"),
    ("Difference", ".Shape~6x6.Difference~3~R2C2~R2C3.Difference~2~R4C4~R5C4"),
    ("Ratio", ".Shape~6x6.Ratio~3~R2C2~R2C3.Ratio~4~R4C4~R5C4"),
    ("Clones", ".Shape~6x6.Clones~2~R1C1~R1C2~R2C2~R4C3~R4C4~R5C4"),
    ("DigitalRoot", ".Shape~6x6.DigitalRoot~5~R2C2~R2C3~R3C3"),
    ("CageOfSums", ".Shape~6x6.CageOfSums~9_12~R2C2~R2C3~R3C3"),
    ("Leaper", ".Shape~6x6.Leaper~1~3"),
    ("Taxicab", ".Shape~6x6.Taxicab~3"),
    ("FrameSum", ".Shape~6x6.FrameSum~R2~9~7.FrameSum~C4~6"),
    ("FirstSeen", ".Shape~6x6.FirstSeen~1_2_3~R2~3~1"),
    ("Rossini", ".Shape~6x6.Rossini~R2~rises~falls.Rossini~C4~neither"),
    ("Doublers", ".Shape~4x4.Doublers"),
    ("DoubledSum", ".Shape~4x4.Doublers.DoubledSum~11~R2C3~R2C4~R3C3.DoubledSum~11~R1C1~R2C1"),
    ("Negators", ".Shape~4x4.Negators"),
    ("NegatedSum", ".Shape~4x4.Negators.NegatedSum~-2~R1C1~R1C2"),
    ("Schroedinger", ".Shape~4x4~0-4.Schroedinger"),
    ("Holes", ".Shape~4x5~9~Raw.Holes~R1C1~R1C5~R3C3.Cage~20~R1C2~R1C3~R1C4"),
    ("Knightmare", ".Shape~6x6.Knightmare~5"),
    ("HighCells", ".Shape~4x4.HighCells~2~R1C1~R1C4~R2C2~R2C3~R3C1~R3C2~R4C3~R4C4"),
    ("DiagonalNonconsecutive", ".Shape~6x6.DiagonalNonconsecutive"),
    ("BoxIndexing", ".Shape~6x6.BoxIndexing~R1C2~R4C5"),
    ("Mathrax", ".Shape~6x6.Mathrax~sum~8~R2C2.Mathrax~product~6~R4C4"),
    ("Vudoku", ".Shape~6x6.Vudoku~R3C3~R2C2~R2C4.Vudoku~R5C5~R4C4~R6C4"),
    ("Isomorphic", ".Shape~6x6.Isomorphic~R1C1~R1C2~R2C1~-~R4C4~R4C5~R5C4"),
    ("Sequence", ".Shape~6x6.Sequence~R2C2~R2C3~R3C4~R4C4"),
    ("SameDifference", ".Shape~6x6.SameDifference~R2C2~R2C3~R3C4~R4C4"),
    ("CountedDifferences", ".Shape~6x6.CountedDifferences~R2C2~R2C3~R3C4~R4C4"),
    ("Outside", ".Shape~6x6.Outside~R2~1_2~5.Outside~C4~3"),
    ("YinYang", ".Shape~6x6.YinYang"),
    ("StarBattle", ".Shape~6x6.StarBattle~1"),
    (
        "CalcCage",
        ".Shape~4x4.NoBoxes.CalcCage~product~12~R1C1~R1C2~R2C1.CalcCage~difference~1~R1C3~R1C4.CalcCage~quotient~2~R3C3~R4C3",
    ),
    ("StrictConsecutive", ".Shape~4x4.StrictConsecutive.WhiteDot~R1C1~R1C2~R2C2"),
    ("Condition", ".Shape~4x4.Condition~R1C1+R1C2=2*R2C1.Condition~prime(sum(R3C3,R4C4))"),
    ("PairRule", ".Shape~4x4.PairRule~a+b=5|a=2*b~R1C1~R1C2~~R3C3~R4C3"),
    ("StrictPairRule", ".Shape~4x4.PairRule~a+b=5~R1C1~R1C2.StrictPairRule~a+b=5"),
    ("LineRule", ".Shape~6x6.LineRule~a+b=c~R2C2~R2C3~R3C4~R4C4"),
    ("Snake", ".Shape~4x4.Snake~~1_2"),
    ("Loop", ".Shape~4x4.Var~L~~4x4.Loop~VL~2~8"),
    ("ConnectedSegments", ".Shape~4x4.Var~E~~24.ConnectedSegments~VE"),
    ("DrawnLoop", ".Shape~4x4.Var~E~~24.DrawnLoop~VE"),
    ("DrawnPath", ".Shape~4x4.Var~E~~24.DrawnPath~VE~R1C1~R4C4"),
    ("Battlefield", ".Shape~6x6.Battlefield~7~R2.Battlefield~0~C4"),
    ("AverageArrow", ".Shape~6x6.AverageArrow~R2C2~R2C3~R3C4~R4C4"),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::VariantBoard;
    use farandole_puzzle::constraint::catalogue;
    use farandole_puzzle::format::iss;

    #[test]
    fn every_kind_has_an_example_that_is_drawn_or_said() {
        for about in catalogue() {
            let text = variant_example(about.name()).unwrap_or_else(|| panic!("{}", about.name()));
            let variant = iss::read(text).unwrap_or_else(|errors| panic!("{text}: {errors}"));
            let board = VariantBoard::new(&variant);
            let layers = board.layers();
            let is_drawn = layers.below.len() + layers.above.len() > 0;
            let constraint = variant.constraints().iter().find(|it| it.name() == about.name());
            let is_said = constraint
                .is_some_and(|it| board.rules().iter().any(|rule| rule.starts_with(&it.sentence())));
            let is_grid = ["Shape", "And", "Replicate", "Given", "Jigsaw", "NoBoxes", "SearchPriority"];
            assert!(is_drawn || is_said || is_grid.contains(&about.name()), "{}", about.name());
        }
        assert_eq!(EXAMPLES.len(), catalogue().count());
    }
}
