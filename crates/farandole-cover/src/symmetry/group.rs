//! Symmetry groups, and counts up to symmetry by Burnside's lemma.
//!
//! A symmetry is a permutation of the items, and of the colors of items, that maps the set of
//! options onto itself. The number of solutions up to symmetry is the average, over the group, of
//! the number of solutions that a symmetry maps to themselves. Such a solution consists of whole
//! orbits of options. So it is a solution of a smaller problem, whose options are the orbits that
//! can be chosen as a whole.
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

/// Maximal order of a group.
const MOST_ELEMENTS: usize = 10_000;
/// Maximal number of entries in all permutations of a group.
const MOST_NUMBERS: usize = 1 << 28;

/// A group of symmetries of one problem.
///
/// ```
/// use farandole_cover::{BigUint, Config, Problem, Symmetries};
///
/// // Four cells in a row, dominoes and single cells; the row may be turned round.
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
    /// For each symmetry the image of each option. The first one is the identity.
    elements: Vec<Vec<u32>>,
}

/// A permutation of the items of a problem, and of colors.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Permutation {
    /// The image of each item, primary and secondary.
    pub items: Vec<u32>,
    /// The secondary items whose colors change: for each item and color the color that the image of
    /// the item has. All other colors stay.
    pub colors: BTreeMap<(u32, Color), Color>,
}

impl Permutation {
    /// The image of an entry of an option.
    fn image(&self, Entry { item, color }: Entry) -> (u32, u32) {
        let color = self.colors.get(&(item, color)).copied().unwrap_or(color);
        (self.items[item as usize], color.code())
    }
}

impl From<Vec<u32>> for Permutation {
    /// One that keeps all colors.
    fn from(items: Vec<u32>) -> Self {
        Self { items, colors: BTreeMap::new() }
    }
}

/// The symmetries of a problem, as [`Symmetries::detect`] finds them.
#[derive(Clone, Debug)]
pub struct Detected {
    /// The group; `None` if it has more than 10,000 symmetries, or takes more than 2^28 numbers.
    pub symmetries: Option<Symmetries>,
    /// The order of the group, as permutations of the options.
    pub order: BigUint,
    /// Whether all symmetries were found; otherwise the budget was spent, or the run was cancelled.
    pub is_complete: bool,
}

/// Why permutations are not symmetries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SymmetryError {
    generator: usize,
    kind: SymmetryErrorKind,
}

/// What is wrong with a permutation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SymmetryErrorKind {
    /// It is not a permutation of the items, or gives a color to entries that have none, or takes
    /// it from them.
    NotPermutation,
    /// It maps an item to one of another kind: a primary to a secondary one, or to one with other bounds.
    OtherKind {
        /// The item.
        item: u32,
    },
    /// It gives two colors of an item the same image.
    SameColor {
        /// The item.
        item: u32,
    },
    /// The image of an option is not an option, or equal options are not mapped to as many.
    NotOption {
        /// The option.
        option: u32,
    },
    /// The group has more than 10,000 symmetries, or takes more than 2^28 numbers.
    TooLarge,
}

impl SymmetryError {
    /// The generator at fault, 0-based.
    #[must_use]
    pub fn generator(&self) -> usize {
        self.generator
    }

    /// What is wrong with it.
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
                write!(f, "item {item} is mapped to one of another kind or with other bounds")
            }
            SymmetryErrorKind::SameColor { item } => {
                write!(f, "two colors of item {item} have the same image")
            }
            SymmetryErrorKind::NotOption { option } => {
                write!(f, "option {option} is not mapped to an option")
            }
            SymmetryErrorKind::TooLarge => write!(f, "a group of more than {MOST_ELEMENTS} symmetries"),
        }
    }
}

impl core::error::Error for SymmetryError {}

impl Symmetries {
    /// The group generated by permutations of the items (as `Vec<u32>`, the image of each) or of
    /// items and colors. Costs are ignored. Equal options are mapped in their order.
    ///
    /// # Errors
    /// One of them is not a symmetry, or there are too many.
    pub fn new<P: Clone + Into<Permutation>>(
        problem: &Problem,
        generators: &[P],
    ) -> Result<Self, SymmetryError> {
        let mut places: BTreeMap<Vec<(u32, u32)>, Vec<u32>> = BTreeMap::new();
        for option in 0..problem.options() {
            places.entry(problem.sorted_entries(option)).or_default().push(option);
        }
        let mut permutations = Vec::new();
        for (generator, permutation) in generators.iter().enumerate() {
            let permutation: Permutation = permutation.clone().into();
            let error = |kind| SymmetryError { generator, kind };
            check(problem, &permutation).map_err(error)?;
            let mut options = alloc::vec![0; problem.options() as usize];
            for equal in places.values() {
                let entries = problem.option_entries(equal[0]);
                let mut image: Vec<_> = entries.map(|entry| permutation.image(entry)).collect();
                image.sort_unstable();
                let image = places.get(&image).filter(|image| image.len() == equal.len());
                let image = image.ok_or(error(SymmetryErrorKind::NotOption { option: equal[0] }))?;
                equal.iter().zip(image).for_each(|(&option, &image)| options[option as usize] = image);
            }
            permutations.push(options);
        }
        Self::generated(problem.options(), &permutations, &Config::new())
            .map_err(|generator| SymmetryError { generator, kind: SymmetryErrorKind::TooLarge })
    }

