//! Propagators with lazy explanations (lazy clause generation, CDCL modulo theories): constraints that are
//! not clauses.
//!
//! The method performs badly if explanations are expensive to compute, because conflict analysis may request
//! the same explanation in many conflicts.
//!
//! Source: Nieuwenhuis, Oliveras, Tinelli, "Solving SAT and SAT modulo theories: from an abstract DPLL
//! procedure to DPLL(T)", JACM 53 (2006); Ohrimenko, Stuckey, Codish, "Propagation via lazy clause
//! generation", Constraints 14 (2009); Fazekas, Niemetz, Preiner, Kirchweger, Szeider, Biere, "IPASIR-UP:
//! user propagators for CDCL", SAT 2023.

use crate::literal::Lit;
use crate::trail::Trail;
use alloc::vec::Vec;
use core::convert::Infallible;
use core::fmt;

/// A set of constraints that assigns implied literals and explains them on request.
///
/// The solver passes each literal of the trail to [`extend`](Self::extend) once, in order, and to
/// [`retract`](Self::retract) in reverse order when it backtracks. The propagator may keep any state that makes
/// later calls cheap. Calls are resolved at compile time, because a virtual call per literal would cost as much
/// as the work of the call.
///
/// Explanations are lazy. With each literal that it assigns, the propagator stores a small note of its own
/// type, [`Reason`](Self::Reason). Conflict analysis later calls [`explain`](Self::explain) for the few
/// literals that take part in a conflict.
///
/// If debug assertions are enabled, the solver compares the propagator with [`reference`](Self::reference) at
/// the first fixpoints of each problem and at some of the later ones.
pub trait Propagator {
    /// Data that does not change during a search: the shape of the problem. It is kept outside the
    /// propagator, so that the buffers of one solver can be reused for many problems.
    type Rules: ?Sized;
    /// The note that the propagator stores for a literal that it assigns. It later computes the explanation
    /// from the note.
    type Reason: Copy + Eq + fmt::Debug;
    /// The note that the propagator returns for a conflict.
    type Conflict: Copy + Eq + fmt::Debug;

    /// Starts a new problem.
    ///
    /// Requires: no literal has a value. Ensures: all state of earlier problems is discarded, and the literals
    /// that the constraints alone imply are assigned. The solver never requests explanations of these literals.
    ///
    /// # Errors
    ///
    /// Returns a conflict if the constraints contradict each other.
    fn reset(&mut self, rules: &Self::Rules, trail: &mut Trail<Self::Reason>) -> Result<(), Self::Conflict>;

    /// Processes `lit`, the next true literal of the trail, and assigns literals that it implies.
    ///
    /// Requires: every literal before `lit` on the trail was processed. Later literals may be on the trail
    /// already, with their values visible. Ensures: `lit` is recorded even if the result is a conflict, so that
    /// [`retract`](Self::retract) can undo it. Once all literals are processed without a conflict and
    /// [`propagate_rest`](Self::propagate_rest) assigns nothing, every literal that
    /// [`reference`](Self::reference) returns is true.
    ///
    /// # Errors
    ///
    /// Returns a conflict if the constraints forbid the current assignment.
    fn extend(
        &mut self,
        rules: &Self::Rules,
        lit: Lit,
        trail: &mut Trail<Self::Reason>,
    ) -> Result<(), Self::Conflict>;

    /// Performs expensive propagation. The solver calls this when every literal of the trail is processed and
    /// the clauses imply nothing more. Before the next call, the solver passes the literals assigned here to
    /// [`extend`](Self::extend) and propagates them in the clauses.
    ///
    /// Ensures: if this call assigns nothing, every literal that [`reference`](Self::reference) returns is
    /// true.
    ///
    /// # Errors
    ///
    /// Returns a conflict if the constraints forbid the current assignment.
    #[inline]
    fn propagate_rest(
        &mut self,
        _rules: &Self::Rules,
        _trail: &mut Trail<Self::Reason>,
    ) -> Result<(), Self::Conflict> {
        Ok(())
    }

