//! The positions of fish in HoDoKu's order.

use super::kind::Kind;
use super::search;
use crate::hodoku::rule::{Level, Rule, Span};
use crate::model::Technique;
use crate::model::visit::Visitor;
use crate::patterns::view::View;
use core::ops::ControlFlow;

pub(crate) const X_WING: Rule = Rule::new(&[Technique::XWing], Span::Digit, |view, technique, _, visit| {
    find_named(view, technique, visit)
})
.at(2200, Level::Hard, 140);
pub(crate) const SWORDFISH: Rule =
    Rule::new(&[Technique::Swordfish], Span::Digit, |view, technique, _, visit| {
        find_named(view, technique, visit)
    })
    .at(2300, Level::Hard, 150);
pub(crate) const JELLYFISH: Rule =
    Rule::new(&[Technique::Jellyfish], Span::Digit, |view, technique, _, visit| {
        find_named(view, technique, visit)
    })
    .at(2400, Level::Hard, 160);
pub(crate) const SQUIRMBAG: Rule =
    Rule::new(&[Technique::Squirmbag], Span::Digit, |view, technique, _, visit| {
        find_named(view, technique, visit)
    })
    .off(2500, Level::Unfair, 470);
pub(crate) const WHALE: Rule = Rule::new(&[Technique::Whale], Span::Digit, |view, technique, _, visit| {
    find_named(view, technique, visit)
})
.off(2600, Level::Unfair, 470);
pub(crate) const LEVIATHAN: Rule =
    Rule::new(&[Technique::Leviathan], Span::Digit, |view, technique, _, visit| {
        find_named(view, technique, visit)
    })
    .off(2700, Level::Unfair, 470);
pub(crate) const FINNED_X_WING: Rule =
    Rule::new(&[Technique::FinnedXWing], Span::Digit, |view, technique, _, visit| {
        find_named(view, technique, visit)
    })
    .at(4100, Level::Hard, 130);
pub(crate) const FINNED_SWORDFISH: Rule =
    Rule::new(&[Technique::FinnedSwordfish], Span::Digit, |view, technique, _, visit| {
        find_named(view, technique, visit)
    })
    .at(4300, Level::Unfair, 200);
pub(crate) const FINNED_JELLYFISH: Rule =
    Rule::new(&[Technique::FinnedJellyfish], Span::Digit, |view, technique, _, visit| {
        find_named(view, technique, visit)
    })
    .at(4500, Level::Unfair, 250);
pub(crate) const FINNED_SQUIRMBAG: Rule =
    Rule::new(&[Technique::FinnedSquirmbag], Span::Digit, |view, technique, _, visit| {
        find_named(view, technique, visit)
    })
    .off(4700, Level::Unfair, 470);
pub(crate) const FINNED_WHALE: Rule =
    Rule::new(&[Technique::FinnedWhale], Span::Digit, |view, technique, _, visit| {
        find_named(view, technique, visit)
    })
    .off(4900, Level::Unfair, 470);
pub(crate) const FINNED_LEVIATHAN: Rule =
    Rule::new(&[Technique::FinnedLeviathan], Span::Digit, |view, technique, _, visit| {
        find_named(view, technique, visit)
    })
    .off(5100, Level::Unfair, 470);
pub(crate) const SASHIMI_X_WING: Rule =
    Rule::new(&[Technique::SashimiXWing], Span::Digit, |view, technique, _, visit| {
        find_named(view, technique, visit)
    })
    .at(4200, Level::Hard, 150);
pub(crate) const SASHIMI_SWORDFISH: Rule =
    Rule::new(&[Technique::SashimiSwordfish], Span::Digit, |view, technique, _, visit| {
        find_named(view, technique, visit)
    })
    .at(4400, Level::Unfair, 240);
