//! Removes the unnecessary steps of a solution path.
//!
//! A path is replayed without some of its steps. The steps can be removed if the others, together with singles,
//! still complete the grid. Each step is proved again in the grid to which it then applies. Large groups of
//! steps are tried first; a group that cannot be removed as a whole is divided into halves (delta debugging). A
//! step that is needed remains needed after other steps are removed, because a grid with more candidates allows
//! fewer proofs. Every step of the result is therefore needed.
//!
//! Source: Andreas Zeller and Ralf Hildebrandt, "Simplifying and Isolating Failure-Inducing Input",
//! section 3 (the bisection).

use super::order::{Order, difficulty};
use super::search::StepSearch;
use super::singles::next_single;
use crate::model::tables::{CELLS, HOUSES, PEER_SETS, bits};
use crate::model::{Candidate, Deduction, Role, State, Technique};
use crate::verify::prove;
use core::cmp::Reverse;

/// Places all singles, and passes each to `each`.
fn place_singles(state: &mut State, order: &Order, mut each: impl FnMut(Deduction)) {
    let mut last = None;
    while let Some(step) = next_single(state, order, last) {
        last = step.placements.first().copied();
        state.apply(&step);
        each(step);
    }
}

/// Returns the step with its effect in this state. Returns `None` if it has no effect or if the pattern no longer
/// proves the step.
pub(super) fn fitted(state: &State, step: &Deduction) -> Option<Deduction> {
    if !has_effect(state, step) {
        return None;
    }
    let mut step = step.clone();
    if matches!(step.technique, Technique::HiddenPair | Technique::HiddenTriplet | Technique::HiddenQuad) {
        step.eliminations = all_but_core(state, &step);
    }
    step.eliminations.retain(|it| is_open(state, *it));
    step.placements.retain(|it| is_open(state, *it));
    (pattern_holds(state, &step) && prove(state, &step).is_ok()).then_some(step)
}

/// Returns the candidates of the cells of a hidden set that are not digits of the set. They may be more than in the grid
/// in which the set was found, and hints state that none of them is left.
fn all_but_core(state: &State, step: &Deduction) -> Vec<Candidate> {
    let core: Vec<Candidate> =
        step.pattern.iter().filter(|(role, _)| *role == Role::Core).map(|(_, it)| *it).collect();
    let mut cells: Vec<usize> = core.iter().map(|it| it.cell()).collect();
    cells.sort_unstable();
    cells.dedup();
    let is_other = |it: &Candidate| core.iter().all(|known| known.digit() != it.digit());
    let of_cell = |cell: usize| bits(state.candidates(cell)).map(move |digit| Candidate::at(cell, digit));
    cells.into_iter().flat_map(of_cell).filter(is_other).collect()
}

/// Returns true if the almost locked sets and colors of the step and the strong links of its path exist in this
/// state. A proof uses only the candidates of the pattern, so it may succeed even if they no longer exist.
fn pattern_holds(state: &State, step: &Deduction) -> bool {
    let named =
        |cell: usize, digit: u8| step.pattern.iter().any(|(_, it)| it.cell() == cell && it.digit() == digit);
    let sets_hold = || {
        let in_sets = step.pattern.iter().filter(|(role, _)| matches!(role, Role::Set(_)));
        in_sets
            .map(|(_, it)| it.cell())
            .all(|cell| bits(state.candidates(cell)).all(|digit| named(cell, digit as u8 + 1)))
    };
    let has_common = step.pattern.iter().any(|(role, _)| *role == Role::Common);
    (!has_common || sets_hold())
        && colors_hold(state, step)
        && step.path.windows(2).all(|pair| {
            let [from, to] = pair else { return true };
            if !to.on {
                return true;
            }
            if to.set.is_some() {
                return sets_hold();
            }
            let known = |it: Candidate| from.candidates.contains(&it) || to.candidates.contains(&it);
            let cell = to.candidates[0].cell();
            let in_cell = bits(state.candidates(cell)).all(|digit| known(Candidate::at(cell, digit)));
            let digit = usize::from(to.candidates[0].digit()) - 1;
            in_cell
                || HOUSES[cell].iter().any(|house| {
                    let places = bits(state.marks.pos[usize::from(*house)][digit]);
                    let cells = places.map(|place| usize::from(CELLS[usize::from(*house)][place]));
                    cells.into_iter().all(|cell| known(Candidate::at(cell, digit)))
                })
        })
}

