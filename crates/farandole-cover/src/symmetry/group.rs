//! Symmetry groups, and counts up to symmetry by Burnside's lemma.
//!
//! A symmetry is a permutation of the items, and of the colors of items, that maps the set of options onto
//! itself. By Burnside's lemma, the number of solutions up to symmetry is the average, over the group, of the
//! number of solutions that a symmetry maps to themselves. Such a solution consists of whole orbits of
//! options. It is therefore a solution of a smaller problem, the *quotient*, whose options are the orbits
//! that can be chosen as a whole.
//!
//! Counting is slow if the symmetries of the group have many different partitions into orbits: each partition
//! needs a separate count. The count for the identity is that of the whole problem.
//!
//! Source: the lemma of A. L. Cauchy, F. G. Frobenius and W. Burnside.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::vec::Vec;
use core::fmt;

use num_bigint::BigUint;

use crate::backend::unsupported::Unsupported;
use crate::config::{Config, End};
use crate::count::counter::Counter;
use crate::model::builder::Builder;
use crate::model::problem::{Bounds, Color, Entry, Problem};
use crate::symmetry::detect::{self, Costs};

/// Maximum order of a group. All elements are stored, and symmetry breaking examines them at each
/// node.
const MOST_ELEMENTS: usize = 10_000;
/// Maximum number of entries in all permutations of a group. The permutations then take 1 GiB.
const MOST_NUMBERS: usize = 1 << 28;

/// A group of symmetries of one problem.
///
/// ```
/// use farandole_cover::{BigUint, Config, Problem, Symmetries};
///
/// // Four cells in a row, covered by dominoes and single cells. The row may be reversed.
/// let mut builder = Problem::builder();
/// builder.primary_unnamed(4)?;
/// for items in [&[0][..], &[1], &[2], &[3], &[0, 1], &[1, 2], &[2, 3]] {
///     builder.option(items)?;
/// }
/// let problem = builder.build();
/// let symmetries = Symmetries::new(&problem, &[vec![3, 2, 1, 0]])?;
/// assert_eq!(symmetries.order(), 2);
/// let (count, _) = symmetries.count(&problem, 1 << 24, &Config::new())?;
/// assert_eq!(count, Some(BigUint::from(4_u32))); // instead of 5 solutions
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Symmetries {
    /// For each symmetry, the image of each option. The first symmetry is the identity.
    elements: Vec<Vec<u32>>,
    /// For each option, the previous option that equals it, or `u32::MAX`. Copies of an option can be exchanged.
    /// The group contains none of these exchanges, because there can be very many.
    // Symmetries map copies in order. A set that contains a copy only together with all earlier ones therefore
    // has images of this kind, and one such set represents all that differ in the choice of copies.
    earlier: Vec<u32>,
}

/// A permutation of the items of a problem and of their colors.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Permutation {
    /// The index of the image of each item, primary and secondary.
    pub items: Vec<u32>,
    /// For each pair of a secondary item and a color that changes, the new color, which belongs to the image
    /// of the item. All other colors stay the same.
    pub colors: BTreeMap<(u32, Color), Color>,
}

impl Permutation {
    /// Returns the image of an entry of an option, as an item and a color code.
    fn image(&self, Entry { item, color }: Entry) -> (u32, u32) {
        let color = self.colors.get(&(item, color)).copied().unwrap_or(color);
        (self.items[item as usize], color.code())
    }
}

impl From<Vec<u32>> for Permutation {
    /// Returns a permutation that keeps all colors.
    fn from(items: Vec<u32>) -> Self {
        Self { items, colors: BTreeMap::new() }
    }
}

/// The symmetries of a problem that [`Symmetries::detect`] found.
#[derive(Clone, Debug)]
pub struct Detected {
    /// The group; `None` if it has more than 10,000 symmetries, or more than 2^28 entries in all
    /// permutations.
    pub symmetries: Option<Symmetries>,
    /// The order of the group, as a group of permutations of the options.
    pub order: BigUint,
    /// True if all symmetries were found; false if the budget was spent or the run was cancelled.
    pub is_complete: bool,
}

/// The reason why permutations are not symmetries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SymmetryError {
    generator: usize,
    kind: SymmetryErrorKind,
}

/// The kinds of [`SymmetryError`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SymmetryErrorKind {
    /// The images of the items are not a permutation of the items, or the permutation adds colors to entries
    /// without color, or removes colors.
    NotPermutation,
    /// An item is mapped to an item of another kind: a primary item to a secondary item or vice versa, or to
    /// an item with other bounds.
    OtherKind {
        /// The item.
        item: u32,
    },
    /// Two colors of an item have the same image.
    SameColor {
        /// The item.
        item: u32,
    },
    /// The image of an option is not an option of the problem, or the problem contains the option and its
    /// image a different number of times.
    NotOption {
        /// The option.
        option: u32,
    },
    /// The group has more than 10,000 symmetries, or more than 2^28 entries in all permutations.
    TooLarge,
}

