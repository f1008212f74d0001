//! Tests of steps in variants: no step contradicts the solution, every step is proved, and no
//! altered step is.

use farandole_formats::{constraint_text, killer};
use farandole_logic::explain::english::Depth;
use farandole_logic::explain::variant::{english, text};
use farandole_logic::hint::{Found, Reach, Solutions, Step, VariantPosition};
use farandole_logic::variant::{Candidate, Deduction, Flaw, State, Technique, Walk, contradicts, prove};
use farandole_logic::{PathOutcome, Role};
use farandole_puzzle::format::iss;
use farandole_puzzle::variant::{Variant, check};
use farandole_testkit::Random;
use std::collections::BTreeMap;

/// A puzzle made for these tests, and its solution. Its steps include naked quads and forcing.
const FORCING: [&str; 2] = [
    ".Shape~8x8.~R5C7_3.Thermo~R1C6~R1C7~R1C8~R2C7.Thermo~R2C2~R2C1~R1C2~R2C3\
     .Thermo~R2C5~R3C4~R2C4~R1C4.Thermo~R3C5~R4C4~R4C3~R3C3.Thermo~R3C8~R4C8~R3C7~R2C8\
     .Thermo~R4C2~R3C2~R4C1~R3C1.Thermo~R5C3~R5C2~R6C2~R5C1.Thermo~R5C4~R4C5~R3C6\
     .Thermo~R5C8~R5C7~R6C8.Thermo~R6C1~R7C1~R7C2.Thermo~R6C5~R5C5~R4C6.Thermo~R6C7~R7C6~R8C5\
     .Thermo~R7C4~R6C3~R6C4.Thermo~R8C2~R7C3~R8C4.Thermo~R8C7~R7C8~R8C8",
    "4518236732764185738516426142587386547231172364585861372424378516",
];

/// Puzzles with steps that take seconds, of which only the first steps are tested.
const SLOW: [&str; 7] = [
    "Cavernous Construction",
    "Copycat [easy]",
    "Dutch-pelgänger",
    "Long sums 2",
    "Magic square",
    "Miracle - skyscraper entropy",
    "Sum lines - single line",
];

/// Returns the digits of a solution.
fn digits(solution: &str) -> Vec<u8> {
    solution.chars().map(|digit| digit.to_digit(36).unwrap() as u8).collect()
}

/// Returns the puzzle [`FORCING`] and its solution.
fn forcing() -> (Variant, Vec<u8>) {
    (iss::read(FORCING[0]).unwrap(), digits(FORCING[1]))
}

/// Returns the listed puzzles and the one with forcing: name, variant, and values of the solution (empty if
/// none is listed).
fn listed() -> Vec<(String, Variant, Vec<u8>)> {
    let lines = include_str!("../../../../testdata/variants/iss.tsv").lines();
    let fields = lines.filter(|line| !line.starts_with('#')).map(|line| line.split('\t').collect::<Vec<_>>());
    let puzzle = |fields: Vec<&str>| {
        let text = fields[1];
        let variant = if killer::is_killer(text) {
            killer::read(text).ok()
        } else {
            constraint_text::read(text).ok().map(|read| read.variant)
        };
        Some((fields[0].to_owned(), variant?, digits(fields[2])))
    };
    let (variant, solution) = forcing();
    fields.filter_map(puzzle).chain([("forcing".to_owned(), variant, solution)]).collect()
}

/// Takes steps within the budget and proves each. No step may contradict the solution.
fn walk(
    name: &str,
    variant: &Variant,
    solution: &[u8],
    budget: u64,
) -> (Vec<(State, Deduction)>, PathOutcome) {
    let (steps, outcome) = Walk::new(State::new(variant), budget).to_end();
    for (before, step) in &steps {
        let told = english::step(before, step, Depth::Why);
        assert_eq!(contradicts(step, solution), None, "{name}: {told}");
        assert_eq!(prove(before, step), Ok(()), "{name}: {told}");
    }
    (steps, outcome)
}

/// Returns the values of a solved state.
fn values(state: &State) -> Vec<u8> {
    state.cells().map(|cell| state.values(cell).next().unwrap()).collect()
}

