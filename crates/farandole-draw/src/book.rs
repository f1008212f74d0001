//! Books: a title page, a table of contents, rules, sections of puzzles, hints and solutions.
//!
//! ```
//! use farandole_draw::book::{Book, Section, pages};
//! use farandole_draw::sheet::{Entry, Paper};
//! use farandole_draw::{Board, Theme, pdf};
//! use farandole_puzzle::ClassicPuzzle;
//!
//! let puzzle: ClassicPuzzle = "1.....2..3.....4".parse().unwrap();
//! let picture = Board::of_puzzle(&puzzle).picture();
//! let entry = Entry { solution: Some(picture.clone()), picture, note: String::new() };
//! let section = Section { title: "Easy".into(), entries: vec![entry; 5] };
//! let book = Book {
//!     paper: Paper::Book,
//!     per_page: 2,
//!     title: "Five puzzles".into(),
//!     author: String::new(),
//!     rules: vec!["Each row, column and box contains every digit.".into()],
//!     sections: vec![section],
//!     hints: Vec::new(),
//! };
//! // The title, the contents, the rules, three pages of puzzles, one of solutions.
//! assert_eq!(pages(&book).unwrap().len(), 7);
//! ```

use crate::metrics::{baseline, lines, shortened, width};
use crate::scene::{Anchor, Item, Picture, Role, Scene, Shape};
use crate::sheet::{EDGE, Entry, LARGE, Labelled, PageNumber, Paper, SheetError, check, foot, page};

/// Number of solutions per page.
const SOLUTIONS: usize = 12;
/// Font size of text.
const TEXT: f64 = 11.0;
/// Distance between the lines of text, in multiples of the font size.
const LEADING: f64 = 1.4;
/// Font size of the title.
const TITLE: f64 = 30.0;
/// Distance by which pages are shifted away from the binding, in points.
const GUTTER: f64 = 9.0;

/// The content of a book.
#[derive(Clone, Debug)]
pub struct Book {
    /// Paper size.
    pub paper: Paper,
    /// Number of puzzles per page, from 1 to [`MAX_PER_PAGE`](crate::sheet::MAX_PER_PAGE).
    pub per_page: usize,
    /// The title.
    pub title: String,
    /// The author. May be empty.
    pub author: String,
    /// The rules, a paragraph for each.
    pub rules: Vec<String>,
    /// The sections.
    pub sections: Vec<Section>,
    /// Hints, in the order of the puzzles. Empty hints are not printed.
    pub hints: Vec<String>,
}

/// A section of a book.
#[derive(Clone, Debug)]
pub struct Section {
    /// Heading of each page.
    pub title: String,
    /// The puzzles.
    pub entries: Vec<Entry>,
}

/// A page before its number is known.
enum Page<'a> {
    Title,
    /// Headings with the numbers of their first pages.
    Contents(Vec<(&'a str, usize)>),
    /// A heading and lines of text.
    Text(&'static str, Vec<String>),
    /// A heading, the number of boards per page, and the boards.
    Boards(&'a str, usize, Vec<Labelled<'a>>),
}

/// Arranges a book on pages. Puzzles are numbered through all sections.
///
/// # Errors
/// Returns an error if the number of puzzles per page is out of range, or if there would be too many pages.
pub fn pages(book: &Book) -> Result<Vec<Scene>, SheetError> {
    let all = planned(book)?;
    Ok((1..).zip(all).map(|(number, page)| drawn(book, page, number)).collect())
}

/// Returns the pages of a book in order.
fn planned<'a>(book: &'a Book) -> Result<Vec<Page<'a>>, SheetError> {
    check(book.per_page, 0)?;
    let mut all: Vec<Page<'a>> = text_pages(book.paper, "Rules", book.rules.iter().cloned());
    let (mut number, mut solutions) = (0, Vec::new());
    for section in &book.sections {
        for entries in section.entries.chunks(book.per_page) {
            let mut boards = Vec::new();
            for entry in entries {
                number += 1;
                let label = number.to_string();
                solutions.extend(entry.solution.as_ref().map(|solution| (number, solution)));
                boards.push(Labelled { label, note: &entry.note, picture: &entry.picture });
            }
            all.push(Page::Boards(&section.title, book.per_page, boards));
        }
    }
    let hints = (1..).zip(&book.hints).filter(|(_, hint)| !hint.is_empty());
    all.extend(text_pages(book.paper, "Hints", hints.map(|(number, hint)| format!("{number}. {hint}"))));
    for chunk in solutions.chunks(SOLUTIONS) {
        let labelled = |solution: &(usize, &'a Picture)| Labelled {
            label: solution.0.to_string(),
            note: "",
            picture: solution.1,
        };
        let boards = chunk.iter().map(labelled).collect();
        all.push(Page::Boards("Solutions", SOLUTIONS, boards));
    }
    let contents = contents(book.paper, &all);
    check(book.per_page, 1 + contents.len() + all.len())?;
    Ok(core::iter::once(Page::Title).chain(contents).chain(all).collect())
}

