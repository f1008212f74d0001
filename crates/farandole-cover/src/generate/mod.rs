//! Problems of well-known families.
//!
//! Sizes come from users: each function answers with the builder's error when the problem would be too large.

mod shapes;
mod squares;

pub use shapes::{Border, flat_pentacubes, macmahon, polyominoes, soma};
pub use squares::{latin, random, sudoku};

use alloc::format;
use alloc::vec::Vec;

use crate::model::builder::{BuildError, BuildErrorKind, Builder, MAX};
use crate::model::problem::Problem;

/// Refuses a problem with too many entries before any memory is spent on it.
fn room(entries: Option<u64>) -> Result<(), BuildError> {
    match entries {
        Some(entries) if entries <= MAX as u64 => Ok(()),
        _ => Err(BuildError::new(BuildErrorKind::TooLarge)),
    }
}

/// `n` queens on an `n` by `n` board, none attacking another.
///
/// Primary items: rows `r0`.. and columns `c0`.., from the middle outwards in turn; secondary items: diagonals
/// `a` (row + column) and `b` (n - 1 - row + column) of two cells or more. Option `row * n + column` is a queen.
///
/// Source: D. E. Knuth, program queens-dlx, for the order of the items: branching in the middle first makes a
/// smaller tree.
///
/// # Errors
/// `n` is so large that the problem has more than 2^30 entries.
pub fn queens(n: u32) -> Result<Problem, BuildError> {
    room(u64::from(n).checked_mul(4 * u64::from(n)))?;
    let mut builder = Builder::new();
    let mut rows = alloc::vec![0; n as usize];
    let mut columns = alloc::vec![0; n as usize];
    for k in 0..n {
        let t = if k % 2 == 0 { n / 2 + k / 2 } else { n / 2 - (k / 2 + 1) };
        rows[t as usize] = builder.primary(&format!("r{t}"))?;
        columns[t as usize] = builder.primary(&format!("c{t}"))?;
    }
    let mut diagonals: Vec<[u32; 2]> = Vec::new();
    for d in 1..(2 * n).saturating_sub(2) {
        diagonals.push([builder.secondary(&format!("a{d}"))?, builder.secondary(&format!("b{d}"))?]);
    }
    let mut items = Vec::with_capacity(4);
    for row in 0..n {
        for column in 0..n {
            items.clear();
            items.extend([rows[row as usize], columns[column as usize]]);
            for (kind, d) in [row + column, n - 1 - row + column].into_iter().enumerate() {
                items.extend(d.checked_sub(1).and_then(|d| Some(diagonals.get(d as usize)?[kind])));
            }
            builder.option(&items)?;
        }
    }
    Ok(builder.build())
}

/// Langford pairs: 1, 1, 2, 2, .., n, n in a row such that k other numbers stand between the two k.
///
/// Primary items: numbers `1`.. and slots `s1`..`s2n`. Both directions of each row are solutions.
///
/// # Errors
/// `n` is so large that the problem has more than 2^30 entries.
pub fn langford(n: u32) -> Result<Problem, BuildError> {
    room(u64::from(n).checked_mul(6 * u64::from(n)))?;
    let mut builder = Builder::new();
    for k in 1..=n {
        builder.primary(&format!("{k}"))?;
    }
    let slots = 2 * n;
    for slot in 1..=slots {
        builder.primary(&format!("s{slot}"))?;
    }
    for k in 1..=n {
        for slot in 0..slots.saturating_sub(k + 1) {
            builder.option(&[k - 1, n + slot, n + slot + k + 1])?;
        }
    }
    Ok(builder.build())
}

/// Coverings of a board by dominoes.
///
/// Primary items: cells `r1c1`.., row by row. Options: for each cell the domino to its right, then the one
/// downwards.
///
/// # Errors
/// The board is so large that the problem has more than 2^30 entries.
pub fn dominoes(rows: u32, columns: u32) -> Result<Problem, BuildError> {
    room(u64::from(rows).checked_mul(4 * u64::from(columns)))?;
    let mut builder = Builder::new();
    for cell in 0..rows * columns {
        builder.primary(&format!("r{}c{}", cell / columns + 1, cell % columns + 1))?;
    }
    for cell in 0..rows * columns {
        if (cell + 1) % columns != 0 {
            builder.option(&[cell, cell + 1])?;
        }
        if cell + columns < rows * columns {
            builder.option(&[cell, cell + columns])?;
        }
    }
    Ok(builder.build())
}

