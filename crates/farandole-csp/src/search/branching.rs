//! Where the search branches: dom/wdeg on cells, from start scores by kind of propagator, with
//! values and places of a value too.
//!
//! A score goes to the cell that was fixed last before a contradiction, by a branch or by what
//! followed from it, to its value, and to the open cells of a small propagator that failed. Cells
//! are scored twice: in a short memory of some hundred conflicts, and in a long one, which tells
//! the hard cells of a board whose propagators all read many cells. The branch is the cell with the
//! greatest score for each candidate, or a value with few places in a house, if a cell among these
//! places has an even greater score for each place.
//!
//! Source: F. Boussemart, F. Hemery, C. Lecoutre, L. Sais, "Boosting systematic search by weighting
//! constraints", ECAI 2004. Scores that decay with each conflict: M. Moskewicz, C. Madigan, Y.
//! Zhao, L. Zhang, S. Malik, "Chaff: engineering an efficient SAT solver", DAC 2001. Branching on
//! places, scores of values, start scores, blame for what followed from a branch, pairs of cells:
//! Interactive Sudoku Solver, `js/solver/candidate_selector.js` and `engine.js`.

use crate::network::Network;
use crate::propagators::AnyPropagator;
use crate::propagators::propagator::Propagator;

/// What is left of a score after a conflict, in the short memory and in the long one. Instead of
/// all scores shrinking, the blame grows.
const DECAY: f64 = 0.997;
const LONG_DECAY: f64 = 0.9999;

/// How much the long memory counts beside the short one, and how much if most propagators are sums.
const LONG_SHARE: f64 = 0.02;
const LONG_SHARE_OF_SUMS: f64 = 0.1;

/// What the score of a cell grows by first when it was fixed before a contradiction; other cells of
/// the propagator get half of it.
const BLAME: f64 = 2.0;

/// Scores are scaled down when the blame reaches this.
const MOST_BLAME: f64 = 1e100;

/// How much of the score of a value is added to the cells that can have it, if the value stands out.
const VALUE_SHARE: f64 = 0.2;

/// What every cell has, so that no score is 0.
const LEAST: f64 = f64::MIN_POSITIVE;

/// Propagators of at most this many cells share the blame.
const SMALL_PROPAGATOR: usize = 6;

/// How many times as much the score of a cell counts when the other one of its pair is fixed.
const HALF_KNOWN: f64 = 4.0;

/// How much the score of a cell counts that only tells whether two cells are in one region.
const FLAG_SHARE: f64 = 0.75;

/// Stands for no other cell.
const NONE: u16 = u16::MAX;

/// The sides of a grid.
const SIDES: f64 = 4.0;

/// How much each preference of the network counts.
const PREFERENCE: u32 = 4;

/// The conflict scores of a network.
#[derive(Debug)]
pub(crate) struct Scores {
    /// Both memories together, in the unit of the short one.
    cells: Vec<f64>,
    short: Memory,
    long: Memory,
    /// How much the long memory counts.
    share: f64,
    values: [f64; 16],
    /// The other cell of a pair that describes one place, by cell; empty without such pairs.
    links: Vec<u16>,
    /// The cells of the houses that hold every value, one house after another.
    houses: Vec<u16>,
    /// Where each house ends.
    ends: Vec<usize>,
    offers: Vec<Offer>,
    /// The value that most conflicts come from, if it stands out, and what it adds to the score of its cells.
    worst: (u16, f64),
    /// The first cell that tells whether two cells are in one region.
    flags: usize,
}

/// Scores of cells that fade.
#[derive(Debug)]
struct Memory {
    cells: Vec<f64>,
    /// What a score grows by.
    blame: f64,
    /// What is left of a score after a conflict.
    decay: f64,
}

impl Memory {
    fn new(cells: &[f64], decay: f64) -> Self {
        Self { cells: cells.to_vec(), blame: BLAME, decay }
    }

    /// Raises the score of a cell by a share of the blame.
    #[inline]
    fn add(&mut self, cell: u16, share: f64) {
        self.cells[usize::from(cell)] += share * self.blame;
    }

    /// After a conflict: what all scores were divided by, so that they stay finite.
    fn fade(&mut self) -> f64 {
        self.blame /= self.decay;
        if self.blame <= MOST_BLAME {
            return 1.0;
        }
        self.cells.iter_mut().chain([&mut self.blame]).for_each(|score| *score /= MOST_BLAME);
        MOST_BLAME
    }
}

