//! The first solution of a hard problem: search that learns from conflicts.
//!
//! Each option is a variable, true when chosen. Items are constraints of their own, without clauses: a chosen option makes
//! all others false that can't stand beside it, and an item with one option left makes it true. What made a conflict is
//! worked out and kept as a clause, the search goes back as far as the clause allows, and prefers options that were in
//! recent conflicts. A guess is always to choose an option: with the value that it had last, as solvers of clauses do it, Latin
//! squares of order 33 took three times the conflicts (docs/cover.md).
//!
//! Source: the scheme is that of J. Marques-Silva, K. Sakallah (GRASP, 1999), M. Moskewicz and others (Chaff, 2001), N. Eén,
//! N. Sörensson (MiniSat, 2003), and G. Audemard, L. Simon (Glucose, 2009) for which clauses to keep and when to restart.

use alloc::vec::Vec;

use crate::control::{Control, Ending, Unsupported};
use crate::problem::{Color, Problem};

/// A clause is kept for good if it joins no more than so many levels.
const GOOD: u32 = 3;
/// Conflicts before the first half of the clauses is dropped, and how many more each further time.
const KEEP: u64 = 4000;
const KEEP_MORE: u64 = 600;
/// How the activity of options fades with each conflict.
const FADE: f64 = 0.95;

/// Why an option has its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reason {
    /// It was guessed, or holds from the start.
    None,
    /// It is the last one of this item.
    Item(u32),
    /// It can't stand beside this one.
    Option(u32),
    /// It is what is left of this clause.
    Clause(u32),
}

/// What can't be.
#[derive(Clone, Copy, Debug)]
enum Conflict {
    /// This item has no options left.
    Item(u32),
    /// These two are chosen, and can't be.
    Both(u32, u32),
    /// This clause is false.
    Clause(u32),
}

/// An option and a value: twice its number, and 1 more if it is false.
type Literal = u32;

const fn is_false(literal: Literal) -> bool {
    literal & 1 == 1
}

#[derive(Clone, Debug)]
struct Clause {
    literals: Vec<Literal>,
    /// How many levels it joined when it was learned.
    levels: u32,
}

#[derive(Clone, Copy, Debug)]
struct Choice {
    /// 1 true, -1 false, 0 neither.
    value: i8,
    seen: bool,
    level: u32,
    reason: Reason,
    activity: f64,
}

/// An answer to the question for one solution.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct First {
    /// A solution, as option numbers from the lowest to the highest.
    pub solution: Option<Vec<u32>>,
    /// [`Ending::Limit`] with a solution, [`Ending::Complete`] if there is none.
    pub ending: Ending,
    /// Options guessed.
    pub guesses: u64,
    /// Conflicts met.
    pub conflicts: u64,
}

/// A search for one solution, whichever comes first, that learns from conflicts: for problems with few solutions, or
/// none, in a large tree. Others are quicker where solutions are many or trees small, and count.
///
/// ```
/// use farandole_cover::{Control, Ending, Learner, Random, make};
///
/// let problem = make::latin(12, 60, &mut Random::new(5))?;
/// let first = Learner::new(&problem)?.run(&Control::new());
/// assert_eq!(first.ending, Ending::Limit);
/// assert_eq!(first.solution.unwrap().len(), 60);
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Learner {
    /// Options of each primary item.
    lists: Vec<Vec<u32>>,
    /// For each option its primary items.
    items: Vec<Vec<u32>>,
    /// For each option those that can't stand beside it.
    rivals: Vec<Vec<u32>>,
    options: Vec<Choice>,
    /// For each item its options that are not false.
    counts: Vec<u32>,
    /// For each item whether an option of it is chosen.
    covered: Vec<bool>,
    trail: Vec<Literal>,
    /// How much of the trail has been followed.
    done: usize,
    /// Length of the trail where each level begins.
    levels: Vec<usize>,
    clauses: Vec<Clause>,
    /// For each literal the clauses that must be looked at when it becomes false, and a literal of the clause: while that is
    /// true, the clause need not be.
    watches: Vec<Vec<(u32, Literal)>>,
    /// Options by activity, the highest first: a binary heap, and where each option is in it.
    heap: Vec<u32>,
    places: Vec<u32>,
    /// What a conflict adds to activities now.
    bump: f64,
    guesses: u64,
    conflicts: u64,
    next_cut: u64,
    cuts: u64,
    /// Levels of recent clauses and of all, as moving means.
    recent: f64,
    overall: f64,
    since_restart: u64,
    impossible: bool,
}

