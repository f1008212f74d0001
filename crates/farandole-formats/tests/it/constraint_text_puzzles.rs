//! Published puzzles in the text language of Interactive Sudoku Solver. Each is read, printed and
//! read back unchanged, and its listed solution passes the checker.
//!
//! The sample in `testdata/variants` is always tested. If the variable `FARANDOLE_ISS_PUZZLES`
//! names a file with a longer list of the same form, that file is tested too.

use farandole_formats::constraint_text;
use farandole_puzzle::format::iss::{self, IssErrors};
use farandole_puzzle::variant::{Variant, check_grid};

fn read(text: &str) -> Result<Variant, IssErrors> {
    constraint_text::read(text).map(|read| read.variant)
}

/// Parses the values of a solution: digits, or letters starting with A = 1 if there are values
/// above 9.
fn values(variant: &Variant, solution: &str) -> Vec<u8> {
    let letters = variant.shape().values().high() > 9;
    let value = |byte: u8| match byte {
        b'A'..=b'Z' if letters => byte - b'A' + 1,
        b'0'..=b'9' => byte - b'0',
        _ => panic!("{solution}: {byte}"),
    };
    solution.bytes().map(value).collect()
}

/// Undoes the escapes of a field.
fn unescaped(field: &str) -> String {
    field.replace("\\n", "\n").replace("\\r", "\r").replace("\\t", "\t").replace("\\\\", "\\")
}

/// Checks one line: name, text and solution separated by tabs.
fn judge(line: &str) -> Result<(), String> {
    let fields: Vec<String> = line.split('\t').map(unescaped).collect();
    let [name, text, solution] = &fields[..] else { return Err(format!("{line}: three fields")) };
    // Some texts are paths of programs that generate a text.
    if text.starts_with('/') {
        return Ok(());
    }
    let variant = read(text).map_err(|errors| format!("{name}: {errors}\n{text}"))?;
    let printed = iss::write(&variant);
    match read(&printed) {
        Ok(again) if again == variant => {}
        Ok(_) => return Err(format!("{name}: read as another puzzle\n{printed}")),
        Err(errors) => return Err(format!("{name}: {errors}\n{printed}")),
    }
    let linked = iss::link_text(&iss::to_link(&variant)).map(|text| read(&text));
    if linked != Some(Ok(variant.clone())) {
        return Err(format!("{name}: the link is read as another puzzle"));
    }
    if solution.is_empty() {
        return Ok(());
    }
    let values = values(&variant, solution);
    // The list has no values for extra cells.
    check_grid(&variant, &values).map_err(|broken| format!("{name}: {broken}"))
}

fn judge_all(path: &str) {
    let text = std::fs::read_to_string(path).unwrap();
    let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
    let wrong: Vec<String> = lines.iter().filter_map(|line| judge(line).err()).collect();
    assert!(wrong.is_empty(), "{} of {} puzzles:\n{}", wrong.len(), lines.len(), wrong.join("\n"));
    assert!(!lines.is_empty());
}

#[test]
fn the_sample_of_puzzles_is_read_printed_and_its_solutions_hold() {
    judge_all(concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/variants/iss.tsv"));
    if let Ok(path) = std::env::var("FARANDOLE_ISS_PUZZLES") {
        judge_all(&path);
    }
}
