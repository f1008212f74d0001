//! Counts patterns and grids up to symmetry, by Burnside's lemma over the symmetries of the crate.
//!
//! Source of the grids: E. Russell, F. Jarvis, "Mathematics of Sudoku II" (2006).

use farandole_canon::{Orientation, Symmetry};
use std::collections::BTreeMap;

/// Returns the orders of `chutes * lines` lines that keep chutes together.
fn orders(chutes: usize, lines: usize) -> Vec<Vec<usize>> {
    fn permutations(count: usize) -> Vec<Vec<usize>> {
        let mut all = vec![Vec::new()];
        for next in 0..count {
            let insert = |order: &Vec<usize>, place: usize| {
                let mut order = order.clone();
                order.insert(place, next);
                order
            };
            all = all
                .iter()
                .flat_map(|order| (0..=order.len()).map(move |place| insert(order, place)))
                .collect();
        }
        all
    }
    let mut all = Vec::new();
    for order in permutations(chutes) {
        let mut here = vec![Vec::new()];
        for chute in order {
            let inside = permutations(lines);
            let extend = |before: &Vec<usize>| -> Vec<Vec<usize>> {
                let with = |lines_of: &Vec<usize>| {
                    before.iter().copied().chain(lines_of.iter().map(|line| lines * chute + line)).collect()
                };
                inside.iter().map(with).collect()
            };
            here = here.iter().flat_map(extend).collect();
        }
        all.extend(here);
    }
    all
}

/// Returns the lengths of the cycles of a permutation, ascending.
fn cycles(permutation: &[usize]) -> Vec<usize> {
    let mut seen = vec![false; permutation.len()];
    let mut lengths = Vec::new();
    for start in 0..permutation.len() {
        let (mut place, mut length) = (start, 0);
        while !core::mem::replace(&mut seen[place], true) {
            place = permutation[place];
            length += 1;
        }
        if length > 0 {
            lengths.push(length);
        }
    }
    lengths.sort_unstable();
    lengths
}

/// Returns the number of sets of cells up to symmetry, by number of cells.
fn patterns(rows: &[Vec<usize>], cols: &[Vec<usize>], transposes: bool) -> Vec<u128> {
    let size = rows[0].len();
    // The number of symmetries, by the lengths of their cycles on the cells.
    let mut kinds: BTreeMap<Vec<usize>, u128> = BTreeMap::new();
    let types = |orders: &[Vec<usize>]| {
        let mut types: BTreeMap<Vec<usize>, u128> = BTreeMap::new();
        orders.iter().for_each(|order| *types.entry(cycles(order)).or_default() += 1);
        types
    };
    let gcd = |mut a: usize, mut b: usize| {
        while b != 0 {
            (a, b) = (b, a % b);
        }
        a
    };
    for (one, ones) in types(rows) {
        for (other, others) in types(cols) {
            let mut lengths = Vec::new();
            for a in &one {
                other
                    .iter()
                    .for_each(|b| lengths.extend(core::iter::repeat_n(a * b / gcd(*a, *b), gcd(*a, *b))));
            }
            lengths.sort_unstable();
            *kinds.entry(lengths).or_default() += ones * others;
        }
    }
    let mut symmetries = (rows.len() * cols.len()) as u128;
    if transposes {
        // With a transposition, an order of rows and one of columns act like their product.
        for order in rows {
            let cell = |cell: usize| order[cell % size] * size + cell / size;
            let cells: Vec<usize> = (0..size * size).map(cell).collect();
            *kinds.entry(cycles(&cells)).or_default() += cols.len() as u128;
        }
        symmetries *= 2;
    }
    let mut sums = vec![0_u128; size * size + 1];
    for (lengths, count) in kinds {
        let mut fixed = vec![0_u128; size * size + 1];
        fixed[0] = 1;
        for length in lengths {
            for cells in (length..fixed.len()).rev() {
                fixed[cells] += fixed[cells - length];
            }
        }
        sums.iter_mut().zip(fixed).for_each(|(sum, fixed)| *sum += count * fixed);
    }
    assert!(sums.iter().all(|sum| sum % symmetries == 0));
    sums.iter().map(|sum| sum / symmetries).collect()
}

#[test]
fn patterns_are_as_many_as_known_for_every_number_of_cells() {
    let four = patterns(&orders(2, 2), &orders(2, 2), true);
    assert_eq!(four, [1, 1, 5, 10, 33, 53, 101, 122, 153, 122, 101, 53, 33, 10, 5, 1, 1]);
    let six = patterns(&orders(3, 2), &orders(2, 3), false);
    assert_eq!(six[..9], [1, 1, 8, 25, 119, 410, 1573, 5021, 15_483]);
    assert_eq!(six.iter().sum::<u128>(), 23_285_977);
    let lines = orders(3, 3);
    let nine = patterns(&lines, &lines, true);
    assert_eq!(nine[..10], [1, 1, 5, 21, 109, 548, 3074, 16_847, 92_393, 489_448]);
    let known =
        [(17, 55_113_078_988), (18, 184_060_159_680), (20, 1_726_649_409_444), (24, 76_733_980_909_494)];
    assert!(known.into_iter().all(|(cells, count)| nine[cells] == count));
    assert_eq!(nine[27], 739_856_554_278_500);
    assert_eq!(nine.iter().sum::<u128>(), 746_186_061_249_180_790);
}

