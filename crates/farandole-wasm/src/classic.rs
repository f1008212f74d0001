//! Classic puzzles: houses and candidates, without constraints.

use crate::answer::Refusal;
use crate::board::{Board, Which, bits};
use crate::puzzle::Puzzle;
use crate::verdicts::verdicts;
use crate::wire::{
    CHECK_BUDGET, Drawing, JsonClash, JsonFormat, JudgeRequest, Problem, ReadText, Shown, Solved,
    StepRequest, Texts, Truths,
};
use farandole::Config;
use farandole::engines::{Engine, Finding, Solver};
use farandole::format::{Dialect, Format, ReadConfig, Symbols, WriteConfig, write_puzzle};
use farandole::hint::classic_solutions;
use farandole::json::{self, JsonAnswer};
use farandole::logic::UserGrid;
use farandole::logic::hint::{Hint, Path, Step};
use farandole::pipeline::Status;
use farandole::puzzle::{Cell, Clash, ClassicPuzzle, Digit, DigitSet};
use farandole_draw::{Board as Drawn, Picture, Scene};
use std::ops::{ControlFlow, Deref};

/// The board of a classic puzzle.
pub(crate) struct ClassicBoard<'a>(&'a Board);

impl Deref for ClassicBoard<'_> {
    type Target = Board;

    fn deref(&self) -> &Board {
        self.0
    }
}

impl<'a> ClassicBoard<'a> {
    /// Returns the board as one of a classic puzzle, or an error for a variant.
    pub(crate) fn of(board: &'a Board) -> Result<Self, Refusal> {
        if board.text.is_some() {
            Err(Refusal::unsupported("this operation does not support variants"))
        } else {
            Ok(Self(board))
        }
    }

    /// Returns the puzzle restricted to its candidates and to the user's candidates.
    pub(crate) fn marked(&self) -> Result<ClassicPuzzle, Refusal> {
        let puzzle = self.puzzle(Which::Givens)?;
        if self.marks.iter().all(|marks| *marks == 0) {
            return Ok(puzzle);
        }
        self.restricted(puzzle, &[&self.allowed, &self.marks])
    }

    /// Returns the classic grid with the user's progress.
    pub(crate) fn sheet(&self) -> Result<UserGrid, Refusal> {
        let puzzle = self.puzzle(Which::Givens)?;
        let mut sheet = UserGrid::of_puzzle(&puzzle)
            .ok_or_else(|| Refusal::unsupported("this operation supports classic 9x9 puzzles only"))?;
        for cell in 0..81 {
            let placed = self.placed.get(cell).copied().filter(|_| sheet.givens[cell] == 0);
            sheet.placed[cell] = placed.filter(|placed| *placed <= 9).unwrap_or(0);
            let set_of = |list: &[u64]| (list.get(cell).copied().unwrap_or(0) & 0x1ff) as u16;
            let allowed = Some(set_of(&self.allowed)).filter(|set| *set != 0 && sheet.givens[cell] == 0);
            // If the user's candidates exclude every candidate of the puzzle, keep them. A check
            // reports this mistake.
            let marks = match set_of(&self.marks) {
                0 => None,
                marks => Some(marks & allowed.unwrap_or(0x1ff)).filter(|both| *both != 0).or(Some(marks)),
            };
            sheet.marks[cell] = marks.or(allowed);
        }
        Ok(sheet)
    }

    /// Returns the picture of a puzzle or solution with the characters of the digits.
    fn spelled(&self, drawn: Drawn) -> Result<Drawn, Refusal> {
        Ok(if self.symbols.is_some() { drawn.with_symbols(self.symbols()?) } else { drawn })
    }

    /// Returns the characters of the digits; `Auto` for the usual ones.
    fn symbols(&self) -> Result<Symbols, Refusal> {
        self.symbols.as_deref().map_or(Ok(Symbols::Auto), Symbols::custom).map_err(Refusal::usage)
    }

    /// Returns the content of the board for drawing.
    fn drawn(&self) -> Result<Drawn, Refusal> {
        // Cells without user candidates show the candidates of the puzzle.
        let set_of = |list: &[u64], cell: usize| list.get(cell).copied().unwrap_or(0);
        let shown = (0..self.givens.len()).map(|cell| match set_of(&self.marks, cell) {
            0 => set_of(&self.allowed, cell),
            marks => marks,
        });
        let marks: Vec<DigitSet> =
            shown.map(|bits| DigitSet::from_bits(bits) & DigitSet::all(self.size)).collect();
        let drawn = Drawn::of_puzzle(&self.puzzle(Which::Givens)?);
        self.spelled(drawn.with_placed(&self.placed).with_candidates(&marks))
    }
}

