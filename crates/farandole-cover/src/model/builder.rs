//! A builder of problems, item by item and option by option.

use alloc::vec::Vec;
use core::fmt;
use core::ops::Range;

use super::names::Names;
use super::problem::{Bounds, Color, Entry, Problem};

impl Problem {
    /// Returns a builder of a new problem.
    #[must_use]
    pub fn builder() -> Builder {
        Builder::new()
    }
}

/// A builder of a [`Problem`]. All primary items must be added before the first secondary item, and the items
/// of an option before the option.
///
/// ```
/// use farandole_cover::{Color, Entry, Problem};
///
/// let mut builder = Problem::builder();
/// let a = builder.primary("a")?;
/// let b = builder.primary("b")?;
/// let x = builder.secondary("x")?;
/// let red = builder.color("red")?;
/// builder.option(&[a, b])?;
/// builder.option_with_colors(&[a.into(), Entry { item: x, color: red }])?;
/// builder.option_with_colors(&[b.into(), Entry { item: x, color: red }])?;
/// let problem = builder.build();
/// assert_eq!(problem.options(), 3);
/// assert_eq!(problem.option_text(1), "a x:red");
/// # Ok::<(), farandole_cover::BuildError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Builder {
    problem: Problem,
    any_secondary: bool,
    /// For each item, the index of the last option that contains it, plus 1. With this table, repeated items
    /// of an option are found in constant time. The table ends at the highest item of all options, because a
    /// text may announce millions of items and never use them.
    seen: Vec<u32>,
}

impl Default for Builder {
    fn default() -> Self {
        Self::new()
    }
}

/// Maximum number of items, of options, and of entries.
pub(crate) const MAX: usize = 1 << 30;

impl Builder {
    /// Returns a builder of an empty problem.
    #[must_use]
    pub fn new() -> Self {
        let problem = Problem {
            primary: 0,
            items: 0,
            names: None,
            first_number: 0,
            color_names: Names::default(),
            starts: alloc::vec![0],
            entries: Vec::new(),
            colors: Vec::new(),
            bounds: Vec::new(),
            costs: Vec::new(),
            numbers: Vec::new(),
        };
        Self { problem, any_secondary: false, seen: Vec::new() }
    }

    /// Adds a primary item and returns its index.
    ///
    /// # Errors
    /// The name is empty or taken, a secondary item has been added already, the other items have
    /// no names, or there are too many items or names.
    pub fn primary(&mut self, name: &str) -> Result<u32, BuildError> {
        if self.any_secondary {
            return Err(BuildError::new(BuildErrorKind::PrimaryAfterSecondary));
        }
        let item = self.named(name)?;
        self.problem.primary += 1;
        Ok(item)
    }

    /// Adds a secondary item and returns its index.
    ///
    /// # Errors
    /// The name is empty or taken, the other items have no names, or there are too many items or names.
    pub fn secondary(&mut self, name: &str) -> Result<u32, BuildError> {
        let item = self.named(name)?;
        self.any_secondary = true;
        Ok(item)
    }

    /// Adds `count` primary items without names and returns their indices.
    ///
    /// # Errors
    /// A secondary item has been added already, the other items have names, or there are more than 2^30 items.
    pub fn primary_unnamed(&mut self, count: u32) -> Result<Range<u32>, BuildError> {
        if self.any_secondary {
            return Err(BuildError::new(BuildErrorKind::PrimaryAfterSecondary));
        }
        let range = self.unnamed(count)?;
        self.problem.primary = range.end;
        Ok(range)
    }

    /// Adds `count` secondary items without names and returns their indices.
    ///
    /// # Errors
    /// The other items have names, or there are more than 2^30 items.
    pub fn secondary_unnamed(&mut self, count: u32) -> Result<Range<u32>, BuildError> {
        let range = self.unnamed(count)?;
        self.any_secondary |= count > 0;
        Ok(range)
    }