impl SymmetryError {
    /// Returns the 0-based index of the rejected generator.
    #[must_use]
    pub fn generator(&self) -> usize {
        self.generator
    }

    /// Returns the kind of the error.
    #[must_use]
    pub fn kind(&self) -> SymmetryErrorKind {
        self.kind
    }
}

impl fmt::Display for SymmetryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind {
            SymmetryErrorKind::NotPermutation => write!(f, "not a permutation of the items and colors"),
            SymmetryErrorKind::OtherKind { item } => {
                write!(f, "item {item} is mapped to an item of another kind or with different bounds")
            }
            SymmetryErrorKind::SameColor { item } => {
                write!(f, "two colors of item {item} have the same image")
            }
            SymmetryErrorKind::NotOption { option } => {
                write!(f, "option {option} is not mapped to an option")
            }
            SymmetryErrorKind::TooLarge => write!(f, "the group has more than {MOST_ELEMENTS} symmetries"),
        }
    }
}

impl core::error::Error for SymmetryError {}

impl Symmetries {
    /// Returns the group that is generated by permutations of the items and colors. A permutation of the
    /// items alone can be given as `Vec<u32>`, with the image of each item. Costs are ignored. Equal options can
    /// always be exchanged.
    ///
    /// # Errors
    /// One of the permutations is not a symmetry, or the group is too large.
    pub fn new<P: Clone + Into<Permutation>>(
        problem: &Problem,
        generators: &[P],
    ) -> Result<Self, SymmetryError> {
        let mut by_entries: BTreeMap<Vec<(u32, u32)>, Vec<u32>> = BTreeMap::new();
        for option in 0..problem.options() {
            by_entries.entry(problem.sorted_entries(option)).or_default().push(option);
        }
        let mut permutations = Vec::new();
        for (generator, permutation) in generators.iter().enumerate() {
            let permutation: Permutation = permutation.clone().into();
            let error = |kind| SymmetryError { generator, kind };
            check(problem, &permutation).map_err(error)?;
            let mut options = alloc::vec![0; problem.options() as usize];
            for equal in by_entries.values() {
                let entries = problem.option_entries(equal[0]);
                let mut image: Vec<_> = entries.map(|entry| permutation.image(entry)).collect();
                image.sort_unstable();
                let image = by_entries.get(&image).filter(|image| image.len() == equal.len());
                let image = image.ok_or(error(SymmetryErrorKind::NotOption { option: equal[0] }))?;
                equal.iter().zip(image).for_each(|(&option, &image)| options[option as usize] = image);
            }
            permutations.push(options);
        }
        Self::generated(problem, Costs::Ignored, &permutations, &Config::new())
            .map_err(|generator| SymmetryError { generator, kind: SymmetryErrorKind::TooLarge })
    }

    /// Detects the symmetries of a problem. They are permutations of its items and of the colors of items
    /// that map the set of options onto itself, and primary items to primary items with the same bounds. The
    /// budget of `config` limits the number of items, options and entries visited; on boards, each of them is
    /// visited a few hundred times.
    ///
    /// ```
    /// use farandole_cover::{BigUint, Config, Costs, Symmetries, generate};
    ///
    /// let problem = generate::queens(8)?;
    /// let found = Symmetries::detect(&problem, Costs::Ignored, &Config::new().budget(1 << 24));
    /// assert_eq!((found.order, found.is_complete), (BigUint::from(8_u32), true));
    /// let (count, _) = found.symmetries.unwrap().count(&problem, 1 << 24, &Config::new())?;
    /// assert_eq!(count, Some(BigUint::from(12_u32))); // instead of 92 solutions
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    #[must_use]
    pub fn detect(problem: &Problem, costs: Costs, config: &Config<'_>) -> Detected {
        let found = detect::find(problem, costs, config);
        let symmetries = if found.order <= BigUint::from(MOST_ELEMENTS) {
            Self::generated(problem, costs, &found.options, config).ok()
        } else {
            None
        };
        let is_complete = found.is_complete && !(symmetries.is_none() && config.is_cancelled());
        Detected { symmetries, order: found.order, is_complete }
    }

