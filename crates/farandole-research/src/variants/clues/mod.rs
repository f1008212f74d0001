//! Random clues that hold in a solution: one file per family of kinds.

mod cages;
mod canvas;
mod edges;
mod kind;
mod lines;
mod outside;
mod usual;

use crate::random::Random;
use farandole_puzzle::constraint::Constraint;

pub(super) use cages::{cage, merged, split};
pub(super) use canvas::{Canvas, images};
pub use kind::ClueKind;
pub(super) use kind::Family;
pub(super) use lines::draw_usual;
pub(super) use outside::draw_sums;
pub(super) use usual::{usual, usual_symmetry};

/// Returns up to `most` random clues of a kind that hold in the solution, in random order.
pub(super) fn draw(
    canvas: &mut Canvas<'_>,
    kind: ClueKind,
    most: usize,
    random: &mut Random,
) -> Vec<Constraint> {
    let mut clues = match kind.family() {
        Family::Cage => cages::partition(canvas, random),
        Family::Line => return lines::draw(canvas, kind, most, random),
        Family::Edge => edges::all(canvas, kind),
        Family::Outside => outside::all(canvas, kind),
    };
    random.shuffle(&mut clues);
    clues.truncate(most);
    if kind == ClueKind::CAGE {
        clues.iter().for_each(|clue| canvas.cover(&clue.cells(canvas.board)));
    }
    clues
}

#[cfg(test)]
mod tests {
    use super::*;
    use farandole_puzzle::board::Shape;
    use farandole_puzzle::variant::Variant;

    /// A solution of the classic grid.
    const SOLUTION: &str =
        "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

    #[test]
    fn clues_hold_in_the_solution_and_are_accepted_by_the_board() {
        let solution: Vec<u8> = SOLUTION.bytes().map(|digit| digit - b'0').collect();
        let blank = Variant::new(Shape::square(9).unwrap(), Vec::new(), Vec::new()).unwrap();
        for kind in ClueKind::all().iter().copied() {
            let mut count = 0;
            for stream in 0..20 {
                let mut canvas = Canvas::new(blank.board(), &solution);
                let clues = draw(&mut canvas, kind, 100, &mut Random::new(3, stream));
                count += clues.len();
                for clue in &clues {
                    assert_eq!(clue.check(blank.board(), &solution), Ok(()), "{kind:?}");
                    assert_eq!(clue.name(), kind.name());
                }
                let wanted = clues.len();
                let variant = Variant::new(blank.shape(), Vec::new(), clues).unwrap();
                assert_eq!(variant.constraints().len(), wanted, "{kind:?}: no clue twice");
            }
            assert!(count >= 40, "{kind:?}: {count} clues in twenty drawings");
        }
    }

    #[test]
    fn arrows_share_only_circles_and_not_in_all_puzzles() {
        let blank = Variant::new(Shape::square(9).unwrap(), Vec::new(), Vec::new()).unwrap();
        let mut puzzles = 0;
        for stream in 0..50 {
            let mut canvas = Canvas::new(blank.board(), &[]);
            let mut random = Random::new(9, stream);
            let arrows = draw_usual(&mut canvas, ClueKind::ARROW, 10..=10, &mut |_| true, &mut random);
            let paths: Vec<_> = arrows.iter().map(|arrow| arrow.cells(blank.board())).collect();
            let mut circles: Vec<_> = paths.iter().map(|path| path[0]).collect();
            circles.sort_unstable();
            circles.dedup();
            puzzles += usize::from(circles.len() < paths.len());
            let mut cells: Vec<_> =
                paths.iter().flat_map(|path| &path[1..]).copied().chain(circles).collect();
            let count = cells.len();
            cells.sort_unstable();
            cells.dedup();
            assert_eq!(cells.len(), count, "only circles are shared");
        }
        assert!((15..=35).contains(&puzzles), "{puzzles}");
    }

    #[test]
    fn sums_of_diagonals_without_a_solution_are_small_or_large() {
        let blank = Variant::new(Shape::square(9).unwrap(), Vec::new(), Vec::new()).unwrap();
        let canvas = Canvas::new(blank.board(), &[]);
        let mut drawn = draw_sums(&canvas, 50..=50, &mut |_| true, &mut Random::new(9, 0));
        assert_eq!(drawn.len(), 26, "all diagonals of three cells or more");
        drawn.retain(|clue| {
            let cells = clue.cells(blank.board()).len() as i64;
            // One standard deviation of three cells is 4.5.
            (clue.number().unwrap() - 5 * cells).abs() < 4
        });
        assert_eq!(drawn, []);
    }

    #[test]
    fn drawn_clues_share_no_cells() {
        let solution: Vec<u8> = SOLUTION.bytes().map(|digit| digit - b'0').collect();
        let blank = Variant::new(Shape::square(9).unwrap(), Vec::new(), Vec::new()).unwrap();
        for stream in 0..50 {
            let mut canvas = Canvas::new(blank.board(), &solution);
            let mut random = Random::new(9, stream);
            let mut covered = [false; 81];
            for kind in [ClueKind::THERMO, ClueKind::ARROW, ClueKind::RENBAN, ClueKind::CAGE] {
                for clue in draw(&mut canvas, kind, 4, &mut random) {
                    for cell in clue.cells(blank.board()) {
                        assert!(!core::mem::replace(&mut covered[cell.index()], true), "{kind:?}");
                    }
                }
            }
        }
    }
}
