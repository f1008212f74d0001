//! Scene: a drawing as data, shapes and texts back to front. Lengths are in points of 1/72 inch, `y` grows downwards.
//!
//! ```
//! use farandole_draw::scene::{Anchor, Item, Role, Scene};
//!
//! let text = Item::Text { at: (50.0, 20.0), anchor: Anchor::Middle, size: 12.0, text: "9".into(), role: Role::Given };
//! let scene = Scene { width: 100.0, height: 40.0, title: "Nine".into(), description: String::new(), items: vec![text] };
//! assert!(farandole_draw::svg::write(&scene, farandole_draw::Theme::Light).contains(">9</text>"));
//! ```

/// A place: `x` to the right, `y` downwards.
pub type Point = (f64, f64);

/// A drawing.
#[derive(Clone, PartialEq, Debug)]
pub struct Scene {
    /// The width.
    pub width: f64,
    /// The height.
    pub height: f64,
    /// What it is, in a few words; read aloud by screen readers.
    pub title: String,
    /// What it shows, in sentences; may be empty.
    pub description: String,
    /// What is drawn, back to front.
    pub items: Vec<Item>,
}

/// A part of a drawing.
#[derive(Clone, PartialEq, Debug)]
pub enum Item {
    /// A shape, filled and stroked as its role says.
    Shape {
        /// The shape.
        shape: Shape,
        /// What it means.
        role: Role,
    },
    /// A text on one line.
    Text {
        /// Where its baseline begins, or has its middle.
        at: Point,
        /// Which of the two.
        anchor: Anchor,
        /// The font size.
        size: f64,
        /// The text.
        text: String,
        /// What it means.
        role: Role,
    },
    /// Other parts, scaled and then moved.
    Group {
        /// Where the origin of the parts goes.
        at: Point,
        /// What their lengths are multiplied by.
        scale: f64,
        /// The parts, back to front.
        items: Vec<Self>,
    },
}

/// A shape.
#[derive(Clone, PartialEq, Debug)]
pub enum Shape {
    /// A rectangle from its upper left corner.
    Rect(Point, f64, f64),
    /// A circle by its middle and radius.
    Circle(Point, f64),
    /// A straight line.
    Line(Point, Point),
    /// A quadratic Bézier curve: from, control point, to.
    Curve(Point, Point, Point),
    /// A closed polygon.
    Polygon(Vec<Point>),
    /// Straight lines from point to point.
    Path(Vec<Point>),
}

/// Where the point of a text is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Anchor {
    /// At its beginning.
    Start,
    /// In its middle.
    Middle,
}

/// What a part of a drawing means. How that looks: [`Theme`](crate::Theme).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// The ground of the drawing.
    Ground,
    /// A line between cells.
    Thin,
    /// A line between regions.
    Thick,
    /// A diagonal whose digits differ.
    Diagonal,
    /// The cells of an extra region.
    Extra,
    /// The cells of a house of a pattern.
    House,
    /// A printed digit.
    Given,
    /// A digit found since.
    Placed,
    /// A pencil mark.
    Mark,
    /// A pencil mark that the step names.
    Named,
    /// The number of a row or column.
    Name,
    /// A line of text below a board.
    Caption,
    /// The heading of a page.
    Heading,
    /// A candidate of the pattern itself.
    Core,
    /// An extra candidate, such as a fin.
    Fin,
    /// A candidate of the cells that support the pattern.
    Support,
    /// A candidate assumed or forced to hold.
    On,
    /// A candidate assumed or forced not to hold.
    Off,
    /// A candidate that goes.
    Eliminated,
    /// The line through a candidate that goes.
    Strike,
    /// A candidate that is placed.
    Put,
    /// A link to what holds.
    Strong,
    /// The head of its arrow.
    StrongHead,
    /// A link to what does not hold.
    Weak,
    /// The head of its arrow.
    WeakHead,
    /// A wide line of a thermometer.
    Thermo,
    /// The bulb at its end.
    Bulb,
    /// A line with a rule for the cells on it.
    Path(Hue),
    /// The outline of a set of cells that belongs to others of its colour.
    Set(Hue),
    /// The outline of a cage.
    Cage,
    /// The shaft of an arrow, or another thin line.
    Shaft,
    /// The circle or pill at the end of a line.
    Ring,
    /// The edge of a pill around several cells, and what is inside of it.
    Pill,
    /// The inside of a pill.
    PillInside,
    /// The edges of an extra cell.
    Frame,
    /// A grey shape in a cell.
    Badge,
    /// A white mark between cells.
    Dot,
    /// A black one.
    FullDot,
    /// A text on a white mark.
    OnDot,
    /// A text on a black one.
    OnFullDot,
    /// A sign made of lines between cells or at their edges.
    Comparison,
    /// A letter or sign between cells.
    Sign,
    /// A small number or word of a constraint.
    Tag,
    /// A clue outside the grid.
    Clue,
}

/// The colours of lines, which themes give.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[expect(missing_docs, reason = "a colour is what its name says")]
pub enum Hue {
    Grey,
    Green,
    Purple,
    Blue,
    Teal,
    Orange,
    Pink,
    Yellow,
    Red,
    Brown,
}

impl Hue {
    /// All of them.
    pub const ALL: [Self; 10] = [
        Self::Grey,
        Self::Green,
        Self::Purple,
        Self::Blue,
        Self::Teal,
        Self::Orange,
        Self::Pink,
        Self::Yellow,
        Self::Red,
        Self::Brown,
    ];

    /// The name in small letters.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Grey => "grey",
            Self::Green => "green",
            Self::Purple => "purple",
            Self::Blue => "blue",
            Self::Teal => "teal",
            Self::Orange => "orange",
            Self::Pink => "pink",
            Self::Yellow => "yellow",
            Self::Red => "red",
            Self::Brown => "brown",
        }
    }
}

/// What is drawn of a puzzle without the room around it: its parts from the upper left corner on.
#[derive(Clone, PartialEq, Debug)]
pub struct Picture {
    /// The width.
    pub width: f64,
    /// The height.
    pub height: f64,
    /// The parts, back to front.
    pub items: Vec<Item>,
}
