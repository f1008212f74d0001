//! Templates of one digit.
//!
//! # What it is
//! A template is a complete placement of one digit: nine cells, one in every house, each of which
//! holds the digit or has it as a candidate.
//!
//! # How to spot it
//! Choose a digit of which five or more cells are filled. Place it in the remaining rows one after another, and
//! note which cells occur in every complete placement, and which in none. The technique is meant for programs: a
//! digit with few filled cells has thousands of templates.
//!
//! # Why it holds
//! The solution uses exactly one template of each digit, and no two of these templates share a
//! cell. A template that shares a cell with every template of another digit is therefore
//! impossible. If a cell belongs to all remaining templates of a digit, it holds the digit
//! (template set). If a candidate belongs to none of them, it can be eliminated (template delete).
//!
//! # Nearest mistakes
//! A placement counts only if it fills every row, column and box. One complete placement that contains a candidate
//! is enough to keep this candidate.
//!
//! # Example
//! If every remaining template of 6 uses r4c5, then r4c5 is 6.
//!
//! # Source
//! Bernhard Hobiger, HoDoKu 2.2 (template set and template delete as techniques).

use crate::model::tables::cells;
use crate::model::visit::Visitor;
use crate::model::{Candidate, Deduction, Role, Technique};
use crate::patterns::templates::grow;
use crate::patterns::view::View;
use core::ops::ControlFlow;

pub(crate) fn why_set(deduction: &Deduction) -> String {
    format!("Every {} contains all of these placements.", template_phrase(deduction))
}

pub(crate) fn why_delete(deduction: &Deduction) -> String {
    format!("No {} contains an eliminated candidate.", template_phrase(deduction))
}

fn template_phrase(deduction: &Deduction) -> &'static str {
    if deduction.pattern.iter().any(|(role, _)| *role == Role::Support) {
        "way to place the digit in all houses at once that leaves such a way for every other digit"
    } else {
        "way to place the digit in all houses at once"
    }
}

/// Maximum number of templates of a digit. Digits with more are not compared with other digits.
const MAX_TEMPLATES: usize = 3_000;

/// Reports one deduction per digit, with all its placements or all its eliminations. Each digit is
/// examined first alone, then together with all others.
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

/// The candidates on which a deduction is based.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reach {
    /// The candidates of one digit.
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
        if let Some(deduction) = deduction.if_effective() {
            visit(deduction)?;
        }
    }
    ControlFlow::Continue(())
}

/// Keeps the templates that are compatible with at least one template of each other digit.
fn keep_compatible(templates: &mut Templates) {
    loop {
        let mut changed = false;
        for digit in 0..9 {
            let others: Vec<usize> = (0..9)
                .filter(|other| *other != digit && (1..=MAX_TEMPLATES).contains(&templates[*other].len()))
                .collect();
            if templates[digit].len() > MAX_TEMPLATES {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::verify::prove;
    use crate::{hodoku, se};

    #[test]
    fn deductions_from_templates_are_entailed_by_their_patterns() {
        let (mut alone, mut together) = (0, 0);
        for line in include_str!("../../../../../testdata/sudoku/17_clue_sample.txt").lines().step_by(40) {
            let mut state = crate::State::from_line(line.as_bytes()).unwrap();
            for (index, (_, step)) in se::explain(&state, se::Budget::NONE).1.iter().enumerate() {
                if index % 6 == 0 {
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
}
