//! Boards of variants: grids of any shape with every constraint of the catalogue, drawn layer by
//! layer.
//!
//! Each family of constraints has its own file, and `kinds.rs` maps kinds to families. Constraints
//! that cannot be drawn, such as rules for the whole grid, are written below the grid.

mod arrows;
mod cages;
mod cells;
mod cosmetics;
mod kinds;
mod lines;
mod marks;
mod outside;
mod pen;
mod trace;

use crate::board::{
    CELL, Layers, MARGIN, MarkGrid, Pattern, digit_item, grid_lines, mark_place, mark_step, marked_items,
    name, rank, role_of,
};
use crate::outline::Lines;
use crate::scene::{Anchor, Item, Picture, Point, Role, Scene, Shape};
use farandole_formats::editor::Figure;
use farandole_logic::variant::{Deduction, State};
use farandole_puzzle::Cell;
use farandole_puzzle::constraint::{Constraint, Role as ConstraintRole};
use farandole_puzzle::format::iss;
use farandole_puzzle::variant::Variant;
use kinds::Shown;
use pen::{LARGE_TAG, Pen, TAG};
use std::collections::BTreeMap;

/// Scale factor for the distances between candidates if constraints have text in cells.
const TIGHT: f64 = 0.82;
/// Downward shift of the candidates if constraints have text in cells.
const DOWN: f64 = 4.5;

/// The sentences below the grid.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Sentences {
    All,
    /// Those with data of a constraint that the picture does not show. The meanings of kinds are elsewhere.
    WithData,
    None,
}

/// A sentence about the constraints of a kind.
struct Sentence {
    /// Title of the kind.
    title: &'static str,
    text: String,
    /// True if the sentence contains data of a constraint, and not only the meaning of the kind.
    has_data: bool,
}

/// A variant with digits and candidates.
///
/// ```
/// use farandole_draw::{Theme, VariantBoard, svg};
/// use farandole_puzzle::format::iss;
///
/// let variant = iss::read(".Shape~4x4.Cage~5~R1C1~R1C2.AntiKing").unwrap();
/// let board = VariantBoard::new(&variant);
/// assert_eq!(board.rules().len(), 2);
/// let text = svg::write(&board.scene(), Theme::Light);
/// assert!(text.contains(">5</text>") && text.contains("Anti-king"));
/// ```
#[derive(Clone, Debug)]
pub struct VariantBoard {
    variant: Variant,
    /// Value of each cell, if it has one.
    values: Vec<Option<u8>>,
    /// For each cell, true if its value is a given.
    given: Vec<bool>,
    /// The candidate mask of each cell. The candidates are shown if the cell is empty.
    candidates: Vec<u16>,
    /// Role of candidates in the step, by cell and value.
    marked: BTreeMap<(Cell, u8), Role>,
    /// Cells of the houses and the constraint of the step.
    shaded: Vec<Cell>,
    sentences: Sentences,
    /// True if sums are large and clues are not labelled, because the board is in a book.
    is_for_print: bool,
    /// True if constraints that restrict values are drawn.
    has_clues: bool,
    /// The drawings without a meaning below the lines of the grid and above the digits.
    cosmetics: [Vec<Item>; 2],
    /// True if rows and columns have names in the margin, because texts next to the picture name cells.
    has_names: bool,
}

impl VariantBoard {
    /// Creates a board with the givens of a variant. A cell with one value shows a digit, and any other
    /// restricted cell shows its candidates.
    pub fn new(variant: &Variant) -> Self {
        let range = variant.board().values();
        let only = |mask: &u16| mask.is_power_of_two().then(|| mask.trailing_zeros() as u8 + range.low());
        let values: Vec<Option<u8>> = variant.domains().iter().map(only).collect();
        // If cells have two values of at least 1, the value 0 represents a missing second value,
        // not a digit.
        let no_digit = variant.constraints().iter().map(|it| match it {
            Constraint::Schroedinger(it) if it.low > 0 => range.mask(0),
            _ => 0,
        });
        let no_digit: u16 = no_digit.sum();
        let restricted = |mask: &u16| if mask | no_digit == range.all() { 0 } else { *mask };
        Self {
            given: values.iter().map(Option::is_some).collect(),
            values,
            candidates: variant.domains().iter().map(restricted).collect(),
            variant: variant.clone(),
            marked: BTreeMap::new(),
            shaded: Vec::new(),
            sentences: Sentences::All,
            is_for_print: false,
            has_clues: true,
            cosmetics: [Vec::new(), Vec::new()],
            has_names: false,
        }
    }

