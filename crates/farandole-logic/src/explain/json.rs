//! Explanations as serializable types, for JSON. This is the only module that uses serde (feature
//! `serde`).
//!
//! Identifiers of techniques, roles, states and troubles are stable. While [`SCHEMA`] stays the
//! same, fields are only added. Cells are `r1c1`, candidates `r1c1=5`, houses `row 1`, `column 1`,
//! `box 1`. Difficulties are decimal numbers (7.2), not tenths.

mod variant;

use super::english::{self as en, Depth};
use crate::hint::{self, Trouble};
use crate::hodoku;
use crate::model::State;
use crate::model::{Assertion, Candidate, Chain, Deduction, Inference, Link, Role, Technique};
use crate::se::{Rating, Tenths};
use crate::user_grid::UserGrid;
use serde::{Deserialize, Serialize};

/// The version of the JSON schema.
pub const SCHEMA: u32 = 1;

/// A deduction.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Step {
    /// The id of the technique.
    pub technique: String,
    /// See [`Deduction::size`].
    #[serde(default, skip_serializing_if = "is_zero")]
    pub size: u32,
    /// See [`Deduction::extra`].
    #[serde(default, skip_serializing_if = "is_zero")]
    pub extra: u32,
    /// The candidates of the pattern, each with its role.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pattern: Vec<Named>,
    /// The houses of the pattern.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub houses: Vec<String>,
    /// The lines of reasoning.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub chains: Vec<Vec<Then>>,
    /// The candidates to place.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub placements: Vec<String>,
    /// The candidates to eliminate.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub eliminations: Vec<String>,
    /// For variants, the constraints that it uses, in constraint-text syntax without the leading
    /// dot.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub constraints: Vec<String>,
    /// The remaining combinations of values of the constraint's cells, if there are few.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub combinations: Vec<Vec<u8>>,
    /// For contradictions in variants, the steps that follow from the opposite.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub trial: Vec<Step>,
}

/// A candidate with its role.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Named {
    /// The id of the role.
    pub role: String,
    /// The candidate.
    pub candidate: String,
}

/// An inference of a chain.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Then {
    /// The candidate.
    pub candidate: String,
    /// True if the candidate is asserted to be true.
    pub on: bool,
    /// The indices of the premises in the chain. Empty for the assumption.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub premises: Vec<u16>,
    /// The deduction that justifies this inference, if it is more than a link.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<Box<Step>>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde wants it so")]
const fn is_zero(number: &u32) -> bool {
    *number == 0
}

fn role(id: &str) -> Option<Role> {
    let plain = [Role::Core, Role::Extra, Role::Support, Role::On, Role::Off, Role::Fin, Role::Common];
    plain.into_iter().chain((0..26).map(Role::Set)).find(|role| role.id() == id)
}

impl From<&Deduction> for Step {
    fn from(deduction: &Deduction) -> Self {
        let candidates = |list: &[Candidate]| list.iter().map(Candidate::to_string).collect();
        let then = |inference: &Inference| Then {
            candidate: inference.assertion.candidate.to_string(),
            on: inference.assertion.on,
            premises: inference.premises.clone(),
            reason: inference.reason.as_deref().map(|reason| Box::new(Self::from(reason))),
        };
        Self {
            technique: deduction.technique.id().to_owned(),
            size: deduction.size,
            extra: deduction.extra.into(),
            pattern: deduction
                .pattern
                .iter()
                .map(|(role, it)| Named { role: role.id().to_owned(), candidate: it.to_string() })
                .collect(),
            houses: deduction.houses.iter().map(|it| en::house(*it)).collect(),
            chains: deduction.chains.iter().map(|chain| chain.iter().map(then).collect()).collect(),
            placements: candidates(&deduction.placements),
            eliminations: candidates(&deduction.eliminations),
            constraints: Vec::new(),
            combinations: Vec::new(),
            trial: Vec::new(),
        }
    }
}

