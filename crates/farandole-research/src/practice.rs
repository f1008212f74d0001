//! Exercises without end: positions of random puzzles in which a technique is the next step, and random symmetric
//! images of known positions.
//!
//! A technique that random puzzles need is found on the solution paths of minimal puzzles. Others are too rare: their
//! exercises are images of the bundled positions under one of the 3,359,232 symmetries and 362,880 renamings. For
//! variants, puzzles with clues of the topic are generated. Exercise `n` of a seed depends on these numbers only.
//!
//! Docs: `docs/experiments/2026-11-29-practice.md` has the times.

use crate::morph::random_symmetry;
use crate::random::Random;
use crate::recipe::Recipe;
use crate::variants::{Base, ClueKind, PlacedClues, VariantRecipe};
use farandole_canon::Symmetry;
use farandole_kernel::Isa;
use farandole_logic::own::{self, Order};
use farandole_logic::practice::{Exercise, Topic};
use farandole_logic::{Deduction, State, Technique, UserGrid, catalogue, variant};
use farandole_puzzle::board::Shape;
use farandole_puzzle::variant::Variant;

/// Number of random puzzles whose paths are tried for one exercise. For most techniques, the first or second one has a
/// position.
const PUZZLES: u64 = 32;
/// Maximum number of technique searches on the path of a puzzle.
const SEARCHES: u64 = 600;
/// Number of images tried for one exercise. In some positions, an easier technique applies too.
const IMAGES: usize = 4;
/// Number of attempts to generate a variant for one exercise.
const VARIANTS: u64 = 12;
/// Maximum number of search nodes per uniqueness query. With 2,000, an exercise about diagonals takes 4 seconds, because
/// their sums restrict little.
const NODES: u64 = 200;
/// Maximum number of steps on the path of a variant.
const STEPS: usize = 60;

/// Returns exercise `number` of a technique, counted from 0: a position in which it is the next step on the first scale
/// that has it. Without a seed, the bundled exercises come first, then those of seed 0. Returns `None` if no position was
/// found.
///
/// ```
/// use farandole_logic::Technique;
/// use farandole_research::practice::exercise;
///
/// let steps = exercise(Technique::XWing, Some(1), 0).unwrap();
/// assert!(!steps.effects().is_empty());
/// assert_ne!(exercise(Technique::XWing, Some(1), 1).unwrap().position().to_string(), steps.position().to_string());
/// ```
pub fn exercise(technique: Technique, seed: Option<u64>, number: u64) -> Option<Exercise> {
    let bundled = if seed.is_some() { 0 } else { Exercise::positions(technique).len() as u64 };
    if number < bundled {
        return Exercise::number(technique, number as usize);
    }
    let mut random = Random::new(seed.unwrap_or(0), number - bundled);
    of_puzzles(technique, &mut random).or_else(|| of_images(technique, &mut random))
}

/// Returns an exercise from the path of a random puzzle.
fn of_puzzles(technique: Technique, random: &mut Random) -> Option<Exercise> {
    let order = Order::default().up_to(technique)?;
    let (made, _) = Recipe::default().attempts(Isa::detect(), random.next(), 0..PUZZLES);
    made.iter().find_map(|made| {
        let state = first_need(State::from_line(&made.puzzle.map(line_byte))?, technique, &order)?;
        Exercise::new(state, technique)
    })
}

const fn line_byte(digit: u8) -> u8 {
    if digit == 0 { b'.' } else { b'0' + digit }
}

/// Returns the first state on the path of a puzzle in which no technique before the last one of the order applies, and
/// the last one does.
fn first_need(mut state: State, technique: Technique, order: &Order) -> Option<State> {
    loop {
        let config = own::Config { order, searches: SEARCHES };
        let steps = own::steps(&state, config);
        if steps.first()?.technique == technique {
            return Some(state);
        }
        steps.iter().for_each(|step| apply(&mut state, step));
    }
}

