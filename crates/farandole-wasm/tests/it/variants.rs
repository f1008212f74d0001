//! Tests the operations about variants: answers are correct, equal those of the library, and never
//! panic.

use farandole::Config;
use farandole::engines::{KnownCandidates, PuzzleSolver};
use farandole::puzzle::format::iss;
use farandole_wasm::answer;
use serde_json::{Value, json};

/// Returns the JSON and the body of an answer.
fn ask(request: &Value, body: &[u8]) -> (Value, Vec<u8>) {
    let bytes = answer(&[request.to_string().as_bytes(), b"\n", body].concat());
    let end = bytes.iter().position(|byte| *byte == b'\n').unwrap_or(bytes.len());
    let value = serde_json::from_slice(&bytes[..end]).expect("a line of JSON");
    (value, bytes.get(end + 1..).unwrap_or_default().to_vec())
}

fn json(request: &Value) -> Value {
    ask(request, b"").0
}

/// Returns the board of a text in the form of requests.
fn board(text: &str) -> Value {
    let read = ask(&json!({"op": "read"}), text.as_bytes()).0;
    assert_eq!(read["status"], "ok", "{read}");
    let board = &read["boards"][0];
    json!({"text": board["text"], "givens": board["givens"]})
}

#[test]
fn texts_become_boards_and_texts_again() {
    let text = ".Shape~4x4~0-3.Thermo~R1C1~R1C2~R1C3.~R2C1_0~R4C4_1_2";
    let read = ask(&json!({"op": "read"}), text.as_bytes()).0;
    let shown = &read["boards"][0];
    assert_eq!(
        (&shown["rows"], &shown["cols"], &shown["low"], &shown["size"]),
        (&json!(4), &json!(4), &json!(0), &json!(4))
    );
    assert_eq!(shown["givens"][4], 1, "the least value is the first digit");
    assert_eq!(shown["givens"][15], 0);
    let written = ask(&json!({"op": "write", "board": board(text), "to": "iss"}), b"").1;
    let again = board(std::str::from_utf8(&written).unwrap());
    assert_eq!(again, board(text));
    let link = ask(
        &json!({"op": "write", "board": board(".Shape~4x4.Thermo~R1C1~R1C2"), "to": "fpuzzles-link"}),
        b"",
    )
    .1;
    assert_eq!(board(std::str::from_utf8(&link).unwrap()), board(".Shape~4x4.Thermo~R1C1~R1C2"));
}

#[test]
fn what_other_engines_know_becomes_a_plain_board() {
    let read = ask(&json!({"op": "read"}), b".Shape~5x5.Jigsaw~0001100111222332233344444.~R1C1_5").0;
    assert_eq!((&read["boards"][0]["regions"][24], &read["boards"][0]["givens"][0]), (&json!(4), &json!(5)));
    let plain = json!({"size": 4, "boxes": [2, 2], "givens": vec![0; 16]});
    let edited = json(&json!({"op": "edit", "board": plain, "add": ".NoBoxes"}));
    assert!(edited["boards"][0]["boxes"].is_null() && edited["boards"][0]["size"] == 4, "{edited}");
    // Diagonal constraints are drawn as diagonals.
    let cross = json(&json!({"op": "edit", "board": plain, "add": ".Diagonal~-1"}));
    assert_eq!(cross["boards"][0]["text"], ".Shape~4x4.Diagonal~-1");
}

