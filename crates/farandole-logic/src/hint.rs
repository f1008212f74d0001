//! The next step from where a person stands, or what is wrong there.
//!
//! [`advise`] never gives a step from a false grid: it compares the sheet with the solution first and names what differs.
//! Solutions come from the caller, as this crate does not search.
//!
//! ```
//! use farandole_logic::hint::{self, Advice, Reach, Solutions};
//! use farandole_logic::{Sheet, se::Budget};
//!
//! let line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
//! let mut sheet = Sheet::parse(line).unwrap();
//! let solution = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
//! let solutions = Solutions::One(solution.bytes().map(|byte| byte - b'0').collect::<Vec<_>>().try_into().unwrap());
//! assert!(matches!(hint::advise(&sheet, &solutions, Reach::First, Budget::NONE), Advice::Steps { .. }));
//! sheet.placed[2] = 1;
//! assert!(matches!(hint::advise(&sheet, &solutions, Reach::First, Budget::NONE), Advice::Trouble(_)));
//! ```

pub mod variant;

use crate::hodoku;
use crate::model::tables::{CELLS, PEERS, bits};
use crate::model::{Candidate, Deduction, State, Technique};
use crate::se::{self, Budget, Namer, Search};
use crate::sheet::Sheet;
use crate::watch::{Watch, Watched};

/// The solutions of the givens of a sheet, as far as they matter.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Solutions {
    /// None; these givens already allow none, and none of them can be left out.
    None(Vec<u8>),
    /// Exactly one: 81 digits, row-major.
    One([u8; 81]),
    /// Several, two of which are these.
    Several(Box<[[u8; 81]; 2]>),
}

/// Something that is wrong with a sheet. Cells are row-major, houses numbered as in [`Deduction::houses`].
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Trouble {
    /// The same digit is given twice in a house.
    Clash {
        /// The digit.
        digit: u8,
        /// The house.
        house: u8,
        /// The two cells.
        cells: [u8; 2],
    },
    /// No solution has all of these givens.
    NoSolution {
        /// Their cells; none can be left out.
        cells: Vec<u8>,
    },
    /// The givens leave several solutions.
    SeveralSolutions {
        /// The cells in which two of them differ, each with the two digits.
        cells: Vec<(u8, [u8; 2])>,
    },
    /// A placed digit is not that of the solution.
    WrongDigit {
        /// What was placed.
        placed: Candidate,
        /// A cell with the same digit that sees it, if there is one, a given before others.
        against: Option<u8>,
    },
    /// The marks of a cell leave out the digit of the solution.
    MissingMark {
        /// The candidate that is missing.
        candidate: Candidate,
    },
}

/// A pencil mark that a digit in sight excludes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StaleMark {
    /// The mark.
    pub candidate: Candidate,
    /// The cell with the digit.
    pub seen: u8,
}

/// How many steps are wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reach {
    /// The one that the scale would take.
    First,
    /// Every one of that technique; of chains every one of that family.
    Easiest,
}

/// What there is to say about a sheet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Advice {
    /// What is wrong, in the order of the variants of [`Trouble`], then row-major; a step would be built on sand.
    Trouble(Vec<Trouble>),
    /// Every cell has its digit.
    Solved,
    /// The next steps from the state that the sheet is.
    Steps {
        /// Marks that a digit in sight excludes; the steps count them as gone.
        stale: Vec<StaleMark>,
        /// At least one.
        steps: Vec<Deduction>,
    },
    /// No technique finds anything, within the budget.
    Stuck {
        /// As in `Steps`.
        stale: Vec<StaleMark>,
    },
}

/// The scale whose order of techniques a hint follows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scale {
    /// Sudoku Explainer's, within a budget.
    Se(Budget),
    /// HoDoKu's, within a budget.
    Hodoku(hodoku::Budget),
}

impl From<Budget> for Watched<'_, Scale> {
    fn from(budget: Budget) -> Self {
        Scale::Se(budget).into()
    }
}

impl From<Budget> for Scale {
    fn from(budget: Budget) -> Self {
        Self::Se(budget)
    }
}

/// Says what is wrong with a sheet, or what follows next on a scale: that of Sudoku Explainer where only a budget is
/// given.
///
/// Costs what one step of a rating costs; see [`Budget`].
pub fn advise<'a>(
    sheet: &Sheet,
    solutions: &Solutions,
    reach: Reach,
    scale: impl Into<Watched<'a, Scale>>,
) -> Advice {
    let troubles = troubles(sheet, solutions);
    let Some(state) = sheet.state().filter(|_| troubles.is_empty()) else {
        return Advice::Trouble(troubles);
    };
    if state.is_solved() {
        return Advice::Solved;
    }
    let stale = stale_marks(sheet);
    let Watched { budget, watch } = scale.into();
    let steps = match budget {
        Scale::Se(budget) => on_se(&state, reach, budget, watch),
        Scale::Hodoku(budget) => on_hodoku(&state, reach, budget, watch),
    };
    if steps.is_empty() { Advice::Stuck { stale } } else { Advice::Steps { stale, steps } }
}

