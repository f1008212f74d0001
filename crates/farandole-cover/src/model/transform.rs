//! Derives a problem from another problem: keeps some of its options and items, sets bounds, and requires
//! options.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use crate::model::builder::{BuildError, Builder};
use crate::model::problem::{Bounds, Color, Entry, Problem};

/// The description of a derived problem. All indices are those of the original problem.
pub(crate) struct Transform<'a> {
    /// The remaining options, in their new order.
    pub(crate) options: &'a [u32],
    /// Returns true if an item remains. The entries of other items are removed.
    pub(crate) keeps: &'a dyn Fn(u32) -> bool,
    /// Returns the bounds of a primary item in the derived problem.
    pub(crate) bounds: &'a dyn Fn(u32) -> Bounds,
    /// The options that every solution must contain. Each of them has an additional primary item, which no
    /// other option has.
    pub(crate) required: &'a [u32],
}

impl Transform<'_> {
    /// Builds the derived problem. Items and options keep their names and numbers.
    ///
    /// # Errors
    /// An option has no remaining primary item, or the derived problem is too large.
    pub(crate) fn build(&self, problem: &Problem) -> Result<Problem, BuildError> {
        let mut builder = Builder::new();
        let mut items = alloc::vec![u32::MAX; problem.items() as usize];
        let mut own = Vec::with_capacity(self.required.len());
        for item in 0..problem.items() {
            // The additional primary items must be added before the secondary items.
            if item == problem.primary_items() {
                self.require(problem, &mut builder, &mut own)?;
            }
            if !(self.keeps)(item) {
                continue;
            }
            let name = problem.item_name(item);
            items[item as usize] = if item < problem.primary_items() {
                let new = builder.primary(&name)?;
                builder.set_bounds(new, (self.bounds)(item))?;
                new
            } else {
                builder.secondary(&name)?
            };
        }
        if problem.items() == problem.primary_items() {
            self.require(problem, &mut builder, &mut own)?;
        }
        let mut entries = Vec::new();
        for &option in self.options {
            entries.clear();
            for entry in problem.option_entries(option) {
                let item = items[entry.item as usize];
                if item == u32::MAX {
                    continue;
                }
                let color = match entry.color {
                    Color::NONE => Color::NONE,
                    color => builder.color(&problem.color_name(color))?,
                };
                entries.push(Entry { item, color });
            }
            if let Some(k) = self.required.iter().position(|&required| required == option) {
                entries.push(own[k].into());
            }
            let new = builder.option_with_colors(&entries)?;
            builder.set_cost(new, problem.cost(option))?;
            builder.set_number(new, problem.number(option))?;
        }
        Ok(builder.build())
    }

    /// Adds a primary item for each required option.
    fn require(
        &self,
        problem: &Problem,
        builder: &mut Builder,
        own: &mut Vec<u32>,
    ) -> Result<(), BuildError> {
        for option in self.required {
            let mut name: String = format!("chosen{}", option + 1);
            // The name must differ from those of all items.
            while problem.find_item(&name).is_some() {
                name.push('+');
            }
            own.push(builder.primary(&name)?);
        }
        Ok(())
    }
}
