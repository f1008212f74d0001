//! A puzzle under construction: clues are drawn, givens added, cages divided, and redundant givens and
//! clues removed.

use super::clues::{Canvas, ClueKind, cage, draw, images, split, usual};
use super::recipe::{NoPuzzle, PlacedClues, VariantRecipe};
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
    /// The symmetries of the layout.
    symmetries: Vec<Vec<usize>>,
    /// The symmetries of the givens.
    given_symmetries: Vec<Vec<usize>>,
}

/// The clues that are chosen before the solution.
pub(super) struct Layout {
    /// The kinds of the puzzle.
    pub(super) requests: Vec<PlacedClues>,
    /// The lines and sums of diagonals of a puzzle that need not be minimal.
    pub(super) clues: Vec<Constraint>,
    /// The symmetries of the cages, lines and sums of diagonals, as maps of the cells of the grid.
    pub(super) symmetries: Vec<Vec<usize>>,
}

/// Covers the cells of constraints that are drawn as outlines or lines.
pub(super) fn cover_drawn(canvas: &mut Canvas<'_>, constraints: &[Constraint]) {
    for constraint in constraints.iter().filter(|it| is_drawn_in_cells(it)) {
        canvas.cover(&constraint.cells(canvas.board));
    }
}

impl<'a> Puzzle<'a> {
    pub(super) fn new(
        recipe: &'a VariantRecipe,
        base: &'a Variant,
        symmetries: Vec<Vec<usize>>,
        unique: Uniqueness<'a>,
    ) -> Self {
        let given_symmetries = recipe.symmetries(base);
        let (present, least) = (Vec::new(), Vec::new());
        Self { recipe, base, unique, present, first_drawn: 0, least, symmetries, given_symmetries }
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

    /// Adds the optional constraints and the clues of the layout, and draws the other requested clues.
    pub(super) fn place(
        &mut self,
        layout: &Layout,
        optional: Vec<Constraint>,
        solution: &[u8],
        random: &mut Random,
    ) -> Result<(), NoPuzzle> {
        let recipe = self.recipe;
        let mut canvas = Canvas::new(self.base.board(), solution);
        canvas.is_usual = !recipe.is_minimal;
        canvas.symmetries.clone_from(&self.symmetries);
        for drawn in [self.base.constraints(), &optional, &layout.clues] {
            cover_drawn(&mut canvas, drawn);
        }
        self.first_drawn = optional.len();
        optional.into_iter().for_each(|constraint| self.add(constraint));
        let mut requests: Vec<&PlacedClues> = layout.requests.iter().collect();
        // Cages would leave no room for lines.
        requests.sort_by_key(|it| it.kind == ClueKind::CAGE);
        for request in requests {
            let (least, most) = (*request.count.start(), (*request.count.end()).min(*recipe.clues.end()));
            let usual = usual(request.kind, self.base.board().grid_count());
            let (clues, shown) = if recipe.is_minimal || request.kind == ClueKind::CAGE {
                (draw(&mut canvas, request.kind, most, random), most)
            } else if request.kind.is_drawn_first() {
                let is_kind = |clue: &&Constraint| clue.name() == request.kind.name();
                let mut clues: Vec<Constraint> = layout.clues.iter().filter(is_kind).cloned().collect();
                let mut shown = clues.len();
                if request.kind == ClueKind::LITTLE_KILLER {
                    let others = draw(&mut canvas, request.kind, usize::MAX, random);
                    clues.extend(others.into_iter().filter(|clue| !layout.clues.contains(clue)));
                    // Many sums that are drawn before the solution rarely leave one.
                    let required = if layout.requests.len() == 1 { *recipe.clues.start() } else { 0 };
                    shown = shown.max(required.min(most));
                }
                (clues, shown)
            } else {
                // The other clues that hold in the solution may be added later.
                let shown = random.within(&usual).clamp(least, most);
                (draw(&mut canvas, request.kind, usize::MAX, random), shown)
            };
            if clues.len() < least {
                return Err(NoPuzzle::NoPlace);
            }
            for (index, clue) in clues.into_iter().enumerate() {
                self.unique.add(clue);
                self.present.push(index < shown);
            }
            let least = if recipe.is_minimal { least } else { least.max(*usual.start()).min(most) };
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
            let parts = split(self.base.board(), &is_useful, cells, random);
            if parts.is_some_and(|parts| self.replace_cages(&[index], &parts, solution)) {
                return true;
            }
        }
        false
    }

    /// Replaces cages by others of the same cells, and their images under the symmetries by the images of these. Returns
    /// false if the images do not fit or repeat a value.
    pub(super) fn replace_cages(&mut self, old: &[usize], new: &[Vec<Cell>], solution: &[u8]) -> bool {
        let board = self.base.board();
        let mut removed: Vec<usize> = old.iter().flat_map(|at| self.orbit(*at)).collect();
        removed.sort_unstable();
        removed.dedup();
        let mut cages: Vec<Vec<Cell>> = Vec::new();
        for image in new.iter().flat_map(|cage| images(&self.symmetries, cage)) {
            let is_same = |known: &Vec<Cell>| {
                known.len() == image.len() && image.iter().all(|cell| known.contains(cell))
            };
            if !cages.iter().any(is_same) {
                cages.push(image);
            }
        }
        let sorted = |mut cells: Vec<Cell>| {
            cells.sort_unstable();
            cells
        };
        let before = removed.iter().flat_map(|at| self.unique.clues()[*at].cells(board)).collect();
        let repeats = |cage: &Vec<Cell>| {
            (0..cage.len())
                .any(|at| cage[..at].iter().any(|cell| solution[cell.index()] == solution[cage[at].index()]))
        };
        if sorted(before) != sorted(cages.concat()) || cages.iter().any(repeats) {
            return false;
        }
        removed.iter().for_each(|at| self.present[*at] = false);
        cages.into_iter().for_each(|cells| self.add(cage(solution, cells)));
        true
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
        let cells = self.without_lines(self.base.board().grid().filter(differs).collect());
        if let Some(cell) = cells.get(random.below(cells.len() as u32) as usize) {
            self.add_given_in(*cell, solution);
        }
    }

    /// Returns the cells that no line covers, or all cells if there are none, or if the puzzle need not be readable.
    pub(super) fn without_lines(&self, cells: Vec<Cell>) -> Vec<Cell> {
        let clues = self.unique.clues().iter().zip(&self.present);
        let drawn = clues.filter(|(clue, present)| **present && is_drawn_in_cells(clue));
        let covered: Vec<Cell> = drawn.flat_map(|(clue, _)| clue.cells(self.base.board())).collect();
        let free: Vec<Cell> = cells.iter().copied().filter(|cell| !covered.contains(cell)).collect();
        if free.is_empty() || self.recipe.is_minimal { cells } else { free }
    }

    /// Adds a given in a cell and in its images under the symmetries.
    pub(super) fn add_given_in(&mut self, cell: Cell, solution: &[u8]) {
        for image in images(&self.given_symmetries, &[cell]).concat() {
            let value = solution[image.index()];
            let mask = self.base.board().values().mask_where(|it| it == value);
            self.add(Given { cell: image, mask }.into());
        }
    }

    /// Returns a clue with its images under the symmetries, as far as they are present.
    pub(super) fn orbit(&self, index: usize) -> Vec<usize> {
        let symmetries = if self.is_given(index) { &self.given_symmetries } else { &self.symmetries };
        if symmetries.len() == 1 {
            return vec![index];
        }
        let (board, clues) = (self.base.board(), self.unique.clues());
        let images = images(symmetries, &clues[index].cells(board));
        let is_image = |other: &usize| {
            let cells = clues[*other].cells(board);
            let is_same = |image: &Vec<Cell>| {
                image.len() == cells.len() && cells.iter().all(|cell| image.contains(cell))
            };
            clues[*other].name() == clues[index].name() && images.iter().any(is_same)
        };
        (0..clues.len()).filter(|other| self.present[*other] && is_image(other)).collect()
    }

    /// Returns true if cages may be divided and joined.
    pub(super) fn may_divide(&self) -> bool {
        let has_limit = |it: &PlacedClues| it.kind == ClueKind::CAGE && *it.count.end() < usize::MAX;
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

    /// Removes redundant givens, then redundant clues, in random order. Returns those for which the search exceeded its
    /// budget.
    pub(super) fn reduce(&mut self, random: &mut Random) -> Result<Vec<usize>, NoPuzzle> {
        let mut order: Vec<usize> = (0..self.present.len()).filter(|index| self.present[*index]).collect();
        random.shuffle(&mut order);
        order.sort_by_key(|index| !self.is_given(*index));
        let mut undecided = Vec::new();
        for index in order {
            if self.present[index] && self.may_remove(index) && !self.try_to_remove(index)? {
                undecided.push(index);
            }
        }
        Ok(undecided)
    }

    /// Removes redundant clues among those that [`reduce`](Self::reduce) left undecided, with a larger budget.
    pub(super) fn reduce_further(&mut self, undecided: Vec<usize>) -> Result<(), NoPuzzle> {
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
        let orbit = self.orbit(index);
        orbit.iter().for_each(|at| self.present[*at] = false);
        let found = self.unique.other(&self.present);
        orbit.iter().for_each(|at| self.present[*at] = !matches!(found, Found::None));
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
