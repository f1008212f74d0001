//! Tests that certificates are accepted and that wrong certificates are rejected.

use crate::common::{self, bounded, brute_all, problems};
use farandole_cover::{BigUint, Config, End, Problem, Prover, VerifyErrorKind, generate, verify};
use proptest::prelude::*;

fn certificate(problem: &Problem) -> String {
    let prover = Prover::new(problem, 1 << 20).unwrap();
    let (certificate, end) = prover.run(problem, &Config::new());
    assert_eq!(end, End::Exhausted);
    certificate.unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn certificates_prove_the_count_and_no_other(
        raw in problems(),
        bounds in bounded(),
        place in 0_usize..10_000,
        byte in prop_oneof![Just(b'0'), Just(b'1'), Just(b'2'), Just(b'3'), Just(b'7'), Just(b' '), Just(b':'), Just(b'-'), Just(b'\n')],
        cut in 0_usize..10_000,
    ) {
        let problem = common::with_bounds(&raw, &bounds);
        let count = BigUint::from(brute_all(&raw, &bounds).len());
        let text = certificate(&problem);
        prop_assert_eq!(verify(&problem, text.as_bytes()), Ok(count.clone()), "{}", text);
        // After one byte is changed or omitted, a certificate is rejected or still proves the right count. A
        // truncated certificate is always rejected.
        let mut other = text.clone().into_bytes();
        let length = other.len();
        other[place % length] = byte;
        if let Ok(proved) = verify(&problem, &other) {
            prop_assert_eq!(&proved, &count);
        }
        other = text.clone().into_bytes();
        other.remove(place % length);
        if let Ok(proved) = verify(&problem, &other) {
            prop_assert_eq!(&proved, &count);
        }
        prop_assert!(verify(&problem, &text.as_bytes()[..cut % length]).is_err());
        // The same holds after two lines are exchanged.
        let mut lines: Vec<&str> = text.lines().collect();
        let last = lines.len() - 1;
        lines.swap(place % (last + 1), cut % (last + 1));
        if let Ok(proved) = verify(&problem, (lines.join("\n") + "\n").as_bytes()) {
            prop_assert_eq!(&proved, &count);
        }
    }
}

#[test]
fn counts_of_known_problems_are_proved() {
    for (problem, count) in [
        (generate::queens(8).unwrap(), "92"),
        (generate::dominoes(8, 8).unwrap(), "12988816"),
        (generate::dominoes(5, 5).unwrap(), "0"),
        (generate::langford(6).unwrap(), "0"),
        (generate::langford(7).unwrap(), "52"),
        (generate::queens(0).unwrap(), "1"),
    ] {
        let text = certificate(&problem);
        assert_eq!(verify(&problem, text.as_bytes()).unwrap().to_string(), count);
    }
}

#[test]
fn each_kind_of_fault_is_named() {
    let problem = generate::langford(3).unwrap();
    let text = certificate(&problem);
    let kind = |text: &str| verify(&problem, text.as_bytes()).unwrap_err().kind();
    assert_eq!(kind("farandole\n"), VerifyErrorKind::Text);
    assert_eq!(kind(&text.replace("count 2", "count 3")), VerifyErrorKind::Count);
    assert_eq!(
        verify(&generate::langford(4).unwrap(), text.as_bytes()).unwrap_err().kind(),
        VerifyErrorKind::OtherProblem
    );
    let head: String = text.lines().take(2).map(|line| format!("{line}\n")).collect();
    assert_eq!(kind(&format!("{head}count 0\nnodes 2 0\n")), VerifyErrorKind::NotDead);
    assert_eq!(kind(&format!("{head}count 1\nnodes 2 1\n")), VerifyErrorKind::NotSolved);
    assert_eq!(kind(&format!("{head}count 0\nnodes 3 2\n0\n")), VerifyErrorKind::Missing);
    assert_eq!(kind(&format!("{head}count 0\nnodes 3 2\n99\n")), VerifyErrorKind::Item);
    // The last line is the root, to which this adds an option that does not exist.
    assert_eq!(kind(&format!("{} 99:0\n", text.trim_end())), VerifyErrorKind::Option);
    assert_eq!(kind(&format!("{head}count 1\nnodes 3 2\n2 8:1\n")), VerifyErrorKind::Missing);
    let error = verify(&problem, format!("{head}count 0\nnodes 3 2\n0\n").as_bytes()).unwrap_err();
    assert_eq!((error.line(), error.to_string().as_str()), (5, "an option of the item is missing"));
}
