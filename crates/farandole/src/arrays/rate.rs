//! Ratings of the puzzles of a table.

use super::search::{Found, Searcher};
use super::{Rows, Run, Table};
use crate::config::Config;
use crate::pipeline::{Status, guarded};
use crate::rating::{Rating, rate_line, rate_puzzle};
use farandole_logic::cancel::Limited;
use farandole_logic::cancel::until;
use farandole_logic::hodoku::Level;
use farandole_logic::{Numbers, ScaleBudget};
use farandole_puzzle::Grid;

/// Number of rows in a chunk. It is small because each of the hardest puzzles takes a second.
const CHUNK: usize = 16;

/// The difficulty of each puzzle. Every array has one entry per row, which is zero if there is no
/// rating.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Ratings {
    /// [`Status::Rated`]; `Stuck` or `GaveUp` (the numbers are lower bounds); or the reason why
    /// there is no rating.
    pub status: Vec<Status>,
    /// On the scale of Sudoku Explainer: ER, EP and ED in tenths. On the scale of HoDoKu: the
    /// score, the level (an index into [`HODOKU_LEVELS`]) and 0. On the scales W and B: the length of
    /// the longest chain, 0 and 0. In minutes: the expected time and its range, in seconds.
    pub numbers: Vec<[u32; 3]>,
    /// Number of steps.
    pub steps: Vec<u32>,
}

/// The levels of HoDoKu, easiest first.
pub const HODOKU_LEVELS: [Level; 5] =
    [Level::Easy, Level::Medium, Level::Hard, Level::Unfair, Level::Extreme];

/// Rates each classic 9x9 puzzle on a scale.
///
/// Cost: about ten microseconds for an easy puzzle. On the scale of Sudoku Explainer, the hardest
/// known puzzles take a second or more. If the run is stopped, a rating in progress ends soon, as
/// if its budget were spent.
pub fn rate<R: Rows + ?Sized>(table: &Table<'_, R>, scale: impl Into<ScaleBudget>, run: &Run<'_>) -> Ratings {
    let scale = scale.into();
    let count = table.rows.len();
    let mut ratings =
        Ratings { status: vec![Status::GaveUp; count], numbers: vec![[0; 3]; count], steps: vec![0; count] };
    let chunks = ratings
        .status
        .chunks_mut(CHUNK)
        .zip(ratings.numbers.chunks_mut(CHUNK).zip(ratings.steps.chunks_mut(CHUNK)))
        .enumerate();
    // A search for two solutions is enough to decide whether the puzzle is proper.
    let worker = || Searcher::new(&Config::default());
    run.each(chunks, worker, |searcher, (number, (status, (numbers, steps)))| {
        let range = number * CHUNK..number * CHUNK + status.len();
        searcher.search(table, range, run.stop, |index, found| {
            if run.is_stopped() {
                return;
            }
            let rated = || rating(&found, Limited { budget: scale, observer: Some(&until(run.stop)) });
            let rating = match guarded(rated).unwrap_or(Err(Status::Failed)) {
                Ok(rating) => rating,
                Err(why) => {
                    status[index] = why;
                    return;
                }
            };
            status[index] = rating.status();
            if let Some(rated) = rating.numbers() {
                steps[index] = rated.steps();
                numbers[index] = match *rated {
                    Numbers::Se { er, ep, ed, .. } => [er, ep, ed].map(u32::from),
                    Numbers::Hodoku { score, level, .. } => [score, level as u32, 0],
                    Numbers::Chains { length, .. } => [length.into(), 0, 0],
                    Numbers::Minutes { minutes, .. } => {
                        let (least, most) = minutes.range();
                        [minutes.seconds(), least, most]
                    }
                };
            }
        });
    });
    ratings
}

fn rating(found: &Found<'_>, scale: Limited<'_, ScaleBudget>) -> Result<Rating, Status> {
    match found {
        Found::Refused(status) => Err(*status),
        Found::Classic(cells, first, brief) => Ok(rate_line(cells, *first, brief.solutions, scale)),
        Found::General(puzzle, first, brief) => {
            Ok(rate_puzzle(puzzle, brief.solutions, first.map(Grid::digits), scale))
        }
    }
}
