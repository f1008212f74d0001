//! `farandole rules`: the catalogue of constraint kinds.

use crate::args::RulesArgs;
use crate::exit::{DONE, Failure};
use crate::output::{json_record, print};
use farandole::json::JsonConstraintKind;
use farandole::puzzle::constraint::{KindInfo, catalogue, nearest_name};
use std::fmt::Write as _;

pub(crate) fn run(args: &RulesArgs) -> Result<u8, Failure> {
    let wanted = args.name.as_deref().map(by_name).transpose()?;
    let mut out = Vec::new();
    match wanted {
        Some(about) if args.json => json_record(&mut out, &JsonConstraintKind::from(about)),
        Some(about) => out = page(about).into_bytes(),
        None if args.json => {
            catalogue().for_each(|about| json_record(&mut out, &JsonConstraintKind::from(about)))
        }
        None => {
            for about in catalogue() {
                let line = format!("{:18} {}\n", about.name(), about.meaning());
                out.extend_from_slice(line.as_bytes());
            }
        }
    }
    print(&out)?;
    Ok(DONE)
}

/// Returns the constraint kind of this name, regardless of case.
fn by_name(name: &str) -> Result<KindInfo, Failure> {
    catalogue().find(|about| about.name().eq_ignore_ascii_case(name)).ok_or_else(|| {
        let near = match nearest_name(name) {
            Some(nearest) => format!("did you mean `{nearest}`?"),
            None => "`farandole rules` lists all names".to_owned(),
        };
        Failure::Usage(format!("unknown constraint {name:?}; {near}"))
    })
}

/// Returns the page of a constraint kind.
fn page(about: KindInfo) -> String {
    let mut text = format!(".{}", about.name());
    if !about.arguments().is_empty() {
        let _ = write!(text, "~{}", about.arguments());
    }
    let _ = writeln!(text);
    if about.arguments().contains('[') {
        let _ = writeln!(text, "(an argument in brackets may be omitted; the brackets are not written)");
    }
    let _ = writeln!(text, "\n{}", about.meaning());
    for part in [about.details(), about.picture().to_owned()] {
        if !part.is_empty() {
            let _ = writeln!(text, "\n{part}");
        }
    }
    text
}
