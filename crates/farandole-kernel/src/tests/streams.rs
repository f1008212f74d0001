//! Tests of feedback streams: every solution is visited, equally on all instruction sets, and queries can
//! depend on earlier answers.

use core::ops::ControlFlow;
use std::vec;
use std::vec::Vec;

use super::*;
use crate::{Stream, solve_stream};

/// Queries all solutions of each puzzle, then those of the puzzle with its first solution's digit in cell 0.
struct Twice {
    puzzles: Vec<[u16; 81]>,
    found: Vec<Vec<[u8; 81]>>,
    ends: Vec<Option<(End, Counters)>>,
    begun: usize,
    open: Option<usize>,
}

impl Stream for Twice {
    fn next(&mut self, masks: &mut [u16; 81]) -> Option<usize> {
        let count = self.puzzles.len();
        if let Some(number) = self.open.take() {
            *masks = self.puzzles[number];
            // Bits above the ninth are ignored.
            masks[0] = 1 << (self.found[number][0][0] - b'1') | 0x8000;
            return Some(number + count);
        }
        *masks = *self.puzzles.get(self.begun)?;
        self.begun += 1;
        Some(self.begun - 1)
    }

    fn solution(&mut self, query: usize, nth: u32, grid: &[u8; 81]) -> ControlFlow<()> {
        self.found[query].push(*grid);
        assert_eq!(self.found[query].len(), nth as usize);
        if nth == 50 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn finish(&mut self, query: usize, end: End, counters: Counters) {
        assert!(self.ends[query].replace((end, counters)).is_none());
        let first = query < self.puzzles.len() && !self.found[query].is_empty();
        self.open = first.then_some(query);
    }
}

#[test]
fn a_stream_visits_every_solution_of_queries_that_follow_from_answers() {
    let puzzles: Vec<[u16; 81]> = random_puzzles(120, 31).iter().map(masks_of).collect();
    let run = |isa| {
        let count = 2 * puzzles.len();
        let mut stream = Twice {
            puzzles: puzzles.clone(),
            found: vec![Vec::new(); count],
            ends: vec![None; count],
            begun: 0,
            open: None,
        };
        let all = Config { limit: u32::MAX, ..Config::default() };
        let total = solve_stream(isa, &all, &mut stream);
        let sum =
            stream.ends.iter().flatten().fold(Counters::default(), |sum, (_, counters)| sum + *counters);
        assert_eq!(sum, total);
        (stream.found, stream.ends)
    };
    let (found, ends) = run(Isa::PORTABLE);
    let mut several = 0;
    for (number, puzzle) in puzzles.iter().enumerate() {
        let mut solutions = naive_solutions(puzzle, 51);
        solutions.sort_unstable();
        several += usize::from(solutions.len() > 1);
        let (end, _) = ends[number].unwrap();
        if solutions.len() < 50 {
            let mut mine = found[number].clone();
            mine.sort_unstable();
            assert_eq!((mine, end), (solutions.clone(), End::Exhausted));
            let Some(first) = found[number].first() else { continue };
            let narrowed = solutions.iter().filter(|grid| grid[0] == first[0]).count();
            assert_eq!(found[puzzles.len() + number].len(), narrowed);
        } else {
            assert_eq!((found[number].len(), end), (50, End::Stopped));
        }
    }
    assert!(several > 10);
    for isa in Isa::available() {
        assert_eq!(run(isa), (found.clone(), ends.clone()), "{isa}");
    }
}
