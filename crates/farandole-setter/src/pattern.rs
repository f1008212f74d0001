//! Pattern symmetries: the nine nontrivial subgroups of the symmetry group of the square, and their orbits of cells.

use crate::board::Cells;

/// A symmetry that the set of givens has. The digits need none.
///
/// ```
/// use farandole_setter::PatternSymmetry;
///
/// let orbits = PatternSymmetry::HalfTurn.orbits();
/// assert_eq!(orbits.len(), 41);
/// assert!(PatternSymmetry::HalfTurn.holds_for(1 | 1 << 80));
/// assert_eq!(PatternSymmetry::by_name("180"), Some(PatternSymmetry::HalfTurn));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum PatternSymmetry {
    /// None is asked for.
    #[default]
    None,
    /// A half turn.
    HalfTurn,
    /// A quarter turn.
    QuarterTurn,
    /// Rows mirrored at the middle row.
    Horizontal,
    /// Columns mirrored at the middle column.
    Vertical,
    /// Mirrored at the diagonal from r1c1 to r9c9.
    Diagonal,
    /// Mirrored at the diagonal from r1c9 to r9c1.
    Antidiagonal,
    /// Mirrored at the middle row and the middle column.
    BothMirrors,
    /// Mirrored at both diagonals.
    BothDiagonals,
    /// All symmetries of the square.
    Full,
}

/// A map of (row, column), given the last row.
type Move = fn(usize, usize, usize) -> (usize, usize);

impl PatternSymmetry {
    /// All of them.
    pub const ALL: [Self; 10] = [
        Self::None,
        Self::HalfTurn,
        Self::QuarterTurn,
        Self::Horizontal,
        Self::Vertical,
        Self::Diagonal,
        Self::Antidiagonal,
        Self::BothMirrors,
        Self::BothDiagonals,
        Self::Full,
    ];

    /// The name: `none`, `180`, `90`, `h`, `v`, `d`, `a`, `hv`, `da`, `all`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::HalfTurn => "180",
            Self::QuarterTurn => "90",
            Self::Horizontal => "h",
            Self::Vertical => "v",
            Self::Diagonal => "d",
            Self::Antidiagonal => "a",
            Self::BothMirrors => "hv",
            Self::BothDiagonals => "da",
            Self::Full => "all",
        }
    }

    /// The symmetry of this name.
    pub fn by_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|symmetry| symmetry.name() == name)
    }

    /// Moves that generate the group.
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

    /// The orbits of cells of a grid of this size, row-major numbers, by their first cells: cells that are all given or
    /// all empty.
    pub fn orbits_of(self, size: usize) -> Vec<Vec<usize>> {
        let mut seen = vec![false; size * size];
        let mut orbits = Vec::new();
        for first in 0..size * size {
            if seen[first] {
                continue;
            }
            seen[first] = true;
            let mut orbit = vec![first];
            let mut next = 0;
            while let Some(&cell) = orbit.get(next) {
                next += 1;
                for step in self.generators() {
                    let (row, col) = step(cell / size, cell % size, size - 1);
                    if !std::mem::replace(&mut seen[row * size + col], true) {
                        orbit.push(row * size + col);
                    }
                }
            }
            orbits.push(orbit);
        }
        orbits
    }

    /// The orbits of the cells of a 9x9 grid, by their first cells.
    pub fn orbits(self) -> Vec<Cells> {
        let set = |orbit: &Vec<usize>| orbit.iter().fold(0, |set, cell| set | 1 << cell);
        self.orbits_of(9).iter().map(set).collect()
    }

    /// Whether a set of cells has this symmetry.
    pub fn holds_for(self, cells: Cells) -> bool {
        self.orbits().iter().all(|orbit| orbit & cells == 0 || orbit & !cells == 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ALL_CELLS;

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
}
