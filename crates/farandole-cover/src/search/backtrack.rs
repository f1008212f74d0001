//! Algorithm X: the backtracking over the search tree, the same for every backend.
//!
//! The loop is iterative. A [`State`] records the next step, so a search can stop between two nodes
//! and continue later, and a [`Position`] can be taken from it or entered.
//!
//! Performs badly if many subproblems are equal, because each is searched again
//! ([`memo`](crate::count::memo) avoids that), and if conflicts have causes far up the tree,
//! because backtracking moves up one level at a time ([`Learner`](crate::Learner) learns them).
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

/// The state of a search, without the partial solution, which its backend holds.
#[derive(Clone, Debug)]
pub(crate) struct Backtrack {
    pub(crate) state: State,
    /// Number of levels whose other branches are not searched: those of selected options, then
    /// those of the entered position.
    pub(crate) floor: usize,
    /// Number of levels of selected options.
    pub(crate) selected: usize,
    pub(crate) nodes: u64,
    pub(crate) solutions: u64,
    /// The heuristic that chooses items; `None` for the leftmost item with the fewest options.
    pub(crate) choice: Option<Box<Choice>>,
}

impl Backtrack {
    /// Undoes all levels with an index of `level` or more, and resets the counters. Earlier levels must have
    /// a chosen option.
    pub(crate) fn unwind(&mut self, backend: &mut impl Backend, level: usize) {
        // Only the deepest level can lack a chosen option, and only while its next option is
        // searched for.
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

    /// Returns the state after a level was closed or a chosen option was rejected.
    // Levels up to the floor belong to other searches or to the selection, so the search ends
    // there.
    fn back(&self, backend: &impl Backend) -> State {
        if backend.level() > self.floor { State::Retract } else { State::End }
    }

    /// Continues to the next solution, or to where the configuration stops the search.
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
            // The root is a node of its own. If it is solved or dead, there is nothing else to
            // search.
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
                    // Pruning comes before the choice of an item: a branch that is cut off costs no
                    // choice.
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
                    // Checked before an option is tried, so that a search continues with the same
                    // option.
                    if config.is_spent(self.nodes) {
                        return Step::End(End::BudgetSpent);
                    }
                    if config.is_cancelled() {
                        return Step::End(End::Cancelled);
                    }
                    // A compact subproblem has no hooks for pruning and heuristics; without them
                    // its loop is faster than this one.
                    if P::IS_NONE && self.choice.is_none() {
                        match backend.run_compact(config, &mut self.nodes, self.floor) {
                            CompactRun::Unavailable => {}
                            // The limits are checked again above, and this time they end the
                            // search.
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
                            // Only a dead branch shows which item conflicts.
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
                            // The next step is set already, so that a later call continues after
                            // this solution.
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

    /// Returns the position of the search, relative to the selected options.
    pub(crate) fn position(&self, backend: &impl Backend) -> Position {
        // An exhausted search is back on its floor.
        let levels = if self.state == State::End { self.floor } else { backend.level() };
        Position {
            state: self.state,
            floor: (self.floor - self.selected) as u32,
            path: (self.selected..levels).map(|level| backend.branch(level)).collect(),
        }
    }

    /// Enters a position. The search must be fresh; after an error it is fresh again.
    pub(crate) fn enter(
        &mut self,
        backend: &mut impl Backend,
        position: &Position,
    ) -> Result<(), PositionError> {
        let floor = position.floor as usize;
        // Positions come from files, so each combination of state and path has to be checked.
        let fits = match position.state {
            State::Fresh => floor == 0 && position.path.is_empty(),
            State::Descend => floor <= position.path.len(),
            State::Advance | State::Retract => floor < position.path.len(),
            State::End => floor == position.path.len(),
        };
        if !fits {
            return Err(PositionError);
        }
        // A position names items and counts, not options. Following the counts makes it independent
        // of the backend.
        let followed = (1..).zip(&position.path).all(|(level, branch)| {
            let open = level == position.path.len() && position.state == State::Advance;
            !is_ended(backend) && self.follow(backend, branch.item, branch.tried, open)
        });
        if !followed || (position.state == State::Descend && is_ended(backend)) {
            // `unwind` relies on the state to know that the deepest level has a chosen option.
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
    /// or the last one is dead.
    fn follow(&self, backend: &mut impl Backend, item: u32, tried: u32, open: bool) -> bool {
        let mut active = false;
        // The item of a damaged position may be covered or without options.
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

    /// Returns the first item with several branches on the path of forced options from the root,
    /// and its options. The search must be fresh, and is fresh afterwards.
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

    /// Takes the untried branches of the level nearest to the root out of the search, if there are
    /// any.
    pub(crate) fn split_off(&mut self, backend: &impl Backend) -> Option<Position> {
        // The deepest level stays, so that this search has branches to continue with.
        // Nearest to the root, because the subtrees there are expected to be the largest, which makes
        // requests for work rare.
        while backend.level() > self.floor + 1 && matches!(self.state, State::Advance | State::Retract) {
            let branch = backend.branch(self.floor);
            // A level without untried branches belongs to the floor from now on, so that it is not
            // examined again.
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

/// Returns true if a state has no branches.
fn is_ended(backend: &impl Backend) -> bool {
    backend.is_solved() || backend.is_dead()
}
