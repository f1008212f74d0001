//! Smallest hitting sets. A hitting set has an element of each of the given sets.
//!
//! The search is branch and bound on the set with the fewest elements, bounded by disjoint sets.
//! Performs badly for hundreds of large, overlapping sets.

use core::sync::atomic::{AtomicBool, Ordering};

/// A set of elements; bit k represents element k.
pub(super) type Set = u128;

/// The result of the search for a hitting set of limited size.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Hitting {
    /// A hitting set of the requested size.
    Found(Set),
    /// There is none.
    None,
    /// The search was cancelled.
    Stopped,
}

/// Returns a hitting set with at most `most` elements.
pub(super) fn hitting_set(sets: &[Set], most: u32, stop: &AtomicBool) -> Hitting {
    let mut search = Search { stop, nodes: 0 };
    search.run(sets.to_vec(), 0, most)
}

struct Search<'a> {
    stop: &'a AtomicBool,
    nodes: u64,
}

impl Search<'_> {
    /// Looks for a hitting set of the remaining sets, with at most `most` more elements.
    fn run(&mut self, mut sets: Vec<Set>, chosen: Set, most: u32) -> Hitting {
        self.nodes += 1;
        if self.nodes.is_multiple_of(1024) && self.stop.load(Ordering::Relaxed) {
            return Hitting::Stopped;
        }
        if sets.is_empty() {
            return Hitting::Found(chosen);
        }
        sets.sort_unstable_by_key(|set| set.count_ones());
        if disjoint(&sets) > most {
            return Hitting::None;
        }
        let mut first = sets[0];
        if first == 0 {
            return Hitting::None;
        }
        while first != 0 {
            let element = most_frequent(first, &sets);
            let bit = 1 << element;
            let rest: Vec<Set> = sets.iter().copied().filter(|set| set & bit == 0).collect();
            match self.run(rest, chosen | bit, most - 1) {
                Hitting::None => {}
                answer => return answer,
            }
            // The other branches exclude the element.
            first &= !bit;
            sets.iter_mut().for_each(|set| *set &= !bit);
            if sets.contains(&0) || disjoint(&sets) > most {
                return Hitting::None;
            }
        }
        Hitting::None
    }
}

/// Returns the number of disjoint sets that a greedy choice finds, a lower bound. The sets were
/// sorted by size before elements were removed.
fn disjoint(sets: &[Set]) -> u32 {
    let (mut covered, mut count) = (0, 0);
    for set in sets {
        if set & covered == 0 {
            covered |= set;
            count += 1;
        }
    }
    count
}

/// Returns the element of `of` that most of the sets contain.
fn most_frequent(of: Set, sets: &[Set]) -> u32 {
    let elements = (0..128).filter(|element| of >> element & 1 == 1);
    let frequency = |element: &u32| sets.iter().filter(|set| *set >> element & 1 == 1).count();
    elements.max_by_key(frequency).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    #[test]
    fn sizes_equal_those_of_all_subsets() {
        let mut random = Random::new(5, 0);
        for _ in 0..300 {
            let elements = 4 + random.below(7);
            let count = 1 + random.below(12);
            let sets: Vec<Set> =
                (0..count).map(|_| Set::from(1 + random.below((1 << elements) - 1))).collect();
            let hits = |chosen: Set| sets.iter().all(|set| set & chosen != 0);
            let least = (0..1 << elements).filter(|chosen| hits(*chosen)).map(Set::count_ones).min().unwrap();
            let stop = AtomicBool::new(false);
            assert_eq!(hitting_set(&sets, least - 1, &stop), Hitting::None);
            match hitting_set(&sets, least, &stop) {
                Hitting::Found(chosen) => assert!(hits(chosen) && chosen.count_ones() <= least),
                other => panic!("{other:?}"),
            }
        }
    }
}