/// On each of some sides one of the cells has a value.
#[derive(Debug)]
struct Offer {
    sides: Vec<Box<[u16]>>,
    value: u16,
}

/// A candidate to branch on, and its score as a fraction.
#[derive(Clone, Copy)]
struct Choice {
    cell: u16,
    value: u16,
    score: f64,
    size: f64,
}

impl Choice {
    /// Whether a score for each of so many alternatives is at least as great.
    #[inline]
    fn is_met_by(&self, score: f64, size: f64) -> bool {
        score * self.size >= self.score * size
    }
}

impl Scores {
    /// Start scores: peers, and what the kinds and sizes of propagators say.
    pub(crate) fn new(network: &Network) -> Self {
        let (mut houses, mut ends) = (Vec::new(), Vec::new());
        for propagator in &network.propagators {
            if let AnyPropagator::HiddenSingle(house) = propagator {
                houses.extend_from_slice(house.cells());
                ends.push(houses.len());
            }
        }
        let links = links(network);
        let cells = start_scores(network);
        Self {
            short: Memory::new(&cells, DECAY),
            long: Memory::new(&cells, LONG_DECAY),
            share: if is_about_sums(network) { LONG_SHARE_OF_SUMS } else { LONG_SHARE },
            cells,
            values: [0.0; 16],
            houses,
            ends,
            offers: offers(network),
            worst: (0, 0.0),
            flags: if links.is_empty() { usize::MAX } else { network.shown },
            links,
        }
    }

    /// The scores by cell.
    pub(crate) fn cells(&self) -> &[f64] {
        &self.cells
    }

    /// A contradiction came after a cell was reduced to these values. `masks` are those in which
    /// the propagator failed, if it was one.
    pub(crate) fn conflict(
        &mut self,
        cell: u16,
        values: u16,
        propagator: Option<&AnyPropagator>,
        masks: &[u16],
    ) {
        self.remember(cell, 1.0);
        if values.is_power_of_two() {
            self.values[values.trailing_zeros() as usize] += self.short.blame;
        }
        if let Some(propagator) = propagator.filter(|propagator| propagator.cells().len() <= SMALL_PROPAGATOR)
        {
            for &cell in
                propagator.cells().iter().filter(|&&cell| !masks[usize::from(cell)].is_power_of_two())
            {
                self.remember(cell, 0.5);
            }
        }
        let by = self.short.fade();
        self.values.iter_mut().for_each(|score| *score /= by);
        self.long.fade();
        let by = self.share * self.short.blame / self.long.blame;
        for ((score, short), long) in self.cells.iter_mut().zip(&self.short.cells).zip(&self.long.cells) {
            *score = short + by * long;
        }
        self.worst = self.worst_value();
    }

    /// Raises the score of a cell in both memories.
    fn remember(&mut self, cell: u16, share: f64) {
        self.short.add(cell, share);
        self.long.add(cell, share);
    }

    /// Whether the other cell of its pair is fixed.
    #[inline]
    fn is_half_known(&self, cell: usize, masks: &[u16]) -> bool {
        let fixed = |&link: &u16| link != NONE && masks[usize::from(link)].is_power_of_two();
        self.links.get(cell).is_some_and(fixed)
    }

    /// A value stands out if its score is some conflicts, and half as much again as the least one above 0.
    fn worst_value(&self) -> (u16, f64) {
        let (mut most, mut least, mut at) = (0.0, f64::INFINITY, 0);
        for (value, &score) in self.values.iter().enumerate() {
            if score > most {
                (most, at) = (score, value);
            }
            if score > 0.0 && score < least {
                least = score;
            }
        }
        let stands_out = most >= 9.0 * self.short.blame && most > 1.5 * least;
        if stands_out { (1 << at, VALUE_SHARE * most) } else { (0, 0.0) }
    }

