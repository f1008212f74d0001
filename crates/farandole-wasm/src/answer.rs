//! Answers: a line of JSON, followed by bytes if the answer includes a text or a file.

use farandole::json::SCHEMA;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fmt;

/// The answer to a request.
pub(crate) struct Answer {
    /// One line of JSON without its line feed.
    json: Vec<u8>,
    body: Option<Vec<u8>>,
}

/// The error of a request that cannot be answered.
#[derive(Clone, PartialEq, Eq, Serialize, Debug)]
pub struct Refusal {
    schema: u32,
    /// `unreadable`, `unsupported`, `elsewhere` or `usage`.
    status: &'static str,
    detail: String,
    /// 1-based line in the body of the request.
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    column: Option<u64>,
    /// The module that answers, if the status is `elsewhere`: `plain`, `tools` or `variants`.
    #[serde(skip_serializing_if = "Option::is_none")]
    module: Option<&'static str>,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let (Some(line), Some(column)) = (self.line, self.column) {
            write!(f, "line {line}, column {column}: ")?;
        }
        f.write_str(&self.detail)
    }
}

impl std::error::Error for Refusal {}

impl Refusal {
    /// Returns the reason as a name: `unreadable`, `unsupported`, `elsewhere` or `usage`.
    pub const fn status(&self) -> &'static str {
        self.status
    }

    /// Returns the error as JSON, which is the answer to the request.
    pub(crate) fn into_bytes(self) -> Vec<u8> {
        Answer::json(&self).into_bytes()
    }

    /// Returns the error for a malformed request.
    pub(crate) fn usage(detail: impl ToString) -> Self {
        let detail = detail.to_string();
        Self { schema: SCHEMA, status: "usage", detail, line: None, column: None, module: None }
    }

    /// Returns the error for an operation that does not support the puzzle.
    pub(crate) fn unsupported(detail: impl ToString) -> Self {
        Self { status: "unsupported", ..Self::usage(detail) }
    }

    /// Returns the error for a request that another module answers.
    #[cfg(not(all(feature = "classic", feature = "tools", feature = "variants")))]
    pub(crate) fn elsewhere(module: &'static str) -> Self {
        let detail = "another module answers this request";
        Self { status: "elsewhere", module: Some(module), ..Self::usage(detail) }
    }

    /// Returns the error for a text that cannot be read, with its position.
    pub(crate) fn unreadable(detail: impl ToString, line: u64, column: u64) -> Self {
        Self { line: Some(line), column: Some(column), ..Self::unreadable_whole(detail) }
    }

    /// Returns the error for a text that cannot be read, if the details already include positions.
    pub(crate) fn unreadable_whole(detail: impl ToString) -> Self {
        Self { status: "unreadable", ..Self::usage(detail) }
    }
}

impl Answer {
    /// Returns an answer that consists of JSON only.
    pub(crate) fn json(value: &impl Serialize) -> Self {
        let json = serde_json::to_vec(value).expect("memory takes everything, and all keys are strings");
        Self { json, body: None }
    }

    /// Returns an answer with a text or a file.
    pub(crate) fn with_body(value: &impl Serialize, body: Vec<u8>) -> Self {
        Self { body: Some(body), ..Self::json(value) }
    }

    pub(crate) fn into_bytes(self) -> Vec<u8> {
        let mut bytes = self.json;
        if let Some(mut body) = self.body {
            bytes.push(b'\n');
            bytes.append(&mut body);
        }
        bytes
    }
}

/// Parses a request, passes it to a function together with the bytes after its line, and serializes
/// the answer.
pub(crate) fn to_bytes<R: DeserializeOwned>(
    request: &[u8],
    dispatch: impl Fn(R, &[u8]) -> Result<Answer, Refusal>,
) -> Result<Vec<u8>, Refusal> {
    let end = request.iter().position(|byte| *byte == b'\n').unwrap_or(request.len());
    let (head, body) = (&request[..end], request.get(end + 1..).unwrap_or_default());
    let answer = serde_json::from_slice(head).map_err(Refusal::usage).and_then(|it| dispatch(it, body));
    answer.map(Answer::into_bytes)
}

/// An answer with only a status.
#[derive(Serialize)]
pub(crate) struct Plain {
    schema: u32,
    status: &'static str,
}

impl Plain {
    pub(crate) const OK: Self = Self { schema: SCHEMA, status: "ok" };
}
