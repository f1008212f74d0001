//! The catalogue of techniques: descriptions, ratings and examples.
//!
//! The descriptions are the module comments of the technique files, so each text has a single
//! source. `docs/techniques` is generated from them too.

use crate::lookup::metadata;
use crate::metadata::Difficulty;
use crate::model::{Deduction, State, Technique};
use crate::user_grid::UserGrid;
use crate::{hint, hodoku, se};

/// The documentation of a technique family, taken from the module comment of the file with its
/// finders.
#[derive(Clone, Copy, Debug)]
pub struct Page {
    /// The name of the page's file, without an extension.
    pub name: &'static str,
    head: &'static str,
    /// The techniques of the family, simplest first.
    pub techniques: &'static [Technique],
}

/// Defines [`PAGES`]. The leading `//!` lines of each file are cut out at compile time, so that the
/// rest of the source is not embedded in the program.
macro_rules! pages {
    ($($name:literal, $path:literal: $($technique:ident)+;)+) => {
        /// All pages, simplest techniques first.
        pub const PAGES: &[Page] = &[$({
            const SOURCE: &[u8] = include_bytes!($path);
            const HEAD: [u8; head_length(SOURCE)] = head(SOURCE);
            const TEXT: &str = match core::str::from_utf8(&HEAD) {
                Ok(text) => text,
                Err(_) => panic!("the sources are UTF-8"),
            };
            Page { name: $name, head: TEXT, techniques: &[$(Technique::$technique),+] }
        }),+];
    };
}

const fn head_length(source: &[u8]) -> usize {
    let mut at = 0;
    while at + 2 < source.len() && source[at] == b'/' && source[at + 1] == b'/' && source[at + 2] == b'!' {
        while at < source.len() && source[at] != b'\n' {
            at += 1;
        }
        at += 1;
    }
    at
}

const fn head<const N: usize>(source: &[u8]) -> [u8; N] {
    let mut head = [0; N];
    let mut at = 0;
    while at < N {
        head[at] = source[at];
        at += 1;
    }
    head
}

pages! {
    "singles", "se/techniques/single.rs": FullHouse HiddenSingleBox HiddenSingleLine NakedSingle;
    "locked-candidates", "se/techniques/locked.rs": DirectPointing DirectClaiming Pointing Claiming;
    "hidden-sets", "se/techniques/hidden_set.rs":
        DirectHiddenPair DirectHiddenTriplet HiddenPair HiddenTriplet HiddenQuad;
    "naked-sets", "se/techniques/naked_set.rs": NakedPair NakedTriplet NakedQuad;
    "fish", "se/techniques/fish.rs": XWing Swordfish Jellyfish;
    "xy-wings", "se/techniques/xy_wing.rs": XyWing XyzWing;
    "unique-loops", "se/techniques/unique_loop.rs":
        UniqueLoop1 UniqueLoop2 UniqueLoop3Naked UniqueLoop3Hidden UniqueLoop4;
    "bug", "se/techniques/bug.rs": Bug1 Bug2 Bug3 Bug4;
    "aligned-exclusion", "se/techniques/aligned.rs": AlignedPair AlignedTriplet;
    "chains", "se/chains/mod.rs":
        XCycle YCycle ForcingXChain XyCycle ForcingChain Nishio CellChains RegionChains
        DynamicCell DynamicRegion DynamicContradiction DynamicDouble;
    "locked-sets", "hodoku/techniques/house_set.rs": LockedPair LockedTriplet;
    "turbot", "hodoku/techniques/turbot.rs":
        Skyscraper TwoStringKite DualTwoStringKite TurbotFish EmptyRectangle DualEmptyRectangle;
    "w-wing", "hodoku/techniques/wing.rs": WWing;
    "wxyz-wing", "hodoku/techniques/wxyz_wing.rs": WxyzWing;
    "remote-pair", "hodoku/techniques/remote_pair.rs": RemotePair;
    "deadly-rectangles", "hodoku/techniques/rectangle.rs":
        Uniqueness1 Uniqueness2 Uniqueness3 Uniqueness4 Uniqueness5 Uniqueness6
        HiddenRectangle AvoidableRectangle1 AvoidableRectangle2;
    "colors", "hodoku/techniques/colors.rs": SimpleColorsTrap SimpleColorsWrap MultiColors1 MultiColors2;
    "sue-de-coq", "hodoku/techniques/sue_de_coq.rs": SueDeCoq;
    "finned-fish", "hodoku/techniques/fish/mod.rs":
        Squirmbag Whale Leviathan
        FinnedXWing FinnedSwordfish FinnedJellyfish FinnedSquirmbag FinnedWhale FinnedLeviathan
        SashimiXWing SashimiSwordfish SashimiJellyfish SashimiSquirmbag SashimiWhale SashimiLeviathan
        FrankenXWing FrankenSwordfish FrankenJellyfish FrankenSquirmbag FrankenWhale FrankenLeviathan
        FinnedFrankenXWing FinnedFrankenSwordfish FinnedFrankenJellyfish
        FinnedFrankenSquirmbag FinnedFrankenWhale FinnedFrankenLeviathan
        MutantXWing MutantSwordfish MutantJellyfish MutantSquirmbag MutantWhale MutantLeviathan
        FinnedMutantXWing FinnedMutantSwordfish FinnedMutantJellyfish
        FinnedMutantSquirmbag FinnedMutantWhale FinnedMutantLeviathan;
    "nice-loops", "hodoku/chains/nice_loop.rs":
        XChain XyChain ContinuousLoop DiscontinuousLoop Aic
        GroupedContinuousLoop GroupedDiscontinuousLoop GroupedAic;
    "almost-locked-sets", "hodoku/techniques/als.rs": AlsXz AlsXyWing AlsXyChain DeathBlossom;
    "forcing", "hodoku/chains/forcing.rs":
        ForcingChainContradiction ForcingChainVerity ForcingNetContradiction ForcingNetVerity;
    "templates", "hodoku/techniques/template.rs": TemplateSet TemplateDelete;
}