/// The classes of symmetries that fix grids up to digits: the number of symmetries in each, and the number of
/// grids they fix. The first one is the identity.
const FIXED: [(u64, u64); 27] = [
    (1, 18_383_222_420_692_992),
    (96, 21_233_664),
    (16, 107_495_424),
    (192, 4_204_224),
    (64, 2_508_084),
    (5184, 323_928),
    (20_736, 162),
    (20_736, 288),
    (144, 14_837_760),
    (1728, 2592),
    (288, 5184),
    (864, 2_085_120),
    (3456, 1296),
    (1728, 294_912),
    (2304, 648),
    (1152, 6_342_480),
    (1296, 30_258_432),
    (10_368, 1854),
    (93_312, 288),
    (2916, 155_492_352),
    (69_984, 13_056),
    (972, 449_445_888),
    (3888, 27_648),
    (31_104, 6480),
    (15_552, 1728),
    (15_552, 3456),
    (7776, 13_824),
];

/// Number of the 275 classes of symmetries whose search takes few nodes.
const DECIDED: usize = 200;

/// Number of grids by number of automorphisms. Source: gsf's table, forum.enjoysudoku.com thread t34383.
const BY_AUTOMORPHISMS: [(u64, u64); 16] = [
    (1, 5_472_170_387),
    (2, 548_449),
    (3, 7336),
    (4, 2826),
    (6, 1257),
    (8, 29),
    (9, 42),
    (12, 92),
    (18, 85),
    (27, 2),
    (36, 15),
    (54, 11),
    (72, 2),
    (108, 3),
    (162, 1),
    (648, 1),
];

/// Counts the grids whose image under a map of cells is a renaming of their digits.
struct Fixed {
    image: [usize; 81],
    before: [usize; 81],
    count: u64,
    nodes: u64,
    most_nodes: u64,
}

#[derive(Clone)]
struct Board {
    cells: [u8; 81],
    /// By house: the digits placed.
    used: [u16; 27],
    /// By digit: its new name, or 0 if it has none yet. `taken` is the set of new names in use.
    names: [u8; 10],
    taken: u16,
}

const fn houses(cell: usize) -> [usize; 3] {
    [cell / 9, 9 + cell % 9, 18 + cell / 27 * 3 + cell % 9 / 3]
}

impl Fixed {
    /// Returns the number of grids up to digits, or `None` if that takes more than `most_nodes` nodes.
    fn count(image: [usize; 81], most_nodes: u64) -> Option<u64> {
        let mut before = [0; 81];
        image.iter().enumerate().for_each(|(cell, next)| before[*next] = cell);
        let mut search = Self { image, before, count: 0, nodes: 0, most_nodes };
        let mut board = Board { cells: [0; 81], used: [0; 27], names: [0; 10], taken: 0 };
        if (0..9).all(|cell| search.place(&mut board, cell, cell as u8 + 1)) {
            search.go_on(&board);
        }
        (search.nodes <= most_nodes).then_some(search.count)
    }

    /// Places a digit in a cell and propagates to the images of the cell. Returns false on a contradiction.
    fn place(&self, board: &mut Board, cell: usize, digit: u8) -> bool {
        let (mut cell, mut digit) = (cell, digit);
        loop {
            if board.cells[cell] != 0 {
                return board.cells[cell] == digit;
            }
            let bit = 1 << digit;
            if houses(cell).iter().any(|house| board.used[*house] & bit != 0) {
                return false;
            }
            board.cells[cell] = digit;
            houses(cell).iter().for_each(|house| board.used[*house] |= bit);
            let next = self.image[cell];
            let there = board.cells[next];
            // A filled cell and its filled image determine the name of a digit.
            if there != 0 && !self.name(board, digit, there) {
                return false;
            }
            let before = self.before[cell];
            let behind = board.cells[before];
            if behind != 0 && !self.name(board, behind, digit) {
                return false;
            }
            if board.names[usize::from(digit)] == 0 {
                return true;
            }
            (cell, digit) = (next, board.names[usize::from(digit)]);
        }
    }

    /// Names a digit. Returns false if that contradicts another name.
    fn name(&self, board: &mut Board, digit: u8, name: u8) -> bool {
        let known = board.names[usize::from(digit)];
        if known != 0 {
            return known == name;
        }
        if board.taken >> name & 1 == 1 {
            return false;
        }
        board.names[usize::from(digit)] = name;
        board.taken |= 1 << name;
        (0..81).all(|cell| board.cells[cell] != digit || self.place(board, self.image[cell], name))
    }

