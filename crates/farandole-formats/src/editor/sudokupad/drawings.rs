//! The drawings of an editor's puzzle whose meaning the format does not define.

use crate::editor::sudokupad::shapes::{Shape, Stroke};
use farandole_puzzle::Cell;

// cycle: Drawings: every editor may contain drawings without a type.

/// The drawings of a puzzle, in the order of the file within each list.
#[derive(Clone, Default)]
pub(crate) struct Drawings {
    pub(crate) strokes: Vec<Stroke>,
    pub(crate) shapes: Vec<Shape>,
    pub(crate) cages: Vec<CageDrawing>,
    pub(crate) customs: Vec<Custom>,
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

/// A constraint that the file defines by a program, which is never run.
#[derive(Clone)]
pub(crate) struct Custom {
    /// 1-based index in the list of elements.
    pub(crate) number: usize,
    pub(crate) title: String,
    /// The cells to which it applies, each list with its text.
    pub(crate) items: Vec<(Vec<Cell>, String)>,
}
