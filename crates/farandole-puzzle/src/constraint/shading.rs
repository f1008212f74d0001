//! Shaded cells: connected values, yin-yang, star battles. The shading is determined during solving
//! and recorded in a layer of extra cells.

use super::args::{ArgError, Args, at};
use super::declare::documented;
use super::error::{ArgumentError, Checked, ConstraintViolation};
use super::kind::{Kind, Properties, Role, Writer, is_sudoku};
use super::reading::Reading;
use super::relation::{Related, Relation};
use super::semantics::{Semantics, Times};
use super::style::{KindStyle, in_words, style};
use crate::Cell;
use crate::board::{Board, Group, GroupSize, Line, Shape};
use alloc::string::String;
use alloc::string::ToString;
use alloc::vec::Vec;

/// Returns true if the cells for which `is_in` is true are orthogonally connected. The test is a
/// flood fill from the first such cell.
pub(super) fn is_connected(cells: &[Cell], board: &Board, is_in: impl Fn(Cell) -> bool) -> bool {
    let wanted = cells.iter().filter(|cell| is_in(**cell)).count();
    let Some(first) = cells.iter().copied().find(|cell| is_in(*cell)) else { return true };
    let mut reached = alloc::vec![first];
    let mut next = 0;
    while let Some(cell) = reached.get(next).copied() {
        let new: Vec<Cell> = board.neighbours(cell).into_iter().filter(|cell| is_in(*cell)).collect();
        new.into_iter().for_each(|cell| {
            if !reached.contains(&cell) {
                reached.push(cell);
            }
        });
        next += 1;
    }
    reached.len() == wanted
}

/// Returns an error unless the cells with values of the mask are connected and have the count, or are at least one.
pub(super) fn form_one_group(
    area: &[Cell],
    mask: u16,
    count: Option<u32>,
    board: &Board,
    values: &[u8],
) -> Checked {
    let is_in = |cell: Cell| board.values().mask(values[cell.index()]) & mask != 0;
    let found = area.iter().filter(|cell| is_in(**cell)).count() as i64;
    match count.map(i64::from) {
        Some(expected) if found != expected => {
            Err(ConstraintViolation::Number { found: Some(found), expected })
        }
        _ if found == 0 => Err(ConstraintViolation::Not("at least one cell with one of the values")),
        _ if is_connected(area, board, is_in) => Ok(()),
        _ => Err(ConstraintViolation::Not("connected cells")),
    }
}

/// Returns the meaning of cells of an area that form one orthogonally connected group.
pub(super) fn connected(cells: Vec<Cell>, mask: u16, count: Option<u32>, board: &Board) -> Semantics {
    let near = |cell: &Cell| {
        let near = board.neighbours(*cell);
        near.iter().filter_map(|other| cells.iter().position(|listed| listed == other)).collect()
    };
    let neighbours = cells.iter().map(near).collect();
    Semantics::Connected { neighbours, cells, mask, count }
}

documented! {
    /// Connected values: cells that contain one of the listed digits form one orthogonally
    /// connected group.
    ///
    /// There is at least one such cell. With a count, there are exactly that many. The first
    /// argument is the prefix of a group of extra cells, or empty for the grid.
    ///
    /// ```text
    /// # # . .
    /// . # # .
    /// . . # #
    /// ```
    pub struct ConnectedValues {
        /// The prefix of a group of extra cells; empty for the grid.
        pub group: String,
        /// The mask of the values: bit v - low represents the value v.
        pub mask: u16,
        /// Number of cells, or `None` for any number of 1 or more.
        pub count: Option<u32>,
    }
    "ConnectedValues" "group~value[_value..][~count]"
}

style!(ConnectedValues: KindStyle::new("Connected values", "connected values", ".Shape~4x4.ConnectedValues~~1_2");
    fn words(&self, board: &Board) -> Vec<(&'static str, String)> {
        alloc::vec![("one of the listed digits", in_words(board.values().values_of(self.mask), "or"))]
    }
);

