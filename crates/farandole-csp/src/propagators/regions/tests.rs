//! Tests that compare partitions of small grids with all solutions of these grids.

use crate::model::masks::{Changed, Scratch};
use crate::propagators::regions::*;
use crate::testing::Random;

/// A grid. Its network cells are, in order: values, labels, flags of adjacent and diagonal pairs, and the
/// control cells of clues.
struct Grid {
    rows: usize,
    cols: usize,
    size: usize,
    count: u8,
    pairs: Vec<Pair>,
    /// The clues, in the order of their control cells.
    clues: Vec<Clue>,
}

/// A clue about a cell.
#[derive(Clone, Copy)]
enum Clue {
    /// The number of cells around the cell that are in its region.
    Count(u16),
    /// The number of regions of the cell and the cells around it.
    Variety(u16),
    /// The total length of the runs to the right and down, without the cell.
    Run(u16),
}

impl Grid {
    fn new(rows: usize, cols: usize, size: usize, count: u8) -> Self {
        let mut pairs = Vec::new();
        for a in 0..rows * cols {
            for b in a + 1..rows * cols {
                let (down, across) = (b / cols - a / cols, (b % cols).abs_diff(a % cols));
                if down <= 1 && across <= 1 {
                    let flag = (2 * rows * cols + pairs.len()) as u16;
                    pairs.push(Pair { cells: [a as u16, b as u16], flag, adjacent: down + across == 1 });
                }
            }
        }
        Self { rows, cols, size, count, pairs, clues: Vec::new() }
    }

    fn with(self, clues: &[Clue]) -> Self {
        Self { clues: clues.to_vec(), ..self }
    }

    /// Returns the cells to the right of a cell, and those below it.
    fn arms(&self, start: u16) -> [Vec<u16>; 2] {
        let (cols, all) = (self.cols as u16, self.cells() as u16);
        let right = (start + 1..(start / cols + 1) * cols).collect();
        [right, (start + cols..all).step_by(self.cols).collect()]
    }

    /// Returns the value of a clue for the given labels.
    fn count_of(&self, clue: Clue, labels: &[u8]) -> usize {
        let label = |cell: u16| labels[usize::from(cell)];
        match clue {
            Clue::Count(center) => self.around(center).filter(|&cell| label(cell) == label(center)).count(),
            Clue::Variety(center) => {
                let found =
                    self.around(center).fold(1 << label(center), |all, cell| all | 1_u32 << label(cell));
                found.count_ones() as usize
            }
            Clue::Run(start) => {
                let run =
                    |arm: &Vec<u16>| arm.iter().take_while(|&&cell| label(cell) == label(start)).count();
                self.arms(start).iter().map(run).sum()
            }
        }
    }

    /// Returns the clues. Their control cells start at the network cell `first`.
    fn propagators(&self, first: u16) -> Clues {
        let mut clues = Clues::default();
        for (&clue, control) in self.clues.iter().zip(first..) {
            match clue {
                Clue::Count(center) => {
                    let others = self.around(center).collect();
                    clues.counts.push(RegionCount { control, shift: 0, center, others });
                }
                Clue::Variety(center) => {
                    let cells = self.around(center).chain([center]).collect();
                    clues.varieties.push(RegionVariety { control, shift: 0, cells });
                }
                Clue::Run(start) => {
                    let arms = self.arms(start).map(Vec::into_boxed_slice).into();
                    clues.runs.push(RegionRun { control, shift: 0, start, arms });
                }
            }
        }
        clues
    }

    /// Returns the up to eight cells around a cell.
    fn around(&self, center: u16) -> impl Iterator<Item = u16> {
        self.pairs.iter().filter_map(move |pair| match pair.cells {
            [a, b] if a == center => Some(b),
            [a, b] if b == center => Some(a),
            _ => None,
        })
    }

    fn cells(&self) -> usize {
        self.rows * self.cols
    }

