//! The first solution of a hard problem: conflict-driven clause learning with a propagator for
//! exact cover.
//!
//! Each option is a variable, which is true if the option is chosen. The constraints of exact cover are not
//! clauses: when an option is chosen, the propagator makes all conflicting options false, and when an item
//! has only one option left, it makes that option true. Decisions always choose an option. SAT solvers
//! usually give a variable its last value again (phase saving); Latin squares of order 33 then take three
//! times as many conflicts (docs/experiments/2026-11-21-exact-cover.md).
//!
//! Backtracking is faster on problems with many solutions or small search trees. Problems with many pairs of
//! conflicting options need much memory, because every pair is listed. This search cannot count.
//!
//! Source: `farandole-cdcl`, which cites the literature; Jeroslow, Wang, "Solving propositional
//! satisfiability problems", Annals of Mathematics and Artificial Intelligence 1 (1990), for the
//! order of decisions before the first conflict.

use alloc::vec::Vec;

use farandole_cdcl::{Config, Event, Lit, Mode, Propagator, Reduce, Restart, Solver, Trail, Vivify};

use crate::backend::unsupported::Unsupported;
use crate::config::{self, End};
use crate::model::problem::{Color, Problem};

/// Lists of numbers, concatenated in one vector.
// With one vector for all lists, each list is contiguous in memory, and building the lists takes few
// allocations.
#[derive(Clone, Debug, Default)]
struct Lists {
    starts: Vec<u32>,
    entries: Vec<u32>,
}

impl Lists {
    fn new() -> Self {
        Self { starts: alloc::vec![0], entries: Vec::new() }
    }

    fn push(&mut self, list: impl IntoIterator<Item = u32>) {
        self.entries.extend(list);
        self.starts.push(self.entries.len() as u32);
    }

    #[inline]
    fn get(&self, number: u32) -> &[u32] {
        let at = number as usize;
        &self.entries[self.starts[at] as usize..self.starts[at + 1] as usize]
    }

    fn len(&self) -> u32 {
        self.starts.len() as u32 - 1
    }
}

/// Maximum number of entries in the lists of conflicting options. The lists then take 1 GiB, four bytes per
/// entry.
// A problem that would exhaust the memory is rejected instead.
const MAX_CONFLICTING: u64 = 1 << 28;

/// The data of a problem that the propagator reads.
#[derive(Clone, Debug)]
struct Rules {
    /// The options of each primary item.
    options: Lists,
    /// The primary items of each option.
    items: Lists,
    /// The options that conflict with each option.
    conflicting: Lists,
}

impl Rules {
    fn new(problem: &Problem) -> Self {
        let primary = problem.primary_items();
        let mut all: Vec<Vec<(u32, Color)>> = alloc::vec![Vec::new(); problem.items() as usize];
        let (mut items, mut conflicting, mut options) = (Lists::new(), Lists::new(), Lists::new());
        // The options of each item are collected first, because conflicts are found through the items of an
        // option.
        for option in 0..problem.options() {
            let entries = || problem.option_entries(option);
            entries().for_each(|entry| all[entry.item as usize].push((option, entry.color)));
            items.push(entries().map(|entry| entry.item).filter(|item| *item < primary));
        }
        let mut conflicts = Vec::new();
        for option in 0..problem.options() {
            conflicts.clear();
            for entry in problem.option_entries(option) {
                let others = all[entry.item as usize].iter().filter(|&&(other, color)| {
                    // Two options with a common item conflict unless both give it the same color.
                    other != option && (color == Color::NONE || color != entry.color)
                });
                conflicts.extend(others.map(|&(other, _)| other));
            }
            // Two options may share several items, but each conflict is listed only once.
            conflicts.sort_unstable();
            conflicts.dedup();
            conflicting.push(conflicts.iter().copied());
        }
        for list in &all[..primary as usize] {
            options.push(list.iter().map(|&(option, _)| option));
        }
        Self { options, items, conflicting }
    }

