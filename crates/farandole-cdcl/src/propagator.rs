//! Propagators with lazy reasons: rules that are not clauses.
//!
//! Source: Nieuwenhuis, Oliveras, Tinelli, "Solving SAT and SAT modulo theories: from an abstract DPLL procedure to
//! DPLL(T)", JACM 53 (2006); Ohrimenko, Stuckey, Codish, "Propagation via lazy clause generation", Constraints 14 (2009);
//! Fazekas, Niemetz, Preiner, Kirchweger, Szeider, Biere, "IPASIR-UP: user propagators for CDCL", SAT 2023.

use crate::literal::Lit;
use crate::trail::Trail;
use alloc::vec::Vec;
use core::convert::Infallible;
use core::fmt;

/// A set of rules that makes literals true and, when asked, says from what they follow.
///
/// A propagator is told of each literal of the trail once, in order, and told in reverse order when the search goes back.
/// Between the two it keeps what makes the next answer cheap. Calls are resolved at compile time, because a virtual call
/// for each literal would cost as much as the work behind it.
///
/// Reasons are lazy: with each literal goes a small note of the propagator's own kind, [`Reason`](Self::Reason), and only
/// conflict analysis has it turned into literals, for the few that take part.
///
/// With debug assertions the solver compares the propagator with [`reference`](Self::reference) when nothing follows any
/// more: always at the beginning of a problem, now and then later.
pub trait Propagator {
    /// What does not change during a search: the shape of the problem. It stays outside the propagator, so that the
    /// buffers of one solver serve many problems.
    type Rules: ?Sized;
    /// What the propagator notes for a literal that it makes true.
    type Reason: Copy + Eq + fmt::Debug;
    /// What the propagator notes for a contradiction.
    type Conflict: Copy + Eq + fmt::Debug;

    /// Starts a new problem.
    ///
    /// Requires: no literal has a value. Ensures: everything from earlier problems is forgotten, and what the rules alone
    /// make true is assigned; reasons of such literals are never asked for.
    ///
    /// # Errors
    /// The rules contradict each other.
    fn reset(&mut self, rules: &Self::Rules, trail: &mut Trail<Self::Reason>) -> Result<(), Self::Conflict>;

    /// Is told of the next true literal of the trail and assigns what follows.
    ///
    /// Requires: every literal before it on the trail was told. Later ones may be on the trail already, and their values
    /// can be seen. Ensures: the literal is noted even where the answer is a conflict, so that
    /// [`retract`](Self::retract) is right; once all literals are told without a conflict and
    /// [`settle`](Self::settle) finds nothing, everything that [`reference`](Self::reference) lists is true.
    ///
    /// # Errors
    /// The rules forbid what is assigned.
    fn extend(
        &mut self,
        rules: &Self::Rules,
        lit: Lit,
        trail: &mut Trail<Self::Reason>,
    ) -> Result<(), Self::Conflict>;

    /// Every literal of the trail is told, and clauses entail nothing more: the place for rules that are dear. What it
    /// assigns is told and followed by clauses before the next call.
    ///
    /// Ensures: once it assigns nothing, everything that [`reference`](Self::reference) lists is true.
    ///
    /// # Errors
    /// The rules forbid what is assigned.
    #[inline]
    fn settle(
        &mut self,
        _rules: &Self::Rules,
        _trail: &mut Trail<Self::Reason>,
    ) -> Result<(), Self::Conflict> {
        Ok(())
    }

    /// Undoes [`extend`](Self::extend) for a literal.
    ///
    /// Requires: it is the most recent literal told and not retracted. Ensures: the state is that before it was told.
    fn retract(&mut self, rules: &Self::Rules, lit: Lit);

    /// Decision level 0 is complete: everything told now holds to the end.
    ///
    /// Requires: the decision level is 0, and all literals are told.
    fn root_reached(&mut self, _rules: &Self::Rules) {}

    /// Adds the literals from which a literal followed.
    ///
    /// Requires: this propagator assigned `lit` for this reason above level 0, and it is still assigned. Ensures: each
    /// literal added was true before `lit` was assigned, and together they entail it by the rules. Literals of level 0
    /// may be left out.
    fn explain(&mut self, rules: &Self::Rules, lit: Lit, reason: Self::Reason, antecedents: &mut Vec<Lit>);

    /// Adds the literals that contradict each other.
    ///
    /// Requires: `extend` or `settle` answered this conflict last. Ensures: each literal added is true, and the rules forbid that all
    /// of them are. Literals of level 0 may be left out.
    fn explain_conflict(&mut self, rules: &Self::Rules, conflict: Self::Conflict, antecedents: &mut Vec<Lit>);

    /// The same from scratch, slow and obvious: every literal that the rules make true, one step from what is assigned.
    /// It looks at nothing but the rules and the values.
    ///
    /// # Errors
    /// The rules forbid what is assigned.
    fn reference(&self, rules: &Self::Rules, trail: &Trail<Self::Reason>)
    -> Result<Vec<Lit>, Self::Conflict>;

    /// Compares what is kept between calls with the values.
    ///
    /// Requires: all literals are told.
    ///
    /// # Panics
    /// If they differ.
    fn check_state(&self, _rules: &Self::Rules, _trail: &Trail<Self::Reason>) {}
}

/// Compares a propagator with its version from scratch.
///
/// Requires: all literals of the trail are told, and there was no conflict.
///
/// # Panics
/// If the propagator missed a literal or a conflict, or what it keeps is not what the values say.
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

/// No rules: a problem of clauses alone.
impl Propagator for () {
    type Rules = ();
    type Reason = Infallible;
    type Conflict = Infallible;

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
