//! Compares each constraint kind with its formula, on all grids of small boards whose values start
//! at 0 or 1.

use crate::formula::{Formula, agrees, all_lists, variant};
use farandole_puzzle::constraint::{self, Origin};
use farandole_puzzle::format::iss;
use farandole_puzzle::variant::{Variant, check};
use std::collections::BTreeSet;
use std::sync::LazyLock;

/// All 4x4 Sudoku grids with the values 1 to 4.
static SUDOKU_GRIDS: LazyLock<Vec<Vec<u8>>> = LazyLock::new(|| {
    let empty = variant(".Shape~4x4");
    let mut rows = Vec::new();
    all_lists(1, 4, 4, &mut |row| {
        if row.iter().collect::<BTreeSet<_>>().len() == 4 {
            rows.push(row.to_vec());
        }
    });
    let mut grids = Vec::new();
    all_lists(0, 23, 4, &mut |choice| {
        let grid: Vec<u8> = choice.iter().flat_map(|row| rows[usize::from(*row)].clone()).collect();
        if check(&empty, &grid).is_ok() {
            grids.push(grid);
        }
    });
    assert_eq!(grids.len(), 288);
    grids
});

/// Returns all 4x4 Sudoku grids whose values start at `low`.
fn sudoku_grids(low: u8) -> impl Iterator<Item = Vec<u8>> {
    SUDOKU_GRIDS.iter().map(move |grid| grid.iter().map(|value| value - 1 + low).collect())
}

/// Compares as [`agrees`] does, on all 4x4 Sudoku grids.
fn agrees_in_sudoku(low: u8, items: &str, formula: Formula) {
    let text = format!(".Shape~4x4~{low}-{}{items}", low + 3);
    let variant = variant(&text);
    let mut held = BTreeSet::new();
    for grid in sudoku_grids(low) {
        let numbers: Vec<i32> = grid.iter().map(|value| i32::from(*value)).collect();
        let expected = formula(&numbers);
        held.insert(expected);
        assert_eq!(check(&variant, &grid).is_ok(), expected, "{text}: {grid:?}");
    }
    assert_eq!(held.len(), 2, "{text}");
}

fn distinct(x: &[i32]) -> bool {
    x.iter().collect::<BTreeSet<_>>().len() == x.len()
}

fn times(x: &[i32], value: i32) -> i32 {
    x.iter().filter(|it| **it == value).count() as i32
}

fn between(x: &[i32]) -> i32 {
    let least = x.iter().position(|it| it == x.iter().min().unwrap()).unwrap();
    let most = x.iter().position(|it| it == x.iter().max().unwrap()).unwrap();
    x[least.min(most) + 1..least.max(most)].iter().sum()
}