    /// Detects the symmetries of a problem: permutations of its items and of the colors of each
    /// item that map the options onto themselves, and primary items to ones with the same bounds.
    /// The budget of `config` limits how many items, options and entries are looked at; boards take
    /// some hundred looks at each.
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

    /// The group that permutations of the options generate; which of them made it too large, or was
    /// the last before the run was cancelled.
    fn generated(options: u32, permutations: &[Vec<u32>], config: &Config<'_>) -> Result<Self, usize> {
        let start: Vec<u32> = (0..options).collect();
        let most = MOST_ELEMENTS.min(MOST_NUMBERS / start.len().max(1));
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
        Ok(Self { elements })
    }

    /// The group restricted to some of the options, in the order of `options`, for a problem that
    /// consists of these; `None` if one of them is mapped to an option that is not among them.
    ///
    /// # Panics
    /// If there is no such option.
    #[must_use]
    pub fn restricted(&self, options: &[u32]) -> Option<Self> {
        let mut places = alloc::vec![u32::MAX; self.elements[0].len()];
        (0..).zip(options).for_each(|(place, &option)| places[option as usize] = place);
        let mut elements = Vec::with_capacity(self.elements.len());
        for element in &self.elements {
            let images: Vec<u32> =
                options.iter().map(|&option| places[element[option as usize] as usize]).collect();
            if images.contains(&u32::MAX) {
                return None;
            }
            elements.push(images);
        }
        // Symmetries that differ only in removed options are equal now.
        elements[1..].sort_unstable();
        elements.dedup();
        Some(Self { elements })
    }

    /// The image of an option under a symmetry, of which number 0 changes nothing.
    pub(crate) fn image(&self, element: u32, option: u32) -> u32 {
        self.elements[element as usize][option as usize]
    }

    /// The order of the group, the identity included. Permutations of items that move no option
    /// count as the identity.
    #[must_use]
    pub fn order(&self) -> usize {
        self.elements.len()
    }

    /// Whether no symmetry maps a solution, as a sorted list of options, to one that comes before
    /// it. Of solutions that are equal up to symmetry this holds for exactly one.
    #[must_use]
    pub fn is_first(&self, solution: &[u32]) -> bool {
        let mut own = solution.to_vec();
        own.sort_unstable();
        let mut image = Vec::with_capacity(own.len());
        self.elements.iter().all(|element| {
            image.clear();
            image.extend(own.iter().map(|&option| element[option as usize]));
            image.sort_unstable();
            own <= image
        })
    }

    /// The number of solutions up to symmetry; `None` when `config` stopped the count. The budget
    /// applies to each of the smaller problems, of which there are as many as symmetries with
    /// different orbits. `bytes` limits the memo table of a count. `problem` must be the one that
    /// the group belongs to.
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
        // Symmetries with equal orbits, such as each and its inverse, are counted once.
        let mut kinds: BTreeMap<Vec<u32>, u32> = BTreeMap::new();
        for element in &self.elements {
            *kinds.entry(orbits(element)).or_default() += 1;
        }
        let mut sum = BigUint::ZERO;
        for (orbits, times) in kinds {
            let mut counter = Counter::new(&quotient(problem, &orbits), bytes)?;
            let end = counter.run(config);
            let Some(count) = counter.into_count() else { return Ok((None, end)) };
            sum += count * times;
        }
        Ok((Some(sum / self.elements.len()), End::Exhausted))
    }
}

/// Whether a permutation keeps the kinds of items, and maps different colors of an item to different ones.
fn check(problem: &Problem, permutation: &Permutation) -> Result<(), SymmetryErrorKind> {
    let mut hit = alloc::vec![false; problem.items() as usize];
    if permutation.items.len() != hit.len() {
        return Err(SymmetryErrorKind::NotPermutation);
    }
    for (item, &image) in (0..).zip(&permutation.items) {
        match hit.get_mut(image as usize) {
            Some(hit) if !*hit => *hit = true,
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
    // An entry without a color excludes what one with a color does not.
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

/// For each option the smallest one of its orbit.
fn orbits(element: &[u32]) -> Vec<u32> {
    let mut orbits = alloc::vec![u32::MAX; element.len()];
    for option in 0..element.len() as u32 {
        let mut at = option;
        while orbits[at as usize] == u32::MAX {
            orbits[at as usize] = option;
            at = element[at as usize];
        }
    }
    orbits
}

/// The quotient problem: its options are the orbits whose options can be chosen together.
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
    for options in members.values() {
        let mut union: BTreeMap<u32, Color> = BTreeMap::new();
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
