//! Steps as serializable types, for classic puzzles and variants.

use super::super::english as en;
use crate::hint::{self, Position, Texts, VariantStep};
use crate::model::{self, Assertion, Candidate, Chain, Deduction, Link, Role, Technique};
use crate::variant;
use serde::{Deserialize, Serialize};

/// A deduction.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
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
    pub pattern: Vec<PatternCandidate>,
    /// The houses of the pattern.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub houses: Vec<String>,
    /// The nodes of a single chain of alternating links, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub path: Vec<PathNode>,
    /// The lines of reasoning.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub chains: Vec<Vec<Inference>>,
    /// The candidates to place.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub placements: Vec<String>,
    /// The candidates to eliminate.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub eliminations: Vec<String>,
    /// For variants, the constraints that the step uses, in constraint-text syntax without the
    /// leading dot.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub constraints: Vec<String>,
    /// The remaining combinations of values of the constraint's cells, if there are few.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub combinations: Vec<Vec<u8>>,
    /// For contradictions in variants, the steps that follow from the opposite of the conclusion.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub trial: Vec<Step>,
}

/// A candidate with its role.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct PatternCandidate {
    /// The id of the role.
    pub role: String,
    /// The candidate.
    pub candidate: String,
}

/// A node of a path. See [`model::Node`].
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct PathNode {
    /// The candidates of the node.
    pub candidates: Vec<String>,
    /// True for a node that is on.
    pub on: bool,
    /// The number of the almost locked set that has lost the digit of the previous node.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub set: Option<u8>,
}

/// An inference of a chain.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Inference {
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
        let then = |inference: &model::Inference| Inference {
            candidate: inference.assertion.candidate.to_string(),
            on: inference.assertion.on,
            premises: inference.premises.clone(),
            reason: inference.reason.as_deref().map(|reason| Box::new(Self::from(reason))),
        };
        let node = |node: &model::Node| PathNode {
            candidates: node.candidates.iter().map(ToString::to_string).collect(),
            on: node.on,
            set: node.set,
        };
        let effect = [&deduction.placements[..], &deduction.eliminations];
        Self {
            path: deduction.path.iter().map(node).collect(),
            size: deduction.size,
            extra: deduction.extra.into(),
            houses: deduction.houses.iter().map(|it| en::house(*it)).collect(),
            chains: deduction.chains.iter().map(|chain| chain.iter().map(then).collect()).collect(),
            ..Self::new(deduction.technique.id(), &deduction.pattern, effect, |it| it.to_string())
        }
    }
}

impl From<&hint::Step> for Step {
    fn from(step: &hint::Step) -> Self {
        match step {
            hint::Step::Classic(step) => (&step.deduction).into(),
            hint::Step::Variant(step) => Self::of_variant(step.texts(), &step.deduction),
        }
    }
}

impl Step {
    /// Creates a step with a pattern and an effect: placements, then eliminations.
    fn new<C: Copy>(
        technique: &str,
        pattern: &[(Role, C)],
        [placements, eliminations]: [&[C]; 2],
        name: impl Fn(C) -> String,
    ) -> Self {
        let names = |list: &[C]| list.iter().map(|it| name(*it)).collect();
        let named =
            |(role, it): &(Role, C)| PatternCandidate { role: role.id().to_owned(), candidate: name(*it) };
        Self {
            technique: technique.to_owned(),
            pattern: pattern.iter().map(named).collect(),
            placements: names(placements),
            eliminations: names(eliminations),
            ..Self::default()
        }
    }

    /// Converts the step back to a step from a position, for example to draw it. Returns `None` if a
    /// name is unknown, a number is out of range, or the digits of the position clash.
    ///
    /// For a variant, the trial is omitted, because the serialized form does not include its final
    /// contradiction. If several houses of constraints have the same name, the first one is used.
    pub fn in_position(&self, position: &Position) -> Option<hint::Step> {
        match position {
            Position::Classic(grid) => Some(hint::Step::classic(grid.state()?, self.deduction()?)),
            Position::Variant(position) => {
                let (state, texts_of) = (position.state.clone(), position.texts_of);
                let deduction = self.variant_deduction(texts_of(&state), &state)?;
                Some(hint::Step::Variant(Box::new(VariantStep { state, deduction, texts_of })))
            }
        }
    }

    /// Converts the step back to a deduction about a classic puzzle, for example to prove it.
    /// Returns `None` if a name is unknown or a number is out of range.
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
        for PathNode { candidates: node, on, set } in &self.path {
            deduction.path.push(model::Node { candidates: candidates(node)?, on: *on, set: *set });
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
                inferences.push(model::Inference { assertion, premises: then.premises.clone(), reason });
            }
            deduction.chains.push(inferences);
        }
        deduction.placements = candidates(&self.placements)?;
        deduction.eliminations = candidates(&self.eliminations)?;
        Some(deduction)
    }

    fn of_variant(texts: &dyn Texts, deduction: &variant::Deduction) -> Self {
        let effect = [&deduction.placements[..], &deduction.eliminations];
        let name =
            |candidate: variant::Candidate| format!("{}={}", texts.cell(candidate.cell), candidate.value);
        Self {
            houses: deduction.houses.iter().map(|index| texts.house(*index)).collect(),
            constraints: deduction.constraints.iter().map(|index| texts.constraint(*index)).collect(),
            combinations: deduction.combinations.clone(),
            trial: deduction.trial.iter().map(|step| Self::of_variant(texts, step)).collect(),
            ..Self::new(deduction.technique.id(), &deduction.pattern, effect, name)
        }
    }

    fn variant_deduction(&self, texts: &dyn Texts, state: &variant::State) -> Option<variant::Deduction> {
        let variant = state.variant();
        let candidate = |text: &str| {
            let (name, value) = text.split_once('=')?;
            let value = value.parse().ok().filter(|value| variant.board().values().contains(*value))?;
            let cell = state.cells().find(|cell| texts.cell(*cell) == name)?;
            Some(variant::Candidate { cell, value })
        };
        let candidates =
            |list: &[String]| list.iter().map(|text| candidate(text)).collect::<Option<Vec<_>>>();
        let house = |name: &String| (0..variant.houses().len()).find(|index| texts.house(*index) == *name);
        let constraint =
            |name: &String| (0..variant.constraints().len()).find(|index| texts.constraint(*index) == *name);
        let named = |named: &PatternCandidate| Some((role(&named.role)?, candidate(&named.candidate)?));
        Some(variant::Deduction {
            technique: variant::Technique::ALL.into_iter().find(|it| it.id() == self.technique)?,
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

fn candidate(text: &str) -> Option<Candidate> {
    let digits = text.bytes().map(|byte| byte.wrapping_sub(b'0')).collect::<Vec<_>>();
    let [_, row @ 1..=9, _, col @ 1..=9, _, digit] = digits[..] else { return None };
    let found = Candidate::new(usize::from(row - 1) * 9 + usize::from(col - 1), digit)?;
    (found.to_string() == text).then_some(found)
}
