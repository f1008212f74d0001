//! A provably smallest set of clues that leaves one solution.
//!
//! For every other solution, one of the clues that it violates must be present. The clues therefore
//! form a hitting set of the sets of violated clues. The size of a smallest hitting set of the
//! known sets is a lower bound. If the hitting set leaves another solution, that solution gives a
//! further set. This is repeated until no other solution is left.
//!
//! A small set of violated clues restricts the hitting set more. Each search therefore leaves out
//! only some of the clues outside the hitting set, and returns hundreds of other solutions.
//!
//! Source: the implicit hitting set method of E. Moreno-Centeno, R. M. Karp, "The implicit hitting
//! set approach to solve combinatorial optimization problems", Operations Research 61 (2013).

use super::hitting_set::{Hitting, Set, hitting_set};
use super::uniqueness::{Found, Uniqueness};
use crate::random::Random;
use core::sync::atomic::AtomicBool;
use farandole_puzzle::constraint::Constraint;
use farandole_puzzle::variant::Variant;

/// Maximum number of clues to choose from.
pub const MOST_CLUES: usize = Set::BITS as usize;

/// Maximum number of successful searches for other solutions per hitting set.
const SUCCESSES: usize = 4;
/// Maximum number of solutions of one of these searches.
const MOST_OTHERS: u64 = 300;
/// Number of other solutions above which fewer clues are left out of the next search.
const FEW_OTHERS: usize = 30;

/// The smallest set of clues found that leaves one solution.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FewestClues {
    /// The indices of the clues in the list of all clues to choose from, ascending.
    pub clues: Vec<usize>,
    /// A lower bound on the number of clues that leave one solution. It equals the number of
    /// `clues` if the result is proved.
    pub lower_bound: usize,
    /// Number of search nodes of all searches for other solutions.
    pub nodes: u64,
    /// Number of sets of violated clues.
    pub sets: usize,
}

/// Returns a smallest subset of the clues that leaves `solution` as the only solution. All clues
/// must hold in it. Returns `None` if all clues together leave several solutions, or if uniqueness
/// was not decided.
///
/// The search ends early, with a lower bound, if `stop` is set or a search for another solution
/// exceeds the budget.
///
/// ```
/// use core::sync::atomic::AtomicBool;
/// use farandole_puzzle::constraint::Given;
/// use farandole_puzzle::format::iss;
/// use farandole_puzzle::Cell;
/// use farandole_research::variants::fewest_clues;
///
/// let blank = iss::read(".Shape~4x4").unwrap();
/// let solution = [1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1];
/// let given = |(cell, digit): (usize, &u8)| Given { cell: Cell::new(cell).unwrap(), mask: 1 << (digit - 1) };
/// let clues = solution.iter().enumerate().map(|it| given(it).into()).collect();
/// let fewest = fewest_clues(&blank, clues, &solution, 10_000, &AtomicBool::new(false)).unwrap();
/// assert_eq!((fewest.clues.len(), fewest.lower_bound), (4, 4));
/// ```
///
/// # Panics
/// If there are more than [`MOST_CLUES`] clues.
pub fn fewest_clues(
    base: &Variant,
    clues: Vec<Constraint>,
    solution: &[u8],
    budget: u64,
    stop: &AtomicBool,
) -> Option<FewestClues> {
    assert!(clues.len() <= MOST_CLUES, "at most {MOST_CLUES} clues, found {}", clues.len());
    let mut unique = Uniqueness::new(base, solution, budget, stop);
    let count = clues.len();
    for clue in clues {
        unique.add(clue);
    }
    let mut search = Search { unique, count, sets: Vec::new(), left_out: 3, random: Random::new(0, 0) };
    let mut best = search.reduced()?;
    let mut lower_bound = 0;
    loop {
        let chosen = match hitting_set(&search.sets, lower_bound, stop) {
            Hitting::Found(chosen) => chosen,
            Hitting::None => {
                lower_bound += 1;
                if lower_bound >= best.count_ones() {
                    lower_bound = best.count_ones();
                    break;
                }
                continue;
            }
            Hitting::Stopped => break,
        };
        match search.improve(chosen) {
            Step::Unique => {
                best = chosen;
                lower_bound = chosen.count_ones();
                break;
            }
            Step::Sets => {}
            Step::Unknown => break,
        }
    }
    Some(FewestClues {
        clues: (0..count).filter(|clue| best >> clue & 1 == 1).collect(),
        lower_bound: lower_bound as usize,
        nodes: search.unique.nodes,
        sets: search.sets.len(),
    })
}

