//! Links of f-puzzles are read, written, and read again as the same puzzle, and their published
//! solutions pass the checker.
//!
//! The links are those of the sample in `testdata/variants` for which f-puzzles has a key for every
//! constraint. If `FARANDOLE_LINKS` names a file, its links are read too. Each line has a link or
//! packed text, a tab, and the solution if it is known: one character per cell, or two if values
//! have two digits.

use farandole_formats::constraint_text;
use farandole_formats::editor::{ExportConfig, ImportConfig, ImportErrorKind, fpuzzles_link, read};
use farandole_puzzle::variant::check;

/// Outcomes of the lines.
#[derive(Default)]
struct Tally {
    read: usize,
    refused: usize,
    solutions: usize,
}

impl Tally {
    fn judge(&mut self, place: &str, link: &str, solution: &str) {
        let imported = match read(link.as_bytes(), &ImportConfig::default()) {
            Ok(imported) => imported,
            Err(error) => {
                assert!(matches!(error.kind(), ImportErrorKind::Unsupported(_)), "{place}: {error}");
                println!("{place}: {error}");
                self.refused += 1;
                return;
            }
        };
        self.read += 1;
        imported.warnings.iter().for_each(|piece| println!("{place}: {piece}"));
        imported.ignored.iter().for_each(|piece| println!("{place}: ignored {piece}"));
        let again = fpuzzles_link(&imported.variant, &ExportConfig::default());
        let again = again.unwrap_or_else(|error| panic!("{place}: {error}"));
        let again = read(again.as_bytes(), &ImportConfig::default());
        assert_eq!(again.map(|again| again.variant), Ok(imported.variant.clone()), "{place}");
        let cells = imported.variant.cell_count();
        let width = solution.len() / cells;
        if width > 0 {
            let digit = |cell: usize| solution[cell * width..][..width].parse().expect("a digit");
            let values: Vec<u8> = (0..cells).map(digit).collect();
            let checked = check(&imported.variant, &values);
            assert!(checked.is_ok(), "{place}: {}", checked.unwrap_err());
            self.solutions += 1;
        }
    }
}

#[test]
fn links_of_the_sample_are_read_and_published_solutions_pass_the_check() {
    let mut tally = Tally::default();
    let sample = include_str!("../../../../testdata/variants/iss.tsv");
    for line in sample.lines().filter(|line| !line.starts_with('#')) {
        let [name, text, solution] = line.split('\t').collect::<Vec<_>>()[..] else { panic!("{line}") };
        let text = text.replace("\\n", "\n").replace("\\t", "\t").replace("\\\\", "\\");
        let Ok(variant) = constraint_text::read(&text).map(|read| read.variant) else { continue };
        // Values above 9 are letters in the sample. Its solutions leave out extra cells.
        let plain =
            variant.cell_count() == solution.len() && solution.bytes().all(|byte| byte.is_ascii_digit());
        if let Ok(link) = fpuzzles_link(&variant, &ExportConfig::default()) {
            tally.judge(name, &link, if plain { solution } else { "" });
        }
    }
    assert_eq!(tally.refused, 0);
    assert!(tally.read >= 20 && tally.solutions >= 20, "{} read, {} solutions", tally.read, tally.solutions);
    if let Ok(path) = std::env::var("FARANDOLE_LINKS") {
        let text = std::fs::read_to_string(path).expect("the file can be read");
        for (number, line) in text.lines().enumerate() {
            let (link, solution) = line.split_once('\t').unwrap_or((line, ""));
            tally.judge(&format!("line {}", number + 1), link, solution);
        }
    }
    println!("{} solutions checked, {} puzzles refused", tally.solutions, tally.refused);
}
