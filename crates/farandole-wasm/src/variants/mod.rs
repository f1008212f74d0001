//! Requests about variants: boards of any shape with constraints, as the second module of a page answers them.
//!
//! A board is constraint text without the givens of its grid, and beside it what a person wrote. A digit is the place of a
//! value in the range of the board, from 1 on, so that bit 0 of a set stands for the least value.

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

/// A request; `op` names the operation.
#[derive(Deserialize)]
#[serde(tag = "op", rename_all = "kebab-case", deny_unknown_fields)]
enum Request {
    /// The kinds of constraints.
    Catalogue,
    /// The forms in which variants are written.
    Formats,
    /// The text or link of the body as a board.
    Read,
    /// The board as text or link.
    Write { board: VariantBoard, to: String },
    /// What is drawn of the board, and its constraints one by one.
    Show { board: VariantBoard },
    /// The board with a constraint more or less.
    Edit(edit::EditRequest),
    /// Solutions up to a limit; 0 for all.
    Solve {
        board: VariantBoard,
        #[serde(default)]
        which: Which,
        #[serde(default = "two")]
        limit: u64,
        #[serde(default)]
        budget: Option<u64>,
    },
    /// About how many solutions there are, from so many random dives.
    Estimate {
        board: VariantBoard,
        #[serde(default)]
        which: Which,
        dives: u64,
    },
    /// The digits that the digits in place leave in each cell, and their contradictions.
    Open { board: VariantBoard },
    /// The true candidates.
    Candidates {
        board: VariantBoard,
        #[serde(default)]
        which: Which,
        #[serde(default)]
        budget: Option<u64>,
    },
    /// The constraints and givens that follow from the others.
    Redundant {
        board: VariantBoard,
        #[serde(default)]
        budget: Option<u64>,
    },
    /// Constraints that cannot hold together.
    Why {
        board: VariantBoard,
        #[serde(default)]
        budget: Option<u64>,
    },
    /// Which written digits and marks are wrong.
    Check { board: VariantBoard },
    /// The next step, or what is wrong; an `Advice`.
    Hint {
        board: AnyBoard,
        #[serde(default)]
        depth: DepthName,
        #[serde(default)]
        reach: ReachName,
        #[serde(default)]
        budget: Option<u64>,
        /// How much work the search for mistakes may be, which comes first.
        #[serde(default)]
        check: Option<u64>,
    },
    /// The whole way, or what is wrong; a `Path` or an `Advice`.
    Explain {
        board: AnyBoard,
        #[serde(default)]
        budget: Option<u64>,
    },
    /// What is drawn of a step, in the state that an `Advice` or `Path` names with it.
    Step { state: String, step: Step },
    /// A picture as SVG, in the body; with a step, its pattern and the caption.
    Draw {
        board: AnyBoard,
        #[serde(default)]
        step: Option<Step>,
        #[serde(default)]
        theme: ThemeName,
        #[serde(default)]
        caption: String,
    },
    /// Pages as PDF, in the body.
    Sheet(SheetRequest<VariantBoard>),
}

const fn two() -> u64 {
    2
}

/// Answers a request about variants; never panics on any bytes.
///
/// Costs what the operation costs; `budget` bounds that of searches.
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
