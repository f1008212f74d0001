//! Random small problems, and their solutions by brute force.

use farandole_cover::{Bounds, Color, Entry, Method, Problem};
use proptest::prelude::*;

/// Options as lists of (item, color) pairs. Color 0 means no color.
pub(crate) type Rows = Vec<Vec<(u32, u32)>>;

pub(crate) fn entry(&(item, color): &(u32, u32)) -> Entry {
    Entry { item, color: color.checked_sub(1).map_or(Color::NONE, |c| Color::new(c).unwrap()) }
}

pub(crate) fn build(primary: u32, secondary: u32, rows: &Rows) -> Problem {
    let mut builder = Problem::builder();
    builder.primary_unnamed(primary).unwrap();
    builder.secondary_unnamed(secondary).unwrap();
    for row in rows {
        let entries: Vec<Entry> = row.iter().map(entry).collect();
        builder.option_with_colors(&entries).unwrap();
    }
    builder.build()
}

pub(crate) fn methods() -> impl Strategy<Value = Method> {
    prop_oneof![Just(Method::DancingLinks), Just(Method::Bitset)]
}

/// Returns all solutions as sorted sets of options, by trying every subset of options without conflicts.
pub(crate) fn brute(primary: u32, rows: &Rows) -> Vec<Vec<u32>> {
    fn clash(a: &[(u32, u32)], b: &[(u32, u32)]) -> bool {
        a.iter().any(|&(i, c)| b.iter().any(|&(j, d)| i == j && (c == 0 || c != d)))
    }
    fn go(from: usize, chosen: &mut Vec<u32>, primary: u32, rows: &Rows, out: &mut Vec<Vec<u32>>) {
        let covered = |item| chosen.iter().any(|&o| rows[o as usize].iter().any(|&(i, _)| i == item));
        if (0..primary).all(covered) {
            out.push(chosen.clone());
        }
        for o in from..rows.len() {
            if chosen.iter().all(|&p| !clash(&rows[o], &rows[p as usize])) {
                chosen.push(o as u32);
                go(o + 1, chosen, primary, rows, out);
                chosen.pop();
            }
        }
    }
    let mut out = Vec::new();
    go(0, &mut Vec::new(), primary, rows, &mut out);
    out.sort();
    out
}

/// Returns a strategy for random problems with 1 to 6 primary items, up to 3 secondary items, and up to 14
/// options. Each option has a primary item. Colors range from 0 (none) to 2.
pub(crate) fn problems() -> impl Strategy<Value = (u32, u32, Rows)> {
    (1_u32..=6, 0_u32..=3).prop_flat_map(|(primary, secondary)| {
        let items = primary + secondary;
        let entry = prop::collection::btree_map(0..items, 0_u32..=2, 1..=items as usize);
        let row = (0..primary, entry).prop_map(move |(sure, mut row)| {
            row.insert(sure, 0);
            row.into_iter().map(|(item, color)| (item, if item < primary { 0 } else { color })).collect()
        });
        (Just(primary), Just(secondary), prop::collection::vec(row, 0..=14))
    })
}

pub(crate) fn sorted(mut solution: Vec<u32>) -> Vec<u32> {
    solution.sort_unstable();
    solution
}

/// Returns all solutions with the given bounds, as sorted sets of options, by trying every subset of options.
pub(crate) fn brute_bounds(bounds: &[Bounds], rows: &[Vec<(u32, u32)>]) -> Vec<Vec<u32>> {
    let within = |chosen: &[usize]| {
        let hold = |item| chosen.iter().filter(|&&o| rows[o].iter().any(|&(i, _)| i == item)).count() as u32;
        let primary = bounds.iter().zip(0..).all(|(b, item)| (b.low..=b.high).contains(&hold(item)));
        let apart = chosen.iter().enumerate().all(|(k, &a)| {
            chosen[..k].iter().all(|&b| {
                rows[a].iter().all(|&(i, c)| {
                    i < bounds.len() as u32 || rows[b].iter().all(|&(j, d)| i != j || (c != 0 && c == d))
                })
            })
        });
        primary && apart
    };
    let mut out: Vec<Vec<u32>> = (0..1_u32 << rows.len())
        .map(|set| (0..rows.len()).filter(|o| set >> o & 1 == 1).collect::<Vec<_>>())
        .filter(|chosen| within(chosen))
        .map(|chosen| chosen.into_iter().map(|o| o as u32).collect())
        .collect();
    out.sort();
    out
}

/// Returns a strategy for bounds of six primary items. An empty vector stands for a problem without
/// multiplicities.
pub(crate) fn bounded() -> impl Strategy<Value = Vec<Bounds>> {
    let bounds = (0_u32..3, 0_u32..3).prop_map(|(low, more)| Bounds { low, high: (low + more).max(1) });
    prop_oneof![Just(Vec::new()), prop::collection::vec(bounds, 6)]
}

/// Returns the problem with these bounds on its primary items, if there are any. With bounds, only the first
/// 9 options are used, because brute force is slow.
pub(crate) fn with_bounds((primary, secondary, rows): &(u32, u32, Rows), bounds: &[Bounds]) -> Problem {
    let mut builder = Problem::builder();
    builder.primary_unnamed(*primary).unwrap();
    builder.secondary_unnamed(*secondary).unwrap();
    for (item, &bounds) in (0..*primary).zip(bounds) {
        builder.set_bounds(item, bounds).unwrap();
    }
    for row in rows.iter().take(if bounds.is_empty() { usize::MAX } else { 9 }) {
        let entries: Vec<Entry> = row.iter().map(entry).collect();
        builder.option_with_colors(&entries).unwrap();
    }
    builder.build()
}

/// Returns all solutions of the problem that [`with_bounds`] returns.
pub(crate) fn brute_all((primary, _, rows): &(u32, u32, Rows), bounds: &[Bounds]) -> Vec<Vec<u32>> {
    match bounds.get(..*primary as usize) {
        None | Some([]) => brute(*primary, rows),
        Some(bounds) => brute_bounds(bounds, &rows[..rows.len().min(9)]),
    }
}
