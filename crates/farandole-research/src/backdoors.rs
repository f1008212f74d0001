//! Strong backdoors: smallest sets of cells whose digits let simple techniques solve the rest of a
//! puzzle.
//!
//! Candidates are nine planes of 81 bits, one per digit. Placing a digit of the solution never
//! causes a contradiction, so the final state does not depend on the order of the techniques. A
//! cell that the techniques can fill after a placement need not be added to the set.
//!
//! Performs badly for large backdoors, because the number of sets grows twenty- to thirtyfold with
//! each further cell.
//!
//! Source: R. Williams, C. Gomes, B. Selman, "Backdoors to typical case complexity", IJCAI 2003,
//! for the term.

use core::sync::atomic::{AtomicBool, Ordering};

use crate::board::{ALL_CELLS, Cells, Grid, givens, members};
use crate::minimize::ProperPuzzle;

/// A set of techniques for the rest of the puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TechniqueSet {
    /// Naked and hidden singles.
    Singles,
    /// Singles, and locked candidates: pointing and claiming.
    Locked,
}

/// Returns all smallest sets of cells whose solution digits, added as givens, let the techniques
/// solve a proper puzzle. The sets are in ascending order. If the techniques solve the puzzle
/// without help, the result is the empty set alone. Returns `None` if no set of up to `most` cells
/// suffices. The result is incomplete if `stop` was set.
///
/// Cost: about a microsecond per set. There are some 60 sets of size 1, 2,000 of size 2, and 40,000
/// of size 3.
///
/// ```
/// use farandole_kernel::Isa;
/// use farandole_research::{ProperPuzzle, Recipe, TechniqueSet, backdoors};
///
/// let made = Recipe::default().attempts(Isa::detect(), 1, 0..1).0[0];
/// let proper = ProperPuzzle { number: 0, puzzle: made.puzzle, solution: made.solution };
/// let sets = backdoors(&proper, TechniqueSet::Singles, 3, &false.into()).expect("an easy one");
/// assert!(sets.iter().all(|set| set.count_ones() == sets[0].count_ones()));
/// ```
pub fn backdoors(
    proper: &ProperPuzzle,
    rules: TechniqueSet,
    most: u32,
    stop: &AtomicBool,
) -> Option<Vec<Cells>> {
    let mut planes = Planes::new(&proper.solution, rules);
    planes.place(givens(&proper.puzzle));
    planes.propagate();
    if planes.placed == ALL_CELLS {
        return Some(vec![0]);
    }
    for size in 1..=most {
        let mut found = Vec::new();
        planes.each_set(0, 0, size, stop, &mut found);
        if !found.is_empty() {
            found.sort_unstable_by_key(|set: &Cells| set.reverse_bits());
            found.reverse();
            return Some(found);
        }
    }
    None
}

/// The 27 houses as sets of cells: rows, columns, boxes.
const HOUSES: [Cells; 27] = houses();
/// For each cell, its peers and itself.
const PEERS_AND_SELF: [Cells; 81] = peers_and_self();

const fn houses() -> [Cells; 27] {
    let mut all = [0; 27];
    let mut cell = 0;
    while cell < 81 {
        all[cell / 9] |= 1 << cell;
        all[9 + cell % 9] |= 1 << cell;
        all[18 + cell / 27 * 3 + cell % 9 / 3] |= 1 << cell;
        cell += 1;
    }
    all
}

const fn peers_and_self() -> [Cells; 81] {
    let mut all = [0; 81];
    let mut cell = 0;
    while cell < 81 {
        all[cell] = HOUSES[cell / 9] | HOUSES[9 + cell % 9] | HOUSES[18 + cell / 27 * 3 + cell % 9 / 3];
        cell += 1;
    }
    all
}

/// The candidates of a puzzle.
#[derive(Clone, Copy)]
struct Planes<'a> {
    solution: &'a Grid,
    rules: TechniqueSet,
    /// The cells in which each digit is a candidate, indexed by digit from 0.
    open: [Cells; 9],
    placed: Cells,
}

impl<'a> Planes<'a> {
    const fn new(solution: &'a Grid, rules: TechniqueSet) -> Self {
        Self { solution, rules, open: [ALL_CELLS; 9], placed: 0 }
    }

    /// Places the digits of the solution in these cells.
    fn place(&mut self, cells: Cells) {
        self.placed |= cells;
        for cell in members(cells) {
            let digit = usize::from(self.solution[cell] - 1);
            for (plane, open) in self.open.iter_mut().enumerate() {
                // A digit excludes its peers from the same digit, and its own cell from the others.
                *open &= !(if plane == digit { PEERS_AND_SELF[cell] } else { 1 << cell });
            }
            self.open[digit] |= 1 << cell;
        }
    }

    /// Applies the techniques until they find nothing.
    fn propagate(&mut self) {
        loop {
            let singles = self.singles();
            if singles != 0 {
                self.place(singles);
            } else if self.rules == TechniqueSet::Singles || !self.eliminate_locked() {
                return;
            }
        }
    }