#[test]
fn solutions_are_counted_and_compared() {
    let thermo = board(".Shape~4x4.Thermo~R1C1~R1C2~R1C3~R1C4.~R2C1_3~R3C1_2");
    let solved = json(&json!({"op": "solve", "board": thermo, "limit": 0}));
    assert_eq!(&solved["grid"].as_array().unwrap()[..5], [json!(1), json!(2), json!(3), json!(4), json!(3)]);
    let solutions = solved["solutions"].as_u64().unwrap();
    assert!(solutions > 1 && solved["exact"] == true, "{solved}");
    let estimate = json(&json!({"op": "estimate", "board": thermo, "dives": 1000}))["estimate"].clone();
    let error = estimate["solutions"].as_f64().unwrap() - solutions as f64;
    assert!(error.abs() <= 5.0 * estimate["solutions_error"].as_f64().unwrap(), "{estimate} {solutions}");
    let truths = json(&json!({"op": "candidates", "board": thermo}));
    assert_eq!((&truths["sets"][0], &truths["sets"][3]), (&json!(0b1), &json!(0b1000)));
    let mut written = thermo.clone();
    written["placed"] = json!([0, 3]);
    let clash = json(&json!({"op": "open", "board": written}));
    assert_eq!(clash["sets"][0], 0b1111 & !(1 << 2) & !(1 << 1));
    assert_eq!(json(&json!({"op": "check", "board": written}))["status"], "wrong");
    written["placed"] = json!([1, 2, 3, 4]);
    assert_eq!(json(&json!({"op": "open", "board": written}))["clashes"], json!([]));
    written["placed"] = json!([1, 2, 4, 3]);
    let clash = json(&json!({"op": "open", "board": written}))["clashes"][0].clone();
    assert_eq!(
        (&clash["cells"], &clash["text"]),
        (&json!([0, 1, 2, 3]), &json!("Thermo: R1C3 has 4 and R1C4 has 3"))
    );
    // A constraint with a hidden cell is unknown, and so is its conflict.
    let hidden = json(&json!({"op": "open", "board": written, "hidden": [3]}));
    assert_eq!(hidden["clashes"], json!([]));
}

#[test]
fn constraints_are_added_taken_away_and_named_where_they_clash() {
    let plain = json!({"size": 4, "boxes": [2, 2], "givens": vec![0; 16]});
    let edited =
        json(&json!({"op": "edit", "board": plain, "add": ".Thermo~R1C1~R1C2~R3C3"}))["boards"][0].clone();
    assert_eq!(edited["text"], ".Shape~4x4.Thermo~R1C1~R1C2~R3C3");
    let edited = json!({"text": edited["text"], "givens": edited["givens"]});
    let more = json(&json!({"op": "edit", "board": edited, "add": ".Thermo~R3C3~R1C1"}))["boards"][0].clone();
    let more = json!({"text": more["text"], "givens": more["givens"]});
    assert_eq!(json(&json!({"op": "solve", "board": more}))["status"], "none");
    let why = json(&json!({"op": "why", "board": more}));
    assert_eq!(why["clash"], json!([".Thermo~R1C1~R1C2~R3C3", ".Thermo~R3C3~R1C1"]));
    let less = json(&json!({"op": "edit", "board": more, "remove": 1}));
    assert_eq!(less["boards"][0]["text"], edited["text"]);
    let wrong = json(&json!({"op": "edit", "board": edited, "add": ".Thermo~R9C9.Snake~R1C1"}));
    assert_eq!(wrong["status"], "unreadable");
    let detail = wrong["detail"].as_str().unwrap();
    assert_eq!(detail.lines().count(), 2, "{detail}");
    assert!(detail.contains("R9C9") && detail.contains("Snake"), "{detail}");
}

#[test]
fn every_example_is_shown_and_drawn() {
    let kinds = json(&json!({"op": "catalogue"}))["kinds"].clone();
    for kind in kinds.as_array().unwrap() {
        let read = ask(&json!({"op": "read"}), kind["example"].as_str().unwrap().as_bytes()).0;
        if read["boards"][0]["text"].is_null() {
            continue;
        }
        let board = json!({"text": read["boards"][0]["text"], "givens": read["boards"][0]["givens"]});
        let shown = json(&json!({"op": "show", "board": board}));
        assert_eq!(shown["status"], "ok", "{shown}");
        assert!(shown["lines"].as_array().is_some_and(|lines| !lines.is_empty()), "{kind}");
        let drawn = ask(&json!({"op": "draw", "board": board}), b"").1;
        assert!(drawn.starts_with(b"<svg "), "{kind}");
    }
    let cage = board(".Shape~4x4.Cage~5~R1C1~R1C2");
    let shown = json(&json!({"op": "show", "board": cage}));
    assert_eq!(shown["constraints"][0]["cells"], json!([0, 1]));
    let tag = shown["above"].as_array().unwrap().iter().find(|part| part["role"] == "tag").unwrap();
    assert_eq!(tag["text"], "5");
    let pages = ask(&json!({"op": "sheet", "boards": [cage], "solutions": "small"}), b"").1;
    assert!(pages.starts_with(b"%PDF-1.7"));
}

