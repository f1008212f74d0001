//! Skyscraper, two-string kite, turbot fish, empty rectangle: two strong links of one digit.
//!
//! # What it is
//! Two candidates for a digit form a strong link if they are its only candidates in a house. These
//! patterns consist of two strong links of one digit, where one end of the first sees one end of
//! the second. In a skyscraper, both links lie in rows and the connected ends in one column, or the
//! other way round. In a two-string kite, one link lies in a row and the other in a column, and the
//! connected ends share a box. A turbot fish has one of its links in a box. In an empty rectangle,
//! a box takes the place of a strong link: each of its candidates for the digit lies in a certain
//! row or in a certain column.
//!
//! # How to spot it
//! Take one digit and mark all houses in which it has exactly two places. Two such rows with places in one common
//! column are a skyscraper: look at the cells that see the other two ends. A row and a column whose places meet in
//! one box are a kite. For an empty rectangle, look for a box in which the digit lies on a cross of one row and one
//! column.
//!
//! # Why it holds
//! The connected ends cannot both hold the digit, so at least one of the other two ends does. Any
//! candidate that sees both of these ends can be eliminated.
//!
//! # Nearest mistakes
//! The two connected ends must see each other, and the eliminated candidates must see both of the free ends. If the
//! free ends share a line as well, the pattern is an X-wing. A house with three places is not a strong link.
//!
//! # Example
//! 4 has two candidates in row 1, r1c2 and r1c7, and two in row 5, r5c2 and r5c8. r1c2 and r5c2
//! cannot both be 4, so 4 is in r1c7 or r5c8, and can be eliminated from any cell that sees both.
//!
//! # Source
//! Bernhard Hobiger, HoDoKu 2.2 (the names, and the order of the search).

use crate::grammar::{
    self, cell, cell_list, core_cells, eliminated_cells, eliminated_digit, house, join, nth_house,
};
use crate::hodoku::rule::Scope;
use crate::model::tables::{CELLS, HOUSE_SETS, HOUSES, PEER_SETS, bits, cells};
use crate::model::visit::Visitor;
use crate::model::{Deduction, Role, Technique};
use crate::patterns::view::View;
use core::ops::ControlFlow;

pub(crate) fn why(deduction: &Deduction) -> String {
    let (digit, near) = (eliminated_digit(deduction), core_cells(deduction));
    let own: Vec<u8> = deduction.pattern.iter().map(|(_, it)| it.cell() as u8).collect();
    let link = |number: &u8| {
        let mut ends: Vec<u8> =
            own.iter().copied().filter(|it| HOUSES[usize::from(*it)].contains(number)).collect();
        ends.dedup();
        format!("In {}, {digit} is in {}.", house(*number), join(ends.into_iter().map(cell), "or"))
    };
    let links = deduction.houses.iter().map(link).collect::<Vec<_>>().join(" ");
    let far = join(grammar::cells(deduction, Role::Support).into_iter().map(cell), "or");
    let then = match deduction.houses.len() {
        2 => {
            let out = eliminated_cells(deduction);
            let sees = if out.len() == 1 { "sees" } else { "see" };
            format!("so {far} is, and {} {sees} both", cell_list(&out))
        }
        _ => format!("so in each pair of links, one of the links has {digit} at its other end"),
    };
    format!("{links} {near} cannot both be {digit}, {then}.")
}

pub(crate) fn why_rectangle(deduction: &Deduction) -> String {
    let (digit, in_box, core) = (eliminated_digit(deduction), nth_house(deduction, 0), core_cells(deduction));
    let mut text = format!("In {in_box}, {digit} can only go in {core}, in one row and one column.");
    for link in grammar::cells(deduction, Role::Support).chunks(2) {
        let [first, second] = link[..] else { continue };
        let line = if first / 9 == second / 9 { first / 9 } else { 9 + first % 9 };
        text += &format!(" In {}, {digit} is in {} or {}.", house(line), cell(first), cell(second));
        for out in eliminated_cells(deduction) {
            let clears = |far: u8| {
                grammar::cells(deduction, Role::Core).into_iter().all(|it| sees(it, out) || sees(it, far))
            };
            let ends = [(first, second), (second, first)];
            let near = ends.into_iter().find(|(near, far)| sees(out, *near) && clears(*far));
            let Some((_, far)) = near else { continue };
            text += &format!(
                " If {out} were {digit}, {} would be {digit} too, and {in_box} would have no place for it.",
                cell(far),
                out = cell(out)
            );
        }
    }
    text
}

/// A house with two candidates for a digit.
#[derive(Clone, Copy)]
struct Pair {
    house: u8,
    ends: [u8; 2],
}

