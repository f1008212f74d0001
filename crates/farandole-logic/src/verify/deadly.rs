//! Deadly patterns: the exchange of digits that would give a second solution is carried out.

use super::flaw::Flaw;
use super::grid::{Grid, cells_of, houses_of, with_role};
use crate::model::{Deduction, Role, Technique};

impl Grid {
    /// Checks that the extra candidates can't all be false, given that there is exactly one solution.
    pub(super) fn check_deadly(&self, deduction: &Deduction) -> Result<(), Flaw> {
        match deduction.technique {
            Technique::Bug1 | Technique::Bug2 | Technique::Bug3 | Technique::Bug4 => {
                self.check_grave(deduction)
            }
            _ => self.check_loop(deduction),
        }
    }

    /// A loop: were the extra candidates false, its cells would hold two digits only, which could be exchanged.
    ///
    /// That gives a second solution when every house has none or two of the cells (which then hold one of the digits
    /// each) and no cell is given. It does not matter whether a cell's other digit is still a candidate: the exchanged
    /// grid has all givens and obeys all rules. (A puzzle with restricted candidates needs both; the state does not say
    /// what is restricted, so that is left to whoever looks for such patterns there.)
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

    /// A grave: were the extra candidates false, every open cell could take its other digit at once.
    ///
    /// That gives a second solution when every open cell has two candidates, and every digit two places, or none, in
    /// each house.
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