#[test]
fn lines() {
    for values in ["1-4", "0-3"] {
        let strip = format!("1x4~{values}~Raw");
        let on = |items: &str, formula: Formula| agrees(&strip, items, formula);
        on(".Thermo~R1C1~R1C2~R1C3", |x| x[0] < x[1] && x[1] < x[2]);
        on(".Whisper~2~R1C1~R1C2~R1C3", |x| (x[0] - x[1]).abs() >= 2 && (x[1] - x[2]).abs() >= 2);
        on(".Renban~R1C1~R1C2~R1C3", |x| {
            let line = &x[..3];
            distinct(line) && line.iter().max().unwrap() - line.iter().min().unwrap() == 2
        });
        on(".Modular~3~R1C1~R1C2~R1C3~R1C4", |x| {
            x.windows(3).all(|x| distinct(&[x[0] % 3, x[1] % 3, x[2] % 3]))
        });
        on(".Modular~3~R1C1~R1C2", |x| x[0] % 3 != x[1] % 3);
        on(".Between~R1C1~R1C2~R1C3~R1C4", |x| {
            let (least, most) = (x[0].min(x[3]), x[0].max(x[3]));
            x[1..3].iter().all(|it| least < *it && *it < most)
        });
        on(".Lockout~2~R1C1~R1C2~R1C3", |x| {
            let (least, most) = (x[0].min(x[2]), x[0].max(x[2]));
            most - least >= 2 && (x[1] < least || x[1] > most)
        });
        on(".Lockout~0~R1C1~R1C2", |x| x[0] != x[1]);
        on(".Palindrome~R1C1~R1C2~R1C3~R1C4", |x| x[0] == x[3] && x[1] == x[2]);
        on(".Zipper~R1C1~R1C2~R1C3", |x| x[0] + x[2] == x[1]);
        on(".Zipper~R1C1~R1C2~R1C3~R1C4", |x| x[0] + x[3] == x[1] + x[2]);
        on(".ValueIndexing~R1C1~R1C2~R1C3~R1C4", |x| (1..=2).contains(&x[1]) && x[x[1] as usize + 1] == x[0]);
        on(".AverageArrow~R1C2~R1C1~R1C3~R1C4", |x| x[1] * 3 == x[0] + x[2] + x[3]);
        on(".AverageArrow~R1C1~R1C2~R1C2~R1C1", |x| x[0] * 3 == 2 * x[1] + x[0]);
        on(".SlowThermo~R1C1~R1C2~R1C3", |x| x[0] <= x[1] && x[1] <= x[2]);
        on(".SpiralOrder~R1C1~R1C2~R1C3", |x| x[0] - x[1] <= 2 && x[1] - x[2] <= 2);
        on(".ParityLine~R1C1~R1C2~R1C3", |x| x[0] % 2 != x[1] % 2 && x[1] % 2 != x[2] % 2);
        on(".Nabner~R1C3~R1C1", |x| (x[0] - x[2]).abs() > 1);
        on(".Sequence~R1C1~R1C3~R1C2", |x| x[2] - x[0] == x[1] - x[2]);
        on(".SameDifference~R1C1~R1C3~R1C2~R1C4", |x| {
            let step = (x[0] - x[2]).abs();
            (x[2] - x[1]).abs() == step && (x[1] - x[3]).abs() == step
        });
        on(".CountedDifferences~R1C1~R1C2~R1C3~R1C4", |x| {
            let steps: Vec<i32> = x.windows(2).map(|pair| (pair[0] - pair[1]).abs()).collect();
            steps.iter().all(|step| steps.iter().filter(|other| *other == step).count() as i32 == *step)
        });
        on(".CountedDifferences~R1C1~R1C2", |x| (x[0] - x[1]).abs() == 1);
        // One low, two middle, one high value.
        on(".Entropic~R1C1~R1C2~R1C3~R1C4", |x| {
            let least = *x.iter().min().unwrap().min(&1);
            let third = |it: i32| i32::from(it > least) + i32::from(it > least + 2);
            x.windows(3).all(|x| distinct(&[third(x[0]), third(x[1]), third(x[2])]))
        });
        on(".Isomorphic~R1C1~R1C2~R1C3~-~R1C2~R1C3~R1C4", |x| {
            (x[0] == x[1]) == (x[1] == x[2])
                && (x[0] == x[2]) == (x[1] == x[3])
                && (x[1] == x[2]) == (x[2] == x[3])
        });
        on(".Isomorphic~R1C1~R1C2~-~R1C3~R1C3", |x| x[0] == x[1]);
    }
}

#[test]
fn sum_lines_can_be_divided() {
    fn cuts(x: &[i32], sum: i32) -> bool {
        x.is_empty() || (1..=x.len()).any(|end| x[..end].iter().sum::<i32>() == sum && cuts(&x[end..], sum))
    }
    for values in ["1-4", "0-3"] {
        agrees(&format!("1x5~{values}~Raw"), ".SumLine~4~R1C1~R1C2~R1C3~R1C4~R1C5", |x| {
            cuts(x, 4) || x.iter().all(|it| *it == 0)
        });
        agrees(&format!("1x5~{values}~Raw"), ".SumLine~4~R1C1~R1C2~R1C3~R1C4~R1C5~LOOP", |x| {
            let turned = |start: usize| [&x[start..], &x[..start]].concat();
            (0..5).any(|start| cuts(&turned(start), 4)) || x.iter().all(|it| *it == 0)
        });
    }
}

