//! Parsers of option values. Parsers for names also provide the names to shell completions and error
//! messages.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use farandole::engines::Engine;
use farandole::format::Format;
use farandole::logic::Scale;
use farandole::variant::VariantSearch;
use farandole_draw::sheet::Paper;
use std::str::FromStr;
use std::time::Duration;

/// Parses a number other than 0.
pub(super) fn at_least_one<T: FromStr>(text: &str) -> Result<T, &'static str> {
    text.parse().map_err(|_| "expected a number of at least 1")
}

/// Parses a number of bytes.
pub(super) fn bytes(text: &str) -> Result<u64, &'static str> {
    let (number, shift) = match text.as_bytes().last() {
        Some(b'K' | b'k') => (&text[..text.len() - 1], 10),
        Some(b'M' | b'm') => (&text[..text.len() - 1], 20),
        Some(b'G' | b'g') => (&text[..text.len() - 1], 30),
        _ => (text, 0),
    };
    let number: Option<u64> = number.parse().ok();
    let bytes = number.and_then(|number| number.checked_mul(1 << shift));
    bytes.filter(|bytes| *bytes > 0).ok_or("expected a number of bytes, such as 50000000, 512M or 2G")
}

/// Parses a duration in seconds; `none` is the longest duration, which never ends.
pub(super) fn seconds(text: &str) -> Result<Duration, &'static str> {
    if text == "none" {
        return Ok(Duration::MAX);
    }
    let seconds: Option<f64> = text.parse().ok();
    let time = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    time.ok_or("expected a number of seconds, such as 2 or 0.5, or none")
}

/// Returns a parser for the names of engines.
pub(super) fn engines() -> PossibleValuesParser {
    PossibleValuesParser::new(Engine::ALL.map(Engine::name))
}

/// Returns a parser for the names of engines and of variant searches.
pub(super) fn engines_and_searches() -> PossibleValuesParser {
    let searches = VariantSearch::ALL.map(VariantSearch::name);
    PossibleValuesParser::new(Engine::ALL.map(Engine::name).into_iter().chain(searches))
}

/// Returns a parser for the names of rating scales.
pub(super) fn scale(scales: &[Scale]) -> impl TypedValueParser<Value = Scale> + use<> {
    let value = |scale: &Scale| PossibleValue::new(scale.name()).help(scale.summary());
    let names = PossibleValuesParser::new(scales.iter().map(value).collect::<Vec<_>>());
    names.map(|name| Scale::by_name(&name).unwrap_or(Scale::Se))
}

/// The name of Farandole's own order of techniques.
pub(super) const OWN: &str = "farandole";

/// Returns a parser for the names of orders of techniques. The value of Farandole's own order is `None`.
pub(super) fn guide() -> impl TypedValueParser<Value = Option<Scale>> {
    let own = PossibleValue::new(OWN).help("Order made for people, without needless steps");
    let scale = |scale: Scale| PossibleValue::new(scale.name()).help(scale.summary());
    let names = PossibleValuesParser::new([own, scale(Scale::Se), scale(Scale::Hodoku)]);
    names.map(|name| Scale::by_name(&name))
}

/// Returns a parser for the names of paper sizes.
pub(super) fn papers() -> impl TypedValueParser<Value = Paper> {
    let value = |paper: Paper| PossibleValue::new(paper.name()).help(paper.summary());
    PossibleValuesParser::new(Paper::ALL.map(value)).map(|name| Paper::by_name(&name).unwrap_or_default())
}

/// Returns a parser for the names of formats.
pub(super) fn formats() -> PossibleValuesParser {
    names(&Format::CLASSIC)
}

/// Returns a parser for the names of formats and of the written formats of variants.
pub(super) fn formats_and_texts() -> PossibleValuesParser {
    let format = |format: Format| PossibleValue::new(format.name()).help(format.description());
    let all = Format::CLASSIC.into_iter().chain(Format::written_variants());
    PossibleValuesParser::new(all.map(format).collect::<Vec<_>>())
}

/// Returns a parser for the names of formats that can represent candidates.
pub(super) fn candidate_formats() -> PossibleValuesParser {
    names(&[Format::Pencilmark, Format::Candidates])
}

/// Returns a parser for the names of the judges' dialects.
pub(super) fn judges() -> PossibleValuesParser {
    let judges: Vec<Format> = Format::ALL.into_iter().filter(|format| format.is_judge()).collect();
    names(&judges)
}

fn names(formats: &[Format]) -> PossibleValuesParser {
    let value = |format: &Format| {
        let value = PossibleValue::new(format.name()).help(format.description());
        if *format == Format::Grid16 { value.alias("poj3076") } else { value }
    };
    PossibleValuesParser::new(formats.iter().map(value).collect::<Vec<_>>())
}
