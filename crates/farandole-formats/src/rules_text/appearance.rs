//! Colours and shapes that a sentence names.

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

/// Words that name a hue.
const HUES: &[(&str, Hue)] = &[
    ("red", Hue::Red),
    ("crimson", Hue::Red),
    ("orange", Hue::Orange),
    ("peach", Hue::Orange),
    ("brown", Hue::Brown),
    ("yellow", Hue::Yellow),
    ("gold", Hue::Yellow),
    ("golden", Hue::Yellow),
    ("green", Hue::Green),
    ("lime", Hue::Green),
    ("blue", Hue::Blue),
    ("cyan", Hue::Blue),
    ("turquoise", Hue::Blue),
    ("teal", Hue::Blue),
    ("aqua", Hue::Blue),
    ("purple", Hue::Purple),
    ("pink", Hue::Purple),
    ("magenta", Hue::Purple),
    ("violet", Hue::Purple),
    ("lavender", Hue::Purple),
    ("lilac", Hue::Purple),
    ("grey", Hue::Grey),
    ("gray", Hue::Grey),
    ("shaded", Hue::Grey),
    ("silver", Hue::Grey),
    ("black", Hue::Black),
    ("white", Hue::White),
];

/// Words that name a shape.
const SHAPES: &[(&str, Shape)] = &[
    ("line", Shape::Line),
    ("lines", Shape::Line),
    ("arrow", Shape::Arrow),
    ("arrows", Shape::Arrow),
    ("bulb", Shape::Bulb),
    ("bulbs", Shape::Bulb),
    ("circle", Shape::Circle),
    ("circles", Shape::Circle),
    ("circled", Shape::Circle),
    ("dot", Shape::Dot),
    ("dots", Shape::Dot),
    ("square", Shape::Square),
    ("squares", Shape::Square),
    ("diamond", Shape::Diamond),
    ("diamonds", Shape::Diamond),
    ("cage", Shape::Cage),
    ("cages", Shape::Cage),
    ("x", Shape::LetterX),
    ("xs", Shape::LetterX),
    ("xes", Shape::LetterX),
    ("v", Shape::LetterV),
    ("vs", Shape::LetterV),
    ("xv", Shape::LetterX),
    ("xv", Shape::LetterV),
    ("outside", Shape::Outside),
    ("cell", Shape::Cell),
    ("cells", Shape::Cell),
    ("sign", Shape::Sign),
    ("signs", Shape::Sign),
    ("chevron", Shape::Sign),
    ("chevrons", Shape::Sign),
];

impl Hue {
    /// Returns the hue that a word in lower case names.
    pub(crate) fn of_word(word: &str) -> Option<Self> {
        HUES.iter().find(|(name, _)| *name == word).map(|(_, hue)| *hue)
    }
}

/// Returns the shapes that a word in lower case names.
pub(super) fn shapes_of_word(word: &str) -> impl Iterator<Item = Shape> {
    SHAPES.iter().filter(move |(name, _)| *name == word).map(|(_, shape)| *shape)
}
