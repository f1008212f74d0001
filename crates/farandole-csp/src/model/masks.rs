//! The candidate masks of all cells during propagation, and the stack of cells whose mask shrank.

use super::peers::Peers;

/// A contradiction: a propagator has no solution within the masks, or a cell has no candidate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Contradiction;

/// Cells whose mask changed and whose propagators were not told yet; each is in it at most once.
#[derive(Clone, Default, Debug)]
pub(crate) struct Changed {
    /// With the mask before the first change.
    stack: Vec<(u16, u16)>,
    listed: Vec<bool>,
}

impl Changed {
    /// Empty, for this many cells.
    pub(crate) fn new(cells: usize) -> Self {
        Self { stack: Vec::with_capacity(cells), listed: vec![false; cells] }
    }

    /// Notes a cell with its mask before it changed.
    #[inline]
    pub(crate) fn push(&mut self, cell: u16, before: u16) {
        if !self.listed[usize::from(cell)] {
            self.listed[usize::from(cell)] = true;
            self.stack.push((cell, before));
        }
    }

    /// Takes a cell out, the latest one first.
    #[inline]
    pub(crate) fn pop(&mut self) -> Option<u16> {
        self.pop_with_mask().map(|(cell, _)| cell)
    }

    /// Takes a cell out, the latest one first, with its mask before it changed.
    #[inline]
    pub(crate) fn pop_with_mask(&mut self) -> Option<(u16, u16)> {
        let (cell, before) = self.stack.pop()?;
        self.listed[usize::from(cell)] = false;
        Some((cell, before))
    }

    /// Forgets all cells.
    pub(crate) fn clear(&mut self) {
        while self.pop().is_some() {}
    }
}

/// Buffers that propagators borrow, so that none is allocated in the search.
#[derive(Clone, Default, Debug)]
pub(crate) struct Scratch {
    words: Vec<Vec<u64>>,
    masks: Vec<Vec<u16>>,
    changed: Vec<Changed>,
}

impl Scratch {
    /// A buffer of this many zero words. Give it [back](Self::give_words).
    pub(crate) fn take_words(&mut self, len: usize) -> Vec<u64> {
        let mut words = self.words.pop().unwrap_or_default();
        words.clear();
        words.resize(len, 0);
        words
    }

    /// Takes a buffer back.
    pub(crate) fn give_words(&mut self, words: Vec<u64>) {
        self.words.push(words);
    }

    /// A copy of these masks. Give it [back](Self::give_masks).
    pub(crate) fn take_masks(&mut self, from: &[u16]) -> Vec<u16> {
        let mut masks = self.masks.pop().unwrap_or_default();
        masks.clear();
        masks.extend_from_slice(from);
        masks
    }

    /// Takes a buffer back.
    pub(crate) fn give_masks(&mut self, masks: Vec<u16>) {
        self.masks.push(masks);
    }

    /// An empty list of changed cells for this many cells. Give it [back](Self::give_changed), emptied.
    pub(crate) fn take_changed(&mut self, cells: usize) -> Changed {
        self.changed.pop().filter(|list| list.listed.len() == cells).unwrap_or_else(|| Changed::new(cells))
    }

    /// Takes an empty list back.
    pub(crate) fn give_changed(&mut self, changed: Changed) {
        self.changed.push(changed);
    }
}

/// What a propagator works on: the mask of every cell, which can only shrink. Bit `v - low` of a
/// mask is value `v`.
pub(crate) struct Masks<'a> {
    all: &'a mut [u16],
    changed: &'a mut Changed,
    scratch: &'a mut Scratch,
    /// By value the cells that can have it, some more perhaps; empty if that is not known.
    places: &'a [u64],
    /// How many words such a set has.
    words: usize,
}

impl<'a> Masks<'a> {
    /// Masks in these buffers. `changed` has as many cells as `all`.
    pub(crate) fn new(all: &'a mut [u16], changed: &'a mut Changed, scratch: &'a mut Scratch) -> Self {
        Self { all, changed, scratch, places: &[], words: 0 }
    }

    /// The same masks, with a bit set of so many words for each value: no cell outside of it can
    /// have the value.
    pub(crate) fn with_places(self, places: &'a [u64], words: usize) -> Self {
        Self { places, words, ..self }
    }

    /// The mask of a cell.
    #[inline]
    pub(crate) fn get(&self, cell: u16) -> u16 {
        self.all[usize::from(cell)]
    }

    /// The masks of all cells; none is 0.
    #[inline]
    pub(crate) fn all(&self) -> &[u16] {
        self.all
    }

    /// The pool of buffers.
    pub(crate) fn scratch(&mut self) -> &mut Scratch {
        self.scratch
    }

    /// A copy of all masks. Give it [back](Scratch::give_masks).
    pub(crate) fn take_copy(&mut self) -> Vec<u16> {
        self.scratch.take_masks(self.all)
    }

    /// Intersects the mask of a cell and says whether that changed it.
    ///
    /// # Errors
    /// If the cell has no candidate left; its mask is then as before.
    #[inline]
    pub(crate) fn keep(&mut self, cell: u16, mask: u16) -> Result<bool, Contradiction> {
        let old = self.all[usize::from(cell)];
        let new = old & mask;
        if new == old {
            return Ok(false);
        }
        if new == 0 {
            return Err(Contradiction);
        }
        self.all[usize::from(cell)] = new;
        self.changed.push(cell, old);
        Ok(true)
    }

    /// Takes candidates away from a cell and says whether that changed it.
    ///
    /// # Errors
    /// As [`keep`](Self::keep).
    #[inline]
    pub(crate) fn remove(&mut self, cell: u16, mask: u16) -> Result<bool, Contradiction> {
        self.keep(cell, !mask)
    }

    /// A word of the set of cells that can have a value, given as a mask; of all cells if that is not known.
    #[inline]
    pub(crate) fn places(&self, value: u16, word: usize) -> u64 {
        self.places.get(value.trailing_zeros() as usize * self.words + word).copied().unwrap_or(u64::MAX)
    }

    /// Takes values from the cells of a word of a set of cells.
    ///
    /// # Errors
    /// As [`keep`](Self::keep).
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

    /// Takes a value, given as a mask, from all cells that differ from each of these, at least one.
    ///
    /// # Errors
    /// As [`keep`](Self::keep).
    #[inline]
    pub(crate) fn exclude(&mut self, value: u16, cells: &[u16], peers: &Peers) -> Result<(), Contradiction> {
        for word in 0..peers.words() {
            let common =
                cells.iter().fold(self.places(value, word), |all, &cell| all & peers.row(cell)[word]);
            self.remove_all(word, common, value)?;
        }
        Ok(())
    }

    /// Takes a changed cell out of the list, the latest one first.
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
