//! Simplifies a sum by subtracting the houses that it mostly covers.
//!
//! The values of a house have a known sum. A house is subtracted or added as long as this reduces the total
//! of absolute weights. For example, a sum over the first eight cells of each of two rows of a 9x9 grid
//! becomes a sum over the ninth cells of these rows, with the opposite sign.
//!
//! The method performs badly on sums with few cells in each house, because subtracting a house then adds more
//! cells than it removes.

use super::sums::Sum;
use crate::model::house::House;

/// Returns an equivalent sum with fewer cells, or the same sum if none is found. The search is greedy, one
/// house at a time. `low` is the least value.
pub(crate) fn house_complement(sum: &Sum, houses: &[House], low: u8) -> Sum {
    let full: Vec<&House> = houses.iter().filter(|house| house.is_full()).collect();
    let cells = full.iter().flat_map(|house| &house.cells).chain(sum.terms.iter().map(|(cell, _)| cell));
    let mut weights = vec![0; cells.max().map_or(0, |&last| usize::from(last) + 1)];
    sum.terms.iter().for_each(|&(cell, weight)| weights[usize::from(cell)] = weight);
    let mut target = sum.target;
    // Each step lowers the total of absolute weights, so the loop ends.
    loop {
        let each = full.iter().flat_map(|&house| [(house, 1), (house, -1)]);
        let best = each.map(|(house, sign)| (gain(&weights, house, sign), house, sign));
        // If several houses have the best gain, the first one is used.
        let best = best.reduce(|best, other| if other.0 > best.0 { other } else { best });
        let Some((1.., house, sign)) = best else { break };
        house.cells.iter().for_each(|&cell| weights[usize::from(cell)] -= sign);
        target -= sign * total(house, low);
    }
    let terms: Vec<(u16, i32)> = (0..).zip(weights).filter(|&(_, weight)| weight != 0).collect();
    // The result replaces the sum only if it has fewer cells.
    if terms.len() < sum.terms.len() { Sum { terms, target } } else { sum.clone() }
}

/// Returns the decrease of the total of absolute weights if the house is subtracted `times` times. With -1,
/// it is added.
fn gain(weights: &[i32], house: &House, times: i32) -> i32 {
    let weights = house.cells.iter().map(|&cell| weights[usize::from(cell)]);
    weights.map(|weight| weight.abs() - (weight - times).abs()).sum()
}

/// Returns the sum of the values of a house.
fn total(house: &House, low: u8) -> i32 {
    (0..16).filter(|at| house.values >> at & 1 == 1).map(|at| at + i32::from(low)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the rows and columns of a 4x4 grid with the values 1 to 4.
    fn lines() -> Vec<House> {
        let rows = (0..4_u16).map(|row| (0..4).map(|col| row * 4 + col).collect());
        let cols = (0..4_u16).map(|col| (0..4).map(|row| row * 4 + col).collect());
        rows.chain(cols).map(|cells| House { cells, values: 0b1111 }).collect()
    }

    fn plain(cells: &[u16], target: i32) -> Sum {
        Sum::new(&cells.iter().map(|&cell| (cell, 1)).collect::<Vec<_>>(), target)
    }

    #[test]
    fn a_rectangle_of_most_columns_becomes_the_other_column() {
        let two_rows = plain(&[0, 1, 2, 4, 5, 6], 13);
        assert_eq!(house_complement(&two_rows, &lines(), 1), Sum::new(&[(3, -1), (7, -1)], -7));
        // Three cells of the last column remain. Subtracting the column leaves its fourth cell.
        let three_rows = plain(&[0, 1, 2, 4, 5, 6, 8, 9, 10], 23);
        assert_eq!(house_complement(&three_rows, &lines(), 1), Sum::new(&[(15, 1)], 3));
    }

    #[test]
    fn whole_houses_leave_nothing_and_few_cells_stay() {
        assert_eq!(
            house_complement(&plain(&[0, 1, 2, 3], 11), &lines(), 1),
            Sum { terms: Vec::new(), target: 1 }
        );
        let few = plain(&[0, 5, 10], 6);
        assert_eq!(house_complement(&few, &lines(), 1), few);
        assert_eq!(house_complement(&plain(&[0, 1, 2, 3], 6), &[], 0), plain(&[0, 1, 2, 3], 6));
    }
}
