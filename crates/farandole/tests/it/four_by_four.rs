//! All puzzles of size 4, by differences of the 288 grids: published counts, and the library's
//! answers on a sample.
//!
//! A set of givens of a grid is proper if it contains a cell of each difference to another grid.

use farandole::Outcome;
use std::collections::{BTreeMap, BTreeSet};

type Grid = [u8; 16];

/// Returns true if two cells share a row, a column or a box.
fn share_house(one: usize, other: usize) -> bool {
    let box_of = |cell: usize| (cell / 8, cell % 4 / 2);
    one / 4 == other / 4 || one % 4 == other % 4 || box_of(one) == box_of(other)
}

fn grids() -> Vec<Grid> {
    fn fill(grid: &mut Grid, cell: usize, all: &mut Vec<Grid>) {
        if cell == 16 {
            all.push(*grid);
            return;
        }
        for digit in 1..=4 {
            if (0..cell).all(|other| grid[other] != digit || !share_house(other, cell)) {
                grid[cell] = digit;
                fill(grid, cell + 1, all);
            }
        }
        grid[cell] = 0;
    }
    let mut all = Vec::new();
    fill(&mut [0; 16], 0, &mut all);
    all
}

/// Returns the differences to other grids that do not contain another one: the minimal unavoidable
/// sets.
fn unavoidable_sets(grid: &Grid, grids: &[Grid]) -> Vec<u16> {
    let difference =
        |other: &Grid| (0..16).fold(0, |set, cell| set | u16::from(grid[cell] != other[cell]) << cell);
    let all: BTreeSet<u16> = grids.iter().map(difference).filter(|set| *set != 0).collect();
    let contains = |set: u16| all.iter().any(|part| *part != set && part & !set == 0);
    all.iter().copied().filter(|set| !contains(*set)).collect()
}

/// Returns the permutations of four lines that keep pairs together.
fn orders() -> Vec<[usize; 4]> {
    let order = |k: usize| {
        let (first, low, high) = (k & 1, k >> 1 & 1, k >> 2 & 1);
        [2 * first + low, 2 * first + 1 - low, 2 - 2 * first + high, 3 - 2 * first - high]
    };
    (0..8).map(order).collect()
}

/// Returns the least of all images, with digits named in order of appearance.
fn least(puzzle: &Grid) -> Grid {
    let mut best = [u8::MAX; 16];
    for rows in orders() {
        for cols in orders() {
            for transpose in [false, true] {
                let mut names = [0; 5];
                let mut image = [0; 16];
                for (place, cell) in image.iter_mut().enumerate() {
                    let (row, col) = (rows[place / 4], cols[place % 4]);
                    let digit = usize::from(puzzle[if transpose { 4 * col + row } else { 4 * row + col }]);
                    if digit != 0 && names[digit] == 0 {
                        names[digit] = names.iter().max().unwrap() + 1;
                    }
                    *cell = names[digit];
                }
                best = best.min(image);
            }
        }
    }
    best
}

#[test]
fn proper_and_minimal_puzzles_are_as_many_as_published() {
    let grids = grids();
    assert_eq!(grids.len(), 288);
    let (mut proper, mut minimal) = ([0_u64; 17], [0_u64; 17]);
    let mut classes = [const { BTreeSet::new() }; 17];
    let mut sizes = BTreeMap::new();
    for (number, grid) in grids.iter().enumerate() {
        let sets = unavoidable_sets(grid, &grids);
        let count = |size| sets.iter().filter(|set| set.count_ones() == size).count();
        *sizes.entry([4, 6, 8, 10, 12].map(count)).or_insert(0) += 1;
        let is_proper = |cells: u16| sets.iter().all(|set| set & cells != 0);
        for cells in 0..=u16::MAX {
            let givens = cells.count_ones() as usize;
            let puzzle: Grid =
                core::array::from_fn(|cell| if cells >> cell & 1 == 1 { grid[cell] } else { 0 });
            // A prime far from powers of two, so that the sample has sets of all kinds.
            if (number * 65_536 + usize::from(cells)) % 40_009 == 0 {
                let line: String = puzzle.iter().map(|digit| char::from(b'0' + digit)).collect();
                let answer = farandole::solve(&line).unwrap();
                assert_eq!(matches!(answer.outcome(), Outcome::Unique(_)), is_proper(cells), "{line}");
            }
            if !is_proper(cells) {
                continue;
            }
            proper[givens] += 1;
            if (0..16).all(|cell| cells >> cell & 1 == 0 || !is_proper(cells & !(1 << cell))) {
                minimal[givens] += 1;
                classes[givens].insert(least(&puzzle));
            }
        }
    }
    // Indexed by number of givens, from 4 to 16. Source of the minimal puzzles and classes:
    // Sudopedia, "Shi Doku".
    let published = [
        25_728, 284_160, 1_041_408, 2_141_184, 2_961_024, 2_958_336, 2_204_928, 1_239_552, 522_624, 161_280,
        34_560, 4_608, 288,
    ];
    assert_eq!(proper[4..], published);
    assert_eq!((proper[..4].iter().sum::<u64>(), proper.iter().sum::<u64>()), (0, 13_579_680));
    assert_eq!(minimal[4..7], [25_728, 58_368, 1_536]);
    assert_eq!(minimal.iter().sum::<u64>(), 85_632);
    assert_eq!([4, 5, 6].map(|givens: usize| classes[givens].len()), [13, 22, 1]);
    // Numbers of sets of sizes 4, 6, 8, 10 and 12 in the two classes of grids, which have 192 and
    // 96 grids.
    let known = [([4, 0, 6, 16, 0], 192), ([8, 0, 2, 0, 4], 96)];
    assert!(sizes.into_iter().eq(known), "the reference has 26 and 14 sets");
}
