//! Requests: the names of the operations, and their dispatch. An operation distinguishes the kinds
//! of puzzles itself.
//!
//! The features `classic`, `tools` and `variants` select the operations that a module supports. For
//! all others, the answer is `elsewhere` with the name of the module that supports them.

use crate::answer::{Answer, Refusal, to_bytes};
use crate::board::{Board, Which};
use crate::kind::{as_variant, on_puzzle, with_cosmetics};
#[cfg(feature = "tools")]
use crate::ops::{bulk, make, techniques};
use crate::ops::{pictures, steps, texts, values};
use crate::wire::{JudgeRequest, StepRequest, Texts};
use farandole::format::Format;
use farandole::json::Step;
use serde::Deserialize;
use std::borrow::Cow;
#[cfg(feature = "variants")]
use {
    crate::ops::cover, crate::ops::estimate, crate::ops::live, crate::variant, crate::variant::complete,
    crate::variant::edit, crate::variant::proposal, crate::variant::topics,
};
#[cfg(feature = "classic")]
use {crate::wire::default_scale, crate::wire::scale, farandole::logic::Scale};

/// A request. `op` is the name of the operation.
#[derive(Deserialize)]
#[serde(tag = "op", rename_all = "kebab-case", deny_unknown_fields)]
enum Request {
    /// Returns the version and the instruction set of the kernel.
    Info,
    /// Lists the text formats that can represent classic puzzles, or variants.
    Formats {
        #[serde(default)]
        variants: bool,
    },
    /// Parses the body as boards, up to a maximum number.
    Read {
        #[serde(default = "max_boards")]
        most: usize,
    },
    /// Writes the puzzle in a text format, or as a link. Formats of editors contain the texts and the cosmetics.
    Write {
        board: Board,
        to: String,
        #[serde(default)]
        texts: Texts,
    },
    /// Returns the drawing of the puzzle without digits, and its constraints.
    Show { board: Board },
    /// Finds solutions up to a limit, where 0 means no limit.
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
    #[cfg(feature = "variants")]
    Estimate {
        board: Board,
        #[serde(default)]
        which: Which,
        dives: u64,
    },
    /// Returns the candidates that the digits leave in each cell, and the contradictions between
    /// digits. Ignores the content of hidden cells, except for the user's digits.
    Open {
        board: Board,
        /// The hidden indices.
        #[serde(default)]
        hidden: Vec<usize>,
    },
    /// Finds the true candidates.
    Candidates {
        board: Board,
        #[serde(default)]
        which: Which,
        #[serde(default)]
        budget: Option<u64>,
    },
    /// Finds givens and constraints that follow from the others.
    Redundant {
        board: Board,
        #[serde(default)]
        budget: Option<u64>,
    },
    /// Finds mistakes in the user's digits and candidates.
    Check { board: Board },
    /// Finds the next step or a mistake. The answer is an `Advice` with drawings.
    Hint(StepRequest),
    /// Judges moves. The answer is `Verdicts`.
    Judge(JudgeRequest),
    /// Finds the solution path or a mistake. The answer is a `Path` with drawings or an `Advice`.
    Explain(StepRequest),
    /// Draws the board. The body of the answer is SVG. A step adds its pattern and a caption; without a step, title,
    /// author and rules are below the board.
    Draw {
        board: Board,
        #[serde(default)]
        step: Option<Box<Step>>,
        #[serde(default)]
        theme: pictures::ThemeName,
        #[serde(default)]
        caption: String,
        #[serde(default)]
        texts: Texts,
    },
    /// Draws pages. The body of the answer is PDF.
    Sheet(pictures::SheetRequest),
    /// Rates the difficulty.
    #[cfg(feature = "classic")]
    Rate {
        board: Board,
        #[serde(default = "default_scale", deserialize_with = "scale")]
        scale: Scale,
        #[serde(default)]
        budget: Option<u64>,
    },
    /// Lists all techniques.
    #[cfg(feature = "tools")]
    Techniques,
    /// Returns a technique with an example.
    #[cfg(feature = "tools")]
    Technique { id: String },
    /// Returns an exercise for a technique.
    #[cfg(feature = "tools")]
    Exercise { id: String, seed: Option<u64>, number: u64 },
    /// Lists the reasons of steps in variants for which there are exercises.
    #[cfg(feature = "variants")]
    Topics,
    /// Returns a topic with an example.
    #[cfg(feature = "variants")]
    Topic { id: String },
    /// Returns an exercise for a topic.
    #[cfg(feature = "variants")]
    TopicExercise { id: String, seed: Option<u64>, number: u64 },
    /// Answers all records of the body in order.
    #[cfg(feature = "tools")]
    Bulk(bulk::BulkRequest),
    /// Generates a puzzle in numbered attempts.
    #[cfg(feature = "tools")]
    Make(make::MakeRequest),
    /// Solves the exact cover problem in the body.
    #[cfg(feature = "variants")]
    Cover(cover::CoverRequest),
    /// Lists the constraint kinds.
    #[cfg(feature = "variants")]
    Catalogue,
    /// Adds or removes a constraint. Converts a classic puzzle to a variant.
    #[cfg(feature = "variants")]
    Edit(edit::EditRequest),
    /// Adds clues and givens until one solution is left, in numbered attempts.
    #[cfg(feature = "variants")]
    Complete(complete::CompleteRequest),
    /// Finds constraints that contradict each other.
    #[cfg(feature = "variants")]
    Why {
        board: Board,
        #[serde(default)]
        budget: Option<u64>,
    },
    /// Proposes meanings for the drawings of the editor's puzzle in the body. `meanings` contains
    /// decisions about groups, such as `g3=2 g7=ignore`. If the puzzle has programs, the answer lists them, and the same request with their
    /// `results` is answered by the proposal.
    #[cfg(feature = "variants")]
    Propose {
        #[serde(default)]
        meanings: String,
        #[serde(default)]
        results: Vec<String>,
    },
    /// Answers a message of an editor, in the protocol of Rangsk's solver. A count in progress and an estimate continue
    /// with the next turn.
    #[cfg(feature = "variants")]
    Live {
        #[serde(default)]
        turn: u64,
    },
    /// A request that only another module answers.
    #[cfg(not(feature = "tools"))]
    #[serde(rename = "techniques", alias = "technique", alias = "exercise", alias = "bulk", alias = "make")]
    Tools(serde::de::IgnoredAny),
    #[cfg(not(feature = "classic"))]
    #[serde(rename = "rate")]
    Plain(serde::de::IgnoredAny),
    #[cfg(not(feature = "variants"))]
    #[serde(
        rename = "catalogue",
        alias = "cover",
        alias = "edit",
        alias = "estimate",
        alias = "complete",
        alias = "live",
        alias = "topic",
        alias = "topic-exercise",
        alias = "topics",
        alias = "why",
        alias = "propose"
    )]
    Variants(serde::de::IgnoredAny),
}

