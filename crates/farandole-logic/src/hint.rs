//! Hints: the next step from a user's grid, or the mistakes in it.
//!
//! [`advise`] never gives a step from a grid with a mistake. It compares the sheet with the
//! solution first, and reports the differences. The caller supplies the solutions, because this
//! crate does not search.
//!
//! ```
//! use farandole_logic::hint::{self, Advice, Reach, Solutions};
//! use farandole_logic::{UserGrid, se::Budget};
//!
//! let line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
//! let mut sheet = UserGrid::parse(line).unwrap();
//! let solution = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
//! let solutions = Solutions::One(solution.bytes().map(|byte| byte - b'0').collect::<Vec<_>>().try_into().unwrap());
//! assert!(matches!(hint::advise(&sheet, &solutions, Reach::First, Budget::NONE), Advice::Steps { .. }));
//! sheet.placed[2] = 1;
//! assert!(matches!(hint::advise(&sheet, &solutions, Reach::First, Budget::NONE), Advice::Trouble(_)));
//! ```

pub mod variant;

use crate::cancel::{Limited, Observer};
use crate::hodoku;
use crate::model::tables::{CELLS, PEERS, bits};
use crate::model::{Candidate, Deduction, State, Technique};
use crate::se::{self, Budget, ReasonFinder, Search};
use crate::user_grid::UserGrid;

/// The solutions of a sheet's givens: none, one, or an example of two.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Solutions {
    /// There is no solution. Holds the cells of a minimal set of conflicting givens: removing any
    /// of them resolves the conflict.
    None(Vec<u8>),
    /// There is exactly one solution, given as 81 digits, row-major.
    One([u8; 81]),
    /// There are several solutions. Holds two of them.
    Several(Box<[[u8; 81]; 2]>),
}

/// A problem with a sheet. Cells are row-major indices. Houses are numbered as in
/// [`Deduction::houses`].
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Trouble {
    /// A house contains the same given twice.
    Clash {
        /// The digit.
        digit: u8,
        /// The house.
        house: u8,
        /// The two cells.
        cells: [u8; 2],
    },
    /// The givens allow no solution.
    NoSolution {
        /// The cells of a minimal set of conflicting givens.
        cells: Vec<u8>,
    },
    /// The givens allow several solutions.
    SeveralSolutions {
        /// The cells in which two of the solutions differ, each with the two digits.
        cells: Vec<(u8, [u8; 2])>,
    },
    /// A placed digit differs from the solution.
    WrongDigit {
        /// The placed digit and its cell.
        placed: Candidate,
        /// A peer with the same digit, if there is one. Givens take precedence over placed digits.
        against: Option<u8>,
    },
    /// The pencil marks of a cell omit the digit of the solution.
    MissingMark {
        /// The missing candidate.
        candidate: Candidate,
    },
}

/// A pencil mark whose digit is already in a peer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StaleMark {
    /// The mark.
    pub candidate: Candidate,
    /// The peer with the digit.
    pub seen: u8,
}

/// The number of steps requested.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reach {
    /// The step that the scale takes next.
    First,
    /// All steps of the same technique as the next step. For chains, all steps of the same family.
    Easiest,
}

/// The result of a hint request.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Advice {
    /// The problems of the sheet, in the order of the variants of [`Trouble`], then row-major. No
    /// steps are searched, because they would build on a mistake.
    Trouble(Vec<Trouble>),
    /// Every cell has a digit.
    Solved,
    /// The next steps from the state of the sheet.
    Steps {
        /// Pencil marks whose digit is already in a peer. The steps treat them as eliminated.
        stale: Vec<StaleMark>,
        /// The steps; at least one.
        steps: Vec<Deduction>,
    },
    /// No technique finds a step within the budget.
    Stuck {
        /// Pencil marks whose digit is already in a peer.
        stale: Vec<StaleMark>,
    },
}

/// The rating scale whose order of techniques a hint follows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scale {
    /// The scale of Sudoku Explainer, with a budget.
    Se(Budget),
    /// The scale of HoDoKu, with a budget.
    Hodoku(hodoku::Budget),
}

impl From<Budget> for Limited<'_, Scale> {
    fn from(budget: Budget) -> Self {
        Scale::Se(budget).into()
    }
}

