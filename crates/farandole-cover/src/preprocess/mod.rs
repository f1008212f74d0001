//! Preprocessing: removes options and items that are not needed: forced, impossible and dominated options, and
//! duplicate items.
//!
//! On hard problems without such options, preprocessing wastes time. For many Latin squares with holes at the
//! phase transition, it takes as long as the search, and it rarely shortens the search
//! (docs/experiments/2026-11-21-exact-cover.md).

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use crate::model::builder::{BuildError, Builder};
use crate::model::problem::{Bounds, Entry, Problem};
use crate::model::transform::Transform;

/// The solutions that preprocessing must keep.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Keep {
    /// All solutions.
    All,
    /// At least one solution of least cost, and at least one solution with the fewest options, if there are
    /// solutions.
    Best,
}

/// The options and items that were removed from a problem, by their indices in the original problem.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Removed {
    /// Forced options, which every solution contains, in the order in which they were found.
    pub forced: Vec<u32>,
    /// Impossible options: each conflicts with a forced option, or would leave some item without enough
    /// options.
    pub impossible: Vec<u32>,
    /// Dominated options, each with the option that can always replace it.
    pub dominated: Vec<(u32, u32)>,
    /// Duplicate items, each with the remaining item that the same options cover.
    pub repeated: Vec<(u32, u32)>,
    /// Idle items: items that are covered by forced options or need no option, and secondary items that never
    /// cause a conflict.
    pub idle: Vec<u32>,
    /// An item that cannot be covered. If there is one, there are no solutions.
    pub uncoverable: Option<u32>,
    /// True if no further options can be removed by these rules; false if the work limit was reached.
    pub is_complete: bool,
}

/// The smaller problem, and the data with which solutions of the original problem are restored.
#[derive(Clone, Debug)]
pub struct Reduced {
    /// The smaller problem, with the names of the original problem. If preprocessing shows that there are no
    /// solutions, the smaller problem consists of one item without options.
    pub problem: Problem,
    /// For each option of the smaller problem, its index in the original problem.
    pub options: Vec<u32>,
    /// The removed options and items.
    pub removed: Removed,
}

impl Reduced {
    /// Converts a solution of the smaller problem to a solution of the original problem, with the forced
    /// options first.
    ///
    /// # Panics
    /// Panics if an option does not exist.
    #[must_use]
    pub fn restore(&self, solution: &[u32]) -> Vec<u32> {
        let own = solution.iter().map(|&option| self.options[option as usize]);
        self.removed.forced.iter().copied().chain(own).collect()
    }

    /// Returns the smaller problem together with the forced options, which every solution contains again. Its
    /// solutions are those of the original problem, with the same costs. Forced options keep their primary
    /// items only. The problem has at least one primary item.
    ///
    /// `problem` must be the original problem.
    ///
    /// # Errors
    /// The problem cannot be built, because its names have more than 2^32 bytes.
    pub fn with_forced(&self, problem: &Problem) -> Result<Problem, BuildError> {
        let Removed { forced, repeated, idle, .. } = &self.removed;
        if self.removed.uncoverable.is_some() {
            return Ok(self.problem.clone());
        }
        let mut keeps = alloc::vec![true; problem.items() as usize];
        idle.iter().for_each(|&item| keeps[item as usize] = false);
        let of_forced = forced.iter().flat_map(|&option| problem.option(option));
        of_forced
            .filter(|&&item| item < problem.primary_items())
            .for_each(|&item| keeps[item as usize] = true);
        repeated.iter().for_each(|&(item, _)| keeps[item as usize] = false);
        if !keeps[..problem.primary_items() as usize].contains(&true) {
            return Self::nothing(problem);
        }
        let mut options: Vec<u32> = self.options.iter().chain(forced).copied().collect();
        options.sort_unstable();
        // With the forced options, items need as many options as in the original problem.
        let bounds = |item| problem.bounds(item);
        let keeps = |item: u32| keeps[item as usize];
        Transform { options: &options, keeps: &keeps, bounds: &bounds, required: &[] }.build(problem)
    }

    /// Returns a problem whose only solution contains no options, for a problem with this solution only.
    fn nothing(problem: &Problem) -> Result<Problem, BuildError> {
        let mut builder = Builder::new();
        let name = if problem.primary_items() > 0 { problem.item_name(0) } else { "none".into() };
        let item = builder.primary(&name)?;
        builder.set_bounds(item, Bounds { low: 0, high: 1 })?;
        Ok(builder.build())
    }
}

