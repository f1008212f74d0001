//! A puzzle under construction: clues are drawn, givens added, cages divided, and redundant givens and
//! clues removed.

use super::clues::{Canvas, ClueKind, draw, split, usual};
use super::recipe::{MIXED, NoPuzzle, PlacedClues, VariantRecipe};
use super::uniqueness::{Found, OtherSolution, Uniqueness};
use crate::random::Random;
use farandole_puzzle::Cell;
use farandole_puzzle::constraint::{Constraint, Figure, Given};
use farandole_puzzle::variant::Variant;

/// Maximum number of times that cages are divided because several solutions remain.
const MOST_SPLITS: usize = 60;

/// Factor by which the budget grows for queries that were left undecided at first.
const UNDECIDED: u64 = 10;

/// Returns true if the constraint is drawn as an outline or a line. A second outline or line in the
/// same cells would be hard to see.
const fn is_drawn_in_cells(constraint: &Constraint) -> bool {
    matches!(constraint.style().figure, Figure::Line(_) | Figure::Cage)
        || matches!(constraint, Constraint::Arrow(_))
}

/// A puzzle under construction. The clues of `unique` are the drawn clues followed by givens.
pub(super) struct Puzzle<'a> {
    pub(super) recipe: &'a VariantRecipe,
    pub(super) base: &'a Variant,
    pub(super) unique: Uniqueness<'a>,
    /// For each clue, true if it is part of the puzzle.
    pub(super) present: Vec<bool>,
    /// The index of the first clue that was drawn, in the clues of `unique`.
    first_drawn: usize,
    /// The number of clues that must be kept, for each requested kind.
    least: Vec<(ClueKind, usize)>,
}

impl<'a> Puzzle<'a> {
    pub(super) const fn new(recipe: &'a VariantRecipe, base: &'a Variant, unique: Uniqueness<'a>) -> Self {
        Self { recipe, base, unique, present: Vec::new(), first_drawn: 0, least: Vec::new() }
    }

    pub(super) fn add(&mut self, clue: Constraint) {
        self.unique.add(clue);
        self.present.push(true);
    }

    pub(super) fn is_given(&self, index: usize) -> bool {
        matches!(self.unique.clues()[index], Constraint::Given(_))
    }

    /// Returns the numbers of givens and of other clues.
    pub(super) fn counts(&self) -> (usize, usize) {
        let present = (0..self.present.len()).filter(|index| self.present[*index]);
        present.fold(
            (0, 0),
            |(givens, clues), index| {
                if self.is_given(index) { (givens + 1, clues) } else { (givens, clues + 1) }
            },
        )
    }

    /// Adds the optional constraints and draws the requested clues.
    pub(super) fn place(
        &mut self,
        optional: Vec<Constraint>,
        solution: &[u8],
        random: &mut Random,
    ) -> Result<(), NoPuzzle> {
        let recipe = self.recipe;
        let mut canvas = Canvas::new(self.base.board(), solution);
        canvas.is_usual = !recipe.is_minimal;
        for constraint in self.base.constraints().iter().chain(&optional) {
            if is_drawn_in_cells(constraint) {
                canvas.cover(&constraint.cells(self.base.board()));
            }
        }
        self.first_drawn = optional.len();
        optional.into_iter().for_each(|constraint| self.add(constraint));
        let mut requests: Vec<&PlacedClues> = recipe.placed.iter().collect();
        if recipe.mix {
            random.shuffle(&mut requests);
            requests.truncate(MIXED);
        }
        // Cages would leave no room for lines.
        requests.sort_by_key(|it| it.kind == ClueKind::Cage);
        for request in requests {
            let (least, most) = (*request.count.start(), (*request.count.end()).min(*recipe.clues.end()));
            // Absent clues may be added later.
            let (least, shown, most) = if recipe.is_minimal || request.kind == ClueKind::Cage {
                (least, most, most)
            } else {
                let usual = usual(request.kind, self.base.board().grid_count());
                let shown = usual.start() + random.below((usual.end() - usual.start() + 1) as u32) as usize;
                let drawn = if request.kind.is_line() { shown } else { usize::MAX };
                (least.max(*usual.start()).min(most), shown.clamp(least, most), drawn)
            };
            let clues = draw(&mut canvas, request.kind, most, random);
            if clues.len() < least {
                return Err(NoPuzzle::NoPlace);
            }
            for (number, clue) in clues.into_iter().enumerate() {
                self.add(clue);
                *self.present.last_mut().expect("a clue was added") = number < shown;
            }
            self.least.push((request.kind, least));
        }
        Ok(())
    }

