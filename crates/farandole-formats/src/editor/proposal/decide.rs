//! Combines a user's decisions with the best reading of the other groups.

use super::model::Proposal;
use super::verify::{Bounds, Verdict, Verified, nodes_for};
use crate::editor::counter::{Counted, Counter};
use crate::editor::meanings::{MeaningError, Meanings};
use farandole_puzzle::variant::Variant;

/// Maximum number of nodes for counting the solutions of a reading with decisions.
const NODES: u64 = 1_000_000;

/// A reading: a decision for each group, the resulting puzzle, and the verdict on its solutions.
#[derive(Clone, PartialEq, Debug)]
pub struct Decided {
    /// The decision for each group.
    pub meanings: Meanings,
    /// The puzzle of this reading.
    pub variant: Variant,
    /// The result of counting the solutions of the puzzle.
    pub verdict: Verdict,
    /// The indices in [`Proposal::sentences`] of the sentences that no constraint of the reading accounts for.
    pub unaccounted: Vec<usize>,
    /// Ids of groups that the reading treats as decoration although a sentence describes them.
    pub undecided: Vec<u32>,
}

impl Proposal {
    /// Returns the reading that [`verify`](Self::verify) finds, with the user's decisions for the
    /// groups that have one. The verdict applies to the combination.
    ///
    /// # Errors
    /// If a decision names a group, sentence or candidate that does not exist, or if its constraint
    /// text is not valid on this board.
    pub fn decide(&self, counter: Counter, decisions: &Meanings) -> Result<Decided, MeaningError> {
        self.decide_after(counter, &self.verify(counter, &Bounds::default()), decisions)
    }

    /// Decides like [`decide`](Self::decide), but reuses the result of an earlier verification of
    /// this proposal. This saves most of the time.
    ///
    /// # Errors
    /// Returns the errors of [`decide`](Self::decide).
    pub fn decide_after(
        &self,
        counter: Counter,
        verified: &Verified,
        decisions: &Meanings,
    ) -> Result<Decided, MeaningError> {
        let Verified { verdict, mut meanings, unaccounted, undecided, .. } = verified.clone();
        meanings.extend(decisions.clone());
        let variant = self.puzzle(&meanings)?;
        let mut decided = Decided { meanings, variant, verdict, unaccounted, undecided };
        if !decisions.is_empty() {
            decided.verdict = self.count(counter, &decided.variant);
            decided.unaccounted = self.unaccounted(decided.variant.constraints());
            decided.unaccounted.retain(|index| !decisions.sentences.contains_key(&(*index as u32 + 1)));
            decided.undecided.retain(|id| !decisions.choices.contains_key(id));
        }
        Ok(decided)
    }

    /// Returns the reading with the user's decisions without counting solutions.
    ///
    /// # Errors
    /// Returns the errors of [`decide`](Self::decide).
    pub(super) fn uncounted_decision(&self, decisions: &Meanings) -> Result<Decided, MeaningError> {
        let stated = || if self.is_stated() { Verdict::Stated } else { Verdict::Unnamed };
        let verdict = self.uncounted().unwrap_or_else(stated);
        let Verified { mut meanings, unaccounted, undecided, .. } =
            self.verified(verdict, &vec![0; self.groups.len()], (0, 0));
        meanings.extend(decisions.clone());
        let variant = self.puzzle(&meanings)?;
        Ok(Decided { meanings, variant, verdict, unaccounted, undecided })
    }

    /// Counts the solutions of a reading. If there is only one, compares it with the stored
    /// solution.
    fn count(&self, counter: Counter, variant: &Variant) -> Verdict {
        match (counter.0(variant, nodes_for(variant, NODES)), self.solution.as_deref()) {
            (Counted::One(_), None) => Verdict::Unique,
            (Counted::One(grid), Some(stored)) => {
                let is_stored =
                    grid.iter().zip(stored).all(|(value, stored)| stored.is_none_or(|it| it == *value));
                if is_stored { Verdict::Confirmed } else { Verdict::Different }
            }
            (Counted::None, _) => Verdict::Contradictory,
            (Counted::Several, _) => Verdict::Several,
            (Counted::Undecided, _) => Verdict::Undecided,
        }
    }
}
