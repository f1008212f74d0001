//! Exact cover problems: items, options, colors, multiplicities and costs.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::ops::Range;

use crate::model::names::Names;

/// The color of a secondary item in an option, or none.
///
/// Colors have indices from 0. Callers choose them, or [`Builder::color`](crate::Builder::color)
/// assigns one to each name. The index must be below `u32::MAX`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Color(u32);

impl Color {
    /// No color: an option with an uncolored secondary item excludes every other option with that
    /// item.
    pub const NONE: Self = Self(0);

    /// Returns the color with this index; `None` for `u32::MAX`.
    #[must_use]
    pub const fn new(index: u32) -> Option<Self> {
        match index.checked_add(1) {
            Some(code) => Some(Self(code)),
            None => None,
        }
    }

    /// Returns the index of the color, or `None` for [`Color::NONE`].
    #[must_use]
    pub const fn index(self) -> Option<u32> {
        self.0.checked_sub(1)
    }

    /// Returns 0 for no color, otherwise the index plus 1.
    pub(crate) const fn code(self) -> u32 {
        self.0
    }
}

/// An item of an option, with its color if it has one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Entry {
    /// The item, 0-based.
    pub item: u32,
    /// The color; only secondary items may have one.
    pub color: Color,
}

impl From<u32> for Entry {
    fn from(item: u32) -> Self {
        Self { item, color: Color::NONE }
    }
}

/// The number of chosen options that must cover a primary item, `low..=high`; 1 to 1 by default.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Bounds {
    /// Smallest number of options.
    pub low: u32,
    /// Largest number of options, at least 1 and at least `low`.
    pub high: u32,
}

impl Bounds {
    /// Exactly one option, as in exact cover without multiplicities.
    pub const ONE: Self = Self { low: 1, high: 1 };
}

/// An exact cover problem, immutable once built.
///
/// Item indices start at 0, with primary items before secondary ones. Option indices start at 0, in
/// the order in which the options were added. The options are stored in one array (compressed
/// rows). A problem takes 4 bytes per entry (8 with colors) and 4 per option, plus the names.
#[derive(Clone, Debug)]
pub struct Problem {
    pub(super) primary: u32,
    pub(super) items: u32,
    pub(super) names: Option<Names>,
    /// The number that names the first item without a name.
    pub(super) first_number: u32,
    pub(super) color_names: Names,
    /// Start of each option in `entries`, followed by the end of the last one.
    pub(super) starts: Vec<u32>,
    pub(super) entries: Vec<u32>,
    /// Color code of each entry; empty if no entry has a color.
    pub(super) colors: Vec<u32>,
    /// Bounds of each primary item. Items beyond the end have the bounds 1 to 1.
    pub(super) bounds: Vec<Bounds>,
    /// Cost of each option. Options beyond the end cost 0.
    pub(super) costs: Vec<u64>,
}

impl Problem {
    /// Returns the number of items, primary and secondary.
    #[must_use]
    pub fn items(&self) -> u32 {
        self.items
    }

    /// Returns the number of primary items, which are the items `0..primary_items()`.
    #[must_use]
    pub fn primary_items(&self) -> u32 {
        self.primary
    }

    /// Returns the number of options.
    #[must_use]
    pub fn options(&self) -> u32 {
        self.starts.len() as u32 - 1
    }

    /// Returns the number of entries, which is the sum of the lengths of all options.
    #[must_use]
    pub fn entries(&self) -> u32 {
        self.entries.len() as u32
    }

    /// Returns the items of an option in the given order; empty if the option does not exist.
    #[must_use]
    pub fn option(&self, option: u32) -> &[u32] {
        &self.entries[self.range(option)]
    }