/// Returns true if strong links connect the candidates of each pair of colors.
fn colors_hold(state: &State, step: &Deduction) -> bool {
    let is_colored = matches!(
        step.technique,
        Technique::SimpleColorsTrap
            | Technique::SimpleColorsWrap
            | Technique::MultiColors1
            | Technique::MultiColors2
            | Technique::MedusaTrap
            | Technique::MedusaWrap
    );
    !is_colored
        || [0, 2].into_iter().all(|first| {
            let of = |set: u8| {
                step.pattern.iter().filter(move |(role, _)| *role == Role::Set(set)).map(|(_, it)| *it)
            };
            let (mut near, mut far): (Vec<Candidate>, Vec<Candidate>) =
                (of(first).collect(), of(first + 1).collect());
            // The candidates reached from the first one, whose links are not yet followed.
            let mut reached: Vec<Candidate> = near.pop().into_iter().collect();
            let mut from_near = true;
            while !reached.is_empty() {
                let others = if from_near { &mut far } else { &mut near };
                let is_linked = |it: &Candidate| reached.iter().any(|from| is_strong(state, *from, *it));
                let (next, rest) = others.iter().copied().partition(is_linked);
                *others = rest;
                (reached, from_near) = (next, !from_near);
            }
            near.is_empty() && far.is_empty()
        })
}

/// Returns true if one of two candidates must be true: they are the only two of a cell, or the only two places for
/// a digit in a house.
fn is_strong(state: &State, one: Candidate, other: Candidate) -> bool {
    if one.cell() == other.cell() {
        return state.candidates(one.cell()).count_ones() == 2;
    }
    let digit = usize::from(one.digit()) - 1;
    one.digit() == other.digit()
        && HOUSES[one.cell()].iter().any(|house| {
            HOUSES[other.cell()].contains(house)
                && state.marks.pos[usize::from(*house)][digit].count_ones() == 2
        })
}

fn is_open(state: &State, candidate: Candidate) -> bool {
    state.candidates(candidate.cell()) >> (candidate.digit() - 1) & 1 == 1
}

fn has_effect(state: &State, step: &Deduction) -> bool {
    step.eliminations.iter().chain(&step.placements).any(|it| is_open(state, *it))
}

/// A path whose unnecessary steps are being removed.
struct Path<'a> {
    start: &'a State,
    order: &'a Order,
    steps: &'a [Deduction],
    is_kept: Vec<bool>,
}

impl Path<'_> {
    /// Returns true if the kept steps complete the grid. In that case, removes steps without
    /// effect.
    fn is_complete(&mut self) -> bool {
        let mut state = self.start.clone();
        let mut used = vec![false; self.steps.len()];
        place_singles(&mut state, self.order, |_| {});
        for (index, step) in self.steps.iter().enumerate().filter(|(index, _)| self.is_kept[*index]) {
            if let Some(step) = fitted(&state, step) {
                used[index] = true;
                state.apply(&step);
                place_singles(&mut state, self.order, |_| {});
            }
        }
        if state.is_solved() {
            self.is_kept = used;
        }
        state.is_solved()
    }

    /// Removes as many steps of a group as possible.
    fn reduce(&mut self, group: &[usize], search: &mut StepSearch<'_>) {
        if !group.iter().any(|index| self.is_kept[*index]) || !search.spend() {
            return;
        }
        let before = self.is_kept.clone();
        group.iter().for_each(|index| self.is_kept[*index] = false);
        if self.is_complete() {
            return;
        }
        self.is_kept = before;
        if let (front @ [_, ..], back @ [_, ..]) = group.split_at(group.len() / 2) {
            self.reduce(front, search);
            self.reduce(back, search);
        }
    }
}

