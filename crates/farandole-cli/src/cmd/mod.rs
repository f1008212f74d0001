//! The commands, one file each.

use crate::bulk::{Chunk, Context};
use farandole::pipeline::batch::{Answer, Answerer, Outcome, Searched};
use farandole::pipeline::records::Piece;
use std::ops::ControlFlow;

pub(crate) mod check;
pub(crate) mod compare;
pub(crate) mod convert;
pub(crate) mod count;
pub(crate) mod cover;
pub(crate) mod describe;
mod drawing;
pub(crate) mod encode;
pub(crate) mod explain;
pub(crate) mod hint;
pub(crate) mod judge;
mod list;
mod one;
mod proof;
pub(crate) mod rate;
pub(crate) mod setter;
mod sheet;
pub(crate) mod solve;
pub(crate) mod techniques;

/// Searches every puzzle of a piece: records that can't be read or searched are answered here, the others by `print`.
fn search_each(
    context: &Context<'_>,
    answerer: &mut Answerer,
    piece: &Piece<'_>,
    chunk: &mut Chunk,
    mut print: impl FnMut(&Answer<'_>, &Searched<'_>, &mut Chunk),
) {
    answerer.answer(piece, |answer| {
        match &answer.outcome {
            Outcome::Unreadable(error) => return context.unreadable(error, chunk),
            Outcome::Unsupported(unsupported) => context.unsupported(answer.record.line, unsupported, chunk),
            Outcome::Judged(_) => unreachable!("asked to search every puzzle"),
            Outcome::Searched(searched) => print(&answer, searched, chunk),
        }
        ControlFlow::Continue(())
    });
}
