//! Sets of cells, as bit sets of 128-bit words.
//!
//! Two words cover a board of 16x16 cells. Sets are copied by value, so `first_words` returns a smaller type
//! that speeds up operations on smaller boards.

/// A set of cell indices below `128 * W`, by default below 256.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
// For boards of up to 128 cells, one 128-bit word compiles to two machine words and needs no loop. This halved
// the search time of a variant with unknown regions (`docs/experiments/2026-11-22-variants-beside-iss.md`).
pub(super) struct CellSet<const W: usize = 2>([u128; W]);

impl<const W: usize> Default for CellSet<W> {
    #[inline]
    fn default() -> Self {
        Self([0; W])
    }
}

impl<const W: usize> CellSet<W> {
    /// Returns the set of all cells below `count`.
    pub(super) fn below(count: usize) -> Self {
        let mut set = Self::default();
        (0..count).for_each(|cell| set.insert(cell));
        set
    }

    #[inline]
    pub(super) fn insert(&mut self, cell: usize) {
        self.0[cell / 128] |= 1 << (cell % 128);
    }

    #[inline]
    pub(super) fn remove(&mut self, cell: usize) {
        self.0[cell / 128] &= !(1 << (cell % 128));
    }

    #[inline]
    pub(super) fn has(&self, cell: usize) -> bool {
        self.0[cell / 128] >> (cell % 128) & 1 == 1
    }

    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        self.0 == [0; W]
    }

    #[inline]
    pub(super) fn len(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// Returns the lowest cell index, or `None` if the set is empty.
    #[inline]
    pub(super) fn first(&self) -> Option<usize> {
        let at = self.0.iter().position(|&word| word != 0)?;
        Some(at * 128 + self.0[at].trailing_zeros() as usize)
    }

    #[inline]
    pub(super) fn union(&self, other: &Self) -> Self {
        let mut set = *self;
        set.0.iter_mut().zip(other.0).for_each(|(word, other)| *word |= other);
        set
    }

    #[inline]
    pub(super) fn common(&self, other: &Self) -> Self {
        let mut set = *self;
        set.0.iter_mut().zip(other.0).for_each(|(word, other)| *word &= other);
        set
    }

    #[inline]
    pub(super) fn without(&self, other: &Self) -> Self {
        let mut set = *self;
        set.0.iter_mut().zip(other.0).for_each(|(word, other)| *word &= !other);
        set
    }

    /// Returns the cells in ascending order.
    pub(super) fn iter(self) -> impl Iterator<Item = usize> {
        (0..W).flat_map(move |at| {
            let mut word = self.0[at];
            core::iter::from_fn(move || {
                (word != 0).then(|| {
                    let bit = word.trailing_zeros() as usize;
                    word &= word - 1;
                    at * 128 + bit
                })
            })
        })
    }

    /// Returns the subset of the cells below `128 * V`. `V` is at most `W`.
    #[inline]
    pub(super) fn first_words<const V: usize>(&self) -> CellSet<V> {
        let mut words = [0; V];
        // Callers check that all cells fit into `V` words, and then run the same algorithm on the smaller type.
        words.copy_from_slice(&self.0[..V]);
        CellSet(words)
    }
}
