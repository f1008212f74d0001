//! Steps and verdicts as structs: hints, judged moves, checked grids.
//!
//! A [`FarandoleHint`] is the first field of an allocation that also owns the arrays and texts to which it points.

use crate::error::{FarandoleCode, FarandoleError, guard};
use crate::puzzle::{FarandolePuzzle, puzzle_of, require};
use farandole::Puzzle;
use farandole::hint::{Position, hint_on};
use farandole::logic::claim::Claim;
use farandole::logic::explain::english::Depth;
use farandole::logic::hint::{Found, Guide, Reason, Ruling, Step};
use farandole::logic::{own, variant};
use farandole::puzzle::Cell;
use farandole::verdict::judge_within;
use std::ffi::{CString, c_char};

/// A value that a cell may have.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FarandoleCandidate {
    /// The index of the cell: row-major from 0, then extra cells.
    pub cell: u32,
    /// The value.
    pub value: u8,
}

/// The digits and pencil marks that a person has entered. Cells with a given keep it.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct FarandoleEntries {
    /// For each cell, the digit. A byte that is not a value of the puzzle, such as 255, is an empty cell. NULL for no
    /// digits.
    pub digits: *const u8,
    /// For each cell, the mask of its pencil marks, in which bit 0 is the lowest value of the puzzle; 0 for a cell
    /// without marks. NULL for no marks.
    pub marks: *const u16,
    /// Number of cells in both arrays.
    pub cells: usize,
}

/// The kind of a move.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FarandoleMove {
    /// The candidate is placed.
    Place = 0,
    /// The candidate is eliminated.
    Eliminate = 1,
}

/// The verdict on a move.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FarandoleRuling {
    /// The move is true, and a step shows it.
    Justified = 0,
    /// The move is true, but no step shows it yet.
    NotYetJustified = 1,
    /// The move contradicts the puzzle.
    Contradicts = 2,
    /// The move holds in some solutions only.
    Undecided = 3,
    /// The position has no solution.
    NoSolution = 4,
    /// The search ended early.
    Unknown = 5,
}

/// The contents of a hint.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FarandoleHintStatus {
    /// There are steps.
    Steps = 0,
    /// Every cell has its correct value.
    Solved = 1,
    /// No technique applies, or none within the budget.
    Stuck = 2,
    /// The position has mistakes, or not exactly one solution.
    Problems = 3,
}

/// A step of a person's solution.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct FarandoleStep {
    /// The stable identifier of the technique, such as `naked-pair`.
    pub technique: *const c_char,
    /// The name of the technique in English.
    pub name: *const c_char,
    /// The step with its reason in English, in lines that end with a line feed.
    pub sentence: *const c_char,
    /// The candidates to place.
    pub placements: *const FarandoleCandidate,
    /// Number of candidates to place.
    pub placement_count: usize,
    /// The candidates to eliminate.
    pub eliminations: *const FarandoleCandidate,
    /// Number of candidates to eliminate.
    pub elimination_count: usize,
    /// The difficulty on Farandole's scale, or 0 if there is none, as for variants.
    pub difficulty: f64,
}

/// A hint, a verdict or a report. `farandole_hint_free` frees it with everything to which it points.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct FarandoleHint {
    /// The contents.
    pub status: FarandoleHintStatus,
    /// The whole text in English, in lines that end with a line feed.
    pub sentence: *const c_char,
    /// The steps, in order.
    pub steps: *const FarandoleStep,
    /// Number of steps.
    pub step_count: usize,
    /// The indices of the cells with problems, in order.
    pub cells: *const u32,
    /// Number of cells with problems.
    pub cell_count: usize,
}

/// The allocation of a hint. The pointers of `hint` and `steps` point to the buffers of the other fields, which do not
/// change.
#[repr(C)]
struct Owned {
    hint: FarandoleHint,
    steps: Vec<FarandoleStep>,
    cells: Vec<u32>,
    candidates: Vec<Vec<FarandoleCandidate>>,
    texts: Vec<*mut c_char>,
}

impl Drop for Owned {
    fn drop(&mut self) {
        for text in self.texts.drain(..) {
            // SAFETY: `text` made the pointer with `into_raw`, and it is freed once.
            drop(unsafe { CString::from_raw(text) });
        }
    }
}

impl Owned {
    /// Returns a new hint as the pointer that callers receive.
    fn leak(
        status: FarandoleHintStatus,
        sentence: &str,
        steps: &[Step],
        cells: &[Cell],
    ) -> *mut FarandoleHint {
        let hint = FarandoleHint {
            status,
            sentence: std::ptr::null(),
            steps: std::ptr::null(),
            step_count: steps.len(),
            cells: std::ptr::null(),
            cell_count: cells.len(),
        };
        let cells = cells.iter().map(|cell| cell.index() as u32).collect();
        let mut owned =
            Box::new(Self { hint, steps: Vec::new(), cells, candidates: Vec::new(), texts: Vec::new() });
        owned.steps = steps.iter().map(|step| owned.step(step)).collect();
        owned.hint.sentence = owned.text(sentence);
        owned.hint.steps = owned.steps.as_ptr();
        owned.hint.cells = owned.cells.as_ptr();
        Box::into_raw(owned).cast()
    }

