//! `farandole canonical`: forms that are equal for essentially equal puzzles.

use crate::args::{CanonicalArgs, FormName};
use crate::config;
use crate::exit::{self, Failure};
use crate::messages::shown;
use crate::output::{Output, Reply, columns_text, keep_columns};
use crate::run::{Filter, Job, Print};
use farandole::canon::Form;
use farandole::canonical::{Canonical, CanonicalForm, Canonicalize};
use farandole::disk_dedup::{DiskDedup, DiskDedupError};
use farandole::format::Format;
use farandole::json::{JsonAnswer, JsonCanonical};
use farandole::pipeline::{Refusal, Status, Tally};
use farandole::resume::ResumeFrom;
use std::collections::HashSet;
use std::io::Write as _;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

pub(crate) fn run(args: &CanonicalArgs) -> Result<u8, Failure> {
    let kind = match args.form {
        FormName::Puzzle => CanonicalForm::Puzzle,
        FormName::Grid => CanonicalForm::Grid,
        FormName::Solution => CanonicalForm::Solution,
        FormName::Pattern => CanonicalForm::Pattern,
    };
    let job = Job {
        threads: config::threads(args.threads),
        slow: Some("searching"),
        time: args.time,
        ..Job::new(&args.input, &args.output)?
    };
    let print = Forms { kind, args };
    let query = Canonicalize(kind);
    let tally = match &args.resume {
        Some(folder) => on_disk(job, &print, query, folder)?,
        None if args.dedupe => {
            let mut classes = Classes::default();
            let filter: Filter = Box::new(move |answers| classes.first_lines(answers));
            Job { filter: Some(filter), ..job }.run(&query, &print)?
        }
        None => job.run(&query, &print)?,
    };
    Ok(exit::code_of_proper(&tally))
}

/// Prints the first line of each class. The classes are kept in files of a directory, from which an
/// interrupted run resumes.
fn on_disk(
    mut job: Job<'_>,
    print: &Forms<'_>,
    query: Canonicalize,
    folder: &Path,
) -> Result<Tally, Failure> {
    let mut out = Output::open(job.output.path.take().as_deref())?;
    let name = out.name().to_owned();
    let failure = move |error: DiskDedupError| match error {
        DiskDedupError::Io(path, error) => Failure::io(shown(&path), error),
        DiskDedupError::Output(error) => Failure::io(&name, error),
        error => Failure::Usage(format!("--resume: {error}")),
    };
    let args = print.args;
    let marks = [args.output.json, args.automorphisms, args.map, args.keep_columns];
    let task = format!("canonical {} {marks:?} {:?}", query.0.name(), job.input.paths);
    let first = DiskDedup::open(folder, &task).map_err(&failure)?;
    let query = ResumeFrom { first: first.done(), query };
    let refused_before = first.without_key();
    let kept = Arc::new(Mutex::new(Some(first)));
    let adding = Arc::clone(&kept);
    let mut passed = 0;
    let adding_failed = failure.clone();
    let filter = move |answers: &[u8]| {
        let mut kept = adding.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(first) = &mut *kept else { return Ok(Vec::new()) };
        each_line(answers, &mut |key, line| {
            passed += 1;
            // The records before this one are already in the files.
            if passed <= query.first {
                return Ok(());
            }
            first.add(if *key == NO_FORM { &[] } else { key }, line).map_err(&adding_failed)
        })?;
        Ok(Vec::new())
    };
    let job = Job { filter: Some(Box::new(filter)), ..job };
    let mut tally = job.run(&query, &AfterFirst(print))?;
    (0..refused_before).for_each(|_| tally.add(Status::Unreadable));
    if let Some(first) = kept.lock().unwrap_or_else(PoisonError::into_inner).take() {
        first.finish(&mut out).map_err(failure)?;
    }
    out.finish()?;
    Ok(tally)
}

/// Printer that writes only a key for records that are already in the files.
struct AfterFirst<'a>(&'a Forms<'a>);

