//! Compares formulas with the checker. The models of the formula of a small puzzle, restricted to
//! the cells, must be the grids that the checker accepts.

use super::VariantFormula;
use crate::compile::tests::{grids, read};
use farandole_puzzle::variant::{Variant, check};
use farandole_testkit::pb;

/// Returns the number of solutions of the formula, computed by an independent counter of the
/// testkit.
pub(crate) fn models(variant: &Variant, other_than: Option<&[u8]>) -> u64 {
    let formula = VariantFormula::new(variant, other_than).unwrap_or_else(|error| panic!("{error}"));
    let mut text = Vec::new();
    formula.write(&mut text).unwrap();
    let text = String::from_utf8(text).unwrap();
    let (variables, rows) = pb::read(&text).unwrap_or_else(|line| panic!("line {line}:\n{text}"));
    assert_eq!(variables, formula.formula.variable_count());
    pb::count_projected(variables, &rows, variant.cell_count() * usize::from(formula.formula.count()))
}

/// Asserts that the formula of the variant `text` has as many models as the checker accepts grids in `layout`,
/// and one model fewer if the formula excludes an accepted grid.
fn compare(layout: &[Vec<u8>], text: &str) {
    let variant = read(text);
    let accepted: Vec<&Vec<u8>> = layout.iter().filter(|values| check(&variant, values).is_ok()).collect();
    assert_eq!(models(&variant, None), accepted.len() as u64, "{text}");
    if let Some(known) = accepted.first() {
        assert_eq!(models(&variant, Some(known)), accepted.len() as u64 - 1, "{text} but one");
    }
}

#[test]
fn items_in_each_other_and_items_with_states_have_as_many_models_as_solutions() {
    let strip = ".Shape~1x5~4~Raw";
    let layout = grids(strip);
    let [somewhere, mixed] = ["LioxMi4q", "KDF8MikqW14xMl17MSwyfTQ_"];
    let items = [
        ".Or.~R1C1_2.~R1C2_3_1.End".to_string(),
        ".Or.End".into(),
        ".Or.~R1C1_2~R1C2_3.Thermo~R1C3~R1C4~R1C5.End".into(),
        ".Or.And.Thermo~R1C1~R1C2.Thermo~R1C3~R1C4.End.Cage~5~R1C1~R1C2~R1C3.Or.SumLine~3~R1C1~R1C2~R1C3.SameValues~2~R1C1~R1C5.End.End".into(),
        ".Or.Renban~R1C1~R1C2~R1C3.Whisper~2~R1C3~R1C4~R1C5.Between~R1C1~R1C3~R1C5.End".into(),
        ".Or.Lunchbox~2~R1C1~R1C2~R1C3~R1C4.CountDistinct~R1C1~R1C2~R1C3.ValueIndexing~R1C1~R1C2~R1C3~R1C4.End".into(),
        ".And.Odd~R1C1.DigitalRoot~5~R1C1~R1C2.End".into(),
        format!(".Regex~{somewhere}~R1C1~R1C2~R1C3~R1C4"),
        format!(".Or.Regex~{mixed}~R1C1~R1C2~R1C3.Sum~9_=_2_-1_1~R1C1~R1C2~R1C5.End"),
        ".NFA~SMl6cIO4ThEg~R1C1~R1C2~R1C3~~R1C3~R1C4".into(),
        ".Lunchbox~3~R1C1~R1C2~R1C3~R1C4".into(),
        ".SumLine~4~R1C1~R1C2~R1C3~R1C4~R1C5~LOOP".into(),
        ".CountingCircles~R1C1~R1C2~R1C3~R1C4".into(),
        ".EqualityCage~R1C1~R1C2~R1C3~R1C4".into(),
        ".RellikCage~5~R1C1~R1C2~R1C3".into(),
        ".CalcCage~product~12~R1C1~R1C2~R1C3".into(),
        ".CalcCage~difference~1~R1C1~R1C2~R1C3".into(),
        ".Or.CalcCage~quotient~2~R1C1~R1C2~R1C3.StrictConsecutive.End".into(),
        ".SumLine~0~R1C1.Between~R1C1~R1C2".into(),
        ".Or.Odd~R1C1~R1C3.And.ParityLine~R1C2~R1C3.Or.SlowThermo~R1C1~R1C2.End.End.End".into(),
        ".Between~R1C1~R1C2~R1C1".into(),
        ".PillArrow~2~R1C1~R1C2~R1C3~R1C4~R1C5".into(),
    ];
    items.iter().for_each(|item| compare(&layout, &format!("{strip}{item}")));
    let digits = ".Shape~1x3~9~Raw";
    compare(&grids(digits), &format!("{digits}.Entropic~R1C1~R1C2~R1C3"));
    for (board, item) in [
        (".Shape~4x4.Doublers.~R1C1_1.~R2C2_4", ".DoubledSum~11~R2C2~R2C3~R3C1"),
        (".Shape~4x4.Doublers.~R1C1_1.~R2C2_4", ".DoubledSum~0_=_1_-1_-1~R2C2~R1C2~R3C4"),
        (".Shape~4x4.Negators.~R1C1_1.~R2C2_4", ".NegatedSum~1~R2C2~R2C3~R3C1"),
        (".Shape~4x4.Doublers.~R1C1_1.~R2C2_4", ".Or.DoubledSum~11~R2C2~R2C3~R3C1.~R1C2_2.End"),
        (".Shape~4x4~0-4.Schroedinger.~R1C1_1.~R2C3_2.~R3C2_0.~R4C4_3", ".Cage~5~R1C2~R1C3.Quad~R2C1~3"),
        (".Shape~4x4~0-4.Schroedinger.~R1C1_1.~R2C3_2.~R3C2_0.~R4C4_3", ".Thermo~R1C1~R1C2~R1C3"),
    ] {
        let variant = read(&format!("{board}{item}"));
        let expected = grids(board).iter().filter(|values| check(&variant, values).is_ok()).count();
        assert!(expected > 0, "{item}");
        assert_eq!(models(&variant, None), expected as u64, "{item}");
    }
    let grid = ".Shape~4x4";
    let items = [
        ".Sandwich~3~R1.XSum~R2~6.Skyscraper~C1~2~3",
        ".HiddenSkyscraper~R1~2.NumberedRoom~C2~3",
        ".RegionSameValues",
        ".Quad~R2C2~1~3.LookAndSay~1223~R1C1~R2C1~R3C2~R4C4",
        ".FrameSum~C1~5.FirstSeen~1_3~R3~3.Rossini~R4~neither~falls",
    ];
    items.iter().for_each(|item| compare(&grids(grid), &format!("{grid}{item}")));
    // The value 0 at the start of a line leaves nothing to sum.
    let grid = ".Shape~4x4~0-3";
    for item in [".XSum~R1~0", ".XSum~R1~0~3.XSum~C2~~0"] {
        compare(&grids(grid), &format!("{grid}{item}"));
    }
}

#[test]
fn kinds_without_a_formula_are_named_all_at_once() {
    let variant = read(".Shape~4x4.NoBoxes.ChaosConstruction.ChaosCount~R1C1.Thermo~R1C1~R1C2.FullRank~R1~3");
    let error = VariantFormula::new(&variant, None).unwrap_err();
    assert_eq!(error.names(), ["ChaosConstruction", "ChaosCount", "FullRank"]);
    assert_eq!(error.to_string(), "no formula states ChaosConstruction, ChaosCount, FullRank");
}
