//! The combination of several parts, possibly with a house, into one part.

use super::layers::Layers;
use super::machine::{Rule, Together};
use super::part::Part;
use crate::variant::state::State;
use farandole_puzzle::Cell;

/// Combines several parts into one whose automaton reads all their cells. `more` lists further cells, such as
/// the other cells of a house. Returns `None` if a part is a disjunction, if two parts need different orders of
/// their shared cells, or if their states together do not fit into a word.
pub(in crate::variant) fn combine(state: &State, parts: &[&Part], more: &[Cell]) -> Option<Part> {
    let layers: Vec<&Layers> = parts.iter().map(|part| part.layers()).collect::<Option<_>>()?;
    let order = common_order(&layers, more)?;
    let mut rules = Vec::new();
    for layers in layers {
        let place = |cell: &Cell| order.iter().position(|it| it == cell);
        let places: Vec<usize> = layers.cells().iter().map(place).collect::<Option<_>>()?;
        rules.push(layers.rule().in_order(places)?);
    }
    let rule = Together::new(order.len(), rules, state.variant().board().values())?;
    Layers::new(state, order, Rule::Together(rule)).map(Part::from)
}

/// Returns the cells in an order that is compatible with every rule for which the order matters, or `None` if there is
/// no such order. Otherwise, the cells are in the order in which they are listed.
fn common_order(layers: &[&Layers], more: &[Cell]) -> Option<Vec<Cell>> {
    let mut left: Vec<Cell> = Vec::new();
    for cell in layers.iter().flat_map(|it| it.cells()).chain(more) {
        if !left.contains(cell) {
            left.push(*cell);
        }
    }
    let ordered = layers.iter().filter(|it| it.rule().has_order());
    let steps: Vec<(Cell, Cell)> =
        ordered.flat_map(|it| it.cells().windows(2)).map(|pair| (pair[0], pair[1])).collect();
    let mut order: Vec<Cell> = Vec::new();
    while !left.is_empty() {
        let is_next = |cell: &Cell| steps.iter().all(|(before, it)| it != cell || order.contains(before));
        let next = left.iter().position(is_next)?;
        order.push(left.remove(next));
    }
    Some(order)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variant::Candidate;
    use crate::variant::facts::compile;
    use farandole_puzzle::format::iss;
    use farandole_testkit::Random;

    /// Returns the values of each cell that occur in an assignment that satisfies the check of every
    /// constraint, and in which cells that see each other differ.
    fn by_enumeration(state: &State, cells: &[Cell]) -> Vec<u16> {
        let board = state.variant().board();
        let choices: Vec<Vec<u8>> = cells.iter().map(|cell| state.values(*cell).collect()).collect();
        let mut values = vec![board.values().low(); state.variant().cell_count()];
        let mut found = vec![0; cells.len()];
        for mut code in 0..choices.iter().map(Vec::len).product::<usize>() {
            for (cell, choices) in cells.iter().zip(&choices) {
                values[cell.index()] = choices[code % choices.len()];
                code /= choices.len();
            }
            let differ = |(at, one): (usize, &Cell)| {
                let clash = |two: &Cell| {
                    let value = values[one.index()];
                    value == values[two.index()] && state.sees(*one, *two) & state.bit(value) != 0
                };
                !cells[..at].iter().any(clash)
            };
            let holds = |it: &farandole_puzzle::constraint::Constraint| it.check(board, &values).is_ok();
            if cells.iter().enumerate().all(differ) && state.variant().constraints().iter().all(holds) {
                for (mask, cell) in found.iter_mut().zip(cells) {
                    *mask |= state.bit(values[cell.index()]);
                }
            }
        }
        found
    }

    #[test]
    fn combined_parts_support_the_values_that_satisfy_both() {
        let texts = [
            ".Cage~9~R1C1~R1C2~R2C1.Renban~R1C2~R2C1~R2C2",
            ".Whisper~2~R1C1~R1C2~R2C2.Cage~8~R1C2~R2C2~R2C3",
            ".Arrow~R1C1~R1C2~R1C3.Thermo~R2C1~R1C1~R1C2",
            ".Palindrome~R1C1~R1C2~R3C3~R3C4.Arrow~R1C1~R1C2~R4C5",
            ".RegionSumLine~R1C2~R1C3~R1C4~R1C5.Cage~7~R1C3~R1C4",
            ".Between~R1C1~R2C2~R2C3~R3C4.Sum~3_=_1_-1~R2C2~R3C4",
            ".Lunchbox~5~R1C1~R1C2~R1C3~R1C5.Cage~8~R1C2~R1C3",
            ".Regex~MSoyKw~R1C1~R2C3~R3C5~R4C4.Cage~6~R1C1~R2C3",
            ".Or.Thermo~R1C1~R1C2.Cage~9~R1C1~R1C2.End.Cage~8~R1C2~R2C2~R2C3",
            ".Or.Arrow~R1C1~R1C2~R1C3.Arrow~R1C3~R1C1~R1C2.End.Or.~R1C2_2.Whisper~3~R1C2~R2C2.End",
            ".SameValues~2~R1C1~R1C2~R3C3~R4C4.Cage~7~R1C1~R3C3",
            ".Whisper~2~R1C1~R1C2~R2C2.Whisper~2~R2C2~R1C1~R2C3",
        ];
        let (mut random, mut narrowed) = (Random::new(8), 0);
        for text in texts {
            for round in 0..8 {
                let mut state = State::new(&iss::read(&format!(".Shape~6x6{text}")).unwrap());
                for cell in state.cells().collect::<Vec<_>>() {
                    for value in (1..=6).filter(|_| random.below(14) < round) {
                        if state.values(cell).count() > 1 {
                            state.remove(Candidate { cell, value });
                        }
                    }
                }
                let parts: Vec<Part> =
                    state.variant().constraints().iter().flat_map(|it| compile(&state, it)).collect();
                let both = combine(&state, &[&parts[0], &parts[1]], &[])
                    .or_else(|| combine(&state, &[&parts[1], &parts[0]], &[]))
                    .unwrap_or_else(|| panic!("{text}: not combined"));
                let masks: Vec<u16> = both.cells().iter().map(|cell| state.candidates(*cell)).collect();
                let found = both.supported(&state, &masks, 1 << 20).masks().unwrap();
                assert_eq!(found, by_enumeration(&state, both.cells()), "{text} with {masks:?}");
                let alone = |part: &Part| -> bool {
                    let masks: Vec<u16> = part.cells().iter().map(|cell| state.candidates(*cell)).collect();
                    part.supported(&state, &masks, 1 << 20).masks().unwrap() == masks
                };
                narrowed += usize::from(found != masks && parts.iter().all(alone));
            }
        }
        assert!(narrowed > 0, "no combination found more than its parts");
    }
}