fn on_se(state: &State, reach: Reach, budget: Budget, watch: Option<Watch<'_>>) -> Vec<Deduction> {
    let mut search = Search::new(budget.visits, watch);
    let Some(mut first) = se::next(state, budget.hardest, &mut search) else { return Vec::new() };
    let all = match reach {
        Reach::First => None,
        Reach::Easiest => se::every(state, first.technique, first.extra, watch),
    };
    // There are none when the watch broke off on the way.
    all.filter(|all| !all.is_empty()).unwrap_or_else(|| {
        Namer::new().name(&state.marks, &mut first);
        vec![first]
    })
}

/// The step that HoDoKu would take comes first, the others after it in the order in which they are found.
fn on_hodoku(
    state: &State,
    reach: Reach,
    budget: hodoku::Budget,
    watch: Option<Watch<'_>>,
) -> Vec<Deduction> {
    let mut walk = hodoku::Walk::within(state.clone(), budget);
    let Some(first) = walk.step_watched(watch) else { return Vec::new() };
    let all = match reach {
        Reach::First => Vec::new(),
        Reach::Easiest => hodoku::all(state, first.technique),
    };
    let other =
        |step: &Deduction| step.eliminations != first.eliminations || step.placements != first.placements;
    let others: Vec<Deduction> = all.into_iter().filter(other).collect();
    core::iter::once(first).chain(others).collect()
}

fn troubles(sheet: &Sheet, solutions: &Solutions) -> Vec<Trouble> {
    let mut found = Vec::new();
    for (house, cells) in CELLS.iter().enumerate() {
        for digit in 1..=9 {
            let mut with = cells.iter().filter(|cell| sheet.givens[**cell as usize] == digit);
            if let (Some(one), Some(other)) = (with.next(), with.next()) {
                let cells = [*one, *other];
                // Two cells may share a line and a box.
                if !found
                    .iter()
                    .any(|it| matches!(it, Trouble::Clash { cells: known, .. } if *known == cells))
                {
                    found.push(Trouble::Clash { digit, house: house as u8, cells });
                }
            }
        }
    }
    if !found.is_empty() {
        return found;
    }
    let solution = match solutions {
        Solutions::None(cells) => return vec![Trouble::NoSolution { cells: cells.clone() }],
        Solutions::Several(two) => {
            let differ = (0..81).filter(|cell| two[0][*cell] != two[1][*cell]);
            let cells = differ.map(|cell| (cell as u8, [two[0][cell], two[1][cell]])).collect();
            return vec![Trouble::SeveralSolutions { cells }];
        }
        Solutions::One(solution) => solution,
    };
    for cell in 0..81 {
        let placed = sheet.placed[cell];
        if let Some(placed) = Candidate::new(cell, placed).filter(|it| it.digit() != solution[cell]) {
            // A digit written over a given is wrong by the given itself.
            let same = |other: &u8| sheet.digit(*other as usize) == placed.digit();
            let seen = PEERS[cell].into_iter().filter(same);
            let against = seen.min_by_key(|other| (sheet.givens[*other as usize] == 0, *other));
            found.push(Trouble::WrongDigit { placed, against });
        }
    }
    for cell in (0..81).filter(|cell| sheet.digit(*cell) == 0) {
        let missing = sheet.marks[cell].is_some_and(|marks| marks >> (solution[cell] - 1) & 1 == 0);
        found.extend(
            Candidate::new(cell, solution[cell])
                .filter(|_| missing)
                .map(|candidate| Trouble::MissingMark { candidate }),
        );
    }
    found
}

fn stale_marks(sheet: &Sheet) -> Vec<StaleMark> {
    let mut found = Vec::new();
    for cell in (0..81).filter(|cell| sheet.digit(*cell) == 0) {
        for digit in bits(sheet.marks[cell].unwrap_or(0)) {
            let seen = PEERS[cell].into_iter().find(|peer| sheet.digit(*peer as usize) as usize == digit + 1);
            found.extend(seen.map(|seen| StaleMark { candidate: Candidate::at(cell, digit), seen }));
        }
    }
    found
}

/// Every deduction of a technique in this state, in the order of the scale; of chains all lengths, those of the same
/// effect once. `nesting` is that of dynamic chains ([`Deduction::extra`]), of no meaning elsewhere.
pub fn every(state: &State, technique: Technique, nesting: u8) -> Vec<Deduction> {
    se::every(state, technique, nesting, None).unwrap_or_else(|| hodoku::all(state, technique))
}