fn pairs(view: &View<'_>, digit: usize, houses: core::ops::Range<usize>) -> ([Pair; 27], usize) {
    let mut found = [Pair { house: 0, ends: [0; 2] }; 27];
    let mut count = 0;
    for house in houses {
        let places = view.marks.pos[house][digit];
        if places.count_ones() == 2 {
            let mut ends = bits(places).map(|position| CELLS[house][position]);
            found[count] = Pair {
                house: house as u8,
                ends: [ends.next().unwrap_or_default(), ends.next().unwrap_or_default()],
            };
            count += 1;
        }
    }
    (found, count)
}

fn sees(a: u8, b: u8) -> bool {
    PEER_SETS[a as usize] >> b & 1 == 1
}

fn report(
    view: &View<'_>,
    technique: Technique,
    digit: usize,
    links: [Pair; 2],
    far: [u8; 2],
) -> Option<Deduction> {
    let seen = PEER_SETS[far[0] as usize] & PEER_SETS[far[1] as usize] & view.places[digit];
    let own = links.iter().flat_map(|link| link.ends).fold(0, |set, cell| set | 1_u128 << cell);
    // HoDoKu makes no eliminations inside the pattern, except for the turbot fish. For the kite, it
    // considers only the cell in which the lines of the other ends cross.
    let eliminated = match technique {
        Technique::TurbotFish => seen,
        Technique::TwoStringKite => {
            let [row_end, col_end] = far.map(usize::from);
            seen & HOUSE_SETS[HOUSES[row_end][1] as usize] & HOUSE_SETS[HOUSES[col_end][0] as usize]
        }
        _ => seen & !own,
    };
    if eliminated == 0 {
        return None;
    }
    let mut deduction = Deduction::new(technique);
    for link in links {
        deduction.houses.push(link.house);
        for cell in link.ends {
            let role = if far.contains(&cell) { Role::Support } else { Role::Core };
            deduction.mark(role, cell as usize, 1 << digit);
        }
    }
    cells(eliminated).for_each(|cell| deduction.eliminate(cell, 1 << digit));
    Some(deduction)
}

/// Reports skyscrapers by direction (rows, then columns), digit and pair of links.
pub(crate) fn skyscraper(view: &View<'_>, visit: Visitor<'_>) -> ControlFlow<()> {
    for base in [0, 9] {
        for digit in bits(view.digits) {
            let (links, count) = pairs(view, digit, base..base + 9);
            for (number, first) in links[..count].iter().enumerate() {
                for second in &links[number + 1..count] {
                    for (a, b) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
                        let (near, far) =
                            ([first.ends[a], second.ends[b]], [first.ends[1 - a], second.ends[1 - b]]);
                        // The connected ends share a line. The other ends must not, because that
                        // would be an X-wing.
                        let crossing = |cells: [u8; 2]| {
                            HOUSES[cells[0] as usize][usize::from(base == 0)]
                                == HOUSES[cells[1] as usize][usize::from(base == 0)]
                        };
                        if crossing(near)
                            && !crossing(far)
                            && let Some(deduction) =
                                report(view, Technique::Skyscraper, digit, [*first, *second], far)
                        {
                            visit(deduction)?;
                        }
                    }
                }
            }
        }
    }
    ControlFlow::Continue(())
}

/// Reports kites by digit, row and column, then by the four possible pairs of connected ends.
pub(crate) fn kite(view: &View<'_>, visit: Visitor<'_>) -> ControlFlow<()> {
    for digit in bits(view.digits) {
        let (rows, row_count) = pairs(view, digit, 0..9);
        let (cols, col_count) = pairs(view, digit, 9..18);
        for row in &rows[..row_count] {
            for col in &cols[..col_count] {
                one_kite(view, digit, *row, *col, visit)?;
            }
        }
    }
    ControlFlow::Continue(())
}

fn one_kite(view: &View<'_>, digit: usize, row: Pair, col: Pair, visit: Visitor<'_>) -> ControlFlow<()> {
    if row.ends.iter().any(|end| col.ends.contains(end)) {
        return ControlFlow::Continue(());
    }
    for (a, b) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
        let in_box = HOUSES[row.ends[a] as usize][2] == HOUSES[col.ends[b] as usize][2];
        let far = [row.ends[1 - a], col.ends[1 - b]];
        let found = in_box.then(|| report(view, Technique::TwoStringKite, digit, [row, col], far)).flatten();
        found.map_or(ControlFlow::Continue(()), &mut *visit)?;
    }
    ControlFlow::Continue(())
}

/// Reports pairs of deductions with a common core as one deduction, with the eliminations of both.
fn dual(found: &[Deduction], technique: Technique, visit: Visitor<'_>) -> ControlFlow<()> {
    for (number, first) in found.iter().enumerate() {
        for second in &found[number + 1..] {
            if same_core(first, second) && first.eliminations != second.eliminations {
                let mut deduction = first.clone();
                deduction.technique = technique;
                for mark in &second.pattern {
                    if !deduction.pattern.contains(mark) {
                        deduction.pattern.push(*mark);
                    }
                }
                deduction.houses.extend(&second.houses);
                for candidate in &second.eliminations {
                    if !deduction.eliminations.contains(candidate) {
                        deduction.eliminations.push(*candidate);
                    }
                }
                visit(deduction)?;
            }
        }
    }
    ControlFlow::Continue(())
}

