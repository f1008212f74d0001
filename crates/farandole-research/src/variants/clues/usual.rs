//! The usual numbers of clues of each kind in published puzzles.

use super::kind::ClueKind;
use core::ops::RangeInclusive;

/// Returns the usual numbers of clues on a board with this many cells.
pub(in crate::variants) fn usual(kind: ClueKind, cells: usize) -> RangeInclusive<usize> {
    let (least, most) = match kind {
        ClueKind::Cage => (27, 40),
        ClueKind::Thermo | ClueKind::Arrow => (6, 10),
        ClueKind::Whisper | ClueKind::Renban | ClueKind::Palindrome | ClueKind::Between => (4, 7),
        ClueKind::WhiteDot => (12, 20),
        ClueKind::BlackDot => (6, 9),
        ClueKind::X | ClueKind::V => (6, 11),
        ClueKind::Sandwich => (10, 18),
        ClueKind::XSum | ClueKind::Skyscraper => (12, 24),
        ClueKind::LittleKiller => (8, 14),
    };
    (least * cells).div_ceil(81)..=(most * cells).div_ceil(81)
}
