//! All completions of a puzzle with numbers to be chosen, that is, all choices that leave exactly
//! one solution.
//!
//! Every solution of the constraints without placeholders allows certain numbers. If only one
//! solution allows certain numbers, these numbers are a completion.

use super::recipe::{Base, VariantRecipe};
use core::ops::ControlFlow;
use core::sync::atomic::AtomicBool;
use farandole_puzzle::constraint::Constraint;
use farandole_puzzle::variant::Variant;
use farandole_solve::{Config, End, PuzzleSolver, Unsupported};
use std::collections::BTreeMap;

/// Maximum number of combinations of choices that one solution may allow.
const MOST_COMBINATIONS: usize = 10_000;

/// The completions found within the limits.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Completions {
    /// The completed puzzles with their solutions, in the order of the choices.
    pub puzzles: Vec<(Variant, Vec<u8>)>,
    /// True if these are all completions.
    pub is_complete: bool,
    /// Number of solutions found of the constraints without placeholders.
    pub solutions: u64,
}

impl VariantRecipe {
    /// Returns all completions. Placeholders other than numbers to be chosen are not supported: see
    /// [`has_only_numbers`](Self::has_only_numbers).
    ///
    /// The search stops after `limit` solutions of the constraints without placeholders. The
    /// completions found until then are verified one by one.
    ///
    /// Cost: a search for all these solutions, each with a check of all choices.
    ///
    /// ```
    /// use core::sync::atomic::AtomicBool;
    /// use farandole_puzzle::format::iss;
    /// use farandole_research::variants::Template;
    ///
    /// let read = |text: &str| iss::read(text).map_err(|errors| errors.to_string());
    /// let text = ".Shape~4x4.~R1C1_1~R1C2_2~R1C3_3.Sandwich~?~R3.Sandwich~?~C1.Sandwich~?~C2";
    /// let recipe = Template::read(text, &read).unwrap().recipe();
    /// let all = recipe.completions(1000, &AtomicBool::new(false)).unwrap();
    /// assert!(all.is_complete && all.puzzles.len() == 5 && all.solutions == 12);
    /// ```
    ///
    /// # Errors
    /// If no engine supports a constraint.
    pub fn completions(&self, limit: u64, stop: &AtomicBool) -> Result<Completions, Unsupported> {
        let Base::Fixed(base) = &self.base else { return Ok(Completions::default()) };
        let mut found: BTreeMap<Vec<usize>, Option<Vec<u8>>> = BTreeMap::new();
        let mut has_all = true;
        let config = Config { limit, cancel: Some(stop), ..Config::default() };
        let report = PuzzleSolver::new(&**base)?.run(&config, &mut |values| {
            let choices = self.choices(base, values);
            let combinations: usize = choices.iter().map(Vec::len).product();
            if combinations > MOST_COMBINATIONS {
                has_all = false;
                return ControlFlow::Break(());
            }
            for number in 0..combinations {
                let mut rest = number;
                let combination = choices.iter().map(|choices| {
                    let choice = choices[rest % choices.len()];
                    rest /= choices.len();
                    choice
                });
                // A second solution with the same numbers replaces the first one by `None`.
                let entry = found.entry(combination.collect());
                entry.and_modify(|solution| *solution = None).or_insert_with(|| Some(values.to_vec()));
            }
            ControlFlow::Continue(())
        })?;
        let is_complete = has_all && report.end == End::Exhausted;
        let mut puzzles = Vec::new();
        for (combination, solution) in found {
            let Some(solution) = solution else { continue };
            let Some(variant) = self.completed(base, &combination) else { continue };
            if is_complete || is_unique(&variant, self.budget, stop)? {
                puzzles.push((variant, solution));
            }
        }
        Ok(Completions { puzzles, is_complete, solutions: report.solutions })
    }

    /// Returns true if all placeholders are numbers to be chosen, in constraints that are not
    /// optional.
    pub fn has_only_numbers(&self) -> bool {
        self.placed.is_empty() && self.blanks.iter().all(|blank| !blank.is_optional)
    }

    /// Returns the indices of the choices that hold in a solution, for each blank.
    fn choices(&self, base: &Variant, values: &[u8]) -> Vec<Vec<usize>> {
        let holds = |choice: &[Constraint]| choice.iter().all(|it| it.check(base.board(), values).is_ok());
        let of_blank =
            |choices: &[Vec<Constraint>]| (0..choices.len()).filter(|at| holds(&choices[*at])).collect();
        self.blanks.iter().map(|blank| of_blank(&blank.choices)).collect()
    }

    fn completed(&self, base: &Variant, combination: &[usize]) -> Option<Variant> {
        let chosen = self.blanks.iter().zip(combination).flat_map(|(blank, choice)| &blank.choices[*choice]);
        let constraints = base.constraints().iter().chain(chosen).cloned().collect();
        Variant::new(base.shape(), base.stated_groups(), constraints).ok()
    }
}

fn is_unique(variant: &Variant, budget: u64, stop: &AtomicBool) -> Result<bool, Unsupported> {
    let config = Config { limit: 2, budget, cancel: Some(stop), ..Config::default() };
    let report = PuzzleSolver::new(variant)?.count(&config)?;
    Ok(report.solutions == 1 && report.end == End::Exhausted)
}