/// Partitions of a set of `n`: every non-empty subset is an option, in binary order. The counts are the Bell
/// numbers.
///
/// # Errors
/// `n` is so large that the problem has more than 2^30 options or entries.
pub fn bell(n: u32) -> Result<Problem, BuildError> {
    room(1_u64.checked_shl(n).and_then(|subsets| u64::from(n).checked_mul(subsets / 2)))?;
    let mut builder = Builder::new();
    builder.set_first_number(1);
    builder.primary_unnamed(n)?;
    let mut items = Vec::new();
    for subset in 1_u64..1 << n {
        items.clear();
        items.extend((0..n).filter(|item| subset >> item & 1 == 1));
        builder.option(&items)?;
    }
    Ok(builder.build())
}

/// Perfect matchings of `n` things: every pair is an option. For even `n` there are (n - 1)!! of them.
///
/// # Errors
/// `n` is so large that the problem has more than 2^30 entries.
pub fn matchings(n: u32) -> Result<Problem, BuildError> {
    room(u64::from(n).checked_mul(u64::from(n)))?;
    let mut builder = Builder::new();
    builder.set_first_number(1);
    builder.primary_unnamed(n)?;
    for i in 0..n {
        for j in i + 1..n {
            builder.option(&[i, j])?;
        }
    }
    Ok(builder.build())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Config, End, Search};
    use alloc::string::String;

    fn count(problem: &Problem) -> u64 {
        let count = Search::new(problem).unwrap().count(u64::MAX, &Config::new());
        assert_eq!(count.end, End::Exhausted);
        count.solutions
    }

    #[test]
    fn counts_are_the_known_ones() {
        // OEIS A000170, A014552 (doubled: both directions), A004003, A000110, A001147.
        for (n, expected) in [1, 1, 0, 0, 2, 10, 4, 40, 92, 352].into_iter().enumerate() {
            assert_eq!(count(&queens(n as u32).unwrap()), expected, "queens {n}");
        }
        for (n, expected) in [1, 0, 0, 2, 2, 0, 0, 52, 300].into_iter().enumerate() {
            assert_eq!(count(&langford(n as u32).unwrap()), expected, "langford {n}");
        }
        for (n, expected) in [(2, 2), (4, 36), (6, 6728)] {
            assert_eq!(count(&dominoes(n, n).unwrap()), expected, "dominoes {n}");
        }
        assert_eq!(count(&dominoes(2, 7).unwrap()), 21);
        assert_eq!(count(&dominoes(3, 3).unwrap()), 0);
        for (n, expected) in [1, 1, 2, 5, 15, 52, 203, 877, 4140].into_iter().enumerate() {
            assert_eq!(count(&bell(n as u32).unwrap()), expected, "bell {n}");
        }
        for (n, expected) in [1, 0, 1, 0, 3, 0, 15, 0, 105, 0, 945, 0, 10395].into_iter().enumerate() {
            assert_eq!(count(&matchings(n as u32).unwrap()), expected, "matchings {n}");
        }
    }

    #[test]
    fn files_from_knuths_generators_are_reproduced() {
        let bare = |text: &str| -> String {
            text.lines().filter(|line| !line.starts_with('|')).map(|line| format!("{line}\n")).collect()
        };
        let written = |problem: &Problem| {
            let mut out = String::new();
            crate::format::write_knuth(problem, &mut out).unwrap();
            out
        };
        // With more queens Knuth's names for diagonals go on with letters.
        let queens_5 = include_str!("../../../../testdata/cover/queens_5.dlx");
        assert_eq!(written(&queens(5).unwrap()), bare(queens_5));
        let queens_6 = include_str!("../../../../testdata/cover/queens_6.dlx");
        assert_eq!(written(&queens(6).unwrap()), bare(queens_6));
        let langford_7 = include_str!("../../../../testdata/cover/langford_7.dlx");
        assert_eq!(written(&langford(7).unwrap()), bare(langford_7));
    }

    #[test]
    fn sizes_past_the_limits_are_refused() {
        for problem in [
            queens(1 << 15),
            langford(1 << 15),
            dominoes(u32::MAX, 2),
            bell(28),
            bell(200),
            matchings(1 << 16),
        ] {
            assert_eq!(problem.unwrap_err().kind(), BuildErrorKind::TooLarge);
        }
        assert!(dominoes(1 << 10, 1).is_ok());
    }
}
