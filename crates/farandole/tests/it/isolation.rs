//! A panic affects only the record that causes it: in batches, in streams, while printing, on all
//! threads.

use core::ops::ControlFlow;
use farandole::Config;
use farandole::format::{Entry, Parser, ReadConfig};
use farandole::pipeline::{
    AnswerRef, Chunk, Item, OnUnreadable, Pipeline, Printer, Query, RecordLocation, RecordSlice, Refusal,
    Search, Sink, SkipReason, Source, Status, Tally, answer_text,
};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

const PUZZLE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// The records whose answers panic.
const BROKEN: [u64; 3] = [0, 7, 2999];

fn list(count: usize) -> Vec<u8> {
    format!("{PUZZLE}\n").repeat(count).into_bytes()
}

/// Counts givens. Panics at some records, and reports if a worker is reused after a panic.
struct Fragile {
    workers: AtomicUsize,
}

impl Query for Fragile {
    type Worker = (Parser, bool);
    type Found<'a> = Entry;

    fn worker(&self, source: &Source) -> Self::Worker {
        self.workers.fetch_add(1, Ordering::Relaxed);
        (source.dialect.parser(), false)
    }

    fn answer(
        &self,
        (parser, is_broken): &mut Self::Worker,
        slice: &RecordSlice<'_>,
        take: &mut impl FnMut(Item<Entry>) -> ControlFlow<()>,
    ) {
        assert!(!*is_broken, "a worker that panicked was used again");
        for (ordinal, record) in slice.records() {
            *is_broken = BROKEN.contains(&ordinal);
            assert!(!*is_broken, "record {ordinal}");
            let outcome = parser.parse(record).map_err(Refusal::Unreadable);
            if take(Item { ordinal, line: record.line, nodes: 1, guesses: 0, outcome }).is_break() {
                return;
            }
        }
    }
}

/// Prints the number of each record.
struct Numbers;

impl Printer<Fragile> for Numbers {
    fn found(&self, location: &RecordLocation<'_>, _: Entry, chunk: &mut Chunk) -> Option<Status> {
        chunk.answers.extend_from_slice(format!("{}\n", location.ordinal).as_bytes());
        Some(Status::Ok)
    }

    fn refused(&self, location: &RecordLocation<'_>, refusal: &Refusal, chunk: &mut Chunk) {
        let line = format!("{} {}: {refusal}\n", location.ordinal, location.line);
        chunk.answers.extend_from_slice(line.as_bytes());
    }
}

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
    fn skipped(&mut self, _: &Path, fault: &SkipReason) {
        panic!("{fault}");
    }
}

/// Compares the printed lines with the expected output of a query that panics at [`BROKEN`].
fn compare(answers: &[u8], tally: &Tally) {
    let text = String::from_utf8(answers.to_vec()).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 3000);
    for (ordinal, line) in (0..).zip(lines) {
        if BROKEN.contains(&ordinal) {
            let begin = format!("{ordinal} {}: internal error at ", ordinal + 1);
            assert!(line.starts_with(&begin), "{line}");
            assert!(
                line.contains("isolation.rs:") && line.ends_with(&format!(": record {ordinal}")),
                "{line}"
            );
        } else {
            assert_eq!(line, ordinal.to_string());
        }
    }
    assert_eq!((tally.count(Status::Failed), tally.count(Status::Ok), tally.nodes), (3, 2997, 2997));
}

#[test]
fn a_panic_costs_one_record_and_its_worker() {
    let query = Fragile { workers: AtomicUsize::new(0) };
    let answered = answer_text(list(3000), &ReadConfig::default(), &query, &Numbers).unwrap();
    compare(&answered.answers, &answered.tally);
    assert!(query.workers.into_inner() > BROKEN.len());

    let path = std::env::temp_dir().join(format!("farandole-isolation-{}", std::process::id()));
    std::fs::write(&path, list(3000)).unwrap();
    for threads in [1, 2, 5] {
        let pipeline = Pipeline {
            paths: std::slice::from_ref(&path),
            read: &ReadConfig::default(),
            on_unreadable: OnUnreadable::Continue,
            threads: std::num::NonZeroUsize::new(threads),
            watch: None,
            time: None,
        };
        let mut text = Text::default();
        let query = Fragile { workers: AtomicUsize::new(0) };
        let tally = pipeline.run(&query, &Numbers, &mut text).unwrap();
        compare(&text.0, &tally);
    }
    std::fs::remove_file(&path).unwrap();
}

/// Panics while it prints, in the middle of a line.
struct Torn;

impl Printer<Search> for Torn {
    fn found(
        &self,
        location: &RecordLocation<'_>,
        answer: AnswerRef<'_>,
        chunk: &mut Chunk,
    ) -> Option<Status> {
        chunk.answers.extend_from_slice(b"line ");
        assert!(!BROKEN.contains(&location.ordinal), "record {}", location.ordinal);
        chunk.answers.extend_from_slice(format!("{}\n", answer.report.solutions).as_bytes());
        Some(Status::Counted)
    }

    fn refused(&self, location: &RecordLocation<'_>, _: &Refusal, chunk: &mut Chunk) {
        chunk.answers.extend_from_slice(b"torn ");
        assert_ne!(location.ordinal, BROKEN[1], "printing the failure fails, too");
        chunk.answers.extend_from_slice(b"!failed\n");
    }
}

#[test]
fn a_line_that_a_panic_cut_off_is_dropped() {
    // The kernel searches these in batches.
    let config = Search(Config::default());
    let answered = answer_text(list(3000), &ReadConfig::default(), &config, &Torn).unwrap();
    let text = String::from_utf8(answered.answers).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 2999);
    let torn = lines.iter().filter(|line| **line == "torn !failed").count();
    let whole = lines.iter().filter(|line| **line == "line 1").count();
    assert_eq!((torn, whole), (2, 2997));
    assert_eq!((answered.tally.count(Status::Failed), answered.tally.records()), (3, 3000));
}
