//! Clause arena: all clauses, one after another, in one vector.
//!
//! ```text
//! arena  | length | glue and mark | last use | literal | literal | ... | length | ...
//! ```
//!
//! The first two literals of a clause are watched. A clause is identified by the index of its header. The
//! arena keeps clauses close together in memory, and references take 32 bits. A removed clause leaves a gap.
//! To close the gaps, the arena is compacted and all references change, which is expensive and therefore done
//! only in reductions.
//!
//! Source: Eén, Sörensson, "An extensible SAT-solver", SAT 2003; Audemard, Simon, "Predicting learnt clauses
//! quality in modern SAT solvers", IJCAI 2009 (glue).

use crate::literal::Lit;
use alloc::vec::Vec;

// 32 bits halve the size of watches and reasons compared with pointers. The arena is addressed in words, so
// it can hold 16 GiB.
/// A reference to a clause: the index of its header in the arena.
pub(crate) type ClauseRef = u32;

/// The glue that marks irredundant clauses: those of the problem, and those that exclude a model. Reductions
/// never delete them.
pub(crate) const IRREDUNDANT: u32 = 0;

/// Number of header words before the literals: length, glue with mark, and last use.
// These words precede the literals, so that visiting a clause reads one contiguous range. Propagation reads
// neither glue nor last use, but in the arena they need no table of their own.
const HEADER: usize = 3;
// The top bit is free: glue is at most the number of decision levels, which is below 2^31.
/// Mark in the glue word of a clause that vivification has processed.
const VIVIFIED: u32 = 1 << 31;
/// Bytes that a clause needs outside the arena: its list entry and two watches.
const OUTSIDE_ARENA: usize = 4 + 2 * 8;

/// All clauses.
#[derive(Clone, Debug, Default)]
pub(crate) struct Clauses {
    arena: Vec<u32>,
    // The arena alone cannot be walked, because removed clauses leave their words in it.
    /// The clauses, oldest first, and therefore in ascending order of their references.
    list: Vec<ClauseRef>,
}

impl Clauses {
    /// Removes all clauses and keeps the buffers.
    pub(crate) fn clear(&mut self) {
        self.arena.clear();
        self.list.clear();
    }

    /// Returns the clauses, oldest first.
    pub(crate) fn list(&self) -> &[ClauseRef] {
        &self.list
    }

    /// Returns an estimate of the memory of all clauses in bytes, including unused capacity of the vectors.
    #[inline]
    pub(crate) fn bytes(&self) -> u64 {
        // A growing vector doubles its capacity, so up to half of the capacity is unused.
        2 * (4 * self.arena.len() + OUTSIDE_ARENA * self.list.len()) as u64
    }

    /// Returns the number of bytes that a clause with `length` literals contributes to
    /// [`bytes`](Self::bytes).
    pub(crate) const fn bytes_of(length: usize) -> u64 {
        2 * (4 * (HEADER + length) + OUTSIDE_ARENA) as u64
    }

    /// Adds a clause of two or more literals, without watches.
    pub(crate) fn add(&mut self, lits: &[Lit], glue: u32) -> ClauseRef {
        let clause = self.arena.len() as ClauseRef;
        self.arena.extend([lits.len() as u32, glue, 0]);
        self.arena.extend(lits.iter().map(|lit| lit.code()));
        self.list.push(clause);
        clause
    }

    /// Removes a clause from the list; it must not be watched. Its words stay in the arena until the next
    /// [`retain`](Self::retain).
    pub(crate) fn remove(&mut self, clause: ClauseRef) {
        // The list is sorted, because new clauses have higher references and compaction preserves the order.
        // Removal shifts the rest of the list, which is acceptable because only vivification removes single
        // clauses.
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

    /// Returns the glue of the clause, or [`IRREDUNDANT`]. If vivification shortened the clause, the glue is
    /// at most the new length.
    #[inline]
    pub(crate) fn glue(&self, clause: ClauseRef) -> u32 {
        self.arena[clause as usize + 1] & !VIVIFIED
    }

    /// Returns the number of conflicts that had occurred when the clause was last used.
    #[inline]
    pub(crate) fn used(&self, clause: ClauseRef) -> u32 {
        self.arena[clause as usize + 2]
    }

    /// Records that the clause is used after this number of conflicts.
    #[inline]
    pub(crate) fn set_used(&mut self, clause: ClauseRef, conflicts: u32) {
        self.arena[clause as usize + 2] = conflicts;
    }

    /// Returns the literal at index `place`, counted from 0.
    #[inline]
    pub(crate) fn lit(&self, clause: ClauseRef, place: usize) -> Lit {
        Lit::from_code(self.arena[clause as usize + HEADER + place])
    }

    /// Returns the literals of the clause. The first two are watched.
    #[inline]
    pub(crate) fn lits(&self, clause: ClauseRef) -> impl Iterator<Item = Lit> + '_ {
        let start = clause as usize + HEADER;
        self.arena[start..start + self.len(clause)].iter().map(|code| Lit::from_code(*code))
    }

    /// Returns the [codes](Lit::code) of the literals, so that callers can reorder them.
    #[inline]
    pub(crate) fn codes(&mut self, clause: ClauseRef) -> &mut [u32] {
        let start = clause as usize + HEADER;
        let end = start + self.arena[clause as usize] as usize;
        &mut self.arena[start..end]
    }

    /// Keeps the clauses for which `keep` returns true and compacts the arena. Returns the old and the new
    /// reference of each kept clause, sorted. Watches and reasons are invalid afterwards.
    pub(crate) fn retain(&mut self, mut keep: impl FnMut(ClauseRef) -> bool) -> Vec<(ClauseRef, ClauseRef)> {
        let mut moves = Vec::new();
        // The copy needs both arenas at once, so memory peaks here.
        let list = core::mem::take(&mut self.list);
        let old = core::mem::take(&mut self.arena);
        for clause in list.into_iter().filter(|clause| keep(*clause)) {
            let new = self.arena.len() as ClauseRef;
            let end = clause as usize + HEADER + old[clause as usize] as usize;
            self.arena.extend_from_slice(&old[clause as usize..end]);
            self.list.push(new);
            moves.push((clause, new));
        }
        // The pairs are in ascending order of the old references, so callers can use binary search.
        moves
    }
}
