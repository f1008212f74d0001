//! The walk over the search tree, the same for every core.

use alloc::boxed::Box;
use alloc::vec::Vec;

use crate::backend::{Core, Dash, Tried};
use crate::config::{Control, Step};
use crate::optimize::branch_and_bound::UpTo;
use crate::optimize::fewest::Bound;
use crate::search::heuristic::Choice;
use crate::search::position::{Branch, Position, PositionError, State};
use crate::symmetry::lex_leader::Leaders;

/// Where a search stands, apart from what its core holds.
#[derive(Clone, Debug)]
pub(crate) struct Run {
    pub(crate) state: State,
    /// Levels that are not searched but given: those of selected options, then the floor of a position.
    pub(crate) floor: usize,
    /// Levels taken by selected options.
    pub(crate) selected: usize,
    pub(crate) nodes: u64,
    pub(crate) solutions: u64,
    /// How items are chosen, unless it is the leftmost of the shortest.
    pub(crate) choice: Option<Box<Choice>>,
}

/// What narrows a search: branches that can't lead to a wanted solution.
pub(crate) trait Limit {
    /// Nothing is left out.
    const IS_NONE: bool = false;
    /// Whether the state may lead to a wanted solution.
    fn allows(&mut self, core: &impl Core) -> bool;
    /// Whether the solution reached is wanted.
    fn accepts(&mut self, core: &impl Core) -> bool;
}

/// All solutions.
pub(crate) struct All;

impl Limit for All {
    const IS_NONE: bool = true;

    fn allows(&mut self, _: &impl Core) -> bool {
        true
    }

    fn accepts(&mut self, _: &impl Core) -> bool {
        true
    }
}

/// At most so many options.
pub(crate) struct AtMost<'a> {
    pub(crate) options: u32,
    pub(crate) bound: &'a mut Bound,
}

impl Limit for AtMost<'_> {
    fn allows(&mut self, core: &impl Core) -> bool {
        let spare = u64::from(self.options).checked_sub(core.options_chosen() as u64);
        spare.is_some_and(|spare| !self.bound.exceeds(core, spare as u32))
    }

    fn accepts(&mut self, core: &impl Core) -> bool {
        core.options_chosen() as u64 <= u64::from(self.options)
    }
}

