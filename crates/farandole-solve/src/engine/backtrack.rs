//! Chronological backtracking: depth-first search in row-major order.
//!
//! The search fills the empty cells in row-major order, each with the lowest untried digit that its
//! houses do not contain. If a cell has no such digit, the search backtracks to the previous cell.
//! Solutions are found in lexicographic order.
//!
//! The engine performs no deductions. A puzzle with few givens in its first rows can therefore take
//! extremely long. This engine (`dfs`) and [`singles`](super::singles) (`prune`) are the original
//! systems, with which the other engines are compared, in tests and in measurements.
//!
//! Source: Golomb, Baumert, "Backtrack programming", Journal of the ACM 12 (1965).

use crate::End;
use crate::geometry_tables::GeometryTables;
use core::ops::ControlFlow;
use farandole_puzzle::{Cell, ClassicPuzzle};
use farandole_search::SearchContext;

/// The backtracking engine with its buffers.
#[derive(Debug, Default)]
pub(crate) struct Backtrack {
    /// The cells without a given, in row-major order.
    empty: Vec<u16>,
    /// For each cell of `empty`, the digits that the restrictions allow, as a bit set.
    allowed: Vec<u64>,
    /// The untried digits of the cells of `empty`, up to the cell that is being filled.
    untried: Vec<u64>,
    /// For each house, the digits that it contains, as a bit set.
    used: Vec<u64>,
    digits: Vec<u8>,
}

impl Backtrack {
    pub(crate) fn search(
        &mut self,
        tables: &GeometryTables,
        puzzle: &ClassicPuzzle,
        run: &mut SearchContext<'_>,
    ) -> ControlFlow<End> {
        self.load(tables, puzzle);
        run.open_node()?;
        let Some(first) = self.untried(tables, 0) else { return run.found(&self.digits) };
        self.untried.push(first);
        while let Some(depth) = self.untried.len().checked_sub(1) {
            let cell = self.empty[depth] as usize;
            if self.digits[cell] != 0 {
                let bit = 1 << (self.digits[cell] - 1);
                tables.houses_of.get(cell).iter().for_each(|house| self.used[*house as usize] ^= bit);
                self.digits[cell] = 0;
            }
            let bit = self.untried[depth] & self.untried[depth].wrapping_neg();
            self.untried[depth] ^= bit;
            if bit == 0 {
                self.untried.pop();
                continue;
            }
            run.open_node()?;
            run.guess(self.untried[depth] != 0);
            run.counters.updates += 1;
            tables.houses_of.get(cell).iter().for_each(|house| self.used[*house as usize] |= bit);
            self.digits[cell] = bit.trailing_zeros() as u8 + 1;
            match self.untried(tables, depth + 1) {
                None => run.found(&self.digits)?,
                Some(0) => run.dead_end(),
                Some(next) => self.untried.push(next),
            }
        }
        ControlFlow::Continue(())
    }

    /// Loads a puzzle. Its givens must not clash.
    fn load(&mut self, tables: &GeometryTables, puzzle: &ClassicPuzzle) {
        self.digits.clear();
        self.digits.extend_from_slice(puzzle.givens());
        self.used.clear();
        self.used.resize(tables.houses.len(), 0);
        self.empty.clear();
        self.allowed.clear();
        self.untried.clear();
        for (index, given) in puzzle.givens().iter().enumerate() {
            if *given != 0 {
                let bit = 1 << (given - 1);
                tables.houses_of.get(index).iter().for_each(|house| self.used[*house as usize] |= bit);
            } else if let Some(cell) = Cell::new(index) {
                self.empty.push(index as u16);
                self.allowed.push(puzzle.allowed(cell).bits());
            }
        }
    }

    /// Returns the candidates of the cell `empty[depth]`, or `None` if no empty cell remains.
    fn untried(&self, tables: &GeometryTables, depth: usize) -> Option<u64> {
        let cell = *self.empty.get(depth)?;
        let used = tables
            .houses_of
            .get(cell as usize)
            .iter()
            .fold(0, |used, house| used | self.used[*house as usize]);
        Some(self.allowed[depth] & !used)
    }
}