#[test]
fn steps_of_published_puzzles_lead_to_their_solutions() {
    let (mut solved, mut met) = (0, BTreeMap::new());
    for (name, variant, solution) in listed() {
        let budget = match name.as_str() {
            "forcing" => u64::MAX,
            name if SLOW.contains(&name) => 40,
            _ => 400,
        };
        let (steps, outcome) = walk(&name, &variant, &solution, budget);
        steps.iter().for_each(|(_, step)| *met.entry(step.technique).or_insert(0) += 1);
        assert_ne!(outcome, PathOutcome::Contradiction, "{name}");
        if outcome == PathOutcome::Solved {
            let (mut last, step) = steps.last().unwrap().clone();
            last.apply(&step);
            assert_eq!(check(&variant, &values(&last)), Ok(()), "{name}");
            solved += 1;
        }
    }
    assert!(solved >= 8, "{solved}");
    let rare = [
        Technique::NakedQuad,
        Technique::HiddenTriplet,
        Technique::HiddenQuad,
        Technique::Swordfish,
        Technique::Jellyfish,
    ];
    for technique in Technique::ALL.into_iter().filter(|it| !rare.contains(it)) {
        assert!(met.contains_key(&technique), "{technique:?} of {met:?}");
    }
}

/// Returns a variant based on a fixed 6x6 grid with shuffled digits, with givens and random constraints that the grid
/// satisfies.
fn random_variant(random: &mut Random) -> (Variant, Vec<u8>) {
    let base = ["123456", "456123", "231564", "564231", "312645", "645312"];
    let mut digits: Vec<u8> = (1..=6).collect();
    for at in (1..6).rev() {
        digits.swap(at, random.below(at + 1));
    }
    let bytes = base.iter().flat_map(|row| row.bytes());
    let grid: Vec<u8> = bytes.map(|byte| digits[usize::from(byte - b'1')]).collect();
    let cell = |at: usize| format!("R{}C{}", at / 6 + 1, at % 6 + 1);
    let mut text = String::from(".Shape~6x6");
    let mut wanted = 4 + random.below(8);
    while wanted > 0 {
        // A self-avoiding path of adjacent cells.
        let mut path = vec![random.below(36)];
        for _ in 0..1 + random.below(5) {
            let at = path[path.len() - 1];
            let next = [at.wrapping_sub(6), at.wrapping_sub(1), at + 1, at + 6][random.below(4)];
            if next < 36 && (next / 6 == at / 6 || next % 6 == at % 6) && !path.contains(&next) {
                path.push(next);
            }
        }
        if path.len() < 2 {
            continue;
        }
        let sum: u32 = path.iter().map(|at| u32::from(grid[*at])).sum();
        let cells: Vec<String> = path.iter().map(|at| cell(*at)).collect();
        let (cells, pair) = (cells.join("~"), format!("{}~{}", cells[0], cells[1]));
        let item = match random.below(18) {
            0 | 1 => format!(".Cage~{sum}~{cells}"),
            2 => format!(".Sum~{sum}~{cells}"),
            3 => format!(".Thermo~{cells}"),
            4 => format!(".Whisper~2~{cells}"),
            5 => format!(".Renban~{cells}"),
            6 => format!(".Arrow~{cells}"),
            7 => format!(".Between~{cells}"),
            8 => format!(".WhiteDot~{pair}"),
            9 => format!(".BlackDot~{pair}"),
            10 => format!(".GreaterThan~{pair}"),
            11 => format!(".V~{pair}"),
            12 => format!(".Palindrome~{cells}"),
            13 => format!(".Skyscraper~R{}~{}", 1 + random.below(6), 1 + random.below(4)),
            14 => format!(".Sandwich~{}~C{}", random.below(12), 1 + random.below(6)),
            15 => format!(".Indexing~R~{}", cell(path[0])),
            16 => format!(".Or.Thermo~{cells}.Whisper~3~{cells}.End"),
            _ => [".AntiKnight", ".AntiConsecutive", ".StrictXV", ".Diagonal~1"][random.below(4)].to_owned(),
        };
        let alone = iss::read(&format!(".Shape~6x6{item}"));
        if alone.is_ok_and(|variant| check(&variant, &grid).is_ok()) {
            text += &item;
            wanted -= 1;
        }
    }
    for _ in 0..random.below(20) {
        let at = random.below(36);
        text += &format!(".~{}_{}", cell(at), grid[at]);
    }
    (iss::read(&text).unwrap(), grid)
}

