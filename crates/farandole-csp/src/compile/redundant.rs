//! Creates the redundant propagators that are added to a long search: arrow tables and combined sums.

use super::combined_sums::combine;
use crate::network::Network;
use crate::propagators::AnyPropagator;
use crate::propagators::group_table::{CELLS, GROUPS, GroupTable};
use crate::propagators::linear::Linear;
use crate::propagators::propagator::Propagator;
use crate::propagators::set_list::Subsets;

/// Maximum number of rows of a table during its construction.
// A run of the propagator reads every row, and each group of the shaft multiplies the number of rows.
const ROWS: usize = 600;
/// Minimum number of cells of a sum that gets a table or is combined. For fewer cells, `Linear` is
/// exact, since it enumerates the values of up to three open cells.
const OPEN: usize = 4;

/// Returns a copy of the network with additional, expensive propagators at the end: arrow tables and combined
/// sums. They follow from the others. Returns `None` if there are none to add.
pub(crate) fn with_redundant_sums(network: &Network) -> Option<Network> {
    let mut added: Vec<AnyPropagator> = arrow_tables(network).collect();
    // Only sums with the weight 1 can be combined into sums of distinct cells.
    let plain: Vec<&Linear> = sums(network)
        .filter(|sum| sum.cells().len() >= OPEN && sum.weighted_groups().all(|(weight, _)| weight == 1))
        .collect();
    for (terms, target) in combine(&plain, network) {
        added.push(Linear::new(&terms, target, &network.peers).into());
    }
    with(network, added)
}

/// Returns a copy of the network with arrow tables at the end, or `None` if there are none to add.
pub(crate) fn with_arrow_tables(network: &Network) -> Option<Network> {
    with(network, arrow_tables(network).collect())
}

/// Returns the tables of the sums that are arrows.
fn arrow_tables(network: &Network) -> impl Iterator<Item = AnyPropagator> {
    sums(network).filter_map(|sum| Arrow::of(sum, network)?.table(network)).map(AnyPropagator::from)
}

/// Returns the linear sums of a network.
fn sums(network: &Network) -> impl Iterator<Item = &Linear> {
    let propagators = network.propagators.iter();
    propagators
        .filter_map(|propagator| if let AnyPropagator::Linear(sum) = propagator { Some(sum) } else { None })
}

/// Returns a copy of the network with these propagators at the end, or `None` if the list is empty.
fn with(network: &Network, added: Vec<AnyPropagator>) -> Option<Network> {
    if added.is_empty() {
        return None;
    }
    let mut stronger = network.clone();
    // The old propagators keep their indices, since searches refer to them by index.
    stronger.propagators.extend(added);
    Some(stronger)
}

/// A cell whose value is the sum of the values of other cells.
struct Arrow<'n> {
    circle: u16,
    /// The other cells, in groups of distinct cells.
    shaft: Vec<&'n [u16]>,
}

impl<'n> Arrow<'n> {
    /// Returns the arrow that a sum represents, if it has enough cells and the form of an arrow.
    fn of(sum: &'n Linear, network: &Network) -> Option<Self> {
        if sum.cells().len() < OPEN {
            return None;
        }
        let (mut balance, mut circle, mut shaft) = (0, None, Vec::new());
        // The shaft has more cells than the circle, so the sign of the balance is that of the shaft.
        let sign =
            sum.weighted_groups().map(|(weight, cells)| weight * cells.len() as i32).sum::<i32>().signum();
        for (weight, cells) in sum.weighted_groups() {
            balance += weight * cells.len() as i32;
            match (weight * sign, cells) {
                (1, _) => shaft.push(cells),
                (-1, [cell]) if circle.is_none() => circle = Some(*cell),
                _ => return None,
            }
        }
        // The target is for 0-based values, so it depends on the numbers of cells of the two sides.
        let is_equal = sum.target() == -i32::from(network.low) * balance;
        circle.filter(|_| is_equal && shaft.len() < GROUPS).map(|circle| Self { circle, shaft })
    }

    /// Builds the table of allowed values. Its groups are the circle, each group of the shaft, and
    /// the rest of a house that contains the whole arrow, if there is one.
    fn table(&self, network: &Network) -> Option<GroupTable> {
        let mut rows = self.rows(network)?;
        let circle = [self.circle];
        let mut groups: Vec<&[u16]> = vec![&circle];
        groups.extend(&self.shaft);
        let rest = self.rest(network);
        let cells: usize = groups.iter().map(|group| group.len()).sum();
        // The rest of the house also restricts the arrow. With it, the search takes 13,748 guesses instead of
        // 17,844 (docs/experiments/2026-11-23-variant-sums.md).
        if !rest.is_empty() && groups.len() < GROUPS {
            let full = (1 << network.count) - 1;
            let used = |row: u64| (0..GROUPS).fold(0, |used, at| used | row >> (16 * at) & 0xffff);
            rows.iter_mut().for_each(|row| *row |= (full & !used(*row)) << (16 * groups.len()));
            groups.push(&rest);
        } else if cells > CELLS {
            return None;
        }
        Some(GroupTable::new(&groups, rows, &network.peers))
    }