pub(crate) const SASHIMI_JELLYFISH: Rule =
    Rule::new(&[Technique::SashimiJellyfish], Span::Digit, |view, technique, _, visit| {
        find_named(view, technique, visit)
    })
    .at(4600, Level::Unfair, 260);
pub(crate) const SASHIMI_SQUIRMBAG: Rule =
    Rule::new(&[Technique::SashimiSquirmbag], Span::Digit, |view, technique, _, visit| {
        find_named(view, technique, visit)
    })
    .off(4800, Level::Unfair, 470);
pub(crate) const SASHIMI_WHALE: Rule =
    Rule::new(&[Technique::SashimiWhale], Span::Digit, |view, technique, _, visit| {
        find_named(view, technique, visit)
    })
    .off(5000, Level::Unfair, 470);
pub(crate) const SASHIMI_LEVIATHAN: Rule =
    Rule::new(&[Technique::SashimiLeviathan], Span::Digit, |view, technique, _, visit| {
        find_named(view, technique, visit)
    })
    .off(5200, Level::Unfair, 470);
pub(crate) const FRANKEN_X_WING: Rule =
    Rule::new(&[Technique::FrankenXWing], Span::Digit, |view, technique, _, visit| {
        find_named(view, technique, visit)
    })
    .at(6100, Level::Unfair, 300);
pub(crate) const FRANKEN_SWORDFISH: Rule =
    Rule::new(&[Technique::FrankenSwordfish], Span::Digit, |view, technique, _, visit| {
        find_named(view, technique, visit)
    })
    .at(6200, Level::Unfair, 350);
pub(crate) const FRANKEN_JELLYFISH: Rule =
    Rule::new(&[Technique::FrankenJellyfish], Span::Digit, |view, technique, _, visit| {
        find_named(view, technique, visit)
    })
    .off(6300, Level::Unfair, 370);
pub(crate) const FRANKEN_SQUIRMBAG: Rule =
    Rule::new(&[Technique::FrankenSquirmbag], Span::Digit, |view, technique, _, visit| {
        find_named(view, technique, visit)
    })
    .off(6400, Level::Extreme, 470);
pub(crate) const FRANKEN_WHALE: Rule =
    Rule::new(&[Technique::FrankenWhale], Span::Digit, |view, technique, _, visit| {
        find_named(view, technique, visit)
    })
    .off(6500, Level::Extreme, 470);
pub(crate) const FRANKEN_LEVIATHAN: Rule =
    Rule::new(&[Technique::FrankenLeviathan], Span::Digit, |view, technique, _, visit| {
        find_named(view, technique, visit)
    })
    .off(6600, Level::Extreme, 470);
pub(crate) const FINNED_FRANKEN_X_WING: Rule =
    Rule::new(&[Technique::FinnedFrankenXWing], Span::Digit, |view, technique, _, visit| {
        find_named(view, technique, visit)
    })
    .at(6700, Level::Unfair, 390);
pub(crate) const FINNED_FRANKEN_SWORDFISH: Rule =
    Rule::new(&[Technique::FinnedFrankenSwordfish], Span::Digit, |view, technique, _, visit| {
        find_named(view, technique, visit)
    })
    .at(6800, Level::Unfair, 410);
pub(crate) const FINNED_FRANKEN_JELLYFISH: Rule =
    Rule::new(&[Technique::FinnedFrankenJellyfish], Span::Digit, |view, technique, _, visit| {
        find_named(view, technique, visit)
    })
    .off(6900, Level::Unfair, 430);
pub(crate) const FINNED_FRANKEN_SQUIRMBAG: Rule =
    Rule::new(&[Technique::FinnedFrankenSquirmbag], Span::Digit, |view, technique, _, visit| {
        find_named(view, technique, visit)
    })
    .off(7000, Level::Extreme, 470);
pub(crate) const FINNED_FRANKEN_WHALE: Rule =
    Rule::new(&[Technique::FinnedFrankenWhale], Span::Digit, |view, technique, _, visit| {
        find_named(view, technique, visit)
    })
    .off(7100, Level::Extreme, 470);
