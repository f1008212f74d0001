//! A forward checker of refutations by reverse unit propagation (RUP), with the deletions of the
//! DRAT format.
//!
//! Each clause of the proof must follow from the earlier ones, that is, unit propagation from its
//! negation must lead to a conflict. The checker shares no code with the searches whose proofs it
//! checks.

use std::collections::HashMap;

/// Checks a proof that the formula has no model.
///
/// A clause is a list of numbers. Variables are 1-based, and a negative number is a negation. The
/// proof has one clause per line, terminated by 0. A leading `d` deletes the clause.
///
/// # Errors
/// Returns the 1-based number of the first line that cannot be parsed or does not follow, or the
/// number of the line after the last if the proof does not end in a contradiction.
pub fn check(formula: &[Vec<i32>], proof: &str) -> Result<(), usize> {
    let mut checker = Checker::default();
    for clause in formula {
        checker.add(clause.clone());
    }
    let mut lines = 0;
    for (index, line) in proof.lines().enumerate() {
        lines = index + 1;
        if checker.refuted {
            return Ok(());
        }
        let (forget, numbers) = match line.strip_prefix("d ") {
            Some(rest) => (true, rest),
            None => (false, line),
        };
        let numbers: Result<Vec<i32>, _> = numbers.split_whitespace().map(str::parse).collect();
        let mut clause = numbers.map_err(|_| lines)?;
        if clause.pop() != Some(0) || clause.contains(&0) {
            return Err(lines);
        }
        if forget {
            checker.forget(clause).ok_or(lines)?;
        } else if checker.follows(&clause) {
            checker.add(clause);
        } else {
            return Err(lines);
        }
    }
    if checker.refuted { Ok(()) } else { Err(lines + 1) }
}

#[derive(Default)]
struct Checker {
    /// The clauses, with `None` for deleted ones.
    clauses: Vec<Option<Vec<i32>>>,
    /// The clauses that watch each literal (indexed by [`place`]). The literal is one of their
    /// first two.
    watches: Vec<Vec<usize>>,
    /// True for the literals that are true, indexed by [`place`].
    is_true: Vec<bool>,
    /// The trail: true literals in order. Those before `propagated` have been propagated.
    trail: Vec<i32>,
    propagated: usize,
    by_literals: HashMap<Vec<i32>, Vec<usize>>,
    refuted: bool,
}

const fn place(literal: i32) -> usize {
    2 * literal.unsigned_abs() as usize + (literal < 0) as usize
}

fn key(mut clause: Vec<i32>) -> Vec<i32> {
    clause.sort_unstable();
    clause
}

impl Checker {
    fn make_room(&mut self, clause: &[i32]) {
        let most = clause.iter().map(|literal| place(-literal).max(place(*literal)) + 1).max().unwrap_or(0);
        if self.is_true.len() < most {
            self.is_true.resize(most, false);
            self.watches.resize(most, Vec::new());
        }
    }

    /// Adds a clause and propagates.
    fn add(&mut self, mut clause: Vec<i32>) {
        self.make_room(&clause);
        let number = self.clauses.len();
        self.by_literals.entry(key(clause.clone())).or_default().push(number);
        // Literals that are not false come first, because the first two are watched.
        clause.sort_by_key(|literal| self.is_true[place(-literal)]);
        let open = clause.iter().filter(|literal| !self.is_true[place(-**literal)]).count();
        let first = clause.first().copied();
        if clause.len() >= 2 {
            for literal in &clause[..2] {
                self.watches[place(*literal)].push(number);
            }
        }
        self.clauses.push(Some(clause));
        match (open, first) {
            (1, Some(literal)) => self.refuted |= !self.assume(literal) || !self.propagate(),
            (0, _) | (_, None) => self.refuted = true,
            _ => {}
        }
    }

    /// Deletes a clause. Returns `None` if there is no such clause. Derived units remain.
    fn forget(&mut self, clause: Vec<i32>) -> Option<()> {
        let number = self.by_literals.get_mut(&key(clause))?.pop()?;
        let clause = self.clauses[number].take()?;
        for literal in clause.iter().take(2) {
            self.watches[place(*literal)].retain(|other| *other != number);
        }
        Some(())
    }

    /// Returns true if a clause follows, that is, if unit propagation from its negation leads to a
    /// conflict.
    fn follows(&mut self, clause: &[i32]) -> bool {
        self.make_room(clause);
        let start = self.trail.len();
        let conflict = clause.iter().any(|literal| !self.assume(-literal)) || !self.propagate();
        for literal in self.trail.drain(start..) {
            self.is_true[place(literal)] = false;
        }
        self.propagated = start;
        conflict
    }

    /// Makes a literal true. Returns false if its negation is true.
    fn assume(&mut self, literal: i32) -> bool {
        if self.is_true[place(-literal)] {
            return false;
        }
        if !self.is_true[place(literal)] {
            self.is_true[place(literal)] = true;
            self.trail.push(literal);
        }
        true
    }

    /// Propagates all units. Returns false if there is a conflict.
    fn propagate(&mut self) -> bool {
        while let Some(literal) = self.trail.get(self.propagated).copied() {
            self.propagated += 1;
            let watchers = std::mem::take(&mut self.watches[place(-literal)]);
            for (index, number) in watchers.iter().enumerate() {
                let Some(clause) = &mut self.clauses[*number] else { continue };
                if clause[0] == -literal {
                    clause.swap(0, 1);
                }
                let other = clause[0];
                let free = (2..clause.len()).find(|at| !self.is_true[place(-clause[*at])]);
                if !self.is_true[place(other)]
                    && let Some(at) = free
                {
                    clause.swap(1, at);
                    self.watches[place(clause[1])].push(*number);
                    continue;
                }
                self.watches[place(-literal)].push(*number);
                if !self.assume(other) {
                    self.watches[place(-literal)].extend_from_slice(&watchers[index + 1..]);
                    return false;
                }
            }
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All four clauses over two variables, which have no model.
    fn formula() -> Vec<Vec<i32>> {
        vec![vec![1, 2], vec![-1, 2], vec![1, -2], vec![-1, -2]]
    }

    #[test]
    fn a_proof_is_accepted_and_a_gap_is_not() {
        assert_eq!(check(&formula(), "1 0\n0\n"), Ok(()));
        assert_eq!(check(&formula(), "0\n"), Err(1));
        assert_eq!(check(&formula(), ""), Err(1));
        assert_eq!(check(&formula()[..3], "1 0\n0\n"), Err(2));
        assert_eq!(check(&formula(), "d 1 2 0\n1 0\n"), Err(2));
        assert_eq!(check(&formula(), "d 1 3 0\n"), Err(1));
        assert_eq!(check(&formula(), "1 x 0\n"), Err(1));
        assert_eq!(check(&formula(), "1\n"), Err(1));
    }
}
