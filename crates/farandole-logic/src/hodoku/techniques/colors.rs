//! Simple and multi colors.
//!
//! # What it is
//! If a digit has exactly two candidates in a house, exactly one of them is true. Colour such pairs
//! alternately in two colours. All candidates that are connected in this way form a cluster.
//!
//! # How to spot it
//! Choose a digit with many strong links. Start at one of its candidates, and colour candidates alternately along
//! the strong links as far as they reach. Then look at the uncoloured candidates: those that see both colours are
//! false. Also check whether two candidates of one colour share a house.
//!
//! # Why it holds
//! In each cluster, all candidates of one colour are true, and all those of the other are false. If
//! two candidates of one colour see each other, that colour is false (color wrap). A candidate that
//! sees both colours of a cluster is false (color trap). Suppose that a candidate of one cluster
//! sees a candidate of another one. Their colours cannot both be true, so at least one of the two
//! opposite colours is true. A candidate that sees both of these opposite colours is false (multi
//! colors 1). A colour that sees both colours of another cluster is false (multi colors 2).
//!
//! # Nearest mistakes
//! Colours continue along strong links only: a house with three places ends the cluster. A candidate that sees two
//! cells of the same colour is not eliminated.
//!
//! # Example
//! 3 has exactly two candidates in row 1 and two in column 5, and r1c5 belongs to both pairs. Then
//! the other two candidates have the same colour: either both are true, or both are false.
//!
//! # Source
//! Bernhard Hobiger, HoDoKu 2.2 (the names, and the order of the search).

use crate::grammar::{
    cell, cell_list, cells as cells_of, eliminated_cells, eliminated_digit, houses, join, sees,
};
use crate::model::tables::{CELLS, HOUSE_SETS, PEER_SETS, bits, cells};
use crate::model::{Deduction, Role, State, Technique};
use crate::patterns::view::View;

/// Introduces the clusters by their pairs and the cells of each color.
fn clusters_text(state: &State, deduction: &Deduction) -> String {
    let digit = eliminated_digit(deduction);
    let cluster = |numbers: [u8; 2]| {
        let colors = numbers.map(|number| cells_of(deduction, Role::Set(number)));
        let in_houses = houses(&pairs(state, digit, &colors));
        let [one, other] = colors.map(|color| {
            format!("{} {} {digit}", cell_list(&color), if color.len() == 1 { "is" } else { "are" })
        });
        format!("In {in_houses}, {digit} has only two places. So either {one}, or {other}.")
    };
    let first = cluster([0, 1]);
    if cells_of(deduction, Role::Set(2)).is_empty() { first } else { first + " " + &cluster([2, 3]) }
}

/// Returns the houses with two places for the digit that connect the cells of two colors. Houses that
/// connect no further cell are omitted.
fn pairs(state: &State, digit: u8, colors: &[Vec<u8>; 2]) -> Vec<u8> {
    let all: Vec<u8> = colors.concat();
    // The number of the group of each cell; a house joins two groups.
    let mut groups: Vec<usize> = (0..all.len()).collect();
    let mut found = Vec::new();
    for (number, members) in (0..).zip(CELLS) {
        let places: Vec<u8> = members
            .into_iter()
            .filter(|it| state.candidates(usize::from(*it)) >> (digit - 1) & 1 == 1)
            .collect();
        let [one, other] = places[..] else { continue };
        let at = |cell: u8| all.iter().position(|it| *it == cell).map(|place| groups[place]);
        let (Some(one), Some(other)) = (at(one), at(other)) else { continue };
        if one != other {
            groups.iter_mut().filter(|it| **it == other).for_each(|it| *it = one);
            found.push(number);
        }
    }
    found
}

pub(crate) fn why_trap(state: &State, deduction: &Deduction) -> String {
    let colors = [0, 1].map(|number| cells_of(deduction, Role::Set(number)));
    let seen = |out: u8| {
        let of =
            |color: &[u8]| color.iter().copied().find(|it| sees(*it, out)).map_or_else(String::new, cell);
        format!("{} sees {} and {}, one of each", cell(out), of(&colors[0]), of(&colors[1]))
    };
    let seen: Vec<String> = eliminated_cells(deduction).into_iter().map(seen).collect();
    format!("{} {}.", clusters_text(state, deduction), seen.join("; "))
}

