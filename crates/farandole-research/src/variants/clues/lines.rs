//! Random lines: thermometers, arrows, whispers, renban lines, palindromes, between lines.
//!
//! A line starts at a random free cell and continues to free cells that share an edge or a corner,
//! as long as its rule holds. Like the lines that setters draw, it never turns by more than a right
//! angle. Lines that end too early are discarded.
//!
//! Lines that look like those of published puzzles are drawn before there is a solution, because a random walk that
//! follows the values of a solution meanders. A line that leaves no solution is discarded.

use super::canvas::Canvas;
use super::kind::ClueKind;
use crate::random::Random;
use core::ops::RangeInclusive;
use farandole_puzzle::Cell;
use farandole_puzzle::constraint::Constraint;

/// Maximum number of consecutive failures before drawing ends. Most boards are full before this
/// number is reached.
const MOST_FAILURES: u32 = 60;

/// Share, in percent, of arrows that start in the circle of another arrow, in half of the puzzles. In the other half, as in
/// 5 of 11 published puzzles, no circle is shared. `docs/experiments/2026-12-01-layouts.md` has the numbers.
const SHARING: u32 = 35;

/// Returns lines of a kind, each with its images under the symmetries, without regard to a solution. Their number is at
/// most the end of `count`, and at least its start if there is room. Covers the cells of the lines for which
/// `is_possible` returns true.
pub(in crate::variants) fn draw_usual(
    canvas: &mut Canvas<'_>,
    kind: ClueKind,
    count: RangeInclusive<usize>,
    is_possible: &mut dyn FnMut(&[Constraint]) -> bool,
    random: &mut Random,
) -> Vec<Constraint> {
    let mut lines: Vec<Constraint> = Vec::new();
    let mut failures = 0;
    let sharing = if kind == ClueKind::ARROW && random.below(2) == 0 { SHARING } else { 0 };
    while lines.len() < *count.start() && failures < MOST_FAILURES {
        failures += 1;
        let shares = sharing > 0 && random.below(100) < sharing;
        let starts = if shares { single_circles(&lines) } else { canvas.free_cells() };
        let Some(path) = walk(canvas, kind, &starts, random) else { continue };
        let images = canvas.images(&path);
        let mut cells = images.concat();
        cells.sort_unstable();
        cells.dedup();
        let has_room = lines.len() + images.len() <= *count.end();
        let is_whole = has_room && cells.len() == path.len() * images.len() && !canvas.images_cross(&images);
        let drawn: Option<Vec<Constraint>> =
            images.iter().map(|image| constraint(canvas, kind, image)).collect();
        if let Some(drawn) = drawn.filter(|drawn| is_whole && is_possible(drawn)) {
            canvas.cover(&cells);
            for image in &images {
                image.windows(2).for_each(|step| canvas.mark_diagonal(step[0], step[1]));
            }
            lines.extend(drawn);
            failures = 0;
        }
    }
    lines
}

/// Returns up to `most` lines of a kind and covers their cells.
pub(super) fn draw(
    canvas: &mut Canvas<'_>,
    kind: ClueKind,
    most: usize,
    random: &mut Random,
) -> Vec<Constraint> {
    let mut lines = Vec::new();
    let mut failures = 0;
    while lines.len() < most && failures < MOST_FAILURES {
        let path = walk(canvas, kind, &canvas.free_cells(), random);
        let line = path.as_ref().and_then(|path| constraint(canvas, kind, path));
        match (path, line) {
            (Some(path), Some(line)) if line.check(canvas.board, canvas.solution).is_ok() => {
                canvas.cover(&path);
                path.windows(2).for_each(|step| canvas.mark_diagonal(step[0], step[1]));
                lines.push(line);
                failures = 0;
            }
            _ => failures += 1,
        }
    }
    lines
}

/// Returns the least and the greatest length of a line, with the circle of an arrow.
fn lengths(kind: ClueKind) -> (usize, usize) {
    match kind {
        ClueKind::ARROW => (3, 5),
        ClueKind::WHISPER => (3, 8),
        ClueKind::RENBAN | ClueKind::BETWEEN => (3, 6),
        _ => (3, 7),
    }
}

/// Returns the share of steps that are diagonal, and that of steps that turn, in percent. Obstacles add turns, so that the
/// lines have the shares of published lines. `docs/experiments/2026-11-29-layouts.md` has the numbers.
fn shares(kind: ClueKind) -> (u32, u32) {
    match kind {
        ClueKind::THERMO => (30, 38),
        ClueKind::ARROW => (40, 52),
        ClueKind::RENBAN | ClueKind::BETWEEN => (50, 50),
        _ => (40, 65),
    }
}

/// Returns the least difference on a whisper: 5 for the digits 1 to 9.
fn whisper_difference(canvas: &Canvas<'_>) -> u8 {
    canvas.board.values().count().div_ceil(2)
}

