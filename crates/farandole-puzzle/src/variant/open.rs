//! Candidates and contradictions that follow from placed values and givens without a search.

use super::model::HouseOrigin;
use super::model::Variant;
use crate::Cell;
use crate::constraint::{ConstraintViolation, ViolationText};
use alloc::vec::Vec;

/// A contradiction between placed values.
#[derive(Clone, Debug)]
pub struct Contradiction<'a> {
    /// The cells that contradict each other.
    pub cells: Vec<Cell>,
    /// The 0-based index of the constraint, or `None` for rows, columns and boxes.
    pub constraint: Option<usize>,
    /// The violation.
    pub text: ViolationText<'a>,
}

impl Variant {
    /// Returns the mask of the values of each cell that remain after givens, houses and peers are
    /// taken into account.
    ///
    /// `placed` contains a value or `None` for each cell; missing entries are `None`. A cell with a
    /// value retains only that value.
    ///
    /// ```
    /// use farandole_puzzle::format::iss;
    ///
    /// let variant = iss::read(".Shape~4x4.AntiKing.~R1C1_1").unwrap();
    /// let open = variant.open_values(&[]);
    /// assert_eq!((open[0], open[1], open[5], open[15]), (0b0001, 0b1110, 0b1110, 0b1111));
    /// ```
    pub fn open_values(&self, placed: &[Option<u8>]) -> Vec<u16> {
        let values = self.current_values(placed);
        let range = self.board().values();
        let mask = |cell: Cell| values[cell.index()].map_or(0, |value| range.mask(value));
        let mut open = self.domains().to_vec();
        for house in self.houses() {
            let used = house.cells.iter().fold(0, |used, cell| used | mask(*cell));
            house.cells.iter().for_each(|cell| open[cell.index()] &= !used);
        }
        for (one, two, at_once) in self.sees() {
            open[one.index()] &= !(mask(*two) & at_once);
            open[two.index()] &= !(mask(*one) & at_once);
        }
        for (open, value) in open.iter_mut().zip(&values) {
            *open = value.map_or(*open, |value| range.mask(value));
        }
        open
    }

