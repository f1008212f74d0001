//! Branching: dom/wdeg on cells, with start scores by kind of propagator, and branches on values
//! and on the position of a value.
//!
//! Each conflict increases three scores: that of the cell fixed last (by the branch or by
//! propagation), that of its value, and those of the open cells if a small propagator failed. Cells
//! have two scores: a short-term score over some hundred conflicts, and a long-term score. The
//! long-term score finds the hard cells of a board whose propagators all read many cells. The
//! search branches on the cell with the greatest ratio of score to number of candidates. It
//! branches on a value with two possible cells in a house instead if one of these cells has a
//! greater ratio.
//!
//! Measurements: `docs/experiments/2026-11-22-variant-search.md` and
//! `docs/experiments/2026-11-23-variant-sums.md`. Some long little killers remain unsolved with
//! this order.
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
/// Factors by which short-term and long-term scores decay after a conflict. The increment grows
/// instead, which has the same effect. For the short term, .97 and .99 need more guesses than .997.
/// On puzzles with 300 guesses or more, .9999 alone needs 10% more guesses than .997, so it has
/// only a share of the score.
const DECAY: f64 = 0.997;
/// Short-term decay of a search of many subtrees at once, each of which sees few of the conflicts. With .9993
/// instead of .9985, the search needs 20 % more nodes (docs/experiments/2026-11-23-variant-lanes.md).
const DECAY_OF_MANY: f64 = 0.9985;
const LONG_DECAY: f64 = 0.9999;

/// Weight of the long-term score, and its weight if most propagators are sums. Over the 90 puzzles
/// with at least 300 guesses, the pair reduces guesses by 6.5% compared with the short-term score
/// alone.
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

/// Maximum size of a propagator whose open cells share in a conflict. With 4, the search needs more
/// guesses; with 9, it solves fewer puzzles.
// A long propagator reveals little about single cells, since it reads most of the board.
pub(crate) const SMALL_PROPAGATOR: usize = 6;

/// Factor of the score of a cell if the other cell of its pair is fixed: the value and the label of
/// a cell in a chaos construction. Factors 2, 3 and 8 are not better overall.
const HALF_KNOWN: f64 = 4.0;

/// Factor of the score of a flag, which only records if two cells are in one region. Smaller
/// factors help some chaos constructions and cost others far more guesses
/// (docs/experiments/2026-11-23-variant-regions.md).
const FLAG_SHARE: f64 = 0.75;

/// In `links`, marks a cell that belongs to no pair.
const NONE: u16 = u16::MAX;

/// Number of sides of a grid.
// The weight of an open side is 4 minus the number of open sides, so the last open side of a rank counts
// most.
const SIDES: f64 = 4.0;

/// Factor of the preferences of the network in start scores.
// Preferences are small integers. The factor makes one step of them comparable with a few peers.
const PREFERENCE: u32 = 4;

/// The conflict scores of a network.
#[derive(Clone, Debug)]
pub(crate) struct Scores {
    /// Short-term and weighted long-term scores together, in the unit of the short-term scores.
    // Stored as a sum, because every choice reads all of them and only conflicts change them.
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
    // One list with ends instead of a list per house: choices walk over all houses.
    houses: Vec<u16>,
    /// End of each house in `houses`.
    ends: Vec<usize>,
    offers: Vec<Offer>,
    /// The value that causes most conflicts, if its score is exceptional, and the bonus for its cells.
    worst: (u16, f64),
    /// The first cell that is a flag.
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
        // Both memories start from the same scores, which conflicts of the respective period then outweigh.
        Self { cells: cells.to_vec(), blame: BLAME, decay }
    }

    /// Increases the score of a cell by a share of the increment.
    #[inline]
    fn add(&mut self, cell: u16, share: f64) {
        self.cells[usize::from(cell)] += share * self.blame;
    }

    /// Decays all scores after a conflict. Returns the number by which they were scaled down, 1 in
    /// most cases.
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

