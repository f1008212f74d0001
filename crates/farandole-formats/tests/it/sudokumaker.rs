//! Puzzles of SudokuMaker: elements, custom constraints and drawings.

use farandole_formats::editor::proposal::Proposal;
use farandole_formats::editor::{Acceptance, ImportConfig, ImportErrorKind, Imported, read};
use farandole_puzzle::format::iss;

/// Returns a 4x4 puzzle with these elements and these cells after the first ones.
fn puzzle(elements: &str, cells: &str) -> String {
    let rest = vec!["{}"; 16 - cells.split_inclusive('}').count()].join(",");
    let cells = if cells.is_empty() { rest } else { format!("{cells},{rest}") };
    let boxes = "[0,0,1,1,0,0,1,1,2,2,3,3,2,2,3,3]";
    format!(
        r#"{{"formatVersion":"1.5.0","puzzle":{{"size":4,"cells":[{cells}],"name":"A","author":"B","comment":"C.",
        "constraints":[{{"type":0}},{{"type":1,"regions":{boxes}}}{elements}]}}}}"#
    )
}

fn imported(elements: &str) -> Imported {
    read(puzzle(elements, "").as_bytes(), &ImportConfig::default()).unwrap()
}

fn text(elements: &str) -> String {
    iss::write(&imported(elements).variant)
}

/// Returns everything that is not understood.
fn refused(elements: &str) -> Vec<String> {
    let config = ImportConfig { accept: Acceptance::Confirmed, ..ImportConfig::default() };
    let error = read(puzzle(elements, "").as_bytes(), &config).unwrap_err();
    let ImportErrorKind::Unsupported(unsupported) = error.kind() else { panic!("{error}") };
    unsupported.items().iter().map(ToString::to_string).collect()
}

#[test]
fn places_are_those_of_the_numbers() {
    let edges = r#",{"type":200,"clues":[{"value":1,"edge":1},{"edge":12}],"negative":[]}"#;
    assert_eq!(text(edges), ".Shape~4x4.WhiteDot~R1C1~R1C2.WhiteDot~R2C1~R3C1");
    let edges = r#",{"type":201,"clues":[{"value":2,"edge":0}],"negative":[]}"#;
    assert!(refused(edges)[0].contains("an edge between two cells"));
    let letters = r#",{"type":202,"clues":[{"value":5,"edge":4}],"negative":[5,10]}"#;
    assert_eq!(text(letters), ".Shape~4x4.StrictXV.V~R1C1~R2C1");
    let corner = r#",{"type":303,"clues":[{"corner":6,"digits":[1,2]}]}"#;
    assert_eq!(text(corner), ".Shape~4x4.Quad~R1C1~1~2");
    let outside = r#",{"type":501,"clues":[{"value":5,"outerCell":6}]},{"type":503,"clues":[{"value":3,"outerCell":35}]}"#;
    assert!(refused(outside)[0].contains("next to the grid"));
    let outside = r#",{"type":501,"clues":[{"value":5,"outerCell":6}]}"#;
    assert_eq!(text(outside), ".Shape~4x4.Sandwich~5~R1");
    let little = r#",{"type":500,"clues":[{"value":6,"outerCell":1,"diagonal":-1},{"value":5,"outerCell":3,"diagonal":1}]}"#;
    assert_eq!(text(little), ".Shape~4x4.LittleKiller~5~R1C2.LittleKiller~6~R3C4");
}

#[test]
fn the_first_cell_of_a_circle_is_that_of_the_ones() {
    let arrow = r#",{"type":408,"bulbsWithArrows":[{"bulbCells":[1,0],"arrows":[[1,2,3]]}]}"#;
    assert_eq!(text(arrow), ".Shape~4x4.PillArrow~2~R1C1~R1C2~R1C3~R1C4");
}

#[test]
fn numbers_that_unmarked_neighbours_do_not_have_are_one_rule() {
    let dots = r#",{"type":200,"clues":[{"edge":1}],"negative":[1]},{"type":201,"clues":[{"edge":2}],"negative":[2]}"#;
    assert_eq!(text(dots), ".Shape~4x4.StrictKropki.WhiteDot~R1C1~R1C2.BlackDot~R1C2~R1C3");
    let white = r#",{"type":200,"clues":[{"edge":1}],"negative":[1]}"#;
    assert_eq!(text(white), ".Shape~4x4.WhiteDot~R1C1~R1C2.StrictConsecutive");
    // 24 pairs of neighbours, one of which has a dot.
    let three = r#",{"type":200,"clues":[{"value":3,"edge":1}],"negative":[3]}"#;
    let pairs = imported(three).variant.constraints().iter().filter(|it| it.name() == "Pair").count();
    assert_eq!(pairs, 23);
}