/// Returns true if the cores of two patterns have the same cells. The core is the connected ends or
/// the candidates in the box. HoDoKu also combines patterns of different digits.
fn same_core(first: &Deduction, second: &Deduction) -> bool {
    let core = |deduction: &Deduction| -> Vec<usize> {
        let marks = deduction.pattern.iter().filter(|(role, _)| *role == Role::Core);
        let mut core: Vec<usize> = marks.map(|(_, candidate)| candidate.cell()).collect();
        core.sort_unstable();
        core
    };
    core(first) == core(second)
}

pub(crate) fn dual_kite(view: &View<'_>, visit: Visitor<'_>) -> ControlFlow<()> {
    dual(&collect(|visit| kite(view, visit)), Technique::DualTwoStringKite, visit)
}

pub(crate) fn dual_empty_rectangle(view: &View<'_>, visit: Visitor<'_>) -> ControlFlow<()> {
    dual(&collect(|visit| empty_rectangle(view, Scope::All, visit)), Technique::DualEmptyRectangle, visit)
}

fn collect(find: impl FnOnce(Visitor<'_>) -> ControlFlow<()>) -> Vec<Deduction> {
    let mut found = Vec::new();
    let _ = find(&mut |deduction| {
        found.push(deduction);
        ControlFlow::Continue(())
    });
    found
}

/// Reports turbot fish by digit and first link, with links sorted by house. The second link may be
/// after or before the first.
pub(crate) fn turbot(view: &View<'_>, visit: Visitor<'_>) -> ControlFlow<()> {
    for digit in bits(view.digits) {
        let (links, count) = pairs(view, digit, 0..27);
        for (number, first) in links[..count].iter().enumerate() {
            for second in &links[number + 1..count] {
                for (a, b) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
                    let distinct = first.ends.iter().all(|end| !second.ends.contains(end));
                    if distinct
                        && sees(first.ends[a], second.ends[b])
                        && let Some(deduction) = report(
                            view,
                            Technique::TurbotFish,
                            digit,
                            [*first, *second],
                            [first.ends[1 - a], second.ends[1 - b]],
                        )
                    {
                        visit(deduction)?;
                    }
                }
            }
        }
    }
    ControlFlow::Continue(())
}

/// Reports empty rectangles by digit, box, crossing and link. The wider scope allows a box with two
/// candidates.
pub(crate) fn empty_rectangle(view: &View<'_>, scope: Scope, visit: Visitor<'_>) -> ControlFlow<()> {
    for digit in bits(view.digits) {
        for box_idx in 18..27 {
            let inside = view.places[digit] & HOUSE_SETS[box_idx];
            if inside.count_ones() < if scope == Scope::All { 2 } else { 3 } {
                continue;
            }
            for crossing in CELLS[box_idx].map(usize::from) {
                let [row, col, _] = HOUSES[crossing].map(usize::from);
                let (in_row, in_col) = (inside & HOUSE_SETS[row], inside & HOUSE_SETS[col]);
                if inside != in_row | in_col || in_row & !in_col == 0 || in_col & !in_row == 0 {
                    continue;
                }
                for (along, across) in [(row, col), (col, row)] {
                    // A link that crosses `along` outside the box. Its other end points back along
                    // the line `across`.
                    for near in cells(view.places[digit] & HOUSE_SETS[along] & !HOUSE_SETS[box_idx]) {
                        let line = HOUSES[near][usize::from(along < 9)] as usize;
                        let places = view.places[digit] & HOUSE_SETS[line];
                        if places.count_ones() != 2 {
                            continue;
                        }
                        let far = (places & !(1 << near)).trailing_zeros() as usize;
                        let target = HOUSE_SETS[HOUSES[far][usize::from(along >= 9)] as usize]
                            & HOUSE_SETS[across]
                            & view.places[digit]
                            & !HOUSE_SETS[box_idx];
                        if target == 0 {
                            continue;
                        }
                        let mut deduction = Deduction::new(Technique::EmptyRectangle);
                        deduction.houses.extend([box_idx as u8, line as u8]);
                        cells(inside).for_each(|cell| deduction.mark(Role::Core, cell, 1 << digit));
                        cells(places).for_each(|cell| deduction.mark(Role::Support, cell, 1 << digit));
                        cells(target).for_each(|cell| deduction.eliminate(cell, 1 << digit));
                        visit(deduction)?;
                    }
                }
            }
        }
    }
    ControlFlow::Continue(())
}