#[test]
fn no_step_contradicts_the_grid_that_random_constraints_are_based_on() {
    let mut random = Random::new(12);
    let (mut constraints, mut steps, mut solved) = (0, 0, 0);
    for number in 0..400 {
        let (variant, grid) = random_variant(&mut random);
        let name = format!("{number}: {}", iss::write(&variant));
        let (taken, outcome) = walk(&name, &variant, &grid, 150);
        constraints += taken.iter().filter(|(_, step)| step.technique == Technique::Constraint).count();
        steps += taken.len();
        solved += usize::from(outcome == PathOutcome::Solved);
    }
    assert!(constraints > 500 && steps > 3_000 && solved > 30, "{constraints} {steps} {solved}");
}

#[test]
fn altered_steps_are_not_proved() {
    let mut random = Random::new(5);
    let (mut wrong, mut bare, mut trials, mut branches, mut links) = (0, 0, 0, 0, 0);
    for number in 0..=800 {
        let ((variant, grid), budget) =
            if number == 0 { (forcing(), u64::MAX) } else { (random_variant(&mut random), 240) };
        for (state, step) in walk(&number.to_string(), &variant, &grid, budget).0 {
            // A value of the solution is never refuted.
            let cell = state.cells().nth(random.below(grid.len())).unwrap();
            let truth = Candidate { cell, value: grid[cell.index()] };
            let mut spoilt = step.clone();
            if step.eliminations.is_empty() {
                let other = state.cells().find(|it| state.values(*it).count() > 1);
                let Some(other) = other else { continue };
                let lie = state.values(other).find(|value| *value != grid[other.index()]).unwrap();
                spoilt.placements = vec![Candidate { cell: other, value: lie }];
            } else {
                spoilt.eliminations = vec![truth];
            }
            assert!(prove(&state, &spoilt).is_err(), "{number}: {spoilt:?}");
            wrong += 1;
            // Without its houses, constraints and candidates, a step has nothing to prove it.
            if !matches!(step.technique, Technique::NakedSingle | Technique::Contradiction) {
                let mut without = step.clone();
                (without.houses, without.constraints, without.pattern) = Default::default();
                assert!(prove(&state, &without).is_err(), "{number}: {step:?}");
                bare += 1;
            }
            // A trial needs each of its steps, and its own end.
            for place in (0..step.trial.len()).filter(|_| step.end.is_some()) {
                let mut shorter = step.clone();
                shorter.trial.remove(place);
                assert!(prove(&state, &shorter).is_err(), "{number}: {place} of {step:?}");
                trials += 1;
            }
            // Forcing needs each of its branches.
            if matches!(step.technique, Technique::Forcing | Technique::ForcingChains) {
                let mut shorter = step.clone();
                shorter.pattern.remove(1);
                shorter.trial.remove(1);
                assert!(prove(&state, &shorter).is_err(), "{number}: {step:?}");
                branches += 1;
            }
            // No chain starts elsewhere, and what follows from a true node is true: its opposite does not.
            if step.technique == Technique::Chain {
                let mut other = step.clone();
                other.pattern.remove(0);
                assert!(prove(&state, &other).is_err(), "{number}: {step:?}");
                let is_true = |(role, node): &(Role, Candidate)| match role {
                    Role::On => grid[node.cell.index()] == node.value,
                    Role::Off => grid[node.cell.index()] != node.value,
                    _ => false,
                };
                for place in (1..step.pattern.len()).filter(|it| is_true(&step.pattern[it - 1])) {
                    let mut other = step.clone();
                    let role = &mut other.pattern[place].0;
                    *role = match role {
                        Role::On => Role::Off,
                        Role::Off => Role::On,
                        _ => continue,
                    };
                    assert!(prove(&state, &other).is_err(), "{number}: {place} of {step:?}");
                    links += 1;
                }
            }
            if step.end.is_some() {
                let other = Deduction { end: None, ..step.clone() };
                assert_eq!(prove(&state, &other), Err(Flaw::NoContradiction), "{number}: {step:?}");
            }
        }
    }
    assert!(wrong > 800 && bare > 500 && trials > 30, "{wrong} {bare} {trials}");
    assert!(branches > 8 && links > 200, "{branches} {links}");
}

