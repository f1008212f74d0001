//! Effects of the steps that HoDoKu prints.

use farandole_logic::Candidate;
use std::collections::BTreeSet;

/// The effect of a step: eliminations and placements.
pub type Effect = (BTreeSet<Candidate>, BTreeSet<Candidate>);

/// Parses `r12c3,r4c4<>5, r1c1<>6` or `r5c6=4`.
pub fn effect(text: &str) -> Option<Effect> {
    let (mut gone, mut placed) = (BTreeSet::new(), BTreeSet::new());
    let mut cells = Vec::new();
    for part in text.split(',') {
        let part = part.trim();
        let end = part.find(['<', '=']).unwrap_or(part.len());
        let (rows, cols) = part[..end].strip_prefix('r')?.split_once('c')?;
        for row in rows.bytes() {
            cells.extend(cols.bytes().map(|col| ((row - b'1') * 9 + col - b'1') as usize));
        }
        let Some(digit) = part[end..].bytes().last() else { continue };
        let set = if part[end..].starts_with('<') { &mut gone } else { &mut placed };
        set.extend(cells.drain(..).filter_map(|cell| Candidate::new(cell, digit - b'0')));
    }
    Some((gone, placed))
}
