//! The list of techniques that are on neither scale, and their metadata.

use super::techniques::{
    bent_set, bug_lite, exocet, extended_rectangle, firework, guardian, kraken_fish, medusa, sector_set,
    sk_loop, tridagon,
};
use crate::hodoku::rule::{Rule, Scope};
use crate::metadata::Metadata;
use crate::model::{Deduction, State, Technique};
use crate::patterns::view::View;
use crate::whips::{self, Kind};
use core::ops::ControlFlow;

/// The techniques with finders of their own, simplest first. Whips and braids follow them.
pub(crate) const RULES: &[&Rule] = &[
    &bent_set::VWXYZ_WING,
    &medusa::MEDUSA,
    &guardian::GUARDIAN,
    &extended_rectangle::EXTENDED_RECTANGLE,
    &bug_lite::BUG_LITE,
    &firework::TRIPLE_FIREWORK,
    &tridagon::TRIDAGON,
    &sk_loop::SK_LOOP,
    &exocet::JUNIOR_EXOCET,
    &sector_set::SECTOR_SET,
    &kraken_fish::KRAKEN_FISH,
];

/// Returns the metadata of a technique that is on neither scale.
pub(crate) const fn metadata(technique: Technique) -> Option<&'static Metadata> {
    use Technique as T;
    Some(match technique {
        T::VwxyzWing => &bent_set::METADATA_VWXYZ_WING,
        T::MedusaTrap => &medusa::METADATA_MEDUSA_TRAP,
        T::MedusaWrap => &medusa::METADATA_MEDUSA_WRAP,
        T::Guardian => &guardian::METADATA_GUARDIAN,
        T::ExtendedRectangle => &extended_rectangle::METADATA_EXTENDED_RECTANGLE,
        T::BugLite => &bug_lite::METADATA_BUG_LITE,
        T::TripleFirework => &firework::METADATA_TRIPLE_FIREWORK,
        T::Tridagon => &tridagon::METADATA_TRIDAGON,
        T::SkLoop => &sk_loop::METADATA_SK_LOOP,
        T::JuniorExocet => &exocet::METADATA_JUNIOR_EXOCET,
        T::SectorSet => &sector_set::METADATA_SECTOR_SET,
        T::KrakenFish => &kraken_fish::METADATA_KRAKEN_FISH,
        T::Whip => &whips::METADATA_WHIP,
        T::Braid => &whips::METADATA_BRAID,
        _ => return None,
    })
}

/// Maximum length of the whips and braids that are listed.
const LONGEST_CHAIN: usize = 12;

/// Returns every deduction of a technique in a state. For whips and braids, returns those of the
/// shortest length, one for each target.
pub(crate) fn all(state: &State, technique: Technique) -> Vec<Deduction> {
    let rule = RULES.iter().find(|rule| rule.techniques.contains(&technique));
    match (technique, rule) {
        (Technique::Whip, _) => whips::all_shortest(state, Kind::Whip, LONGEST_CHAIN),
        (Technique::Braid, _) => whips::all_shortest(state, Kind::Braid, LONGEST_CHAIN),
        (_, None) => Vec::new(),
        (_, Some(rule)) => {
            let view = View::new(state);
            let mut found = Vec::new();
            let _ = (rule.find)(&view, technique, Scope::All, &mut |deduction: Deduction| {
                if deduction.technique == technique {
                    found.push(deduction);
                }
                ControlFlow::Continue(())
            });
            found
        }
    }
}