fn constraint(canvas: &Canvas<'_>, kind: ClueKind, cells: &[Cell]) -> Option<Constraint> {
    let number = (kind == ClueKind::WHISPER).then(|| whisper_difference(canvas).into());
    Constraint::of_cells(kind.name(), number, cells, canvas.board).ok()
}

/// Returns the circles in which exactly one arrow starts.
fn single_circles(arrows: &[Constraint]) -> Vec<Cell> {
    let circle = |line: &Constraint| match line {
        Constraint::Arrow(arrow) => arrow.cells.first().copied(),
        _ => None,
    };
    let mut circles: Vec<Cell> = arrows.iter().filter_map(circle).collect();
    circles.sort_unstable();
    circles.chunk_by(|one, two| one == two).filter(|same| same.len() == 1).map(|same| same[0]).collect()
}

/// Returns a random path for a line of this kind that starts in one of these cells and continues to free cells.
fn walk(canvas: &Canvas<'_>, kind: ClueKind, starts: &[Cell], random: &mut Random) -> Option<Vec<Cell>> {
    let start = *starts.get(random.below(starts.len() as u32) as usize)?;
    let (least, most) = lengths(kind);
    let mut length = least + random.below((most - least + 1) as u32) as usize;
    if canvas.solution.is_empty() {
        // Short lines are the most frequent. The two middle cells of an even palindrome cannot be equal.
        length = length.min(least + random.below((most - least + 1) as u32) as usize);
        length |= usize::from(kind == ClueKind::PALINDROME);
    }
    let mut path = vec![start];
    while path.len() < length {
        let last = *path.last()?;
        let mut next = steps(canvas, last);
        next.retain(|cell| {
            let crosses = path.windows(2).any(|step| cross(canvas, (step[0], step[1]), (last, *cell)));
            !path.contains(cell)
                && !crosses
                && !turns_back(canvas, &path, *cell)
                && may_follow(canvas, kind, length, &path, *cell)
        });
        if next.is_empty() {
            break;
        }
        prefer_whole(canvas, kind, &path, &mut next);
        let mut choice = next[random.below(next.len() as u32) as usize];
        if canvas.solution.is_empty() {
            choice = usual_step(canvas, kind, &path, &next, random);
        } else if kind == ClueKind::THERMO {
            // The smaller of two choices leaves room for a longer line.
            let second = next[random.below(next.len() as u32) as usize];
            choice = if canvas.value(second) < canvas.value(choice) { second } else { choice };
        }
        path.push(choice);
    }
    let is_complete = match kind {
        // The mirrored half must be complete; an arrow ends where the sum is reached.
        ClueKind::PALINDROME | ClueKind::BETWEEN => path.len() == length,
        _ => path.len() >= least,
    };
    is_complete.then_some(path)
}

/// Chooses a step with the usual shares of diagonals and turns, as far as possible.
fn usual_step(
    canvas: &Canvas<'_>,
    kind: ClueKind,
    path: &[Cell],
    next: &[Cell],
    random: &mut Random,
) -> Cell {
    let last = path[path.len() - 1];
    let step = |from: Cell, to: Cell| {
        let place = |cell: Cell| canvas.board.place(cell).unwrap_or_default();
        let ((row, col), (next_row, next_col)) = (place(from), place(to));
        (next_row as isize - row as isize, next_col as isize - col as isize)
    };
    let (diagonal, turn) = shares(kind);
    let is_diagonal = random.below(100) < diagonal;
    let turns = random.below(100) < turn;
    let fits = |cell: &Cell| {
        let now = step(last, *cell);
        let before = path.len().checked_sub(2).map(|at| step(path[at], last));
        // The first step decides the direction; later ones turn or not.
        match before {
            None => (now.0 != 0 && now.1 != 0) == is_diagonal,
            Some(before) => (before != now) == turns && (!turns || (now.0 != 0 && now.1 != 0) == is_diagonal),
        }
    };
    let fitting: Vec<Cell> = next.iter().copied().filter(fits).collect();
    let choices = if fitting.is_empty() { next } else { &fitting };
    choices[random.below(choices.len() as u32) as usize]
}

/// Returns the free cells that share an edge or a corner with a cell, without crossing a line.
fn steps(canvas: &Canvas<'_>, from: Cell) -> Vec<Cell> {
    let moves = (-1..=1).flat_map(|rows| (-1..=1).map(move |cols| (rows, cols)));
    let cells = moves.filter(|step| *step != (0, 0)).filter_map(|(rows, cols)| {
        let cell = canvas.board.shifted(from, rows, cols)?;
        let crosses =
            rows != 0 && cols != 0 && canvas.square(from, cell).is_some_and(|at| canvas.has_diagonal[at]);
        (canvas.is_free(cell) && !crosses).then_some(cell)
    });
    cells.collect()
}