    fn propagator(&self, meaning: Labels) -> RegionPartition {
        let values: Vec<u16> = (0..self.cells() as u16).collect();
        let labels: Vec<u16> = (self.cells() as u16..2 * self.cells() as u16).collect();
        let clues = self.propagators((2 * self.cells() + self.pairs.len()) as u16);
        RegionPartition::new(&values, &labels, &self.pairs, self.size as u32, (1 << self.count) - 1, meaning)
            .with_clues(clues)
    }

    /// Returns true if the cells with this label are connected and have the size of a region.
    fn is_region(&self, labels: &[u8], label: u8) -> bool {
        let members: Vec<usize> = (0..labels.len()).filter(|&cell| labels[cell] == label).collect();
        let mut part = members[..members.len().min(1)].to_vec();
        let mut at = 0;
        while at < part.len() {
            for pair in self.pairs.iter().filter(|pair| pair.adjacent) {
                let [a, b] = pair.cells.map(usize::from);
                for (from, to) in [(a, b), (b, a)] {
                    if from == part[at] && labels[to] == label && !part.contains(&to) {
                        part.push(to);
                    }
                }
            }
            at += 1;
        }
        members.len() == self.size && part.len() == self.size
    }

    /// Returns all solutions. A solution has a mask of one value for each network cell.
    fn solutions(&self, meaning: Labels) -> Vec<Vec<u16>> {
        let regions = (self.cells() / self.size) as u8;
        let mut found = Vec::new();
        each(self.cells(), regions, &mut |labels| {
            let first = |label: u8| labels.iter().position(|&other| other == label);
            let numbered = (1..regions).all(|label| first(label - 1) < first(label));
            if !(0..regions).all(|label| self.is_region(labels, label))
                || (meaning == Labels::Interchangeable && !numbered)
            {
                return;
            }
            each(self.cells(), self.count, &mut |values| {
                let repeats = (0..values.len()).any(|cell| {
                    (0..cell).any(|other| values[cell] == values[other] && labels[cell] == labels[other])
                });
                if !repeats {
                    let flags = self.pairs.iter().map(|pair| {
                        let [a, b] = pair.cells.map(|cell| labels[usize::from(cell)]);
                        if a == b { TOGETHER } else { APART }
                    });
                    let single = values.iter().chain(labels).map(|value| 1 << value);
                    let counts = self.clues.iter().map(|&clue| 1 << self.count_of(clue, labels));
                    found.push(single.chain(flags).chain(counts).collect());
                }
            });
        });
        found
    }
}

/// Calls `visit` with all lists of `len` numbers below `count`.
fn each(len: usize, count: u8, visit: &mut dyn FnMut(&[u8])) {
    let mut list = vec![0; len];
    loop {
        visit(&list);
        let Some(at) = (0..len).find(|&at| list[at] + 1 < count) else { return };
        list[at] += 1;
        list[..at].fill(0);
    }
}

fn compare(grid: &Grid, meaning: Labels, seed: u64) {
    compare_as(grid, meaning, seed, true);
}

/// Compares the partition with brute force like [`compare`], but permits the partition to accept grids that violate
/// clues, because other propagators enforce the clues.
fn compare_but_clues(grid: &Grid, meaning: Labels, seed: u64) {
    compare_as(grid, meaning, seed, false);
}

