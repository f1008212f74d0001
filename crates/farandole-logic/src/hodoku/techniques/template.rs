//! Templates of one digit.
//!
//! # What it is
//! A template is a way to place a digit nine times, once in every house, on cells that hold it or may hold it.
//!
//! # Why it holds
//! The solution uses one template of each digit, no two of which share a cell; a template that meets all of another digit's is out. A cell that all have holds the digit; a candidate that none has is false.
//!
//! # Example
//! If every way to place the sixes that are left uses r4c5, then r4c5 is 6.
//!
//! # Source
//! Template set and delete as techniques: Bernhard Hobiger, HoDoKu 2.2.

use crate::model::tables::{HOUSE_SETS, PEER_SETS, bits, cells};
use crate::model::visit::Visitor;
use crate::model::{ALL, Marks};
use crate::model::{Candidate, Deduction, Role, Technique};
use crate::patterns::view::View;
use core::ops::ControlFlow;

/// More templates of a digit than this are not compared with those of other digits.
const MANY: usize = 3_000;

/// Reports by digit: all cells to set, or all candidates to delete, at once. First each digit is taken by itself, then
/// all digits together.
pub(crate) fn find(view: &View<'_>, technique: Technique, visit: Visitor<'_>) -> ControlFlow<()> {
    let mut templates: Templates = core::array::from_fn(|digit| {
        let mut found = Vec::new();
        let rows = (0..9).filter(|row| view.marks.pos[*row][digit] != 0).fold(0, |rows, row| rows | 1 << row);
        grow(view.places[digit], rows, 0, &mut found);
        found
    });
    report(view, technique, &templates, Reach::Alone, visit)?;
    keep_compatible(&mut templates);
    report(view, technique, &templates, Reach::Together, visit)
}

/// What a deduction rests on.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reach {
    /// The places of its digit.
    Alone,
    /// All candidates of the grid.
    Together,
}

/// The templates of each digit.
type Templates = [Vec<u128>; 9];

fn report(
    view: &View<'_>,
    technique: Technique,
    templates: &Templates,
    reach: Reach,
    visit: Visitor<'_>,
) -> ControlFlow<()> {
    for (digit, templates) in templates.iter().enumerate() {
        if templates.is_empty() || view.places[digit] == 0 {
            continue;
        }
        let mut deduction = Deduction::new(technique);
        cells(view.places[digit]).for_each(|cell| deduction.mark(Role::Core, cell, 1 << digit));
        if reach == Reach::Together {
            cells(view.open).for_each(|cell| {
                deduction.mark(Role::Support, cell, view.marks.cand[cell] & !(1 << digit));
            });
        }
        if technique == Technique::TemplateSet {
            let all = templates.iter().fold(!0, |all, template| all & template);
            deduction.placements.extend(cells(all).map(|cell| Candidate::at(cell, digit)));
        } else {
            let any = templates.iter().fold(0, |any, template| any | template);
            cells(view.places[digit] & !any).for_each(|cell| deduction.eliminate(cell, 1 << digit));
        }
        if let Some(deduction) = deduction.worthwhile() {
            visit(deduction)?;
        }
    }
    ControlFlow::Continue(())
}

/// Leaves the templates that go together with at least one of each other digit.
fn keep_compatible(templates: &mut Templates) {
    loop {
        let mut changed = false;
        for digit in 0..9 {
            let others: Vec<usize> = (0..9)
                .filter(|other| *other != digit && (1..=MANY).contains(&templates[*other].len()))
                .collect();
            if templates[digit].len() > MANY {
                continue;
            }
            let fits = |template: &u128| {
                others.iter().all(|other| templates[*other].iter().any(|second| second & template == 0))
            };
            let kept: Vec<u128> = templates[digit].iter().copied().filter(fits).collect();
            changed |= kept.len() != templates[digit].len();
            templates[digit] = kept;
        }
        if !changed {
            return;
        }
    }
}

/// Whether some place of a digit is on no template of it, by rows: then, and only then, a pattern of this digit alone can
/// exclude anything.
fn leaves_some_out(rows: &[u16; 9]) -> bool {
    let open = (0..9).filter(|row| rows[*row] != 0).fold(0_u16, |open, row| open | 1 << row);
    let mut covered = [0; 9];
    for row in bits(open) {
        while rows[row] & !covered[row] != 0 {
            let place = (rows[row] & !covered[row]).trailing_zeros();
            let free = without([ALL; 3], row, place);
            if !complete(rows, open & !(1 << row), free, &mut covered) {
                return true;
            }
            covered[row] |= 1 << place;
        }
    }
    false
}

