//! Verdicts on a move: a claim about a candidate that a person made in a position.
//!
//! A verdict has two parts. The caller finds out by search in which solutions of the position the claim holds
//! ([`Truth`]). [`Position::judge`] then searches for the easiest step that shows the claim, or shows its opposite if
//! the claim is false. No step can change the truth, so a verdict is as reliable as the search.

use super::answer::{Problem, Step};
use super::position::{Position, VariantPosition};
use crate::cancel::Limited;
use crate::claim::{Claim, ClaimError};
use crate::model::{self, State, tables::PEER_SETS};
use crate::own;
use crate::user_grid::UserGrid;
use crate::variant::{self, Candidate, Walk};
use farandole_puzzle::Cell;

/// A claim about a cell of a classic puzzle or a variant.
pub type Move = Claim<Candidate>;

/// The solutions of a position in which a claim holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Truth {
    /// The claim holds in the only solution.
    OfOne(bool),
    /// The claim holds in all of several solutions, or in none of them.
    OfAll(bool),
    /// The claim holds in some solutions, but not in others.
    OfSome,
}

/// The judgement of a claim.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Ruling {
    /// The claim is true, and a step shows it.
    Justified,
    /// The claim is true, but no step within the limits shows it.
    NotYetJustified,
    /// The claim is false in every solution.
    Contradicts,
    /// The claim holds in some solutions, but not in others.
    Undecided,
    /// The position has no solution.
    NoSolution,
    /// The search for solutions ended early.
    Unknown,
}

impl Ruling {
    /// Returns the stable name, for programs.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Justified => "justified",
            Self::NotYetJustified => "not-yet-justified",
            Self::Contradicts => "contradicts",
            Self::Undecided => "undecided",
            Self::NoSolution => "no-solution",
            Self::Unknown => "unknown",
        }
    }
}

/// The evidence for a claim, or for its opposite.
#[derive(Clone, Debug)]
pub enum Reason {
    /// The cell already has this value.
    Filled(u8),
    /// A cell that sees the cell of the claim already has the value.
    Seen(Cell),
    /// The candidate was eliminated before, or a constraint on the cell excludes it.
    Eliminated,
    /// The easiest step that shows it. If the step eliminates candidates and the claim is a placement, a single
    /// follows.
    Steps(Vec<Step>),
}

/// A verdict on a move.
#[derive(Clone, Debug)]
pub struct Verdict {
    /// The claim.
    pub claim: Move,
    /// The judgement.
    pub ruling: Ruling,
    /// The solutions in which the claim holds, if they are known and there are any.
    pub truth: Option<Truth>,
    /// The evidence: for a contradiction, that for the opposite of the claim.
    pub reason: Option<Reason>,
    /// The greatest difficulty of the steps, on Farandole's scale or that of variants.
    pub difficulty: Option<f64>,
    /// The values of the cell in the known solutions, without duplicates, at most two.
    pub values: Vec<u8>,
    /// The problems of a position without solutions.
    pub problems: Vec<Problem>,
}

/// The limits on the steps that may justify a move.
#[derive(Clone, Copy, Debug)]
pub struct Limits<'a> {
    /// The techniques of classic puzzles, with a limit on the work. In a variant, only the limit applies.
    pub config: own::Config<'a>,
    /// The greatest difficulty of a step, on Farandole's scale or that of variants.
    pub most: f64,
}

impl Verdict {
    /// Creates a verdict without evidence.
    pub const fn bare(claim: Move, ruling: Ruling) -> Self {
        Self {
            claim,
            ruling,
            truth: None,
            reason: None,
            difficulty: None,
            values: Vec::new(),
            problems: Vec::new(),
        }
    }

    /// Creates the verdict on a claim. `reason` returns the evidence for a fact: the claim, or its opposite if it is
    /// false.
    fn new(
        claim: Move,
        truth: Truth,
        values: &[u8],
        reason: impl FnOnce(Move) -> Option<(Reason, Option<f64>)>,
    ) -> Self {
        let (known, values) = (Some(truth), values.to_vec());
        let verdict = Self { truth: known, values, ..Self::bare(claim, Ruling::Undecided) };
        let is_true = match truth {
            Truth::OfSome => return verdict,
            Truth::OfOne(is_true) | Truth::OfAll(is_true) => is_true,
        };
        let found = reason(if is_true { claim } else { claim.not() });
        let ruling = match (is_true, &found) {
            (false, _) => Ruling::Contradicts,
            (true, Some(_)) => Ruling::Justified,
            (true, None) => Ruling::NotYetJustified,
        };
        let (reason, difficulty) = found.unzip();
        Self { ruling, reason, difficulty: difficulty.flatten(), ..verdict }
    }
}

impl UserGrid {
    /// The greatest difficulty of steps without forcing chains and nets.
    pub const USUAL_DIFFICULTY: f64 = 49.0;

