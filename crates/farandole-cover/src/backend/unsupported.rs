//! The error for problems that a backend does not support.

use core::fmt;

use crate::model::problem::Problem;

/// The reason why a method does not support a problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Unsupported {
    kind: UnsupportedKind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum UnsupportedKind {
    Multiplicities,
    TooLarge,
    Rivals,
}

impl Unsupported {
    pub(crate) const TOO_LARGE: Self = Self { kind: UnsupportedKind::TooLarge };
    pub(crate) const MULTIPLICITIES: Self = Self { kind: UnsupportedKind::Multiplicities };

    pub(crate) const RIVALS: Self = Self { kind: UnsupportedKind::Rivals };

    /// Returns an error if bit sets without multiplicities do not support the problem.
    pub(crate) fn check_bits(problem: &Problem) -> Result<(), Self> {
        if problem.has_multiplicities() {
            return Err(Self::MULTIPLICITIES);
        }
        Self::check_size(problem)
    }

    pub(crate) fn check_size(problem: &Problem) -> Result<(), Self> {
        // This check runs before any table is built, because tables grow with the square of the number of
        // options. Indices are stored in 16 bits, and the greatest value means that there is no index.
        let options = u64::from(problem.options());
        if options >= u64::from(u16::MAX) || problem.primary_items() >= u32::from(u16::MAX) {
            return Err(Self::TOO_LARGE);
        }
        Ok(())
    }
}

impl fmt::Display for Unsupported {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.kind {
            UnsupportedKind::Multiplicities => "this method does not support multiplicities",
            UnsupportedKind::TooLarge => "too large for bit sets",
            UnsupportedKind::Rivals => {
                "more than 2^27 pairs of options share an item, too many for a search that learns"
            }
        })
    }
}

impl core::error::Error for Unsupported {}
