//! Symmetries of puzzles, that is, changes that preserve the number of solutions.

use crate::Random;
use farandole_puzzle::{BoxShape, ClassicPuzzle, Digit, DigitSet, Geometry, HouseKind, Regions};

/// Returns the puzzle with its rows, columns and digits in random order, and transposed in half of
/// the cases. Regions move with their cells.
///
/// The order of rows and columns is arbitrary, so boxes usually become scattered regions.
pub fn shuffled(puzzle: &ClassicPuzzle, random: &mut Random) -> ClassicPuzzle {
    let size = puzzle.size();
    let orders = [(); 2].map(|()| {
        let mut order: Vec<usize> = (0..size).collect();
        random.shuffle(&mut order);
        order
    });
    finish(puzzle, &orders, random)
}

/// Shuffles a puzzle like [`shuffled`], but preserves its boxes: rows stay within their band and
/// columns within their stack, and bands and stacks are moved as a whole. Returns `None` for a
/// puzzle without rectangular boxes.
pub fn shuffled_boxes(puzzle: &ClassicPuzzle, random: &mut Random) -> Option<ClassicPuzzle> {
    let Regions::Boxes(BoxShape { box_rows, box_cols }) = *puzzle.geometry().regions() else { return None };
    let orders = [box_rows, box_cols].map(|length| {
        let mut chutes: Vec<Vec<usize>> = (0..puzzle.size() / length)
            .map(|chute| {
                let mut lines: Vec<usize> = (0..length).map(|line| chute * length + line).collect();
                random.shuffle(&mut lines);
                lines
            })
            .collect();
        random.shuffle(&mut chutes);
        chutes.concat()
    });
    Some(finish(puzzle, &orders, random))
}

fn finish(puzzle: &ClassicPuzzle, [rows, cols]: &[Vec<usize>; 2], random: &mut Random) -> ClassicPuzzle {
    let size = puzzle.size();
    let transpose = random.below(2) == 1;
    let place = |cell: usize| {
        let (row, col) = (rows[cell / size], cols[cell % size]);
        if transpose { col * size + row } else { row * size + col }
    };
    let places: Vec<usize> = (0..size * size).map(place).collect();
    let mut digits: Vec<u8> = (1..=size as u8).collect();
    random.shuffle(&mut digits);
    digits.insert(0, 0);
    changed(puzzle, &places, &digits)
}

/// Moves the content of cell k to `places[k]` and replaces digit d by `digits[d]`, except for 0.
///
/// `places` must map rows and columns to rows and columns, in any order.
fn changed(puzzle: &ClassicPuzzle, places: &[usize], digits: &[u8]) -> ClassicPuzzle {
    let size = puzzle.size();
    let geometry = puzzle.geometry();
    let mut givens = vec![0; places.len()];
    let mut labels = vec![0; places.len()];
    let mut allowed = vec![DigitSet::EMPTY; places.len()];
    let restrictions = puzzle.restrictions();
    for cell in (0..places.len()).filter_map(farandole_puzzle::Cell::new) {
        let place = places[cell.index()];
        givens[place] = digits[puzzle.givens()[cell.index()] as usize];
        labels[place] = geometry.region_of(cell).unwrap_or(0);
        let old = restrictions.map_or(DigitSet::EMPTY, |sets| sets[cell.index()]);
        allowed[place] = old.iter().filter_map(|digit| Digit::new(digits[digit.get() as usize])).collect();
    }
    let moved = Geometry::irregular(size, &labels).expect("there is a label for every cell");
    let same_boxes = |rows, cols| {
        let boxes = Geometry::boxes(size, rows, cols).expect("the shape comes from a grid of this size");
        let cells = |geometry: &Geometry| {
            let regions = geometry.houses().skip(2 * size);
            let mut regions: Vec<Vec<_>> = regions.map(|house| house.cells.to_vec()).collect();
            regions.sort();
            regions
        };
        (cells(&boxes) == cells(&moved)).then_some(boxes)
    };
    let mut new = match geometry.regions() {
        Regions::None => Geometry::latin(size).expect("the size comes from a geometry"),
        Regions::Boxes(BoxShape { box_rows, box_cols }) => {
            same_boxes(*box_rows, *box_cols).or_else(|| same_boxes(*box_cols, *box_rows)).unwrap_or(moved)
        }
        Regions::Irregular(_) => moved,
    };
    for house in geometry.houses() {
        if matches!(house.kind, HouseKind::Diagonal(_) | HouseKind::Extra(_)) {
            let cells: Vec<_> = house
                .cells
                .iter()
                .filter_map(|cell| farandole_puzzle::Cell::new(places[cell.index()]))
                .collect();
            new = new.with_extra_region(&cells).expect("the cells come from a grid of this size");
        }
    }
    let new = ClassicPuzzle::new(new.into(), &givens).expect("the digits come from a puzzle of this size");
    match restrictions {
        Some(_) => new.with_restrictions(&allowed).expect("the digits come from a puzzle of this size"),
        None => new,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::count_solutions;
    use farandole_puzzle::Diagonal;

    #[test]
    fn boxes_stay_boxes_only_when_chutes_are_kept() {
        let geometry = Geometry::boxes(6, 2, 3).unwrap();
        let puzzle = ClassicPuzzle::new(geometry.into(), &[0; 36]).unwrap();
        let mut random = Random::new(3);
        for _ in 0..20 {
            let kept = shuffled_boxes(&puzzle, &mut random).unwrap();
            assert!(matches!(kept.geometry().regions(), Regions::Boxes(_)));
        }
        let scattered = (0..20)
            .filter(|_| matches!(shuffled(&puzzle, &mut random).geometry().regions(), Regions::Irregular(_)));
        assert!(scattered.count() > 10);
    }

    #[test]
    fn the_number_of_solutions_stays() {
        let geometry = Geometry::boxes(4, 2, 2).unwrap().with_diagonal(Diagonal::Anti);
        let sets: Vec<DigitSet> =
            (0..16).map(|cell| DigitSet::from_bits(0b1111 ^ (cell % 5 == 1) as u64)).collect();
        let mut givens = [0; 16];
        givens[5] = 3;
        let puzzle = ClassicPuzzle::new(geometry.into(), &givens).unwrap().with_restrictions(&sets).unwrap();
        let count = count_solutions(&puzzle, u64::MAX);
        assert!(count > 0);
        let mut random = Random::new(4);
        for _ in 0..50 {
            assert_eq!(count_solutions(&shuffled(&puzzle, &mut random), u64::MAX), count);
            assert_eq!(count_solutions(&shuffled_boxes(&puzzle, &mut random).unwrap(), u64::MAX), count);
        }
    }
}