    /// Returns the other cells of a house that contains the whole arrow and has as many cells as there are
    /// values. Returns an empty list if there is no such house.
    fn rest(&self, network: &Network) -> Vec<u16> {
        let own = |cell: &u16| *cell == self.circle || self.shaft.iter().any(|group| group.contains(cell));
        let size = 1 + self.shaft.iter().map(|group| group.len()).sum::<usize>();
        let houses = network.propagators.iter().filter_map(|propagator| match propagator {
            AnyPropagator::HiddenSingle(house) if house.cells().len() == usize::from(network.count) => {
                Some(house.cells())
            }
            _ => None,
        });
        let mut holding = houses.filter(|house| house.iter().filter(|cell| own(cell)).count() == size);
        holding.next().map_or(Vec::new(), |house| house.iter().copied().filter(|cell| !own(cell)).collect())
    }

    /// Returns the rows for the circle and the groups of the shaft, or `None` if there are more
    /// than [`ROWS`].
    fn rows(&self, network: &Network) -> Option<Vec<u64>> {
        let low = i32::from(network.low);
        let subsets = Subsets::of(network.count);
        let circle = [self.circle];
        let groups: Vec<&[u16]> = core::iter::once(&circle[..]).chain(self.shaft.iter().copied()).collect();
        let differ = |a: &[u16], b: &[u16]| a.iter().all(|&a| b.iter().all(|&b| network.peers.differ(a, b)));
        // Each entry contains a row, and the sum that remains for the later groups.
        let mut rows: Vec<(u64, i32)> =
            bits(network.domains[usize::from(self.circle)]).map(|at| (1 << at, at + low)).collect();
        for (at, &cells) in groups.iter().enumerate().skip(1) {
            let size = cells.len() as i32;
            let allowed = cells.iter().fold(0, |all, &cell| all | network.domains[usize::from(cell)]);
            let apart: Vec<usize> = (0..at).filter(|&other| differ(groups[other], cells)).collect();
            let mut longer = Vec::new();
            for &(row, left) in &rows {
                let used = apart.iter().fold(0, |used, other| used | (row >> (16 * other)) as u16);
                // The last group must have the whole remaining sum. Earlier groups may have any sum up to it.
                let last = at + 1 == groups.len();
                let sums =
                    if last { left - size * low..left - size * low + 1 } else { 0..left - size * low + 1 };
                for sum in sums {
                    let sets = subsets.with_sum(cells.len(), sum).sets().iter();
                    let fit = sets.filter(|set| *set & (used | !allowed) == 0);
                    longer
                        .extend(fit.map(|&set| (row | u64::from(set) << (16 * at), left - size * low - sum)));
                }
            }
            // The limit applies to each intermediate table, so that no step takes long.
            if longer.len() > ROWS {
                return None;
            }
            rows = longer;
        }
        Some(rows.into_iter().map(|(row, _)| row).collect())
    }
}

/// Returns the indices of the bits of a mask.
fn bits(mask: u16) -> impl Iterator<Item = i32> {
    (0..16).filter(move |at| mask >> at & 1 == 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compile::builder::Builder;

    /// Builds a network with a row of six cells, a row of three cells next to it, and a sum.
    fn network(terms: &[(u16, i32)], target: i32) -> Network {
        let mut builder = Builder::new(9, 1, 6);
        builder.distinct(&[0, 1, 2, 3, 4, 5]);
        builder.distinct(&[6, 7, 8]);
        builder.sum(terms, target);
        builder.build()
    }

    fn added(network: &Network) -> Vec<AnyPropagator> {
        with_redundant_sums(network)
            .map_or(Vec::new(), |stronger| stronger.propagators[network.propagators.len()..].to_vec())
    }

    #[test]
    fn an_arrow_in_a_house_gets_the_rest_of_it() {
        let propagators = added(&network(&[(0, 1), (1, -1), (2, -1), (3, -1)], 0));
        let [AnyPropagator::GroupTable(parts)] = &propagators[..] else { panic!("{propagators:?}") };
        assert_eq!(parts.cells(), [0, 1, 2, 3, 4, 5]);
    }

    #[test]
    fn an_arrow_over_two_houses_gets_a_table() {
        let propagators = added(&network(&[(6, -1), (1, 1), (2, 1), (7, 1)], 0));
        let [AnyPropagator::GroupTable(parts)] = &propagators[..] else { panic!("{propagators:?}") };
        assert_eq!(parts.cells().len(), 4);
    }

    #[test]
    fn other_sums_get_none() {
        assert!(added(&network(&[(0, 1), (1, -1), (6, -1), (7, -1)], 3)).is_empty());
        assert!(added(&network(&[(0, 2), (1, -1), (6, -1), (7, -1)], 0)).is_empty());
        assert!(added(&network(&[(0, 1), (1, -1), (6, -1)], 0)).is_empty());
    }
}
