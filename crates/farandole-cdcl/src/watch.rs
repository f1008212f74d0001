//! Two watched literals with blockers: clauses are looked at only when a watched literal becomes false.
//!
//! Source: Moskewicz, Madigan, Zhao, Zhang, Malik, "Chaff: engineering an efficient SAT solver", DAC 2001; Sörensson,
//! Eén, "MiniSat 2.1 and MiniSat++ 1.0", 2008 (blockers).

use crate::clause::{ClauseRef, Clauses};
use crate::literal::Lit;
use crate::trail::{Reason, Trail};
use alloc::vec::Vec;

/// A clause seen from one of its two watched literals.
#[derive(Clone, Copy, Debug)]
struct Watch {
    clause: ClauseRef,
    /// Another literal of the clause: while it is true, the clause need not be looked at.
    blocker: Lit,
}

/// By literal: the clauses to look at when it becomes false.
#[derive(Clone, Debug, Default)]
pub(crate) struct Watches {
    lists: Vec<Vec<Watch>>,
}

impl Watches {
    pub(crate) fn clear(&mut self, literals: usize) {
        self.lists.iter_mut().for_each(Vec::clear);
        self.lists.resize_with(literals, Vec::new);
    }

    /// Watches the first two literals of a clause.
    pub(crate) fn attach(&mut self, clauses: &Clauses, clause: ClauseRef) {
        let (first, second) = (clauses.lit(clause, 0), clauses.lit(clause, 1));
        self.lists[first.index()].push(Watch { clause, blocker: second });
        self.lists[second.index()].push(Watch { clause, blocker: first });
    }

    /// Ends the watching of a clause: it is not looked at any more.
    pub(crate) fn detach(&mut self, clauses: &Clauses, clause: ClauseRef) {
        for place in 0..2 {
            let lit = clauses.lit(clause, place);
            self.lists[lit.index()].retain(|watch| watch.clause != clause);
        }
    }

    /// Watches all clauses anew.
    pub(crate) fn attach_all(&mut self, clauses: &Clauses) {
        self.lists.iter_mut().for_each(Vec::clear);
        clauses.list().iter().for_each(|clause| self.attach(clauses, *clause));
    }

    /// Looks at the clauses that watch a literal which became false, and assigns what follows; the clause that is false,
    /// if there is one.
    #[inline]
    pub(crate) fn visit<R: Copy>(
        &mut self,
        falsified: Lit,
        clauses: &mut Clauses,
        trail: &mut Trail<R>,
    ) -> Result<(), ClauseRef> {
        let mut watches = core::mem::take(&mut self.lists[falsified.index()]);
        let mut kept = 0;
        let mut result = Ok(());
        let mut next = 0;
        'watches: while next < watches.len() {
            let watch = watches[next];
            next += 1;
            if trail.value(watch.blocker) > 0 {
                watches[kept] = watch;
                kept += 1;
                continue;
            }
            let lits = clauses.codes(watch.clause);
            if lits[0] == falsified.code() {
                lits.swap(0, 1);
            }
            let first = Lit::from_code(lits[0]);
            let now = Watch { clause: watch.clause, blocker: first };
            if first != watch.blocker && trail.value(first) > 0 {
                watches[kept] = now;
                kept += 1;
                continue;
            }
            for place in 2..lits.len() {
                let lit = Lit::from_code(lits[place]);
                if trail.value(lit) >= 0 {
                    lits[1] = lit.code();
                    lits[place] = falsified.code();
                    self.lists[lit.index()].push(now);
                    continue 'watches;
                }
            }
            watches[kept] = now;
            kept += 1;
            if trail.value(first) < 0 {
                result = Err(watch.clause);
                break;
            }
            trail.push(first, Reason::Clause(watch.clause));
        }
        watches.copy_within(next.., kept);
        watches.truncate(kept + watches.len() - next);
        self.lists[falsified.index()] = watches;
        result
    }
}
