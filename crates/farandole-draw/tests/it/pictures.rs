//! Pictures of the example of every technique and of boards of many shapes are well formed and
//! reproducible.

use farandole_draw::{Board, Theme, VariantBoard, page_scene, pdf, step_scene, svg};
use farandole_logic::catalogue::{PAGES, TOPIC_PAGES};
use farandole_logic::hint::Step;
use farandole_logic::{Technique, catalogue};
use farandole_puzzle::constraint::style_of;
use farandole_puzzle::format::iss;
use farandole_puzzle::{ClassicPuzzle, DigitSet, Geometry};
use std::sync::Arc;

/// Returns true if every element is closed, in the right order.
fn is_well_formed(text: &str) -> bool {
    let mut open: Vec<&str> = Vec::new();
    for tag in text.split('<').skip(1) {
        let Some((tag, _)) = tag.split_once('>') else { return false };
        let name = tag.split_whitespace().next().unwrap_or_default();
        match (name.strip_prefix('/'), tag.ends_with('/')) {
            (Some(name), _) if open.pop() != Some(name) => return false,
            (Some(_), _) | (None, true) => {}
            (None, false) => open.push(name),
        }
    }
    open.is_empty()
}

#[test]
fn the_pictures_of_the_pages_in_docs_are_up_to_date() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/pictures/techniques");
    for page in PAGES.iter().chain(TOPIC_PAGES) {
        let scene = page_scene(page).unwrap_or_else(|| panic!("{} has no example", page.name));
        let (path, drawn) = (folder.join(format!("{}.svg", page.name)), svg::write(&scene, Theme::Light));
        if std::env::var_os("UPDATE_SNAPSHOTS").is_some() {
            std::fs::write(&path, &drawn).unwrap();
        }
        let stored = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(stored == drawn, "{}: run `cargo xtask techniques`", page.name);
    }
}

#[test]
fn every_example_is_drawn_with_its_sentence() {
    for technique in Technique::ALL.iter().copied() {
        let Some((state, step)) = catalogue::example(technique) else { continue };
        let scene = step_scene(&Step::classic(state, step.clone()), "<&> it");
        for theme in [Theme::Light, Theme::Dark, Theme::Print] {
            let text = svg::write(&scene, theme);
            assert!(is_well_formed(&text), "{technique:?}");
            assert!(text.contains("<desc>&lt;&amp;&gt; it</desc>"));
            // Some viewers do not support these.
            assert!(!text.contains("dominant-baseline") && !text.contains("<style"));
        }
        // A chain within one cell has no arrow.
        let may_have_links = !step.chains.is_empty() || !step.links.is_empty();
        assert!(may_have_links || !has_links(&scene), "{technique:?}");
        assert!(step.links.is_empty() || has_links(&scene), "{technique:?}");
    }
}

/// Returns true if the drawing contains an arrow.
fn has_links(scene: &farandole_draw::Scene) -> bool {
    let text = svg::write(scene, Theme::Light);
    // Links of both kinds have this width, and nothing else does.
    text.contains("stroke-width=\"1.6\"")
}

#[test]
fn boards_of_all_sizes_are_drawn() {
    for size in [1, 2, 4, 6, 9, 10, 16, 25, 36, 64] {
        let geometry = Geometry::usual(size).or_else(|_| Geometry::latin(size)).unwrap();
        let mut givens = vec![0; size * size];
        givens[0] = size as u8;
        let puzzle = ClassicPuzzle::new(Arc::new(geometry), &givens).unwrap();
        let board = Board::of_puzzle(&puzzle).with_candidates(&vec![DigitSet::all(size); size * size]);
        let text = svg::write(&board.scene(), Theme::Light);
        assert!(is_well_formed(&text));
        let digits = size * (size * size - 1) + 1;
        assert_eq!(text.matches("<text").count(), digits + 2 * size, "{size}");
    }
    assert!(!is_well_formed("<a><b></a></b>") && !is_well_formed("<a>"));
}

