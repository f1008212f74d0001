//! The first solution of a hard problem: conflict-driven clause learning with a propagator for
//! exact cover.
//!
//! Each option is a variable, which is true if the option is chosen. The constraints of exact cover
//! are not clauses: the propagator makes all options false that conflict with a chosen one, and
//! makes the last option of an item true. Decisions always choose an option. Clause solvers give a
//! variable its last value (phase saving); Latin squares of order 33 then take three times the
//! conflicts (docs/experiments/2026-11-21-exact-cover.md).
//!
//! Performs badly on problems with many solutions or small trees, for which backtracking is faster,
//! and on options with very many conflicts, whose lists take memory proportional to the number of
//! conflicting pairs. It cannot count.
//!
//! Source: `farandole-cdcl`, which names the literature; Jeroslow, Wang, "Solving propositional
//! satisfiability problems", Annals of Mathematics and Artificial Intelligence 1 (1990), for the
//! order before the first conflict.

use alloc::vec::Vec;

use farandole_cdcl::{Config, Event, Lit, Mode, Propagator, Reduce, Restart, Solver, Trail, Vivify};

use crate::backend::unsupported::Unsupported;
use crate::config::{self, End};
use crate::model::problem::{Color, Problem};

/// Lists of numbers, concatenated in one vector.
// One vector for all lists: reading a list touches contiguous memory, and building all of them takes one
// allocation that grows.
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

/// Largest number of entries in the lists of conflicting options, which then take 1 GiB.
// Entries take four bytes. The limit turns a problem that would exhaust memory into an error.
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
        // Lists by item come first, since conflicts are found through the items of an option.
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
                    // Options conflict through an item unless both give it the same color.
                    other != option && (color == Color::NONE || color != entry.color)
                });
                conflicts.extend(others.map(|&(other, _)| other));
            }
            // Two options may share several items; each conflict is listed once.
            conflicts.sort_unstable();
            conflicts.dedup();
            conflicting.push(conflicts.iter().copied());
        }
        for list in &all[..primary as usize] {
            options.push(list.iter().map(|&(option, _)| option));
        }
        Self { options, items, conflicting }
    }

    /// Returns the activity of an option before the first conflict, by the Jeroslow-Wang rule with
    /// items in place of clauses. Options of small items come first, because they are likely to be
    /// decided early. Of these, options with more small items come first. Measurements:
    /// `docs/experiments/2026-11-22-first-activity.md`.
    fn first_activity(&self, option: u32) -> f64 {
        let sizes = self.items.get(option).iter().map(|&item| self.options.get(item).len());
        // 2 to the power of -size, composed from the exponent bits; 1022 is the largest exponent of
        // a normal double.
        // Small items dominate the sum, as short clauses do in the rule of Jeroslow and Wang. Powers of 2 are
        // exact, so equal problems get equal activities.
        sizes.map(|size| f64::from_bits((1023 - size.min(1022) as u64) << 52)).sum()
    }
}

/// The reason for the value of an option.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Reason {
    /// The option is the last one of this item.
    Item(u32),
    /// The option conflicts with this chosen one.
    ConflictsWith(u32),
}

/// A violated constraint.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Conflict {
    /// This item has no options left.
    Item(u32),
    /// These two chosen options conflict.
    BothChosen(u32, u32),
}

/// The remaining options of a primary item, according to the literals processed so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Remaining {
    /// Number of options that are not false.
    count: u32,
    /// The XOR of the indices of these options. It is the index itself if one option remains, so
    /// the list of the item need not be searched.
    indices: u32,
}

/// The propagator of exact cover.
#[derive(Clone, Debug, Default)]
struct Items {
    remaining: Vec<Remaining>,
}

impl Items {
    // Both fields are folds over the options, so `check_state` can rebuild them.
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
                // Several items may share their only option.
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
                    // The loop continues after a conflict, because `retract` undoes all counts of
                    // the literal.
                    result = Err(Conflict::Item(item));
                // XOR removes false options from the sum, so that the last one is left.
                } else if remaining.count == 1 {
                    let last = Lit::positive(remaining.indices);
                    if trail.value(last) == 0 {
                        trail.assign(last, Reason::Item(item));
                    }
                }
            }
        } else {
            // Only open options are assigned, so each conflict costs one lookup once an option is false.
            for &other in rules.conflicting.get(option) {
                let lit = Lit::negative(other);
                match trail.value(lit) {
                    0 => trail.assign(lit, Reason::ConflictsWith(option)),
                    1 => {}
                    // A true literal changes no counts, so the loop may stop here.
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
        // A chosen option explains each conflict by itself. The last option of an item is explained by all
        // others, so small items give short clauses.
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
        // Independent of the counts: everything is derived from the values of the options.
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

/// The search configuration. Slow decay and rare restarts were measured on Latin squares with
/// holes, orders 28 and 33. Other values win at one order and lose at the other, without a pattern.
/// Vivification costs 10 to 19 % of the time of order 33, so it is off. Measurements:
/// `docs/experiments/2026-11-22-assumptions.md` and
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
    /// A solution, as option indices in ascending order.
    pub solution: Option<Vec<u32>>,
    /// [`End::LimitReached`] with a solution, [`End::Exhausted`] if there is none.
    pub end: End,
    /// Number of options guessed.
    pub guesses: u64,
    /// Number of conflicts.
    pub conflicts: u64,
}

/// A search for any one solution that learns from conflicts. It is for problems with few solutions,
/// or none, in a large tree. [`Search`](crate::Search) is faster if solutions are many or the tree
/// is small, and it counts.
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
    /// The problem has multiplicities, or more than 2^27 pairs of options that share an item.
    pub fn new(problem: &Problem) -> Result<Self, Unsupported> {
        if problem.has_multiplicities() {
            return Err(Unsupported::MULTIPLICITIES);
        }
        // Checked before the lists are built, since building them is what would exhaust memory.
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

    /// Searches until it finds a solution, exhausts the problem or is stopped by `config`. The
    /// budget counts conflicts. Another call continues the search.
    pub fn run(&mut self, config: &config::Config<'_>) -> FirstSolution {
        loop {
            match self.solver.advance(&self.rules, &mut ()) {
                Event::Decision => self.guesses += 1,
                Event::Conflict => {
                    // The budget counts conflicts, so limits are checked here only.
                    if config.is_spent(self.solver.conflicts()) {
                        return self.result(None, End::BudgetSpent);
                    }
                    if config.is_cancelled() {
                        return self.result(None, End::Cancelled);
                    }
                }
                Event::Model => {
                    // True options are the chosen ones; decisions and propagation leave no option open in a
                    // model.
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

/// Returns the number of pairs of options that share an item. A pair counts once for each shared
/// item.
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