const NOWHERE: u32 = u32::MAX;

impl Learner {
    /// Prepares the search.
    ///
    /// # Errors
    /// The problem has multiplicities.
    pub fn new(problem: &Problem) -> Result<Self, Unsupported> {
        if problem.has_multiplicities() {
            return Err(Unsupported::MULTIPLICITIES);
        }
        let primary = problem.primary_items() as usize;
        let count = problem.options() as usize;
        let mut all: Vec<Vec<(u32, Color)>> = alloc::vec![Vec::new(); problem.items() as usize];
        let mut items = alloc::vec![Vec::new(); count];
        for option in 0..problem.options() {
            for entry in problem.option_entries(option) {
                all[entry.item as usize].push((option, entry.color));
                if (entry.item as usize) < primary {
                    items[option as usize].push(entry.item);
                }
            }
        }
        let mut rivals: Vec<Vec<u32>> = alloc::vec![Vec::new(); count];
        for option in 0..problem.options() {
            let own = &mut rivals[option as usize];
            for entry in problem.option_entries(option) {
                let others = all[entry.item as usize].iter().filter(|&&(other, color)| {
                    other != option && (color == Color::NONE || color != entry.color)
                });
                own.extend(others.map(|&(other, _)| other));
            }
            own.sort_unstable();
            own.dedup();
        }
        let lists: Vec<Vec<u32>> =
            all[..primary].iter().map(|list| list.iter().map(|&(option, _)| option).collect()).collect();
        let counts: Vec<u32> = lists.iter().map(|list| list.len() as u32).collect();
        // Small lists first: their options are the likelier to be decided early.
        let option = |number: usize| {
            let least = items[number].iter().map(|&item| counts[item as usize]).min().unwrap_or(1);
            let activity = 1.0 / f64::from(least.max(1));
            Choice { value: 0, seen: false, level: 0, reason: Reason::None, activity }
        };
        let options: Vec<Choice> = (0..count).map(option).collect();
        let mut learner = Self {
            options,
            covered: alloc::vec![false; primary],
            trail: Vec::with_capacity(count),
            done: 0,
            levels: Vec::new(),
            clauses: Vec::new(),
            watches: alloc::vec![Vec::new(); 2 * count],
            heap: Vec::with_capacity(count),
            places: alloc::vec![NOWHERE; count],
            bump: 1.0,
            guesses: 0,
            conflicts: 0,
            next_cut: KEEP,
            cuts: 0,
            recent: 0.0,
            overall: 0.0,
            since_restart: 0,
            impossible: counts.contains(&0),
            lists,
            items,
            rivals,
            counts,
        };
        (0..count as u32).for_each(|option| learner.push_heap(option));
        for item in 0..primary {
            if let [only] = learner.lists[item][..]
                && learner.options[only as usize].value == 0
            {
                learner.set(2 * only, Reason::None);
            }
        }
        Ok(learner)
    }

    /// Searches until a solution, the end, or until `control` holds; a budget is for conflicts. It can be called again to
    /// go on.
    pub fn run(&mut self, control: &Control<'_>) -> First {
        loop {
            if self.impossible {
                return self.answer(None, Ending::Complete);
            }
            match self.follow() {
                Some(conflict) => {
                    self.conflicts += 1;
                    self.since_restart += 1;
                    if self.levels.is_empty() {
                        self.impossible = true;
                        continue;
                    }
                    self.learn(conflict);
                    if control.is_spent(self.conflicts) {
                        return self.answer(None, Ending::BudgetSpent);
                    }
                    if control.is_cancelled() {
                        return self.answer(None, Ending::Cancelled);
                    }
                }
                None => {
                    if self.since_restart >= 50 && self.recent > 1.2 * self.overall {
                        self.since_restart = 0;
                        self.back(0);
                        continue;
                    }
                    if self.conflicts >= self.next_cut {
                        self.cut();
                    }
                    if !self.guess() {
                        let chosen = (0..).zip(&self.options).filter(|(_, option)| option.value > 0);
                        let solution = chosen.map(|(number, _)| number).collect();
                        return self.answer(Some(solution), Ending::Limit);
                    }
                }
            }
        }
    }

