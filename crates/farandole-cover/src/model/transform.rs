//! Transforms a problem: selects options and items, sets bounds, requires options.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use crate::model::builder::{BuildError, Builder};
use crate::model::problem::{Bounds, Color, Entry, Problem};

/// What the transformed problem keeps of the original.
pub(crate) struct Transform<'a> {
    /// The options that stay, by number, in their new order.
    pub(crate) options: &'a [u32],
    /// Whether an item stays; all of its entries go with it.
    pub(crate) keeps: &'a dyn Fn(u32) -> bool,
    /// The bounds that a primary item now has.
    pub(crate) bounds: &'a dyn Fn(u32) -> Bounds,
    /// Options, by number, that every solution must have: each gets a primary item of its own.
    pub(crate) required: &'a [u32],
}

impl Transform<'_> {
    /// Makes the problem. Items keep their names and their order. An option that is left without primary items is an
    /// error.
    pub(crate) fn build(&self, problem: &Problem) -> Result<Problem, BuildError> {
        let mut builder = Builder::new();
        let mut items = alloc::vec![u32::MAX; problem.items() as usize];
        let mut own = Vec::with_capacity(self.required.len());
        for item in 0..problem.items() {
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
        }
        Ok(builder.build())
    }

    /// Adds an item for each required option.
    fn require(
        &self,
        problem: &Problem,
        builder: &mut Builder,
        own: &mut Vec<u32>,
    ) -> Result<(), BuildError> {
        for option in self.required {
            let mut name: String = format!("chosen{}", option + 1);
            while problem.find_item(&name).is_some() {
                name.push('+');
            }
            own.push(builder.primary(&name)?);
        }
        Ok(())
    }
}
