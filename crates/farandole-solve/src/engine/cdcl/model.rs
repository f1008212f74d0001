//! The cardinality constraints of a geometry: at-most-one and exactly-one constraints over
//! literals, called items.
//!
//! An item is a list of at most 64 literals, of which at most one is true. In a needed item,
//! exactly one is true.
//!
//! The variables are the candidates and the *segments*. The cells that a row (or column) and a box
//! (or region) share have a segment for each digit, which is true if the digit is in one of these
//! cells. A row contains a digit in exactly one of its segments, and so does a box. Single items
//! therefore imply locked candidates. Learned clauses may contain segments, which makes them
//! shorter and more general.
//!
//! ```text
//! variable c = cell * N + digit - 1     a candidate; segments come after them
//! literal 2 v      v is true            2 v + 1    v is false
//! items of a 25x25 grid with boxes:     cell: 25 candidates             row, digit: 5 segments
//!                                       segment: not itself, 5 candidates   box, digit: 5 segments, twice
//! ```
//!
//! A model may have no segments; see [`Segments`].

use crate::geometry_tables::GeometryTables;
use farandole_cdcl::Lit;
use farandole_puzzle::{ClassicPuzzle, HouseKind};

/// An occurrence of a literal: the item, and the index within the item.
#[derive(Clone, Copy, Debug)]
pub(super) struct Occurrence {
    pub(super) item: u32,
    pub(super) place: u32,
}

/// Selects whether a model has segments.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Segments {
    /// All variables are candidates.
    Without,
    /// The cells that a line and a region share have a segment for each digit, if there are at
    /// least two of them and fewer than N.
    With,
}

impl Segments {
    /// Returns `With` for grids with givens in less than a third of the cells. A segment is useful
    /// while it has several open candidates, as in nearly empty grids.
    pub(super) fn for_puzzle(puzzle: &ClassicPuzzle) -> Self {
        // Segments reduce the time for the emptiest 25x25 puzzles from 154 to 25 ms and make empty
        // jigsaws three times faster. They make minimal 25x25 puzzles, which have more givens, a
        // third slower (docs/experiments/2026-11-21-search.md).
        if 3 * puzzle.given_count() < puzzle.geometry().cell_count() { Self::With } else { Self::Without }
    }
}

/// The items of a geometry, and the occurrences of each literal in them.
#[derive(Debug, Default)]
pub(super) struct Model {
    pub(super) size: usize,
    pub(super) cells: usize,
    variables: usize,
    item_starts: Vec<u32>,
    lits: Vec<Lit>,
    pub(super) needed: Vec<bool>,
    occurrence_starts: Vec<u32>,
    occurrences: Vec<Occurrence>,
}

impl Model {
    pub(super) fn new(shape: &GeometryTables, segments: Segments) -> Self {
        let (size, cells) = (shape.size, shape.cell_count());
        let mut model =
            Self { size, cells, variables: cells * size, item_starts: vec![0], ..Self::default() };
        for cell in 0..cells as u32 {
            model.item(true, (0..size as u32).map(|digit| Lit::positive(cell * size as u32 + digit)));
        }
        let kinds: Vec<HouseKind> = shape.geometry.houses().map(|house| house.kind).collect();
        let is_line = |house: usize| matches!(kinds[house], HouseKind::Row(_) | HouseKind::Col(_));
        let is_region = |house: usize| matches!(kinds[house], HouseKind::Box(_) | HouseKind::Region(_));
        // The parts of each line, and two partitions of each region: by rows and by columns.
        let mut parts: Vec<[Vec<Vec<Lit>>; 2]> = vec![Default::default(); shape.houses.len()];
        for line in (0..shape.houses.len()).filter(|house| is_line(*house)) {
            let by_columns = usize::from(matches!(kinds[line], HouseKind::Col(_)));
            let mut by_region: Vec<(usize, Vec<u16>)> = Vec::new();
            for cell in shape.houses.get(line) {
                let houses = shape.houses_of.get(*cell as usize);
                let region = houses.iter().map(|house| *house as usize).find(|house| is_region(*house));
                match by_region.iter_mut().find(|(known, _)| region == Some(*known)) {
                    Some((_, members)) => members.push(*cell),
                    None => by_region.push((region.unwrap_or(usize::MAX), vec![*cell])),
                }
            }
            for (region, members) in by_region {
                let part = model.part(&members, segments);
                parts[line][0].push(part.clone());
                if let Some(parts) = parts.get_mut(region) {
                    parts[by_columns].push(part);
                }
            }
        }
        // Without segments, both partitions of a region contain the same candidates.
        let ways = if segments == Segments::With { 2 } else { 1 };
        for house in 0..shape.houses.len() {
            let full = shape.full[house];
            if is_line(house) || is_region(house) {
                for parts in parts[house].iter().filter(|parts| !parts.is_empty()).take(ways) {
                    for digit in 0..size {
                        model.item(full, parts.iter().flat_map(|part| lits_of(part, digit, size)));
                    }
                }
            } else {
                for digit in 0..size as u32 {
                    let members = shape.houses.get(house).iter();
                    model.item(
                        full,
                        members.map(|cell| Lit::positive(u32::from(*cell) * size as u32 + digit)),
                    );
                }
            }
        }
        model.index();
        model
    }

