//! Drawings of editors: read without a question only if the puzzle's own solution confirms them.
// long: one test for each way in which a drawing or a sentence gets its meaning

use farandole::variant::{self, COUNTER};
use farandole_formats::editor::proposal::{Bounds, Meanings, Proposal, Reason, Verdict};
use farandole_formats::editor::{Acceptance, ImportConfig};
use farandole_puzzle::format::iss;

/// Returns a 4x4 puzzle in the JSON of SudokuPad. Without its drawings, it has two solutions, which
/// differ in columns 1 and 2 of rows 1 and 3.
fn puzzle(drawings: &str, rules: &str, solution: &str) -> String {
    let row = |digits: &str| {
        let cell = |c: char| if c == '.' { "{}".into() } else { format!("{{\"value\": {c}}}") };
        format!("[{}]", digits.chars().map(cell).collect::<Vec<String>>().join(","))
    };
    let cells = ["..34", "3412", "..43", "4321"].map(row).join(",");
    let regions: Vec<String> = [(0, 0), (0, 2), (2, 0), (2, 2)]
        .map(|(r, c)| format!("[[{r},{c}],[{r},{}],[{},{c}],[{},{}]]", c + 1, r + 1, r + 1, c + 1))
        .into();
    let solution = if solution.is_empty() { String::new() } else { format!(",\"solution\": \"{solution}\"") };
    format!(
        "{{\"cells\": [{cells}], \"regions\": [{}], {drawings}, \"metadata\": {{\"rules\": \"{rules}\"{solution}}}}}",
        regions.join(",")
    )
}

const SOLUTION: &str = "1234341221434321";

/// A line as SudokuMaker draws thermometers, from 1 to 2 in row 1.
const THERMO: &str = r##""lines": [{"wayPoints": [[0.5,0.5],[0.5,1.5]], "color": "#cccf", "thickness": 19.2}],
    "underlays": [{"center": [0.5,0.5], "width": 0.8, "height": 0.8, "rounded": true, "backgroundColor": "#cccf"}]"##;

/// A green line from column 2 to column 4.
const GREEN: &str =
    r##""lines": [{"wayPoints": [[0.5,1.5],[0.5,2.5],[1.5,3.5]], "color": "#67f067ff", "thickness": 9.6}]"##;

fn solved(text: &str) -> Result<String, String> {
    let entry = variant::read(text).map_err(|error| error.to_string())?;
    let answer = farandole::solve(&entry.puzzle).map_err(|error| error.to_string())?;
    assert!(matches!(answer.outcome(), farandole::Outcome::Unique(_)));
    Ok(entry.warnings.join("|"))
}

#[test]
fn the_stored_solution_confirms_a_thermometer() {
    let text = puzzle(
        THERMO,
        "Normal sudoku rules apply. Digits on a thermometer increase from the bulb.",
        SOLUTION,
    );
    assert_eq!(solved(&text).as_deref(), Ok(""));
    let proposal = Proposal::read(text.as_bytes()).unwrap();
    assert_eq!(proposal.groups.len(), 1, "{:?}", proposal.groups);
    assert_eq!(proposal.groups[0].name, "1 grey line, 19.2 wide");
    assert!(matches!(proposal.groups[0].candidates[0].reason, Reason::Sentence(1)));
    let verified = proposal.verify(COUNTER, &Bounds::default());
    assert_eq!((verified.verdict, verified.counted), (Verdict::Confirmed, 1));
}

#[test]
fn words_come_before_colours() {
    let rules = "Normal sudoku rules apply. A green line is a palindrome.";
    let entry = variant::read(&puzzle(GREEN, rules, SOLUTION)).unwrap();
    assert!(entry.puzzle.constraints().iter().any(|it| it.name() == "Palindrome"));
    assert!(entry.warnings.is_empty(), "{:?}", entry.warnings);
}

#[test]
fn a_reading_with_several_solutions_is_answered_with_warnings_unless_something_is_unknown() {
    let line = GREEN.replace("[0.5,2.5],[1.5,3.5]", "[0.5,0.5]");
    let rules = "Normal sudoku rules apply. Digits on a green line are consecutive digits in any order.";
    let text = puzzle(&line, rules, SOLUTION);
    let warnings = variant::read(&text).unwrap().warnings.join("|");
    assert!(warnings.contains("g1 (1 green line, 9.6 wide) is read as: renban line"), "{warnings}");
    assert!(warnings.contains("several solutions"), "{warnings}");
    let strict = ImportConfig { accept: Acceptance::Confirmed, ..ImportConfig::default() };
    let error = variant::read_with(&text, &strict).unwrap_err().to_string();
    assert!(error.contains("several solutions") && error.contains("`--meaning 'g1=KIND'`"), "{error}");
    let error = variant::read(&puzzle(&line, &format!("{rules} Snarks are boojums."), SOLUTION)).unwrap_err();
    assert!(error.to_string().contains("`--meaning 's3=ignore'`"), "{error}");
}

