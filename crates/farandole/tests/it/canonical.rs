//! Canonical forms of all puzzles with 17 givens, compared with published numbers.

use farandole::canon::Canon;
use farandole::kernel::{self, Isa};
use std::collections::{HashMap, HashSet};
use std::io::Read;
use std::path::Path;

fn seventeens() -> Vec<[u8; 81]> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/sudoku/17_clue.txt.gz");
    let mut text = String::new();
    let file = std::fs::File::open(&path).unwrap();
    flate2::read::GzDecoder::new(file).read_to_string(&mut text).unwrap();
    text.lines().map(|line| line.as_bytes().try_into().unwrap()).collect()
}

/// The list of 49,158 puzzles is complete; they have 46,301 grids. The list uses a form of 2007
/// that is not always the least: two independent programs agree that 1,505 lines have a smaller
/// image.
#[test]
fn puzzles_of_17_givens_have_as_many_forms_as_published() {
    let puzzles = seventeens();
    let mut answers = vec![kernel::Answer::default(); puzzles.len()];
    kernel::solve_batch(Isa::detect(), &kernel::Config::default(), &puzzles, &mut answers);
    let mut canon = Canon::new();
    let (mut forms, mut solved, mut not_least) = (HashSet::new(), HashSet::new(), 0);
    let mut puzzles_of: HashMap<[u8; 81], u32> = HashMap::new();
    let mut with_automorphisms = 0;
    for (puzzle, answer) in puzzles.iter().zip(&answers) {
        let digit = |symbol: u8| if symbol == b'.' { 0 } else { symbol - b'0' };
        let (givens, grid) = (puzzle.map(digit), answer.grid.map(digit));
        let form = canon.puzzle(&givens).unwrap();
        assert!(form.board <= givens, "{form}");
        assert_eq!(form.symmetry.apply(&givens), form.board);
        not_least += u32::from(form.board != givens);
        forms.insert(form.board);
        let grid_form = canon.grid(&grid).unwrap();
        assert_eq!(grid_form.symmetry.apply(&grid), grid_form.board);
        with_automorphisms += u32::from(grid_form.automorphisms == 2);
        *puzzles_of.entry(grid_form.board).or_default() += 1;
        solved.insert(canon.solved(&givens, &grid).unwrap().board);
    }
    assert_eq!((puzzles.len(), forms.len(), solved.len(), not_least), (49_158, 49_158, 49_158, 1505));
    assert_eq!((puzzles_of.len(), with_automorphisms), (46_301, 6));
    let grids = |count: u32| puzzles_of.values().filter(|puzzles| **puzzles == count).count();
    let counts = [1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 12, 14, 20, 29].map(grids);
    assert_eq!(counts, [44_134, 1778, 252, 83, 17, 21, 6, 4, 1, 1, 1, 1, 1, 1]);
}