#[test]
fn marks_and_pairs() {
    for values in ["1-4", "0-3"] {
        let square = format!("2x2~{values}~Raw");
        let on = |items: &str, formula: Formula| agrees(&square, items, formula);
        on(".WhiteDot~R1C1~R1C2~R2C2", |x| (x[0] - x[1]).abs() == 1 && (x[1] - x[3]).abs() == 1);
        on(".BlackDot~R1C1~R2C1", |x| x[0] == 2 * x[2] || x[2] == 2 * x[0]);
        on(".GreaterThan~R1C2~R1C1", |x| x[1] > x[0]);
        on(".GreaterThan~R2C1~R1C1~R2C2", |x| x[2] > x[0] && x[2] > x[3]);
        on(".V~R1C1~R1C2", |x| x[0] + x[1] == 5);
        on(".StrictXV.V~R1C1~R1C2", |x| {
            x[0] + x[1] == 5 && [(0, 2), (1, 3), (2, 3)].iter().all(|(a, b)| x[*a] + x[*b] != 5)
        });
        on(".StrictKropki.WhiteDot~R1C1~R1C2", |x| {
            let plain = |a: i32, b: i32| (a - b).abs() != 1 && a != 2 * b && b != 2 * a;
            (x[0] - x[1]).abs() == 1 && [(0, 2), (1, 3), (2, 3)].iter().all(|(a, b)| plain(x[*a], x[*b]))
        });
        on(".AntiConsecutive", |x| {
            [(0, 1), (0, 2), (1, 3), (2, 3)].iter().all(|(a, b)| (x[*a] - x[*b]).abs() != 1)
        });
        on(".Difference~2~R1C1~R1C2~R2C1", |x| (x[0] - x[1]).abs() == 2 && (x[0] - x[2]).abs() == 2);
        on(".Ratio~3~R1C1~R1C2", |x| x[0] == 3 * x[1] || x[1] == 3 * x[0]);
        on(".Odd~R1C1~R2C2", |x| x[0] % 2 == 1 && x[3] % 2 == 1);
        on(".Even~R1C1", |x| x[0] % 2 == 0);
        on(".Minimum~R1C1", |x| x[0] < x[1] && x[0] < x[2]);
        on(".Maximum~R1C1~R1C2", |x| x[0] > x[2] && x[1] > x[3]);
        on(".Battenburg~R1C1", |x| x[0] % 2 == x[3] % 2 && x[1] % 2 == x[2] % 2 && x[0] % 2 != x[1] % 2);
        on(".Clones~2~R1C1~R1C2~R2C2~R2C1", |x| x[0] == x[3] && x[1] == x[2]);
        on(".Mathrax~sum~4~R1C1", |x| x[0] + x[3] == 4 && x[1] + x[2] == 4);
        on(".Mathrax~difference~2~R1C1", |x| (x[0] - x[3]).abs() == 2 && (x[1] - x[2]).abs() == 2);
        on(".Mathrax~product~6~R1C1", |x| x[0] * x[3] == 6 && x[1] * x[2] == 6);
        on(".Mathrax~quotient~2~R1C1", |x| {
            let twice = |a: i32, b: i32| a.min(b) > 0 && a.max(b) == 2 * a.min(b);
            twice(x[0], x[3]) && twice(x[1], x[2])
        });
        on(".Vudoku~R1C2~R1C1~R2C2", |x| x[1] == x[0] + x[3] || x[1] == (x[0] - x[3]).abs());
        on(".HighCells~2~R1C2~R2C1", |x| x[1] > 2 && x[2] > 2 && x[0] <= 2 && x[3] <= 2);
        on(".DiagonalNonconsecutive", |x| (x[0] - x[3]).abs() != 1 && (x[1] - x[2]).abs() != 1);
        on(".Taxicab~2", |x| x[0] != x[3] && x[1] != x[2]);
        on(".Leaper~0~1~2_3", |x| {
            [(0, 1), (0, 2), (1, 3), (2, 3)].iter().all(|(a, b)| x[*a] != x[*b] || !(2..=3).contains(&x[*a]))
        });
        on(".Quad~R1C1~2~2~3", |x| times(x, 2) >= 2 && times(x, 3) >= 1);
    }
    agrees("2x2~1-4~Raw", ".Pair~Oj~R1C1~R1C2~R2C1~~R2C2~R1C1", |x| {
        x[0] < x[1] && x[1] < x[2] && x[3] < x[0]
    });
    agrees("2x2~1-4~Raw", ".PairX~evH~_all%20differ~R1C1~R1C2~R2C1", |x| distinct(&x[..3]));
    agrees("1x2~9~Raw", ".X~R1C1~R1C2", |x| x[0] + x[1] == 10);
    agrees("1x3~9~Raw", ".Entropic~R1C1~R1C2~R1C3", |x| {
        distinct(&[(x[0] - 1) / 3, (x[1] - 1) / 3, (x[2] - 1) / 3])
    });
    agrees("2x3~1-4~Raw", ".Knightmare~5", |x| x[0] + x[5] != 5 && x[2] + x[3] != 5);
    agrees("1x5~1-4~Raw", ".AntiTaxicab", |x| {
        (0..5).all(|i| (i + 1..5).all(|j| x[i] != x[j] || x[i] != (j - i) as i32))
    });
    agrees("2x2~1-9~Raw", ".GlobalEntropy", |x| {
        x.iter().map(|it| (it - 1) / 3).collect::<BTreeSet<_>>().len() == 3
    });
    agrees("2x2~0-8~Raw", ".GlobalMod", |x| x.iter().map(|it| it % 3).collect::<BTreeSet<_>>().len() == 3);
    agrees("3x1~1-9~Raw", ".DutchFlatmates", |x| {
        (0..3).all(|i| x[i] != 5 || i > 0 && x[i - 1] == 1 || i < 2 && x[i + 1] == 9)
    });
}

