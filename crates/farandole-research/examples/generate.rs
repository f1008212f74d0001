//! Generates puzzles with 180-degree symmetry and an ER from 1.2 to 2.3, and prints for each the number
//! of unavoidable sets in its solution with up to six cells.
//!
//! ```text
//! cargo run -p farandole-research --example generate
//! ```

use farandole_kernel::Isa;
use farandole_logic::Scale;
use farandole_research::generate::{Classic, Order, RatingTest, run};
use farandole_research::{PatternSymmetry, Recipe, unavoidable_sets};
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

fn main() -> std::io::Result<()> {
    let easy = RatingTest { rating: 12..=23, ..RatingTest::any(Scale::Se) };
    let recipe = Recipe { symmetry: PatternSymmetry::HalfTurn, ..Recipe::default() };
    let classic = Classic { recipe, seed: 1, isa: Isa::detect(), test: Some(easy) };
    let order = Order { count: 5, tries: 10_000, ..Order::default() };
    let never = AtomicBool::new(false);
    let mut print = |generated: farandole_research::generate::Generated| {
        if let Ok(solution) = generated.solution.digits().try_into() {
            let sets = unavoidable_sets(solution, 6, &never);
            println!("{}  {} sets", generated.puzzle, sets.len());
        }
        ControlFlow::Continue(())
    };
    let progress = run(&order, &classic, &mut print, &mut |_| ControlFlow::Continue(()))?;
    println!("{} of {} attempts succeeded", progress.made, progress.tries);
    Ok(())
}
