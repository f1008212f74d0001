//! Meanings of drawings or of the whole grid that a sentence can state.

/// A rule in words, with its parameters.
///
/// A parameter is `None` if the sentence does not state it.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum MeaningKind {
    /// The rule of the kind of constraint with this name, without a number.
    Kind(&'static str),
    /// Neighbours on a line differ by at least `difference`.
    Whisper {
        /// The least difference.
        difference: Option<u8>,
    },
    /// Digits on a line are not between its ends.
    Lockout {
        /// The least difference of the ends.
        difference: Option<u8>,
    },
    /// A line can be divided into segments that have this sum.
    SumLine {
        /// The sum of a segment.
        sum: Option<u16>,
    },
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
    /// The straight segments of a line have the same sum. The cell of a turn belongs to both segments.
    StraightSums {
        /// True if the sums are equal within each box, for the segments of all lines, instead of on each line.
        by_box: bool,
    },
    /// The digits on a line differ.
    LineDiffers,
    /// There is the same number of lines of each of several kinds.
    LinesOfEach {
        /// The number of lines of each kind.
        count: u16,
    },
    /// From any cell of a line, the next `modulus` digits have different remainders.
    Modular {
        /// The divisor.
        modulus: u8,
    },
    /// The product of the digits of a cage is its clue.
    CageProduct,
    /// The clue of a cage is the remainder of the sum of its digits.
    CageRemainder {
        /// The divisor.
        modulus: u16,
    },
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
    /// All cells at a distance have a relation.
    Neighbours(Distance, PairRelation),
    /// Cells at a distance do not have a relation.
    NotNeighbours(Distance, PairRelation),
    /// The digits of a marked diagonal differ.
    Diagonals,
    /// The digits of one diagonal differ.
    OneDiagonal {
        /// True for the diagonal from the lower left to the upper right.
        rising: bool,
    },
    /// Marked diagonals have the same sum.
    EqualDiagonals,
    /// A digit in column 1, 5 or 9 is the number of the column that contains that 1, 5 or 9 in the
    /// same row.
    IndexedColumns,
    /// The digits of the puzzle are an unknown subset of a larger range.
    DigitSet(DigitSet),
    /// One cell in each row, column and box is subtracted.
    Negators,
    /// Each cell also has a colour. Each row, column and box contains each colour, and no two cells
    /// have the same digit and colour.
    Euler,
    /// The regions are drawn and are not boxes.
    IrregularRegions,
    /// A property of numbers, such as being prime, that only a condition expresses.
    Numbers(&'static str),
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

/// The distance between two cells that a rule of the whole grid is about.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Distance {
    /// The rows and columns from one cell to the other. The opposite steps are omitted.
    pub steps: &'static [(isize, isize)],
    /// True if a step that leaves the grid enters it at the other side.
    pub wraps: bool,
}

impl Distance {
    /// Orthogonal neighbours.
    pub const ORTHOGONAL: Self = Self::of(&[(0, 1), (1, 0)]);
    /// Diagonal neighbours.
    pub const DIAGONAL: Self = Self::of(&[(1, 1), (1, -1)]);
    /// A king's move: orthogonal and diagonal neighbours.
    pub const KING: Self = Self::of(&[(0, 1), (1, 0), (1, 1), (1, -1)]);
    /// A knight's move.
    pub const KNIGHT: Self = Self::of(&[(1, 2), (2, 1), (1, -2), (2, -1)]);

    const fn of(steps: &'static [(isize, isize)]) -> Self {
        Self { steps, wraps: false }
    }

    /// Returns the name in words.
    pub fn name(self) -> String {
        let name = match self {
            _ if self.steps == Self::DIAGONAL.steps => "diagonal neighbours",
            _ if self.steps == Self::KING.steps => "cells a king's move apart",
            _ if self.steps == Self::KNIGHT.steps => "cells a knight's move apart",
            _ => "neighbours",
        };
        format!("{name}{}", if self.wraps { ", also across the edges" } else { "" })
    }
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
    /// The digits have the same remainder after division by this number.
    SameRemainder(u16),
    /// The digits have different remainders after division by this number.
    DifferentRemainder(u16),
    /// The sum, divided by the first number, leaves the second one as remainder.
    SumRemainder(u16, u16),
    /// The sum, divided by the first number, leaves another remainder than the second one.
    NotSumRemainder(u16, u16),
    /// Both digits are in this set. Bit d stands for the digit d.
    BothIn(u16),
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
            Self::SameRemainder(n) => difference.is_multiple_of(u32::from(n)),
            Self::DifferentRemainder(n) => !difference.is_multiple_of(u32::from(n)),
            Self::SumRemainder(n, rest) => (a + b).checked_rem(n.into()) == Some(rest.into()),
            Self::NotSumRemainder(n, rest) => (a + b).checked_rem(n.into()) != Some(rest.into()),
            Self::BothIn(set) => {
                [a, b].iter().all(|digit| set.checked_shr(*digit).is_some_and(|it| it & 1 == 1))
            }
        }
    }

    /// Returns the condition that a negative one forbids, or `None` if this one is positive.
    pub const fn forbidden(self) -> Option<Self> {
        match self {
            Self::NotSum(n) => Some(Self::Sum(n)),
            Self::NotDifference(n) => Some(Self::Difference(n)),
            Self::DifferentRemainder(n) => Some(Self::SameRemainder(n)),
            Self::NotSumRemainder(n, rest) => Some(Self::SumRemainder(n, rest)),
            _ => None,
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