    /// Returns the activity of an option before the first conflict: the sum of 2^-size over its primary
    /// items, where the size of an item is the number of its options. This is the Jeroslow-Wang rule with
    /// items in place of clauses. An option of one item with 2 options and one item with 3 options has 1/4 +
    /// 1/8. Options of small items are therefore decided first. Measurements:
    /// `docs/experiments/2026-11-22-first-activity.md`.
    fn first_activity(&self, option: u32) -> f64 {
        let sizes = self.items.get(option).iter().map(|&item| self.options.get(item).len());
        // 2^-size is composed from the exponent bits of a double; 2^-1022 is the smallest normal one. Powers
        // of 2 are exact, so the activities do not depend on the platform.
        sizes.map(|size| f64::from_bits((1023 - size.min(1022) as u64) << 52)).sum()
    }
}

/// The reason for the value of an option.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Reason {
    /// The option is true, because all other options of this item are false.
    Item(u32),
    /// The option is false, because it conflicts with this chosen option.
    ConflictsWith(u32),
}

/// A violated constraint.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Conflict {
    /// All options of this item are false.
    Item(u32),
    /// These two chosen options conflict.
    BothChosen(u32, u32),
}

/// The remaining options of a primary item, according to the literals processed so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Remaining {
    /// Number of options that are not false.
    count: u32,
    /// The XOR of the indices of these options. If only one option remains, this is its index, so the list of
    /// the item need not be searched.
    indices: u32,
}

/// The propagator of the exact cover constraints.
#[derive(Clone, Debug, Default)]
struct Items {
    remaining: Vec<Remaining>,
}

impl Items {
    /// Returns the counts for an item with these remaining options.
    fn remaining_of(options: impl Iterator<Item = u32>) -> Remaining {
        options.fold(Remaining::default(), |remaining, option| Remaining {
            count: remaining.count + 1,
            indices: remaining.indices ^ option,
        })
    }
}

impl Propagator for Items {
    type Rules = Rules;
    type Reason = Reason;
    type Conflict = Conflict;

    fn reset(&mut self, rules: &Rules, trail: &mut Trail<Reason>) -> Result<(), Conflict> {
        self.remaining.clear();
        for item in 0..rules.options.len() {
            let options = rules.options.get(item);
            self.remaining.push(Self::remaining_of(options.iter().copied()));
            match *options {
                [] => return Err(Conflict::Item(item)),
                // The option may be true already, because it is the only option of an earlier item too.
                [only] if trail.value(Lit::positive(only)) == 0 => {
                    trail.assign(Lit::positive(only), Reason::Item(item));
                }
                _ => {}
            }
        }
        Ok(())
    }

    #[inline]
    fn extend(&mut self, rules: &Rules, lit: Lit, trail: &mut Trail<Reason>) -> Result<(), Conflict> {
        let option = lit.var();
        let mut result = Ok(());
        if lit.is_negative() {
            for &item in rules.items.get(option) {
                let remaining = &mut self.remaining[item as usize];
                remaining.count -= 1;
                remaining.indices ^= option;
                if remaining.count == 0 {
                    // The loop continues after a conflict, because `retract` will undo the counts of all items
                    // of the option.
                    result = Err(Conflict::Item(item));
                // All other options have been removed from the XOR, so it is the index of the last option.
                } else if remaining.count == 1 {
                    let last = Lit::positive(remaining.indices);
                    if trail.value(last) == 0 {
                        trail.assign(last, Reason::Item(item));
                    }
                }
            }
        } else {
            for &other in rules.conflicting.get(option) {
                let lit = Lit::negative(other);
                match trail.value(lit) {
                    0 => trail.assign(lit, Reason::ConflictsWith(option)),
                    1 => {}
                    // A chosen option has changed no counts, so the loop may stop here.
                    _ => return Err(Conflict::BothChosen(option, other)),
                }
            }
        }
        result
    }

    #[inline]
    fn retract(&mut self, rules: &Rules, lit: Lit) {
        if lit.is_negative() {
            for &item in rules.items.get(lit.var()) {
                let remaining = &mut self.remaining[item as usize];
                remaining.count += 1;
                remaining.indices ^= lit.var();
            }
        }
    }

