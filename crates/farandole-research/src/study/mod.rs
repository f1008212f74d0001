//! Studies: a query on each puzzle of a stream, as an object with its settings.
//!
//! The caller reads the puzzles and passes them on, solved if the study is a [`Study`]. The crate
//! `farandole` does this for files and arrays. The functions at the root of this crate answer the
//! same queries about single puzzles.

mod boards;
mod proper;
mod scans;

pub use boards::{Morph, PatternFound, Patterns};
pub use proper::{
    AllTwins, BackdoorsFound, BandClasses, LeastBackdoors, MinimizeAll, MinimizeOne, Neighbourhood, Pattern,
    Quantities, Quantity, UnavoidableSets, Which,
};
pub use scans::{ScanFound, ScanLedger, Scans};

use crate::minimize::ProperPuzzle;
use core::sync::atomic::AtomicBool;
use farandole_canon::Canon;
use std::sync::Arc;

/// A callback that receives the number of completed steps of a study, and of all its steps.
pub type StepObserver = Arc<dyn Fn(u64, u64) + Send + Sync>;

/// A study of proper puzzles.
pub trait Study: Sync {
    /// The answer for one puzzle.
    type Found;

    /// True if an answer itself states whether it is complete. Other answers are dropped if a time
    /// limit ends the study early.
    const TELLS_IF_CUT: bool = false;

    /// True if each puzzle is studied separately, so that a batch has no advantage.
    const ALONE: bool = false;

    /// Sets the callback for the progress of a long study.
    fn observe(&self, _: &StepObserver) {}

    /// Returns the answers for these puzzles, in order. The number of each puzzle is its index in
    /// the whole run. The study ends early if `stop` is set.
    fn study(&self, canon: &mut Canon, puzzles: &[ProperPuzzle], stop: &AtomicBool) -> Vec<Self::Found>;
}

/// A study of boards, which need not have a solution.
pub trait BoardStudy: Sync {
    /// The answer for one board.
    type Found;

    /// Returns the answer for a board (digits, 0 for empty cells), or `None` if `stop` is set
    /// before it is found. `number` is the 0-based index of the board in the whole run.
    fn study(
        &self,
        canon: &mut Canon,
        number: u64,
        board: &[u8; 81],
        stop: &AtomicBool,
    ) -> Option<Self::Found>;
}
