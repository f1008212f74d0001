//! The kinds of fish: allowed base and cover houses, fins and size.

use crate::grammar::number;
use crate::model::Technique;

pub(super) const ROWS: u32 = 0x1ff;
pub(super) const COLS: u32 = 0x1ff << 9;
pub(super) const BOXES: u32 = 0x1ff << 18;

/// The houses allowed as base and cover.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Shape {
    Basic,
    Franken,
    Mutant,
}

/// The fins of a fish.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Fins {
    None,
    /// Fins are required. In a basic fish, every base house also has at least two candidates that
    /// are not fins.
    Some,
    /// Fins are required, and some base house has fewer than two candidates that are not fins.
    Sashimi,
}

/// A kind of fish.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Kind {
    pub(crate) shape: Shape,
    pub(crate) fins: Fins,
    pub(crate) size: usize,
}

/// The techniques by kind and size, starting with size 2.
const NAMES: [[Technique; 6]; 7] = {
    use Technique as T;
    [
        [T::XWing, T::Swordfish, T::Jellyfish, T::Squirmbag, T::Whale, T::Leviathan],
        [
            T::FinnedXWing,
            T::FinnedSwordfish,
            T::FinnedJellyfish,
            T::FinnedSquirmbag,
            T::FinnedWhale,
            T::FinnedLeviathan,
        ],
        [
            T::SashimiXWing,
            T::SashimiSwordfish,
            T::SashimiJellyfish,
            T::SashimiSquirmbag,
            T::SashimiWhale,
            T::SashimiLeviathan,
        ],
        [
            T::FrankenXWing,
            T::FrankenSwordfish,
            T::FrankenJellyfish,
            T::FrankenSquirmbag,
            T::FrankenWhale,
            T::FrankenLeviathan,
        ],
        [
            T::FinnedFrankenXWing,
            T::FinnedFrankenSwordfish,
            T::FinnedFrankenJellyfish,
            T::FinnedFrankenSquirmbag,
            T::FinnedFrankenWhale,
            T::FinnedFrankenLeviathan,
        ],
        [
            T::MutantXWing,
            T::MutantSwordfish,
            T::MutantJellyfish,
            T::MutantSquirmbag,
            T::MutantWhale,
            T::MutantLeviathan,
        ],
        [
            T::FinnedMutantXWing,
            T::FinnedMutantSwordfish,
            T::FinnedMutantJellyfish,
            T::FinnedMutantSquirmbag,
            T::FinnedMutantWhale,
            T::FinnedMutantLeviathan,
        ],
    ]
};

impl Kind {
    /// Returns the kind of fish that a technique represents.
    pub(crate) fn of(technique: Technique) -> Option<Self> {
        let row = NAMES.iter().position(|names| names.contains(&technique))?;
        let size = NAMES[row].iter().position(|name| *name == technique)? + 2;
        let (shape, fins) = match row {
            0 => (Shape::Basic, Fins::None),
            1 => (Shape::Basic, Fins::Some),
            2 => (Shape::Basic, Fins::Sashimi),
            3 => (Shape::Franken, Fins::None),
            4 => (Shape::Franken, Fins::Some),
            5 => (Shape::Mutant, Fins::None),
            _ => (Shape::Mutant, Fins::Some),
        };
        Some(Self { shape, fins, size })
    }

    /// Returns the other finned kind of basic fish: sashimi for finned, and vice versa. Fish of these
    /// two kinds may form a siamese fish. Returns `None` for all other kinds.
    pub(crate) const fn twin(self) -> Option<Technique> {
        let fins = match (self.shape, self.fins) {
            (_, Fins::None) => return None,
            (Shape::Basic, Fins::Some) => Fins::Sashimi,
            (Shape::Basic, Fins::Sashimi) => Fins::Some,
            _ => return None,
        };
        Some(Self { fins, ..self }.technique())
    }

    pub(super) const fn technique(self) -> Technique {
        let row = match (self.shape, self.fins) {
            (Shape::Basic, Fins::None) => 0,
            (Shape::Basic, Fins::Some) => 1,
            (Shape::Basic, Fins::Sashimi) => 2,
            (Shape::Franken, Fins::None) => 3,
            (Shape::Franken, _) => 4,
            (Shape::Mutant, Fins::None) => 5,
            (Shape::Mutant, _) => 6,
        };
        NAMES[row][self.size - 2]
    }

    /// Returns true if these houses form a fish of this shape and of no simpler one.
    pub(super) fn fits(self, base: u32, cover: u32) -> bool {
        let basic = base & !ROWS == 0 && cover & !COLS == 0 || base & !COLS == 0 && cover & !ROWS == 0;
        let franken = base & COLS == 0 && cover & ROWS == 0 || base & ROWS == 0 && cover & COLS == 0;
        match self.shape {
            Shape::Basic => basic,
            Shape::Franken => franken && !basic,
            Shape::Mutant => !franken,
        }
    }
}

/// Returns a sentence that distinguishes a kind from the others.
pub(super) fn in_short(technique: Technique) -> String {
    let Some(Kind { shape, fins, size }) = Kind::of(technique) else { return String::new() };
    let number = number(size);
    let capital = [&number[..1].to_uppercase(), &number[1..]].concat();
    let fins_note = if fins == Fins::None { "" } else { ", apart from its fins" };
    let thin = match fins {
        Fins::Sashimi => " One of them has at most one candidate that is not a fin.",
        _ => "",
    };
    match shape {
        Shape::Basic => format!(
            "{capital} rows whose candidates for a digit all lie in {number} columns{fins_note}, or {number} columns whose \
             candidates lie in {number} rows.{thin}"
        ),
        Shape::Franken => format!(
            "{capital} rows and boxes whose candidates for a digit all lie in {number} columns and boxes{fins_note}, or the same \
             with rows and columns exchanged."
        ),
        Shape::Mutant => {
            format!(
                "{capital} houses of any kind whose candidates for a digit all lie in {number} other houses{fins_note}."
            )
        }
    }
}
