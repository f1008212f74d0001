//! Symmetry groups, and counts up to symmetry by Burnside's lemma.
//!
//! A symmetry is a permutation of the items, and of the colors of items, that maps the set of
//! options onto itself. The number of solutions up to symmetry is the average, over the group, of
//! the number of solutions that a symmetry maps to themselves. Such a solution consists of whole
//! orbits of options. So it is a solution of a smaller problem, whose options are the orbits that
//! can be chosen as a whole.
//!
//! Performs badly on groups with many different orbits: each of them needs a count, and the count
//! for the identity is that of the whole problem.
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

/// Largest order of a group. All elements are stored, and symmetry breaking examines them at each
/// node.
const MOST_ELEMENTS: usize = 10_000;
/// Largest number of entries in all permutations of a group, which then take 1 GiB.
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
/// assert_eq!(count, Some(BigUint::from(4_u32))); // of 5
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Symmetries {
    /// The image of each option under each symmetry. The first symmetry is the identity.
    elements: Vec<Vec<u32>>,
}

/// A permutation of the items of a problem, and of colors.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Permutation {
    /// The image of each item, primary and secondary.
    pub items: Vec<u32>,
    /// For each secondary item and color that changes, the color at the image of the item. All
    /// other colors stay.
    pub colors: BTreeMap<(u32, Color), Color>,
}

impl Permutation {
    /// Returns the image of an entry of an option.
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
    /// The order of the group of permutations of the options.
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
    /// The permutation is not one of the items, or adds colors to entries without color, or removes
    /// colors.
    NotPermutation,
    /// An item is mapped to one of another kind: a primary to a secondary one, or to one with other
    /// bounds.
    OtherKind {
        /// The item.
        item: u32,
    },
    /// Two colors of an item have the same image.
    SameColor {
        /// The item.
        item: u32,
    },
    /// The image of an option is not an option, or equal options are mapped to a different number
    /// of options.
    NotOption {
        /// The option.
        option: u32,
    },
    /// The group has more than 10,000 symmetries, or more than 2^28 entries in all permutations.
    TooLarge,
}

