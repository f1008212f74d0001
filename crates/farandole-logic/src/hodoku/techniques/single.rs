//! Full houses, naked and hidden singles, oldest first: the order in which HoDoKu places them.
//!
//! Sudoku Explainer's file of the same name contains the names and explanations, and the finder
//! that lists all singles of a state for both scales.

use crate::model::tables::{CELLS, HOUSES};
use crate::model::{Candidate, Deduction, Marks, Role, State, Technique};

/// Singles in order of appearance.
#[derive(Clone, Debug, Default)]
struct Queue {
    found: Vec<(u8, u8)>,
    /// Singles before this index have been processed.
    head: usize,
}

impl Queue {
    fn push(&mut self, cell: usize, digit: usize) {
        self.found.push((cell as u8, digit as u8));
    }

    /// Returns the singles that are still open, oldest first.
    fn open(&mut self, state: &State) -> impl Iterator<Item = (usize, usize)> {
        while self.found.get(self.head).is_some_and(|(cell, _)| state.digits[*cell as usize] != 0) {
            self.head += 1;
        }
        let open = self.found[self.head..].iter().map(|(cell, digit)| (*cell as usize, *digit as usize));
        open.filter(|(cell, digit)| state.marks.has(*cell, *digit))
    }
}

/// The singles of a grid during solving.
#[derive(Clone, Debug, Default)]
pub(crate) struct Singles {
    naked: Queue,
    hidden: Queue,
}

impl Singles {
    /// Returns the single that HoDoKu places next.
    pub(crate) fn next(&mut self, state: &State) -> Option<Deduction> {
        self.full_house(state).or_else(|| self.naked(state)).or_else(|| self.hidden(state))
    }

    /// Returns the oldest full house.
    pub(crate) fn full_house(&mut self, state: &State) -> Option<Deduction> {
        self.naked.open(state).find_map(|(cell, digit)| {
            let house = HOUSES[cell].into_iter().find(|house| state.marks.empty[*house as usize] == 1)?;
            Some(placement(Technique::FullHouse, cell, digit, Some(house)))
        })
    }

    /// Returns the oldest naked single.
    pub(crate) fn naked(&mut self, state: &State) -> Option<Deduction> {
        let (cell, digit) = self.naked.open(state).next()?;
        Some(placement(Technique::NakedSingle, cell, digit, None))
    }

    /// Returns the oldest hidden single.
    pub(crate) fn hidden(&mut self, state: &State) -> Option<Deduction> {
        let marks = &state.marks;
        self.hidden.open(state).find_map(|(cell, digit)| {
            let only = |house: &u8| marks.pos[*house as usize][digit].is_power_of_two();
            let [row, col, box_idx] = HOUSES[cell];
            let house = [box_idx, row, col].into_iter().find(only)?;
            let technique =
                if house >= 18 { Technique::HiddenSingleBox } else { Technique::HiddenSingleLine };
            Some(placement(technique, cell, digit, Some(house)))
        })
    }

    /// Records the naked single, if any, after a candidate of the cell was removed.
    pub(crate) fn record_naked(&mut self, marks: &Marks, cell: usize) {
        if marks.cand[cell].is_power_of_two() {
            self.naked.push(cell, marks.cand[cell].trailing_zeros() as usize);
        }
    }

    /// Records the hidden singles, if any, after a candidate was removed.
    pub(crate) fn record_hidden(&mut self, marks: &Marks, cell: usize, digit: usize) {
        for house in HOUSES[cell] {
            let places = marks.pos[house as usize][digit];
            if places.is_power_of_two() {
                let only = CELLS[house as usize][places.trailing_zeros() as usize];
                self.hidden.push(only as usize, digit);
            }
        }
    }
}

fn placement(technique: Technique, cell: usize, digit: usize, house: Option<u8>) -> Deduction {
    let mut deduction = Deduction::new(technique);
    deduction.pattern.push((Role::Core, Candidate::at(cell, digit)));
    deduction.houses.extend(house);
    deduction.placements.push(Candidate::at(cell, digit));
    deduction
}
