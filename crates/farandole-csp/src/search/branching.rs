//! The branching heuristic: dom/wdeg on cells. Start scores depend on the kinds of propagators, and
//! the search can also branch on the position of a value in a house.
//!
//! Each conflict increases the score of the cell that was fixed last (by the branch or by
//! propagation) and the score of its value. If a small propagator failed, the scores of its open
//! cells increase as well. Cells have two scores: a short-term score over some hundred conflicts,
//! and a long-term score. The long-term score finds the hard cells of a board whose propagators all
//! read many cells.
//!
//! The search branches on the cell with the greatest ratio of score to number of candidates. If a
//! value has two possible cells in a house and one of them has a greater ratio, the search branches
//! on the position of this value instead. For example, if only r1c2 and r1c7 can hold the 5 of row 1,
//! the branches are "r1c2 = 5" and "r1c2 != 5", and the second implies "r1c7 = 5".
//!
//! Measurements: `docs/experiments/2026-11-22-variant-search.md` and
//! `docs/experiments/2026-11-23-variant-sums.md`. Some long little killers remain unsolved with
//! this heuristic.
//!
//! Source: F. Boussemart, F. Hemery, C. Lecoutre, L. Sais, "Boosting systematic search by weighting
//! constraints", ECAI 2004. Scores that decay with each conflict: M. Moskewicz, C. Madigan, Y.
//! Zhao, L. Zhang, S. Malik, "Chaff: engineering an efficient SAT solver", DAC 2001. Branching on
//! positions of a value, scores of values, start scores, scores of propagated cells, pairs of
//! cells: Interactive Sudoku Solver, `js/solver/candidate_selector.js` and `engine.js`.

use crate::network::Network;
use crate::propagators::AnyPropagator;
use crate::propagators::propagator::Propagator;

// No single decay suits all boards. A board with local constraints needs the conflicts of the last few
// hundred nodes. A board whose sums read many cells needs those of the whole search.
/// Factor by which short-term scores decay after a conflict; `LONG_DECAY` is that of long-term scores.
/// The code divides the increment by the factor instead, which has the same effect. For the short
/// term, .97 and .99 need more guesses than .997. On puzzles with 300 guesses or more, .9999 alone
/// needs 10% more guesses than .997, so the long-term score gets only a small weight.
const DECAY: f64 = 0.997;
/// Short-term decay factor if many subtrees are searched at once. Each of them contributes few of the
/// conflicts, so scores must last longer. With .9993 instead of .9985, the search needs 20 % more nodes
/// (docs/experiments/2026-11-23-variant-lanes.md).
const DECAY_OF_MANY: f64 = 0.9985;
const LONG_DECAY: f64 = 0.9999;

/// Weight of the long-term score; `LONG_SHARE_OF_SUMS` is its weight if most propagators are sums.
/// Over the 90 puzzles with at least 300 guesses, these weights reduce guesses by 6.5% compared with
/// the short-term score alone.
const LONG_SHARE: f64 = 0.02;
const LONG_SHARE_OF_SUMS: f64 = 0.1;

/// Initial increment of the score of a cell that was fixed last before a contradiction. Other cells of the
/// propagator get half of it. With a greater increment, start scores fade sooner; with 1, the search needs
/// slightly more guesses.
const BLAME: f64 = 2.0;

/// Scores are scaled down when the increment exceeds this limit, so that they remain finite.
// The limit leaves room for the sum of many increments below the overflow at 1.8e308.
const MOST_BLAME: f64 = 1e100;

/// If the score of a value is exceptional, this share of it is added to the cells that can have the value.
// Without scores of values, `Bicycle race` takes more than 100,000 guesses at a decay of 0.995 instead of
// 23,907 (docs/experiments/2026-11-22-variant-search.md).
const VALUE_SHARE: f64 = 0.2;

/// Added to each score, so that no score is 0.
// A score of 0 would make all cells without conflicts equal, whatever their number of candidates.
const LEAST: f64 = f64::MIN_POSITIVE;

/// Maximum number of cells of a small propagator. If a small propagator fails, the scores of its open
/// cells increase. With 4, the search needs more guesses; with 9, it solves fewer puzzles.
// A long propagator reveals little about single cells, since it reads most of the board.
pub(crate) const SMALL_PROPAGATOR: usize = 6;

/// Factor of the score of a cell if the other cell of its pair is fixed. In a chaos construction, a
/// pair consists of the value and the region label of one grid cell. Factors 2, 3 and 8 are not better
/// overall.
const HALF_KNOWN: f64 = 4.0;

/// Factor of the score of a flag: an auxiliary cell that only records if two cells are in one region.
/// Smaller factors help some chaos constructions, but others then need far more guesses
/// (docs/experiments/2026-11-23-variant-regions.md).
const FLAG_SHARE: f64 = 0.75;

