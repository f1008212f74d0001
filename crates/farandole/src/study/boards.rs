//! What is asked about boards, whether they have a solution or not: images under symmetries, and where the givens stand.

use super::ask::BoardStudy;
use core::sync::atomic::AtomicBool;
use farandole_canon::{Canon, Form, Symmetry};
use farandole_setter::{PatternSymmetry, Random, givens, random_symmetry};

/// The study for an image of each board.
#[derive(Clone, Copy, Debug)]
pub enum Morph {
    /// Under a random symmetry; board k of the run takes stream k of this seed.
    Random(u64),
    /// Under this symmetry.
    By(Symmetry),
}

impl BoardStudy for Morph {
    type Found = [u8; 81];

    fn study(&self, _: &mut Canon, number: u64, board: &[u8; 81], _: &AtomicBool) -> Option<[u8; 81]> {
        Some(match self {
            Self::Random(seed) => random_symmetry(&mut Random::new(*seed, number)).apply(board),
            Self::By(symmetry) => symmetry.apply(board),
        })
    }
}

/// The study for where the givens of each board stand.
#[derive(Clone, Copy, Debug)]
pub struct Patterns;

/// Where the givens of a board stand.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PatternFound {
    /// The least image of the cells, as a board with 1 in them, with its automorphisms.
    pub form: Form,
    /// How many givens there are.
    pub givens: u32,
    /// The symmetries of the square that the cells have as they stand, without [`PatternSymmetry::None`].
    pub symmetries: Vec<PatternSymmetry>,
}

impl BoardStudy for Patterns {
    type Found = PatternFound;

    fn study(&self, canon: &mut Canon, _: u64, board: &[u8; 81], stop: &AtomicBool) -> Option<PatternFound> {
        let cells = givens(board);
        let form = canon.pattern_until(cells, stop)?;
        let symmetries = PatternSymmetry::ALL.into_iter().skip(1);
        Some(PatternFound {
            form,
            givens: cells.count_ones(),
            symmetries: symmetries.filter(|symmetry| symmetry.holds_for(cells)).collect(),
        })
    }
}
