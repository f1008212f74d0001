//! Run-time detection and selection of the instruction set.

use core::fmt;
use core::str::FromStr;

use crate::vectors::{Task, Vectors};

/// An instruction set that this processor has.
///
/// A value proves that the processor has the instructions, so there is no public constructor. Use
/// [`Isa::detect`], [`Isa::available`], or parse a name. All instruction sets give the same answers and the
/// same counters; they differ in speed and in the number of [lanes](Isa::lanes).
///
/// ```
/// use farandole_kernel::Isa;
///
/// assert!(Isa::available().any(|isa| isa == Isa::detect()));
/// assert_eq!("portable".parse(), Ok(Isa::PORTABLE));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Isa(pub(crate) Kind);

/// An instruction set that the kernel is compiled for.
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

/// Evaluates to true if the processor has all of the listed features.
///
/// With `std` the processor is queried at run time; without it only the features enabled at compile time
/// count.
#[cfg(target_arch = "x86_64")]
macro_rules! has {
    ($($feature:tt)*) => {{
        #[cfg(feature = "std")]
        { $(std::arch::is_x86_feature_detected!($feature))&&* }
        #[cfg(not(feature = "std"))]
        { $(cfg!(target_feature = $feature))&&* }
    }};
}

/// Evaluates an expression with the token of an instruction set. The choice happens once, so everything that
/// the expression calls is compiled for that instruction set and needs no indirect calls.
macro_rules! with_token {
    ($isa:expr, $token:ident => $body:expr) => {
        match $isa.0 {
            $crate::isa::Kind::Portable => {
                let $token = $crate::arch::portable::Portable;
                $body
            }
            #[cfg(any(
                all(target_arch = "x86_64", target_feature = "sse2"),
                all(target_arch = "aarch64", target_feature = "neon"),
                all(target_arch = "wasm32", target_feature = "simd128"),
            ))]
            $crate::isa::Kind::V128 => {
                let $token = $crate::arch::v128::V128;
                $body
            }
            #[cfg(target_arch = "x86_64")]
            $crate::isa::Kind::Avx2 => {
                // SAFETY: an `Isa` of this kind exists only if the processor has these features.
                let $token = unsafe { $crate::arch::avx2::Avx2::new() };
                $body
            }
            #[cfg(target_arch = "x86_64")]
            $crate::isa::Kind::Avx512 => {
                // SAFETY: an `Isa` of this kind exists only if the processor has these features.
                let $token = unsafe { $crate::arch::avx512::Avx512::new() };
                $body
            }
        }
    };
}
pub(crate) use with_token;

impl Kind {
    /// All kinds, from narrowest to widest. [`Isa::detect`] takes the last one that is available.
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

    /// Returns the name used by [`FromStr`] and `FARANDOLE_ISA`.
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

    /// Returns true if this processor has the instruction set.
    fn is_available(self) -> bool {
        match self {
            Self::Portable => true,
            #[cfg(any(
                all(target_arch = "x86_64", target_feature = "sse2"),
                all(target_arch = "aarch64", target_feature = "neon"),
                all(target_arch = "wasm32", target_feature = "simd128"),
            ))]
            // The target itself guarantees these vectors, so there is nothing to detect.
            Self::V128 => true,
            #[cfg(target_arch = "x86_64")]
            // BMI, LZCNT and POPCNT are required too: branching counts and scans bits of 64-bit cell sets.
            Self::Avx2 => has!("avx2" "bmi1" "bmi2" "lzcnt" "popcnt"),
            #[cfg(target_arch = "x86_64")]
            Self::Avx512 => {
                has!("avx512f" "avx512bw" "avx512vl" "avx2" "bmi1" "bmi2" "lzcnt" "popcnt")
            }
        }
    }
}

impl Isa {
    /// Plain integer arithmetic, available on every target.
    pub const PORTABLE: Self = Self(Kind::Portable);

    /// Returns the instruction set to use: the one named by the environment variable `FARANDOLE_ISA` if this
    /// processor has it, and otherwise the widest one available.
    ///
    /// A name that is unknown or not available is ignored. The choice is made once per process. Without the
    /// feature `std` the variable is not read, and only features enabled at compile time count.
    #[must_use]
    pub fn detect() -> Self {
        #[cfg(feature = "std")]
        {
            // Reading the environment takes a lock and allocates, so the choice is cached.
            static CHOICE: std::sync::OnceLock<Isa> = std::sync::OnceLock::new();
            *CHOICE.get_or_init(|| {
                let asked = std::env::var("FARANDOLE_ISA").ok().and_then(|name| name.parse().ok());
                asked.unwrap_or_else(Self::widest)
            })
        }
        #[cfg(not(feature = "std"))]
        Self::widest()
    }

    /// Returns the widest instruction set of this processor.
    fn widest() -> Self {
        Self::available().last().unwrap_or(Self::PORTABLE)
    }

    /// Returns all instruction sets of this processor that the kernel supports, from narrowest to widest.
    pub fn available() -> impl Iterator<Item = Self> {
        Kind::EVERY.iter().copied().filter(|kind| kind.is_available()).map(Self)
    }

    /// Returns the name that [`FromStr`] and `FARANDOLE_ISA` accept.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.0.name()
    }

    /// Runs the version of a task that is compiled for this instruction set.
    pub fn run<T: Task>(self, task: T) -> T::Output {
        with_token!(self, token => token.call(task))
    }

    /// Returns the number of puzzles that are searched at once. Smaller batches leave lanes idle.
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

/// The error returned when parsing an [`Isa`] from a name that is unknown or not available.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IsaError {
    known: bool,
}

impl IsaError {
    /// Returns true if the name is known but this processor lacks the instructions.
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

    /// Parses the name of an instruction set that this processor has.
    ///
    /// # Errors
    ///
    /// Returns [`IsaError`] if the name is unknown or the processor lacks the instructions.
    fn from_str(name: &str) -> Result<Self, IsaError> {
        let kind = Kind::EVERY.iter().copied().find(|kind| kind.name() == name);
        let kind = kind.ok_or(IsaError { known: false })?;
        if kind.is_available() { Ok(Self(kind)) } else { Err(IsaError { known: true }) }
    }
}
