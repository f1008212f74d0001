//! The candidate masks of all cells during propagation, and the stack of cells whose mask shrank.

use super::peers::Peers;
use rustc_hash::FxHashMap;

/// A contradiction: a propagator has no solution within the masks, or a cell has no candidate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Contradiction;

/// A stack of cells whose mask changed and whose propagators are not yet queued. Each cell occurs
/// at most once.
#[derive(Clone, Default, Debug)]
pub(crate) struct Changed {
    /// Cells with their masks from before the first change.
    // Only the mask before the first change is stored: comparing it with the current mask gives all values
    // lost since then.
    stack: Vec<(u16, u16)>,
    listed: Vec<bool>,
}

impl Changed {
    /// Returns an empty stack for this many cells.
    pub(crate) fn new(cells: usize) -> Self {
        Self { stack: Vec::with_capacity(cells), listed: vec![false; cells] }
    }

    /// Adds a cell with its mask from before the change, unless the cell is already on the stack.
    #[inline]
    pub(crate) fn push(&mut self, cell: u16, before: u16) {
        // A flag per cell avoids duplicates without a search of the stack.
        if !self.listed[usize::from(cell)] {
            self.listed[usize::from(cell)] = true;
            self.stack.push((cell, before));
        }
    }

    #[inline]
    pub(crate) fn pop(&mut self) -> Option<u16> {
        self.pop_with_mask().map(|(cell, _)| cell)
    }

    /// Removes and returns the latest cell with its mask from before the first change.
    #[inline]
    pub(crate) fn pop_with_mask(&mut self) -> Option<(u16, u16)> {
        let (cell, before) = self.stack.pop()?;
        self.listed[usize::from(cell)] = false;
        Some((cell, before))
    }

    pub(crate) fn clear(&mut self) {
        // Only listed entries are reset, since the stack is much shorter than the board.
        while self.pop().is_some() {}
    }
}

/// Buffers that propagators borrow, so that the search does not allocate.
#[derive(Clone, Default, Debug)]
pub(crate) struct Scratch {
    // Pools instead of single buffers, since a disjunction runs propagators within a propagator.
    words: Vec<Vec<u64>>,
    masks: Vec<Vec<u16>>,
    changed: Vec<Changed>,
    /// The latest fixpoints of automata, by the address of the propagator's line of cells.
    fixpoints: FxHashMap<usize, Fixpoints>,
}

/// The masks and nodes of an automaton after its latest runs: a stack, in which each entry has smaller masks than
/// the one before it.
#[derive(Clone, Default, Debug)]
pub(crate) struct Fixpoints {
    /// The masks of the cells of the line, for each entry.
    pub(crate) masks: Vec<u16>,
    /// The nodes on paths from the start to the end with these masks, for each entry, as a bit set.
    pub(crate) live: Vec<u64>,
    /// A buffer for the nodes of one layer.
    pub(crate) layer: Vec<u64>,
}

impl Scratch {
    /// Removes and returns the fixpoints that [`give_fixpoints`](Self::give_fixpoints) stored for this line.
    pub(crate) fn take_fixpoints(&mut self, line: &[u16]) -> Fixpoints {
        self.fixpoints.get_mut(&(line.as_ptr() as usize)).map(core::mem::take).unwrap_or_default()
    }

    /// Stores the fixpoints of an automaton. The line must not be freed as long as the scratch is used, because
    /// its address identifies the automaton.
    pub(crate) fn give_fixpoints(&mut self, line: &[u16], fixpoints: Fixpoints) {
        self.fixpoints.insert(line.as_ptr() as usize, fixpoints);
    }

    /// Returns a buffer of this many zero words. [`give_words`](Self::give_words) returns it to the
    /// pool.
    pub(crate) fn take_words(&mut self, len: usize) -> Vec<u64> {
        let mut words = self.words.pop().unwrap_or_default();
        words.clear();
        // Buffers come back with old contents and other lengths.
        words.resize(len, 0);
        words
    }

    pub(crate) fn give_words(&mut self, words: Vec<u64>) {
        self.words.push(words);
    }

    /// Returns a copy of these masks. [`give_masks`](Self::give_masks) returns it to the pool.
    pub(crate) fn take_masks(&mut self, from: &[u16]) -> Vec<u16> {
        let mut masks = self.masks.pop().unwrap_or_default();
        masks.clear();
        masks.extend_from_slice(from);
        masks
    }

    pub(crate) fn give_masks(&mut self, masks: Vec<u16>) {
        self.masks.push(masks);
    }

    /// Returns an empty stack of changed cells. [`give_changed`](Self::give_changed) returns it to
    /// the pool, and it must be empty then.
    pub(crate) fn take_changed(&mut self, cells: usize) -> Changed {
        // Buffers of another network have another size and are dropped.
        self.changed.pop().filter(|list| list.listed.len() == cells).unwrap_or_else(|| Changed::new(cells))
    }

    pub(crate) fn give_changed(&mut self, changed: Changed) {
        self.changed.push(changed);
    }
}