#[test]
fn cages_and_sums() {
    for values in ["1-4", "0-3"] {
        let strip = format!("1x4~{values}~Raw");
        let on = |items: &str, formula: Formula| agrees(&strip, items, formula);
        on(".Cage~6~R1C1~R1C2~R1C3", |x| distinct(&x[..3]) && x[..3].iter().sum::<i32>() == 6);
        on(".Cage~~R1C1~R1C2", |x| x[0] != x[1]);
        on(".Cage~5~R1C1~R1C1~R1C2", |x| x[0] != x[1] && 2 * x[0] + x[1] == 5);
        on(".AllDifferent~R1C1~R1C3~R1C1", |x| x[0] != x[2]);
        on(".Sum~5~R1C1~R1C2~R1C1", |x| 2 * x[0] + x[1] == 5);
        on(".Sum~-1_=_1_-2_3~R1C1~R1C2~R1C4", |x| x[0] - 2 * x[1] + 3 * x[3] == -1);
        on(".EqualSum~R1C1~R1C2~-~R1C4", |x| x[0] + x[1] == x[3]);
        on(".Arrow~R1C1~R1C2~R1C3", |x| x[0] == x[1] + x[2]);
        on(".DoubleArrow~R1C1~R1C2~R1C3~R1C4", |x| x[0] + x[3] == x[1] + x[2]);
        on(".Lunchbox~2~R1C1~R1C2~R1C3~R1C4", |x| distinct(x) && between(x) == 2);
        on(".DigitalRoot~5~R1C1~R1C2", |x| x[0] != x[1] && (x[0] + x[1]) % 9 == 5);
        on(".CageOfSums~3_5~R1C1~R1C2", |x| x[0] != x[1] && [3, 5].contains(&(x[0] + x[1])));
    }
    fn rellik(sum: i32, x: &[i32]) -> bool {
        let sums = (1..8).map(|set| (0..3).filter(|i| set >> i & 1 == 1).map(|i| x[i]).sum::<i32>());
        distinct(&x[..3]) && sums.into_iter().all(|it| it != sum)
    }
    agrees("1x4~1-4~Raw", ".RellikCage~7~R1C1~R1C2~R1C3", |x| rellik(7, x));
    agrees("1x4~0-3~Raw", ".RellikCage~5~R1C1~R1C2~R1C3", |x| rellik(5, x));
    agrees("1x4~0-5~Raw", ".PillArrow~2~R1C2~R1C1~R1C3~R1C4", |x| 10 * x[0] + x[1] == x[2] + x[3]);
    agrees("1x2~1-5~Raw", ".EqualityCage~R1C1~R1C2", |x| {
        let lower = x.iter().filter(|it| **it < 3).count();
        let upper = x.iter().filter(|it| **it > 3).count();
        distinct(x) && (lower, upper) == (1, 1) && x.iter().filter(|it| **it % 2 == 0).count() == 1
    });
}

