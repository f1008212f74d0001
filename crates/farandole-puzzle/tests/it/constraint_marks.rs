//! Compares kinds with their formulas: marks that exempt pairs of cells, arithmetic cages, clues of
//! 0, rows of extra cells.

use crate::formula::{Formula, agrees, all_lists, variant};
use farandole_puzzle::format::iss;
use farandole_puzzle::variant::check;

#[test]
fn extra_cells_are_arranged_in_rows_as_wide_as_the_grid() {
    // VA1 VA2
    // VA3
    let on = |items: &str, formula: Formula| agrees("1x2~1-2~Raw.Var~A~~3", items, formula);
    on(".WhiteDot~VA1~VA2~VA3", |x| x[2] != x[3] && x[2] != x[4]);
    on(".ConnectedValues~VA~2", |x| (x[2], x[3], x[4]) != (1, 2, 2) && x[2..].contains(&2));
    on(".Replicate~F~VA1.~VA1_2.End", |x| x[2] == 2 && x[4] == 2);
    for item in ["WhiteDot~VA2~VA3", "Replicate~C~VA1.Thermo~VA1~VA2.End"] {
        assert!(iss::read(&format!(".Shape~1x2~1-2~Raw.Var~A~~3.{item}")).is_err(), "{item}");
    }
}

#[test]
fn clues_of_zero_are_read() {
    agrees("1x3~0-2~Raw", ".SumLine~0~R1C1~R1C2", |x| x[0] == 0 && x[1] == 0);
    agrees("1x3~0-2~Raw", ".SumLine~0~R1C1~R1C2~LOOP", |x| x[0] == 0 && x[1] == 0);
    agrees("1x4~1-4~Raw", ".Between~R1C1~R1C2.~R1C3_2", |x| x[2] == 2);
    for text in [".Shape~2x2.Skyscraper~R1~0", ".Shape~2x2.XSum~C2~~0", ".Shape~1x3~1-3~Raw.SumLine~0~R1C1"] {
        let variant = variant(text);
        let values = variant.shape().values();
        all_lists(values.low(), values.high(), variant.cell_count(), &mut |grid| {
            assert!(check(&variant, grid).is_err(), "{text}: {grid:?}");
        });
    }
}

/// Returns the greatest of the first, second and fourth value.
fn greatest(x: &[i32]) -> i32 {
    x[0].max(x[1]).max(x[3])
}

#[test]
fn arithmetic_cages() {
    for values in ["1-4", "0-3"] {
        let strip = format!("1x4~{values}~Raw");
        let on = |items: &str, formula: Formula| agrees(&strip, items, formula);
        on(".CalcCage~sum~5~R1C1~R1C2~R1C3", |x| x[..3].iter().sum::<i32>() == 5);
        on(".CalcCage~difference~1~R1C1~R1C2", |x| (x[0] - x[1]).abs() == 1);
        on(".CalcCage~difference~1~R1C1~R1C2~R1C4", |x| 2 * greatest(x) - x[0] - x[1] - x[3] == 1);
        on(".CalcCage~difference~0~R1C1~R1C2~R1C4", |x| 2 * greatest(x) == x[0] + x[1] + x[3]);
        on(".CalcCage~product~6~R1C1~R1C2~R1C4", |x| x[0] * x[1] * x[3] == 6);
        on(".CalcCage~product~1~R1C1~R1C2", |x| x[0] * x[1] == 1);
        on(".CalcCage~quotient~2~R1C1~R1C2", |x| x[0] * x[1] > 0 && (x[0] == 2 * x[1] || x[1] == 2 * x[0]));
        on(".CalcCage~quotient~1~R1C1~R1C2~R1C4", |x| {
            let product = x[0] * x[1] * x[3];
            product > 0 && greatest(x) * greatest(x) == product
        });
        on(".CalcCage~quotient~3~R1C2", |x| x[1] == 3);
    }
    agrees("1x3~0-3~Raw", ".CalcCage~quotient~0~R1C2", |x| x[1] == 0);
    agrees("1x3~0-3~Raw", ".CalcCage~product~0~R1C1~R1C2", |x| x[0] * x[1] == 0);
}

#[test]
fn marks_in_disjunctions_exempt_pairs_too() {
    for values in ["1-4", "0-3"] {
        let square = format!("2x2~{values}~Raw");
        let on = |items: &str, formula: Formula| agrees(&square, items, formula);
        on(".StrictConsecutive.WhiteDot~R1C1~R1C2.Or.BlackDot~R1C1~R2C1.~R1C1_1.End", |x| {
            let dot = x[0] == 2 * x[2] || x[2] == 2 * x[0];
            (x[0] - x[1]).abs() == 1
                && (dot || x[0] == 1)
                && [(1, 3), (2, 3)].iter().all(|(a, b)| (x[*a] - x[*b]).abs() != 1)
        });
        on(".StrictXV.Or.V~R1C1~R1C2.~R2C2_1.End", |x| {
            (x[0] + x[1] == 5 || x[3] == 1)
                && [(0, 2), (1, 3), (2, 3)].iter().all(|(a, b)| x[*a] + x[*b] != 5)
        });
        on(".Minimum~R1C1.Or.Minimum~R1C2.~R2C2_1.End", |x| x[0] < x[2] && (x[1] < x[3] || x[3] == 1));
    }
}

#[test]
fn composites_read_the_cells_of_their_parts() {
    let scope = |items: &str| {
        let variant = variant(&format!(".Shape~4x4{items}"));
        let scope = variant.constraints()[0].scope(variant.board());
        scope.map(|cells| cells.len())
    };
    assert_eq!(scope(".Or.Thermo~R1C1~R1C2.~R4C4_1.End"), Some(3));
    assert_eq!(scope(".Or.AntiConsecutive.~R4C4_1.End"), None);
    assert_eq!(scope(".Or.End"), Some(0));
    assert_eq!(scope(".Not.Or.Thermo~R1C1~R1C2.~R4C4_1.End.End"), Some(3));
    assert_eq!(scope(".Not.AntiConsecutive.End"), None);
}
