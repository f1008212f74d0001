//! Constant tables of the classic grid: houses 0..9 are rows, 9..18 columns, 18..27 boxes.

use core::ops::ControlFlow;

/// The house numbers in the order boxes, columns, rows.
pub(crate) const BOXES_COLS_ROWS: [usize; 27] = {
    let mut order = [0; 27];
    let mut i = 0;
    while i < 9 {
        order[i] = 18 + i;
        order[9 + i] = 9 + i;
        order[18 + i] = i;
        i += 1;
    }
    order
};

/// The cells of each house in its own order: rows left to right, columns top down, boxes row by row.
pub(crate) const CELLS: [[u8; 9]; 27] = {
    let mut cells = [[0; 9]; 27];
    let mut i = 0;
    while i < 9 {
        let mut j = 0;
        while j < 9 {
            cells[i][j] = (9 * i + j) as u8;
            cells[9 + i][j] = (9 * j + i) as u8;
            cells[18 + i][j] = (27 * (i / 3) + 3 * (i % 3) + 9 * (j / 3) + j % 3) as u8;
            j += 1;
        }
        i += 1;
    }
    cells
};

/// Row, column and box (as house numbers) of each cell.
pub(crate) const HOUSES: [[u8; 3]; 81] = {
    let mut houses = [[0; 3]; 81];
    let mut cell = 0;
    while cell < 81 {
        let (row, col) = (cell / 9, cell % 9);
        houses[cell] = [row as u8, 9 + col as u8, (18 + row / 3 * 3 + col / 3) as u8];
        cell += 1;
    }
    houses
};

/// The place of each cell within its row, column and box.
pub(crate) const PLACES: [[u8; 3]; 81] = {
    let mut places = [[0; 3]; 81];
    let mut cell = 0;
    while cell < 81 {
        let (row, col) = (cell / 9, cell % 9);
        places[cell] = [col as u8, row as u8, (row % 3 * 3 + col % 3) as u8];
        cell += 1;
    }
    places
};

/// The units of each candidate in its row, column and box: house times 9 plus digit.
pub(crate) const UNITS: [[u8; 3]; 729] = {
    let mut units = [[0; 3]; 729];
    let mut candidate = 0;
    while candidate < 729 {
        let mut kind = 0;
        while kind < 3 {
            units[candidate][kind] = HOUSES[candidate / 9][kind] * 9 + (candidate % 9) as u8;
            kind += 1;
        }
        candidate += 1;
    }
    units
};

/// The candidates of each unit by place.
pub(crate) const MEMBERS: [[u16; 9]; 243] = {
    let mut members = [[0; 9]; 243];
    let mut unit = 0;
    while unit < 243 {
        let mut place = 0;
        while place < 9 {
            members[unit][place] = CELLS[unit / 9][place] as u16 * 9 + (unit % 9) as u16;
            place += 1;
        }
        unit += 1;
    }
    members
};

/// The cells of each house as a set: bit `c` stands for cell `c`.
pub(crate) const HOUSE_SETS: [u128; 27] = {
    let mut sets = [0; 27];
    let mut house = 0;
    while house < 27 {
        let mut i = 0;
        while i < 9 {
            sets[house] |= 1 << CELLS[house][i];
            i += 1;
        }
        house += 1;
    }
    sets
};

/// The 20 peers of each cell as a set.
pub(crate) const PEER_SETS: [u128; 81] = {
    let mut sets = [0; 81];
    let mut cell = 0;
    while cell < 81 {
        let [row, col, box_idx] = HOUSES[cell];
        let all = HOUSE_SETS[row as usize] | HOUSE_SETS[col as usize] | HOUSE_SETS[box_idx as usize];
        sets[cell] = all & !(1 << cell);
        cell += 1;
    }
    sets
};

/// The 20 peers of each cell: those in its box first, then its row, then its column.
pub(crate) const PEERS: [[u8; 20]; 81] = {
    let mut peers = [[0; 20]; 81];
    let mut cell = 0;
    while cell < 81 {
        let mut count = 0;
        let mut seen: u128 = 1 << cell;
        let mut kind = 0;
        while kind < 3 {
            let house = HOUSES[cell][[2, 0, 1][kind]] as usize;
            let mut i = 0;
            while i < 9 {
                let other = CELLS[house][i];
                if seen >> other & 1 == 0 {
                    seen |= 1 << other;
                    peers[cell][count] = other;
                    count += 1;
                }
                i += 1;
            }
            kind += 1;
        }
        cell += 1;
    }
    peers
};

/// The positions of set bits, lowest first.
pub(crate) fn bits(mut mask: u16) -> impl Iterator<Item = usize> {
    core::iter::from_fn(move || {
        (mask != 0).then(|| {
            let bit = mask.trailing_zeros() as usize;
            mask &= mask - 1;
            bit
        })
    })
}

/// The members of a set of cells in row-major order.
pub(crate) fn cells(mut set: u128) -> impl Iterator<Item = usize> {
    core::iter::from_fn(move || {
        (set != 0).then(|| {
            let cell = set.trailing_zeros() as usize;
            set &= set - 1;
            cell
        })
    })
}