    /// Creates a board with the values and all candidates of a solving state, without the sentences
    /// below the grid.
    pub fn of_state(state: &State) -> Self {
        let in_place = |cell: Cell| state.values(cell).next().filter(|_| state.is_placed(cell));
        let board = Self::new(state.variant()).without_rules();
        let placed: Vec<Option<u8>> = state.cells().map(in_place).collect();
        let masks: Vec<u16> = state.cells().map(|cell| state.candidates(cell)).collect();
        Self { has_names: true, ..board.with_placed(&placed).with_candidates(&masks) }
    }

    /// Adds the pattern of a step. Its candidates are drawn only if the grid contains them.
    #[must_use]
    pub fn with_step(mut self, step: &Deduction) -> Self {
        let pattern = step.pattern.iter().map(|(role, it)| (it, role_of(*role)));
        let gone = step.eliminations.iter().map(|it| (it, Role::Eliminated));
        for (it, role) in pattern.chain(gone).chain(step.placements.iter().map(|it| (it, Role::Put))) {
            let known = self.marked.entry((it.cell, it.value)).or_insert(role);
            if rank(role) > rank(*known) {
                *known = role;
            }
        }
        self.shaded = step.scope(&self.variant);
        self.has_names = true;
        self
    }

    /// Removes the sentences below the grid.
    #[must_use]
    pub fn without_rules(mut self) -> Self {
        self.sentences = Sentences::None;
        self
    }

    /// Removes all constraints that do not define the board, so that digits can be read at a small size.
    ///
    /// ```
    /// use farandole_draw::VariantBoard;
    /// use farandole_puzzle::format::iss;
    ///
    /// let variant = iss::read(".Shape~4x4.Cage~3~R1C1~R1C2").unwrap();
    /// let items = |board: VariantBoard| format!("{:?}", board.picture().items);
    /// assert!(items(VariantBoard::new(&variant)).contains("Cage"));
    /// assert!(!items(VariantBoard::new(&variant).without_clues()).contains("Cage"));
    /// ```
    #[must_use]
    pub fn without_clues(mut self) -> Self {
        self.has_clues = false;
        self.without_rules()
    }

    /// Prepares the board for a book, which states the meaning of each kind in one place and prints [`kinds`](Self::kinds)
    /// next to the board. Sums in cells are larger if no candidates need the space, and clues outside the grid are labelled
    /// only if they are of several kinds. Below the grid, there are only data that the picture does not show.
    ///
    /// ```
    /// use farandole_draw::{Theme, VariantBoard, svg};
    /// use farandole_puzzle::format::iss;
    ///
    /// let variant = iss::read(".Shape~4x4.Sandwich~3~R1.AntiKing").unwrap();
    /// let board = VariantBoard::new(&variant).for_print();
    /// assert_eq!(board.kinds(), ["Anti-king", "Sandwich"]);
    /// let text = svg::write(&board.scene(), Theme::Print);
    /// assert!(text.contains(">3</text>") && !text.contains(">sandwich</text>"));
    /// ```
    #[must_use]
    pub fn for_print(mut self) -> Self {
        self.is_for_print = true;
        self.sentences = Sentences::WithData;
        self
    }