#[test]
fn unknown_candidates_houses_and_constraints_are_flaws() {
    let variant = iss::read(".Shape~4x4.Cage~7~R1C1~R1C2").unwrap();
    let state = State::new(&variant);
    let step = &next(&state);
    for spoil in [
        |step: &mut Deduction| step.houses.push(99),
        |step: &mut Deduction| step.constraints.push(7),
        |step: &mut Deduction| step.pattern[0].1.value = 9,
        |step: &mut Deduction| step.eliminations[0].cell = farandole_puzzle::Cell::new(77).unwrap(),
    ] {
        let mut spoilt = step.clone();
        spoil(&mut spoilt);
        assert_eq!(prove(&state, &spoilt), Err(Flaw::Absent));
    }
    let none = Deduction { eliminations: Vec::new(), ..step.clone() };
    assert_eq!(prove(&state, &none), Err(Flaw::Empty));
}

#[test]
fn sentences_list_the_remaining_combinations() {
    let variant = iss::read(".Shape~6x6.Cage~7~R1C1~R1C2~R2C1.~R1C3_6").unwrap();
    let state = State::new(&variant);
    let step = next(&state);
    assert_eq!(
        english::step(&state, &step, Depth::Why),
        "Killer cage: r1c1, r1c2 and r2c1 can only be 1, 2 or 4.\n\
         The only combination left for the cage 7 from r1c1 is {1, 2, 4}.\n"
    );
    let drawn = text::grid(&state, Some(&step), farandole_logic::explain::text::Marking::Signs);
    assert!(drawn.contains("1*2*3-4*5-"), "{drawn}");
}

/// Returns the next step.
fn next(state: &State) -> Deduction {
    let hint = VariantPosition::from(state.clone()).hint(&Solutions::Unknown, Reach::First, u64::MAX);
    match hint.found {
        Found::Steps { steps, .. } => match &steps[0] {
            Step::Variant(step) => step.deduction.clone(),
            Step::Classic(_) => panic!("{}", hint.position),
        },
        other => panic!("{}: {other:?}", hint.position),
    }
}

/// Returns the first step that this constraint text leads to, in words.
fn first_step(text: &str) -> String {
    let state = State::new(&iss::read(text).unwrap());
    english::step(&state, &next(&state), Depth::Why)
}

#[test]
fn details_for_programs_are_omitted_from_sentences() {
    assert_eq!(
        first_step(".Shape~6x6.Pair~gH4AG~_near~R1C1~R1C2.~R1C1_1"),
        "Pairs in a row: r1c2 can't be 2 to 5.\nFor the constraint \"near\" of r1c1 and r1c2, if r1c2 were 2 to 5, r1c1, which is 1, would not fit.\n"
    );
    assert_eq!(
        first_step(".Shape~6x6.Sum~0_=_1_1_-1~R1C1~R1C2~R6C6.~R6C6_4"),
        "Sum: r1c1 and r1c2 can only be 1 or 3.\n\
         The only combination left for r1c1 + r1c2 = r6c6 is {1, 3, 4}. \
         If r1c1 or r1c2 were 4, the sum would already be too great.\n"
    );
    let or = first_step(".Shape~4x4.Or.~R1C1_1.~R1C1_2~R1C2_1.End");
    assert!(or.contains("For the choice of 2 alternatives from r1c1, "), "{or}");
}

#[test]
fn sentences_about_the_rule_of_45_give_its_numbers() {
    let text = ".Shape~6x6.Cage~8~R1C1~R1C2~R1C3.Cage~9~R1C4~R1C5.Cage~7~R2C1~R3C1";
    let state = State::new(&iss::read(text).unwrap());
    let (steps, _) = Walk::new(state, u64::MAX).to_end();
    let sums: Vec<String> = steps
        .iter()
        .filter(|(_, step)| step.technique == Technique::RuleOf45)
        .map(|(state, step)| english::step(state, step, Depth::Why))
        .collect();
    assert!(sums.iter().any(|text| text.contains("Row 1 adds up to 21. Together with ")), "{sums:?}");
    assert!(sums.iter().all(|text| !text.contains("only be ;")), "{sums:?}");
}