    fn answer(&self, solution: Option<Vec<u32>>, ending: Ending) -> First {
        First { solution, ending, guesses: self.guesses, conflicts: self.conflicts }
    }

    /// The value of a literal: 1 true, -1 false, 0 neither.
    fn value(&self, literal: Literal) -> i8 {
        let value = self.options[literal as usize / 2].value;
        if is_false(literal) { -value } else { value }
    }

    /// The level at which a literal got its value.
    fn level_of(&self, literal: Literal) -> u32 {
        self.options[literal as usize / 2].level
    }

    /// Gives an option a value.
    fn set(&mut self, literal: Literal, reason: Reason) {
        let number = literal as usize / 2;
        let level = self.levels.len() as u32;
        let option = &mut self.options[number];
        option.value = if is_false(literal) { -1 } else { 1 };
        option.level = level;
        option.reason = reason;
        for &item in &self.items[number] {
            if is_false(literal) {
                self.counts[item as usize] -= 1;
            } else {
                self.covered[item as usize] = true;
            }
        }
        self.trail.push(literal);
    }

    /// Takes values back down to a level.
    fn back(&mut self, level: usize) {
        if self.levels.len() <= level {
            return;
        }
        let start = self.levels[level];
        for at in (start..self.trail.len()).rev() {
            let literal = self.trail[at];
            let number = literal as usize / 2;
            let option = &mut self.options[number];
            option.value = 0;
            for &item in &self.items[number] {
                if is_false(literal) {
                    self.counts[item as usize] += 1;
                } else {
                    self.covered[item as usize] = false;
                }
            }
            self.push_heap(number as u32);
        }
        self.trail.truncate(start);
        self.levels.truncate(level);
        self.done = start;
    }

    /// Follows all values to what they entail.
    fn follow(&mut self) -> Option<Conflict> {
        while let Some(&literal) = self.trail.get(self.done) {
            self.done += 1;
            let number = literal / 2;
            if is_false(literal) {
                for k in 0..self.items[number as usize].len() {
                    let item = self.items[number as usize][k];
                    let at = item as usize;
                    if self.covered[at] || self.counts[at] > 1 {
                        continue;
                    }
                    let list = self.lists[at].iter();
                    let left = list.copied().find(|&option| self.options[option as usize].value >= 0);
                    let Some(left) = left else { return Some(Conflict::Item(item)) };
                    self.set(2 * left, Reason::Item(item));
                }
            } else {
                for k in 0..self.rivals[number as usize].len() {
                    let rival = self.rivals[number as usize][k];
                    match self.options[rival as usize].value {
                        0 => self.set(2 * rival + 1, Reason::Option(number)),
                        1 => return Some(Conflict::Both(number, rival)),
                        _ => {}
                    }
                }
            }
            if let Some(clause) = self.follow_clauses(literal ^ 1) {
                return Some(Conflict::Clause(clause));
            }
        }
        None
    }

