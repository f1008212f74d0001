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

/// The shapes and fins, in HoDoKu's order.
const KINDS: [(Shape, Fins); 7] = [
    (Shape::Basic, Fins::None),
    (Shape::Basic, Fins::Some),
    (Shape::Basic, Fins::Sashimi),
    (Shape::Franken, Fins::None),
    (Shape::Franken, Fins::Some),
    (Shape::Mutant, Fins::None),
    (Shape::Mutant, Fins::Some),
];

/// The techniques: six sizes, starting with 2, of each of the [`KINDS`]. Except for the first three, they are
/// consecutive in the list of techniques.
pub(super) const FISH: &[Technique; 42] = &{
    let mut fish = [Technique::XWing; 42];
    (fish[1], fish[2]) = (Technique::Swordfish, Technique::Jellyfish);
    let mut i = 3;
    while i < fish.len() {
        fish[i] = Technique::ALL[Technique::Squirmbag as usize + i - 3];
        i += 1;
    }
    fish
};

impl Kind {
    pub(crate) fn of(technique: Technique) -> Option<Self> {
        let index = FISH.iter().position(|fish| *fish == technique)?;
        let (shape, fins) = KINDS[index / 6];
        Some(Self { shape, fins, size: index % 6 + 2 })
    }

    /// Returns the other finned kind of basic fish: sashimi for finned, and vice versa. Fish of these
    /// two kinds may form a siamese fish. Returns `None` for all other kinds.
    pub(crate) fn twin(self) -> Option<Technique> {
        let fins = match (self.shape, self.fins) {
            (Shape::Basic, Fins::Some) => Fins::Sashimi,
            (Shape::Basic, Fins::Sashimi) => Fins::Some,
            _ => return None,
        };
        Some(Self { fins, ..self }.technique())
    }

    pub(super) fn technique(self) -> Technique {
        let kind = KINDS.iter().position(|kind| *kind == (self.shape, self.fins)).unwrap_or_default();
        FISH[6 * kind + self.size - 2]
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

/// Returns a sentence that distinguishes a kind of fish from the others, or `None` for other techniques.
pub(crate) fn in_short(technique: Technique) -> Option<String> {
    let Kind { shape, fins, size } = Kind::of(technique)?;
    let number = number(size);
    let capital = [&number[..1].to_uppercase(), &number[1..]].concat();
    let fins_note = if fins == Fins::None { "" } else { ", apart from its fins" };
    let thin = match fins {
        Fins::Sashimi => " One of them has at most one candidate that is not a fin.",
        _ => "",
    };
    Some(match shape {
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
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles_state_the_kind_and_size() {
        let kinds = ["", "Finned ", "Sashimi ", "Franken ", "Finned Franken ", "Mutant ", "Finned mutant "];
        let sizes = ["X-wing", "swordfish", "jellyfish", "squirmbag", "whale", "leviathan"];
        for (index, technique) in FISH.iter().enumerate() {
            let name = [kinds[index / 6], sizes[index % 6]].concat();
            let title = [&name[..1].to_uppercase(), &name[1..]].concat();
            assert_eq!(technique.title(), title);
            assert_eq!(Kind::of(*technique).map(Kind::technique), Some(*technique));
        }
    }
}
