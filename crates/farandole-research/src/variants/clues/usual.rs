//! The usual numbers of clues of each kind in published puzzles: `docs/experiments/2026-11-29-layouts.md` has the
//! numbers.

use super::kind::ClueKind;
use core::ops::RangeInclusive;

/// Returns the usual numbers of clues on a board with this many cells.
pub(in crate::variants) fn usual(kind: ClueKind, cells: usize) -> RangeInclusive<usize> {
    let (least, most) = match kind {
        ClueKind::Cage => (27, 40),
        ClueKind::Thermo => (7, 12),
        ClueKind::Arrow => (7, 13),
        ClueKind::Whisper | ClueKind::Between => (4, 7),
        ClueKind::Renban => (5, 10),
        ClueKind::Palindrome => (4, 6),
        ClueKind::WhiteDot => (9, 16),
        ClueKind::BlackDot => (7, 12),
        ClueKind::X => (5, 10),
        ClueKind::V => (4, 8),
        ClueKind::Sandwich => (15, 18),
        ClueKind::XSum => (10, 18),
        ClueKind::Skyscraper => (12, 26),
        ClueKind::LittleKiller => (9, 14),
    };
    (least * cells).div_ceil(81)..=(most * cells).div_ceil(81)
}
