//! Tests of proofs about variants. The proof checker shares no code with the search.

use farandole_csp::{Config, CspSolver, Refutation, VariantFormula};
use farandole_puzzle::format::iss;
use farandole_puzzle::variant::{Variant, check};
use farandole_testkit::pb;

/// Returns the only solution of a variant, or `None` if it has none.
fn solution(variant: &Variant) -> Option<Vec<u8>> {
    let (first, report) = CspSolver::new(variant).unwrap().first(&Config { limit: 2, ..Config::default() });
    assert!(report.solutions < 2);
    if let Some(values) = &first {
        check(variant, values).unwrap();
    }
    first
}

/// Returns the result of a refutation, the formula, and the proof that there is no solution except the
/// known one.
fn proof(variant: &Variant, known: Option<&[u8]>) -> (Refutation, String, String) {
    let formula = VariantFormula::new(variant, known).unwrap();
    let (mut text, mut proof) = (Vec::new(), Vec::new());
    formula.write(&mut text).unwrap();
    let answer = formula.refute(&Config::default(), &mut proof).unwrap();
    (answer, String::from_utf8(text).unwrap(), String::from_utf8(proof).unwrap())
}

/// Proves that a variant has at most one solution, and checks the proof. Returns the formula and the
/// proof.
fn proved(variant: &Variant) -> (String, String) {
    let known = solution(variant);
    let (answer, formula, proof) = proof(variant, known.as_deref());
    assert_eq!(answer, Refutation::Written, "{}", iss::write(variant));
    assert_eq!(pb::check(&formula, &proof), Ok(()), "{}", iss::write(variant));
    (formula, proof)
}

fn examples() -> Vec<Variant> {
    let text = include_str!("../../../../testdata/variants/examples.txt");
    iss::puzzles(text).map(|(_, text)| iss::read(text).unwrap()).collect()
}

#[test]
fn published_puzzles_have_proofs_that_a_checker_accepts() {
    examples().iter().for_each(|variant| drop(proved(variant)));
}

#[test]
fn cells_with_two_values_have_proofs() {
    let text = include_str!("../../../../testdata/variants/schroedinger.txt");
    drop(proved(&iss::read(text).unwrap()));
}

/// Returns the variant with one more item.
fn with(variant: &Variant, item: &str) -> Variant {
    iss::read(&format!("{}{item}", iss::write(variant))).unwrap()
}

#[test]
fn a_killer_and_a_thermometer_without_solution_have_proofs() {
    for variant in &examples()[..2] {
        let known = solution(variant).unwrap();
        let wrong = known[40] % 9 + 1;
        let (_, proof) = proved(&with(variant, &format!(".~R5C5_{wrong}")));
        assert!(proof.contains("\nrup >= 1;\n"));
    }
}

#[test]
fn rules_that_no_unit_propagation_shows_are_split() {
    let variants = [
        ".Shape~6x6.Cage~15~R1C1~R1C2~R2C1~R2C2~R2C3.Cage~16~R2C4~R2C5~R3C5~R3C6.Or.Sum~9~R6C1~R6C2~R6C3.Renban~R5C1~R5C2~R6C3.End.~R4C1_3~R1C6_2~R6C6_1",
        ".Shape~4x4.AntiKnight.CountDistinct~R1C1~R2C2~R3C3~R4C4.SumLine~5~R1C2~R1C3~R2C4~R3C4",
        ".Shape~4x4~0-3.CountingCircles~R1C1~R2C3~R3C2~R4C4.ValueIndexing~R1C2~R2C1~R3C1~R4C1.Zipper~R1C4~R2C4~R3C3",
    ];
    let mut refuted = 0;
    for text in variants {
        let mut variant = iss::read(text).unwrap();
        // Adds givens until one solution is left.
        while let (Some(values), report) =
            CspSolver::new(&variant).unwrap().first(&Config { limit: 2, ..Config::default() })
            && report.solutions > 1
        {
            let open = variant.domains().iter().position(|mask| !mask.is_power_of_two()).unwrap();
            let cols = variant.shape().cols();
            let (row, col) = (open / cols + 1, open % cols + 1);
            variant = with(&variant, &format!(".~R{row}C{col}_{}", values[open]));
        }
        refuted += usize::from(solution(&variant).is_none());
        let _ = proved(&variant);
    }
    assert!(refuted < variants.len());
}

#[test]
fn tampered_proofs_are_refused() {
    let variant = &examples()[0];
    let (formula, proof) = proved(variant);
    let first = proof.lines().position(|line| line.starts_with("rup ")).unwrap();
    let lines: Vec<&str> = proof.lines().collect();
    let judge = |lines: &[String]| pb::check(&formula, &format!("{}\n", lines.join("\n")));
    let whole: Vec<String> = lines.iter().map(ToString::to_string).collect();
    assert_eq!(judge(&whole), Ok(()));
    let mut denied = whole.clone();
    denied[first] = if denied[first].contains('~') {
        denied[first].replace('~', "")
    } else {
        denied[first].replace('x', "~x")
    };
    assert_eq!(judge(&denied), Err(first + 1));
    assert_eq!(judge(&[&whole[..first], &whole[whole.len() - 4..]].concat()), Err(first + 1));
    // The solution is a model of the formula without the clause that excludes it.
    let plain = VariantFormula::new(variant, None).unwrap();
    let mut text = Vec::new();
    plain.write(&mut text).unwrap();
    let count = lines[1][2..].trim_end_matches(';').parse::<usize>().unwrap();
    let proof = proof.replacen(lines[1], &format!("f {};", count - 1), 1);
    assert!(pb::check(std::str::from_utf8(&text).unwrap(), &proof).is_err());
}

#[test]
fn what_has_no_proof_is_told() {
    let formula = |text: &str| {
        let variant = iss::read(text).unwrap();
        VariantFormula::new(&variant, None).unwrap().refute(&Config::default(), &mut Vec::new()).unwrap()
    };
    assert_eq!(formula(".Shape~4x4.Thermo~R1C1~R1C2"), Refutation::HasModel);
    let variant = &examples()[2];
    let known = solution(variant);
    let hard = VariantFormula::new(variant, known.as_deref()).unwrap();
    let stopped = hard.refute(&Config { budget: 1, ..Config::default() }, &mut Vec::new()).unwrap();
    assert_eq!(stopped, Refutation::Stopped(farandole_csp::End::BudgetSpent));
}