#[test]
fn sets_and_counts() {
    for values in ["1-4", "0-3"] {
        let strip = format!("1x4~{values}~Raw");
        let on = |items: &str, formula: Formula| agrees(&strip, items, formula);
        on(".~R1C1_1_3~R1C2_2", |x| [1, 3].contains(&x[0]) && x[1] == 2);
        on(".~R1C1_1_3.Given~R1C1_2_3", |x| x[0] == 3);
        on(".ContainAtLeast~2_2~R1C1~R1C2~R1C3", |x| times(&x[..3], 2) >= 2);
        on(".ContainExact~2_3~R1C1~R1C2~R1C3", |x| times(&x[..3], 2) == 1 && times(&x[..3], 3) == 1);
        on(".LookAndSay~2103~R1C1~R1C2~R1C3", |x| times(&x[..3], 1) == 2 && times(&x[..3], 3) == 0);
        on(".SameValues~2~R1C1~R1C3~R1C2~R1C4", |x| {
            (0..5).all(|value| times(&[x[0], x[2]], value) == times(&[x[1], x[3]], value))
        });
        on(".CountingCircles~R1C1~R1C2~R1C3", |x| x[..3].iter().all(|it| times(&x[..3], *it) == *it));
        on(".CountDistinct~R1C1~R1C2~R1C3~R1C4", |x| {
            x[0] == x[1..].iter().collect::<BTreeSet<_>>().len() as i32
        });
        on(".ConnectedValues~~2_3", |x| {
            let places: Vec<usize> = (0..4).filter(|i| [2, 3].contains(&x[*i])).collect();
            places.windows(2).all(|pair| pair[0] + 1 == pair[1]) && !places.is_empty()
        });
        on(".ConnectedValues~~2~2", |x| (0..3).any(|i| x[i] == 2 && x[i + 1] == 2) && times(x, 2) == 2);
        on(".Regex~MSoyKw~R1C2~R1C3", |x| [x[1], x[2]] == [1, 2] || [x[1], x[2]] == [2, 2]);
        on(".Regex~MSoyKw==~R1C2~R1C3", |x| [x[1], x[2]] == [1, 2] || [x[1], x[2]] == [2, 2]);
        on(".SearchPriority~3~R1C1.~R1C1_1", |x| x[0] == 1);
        on(".Or.~R1C1_1~R1C2_2.Thermo~R1C3~R1C4.End", |x| x[0] == 1 && x[1] == 2 || x[2] < x[3]);
        on(".Or.And.~R1C1_1.Or.~R1C2_2.~R1C2_3.End.End.End", |x| x[0] == 1 && [2, 3].contains(&x[1]));
        on(".Replicate~D.Thermo~R1C1~R1C2.End", |x| x[0] < x[1] && x[1] < x[2]);
        on(".Var~A.Sum~3~VA~R1C1", |x| x[0] + x[4] == 3);
    }
    agrees("1x4~1-4~Raw", ".NFA~SMl6cIO4ThEg~R1C1~R1C2", |x| x[0] + x[1] == 4);
    agrees("1x2~1-2~Raw.Var~A~~1x2", ".WhiteDot~VA1~VA2", |x| x[2] != x[3]);
}

#[test]
fn segments_are_read_with_breaks_between_them() {
    use farandole_puzzle::constraint::Automaton;
    use farandole_puzzle::constraint::Transition;
    // A break (symbol 2) after each 1, and nowhere else.
    let step = |from, symbol, to| Transition { from, symbol, to };
    let steps = [step(0, 0, 1), step(1, 2, 0), step(0, 1, 0)];
    let code = Automaton::new(3, &[(true, true), (false, true)], &steps).unwrap().code();
    agrees("1x3~1-2~Raw", &format!(".NFA~{code}~R1C1~-~R1C2~R1C3"), |x| x[0] == 1 && x[1] == 2);
}

