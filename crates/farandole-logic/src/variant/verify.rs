//! Proof of deductions about variants without technique code: what a deduction names must entail its effect.
//!
//! What a proof may use: the values in place; that a cell holds one value, and that two cells that see each other do not hold
//! the same one; that a cell holds one of its candidates, and a house of every value has a place for each, where the
//! deduction names *all* that the grid has left there; and the checks of the constraints that it names. A cell of a
//! constraint that is not named may hold any value. Whatever finds deductions shares no code with this but the question
//! whether two cells alone break a rule.

use super::balance::balance;
use super::candidate::Candidate;
use super::pairs::forbids;
use super::state::State;
use super::step::{Deduction, End, Technique};
use core::fmt;
use farandole_puzzle::Cell;

/// How many checks of constraints, or choices, a proof may make for one claim.
pub const WORK: u64 = 2_000_000;

/// Why a deduction is not proved.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Flaw {
    /// It has no effect.
    Empty,
    /// It names a candidate, a house or a constraint that the grid does not have.
    Absent,
    /// What it names leaves this claim open.
    Open(Candidate),
    /// The proof of a claim was broken off after [`WORK`] checks.
    TooLong(Candidate),
    /// A step of a trial is not proved: its place, and why.
    Step(usize, Box<Self>),
    /// A trial does not end in the contradiction that it says.
    NoContradiction,
}

impl fmt::Display for Flaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place = |it: &Candidate| it.cell.index();
        match self {
            Self::Empty => f.write_str("it has no effect"),
            Self::Absent => f.write_str("it names what the grid does not have"),
            Self::Open(claim) => {
                write!(f, "what it names leaves {} in cell {} open", claim.value, place(claim))
            }
            Self::TooLong(claim) => {
                write!(
                    f,
                    "the proof of {} in cell {} takes more than {WORK} checks",
                    claim.value,
                    place(claim)
                )
            }
            Self::Step(step, flaw) => write!(f, "step {step} of the trial: {flaw}"),
            Self::NoContradiction => f.write_str("the trial does not end in its contradiction"),
        }
    }
}

impl core::error::Error for Flaw {}

/// Whether what the deduction names entails its whole effect in this state.
///
/// Costs some microseconds to milliseconds.
///
/// # Errors
/// The first thing that is missing.
pub fn prove(state: &State, deduction: &Deduction) -> Result<(), Flaw> {
    prove_within(state, deduction, WORK)
}

/// As [`prove`], with at most so many checks for a claim.
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

/// The first claim of the deduction that a solution denies; `None` when it denies none. The solution has a value for each
/// cell of the board; claims about missing ones are not denied.
pub fn contradicts(deduction: &Deduction, solution: &[u8]) -> Option<Candidate> {
    let value = |it: &Candidate| solution.get(it.cell.index()).copied();
    let eliminated = deduction.eliminations.iter().find(|it| value(it) == Some(it.value));
    let placed = || deduction.placements.iter().find(|it| value(it).is_some_and(|value| value != it.value));
    eliminated.or_else(placed).copied()
}

/// Whether the deduction names all candidates of a cell, or the cell has its value.
fn is_named(state: &State, deduction: &Deduction, cell: Cell) -> bool {
    let names = |it: Candidate| deduction.pattern.iter().any(|(_, named)| *named == it);
    state.is_placed(cell) || state.candidates_of(cell).all(names)
}

/// Proof by exhaustion from cells and houses: the opposite of each claim leaves some clause without a way out.
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
        // Without the claim itself, some clause that had it must have no way out.
        let without: Vec<Vec<Candidate>> =
            clauses.iter().map(|clause| clause.iter().filter(|it| *it != claim).copied().collect()).collect();
        let mut work = work;
        exhaust(state, &without, &mut Vec::new(), &mut work).map_err(|end| end.flaw(*claim))?;
    }
    Ok(())
}

/// Why there is no proof.
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

/// Whether no choice of one candidate from each clause agrees with itself and with what is chosen.
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

/// Proof from the check of one constraint.
fn by_constraint(state: &State, deduction: &Deduction, work: u64) -> Result<(), Flaw> {
    let [number] = deduction.constraints[..] else { return Err(Flaw::Absent) };
    let constraint = &state.variant().constraints()[number];
    let board = state.variant().board();
    if let Some(claim) = deduction.placements.first() {
        return Err(Flaw::Open(*claim));
    }
    for claim in &deduction.eliminations {
        if constraint.scope(board).is_none() {
            // A rule of the whole board: one other cell that is named must be without a value.
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

/// Proof from sums that are added up: all values of the houses, less the sums of the constraints.
fn by_sums(state: &State, deduction: &Deduction, work: u64) -> Result<(), Flaw> {
    let sum = balance(state.variant(), &deduction.houses, &deduction.constraints).ok_or(Flaw::Absent)?;
    if let Some(claim) = deduction.placements.first() {
        return Err(Flaw::Open(*claim));
    }
    let scope: Vec<Cell> = sum.terms.iter().map(|(cell, _)| *cell).collect();
    for claim in &deduction.eliminations {
        let check = |values: &[u8]| if sum.holds(values) { Verdict::Holds } else { Verdict::Broken };
        refute(state, deduction, &scope, *claim, work, check).map_err(|gap| gap.flaw(*claim))?;
    }
    Ok(())
}

/// What a check says of complete values.
enum Verdict {
    Holds,
    Broken,
    /// These two cells alone break it.
    Pair(Cell, Cell),
}

/// Whether no values of these cells pass the check together with the claim: an odometer that turns the last wheel to blame
/// (conflict-directed backjumping). Cells that the deduction does not name may hold any value.
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
    // Cells that nothing is known of come last, so that what breaks without them shows first; cells that are listed beside
    // each other have most to do with each other.
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

/// The wheels whose values are wrong together; `None` if all is well. `sights` are wheels of cells that see each other.
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

/// Proof of a trial: each of its steps in the grid so far, then the contradiction.
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
