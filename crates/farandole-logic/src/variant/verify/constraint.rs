//! Proofs of eliminations by the check of one constraint.

use super::flaw::{Flaw, Gap, is_last, is_named};
use super::sums::refute_sum;
use crate::variant::balance::sum_of;
use crate::variant::candidate::Candidate;
use crate::variant::facts::{Part, compile};
use crate::variant::pairs::{is_forbidden, pairs_of};
use crate::variant::state::State;
use crate::variant::step::Deduction;
use farandole_puzzle::Cell;
use farandole_puzzle::constraint::Relation;

/// Maximum number of checks of complete assignments for a constraint that has automata. If they do not suffice,
/// the runs of the automata are searched.
const CHECKS: u64 = 1_000;

/// Proves a deduction from the check of one constraint. The deduction may place a cell if it eliminates all
/// other candidates of the cell.
pub(super) fn by_constraint(state: &State, deduction: &Deduction, work: u64) -> Result<(), Flaw> {
    let [number] = deduction.constraints[..] else { return Err(Flaw::Absent) };
    let constraint = &state.variant().constraints()[number];
    if let Some(claim) = deduction.placements.iter().find(|claim| !is_last(state, deduction, **claim)) {
        return Err(Flaw::Open(*claim));
    }
    let mut parts = compile(state, constraint);
    // All parts share the limit on work. The parts with the fewest unnamed cells are the most likely to
    // suffice.
    let is_unnamed = |cell: &&Cell| !is_named(state, deduction, **cell);
    parts.sort_by_cached_key(|part| part.cells().iter().filter(is_unnamed).count());
    for claim in &deduction.eliminations {
        if let Err(gap) = refute_by_check(state, deduction, number, *claim, (work, !parts.is_empty()))
            && !refute_by_parts(state, deduction, &parts, *claim, work)
        {
            return Err(gap.flaw(*claim));
        }
    }
    Ok(())
}

/// Returns `Ok` if no values of the constraint's cells that include the claim pass the constraint's check.
fn refute_by_check(
    state: &State,
    deduction: &Deduction,
    number: usize,
    claim: Candidate,
    (work, has_parts): (u64, bool),
) -> Result<(), Gap> {
    let board = state.variant().board();
    let constraint = &state.variant().constraints()[number];
    if constraint.scope(board).is_none() {
        // If the constraint is on the whole board, the claim must leave another named cell without a value.
        let others = deduction.cells().into_iter().filter(|cell| *cell != claim.cell);
        let is_bare = |cell: &Cell| {
            is_named(state, deduction, *cell)
                && state.candidates_of(*cell).all(|other| is_forbidden(state, number, claim, other))
        };
        let has_pairs = !has_parts || !pairs_of(state, constraint, &|| false).is_empty();
        return if has_pairs && { others }.any(|cell| is_bare(&cell)) { Ok(()) } else { Err(Gap::Open) };
    }
    if let Some((related, relation)) = constraint.related(board)
        && refute_pairs(state, deduction, (&related.pairs(), &relation), claim, work)
    {
        return Ok(());
    }
    if let Some(sum) = sum_of(constraint, board)
        && refute_sum(state, deduction, &sum, claim, work).is_ok()
    {
        return Ok(());
    }
    let work = if has_parts { work.min(CHECKS) } else { work };
    refute(state, deduction, &constraint.cells(board), claim, work, |values| {
        match constraint.check(board, values) {
            Ok(()) => Verdict::Holds,
            Err(fault) => {
                constraint.culprits(fault).map_or(Verdict::Broken, |(one, two)| Verdict::Pair(one, two))
            }
        }
    })
}

