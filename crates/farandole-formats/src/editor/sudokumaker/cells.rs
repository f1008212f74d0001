//! Elements that are cells, cages, or squares of cells.

use super::element::{Element, value};
use super::places;
use crate::editor::diagnostic::What;
use crate::editor::indexers;
use crate::editor::json::Json;
use farandole_puzzle::Cell;
use farandole_puzzle::board::GridKind;
use farandole_puzzle::constraint::{AllDifferent, Cage, Clones, Constraint, LookAndSay, Quad};

/// Adds a constraint for each cell of the element, of the kind that has its type.
pub(super) fn each(element: &mut Element<'_, '_, '_>) {
    let Some(kind) = element.kind() else { return };
    for json in element.list("cells") {
        if let Some(cell) = element.cell(json) {
            element.builder.add_kind(element.place, kind, None, &[cell]);
        }
    }
}

/// Returns the cells of an element that may be empty.
fn own_cells(element: &mut Element<'_, '_, '_>) -> Option<Vec<Cell>> {
    let cells = element.distinct_cells(element.object.get("cells"))?;
    if cells.is_empty() {
        element.ignore_blank();
        return None;
    }
    Some(cells)
}

pub(super) fn row_indexer(element: &mut Element<'_, '_, '_>) {
    if let Some(cells) = own_cells(element) {
        indexers::rows(element.place, cells, element.builder);
    }
}

pub(super) fn column_indexer(element: &mut Element<'_, '_, '_>) {
    if let Some(cells) = own_cells(element) {
        indexers::columns(element.place, cells, element.builder);
    }
}

pub(super) fn different(element: &mut Element<'_, '_, '_>) {
    if let Some(cells) = own_cells(element) {
        element.add(AllDifferent { cells });
    }
}

/// Reads killer cages. The sum 0 marks a cage without a sum.
pub(super) fn cages(element: &mut Element<'_, '_, '_>) {
    for cage in element.objects("cages", &["cells", "value"]) {
        let Some(cells) = element.distinct_cells(cage.get("cells")) else { continue };
        let sum = match value(cage, "value") {
            None => None,
            Some(json) => match element.number(json) {
                Some(sum) => Some(sum).filter(|sum| *sum > 0),
                None => continue,
            },
        };
        if cells.is_empty() {
            element.ignore_blank();
        } else {
            element.add(Cage { sum, cells });
        }
    }
}

pub(super) fn look_and_say(element: &mut Element<'_, '_, '_>) {
    for cage in element.objects("cages", &["cells", "value"]) {
        let Some(cells) = element.distinct_cells(cage.get("cells")) else { continue };
        let text = value(cage, "value").filter(|value| !value.is_empty());
        let (Some(json), false) = (text, cells.is_empty()) else {
            element.ignore_blank();
            continue;
        };
        let figures: Option<Vec<u8>> = json
            .text()
            .unwrap_or("?")
            .trim()
            .chars()
            .map(|c| c.to_digit(10).map(|figure| figure as u8))
            .collect();
        match figures.filter(|figures| figures.len().is_multiple_of(2)) {
            Some(figures) => {
                let pairs = figures.chunks(2).map(|pair| (pair[0], pair[1])).collect();
                element.add(LookAndSay { pairs, cells });
            }
            None => element.builder.fail_value(element.place, json, "pairs of a count and a digit"),
        }
    }
}

/// Reads clones: groups of cells with equal digits, one cell in each copy.
pub(super) fn clones(element: &mut Element<'_, '_, '_>) {
    let mut met: Vec<Vec<Cell>> = Vec::new();
    let mut groups = element.lines("groups");
    groups.retain(|group| {
        let is_clue = group.len() > 1 && !met.contains(group);
        met.push(group.clone());
        if !is_clue {
            element.ignore_blank();
        }
        is_clue
    });
    let Some(parts) = groups.first().map(Vec::len) else { return };
    let is_even = groups.iter().all(|group| group.len() == parts);
    let clones = |groups: &[Vec<Cell>]| {
        let cells = (0..groups[0].len()).flat_map(|part| groups.iter().map(move |group| group[part]));
        Clones { parts: u16::try_from(groups[0].len()).unwrap_or(u16::MAX), cells: cells.collect() }
    };
    let together = is_even.then(|| Constraint::from(clones(&groups)));
    let fits = |constraint: &Constraint| constraint.clone().normalize(element.builder.board).is_ok();
    match together.filter(fits) {
        Some(constraint) => element.add(constraint),
        None => groups.chunks(1).for_each(|group| element.add(clones(group))),
    }
}

pub(super) fn quadruples(element: &mut Element<'_, '_, '_>) {
    for clue in element.objects("clues", &["corner", "digits"]) {
        let corner = value(clue, "corner");
        let top_left = corner.and_then(|it| places::corner(element.builder.board, it.integer()?));
        let digits = match value(clue, "digits") {
            Some(Json::List(list)) => list.as_slice(),
            Some(other) => {
                element.builder.fail_value(element.place, other, "a list of digits");
                continue;
            }
            None => &[],
        };
        let values = element.builder.board.values();
        let digit = |json: &Json| u8::try_from(json.integer()?).ok().filter(|it| values.contains(*it));
        match (top_left, digits.iter().map(digit).collect::<Option<Vec<u8>>>()) {
            (Some(_), Some(values)) if values.is_empty() => element.ignore_blank(),
            (Some(top_left), Some(values)) => element.add(Quad { top_left, values }),
            (None, _) => element.fail(What::Missing { expected: "a corner between four cells" }),
            (_, None) => element.fail(What::Missing { expected: "digits of the board" }),
        }
    }
}

/// Reads rows and columns. If they cover the whole grid, they are part of the board.
pub(super) fn rows_and_columns(element: &mut Element<'_, '_, '_>) {
    for area in element.objects("areas", &["x", "y", "width", "height"]) {
        let side = |key: &str| area.get(key).and_then(|it| it.number().and(it.integer()));
        let sides =
            ["y", "x", "height", "width"].map(|key| side(key).and_then(|it| usize::try_from(it).ok()));
        let [Some(row), Some(col), Some(height), Some(width)] = sides else {
            element.fail(What::Missing { expected: "an area of whole cells" });
            continue;
        };
        let shape = element.builder.board.shape();
        if row.saturating_add(height) > shape.rows() || col.saturating_add(width) > shape.cols() {
            element.fail(What::Missing { expected: "an area inside the grid" });
            continue;
        }
        if shape.kind() == GridKind::Sudoku {
            continue;
        }
        let board = element.builder.board;
        let at = |row: usize, col: usize| board.at(row, col);
        let rows = (row..row + height).map(|r| (col..col + width).filter_map(|c| at(r, c)).collect());
        let cols = (col..col + width).map(|c| (row..row + height).filter_map(|r| at(r, c)).collect());
        let houses: Vec<Vec<Cell>> = rows.chain(cols).collect();
        for cells in houses.into_iter().filter(|cells| cells.len() > 1) {
            element.add(AllDifferent { cells });
        }
    }
}
