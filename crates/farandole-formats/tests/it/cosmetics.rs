//! Drawings without a meaning are written in the formats of editors, and have none for readers.

use farandole_formats::editor::{
    ExportConfig, ExportError, Figure, Frame, ImportConfig, Outline, Picture, Spot, read, write_fpuzzles,
    write_sudokumaker, write_sudokupad,
};
use farandole_puzzle::format::iss;
use serde_json::{Value, json};

fn figure(outline: Outline, fill: &str, stroke: &str) -> Figure {
    Figure { outline, fill: fill.into(), stroke: stroke.into(), width: 0.125, opacity: 1.0 }
}

fn square(centre: Spot) -> Outline {
    Outline::Rectangle(Frame { centre, width: 0.5, height: 0.5, angle: 0.0 })
}

/// A figure of each kind: in a cell, on a border and at a corner.
fn figures() -> Vec<Figure> {
    let circle = Outline::Ellipse(Frame { centre: (3.0, 2.0), width: 0.75, height: 0.75, angle: 0.0 });
    vec![
        Figure { opacity: 0.4, ..figure(square((0.5, 3.5)), "#ff0000", "") },
        figure(square((2.0, 0.5)), "", "#2b62c9"),
        figure(Outline::Line(vec![(0.5, 0.5), (1.5, 1.5), (2.5, 1.5)]), "", "#1b7f3b"),
        figure(circle, "", "#d7263d"),
        figure(Outline::Text("<b>".into(), (3.5, 3.5), 0.5), "#7b3fb5", ""),
    ]
}

#[test]
fn cosmetics_are_drawn_where_they_were() {
    let variant = iss::read(".Shape~4x4.Cage~5~R1C1~R1C2").unwrap();
    let figures = figures();
    let config = ExportConfig { cosmetics: &figures, rules: Some("Cages have sums."), ..Default::default() };
    let opaque = Figure { fill: "#ff9999".into(), opacity: 1.0, ..figures[0].clone() };
    let wanted: Vec<&Figure> = std::iter::once(&opaque).chain(&figures[1..]).collect();
    let without = ["#00000000".to_owned(), String::new()];
    for text in [write_fpuzzles(&variant, &config).unwrap(), write_sudokupad(&variant, &config).unwrap()] {
        assert!(text.contains("All other drawings are purely decorative."), "{text}");
        let Picture { below, above, .. } = Picture::read(text.as_bytes()).unwrap();
        for wanted in &wanted {
            let is_colour = |found: &String, wanted: &String| {
                found == wanted || wanted.is_empty() && without.contains(found)
            };
            let is_same = |found: &&Figure| {
                found.outline == wanted.outline
                    && is_colour(&found.fill, &wanted.fill)
                    && is_colour(&found.stroke, &wanted.stroke)
            };
            let found = below.iter().chain(&above).find(is_same);
            assert!(found.is_some(), "{wanted:?} in {text}");
        }
    }
    let text = write_sudokumaker(&variant, &config).unwrap();
    let object: Value = serde_json::from_str(&text).unwrap();
    let elements = object["puzzle"]["constraints"].as_array().unwrap();
    let symbols: Vec<&Value> = elements.iter().filter(|it| it["type"] == 2002).collect();
    assert_eq!(symbols.len(), 4, "{text}");
    assert_eq!(
        (&symbols[2]["symbols"], &symbols[2]["params"][0]["rx"]),
        (&json!([[3.0, 2.0]]), &json!(0.375))
    );
    let line = elements.iter().find(|it| it["type"] == 2000).unwrap();
    assert_eq!(line["lines"][0][1], json!({"x": 1.5, "y": 1.5}));
}

#[test]
fn lines_of_the_grid_are_rectangles_in_fpuzzles() {
    let line = [figure(Outline::Line(vec![(1.0, 1.0), (2.0, 1.0), (2.0, 2.0)]), "", "#1b7f3b")];
    let config = ExportConfig { cosmetics: &line, ..Default::default() };
    let text = write_fpuzzles(&iss::read(".Shape~4x4").unwrap(), &config).unwrap();
    let rectangle = |centre, angle| {
        let frame = Frame { centre, width: 1.0, height: 0.125, angle };
        figure(Outline::Rectangle(frame), "#1b7f3b", "#1b7f3b").outline
    };
    let found: Vec<Outline> =
        Picture::read(text.as_bytes()).unwrap().below.into_iter().map(|it| it.outline).collect();
    assert_eq!(found, [rectangle((1.5, 1.0), 0.0), rectangle((2.0, 1.5), 90.0)]);
}

#[test]
fn cosmetics_are_not_taken_for_constraints() {
    let rules = [
        ".Shape~4x4.Cage~5~R1C1~R1C2",
        ".Whisper~R4C4~R5C5~R6C6.Thermo~R9C1~R8C1.BlackDot~R7C7~R7C8",
        ".Renban~R4C4~R5C5~R6C6.Odd~R9C9.X~R1C8~R1C9",
    ];
    for text in rules {
        let variant = iss::read(text).unwrap();
        let figures = figures();
        let config = ExportConfig { cosmetics: &figures, ..Default::default() };
        for (name, write) in [
            ("f-puzzles", write_fpuzzles as fn(&_, &_) -> _),
            ("SudokuMaker", write_sudokumaker),
            ("SudokuPad", write_sudokupad),
        ] {
            let written: Result<String, ExportError> = write(&variant, &config);
            let written = written.unwrap_or_else(|error| panic!("{name}: {text}: {error}"));
            let again = read(written.as_bytes(), &ImportConfig::default());
            let again = again.unwrap_or_else(|error| panic!("{name}: {text}: {error}"));
            assert_eq!(again.variant, variant, "{name}: {text}");
        }
    }
}
