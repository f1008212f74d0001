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

use crate::hodoku::techniques::house_set::choose;
use crate::model::tables::{HOUSE_SETS, HOUSES, PEER_SETS, bits, cells, count};
use crate::model::visit::Visitor;
use crate::model::{Candidate, Deduction, Role, Technique};
use crate::patterns::view::View;
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

/// A fish in the making: the base grows, then the cover.
struct Search<'a, 'v> {
    view: &'a View<'a>,
    kind: Kind,
    digit: usize,
    base: u32,
    /// Places in at least one base house, and in at least two.
    body: u128,
    endo: u128,
    /// For each house the targets that it can be a base for, other houses aside.
    usable: [u128; 27],
    visit: Visitor<'v>,
}

/// Reports fish by digit, base and cover.
pub(crate) fn find(view: &View<'_>, kind: Kind, visit: Visitor<'_>) -> ControlFlow<()> {
    for digit in bits(view.digits) {
        let places = view.places[digit];
        let ways: &[(u32, u32)] = match kind.shape {
            Shape::Basic => &[(ROWS, COLS), (COLS, ROWS)],
            Shape::Franken => &[(ROWS | BOXES, COLS | BOXES), (COLS | BOXES, ROWS | BOXES)],
            Shape::Mutant => &[(ROWS | COLS | BOXES, ROWS | COLS | BOXES)],
        };
        for (bases, covers) in ways {
            let mut search =
                Search { view, kind, digit, base: 0, body: 0, endo: 0, usable: [0; 27], visit: &mut *visit };
            if kind.shape == Shape::Basic {
                search.grow_lines(*bases == COLS)?;
                continue;
            }
            let with_places = |set: u32| {
                houses(set)
                    .filter(|house| places & HOUSE_SETS[*house] != 0)
                    .fold(0, |set, house| set | 1 << house)
            };
            let (bases, covers) = (with_places(*bases), with_places(*covers));
            for house in houses(bases) {
                search.body = places & HOUSE_SETS[house];
                let others = |target| if target < 81 { kind.size - 1 } else { kind.size };
                search.usable[house] = search.alive(places, covers & !(1 << house), 0, others);
            }
            search.body = 0;
            search.grow_base(bases, covers, kind.size, places)?;
        }
    }
    ControlFlow::Continue(())
}

/// The houses of a set, rising.
fn houses(set: u32) -> impl Iterator<Item = usize> {
    cells(set.into())
}

/// Whether at most `left` of the covers hold all of these cells.
fn coverable(cells: u128, covers: u32, left: usize) -> bool {
    if cells == 0 {
        return true;
    }
    left > 0
        && HOUSES[cells.trailing_zeros() as usize].iter().any(|house| {
            let rest = cells & !HOUSE_SETS[*house as usize];
            covers >> house & 1 == 1 && (rest == 0 || left > 1 && coverable(rest, covers, left - 1))
        })
}

/// Lines chosen for the base of a fish of lines: as masks of lines and of the places in them.
#[derive(Clone, Copy)]
struct Lines {
    chosen: u16,
    union: u16,
    /// The boxes that may hold all fins, and the places that the cover must then hold.
    boxes: u16,
    bounds: [u16; 9],
}

impl Search<'_, '_> {
    /// Rows against columns, or columns against rows.
    ///
    /// A fin and what it excludes share a box: they can't share a line, since the fin is in a base line and in no cover
    /// line, and what it excludes the other way round. So all fins of a fish lie in one box.
    fn grow_lines(&mut self, columns: bool) -> ControlFlow<()> {
        let first = if columns { 9 } else { 0 };
        let of: [u16; 9] = core::array::from_fn(|line| self.view.marks.pos[first + line][self.digit]);
        let boxes = (0..9).filter(|number| {
            of[number / 3 * 3..][..3].iter().any(|places| places >> (number % 3 * 3) & 7 != 0)
        });
        let boxes = boxes.fold(0, |boxes, number| boxes | 1 << number);
        self.grow_line(&of, columns, 0, Lines { chosen: 0, union: 0, boxes, bounds: [0; 9] })
    }

