//! Search that learns from conflicts.

use super::board::{Board, Conflict, Reason};
use super::clauses::{Clauses, Watch};
use super::model::{Lit, Model};
use super::order::Order;
use super::restart::Restarts;
use super::steps::Steps;
use crate::End;
use crate::limits::Run;
use crate::memory;
use crate::schedule::Schedule;
use core::ops::ControlFlow;
use farandole_puzzle::{Cell, DigitSet, Puzzle};

/// How many more conflicts there are from each reduction of the learned clauses to the next.
const REDUCE_STEP: u64 = 300;
/// Clauses with so few levels stay for good, those with so few as long as they are in use, and of the others the
/// better part. Decisions are placements, so levels are few: with the bounds usual elsewhere, 2 and 6, nearly all
/// clauses stayed and a conflict cost twice as much (Frisch's 25x25 puzzles).
const GOOD_GLUE: u32 = 1;
pub(super) const FAIR_GLUE: u32 = 3;
const FAIR_IDLE: u32 = 10_000;
const KEPT_PERCENT: usize = 40;

/// Nothing is left: the search is complete.
pub(super) struct Complete;

/// Buffers, kept from puzzle to puzzle.
#[derive(Debug, Default)]
pub(super) struct Learner {
    pub(super) board: Board,
    pub(super) clauses: Clauses,
    pub(super) order: Order,
    /// By variable: met in the analysis under way.
    seen: Vec<bool>,
    /// The variables with such a mark.
    marked: Vec<u32>,
    learned: Vec<Lit>,
    pub(super) antecedents: Vec<Lit>,
    stack: Vec<Lit>,
    level_stamps: Vec<u32>,
    stamp: u32,
    conflicts: u64,
    digits: Vec<u8>,
}

impl Learner {
    /// Visits the solutions until there are no more (`Complete`) or enough for
    /// the next stage. `found` is told of each, too.
    pub(super) fn search(
        &mut self,
        model: &Model,
        puzzle: &Puzzle,
        stages: &Schedule,
        run: &mut Run<'_>,
        found: &mut dyn FnMut(&[u8]),
        steps: &mut dyn Steps,
    ) -> ControlFlow<End, Option<Complete>> {
        run.open_node()?;
        if self.load(model, puzzle, run.config.seed).is_err() {
            steps.learned(&[]);
            return ControlFlow::Continue(Some(Complete));
        }
        let (mut reduce_at, mut reductions) = (stages.reduce_first, 0);
        let mut room = memory::room_for_clauses(puzzle.geometry(), run.config);
        let mut restarts = Restarts::new(model, run.config.seed);
        let mut solutions = 0;
        loop {
            let before = self.board.assignment.trail.len();
            let settled = self.propagate(model);
            run.counters.updates += (self.board.assignment.trail.len() - before) as u64;
            if let Err(conflict) = settled {
                run.dead_end();
                self.conflicts += 1;
                if self.board.assignment.level() == 0 {
                    steps.learned(&[]);
                    return ControlFlow::Continue(Some(Complete));
                }
                let glue = self.learn(model, conflict);
                steps.learned(&self.learned);
                self.order.fade(restarts.conflict(glue));
                continue;
            }
            if self.board.assignment.level() == 0 {
                self.board.remember_root();
            }
            if restarts.is_due() {
                self.back_to(model, 0);
            }
            if self.conflicts >= reduce_at || self.clauses.bytes() > room {
                reductions += 1;
                reduce_at = self.conflicts + stages.reduce_first + REDUCE_STEP * reductions;
                self.back_to(model, 0);
                self.reduce(room, steps);
                // What can't be forgotten must have room.
                room = room.max(2 * self.clauses.bytes());
                if self.vivify(model, steps).is_err() {
                    steps.learned(&[]);
                    return ControlFlow::Continue(Some(Complete));
                }
            }
            if let Some(lit) = self.choose() {
                run.open_node()?;
                run.guess(true);
                self.board.assignment.open_level();
                self.board.assignment.assign(lit, Reason::None);
                continue;
            }
            self.digits.clear();
            let last_digit = |cell: usize| self.board.items.open[cell].trailing_zeros() as u8 + 1;
            self.digits.extend((0..model.cells).map(last_digit));
            found(&self.digits);
            run.found(&self.digits)?;
            run.poll()?;
            if self.exclude_solution(model, steps).is_err() {
                steps.learned(&[]);
                return ControlFlow::Continue(Some(Complete));
            }
            solutions += 1;
            if solutions == stages.list_from {
                return ControlFlow::Continue(None);
            }
        }
    }

