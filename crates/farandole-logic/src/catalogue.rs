//! The catalogue of techniques: descriptions, ratings and examples.
//!
//! The descriptions are the module comments of the technique files, so each text has a single
//! source. `docs/techniques` is generated from them too.

use crate::lookup;
use crate::model::{Deduction, State, Technique};
use crate::se::Difficulty;
use crate::user_grid::UserGrid;
use crate::{hint, hodoku, own, se};

pub use crate::pages::{PAGES, Page, TOPIC_PAGES};

/// Returns a sentence that distinguishes a technique from the others on its page, or `None` if the
/// page needs no addition.
pub fn in_short(technique: Technique) -> Option<String> {
    lookup::in_short(technique)
}

/// Returns the minimum difficulty of a technique on the scale of Sudoku Explainer, in tenths. The
/// difficulty of loops and chains increases with length. Returns 0 for techniques that only HoDoKu
/// has.
pub fn se_base(technique: Technique) -> se::Tenths {
    se::tenths(&Deduction::effect(technique))
}

/// Returns the minimum difficulty of a technique on the scale of Sudoku Explainer as text, such as
/// `1.2`. A `+` follows if it increases with the size of the pattern. Returns `-` for techniques
/// that only HoDoKu has.
pub fn se_number(technique: Technique) -> String {
    let Difficulty { least, rise } = se::difficulty(technique);
    let sign = if rise.is_some() { "+" } else { "" };
    if least == 0 { "-".to_owned() } else { format!("{:.1}{sign}", f64::from(least) / 10.0) }
}

/// Grids in which techniques apply, one per line: the id of the technique, a tab, and the grid as printed by
/// [`UserGrid`].
const EXAMPLES: &str = include_str!("examples.tsv");

/// Returns an example of a technique: a state and the deduction found in it. If possible, the
/// technique is the next step of its scale in this state. Returns `None` for brute force.
///
/// The states come from random puzzles (`bench/compare`); those with the smallest patterns were
/// chosen. The states for the finned Franken swordfish and for forcing nets come from the list
/// top95, and those for the SK-loop and the tridagon from the puzzles Easter Monster and Loki. No
/// puzzle needs fish of five or more houses. Their states are late in a solution path, where the
/// finder is fast.
pub fn example(technique: Technique) -> Option<(State, Deduction)> {
    let sheet = EXAMPLES.lines().find_map(|line| line.strip_prefix(technique.id())?.strip_prefix('\t'))?;
    let state = UserGrid::parse(sheet).ok()?.state()?;
    let deduction = hint::every(&state, technique, 0).into_iter().next()?;
    Some((state, deduction))
}

/// Renders a page about techniques as Markdown, for `docs/techniques`.
pub fn markdown(page: &Page) -> String {
    let mut text = format!("# {}\n\n", page.title());
    text += "| technique | id | Sudoku Explainer | HoDoKu |\n|---|---|---|---|\n";
    for technique in page.techniques() {
        let hodoku = hodoku::entry(technique)
            .map_or_else(|| "-".to_owned(), |entry| format!("{}, {}", entry.score, entry.level.name()));
        text += &format!(
            "| {} | `{}` | {} | {hodoku} |\n",
            technique.title(),
            technique.id(),
            se_number(technique)
        );
    }
    let first = page.techniques().find_map(|technique| Some((technique, example(technique)?)));
    if let Some((technique, _)) = first {
        text += &picture(page, technique.title(), technique.id());
    }
    text += &sections(page);
    for technique in page.techniques() {
        if let Some((state, deduction)) = example(technique) {
            text += &format!(
                "\n## Diagram: {}\n\n```text\n{}```\n\n{}\n",
                technique.title(),
                crate::explain::text::grid(&state, Some(&deduction), crate::explain::text::Marking::Signs),
                step_text(&crate::explain::english::step(
                    &state,
                    &deduction,
                    crate::explain::english::Depth::Why
                ))
            );
            if let Some(options) = hint_options(&state, technique) {
                text += &format!("\n`farandole hint {options}'{}'`\n", UserGrid::of(&state));
            }
        }
    }
    text
}

/// Renders the picture of a page, and the command for exercises.
pub(crate) fn picture(page: &Page, title: &str, id: &str) -> String {
    format!(
        "\n![{title}](../pictures/techniques/{}.svg)\n\nExercises without end: `farandole practice {id}`\n",
        page.name
    )
}

/// Renders the sections of a page.
pub(crate) fn sections(page: &Page) -> String {
    let section = |(heading, body): (&str, String)| format!("\n## {heading}\n\n{}\n", wrapped(&body));
    page.sections().into_iter().map(section).collect()
}

/// Returns the options with which `farandole hint` shows the technique as the next step in this
/// state: an empty text or `--scale NAME `. Returns `None` if another technique comes first on every scale.
pub fn hint_options(state: &State, technique: Technique) -> Option<&'static str> {
    let order = own::Order::default();
    let own = own::steps(state, own::Config { order: &order, searches: u64::MAX });
    let mut search = se::Search::new(u64::MAX, None);
    let next = |found: Option<&Deduction>| found.is_some_and(|found| found.technique == technique);
    if next(own.first()) {
        return Some("");
    }
    if next(se::next(state, u16::MAX, &mut search).as_ref()) {
        return Some("--scale se ");
    }
    next(hodoku::Walk::new(state.clone()).step().as_ref()).then_some("--scale hodoku ")
}

/// Renders the text of a step: paragraphs, with chains as a code block.
pub(crate) fn step_text(text: &str) -> String {
    let (chains, plain): (Vec<&str>, Vec<&str>) = text.lines().partition(|line| line.starts_with(' '));
    let mut out = wrapped(&plain.join("\n\n"));
    if !chains.is_empty() {
        out += &format!("\n\n```text\n{}\n```", chains.join("\n"));
    }
    out
}

/// Renders the table of contents as Markdown.
pub fn index() -> String {
    let mut text = String::from(
        "# Techniques\n\nGenerated by `cargo xtask techniques` from the module comments in `crates/farandole-logic/src`. \
         Edit those instead.\n\nIn the drawings, `*` marks the pattern and true candidates, `#` extra candidates, `@` supporting \
         cells,\n`/` false candidates, `-` eliminations and `!` placements. Sets and colors A, B, C and D have the \
         signs `@`, `%`, `&`\nand `~`. The last candidate of a cell is in parentheses.\n\n",
    );
    for page in PAGES {
        let titles: Vec<String> =
            page.techniques().map(|technique| technique.title().to_lowercase()).collect();
        text += &format!("- [{}]({}.md): {}\n", page.title(), page.name, titles.join(", "));
    }
    text += "\nReasons in variants:\n\n";
    for page in TOPIC_PAGES {
        text += &format!("- [{}]({}.md)\n", page.title(), page.name);
    }
    text
}

/// Wraps paragraphs at 120 characters.
fn wrapped(text: &str) -> String {
    let mut out = String::new();
    for paragraph in text.split("\n\n") {
        let mut width = 0;
        if !out.is_empty() {
            out.push_str("\n\n");
        }
        for word in paragraph.split_whitespace() {
            let length = word.chars().count();
            if width > 0 && width + 1 + length > 120 {
                out.push('\n');
                width = 0;
            } else if width > 0 {
                out.push(' ');
                width += 1;
            }
            out.push_str(word);
            width += length;
        }
    }
    out
}
