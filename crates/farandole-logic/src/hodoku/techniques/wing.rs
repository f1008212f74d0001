//! XY-wing, XYZ-wing and W-wing, in the order in which HoDoKu finds them.
//!
//! # What it is
//! An XY-wing consists of three cells with the candidates xy, xz and yz. The first, the pivot, sees
//! the other two. In an XYZ-wing, the pivot has the candidates xyz. A W-wing consists of two cells
//! with the candidates xy, and of a strong link: a house with exactly two candidates for x, each of
//! which sees one of the two cells.
//!
//! # How to spot it
//! For a W-wing, look for two bivalue cells with the same candidates that do not see each other. Then look for a
//! house in which one of the two digits has exactly two places, of which one sees the first cell and the other sees
//! the second. Cells that see both bivalue cells lose the other digit.
//!
//! # Why it holds
//! Whichever digit the pivot holds, one cell of the pattern holds z. In a W-wing, one end of the
//! strong link is x, so the cell that sees it is y.
//!
//! # Nearest mistakes
//! The strong link is for one digit, and the elimination is of the other. If the two bivalue cells see each other,
//! they are simply a naked pair. A cell of the strong link that is itself one of the bivalue cells makes the
//! pattern invalid.
//!
//! # Example
//! The pivot r1c1 has the candidates 1 and 2. The wings are r1c5 with 1 and 3, and r5c1 with 2 and
//! 3. Then r5c5 is not 3.
//!
//! # Source
//! Bernhard Hobiger, HoDoKu 2.2 (the order of the search).

use crate::grammar::{self, cell, cell_list, eliminated_digit, nth_house, sees};
use crate::model::tables::{CELLS, PEER_SETS, bits, cells};
use crate::model::visit::Visitor;
use crate::model::{Deduction, Role, Technique};
use crate::patterns::view::View;
use core::ops::ControlFlow;

pub(crate) fn why(deduction: &Deduction) -> String {
    let digit = eliminated_digit(deduction);
    let out = grammar::eliminated_cells(deduction);
    let link = grammar::digits(deduction, Role::Support).first().copied().unwrap_or_default();
    let (ends, wings) = (grammar::cells(deduction, Role::Support), grammar::cells(deduction, Role::Core));
    let ([near, far], [one, other]) = (&ends[..], &wings[..]) else { return String::new() };
    let [one, other] = if sees(*near, *one) && sees(*far, *other) { [one, other] } else { [other, one] };
    let [near, far, one, other] = [near, far, one, other].map(|it| cell(*it));
    format!(
        "In {}, {link} is in {near} or {far}. In {near}, this digit makes {one} a {digit}; in {far}, it makes {other} a \
         {digit}. So {one} or {other} is {digit}, and {} {} both.",
        nth_house(deduction, 0),
        cell_list(&out),
        if out.len() == 1 { "sees" } else { "see" }
    )
}

/// Reports XY-wings by their triples of bivalue cells, in row-major order.
pub(crate) fn xy(view: &View<'_>, visit: Visitor<'_>) -> ControlFlow<()> {
    let cand = &view.marks.cand;
    let after = |cell: usize| view.bivalue & (!0 << cell) & !(1 << cell);
    for a in cells(view.bivalue) {
        for b in cells(after(a)) {
            if (cand[a] | cand[b]).count_ones() != 3 {
                continue;
            }
            for c in cells(after(b)) {
                if (cand[a] | cand[b] | cand[c]).count_ones() != 3 || cand[c] == cand[a] || cand[c] == cand[b]
                {
                    continue;
                }
                for [pivot, left, right] in [[a, b, c], [b, a, c], [c, a, b]] {
                    if PEER_SETS[pivot] >> left & 1 == 1 && PEER_SETS[pivot] >> right & 1 == 1 {
                        report(view, Technique::XyWing, pivot, left, right, visit)?;
                    }
                }
            }
        }
    }
    ControlFlow::Continue(())
}

/// Reports XYZ-wings by pivot, then by pair of wings, in row-major order.
pub(crate) fn xyz(view: &View<'_>, visit: Visitor<'_>) -> ControlFlow<()> {
    let cand = &view.marks.cand;
    for pivot in 0..81 {
        if cand[pivot].count_ones() != 3 {
            continue;
        }
        let wings = view.bivalue & PEER_SETS[pivot];
        for left in cells(wings) {
            if cand[left] & !cand[pivot] != 0 {
                continue;
            }
            for right in cells(wings & (!0 << left) & !(1 << left)) {
                if cand[right] & !cand[pivot] == 0 && cand[right] != cand[left] {
                    report(view, Technique::XyzWing, pivot, left, right, visit)?;
                }
            }
        }
    }
    ControlFlow::Continue(())
}

fn report(
    view: &View<'_>,
    technique: Technique,
    pivot: usize,
    left: usize,
    right: usize,
    visit: Visitor<'_>,
) -> ControlFlow<()> {
    let cand = &view.marks.cand;
    let z = cand[left] & cand[right];
    let mut seen = PEER_SETS[left] & PEER_SETS[right] & !(1 << pivot);
    if technique == Technique::XyzWing {
        seen &= PEER_SETS[pivot];
    }
    let eliminated = seen & view.places[z.trailing_zeros() as usize];
    if eliminated == 0 {
        return ControlFlow::Continue(());
    }
    let mut deduction = Deduction::new(technique);
    deduction.mark(Role::Core, pivot, cand[pivot]);
    deduction.mark(Role::Support, left, cand[left]);
    deduction.mark(Role::Support, right, cand[right]);
    cells(eliminated).for_each(|cell| deduction.eliminate(cell, z));
    visit(deduction)
}

/// Reports W-wings by pair of equal bivalue cells in row-major order, then by eliminated digit,
/// then by strong link.
pub(crate) fn w(view: &View<'_>, visit: Visitor<'_>) -> ControlFlow<()> {
    let cand = &view.marks.cand;
    for a in cells(view.bivalue) {
        for b in cells(view.bivalue & (!0 << a) & !(1 << a)) {
            if cand[a] != cand[b] {
                continue;
            }
            for eliminated in bits(cand[a]) {
                let link = (cand[a] & !(1 << eliminated)).trailing_zeros() as usize;
                let victims = PEER_SETS[a] & PEER_SETS[b] & view.places[eliminated];
                if victims == 0 {
                    continue;
                }
                for (house, members) in CELLS.iter().enumerate() {
                    let places = view.marks.pos[house][link];
                    if places.count_ones() != 2 {
                        continue;
                    }
                    let ends: [usize; 2] = [places.trailing_zeros(), 15 - places.leading_zeros()]
                        .map(|position| members[position as usize] as usize);
                    let sees = |x: usize, y: usize| PEER_SETS[x] >> y & 1 == 1;
                    let bare = ends.iter().all(|end| *end != a && *end != b);
                    if bare && (sees(a, ends[0]) && sees(b, ends[1]) || sees(a, ends[1]) && sees(b, ends[0]))
                    {
                        let mut deduction = Deduction::new(Technique::WWing);
                        deduction.mark(Role::Core, a, cand[a]);
                        deduction.mark(Role::Core, b, cand[b]);
                        ends.iter().for_each(|end| deduction.mark(Role::Support, *end, 1 << link));
                        deduction.houses.push(house as u8);
                        cells(victims).for_each(|cell| deduction.eliminate(cell, 1 << eliminated));
                        visit(deduction)?;
                    }
                }
            }
        }
    }
    ControlFlow::Continue(())
}
