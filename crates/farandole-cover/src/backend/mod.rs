//! What a backend of the search must do.

pub(crate) mod bitset;
mod compact;
pub(crate) mod dancing_links;
pub(crate) mod hybrid;
pub(crate) mod multiplicity;
pub(crate) mod unsupported;

use crate::config::Config;

/// One level of a search: an item, and how many of its branches were tried and are left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Branch {
    /// The item branched on.
    pub item: u32,
    /// Branches tried; the last of them is the one being searched, if any is.
    pub tried: u32,
    /// Branches still to be tried, at most.
    pub left: u32,
}

/// What happened when an option was tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tried {
    /// All options of the item have been tried; the level is closed.
    Done,
    /// Some item was left without options; the option has been taken back.
    Dead,
    /// Every primary item is covered.
    Solution,
    /// Chosen; items are left.
    Open,
}

/// Where a search without limits stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CompactRun {
    /// Where it was: this is not for the backend, or not for its state.
    Unavailable,
    /// At a level that waits for an option, as the config tells.
    Paused,
    /// At a state that needs a level.
    Small,
    /// At a solution.
    Solution,
    /// A level was closed, after which no more are open than the floor has, or all that one stretch had.
    Closed,
}

/// A partial solution that options are added to and taken back from, level by level.
///
/// All backends choose the leftmost active item with the fewest options, and try its options in their order: they
/// walk the same tree.
pub(crate) trait Backend {
    /// Number of items, primary and secondary.
    fn items(&self) -> usize;
    /// Number of options.
    fn options(&self) -> usize;
    /// Levels open: options chosen, and perhaps an item whose option is still to be chosen.
    fn level(&self) -> usize;
    /// Options chosen, in a state in which no level waits for one.
    fn options_chosen(&self) -> usize {
        self.level()
    }
    /// Whether every primary item is covered.
    fn is_solved(&self) -> bool;
    /// Whether some active primary item has no options left.
    fn is_dead(&self) -> bool;
    /// Opens a level: chooses an item. The state must be neither solved nor dead.
    fn descend(&mut self);
    /// Opens a level on this item, which must be active and have branches.
    fn descend_on(&mut self, item: u32);
    /// Calls `f` with each active item and the number of its branches, in order.
    fn each_length(&self, f: impl FnMut(u32, u32));
    /// The item and the branches of a level that was opened with an item.
    fn branch(&self, level: usize) -> Branch;
    /// After [`Tried::Dead`] an item that was left without options, if the backend knows one.
    fn dead_item(&self) -> Option<u32>;
    /// From now on [`dead_item`](Self::dead_item) will be asked, so that finding it must be paid for.
    fn find_dead_items(&mut self) {}
    /// Tries the next option at the deepest level, whose last one must have been taken back.
    fn advance(&mut self) -> Tried;
    /// Searches on from a level that waits for an option, as [`Run::walk`](crate::search::backtrack::Run::walk) does if nothing limits it, and
    /// counts the nodes: a shorter way for a stretch in which a backend is at home.
    fn run_compact(&mut self, _: &Config<'_>, _nodes: &mut u64, _floor: usize) -> CompactRun {
        CompactRun::Unavailable
    }
    /// Takes back the option chosen at the deepest level; the level stays open for the next one.
    fn retract(&mut self);
    /// Closes the deepest level, whose option must have been taken back.
    fn ascend(&mut self);
    /// Chooses `option` at a level of its own, whatever follows from it. `false`, and nothing done, when it
    /// can't be chosen beside those chosen already, or does not exist.
    fn select(&mut self, option: u32) -> bool;
    /// The option chosen at a level, if there is one.
    fn chosen(&self, level: usize) -> Option<u32>;
    /// All options chosen so far.
    fn all_chosen(&self) -> impl Iterator<Item = u32> {
        (0..self.level()).filter_map(|level| self.chosen(level))
    }
    /// Updates and cleansings so far.
    fn counters(&self) -> (u64, u64);
    /// Sets the counters to 0.
    fn clear_counters(&mut self);
    /// Calls `f` with each primary item of each option, and the option, whatever the state.
    fn each_primary_entry(&self, f: impl FnMut(u32, u32));
    /// Calls `f` with each active primary item and how many options it needs for sure, in order, until it answers
    /// `false`. Items that need none may be left out.
    fn each_active(&self, f: impl FnMut(u32, u32) -> bool);
    /// Calls `f` with each available option of an active item.
    fn each_option(&self, item: u32, f: impl FnMut(u32));
    /// The first available option of an active item.
    fn first_option(&self, item: u32) -> Option<u32>;
    /// Calls `f` with each primary item of an option.
    fn each_item(&self, option: u32, f: impl FnMut(u32));
}
