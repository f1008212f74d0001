//! The classic 4x4 grids, of which there are few enough to compare rules with functions of the grid.

/// Returns the 288 classic 4x4 grids, by row and column.
///
/// ```
/// assert_eq!(farandole_testkit::four_by_four::grids().len(), 288);
/// ```
pub fn grids() -> Vec<[[u8; 4]; 4]> {
    let mut all = vec![[[0; 4]; 4]];
    for (row, col) in (0..16).map(|at| (at / 4, at % 4)) {
        let fits = |grid: &[[u8; 4]; 4], digit: u8| {
            (0..16).map(|at| (at / 4, at % 4)).all(|(r, c)| {
                let sees = r == row || c == col || r / 2 == row / 2 && c / 2 == col / 2;
                !sees || grid[r][c] != digit
            })
        };
        let with = |grid: &[[u8; 4]; 4]| {
            let mut grids = Vec::new();
            for digit in (1..=4).filter(|digit| fits(grid, *digit)) {
                let mut next = *grid;
                next[row][col] = digit;
                grids.push(next);
            }
            grids
        };
        all = all.iter().flat_map(with).collect();
    }
    all
}