    /// Returns the empty cells with a naked or hidden single.
    fn singles(&self) -> Cells {
        let (mut once, mut twice) = (0, 0);
        let mut hidden = 0;
        for open in self.open {
            twice |= once & open;
            once |= open;
            for house in HOUSES {
                let candidates = open & house;
                hidden |= if candidates & candidates.wrapping_sub(1) == 0 { candidates } else { 0 };
            }
        }
        (once & !twice | hidden) & !self.placed
    }

    /// Eliminates candidates by pointing and claiming. Returns true if there were any.
    fn eliminate_locked(&mut self) -> bool {
        let before = self.open;
        for open in &mut self.open {
            for line in &HOUSES[..18] {
                for box_cells in HOUSES[18..].iter().filter(|cells| *cells & line != 0) {
                    if *open & box_cells & !line == 0 {
                        *open &= !(line & !box_cells);
                    }
                    if *open & line & !box_cells == 0 {
                        *open &= !(box_cells & !line);
                    }
                }
            }
        }
        self.open != before
    }

    /// Finds the sets of `size` further cells, with indices from `from`, that together with
    /// `chosen` solve the puzzle.
    fn each_set(&self, chosen: Cells, from: usize, size: u32, stop: &AtomicBool, found: &mut Vec<Cells>) {
        // Cells that the techniques have filled would not extend the set.
        for cell in members(!self.placed & ALL_CELLS & (Cells::MAX << from)) {
            if stop.load(Ordering::Relaxed) {
                return;
            }
            let mut next = *self;
            next.place(1 << cell);
            next.propagate();
            let set = chosen | 1 << cell;
            if next.placed == ALL_CELLS {
                found.push(set);
            } else if size > 1 {
                next.each_set(set, cell + 1, size - 1, stop, found);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Recipe;
    use crate::batched_queries::NEVER;
    use farandole_kernel::Isa;

    fn share_house(one: usize, other: usize) -> bool {
        let box_of = |cell: usize| (cell / 27, cell % 9 / 3);
        one / 9 == other / 9 || one % 9 == other % 9 || box_of(one) == box_of(other)
    }

    /// Returns true if singles solve the puzzle, tested cell by cell from the definition.
    fn singles_solve(puzzle: &[u8; 81], solution: &Grid) -> bool {
        let mut board = *puzzle;
        loop {
            let can = |board: &[u8; 81], cell: usize, digit: u8| {
                board[cell] == 0 && (0..81).all(|it| board[it] != digit || !share_house(it, cell))
            };
            let is_single = |cell: &usize| {
                let digit = solution[*cell];
                let only = |houses: &dyn Fn(usize) -> bool| {
                    (0..81).all(|it| it == *cell || !houses(it) || !can(&board, it, digit))
                };
                let box_of = |cell: usize| (cell / 27, cell % 9 / 3);
                board[*cell] == 0
                    && ((1..=9).all(|other| other == digit || !can(&board, *cell, other))
                        || only(&|it| it / 9 == cell / 9)
                        || only(&|it| it % 9 == cell % 9)
                        || only(&|it| box_of(it) == box_of(*cell)))
            };
            match (0..81).find(is_single) {
                Some(cell) => board[cell] = solution[cell],
                None => return board == *solution,
            }
        }
    }

    #[test]
    fn smallest_sets_agree_with_brute_force() {
        let mut sizes = [0; 4];
        for made in Recipe::default().attempts(Isa::detect(), 31, 0..40).0 {
            let proper = ProperPuzzle { number: 0, puzzle: made.puzzle, solution: made.solution };
            let found = backdoors(&proper, TechniqueSet::Singles, 2, &NEVER);
            let with = |cells: Cells| {
                let mut puzzle = made.puzzle;
                members(cells).for_each(|cell| puzzle[cell] = made.solution[cell]);
                singles_solve(&puzzle, &made.solution)
            };
            let empty = !givens(&made.puzzle) & ALL_CELLS;
            let expected: Vec<Cells> = if with(0) {
                vec![0]
            } else {
                members(empty).map(|cell| 1 << cell).filter(|set| with(*set)).collect()
            };
            sizes[found.as_ref().map_or(3, |sets| sets[0].count_ones() as usize)] += 1;
            match &found {
                Some(sets) if sets[0].count_ones() < 2 => assert_eq!(*sets, expected),
                Some(sets) => assert!(expected.is_empty() && sets.iter().step_by(40).all(|set| with(*set))),
                None => assert!(expected.is_empty()),
            }
            // Stronger techniques do not need larger sets.
            let with_locked = backdoors(&proper, TechniqueSet::Locked, 2, &NEVER);
            let size = |sets: &Option<Vec<Cells>>| sets.as_ref().map_or(3, |sets| sets[0].count_ones());
            assert!(size(&with_locked) <= size(&found));
        }
        assert!(sizes[0] > 0 && sizes[1] > 0, "{sizes:?}");
    }
}
