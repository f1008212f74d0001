//! Boards: the contents of a picture of a puzzle or solving state, and its layers, back to front.

use crate::metrics::baseline;
use crate::outline::Lines;
use crate::scene::{Anchor, Item, Picture, Point, Role, Scene, Shape};
use farandole_formats::Symbols;
use farandole_logic::{Candidate, Deduction, Inference, Role as LogicRole, State};
use farandole_puzzle::{Cell, ClassicPuzzle, Digit, DigitSet, Geometry, Grid, HouseKind};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Side of a cell.
pub(crate) const CELL: f64 = 60.0;
/// Width of the margin around the grid, which contains the names of rows and columns.
pub(crate) const MARGIN: f64 = 24.0;
const DIGIT: f64 = 34.0;
/// Font size of candidates, in multiples of their distance.
const MARK: f64 = 0.83;
const NAME: f64 = 12.0;
/// Length of the head of an arrow.
const HEAD: f64 = 6.0;

/// A grid with digits and candidates, and the pattern of a step.
///
/// Digits above 9 are drawn as letters, as in the text formats. Grids that are too large for this
/// use numbers.
///
/// ```
/// use farandole_draw::{Board, Theme, svg};
/// use farandole_logic::{Technique, catalogue};
///
/// let (state, step) = catalogue::example(Technique::XWing).unwrap();
/// let scene = Board::of_state(&state).with_step(&step).scene();
/// assert_eq!((scene.width, scene.height), (588.0, 588.0));
/// ```
#[derive(Clone, Debug)]
pub struct Board {
    geometry: Arc<Geometry>,
    /// The digit of each cell in row-major order, 0 for an empty cell.
    digits: Vec<u8>,
    /// For each cell, true if its digit is a given.
    given: Vec<bool>,
    /// The candidates of each cell, which are shown if the cell is empty.
    candidates: Vec<DigitSet>,
    /// Role of candidates in the step, by cell and digit.
    marked: BTreeMap<(usize, u8), Role>,
    /// Cells of the houses of the step.
    shaded: Vec<Cell>,
    /// Links of the step, in order.
    links: Vec<Link>,
    title: String,
    /// The characters of the digits, if they are not the usual ones.
    symbols: Option<Symbols>,
}

/// Drawing of the shape and the constraints, without digits. The upper left corner of the grid is
/// at (0, 0). The side of a cell is 60.
#[derive(Clone, PartialEq, Debug)]
pub struct Layers {
    /// Parts below the lines of the grid.
    pub below: Vec<Item>,
    /// Lines of the grid.
    pub lines: Vec<Item>,
    /// Parts above the digits.
    pub above: Vec<Item>,
    /// Space that the drawing needs beyond the grid.
    pub room: Room,
    /// Positions of candidates in cells.
    pub marks: MarkGrid,
}

/// Space that clues need beyond the grid.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct Room {
    /// Space on the left.
    pub left: f64,
    /// Space at the top.
    pub top: f64,
    /// Space on the right.
    pub right: f64,
    /// Space at the bottom, including extra cells.
    pub bottom: f64,
}

/// Drawing of a step, in the coordinates of [`Layers`].
#[derive(Clone, PartialEq, Debug)]
pub struct Pattern {
    /// Cells of the houses and constraints of the step, below the lines of the grid.
    pub below: Vec<Item>,
    /// The candidates and links of the pattern, above all digits and candidates. They cover the
    /// corresponding candidates of the layers below.
    pub above: Vec<Item>,
}

/// The positions and the font size of digits and candidates in a cell.
#[derive(Clone, PartialEq, Debug)]
pub struct MarkGrid {
    /// Font size of digits.
    pub digit: f64,
    /// Font size of candidates.
    pub size: f64,
    /// Middle of the baseline of each candidate, in ascending order, relative to the upper left
    /// corner of its cell.
    pub at: Vec<Point>,
}

impl MarkGrid {
    /// Returns the positions in a cell with space for `count` candidates.
    pub fn of(count: usize) -> Self {
        Self::new(count, mark_step(count), 0.0)
    }

    /// Returns the positions of `count` candidates at this distance, shifted downwards.
    pub(crate) fn new(count: usize, step: f64, down: f64) -> Self {
        let middle = (CELL / 2.0, CELL / 2.0 + down);
        let size = MARK * step;
        let at = |place| {
            let (x, y) = mark_place(middle, count, place, step);
            (x, baseline(y, size))
        };
        Self { digit: DIGIT, size, at: (0..count).map(at).collect() }
    }
}

/// A link of a chain between two candidates, each a cell and a digit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Link {
    from: (usize, u8),
    to: (usize, u8),
    /// True if the conclusion is that the candidate is true.
    on: bool,
}