impl Step {
    /// Converts the step back to a deduction, for example to prove it. Returns `None` if a name is
    /// unknown or a number is out of range.
    pub fn deduction(&self) -> Option<Deduction> {
        let candidates =
            |list: &[String]| list.iter().map(|text| candidate(text)).collect::<Option<Vec<_>>>();
        let mut deduction = Deduction::new(Technique::by_id(&self.technique)?);
        deduction.size = self.size;
        deduction.extra = self.extra.try_into().ok()?;
        for named in &self.pattern {
            deduction.pattern.push((role(&named.role)?, candidate(&named.candidate)?));
        }
        for name in &self.houses {
            deduction.houses.push((0..27).find(|house| en::house(*house) == *name)?);
        }
        for chain in &self.chains {
            let mut inferences = Chain::new();
            for then in chain {
                let assertion = Assertion { candidate: candidate(&then.candidate)?, on: then.on };
                let reason = match &then.reason {
                    Some(step) => Some(Box::new(step.deduction()?)),
                    None => None,
                };
                for premise in &then.premises {
                    let Assertion { candidate: from, on: from_on } =
                        inferences.get(*premise as usize)?.assertion;
                    let Assertion { candidate: to, on: to_on } = assertion;
                    deduction.links.push(Link { from, from_on, to, to_on });
                }
                inferences.push(Inference { assertion, premises: then.premises.clone(), reason });
            }
            deduction.chains.push(inferences);
        }
        deduction.placements = candidates(&self.placements)?;
        deduction.eliminations = candidates(&self.eliminations)?;
        Some(deduction)
    }
}

fn candidate(text: &str) -> Option<Candidate> {
    let digits = text.bytes().map(|byte| byte.wrapping_sub(b'0')).collect::<Vec<_>>();
    let [_, row @ 1..=9, _, col @ 1..=9, _, digit] = digits[..] else { return None };
    let found = Candidate::new(usize::from(row - 1) * 9 + usize::from(col - 1), digit)?;
    (found.to_string() == text).then_some(found)
}

/// A step of a solution path, with its text.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct ToldStep {
    /// The number of the step, from 1.
    pub number: usize,
    /// The difficulty on the scale of the path.
    pub difficulty: f64,
    /// The grid before the step, as printed by [`UserGrid`].
    pub state: String,
    /// English text: the technique, its effect and why it holds.
    pub text: String,
    /// The step as data.
    #[serde(flatten)]
    pub step: Step,
}

/// A complete solution path.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Path {
    /// [`SCHEMA`].
    pub schema: u32,
    /// The rating scale: `se` or `hodoku`.
    pub scale: String,
    /// The version of the program that defines the scale.
    pub scale_version: String,
    /// The initial grid, as printed by [`UserGrid`].
    pub puzzle: String,
    /// `solved`, `stuck`, `no-solution` or `gave-up`. Unless it is `solved`, the ratings are lower
    /// bounds.
    pub outcome: String,
    /// On the scale of Sudoku Explainer, the greatest difficulty of any step.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub er: Option<f64>,
    /// On the scale of Sudoku Explainer, the greatest difficulty up to the first placement.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ep: Option<f64>,
    /// On the scale of Sudoku Explainer, the difficulty of the first step.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ed: Option<f64>,
    /// On the scale of HoDoKu, the sum of the scores of all steps.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<u32>,
    /// On the scale of HoDoKu, the level: `Easy`, `Medium`, `Hard`, `Unfair` or `Extreme`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level: Option<String>,
    /// The steps, in order.
    pub steps: Vec<ToldStep>,
}

/// Converts tenths to the number that people quote.
pub fn quoted(tenths: Tenths) -> f64 {
    f64::from(tenths) / 10.0
}

impl Path {
    /// Builds the path from a state, using the result of [`se::explain`](crate::se::explain).
    pub fn se(start: &State, rating: Rating, steps: &[(Tenths, Deduction)]) -> Self {
        Self {
            outcome: rating.outcome.id().to_owned(),
            er: Some(quoted(rating.er)),
            ep: Some(quoted(rating.ep)),
            ed: Some(quoted(rating.ed)),
            ..Self::new(start, ("se", "1.2.1"), steps.iter().map(|(tenths, step)| (quoted(*tenths), step)))
        }
    }

    /// Builds the path from a state, using the result of [`hodoku::explain`].
    pub fn hodoku(start: &State, rating: hodoku::Rating, steps: &[Deduction]) -> Self {
        let score = |step: &Deduction| hodoku::entry(step.technique).map_or(0, |entry| entry.score);
        Self {
            outcome: rating.outcome.id().to_owned(),
            score: Some(rating.score),
            level: Some(rating.level.name().to_owned()),
            ..Self::new(start, ("hodoku", "2.2"), steps.iter().map(|step| (f64::from(score(step)), step)))
        }
    }

