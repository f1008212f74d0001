//! Random numbers, and puzzles made from shuffled grids.

/// A linear congruential generator.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        let mut random = Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x5851_f42d_4c95_7f2d);
        random.below(2);
        random
    }

    pub(crate) fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % limit
    }

    pub(crate) fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }

    fn shuffle<T>(&mut self, items: &mut [T]) {
        for k in (1..items.len()).rev() {
            items.swap(k, self.below(k + 1));
        }
    }
}

/// A puzzle with its solution. Empty cells are 0.
#[derive(Clone)]
pub(crate) struct Sample {
    pub(crate) size: usize,
    pub(crate) box_rows: usize,
    pub(crate) givens: Vec<u8>,
    pub(crate) solution: Vec<u8>,
}

/// Returns the height of the usual boxes.
fn box_rows(size: usize) -> usize {
    (1..=size).filter(|rows| size.is_multiple_of(*rows) && rows * rows <= size).max().unwrap_or(1)
}

/// Makes a puzzle from a shuffled grid, in which about this share of the cells is given.
pub(crate) fn sample(random: &mut Random, size: usize, percent: usize) -> Sample {
    let box_rows = box_rows(size);
    let box_cols = size / box_rows;
    let mut order = |height: usize| {
        let mut bands: Vec<Vec<usize>> =
            (0..size / height).map(|band| (band * height..(band + 1) * height).collect()).collect();
        bands.iter_mut().for_each(|band| random.shuffle(band));
        random.shuffle(&mut bands);
        bands.concat()
    };
    let (rows, cols) = (order(box_rows), order(box_cols));
    let mut digits: Vec<u8> = (1..=size as u8).collect();
    random.shuffle(&mut digits);
    let cell = |row: usize, col: usize| digits[(row % box_rows * box_cols + row / box_rows + col) % size];
    let solution: Vec<u8> = rows
        .iter()
        .flat_map(|row| cols.iter().map(move |col| (*row, *col)))
        .map(|(row, col)| cell(row, col))
        .collect();
    let mut givens = solution.clone();
    for given in &mut givens {
        if random.below(100) >= percent {
            *given = 0;
        }
    }
    Sample { size, box_rows, givens, solution }
}
