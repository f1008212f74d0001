//! The usual numbers of clues of each kind in published puzzles: `docs/experiments/2026-11-29-layouts.md` has the
//! numbers.

use super::kind::{ClueKind, Family};
use core::ops::RangeInclusive;

/// Returns the usual numbers of clues on a board with this many cells.
pub(in crate::variants) fn usual(kind: ClueKind, cells: usize) -> RangeInclusive<usize> {
    let (least, most) = match kind {
        ClueKind::CAGE => (27, 40),
        ClueKind::THERMO => (7, 12),
        ClueKind::ARROW => (7, 13),
        ClueKind::WHISPER | ClueKind::BETWEEN => (4, 7),
        ClueKind::RENBAN => (5, 10),
        ClueKind::PALINDROME => (4, 6),
        ClueKind::WHITE_DOT => (9, 16),
        ClueKind::BLACK_DOT => (7, 12),
        ClueKind::X => (5, 10),
        ClueKind::V => (4, 8),
        ClueKind::SANDWICH => (15, 18),
        ClueKind::X_SUM => (10, 18),
        ClueKind::SKYSCRAPER => (12, 26),
        ClueKind::LITTLE_KILLER => (9, 14),
        _ if kind.family() == Family::Line => (4, 7),
        _ => (10, 18),
    };
    (least * cells).div_ceil(81)..=(most * cells).div_ceil(81)
}
