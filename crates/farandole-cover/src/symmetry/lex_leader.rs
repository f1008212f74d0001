//! Lex-leader symmetry breaking: of the solutions that symmetries map to each other, only the first in the
//! order of the search is found.
//!
//! A solution is a path in the search tree: the item branched on and the option chosen at each level. A
//! symmetry maps the solution to another solution, its image. Both are compared level by level, starting at
//! the root, by the options that cover the item of the level. If the option of the image precedes the chosen
//! option, the search has already found the image, and the branch is cut off.
//!
//! The comparison needs only the images of the options chosen so far, so whole branches can be cut off. At
//! the root, for example, an option is cut off if a symmetry maps it to an earlier option of the same item.
//!
//! With multiplicities, several options may cover an item. Then only complete solutions are compared, as
//! sets of options.
//!
//! Symmetry breaking is slow if the group is large: each node examines all symmetries whose comparison is not
//! decided yet.
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

/// A level of the search, with the symmetries that may map its subtree to a subtree searched earlier.
#[derive(Clone, Debug)]
struct Level {
    item: u32,
    option: u32,
    /// The undecided symmetries, each with the number of levels, counted from the root, at which the image is
    /// known to have the same option.
    open: Vec<(u32, u32)>,
}

/// A pruning rule that cuts off solutions that a symmetry maps to an earlier solution.
#[derive(Clone, Debug)]
pub(crate) struct LexLeader {
    symmetries: Arc<Symmetries>,
    /// True if exactly one option covers each primary item.
    is_single: bool,
    /// Number of levels of selected options.
    selected: usize,
    levels: Vec<Level>,
}

impl LexLeader {
    pub(crate) fn new(symmetries: Symmetries, is_single: bool) -> Self {
        Self { symmetries: Arc::new(symmetries), is_single, selected: 0, levels: Vec::new() }
    }

    /// Returns to the root of a search with this number of selected options.
    pub(crate) fn restart(&mut self, selected: usize) {
        self.selected = selected;
        self.levels.clear();
    }

    /// Returns true if no symmetry is known to map the current subtree to a subtree searched earlier.
    fn follow(&mut self, backend: &impl Backend) -> bool {
        let chosen = |level: usize| backend.chosen(self.selected + level).unwrap_or(u32::MAX);
        let depth = backend.level() - self.selected;
        // The search may have backtracked since the last call. The results for the common prefix of both
        // paths stay correct. It suffices to compare options, because the items follow from them.
        let same = self.levels.iter().zip(0..depth).take_while(|(level, at)| level.option == chosen(*at));
        let same = same.count();
        self.levels.truncate(same);
        for at in same..depth {
            // A solution with a copy equals one with the original.
            if self.symmetries.is_copy(chosen(at)) {
                return false;
            }
            let item = backend.branch(self.selected + at).item;
            // Symmetries that are decided at a level need not be examined at deeper levels.
            let before = match self.levels.last() {
                Some(level) => level.open.clone(),
                // Symmetry 0 is the identity, which never cuts anything off.
                None => (1..self.symmetries.order() as u32).map(|element| (element, 0)).collect(),
            };
            self.levels.push(Level { item, option: chosen(at), open: Vec::new() });
            let mut open = Vec::with_capacity(before.len());
            for (element, mut equal) in before {
                let order = loop {
                    let Some(level) = self.levels.get(equal as usize) else { break Ordering::Equal };
                    match self.image(backend, element, level.item) {
                        // No image of a chosen option covers the item yet, so the comparison is undecided.
                        None => break Ordering::Equal,
                        Some(option) if option == level.option => equal += 1,
                        Some(option) => break option.cmp(&level.option),
                    }
                };
                match order {
                    // The image is earlier in the order of the search, so its subtree has been searched.
                    Ordering::Less => {
                        self.levels.pop();
                        return false;
                    }
                    Ordering::Equal => open.push((element, equal)),
                    // The image is later for every solution in this subtree, so this symmetry is not examined
                    // again.
                    Ordering::Greater => {}
                }
            }
            self.levels[at].open = open;
        }
        true
    }

    /// Returns the image of a chosen option that covers `item`; `None` if no such image covers it.
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
            // At a solution, the comparison with every symmetry can be completed.
            return self.follow(backend);
        }
        // With multiplicities, the order of choices is not unique, so complete solutions are compared as sets.
        let options: Vec<u32> = backend.all_chosen().collect();
        self.symmetries.is_first(&options)
    }
}
