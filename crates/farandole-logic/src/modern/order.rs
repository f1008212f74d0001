//! The finders of techniques that are on neither scale.

use super::techniques::{
    bent_set, bug_lite, exocet, extended_rectangle, firework, guardian, kraken_fish, medusa, sector_set,
    sk_loop, tridagon,
};
use crate::model::visit::Visitor;
use crate::model::{Deduction, State, Technique};
use crate::patterns::view::View;
use crate::whips::{self, Kind};
use core::ops::ControlFlow;

/// Maximum length of the whips and braids that are listed.
const LONGEST_CHAIN: usize = 12;

/// Returns every deduction of a technique in a state, or `None` for techniques of a scale. For whips and braids,
/// returns those of the shortest length, one for each target.
pub(crate) fn all(state: &State, technique: Technique) -> Option<Vec<Deduction>> {
    let find: fn(&View<'_>, Visitor<'_>) -> ControlFlow<()> = match technique {
        Technique::VwxyzWing => bent_set::find,
        Technique::MedusaTrap | Technique::MedusaWrap => medusa::find,
        Technique::Guardian => guardian::find,
        Technique::ExtendedRectangle => extended_rectangle::find,
        Technique::BugLite => bug_lite::find,
        Technique::TripleFirework => firework::find,
        Technique::Tridagon => tridagon::find,
        Technique::SkLoop => sk_loop::find,
        Technique::JuniorExocet => exocet::find,
        Technique::SectorSet => sector_set::find,
        Technique::KrakenFish => kraken_fish::find,
        Technique::Whip => return Some(whips::all_shortest(state, Kind::Whip, LONGEST_CHAIN)),
        Technique::Braid => return Some(whips::all_shortest(state, Kind::Braid, LONGEST_CHAIN)),
        _ => return None,
    };
    let mut found = Vec::new();
    let _ = find(&View::new(state), &mut |deduction: Deduction| {
        if deduction.technique == technique {
            found.push(deduction);
        }
        ControlFlow::Continue(())
    });
    Some(found)
}