pub(crate) fn why_wrap(state: &State, deduction: &Deduction) -> String {
    let (digit, color) = (eliminated_digit(deduction), eliminated_cells(deduction));
    let pair = color.iter().find_map(|one| Some((one, color.iter().find(|it| sees(*one, **it))?)));
    let pair = pair.map_or_else(String::new, |(one, other)| cell_list(&[*one, *other]));
    format!(
        "{} {pair} would be {digit} together, but see each other. So none of {} is {digit}.",
        clusters_text(state, deduction),
        cell_list(&color)
    )
}

pub(crate) fn why_multi(state: &State, deduction: &Deduction) -> String {
    let (text, digit) = (clusters_text(state, deduction), eliminated_digit(deduction));
    let colors: Vec<Vec<u8>> = (0..4).map(|number| cells_of(deduction, Role::Set(number))).collect();
    let out = eliminated_cells(deduction);
    let near =
        |color: &[u8], of: &[u8]| color.iter().find(|it| of.iter().any(|cell| sees(**it, *cell))).copied();
    if deduction.technique == Technique::MultiColors2 {
        let seen: Vec<u8> = colors[2..].iter().filter_map(|color| near(color, &out)).collect();
        return format!(
            "{text} If {} were {digit}, neither {} could be, but one of these two cells is.",
            cell_list(&out),
            join(seen.iter().map(|it| cell(*it)), "nor")
        );
    }
    // Two colors that see each other, and the opposite colors, which the eliminated cell sees.
    let clash = |cell_out: &u8| {
        let pairs = [(0, 2), (0, 3), (1, 2), (1, 3)].into_iter();
        pairs
            .filter_map(|(first, second)| {
                let other = near(&colors[second], &colors[first])?;
                let one = near(&colors[first], &[other])?;
                let left = near(&colors[1 - first], &[*cell_out])?;
                Some([one, other, left, near(&colors[5 - second], &[*cell_out])?])
            })
            .next()
    };
    let mut reasons: Vec<String> = Vec::new();
    for at in &out {
        let Some([one, other, left, right]) = clash(at) else { continue };
        reasons.push(format!(
            "{} cannot both be {digit}, so {} is, and {} sees both",
            cell_list(&[one, other]),
            join([left, right].map(cell), "or"),
            cell(*at)
        ));
    }
    format!("{text} {}.", reasons.join("; "))
}

/// A cluster: the cells of each of the two colors.
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

/// Returns the cells that see at least one cell of the set.
fn seen(set: u128) -> u128 {
    cells(set).fold(0, |seen, cell| seen | PEER_SETS[cell])
}

fn deduction(technique: Technique, digit: usize, clusters: &[Cluster], eliminated: u128) -> Deduction {
    let mut deduction = Deduction::new(technique);
    for (number, color) in clusters.iter().flatten().enumerate() {
        cells(*color).for_each(|cell| deduction.mark(Role::Set(number as u8), cell, 1 << digit));
    }
    cells(eliminated).for_each(|cell| deduction.eliminate(cell, 1 << digit));
    deduction
}

pub(crate) fn simple(view: &View<'_>) -> Vec<Deduction> {
    let mut found = Vec::new();
    for digit in bits(view.digits) {
        for cluster in clusters(view, digit) {
            for color in cluster {
                if seen(color) & color != 0 {
                    found.push(deduction(Technique::SimpleColorsWrap, digit, &[cluster], color));
                }
            }
            let eliminated =
                seen(cluster[0]) & seen(cluster[1]) & view.places[digit] & !(cluster[0] | cluster[1]);
            if eliminated != 0 {
                found.push(deduction(Technique::SimpleColorsTrap, digit, &[cluster], eliminated));
            }
        }
    }
    found
}

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
                let mut eliminated = 0;
                for a in 0..2 {
                    for b in 0..2 {
                        if seen(first[a]) & second[b] != 0 {
                            eliminated |= seen(first[1 - a]) & seen(second[1 - b]) & view.places[digit];
                        }
                    }
                }
                if eliminated != 0 {
                    found.push(deduction(Technique::MultiColors1, digit, &pair, eliminated));
                }
            }
        }
    }
    found
}
