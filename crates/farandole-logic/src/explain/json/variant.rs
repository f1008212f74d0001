//! Steps of variants as serializable types. They share the types of classic puzzles and add
//! constraints.

use super::{Advice, Named, Path, SCHEMA, Step, Told, ToldStep, Wrong};
use crate::explain::english::Depth;
use crate::explain::variant::english as en;
use crate::hint::variant::{self as hint, Trouble};
use crate::model::PathOutcome;
use crate::variant::{Candidate, Deduction, State, Technique};
use farandole_puzzle::format::iss;

impl Step {
    /// Converts a deduction about a variant in this state.
    pub fn of_variant(state: &State, deduction: &Deduction) -> Self {
        let candidates = |list: &[Candidate]| list.iter().map(|it| en::candidate(state, *it)).collect();
        let named = |(role, it): &(crate::Role, Candidate)| Named {
            role: role.id().to_owned(),
            candidate: en::candidate(state, *it),
        };
        let mut inside = state.clone();
        deduction.eliminations.iter().filter(|_| deduction.end.is_some()).for_each(|it| inside.set(*it));
        let trial = deduction.trial.iter().map(|step| {
            let told = Self::of_variant(&inside, step);
            inside.apply(step);
            told
        });
        Self {
            technique: deduction.technique.id().to_owned(),
            size: 0,
            extra: 0,
            pattern: deduction.pattern.iter().map(named).collect(),
            houses: deduction.houses.iter().map(|it| en::house(state, *it)).collect(),
            chains: Vec::new(),
            placements: candidates(&deduction.placements),
            eliminations: candidates(&deduction.eliminations),
            constraints: deduction.constraints.iter().map(|it| en::constraint(state, *it)).collect(),
            combinations: deduction.combinations.clone(),
            trial: trial.collect(),
        }
    }

    /// Converts the step back to a deduction about a variant, for drawing. Returns `None` if the
    /// variant lacks a name.
    ///
    /// The trial is omitted, because the serialized form does not include its final contradiction.
    /// If several houses of constraints have the same name, the first one is used.
    pub fn variant_deduction(&self, state: &State) -> Option<Deduction> {
        let variant = state.variant();
        let candidates =
            |list: &[String]| list.iter().map(|text| candidate(state, text)).collect::<Option<Vec<_>>>();
        let house = |name: &String| (0..variant.houses().len()).find(|it| en::house(state, *it) == *name);
        let constraint =
            |name: &String| (0..variant.constraints().len()).find(|it| en::constraint(state, *it) == *name);
        let named = |it: &Named| Some((super::role(&it.role)?, candidate(state, &it.candidate)?));
        Some(Deduction {
            technique: Technique::ALL.into_iter().find(|it| it.id() == self.technique)?,
            houses: self.houses.iter().map(house).collect::<Option<_>>()?,
            constraints: self.constraints.iter().map(constraint).collect::<Option<_>>()?,
            pattern: self.pattern.iter().map(named).collect::<Option<_>>()?,
            combinations: self.combinations.clone(),
            trial: Vec::new(),
            end: None,
            placements: candidates(&self.placements)?,
            eliminations: candidates(&self.eliminations)?,
        })
    }
}

/// Parses a candidate.
fn candidate(state: &State, text: &str) -> Option<Candidate> {
    let (name, value) = text.split_once('=')?;
    let value = value.parse().ok().filter(|value| state.variant().board().values().contains(*value))?;
    let cell = state.cells().find(|cell| en::cell(state, *cell) == name)?;
    Some(Candidate { cell, value })
}

impl Path {
    /// Builds the path from a state, with its steps and outcome. There is no rating scale for
    /// variants. The difficulty of a step is the 1-based position of its technique in the search
    /// order.
    pub fn of_variant(start: &State, outcome: PathOutcome, steps: &[Deduction]) -> Self {
        let mut state = start.clone();
        let told = steps.iter().zip(1..).map(|(deduction, number)| {
            let told = ToldStep {
                number,
                difficulty: f64::from(deduction.technique as u8 + 1),
                state: iss::write(&state.to_variant()),
                text: en::step(&state, deduction, Depth::Why),
                step: Step::of_variant(&state, deduction),
            };
            state.apply(deduction);
            told
        });
        Self {
            schema: SCHEMA,
            scale: "order".to_owned(),
            scale_version: "1".to_owned(),
            puzzle: iss::write(&start.to_variant()),
            outcome: outcome.id().to_owned(),
            er: None,
            ep: None,
            ed: None,
            score: None,
            level: None,
            steps: told.collect(),
        }
    }
}

impl Wrong {
    /// Renders a problem with a variant at this level of detail.
    pub fn of_variant(state: &State, trouble: &Trouble, depth: Depth) -> Self {
        let (kind, cells) = match trouble {
            Trouble::NoSolution(_) => ("no-solution", Vec::new()),
            Trouble::SeveralSolutions(cells) => {
                ("several-solutions", cells.iter().map(|(cell, _)| en::cell(state, *cell)).collect())
            }
        };
        Self { kind: kind.to_owned(), cells, digit: None, text: en::trouble(state, trouble, depth) }
    }
}

impl Advice {
    /// Renders the hint for a variant at this level of detail.
    pub fn of_variant(state: &State, advice: &hint::Advice, depth: Depth) -> Self {
        let told = |deduction: &Deduction| Told {
            difficulty: None,
            text: en::step(state, deduction, depth),
            step: (depth == Depth::Why).then(|| Step::of_variant(state, deduction)),
        };
        let (status, troubles, steps) = match advice {
            hint::Advice::Trouble(trouble) => {
                ("trouble", vec![Wrong::of_variant(state, trouble, depth)], Vec::new())
            }
            hint::Advice::Solved => ("solved", Vec::new(), Vec::new()),
            hint::Advice::Steps(steps) => ("steps", Vec::new(), steps.iter().map(told).collect()),
            hint::Advice::Stuck => ("stuck", Vec::new(), Vec::new()),
        };
        Self {
            schema: SCHEMA,
            state: iss::write(&state.to_variant()),
            status: status.to_owned(),
            troubles,
            stale_marks: Vec::new(),
            steps,
        }
    }
}
