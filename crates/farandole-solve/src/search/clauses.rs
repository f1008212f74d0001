//! Learned clauses and who watches which literal.

use super::model::Lit;

/// A clause in the arena: where its header is.
pub(super) type Ref = u32;

/// Length, quality and last use of a clause, before its literals.
const HEADER: usize = 3;
/// A mark beside the quality: an attempt was made to shorten the clause.
const VIVIFIED: u32 = 1 << 31;

/// A clause seen from one of its two watched literals.
#[derive(Clone, Copy, Debug)]
pub(super) struct Watch {
    pub(super) clause: Ref,
    /// Another literal of the clause: while it is true, the clause need not be looked at.
    pub(super) blocker: Lit,
}

/// All clauses, one after another.
#[derive(Debug, Default)]
pub(super) struct Clauses {
    arena: Vec<u32>,
    /// The learned clauses, oldest first.
    pub(super) list: Vec<Ref>,
    /// By literal: the clauses to look at when it becomes false.
    pub(super) watches: Vec<Vec<Watch>>,
}

impl Clauses {
    pub(super) fn clear(&mut self, literals: usize) {
        self.arena.clear();
        self.list.clear();
        self.watches.iter_mut().for_each(Vec::clear);
        self.watches.resize_with(literals, Vec::new);
    }

    /// About how many bytes all clauses take, with the room that vectors keep for more.
    pub(super) fn bytes(&self) -> u64 {
        2 * (4 * self.arena.len() + (4 + 2 * size_of::<Watch>()) * self.list.len()) as u64
    }

    /// The part of a clause of this length in [`bytes`](Self::bytes).
    pub(super) const fn bytes_of(length: usize) -> u64 {
        2 * (4 * (HEADER + length) + 4 + 2 * size_of::<Watch>()) as u64
    }

    /// Adds a clause of two literals or more and watches the first two.
    pub(super) fn add(&mut self, lits: &[Lit], glue: u32) -> Ref {
        let clause = self.arena.len() as Ref;
        self.arena.extend([lits.len() as u32, glue, 0]);
        self.arena.extend(lits.iter().map(|lit| lit.0));
        self.list.push(clause);
        self.attach(clause);
        clause
    }

    /// Takes a clause from its watches: it is not looked at any more.
    pub(super) fn detach(&mut self, clause: Ref) {
        for place in 0..2 {
            let lit = self.lit(clause, place);
            self.watches[lit.index()].retain(|watch| watch.clause != clause);
        }
    }

    /// Watches the first two literals of a clause.
    pub(super) fn attach(&mut self, clause: Ref) {
        let (first, second) = (self.lit(clause, 0), self.lit(clause, 1));
        self.watches[first.index()].push(Watch { clause, blocker: second });
        self.watches[second.index()].push(Watch { clause, blocker: first });
    }

    /// Takes a clause without watches from the list.
    pub(super) fn remove(&mut self, clause: Ref) {
        if let Ok(place) = self.list.binary_search(&clause) {
            self.list.remove(place);
        }
    }

    pub(super) fn is_vivified(&self, clause: Ref) -> bool {
        self.arena[clause as usize + 1] & VIVIFIED != 0
    }

    pub(super) fn set_vivified(&mut self, clause: Ref) {
        self.arena[clause as usize + 1] |= VIVIFIED;
    }

    pub(super) fn len(&self, clause: Ref) -> usize {
        self.arena[clause as usize] as usize
    }

    /// The number of levels its literals had when it was learned.
    pub(super) fn glue(&self, clause: Ref) -> u32 {
        self.arena[clause as usize + 1] & !VIVIFIED
    }

    /// Conflict number of its last use.
    pub(super) fn used(&self, clause: Ref) -> u32 {
        self.arena[clause as usize + 2]
    }

    pub(super) fn set_used(&mut self, clause: Ref, when: u32) {
        self.arena[clause as usize + 2] = when;
    }

    #[inline]
    pub(super) fn lit(&self, clause: Ref, place: usize) -> Lit {
        Lit(self.arena[clause as usize + HEADER + place])
    }

    pub(super) fn lits(&self, clause: Ref) -> impl Iterator<Item = Lit> + '_ {
        let start = clause as usize + HEADER;
        self.arena[start..start + self.len(clause)].iter().map(|lit| Lit(*lit))
    }

    #[inline]
    pub(super) fn raw_lits(&mut self, clause: Ref) -> &mut [u32] {
        let start = clause as usize + HEADER;
        let end = start + self.arena[clause as usize] as usize;
        &mut self.arena[start..end]
    }

    /// Keeps the clauses that `keep` says, packs the arena and watches anew. `moved` hears of each kept clause's
    /// old and new place.
    pub(super) fn retain(&mut self, mut keep: impl FnMut(Ref) -> bool, mut moved: impl FnMut(Ref, Ref)) {
        let list = core::mem::take(&mut self.list);
        let kept: Vec<Ref> = list.into_iter().filter(|clause| keep(*clause)).collect();
        let old = core::mem::take(&mut self.arena);
        self.watches.iter_mut().for_each(Vec::clear);
        for clause in kept {
            let new = self.arena.len() as Ref;
            let end = clause as usize + HEADER + old[clause as usize] as usize;
            self.arena.extend_from_slice(&old[clause as usize..end]);
            self.attach(new);
            self.list.push(new);
            moved(clause, new);
        }
    }
}
