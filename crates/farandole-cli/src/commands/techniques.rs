//! `farandole techniques`: the catalogue of techniques.

use super::drawing::{Drawing, document};
use crate::args::{Draw, TechniquesArgs};
use crate::exit::{DONE, Failure};
use crate::output::{json_record, print};
use crate::terminal::{width, wrapped};
use farandole::json::JsonTechnique;
use farandole::logic::catalogue::{self, Page};
use farandole::logic::explain::english::Depth;
use farandole::logic::hint::Step;
use farandole::logic::practice::{Exercise, Topic};
use farandole::logic::{Technique, hodoku};
use farandole_draw::step_scene;

pub(crate) fn run(args: &TechniquesArgs) -> Result<u8, Failure> {
    let wanted = args.name.as_deref().map(Subject::by_name).transpose()?;
    match wanted {
        Some(Subject::Technique(technique)) if !args.json => return one(technique, args),
        Some(Subject::Topic(topic)) => return one_topic(topic, args),
        _ => {}
    }
    let is_wanted = |it: &Technique| wanted.is_none_or(|wanted| wanted == Subject::Technique(*it));
    let listed = || Technique::ALL.iter().copied().filter(is_wanted);
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
    for topic in Topic::ALL.into_iter().filter(|_| !args.json) {
        out.extend_from_slice(row(topic.id(), "", "", topic.title()).as_bytes());
    }
    print(&out)?;
    Ok(DONE)
}

/// Returns a row of the list.
fn row(id: &str, se: &str, hodoku: &str, name: &str) -> String {
    format!("{id:31} {se:5} {hodoku:14} {name}\n")
}

/// Prints the page of a topic of variants.
fn one_topic(topic: Topic, args: &TechniquesArgs) -> Result<u8, Failure> {
    if args.json {
        return Err(Failure::Usage(format!(
            "--json: found {}, expected a technique of classic puzzles",
            topic.id()
        )));
    }
    let drawing = Drawing::new(&args.draw, Draw::Grid);
    let exercise = Exercise::of_topic(topic, 0);
    let Some(step) = exercise.as_ref().and_then(|exercise| exercise.steps().first()) else {
        return Err(Failure::Usage(format!("{} has no example to draw", topic.title().to_lowercase())));
    };
    let text = step.text(Depth::Why);
    if drawing.is_picture() {
        let scenes = [step_scene(step, &text)];
        drawing.save(&scenes)?;
        if drawing.draw == Draw::Svg {
            print(document(&scenes).as_bytes())?;
            return Ok(DONE);
        }
    }
    let mut out = format!("{} ({})\n", topic.title(), topic.id());
    out += &sections(topic.page());
    let text = wrapped(&text, width());
    out += &format!("\nA puzzle where it is the next step\n{}{text}", drawing.step(step));
    out += &format!("farandole hint '{}'\n", step.before());
    print(out.as_bytes())?;
    Ok(DONE)
}

/// Returns the sections of a page as text.
fn sections(page: &Page) -> String {
    let section = |(heading, text): (&str, String)| {
        let text = wrapped(&format!("{text}\n"), width());
        format!("\n{heading}\n{text}")
    };
    page.sections().into_iter().map(section).collect()
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
    out += &Page::of(technique).map(sections).unwrap_or_default();
    let Some((state, deduction)) = catalogue::example(technique) else {
        if drawing.is_picture() {
            let title = technique.title().to_lowercase();
            return Err(Failure::Usage(format!("{title} has no example to draw")));
        }
        print(out.as_bytes())?;
        return Ok(DONE);
    };
    let scale = catalogue::hint_options(&state, technique);
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
    let heading =
        if scale.is_some() { "A grid where it is the next step" } else { "A grid where it can be used" };
    out += &format!("\n{heading}\n{}{}", drawing.step(&step), wrapped(&text, width()));
    if let Some(options) = scale {
        out += &format!("farandole hint {options}'{}'\n", step.before());
    }
    print(out.as_bytes())?;
    Ok(DONE)
}

/// A subject with a page and exercises.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Subject {
    Technique(Technique),
    Topic(Topic),
}

impl Subject {
    fn all() -> impl Iterator<Item = Self> {
        let topics = Topic::ALL.into_iter().map(Self::Topic);
        Technique::ALL.iter().copied().map(Self::Technique).chain(topics)
    }

    pub(crate) const fn id(self) -> &'static str {
        match self {
            Self::Technique(technique) => technique.id(),
            Self::Topic(topic) => topic.id(),
        }
    }

    pub(crate) fn title(self) -> &'static str {
        match self {
            Self::Technique(technique) => technique.title(),
            Self::Topic(topic) => topic.title(),
        }
    }

    /// Returns the subject with this id or title, regardless of case and punctuation.
    pub(crate) fn by_name(name: &str) -> Result<Self, Failure> {
        let all: Vec<Self> = Self::all().collect();
        named(&all, |subject| [subject.id(), subject.title()], name)
    }
}

/// Returns the technique with this id or title, regardless of case and punctuation.
pub(crate) fn by_name(name: &str) -> Result<Technique, Failure> {
    named(Technique::ALL, |technique| [technique.id(), technique.title()], name)
}

/// Returns the item with this name. `names` returns the id and the title of an item.
fn named<T: Copy>(all: &[T], names: fn(T) -> [&'static str; 2], name: &str) -> Result<T, Failure> {
    let plain = |text: &str| -> String {
        text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
    };
    let wanted = plain(name);
    let plain_names = |item: &T| names(*item).map(plain);
    let id = |item: &T| names(*item)[0];
    if let Some(item) = all.iter().find(|item| plain_names(item).contains(&wanted)) {
        return Ok(*item);
    }
    let is_part =
        |item: &&T| !wanted.is_empty() && plain_names(item).iter().any(|name| name.contains(&wanted));
    let mut near: Vec<&str> = all.iter().filter(is_part).map(id).collect();
    if near.is_empty() {
        let distance = |item: &T| plain_names(item).iter().map(|name| edits(name, &wanted)).min();
        let least = all.iter().filter_map(distance).min().unwrap_or_default();
        if least <= wanted.len() / 3 {
            near = all.iter().filter(|item| distance(item) == Some(least)).map(id).collect();
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