    /// Looks at the clauses that watch a literal which has become false; one that is false then.
    fn follow_clauses(&mut self, literal: Literal) -> Option<u32> {
        let mut watching = core::mem::take(&mut self.watches[literal as usize]);
        let mut kept = 0;
        let mut conflict = None;
        let mut at = 0;
        while at < watching.len() {
            let (number, blocker) = watching[at];
            at += 1;
            if self.value(blocker) > 0 {
                watching[kept] = (number, blocker);
                kept += 1;
                continue;
            }
            let literals = &mut self.clauses[number as usize].literals;
            if literals[0] == literal {
                literals.swap(0, 1);
            }
            let first = literals[0];
            let options = &self.options;
            let value = |literal: Literal| {
                let value = options[literal as usize / 2].value;
                if is_false(literal) { -value } else { value }
            };
            let first_value = value(first);
            if first_value <= 0
                && let Some(k) = (2..literals.len()).find(|&k| value(literals[k]) >= 0)
            {
                literals.swap(1, k);
                let other = literals[1];
                self.watches[other as usize].push((number, first));
                continue;
            }
            watching[kept] = (number, first);
            kept += 1;
            if first_value == 0 {
                self.set(first, Reason::Clause(number));
            } else if first_value < 0 {
                conflict = Some(number);
                watching.copy_within(at.., kept);
                kept += watching.len() - at;
                break;
            }
        }
        watching.truncate(kept);
        self.watches[literal as usize] = watching;
        conflict
    }

    /// Calls `f` with the false literals that entail the value of an option.
    fn causes(&self, number: u32, mut f: impl FnMut(Literal)) {
        match self.options[number as usize].reason {
            Reason::None => {}
            Reason::Item(item) => {
                self.lists[item as usize]
                    .iter()
                    .filter(|&&other| other != number)
                    .for_each(|&other| f(2 * other));
            }
            Reason::Option(other) => f(2 * other + 1),
            Reason::Clause(clause) => {
                let literals = self.clauses[clause as usize].literals.iter();
                literals.filter(|&&literal| literal / 2 != number).for_each(|&literal| f(literal));
            }
        }
    }

    /// Works out what made a conflict, keeps it as a clause, and goes back to where the clause has an effect.
    fn learn(&mut self, conflict: Conflict) {
        let level = self.levels.len() as u32;
        let mut todo: Vec<Literal> = match conflict {
            Conflict::Item(item) => self.lists[item as usize].iter().map(|option| 2 * option).collect(),
            Conflict::Both(one, other) => alloc::vec![2 * one + 1, 2 * other + 1],
            Conflict::Clause(clause) => self.clauses[clause as usize].literals.clone(),
        };
        let mut literals: Vec<Literal> = alloc::vec![0];
        let mut open = 0;
        let mut at = self.trail.len();
        loop {
            for literal in todo.drain(..) {
                let option = &mut self.options[literal as usize / 2];
                if option.seen || option.level == 0 {
                    continue;
                }
                option.seen = true;
                option.activity += self.bump;
                if option.level == level {
                    open += 1;
                } else {
                    literals.push(literal);
                }
                if self.places[literal as usize / 2] != NOWHERE {
                    let place = self.places[literal as usize / 2] as usize;
                    self.rise(place);
                }
            }
            // The last one on the trail that took part.
            loop {
                at -= 1;
                if self.options[self.trail[at] as usize / 2].seen {
                    break;
                }
            }
            let literal = self.trail[at];
            self.options[literal as usize / 2].seen = false;
            open -= 1;
            if open == 0 {
                literals[0] = literal ^ 1;
                break;
            }
            self.causes(literal / 2, |literal| todo.push(literal));
        }
        let all = literals.clone();
        // What the others entail says nothing.
        let mut k = 1;
        while k < literals.len() {
            let number = literals[k] / 2;
            let mut entailed = self.options[number as usize].reason != Reason::None;
            self.causes(number, |literal| {
                let option = &self.options[literal as usize / 2];
                entailed &= option.seen || option.level == 0;
            });
            if entailed {
                literals.swap_remove(k);
            } else {
                k += 1;
            }
        }
        all.iter().for_each(|literal| self.options[*literal as usize / 2].seen = false);

        let mut joined: Vec<u32> = literals.iter().map(|&literal| self.level_of(literal)).collect();
        joined.sort_unstable();
        joined.dedup();
        let levels = joined.len() as u32;
        self.recent += (f64::from(levels) - self.recent) / 32.0;
        self.overall += (f64::from(levels) - self.overall) / (self.conflicts as f64).min(4096.0);
        self.bump /= FADE;
        if self.bump > 1e100 {
            self.options.iter_mut().for_each(|option| option.activity *= 1e-100);
            self.bump *= 1e-100;
        }
        let Some(second) = (1..literals.len()).max_by_key(|&k| self.level_of(literals[k])) else {
            self.back(0);
            self.set(literals[0], Reason::None);
            return;
        };
        literals.swap(1, second);
        let target = self.level_of(literals[1]);
        self.back(target as usize);
        let number = self.clauses.len() as u32;
        self.watches[literals[0] as usize].push((number, literals[1]));
        self.watches[literals[1] as usize].push((number, literals[0]));
        self.set(literals[0], Reason::Clause(number));
        self.clauses.push(Clause { literals, levels });
    }

