//! The pipeline from inputs to checked answers: read, split into records, parse, answer, check and
//! tally, in order and on all threads.
//!
//! ```text
//! input -> records -> ordered_map -> query (batch, enumerate, estimate) -> Printer -> Sink
//!                                     every solution is checked           tally
//! ```
//!
//! A [`Query`] defines the query for each record, a [`Printer`] the form of an answer, and a
//! [`Sink`] its destination. A record that cannot be read, or whose answer panics, does not affect
//! other records. Memory use is independent of the length of the input.
//!
//! ```
//! use farandole::Config;
//! use farandole::format::ReadConfig;
//! use farandole::pipeline::*;
//! use std::path::{Path, PathBuf};
//! use std::sync::Arc;
//!
//! struct Counts;
//!
//! impl Printer<Search> for Counts {
//!     fn found(&self, location: &RecordLocation<'_>, answer: AnswerRef<'_>, chunk: &mut Chunk) -> Option<Status> {
//!         let line = format!("line {}: {} solutions\n", location.line, answer.report.solutions);
//!         chunk.answers.extend_from_slice(line.as_bytes());
//!         Some(Status::Counted)
//!     }
//!
//!     fn refused(&self, location: &RecordLocation<'_>, refusal: &Refusal, chunk: &mut Chunk) {
//!         chunk.answers.extend_from_slice(format!("line {}: {refusal}\n", location.line).as_bytes());
//!     }
//! }
//!
//! #[derive(Default)]
//! struct Text(Vec<u8>);
//!
//! impl Sink for Text {
//!     fn opened(&mut self, _: &Arc<Source>) {}
//!     fn write(&mut self, answers: &[u8]) -> std::io::Result<()> {
//!         self.0.extend_from_slice(answers);
//!         Ok(())
//!     }
//!     fn details(&mut self, _: &str) {}
//!     fn progress(&mut self, _: &Tally) {}
//!     fn skipped(&mut self, _: &Path, _: &SkipReason) {}
//! }
//!
//! let path = std::env::temp_dir().join(format!("farandole-doc-{}", std::process::id()));
//! let puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
//! std::fs::write(&path, format!("{puzzle}\n5{puzzle}\n"))?;
//! let pipeline = Pipeline {
//!     paths: &[path.clone()],
//!     read: &ReadConfig::default(),
//!     on_unreadable: OnUnreadable::Continue,
//!     threads: None,
//!     watch: None,
//!     time: None,
//! };
//! let mut text = Text::default();
//! let tally = pipeline.run(&Search(Config::default()), &Counts, &mut text)?;
//! assert_eq!((tally.count(Status::Counted), tally.count(Status::Unreadable)), (1, 1));
//! assert!(text.0.starts_with(b"line 1: 1 solutions\nline 2: found"));
//! # std::fs::remove_file(&path)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod answer_source;
mod argument;
mod batch;
mod certificate;
mod certificate_folder;
mod checkpoint;
mod enumerate;
mod estimate;
mod input;
mod new_file;
mod ordered_map;
mod query;
mod records;
mod run;
mod single;
mod tally;

pub use answer_source::{Chunk, OnUnreadable, Printer, RecordLocation, Sink, SkipReason};
pub(crate) use batch::Judge;
pub use batch::{AnswerRef, BatchWorker, Check, Checked, ClassicSearch, Judgement, Search};
pub use certificate::{Certificate, certify};
pub use certificate_folder::certify_in;
pub use checkpoint::{ListingError, ListingFiles, PrintSolution, list_with_checkpoints};
pub use enumerate::{Enumerate, Listed};
pub use estimate::Estimate;
pub use farandole_search::{Panic, guarded, read_state};
pub use input::Input;
pub use new_file::NewFile;
pub use ordered_map::{map_in_order, threads};
pub use query::{Item, ProgressCallback, Query, Read, RecordProgress, Refusal, Source};
pub use records::{MapError, OpenError, RecordSlice, Records};
pub use run::{Answered, Pipeline, RunError, answer_text, count_fault, open_puzzles, open_records};
pub use single::{Single, SinglePuzzleError, single, single_classic};
pub use tally::{Status, Tally};
