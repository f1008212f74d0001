//! Solutions and solution counts for the puzzles of a table.

use super::search::{Found, Searcher};
use super::{Rows, Run, Table};
use crate::config::BATCH;
use crate::config::Config;
use crate::pipeline::Status;
use farandole_solve::End;

/// The result of the search for each puzzle. Every array has one entry per row.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solved {
    /// [`Status::Solved`], `Several`, `None`, `GaveUp`, `Unreadable`, `Unsupported`, `Wrong` or `Failed`.
    /// With a limit of 1, `Solved` does not mean that the solution is unique.
    pub status: Vec<Status>,
    /// Number of solutions found, at most the limit.
    pub solutions: Vec<u64>,
    /// True if there are no further solutions.
    pub exact: Vec<bool>,
    /// Number of search nodes, the same on every machine.
    pub nodes: Vec<u64>,
    /// Number of guesses, that is, of choices made while another choice remained. It is the same on every
    /// machine. `u64::MAX` for an engine that does not count them.
    pub guesses: Vec<u64>,
}

/// The entries of a chunk in the fields of [`Solved`].
struct Chunk<'a> {
    first: usize,
    status: &'a mut [Status],
    solutions: &'a mut [u64],
    exact: &'a mut [bool],
    nodes: &'a mut [u64],
    guesses: &'a mut [u64],
    grids: Option<&'a mut [u8]>,
}

/// Searches each puzzle for solutions, up to the limit of the configuration.
///
/// `grids` receives the first solution of each puzzle as numbers from 1, N * N bytes per row, or
/// zeros if there is none. If it is shorter than the table, the remaining solutions are not
/// written.
///
/// Cost: 0.5 microseconds for a 9x9 puzzle with 17 givens, and about 20 microseconds for the hardest
/// ones, plus a copy of the cells.
pub fn solve<R: Rows + ?Sized>(
    table: &Table<'_, R>,
    config: &Config,
    run: &Run<'_>,
    grids: Option<&mut [u8]>,
) -> Solved {
    let count = table.rows.len();
    let mut solved = Solved {
        status: vec![Status::GaveUp; count],
        solutions: vec![0; count],
        exact: vec![false; count],
        nodes: vec![0; count],
        guesses: vec![0; count],
    };
    let cells = (table.size * table.size).max(1);
    // Chunks are smaller if there are more threads than full chunks.
    let rows = count.div_ceil(run.threads.get()).clamp(1, BATCH);
    let with_grids = grids.is_some();
    let mut parts = grids.map(|grids| grids.chunks_mut(rows * cells));
    let chunks = solved
        .status
        .chunks_mut(rows)
        .zip(solved.solutions.chunks_mut(rows))
        .zip(solved.exact.chunks_mut(rows))
        .zip(solved.nodes.chunks_mut(rows).zip(solved.guesses.chunks_mut(rows)))
        .enumerate()
        .map(move |(number, (((status, solutions), exact), (nodes, guesses)))| {
            let grids = parts.as_mut().and_then(Iterator::next);
            Chunk { first: number * rows, status, solutions, exact, nodes, guesses, grids }
        });
    run.each(
        chunks,
        || Searcher::new(config),
        |searcher, mut chunk| {
            let range = chunk.first..chunk.first + chunk.status.len();
            searcher.search(table, range, run.stop, |index, found| {
                chunk.status[index] = found.status();
                if let Some(brief) = found.brief() {
                    chunk.solutions[index] = brief.solutions;
                    chunk.exact[index] = brief.end == End::Exhausted;
                    chunk.nodes[index] = brief.nodes;
                    chunk.guesses[index] = brief.guesses;
                }
                if with_grids && let Some(grids) = &mut chunk.grids {
                    write(&found, grids.get_mut(index * cells..(index + 1) * cells));
                }
            });
        },
    );
    solved
}

/// Writes the first solution as numbers, or zeros if there is none.
fn write(found: &Found<'_>, to: Option<&mut [u8]>) {
    let Some(to) = to else { return };
    match found {
        Found::Classic(_, Some(grid), _) if to.len() == 81 => {
            for (to, digit) in to.iter_mut().zip(*grid) {
                *to = digit & 0x0f;
            }
        }
        Found::General(_, Some(grid), _) if grid.digits().len() == to.len() => {
            to.copy_from_slice(grid.digits())
        }
        _ => to.fill(0),
    }
}