impl Page {
    /// Returns the page that describes a technique, if there is one.
    pub fn of(technique: Technique) -> Option<&'static Self> {
        PAGES.iter().find(|page| page.techniques.contains(&technique))
    }

    /// Returns the title: the first line of the module comment, without its full stop.
    pub fn title(&self) -> &'static str {
        let line = self.head.lines().next().unwrap_or_default();
        line.trim_start_matches("//!").trim().trim_end_matches('.')
    }

    /// Returns the sections in order, as pairs of heading and text. Each paragraph is one line, and
    /// a blank line separates paragraphs.
    pub fn sections(&self) -> Vec<(&'static str, String)> {
        let mut sections: Vec<(&str, String)> = Vec::new();
        for line in self.head.lines() {
            let line = line.trim_start_matches("//!").trim();
            if let Some(heading) = line.strip_prefix("# ") {
                sections.push((heading, String::new()));
            } else if let Some((_, text)) = sections.last_mut() {
                match (line, text.is_empty() || text.ends_with('\n')) {
                    ("", true) => {}
                    ("", false) => text.push_str("\n\n"),
                    (_, true) => text.push_str(line),
                    (_, false) => *text += &format!(" {line}"),
                }
            }
        }
        // Later paragraphs of the source section are notes for readers of the code.
        for (heading, text) in &mut sections {
            if *heading == "Source"
                && let Some((first, _)) = text.split_once("\n\n")
            {
                *text = first.to_owned();
            }
            text.truncate(text.trim_end().len());
        }
        sections
    }
}

/// Returns a sentence that distinguishes a technique from the others on its page, or `None` if the
/// page needs no addition.
pub fn in_short(technique: Technique) -> Option<String> {
    metadata(technique).in_short.map(|text| text())
}

/// Returns the minimum difficulty of a technique on the scale of Sudoku Explainer, in tenths. The
/// difficulty of loops and chains rises with length. Returns 0 for techniques that only HoDoKu has.
pub fn se_base(technique: Technique) -> se::Tenths {
    se::tenths(&Deduction::effect(technique))
}

/// Returns the minimum difficulty of a technique on the scale of Sudoku Explainer as text, such as
/// `1.2`. A `+` follows if it rises with the size of the pattern. Returns `-` for techniques that
/// only HoDoKu has.
pub fn se_number(technique: Technique) -> String {
    let (least, sign) = match metadata(technique).difficulty {
        Difficulty::Absent => return "-".to_owned(),
        Difficulty::Fixed(tenths) => (tenths, ""),
        Difficulty::Rising(least, _) => (least, "+"),
    };
    format!("{:.1}{sign}", f64::from(least) / 10.0)
}

/// Returns an example of a technique: a state and the deduction found in it. If possible, the
/// technique is the next step there on its scale. Returns `None` for brute force.
///
/// The states come from random puzzles (`bench/compare`), and those with the smallest pattern were
/// kept. The states for the finned Franken swordfish and for forcing nets come from the list top95.
/// No puzzle needs fish of five or more houses. Their states are late in a solution, where the
/// finder is fast.
pub fn example(technique: Technique) -> Option<(State, Deduction)> {
    let state = UserGrid::parse(metadata(technique).example?).ok()?.state()?;
    let deduction = hint::every(&state, technique, 0).into_iter().next()?;
    Some((state, deduction))
}

/// Renders a page as Markdown, for `docs/techniques`.
pub fn markdown(page: &Page) -> String {
    let mut text = format!("# {}\n\n", page.title());
    text += "| technique | id | Sudoku Explainer | HoDoKu |\n|---|---|---|---|\n";
    for technique in page.techniques {
        let hodoku = hodoku::entry(*technique)
            .map_or_else(|| "-".to_owned(), |entry| format!("{}, {}", entry.score, entry.level.name()));
        text += &format!(
            "| {} | `{}` | {} | {hodoku} |\n",
            technique.title(),
            technique.id(),
            se_number(*technique)
        );
    }
    for (heading, body) in page.sections() {
        text += &format!("\n## {heading}\n\n{}\n", wrapped(&body));
    }
    for technique in page.techniques {
        if let Some((state, deduction)) = example(*technique) {
            text += &format!(
                "\n## Diagram: {}\n\n```text\n{}```\n\n{}\n",
                technique.title(),
                crate::explain::text::grid(&state, Some(&deduction), crate::explain::text::Marking::Signs),
                step_text(&state, &deduction)
            );
            text += &format!("\n`farandole hint '{}'`\n", UserGrid::of(&state));
        }
    }
    text
}

/// Renders a step in words: paragraphs, with chains as a code block.
fn step_text(state: &State, deduction: &Deduction) -> String {
    let text = crate::explain::english::step(state, deduction, crate::explain::english::Depth::Why);
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
         cells,\n`/` false candidates, `-` eliminations and `!` placements. The last candidate of a cell is in \
         parentheses.\n\n",
    );
    for page in PAGES {
        let titles: Vec<String> = page.techniques.iter().map(|it| it.title().to_lowercase()).collect();
        text += &format!("- [{}]({}.md): {}\n", page.title(), page.name, titles.join(", "));
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
