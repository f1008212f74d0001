//! The order of HoDoKu's techniques, and the finder of each.

use super::chains::forcing::{self, Reach};
use super::chains::nice_loop::{best_chain, nice_loops, x_chains, xy_chains};
use super::preference::report;
use super::rule::{Entry, Level, Rule, Scope, Span};
use super::techniques::avoidable_rectangle::avoidable;
use super::techniques::fish::{self, Kind, siamese};
use super::techniques::house_set::{self, Naked};
use super::techniques::{
    als, bug, colors, rectangle, remote_pair, sue_de_coq, template, turbot, wing, wxyz_wing,
};
use crate::model::visit::Visitor;
use crate::model::{Deduction, State, Technique};
use crate::patterns::links::Nodes;
use crate::patterns::view::View;
use crate::se::techniques::single::{hidden, naked};
use core::ops::ControlFlow;

/// Defines the rules. Each has its position, level and score, the part of the grid on which it depends, the
/// techniques searched together, and their finder. The default options use those that start with `at`.
macro_rules! rules {
    ($($mode:ident($index:literal, $level:ident, $score:literal) $span:ident [$($technique:ident),+] $find:expr;)+) => {
        &[$(
            Rule::new(&[$(Technique::$technique),+], Span::$span, $find).$mode($index, Level::$level, $score)
        ),+]
    };
}

