//! Canonical forms of the puzzles of a table.

use super::search::{Found, Searcher};
use super::{Rows, Run, Table};
use crate::boards::classic_board;
use crate::canonical::{CanonicalForm, NoForm, form_alone};
use crate::config::Config;
use crate::pipeline::{Status, guarded};
use core::sync::atomic::AtomicBool;
use farandole_canon::{Canon, Form};

/// Number of rows in a chunk. A form takes tens of microseconds, and much more for a nearly empty
/// puzzle.
const CHUNK: usize = 64;

/// The canonical form of each puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Forms {
    /// The cells of each form as numbers, 0 for an empty cell, 81 per row, or all 0 if there is no
    /// form.
    pub boards: Vec<u8>,
    /// Number of symmetries, not counting renamings of digits, that map the puzzle to the form, or
    /// 0 if there is no form.
    pub automorphisms: Vec<u32>,
    /// [`Status::Ok`], or the reason why there is no form; see [`NoForm::status`].
    pub status: Vec<Status>,
}

/// Finds the canonical form of each classic 9x9 puzzle.
pub fn canonical<R: Rows + ?Sized>(table: &Table<'_, R>, form: CanonicalForm, run: &Run<'_>) -> Forms {
    let count = table.rows.len();
    let mut forms = Forms {
        boards: vec![0; count * 81],
        automorphisms: vec![0; count],
        status: vec![Status::GaveUp; count],
    };
    let chunks = forms
        .status
        .chunks_mut(CHUNK)
        .zip(forms.automorphisms.chunks_mut(CHUNK).zip(forms.boards.chunks_mut(CHUNK * 81)))
        .enumerate();
    let worker = || (Canon::new(), Searcher::new(&Config::default()));
    run.each(chunks, worker, |(canon, searcher), (number, (status, (automorphisms, boards)))| {
        let first = number * CHUNK;
        let mut put = |index: usize, made: Result<Form, Status>| match made {
            Ok(form) => {
                status[index] = Status::Ok;
                automorphisms[index] = form.automorphisms;
                boards[index * 81..(index + 1) * 81].copy_from_slice(&form.board);
            }
            Err(why) => status[index] = why,
        };
        let rows = first..(first + CHUNK).min(count);
        if form == CanonicalForm::Solution {
            searcher.search(table, rows, run.stop, |index, found| {
                put(index, guarded(|| by_solution(canon, &found)).unwrap_or(Err(Status::Failed)));
            });
            return;
        }
        for number in rows {
            if run.is_stopped() {
                return;
            }
            let made = guarded(|| alone(table, number, canon, form, run.stop));
            put(
                number - first,
                made.unwrap_or_else(|_| {
                    // Its buffers may be in any state.
                    *canon = Canon::new();
                    Err(Status::Failed)
                }),
            );
        }
    });
    forms
}

fn alone<R: Rows + ?Sized>(
    table: &Table<'_, R>,
    number: usize,
    canon: &mut Canon,
    form: CanonicalForm,
    stop: &AtomicBool,
) -> Result<Form, Status> {
    let puzzle = table.puzzle(number).map_err(|error| error.status())?;
    let board = classic_board(&puzzle).ok_or(NoForm::NotClassic.status())?;
    let form = form_alone(canon, &board, form, stop).ok_or(Status::GaveUp)?;
    form.map_err(|no_form| no_form.status())
}

/// Returns the form of a puzzle, given an answer that counts up to two solutions.
fn by_solution(canon: &Canon, found: &Found<'_>) -> Result<Form, Status> {
    let (board, solution) = found.proper()?;
    canon.solved(&board, &solution).ok_or(NoForm::NotClassic.status())
}
