//! Pairs of a puzzle and a damaged answer: `Check` accepts an answer only if it solves the puzzle.
//!
//! `FARANDOLE_PAIRS` sets the number of pairs.

use farandole::Config;
use farandole::format::ReadConfig;
use farandole::pipeline::{Check, Checked, Chunk, Printer, RecordLocation, Refusal, Status, answer_text};
use farandole_research::Random;

struct Verdicts;

impl Printer<Check> for Verdicts {
    fn found(&self, _: &RecordLocation<'_>, found: Checked<'_>, chunk: &mut Chunk) -> Option<Status> {
        let is_ok = match found {
            Checked::Grid(judgement, _) => judgement.is_ok(),
            Checked::Puzzle(answer) => answer.report.solutions == 1,
        };
        chunk.answers.push(if is_ok { b'+' } else { b'-' });
        Some(if is_ok { Status::Ok } else { Status::Wrong })
    }

    fn refused(&self, _: &RecordLocation<'_>, _: &Refusal, chunk: &mut Chunk) {
        chunk.answers.push(b'-');
    }
}

/// Returns `+` for each accepted record and `-` for each of the others.
fn verdicts(text: &str) -> String {
    let check = Check(Config { limit: 2, ..Config::default() });
    let answered = answer_text(text.as_bytes().to_vec(), &ReadConfig::default(), &check, &Verdicts);
    answered.map_or("-".into(), |answered| String::from_utf8(answered.answers).unwrap())
}

/// Returns true if every row, column and box of the answer has every digit, and the answer keeps the givens.
fn solves(puzzle: &[u8], answer: &[u8], size: usize, box_rows: usize) -> bool {
    let box_cols = size / box_rows;
    let house = |kind: usize, k: usize, i: usize| match kind {
        0 => k * size + i,
        1 => i * size + k,
        _ => {
            let (row, col) = (k / box_rows * box_rows, k % box_rows * box_cols);
            (row + i / box_cols) * size + col + i % box_cols
        }
    };
    let is_full = |kind: usize, k: usize| {
        let mut digits: Vec<u8> = (0..size).map(|i| answer[house(kind, k, i)]).collect();
        digits.sort_unstable();
        digits == (1..=size as u8).map(symbol).collect::<Vec<u8>>()
    };
    answer.len() == size * size
        && puzzle.iter().zip(answer).all(|(given, digit)| *given == b'.' || given == digit)
        && (0..3).all(|kind| (0..size).all(|k| is_full(kind, k)))
}

fn symbol(digit: u8) -> u8 {
    if digit < 10 { b'0' + digit } else { b'A' + digit - 10 }
}

/// A puzzle and its solution, in symbols.
fn pair(random: &mut Random, size: usize, box_rows: usize) -> (Vec<u8>, Vec<u8>) {
    let box_cols = size / box_rows;
    let shift = random.below(size as u32) as usize;
    let digit = |row: usize, col: usize| (row % box_rows * box_cols + row / box_rows + col + shift) % size;
    let cells = (0..size * size).map(|cell| symbol(digit(cell / size, cell % size) as u8 + 1));
    let solution: Vec<u8> = cells.collect();
    let share = 2 + random.below(7);
    let given = |digit: &u8| if random.below(10) < share { *digit } else { b'.' };
    (solution.iter().map(given).collect(), solution)
}

fn damaged(random: &mut Random, answer: &[u8], size: usize) -> Vec<u8> {
    let mut answer = answer.to_vec();
    let at = random.below(answer.len() as u32) as usize;
    let other = random.below(answer.len() as u32) as usize;
    match random.below(11) {
        0 => answer[at] = b'.',
        1 => answer[at] = b'0',
        2 => answer[at] = symbol(random.below(size as u32) as u8 + 1),
        3 => answer.swap(at, other),
        4 => answer[at] = b'O',
        5 => answer.fill(*b".0_-".get(at % 4).unwrap_or(&b'.')),
        6 => drop(answer.remove(at)),
        7 => answer.insert(at, b'.'),
        8 => answer.truncate(answer.len() / 2 + at / 2),
        9 => {
            answer[at] = symbol(random.below(size as u32) as u8 + 1);
            answer[other] = b'.';
        }
        _ => answer[at.max(1) - 1] = b'?',
    }
    answer
}

#[test]
fn no_damaged_answer_is_accepted() {
    let pairs = std::env::var("FARANDOLE_PAIRS").map_or(500, |pairs| pairs.parse().unwrap());
    let random = &mut Random::new(7, 0);
    let (mut accepted, mut refused) = (0, 0);
    for case in 0..pairs {
        let (size, box_rows) = [(4, 2), (6, 2), (9, 3), (16, 4)][case % 4];
        let (puzzle, solution) = pair(random, size, box_rows);
        let answer = damaged(random, &solution, size);
        let is_right = solves(&puzzle, &answer, size, box_rows);
        let [puzzle, solution, answer] =
            [puzzle, solution, answer].map(|text| String::from_utf8(text).unwrap());
        let labels: String = (0..size * size)
            .map(|cell| {
                char::from(b'A' + (cell / size / box_rows * box_rows + cell % size / (size / box_rows)) as u8)
            })
            .collect();
        // Alone, after another record, with a header, and with a region map.
        let texts = [
            (format!("{puzzle} {answer}\n"), 0),
            (format!("{puzzle}\t{solution}\n{puzzle}\t{answer}\n"), 1),
            (format!("puzzle,solution\n{puzzle},{answer}\n"), 0),
            (format!("{puzzle} {labels} {answer}\n"), 0),
            (format!("{{\"puzzle\": \"{puzzle}\", \"solution\": \"{answer}\"}}\n"), 0),
        ];
        for (text, place) in texts {
            let verdicts = verdicts(&text);
            let is_ok = verdicts.as_bytes().get(place) == Some(&b'+');
            assert!(!is_ok || is_right, "{verdicts}\n{text}");
            // Below size 6, a map of boxes and short tokens may be other columns.
            assert!(is_ok || !is_right || size < 6, "{verdicts}\n{text}");
            if is_ok { accepted += 1 } else { refused += 1 }
        }
    }
    println!("{accepted} accepted, {refused} refused");
    assert!(accepted > 0 && refused > accepted);
}

#[test]
fn a_record_without_its_answer_is_not_accepted_among_others() {
    let puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    let solution = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
    for answer in ["", "I cannot solve this.", "none", "53467891"] {
        let text = format!("{puzzle} {solution}\n{puzzle} {answer}\n{puzzle} {solution}\n");
        assert_eq!(verdicts(&text), "+-+", "{answer}");
        let text = format!("puzzle,answer\n{puzzle},{answer}\n");
        assert_eq!(verdicts(&text), "-", "{answer}");
    }
    // A puzzle without an answer is accepted if it is proper.
    assert_eq!(verdicts(&format!("{puzzle} rated 1.2\n{puzzle}\n")), "++");
}