#[test]
fn what_is_wrong_is_an_answer() {
    for request in [
        json!({"op": "none"}),
        json!({"op": "solve", "board": {"text": ".Shape~4x4", "givens": [1]}}),
        json!({"op": "solve", "board": {"text": ".Shape~4x4", "givens": vec![9; 16]}}),
        json!({"op": "solve", "board": {"text": ".Snake", "givens": vec![0; 81]}}),
        json!({"op": "write", "board": {"text": ".Shape~4x4", "givens": vec![0; 16]}, "to": "what"}),
        json!({"op": "edit", "add": ".AntiKing"}),
        json!({"op": "edit", "board": {"text": ".Shape~4x4", "givens": vec![0; 16]}, "remove": 7}),
        json!({"op": "sheet", "boards": [], "per_page": 0}),
    ] {
        let refused = json(&request);
        assert_ne!(refused["status"], "ok", "{request}");
        assert!(refused["detail"].as_str().is_some_and(|it| !it.is_empty()), "{request}: {refused}");
    }
    let long =
        json!({"op": "solve", "board": {"text": ".Shape~4x4", "givens": vec![0; 16], "placed": vec![1; 99]}});
    assert!(json(&long)["status"].is_string());
    let read = ask(&json!({"op": "read"}), b"https://sudokupad.app/sclN4Igzg").0;
    assert_eq!(read["status"], "unreadable");
}

#[test]
fn hints_follow_from_what_is_written_and_lead_to_the_solution() {
    let text = ".Shape~4x4.Cage~3~R1C1~R1C2.Thermo~R2C1~R2C2.Cage~4~R3C1~R3C2.~R4C4_1.~R2C3_1";
    let start = board(text);
    let solved = json(&json!({"op": "solve", "board": start}));
    assert_eq!(solved["status"], "solved", "{solved}");
    let reply = json(&json!({"op": "hint", "board": start}));
    assert_eq!(reply["status"], "steps", "{reply}");
    assert!(reply["steps"][0]["technique"].is_string(), "{reply}");
    let path = json(&json!({"op": "explain", "board": start}));
    assert_eq!(path["outcome"], "solved", "{path}");
    let placed = path["steps"].as_array().unwrap().iter().flat_map(|step| step["placements"].as_array());
    for candidate in placed.flatten().map(|it| it.as_str().unwrap().as_bytes()) {
        let [row, col, value] = [1, 3, 5].map(|at| u64::from(candidate[at] - b'0'));
        assert_eq!(solved["grid"][(row * 4 + col - 5) as usize], value, "{path}");
    }
    // A wrong digit and a missing candidate are both mistakes.
    let mut wrong = start.clone();
    wrong["placed"] = json!([4]);
    assert_eq!(json(&json!({"op": "hint", "board": wrong}))["status"], "trouble");
    let mut bare = start;
    bare["marks"] = json!([4]);
    assert_eq!(json(&json!({"op": "hint", "board": bare}))["troubles"][0]["kind"], "no-solution");
}

#[test]
fn true_candidates_after_an_edit_are_those_of_the_variant_alone() {
    let texts = [
        ".Shape~4x4.StrictKropki",
        ".Shape~4x4.StrictKropki.Thermo~R1C1~R1C2",
        ".Shape~4x4.StrictKropki.Thermo~R1C1~R1C2.~R4C4_1",
        ".Shape~4x4.StrictKropki.Thermo~R1C1~R1C2.WhiteDot~R3C3~R3C4",
        ".Shape~4x4.Thermo~R1C1~R1C2.~R4C4_4",
        ".Shape~4x4.Thermo~R1C1~R1C2.~R4C4_4~R4C3_4",
        ".Shape~4x4.AntiKing",
    ];
    for text in texts {
        let solver = PuzzleSolver::new(iss::read(text).unwrap()).unwrap();
        let alone = solver.true_candidates(&Config::default().search(), KnownCandidates::default()).unwrap();
        let reply = json(&json!({"op": "candidates", "board": board(text)}));
        assert_eq!(reply["status"], if alone.found.is_some() { "ok" } else { "none" }, "{text}");
        assert_eq!(reply.get("sets"), alone.found.map(|found| json!(found.masks)).as_ref(), "{text}");
    }
}

#[test]
fn true_candidates_of_a_cell_with_two_values_are_both() {
    let text = include_str!("../../../../testdata/variants/schroedinger.txt");
    let puzzle = json!({"op": "candidates", "board": board(text)});
    let sets = json(&puzzle)["sets"].clone();
    // The first cells contain 6, 0 and 1. The fourth contains both 2 and 5. Bit 0 is value 0.
    let first = [0, 1, 2, 3].map(|cell| sets[cell].as_u64());
    assert_eq!(first, [0b100_0000, 0b1, 0b10, 0b10_0100].map(Some));
}

