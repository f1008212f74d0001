//! Tests the operations: answers are correct, equal those of the library, and never panic.

use farandole_wasm::answer;
use serde_json::{Value, json};

const LINE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

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

/// Returns the board of a text.
fn board(text: &str) -> Value {
    ask(&json!({"op": "read"}), text.as_bytes()).0["boards"][0].clone()
}

#[test]
fn texts_become_boards_and_texts_again() {
    let read = ask(&json!({"op": "read"}), LINE.as_bytes()).0;
    assert_eq!((&read["format"], &read["count"]), (&json!("sheet"), &json!(1)));
    let written = ask(&json!({"op": "write", "board": board(LINE), "to": "line"}), b"").1;
    assert_eq!(String::from_utf8(written).unwrap().trim_end(), LINE);
    let placed = LINE.replacen("53.", "53+4", 1);
    let sheet = ask(&json!({"op": "write", "board": board(&placed), "to": "sheet"}), b"").1;
    assert_eq!(String::from_utf8(sheet).unwrap(), placed);
    let jigsaw = "8...........1.....2.....4.6.....8..5...62..18.3...4.2....5..1.7..2.........8...9. \
        AAAAABBBBCCCAABBBBCCCAABDDDCCCEEEDDDFFFEEEDDDFFFEEEGGGFFFHIIGGGHHHHIIGGGHHHHIIIII";
    let jigsaw = board(jigsaw);
    assert_eq!(jigsaw["regions"].as_array().map(Vec::len), Some(81));
    let solved = json(&json!({"op": "solve", "board": jigsaw}));
    assert_eq!(solved["status"], "solved");
    assert!(solved["solution"].as_str().unwrap().starts_with("845279361359162784"));
    let refused = ask(&json!({"op": "read"}), b"53..7....6..19x").0;
    assert_eq!((&refused["status"], &refused["line"]), (&json!("unreadable"), &json!(1)));
    assert!(refused["detail"].as_str().is_some_and(|it| !it.is_empty()));
}

/// Links of editors that represent variants also represent classic puzzles and jigsaws.
#[test]
fn classic_puzzles_become_links_of_editors() {
    let jigsaw = "8...........1.....2.....4.6.....8..5...62..18.3...4.2....5..1.7..2.........8...9. \
        AAAAABBBBCCCAABBBBCCCAABDDDCCCEEEDDDFFFEEEDDDFFFEEEGGGFFFHIIGGGHHHHIIGGGHHHHIIIII";
    for text in [LINE, jigsaw] {
        let solution = json(&json!({"op": "solve", "board": board(text)}))["solution"].clone();
        for to in ["iss", "fpuzzles", "fpuzzles-link", "sudokupad-link", "sudokumaker-link"] {
            let (status, link) = ask(&json!({"op": "write", "board": board(text), "to": to}), b"");
            assert_eq!(status["status"], "ok", "{to}: {status}");
            let read = board(std::str::from_utf8(&link).unwrap());
            assert_eq!(json(&json!({"op": "solve", "board": read}))["solution"], solution, "{to}");
        }
    }
}

#[test]
fn solutions_are_counted_and_clashes_named() {
    let solved = json(&json!({"op": "solve", "board": board(LINE)}));
    assert_eq!((&solved["solutions"], &solved["exact"]), (&json!(1), &json!(true)));
    assert_eq!(solved["grid"].as_array().map(|it| it[2].clone()), Some(json!(4)));
    let empty = json!({"size": 4, "boxes": [2, 2], "givens": vec![0; 16]});
    assert_eq!(json(&json!({"op": "solve", "board": empty, "limit": 0}))["solutions"], 288);
    let mut clash = board(LINE);
    clash["givens"][2] = json!(5);
    let estimate = json(&json!({"op": "estimate", "board": empty, "dives": 2000}))["estimate"].clone();
    assert!((estimate["solutions"].as_f64().unwrap() - 288.0).abs() < 30.0, "{estimate}");
    let clash = json(&json!({"op": "solve", "board": clash}));
    assert_eq!(clash["status"], "none");
    assert_eq!(clash["clashes"][0]["cells"], json!([0, 2]));
    let open = json(&json!({"op": "open", "board": board(LINE)}));
    assert_eq!(open["sets"][2], 0b1011, "1, 2 and 4");
    let open = json(&json!({"op": "open", "board": board(LINE), "hidden": [1, 999]}));
    assert_eq!(open["sets"][2], 0b1111, "the given 3 is hidden");
    let truths = json(&json!({"op": "candidates", "board": board(LINE)}));
    assert_eq!(truths["sets"][2], 0b1000);
    let redundant = json(&json!({"op": "redundant", "board": board(LINE)}));
    assert_eq!(redundant["redundant"].as_array().map(Vec::len), Some(22));
}