    fn named(&mut self, name: &str) -> Result<u32, BuildError> {
        check_name(name)?;
        if self.problem.names.is_none() && self.problem.items > 0 {
            return Err(BuildError::new(BuildErrorKind::MixedNames));
        }
        if self.problem.items as usize >= MAX {
            return Err(BuildError::new(BuildErrorKind::TooLarge));
        }
        let number = self.problem.names.get_or_insert_default().insert(name).map_err(|other| {
            BuildError::new(match other {
                u32::MAX => BuildErrorKind::TooLarge,
                item => BuildErrorKind::DuplicateName { item },
            })
        })?;
        self.problem.items = number + 1;
        Ok(number)
    }

    fn unnamed(&mut self, count: u32) -> Result<Range<u32>, BuildError> {
        if self.problem.names.is_some() {
            return Err(BuildError::new(BuildErrorKind::MixedNames));
        }
        let start = self.problem.items;
        let end = start.saturating_add(count);
        if end as usize > MAX {
            return Err(BuildError::new(BuildErrorKind::TooLarge));
        }
        self.problem.items = end;
        Ok(start..end)
    }

    /// Sets the number by which the first unnamed item is called; 0 by default. With 1, the items are called
    /// "1", "2" and so on. Item indices are not affected and always start at 0.
    pub fn set_first_number(&mut self, first: u32) {
        self.problem.first_number = first;
    }

    /// Returns the color with this name. A new name is added.
    ///
    /// # Errors
    /// The name is empty or contains an invisible character, or there are too many names.
    pub fn color(&mut self, name: &str) -> Result<Color, BuildError> {
        check_name(name)?;
        let number = match self.problem.color_names.insert(name) {
            Ok(number) | Err(number) => number,
        };
        Color::new(number).ok_or(BuildError::new(BuildErrorKind::TooLarge))
    }

    /// Sets the bounds of the number of chosen options that cover a primary item.
    ///
    /// # Errors
    /// The item is not primary, `high` is 0, or `low` exceeds `high`.
    pub fn set_bounds(&mut self, item: u32, bounds: Bounds) -> Result<(), BuildError> {
        if item >= self.problem.primary {
            return Err(BuildError::new(BuildErrorKind::NotPrimary { item }));
        }
        if bounds.high == 0 || bounds.low > bounds.high {
            return Err(BuildError::new(BuildErrorKind::ImpossibleBounds { item }));
        }
        if bounds != self.problem.bounds(item) {
            let all = &mut self.problem.bounds;
            if all.len() <= item as usize {
                all.resize(item as usize + 1, Bounds::ONE);
            }
            all[item as usize] = bounds;
            // Any entry makes the problem one with multiplicities, which fewer backends support.
            while all.last() == Some(&Bounds::ONE) {
                all.pop();
            }
        }
        Ok(())
    }

    /// Adds an option without colors and returns its index.
    ///
    /// # Errors
    /// See [`BuildErrorKind`]. The problem is then unchanged.
    pub fn option(&mut self, items: &[u32]) -> Result<u32, BuildError> {
        self.add(items.iter().map(|&item| Entry::from(item)))
    }

    /// Adds an option and returns its index.
    ///
    /// # Errors
    /// See [`BuildErrorKind`]. The problem is then unchanged.
    pub fn option_with_colors(&mut self, entries: &[Entry]) -> Result<u32, BuildError> {
        self.add(entries.iter().copied())
    }

