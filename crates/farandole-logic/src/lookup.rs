//! The explanation of a technique, from the [table](crate::techniques).

use crate::hodoku::chains::{forcing, nice_loop};
use crate::hodoku::techniques::{
    als, avoidable_rectangle, brute_force, colors, fish as any_fish, house_set, rectangle, remote_pair,
    sue_de_coq, template, turbot, wing, wxyz_wing,
};
use crate::model::{Deduction, State, Technique};
use crate::modern::techniques::{
    bent_set, bug_lite, exocet, extended_rectangle, firework, guardian, kraken_fish, medusa, sector_set,
    sk_loop, tridagon,
};
use crate::se::chains::kinds;
use crate::se::techniques::{
    aligned, bug, fish, hidden_set, locked, naked_set, single, unique_loop, xy_wing,
};
use crate::techniques::techniques;
use crate::whips::step;

/// A function that explains in a sentence or two why a deduction holds. The lines of a net are
/// rendered separately.
enum Reason {
    /// The pattern contains all that the explanation names.
    Pattern(fn(&Deduction) -> String),
    /// The explanation also names houses or candidates of the grid before the step.
    Grid(fn(&State, &Deduction) -> String),
}

use Reason::{Grid, Pattern};

macro_rules! reasons {
    ($($name:ident: $id:literal, $title:literal, $needs:ident, $doc:literal,
        se $se:literal $(+ $rise:path)?, own $own:literal, page $page:literal,
        why $why:expr $(, note $note:literal)?;)+) => {
        const fn reason(technique: Technique) -> Reason {
            match technique { $(Technique::$name => $why,)+ }
        }

        const fn note(technique: Technique) -> Option<&'static str> {
            match technique {
                $($(Technique::$name => Some($note),)?)+
                _ => None,
            }
        }
    };
}

techniques!(reasons);

/// Explains why a deduction holds. `state` is the grid before the step.
pub(crate) fn why(state: &State, deduction: &Deduction) -> String {
    match reason(deduction.technique) {
        Pattern(why) => why(deduction),
        Grid(why) => why(state, deduction),
    }
}

/// Returns a sentence that distinguishes a technique from the others on its page.
pub(crate) fn in_short(technique: Technique) -> Option<String> {
    note(technique).map(str::to_owned).or_else(|| any_fish::in_short(technique))
}
