//! Attempts at puzzles with clues. An attempt draws a random solution and random clues that hold in
//! it, adds givens if necessary, and removes redundant givens and clues.

use super::clues::{Canvas, ClueKind, draw, split};
use super::fewest::{MOST_CLUES, fewest_clues};
use super::uniqueness::{Found, OtherSolution, Uniqueness};
use crate::batched_queries::NEVER;
use crate::layout::random_layout_until;
use crate::random::Random;
use crate::sample::{self, VariantBoard};
use core::ops::RangeInclusive;
use core::sync::atomic::{AtomicBool, Ordering};
use farandole_puzzle::constraint::{Constraint, Figure, Given};
use farandole_puzzle::variant::{Variant, check};
use farandole_puzzle::{Cell, ClassicPuzzle, Geometry};
use farandole_solve::{Config, End, PuzzleSolver};
use std::sync::Arc;

/// Number of kinds that a puzzle mixes if [`VariantRecipe::mix`] is set.
pub(super) const MIXED: usize = 3;
/// Maximum number of times that cages are divided because several solutions remain.
const MOST_SPLITS: usize = 60;

/// Factor by which the budget grows for queries that were left undecided at first.
const UNDECIDED: u64 = 10;

/// Divisor of the budget of the first queries if all clues are sums of diagonals. These sums
/// restrict so little that most queries exceed any small budget until the other clues are chosen.
/// With an eighth of the budget, 20 puzzles of size 9 take 10 seconds instead of 47 and have the
/// same number of givens.
const DIAGONALS: u64 = 8;

/// The requirements for puzzles with clues.
#[derive(Clone, Debug)]
pub struct VariantRecipe {
    /// The board and the constraints that every puzzle has.
    pub base: Base,
    /// Constraints with numbers to be chosen, and constraints that may be left out.
    pub blanks: Vec<Blank>,
    /// Clues to be placed.
    pub placed: Vec<PlacedClues>,
    /// True if each puzzle has only some of the kinds in `placed`, chosen at random.
    pub mix: bool,
    /// Accepted numbers of givens, without those of the base. Givens up to the least number may be
    /// redundant.
    pub givens: RangeInclusive<usize>,
    /// Accepted numbers of clues that are not givens, without those of the base.
    pub clues: RangeInclusive<usize>,
    /// True if no clue may be redundant. Otherwise only redundant givens are removed.
    pub is_minimal: bool,
    /// Maximum number of search nodes per uniqueness query.
    pub budget: u64,
}

/// The board of a puzzle.
#[derive(Clone, Debug)]
pub enum Base {
    /// The same board and constraints in each attempt.
    Fixed(Box<Variant>),
    /// Random connected regions of a grid of this size, different in each attempt.
    RandomRegions(usize),
}

/// A constraint with several choices, not all of which hold in a solution.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Blank {
    /// The choices, each a list of constraints that belong together.
    pub choices: Vec<Vec<Constraint>>,
    /// True if the constraint may be left out.
    pub is_optional: bool,
}

/// Clues of one kind to be placed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlacedClues {
    /// The kind.
    pub kind: ClueKind,
    /// Range of the number of such clues in a puzzle.
    pub count: RangeInclusive<usize>,
}

/// The reason why an attempt made no puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoPuzzle {
    /// No solution was found, or the solution violates a constraint with a number to be chosen.
    NoSolution,
    /// There was no room for the requested clues.
    NoPlace,
    /// The maximum number of clues and givens leaves several solutions.
    SeveralSolutions,
    /// A search exceeded its budget.
    Budget,
    /// The number of givens is not accepted.
    Givens,
    /// The number of clues is not accepted.
    Clues,
    /// There are more clues to choose from than the search for the fewest allows.
    TooManyClues,
    /// The attempt was cancelled.
    Cancelled,
}

impl NoPuzzle {
    /// Returns the reason in a few words, for a summary.
    pub const fn name(self) -> &'static str {
        match self {
            Self::NoSolution => "no solution for the constraints",
            Self::NoPlace => "no place for the clues",
            Self::SeveralSolutions => "several solutions",
            Self::Budget => "the search budget",
            Self::Givens => "number of givens",
            Self::Clues => "number of clues",
            Self::TooManyClues => "too many clues to choose from",
            Self::Cancelled => "cancellation",
        }
    }
}

