//! `farandole minimize`, `unavoidable`, `scan`, `neighbours`, `backdoors`, `twins`, `bands`, `patterns`, `morph`: what a researcher asks
//! about 9x9 puzzles.

use crate::args::{
    BackdoorsArgs, MinimizeArgs, MorphArgs, NeighboursArgs, RulesName, ScanArgs, StudyArgs, TwinsArgs,
    UnavoidableArgs,
};
use crate::config::{self, InputConfig, OutputConfig};
use crate::exit::{self, Failure};
use crate::output::{Style, columns_text, json_answer, keep_columns};
use crate::run::{Job, Print};
use farandole::canon::{Bands, Canon, Orientation, Symmetry};
use farandole::format::Format;
use farandole::json::{JsonAnswer, JsonCanonical};
use farandole::pipeline::{Chunk, Place, Question, Status};
use farandole::setter::{Cells, MinimalPuzzles, Neighbours, Rules, Twins};
use farandole::{
    AllTwins, Ask, AskBoard, BackdoorsFound, BandClasses, CanonicalForm, Cell, LeastBackdoors, LedgerError,
    MinimizeAll, MinimizeOne, Morph, Neighbourhood, Pattern, PatternFound, Patterns, ScanFound, ScanLedger,
    Scans, Studied, UnavoidableSets, Which,
};
use std::collections::HashSet;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

pub(crate) fn minimize(args: &MinimizeArgs) -> Result<u8, Failure> {
    if args.all || args.fewest {
        let which = if args.fewest { Which::Fewest } else { Which::All };
        return run(
            &args.study,
            &Ask(MinimizeAll { limit: args.limit.get(), which }),
            &|all: MinimalPuzzles, puzzle| Told::cut(given_in(puzzle, &all.found), all.is_complete),
        );
    }
    let study = MinimizeOne { seed: args.seed, keep: args.keep.unwrap_or_default() };
    run(&args.study, &Ask(study), &|one: MinimalPuzzles, puzzle| Told::whole(given_in(puzzle, &one.found)))
}

pub(crate) fn unavoidable(args: &UnavoidableArgs) -> Result<u8, Failure> {
    run(&args.study, &Ask(UnavoidableSets { most: args.max_size }), &|sets: Vec<Cells>, _| {
        Told::whole(if args.count { sizes(&sets) } else { sets.iter().map(|set| names(*set)).collect() })
    })
}

pub(crate) fn scan(args: &ScanArgs) -> Result<u8, Failure> {
    let failure = |error| match error {
        LedgerError::Io(path, error) => Failure::io(path.display(), error),
        error => Failure::Usage(format!("--resume: {error}")),
    };
    let open = |path: &PathBuf| ScanLedger::open(path, args.givens).map(Mutex::new);
    let ledger = args.resume.as_ref().map(open).transpose().map_err(failure)?;
    let time = args.time.map(|seconds| Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX));
    let until = time.and_then(|time| Instant::now().checked_add(time));
    let question = Ask(Scans { givens: args.givens, until, ledger });
    let code = run(&args.study, &question, &|ScanFound { puzzles, is_complete }, puzzle| {
        Told::cut(given_in(puzzle, &puzzles), is_complete)
    })?;
    let ledger = question.0.ledger.map(|ledger| ledger.into_inner().unwrap_or_else(PoisonError::into_inner));
    ledger.map_or(Ok(()), ScanLedger::close).map_err(failure)?;
    Ok(code)
}

pub(crate) fn neighbours(args: &NeighboursArgs) -> Result<u8, Failure> {
    let change = Neighbours { remove: args.remove, add: args.add };
    let pattern = if args.same_pattern { Pattern::Same } else { Pattern::Any };
    let question = Ask(Neighbourhood { change, pattern });
    let tell = |forms: Vec<[u8; 81]>, _: &[u8; 81]| Told::whole(forms.iter().map(line).collect());
    if !args.classes {
        return run(&args.study, &question, &tell);
    }
    let mut seen: HashSet<Vec<u8>> = HashSet::new();
    let filter = move |lines: &[u8]| {
        let mut new = Vec::new();
        for line in lines.split(|byte| *byte == b'\n') {
            let words =
                if line.starts_with(b"!") { vec![line] } else { line.split(|byte| *byte == b' ').collect() };
            for word in words.into_iter().filter(|word| !word.is_empty()) {
                if word.starts_with(b"!") || seen.insert(word.to_vec()) {
                    new.extend_from_slice(word);
                    new.push(b'\n');
                }
            }
        }
        Ok(new)
    };
    run_filtered(&args.study, &question, &tell, Some(Box::new(filter)))
}

