//! Views: the order in which the chutes are filled, and the number of givens of each.
//!
//! If a puzzle has `n` givens, the fullest of the six chutes has at least a third of them. If it
//! has more than a third (rounded up), it comes last, and the other two chutes of its direction
//! share the remaining givens. Of several fullest chutes, the first one counts. If no chute has
//! more than a third, either the bands or the stacks are filled, whichever need less work.

use core::sync::atomic::{AtomicBool, Ordering};

use crate::board::{ALL_CELLS, Cells, members};

/// Cells of a chute: bit `9 * line + position`, with lines along the chute.
pub(super) type ChuteCells = u32;

/// All 27 cells of a chute.
pub(super) const CHUTE: ChuteCells = (1 << 27) - 1;
/// The three boxes of a chute.
pub(super) const BOXES: [ChuteCells; 3] = [0x1c0e07, 0x1c0e07 << 3, 0x1c0e07 << 6];

/// The givens of the first chute.
pub(super) type Start = ChuteCells;

/// An order of chutes with their numbers of givens.
#[derive(Clone, Debug)]
pub(super) struct View {
    /// The chutes, all bands (0 to 2) or all stacks (3 to 5).
    chutes: [usize; 3],
    /// The cells of each chute that may have givens.
    pub(super) within: [ChuteCells; 3],
    /// The number of givens of each chute.
    pub(super) counts: [u32; 3],
    /// The largest numbers of givens in the chutes of the other direction.
    pub(super) limits: [u32; 3],
    /// The sets of cells in the first chute that hit all unavoidable sets inside it.
    pub(super) starts: Vec<Start>,
}

impl View {
    /// Returns the parts of a set in the three chutes.
    pub(super) fn parts(&self, set: Cells) -> [ChuteCells; 3] {
        parts(self.chutes, set)
    }

    /// Returns the cells of three parts.
    pub(super) fn cells(&self, parts: [ChuteCells; 3]) -> Cells {
        let mut set = 0;
        for (chute, part) in self.chutes.into_iter().zip(parts) {
            set |= Cells::from(part) << (27 * (chute % 3));
        }
        if self.chutes[0] < 3 { set } else { transposed(set) }
    }
}

fn parts(chutes: [usize; 3], set: Cells) -> [ChuteCells; 3] {
    let set = if chutes[0] < 3 { set } else { transposed(set) };
    chutes.map(|chute| (set >> (27 * (chute % 3))) as ChuteCells & CHUTE)
}

fn transposed(set: Cells) -> Cells {
    members(set).fold(0, |image, cell| image | 1 << (cell % 9 * 9 + cell / 9))
}

/// Returns the cells of a chute.
pub(super) const fn chute_cells(chute: usize) -> Cells {
    const BAND: Cells = (1 << 27) - 1;
    const STACK: Cells = {
        let (mut stack, mut row) = (0, 0);
        while row < 9 {
            stack |= 7 << (9 * row);
            row += 1;
        }
        stack
    };
    if chute < 3 { BAND << (27 * chute) } else { STACK << (3 * (chute - 3)) }
}

/// The hitting sets of the unavoidable sets in each chute, by number of cells, computed on demand.
struct Starts<'a> {
    sets: &'a [Cells],
    stop: &'a AtomicBool,
    within: Cells,
    known: [Vec<Option<Vec<Start>>>; 6],
}

impl Starts<'_> {
    fn of(&mut self, chute: usize, count: u32) -> &[Start] {
        let known = &mut self.known[chute][count as usize];
        known.get_or_insert_with(|| {
            let base = chute / 3 * 3;
            let chutes = [chute, base + (chute + 1) % 3, base + (chute + 2) % 3];
            let [within, ..] = parts(chutes, self.within);
            let parts = self.sets.iter().map(|set| parts(chutes, *set));
            let mut inside: Vec<ChuteCells> =
                parts.filter(|[_, second, last]| second | last == 0).map(|[first, ..]| first).collect();
            inside.sort_unstable_by_key(|set| set.count_ones());
            let mut found = Vec::new();
            hitting_sets(&inside, 0, within, count, self.stop, &mut found);
            found
        })
    }

    /// Returns an upper bound on the number of pairs in the first two chutes of an order.
    fn cost(&mut self, chutes: [usize; 3], counts: [u32; 3]) -> usize {
        let [first, second] = [0, 1].map(|index| self.of(chutes[index], counts[index]).len());
        first * second
    }
}