    fn load(&mut self, model: &Model, puzzle: &Puzzle, seed: u64) -> Result<(), Complete> {
        self.board.clear(model);
        let variables = model.variable_count();
        self.clauses.clear(2 * variables);
        self.order.clear(variables, seed);
        self.seen.clear();
        self.seen.resize(variables, false);
        self.level_stamps.clear();
        self.level_stamps.resize(variables + 1, 0);
        self.stamp = 0;
        self.conflicts = 0;
        let all = DigitSet::all(model.size);
        for cell in (0..model.cells).filter_map(Cell::new) {
            for digit in (all - puzzle.allowed(cell)).iter() {
                let lit = !Lit::is((cell.index() * model.size + digit.index()) as u32);
                match self.board.assignment.value(lit) {
                    0 => self.board.assignment.assign(lit, Reason::None),
                    1 => {}
                    _ => return Err(Complete),
                }
            }
            self.propagate(model).map_err(|_| Complete)?;
        }
        self.board.remember_root();
        for variable in 0..variables as u32 {
            if self.board.assignment.value(Lit::is(variable)) == 0 {
                self.order.insert(variable);
            }
        }
        Ok(())
    }

    /// Forbids the decisions that led to the solution on the board.
    fn exclude_solution(&mut self, model: &Model, steps: &mut dyn Steps) -> Result<(), Complete> {
        let level = self.board.assignment.level();
        if level == 0 {
            return Err(Complete);
        }
        let clause: Vec<Lit> =
            (1..=level).rev().map(|level| !self.board.assignment.decision(level)).collect();
        steps.learned(&clause);
        self.back_to(model, level - 1);
        let reason =
            if level == 1 { Reason::None } else { Reason::Clause(self.clauses.add(&clause, GOOD_GLUE)) };
        self.board.assignment.assign(clause[0], reason);
        Ok(())
    }

    /// The most active variable without a value, as true: a placement says the most.
    fn choose(&mut self) -> Option<Lit> {
        loop {
            let lit = Lit::is(self.order.pop()?);
            if self.board.assignment.value(lit) == 0 {
                return Some(lit);
            }
        }
    }

    pub(super) fn back_to(&mut self, model: &Model, level: u32) {
        let order = &mut self.order;
        self.board.back_to(model, level, |lit| order.insert(lit.var()));
    }

    pub(super) fn propagate(&mut self, model: &Model) -> Result<(), Conflict> {
        while let Some((lit, result)) = self.board.work_off(model) {
            result?;
            self.visit_watches(!lit)?;
        }
        #[cfg(feature = "check")]
        self.board.check(model);
        Ok(())
    }

