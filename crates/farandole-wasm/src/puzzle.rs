//! A common interface to the two kinds of puzzles, with which each operation is written only once.

use crate::answer::Refusal;
use crate::board::Which;
use crate::wire::{Drawing, JsonClash, JudgeRequest, Shown, Solved, StepRequest, Texts, Truths};
use farandole::Config;
use farandole::engines::Finding;
use farandole::json;
use farandole::logic::hint::{Hint, Path, Step};
use farandole_draw::{Picture, Scene};

/// The methods of the puzzle of a board that the operations use. Lists have one entry per index of
/// the page's grid, and bit 0 of a set is digit 1.
pub(crate) trait Puzzle {
    fn solve(&self, which: Which, config: &Config) -> Result<Solved, Refusal>;
    /// Returns the candidates that the digits leave in each cell.
    fn open(&self) -> Result<Vec<u64>, Refusal>;
    /// Returns the contradictions between digits.
    fn clashes(&self, which: Which) -> Result<Vec<JsonClash>, Refusal>;
    fn true_candidates(&self, which: Which, config: &Config) -> Result<Finding<Truths>, Refusal>;
    /// Returns redundant givens or constraints.
    fn redundant(&self, config: &Config) -> Result<Finding<Vec<String>>, Refusal>;
    fn hint(&self, request: &StepRequest) -> Result<Hint, Refusal>;
    /// Judges the moves of a request.
    fn judge(&self, request: &JudgeRequest) -> Result<Vec<json::Verdict>, Refusal>;
    /// Returns the solution path, or the mistakes that prevent it.
    fn explain(&self, request: &StepRequest) -> Result<Result<Path, Hint>, Refusal>;
    /// Draws a step in its state. Returns `None` for a step of the other kind of puzzle.
    fn drawing(step: &Step) -> Option<Drawing>;
    /// Writes the puzzle in a text format. Includes the texts and the cosmetics if the format has them.
    fn write(&self, to: &str, texts: &Texts) -> Result<Vec<u8>, Refusal>;
    /// Returns the drawing of the puzzle without digits.
    fn show(&self) -> Result<Shown, Refusal>;
    /// Draws the board without its rules.
    fn scene(&self) -> Result<Scene, Refusal>;
    /// Draws the board with a step.
    fn step_scene(&self, step: &json::Step) -> Result<Scene, Refusal>;
    /// Draws the board like `scene`, without a margin.
    fn picture(&self) -> Result<Picture, Refusal>;
    /// Returns the rules other than those of Sudoku, one per line.
    fn rules(&self) -> Result<String, Refusal>;
    /// Returns the picture of the solution, if there is exactly one.
    fn solution(&self) -> Result<Option<Picture>, Refusal>;
}