/// Returns the table of contents of the pages that follow the title and the table itself.
fn contents<'a>(paper: Paper, pages: &[Page<'a>]) -> Vec<Page<'a>> {
    let mut headings: Vec<(&'a str, usize)> = Vec::new();
    for (at, page) in pages.iter().enumerate() {
        let heading = match page {
            Page::Boards(heading, ..) => *heading,
            Page::Text(heading, _) => *heading,
            Page::Title | Page::Contents(_) => continue,
        };
        if headings.last().is_none_or(|(last, _)| *last != heading) {
            headings.push((heading, at));
        }
    }
    let per_page = lines_per_page(paper);
    let count = headings.len().div_ceil(per_page);
    headings.iter_mut().for_each(|(_, at)| *at += count + 2);
    headings.chunks(per_page).map(|chunk| Page::Contents(chunk.to_vec())).collect()
}

/// Draws a page.
fn drawn(book: &Book, content: Page<'_>, number: usize) -> Scene {
    let (wide, high) = book.paper.size();
    let page_number = PageNumber { number, count: None };
    let mut scene = match content {
        Page::Boards(title, per_page, boards) => page(book.paper, title, page_number, per_page, &boards),
        Page::Title => Scene { description: "title page".into(), ..text_scene(book, title_items(book)) },
        Page::Contents(headings) => {
            let mut items = contents_items(book.paper, &headings);
            items.push(foot(book.paper, page_number));
            Scene { description: "Contents".into(), ..text_scene(book, items) }
        }
        Page::Text(heading, lines) => {
            let mut items = vec![text(EDGE, EDGE + LARGE / 2.0, LARGE, heading, Role::Heading)];
            let mut y = EDGE + 2.0 * LARGE;
            for line in lines {
                items.push(text(EDGE, y + TEXT / 2.0, TEXT, &line, Role::Caption));
                y += TEXT * LEADING;
            }
            items.push(foot(book.paper, page_number));
            Scene { description: heading.into(), ..text_scene(book, items) }
        }
    };
    // Odd pages are bound at their left edge.
    let shift = if number % 2 == 1 { GUTTER } else { -GUTTER };
    let items = scene.items.split_off(1);
    scene.items.push(Item::Group { at: (shift, 0.0), scale: 1.0, items });
    Scene { width: wide, height: high, ..scene }
}

/// Returns a page with the ground and these items.
fn text_scene(book: &Book, items: Vec<Item>) -> Scene {
    let (width, height) = book.paper.size();
    let ground = Item::Shape { shape: Shape::Rect((0.0, 0.0), width, height), role: Role::Ground };
    let items = core::iter::once(ground).chain(items).collect();
    Scene { width, height, title: book.title.clone(), description: String::new(), items }
}

/// Draws the title, the author and the number of puzzles, centred.
fn title_items(book: &Book) -> Vec<Item> {
    let (wide, high) = book.paper.size();
    let count: usize = book.sections.iter().map(|section| section.entries.len()).sum();
    let puzzles = format!("{count} {}", if count == 1 { "puzzle" } else { "puzzles" });
    let mut items = Vec::new();
    let mut y = high / 4.0;
    for (content, size, role) in [
        (&book.title, TITLE, Role::Heading),
        (&puzzles, LARGE, Role::Caption),
        (&book.author, LARGE, Role::Caption),
    ] {
        for (_, line) in lines(content, size, wide - 4.0 * EDGE) {
            let x = (wide - width(&line, size)) / 2.0;
            items.push(text(x, y, size, &line, role));
            y += size * LEADING;
        }
        y += LARGE;
    }
    items
}

/// Draws the headings at the left edge and the numbers of their pages at the right edge.
fn contents_items(paper: Paper, headings: &[(&str, usize)]) -> Vec<Item> {
    let right = paper.size().0 - EDGE;
    let mut items = vec![text(EDGE, EDGE + LARGE / 2.0, LARGE, "Contents", Role::Heading)];
    let mut y = EDGE + 2.0 * LARGE;
    for (heading, number) in headings {
        let number = number.to_string();
        let left = right - width(&number, TEXT);
        for line in shortened(heading, TEXT, left - EDGE - TEXT, 1) {
            items.push(text(EDGE, y + TEXT / 2.0, TEXT, &line, Role::Caption));
        }
        items.push(text(left, y + TEXT / 2.0, TEXT, &number, Role::Caption));
        y += TEXT * LEADING;
    }
    items
}

/// Returns the number of lines of text below the heading of a page.
fn lines_per_page(paper: Paper) -> usize {
    ((paper.size().1 - 2.0 * EDGE - 2.0 * LARGE) / (TEXT * LEADING)) as usize
}