    /// Returns the titles of the kinds of constraints, in the order of the constraints, without those that are drawn with
    /// the grid.
    pub fn kinds(&self) -> Vec<&'static str> {
        let mut kinds = Vec::new();
        for sentence in self.sentences() {
            if !sentence.title.is_empty() && !kinds.contains(&sentence.title) {
                kinds.push(sentence.title);
            }
        }
        kinds
    }

    /// Fills the empty cells. Cells beyond the end of the list stay empty.
    #[must_use]
    pub fn with_values(mut self, values: &[u8]) -> Self {
        for (shown, value) in self.values.iter_mut().zip(values) {
            *shown = shown.or(Some(*value));
        }
        self
    }

    /// Adds placed values to the givens, indexed by cell. Cells beyond the end of the list stay
    /// empty.
    #[must_use]
    pub fn with_placed(mut self, placed: &[Option<u8>]) -> Self {
        for (shown, value) in self.values.iter_mut().zip(placed) {
            *shown = shown.or(*value);
        }
        self
    }

    /// Sets the candidates of empty cells as masks, indexed by cell. Cells beyond the end of the
    /// list keep theirs.
    #[must_use]
    pub fn with_candidates(mut self, masks: &[u16]) -> Self {
        for (shown, mask) in self.candidates.iter_mut().zip(masks) {
            *shown = *mask;
        }
        self
    }

    /// Adds drawings without a meaning: texts above the digits, everything else below the lines of the grid. Their colours
    /// are those of [`Figure::on_white`] in every theme. Ellipses are drawn as circles of their width, without rotations. Cages,
    /// paths and arrows are omitted.
    ///
    /// ```
    /// use farandole_draw::{Theme, VariantBoard, svg};
    /// use farandole_formats::editor::{Figure, Outline};
    /// use farandole_puzzle::format::iss;
    ///
    /// let outline = Outline::Line(vec![(0.5, 0.5), (2.5, 0.5)]);
    /// let line = Figure { outline, fill: String::new(), stroke: "#d7263d".into(), width: 0.1, opacity: 1.0 };
    /// let board = VariantBoard::new(&iss::read(".Shape~4x4").unwrap()).with_cosmetics(&[line]);
    /// assert!(svg::write(&board.scene(), Theme::Light).contains("stroke=\"#d7263d\""));
    /// ```
    #[must_use]
    pub fn with_cosmetics(mut self, cosmetics: &[Figure]) -> Self {
        self.cosmetics = cosmetics::layers(cosmetics);
        self
    }

    /// Draws the shape and the constraints, layer by layer.
    pub fn layers(&self) -> Layers {
        let mut pen = Pen::new(&self.variant);
        if self.is_for_print {
            let all = self.variant.board().values().all();
            let has_marks = self
                .values
                .iter()
                .zip(&self.candidates)
                .any(|(value, mask)| value.is_none() && *mask & all != 0);
            pen.prepare_for_print(if has_marks { TAG } else { LARGE_TAG });
        }
        let is_drawn = |it: &&Constraint| self.has_clues || it.about().role() != ConstraintRole::Rule;
        for constraint in self.variant.constraints().iter().filter(is_drawn) {
            kinds::draw(constraint, &mut pen);
        }
        let room = pen.finish();
        let (step, down) = self.mark_step(&pen.above);
        let marks = MarkGrid::new(self.variant.board().values().count().into(), step, down);
        Layers { below: pen.below, lines: grid_lines(&self.lines()), above: pen.above, room, marks }
    }

    /// Draws only the step, for a picture that already shows all candidates.
    pub fn pattern(&self) -> Pattern {
        let named = |item: &Item| match item {
            Item::Text { role, .. } => *role == Role::Named,
            Item::Shape { role, .. } => !matches!(role, Role::Given | Role::Placed | Role::Mark),
            Item::Group { .. } => false,
        };
        Pattern { below: self.shades(), above: self.digits().into_iter().filter(named).collect() }
    }

    /// Returns the distance between candidates and their downward shift. Both depend on the small
    /// texts in the layer above the digits, which are in the upper left corners of cells.
    fn mark_step(&self, above: &[Item]) -> (f64, f64) {
        let step = mark_step(self.variant.board().values().count().into());
        let is_tag = |item: &Item| matches!(item, Item::Text { role: Role::Tag, anchor: Anchor::Start, .. });
        if above.iter().any(is_tag) { (TIGHT * step, DOWN) } else { (step, 0.0) }
    }

    /// Returns the rules other than those of Sudoku, as sentences. Each kind is listed once,
    /// followed by constraints that the picture does not show completely and by givens of extra
    /// cells.
    pub fn rules(&self) -> Vec<String> {
        self.sentences().into_iter().map(|sentence| sentence.text).collect()
    }

    fn sentences(&self) -> Vec<Sentence> {
        let board = self.variant.board();
        let mut pen = Pen::new(&self.variant);
        let (mut rules, mut beside): (Vec<Sentence>, _) = (Vec::new(), Vec::new());
        for constraint in self.variant.constraints() {
            if let Constraint::Given(given) = constraint
                && given.cell.index() >= board.grid_count()
            {
                beside.push(iss::write_constraint(board, constraint));
            }
            let about = constraint.about();
            let shown = kinds::draw(constraint, &mut pen);
            let (text, has_data) = if shown == Shown::WithGrid {
                continue;
            } else if shown == Shown::Cells {
                // On paper, the name of the line states its number.
                (constraint.sentence(board), false)
            } else if shown == Shown::Fully
                || about.arguments().is_empty() && !matches!(about.name(), "Or" | "Not")
            {
                (about.meaning(), false)
            } else {
                let text = iss::write_constraint(board, constraint);
                // A blank before each item permits line breaks between items.
                (format!("{}{}", constraint.sentence(board), text.replace('.', " .")), true)
            };
            if !rules.iter().any(|rule| rule.text == text) {
                rules.push(Sentence { title: constraint.style().title, text, has_data });
            }
        }
        if !beside.is_empty() {
            let text = format!("Givens of extra cells: {}", beside.join(" "));
            rules.push(Sentence { title: "", text, has_data: true });
        }
        rules
    }

    /// Draws the board with its clues outside the grid and its rules below.
    pub fn picture(&self) -> Picture {
        let Layers { below, lines, above, room, .. } = self.layers();
        let shape = self.variant.shape();
        let (cols, rows) = (CELL * shape.cols() as f64, CELL * shape.rows() as f64);
        let [under, over] = self.cosmetics.clone();
        let items =
            [self.coloured(), self.shades(), below, under, lines, self.digits(), above, self.stars(), over]
                .concat();
        let (width, height) = (cols + room.left + room.right, rows + room.top + room.bottom);
        let items = vec![Item::Group { at: (room.left, room.top), scale: 1.0, items }];
        let is_shown = |sentence: &Sentence| match self.sentences {
            Sentences::All => true,
            Sentences::WithData => sentence.has_data,
            Sentences::None => false,
        };
        let shown = self.sentences().into_iter().filter(is_shown).map(|sentence| sentence.text);
        Picture { width, height, items }.with_text(&shown.collect::<Vec<String>>().join("\n"))
    }

    /// Draws the picture with a margin and a title. The rules become its description.
    pub fn scene(&self) -> Scene {
        let Picture { width, height, items } = self.picture();
        let (width, height) = (width + 2.0 * MARGIN, height + 2.0 * MARGIN);
        let ground = Item::Shape { shape: Shape::Rect((0.0, 0.0), width, height), role: Role::Ground };
        let shape = self.variant.shape();
        let count = self.given.iter().filter(|given| **given).count();
        Scene {
            width,
            height,
            title: format!("Sudoku variant, {} by {}, {count} givens", shape.rows(), shape.cols()),
            description: self.rules().join("\n"),
            items: [
                vec![ground],
                self.names(),
                vec![Item::Group { at: (MARGIN, MARGIN), scale: 1.0, items }],
            ]
            .concat(),
        }
    }

    /// Draws the names of rows and columns in the margin.
    fn names(&self) -> Vec<Item> {
        if !self.has_names {
            return Vec::new();
        }
        let (Layers { room, .. }, shape) = (self.layers(), self.variant.shape());
        let along = |start: f64, at: usize| MARGIN + start + CELL * (at as f64 + 0.5);
        let cols = (0..shape.cols()).map(|col| name((along(room.left, col), MARGIN / 2.0), col + 1));
        let rows = (0..shape.rows()).map(|row| name((MARGIN / 2.0, along(room.top, row)), row + 1));
        cols.chain(rows).collect()
    }

    /// Returns the lines between cells, and between cells of different boxes or jigsaw pieces.
    fn lines(&self) -> Lines {
        let board = self.variant.board();
        let regions: Vec<Vec<Cell>> =
            board.boxes().into_iter().chain(board.pieces().iter().cloned()).collect();
        let mut of: Vec<Vec<usize>> = vec![Vec::new(); board.cell_count()];
        for (number, cells) in regions.iter().enumerate() {
            cells.iter().for_each(|cell| of[cell.index()].push(number));
        }
        let shape = board.shape();
        Lines::between(shape.rows(), shape.cols(), |row, col| {
            board.at(row, col).map(|cell| &of[cell.index()])
        })
    }

    /// Draws the cells of the step.
    fn shades(&self) -> Vec<Item> {
        let pen = Pen::new(&self.variant);
        let shade = |cell: &Cell| {
            let (x, y) = pen.middle(*cell)?;
            let shape = Shape::Rect((x - CELL / 2.0, y - CELL / 2.0), CELL, CELL);
            Some(Item::Shape { shape, role: Role::House })
        };
        self.shaded.iter().filter_map(shade).collect()
    }

    /// Returns the cells whose extra cell in the group `prefix` has the second lowest value.
    fn under(&self, prefix: &str) -> Vec<Cell> {
        let board = self.variant.board();
        let (made, high) = (board.group_cells(prefix), Some(board.values().low() + 1));
        let layer = made.into_iter().flatten().zip(board.cells());
        layer.filter(|(above, _)| self.values[above.index()] == high).map(|(_, cell)| cell).collect()
    }

    /// Draws the known cells of the second colour of a yin-yang.
    fn coloured(&self) -> Vec<Item> {
        let pen = Pen::new(&self.variant);
        let corners = self.under("YY").into_iter().filter_map(|cell| pen.corner(cell));
        corners
            .map(|corner| Item::Shape { shape: Shape::Rect(corner, CELL, CELL), role: Role::Badge })
            .collect()
    }

    /// Draws the known stars, in the upper right corners of their cells.
    fn stars(&self) -> Vec<Item> {
        let pen = Pen::new(&self.variant);
        let star = |(x, y): Point| {
            let point = |at: u32| {
                let (angle, far) = (
                    std::f64::consts::PI * f64::from(at) / 5.0,
                    if at.is_multiple_of(2) { 8.0 } else { 3.2 },
                );
                (x + CELL - 11.0 + far * angle.sin(), y + 11.0 - far * angle.cos())
            };
            Item::Shape { shape: Shape::Polygon((0..10).map(point).collect()), role: Role::FullDot }
        };
        self.under("SB").into_iter().filter_map(|cell| pen.corner(cell)).map(star).collect()
    }

    /// Returns the second value of a cell with a value, if it is known.
    fn second(&self, cell: Cell) -> Option<u8> {
        let second = self.variant.board().second(cell)?;
        self.values[second.index()].filter(|value| *value != 0)
    }

    /// Draws digits and candidates.
    fn digits(&self) -> Vec<Item> {
        let board = self.variant.board();
        let pen = Pen::new(&self.variant);
        let range = board.values();
        let count = usize::from(range.count());
        let mut items = Vec::new();
        let (step, down) = self.mark_step(&self.layers().above);
        let extra = self.variant.stated_groups();
        let extra = extra.iter().filter_map(|group| board.group_cells(&group.prefix)).flatten();
        for cell in board.grid().chain(extra) {
            let Some(middle) = pen.middle(cell) else { continue };
            let at = cell.index();
            if let Some(value) = self.values[at] {
                let role = if self.given[at] { Role::Given } else { Role::Placed };
                items.extend(match self.second(cell) {
                    Some(second) => two_digits(middle, [value, second], role),
                    None => vec![digit_item(middle, symbol(value), role)],
                });
                continue;
            }
            for value in range.values_of(self.candidates[at]) {
                let middle = (middle.0, middle.1 + down);
                let place = mark_place(middle, count, usize::from(value - range.low()), step);
                let role = self.marked.get(&(cell, value)).copied();
                items.extend(marked_items(place, step, symbol(value), role));
            }
        }
        items
    }
}

/// Draws both values of a cell, smaller and next to each other.
fn two_digits(middle: Point, values: [u8; 2], role: Role) -> Vec<Item> {
    const SCALE: f64 = 0.72;
    let digit = |(value, side): (u8, f64)| {
        let at = ((middle.0 + side * CELL * 0.22) / SCALE, middle.1 / SCALE);
        let items = vec![digit_item(at, symbol(value), role)];
        Item::Group { at: (0.0, 0.0), scale: SCALE, items }
    };
    values.into_iter().zip([-1.0, 1.0]).map(digit).collect()
}

/// Returns the text of a value. Values above 9 are letters.
fn symbol(value: u8) -> String {
    char::from_digit(value.into(), 36)
        .map_or_else(|| value.to_string(), |it| it.to_ascii_uppercase().to_string())
}