    /// Returns, for each digit, the literals of which one is true if the digit is in one of these
    /// cells. They are one segment, or the candidates if a segment would not shorten the list.
    fn part(&mut self, members: &[u16], segments: Segments) -> Vec<Lit> {
        let size = self.size as u32;
        let mut lits = Vec::new();
        for digit in 0..size {
            let candidates = members.iter().map(|cell| Lit::positive(u32::from(*cell) * size + digit));
            if members.len() == 1 || members.len() == self.size || segments == Segments::Without {
                lits.extend(candidates);
            } else {
                let segment = Lit::positive(self.variables as u32);
                self.variables += 1;
                self.item(true, candidates.chain([!segment]));
                lits.push(segment);
            }
        }
        lits
    }

    fn item(&mut self, needed: bool, lits: impl Iterator<Item = Lit>) {
        self.lits.extend(lits);
        self.item_starts.push(self.lits.len() as u32);
        self.needed.push(needed);
    }

    fn index(&mut self) {
        let mut counts = vec![0; 2 * self.variables + 1];
        self.lits.iter().for_each(|lit| counts[lit.index() + 1] += 1);
        for i in 1..counts.len() {
            counts[i] += counts[i - 1];
        }
        self.occurrence_starts = counts.clone();
        self.occurrences = vec![Occurrence { item: 0, place: 0 }; self.lits.len()];
        for item in 0..self.item_count() as u32 {
            for (place, lit) in self.lits_of(item).to_vec().into_iter().enumerate() {
                let next = &mut counts[lit.index()];
                self.occurrences[*next as usize] = Occurrence { item, place: place as u32 };
                *next += 1;
            }
        }
    }

    /// Returns true if the model has segments.
    pub(super) fn has_segments(&self) -> bool {
        self.variables > self.cells * self.size
    }

    pub(super) fn variable_count(&self) -> usize {
        self.variables
    }

    pub(super) fn item_count(&self) -> usize {
        self.needed.len()
    }

    pub(super) fn lits_of(&self, item: u32) -> &[Lit] {
        &self.lits[self.item_starts[item as usize] as usize..self.item_starts[item as usize + 1] as usize]
    }

    #[inline]
    pub(super) fn lit_at(&self, item: u32, place: u32) -> Lit {
        self.lits[(self.item_starts[item as usize] + place) as usize]
    }

    /// Returns the literals of an item at the indices in the bit set `places`.
    pub(super) fn lits_at(&self, item: u32, places: u64) -> impl Iterator<Item = Lit> + '_ {
        let mut places = places;
        core::iter::from_fn(move || {
            if places == 0 {
                return None;
            }
            let place = places.trailing_zeros();
            places &= places - 1;
            Some(self.lit_at(item, place))
        })
    }

    #[inline]
    pub(super) fn occurrences_of(&self, lit: Lit) -> &[Occurrence] {
        let (start, end) = (self.occurrence_starts[lit.index()], self.occurrence_starts[lit.index() + 1]);
        &self.occurrences[start as usize..end as usize]
    }
}

/// Returns the literals of one digit in a part. Every digit has the same number of literals.
fn lits_of(part: &[Lit], digit: usize, size: usize) -> impl Iterator<Item = Lit> + '_ {
    let each = part.len() / size;
    part[digit * each..(digit + 1) * each].iter().copied()
}