/// Returns the finding for the only puzzle, with its result converted.
fn finding<T, U>(
    found: Vec<Result<Finding<T>, farandole::engines::Unsupported>>,
    convert: impl Fn(T) -> U,
) -> Result<Finding<U>, Refusal> {
    let finding = found.into_iter().next().ok_or_else(|| Refusal::usage("no puzzle"))?;
    Ok(finding.map_err(Refusal::unsupported)?.map(convert))
}

impl Puzzle for ClassicBoard<'_> {
    fn solve(&self, which: Which, config: &Config) -> Result<Solved, Refusal> {
        let puzzle = self.puzzle(which)?;
        let (first, report) = config.solve_classic(&puzzle).map_err(Refusal::unsupported)?;
        let answer = JsonAnswer::of_classic(&puzzle, first.as_ref(), &report);
        Ok(Solved { answer, grid: first.map(|grid| grid.digits().to_vec()), regions: None })
    }

    fn open(&self) -> Result<Vec<u64>, Refusal> {
        Ok(bits(&self.puzzle(Which::Digits)?.open_digits()))
    }

    fn clashes(&self, which: Which) -> Result<Vec<JsonClash>, Refusal> {
        let described = |clash: Clash| JsonClash {
            cells: match clash {
                Clash::Givens { first, second, .. } => vec![first.index(), second.index()],
                Clash::NothingAllowed { cell, .. } => vec![cell.index()],
                Clash::RegionSize { .. } => Vec::new(),
            },
            text: clash.to_string(),
        };
        Ok(self.puzzle(which)?.clashes().map(described).collect())
    }

    fn true_candidates(&self, which: Which, config: &Config) -> Result<Finding<Truths>, Refusal> {
        let puzzle = self.puzzle(which)?;
        let found =
            Solver::new(Engine::Auto).true_candidates(std::slice::from_ref(&puzzle), &config.search());
        finding(found, |sets: Vec<DigitSet>| Truths {
            sets: bits(&sets),
            is_one: sets.iter().all(|set| set.len() == 1),
        })
    }

    fn redundant(&self, config: &Config) -> Result<Finding<Vec<String>>, Refusal> {
        let puzzle = self.puzzle(Which::Givens)?;
        let found =
            Solver::new(Engine::Auto).redundant_givens(std::slice::from_ref(&puzzle), &config.search());
        finding(found, |cells: Vec<Cell>| json::cell_names(&cells, puzzle.size()))
    }

    fn hint(&self, request: &StepRequest) -> Result<Hint, Refusal> {
        let grid = self.sheet()?;
        let solutions = classic_solutions(&grid, request.check.unwrap_or(CHECK_BUDGET), None);
        Ok(grid.hint(&solutions, request.reach(), request.guide()?))
    }

    fn judge(&self, request: &JudgeRequest) -> Result<Vec<json::Verdict>, Refusal> {
        verdicts(self.sheet()?, UserGrid::moves(&request.moves), UserGrid::USUAL_DIFFICULTY, request)
    }

    fn explain(&self, request: &StepRequest) -> Result<Result<Path, Hint>, Refusal> {
        let grid = self.sheet()?;
        let solutions = classic_solutions(&grid, request.check.unwrap_or(CHECK_BUDGET), None);
        Ok(grid.explain(&solutions, request.guide()?, |_| ControlFlow::Continue(())))
    }

    fn drawing(step: &Step) -> Option<Drawing> {
        let Step::Classic(step) = step else { return None };
        let state = &step.state;
        let set = |cell: usize| if state.digits()[cell] == 0 { u64::from(state.candidates(cell)) } else { 0 };
        let pattern = Drawn::of_state(state).with_step(&step.deduction).pattern();
        Some(Drawing::new(state.digits().to_vec(), (0..81).map(set).collect(), &pattern))
    }

    fn write(&self, to: &str, _texts: &Texts) -> Result<Vec<u8>, Refusal> {
        let body = if to == "sheet" {
            if self.is_restricted() {
                let why = "the format \"sheet\" cannot represent candidates that belong to the puzzle";
                return Err(Refusal::unsupported(why));
            }
            self.sheet()?.to_string().into_bytes()
        } else {
            let format = Format::by_name(to)
                .filter(|format| !format.is_variant())
                .ok_or_else(|| Refusal::usage(format!("unknown format {to:?}")))?;
            let puzzle = if format.descriptor().holds_candidates {
                self.marked()?
            } else {
                self.puzzle(Which::Givens)?
            };
            let mut body = Vec::new();
            let config = WriteConfig { symbols: self.symbols()?, ..WriteConfig::new(format) };
            write_puzzle(&mut body, &puzzle, &config, 0).map_err(Refusal::unsupported)?;
            body
        };
        Ok(body)
    }

    fn show(&self) -> Result<Shown, Refusal> {
        Ok(Shown::new(&Drawn::of_puzzle(&self.puzzle(Which::Givens)?).layers()))
    }

    fn scene(&self) -> Result<Scene, Refusal> {
        Ok(self.drawn()?.scene())
    }

    fn step_scene(&self, step: &json::Step) -> Result<Scene, Refusal> {
        let grid = self.sheet()?;
        if grid.state().is_none() {
            return Err(Refusal::usage("the board has conflicting digits, so the step cannot be drawn"));
        }
        match step.in_position(&grid.into()) {
            Some(Step::Classic(step)) => Ok(Drawn::of_state(&step.state).with_step(&step.deduction).scene()),
            _ => Err(Refusal::usage("the step contains unknown names")),
        }
    }

    fn picture(&self) -> Result<Picture, Refusal> {
        Ok(self.drawn()?.picture())
    }

    fn rules(&self) -> Result<String, Refusal> {
        Ok(String::new())
    }

    fn solution(&self) -> Result<Option<Picture>, Refusal> {
        let puzzle = self.puzzle(Which::Givens)?;
        let (grid, report) = Config::default().solve_classic(&puzzle).map_err(Refusal::unsupported)?;
        let grid = grid.filter(|_| Status::of_search(&report) == Status::Solved);
        let drawn = |grid| self.spelled(Drawn::of_puzzle(&puzzle).with_solution(&grid));
        Ok(grid.map(drawn).transpose()?.map(|drawn| drawn.picture()))
    }
}