/// Reduces a problem. [`Reduced::restore`] converts solutions of the smaller problem to solutions of the
/// original problem. `work` limits the number of entries visited; at the limit, no more options are removed.
///
/// - If an item needs all of its options, they are forced.
/// - An option is impossible if choosing it would leave some item without enough options.
/// - With [`Keep::Best`], an option is dominated if another option with the same primary items can replace
///   it. The other option must have no additional secondary items or colors and no higher cost, and no
///   solution may contain both.
/// - Of several items that the same options cover, one suffices.
/// - A secondary item is idle if all of its options also share a primary item with a bound of 1, or all give
///   it the same color.
///
/// ```
/// use farandole_cover::{Keep, format, reduce};
///
/// // `a b` is forced, which makes `b c` impossible. The same options cover c and d.
/// let problem = format::parse(b"a b c d\na b\nb c\nc d\nc d\n", None)?.problem;
/// let reduced = reduce(&problem, Keep::All, 1_000)?;
/// assert_eq!(reduced.removed.forced, [0]);
/// assert_eq!(reduced.removed.impossible, [1]);
/// assert_eq!(reduced.removed.repeated, [(3, 2)]);
/// assert_eq!(reduced.options, [2, 3]);
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
///
/// Source: D. E. Knuth, program DLX-PRE, for impossible options.
///
/// # Errors
/// The smaller problem cannot be built, because its names have more than 2^32 bytes.
pub fn reduce(problem: &Problem, keep: Keep, work: u64) -> Result<Reduced, BuildError> {
    let mut state = State::new(problem, work);
    state.removed.is_complete = true;
    state.propagate();
    // Each removal may make further options impossible, so both passes are repeated until nothing changes.
    while state.removed.uncoverable.is_none() {
        let before = state.alive_options;
        let mut complete = state.remove_impossible();
        if keep == Keep::Best && state.removed.uncoverable.is_none() {
            complete &= state.remove_dominated();
        }
        if !complete {
            state.removed.is_complete = false;
            break;
        }
        if state.alive_options == before {
            break;
        }
    }
    if let Some(item) = state.removed.uncoverable {
        let mut builder = Builder::new();
        builder.primary(&problem.item_name(item))?;
        return Ok(Reduced { problem: builder.build(), options: Vec::new(), removed: state.removed });
    }
    state.remove_items();
    let options: Vec<u32> =
        (0..problem.options()).filter(|&option| state.is_alive[option as usize]).collect();
    let transform = Transform {
        options: &options,
        keeps: &|item| !state.is_done[item as usize],
        bounds: &|item| state.bounds[item as usize],
        required: &[],
    };
    Ok(Reduced { problem: transform.build(problem)?, options, removed: state.removed })
}

struct State<'a> {
    problem: &'a Problem,
    primary: usize,
    /// For each item, its options, each with the code of the color that the option gives to the item.
    lists: Vec<Vec<(u32, u32)>>,
    is_alive: Vec<bool>,
    alive_options: usize,
    /// The number of remaining options of each item.
    counts: Vec<u32>,
    /// The remaining bounds of each primary item.
    bounds: Vec<Bounds>,
    /// For each item, true if it is covered or removed.
    is_done: Vec<bool>,
    /// The items that must be examined for forced options.
    todo: Vec<u32>,
    /// The remaining work.
    work: u64,
    removed: Removed,
}

impl<'a> State<'a> {
    fn new(problem: &'a Problem, work: u64) -> Self {
        let mut lists = alloc::vec![Vec::new(); problem.items() as usize];
        for option in 0..problem.options() {
            for entry in problem.option_entries(option) {
                lists[entry.item as usize].push((option, entry.color.code()));
            }
        }
        Self {
            problem,
            primary: problem.primary_items() as usize,
            counts: lists.iter().map(|list| list.len() as u32).collect(),
            lists,
            is_alive: alloc::vec![true; problem.options() as usize],
            alive_options: problem.options() as usize,
            bounds: (0..problem.primary_items()).map(|item| problem.bounds(item)).collect(),
            is_done: alloc::vec![false; problem.items() as usize],
            todo: (0..problem.primary_items()).collect(),
            work,
            removed: Removed::default(),
        }
    }

    /// Subtracts from the remaining work. Returns false if none is left.
    // Work is counted in entries and not in time, so that a reduction is the same on every machine.
    fn spend(&mut self, work: usize) -> bool {
        self.work = self.work.saturating_sub(work as u64);
        self.work > 0
    }

    /// Removes an option.
    fn remove_option(&mut self, option: u32) {
        self.is_alive[option as usize] = false;
        self.alive_options -= 1;
        for &item in self.problem.option(option) {
            self.counts[item as usize] -= 1;
            // With fewer options, a primary item may force its options or become uncoverable.
            if (item as usize) < self.primary {
                self.todo.push(item);
            }
        }
    }