impl Board {
    /// Creates a board with the givens of a puzzle. If the puzzle restricts digits, the allowed
    /// digits of empty cells are shown as candidates.
    pub fn of_puzzle(puzzle: &ClassicPuzzle) -> Self {
        let cells = (0..puzzle.geometry().cell_count()).filter_map(Cell::new);
        let allowed = |cell: Cell| match puzzle.restrictions() {
            Some(_) if puzzle.givens()[cell.index()] == 0 => puzzle.allowed(cell),
            _ => DigitSet::EMPTY,
        };
        let size = puzzle.size();
        Self {
            geometry: Arc::clone(puzzle.geometry()),
            digits: puzzle.givens().to_vec(),
            given: puzzle.givens().iter().map(|given| *given != 0).collect(),
            candidates: cells.map(allowed).collect(),
            marked: BTreeMap::new(),
            shaded: Vec::new(),
            links: Vec::new(),
            title: format!("Sudoku, {size} by {size}, {} givens", puzzle.given_count()),
            symbols: None,
        }
    }

    /// Creates a board with the digits and all candidates of a classic solving state.
    pub fn of_state(state: &State) -> Self {
        let digits = state.digits().to_vec();
        let empty = digits.iter().filter(|digit| **digit == 0).count();
        Self {
            geometry: Arc::new(Geometry::classic()),
            digits,
            given: (0..81).map(|cell| state.is_given(cell)).collect(),
            candidates: (0..81).map(|cell| DigitSet::from_bits(state.candidates(cell).into())).collect(),
            marked: BTreeMap::new(),
            shaded: Vec::new(),
            links: Vec::new(),
            title: format!("Sudoku, {empty} cells empty"),
            symbols: None,
        }
    }

    /// Sets the candidates of empty cells, in row-major order. Cells beyond the end of the list
    /// keep theirs.
    #[must_use]
    pub fn with_candidates(mut self, candidates: &[DigitSet]) -> Self {
        for (shown, set) in self.candidates.iter_mut().zip(candidates) {
            *shown = *set;
        }
        self
    }

    /// Writes digits with these symbols. Does nothing if they do not cover the size.
    #[must_use]
    pub fn with_symbols(mut self, symbols: Symbols) -> Self {
        self.symbols = Some(symbols).filter(|symbols| symbols.cover(self.size()));
        self
    }

    /// Fills the empty cells from this grid. Does nothing if the grid has a different size.
    #[must_use]
    pub fn with_solution(mut self, grid: &Grid) -> Self {
        if grid.digits().len() == self.digits.len() {
            self.digits = grid.digits().to_vec();
        }
        self
    }

    /// Adds placed digits to the givens, in row-major order, 0 for none. Cells beyond the end of
    /// the list stay empty.
    #[must_use]
    pub fn with_placed(mut self, placed: &[u8]) -> Self {
        let size = self.geometry.size();
        for (digit, placed) in self.digits.iter_mut().zip(placed) {
            if *digit == 0 && usize::from(*placed) <= size {
                *digit = *placed;
            }
        }
        self
    }

    /// Adds the pattern of a step of the classic grid. Does nothing if the board has a different
    /// size.
    #[must_use]
    pub fn with_step(mut self, step: &Deduction) -> Self {
        if self.geometry.size() != 9 {
            return self;
        }
        self.title = step.technique.title().to_owned();
        let mut mark = |cell: usize, digit: u8, role: Role| {
            let known = self.marked.entry((cell, digit)).or_insert(role);
            if rank(role) > rank(*known) {
                *known = role;
            }
        };
        for (role, candidate) in &step.pattern {
            mark(candidate.cell(), candidate.digit(), role_of(*role));
        }
        step.eliminations.iter().for_each(|it| mark(it.cell(), it.digit(), Role::Eliminated));
        step.placements.iter().for_each(|it| mark(it.cell(), it.digit(), Role::Put));
        let houses: Vec<_> = self.geometry.houses().map(|house| house.cells.to_vec()).collect();
        for house in &step.houses {
            self.shaded.extend(houses.get(usize::from(*house)).into_iter().flatten());
        }
        for link in links(step) {
            if !self.links.contains(&link) {
                self.links.push(link);
            }
        }
        self
    }

    /// Returns the number of rows and columns.
    pub fn size(&self) -> usize {
        self.geometry.size()
    }