/// How many ones a mask of nine bits has.
pub(crate) const COUNTS: [u8; 512] = {
    let mut counts = [0; 512];
    let mut mask = 1;
    while mask < 512 {
        counts[mask] = counts[mask / 2] + (mask % 2) as u8;
        mask += 1;
    }
    counts
};

/// How many ones a mask of nine bits has.
#[inline]
pub(crate) const fn count(mask: u16) -> usize {
    COUNTS[mask as usize & 0x1ff] as usize
}

/// Whether the mask has exactly two ones.
#[inline]
pub(crate) const fn is_pair(mask: u16) -> bool {
    (mask & mask.wrapping_sub(1)).is_power_of_two()
}

/// Calls `visit` with all sets of `size` members of `fit` whose masks have exactly `size` ones between them, and these
/// ones; the sets come as rising numbers.
pub(crate) fn tight_sets(
    of: &[u16; 9],
    fit: u16,
    size: usize,
    visit: &mut impl FnMut(u16, u16) -> ControlFlow<()>,
) -> ControlFlow<()> {
    /// Chooses from the highest member down, so that the numbers rise.
    fn choose(
        of: &[u16; 9],
        (fit, left, size): (u16, usize, usize),
        (chosen, ones): (u16, u16),
        visit: &mut impl FnMut(u16, u16) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if left == 0 {
            return if count(ones) == size { visit(chosen, ones) } else { ControlFlow::Continue(()) };
        }
        for member in bits(fit) {
            let below = fit & ((1 << member) - 1);
            let together = ones | of[member];
            if count(together) <= size && count(below) + 1 >= left {
                choose(of, (below, left - 1, size), (chosen | 1 << member, together), visit)?;
            }
        }
        ControlFlow::Continue(())
    }
    match size {
        2 => {
            for high in bits(fit) {
                for low in bits(fit & ((1 << high) - 1)) {
                    let together = of[high] | of[low];
                    if count(together) == 2 {
                        visit(1 << high | 1 << low, together)?;
                    }
                }
            }
            ControlFlow::Continue(())
        }
        3 => {
            for high in bits(fit) {
                for middle in bits(fit & ((1 << high) - 1)) {
                    let two = of[high] | of[middle];
                    if count(two) > 3 {
                        continue;
                    }
                    for low in bits(fit & ((1 << middle) - 1)) {
                        let together = two | of[low];
                        if count(together) == 3 {
                            visit(1 << high | 1 << middle | 1 << low, together)?;
                        }
                    }
                }
            }
            ControlFlow::Continue(())
        }
        _ => choose(of, (fit, size, size), (0, 0), visit),
    }
}

/// All masks of `count` ones among the lowest `width` bits, as rising numbers.
pub(crate) fn subsets(count: usize, width: usize) -> impl Iterator<Item = u16> {
    let end = 1_u32 << width;
    let mut next = (count <= width).then_some((1_u32 << count) - 1);
    core::iter::from_fn(move || {
        let mask = next?;
        next = if mask == 0 {
            None
        } else {
            let low = mask & mask.wrapping_neg();
            let ripple = mask + low;
            let following = ripple | (((mask ^ ripple) >> 2) / low);
            (following < end).then_some(following)
        };
        Some(mask as u16)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_agree_with_the_geometry() {
        let geometry = farandole_puzzle::Geometry::classic();
        for (number, house) in geometry.houses().enumerate() {
            let cells: Vec<u8> = house.cells.iter().map(|cell| cell.index() as u8).collect();
            assert_eq!(cells, CELLS[number]);
            for (place, cell) in cells.iter().enumerate() {
                let kind = number / 9;
                assert_eq!(HOUSES[*cell as usize][kind] as usize, number);
                assert_eq!(PLACES[*cell as usize][kind] as usize, place);
            }
        }
        assert!(
            (0..81).all(|cell| PEERS[cell].iter().fold(0, |set, peer| set | 1 << peer) == PEER_SETS[cell])
        );
    }

    #[test]
    fn tight_sets_are_those_of_all_subsets() {
        let mut seed = 7_u32;
        for _ in 0..500 {
            let mut next = || {
                seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                (seed >> 16) as u16 & 0x1ff
            };
            let (of, fit): ([u16; 9], u16) = (core::array::from_fn(|_| next() & next()), next());
            for size in 2..=4 {
                let mut found = Vec::new();
                let _ = tight_sets(&of, fit, size, &mut |set, ones| {
                    found.push((set, ones));
                    ControlFlow::Continue(())
                });
                let expected: Vec<(u16, u16)> = subsets(size, 9)
                    .filter(|set| set & !fit == 0)
                    .map(|set| (set, bits(set).fold(0, |ones, member| ones | of[member])))
                    .filter(|(_, ones)| ones.count_ones() as usize == size)
                    .collect();
                assert_eq!(found, expected);
            }
        }
    }

    #[test]
    fn subsets_are_complete_and_rising() {
        for width in 0..10 {
            for count in 0..=width {
                let all: Vec<u16> =
                    (0..1 << width).filter(|mask: &u16| mask.count_ones() as usize == count).collect();
                assert_eq!(subsets(count, width).collect::<Vec<_>>(), all);
            }
        }
        assert_eq!(subsets(3, 2).count(), 0);
    }
}
