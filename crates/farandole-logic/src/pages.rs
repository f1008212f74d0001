//! The pages of technique families, taken from the module comments of the files with their finders.
//!
//! The texts are extracted from the sources at compile time, so each text has a single source.

use crate::model::Technique;
use crate::techniques::techniques;

/// The documentation of a technique family, taken from the module comment of the file with its
/// finders.
#[derive(Clone, Copy, Debug)]
pub struct Page {
    /// The name of the page's file, without an extension.
    pub name: &'static str,
    head: &'static str,
}

/// Defines a list of pages. The leading `//!` lines of each file are extracted at compile time, so the
/// rest of the source is not embedded in the program.
macro_rules! pages {
    ($(#[$doc:meta])* $list:ident: $($name:literal, $path:literal;)+) => {
        $(#[$doc])*
        pub const $list: &[Page] = &[$({
            const SOURCE: &[u8] = include_bytes!($path);
            const HEAD: [u8; head_length(SOURCE)] = head(SOURCE);
            const TEXT: &str = match core::str::from_utf8(&HEAD) {
                Ok(text) => text,
                Err(_) => panic!("the sources are UTF-8"),
            };
            Page { name: $name, head: TEXT }
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

macro_rules! page_names {
    ($($name:ident: $id:literal, $title:literal, $needs:ident, $doc:literal,
        se $se:literal $(+ $rise:path)?, own $own:literal, page $page:literal,
        why $why:expr $(, note $note:literal)?;)+) => {
        /// Returns the name of the page of a technique, which is empty if there is none.
        const fn page_name(technique: Technique) -> &'static str {
            match technique { $(Technique::$name => $page,)+ }
        }
    };
}

techniques!(page_names);

pages! {
    /// All pages about techniques for classic puzzles, simplest techniques first.
    PAGES:
    "singles", "se/techniques/single.rs";
    "locked-candidates", "se/techniques/locked.rs";
    "hidden-sets", "se/techniques/hidden_set.rs";
    "naked-sets", "se/techniques/naked_set.rs";
    "fish", "se/techniques/fish.rs";
    "xy-wings", "se/techniques/xy_wing.rs";
    "unique-loops", "se/techniques/unique_loop.rs";
    "bug", "se/techniques/bug.rs";
    "aligned-exclusion", "se/techniques/aligned.rs";
    "chains", "se/chains/mod.rs";
    "locked-sets", "hodoku/techniques/house_set.rs";
    "turbot", "hodoku/techniques/turbot.rs";
    "w-wing", "hodoku/techniques/wing.rs";
    "wxyz-wing", "hodoku/techniques/wxyz_wing.rs";
    "remote-pair", "hodoku/techniques/remote_pair.rs";
    "deadly-rectangles", "hodoku/techniques/rectangle.rs";
    "colors", "hodoku/techniques/colors.rs";
    "sue-de-coq", "hodoku/techniques/sue_de_coq.rs";
    "finned-fish", "hodoku/techniques/fish/mod.rs";
    "nice-loops", "hodoku/chains/nice_loop.rs";
    "almost-locked-sets", "hodoku/techniques/als.rs";
    "forcing", "hodoku/chains/forcing.rs";
    "templates", "hodoku/techniques/template.rs";
    "vwxyz-wing", "modern/techniques/bent_set.rs";
    "medusa", "modern/techniques/medusa.rs";
    "guardians", "modern/techniques/guardian.rs";
    "extended-rectangle", "modern/techniques/extended_rectangle.rs";
    "bug-lite", "modern/techniques/bug_lite.rs";
    "fireworks", "modern/techniques/firework.rs";
    "tridagon", "modern/techniques/tridagon.rs";
    "sk-loop", "modern/techniques/sk_loop.rs";
    "exocet", "modern/techniques/exocet.rs";
    "multi-sector-locked-sets", "modern/techniques/sector_set.rs";
    "kraken-fish", "modern/techniques/kraken_fish.rs";
    "whips", "whips/mod.rs";
}

pages! {
    /// All pages about the reasons of steps in variants, in the order of the [topics](crate::practice::Topic).
    TOPIC_PAGES:
    "cage-combinations", "practice/topics/cage_combinations.rs";
    "cage-digit", "practice/topics/cage_digit.rs";
    "rule-of-45", "practice/topics/rule_of_45.rs";
    "thermometer-bounds", "practice/topics/thermometer_bounds.rs";
    "arrow-bounds", "practice/topics/arrow_bounds.rs";
    "whisper-neighbours", "practice/topics/whisper_neighbours.rs";
    "renban-range", "practice/topics/renban_range.rs";
    "dot-partners", "practice/topics/dot_partners.rs";
    "xv-partners", "practice/topics/xv_partners.rs";
    "sandwich-ends", "practice/topics/sandwich_ends.rs";
    "skyscraper-view", "practice/topics/skyscraper_view.rs";
    "little-killer-bounds", "practice/topics/little_killer_bounds.rs";
}

impl Page {
    /// Returns the page that describes a technique, if there is one.
    pub fn of(technique: Technique) -> Option<&'static Self> {
        PAGES.iter().find(|page| page.name == page_name(technique))
    }

    /// Returns the techniques of the family, simplest first.
    pub fn techniques(&self) -> impl Iterator<Item = Technique> {
        Technique::ALL.iter().copied().filter(|technique| page_name(*technique) == self.name)
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
