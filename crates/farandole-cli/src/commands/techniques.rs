//! `farandole techniques`: the catalogue of techniques.

use super::drawing::{Drawing, document};
use super::position;
use crate::args::{Draw, TechniquesArgs};
use crate::exit::{DONE, Failure};
use crate::output::{json_record, print};
use farandole::hint::Position;
use farandole::json::JsonTechnique;
use farandole::logic::catalogue::{self, Page};
use farandole::logic::explain::english::Depth;
use farandole::logic::hint::{Found, Guide, Reach, Step};
use farandole::logic::own::Order;
use farandole::logic::{Technique, hodoku, se};
use farandole_draw::step_scene;

pub(crate) fn run(args: &TechniquesArgs) -> Result<u8, Failure> {
    let wanted = args.name.as_deref().map(by_name).transpose()?;
    if let (Some(technique), false) = (wanted, args.json) {
        return one(technique, args);
    }
    let listed = || {
        Technique::ALL.iter().copied().filter(|technique| wanted.is_none_or(|wanted| wanted == *technique))
    };
    let drawing = Drawing::new(&args.draw, Draw::None);
    if drawing.is_picture() {
        let examples = listed().filter_map(catalogue::example);
        let picture = |(state, deduction)| {
            let step = Step::classic(state, deduction);
            step_scene(&step, &step.text(Depth::What))
        };
        let scenes: Vec<_> = examples.map(picture).collect();
        drawing.save(&scenes)?;
        if drawing.draw == Draw::Svg {
            print(document(&scenes).as_bytes())?;
            return Ok(DONE);
        }
    }
    let mut out = Vec::new();
    if !args.json {
        out.extend_from_slice(row("id", "SE", "HoDoKu", "name").as_bytes());
    }
    for technique in listed() {
        let hodoku = hodoku::entry(technique);
        if args.json {
            json_record(&mut out, &JsonTechnique::from(technique));
        } else {
            let hodoku =
                hodoku.map_or_else(String::new, |entry| format!("{:5} {}", entry.score, entry.level.name()));
            let (id, se) = (technique.id(), catalogue::se_number(technique));
            out.extend_from_slice(row(id, &se, &hodoku, technique.title()).as_bytes());
        }
    }
    print(&out)?;
    Ok(DONE)
}

/// Returns a row of the list.
fn row(id: &str, se: &str, hodoku: &str, name: &str) -> String {
    format!("{id:31} {se:5} {hodoku:14} {name}\n")
}

fn one(technique: Technique, args: &TechniquesArgs) -> Result<u8, Failure> {
    let drawing = Drawing::new(&args.draw, Draw::Grid);
    let mut out = format!("{} ({})\n", technique.title(), technique.id());
    out += &format!("Sudoku Explainer {}", catalogue::se_number(technique));
    if let Some(entry) = hodoku::entry(technique) {
        out += &format!("; HoDoKu {}, {}", entry.score, entry.level.name());
    }
    out.push('\n');
    if let Some(words) = catalogue::in_short(technique) {
        out += &format!("{words}\n");
    }
    for (heading, text) in Page::of(technique).map(Page::sections).unwrap_or_default() {
        out += &format!("\n{heading}\n{text}\n");
    }
    let Some((state, deduction)) = catalogue::example(technique) else {
        if drawing.is_picture() {
            let title = technique.title().to_lowercase();
            return Err(Failure::Usage(format!("{title} has no example to draw")));
        }
        print(out.as_bytes())?;
        return Ok(DONE);
    };
    let step = Step::classic(state, deduction);
    let text = step.text(Depth::Why);
    if drawing.is_picture() {
        let scenes = [step_scene(&step, &text)];
        drawing.save(&scenes)?;
        if drawing.draw == Draw::Svg {
            print(document(&scenes).as_bytes())?;
            return Ok(DONE);
        }
    }
    let position = step.before();
    let scale = scale_of(&position, technique)?;
    let heading =
        if scale.is_some() { "A grid where it is the next step" } else { "A grid where it can be used" };
    out += &format!("\n{heading}\n{}{text}", drawing.step(&step));
    if let Some(options) = scale {
        out += &format!("farandole hint {options}'{position}'\n");
    }
    print(out.as_bytes())?;
    Ok(DONE)
}

/// Returns the options with which `hint` shows the technique as the next step; `None` if another
/// technique comes first on every scale.
fn scale_of(position: &Position, technique: Technique) -> Result<Option<&'static str>, Failure> {
    let solutions = position::solutions(position, None)?;
    let order = Order::default();
    let guides = [
        ("", Guide::own(&order, None)),
        ("--scale se ", Guide::Se(se::Budget::NONE)),
        ("--scale hodoku ", Guide::Hodoku(hodoku::Budget::NONE)),
    ];
    let is_next = |guide: Guide<'_>| match position.clone().hint(&solutions, Reach::First, guide).found {
        Found::Steps { steps, .. } => {
            matches!(&steps[..], [Step::Classic(step), ..] if step.deduction.technique == technique)
        }
        _ => false,
    };
    Ok(guides.into_iter().find(|(_, guide)| is_next(*guide)).map(|(options, _)| options))
}

/// Returns the technique with this id or title, regardless of case and punctuation.
pub(crate) fn by_name(name: &str) -> Result<Technique, Failure> {
    let plain = |text: &str| -> String {
        text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
    };
    let wanted = plain(name);
    let names = |technique: Technique| [plain(technique.id()), plain(technique.title())];
    let all = || Technique::ALL.iter().copied();
    if let Some(technique) = all().find(|technique| names(*technique).contains(&wanted)) {
        return Ok(technique);
    }
    let mut near: Vec<&str> = all()
        .filter(|technique| !wanted.is_empty() && names(*technique).iter().any(|name| name.contains(&wanted)))
        .map(Technique::id)
        .collect();
    if near.is_empty() {
        let distance = |technique: Technique| names(technique).iter().map(|name| edits(name, &wanted)).min();
        let least = all().filter_map(distance).min().unwrap_or_default();
        if least <= wanted.len() / 3 {
            near = all().filter(|technique| distance(*technique) == Some(least)).map(Technique::id).collect();
        }
    }
    let near = if near.is_empty() {
        "`farandole techniques` lists all names".to_owned()
    } else {
        format!("did you mean {}?", near.join(", "))
    };
    Err(Failure::Usage(format!("unknown technique {name:?}; {near}")))
}

/// Returns the Levenshtein distance of two words: the smallest number of letters to
/// insert, delete or replace.
fn edits(from: &str, to: &str) -> usize {
    let to: Vec<char> = to.chars().collect();
    let mut row: Vec<usize> = (0..=to.len()).collect();
    for (place, letter) in from.chars().enumerate() {
        let mut above = row[0];
        row[0] = place + 1;
        for (column, other) in to.iter().enumerate() {
            let changed = above + usize::from(letter != *other);
            above = row[column + 1];
            row[column + 1] = changed.min(above + 1).min(row[column] + 1);
        }
    }
    row[to.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_found_whatever_their_signs() {
        for name in ["xwing", "X Wing", "x-wing", "XWING"] {
            assert_eq!(by_name(name).ok(), Some(Technique::XWing));
        }
        let text = |name| match by_name(name) {
            Err(Failure::Usage(text)) => text,
            _ => String::new(),
        };
        assert!(text("swordfsh").ends_with("did you mean swordfish?"));
        assert!(text("?").contains("lists all names"));
    }

    #[test]
    fn edits_are_counted() {
        assert_eq!(["", "abc", "ab", "abd", "xyz"].map(|word| edits(word, "abc")), [3, 0, 1, 1, 3]);
    }
}
