//! Random symmetries of the board. The 3,359,232 geometric symmetries are equally likely, and so
//! are all renamings.

use crate::random::Random;
use farandole_canon::{Orientation, Symmetry};

/// Returns a uniformly random symmetry of the 9x9 board.
///
/// ```
/// use farandole_research::{Random, random_symmetry};
///
/// let symmetry = random_symmetry(&mut Random::new(7, 0));
/// let board: [u8; 81] = core::array::from_fn(|cell| (cell % 10) as u8);
/// assert_eq!(symmetry.inverse().apply(&symmetry.apply(&board)), board);
/// ```
pub fn random_symmetry(random: &mut Random) -> Symmetry {
    let orientation = if random.below(2) == 0 { Orientation::Upright } else { Orientation::Transposed };
    let (rows, cols) = (random_lines(random), random_lines(random));
    let mut digits = [1, 2, 3, 4, 5, 6, 7, 8, 9];
    random.shuffle(&mut digits);
    Symmetry::new(orientation, rows, cols, digits).unwrap_or(Symmetry::IDENTITY)
}

/// Returns the nine lines in a random order that keeps chutes together.
fn random_lines(random: &mut Random) -> [u8; 9] {
    let mut chutes = [0, 1, 2];
    random.shuffle(&mut chutes);
    let mut lines = [0; 9];
    for (places, chute) in lines.chunks_mut(3).zip(chutes) {
        let mut inside = [3 * chute, 3 * chute + 1, 3 * chute + 2];
        random.shuffle(&mut inside);
        places.copy_from_slice(&inside);
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    #[test]
    fn orders_of_lines_are_uniform() {
        let mut random = Random::new(2, 0);
        let mut counts: HashMap<[u8; 9], f64> = HashMap::new();
        for _ in 0..64_800 {
            *counts.entry(random_lines(&mut random)).or_default() += 1.0;
        }
        assert_eq!(counts.len(), 1296);
        let chi_square: f64 = counts.values().map(|count| (count - 50.0).powi(2) / 50.0).sum();
        assert!(chi_square < 1460.0, "1,295 degrees of freedom: 1 in 1,000 is above; {chi_square}");
    }

    #[test]
    fn both_orientations_and_all_digits_appear() {
        let all: Vec<Symmetry> =
            (0..200).map(|stream| random_symmetry(&mut Random::new(3, stream))).collect();
        let turned = all.iter().filter(|symmetry| symmetry.transposes()).count();
        assert!((70..130).contains(&turned), "{turned}");
        for digit in 1..10 {
            assert!(all.iter().any(|symmetry| symmetry.digits()[1] == digit));
        }
    }
}