    /// Draws the board with the names of its rows and columns.
    pub fn scene(&self) -> Scene {
        let side = CELL * self.size() as f64 + 2.0 * MARGIN;
        let mut items = vec![Item::Shape { shape: Shape::Rect((0.0, 0.0), side, side), role: Role::Ground }];
        items.extend(self.names());
        items.push(Item::Group { at: (MARGIN, MARGIN), scale: 1.0, items: self.grid() });
        Scene { width: side, height: side, title: self.title.clone(), description: String::new(), items }
    }

    /// Draws the board without the names of its rows and columns.
    pub fn picture(&self) -> Picture {
        let side = CELL * self.size() as f64;
        Picture { width: side, height: side, items: self.grid() }
    }

    /// Draws the board layer by layer: backgrounds, lines, digits, candidates, links.
    fn grid(&self) -> Vec<Item> {
        let mut items = self.houses();
        items.extend(self.shades());
        items.extend(grid_lines(&Lines::of(&self.geometry)));
        items.extend(self.digits());
        let candidates = (0..self.digits.len()).flat_map(|cell| self.pencil_marks(cell));
        items.extend(candidates);
        items.extend(self.links.iter().flat_map(|link| self.link(link)));
        items
    }

    /// Draws the shape without digits, layer by layer.
    pub fn layers(&self) -> Layers {
        Layers {
            below: self.houses(),
            lines: grid_lines(&Lines::of(&self.geometry)),
            above: Vec::new(),
            room: Room::default(),
            marks: MarkGrid::of(self.size()),
        }
    }

    /// Draws only the step, for a picture that already shows all candidates.
    pub fn pattern(&self) -> Pattern {
        let named = |(&(cell, digit), &role): (&(usize, u8), &Role)| {
            let has = self.digits[cell] == 0
                && Digit::new(digit).is_some_and(|digit| self.candidates[cell].contains(digit));
            let text = self.symbol(digit);
            has.then(|| marked_items(self.place((cell, digit)), self.step(), text, Some(role)))
        };
        let mut above: Vec<Item> = self.marked.iter().filter_map(named).flatten().collect();
        above.extend(self.links.iter().flat_map(|link| self.link(link)));
        Pattern { below: self.shades(), above }
    }

    fn corner(&self, cell: usize) -> Point {
        ((cell % self.size()) as f64 * CELL, (cell / self.size()) as f64 * CELL)
    }

    fn middle(&self, cell: usize) -> Point {
        let (x, y) = self.corner(cell);
        (x + CELL / 2.0, y + CELL / 2.0)
    }

    fn names(&self) -> Vec<Item> {
        let along = |i: usize| MARGIN + CELL * (i as f64 + 0.5);
        (0..self.size())
            .flat_map(|i| [name((along(i), MARGIN / 2.0), i + 1), name((MARGIN / 2.0, along(i)), i + 1)])
            .collect()
    }

    fn square(&self, cell: Cell, role: Role) -> Item {
        Item::Shape { shape: Shape::Rect(self.corner(cell.index()), CELL, CELL), role }
    }

    /// Draws the houses of the step.
    fn shades(&self) -> Vec<Item> {
        self.shaded.iter().map(|cell| self.square(*cell, Role::House)).collect()
    }

    /// Draws extra regions and diagonals.
    fn houses(&self) -> Vec<Item> {
        let mut items = Vec::new();
        for house in self.geometry.houses() {
            match house.kind {
                HouseKind::Extra(_) => {
                    items.extend(house.cells.iter().map(|cell| self.square(*cell, Role::Extra)))
                }
                HouseKind::Diagonal(_) => {
                    let (Some(first), Some(last)) = (house.cells.first(), house.cells.last()) else {
                        continue;
                    };
                    let ((x1, y1), (x2, y2)) = (self.middle(first.index()), self.middle(last.index()));
                    let half = |from: f64, to: f64| CELL / 2.0 * (to - from).signum();
                    let shape = Shape::Line(
                        (x1 - half(x1, x2), y1 - half(y1, y2)),
                        (x2 + half(x1, x2), y2 + half(y1, y2)),
                    );
                    items.push(Item::Shape { shape, role: Role::Diagonal });
                }
                _ => {}
            }
        }
        items
    }

    fn digits(&self) -> Vec<Item> {
        let text = |(cell, digit): (usize, &u8)| {
            let role = if self.given[cell] { Role::Given } else { Role::Placed };
            digit_item(self.middle(cell), self.symbol(*digit), role)
        };
        self.digits.iter().enumerate().filter(|(_, digit)| **digit != 0).map(text).collect()
    }

    /// Returns the text of a digit.
    fn symbol(&self, digit: u8) -> String {
        let usual = Symbols::NumbersFirst.cover(self.size()).then_some(&Symbols::NumbersFirst);
        let symbol = self.symbols.as_ref().or(usual).and_then(|symbols| symbols.symbol(Digit::new(digit)?));
        symbol.map_or_else(|| digit.to_string(), |symbol| char::from(symbol).to_string())
    }

