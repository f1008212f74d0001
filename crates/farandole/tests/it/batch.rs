//! Bulk answers: the fast path for classic 9x9 lines and the general path must not differ.

use farandole::Config;
use farandole::engines::Engine;
use farandole::format::{Columns, Format, ReadConfig};
use farandole::pipeline::{
    AnswerRef, Chunk, OnUnreadable, Pipeline, Printer, RecordLocation, Refusal, Search, Sink, SkipReason,
    Source, Status, Tally,
};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Prints every field of an answer.
struct Everything {
    engine: Engine,
    limit: u64,
}

impl Everything {
    fn line(chunk: &mut Chunk, location: &RecordLocation<'_>, text: &str) {
        let line = format!("{} {}: {text}\n", location.ordinal, location.line);
        chunk.answers.extend_from_slice(line.as_bytes());
    }
}

impl Printer<Search> for Everything {
    fn found(
        &self,
        location: &RecordLocation<'_>,
        answer: AnswerRef<'_>,
        chunk: &mut Chunk,
    ) -> Option<Status> {
        let first = answer.first().map(std::borrow::Cow::into_owned);
        let (report, puzzle) = (&answer.report, answer.puzzle());
        let work = (self.engine == Engine::Kernel).then_some(report.counters);
        let first =
            first.filter(|_| self.engine == Engine::Kernel || report.solutions == 1 && self.limit > 1);
        let counts = (report.solutions, report.end);
        let mut text = String::new();
        let _ = write!(text, "{counts:?} {first:?} {work:?} {:?}", puzzle.classic().unwrap().givens());
        Self::line(chunk, location, &text);
        Some(Status::Counted)
    }

    fn refused(&self, location: &RecordLocation<'_>, refusal: &Refusal, chunk: &mut Chunk) {
        Self::line(chunk, location, &refusal.to_string());
    }
}

/// Collects all answers.
#[derive(Default)]
struct Text(Vec<u8>);

impl Sink for Text {
    fn opened(&mut self, _: &Arc<Source>) {}
    fn write(&mut self, answers: &[u8]) -> std::io::Result<()> {
        self.0.extend_from_slice(answers);
        Ok(())
    }
    fn details(&mut self, _: &str) {}
    fn progress(&mut self, _: &Tally) {}
    fn skipped(&mut self, path: &Path, fault: &SkipReason) {
        panic!("{}: {fault}", path.display());
    }
}

/// Returns every field of the answers as text.
fn answers(text: &[u8], read: &ReadConfig, engine: Engine, limit: u64) -> Vec<String> {
    static FILES: AtomicU64 = AtomicU64::new(0);
    let number = FILES.fetch_add(1, Ordering::Relaxed);
    let path: PathBuf =
        Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("answers-{}-{number}.txt", std::process::id()));
    std::fs::write(&path, text).unwrap();
    let pipeline = Pipeline {
        paths: std::slice::from_ref(&path),
        read,
        on_unreadable: OnUnreadable::Continue,
        threads: None,
        watch: None,
        time: None,
    };
    let mut out = Text::default();
    let query = Search(Config { engine, limit, ..Config::default() });
    pipeline.run(&query, &Everything { engine, limit }, &mut out).unwrap();
    std::fs::remove_file(path).unwrap();
    String::from_utf8(out.0).unwrap().lines().map(str::to_owned).collect()
}

/// Returns real puzzles. Every second one is damaged, each in a different way.
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
    // Another engine, which has no fast path, finds the same counts and the same unique solutions.
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
    // 910,776 solutions, found by the kernel alone.
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