/// Returns true if no values that include the claim satisfy some part of a constraint.
fn refute_by_parts(
    state: &State,
    deduction: &Deduction,
    parts: &[Part],
    claim: Candidate,
    mut work: u64,
) -> bool {
    let range = state.variant().board().values();
    let mask = |cell: &Cell| match *cell {
        cell if cell == claim.cell => state.bit(claim.value),
        cell => {
            let left = if is_named(state, deduction, cell) { state.candidates(cell) } else { range.all() };
            left & !(state.bit(claim.value) & state.sees(claim.cell, cell))
        }
    };
    parts.iter().any(|part| {
        let masks: Vec<u16> = part.cells().iter().map(mask).collect();
        part.is_refuted(state, &masks, &mut work) == Some(true)
    })
}

/// A relation between pairs of cells.
struct Pairs<'a> {
    state: &'a State,
    /// Each pair in both directions, with the relation of the first cell to the second.
    sides: Vec<(Cell, Cell, Relation)>,
    cells: Vec<Cell>,
}

impl Pairs<'_> {
    /// Returns true if no values from these masks satisfy the relation. The search assumes the values of the
    /// cell with the fewest candidates, and then removes values without a related value. Returns false if the
    /// work is spent.
    fn is_refuted(&self, mut masks: Vec<u16>, work: &mut u64) -> bool {
        let Some(left) = work.checked_sub(1) else { return false };
        *work = left;
        if self.empties_a_cell(&mut masks) {
            return true;
        }
        let open = self.cells.iter().filter(|cell| !masks[cell.index()].is_power_of_two());
        let Some(cell) = open.min_by_key(|cell| masks[cell.index()].count_ones()) else { return false };
        let values = self.state.variant().board().values().values_of(masks[cell.index()]);
        values.into_iter().all(|value| {
            let mut assumed = masks.clone();
            assumed[cell.index()] = self.state.bit(value);
            self.is_refuted(assumed, work)
        })
    }

    /// Removes values without a related value until nothing changes. Returns true if a cell has no
    /// value left.
    fn empties_a_cell(&self, masks: &mut [u16]) -> bool {
        let range = self.state.variant().board().values();
        loop {
            let before = masks.to_vec();
            for (one, two, relation) in &self.sides {
                let known = masks[two.index()];
                let fits = |value: &u8| relation.partners(value - range.low()) & known != 0;
                let left = range.values_of(masks[one.index()]).filter(fits);
                masks[one.index()] = left.fold(0, |mask, value| mask | self.state.bit(value));
            }
            for (at, one) in self.cells.iter().enumerate() {
                for two in self.cells.iter().enumerate().filter(|(other, _)| *other != at).map(|it| it.1) {
                    let known = masks[two.index()];
                    if known.is_power_of_two() {
                        masks[one.index()] &= !(known & self.state.sees(*one, *two));
                    }
                }
            }
            if self.cells.iter().any(|cell| masks[cell.index()] == 0) {
                return true;
            }
            if before == masks {
                return false;
            }
        }
    }
}

/// Returns true if no values of related cells that include the claim satisfy the relation.
fn refute_pairs(
    state: &State,
    deduction: &Deduction,
    (pairs, relation): (&[(Cell, Cell)], &Relation),
    claim: Candidate,
    mut work: u64,
) -> bool {
    let range = state.variant().board().values();
    let of = |cell: Cell| if is_named(state, deduction, cell) { state.candidates(cell) } else { range.all() };
    let mut masks: Vec<u16> = state.cells().map(of).collect();
    masks[claim.cell.index()] = state.bit(claim.value);
    let both = |(one, two): &(Cell, Cell)| [(*one, *two, *relation), (*two, *one, relation.transposed())];
    let mut cells: Vec<Cell> = pairs.iter().flat_map(|(one, two)| [*one, *two]).collect();
    cells.sort_unstable();
    cells.dedup();
    Pairs { state, sides: pairs.iter().flat_map(both).collect(), cells }.is_refuted(masks, &mut work)
}

/// The result of a check of complete assignments.
enum Verdict {
    Holds,
    Broken,
    /// These two cells alone violate the constraint.
    Pair(Cell, Cell),
}