#[test]
fn another_stored_solution_is_never_confirmed() {
    let rules = "Normal sudoku rules apply. Digits on a thermometer increase from the bulb.";
    let text = puzzle(THERMO, rules, "2134341212434321");
    assert!(solved(&text).is_err());
    let verified = Proposal::read(text.as_bytes()).unwrap().verify(COUNTER, &Bounds::default());
    assert!(!verified.verdict.is_accepted(), "{verified:?}");
}

#[test]
fn a_sentence_without_a_constraint_is_a_warning() {
    let rules =
        "Normal sudoku rules apply. Digits on a thermometer increase from the bulb. Snarks are boojums.";
    let warnings = solved(&puzzle(THERMO, rules, SOLUTION)).unwrap();
    assert!(warnings.contains("Snarks are boojums"), "{warnings}");
}

#[test]
fn of_an_unfinished_puzzle_unknown_parts_are_left_out_with_a_warning_each() {
    let marked = format!(
        r##"{THERMO}, "overlays": [{{"center": [3.0,2.5], "width": 0.34, "height": 0.34, "rounded": true, "backgroundColor": "#ffffff00"}}]"##
    );
    let rules =
        "Normal sudoku rules apply. Digits on a thermometer increase from the bulb. Snarks are boojums.";
    let entry = variant::read(&puzzle(&marked, rules, "")).unwrap();
    // The rest of the puzzle is complete.
    let rest =
        puzzle(THERMO, "Normal sudoku rules apply. Digits on a thermometer increase from the bulb.", "");
    assert_eq!(entry.puzzle, variant::read(&rest).unwrap().puzzle);
    let left_out: Vec<String> =
        entry.warnings.into_iter().filter(|it| it.contains("not understood and left out")).collect();
    assert!(left_out.len() == 2 && left_out[0].contains("transparent circle"), "{left_out:?}");
    assert!(left_out[1].contains("s3 (`Snarks are boojums.`)"), "{left_out:?}");
    // A reading that must be confirmed needs all of them.
    let strict = ImportConfig { accept: Acceptance::Confirmed, ..ImportConfig::default() };
    assert!(variant::read_with(&puzzle(&marked, rules, ""), &strict).is_err());
    // Words that change other rules cannot be left out.
    let changed = rules.replace("Snarks are boojums.", "Some of these rules are wrong.");
    assert!(variant::read(&puzzle(&marked, &changed, "")).is_err());
}

#[test]
fn a_puzzle_without_a_stored_solution_is_answered_with_a_warning() {
    let rules = "Normal sudoku rules apply. Digits on a thermometer increase from the bulb.";
    let warnings = solved(&puzzle(THERMO, rules, "")).unwrap();
    assert!(warnings.contains("exactly one solution"), "{warnings}");
}

#[test]
fn words_that_suspend_rules_stop_the_answer() {
    let rules = "Normal sudoku rules do NOT apply. Digits on a thermometer increase from the bulb.";
    assert!(solved(&puzzle(THERMO, rules, SOLUTION)).is_err());
}

#[test]
fn meanings_are_chosen_by_hand() {
    let line = GREEN.replace("67f067", "123456");
    let text = puzzle(&line, "Normal sudoku rules apply.", SOLUTION);
    assert!(solved(&text).is_err());
    let proposal = Proposal::read(text.as_bytes()).unwrap();
    let names = |meanings: &str| {
        let variant = proposal.puzzle(&meanings.parse().unwrap()).map_err(|error| error.to_string())?;
        Ok(variant.constraints().iter().filter(|it| it.name() != "Given").map(|it| it.name()).collect())
    };
    assert_eq!(names("g1=Palindrome"), Ok(vec!["Palindrome"]));
    assert_eq!(names("g1=Whisper~1"), Ok(vec!["Whisper"]));
    assert_eq!(names("g1=ignore"), Ok(Vec::new()));
    assert_eq!(names("g2=ignore"), Err::<Vec<&str>, _>("g2, expected g1 to g1".to_owned()));
    assert!(names("g1=Wisper").unwrap_err().contains("g1"));
    assert!("g1".parse::<Meanings>().is_err() && "x=Thermo".parse::<Meanings>().is_err());
}

/// Returns the names of the constraints of the confirmed reading, without givens.
fn confirmed_names(drawings: &str, rules: &str) -> Vec<&'static str> {
    let text = puzzle(drawings, rules, SOLUTION);
    let entry = variant::read(&text).unwrap_or_else(|error| panic!("{rules}: {error}"));
    assert!(entry.warnings.is_empty(), "{rules}: {:?}", entry.warnings);
    assert!(solved(&text).is_ok(), "{rules}");
    entry.puzzle.constraints().iter().map(|it| it.name()).filter(|name| *name != "Given").collect()
}