/// The result of a test of a hitting set.
enum Step {
    /// The hitting set leaves one solution.
    Unique,
    /// The hitting set leaves other solutions, which gave new sets.
    Sets,
    /// A search exceeded its budget or was cancelled.
    Unknown,
}

struct Search<'a> {
    unique: Uniqueness<'a>,
    count: usize,
    /// Sets of clues. At least one clue of each set must be present.
    sets: Vec<Set>,
    /// Number of clues to leave out of the next search for other solutions.
    left_out: usize,
    random: Random,
}

impl Search<'_> {
    fn other(&mut self, present: Set) -> Found {
        let present: Vec<bool> = (0..self.count).map(|clue| present >> clue & 1 == 1).collect();
        self.unique.other(&present)
    }

    const fn all(&self) -> Set {
        if self.count == Set::BITS as usize { Set::MAX } else { (1 << self.count) - 1 }
    }

    /// Returns the clues that remain after redundant ones are removed in order. Returns `None` if
    /// all clues leave several solutions or a search is undecided.
    fn reduced(&mut self) -> Option<Set> {
        let mut present = self.all();
        if !matches!(self.other(present), Found::None) {
            return None;
        }
        for clue in 0..self.count {
            match self.other(present & !(1 << clue)) {
                Found::None => present &= !(1 << clue),
                Found::Other(other) => self.sets.push(set_of(&other.violated)),
                Found::Unknown => {}
            }
        }
        self.sets.sort_unstable();
        self.sets.dedup();
        Some(present)
    }

    /// Tests a hitting set. Leaves out random clues outside it, just enough to leave other
    /// solutions: the more clues are present, the shorter the searches and the smaller the sets of
    /// violated clues.
    fn improve(&mut self, chosen: Set) -> Step {
        let mut rest: Vec<usize> = (0..self.count).filter(|clue| chosen >> clue & 1 == 0).collect();
        let mut successes = 0;
        while successes < SUCCESSES {
            self.random.shuffle(&mut rest);
            self.left_out = self.left_out.clamp(1, rest.len().max(1));
            let left_out = &rest[..self.left_out.min(rest.len())];
            let present: Vec<bool> = (0..self.count).map(|clue| !left_out.contains(&clue)).collect();
            let is_whole = left_out.len() == rest.len();
            let (others, is_all) = self.unique.violated_by_others(&present, MOST_OTHERS);
            if others.is_empty() {
                match (is_all, is_whole) {
                    (true, true) => return Step::Unique,
                    (false, _) => return Step::Unknown,
                    (true, false) => self.left_out += 1,
                }
            } else {
                let mut sets: Vec<Set> = others.iter().map(|violated| set_of(violated)).collect();
                keep_minimal(&mut sets);
                self.sets.append(&mut sets);
                successes += 1;
                if others.len() > FEW_OTHERS {
                    self.left_out -= 1;
                }
            }
        }
        keep_minimal(&mut self.sets);
        Step::Sets
    }
}

/// Removes sets that contain another set.
fn keep_minimal(sets: &mut Vec<Set>) {
    sets.sort_unstable_by_key(|set| (set.count_ones(), *set));
    sets.dedup();
    let mut minimal: Vec<Set> = Vec::new();
    for set in &*sets {
        if minimal.iter().all(|smaller| smaller & !set != 0) {
            minimal.push(*set);
        }
    }
    *sets = minimal;
}

fn set_of(clues: &[usize]) -> Set {
    clues.iter().fold(0, |set, clue| set | 1 << clue)
}
