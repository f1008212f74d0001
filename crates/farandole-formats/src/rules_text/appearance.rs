//! Colours and shapes that a sentence names.

use super::words::words;

/// A colour in words. Several words name the same hue.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Hue {
    /// "red".
    Red,
    /// "orange".
    Orange,
    /// "brown".
    Brown,
    /// "yellow", "gold".
    Yellow,
    /// "green".
    Green,
    /// "blue", "cyan", "turquoise".
    Blue,
    /// "purple", "pink", "magenta".
    Purple,
    /// "grey", "shaded".
    Grey,
    /// "black".
    Black,
    /// "white".
    White,
}

/// The kind of a drawing in words.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Shape {
    /// A line.
    Line,
    /// An arrow.
    Arrow,
    /// The bulb of a thermometer.
    Bulb,
    /// A circle in a cell.
    Circle,
    /// A dot between cells.
    Dot,
    /// A square.
    Square,
    /// A diamond.
    Diamond,
    /// A cage.
    Cage,
    /// The letter X between cells.
    LetterX,
    /// The letter V between cells.
    LetterV,
    /// A clue outside the grid.
    Outside,
    /// A shaded cell.
    Cell,
    /// An inequality sign.
    Sign,
}

/// The words that name a hue.
const HUES: &[(Hue, &str)] = &[
    (Hue::Red, "red crimson"),
    (Hue::Orange, "orange peach"),
    (Hue::Brown, "brown"),
    (Hue::Yellow, "yellow gold golden"),
    (Hue::Green, "green lime"),
    (Hue::Blue, "blue cyan turquoise teal aqua"),
    (Hue::Purple, "purple pink magenta violet lavender lilac"),
    (Hue::Grey, "grey gray shaded silver"),
    (Hue::Black, "black"),
    (Hue::White, "white"),
];

/// The words that name a shape.
const SHAPES: &[(Shape, &str)] = &[
    (Shape::Line, "line lines"),
    (Shape::Arrow, "arrow arrows"),
    (Shape::Bulb, "bulb bulbs"),
    (Shape::Circle, "circle circles circled"),
    (Shape::Dot, "dot dots"),
    (Shape::Square, "square squares"),
    (Shape::Diamond, "diamond diamonds"),
    (Shape::Cage, "cage cages"),
    (Shape::LetterX, "x xs xes xv"),
    (Shape::LetterV, "v vs xv"),
    (Shape::Outside, "outside"),
    (Shape::Cell, "cell cells"),
    (Shape::Sign, "sign signs chevron chevrons"),
];

impl Hue {
    /// Returns the hue that a word in lower case names.
    pub(crate) fn of_word(word: &str) -> Option<Self> {
        HUES.iter().find(|(_, names)| has_word(names, word)).map(|(hue, _)| *hue)
    }
}

fn has_word(words: &str, word: &str) -> bool {
    words.split(' ').any(|known| known == word)
}

/// Returns true if a text contains a word for a drawing, other than a cell or a letter.
pub(crate) fn names_drawing(text: &str) -> bool {
    let is_drawing = |shape| !matches!(shape, Shape::Cell | Shape::LetterX | Shape::LetterV);
    words(text).iter().any(|word| shapes_of_word(&word.text).any(is_drawing))
}

/// Returns the shapes that a word in lower case names.
pub(super) fn shapes_of_word(word: &str) -> impl Iterator<Item = Shape> {
    SHAPES.iter().filter(move |(_, names)| has_word(names, word)).map(|(shape, _)| *shape)
}
