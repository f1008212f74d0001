//! Tests of known counts, of files that are reproduced, and of sizes above the limits.

use super::*;
use crate::{BuildErrorKind, Problem};
use crate::{Config, End, Search};
use alloc::format;
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
    // For larger boards Knuth's names of diagonals continue with letters.
    let queens_5 = include_str!("../../../../testdata/cover/queens_5.dlx");
    assert_eq!(written(&queens(5).unwrap()), bare(queens_5));
    let queens_6 = include_str!("../../../../testdata/cover/queens_6.dlx");
    assert_eq!(written(&queens(6).unwrap()), bare(queens_6));
    let langford_7 = include_str!("../../../../testdata/cover/langford_7.dlx");
    assert_eq!(written(&langford(7).unwrap()), bare(langford_7));
}

#[test]
fn sizes_past_the_limits_are_refused() {
    for problem in
        [queens(1 << 15), langford(1 << 15), dominoes(u32::MAX, 2), bell(28), bell(200), matchings(1 << 16)]
    {
        assert_eq!(problem.unwrap_err().kind(), BuildErrorKind::TooLarge);
    }
    assert!(dominoes(1 << 10, 1).is_ok());
}

#[test]
fn sizes_out_of_range_are_named() {
    let text = |problem: Result<Problem, crate::BuildError>| {
        alloc::string::ToString::to_string(&problem.unwrap_err())
    };
    assert_eq!(text(polyominoes(0, 5, 5)), "expected a size from 1 to 9, found 0");
    let mut numbers = crate::Random::new(0);
    assert_eq!(text(random(10, 5, 100, &mut numbers)), "expected a size from 1 to 10, found 100");
    assert_eq!(text(random(0, 5, 1, &mut numbers)), "expected at least 1 item for sets of size 1");
}