/// The techniques other than fish, in the order of HoDoKu's default options.
const WITHOUT_FISH: &[Rule] = rules! {
    at(100, Easy, 4) Grid [FullHouse] |view, _, _, visit| hidden(view.marks, &mut |step| visit(step));
    at(200, Easy, 4) Grid [NakedSingle] |view, _, _, visit| naked(view.marks, &mut |step| visit(step));
    at(300, Easy, 14) Grid [HiddenSingleBox, HiddenSingleLine]
        |view, _, _, visit| hidden(view.marks, &mut |step| visit(step));
    at(1000, Medium, 40) House [LockedPair] |view, _, _, visit| house_set::naked(view, 2, Naked::Locked, visit);
    at(1100, Medium, 60) House [LockedTriplet] |view, _, _, visit| house_set::naked(view, 3, Naked::Locked, visit);
    at(1200, Medium, 50) House [Pointing] |view, technique, _, visit| house_set::locked(view, 18..27, technique, visit);
    at(1210, Medium, 50) House [Claiming] |view, technique, _, visit| house_set::locked(view, 0..18, technique, visit);
    at(1300, Medium, 60) House [NakedPair] |view, _, _, visit| house_set::naked(view, 2, Naked::Plain, visit);
    at(1400, Medium, 80) House [NakedTriplet] |view, _, _, visit| house_set::naked(view, 3, Naked::Plain, visit);
    at(1500, Medium, 70) House [HiddenPair] |view, _, _, visit| house_set::hidden(view, 2, visit);
    at(1600, Medium, 100) House [HiddenTriplet] |view, _, _, visit| house_set::hidden(view, 3, visit);
    at(2000, Hard, 120) House [NakedQuad] |view, _, _, visit| house_set::naked(view, 4, Naked::Plain, visit);
    at(2100, Hard, 150) House [HiddenQuad] |view, _, _, visit| house_set::hidden(view, 4, visit);
    at(2800, Hard, 110) Grid [RemotePair] |view, _, _, visit| report(remote_pair::all(view), visit);
    at(2900, Hard, 100) Grid [Bug1] |view, _, _, visit| bug::bug_plus_one(view, visit);
    at(3000, Hard, 130) Digit [Skyscraper] |view, _, _, visit| turbot::skyscraper(view, visit);
    at(3100, Hard, 150) Digit [TwoStringKite] |view, _, _, visit| turbot::kite(view, visit);
    at(3120, Hard, 120) Digit [TurbotFish] |view, _, _, visit| turbot::turbot(view, visit);
    at(3170, Hard, 120) Digit [EmptyRectangle] |view, _, scope, visit| turbot::empty_rectangle(view, scope, visit);
    at(3200, Hard, 150) Grid [WWing] |view, _, _, visit| wing::w(view, visit);
    at(3300, Hard, 160) Grid [XyWing] |view, _, _, visit| wing::xy(view, visit);
    at(3400, Hard, 180) Grid [XyzWing] |view, _, _, visit| wing::xyz(view, visit);
    at(3500, Hard, 100) Grid [Uniqueness1] |view, technique, _, visit| rectangle::find(view, technique, visit);
    at(3600, Hard, 100) Grid [Uniqueness2] |view, technique, _, visit| rectangle::find(view, technique, visit);
    at(3700, Hard, 100) Grid [Uniqueness3] |view, technique, _, visit| rectangle::find(view, technique, visit);
    at(3800, Hard, 100) Grid [Uniqueness4] |view, technique, _, visit| rectangle::find(view, technique, visit);
    at(3900, Hard, 100) Grid [Uniqueness5] |view, technique, _, visit| rectangle::find(view, technique, visit);
    at(4000, Hard, 100) Grid [Uniqueness6] |view, technique, _, visit| rectangle::find(view, technique, visit);
    at(4010, Hard, 100) Grid [HiddenRectangle] |view, technique, _, visit| rectangle::find(view, technique, visit);
    at(4020, Hard, 100) Grid [AvoidableRectangle1] |view, technique, _, visit| avoidable(view, technique, visit);
    at(4030, Hard, 100) Grid [AvoidableRectangle2] |view, technique, _, visit| avoidable(view, technique, visit);
    at(5300, Unfair, 250) House [SueDeCoq] |view, _, _, visit| sue_de_coq::find(view, visit);
    at(5330, Hard, 150) Digit [SimpleColorsTrap, SimpleColorsWrap] |view, _, _, visit| report(colors::simple(view), visit);
    at(5360, Hard, 200) Digit [MultiColors1, MultiColors2] |view, _, _, visit| report(colors::multi(view), visit);
    at(5400, Unfair, 260) Digit [XChain] |view, _, scope, visit| best_chain(view, x_chains(view, scope), visit);
    at(5500, Unfair, 260) Grid [XyChain] |view, _, scope, visit| best_chain(view, xy_chains(view, scope), visit);
    at(5600, Unfair, 280) Grid [ContinuousLoop, DiscontinuousLoop, Aic]
        |view, _, scope, visit| best_chain(view, nice_loops(view, Nodes::Single, scope), visit);
    at(5650, Unfair, 300) Grid [GroupedContinuousLoop, GroupedDiscontinuousLoop, GroupedAic]
        |view, _, scope, visit| best_chain(view, nice_loops(view, Nodes::Grouped, scope), visit);
    at(5700, Unfair, 300) Grid [AlsXz] als::find;
    at(5800, Unfair, 320) Grid [AlsXyWing] als::find;
    at(5900, Unfair, 340) Grid [AlsXyChain] als::find;
    off(6000, Unfair, 360) Grid [DeathBlossom] als::find;
    at(8500, Extreme, 500) Grid [ForcingChainContradiction, ForcingChainVerity]
        |view, _, _, visit| forcing::find(view, Reach::Chains, visit);
    at(8600, Extreme, 700) Grid [ForcingNetContradiction, ForcingNetVerity]
        |view, _, _, visit| forcing::find(view, Reach::Nets, visit);
    off(8700, Extreme, 10_000) Grid [TemplateSet] |view, technique, _, visit| template::find(view, technique, visit);
    off(8800, Extreme, 10_000) Grid [TemplateDelete] |view, technique, _, visit| template::find(view, technique, visit);
    // Brute force has no finder, because a finder has no solution.
    at(8900, Extreme, 10_000) Grid [BruteForce] |_, _, _, _| ControlFlow::Continue(());
};

