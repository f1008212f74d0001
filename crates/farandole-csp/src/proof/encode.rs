//! Encodes the meaning of a constraint. Once all cells of a condition have values, unit propagation on its rows
//! detects every violation, also inside of disjunctions.
//!
//! The encoding is inefficient if many lists of cells must have equal sums, because it contains one equation
//! for each pair of lists, and for sets of values, which have a variable each.

use super::formula::{Formula, Literal, numbers};
use super::regular;
use farandole_puzzle::Cell;
use farandole_puzzle::constraint::{Content, CountBound, Semantics};
use farandole_puzzle::variant::Variant;

/// Adds a condition. Returns false if a part of it has no encoding.
pub(super) fn add(meaning: &Semantics, formula: &mut Formula) -> bool {
    match meaning {
        Semantics::All(parts) => return parts.iter().all(|part| add(part, formula)),
        Semantics::Any(parts) => return any_of(parts, formula),
        Semantics::Domain { cell, mask } => formula.restrict(cell.index() as u16, *mask),
        Semantics::AllDifferent(cells) => distinct(cells, formula),
        Semantics::Related(related, relation) => {
            for (one, two) in related.pairs() {
                formula.relate(one.index() as u16, two.index() as u16, |a, b| relation.holds(a, b));
            }
        }
        Semantics::Sum { terms, total } => {
            let terms: Vec<(u16, i64)> =
                terms.iter().map(|(cell, weight)| (cell.index() as u16, i64::from(*weight))).collect();
            formula.sum(&terms, i64::from(*total));
        }
        Semantics::EqualSums(lists) => each_two(lists, |one, two| {
            add(&Semantics::equal_sum(one, two), formula);
        }),
        Semantics::SameValues(lists) => each_two(lists, |one, two| {
            for place in formula.places() {
                let mut terms = formula.having(one, 1 << place);
                terms.extend(formula.having(two, 1 << place).into_iter().map(|(_, lit)| (-1, lit)));
                formula.equal(&terms, 0);
            }
        }),
        Semantics::Count { cells, bounds } => bounds.iter().for_each(|bound| count(cells, *bound, formula)),
        Semantics::ValueSets { cells, sets } => {
            distinct(cells, formula);
            // If the set of values is none of the sets, some cell falsifies each of them.
            let chosen: Vec<Literal> = sets.iter().map(|_| formula.auxiliary()).collect();
            formula.clause(&chosen);
            for (set, chosen) in sets.iter().zip(chosen) {
                formula.also_if(chosen, |formula| {
                    numbers(cells).into_iter().for_each(|cell| formula.restrict(cell, *set));
                });
            }
        }
        Semantics::Element { index, entries, content } => element(*index, entries, *content, formula),
        Semantics::Regular { cells, machine } => return regular::add(&numbers(cells), machine, formula),
        Semantics::Connected { .. } | Semantics::Condition { .. } | Semantics::Opaque(_) => return false,
    }
    true
}

/// Adds the parts of a constraint that the houses and candidates of the variant do not express already.
pub(super) fn add_rest(meaning: &Semantics, variant: &Variant, formula: &mut Formula) -> bool {
    let is_known = |part: &Semantics| match part {
        Semantics::AllDifferent(cells) => {
            variant.houses().iter().any(|house| cells.iter().all(|cell| house.cells.contains(cell)))
        }
        Semantics::Domain { cell, mask } => variant.domains()[cell.index()] & !mask == 0,
        _ => false,
    };
    meaning.parts().into_iter().filter(|part| !is_known(part)).all(|part| add(part, formula))
}

/// Calls `visit` with every two lists. All pairs are compared, so that unit propagation passes bounds directly between
/// any two lists.
fn each_two(lists: &[Vec<Cell>], mut visit: impl FnMut(&[Cell], &[Cell])) {
    for (at, one) in lists.iter().enumerate() {
        lists[at + 1..].iter().for_each(|two| visit(one, two));
    }
}

/// Requires that cells differ. A cell that is listed twice counts once.
fn distinct(cells: &[Cell], formula: &mut Formula) {
    let mut cells = numbers(cells);
    cells.sort_unstable();
    cells.dedup();
    formula.distinct(&cells);
}

/// Adds a disjunction. Each part has a variable on which its rows depend. Parts on single cells are one clause.
fn any_of(parts: &[Semantics], formula: &mut Formula) -> bool {
    let literals = |part: &Semantics| match part {
        Semantics::Domain { cell, mask } => {
            let places = formula.places().filter(|place| mask >> place & 1 == 1);
            Some(places.map(|place| formula.at(cell.index() as u16, place)).collect::<Vec<_>>())
        }
        _ => None,
    };
    if let Some(literals) = parts.iter().map(literals).collect::<Option<Vec<_>>>() {
        formula.clause(&literals.concat());
        return true;
    }
    let chosen: Vec<Literal> = parts.iter().map(|_| formula.auxiliary()).collect();
    // Several parts may hold, so the variables need not be exclusive.
    formula.clause(&chosen);
    parts.iter().zip(chosen).all(|(part, chosen)| {
        let mut is_encoded = false;
        formula.also_if(chosen, |formula| is_encoded = add(part, formula));
        is_encoded
    })
}

fn count(cells: &[Cell], CountBound { mask, least, most }: CountBound, formula: &mut Formula) {
    let terms = formula.having(cells, mask);
    if least == most {
        return formula.equal(&terms, least.into());
    }
    formula.at_least(&terms, least.into());
    if (most as usize) < cells.len() {
        let opposite: Vec<(i64, Literal)> = terms.iter().map(|(_, lit)| (-1, *lit)).collect();
        formula.at_least(&opposite, -i64::from(most));
    }
}

/// Requires that the value of the index selects a cell with the content.
fn element(index: Cell, entries: &[(u8, Cell)], content: Content, formula: &mut Formula) {
    for (value, place) in formula.values().zip(formula.places()) {
        let selects = formula.at(index.index() as u16, place);
        let selected = entries.iter().find(|(number, _)| *number == value).map(|(_, cell)| *cell);
        match (selected, content) {
            (None, _) => formula.clause(&[-selects]),
            (Some(cell), Content::Values(mask)) => {
                let held = formula.having(&[cell], mask).into_iter().map(|(_, lit)| lit);
                let clause: Vec<Literal> = core::iter::once(-selects).chain(held).collect();
                formula.clause(&clause);
            }
            // The equality holds only for this index, so the literal of the index is its guard.
            (Some(cell), Content::Cell(other)) => formula.also_if(selects, |formula| {
                formula.relate(other.index() as u16, cell.index() as u16, |a, b| a == b);
            }),
        }
    }
}