#[test]
fn boards_keep_the_characters_of_their_digits() {
    let letters = include_str!("../../../../testdata/puzzles/letters16.txt").trim_end();
    let word: String = LINE
        .chars()
        .map(|sign| sign.to_digit(10).map_or(sign, |it| "?EINRSTUVY".chars().nth(it as usize).unwrap()))
        .collect();
    for (text, symbols) in [(letters, "ABCDEFGHIJKLMNOP"), (&word, "EINRSTUVY")] {
        let board = board(text);
        assert_eq!(board["symbols"], symbols);
        let written = ask(&json!({"op": "write", "board": board, "to": "line"}), b"").1;
        assert_eq!(std::str::from_utf8(&written).unwrap().trim_end(), text);
        let svg = String::from_utf8(ask(&json!({"op": "draw", "board": board}), b"").1).unwrap();
        let first = text.chars().find(char::is_ascii_alphabetic).unwrap();
        assert!(svg.contains(&format!(">{first}</text>")), "{svg}");
    }
    assert_eq!(board(LINE)["symbols"], Value::Null);
    let mut bad = board(&word);
    bad["symbols"] = json!("AAB");
    assert_eq!(json(&json!({"op": "draw", "board": bad}))["status"], "usage");
}

#[test]
fn written_digits_are_checked() {
    let check = |text: &str| json(&json!({"op": "check", "board": board(text)}));
    assert_eq!(check(LINE)["status"], "ok");
    assert_eq!(check(&LINE.replacen("53.", "53+4", 1))["status"], "ok");
    let wrong = check(&LINE.replacen("53.", "53+2", 1));
    assert_eq!((&wrong["status"], &wrong["wrong"]), (&json!("wrong"), &json!([2])));
    assert_eq!(check(&".".repeat(81))["status"], "several");
}

#[test]
fn verdicts_on_moves_are_those_of_the_library() {
    let variant = ".Shape~4x4.Cage~3~R1C1~R1C2";
    for (text, moves) in [(LINE, "r5c5=5 r1c3<>2 r1c3=5"), (variant, "r1c1=1 r1c3<>1 r1c1=4")] {
        let answer = json(&json!({"op": "judge", "board": board(text), "moves": moves}));
        let names = answer["verdicts"].as_array().expect("a list").iter().map(|it| it["verdict"].clone());
        let expected = farandole::verdict::judge(text, moves).unwrap();
        let expected = expected.iter().map(|verdict| json!(verdict.ruling.name()));
        assert_eq!(names.collect::<Vec<_>>(), expected.collect::<Vec<_>>(), "{text}");
    }
    let refused = json(&json!({"op": "judge", "board": board(LINE), "moves": "r1c1"}));
    assert_eq!(refused["status"], "usage");
    let rate = json(&json!({"op": "rate", "board": board(LINE), "scale": "minutes"}));
    assert_eq!((&rate["rating"]["scale"], &rate["rating"]["grade"]), (&json!("minutes"), &json!("easy")));
}

