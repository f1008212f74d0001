//! Layouts, sights and givens: all they say is in the houses, sights and domains of the variant.

use super::cells::numbers;
use crate::compile::builder::Builder;
use farandole_puzzle::board::{Board, Line};
use farandole_puzzle::constraint::Constraint;
use farandole_puzzle::variant::{House, HouseOrigin, Variant};

/// What houses of one family share.
fn family(house: &House) -> (u8, u32) {
    match house.origin {
        HouseOrigin::Line(Line::Row(_)) => (0, 0),
        HouseOrigin::Line(Line::Col(_)) => (1, 0),
        HouseOrigin::Box(_) => (2, 0),
        HouseOrigin::Constraint(index) => (3, index),
    }
}

/// Adds all houses and sights of a variant.
pub(super) fn add(variant: &Variant, builder: &mut Builder) {
    for group in variant.houses().chunk_by(|one, other| family(one) == family(other)) {
        let houses = group.iter().map(|house| builder.new_house(numbers(&house.cells))).collect();
        builder.family(houses);
    }
    for &(one, other, mask) in variant.sees() {
        builder.differ(one.index() as u16, other.index() as u16, mask);
    }
}

/// Kinds that say nothing else.
pub(super) fn compile(constraint: &Constraint, _board: &Board, _builder: &mut Builder) -> bool {
    says_no_more(constraint)
}

/// Whether houses, sights and domains are all that a constraint says.
pub(crate) const fn says_no_more(constraint: &Constraint) -> bool {
    matches!(
        constraint,
        Constraint::NoBoxes(_)
            | Constraint::RegionSize(_)
            | Constraint::Jigsaw(_)
            | Constraint::Windoku(_)
            | Constraint::DisjointSets(_)
            | Constraint::Diagonal(_)
            | Constraint::AntiKnight(_)
            | Constraint::Leaper(_)
            | Constraint::Taxicab(_)
            | Constraint::AntiKing(_)
            | Constraint::AntiTaxicab(_)
            | Constraint::Given(_)
            | Constraint::AllDifferent(_)
            | Constraint::Holes(_)
    )
}