    fn add(&mut self, entries: impl Iterator<Item = Entry> + Clone) -> Result<u32, BuildError> {
        let option = self.problem.options();
        // With a stamp per option, the table need not be cleared for every option.
        let stamp = option + 1;
        let mut any_primary = false;
        let mut any_color = false;
        let mut count = 0;
        let mut fault = None;
        for Entry { item, color } in entries.clone() {
            if item >= self.problem.items {
                fault = Some(BuildErrorKind::UnknownItem { item });
                break;
            }
            if item as usize >= self.seen.len() {
                self.seen.resize(item as usize + 1, 0);
            }
            let seen = &mut self.seen[item as usize];
            if *seen == stamp {
                fault = Some(BuildErrorKind::DuplicateItem { item });
                break;
            }
            if item < self.problem.primary && color != Color::NONE {
                fault = Some(BuildErrorKind::ColorOnPrimary { item });
                break;
            }
            *seen = stamp;
            any_primary |= item < self.problem.primary;
            any_color |= color != Color::NONE;
            count += 1;
        }
        if fault.is_none() && !any_primary {
            fault = Some(BuildErrorKind::NoPrimaryItem);
        }
        if fault.is_none() && (self.problem.entries.len() + count > MAX || stamp as usize > MAX) {
            fault = Some(BuildErrorKind::TooLarge);
        }
        if let Some(kind) = fault {
            // The next option will use the same stamp, so the stamp must be removed from the table.
            for entry in entries.take(count) {
                self.seen[entry.item as usize] = 0;
            }
            return Err(BuildError::new(kind));
        }
        let problem = &mut self.problem;
        // Most problems have no colors, so color codes are stored only once an option has a color.
        if any_color && problem.colors.is_empty() {
            problem.colors.resize(problem.entries.len(), 0);
        }
        let colored = any_color || !problem.colors.is_empty();
        for Entry { item, color } in entries {
            problem.entries.push(item);
            if colored {
                problem.colors.push(color.code());
            }
        }
        problem.starts.push(problem.entries.len() as u32);
        Ok(option)
    }

    /// Sets the number of an option; see [`Problem::number`]. Later options are numbered from there.
    ///
    /// # Errors
    /// There is no such option.
    pub(crate) fn set_number(&mut self, option: u32, number: u32) -> Result<(), BuildError> {
        if option >= self.problem.options() {
            return Err(BuildError::new(BuildErrorKind::UnknownOption { option }));
        }
        if number != self.problem.number(option) {
            // Most texts number their options from 1, so numbers are stored only once one differs.
            let all = &mut self.problem.numbers;
            all.extend(all.len() as u32 + 1..=option + 1);
            all[option as usize] = number;
        }
        Ok(())
    }

    /// Sets the cost of an option. Costs are 0 by default.
    ///
    /// # Errors
    /// There is no such option.
    pub fn set_cost(&mut self, option: u32, cost: u64) -> Result<(), BuildError> {
        if option >= self.problem.options() {
            return Err(BuildError::new(BuildErrorKind::UnknownOption { option }));
        }
        if cost != self.problem.cost(option) {
            let all = &mut self.problem.costs;
            if all.len() <= option as usize {
                all.resize(option as usize + 1, 0);
            }
            all[option as usize] = cost;
        }
        Ok(())
    }

    /// Returns the problem built so far, for example to look up names.
    #[must_use]
    pub fn so_far(&self) -> &Problem {
        &self.problem
    }

    /// Returns the finished problem. A problem without primary items is allowed: it has one
    /// solution, which contains no options.
    #[must_use]
    pub fn build(self) -> Problem {
        self.problem
    }
}

/// Checks that a name can be printed: names are part of every output.
fn check_name(name: &str) -> Result<(), BuildError> {
    // Zero-width characters, marks of the writing direction, and tags.
    let is_invisible = |c: char| {
        c.is_control()
            || matches!(c, '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
                | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
    };
    if name.is_empty() {
        Err(BuildError::new(BuildErrorKind::EmptyName))
    } else if name.contains(is_invisible) {
        Err(BuildError::new(BuildErrorKind::InvisibleName))
    } else {
        Ok(())
    }
}

/// The reason why an item or option was rejected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BuildError {
    kind: BuildErrorKind,
}

