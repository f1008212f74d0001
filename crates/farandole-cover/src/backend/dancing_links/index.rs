//! Node indices of 16 or 32 bits, and tables indexed by them.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::fmt::Debug;
use core::ops::{Add, Index, IndexMut, Sub};

/// An unsigned integer that holds the index of a node or an item, or the length of a list of options.
pub(crate) trait Word: Copy + Debug + Default + Ord + Add<Output = Self> + Sub<Output = Self> {
    const ONE: Self;
    /// The amount that is added to the length of every covered or secondary item.
    // This is the highest bit, so that raised lengths are greater than all others, and subtracting it
    // restores the length.
    const RAISED: Self;
    /// Maximum number of nodes.
    const NODES: u64;
    type Table<T: Copy + Debug + Default>: Table<Self, T>;

    /// Converts a number, which must fit in the type.
    fn new(number: usize) -> Self;
    fn get(self) -> usize;
}

/// An array with indices of type `W`.
// With this trait, the code of the links is the same for arrays with and without bounds checks.
pub(crate) trait Table<W, T>: Clone + Debug + Index<W, Output = T> + IndexMut<W> {
    fn from_vec(elements: Vec<T>) -> Self;
    /// Returns the first `count` elements. The array must have at least `count` elements.
    fn first(&self, count: usize) -> &[T];
}

impl Word for u16 {
    const ONE: Self = 1;
    const RAISED: Self = 1 << 15;
    const NODES: u64 = 1 << 16;
    type Table<T: Copy + Debug + Default> = Full<T>;

    #[inline(always)]
    fn new(number: usize) -> Self {
        number as Self
    }

    #[inline(always)]
    fn get(self) -> usize {
        self.into()
    }
}

impl Word for u32 {
    const ONE: Self = 1;
    const RAISED: Self = 1 << 31;
    const NODES: u64 = 1 << 31;
    type Table<T: Copy + Debug + Default> = Checked<T>;

    #[inline(always)]
    fn new(number: usize) -> Self {
        number as Self
    }

    #[inline(always)]
    fn get(self) -> usize {
        self as usize
    }
}

/// An array of 65,536 elements. Every `u16` is a valid index, so that accesses need no bounds check. Elements
/// with an index of `used` or more are never accessed, so they take address space but no memory.
#[derive(Debug)]
pub(crate) struct Full<T> {
    all: Box<[T; 1 << 16]>,
    used: usize,
}

impl<T: Copy + Debug + Default> Table<u16, T> for Full<T> {
    fn from_vec(elements: Vec<T>) -> Self {
        Self::copied(&elements)
    }

    fn first(&self, count: usize) -> &[T] {
        &self.all[..count]
    }
}

impl<T: Copy + Debug + Default> Full<T> {
    fn copied(elements: &[T]) -> Self {
        // A vector of zeros is allocated as zeroed pages, which take no memory until they are written.
        let mut all = alloc::vec![T::default(); 1 << 16];
        all[..elements.len()].copy_from_slice(elements);
        let Ok(all) = all.into_boxed_slice().try_into() else { unreachable!("the length is 65,536") };
        Self { all, used: elements.len() }
    }
}

impl<T: Copy + Debug + Default> Clone for Full<T> {
    fn clone(&self) -> Self {
        Self::copied(&self.all[..self.used])
    }
}

impl<T> Index<u16> for Full<T> {
    type Output = T;

    #[inline(always)]
    fn index(&self, at: u16) -> &T {
        &self.all[usize::from(at)]
    }
}

impl<T> IndexMut<u16> for Full<T> {
    #[inline(always)]
    fn index_mut(&mut self, at: u16) -> &mut T {
        &mut self.all[usize::from(at)]
    }
}

/// An array of any length, with bounds checks.
#[derive(Clone, Debug)]
pub(crate) struct Checked<T>(Vec<T>);

impl<T: Copy + Debug> Table<u32, T> for Checked<T> {
    fn from_vec(elements: Vec<T>) -> Self {
        Self(elements)
    }

    fn first(&self, count: usize) -> &[T] {
        &self.0[..count]
    }
}

impl<T> Index<u32> for Checked<T> {
    type Output = T;

    #[inline(always)]
    fn index(&self, at: u32) -> &T {
        &self.0[at as usize]
    }
}

impl<T> IndexMut<u32> for Checked<T> {
    #[inline(always)]
    fn index_mut(&mut self, at: u32) -> &mut T {
        &mut self.0[at as usize]
    }
}
