//! Requests: the operations by name, and their dispatch.

use crate::answer::{Answer, Refusal, to_bytes};
use crate::board::{Board, Which};
use crate::bulk::{self, What};
use crate::ops::{cover, make, pictures, steps, texts, values};
use serde::Deserialize;

/// A request. `op` is the name of the operation.
#[derive(Deserialize)]
#[serde(tag = "op", rename_all = "kebab-case", deny_unknown_fields)]
enum Request {
    /// Returns the version and the instruction set of the kernel.
    Info,
    /// Lists the text formats.
    Formats,
    /// Reads the text of the body as boards, up to a maximum number.
    Read {
        #[serde(default = "most_boards")]
        most: usize,
    },
    /// Writes the puzzle in a text format.
    Write { board: Board, to: String },
    /// Finds solutions up to a limit; 0 for no limit.
    Solve {
        board: Board,
        #[serde(default)]
        which: Which,
        #[serde(default = "two")]
        limit: u64,
        #[serde(default)]
        budget: Option<u64>,
    },
    /// Estimates the number of solutions by random dives.
    Estimate {
        board: Board,
        #[serde(default)]
        which: Which,
        dives: u64,
    },
    /// Returns the candidates that the digits leave in each cell.
    Open { board: Board },
    /// Finds the true candidates.
    Candidates {
        board: Board,
        #[serde(default)]
        which: Which,
        #[serde(default)]
        budget: Option<u64>,
    },
    /// Finds the redundant givens.
    Redundant {
        board: Board,
        #[serde(default)]
        budget: Option<u64>,
    },
    /// Finds mistakes in the user's digits and candidates.
    Check { board: Board },
    /// Finds the next step.
    Hint {
        board: Board,
        #[serde(default)]
        depth: steps::DepthName,
        #[serde(default)]
        scale: steps::ScaleName,
        #[serde(default)]
        reach: steps::ReachName,
        #[serde(default)]
        budget: Option<u64>,
    },
    /// Finds the solution path.
    Explain {
        board: Board,
        #[serde(default)]
        scale: steps::ScaleName,
        #[serde(default)]
        budget: Option<u64>,
    },
    /// Rates the difficulty.
    Rate {
        board: Board,
        #[serde(default)]
        scale: steps::ScaleName,
        #[serde(default)]
        budget: Option<u64>,
    },
    /// Lists all techniques.
    Techniques,
    /// Returns a technique with an example.
    Technique { id: String },
    /// Draws the board. The body of the answer is SVG.
    Draw {
        board: Board,
        #[serde(default)]
        step: Option<farandole::json::Step>,
        #[serde(default)]
        theme: pictures::ThemeName,
        #[serde(default)]
        caption: String,
    },
    /// Draws pages. The body of the answer is PDF.
    Sheet(pictures::SheetRequest<Board>),
    /// Answers all records of the body in order.
    Bulk {
        what: What,
        #[serde(default)]
        format: Option<String>,
        #[serde(default)]
        budget: Option<u64>,
    },
    /// Generates a puzzle in numbered attempts.
    Make(make::MakeRequest),
    /// Solves the exact cover problem in the body.
    Cover(cover::CoverRequest),
}

const fn two() -> u64 {
    2
}

const fn most_boards() -> usize {
    1000
}

/// Answers a request. Never panics, whatever the bytes are.
///
/// The cost is that of the operation. `budget` bounds the cost of searches and ratings.
///
/// ```
/// let answer = farandole_wasm::answer(b"no request");
/// assert!(answer.starts_with(br#"{"schema":1,"status":"usage","detail":""#));
/// ```
pub fn answer(request: &[u8]) -> Vec<u8> {
    to_bytes(request, dispatch)
}

fn dispatch(request: Request, body: &[u8]) -> Result<Answer, Refusal> {
    match request {
        Request::Info => Ok(texts::info()),
        Request::Formats => Ok(texts::formats()),
        Request::Read { most } => texts::read(body, most),
        Request::Write { board, to } => texts::write(&board, &to),
        Request::Solve { board, which, limit, budget } => values::solve(&board, which, limit, budget),
        Request::Estimate { board, which, dives } => values::estimate(&board, which, dives),
        Request::Open { board } => values::open(&board),
        Request::Candidates { board, which, budget } => values::candidates(&board, which, budget),
        Request::Redundant { board, budget } => values::redundant(&board, budget),
        Request::Check { board } => values::check(&board),
        Request::Hint { board, depth, scale, reach, budget } => {
            steps::hint(&board, depth, scale.with(budget), reach)
        }
        Request::Explain { board, scale, budget } => steps::explain(&board, scale.with(budget)),
        Request::Rate { board, scale, budget } => steps::rate(&board, scale.with(budget), budget),
        Request::Techniques => Ok(steps::techniques()),
        Request::Technique { id } => steps::technique(&id),
        Request::Draw { board, step, theme, caption } => {
            pictures::draw(&board, step.as_ref(), theme, &caption)
        }
        Request::Sheet(sheet) => pictures::sheet(&sheet),
        Request::Bulk { what, format, budget } => bulk::run(body, what, format.as_deref(), budget),
        Request::Make(make) => make::run(&make),
        Request::Cover(cover) => cover::run(body, &cover),
    }
}
