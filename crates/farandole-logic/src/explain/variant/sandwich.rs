//! Reasons for eliminations by a sandwich: the places of the least and the greatest digit, the sum between
//! them, and the digits outside of them.

use super::names::{cell, set_text};
use super::supposed::Supposed;
use crate::grammar::join;
use crate::variant::State;
use farandole_puzzle::Cell;

/// Maximum number of pairs of places of the two digits whose reasons are listed.
const CASES: usize = 3;
/// Maximum number of sets between the two digits that a sentence lists.
const SETS: usize = 4;

/// A line with a sandwich, and the possible values of its cells.
struct Sandwich<'a> {
    state: &'a State,
    line: &'a [Cell],
    masks: Vec<u16>,
    sum: u32,
}

/// The places of the least and the greatest value, as indices in the line.
type Case = (usize, usize);

impl Sandwich<'_> {
    const fn first(&self, (low, high): Case) -> usize {
        if low < high { low } else { high }
    }

    fn inside(&self, case: Case) -> Vec<usize> {
        let (low, high) = case;
        (self.first(case) + 1..low.max(high)).collect()
    }

    fn outside(&self, case: Case) -> Vec<usize> {
        let (low, high) = case;
        (0..self.line.len()).filter(|at| *at < low.min(high) || *at > low.max(high)).collect()
    }

    /// Returns the masks of the least and the greatest value.
    fn ends(&self) -> [u16; 2] {
        let range = self.state.variant().board().values();
        [range.mask(range.low()), range.mask(range.high())]
    }

    /// Returns the pairs of places that the masks allow.
    fn cases(&self) -> Vec<Case> {
        let [lows, highs] = self
            .ends()
            .map(|end| (0..self.line.len()).filter(|at| self.masks[*at] & end != 0).collect::<Vec<_>>());
        let pairs = lows.iter().flat_map(|low| highs.iter().map(move |high| (*low, *high)));
        pairs.filter(|(low, high)| low != high).collect()
    }

    /// Returns the sets of different values, without the least and the greatest one, that fit into these cells
    /// of the line, as masks.
    fn sets(&self, places: &[usize], without: u16) -> Vec<u16> {
        let [low, high] = self.ends();
        let mut sets = vec![0_u16];
        for at in places {
            let free = self.masks[*at] & !(low | high | without);
            let bits = || (0..16).map(|bit| 1_u16 << bit).filter(|bit| free & bit != 0);
            let mut next: Vec<u16> = sets
                .iter()
                .flat_map(|set| bits().filter(move |bit| set & bit == 0).map(move |bit| set | bit))
                .collect();
            next.sort_unstable();
            next.dedup();
            sets = next;
        }
        sets
    }

    fn total(&self, set: u16) -> u32 {
        self.state.variant().board().values().values_of(set).map(u32::from).sum()
    }

    /// Returns the sets with the required sum that fit between the two digits.
    fn fillings(&self, case: Case) -> Vec<u16> {
        let mut sets = self.sets(&self.inside(case), 0);
        sets.retain(|set| self.total(*set) == self.sum);
        sets
    }

    /// Returns those of the fillings whose other digits fit into the cells outside.
    fn ways(&self, case: Case) -> Vec<u16> {
        let mut sets = self.fillings(case);
        sets.retain(|set| !self.sets(&self.outside(case), *set).is_empty());
        sets
    }

    fn sum_of(&self, places: &[usize]) -> String {
        places.iter().map(|at| cell(self.state, self.line[*at])).collect::<Vec<_>>().join(" + ")
    }

    fn listed(&self, sets: &[u16]) -> String {
        let range = self.state.variant().board().values();
        join(sets.iter().map(|set| set_text(&range.values_of(*set).collect::<Vec<_>>())), "or")
    }

    /// Returns true if the values of the line are different and include every value of the board.
    fn is_full(&self) -> bool {
        let all = self.state.variant().board().values().all();
        self.line.len() == all.count_ones() as usize
            && self.line.iter().enumerate().all(|(at, one)| {
                self.line[at + 1..].iter().all(|two| self.state.sees(*one, *two) & all == all)
            })
    }

    /// Describes why no digits fit if the two ends are in these places: the text follows "1 in r1c1 and 9 in
    /// r1c4 would enclose ". Returns `None` if digits fit.
    fn failure(&self, case: Case) -> Option<String> {
        let inside = self.inside(case);
        if inside.is_empty() {
            if self.sum == 0 && self.ways(case).is_empty() {
                return Some("nothing, but the other digits would not fit into the line".to_owned());
            }
            return (self.sum != 0).then(|| "nothing".to_owned());
        }
        let between = self.sum_of(&inside);
        let sums: Vec<u32> = self.sets(&inside, 0).iter().map(|set| self.total(*set)).collect();
        let (Some(least), Some(most)) = (sums.iter().min(), sums.iter().max()) else {
            return Some(format!("{between}, for which too few different digits are left"));
        };
        if self.sum < *least {
            return Some(format!("{between}, at least {least}"));
        }
        if self.sum > *most {
            return Some(format!("{between}, at most {most}"));
        }
        let fillings = self.fillings(case);
        if fillings.is_empty() {
            return Some(format!("{between}, which cannot be {}", self.sum));
        }
        if !self.ways(case).is_empty() {
            return None;
        }
        self.outer_failure(case, &fillings, &between)
    }

    /// Describes why the digits outside do not fit, if those between the ends alone do.
    fn outer_failure(&self, case: Case, fillings: &[u16], between: &str) -> Option<String> {
        let outside = self.outside(case);
        let [low, high] = self.ends();
        let all = self.state.variant().board().values().all();
        let rest = self.total(all & !(low | high)) - self.sum;
        let known = |at: &usize| self.masks[*at].is_power_of_two();
        let (placed, open): (Vec<usize>, Vec<usize>) = outside.iter().partition(|at| known(at));
        let used: u32 = placed.iter().map(|at| self.total(self.masks[*at])).sum();
        let taken = placed.iter().fold(0, |mask, at| mask | self.masks[*at]);
        let sums: Vec<u32> = self.sets(&open, taken).iter().map(|set| self.total(*set)).collect();
        if !open.is_empty() && used < rest && !sums.contains(&(rest - used)) {
            let bound = match (sums.iter().min(), sums.iter().max()) {
                (Some(least), _) if rest - used < *least => format!("but that is at least {least}"),
                (_, Some(most)) if rest - used > *most => format!("but that is at most {most}"),
                _ => "which they cannot be".to_owned(),
            };
            return Some(format!(
                "{between} = {}; the digits outside add up to {} - {} = {rest}, so {} = {}, {bound}",
                self.sum,
                rest + self.sum,
                self.sum,
                self.sum_of(&open),
                rest - used
            ));
        }
        let held = if fillings.len() <= SETS {
            self.listed(fillings)
        } else {
            format!("digits with the sum {}", self.sum)
        };
        let between = format!("{between}, which could only hold {held},");
        let bare = |at: &&usize| fillings.iter().all(|set| self.masks[**at] & !(set | low | high) == 0);
        Some(match outside.iter().find(bare).copied() {
            Some(at) if known(&at) => format!(
                "{between} but {} would be in {}",
                self.total(self.masks[at]),
                cell(self.state, self.line[at])
            ),
            Some(at) => {
                format!("{between} and nothing would be left for {}", cell(self.state, self.line[at]))
            }
            None => format!(
                "{between} and the other digits would not fit into {}",
                join(outside.iter().map(|at| cell(self.state, self.line[*at])), "and")
            ),
        })
    }
}