    /// Parses moves; see [`Position::moves`].
    ///
    /// # Errors
    /// Returns the first part that is not a claim about a cell and a digit.
    pub fn moves(text: &str) -> Result<Vec<Move>, ClaimError> {
        Ok(Claim::parse(text)?.into_iter().map(|claim| claim.map(Candidate::from)).collect())
    }

    /// Judges a claim; see [`Position::judge`].
    pub fn judge<'a>(
        &self,
        claim: Move,
        truth: Truth,
        values: &[u8],
        limits: impl Into<Limited<'a, Limits<'a>>>,
    ) -> Verdict {
        Verdict::new(claim, truth, values, |fact| {
            classic_reason(self, fact, matches!(truth, Truth::OfOne(_)), limits.into())
        })
    }
}

impl VariantPosition {
    /// The greatest difficulty of steps without trials.
    pub const USUAL_DIFFICULTY: f64 = 4.9;

    /// Parses moves; see [`Position::moves`].
    ///
    /// # Errors
    /// Returns the first part that is not a claim about a cell and a value of the board.
    pub fn moves(&self, text: &str) -> Result<Vec<Move>, ClaimError> {
        Claim::parse_on(self.state.variant().board(), text)
    }

    /// Judges a claim; see [`Position::judge`].
    pub fn judge<'a>(
        &self,
        claim: Move,
        truth: Truth,
        values: &[u8],
        limits: impl Into<Limited<'a, Limits<'a>>>,
    ) -> Verdict {
        Verdict::new(claim, truth, values, |fact| variant_reason(self, fact, limits.into()))
    }
}

impl Position {
    /// Parses moves such as `r1c2=5` or `r1c2<>57`, separated by blanks or commas.
    ///
    /// # Errors
    /// Returns the first part that is not a claim about a cell and a value of the board.
    pub fn moves(&self, text: &str) -> Result<Vec<Move>, ClaimError> {
        match self {
            Self::Classic(_) => UserGrid::moves(text),
            Self::Variant(position) => position.moves(text),
        }
    }

    /// Returns the greatest difficulty of steps that a person finds without forcing chains, nets or trials.
    pub const fn usual_difficulty(&self) -> f64 {
        match self {
            Self::Classic(_) => UserGrid::USUAL_DIFFICULTY,
            Self::Variant(_) => VariantPosition::USUAL_DIFFICULTY,
        }
    }

    /// Judges a claim whose truth is known. `values` are the values of its cell in the known solutions.
    ///
    /// Techniques that presume one solution are used only if there is one.
    ///
    /// ```
    /// use farandole_logic::UserGrid;
    /// use farandole_logic::hint::{Limits, Position, Ruling, Truth};
    /// use farandole_logic::own::{Config, Order};
    ///
    /// let line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    /// let position = Position::from(UserGrid::parse(line).unwrap());
    /// let order = Order::default();
    /// let limits = Limits { config: Config { order: &order, searches: u64::MAX }, most: 50.0 };
    /// let judge = |text, truth| position.judge(position.moves(text).unwrap()[0], truth, &[], limits).ruling;
    /// assert_eq!(judge("r5c5=5", Truth::OfOne(true)), Ruling::Justified);
    /// assert_eq!(judge("r5c5=4", Truth::OfOne(false)), Ruling::Contradicts);
    /// ```
    pub fn judge<'a>(
        &self,
        claim: Move,
        truth: Truth,
        values: &[u8],
        limits: impl Into<Limited<'a, Limits<'a>>>,
    ) -> Verdict {
        match self {
            Self::Classic(grid) => grid.judge(claim, truth, values, limits),
            Self::Variant(position) => position.judge(claim, truth, values, limits),
        }
    }
}

impl<C: Copy> Claim<C> {
    /// Converts the candidate.
    fn map<D>(self, convert: impl FnOnce(C) -> D) -> Claim<D> {
        match self {
            Self::Not(candidate) => Claim::Not(convert(candidate)),
            Self::Is(candidate) => Claim::Is(convert(candidate)),
        }
    }
}

