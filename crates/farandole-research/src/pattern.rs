//! Pattern symmetries: the nine nontrivial subgroups of the symmetry group of the square, their
//! orbits of cells, and random unions of these orbits.

use crate::named::named;
use core::ops::RangeInclusive;

use crate::board::{Cells, members};
use crate::random::Random;

named! {
    /// A symmetry of the set of givens. The digits need not be symmetric.
    ///
    /// ```
    /// use farandole_research::PatternSymmetry;
    ///
    /// let orbits = PatternSymmetry::HalfTurn.orbits();
    /// assert_eq!(orbits.len(), 41);
    /// assert!(PatternSymmetry::HalfTurn.holds_for(1 | 1 << 80));
    /// assert_eq!(PatternSymmetry::by_name("180"), Some(PatternSymmetry::HalfTurn));
    /// ```
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
    pub enum PatternSymmetry {
        /// No symmetry required.
        #[default]
        None = "none",
        /// A half turn.
        HalfTurn = "180",
        /// A quarter turn.
        QuarterTurn = "90",
        /// Reflection in the middle row.
        Horizontal = "h",
        /// Reflection in the middle column.
        Vertical = "v",
        /// Reflection in the diagonal from r1c1 to r9c9.
        Diagonal = "d",
        /// Reflection in the diagonal from r1c9 to r9c1.
        Antidiagonal = "a",
        /// Reflections in the middle row and the middle column.
        BothMirrors = "hv",
        /// Reflections in both diagonals.
        BothDiagonals = "da",
        /// All symmetries of the square.
        Full = "all",
    }
}

/// A map of (row, column), given the index of the last row.
type Move = fn(usize, usize, usize) -> (usize, usize);

impl PatternSymmetry {
    /// Returns maps that generate the group.
    const fn generators(self) -> &'static [Move] {
        const HALF: Move = |row, col, last| (last - row, last - col);
        const QUARTER: Move = |row, col, last| (col, last - row);
        const ROWS: Move = |row, col, last| (last - row, col);
        const COLS: Move = |row, col, last| (row, last - col);
        const MAIN: Move = |row, col, _| (col, row);
        const ANTI: Move = |row, col, last| (last - col, last - row);
        match self {
            Self::None => &[],
            Self::HalfTurn => &[HALF],
            Self::QuarterTurn => &[QUARTER],
            Self::Horizontal => &[ROWS],
            Self::Vertical => &[COLS],
            Self::Diagonal => &[MAIN],
            Self::Antidiagonal => &[ANTI],
            Self::BothMirrors => &[ROWS, COLS],
            Self::BothDiagonals => &[MAIN, ANTI],
            Self::Full => &[QUARTER, MAIN],
        }
    }

    /// Returns the symmetries of a grid of this size, the identity first. Each maps row-major indices of cells.
    pub(crate) fn group_of(self, size: usize) -> Vec<Vec<usize>> {
        let mut group: Vec<Vec<usize>> = vec![(0..size * size).collect()];
        let mut next = 0;
        while let Some(known) = group.get(next).cloned() {
            next += 1;
            for step in self.generators() {
                let image = |cell: &usize| {
                    let (row, col) = step(cell / size, cell % size, size - 1);
                    row * size + col
                };
                let moved: Vec<usize> = known.iter().map(image).collect();
                if !group.contains(&moved) {
                    group.push(moved);
                }
            }
        }
        group
    }

    /// Returns the orbits of the cells of a grid of this size, as row-major indices, in order of
    /// their first cells. The cells of an orbit are all given or all empty.
    pub(crate) fn orbits_of(self, size: usize) -> Vec<Vec<usize>> {
        let group = self.group_of(size);
        let mut orbits: Vec<Vec<usize>> = Vec::new();
        let mut seen = vec![false; size * size];
        for first in 0..size * size {
            let mut orbit: Vec<usize> = group.iter().map(|symmetry| symmetry[first]).collect();
            orbit.retain(|cell| !std::mem::replace(&mut seen[*cell], true));
            if !orbit.is_empty() {
                orbits.push(orbit);
            }
        }
        orbits
    }

    /// Returns the orbits of the cells of a 9x9 grid, in order of their first cells.
    pub fn orbits(self) -> Vec<Cells> {
        let set = |orbit: &Vec<usize>| orbit.iter().fold(0, |set, cell| set | 1 << cell);
        self.orbits_of(9).iter().map(set).collect()
    }

    /// Returns true if a set of cells has this symmetry.
    pub fn holds_for(self, cells: Cells) -> bool {
        self.orbits().iter().all(|orbit| orbit & cells == 0 || orbit & !cells == 0)
    }
}

