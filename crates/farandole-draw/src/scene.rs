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
}