    fn grow_line(&mut self, of: &[u16; 9], columns: bool, from: usize, lines: Lines) -> ControlFlow<()> {
        let size = self.kind.size;
        let left = size - count(lines.chosen);
        if left == 0 {
            return self.cover_lines(columns, &lines);
        }
        for line in from..=9 - left {
            if of[line] == 0 {
                continue;
            }
            let mut more = lines;
            more.chosen |= 1 << line;
            more.union |= of[line];
            let fits = if self.kind.fins == Fins::None {
                count(more.union) <= size
            } else {
                for number in bits(lines.boxes) {
                    let inside = if number / 3 == line / 3 { 7 << (3 * (number % 3)) } else { 0 };
                    more.bounds[number] |= of[line] & !inside;
                    more.boxes &= !(u16::from(count(more.bounds[number]) > size) << number);
                }
                more.boxes != 0
            };
            if fits {
                self.grow_line(of, columns, line + 1, more)?;
            }
        }
        ControlFlow::Continue(())
    }

    fn cover_lines(&mut self, columns: bool, lines: &Lines) -> ControlFlow<()> {
        let size = self.kind.size;
        let finned = self.kind.fins != Fins::None;
        if finned != (count(lines.union) > size) {
            return ControlFlow::Continue(());
        }
        let (near, far) = if columns { (9, 0) } else { (0, 9) };
        self.base = u32::from(lines.chosen) << near;
        self.body =
            houses(self.base).fold(0, |body, house| body | HOUSE_SETS[house]) & self.view.places[self.digit];
        choose(lines.union, size, 0, &mut |cover| {
            if finned && bits(lines.boxes).all(|number| lines.bounds[number] & !cover != 0) {
                return ControlFlow::Continue(());
            }
            let cover = u32::from(cover) << far;
            self.check(cover, houses(cover).fold(0, |once, house| once | HOUSE_SETS[house]), 0)
        })
    }

    /// Those of the targets that some fish can still exclude, as far as is known: all fins must see the target, so
    /// `left` more covers must hold all other places of the base.
    fn alive(&self, targets: u128, covers: u32, once: u128, left: impl Fn(usize) -> usize) -> u128 {
        let rest = self.body & !once;
        if self.kind.fins == Fins::None {
            return if coverable(rest, covers, left(81)) { targets } else { 0 };
        }
        cells(targets & !self.endo)
            .filter(|target| {
                let blind = !PEER_SETS[*target] & !(1 << target);
                self.endo & blind == 0 && coverable(rest & blind, covers, left(*target))
            })
            .fold(0, |alive, target| alive | 1 << target)
    }

    fn grow_base(&mut self, mut bases: u32, covers: u32, left: usize, targets: u128) -> ControlFlow<()> {
        if left == 0 {
            return self.grow_cover(covers & !self.base, 0, 0, 0, targets);
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
                // The covers of the target itself hold none of the places that it does not see: one, or two if it is
                // in the base.
                let (body, size) = (self.body, self.kind.size);
                let others = |target: usize| match target {
                    0..81 => size - 1 - (body >> target & 1) as usize,
                    _ => size,
                };
                let targets =
                    self.alive(targets & self.usable[house as usize], covers & !self.base, 0, others);
                if targets != 0 {
                    self.grow_base(bases, covers, left - 1, targets)?;
                }
                self.base &= !(1 << house);
            }
            (self.body, self.endo) = (body, endo);
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
        targets: u128,
    ) -> ControlFlow<()> {
        let left = self.kind.size - cover.count_ones() as usize;
        if left == 0 {
            return self.check(cover, once, twice);
        }
        while covers.count_ones() as usize >= left {
            let targets = self.alive(targets, covers, once, |_| left);
            if targets == 0 {
                break;
            }
            let house = covers.trailing_zeros();
            covers &= covers - 1;
            let set = HOUSE_SETS[house as usize];
            if set & self.body != 0 {
                self.grow_cover(covers, cover | 1 << house, once | set, twice | once & set, targets)?;
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
            let sashimi = houses(self.base).any(|house| {
                let rest = self.body & HOUSE_SETS[house] & !fins;
                rest & rest.wrapping_sub(1) == 0
            });
            if sashimi != (kind.fins == Fins::Sashimi) {
                return ControlFlow::Continue(());
            }
        }
        let mut deduction = Deduction::new(kind.technique());
        deduction.size = kind.size as u32;
        deduction.houses.extend(houses(self.base).chain(houses(cover)).map(|house| house as u8));
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
