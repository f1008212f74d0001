//! Exact counting by memoization of subproblems. Counts may be arbitrarily large.
//!
//! The algorithm performs badly if subproblems rarely repeat: the memo table fills without hits, and a search
//! that visits every solution is faster.

use alloc::boxed::Box;
use alloc::collections::BTreeMap;
use alloc::collections::btree_map::Entry;
use alloc::vec::Vec;
use core::ops::{Add, AddAssign, Mul};

use num_bigint::BigUint;

use crate::backend::unsupported::Unsupported;
use crate::config::{Config, End};
use crate::count::memo::{Algebra, MemoStats, Memoized, Parts};
use crate::model::problem::Problem;

/// A count: 128 bits if they suffice, otherwise a big integer.
#[derive(Clone, Debug)]
pub(crate) enum Number {
    Small(u128),
    Big(Box<BigUint>),
}

impl Number {
    pub(crate) fn big(self) -> BigUint {
        match self {
            Self::Small(number) => BigUint::from(number),
            Self::Big(number) => *number,
        }
    }
}

impl AddAssign for Number {
    fn add_assign(&mut self, other: Self) {
        // Big integers allocate, and most counts fit in 128 bits.
        *self = match (&*self, &other) {
            (Self::Small(a), Self::Small(b)) => match a.checked_add(*b) {
                Some(sum) => Self::Small(sum),
                None => Self::Big(Box::new(BigUint::from(*a).add(*b))),
            },
            _ => Self::Big(Box::new(core::mem::replace(self, Self::Small(0)).big() + other.big())),
        };
    }
}

impl Mul for Number {
    type Output = Self;

    fn mul(self, other: Self) -> Self {
        if let (Self::Small(a), Self::Small(b)) = (&self, &other)
            // The check matters: counts typically exceed 128 bits in products of independent components.
            && let Some(product) = a.checked_mul(*b)
        {
            return Self::Small(product);
        }
        Self::Big(Box::new(self.big() * other.big()))
    }
}

/// The algebra of counting: numbers are added and multiplied.
struct Counting {
    /// For each option, the number of equal options that it represents. Empty if all options are distinct.
    // An empty vector is the common case and saves a vector in which every weight is 1.
    weights: Vec<u32>,
}

impl Algebra for Counting {
    type Value = Number;
    type Partial = Number;

    fn none(&mut self) -> Number {
        Number::Small(0)
    }

    fn done(&mut self) -> Number {
        Number::Small(1)
    }

    fn is_none(&self, value: &Number) -> bool {
        matches!(value, Number::Small(0))
    }

    fn open(&mut self, _: u32) -> Number {
        Number::Small(0)
    }

    fn add(&mut self, partial: &mut Number, option: u32, rest: Number) {
        *partial += match self.weights.get(option as usize) {
            Some(&weight) if weight > 1 => Number::Small(u128::from(weight)) * rest,
            _ => rest,
        };
    }

    fn close(&mut self, partial: Number) -> Number {
        partial
    }

    fn join(&mut self, parts: Vec<Number>) -> Number {
        parts.into_iter().fold(Number::Small(1), Mul::mul)
    }
}

/// Groups equal options. Returns the first option of each group, in ascending order, and the size of each
/// group; `None` if no two options are equal.
fn distinct(problem: &Problem) -> Option<(Vec<u32>, Vec<u32>)> {
    // Equal options have equal sorted entries. A map finds them without comparing all pairs.
    let mut classes: BTreeMap<Vec<(u32, u32)>, usize> = BTreeMap::new();
    let (mut first, mut weights) = (Vec::new(), Vec::new());
    for option in 0..problem.options() {
        match classes.entry(problem.sorted_entries(option)) {
            Entry::Occupied(class) => weights[*class.get()] += 1,
            Entry::Vacant(class) => {
                class.insert(first.len());
                first.push(option);
                weights.push(1);
            }
        }
    }
    (first.len() < problem.options() as usize).then_some((first, weights))
}