#[test]
fn a_letter_on_a_disc_is_one_mark() {
    // R1C2 and R1C3 sum to 5, and they are consecutive.
    let mark = |text: &str, fill: &str| {
        format!(
            r##"{{"center": [0.5,2.0], "width": 0.35, "height": 0.35, "rounded": true, "backgroundColor": "{fill}"{text}}}"##
        )
    };
    let letter = mark(", \"text\": \"V\"", "#ffffff00");
    let marks = format!(r#""overlays": [{}, {letter}]"#, mark("", "#ffffff"));
    let rules = "Normal sudoku rules apply. Digits separated by a V sum to 5.";
    let proposal = Proposal::read(puzzle(&marks, rules, SOLUTION).as_bytes()).unwrap();
    assert_eq!(proposal.groups.len(), 1, "{:?}", proposal.groups);
    assert_eq!(proposal.groups[0].items[0].text, "V");
}

#[test]
fn strokes_that_continue_each_other_are_one_line_with_a_warning() {
    // R1C2, R1C3 and R2C4 are a palindrome, but the two strokes are none.
    let stroke = |ends: &str| format!(r##"{{"wayPoints": {ends}, "color": "#67f067ff", "thickness": 9.6}}"##);
    let lines = |all: &[&str]| {
        let all: Vec<String> = all.iter().map(|ends| stroke(ends)).collect();
        format!(r#""lines": [{}]"#, all.join(","))
    };
    let halves = ["[[0.5,1.5],[0.5,2.5]]", "[[1.5,3.5],[0.5,2.5]]"];
    let rules = "Normal sudoku rules apply. A green line is a palindrome.";
    for solution in [SOLUTION, ""] {
        let entry = variant::read(&puzzle(&lines(&halves), rules, solution)).unwrap();
        assert!(iss::write(&entry.puzzle).contains(".Palindrome~R1C2~R1C3~R2C4"), "{:?}", entry.puzzle);
        assert!(entry.warnings.iter().any(|it| it.contains("strokes joined")), "{:?}", entry.warnings);
    }
    // At a fork, it is unknown which strokes continue each other.
    let fork = lines(&[halves[0], halves[1], "[[0.5,2.5],[0.5,3.5]]"]);
    assert!(variant::read(&puzzle(&fork, rules, SOLUTION)).is_err());
    // Lines of neighbours are the same for the strokes.
    let rules = "Normal sudoku rules apply. Adjacent digits on a green line are consecutive.";
    let entry = variant::read(&puzzle(&fork, rules, SOLUTION)).unwrap();
    assert!(entry.warnings.is_empty(), "{:?}", entry.warnings);
}

#[test]
fn fibonacci_lines_have_no_direction() {
    let line = GREEN.replace("[0.5,1.5],[0.5,2.5],[1.5,3.5]", "[0.5,2.5],[0.5,0.5]");
    let rules = "Normal sudoku rules apply. Fibonacci lines are green: from one end the digits increase, \
        and each after the second is the sum of the previous two.";
    assert_eq!(confirmed_names(&line, rules), ["Or"]);
}

#[test]
fn differences_that_count_themselves_are_lines() {
    let line = GREEN.replace("[0.5,1.5],[0.5,2.5],[1.5,3.5]", "[0.5,1.5],[0.5,2.5]");
    let rules = "Normal sudoku rules apply. A difference of neighbours on a green line is how many pairs \
        on the line have that difference.";
    assert_eq!(confirmed_names(&line, rules), ["CountedDifferences"]);
}

#[test]
fn negators_apply_to_arrows_if_the_stored_solution_confirms_it() {
    // 3 is -1 + 4.
    let arrow = r##""arrows": [{"wayPoints": [[1.5,0.5],[0.5,0.5],[1.5,1.5]], "color": "#aaaf", "thickness": 3.2,
        "headLength": 0.35}], "overlays": [{"center": [1.5,0.5], "width": 0.82, "height": 0.82, "rounded": true,
        "backgroundColor": "#FFFFFF", "borderColor": "#aaaf"}]"##;
    let negators = "Each row, column and box has a negator; the digits of the negators differ.";
    let rules = format!("Normal sudoku rules apply. Digits on an arrow sum to its circle. {negators}");
    assert_eq!(confirmed_names(arrow, &rules), ["Negators", "NegatedSum"]);
    assert!(solved(&puzzle(arrow, &rules, "")).is_err());
    // Doublers change values too, and no constraint of this reading expresses them.
    let more = format!("{rules} A doubler counts twice.");
    assert!(solved(&puzzle(arrow, &more, SOLUTION)).is_err());
}

#[test]
fn sentences_and_groups_take_constraint_text() {
    let text = puzzle(GREEN, "Normal sudoku rules apply. The line is a wibble.", SOLUTION);
    let proposal = Proposal::read(text.as_bytes()).unwrap();
    let decided = |meanings: &str| {
        let decided =
            proposal.decide(COUNTER, &meanings.parse().unwrap()).map_err(|error| error.to_string())?;
        Ok::<_, String>((decided.verdict, decided.unaccounted))
    };
    assert_eq!(decided("g1=ignore"), Ok((Verdict::Several, vec![1])));
    for meanings in [
        "g1=.Palindrome~R1C2~R1C3~R2C4",
        "g1=Palindrome.Whisper~1",
        "g1=Or.Palindrome.Thermo.End",
        "g1=ignore .Palindrome~R1C2~R1C3~R2C4",
    ] {
        assert_eq!(decided(meanings), Ok((Verdict::Confirmed, vec![1])), "{meanings}");
    }
    let sentence = "g1=ignore s2=.Palindrome~R1C2~R1C3~R2C4";
    assert_eq!(decided(sentence), Ok((Verdict::Confirmed, Vec::new())));
    assert_eq!(decided("g1=ignore s2=ignore"), Ok((Verdict::Several, Vec::new())));
    // Another board replaces the usual houses.
    assert_eq!(decided("g1=ignore .Shape~4x4~4~Raw"), Ok((Verdict::Several, vec![1])));
    let wrong = |meanings: &str| decided(meanings).unwrap_err();
    assert_eq!(wrong("s3=ignore"), "s3, expected s1 to s2");
    assert!(wrong("s2=.Wibble").starts_with("the meaning of s2"));
    assert!(wrong(".Wibble").starts_with("the added constraint text"));
    assert_eq!(wrong(".Shape~5x5~5"), "the constraint text has other rows and columns than the puzzle");
}

#[test]
fn clues_outside_the_grid_have_the_cells_of_their_line() {
    let clue = r##""overlays": [{"center": [0.5,-0.5], "width": 1, "height": 1, "text": "3", "color": "#000000"},
        {"center": [4.5,1.5], "width": 1, "height": 1, "text": "2", "color": "#000000"}]"##;
    let text = puzzle(clue, "Normal sudoku rules apply. Clues outside the grid wibble.", SOLUTION);
    let proposal = Proposal::read(text.as_bytes()).unwrap();
    let text = |meanings: &str| {
        let variant = proposal.puzzle(&meanings.parse().unwrap()).unwrap();
        let constraints = variant.constraints().iter().filter(|it| it.name() != "Given");
        iss::write_constraints(variant.board(), constraints).concat()
    };
    assert_eq!(text("g1=Skyscraper"), ".Skyscraper~R1~3.Skyscraper~C2~~2");
    assert_eq!(text("g1=Sandwich"), ".Sandwich~3~R1.Sandwich~2~C2");
    assert_eq!(text("g1=Thermo"), ".Thermo~R1C1~R1C2~R1C3~R1C4.Thermo~R4C2~R3C2~R2C2~R1C2");
}