    fn step(&mut self, step: &Step) -> FarandoleStep {
        let (placements, placement_count) = self.candidates(&step.placed());
        let (eliminations, elimination_count) = self.candidates(&step.eliminated());
        FarandoleStep {
            technique: self.text(step.technique()),
            name: self.text(&step.title()),
            sentence: self.text(&step.text(Depth::Why)),
            placements,
            placement_count,
            eliminations,
            elimination_count,
            difficulty: step.difficulty().unwrap_or_default(),
        }
    }

    fn text(&mut self, text: &str) -> *const c_char {
        let text = CString::new(text.replace('\0', "")).unwrap_or_default().into_raw();
        self.texts.push(text);
        text
    }

    fn candidates(&mut self, list: &[variant::Candidate]) -> (*const FarandoleCandidate, usize) {
        let list: Vec<_> = list.iter().map(|it| candidate_of(*it)).collect();
        let parts = (list.as_ptr(), list.len());
        self.candidates.push(list);
        parts
    }
}

/// Returns the next step in a position, or its mistakes. The order of techniques is that of Farandole.
///
/// `entries` may be NULL. `budget` bounds the number of searches for techniques; 0 is no budget. `hint` receives a new
/// hint, which `farandole_hint_free` frees.
///
/// # Safety
///
/// `puzzle` is NULL or a puzzle that has not been freed. `entries` is NULL or valid for a read, and its arrays are NULL
/// or valid for reads of its number of cells. `hint` is valid for a write. `error` is NULL or valid for a write.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn farandole_hint(
    puzzle: *const FarandolePuzzle,
    entries: *const FarandoleEntries,
    budget: u64,
    hint: *mut *mut FarandoleHint,
    error: *mut *mut FarandoleError,
) -> FarandoleCode {
    let find = || {
        require(!hint.is_null(), "hint")?;
        // SAFETY: the caller guarantees that the puzzle is null or has not been freed.
        let puzzle = unsafe { puzzle_of(puzzle) }?;
        // SAFETY: the caller guarantees that the entries can be read.
        let position = unsafe { position_of(puzzle, entries) }?;
        let order = own::Order::default();
        let found = hint_on(Guide::own(&order, (budget != 0).then_some(budget)), &position)?;
        let (status, steps) = match &found.found {
            Found::Steps { steps, .. } => (FarandoleHintStatus::Steps, &steps[..]),
            Found::Solved => (FarandoleHintStatus::Solved, &[][..]),
            Found::Stuck { .. } => (FarandoleHintStatus::Stuck, &[][..]),
            Found::Problems(_) => (FarandoleHintStatus::Problems, &[][..]),
        };
        let made = Owned::leak(status, &found.text(Depth::Why), steps, &found.problem_cells());
        // SAFETY: the caller guarantees that the pointer can be written.
        unsafe { hint.write(made) };
        Ok(())
    };
    // SAFETY: the caller guarantees that the error is null or can be written.
    unsafe { guard(error, find) }
}

/// Judges a move in a position: whether a candidate may be placed or eliminated, and which step shows it. The move is
/// not made.
///
/// `kind` is a `FarandoleMove`. `entries` may be NULL. `budget` bounds the number of searches for techniques; 0 is no
/// budget. `reason`, if it is not NULL, receives a new hint with the text of the verdict and the steps that show the
/// move or refute it; its status is `FARANDOLE_HINT_STATUS_STUCK` if there are none.
///
/// # Safety
///
/// `puzzle` is NULL or a puzzle that has not been freed. `entries` is NULL or valid for a read, and its arrays are NULL
/// or valid for reads of its number of cells. `ruling` is valid for a write. `reason` and `error` are NULL or valid for a
/// write.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn farandole_judge(
    puzzle: *const FarandolePuzzle,
    entries: *const FarandoleEntries,
    kind: u32,
    candidate: FarandoleCandidate,
    budget: u64,
    ruling: *mut FarandoleRuling,
    reason: *mut *mut FarandoleHint,
    error: *mut *mut FarandoleError,
) -> FarandoleCode {
    let judge = || {
        require(!ruling.is_null(), "ruling")?;
        // SAFETY: the caller guarantees that the puzzle is null or has not been freed.
        let puzzle = unsafe { puzzle_of(puzzle) }?;
        // SAFETY: the caller guarantees that the entries can be read.
        let position = unsafe { position_of(puzzle, entries) }?;
        let FarandoleCandidate { cell, value } = candidate;
        let found = position.candidate(cell as usize, value).ok_or_else(|| {
            FarandoleError::usage(format!("cell {cell} or value {value} is not on the board"))
        })?;
        let claim = match kind {
            0 => Claim::Is(found),
            1 => Claim::Not(found),
            _ => return Err(FarandoleError::usage(format!("unknown kind of move {kind}"))),
        };
        let searches = if budget == 0 { u64::MAX } else { budget };
        let verdicts = judge_within(searches, position.clone(), [claim])?;
        let verdict = verdicts.first().ok_or_else(|| FarandoleError::usage("no move"))?;
        let decided = match verdict.ruling {
            Ruling::Justified => FarandoleRuling::Justified,
            Ruling::NotYetJustified => FarandoleRuling::NotYetJustified,
            Ruling::Contradicts => FarandoleRuling::Contradicts,
            Ruling::Undecided => FarandoleRuling::Undecided,
            Ruling::NoSolution => FarandoleRuling::NoSolution,
            Ruling::Unknown => FarandoleRuling::Unknown,
        };
        if !reason.is_null() {
            let (status, steps) = match &verdict.reason {
                Some(Reason::Steps(steps)) => (FarandoleHintStatus::Steps, &steps[..]),
                _ => (FarandoleHintStatus::Stuck, &[][..]),
            };
            let made = Owned::leak(status, &verdict.text(&position), steps, &[]);
            // SAFETY: the caller guarantees that the pointer can be written.
            unsafe { reason.write(made) };
        }
        // SAFETY: the caller guarantees that the ruling can be written.
        unsafe { ruling.write(decided) };
        Ok(())
    };
    // SAFETY: the caller guarantees that the error is null or can be written.
    unsafe { guard(error, judge) }
}

