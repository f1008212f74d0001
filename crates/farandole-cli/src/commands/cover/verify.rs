//! `farandole cover verify`: checks a certificate.

use super::source::Source;
use crate::args::CoverVerifyArgs;
use crate::exit::{CHECK_FAILED, DONE, Failure};
use crate::messages::shown;
use crate::output::{json_line, print};
use farandole::cover::verify;
use farandole::json::{JsonCount, SCHEMA};
use serde::Serialize;

#[derive(Serialize)]
struct JsonVerified {
    schema: u32,
    /// `proved` or `refused`.
    status: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    count: Option<JsonCount>,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    detail: Option<String>,
}

pub(super) fn run(args: &CoverVerifyArgs) -> Result<u8, Failure> {
    let name = shown(&args.certificate);
    let certificate = std::fs::read(&args.certificate).map_err(|error| Failure::io(name, error))?;
    let begins = |text: &[u8]| text.starts_with(b"farandole certificate");
    if !begins(&certificate) && std::fs::read(&args.file).is_ok_and(|text| begins(&text)) {
        let first = shown(&args.file);
        return Err(Failure::Usage(format!("{first}: found a certificate, expected the problem first")));
    }
    let source = Source::open(Some(&args.file), &args.format)?;
    let verified = verify(&source.problem, &certificate);
    let mut text = Vec::new();
    if args.json {
        let answer = match &verified {
            Ok(count) => {
                let count = Some(JsonCount::from_decimal(&count.to_string()));
                JsonVerified { schema: SCHEMA, status: "proved", count, line: None, detail: None }
            }
            Err(error) => {
                let detail = Some(error.to_string());
                JsonVerified {
                    schema: SCHEMA,
                    status: "refused",
                    count: None,
                    line: Some(error.line()),
                    detail,
                }
            }
        };
        json_line(&mut text, &answer);
    } else {
        match &verified {
            Ok(count) => text = format!("{count}\n").into_bytes(),
            Err(error) => {
                warn!("{}:{}:1: {error}", shown(&args.certificate), error.line());
                text = b"!refused\n".to_vec();
            }
        }
    }
    print(&text)?;
    Ok(if verified.is_ok() { DONE } else { CHECK_FAILED })
}
