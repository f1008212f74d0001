//! Studies of proper puzzles: minimal puzzles, unavoidable sets, neighbours, backdoors, twins,
//! classes of bands.

use super::Study;
use crate::backdoors::{TechniqueSet, backdoors};
use crate::board::{Cells, givens};
use crate::generate::RatingTest;
use crate::minimize::{MinimalPuzzles, ProperPuzzle, minimal_puzzles_until, minimize};
use crate::named::named;
use crate::neighbours::{Neighbours, neighbours};
use crate::twins::{Twins, twins};
use crate::unavoidable::unavoidable_sets;
use farandole_canon::{Bands, Canon};
use farandole_kernel::Isa;
use farandole_logic::{Numbers, Scale};
use std::collections::BTreeSet;
use std::sync::atomic::AtomicBool;

/// The study that reduces each puzzle to one minimal puzzle by removing givens in a random order.
#[derive(Clone, Copy, Debug)]
pub struct MinimizeOne {
    /// Random seed; the same seed always gives the same orders.
    pub seed: u64,
    /// Cells whose givens are kept.
    pub keep: Cells,
}

impl Study for MinimizeOne {
    type Found = MinimalPuzzles;

    fn study(&self, _: &mut Canon, puzzles: &[ProperPuzzle], _: &AtomicBool) -> Vec<MinimalPuzzles> {
        let all = minimize(Isa::detect(), puzzles, self.seed, self.keep);
        all.into_iter().map(|cells| MinimalPuzzles { found: vec![cells], is_complete: false }).collect()
    }
}

/// The study that finds all minimal puzzles contained in each puzzle, or those with the fewest
/// givens.
#[derive(Clone, Copy, Debug)]
pub struct MinimizeAll {
    /// Maximum number of minimal puzzles to find.
    pub limit: usize,
    /// The puzzles to return.
    pub which: Which,
}

/// A selection of the puzzles found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Which {
    /// All puzzles.
    All,
    /// The puzzles with the fewest givens.
    Fewest,
}

impl Study for MinimizeAll {
    const TELLS_IF_CUT: bool = true;
    const ALONE: bool = true;
    type Found = MinimalPuzzles;

    fn study(&self, _: &mut Canon, puzzles: &[ProperPuzzle], stop: &AtomicBool) -> Vec<MinimalPuzzles> {
        let all = puzzles.iter().map(|proper| {
            let mut all = minimal_puzzles_until(Isa::detect(), &proper.puzzle, self.limit, stop);
            if self.which == Which::Fewest {
                let least = all.found.iter().map(|cells| cells.count_ones()).min();
                all.found.retain(|cells| Some(cells.count_ones()) == least);
            }
            all
        });
        all.collect()
    }
}

/// The study that finds the unavoidable sets of each puzzle's solution.
#[derive(Clone, Copy, Debug)]
pub struct UnavoidableSets {
    /// Maximum number of cells in a set.
    pub most: u32,
}

impl Study for UnavoidableSets {
    const ALONE: bool = true;
    type Found = Vec<Cells>;

    fn study(&self, _: &mut Canon, puzzles: &[ProperPuzzle], stop: &AtomicBool) -> Vec<Vec<Cells>> {
        puzzles.iter().map(|proper| unavoidable_sets(&proper.solution, self.most, stop)).collect()
    }
}

/// The study that finds the classes of the proper minimal puzzles near each puzzle. Returns the min-lex forms
/// of the classes in increasing order, excluding the class of the puzzle itself.
#[derive(Clone, Copy, Debug)]
pub struct Neighbourhood {
    /// Numbers of givens to remove and to add.
    pub change: Neighbours,
    /// The accepted patterns of givens.
    pub pattern: Pattern,
}

/// The patterns that neighbours may have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pattern {
    /// Neighbours may have any pattern.
    Any,
    /// Neighbours must have the pattern of the puzzle.
    Same,
}

impl Study for Neighbourhood {
    type Found = Vec<[u8; 81]>;

    fn study(&self, canon: &mut Canon, puzzles: &[ProperPuzzle], stop: &AtomicBool) -> Vec<Vec<[u8; 81]>> {
        let boards: Vec<[u8; 81]> = puzzles.iter().map(|proper| proper.puzzle).collect();
        let own: Vec<_> = boards.iter().map(|board| canon.puzzle(board).map(|form| form.board)).collect();
        let mut found = vec![BTreeSet::new(); boards.len()];
        neighbours(Isa::detect(), &boards, self.change, stop, &mut |number, other| {
            if self.pattern == Pattern::Any || givens(other) == givens(&boards[number]) {
                let form = canon.puzzle(other).map(|form| form.board);
                found[number].extend(form.filter(|form| Some(*form) != own[number]));
            }
        });
        found.into_iter().map(|forms| forms.into_iter().collect()).collect()
    }
}

