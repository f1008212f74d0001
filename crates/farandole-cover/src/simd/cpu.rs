//! Runtime dispatch to AVX2 and `popcnt`, if the processor has them.
//!
//! Builds for any x86-64 have neither `popcnt` nor vectors of 32 bytes. Code that runs here is
//! compiled a second time for processors with both (x86-64-v3: AVX2, BMI, `popcnt`), and one
//! version is chosen at each call. Functions that are not inlined are compiled only once, for the
//! baseline.

#[cfg(target_arch = "x86_64")]
use fearless_simd::{Avx2, Level, Simd};

/// The instruction sets that the processor supports.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cpu {
    #[cfg(target_arch = "x86_64")]
    pub(crate) avx2: Option<Avx2>,
}

impl Cpu {
    /// Detects the processor. The result of the first call is cached.
    pub(crate) fn detect() -> Self {
        Self {
            #[cfg(target_arch = "x86_64")]
            avx2: Level::try_detect().and_then(Level::as_avx2),
        }
    }

    /// Runs `f` with the widest instructions available.
    #[inline(always)]
    pub(crate) fn run<R>(self, f: impl FnOnce() -> R) -> R {
        // The closure is inlined into a function that is compiled for these instructions.
        #[cfg(target_arch = "x86_64")]
        if let Some(avx2) = self.avx2 {
            return avx2.vectorize(f);
        }
        f()
    }
}

/// Evaluates an expression with the token of the widest instructions available, or of those of the
/// build target.
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

/// Evaluates an expression with the token of the widest instructions of the build target.
#[cfg(not(target_arch = "x86_64"))]
macro_rules! with_simd {
    ($cpu:expr, $simd:ident => $result:expr) => {{
        let _: $crate::simd::cpu::Cpu = $cpu;
        fearless_simd::dispatch!(fearless_simd::Level::baseline(), $simd => $result)
    }};
}
pub(crate) use with_simd;
