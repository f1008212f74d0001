//! Every puzzle of a book can be solved from its page alone: the puzzles are rebuilt from the lines and numbers of the
//! pages, and each has the same unique solution as the puzzle in the file and as the picture on the pages of solutions.
//!
//! `FARANDOLE_BOOK` names a book to be read in addition, whose puzzles are classic, killers or thermometers.

use crate::page_reader::{Page, Point, Stroke, pages};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Greatest lightness of the lines of a grid.
const DARK: f64 = 0.6;

/// A board on a page.
struct Board<'a> {
    page: &'a Page,
    /// Upper left corner.
    corner: Point,
    /// Side of a cell.
    side: f64,
    rows: usize,
    cols: usize,
}

impl Stroke {
    /// Returns the ends of a straight line along an axis, the left or upper one first.
    fn ends(&self) -> Option<[Point; 2]> {
        let [one, two] = self.points[..] else { return None };
        let is_level = (one.1 - two.1).abs() < 0.01;
        let is_upright = (one.0 - two.0).abs() < 0.01;
        let is_ordered = if is_level { one.0 <= two.0 } else { one.1 >= two.1 };
        (is_level || is_upright).then_some(if is_ordered { [one, two] } else { [two, one] })
    }
}

/// Returns the boards of a page: the grids that solid dark lines form.
fn boards(page: &Page) -> Vec<Board<'_>> {
    let is_grid = |stroke: &&Stroke| !stroke.is_dashed && stroke.grey < DARK;
    let mut grids: Vec<Vec<[Point; 2]>> = Vec::new();
    for line in page.strokes.iter().filter(is_grid).filter_map(Stroke::ends) {
        let touches = |other: &[Point; 2]| {
            let [(left, top), (right, bottom)] = line;
            let [(other_left, other_top), (other_right, other_bottom)] = *other;
            left <= other_right + 1.0
                && other_left <= right + 1.0
                && bottom <= other_top + 1.0
                && other_bottom <= top + 1.0
        };
        let (near, far) = grids.into_iter().partition(|grid: &Vec<_>| grid.iter().any(touches));
        grids = far;
        grids.push(near.concat());
        grids.last_mut().expect("the grid of the line").push(line);
    }
    let board = |grid: &Vec<[Point; 2]>| {
        let positions = |of: fn(&[Point; 2]) -> Option<f64>| -> Vec<f64> {
            let mut all: Vec<f64> = grid.iter().filter_map(of).collect();
            all.sort_by(f64::total_cmp);
            all.dedup_by(|one, two| (*one - *two).abs() < 1.0);
            all
        };
        let columns = positions(|[one, two]| (one.0 == two.0).then_some(one.0));
        let rows = positions(|[one, two]| (one.1 == two.1).then_some(one.1));
        let (Some(left), Some(right), Some(top)) = (columns.first(), columns.last(), rows.last()) else {
            panic!("lines that form no grid: {grid:?}");
        };
        let (rows, cols) = (rows.len() - 1, columns.len() - 1);
        Board { page, corner: (*left, *top), side: (right - left) / cols as f64, rows, cols }
    };
    grids.iter().map(board).collect()
}

