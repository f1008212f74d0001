//! Wider instructions, where the processor has them.
//!
//! Builds for any x86-64 have neither `popcnt` nor vectors of 32 bytes. What runs here is compiled a second time for
//! processors that have both (x86-64-v3: AVX2, BMI, `popcnt`), and the choice is made once for each call. Functions
//! that are not inlined into what runs stay as they are.

use fearless_simd::{Avx2, Level, Simd};

/// The processor that the program runs on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cpu {
    pub(crate) avx2: Option<Avx2>,
}

impl Cpu {
    /// Finds out what it can do; remembered from the first call on.
    pub(crate) fn detect() -> Self {
        Self { avx2: Level::try_detect().and_then(Level::as_avx2) }
    }

    /// Runs `f` with the widest instructions there are.
    #[inline(always)]
    pub(crate) fn run<R>(self, f: impl FnOnce() -> R) -> R {
        match self.avx2 {
            Some(avx2) => avx2.vectorize(f),
            None => f(),
        }
    }
}

/// Evaluates an expression with the token of the widest instructions there are.
macro_rules! with_simd {
    ($cpu:expr, $simd:ident => $result:expr) => {
        match $cpu.avx2 {
            Some($simd) => $simd.vectorize(#[inline(always)] || $result),
            None => fearless_simd::dispatch!(fearless_simd::Level::baseline(), $simd => $result),
        }
    };
}
pub(crate) use with_simd;