/// The kinds of [`BuildError`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BuildErrorKind {
    /// The name is empty.
    EmptyName,
    /// The name contains a control character or another character without a picture, which a terminal would
    /// execute or hide.
    InvisibleName,
    /// Another item has the name.
    DuplicateName {
        /// The item that has the name.
        item: u32,
    },
    /// The problem has both named and unnamed items.
    MixedNames,
    /// A primary item was added after a secondary item.
    PrimaryAfterSecondary,
    /// Bounds were set on a secondary item.
    NotPrimary {
        /// The item.
        item: u32,
    },
    /// The upper bound is 0, or less than the lower bound.
    ImpossibleBounds {
        /// The item.
        item: u32,
    },
    /// An option contains an item that does not exist.
    UnknownItem {
        /// The index of the item.
        item: u32,
    },
    /// An option contains an item twice.
    DuplicateItem {
        /// The repeated item.
        item: u32,
    },
    /// A primary item has a color.
    ColorOnPrimary {
        /// The item.
        item: u32,
    },
    /// An option has no primary item, so no search would ever choose it.
    NoPrimaryItem,
    /// There is no option with this index.
    UnknownOption {
        /// The index of the option.
        option: u32,
    },
    /// There are more than 2^30 items, options or entries, or more than 2^32 bytes of names.
    TooLarge,
    /// The size of a piece or set of a generated problem is out of range.
    Size {
        /// The requested size.
        found: u32,
        /// The maximum size. The minimum size is 1.
        most: u32,
    },
}

impl BuildError {
    pub(crate) fn new(kind: BuildErrorKind) -> Self {
        Self { kind }
    }

    /// Returns the kind of the error.
    #[must_use]
    pub fn kind(&self) -> BuildErrorKind {
        self.kind
    }
}

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind {
            BuildErrorKind::EmptyName => write!(f, "empty name"),
            BuildErrorKind::InvisibleName => write!(f, "name with a control or invisible character"),
            BuildErrorKind::DuplicateName { item } => write!(f, "item {item} already has this name"),
            BuildErrorKind::MixedNames => write!(f, "named and unnamed items cannot be mixed"),
            BuildErrorKind::PrimaryAfterSecondary => write!(f, "primary item after a secondary one"),
            BuildErrorKind::NotPrimary { item } => write!(f, "item {item} is not primary"),
            BuildErrorKind::ImpossibleBounds { item } => write!(f, "impossible bounds for item {item}"),
            BuildErrorKind::UnknownItem { item } => write!(f, "there is no item {item}"),
            BuildErrorKind::DuplicateItem { item } => write!(f, "duplicate item {item} in an option"),
            BuildErrorKind::ColorOnPrimary { item } => write!(f, "color on primary item {item}"),
            BuildErrorKind::NoPrimaryItem => write!(f, "option without a primary item"),
            BuildErrorKind::UnknownOption { option } => write!(f, "there is no option {option}"),
            BuildErrorKind::TooLarge => write!(f, "more than 2^30 items, options or entries"),
            BuildErrorKind::Size { found, most: 0 } => {
                write!(f, "expected at least 1 item for sets of size {found}")
            }
            BuildErrorKind::Size { found, most } => {
                write!(f, "expected a size from 1 to {most}, found {found}")
            }
        }
    }
}

impl core::error::Error for BuildError {}

#[cfg(test)]
mod tests {
    use super::*;

    fn kind<T>(result: Result<T, BuildError>) -> BuildErrorKind {
        result.err().expect("an error").kind()
    }