#[test]
fn hints_and_paths_are_those_of_the_library() {
    let hint = json(&json!({"op": "hint", "board": board(LINE)}));
    let text = farandole::hint(LINE).unwrap().to_string();
    assert_eq!(hint["steps"][0]["text"].as_str().map(str::trim_end), Some(&text[..]));
    assert_eq!(
        json(&json!({"op": "hint", "board": board(LINE), "depth": "where"}))["steps"][0]["technique"],
        Value::Null
    );
    let path = json(&json!({"op": "explain", "board": board(LINE), "scale": "hodoku"}));
    assert_eq!((&path["outcome"], &path["score"]), (&json!("solved"), &json!(204)));
    let rate = json(&json!({"op": "rate", "board": board(LINE)}));
    assert_eq!(rate["rating"]["er"], 1.2);
    let rate = json(&json!({"op": "rate", "board": board(LINE), "scale": "b"}));
    assert_eq!((&rate["rating"]["scale"], &rate["rating"]["length"]), (&json!("b"), &json!(0)));
    let hint = json(&json!({"op": "hint", "board": board(LINE), "scale": "w"}));
    assert_eq!(
        (&hint["status"], &hint["detail"]),
        (&json!("usage"), &json!("found the scale w, expected se or hodoku"))
    );
    let rate = json(&json!({"op": "rate", "board": {"size": 4, "boxes": [2, 2], "givens": vec![0; 16]}}));
    assert_eq!(rate["status"], "unsupported");
    let all = json(&json!({"op": "techniques"}));
    for technique in all["techniques"].as_array().unwrap() {
        let about = json(&json!({"op": "technique", "id": technique["id"]}));
        if !about["board"].is_null() {
            let draw =
                json!({"op": "draw", "board": about["board"], "step": about["step"], "caption": "<&>"});
            let mut draw = draw;
            for field in ["text", "difficulty"] {
                draw["step"].as_object_mut().unwrap().remove(field);
            }
            let svg = String::from_utf8(ask(&draw, b"").1).unwrap();
            assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n") && svg.contains("&lt;&amp;&gt;"));
            assert_eq!(svg.matches("<g ").count(), svg.matches("</g>").count());
        }
    }
}

#[test]
fn exercises_do_not_end() {
    let position = |number: u64| json(&json!({"op": "exercise", "id": "x-wing", "number": number}));
    let boards: Vec<Value> = (0..5).map(|number| position(number)["board"].clone()).collect();
    for (at, board) in boards.iter().enumerate() {
        assert!(boards[..at].iter().all(|other| other != board), "{board}");
        let hint = json(&json!({"op": "hint", "board": board, "depth": "why", "scale": "se"}));
        assert_eq!(hint["steps"][0]["technique"], "x-wing", "{hint}");
    }
    for bad in
        [json!({"op": "exercise", "id": "guess", "number": 0}), json!({"op": "exercise", "id": "x-wing"})]
    {
        assert_ne!(json(&bad)["status"], "ok", "{bad}");
    }
    let none = json(&json!({"op": "exercise", "id": "brute-force", "number": 3}));
    assert_eq!(none["status"], "usage");
}

#[test]
fn steps_of_topics_are_justified_in_their_exercises() {
    let topics = json(&json!({"op": "topics"}));
    let topics = topics["topics"].as_array().unwrap();
    assert!(topics.len() > 10);
    for topic in topics {
        let about = json(&json!({"op": "topic", "id": topic["id"]}));
        assert!(about["title"] == topic["title"] && about["sections"][0][0] == "What it is", "{about}");
        let mut boards = Vec::new();
        for number in 0..3 {
            let found = json(&json!({"op": "topic-exercise", "id": topic["id"], "number": number}));
            let effect = |name: &str, sign: &str| -> Vec<String> {
                let list = found["step"][name].as_array().cloned().unwrap_or_default();
                list.iter().filter_map(Value::as_str).map(|it| it.replace('=', sign)).collect()
            };
            let moves = [effect("placements", "="), effect("eliminations", "<>")].concat();
            let board = found["board"].clone();
            assert!(!moves.is_empty() && !boards.contains(&board), "{found}");
            assert!(found["drawing"]["above"].as_array().is_some_and(|parts| !parts.is_empty()), "{found}");
            let judged = json(&json!({"op": "judge", "board": board, "moves": moves.join(" ")}));
            let verdicts = judged["verdicts"].as_array().unwrap();
            assert_eq!(verdicts.len(), moves.len(), "{judged}");
            assert!(verdicts.iter().all(|it| it["verdict"] == "justified"), "{moves:?} {judged}");
            boards.push(board);
        }
    }
    for bad in [json!({"op": "topic", "id": "x-wing"}), json!({"op": "topic-exercise", "id": "rule-of-45"})] {
        assert_ne!(json(&bad)["status"], "ok", "{bad}");
    }
}

