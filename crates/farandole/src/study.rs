//! Questions of researchers to a stream of proper 9x9 puzzles: minimal puzzles in them, unavoidable sets, neighbours.
//!
//! For puzzles at hand: the functions of [`farandole_setter`].

use crate::config::Config;
use crate::pipeline::{AnswerRef, Item, Piece, Question, Refusal, Search, Source, Status};
use core::fmt;
use core::ops::ControlFlow;
use farandole_canon::Canon;
use farandole_kernel::Isa;
use farandole_logic::Sheet;
use farandole_puzzle::Clash;
use farandole_setter::{
    Cells, MinimalPuzzles, Neighbours, Proper, givens, minimal_puzzles, minimize, neighbours,
    unavoidable_sets,
};
use std::collections::BTreeSet;

/// Why a puzzle is not taken.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Unfit {
    /// It is not a plain 9x9 puzzle.
    NotClassic,
    /// It has no solution; the givens that clash, if there are any.
    NoSolution(Option<Clash>),
    /// It has several solutions.
    Several,
}

impl Unfit {
    /// The status that such a record has.
    pub const fn status(&self) -> Status {
        match self {
            Self::NotClassic => Status::Unsupported,
            Self::NoSolution(_) => Status::None,
            Self::Several => Status::Several,
        }
    }
}

impl fmt::Display for Unfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotClassic => f.write_str("only plain 9x9 puzzles are taken"),
            Self::NoSolution(None) => f.write_str("no solution"),
            Self::NoSolution(Some(clash)) => write!(f, "no solution: {clash}"),
            Self::Several => f.write_str("several solutions"),
        }
    }
}

/// What is asked about proper puzzles.
pub trait Study: Sync {
    /// The answer for one puzzle.
    type Found;

    /// The answers for these puzzles, in order. Each is numbered by its place in the whole run.
    fn study(&self, canon: &mut Canon, puzzles: &[Proper]) -> Vec<Self::Found>;
}

/// The question of a [`Study`] about each record.
///
/// ```
/// use farandole::{Ask, UnavoidableSets};
///
/// let question = Ask(UnavoidableSets { most: 12 });
/// assert_eq!(question.0.most, 12);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Ask<S>(pub S);

/// What came of a record.
#[derive(Debug)]
pub struct Studied<'a, T> {
    /// The answer.
    pub found: Result<T, Unfit>,
    /// The puzzle, digits and 0 for empty cells; all 0 where there is no answer.
    pub puzzle: [u8; 81],
    /// The bytes of the record behind what was understood.
    pub trailing: &'a [u8],
}

/// What a thread keeps for its studies.
pub struct StudyWorker {
    canon: Canon,
    search: <Search as Question>::Worker,
    base: u64,
}

impl<S: Study> Question for Ask<S> {
    type Worker = StudyWorker;
    type Found<'a> = Studied<'a, S::Found>;

    fn worker(&self, source: &Source) -> StudyWorker {
        // Two solutions tell whether the puzzle is proper.
        let search = Search(Config::default()).worker(source);
        StudyWorker { canon: Canon::new(), search, base: source.base }
    }

    fn answer(
        &self,
        worker: &mut StudyWorker,
        piece: &Piece<'_>,
        take: &mut impl FnMut(Item<Self::Found<'_>>) -> ControlFlow<()>,
    ) {
        let (mut items, mut proper) = (Vec::new(), Vec::new());
        Search(Config::default()).answer(&mut worker.search, piece, &mut |item| {
            let Item { ordinal, line, nodes, guesses, outcome } = item;
            let outcome: Result<(Result<[u8; 81], Unfit>, Vec<u8>), Refusal> = outcome.map(|answer| {
                let fit = proper_of(&answer, worker.base + ordinal).map(|it| {
                    proper.push(it);
                    it.puzzle
                });
                (fit, answer.trailing().to_vec())
            });
            items.push(Item { ordinal, line, nodes, guesses, outcome });
            ControlFlow::Continue(())
        });
        let mut found = self.0.study(&mut worker.canon, &proper).into_iter();
        for Item { ordinal, line, nodes, guesses, outcome } in &mut items {
            let outcome = match outcome {
                Err(refusal) => Err(refusal.clone()),
                Ok((fit, trailing)) => {
                    let puzzle = fit.as_ref().map_or([0; 81], |puzzle| *puzzle);
                    let found = fit.clone().map(|_| found.next().expect("an answer for each proper puzzle"));
                    Ok(Studied { found, puzzle, trailing: &trailing[..] })
                }
            };
            let item = Item { ordinal: *ordinal, line: *line, nodes: *nodes, guesses: *guesses, outcome };
            if take(item).is_break() {
                return;
            }
        }
    }
}

/// A puzzle whose solutions were counted up to 2, if it is a plain 9x9 one with exactly one.
fn proper_of(answer: &AnswerRef<'_>, number: u64) -> Result<Proper, Unfit> {
    let puzzle = answer.puzzle();
    let sheet = Sheet::of_puzzle(&puzzle).filter(|sheet| !sheet.has_marks()).ok_or(Unfit::NotClassic)?;
    match answer.report.solutions {
        0 => Err(Unfit::NoSolution(puzzle.clash())),
        1 => {
            let solution = answer.first().and_then(|grid| grid.digits().try_into().ok());
            solution
                .map(|solution| Proper { number, puzzle: sheet.givens, solution })
                .ok_or(Unfit::NotClassic)
        }
        _ => Err(Unfit::Several),
    }
}

/// The study for one minimal puzzle in each puzzle, by a random order of the givens.
#[derive(Clone, Copy, Debug)]
pub struct MinimizeOne {
    /// Equal seeds give equal orders.
    pub seed: u64,
    /// Givens in these cells stay.
    pub keep: Cells,
}

impl Study for MinimizeOne {
    type Found = MinimalPuzzles;