    /// Returns the distance between the centres of adjacent candidates.
    fn step(&self) -> f64 {
        mark_step(self.size())
    }

    /// Returns the centre of a candidate.
    fn place(&self, (cell, digit): (usize, u8)) -> Point {
        mark_place(self.middle(cell), self.size(), usize::from(digit) - 1, self.step())
    }

    fn pencil_marks(&self, cell: usize) -> Vec<Item> {
        let mut items = Vec::new();
        if self.digits[cell] != 0 {
            return items;
        }
        for digit in self.candidates[cell].iter().map(Digit::get) {
            let role = self.marked.get(&(cell, digit)).copied();
            let text = self.symbol(digit);
            items.extend(marked_items(self.place((cell, digit)), self.step(), text, role));
        }
        items
    }

    /// Draws an arrow from premise to conclusion that ends short of both candidates. It bends
    /// around other candidates of the pattern.
    fn link(&self, link: &Link) -> [Item; 2] {
        let (from, to) = (self.place(link.from), self.place(link.to));
        let between = |place: &(usize, u8)| *place != link.from && *place != link.to;
        let ends = self.links.iter().flat_map(|link| [link.from, link.to]);
        let is_blocked =
            ends.filter(between).any(|place| distance(self.place(place), from, to) < self.step() / 2.0);
        let (dx, dy) = (to.0 - from.0, to.1 - from.1);
        let length = dx.hypot(dy).max(1.0);
        let bend = if is_blocked { (0.15 * length).clamp(10.0, 40.0) } else { 0.0 };
        let control =
            ((from.0 + to.0) / 2.0 - dy / length * bend, (from.1 + to.1) / 2.0 + dx / length * bend);
        let radius = self.step() / 2.0;
        let start = towards(from, control, radius);
        let tip = towards(to, control, radius);
        let end = towards(tip, control, HEAD * 0.8);
        let role = if link.on { Role::Strong } else { Role::Weak };
        let shape = if is_blocked { Shape::Curve(start, control, end) } else { Shape::Line(start, end) };
        let head = if link.on { Role::StrongHead } else { Role::WeakHead };
        [Item::Shape { shape, role }, Item::Shape { shape: arrow_head(tip, control, HEAD), role: head }]
    }
}

/// Returns the links of a step in order: the links of its chains or, without chains, the links that
/// the step lists.
fn links(step: &Deduction) -> Vec<Link> {
    let place = |candidate: Candidate| (candidate.cell(), candidate.digit());
    let mut links = Vec::new();
    for chain in &step.chains {
        for Inference { assertion, premises, .. } in chain {
            links.extend(premises.iter().filter_map(|premise| {
                let from = chain.get(usize::from(*premise))?.assertion.candidate;
                Some(Link { from: place(from), to: place(assertion.candidate), on: assertion.on })
            }));
        }
    }
    if links.is_empty() {
        let listed = step.links.iter();
        links.extend(listed.map(|it| Link { from: place(it.from), to: place(it.to), on: it.to_on }));
    }
    links
}

/// Returns a triangle of this length for the end of a line from `from` to `tip`. The first point is
/// the tip.
pub(crate) fn arrow_head(tip: Point, from: Point, length: f64) -> Shape {
    let (dx, dy) = (tip.0 - from.0, tip.1 - from.1);
    let far = dx.hypot(dy).max(1e-6);
    let (dx, dy) = (dx / far, dy / far);
    let back = (tip.0 - dx * length, tip.1 - dy * length);
    let wide = length * 0.45;
    Shape::Polygon(vec![
        tip,
        (back.0 - dy * wide, back.1 + dx * wide),
        (back.0 + dy * wide, back.1 - dx * wide),
    ])
}

/// Draws the lines of a grid, back to front.
pub(crate) fn grid_lines(Lines { thin, thick }: &Lines) -> Vec<Item> {
    let scaled = |(x, y): Point| (CELL * x, CELL * y);
    let line = |(from, to): &(Point, Point), role: Role| {
        // Thick lines extend past their ends so that corners are closed.
        let more = if role == Role::Thick { 1.25 } else { 0.0 };
        let ((x1, y1), (x2, y2)) = (scaled(*from), scaled(*to));
        let (dx, dy) = ((x2 - x1).signum() * more, (y2 - y1).signum() * more);
        let (dx, dy) = if x1 == x2 { (0.0, dy) } else { (dx, 0.0) };
        let shape = Shape::Line((x1 - dx, y1 - dy), (x2 + dx, y2 + dy));
        Item::Shape { shape, role }
    };
    let thin = thin.iter().map(|ends| line(ends, Role::Thin));
    thin.chain(thick.iter().map(|ends| line(ends, Role::Thick))).collect()
}

