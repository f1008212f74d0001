//! The colour of each kind of line is the same in the palette of the page, on the board, in texts for
//! SudokuPad, and in the reading of these texts.

use farandole_draw::VariantBoard;
use farandole_draw::scene::{Hue, Item, Role};
use farandole_formats::editor::proposal::{Meanings, Proposal};
use farandole_formats::editor::{ExportConfig, write_sudokumaker, write_sudokupad};
use farandole_puzzle::constraint::{KindStyle, LineLook, styles};
use farandole_puzzle::format::iss;
use serde_json::Value;

/// Returns the angle of `#rrggbb` on the colour wheel in degrees, or `None` for greys.
fn angle(code: &str) -> Option<f64> {
    let channel = |at: usize| f64::from(u8::from_str_radix(&code[at..at + 2], 16).unwrap());
    let [red, green, blue] = [1, 3, 5].map(channel);
    let (most, least) = (red.max(green).max(blue), red.min(green).min(blue));
    // The cosine form, independent of the case distinction of the reader.
    let turn = (3.0_f64.sqrt() * (green - blue)).atan2(2.0 * red - green - blue).to_degrees();
    (most - least > 20.0).then_some(turn.rem_euclid(360.0))
}

/// Returns true if two colours have nearly the same hue, or if both are grey.
fn agree(one: &str, other: &str) -> bool {
    match (angle(one), angle(other)) {
        (Some(one), Some(other)) => {
            (one - other + 180.0).rem_euclid(360.0) - 180.0 < 30.0
                && (other - one + 180.0).rem_euclid(360.0) - 180.0 < 30.0
        }
        (one, other) => one == other,
    }
}

/// Returns the value of a custom property of the style sheet, in light mode.
fn property(sheet: &str, name: &str) -> Option<String> {
    let (_, rest) = sheet.split_once(&format!("--drawn-{name}: light-dark("))?;
    Some(rest[..7].to_owned())
}

/// A line of each kind that has a colour, with the name of its colour and its code.
fn lines() -> Vec<(&'static str, &'static str, &'static str, String)> {
    let drawn = styles().filter_map(|(name, style)| Some((name, style.look()?, style)));
    let coloured = drawn.filter(|(_, look, _)| !look.code.is_empty());
    let line = |(name, look, style): (&'static str, LineLook, &KindStyle)| {
        let number = style.number.map(|_| style.usual.unwrap_or(5)).or(style.usual);
        let number = number.map_or_else(String::new, |number| format!("~{number}"));
        (name, look.hue.name(), look.code, format!(".{name}{number}~R1C1~R1C2~R2C3~R3C4~R4C4"))
    };
    coloured.map(line).collect()
}

#[test]
fn a_kind_has_one_colour_everywhere() {
    let palette: Value = serde_json::from_str(include_str!("../../../../web/src/model/kinds.json")).unwrap();
    let lines = lines();
    assert!(lines.len() > 15);
    let sheet = include_str!("../../../../web/src/drawn.css");
    for (name, hue, code, text) in lines {
        let variant = iss::read(&text).unwrap();

        // The colour with this name on boards and in pictures is that of texts for editors.
        let on_page = property(sheet, &format!("path-{hue}")).unwrap();
        assert!(agree(&on_page, code), "{name}: {on_page} on the board, {code} in texts");

        // The palette.
        let of_tool = palette[name]["line"].as_str().and_then(|role| role.strip_prefix("path-"));
        assert!(of_tool.is_none_or(|of_tool| of_tool == hue), "{name}: {of_tool:?} in the palette, {hue}");

        // The board. Thermometers and double arrows have roles of their own.
        let board = VariantBoard::new(&variant).layers();
        let is_path = |item: &Item| match item {
            Item::Shape { role: Role::Path(hue), .. } => Some(*hue),
            _ => None,
        };
        let on_board: Vec<Hue> = board.below.iter().chain(&board.above).filter_map(is_path).collect();
        let is_own = ["Thermo", "SlowThermo", "DoubleArrow"].contains(&name);
        assert!(
            is_own || on_board.iter().any(|it| it.name() == hue),
            "{name}: {on_board:?} on the board, {hue}"
        );

        // The text for SudokuMaker, if it has the kind.
        if let Ok(text) = write_sudokumaker(&variant, &ExportConfig::default()) {
            assert!(text.contains(&format!("\"{code}\"")), "{name}: {code} is not in {text}");
        }

        // The text for SudokuPad, read with its rules and without them.
        let text = write_sudokupad(&variant, &ExportConfig::default()).unwrap();
        assert!(text.contains(&format!("\"color\":\"{code}\"")), "{name}: {code} is not in {text}");
        let mut json: Value = serde_json::from_str(&text).unwrap();
        let read = |json: &Value| Proposal::read(json.to_string().as_bytes()).unwrap();
        let name_of = |proposal: &Proposal| {
            let variant = proposal.puzzle(&Meanings::default()).unwrap();
            variant.constraints().iter().map(|it| it.name()).next()
        };
        assert_eq!(name_of(&read(&json)), Some(name));
        json["metadata"]["rules"] = "Normal sudoku rules apply.".into();
        let proposal = read(&json);
        let found = name_of(&proposal);
        assert!(found.is_none_or(|found| found == name), "{name}: its colour is that of {found:?}");
    }
}
