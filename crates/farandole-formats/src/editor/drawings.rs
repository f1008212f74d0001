//! The drawings of an editor's puzzle whose meaning the format does not define, as numbers: shapes with a
//! centre, and strokes through points. Rows come before columns. The side of a cell is 1. The thickness of
//! strokes is in pixels; a cell of SudokuPad has 64.

use crate::editor::programs::Program;
use farandole_puzzle::Cell;
use farandole_puzzle::board::Board;

/// Pixels per cell, for the thickness of strokes.
pub(crate) const PIXELS: f64 = 64.0;

/// Two coordinates: down, then right.
pub(crate) type Point = (f64, f64);

/// A rectangle or an ellipse with a text.
#[derive(Clone)]
pub(crate) struct Shape {
    /// The key that lists the shape.
    pub(crate) key: &'static str,
    pub(crate) number: usize,
    pub(crate) centre: Point,
    pub(crate) width: f64,
    pub(crate) height: f64,
    pub(crate) rounded: bool,
    pub(crate) text: String,
    pub(crate) fill: String,
    pub(crate) border: String,
    /// Colour of the text.
    pub(crate) ink: String,
    /// Clockwise rotation in degrees.
    pub(crate) angle: f64,
    /// True if the shape is a part of the board's picture, such as a frame of the grid.
    pub(crate) is_frame: bool,
}

/// A line or an arrow.
#[derive(Clone)]
pub(crate) struct Stroke {
    /// The key that lists the stroke.
    pub(crate) key: &'static str,
    pub(crate) number: usize,
    pub(crate) colour: String,
    pub(crate) thickness: f64,
    /// Length of the arrowhead.
    pub(crate) head: Option<f64>,
    pub(crate) points: Vec<Point>,
}

/// The drawings of a puzzle, in the order of the file within each list.
#[derive(Clone, Default)]
pub(crate) struct Drawings {
    pub(crate) strokes: Vec<Stroke>,
    pub(crate) shapes: Vec<Shape>,
    pub(crate) cages: Vec<CageDrawing>,
    pub(crate) customs: Vec<Custom>,
    /// The names that the setter gave to entries, with their 1-based indices.
    pub(crate) titles: Vec<(usize, String)>,
}

/// A cage whose meaning depends on its text and on the rules.
#[derive(Clone)]
pub(crate) struct CageDrawing {
    /// The key that lists the cage.
    pub(crate) key: &'static str,
    /// 1-based index of the entry in the list of the key.
    pub(crate) number: usize,
    pub(crate) cells: Vec<Cell>,
    pub(crate) text: String,
    /// True if digits must not repeat, or `None` if the entry lacks this option.
    pub(crate) is_unique: Option<bool>,
    pub(crate) colour: String,
}

/// A constraint that the file defines by a program.
#[derive(Clone)]
pub(crate) struct Custom {
    /// 1-based index in the list of elements.
    pub(crate) number: usize,
    pub(crate) title: String,
    /// The cells to which it applies, each list with its text.
    pub(crate) items: Vec<(Vec<Cell>, String)>,
    /// The program, if the file contains it.
    pub(crate) program: Option<Program>,
}

impl Shape {
    /// Returns true if the shape has this width and height.
    pub(crate) fn measures(&self, width: f64, height: f64) -> bool {
        near(self.width, width) && near(self.height, height)
    }

    /// Returns the cell whose centre is the centre of the shape.
    pub(crate) fn cell(&self, board: &Board) -> Option<Cell> {
        centred(self.centre).then(|| cell_at(self.centre, board))?
    }
}

/// Returns true if a point is the centre of a cell.
pub(crate) fn centred((down, right): Point) -> bool {
    near(down - down.floor(), 0.5) && near(right - right.floor(), 0.5)
}

/// Returns the cell that contains a point.
pub(crate) fn cell_at((down, right): Point, board: &Board) -> Option<Cell> {
    let inside = |measure: f64| (0.0..64.0).contains(&measure).then_some(measure as usize);
    board.at(inside(down)?, inside(right)?)
}

/// Returns true if two measures are the same, up to rounding.
pub(crate) fn near(one: f64, two: f64) -> bool {
    (one - two).abs() < 1e-6
}

/// Returns the names of further cells in the text of a cage whose cells are visible in fog from the start, or `None` for
/// another text.
pub(crate) fn fog_lights(text: &str) -> Option<&str> {
    let (head, names) = text.split_once(':').unwrap_or((text, ""));
    head.trim().eq_ignore_ascii_case("FOGLIGHT").then_some(names)
}