#[test]
fn a_step_is_drawn_with_the_candidates_of_its_grid_and_the_cells_that_it_is_about() {
    // A cell with a single candidate has no digit yet.
    let mut start = board(".Shape~4x4~0-3.Cage~1~R1C1~R1C2.~R4C4_2");
    start["marks"] = json!([0, 0, 3]);
    let mut narrow = start.clone();
    narrow["marks"] = json!([0, 0, 4]);
    let reply = json(&json!({"op": "hint", "board": narrow}));
    // The puzzle has several solutions, in all of which the step holds.
    assert_eq!(reply["steps"][0]["placements"], json!(["r1c3=2"]), "{reply}");
    let text = ".Shape~4x4.Cage~3~R1C1~R1C2.Cage~4~R1C3~R2C3.Cage~6~R1C4~R2C4.Cage~7~R2C1~R2C2.Cage~6~R3C1~R4C1.Cage~4~R3C2~R4C2.Cage~7~R3C3~R3C4.Cage~3~R4C3~R4C4";
    let mut killer = board(text);
    killer["marks"] = json!([1]);
    let reply = json(&json!({"op": "hint", "board": killer, "reach": "easiest"}));
    let single = &reply["steps"][0];
    assert_eq!((&single["technique"], &single["placements"]), (&json!("naked-single"), &json!(["r1c1=1"])));
    killer["marks"] = json!([]);
    let path = json(&json!({"op": "explain", "board": killer}));
    assert_eq!(path["outcome"], "solved");
    let first = &path["steps"][0];
    let drawn = &path["drawings"][0];
    assert_eq!((&drawn["sets"], &drawn["digits"]), (&json!(vec![15; 16]), &json!(vec![0; 16])), "{first}");
    assert_eq!(drawn["below"], json!([{"role": "house", "d": "M0 0h60v60h-60ZM60 0h60v60h-60Z"}]));
    assert_eq!(path["drawings"].as_array().map(Vec::len), path["steps"].as_array().map(Vec::len));
    let (_, svg) =
        ask(&json!({"op": "draw", "board": killer, "step": first, "caption": "Why it holds."}), b"");
    let svg = String::from_utf8(svg).unwrap();
    assert!(svg.contains("Why it holds.") && svg.contains("4 by 4"), "{svg}");
    for wrong in
        [json!({"technique": "none"}), json!({"technique": "constraint", "constraints": ["Cage~9~R1C1"]})]
    {
        assert_eq!(json(&json!({"op": "draw", "board": killer, "step": wrong}))["status"], "usage");
    }
}

#[test]
fn plain_puzzles_of_other_shapes_are_explained_as_variants() {
    let givens = [1, 0, 0, 0, 0, 0, 2, 0, 0, 3, 0, 0, 0, 0, 0, 4];
    let small = json!({"size": 4, "boxes": [2, 2], "givens": givens});
    let path = json(&json!({"op": "explain", "board": small}));
    let single = json(&json!({"op": "hint", "board": small, "depth": "what"}));
    assert_eq!((&path["outcome"], &single["status"]), (&json!("solved"), &json!("steps")), "{path} {single}");
    let regions = [0, 0, 0, 1, 0, 2, 1, 1, 2, 2, 3, 1, 2, 3, 3, 3];
    let jigsaw = json!({"size": 4, "regions": regions, "givens": vec![0; 16], "placed": [1, 2]});
    assert_eq!(json(&json!({"op": "hint", "board": jigsaw}))["status"], "trouble");
    let large = json!({"size": 25, "boxes": [5, 5], "givens": vec![0; 625]});
    assert_eq!(json(&json!({"op": "hint", "board": large}))["status"], "unsupported");
}

#[test]
fn holes_are_told_and_hold_nothing() {
    let ring =
        board(".Shape~3x3~3~Raw.Holes~R2C2.Thermo~R1C1~R1C2~R1C3.Thermo~R3C1~R3C2~R3C3.~R2C1_2~R2C3_1");
    assert_eq!(json(&json!({"op": "show", "board": ring}))["holes"], json!([4]));
    assert!(json(&json!({"op": "show", "board": board(".Shape~4x4.AntiKing")}))["holes"].is_null());
    let solved = json(&json!({"op": "solve", "board": ring}));
    assert_eq!((&solved["grid"][0], &solved["grid"][4]), (&json!(1), &json!(0)));
    for op in ["open", "candidates"] {
        let sets = json(&json!({"op": op, "board": ring}))["sets"].clone();
        assert_eq!((&sets[3], &sets[4]), (&json!(0b10), &json!(0)), "{op}: {sets}");
    }
    let hint = json(&json!({"op": "hint", "board": ring}));
    assert_eq!(hint["drawings"][0]["sets"][4], 0, "{hint}");
}

