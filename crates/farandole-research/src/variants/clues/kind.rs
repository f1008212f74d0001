//! The kinds of clues.

/// A kind of clue that the generator can place.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum ClueKind {
    /// Cages of 2 to 5 cells.
    Cage,
    /// Thermometers of 3 to 7 cells.
    Thermo,
    /// Arrows with 2 to 4 cells after the circle.
    Arrow,
    /// Whispers of 3 to 8 cells.
    Whisper,
    /// Renban lines of 3 to 6 cells.
    Renban,
    /// Palindromes of 3 to 7 cells.
    Palindrome,
    /// Between lines of 3 to 6 cells.
    Between,
    /// White dots.
    WhiteDot,
    /// Black dots.
    BlackDot,
    /// The letter X on an edge.
    X,
    /// The letter V on an edge.
    V,
    /// Sandwich sums.
    Sandwich,
    /// X-sums.
    XSum,
    /// Skyscrapers.
    Skyscraper,
    /// Little killers.
    LittleKiller,
}

impl ClueKind {
    /// All kinds.
    pub const ALL: [Self; 15] = [
        Self::Cage,
        Self::Thermo,
        Self::Arrow,
        Self::Whisper,
        Self::Renban,
        Self::Palindrome,
        Self::Between,
        Self::WhiteDot,
        Self::BlackDot,
        Self::X,
        Self::V,
        Self::Sandwich,
        Self::XSum,
        Self::Skyscraper,
        Self::LittleKiller,
    ];

    /// Returns the name of the kind in constraint text, for example `Thermo`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Cage => "Cage",
            Self::Thermo => "Thermo",
            Self::Arrow => "Arrow",
            Self::Whisper => "Whisper",
            Self::Renban => "Renban",
            Self::Palindrome => "Palindrome",
            Self::Between => "Between",
            Self::WhiteDot => "WhiteDot",
            Self::BlackDot => "BlackDot",
            Self::X => "X",
            Self::V => "V",
            Self::Sandwich => "Sandwich",
            Self::XSum => "XSum",
            Self::Skyscraper => "Skyscraper",
            Self::LittleKiller => "LittleKiller",
        }
    }

    /// Returns the kind with this name in constraint text.
    pub fn by_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }
}