pub(crate) fn backdoors(args: &BackdoorsArgs) -> Result<u8, Failure> {
    let rules = match args.rules {
        RulesName::Singles => Rules::Singles,
        RulesName::Locked => Rules::Locked,
    };
    let most = args.max;
    run(&args.study, &Ask(LeastBackdoors { rules, most }), &|BackdoorsFound { sets, solution }, _| match sets
        .as_deref()
    {
        None => Told { word: Some(format!(">{most}")), ..Told::cut(Vec::new(), false) },
        Some([0]) => Told { word: Some("solved".into()), ..Told::cut(Vec::new(), true) },
        Some(sets) => Told::cut(sets.iter().map(|set| placements(*set, &solution)).collect(), true),
    })
}

pub(crate) fn twins(args: &TwinsArgs) -> Result<u8, Failure> {
    run(&args.study, &Ask(AllTwins { limit: args.limit.get() }), &|twins: Twins, _| {
        Told::cut(twins.found.iter().map(line).collect(), twins.is_complete)
    })
}

pub(crate) fn bands(args: &StudyArgs) -> Result<u8, Failure> {
    let question = Ask(BandClasses(Bands::new(&Canon::new())));
    run(args, &question, &|classes: [u16; 6], _| Told::whole(classes.iter().map(u16::to_string).collect()))
}

pub(crate) fn patterns(args: &StudyArgs) -> Result<u8, Failure> {
    run(args, &AskBoard(Patterns), &|PatternFound { form, givens, symmetries }, _| {
        let names: Vec<String> = symmetries.iter().map(|symmetry| symmetry.name().to_owned()).collect();
        let shown = if names.is_empty() { "none".to_owned() } else { names.join(",") };
        Told {
            word: Some(format!("{form} {givens} {} {shown}", form.automorphisms)),
            canonical: Some(JsonCanonical::new(CanonicalForm::Pattern, &form)),
            ..Told::whole(names)
        }
    })
}

pub(crate) fn morph(args: &MorphArgs) -> Result<u8, Failure> {
    let morph = match (args.map, &args.turn) {
        (Some(map), _) => Morph::By(if args.inverse { map.inverse() } else { map }),
        (None, Some(turn)) => Morph::By(turned(turn)),
        (None, None) => Morph::Random(args.seed),
    };
    run(&args.study, &AskBoard(morph), &|board: [u8; 81], _| Told::whole(vec![line(&board)]))
}

/// A symmetry of the square by name.
fn turned(name: &str) -> Symmetry {
    let (along, back) = ([0, 1, 2, 3, 4, 5, 6, 7, 8], [8, 7, 6, 5, 4, 3, 2, 1, 0]);
    let (orientation, rows, cols) = match name {
        "90" => (Orientation::Transposed, along, back),
        "180" => (Orientation::Upright, back, back),
        "270" => (Orientation::Transposed, back, along),
        "h" => (Orientation::Upright, back, along),
        "v" => (Orientation::Upright, along, back),
        "d" => (Orientation::Transposed, along, along),
        _ => (Orientation::Transposed, back, back),
    };
    Symmetry::new(orientation, rows, cols, [1, 2, 3, 4, 5, 6, 7, 8, 9]).unwrap_or(Symmetry::IDENTITY)
}

/// What a line says.
#[derive(Default)]
struct Told {
    found: Vec<String>,
    /// Said as text instead of what was found.
    word: Option<String>,
    canonical: Option<JsonCanonical>,
    /// Whether there may be more.
    is_cut: bool,
    exact: Option<bool>,
}

impl Told {
    fn whole(found: Vec<String>) -> Self {
        Self { found, ..Self::default() }
    }

    /// What was found, and whether that is all.
    fn cut(found: Vec<String>, is_complete: bool) -> Self {
        Self { found, is_cut: !is_complete, exact: Some(is_complete), ..Self::default() }
    }
}

/// Makes of what was found about a puzzle what is said.
type Tell<'a, T> = dyn Fn(T, &[u8; 81]) -> Told + Sync + 'a;