impl Board<'_> {
    /// Returns the position of a point in cells, from the upper left corner.
    fn place(&self, (x, y): Point) -> Option<(f64, f64)> {
        let (row, col) = ((self.corner.1 - y) / self.side, (x - self.corner.0) / self.side);
        let is_inside = (0.0..self.rows as f64).contains(&row) && (0.0..self.cols as f64).contains(&col);
        is_inside.then_some((row, col))
    }

    fn cell(&self, point: Point) -> Option<usize> {
        self.place(point).map(|(row, col)| row as usize * self.cols + col as usize)
    }

    /// Returns the number above the board.
    fn number(&self) -> usize {
        let above = self.page.texts.iter().filter(|text| {
            let up = text.at.1 - self.corner.1;
            (0.0..30.0).contains(&up) && (text.at.0 - self.corner.0).abs() < 2.0
        });
        let numbers: Vec<usize> = above.filter_map(|text| text.text.parse().ok()).collect();
        assert_eq!(numbers.len(), 1, "one number above each board");
        numbers[0]
    }

    /// Returns the numbers in cells that are large, such as digits, or small, such as sums.
    fn numbers(&self, is_large: bool) -> BTreeMap<usize, usize> {
        let texts = self.page.texts.iter().filter(|text| (text.size > 0.4 * self.side) == is_large);
        texts.filter_map(|text| Some((self.cell(text.at)?, text.text.parse().ok()?))).collect()
    }

    /// Returns the sums and the cells of the cages. Dashed lines within cells are their walls.
    fn cages(&self) -> Vec<(usize, Vec<usize>)> {
        // For each cell, true if there is a wall at its upper, lower, left or right side.
        let mut walls = vec![[false; 4]; self.rows * self.cols];
        for line in self.page.strokes.iter().filter(|stroke| stroke.is_dashed).filter_map(Stroke::ends) {
            let [Some(from), Some(to)] = line.map(|end| self.place(end)) else { continue };
            for (at, walls) in walls.iter_mut().enumerate() {
                let (row, col) = ((at / self.cols) as f64, (at % self.cols) as f64);
                // The side is that which is nearer. The line covers the middle of the side.
                let covers = |from: f64, to: f64, cell: f64| from <= cell + 0.5 && cell + 0.5 <= to;
                if (from.0 - to.0).abs() < 0.01 && from.0.floor() == row && covers(from.1, to.1, col) {
                    walls[usize::from(from.0 > row + 0.5)] = true;
                }
                if (from.1 - to.1).abs() < 0.01 && from.1.floor() == col && covers(from.0, to.0, row) {
                    walls[2 + usize::from(from.1 > col + 0.5)] = true;
                }
            }
        }
        let cage = |(first, sum): (usize, usize)| {
            let (mut cells, mut next) = (vec![first], 0);
            while let Some(&cell) = cells.get(next) {
                let (row, col) = (cell / self.cols, cell % self.cols);
                let neighbours = [
                    (0, 1, row.checked_sub(1).map(|_| cell.wrapping_sub(self.cols))),
                    (1, 0, (row + 1 < self.rows).then_some(cell + self.cols)),
                    (2, 3, col.checked_sub(1).map(|_| cell.wrapping_sub(1))),
                    (3, 2, (col + 1 < self.cols).then_some(cell + 1)),
                ];
                for (own, opposite, neighbour) in neighbours {
                    let is_open = |it: &usize| !walls[cell][own] && !walls[*it][opposite];
                    cells.extend(neighbour.filter(is_open).filter(|it| !cells.contains(it)));
                }
                next += 1;
            }
            (sum, cells)
        };
        self.numbers(false).into_iter().map(cage).collect()
    }

    /// Returns the cells of the wide grey lines, each from its bulb.
    fn thermometers(&self) -> Vec<Vec<usize>> {
        let is_wide =
            |stroke: &&Stroke| !stroke.is_dashed && stroke.grey > DARK && stroke.width > 0.2 * self.side;
        let bulbs: Vec<usize> = self.page.discs.iter().filter_map(|disc| self.cell(*disc)).collect();
        let mut all = Vec::new();
        for line in self.page.strokes.iter().filter(is_wide) {
            let Some(places) = line.points.iter().map(|point| self.place(*point)).collect::<Option<Vec<_>>>()
            else {
                continue;
            };
            let mut cells: Vec<usize> = Vec::new();
            for ends in places.windows(2) {
                let (rows, cols) = (ends[1].0 - ends[0].0, ends[1].1 - ends[0].1);
                let count = rows.abs().max(cols.abs()).round();
                for step in 0..=count as usize {
                    let part = step as f64 / count;
                    let (row, col) = (ends[0].0 + part * rows, ends[0].1 + part * cols);
                    cells.push(row as usize * self.cols + col as usize);
                }
            }
            cells.dedup();
            if !bulbs.contains(&cells[0]) {
                cells.reverse();
            }
            assert!(bulbs.contains(&cells[0]), "each thermometer has a bulb");
            all.push(cells);
        }
        all
    }

    /// Returns the puzzle as constraint text, and its kind.
    fn puzzle(&self) -> (String, &'static str) {
        let name = |cell: &usize| format!("~R{}C{}", cell / self.cols + 1, cell % self.cols + 1);
        let names = |cells: &[usize]| cells.iter().map(name).collect::<String>();
        let mut text = format!(".Shape~{}x{}", self.rows, self.cols);
        for (cell, digit) in self.numbers(true) {
            write!(text, ".{}_{digit}", name(&cell)).unwrap();
        }
        let (cages, thermometers) = (self.cages(), self.thermometers());
        for (sum, cells) in &cages {
            write!(text, ".Cage~{sum}{}", names(cells)).unwrap();
        }
        for cells in &thermometers {
            write!(text, ".Thermo{}", names(cells)).unwrap();
        }
        let kind = match (cages.is_empty(), thermometers.is_empty()) {
            (true, true) => "classic",
            (false, true) => "killer",
            (true, false) => "thermo",
            (false, false) => "mixed",
        };
        (text, kind)
    }
}

