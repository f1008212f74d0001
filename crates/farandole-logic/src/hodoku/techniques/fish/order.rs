//! The positions of fish in HoDoKu's order.

use super::kind::{FISH, Kind};
use super::search;
use crate::hodoku::rule::Level::{Extreme, Hard, Unfair};
use crate::hodoku::rule::{Find, Level, Rule, Span};
use core::ops::ControlFlow;

/// The positions of the fish of one kind, by size.
struct Positions {
    first: u16,
    step: u16,
    /// Number of sizes that the default options use.
    enabled: usize,
    numbers: [(Level, u32); 6],
}

const fn positions(first: u16, step: u16, enabled: usize, numbers: [(Level, u32); 6]) -> Positions {
    Positions { first, step, enabled, numbers }
}

/// The positions by kind, in the order of [`FISH`].
#[rustfmt::skip]
const POSITIONS: [Positions; 7] = [
    positions(2200, 100, 3, [(Hard, 140), (Hard, 150), (Hard, 160), (Unfair, 470), (Unfair, 470), (Unfair, 470)]),
    positions(4100, 200, 3, [(Hard, 130), (Unfair, 200), (Unfair, 250), (Unfair, 470), (Unfair, 470), (Unfair, 470)]),
    positions(4200, 200, 3, [(Hard, 150), (Unfair, 240), (Unfair, 260), (Unfair, 470), (Unfair, 470), (Unfair, 470)]),
    positions(6100, 100, 2, [(Unfair, 300), (Unfair, 350), (Unfair, 370), (Extreme, 470), (Extreme, 470), (Extreme, 470)]),
    positions(6700, 100, 2, [(Unfair, 390), (Unfair, 410), (Unfair, 430), (Extreme, 470), (Extreme, 470), (Extreme, 470)]),
    positions(7300, 100, 0, [(Extreme, 450), (Extreme, 450), (Extreme, 450), (Extreme, 470), (Extreme, 470), (Extreme, 470)]),
    positions(7900, 100, 0, [(Extreme, 470), (Extreme, 470), (Extreme, 470), (Extreme, 470), (Extreme, 470), (Extreme, 470)]),
];

/// The rules for fish of every kind and size, in the order of [`FISH`].
pub(crate) const RULES: [Rule; FISH.len()] = {
    let find: Find = |view, technique, _, visit| {
        Kind::of(technique).map_or(ControlFlow::Continue(()), |kind| search::find(view, kind, visit))
    };
    let mut rules = [Rule::new(&[], Span::Digit, find); FISH.len()];
    let mut i = 0;
    while i < FISH.len() {
        let Positions { first, step, enabled, numbers } = &POSITIONS[i / 6];
        let size = i % 6;
        let (level, score) = numbers[size];
        let rule = Rule::new(core::slice::from_ref(&FISH[i]), Span::Digit, find);
        let index = *first + *step * size as u16;
        rules[i] = if size < *enabled { rule.at(index, level, score) } else { rule.off(index, level, score) };
        i += 1;
    }
    rules
};
