//! Text of hints, steps and problems, for classic puzzles and variants.

use super::english::{self, Depth, Style, cell, house};
use super::text::{self, Marking};
use super::variant;
use crate::grammar::{join, of_cell};
use crate::hint::{Found, Hint, Path, Position, Problem, StaleMark, Step, Texts};
use crate::model::Candidate;
#[cfg(feature = "serde")]
use crate::user_grid::UserGrid;
use core::fmt;
use farandole_puzzle::Cell;

impl fmt::Display for Position {
    /// Writes a classic grid as [`UserGrid`](crate::UserGrid) does, and a variant as constraint text
    /// with its candidates as givens.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Classic(grid) => grid.fmt(f),
            Self::Variant(position) => f.write_str(&(position.texts_of)(&position.state).constraint_text()),
        }
    }
}

impl Step {
    /// Renders the step at this level of detail: one line for `Where` and `What`, several for
    /// `Why`. Each line ends with a newline.
    pub fn text(&self, depth: Depth) -> String {
        match self {
            Self::Classic(step) => english::step(&step.state, &step.deduction, depth),
            Self::Variant(step) => step.texts().step(&step.deduction, depth),
        }
    }

    /// Returns the name of the technique that people see. A deduction from a constraint has the name of its kind.
    pub fn title(&self) -> String {
        match self {
            Self::Classic(step) => step.deduction.technique.title().to_owned(),
            Self::Variant(step) => step.texts().title(&step.deduction),
        }
    }

    /// Renders the step with its reason in this style. Variants have one style.
    pub fn styled(&self, style: Style) -> String {
        match self {
            Self::Classic(step) => english::styled(&step.state, &step.deduction, style),
            Self::Variant(step) => step.texts().step(&step.deduction, Depth::Why),
        }
    }

    #[cfg(feature = "serde")]
    pub(super) fn state_text(&self) -> String {
        match self {
            Self::Classic(step) => UserGrid::of(&step.state).to_string(),
            Self::Variant(step) => step.texts().constraint_text(),
        }
    }

    /// Draws the state before the step with its pattern and effect marked, followed by a legend.
    pub fn drawing(&self, marking: Marking) -> String {
        match self {
            Self::Classic(step) => {
                text::grid(&step.state, Some(&step.deduction), marking)
                    + &text::legend(&step.deduction, marking)
            }
            Self::Variant(step) => {
                let (state, deduction) = (&step.state, &step.deduction);
                variant::text::grid(state, Some(deduction), marking)
                    + &variant::text::legend(deduction, marking)
            }
        }
    }

    /// Returns the candidates that the step places, as `r1c1=5`.
    pub fn placements(&self) -> Vec<String> {
        match self {
            Self::Classic(step) => step.deduction.placements.iter().map(Candidate::to_string).collect(),
            Self::Variant(step) => {
                let name = |it| variant::english::candidate(&step.state, it);
                step.deduction.placements.iter().copied().map(name).collect()
            }
        }
    }

    /// Returns the name and description of the constraint kind on which the step is based, or
    /// `None` for other steps.
    pub fn meaning(&self) -> Option<String> {
        match self {
            Self::Classic(_) => None,
            Self::Variant(step) => variant::english::meaning(&step.state, &step.deduction),
        }
    }
}

impl Position {
    /// Explains why no technique applies, as a sentence with a leading space. Returns an empty
    /// string for a classic puzzle, and if no constraint is the reason.
    pub fn why_stuck(&self) -> String {
        match self {
            Self::Classic(_) => String::new(),
            Self::Variant(position) => (position.texts_of)(&position.state).why_stuck().unwrap_or_default(),
        }
    }
}

impl Path {
    /// Explains why no technique applies after the last step, like [`Position::why_stuck`].
    pub fn why_stuck(&self) -> String {
        match self.steps.last() {
            Some(Step::Variant(step)) => {
                let mut end = step.state.clone();
                end.apply(&step.deduction);
                (step.texts_of)(&end).why_stuck().unwrap_or_else(|| " No technique applies.".to_owned())
            }
            _ => self.start.why_stuck(),
        }
    }
}

