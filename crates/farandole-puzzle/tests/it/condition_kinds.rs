//! Compares conditions, negations and lines of cells with their formulas, on all grids of small boards
//! whose values start at 0 or 1.

use crate::formula::{Formula, agrees, variant};
use farandole_puzzle::format::iss;
use farandole_puzzle::variant::check;
use std::collections::BTreeSet;

fn distinct(x: &[i32]) -> bool {
    x.iter().collect::<BTreeSet<_>>().len() == x.len()
}

#[test]
fn conditions_and_rules() {
    for values in ["1-4", "0-3"] {
        let strip = format!("1x4~{values}~Raw");
        let on = |items: &str, formula: Formula| agrees(&strip, items, formula);
        on(".Condition~2*R1C1-R1C2=R1C3", |x| 2 * x[0] - x[1] == x[2]);
        on(".Condition~R1C1<R1C2<=R1C3", |x| x[0] < x[1] && x[1] <= x[2]);
        on(".Condition~ count( R1C1 > 2 , R1C2 > 2 , R1C4 = 1 ) >= 2", |x| {
            i32::from(x[0] > 2) + i32::from(x[1] > 2) + i32::from(x[3] == 1) >= 2
        });
        on(".Condition~R1C1=1=>different(R1C2,R1C3,R1C4)", |x| x[0] != 1 || distinct(&x[1..]));
        on(".Condition~!(R1C1=1|R1C2=2)&R1C3!=R1C4", |x| x[0] != 1 && x[1] != 2 && x[2] != x[3]);
        on(".Condition~max(R1C1,R1C2)-min(R1C3,R1C4)=abs(R1C1-R1C4)", |x| {
            x[0].max(x[1]) - x[2].min(x[3]) == (x[0] - x[3]).abs()
        });
        on(".Condition~(R1C1-R1C2)%3=R1C3%2", |x| (x[0] - x[1]).rem_euclid(3) == x[2] % 2);
        on(".Condition~prime(R1C1+R1C2)|square(number(R1C3,R1C4))", |x| {
            [2, 3, 5, 7].contains(&(x[0] + x[1])) || [0, 1, 4, 9, 16, 25, 36].contains(&(10 * x[2] + x[3]))
        });
        on(".Condition~if(R1C1>R1C2,R1C3,R1C4)*2<5", |x| if x[0] > x[1] { x[2] < 3 } else { x[3] < 3 });
        on(".Condition~in(R1C1+R1C2,R1C3,5)", |x| x[0] + x[1] == x[2] || x[0] + x[1] == 5);
        on(".Condition~div(R1C1,2)=mod(R1C2,2)", |x| x[0] / 2 == x[1] % 2);
        on(".PairRule~a+b=5|a=2*b~R1C1~R1C2~R1C3", |x| {
            x[..3].windows(2).all(|x| x[0] + x[1] == 5 || x[0] == 2 * x[1])
        });
        on(".StrictPairRule~a>2*b|a+b=5~R1C2~R1C3", |x| {
            [(0, 1), (2, 3)].iter().all(|&(i, j)| x[i] <= 2 * x[j] && x[j] <= 2 * x[i] && x[i] + x[j] != 5)
        });
        on(".StrictPairRule~a+b=5.PairRule~a+b=5~R1C2~R1C1", |x| {
            x[0] + x[1] == 5 && x[1] + x[2] != 5 && x[2] + x[3] != 5
        });
        on(".LineRule~a<b+c~R1C4~R1C3~R1C2~R1C1", |x| x[3] < x[2] + x[1] && x[2] < x[1] + x[0]);
        on(".LineRule~a<=b~R1C4~R1C3~R1C2", |x| x[3] <= x[2] && x[2] <= x[1]);
        on(".Not.Thermo~R1C1~R1C2~R1C3.End", |x| !(x[0] < x[1] && x[1] < x[2]));
        on(".Not.Arrow~R1C1~R1C2~R1C3.~R1C4_1.End", |x| x[0] != x[1] + x[2] || x[3] != 1);
        on(".Not.SumLine~4~R1C1~R1C2~R1C3.End.~R1C4_1_2", |x| {
            let cuts = |sum: &[i32]| sum.iter().all(|sum| *sum == 4);
            let is_cut = cuts(&[x[0] + x[1] + x[2]])
                || cuts(&[x[0], x[1] + x[2]])
                || cuts(&[x[0] + x[1], x[2]])
                || cuts(&[x[0], x[1], x[2]])
                || x[..3].iter().all(|it| *it == 0);
            !is_cut && (x[3] == 1 || x[3] == 2)
        });
        on(".Or.Not.Odd~R1C1.End.Not.Or.~R1C2_1.~R1C3_1.End.End.End", |x| {
            x[0] % 2 == 0 || x[1] != 1 && x[2] != 1
        });
    }
}

