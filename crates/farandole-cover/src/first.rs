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

/// Largest number of entries in the lists of conflicting options, which take 1 GiB then.
const MOST_RIVALS: u64 = 1 << 28;

/// The data of a problem that the propagator reads.
#[derive(Clone, Debug)]
struct Rules {
    /// The options of each primary item.
    options: Lists,
    /// The primary items of each option.
    items: Lists,
    /// The options that conflict with each option.
    rivals: Lists,
}

impl Rules {
    fn new(problem: &Problem) -> Self {
        let primary = problem.primary_items();
        let mut all: Vec<Vec<(u32, Color)>> = alloc::vec![Vec::new(); problem.items() as usize];
        let (mut items, mut rivals, mut options) = (Lists::new(), Lists::new(), Lists::new());
        for option in 0..problem.options() {
            let entries = || problem.option_entries(option);
            entries().for_each(|entry| all[entry.item as usize].push((option, entry.color)));
            items.push(entries().map(|entry| entry.item).filter(|item| *item < primary));
        }
        let mut own = Vec::new();
        for option in 0..problem.options() {
            own.clear();
            for entry in problem.option_entries(option) {
                let others = all[entry.item as usize].iter().filter(|&&(other, color)| {
                    other != option && (color == Color::NONE || color != entry.color)
                });
                own.extend(others.map(|&(other, _)| other));
            }
            // Two options may share several items; each conflict is listed once.
            own.sort_unstable();
            own.dedup();
            rivals.push(own.iter().copied());
        }
        for list in &all[..primary as usize] {
            options.push(list.iter().map(|&(option, _)| option));
        }
        Self { options, items, rivals }
    }

    /// Returns the activity of an option before the first conflict, by the Jeroslow-Wang rule with
    /// items in place of clauses. Options of small items come first, because they are likely to be
    /// decided early. Of these, options with more small items come first. Measurements:
    /// `docs/experiments/2026-11-22-first-activity.md`.
    fn first_activity(&self, option: u32) -> f64 {
        let sizes = self.items.get(option).iter().map(|&item| self.options.get(item).len());
        // 2 to the power of -size, composed from the exponent bits; 1022 is the largest exponent of
        // a normal double.
        sizes.map(|size| f64::from_bits((1023 - size.min(1022) as u64) << 52)).sum()
    }
}

/// The reason for the value of an option.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Reason {
    /// The option is the last one of this item.
    Item(u32),
    /// The option conflicts with this chosen one.
    Rival(u32),
}

/// A violated constraint.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Conflict {
    /// This item has no options left.
    Item(u32),
    /// These two chosen options conflict.
    Rivals(u32, u32),
}

/// The remaining options of a primary item, according to the literals processed so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Left {
    /// Number of options that are not false.
    count: u32,
    /// The XOR of the indices of these options. It is the index itself if one option remains, so
    /// the list of the item need not be searched.
    numbers: u32,
}

/// The propagator of exact cover.
#[derive(Clone, Debug, Default)]
struct Items {
    left: Vec<Left>,
}

impl Items {
    fn left_of(options: impl Iterator<Item = u32>) -> Left {
        options.fold(Left::default(), |left, option| Left {
            count: left.count + 1,
            numbers: left.numbers ^ option,
        })
    }
}

impl Propagator for Items {
    type Rules = Rules;
    type Reason = Reason;
    type Conflict = Conflict;

