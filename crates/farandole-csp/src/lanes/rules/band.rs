//! Three lines (rows or columns) and three boxes that cover the same 27 cells: naked and hidden singles, and
//! locked candidates.
//!
//! A line and a box share a *triad* of three cells, so most steps work on the unions of nine triads. One run
//! replaces the rules of six houses, and the locked candidates between them.
//!
//! Source: the sweep of the 9x9 kernel (`docs/design/kernel.md`).

use super::LaneRule;
use crate::lanes::pool::Lanes;
use farandole_kernel::Vectors;

/// The cells of three lines and three boxes, indexed by line, box and position.
#[derive(Clone, Debug)]
pub(in crate::lanes) struct Band(pub(in crate::lanes) [[[u16; 3]; 3]; 3]);

/// All nine values.
const ALL: u16 = 0x1ff;

/// The values of the triads of a band, indexed by line, then by box.
struct Triads<V> {
    /// The values that at least one cell of a triad can have.
    any: [[V; 3]; 3],
    /// The values that at least two cells of a triad can have.
    twice: [[V; 3]; 3],
    /// The values of the fixed cells of each line (`fixed_in_line`) and of each box (`fixed_in_box`).
    fixed_in_line: [V; 3],
    fixed_in_box: [V; 3],
}

/// Returns the bits that are set in at least two of three masks.
#[inline(always)]
fn two_of<S: Vectors>(s: S, [a, b, c]: [S::V; 3]) -> S::V {
    s.or(s.and(a, b), s.and(s.or(a, b), c))
}

#[inline(always)]
fn union<S: Vectors>(s: S, [a, b, c]: [S::V; 3]) -> S::V {
    s.or(s.or(a, b), c)
}

impl Band {
    /// Reads the cells. Records a contradiction if two fixed cells of a house are equal.
    #[inline(always)]
    fn triads<S: Vectors>(&self, lanes: &mut Lanes<'_, S>) -> Triads<S::V> {
        let s = lanes.s;
        let zero = s.splat(0);
        let mut triads = Triads {
            any: [[zero; 3]; 3],
            twice: [[zero; 3]; 3],
            fixed_in_line: [zero; 3],
            fixed_in_box: [zero; 3],
        };
        let mut equal = zero;
        for line in 0..3 {
            for at in 0..3 {
                let cells = self.0[line][at].map(|cell| lanes.get(cell));
                triads.any[line][at] = union(s, cells);
                triads.twice[line][at] = two_of(s, cells);
                let fixed = cells.map(|cell| s.single(cell));
                let own = union(s, fixed);
                let others = s.or(triads.fixed_in_line[line], triads.fixed_in_box[at]);
                equal = s.or(equal, s.or(two_of(s, fixed), s.and(own, others)));
                triads.fixed_in_line[line] = s.or(triads.fixed_in_line[line], own);
                triads.fixed_in_box[at] = s.or(triads.fixed_in_box[at], own);
            }
        }
        lanes.forbid(s.meets(equal, equal));
        triads
    }
}

impl LaneRule for &Band {
    #[inline(always)]
    fn apply<S: Vectors>(&self, lanes: &mut Lanes<'_, S>) {
        let s = lanes.s;
        let Triads { any, twice, fixed_in_line, fixed_in_box } = self.triads(lanes);
        let zero = s.splat(0);
        let (mut several_in_line, mut several_in_box) = ([zero; 3], [zero; 3]);
        let (mut hidden_in_line, mut hidden_in_box) = ([zero; 3], [zero; 3]);
        let mut everywhere = s.splat(ALL);
        for at in 0..3 {
            let (line, column) = (any[at], [any[0][at], any[1][at], any[2][at]]);
            several_in_line[at] = two_of(s, line);
            several_in_box[at] = two_of(s, column);
            let (of_line, of_box) = (union(s, line), union(s, column));
            everywhere = s.and(everywhere, s.and(of_line, of_box));
            // The values with one possible cell in a house: they are in one triad, in one of its cells, and are
            // not placed yet.
            let in_triads = union(s, twice[at]);
            hidden_in_line[at] =
                s.without(of_line, s.or(s.or(several_in_line[at], in_triads), fixed_in_line[at]));
            let in_triads = union(s, [twice[0][at], twice[1][at], twice[2][at]]);
            hidden_in_box[at] =
                s.without(of_box, s.or(s.or(several_in_box[at], in_triads), fixed_in_box[at]));
        }
        lanes.forbid(s.differs(everywhere, s.splat(ALL)));
        // The values that a line confines to a box, and those that a box confines to a line.
        let (mut confined_to_box, mut confined_to_line) = ([zero; 3], [zero; 3]);
        for line in 0..3 {
            for at in 0..3 {
                let here = any[line][at];
                confined_to_box[at] = s.or(confined_to_box[at], s.without(here, several_in_line[line]));
                confined_to_line[line] = s.or(confined_to_line[line], s.without(here, several_in_box[at]));
            }
        }
        for line in 0..3 {
            for at in 0..3 {
                let own = s.without(any[line][at], s.and(several_in_line[line], several_in_box[at]));
                let gone = s.without(s.or(confined_to_box[at], confined_to_line[line]), own);
                let fixed = s.or(fixed_in_line[line], fixed_in_box[at]);
                let hidden = s.or(hidden_in_line[line], hidden_in_box[at]);
                for &cell in &self.0[line][at] {
                    let old = lanes.get(cell);
                    let others = s.without(fixed, s.single(old));
                    let open = s.without(old, s.or(others, gone));
                    let placed = s.lowest(s.and(open, hidden));
                    lanes.put(cell, old, s.select(s.meets(placed, placed), placed, open));
                }
            }
        }
    }
}