/// Returns pages with paragraphs, broken into lines.
fn text_pages<'a>(
    paper: Paper,
    heading: &'static str,
    paragraphs: impl Iterator<Item = String>,
) -> Vec<Page<'a>> {
    let (wide, per_page) = (paper.size().0, lines_per_page(paper));
    let mut all: Vec<Vec<String>> = Vec::new();
    for paragraph in paragraphs {
        let broken: Vec<String> =
            lines(&paragraph, TEXT, wide - 2.0 * EDGE).into_iter().map(|(_, line)| line).collect();
        let is_full = all.last().is_none_or(|page| page.len() + broken.len() > per_page);
        for (at, line) in broken.into_iter().enumerate() {
            match all.last_mut() {
                Some(page) if !(at == 0 && is_full) && page.len() < per_page => page.push(line),
                _ => all.push(vec![line]),
            }
        }
        if let Some(page) = all.last_mut().filter(|page| page.len() < per_page) {
            page.push(String::new());
        }
    }
    all.into_iter().map(|lines| Page::Text(heading, lines)).collect()
}

fn text(x: f64, middle: f64, size: f64, text: &str, role: Role) -> Item {
    Item::Text { at: (x, baseline(middle, size)), anchor: Anchor::Start, size, text: text.into(), role }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Board, Theme, pdf};
    use farandole_puzzle::ClassicPuzzle;

    fn book(paper: Paper) -> Book {
        let puzzle: ClassicPuzzle = "1.....2..3.....4".parse().unwrap();
        let picture = Board::of_puzzle(&puzzle).picture();
        let entry = Entry { solution: Some(picture.clone()), note: String::new(), picture };
        let section =
            |title: &str, count| Section { title: title.into(), entries: vec![entry.clone(); count] };
        Book {
            paper,
            per_page: 4,
            title: "A long title of a book that needs several lines".into(),
            author: "An author".into(),
            rules: (0..60).map(|at| format!("Rule {at}: {}", "words ".repeat(at))).collect(),
            sections: vec![section("Easy", 9), section("Hard", 4)],
            hints: (0..13).map(|at| if at == 3 { String::new() } else { format!("Hint {at}") }).collect(),
        }
    }

    /// Returns all texts of a page with the right end, the baseline and the role of each.
    fn texts(items: &[Item], left: f64) -> Vec<(String, f64, f64, Role)> {
        items
            .iter()
            .flat_map(|item| match item {
                Item::Text { at, size, text, role, .. } => {
                    vec![(text.clone(), left + at.0 + width(text, *size), at.1, *role)]
                }
                Item::Group { at, scale, items } if *scale == 1.0 => texts(items, left + at.0),
                _ => Vec::new(),
            })
            .collect()
    }

    #[test]
    fn every_rule_hint_puzzle_and_solution_is_on_a_page_and_within_it() {
        for paper in [Paper::A4, Paper::A5, Paper::Letter, Paper::Book] {
            let book = book(paper);
            let scenes = pages(&book).unwrap();
            let (mut words, mut labels) = (Vec::new(), Vec::new());
            for scene in &scenes {
                for (text, right, bottom, role) in texts(&scene.items, 0.0) {
                    assert!(
                        right <= scene.width - 10.0 && bottom <= scene.height - 10.0,
                        "{paper:?}: {text}"
                    );
                    words.extend(text.split_whitespace().map(str::to_owned));
                    if role == Role::Heading {
                        labels.push(text);
                    }
                }
            }
            let count = |word: &str| words.iter().filter(|it| *it == word).count();
            assert_eq!(count("Rule"), 60, "{paper:?}");
            assert_eq!(count("words"), (0..60).sum::<usize>(), "{paper:?}");
            assert_eq!(count("Hint"), 12, "{paper:?}");
            // Three and one pages of puzzles, two of solutions, and the contents.
            assert_eq!((count("Easy"), count("Hard"), count("Solutions")), (4, 2, 3), "{paper:?}");
            let labelled = |label: &str| labels.iter().filter(|it| *it == label).count();
            assert_eq!((labelled("13"), labelled("14")), (2, 0), "{paper:?}: a puzzle and a solution");
            for (number, scene) in (1..).zip(&scenes).skip(1) {
                let texts = texts(&scene.items, 0.0);
                let foot = texts.iter().max_by(|one, two| one.2.total_cmp(&two.2)).unwrap();
                assert_eq!(foot.0, number.to_string(), "{paper:?}");
            }
        }
    }

    #[test]
    fn the_fonts_are_in_the_document() {
        let scenes = pages(&book(Paper::A4)).unwrap();
        let has = |bytes: &[u8], text: &[u8]| bytes.windows(text.len()).any(|part| part == text);
        let plain = pdf::write("Book", &scenes, Theme::Print).unwrap();
        let embedded = pdf::write_embedded("Book", &scenes, Theme::Print).unwrap();
        assert!(!has(&plain, b"FontFile2") && has(&plain, b"Helvetica"));
        assert!(has(&embedded, b"FontFile2") && !has(&embedded, b"Helvetica"));
        let lacks = Book { title: "per mille: \u{2030}".into(), ..book(Paper::A4) };
        let error = pdf::write_embedded("Book", &pages(&lacks).unwrap(), Theme::Print).unwrap_err();
        assert!(error.to_string().contains("U+2030"));
    }
}