    #[inline]
    fn explain(&mut self, rules: &Rules, lit: Lit, reason: Reason, antecedents: &mut Vec<Lit>) {
        // A conflicting option is false because of the chosen option alone. The last option of an item is true
        // because all others are false, so small items produce short clauses.
        match reason {
            Reason::ConflictsWith(option) => antecedents.push(Lit::positive(option)),
            Reason::Item(item) => {
                let others = rules.options.get(item).iter().filter(|&&option| option != lit.var());
                antecedents.extend(others.map(|&option| Lit::negative(option)));
            }
        }
    }

    fn explain_conflict(&mut self, rules: &Rules, conflict: Conflict, antecedents: &mut Vec<Lit>) {
        match conflict {
            Conflict::BothChosen(one, other) => {
                antecedents.extend([Lit::positive(one), Lit::positive(other)])
            }
            Conflict::Item(item) => {
                antecedents.extend(rules.options.get(item).iter().map(|&option| Lit::negative(option)));
            }
        }
    }

    fn reference(&self, rules: &Rules, trail: &Trail<Reason>) -> Result<Vec<Lit>, Conflict> {
        // This derives everything from the values of the options, independently of the counts.
        let mut follow = Vec::new();
        let chosen = |option: &u32| trail.value(Lit::positive(*option)) > 0;
        for option in (0..rules.conflicting.len()).filter(chosen) {
            let conflicting = rules.conflicting.get(option);
            if let Some(other) = conflicting.iter().copied().find(chosen) {
                return Err(Conflict::BothChosen(option, other));
            }
            follow.extend(conflicting.iter().map(|&other| Lit::negative(other)));
        }
        for item in 0..rules.options.len() {
            let open = |option: &u32| trail.value(Lit::positive(*option)) >= 0;
            let remaining: Vec<u32> = rules.options.get(item).iter().copied().filter(open).collect();
            match remaining[..] {
                [] => return Err(Conflict::Item(item)),
                [only] => follow.push(Lit::positive(only)),
                _ => {}
            }
        }
        Ok(follow)
    }

    fn check_state(&self, rules: &Rules, trail: &Trail<Reason>) {
        for (item, remaining) in (0..).zip(&self.remaining) {
            let options = rules.options.get(item).iter().copied();
            let expected =
                Self::remaining_of(options.filter(|&option| trail.value(Lit::positive(option)) >= 0));
            assert_eq!(*remaining, expected, "remaining options of item {item}");
        }
    }
}

/// The configuration of the solver. The values, in particular the rare restarts, are the result of
/// measurements on Latin squares with holes of orders 28 and 33. Other values are better for one order and
/// worse for the other, without a pattern. Vivification costs 10 to 19 % of the time for order 33, so it is
/// off. Measurements: `docs/experiments/2026-11-22-assumptions.md` and
/// `docs/experiments/2026-11-22-first-activity.md`.
const CONFIG: Config = Config {
    reduce: Reduce {
        interval: 4000,
        interval_growth: 600,
        core_glue: 3,
        tier_glue: 3,
        in_use: 0,
        kept_percent: 50,
    },
    restart: Restart {
        mode: Mode::Focused,
        margin: 1.2,
        least_interval: 50,
        fast_rate: 1.0 / 32.0,
        slow_rate: 1.0 / 4096.0,
        ..Restart::DEFAULT
    },
    vivify: Vivify { effort: 0, glue: 3 },
    memory: None,
};

/// The result of a search for one solution.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct FirstSolution {
    /// A solution, as option indices in ascending order; `None` if none was found.
    pub solution: Option<Vec<u32>>,
    /// The reason why the search stopped: [`End::LimitReached`] if a solution was found, [`End::Exhausted`] if
    /// the problem has no solution, [`End::BudgetSpent`] or [`End::Cancelled`].
    pub end: End,
    /// Number of options chosen by decisions.
    pub guesses: u64,
    /// Number of conflicts.
    pub conflicts: u64,
}