#[test]
fn a_cell_without_values_is_reported_as_empty() {
    let text = ".Shape~4x4.Cage~3~R1C1~R1C2.~R2C1_1";
    let state = State::new(&iss::read(text).unwrap());
    let mut step = Walk::new(state.clone(), u64::MAX).step().unwrap();
    let cell = state.cells().next().unwrap();
    step.eliminations = state.values(cell).map(|value| Candidate { cell, value }).collect();
    assert_eq!(english::effect(&state, &step), "nothing is left for r1c1");
}

#[test]
fn a_state_is_the_same_after_writing_and_reading_it() {
    for (name, variant, _) in listed() {
        let mut walk = Walk::new(State::new(&variant), 12);
        while walk.step().is_ok() {}
        let text = iss::write(&walk.state().to_variant());
        let read = State::new(&iss::read(&text).unwrap());
        let masks = |state: &State| state.cells().map(|cell| state.candidates(cell)).collect::<Vec<_>>();
        // The reader places cells with a single remaining candidate.
        let is_narrower = |(one, two): (&u16, &u16)| one & two == *one;
        assert!(masks(&read).iter().zip(&masks(walk.state())).all(is_narrower), "{name}");
    }
}

#[test]
fn problems_take_precedence_over_steps() {
    let state = State::new(&iss::read(".Shape~4x4.Cage~3~R1C1~R1C2").unwrap());
    let hint = VariantPosition::from(state).hint(&Solutions::None(vec![0]), Reach::First, u64::MAX);
    assert_eq!(
        hint.to_string(),
        "The puzzle has no solution: the cage 3 of r1c1 and r1c2 can't hold together."
    );
    assert!(matches!(hint.found, Found::Problems(_)));
}

#[test]
fn a_value_that_a_constraint_must_contain_is_eliminated_from_cells_that_see_its_places() {
    assert_eq!(
        first_step(".Shape~6x6.Renban~R1C1~R1C2~R1C3~R2C1"),
        "Locked in a constraint: 3 is eliminated from r2c2 and r2c3.\n\
         The renban line from r1c1 must contain 3, as every set of digits that is left does. Its places r1c1, r1c2, r1c3 and r2c1 all see r2c2 and r2c3.\n"
    );
}

#[test]
fn windows_leave_a_house_that_no_rule_states() {
    let state = State::new(&iss::read(".Windoku.~R2C1_1").unwrap());
    let (steps, _) = Walk::new(state, 400).to_end();
    let equal = steps.iter().filter(|(_, step)| step.technique == Technique::EqualSets);
    let texts: Vec<String> = equal
        .map(|(before, step)| {
            assert_eq!(prove(before, step), Ok(()));
            english::step(before, step, Depth::Why)
        })
        .collect();
    let rows = "Row 2, row 3 and row 4 contain every digit once more than ";
    assert!(
        texts.iter().any(|it| it.contains(rows) || it.contains(&rows.replace("Row 2", "row 2"))),
        "{texts:#?}"
    );
}

#[test]
fn alternatives_restrict_their_cells_together() {
    let text = ".Or.Cage~3~R1C1~R1C2.Cage~5~R1C1~R1C2.End.~R1C3_1.~R1C4_4";
    let state = State::new(&iss::read(&format!(".Shape~6x6{text}")).unwrap());
    let (steps, _) = Walk::new(state, 100).to_end();
    let (before, step) = steps.iter().find(|(_, step)| step.technique == Technique::Constraint).unwrap();
    assert_eq!(
        english::step(before, step, Depth::Why),
        "Choice: r1c1 and r1c2 can only be 2 or 3.\n\
         For the choice between the cage 3 of r1c1 and r1c2 and the cage 5 of r1c1 and r1c2, if r1c1 or r1c2 were 5 or 6, \
         neither could hold: the sum would already be too great.\n"
    );
}
