//! Proofs of deductions about variants, independent of technique code: the named pattern must
//! entail the effect.
//!
//! A proof may use the following facts:
//!
//! - the values in place;
//! - a cell holds one value, and two cells that see each other hold different values;
//! - a cell holds one of its candidates, if the deduction names *all* its remaining candidates;
//! - a house of every value has a cell for each value, if the deduction names *all* remaining
//!   candidates of that value;
//! - the checks of the constraints that the deduction names.
//!
//! A cell of a constraint that is not named may hold any value. The finders share only one function
//! with this module: the test whether two candidates alone violate a constraint.

use super::balance::{Balance, balance, sum_of};
use super::candidate::Candidate;
use super::pairs::forbids;
use super::state::State;
use super::step::{Deduction, End, Technique};
use core::fmt;
use farandole_puzzle::Cell;
use farandole_puzzle::constraint::Relation;

/// Maximum number of checks of constraints, or of choices, in the proof of one claim.
pub const WORK: u64 = 2_000_000;

/// The reason why a deduction is not proved.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Flaw {
    /// The deduction has no effect.
    Empty,
    /// The deduction names a candidate, house or constraint that does not exist in the grid.
    Absent,
    /// The named pattern does not entail this claim.
    Open(Candidate),
    /// The proof of this claim was stopped after [`WORK`] checks.
    TooLong(Candidate),
    /// A step of the trial is not proved. Holds its index and the reason.
    Step(usize, Box<Self>),
    /// The trial does not end in the stated contradiction.
    NoContradiction,
}

impl fmt::Display for Flaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place = |it: &Candidate| it.cell.index();
        match self {
            Self::Empty => f.write_str("the deduction has no effect"),
            Self::Absent => {
                f.write_str("the deduction names a candidate, house or constraint that does not exist")
            }
            Self::Open(claim) => {
                write!(f, "the named pattern does not entail {} in cell {}", claim.value, place(claim))
            }
            Self::TooLong(claim) => {
                write!(f, "the proof of {} in cell {} exceeded {WORK} checks", claim.value, place(claim))
            }
            Self::Step(step, flaw) => write!(f, "step {step} of the trial: {flaw}"),
            Self::NoContradiction => f.write_str("the trial does not end in the stated contradiction"),
        }
    }
}

impl core::error::Error for Flaw {}

/// Proves that the named pattern entails the whole effect of the deduction in this state.
///
/// The cost is some microseconds to milliseconds.
///
/// # Errors
/// Returns the first gap in the proof.
pub fn prove(state: &State, deduction: &Deduction) -> Result<(), Flaw> {
    prove_within(state, deduction, WORK)
}

/// Like [`prove`], with at most `work` checks for each claim.
pub(super) fn prove_within(state: &State, deduction: &Deduction, work: u64) -> Result<(), Flaw> {
    let claims = deduction.eliminations.iter().chain(&deduction.placements);
    if claims.clone().next().is_none() {
        return Err(Flaw::Empty);
    }
    let named = deduction.pattern.iter().map(|(_, candidate)| candidate);
    let variant = state.variant();
    let has_all = named.chain(claims).all(|it| it.cell.index() < variant.cell_count() && state.has(*it))
        && deduction.houses.iter().all(|house| *house < variant.houses().len())
        && deduction.constraints.iter().all(|number| *number < variant.constraints().len());
    if !has_all {
        return Err(Flaw::Absent);
    }
    match deduction.technique {
        Technique::Contradiction => contradiction(state, deduction, work),
        Technique::Constraint => by_constraint(state, deduction, work),
        Technique::RuleOf45 => by_sums(state, deduction, work),
        _ => by_houses(state, deduction, work),
    }
}

/// Returns the first claim of the deduction that a solution contradicts, or `None`. The solution
/// has a value for each cell of the board. Claims about missing cells are not contradicted.
pub fn contradicts(deduction: &Deduction, solution: &[u8]) -> Option<Candidate> {
    let value = |it: &Candidate| solution.get(it.cell.index()).copied();
    let eliminated = deduction.eliminations.iter().find(|it| value(it) == Some(it.value));
    let placed = || deduction.placements.iter().find(|it| value(it).is_some_and(|value| value != it.value));
    eliminated.or_else(placed).copied()
}