/// Returns the samples of overlapping grids: name, puzzle and solution.
fn overlapping() -> Vec<(&'static str, &'static str, &'static str)> {
    let text = include_str!("../../../../testdata/variants/overlapping.txt");
    let parts: Vec<&str> = text.split("\n\n").filter(|part| !part.starts_with('#')).collect();
    parts.chunks(3).map(|part| (part[0], part[1], part[2])).collect()
}

/// Returns the digits of a text of overlapping grids, by index.
fn places(text: &str) -> Vec<u64> {
    let rows = text.lines().skip(1).flat_map(str::split_whitespace);
    rows.map(|cell| cell.parse().unwrap_or(0)).collect()
}

#[test]
fn overlapping_grids_are_whole_boards() {
    let samples = overlapping();
    assert_eq!(samples.len(), 15);
    for (name, puzzle, solution) in samples {
        let read = ask(&json!({"op": "read"}), puzzle.as_bytes()).0;
        let shown = &read["boards"][0];
        assert_eq!(shown["givens"], json!(places(puzzle)), "{name}");
        let mut board = json!({"text": shown["text"], "givens": shown["givens"]});
        let drawn = json(&json!({"op": "show", "board": board}));
        let holes = places(solution).iter().filter(|digit| **digit == 0).count();
        assert_eq!(drawn["holes"].as_array().map_or(0, Vec::len), holes, "{name}");
        let solved = json(&json!({"op": "solve", "board": board}));
        assert_eq!((&solved["solutions"], &solved["exact"]), (&json!(1), &json!(true)), "{name}");
        assert_eq!(solved["grid"], json!(places(solution)), "{name}");
        // Everything is drawn, written, and read back.
        let text = ask(&json!({"op": "write", "board": board, "to": "overlapping"}), b"").1;
        assert_eq!(places(std::str::from_utf8(&text).unwrap()), places(puzzle), "{name}");
        let iss = ask(&json!({"op": "write", "board": board, "to": "iss"}), b"").1;
        assert_eq!(ask(&json!({"op": "read"}), &iss).0["boards"][0], *shown, "{name}");
        let givens = places(puzzle).iter().filter(|digit| **digit != 0).count();
        let svg = String::from_utf8(ask(&json!({"op": "draw", "board": board}), b"").1).unwrap();
        let (digits, caption) = svg.split_once("font-size=\"13\"").unwrap();
        assert_eq!(digits.matches("</text>").count(), givens, "{name}");
        assert!(caption.contains("Overlapping grids"), "{name}");
        // A wrong digit is reported at its index, which is that of an extra cell in most of these.
        let wrong = places(puzzle).iter().zip(places(solution)).rposition(|(given, _)| *given == 0);
        let wrong = wrong.filter(|place| places(solution)[*place] != 0).unwrap_or_else(|| {
            (0..places(puzzle).len())
                .rfind(|at| places(puzzle)[*at] == 0 && places(solution)[*at] != 0)
                .unwrap()
        });
        let mut placed = vec![0; places(puzzle).len()];
        placed[wrong] = places(solution)[wrong] % 9 + 1;
        board["placed"] = json!(placed);
        let checked = json(&json!({"op": "check", "board": board}));
        assert_eq!((&checked["status"], &checked["wrong"]), (&json!("wrong"), &json!([wrong])), "{name}");
        assert_eq!(json(&json!({"op": "hint", "board": board}))["status"], "unsupported");
    }
}

#[test]
fn overlapping_grids_with_more_constraints_are_refused() {
    let (_, puzzle, _) = overlapping()[0];
    let shown = ask(&json!({"op": "read"}), puzzle.as_bytes()).0["boards"][0].clone();
    let board = json!({"text": shown["text"], "givens": shown["givens"]});
    let mut iss = ask(&json!({"op": "write", "board": board, "to": "iss"}), b"").1;
    iss.extend(b".AntiKnight");
    let refused = ask(&json!({"op": "read"}), &iss).0;
    assert_eq!(refused["status"], "unsupported");
    assert!(refused["detail"].as_str().unwrap().contains("overlapping"), "{refused}");
}