/// Explains the elimination of a candidate. The text follows "if r1c1 were 5, ".
pub(super) fn sandwich(supposed: &Supposed<'_>, line: &[Cell], sum: u32) -> Option<String> {
    let state = supposed.state;
    let range = state.variant().board().values();
    let mask = |of: &Cell| supposed.values(*of).iter().fold(0, |mask, value| mask | range.mask(*value));
    let it = Sandwich { state, line, masks: line.iter().map(mask).collect(), sum };
    let ends = [range.low(), range.high()];
    for (end, mask) in ends.into_iter().zip(it.ends()) {
        if it.masks.iter().all(|known| known & mask == 0) {
            return Some(format!("there would be no cell for {end}"));
        }
    }
    if !it.is_full() {
        return None;
    }
    let cases = it.cases();
    if cases.len() > CASES {
        let is_apart = |case: &Case| it.fillings(*case).is_empty();
        return cases.iter().all(is_apart).then(|| {
            format!("no places left for {} and {} enclose digits with the sum {sum}", ends[0], ends[1])
        });
    }
    let parts = cases.iter().map(|case| {
        let [first, second] = [case.0, case.1].map(|at| cell(state, line[at]));
        let text = it.failure(*case)?;
        Some(format!("{} in {first} and {} in {second} would enclose {text}", ends[0], ends[1]))
    });
    let parts: Vec<String> = parts.collect::<Option<_>>()?;
    (!parts.is_empty()).then(|| parts.join("; "))
}

/// Lists the remaining ways to fill a sandwich if there are few. The text follows "The only way left for … is ".
pub(super) fn ways(state: &State, line: &[Cell], sum: u32) -> Option<(usize, String)> {
    let range = state.variant().board().values();
    let it = Sandwich { state, line, masks: line.iter().map(|of| state.candidates(*of)).collect(), sum };
    if !it.is_full() {
        return None;
    }
    let found = it.cases().into_iter().map(|case| (case, it.ways(case))).filter(|(_, sets)| !sets.is_empty());
    let found: Vec<(Case, Vec<u16>)> = found.collect();
    let count: usize = found.iter().map(|(_, sets)| sets.len()).sum();
    if found.is_empty() || found.len() > CASES || count > SETS {
        return None;
    }
    let parts = found.iter().map(|(case, sets)| {
        let between = match it.inside(*case)[..] {
            [] => "nothing".to_owned(),
            _ => it.listed(sets),
        };
        let [first, second] = [case.0, case.1].map(|at| cell(state, line[at]));
        format!("{} in {first} and {} in {second} with {between} between them", range.low(), range.high())
    });
    Some((count, join(parts, "or")))
}
