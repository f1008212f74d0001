//! Ready-made recipes, one for each of the most popular kinds of puzzle.

use super::clues::ClueKind;
use super::recipe::{Base, PlacedClues, VariantRecipe};
use crate::named::named;

named! {
    /// A popular kind of puzzle. Its name is that on command lines.
    ///
    /// ```
    /// use farandole_research::variants::Preset;
    ///
    /// assert_eq!(Preset::LittleKiller.name(), "little-killer");
    /// assert!(Preset::ALL.into_iter().all(|preset| Preset::by_name(preset.name()) == Some(preset)));
    /// ```
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum Preset {
        /// Cages with sums, no givens.
        Killer = "killer",
        /// Thermometers and givens.
        Thermo = "thermo",
        /// Arrows and givens.
        Arrow = "arrow",
        /// White and black dots, and givens. Not all dots are given.
        Kropki = "kropki",
        /// The letters X and V on edges, and givens. Not all letters are given.
        Xv = "xv",
        /// Sandwich sums and givens.
        Sandwich = "sandwich",
        /// Sums along diagonals, and givens.
        LittleKiller = "little-killer",
        /// Skyscrapers and givens.
        Skyscraper = "skyscraper",
        /// Cages with sums on irregular regions, no givens.
        JigsawKiller = "jigsaw-killer",
        /// Three kinds of clues, chosen at random for each puzzle, and givens.
        Mixed = "mixed",
    }
}

impl Preset {
    /// Returns true if the regions are irregular.
    pub const fn is_irregular(self) -> bool {
        matches!(self, Self::JigsawKiller)
    }

    /// Returns the recipe on a board. Killers have no givens. For the other kinds, no more givens
    /// are added than a unique solution needs.
    pub fn recipe(self, base: Base) -> VariantRecipe {
        let recipe = VariantRecipe::new(base, self.placed());
        let is_killer = matches!(self, Self::Killer | Self::JigsawKiller);
        let most = if is_killer { 0 } else { usize::MAX };
        VariantRecipe { givens: 0..=most, mix: self == Self::Mixed, symmetry: None, ..recipe }
    }

    fn placed(self) -> Vec<PlacedClues> {
        let any = |kind| PlacedClues { kind, count: 0..=usize::MAX };
        let up_to = |kind, most| PlacedClues { kind, count: 1..=most };
        match self {
            Self::Killer | Self::JigsawKiller => vec![any(ClueKind::CAGE)],
            Self::Thermo => vec![any(ClueKind::THERMO)],
            Self::Arrow => vec![up_to(ClueKind::ARROW, 12)],
            Self::Kropki => vec![any(ClueKind::WHITE_DOT), any(ClueKind::BLACK_DOT)],
            Self::Xv => vec![any(ClueKind::X), any(ClueKind::V)],
            Self::Sandwich => vec![any(ClueKind::SANDWICH)],
            // Human setters draw about as many. More of them make searches long, because long sums
            // restrict little.
            Self::LittleKiller => vec![up_to(ClueKind::LITTLE_KILLER, 14)],
            Self::Skyscraper => vec![any(ClueKind::SKYSCRAPER)],
            // Few clues of each kind keep the board readable.
            Self::Mixed => vec![
                up_to(ClueKind::CAGE, 12),
                up_to(ClueKind::THERMO, 5),
                up_to(ClueKind::ARROW, 6),
                up_to(ClueKind::WHISPER, 4),
                up_to(ClueKind::RENBAN, 4),
                up_to(ClueKind::PALINDROME, 4),
                up_to(ClueKind::WHITE_DOT, 12),
                up_to(ClueKind::X, 8),
                up_to(ClueKind::SANDWICH, 8),
                up_to(ClueKind::LITTLE_KILLER, 8),
            ],
        }
    }
}
