//! Ratings of the puzzles of a table.

use super::search::{Found, Searcher};
use super::{Rows, Run, Table};
use crate::config::Config;
use crate::pipeline::{Status, guarded};
use crate::rating::{Numbers, Rating, rate_line, rate_puzzle, until};
use farandole_logic::hint::Scale;
use farandole_logic::hodoku::Level;
use farandole_logic::watch::Watched;
use farandole_puzzle::Grid;

/// How many rows a thread takes at a time: the hardest take a second each.
const PIECE: usize = 16;

/// How hard each puzzle is; every array has an entry for each row, zeros where there is no rating.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Ratings {
    /// [`Status::Rated`]; `Stuck` or `GaveUp` (the numbers are lower bounds); or why there is no rating.
    pub status: Vec<Status>,
    /// On the scale of Sudoku Explainer ER, EP and ED in tenths; on HoDoKu's score, level (an index of [`HODOKU_LEVELS`])
    /// and 0.
    pub numbers: Vec<[u32; 3]>,
    /// How many steps there are.
    pub steps: Vec<u32>,
}

/// The levels of HoDoKu, the easiest first.
pub const HODOKU_LEVELS: [Level; 5] =
    [Level::Easy, Level::Medium, Level::Hard, Level::Unfair, Level::Extreme];

/// Rates each classic 9x9 puzzle on a scale.
///
/// Cost: some ten microseconds for an easy puzzle; the hardest known take a second and more on the scale of Sudoku Explainer. When
/// a run is told to stop, the rating under way ends soon, as if its budget were spent.
pub fn rate<R: Rows + ?Sized>(table: &Table<'_, R>, scale: Scale, run: &Run<'_>) -> Ratings {
    let count = table.rows.len();
    let mut ratings =
        Ratings { status: vec![Status::GaveUp; count], numbers: vec![[0; 3]; count], steps: vec![0; count] };
    let pieces = ratings
        .status
        .chunks_mut(PIECE)
        .zip(ratings.numbers.chunks_mut(PIECE).zip(ratings.steps.chunks_mut(PIECE)))
        .enumerate();
    // Two solutions tell whether the puzzle is proper.
    let worker = || Searcher::new(&Config::default());
    run.each(pieces, worker, |searcher, (number, (status, (numbers, steps)))| {
        let range = number * PIECE..number * PIECE + status.len();
        searcher.search(table, range, run.stop, |place, found| {
            if run.is_stopped() {
                return;
            }
            let rated = || rating(&found, Watched { budget: scale, watch: Some(&until(run.stop)) });
            let rating = match guarded(rated).unwrap_or(Err(Status::Failed)) {
                Ok(rating) => rating,
                Err(why) => {
                    status[place] = why;
                    return;
                }
            };
            status[place] = rating.status();
            if let Some(rated) = rating.numbers() {
                steps[place] = rated.steps();
                numbers[place] = match *rated {
                    Numbers::Se { er, ep, ed, .. } => [er, ep, ed].map(u32::from),
                    Numbers::Hodoku { score, level, .. } => [score, level as u32, 0],
                };
            }
        });
    });
    ratings
}

fn rating(found: &Found<'_>, scale: Watched<'_, Scale>) -> Result<Rating, Status> {
    match found {
        Found::Refused(status) => Err(*status),
        Found::Classic(cells, first, brief) => Ok(rate_line(cells, *first, brief.solutions, scale)),
        Found::General(puzzle, first, brief) => {
            Ok(rate_puzzle(puzzle, brief.solutions, first.map(Grid::digits), scale))
        }
    }
}