    /// Looks at the clauses that watch a literal which became false.
    fn visit_watches(&mut self, falsified: Lit) -> Result<(), Conflict> {
        let mut watches = core::mem::take(&mut self.clauses.watches[falsified.index()]);
        let mut kept = 0;
        let mut result = Ok(());
        let mut next = 0;
        'watches: while next < watches.len() {
            let watch = watches[next];
            next += 1;
            if self.board.assignment.value(watch.blocker) > 0 {
                watches[kept] = watch;
                kept += 1;
                continue;
            }
            let lits = self.clauses.raw_lits(watch.clause);
            if lits[0] == falsified.0 {
                lits.swap(0, 1);
            }
            let first = Lit(lits[0]);
            let now = Watch { clause: watch.clause, blocker: first };
            if first != watch.blocker && self.board.assignment.value(first) > 0 {
                watches[kept] = now;
                kept += 1;
                continue;
            }
            for place in 2..lits.len() {
                let lit = Lit(lits[place]);
                if self.board.assignment.value(lit) >= 0 {
                    lits[1] = lit.0;
                    lits[place] = falsified.0;
                    self.clauses.watches[lit.index()].push(now);
                    continue 'watches;
                }
            }
            watches[kept] = now;
            kept += 1;
            if self.board.assignment.value(first) < 0 {
                result = Err(Conflict::Clause(watch.clause));
                break;
            }
            self.board.assignment.assign(first, Reason::Clause(watch.clause));
        }
        watches.copy_within(next.., kept);
        watches.truncate(kept + watches.len() - next);
        self.clauses.watches[falsified.index()] = watches;
        result
    }

    /// Lists the true literals that made this one true.
    pub(super) fn explain(&mut self, model: &Model, lit: Lit) {
        self.antecedents.clear();
        match self.board.assignment.reason_of(lit) {
            Reason::None => {}
            Reason::Peer(peer) => self.antecedents.push(peer),
            Reason::Item(item) => {
                let all = model.lits_at(item, self.board.items.root[item as usize]);
                self.antecedents.extend(all.filter(|other| other.var() != lit.var()).map(|other| !other));
            }
            Reason::Clause(clause) => {
                let all = self.clauses.lits(clause);
                self.antecedents.extend(all.filter(|other| other.var() != lit.var()).map(|other| !other));
                self.clauses.set_used(clause, self.conflicts as u32);
            }
        }
    }

    pub(super) fn explain_conflict(&mut self, model: &Model, conflict: Conflict) {
        self.antecedents.clear();
        match conflict {
            Conflict::Pair(one, other) => self.antecedents.extend([one, other]),
            Conflict::Item(item) => {
                let all = model.lits_at(item, self.board.items.root[item as usize]);
                self.antecedents.extend(all.map(|lit| !lit));
            }
            Conflict::Clause(clause) => {
                self.antecedents.extend(self.clauses.lits(clause).map(|lit| !lit));
                self.clauses.set_used(clause, self.conflicts as u32);
            }
        }
    }

    /// Learns a clause from a conflict, goes back to where it has one literal left and makes that true. Returns the
    /// number of levels in the clause.
    fn learn(&mut self, model: &Model, conflict: Conflict) -> u32 {
        let level = self.board.assignment.level();
        let mut learned = core::mem::take(&mut self.learned);
        learned.clear();
        learned.push(Lit(0));
        let mut place = self.board.assignment.trail.len();
        let mut open = 0;
        self.explain_conflict(model, conflict);
        loop {
            for i in 0..self.antecedents.len() {
                let lit = self.antecedents[i];
                let at = self.board.assignment.level_of(lit);
                if at == 0 || !self.mark(lit.var()) {
                    continue;
                }
                self.order.raise(lit.var());
                if at == level {
                    open += 1;
                } else {
                    learned.push(!lit);
                }
            }
            let lit = loop {
                place -= 1;
                let lit = self.board.assignment.trail[place];
                if self.seen[lit.var() as usize] && self.board.assignment.level_of(lit) == level {
                    break lit;
                }
            };
            open -= 1;
            if open == 0 {
                learned[0] = !lit;
                break;
            }
            self.explain(model, lit);
        }
        self.shorten(model, &mut learned);
        self.unmark(0);
        let glue = self.glue_of(&learned);
        if learned.len() == 1 {
            self.back_to(model, 0);
            self.board.assignment.assign(learned[0], Reason::None);
        } else {
            let deepest = (1..learned.len()).max_by_key(|i| self.board.assignment.level_of(learned[*i]));
            learned.swap(1, deepest.unwrap_or(1));
            let back = self.board.assignment.level_of(learned[1]);
            self.back_to(model, back);
            let clause = self.clauses.add(&learned, glue);
            self.clauses.set_used(clause, self.conflicts as u32);
            self.board.assignment.assign(learned[0], Reason::Clause(clause));
        }
        self.learned = learned;
        glue
    }

    /// Marks a variable; whether it had no mark.
    pub(super) fn mark(&mut self, variable: u32) -> bool {
        if core::mem::replace(&mut self.seen[variable as usize], true) {
            return false;
        }
        self.marked.push(variable);
        true
    }

    /// Takes all marks away but the first so many.
    pub(super) fn unmark(&mut self, kept: usize) {
        for variable in self.marked.drain(kept..) {
            self.seen[variable as usize] = false;
        }
    }

    fn glue_of(&mut self, lits: &[Lit]) -> u32 {
        self.stamp += 1;
        let mut glue = 0;
        for lit in lits {
            let level = self.board.assignment.level_of(*lit) as usize;
            if self.level_stamps[level] != self.stamp {
                self.level_stamps[level] = self.stamp;
                glue += 1;
            }
        }
        glue
    }

    /// Leaves out literals that follow from others of the clause.
    fn shorten(&mut self, model: &Model, learned: &mut Vec<Lit>) {
        self.stamp += 1;
        for lit in learned.iter() {
            self.level_stamps[self.board.assignment.level_of(*lit) as usize] = self.stamp;
        }
        let mut kept = 1;
        for i in 1..learned.len() {
            let lit = learned[i];
            if !self.follows(model, lit) {
                learned[kept] = lit;
                kept += 1;
            }
        }
        learned.truncate(kept);
    }

    /// Whether the falsity of this literal follows from other marked literals.
    fn follows(&mut self, model: &Model, lit: Lit) -> bool {
        if self.board.assignment.reason_of(lit) == Reason::None {
            return false;
        }
        self.stack.clear();
        self.stack.push(lit);
        let top = self.marked.len();
        while let Some(lit) = self.stack.pop() {
            self.explain(model, lit);
            for i in 0..self.antecedents.len() {
                let lit = self.antecedents[i];
                let variable = lit.var();
                let level = self.board.assignment.level_of(lit);
                if level == 0 || self.seen[variable as usize] {
                    continue;
                }
                if self.board.assignment.reason_of(lit) == Reason::None
                    || self.level_stamps[level as usize] != self.stamp
                {
                    self.unmark(top);
                    return false;
                }
                self.mark(variable);
                self.stack.push(lit);
            }
        }
        true
    }

    /// Forgets the worse part of the learned clauses, and more where the rest would take up half the room.
    fn reduce(&mut self, room: u64, steps: &mut dyn Steps) {
        let now = self.conflicts as u32;
        let board = &self.board;
        let is_reason = |clauses: &Clauses, clause: u32| {
            let first = clauses.lit(clause, 0);
            board.assignment.value(first) > 0 && board.assignment.reason_of(first) == Reason::Clause(clause)
        };
        let clauses = &self.clauses;
        let is_good = |clause: u32, glue: u32| {
            glue <= GOOD_GLUE || (glue <= FAIR_GLUE && now - clauses.used(clause) < FAIR_IDLE)
        };
        let mut worse: Vec<(u32, usize, u32)> = clauses
            .list
            .iter()
            .map(|clause| (clauses.glue(*clause), clauses.len(*clause), *clause))
            .filter(|(glue, _, clause)| !is_good(*clause, *glue) && !is_reason(clauses, *clause))
            .collect();
        worse.sort_unstable();
        let size = |(_, length, _): &(u32, usize, u32)| Clauses::bytes_of(*length);
        let mut bytes = clauses.bytes() - worse.iter().map(size).sum::<u64>();
        let fitting = worse.iter().take_while(|clause| {
            bytes += size(clause);
            bytes <= room / 2
        });
        let kept = fitting.count().min(worse.len() * KEPT_PERCENT / 100);
        let mut gone: Vec<u32> = worse.into_iter().skip(kept).map(|(_, _, clause)| clause).collect();
        gone.sort_unstable();
        for clause in &gone {
            self.learned.clear();
            self.learned.extend(clauses.lits(*clause));
            steps.forgotten(&self.learned);
        }
        let mut moves: Vec<(u32, u32)> = Vec::new();
        self.clauses.retain(|clause| gone.binary_search(&clause).is_err(), |old, new| moves.push((old, new)));
        self.board.assignment.rename_clauses(|old| {
            moves.binary_search_by_key(&old, |(old, _)| *old).map_or(old, |place| moves[place].1)
        });
    }
}