/// A puzzle of a book, rebuilt from its page.
struct Rebuilt {
    solution: Vec<u8>,
    kind: &'static str,
}

/// Rebuilds the puzzles of a book, by number. Each has exactly one solution, which the book prints.
fn read(book: &Path) -> BTreeMap<usize, Rebuilt> {
    let (mut puzzles, mut solutions) = (BTreeMap::new(), BTreeMap::new());
    for page in pages(&fs::read(book).unwrap()) {
        let is_solutions = page.texts.iter().any(|text| text.text == "Solutions");
        for board in boards(&page) {
            let number = board.number();
            if is_solutions {
                let digits: Vec<u8> = board.numbers(true).into_values().map(|digit| digit as u8).collect();
                assert!(solutions.insert(number, digits).is_none(), "one solution {number}");
            } else {
                assert!(puzzles.insert(number, board.puzzle()).is_none(), "one puzzle {number}");
            }
        }
    }
    let rebuilt = |(number, (text, kind)): (usize, (String, &'static str))| {
        let answer = farandole::solve(text.as_str()).unwrap();
        let solution =
            answer.unique().unwrap_or_else(|| panic!("puzzle {number} is not unique: {text}")).to_vec();
        assert_eq!(Some(&solution), solutions.get(&number), "the printed solution of puzzle {number}");
        (number, Rebuilt { solution, kind })
    };
    puzzles.into_iter().map(rebuilt).collect()
}

fn farandole(folder: &Path, args: &[&str]) -> String {
    let output =
        Command::new(env!("CARGO_BIN_EXE_farandole")).args(args).current_dir(folder).output().unwrap();
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn each_puzzle_can_be_solved_from_its_page_alone() {
    let folder: PathBuf = Path::new(env!("CARGO_TARGET_TMPDIR")).join("book_pages");
    fs::create_dir_all(&folder).unwrap();
    let mut expected: Vec<(&str, Vec<u8>)> = Vec::new();
    let mut sections = String::new();
    for kind in ["classic", "killer", "thermo"] {
        let puzzles = farandole(&folder, &["generate", kind, "-n", "3", "--seed", "4", "--quiet"]);
        for line in puzzles.lines().filter(|line| !line.is_empty()) {
            expected.push((kind, farandole::solve(line).unwrap().unique().unwrap().to_vec()));
        }
        fs::write(folder.join(format!("{kind}.txt")), puzzles).unwrap();
        write!(sections, "[[section]]\ntitle = \"{kind}\"\npuzzles = \"{kind}.txt\"\n").unwrap();
    }
    for (paper, per_page) in [("6x9", 1), ("A4", 2), ("Letter", 6)] {
        let spec = format!("title = \"Pages\"\npaper = \"{paper}\"\nper-page = {per_page}\n{sections}");
        fs::write(folder.join("book.toml"), spec).unwrap();
        farandole(&folder, &["book", "book.toml", "--pdf", "book.pdf", "--quiet"]);
        let rebuilt = read(&folder.join("book.pdf"));
        assert_eq!(rebuilt.len(), expected.len(), "{paper}");
        for (found, (kind, solution)) in rebuilt.values().zip(&expected) {
            assert_eq!((found.kind, &found.solution), (*kind, solution), "{paper}");
        }
    }
    if let Some(book) = std::env::var_os("FARANDOLE_BOOK") {
        let rebuilt = read(Path::new(&book));
        let mut kinds: BTreeMap<&str, usize> = BTreeMap::new();
        rebuilt.values().for_each(|found| *kinds.entry(found.kind).or_default() += 1);
        println!("{} puzzles rebuilt: {kinds:?}", rebuilt.len());
    }
}
