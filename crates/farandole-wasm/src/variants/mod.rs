//! Requests about variants: boards of any shape with constraints. The second module of the page
//! answers them.
//!
//! A board consists of constraint text without givens, the givens, and the user's progress. Digits
//! are 1-based indices into the range of values, so that bit 0 of a set is the lowest value.

mod edit;
mod grids;
mod pictures;
mod places;
mod show;
mod steps;
mod texts;
mod values;
mod wire;

use crate::answer::{Answer, Refusal};
use crate::board::Which;
use crate::ops::pictures::{SheetRequest, ThemeName};
use crate::ops::steps::{DepthName, ReachName};
use farandole::json::Step;
use serde::Deserialize;
use wire::{AnyBoard, VariantBoard};

/// A request. `op` is the name of the operation.
#[derive(Deserialize)]
#[serde(tag = "op", rename_all = "kebab-case", deny_unknown_fields)]
enum Request {
    /// Lists the constraint kinds.
    Catalogue,
    /// Lists the text formats for variants.
    Formats,
    /// Reads the text or link in the body.
    Read,
    /// Writes the board as text or link.
    Write { board: VariantBoard, to: String },
    /// Returns the drawing and the constraints of the board.
    Show { board: VariantBoard },
    /// Adds or removes a constraint.
    Edit(edit::EditRequest),
    /// Finds solutions up to a limit; 0 for no limit.
    Solve {
        board: VariantBoard,
        #[serde(default)]
        which: Which,
        #[serde(default = "two")]
        limit: u64,
        #[serde(default)]
        budget: Option<u64>,
    },
    /// Estimates the number of solutions by random dives.
    Estimate {
        board: VariantBoard,
        #[serde(default)]
        which: Which,
        dives: u64,
    },
    /// Returns the candidates that the digits leave in each cell, and the contradictions between
    /// digits.
    Open { board: VariantBoard },
    /// Finds the true candidates.
    Candidates {
        board: VariantBoard,
        #[serde(default)]
        which: Which,
        #[serde(default)]
        budget: Option<u64>,
    },
    /// Finds constraints and givens that follow from the others.
    Redundant {
        board: VariantBoard,
        #[serde(default)]
        budget: Option<u64>,
    },
    /// Finds constraints that contradict each other.
    Why {
        board: VariantBoard,
        #[serde(default)]
        budget: Option<u64>,
    },
    /// Finds mistakes in the user's digits and candidates.
    Check { board: VariantBoard },
    /// Finds the next step or a mistake. The answer is an `Advice`.
    Hint {
        board: AnyBoard,
        #[serde(default)]
        depth: DepthName,
        #[serde(default)]
        reach: ReachName,
        #[serde(default)]
        budget: Option<u64>,
        /// Budget of the search for mistakes, which precedes the search for steps.
        #[serde(default)]
        check: Option<u64>,
    },
    /// Finds the solution path or a mistake. The answer is a `Path` or an `Advice`.
    Explain {
        board: AnyBoard,
        #[serde(default)]
        budget: Option<u64>,
    },
    /// Returns the drawing of a step in its state. `Advice` and `Path` contain both.
    Step { state: String, step: Step },
    /// Draws the board. The body of the answer is SVG. A step adds its pattern and a caption.
    Draw {
        board: AnyBoard,
        #[serde(default)]
        step: Option<Step>,
        #[serde(default)]
        theme: ThemeName,
        #[serde(default)]
        caption: String,
    },
    /// Draws pages. The body of the answer is PDF.
    Sheet(SheetRequest<VariantBoard>),
}

const fn two() -> u64 {
    2
}

/// Answers a request about variants. Never panics, whatever the bytes are.
///
/// The cost is that of the operation. `budget` bounds the cost of searches.
///
/// ```
/// let request = "{\"op\":\"read\"}\n.Shape~4x4.Thermo~R1C1~R1C2~R1C3~R1C4.~R2C1_3";
/// let answer = String::from_utf8(farandole_wasm::answer_variant(request.as_bytes())).unwrap();
/// assert!(answer.contains(r#""text":".Shape~4x4.Thermo~R1C1~R1C2~R1C3~R1C4""#), "{answer}");
/// let board = r#"{"text":".Shape~4x4.Cage~3~R1C1~R1C2.Thermo~R2C1~R2C2.Cage~4~R3C1~R3C2","givens":[0,0,0,0,0,0,1,0,0,0,0,0,0,0,0,1]}"#;
/// let request = format!(r#"{{"op":"hint","board":{board},"depth":"what"}}"#);
/// let answer = String::from_utf8(farandole_wasm::answer_variant(request.as_bytes())).unwrap();
/// assert!(answer.contains(r#""status":"steps""#), "{answer}");
/// ```
pub fn answer_variant(request: &[u8]) -> Vec<u8> {
    crate::answer::to_bytes(request, dispatch)
}

fn dispatch(request: Request, body: &[u8]) -> Result<Answer, Refusal> {
    match request {
        Request::Catalogue => Ok(show::catalogue()),
        Request::Formats => Ok(texts::formats()),
        Request::Read => texts::read(body),
        Request::Write { board, to } => texts::write(&board, &to),
        Request::Show { board } => show::show(&board),
        Request::Edit(edit) => edit::edit(&edit),
        Request::Solve { board, which, limit, budget } => values::solve(&board, which, limit, budget),
        Request::Estimate { board, which, dives } => values::estimate(&board, which, dives),
        Request::Open { board } => values::open(&board),
        Request::Candidates { board, which, budget } => values::candidates(&board, which, budget),
        Request::Redundant { board, budget } => values::redundant(&board, budget),
        Request::Why { board, budget } => values::why(&board, budget),
        Request::Check { board } => values::check(&board),
        Request::Hint { board, depth, reach, budget, check } => {
            steps::hint(&board.into_variant()?, depth, reach, budget, check)
        }
        Request::Explain { board, budget } => steps::explain(&board.into_variant()?, budget),
        Request::Step { state, step } => steps::step(&state, &step),
        Request::Draw { board, step, theme, caption } => {
            pictures::draw(&board.into_variant()?, step.as_ref(), theme, &caption)
        }
        Request::Sheet(sheet) => pictures::sheet(&sheet),
    }
}