/// Returns the steps of a path that are needed to complete the grid, or all steps if the path does
/// not complete it.
pub(super) fn needed(
    start: &State,
    order: &Order,
    steps: Vec<Deduction>,
    search: &mut StepSearch<'_>,
) -> Vec<Deduction> {
    let mut path = Path { start, order, steps: &steps, is_kept: vec![true; steps.len()] };
    if !path.is_complete() {
        return steps;
    }
    let mut group: Vec<usize> = (0..steps.len()).collect();
    group.sort_by_key(|index| Reverse((difficulty(&steps[*index]), *index)));
    path.reduce(&group, search);
    let is_kept = path.is_kept;
    steps.into_iter().zip(is_kept).filter(|(_, is_kept)| *is_kept).map(|(step, _)| step).collect()
}

/// Returns all steps of the path: the given steps in a natural order, and the singles between them.
///
/// The next step is always the easiest one that is still proved. Among equally easy steps, one whose pattern is
/// near the last changes is preferred. This order can fail, because a step may name candidates that another
/// step removes. In that case, the given order is kept.
pub(super) fn arranged(start: &State, order: &Order, steps: &[Deduction], is_solved: bool) -> Vec<Deduction> {
    let natural = replayed(start, order, steps, pick);
    match natural {
        Some((all, true)) if is_solved => all,
        _ => replayed(start, order, steps, |_, _, _| Some(0)).map(|(all, _)| all).unwrap_or_default(),
    }
}

/// A function that returns the index of the next open step, given the candidates that the last step
/// changed.
type Pick = fn(&State, &[Deduction], &[Candidate]) -> Option<usize>;

/// Returns the index of the easiest step that is still proved. Among equally easy steps, prefers one whose
/// pattern is near the last changes.
fn pick(state: &State, open: &[Deduction], changed: &[Candidate]) -> Option<usize> {
    let touches = |step: &Deduction| {
        let near = |one: &Candidate| {
            changed.iter().any(|it| it.cell() == one.cell() || PEER_SETS[it.cell()] >> one.cell() & 1 == 1)
        };
        step.pattern.iter().any(|(_, it)| near(it))
    };
    let holding = open.iter().enumerate().filter(|(_, step)| fitted(state, step).is_some());
    let best = holding.min_by_key(|(index, step)| (difficulty(step), !touches(step), *index));
    best.map(|(index, _)| index)
}

/// Applies the steps in the order of `pick`, with the singles between them. Returns all steps, and true if they
/// complete the grid. Returns `None` if `pick` finds no next step.
fn replayed(start: &State, order: &Order, steps: &[Deduction], pick: Pick) -> Option<(Vec<Deduction>, bool)> {
    let (mut state, mut all) = (start.clone(), Vec::new());
    let mut open = steps.to_vec();
    place_singles(&mut state, order, |step| all.push(step));
    let mut changed: Vec<Candidate> = Vec::new();
    loop {
        open.retain(|step| has_effect(&state, step));
        if open.is_empty() {
            return Some((all, state.is_solved()));
        }
        let step = open.remove(pick(&state, &open, &changed)?);
        // A step that cannot be proved is kept unchanged.
        let step = fitted(&state, &step).unwrap_or(step);
        state.apply(&step);
        let from = all.len();
        all.push(step);
        place_singles(&mut state, order, |step| all.push(step));
        let effects = all[from..].iter().flat_map(|it| it.eliminations.iter().chain(&it.placements));
        changed = effects.copied().collect();
    }
}

/// Returns true for techniques that place one digit without pencil marks.
pub(super) const fn is_single(technique: Technique) -> bool {
    matches!(
        technique,
        Technique::FullHouse
            | Technique::HiddenSingleBox
            | Technique::HiddenSingleLine
            | Technique::NakedSingle
    )
}
