//! Parts of drawings: shapes, lines and texts with their colours.

/// A point: the distances to the right and down from the upper left corner of the grid, in sides of
/// a cell.
pub type Spot = (f64, f64);

/// A part of a drawing.
#[derive(Clone, PartialEq, Debug)]
pub struct Figure {
    /// Shape and position.
    pub outline: Outline,
    /// Colour of the interior, or of a text, as in CSS; empty if there is none.
    pub fill: String,
    /// Colour of the line, as in CSS; empty if there is none.
    pub stroke: String,
    /// Width of the line in sides of a cell.
    pub width: f64,
    /// Opacity from 0 to 1.
    pub opacity: f64,
}

/// The shape of a part of a drawing. Measures are in sides of a cell.
#[derive(Clone, PartialEq, Debug)]
pub enum Outline {
    /// A rectangle.
    Rectangle(Frame),
    /// An ellipse in a rectangle.
    Ellipse(Frame),
    /// A line through points.
    Line(Vec<Spot>),
    /// A line through points, and the length of the arrowhead at its end.
    Arrow(Vec<Spot>, f64),
    /// A path in the syntax of SVG, in which the side of a cell is 64.
    Path(String),
    /// The dashed outline of cells, each given by column and row.
    Cage(Vec<(i32, i32)>),
    /// A text with its centre and font size.
    Text(String, Spot, f64),
    /// A small text in the upper left corner of a cell, which is given by column and row.
    Tag(String, (i32, i32)),
}

/// A rectangle.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Frame {
    /// Centre.
    pub centre: Spot,
    /// Width before the rotation.
    pub width: f64,
    /// Height before the rotation.
    pub height: f64,
    /// Clockwise rotation in degrees.
    pub angle: f64,
}

impl Figure {
    /// Returns the colours of the interior and of the line as red, green and blue, mixed with white according to the
    /// opacity. Returns `None` for colours that do not have the form `#rrggbb`.
    pub fn on_white(&self) -> [Option<[u8; 3]>; 2] {
        let mix =
            |channel: u8| (255.0 + (f64::from(channel) - 255.0) * self.opacity.clamp(0.0, 1.0)).round() as u8;
        [&self.fill, &self.stroke].map(|colour| {
            let digits = colour.strip_prefix('#').filter(|it| it.len() == 6)?;
            let [_, red, green, blue] = u32::from_str_radix(digits, 16).ok()?.to_be_bytes();
            Some([red, green, blue].map(mix))
        })
    }
}
