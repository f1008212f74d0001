//! Sets of up to 256 cells as bits.

/// A set of cells with numbers below 256.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct CellSet([u64; 4]);

impl CellSet {
    /// The cells below a number.
    pub(super) fn below(count: usize) -> Self {
        let mut set = Self::default();
        (0..count).for_each(|cell| set.insert(cell));
        set
    }

    #[inline]
    pub(super) fn insert(&mut self, cell: usize) {
        self.0[cell / 64] |= 1 << (cell % 64);
    }

    #[inline]
    pub(super) fn remove(&mut self, cell: usize) {
        self.0[cell / 64] &= !(1 << (cell % 64));
    }

    #[inline]
    pub(super) fn has(&self, cell: usize) -> bool {
        self.0[cell / 64] >> (cell % 64) & 1 == 1
    }

    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        self.0 == [0; 4]
    }

    #[inline]
    pub(super) fn len(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// The cell with the least number.
    #[inline]
    pub(super) fn first(&self) -> Option<usize> {
        let at = self.0.iter().position(|&word| word != 0)?;
        Some(at * 64 + self.0[at].trailing_zeros() as usize)
    }

    #[inline]
    pub(super) fn union(&self, other: &Self) -> Self {
        Self(core::array::from_fn(|at| self.0[at] | other.0[at]))
    }

    #[inline]
    pub(super) fn common(&self, other: &Self) -> Self {
        Self(core::array::from_fn(|at| self.0[at] & other.0[at]))
    }

    #[inline]
    pub(super) fn without(&self, other: &Self) -> Self {
        Self(core::array::from_fn(|at| self.0[at] & !other.0[at]))
    }

    /// The cells in order.
    pub(super) fn iter(self) -> impl Iterator<Item = usize> {
        (0..4).flat_map(move |at| {
            let mut word = self.0[at];
            core::iter::from_fn(move || {
                (word != 0).then(|| {
                    let bit = word.trailing_zeros() as usize;
                    word &= word - 1;
                    at * 64 + bit
                })
            })
        })
    }
}
