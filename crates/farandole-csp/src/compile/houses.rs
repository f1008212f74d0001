//! Adds the houses and pairs of a variant. Kinds of constraints that consist only of houses and pairs
//! need nothing else.

use super::cells::numbers;
use crate::compile::builder::Builder;
use farandole_puzzle::board::{Board, Line};
use farandole_puzzle::constraint::{Constraint, Semantics};
use farandole_puzzle::variant::{House, HouseOrigin, Variant};

/// Returns a key that is equal for houses of the same family.
fn family(house: &House) -> (u8, u32) {
    match house.origin {
        HouseOrigin::Line(Line::Row(_)) => (0, 0),
        HouseOrigin::Line(Line::Col(_)) => (1, 0),
        HouseOrigin::Box(_) => (2, 0),
        HouseOrigin::Constraint(index) => (3, index),
    }
}

/// Adds all houses of a variant, and all pairs of cells that differ.
pub(super) fn add(variant: &Variant, builder: &mut Builder) {
    for group in variant.houses().chunk_by(|one, other| family(one) == family(other)) {
        let houses = group.iter().map(|house| builder.new_house(numbers(&house.cells))).collect();
        builder.family(houses);
    }
    for &(one, other, mask) in variant.sees() {
        builder.differ(one.index() as u16, other.index() as u16, mask);
    }
}

/// Adds the houses of a meaning that the variant does not have.
pub(super) fn add_more(meaning: &Semantics, builder: &mut Builder) {
    for part in meaning.parts() {
        let Semantics::AllDifferent(cells) = part else { continue };
        let mut cells = numbers(cells);
        cells.sort_unstable();
        cells.dedup();
        let known = builder.house_count();
        let house = builder.house(cells);
        if house as usize == known {
            builder.family(vec![house]);
        }
    }
}

/// Accepts kinds that need no other propagator.
pub(super) fn compile(constraint: &Constraint, _board: &Board, _builder: &mut Builder) -> bool {
    constraint.about().only_houses()
}