    /// Adds the required givens. Then divides cages and adds givens until the solution is unique.
    pub(super) fn make_unique(&mut self, solution: &[u8], random: &mut Random) -> Result<(), NoPuzzle> {
        while self.counts().0 < *self.recipe.givens.start() {
            self.add_given(solution, None, random);
        }
        let mut splits = 0;
        loop {
            let other = match self.unique.other(&self.present) {
                Found::None => return Ok(()),
                Found::Unknown => None,
                Found::Other(other) => Some(other),
            };
            let may_split = splits < MOST_SPLITS && other.is_some();
            if may_split && other.as_ref().is_some_and(|other| self.split_cage(solution, other, random)) {
                splits += 1;
            } else if self.counts().0 < *self.recipe.givens.end() {
                self.add_given(solution, other.as_ref(), random);
            } else {
                return Err(if other.is_some() { NoPuzzle::SeveralSolutions } else { NoPuzzle::Budget });
            }
        }
    }

    /// Divides a random cage into parts, one of which the other solution violates. Returns false if
    /// there is no such cage.
    fn split_cage(&mut self, solution: &[u8], other: &OtherSolution, random: &mut Random) -> bool {
        if !self.may_divide() {
            return false;
        }
        let drawn = self.first_drawn..self.present.len();
        let mut cages: Vec<usize> = drawn.filter(|index| self.present[*index]).collect();
        random.shuffle(&mut cages);
        for index in cages {
            let Constraint::Cage(cage) = &self.unique.clues()[index] else { continue };
            let cells = &cage.cells;
            let differs = cells.iter().any(|cell| solution[cell.index()] != other.values[cell.index()]);
            // Two cells that exchange their digits could only become givens.
            if cells.len() < 4 || !differs {
                continue;
            }
            let sum = |part: &[Cell], values: &[u8]| -> u32 {
                part.iter().map(|cell| u32::from(values[cell.index()])).sum()
            };
            let is_useful = |part: &[Cell]| sum(part, solution) != sum(part, &other.values);
            if let Some(parts) = split(self.base.board(), solution, &is_useful, cells, random) {
                self.present[index] = false;
                parts.into_iter().for_each(|part| self.add(part));
                return true;
            }
        }
        false
    }

    /// Adds a given in a random cell. If another solution is known, it differs in this cell.
    fn add_given(&mut self, solution: &[u8], other: Option<&OtherSolution>, random: &mut Random) {
        let is_given = |cell: &Cell| {
            let mut clues = self.unique.clues().iter().zip(&self.present);
            clues.any(
                |(clue, present)| matches!(clue, Constraint::Given(given) if *present && given.cell == *cell),
            )
        };
        let differs = |cell: &Cell| match other {
            Some(other) => solution[cell.index()] != other.values[cell.index()],
            None => !is_given(cell),
        };
        let cells: Vec<Cell> = self.base.board().grid().filter(differs).collect();
        if let Some(cell) = cells.get(random.below(cells.len() as u32) as usize) {
            self.add_given_in(*cell, solution);
        }
    }

    pub(super) fn add_given_in(&mut self, cell: Cell, solution: &[u8]) {
        let value = solution[cell.index()];
        let mask = self.base.board().values().mask_where(|it| it == value);
        self.add(Given { cell, mask }.into());
    }

    /// Returns true if cages may be divided and joined.
    pub(super) fn may_divide(&self) -> bool {
        let has_limit = |it: &PlacedClues| it.kind == ClueKind::Cage && *it.count.end() < usize::MAX;
        // A division adds a cage.
        !self.recipe.placed.iter().any(has_limit) && self.counts().1 < *self.recipe.clues.end()
    }

    /// Returns true if an absent clue may be added. An absent cage may overlap others.
    pub(super) fn may_add(&self, index: usize) -> bool {
        let name = self.unique.clues()[index].name();
        let request = self.recipe.placed.iter().find(|it| it.kind.name() == name);
        let most = request.map_or(0, |it| *it.count.end());
        let is_drawn = index >= self.first_drawn && !self.is_given(index);
        let is_cage = matches!(self.unique.clues()[index], Constraint::Cage(_));
        let has_room = self.counts().1 < *self.recipe.clues.end() && self.same(index) < most;
        !self.present[index] && is_drawn && !is_cage && has_room
    }