/// A count of all solutions by memoization. Each subproblem is counted once, and independent
/// components are counted separately.
///
/// If subproblems repeat, as in tilings of boards, this takes a fraction of the time of a search that visits
/// every solution. If they rarely repeat, it is slower than
/// [`Search::count`](crate::Search::count), and the memo table fills up. Equal options are replaced by one
/// option with a weight, because a solution contains at most one of them.
///
/// ```
/// use farandole_cover::{Config, Counter, End, generate};
///
/// let mut counter = Counter::new(&generate::dominoes(8, 8)?, 1 << 26)?;
/// assert_eq!(counter.run(&Config::new()), End::Exhausted);
/// assert_eq!(counter.into_count().unwrap().to_string(), "12988816");
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
pub struct Counter {
    search: Memoized<Counting>,
}

impl Counter {
    /// Prepares a count with a memo table of up to about `bytes` bytes. A full table is emptied.
    ///
    /// # Errors
    /// The problem has multiplicities, or is too large for bit sets (65,535 or more primary items or distinct
    /// options).
    pub fn new(problem: &Problem, bytes: usize) -> Result<Self, Unsupported> {
        if problem.has_multiplicities() {
            return Err(Unsupported::MULTIPLICITIES);
        }
        let search = match distinct(problem) {
            None => Memoized::new(problem, Counting { weights: Vec::new() }, bytes, Parts::Split),
            Some((first, weights)) => {
                Memoized::new(&problem.reordered(&first), Counting { weights }, bytes, Parts::Split)
            }
        };
        Ok(Self { search: search? })
    }

    /// Counts until all solutions are counted or a limit of `config` is reached. Another call continues the
    /// count.
    pub fn run(&mut self, config: &Config<'_>) -> End {
        self.search.run(config)
    }

    /// Returns the counters so far.
    #[must_use]
    pub fn stats(&self) -> MemoStats {
        self.search.stats()
    }

    /// Returns the length of a key of the memo table in words of 64 bits. A key has one bit per distinct
    /// option.
    #[must_use]
    pub fn words(&self) -> usize {
        self.search.words()
    }

    /// Calls `f` for each entry of the memo table whose 0-based index is `from` or more, in the order in
    /// which they were added. The arguments are the key of a subproblem, and its number of solutions as
    /// little-endian bytes. Entries keep their indices until the table is full and is emptied;
    /// [`MemoStats::clears`] counts these events.
    ///
    /// The entries can serve as a checkpoint, to which only new entries have to be appended later. To restore
    /// it, pass all entries to [`insert_memo`](Self::insert_memo) of a new counter of an equal problem. That
    /// counter starts again at the root, but finds the stored subproblems in its table.
    #[cfg(feature = "std")]
    pub(crate) fn each_memo(&self, from: usize, mut f: impl FnMut(&[u64], &[u8])) {
        self.search.each_entry(from, |key, number| match number {
            Number::Small(number) => f(key, &number.to_le_bytes()),
            Number::Big(number) => f(key, &number.to_bytes_le()),
        });
    }

    /// Adds an entry to the memo table. The arguments are those that [`each_memo`](Self::each_memo) passed for
    /// an equal problem. Returns `false`, with nothing changed, if the key has the wrong length for this
    /// problem. Entries are not checked any further: a wrong entry makes the count wrong.
    #[cfg(feature = "std")]
    pub(crate) fn insert_memo(&mut self, subproblem: &[u64], count: &[u8]) -> bool {
        // The length distinguishes the two representations: small numbers are always written as 16 bytes.
        let number = match <[u8; 16]>::try_from(count) {
            Ok(bytes) => Number::Small(u128::from_le_bytes(bytes)),
            Err(_) => Number::Big(Box::new(BigUint::from_bytes_le(count))),
        };
        self.search.insert(subproblem, number)
    }