/// A puzzle that an attempt made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MadeVariant {
    /// The index of the attempt.
    pub attempt: u64,
    /// The puzzle.
    pub variant: Variant,
    /// The values of all cells in the only solution of the puzzle.
    pub solution: Vec<u8>,
    /// Number of givens, without those of the base.
    pub givens: usize,
    /// Number of clues that are not givens, without those of the base.
    pub clues: usize,
    /// Number of search nodes of the attempt.
    pub nodes: u64,
}

impl VariantRecipe {
    /// Makes one attempt. The result depends only on the recipe, the seed and the number of the
    /// attempt.
    ///
    /// ```
    /// use farandole_puzzle::board::Shape;
    /// use farandole_puzzle::variant::{Variant, check};
    /// use farandole_research::variants::{Base, ClueKind, PlacedClues, VariantRecipe};
    ///
    /// let blank = Variant::new(Shape::square(6).unwrap(), Vec::new(), Vec::new()).unwrap();
    /// let cages = PlacedClues { kind: ClueKind::Cage, count: 0..=99 };
    /// let recipe = VariantRecipe::new(Base::Fixed(blank.into()), vec![cages]);
    /// let made = (0..99).find_map(|attempt| recipe.attempt(1, attempt).ok()).unwrap();
    /// assert_eq!(made.givens, 0);
    /// check(&made.variant, &made.solution).unwrap();
    /// ```
    ///
    /// # Errors
    /// The reason why there is no puzzle.
    pub fn attempt(&self, seed: u64, attempt: u64) -> Result<MadeVariant, NoPuzzle> {
        self.attempt_until(seed, attempt, &NEVER)
    }

    /// Returns a recipe for minimal puzzles without givens.
    pub const fn new(base: Base, placed: Vec<PlacedClues>) -> Self {
        Self {
            base,
            blanks: Vec::new(),
            placed,
            mix: false,
            givens: 0..=0,
            clues: 0..=usize::MAX,
            is_minimal: true,
            budget: 2000,
        }
    }

    /// Makes an attempt as [`attempt`](Self::attempt) does, until `stop` is set.
    ///
    /// # Errors
    /// The reason why there is no puzzle.
    pub(crate) fn attempt_until(
        &self,
        seed: u64,
        attempt: u64,
        stop: &AtomicBool,
    ) -> Result<MadeVariant, NoPuzzle> {
        let mut random = Random::new(seed, attempt);
        let Start { base, optional, solution } = self.start(&mut random, stop)?;
        let unique = Uniqueness::new(&base, &solution, self.first_budget(), stop);
        let mut puzzle = Puzzle::new(self, &base, unique);
        let made = puzzle.place(optional, &solution, &mut random).and_then(|()| {
            puzzle.make_unique(&solution, &mut random)?;
            puzzle.reduce(&mut random)?;
            puzzle.made()
        });
        let (variant, givens, clues) = match made {
            Err(_) if stop.load(Ordering::Relaxed) => return Err(NoPuzzle::Cancelled),
            made => made?,
        };
        debug_assert_eq!(check(&variant, &solution), Ok(()), "all clues hold in the solution");
        let nodes = puzzle.unique.nodes;
        Ok(MadeVariant { attempt, variant, solution, givens, clues, nodes })
    }

    /// Makes an attempt at a puzzle with the fewest clues for its solution. The clues are chosen
    /// among the optional constraints and all clues of the requested kinds. Also returns a lower
    /// bound on the number of clues, which equals that number if it is proved. No givens are added.
    ///
    /// If `stop` is set, the best puzzle so far is returned, once there is one.
    ///
    /// # Errors
    /// The reason why there is no puzzle.
    pub fn fewest_until(
        &self,
        seed: u64,
        attempt: u64,
        stop: &AtomicBool,
    ) -> Result<(MadeVariant, usize), NoPuzzle> {
        let mut random = Random::new(seed, attempt);
        let Start { base, optional, solution } = self.start(&mut random, stop)?;
        let unique = Uniqueness::new(&base, &solution, self.budget, stop);
        let mut puzzle = Puzzle::new(self, &base, unique);
        puzzle.place(optional, &solution, &mut random)?;
        let clues = puzzle.unique.clues();
        if clues.len() > MOST_CLUES {
            return Err(NoPuzzle::TooManyClues);
        }
        let fewest = fewest_clues(&base, clues.to_vec(), &solution, self.budget, stop);
        let fewest = fewest.ok_or(NoPuzzle::SeveralSolutions)?;
        let present: Vec<bool> = (0..clues.len()).map(|clue| fewest.clues.contains(&clue)).collect();
        let variant = puzzle.unique.variant(&present).ok_or(NoPuzzle::NoSolution)?;
        let clues = fewest.clues.len();
        let made = MadeVariant { attempt, variant, solution, givens: 0, clues, nodes: fewest.nodes };
        Ok((made, fewest.lower_bound))
    }

