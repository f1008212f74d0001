//! Drawings of editors: read without a question only if the puzzle's own solution confirms them.

use farandole::variant::{self, COUNTER};
use farandole_formats::editor::proposal::{Bounds, Meanings, Proposal, Reason, Verdict};

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
fn a_reading_with_several_solutions_is_refused() {
    let line = GREEN.replace("[0.5,2.5],[1.5,3.5]", "[0.5,0.5]");
    let rules = "Normal sudoku rules apply. Digits on a green line are consecutive digits in any order.";
    let error = solved(&puzzle(&line, rules, SOLUTION)).unwrap_err();
    assert!(error.contains("several solutions") && error.contains("farandole read"), "{error}");
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
    // Without a stored solution, the sentence may be a rule.
    assert!(solved(&puzzle(THERMO, rules, "")).is_err());
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
