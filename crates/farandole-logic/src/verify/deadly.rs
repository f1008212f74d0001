//! Deadly patterns: performs the exchange of digits that would produce a second solution.

use super::flaw::Flaw;
use super::grid::{Grid, cells_of, houses_of, with_role};
use crate::model::{Deduction, Role, Technique};

impl Grid {
    /// Checks that the extra candidates can't all be false, given that there is exactly one
    /// solution.
    pub(super) fn check_deadly(&self, deduction: &Deduction) -> Result<(), Flaw> {
        match deduction.technique {
            Technique::Bug1 | Technique::Bug2 | Technique::Bug3 | Technique::Bug4 => {
                self.check_grave(deduction)
            }
            _ => self.check_loop(deduction),
        }
    }

    /// Checks a deadly loop: if the extra candidates were false, its cells would hold only two
    /// digits, which could be swapped.
    ///
    /// The swap gives a second solution if every house contains none or two of the cells, and no
    /// cell is given. Two cells of a house then hold one of the digits each. It does not matter
    /// whether a cell's other digit is still a candidate, because the grid after the swap contains
    /// all givens and satisfies all rules. A puzzle with restricted candidates requires both digits
    /// to be allowed. The state does not record restrictions, so callers must check that for such
    /// puzzles.
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
}
