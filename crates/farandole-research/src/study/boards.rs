//! Studies of boards, which need not have a solution: images under symmetries, and patterns of
//! givens.

use super::BoardStudy;
use crate::board::givens;
use crate::morph::random_symmetry;
use crate::pattern::PatternSymmetry;
use crate::random::Random;
use core::sync::atomic::AtomicBool;
use farandole_canon::{Canon, Form, Symmetry};

/// The study that returns an image of each board.
#[derive(Clone, Copy, Debug)]
pub enum Morph {
    /// The image under a random symmetry. Board k of the run uses stream k of this seed.
    Random(u64),
    /// The image under this symmetry.
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

/// The study of the pattern of each board: the cells of its givens.
#[derive(Clone, Copy, Debug)]
pub struct Patterns;

/// The pattern of a board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PatternFound {
    /// The min-lex form of the pattern, with 1 for each given, and its automorphisms.
    pub form: Form,
    /// Number of givens.
    pub givens: u32,
    /// The geometric symmetries of the pattern, without [`PatternSymmetry::None`].
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