#[test]
fn clues_at_the_edge() {
    fn row(x: &[i32]) -> &[i32] {
        &x[4..8]
    }
    fn column_up(x: &[i32]) -> Vec<i32> {
        [14, 10, 6, 2].map(|cell| x[cell]).to_vec()
    }
    fn visible(x: &[i32]) -> Vec<i32> {
        (0..x.len()).filter(|i| x[*i] != 0 && x[..*i].iter().all(|it| *it < x[*i])).map(|i| x[i]).collect()
    }
    fn seen(x: &[i32]) -> usize {
        visible(x).len()
    }
    // Counts the armies in each cell: two at some cells, or none at those between.
    fn contested(x: &[i32]) -> Option<i32> {
        let (first, last) = (x[0] as usize, x[3] as usize);
        let armies = |i: usize| u8::from(i < first) + u8::from(i + last >= 4);
        let wanted = if (0..4).any(|i| armies(i) == 2) { 2 } else { 0 };
        (first <= 4 && last <= 4).then(|| (0..4).filter(|i| armies(*i) == wanted).map(|i| x[i]).sum())
    }
    for low in [1, 0] {
        let on = |items: &str, formula: Formula| agrees_in_sudoku(low, items, formula);
        on(".XSum~R2~3~", |x| row(x)[..row(x)[0] as usize].iter().sum::<i32>() == 3);
        on(".Skyscraper~C3~~2", |x| seen(&column_up(x)) == 2);
        on(".SkyscraperSum~C3~~5", |x| visible(&column_up(x)).iter().sum::<i32>() == 5);
        on(".HiddenSkyscraper~R2~2~", |x| {
            (1..4).find(|i| row(x)[..*i].iter().any(|it| *it > row(x)[*i])).map(|i| row(x)[i]) == Some(2)
        });
        on(".Battlefield~3~R2", |x| contested(row(x)) == Some(3));
        on(".Battlefield~0~C3", |x| contested(&column_up(x)) == Some(0));
        on(".FrameSum~R2~3~", |x| row(x)[0] + row(x)[1] == 3);
        on(".FrameSum~C3~~4", |x| column_up(x)[0] + column_up(x)[1] == 4);
        on(".Outside~R2~1_3~", |x| [1, 3].iter().all(|it| row(x)[..2].contains(it)));
        on(".Outside~C3~~2", |x| column_up(x)[..2].contains(&2));
        on(".BoxIndexing~R1C2~R4C3", |x| {
            let points = |cells: [usize; 4], place: usize| {
                let value = x[cells[place - 1]];
                value > 0 && x[cells[value as usize - 1]] == place as i32
            };
            points([0, 1, 4, 5], 2) && points([10, 11, 14, 15], 3)
        });
        on(".FirstSeen~1_3~R2~3~", |x| row(x).iter().find(|it| [1, 3].contains(*it)) == Some(&3));
        on(".FirstSeen~2_3~C3~~2", |x| column_up(x).iter().find(|it| [2, 3].contains(*it)) == Some(&2));
        on(".Rossini~R2~rises~", |x| row(x)[0] < row(x)[1] && row(x)[1] < row(x)[2]);
        on(".Rossini~C3~~falls", |x| column_up(x)[0] > column_up(x)[1] && column_up(x)[1] > column_up(x)[2]);
        on(".Rossini~R2~neither~", |x| (row(x)[0] < row(x)[1]) == (row(x)[1] > row(x)[2]));
        on(".NumberedRoom~C3~~3", |x| {
            let line = column_up(x);
            line[0] > 0 && line[line[0] as usize - 1] == 3
        });
        on(".Sandwich~2~R2", |x| between(row(x)) == 2);
        on(".LittleKiller~7~R2C1", |x| x[4] + x[9] + x[14] == 7);
        on(".LittleKiller~4~R1C3", |x| x[2] + x[5] + x[8] == 4);
        on(".Diagonal~1", |x| distinct(&[x[3], x[6], x[9], x[12]]));
        on(".Diagonal~-1", |x| distinct(&[x[0], x[5], x[10], x[15]]));
        on(".AntiKnight", |x| {
            let place = |cell: usize| (cell as i32 / 4, cell as i32 % 4);
            (0..16).all(|a| {
                (0..16).all(|b| {
                    let ((r, c), (s, d)) = (place(a), place(b));
                    ((r - s) * (c - d)).abs() != 2 || x[a] != x[b]
                })
            })
        });
        on(".DisjointSets", |x| {
            [0, 1, 4, 5].iter().all(|k| distinct(&[x[*k], x[k + 2], x[k + 8], x[k + 10]]))
        });
        on(".Windoku", |x| distinct(&[x[5], x[6], x[9], x[10]]));
        on(".NoBoxes.Jigsaw~0000111122223333.Indexing~C~R1C1", |x| {
            (1..=4).contains(&x[0]) && x[x[0] as usize - 1] == 1
        });
        on(".Indexing~R~R2C3", |x| (1..=4).contains(&x[6]) && x[(x[6] as usize - 1) * 4 + 2] == 2);
        on(".ProductLine~R1C1~R2C2~R1C3", |x| x[0] * x[5] == x[2]);
        on(".RegionSumLine~R1C1~R1C2~R1C3~R2C1", |x| x[0] + x[1] == x[2] && x[2] == x[4]);
    }
}

#[test]
fn anti_king_separates_equal_values() {
    agrees("2x2~4", ".AntiKing", distinct);
}

