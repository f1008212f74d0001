//! `farandole techniques`: the catalogue.

use super::hint::{Drawing, print};
use crate::args::{Draw, TechniquesArgs};
use crate::exit::{DONE, Failure};
use crate::output::json_line;
use farandole::logic::catalogue::{self, Page};
use farandole::logic::render::{en, svg};
use farandole::logic::scale::hodoku;
use farandole::logic::{Sheet, Technique, wire};
use serde::Serialize;

/// A technique as a JSON line.
#[derive(Serialize)]
struct JsonTechnique {
    id: &'static str,
    title: &'static str,
    /// The least number on the scale of Sudoku Explainer.
    #[serde(skip_serializing_if = "Option::is_none")]
    se: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    hodoku_level: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    hodoku_score: Option<u32>,
    presumes_one_solution: bool,
    /// A grid in which it is the next step.
    #[serde(skip_serializing_if = "Option::is_none")]
    example: Option<String>,
}

pub(crate) fn run(args: &TechniquesArgs) -> Result<u8, Failure> {
    let wanted = args.name.as_deref().map(by_name).transpose()?;
    if let (Some(technique), false) = (wanted, args.json) {
        return one(technique, args);
    }
    let mut out = Vec::new();
    for technique in Technique::ALL.iter().copied().filter(|it| wanted.is_none_or(|wanted| wanted == *it)) {
        let hodoku = hodoku::entry(technique);
        if args.json {
            let entry = JsonTechnique {
                id: technique.id(),
                title: technique.title(),
                se: Some(catalogue::se_base(technique)).filter(|it| *it > 0).map(wire::quoted),
                hodoku_level: hodoku.map(|entry| entry.level.name()),
                hodoku_score: hodoku.map(|entry| entry.score),
                presumes_one_solution: technique.presumes_one_solution(),
                example: catalogue::example(technique).map(|(state, _)| Sheet::of(&state).to_string()),
            };
            json_line(&mut out, &entry);
        } else {
            let hodoku =
                hodoku.map_or_else(String::new, |entry| format!("{:5} {}", entry.score, entry.level.name()));
            let (id, se) = (technique.id(), catalogue::se_number(technique));
            let line = format!("{id:31} {se:5} {hodoku:14} {}", technique.title());
            out.extend_from_slice(line.as_bytes());
            out.push(b'\n');
        }
    }
    print(&out)?;
    Ok(DONE)
}

fn one(technique: Technique, args: &TechniquesArgs) -> Result<u8, Failure> {
    let drawing = Drawing::new(&args.draw, Draw::Grid);
    let mut out = format!("{} ({})\n", technique.title(), technique.id());
    out += &format!("Sudoku Explainer {}", catalogue::se_number(technique));
    if let Some(entry) = hodoku::entry(technique) {
        out += &format!("; HoDoKu {}, {}", entry.score, entry.level.name());
    }
    out.push('\n');
    for (heading, text) in Page::of(technique).map(Page::sections).unwrap_or_default() {
        out += &format!("\n{heading}\n{text}\n");
    }
    if let Some((state, deduction)) = catalogue::example(technique) {
        let told = en::step(&state, &deduction, en::Depth::Why);
        let drawings = [(&state, Some(&deduction), told.clone())];
        drawing.save(&drawings)?;
        if drawing.draw == Draw::Svg {
            print(svg::document(&drawings).as_bytes())?;
            return Ok(DONE);
        }
        out +=
            &format!("\nA grid where it is the next step\n{}{told}", drawing.grid(&state, Some(&deduction)));
        out += &format!("farandole hint '{}'\n", Sheet::of(&state));
    }
    print(out.as_bytes())?;
    Ok(DONE)
}

/// The technique with this id or title, capitals or not.
fn by_name(name: &str) -> Result<Technique, Failure> {
    let fits = |technique: &&Technique| {
        technique.id().eq_ignore_ascii_case(name) || technique.title().eq_ignore_ascii_case(name)
    };
    Technique::ALL.iter().find(fits).copied().ok_or_else(|| {
        let near: Vec<&str> =
            Technique::ALL.iter().map(|it| it.id()).filter(|id| id.contains(&name.to_lowercase())).collect();
        let near = if near.is_empty() {
            "`farandole techniques` lists them".to_owned()
        } else {
            format!("such names are {}", near.join(", "))
        };
        Failure::Usage(format!("no technique is called {name:?}; {near}"))
    })
}
