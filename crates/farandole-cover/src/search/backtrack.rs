//! Algorithm X: backtracking over the search tree. All backends share this code.
//!
//! The loop is iterative. A [`State`] records the next step. A search can therefore stop between two nodes and
//! continue later, return its [`Position`], or continue from a given position.
//!
//! The algorithm performs badly in two cases. If many subproblems are equal, each of them is searched again;
//! [`memo`](crate::count::memo) avoids this. If conflicts have causes far up the tree, backtracking moves up
//! only one level at a time; [`Learner`](crate::Learner) learns the causes instead.
//!
//! Source: D. E. Knuth, The Art of Computer Programming 4B, section 7.2.2.1, algorithm X.

use alloc::boxed::Box;
use alloc::vec::Vec;

use crate::backend::Branch;
use crate::backend::{Backend, CompactRun, Tried};
use crate::config::{Config, End};
use crate::prune::Prune;
use crate::search::heuristic::Choice;
use crate::search::outcome::Step;
use crate::search::position::{Position, PositionError, State};

/// The state of a search. The partial solution is not included, because the backend holds it.
#[derive(Clone, Debug)]
pub(crate) struct Backtrack {
    pub(crate) state: State,
    /// Number of levels, counted from the root, whose untried branches do not belong to this search: the
    /// levels of selected options, then levels of the entered position.
    pub(crate) floor: usize,
    /// Number of levels of selected options.
    pub(crate) selected: usize,
    pub(crate) nodes: u64,
    pub(crate) solutions: u64,
    /// The heuristic that chooses items; `None` for the leftmost item with the fewest options.
    pub(crate) choice: Option<Box<Choice>>,
}

impl Backtrack {
    /// Undoes all levels with a 0-based index of `level` or more, and resets the counters. Earlier levels must
    /// have a chosen option.
    pub(crate) fn unwind(&mut self, backend: &mut impl Backend, level: usize) {
        // Only the deepest level can lack a chosen option, and only in the state `Advance`.
        let mut retracted = self.state == State::Advance && backend.level() > self.floor;
        while backend.level() > level {
            if !retracted {
                backend.retract();
            }
            retracted = false;
            backend.ascend();
        }
        backend.clear_counters();
        self.state = State::Fresh;
        self.floor = level;
        self.nodes = 0;
        self.solutions = 0;
    }

    /// Returns the next state after a level was closed or a chosen option was rejected.
    // The search ends at the floor, because lower levels belong to other searches or to selected options.
    fn back(&self, backend: &impl Backend) -> State {
        if backend.level() > self.floor { State::Retract } else { State::End }
    }

    /// Continues until the next solution, the end of the search, or a limit of `config`.
    // long: one match over all states, which is the inner loop.
    #[inline(always)]
    pub(crate) fn walk<P: Prune>(
        &mut self,
        backend: &mut impl Backend,
        config: &Config<'_>,
        prune: &mut P,
    ) -> Step {
        if self.state == State::Fresh {
            // A budget of 0 visits no node, not even the root.
            if config.is_spent(self.nodes) {
                return Step::End(End::BudgetSpent);
            }
            self.nodes += 1;
            // The root is the first node. If it is solved or dead, there is nothing else to search.
            self.state = State::End;
            if backend.is_solved() {
                if !prune.accepts(backend) {
                    return Step::End(End::Exhausted);
                }
                self.solutions += 1;
                return Step::Solution;
            }
            if !backend.is_dead() {
                self.state = State::Descend;
            }
        }
        loop {
            match self.state {
                State::Descend => {
                    // Pruning precedes the choice of an item, so no item is chosen for a branch that is cut
                    // off.
                    if !prune.allows(backend) {
                        self.state = self.back(backend);
                        continue;
                    }
                    match &self.choice {
                        None => backend.descend(),
                        Some(choice) => backend.descend_on(choice.pick(backend)),
                    }
                    self.state = State::Advance;
                }
                State::Retract => {
                    backend.retract();
                    self.state = State::Advance;
                }
                State::Advance => {
                    // Limits are checked before an option is tried, so that a later call continues with the
                    // same option.
                    if config.is_spent(self.nodes) {
                        return Step::End(End::BudgetSpent);
                    }
                    if config.is_cancelled() {
                        return Step::End(End::Cancelled);
                    }
                    // Small subproblems have a faster loop, which supports neither pruning nor heuristics.
                    if P::IS_NONE && self.choice.is_none() {
                        match backend.run_compact(config, &mut self.nodes, self.floor) {
                            CompactRun::Unavailable => {}
                            // A limit is reached, so the checks above end the search.
                            CompactRun::Paused => continue,
                            CompactRun::Small => {
                                self.state = State::Descend;
                                continue;
                            }
                            CompactRun::Solution => {
                                self.solutions += 1;
                                self.state = State::Retract;
                                return Step::Solution;
                            }
                            CompactRun::Closed => {
                                self.state = self.back(backend);
                                continue;
                            }
                        }
                    }
                    match backend.advance() {
                        // The backend has closed the level.
                        Tried::Done => {
                            self.state = self.back(backend);
                            continue;
                        }
                        // The backend has retracted the option, so the state stays `Advance`.
                        Tried::Dead => {
                            self.nodes += 1;
                            // In a dead branch, the backend knows the item without options.
                            if let Some(choice) = &mut self.choice {
                                choice.record_conflict(backend);
                            }
                        }
                        Tried::Open => {
                            self.nodes += 1;
                            self.state = State::Descend;
                        }
                        Tried::Solution => {
                            self.nodes += 1;
                            self.state = State::Retract;
                            // The state is set already, so a later call continues after this solution.
                            if prune.accepts(backend) {
                                self.solutions += 1;
                                return Step::Solution;
                            }
                        }
                    }
                }
                State::Fresh | State::End => return Step::End(End::Exhausted),
            }
        }
    }