/// Sides of the grid. On each side, exactly one of the cells holds the value.
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
        // Only full houses are in the list: a value with two cells elsewhere need not occur in either of
        // them.
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

    /// Returns the scores for a search of many subtrees at once, which fade more slowly.
    #[must_use]
    pub(crate) fn of_many_subtrees(&self) -> Self {
        let mut scores = self.clone();
        scores.short.decay = DECAY_OF_MANY;
        scores
    }

    /// Returns the score of each cell.
    pub(crate) fn cells(&self) -> &[f64] {
        &self.cells
    }

    /// Records a contradiction after a cell was reduced to these values. `open` are the open cells of
    /// the propagator that failed, if it is [small](SMALL_PROPAGATOR).
    pub(crate) fn conflict(&mut self, cell: u16, values: u16, open: impl IntoIterator<Item = u16>) {
        // The cell that was fixed last is nearest to the cause. Blaming the branch instead needs more guesses
        // (`docs/experiments/2026-11-22-variants-beside-iss.md`).
        self.remember(cell, 1.0);
        if values.is_power_of_two() {
            self.values[values.trailing_zeros() as usize] += self.short.blame;
        }
        // Half, because several cells share the conflict and only one of them may be the cause.
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
        // Determined once per conflict rather than per choice: only conflicts change it.
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

    /// Returns the value with the greatest score, and its bonus, if it is exceptional. A score is
    /// exceptional if it is at least nine current increments and exceeds the least positive score by
    /// half.
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
        // Nine increments keep the bonus away until the value has caused several recent conflicts. A value
        // that leads by less than half does not count as exceptional.
        let is_exceptional = most >= 9.0 * self.short.blame && most > 1.5 * least;
        if is_exceptional { (1 << at, VALUE_SHARE * most) } else { (0, 0.0) }
    }

    /// Returns an open cell and the value to try first, or `None` if all cells are fixed. Values in
    /// `seen` come last. It may be empty.
    pub(crate) fn choose(&self, masks: &[u16], seen: &[u16]) -> Option<(u16, u16)> {
        let mut best = None;
        let (mut most, mut of) = (0.0, 1.0);
        // A linear pass: a heap would have to follow the number of candidates, which changes at every node.
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
            // Products instead of quotients: the ratio score / size is compared without a division.
            if score * of > most * size {
                (most, of, best) = (score, size, Some(at));
            }
        }
        let at = best?;
        // Values that an earlier solution showed come last, so that the next solution differs from it.
        let new = masks[at] & !seen.get(at).copied().unwrap_or(0);
        // Unseen values first; if all were seen, the least one.
        let open = if new == 0 { masks[at] } else { new };
        // The least value first; greatest first or most conflicts first make no clear difference.
        let choice = Choice { cell: at as u16, value: open & open.wrapping_neg(), score: most, size: of };
        // A cell with two candidates is chosen directly, because a branch on positions of a value has as many
        // alternatives. If seen values come last, the cell is chosen for its unseen values, so other branches
        // do not help.
        let choice = if of > 2.0 && new == masks[at] { self.choose_place(masks, choice) } else { choice };
        Some((choice.cell, choice.value))
    }

    /// Returns an open cell and an unseen value of it, so that a solution shows many unseen values;
    /// `None` if there is none.
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

    /// Returns the best of a choice, the values with two possible cells in a house, and the
    /// positions on the sides of ranks.
    fn choose_place(&self, masks: &[u16], mut best: Choice) -> Choice {
        let mut start = 0;
        for &end in &self.ends {
            let cells = &self.houses[start..end];
            start = end;
            // Three sets count the cells of all values at once: once, twice, more often.
            let (mut once, mut twice, mut more) = (0, 0, 0);
            for &cell in cells {
                let mask = masks[usize::from(cell)];
                more |= twice & mask;
                twice |= once & mask;
                once |= mask;
            }
            // Values with exactly two possible cells; a fixed value has one.
            // A value with three cells or more is a branch with more alternatives than the chosen cell has.
            let mut values = twice & !more;
            while values != 0 {
                let value = values & values.wrapping_neg();
                values ^= value;
                // The score of a position is that of its best cell, divided by the number of positions.
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
            // The fewer sides are open, the more a rank restricts the next side.
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
                // Bonuses are not added here: they refer to values, and all positions are of one value.
                let score = self.cells[usize::from(cell)] + LEAST;
                if score > most {
                    (best, most) = (cell, score);
                }
            }
        }
        (best, most, count)
    }
}

/// Computes the start score of each cell. A propagator adds its number of cells to each of them. A
/// sum adds more the fewer cells it has, and a sum of two cells twice as much, like a small cage
/// with its two propagators. Propagators that follow from houses add nothing, because peers already
/// represent the houses. Propagators of the whole grid add little.
fn start_scores(network: &Network) -> Vec<f64> {
    // Peers count for every cell, so a grid without propagators has an order as well.
    let count = u32::from(network.count);
    let peers = |cell: u16| network.peers.row(cell).iter().map(|word| word.count_ones()).sum::<u32>();
    let mut scores: Vec<u32> = (0..)
        .zip(&network.priority)
        .map(|(cell, preference)| preference * PREFERENCE + peers(cell))
        .collect();
    for propagator in &network.propagators {
        let len = propagator.cells().len() as u32;
        // The weights follow Interactive Sudoku Solver. They decide the order until conflicts outweigh them.
        let weight = match propagator {
            AnyPropagator::HiddenSingle(_)
            | AnyPropagator::Chute(_)
            | AnyPropagator::EqualSets(_)
            | AnyPropagator::GroupTable(_) => 0,
            // Ranks read all cells alike, so a weight would only blur the others: `Full rank 2` takes 38
            // guesses without it and 230 with it (`docs/experiments/2026-11-22-variants-beside-iss.md`).
            AnyPropagator::LexRank(_) | AnyPropagator::LexDistinct(_) | AnyPropagator::LexAscending(_) => 0,
            // A partition reads every cell of the grid, so its number of cells would outweigh all other
            // propagators.
            AnyPropagator::RegionPartition(_) => 2,
            // A cage of two cells is a sum only, without a list of sets.
            AnyPropagator::Linear(_) if len == 2 => 2 * (2 * count).saturating_sub(len).max(count),
            AnyPropagator::Linear(_) | AnyPropagator::Cage(_) => (2 * count).saturating_sub(len).max(count),
            _ => len,
        };
        propagator.cells().iter().for_each(|&cell| scores[usize::from(cell)] += weight);
    }
    scores.into_iter().map(f64::from).collect()
}

/// Returns true if most propagators are sums, without those that follow from houses, and at least
/// one is not a cage.
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
    // Without a sum that is not a cage, lines of distinct cells would count as sums: `Hard renban 2` takes
    // 251,524 guesses instead of 70,483 then (docs/experiments/2026-11-23-variant-sums.md).
    linear > 0 && linear + cages > others
}

/// Returns the links between the value and the label of each cell of a grid with unknown regions.
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

/// Returns the sides of the grid on which rank propagators look for a value.
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