/// Returns true if the deduction names all candidates of a cell, or the cell has its value.
fn is_named(state: &State, deduction: &Deduction, cell: Cell) -> bool {
    let names = |it: Candidate| deduction.pattern.iter().any(|(_, named)| *named == it);
    state.is_placed(cell) || state.candidates_of(cell).all(names)
}

/// Proves a deduction from cells and houses by exhaustion: the opposite of each claim leaves some
/// clause unsatisfiable.
fn by_houses(state: &State, deduction: &Deduction, work: u64) -> Result<(), Flaw> {
    let variant = state.variant();
    let names = |it: &Candidate| deduction.pattern.iter().any(|(_, named)| named == it);
    let cells = deduction.cells().into_iter().filter(|cell| is_named(state, deduction, *cell));
    let mut clauses: Vec<Vec<Candidate>> = cells.map(|cell| state.candidates_of(cell).collect()).collect();
    for house in deduction.houses.iter().map(|house| &variant.houses()[*house]) {
        for value in variant.board().values().iter().filter(|_| variant.is_full(house)) {
            let places = house.cells.iter().map(|cell| Candidate { cell: *cell, value });
            let places: Vec<Candidate> = places.filter(|it| state.has(*it)).collect();
            if places.iter().all(names) {
                clauses.push(places);
            }
        }
    }
    for claim in &deduction.eliminations {
        let mut work = work;
        exhaust(state, &clauses, &mut vec![*claim], &mut work).map_err(|end| end.flaw(*claim))?;
    }
    for claim in &deduction.placements {
        // The claim is assumed to be false, so it is removed from the clauses that contain it.
        let without: Vec<Vec<Candidate>> =
            clauses.iter().map(|clause| clause.iter().filter(|it| *it != claim).copied().collect()).collect();
        let mut work = work;
        exhaust(state, &without, &mut Vec::new(), &mut work).map_err(|end| end.flaw(*claim))?;
    }
    Ok(())
}

/// The reason why a proof is incomplete.
enum Gap {
    Open,
    Spent,
}

impl Gap {
    const fn flaw(&self, claim: Candidate) -> Flaw {
        match self {
            Self::Open => Flaw::Open(claim),
            Self::Spent => Flaw::TooLong(claim),
        }
    }
}

/// Returns `Ok` if no consistent choice of one candidate from each clause is compatible with the
/// chosen candidates.
fn exhaust(
    state: &State,
    clauses: &[Vec<Candidate>],
    chosen: &mut Vec<Candidate>,
    work: &mut u64,
) -> Result<(), Gap> {
    let excludes = |one: &Candidate, two: &Candidate| {
        if one.cell == two.cell {
            one.value != two.value
        } else {
            one.value == two.value && state.sees(one.cell, two.cell) & state.bit(one.value) != 0
        }
    };
    let open = |clause: &Vec<Candidate>| -> Vec<Candidate> {
        clause.iter().filter(|it| !chosen.iter().any(|known| excludes(known, it))).copied().collect()
    };
    let is_met = |clause: &&Vec<Candidate>| clause.iter().any(|it| chosen.contains(it));
    let left = clauses.iter().filter(|clause| !is_met(clause)).map(open).min_by_key(Vec::len);
    let choices = left.ok_or(Gap::Open)?;
    for choice in choices {
        *work = work.checked_sub(1).ok_or(Gap::Spent)?;
        chosen.push(choice);
        let result = exhaust(state, clauses, chosen, work);
        chosen.pop();
        result?;
    }
    Ok(())
}