impl From<Budget> for Scale {
    fn from(budget: Budget) -> Self {
        Self::Se(budget)
    }
}

/// Returns the problems of a sheet, or the next steps on a scale. A bare [`Budget`] selects the
/// scale of Sudoku Explainer.
///
/// The cost is that of one step of a rating; see [`Budget`].
pub fn advise<'a>(
    sheet: &UserGrid,
    solutions: &Solutions,
    reach: Reach,
    scale: impl Into<Limited<'a, Scale>>,
) -> Advice {
    let troubles = troubles(sheet, solutions);
    let Some(state) = sheet.state().filter(|_| troubles.is_empty()) else {
        return Advice::Trouble(troubles);
    };
    if state.is_solved() {
        return Advice::Solved;
    }
    let stale = stale_marks(sheet);
    let Limited { budget, observer } = scale.into();
    let steps = match budget {
        Scale::Se(budget) => se_steps(&state, reach, budget, observer),
        Scale::Hodoku(budget) => hodoku_steps(&state, reach, budget, observer),
    };
    if steps.is_empty() { Advice::Stuck { stale } } else { Advice::Steps { stale, steps } }
}

fn se_steps(state: &State, reach: Reach, budget: Budget, observer: Option<Observer<'_>>) -> Vec<Deduction> {
    let mut search = Search::new(budget.visits, observer);
    let Some(mut first) = se::next(state, budget.hardest, &mut search) else { return Vec::new() };
    let all = match reach {
        Reach::First => None,
        Reach::Easiest => se::every(state, first.technique, first.extra, observer),
    };
    // The list is empty if the observer stopped the search early.
    all.filter(|all| !all.is_empty()).unwrap_or_else(|| {
        ReasonFinder::new().add_reasons(&state.marks, &mut first);
        vec![first]
    })
}

/// Returns the step that HoDoKu takes first, followed by the others in the order of discovery.
fn hodoku_steps(
    state: &State,
    reach: Reach,
    budget: hodoku::Budget,
    observer: Option<Observer<'_>>,
) -> Vec<Deduction> {
    let mut walk = hodoku::Walk::within(state.clone(), budget);
    let Some(first) = walk.step_observed(observer) else { return Vec::new() };
    let all = match reach {
        Reach::First => Vec::new(),
        Reach::Easiest => hodoku::all(state, first.technique),
    };
    let other =
        |step: &Deduction| step.eliminations != first.eliminations || step.placements != first.placements;
    let others: Vec<Deduction> = all.into_iter().filter(other).collect();
    core::iter::once(first).chain(others).collect()
}

fn troubles(sheet: &UserGrid, solutions: &Solutions) -> Vec<Trouble> {
    let mut found = Vec::new();
    for (house, cells) in CELLS.iter().enumerate() {
        for digit in 1..=9 {
            let mut with = cells.iter().filter(|cell| sheet.givens[**cell as usize] == digit);
            if let (Some(one), Some(other)) = (with.next(), with.next()) {
                let cells = [*one, *other];
                // Two cells may share both a line and a box; report them once.
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
            // If a peer has both a given and a placed digit, the given counts.
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

fn stale_marks(sheet: &UserGrid) -> Vec<StaleMark> {
    let mut found = Vec::new();
    for cell in (0..81).filter(|cell| sheet.digit(*cell) == 0) {
        for digit in bits(sheet.marks[cell].unwrap_or(0)) {
            let seen = PEERS[cell].into_iter().find(|peer| sheet.digit(*peer as usize) as usize == digit + 1);
            found.extend(seen.map(|seen| StaleMark { candidate: Candidate::at(cell, digit), seen }));
        }
    }
    found
}

/// Returns every deduction of a technique in this state, in the order of the scale. For chains,
/// this includes all lengths, and deductions with the same effect appear once. `nesting` is the
/// nesting level of dynamic chains ([`Deduction::extra`]); other techniques ignore it.
pub fn every(state: &State, technique: Technique, nesting: u8) -> Vec<Deduction> {
    se::every(state, technique, nesting, None).unwrap_or_else(|| hodoku::all(state, technique))
}
