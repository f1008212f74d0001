//! Answers to an editor while a puzzle is set. This is the only operation with a state: what is known about earlier
//! states of the puzzle.

use crate::answer::Answer;
use farandole::json::{Live, LiveAnswer, LiveRequest};
use std::cell::RefCell;

thread_local! {
    static LIVE: RefCell<Live> = RefCell::default();
}

/// Computes a part of the answer to a message, with the number of the part. The answer has the form of the protocol.
pub(crate) fn live(message: &[u8], turn: u64) -> Answer {
    let answer = match serde_json::from_slice::<LiveRequest>(message) {
        Ok(request) => LIVE.with_borrow_mut(|live| live.turn(&request, turn)),
        Err(error) => LiveAnswer::to_other(&error),
    };
    Answer::json(&answer)
}