/// Proves a deduction from the check of one constraint.
fn by_constraint(state: &State, deduction: &Deduction, work: u64) -> Result<(), Flaw> {
    let [number] = deduction.constraints[..] else { return Err(Flaw::Absent) };
    let constraint = &state.variant().constraints()[number];
    let board = state.variant().board();
    if let Some(claim) = deduction.placements.first() {
        return Err(Flaw::Open(*claim));
    }
    for claim in &deduction.eliminations {
        if constraint.scope(board).is_none() {
            // A constraint on the whole board: some other named cell must be left without a value.
            let others = deduction.cells().into_iter().filter(|cell| *cell != claim.cell);
            let is_bare = |cell: &Cell| {
                is_named(state, deduction, *cell)
                    && state.candidates_of(*cell).all(|other| forbids(constraint, board, *claim, other))
            };
            if !{ others }.any(|cell| is_bare(&cell)) {
                return Err(Flaw::Open(*claim));
            }
            continue;
        }
        if let Some((related, relation)) = constraint.related(board)
            && refute_pairs(state, deduction, (&related.pairs(), &relation), *claim, work)
        {
            continue;
        }
        if let Some(sum) = sum_of(constraint, board)
            && refute_sum(state, deduction, &sum, *claim, work).is_ok()
        {
            continue;
        }
        refute(state, deduction, &constraint.cells(board), *claim, work, |values| {
            match constraint.check(board, values) {
                Ok(()) => Verdict::Holds,
                Err(fault) => {
                    constraint.culprits(fault).map_or(Verdict::Broken, |(one, two)| Verdict::Pair(one, two))
                }
            }
        })
        .map_err(|gap| gap.flaw(*claim))?;
    }
    Ok(())
}

/// A relation between pairs of cells, with the values that the cells may hold.
struct Pairs<'a> {
    state: &'a State,
    /// Each pair in both directions, with the relation of the first cell to the second.
    sides: Vec<(Cell, Cell, Relation)>,
    cells: Vec<Cell>,
}

impl Pairs<'_> {
    /// Returns true if no values of the cells satisfy the relation. After each assumption, values
    /// without a related value are removed.
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

/// Returns true if no values of related cells are compatible with the claim.
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

/// Proves a deduction from the total of the houses minus the sums of the constraints.
fn by_sums(state: &State, deduction: &Deduction, work: u64) -> Result<(), Flaw> {
    let sum = balance(state.variant(), &deduction.houses, &deduction.constraints).ok_or(Flaw::Absent)?;
    if let Some(claim) = deduction.placements.first() {
        return Err(Flaw::Open(*claim));
    }
    for claim in &deduction.eliminations {
        refute_sum(state, deduction, &sum, *claim, work).map_err(|gap| gap.flaw(*claim))?;
    }
    Ok(())
}

/// Returns `Ok` if no values of the cells have the sum together with the claim. The search leaves a
/// branch if the bounds of the remaining terms exclude the sum.
fn refute_sum(
    state: &State,
    deduction: &Deduction,
    sum: &Balance,
    claim: Candidate,
    mut work: u64,
) -> Result<(), Gap> {
    let all: Vec<u8> = state.variant().board().values().iter().collect();
    let values = |cell: Cell| -> Vec<u8> {
        if cell == claim.cell {
            vec![claim.value]
        } else if is_named(state, deduction, cell) {
            state.values(cell).collect()
        } else {
            all.clone()
        }
    };
    let mut terms: Vec<Term> =
        sum.terms.iter().map(|(cell, by)| Term { cell: *cell, by: *by, values: values(*cell) }).collect();
    terms.sort_by_key(|term| term.values.len());
    if terms.iter().any(|term| term.values.is_empty()) {
        return Ok(());
    }
    without_sum(state, &terms, sum.sum, &mut vec![claim], &mut work)
}

/// A term of a sum, with the values that its cell may hold. There is at least one value.
struct Term {
    cell: Cell,
    by: i64,
    values: Vec<u8>,
}