#[test]
fn entered_digits_of_a_full_grid_are_the_solution() {
    let cell = |digit: char| format!(r#"{{"value":{digit}}}"#);
    let cells: Vec<String> = "1234341221434321".chars().map(cell).collect();
    let text = puzzle("", "").replace(&vec!["{}"; 16].join(","), &cells.join(","));
    let full = read(text.as_bytes(), &ImportConfig::default()).unwrap();
    assert_eq!(full.solution.map(|it| it.len()), Some(16));
    assert_eq!((full.title.as_deref(), full.rules.as_deref()), (Some("A"), Some("C.")));
    let part = read(puzzle("", r#"{"value":1}"#).as_bytes(), &ImportConfig::default()).unwrap();
    assert!(part.solution.is_none() && part.ignored[0].to_string().contains("entered digits"));
}

#[test]
fn custom_constraints_are_named_without_an_engine() {
    let custom = r#",{"type":1000,"definition":{"name":"Zipper lines","input":[],"backend":{"type":"code","code":"while(1);"},
        "components":[]},"input":{"groups":[{"cells":[0,1,2],"value":""}]},"style":{}}"#;
    assert_eq!(
        refused(custom)[0],
        "constraints 3: g1 (custom constraint `Zipper lines` (its program was not run))"
    );
    let proposal = Proposal::read(puzzle(custom, "").as_bytes()).unwrap();
    let candidates: Vec<&str> = proposal.groups[0].candidates.iter().map(|it| it.text.as_str()).collect();
    assert_eq!(candidates, [".Zipper~R1C1~R1C2~R1C3", ""]);
    // As long as it is taken for decoration, a sentence names it.
    let open = proposal.unaccounted(&[]);
    assert!(open.iter().any(|index| proposal.sentences[*index].text.contains("Zipper lines")), "{open:?}");
}

#[test]
fn a_custom_constraint_without_cells_may_name_a_rule_of_the_grid() {
    let custom = r#",{"type":1000,"definition":{"name":"Diagonally adjacent cells differ by at least 2","input":[],
        "backend":{"type":"code","code":""},"components":[]},"input":{},"style":{}}"#;
    let proposal = Proposal::read(puzzle(custom, "").as_bytes()).unwrap();
    let pairs = proposal.groups[0].candidates[0].text.matches(".Pair~").count();
    assert_eq!(pairs, 18, "{:?}", proposal.groups[0].candidates);
}

#[test]
fn drawings_are_groups_of_a_proposal() {
    let drawings = r##",{"type":2000,"lines":[[{"x":0.5,"y":0.5},{"x":1.5,"y":0.5},{"x":1.5,"y":1.5}]],
        "style":{"color":"#f067f0","thickness":0.15}},
        {"type":2002,"params":[{"type":"text","text":"7","size":0.5,"angle":0}],"symbols":[[1,0.5]]},
        {"type":2001,"cages":[{"cells":[3],"value":"7"}],"style":{}}"##;
    // Three groups, and the reason why they are not confirmed.
    assert_eq!(refused(drawings).len(), 4);
    let proposal = Proposal::read(puzzle(drawings, "").as_bytes()).unwrap();
    let names: Vec<&str> = proposal.groups.iter().map(|group| group.name.as_str()).collect();
    assert!(names.contains(&"1 purple line, 9.6 wide"), "{names:?}");
    assert_eq!(names.len(), 3, "{names:?}");
}

#[test]
fn what_has_no_effect_is_told_and_what_is_unknown_is_refused() {
    let off = imported(r#",{"type":12,"disabled":true},{"type":4000,"lightCells":[0]}"#);
    let ignored: Vec<String> = off.ignored.iter().map(ToString::to_string).collect();
    assert_eq!(ignored, ["constraints 3: a disabled element", "constraints 4: fog"]);
    assert!(off.variant.constraints().is_empty());
    assert_eq!(refused(r#",{"type":77}"#), ["constraints 3: `77`, expected the type of an element"]);
    assert_eq!(refused(r#",{"type":12,"wrap":1}"#), ["constraints 3: key `wrap`"]);
    assert!(refused(r#",{"type":301,"cages":[{"cells":[0,0],"value":3}]}"#)[0].contains("each cell once"));
}

#[test]
fn groups_of_digits_that_no_kind_expresses_are_alternatives() {
    // {1, 2} and {3, 4}: each of the 9 squares and of the 2 runs has a digit of both.
    let squares = imported(r#",{"type":16,"groups":[6,24]}"#).variant;
    assert_eq!(squares.constraints().iter().filter(|it| it.name() == "Or").count(), 9 * 2);
    let low_and_high = text(r#",{"type":406,"groups":[6,24],"lines":[[0,1,2]]}"#);
    assert_eq!(
        low_and_high,
        ".Shape~4x4.Or.~R1C1_1_2.~R1C2_1_2.End.Or.~R1C1_3_4.~R1C2_3_4.End.Or.~R1C2_1_2.~R1C3_1_2.End\
         .Or.~R1C2_3_4.~R1C3_3_4.End"
    );
    assert_eq!(
        refused(r#",{"type":406,"groups":[2,4,24],"lines":[[0,1]]}"#),
        ["constraints 3: nothing, expected a line with at least as many cells as groups"]
    );
}

#[test]
fn custom_grids_have_nine_digits_unless_they_state_another_number() {
    let text = puzzle("", "").replace(r#""size":4"#, r#""size":4,"type":"custom""#);
    let values = |text: &str| {
        let values = read(text.as_bytes(), &ImportConfig::default()).unwrap().variant.board().values();
        (values.low(), values.high())
    };
    assert_eq!(values(&text), (1, 9));
    assert_eq!(values(&text.replace(r#""size":4"#, r#""size":4,"minDigit":0"#)), (0, 9));
    assert_eq!(values(&text.replace(r#""size":4"#, r#""size":4,"maxDigit":6"#)), (1, 6));
    assert_eq!(values(&puzzle("", "")), (1, 4));
}

#[test]
fn custom_grids_have_the_houses_that_they_list() {
    let raw = |elements: &str| {
        let text = puzzle(elements, "").replace(r#""size":4"#, r#""size":4,"type":"custom""#);
        read(text.as_bytes(), &ImportConfig::default()).unwrap().variant
    };
    assert_eq!(raw("").houses().len(), 4);
    assert_eq!(raw(r#",{"type":2003}"#).houses().len(), 12);
    let area = r#",{"type":2003,"areas":[{"x":0,"y":1,"width":3,"height":2}]}"#;
    assert_eq!(raw(area).constraints().len(), 4 + 2 + 3);
}