    /// An open cell and its value to try first; `None` if all cells are fixed. Values that were
    /// `seen` come later.
    pub(crate) fn choose(&self, masks: &[u16], seen: &[u16]) -> Option<(u16, u16)> {
        let mut best = None;
        let (mut most, mut of) = (0.0, 1.0);
        for (at, (&mask, &score)) in masks.iter().zip(&self.cells).enumerate() {
            if mask.is_power_of_two() {
                continue;
            }
            let bonus = if mask & self.worst.0 == 0 { 0.0 } else { self.worst.1 };
            let score = if self.is_half_known(at, masks) { score * HALF_KNOWN } else { score };
            let score = if at < self.flags { score } else { score * FLAG_SHARE };
            let (score, size) = (score + bonus + LEAST, f64::from(mask.count_ones()));
            if score * of > most * size {
                (most, of, best) = (score, size, Some(at));
            }
        }
        let at = best?;
        let new = masks[at] & !seen[at];
        let open = if new == 0 { masks[at] } else { new };
        let choice = Choice { cell: at as u16, value: open & open.wrapping_neg(), score: most, size: of };
        let choice = if of > 2.0 && new == masks[at] { self.choose_place(masks, choice) } else { choice };
        Some((choice.cell, choice.value))
    }

    /// An open cell and a value of it that was not seen, so that a solution shows many such values;
    /// `None` if there is none.
    pub(crate) fn choose_unseen(&self, masks: &[u16], seen: &[u16]) -> Option<(u16, u16)> {
        let mut best = None;
        let (mut most, mut of) = (0.0, 1.0);
        for (at, ((&mask, &score), &seen)) in masks.iter().zip(&self.cells).zip(seen).enumerate() {
            let new = mask & !seen;
            if mask.is_power_of_two() || new == 0 {
                continue;
            }
            // The score for each candidate, times the chance that a candidate is new.
            let score = (score + LEAST) * f64::from(new.count_ones());
            let size = f64::from(mask.count_ones().pow(2));
            if score * of > most * size {
                (most, of, best) = (score, size, Some((at as u16, new & new.wrapping_neg())));
            }
        }
        best
    }

    /// The best of a choice, the values with two places in a house, and the places that propagators ask for.
    fn choose_place(&self, masks: &[u16], mut best: Choice) -> Choice {
        let mut start = 0;
        for &end in &self.ends {
            let cells = &self.houses[start..end];
            start = end;
            let (mut once, mut twice, mut more) = (0, 0, 0);
            for &cell in cells {
                let mask = masks[usize::from(cell)];
                more |= twice & mask;
                twice |= once & mask;
                once |= mask;
            }
            let mut values = twice & !more;
            while values != 0 {
                let value = values & values.wrapping_neg();
                values ^= value;
                let (cell, score, size) = self.best_place(cells, value, masks);
                if best.is_met_by(score, size) {
                    best = Choice { cell, value, score, size };
                }
            }
        }
        for Offer { sides, value } in &self.offers {
            let places = sides.iter().map(|cells| self.best_place(cells, *value, masks));
            let open: Vec<_> = places.filter(|&(_, _, size)| size > 1.0).collect();
            // The fewer sides are open, the more a rank says about the next one.
            let weight = SIDES - open.len() as f64;
            for (cell, score, size) in open {
                let score = score * weight;
                if best.is_met_by(score, size) {
                    best = Choice { cell, value: *value, score, size };
                }
            }
        }
        best
    }

    /// The cell with the greatest score among those that can have a value, its score, and how many there are.
    #[inline]
    fn best_place(&self, cells: &[u16], value: u16, masks: &[u16]) -> (u16, f64, f64) {
        let (mut best, mut most, mut count) = (0, 0.0, 0.0);
        for &cell in cells {
            if masks[usize::from(cell)] & value != 0 {
                count += 1.0;
                let score = self.cells[usize::from(cell)] + LEAST;
                if score > most {
                    (best, most) = (cell, score);
                }
            }
        }
        (best, most, count)
    }
}

/// A propagator counts for each of its cells as many as it has cells; a sum counts more the fewer
/// cells it has, and one of two cells twice, like a small cage with its two propagators. What
/// follows from houses counts nothing, because peers stand for the houses, and a propagator for the
/// whole grid little.
fn start_scores(network: &Network) -> Vec<f64> {
    let count = u32::from(network.count);
    let peers = |cell: u16| network.peers.row(cell).iter().map(|word| word.count_ones()).sum::<u32>();
    let mut scores: Vec<u32> = (0..)
        .zip(&network.priority)
        .map(|(cell, preference)| preference * PREFERENCE + peers(cell))
        .collect();
    for propagator in &network.propagators {
        let len = propagator.cells().len() as u32;
        let weight = match propagator {
            AnyPropagator::HiddenSingle(_)
            | AnyPropagator::Chute(_)
            | AnyPropagator::EqualSets(_)
            | AnyPropagator::GroupTable(_) => 0,
            AnyPropagator::LexRank(_) | AnyPropagator::LexDistinct(_) | AnyPropagator::LexAscending(_) => 0,
            AnyPropagator::RegionPartition(_) => 2,
            AnyPropagator::Linear(_) if len == 2 => 2 * (2 * count).saturating_sub(len).max(count),
            AnyPropagator::Linear(_) | AnyPropagator::Cage(_) => (2 * count).saturating_sub(len).max(count),
            _ => len,
        };
        propagator.cells().iter().for_each(|&cell| scores[usize::from(cell)] += weight);
    }
    scores.into_iter().map(f64::from).collect()
}