#[test]
fn many_records_are_answered_in_order() {
    let text = format!("{LINE}\nnot a puzzle\n{}\n", ".".repeat(81));
    let bulk = |what: &str| ask(&json!({"op": "bulk", "what": what}), text.as_bytes());
    let (head, lines) = bulk("count");
    assert_eq!(String::from_utf8(lines).unwrap(), "1\n!unreadable\n2+\n");
    assert_eq!(head["statuses"], json!({"solved": 1, "unreadable": 1, "several": 1}));
    assert_eq!(head["cuts"], true);
    let grid =
        ask(&json!({"op": "bulk", "what": "count"}), b"1...\n..4.\n.2..\n...3\n\n1...\n..4.\n.2..\n...3\n");
    assert_eq!((&grid.0["cuts"], &grid.1[..]), (&json!(false), &b"1\n1\n"[..]));
    let solved = String::from_utf8(bulk("solve").1).unwrap();
    assert!(solved.starts_with("534678912672195348") && solved.ends_with("!unreadable\n!several\n"));
    assert!(String::from_utf8(bulk("rate").1).unwrap().starts_with("1.2 1.2 1.2\n"));
    let sheet = json!({"op": "sheet", "boards": [board(LINE)], "solutions": "small", "per_page": 1});
    assert!(ask(&sheet, b"").1.starts_with(b"%PDF-1.7"));
}

#[test]
fn puzzles_are_made_by_numbered_attempts() {
    let make = |more: Value| {
        let mut request = json!({"op": "make", "seed": 7, "from": 0, "tries": 10_000});
        request.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        json(&request)
    };
    let made = make(json!({"symmetry": "180", "givens": [22, 30], "rating": [20, 45]}));
    assert_eq!(made["status"], "made", "{made}");
    let er = json(&json!({"op": "rate", "board": made["board"]}))["rating"]["er"].as_f64().unwrap();
    assert!((2.0..=4.5).contains(&er) && made["rating"]["er"] == er);
    let givens = made["board"]["givens"].as_array().unwrap();
    assert!((22..=30).contains(&givens.iter().filter(|it| **it != 0).count()));
    assert!((0..81).all(|cell| (givens[cell] == 0) == (givens[80 - cell] == 0)));
    assert_eq!(make(json!({"symmetry": "180", "givens": [22, 30], "rating": [20, 45]})), made);
    assert_eq!(make(json!({"from": made["next"], "tries": 0}))["status"], "none");
    let shape = json!({"size": 6, "boxes": [2, 3], "givens": vec![0; 36]});
    let made = make(json!({"board": shape}));
    assert_eq!(json(&json!({"op": "solve", "board": made["board"]}))["status"], "solved");
    assert_eq!(make(json!({"board": shape, "rating": [10, 20]}))["status"], "unsupported");
    assert_eq!(make(json!({"symmetry": "round"}))["status"], "usage");
}

#[test]
fn exact_cover_problems_are_counted_and_listed() {
    let text = b"a b c d e f g\n c e\n a d g\n b c f\n a d f\n b g\n d e g\n";
    let covered = ask(&json!({"op": "cover"}), text).0;
    assert_eq!((&covered["count"], &covered["exact"]), (&json!(1), &json!(true)));
    let mut options: Vec<&str> =
        covered["solutions"][0].as_array().unwrap().iter().filter_map(Value::as_str).collect();
    options.sort_unstable();
    assert_eq!(options, ["a d f", "b g", "c e"]);
    assert_eq!(ask(&json!({"op": "cover"}), b"a b\n c\n").0["status"], "unreadable");
}

