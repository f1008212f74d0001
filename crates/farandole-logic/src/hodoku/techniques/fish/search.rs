//! The search for fish of one kind, which builds the base house by house, then the cover.

use super::kind::{BOXES, COLS, Fins, Kind, ROWS, Shape};
use crate::model::tables::{HOUSE_SETS, HOUSES, PEER_SETS, bits, cells, count};
use crate::model::visit::Visitor;
use crate::model::{Deduction, Role};
use crate::patterns::subsets::choose;
use crate::patterns::view::View;
use core::ops::ControlFlow;

/// Maximum number of fins that are not endo-fins. This limit and the next are those of HoDoKu.
const MAX_FINS: u32 = 5;
/// Maximum number of endo-fins.
const MAX_ENDO: u32 = 2;

/// A partial fish. The base is built first, then the cover.
struct Search<'a, 'v> {
    view: &'a View<'a>,
    kind: Kind,
    digit: usize,
    base: u32,
    /// The candidates in at least one base house (`body`), and in at least two (`endo`).
    body: u128,
    endo: u128,
    /// For each house, the targets that a fish with this base house may eliminate, whatever its
    /// other houses.
    usable: [u128; 27],
    visit: Visitor<'v>,
}

/// Reports fish by digit, base and cover.
pub(super) fn find(view: &View<'_>, kind: Kind, visit: Visitor<'_>) -> ControlFlow<()> {
    for digit in bits(view.digits) {
        let places = view.places[digit];
        let directions: &[(u32, u32)] = match kind.shape {
            Shape::Basic => &[(ROWS, COLS), (COLS, ROWS)],
            Shape::Franken => &[(ROWS | BOXES, COLS | BOXES), (COLS | BOXES, ROWS | BOXES)],
            Shape::Mutant => &[(ROWS | COLS | BOXES, ROWS | COLS | BOXES)],
        };
        for (bases, covers) in directions {
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

/// Returns the houses of a set, in ascending order.
fn houses(set: u32) -> impl Iterator<Item = usize> {
    cells(set.into())
}

/// Returns true if at most `left` of the covers contain all of these cells.
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

/// The base lines of a fish of lines, as masks of the lines and of their candidates.
#[derive(Clone, Copy)]
struct Lines {
    chosen: u16,
    union: u16,
    /// The boxes that may contain all fins, and for each of them the positions that the cover must
    /// contain in that case.
    boxes: u16,
    bounds: [u16; 9],
}

impl Search<'_, '_> {
    /// Searches for fish with rows as base and columns as cover, or the reverse.
    ///
    /// A fin sees each eliminated candidate. They cannot share a line, because the fin is in a base
    /// line and no cover line, and the candidate is in a cover line and no base line. They
    /// therefore share a box, and all fins are in one box.
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

    /// Returns the targets that the partial fish may still eliminate. All fins must see the target,
    /// so `left` further covers must contain all other candidates of the base.
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
                // The covers of the target contain none of the candidates that it does not see.
                // There is one such cover, or two if the target is in the base.
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

    /// Adds covers in ascending order. `once` contains the cells in at least one cover, `twice`
    /// those in two.
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
        let mut eliminated = self.view.places[self.digit] & (once & !self.body | twice & !self.endo);
        for fin in cells(fins) {
            eliminated &= PEER_SETS[fin];
        }
        if eliminated == 0 || !kind.fits(self.base, cover) {
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
        cells(eliminated).for_each(|cell| deduction.eliminate(cell, 1 << self.digit));
        (self.visit)(deduction)
    }
}
