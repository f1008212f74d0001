//! Two watched literals with blockers: a clause is visited only if a watched literal becomes false.
//!
//! Each clause has an entry in the lists of two of its literals, its *watched* literals. An entry also stores
//! another literal of the clause, the *blocker*. Backtracking needs no work on watches.
//!
//! The scheme performs badly on binary clauses, which have no special representation here: each visit reads the
//! arena unless the blocker is true. Long clauses with many false literals are slow as well, because each visit
//! scans again from the third literal.
//!
//! Source: Moskewicz, Madigan, Zhao, Zhang, Malik, "Chaff: engineering an efficient SAT solver", DAC 2001;
//! Sörensson, Eén, "MiniSat 2.1 and MiniSat++ 1.0", 2008 (blockers).

use crate::clause::{ClauseRef, Clauses};
use crate::literal::Lit;
use crate::trail::{Reason, Trail};
use alloc::vec::Vec;

/// An entry in the list of a watched literal.
#[derive(Clone, Copy, Debug)]
struct Watch {
    clause: ClauseRef,
    /// Another literal of the clause. While the blocker is true, the clause is satisfied and need not be read.
    blocker: Lit,
}

/// For each literal, the clauses to visit when it becomes false.
#[derive(Clone, Debug, Default)]
pub(crate) struct Watches {
    lists: Vec<Vec<Watch>>,
}

impl Watches {
    /// Removes all watches and prepares one list for each of `literals` literals.
    pub(crate) fn clear(&mut self, literals: usize) {
        // The lists keep their capacity, so a second problem of the same size allocates nothing.
        self.lists.iter_mut().for_each(Vec::clear);
        self.lists.resize_with(literals, Vec::new);
    }

    /// Watches the first two literals of a clause.
    pub(crate) fn attach(&mut self, clauses: &Clauses, clause: ClauseRef) {
        let (first, second) = (clauses.lit(clause, 0), clauses.lit(clause, 1));
        self.lists[first.index()].push(Watch { clause, blocker: second });
        self.lists[second.index()].push(Watch { clause, blocker: first });
    }

    /// Removes the watches of a clause. Costs a pass over two watch lists.
    pub(crate) fn detach(&mut self, clauses: &Clauses, clause: ClauseRef) {
        for place in 0..2 {
            let lit = clauses.lit(clause, place);
            self.lists[lit.index()].retain(|watch| watch.clause != clause);
        }
    }

    /// Rebuilds all watches, after the arena was compacted.
    pub(crate) fn attach_all(&mut self, clauses: &Clauses) {
        self.lists.iter_mut().for_each(Vec::clear);
        clauses.list().iter().for_each(|clause| self.attach(clauses, *clause));
    }

    /// Visits the clauses that watch `falsified`, a literal that has become false, and assigns the literals
    /// that these clauses imply.
    ///
    /// # Errors
    ///
    /// Returns the first visited clause whose literals are all false.
    #[inline]
    pub(crate) fn visit<R: Copy>(
        &mut self,
        falsified: Lit,
        clauses: &mut Clauses,
        trail: &mut Trail<R>,
    ) -> Result<(), ClauseRef> {
        // The list is taken out, so that watches can be pushed to other lists. It is compacted in place:
        // entries before `kept` stay in this list, and entries from `next` have yet to be visited.
        let mut watches = core::mem::take(&mut self.lists[falsified.index()]);
        let mut kept = 0;
        let mut result = Ok(());
        let mut next = 0;
        'watches: while next < watches.len() {
            let watch = watches[next];
            next += 1;
            // A true blocker avoids reading the clause from the arena. The blocker may be any literal of the
            // clause, so it stays correct when the watched literals change.
            if trail.value(watch.blocker) > 0 {
                watches[kept] = watch;
                kept += 1;
                continue;
            }
            let lits = clauses.codes(watch.clause);
            // Move the falsified literal to index 1, so that an implied literal is at index 0.
            if lits[0] == falsified.code() {
                lits.swap(0, 1);
            }
            let first = Lit::from_code(lits[0]);
            let now = Watch { clause: watch.clause, blocker: first };
            // The other watched literal is true: keep the watch, with that literal as a better blocker.
            if first != watch.blocker && trail.value(first) > 0 {
                watches[kept] = now;
                kept += 1;
                continue;
            }
            // Search for another literal that is not false, and watch it instead.
            for place in 2..lits.len() {
                let lit = Lit::from_code(lits[place]);
                // An open literal is as good as a true one: in both cases, the next visit happens only when
                // the literal becomes false.
                if trail.value(lit) >= 0 {
                    lits[1] = lit.code();
                    lits[place] = falsified.code();
                    // `lit` differs from `falsified`, because only `falsified` is false. The push therefore
                    // never goes to the list that was taken out.
                    self.lists[lit.index()].push(now);
                    continue 'watches;
                }
            }
            watches[kept] = now;
            kept += 1;
            // All other literals are false: the first one is implied, or the clause is falsified.
            if trail.value(first) < 0 {
                result = Err(watch.clause);
                break;
            }
            trail.push(first, Reason::Clause(watch.clause));
        }
        // After a conflict, the rest of the list is kept without a visit.
        watches.copy_within(next.., kept);
        watches.truncate(kept + watches.len() - next);
        self.lists[falsified.index()] = watches;
        result
    }
}
