//! From a technique to its finder.

use super::preference as order;
use super::techniques::{
    colors, fish as finned, rectangle, remote_pair, sue_de_coq, template, turbot, wing, wxyz_wing,
};
use crate::hodoku::chains::forcing::{self, Reach};
use crate::hodoku::chains::nice_loop::{self as loops, Chain};
use crate::hodoku::techniques::als::{self, Effect, Pattern};
use crate::hodoku::techniques::house_set::{self, Naked};
use crate::model::visit::Visitor;
use crate::model::{Candidate, Deduction, Technique};
use crate::patterns::links::Nodes;
use crate::patterns::view::View;
use crate::se::techniques::single;
use core::ops::ControlFlow;
use std::collections::HashSet;

/// Which of HoDoKu's two sets of options holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
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
        T::FullHouse | T::HiddenSingleBox | T::HiddenSingleLine => {
            single::hidden(view.marks, &mut |deduction| visit(deduction))
        }
        T::NakedSingle => single::naked(view.marks, &mut |deduction| visit(deduction)),
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
        T::WxyzWing => wxyz_wing::find(view, visit),
        T::Uniqueness1
        | T::Uniqueness2
        | T::Uniqueness3
        | T::Uniqueness4
        | T::Uniqueness5
        | T::Uniqueness6
        | T::HiddenRectangle => rectangle::find(view, technique, visit),
        T::AvoidableRectangle1 | T::AvoidableRectangle2 => rectangle::avoidable(view, technique, visit),
        T::Bug1 => rectangle::bug_plus_one(view, visit),
        T::RemotePair => sorted(remote_pair::all(view), visit),
        T::SueDeCoq => sue_de_coq::find(view, visit),
        T::SimpleColorsTrap | T::SimpleColorsWrap => sorted(colors::simple(view), visit),
        T::MultiColors1 | T::MultiColors2 => sorted(colors::multi(view), visit),
        T::XChain => best_chain(view, loops::x_chains(view, scope), visit),
        T::XyChain => best_chain(view, loops::xy_chains(view, scope), visit),
        T::ContinuousLoop | T::DiscontinuousLoop | T::Aic => {
            best_chain(view, loops::nice_loops(view, Nodes::Single, scope), visit)
        }
        T::GroupedContinuousLoop | T::GroupedDiscontinuousLoop | T::GroupedAic => {
            best_chain(view, loops::nice_loops(view, Nodes::Grouped, scope), visit)
        }
        T::AlsXz | T::AlsXyWing | T::AlsXyChain | T::DeathBlossom => sets(view, technique, scope, visit),
        T::ForcingChainContradiction | T::ForcingChainVerity => forcing::find(view, Reach::Chains, visit),
        T::ForcingNetContradiction | T::ForcingNetVerity => forcing::find(view, Reach::Nets, visit),
        T::TemplateSet | T::TemplateDelete => template::find(view, technique, visit),
        _ => match finned::Kind::of(technique) {
            Some(kind) => finned::find(view, kind, visit),
            None => ControlFlow::Continue(()),
        },
    }
}

/// Reports the deductions, the one that HoDoKu prefers first; by effect, then size.
fn sorted(mut found: Vec<Deduction>, visit: Visitor<'_>) -> ControlFlow<()> {
    let prefer = |first: &Deduction, second: &Deduction| {
        order::by_effect(&first.eliminations, &second.eliminations).then(first.size.cmp(&second.size))
    };
    while !found.is_empty() {
        let mut best = 0;
        for number in 1..found.len() {
            if prefer(&found[best], &found[number]).is_gt() {
                best = number;
            }
        }
        visit(found.remove(best))?;
    }
    ControlFlow::Continue(())
}

/// Reports chains, the one that HoDoKu prefers first.
fn best_chain(view: &View<'_>, mut found: Vec<Chain>, visit: Visitor<'_>) -> ControlFlow<()> {
    found.sort_by(|first, second| order::by_effect(&first.gone, &second.gone));
    found.iter().try_for_each(|chain| visit(chain.deduction(view)))
}

/// Reports patterns of almost locked sets; the scale takes the chain with the best effect, else the first pattern.
fn sets(view: &View<'_>, technique: Technique, scope: Scope, visit: Visitor<'_>) -> ControlFlow<()> {
    let sets = view.sets(scope);
    let mut found: Vec<Pattern> = Vec::new();
    let mut known = HashSet::new();
    let mut best: Option<Vec<Candidate>> = None;
    let mut take = |effect: &Effect, pattern: &dyn Fn() -> Pattern| {
        if scope == Scope::All {
            if known.insert(*effect) {
                found.push(pattern());
            }
        } else if technique == Technique::AlsXyChain {
            let (here, gone) = (als::candidates(effect), best.take().unwrap_or_default());
            if gone.is_empty() || order::by_effect(&here, &gone).is_lt() {
                found = vec![pattern()];
                best = Some(here);
            } else {
                best = Some(gone);
            }
        } else if found.is_empty() {
            found = vec![pattern()];
        }
    };
    match technique {
        Technique::AlsXz => sets.xz(&mut take),
        Technique::AlsXyWing => sets.wings(&mut take),
        Technique::AlsXyChain => sets.chains(&mut take),
        _ => sets.blossoms(view, &mut take),
    }
    found.iter().try_for_each(|pattern| visit(sets.deduction(view, pattern)))
}

/// On how much of the grid a pattern of a technique rests.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Span {
    /// The places of one digit.
    Digit,
    /// The candidates of one house, or of two.
    House,
    /// More than that.
    Grid,
}

/// The span of a technique.
pub(crate) fn span(technique: Technique) -> Span {
    use Technique as T;
    match technique {
        T::Skyscraper
        | T::TwoStringKite
        | T::TurbotFish
        | T::EmptyRectangle
        | T::SimpleColorsTrap
        | T::MultiColors1
        | T::XChain => Span::Digit,
        T::LockedPair
        | T::LockedTriplet
        | T::Pointing
        | T::Claiming
        | T::NakedPair
        | T::NakedTriplet
        | T::NakedQuad
        | T::HiddenPair
        | T::HiddenTriplet
        | T::HiddenQuad
        | T::SueDeCoq => Span::House,
        other if finned::Kind::of(other).is_some() => Span::Digit,
        _ => Span::Grid,
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

/// Every use of the technique, and of pairs of its uses where HoDoKu lists these as one.
pub(crate) fn all(view: &View<'_>, technique: Technique) -> Vec<Deduction> {
    let mut found = all_plain(view, technique);
    if let Some(other) = finned::Kind::of(technique).and_then(finned::Kind::twin) {
        let mut fish = found.clone();
        fish.extend(all_plain(view, other));
        found.extend(finned::siamese(&fish, technique));
    }
    found
}

fn all_plain(view: &View<'_>, technique: Technique) -> Vec<Deduction> {
    let mut found = Vec::new();
    let _ = search(view, technique, Scope::All, &mut |deduction| {
        found.push(deduction);
        ControlFlow::Continue(())
    });
    // Finders of several techniques report all of them.
    found.retain(|deduction: &Deduction| deduction.technique == technique);
    found
}