/// Returns `Ok` if no values of these cells that include the claim pass the check. Cells that the deduction
/// does not name may hold any value. The search is an odometer with conflict-directed backjumping: each wheel
/// is a cell with its possible values, and the last wheel that takes part in the conflict is advanced.
fn refute(
    state: &State,
    deduction: &Deduction,
    scope: &[Cell],
    claim: Candidate,
    work: u64,
    check: impl Fn(&[u8]) -> Verdict,
) -> Result<(), Gap> {
    let all: Vec<u8> = state.variant().board().values().iter().collect();
    let start = scope.iter().position(|cell| *cell == claim.cell).unwrap_or(0);
    // Unnamed cells come last, so that conflicts among the named cells are found first. Cells near
    // the claim come first, because cells listed close together interact most.
    let mut cells: Vec<(bool, usize, Cell)> = scope
        .iter()
        .enumerate()
        .map(|(at, cell)| (!is_named(state, deduction, *cell), at.abs_diff(start), *cell))
        .collect();
    cells.sort_unstable();
    let mut wheels: Vec<(Cell, Vec<u8>)> = vec![(claim.cell, vec![claim.value])];
    for (is_free, _, cell) in cells {
        if wheels.iter().all(|(known, _)| *known != cell) {
            wheels.push((cell, if is_free { all.clone() } else { state.values(cell).collect() }));
        }
    }
    let mut sights: Vec<(usize, usize)> = Vec::new();
    for (late, (two, _)) in wheels.iter().enumerate() {
        let seen = |early: &usize| state.sees(wheels[*early].0, *two) != 0;
        sights.extend((0..late).filter(seen).map(|early| (early, late)));
    }
    if wheels.iter().any(|(_, values)| values.is_empty()) {
        return Ok(());
    }
    let mut values = vec![all[0]; state.variant().cell_count()];
    wheels.iter().for_each(|(cell, choices)| values[cell.index()] = choices[0]);
    let mut at = vec![0_usize; wheels.len()];
    let mut blamed: Vec<Vec<bool>> = vec![vec![false; wheels.len()]; wheels.len()];
    for _ in 0..work {
        let mut blame = match fault(state, &wheels, &sights, &values, &check) {
            None => return Err(Gap::Open),
            Some(blame) => blame,
        };
        loop {
            let Some(turn) = blame.iter().rposition(|it| *it) else { return Ok(()) };
            blame[turn] = false;
            blamed[turn].iter_mut().zip(&blame).for_each(|(known, new)| *known |= new);
            for wheel in turn + 1..wheels.len() {
                at[wheel] = 0;
                values[wheels[wheel].0.index()] = wheels[wheel].1[0];
                blamed[wheel].fill(false);
            }
            at[turn] += 1;
            if let Some(value) = wheels[turn].1.get(at[turn]) {
                values[wheels[turn].0.index()] = *value;
                break;
            }
            blame = blamed[turn].clone();
        }
    }
    Err(Gap::Spent)
}

/// Returns the wheels whose values conflict, as one flag per wheel, or `None` if there is no conflict. `sights`
/// contains the pairs of wheels whose cells see each other.
fn fault(
    state: &State,
    wheels: &[(Cell, Vec<u8>)],
    sights: &[(usize, usize)],
    values: &[u8],
    check: impl Fn(&[u8]) -> Verdict,
) -> Option<Vec<bool>> {
    let value = |cell: Cell| values[cell.index()];
    for (early, late) in sights {
        let (one, two) = (wheels[*early].0, wheels[*late].0);
        if value(one) == value(two) && state.sees(one, two) & state.bit(value(one)) != 0 {
            return Some((0..wheels.len()).map(|wheel| wheel == *early || wheel == *late).collect());
        }
    }
    match check(values) {
        Verdict::Holds => None,
        Verdict::Broken => Some(vec![true; wheels.len()]),
        Verdict::Pair(one, two) => {
            Some(wheels.iter().map(|(cell, _)| *cell == one || *cell == two).collect())
        }
    }
}