/// Draws a digit at the centre of a cell.
pub(crate) fn digit_item((x, y): Point, text: String, role: Role) -> Item {
    let size = if text.len() > 1 { DIGIT * 0.8 } else { DIGIT };
    Item::Text { at: (x, baseline(y, size)), anchor: Anchor::Middle, size, text, role }
}

/// Draws a candidate.
pub(crate) fn mark_item(at: Point, step: f64, text: String, role: Role) -> Item {
    let size = if text.len() > 1 { 0.65 * step } else { MARK * step };
    Item::Text { at: (at.0, baseline(at.1, size)), anchor: Anchor::Middle, size, text, role }
}

/// Draws a candidate with its role in the step.
pub(crate) fn marked_items(at: Point, step: f64, text: String, role: Option<Role>) -> Vec<Item> {
    let mut items = Vec::new();
    items.extend(role.map(|role| Item::Shape { shape: ground(role, at, step / 2.0), role }));
    items.push(mark_item(at, step, text, if role.is_some() { Role::Named } else { Role::Mark }));
    if role == Some(Role::Eliminated) {
        let half = step * 0.39;
        let shape = Shape::Line((at.0 - half, at.1 + half), (at.0 + half, at.1 - half));
        items.push(Item::Shape { shape, role: Role::Strike });
    }
    items
}

/// Returns the number of candidates per row in a cell with space for `count` candidates.
fn marks_across(count: usize) -> usize {
    (1..).find(|it: &usize| it * it >= count).unwrap_or(1)
}

/// Returns the distance between the centres of adjacent candidates in a cell with space for `count`
/// candidates.
pub(crate) fn mark_step(count: usize) -> f64 {
    CELL * 0.9 / marks_across(count) as f64
}

/// Returns the centre of a candidate, given its 0-based index, the centre of its cell, and the
/// distance `step` between candidates.
pub(crate) fn mark_place((x, y): Point, count: usize, place: usize, step: f64) -> Point {
    let across = marks_across(count);
    let down = count.div_ceil(across);
    let off = |i: usize, all: usize| (i as f64 - (all as f64 - 1.0) / 2.0) * step;
    (x + off(place % across, across), y + off(place / across, down))
}

/// Returns the point at a distance from one point in the direction of another.
pub(crate) fn towards(from: Point, to: Point, far: f64) -> Point {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let length = dx.hypot(dy).max(1e-6);
    (from.0 + dx / length * far, from.1 + dy / length * far)
}

/// Returns the distance of a point from the segment between two others.
fn distance(point: Point, from: Point, to: Point) -> f64 {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let along = ((point.0 - from.0) * dx + (point.1 - from.1) * dy) / (dx * dx + dy * dy).max(1e-6);
    let along = along.clamp(0.0, 1.0);
    (point.0 - from.0 - along * dx).hypot(point.1 - from.1 - along * dy)
}

/// Returns the shape drawn below a candidate. Roles differ in shape and colour, for readers who
/// cannot distinguish the colours.
fn ground(role: Role, (x, y): Point, radius: f64) -> Shape {
    match role {
        Role::Fin | Role::Off => {
            let half = radius * 0.9;
            Shape::Rect((x - half, y - half), 2.0 * half, 2.0 * half)
        }
        _ => Shape::Circle((x, y), radius),
    }
}

pub(crate) const fn role_of(role: LogicRole) -> Role {
    match role {
        LogicRole::Extra | LogicRole::Fin => Role::Fin,
        LogicRole::Support | LogicRole::Set(_) => Role::Support,
        LogicRole::On => Role::On,
        LogicRole::Off => Role::Off,
        _ => Role::Core,
    }
}

/// Returns the rank of a role. If a candidate has several roles, the role with the highest rank is
/// drawn. Effects have higher ranks than patterns.
pub(crate) const fn rank(role: Role) -> u8 {
    match role {
        Role::Put => 6,
        Role::Eliminated => 5,
        Role::Off => 4,
        Role::On => 3,
        Role::Support => 2,
        Role::Fin => 1,
        _ => 0,
    }
}

/// Draws the number of a row or column around a point.
pub(crate) fn name(at: Point, number: usize) -> Item {
    Item::Text {
        at: (at.0, baseline(at.1, NAME)),
        anchor: Anchor::Middle,
        size: NAME,
        text: number.to_string(),
        role: Role::Name,
    }
}