/// Returns true if a cell may extend a path of this kind whose final length is `length` cells.
fn may_follow(canvas: &Canvas<'_>, kind: ClueKind, length: usize, path: &[Cell], cell: Cell) -> bool {
    if canvas.solution.is_empty() {
        return true;
    }
    let value = canvas.value(cell);
    let values = || path.iter().map(|it| canvas.value(*it));
    let Some(first) = values().next() else { return false };
    match kind {
        ClueKind::ARROW => {
            let sum: u8 = values().skip(1).sum();
            let left = first.saturating_sub(sum);
            // The last cell has the remaining sum.
            value < left && path.len() + 1 < length || value == left && path.len() > 1
        }
        ClueKind::RENBAN => {
            let least = values().fold(value, u8::min);
            let most = values().fold(value, u8::max);
            values().all(|it| it != value) && usize::from(most - least) < length
        }
        ClueKind::PALINDROME => {
            let mirror = length - 1 - path.len();
            path.get(mirror).is_none_or(|it| canvas.value(*it) == value)
        }
        ClueKind::BETWEEN if path.len() + 1 == length => {
            let mut inner = values().skip(1);
            inner.all(|it| (first.min(value) + 1..first.max(value)).contains(&it))
        }
        ClueKind::BETWEEN => value != first,
        _ => may_continue(canvas, kind, path, cell),
    }
}

/// Keeps only the next cells with which the rule of the line already holds, if there are any. Rules that are no relations
/// of pairs, such as those of sequences, rarely hold on random paths.
fn prefer_whole(canvas: &Canvas<'_>, kind: ClueKind, path: &[Cell], next: &mut Vec<Cell>) {
    let is_own =
        matches!(kind, ClueKind::ARROW | ClueKind::RENBAN | ClueKind::PALINDROME | ClueKind::BETWEEN);
    if is_own || canvas.solution.is_empty() {
        return;
    }
    let holds = |cell: &Cell| {
        let line = constraint(canvas, kind, &[path, &[*cell]].concat());
        line.is_some_and(|line| line.check(canvas.board, canvas.solution).is_ok())
    };
    let whole: Vec<Cell> = next.iter().copied().filter(holds).collect();
    if !whole.is_empty() {
        *next = whole;
    }
}

/// Returns true unless a relation between cells of the line excludes the cell. Other lines are checked when they are
/// complete.
fn may_continue(canvas: &Canvas<'_>, kind: ClueKind, path: &[Cell], cell: Cell) -> bool {
    let line = constraint(canvas, kind, &[path, &[cell]].concat());
    line.is_some_and(|line| {
        line.related(canvas.board).is_none() || line.check(canvas.board, canvas.solution).is_ok()
    })
}

/// Returns true if the step to a cell turns by more than a right angle from the last step of a path.
fn turns_back(canvas: &Canvas<'_>, path: &[Cell], cell: Cell) -> bool {
    let [.., before, last] = path else { return false };
    let place =
        |cell: Cell| canvas.board.place(cell).map_or((0, 0), |(row, col)| (row as isize, col as isize));
    let step = |from: (isize, isize), to: (isize, isize)| (to.0 - from.0, to.1 - from.1);
    let (before, last) = (step(place(*before), place(*last)), step(place(*last), place(cell)));
    before.0 * last.0 + before.1 * last.1 < 0
}

/// Returns true if two diagonal steps cross each other.
fn cross(canvas: &Canvas<'_>, one: (Cell, Cell), two: (Cell, Cell)) -> bool {
    canvas.square(one.0, one.1).is_some() && canvas.square(one.0, one.1) == canvas.square(two.0, two.1)
}

impl Canvas<'_> {
    /// Returns the index of the upper left cell of the square that a diagonal step crosses, or
    /// `None` for other steps.
    fn square(&self, from: Cell, to: Cell) -> Option<usize> {
        let ((row, col), (next_row, next_col)) = (self.board.place(from)?, self.board.place(to)?);
        let is_diagonal = row != next_row && col != next_col;
        is_diagonal.then(|| row.min(next_row) * self.board.shape().cols() + col.min(next_col))
    }

    /// Returns true if diagonal steps of two images of a line cross each other.
    fn images_cross(&self, images: &[Vec<Cell>]) -> bool {
        let squares = |image: &Vec<Cell>| -> Vec<usize> {
            image.windows(2).filter_map(|step| self.square(step[0], step[1])).collect()
        };
        let all: Vec<usize> = images.iter().flat_map(squares).collect();
        (0..all.len()).any(|at| all[..at].contains(&all[at]))
    }

    fn mark_diagonal(&mut self, from: Cell, to: Cell) {
        if let Some(at) = self.square(from, to) {
            self.has_diagonal[at] = true;
        }
    }
}