/// The digits with places on no template, worked out again only for digits whose places have changed.
#[derive(Clone, Debug, Default)]
pub(crate) struct LeftOut {
    /// By digit the places that were looked at last, by rows.
    rows: [[u16; 9]; 9],
    digits: u16,
}

impl LeftOut {
    /// These digits as a mask.
    pub(crate) fn of(&mut self, marks: &Marks) -> u16 {
        for digit in 0..9 {
            let rows = core::array::from_fn(|row| marks.pos[row][digit]);
            if self.rows[digit] != rows {
                self.rows[digit] = rows;
                self.digits = self.digits & !(1 << digit) | u16::from(leaves_some_out(&rows)) << digit;
            }
        }
        self.digits
    }
}

/// What is free in each band of rows after a place in a row is taken.
fn without(free: [u16; 3], row: usize, place: u32) -> [u16; 3] {
    let mut free = free.map(|free| free & !(1 << place));
    free[row / 3] &= !(7 << (place / 3 * 3));
    free
}

/// Completes a template in the rows left, with places not yet covered where that can be, and covers its places.
fn complete(rows: &[u16; 9], open: u16, free: [u16; 3], covered: &mut [u16; 9]) -> bool {
    let Some(row) = bits(open).next() else { return true };
    let places = rows[row] & free[row / 3];
    for places in [places & !covered[row], places & covered[row]] {
        for place in bits(places) {
            if complete(rows, open & (open - 1), without(free, row, place as u32), covered) {
                covered[row] |= 1 << place;
                return true;
            }
        }
    }
    false
}

/// Goes through the ways to place a digit row by row.
fn grow(places: u128, rows: u16, chosen: u128, found: &mut Vec<u128>) {
    if rows == 0 {
        found.push(chosen);
        return;
    }
    let row = rows.trailing_zeros() as usize;
    for cell in cells(places & HOUSE_SETS[row]) {
        grow(places & !PEER_SETS[cell], rows & (rows - 1), chosen | 1 << cell, found);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::verify::prove;
    use crate::{hodoku, se};
    use farandole_testkit::Random;

    #[test]
    fn what_templates_say_is_entailed_by_what_is_named() {
        let (mut alone, mut together) = (0, 0);
        for line in include_str!("../../../../../testdata/sudoku/17_clue_sample.txt").lines().step_by(40) {
            let mut state = crate::State::from_line(line.as_bytes()).unwrap();
            for (place, (_, step)) in se::explain(&state, se::Budget::NONE).1.iter().enumerate() {
                if place % 6 == 0 {
                    for technique in [Technique::TemplateSet, Technique::TemplateDelete] {
                        for deduction in hodoku::all(&state, technique) {
                            assert_eq!(prove(&state, &deduction).err(), None);
                            let wide = deduction.pattern.iter().any(|(role, _)| *role == Role::Support);
                            *if wide { &mut together } else { &mut alone } += 1;
                        }
                    }
                }
                state.apply(step);
            }
        }
        assert!(alone > 10 && together > 10, "{alone} {together}");
    }

    #[test]
    fn places_on_no_template_are_noticed() {
        let mut rng = Random::new(5);
        let mut noticed = [0; 2];
        for _ in 0..2_000 {
            let share = 2 + rng.below(5);
            let mut places = 0_u128;
            (0..81).filter(|_| rng.below(8) < share).for_each(|cell| places |= 1 << cell);
            let rows: [u16; 9] = core::array::from_fn(|row| (places >> (9 * row)) as u16 & ALL);
            let open = (0..9).filter(|row| rows[*row] != 0).fold(0, |open, row| open | 1 << row);
            let mut all = Vec::new();
            grow(places, open, 0, &mut all);
            let some_out = places & !all.iter().fold(0, |any, template| any | template) != 0;
            assert_eq!(leaves_some_out(&rows), some_out, "{places:081b}");
            noticed[usize::from(some_out)] += 1;
        }
        assert!(noticed.iter().all(|times| *times > 100), "{noticed:?}");
    }
}
