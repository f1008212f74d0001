//! Collections of links that are not part of the project, read where someone has them.
//!
//! `FARANDOLE_LINKS` names a file with a link or packed text on each line, a tab, and the solution where one is known: one
//! character a cell, or two where digits have two figures.

use farandole_exchange::{ImportErrorKind, ReadConfig, WriteConfig, fpuzzles_link, read};
use farandole_puzzle::variant::check;

#[test]
#[ignore = "needs a collection of links, named by FARANDOLE_LINKS"]
fn published_solutions_pass_the_check() {
    let path = std::env::var("FARANDOLE_LINKS").expect("FARANDOLE_LINKS names a file");
    let text = std::fs::read_to_string(path).expect("the file can be read");
    let (mut good, mut refused) = (0, 0);
    for (number, line) in text.lines().enumerate() {
        let (link, solution) = line.split_once('\t').unwrap_or((line, ""));
        let imported = match read(link.as_bytes(), &ReadConfig::default()) {
            Ok(imported) => imported,
            Err(error) => {
                assert!(
                    matches!(error.kind(), ImportErrorKind::Unsupported(_)),
                    "line {}: {error}",
                    number + 1
                );
                println!("line {}: {error}", number + 1);
                refused += 1;
                continue;
            }
        };
        let title = imported.title.as_deref().unwrap_or("");
        imported.warnings.iter().for_each(|piece| println!("line {} ({title}): {piece}", number + 1));
        imported.ignored.iter().for_each(|piece| println!("line {} ({title}): ignored {piece}", number + 1));
        let again = fpuzzles_link(&imported.variant, &WriteConfig::default());
        let again = again.unwrap_or_else(|error| panic!("line {} ({title}): {error}", number + 1));
        let again = read(again.as_bytes(), &ReadConfig::default());
        assert_eq!(
            again.map(|again| again.variant),
            Ok(imported.variant.clone()),
            "line {} ({title})",
            number + 1
        );
        let cells = imported.variant.cell_count();
        let width = solution.len() / cells;
        if width > 0 {
            let digit = |cell: usize| solution[cell * width..][..width].parse().expect("a digit");
            let values: Vec<u8> = (0..cells).map(digit).collect();
            let checked = check(&imported.variant, &values);
            assert!(checked.is_ok(), "line {} ({title}): {}", number + 1, checked.unwrap_err());
            good += 1;
        }
    }
    println!("{good} solutions checked, {refused} puzzles refused");
    assert!(good > 0);
}