const fn two() -> u64 {
    2
}

const fn max_boards() -> usize {
    1000
}

/// Answers a request. Does not panic for any input.
///
/// Cost: that of the operation. `budget` bounds the cost of searches and ratings.
///
/// ```
/// let answer = farandole_wasm::answer(b"no request");
/// assert!(answer.starts_with(br#"{"schema":1,"status":"usage","detail":""#));
///
/// let board = r#"{"text":".Shape~4x4.Cage~3~R1C1~R1C2.Thermo~R2C1~R2C2.Cage~4~R3C1~R3C2","givens":[0,0,0,0,0,0,1,0,0,0,0,0,0,0,0,1]}"#;
/// let request = format!(r#"{{"op":"hint","board":{board},"depth":"what"}}"#);
/// let answer = String::from_utf8(farandole_wasm::answer(request.as_bytes())).unwrap();
/// assert!(answer.contains(r#""status":"steps""#), "{answer}");
/// ```
pub fn answer(request: &[u8]) -> Vec<u8> {
    try_answer(request).unwrap_or_else(Refusal::into_bytes)
}

/// Answers a request like [`answer`], and keeps errors apart from answers.
///
/// ```
/// let refusal = farandole_wasm::try_answer(br#"{"op":"none"}"#).unwrap_err();
/// assert_eq!(refusal.status(), "usage");
/// assert!(refusal.to_string().starts_with("unknown variant `none`"));
/// ```
///
/// # Errors
/// If the request is malformed, its text cannot be read, or the operation does not support the puzzle.
pub fn try_answer(request: &[u8]) -> Result<Vec<u8>, Refusal> {
    to_bytes(request, dispatch)
}