/// In `links`, marks a cell that belongs to no pair.
const NONE: u16 = u16::MAX;

/// Number of sides of a grid.
// In puzzles with ranks, the weight of an open side is 4 minus the number of open sides, so the last open
// side counts most.
const SIDES: f64 = 4.0;

/// Factor of the preferences of the network in start scores.
// Preferences are small integers. The factor makes a preference of 1 worth as much as four peers.
const PREFERENCE: u32 = 4;

/// The conflict scores of a network.
#[derive(Clone, Debug)]
pub(crate) struct Scores {
    /// The short-term score plus the weighted long-term score of each cell, in the unit of the short-term
    /// scores.
    // The sum is stored because each choice reads all scores, and only conflicts change them.
    cells: Vec<f64>,
    short: Memory,
    long: Memory,
    /// Weight of the long-term score.
    share: f64,
    values: [f64; 16],
    /// For each cell, the other cell of the pair of a value and a label; empty if there are no such
    /// pairs.
    links: Vec<u16>,
    /// The cells of the full houses, one house after another.
    // One list with ends instead of a list per house, since choices visit all houses.
    houses: Vec<u16>,
    /// End of each house in `houses`.
    ends: Vec<usize>,
    offers: Vec<Offer>,
    /// The mask of the value that causes most conflicts, if its score is exceptional, and the bonus for
    /// its cells.
    worst: (u16, f64),
    /// The first cell that is a flag; `usize::MAX` if there are no flags.
    flags: usize,
}

/// Scores of cells that decay over time.
#[derive(Clone, Debug)]
struct Memory {
    cells: Vec<f64>,
    /// The current increment.
    blame: f64,
    /// Decay factor per conflict.
    decay: f64,
}

impl Memory {
    fn new(cells: &[f64], decay: f64) -> Self {
        // Both memories start with the same scores, which conflicts then outweigh.
        Self { cells: cells.to_vec(), blame: BLAME, decay }
    }

    /// Increases the score of a cell by a share of the increment.
    #[inline]
    fn add(&mut self, cell: u16, share: f64) {
        self.cells[usize::from(cell)] += share * self.blame;
    }

    /// Decays all scores after a conflict. Returns the divisor by which they were scaled down, which
    /// is usually 1.
    fn fade(&mut self) -> f64 {
        // Growing the increment has the same effect as decaying all scores, because only ratios of scores are
        // compared.
        self.blame /= self.decay;
        if self.blame <= MOST_BLAME {
            return 1.0;
        }
        // The increment is scaled with the scores, so the order of cells does not change.
        self.cells.iter_mut().chain([&mut self.blame]).for_each(|score| *score /= MOST_BLAME);
        MOST_BLAME
    }
}

/// Sides of the grid on which exactly one cell holds the value. The search can branch on its position.
#[derive(Clone, Debug)]
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
    /// Returns true if `score / size` is at least as great. Products are compared, which avoids
    /// divisions.
    #[inline]
    fn is_met_by(&self, score: f64, size: f64) -> bool {
        score * self.size >= self.score * size
    }
}

