//! Simple and multi colors.
//!
//! # What it is
//! Houses with two places for a digit join these places; what hangs together is a cluster, colored in two colors in turn.
//!
//! # Why it holds
//! One color of a cluster holds throughout. A color that sees itself is the false one (wrap); a candidate that sees both
//! colors is false (trap). If a color of one cluster sees one of another, the opposite colors can't both be false, so
//! what sees both is false (multi colors 1); a color that sees both colors of another cluster is false (multi colors 2).
//!
//! # Example
//! If 3 has two places in row 1 and in column 5, and r1c5 is one of each, the other two have the same color.
//!
//! # Source
//! Names and order of the search: Bernhard Hobiger, HoDoKu 2.2.

use crate::model::tables::{HOUSE_SETS, PEER_SETS, bits, cells};
use crate::model::{Deduction, Role, Technique};
use crate::patterns::view::View;

/// A cluster: the cells of the two colors.
type Cluster = [u128; 2];

fn clusters(view: &View<'_>, digit: usize) -> Vec<Cluster> {
    let mut pairs = Vec::new();
    for (house, set) in HOUSE_SETS.iter().enumerate() {
        if view.marks.pos[house][digit].count_ones() == 2 {
            pairs.push(view.places[digit] & set);
        }
    }
    let mut rest = pairs.iter().fold(0, |set, pair| set | pair);
    let mut found = Vec::new();
    while rest != 0 {
        let mut cluster = [rest & rest.wrapping_neg(), 0];
        loop {
            let before = cluster;
            for pair in &pairs {
                for color in 0..2 {
                    if pair & cluster[color] != 0 {
                        cluster[1 - color] |= pair & !cluster[color];
                    }
                }
            }
            if cluster == before {
                break;
            }
        }
        rest &= !(cluster[0] | cluster[1]);
        found.push(cluster);
    }
    found
}

/// The cells that see some cell of the set.
fn seen(set: u128) -> u128 {
    cells(set).fold(0, |seen, cell| seen | PEER_SETS[cell])
}

fn deduction(technique: Technique, digit: usize, clusters: &[Cluster], gone: u128) -> Deduction {
    let mut deduction = Deduction::new(technique);
    for (number, color) in clusters.iter().flatten().enumerate() {
        cells(*color).for_each(|cell| deduction.mark(Role::Set(number as u8), cell, 1 << digit));
    }
    cells(gone).for_each(|cell| deduction.eliminate(cell, 1 << digit));
    deduction
}

/// Every wrap and trap.
pub(crate) fn simple(view: &View<'_>) -> Vec<Deduction> {
    let mut found = Vec::new();
    for digit in bits(view.digits) {
        for cluster in clusters(view, digit) {
            for color in cluster {
                if seen(color) & color != 0 {
                    found.push(deduction(Technique::SimpleColorsWrap, digit, &[cluster], color));
                }
            }
            let gone = seen(cluster[0]) & seen(cluster[1]) & view.places[digit] & !(cluster[0] | cluster[1]);
            if gone != 0 {
                found.push(deduction(Technique::SimpleColorsTrap, digit, &[cluster], gone));
            }
        }
    }
    found
}

/// Every use of two clusters.
pub(crate) fn multi(view: &View<'_>) -> Vec<Deduction> {
    let mut found = Vec::new();
    for digit in bits(view.digits) {
        let clusters = clusters(view, digit);
        for (number, first) in clusters.iter().enumerate() {
            for (other, second) in clusters.iter().enumerate() {
                if number == other {
                    continue;
                }
                let pair = [*first, *second];
                for color in first {
                    if seen(second[0]) & color != 0 && seen(second[1]) & color != 0 {
                        found.push(deduction(Technique::MultiColors2, digit, &pair, *color));
                    }
                }
                let mut gone = 0;
                for a in 0..2 {
                    for b in 0..2 {
                        if seen(first[a]) & second[b] != 0 {
                            gone |= seen(first[1 - a]) & seen(second[1 - b]) & view.places[digit];
                        }
                    }
                }
                if gone != 0 {
                    found.push(deduction(Technique::MultiColors1, digit, &pair, gone));
                }
            }
        }
    }
    found
}