/// A square or circle in a cell.
fn mark(row: usize, col: usize, rounded: bool, fill: &str) -> String {
    format!(
        r#"{{"center": [{row}.5,{col}.5], "width": 0.8, "height": 0.8, "rounded": {rounded}, "backgroundColor": "{fill}"}}"#
    )
}

#[test]
fn words_of_all_families_give_drawings_their_meaning() {
    let line = GREEN.replace("[0.5,1.5],[0.5,2.5],[1.5,3.5]", "[0.5,0.5],[0.5,1.5]");
    let cage = r#""cages": [{"cells": [[0,0],[1,0]], "value": "3", "unique": false}]"#;
    let marks = |marks: &[String]| format!("\"underlays\": [{}]", marks.join(","));
    let odd = marks(&[mark(0, 0, true, "#00000033")]);
    let odd_square = marks(&[mark(0, 0, false, "#00000033")]);
    let clones =
        marks(&[mark(0, 0, false, "#f0e040"), mark(2, 2, false, "#f0e040"), mark(2, 3, false, "#f0e040")]);
    let number = |text: &str| {
        format!(
            r##""overlays": [{{"center": [0.5,1], "width": 0.4, "height": 0.4, "text": "{text}", "backgroundColor": "#ffffff"}}]"##
        )
    };
    for (drawings, rule, names) in [
        (line.clone(), "Digits on a green line sum to 3.", &["Sum"][..]),
        (line.clone(), "Adjacent digits along a green line are in a 1:2 ratio.", &["BlackDot"]),
        (line, "Adjacent digits on a green line sum to at most 3.", &["Pair"]),
        (cage.into(), "The product of the digits in a cage is the number in its corner.", &["CalcCage"]),
        (odd, "Cells with a grey circle are odd.", &["Odd"]),
        (odd_square, "Cells with a grey square contain odd digits.", &["Odd"]),
        (number("3"), "A number on the border of two cells is the sum of both.", &["Sum"]),
        (
            number("1"),
            "The number between two cells is the difference between the two cells.",
            &["Difference"],
        ),
        (number("III"), "Roman numerals between cells show the sum of the digits.", &["Sum"]),
    ] {
        let rules = format!("Normal sudoku rules apply. {rule}");
        let text = puzzle(&drawings, &rules, SOLUTION);
        let proposal = Proposal::read(text.as_bytes()).unwrap();
        let variant = proposal.puzzle(&Meanings::default()).unwrap();
        let found: Vec<&str> =
            variant.constraints().iter().map(|it| it.name()).filter(|it| *it != "Given").collect();
        assert_eq!(found, names, "{rule}");
        assert!(proposal.unaccounted(variant.constraints()).is_empty(), "{rule}");
    }
    let text = puzzle(&clones, "Normal sudoku rules apply. Yellow squares are clones.", SOLUTION);
    let proposal = Proposal::read(text.as_bytes()).unwrap();
    assert_eq!(proposal.groups[0].candidates[0].text, "", "parts of different forms are no clones");
}

