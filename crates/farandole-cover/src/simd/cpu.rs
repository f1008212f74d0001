//! Runtime dispatch to AVX2 and `popcnt`, if the processor has them.
//!
//! A build for any x86-64 processor uses neither `popcnt` nor vectors of 32 bytes. Code that is passed to
//! [`Cpu::run`] or `with_simd` is compiled a second time for processors with both (x86-64-v3: AVX2, BMI,
//! `popcnt`), and each call selects one of the versions. Functions that are not inlined there are compiled
//! only once, for the baseline.

#[cfg(target_arch = "x86_64")]
use fearless_simd::{Avx2, Level, Simd};

/// The instruction sets that the processor supports.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cpu {
    #[cfg(target_arch = "x86_64")]
    pub(crate) avx2: Option<Avx2>,
}

impl Cpu {
    /// Detects the instruction sets of the processor. The result of the first call is cached.
    pub(crate) fn detect() -> Self {
        Self {
            #[cfg(target_arch = "x86_64")]
            avx2: Level::try_detect().and_then(Level::as_avx2),
        }
    }

    /// Runs `f` with the widest instructions available.
    #[inline(always)]
    pub(crate) fn run<R>(self, f: impl FnOnce() -> R) -> R {
        // `vectorize` inlines the closure into a function that is compiled for these instructions.
        #[cfg(target_arch = "x86_64")]
        if let Some(avx2) = self.avx2 {
            return avx2.vectorize(f);
        }
        f()
    }
}

/// Evaluates an expression with a token of `fearless_simd` that stands for an instruction set: AVX2 if the
/// processor has it, otherwise the baseline of the build target.
#[cfg(target_arch = "x86_64")]
macro_rules! with_simd {
    ($cpu:expr, $simd:ident => $result:expr) => {
        match ($cpu.avx2, fearless_simd::Level::baseline().as_sse2()) {
            (Some($simd), _) => $simd.vectorize(
                #[inline(always)]
                || $result,
            ),
            (None, Some($simd)) => $result,
            (None, None) => unreachable!("SSE2 is part of x86-64"),
        }
    };
}

/// Evaluates an expression with the token of `fearless_simd` for the instruction set of the build target.
#[cfg(not(target_arch = "x86_64"))]
macro_rules! with_simd {
    ($cpu:expr, $simd:ident => $result:expr) => {{
        let _: $crate::simd::cpu::Cpu = $cpu;
        fearless_simd::dispatch!(fearless_simd::Level::baseline(), $simd => $result)
    }};
}
pub(crate) use with_simd;