impl Scores {
    /// Computes start scores from peers and from the kinds and sizes of propagators.
    pub(crate) fn new(network: &Network) -> Self {
        // Only full houses are listed. In another house, a value with two possible cells need not occur at
        // all.
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
            // Without pairs of value and label there are no flags.
            flags: if links.is_empty() { usize::MAX } else { network.shown },
            links,
        }
    }

    /// Returns a copy of the scores for a search of many subtrees at once. They decay more slowly.
    #[must_use]
    pub(crate) fn of_many_subtrees(&self) -> Self {
        let mut scores = self.clone();
        scores.short.decay = DECAY_OF_MANY;
        scores
    }

    pub(crate) fn cells(&self) -> &[f64] {
        &self.cells
    }

    /// Records a contradiction after a cell was reduced to the values of a mask. `open` lists the open
    /// cells of the propagator that failed, if it is [small](SMALL_PROPAGATOR).
    pub(crate) fn conflict(&mut self, cell: u16, values: u16, open: impl IntoIterator<Item = u16>) {
        // The cell that was fixed last is nearest to the cause. Blaming the branch instead needs more guesses
        // (`docs/experiments/2026-11-22-variants-beside-iss.md`).
        self.remember(cell, 1.0);
        if values.is_power_of_two() {
            self.values[values.trailing_zeros() as usize] += self.short.blame;
        }
        // Each gets half, because several cells share the conflict and only one of them may be the cause.
        open.into_iter().for_each(|cell| self.remember(cell, 0.5));
        // Values share the unit of short-term scores, so they are scaled down with them.
        let by = self.short.fade();
        self.values.iter_mut().for_each(|score| *score /= by);
        self.long.fade();
        // The factor converts long-term scores to the current unit of the short-term scores. The two
        // increments grow at different rates.
        let by = self.share * self.short.blame / self.long.blame;
        for ((score, short), long) in self.cells.iter_mut().zip(&self.short.cells).zip(&self.long.cells) {
            *score = short + by * long;
        }
        // This is computed per conflict rather than per choice, since only conflicts change it.
        self.worst = self.worst_value();
    }

    /// Increases both scores of a cell.
    fn remember(&mut self, cell: u16, share: f64) {
        self.short.add(cell, share);
        self.long.add(cell, share);
    }

    /// Returns true if the other cell of the pair is fixed.
    #[inline]
    fn is_half_known(&self, cell: usize, masks: &[u16]) -> bool {
        let fixed = |&link: &u16| link != NONE && masks[usize::from(link)].is_power_of_two();
        self.links.get(cell).is_some_and(fixed)
    }

    /// Returns the mask of the value with the greatest score, and its bonus, if the score is
    /// exceptional; otherwise 0 and 0. A score is exceptional if it is at least nine current increments
    /// and exceeds the least positive score by half.
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
        // With nine increments, a value must have caused several recent conflicts to get the bonus. A value
        // that leads by less than half does not count as exceptional.
        let is_exceptional = most >= 9.0 * self.short.blame && most > 1.5 * least;
        if is_exceptional { (1 << at, VALUE_SHARE * most) } else { (0, 0.0) }
    }

    /// Returns an open cell and the value to try first, or `None` if all cells are fixed. Values in
    /// `seen` come last. It may be empty.
    pub(crate) fn choose(&self, masks: &[u16], seen: &[u16]) -> Option<(u16, u16)> {
        let mut best = None;
        let (mut most, mut of) = (0.0, 1.0);
        // A heap would need an update for each change of a number of candidates, at every node.
        for (at, (&mask, &score)) in masks.iter().zip(&self.cells).enumerate() {
            if mask.is_power_of_two() {
                continue;
            }
            let bonus = if mask & self.worst.0 == 0 { 0.0 } else { self.worst.1 };
            let score = if self.is_half_known(at, masks) { score * HALF_KNOWN } else { score };
            let score = if at < self.flags { score } else { score * FLAG_SHARE };
            let score = score + bonus + LEAST;
            // An open cell has two candidates or more, so most cells are ruled out before theirs are counted.
            if score * of <= most * 2.0 {
                continue;
            }
            let size = f64::from(mask.count_ones());
            // Ties keep the first cell, so the order does not depend on the machine.
            // The ratios score / size are compared by products, which avoids divisions.
            if score * of > most * size {
                (most, of, best) = (score, size, Some(at));
            }
        }
        let at = best?;
        // Values of earlier solutions come last, so that the next solution differs from them.
        let new = masks[at] & !seen.get(at).copied().unwrap_or(0);
        // If all values were seen, all of them are tried as usual.
        let open = if new == 0 { masks[at] } else { new };
        // The least value is tried first. Other orders, the greatest value or the value with the most
        // conflicts first, make no clear difference.
        let choice = Choice { cell: at as u16, value: open & open.wrapping_neg(), score: most, size: of };
        // A cell with two candidates is final, because a branch on the position of a value has as many
        // alternatives. If some values of the cell were seen, the cell is final as well: it is chosen for its
        // unseen values.
        let choice = if of > 2.0 && new == masks[at] { self.choose_place(masks, choice) } else { choice };
        Some((choice.cell, choice.value))
    }

    /// Returns an open cell and its least unseen value, or `None` if no open cell has one. Cells with a
    /// large score and many unseen values are preferred, so that a solution contains many of them.
    pub(crate) fn choose_unseen(&self, masks: &[u16], seen: &[u16]) -> Option<(u16, u16)> {
        let mut best = None;
        let (mut most, mut of) = (0.0, 1.0);
        for (at, ((&mask, &score), &seen)) in masks.iter().zip(&self.cells).zip(seen).enumerate() {
            let new = mask & !seen;
            let score = score + LEAST;
            // The probability is at most 1, and an open cell has two candidates or more.
            if mask.is_power_of_two() || new == 0 || score * of <= most * 2.0 {
                continue;
            }
            // The score per candidate, times the probability that a candidate is unseen.
            let score = score * f64::from(new.count_ones());
            let size = f64::from(mask.count_ones());
            let size = size * size;
            if score * of > most * size {
                (most, of, best) = (score, size, Some((at as u16, new & new.wrapping_neg())));
            }
        }
        best
    }

    /// Returns the best of the given choice, the positions of values with two possible cells in a
    /// house, and the positions on the sides of the grid that ranks use.
    fn choose_place(&self, masks: &[u16], mut best: Choice) -> Choice {
        let mut start = 0;
        for &end in &self.ends {
            let cells = &self.houses[start..end];
            start = end;
            // Three masks count the possible cells of all values at once: at least one, two or three.
            let (mut once, mut twice, mut more) = (0, 0, 0);
            for &cell in cells {
                let mask = masks[usize::from(cell)];
                more |= twice & mask;
                twice |= once & mask;
                once |= mask;
            }
            // Only values with exactly two possible cells are considered. A placed value has one.
            let mut values = twice & !more;
            while values != 0 {
                let value = values & values.wrapping_neg();
                values ^= value;
                // The ratio of a value is the score of its best cell, divided by the number of its cells.
                let (cell, score, size) = self.best_place(cells, value, masks);
                if best.is_met_by(score, size) {
                    best = Choice { cell, value, score, size };
                }
            }
        }
        for Offer { sides, value } in &self.offers {
            let places = sides.iter().map(|cells| self.best_place(cells, *value, masks));
            // A side with one possible cell is decided already.
            let open: Vec<_> = places.filter(|&(_, _, size)| size > 1.0).collect();
            // The fewer sides are open, the more the ranks restrict each of them.
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

    /// Returns the cell with the greatest score among those that can have a value, its score, and
    /// the number of these cells.
    #[inline]
    fn best_place(&self, cells: &[u16], value: u16, masks: &[u16]) -> (u16, f64, f64) {
        let (mut best, mut most, mut count) = (0, 0.0, 0.0);
        for &cell in cells {
            if masks[usize::from(cell)] & value != 0 {
                count += 1.0;
                // Bonuses refer to values. They are not added here, since all positions have the same value.
                let score = self.cells[usize::from(cell)] + LEAST;
                if score > most {
                    (best, most) = (cell, score);
                }
            }
        }
        (best, most, count)
    }
}

/// Computes the start score of each cell. A propagator adds its number of cells to the score of each
/// of its cells. A sum adds more, the fewer cells it has. A sum of two cells adds twice as much, since
/// a larger cage can have two propagators, a sum and a list of sets. Propagators that follow from
/// houses add nothing, because peers already represent the houses. Propagators of the whole grid add
/// little or nothing.
fn start_scores(network: &Network) -> Vec<f64> {
    // Peers count for every cell, so that cells without propagators are ordered as well.
    let count = u32::from(network.count);
    let peers = |cell: u16| network.peers.row(cell).iter().map(|word| word.count_ones()).sum::<u32>();
    let mut scores: Vec<u32> = (0..)
        .zip(&network.priority)
        .map(|(cell, preference)| preference * PREFERENCE + peers(cell))
        .collect();
    for propagator in &network.propagators {
        let len = propagator.cells().len() as u32;
        // The weights are those of Interactive Sudoku Solver. They decide until conflicts outweigh them.
        let weight = match propagator {
            AnyPropagator::HiddenSingle(_)
            | AnyPropagator::Chute(_)
            | AnyPropagator::EqualSets(_)
            | AnyPropagator::GroupTable(_) => 0,
            // Ranks read all cells alike, so a weight would only hide the differences between cells: `Full
            // rank 2` takes 38 guesses without it and 230 with it
            // (`docs/experiments/2026-11-22-variants-beside-iss.md`).
            AnyPropagator::LexRank(_) | AnyPropagator::LexDistinct(_) | AnyPropagator::LexAscending(_) => 0,
            // A partition reads every cell of the grid, so its number of cells would outweigh all other
            // propagators.
            AnyPropagator::RegionPartition(_) => 2,
            // A cage of two cells is compiled into a sum alone, without a list of sets.
            AnyPropagator::Linear(_) if len == 2 => 2 * (2 * count).saturating_sub(len).max(count),
            AnyPropagator::Linear(_) | AnyPropagator::Cage(_) => (2 * count).saturating_sub(len).max(count),
            _ => len,
        };
        propagator.cells().iter().for_each(|&cell| scores[usize::from(cell)] += weight);
    }
    scores.into_iter().map(f64::from).collect()
}

/// Returns true if most propagators are sums and at least one sum is not a cage. Propagators that
/// follow from houses are not counted.
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
    // Renban lines become `Cage` propagators too, so cages alone do not show that a puzzle is about sums.
    // If they did, `Hard renban 2` would take 251,524 guesses instead of 70,483
    // (docs/experiments/2026-11-23-variant-sums.md).
    linear > 0 && linear + cages > others
}

/// Returns the links between the value and the label of each grid cell if regions are unknown. The
/// list is empty for other networks.
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

/// Returns the sides of the grid on which rank propagators locate a value, grouped by value.
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
            // Several ranks share sides; a side is examined once per value.
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

    /// Two rows of four cells, and a sum over two cells of the second row.
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
        (0..50).for_each(|_| scores.conflict(2, 0b1, []));
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