    /// Returns the budget of the first queries, which may be left undecided.
    fn first_budget(&self) -> u64 {
        let mut kinds = self.placed.iter().map(|it| it.kind).peekable();
        let has_clues = kinds.peek().is_some();
        let divisor = if has_clues && kinds.all(|it| it == ClueKind::LittleKiller) { DIAGONALS } else { 1 };
        (self.budget / divisor).max(1)
    }

    /// Returns true if only the presence of optional constraints is undecided and all of them
    /// together leave one solution. All attempts are then the same.
    pub fn is_determined(&self) -> bool {
        let Base::Fixed(base) = &self.base else { return false };
        let config = Config { limit: 2, budget: self.budget, ..Config::default() };
        let all = self.with_all_optional(base).filter(|_| self.placed.is_empty());
        all.and_then(|all| PuzzleSolver::new(&all).ok()?.count(&config).ok())
            .is_some_and(|report| report.solutions == 1 && report.end == End::Exhausted)
    }

    /// Returns the base with all optional constraints. Returns `None` if there are none, or if
    /// there is another placeholder.
    fn with_all_optional(&self, base: &Variant) -> Option<Variant> {
        let is_stated = |blank: &Blank| blank.is_optional && blank.choices.len() == 1;
        if self.blanks.is_empty() || !self.blanks.iter().all(is_stated) {
            return None;
        }
        let stated = self.blanks.iter().flat_map(|blank| blank.choices.iter().flatten());
        let constraints = base.constraints().iter().chain(stated).cloned().collect();
        Variant::new(base.shape(), base.stated_groups(), constraints).ok()
    }

    /// Draws a solution and chooses numbers that hold in it. All optional constraints hold in the
    /// solution if possible.
    fn start(&self, random: &mut Random, stop: &AtomicBool) -> Result<Start, NoPuzzle> {
        let base = match &self.base {
            Base::Fixed(variant) => (**variant).clone(),
            Base::RandomRegions(size) => random_regions(*size, random, stop).ok_or(NoPuzzle::NoSolution)?,
        };
        let with_optional = self.with_all_optional(&base);
        let solution = with_optional.and_then(|all| random_solution(&all, self.budget, stop, random));
        let solution = solution.or_else(|| random_solution(&base, self.budget, stop, random));
        let is_stopped = stop.load(Ordering::Relaxed);
        let none = if is_stopped { NoPuzzle::Cancelled } else { NoPuzzle::NoSolution };
        let solution = solution.ok_or(none)?;
        let (base, optional) = self.filled(&base, &solution, random)?;
        Ok(Start { base, optional, solution })
    }

    /// For each blank, picks one of the choices that hold in the solution. Returns the base with
    /// the constraints that are part of the puzzle, and the optional constraints.
    fn filled(
        &self,
        base: &Variant,
        solution: &[u8],
        random: &mut Random,
    ) -> Result<(Variant, Vec<Constraint>), NoPuzzle> {
        let mut constraints = base.constraints().to_vec();
        let mut optional = Vec::new();
        for blank in &self.blanks {
            let holds =
                |choice: &&Vec<Constraint>| choice.iter().all(|it| it.check(base.board(), solution).is_ok());
            let choices: Vec<&Vec<Constraint>> = blank.choices.iter().filter(holds).collect();
            let choice = choices.get(random.below(choices.len() as u32) as usize);
            match choice {
                Some(choice) if blank.is_optional => optional.extend_from_slice(choice),
                Some(choice) => constraints.extend_from_slice(choice),
                None if blank.is_optional => {}
                None => return Err(NoPuzzle::NoSolution),
            }
        }
        let base = Variant::new(base.shape(), base.stated_groups(), constraints);
        Ok((base.map_err(|_| NoPuzzle::NoSolution)?, optional))
    }
}

/// The start of an attempt.
struct Start {
    /// The constraints that are part of the puzzle.
    base: Variant,
    /// Constraints that hold in the solution and may be left out.
    optional: Vec<Constraint>,
    solution: Vec<u8>,
}

/// Returns a random solution with the values of all cells; see [`sample::random_solution`].
fn random_solution(base: &Variant, budget: u64, stop: &AtomicBool, random: &mut Random) -> Option<Vec<u8>> {
    match base.to_puzzle() {
        Some(puzzle) => sample::random_solution(&puzzle, budget, stop, random),
        None => sample::random_solution(&VariantBoard::new(base)?, budget, stop, random),
    }
}