/// Whether most propagators are sums, beside what follows from houses.
fn is_about_sums(network: &Network) -> bool {
    let (mut linear, mut cages, mut others) = (0, 0, 0);
    for propagator in &network.propagators {
        match propagator {
            AnyPropagator::HiddenSingle(_)
            | AnyPropagator::Chute(_)
            | AnyPropagator::EqualSets(_)
            | AnyPropagator::GroupTable(_) => {}
            AnyPropagator::Linear(_) => linear += 1,
            AnyPropagator::Cage(_) => cages += 1,
            _ => others += 1,
        }
    }
    linear > 0 && linear + cages > others
}

/// The value and the label of each place of a grid whose regions are found while solving.
fn links(network: &Network) -> Vec<u16> {
    let mut links = Vec::new();
    for propagator in &network.propagators {
        let AnyPropagator::RegionPartition(partition) = propagator else { continue };
        links.resize(network.domains.len(), NONE);
        for (a, b) in partition.links() {
            links[usize::from(a)] = b;
            links[usize::from(b)] = a;
        }
    }
    links
}

/// The sides of the grid on which propagators of ranks look for a value.
fn offers(network: &Network) -> Vec<Offer> {
    let mut offers: Vec<Offer> = Vec::new();
    for propagator in &network.propagators {
        let AnyPropagator::LexRank(rank) = propagator else { continue };
        let (value, sides) = rank.first_cells();
        let at = offers.iter().position(|offer| offer.value == value).unwrap_or_else(|| {
            offers.push(Offer { sides: Vec::new(), value });
            offers.len() - 1
        });
        for cells in sides {
            if !offers[at].sides.contains(&cells) {
                offers[at].sides.push(cells);
            }
        }
    }
    offers
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compile::builder::Builder;

    /// Two rows of four cells; a sum over two cells of the second.
    fn network() -> Network {
        let mut builder = Builder::new(8, 1, 4);
        builder.distinct(&[0, 1, 2, 3]);
        builder.distinct(&[4, 5, 6, 7]);
        builder.sum(&[(5, 1), (6, 1)], 5);
        builder.build()
    }

    #[test]
    fn cells_of_sums_come_first() {
        let scores = Scores::new(&network());
        let first = scores.choose(&[0b1111; 8], &[0; 8]).map(|(cell, _)| cell);
        assert!(first.is_some_and(|cell| cell >= 4), "{first:?}");
        assert_eq!(scores.choose(&[0b1; 8], &[0; 8]), None);
    }

    #[test]
    fn conflicts_raise_a_cell_above_others() {
        let mut scores = Scores::new(&network());
        (0..50).for_each(|_| scores.conflict(2, 0b1, None, &[0b1111; 8]));
        assert_eq!(scores.choose(&[0b1111; 8], &[0; 8]), Some((2, 0b1)));
        assert_eq!(scores.choose(&[0b1111; 8], &[0b1; 8]), Some((2, 0b10)), "a value that was not seen");
    }

    #[test]
    fn cells_with_values_that_were_not_seen_come_first() {
        let scores = Scores::new(&network());
        let seen = [0b1111, 0b1111, 0b0001, 0b0111, 0b1111, 0b1111, 0b1111, 0b1111];
        assert_eq!(scores.choose_unseen(&[0b1111; 8], &seen), Some((2, 0b0010)));
        assert_eq!(scores.choose_unseen(&[0b0001; 8], &seen), None);
    }

    #[test]
    fn a_value_with_two_places_is_chosen_before_a_cell_with_more_values() {
        let scores = Scores::new(&network());
        let masks = [0b1111, 0b1111, 0b1111, 0b1111, 0b0111, 0b1111, 0b1111, 0b0111];
        assert_eq!(scores.choose(&masks, &[0; 8]), Some((5, 0b1000)));
    }
}