#[test]
fn bad_requests_are_answers() {
    for request in ["", "{", "[]", r#"{"op":"fly"}"#, r#"{"op":"solve","board":{"size":9,"givens":[1]}}"#] {
        let text = String::from_utf8(answer(request.as_bytes())).unwrap();
        assert!(text.contains(r#""status":"usage""#) && text.contains("detail"), "{request}: {text}");
    }
    let bad = [
        json!({"size": 0, "givens": []}),
        json!({"size": 99, "givens": vec![0; 9801]}),
        json!({"size": 9, "boxes": [0, 7], "givens": vec![0; 81]}),
        json!({"size": 9, "regions": [1, 2], "givens": vec![0; 81]}),
        json!({"size": 9, "boxes": [3, 3], "extra": [[99]], "givens": vec![0; 81]}),
        json!({"size": 9, "boxes": [3, 3], "diagonals": ["up"], "givens": vec![0; 81]}),
        json!({"size": 9, "boxes": [3, 3], "givens": vec![10; 81]}),
    ];
    for board in bad {
        for op in ["solve", "open", "check", "hint", "draw", "candidates"] {
            let status = json(&json!({"op": op, "board": board}))["status"].clone();
            assert!(status == "usage" || status == "unsupported", "{op} {board}: {status}");
        }
    }
    // Lists of the wrong length, and digits and candidates out of range: any answer is acceptable.
    let odd = json!({"size": 9, "boxes": [3, 3], "givens": vec![0; 81], "placed": [77, 200], "marks": vec![u64::MAX; 99]});
    for op in ["open", "check", "hint", "explain", "draw", "candidates", "solve"] {
        assert!(json(&json!({"op": op, "board": odd})).is_object());
    }
}

#[test]
fn candidates_belong_to_the_puzzle() {
    let published = include_str!("../../../../testdata/variants/iss.tsv");
    let published = published.lines().find_map(|line| line.strip_prefix("Pencilmark sudoku 2\t"));
    let grid = include_str!("../../../../testdata/puzzles/candidates_bare.txt").split("\n\n").next();
    for text in [published.and_then(|line| line.split('\t').next()), grid] {
        let board = board(text.expect("a puzzle"));
        assert!(board["allowed"].is_array() && board["marks"].is_null(), "{board}");
        let solved = json(&json!({"op": "solve", "board": board, "limit": 0}));
        assert_eq!((&solved["status"], &solved["solutions"]), (&json!("solved"), &json!(1)));
        let truths = json(&json!({"op": "candidates", "board": board}));
        assert_eq!((&truths["solutions"], &truths["exact"]), (&json!(1), &json!(true)));
        let checked = json(&json!({"op": "check", "board": board}));
        assert_eq!(checked["status"], "ok");
        // The remaining candidates of a cell are a subset of its given candidates.
        let open = json(&json!({"op": "open", "board": board}));
        let sets = |value: &Value| -> Vec<u64> {
            value.as_array().map(|list| list.iter().filter_map(Value::as_u64).collect()).unwrap_or_default()
        };
        let within = sets(&open["sets"]).into_iter().zip(sets(&board["allowed"]));
        assert!(within.into_iter().all(|(set, allowed)| allowed == 0 || set & !allowed == 0));
        assert_eq!(json(&json!({"op": "hint", "board": board}))["status"], "steps");
        // Formats that support candidates write them; other formats return an error.
        let written = ask(&json!({"op": "write", "board": board, "to": "pencilmark"}), b"").1;
        assert_eq!(self::board(std::str::from_utf8(&written).unwrap()), board);
        for format in ["line", "sheet"] {
            let refused = json(&json!({"op": "write", "board": board, "to": format}));
            assert_eq!(refused["status"], "unsupported", "{format}: {refused}");
        }
        let texts = |board: &Value| {
            let svg = ask(&json!({"op": "draw", "board": board}), b"").1;
            String::from_utf8(svg).unwrap().matches("</text>").count()
        };
        let all = texts(&board);
        assert!(all > 81, "{all}");
        // The user's candidates of one cell replace only the candidates of this cell.
        let at = sets(&board["allowed"]).iter().position(|set| set.count_ones() > 1).unwrap();
        let mut marked = board.clone();
        marked["marks"] = json!((0..81).map(|cell| u64::from(cell == at)).collect::<Vec<_>>());
        assert_eq!(texts(&marked), all - sets(&board["allowed"])[at].count_ones() as usize + 1);
    }
}

#[test]
fn pencil_marks_of_a_person_are_not_part_of_the_puzzle() {
    let mut board = board(LINE);
    board["marks"] = json!([0, 0, 0b10]);
    assert_eq!(json(&json!({"op": "solve", "board": board}))["solutions"], 1);
    assert_eq!(json(&json!({"op": "check", "board": board}))["missing"], json!([2]));
}

#[test]
fn the_page_has_the_drawing_of_the_classic_grid() {
    let known: Value = serde_json::from_str(include_str!("../../../../web/src/view/classic.json")).unwrap();
    let board = json!({"size": 9, "boxes": [3, 3], "givens": vec![0; 81]});
    assert_eq!(
        json(&json!({"op": "show", "board": board})),
        known,
        "web/src/view/classic.json is out of date"
    );
}