/// Preferred sizes of random patterns. One in three symmetric patterns with 24 or 25 cells gives a
/// minimal puzzle, but few with 28 cells do.
const USUAL: RangeInclusive<u32> = 22..=28;
/// Number of random patterns to draw until one has an accepted size.
const DRAWS: u32 = 100;

/// Returns a random union of orbits that may be the pattern of a proper puzzle, with a size in
/// `sizes`. The preferred sizes are used if some of them are in `sizes`. Returns `None` if no draw
/// succeeds.
///
/// First a size is drawn. Then the orbits that fit are added in random order. This is repeated
/// until the pattern has an accepted size, which need not be the drawn one.
pub(crate) fn random_pattern(
    orbits: &[Cells],
    sizes: &RangeInclusive<u32>,
    random: &mut Random,
) -> Option<Cells> {
    let (mut first, mut last) = (*sizes.start().max(USUAL.start()), *sizes.end().min(USUAL.end()));
    if first > last {
        // No preferred size is accepted, so any accepted size is drawn.
        (first, last) = (*sizes.start(), *sizes.end().min(&81));
    }
    let mut orbits = orbits.to_vec();
    for _ in 0..DRAWS {
        let size = first + random.below((last + 1).saturating_sub(first));
        random.shuffle(&mut orbits);
        let mut cells: Cells = 0;
        for orbit in &orbits {
            if cells.count_ones() + orbit.count_ones() <= size {
                cells |= orbit;
            }
        }
        if (first..=last).contains(&cells.count_ones()) && may_be_proper(cells) {
            return Some(cells);
        }
    }
    None
}

/// Returns true if a proper puzzle may have givens in exactly these cells. This requires at least
/// 17 cells, and no two empty lines in a band or stack, because these could be exchanged.
///
/// Source: G. McGuire, B. Tugemann, G. Civario, "There is no 16-clue Sudoku", Experimental
/// Mathematics 23 (2014).
pub(crate) fn may_be_proper(cells: Cells) -> bool {
    let lines = members(cells).fold(0_u32, |lines, cell| lines | 1 << (cell / 9) | 1 << (9 + cell % 9));
    members(cells).count() >= 17 && (0..6).all(|chute| (lines >> (3 * chute) & 7).count_ones() >= 2)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ALL_CELLS;

    #[test]
    fn random_patterns_have_the_symmetry_and_the_size() {
        let mut random = Random::new(1, 0);
        let of_four = [0, 1, 2, 3].map(|place| PatternSymmetry::ALL[[2, 7, 8, 9][place]]);
        for symmetry in of_four {
            let orbits = symmetry.orbits();
            for (sizes, drawn) in
                [(0..=81, USUAL), (25..=81, 25..=28), (20..=21, 20..=21), (32..=33, 32..=33)]
            {
                for _ in 0..50 {
                    let cells = random_pattern(&orbits, &sizes, &mut random).unwrap();
                    assert!(symmetry.holds_for(cells) && drawn.contains(&cells.count_ones()), "{symmetry:?}");
                }
            }
        }
        // Orbits of four and eight cells and one of a single cell do not add up to 22.
        let orbits = PatternSymmetry::Full.orbits();
        for sizes in [22..=22, 82..=90, 0..=16] {
            assert_eq!(random_pattern(&orbits, &sizes, &mut random), None);
        }
    }

    #[test]
    fn orbits_are_as_many_as_the_groups_of_the_square_have() {
        let counts = PatternSymmetry::ALL.map(|symmetry| symmetry.orbits().len());
        assert_eq!(counts, [81, 41, 21, 45, 45, 45, 45, 25, 25, 15]);
        for symmetry in PatternSymmetry::ALL {
            let orbits = symmetry.orbits();
            assert_eq!(orbits.iter().fold(0, |all, orbit| all | orbit), ALL_CELLS);
            assert!(orbits.iter().all(|orbit| symmetry.holds_for(*orbit)));
            assert_eq!(PatternSymmetry::by_name(symmetry.name()), Some(symmetry));
        }
        assert!(!PatternSymmetry::Full.holds_for(1));
    }

    #[test]
    fn patterns_that_no_proper_puzzle_has_are_known() {
        let all = (1 << 81) - 1;
        let without = |gone: &dyn Fn(usize) -> bool| {
            members(all).filter(|&cell| !gone(cell)).fold(0, |set, cell| set | 1 << cell)
        };
        assert!(may_be_proper(all));
        assert!(may_be_proper(without(&|cell| cell / 9 == 4 || cell % 9 == 8)));
        assert!(!may_be_proper(without(&|cell| cell / 9 == 3 || cell / 9 == 5)));
        assert!(!may_be_proper(without(&|cell| cell % 9 == 0 || cell % 9 == 1)));
        assert!(!may_be_proper(without(&|cell| cell % 6 != 0)));
    }
}