    /// Chooses forced options until there are no more (unit propagation).
    fn propagate(&mut self) {
        while let Some(item) = self.todo.pop() {
            let at = item as usize;
            if self.is_done[at] {
                continue;
            }
            let Bounds { low, .. } = self.bounds[at];
            if self.counts[at] < low {
                self.removed.uncoverable = Some(item);
                return;
            }
            if self.counts[at] == 0 {
                self.is_done[at] = true;
                self.removed.idle.push(item);
            // The item needs all of its remaining options.
            } else if self.counts[at] == low {
                let list = self.lists[at].iter().map(|&(option, _)| option);
                let option = list.clone().find(|&option| self.is_alive[option as usize]);
                if let Some(option) = option {
                    // Only one option is chosen, because this may remove other options of the item. The item
                    // is then examined again.
                    self.choose(option);
                    self.todo.push(item);
                }
            }
        }
    }

    /// Chooses an available option.
    fn choose(&mut self, option: u32) {
        self.removed.forced.push(option);
        self.remove_option(option);
        for Entry { item, color } in self.problem.option_entries(option) {
            let at = item as usize;
            if self.is_done[at] {
                continue;
            }
            let is_covered = if at < self.primary {
                let bounds = &mut self.bounds[at];
                *bounds = Bounds { low: bounds.low.saturating_sub(1), high: bounds.high - 1 };
                bounds.high == 0
            } else {
                true
            };
            if is_covered {
                self.is_done[at] = true;
                self.removed.idle.push(item);
                for k in 0..self.lists[at].len() {
                    let (other, code) = self.lists[at][k];
                    // Options that give a secondary item the same color do not conflict there.
                    let agrees = at >= self.primary && code != 0 && code == color.code();
                    if self.is_alive[other as usize] && !agrees {
                        self.removed.impossible.push(other);
                        self.remove_option(other);
                    }
                }
            }
        }
    }

    /// Removes impossible options. Returns `false` if the work limit was reached.
    fn remove_impossible(&mut self) -> bool {
        let mut stamps = alloc::vec![u32::MAX; self.is_alive.len()];
        // For each primary item: the last examined option that affects the item, and the number of options of
        // the item that it would remove.
        let mut losses = alloc::vec![(u32::MAX, 0_u32); self.primary];
        for option in 0..self.problem.options() {
            if !self.is_alive[option as usize] {
                continue;
            }
            if self.work == 0 {
                return false;
            }
            if self.is_impossible(option, &mut stamps, &mut losses) {
                self.removed.impossible.push(option);
                self.remove_option(option);
                self.propagate();
                if self.removed.uncoverable.is_some() {
                    return true;
                }
            }
        }
        true
    }

    fn is_impossible(&mut self, option: u32, stamps: &mut [u32], losses: &mut [(u32, u32)]) -> bool {
        // The option index serves as a stamp, so that no table has to be cleared.
        stamps[option as usize] = option;
        // For its own items, the option counts as chosen: they lose one option and need one option less.
        for &item in self.problem.option(option) {
            if (item as usize) < self.primary && !self.is_done[item as usize] {
                losses[item as usize] = (option, 0);
            }
        }
        let own = |losses: &[(u32, u32)], item: usize| losses[item].0 == option;
        let problem = self.problem;
        let mut work = 0;
        for Entry { item, color } in problem.option_entries(option) {
            let at = item as usize;
            // If the bound of the item is above 1, the option excludes no other options of this item.
            if self.is_done[at] || (at < self.primary && self.bounds[at].high > 1) {
                continue;
            }
            for &(other, code) in &self.lists[at] {
                let agrees = at >= self.primary && code != 0 && code == color.code();
                if agrees || !self.is_alive[other as usize] || stamps[other as usize] == option {
                    continue;
                }
                stamps[other as usize] = option;
                work += problem.option(other).len();
                for &item in problem.option(other) {
                    let at = item as usize;
                    if at >= self.primary || self.is_done[at] {
                        continue;
                    }
                    let Bounds { low, high } = self.bounds[at];
                    let is_own = problem.option(option).contains(&item);
                    // An item of the option with a bound of 1 needs no other option.
                    if is_own && high == 1 {
                        continue;
                    }
                    if !own(losses, at) {
                        losses[at] = (option, 0);
                    }
                    losses[at].1 += 1;
                    let held = u32::from(is_own);
                    if self.counts[at] - held - losses[at].1 < low.saturating_sub(held) {
                        self.spend(work);
                        return true;
                    }
                }
            }
        }
        // The work is subtracted once per option, so the limit may be exceeded by the work for one option.
        self.spend(work);
        false
    }

