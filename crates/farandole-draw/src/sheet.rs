//! Sheets: many puzzles on pages, with numbers and ratings, followed by small solutions.
//!
//! ```
//! use farandole_draw::sheet::{Entry, Sheet, pages};
//! use farandole_draw::{Board, Theme, pdf};
//! use farandole_puzzle::ClassicPuzzle;
//!
//! let puzzle: ClassicPuzzle = "1.....2..3.....4".parse().unwrap();
//! let entry = Entry { picture: Board::of_puzzle(&puzzle).picture(), note: "easy".into(), solution: None };
//! let pages = pages(&Sheet::default(), &vec![entry; 7]).unwrap();
//! assert_eq!(pages.len(), 2);
//! assert!(pdf::write("Seven", &pages, Theme::Print).unwrap().len() < 12_000);
//! ```

use crate::metrics::{baseline, shortened, width};
use crate::scene::{Anchor, Item, Picture, Point, Role, Scene, Shape};

/// A paper size in portrait orientation.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Paper {
    /// 210 by 297 millimetres.
    #[default]
    A4,
    /// 148 by 210 millimetres.
    A5,
    /// 8.5 by 11 inches.
    Letter,
    /// 6 by 9 inches, a usual size of books.
    Book,
}

impl Paper {
    /// All sizes.
    pub const ALL: [Self; 4] = [Self::A4, Self::A5, Self::Letter, Self::Book];

    /// Returns the name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::A4 => "a4",
            Self::A5 => "a5",
            Self::Letter => "letter",
            Self::Book => "6x9",
        }
    }

    /// Returns the size in words.
    pub const fn summary(self) -> &'static str {
        match self {
            Self::A4 => "210 by 297 millimeters",
            Self::A5 => "148 by 210 millimeters",
            Self::Letter => "8.5 by 11 inches",
            Self::Book => "6 by 9 inches",
        }
    }

    /// Returns the size with this name, in upper or lower case.
    ///
    /// ```
    /// use farandole_draw::sheet::Paper;
    ///
    /// assert_eq!((Paper::by_name("Letter"), Paper::by_name("a3")), (Some(Paper::Letter), None));
    /// ```
    pub fn by_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|paper| paper.name().eq_ignore_ascii_case(name))
    }

    /// Returns width and height in points.
    pub(crate) const fn size(self) -> (f64, f64) {
        match self {
            Self::A4 => (595.28, 841.89),
            Self::A5 => (419.53, 595.28),
            Self::Letter => (612.0, 792.0),
            Self::Book => (432.0, 648.0),
        }
    }
}

/// The layout of puzzles on pages.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sheet {
    /// Paper size.
    pub paper: Paper,
    /// Number of puzzles per page, from 1 to [`MAX_PER_PAGE`].
    pub per_page: usize,
    /// Heading of each page. An empty string means no heading.
    pub title: String,
    /// Number of the first puzzle.
    pub first: usize,
    /// Heading of the pages with solutions.
    pub solutions: String,
    /// Number of solutions per page, from 1 to [`MAX_PER_PAGE`].
    pub solutions_per_page: usize,
}

impl Default for Sheet {
    fn default() -> Self {
        Self {
            paper: Paper::A4,
            per_page: 6,
            title: String::new(),
            first: 1,
            solutions: "Solutions".to_owned(),
            solutions_per_page: MAX_PER_PAGE,
        }
    }
}

/// A puzzle of a sheet.
#[derive(Clone, Debug)]
pub struct Entry {
    /// Picture of the puzzle.
    pub picture: Picture,
    /// Text next to the number of the puzzle, such as a rating.
    pub note: String,
    /// Picture of the solution, which is printed on the last pages.
    pub solution: Option<Picture>,
}

/// Maximum number of puzzles per page, and of solutions per page.
pub const MAX_PER_PAGE: usize = 20;
/// Maximum number of pages in a document.
pub const MAX_PAGES: usize = 10_000;

/// The reason why puzzles cannot be arranged on pages.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SheetError {
    kind: Kind,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    PerPage(usize),
    Pages(usize),
}

impl std::fmt::Display for SheetError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.kind {
            Kind::PerPage(found) => write!(f, "{found} puzzles per page, expected 1 to {MAX_PER_PAGE}"),
            Kind::Pages(found) => write!(f, "{found} pages, expected at most {MAX_PAGES}"),
        }
    }
}

impl std::error::Error for SheetError {}

/// Width of the page margin.
pub(crate) const EDGE: f64 = 42.0;
/// Width of the gap between boards.
const GAP: f64 = 18.0;
/// Height of the label above a board.
const LABEL: f64 = 18.0;
/// Font size of labels.
const SMALL: f64 = 11.0;
/// Font size of headings.
pub(crate) const LARGE: f64 = 16.0;
/// Maximum number of lines of a heading.
const TITLE_LINES: usize = 3;

