//! Constant tables of the classic grid. Houses 0..9 are rows, 9..18 columns, 18..27 boxes.

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

/// The cells of each house: rows left to right, columns top to bottom, boxes row by row.
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

/// The row, column and box (as house numbers) of each cell.
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

/// The houses of each cell as a set: bit `h` is house `h`.
pub(crate) const HOUSE_BITS: [u32; 81] = {
    let mut table = [0; 81];
    let mut cell = 0;
    while cell < 81 {
        let [row, col, box_idx] = HOUSES[cell];
        table[cell] = 1 << row | 1 << col | 1 << box_idx;
        cell += 1;
    }
    table
};

/// The index (0..9) of each cell within its row, column and box.
pub(crate) const POSITIONS: [[u8; 3]; 81] = {
    let mut places = [[0; 3]; 81];
    let mut cell = 0;
    while cell < 81 {
        let (row, col) = (cell / 9, cell % 9);
        places[cell] = [col as u8, row as u8, (row % 3 * 3 + col % 3) as u8];
        cell += 1;
    }
    places
};

/// The units of each candidate in its row, column and box. A unit is a house and a zero-based
/// digit: `house * 9 + digit`.
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

/// The candidates of each unit, in the cell order of the house.
pub(crate) const MEMBERS: [[u16; 9]; 243] = {
    let mut members = [[0; 9]; 243];
    let mut unit = 0;
    while unit < 243 {
        let mut position = 0;
        while position < 9 {
            members[unit][position] = CELLS[unit / 9][position] as u16 * 9 + (unit % 9) as u16;
            position += 1;
        }
        unit += 1;
    }
    members
};

/// The cells of each house as a set: bit `c` is cell `c`.
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

/// Iterates over the positions of set bits, lowest first.
pub(crate) fn bits(mut mask: u16) -> impl Iterator<Item = usize> {
    core::iter::from_fn(move || {
        (mask != 0).then(|| {
            let bit = mask.trailing_zeros() as usize;
            mask &= mask - 1;
            bit
        })
    })
}

/// Iterates over the members of a set of cells, in row-major order.
pub(crate) fn cells(mut set: u128) -> impl Iterator<Item = usize> {
    core::iter::from_fn(move || {
        (set != 0).then(|| {
            let cell = set.trailing_zeros() as usize;
            set &= set - 1;
            cell
        })
    })
}

/// The number of set bits of each nine-bit mask.
pub(crate) const COUNTS: [u8; 512] = {
    let mut counts = [0; 512];
    let mut mask = 1;
    while mask < 512 {
        counts[mask] = counts[mask / 2] + (mask % 2) as u8;
        mask += 1;
    }
    counts
};

/// Returns the number of set bits of a nine-bit mask.
#[inline]
pub(crate) const fn count(mask: u16) -> usize {
    COUNTS[mask as usize & 0x1ff] as usize
}

#[inline]
pub(crate) const fn is_pair(mask: u16) -> bool {
    (mask & mask.wrapping_sub(1)).is_power_of_two()
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
            for (position, cell) in cells.iter().enumerate() {
                let kind = number / 9;
                assert_eq!(HOUSES[*cell as usize][kind] as usize, number);
                assert_eq!(POSITIONS[*cell as usize][kind] as usize, position);
            }
        }
        assert!(
            (0..81).all(|cell| PEERS[cell].iter().fold(0, |set, peer| set | 1 << peer) == PEER_SETS[cell])
        );
    }
}
