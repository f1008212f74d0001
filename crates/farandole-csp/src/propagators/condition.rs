//! Conditions that are given as expressions, such as `R1C1*R1C2=R1C3`. Each candidate is tested alone. It is
//! removed if the bounds of the other cells then make the condition false.
//!
//! This achieves bounds consistency for linear inequalities, and is weaker for most other conditions. Therefore
//! the compiler turns a condition into sums, relations and automata if possible. It uses this propagator only
//! if the condition is too large for them.
//!
//! Cost: one evaluation of the expression per candidate, repeated until no mask changes.
//!
//! Source: Martin, Shmoys, "A new approach to computing optimal schedules for the job-shop scheduling problem",
//! IPCO 1996, for tests of single candidates ("shaving").

use crate::model::masks::{Contradiction, Masks};
use crate::propagators::propagator::{Cost, Propagator};
use farandole_puzzle::Cell;
use farandole_puzzle::constraint::PreparedCondition;
use std::sync::Arc;

/// A condition over cells that must be true.
#[derive(Clone, Debug)]
pub(crate) struct Condition {
    cells: Box<[u16]>,
    condition: Arc<PreparedCondition>,
}

impl Condition {
    /// Creates the propagator from a condition and its cells, which may contain duplicates.
    pub(crate) fn new(cells: &[u16], condition: Arc<PreparedCondition>) -> Self {
        let mut cells = cells.to_vec();
        cells.sort_unstable();
        cells.dedup();
        Self { cells: cells.into(), condition }
    }

    /// Returns the truth value of the condition if the bounds of its cells determine it. `mask_of` returns the
    /// mask of a cell.
    fn truth(&self, mask_of: &dyn Fn(u16) -> u16) -> Option<bool> {
        self.condition.truth(&|cell: Cell| mask_of(cell.index() as u16))
    }

    /// Returns the candidates of a cell that do not make the condition false.
    fn possible(&self, cell: u16, masks: &Masks<'_>) -> u16 {
        let mask = masks.get(cell);
        let is_possible = |bit: u16| {
            let with = |other: u16| if other == cell { bit } else { masks.get(other) };
            self.truth(&with) != Some(false)
        };
        (0..16).map(|place| mask & 1 << place).filter(|bit| *bit != 0 && is_possible(*bit)).sum()
    }
}

impl Propagator for Condition {
    const COST: Cost = Cost::Heavy;

    fn cells(&self) -> &[u16] {
        &self.cells
    }

    fn propagate(&self, masks: &mut Masks<'_>) -> Result<(), Contradiction> {
        loop {
            match self.truth(&|cell| masks.get(cell)) {
                Some(true) => return Ok(()),
                Some(false) => return Err(Contradiction),
                None => {}
            }
            let mut changed = false;
            for &cell in &*self.cells {
                if !masks.get(cell).is_power_of_two() {
                    let possible = self.possible(cell, masks);
                    changed |= masks.keep(cell, possible)?;
                }
            }
            if !changed {
                return Ok(());
            }
        }
    }

    fn size(&self) -> usize {
        // A run evaluates the expression for each candidate.
        self.cells.len() * 16
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Strength, compare};
    use farandole_puzzle::constraint::Constraint;
    use farandole_puzzle::format::iss;

    /// Conditions over a row of four cells, which cover many functions and operators of expressions.
    const CONDITIONS: [&str; 16] = [
        "R1C1+2*R1C2<R1C3+R1C4",
        "R1C1*R1C2=R1C3",
        "count(R1C1>2,R1C2>2,R1C3=R1C4)=2",
        "different(R1C1,R1C2+1,R1C3,7)",
        "in(R1C1+R1C2,3,5,R1C3)",
        "R1C1=1=>R1C2>R1C3|R1C4=2",
        "!(R1C1+R1C2+R1C3=6)",
        "max(R1C1,R1C2)=min(R1C3,R1C4)",
        "abs(R1C1-R1C2)>=abs(R1C3-R1C4)",
        "mod(R1C1-R1C2,R1C3-2)=mod(R1C4,3)",
        "div(R1C1*R1C2,R1C3-2)<R1C4",
        "if(R1C1>R1C2,R1C3,2*R1C4)=4",
        "prime(R1C1+R1C2*R1C3)",
        "square(number(R1C1,R1C2))",
        "(R1C1<R1C2)+(R1C2<R1C3)*2=R1C4",
        "R1C2=3&R1C1!=2",
    ];

    #[test]
    fn candidates_are_tested_soundly() {
        for text in CONDITIONS {
            let variant = iss::read(&format!(".Shape~1x4~4~Raw.Condition~{text}")).unwrap();
            let Constraint::Condition(it) = &variant.constraints()[0] else { panic!("{text}") };
            let cells: Vec<u16> = it.expression.cells().iter().map(|cell| cell.index() as u16).collect();
            let prepared = Arc::new(it.expression.prepared(variant.board()));
            let holds = |values: &[u8]| it.expression.holds(|cell| values[cell.index()] + 1);
            compare(&Condition::new(&cells, prepared), 4, Strength::Sound, holds);
        }
    }
}
