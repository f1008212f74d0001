//! Networks of houses and pairs of cells that differ: diagonals, windows, cells a knight's move apart. Bitboards search them.

use super::builder::full_mask;
use super::filter::Filter;
use super::network::Network;
use super::rules::Rule;
use crate::engine::bitboard::{BoardSearch, Boards};

/// The search on bitboards, if a network says nothing but which cells differ and which values they may hold.
pub(crate) fn board_search(network: &Network) -> Option<BoardSearch> {
    let full = full_mask(network.count);
    let mut houses = Vec::new();
    for rule in &network.rules {
        match rule {
            Rule::Places(house) if house.values() == full => houses.push(house.cells()),
            // They follow from houses.
            Rule::Places(_) | Rule::Chute(_) | Rule::EqualSets(_) => {}
            _ => return None,
        }
    }
    if !network.edges.is_empty() || network.shown != network.domains.len() {
        return None;
    }
    BoardSearch::new(&Boards {
        low: network.low,
        count: network.count.into(),
        domains: &network.domains,
        houses,
        peers: (0..network.shown as u16).map(|cell| network.peers.row(cell)).collect(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::variant::search::{Order, Search};
    use crate::{Config, VariantSolver};
    use core::ops::ControlFlow;
    use farandole_puzzle::format::iss;
    use farandole_search::SearchContext;

    /// All solutions, sorted.
    fn solutions(search: impl FnOnce(&mut SearchContext<'_>) -> ControlFlow<crate::End>) -> Vec<Vec<u8>> {
        let mut found = Vec::new();
        let mut visit = |values: &[u8]| {
            found.push(values.to_vec());
            ControlFlow::Continue(())
        };
        let config = Config { limit: u64::MAX, ..Config::default() };
        assert_eq!(search(&mut SearchContext::new(&config, &mut visit)), ControlFlow::Continue(()));
        found.sort_unstable();
        found
    }

    #[test]
    fn bitboards_find_the_solutions_of_the_other_search_also_in_turns() {
        let mut found = 0;
        for text in [
            ".Shape~4x4.~R1C1_2_3",
            ".Shape~4x4.AntiKing",
            ".Shape~4x4.AntiKnight.~R1C1_1",
            ".Shape~4x4~0-3.Diagonal~1.~R2C2_0_1",
            ".Shape~4x6~1-6.NoBoxes.AntiKing.~R1C1_1_2.~R1C2_3.~R2C5_1",
            ".Shape~6x6.AntiKnight.~R1C1_1.~R1C2_2",
            ".Shape~12x12.AntiKing.~R1C1_1.~R1C2_1",
        ] {
            let solver = VariantSolver::new(&iss::read(text).unwrap()).unwrap();
            let network = solver.network();
            let other = solutions(|run| Search::new(network, Order::Scores).run(run));
            let turns = solutions(|run| {
                let mut boards = board_search(network).unwrap();
                while !boards.turn(run.counters.nodes + 3, run)? {}
                ControlFlow::Continue(())
            });
            assert_eq!(turns, other, "{text}");
            found += turns.len();
        }
        assert!(found > 100);
    }

    #[test]
    fn other_rules_are_not_for_bitboards() {
        for text in
            [".Shape~4x4.Thermo~R1C1~R1C2", ".Shape~4x4.AntiConsecutive", ".Shape~4x4.Cage~5~R1C1~R1C2"]
        {
            let solver = VariantSolver::new(&iss::read(text).unwrap()).unwrap();
            assert!(board_search(solver.network()).is_none(), "{text}");
        }
    }
}