/// Lists the text formats.
pub(crate) fn formats() -> Vec<JsonFormat> {
    let formats = Format::CLASSIC.iter().map(|format| JsonFormat {
        name: format.name(),
        description: format.description(),
        extensions: format.extensions(),
    });
    formats.collect()
}

/// Reads a text as boards, up to a maximum number.
pub(crate) fn read(text: &[u8], most: usize) -> Result<ReadText, Refusal> {
    let dialect = Dialect::detect(text, &ReadConfig::default());
    let records: Vec<_> = dialect.iter().flat_map(|dialect| dialect.records(text)).collect();
    let sheet = std::str::from_utf8(text).map(UserGrid::parse);
    // A text with only candidates is a puzzle. The parser of user grids would interpret the
    // candidates as pencil marks.
    let holds_candidates = |it: &Dialect| records.len() == 1 && it.format().descriptor().holds_candidates;
    let is_puzzle = |it: &Dialect| holds_candidates(it) || has_other_regions(it, text);
    let (dialect, sheet_error) = match (dialect, sheet) {
        // The parser of user grids would ignore regions that are not boxes.
        (dialect, Ok(Ok(sheet))) if !dialect.as_ref().is_ok_and(is_puzzle) => {
            return Ok(ReadText::new("sheet", vec![Board::of_sheet(&sheet)]));
        }
        (Ok(dialect), sheet) => (dialect, sheet.ok().and_then(Result::err)),
        (Err(error), _) => return Err(Refusal::unreadable(error, error.line(), 1)),
    };
    let mut found = ReadText::new(dialect.format().name(), Vec::new());
    found.count = records.len();
    let mut parser = dialect.parser();
    for record in records {
        match parser.parse_classic(record) {
            Ok(entry) if found.boards.len() < most => {
                let symbols = alphabet(&entry.symbols, entry.puzzle.size());
                found.boards.push(Board { symbols, ..Board::of_puzzle(&entry.puzzle)? });
            }
            Ok(_) => {}
            Err(error) => {
                let (line, column) = (error.line(), error.column().into());
                found.problems.push(Problem { line, column, detail: error.to_string() });
            }
        }
    }
    if found.boards.is_empty() {
        let Some(problem) = found.problems.into_iter().next() else {
            return Err(Refusal::unreadable("expected a puzzle, found nothing", 1, 1));
        };
        return Err(match sheet_error.filter(|_| found.count > 1) {
            // The text is not a list of puzzles either, so it was probably intended as a single
            // grid.
            Some(error) => Refusal::unreadable(&error, error.line() as u64, error.column() as u64),
            None => Refusal::unreadable(problem.detail, problem.line, problem.column),
        });
    }
    Ok(found)
}

/// Returns the characters of the digits of a puzzle, or `None` for the usual ones.
fn alphabet(symbols: &Symbols, size: usize) -> Option<String> {
    let text = |symbols: &Symbols| -> Option<String> {
        (1..=size).map(|digit| symbols.symbol(Digit::new(digit as u8)?).map(char::from)).collect()
    };
    text(symbols).filter(|it| Some(it) != text(&Symbols::NumbersFirst).as_ref())
}

/// Returns true if the text contains a puzzle of size 9 that is not classic.
fn has_other_regions(dialect: &Dialect, text: &[u8]) -> bool {
    let mut parser = dialect.parser();
    let mut entries = dialect.records(text).map(|record| parser.parse_classic(record));
    let other = |puzzle: &ClassicPuzzle| puzzle.size() == 9 && UserGrid::of_puzzle(puzzle).is_none();
    entries.any(|entry| entry.is_ok_and(|entry| other(&entry.puzzle)))
}
