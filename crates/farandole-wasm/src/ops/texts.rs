//! Operations on texts: parsing puzzles, and listing the formats that can be written.

use crate::answer::{Answer, Plain, Refusal};
use crate::puzzle::Puzzle;
use crate::wire::{JsonFormat, ReadText, Texts};
use farandole::json::SCHEMA;
use farandole::kernel::Isa;
use serde::Serialize;

#[derive(Serialize)]
struct Info {
    schema: u32,
    status: &'static str,
    version: &'static str,
    /// The instruction set that the kernel uses.
    isa: &'static str,
    /// Number of puzzles that the kernel searches in parallel.
    lanes: usize,
}

pub(crate) fn info() -> Answer {
    let isa = Isa::detect();
    let (version, name) = (env!("CARGO_PKG_VERSION"), isa.name());
    Answer::json(&Info { schema: SCHEMA, status: "ok", version, isa: name, lanes: isa.lanes() })
}

#[derive(Serialize)]
struct Formats {
    schema: u32,
    status: &'static str,
    formats: Vec<JsonFormat>,
}

/// Lists the formats that can represent variants, or those for classic puzzles.
pub(crate) fn formats(variants: bool) -> Result<Answer, Refusal> {
    let formats = match variants {
        #[cfg(feature = "classic")]
        false => Ok(crate::classic::formats()),
        #[cfg(feature = "variants")]
        true => Ok(crate::variant::formats()),
        #[cfg(not(feature = "classic"))]
        false => Err(Refusal::elsewhere("plain")),
        #[cfg(not(feature = "variants"))]
        true => Err(Refusal::elsewhere("variants")),
    };
    Ok(Answer::json(&Formats { schema: SCHEMA, status: "ok", formats: formats? }))
}

/// Parses a text as boards, up to a maximum number of classic puzzles.
pub(crate) fn read(text: &[u8], most: usize) -> Result<Answer, Refusal> {
    let is_variant = farandole::variant::holds_variants(text);
    let found: Result<ReadText, Refusal> = match is_variant {
        #[cfg(feature = "classic")]
        false => crate::classic::read(text, most),
        #[cfg(feature = "variants")]
        true => crate::variant::read(text),
        #[cfg(not(feature = "classic"))]
        false => Err(Refusal::elsewhere("plain")),
        #[cfg(not(feature = "variants"))]
        true => Err(Refusal::elsewhere("variants")),
    };
    Ok(Answer::json(&found?))
}

pub(crate) fn write(puzzle: &impl Puzzle, to: &str, texts: &Texts) -> Result<Answer, Refusal> {
    Ok(Answer::with_body(&Plain::OK, puzzle.write(to, texts)?))
}
