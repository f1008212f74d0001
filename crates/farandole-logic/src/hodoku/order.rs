//! The order of HoDoKu's techniques, and the metadata of each technique.

use super::chains::{forcing, nice_loop};
use super::rule::{Entry, Rule, Scope};
use super::techniques::fish::{Kind, names, places as fish, siamese};
use super::techniques::{
    als, avoidable_rectangle, brute_force, bug, colors, house_set, rectangle, remote_pair, single,
    sue_de_coq, template, turbot, wing, wxyz_wing,
};
use crate::metadata::Metadata;
use crate::model::visit::Visitor;
use crate::model::{Deduction, State, Technique};
use crate::patterns::view::View;
use core::ops::ControlFlow;

/// The techniques in the order of HoDoKu's default options.
pub(crate) const RULES: &[&Rule] = &[
    &single::FULL_HOUSE,
    &single::NAKED_SINGLE,
    &single::HIDDEN_SINGLE,
    &house_set::LOCKED_PAIR,
    &house_set::LOCKED_TRIPLET,
    &house_set::POINTING,
    &house_set::CLAIMING,
    &house_set::NAKED_PAIR,
    &house_set::NAKED_TRIPLET,
    &house_set::HIDDEN_PAIR,
    &house_set::HIDDEN_TRIPLET,
    &house_set::NAKED_QUAD,
    &house_set::HIDDEN_QUAD,
    &fish::X_WING,
    &fish::SWORDFISH,
    &fish::JELLYFISH,
    &fish::SQUIRMBAG,
    &fish::WHALE,
    &fish::LEVIATHAN,
    &remote_pair::REMOTE_PAIR,
    &bug::BUG_1,
    &turbot::SKYSCRAPER,
    &turbot::TWO_STRING_KITE,
    &turbot::TURBOT_FISH,
    &turbot::EMPTY_RECTANGLE,
    &wing::W_WING,
    &wing::XY_WING,
    &wing::XYZ_WING,
    &rectangle::UNIQUENESS_1,
    &rectangle::UNIQUENESS_2,
    &rectangle::UNIQUENESS_3,
    &rectangle::UNIQUENESS_4,
    &rectangle::UNIQUENESS_5,
    &rectangle::UNIQUENESS_6,
    &rectangle::HIDDEN_RECTANGLE,
    &avoidable_rectangle::AVOIDABLE_RECTANGLE_1,
    &avoidable_rectangle::AVOIDABLE_RECTANGLE_2,
    &fish::FINNED_X_WING,
    &fish::SASHIMI_X_WING,
    &fish::FINNED_SWORDFISH,
    &fish::SASHIMI_SWORDFISH,
    &fish::FINNED_JELLYFISH,
    &fish::SASHIMI_JELLYFISH,
    &fish::FINNED_SQUIRMBAG,
    &fish::SASHIMI_SQUIRMBAG,
    &fish::FINNED_WHALE,
    &fish::SASHIMI_WHALE,
    &fish::FINNED_LEVIATHAN,
    &fish::SASHIMI_LEVIATHAN,
    &sue_de_coq::SUE_DE_COQ,
    &colors::SIMPLE_COLORS,
    &colors::MULTI_COLORS,
    &nice_loop::X_CHAIN,
    &nice_loop::XY_CHAIN,
    &nice_loop::NICE_LOOPS,
    &nice_loop::GROUPED_NICE_LOOPS,
    &als::ALS_XZ,
    &als::ALS_XY_WING,
    &als::ALS_XY_CHAIN,
    &als::DEATH_BLOSSOM,
    &fish::FRANKEN_X_WING,
    &fish::FRANKEN_SWORDFISH,
    &fish::FRANKEN_JELLYFISH,
    &fish::FRANKEN_SQUIRMBAG,
    &fish::FRANKEN_WHALE,
    &fish::FRANKEN_LEVIATHAN,
    &fish::FINNED_FRANKEN_X_WING,
    &fish::FINNED_FRANKEN_SWORDFISH,
    &fish::FINNED_FRANKEN_JELLYFISH,
    &fish::FINNED_FRANKEN_SQUIRMBAG,
    &fish::FINNED_FRANKEN_WHALE,
    &fish::FINNED_FRANKEN_LEVIATHAN,
    &fish::MUTANT_X_WING,
    &fish::MUTANT_SWORDFISH,
    &fish::MUTANT_JELLYFISH,
    &fish::MUTANT_SQUIRMBAG,
    &fish::MUTANT_WHALE,
    &fish::MUTANT_LEVIATHAN,
    &fish::FINNED_MUTANT_X_WING,
    &fish::FINNED_MUTANT_SWORDFISH,
    &fish::FINNED_MUTANT_JELLYFISH,
    &fish::FINNED_MUTANT_SQUIRMBAG,
    &fish::FINNED_MUTANT_WHALE,
    &fish::FINNED_MUTANT_LEVIATHAN,
    &forcing::FORCING_CHAINS,
    &forcing::FORCING_NETS,
    &template::TEMPLATE_SET,
    &template::TEMPLATE_DELETE,
    &brute_force::BRUTE_FORCE,
];

