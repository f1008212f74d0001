//! The text that an engine runs: the runtime, applied to the program of a file.

use crate::editor::json::{Json, Object};
use farandole_puzzle::board::{Board, GridKind};
use serde::Serialize;

/// An expression that is a function of a [`Request`].
const RUNTIME: &str = include_str!("runtime.js");

/// The program of a custom constraint, with the puzzle that it reads.
#[derive(Clone, Debug)]
pub(crate) struct Program {
    request: String,
}

/// The argument of the runtime. Cells are numbered from 0 row by row.
#[derive(Serialize)]
struct Request<'a> {
    board: RequestBoard,
    code: &'a str,
    components: Vec<Segment<'a>>,
    input: &'a Json,
    /// The stored solution, if the file has one.
    solution: Option<&'a [Option<u8>]>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct RequestBoard {
    width: usize,
    height: usize,
    min_digit: u8,
    max_digit: u8,
    #[serde(rename = "type")]
    kind: &'static str,
    /// The number of the region of each cell, or -1.
    regions: Vec<i64>,
}

/// The code of a component.
#[derive(Serialize)]
struct Segment<'a> {
    name: &'a str,
    code: &'a str,
}

impl<'a> Segment<'a> {
    fn read(json: &'a Json) -> Option<Self> {
        let text = |key: &str| json.object()?.get(key)?.text();
        Some(Self { name: text("name")?, code: text("code")? })
    }
}

impl Program {
    /// Returns the program that the definition of a custom constraint contains, if it contains one. The second argument
    /// has the number of the region of each cell, or -1.
    pub(crate) fn read(
        definition: &Object,
        input: &Json,
        (board, regions): (&Board, Vec<i64>),
        solution: Option<&[Option<u8>]>,
    ) -> Option<Self> {
        let code = definition.get("backend")?.object()?.get("code")?.text()?;
        let segments = definition.get("components").and_then(Json::list).unwrap_or_default();
        let values = board.values();
        let request = Request {
            board: RequestBoard {
                width: board.shape().cols(),
                height: board.shape().rows(),
                min_digit: values.low(),
                max_digit: values.high(),
                kind: if board.shape().kind() == GridKind::Sudoku { "sudoku" } else { "custom" },
                regions,
            },
            code,
            components: segments.iter().map(Segment::read).collect::<Option<_>>()?,
            input,
            solution,
        };
        Some(Self { request: serde_json::to_string(&request).ok()? })
    }

    /// Returns the expression that an engine runs.
    pub(crate) fn expression(&self) -> String {
        format!("({})({})", RUNTIME.trim_end().trim_end_matches(';'), self.request)
    }
}
