//! Instruction sets. Each has a file with its vector operations. The folder `generic` contains the algorithms,
//! which are written once for all instruction sets.

#[cfg(target_arch = "x86_64")]
pub(crate) mod avx2;
#[cfg(target_arch = "x86_64")]
pub(crate) mod avx512;
pub(crate) mod generic;
pub(crate) mod portable;
#[cfg(any(
    all(target_arch = "x86_64", target_feature = "sse2"),
    all(target_arch = "aarch64", target_feature = "neon"),
    all(target_arch = "wasm32", target_feature = "simd128"),
))]
pub(crate) mod v128;