impl Print<ResumeFrom<Canonicalize>> for AfterFirst<'_> {
    fn found(&self, found: Option<Canonical<'_>>, reply: &mut Reply<'_>) -> Option<Status> {
        let Some(canonical) = found else {
            self.0.key(None, reply);
            reply.chunk.answers.push(b'\n');
            return Some(Status::Ok);
        };
        self.0.found(canonical, reply)
    }

    fn refused(&self, refusal: &Refusal, reply: &mut Reply<'_>) {
        self.0.key(None, reply);
        reply.refused(refusal);
    }
}

/// Printer of canonical forms. With `--dedupe`, every line is preceded by a [`Key`].
struct Forms<'a> {
    kind: CanonicalForm,
    args: &'a CanonicalArgs,
}

impl Print<Canonicalize> for Forms<'_> {
    fn found(&self, Canonical { form, trailing }: Canonical<'_>, reply: &mut Reply<'_>) -> Option<Status> {
        let form = match form {
            Ok(form) => form,
            Err(no_form) => {
                self.key(None, reply);
                return reply.decline(no_form.status(), no_form);
            }
        };
        self.key(Some(&form), reply);
        if reply.style.json {
            let columns = self.args.keep_columns.then(|| columns_text(trailing));
            let canonical = Some(JsonCanonical::new(self.kind, &form));
            reply.json(JsonAnswer { canonical, columns, ..JsonAnswer::new(Status::Ok) });
            return Some(Status::Ok);
        }
        let cells = form.board.map(|digit| if digit == 0 { b'.' } else { b'0' + digit });
        reply.chunk.answers.extend_from_slice(&cells);
        if self.args.automorphisms {
            let _ = write!(reply.chunk.answers, " {}", form.automorphisms);
        }
        if self.args.map {
            let _ = write!(reply.chunk.answers, " {}", form.symmetry);
        }
        if self.args.keep_columns {
            keep_columns(&mut reply.chunk.answers, trailing, Format::Line);
        } else {
            reply.chunk.answers.push(b'\n');
        }
        Some(Status::Ok)
    }

    fn refused(&self, refusal: &Refusal, reply: &mut Reply<'_>) {
        self.key(None, reply);
        reply.refused(refusal);
    }
}

impl Forms<'_> {
    /// Writes the key of a line, if lines have keys.
    fn key(&self, form: Option<&Form>, reply: &mut Reply<'_>) {
        if self.args.dedupe || self.args.resume.is_some() {
            reply.chunk.answers.extend_from_slice(&form.map_or(NO_FORM, |form| key(&form.board)));
        }
    }
}

/// The cells of a form, two per byte.
type Key = [u8; 41];

/// The key of lines without a form.
const NO_FORM: Key = [u8::MAX; 41];

fn key(board: &[u8; 81]) -> Key {
    let mut key = [0; 41];
    for (byte, cells) in key.iter_mut().zip(board.chunks(2)) {
        *byte = cells.iter().fold(0, |byte, cell| byte << 4 | cell);
    }
    key
}

/// The classes found so far.
#[derive(Default)]
struct Classes(HashSet<Key>);

impl Classes {
    /// Returns, without their keys, the lines that are the first of a class or have no form.
    fn first_lines(&mut self, answers: &[u8]) -> Result<Vec<u8>, Failure> {
        let mut lines = Vec::new();
        each_line(answers, &mut |key, line| {
            if *key == NO_FORM || self.0.insert(*key) {
                lines.extend_from_slice(line);
            }
            Ok(())
        })?;
        Ok(lines)
    }
}

/// A function that receives a key and its record.
type Take<'a> = dyn FnMut(&Key, &[u8]) -> Result<(), Failure> + 'a;

/// Calls `take` with the key and the text of each line.
fn each_line(mut answers: &[u8], take: &mut Take<'_>) -> Result<(), Failure> {
    while let Some((key, rest)) = answers.split_first_chunk() {
        let length = rest.iter().position(|byte| *byte == b'\n').map_or(rest.len(), |end| end + 1);
        take(key, &rest[..length])?;
        answers = &rest[length..];
    }
    Ok(())
}
