//! The usual numbers of clues of each kind in published puzzles: `docs/experiments/2026-11-29-layouts.md` has the
//! numbers.

use super::kind::{ClueKind, Family};
use crate::pattern::PatternSymmetry;
use crate::random::Random;
use core::ops::RangeInclusive;

/// Returns the usual numbers of clues on a board with this many cells.
pub(in crate::variants) fn usual(kind: ClueKind, cells: usize) -> RangeInclusive<usize> {
    let (least, most) = match kind {
        ClueKind::CAGE => (27, 40),
        ClueKind::THERMO => (6, 12),
        ClueKind::ARROW => (7, 13),
        ClueKind::WHISPER | ClueKind::BETWEEN => (4, 7),
        ClueKind::RENBAN => (5, 10),
        ClueKind::PALINDROME => (4, 6),
        ClueKind::WHITE_DOT => (4, 14),
        ClueKind::BLACK_DOT => (5, 14),
        ClueKind::X => (5, 10),
        ClueKind::V => (4, 8),
        ClueKind::SANDWICH => (15, 18),
        ClueKind::X_SUM => (10, 18),
        ClueKind::SKYSCRAPER => (12, 26),
        ClueKind::LITTLE_KILLER => (6, 13),
        _ if kind.family() == Family::Line => (4, 7),
        _ => (10, 18),
    };
    (least * cells).div_ceil(81)..=(most * cells).div_ceil(81)
}

/// Returns the symmetry of a random layout whose main clues are of this kind, or none. The shares are those of published
/// puzzles: `docs/experiments/2026-11-30-making.md` has the numbers.
pub(in crate::variants) fn usual_symmetry(kind: ClueKind, random: &mut Random) -> PatternSymmetry {
    use PatternSymmetry::{Antidiagonal, HalfTurn, Horizontal, QuarterTurn, Vertical};
    const TURNS: [PatternSymmetry; 6] =
        [HalfTurn, HalfTurn, QuarterTurn, QuarterTurn, Vertical, Antidiagonal];
    const CAGES: [PatternSymmetry; 6] = [HalfTurn, HalfTurn, HalfTurn, HalfTurn, Vertical, Horizontal];
    let (percent, choices) = match kind {
        ClueKind::CAGE => (79, CAGES),
        ClueKind::THERMO => (60, TURNS),
        ClueKind::RENBAN | ClueKind::PALINDROME | ClueKind::BETWEEN => (40, TURNS),
        ClueKind::LITTLE_KILLER => (35, TURNS),
        ClueKind::ARROW => (20, TURNS),
        _ => (0, TURNS),
    };
    if random.below(100) < percent {
        choices[random.below(choices.len() as u32) as usize]
    } else {
        PatternSymmetry::None
    }
}
