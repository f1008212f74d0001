//! Forcing nets: for each assumption, the closure of its consequences through chains and a few rounds of
//! singles.

use crate::model::Marks;
use crate::model::tables::{CELLS, HOUSE_SETS, HOUSES, PEER_SETS, bits, cells};
use crate::patterns::closure::Closure;
use crate::patterns::links::{CANDIDATES, Nodes};
use crate::patterns::view::View;

/// Number of rounds of singles in the look-ahead of an assertion.
const ROUNDS: usize = 4;

/// Returns the closure of each assertion along chains. It is empty for candidates that are already eliminated.
fn chains(view: &View<'_>) -> Vec<Closure> {
    let closures = view.closures(Nodes::Grouped);
    (0..2 * CANDIDATES).map(|assertion| closures.of(assertion).copied().unwrap_or(Closure::NONE)).collect()
}

/// Returns the closure of each assertion along nets: chains, the singles of a few rounds, and the consequences
/// of all assertions reached in this way.
pub(super) fn nets(view: &View<'_>) -> Vec<Closure> {
    // Start with chains, because links through groups are not singles.
    let mut ahead = chains(view);
    let ready = singles(view);
    for (assertion, closure) in ahead.iter_mut().enumerate() {
        if view.marks.has(assertion / 18, assertion / 2 % 9) {
            look_ahead(view, ready, assertion, closure);
        }
    }
    let mut closures = ahead.clone();
    let mut finished = vec![false; 2 * CANDIDATES];
    for assertion in 0..2 * CANDIDATES {
        if !view.marks.has(assertion / 18, assertion / 2 % 9) {
            continue;
        }
        let mut closure = ahead[assertion];
        let mut done = Closure::NONE;
        done.insert(assertion);
        while closure != done {
            for digit in 0..9 {
                for holds in [true, false] {
                    let sets = |closure: &Closure| if holds { closure.on[digit] } else { closure.off[digit] };
                    loop {
                        let rest = sets(&closure) & !sets(&done);
                        if rest == 0 {
                            break;
                        }
                        let cell = rest.trailing_zeros() as usize;
                        let from = 2 * (9 * cell + digit) + usize::from(holds);
                        done.insert(from);
                        closure.join(&closures[from]);
                        if finished[from] {
                            done.join(&closures[from]);
                        }
                    }
                }
            }
        }
        closures[assertion] = closure;
        finished[assertion] = true;
    }
    closures
}

/// Returns the cells with singles.
fn singles(view: &View<'_>) -> u128 {
    let naked = cells(view.open).filter(|cell| view.marks.cand[*cell].is_power_of_two());
    let naked = naked.fold(0, |set, cell| set | 1 << cell);
    let alone = |digit: usize| {
        let places = HOUSE_SETS.map(|house| view.places[digit] & house);
        places.into_iter().filter(|places| places.is_power_of_two()).fold(0, |set, places| set | places)
    };
    (0..9).fold(naked, |set, digit| set | alone(digit))
}

/// Adds the results of a few rounds of singles after an assertion. `ready` contains the cells with
/// singles before it.
fn look_ahead(view: &View<'_>, ready: u128, assertion: usize, closure: &mut Closure) {
    let (cell, digit) = (assertion / 18, assertion / 2 % 9);
    let mut copy = Copy { marks: *view.marks, changed: ready };
    closure.insert(assertion);
    if assertion & 1 == 1 {
        copy.hold(view, cell, digit, closure);
    } else {
        copy.marks.remove(cell, digit);
        copy.changed |= 1 << cell;
    }
    let mut singles: Vec<(usize, usize)> = Vec::new();
    for _ in 0..ROUNDS {
        singles.clear();
        let mut houses = 0_u32;
        for cell in cells(core::mem::take(&mut copy.changed)) {
            if copy.marks.cand[cell].is_power_of_two() {
                singles.push((cell, copy.marks.cand[cell].trailing_zeros() as usize));
            }
            HOUSES[cell].iter().for_each(|house| houses |= 1 << house);
        }
        for house in cells(houses.into()) {
            for (digit, places) in copy.marks.pos[house].iter().enumerate() {
                if places.is_power_of_two() {
                    singles.push((CELLS[house][places.trailing_zeros() as usize] as usize, digit));
                }
            }
        }
        if singles.is_empty() {
            break;
        }
        for (cell, digit) in &singles {
            if copy.marks.has(*cell, *digit) {
                copy.hold(view, *cell, *digit, closure);
            }
        }
    }
}

/// A copy of the grid, with the cells that have changed since the last round.
struct Copy {
    marks: Marks,
    changed: u128,
}

impl Copy {
    /// Places a digit and records its consequences.
    fn hold(&mut self, view: &View<'_>, cell: usize, digit: usize, closure: &mut Closure) {
        closure.on[digit] |= 1 << cell;
        let seen = PEER_SETS[cell] & view.places[digit];
        closure.off[digit] |= seen;
        self.changed |= seen | 1 << cell;
        for other in bits(view.marks.cand[cell] & !(1 << digit)) {
            closure.off[other] |= 1 << cell;
        }
        self.marks.place(cell, digit);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::State;

    #[test]
    fn nets_reach_everything_that_chains_reach() {
        let line = b"4...3.......6..8..........1....5..9..8....6...7.2........1.27..5.3....4.9........";
        let state = State::from_line(line).expect("a puzzle");
        let view = View::new(&state);
        let (chains, nets) = (chains(&view), nets(&view));
        let within =
            |small: &[u128; 9], large: &[u128; 9]| (0..9).all(|digit| small[digit] & !large[digit] == 0);
        assert!(
            chains
                .iter()
                .zip(&nets)
                .all(|(chain, net)| within(&chain.on, &net.on) && within(&chain.off, &net.off))
        );
        assert_ne!(
            chains.iter().map(|closure| closure.on).max(),
            nets.iter().map(|closure| closure.on).max()
        );
    }
}