/// All that narrows a search but is not in the way of a fast one: one kind, so that the walk is compiled once for them.
pub(crate) enum Narrow<'a> {
    Options(AtMost<'a>),
    Cost(UpTo<'a>),
    Leaders(&'a mut Leaders),
}

impl Limit for Narrow<'_> {
    fn allows(&mut self, core: &impl Core) -> bool {
        match self {
            Self::Options(limit) => limit.allows(core),
            Self::Cost(limit) => limit.allows(core),
            Self::Leaders(limit) => limit.allows(core),
        }
    }

    fn accepts(&mut self, core: &impl Core) -> bool {
        match self {
            Self::Options(limit) => limit.accepts(core),
            Self::Cost(limit) => limit.accepts(core),
            Self::Leaders(limit) => limit.accepts(core),
        }
    }
}

impl Run {
    /// Back to a level at which all options above stand, counters at 0.
    pub(crate) fn unwind(&mut self, core: &mut impl Core, level: usize) {
        // Only the deepest level can be without a chosen option, and only while one is looked for.
        let mut retracted = self.state == State::Advance && core.level() > self.floor;
        while core.level() > level {
            if !retracted {
                core.retract();
            }
            retracted = false;
            core.ascend();
        }
        core.clear_counters();
        self.state = State::Fresh;
        self.floor = level;
        self.nodes = 0;
        self.solutions = 0;
    }

    /// The state after a level was closed, or a chosen option found to be of no use.
    fn back(&self, core: &impl Core) -> State {
        if core.level() > self.floor { State::Retract } else { State::End }
    }

    #[inline(always)]
    pub(crate) fn walk<L: Limit>(
        &mut self,
        core: &mut impl Core,
        control: &Control<'_>,
        limit: &mut L,
    ) -> Step {
        if self.state == State::Fresh {
            if control.is_spent(self.nodes) {
                return Step::BudgetSpent;
            }
            self.nodes += 1;
            self.state = State::End;
            if core.is_solved() {
                if !limit.accepts(core) {
                    return Step::End;
                }
                self.solutions += 1;
                return Step::Solution;
            }
            if !core.is_dead() {
                self.state = State::Descend;
            }
        }
        loop {
            match self.state {
                State::Descend => {
                    if !limit.allows(core) {
                        self.state = self.back(core);
                        continue;
                    }
                    match &self.choice {
                        None => core.descend(),
                        Some(choice) => core.descend_on(choice.pick(core)),
                    }
                    self.state = State::Advance;
                }
                State::Retract => {
                    core.retract();
                    self.state = State::Advance;
                }
                State::Advance => {
                    if control.is_spent(self.nodes) {
                        return Step::BudgetSpent;
                    }
                    if control.is_cancelled() {
                        return Step::Cancelled;
                    }
                    if L::IS_NONE && self.choice.is_none() {
                        match core.dash(control, &mut self.nodes, self.floor) {
                            Dash::Not => {}
                            Dash::Held => continue,
                            Dash::Few => {
                                self.state = State::Descend;
                                continue;
                            }
                            Dash::Solution => {
                                self.solutions += 1;
                                self.state = State::Retract;
                                return Step::Solution;
                            }
                            Dash::Closed => {
                                self.state = self.back(core);
                                continue;
                            }
                        }
                    }
                    match core.advance() {
                        Tried::Done => {
                            self.state = self.back(core);
                            continue;
                        }
                        Tried::Dead => {
                            self.nodes += 1;
                            if let Some(choice) = &mut self.choice {
                                choice.blame(core);
                            }
                        }
                        Tried::Open => {
                            self.nodes += 1;
                            self.state = State::Descend;
                        }
                        Tried::Solution => {
                            self.nodes += 1;
                            self.state = State::Retract;
                            if limit.accepts(core) {
                                self.solutions += 1;
                                return Step::Solution;
                            }
                        }
                    }
                }
                State::Fresh | State::End => return Step::End,
            }
        }
    }
    /// Where the search stands, above the selected options.
    pub(crate) fn position(&self, core: &impl Core) -> Position {
        // After its end a search is back on its floor.
        let levels = if self.state == State::End { self.floor } else { core.level() };
        Position {
            state: self.state,
            floor: (self.floor - self.selected) as u32,
            path: (self.selected..levels).map(|level| core.branch(level)).collect(),
        }
    }

    /// Goes to a position. The search must be fresh; it is back at its start after an error.
    pub(crate) fn enter(&mut self, core: &mut impl Core, position: &Position) -> Result<(), PositionError> {
        let floor = position.floor as usize;
        let fits = match position.state {
            State::Fresh => floor == 0 && position.path.is_empty(),
            State::Descend => floor <= position.path.len(),
            State::Advance | State::Retract => floor < position.path.len(),
            State::End => floor == position.path.len(),
        };
        if !fits {
            return Err(PositionError);
        }
        let followed = (1..).zip(&position.path).all(|(level, branch)| {
            let open = level == position.path.len() && position.state == State::Advance;
            !is_ended(core) && self.follow(core, branch.item, branch.tried, open)
        });
        if !followed || (position.state == State::Descend && is_ended(core)) {
            self.state = if core.level() > self.floor { State::Retract } else { State::Fresh };
            self.unwind(core, self.selected);
            return Err(PositionError);
        }
        self.state = position.state;
        self.floor = self.selected + floor;
        core.clear_counters();
        Ok(())
    }

    /// Opens a level on an item and tries so many of its branches; the last one then stands, unless the level is
    /// to be left open. `false`, and the level closed, if there are not so many or the last one can't stand.
    fn follow(&self, core: &mut impl Core, item: u32, tried: u32, open: bool) -> bool {
        let mut active = false;
        core.each_length(|other, length| active |= other == item && length > 0);
        if !active || (tried == 0 && !open) {
            return false;
        }
        core.descend_on(item);
        for branch in 1..=tried {
            let stands = match core.advance() {
                // The level is closed.
                Tried::Done => return false,
                Tried::Dead => false,
                Tried::Solution | Tried::Open => true,
            };
            if branch == tried && !open {
                if !stands {
                    core.ascend();
                }
                return stands;
            }
            if stands {
                core.retract();
            }
        }
        true
    }

    /// The first item with several branches below the root, on the way that leaves no choice, and its options. The
    /// search must be fresh, and is so again.
    pub(crate) fn first_choice(&mut self, core: &mut impl Core) -> Option<(u32, Vec<u32>)> {
        let mut choice = None;
        self.state = State::Retract;
        while !is_ended(core) {
            core.descend();
            let Branch { item, left, .. } = core.branch(core.level() - 1);
            if left > 1 {
                let mut options = Vec::new();
                core.each_option(item, |option| options.push(option));
                choice = Some((item, options));
            }
            if left > 1 || core.advance() == Tried::Dead {
                self.state = State::Advance;
                break;
            }
        }
        self.unwind(core, self.floor);
        choice
    }

    /// Takes the untried branches of the level nearest to the root out of the search, if there are any.
    pub(crate) fn split_off(&mut self, core: &impl Core) -> Option<Position> {
        // The deepest level stays: without it there would be nothing to go on with.
        while core.level() > self.floor + 1 && matches!(self.state, State::Advance | State::Retract) {
            let branch = core.branch(self.floor);
            self.floor += 1;
            if branch.left > 0 {
                let path = (self.selected..self.floor).map(|level| core.branch(level)).collect();
                let floor = (self.floor - 1 - self.selected) as u32;
                return Some(Position { state: State::Retract, floor, path });
            }
        }
        None
    }
}

/// Whether a state has no branches.
fn is_ended(core: &impl Core) -> bool {
    core.is_solved() || core.is_dead()
}
