//! Redundant constraints of a variant, and conflicting ones (a minimal unsatisfiable subset).
//!
//! Source: J. Marques-Silva, "Minimal unsatisfiability: models, algorithms and applications", ISMVL
//! 2010, for minimal subsets by deletion.

use super::PuzzleSolver;
use crate::{Config, End, Unsupported};
use core::ops::ControlFlow;
use farandole_puzzle::constraint::{Constraint, Role};
use farandole_puzzle::variant::Variant;

/// A set of constraints of a variant.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ConstraintFinding {
    /// The 0-based indices of the constraints in the variant, ascending.
    pub constraints: Vec<usize>,
    /// True if every search finished within the budget. Otherwise, there may be more redundant
    /// constraints or fewer conflicting ones.
    pub exact: bool,
    /// Number of search nodes of all searches together.
    pub nodes: u64,
}

/// Returns the redundant constraints. Each of them follows from all others, but removing one may
/// make another one necessary.
///
/// Constraints that others depend on, such as the layout of regions, are never included. The budget
/// applies to each constraint.
///
/// # Errors
/// Returns an error if the engine does not support a constraint.
pub fn redundant_constraints(
    variant: &Variant,
    config: &Config<'_>,
) -> Result<ConstraintFinding, Unsupported> {
    let mut finding = ConstraintFinding { exact: true, ..ConstraintFinding::default() };
    let all: Vec<usize> = (0..variant.constraints().len()).collect();
    for at in 0..all.len() {
        let constraint = &variant.constraints()[at];
        let others: Vec<usize> = all.iter().copied().filter(|other| *other != at).collect();
        let Some(without) = only(variant, &others).filter(|_| constraint.about().role() != Role::Board)
        else {
            continue;
        };
        let mut follows = true;
        let report =
            PuzzleSolver::new(without)?.run(&Config { limit: u64::MAX, ..*config }, &mut |values| {
                follows = constraint.check(variant.board(), values).is_ok();
                if follows { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            })?;
        finding.nodes += report.counters.nodes;
        match report.end {
            End::Exhausted if follows => finding.constraints.push(at),
            _ if follows => finding.exact = false,
            _ => {}
        }
    }
    Ok(finding)
}

/// Returns a minimal set of constraints that contradict each other: if any one of them is removed,
/// there is a solution. Returns `None` if the variant has a solution. If the first search exceeds
/// the budget or is cancelled, the result has no constraints and is not exact.
///
/// Rows and columns are always kept, and so are constraints that others depend on and holes. If
/// `NoBoxes` is not in the result, the others contradict each other with and without boxes. The budget
/// applies to each search. There is one per constraint, and more if some constraints affect others.
///
/// # Errors
/// Returns an error if the engine does not support a constraint.
pub fn conflicting_constraints(
    variant: &Variant,
    config: &Config<'_>,
) -> Result<Option<ConstraintFinding>, Unsupported> {
    let config = Config { limit: 1, ..*config };
    let report = PuzzleSolver::new(variant)?.count(&config)?;
    if report.solutions > 0 {
        return Ok(None);
    }
    if report.end != End::Exhausted {
        return Ok(Some(ConstraintFinding { nodes: report.counters.nodes, ..Default::default() }));
    }
    let mut finding = ConstraintFinding { exact: true, nodes: report.counters.nodes, ..Default::default() };
    let mut kept: Vec<usize> = (0..variant.constraints().len()).collect();
    // Without settings and layouts, a constraint that was needed once remains needed.
    let is_monotone = variant.constraints().iter().all(|it| it.about().role() == Role::Rule);
    loop {
        let before = kept.len();
        for tried in kept.clone().into_iter().rev() {
            let left: Vec<usize> = kept.iter().copied().filter(|at| *at != tried).collect();
            let has_holes = matches!(variant.constraints()[tried], Constraint::Holes(_));
            let Some(without) = only(variant, &left).filter(|_| !has_holes) else { continue };
            let report = PuzzleSolver::new(without)?.count(&config)?;
            finding.nodes += report.counters.nodes;
            finding.exact &= report.solutions > 0 || report.end == End::Exhausted;
            if report.solutions == 0 && report.end == End::Exhausted {
                kept = left;
            }
        }
        if kept.len() == before || is_monotone || !finding.exact {
            break;
        }
    }
    finding.constraints = kept;
    Ok(Some(finding))
}

/// Returns the 0-based index of a constraint that is impossible on its own, such as a sum that no
/// cells can have. Returns `None` if there is no such constraint. Detects only contradictions that
/// propagation finds without a guess.
///
/// Cost: one setup and one propagation for each constraint.
///
/// ```
/// use farandole_puzzle::format::iss;
/// use farandole_solve::impossible_constraint;
///
/// let variant = iss::read(".Shape~4x4.AntiKnight.Cage~11~R1C1~R1C2~R1C3~R1C4").unwrap();
/// assert_eq!(impossible_constraint(&variant).map(|at| variant.constraints()[at].name()), Some("Cage"));
/// ```
pub fn impossible_constraint(variant: &Variant) -> Option<usize> {
    let config = Config { budget: 1, ..Config::default() };
    let is_impossible = |at: &usize| {
        let solver = alone(variant, *at).and_then(|alone| PuzzleSolver::new(alone).ok());
        let report = solver.and_then(|solver| solver.count(&config).ok());
        report.is_some_and(|report| report.solutions == 0 && report.end == End::Exhausted)
    };
    (0..variant.constraints().len()).find(is_impossible)
}

/// Returns the variant with only one constraint and those that its board requires.
fn alone(variant: &Variant, at: usize) -> Option<Variant> {
    let layout = |place: &usize| *place == at || variant.constraints()[*place].about().role() == Role::Board;
    let places: Vec<usize> = (0..variant.constraints().len()).filter(layout).collect();
    only(variant, &places)
}

/// Returns the variant with only these constraints, or `None` if removing the others would change
/// the cells.
fn only(variant: &Variant, constraints: &[usize]) -> Option<Variant> {
    let constraints: Vec<Constraint> =
        constraints.iter().map(|at| variant.constraints()[*at].clone()).collect();
    let groups = variant.stated_groups();
    let without = Variant::new(variant.shape(), groups, constraints).ok()?;
    (without.board().groups() == variant.board().groups()).then_some(without)
}