    /// Returns the group that is generated by permutations of the options. If the group is too large or the
    /// run is cancelled, the error is the index of the generator that was in use.
    fn generated(
        problem: &Problem,
        costs: Costs,
        permutations: &[Vec<u32>],
        config: &Config<'_>,
    ) -> Result<Self, usize> {
        let start: Vec<u32> = (0..problem.options()).collect();
        // Both limits bound the memory. The second one is lower for problems with very many options.
        let most = MOST_ELEMENTS.min(MOST_NUMBERS / start.len().max(1));
        // The group is the breadth-first closure under the generators. In a finite group, inverses are
        // powers, so they are included. Most elements are found several times, so a set of them is needed.
        let mut seen = BTreeSet::from([start.clone()]);
        let mut elements = alloc::vec![start];
        let mut at = 0;
        while at < elements.len() {
            for (generator, permutation) in permutations.iter().enumerate() {
                let next: Vec<u32> =
                    elements[at].iter().map(|&option| permutation[option as usize]).collect();
                if seen.insert(next.clone()) {
                    if elements.len() >= most || config.is_cancelled() {
                        return Err(generator);
                    }
                    elements.push(next);
                }
            }
            at += 1;
        }
        let mut last = BTreeMap::new();
        let earlier = (0..problem.options()).map(|option| {
            let cost = if costs == Costs::Kept { problem.cost(option) } else { 0 };
            last.insert((problem.sorted_entries(option), cost), option).unwrap_or(u32::MAX)
        });
        Ok(Self { elements, earlier: earlier.collect() })
    }

    /// Returns the group restricted to `options`, for a problem that consists of these options in this order.
    /// Returns `None` if a symmetry maps one of them to an option that is not in `options`.
    ///
    /// # Panics
    /// Panics if an option in `options` does not exist.
    #[must_use]
    pub fn restricted(&self, options: &[u32]) -> Option<Self> {
        let mut indices = alloc::vec![u32::MAX; self.elements[0].len()];
        (0..).zip(options).for_each(|(index, &option)| indices[option as usize] = index);
        let mut elements = Vec::with_capacity(self.elements.len());
        for element in &self.elements {
            let images: Vec<u32> =
                options.iter().map(|&option| indices[element[option as usize] as usize]).collect();
            if images.contains(&u32::MAX) {
                return None;
            }
            elements.push(images);
        }
        // Symmetries that differ only in the removed options have become equal. The identity must stay first.
        elements[1..].sort_unstable();
        elements.dedup();
        // If an option was removed, it was chosen in advance or is impossible, like all of its copies.
        let earlier = |&option: &u32| indices.get(self.earlier[option as usize] as usize).copied();
        let earlier = options.iter().map(|option| earlier(option).unwrap_or(u32::MAX)).collect();
        Some(Self { elements, earlier })
    }

    /// Returns the image of an option under a symmetry. Symmetry 0 is the identity.
    pub(crate) fn image(&self, element: u32, option: u32) -> u32 {
        self.elements[element as usize][option as usize]
    }

    /// Returns the previous copy of an option.
    fn earlier_copy(&self, option: u32) -> Option<u32> {
        Some(self.earlier[option as usize]).filter(|&earlier| earlier != u32::MAX)
    }

    /// Returns true if another option before this one equals it.
    pub(crate) fn is_copy(&self, option: u32) -> bool {
        self.earlier_copy(option).is_some()
    }

    /// Returns the order of the group, including the identity. Permutations of items that map every option to
    /// itself are the identity.
    #[must_use]
    pub fn order(&self) -> usize {
        self.elements.len()
    }

    /// Returns true if no symmetry maps a solution to an earlier solution, where solutions are compared as
    /// sorted lists of options. Of several solutions that symmetries map to each other, this is true for
    /// exactly one.
    #[must_use]
    pub fn is_first(&self, solution: &[u32]) -> bool {
        let mut own = solution.to_vec();
        own.sort_unstable();
        let has = |option: u32| own.binary_search(&option).is_ok();
        if own.iter().any(|&option| self.earlier_copy(option).is_some_and(|earlier| !has(earlier))) {
            return false;
        }
        let mut image = Vec::with_capacity(own.len());
        self.elements.iter().all(|element| {
            image.clear();
            image.extend(own.iter().map(|&option| element[option as usize]));
            image.sort_unstable();
            // The lexicographically first solution represents its orbit.
            own <= image
        })
    }