impl ConnectedValues {
    fn area(&self, board: &Board) -> Vec<Cell> {
        if self.group.is_empty() {
            board.grid().collect()
        } else {
            board.group_cells(&self.group).unwrap_or_default()
        }
    }
}

impl Kind for ConnectedValues {
    const READING: Reading = Reading::Open;

    fn cells(&self, board: &Board) -> Vec<Cell> {
        self.area(board)
    }

    fn check(&self, board: &Board, values: &[u8]) -> Checked {
        form_one_group(&self.area(board), self.mask, self.count, board, values)
    }

    fn semantics(&self, board: &Board) -> Semantics {
        connected(self.area(board), self.mask, self.count, board)
    }

    fn normalize(&mut self, board: &Board) -> Result<(), ArgumentError> {
        if self.mask == 0 || self.mask & !board.values().all() != 0 {
            return Err(ArgumentError::Expected("values of the board"));
        }
        if self.area(board).is_empty() {
            Err(ArgumentError::Expected("the prefix of a group of extra cells, or an empty argument"))
        } else {
            Ok(())
        }
    }

    fn parse(args: Args<'_>) -> Result<Vec<Self>, ArgError> {
        args.end(3)?;
        let group = args.text(0, "a group, which may be empty")?;
        if !group.is_empty() && args.board.group_cells(group).is_none() {
            return Err(at(
                0,
                ArgumentError::Expected("the prefix of a group of extra cells, or an empty argument"),
            ));
        }
        let values = args.values(1)?;
        let mask = values.into_iter().fold(0, |mask, value| mask | args.board.values().mask(value));
        let count = match args.text_or_empty(2) {
            "" => None,
            _ => Some(args.number(2, 1, 1000)? as u32),
        };
        Ok(alloc::vec![Self { group: group.into(), mask, count }])
    }

    fn write(&self, out: &mut Writer<'_>) {
        out.push(&self.group);
        let values: Vec<u8> = out.board.values().values_of(self.mask).collect();
        out.values(&values);
        if let Some(count) = self.count {
            out.push(count);
        }
    }
}

const YIN_YANG: &str = "YY";
const STARS: &str = "SB";

/// Returns a group with one extra cell for each cell of the grid.
fn layer(prefix: &str, shape: Shape) -> Vec<Group> {
    let size = GroupSize::Grid { rows: shape.rows(), cols: shape.cols() };
    alloc::vec![Group { prefix: prefix.into(), label: String::new(), size }]
}

/// Restricts the extra cells of all existing grid cells to the two lowest values.
fn two_values(prefix: &str, board: &Board) -> Vec<(Cell, u16)> {
    above(prefix, board, board.grid()).into_iter().map(|cell| (cell, 0b11)).collect()
}

/// Returns the extra cells that correspond to cells of the grid.
fn above(prefix: &str, board: &Board, cells: impl IntoIterator<Item = Cell>) -> Vec<Cell> {
    let layer = board.group_cells(prefix).unwrap_or_default();
    cells.into_iter().filter_map(|cell| layer.get(cell.index()).copied()).collect()
}

/// Returns true if the cell belongs to a shading layer, and therefore has only two values.
pub(super) fn is_in_layer(board: &Board, cell: Cell) -> bool {
    [YIN_YANG, STARS]
        .into_iter()
        .filter_map(|prefix| board.group_cells(prefix))
        .any(|cells| cells.contains(&cell))
}

fn no_holes(board: &Board) -> Result<(), ArgumentError> {
    match board.grid().count() == board.grid_count() && board.values().count() >= 2 {
        true => Ok(()),
        false => Err(ArgumentError::Board("a grid without holes and at least two values")),
    }
}

