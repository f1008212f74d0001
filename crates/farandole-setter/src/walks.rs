//! Walks in lanes: many puzzles at work at once, each asking its next question when its last one is answered.

use core::ops::ControlFlow;
use core::sync::atomic::{AtomicBool, Ordering};

use farandole_kernel::{Config, Counters, End, Isa, Stream, solve_stream};

/// A flag that is never set.
pub(crate) static NEVER: AtomicBool = AtomicBool::new(false);

/// A piece of work made of questions to the kernel, one after the other.
pub(crate) trait Walk {
    /// Writes the candidates of the next question; `false` when there is none any more.
    fn ask(&mut self, masks: &mut [u16; 81]) -> bool;
    /// Takes a solution in ASCII; the question ends if it breaks.
    fn solution(&mut self, grid: &[u8; 81]) -> ControlFlow<()>;
    /// Hears that the question has ended. [`End::Stopped`] says that [`solution`](Self::solution) broke off.
    fn answered(&mut self, end: End);
}

/// Runs walks until there are no more; `done` takes each one at its end, in the order in which they end.
///
/// `begin` makes the next walk, if there is one. When `stop` is set, walks under way are dropped. Returns the counters of all questions and their number.
pub(crate) fn run_walks<W: Walk>(
    isa: Isa,
    budget: u64,
    stop: &AtomicBool,
    begin: &mut dyn FnMut() -> Option<W>,
    done: &mut dyn FnMut(W),
) -> (Counters, u64) {
    let config = Config { limit: u32::MAX, budget };
    let mut lanes = Lanes { walks: Vec::new(), free: None, stop, begin, done, questions: 0 };
    let counters = solve_stream(isa, &config, &mut lanes);
    (counters, lanes.questions)
}

struct Lanes<'a, W> {
    /// The walks under way; each question has the number of its walk.
    walks: Vec<Option<W>>,
    /// The walk whose question has just been answered.
    free: Option<usize>,
    stop: &'a AtomicBool,
    begin: &'a mut dyn FnMut() -> Option<W>,
    done: &'a mut dyn FnMut(W),
    questions: u64,
}

impl<W: Walk> Stream for Lanes<'_, W> {
    fn next(&mut self, masks: &mut [u16; 81]) -> Option<usize> {
        let place = self.free.take().unwrap_or_else(|| {
            self.walks.push(None);
            self.walks.len() - 1
        });
        loop {
            if self.stop.load(Ordering::Relaxed) {
                return None;
            }
            if self.walks[place].is_none() {
                self.walks[place] = (self.begin)();
            }
            if self.walks[place].as_mut()?.ask(masks) {
                self.questions += 1;
                return Some(place);
            }
            if let Some(walk) = self.walks[place].take() {
                (self.done)(walk);
            }
        }
    }

    fn solution(&mut self, place: usize, _: u32, grid: &[u8; 81]) -> ControlFlow<()> {
        if self.stop.load(Ordering::Relaxed) {
            return ControlFlow::Break(());
        }
        self.walks[place].as_mut().map_or(ControlFlow::Break(()), |walk| walk.solution(grid))
    }

    fn finish(&mut self, place: usize, end: End, _: Counters) {
        // What a question that was broken off says is of no use.
        if let Some(walk) = &mut self.walks[place]
            && !self.stop.load(Ordering::Relaxed)
        {
            walk.answered(end);
        }
        self.free = Some(place);
    }
}
