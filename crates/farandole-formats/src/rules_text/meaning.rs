//! Meanings of drawings or of the whole grid that a sentence can state.

/// A rule in words, with its parameters.
///
/// A parameter is `None` if the sentence does not state it.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum MeaningKind {
    /// Digits increase from the bulb.
    Thermo,
    /// Digits increase from the bulb or stay the same.
    SlowThermo,
    /// Neighbours on a line differ by at least `difference`.
    Whisper {
        /// The least difference.
        difference: Option<u8>,
    },
    /// Consecutive digits on a line, in any order.
    Renban,
    /// A line reads the same in both directions.
    Palindrome,
    /// A line has the same sum in each region that it visits.
    RegionSumLine,
    /// Digits on a line are between its ends.
    Between,
    /// Digits on a line are not between its ends.
    Lockout {
        /// The least difference of the ends.
        difference: Option<u8>,
    },
    /// Digits on an arrow sum to its circle.
    Arrow,
    /// Digits on a line sum to the sum of its ends.
    DoubleArrow,
    /// The circle of an arrow is the average of its digits.
    AverageArrow,
    /// Every three neighbours on a line have a low, a middle and a high digit.
    Entropic,
    /// Every three neighbours on a line have different remainders.
    Modular,
    /// Neighbours on a line alternate between odd and even.
    ParityLine,
    /// Cells at the same distance from the centre of a line sum to the centre.
    Zipper,
    /// A line can be divided into segments that have this sum.
    SumLine {
        /// The sum of a segment.
        sum: Option<u16>,
    },
    /// Digits on a line are different, and no two are consecutive.
    Nabner,
    /// Neighbours on a line increase by a constant.
    Sequence,
    /// Neighbours on a line have a constant absolute difference.
    SameDifference,
    /// Each difference of neighbours on a line occurs as many times as its value.
    CountedDifferences,
    /// From one end of a line, each digit is the sum of the two before it.
    Fibonacci {
        /// True if the digits increase strictly.
        increasing: bool,
    },
    /// Neighbours on a line have a relation.
    LinePairs(PairRelation),
    /// The digits on a line have this sum.
    LineSum {
        /// The sum.
        sum: u16,
    },
    /// The digits on a line differ.
    LineDiffers,
    /// There is the same number of lines of each of several kinds.
    LinesOfEach {
        /// The number of lines of each kind.
        count: u16,
    },
    /// The digits of a cage sum to its clue.
    Cage,
    /// The product of the digits of a cage is its clue.
    CageProduct,
    /// The digits of a cage may repeat.
    CageRepeats,
    /// The digits of a cage sum to a prime number.
    CagePrimes,
    /// No two cages have the same sum.
    CageSumsDiffer,
    /// The digits of a cage differ.
    CageDiffers,
    /// The clue of a cage is a comparison with the sum, or has unknown digits.
    CageComparison,
    /// A clue in a cage lists how often digits occur.
    LookAndSay,
    /// A group of cells contains each digit.
    ExtraRegion,
    /// Groups of cells have the same digits in the same positions.
    Clones,
    /// The clue outside the grid is the sum of a diagonal.
    LittleKiller,
    /// The clue outside the grid is the sum between the least and the greatest digit.
    Sandwich,
    /// The clue outside the grid is the sum of the first N digits, where N is the first of them.
    XSum,
    /// The clue outside the grid is a number of visible digits.
    Skyscraper,
    /// The clue outside the grid is the digit at the position that the first digit states.
    NumberedRoom,
    /// The clue outside the grid is the sum of the digits up to the far edge of the nearest box.
    FrameSum,
    /// The first digits seen from the clue outside the grid include the digits of the clue.
    Outside,
    /// The digits in a circle are in the four cells around it.
    Quadruple,
    /// The digit of a cell is odd.
    Odd,
    /// The digit of a cell is even.
    Even,
    /// A cell is less than its unmarked neighbours.
    Minimum,
    /// A cell is greater than its unmarked neighbours.
    Maximum,
    /// A sign points to the lower of two digits.
    Inequality,
    /// A digit in a marked cell is the number of marked cells with this digit.
    CountingCircles,
    /// A digit in a marked cell is the number of borders between regions in its row and column.
    BordersSeen,
    /// If a cell of row `n` contains `v`, then its column contains `n` in row `v`.
    RowIndexer,
    /// If a cell of column `n` contains `v`, then its row contains `n` in column `v`.
    ColumnIndexer,
    /// A cell indexes its box.
    BoxIndexer,
    /// The digits of two marked neighbours satisfy this relation.
    Pair(PairRelation),
    /// The digits of two neighbours without a mark do not satisfy this relation.
    Negative(PairRelation),
    /// A number between two cells is their difference.
    NumberedDifference,
    /// A number between two cells is their sum.
    NumberedSum,
    /// A Roman numeral between two cells is their sum.
    RomanSum,
    /// All orthogonal neighbours have a relation.
    Neighbours(PairRelation),
    /// Orthogonal neighbours do not have a relation.
    NotNeighbours(PairRelation),
    /// Equal digits are not a knight's move apart.
    AntiKnight,
    /// Equal digits are not a king's move apart.
    AntiKing,
    /// Neighbours are not consecutive.
    Nonconsecutive,
    /// The digits of a marked diagonal differ.
    Diagonals,
    /// The digits of one diagonal differ.
    OneDiagonal {
        /// True for the diagonal from the lower left to the upper right.
        rising: bool,
    },
    /// Marked diagonals have the same sum.
    EqualDiagonals,
    /// Cells in the same position of their boxes differ.
    DisjointGroups,
    /// The windows of Windoku contain each digit.
    Windows,
    /// Every 2x2 square has a low, a middle and a high digit.
    GlobalEntropy,
    /// Every 2x2 square has digits with all remainders modulo 3.
    GlobalModulo,
    /// A digit in column 1, 5 or 9 is the number of the column that contains that 1, 5 or 9 in the
    /// same row.
    IndexedColumns,
    /// Each 5 has a 1 directly above it or a 9 directly below it.
    DutchFlatmates,
    /// The digits of the puzzle are an unknown subset of a larger range.
    DigitSet(DigitSet),
    /// One cell in each row, column and box is subtracted.
    Negators,
    /// One cell in each row, column and box counts twice.
    Doublers,
    /// Some cells have two digits.
    Schroedinger,
    /// Cells of two colours are connected.
    YinYang,
    /// Each cell also has a colour. Each row, column and box contains each colour, and no two cells
    /// have the same digit and colour.
    Euler,
    /// Each row, column and box contains stars.
    StarBattle,
    /// The regions are unknown.
    ChaosConstruction,
    /// The regions are drawn and are not boxes.
    IrregularRegions,
    /// A clue outside the grid states whether the first three digits increase or decrease.
    Rossini,
    /// Four cells around a mark form a checkerboard of odd and even digits.
    Battenburg,
    /// A clue with an operator applies to both diagonals of four cells.
    Mathrax,
    /// The clue of a cage is its digital root.
    DigitalRoot,
    /// Equal digits are not at a given taxicab distance.
    Taxicab,
    /// A rule with a name that no constraint expresses.
    Unsupported(&'static str),
}