/// Returns bounds of the sum of the terms. Terms with the same coefficient are grouped if their cells
/// see each other: the values of a group are different.
fn bounds(state: &State, terms: &[Term]) -> (i64, i64) {
    let mut groups: Vec<Vec<&Term>> = Vec::new();
    let all = state.variant().board().values().all();
    for term in terms {
        let fits = |group: &&mut Vec<&Term>| {
            group.iter().all(|it| it.by == term.by && state.sees(it.cell, term.cell) & all == all)
        };
        match groups.iter_mut().find(fits) {
            Some(group) => group.push(term),
            None => groups.push(vec![term]),
        }
    }
    let (mut least, mut most) = (0, 0);
    for group in groups {
        let mut union: Vec<u8> = group.iter().flat_map(|term| term.values.iter().copied()).collect();
        union.sort_unstable();
        union.dedup();
        let count = group.len().min(union.len());
        let ends = [&union[..count], &union[union.len() - count..]];
        let sums = ends.map(|values| group[0].by * values.iter().map(|it| i64::from(*it)).sum::<i64>());
        let single = |end: fn(i64, i64) -> i64| -> i64 {
            let best = |term: &&Term| term.values.iter().map(|it| term.by * i64::from(*it)).reduce(end);
            group.iter().filter_map(best).sum()
        };
        least += sums[0].min(sums[1]).max(single(i64::min));
        most += sums[0].max(sums[1]).min(single(i64::max));
    }
    (least, most)
}

/// Returns `Ok` if no choice of values for the terms has the sum, given the chosen candidates.
fn without_sum(
    state: &State,
    terms: &[Term],
    sum: i64,
    chosen: &mut Vec<Candidate>,
    work: &mut u64,
) -> Result<(), Gap> {
    let (least, most) = bounds(state, terms);
    if !(least..=most).contains(&sum) {
        return Ok(());
    }
    let Some((term, rest)) = terms.split_first() else { return Err(Gap::Open) };
    for value in &term.values {
        *work = work.checked_sub(1).ok_or(Gap::Spent)?;
        let clash = |it: &Candidate| {
            it.cell != term.cell
                && it.value == *value
                && state.sees(it.cell, term.cell) & state.bit(*value) != 0
        };
        if !chosen.iter().any(clash) {
            chosen.push(Candidate { cell: term.cell, value: *value });
            let result = without_sum(state, rest, sum - term.by * i64::from(*value), chosen, work);
            chosen.pop();
            result?;
        }
    }
    Ok(())
}

/// The result of a check of complete values.
enum Verdict {
    Holds,
    Broken,
    /// These two cells alone violate the constraint.
    Pair(Cell, Cell),
}

/// Returns `Ok` if no values of these cells pass the check together with the claim. The search is
/// an odometer with conflict-directed backjumping: it advances the last wheel that is to blame.
/// Cells that the deduction does not name may hold any value.
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

/// Returns the wheels whose values conflict, or `None` if there is no conflict. `sights` contains
/// pairs of wheels whose cells see each other.
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

/// Proves a trial: each of its steps in the grid at that point, then the contradiction.
fn contradiction(state: &State, deduction: &Deduction, work: u64) -> Result<(), Flaw> {
    let ([claim], []) = (&deduction.eliminations[..], &deduction.placements[..]) else {
        return Err(Flaw::Absent);
    };
    let mut grid = state.clone();
    grid.set(*claim);
    for (place, step) in deduction.trial.iter().enumerate() {
        let is_trial = step.technique == Technique::Contradiction;
        let proof = if is_trial { Err(Flaw::Absent) } else { prove_within(&grid, step, work) };
        proof.map_err(|flaw| Flaw::Step(place, Box::new(flaw)))?;
        grid.apply(step);
    }
    let variant = state.variant();
    let ends = match deduction.end {
        Some(End::Cell(cell)) => cell.index() < variant.cell_count() && grid.candidates(cell) == 0,
        Some(End::House(house, value)) => variant.houses().get(house).is_some_and(|house| {
            variant.is_full(house)
                && house.cells.iter().all(|cell| !grid.has(Candidate { cell: *cell, value }))
        }),
        None => false,
    };
    if ends { Ok(()) } else { Err(Flaw::NoContradiction) }
}