    /// Returns the number of solutions; `None` unless [`run`](Self::run) has returned
    /// [`End::Exhausted`].
    #[must_use]
    pub fn into_count(self) -> Option<BigUint> {
        self.search.into_result().1.map(Number::big)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate;
    use alloc::string::ToString;

    fn count(problem: &Problem) -> alloc::string::String {
        let mut counter = Counter::new(problem, 1 << 28).unwrap();
        assert_eq!(counter.run(&Config::new()), End::Exhausted);
        counter.into_count().unwrap().to_string()
    }

    #[test]
    fn large_counts_are_the_known_ones() {
        // OEIS A004003, A000110, A001147.
        assert_eq!(count(&generate::dominoes(12, 12).unwrap()), "53060477521960000");
        assert_eq!(count(&generate::dominoes(14, 14).unwrap()), "112202208776036178000000");
        assert_eq!(count(&generate::bell(10).unwrap()), "115975");
        assert_eq!(count(&generate::matchings(20).unwrap()), "654729075");
        assert_eq!(count(&generate::queens(9).unwrap()), "352");
        assert_eq!(count(&generate::dominoes(3, 3).unwrap()), "0");
        assert_eq!(count(&generate::queens(0).unwrap()), "1");
    }

    #[test]
    fn parts_are_multiplied_past_128_bits() {
        // Several 8x8 boards whose items alternate, so that the components are not contiguous.
        for copies in [4_u32, 8] {
            let board = generate::dominoes(8, 8).unwrap();
            let mut builder = Problem::builder();
            builder.primary_unnamed(64 * copies).unwrap();
            for option in 0..board.options() {
                for copy in 0..copies {
                    let items: Vec<u32> =
                        board.option(option).iter().map(|item| item * copies + copy).collect();
                    builder.option(&items).unwrap();
                }
            }
            let expected = BigUint::from(12_988_816_u32).pow(copies);
            assert_eq!(count(&builder.build()), expected.to_string());
        }
    }

    #[test]
    fn equal_options_are_one_with_a_weight() {
        // A million options on three items are too many for bit sets, but only three of them are distinct.
        let mut builder = Problem::builder();
        builder.primary_unnamed(3).unwrap();
        for option in 0..1_000_000 {
            builder.option(&[option % 3]).unwrap();
        }
        assert_eq!(count(&builder.build()), (333_334_u64 * 333_333 * 333_333).to_string());
    }

    #[test]
    fn a_count_continues_from_a_restored_memo_table() {
        let problem = generate::dominoes(12, 12).unwrap();
        let mut all = Counter::new(&problem, 1 << 26).unwrap();
        all.run(&Config::new());
        let nodes = all.stats().nodes;
        let mut entries: Vec<(Vec<u64>, Vec<u8>)> = Vec::new();
        let mut first = Counter::new(&problem, 1 << 26).unwrap();
        // Two checkpoints; the second one contains only the entries added after the first.
        for share in [3, 2] {
            assert_eq!(first.run(&Config::new().budget(nodes / share)), End::BudgetSpent);
            first.each_memo(entries.len(), |key, count| entries.push((key.to_vec(), count.to_vec())));
        }
        assert_eq!(first.stats().entries, entries.len() as u64);
        let mut second = Counter::new(&problem, 1 << 26).unwrap();
        assert!(entries.iter().all(|(key, count)| second.insert_memo(key, count)));
        assert_eq!(second.run(&Config::new()), End::Exhausted);
        let left = second.stats().nodes;
        assert!(left < nodes * 6 / 10, "{left} of {nodes}");
        assert_eq!(second.into_count(), all.into_count());

        let mut other = Counter::new(&generate::queens(5).unwrap(), 1 << 10).unwrap();
        assert!(!other.insert_memo(&[1, 2, 3, 4], &[0; 16]));
        // Numbers above 128 bits survive the round trip.
        let large = BigUint::from(3_u32).pow(100);
        assert!(other.insert_memo(&[7], &large.to_bytes_le()));
        other.each_memo(0, |key, count| {
            assert_eq!((key, BigUint::from_bytes_le(count)), (&[7_u64][..], large.clone()));
        });
    }

    #[test]
    fn sums_and_products_grow_past_128_bits() {
        let max = || Number::Small(u128::MAX);
        let mut sum = max();
        sum += max();
        assert_eq!(sum.clone().big(), BigUint::from(u128::MAX) * 2_u32);
        sum += Number::Small(7);
        assert_eq!(sum.clone().big(), BigUint::from(u128::MAX) * 2_u32 + 7_u32);
        assert_eq!((max() * max()).big(), BigUint::from(u128::MAX).pow(2));
        assert_eq!((sum * Number::Small(0)).big(), BigUint::ZERO);
    }
}