pub(crate) const FINNED_FRANKEN_LEVIATHAN: Rule =
    Rule::new(&[Technique::FinnedFrankenLeviathan], Span::Digit, |view, technique, _, visit| {
        find_named(view, technique, visit)
    })
    .off(7200, Level::Extreme, 470);
pub(crate) const MUTANT_X_WING: Rule =
    Rule::new(&[Technique::MutantXWing], Span::Digit, |view, technique, _, visit| {
        find_named(view, technique, visit)
    })
    .off(7300, Level::Extreme, 450);
pub(crate) const MUTANT_SWORDFISH: Rule =
    Rule::new(&[Technique::MutantSwordfish], Span::Digit, |view, technique, _, visit| {
        find_named(view, technique, visit)
    })
    .off(7400, Level::Extreme, 450);
pub(crate) const MUTANT_JELLYFISH: Rule =
    Rule::new(&[Technique::MutantJellyfish], Span::Digit, |view, technique, _, visit| {
        find_named(view, technique, visit)
    })
    .off(7500, Level::Extreme, 450);
pub(crate) const MUTANT_SQUIRMBAG: Rule =
    Rule::new(&[Technique::MutantSquirmbag], Span::Digit, |view, technique, _, visit| {
        find_named(view, technique, visit)
    })
    .off(7600, Level::Extreme, 470);
pub(crate) const MUTANT_WHALE: Rule =
    Rule::new(&[Technique::MutantWhale], Span::Digit, |view, technique, _, visit| {
        find_named(view, technique, visit)
    })
    .off(7700, Level::Extreme, 470);
pub(crate) const MUTANT_LEVIATHAN: Rule =
    Rule::new(&[Technique::MutantLeviathan], Span::Digit, |view, technique, _, visit| {
        find_named(view, technique, visit)
    })
    .off(7800, Level::Extreme, 470);
pub(crate) const FINNED_MUTANT_X_WING: Rule =
    Rule::new(&[Technique::FinnedMutantXWing], Span::Digit, |view, technique, _, visit| {
        find_named(view, technique, visit)
    })
    .off(7900, Level::Extreme, 470);
pub(crate) const FINNED_MUTANT_SWORDFISH: Rule =
    Rule::new(&[Technique::FinnedMutantSwordfish], Span::Digit, |view, technique, _, visit| {
        find_named(view, technique, visit)
    })
    .off(8000, Level::Extreme, 470);
pub(crate) const FINNED_MUTANT_JELLYFISH: Rule =
    Rule::new(&[Technique::FinnedMutantJellyfish], Span::Digit, |view, technique, _, visit| {
        find_named(view, technique, visit)
    })
    .off(8100, Level::Extreme, 470);
pub(crate) const FINNED_MUTANT_SQUIRMBAG: Rule =
    Rule::new(&[Technique::FinnedMutantSquirmbag], Span::Digit, |view, technique, _, visit| {
        find_named(view, technique, visit)
    })
    .off(8200, Level::Extreme, 470);
pub(crate) const FINNED_MUTANT_WHALE: Rule =
    Rule::new(&[Technique::FinnedMutantWhale], Span::Digit, |view, technique, _, visit| {
        find_named(view, technique, visit)
    })
    .off(8300, Level::Extreme, 470);
pub(crate) const FINNED_MUTANT_LEVIATHAN: Rule =
    Rule::new(&[Technique::FinnedMutantLeviathan], Span::Digit, |view, technique, _, visit| {
        find_named(view, technique, visit)
    })
    .off(8400, Level::Extreme, 470);

fn find_named(view: &View<'_>, technique: Technique, visit: Visitor<'_>) -> ControlFlow<()> {
    Kind::of(technique).map_or(ControlFlow::Continue(()), |kind| search::find(view, kind, visit))
}