#[test]
fn candidates_of_single_cells_are_shown() {
    let shown = json(&json!({"op": "show", "board": board(".Shape~4x4.~R1C2_1_3.Thermo~R2C1~R2C2")}));
    assert_eq!((&shown["allowed"][0], &shown["allowed"][1]), (&json!(0), &json!(0b101)));
    let texts = |board: &Value| {
        let svg = ask(&json!({"op": "draw", "board": board}), b"").1;
        String::from_utf8(svg).unwrap().matches("</text>").count()
    };
    let plain = board(".Shape~4x4.~R1C2_1_3.Thermo~R2C1~R2C2");
    let mut marked = plain.clone();
    marked["marks"] = json!((0..16).map(|cell| u64::from(cell == 9)).collect::<Vec<_>>());
    assert_eq!(texts(&marked), texts(&plain) + 1);
    let none = json(&json!({"op": "show", "board": board(".Shape~4x4.Thermo~R2C1~R2C2")}));
    assert!(none["allowed"].is_null());
}

#[test]
fn a_solution_has_the_regions_that_were_found() {
    let chaos = board(".Shape~4x4.NoBoxes.ChaosConstruction.~R1C1_1~R1C2_2");
    let solved = json(&json!({"op": "solve", "board": chaos, "limit": 1}));
    let regions: Vec<u64> = solved["regions"].as_array().unwrap().iter().filter_map(Value::as_u64).collect();
    assert_eq!(regions.len(), 16);
    for label in &regions {
        assert_eq!(regions.iter().filter(|it| *it == label).count(), 4, "{regions:?}");
    }
    assert!(
        json(&json!({"op": "solve", "board": board(".Shape~4x4.AntiKing"), "limit": 1}))["regions"].is_null()
    );
}

#[test]
fn true_candidates_say_whether_there_is_one_solution() {
    let killer = ".Shape~4x4.Cage~3~R1C1~R1C2.Cage~4~R1C3~R2C3.Cage~6~R1C4~R2C4.Cage~7~R2C1~R2C2\
        .Cage~6~R3C1~R4C1.Cage~4~R3C2~R4C2.Cage~7~R3C3~R3C4.Cage~3~R4C3~R4C4";
    let one = board(killer);
    let count = |board: &Value| {
        let found = json(&json!({"op": "candidates", "board": board}));
        (found["solutions"].clone(), found["exact"].clone())
    };
    assert_eq!(count(&one), (json!(1), json!(true)));
    assert_eq!(count(&board(".Shape~4x4.Thermo~R1C1~R1C2~R1C3~R1C4")), (json!(2), json!(false)));
}

#[test]
fn an_edit_returns_the_index_of_what_it_adds() {
    let mut board = json!({"size": 9, "boxes": [3, 3], "givens": vec![0; 81]});
    for item in [".Thermo~R1C1~R1C2", ".Cage~9~R5C5~R5C6", ".Cage~0~R1C1~R1C2", ".Arrow~R3C3~R4C4"] {
        let edited = json(&json!({"op": "edit", "board": board, "add": item}));
        board = edited["boards"][0].clone();
        let shown = json(&json!({"op": "show", "board": board}));
        let added = edited["added"][0].as_u64().unwrap() as usize;
        assert_eq!(shown["constraints"][added]["text"], item, "{edited}");
    }
    // The order of constraints depends on their kinds, so an index cannot be kept across edits.
    let removed = json!({"op": "edit", "board": board, "add": ".Cage~17~R1C1~R1C2", "remove": 0});
    let edited = json(&removed);
    let shown = json(&json!({"op": "show", "board": edited["boards"][0]}));
    let added = edited["added"][0].as_u64().unwrap() as usize;
    assert_eq!(shown["constraints"][added]["text"], ".Cage~17~R1C1~R1C2");
    assert_eq!(shown["constraints"].as_array().unwrap().len(), 4);
    let known = json(&json!({"op": "edit", "board": board, "add": ".Arrow~R3C3~R4C4"}));
    assert_eq!(known["added"], Value::Null, "nothing is new");
}

