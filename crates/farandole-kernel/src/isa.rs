//! Run-time detection of instruction sets, and the choice between them.

use core::fmt;
use core::str::FromStr;

/// An instruction set that this processor has.
///
/// A value proves that the processor has the instructions, so there is no public constructor: use [`Isa::detect`],
/// [`Isa::available`], or parse a name. All instruction sets give the same answers and the same counters.
///
/// ```
/// use farandole_kernel::Isa;
///
/// assert!(Isa::available().any(|isa| isa == Isa::detect()));
/// assert_eq!("portable".parse(), Ok(Isa::PORTABLE));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Isa(pub(crate) Kind);

/// The instruction sets that the kernel is compiled for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Kind {
    Portable,
    #[cfg(any(
        all(target_arch = "x86_64", target_feature = "sse2"),
        all(target_arch = "aarch64", target_feature = "neon"),
        all(target_arch = "wasm32", target_feature = "simd128"),
    ))]
    V128,
    #[cfg(target_arch = "x86_64")]
    Avx2,
    #[cfg(target_arch = "x86_64")]
    Avx512,
}

/// Whether the processor has all of these features: asked at run time with `std`, of the compiler without.
#[cfg(target_arch = "x86_64")]
macro_rules! has {
    ($($feature:tt)*) => {{
        #[cfg(feature = "std")]
        { $(std::arch::is_x86_feature_detected!($feature))&&* }
        #[cfg(not(feature = "std"))]
        { $(cfg!(target_feature = $feature))&&* }
    }};
}

impl Kind {
    /// From the plainest to the widest.
    const EVERY: &[Self] = &[
        Self::Portable,
        #[cfg(any(
            all(target_arch = "x86_64", target_feature = "sse2"),
            all(target_arch = "aarch64", target_feature = "neon"),
            all(target_arch = "wasm32", target_feature = "simd128"),
        ))]
        Self::V128,
        #[cfg(target_arch = "x86_64")]
        Self::Avx2,
        #[cfg(target_arch = "x86_64")]
        Self::Avx512,
    ];

    const fn name(self) -> &'static str {
        match self {
            Self::Portable => "portable",
            #[cfg(any(
                all(target_arch = "x86_64", target_feature = "sse2"),
                all(target_arch = "aarch64", target_feature = "neon"),
                all(target_arch = "wasm32", target_feature = "simd128"),
            ))]
            Self::V128 => "v128",
            #[cfg(target_arch = "x86_64")]
            Self::Avx2 => "avx2",
            #[cfg(target_arch = "x86_64")]
            Self::Avx512 => "avx512",
        }
    }

    fn is_available(self) -> bool {
        match self {
            Self::Portable => true,
            #[cfg(any(
                all(target_arch = "x86_64", target_feature = "sse2"),
                all(target_arch = "aarch64", target_feature = "neon"),
                all(target_arch = "wasm32", target_feature = "simd128"),
            ))]
            Self::V128 => true,
            #[cfg(target_arch = "x86_64")]
            Self::Avx2 => has!("avx2" "bmi1" "bmi2" "lzcnt" "popcnt"),
            #[cfg(target_arch = "x86_64")]
            Self::Avx512 => {
                has!("avx512f" "avx512bw" "avx512vl" "avx2" "bmi1" "bmi2" "lzcnt" "popcnt")
            }
        }
    }
}

impl Isa {
    /// Plain integer arithmetic, available everywhere.
    pub const PORTABLE: Self = Self(Kind::Portable);

    /// The instruction set to use: the one named by the environment variable `FARANDOLE_ISA` where that is set
    /// to one this processor has, and otherwise the widest. Looked up once per process.
    ///
    /// Without the feature `std` there is no environment, and only what the compiler was told about the target
    /// counts.
    #[must_use]
    pub fn detect() -> Self {
        #[cfg(feature = "std")]
        {
            static CHOICE: std::sync::OnceLock<Isa> = std::sync::OnceLock::new();
            *CHOICE.get_or_init(|| {
                let asked = std::env::var("FARANDOLE_ISA").ok().and_then(|name| name.parse().ok());
                asked.unwrap_or_else(Self::widest)
            })
        }
        #[cfg(not(feature = "std"))]
        Self::widest()
    }

    /// The widest instruction set of this processor.
    fn widest() -> Self {
        Self::available().last().unwrap_or(Self::PORTABLE)
    }

    /// All instruction sets of this processor that have an entry here, from the plainest to the widest.
    pub fn available() -> impl Iterator<Item = Self> {
        Kind::EVERY.iter().copied().filter(|kind| kind.is_available()).map(Self)
    }

    /// The name that [`FromStr`] and `FARANDOLE_ISA` take.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.0.name()
    }

    /// Puzzles in flight at once. Batches much smaller than this leave lanes idle.
    #[must_use]
    pub const fn lanes(self) -> usize {
        match self.0 {
            Kind::Portable => crate::arch::portable::LANES,
            #[cfg(any(
                all(target_arch = "x86_64", target_feature = "sse2"),
                all(target_arch = "aarch64", target_feature = "neon"),
                all(target_arch = "wasm32", target_feature = "simd128"),
            ))]
            Kind::V128 => crate::arch::v128::LANES,
            #[cfg(target_arch = "x86_64")]
            Kind::Avx2 => crate::arch::avx2::LANES,
            #[cfg(target_arch = "x86_64")]
            Kind::Avx512 => crate::arch::avx512::LANES,
        }
    }
}

impl fmt::Display for Isa {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A name that is no instruction set, or one that this processor lacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IsaError {
    known: bool,
}

impl IsaError {
    /// `true` when the name is right but this processor lacks the instructions.
    #[must_use]
    pub const fn is_missing(self) -> bool {
        self.known
    }
}

impl fmt::Display for IsaError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.known {
            "this processor lacks the instruction set"
        } else {
            "no instruction set of that name"
        })
    }
}

impl core::error::Error for IsaError {}

impl FromStr for Isa {
    type Err = IsaError;

    /// Reads the name of an instruction set that this processor has.
    ///
    /// # Errors
    ///
    /// [`IsaError`] when the name is unknown or the processor lacks it.
    fn from_str(name: &str) -> Result<Self, IsaError> {
        let kind = Kind::EVERY.iter().copied().find(|kind| kind.name() == name);
        let kind = kind.ok_or(IsaError { known: false })?;
        if kind.is_available() { Ok(Self(kind)) } else { Err(IsaError { known: true }) }
    }
}
