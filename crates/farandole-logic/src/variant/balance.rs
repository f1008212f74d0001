//! The rule of 45: subtracts the sums of constraints from the total of houses.

use farandole_puzzle::Cell;
use farandole_puzzle::constraint::Constraint;
use farandole_puzzle::variant::Variant;
use std::collections::BTreeMap;

/// A weighted sum of cells with a known total.
pub(super) struct Balance {
    /// Cells with their non-zero coefficients, in ascending order of cells.
    pub(super) terms: Vec<(Cell, i64)>,
    pub(super) sum: i64,
}

impl Balance {
    /// Returns true if the values (indexed by cell) have the sum.
    pub(super) fn holds(&self, values: &[u8]) -> bool {
        self.terms.iter().map(|(cell, by)| by * i64::from(values[cell.index()])).sum::<i64>() == self.sum
    }
}

/// Returns the sum of a constraint's cells, if the constraint is a cage with a sum or a weighted
/// sum.
pub(super) fn sum_of(constraint: &Constraint) -> Option<Balance> {
    let (cells, sum) = match constraint {
        Constraint::Cage(cage) => (&cage.cells, i64::from(cage.sum?)),
        Constraint::Sum(sum) => {
            let terms = sum.terms.iter().map(|(cell, by)| (*cell, i64::from(*by)));
            return Some(Balance { terms: terms.collect(), sum: sum.sum.into() });
        }
        _ => return None,
    };
    Some(Balance { terms: cells.iter().map(|cell| (*cell, 1)).collect(), sum })
}

/// Returns the total of the houses minus the sums of the constraints. Houses and constraints are
/// indices in the variant. Returns `None` if a house does not hold every value or a constraint has
/// no sum.
pub(super) fn balance(variant: &Variant, houses: &[usize], constraints: &[usize]) -> Option<Balance> {
    let all: i64 = variant.board().values().iter().map(i64::from).sum();
    let (mut factors, mut sum) = (BTreeMap::new(), 0);
    for house in houses.iter().map(|house| &variant.houses()[*house]) {
        if !variant.is_full(house) {
            return None;
        }
        sum += all;
        house.cells.iter().for_each(|cell| *factors.entry(*cell).or_default() += 1);
    }
    for constraint in constraints.iter().map(|number| &variant.constraints()[*number]) {
        let less = sum_of(constraint)?;
        sum -= less.sum;
        less.terms.iter().for_each(|(cell, by)| *factors.entry(*cell).or_default() -= by);
    }
    Some(Balance { terms: factors.into_iter().filter(|(_, by)| *by != 0).collect(), sum })
}

#[cfg(test)]
mod tests {
    use super::*;
    use farandole_puzzle::format::iss;

    #[test]
    fn every_grid_that_satisfies_a_constraint_has_its_sum() {
        let texts = ["Cage~6~R1C1~R1C2~R1C3", "Sum~3_=_2_-1~R1C1~R1C2", "Sum~5~R1C1~R1C1~R1C2"];
        for text in texts {
            let variant =
                iss::read(&format!(".Shape~2x2~3.RegionSize~3.Var~A~~1.{text}").replace("R1C3", "R2C1"))
                    .unwrap();
            let constraint = variant.constraints().iter().find(|it| sum_of(it).is_some()).unwrap();
            let sum = sum_of(constraint).unwrap();
            let mut satisfying = 0;
            for code in 0..81 {
                let values: Vec<u8> = [1, 3, 9, 27, 1].iter().map(|by| 1 + (code / by % 3) as u8).collect();
                if constraint.check(variant.board(), &values).is_ok() {
                    satisfying += 1;
                    assert!(sum.holds(&values), "{text}: {values:?}");
                }
            }
            assert!(satisfying > 0, "{text}");
        }
    }
}
