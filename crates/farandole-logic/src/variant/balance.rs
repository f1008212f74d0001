//! The rule of 45: subtracts the sums of constraints from the total of houses.

use super::facts::{difference, merged};
use farandole_puzzle::Cell;
use farandole_puzzle::board::Board;
use farandole_puzzle::constraint::{Constraint, Semantics};
use farandole_puzzle::variant::Variant;

/// A weighted sum of cells with a known total.
pub(crate) struct Balance {
    /// Cells with their non-zero coefficients, in ascending order of cells.
    pub(crate) terms: Vec<(Cell, i64)>,
    pub(crate) sum: i64,
}

/// Returns the weighted sum of cells that a constraint implies, or `None` if it implies none or several. Example: an
/// arrow with the circle r1c1 and the shaft r1c2, r1c3 implies that r1c1 minus r1c2 minus r1c3 is 0.
pub(crate) fn sum_of(constraint: &Constraint, board: &Board) -> Option<Balance> {
    let meaning = constraint.semantics(board);
    let parts = meaning.parts();
    let mut sums = parts.into_iter().filter_map(|part| match part {
        Semantics::Sum { terms, total } => {
            let terms = terms.iter().map(|(cell, by)| (*cell, i64::from(*by)));
            Some(Balance { terms: merged(terms), sum: (*total).into() })
        }
        Semantics::EqualSums(sets) => match &sets[..] {
            [one, two] => Some(Balance { terms: difference(one, two), sum: 0 }),
            _ => None,
        },
        _ => None,
    });
    let sum = sums.next()?;
    sums.next().is_none().then_some(sum)
}

/// A weighted sum of cells, to which other sums are added or from which they are subtracted.
#[derive(Clone)]
pub(super) struct Combination {
    /// The coefficient of each cell of the board.
    factors: Vec<i64>,
    sum: i64,
}

/// The change in the number of cells with a non-zero coefficient if a sum is combined with another.
#[derive(Clone, Copy)]
pub(super) struct Growth {
    /// 1 if the sum is added, -1 if it is subtracted.
    sign: i64,
    /// The change in the number of cells without a value.
    pub(super) open: i64,
    /// The change in the number of all cells.
    pub(super) all: i64,
}

impl Combination {
    /// Returns the sum of all cells of the houses with these indices. Returns `None` if one of the houses does
    /// not hold every value.
    pub(super) fn of_houses(variant: &Variant, houses: &[usize]) -> Option<Self> {
        let all: i64 = variant.board().values().iter().map(i64::from).sum();
        let mut factors = vec![0; variant.cell_count()];
        for house in houses.iter().map(|house| &variant.houses()[*house]) {
            if !variant.is_full(house) {
                return None;
            }
            house.cells.iter().for_each(|cell| factors[cell.index()] += 1);
        }
        Some(Self { factors, sum: all * houses.len() as i64 })
    }

    /// Returns true if all cells of the other sum have the coefficient 1 there, and a non-zero coefficient here.
    pub(super) fn contains(&self, other: &Balance) -> bool {
        other.terms.iter().all(|(cell, by)| *by == 1 && self.factors[cell.index()] != 0)
    }

    /// Returns how adding or subtracting a sum changes the number of cells with a non-zero coefficient. Of the two,
    /// takes the one that leaves fewer such cells. `is_open` selects the cells that are also counted separately.
    pub(super) fn growth(&self, other: &Balance, is_open: impl Fn(Cell) -> bool) -> Growth {
        let [mut added, mut subtracted] = [1, -1].map(|sign| Growth { sign, open: 0, all: 0 });
        for (cell, factor) in &other.terms {
            let before = self.factors[cell.index()];
            for growth in [&mut added, &mut subtracted] {
                let change = i64::from(before + growth.sign * factor != 0) - i64::from(before != 0);
                growth.all += change;
                growth.open += change * i64::from(is_open(*cell));
            }
        }
        if added.all < subtracted.all { added } else { subtracted }
    }

    /// Adds or subtracts a sum, whichever leaves fewer cells with a non-zero coefficient.
    pub(super) fn combine(&mut self, other: &Balance) {
        let Growth { sign, .. } = self.growth(other, |_| true);
        other.terms.iter().for_each(|(cell, by)| self.factors[cell.index()] += sign * by);
        self.sum += sign * other.sum;
    }

    /// Returns the weighted sum of those of the given cells that have a non-zero coefficient.
    pub(super) fn balance(&self, cells: impl Iterator<Item = Cell>) -> Balance {
        let terms = cells.map(|cell| (cell, self.factors[cell.index()])).filter(|(_, by)| *by != 0);
        Balance { terms: terms.collect(), sum: self.sum }
    }
}

/// Returns the total of the houses minus the sums of the constraints. A sum is added instead if this leaves
/// fewer cells, for example the sum of an arrow whose shaft is in the houses. Houses and constraints are
/// indices in the variant. Returns `None` if a house does not hold every value or a constraint has no sum.
pub(super) fn balance(variant: &Variant, houses: &[usize], constraints: &[usize]) -> Option<Balance> {
    let mut combination = Combination::of_houses(variant, houses)?;
    for number in constraints {
        combination.combine(&sum_of(&variant.constraints()[*number], variant.board())?);
    }
    Some(combination.balance(variant.board().cells()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use farandole_puzzle::format::iss;

    #[test]
    fn every_grid_that_satisfies_a_constraint_has_its_sum() {
        let texts = [
            "Cage~6~R1C1~R1C2~R1C3",
            "Sum~3_=_2_-1~R1C1~R1C2",
            "Sum~5~R1C1~R1C1~R1C2",
            "Arrow~R1C1~R1C2",
            "DoubleArrow~R1C1~R1C2~R1C3",
            "AverageArrow~R1C1~R1C2~R1C3",
            "EqualSum~R1C1~-~R1C2~R1C3",
        ];
        for text in texts {
            let variant =
                iss::read(&format!(".Shape~2x2~3.RegionSize~3.Var~A~~1.{text}").replace("R1C3", "R2C1"))
                    .unwrap();
            let constraint =
                variant.constraints().iter().find(|it| sum_of(it, variant.board()).is_some()).unwrap();
            let sum = sum_of(constraint, variant.board()).unwrap();
            let mut satisfying = 0;
            for code in 0..81 {
                let values: Vec<u8> = [1, 3, 9, 27, 1].iter().map(|by| 1 + (code / by % 3) as u8).collect();
                if constraint.check(variant.board(), &values).is_ok() {
                    satisfying += 1;
                    let found: i64 =
                        sum.terms.iter().map(|(cell, by)| by * i64::from(values[cell.index()])).sum();
                    assert_eq!(found, sum.sum, "{text}: {values:?}");
                }
            }
            assert!(satisfying > 0, "{text}");
        }
    }
}
