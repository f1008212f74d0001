//! Fish of all kinds, in the order in which HoDoKu finds them: basic, finned, sashimi, Franken, mutant.
//!
//! # What it is
//! A digit, some houses that do not overlap in its places (base), and as many houses (cover). Basic: rows against
//! columns; Franken: boxes too; mutant: any. Places of the base outside the cover are fins, places in two base houses are
//! endo-fins. A fish is sashimi when a base house has at most one place that is no fin.
//!
//! # Why it holds
//! Each base house holds the digit. If no fin does, these digits use up the cover houses, and no other
//! place in them holds it, nor one that two covers share. If a fin does, no cell that sees it holds it. So a
//! candidate in the cover, outside the base or in more covers than base houses, that sees all fins, is false.
//!
//! # Example
//! If 7 has places in rows 1 and 5 only in columns 2 and 8, and also at r1c9: r3c8 and r2c8 see that fin and lie in
//! column 8, so they are not 7.
//!
//! # Source
//! Names, limits (five fins, two endo-fins), order of the search: Bernhard Hobiger, HoDoKu 2.2.

use super::Visitor;
use super::view::View;
use crate::step::{Candidate, Deduction, Role, Technique};
use crate::tables::{HOUSE_SETS, PEER_SETS, cells};
use core::ops::ControlFlow;

/// Which houses may be base and cover.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Shape {
    Basic,
    Franken,
    Mutant,
}

/// What a fish may have outside its cover.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Fins {
    None,
    /// Fins, and at least two other places in every base house; any fins for fish that are not basic.
    Some,
    /// Fins, and a base house with fewer than two other places.
    Sashimi,
}

/// A kind of fish.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Kind {
    pub(crate) shape: Shape,
    pub(crate) fins: Fins,
    pub(crate) size: usize,
}

const MAX_FINS: u32 = 5;
const MAX_ENDO: u32 = 2;
const ROWS: u32 = 0x1ff;
const COLS: u32 = 0x1ff << 9;
const BOXES: u32 = 0x1ff << 18;

/// The names by kind and size, size 2 first.
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
    /// The kind that a technique stands for.
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

    /// The kind with fins that may share its base: sashimi with finned and the other way round, else the same.
    pub(crate) const fn twin(self) -> Option<Technique> {
        let fins = match (self.shape, self.fins) {
            (_, Fins::None) => return None,
            (Shape::Basic, Fins::Some) => Fins::Sashimi,
            (Shape::Basic, Fins::Sashimi) => Fins::Some,
            _ => return None,
        };
        Some(Self { fins, ..self }.technique())
    }

    const fn technique(self) -> Technique {
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

    /// Whether these houses make a fish of this shape and of no simpler one.
    fn fits(self, base: u32, cover: u32) -> bool {
        let basic = base & !ROWS == 0 && cover & !COLS == 0 || base & !COLS == 0 && cover & !ROWS == 0;
        let franken = base & COLS == 0 && cover & ROWS == 0 || base & ROWS == 0 && cover & COLS == 0;
        match self.shape {
            Shape::Basic => basic,
            Shape::Franken => franken && !basic,
            Shape::Mutant => !franken,
        }
    }
}

/// A fish in the making: the base is complete, the cover grows.
struct Search<'a, 'v> {
    view: &'a View<'a>,
    kind: Kind,
    digit: usize,
    base: u32,
    /// Places in at least one base house, and in at least two.
    body: u128,
    endo: u128,
    visit: Visitor<'v>,
}

/// Reports fish by digit, base and cover.
pub(crate) fn find(view: &View<'_>, kind: Kind, visit: Visitor<'_>) -> ControlFlow<()> {
    for digit in 0..9 {
        if view.places[digit] == 0 {
            continue;
        }
        let ways: &[(u32, u32)] = match kind.shape {
            Shape::Basic => &[(ROWS, COLS), (COLS, ROWS)],
            Shape::Franken => &[(ROWS | BOXES, COLS | BOXES), (COLS | BOXES, ROWS | BOXES)],
            Shape::Mutant => &[(ROWS | COLS | BOXES, ROWS | COLS | BOXES)],
        };
        for (bases, covers) in ways {
            let with_places = |houses: u32| {
                let any = |house: &u32| {
                    houses >> house & 1 == 1 && view.places[digit] & HOUSE_SETS[*house as usize] != 0
                };
                (0..27).filter(any).fold(0, |set, house| set | 1 << house)
            };
            let (bases, covers) = (with_places(*bases), with_places(*covers));
            let mut search = Search { view, kind, digit, base: 0, body: 0, endo: 0, visit: &mut *visit };
            search.grow_base(bases, covers, kind.size)?;
        }
    }
    ControlFlow::Continue(())
}