    fn go_on(&mut self, board: &Board) {
        self.nodes += 1;
        if self.nodes > self.most_nodes {
            return;
        }
        let (mut best, mut digits, mut fewest) = (81, 0, 10);
        for cell in (0..81).filter(|cell| board.cells[*cell] == 0) {
            let free = houses(cell).iter().fold(0x3fe, |free, house| free & !board.used[*house]);
            // Cells that are images of the first row come first, because they name the digits.
            let early = board.taken != 0x3fe && (0..9).any(|first| self.image[first] == cell);
            let count = if early { 0 } else { free.count_ones() };
            if free == 0 {
                return;
            }
            if count < fewest {
                (best, digits, fewest) = (cell, free, count);
            }
        }
        if best == 81 {
            self.count += 1;
        }
        for digit in (1..=9).filter(|digit| digits >> digit & 1 == 1) {
            let mut next = board.clone();
            if self.place(&mut next, best, digit) {
                self.go_on(&next);
            }
        }
    }
}

/// Decides the classes whose search takes at most 20,000 nodes, or the number set by `FARANDOLE_NODES`.
#[test]
fn fixed_grids_add_up_to_the_classes_of_grids() {
    let most = std::env::var("FARANDOLE_NODES").map_or(20_000, |text| text.parse().expect("a number"));
    let lines: Vec<[u8; 9]> =
        orders(3, 3).iter().map(|order| core::array::from_fn(|place| order[place] as u8)).collect();
    let then = |one: &[u8; 9], other: &[u8; 9]| one.map(|line| other[usize::from(line)]);
    // Conjugacy classes of orders of lines.
    let mut classes: Vec<([u8; 9], u64)> = Vec::new();
    let mut class_of: BTreeMap<[u8; 9], usize> = BTreeMap::new();
    for order in &lines {
        if class_of.contains_key(order) {
            continue;
        }
        let mut size = 0;
        for by in &lines {
            let mut inverse = [0; 9];
            (0..9).for_each(|line| inverse[usize::from(by[line])] = line as u8);
            let conjugate = then(&then(&inverse, order), by);
            size += u64::from(class_of.insert(conjugate, classes.len()).is_none());
        }
        classes.push((*order, size));
    }
    assert_eq!(classes.len(), 22);
    let same = [0, 1, 2, 3, 4, 5, 6, 7, 8];
    let image = |orientation, rows, cols| {
        let symmetry =
            Symmetry::new(orientation, rows, cols, same.map(|digit| digit + 1)).expect("a symmetry");
        core::array::from_fn(|cell| symmetry.source(cell))
    };
    let mut all = Vec::new();
    for (number, (rows, size)) in classes.iter().enumerate() {
        for (other, (cols, other_size)) in classes.iter().enumerate().skip(number) {
            let symmetries = size * other_size * if number == other { 1 } else { 2 };
            all.push((symmetries, image(Orientation::Upright, *rows, *cols)));
        }
        all.push((1296 * size, image(Orientation::Transposed, *rows, same)));
    }
    assert_eq!(all.len(), 275);
    assert_eq!(all.iter().map(|(symmetries, _)| symmetries).sum::<u64>(), 3_359_232);
    let mut left: Vec<u64> = all.iter().map(|(symmetries, _)| *symmetries).collect();
    let mut known = FIXED.to_vec();
    let mut decided = 0;
    for (symmetries, image) in all {
        let Some(fixed) = Fixed::count(image, most) else { continue };
        decided += 1;
        left.swap_remove(left.iter().position(|other| *other == symmetries).expect("a class"));
        if fixed > 0 {
            let place = known.iter().position(|class| *class == (symmetries, fixed));
            known.swap_remove(place.unwrap_or_else(|| panic!("{symmetries} symmetries fix {fixed} grids")));
        }
    }
    assert!(decided >= DECIDED, "{decided}");
    // The remaining classes must have the sizes of classes that were not decided.
    for (symmetries, fixed) in known {
        let place = left.iter().position(|other| *other == symmetries);
        left.swap_remove(place.unwrap_or_else(|| panic!("{symmetries} symmetries do not fix {fixed} grids")));
    }
    // Burnside's lemma, and the sum over classes of grids by their automorphisms.
    let sum: u128 =
        FIXED.iter().map(|(symmetries, fixed)| u128::from(*symmetries) * u128::from(*fixed)).sum();
    assert_eq!(sum, 3_359_232 * 5_472_730_538);
    assert_eq!(BY_AUTOMORPHISMS.iter().map(|(_, classes)| classes).sum::<u64>(), 5_472_730_538);
    let grids = |(automorphisms, classes): &(u64, u64)| {
        u128::from(*classes) * 1_218_998_108_160 / u128::from(*automorphisms)
    };
    assert_eq!(BY_AUTOMORPHISMS.iter().map(grids).sum::<u128>(), 6_670_903_752_021_072_936_960);
    assert_eq!(u128::from(FIXED[0].1) * 362_880, 6_670_903_752_021_072_936_960);
}
