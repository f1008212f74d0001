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

    /// Returns the change in the number of cells with a non-zero coefficient if `other` were added `by` times.
    /// Counts only the cells that `counts` selects.
    pub(super) fn growth(&self, other: &Balance, by: i64, counts: impl Fn(Cell) -> bool) -> i64 {
        let change = |(cell, factor): &(Cell, i64)| {
            let before = self.factors[cell.index()];
            i64::from(before + by * factor != 0) - i64::from(before != 0)
        };
        other.terms.iter().filter(|(cell, _)| counts(*cell)).map(change).sum()
    }

    /// Returns 1 if adding a sum leaves fewer cells with a non-zero coefficient than subtracting it, and -1
    /// otherwise.
    pub(super) fn sign(&self, other: &Balance) -> i64 {
        if self.growth(other, 1, |_| true) < self.growth(other, -1, |_| true) { 1 } else { -1 }
    }

    /// Adds or subtracts a sum, with the sign that [`sign`](Self::sign) chooses.
    pub(super) fn combine(&mut self, other: &Balance) {
        let sign = self.sign(other);
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