/// Returns an error unless the extra cells of a layer have one of its two values.
fn have_two_values(prefix: &str, board: &Board, values: &[u8]) -> Checked {
    let layer = two_values(prefix, board);
    let wrong = layer.iter().find(|(cell, mask)| board.values().mask(values[cell.index()]) & mask == 0);
    wrong.map_or(Ok(()), |(cell, _)| {
        Err(ConstraintViolation::Value { cell: *cell, found: values[cell.index()] })
    })
}

/// Returns the meaning of the two values of a layer.
fn domains(prefix: &str, board: &Board) -> impl Iterator<Item = Semantics> {
    two_values(prefix, board).into_iter().map(|(cell, mask)| Semantics::Domain { cell, mask })
}

documented! {
    /// Yin-yang: shade each cell in one of two colours; all cells of a colour are connected, and no
    /// 2x2 area has a single colour.
    ///
    /// Cells are connected orthogonally, and both colours occur. The extra cells `YY1`.. hold the
    /// colours row by row, as the least value and the next one. Other constraints may use these
    /// cells.
    ///
    /// ```text
    /// # # # #
    /// # . . #
    /// # # . .
    /// . . . .
    /// ```
    pub struct YinYang {}
    "YinYang" "" Extension
}

style!(YinYang: KindStyle::new("Yin-yang", "yin-yang", ".Shape~6x6.YinYang"));

impl Kind for YinYang {
    const READING: Reading = Reading::Open;

    const PROPERTIES: Properties = Properties::outermost(Role::Cells);

    fn cells(&self, _board: &Board) -> Vec<Cell> {
        Vec::new()
    }

    fn check(&self, board: &Board, values: &[u8]) -> Checked {
        have_two_values(YIN_YANG, board, values)?;
        let layer = above(YIN_YANG, board, board.grid());
        for colour in [0b01, 0b10] {
            form_one_group(&layer, colour, None, board, values)?;
        }
        let is_single = |square: &[Cell; 4]| {
            let colours = above(YIN_YANG, board, *square);
            colours.iter().all(|cell| values[cell.index()] == values[colours[0].index()])
        };
        if board.squares().iter().any(is_single) {
            return Err(ConstraintViolation::Not("both colours in each 2x2 area"));
        }
        Ok(())
    }

    fn semantics(&self, board: &Board) -> Semantics {
        let values = board.values();
        let layer = above(YIN_YANG, board, board.grid());
        let colours = [0b01, 0b10].map(|mask| connected(layer.clone(), mask, None, board));
        let mixed = |square: [Cell; 4]| {
            let both = [values.low(), values.low() + 1];
            Semantics::contains(above(YIN_YANG, board, square), &both, Times::AtLeast, values)
        };
        let squares = board.squares().into_iter().map(mixed);
        Semantics::All(domains(YIN_YANG, board).chain(colours).chain(squares).collect())
    }

    fn normalize(&mut self, board: &Board) -> Result<(), ArgumentError> {
        no_holes(board)
    }

    fn parse(args: Args<'_>) -> Result<Vec<Self>, ArgError> {
        args.end(0)?;
        Ok(alloc::vec![Self {}])
    }

    fn write(&self, _out: &mut Writer<'_>) {}

    fn groups(&self, shape: Shape) -> Vec<Group> {
        layer(YIN_YANG, shape)
    }

    fn masks(&self, board: &Board) -> Vec<(Cell, u16)> {
        two_values(YIN_YANG, board)
    }
}

documented! {
    /// Star battle: each row, column and box contains the given number of stars, and no two stars
    /// touch, not even diagonally.
    ///
    /// Jigsaw pieces replace the boxes if there are no boxes. The extra cells `SB1`.. record the
    /// stars row by row: a cell with a star has the second-lowest value, and all others have the
    /// lowest. Other constraints may use these cells.
    ///
    /// ```text
    /// . * . . .
    /// . . . * .
    /// * . . . .
    /// . . * . .
    /// . . . . *
    /// ```
    pub struct StarBattle {
        /// Number of stars in each house, 1 or more.
        pub stars: u8,
    }
    "StarBattle" "stars" Extension
}

style!(StarBattle: KindStyle::new("Star battle", "star battle", ".Shape~6x6.StarBattle~1");
    fn words(&self, _board: &Board) -> Vec<(&'static str, String)> {
        alloc::vec![match self.stars {
            1 => ("the given number of stars", "1 star".into()),
            stars => ("the given number of", stars.to_string()),
        }]
    }
);

impl StarBattle {
    /// Returns the extra cells of each row, column and region.
    fn houses(board: &Board) -> Vec<Vec<Cell>> {
        let houses = Line::all(board).map(|line| line.cells(board)).chain(board.boxes());
        let pieces = board.pieces().iter().filter(|_| board.boxes().is_empty()).cloned();
        houses.chain(pieces).map(|cells| above(STARS, board, cells)).collect()
    }

