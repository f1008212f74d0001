//! Lex-leader symmetry breaking: of solutions that are equal up to symmetry, only the first in
//! search order is found.
//!
//! A solution is a path in the search tree: for each level the item branched on and the option chosen. A
//! symmetry maps it to another solution, and the two paths are compared, starting at the root. At each of the
//! items, the option of the image that covers it is compared with the chosen one. If it comes earlier, the
//! search has already found the image. This is known as soon as the images of the first chosen options cover
//! the first items, so whole branches are cut off. At the root, for example, these are all options that a
//! symmetry maps to an earlier one.
//!
//! With multiplicities several options cover an item. Then only complete solutions are compared, as
//! sets of options.
//!
//! Performs badly if the group is large: each node examines all symmetries that still agree with
//! the path.
//!
//! Source: T. Fahle, S. Schamberger, M. Sellmann, Symmetry breaking, CP 2001 (comparison with nodes
//! searched earlier); J. Crawford, M. Ginsberg, E. Luks, A. Roy, Symmetry-breaking predicates for
//! search problems, KR 1996 (lex-leader).

use alloc::sync::Arc;
use alloc::vec::Vec;
use core::cmp::Ordering;

use crate::backend::Backend;
use crate::prune::Prune;
use crate::symmetry::group::Symmetries;

/// A level of the search, with the symmetries that may map its subtree to one searched earlier.
#[derive(Clone, Debug)]
struct Level {
    item: u32,
    option: u32,
    /// The remaining symmetries, each with the number of levels at which its image is known to have
    /// the same options.
    open: Vec<(u32, u32)>,
}

/// A pruning rule that cuts off solutions that a symmetry maps to an earlier one.
#[derive(Clone, Debug)]
pub(crate) struct LexLeader {
    symmetries: Arc<Symmetries>,
    /// True if each item is covered by exactly one option.
    is_single: bool,
    /// Number of levels of selected options.
    selected: usize,
    levels: Vec<Level>,
}

impl LexLeader {
    pub(crate) fn new(symmetries: Symmetries, is_single: bool) -> Self {
        Self { symmetries: Arc::new(symmetries), is_single, selected: 0, levels: Vec::new() }
    }

    /// Returns to the root.
    pub(crate) fn restart(&mut self, selected: usize) {
        self.selected = selected;
        self.levels.clear();
    }

    /// Returns true if no symmetry is known to map the subtree to one searched earlier.
    fn follow(&mut self, backend: &impl Backend) -> bool {
        let chosen = |level: usize| backend.chosen(self.selected + level).unwrap_or(u32::MAX);
        let depth = backend.level() - self.selected;
        // The search may have backtracked since the last call; the common prefix keeps its results.
        // Levels are compared by option, which determines the item.
        let same = self.levels.iter().zip(0..depth).take_while(|(level, at)| level.option == chosen(*at));
        let same = same.count();
        self.levels.truncate(same);
        for at in same..depth {
            let item = backend.branch(self.selected + at).item;
            // Symmetries that are decided at a level need not be examined below it.
            let before = match self.levels.last() {
                Some(level) => level.open.clone(),
                // The identity, symmetry 0, never cuts anything off.
                None => (1..self.symmetries.order() as u32).map(|element| (element, 0)).collect(),
            };
            self.levels.push(Level { item, option: chosen(at), open: Vec::new() });
            let mut open = Vec::with_capacity(before.len());
            for (element, mut equal) in before {
                let order = loop {
                    let Some(level) = self.levels.get(equal as usize) else { break Ordering::Equal };
                    match self.image(backend, element, level.item) {
                        // The image of no chosen option covers the item yet, so the comparison is
                        // still open.
                        None => break Ordering::Equal,
                        Some(option) if option == level.option => equal += 1,
                        Some(option) => break option.cmp(&level.option),
                    }
                };
                match order {
                    // The image is earlier in search order and has been found.
                    Ordering::Less => {
                        self.levels.pop();
                        return false;
                    }
                    Ordering::Equal => open.push((element, equal)),
                    // The image is later in every solution below, so this symmetry is not examined
                    // again.
                    Ordering::Greater => {}
                }
            }
            self.levels[at].open = open;
        }
        true
    }

    /// Returns the option of the image that covers an item, if the image of a chosen option does.
    fn image(&self, backend: &impl Backend, element: u32, item: u32) -> Option<u32> {
        let mut images = self.levels.iter().map(|level| self.symmetries.image(element, level.option));
        images.find(|&image| {
            let mut holds = false;
            backend.each_item(image, |other| holds |= other == item);
            holds
        })
    }
}

impl Prune for LexLeader {
    fn allows(&mut self, backend: &impl Backend) -> bool {
        !self.is_single || self.follow(backend)
    }

    fn accepts(&mut self, backend: &impl Backend) -> bool {
        if self.is_single {
            // At a solution every symmetry can be compared to the end.
            return self.follow(backend);
        }
        // With multiplicities the order of choice is not unique, so complete solutions are compared as sets.
        let options: Vec<u32> = backend.all_chosen().collect();
        self.symmetries.is_first(&options)
    }
}
