//! Backends: the data structures that hold the partial solution of a search.
//!
//! The trait [`Backend`] lists the operations that a search needs. [`dancing_links`] is Knuth's data
//! structure. [`bitset`] stores the set of available options at each level. [`compact`] is a small subproblem
//! with renumbered options. [`hybrid`] starts with bit sets and uses [`compact`] for small subproblems.
//! [`multiplicity`] supports items that several options may or must cover.

pub(crate) mod bitset;
mod compact;
pub(crate) mod dancing_links;
pub(crate) mod hybrid;
pub(crate) mod multiplicity;
pub(crate) mod unsupported;

use crate::config::Config;

/// One level of a search: the item branched on, and its numbers of tried and untried branches.
// The item and the number of tried branches describe the level completely, because options are tried in a fixed
// order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Branch {
    /// The 0-based index of the item branched on.
    pub item: u32,
    /// Number of branches tried, including the current branch if there is one.
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
    /// The option is chosen, and some primary item is not covered yet.
    Open,
}

/// The reason why [`Backend::run_compact`] returned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CompactRun {
    /// The run did not start: the backend has no compact subproblem, or is not in one.
    Unavailable,
    /// The run stopped before it tried the next option of the deepest level, because a limit is reached.
    Paused,
    /// The run stopped at a state with few options, before it opened a level, so that the search can move to a
    /// smaller subproblem.
    Small,
    /// The run stopped at a solution.
    Solution,
    /// The run closed a level, because the subproblem or the searched part of the tree is exhausted.
    Closed,
}

/// A partial solution. Options are chosen and retracted level by level.
///
/// All backends choose the leftmost active item with the fewest options, and try its options in
/// order. Their search trees are therefore the same.
pub(crate) trait Backend {
    /// Returns the number of items, primary and secondary.
    fn items(&self) -> usize;
    /// Returns the number of options.
    fn options(&self) -> usize;
    /// Returns the number of open levels. Every level has a chosen option, except perhaps the
    /// deepest.
    fn level(&self) -> usize;
    /// Returns the number of chosen options. Every level must have a chosen option or, with multiplicities, a
    /// chosen branch.
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
    /// Opens a level on `item`, which must be active and have options.
    fn descend_on(&mut self, item: u32);
    /// Calls `f(item, branches)` with each active item and its number of branches, in item order.
    fn each_length(&self, f: impl FnMut(u32, u32));
    /// Returns the item and the branches of the level with this 0-based index. The level must not be that of a
    /// selected option.
    fn branch(&self, level: usize) -> Branch;
    /// Returns an item that the last option left without options. The last result of
    /// [`advance`](Self::advance) must have been [`Tried::Dead`]. `None` if the backend does not track the
    /// item.
    fn dead_item(&self) -> Option<u32>;
    /// Makes the backend track the item that [`dead_item`](Self::dead_item) returns.
    fn find_dead_items(&mut self) {}
    /// Tries the next option at the deepest level, whose previous option must have been retracted.
    fn advance(&mut self) -> Tried;
    /// Continues the search in the current compact subproblem, without pruning, and adds the number of visited
    /// nodes to `_nodes`. The configuration contains the limits, and `_floor` is the number of levels whose
    /// untried branches do not belong to the search. The search tree is the same as that of the general loop,
    /// but each node takes less time.
    fn run_compact(&mut self, _: &Config<'_>, _nodes: &mut u64, _floor: usize) -> CompactRun {
        // By default, the general loop visits every node.
        CompactRun::Unavailable
    }
    /// Retracts the option chosen at the deepest level, which stays open.
    fn retract(&mut self);
    /// Closes the deepest level, whose option must have been retracted.
    fn ascend(&mut self);
    /// Opens a level without other branches and chooses `option` there, even if this leaves some item without
    /// options. Returns `false`, with nothing changed, if the option does not exist or conflicts with a chosen
    /// option.
    fn select(&mut self, option: u32) -> bool;
    /// Returns the option chosen at the level with this 0-based index, if there is one.
    fn chosen(&self, level: usize) -> Option<u32>;
    /// Returns all options chosen so far.
    fn all_chosen(&self) -> impl Iterator<Item = u32> {
        (0..self.level()).filter_map(|level| self.chosen(level))
    }
    /// Returns the updates and cleansings so far; see [`Stats`](crate::Stats).
    fn counters(&self) -> (u64, u64);
    /// Sets the counters to 0.
    fn clear_counters(&mut self);
    /// Calls `f(item, option)` for each primary item of each option. The calls do not depend on the state.
    fn each_primary_entry(&self, f: impl FnMut(u32, u32));
    /// Calls `f(item, need)` with each active primary item and the minimum number of options that must still
    /// be chosen for it, in item order, until `f` returns `false`. Items that need no further options may be
    /// omitted.
    fn each_active(&self, f: impl FnMut(u32, u32) -> bool);
    /// Calls `f` with each available option of an active item.
    fn each_option(&self, item: u32, f: impl FnMut(u32));
    /// Returns the first available option of an active item.
    fn first_option(&self, item: u32) -> Option<u32>;
    /// Calls `f` with each primary item of an option.
    fn each_item(&self, option: u32, f: impl FnMut(u32));
}
