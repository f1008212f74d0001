//! Node numbers of 16 or 32 bits, and tables indexed by them.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::fmt::Debug;
use core::ops::{Add, Index, IndexMut, Sub};

/// Numbers of nodes, of items and of options in a list.
pub(crate) trait Word: Copy + Debug + Default + Ord + Add<Output = Self> + Sub<Output = Self> {
    const ONE: Self;
    /// Added to the length of every item that isn't both active and primary.
    const RAISED: Self;
    /// Most nodes that can be numbered.
    const NODES: u64;
    type Table<T: Copy + Debug + Default>: Table<Self, T>;

    /// The number must fit.
    fn new(number: usize) -> Self;
    fn get(self) -> usize;
}

/// An array with indices of type `W`.
pub(crate) trait Table<W, T>: Clone + Debug + Index<W, Output = T> + IndexMut<W> {
    fn from_vec(elements: Vec<T>) -> Self;
    /// The first elements; no more than it was made from.
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

/// An array that no `u16` is out of bounds of. Elements beyond `used` are never touched, so that they take
/// address space rather than memory.
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
        let mut all = alloc::vec![T::default(); 1 << 16];
        all[..elements.len()].copy_from_slice(elements);
        let Ok(all) = all.into_boxed_slice().try_into() else { unreachable!("made of that length") };
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

/// An array as long as it needs to be.
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
