//! Bulk answers: the short way for plain 9x9 lines and the general way must not differ.

use farandole::Engine;
use farandole::format::{Columns, Format, ReadConfig};
use farandole::pipeline::batch::{Answerer, Outcome, Question};
use farandole::pipeline::input::Input;
use farandole::pipeline::records::{Records, map_in_order};
use std::convert::Infallible;
use std::io::Cursor;
use std::ops::ControlFlow;
use std::path::Path;

/// Everything that an answer says, as text.
fn answers(text: &[u8], read: &ReadConfig, engine: Engine, limit: u64) -> Vec<String> {
    let question = Question::new(engine, limit);
    let mut records = Records::new(Input::new("test", Cursor::new(text.to_vec())).unwrap(), read).unwrap();
    let dialect = records.dialect().clone();
    let mut all = Vec::new();
    map_in_order(
        &mut records,
        |piece| {
            let mut texts = Vec::new();
            Answerer::new(&dialect, question).answer(&piece, |answer| {
                let outcome = match &answer.outcome {
                    Outcome::Unreadable(error) => error.to_string(),
                    Outcome::Searched(searched) => {
                        assert_eq!(searched.violation, None);
                        let first = searched.first().map(|grid| grid.digits().to_vec());
                        let (report, puzzle) = (&searched.report, searched.puzzle());
                        let work = (engine == Engine::Kernel).then_some(report.counters);
                        let first =
                            first.filter(|_| engine == Engine::Kernel || report.solutions == 1 && limit > 1);
                        format!(
                            "{:?} {first:?} {work:?} {:?}",
                            (report.solutions, report.end),
                            puzzle.givens()
                        )
                    }
                    outcome => format!("{outcome:?}"),
                };
                texts.push(format!("{} {}: {outcome}", answer.ordinal, answer.record.line));
                ControlFlow::Continue(())
            });
            texts
        },
        |texts| {
            all.extend(texts);
            Ok::<_, Infallible>(ControlFlow::Continue(()))
        },
    )
    .unwrap();
    all
}

/// Real puzzles, every second one of them spoilt in a way of its own.
fn lines() -> Vec<u8> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/sudoku/17_clue_sample.txt");
    let mut text = Vec::new();
    for (k, line) in std::fs::read(path).unwrap().split(|byte| *byte == b'\n').enumerate() {
        let mut line = line.to_vec();
        match k % 16 {
            1 => line.extend_from_slice(b" 7.1 some words"),
            3 => line.extend_from_slice(b"\r"),
            5 if !line.is_empty() => line[k % 81] = b'z',
            7 if !line.is_empty() => line[k % 81] = b'1' + (k % 9) as u8,
            9 => line.truncate(80),
            11 => line.push(b'5'),
            13 => line.insert(0, b'#'),
            15 => line = line.iter().map(|byte| if *byte == b'.' { b'0' } else { *byte }).collect(),
            _ => {}
        }
        text.extend_from_slice(&line);
        text.push(b'\n');
    }
    text
}

#[test]
fn the_short_way_and_the_general_way_agree() {
    let plain = ReadConfig { format: Some(Format::Line), ..ReadConfig::default() };
    let general = ReadConfig { columns: Some(Columns::by_names("givens,-").unwrap()), ..plain.clone() };
    let text = lines();
    for limit in [1, 2] {
        let short = answers(&text, &plain, Engine::Kernel, limit);
        assert!(short.len() > 350);
        for (short, long) in short.iter().zip(&answers(&text, &general, Engine::Kernel, limit)) {
            assert_eq!(short, long);
        }
    }
    // Another engine, which has no short way, sees the same counts and the same only solutions.
    let kernel = answers(&text, &plain, Engine::Kernel, 2);
    let strip = |texts: Vec<String>| -> Vec<String> {
        texts.iter().map(|text| text.split(" Some(Counters").next().unwrap_or(text).to_owned()).collect()
    };
    let counts = |texts: Vec<String>| -> Vec<String> {
        texts.iter().map(|text| text.split(')').next().unwrap_or(text).to_owned()).collect()
    };
    assert_eq!(counts(strip(kernel)), counts(strip(answers(&text, &plain, Engine::Dlx, 2))));
}

#[test]
fn counting_all_goes_on_where_a_batch_gives_up() {
    let sample = lines();
    let mut text = sample.split_inclusive(|byte| *byte == b'\n').next().unwrap().to_vec();
    // 910,776 solutions, by the kernel alone.
    text.extend_from_slice(
        b".........................3......3.2...1.4......5....6..3......4.7..8...962...7...\n",
    );
    text.extend_from_slice(sample.split_inclusive(|byte| *byte == b'\n').nth(2).unwrap());
    let plain = ReadConfig { format: Some(Format::Line), ..ReadConfig::default() };
    let counted = answers(&text, &plain, Engine::Auto, u64::MAX);
    let expected = ["0 1: (1, Exhausted)", "1 2: (910776, Exhausted)", "2 3: (1, Exhausted)"];
    assert_eq!(counted.len(), expected.len());
    for (counted, expected) in counted.iter().zip(expected) {
        assert!(counted.starts_with(expected), "{counted}");
    }
}