#[test]
fn pages_are_the_same_bytes_each_time() {
    let (state, step) = catalogue::example(Technique::XWing).unwrap();
    let page = || {
        pdf::write("One", &[step_scene(&Step::classic(state.clone(), step.clone()), "why")], Theme::Print)
            .unwrap()
    };
    assert_eq!(page(), page());
    assert!(page().len() < 12_000);
}

#[test]
fn what_extra_cells_say_is_drawn_in_the_grid() {
    let drawn = |text: &str, values: &[u8]| {
        let variant = iss::read(text).unwrap();
        svg::write(&VariantBoard::new(&variant).with_values(values).without_rules().scene(), Theme::Light)
    };
    let texts = |svg: &str| svg.matches("</text>").count();
    // The grid, then second values by cell, by column and by row.
    let two = [0, 1, 1, 0, 0, 2, 2, 0, 0, 0, 2, 2, 2, 2];
    let shown = drawn(".Shape~2x2~0-2.Schroedinger", &two);
    assert_eq!((texts(&shown), shown.matches(">2</text>").count()), (6, 2), "{shown}");
    let plain = drawn(".Shape~2x2~0-2", &two[..4]);
    assert_eq!(texts(&plain), 4);
    let given = |text: &str| {
        let variant = iss::read(text).unwrap();
        texts(&svg::write(&VariantBoard::new(&variant).without_rules().scene(), Theme::Light))
    };
    assert_eq!(given(".Shape~2x2~0-3.Schroedinger~1"), 0);
    let rules = |text: &str| VariantBoard::new(&iss::read(text).unwrap()).rules().join("; ");
    let said = rules(".Shape~2x2~0-2.Schroedinger.~R1C1_0.~SC2_0.~SCR2_1");
    assert!(said.ends_with("; Givens of extra cells: .~SC2_0 .~SCR2_1"), "{said}");
    assert_eq!(given(".Shape~2x2~0-3.Schroedinger~1.~R1C1_1_2"), 2);
    let layer = |mark: &str, values: [u8; 8]| drawn(&format!(".Shape~2x2~~Raw.{mark}"), &values).len();
    assert!(layer("YinYang", [1, 2, 2, 1, 2, 1, 1, 1]) > layer("YinYang", [1, 2, 2, 1, 1, 1, 1, 1]));
    let stars = |values: &[u8]| drawn(".Shape~4x4.StarBattle~1", values).len();
    let grid = [1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1];
    let places = [1, 2, 1, 1, 1, 1, 1, 2, 2, 1, 1, 1, 1, 1, 2, 1];
    assert!(stars(&[grid, places].concat()) > stars(&[grid, [1; 16]].concat()));
}

#[test]
fn print_names_the_lines_that_only_colours_tell_apart() {
    let drawn = |text: &str, theme: Theme| {
        svg::write(&VariantBoard::new(&iss::read(text).unwrap()).without_rules().scene(), theme)
    };
    let lines = ".Shape~9x9.Whisper~5~R1C1~R1C2.Whisper~4~R2C1~R2C2.Renban~R3C1~R3C2.RegionSumLine~R4C3~R4C4\
                 .Palindrome~R5C1~R5C2.Renban~R5C1~R6C1.Nabner~R7C1~R7C2";
    let print = drawn(lines, Theme::Print);
    for name in ["Whisper 5", "Whisper 4", "Renban", "Region sum line", "Palindrome"] {
        assert!(print.contains(&format!(">{name}</text>")), "{name}: {print}");
        assert!(!drawn(lines, Theme::Light).contains(&format!(">{name}<")), "{name}");
    }
    // A line whose name is already there gets no second one.
    assert_eq!(print.matches(">nabner<").count() + print.matches(">Nabner").count(), 1);
}

#[test]
fn variants_are_drawn_in_both_forms() {
    for about in farandole_puzzle::constraint::catalogue() {
        let name = about.name();
        let variant = iss::read(style_of(name).unwrap().example).unwrap();
        let board = VariantBoard::new(&variant);
        let scene = board.scene();
        let drawn = svg::write(&scene, Theme::Light);
        assert!(is_well_formed(&drawn), "{name}");
        assert!(pdf::write(name, &[scene], Theme::Print).unwrap().starts_with(b"%PDF-1.7"), "{name}");
    }
}