impl SymmetryError {
    /// Returns the index of the rejected generator, 0-based.
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
    /// Returns the group generated by permutations of the items (as `Vec<u32>`, the image of each)
    /// or of items and colors. Costs are ignored. Equal options are mapped in order.
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
        Self::generated(problem.options(), &permutations, &Config::new())
            .map_err(|generator| SymmetryError { generator, kind: SymmetryErrorKind::TooLarge })
    }

    /// Detects the symmetries of a problem. They are permutations of its items and of the colors of
    /// each item that map the options onto themselves, and primary items to ones with the same
    /// bounds. The budget of `config` limits the number of items, options and entries visited;
    /// boards take some hundred visits of each.
    ///
    /// ```
    /// use farandole_cover::{BigUint, Config, Costs, Symmetries, generate};
    ///
    /// let problem = generate::queens(8)?;
    /// let found = Symmetries::detect(&problem, Costs::Ignored, &Config::new().budget(1 << 24));
    /// assert_eq!((found.order, found.is_complete), (BigUint::from(8_u32), true));
    /// let (count, _) = found.symmetries.unwrap().count(&problem, 1 << 24, &Config::new())?;
    /// assert_eq!(count, Some(BigUint::from(12_u32))); // of 92
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    #[must_use]
    pub fn detect(problem: &Problem, costs: Costs, config: &Config<'_>) -> Detected {
        let found = detect::find(problem, costs, config);
        let symmetries = if found.order <= BigUint::from(MOST_ELEMENTS) {
            Self::generated(problem.options(), &found.options, config).ok()
        } else {
            None
        };
        let is_complete = found.is_complete && !(symmetries.is_none() && config.is_cancelled());
        Detected { symmetries, order: found.order, is_complete }
    }

    /// Returns the group that permutations of the options generate. The error is the generator at
    /// which the group became too large or the run was cancelled.
    fn generated(options: u32, permutations: &[Vec<u32>], config: &Config<'_>) -> Result<Self, usize> {
        let start: Vec<u32> = (0..options).collect();
        // Both limits bound the memory; the second one matters for problems with very many options.
        let most = MOST_ELEMENTS.min(MOST_NUMBERS / start.len().max(1));
        // Breadth-first closure under the generators; inverses need no generators in a finite
        // group.
        // A set, because the closure meets most elements several times.
        let mut seen = BTreeSet::from([start.clone()]);
        let mut elements = alloc::vec![start];
        let mut at = 0;
        while at < elements.len() {
            for (generator, permutation) in permutations.iter().enumerate() {
                let next: Vec<u32> =
                    elements[at].iter().map(|&option| permutation[option as usize]).collect();
                if seen.insert(next.clone()) {
                    // The group is built by closure, so its size is not known in advance.
                    if elements.len() >= most || config.is_cancelled() {
                        return Err(generator);
                    }
                    elements.push(next);
                }
            }
            at += 1;
        }
        Ok(Self { elements })
    }

    /// Returns the group restricted to `options`, in that order, for a problem that consists of
    /// these options. Returns `None` if one of them is mapped to an option outside.
    ///
    /// # Panics
    /// If an option in `options` does not exist.
    #[must_use]
    pub fn restricted(&self, options: &[u32]) -> Option<Self> {
        let mut indices = alloc::vec![u32::MAX; self.elements[0].len()];
        (0..).zip(options).for_each(|(index, &option)| indices[option as usize] = index);
        let mut elements = Vec::with_capacity(self.elements.len());
        for element in &self.elements {
            let images: Vec<u32> =
                options.iter().map(|&option| indices[element[option as usize] as usize]).collect();
            // The restriction would not be a permutation.
            if images.contains(&u32::MAX) {
                return None;
            }
            elements.push(images);
        }
        // Symmetries that differ only in the removed options have become equal.
        // The identity stays first, where callers expect it.
        elements[1..].sort_unstable();
        elements.dedup();
        Some(Self { elements })
    }

    /// Returns the image of an option under a symmetry. Symmetry 0 is the identity.
    pub(crate) fn image(&self, element: u32, option: u32) -> u32 {
        self.elements[element as usize][option as usize]
    }

    /// Returns the order of the group, including the identity. Permutations of items that move no
    /// option count as the identity.
    #[must_use]
    pub fn order(&self) -> usize {
        self.elements.len()
    }

    /// Returns true if no symmetry maps a solution, as a sorted list of options, to an earlier one.
    /// This holds for exactly one of several solutions that are equal up to symmetry.
    #[must_use]
    pub fn is_first(&self, solution: &[u32]) -> bool {
        let mut own = solution.to_vec();
        own.sort_unstable();
        let mut image = Vec::with_capacity(own.len());
        self.elements.iter().all(|element| {
            image.clear();
            image.extend(own.iter().map(|&option| element[option as usize]));
            image.sort_unstable();
            // Lists of options in order: the lexicographically first one represents its orbit.
            own <= image
        })
    }

    /// Counts the solutions up to symmetry; `None` if `config` stopped the count. There is one
    /// smaller problem for each set of symmetries with equal orbits, and the budget applies to each
    /// of them. `bytes` limits the memo table of a count. `problem` must be the one to which the
    /// group belongs.
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
        // Symmetries with equal orbits, such as a symmetry and its inverse, are counted once.
        let mut kinds: BTreeMap<Vec<u32>, u32> = BTreeMap::new();
        for element in &self.elements {
            *kinds.entry(orbits(element)).or_default() += 1;
        }
        let mut sum = BigUint::ZERO;
        // Each kind of orbits needs one count, weighted by the number of symmetries that have it.
        for (orbits, times) in kinds {
            let mut counter = Counter::new(&quotient(problem, &orbits), bytes)?;
            let end = counter.run(config);
            let Some(count) = counter.into_count() else { return Ok((None, end)) };
            sum += count * times;
        }
        Ok((Some(sum / self.elements.len()), End::Exhausted))
    }
}

/// Checks that a permutation keeps the kinds of items, and maps different colors of an item to
/// different ones.
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
    // An entry without a color excludes other entries that one with a color does not exclude.
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

/// Returns, for each option, the smallest one of its orbit.
fn orbits(element: &[u32]) -> Vec<u32> {
    let mut orbits = alloc::vec![u32::MAX; element.len()];
    for option in 0..element.len() as u32 {
        // Follows the cycle of the permutation until an option that was visited.
        let mut at = option;
        while orbits[at as usize] == u32::MAX {
            orbits[at as usize] = option;
            at = element[at as usize];
        }
    }
    orbits
}

/// Builds the quotient problem, whose options are the orbits whose options can be chosen together.
fn quotient(problem: &Problem, orbits: &[u32]) -> Problem {
    let mut members: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
    for (option, &orbit) in (0..).zip(orbits) {
        members.entry(orbit).or_default().push(option);
    }
    let mut builder = Builder::new();
    let added = builder
        .primary_unnamed(problem.primary_items())
        .and_then(|_| builder.secondary_unnamed(problem.items() - problem.primary_items()));
    debug_assert!(added.is_ok(), "as many items as the problem has");
    // An orbit is chosen as a whole or not at all, because a fixed solution contains it whole or not at all.
    for options in members.values() {
        let mut union: BTreeMap<u32, Color> = BTreeMap::new();
        // Options of an orbit that share an item without agreeing colors cannot be chosen together.
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