    fn new<'a>(
        start: &State,
        (scale, scale_version): (&str, &str),
        steps: impl Iterator<Item = (f64, &'a Deduction)>,
    ) -> Self {
        let mut state = start.clone();
        let told = steps.zip(1..).map(|((difficulty, deduction), number)| {
            let told = ToldStep {
                number,
                difficulty,
                state: UserGrid::of(&state).to_string(),
                text: en::step(&state, deduction, Depth::Why),
                step: deduction.into(),
            };
            state.apply(deduction);
            told
        });
        Self {
            schema: SCHEMA,
            scale: scale.to_owned(),
            scale_version: scale_version.to_owned(),
            puzzle: UserGrid::of(start).to_string(),
            outcome: String::new(),
            er: None,
            ep: None,
            ed: None,
            score: None,
            level: None,
            steps: told.collect(),
        }
    }
}

/// A problem with a sheet.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Wrong {
    /// `clash`, `no-solution`, `several-solutions`, `wrong-digit` or `missing-mark`.
    pub kind: String,
    /// The cells involved. For several solutions, these are the cells in which two of them differ.
    pub cells: Vec<String>,
    /// The digit involved, if there is exactly one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub digit: Option<u8>,
    /// English text.
    pub text: String,
}

impl Wrong {
    /// Renders a problem at this level of detail.
    pub fn new(trouble: &Trouble, depth: Depth) -> Self {
        let (kind, cells, digit) = match trouble {
            Trouble::Clash { digit, cells, .. } => ("clash", cells.to_vec(), Some(*digit)),
            Trouble::NoSolution { cells } => ("no-solution", cells.clone(), None),
            Trouble::SeveralSolutions { cells } => {
                ("several-solutions", cells.iter().map(|(cell, _)| *cell).collect(), None)
            }
            Trouble::WrongDigit { placed, .. } => {
                ("wrong-digit", vec![placed.cell() as u8], Some(placed.digit()))
            }
            Trouble::MissingMark { candidate } => {
                let digit = (depth == Depth::Why).then_some(candidate.digit());
                ("missing-mark", vec![candidate.cell() as u8], digit)
            }
        };
        Self {
            kind: kind.to_owned(),
            cells: cells.into_iter().map(en::cell).collect(),
            digit,
            text: en::trouble(trouble, depth),
        }
    }
}

/// The response to a hint request.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Advice {
    /// [`SCHEMA`].
    pub schema: u32,
    /// The sheet, as printed by [`UserGrid`].
    pub state: String,
    /// `trouble`, `solved`, `steps` or `stuck`.
    pub status: String,
    /// The problems with the sheet.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub troubles: Vec<Wrong>,
    /// Pencil marks whose digit is already in a peer.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub stale_marks: Vec<String>,
    /// The next steps, with as much detail as requested.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub steps: Vec<Told>,
}

/// A step of a hint.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Told {
    /// The difficulty on the requested scale. Omitted at the level of detail `where`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub difficulty: Option<f64>,
    /// English text.
    pub text: String,
    /// The step as data. Present only at the level of detail `why`.
    #[serde(flatten)]
    pub step: Option<Step>,
}

impl Advice {
    /// Renders the hint for a sheet at this level of detail, with difficulties on a scale.
    pub fn new(sheet: &UserGrid, advice: &hint::Advice, depth: Depth, scale: hint::Scale) -> Self {
        let difficulty = |deduction: &Deduction| match scale {
            hint::Scale::Se(_) => quoted(crate::se::tenths(deduction)),
            hint::Scale::Hodoku(_) => {
                hodoku::entry(deduction.technique).map_or(0.0, |entry| f64::from(entry.score))
            }
        };
        let mut told = Self {
            schema: SCHEMA,
            state: sheet.to_string(),
            status: String::new(),
            troubles: Vec::new(),
            stale_marks: Vec::new(),
            steps: Vec::new(),
        };
        let (status, stale) = match advice {
            hint::Advice::Trouble(troubles) => {
                told.troubles = troubles.iter().map(|trouble| Wrong::new(trouble, depth)).collect();
                ("trouble", &[][..])
            }
            hint::Advice::Solved => ("solved", &[][..]),
            hint::Advice::Steps { stale, .. } => ("steps", &stale[..]),
            hint::Advice::Stuck { stale } => ("stuck", &stale[..]),
        };
        told.status = status.to_owned();
        told.stale_marks = stale.iter().map(|mark| mark.candidate.to_string()).collect();
        if let (hint::Advice::Steps { steps, .. }, Some(state)) = (advice, sheet.state()) {
            told.steps = steps
                .iter()
                .map(|deduction| Told {
                    difficulty: (depth > Depth::Where).then(|| difficulty(deduction)),
                    text: en::step(&state, deduction, depth),
                    step: (depth == Depth::Why).then(|| deduction.into()),
                })
                .collect();
        }
        told
    }
}
