//! Topics: the kinds of reasons in variants for which there are exercises and pages.

use super::definition::Definition;
use super::topics;
use crate::pages::{Page, TOPIC_PAGES};
use crate::variant::{Deduction, Reach, Reason, State, Technique, arguments};

macro_rules! topics {
    ($($(#[$doc:meta])* $name:ident: $id:literal, $module:ident;)+) => {
        /// A kind of reason in variants. Its constraints are of one family.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[non_exhaustive]
        pub enum Topic {
            $($(#[$doc])* $name,)+
        }

        impl Topic {
            /// Every topic, simplest first.
            pub const ALL: [Self; [$($id),+].len()] = [$(Self::$name),+];

            /// Returns the stable identifier, for example `rule-of-45`.
            pub const fn id(self) -> &'static str {
                match self { $(Self::$name => $id,)+ }
            }

            const fn definition(self) -> &'static Definition {
                match self { $(Self::$name => &topics::$module::DEFINITION,)+ }
            }
        }
    };
}

topics! {
    /// The sets of digits with the sum of a cage.
    CageCombinations: "cage-combinations", cage_combinations;
    /// A digit that a cage must contain.
    CageDigit: "cage-digit", cage_digit;
    /// Innies and outies.
    RuleOf45: "rule-of-45", rule_of_45;
    /// The number of cells before and after a cell of a thermometer.
    ThermometerBounds: "thermometer-bounds", thermometer_bounds;
    /// The bounds of the sum of an arrow.
    ArrowBounds: "arrow-bounds", arrow_bounds;
    /// Low and high digits on whispers.
    WhisperNeighbours: "whisper-neighbours", whisper_neighbours;
    /// The range of consecutive digits of a renban line.
    RenbanRange: "renban-range", renban_range;
    /// The digits that fit next to a Kropki dot.
    DotPartners: "dot-partners", dot_partners;
    /// The digits that fit next to an X or a V.
    XvPartners: "xv-partners", xv_partners;
    /// The positions of 1 and 9 in a sandwich.
    SandwichEnds: "sandwich-ends", sandwich_ends;
    /// The number of visible skyscrapers.
    SkyscraperView: "skyscraper-view", skyscraper_view;
    /// The bounds of the sum of a diagonal.
    LittleKillerBounds: "little-killer-bounds", little_killer_bounds;
}

impl Topic {
    /// Returns the topic with this identifier.
    pub fn by_id(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|topic| topic.id() == id)
    }

    /// Returns the page about the topic.
    ///
    /// # Panics
    /// Never: every topic has a page.
    pub fn page(self) -> &'static Page {
        TOPIC_PAGES.iter().find(|page| page.name == self.id()).expect("every topic has a page")
    }

    /// Returns the name shown to people.
    pub fn title(self) -> &'static str {
        self.page().title()
    }

    /// Returns the names of the constraints of the topic, as in constraint text.
    ///
    /// ```
    /// use farandole_logic::practice::Topic;
    ///
    /// assert_eq!(Topic::XvPartners.constraints(), ["X", "V"]);
    /// ```
    pub const fn constraints(self) -> &'static [&'static str] {
        self.definition().kinds
    }

    /// Returns true if the reasons for all effects of a step belong to the topic. `state` is the state before the step.
    pub fn explains(self, state: &State, step: &Deduction) -> bool {
        let definition = self.definition();
        let constraints = state.variant().constraints();
        let is_known = |at: &usize| definition.kinds.contains(&constraints[*at].name());
        if step.technique != definition.technique || !step.constraints.iter().all(is_known) {
            return false;
        }
        if definition.technique != Technique::Constraint {
            return true;
        }
        let found = arguments(state, step, Reach::Several);
        let is_argued = |claim| found.iter().any(|it| it.claims.contains(claim));
        let belongs = |reason: &Reason| (definition.has_reason)(reason);
        step.eliminations.iter().all(is_argued)
            && found.iter().all(|it| it.inferences.is_empty() && belongs(&it.reason))
    }
}
