//! Vectors of `u16` lanes for callers: the operations, and a way to run code that is compiled for an
//! instruction set.
//!
//! [`Isa::run`](crate::Isa::run) calls a [`Task`] with a token of the instruction set. The task performs vector
//! operations with the methods of the token, and is compiled once per instruction set. All operations are exact
//! and have the same result on every instruction set.
//!
//! ```
//! use farandole_kernel::{Isa, Task, Vectors};
//!
//! /// Adds two arrays.
//! struct Add<'a>(&'a [u16; 32], &'a [u16; 32]);
//!
//! impl Task for Add<'_> {
//!     type Output = [u16; 32];
//!     #[inline(always)]
//!     fn run<S: Vectors>(self, s: S) -> [u16; 32] {
//!         let mut sums = [0; 32];
//!         for at in (0..32).step_by(S::STEP) {
//!             s.store(&mut sums, at, s.add(s.load(self.0, at), s.load(self.1, at)));
//!         }
//!         sums
//!     }
//! }
//!
//! assert!(Isa::available().all(|isa| isa.run(Add(&[1; 32], &[2; 32])) == [3; 32]));
//! ```

/// A computation that is compiled once per instruction set.
pub trait Task {
    /// The result.
    type Output;

    /// Runs the computation. The function must be `#[inline(always)]` and not recursive. Otherwise it is not
    /// compiled for the instruction set, and every vector operation becomes a call.
    fn run<S: Vectors>(self, s: S) -> Self::Output;
}

/// Operations on vectors of `u16` lanes.
///
/// A value of an implementing type is a token: it exists only if the processor has the instructions. Only
/// this crate implements the trait.
pub trait Vectors: Copy + sealed::Token {
    /// Number of lanes in one vector, a divisor of 32.
    const STEP: usize;
    /// A vector.
    type V: Copy;
    /// One truth value per lane.
    type M: Copy;

    /// Runs a task in a separate function that is compiled for this instruction set.
    fn call<T: Task>(self, task: T) -> T::Output;

    /// Returns a vector with all lanes equal to `x`.
    fn splat(self, x: u16) -> Self::V;
    /// Loads lanes `at..at + STEP` of `from`.
    fn load<const L: usize>(self, from: &[u16; L], at: usize) -> Self::V;
    /// Stores `v` to lanes `at..at + STEP` of `to`.
    fn store<const L: usize>(self, to: &mut [u16; L], at: usize, v: Self::V);
    /// Returns `a & b`.
    fn and(self, a: Self::V, b: Self::V) -> Self::V;
    /// Returns `a | b`.
    fn or(self, a: Self::V, b: Self::V) -> Self::V;
    /// Returns `a & !b`.
    fn without(self, a: Self::V, b: Self::V) -> Self::V;
    /// Returns `a + b`, wrapping in each lane.
    fn add(self, a: Self::V, b: Self::V) -> Self::V;
    /// Returns `a - b`, wrapping in each lane.
    fn sub(self, a: Self::V, b: Self::V) -> Self::V;
    /// Returns the low half of `a * b`.
    fn mul(self, a: Self::V, b: Self::V) -> Self::V;
    /// Returns the smaller of `a` and `b`. Both must be below 0x8000, because SSE2 has only the signed form.
    fn min(self, a: Self::V, b: Self::V) -> Self::V;
    /// Returns all ones in the lanes where `a` and `b` are equal, zero elsewhere.
    fn equal(self, a: Self::V, b: Self::V) -> Self::V;
    /// Returns one bit per lane of a result of `equal`, or of an `or` of such results. Lane 0 is the lowest
    /// bit.
    fn bits(self, mask: Self::V) -> u64;

    /// Returns true in the lanes where `a` and `b` have a common bit.
    fn meets(self, a: Self::V, b: Self::V) -> Self::M;
    /// Returns true in the lanes where `a` and `b` differ.
    fn differs(self, a: Self::V, b: Self::V) -> Self::M;
    /// Returns `a && b`.
    fn both(self, a: Self::M, b: Self::M) -> Self::M;
    /// Returns `a || b`.
    fn either(self, a: Self::M, b: Self::M) -> Self::M;
    /// Returns `a && !b`.
    fn except(self, a: Self::M, b: Self::M) -> Self::M;
    /// Returns one bit per lane.
    fn lanes(self, m: Self::M) -> u32;
    /// Returns true in the lanes whose bit is set.
    fn of_lanes(self, bits: u32) -> Self::M;
    /// Returns `a` in the lanes where `m` is true, `b` elsewhere.
    fn select(self, m: Self::M, a: Self::V, b: Self::V) -> Self::V;
    /// Returns `a` in the lanes where `m` is true, zero elsewhere.
    fn keep(self, m: Self::M, a: Self::V) -> Self::V;
    /// Returns `a >> 1`.
    fn half(self, a: Self::V) -> Self::V;
    /// Returns the index of the only bit set, or 0 if no bit is set. Other masks give an unspecified result.
    fn index(self, a: Self::V) -> Self::V;
    /// Returns the nine lowest bits in reverse order. The other bits must be 0.
    fn reverse(self, a: Self::V) -> Self::V;
    /// Returns `1 << a` for lanes of `a` below 15, and `1 << 15` for all others.
    fn power(self, a: Self::V) -> Self::V;
    /// Returns `a >> by`, for lanes of `a` below 512 and lanes of `by` below 9.
    fn shift_right(self, a: Self::V, by: Self::V) -> Self::V;

    /// Returns the lowest bit set.
    #[inline(always)]
    fn lowest(self, a: Self::V) -> Self::V {
        self.and(a, self.sub(self.splat(0), a))
    }
    /// Returns `a` in the lanes where it has exactly one bit set, zero elsewhere. An empty mask gives zero as
    /// well.
    #[inline(always)]
    fn single(self, a: Self::V) -> Self::V {
        // Adding 0xffff subtracts one; `a & (a - 1)` clears the lowest bit.
        let rest = self.and(a, self.add(a, self.splat(0xffff)));
        self.and(a, self.equal(rest, self.splat(0)))
    }
}

pub(crate) mod sealed {
    /// Seals [`Vectors`](super::Vectors).
    pub trait Token {}
}