/// Returns a board with random regions.
fn random_regions(size: usize, random: &mut Random, stop: &AtomicBool) -> Option<Variant> {
    let map = random_layout_until(size, random, stop);
    let geometry = Arc::new(Geometry::irregular(size, &map).ok()?);
    let blank = ClassicPuzzle::new(geometry, &vec![0; size * size]).ok()?;
    Variant::from_puzzle(&blank).ok()
}

/// Returns true if the constraint is drawn as an outline or a line. A second outline or line in the
/// same cells would be hard to see.
const fn is_drawn_in_cells(constraint: &Constraint) -> bool {
    matches!(constraint.style().figure, Figure::Line(_) | Figure::Cage)
        || matches!(constraint, Constraint::Arrow(_))
}

/// A puzzle under construction. The clues of `unique` are the drawn clues followed by givens.
struct Puzzle<'a> {
    recipe: &'a VariantRecipe,
    base: &'a Variant,
    unique: Uniqueness<'a>,
    /// For each clue, true if it is part of the puzzle.
    present: Vec<bool>,
    /// The index of the first clue that was drawn, in the clues of `unique`.
    first_drawn: usize,
    /// The number of clues that must be kept, for each requested kind.
    least: Vec<(ClueKind, usize)>,
}

impl<'a> Puzzle<'a> {
    const fn new(recipe: &'a VariantRecipe, base: &'a Variant, unique: Uniqueness<'a>) -> Self {
        Self { recipe, base, unique, present: Vec::new(), first_drawn: 0, least: Vec::new() }
    }

    fn add(&mut self, clue: Constraint) {
        self.unique.add(clue);
        self.present.push(true);
    }

    fn is_given(&self, index: usize) -> bool {
        matches!(self.unique.clues()[index], Constraint::Given(_))
    }

    /// Returns the numbers of givens and of other clues.
    fn counts(&self) -> (usize, usize) {
        let present = (0..self.present.len()).filter(|index| self.present[*index]);
        present.fold(
            (0, 0),
            |(givens, clues), index| {
                if self.is_given(index) { (givens + 1, clues) } else { (givens, clues + 1) }
            },
        )
    }

    /// Adds the optional constraints and draws the requested clues.
    fn place(
        &mut self,
        optional: Vec<Constraint>,
        solution: &[u8],
        random: &mut Random,
    ) -> Result<(), NoPuzzle> {
        let recipe = self.recipe;
        let mut canvas = Canvas::new(self.base.board(), solution);
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
            let most = (*request.count.end()).min(*recipe.clues.end());
            let clues = draw(&mut canvas, request.kind, most, random);
            if clues.len() < *request.count.start() {
                return Err(NoPuzzle::NoPlace);
            }
            clues.into_iter().for_each(|clue| self.add(clue));
            self.least.push((request.kind, *request.count.start()));
        }
        Ok(())
    }

    /// Adds the required givens. Then divides cages and adds givens until the solution is unique.
    fn make_unique(&mut self, solution: &[u8], random: &mut Random) -> Result<(), NoPuzzle> {
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
        let has_limit = |it: &PlacedClues| it.kind == ClueKind::Cage && *it.count.end() < usize::MAX;
        // A division adds at least one cage.
        if self.recipe.placed.iter().any(has_limit) || self.counts().1 >= *self.recipe.clues.end() {
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
            if let Some(parts) = split(self.base.board(), solution, &other.values, cells, random) {
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
            let value = solution[cell.index()];
            let mask = self.base.board().values().mask_where(|it| it == value);
            self.add(Given { cell: *cell, mask }.into());
        }
    }

    /// Removes redundant givens, then redundant clues, in random order.
    fn reduce(&mut self, random: &mut Random) -> Result<(), NoPuzzle> {
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
            if !self.try_to_remove(index)? {
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
        let (givens, clues) = self.counts();
        if self.is_given(index) {
            return givens > *self.recipe.givens.start();
        }
        let name = self.unique.clues()[index].name();
        let least = self.least.iter().find(|(kind, _)| kind.name() == name).map_or(0, |(_, least)| *least);
        let same = (0..self.present.len())
            .filter(|other| self.present[*other] && self.unique.clues()[*other].name() == name)
            .count();
        self.recipe.is_minimal && clues > *self.recipe.clues.start() && same > least
    }

    /// Returns the puzzle with the numbers of givens and clues, if they are accepted.
    fn made(&self) -> Result<(Variant, usize, usize), NoPuzzle> {
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