impl Search<'_, '_> {
    fn grow_base(&mut self, mut bases: u32, covers: u32, left: usize) -> ControlFlow<()> {
        if left == 0 {
            let covers = covers & !self.base;
            return self.grow_cover(covers, 0, 0, 0, self.kind.size);
        }
        while bases.count_ones() as usize >= left {
            let house = bases.trailing_zeros();
            bases &= bases - 1;
            let own = self.view.places[self.digit] & HOUSE_SETS[house as usize];
            let (body, endo) = (self.body, self.endo);
            let limit = if self.kind.fins == Fins::None { 0 } else { MAX_ENDO };
            if (endo | body & own).count_ones() <= limit {
                self.endo |= body & own;
                self.body |= own;
                self.base |= 1 << house;
                self.grow_base(bases, covers, left - 1)?;
                self.base &= !(1 << house);
                (self.body, self.endo) = (body, endo);
            }
        }
        ControlFlow::Continue(())
    }

    /// `once`: places in a cover; `twice`: in two. Covers are taken in rising order.
    fn grow_cover(
        &mut self,
        mut covers: u32,
        cover: u32,
        once: u128,
        twice: u128,
        left: usize,
    ) -> ControlFlow<()> {
        let limit = if self.kind.fins == Fins::None { 0 } else { MAX_FINS };
        if left == 0 {
            return self.check(cover, once, twice);
        }
        // What the covers still to choose from can't reach is a fin for good.
        let mut reach = once;
        let mut rest = covers;
        while rest != 0 {
            reach |= HOUSE_SETS[rest.trailing_zeros() as usize];
            rest &= rest - 1;
        }
        let lost = self.body & !reach;
        if lost.count_ones() > limit {
            return ControlFlow::Continue(());
        }
        while covers.count_ones() as usize >= left {
            let house = covers.trailing_zeros();
            covers &= covers - 1;
            let set = HOUSE_SETS[house as usize];
            if set & self.body == 0 {
                continue;
            }
            self.grow_cover(covers, cover | 1 << house, once | set, twice | once & set, left - 1)?;
            // From here on the house is no cover.
            let mut reach = once;
            let mut rest = covers;
            while rest != 0 {
                reach |= HOUSE_SETS[rest.trailing_zeros() as usize];
                rest &= rest - 1;
            }
            if (self.body & !reach).count_ones() > limit {
                break;
            }
        }
        ControlFlow::Continue(())
    }

    fn check(&mut self, cover: u32, once: u128, twice: u128) -> ControlFlow<()> {
        let fins = self.body & !once | self.endo;
        let kind = self.kind;
        if (kind.fins == Fins::None) != (fins == 0) || (fins & !self.endo).count_ones() > MAX_FINS {
            return ControlFlow::Continue(());
        }
        let mut gone = self.view.places[self.digit] & (once & !self.body | twice & !self.endo);
        for fin in cells(fins) {
            gone &= PEER_SETS[fin];
        }
        if gone == 0 || !kind.fits(self.base, cover) {
            return ControlFlow::Continue(());
        }
        if kind.shape == Shape::Basic && kind.fins != Fins::None {
            let thin = |house: &u32| {
                let rest = self.body & HOUSE_SETS[*house as usize] & !fins;
                rest & rest.wrapping_sub(1) == 0
            };
            let sashimi = (0..27).filter(|house| self.base >> house & 1 == 1).any(|house| thin(&house));
            if sashimi != (kind.fins == Fins::Sashimi) {
                return ControlFlow::Continue(());
            }
        }
        let mut deduction = Deduction::new(kind.technique());
        deduction.size = kind.size as u32;
        let houses = |set: u32| (0..27).filter(move |house| set >> house & 1 == 1);
        deduction.houses.extend(houses(self.base).chain(houses(cover)));
        cells(self.body & !fins).for_each(|cell| deduction.mark(Role::Core, cell, 1 << self.digit));
        cells(fins).for_each(|cell| deduction.mark(Role::Fin, cell, 1 << self.digit));
        cells(gone).for_each(|cell| deduction.eliminate(cell, 1 << self.digit));
        (self.visit)(deduction)
    }
}

/// Pairs of finned fish with the same base and different effects, as one deduction: siamese fish.
pub(crate) fn siamese(found: &[Deduction], technique: Technique) -> Vec<Deduction> {
    let mut pairs = Vec::new();
    for (number, first) in found.iter().enumerate() {
        for second in &found[number + 1..] {
            let size = first.size as usize;
            let digit =
                |deduction: &Deduction| deduction.eliminations.first().map(|candidate| candidate.digit());
            if first.houses[..size] != second.houses[..size]
                || digit(first) != digit(second)
                || first.eliminations.first() == second.eliminations.first()
            {
                continue;
            }
            let mut both = first.clone();
            both.technique = technique;
            both.houses.extend(&second.houses[size..]);
            let fin = |mark: &&(Role, Candidate)| mark.0 == Role::Fin && !first.pattern.contains(mark);
            both.pattern.extend(second.pattern.iter().filter(fin));
            for candidate in &second.eliminations {
                if !both.eliminations.contains(candidate) {
                    both.eliminations.push(*candidate);
                }
            }
            pairs.push(both);
        }
    }
    pairs
}