/// The study that finds the smallest sets of cells whose digits let the techniques solve the rest;
/// see [`backdoors`].
#[derive(Clone, Copy, Debug)]
pub struct LeastBackdoors {
    /// The set of techniques.
    pub techniques: TechniqueSet,
    /// Maximum size of a set to try.
    pub most: u32,
}

/// The backdoors of a puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BackdoorsFound {
    /// All sets of the smallest size, which is 0 if the techniques solve the puzzle. `None` if
    /// there is no set up to the maximum size.
    pub sets: Option<Vec<Cells>>,
    /// The solution, which contains the digits to place.
    pub solution: [u8; 81],
}

impl Study for LeastBackdoors {
    const ALONE: bool = true;
    type Found = BackdoorsFound;

    fn study(&self, _: &mut Canon, puzzles: &[ProperPuzzle], stop: &AtomicBool) -> Vec<BackdoorsFound> {
        let all = puzzles.iter().map(|proper| {
            let sets = backdoors(proper, self.techniques, self.most, stop);
            BackdoorsFound { sets, solution: proper.solution }
        });
        all.collect()
    }
}

/// The study that finds the other proper puzzles with the same pattern whose solution differs only
/// in the cells of the givens; see [`twins`].
#[derive(Clone, Copy, Debug)]
pub struct AllTwins {
    /// Maximum number of grids to examine for each puzzle.
    pub limit: usize,
}

impl Study for AllTwins {
    const TELLS_IF_CUT: bool = true;
    const ALONE: bool = true;
    type Found = Twins;

    fn study(&self, _: &mut Canon, puzzles: &[ProperPuzzle], stop: &AtomicBool) -> Vec<Twins> {
        puzzles.iter().map(|proper| twins(Isa::detect(), proper, self.limit, stop)).collect()
    }
}

/// The study that finds the classes, 1 to 416, of the three bands and then the three stacks of each
/// puzzle's solution.
#[derive(Clone, Debug)]
pub struct BandClasses(pub Bands);

impl Study for BandClasses {
    const ALONE: bool = true;
    type Found = [u16; 6];

    fn study(&self, canon: &mut Canon, puzzles: &[ProperPuzzle], _: &AtomicBool) -> Vec<[u16; 6]> {
        let class = |band: [u8; 27]| self.0.class(canon, &band).map_or(0, |class| class.number);
        let classes = |ProperPuzzle { solution, .. }: &ProperPuzzle| {
            core::array::from_fn(|chute| {
                let first = 27 * (chute % 3);
                class(core::array::from_fn(|index| {
                    let cell = first + index;
                    solution[if chute < 3 { cell } else { cell % 9 * 9 + cell / 9 }]
                }))
            })
        };
        puzzles.iter().map(classes).collect()
    }
}

named! {
    /// A numeric property of a proper puzzle.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum Quantity {
        /// Number of givens.
        Givens = "givens",
        /// Number of automorphisms of the puzzle.
        Automorphisms = "automorphisms",
        /// Number of automorphisms of its solution.
        GridAutomorphisms = "grid-automorphisms",
        /// The greatest difficulty of a step on Sudoku Explainer's scale (ER), in tenths.
        Rating = "rating",
        /// The score on HoDoKu's scale.
        Score = "score",
    }
}

impl Quantity {
    /// Returns the value for this puzzle, or `None` if the techniques of the scale do not solve it.
    fn of(self, canon: &mut Canon, proper: &ProperPuzzle, stop: &AtomicBool) -> Option<u32> {
        let rate = |scale| RatingTest::any(scale).rate_until(&proper.puzzle, &proper.solution, stop);
        match self {
            Self::Givens => Some(givens(&proper.puzzle).count_ones()),
            Self::Automorphisms => canon.puzzle(&proper.puzzle).map(|form| form.automorphisms),
            Self::GridAutomorphisms => canon.grid(&proper.solution).map(|form| form.automorphisms),
            Self::Rating => match rate(Scale::Se)? {
                Numbers::Se { er, .. } => Some(er.into()),
                Numbers::Hodoku { .. } | Numbers::Chains { .. } | Numbers::Minutes { .. } => None,
            },
            Self::Score => match rate(Scale::Hodoku)? {
                Numbers::Hodoku { score, .. } => Some(score),
                Numbers::Se { .. } | Numbers::Chains { .. } | Numbers::Minutes { .. } => None,
            },
        }
    }
}

/// The study that returns some quantities of each puzzle, in this order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Quantities(pub Vec<Quantity>);

impl Study for Quantities {
    const ALONE: bool = true;
    type Found = Vec<Option<u32>>;

    fn study(&self, canon: &mut Canon, puzzles: &[ProperPuzzle], stop: &AtomicBool) -> Vec<Vec<Option<u32>>> {
        let all = puzzles
            .iter()
            .map(|proper| self.0.iter().map(|quantity| quantity.of(canon, proper, stop)).collect());
        all.collect()
    }
}