impl Hint {
    /// Renders the hint at this level of detail. Each line ends with a newline.
    pub fn text(&self, depth: Depth) -> String {
        match &self.found {
            Found::Problems(problems) => {
                let variant = self.position.variant_texts();
                problems.iter().map(|it| problem(variant, it, depth) + "\n").collect()
            }
            Found::Solved => "The grid is complete and correct.\n".to_owned(),
            Found::Steps { stale, steps } => {
                let marks = stale.iter().map(|mark| stale_mark(*mark) + "\n");
                marks.chain(steps.iter().map(|step| step.text(depth))).collect()
            }
            Found::Stuck { has_budget: true, .. } => {
                "No technique applies here within the budget.\n".to_owned()
            }
            Found::Stuck { .. } => format!("No technique applies here.{}\n", self.position.why_stuck()),
        }
    }
}

impl fmt::Display for Hint {
    /// Writes the whole hint, with the reasons.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text(Depth::Why).trim_end())
    }
}

/// Renders a problem of a position at this level of detail, as one line without a newline. `variant`
/// contains the texts about a variant; without it, the puzzle is classic.
///
/// `Where` names the house or cells, `What` adds the digits there, and `Why` adds the requirement
/// of the solution.
pub fn problem(variant: Option<&dyn Texts>, problem: &Problem, depth: Depth) -> String {
    match problem {
        Problem::Clash { digit, house: in_house, cells: [one, other] } => {
            let where_to = house(*in_house);
            if depth == Depth::Where {
                return format!("The givens of {where_to} clash.");
            }
            format!(
                "The givens clash: {digit} stands twice in {where_to}, at {} and {}.",
                cell(*one),
                cell(*other)
            )
        }
        Problem::NoSolution { conflict } => no_solution(variant, conflict),
        Problem::SeveralSolutions { cells } => several_solutions(variant, cells, depth),
        Problem::Excluded { cell: Some(at) } if depth != Depth::Where => {
            format!(
                "No candidate is left in {}, so the pencil marks exclude every solution.",
                cell_name(variant, *at)
            )
        }
        Problem::Excluded { .. } => "The pencil marks exclude every solution.".to_owned(),
        Problem::WrongDigit { placed, against } => {
            let (at, digit) = (of_cell(*placed), placed.digit());
            match (depth, against) {
                (Depth::Where, _) => format!("The digit in {at} is wrong."),
                (_, Some(against)) => {
                    format!("The digit in {at} is wrong: {digit} stands in {} already.", cell(*against))
                }
                (_, None) => format!("The digit in {at} is wrong: no solution has {digit} there."),
            }
        }
        Problem::MissingMark { candidate } => {
            let at = of_cell(*candidate);
            match depth {
                Depth::Why => {
                    format!("The pencil marks of {at} lack {}, which can't be ruled out.", candidate.digit())
                }
                _ => format!("The pencil marks of {at} lack a digit that can't be ruled out."),
            }
        }
    }
}

fn no_solution(variant: Option<&dyn Texts>, conflict: &[usize]) -> String {
    let names = |name: &dyn Fn(usize) -> String| join(conflict.iter().map(|it| name(*it)), "and");
    let reason = match variant {
        _ if conflict.is_empty() => return "The puzzle has no solution.".to_owned(),
        Some(texts) => format!("{} can't hold together.", names(&|it| texts.rule(it))),
        None => format!(
            "the givens {} can't all stand; without any one of them they could.",
            names(&|it| cell(it as u8))
        ),
    };
    format!("The puzzle has no solution: {reason}")
}

fn several_solutions(variant: Option<&dyn Texts>, cells: &[(Cell, [u8; 2])], depth: Depth) -> String {
    let text = "The puzzle has several solutions, so logic alone cannot complete it";
    let one = |(at, [one, other]): &(Cell, [u8; 2])| {
        let at = cell_name(variant, *at);
        if depth == Depth::Where { at } else { format!("{at} ({one} or {other})") }
    };
    match cells.len() {
        0..=12 => format!("{text}: two of them differ in {}.", join(cells.iter().map(one), "and")),
        count => {
            let some = join(cells[..6].iter().map(one), "and");
            format!("{text}: two of them differ in {count} cells, such as {some}.")
        }
    }
}

/// Formats a cell of a classic puzzle or a variant as `r1c1`.
pub(super) fn cell_name(variant: Option<&dyn Texts>, at: Cell) -> String {
    variant.map_or_else(|| cell(at.index() as u8), |texts| texts.cell(at))
}

/// Describes a pencil mark whose digit is already in a peer, as one line without a newline.
pub fn stale_mark(mark: StaleMark) -> String {
    let (at, digit) = (of_cell(mark.candidate), mark.candidate.digit());
    format!("The mark {digit} in {at} can be removed: {} holds {digit}.", cell(mark.seen))
}
