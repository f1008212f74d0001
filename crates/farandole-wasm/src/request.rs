//! Requests: the operations by name, and how they find their code.

use crate::answer::{Answer, Refusal, to_bytes};
use crate::board::{Board, Which};
use crate::bulk::{self, What};
use crate::ops::{cover, make, pictures, steps, texts, values};
use serde::Deserialize;

/// A request; `op` names the operation.
#[derive(Deserialize)]
#[serde(tag = "op", rename_all = "kebab-case", deny_unknown_fields)]
enum Request {
    /// The version, and what the kernel uses.
    Info,
    /// The text formats.
    Formats,
    /// The text of the body as boards, at most so many.
    Read {
        #[serde(default = "most_boards")]
        most: usize,
    },
    /// The puzzle as text in a format.
    Write { board: Board, to: String },
    /// Solutions up to a limit; 0 for all.
    Solve {
        board: Board,
        #[serde(default)]
        which: Which,
        #[serde(default = "two")]
        limit: u64,
        #[serde(default)]
        budget: Option<u64>,
    },
    /// About how many solutions there are, from so many random dives.
    Estimate {
        board: Board,
        #[serde(default)]
        which: Which,
        dives: u64,
    },
    /// The digits that the digits in place leave in each cell.
    Open { board: Board },
    /// The true candidates.
    Candidates {
        board: Board,
        #[serde(default)]
        which: Which,
        #[serde(default)]
        budget: Option<u64>,
    },
    /// The redundant givens.
    Redundant {
        board: Board,
        #[serde(default)]
        budget: Option<u64>,
    },
    /// Which written digits and marks are wrong.
    Check { board: Board },
    /// The next step.
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
    /// The whole way.
    Explain {
        board: Board,
        #[serde(default)]
        scale: steps::ScaleName,
        #[serde(default)]
        budget: Option<u64>,
    },
    /// How hard it is.
    Rate {
        board: Board,
        #[serde(default)]
        scale: steps::ScaleName,
        #[serde(default)]
        budget: Option<u64>,
    },
    /// All techniques.
    Techniques,
    /// A technique with an example.
    Technique { id: String },
    /// A picture as SVG, in the body.
    Draw {
        board: Board,
        #[serde(default)]
        step: Option<farandole::json::Step>,
        #[serde(default)]
        theme: pictures::ThemeName,
        #[serde(default)]
        caption: String,
    },
    /// Pages as PDF, in the body.
    Sheet(pictures::SheetRequest<Board>),
    /// The records of the body, one after the other.
    Bulk {
        what: What,
        #[serde(default)]
        format: Option<String>,
        #[serde(default)]
        budget: Option<u64>,
    },
    /// A puzzle by numbered attempts.
    Make(make::MakeRequest),
    /// The exact cover problem of the body.
    Cover(cover::CoverRequest),
}

const fn two() -> u64 {
    2
}

const fn most_boards() -> usize {
    1000
}

/// Answers a request; never panics on any bytes.
///
/// Costs what the operation costs; `budget` bounds that of searches and ratings.
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
