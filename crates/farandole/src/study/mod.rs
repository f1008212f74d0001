//! Queries of researchers on a stream of 9x9 puzzles.
//!
//! For puzzles in memory, use the functions of [`farandole_setter`].

mod ask;
mod boards;
mod proper;
mod scan;

pub use ask::{Ask, AskBoard, BoardStudy, BoardWorker, NotStudied, Studied, Study, StudyWorker};
pub use boards::{Morph, PatternFound, Patterns};
pub use proper::{
    AllTwins, BackdoorsFound, BandClasses, LeastBackdoors, MinimizeAll, MinimizeOne, Neighbourhood, Pattern,
    Quantities, Quantity, UnavoidableSets, Which,
};
pub use scan::{ScanFound, ScanLedger, Scans};