fn run<T, Q: for<'a> Question<Found<'a> = Studied<'a, T>>>(
    args: &StudyArgs,
    question: &Q,
    tell: &Tell<'_, T>,
) -> Result<u8, Failure> {
    run_filtered(args, question, tell, None)
}

fn run_filtered<T, Q: for<'a> Question<Found<'a> = Studied<'a, T>>>(
    args: &StudyArgs,
    question: &Q,
    tell: &Tell<'_, T>,
    filter: Option<crate::run::Filter>,
) -> Result<u8, Failure> {
    let (input, output) = (InputConfig::new(&args.input)?, OutputConfig::from(&args.output));
    let threads = config::threads(args.threads);
    let job = Job { input: &input, output: &output, frame: None, threads, slow: Some("searching") };
    let print = Answers { tell, keep_columns: args.keep_columns };
    let tally = match filter {
        Some(filter) => job.run_filtered(question, &print, filter)?,
        None => job.run(question, &print)?,
    };
    Ok(exit::code_of_proper(&tally))
}

/// How answers are printed.
struct Answers<'a, T> {
    tell: &'a Tell<'a, T>,
    keep_columns: bool,
}

impl<T, Q: for<'a> Question<Found<'a> = Studied<'a, T>>> Print<Q> for Answers<'_, T> {
    fn found(
        &self,
        style: Style,
        place: &Place<'_>,
        Studied { found, puzzle, trailing }: Studied<'_, T>,
        chunk: &mut Chunk,
    ) -> Option<Status> {
        let told = match found {
            Ok(found) => (self.tell)(found, &puzzle),
            Err(unfit) => {
                let status = unfit.status();
                return style.refuse(place, status, JsonAnswer::new(status), unfit.to_string(), chunk);
            }
        };
        if told.found.is_empty() && told.word.is_none() && told.is_cut {
            let status = Status::GaveUp;
            let why = "gave up before anything was found; --limit or --time is too small".to_owned();
            return style.refuse(place, status, JsonAnswer::new(status), why, chunk);
        }
        if style.json {
            let columns = self.keep_columns.then(|| columns_text(trailing));
            let answer = JsonAnswer {
                found: Some(told.found),
                exact: told.exact,
                canonical: told.canonical,
                columns,
                ..JsonAnswer::new(Status::Ok)
            };
            json_answer(chunk, place, answer);
            return Some(Status::Ok);
        }
        let start = chunk.answers.len();
        let is_word = told.word.is_some();
        let text = told.word.unwrap_or_else(|| told.found.join(" "));
        chunk.answers.extend_from_slice(text.as_bytes());
        if told.is_cut && !is_word {
            chunk.answers.extend_from_slice(b" +");
        }
        if self.keep_columns {
            let mut answer = chunk.answers.split_off(start);
            keep_columns(&mut answer, trailing, Format::Line);
            chunk.answers.append(&mut answer);
        } else {
            chunk.answers.push(b'\n');
        }
        Some(Status::Ok)
    }
}

/// A board on one line.
fn line(board: &[u8; 81]) -> String {
    board.iter().map(|digit| if *digit == 0 { '.' } else { char::from(b'0' + digit) }).collect()
}

/// The puzzle with the givens of these cells only, for each set of cells.
fn given_in(puzzle: &[u8; 81], sets: &[Cells]) -> Vec<String> {
    sets.iter().map(|cells| line(&farandole::setter::restrict(puzzle, *cells))).collect()
}

/// The names of cells with commas between.
fn names(cells: Cells) -> String {
    let names: Vec<String> = (0..81)
        .filter(|cell| cells >> cell & 1 == 1)
        .filter_map(|cell| Cell::new(cell).map(|cell| cell.name(9).to_string()))
        .collect();
    names.join(",")
}

/// The names of cells with the digits that the solution has there, with commas between.
fn placements(cells: Cells, solution: &[u8; 81]) -> String {
    let one = |cell: usize| format!("{}={}", names(1 << cell), solution[cell]);
    let all: Vec<String> = (0..81).filter(|cell| cells >> cell & 1 == 1).map(one).collect();
    all.join(",")
}

/// How many sets there are of each size.
fn sizes(sets: &[Cells]) -> Vec<String> {
    let of_size = |size: u32| sets.iter().filter(|set| set.count_ones() == size).count();
    (4..=16)
        .map(|size| (size, of_size(size)))
        .filter(|(_, count)| *count > 0)
        .map(|(size, count)| format!("{size}:{count}"))
        .collect()
}