    /// Returns the position of the search. Its path starts after the selected options.
    pub(crate) fn position(&self, backend: &impl Backend) -> Position {
        // An exhausted search has returned to its floor.
        let levels = if self.state == State::End { self.floor } else { backend.level() };
        Position {
            state: self.state,
            floor: (self.floor - self.selected) as u32,
            path: (self.selected..levels).map(|level| backend.branch(level)).collect(),
        }
    }

    /// Enters a position. The search must be fresh. After an error, it is fresh again.
    pub(crate) fn enter(
        &mut self,
        backend: &mut impl Backend,
        position: &Position,
    ) -> Result<(), PositionError> {
        let floor = position.floor as usize;
        // Positions are read from files, so each combination of state, floor and path has to be checked.
        let fits = match position.state {
            State::Fresh => floor == 0 && position.path.is_empty(),
            State::Descend => floor <= position.path.len(),
            State::Advance | State::Retract => floor < position.path.len(),
            State::End => floor == position.path.len(),
        };
        if !fits {
            return Err(PositionError);
        }
        // A position contains items and numbers of tried options instead of options, so that it does not depend
        // on the backend. The same number of options is therefore tried again.
        let followed = (1..).zip(&position.path).all(|(level, branch)| {
            let open = level == position.path.len() && position.state == State::Advance;
            !is_ended(backend) && self.follow(backend, branch.item, branch.tried, open)
        });
        if !followed || (position.state == State::Descend && is_ended(backend)) {
            // In these states, `unwind` assumes that the deepest level has a chosen option.
            self.state = if backend.level() > self.floor { State::Retract } else { State::Fresh };
            self.unwind(backend, self.selected);
            return Err(PositionError);
        }
        self.state = position.state;
        self.floor = self.selected + floor;
        backend.clear_counters();
        Ok(())
    }

    /// Opens a level on an item and tries its first `tried` branches. The last of them stays chosen
    /// unless `open` is true. Returns `false`, with the level closed, if there are fewer branches
    /// or the branch to be chosen is dead.
    fn follow(&self, backend: &mut impl Backend, item: u32, tried: u32, open: bool) -> bool {
        let mut active = false;
        // In a damaged position, the item may be covered or have no options.
        backend.each_length(|other, length| active |= other == item && length > 0);
        if !active || (tried == 0 && !open) {
            return false;
        }
        backend.descend_on(item);
        for branch in 1..=tried {
            let stands = match backend.advance() {
                // The level is closed.
                Tried::Done => return false,
                Tried::Dead => false,
                Tried::Solution | Tried::Open => true,
            };
            if branch == tried && !open {
                if !stands {
                    backend.ascend();
                }
                return stands;
            }
            if stands {
                backend.retract();
            }
        }
        true
    }

    /// Follows forced options from the root to the first item with several options. Returns this item and its
    /// options; `None` if there is no such item. The search must be fresh, and is fresh afterwards.
    pub(crate) fn first_choice(&mut self, backend: &mut impl Backend) -> Option<(u32, Vec<u32>)> {
        let mut choice = None;
        self.state = State::Retract;
        while !is_ended(backend) {
            backend.descend();
            let Branch { item, left, .. } = backend.branch(backend.level() - 1);
            if left > 1 {
                let mut options = Vec::new();
                backend.each_option(item, |option| options.push(option));
                choice = Some((item, options));
            }
            if left > 1 || backend.advance() == Tried::Dead {
                self.state = State::Advance;
                break;
            }
        }
        self.unwind(backend, self.floor);
        choice
    }

    /// Removes untried branches from the search, and returns their position. The branches are those of the
    /// level nearest to the root that has any. Returns `None` if no level but the deepest one has any.
    pub(crate) fn split_off(&mut self, backend: &impl Backend) -> Option<Position> {
        // Subtrees near the root tend to be the largest, so idle threads need new work rarely. The deepest
        // level is never split, so that this search keeps some work.
        while backend.level() > self.floor + 1 && matches!(self.state, State::Advance | State::Retract) {
            let branch = backend.branch(self.floor);
            // The floor rises even if the level has no untried branches, so that the level is not examined
            // again.
            self.floor += 1;
            if branch.left > 0 {
                let path = (self.selected..self.floor).map(|level| backend.branch(level)).collect();
                let floor = (self.floor - 1 - self.selected) as u32;
                return Some(Position { state: State::Retract, floor, path });
            }
        }
        None
    }
}

/// Returns true if the current state of the backend has no branches.
fn is_ended(backend: &impl Backend) -> bool {
    backend.is_solved() || backend.is_dead()
}