/// Techniques without a position in the order. They are only listed.
const OTHERS: &[&Rule] =
    &[&wxyz_wing::WXYZ_WING, &turbot::DUAL_TWO_STRING_KITE, &turbot::DUAL_EMPTY_RECTANGLE];

/// The techniques in the order of HoDoKu's default options.
pub const CATALOGUE: &[Entry] = &{
    const FIRST: Entry = entry_of(RULES[0]);
    let mut entries = [FIRST; RULES.len()];
    let mut i = 0;
    while i < RULES.len() {
        entries[i] = entry_of(RULES[i]);
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

/// Returns the metadata of a technique that only HoDoKu has, one line per technique.
// long: a table, as long as the list of techniques
pub(crate) const fn metadata(technique: Technique) -> Option<&'static Metadata> {
    use Technique as T;
    Some(match technique {
        T::LockedPair => &house_set::METADATA_LOCKED_PAIR,
        T::LockedTriplet => &house_set::METADATA_LOCKED_TRIPLET,
        T::Squirmbag => &names::METADATA_SQUIRMBAG,
        T::Whale => &names::METADATA_WHALE,
        T::Leviathan => &names::METADATA_LEVIATHAN,
        T::FinnedXWing => &names::METADATA_FINNED_X_WING,
        T::FinnedSwordfish => &names::METADATA_FINNED_SWORDFISH,
        T::FinnedJellyfish => &names::METADATA_FINNED_JELLYFISH,
        T::FinnedSquirmbag => &names::METADATA_FINNED_SQUIRMBAG,
        T::FinnedWhale => &names::METADATA_FINNED_WHALE,
        T::FinnedLeviathan => &names::METADATA_FINNED_LEVIATHAN,
        T::SashimiXWing => &names::METADATA_SASHIMI_X_WING,
        T::SashimiSwordfish => &names::METADATA_SASHIMI_SWORDFISH,
        T::SashimiJellyfish => &names::METADATA_SASHIMI_JELLYFISH,
        T::SashimiSquirmbag => &names::METADATA_SASHIMI_SQUIRMBAG,
        T::SashimiWhale => &names::METADATA_SASHIMI_WHALE,
        T::SashimiLeviathan => &names::METADATA_SASHIMI_LEVIATHAN,
        T::FrankenXWing => &names::METADATA_FRANKEN_X_WING,
        T::FrankenSwordfish => &names::METADATA_FRANKEN_SWORDFISH,
        T::FrankenJellyfish => &names::METADATA_FRANKEN_JELLYFISH,
        T::FrankenSquirmbag => &names::METADATA_FRANKEN_SQUIRMBAG,
        T::FrankenWhale => &names::METADATA_FRANKEN_WHALE,
        T::FrankenLeviathan => &names::METADATA_FRANKEN_LEVIATHAN,
        T::FinnedFrankenXWing => &names::METADATA_FINNED_FRANKEN_X_WING,
        T::FinnedFrankenSwordfish => &names::METADATA_FINNED_FRANKEN_SWORDFISH,
        T::FinnedFrankenJellyfish => &names::METADATA_FINNED_FRANKEN_JELLYFISH,
        T::FinnedFrankenSquirmbag => &names::METADATA_FINNED_FRANKEN_SQUIRMBAG,
        T::FinnedFrankenWhale => &names::METADATA_FINNED_FRANKEN_WHALE,
        T::FinnedFrankenLeviathan => &names::METADATA_FINNED_FRANKEN_LEVIATHAN,
        T::MutantXWing => &names::METADATA_MUTANT_X_WING,
        T::MutantSwordfish => &names::METADATA_MUTANT_SWORDFISH,
        T::MutantJellyfish => &names::METADATA_MUTANT_JELLYFISH,
        T::MutantSquirmbag => &names::METADATA_MUTANT_SQUIRMBAG,
        T::MutantWhale => &names::METADATA_MUTANT_WHALE,
        T::MutantLeviathan => &names::METADATA_MUTANT_LEVIATHAN,
        T::FinnedMutantXWing => &names::METADATA_FINNED_MUTANT_X_WING,
        T::FinnedMutantSwordfish => &names::METADATA_FINNED_MUTANT_SWORDFISH,
        T::FinnedMutantJellyfish => &names::METADATA_FINNED_MUTANT_JELLYFISH,
        T::FinnedMutantSquirmbag => &names::METADATA_FINNED_MUTANT_SQUIRMBAG,
        T::FinnedMutantWhale => &names::METADATA_FINNED_MUTANT_WHALE,
        T::FinnedMutantLeviathan => &names::METADATA_FINNED_MUTANT_LEVIATHAN,
        T::RemotePair => &remote_pair::METADATA_REMOTE_PAIR,
        T::Skyscraper => &turbot::METADATA_SKYSCRAPER,
        T::TwoStringKite => &turbot::METADATA_TWO_STRING_KITE,
        T::DualTwoStringKite => &turbot::METADATA_DUAL_TWO_STRING_KITE,
        T::TurbotFish => &turbot::METADATA_TURBOT_FISH,
        T::EmptyRectangle => &turbot::METADATA_EMPTY_RECTANGLE,
        T::DualEmptyRectangle => &turbot::METADATA_DUAL_EMPTY_RECTANGLE,
        T::WWing => &wing::METADATA_W_WING,
        T::WxyzWing => &wxyz_wing::METADATA_WXYZ_WING,
        T::Uniqueness1 => &rectangle::METADATA_UNIQUENESS_1,
        T::Uniqueness2 => &rectangle::METADATA_UNIQUENESS_2,
        T::Uniqueness3 => &rectangle::METADATA_UNIQUENESS_3,
        T::Uniqueness4 => &rectangle::METADATA_UNIQUENESS_4,
        T::Uniqueness5 => &rectangle::METADATA_UNIQUENESS_5,
        T::Uniqueness6 => &rectangle::METADATA_UNIQUENESS_6,
        T::HiddenRectangle => &rectangle::METADATA_HIDDEN_RECTANGLE,
        T::AvoidableRectangle1 => &avoidable_rectangle::METADATA_AVOIDABLE_RECTANGLE_1,
        T::AvoidableRectangle2 => &avoidable_rectangle::METADATA_AVOIDABLE_RECTANGLE_2,
        T::SueDeCoq => &sue_de_coq::METADATA_SUE_DE_COQ,
        T::SimpleColorsTrap => &colors::METADATA_SIMPLE_COLORS_TRAP,
        T::SimpleColorsWrap => &colors::METADATA_SIMPLE_COLORS_WRAP,
        T::MultiColors1 => &colors::METADATA_MULTI_COLORS_1,
        T::MultiColors2 => &colors::METADATA_MULTI_COLORS_2,
        T::XChain => &nice_loop::METADATA_X_CHAIN,
        T::XyChain => &nice_loop::METADATA_XY_CHAIN,
        T::ContinuousLoop => &nice_loop::METADATA_CONTINUOUS_LOOP,
        T::DiscontinuousLoop => &nice_loop::METADATA_DISCONTINUOUS_LOOP,
        T::Aic => &nice_loop::METADATA_AIC,
        T::GroupedContinuousLoop => &nice_loop::METADATA_GROUPED_CONTINUOUS_LOOP,
        T::GroupedDiscontinuousLoop => &nice_loop::METADATA_GROUPED_DISCONTINUOUS_LOOP,
        T::GroupedAic => &nice_loop::METADATA_GROUPED_AIC,
        T::AlsXz => &als::METADATA_ALS_XZ,
        T::AlsXyWing => &als::METADATA_ALS_XY_WING,
        T::AlsXyChain => &als::METADATA_ALS_XY_CHAIN,
        T::DeathBlossom => &als::METADATA_DEATH_BLOSSOM,
        T::ForcingChainContradiction => &forcing::METADATA_FORCING_CHAIN_CONTRADICTION,
        T::ForcingChainVerity => &forcing::METADATA_FORCING_CHAIN_VERITY,
        T::ForcingNetContradiction => &forcing::METADATA_FORCING_NET_CONTRADICTION,
        T::ForcingNetVerity => &forcing::METADATA_FORCING_NET_VERITY,
        T::TemplateSet => &template::METADATA_TEMPLATE_SET,
        T::TemplateDelete => &template::METADATA_TEMPLATE_DELETE,
        T::BruteForce => &brute_force::METADATA_BRUTE_FORCE,
        _ => return None,
    })
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
