//! Hash partition of a dataset into training and test parts, by the class of the solution.

/// A part of a dataset for machine learning.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum DatasetPart {
    /// Puzzles to learn from.
    Train,
    /// Puzzles to evaluate on.
    Test,
}

impl DatasetPart {
    /// Returns the part of the puzzles whose solution has this class, the min-lex form of the grid.
    ///
    /// `test_share` is the expected share of classes in the test part, from 0 to 1. Puzzles with
    /// equivalent solutions are in the same part, so no puzzle or solution of one part is
    /// equivalent to one of the other. The hash, 64-bit FNV-1a with a final multiplication, is the
    /// same in all versions.
    ///
    /// ```
    /// use farandole_research::DatasetPart;
    ///
    /// assert_eq!(DatasetPart::of(&[1; 81], 0.0), DatasetPart::Train);
    /// assert_eq!(DatasetPart::of(&[1; 81], 1.0), DatasetPart::Test);
    /// ```
    #[must_use]
    pub fn of(class: &[u8; 81], test_share: f64) -> Self {
        let hash = class.iter().fold(0xcbf2_9ce4_8422_2325_u64, |hash, digit| {
            (hash ^ u64::from(*digit)).wrapping_mul(0x0100_0000_01b3)
        });
        let mixed = (hash ^ hash >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        if ((mixed >> 11) as f64) < test_share * (1_u64 << 53) as f64 { Self::Test } else { Self::Train }
    }
}
