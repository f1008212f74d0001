//! The colour of each kind of line is the same in the palette of the page, on the board, in texts for
//! SudokuPad, and in the reading of these texts.

use farandole_draw::VariantBoard;
use farandole_draw::scene::{Hue, Item, Role};
use farandole_formats::editor::proposal::{Meanings, Proposal};
use farandole_formats::editor::{ExportConfig, line_hue, write_sudokupad};
use farandole_puzzle::constraint::catalogue;
use farandole_puzzle::format::iss;
use serde_json::Value;

/// A line of each kind that has a colour.
fn lines() -> Vec<(&'static str, String)> {
    let line = |name: &'static str| {
        line_hue(name)?;
        let number = match name {
            "Whisper" => "~5",
            "Lockout" => "~4",
            "Modular" => "~3",
            "SumLine" => "~10",
            _ => "",
        };
        Some((name, format!(".{name}{number}~R1C1~R1C2~R2C3~R3C4~R4C4")))
    };
    catalogue().filter_map(|about| line(about.name())).collect()
}

#[test]
fn a_kind_has_one_colour_everywhere() {
    let palette = include_str!("../../../web/src/model/tools.ts");
    let lines = lines();
    assert!(lines.len() > 15);
    for (name, text) in lines {
        let variant = iss::read(&text).unwrap();
        let hue = line_hue(name).unwrap();

        // The palette: `line("Renban", "path-purple"`.
        let tool = palette.split_once(&format!("line(\"{name}\", \"path-")).map(|(_, rest)| rest);
        let of_tool = tool.and_then(|rest| rest.split('"').next());
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

        // The text for SudokuPad, read with its rules and without them.
        let text = write_sudokupad(&variant, &ExportConfig::default()).unwrap();
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