    /// Removes dominated options. Returns `false` if the work limit was reached.
    fn remove_dominated(&mut self) -> bool {
        let mut groups: BTreeMap<Vec<u32>, Vec<u32>> = BTreeMap::new();
        for option in 0..self.problem.options() {
            if !self.is_alive[option as usize] {
                continue;
            }
            let items = self.problem.option(option).iter().copied();
            let mut items: Vec<u32> = items
                .filter(|&item| (item as usize) < self.primary && !self.is_done[item as usize])
                .collect();
            // If some common item has a bound of 1, no solution contains two options of the group.
            if items.iter().any(|&item| self.bounds[item as usize].high == 1) {
                items.sort_unstable();
                groups.entry(items).or_default().push(option);
            }
        }
        for mut group in groups.into_values() {
            // A dominating option must not cost more, so cheaper options come first.
            group.sort_by_key(|&option| self.problem.cost(option));
            let secondary = |state: &Self, option| -> Vec<(u32, u32)> {
                let entries = state.problem.option_entries(option);
                let entries = entries.filter(|entry| {
                    entry.item as usize >= state.primary && !state.is_done[entry.item as usize]
                });
                entries.map(|entry| (entry.item, entry.color.code())).collect()
            };
            let mut kept: Vec<(u32, Vec<(u32, u32)>)> = Vec::new();
            for option in group {
                let entries = secondary(self, option);
                // This is an upper bound on the number of entries compared, which is quadratic in the size of
                // a group.
                let compared = kept.len() * (entries.len() + 1) * (entries.len() + 1);
                let by = kept.iter().find(|(_, other)| other.iter().all(|entry| entries.contains(entry)));
                if let Some(&(by, _)) = by {
                    self.removed.dominated.push((option, by));
                    self.remove_option(option);
                } else {
                    kept.push((option, entries));
                }
                if !self.spend(compared) {
                    return false;
                }
            }
        }
        self.propagate();
        true
    }

    /// Removes duplicate items and idle secondary items.
    fn remove_items(&mut self) {
        let left = |state: &Self, item: usize| -> Vec<(u32, u32)> {
            let list = state.lists[item].iter().copied();
            list.filter(|&(option, _)| state.is_alive[option as usize]).collect()
        };
        let mut by_hash: BTreeMap<(u64, u32, u32), Vec<u32>> = BTreeMap::new();
        for item in 0..self.lists.len() {
            if self.is_done[item] {
                continue;
            }
            let list = left(self, item);
            let is_primary = item < self.primary;
            if !is_primary && self.is_idle(&list) {
                self.is_done[item] = true;
                self.removed.idle.push(item as u32);
                continue;
            }
            // Only lists with equal hashes are compared.
            let mut sum = 0_u64;
            for &(option, code) in &list {
                let mixed = (u64::from(option) << 32 | u64::from(code)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
                sum = sum.wrapping_add(mixed ^ mixed >> 29);
            }
            // Bounds of 0 distinguish secondary items, which are never duplicates of primary items.
            let Bounds { low, high } =
                if is_primary { self.bounds[item] } else { Bounds { low: 0, high: 0 } };
            let candidates = by_hash.entry((sum, low, high)).or_default();
            let same = candidates.iter().copied().find(|&other| {
                let list = list.iter().copied();
                let others = self.lists[other as usize].iter().copied();
                list.eq(others.filter(|&(option, _)| self.is_alive[option as usize]))
            });
            match same {
                Some(other) => {
                    self.is_done[item] = true;
                    self.removed.repeated.push((item as u32, other));
                }
                None => candidates.push(item as u32),
            }
        }
    }

    /// Returns true if a secondary item with these options is never the only reason why two of them conflict.
    fn is_idle(&self, list: &[(u32, u32)]) -> bool {
        let Some(&(first, color)) = list.first() else { return true };
        // There is no conflict if the item has only one option, or if all options give it the same color.
        if list.len() == 1 || (color != 0 && list.iter().all(|&(_, code)| code == color)) {
            return true;
        }
        // The options conflict anyway if they share a primary item with a bound of 1.
        self.problem.option(first).iter().any(|&item| {
            let at = item as usize;
            at < self.primary
                && !self.is_done[at]
                && self.bounds[at].high == 1
                && list.iter().all(|&(option, _)| self.problem.option(option).contains(&item))
        })
    }
}