/// Finds the sets of `left` more cells that hit all these sets, each once.
fn hitting_sets(
    sets: &[ChuteCells],
    chosen: ChuteCells,
    open: ChuteCells,
    left: u32,
    stop: &AtomicBool,
    found: &mut Vec<Start>,
) {
    let unhit = sets.iter().find(|set| *set & chosen == 0);
    if left == 0 {
        if unhit.is_none() {
            found.push(chosen);
        }
        return;
    }
    if stop.load(Ordering::Relaxed) {
        return;
    }
    let mut open = open;
    for cell in members(u128::from(unhit.map_or(open, |set| set & open))) {
        open &= !(1 << cell);
        hitting_sets(sets, chosen | 1 << cell, open, left - 1, stop, found);
    }
}

/// Returns the views that together contain each puzzle of `givens` givens once.
pub(super) fn views(sets: &[Cells], within: Cells, givens: u32, stop: &AtomicBool) -> Vec<View> {
    let within = within & ALL_CELLS;
    let third = givens.div_ceil(3);
    let mut starts = Starts { sets, stop, within, known: core::array::from_fn(|_| vec![None; 28]) };
    let mut views = Vec::new();
    // The views in which no chute has more than a third.
    let even = [0, 3].map(|base| even_orders(&mut starts, base, third, givens));
    let [bands, stacks] = even;
    let (_, orders) = if bands.0 <= stacks.0 { bands } else { stacks };
    for (chutes, counts) in orders {
        views.push(view(&mut starts, chutes, counts, [third; 6]));
    }
    // The views in which the fullest chute has more, and comes last.
    for most in third + 1..=givens.min(27) {
        for last in 0..6 {
            // Chutes before the last one must have fewer givens, because the puzzle must not belong
            // to another view.
            let limits = core::array::from_fn(|chute| if chute < last { most - 1 } else { most });
            let base = last / 3 * 3;
            let others = [base + (last + 1) % 3, base + (last + 2) % 3];
            let rest = givens - most;
            for count in 0..=rest {
                if stop.load(Ordering::Relaxed) {
                    return views;
                }
                let counts = [count, rest - count];
                if [0, 1].iter().any(|i| counts[*i] > limits[others[*i]]) {
                    continue;
                }
                // The chute with fewer givens comes first; of equal ones the chute with fewer
                // hitting sets.
                let is_equal = counts[0] == counts[1];
                let is_turned = counts[0] > counts[1]
                    || is_equal && starts.of(others[0], count).len() > starts.of(others[1], count).len();
                let [one, two] = if is_turned { [1, 0] } else { [0, 1] };
                let chutes = [others[one], others[two], last];
                views.push(view(&mut starts, chutes, [counts[one], counts[two], most], limits));
            }
        }
    }
    views.retain(|view| !view.starts.is_empty());
    views
}

/// An order of chutes, and their numbers of givens.
type Order = ([usize; 3], [u32; 3]);

/// Returns an order of chutes for each distribution of at most `most` givens per chute, and the
/// total cost.
fn even_orders(starts: &mut Starts<'_>, base: usize, most: u32, givens: u32) -> (usize, Vec<Order>) {
    let mut orders = Vec::new();
    for one in 0..=most.min(givens) {
        for two in 0..=most.min(givens - one) {
            let counts = [one, two, givens - one - two];
            if counts[2] > most {
                continue;
            }
            const PERMUTATIONS: [[usize; 3]; 6] =
                [[0, 1, 2], [1, 0, 2], [0, 2, 1], [2, 0, 1], [1, 2, 0], [2, 1, 0]];
            let all = PERMUTATIONS.map(|permutation| {
                (permutation.map(|chute| base + chute), permutation.map(|chute| counts[chute]))
            });
            orders.push(best_order(starts, &all));
        }
    }
    let cost = orders.iter().map(|(chutes, counts)| starts.cost(*chutes, *counts)).sum();
    (cost, orders)
}

/// Returns the order of least cost, with the chute with fewer sets first.
fn best_order(starts: &mut Starts<'_>, orders: &[Order]) -> Order {
    let mut best = None;
    for (chutes, counts) in orders {
        let key = (starts.cost(*chutes, *counts), starts.of(chutes[0], counts[0]).len());
        if best.is_none_or(|(least, _)| key < least) {
            best = Some((key, (*chutes, *counts)));
        }
    }
    best.map_or(([0, 1, 2], [0; 3]), |(_, order)| order)
}

fn view(starts: &mut Starts<'_>, chutes: [usize; 3], counts: [u32; 3], limits: [u32; 6]) -> View {
    let across = 3 - chutes[0] / 3 * 3;
    let fits = |start: &Start| (0..3).all(|i| (start & BOXES[i]).count_ones() <= limits[across + i]);
    let within = parts(chutes, starts.within);
    let first = starts.of(chutes[0], counts[0]);
    View {
        chutes,
        within,
        counts,
        limits: [0, 1, 2].map(|i| limits[across + i]),
        starts: first.iter().copied().filter(fits).collect(),
    }
}