    /// Returns the contradictions between placed values: equal values that must differ, and
    /// violated constraints whose cells all have values. `placed` has the same form as for
    /// [`open_values`](Self::open_values).
    ///
    /// ```
    /// use farandole_puzzle::format::iss;
    ///
    /// let variant = iss::read(".Shape~4x4.Cage~5~R1C1~R1C2.~R1C1_1~R1C2_3").unwrap();
    /// let found = variant.contradictions(&[]);
    /// assert_eq!(found.len(), 1);
    /// assert_eq!(found[0].text.to_string(), "the sum is 4, expected 5");
    /// ```
    pub fn contradictions(&self, placed: &[Option<u8>]) -> Vec<Contradiction<'_>> {
        let board = self.board();
        let values = self.current_values(placed);
        let mut found: Vec<Contradiction<'_>> = Vec::new();
        for (first, second, constraint) in self.equal_pairs(&values) {
            let value = values[first.index()].unwrap_or_default();
            let text = ConstraintViolation::Repeated { first, second, value }.text(board);
            let cells = alloc::vec![first, second];
            found.push(Contradiction { cells, constraint, text });
        }
        let full: Vec<u8> = values.iter().map(|value| value.unwrap_or(board.values().low())).collect();
        for (index, constraint) in self.constraints().iter().enumerate() {
            let cells = constraint.cells(board);
            let has_value = |cell: &Cell| values[cell.index()].is_some();
            let is_full = match constraint.scope(board) {
                Some(scope) => scope.iter().all(has_value),
                None => board.cells().all(|cell| has_value(&cell)),
            };
            if !is_full || found.iter().any(|it| it.constraint == Some(index)) {
                continue;
            }
            if let Err(fault) = constraint.check(board, &full) {
                found.push(Contradiction { cells, constraint: Some(index), text: fault.text(board) });
            }
        }
        found
    }

    /// Returns the pairs of cells that must differ but have the same value, each with the index of
    /// the constraint that defines their house, if there is one. Each pair occurs once.
    fn equal_pairs(&self, values: &[Option<u8>]) -> Vec<(Cell, Cell, Option<usize>)> {
        let value = |cell: Cell| values[cell.index()];
        let mut pairs: Vec<(Cell, Cell, Option<usize>)> = Vec::new();
        for house in self.houses() {
            let constraint = match house.origin {
                HouseOrigin::Constraint(index) => Some(index as usize),
                HouseOrigin::Line(_) | HouseOrigin::Box(_) => None,
            };
            for (at, one) in house.cells.iter().enumerate().filter(|(_, one)| value(**one).is_some()) {
                let same = house.cells[at + 1..].iter().filter(|two| value(**two) == value(*one));
                pairs.extend(same.map(|two| (*one, *two, constraint)));
            }
        }
        let range = self.board().values();
        let clashes = self.sees().iter().filter(|(one, two, mask)| {
            value(*one) == value(*two) && value(*one).is_some_and(|value| range.mask(value) & mask != 0)
        });
        pairs.extend(clashes.map(|(one, two, _)| (*one, *two, None)));
        // Rows, columns and boxes precede constraints, so each pair is attributed to them if
        // possible.
        let mut seen = alloc::collections::BTreeSet::new();
        pairs.retain(|(one, two, _)| seen.insert((*one, *two)));
        pairs
    }

    /// Returns the value of each cell that has one. Placed values override givens.
    fn current_values(&self, placed: &[Option<u8>]) -> Vec<Option<u8>> {
        let low = self.board().values().low();
        let given = |mask: &u16| mask.is_power_of_two().then(|| mask.trailing_zeros() as u8 + low);
        let placed = placed.iter().copied().chain(core::iter::repeat(None));
        self.domains().iter().zip(placed).map(|(mask, placed)| placed.or_else(|| given(mask))).collect()
    }
}

#[cfg(test)]
mod tests {
    use crate::format::iss;
    use crate::variant::{Variant, check};
    use alloc::vec::Vec;

    fn texts(text: &str, placed: &[u8]) -> Vec<(Option<usize>, alloc::string::String)> {
        let variant = iss::read(text).unwrap();
        let placed: Vec<Option<u8>> = placed.iter().map(|value| Some(*value).filter(|it| *it > 0)).collect();
        let found = variant.contradictions(&placed);
        found.iter().map(|it| (it.constraint, alloc::format!("{}", it.text))).collect()
    }

    #[test]
    fn contradictions_are_those_of_cells_with_values() {
        let row = (None, "R1C1 and R1C4 both have 2".into());
        assert_eq!(texts(".Shape~4x4", &[2, 0, 0, 2]), [row]);
        assert_eq!(texts(".Shape~4x4.AntiKing", &[2, 0, 0, 0, 0, 2]).len(), 1);
        let thermo = ".Shape~4x4.Thermo~R1C1~R1C2~R2C3";
        assert_eq!(texts(thermo, &[2, 1, 0, 0]), []);
        assert_eq!(texts(thermo, &[2, 1, 0, 0, 0, 0, 4]), [(Some(0), "R1C1 has 2 and R1C2 has 1".into())]);
        // `Indexing` reads cells of the whole grid.
        assert_eq!(texts(".Shape~4x4.Indexing~C~R1C1", &[2, 0, 0, 0]), []);
    }

    #[test]
    fn a_full_grid_has_no_contradiction_if_the_checker_accepts_it() {
        let grid = [1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1];
        for item in
            ["AntiKnight", "AntiKing", "Thermo~R1C1~R1C2", "Thermo~R1C2~R1C1", "Cage~6~R1C1~R2C1", "StrictXV"]
        {
            let text = alloc::format!(".Shape~4x4.{item}");
            let variant: Variant = iss::read(&text).unwrap();
            let is_right = check(&variant, &grid).is_ok();
            assert_eq!(texts(&text, &grid).is_empty(), is_right, "{item}");
        }
    }
}