/// The masks of all cells, as a propagator sees them. Masks can only shrink. Bit `v - low` of a
/// mask represents the value `v`.
pub(crate) struct Masks<'a> {
    all: &'a mut [u16],
    changed: &'a mut Changed,
    scratch: &'a mut Scratch,
    /// For each value, a bit set that contains at least the cells that can have the value. The list is empty
    /// if these sets are unknown.
    places: &'a [u64],
    /// Number of words of such a set.
    words: usize,
}

impl<'a> Masks<'a> {
    /// Creates masks over these buffers. `changed` has as many cells as `all`.
    pub(crate) fn new(all: &'a mut [u16], changed: &'a mut Changed, scratch: &'a mut Scratch) -> Self {
        Self { all, changed, scratch, places: &[], words: 0 }
    }

    /// Adds a bit set of cells for each value, `words` words each. Cells outside of it cannot have the
    /// value.
    pub(crate) fn with_places(self, places: &'a [u64], words: usize) -> Self {
        Self { places, words, ..self }
    }

    #[inline]
    pub(crate) fn get(&self, cell: u16) -> u16 {
        self.all[usize::from(cell)]
    }

    /// Returns the masks of all cells; none is 0.
    #[inline]
    pub(crate) fn all(&self) -> &[u16] {
        self.all
    }

    pub(crate) fn scratch(&mut self) -> &mut Scratch {
        self.scratch
    }

    /// Returns a copy of all masks. [`give_masks`](Scratch::give_masks) returns it to the pool.
    pub(crate) fn take_copy(&mut self) -> Vec<u16> {
        self.scratch.take_masks(self.all)
    }

    /// Intersects the mask of a cell with `mask`. Returns true if that changed it.
    ///
    /// # Errors
    /// Returns an error if no candidate would be left. The mask of the cell is then unchanged.
    #[inline]
    pub(crate) fn keep(&mut self, cell: u16, mask: u16) -> Result<bool, Contradiction> {
        // A call without effect returns before anything is written.
        let old = self.all[usize::from(cell)];
        let new = old & mask;
        if new == old {
            return Ok(false);
        }
        if new == 0 {
            return Err(Contradiction);
        }
        // A contradiction leaves the mask unchanged, so that no mask is ever 0.
        self.all[usize::from(cell)] = new;
        self.changed.push(cell, old);
        Ok(true)
    }

    /// Removes candidates from a cell. Returns true if that changed its mask.
    ///
    /// # Errors
    /// See [`keep`](Self::keep).
    #[inline]
    pub(crate) fn remove(&mut self, cell: u16, mask: u16) -> Result<bool, Contradiction> {
        self.keep(cell, !mask)
    }

    /// Returns a word of the set of cells that can have a value, or a word of ones if the set is
    /// unknown. `value` is a one-bit mask, and bit `b` of word `w` represents the cell `64 * w + b`.
    #[inline]
    pub(crate) fn places(&self, value: u16, word: usize) -> u64 {
        // Without bit sets, all cells count as possible. Exclusions then visit all peers, with the same
        // result.
        self.places.get(value.trailing_zeros() as usize * self.words + word).copied().unwrap_or(u64::MAX)
    }

    /// Removes values from the cells in word `word` of a set of cells.
    ///
    /// # Errors
    /// See [`keep`](Self::keep).
    #[inline]
    pub(crate) fn remove_all(
        &mut self,
        word: usize,
        mut cells: u64,
        values: u16,
    ) -> Result<(), Contradiction> {
        while cells != 0 {
            self.remove(word as u16 * 64 + cells.trailing_zeros() as u16, values)?;
            cells &= cells - 1;
        }
        Ok(())
    }

    /// Removes a value, given as a one-bit mask, from all common peers of these cells. There must be at least
    /// one cell.
    ///
    /// # Errors
    /// See [`keep`](Self::keep).
    #[inline]
    pub(crate) fn exclude(&mut self, value: u16, cells: &[u16], peers: &Peers) -> Result<(), Contradiction> {
        // The intersection is computed word by word, so no list of common peers is needed.
        for word in 0..peers.words() {
            let common =
                cells.iter().fold(self.places(value, word), |all, &cell| all & peers.row(cell)[word]);
            self.remove_all(word, common, value)?;
        }
        Ok(())
    }

    #[inline]
    pub(crate) fn next_changed(&mut self) -> Option<u16> {
        self.changed.pop()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keep_lists_each_changed_cell_once() {
        let (mut all, mut changed, mut scratch) = ([0b111, 0b11], Changed::new(2), Scratch::default());
        let mut masks = Masks::new(&mut all, &mut changed, &mut scratch);
        assert_eq!(masks.keep(0, 0b011), Ok(true));
        assert_eq!(masks.keep(0, 0b110), Ok(true));
        assert_eq!(masks.keep(0, 0b110), Ok(false));
        assert_eq!(masks.remove(1, 0b11), Err(Contradiction));
        assert_eq!((masks.get(0), masks.get(1)), (0b010, 0b11));
        assert_eq!((masks.next_changed(), masks.next_changed()), (Some(0), None));
    }
}