#[test]
fn rules_without_drawings_are_read() {
    let modulo = "Normal sudoku rules apply. Every 2x2 square has one of 147, one of 258 and one of 369.";
    let candidate = |text: &str| {
        let proposal = Proposal::read(text.as_bytes()).unwrap();
        assert_eq!(proposal.groups.len(), 1, "{text}");
        proposal.groups[0].candidates[0].text.clone()
    };
    let rows = vec![format!("[{}]", ["{}"; 9].join(", ")); 9].join(", ");
    let cell =
        |band: usize, stack: usize, at: usize| format!("[{},{}]", 3 * band + at / 3, 3 * stack + at % 3);
    let region = |number: usize| {
        let cells: Vec<String> = (0..9).map(|at| cell(number / 3, number % 3, at)).collect();
        format!("[{}]", cells.join(","))
    };
    let regions: Vec<String> = (0..9).map(region).collect();
    let large = format!(
        r#"{{"cells": [{rows}], "regions": [{}], "metadata": {{"rules": "{modulo}"}}}}"#,
        regions.join(",")
    );
    assert_eq!(candidate(&large), ".GlobalMod");
    // A board of four values does not support the kind.
    assert_eq!(candidate(&puzzle(r#""lines": []"#, modulo, SOLUTION)), "");
    let rising = "Normal sudoku rules apply. Digits do not repeat on the rising diagonal.";
    assert_eq!(candidate(&puzzle(r#""lines": []"#, rising, SOLUTION)), ".Diagonal~1");
    let neighbours = "Normal sudoku rules apply. Orthogonally adjacent cells must not sum to 7.";
    let proposal = Proposal::read(puzzle(r#""lines": []"#, neighbours, SOLUTION).as_bytes()).unwrap();
    let variant = proposal.puzzle(&Meanings::default()).unwrap();
    assert_eq!(variant.constraints().iter().filter(|it| it.name() == "Pair").count(), 24);
}

#[test]
fn a_typed_puzzle_is_compared_with_its_stored_solution() {
    let text = |solution: &str, cage: &str| {
        let row = "[{}, {}, {}, {}]";
        let digits: Vec<String> = solution.chars().map(String::from).collect();
        format!(
            r#"{{"size": 4, "grid": [[{{"value": 1, "given": true}}, {{}}, {{}}, {{}}], {row}, {row}, {row}],
            "ruleset": "Normal sudoku rules apply. Digits in cages sum to the small number.", "solution": [{}]{cage}}}"#,
            digits.join(",")
        )
    };
    let warnings = |text: &str| variant::read(text).unwrap().warnings.join("|");
    let cage = r#", "killercage": [{"cells": ["R1C1", "R1C2"], "value": "4"}]"#;
    assert!(warnings(&text(SOLUTION, cage)).contains("breaks the constraints"));
    let cage = cage.replace("\"4\"", "\"3\"");
    assert!(warnings(&text(SOLUTION, &cage)).contains("several solutions"));
}

type Grid = [[u8; 4]; 4];

/// Returns all 4x4 grids: lists of rows whose columns and boxes have each digit.
fn grids() -> Vec<Grid> {
    let digits = || 1..=4_u8;
    let all = digits().flat_map(|a| {
        digits().flat_map(move |b| digits().flat_map(move |c| digits().map(move |d| [a, b, c, d])))
    });
    let is_house = |cells: &[u8]| (1..=4).all(|digit| cells.contains(&digit));
    let rows: Vec<[u8; 4]> = all.filter(|row| is_house(row)).collect();
    let band = |one: &[u8; 4], two: &[u8; 4]| {
        [0, 2].iter().all(|col| is_house(&[one[*col], one[col + 1], two[*col], two[col + 1]]))
    };
    let pairs: Vec<[[u8; 4]; 2]> = rows
        .iter()
        .flat_map(|one| rows.iter().filter(move |two| band(one, two)).map(move |two| [*one, *two]))
        .collect();
    let grids = pairs.iter().flat_map(|top| pairs.iter().map(move |low| [top[0], top[1], low[0], low[1]]));
    grids.filter(|grid| (0..4).all(|col| is_house(&grid.map(|row| row[col])))).collect()
}

/// Returns the grids of the most plausible reading, sorted.
fn grids_of(text: &str) -> Vec<Vec<u8>> {
    let proposal = Proposal::read(text.as_bytes()).unwrap();
    let variant = proposal.puzzle(&Meanings::default()).unwrap();
    assert!(proposal.unaccounted(variant.constraints()).is_empty());
    let solver = farandole::engines::PuzzleSolver::new(&variant).unwrap();
    let config = farandole::Config { limit: u64::MAX, ..farandole::Config::default() };
    let mut found = Vec::new();
    let mut visit = |values: &[u8]| {
        found.push(values[..16].to_vec());
        core::ops::ControlFlow::Continue(())
    };
    solver.run_grids(&config.search(), &mut visit).unwrap();
    found.sort();
    found
}

/// Returns an empty 4x4 puzzle.
fn empty(drawings: &str, rules: &str) -> String {
    let mut text = puzzle(drawings, rules, "");
    for digit in 1..=4 {
        text = text.replace(&format!("{{\"value\": {digit}}}"), "{}");
    }
    text
}

#[test]
fn colours_of_an_euler_square_are_a_second_layer() {
    let all = grids();
    assert_eq!(all.len(), 288);
    let has_mate = |grid: &&Grid| {
        all.iter().any(|colours| {
            let mut pairs: Vec<_> = grid.as_flattened().iter().zip(colours.as_flattened()).collect();
            pairs.sort_unstable();
            pairs.dedup();
            pairs.len() == 16
        })
    };
    let mut expected: Vec<Vec<u8>> =
        all.iter().filter(has_mate).map(|grid| grid.as_flattened().to_vec()).collect();
    expected.sort();
    let rules = "Normal sudoku rules apply. Euler rules: every digit/color combination appears exactly once.";
    assert_eq!(grids_of(&empty(r#""lines": []"#, rules)), expected);
}

/// Returns the grids for which the condition is true, as [`grids_of`] returns them.
fn grids_where(holds: impl Fn(&Grid) -> bool) -> Vec<Vec<u8>> {
    let mut kept: Vec<Vec<u8>> =
        grids().iter().filter(|grid| holds(grid)).map(|grid| grid.as_flattened().to_vec()).collect();
    kept.sort();
    kept
}

#[test]
fn rules_about_distances_apply_to_all_cells() {
    /// The steps between two cells, whether they wrap around, and the relation.
    type Rule = (&'static str, &'static [(i32, i32)], bool, fn(u8, u8) -> bool);
    let rules: [Rule; 5] = [
        ("Diagonally adjacent cells do not sum to 4.", &[(1, 1), (1, -1)], false, |a, b| a + b != 4),
        (
            "Diagonally adjacent cells do not sum to 4 (the grid wraps around).",
            &[(1, 1), (1, -1)],
            true,
            |a, b| a + b != 4,
        ),
        (
            "Cells a knight's move apart are not consecutive.",
            &[(1, 2), (2, 1), (1, -2), (2, -1)],
            false,
            |a, b| a.abs_diff(b) != 1,
        ),
        (
            "Cells a king's move apart differ by at most 2.",
            &[(0, 1), (1, 0), (1, 1), (1, -1)],
            false,
            |a, b| a.abs_diff(b) <= 2,
        ),
        (
            "Diagonally adjacent cells have different remainders modulo 3.",
            &[(1, 1), (1, -1)],
            false,
            |a, b| a % 3 != b % 3,
        ),
    ];
    for (rule, steps, wraps, holds) in rules {
        let holds_from = |grid: &Grid, (row, col): (i32, i32), (down, right): (i32, i32)| {
            let (to_row, to_col) = (row + down, col + right);
            let is_inside = (0..4).contains(&to_row) && (0..4).contains(&to_col);
            let at = |row: i32, col: i32| grid[row.rem_euclid(4) as usize][col.rem_euclid(4) as usize];
            !is_inside && !wraps || holds(at(row, col), at(to_row, to_col))
        };
        let cells = || (0..4).flat_map(|row| (0..4).map(move |col| (row, col)));
        let kept = |grid: &Grid| cells().all(|cell| steps.iter().all(|step| holds_from(grid, cell, *step)));
        let expected: Vec<Vec<u8>> = grids_where(kept);
        let rules = format!("Normal sudoku rules apply. {rule}");
        assert_eq!(grids_of(&empty(r#""lines": []"#, &rules)), expected, "{rule}");
    }
}

#[test]
fn clues_of_cages_are_remainders_if_the_rules_name_a_divisor() {
    let cages =
        r#""cages": [{"cells": [[0,0],[0,1],[0,2]], "value": "1"}, {"cells": [[1,1],[2,1]], "value": "2"}]"#;
    for (differ, rule) in [(false, "Digits may repeat in cages."), (true, "Digits in a cage differ.")] {
        let rules = format!(
            "Normal sudoku rules apply. The digits of a cage have a sum whose remainder (divided by 3) is its number. {rule}"
        );
        let expected = grids_where(|grid| {
            (grid[0][0] + grid[0][1] + grid[0][2]) % 3 == 1
                && (grid[1][1] + grid[2][1]) % 3 == 2
                && (!differ || grid[1][1] != grid[2][1])
        });
        assert_eq!(grids_of(&empty(cages, &rules)), expected, "{rule}");
    }
}

#[test]
fn cages_with_the_same_letter_are_clones() {
    let cages = |last: &str| {
        format!(
            r#""cages": [{{"cells": [[0,0],[0,1]], "value": "A"}}, {{"cells": [[2,2],[2,3]], "value": "A"}},
            {{"cells": [[1,2]], "value": "B"}}, {{"cells": [{last}], "value": "B"}}]"#
        )
    };
    let rules = "Normal sudoku rules apply. Cages with the same letter are clones.";
    let expected =
        grids_where(|grid| grid[0][0] == grid[2][2] && grid[0][1] == grid[2][3] && grid[1][2] == grid[2][0]);
    assert_eq!(grids_of(&empty(&cages("[2,0]"), rules)), expected);
    let proposal = Proposal::read(empty(&cages("[2,0],[3,0]"), rules).as_bytes()).unwrap();
    assert_eq!(proposal.groups[0].candidates[0].text, "", "cages of different forms are no clones");
}

#[test]
fn cages_with_prime_sums_have_all_of_them() {
    let cages =
        r#""cages": [{"cells": [[0,0],[0,1]]}, {"cells": [[1,1],[2,1]]}, {"cells": [[3,2],[3,3],[2,3]]}]"#;
    let is_prime = |sum: u8| [2, 3, 5, 7, 11].contains(&sum);
    for (rules, differ) in [
        ("Digits in a cage sum to a prime. Digits may repeat in cages.", false),
        (
            "Digits in a cage sum to a prime, and no two cages have the same sum. Digits may repeat in cages.",
            true,
        ),
    ] {
        let holds = |grid: &&Grid| {
            let sums =
                [grid[0][0] + grid[0][1], grid[1][1] + grid[2][1], grid[3][2] + grid[3][3] + grid[2][3]];
            let distinct = sums[0] != sums[1] && sums[0] != sums[2] && sums[1] != sums[2];
            sums.iter().all(|sum| is_prime(*sum)) && (distinct || !differ)
        };
        let mut expected: Vec<Vec<u8>> =
            grids().iter().filter(holds).map(|grid| grid.as_flattened().to_vec()).collect();
        expected.sort();
        assert!(!expected.is_empty());
        assert_eq!(
            grids_of(&empty(cages, &format!("Normal sudoku rules apply. {rules}"))),
            expected,
            "{rules}"
        );
    }
}

#[test]
fn regions_to_be_found_and_borders_seen_are_proposed() {
    let circles = r##""underlays": [{"center": [0.5,0.5], "width": 0.7, "height": 0.7, "rounded": true, "backgroundColor": "#ffffff"}]"##;
    let rules = "Normal sudoku rules apply. The regions must be determined. A digit in a circle is the number of \
        borders between regions that it sees in its row and column.";
    let proposal = Proposal::read(puzzle(circles, rules, SOLUTION).as_bytes()).unwrap();
    let variant = proposal.puzzle(&Meanings::default()).unwrap();
    let names = |name: &str| variant.constraints().iter().filter(|it| it.name() == name).count();
    // One condition for each two neighbours, and one for the circle.
    assert_eq!((names("ChaosConstruction"), names("Condition")), (1, 25));
    assert!(proposal.unaccounted(variant.constraints()).is_empty());
}

#[test]
fn sentences_without_a_kind_are_accounted_for_by_added_constraints() {
    let rules = "Normal sudoku rules apply. Draw a snake through the cells with odd digits.";
    let proposal = Proposal::read(puzzle(r#""lines": []"#, rules, SOLUTION).as_bytes()).unwrap();
    let open =
        |text: &str| proposal.unaccounted(proposal.puzzle(&text.parse().unwrap()).unwrap().constraints());
    assert_eq!(open(""), [1]);
    assert_eq!(open(".Snake~~1_3"), Vec::<usize>::new());
    let rules = "Normal sudoku rules apply. Orthogonally adjacent digits may not sum to 5.";
    let proposal = Proposal::read(puzzle(r#""lines": []"#, rules, SOLUTION).as_bytes()).unwrap();
    let decided = "g1=.StrictPairRule~a+b=5".parse().unwrap();
    let variant = proposal.puzzle(&decided).unwrap();
    assert!(proposal.unaccounted(variant.constraints()).is_empty());
}

/// Puzzles with these rules and without drawings, in the three formats.
fn undrawn(rules: &str) -> [String; 3] {
    let row = "[{}, {}, {}, {}]";
    let rows = [row; 4].join(", ");
    let regions = "[[[0,0],[0,1],[1,0],[1,1]],[[0,2],[0,3],[1,2],[1,3]],[[2,0],[2,1],[3,0],[3,1]],[[2,2],[2,3],[3,2],[3,3]]]";
    let cells = ["{}"; 16].join(",");
    [
        format!(r#"{{"size": 4, "grid": [{rows}], "ruleset": "{rules}"}}"#),
        format!(r#"{{"cells": [{rows}], "regions": {regions}, "metadata": {{"rules": "{rules}"}}}}"#),
        format!(
            r#"{{"formatVersion": "1.5.0", "puzzle": {{"size": 4, "cells": [{cells}], "comment": "{rules}",
            "constraints": [{{"type": 1, "regions": [0,0,1,1,0,0,1,1,2,2,3,3,2,2,3,3]}}]}}}}"#
        ),
    ]
}

/// A rule without a drawing is part of the puzzle for all commands, as `read` shows it.
#[test]
fn rules_in_sentences_are_never_dropped() {
    for (rule, grids) in [
        ("Anti-knight rules apply.", ".Shape~4x4.AntiKnight"),
        ("Digits do not repeat on the rising diagonal.", ".Shape~4x4.Diagonal~1"),
        ("Both main diagonals contain each digit once.", ".Shape~4x4.Diagonal~1.Diagonal~-1"),
        ("Disjoint groups apply.", ".Shape~4x4.DisjointSets"),
        ("Orthogonally adjacent cells must not sum to 5.", ".Shape~4x4.StrictPairRule~a+b=5"),
        // There are solutions without consecutive neighbours on larger boards only.
        ("Cells separated by a V sum to 5. All Vs are given.", ".Shape~4x4.StrictPairRule~a+b=5"),
    ] {
        let wanted = iss::read(grids).unwrap();
        let solver = |variant: &variant::Variant| farandole::engines::PuzzleSolver::new(variant).unwrap();
        let config = farandole::Config { limit: u64::MAX, ..farandole::Config::default() };
        let count = |variant: &variant::Variant| {
            let visit = &mut |_: &[u8]| core::ops::ControlFlow::Continue(());
            solver(variant).run_grids(&config.search(), visit).unwrap().solutions
        };
        assert!(count(&wanted) < 288);
        for text in undrawn(&format!("Normal sudoku rules apply. {rule}")) {
            let entry = variant::read(&text).unwrap_or_else(|error| panic!("{rule}: {error}"));
            assert_eq!(count(&entry.puzzle), count(&wanted), "{rule}: {text}");
            let proposal = Proposal::read(text.as_bytes()).unwrap();
            let decided = proposal.decide(COUNTER, &Meanings::default()).unwrap();
            assert_eq!(decided.variant, entry.puzzle, "{rule}: {text}");
        }
    }
}

#[test]
fn a_rule_that_contradicts_the_drawings_is_a_warning() {
    let cage = r#""killercage": [{"cells": ["R1C1", "R3C2"], "value": "2"}], "ruleset""#;
    // A sum of 2 in two cells is possible only without the rule for cages, so the text has no solution.
    let text = undrawn("Normal sudoku rules apply. Anti-knight rules apply.")[0].replace("\"ruleset\"", cage);
    let entry = variant::read(&text).unwrap();
    assert!(entry.warnings.iter().any(|it| it.contains("no solution")), "{:?}", entry.warnings);
}

#[test]
fn pairs_on_diagonal_lines_are_no_dots() {
    let line = GREEN.replace("[0.5,1.5],[0.5,2.5],[1.5,3.5]", "[0.5,0.5],[1.5,1.5],[1.5,2.5]");
    let rules = "Normal sudoku rules apply. Neighbouring digits along a green line are consecutive.";
    let proposal = Proposal::read(puzzle(&line, rules, "").as_bytes()).unwrap();
    let first = &proposal.groups[0].candidates[0];
    assert_eq!(first.name, "neighbours on the line: consecutive digits");
    let names: Vec<&str> =
        proposal.puzzle(&Meanings::default()).unwrap().constraints().iter().map(|it| it.name()).collect();
    assert_eq!(names.iter().filter(|name| **name == "Pair").count(), 1, "{names:?}");
    assert_eq!(names.iter().filter(|name| **name == "WhiteDot").count(), 1, "{names:?}");
}

/// Every listed meaning can be chosen.
#[test]
fn listed_meanings_suit_the_board() {
    let line = GREEN.replace("[0.5,1.5],[0.5,2.5],[1.5,3.5]", "[0.5,0.5],[1.5,1.5],[1.5,2.5]");
    let rules = "Normal sudoku rules apply. Neighbours on a green line are consecutive. Lines are between lines. \
        Each line is a zipper. A line sums to 5.";
    let proposal = Proposal::read(puzzle(&line, rules, "").as_bytes()).unwrap();
    assert!(proposal.groups[0].candidates.len() > 3, "{:?}", proposal.groups);
    for index in 1..=proposal.groups[0].candidates.len() {
        let meanings: Meanings = format!("g1={index}").parse().unwrap();
        assert!(proposal.puzzle(&meanings).is_ok(), "{:?}", proposal.groups[0].candidates[index - 1]);
    }
}