#[test]
fn conditions_with_errors_are_refused() {
    let refused = |text: &str, expected: &str| {
        let found = iss::read(&format!(".Shape~4x4{text}")).unwrap_err().to_string();
        assert!(found.contains(expected), "{text}: {found}");
    };
    refused(".Condition", "condition");
    refused(".Condition~", "a number, a cell, a function or a parenthesis");
    refused(".Condition~R1C1", "where there is a number");
    refused(".Condition~R1C1&R1C2=1", "where there is a number");
    refused(".Condition~R5C1=1", "name of a cell");
    refused(".Condition~a=1", "name of a cell");
    refused(".Condition~R1C1=1~R1C2", "no further argument");
    refused(".Condition~(R1C1=1", "closing parenthesis");
    refused(".Condition~R1C1=1)", "an operator or the end");
    refused(".Condition~mean(R1C1)=1", "before a parenthesis");
    refused(".Condition~abs(R1C1,2)=1", "as many arguments");
    refused(".Condition~1=1", "at least 1");
    refused(".Condition~R1C1=1234567890", "9 digits");
    refused(".Condition~R1C1*999999999*999999999=1", "10^12");
    refused(".Condition~prime(R1C1*9999)", "10000");
    refused(&format!(".Condition~{}R1C1=1{}", "(".repeat(99), ")".repeat(99)), "40 levels");
    refused(&format!(".Condition~{}(R1C1=1)", "!".repeat(99)), "40 signs");
    refused(&format!(".Condition~R1C1=1{}", "|R1C1=2".repeat(40_000)), "40000 parts");
    refused(".PairRule~a+c=3~R1C1~R1C2", "the letters a, b");
    refused(".PairRule~a=b~R1C1", "at least 2");
    refused(".LineRule~a+b=c~R1C1~R1C2", "at least 3");
    refused(".Not.End", "an item that has an effect");
    refused(".Not~1.~R1C1_1.End", "no further argument");
    refused(".Not.YinYang.End", "allowed in a composite");
    refused(".Snake~Q~1", "prefix of a group");
    refused(".Loop~~1~3~near", "`apart`");
    refused(".Var~E~~23.DrawnLoop~VE", "one extra cell for each pair of adjacent cells");
    refused(".Var~E~~24.DrawnPath~VE~R1C1~R1C1", "distinct cells");
}

#[test]
fn snakes_and_loops() {
    // The expected answer counts neighbours and walks along the line, on all masks of 3x3 cells.
    let near = |a: usize, b: usize| a.abs_diff(b) == 3 || a.abs_diff(b) == 1 && a / 3 == b / 3;
    let line = |mask: u32| -> Option<(bool, usize)> {
        let cells: Vec<usize> = (0..9).filter(|cell| mask >> cell & 1 == 1).collect();
        let around =
            |cell: usize| cells.iter().copied().filter(move |other| near(cell, *other)).collect::<Vec<_>>();
        if cells.is_empty() || cells.iter().any(|cell| around(*cell).len() > 2) {
            return None;
        }
        let start = cells.iter().copied().find(|cell| around(*cell).len() < 2);
        let mut walk = vec![start.unwrap_or(cells[0])];
        while let Some(next) = around(walk[walk.len() - 1]).into_iter().find(|it| !walk.contains(it)) {
            walk.push(next);
        }
        (walk.len() == cells.len()).then_some((start.is_some(), cells.len()))
    };
    for (item, is_path, count) in [
        (".Snake~~2", true, None),
        (".Snake~~2~5", true, Some(5)),
        (".Loop~~2", false, None),
        (".Loop~~2~8", false, Some(8)),
    ] {
        let variant = variant(&format!(".Shape~3x3~2~Raw{item}"));
        let mut found = 0;
        for mask in 0..512_u32 {
            let grid: Vec<u8> = (0..9).map(|cell| 1 + (mask >> cell & 1) as u8).collect();
            let expected = line(mask)
                .is_some_and(|(path, length)| path == is_path && count.is_none_or(|it| it == length));
            assert_eq!(check(&variant, &grid).is_ok(), expected, "{item}: {grid:?}");
            found += u32::from(expected);
        }
        assert!(found > 0, "{item}");
    }
    let apart = variant(".Shape~3x3~2~Raw.Snake~~2~~apart");
    assert!(check(&apart, &[2, 2, 1, 1, 2, 1, 1, 2, 2]).is_ok());
    // The ends of this path touch at a corner.
    let hook = [1, 2, 2, 2, 1, 2, 2, 2, 2];
    assert!(check(&apart, &hook).is_err());
    assert!(check(&variant(".Shape~3x3~2~Raw.Snake~~2"), &hook).is_ok());
}

#[test]
fn drawn_lines() {
    // The expected number, by a walk of a path through all simple paths and cycles of the 3x3 grid.
    let near = |a: usize, b: usize| a.abs_diff(b) == 3 || a.abs_diff(b) == 1 && a / 3 == b / 3;
    fn walks(path: &mut Vec<usize>, near: &dyn Fn(usize, usize) -> bool, found: &mut dyn FnMut(&[usize])) {
        found(path);
        let last = path[path.len() - 1];
        for next in (0..9).filter(|next| near(last, *next)) {
            if !path.contains(&next) {
                path.push(next);
                walks(path, near, found);
                path.pop();
            }
        }
    }
    let (mut paths, mut loops) = (0, 0);
    for start in 0..9 {
        walks(&mut vec![start], &near, &mut |path| {
            let last = path[path.len() - 1];
            paths += u32::from(start == 0 && last == 8);
            // Each loop is found from each of its cells, in both directions. One of these walks counts.
            let is_first = path.iter().all(|cell| *cell >= start) && path[1..].first() < path.last();
            loops += u32::from(path.len() > 2 && near(start, last) && is_first);
        });
    }
    assert!(paths > 0 && loops > 0);
    let count = |item: &str| {
        let variant = variant(&format!(".Shape~3x3~2~Raw.Var~E~~12{item}"));
        (0..1 << 12_u32)
            .filter(|mask| {
                let edges = (0..12).map(|edge| 1 + (mask >> edge & 1) as u8);
                let values: Vec<u8> = std::iter::repeat_n(1, 9).chain(edges).collect();
                check(&variant, &values).is_ok()
            })
            .count() as u32
    };
    assert_eq!(count(".DrawnLoop~VE"), loops);
    assert_eq!(count(".DrawnPath~VE~R1C1~R3C3"), paths);
}
