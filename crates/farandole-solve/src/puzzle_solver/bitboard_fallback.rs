//! Bitboard search for variants that consist of houses and pairs of cells that differ.

use crate::End;
use crate::engine::bitboard::BoardSearch;
use core::ops::ControlFlow;
use farandole_csp::CspSolver;
use farandole_search::SearchContext;

/// Maximum number of nodes of the bitboard search, which take about ten milliseconds.
const BOARDS: u64 = 10_000;

/// Returns a bitboard search for the variant. Returns `None` unless every constraint only requires
/// cells to differ or restricts the values of a cell.
pub(super) fn board_search(solver: &CspSolver) -> Option<BoardSearch> {
    BoardSearch::new(&solver.houses_only()?)
}

/// Runs the bitboard search. Returns `None` if it is complete. Otherwise, returns the visited
/// solutions, of which there is at most one.
pub(super) fn search(
    mut boards: BoardSearch,
    run: &mut SearchContext<'_>,
) -> ControlFlow<End, Option<Vec<Vec<u8>>>> {
    run.open_node()?;
    if boards.turn(BOARDS, run)? {
        return ControlFlow::Continue(None);
    }
    ControlFlow::Continue(match run.solutions {
        0 => Some(Vec::new()),
        1 => Some(vec![boards.last().to_vec()]),
        _ => {
            boards.turn(u64::MAX, run)?;
            None
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Config;
    use farandole_csp::VariantSearch;
    use farandole_puzzle::format::iss;

    /// Returns all solutions, sorted.
    fn solutions(search: impl FnOnce(&mut SearchContext<'_>) -> ControlFlow<End>) -> Vec<Vec<u8>> {
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
            let solver = CspSolver::new(&iss::read(text).unwrap()).unwrap();
            let other = solutions(|run| solver.search(VariantSearch::DepthFirst, &[], run));
            let turns = solutions(|run| {
                let mut boards = board_search(&solver).unwrap();
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
            let solver = CspSolver::new(&iss::read(text).unwrap()).unwrap();
            assert!(board_search(&solver).is_none(), "{text}");
        }
    }
}
