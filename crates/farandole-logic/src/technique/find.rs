//! From a technique to its finder.

use super::Visitor;
use super::house_set::{self, Naked};
use super::view::View;
use super::{turbot, wing};
use crate::step::{Deduction, Technique};
use core::ops::ControlFlow;

/// Which of HoDoKu's two sets of options holds.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Scope {
    /// Those for solving, which the scale uses.
    Solve,
    /// The wider ones for listing all steps.
    All,
}

/// Reports uses of a technique to `visit`, the one that the scale applies first.
fn search(view: &View<'_>, technique: Technique, scope: Scope, visit: Visitor<'_>) -> ControlFlow<()> {
    use Technique as T;
    match technique {
        T::LockedPair => house_set::naked(view, 2, Naked::Locked, visit),
        T::LockedTriplet => house_set::naked(view, 3, Naked::Locked, visit),
        T::Pointing => house_set::pointing(view, visit),
        T::Claiming => house_set::claiming(view, visit),
        T::NakedPair => house_set::naked(view, 2, Naked::Plain, visit),
        T::NakedTriplet => house_set::naked(view, 3, Naked::Plain, visit),
        T::NakedQuad => house_set::naked(view, 4, Naked::Plain, visit),
        T::HiddenPair => house_set::hidden(view, 2, visit),
        T::HiddenTriplet => house_set::hidden(view, 3, visit),
        T::HiddenQuad => house_set::hidden(view, 4, visit),
        T::Skyscraper => turbot::skyscraper(view, visit),
        T::TwoStringKite => turbot::kite(view, visit),
        T::DualTwoStringKite => turbot::dual_kite(view, visit),
        T::TurbotFish => turbot::turbot(view, visit),
        T::EmptyRectangle => turbot::empty_rectangle(view, scope == Scope::All, visit),
        T::DualEmptyRectangle => turbot::dual_empty_rectangle(view, visit),
        T::WWing => wing::w(view, visit),
        T::XyWing => wing::xy(view, visit),
        T::XyzWing => wing::xyz(view, visit),
        _ => ControlFlow::Continue(()),
    }
}

/// The deduction that the scale applies when it comes to this technique.
pub(crate) fn first(view: &View<'_>, technique: Technique) -> Option<Deduction> {
    let mut found = None;
    let _ = search(view, technique, Scope::Solve, &mut |deduction| {
        found = Some(deduction);
        ControlFlow::Break(())
    });
    found
}

/// Every use of the technique.
pub(crate) fn all(view: &View<'_>, technique: Technique) -> Vec<Deduction> {
    let mut found = Vec::new();
    let _ = search(view, technique, Scope::All, &mut |deduction| {
        found.push(deduction);
        ControlFlow::Continue(())
    });
    found.retain(|deduction: &Deduction| deduction.technique == technique);
    found
}