    #[test]
    fn each_misuse_has_its_error() {
        let mut b = Builder::new();
        assert_eq!(kind(b.primary("")), BuildErrorKind::EmptyName);
        for name in ["a\u{1b}[2J", "\u{9b}", "a\u{202e}", "\u{200b}", "\u{7f}"] {
            assert_eq!(kind(b.primary(name)), BuildErrorKind::InvisibleName);
            assert_eq!(kind(b.color(name)), BuildErrorKind::InvisibleName);
        }
        let a = b.primary("a").unwrap();
        assert_eq!(kind(b.primary("a")), BuildErrorKind::DuplicateName { item: a });
        assert_eq!(kind(b.primary_unnamed(1)), BuildErrorKind::MixedNames);
        let x = b.secondary("x").unwrap();
        assert_eq!(kind(b.primary("b")), BuildErrorKind::PrimaryAfterSecondary);
        assert_eq!(kind(b.set_bounds(x, Bounds::ONE)), BuildErrorKind::NotPrimary { item: x });
        let bad = Bounds { low: 2, high: 1 };
        assert_eq!(kind(b.set_bounds(a, bad)), BuildErrorKind::ImpossibleBounds { item: a });
        let zero = Bounds { low: 0, high: 0 };
        assert_eq!(kind(b.set_bounds(a, zero)), BuildErrorKind::ImpossibleBounds { item: a });
        assert_eq!(kind(b.option(&[7])), BuildErrorKind::UnknownItem { item: 7 });
        assert_eq!(kind(b.option(&[a, x, a])), BuildErrorKind::DuplicateItem { item: a });
        assert_eq!(kind(b.option(&[x])), BuildErrorKind::NoPrimaryItem);
        assert_eq!(kind(b.option(&[])), BuildErrorKind::NoPrimaryItem);
        let red = b.color("red").unwrap();
        let colored = [Entry { item: a, color: red }];
        assert_eq!(kind(b.option_with_colors(&colored)), BuildErrorKind::ColorOnPrimary { item: a });
        assert_eq!(kind(b.set_cost(0, 5)), BuildErrorKind::UnknownOption { option: 0 });
        // After all these errors the next option still has index 0 and may cover every item.
        assert_eq!(b.option(&[a, x]), Ok(0));
        assert_eq!(b.color("red"), Ok(red));
    }

    #[test]
    fn unnamed_items_are_called_by_number() {
        let mut b = Builder::new();
        assert_eq!(b.primary_unnamed(3), Ok(0..3));
        assert_eq!(b.secondary_unnamed(2), Ok(3..5));
        assert_eq!(kind(b.primary_unnamed(1)), BuildErrorKind::PrimaryAfterSecondary);
        assert_eq!(kind(b.secondary("x")), BuildErrorKind::MixedNames);
        assert_eq!(kind(b.secondary_unnamed(u32::MAX)), BuildErrorKind::TooLarge);
        b.option(&[2, 0]).unwrap();
        let color = Color::new(9).unwrap();
        b.option_with_colors(&[1.into(), Entry { item: 4, color }]).unwrap();
        b.set_cost(1, 30).unwrap();
        b.set_bounds(1, Bounds { low: 0, high: 4 }).unwrap();
        b.set_bounds(2, Bounds { low: 0, high: 4 }).unwrap();
        b.set_bounds(2, Bounds::ONE).unwrap();
        assert!(b.so_far().has_multiplicities());
        b.set_bounds(1, Bounds::ONE).unwrap();
        assert!(!b.so_far().has_multiplicities());
        b.set_bounds(1, Bounds { low: 0, high: 4 }).unwrap();
        let problem = b.build();
        assert_eq!(problem.option_text(0), "2 0");
        assert_eq!(problem.option_text(1), "1 4:9");
        assert_eq!(problem.option(0), &[2, 0]);
        assert_eq!(problem.option(2), &[] as &[u32]);
        assert_eq!((problem.cost(0), problem.cost(1)), (0, 30));
        assert_eq!(problem.bounds(0), Bounds::ONE);
        assert_eq!(problem.bounds(1), Bounds { low: 0, high: 4 });
        assert_eq!(problem.find_item("4"), Some(4));
        assert_eq!(problem.find_item("5"), None);
        assert_eq!(problem.find_item("04"), None);
        assert_eq!(problem.find_item("0"), Some(0));
        assert_eq!(problem.find_item("00"), None);
    }
}