fn compare_as(grid: &Grid, meaning: Labels, seed: u64, judges: bool) {
    let (propagator, solutions) = (grid.propagator(meaning), grid.solutions(meaning));
    assert!(!solutions.is_empty());
    let mut random = Random::new(seed);
    let cells = solutions[0].len();
    let mut changed = Changed::new(cells);
    let mut scratch = Scratch::default();
    for round in 0..1500 {
        // The masks contain a solution. In every third round, one mask is replaced with the value of another
        // solution.
        let center = &solutions[random.next() as usize % solutions.len()];
        let other = &solutions[random.next() as usize % solutions.len()];
        let mut start: Vec<u16> = (0..cells)
            .map(|cell| {
                center[cell]
                    | if random.next() % 8 < round % 8 {
                        other[cell] | random.next() as u16 & 0b111
                    } else {
                        0
                    }
            })
            .collect();
        start.iter_mut().enumerate().for_each(|(cell, mask)| *mask &= full(grid, cell));
        if round % 3 == 0 {
            let cell = random.next() as usize % cells;
            start[cell] = other[cell];
        }
        let mut supported = vec![0; cells];
        for solution in &solutions {
            if solution.iter().zip(&start).all(|(value, mask)| value & mask != 0) {
                supported.iter_mut().zip(solution).for_each(|(mask, value)| *mask |= value);
            }
        }
        let mut all = start.clone();
        let result = propagator.propagate(&mut Masks::new(&mut all, &mut changed, &mut scratch));
        changed.clear();
        if result.is_err() {
            assert_eq!(supported[0], 0, "dies on {start:?}");
            continue;
        }
        let lost = (0..cells).find(|&cell| supported[cell] & !all[cell] != 0);
        assert_eq!(lost, None, "{start:?} -> {all:?}");
        let single = start.iter().all(|mask| mask.is_power_of_two());
        assert!(!judges || !single || supported[0] != 0, "accepts {start:?}");
    }
}

fn full(grid: &Grid, cell: usize) -> u16 {
    let values = match cell / grid.cells() {
        0 => usize::from(grid.count),
        1 => grid.cells() / grid.size,
        _ if cell < 2 * grid.cells() + grid.pairs.len() => 2,
        _ => 7,
    };
    (1 << values) - 1
}

#[test]
fn regions_are_connected_and_of_one_size() {
    compare(&Grid::new(2, 2, 2, 2), Labels::Interchangeable, 1);
    compare(&Grid::new(3, 3, 3, 3), Labels::Interchangeable, 2);
    compare(&Grid::new(2, 4, 4, 4), Labels::Interchangeable, 3);
    compare(&Grid::new(2, 3, 2, 3), Labels::Interchangeable, 4);
}

#[test]
fn labels_may_have_a_meaning() {
    compare(&Grid::new(3, 2, 3, 3), Labels::Meant, 5);
    compare(&Grid::new(2, 2, 2, 3), Labels::Meant, 6);
}

#[test]
fn cells_of_a_region_are_counted() {
    let with = |grid: Grid, centers: &[u16]| {
        grid.with(&centers.iter().map(|&at| Clue::Count(at)).collect::<Vec<_>>())
    };
    compare(&with(Grid::new(3, 3, 3, 3), &[4, 0]), Labels::Interchangeable, 7);
    compare(&with(Grid::new(2, 4, 4, 4), &[1, 6]), Labels::Interchangeable, 8);
    compare(&with(Grid::new(3, 2, 3, 3), &[2]), Labels::Meant, 9);
    compare(&with(Grid::new(2, 3, 2, 3), &[0, 4, 5]), Labels::Interchangeable, 10);
}

#[test]
fn regions_around_a_cell_are_counted() {
    let with = |grid: Grid, centers: &[u16]| {
        grid.with(&centers.iter().map(|&at| Clue::Variety(at)).collect::<Vec<_>>())
    };
    compare(&with(Grid::new(3, 3, 3, 3), &[4, 0]), Labels::Interchangeable, 11);
    compare(&with(Grid::new(2, 4, 2, 2), &[1, 6]), Labels::Interchangeable, 12);
    compare(&with(Grid::new(3, 2, 3, 3), &[2]), Labels::Meant, 13);
}

#[test]
fn runs_leave_room_for_few_cells_elsewhere() {
    let with =
        |grid: Grid, starts: &[u16]| grid.with(&starts.iter().map(|&at| Clue::Run(at)).collect::<Vec<_>>());
    compare_but_clues(&with(Grid::new(3, 3, 3, 3), &[0, 4]), Labels::Interchangeable, 14);
    compare_but_clues(&with(Grid::new(2, 4, 4, 4), &[0, 1]), Labels::Interchangeable, 15);
    compare_but_clues(&with(Grid::new(3, 2, 3, 3), &[1]), Labels::Meant, 16);
}