    /// Returns the pairs of extra cells that touch along an edge or at a corner.
    fn touching(board: &Board) -> Vec<(Cell, Cell)> {
        let mut pairs = Vec::new();
        for cell in board.grid() {
            for (rows, cols) in [(0, 1), (1, -1), (1, 0), (1, 1)] {
                let Some(other) = board.shifted(cell, rows, cols) else { continue };
                if let [one, two] = above(STARS, board, [cell, other])[..] {
                    pairs.push((one, two));
                }
            }
        }
        pairs
    }
}

impl Kind for StarBattle {
    const READING: Reading = Reading::Open;

    const PROPERTIES: Properties = Properties::outermost(Role::Cells);

    fn cells(&self, _board: &Board) -> Vec<Cell> {
        Vec::new()
    }

    fn check(&self, board: &Board, values: &[u8]) -> Checked {
        have_two_values(STARS, board, values)?;
        let low = board.values().low();
        let has_star = |cell: &Cell| values[cell.index()] != low;
        for house in Self::houses(board) {
            let (found, expected) =
                (house.iter().filter(|cell| has_star(cell)).count(), usize::from(self.stars));
            if found != expected {
                return Err(ConstraintViolation::Count { value: low + 1, found, expected });
            }
        }
        let touching = Self::touching(board).into_iter().find(|(one, two)| has_star(one) && has_star(two));
        touching.map_or(Ok(()), |(first, second)| {
            Err(ConstraintViolation::Pair { first, second, one: low + 1, two: low + 1 })
        })
    }

    fn semantics(&self, board: &Board) -> Semantics {
        let values = board.values();
        let low = values.low();
        let stars = alloc::vec![low + 1; usize::from(self.stars)];
        let houses = Self::houses(board);
        let counted =
            houses.into_iter().map(|house| Semantics::contains(house, &stars, Times::Exactly, values));
        let apart = Relation::from_fn(values, |one, two| one == low || two == low);
        let touching = Semantics::related(Related::Pairs(Self::touching(board)), apart);
        Semantics::All(domains(STARS, board).chain(counted).chain([touching]).collect())
    }

    fn normalize(&mut self, board: &Board) -> Result<(), ArgumentError> {
        is_sudoku(board)?;
        no_holes(board)?;
        let most = board.shape().rows().min(board.shape().cols());
        let fits = (1..=most).contains(&usize::from(self.stars));
        if fits { Ok(()) } else { Err(ArgumentError::Number { low: 1, high: most as i64 }) }
    }

    fn parse(args: Args<'_>) -> Result<Vec<Self>, ArgError> {
        args.end(1)?;
        Ok(alloc::vec![Self { stars: args.number(0, 1, 16)? as u8 }])
    }

    fn write(&self, out: &mut Writer<'_>) {
        out.push(self.stars);
    }

    fn groups(&self, shape: Shape) -> Vec<Group> {
        layer(STARS, shape)
    }

    fn masks(&self, board: &Board) -> Vec<(Cell, u16)> {
        two_values(STARS, board)
    }
}
