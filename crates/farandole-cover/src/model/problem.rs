//! Exact cover problems: items, options, colors, multiplicities and costs.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::ops::Range;

use crate::model::names::Names;

/// The color of a secondary item in an option, or none.
///
/// Colors are numbered from 0; the numbers are the caller's own, or those that [`Builder::color`](crate::Builder::color) gives to
/// names. The number must stay below `u32::MAX`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Color(u32);

impl Color {
    /// No color: an option with the item uncolored excludes every other option with that item.
    pub const NONE: Self = Self(0);

    /// The color with number `index`; `None` for `u32::MAX`.
    #[must_use]
    pub const fn new(index: u32) -> Option<Self> {
        match index.checked_add(1) {
            Some(code) => Some(Self(code)),
            None => None,
        }
    }

    /// The color's number, or `None` for [`Color::NONE`].
    #[must_use]
    pub const fn index(self) -> Option<u32> {
        self.0.checked_sub(1)
    }

    /// 0 for no color, else number + 1.
    pub(crate) const fn code(self) -> u32 {
        self.0
    }
}

/// One item of an option, with its color if it has one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Entry {
    /// Item, 0-based.
    pub item: u32,
    /// Color; only secondary items may have one.
    pub color: Color,
}

impl From<u32> for Entry {
    fn from(item: u32) -> Self {
        Self { item, color: Color::NONE }
    }
}

/// How many chosen options must hold a primary item: `low..=high`, and 1 to 1 unless said otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Bounds {
    /// Fewest options.
    pub low: u32,
    /// Most options, at least 1 and at least `low`.
    pub high: u32,
}

impl Bounds {
    /// Exactly one option, as in plain exact cover.
    pub const ONE: Self = Self { low: 1, high: 1 };
}

/// An exact cover problem, fixed once built.
///
/// Items are numbered from 0, primary items first, then secondary ones; options are numbered from 0 in the
/// order in which they were added. Options lie one behind the other in one array (compressed rows), so a
/// problem costs 4 bytes an entry (8 with colors) and 4 an option, plus names.
#[derive(Clone, Debug)]
pub struct Problem {
    pub(super) primary: u32,
    pub(super) items: u32,
    pub(super) names: Option<Names>,
    /// What the first item without a name is called.
    pub(super) first_number: u32,
    pub(super) color_names: Names,
    /// Start of each option in `entries`, and the end of the last.
    pub(super) starts: Vec<u32>,
    pub(super) entries: Vec<u32>,
    /// Color codes in step with `entries`; empty when no entry has a color.
    pub(super) colors: Vec<u32>,
    /// In step with primary items; empty when all are 1 to 1.
    pub(super) bounds: Vec<Bounds>,
    /// In step with options; empty when all are 0.
    pub(super) costs: Vec<u64>,
}

impl Problem {
    /// Number of items, primary and secondary.
    #[must_use]
    pub fn items(&self) -> u32 {
        self.items
    }

    /// Number of primary items; they are items `0..primary_items()`.
    #[must_use]
    pub fn primary_items(&self) -> u32 {
        self.primary
    }

    /// Number of options.
    #[must_use]
    pub fn options(&self) -> u32 {
        self.starts.len() as u32 - 1
    }

    /// Number of entries: the lengths of all options added up.
    #[must_use]
    pub fn entries(&self) -> u32 {
        self.entries.len() as u32
    }

    /// The items of an option in the order given; empty for an option that does not exist.
    #[must_use]
    pub fn option(&self, option: u32) -> &[u32] {
        &self.entries[self.range(option)]
    }

    /// The entries (item and color) of an option in the order given; none if it does not exist.
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

    /// Whether any entry has a color.
    #[must_use]
    pub fn has_colors(&self) -> bool {
        !self.colors.is_empty()
    }

    /// Whether any primary item has bounds other than 1 to 1.
    #[must_use]
    pub fn has_multiplicities(&self) -> bool {
        !self.bounds.is_empty()
    }

    /// Whether any option has a cost other than 0.
    #[must_use]
    pub fn has_costs(&self) -> bool {
        !self.costs.is_empty()
    }

    /// The bounds of a primary item; 1 to 1 for every other number.
    #[must_use]
    pub fn bounds(&self, item: u32) -> Bounds {
        self.bounds.get(item as usize).copied().unwrap_or(Bounds::ONE)
    }

    /// The cost of an option, 0 unless one was set.
    #[must_use]
    pub fn cost(&self, option: u32) -> u64 {
        self.costs.get(option as usize).copied().unwrap_or(0)
    }

    /// The name of an item: the one it was given, else its number (see [`Builder::set_first_number`](crate::Builder::set_first_number)).
    #[must_use]
    pub fn item_name(&self, item: u32) -> String {
        match self.names.as_ref().and_then(|names| names.get(item)) {
            Some(name) => name.to_string(),
            None => (u64::from(item) + u64::from(self.first_number)).to_string(),
        }
    }

    /// The name of a color: the one it was given, else its number. [`Color::NONE`] has the empty name.
    #[must_use]
    pub fn color_name(&self, color: Color) -> String {
        match color.index() {
            None => String::new(),
            Some(index) => {
                self.color_names.get(index).map_or_else(|| index.to_string(), |name| name.to_string())
            }
        }
    }

    /// The item with this name (its number in decimal when the items have no names).
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

    /// The color with this name (its number in decimal if it has no name); no option need have it.
    #[must_use]
    pub fn find_color(&self, name: &str) -> Option<Color> {
        let numbered = || {
            let color = Color::new(name.parse().ok()?)?;
            (self.color_name(color) == name).then_some(color)
        };
        self.color_names.find(name).and_then(Color::new).or_else(numbered)
    }

    /// Items and color codes of an option, in order: the same for options that are equal.
    pub(crate) fn sorted_entries(&self, option: u32) -> Vec<(u32, u32)> {
        let mut entries: Vec<_> =
            self.option_entries(option).map(|entry| (entry.item, entry.color.code())).collect();
        entries.sort_unstable();
        entries
    }

    /// The problem with other costs.
    #[must_use]
    pub fn with_costs(mut self, cost: impl FnMut(u32) -> u64) -> Self {
        self.costs = (0..self.options()).map(cost).collect();
        if self.costs.iter().all(|&cost| cost == 0) {
            self.costs.clear();
        }
        self
    }

    /// A number that tells this problem from others: of its items, options, colors, bounds, costs and all names. It
    /// is the same on every machine.
    #[must_use]
    pub fn fingerprint(&self) -> u64 {
        let mut hash = 0xcbf2_9ce4_8422_2325_u64;
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

    /// The problem with some of its options, in the order of their numbers in `order`; all items stay.
    ///
    /// # Panics
    /// If there is no such option.
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
            assert!(option < self.options(), "no option has number {option}");
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

    /// An option as text: its items' names with their colors, separated by blanks, without its cost.
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