    /// Undoes [`extend`](Self::extend) for a literal.
    ///
    /// Requires: of the processed literals that are not retracted yet, `lit` is the last one. Ensures: the
    /// state is the same as before `lit` was processed.
    fn retract(&mut self, rules: &Self::Rules, lit: Lit);

    /// Notifies the propagator that decision level 0 is complete: all literals processed so far hold for the
    /// rest of the search. The solver calls this each time propagation at level 0 ends without a conflict.
    ///
    /// Requires: the decision level is 0, and all literals are processed.
    fn root_reached(&mut self, _rules: &Self::Rules) {}

    /// Appends the literals that imply `lit` to `antecedents`.
    ///
    /// Requires: this propagator assigned `lit` with this reason above level 0, and `lit` is still assigned.
    /// Ensures: each appended literal was true before `lit` was assigned, and the constraints imply `lit` if
    /// all appended literals are true. Literals of level 0 may be omitted.
    fn explain(&mut self, rules: &Self::Rules, lit: Lit, reason: Self::Reason, antecedents: &mut Vec<Lit>);

    /// Appends the literals that contradict each other to `antecedents`.
    ///
    /// Requires: this conflict was the last result of `extend` or `propagate_rest`. Ensures: each appended
    /// literal is true, but the constraints forbid that all of them are true together. Literals of level 0 may
    /// be omitted.
    fn explain_conflict(&mut self, rules: &Self::Rules, conflict: Self::Conflict, antecedents: &mut Vec<Lit>);

    /// Returns every literal that the constraints imply in one step from the current assignment.
    ///
    /// This is a slow and obvious implementation for checks. It uses only the constraints and the values on the
    /// trail, not the incremental state of the propagator.
    ///
    /// # Errors
    ///
    /// Returns a conflict if the constraints forbid the current assignment.
    fn reference(&self, rules: &Self::Rules, trail: &Trail<Self::Reason>)
    -> Result<Vec<Lit>, Self::Conflict>;

    /// Compares the incremental state with the values of the trail.
    ///
    /// Requires: all literals are processed.
    ///
    /// # Panics
    ///
    /// Panics if the state does not match the values.
    fn check_state(&self, _rules: &Self::Rules, _trail: &Trail<Self::Reason>) {}
}

/// Compares a propagator with its reference implementation.
///
/// Requires: all literals of the trail are processed, and there was no conflict.
///
/// # Panics
///
/// Panics if the propagator missed a literal or a conflict, or if its incremental state does not match the
/// values on the trail.
pub fn check<P: Propagator>(propagator: &P, rules: &P::Rules, trail: &Trail<P::Reason>) {
    propagator.check_state(rules, trail);
    match propagator.reference(rules, trail) {
        Ok(lits) => {
            let missed = lits.into_iter().find(|lit| trail.value(*lit) <= 0);
            assert_eq!(missed, None, "the propagator missed a literal");
        }
        Err(conflict) => panic!("the propagator missed {conflict:?}"),
    }
}

/// No constraints: a problem of clauses alone.
impl Propagator for () {
    type Rules = ();
    type Reason = Infallible;
    type Conflict = Infallible;

    // The empty methods that run once per literal are inlined, so a problem of clauses alone pays nothing for
    // them.
    fn reset(&mut self, (): &(), _: &mut Trail<Infallible>) -> Result<(), Infallible> {
        Ok(())
    }

    #[inline]
    fn extend(&mut self, (): &(), _: Lit, _: &mut Trail<Infallible>) -> Result<(), Infallible> {
        Ok(())
    }

    #[inline]
    fn retract(&mut self, (): &(), _: Lit) {}

    fn explain(&mut self, (): &(), _: Lit, reason: Infallible, _: &mut Vec<Lit>) {
        match reason {}
    }

    fn explain_conflict(&mut self, (): &(), conflict: Infallible, _: &mut Vec<Lit>) {
        match conflict {}
    }

    fn reference(&self, (): &(), _: &Trail<Infallible>) -> Result<Vec<Lit>, Infallible> {
        Ok(Vec::new())
    }
}