/// Applies a step, unless an earlier one has filled its cell.
fn apply(state: &mut State, step: &Deduction) {
    if step.placements.iter().all(|it| state.digits()[it.cell()] == 0) {
        state.apply(step);
    }
}

/// Returns an exercise from a random image of a bundled position, if possible one in which the technique is the next step.
fn of_images(technique: Technique, random: &mut Random) -> Option<Exercise> {
    let positions = Exercise::positions(technique);
    let order = Order::default().up_to(technique);
    let is_next = |state: &State| match &order {
        Some(order) => {
            let steps = own::steps(state, own::Config { order, searches: SEARCHES });
            steps.first().is_some_and(|step| step.technique == technique)
        }
        None => catalogue::hint_options(state, technique).is_some(),
    };
    let mut other = None;
    for _ in 0..IMAGES {
        let grid = UserGrid::parse(positions.get(random.below(positions.len() as u32) as usize)?).ok()?;
        let state = image(&grid, &random_symmetry(random)).state()?;
        if is_next(&state) {
            return Exercise::new(state, technique);
        }
        other = Some(state);
    }
    Exercise::new(other?, technique)
}

/// Returns the image of a grid under a symmetry.
fn image(grid: &UserGrid, symmetry: &Symmetry) -> UserGrid {
    let renamed = |mask: u16| {
        let digits = (1..=9).filter(|digit| mask >> (digit - 1) & 1 == 1);
        digits.fold(0, |image, digit| image | 1 << (symmetry.digits()[digit] - 1))
    };
    UserGrid {
        givens: symmetry.apply(&grid.givens),
        placed: symmetry.apply(&grid.placed),
        marks: core::array::from_fn(|cell| grid.marks[symmetry.source(cell)].map(renamed)),
    }
}

/// Returns exercise `number` of a topic, counted from 0: a position of a generated variant in which a step for this reason
/// is the next one. Without a seed, the bundled exercises come first, then those of seed 0. Returns `None` if no position
/// was found.
pub fn variant_exercise(topic: Topic, seed: Option<u64>, number: u64) -> Option<Exercise> {
    let bundled = if seed.is_some() { 0 } else { Exercise::topic_positions(topic).len() as u64 };
    if number < bundled {
        return Exercise::of_topic(topic, number as usize);
    }
    let recipe = recipe(topic)?;
    let mut random = Random::new(seed.unwrap_or(0), number - bundled);
    let key = random.next();
    (0..VARIANTS).find_map(|attempt| {
        let made = recipe.attempt(key, attempt).ok()?;
        let states = needs(&made.variant, topic);
        let state = states.get(random.below(states.len() as u32) as usize)?.clone();
        Exercise::of_variant(state, topic)
    })
}

/// Returns the requirements for the puzzles of a topic.
fn recipe(topic: Topic) -> Option<VariantRecipe> {
    let blank = Variant::new(Shape::square(9).ok()?, Vec::new(), Vec::new()).ok()?;
    let kinds = topic.constraints().iter().filter_map(|name| ClueKind::by_name(name));
    let placed = kinds.map(|kind| PlacedClues { kind, count: 1..=usize::MAX }).collect();
    let recipe = VariantRecipe::new(Base::Fixed(blank.into()), placed);
    Some(VariantRecipe { givens: 0..=usize::MAX, is_minimal: false, budget: NODES, ..recipe })
}

/// Returns the states on the path of a variant in which the next step has the reason of the topic.
fn needs(puzzle: &Variant, topic: Topic) -> Vec<variant::State> {
    let mut walk = variant::Walk::new(variant::State::new(puzzle), SEARCHES);
    let mut found = Vec::new();
    for _ in 0..STEPS {
        let before = walk.state().clone();
        let Ok(step) = walk.step() else { break };
        if topic.explains(&before, &step) {
            found.push(before);
        }
    }
    found
}
