//! The pages of technique families, taken from the module comments of the files with their finders.
//!
//! The texts are extracted from the sources at compile time, so each text has a single source.

use crate::model::Technique;

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

/// Defines [`PAGES`]. The leading `//!` lines of each file are extracted at compile time, so the
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
    "vwxyz-wing", "modern/techniques/bent_set.rs": VwxyzWing;
    "medusa", "modern/techniques/medusa.rs": MedusaTrap MedusaWrap;
    "guardians", "modern/techniques/guardian.rs": Guardian;
    "extended-rectangle", "modern/techniques/extended_rectangle.rs": ExtendedRectangle;
    "bug-lite", "modern/techniques/bug_lite.rs": BugLite;
    "fireworks", "modern/techniques/firework.rs": TripleFirework;
    "tridagon", "modern/techniques/tridagon.rs": Tridagon;
    "sk-loop", "modern/techniques/sk_loop.rs": SkLoop;
    "exocet", "modern/techniques/exocet.rs": JuniorExocet;
    "multi-sector-locked-sets", "modern/techniques/sector_set.rs": SectorSet;
    "kraken-fish", "modern/techniques/kraken_fish.rs": KrakenFish;
    "whips", "whips/mod.rs": Whip Braid;
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
