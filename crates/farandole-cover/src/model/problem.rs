//! Exact cover problems: items, options, colors, multiplicities and costs.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::ops::Range;

use crate::model::names::Names;

/// The color of a secondary item in an option, or [`Color::NONE`].
///
/// A color has a 0-based index below `u32::MAX`. Callers choose the indices, or
/// [`Builder::color`](crate::Builder::color) assigns an index to each name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Color(u32);

impl Color {
    /// No color. An option that contains a secondary item without a color conflicts with every other option
    /// that contains the item.
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
    /// The 0-based index of the item.
    pub item: u32,
    /// The color of the item. Only secondary items may have a color.
    pub color: Color,
}

impl From<u32> for Entry {
    fn from(item: u32) -> Self {
        Self { item, color: Color::NONE }
    }
}

/// The bounds `low..=high` of the number of chosen options that cover a primary item. By default, exactly one
/// option covers it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Bounds {
    /// Minimum number of options.
    pub low: u32,
    /// Maximum number of options, at least 1 and at least `low`.
    pub high: u32,
}

impl Bounds {
    /// Exactly one option, as in exact cover without multiplicities.
    pub const ONE: Self = Self { low: 1, high: 1 };
}

/// An exact cover problem, immutable once built.
///
/// Item indices start at 0, with primary items before secondary items. Option indices start at 0, in the
/// order in which the options were added. All options are stored in one array. A problem takes 4 bytes per
/// entry (8 with colors) and 4 bytes per option, plus the names.
#[derive(Clone, Debug)]
pub struct Problem {
    pub(super) primary: u32,
    pub(super) items: u32,
    pub(super) names: Option<Names>,
    /// The number by which the first unnamed item is called.
    pub(super) first_number: u32,
    pub(super) color_names: Names,
    /// The start of each option in `entries`, followed by the number of entries.
    pub(super) starts: Vec<u32>,
    pub(super) entries: Vec<u32>,
    /// The color code of each entry; empty if no entry has a color.
    pub(super) colors: Vec<u32>,
    /// The bounds of each primary item. Items after the end of the vector have the bounds 1 to 1.
    pub(super) bounds: Vec<Bounds>,
    /// The cost of each option. Options after the end of the vector cost 0.
    pub(super) costs: Vec<u64>,
    /// The number of each option; empty if the number of every option is its index plus 1.
    pub(super) numbers: Vec<u32>,
}

impl Problem {
    /// Returns the number of items, primary and secondary.
    #[must_use]
    pub fn items(&self) -> u32 {
        self.items
    }

    /// Returns the number of primary items. They have the indices `0..primary_items()`.
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

    /// Returns the items of an option, in the order in which they were given; none if the option does not
    /// exist.
    #[must_use]
    pub fn option(&self, option: u32) -> &[u32] {
        &self.entries[self.range(option)]
    }

    /// Returns the entries (item and color) of an option, in the order in which they were given; none if the
    /// option does not exist.
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

    /// Returns the cost of an option; 0 by default.
    #[must_use]
    pub fn cost(&self, option: u32) -> u64 {
        self.costs.get(option as usize).copied().unwrap_or(0)
    }

    /// Returns the number by which users call an option: its 1-based position among all options of its text,
    /// including those that were skipped.
    #[must_use]
    pub fn number(&self, option: u32) -> u32 {
        self.numbers.get(option as usize).copied().unwrap_or(option + 1)
    }

    /// Returns the problem with its options numbered from 1 without gaps, as for a text of its own.
    #[must_use]
    pub fn renumbered(mut self) -> Self {
        self.numbers = Vec::new();
        self
    }

    /// Returns the name of an item. An unnamed item is called by a number in decimal; see
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

    /// Returns the item with this name; `None` if there is none. Unnamed items are found by their number in
    /// decimal.
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

    /// Returns the color with this name. If no color has this name, a number in decimal is the index of an
    /// unnamed color, even if no option has this color.
    #[must_use]
    pub fn find_color(&self, name: &str) -> Option<Color> {
        // An unnamed color may be called by its index.
        let numbered = || {
            let color = Color::new(name.parse().ok()?)?;
            (self.color_name(color) == name).then_some(color)
        };
        self.color_names.find(name).and_then(Color::new).or_else(numbered)
    }

    /// Returns the items and color codes of an option, sorted. The results for two options are equal if the
    /// options are equal.
    pub(crate) fn sorted_entries(&self, option: u32) -> Vec<(u32, u32)> {
        let mut entries: Vec<_> =
            self.option_entries(option).map(|entry| (entry.item, entry.color.code())).collect();
        entries.sort_unstable();
        entries
    }

    /// Returns the problem with other costs. `cost` returns the new cost of an option, by index.
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
        // The hashes of the standard library may change, so this hash is defined here.
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

    /// Returns the problem with only the options in `order`, with indices in that order. All items remain, and
    /// options keep their numbers.
    ///
    /// # Panics
    /// Panics if an option in `order` does not exist.
    #[must_use]
    pub fn reordered(&self, order: &[u32]) -> Self {
        let mut problem = Self {
            starts: alloc::vec![0],
            entries: Vec::with_capacity(self.entries.len()),
            colors: Vec::with_capacity(self.colors.len()),
            costs: Vec::new(),
            numbers: order.iter().map(|&option| self.number(option)).collect(),
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
    /// separated by spaces, for example `a x:red`.
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