fn classic_reason(
    grid: &UserGrid,
    fact: Move,
    is_unique: bool,
    limits: Limited<'_, Limits<'_>>,
) -> Option<(Reason, Option<f64>)> {
    let state = grid.state()?;
    let fact = fact.map(|it| (it.cell.index(), it.value));
    let (cell, digit) = fact.candidate();
    let candidate = model::Candidate::new(cell, digit)?;
    if state.digits[cell] != 0 {
        return Some((Reason::Filled(state.digits[cell]), None));
    }
    if !state.marks.has(cell, usize::from(digit) - 1) {
        let seen = (0..81).find(|peer| PEER_SETS[cell] >> peer & 1 == 1 && state.digits[*peer] == digit);
        return Some((seen.and_then(Cell::new).map_or(Reason::Eliminated, Reason::Seen), None));
    }
    let Limits { config, most } = limits.budget;
    let without = config.order.clone().without("uniqueness").expect("a group of techniques");
    let config = if is_unique { config } else { own::Config { order: &without, ..config } };
    let limits = limits.map(|_| config);
    let most = most.clamp(0.0, f64::from(u16::MAX)) as u16;
    let shows = |step: &model::Deduction| match fact {
        Claim::Not(_) => classic_excludes(step, candidate),
        Claim::Is(_) => {
            step.placements.contains(&candidate)
                || !step.eliminations.is_empty() && is_single(&after(&state, step), candidate)
        }
    };
    let first = own::first_step(&state, limits, most, &shows)?;
    let places = |step: &model::Deduction| step.placements.contains(&candidate);
    let next = after(&state, &first);
    let second = match fact {
        Claim::Is(_) if !places(&first) => Some(own::first_step(&next, limits, most, &places)?),
        _ => None,
    };
    let states = [state, next];
    let steps = [Some(first), second].into_iter().flatten().zip(states);
    let steps: Vec<(model::Deduction, State)> = steps.collect();
    let difficulty = steps.iter().map(|(step, _)| own::difficulty(step)).max();
    let steps = steps.into_iter().map(|(step, state)| Step::classic(state, step)).collect();
    Some((Reason::Steps(steps), difficulty.map(f64::from)))
}

/// Returns true if the step eliminates the candidate, also by placing a digit.
fn classic_excludes(step: &model::Deduction, candidate: model::Candidate) -> bool {
    let excludes = |placed: &model::Candidate| {
        let is_peer = PEER_SETS[placed.cell()] >> candidate.cell() & 1 == 1;
        if placed.digit() == candidate.digit() { is_peer } else { placed.cell() == candidate.cell() }
    };
    step.eliminations.contains(&candidate) || step.placements.iter().any(excludes)
}

fn after(state: &State, step: &model::Deduction) -> State {
    let mut state = state.clone();
    state.apply(step);
    state
}

/// Returns true if the candidate is the only one of its cell, or the only one of its digit in a house.
fn is_single(state: &State, candidate: model::Candidate) -> bool {
    let (cell, digit) = (candidate.cell(), usize::from(candidate.digit()) - 1);
    let in_house = |house: &u8| state.marks.pos[usize::from(*house)][digit].is_power_of_two();
    state.marks.has(cell, digit)
        && (state.marks.cand[cell].is_power_of_two() || model::tables::HOUSES[cell].iter().any(in_house))
}

fn variant_reason(
    position: &VariantPosition,
    fact: Move,
    limits: Limited<'_, Limits<'_>>,
) -> Option<(Reason, Option<f64>)> {
    let state = &position.state;
    let candidate = fact.candidate();
    if state.is_placed(candidate.cell) {
        return Some((Reason::Filled(state.values(candidate.cell).next()?), None));
    }
    if !state.has(candidate) {
        let has_value =
            |cell: &Cell| state.is_placed(*cell) && state.has(Candidate { cell: *cell, ..candidate });
        let sees = |cell: &Cell| {
            *cell != candidate.cell && state.sees(*cell, candidate.cell) & state.bit(candidate.value) != 0
        };
        let seen = state.cells().find(|cell| sees(cell) && has_value(cell));
        return Some((seen.map_or(Reason::Eliminated, Reason::Seen), None));
    }
    let most = (limits.budget.most * 10.0).clamp(0.0, f64::from(u32::MAX)).round() as u32;
    let shows = |step: &variant::Deduction| {
        let mut next = state.clone();
        next.apply(step);
        match fact {
            Claim::Not(_) => !next.has(candidate),
            Claim::Is(_) => step.placements.contains(&candidate) || next.is_single(candidate),
        }
    };
    let targets = match fact {
        Claim::Not(_) => vec![candidate],
        Claim::Is(_) => state.rivals(candidate),
    };
    let walk = |state: &variant::State| Walk::new(state.clone(), limits.map(|budget| budget.config.searches));
    let first = walk(state).first_step(&targets, most, &shows)?;
    let places = |step: &variant::Deduction| step.placements.contains(&candidate);
    let mut next = state.clone();
    next.apply(&first);
    let second = match fact {
        Claim::Is(_) if !places(&first) => Some(walk(&next).first_step(&[], most, &places)?),
        _ => None,
    };
    let steps = [Some(first), second].into_iter().flatten().zip([state.clone(), next]);
    let steps: Vec<(variant::Deduction, variant::State)> = steps.collect();
    let difficulty = steps.iter().map(|(step, state)| variant::difficulty(state, step)).max();
    let steps = steps.into_iter().map(|(step, state)| Step::variant(state, step)).collect();
    Some((Reason::Steps(steps), difficulty.map(|tenths| f64::from(tenths) / 10.0)))
}