    /// Returns the entries (item and color) of an option in the given order; empty if the option
    /// does not exist.
    pub fn option_entries(&self, option: u32) -> impl ExactSizeIterator<Item = Entry> + '_ {
        self.range(option).map(|at| Entry {
            item: self.entries[at],
            color: Color(self.colors.get(at).copied().unwrap_or(0)),
        })
    }

    fn range(&self, option: u32) -> Range<usize> {
        let option = option as usize;
        match (self.starts.get(option), self.starts.get(option + 1)) {
            (Some(&start), Some(&end)) => start as usize..end as usize,
            _ => 0..0,
        }
    }

    /// Returns true if any entry has a color.
    #[must_use]
    pub fn has_colors(&self) -> bool {
        !self.colors.is_empty()
    }

    /// Returns true if any primary item has bounds other than 1 to 1.
    #[must_use]
    pub fn has_multiplicities(&self) -> bool {
        !self.bounds.is_empty()
    }

    /// Returns true if any option has a cost other than 0.
    #[must_use]
    pub fn has_costs(&self) -> bool {
        !self.costs.is_empty()
    }

    /// Returns the bounds of a primary item; 1 to 1 for every other index.
    #[must_use]
    pub fn bounds(&self, item: u32) -> Bounds {
        self.bounds.get(item as usize).copied().unwrap_or(Bounds::ONE)
    }

    /// Returns the cost of an option, which is 0 by default.
    #[must_use]
    pub fn cost(&self, option: u32) -> u64 {
        self.costs.get(option as usize).copied().unwrap_or(0)
    }

    /// Returns the name of an item. An item without a name is called by its number; see
    /// [`Builder::set_first_number`](crate::Builder::set_first_number).
    #[must_use]
    pub fn item_name(&self, item: u32) -> String {
        match self.names.as_ref().and_then(|names| names.get(item)) {
            Some(name) => name.to_string(),
            None => (u64::from(item) + u64::from(self.first_number)).to_string(),
        }
    }

    /// Returns the name of a color, or its index if it has no name. [`Color::NONE`] has the empty
    /// name.
    #[must_use]
    pub fn color_name(&self, color: Color) -> String {
        match color.index() {
            None => String::new(),
            Some(index) => {
                self.color_names.get(index).map_or_else(|| index.to_string(), |name| name.to_string())
            }
        }
    }

    /// Returns the item with this name. Items without names are found by their number in decimal.
    #[must_use]
    pub fn find_item(&self, name: &str) -> Option<u32> {
        match &self.names {
            Some(names) => names.find(name),
            None => {
                let number: u32 = name.parse().ok()?;
                let item = number.checked_sub(self.first_number)?;
                (item < self.items && self.item_name(item) == name).then_some(item)
            }
        }
    }

    /// Returns the color with this name, or with this index in decimal if it has no name. No option
    /// need have the color.
    #[must_use]
    pub fn find_color(&self, name: &str) -> Option<Color> {
        // A color may be called by its index unless another color has that name.
        let numbered = || {
            let color = Color::new(name.parse().ok()?)?;
            (self.color_name(color) == name).then_some(color)
        };
        self.color_names.find(name).and_then(Color::new).or_else(numbered)
    }

    /// Returns the items and color codes of an option, sorted. Equal options have equal results.
    pub(crate) fn sorted_entries(&self, option: u32) -> Vec<(u32, u32)> {
        let mut entries: Vec<_> =
            self.option_entries(option).map(|entry| (entry.item, entry.color.code())).collect();
        entries.sort_unstable();
        entries
    }

    /// Returns the problem with other costs.
    #[must_use]
    pub fn with_costs(mut self, cost: impl FnMut(u32) -> u64) -> Self {
        self.costs = (0..self.options()).map(cost).collect();
        if self.costs.iter().all(|&cost| cost == 0) {
            self.costs.clear();
        }
        self
    }

    /// Returns a hash of the items, options, colors, bounds, costs and names. It is the same on
    /// every machine.
    #[must_use]
    pub fn fingerprint(&self) -> u64 {
        let mut hash = 0xcbf2_9ce4_8422_2325_u64;
        // The hash is defined here and not by the standard library, whose hashes may change.
        let mut add = |number: u64| {
            hash = (hash ^ number).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            hash ^= hash >> 32;
        };
        add(u64::from(self.primary));
        add(u64::from(self.items));
        for item in 0..self.items {
            let Bounds { low, high } = self.bounds(item);
            add(u64::from(low) << 32 | u64::from(high));
            self.item_name(item).bytes().for_each(|byte| add(u64::from(byte)));
        }
        for option in 0..self.options() {
            add(self.cost(option));
            for entry in self.option_entries(option) {
                add(u64::from(entry.item) << 32 | u64::from(entry.color != Color::NONE));
                self.color_name(entry.color).bytes().for_each(|byte| add(u64::from(byte)));
            }
        }
        hash
    }

    /// Returns the problem with the options in `order`, which get indices in that order. All items
    /// remain.
    ///
    /// # Panics
    /// If an option in `order` does not exist.
    #[must_use]
    pub fn reordered(&self, order: &[u32]) -> Self {
        let mut problem = Self {
            starts: alloc::vec![0],
            entries: Vec::with_capacity(self.entries.len()),
            colors: Vec::with_capacity(self.colors.len()),
            costs: Vec::new(),
            ..self.clone()
        };
        for &option in order {
            assert!(option < self.options(), "there is no option {option}");
            let range = self.range(option);
            problem.entries.extend_from_slice(&self.entries[range.clone()]);
            if self.has_colors() {
                problem.colors.extend_from_slice(&self.colors[range]);
            }
            problem.starts.push(problem.entries.len() as u32);
            if self.has_costs() {
                problem.costs.push(self.cost(option));
            }
        }
        problem
    }

    /// Returns an option as text, without its cost: the names of its items with their colors,
    /// separated by spaces.
    #[must_use]
    pub fn option_text(&self, option: u32) -> String {
        let mut text = String::new();
        for entry in self.option_entries(option) {
            if !text.is_empty() {
                text.push(' ');
            }
            text.push_str(&self.item_name(entry.item));
            if entry.color != Color::NONE {
                text.push(':');
                text.push_str(&self.color_name(entry.color));
            }
        }
        text
    }
}
