//! Kraken fish.
//!
//! # What it is
//! A kraken fish is a basic fish with fins, extra candidates in its base lines outside the cover lines. A
//! candidate in a cover line can be eliminated even if it does not see all fins, provided that chains from it
//! exclude every fin.
//!
//! # How to spot it
//! Find a finned fish whose fins do not share a box with the cells of the cover lines, so that it eliminates
//! nothing. Choose a candidate in a cover line and follow the consequences of its being true, until each fin is
//! false. One fin with a short chain is the usual case.
//!
//! # Why it holds
//! Suppose that the candidate is true. Then the chains exclude every fin. Without fins, the fish
//! holds: each cover line has its digit in one of the base lines. So the candidate, which is in a
//! cover line outside the base lines, is false: a contradiction.
//!
//! # Nearest mistakes
//! Each fin must be excluded, by sight or by a chain. The candidate must lie in a cover line and outside the base
//! lines.
//!
//! # Example
//! An X-wing for 5 in rows 1 and 6, columns 2 and 8, has the fin r1c5. If r9c2 is 5, then r9c5 is not
//! 5, so r7c5 is 5, so r1c5 is not 5. Then the X-wing holds and excludes 5 from r9c2. So r9c2 is not 5.
//!
//! # Source
//! The players' forums, as "kraken fish", type 1; Bernhard Hobiger, HoDoKu, "Kraken Fish".

use super::implication::Implications;
use crate::grammar::{assumed, eliminated_digit, house, of_cell};
use crate::model::tables::{PEER_SETS, bits, cells, count};
use crate::model::visit::Visitor;
use crate::model::{Assertion, Candidate, Deduction, Inference, Role, Technique};
use crate::patterns::subsets::subsets;
use crate::patterns::view::View;
use core::ops::ControlFlow;

/// Maximum number of fins.
const MOST_FINS: usize = 4;

pub(crate) fn why(deduction: &Deduction) -> String {
    let Some(target) = assumed(deduction) else { return String::new() };
    let size = deduction.houses.len() / 2;
    let lines = |houses: &[u8]| crate::grammar::join(houses.iter().map(|it| house(*it)), "and");
    format!(
        "If {} were {}, the chains below would exclude every fin. Then {1} in {} would be only in {}, so that {0} could \
         not be {1}. So it is not.",
        of_cell(target),
        eliminated_digit(deduction),
        lines(&deduction.houses[..size]),
        lines(&deduction.houses[size..]),
    )
}

pub(crate) fn find(view: &View<'_>, visit: Visitor<'_>) -> ControlFlow<()> {
    for digit in bits(view.digits) {
        for cell in cells(view.places[digit]) {
            let target = Candidate::at(cell, digit);
            let implications = Implications::of(view, target);
            for by_row in [true, false] {
                let base = if by_row { 0 } else { 9 };
                let own = if by_row { [cell / 9, cell % 9] } else { [cell % 9, cell / 9] };
                for size in 2..=4 {
                    for lines in subsets(size, 9).filter(|lines| lines >> own[0] & 1 == 0) {
                        let found = fish(view, (&implications, target), (base, own[1]), lines);
                        found.map_or(ControlFlow::Continue(()), &mut *visit)?;
                    }
                }
            }
        }
    }
    ControlFlow::Continue(())
}

fn candidate(base: usize, line: usize, place: usize, digit: usize) -> Candidate {
    Candidate::at(if base == 0 { 9 * line + place } else { 9 * place + line }, digit)
}

/// Returns the elimination of the target if the base lines `lines` form a fish without the fins that the target
/// excludes.
fn fish(
    view: &View<'_>,
    (implications, target): (&Implications, Candidate),
    (base, own): (usize, usize),
    lines: u16,
) -> Option<Deduction> {
    let digit = usize::from(target.digit()) - 1;
    let cover_base = 9 - base;
    let (mut covers, mut fins): (u16, Vec<Candidate>) = (1 << own, Vec::new());
    for line in bits(lines) {
        let places = view.marks.pos[base + line][digit];
        if places == 0 {
            return None;
        }
        for place in bits(places & !(1 << own)) {
            let candidate = candidate(base, line, place, digit);
            if implications.excludes(candidate) {
                fins.push(candidate);
            } else {
                covers |= 1 << place;
            }
        }
    }
    // A fin of one base line may be in a cover line because of another base line.
    let cover_of = |fin: &Candidate| if base == 0 { fin.cell() % 9 } else { fin.cell() / 9 };
    fins.retain(|fin| covers >> cover_of(fin) & 1 == 0);
    let in_own = bits(lines).any(|line| view.marks.pos[base + line][digit] >> own & 1 == 1);
    let is_direct = |fin: &Candidate| PEER_SETS[target.cell()] >> fin.cell() & 1 == 1;
    if count(covers) != count(lines) || !in_own || fins.len() > MOST_FINS || fins.iter().all(is_direct) {
        return None;
    }
    let houses = bits(lines).map(|line| (base + line) as u8);
    let houses: Vec<u8> = houses.chain(bits(covers).map(|cover| (cover_base + cover) as u8)).collect();
    let basic = [Technique::XWing, Technique::Swordfish, Technique::Jellyfish][count(lines) - 2];
    let mut reason = Deduction::new(basic);
    let mut deduction = Deduction::new(Technique::KrakenFish);
    for line in bits(lines) {
        for place in bits(view.marks.pos[base + line][digit]) {
            let candidate = candidate(base, line, place, digit);
            let role = if fins.contains(&candidate) { Role::Fin } else { Role::Core };
            deduction.pattern.push((role, candidate));
            if role == Role::Core {
                reason.pattern.push((role, candidate));
            }
        }
    }
    reason.houses.clone_from(&houses);
    reason.eliminations.push(target);
    let (mut chain, premises) = implications.lines(&fins);
    let assertion = Assertion { candidate: target, on: false };
    chain.push(Inference { assertion, premises, reason: Some(Box::new(reason)) });
    deduction.size = chain.len() as u32;
    deduction.houses = houses;
    deduction.chains.push(chain);
    deduction.eliminations.push(target);
    Some(deduction)
}