// long: an arm for each operation
fn dispatch(request: Request, body: &[u8]) -> Result<Answer, Refusal> {
    match request {
        Request::Info => Ok(texts::info()),
        Request::Formats { variants } => texts::formats(variants),
        Request::Read { most } => texts::read(body, most),
        Request::Write { board, to, texts } => {
            on_puzzle!(&*written_as(&board, &to)?, it => texts::write(&it, &to, &texts))
        }
        Request::Show { board } => on_puzzle!(&board, it => pictures::show(&it)),
        Request::Solve { board, which, limit, budget } => {
            on_puzzle!(&board, it => values::solve(&it, which, &values::config(limit, budget)))
        }
        #[cfg(feature = "variants")]
        Request::Estimate { board, which, dives } => estimate::estimate(&board, which, dives),
        Request::Open { board, hidden } => {
            on_puzzle!(&*visible(&board, &hidden)?, it => values::open(&it))
        }
        Request::Candidates { board, which, budget } => {
            on_puzzle!(&board, it => values::candidates(&it, which, &values::config(0, budget)))
        }
        Request::Redundant { board, budget } => {
            on_puzzle!(&board, it => values::redundant(&it, &values::config(0, budget)))
        }
        Request::Check { board } => on_puzzle!(&board, it => values::check(&it, &board)),
        Request::Hint(query) => on_puzzle!(&*with_steps(&query.board)?, it => steps::hint(&it, &query)),
        Request::Judge(query) => on_puzzle!(&*with_steps(&query.board)?, it => steps::judge(&it, &query)),
        Request::Explain(query) => on_puzzle!(&*with_steps(&query.board)?, it => steps::explain(&it, &query)),
        Request::Draw { board, step: Some(step), theme, caption, .. } => {
            on_puzzle!(&*with_steps(&board)?, it => pictures::draw_step(&it, &step, theme, &caption))
        }
        Request::Draw { board, theme, texts, .. } => {
            on_puzzle!(&*with_cosmetics(&board)?, it => pictures::draw(&it, theme, &texts))
        }
        Request::Sheet(sheet) => pictures::sheet(&sheet),
        #[cfg(feature = "classic")]
        Request::Rate { board, scale, budget } => steps::rate(&board, scale, budget),
        #[cfg(feature = "tools")]
        Request::Techniques => Ok(techniques::techniques()),
        #[cfg(feature = "tools")]
        Request::Technique { id } => techniques::technique(&id),
        #[cfg(feature = "tools")]
        Request::Exercise { id, seed, number } => techniques::exercise(&id, seed, number),
        #[cfg(feature = "variants")]
        Request::Topics => Ok(topics::topics()),
        #[cfg(feature = "variants")]
        Request::Topic { id } => topics::topic(&id),
        #[cfg(feature = "variants")]
        Request::TopicExercise { id, seed, number } => topics::exercise(&id, seed, number),
        #[cfg(feature = "tools")]
        Request::Bulk(bulk) => bulk::run(body, &bulk),
        #[cfg(feature = "tools")]
        Request::Make(make) => make::run(&make),
        #[cfg(feature = "variants")]
        Request::Cover(cover) => cover::run(body, &cover),
        #[cfg(feature = "variants")]
        Request::Catalogue => Ok(variant::catalogue()),
        #[cfg(feature = "variants")]
        Request::Edit(edit) => edit::edit(&edit),
        #[cfg(feature = "variants")]
        Request::Complete(request) => complete::complete(&request),
        #[cfg(feature = "variants")]
        Request::Why { board, budget } => variant::VariantBoard::of(&board)?.why(&values::config(0, budget)),
        #[cfg(feature = "variants")]
        Request::Propose { meanings, results } => proposal::propose(body, &meanings, results),
        #[cfg(feature = "variants")]
        Request::Live { turn } => Ok(live::live(body, turn)),
        #[cfg(not(feature = "tools"))]
        Request::Tools(_) => Err(Refusal::elsewhere("tools")),
        #[cfg(not(feature = "classic"))]
        Request::Plain(_) => Err(Refusal::elsewhere("plain")),
        #[cfg(not(feature = "variants"))]
        Request::Variants(_) => Err(Refusal::elsewhere("variants")),
    }
}

/// Returns the board on which steps are searched for. Classic grids have their own techniques, and
/// any other puzzle is converted to a variant.
fn with_steps(board: &Board) -> Result<Cow<'_, Board>, Refusal> {
    if board.has_scales() { Ok(Cow::Borrowed(board)) } else { as_variant(board) }
}

/// Returns the board without the givens, candidates and constraints in hidden cells.
fn visible<'a>(board: &'a Board, hidden: &[usize]) -> Result<Cow<'a, Board>, Refusal> {
    if hidden.is_empty() {
        return Ok(Cow::Borrowed(board));
    }
    let mut visible = board.clone();
    for index in hidden {
        visible.givens.get_mut(*index).into_iter().for_each(|given| *given = 0);
        visible.allowed.get_mut(*index).into_iter().for_each(|set| *set = 0);
    }
    visible.extra.retain(|region| !region.iter().any(|cell| hidden.contains(cell)));
    #[cfg(feature = "variants")]
    if let Some(text) = &mut visible.text {
        *text = variant::visible_text(text, hidden)?;
    }
    Ok(Cow::Owned(visible))
}

/// Returns the board to write in a format. Formats of variants represent classic puzzles as variants.
fn written_as<'a>(board: &'a Board, format: &str) -> Result<Cow<'a, Board>, Refusal> {
    match Format::variant_by_name(format) {
        Some(_) => as_variant(board),
        None => Ok(Cow::Borrowed(board)),
    }
}
