//! Canonical forms of the puzzles of a table.

use super::search::{Found, Searcher};
use super::{Rows, Run, Table};
use crate::boards::classic_board;
use crate::canonical::{CanonicalForm, NoForm, form_alone};
use crate::config::Config;
use crate::pipeline::{Status, guarded};
use core::sync::atomic::AtomicBool;
use farandole_canon::{Canon, Form};

/// How many rows a thread takes at a time: a form takes some tens of microseconds, and much more for a nearly empty puzzle.
const PIECE: usize = 64;

/// The canonical form of each puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Forms {
    /// The cells of each form as numbers, 0 for an empty cell, 81 for each row; zeros where there is no form.
    pub boards: Vec<u8>,
    /// How many symmetries, renaming of digits apart, lead from the puzzle to the form; 0 where there is none.
    pub automorphisms: Vec<u32>,
    /// [`Status::Ok`], or why there is no form: see [`NoForm::status`].
    pub status: Vec<Status>,
}

/// Finds the canonical form of each plain 9x9 puzzle.
pub fn canonical<R: Rows + ?Sized>(table: &Table<'_, R>, form: CanonicalForm, run: &Run<'_>) -> Forms {
    let count = table.rows.len();
    let mut forms = Forms {
        boards: vec![0; count * 81],
        automorphisms: vec![0; count],
        status: vec![Status::GaveUp; count],
    };
    let pieces = forms
        .status
        .chunks_mut(PIECE)
        .zip(forms.automorphisms.chunks_mut(PIECE).zip(forms.boards.chunks_mut(PIECE * 81)))
        .enumerate();
    let worker = || (Canon::new(), Searcher::new(&Config::default()));
    run.each(pieces, worker, |(canon, searcher), (number, (status, (automorphisms, boards)))| {
        let first = number * PIECE;
        let mut put = |place: usize, made: Result<Form, Status>| match made {
            Ok(form) => {
                status[place] = Status::Ok;
                automorphisms[place] = form.automorphisms;
                boards[place * 81..(place + 1) * 81].copy_from_slice(&form.board);
            }
            Err(why) => status[place] = why,
        };
        let rows = first..(first + PIECE).min(count);
        if form == CanonicalForm::Solution {
            searcher.search(table, rows, run.stop, |place, found| {
                put(place, guarded(|| by_solution(canon, &found)).unwrap_or(Err(Status::Failed)));
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
    let puzzle = table.puzzle(number).map_err(|_| Status::Unreadable)?;
    let board = classic_board(&puzzle).ok_or(NoForm::NotClassic.status())?;
    let form = form_alone(canon, &board, form, stop).ok_or(Status::GaveUp)?;
    form.map_err(|no_form| no_form.status())
}

/// The form of a puzzle whose solutions were counted up to 2.
fn by_solution(canon: &Canon, found: &Found<'_>) -> Result<Form, Status> {
    let (board, solution) = found.proper()?;
    canon.solved(&board, &solution).ok_or(NoForm::NotClassic.status())
}