/// Returns a puzzle of SudokuPad, 4x4, with two purple lines and this text as its rules.
fn purple_lines(rules: &str) -> String {
    let mut cells: Vec<Vec<Value>> = vec![vec![json!({}); 4]; 4];
    for (row, col, digit) in [(0, 0, 1), (1, 3, 2), (2, 3, 3)] {
        cells[row][col] = json!({"value": digit});
    }
    let region =
        |row: usize, col: usize| json!([[row, col], [row, col + 1], [row + 1, col], [row + 1, col + 1]]);
    let line = |points: Value| json!({"color": "#f067f0ff", "thickness": 10, "wayPoints": points});
    json!({
        "cells": cells,
        "regions": [region(0, 0), region(0, 2), region(2, 0), region(2, 2)],
        "lines": [line(json!([[0.5, 0.5], [0.5, 1.5], [0.5, 2.5]])), line(json!([[3.5, 1.5], [3.5, 2.5], [3.5, 3.5]]))],
        "metadata": {"title": "Two lines", "author": "A setter", "rules": rules, "solution": "1234341221434321"},
    })
    .to_string()
}

fn propose(text: &str, meanings: &str) -> Value {
    ask(&json!({"op": "propose", "meanings": meanings}), text.as_bytes()).0
}

#[test]
fn a_proposal_has_groups_with_pictures_and_sentences_with_their_constraints() {
    let text =
        purple_lines("Normal sudoku rules apply. Digits on a purple line are consecutive, in any order.");
    let proposal = propose(&text, "");
    assert_eq!(proposal["verdict"], "confirmed", "{proposal}");
    assert_eq!(proposal["title"], "Two lines");
    assert_eq!(proposal["author"], "A setter");
    let group = &proposal["groups"][0];
    assert_eq!(group["items"], json!([[0, 1, 2], [13, 14, 15]]));
    assert_eq!(group["chosen"], 0);
    assert_eq!(group["candidates"][0]["name"], "renban line");
    assert_eq!(group["candidates"][0]["picture"][0]["role"], "path-purple");
    assert_eq!(proposal["sentences"][0]["state"], "neutral");
    assert_eq!(proposal["sentences"][1]["state"], "accounted");
    assert_eq!(proposal["sentences"][1]["by"], json!(["Renban"]));
    assert_eq!(proposal["board"]["text"], ".Shape~4x4.Renban~R1C1~R1C2~R1C3.Renban~R4C2~R4C3~R4C4");
}

#[test]
fn decisions_change_the_verdict_and_wrong_ones_are_refused() {
    let text = purple_lines("Normal sudoku rules apply. Elephants never forget.");
    let proposal = propose(&text, "");
    assert_eq!(proposal["sentences"][1]["state"], "open", "{proposal}");
    let ignored = propose(&text, "g1=ignore");
    assert_eq!(
        (&ignored["verdict"], &ignored["reason"]),
        (&json!("open"), &json!("it has several solutions"))
    );
    assert_eq!(ignored["board"]["text"], Value::Null);
    let typed = propose(&text, "g1=Thermo");
    assert_eq!(
        (&typed["reason"], &typed["groups"][0]["kind"]),
        (&json!("it has no solution"), &json!("Thermo"))
    );
    assert_eq!(propose(&text, "g1=1")["verdict"], "confirmed");
    for (meanings, part) in
        [("g1=Thrmo", "unknown constraint `Thrmo`"), ("g9=1", "g9"), ("g1", "expected a group")]
    {
        let refused = propose(&text, meanings);
        assert_eq!(refused["status"], "usage");
        assert!(refused["detail"].as_str().unwrap().contains(part), "{refused}");
    }
    for text in ["", "{}", "1...", "https://example.org/", &text[..text.len() / 2]] {
        assert_eq!(propose(text, "")["status"], "unreadable", "{text}");
    }
}

#[test]
fn a_puzzle_whose_parts_are_all_typed_has_no_groups() {
    let grid = vec![vec![json!({}); 4]; 4];
    let text = json!({"size": 4, "grid": grid, "thermometer": [{"lines": [["R1C1", "R1C2"]]}], "author": "A setter"});
    let proposal = propose(&text.to_string(), "");
    assert_eq!((&proposal["verdict"], &proposal["author"]), (&json!("typed"), &json!("A setter")));
    assert_eq!(proposal["groups"], json!([]));
    assert_eq!(proposal["board"]["text"], ".Shape~4x4.Thermo~R1C1~R1C2");
}

