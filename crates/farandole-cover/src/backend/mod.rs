//! Backends: the data structures that hold the partial solution of a search.
//!
//! [`Backend`] is what the search needs of them. [`dancing_links`] is Knuth's structure, [`bitset`] keeps a set of
//! options for each level, [`compact`] renumbers a small subproblem, [`hybrid`] is bit sets that hand small
//! subproblems to it, and [`multiplicity`] is for items that several options must hold.

pub(crate) mod bitset;
mod compact;
pub(crate) mod dancing_links;
pub(crate) mod hybrid;
pub(crate) mod multiplicity;
pub(crate) mod unsupported;

use crate::config::Config;

/// One level of a search: an item, and how many of its branches have been tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Branch {
    /// The item branched on.
    pub item: u32,
    /// Branches tried. The last of them may be the one that is being searched.
    pub tried: u32,
    /// Upper bound on the branches left.
    pub left: u32,
}

/// The result of trying the next option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tried {
    /// All options of the item have been tried; the level is closed.
    Done,
    /// Some item was left without options; the option has been retracted.
    Dead,
    /// Every primary item is covered.
    Solution,
    /// The option is chosen, and items are left to cover.
    Open,
}

/// Where [`Backend::run_compact`] stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CompactRun {
    /// It did not start: the backend or its state has no compact subproblem.
    Unavailable,
    /// At a level that needs its next option: the configuration stops the search.
    Paused,
    /// At a state that needs a level: a smaller subproblem begins.
    Small,
    /// At a solution.
    Solution,
    /// A level was closed: the subproblem, or the part of the tree that is searched, is exhausted.
    Closed,
}

/// A partial solution, to which options are added and from which they are retracted, level by level.
///
/// All backends choose the leftmost active item with the fewest options, and try its options in their order: they walk
/// the same tree.
pub(crate) trait Backend {
    /// Number of items, primary and secondary.
    fn items(&self) -> usize;
    /// Number of options.
    fn options(&self) -> usize;
    /// Open levels: those with a chosen option, and perhaps one whose option is still to be chosen.
    fn level(&self) -> usize;
    /// Options chosen, in a state in which every level has one.
    fn options_chosen(&self) -> usize {
        self.level()
    }
    /// Whether every primary item is covered.
    fn is_solved(&self) -> bool;
    /// Whether some active primary item has no options left.
    fn is_dead(&self) -> bool;
    /// Opens a level: chooses an item. The state must be neither solved nor dead.
    fn descend(&mut self);
    /// Opens a level on this item, which must be active and have options.
    fn descend_on(&mut self, item: u32);
    /// Calls `f` with each active item and the number of its branches, in order.
    fn each_length(&self, f: impl FnMut(u32, u32));
    /// The item and the branches of a level, which must have been opened with an item.
    fn branch(&self, level: usize) -> Branch;
    /// After [`Tried::Dead`]: an item that was left without options, if the backend knows one.
    fn dead_item(&self) -> Option<u32>;
    /// Announces that [`dead_item`](Self::dead_item) will be asked, so that the backend keeps track of it.
    fn find_dead_items(&mut self) {}
    /// Tries the next option at the deepest level, whose last one must have been retracted.
    fn advance(&mut self) -> Tried;
    /// Continues the search inside a compact subproblem, without pruning, and counts the nodes. The result is that of
    /// the general loop, without its cost for each node.
    fn run_compact(&mut self, _: &Config<'_>, _nodes: &mut u64, _floor: usize) -> CompactRun {
        CompactRun::Unavailable
    }
    /// Retracts the option chosen at the deepest level; the level stays open.
    fn retract(&mut self);
    /// Closes the deepest level, whose option must have been retracted.
    fn ascend(&mut self);
    /// Chooses `option` at a level of its own, even if some item is left without options. Returns `false`, with
    /// nothing changed, if the option does not exist or conflicts with those chosen.
    fn select(&mut self, option: u32) -> bool;
    /// The option chosen at a level, if there is one.
    fn chosen(&self, level: usize) -> Option<u32>;
    /// All options chosen so far.
    fn all_chosen(&self) -> impl Iterator<Item = u32> {
        (0..self.level()).filter_map(|level| self.chosen(level))
    }
    /// Updates and cleansings so far; see [`Stats`](crate::Stats).
    fn counters(&self) -> (u64, u64);
    /// Sets the counters to 0.
    fn clear_counters(&mut self);
    /// Calls `f` with each primary item of each option, and the option, independent of the state.
    fn each_primary_entry(&self, f: impl FnMut(u32, u32));
    /// Calls `f` with each active primary item and how many options it needs at least, in order, until `f` returns
    /// `false`. Items that need none may be left out.
    fn each_active(&self, f: impl FnMut(u32, u32) -> bool);
    /// Calls `f` with each available option of an active item.
    fn each_option(&self, item: u32, f: impl FnMut(u32));
    /// The first available option of an active item.
    fn first_option(&self, item: u32) -> Option<u32>;
    /// Calls `f` with each primary item of an option.
    fn each_item(&self, option: u32, f: impl FnMut(u32));
}
