//! Scenes: drawings as data. A scene is a list of shapes and texts, back to front. Lengths are in
//! points of 1/72 inch. `y` grows downwards.
//!
//! ```
//! use farandole_draw::scene::{Anchor, Item, Role, Scene};
//!
//! let text = Item::Text { at: (50.0, 20.0), anchor: Anchor::Middle, size: 12.0, text: "9".into(), role: Role::Given };
//! let scene = Scene { width: 100.0, height: 40.0, title: "Nine".into(), description: String::new(), items: vec![text] };
//! assert!(farandole_draw::svg::write(&scene, farandole_draw::Theme::Light).contains(">9</text>"));
//! ```

pub use farandole_puzzle::constraint::Hue;

/// A point. `x` grows to the right, `y` downwards.
pub type Point = (f64, f64);

/// A drawing.
#[derive(Clone, PartialEq, Debug)]
pub struct Scene {
    /// The width.
    pub width: f64,
    /// The height.
    pub height: f64,
    /// A short title for screen readers.
    pub title: String,
    /// A description in sentences. It may be empty.
    pub description: String,
    /// The parts of the drawing, back to front.
    pub items: Vec<Item>,
}

/// A part of a drawing.
#[derive(Clone, PartialEq, Debug)]
pub enum Item {
    /// A shape, filled and stroked in the style of its role.
    Shape {
        /// The shape.
        shape: Shape,
        /// The role of the shape.
        role: Role,
    },
    /// A text on one line.
    Text {
        /// The start or the middle of the baseline, depending on `anchor`.
        at: Point,
        /// The position of the text relative to `at`.
        anchor: Anchor,
        /// The font size.
        size: f64,
        /// The text.
        text: String,
        /// The role of the text.
        role: Role,
    },
    /// Nested parts, which are first scaled and then moved.
    Group {
        /// The position of the origin of the parts.
        at: Point,
        /// The factor by which lengths are multiplied.
        scale: f64,
        /// The parts, back to front.
        items: Vec<Self>,
    },
}

/// A shape.
#[derive(Clone, PartialEq, Debug)]
pub enum Shape {
    /// A rectangle: upper left corner, width and height.
    Rect(Point, f64, f64),
    /// A circle: centre and radius.
    Circle(Point, f64),
    /// A straight line.
    Line(Point, Point),
    /// A quadratic Bézier curve: start, control point and end.
    Curve(Point, Point, Point),
    /// A closed polygon.
    Polygon(Vec<Point>),
    /// An open polyline.
    Path(Vec<Point>),
}

/// The position of a text relative to its point.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Anchor {
    /// The text begins at the point.
    Start,
    /// The text is centred on the point.
    Middle,
}

/// The meaning of a part of a drawing. A [`Theme`](crate::Theme) defines its style.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// The background of the drawing.
    Ground,
    /// A line between cells.
    Thin,
    /// A line between regions.
    Thick,
    /// A diagonal that is a house.
    Diagonal,
    /// The cells of an extra region.
    Extra,
    /// The cells of a house in a pattern.
    House,
    /// A given.
    Given,
    /// A placed digit.
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
    /// A candidate that is assumed or forced to be true.
    On,
    /// A candidate that is assumed or forced to be false.
    Off,
    /// An eliminated candidate.
    Eliminated,
    /// The line through an eliminated candidate.
    Strike,
    /// A placed candidate.
    Put,
    /// A link to a true candidate.
    Strong,
    /// The head of a [`Strong`](Self::Strong) link.
    StrongHead,
    /// A link to a false candidate.
    Weak,
    /// The head of a [`Weak`](Self::Weak) link.
    WeakHead,
    /// The wide line of a thermometer.
    Thermo,
    /// The bulb of a thermometer.
    Bulb,
    /// A line with a constraint on its cells.
    Path(Hue),
    /// The name of a line. Only [`Theme::Print`](crate::Theme::Print) shows it, because it has no colours.
    LineName,
    /// The outline of a set of cells. Sets of the same colour belong together.
    Set(Hue),
    /// The outline of a cage.
    Cage,
    /// The shaft of an arrow, or another thin line.
    Shaft,
    /// The circle or pill at the end of a line.
    Ring,
    /// The edge of a pill around several cells.
    Pill,
    /// The inside of a pill.
    PillInside,
    /// The edges of an extra cell.
    Frame,
    /// A grey shape in a cell.
    Badge,
    /// A white mark between cells.
    Dot,
    /// A black mark between cells.
    FullDot,
    /// A text on a white mark.
    OnDot,
    /// A text on a black mark.
    OnFullDot,
    /// A comparison sign, drawn with lines between cells or at their edges.
    Comparison,
    /// A letter or sign between cells.
    Sign,
    /// A small number or word of a constraint.
    Tag,
    /// A clue outside the grid.
    Clue,
    /// A part with colours of its own, in every theme.
    Own(Paint),
}

/// The colours of a part that no theme defines.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Paint {
    /// The colour of the inside or of a text: red, green, blue.
    pub fill: Option<[u8; 3]>,
    /// The colour of the line.
    pub stroke: Option<[u8; 3]>,
    /// The width of the line in tenths of a point.
    pub width: u16,
}

impl Role {
    /// The roles without a colour of their own.
    const PLAIN: [Self; 43] = [
        Self::Ground,
        Self::Thin,
        Self::Thick,
        Self::Diagonal,
        Self::Extra,
        Self::House,
        Self::Given,
        Self::Placed,
        Self::Mark,
        Self::Named,
        Self::Name,
        Self::Caption,
        Self::Heading,
        Self::Core,
        Self::Fin,
        Self::Support,
        Self::On,
        Self::Off,
        Self::Eliminated,
        Self::Strike,
        Self::Put,
        Self::Strong,
        Self::StrongHead,
        Self::Weak,
        Self::WeakHead,
        Self::Thermo,
        Self::Bulb,
        Self::Cage,
        Self::LineName,
        Self::Shaft,
        Self::Ring,
        Self::Pill,
        Self::PillInside,
        Self::Frame,
        Self::Badge,
        Self::Dot,
        Self::FullDot,
        Self::OnDot,
        Self::OnFullDot,
        Self::Comparison,
        Self::Sign,
        Self::Tag,
        Self::Clue,
    ];

    /// Returns all roles.
    pub fn all() -> impl Iterator<Item = Self> {
        let lines = Hue::ALL.into_iter().flat_map(|hue| [Self::Path(hue), Self::Set(hue)]);
        Self::PLAIN.into_iter().chain(lines)
    }

    /// Returns the class of the role in style sheets: its name in lower case, and the colour of a
    /// line after a hyphen. [`Own`](Self::Own) has the class `own`, which no style sheet defines.
    pub fn class(self) -> String {
        if let Self::Own(_) = self {
            return "own".into();
        }
        format!("{self:?}").to_ascii_lowercase().replace('(', "-").replace(')', "")
    }
}

/// A drawing of a puzzle without a margin. Its upper left corner is at (0, 0).
#[derive(Clone, PartialEq, Debug)]
pub struct Picture {
    /// The width.
    pub width: f64,
    /// The height.
    pub height: f64,
    /// The parts, back to front.
    pub items: Vec<Item>,
}