    /// Counts the solutions up to symmetry. Returns the count and the reason why the count stopped. The count
    /// is `None` if a limit of `config` was reached. There is one smaller problem for all symmetries with the
    /// same orbits. The budget applies to each smaller problem, and so does the limit of `bytes` bytes for
    /// the memo table. `problem` must be the problem to which the group belongs.
    ///
    /// # Errors
    /// The problem has multiplicities, or is too large for bit sets.
    pub fn count(
        &self,
        problem: &Problem,
        bytes: usize,
        config: &Config<'_>,
    ) -> Result<(Option<BigUint>, End), Unsupported> {
        Unsupported::check_bits(problem)?;
        // Symmetries with the same orbits, such as a symmetry and its inverse, have the same count.
        let mut kinds: BTreeMap<Vec<u32>, u32> = BTreeMap::new();
        for element in &self.elements {
            *kinds.entry(orbits(element)).or_default() += 1;
        }
        let mut sum = BigUint::ZERO;
        for (orbits, times) in kinds {
            let mut counter =
                Counter::new(&quotient(problem, &orbits, |option| self.is_copy(option)), bytes)?;
            let end = counter.run(config);
            let Some(count) = counter.into_count() else { return Ok((None, end)) };
            sum += count * times;
        }
        Ok((Some(sum / self.elements.len()), End::Exhausted))
    }
}

/// Checks that a permutation maps items to items of the same kind, and different colors of an item to different
/// colors.
fn check(problem: &Problem, permutation: &Permutation) -> Result<(), SymmetryErrorKind> {
    let mut is_image = alloc::vec![false; problem.items() as usize];
    if permutation.items.len() != is_image.len() {
        return Err(SymmetryErrorKind::NotPermutation);
    }
    for (item, &image) in (0..).zip(&permutation.items) {
        match is_image.get_mut(image as usize) {
            Some(is_image) if !*is_image => *is_image = true,
            _ => return Err(SymmetryErrorKind::NotPermutation),
        }
        let primary = |item| item < problem.primary_items();
        let bounds = |item| if primary(item) { problem.bounds(item) } else { Bounds::ONE };
        if primary(item) != primary(image) || bounds(item) != bounds(image) {
            return Err(SymmetryErrorKind::OtherKind { item });
        }
    }
    if permutation.colors.is_empty() {
        return Ok(());
    }
    // Entries with and without a color cannot be mapped to each other, because they conflict with different
    // entries.
    if permutation.colors.iter().any(|(&(_, color), &image)| color == Color::NONE || image == Color::NONE) {
        return Err(SymmetryErrorKind::NotPermutation);
    }
    let mut images = BTreeMap::new();
    for entry in (0..problem.options()).flat_map(|option| problem.option_entries(option)) {
        if *images.entry(permutation.image(entry)).or_insert(entry) != entry {
            return Err(SymmetryErrorKind::SameColor { item: entry.item });
        }
    }
    Ok(())
}

/// Returns, for each option, the lowest option of its orbit under a symmetry.
fn orbits(element: &[u32]) -> Vec<u32> {
    let mut orbits = alloc::vec![u32::MAX; element.len()];
    for option in 0..element.len() as u32 {
        // The loop follows the cycle of the permutation up to an option that was visited already.
        let mut at = option;
        while orbits[at as usize] == u32::MAX {
            orbits[at as usize] = option;
            at = element[at as usize];
        }
    }
    orbits
}

/// Builds the quotient problem. Its options are the orbits whose options can be chosen together. Copies are left
/// out; their orbits are copies of the orbits of the first options.
fn quotient(problem: &Problem, orbits: &[u32], is_copy: impl Fn(u32) -> bool) -> Problem {
    let mut members: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
    for (option, &orbit) in (0..).zip(orbits).filter(|&(option, _)| !is_copy(option)) {
        members.entry(orbit).or_default().push(option);
    }
    let mut builder = Builder::new();
    let added = builder
        .primary_unnamed(problem.primary_items())
        .and_then(|_| builder.secondary_unnamed(problem.items() - problem.primary_items()));
    debug_assert!(added.is_ok(), "as many items as the problem has");
    // A solution that the symmetry maps to itself contains all options of an orbit or none of them.
    for options in members.values() {
        let mut union: BTreeMap<u32, Color> = BTreeMap::new();
        // Two options of an orbit cannot be chosen together if they share an item without a common color.
        let fits = options.iter().flat_map(|&option| problem.option_entries(option)).all(|entry| {
            union
                .insert(entry.item, entry.color)
                .is_none_or(|color| color != Color::NONE && color == entry.color)
        });
        if fits {
            let entries: Vec<Entry> = union.into_iter().map(|(item, color)| Entry { item, color }).collect();
            let added = builder.option_with_colors(&entries);
            debug_assert!(added.is_ok(), "items of the problem, each once");
        }
    }
    builder.build()
}