    /// Returns true if the requirements allow a puzzle without this clue, even if it is not redundant.
    pub(super) fn may_omit(&self, index: usize) -> bool {
        let is_cage = matches!(self.unique.clues()[index], Constraint::Cage(_));
        let is_needed = is_cage && self.may_divide() || index < self.first_drawn;
        self.present[index] && !is_needed && self.has_more_than_required(index)
    }

    /// Returns the number of present clues of the kind of this clue.
    fn same(&self, index: usize) -> usize {
        let name = self.unique.clues()[index].name();
        let is_same = |other: &usize| self.present[*other] && self.unique.clues()[*other].name() == name;
        (0..self.present.len()).filter(is_same).count()
    }

    /// Removes redundant givens, then redundant clues, in random order.
    pub(super) fn reduce(&mut self, random: &mut Random) -> Result<(), NoPuzzle> {
        let mut order: Vec<usize> = (0..self.present.len()).filter(|index| self.present[*index]).collect();
        random.shuffle(&mut order);
        order.sort_by_key(|index| !self.is_given(*index));
        let mut undecided = Vec::new();
        for index in order {
            if self.may_remove(index) && !self.try_to_remove(index)? {
                undecided.push(index);
            }
        }
        // Later removals may have found a solution that decides the query.
        self.unique.set_budget(self.recipe.budget.saturating_mul(UNDECIDED));
        for index in undecided {
            if !self.try_to_remove(index)? && self.recipe.is_minimal {
                return Err(NoPuzzle::Budget);
            }
        }
        if self.recipe.mix && self.recipe.is_minimal { self.need_every_kind() } else { Ok(()) }
    }

    /// Returns an error if the last clue of a mixed kind is redundant. Such a clue was not removed,
    /// because every kind must occur.
    fn need_every_kind(&mut self) -> Result<(), NoPuzzle> {
        for index in self.first_drawn..self.present.len() {
            let is_kept = self.present[index] && !self.is_given(index) && !self.may_remove(index);
            if !is_kept || self.counts().1 <= *self.recipe.clues.start() {
                continue;
            }
            if !self.try_to_remove(index)? {
                return Err(NoPuzzle::Budget);
            }
            if !self.present[index] {
                return Err(NoPuzzle::Clues);
            }
        }
        Ok(())
    }

    /// Removes a clue if the solution is still unique without it. Returns false if the search
    /// exceeded its budget.
    fn try_to_remove(&mut self, index: usize) -> Result<bool, NoPuzzle> {
        self.present[index] = false;
        let found = self.unique.other(&self.present);
        self.present[index] = !matches!(found, Found::None);
        match found {
            Found::Unknown if self.unique.is_stopped() => Err(NoPuzzle::Cancelled),
            Found::Unknown => Ok(false),
            _ => Ok(true),
        }
    }

    /// Returns true if the requirements allow the removal of this clue.
    fn may_remove(&self, index: usize) -> bool {
        self.has_more_than_required(index) && (self.is_given(index) || self.recipe.is_minimal)
    }

    /// Returns true if there are more givens, or more clues of this kind, than required.
    fn has_more_than_required(&self, index: usize) -> bool {
        let (givens, clues) = self.counts();
        if self.is_given(index) {
            return givens > *self.recipe.givens.start();
        }
        let name = self.unique.clues()[index].name();
        let least = self.least.iter().find(|(kind, _)| kind.name() == name).map_or(0, |(_, least)| *least);
        clues > *self.recipe.clues.start() && self.same(index) > least
    }

    /// Returns the puzzle with the numbers of givens and clues, if they are accepted.
    pub(super) fn made(&self) -> Result<(Variant, usize, usize), NoPuzzle> {
        let (givens, clues) = self.counts();
        if !self.recipe.givens.contains(&givens) {
            return Err(NoPuzzle::Givens);
        }
        if !self.recipe.clues.contains(&clues) {
            return Err(NoPuzzle::Clues);
        }
        let variant = self.unique.variant(&self.present).ok_or(NoPuzzle::NoSolution)?;
        Ok((variant, givens, clues))
    }
}