/// Checks the values of all cells by the rules alone, with code that no solver uses.
///
/// `report` receives a new hint: `FARANDOLE_HINT_STATUS_SOLVED`, or `FARANDOLE_HINT_STATUS_PROBLEMS` with a sentence about
/// the first violation.
///
/// # Safety
///
/// `puzzle` is NULL or a puzzle that has not been freed. `values` is valid for reads of `cells` bytes, and `report` for a
/// write. `error` is NULL or valid for a write.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn farandole_check(
    puzzle: *const FarandolePuzzle,
    values: *const u8,
    cells: usize,
    report: *mut *mut FarandoleHint,
    error: *mut *mut FarandoleError,
) -> FarandoleCode {
    let check = || {
        require(!report.is_null(), "report")?;
        // SAFETY: the caller guarantees that the puzzle is null or has not been freed.
        let puzzle = unsafe { puzzle_of(puzzle) }?;
        // SAFETY: the caller guarantees that the bytes can be read.
        let values = unsafe { array(values, cells) };
        require(!values.is_empty(), "values")?;
        let made = match puzzle.check(values) {
            Ok(()) => Owned::leak(FarandoleHintStatus::Solved, "", &[], &[]),
            Err(violation) => Owned::leak(FarandoleHintStatus::Problems, &format!("{violation}\n"), &[], &[]),
        };
        // SAFETY: the caller guarantees that the pointer can be written.
        unsafe { report.write(made) };
        Ok(())
    };
    // SAFETY: the caller guarantees that the error is null or can be written.
    unsafe { guard(error, check) }
}

/// Frees a hint with its steps and texts. NULL has no effect.
///
/// # Safety
///
/// `hint` is NULL or a hint of this library that has not been freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn farandole_hint_free(hint: *mut FarandoleHint) {
    if !hint.is_null() {
        // SAFETY: the caller guarantees that `leak` made the pointer, which is that of the whole allocation.
        drop(unsafe { Box::from_raw(hint.cast::<Owned>()) });
    }
}

/// Returns the position with the entries of a person.
///
/// # Safety
///
/// `entries` is null or valid for a read, and its arrays are null or valid for reads of its number of cells.
unsafe fn position_of(puzzle: &Puzzle, entries: *const FarandoleEntries) -> Result<Position, FarandoleError> {
    // SAFETY: the caller guarantees that the entries are null or can be read.
    let (digits, marks) = match unsafe { entries.as_ref() } {
        None => (&[][..], &[][..]),
        Some(entries) => {
            if entries.cells > puzzle.cell_count() {
                let (found, expected) = (entries.cells, puzzle.cell_count());
                return Err(FarandoleError::usage(format!(
                    "found entries for {found} cells, expected {expected}"
                )));
            }
            // SAFETY: the caller guarantees that the digits are null or can be read.
            let digits = unsafe { array(entries.digits, entries.cells) };
            // SAFETY: the caller guarantees that the marks are null or can be read.
            (digits, unsafe { array(entries.marks, entries.cells) })
        }
    };
    let digits: Vec<Option<u8>> = digits.iter().map(|digit| Some(*digit)).collect();
    Position::new(puzzle, &digits, marks).map_err(|error| farandole::Error::from(error).into())
}

/// Returns an array, which is empty for a null pointer.
///
/// # Safety
///
/// `first` is null or valid for reads of `count` numbers.
unsafe fn array<'a, T>(first: *const T, count: usize) -> &'a [T] {
    if first.is_null() || count == 0 || count > isize::MAX as usize / size_of::<T>() {
        return &[];
    }
    // SAFETY: the caller guarantees that the numbers can be read, and the length has been checked.
    unsafe { std::slice::from_raw_parts(first, count) }
}

const fn candidate_of(candidate: variant::Candidate) -> FarandoleCandidate {
    FarandoleCandidate { cell: candidate.cell.index() as u32, value: candidate.value }
}
