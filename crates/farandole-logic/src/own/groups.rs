//! Named groups of techniques, which an order can leave out.

use crate::model::Technique;

/// A name and a test of membership.
type Group = (&'static str, fn(Technique) -> bool);

/// The groups of techniques that users can name, with a test of membership.
pub(crate) const GROUPS: &[Group] = &[
    ("uniqueness", Technique::presumes_one_solution),
    ("fish", is_fish),
    ("wings", |it| has_suffix(it, "-wing") && !is_fish(it)),
    ("colors", |it| has_part(it, "colors")),
    ("als", |it| has_part(it, "als-") || matches!(it, Technique::DeathBlossom | Technique::SueDeCoq)),
    ("chains", |it| is_chain(it) && !is_net(it)),
    ("nets", is_net),
];

fn has_part(technique: Technique, part: &str) -> bool {
    technique.id().contains(part)
}

fn has_suffix(technique: Technique, suffix: &str) -> bool {
    technique.id().ends_with(suffix)
}

/// Returns true for fish of any size, including finned and other forms.
fn is_fish(technique: Technique) -> bool {
    // Turbot fish and skyscrapers are not listed: they are chains of two strong links.
    let names = ["x-wing", "swordfish", "jellyfish", "squirmbag", "whale", "leviathan"];
    names.iter().any(|name| has_suffix(technique, name))
}

/// Returns true for chains, cycles and loops that do not assume a single solution.
fn is_chain(technique: Technique) -> bool {
    let names = ["chain", "cycle", "loop", "aic", "nishio"];
    names.iter().any(|name| has_part(technique, name)) && !technique.presumes_one_solution()
}

/// Returns true for techniques that follow several lines of reasoning from an assumption.
fn is_net(technique: Technique) -> bool {
    has_part(technique, "dynamic") || has_part(technique, "forcing-net")
}