/// Arranges the puzzles on pages, followed by pages with the solutions.
///
/// # Errors
/// Returns an error if the number of puzzles per page is out of range, or if there would be too
/// many pages.
pub fn pages(sheet: &Sheet, entries: &[Entry]) -> Result<Vec<Scene>, SheetError> {
    check(sheet.per_page, 0)?;
    check(sheet.solutions_per_page, 0)?;
    let label = |place: usize| (sheet.first + place).to_string();
    let puzzles: Vec<Labelled<'_>> = entries
        .iter()
        .enumerate()
        .map(|(place, entry)| Labelled { label: label(place), note: &entry.note, picture: &entry.picture })
        .collect();
    let solved = |(place, entry): (usize, &'_ Entry)| Some((label(place), entry.solution.as_ref()?.clone()));
    let solved: Vec<(String, Picture)> = entries.iter().enumerate().filter_map(solved).collect();
    let solutions: Vec<Labelled<'_>> =
        solved.iter().map(|(label, picture)| Labelled { label: label.clone(), note: "", picture }).collect();
    let count = puzzles.len().div_ceil(sheet.per_page) + solutions.len().div_ceil(sheet.solutions_per_page);
    check(sheet.per_page, count)?;
    let mut numbers = 1..;
    let mut page = |title: &str, per_page: usize, boards: &[Labelled<'_>]| {
        let number = PageNumber { number: numbers.next().unwrap_or_default(), count: Some(count) };
        page(sheet.paper, title, number, per_page, boards)
    };
    let mut pages: Vec<Scene> =
        puzzles.chunks(sheet.per_page).map(|boards| page(&sheet.title, sheet.per_page, boards)).collect();
    let per_page = sheet.solutions_per_page;
    pages.extend(solutions.chunks(per_page).map(|boards| page(&sheet.solutions, per_page, boards)));
    Ok(pages)
}

/// Returns an error if a page has too many puzzles, or if there are too many pages.
pub(crate) fn check(per_page: usize, pages: usize) -> Result<(), SheetError> {
    match (1..=MAX_PER_PAGE).contains(&per_page) {
        false => Err(SheetError { kind: Kind::PerPage(per_page) }),
        true if pages > MAX_PAGES => Err(SheetError { kind: Kind::Pages(pages) }),
        true => Ok(()),
    }
}

/// A board with the text above it.
pub(crate) struct Labelled<'a> {
    pub(crate) label: String,
    pub(crate) note: &'a str,
    pub(crate) picture: &'a Picture,
}

/// The number of a page.
#[derive(Clone, Copy)]
pub(crate) struct PageNumber {
    pub(crate) number: usize,
    /// The number of pages, if it is printed.
    pub(crate) count: Option<usize>,
}