/// The parameters of a rule such as "N different digits from `first` to `last`".
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DigitSet {
    /// The number of digits in use.
    pub count: u8,
    /// The least digit of the range.
    pub first: u8,
    /// The greatest digit of the range.
    pub last: u8,
}

/// A relation between two neighbours.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PairRelation {
    /// The conditions, at least one.
    pub terms: Vec<PairTerm>,
    /// True if one condition suffices. Otherwise all conditions apply.
    pub any: bool,
}

/// A condition on two digits, in either order.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PairTerm {
    /// The digits differ by exactly this number.
    Difference(u16),
    /// The digits differ by at least this number.
    DifferenceAtLeast(u16),
    /// The digits differ by at most this number.
    DifferenceAtMost(u16),
    /// The digits do not differ by this number.
    NotDifference(u16),
    /// The digits have this sum.
    Sum(u16),
    /// The digits do not have this sum.
    NotSum(u16),
    /// The digits have at least this sum.
    SumAtLeast(u16),
    /// The digits have at most this sum.
    SumAtMost(u16),
    /// One digit times the first number equals the other digit times the second number.
    Ratio(u16, u16),
    /// One digit is odd, the other even.
    DifferentParity,
    /// Both digits are odd, or both are even.
    SameParity,
    /// Both digits are odd.
    BothOdd,
    /// Both digits are even.
    BothEven,
    /// One digit is a multiple of the other.
    Multiple,
    /// The digits are equal.
    Equal,
    /// The digits have this product.
    Product(u16),
}

impl PairTerm {
    /// Returns true if the two digits satisfy the condition.
    ///
    /// ```
    /// use farandole_formats::rules_text::PairTerm;
    /// assert!(PairTerm::Ratio(1, 2).holds(6, 3));
    /// ```
    pub fn holds(self, a: u8, b: u8) -> bool {
        let (a, b) = (u32::from(a), u32::from(b));
        let difference = a.abs_diff(b);
        match self {
            Self::Difference(n) => difference == u32::from(n),
            Self::DifferenceAtLeast(n) => difference >= u32::from(n),
            Self::DifferenceAtMost(n) => difference <= u32::from(n),
            Self::NotDifference(n) => difference != u32::from(n),
            Self::Sum(n) => a + b == u32::from(n),
            Self::NotSum(n) => a + b != u32::from(n),
            Self::SumAtLeast(n) => a + b >= u32::from(n),
            Self::SumAtMost(n) => a + b <= u32::from(n),
            Self::Ratio(p, q) => {
                let (p, q) = (u32::from(p), u32::from(q));
                a * p == b * q || a * q == b * p
            }
            Self::DifferentParity => difference % 2 == 1,
            Self::SameParity => difference % 2 == 0,
            Self::BothOdd => a % 2 == 1 && b % 2 == 1,
            Self::BothEven => a % 2 == 0 && b % 2 == 0,
            Self::Multiple => a.max(b).checked_rem(a.min(b)).is_none_or(|rest| rest == 0),
            Self::Equal => a == b,
            Self::Product(n) => a * b == u32::from(n),
        }
    }
}

impl PairRelation {
    /// Returns the relation with one condition.
    pub fn of(term: PairTerm) -> Self {
        Self { terms: vec![term], any: false }
    }

    /// Returns true if the two digits have the relation.
    pub fn holds(&self, a: u8, b: u8) -> bool {
        let holds = |term: &PairTerm| term.holds(a, b);
        if self.any { self.terms.iter().any(holds) } else { self.terms.iter().all(holds) }
    }
}