#[test]
fn ranks_of_words() {
    fn words(x: &[i32]) -> Vec<Vec<i32>> {
        let lines = (0..4).flat_map(|i| {
            let row: Vec<i32> = (0..4).map(|k| x[4 * i + k]).collect();
            let col: Vec<i32> = (0..4).map(|k| x[4 * k + i]).collect();
            [row.clone(), row.into_iter().rev().collect(), col.clone(), col.into_iter().rev().collect()]
        });
        lines.collect()
    }
    fn first(x: &[i32]) -> Vec<i32> {
        x[..4].to_vec()
    }
    fn lower(x: &[i32]) -> usize {
        words(x).iter().filter(|word| **word < first(x)).count()
    }
    let once: Formula = |x| lower(x) == 2 && words(x).iter().filter(|word| **word == first(x)).count() == 1;
    agrees_in_sudoku(1, ".FullRank~R1~3~", once);
    agrees_in_sudoku(1, ".FullRankTies~any.FullRank~R1~3~", |x| lower(x) == 2);
    agrees_in_sudoku(1, ".FullRankTies~none", |x| words(x).into_iter().collect::<BTreeSet<_>>().len() == 16);
}

#[test]
fn regions_determined_during_solving() {
    // Latin squares of two values, followed by labels.
    agrees("2x2", ".NoBoxes.ChaosConstruction", |x| {
        let latin = x[0] != x[1] && x[2] != x[3] && x[0] != x[2] && x[1] != x[3];
        let labels = &x[4..];
        latin
            && (labels[0] == labels[1] && labels[2] == labels[3] && labels[0] != labels[2]
                || labels[0] == labels[2] && labels[1] == labels[3] && labels[0] != labels[1])
    });
    agrees("2x2", ".NoBoxes.ChaosConstruction.ChaosArrow~R1C1", |x| {
        let latin = x[0] != x[1] && x[2] != x[3] && x[0] != x[2] && x[1] != x[3];
        latin
            && x[0] == 2
            && (x[4] == x[5] && x[6] == x[7] && x[4] != x[6] || x[4] == x[6] && x[5] == x[7] && x[4] != x[5])
    });
    agrees("2x2", ".NoBoxes.ChaosConstruction.ChaosCount~R1C2~1~CC2~CC1~CC3", |x| {
        let latin = x[0] != x[1] && x[2] != x[3] && x[0] != x[2] && x[1] != x[3];
        let rows = x[4] == x[5] && x[6] == x[7] && x[4] != x[6];
        let cols = x[4] == x[6] && x[5] == x[7] && x[4] != x[5];
        let same = 1 + i32::from(x[4] == x[5]) + i32::from(x[6] == x[5]);
        latin && (rows || cols) && x[1] + 1 == same
    });
    agrees("2x2~4", ".NoBoxes.RegionSameValues", |x| {
        let latin = x[0] != x[1] && x[2] != x[3] && x[0] != x[2] && x[1] != x[3];
        latin && x[0] == x[3] && x[1] == x[2]
    });
}

#[test]
fn missing_digits_of_doppelgangers() {
    let text = ".Shape~2x2~0-2.NoBoxes.Doppelganger";
    let variant = variant(text);
    let mut good = Vec::new();
    all_lists(0, 2, variant.cell_count(), &mut |grid| {
        good.extend(check(&variant, grid).is_ok().then(|| grid.to_vec()))
    });
    // Each line contains 0 and one digit, and the two lines of each 0 miss different digits. The
    // extra cells after the grid are DGC, DGR and DGZ.
    assert!(good.contains(&vec![0, 1, 2, 0, 2, 1, 1, 2, 0]), "{good:?}");
    for grid in &good {
        let missing =
            |line: [usize; 2]| (1..=2).find(|value| !line.map(|cell| grid[cell]).contains(value)).unwrap();
        let (rows, cols) = ([missing([0, 1]), missing([2, 3])], [missing([0, 2]), missing([1, 3])]);
        assert!(rows[0] != rows[1] && cols[0] != cols[1], "{grid:?}");
        assert!((0..4).all(|cell| grid[cell] != 0 || rows[cell / 2] != cols[cell % 2]), "{grid:?}");
        assert_eq!(grid[4..], [rows[0], rows[1], cols[0], cols[1], 0], "{grid:?}");
    }
}

