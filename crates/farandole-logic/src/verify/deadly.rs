//! Deadly patterns. The checks perform the exchange of digits that would give a second solution.

use super::flaw::Flaw;
use super::grid::{Grid, cells_of, houses_of, with_role};
use crate::model::{Deduction, Role, Technique};
use std::collections::HashMap;

impl Grid {
    /// Checks that the extra candidates can't all be false, given that there is exactly one
    /// solution.
    pub(super) fn check_deadly(&self, deduction: &Deduction) -> Result<(), Flaw> {
        match deduction.technique {
            Technique::Bug1 | Technique::Bug2 | Technique::Bug3 | Technique::Bug4 => {
                self.check_grave(deduction)
            }
            Technique::ExtendedRectangle | Technique::BugLite => self.check_exchange(deduction),
            _ => self.check_loop(deduction),
        }
    }

    /// Checks a deadly loop: if the extra candidates were false, its cells would have only two
    /// digits, which could be swapped.
    ///
    /// The swap gives a second solution if every house contains none or two of the cells, and no
    /// cell is given. Two cells of a house then have one of the digits each. The other digit of a
    /// cell need not be a candidate, because the grid after the swap contains all givens and
    /// satisfies all rules. In a puzzle with restricted candidates, both digits must be allowed.
    /// The state does not contain restrictions, so callers must check this for such puzzles.
    fn check_loop(&self, deduction: &Deduction) -> Result<(), Flaw> {
        let (core, extra) = (with_role(deduction, Role::Core), with_role(deduction, Role::Extra));
        let mut inside = [false; 81];
        let mut pair = 0_u16;
        for candidate in &core {
            inside[candidate.cell()] = true;
            pair |= 1 << (candidate.digit() - 1);
        }
        for cell in (0..81).filter(|cell| inside[*cell]) {
            let extras = extra.iter().filter(|candidate| candidate.cell() == cell);
            let extras = extras.fold(0_u16, |mask, candidate| mask | 1 << (candidate.digit() - 1));
            if self.given[cell] || pair.count_ones() != 2 || self.cand[cell] & !extras & !pair != 0 {
                return Err(Flaw::Cell(cell as u8));
            }
        }
        for house in 0..27 {
            if !matches!(cells_of(house).filter(|cell| inside[*cell]).count(), 0 | 2) {
                return Err(Flaw::House(house as u8));
            }
        }
        Ok(())
    }

    /// Checks a bivalue universal grave: if the extra candidates were false, every open cell could
    /// switch to its other digit.
    ///
    /// The switch gives a second solution if every open cell has two candidates, and every digit
    /// has two possible cells or none in each house.
    fn check_grave(&self, deduction: &Deduction) -> Result<(), Flaw> {
        let mut rest = self.clone();
        for extra in with_role(deduction, Role::Extra) {
            rest.cand[extra.cell()] &= !(1 << (extra.digit() - 1));
        }
        let open: Vec<usize> = (0..81).filter(|cell| !self.filled[*cell]).collect();
        if let Some(cell) = open.iter().find(|cell| rest.cand[**cell].count_ones() != 2) {
            return Err(Flaw::Cell(*cell as u8));
        }
        for house in 0..27 {
            for digit in 0..9 {
                let places = open
                    .iter()
                    .filter(|cell| houses_of(**cell).contains(&house) && rest.cand[**cell] >> digit & 1 == 1);
                if !matches!(places.count(), 0 | 2) {
                    return Err(Flaw::House(house as u8));
                }
            }
        }
        Ok(())
    }

    /// Checks by exhaustion that, without the extra candidates, every filling of the cells has a
    /// counterpart: another filling with the same digits in each house.
    ///
    /// Exchanging the two gives a second solution if no cell is given. As in [`Self::check_loop`],
    /// the counterpart need not consist of candidates.
    fn check_exchange(&self, deduction: &Deduction) -> Result<(), Flaw> {
        let mut cells: Vec<(usize, u16)> = Vec::new();
        for candidate in with_role(deduction, Role::Core) {
            if cells.iter().all(|(cell, _)| *cell != candidate.cell()) {
                cells.push((candidate.cell(), self.cand[candidate.cell()]));
            }
        }
        for extra in with_role(deduction, Role::Extra) {
            for (_, mask) in cells.iter_mut().filter(|(cell, _)| *cell == extra.cell()) {
                *mask &= !(1 << (extra.digit() - 1));
            }
        }
        if let Some((cell, _)) = cells.iter().find(|(cell, _)| self.given[*cell] || self.filled[*cell]) {
            return Err(Flaw::Cell(*cell as u8));
        }
        let (mut fillings, mut others) = (HashMap::new(), HashMap::new());
        fill(&cells, [0; 27], &mut fillings);
        // There are few digits in total. Try all of them in every cell.
        let union = cells.iter().fold(0, |union, (_, mask)| union | mask);
        let wide = |(cell, mask): &(usize, u16)| (*cell, if union.count_ones() <= 3 { union } else { *mask });
        let wide: Vec<(usize, u16)> = cells.iter().map(wide).collect();
        fill(&wide, [0; 27], &mut others);
        let lone = fillings.keys().any(|filling| others.get(filling).is_none_or(|count| *count < 2));
        match cells.first() {
            Some((cell, _)) if lone => Err(Flaw::Cell(*cell as u8)),
            Some(_) => Ok(()),
            None => Err(Flaw::Empty),
        }
    }
}

/// Counts the fillings of the cells, grouped by the digits in each house.
fn fill(cells: &[(usize, u16)], houses: [u16; 27], fillings: &mut HashMap<[u16; 27], u32>) {
    let Some(((cell, mask), rest)) = cells.split_first() else {
        *fillings.entry(houses).or_default() += 1;
        return;
    };
    for bit in (0..9).map(|digit| 1 << digit).filter(|bit| mask & bit != 0) {
        let own = houses_of(*cell);
        if own.iter().all(|house| houses[*house] & bit == 0) {
            let mut houses = houses;
            own.iter().for_each(|house| houses[*house] |= bit);
            fill(rest, houses, fillings);
        }
    }
}
