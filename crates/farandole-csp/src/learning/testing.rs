//! A test helper: learning without the depth-first search.

use super::Learner;
use crate::Config;
use crate::network::Network;
use crate::search::depth_first::{Order, Search};
use core::ops::ControlFlow;
use farandole_search::SearchContext;

/// Returns the first solutions of a network, at most `most` of them.
pub(crate) fn solutions(network: &Network, most: usize) -> Vec<Vec<u8>> {
    let mut solutions = Vec::new();
    let mut visit = |values: &[u8]| {
        solutions.push(values.to_vec());
        ControlFlow::Continue(())
    };
    let config = Config { limit: most as u64, ..Config::default() };
    let mut run = SearchContext::new(&config, &mut visit);
    let mut search = Search::new(network, Order::Scores);
    let mut learner = Learner::new(network, search.scores(), u64::MAX);
    while learner.turn(u64::MAX, &mut search, &mut run) == ControlFlow::Continue(false) {}
    solutions
}