#[test]
fn boards_are_completed_by_numbered_attempts() {
    let blank = json!({"size": 6, "boxes": [2, 3], "givens": vec![0; 36]});
    let complete = |board: &Value, more: Value| {
        let mut request = json!({"op": "complete", "seed": 7, "from": 0, "tries": 2000, "board": board});
        request.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        json(&request)
    };
    let solutions = |board: &Value| json(&json!({"op": "solve", "board": board}))["solutions"].clone();
    let killer = complete(&blank, json!({"kind": "killer"}));
    assert_eq!(killer["status"], "made", "{killer}");
    assert!(killer["board"]["text"].as_str().unwrap().matches("Cage").count() > 3);
    assert_eq!(killer["board"]["givens"], json!(vec![0; 36]));
    assert_eq!(solutions(&killer["board"]), 1);
    assert_eq!(complete(&blank, json!({"kind": "killer"})), killer, "equal seeds, equal puzzles");
    // The constraints and givens of the board stay, and what is added leaves one solution.
    let started = board(".Shape~6x6.Cage~5~R1C1~R1C2.Thermo~R2C1~R3C1~R4C1.~R6C6_3");
    let finished = complete(&started, json!({"clues": ["WhiteDot", "Sandwich"], "givens": [0, 4]}));
    assert_eq!(finished["status"], "made", "{finished}");
    let text = finished["board"]["text"].as_str().unwrap();
    assert!(text.contains(".Cage~5~R1C1~R1C2") && text.contains(".Thermo~R2C1~R3C1~R4C1"), "{text}");
    assert_eq!(finished["board"]["givens"][35], 3);
    assert_eq!(solutions(&finished["board"]), 1);
    // With givens only, a classic puzzle stays one.
    let classic = complete(&blank, json!({"givens": [0, 36]}));
    assert!(classic["board"]["text"].is_null() && classic["board"]["size"] == 6, "{classic}");
    assert_eq!(solutions(&classic["board"]), 1);
    let rated = complete(&blank, json!({"kind": "xv", "rating": [0, 400]}));
    assert!(rated["rating"]["hardest"].is_number(), "{rated}");
    assert_eq!(complete(&blank, json!({"kind": "round"}))["status"], "usage");
    assert_eq!(complete(&blank, json!({"clues": ["Snake"]}))["status"], "usage");
    assert_eq!(complete(&blank, json!({"clues": ["Cage"], "givens": [99, 99]}))["status"], "usage");
    let clash = board(".Shape~4x4.Thermo~R1C1~R1C2~R1C3~R1C4.~R1C1_2");
    assert_eq!(complete(&clash, json!({"givens": [0, 16]}))["status"], "usage");
}

#[test]
fn messages_of_editors_are_answered_in_turns() {
    let mut grid = vec![vec![json!({}); 6]; 6];
    for (column, cell) in grid[0].iter_mut().enumerate() {
        *cell = json!({"value": column + 1, "given": true});
    }
    let data = json!({"size": 6, "grid": grid}).to_string();
    let turn = |command: &str, turn: u64| {
        let message = json!({"nonce": 3, "command": command, "dataType": "fpuzzles", "data": data});
        let answer = ask(&json!({"op": "live", "turn": turn}), message.to_string().as_bytes()).0;
        assert_eq!(answer["nonce"], 3, "{answer}");
        answer
    };
    let counts: Vec<Value> = (0..4).map(|number| turn("count", number)).collect();
    assert_eq!(
        counts.iter().map(|count| count["count"].as_u64().unwrap()).collect::<Vec<_>>(),
        [1000, 4000, 16_000, 39_168]
    );
    assert_eq!(counts.iter().filter(|count| count["inProgress"] == true).count(), 3);
    assert_eq!(turn("check", 0), json!({"nonce": 3, "type": "count", "count": 2, "inProgress": false}));
    let estimates: Vec<Value> = (0..40).map(|number| turn("estimate", number)).collect();
    let iterations = |estimate: &Value| estimate["iterations"].as_u64().unwrap();
    assert_eq!(iterations(&estimates[39]), 40 * iterations(&estimates[0]));
    let [lower, upper] = ["ci95_lower", "ci95_upper"].map(|end| estimates[39][end].as_f64().unwrap());
    assert!(lower < 60_000.0 && upper > 20_000.0, "{}", estimates[39]);
    assert_eq!(iterations(&turn("estimate", 0)), iterations(&estimates[0]));
    for message in ["", "{", "[]", "\u{0}"] {
        let answer = ask(&json!({"op": "live"}), message.as_bytes()).0;
        assert_eq!((&answer["nonce"], &answer["type"]), (&json!(0), &json!("invalid")), "{message}");
    }
}
