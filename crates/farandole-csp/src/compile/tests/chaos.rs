//! Compares regions that are found while solving with all partitions of a small grid.

use crate::compile::tests::{count, grids, read};
use farandole_puzzle::constraint::Automaton;
use farandole_puzzle::constraint::Transition;
use farandole_puzzle::variant::check;

/// Returns all partitions of the cells into regions of a size, as the number of the region of each cell.
/// Regions are numbered in the order of their first cells, and need not be connected.
fn splits(cells: usize, size: usize) -> Vec<Vec<u8>> {
    let mut all = vec![Vec::new()];
    for _ in 0..cells {
        let mut next = Vec::new();
        for split in all {
            let used = split.iter().max().map_or(0, |label: &u8| label + 1);
            for label in 0..=used {
                if usize::from(label) < cells / size
                    && split.iter().filter(|other| **other == label).count() < size
                {
                    next.push([&split[..], &[label]].concat());
                }
            }
        }
        all = next;
    }
    all
}

/// For each item, compares the number of solutions with the number of pairs of a partition and a grid
/// that the checker accepts.
fn compare(shape: &str, size: usize, items: &[&str]) {
    let layout = grids(&[shape, ".NoBoxes"].concat());
    let low = layout[0].iter().min().copied().unwrap_or(0);
    let splits = splits(layout[0].len(), size);
    for item in items {
        let variant = read(&[shape, ".NoBoxes.ChaosConstruction", item].concat());
        let mut expected = 0;
        for split in &splits {
            let labels: Vec<u8> = split.iter().map(|label| label + low).collect();
            expected +=
                layout.iter().filter(|grid| check(&variant, &[&grid[..], &labels].concat()).is_ok()).count();
        }
        assert_eq!(count(&variant), expected as u64, "{shape}{item}");
    }
}

#[test]
fn regions_are_found() {
    compare(".Shape~2x2", 2, &["", ".ChaosArrow~R1C1", ".ChaosCount~R2C1~1", ".SameValues~2~CC1~CC4"]);
    let items = [
        "",
        ".ChaosArrow~R1C1.ChaosArrow~R2C2~1",
        ".ChaosArrow~R1C2~0~CC2~CC3~-~CC2~CC5~CC8",
        ".ChaosArrow~R3C3~0~CC1~CC5~CC9",
        ".ChaosCount~R1C1.ChaosCount~R3C2",
        ".ChaosCount~R2C2~0~CC1~CC9~CC1~CC2",
        ".SameValues~3~CC1~CC2~CC5",
        ".SameValues~2~CC3~CC7",
        ".AllDifferent~CC1~CC5~CC9",
        ".AllDifferent~CC2~CC4",
        ".CountDistinct~R1C1~CC1~CC2~CC5~CC9",
        ".CountDistinct~R2C2~CC4~CC5~CC6",
    ];
    compare(".Shape~3x3", 3, &items);
    compare(".Shape~3x3~0-2", 3, &items);
    compare(".Shape~2x3.RegionSize~2", 2, &["", ".ChaosArrow~R1C2", ".ChaosCount~R2C2"]);
    compare(".Shape~2x4.RegionSize~4", 4, &["", ".ChaosArrow~R1C2", ".ChaosCount~R2C3"]);
}

/// Returns the text of a deterministic automaton over the given number of symbols.
fn machine<S: Clone + PartialEq>(
    symbols: u8,
    start: S,
    step: impl Fn(&S, u8) -> Option<S>,
    accepts: impl Fn(&S) -> bool,
) -> String {
    let (mut states, mut transitions) = (vec![start], Vec::new());
    let mut from = 0;
    while from < states.len() {
        for symbol in 0..symbols {
            let Some(next) = step(&states[from], symbol) else { continue };
            let to = states.iter().position(|state| *state == next).unwrap_or(states.len());
            if to == states.len() {
                states.push(next);
            }
            transitions.push(Transition { from: from as u16, symbol, to: to as u16 });
        }
        from += 1;
    }
    let list: Vec<_> = states.iter().enumerate().map(|(at, state)| (at == 0, accepts(state))).collect();
    Automaton::new(symbols, &list, &transitions).expect("a small machine").code()
}

/// Returns an automaton that reads labels and values in turn. Values must increase as long as labels
/// equal the first label. The next value must be lower, and the rest is ignored.
fn rising(symbols: u8) -> String {
    // The first label, the last value, and the label just read. All are `None` after the drop.
    type State = (Option<u8>, Option<u8>, Option<u8>, bool);
    let step = |&(first, last, label, over): &State, symbol| match (first, label) {
        _ if over => Some((None, None, None, true)),
        (None, _) => Some((Some(symbol), None, Some(symbol), false)),
        (_, None) => Some((first, last, Some(symbol), false)),
        (_, Some(_)) if label == first => {
            last.is_none_or(|last| last < symbol).then_some((first, Some(symbol), None, false))
        }
        _ => last.is_some_and(|last| last > symbol).then_some((None, None, None, true)),
    };
    machine(symbols, (None, None, None, false), step, |state| state.2.is_none())
}

/// Returns an automaton that reads a value, then labels. The 0-based value must be the number of
/// labels that equal the first label, including the first.
fn counted(symbols: u8) -> String {
    let step = |&(left, first): &(Option<u8>, Option<u8>), symbol| match (left, first) {
        (None, _) => Some((Some(symbol), None)),
        (Some(left), None) => (left > 0).then(|| (Some(left - 1), Some(symbol))),
        (Some(left), Some(first)) if symbol == first => (left > 0).then(|| (Some(left - 1), Some(first))),
        _ => Some((left, first)),
    };
    machine(symbols, (None, None), step, |state| state.0 == Some(0))
}

#[test]
fn automata_compare_labels() {
    let rising = rising(3);
    let counted = counted(3);
    let items = [
        format!(".NFA~{rising}~CC1~R1C1~CC2~R1C2~CC3~R1C3"),
        format!(".NFA~{rising}~CC5~R2C2~CC8~R3C2.NFA~{rising}~CC5~R2C2~CC4~R2C1"),
        format!(".NFA~{counted}~R1C1~CC5~CC2~CC6"),
        format!(".NFA~{counted}~R2C1~CC1~CC9~CC1~CC2.ChaosCount~R1C1"),
    ];
    let items: Vec<&str> = items.iter().map(String::as_str).collect();
    compare(".Shape~3x3", 3, &items);
}