    /// Forgets half of the clauses that were not good, and starts anew.
    fn cut(&mut self) {
        self.back(0);
        self.cuts += 1;
        self.next_cut = self.conflicts + KEEP + self.cuts * KEEP_MORE;
        // Nothing above the lowest level has a reason now, and there it is never asked for.
        let mut order: Vec<u32> =
            (0..self.clauses.len() as u32).filter(|&k| self.clauses[k as usize].levels > GOOD).collect();
        order.sort_by_key(|&k| (self.clauses[k as usize].levels, core::cmp::Reverse(k)));
        let mut gone = alloc::vec![false; self.clauses.len()];
        order[order.len() / 2..].iter().for_each(|&k| gone[k as usize] = true);
        let mut gone = gone.into_iter();
        self.clauses.retain(|_| !gone.next().unwrap_or(false));
        self.watches.iter_mut().for_each(Vec::clear);
        for (number, clause) in (0..).zip(&self.clauses) {
            self.watches[clause.literals[0] as usize].push((number, clause.literals[1]));
            self.watches[clause.literals[1] as usize].push((number, clause.literals[0]));
        }
        // Watched literals may have become false for good: such clauses must be looked at again.
        for literal in &self.trail {
            self.options[*literal as usize / 2].reason = Reason::None;
        }
        self.done = 0;
    }

    /// Gives the most active option that has no value one; `false` if all have.
    fn guess(&mut self) -> bool {
        while let Some(number) = self.pop_heap() {
            let option = &self.options[number as usize];
            if option.value == 0 {
                self.levels.push(self.trail.len());
                self.guesses += 1;
                self.set(2 * number, Reason::None);
                return true;
            }
        }
        false
    }

    fn push_heap(&mut self, number: u32) {
        if self.places[number as usize] == NOWHERE {
            self.places[number as usize] = self.heap.len() as u32;
            self.heap.push(number);
            self.rise(self.heap.len() - 1);
        }
    }

    fn pop_heap(&mut self) -> Option<u32> {
        let first = *self.heap.first()?;
        self.places[first as usize] = NOWHERE;
        let last = self.heap.pop()?;
        if !self.heap.is_empty() {
            self.heap[0] = last;
            self.places[last as usize] = 0;
            self.sink();
        }
        Some(first)
    }

    fn activity(&self, place: usize) -> f64 {
        self.options[self.heap[place] as usize].activity
    }

    fn swap(&mut self, one: usize, other: usize) {
        self.heap.swap(one, other);
        self.places[self.heap[one] as usize] = one as u32;
        self.places[self.heap[other] as usize] = other as u32;
    }

    fn rise(&mut self, mut place: usize) {
        while place > 0 && self.activity(place) > self.activity((place - 1) / 2) {
            self.swap(place, (place - 1) / 2);
            place = (place - 1) / 2;
        }
    }

    fn sink(&mut self) {
        let mut place = 0;
        loop {
            let below = (2 * place + 1..2 * place + 3).filter(|&below| below < self.heap.len());
            let Some(below) = below.max_by(|&a, &b| self.activity(a).total_cmp(&self.activity(b))) else {
                return;
            };
            if self.activity(below) <= self.activity(place) {
                return;
            }
            self.swap(place, below);
            place = below;
        }
    }
}
