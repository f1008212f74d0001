//! Links, packed forms, drawings, and refused input.

use farandole_formats::constraint_text;
use farandole_formats::editor::{
    Acceptance, DiagnosticKind, ExportConfig, ExportErrorKind, ImportConfig, ImportErrorKind, Imported,
    Keyless, fpuzzles_link, read, write_fpuzzles,
};
use farandole_puzzle::constraint::Constraint;
use farandole_puzzle::format::iss;
use farandole_puzzle::variant::check;
use std::time::{Duration, Instant};

fn import(text: &str) -> Imported {
    read(text.as_bytes(), &ImportConfig::default()).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Returns the reasons why the reading is not confirmed.
fn refusal(text: &str) -> String {
    let config = ImportConfig { accept: Acceptance::Confirmed, ..ImportConfig::default() };
    read(text.as_bytes(), &config).unwrap_err().to_string()
}

fn names(imported: &Imported) -> Vec<&'static str> {
    imported.variant.constraints().iter().map(Constraint::name).collect()
}

/// Returns an f-puzzles object of size 4 with these keys.
fn small(keys: &str) -> String {
    let grid = ["[{}, {}, {}, {}]"; 4].join(", ");
    let comma = if keys.is_empty() { "" } else { ", " };
    format!(r#"{{"size": 4, "grid": [{grid}]{comma}{keys}}}"#)
}

/// Returns a SudokuPad object with 4x4 cells and these keys.
fn pad(keys: &str) -> String {
    let cells = ["[{}, {}, {}, {}]"; 4].join(", ");
    let regions = "[[[0,0],[0,1],[1,0],[1,1]], [[0,2],[0,3],[1,2],[1,3]], [[2,0],[2,1],[3,0],[3,1]], [[2,2],[2,3],[3,2],[3,3]]]";
    let comma = if keys.is_empty() { "" } else { ", " };
    format!(r#"{{"id": "x", "cellSize": 50, "cells": [{cells}], "regions": {regions}{comma}{keys}}}"#)
}

#[test]
fn links_of_all_forms_hold_the_same_puzzle() {
    let plain =
        import(&small(r#""killercage": [{"cells": ["R1C1", "R1C2"], "value": "5"}], "title": "a+b/c""#));
    let config = ExportConfig { title: Some("a+b/c"), ..ExportConfig::default() };
    let link = fpuzzles_link(&plain.variant, &config).unwrap();
    let packed = link.rsplit('=').next().unwrap().replace("%2B", "+").replace("%2F", "/").replace("%3D", "=");
    let forms = [
        link.clone(),
        packed.clone(),
        packed.replace('+', " "),
        packed.trim_end_matches('=').to_string(),
        format!("\u{feff} fpuzzles{packed}\r\n"),
        format!("fpuz{packed}"),
        format!("https://sudokupad.app/fpuz{packed}?setting-nogrid=1"),
        format!("https://app.crackingthecryptic.com/sudoku/?puzzleid=fpuzzles{packed}"),
        packed.replace('+', "-").replace('-', "+"),
    ];
    for form in forms {
        let imported = import(&form);
        assert_eq!((&imported.variant, imported.title.as_deref()), (&plain.variant, Some("a+b/c")), "{form}");
    }
}

#[test]
fn a_double_slash_that_became_one_is_repaired() {
    // A unit of sixteen ones yields two characters of six ones if it begins at a suitable bit.
    let found = (0..40).find_map(|number| {
        let title: &str = &format!("{}\u{ffff}", "abcdefghijklmnopqrstuvwxyz0123456789!?,;".get(..number)?);
        let config = ExportConfig { title: Some(title), ..ExportConfig::default() };
        let link = fpuzzles_link(&import(&small("")).variant, &config).unwrap();
        let packed =
            link.rsplit('=').next().unwrap().replace("%2B", "+").replace("%2F", "/").replace("%3D", "=");
        packed.contains("//").then(|| (title.to_string(), packed))
    });
    let (title, packed) = found.expect("one of the texts has two slashes");
    let imported = import(&format!("https://sudokupad.app/fpuz{}", packed.replace("//", "/")));
    assert_eq!(imported.title.as_deref(), Some(&*title));
}

#[test]
fn a_link_of_sudokuwiki_has_its_givens() {
    let cells = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    for cells in [cells.to_owned(), cells.replace('.', "0")] {
        let imported = import(&format!("https://www.sudokuwiki.org/sudoku.htm?bd={cells}"));
        assert_eq!(imported.variant.to_puzzle(), Some(cells.parse().unwrap()));
    }
    let kind = |text: &[u8]| read(text, &ImportConfig::default()).unwrap_err().kind().clone();
    assert_eq!(kind(b"https://www.sudokuwiki.org/sudoku.htm?bd=123"), ImportErrorKind::Unknown);
    assert_eq!(kind(b"https://www.sudokuwiki.org/sudoku.htm"), ImportErrorKind::Unknown);
}

#[test]
fn texts_that_are_no_puzzle_are_told_apart() {
    let kind = |text: &[u8]| read(text, &ImportConfig::default()).unwrap_err().kind().clone();
    assert_eq!(kind(b"  "), ImportErrorKind::Empty);
    assert_eq!(kind(b"\xff\xfe"), ImportErrorKind::Encoding);
    assert_eq!(kind(b"https://example.org/"), ImportErrorKind::Unknown);
    assert_eq!(kind(b"https://www.f-puzzles.com/?id=yhkyz63b"), ImportErrorKind::Remote);
    assert_eq!(kind(b"https://sudokupad.app/abc/def"), ImportErrorKind::Remote);
    assert_eq!(kind(b"sclN4Igzg"), ImportErrorKind::Packed);
    assert_eq!(kind(b"{\"size\": 4,}"), ImportErrorKind::Json { line: 1, column: 12 });
    assert_eq!(kind(b"{\"size\": 4,\n \"size\": 4}"), ImportErrorKind::RepeatedKey { line: 2, column: 7 });
    assert_eq!(kind(b"{\"size\": 4}"), ImportErrorKind::Unknown);
}

#[test]
fn all_that_is_not_understood_is_listed_at_once() {
    let text = small(
        r##""snake": [1, 2], "killercage": [{"cells": ["R1C1"]}, {"cells": ["R1C9"], "value": "≥12", "x": 1}],
        "line": [{"lines": [["R1C1", "R1C2"]], "outlineC": "#FF00AA"}], "arrow": [{"cells": ["R1C1"], "lines": [["R2C2", "R2C3"]]}],
        "negative": ["abc"], "whispers": [{"lines": []}], "xsum": [{"cell": "R2C2", "value": "5"}, {"cell": "R0C1"}]"##,
    );
    let expected = "7 things in this puzzle are not understood: \
        arrow 1: nothing, expected lines that leave the circle; \
        killercage 2: key `x`; killercage 2: `R1C9`, expected a cell of the grid such as R1C1; \
        key `snake` (2 entries); \
        whispers 1: nothing, expected a list of lines of cells; \
        xsum 1: `R2C2`, expected a cell next to the grid such as R0C1; \
        negative 1: `abc`";
    assert_eq!(refusal(&text), expected);
}

#[test]
fn drawings_belong_to_constraints_or_are_refused() {
    let thermometer = r#""thermometer": [{"lines": [["R2C3", "R1C3"]]}]"#;
    let sign = |value: &str, angle: u32| {
        small(&format!(
            r#"{thermometer}, "text": [{{"cells": ["R2C3", "R1C3"], "value": "{value}", "angle": {angle}}}]"#
        ))
    };
    assert_eq!(names(&import(&sign(">", 90))), ["Thermo"]);
    // A sign with another meaning is another constraint.
    assert_eq!(names(&import(&sign("<", 90))), ["Thermo", "GreaterThan"]);
    let line = r##""line": [{"lines": [["R1C1", "R1C2"]], "outlineC": "#67F067", "width": 0.2}]"##;
    assert!(refusal(&small(line)).contains("line 1: g1 (1 green line, 6.4 wide)"));
    let decided = |meanings: &str| {
        let meanings = meanings.parse().unwrap();
        read(small(line).as_bytes(), &ImportConfig { meanings, ..ImportConfig::default() }).unwrap()
    };
    assert_eq!(names(&decided("g1=ignore")), [""; 0]);
    assert_eq!(names(&decided("g1=Whisper~2")), ["Whisper"]);
    let same = small(&format!(r#"{line}, "whispers": [{{"lines": [["R1C2", "R1C1"]]}}]"#));
    assert_eq!(names(&import(&same)), ["Whisper"]);
}

#[test]
fn rules_that_only_the_text_names_are_told() {
    let text = small(
        r#""antiknight": true, "ruleset": "Anti-knight rules apply. Along renban lines digits are consecutive.""#,
    );
    let imported = import(&text);
    let warnings: Vec<String> = imported.warnings.iter().map(ToString::to_string).collect();
    let expected =
        "rules: no constraint accounts for the sentence `Along renban lines digits are consecutive.`";
    assert_eq!(warnings, [expected]);
    assert_eq!(imported.warnings[0].kind(), DiagnosticKind::RulesMention);
}

#[test]
fn what_has_no_key_is_named_or_described() {
    let variant = iss::read(".Shape~4x4.Thermo~R1C1~R1C2.NumberedRoom~R1~3.AntiTaxicab").unwrap();
    let error = write_fpuzzles(&variant, &ExportConfig::default()).unwrap_err();
    let ExportErrorKind::Keyless(found) = error.kind() else { panic!("{error}") };
    assert_eq!(found.iter().map(|it| it.name).collect::<Vec<_>>(), ["AntiTaxicab", "NumberedRoom"]);
    let config =
        ExportConfig { keyless: Keyless::Describe, rules: Some("See below."), ..ExportConfig::default() };
    let imported = import(&write_fpuzzles(&variant, &config).unwrap());
    assert_eq!(imported.variant, variant);
    let rules = imported.rules.unwrap();
    assert!(rules.starts_with("See below.\n") && rules.contains(".NumberedRoom~R1~3"), "{rules}");
    let wide = iss::read(".Shape~4x6").unwrap();
    let error = write_fpuzzles(&wide, &ExportConfig::default()).unwrap_err();
    assert!(matches!(error.kind(), ExportErrorKind::Board(_)));
}

/// Constraint text in the rules expresses what the format lacks.
#[test]
fn rules_may_hold_constraint_text() {
    let config = ExportConfig { keyless: Keyless::Describe, rules: Some("See:"), ..ExportConfig::default() };
    let mut described = 0;
    let sample = include_str!("../../../../testdata/variants/iss.tsv");
    for line in sample.lines().filter(|line| !line.starts_with('#')) {
        let [_, text, solution] = line.split('\t').collect::<Vec<_>>()[..] else { panic!("{line}") };
        let text = text.replace("\\n", "\n").replace("\\t", "\t").replace("\\\\", "\\");
        let Some(variant) = constraint_text::read(&text)
            .ok()
            .map(|read| read.variant)
            .filter(|variant| variant.shape().is_square())
        else {
            continue;
        };
        let imported = import(&write_fpuzzles(&variant, &config).unwrap()).variant;
        assert_eq!(import(&write_fpuzzles(&imported, &config).unwrap()).variant, imported, "{text}");
        assert_eq!((imported.board(), imported.domains()), (variant.board(), variant.domains()), "{text}");
        let values: Option<Vec<u8>> = solution.chars().map(|c| Some(c.to_digit(10)? as u8)).collect();
        if let Some(values) = values.filter(|values| values.len() == variant.cell_count()) {
            assert!(check(&imported, &values).is_ok(), "{text}");
        }
        described += 1;
    }
    assert!(described > 50, "{described}");
    let listed = [
        ".Shape~4x4~0-4.Schroedinger.Cage~9~R1C1~R1C2.~R2C2_0~R3C3_1_2",
        ".Shape~4x4~0-5.NoBoxes.Jigsaw~1122113324334244.Schroedinger~1.Renban~R1C1~R1C2",
        ".Shape~4x4.Doublers.DoubledSum~11~R2C3~R2C4~R3C3.Thermo~R1C1~R2C1",
        ".Shape~6x6.Negators.NegatedSum~-2~R1C1~R1C2.~NGC1_2",
        ".Shape~3x3~4~Raw.Holes~R2C2.AntiConsecutive.~R1C2_1~R2C1_2~R3C2_1.Sum~16~R1C1~R1C3~R2C3~R3C3",
        ".Shape~5x5.Var~A~label~3.Sum~9~VA1~R1C1.YinYang.Or.Thermo~R1C1~R1C2.~YY1_1.End",
        ".Shape~6x6.RegionSize~4.NumberedRoom~R1~3.StarBattle~1",
        ".Shape~6x6~0-5.Entropic~R1C1~R1C2~R1C3.HighCells~2~R1C1~R2C2",
        ".ChaosConstruction.NoBoxes.ChaosCount~R1C1",
    ];
    for text in listed {
        let variant = iss::read(text).unwrap();
        let imported = import(&write_fpuzzles(&variant, &config).unwrap());
        assert_eq!(imported.variant, variant, "{text}");
        assert!(imported.rules.is_some_and(|rules| rules.starts_with("See:")));
        let refused = write_fpuzzles(&variant, &ExportConfig::default());
        assert!(refused.is_err(), "{text}");
    }
    // The rules of SudokuPad may hold constraint text too, and its grids may have any shape.
    let imported = import(&pad(
        r#""rules": "Normal rules.\n.Shape~4x4~0-4.Schroedinger\nNormal sudoku rules apply.\n.Cage~9~R1C1~R1C2""#,
    ));
    assert_eq!(names(&imported), ["Cage", "Schroedinger"]);
    assert!(imported.warnings.is_empty(), "{:?}", imported.warnings);
    let text = r#"{"cells": [[{}, {"value": 0}, {}], [{}, {}, {}]], "rules": ".Shape~2x3~0-2~Raw.Thermo~R1C2~R1C3"}"#;
    assert_eq!(names(&import(text)), ["Given", "Thermo"]);
    // Errors in constraint text are reported with all others.
    let wrong = small(r#""ruleset": "Cells.\n.Thermo~R1C9~R1C2\n...\n.Wisper~R1C1", "snake": 1"#);
    let told = refusal(&wrong);
    assert!(told.contains("rules 2: ") && told.contains("rules 4: "), "{told}");
    assert!(told.contains("Wisper") && !told.contains("rules 3"), "{told}");
    let shape = refusal(&small(r#""ruleset": ".Shape~6x6""#));
    assert!(shape.contains("rules: contradicts the rows and columns of the puzzle"), "{shape}");
}

#[test]
fn marks_and_what_has_none_go_together() {
    let dots = r#""difference": [{"cells": ["R1C1", "R1C2"]}], "ratio": [{"cells": ["R2C1", "R3C1"], "value": "4"}]"#;
    let imported = import(&small(&format!(r#"{dots}, "nonconsecutive": true"#)));
    // 24 pairs of neighbours, two of them with dots.
    assert_eq!(names(&imported).iter().filter(|name| **name == "Pair").count(), 22);
    let again = import(&write_fpuzzles(&imported.variant, &ExportConfig::default()).unwrap());
    assert_eq!(again.variant, imported.variant);
    let imported = import(&small(r#""nonconsecutive": true, "negative": ["xv", "ratio"]"#));
    assert_eq!(names(&imported), ["StrictKropki", "StrictXV"]);
    let again = import(&write_fpuzzles(&imported.variant, &ExportConfig::default()).unwrap());
    assert_eq!(again.variant, imported.variant);
}

#[test]
fn box_indexers_and_regions_are_written_and_read() {
    let rows = [[0, 0, 0, 1], [2, 0, 1, 1], [2, 2, 3, 1], [2, 3, 3, 3]];
    let row = |row: &[i32; 4]| row.map(|label| format!(r#"{{"region": {label}}}"#)).join(", ");
    let grid: Vec<String> = rows.iter().map(|labels| format!("[{}]", row(labels))).collect();
    let text = format!(
        r#"{{"size": 4, "grid": [{}], "boxindexer": [{{"cells": ["R2C1", "R4C4"]}}], "disjointgroups": true}}"#,
        grid.join(", ")
    );
    let imported = import(&text);
    let expected =
        ["NoBoxes", "Jigsaw", "AllDifferent", "AllDifferent", "AllDifferent", "AllDifferent", "Or", "Or"];
    assert_eq!(names(&imported), expected);
    let again = import(&write_fpuzzles(&imported.variant, &ExportConfig::default()).unwrap());
    assert_eq!(again.variant, imported.variant);
}

#[test]
fn pictures_of_sudokupad_are_constraints() {
    let text = pad(
        r##""cages": [{"value": "title: Pictures"}, {"cells": [[0,0],[0,1]], "unique": true, "sum": 5, "value": "5"}],
        "underlays": [{"center": [0.5, 3.5], "width": 0.85, "height": 0.85, "rounded": true, "borderColor": "#CFCFCF", "backgroundColor": "#CFCFCF"},
            {"center": [3.5, 3.5], "width": 0.7, "height": 0.7, "rounded": false, "borderColor": "#CFCFCF", "backgroundColor": "#CFCFCF"},
            {"center": [3.5, 0.5], "width": 1, "height": 1, "rounded": false, "backgroundColor": "#ccc"}],
        "lines": [{"color": "#CFCFCF", "thickness": 21, "wayPoints": [[0.5, 3.5], [2.5, 3.5]]},
            {"color": "#34BBE6", "thickness": 2, "wayPoints": [[0, 0], [4, 4]]},
            {"color": "#000000", "thickness": 1, "wayPoints": [[3.06, 0.4], [3.11, 0.5], [3.06, 0.6]]},
            {"color": "#000000", "thickness": 1, "wayPoints": [[3.6, 0.94], [3.5, 0.89], [3.4, 0.94]]}],
        "arrows": [{"color": "#a1a1a1", "thickness": 5, "headLength": 0.3, "wayPoints": [[1.5, 0.9], [1.5, 2.5]]}],
        "overlays": [{"center": [1.5, 0.5], "width": 0.83, "height": 0.83, "rounded": true, "borderColor": "#a1a1a1", "backgroundColor": "#ffffff"},
            {"center": [1, 2.5], "width": 0.3, "height": 0.3, "rounded": true, "borderColor": "#000000", "backgroundColor": "#000000", "text": ""},
            {"center": [2, 2], "width": 0.7, "height": 0.7, "rounded": true, "borderColor": "#000000", "backgroundColor": "#FFFFFF", "text": "1 2"}],
        "global": ["antiking"], "metadata": {"solution": "................"}"##,
    );
    let imported = import(&text);
    // The tips of a minimum are inequality signs to its neighbours.
    let expected = [
        "Diagonal",
        "AntiKing",
        "Cage",
        "Arrow",
        "Thermo",
        "BlackDot",
        "Quad",
        "Even",
        "GreaterThan",
        "GreaterThan",
    ];
    let mut found = names(&imported);
    let mut expected = expected.to_vec();
    found.sort_unstable();
    expected.sort_unstable();
    assert_eq!((found, imported.title.as_deref(), &imported.solution), (expected, Some("Pictures"), &None));
    // After each change, a drawing is left whose meaning neither rules nor styles name.
    for (from, to, left) in [
        ("21", "30", "lines 1"),
        ("[1, 2.5]", "[1.2, 2.5]", "overlays 2"),
        ("\"1 2\"", "\"1 x\"", "overlays 3"),
        ("\"#34BBE6\"", "\"#C4BBE7\"", "lines 2"),
    ] {
        let error = refusal(&text.replace(from, to));
        assert!(error.contains(&format!("{left}: g")), "{to}: {error}");
    }
}

#[test]
fn cages_of_sudokupad_say_whether_digits_repeat() {
    let cage = |keys: &str| pad(&format!(r#""cages": [{{"cells": [[0,1],[0,2],[1,2]], {keys}}}]"#));
    assert_eq!(names(&import(&cage(r#""unique": false, "value": 9"#))), ["Sum"]);
    assert_eq!(names(&import(&cage(r#""unique": true, "value": 9"#))), ["Cage"]);
    assert!(refusal(&cage(r#""unique": true, "value": "x""#)).contains("cages 1: g1 (1 cage with a text)"));
    assert!(refusal(&cage(r#""unique": true, "type": "odd""#)).contains("cages 1: `odd`"));
    assert!(refusal(&pad(r#""svg": [1]"#)).contains("svg: pictures"));
    let error = refusal(&pad("").replace("\"regions\"", "\"rules\": 1, \"region\""));
    assert!(error.contains("key `region`") && error.contains("regions: nothing"), "{error}");
}

/// Solvers and editors add drawings that repeat a constraint.
#[test]
fn drawings_that_tools_add_belong_to_their_constraints() {
    let line = r##""line": [{"lines": [["R1C1", "R1C2"]], "outlineC": "#E100FF", "width": 0.4, "fromRangskSolver": true}]"##;
    let renban = r#""renban": [{"lines": [["R1C1", "R1C2"]]}]"#;
    assert_eq!(names(&import(&small(&format!("{renban}, {line}")))), ["Renban"]);
    assert!(refusal(&small(line)).contains("line 1: g1"));
    let clone = r#""clone": [{"cells": ["R1C1", "R1C2"], "cloneCells": ["R3C3", "R3C4"]}]"#;
    let cage = |cells: &str, more: &str| {
        format!(r##""cage": [{{"cells": [{cells}], "outlineC": "#000000"{more}}}]"##)
    };
    for cells in [r#""R1C2", "R1C1""#, r#""R3C3", "R3C4""#] {
        assert_eq!(names(&import(&small(&format!("{clone}, {}", cage(cells, ""))))), ["Clones"]);
    }
    // A cage with a value or around other cells may be a rule.
    for drawn in [cage(r#""R1C1", "R2C1""#, ""), cage(r#""R1C1", "R1C2""#, r#", "value": "?""#)] {
        assert!(refusal(&small(&format!("{clone}, {drawn}"))).contains("cage 1: g1"), "{drawn}");
    }
}

/// Malicious input is refused quickly.
#[test]
fn hostile_texts_are_refused_in_time() {
    let row = format!("[{}]", vec!["{}"; 16].join(","));
    let hostile = [
        "[".repeat(1 << 20),
        format!("{{\"cells\":{}", "[".repeat(1 << 20)),
        format!("{{{}", ",".repeat(1 << 20)),
        format!("{{a:[{}]}}", ",".repeat((1 << 20) - 10)),
        format!("N4I{}", "/".repeat(1 << 16)),
        format!("N4I{}", "/".repeat(1 << 20)),
        format!("scl{}", "A".repeat(1 << 20)),
        format!("scf{}", "z".repeat(1 << 20)),
        format!("scf{}", "*t".repeat(1 << 19)),
        format!(
            "{{\"size\":16,\"grid\":[{}],\"xv\":[{}1]}}",
            vec![row.as_str(); 16].join(","),
            "{},".repeat(1 << 18)
        ),
        "%".repeat(1 << 20),
        "x".repeat((2 << 20) + 1),
    ];
    for text in hostile {
        let start = Instant::now();
        assert!(read(text.as_bytes(), &ImportConfig::default()).is_err());
        assert!(start.elapsed() < Duration::from_secs(5), "{}: {:?}", &text[..20], start.elapsed());
    }
}

#[test]
fn the_message_to_those_who_have_solved_the_puzzle_is_read() {
    for (text, message) in [
        (small(r#""successMessage": " Well done! ""#), Some("Well done!")),
        (pad(r#""msgcorrect": "Well done!""#), Some("Well done!")),
        (pad(r#""metadata": {"msgcorrect": "Well\ndone!", "msgincorrect": "No."}"#), Some("Well\ndone!")),
        (pad(r#""cages": [{"value": "msgcorrect: Well done!"}]"#), Some("Well done!")),
        (pad(r#""metadata": {"msgcorrect": " "}"#), None),
        (small(""), None),
    ] {
        assert_eq!(import(&text).message.as_deref(), message, "{text}");
    }
}