    fn reset(&mut self, rules: &Rules, trail: &mut Trail<Reason>) -> Result<(), Conflict> {
        self.left.clear();
        for item in 0..rules.options.len() {
            let options = rules.options.get(item);
            self.left.push(Self::left_of(options.iter().copied()));
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
                let left = &mut self.left[item as usize];
                left.count -= 1;
                left.numbers ^= option;
                if left.count == 0 {
                    // The loop continues after a conflict, because `retract` undoes all counts of
                    // the literal.
                    result = Err(Conflict::Item(item));
                // XOR removes false options from the sum, so that the last one is left.
                } else if left.count == 1 {
                    let last = Lit::positive(left.numbers);
                    if trail.value(last) == 0 {
                        trail.assign(last, Reason::Item(item));
                    }
                }
            }
        } else {
            for &rival in rules.rivals.get(option) {
                let lit = Lit::negative(rival);
                match trail.value(lit) {
                    0 => trail.assign(lit, Reason::Rival(option)),
                    1 => {}
                    // A true literal changes no counts, so the loop may stop here.
                    _ => return Err(Conflict::Rivals(option, rival)),
                }
            }
        }
        result
    }

    #[inline]
    fn retract(&mut self, rules: &Rules, lit: Lit) {
        if lit.is_negative() {
            for &item in rules.items.get(lit.var()) {
                let left = &mut self.left[item as usize];
                left.count += 1;
                left.numbers ^= lit.var();
            }
        }
    }

    #[inline]
    fn explain(&mut self, rules: &Rules, lit: Lit, reason: Reason, antecedents: &mut Vec<Lit>) {
        match reason {
            Reason::Rival(option) => antecedents.push(Lit::positive(option)),
            Reason::Item(item) => {
                let others = rules.options.get(item).iter().filter(|&&option| option != lit.var());
                antecedents.extend(others.map(|&option| Lit::negative(option)));
            }
        }
    }

    fn explain_conflict(&mut self, rules: &Rules, conflict: Conflict, antecedents: &mut Vec<Lit>) {
        match conflict {
            Conflict::Rivals(one, other) => antecedents.extend([Lit::positive(one), Lit::positive(other)]),
            Conflict::Item(item) => {
                antecedents.extend(rules.options.get(item).iter().map(|&option| Lit::negative(option)));
            }
        }
    }

    fn reference(&self, rules: &Rules, trail: &Trail<Reason>) -> Result<Vec<Lit>, Conflict> {
        let mut follow = Vec::new();
        let chosen = |option: &u32| trail.value(Lit::positive(*option)) > 0;
        for option in (0..rules.rivals.len()).filter(chosen) {
            let rivals = rules.rivals.get(option);
            if let Some(rival) = rivals.iter().copied().find(chosen) {
                return Err(Conflict::Rivals(option, rival));
            }
            follow.extend(rivals.iter().map(|&rival| Lit::negative(rival)));
        }
        for item in 0..rules.options.len() {
            let open = |option: &u32| trail.value(Lit::positive(*option)) >= 0;
            let left: Vec<u32> = rules.options.get(item).iter().copied().filter(open).collect();
            match left[..] {
                [] => return Err(Conflict::Item(item)),
                [only] => follow.push(Lit::positive(only)),
                _ => {}
            }
        }
        Ok(follow)
    }

    fn check_state(&self, rules: &Rules, trail: &Trail<Reason>) {
        for (item, left) in (0..).zip(&self.left) {
            let options = rules.options.get(item).iter().copied();
            let expected = Self::left_of(options.filter(|&option| trail.value(Lit::positive(option)) >= 0));
            assert_eq!(*left, expected, "what is left of item {item}");
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
        luby_unit: 1024,
        focused_decay: 0.95,
        stable_decay: 0.95,
    },
    vivify: Vivify { effort: 0, glue: 3 },
    memory: None,
};

/// The result of a search for one solution.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct First {
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
        if pairs_of_rivals(problem) > MOST_RIVALS / 2 {
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
    pub fn run(&mut self, config: &config::Config<'_>) -> First {
        loop {
            match self.solver.advance(&self.rules, &mut ()) {
                Event::Decision => self.guesses += 1,
                Event::Conflict => {
                    // The budget counts conflicts, so limits are checked here only.
                    if config.is_spent(self.solver.conflicts()) {
                        return self.answer(None, End::BudgetSpent);
                    }
                    if config.is_cancelled() {
                        return self.answer(None, End::Cancelled);
                    }
                }
                Event::Model => {
                    let chosen = |option: &u32| self.solver.trail().value(Lit::positive(*option)) > 0;
                    let solution = (0..self.rules.rivals.len()).filter(chosen).collect();
                    return self.answer(Some(solution), End::LimitReached);
                }
                Event::Inconsistent => return self.answer(None, End::Exhausted),
            }
        }
    }

    fn answer(&self, solution: Option<Vec<u32>>, end: End) -> First {
        First { solution, end, guesses: self.guesses, conflicts: self.solver.conflicts() }
    }
}

/// Returns the number of pairs of options that share an item. A pair counts once for each shared
/// item.
fn pairs_of_rivals(problem: &Problem) -> u64 {
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
    fn a_problem_whose_rivals_do_not_fit_is_refused() {
        let problem = |options: usize| {
            let mut builder = Problem::builder();
            let item = builder.primary("a").unwrap();
            (0..options).for_each(|_| builder.option(&[item]).map(drop).unwrap());
            builder.build()
        };
        assert_eq!(pairs_of_rivals(&problem(300)), 300 * 299 / 2);
        assert!(Learner::new(&problem(300)).is_ok());
        let error = Learner::new(&problem(16_500)).unwrap_err();
        assert!(error.to_string().contains("2^27 pairs"), "{error}");
    }
}
