//! Backends: the data structures that hold the partial solution of a search.
//!
//! The trait [`Backend`] lists the operations that a search needs. [`dancing_links`] is Knuth's
//! structure. [`bitset`] keeps a set of options for each level, and [`compact`] renumbers a small
//! subproblem. [`hybrid`] starts with bit sets and hands small subproblems over to [`compact`].
//! [`multiplicity`] is for items that several options must cover.

pub(crate) mod bitset;
mod compact;
pub(crate) mod dancing_links;
pub(crate) mod hybrid;
pub(crate) mod multiplicity;
pub(crate) mod unsupported;

use crate::config::Config;

/// One level of a search: an item, and the number of its branches that have been tried.
// Two numbers per level describe a position completely, because options are tried in a fixed order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Branch {
    /// The item branched on, 0-based.
    pub item: u32,
    /// Number of branches tried. The last of them may be the one being searched.
    pub tried: u32,
    /// Upper bound on the number of untried branches.
    pub left: u32,
}

/// The result of trying the next option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tried {
    /// All options of the item have been tried, and the level is closed.
    Done,
    /// The option left some item without options, and has been retracted.
    Dead,
    /// Every primary item is covered.
    Solution,
    /// The option is chosen, and some primary item is still to be covered.
    Open,
}

/// The reason why [`Backend::run_compact`] returned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CompactRun {
    /// The run did not start: the backend has no compact subproblem, or is not in one.
    Unavailable,
    /// The run stopped at a level that needs its next option, because the configuration stops the search.
    Paused,
    /// The run stopped before it branched at a state with few options, because a smaller subproblem begins
    /// there.
    Small,
    /// The run stopped at a solution.
    Solution,
    /// The run closed a level, because the subproblem or the searched part of the tree is exhausted.
    Closed,
}

/// A partial solution, to which options are added and from which they are retracted, level by
/// level.
///
/// All backends choose the leftmost active item with the fewest options, and try its options in
/// order. They walk the same tree.
pub(crate) trait Backend {
    /// Returns the number of items, primary and secondary.
    fn items(&self) -> usize;
    /// Returns the number of options.
    fn options(&self) -> usize;
    /// Returns the number of open levels. Every level has a chosen option, except perhaps the
    /// deepest.
    fn level(&self) -> usize;
    /// Returns the number of chosen options, in a state in which every level has one.
    fn options_chosen(&self) -> usize {
        self.level()
    }
    /// Returns true if every primary item is covered.
    fn is_solved(&self) -> bool;
    /// Returns true if some active primary item has no options left.
    fn is_dead(&self) -> bool;
    /// Opens a level on the item that the backend chooses. The state must be neither solved nor
    /// dead.
    fn descend(&mut self);
    /// Opens a level on this item, which must be active and have options.
    fn descend_on(&mut self, item: u32);
    /// Calls `f` with each active item and its number of branches, in item order.
    fn each_length(&self, f: impl FnMut(u32, u32));
    /// Returns the item and the branches of a level that was opened on an item.
    fn branch(&self, level: usize) -> Branch;
    /// Returns an item that the last option left without options, after [`Tried::Dead`], if the backend tracks it.
    fn dead_item(&self) -> Option<u32>;
    /// Announces that [`dead_item`](Self::dead_item) will be called, so that the backend keeps
    /// track of the item.
    fn find_dead_items(&mut self) {}
    /// Tries the next option at the deepest level, whose previous option must have been retracted.
    fn advance(&mut self) -> Tried;
    /// Continues the search inside a compact subproblem, without pruning, and adds its nodes to
    /// `nodes`. The result is the same as that of the general loop, without the overhead per node.
    fn run_compact(&mut self, _: &Config<'_>, _nodes: &mut u64, _floor: usize) -> CompactRun {
        // The default leaves every node to the general loop, which is always correct.
        CompactRun::Unavailable
    }
    /// Retracts the option chosen at the deepest level, which stays open.
    fn retract(&mut self);
    /// Closes the deepest level, whose option must have been retracted.
    fn ascend(&mut self);
    /// Chooses `option` at a level of its own, even if this leaves some item without options.
    /// Returns `false`, with nothing changed, if the option does not exist or conflicts with the
    /// chosen ones.
    fn select(&mut self, option: u32) -> bool;
    /// Returns the option chosen at a level, if there is one.
    fn chosen(&self, level: usize) -> Option<u32>;
    /// Returns all options chosen so far.
    fn all_chosen(&self) -> impl Iterator<Item = u32> {
        (0..self.level()).filter_map(|level| self.chosen(level))
    }
    /// Returns the updates and cleansings so far; see [`Stats`](crate::Stats).
    fn counters(&self) -> (u64, u64);
    /// Sets the counters to 0.
    fn clear_counters(&mut self);
    /// Calls `f` with each primary item of each option, and the option. The result does not depend on the
    /// state.
    fn each_primary_entry(&self, f: impl FnMut(u32, u32));
    /// Calls `f` with each active primary item and the least number of options that it needs, in
    /// item order, until `f` returns `false`. Items that need none may be left out.
    fn each_active(&self, f: impl FnMut(u32, u32) -> bool);
    /// Calls `f` with each available option of an active item.
    fn each_option(&self, item: u32, f: impl FnMut(u32));
    /// Returns the first available option of an active item.
    fn first_option(&self, item: u32) -> Option<u32>;
    /// Calls `f` with each primary item of an option.
    fn each_item(&self, option: u32, f: impl FnMut(u32));
}