/// The techniques in the order of HoDoKu's default options.
pub(crate) const RULES: &[Rule] = &{
    let mut rules = [WITHOUT_FISH[0]; WITHOUT_FISH.len() + fish::RULES.len()];
    let mut i = 0;
    while i < rules.len() {
        let rule = if i < WITHOUT_FISH.len() { WITHOUT_FISH[i] } else { fish::RULES[i - WITHOUT_FISH.len()] };
        let mut place = i;
        while place > 0 && entry_of(&rules[place - 1]).index > entry_of(&rule).index {
            rules[place] = rules[place - 1];
            place -= 1;
        }
        rules[place] = rule;
        i += 1;
    }
    rules
};

/// Techniques without a position in the order. They are only listed.
const OTHERS: &[Rule] = &[
    Rule::new(&[Technique::WxyzWing], Span::Grid, |view, _, _, visit| wxyz_wing::find(view, visit)),
    Rule::new(&[Technique::DualTwoStringKite], Span::Grid, |view, _, _, visit| {
        turbot::dual_kite(view, visit)
    }),
    Rule::new(&[Technique::DualEmptyRectangle], Span::Grid, |view, _, _, visit| {
        turbot::dual_empty_rectangle(view, visit)
    }),
];

/// The techniques in the order of HoDoKu's default options.
pub const CATALOGUE: &[Entry] = &{
    let mut entries = [entry_of(&RULES[0]); RULES.len()];
    let mut i = 0;
    while i < RULES.len() {
        entries[i] = entry_of(&RULES[i]);
        i += 1;
    }
    entries
};

const fn entry_of(rule: &Rule) -> Entry {
    match rule.entry {
        Some(entry) => entry,
        None => panic!("a rule of the order has a place in it"),
    }
}

/// Returns the entry of a technique in the order, or `None` for techniques of other scales.
pub fn entry(technique: Technique) -> Option<&'static Entry> {
    let same = match technique {
        Technique::DualTwoStringKite => Technique::TwoStringKite,
        Technique::DualEmptyRectangle => Technique::EmptyRectangle,
        other => other,
    };
    CATALOGUE.iter().find(|entry| entry.techniques.contains(&same))
}

/// Returns every deduction of a technique in a state, with the wider options of HoDoKu's "all
/// steps". Returns an empty list for techniques of other scales and for brute force.
pub fn all(state: &State, technique: Technique) -> Vec<Deduction> {
    let view = View::new(state);
    let mut found = all_plain(&view, technique);
    if let Some(other) = Kind::of(technique).and_then(Kind::twin) {
        let mut fish = found.clone();
        fish.extend(all_plain(&view, other));
        found.extend(siamese(&fish, technique));
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

/// Reports deductions of a technique to `visit`, starting with the one that the scale applies
/// first.
fn search(view: &View<'_>, technique: Technique, scope: Scope, visit: Visitor<'_>) -> ControlFlow<()> {
    let rule = RULES.iter().chain(OTHERS).find(|rule| rule.techniques.contains(&technique));
    rule.map_or(ControlFlow::Continue(()), |rule| (rule.find)(view, technique, scope, visit))
}

/// Returns the first technique of the group that is searched together with this one, or `None` for
/// techniques of other scales.
pub(crate) fn group(technique: Technique) -> Option<Technique> {
    let rule = RULES.iter().chain(OTHERS).find(|rule| rule.techniques.contains(&technique));
    rule.map(|rule| rule.techniques[0])
}

/// Returns the deductions of a technique and of the techniques searched with it, with the options
/// for solving.
pub(crate) fn usual(view: &View<'_>, technique: Technique) -> Vec<Deduction> {
    let mut found = Vec::new();
    let _ = search(view, technique, Scope::Solve, &mut |deduction| {
        found.push(deduction);
        ControlFlow::Continue(())
    });
    found
}

impl Rule {
    /// Returns the deduction that the scale applies when it reaches this position of the order.
    pub(crate) fn first(&self, view: &View<'_>) -> Option<Deduction> {
        let mut found = None;
        let _ = (self.find)(view, self.techniques[0], Scope::Solve, &mut |deduction| {
            found = Some(deduction);
            ControlFlow::Break(())
        });
        found
    }
}