    fn study(&self, _: &mut Canon, puzzles: &[Proper]) -> Vec<MinimalPuzzles> {
        let all = minimize(Isa::detect(), puzzles, self.seed, self.keep);
        all.into_iter().map(|cells| MinimalPuzzles { found: vec![cells], is_complete: false }).collect()
    }
}

/// The study for all minimal puzzles in each puzzle, or those with fewest givens.
#[derive(Clone, Copy, Debug)]
pub struct MinimizeAll {
    /// At most so many are looked at.
    pub limit: usize,
    /// Which of them are answers.
    pub which: Which,
}

/// Which of several puzzles are answers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Which {
    /// All.
    All,
    /// Those with fewest givens.
    Fewest,
}

impl Study for MinimizeAll {
    type Found = MinimalPuzzles;

    fn study(&self, _: &mut Canon, puzzles: &[Proper]) -> Vec<MinimalPuzzles> {
        let all = puzzles.iter().map(|proper| {
            let mut all = minimal_puzzles(Isa::detect(), &proper.puzzle, self.limit);
            if self.which == Which::Fewest {
                let least = all.found.iter().map(|cells| cells.count_ones()).min();
                all.found.retain(|cells| Some(cells.count_ones()) == least);
            }
            all
        });
        all.collect()
    }
}

/// The study for the unavoidable sets of each puzzle's solution.
#[derive(Clone, Copy, Debug)]
pub struct UnavoidableSets {
    /// Sets of at most so many cells.
    pub most: u32,
}

impl Study for UnavoidableSets {
    type Found = Vec<Cells>;

    fn study(&self, _: &mut Canon, puzzles: &[Proper]) -> Vec<Vec<Cells>> {
        puzzles.iter().map(|proper| unavoidable_sets(&proper.solution, self.most)).collect()
    }
}

/// The study for the classes of the proper minimal puzzles near each puzzle: their min-lex forms, rising, without that of the
/// puzzle itself.
#[derive(Clone, Copy, Debug)]
pub struct Neighbourhood {
    /// How many givens go and come.
    pub change: Neighbours,
    /// Whether the cells of the givens stay the same.
    pub pattern: Pattern,
}

/// Whether neighbours may have givens in other cells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pattern {
    /// They may.
    Any,
    /// They may not.
    Same,
}

impl Study for Neighbourhood {
    type Found = Vec<[u8; 81]>;

    fn study(&self, canon: &mut Canon, puzzles: &[Proper]) -> Vec<Vec<[u8; 81]>> {
        let boards: Vec<[u8; 81]> = puzzles.iter().map(|proper| proper.puzzle).collect();
        let own: Vec<_> = boards.iter().map(|board| canon.puzzle(board).map(|form| form.board)).collect();
        let mut found = vec![BTreeSet::new(); boards.len()];
        neighbours(Isa::detect(), &boards, self.change, &mut |number, other| {
            if self.pattern == Pattern::Any || givens(other) == givens(&boards[number]) {
                let form = canon.puzzle(other).map(|form| form.board);
                found[number].extend(form.filter(|form| Some(*form) != own[number]));
            }
        });
        found.into_iter().map(|forms| forms.into_iter().collect()).collect()
    }
}
