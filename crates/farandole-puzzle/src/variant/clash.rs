//! Contradictions between givens that are visible without a search.

use super::model::{HouseOrigin, Variant};
use crate::Cell;
use crate::constraint::Constraint;

/// A contradiction that follows from the givens alone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum GivenClash {
    /// Two cells that must differ have the same given.
    Equal {
        /// The value.
        value: u8,
        /// The first cell.
        first: Cell,
        /// The second cell.
        second: Cell,
        /// The house or constraint that requires different values.
        origin: HouseOrigin,
    },
    /// The givens of a cell allow no value.
    Given {
        /// The cell.
        cell: Cell,
    },
    /// The givens of a cell allow only values that another constraint forbids.
    Forbidden {
        /// The cell.
        cell: Cell,
        /// The mask of the given values: bit v - low represents the value v.
        given: u16,
        /// The mask of the values that the constraint allows.
        allowed: u16,
        /// The 0-based index of the constraint.
        constraint: usize,
    },
}

impl Variant {
    /// Returns a contradiction between givens that is visible without a search. `None` does not
    /// mean that there is a solution.
    ///
    /// Cost: one pass over the houses, the pairs of cells that see each other, and the constraints.
    ///
    /// ```
    /// use farandole_puzzle::board::Line;
    /// use farandole_puzzle::format::iss;
    /// use farandole_puzzle::variant::{GivenClash, HouseOrigin};
    ///
    /// let variant = iss::read(".Shape~4x4.AntiKnight.~R1C1_2~R1C4_2").unwrap();
    /// let origin = HouseOrigin::Line(Line::Row(0));
    /// assert!(matches!(variant.given_clash(), Some(GivenClash::Equal { value: 2, origin: it, .. }) if it == origin));
    /// ```
    pub fn given_clash(&self) -> Option<GivenClash> {
        self.without_value().or_else(|| self.equal_givens())
    }

    /// Returns a cell whose givens allow no value.
    fn without_value(&self) -> Option<GivenClash> {
        let board = self.board();
        let cell = board.cells().find(|cell| self.domains()[cell.index()] == 0)?;
        let givens = self.constraints().iter().filter_map(|constraint| match constraint {
            Constraint::Given(given) if given.cell == cell => Some(given.mask),
            _ => None,
        });
        let given = givens.fold(board.values().all(), |left, mask| left & mask);
        if given == 0 {
            return Some(GivenClash::Given { cell });
        }
        self.constraints().iter().enumerate().find_map(|(index, constraint)| {
            let masks = constraint.masks(board).into_iter().filter(|(of, _)| *of == cell);
            let allowed = masks.fold(board.values().all(), |left, (_, mask)| left & mask);
            (given & allowed == 0).then_some(GivenClash::Forbidden {
                cell,
                given,
                allowed,
                constraint: index,
            })
        })
    }

    /// Returns two cells that must differ but have the same given.
    fn equal_givens(&self) -> Option<GivenClash> {
        let (domains, low) = (self.domains(), self.board().values().low());
        let given = |cell: Cell| Some(domains[cell.index()]).filter(|mask| mask.is_power_of_two());
        let clash = |mask: u16, first, second, origin| GivenClash::Equal {
            value: mask.trailing_zeros() as u8 + low,
            first,
            second,
            origin,
        };
        let in_house = self.houses().iter().find_map(|house| {
            let mut first_with = [None; crate::board::MAX_SIDE];
            house.cells.iter().find_map(|&cell| {
                let mask = given(cell)?;
                let first = *first_with[mask.trailing_zeros() as usize].get_or_insert(cell);
                (first != cell).then(|| clash(mask, first, cell, house.origin))
            })
        });
        in_house.or_else(|| {
            let equal = |one, two, at_once: u16| {
                given(one).filter(|mask| one != two && given(two) == Some(*mask) && mask & at_once != 0)
            };
            let mut seen = self.sees().iter();
            let (one, two, mask) =
                seen.find_map(|&(one, two, at_once)| Some((one, two, equal(one, two, at_once)?)))?;
            let requires = |constraint: &Constraint| {
                let pairs = constraint.unequal_pairs(self.board());
                pairs.iter().any(|&(a, b, at_once)| {
                    ((a, b) == (one, two) || (b, a) == (one, two)) && mask & at_once != 0
                })
            };
            let index = self.constraints().iter().position(requires)?;
            Some(clash(mask, one, two, HouseOrigin::Constraint(index as u32)))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Line;
    use crate::format::iss;

    fn clash(text: &str) -> Option<GivenClash> {
        iss::read(text).unwrap().given_clash()
    }

    #[test]
    fn equal_givens_are_reported_with_the_house_or_constraint() {
        let origin = |text: &str| match clash(text) {
            Some(GivenClash::Equal { value, first, second, origin }) => {
                Some((value, first.index(), second.index(), origin))
            }
            _ => None,
        };
        let row = HouseOrigin::Line(Line::Row(1));
        assert_eq!(origin(".Shape~4x4.~R2C1_3.~R2C4_3"), Some((3, 4, 7, row)));
        let diagonal = origin(".Shape~4x4.Diagonal~1.~R1C4_3.~R3C2_3");
        assert!(matches!(diagonal, Some((3, 3, 9, HouseOrigin::Constraint(_)))), "{diagonal:?}");
        let knight = origin(".Shape~4x4~0-3.AntiKnight.~R1C1_0.~R2C3_0");
        assert!(matches!(knight, Some((0, 0, 6, HouseOrigin::Constraint(_)))), "{knight:?}");
        assert_eq!(clash(".Shape~4x4.AntiKnight.~R1C1_1.~R2C3_2.~R3C2_1_3"), None);
        assert_eq!(clash(".Shape~4x4~4~Raw.~R1C1_1.~R1C2_1"), None);
    }

    #[test]
    fn cells_without_a_value_are_named() {
        assert!(matches!(clash(".Shape~4x4.~R1C1_1.~R1C1_2_3"), Some(GivenClash::Given { .. })));
        let star = clash(".Shape~4x4.StarBattle~1.~SB1_4");
        let expected = |it: GivenClash| {
            matches!(it, GivenClash::Forbidden { given: 0b1000, allowed: 0b11, constraint: 0 | 1, .. })
        };
        assert!(star.is_some_and(expected), "{star:?}");
        assert_eq!(clash(".Shape~4x4.StarBattle~1.~SB1_2"), None);
    }
}