/// Draws a page with its title and its number.
pub(crate) fn page(
    paper: Paper,
    title: &str,
    number: PageNumber,
    per_page: usize,
    boards: &[Labelled<'_>],
) -> Scene {
    let (width_all, height_all) = paper.size();
    let mut items =
        vec![Item::Shape { shape: Shape::Rect((0.0, 0.0), width_all, height_all), role: Role::Ground }];
    let mut top = EDGE;
    if !title.is_empty() {
        let room = width_all - 2.0 * EDGE;
        for line in shortened(title, LARGE, room, TITLE_LINES) {
            items.push(text((EDGE, baseline(top + LARGE / 2.0, LARGE)), LARGE, line, Role::Heading));
            top += LARGE * 1.4;
        }
        top += LARGE / 2.0;
    }
    let room = (width_all - 2.0 * EDGE, height_all - EDGE - top);
    let (columns, rows) = layout(per_page, room);
    let (wide, high) = (room.0 / columns as f64, room.1 / rows as f64);
    let (most_wide, most_high) = (wide - gap(columns), high - GAP - LABEL);
    let scale = |picture: &Picture| (most_wide / picture.width).min(most_high / picture.height);
    let highest = boards.iter().map(|board| scale(board.picture) * board.picture.height).fold(0.0, f64::max);
    for (place, Labelled { label, note, picture }) in boards.iter().enumerate() {
        let (row, column) = (place / columns, place % columns);
        let scale = scale(picture);
        let x = EDGE + wide * column as f64 + (wide - scale * picture.width) / 2.0;
        // The optical centre is above the middle.
        let y = top + high * row as f64 + (most_high - highest) / 3.0;
        let base = baseline(y + LABEL / 2.0, SMALL);
        items.push(text((x, base), SMALL, label.clone(), Role::Heading));
        let beside = x + width(label, SMALL) + 8.0;
        let note = shortened(note, SMALL, x + scale * picture.width - beside, 1);
        items.extend(note.into_iter().map(|line| text((beside, base), SMALL, line, Role::Caption)));
        items.push(Item::Group { at: (x, y + LABEL), scale, items: picture.items.clone() });
    }
    items.push(foot(paper, number));
    let title = if title.is_empty() { "Sudoku".into() } else { title.to_owned() };
    let of = number.count.map_or_else(String::new, |count| format!(" of {count}"));
    let description = format!("page {}{of}, {} boards", number.number, boards.len());
    Scene { width: width_all, height: height_all, title, description, items }
}

/// Returns the number of the page at the lower edge.
pub(crate) fn foot(paper: Paper, PageNumber { number, count }: PageNumber) -> Item {
    let (width_all, height_all) = paper.size();
    let at = (width_all / 2.0, height_all - EDGE / 2.0);
    let text = count.map_or_else(|| number.to_string(), |count| format!("{number} / {count}"));
    Item::Text { at, anchor: Anchor::Middle, size: 9.0, text, role: Role::Name }
}

fn text(at: Point, size: f64, text: String, role: Role) -> Item {
    Item::Text { at, anchor: Anchor::Start, size, text, role }
}

/// Returns the width of the gap next to each board. A single column needs none.
const fn gap(columns: usize) -> f64 {
    if columns == 1 { 0.0 } else { GAP }
}

/// Returns the numbers of columns and rows that maximize the size of the boards.
fn layout(per_page: usize, (wide, high): (f64, f64)) -> (usize, usize) {
    let side = |columns: usize| {
        let rows = per_page.div_ceil(columns);
        (wide / columns as f64 - gap(columns)).min(high / rows as f64 - GAP - LABEL)
    };
    let columns = (1..=per_page).max_by(|one, other| side(*one).total_cmp(&side(*other))).unwrap_or(1);
    (columns, per_page.div_ceil(columns))
}

#[cfg(test)]
mod tests {
    use super::*;
    use farandole_puzzle::ClassicPuzzle;

    fn entries(count: usize) -> Vec<Entry> {
        let puzzle: ClassicPuzzle = "1.....2..3.....4".parse().unwrap();
        let picture = crate::Board::of_puzzle(&puzzle).picture();
        vec![Entry { solution: Some(picture.clone()), note: String::new(), picture }; count]
    }

    #[test]
    fn boards_of_a_page_stay_on_it() {
        for paper in [Paper::A4, Paper::A5, Paper::Letter, Paper::Book] {
            for per_page in 1..=MAX_PER_PAGE {
                let sheet = Sheet { paper, per_page, title: "A title".into(), ..Sheet::default() };
                for scene in pages(&sheet, &entries(per_page)).unwrap() {
                    for item in &scene.items {
                        let Item::Group { at, scale, .. } = item else { continue };
                        let side = 240.0 * scale;
                        assert!(side > 40.0 && at.0 > 0.0 && at.1 > 0.0, "{paper:?} {per_page}");
                        assert!(at.0 + side <= scene.width && at.1 + side <= scene.height);
                    }
                }
            }
        }
    }

    #[test]
    fn long_titles_and_notes_end_with_a_sign() {
        let sheet = Sheet { title: "A very long title ".repeat(40), ..Sheet::default() };
        let mut entries = entries(6);
        entries.iter_mut().for_each(|entry| entry.note = "note".repeat(40));
        let page = &pages(&sheet, &entries).unwrap()[0];
        let texts = |wanted: Role| {
            page.items.iter().filter_map(move |item| match item {
                Item::Text { at, size, text, role, .. } if *role == wanted => {
                    Some((text.clone(), at.0 + width(text, *size)))
                }
                _ => None,
            })
        };
        assert_eq!(texts(Role::Heading).filter(|(text, _)| text.ends_with('\u{2026}')).count(), 1);
        assert_eq!(texts(Role::Caption).filter(|(text, _)| text.ends_with('\u{2026}')).count(), 6);
        assert!(
            texts(Role::Heading).chain(texts(Role::Caption)).all(|(_, end)| end <= page.width - EDGE + 0.1)
        );
    }

    #[test]
    fn solutions_follow_and_too_much_is_refused() {
        let sheet = Sheet { per_page: 4, ..Sheet::default() };
        assert_eq!(pages(&sheet, &entries(9)).unwrap().len(), 3 + 1);
        let error = |per_page: usize, count: usize| {
            let sheet = Sheet { per_page, ..Sheet::default() };
            pages(&sheet, &entries(count)).unwrap_err().to_string()
        };
        assert_eq!(error(0, 1), "0 puzzles per page, expected 1 to 20");
        assert_eq!(error(21, 1), "21 puzzles per page, expected 1 to 20");
        assert_eq!(error(1, 10_000), "10500 pages, expected at most 10000");
    }
}
