//! Writes pair tables that have keys of their own.

use super::writer::{NoKey, Writer};
use farandole_puzzle::Cell;
use farandole_puzzle::constraint::{Pair, Relation};

/// Writes the table of a pair if its meaning has a key.
pub(super) fn write(pair: &Pair, writer: &mut Writer<'_>) -> Result<(), NoKey> {
    let values = writer.board.values();
    if pair.relation == Relation::from_fn(values, |one, two| one < two) {
        writer.line("thermometer", &pair.cells)
    } else if pair.relation == Relation::from_fn(values, |one, two| one <= two) {
        writer.line("slowthermometer", &pair.cells)
    } else {
        Err(NoKey)
    }
}

/// Writes each pair of consecutive cells, in the order of the list.
pub(super) fn each_pair<'a>(
    cells: &[Cell],
    writer: &mut Writer<'a>,
    write: impl Fn(&mut Writer<'a>, &[Cell; 2]) -> Result<(), NoKey>,
) -> Result<(), NoKey> {
    for (place, one) in cells.iter().enumerate() {
        let neighbours = writer.board.neighbours(*one);
        for two in cells[place + 1..].iter().filter(|two| neighbours.contains(two)) {
            write(writer, &[*one, *two])?;
        }
    }
    Ok(())
}
