//! Attempts at puzzles with clues. An attempt draws a random solution and random clues that hold in
//! it, adds givens if necessary, and removes redundant givens and clues.

use super::clues::{Canvas, ClueKind, draw_sums, draw_usual, usual, usual_symmetry};
use super::fewest::{MOST_CLUES, fewest_clues};
use super::puzzle::{Layout, Puzzle, cover_drawn};
use super::rating_test::{Fitting, VariantRatingTest};
use super::recipe::{Base, Blank, MIXED, MadeVariant, NoPuzzle, PlacedClues, VariantRecipe};
use super::steer::Steering;
use super::uniqueness::Uniqueness;
use crate::batched_queries::NEVER;
use crate::layout::{symmetric_layout, symmetric_start, usual_layout};
use crate::pattern::PatternSymmetry;
use crate::random::Random;
use crate::sample::{self, VariantBoard};
use core::sync::atomic::{AtomicBool, Ordering};
use farandole_puzzle::constraint::{Cage, Constraint};
use farandole_puzzle::variant::{Variant, check};
use farandole_puzzle::{ClassicPuzzle, Geometry};
use farandole_solve::{Config, End, PuzzleSolver};
use std::sync::Arc;

/// Divisor of the budget of the first queries if all clues are sums of diagonals. These sums
/// restrict so little that most queries exceed any small budget until the other clues are chosen.
/// With an eighth of the budget, 20 puzzles of size 9 take 10 seconds instead of 47 and have the
/// same number of givens.
const DIAGONALS: u64 = 8;

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
    /// let cages = PlacedClues { kind: ClueKind::CAGE, count: 0..=99 };
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
        self.attempt_with(seed, attempt, None, stop).map(|(made, _)| made)
    }

    /// Makes an attempt at a puzzle that meets a test. Unless clues must not be redundant, clues are added and removed
    /// until it does, and its path is returned as well.
    ///
    /// # Errors
    /// The reason why there is no puzzle.
    pub(crate) fn attempt_with(
        &self,
        seed: u64,
        attempt: u64,
        test: Option<&VariantRatingTest>,
        stop: &AtomicBool,
    ) -> Result<(MadeVariant, Option<Fitting>), NoPuzzle> {
        let mut random = Random::new(seed, attempt);
        let Start { base, layout, optional, solution } = self.start(&mut random, stop)?;
        let unique = Uniqueness::new(&base, &solution, self.first_budget(), stop);
        let mut fitting = None;
        let mut puzzle = Puzzle::new(self, &base, layout.symmetries.clone(), unique);
        let made = puzzle.place(&layout, optional, &solution, &mut random).and_then(|()| {
            puzzle.make_unique(&solution, &mut random)?;
            let undecided = puzzle.reduce(&mut random)?;
            if let Some(test) = test.filter(|_| !self.is_minimal) {
                // Steering adds givens and removes them without searches, so it need not start with the fewest.
                let (solution, random) = (&*solution, &mut random);
                let mut steering = Steering { puzzle: &mut puzzle, test, solution, random, stop, paths: 0 };
                fitting = Some(steering.run()?);
            } else {
                puzzle.reduce_further(undecided)?;
            }
            puzzle.made()
        });
        let (variant, givens, clues) = match made {
            Err(_) if stop.load(Ordering::Relaxed) => return Err(NoPuzzle::Cancelled),
            made => made?,
        };
        debug_assert_eq!(check(&variant, &solution), Ok(()), "all clues hold in the solution");
        let nodes = puzzle.unique.nodes;
        Ok((MadeVariant { attempt, variant, solution, givens, clues, nodes }, fitting))
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
        let Start { base, layout, optional, solution } = self.start(&mut random, stop)?;
        let unique = Uniqueness::new(&base, &solution, self.budget, stop);
        let mut puzzle = Puzzle::new(self, &base, layout.symmetries.clone(), unique);
        puzzle.place(&layout, optional, &solution, &mut random)?;
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
        let divisor = if has_clues && kinds.all(|it| it == ClueKind::LITTLE_KILLER) { DIAGONALS } else { 1 };
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
        let requests = self.requests(random);
        let symmetry = self.layout_symmetry(&requests, random);
        let base = match &self.base {
            Base::Fixed(variant) => (**variant).clone(),
            Base::RandomRegions(size) => {
                let draw = if self.is_minimal { symmetric_layout } else { usual_layout };
                let map = draw(*size, &symmetry.group_of(*size), random, stop);
                map.and_then(|map| irregular(*size, &map)).ok_or(NoPuzzle::NoSolution)?
            }
        };
        let layout = self.layout(&base, requests, Self::maps(&base, symmetry), random, stop)?;
        let known: Vec<Constraint> = layout.clues.iter().cloned().chain(self.cages_without_sums()).collect();
        let with_lines = added(&base, &known).ok_or(NoPuzzle::NoSolution)?;
        let with_optional = self.with_all_optional(&with_lines);
        let solution = with_optional.and_then(|all| random_solution(&all, self.budget, stop, random));
        let solution = solution.or_else(|| random_solution(&with_lines, self.budget, stop, random));
        let is_stopped = stop.load(Ordering::Relaxed);
        let none = if is_stopped { NoPuzzle::Cancelled } else { NoPuzzle::NoSolution };
        let solution = solution.ok_or(none)?;
        let solution = if self.must_determine() {
            let cancelled = || {
                if stop.load(Ordering::Relaxed) { NoPuzzle::Cancelled } else { NoPuzzle::SeveralSolutions }
            };
            self.repaired((&base, &with_lines), solution, random, stop).ok_or_else(cancelled)?
        } else {
            solution
        };
        let (base, optional) = self.filled(&base, &solution, random)?;
        Ok(Start { base, layout, optional, solution })
    }

    /// Draws the lines and sums of diagonals of a puzzle that need not be minimal.
    fn layout(
        &self,
        base: &Variant,
        requests: Vec<PlacedClues>,
        symmetries: Vec<Vec<usize>>,
        random: &mut Random,
        stop: &AtomicBool,
    ) -> Result<Layout, NoPuzzle> {
        let mut canvas = Canvas::new(base.board(), &[]);
        canvas.symmetries.clone_from(&symmetries);
        cover_drawn(&mut canvas, base.constraints());
        let (mut clues, mut found) = (Vec::new(), base.clone());
        for request in requests.iter().filter(|request| request.kind.is_drawn_first() && !self.is_minimal) {
            let (least, most) = (*request.count.start(), (*request.count.end()).min(*self.clues.end()));
            let wanted = random.within(&usual(request.kind, base.board().grid_count()));
            let wanted = wanted.max(least).min(most);
            let config = Config { limit: 1, budget: self.budget, cancel: Some(stop), ..Config::default() };
            let is_possible = &mut |drawn: &[Constraint]| {
                let Some(all) = added(&found, drawn) else { return false };
                let is_solved =
                    |solver: PuzzleSolver| solver.count(&config).is_ok_and(|it| it.solutions == 1);
                let is_possible = PuzzleSolver::new(&all).is_ok_and(is_solved);
                if is_possible {
                    found = all;
                }
                is_possible
            };
            let drawn = if request.kind == ClueKind::LITTLE_KILLER {
                draw_sums(&canvas, wanted..=most, is_possible, random)
            } else {
                draw_usual(&mut canvas, request.kind, wanted..=most, is_possible, random)
            };
            if drawn.len() < least.max(1) {
                return Err(NoPuzzle::NoPlace);
            }
            clues.extend(drawn);
        }
        Ok(Layout { requests, clues, symmetries })
    }

    /// Returns the required symmetries, as maps of cells.
    pub(super) fn symmetries(&self, base: &Variant) -> Vec<Vec<usize>> {
        Self::maps(base, self.symmetry.unwrap_or_default())
    }

    /// Returns the required symmetry of the layout, or else a random one that random regions can have.
    fn layout_symmetry(&self, requests: &[PlacedClues], random: &mut Random) -> PatternSymmetry {
        if let Some(symmetry) = self.symmetry {
            return symmetry;
        }
        let first = requests.first().filter(|_| !self.is_minimal);
        let usual = first.map_or(PatternSymmetry::None, |request| usual_symmetry(request.kind, random));
        match &self.base {
            Base::RandomRegions(size) if symmetric_start(*size, &usual.group_of(*size)).is_none() => {
                PatternSymmetry::None
            }
            _ => usual,
        }
    }

    /// Returns the clues to be placed. Chooses the kinds of a mixed puzzle.
    fn requests(&self, random: &mut Random) -> Vec<PlacedClues> {
        let mut requests = self.placed.clone();
        if self.mix {
            random.shuffle(&mut requests);
            requests.truncate(MIXED);
        }
        requests
    }

    /// Returns a symmetry as maps of cells. Only square boards can be symmetric.
    fn maps(base: &Variant, symmetry: PatternSymmetry) -> Vec<Vec<usize>> {
        let shape = base.shape();
        let is_square = shape.rows() == shape.cols();
        let symmetry = if is_square { symmetry } else { PatternSymmetry::None };
        let cells = base.board().grid_count();
        if symmetry == PatternSymmetry::None {
            vec![(0..cells).collect()]
        } else {
            symmetry.group_of(shape.rows())
        }
    }

    /// Returns the cages whose sums are to be chosen, without sums. Their values differ whatever the sums are.
    fn cages_without_sums(&self) -> impl Iterator<Item = Constraint> {
        self.blanks.iter().filter(|blank| !blank.is_optional).filter_map(|blank| {
            match &blank.choices.first()?[..] {
                [Constraint::Cage(cage)] => Some(Cage { sum: None, cells: cage.cells.clone() }.into()),
                _ => None,
            }
        })
    }

    /// Returns true if the numbers to be chosen must determine the solution, because nothing is added to them.
    fn must_determine(&self) -> bool {
        let has_numbers = self.blanks.iter().any(|blank| !blank.is_optional);
        has_numbers && self.has_only_numbers() && *self.givens.end() == 0
    }

    /// For each blank, picks one of the choices that hold in the solution. Returns the base with
    /// the constraints that are part of the puzzle, and the optional constraints.
    pub(super) fn filled(
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
    layout: Layout,
    /// Constraints that hold in the solution and may be left out.
    optional: Vec<Constraint>,
    solution: Vec<u8>,
}

/// Returns a variant with more constraints.
fn added(base: &Variant, constraints: &[Constraint]) -> Option<Variant> {
    let all = base.constraints().iter().chain(constraints).cloned().collect();
    Variant::new(base.shape(), base.stated_groups(), all).ok()
}

/// Returns a random solution with the values of all cells; see [`sample::random_solution`].
fn random_solution(base: &Variant, budget: u64, stop: &AtomicBool, random: &mut Random) -> Option<Vec<u8>> {
    match base.to_puzzle() {
        Some(puzzle) => sample::random_solution(&puzzle, budget, stop, random),
        None => sample::random_solution(&VariantBoard::new(base)?, budget, stop, random),
    }
}

/// Returns an empty board with these regions.
fn irregular(size: usize, map: &[u16]) -> Option<Variant> {
    let geometry = Arc::new(Geometry::irregular(size, map).ok()?);
    let blank = ClassicPuzzle::new(geometry, &vec![0; size * size]).ok()?;
    Variant::from_puzzle(&blank).ok()
}