/// A search for any one solution that learns from conflicts. It is intended for problems with a large search
/// tree and few solutions or none. [`Search`](crate::Search) is faster if there are many solutions or the
/// tree is small, and it can count the solutions.
///
/// ```
/// use farandole_cover::{Config, End, Learner, Random, generate};
///
/// let problem = generate::latin(12, 60, &mut Random::new(5))?;
/// let first = Learner::new(&problem)?.run(&Config::new());
/// assert_eq!(first.end, End::LimitReached);
/// assert_eq!(first.solution.unwrap().len(), 60);
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Learner {
    rules: Rules,
    solver: Solver<Items>,
    guesses: u64,
}

impl Learner {
    /// Prepares the search.
    ///
    /// # Errors
    /// The problem has multiplicities, or more than 2^27 pairs of options that share an item. A pair that
    /// shares several items counts several times.
    pub fn new(problem: &Problem) -> Result<Self, Unsupported> {
        if problem.has_multiplicities() {
            return Err(Unsupported::MULTIPLICITIES);
        }
        // The check precedes the construction of the lists, which could exhaust the memory.
        if conflicting_pairs(problem) > MAX_CONFLICTING / 2 {
            return Err(Unsupported::RIVALS);
        }
        let rules = Rules::new(problem);
        let mut solver = Solver::<Items>::default();
        solver.reset(&rules, problem.options() as usize, &CONFIG);
        for option in 0..problem.options() {
            solver.set_activity(option, rules.first_activity(option));
        }
        Ok(Self { rules, solver, guesses: 0 })
    }

    /// Searches until a solution is found, there is none, or a limit of `config` is reached. The budget is the
    /// total number of conflicts, not of nodes. Limits are checked only after conflicts. After
    /// [`End::BudgetSpent`] or [`End::Cancelled`], another call continues the search.
    pub fn run(&mut self, config: &config::Config<'_>) -> FirstSolution {
        loop {
            match self.solver.advance(&self.rules, &mut ()) {
                Event::Decision => self.guesses += 1,
                Event::Conflict => {
                    // Checking limits only here is cheap, and the budget changes only here.
                    if config.is_spent(self.solver.conflicts()) {
                        return self.result(None, End::BudgetSpent);
                    }
                    if config.is_cancelled() {
                        return self.result(None, End::Cancelled);
                    }
                }
                Event::Model => {
                    // A model assigns every option, and the chosen options are those that are true.
                    let chosen = |option: &u32| self.solver.trail().value(Lit::positive(*option)) > 0;
                    let solution = (0..self.rules.conflicting.len()).filter(chosen).collect();
                    return self.result(Some(solution), End::LimitReached);
                }
                Event::Inconsistent => return self.result(None, End::Exhausted),
            }
        }
    }

    fn result(&self, solution: Option<Vec<u32>>, end: End) -> FirstSolution {
        FirstSolution { solution, end, guesses: self.guesses, conflicts: self.solver.conflicts() }
    }
}

/// Returns the number of pairs of options that share an item. A pair counts once for each shared item, even if
/// both options give the item the same color.
fn conflicting_pairs(problem: &Problem) -> u64 {
    let mut sizes: Vec<u64> = alloc::vec![0; problem.items() as usize];
    for option in 0..problem.options() {
        problem.option_entries(option).for_each(|entry| sizes[entry.item as usize] += 1);
    }
    sizes.iter().map(|size| size * size.saturating_sub(1) / 2).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    #[test]
    fn a_problem_with_too_many_conflicting_pairs_is_rejected() {
        let problem = |options: usize| {
            let mut builder = Problem::builder();
            let item = builder.primary("a").unwrap();
            (0..options).for_each(|_| builder.option(&[item]).map(drop).unwrap());
            builder.build()
        };
        assert_eq!(conflicting_pairs(&problem(300)), 300 * 299 / 2);
        assert!(Learner::new(&problem(300)).is_ok());
        let error = Learner::new(&problem(16_500)).unwrap_err();
        assert!(error.to_string().contains("2^27 pairs"), "{error}");
    }
}
