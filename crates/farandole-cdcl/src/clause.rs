//! The clause arena: all clauses one after another in one vector.
//!
//! ```text
//! arena  | length | glue and mark | last use | literal | literal | ... | length | ...
//! ```
//!
//! The first two literals of a clause are watched. A clause is named by the place of its header.
//!
//! Source: Eén, Sörensson, "An extensible SAT-solver", SAT 2003; Audemard, Simon, "Predicting learnt clauses quality in
//! modern SAT solvers", IJCAI 2009 (glue).

use crate::literal::Lit;
use alloc::vec::Vec;

/// A clause: where its header is in the arena.
pub(crate) type ClauseRef = u32;

/// The glue of clauses that may not be forgotten, because they say what a model is.
pub(crate) const IRREDUNDANT: u32 = 0;

/// Length, glue and last use of a clause, before its literals.
const HEADER: usize = 3;
/// The mark beside the glue: vivification has looked at the clause.
const VIVIFIED: u32 = 1 << 31;
/// Bytes of the two watches of a clause, and of its place in the list.
const OUTSIDE_ARENA: usize = 4 + 2 * 8;

/// All clauses.
#[derive(Clone, Debug, Default)]
pub(crate) struct Clauses {
    arena: Vec<u32>,
    /// The clauses, the oldest first.
    list: Vec<ClauseRef>,
}

impl Clauses {
    pub(crate) fn clear(&mut self) {
        self.arena.clear();
        self.list.clear();
    }

    /// The clauses, the oldest first.
    pub(crate) fn list(&self) -> &[ClauseRef] {
        &self.list
    }

    /// About how many bytes all clauses take, with the room that vectors keep for more.
    #[inline]
    pub(crate) fn bytes(&self) -> u64 {
        2 * (4 * self.arena.len() + OUTSIDE_ARENA * self.list.len()) as u64
    }

    /// The part of a clause of this length in [`bytes`](Self::bytes).
    pub(crate) const fn bytes_of(length: usize) -> u64 {
        2 * (4 * (HEADER + length) + OUTSIDE_ARENA) as u64
    }

    /// Adds a clause of two literals or more, which is not watched yet.
    pub(crate) fn add(&mut self, lits: &[Lit], glue: u32) -> ClauseRef {
        let clause = self.arena.len() as ClauseRef;
        self.arena.extend([lits.len() as u32, glue, 0]);
        self.arena.extend(lits.iter().map(|lit| lit.code()));
        self.list.push(clause);
        clause
    }

    /// Takes a clause without watches from the list.
    pub(crate) fn remove(&mut self, clause: ClauseRef) {
        if let Ok(place) = self.list.binary_search(&clause) {
            self.list.remove(place);
        }
    }

    pub(crate) fn is_vivified(&self, clause: ClauseRef) -> bool {
        self.arena[clause as usize + 1] & VIVIFIED != 0
    }

    pub(crate) fn set_vivified(&mut self, clause: ClauseRef) {
        self.arena[clause as usize + 1] |= VIVIFIED;
    }

    #[inline]
    pub(crate) fn len(&self, clause: ClauseRef) -> usize {
        self.arena[clause as usize] as usize
    }

    /// The number of decision levels that its literals had when it was learned.
    #[inline]
    pub(crate) fn glue(&self, clause: ClauseRef) -> u32 {
        self.arena[clause as usize + 1] & !VIVIFIED
    }

    /// How many conflicts there had been at its last use.
    #[inline]
    pub(crate) fn used(&self, clause: ClauseRef) -> u32 {
        self.arena[clause as usize + 2]
    }

    #[inline]
    pub(crate) fn set_used(&mut self, clause: ClauseRef, conflicts: u32) {
        self.arena[clause as usize + 2] = conflicts;
    }

    #[inline]
    pub(crate) fn lit(&self, clause: ClauseRef, place: usize) -> Lit {
        Lit::from_code(self.arena[clause as usize + HEADER + place])
    }

    #[inline]
    pub(crate) fn lits(&self, clause: ClauseRef) -> impl Iterator<Item = Lit> + '_ {
        let start = clause as usize + HEADER;
        self.arena[start..start + self.len(clause)].iter().map(|code| Lit::from_code(*code))
    }

    /// The codes of its literals.
    #[inline]
    pub(crate) fn codes(&mut self, clause: ClauseRef) -> &mut [u32] {
        let start = clause as usize + HEADER;
        let end = start + self.arena[clause as usize] as usize;
        &mut self.arena[start..end]
    }

    /// Keeps the clauses that `keep` says and packs the arena. Gives the old and the new place of each, in the order of
    /// the list. Watches are wrong afterwards.
    pub(crate) fn retain(&mut self, mut keep: impl FnMut(ClauseRef) -> bool) -> Vec<(ClauseRef, ClauseRef)> {
        let mut moves = Vec::new();
        let list = core::mem::take(&mut self.list);
        let old = core::mem::take(&mut self.arena);
        for clause in list.into_iter().filter(|clause| keep(*clause)) {
            let new = self.arena.len() as ClauseRef;
            let end = clause as usize + HEADER + old[clause as usize] as usize;
            self.arena.extend_from_slice(&old[clause as usize..end]);
            self.list.push(new);
            moves.push((clause, new));
        }
        moves
    }
}
