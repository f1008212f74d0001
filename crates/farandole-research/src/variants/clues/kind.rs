//! The kinds of clues.

use crate::named::named;

named! {
    /// A kind of clue that the generator can place. Its name is that of the constraint in constraint text.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
    pub enum ClueKind {
        /// Cages of 2 to 5 cells.
        Cage = "Cage",
        /// Thermometers of 3 to 7 cells.
        Thermo = "Thermo",
        /// Arrows with 2 to 4 cells after the circle.
        Arrow = "Arrow",
        /// Whispers of 3 to 8 cells.
        Whisper = "Whisper",
        /// Renban lines of 3 to 6 cells.
        Renban = "Renban",
        /// Palindromes of 3 to 7 cells.
        Palindrome = "Palindrome",
        /// Between lines of 3 to 6 cells.
        Between = "Between",
        /// White dots.
        WhiteDot = "WhiteDot",
        /// Black dots.
        BlackDot = "BlackDot",
        /// The letter X on an edge.
        X = "X",
        /// The letter V on an edge.
        V = "V",
        /// Sandwich sums.
        Sandwich = "Sandwich",
        /// X-sums.
        XSum = "XSum",
        /// Skyscrapers.
        Skyscraper = "Skyscraper",
        /// Little killers.
        LittleKiller = "LittleKiller",
    }
}

impl ClueKind {
    /// Returns true if the clue is a line through cells.
    pub(in crate::variants) const fn is_line(self) -> bool {
        use ClueKind::{Arrow, Between, Palindrome, Renban, Thermo, Whisper};
        matches!(self, Thermo | Arrow | Whisper | Renban | Palindrome | Between)
    }
}
