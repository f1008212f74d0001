//! The scope of a constraint's check: the cells it reads, and the two cells that are sufficient for
//! a violation.

use farandole_puzzle::format::iss;
use proptest::prelude::Rng as _;
use proptest::test_runner::{RngAlgorithm, TestRng};

#[test]
fn checks_read_only_their_scope_and_culprits_violate_them_regardless_of_other_cells() {
    let mut random = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    let mut below = |count: usize| random.next_u32() as usize % count;
    let (mut outside, mut pairs) = (0, 0);
    for line in include_str!("../../../../testdata/variants/iss.tsv").lines() {
        let Some(variant) = line.split('\t').nth(1).and_then(|text| iss::read(text).ok()) else { continue };
        let (board, range) = (variant.board(), variant.board().values());
        for constraint in variant.constraints() {
            for _ in 0..20 {
                let value = |at: usize| range.low() + at as u8;
                let mut values: Vec<u8> = board.cells().map(|_| value(below(range.count().into()))).collect();
                let before = constraint.check(board, &values);
                let name = constraint.name();
                if let Some(scope) = constraint.scope(board) {
                    for cell in board.cells().filter(|cell| !scope.contains(cell)) {
                        values[cell.index()] = value(below(range.count().into()));
                    }
                    assert_eq!(constraint.check(board, &values), before, "{name}");
                    outside += 1;
                }
                if let Some((one, two)) = before.err().and_then(|fault| constraint.culprits(fault)) {
                    for cell in board.cells().filter(|cell| *cell != one && *cell != two) {
                        values[cell.index()] = value(below(range.count().into()));
                    }
                    assert!(constraint.check(board, &values).is_err(), "{name}");
                    pairs += 1;
                }
            }
        }
    }
    assert!(outside > 5_000 && pairs > 2_000, "{outside} {pairs}");
}