#[test]
fn holes_are_not_cells() {
    // Cells on both sides of a hole are not adjacent. A hole has the least value.
    fn apart(x: &[i32]) -> bool {
        [[0, 3], [3, 4], [4, 5], [2, 5]].iter().all(|[one, two]| (x[*one] - x[*two]).abs() != 1)
    }
    agrees("2x3~1-3~Raw", ".Holes~R1C2.AntiConsecutive", |x| x[1] == 1 && apart(x));
    agrees("2x3~0-2~Raw", ".Holes~R1C2.AntiConsecutive", |x| x[1] == 0 && apart(x));
    agrees("1x4~1-2~Raw", ".Holes~R1C3.Sum~4~R1C1~R1C2~R1C4", |x| x[2] == 1 && x[0] + x[1] + x[3] == 4);
    agrees("1x4~1-2~Raw", ".Holes~R1C2.ConnectedValues~~2", |x| {
        x[1] == 1 && (x[0] == 2) != (x[2] == 2 || x[3] == 2)
    });
    let wrong = |text: &str| iss::read(text).unwrap_err().to_string();
    assert_eq!(
        wrong(".Holes~R1C1"),
        "line 1, column 2: Holes: not supported on this board, expected a Raw grid"
    );
    assert_eq!(
        wrong(".Shape~2x2~~Raw.Holes~R1C1~R2C2.Thermo~R2C1~R1C1"),
        "line 1, column 45: Thermo, argument 2: found \"R1C1\", expected the name of a cell of this board"
    );
    assert_eq!(
        wrong(".Shape~1x1~~Raw.Holes~R1C1"),
        "line 1, column 17: Holes: not supported on this board, expected a cell that is not a hole"
    );
    let board = variant(".Shape~2x2~~Raw.Holes~R1C1");
    let hole = constraint::Given { cell: board.board().cell_named("R1C1").unwrap(), mask: 1 };
    let constraints = board.constraints().iter().cloned().chain([hole.into()]).collect();
    assert!(Variant::new(board.shape(), Vec::new(), constraints).is_err());
}

#[test]
fn doublers_negators_and_their_sums() {
    for (item, times, sum) in [
        (".Doublers.DoubledSum~7_=_1_-2_1~R1C1~R2C2~R2C3", 2, 7),
        (".Negators.NegatedSum~-1_=_1_-2_1~R1C1~R2C2~R2C3", -1, -1),
    ] {
        let text = variant(&format!(".Shape~4x4{item}"));
        let (mut yes, mut no) = (0, 0);
        for grid in sudoku_grids(1) {
            // After the grid: the columns of the marked cells, then their values.
            all_lists(1, 4, 4, &mut |columns| {
                let marked: Vec<usize> = (0..4).map(|row| 4 * row + usize::from(columns[row]) - 1).collect();
                let counted =
                    |cell: usize| i32::from(grid[cell]) * if marked.contains(&cell) { times } else { 1 };
                let number = |of: &dyn Fn(usize) -> usize| {
                    marked.iter().map(|cell| of(*cell)).collect::<BTreeSet<_>>().len()
                };
                let expected = number(&|cell| cell % 4) == 4
                    && number(&|cell| cell / 8 * 2 + cell % 4 / 2) == 4
                    && number(&|cell| grid[cell].into()) == 4
                    && counted(0) - 2 * counted(5) + counted(6) == sum;
                let values: Vec<u8> = marked.iter().map(|cell| grid[*cell]).collect();
                let found = check(&text, &[&grid[..], columns, &values].concat()).is_ok();
                assert_eq!(found, expected, "{grid:?} {columns:?}");
                *(if expected { &mut yes } else { &mut no }) += 1;
                let mut other = values;
                other.rotate_left(1);
                assert!(check(&text, &[&grid[..], columns, &other].concat()).is_err());
            });
        }
        assert!(yes > 0 && no > 0, "{yes} and {no}");
    }
    let unfit = "incompatible with the other constraints, expected";
    for (text, expected) in [
        ("4x4.DoubledSum~3~R1C1", format!("12: DoubledSum: {unfit} Doublers")),
        ("4x4.Doublers.NegatedSum~3~R1C1", format!("21: NegatedSum: {unfit} Negators")),
        (
            "4x6.Doublers",
            "12: Doublers: not supported on this board, expected as many rows as columns".into(),
        ),
    ] {
        let errors = iss::read(&format!(".Shape~{text}")).unwrap_err().to_string();
        assert_eq!(errors, format!("line 1, column {expected}"));
    }
}

#[test]
fn the_catalogue_documents_every_kind() {
    let names: Vec<&str> = constraint::catalogue().map(|about| about.name()).collect();
    assert_eq!(names.iter().collect::<BTreeSet<_>>().len(), names.len());
    assert_eq!(constraint::catalogue().filter(|about| about.origin() == Origin::Iss).count(), 75);
    for about in constraint::catalogue() {
        assert!(about.meaning().len() > 10 && about.meaning().ends_with('.'), "{}", about.name());
        assert!(!about.details().contains("```") && !about.picture().contains("```"), "{}", about.name());
    }
}
