//! Constraints that a setter writes as expressions: conditions over cells, over neighbours on
//! lines, and over marked pairs.

use super::args::{ArgError, Args, NamedCells, at, encode, number};
use super::declare::documented;
use super::error::{ArgumentError, Checked, ConstraintViolation};
use super::expression::{Expression, Formula, Scopes, begins_scope};
use super::kind::{Kind, Properties, Writer, count_is, shift_all};
use super::reading::Reading;
use super::relation::{Related, Relation};
use super::semantics::{Semantics, semantics_of_expression};
use super::style::{Figure, Hue, KindStyle, style};
use crate::Cell;
use crate::board::{Board, ordered};
use alloc::string::String;
use alloc::vec::Vec;

documented! {
    /// Condition: the digits satisfy the expression.
    ///
    /// An expression consists of cells, numbers and these signs, in order of precedence: `-` and `!`
    /// (not) before an operand; `*` and `%` (remainder); `+` and `-`; `=`, `!=`, `<`, `<=`, `>` and
    /// `>=`; `&` (and); `|` (or); `=>` (implies). `a<b<c` means `a<b&b<c`. Spaces have no effect.
    ///
    /// Functions of numbers are `sum`, `product`, `min`, `max`, `abs`, `number(a,b,c)` (the digits read
    /// as one number: 100a+10b+c), `mod(a,b)` and `div(a,b)` (remainder and whole quotient), and
    /// `if(condition,a,b)`. `count(..)` is the number of its conditions that hold. Functions that give
    /// a condition are `different(..)`, `in(a,b,c,..)` (a is one of the others), `prime(a)`,
    /// `square(a)`, `and(..)`, `or(..)` and `not(..)`. A condition used as a number is 1 if it holds,
    /// otherwise 0. A remainder is never negative, and a is `b*div(a,b)+mod(a,b)`, so that
    /// `div(-7,2)` is -4 and `mod(-7,2)` is 1; `mod(a,0)` is a, and `div(a,0)` is 0.
    ///
    /// Scopes denote lists of cells. `grid` has all cells; `row(a)`, `column(a)` and `box(a)` those of a
    /// house; `seen(a)` all other cells of these three; `king(a)`, `knight(a)`, `orthogonal(a)` and
    /// `diagonal(a)` the cells that a move reaches; `along(a,b)` those after a in the direction of b;
    /// `diagonal` and `antidiagonal` those of the main diagonals. If lists of cells follow the
    /// condition, it holds for each list: `line` is the list, `ends` are its first and last cell, a, b
    /// and so on its cells, and `#` is the number that is its name. `group` has the cells of all lists.
    /// The members of `rows`, `columns`, `boxes`, `houses`, `squares` (2x2) and `rectangles` (the four
    /// corners) are themselves lists.
    ///
    /// Functions accept scopes as arguments. `for x in scope: condition` means that the condition holds
    /// for each member x. With several letters, such as `for x,y in line:`, they are consecutive
    /// members. `count(x in scope where condition)` counts members; `sum(x in scope: number)` and other
    /// functions repeat their argument. `distinct(..)` is the number of different values,
    /// `nth(n,scope)` the n-th value, `find(n,scope)` the position of the value n, and
    /// `index(a,scope)` the position of the cell a.
    ///
    /// Conditions with many cells and little structure, such as the product of twenty cells, are
    /// checked by bounds only and may be slow.
    ///
    /// ```text
    /// .Condition~R1C1+R1C2=2*R2C1
    /// .Condition~count(R1C1>5,R1C2>5,R1C3>5)=2
    /// .Condition~R1C1=1=>different(R2C1,R3C2,R4C3)
    /// .Condition~prime(sum(R1C1,R2C2,R3C3))
    /// .Condition~product(diagonal)=product(antidiagonal)
    /// .Condition~for b in boxes: max(b)-min(b)=8
    /// .Condition~for x in group: x=count(y in seen(x) where y%2=x%2)~R1C1~R2C5
    /// .Condition~sum(king(a))=#~_30~R2C2~_35~R5C5
    /// ```
    pub struct Condition {
        /// The condition over cells, without scopes.
        pub expression: Expression,
        /// The condition as written if it has scopes or lists, otherwise empty.
        pub rule: String,
        /// The lists of cells to which the rule applies, with their names.
        pub lists: Vec<(String, Vec<Cell>)>,
    }
    "Condition" "condition[~[_name~]cells[~~cells..]]" Extension
}

style!(Condition: KindStyle::new("Condition", "condition", ".Shape~4x4.Condition~R1C1+R1C2=2*R2C1.Condition~prime(sum(R3C3,R4C4))")
    .figure(Figure::Own).partial());

impl Kind for Condition {
    const READING: Reading = Reading::Open;

    fn cells(&self, _board: &Board) -> Vec<Cell> {
        self.expression.cells()
    }

    fn check(&self, _board: &Board, values: &[u8]) -> Checked {
        holds(self.expression.holds(|cell| values[cell.index()]))
    }

    fn semantics(&self, board: &Board) -> Semantics {
        semantics_of_expression(&self.expression, board.values())
    }

    fn formula(&self, board: &Board) -> Option<Formula> {
        self.expression.formula(board.values())
    }

    fn normalize(&mut self, board: &Board) -> Result<(), ArgumentError> {
        self.expression.fits(board.values())?;
        count_is(&self.expression.cells(), 1, usize::MAX)
    }

    fn parse(args: Args<'_>) -> Result<Vec<Self>, ArgError> {
        let text = args.text(0, "a condition")?;
        let lists: Vec<(String, Vec<Cell>)> = if args.len() == 1 {
            Vec::new()
        } else {
            args.groups(1)?.into_iter().map(|list| (list.name, list.segments.concat())).collect()
        };
        let group: Vec<Cell> = lists.iter().flat_map(|(_, cells)| cells).copied().collect();
        let none = (String::new(), Vec::new());
        let (mut parts, mut is_scoped, mut size) = (Vec::new(), !lists.is_empty(), 0);
        for (name, line) in if lists.is_empty() { core::slice::from_ref(&none) } else { &lists } {
            let number = number(name.trim(), -MOST_NUMBER, MOST_NUMBER);
            let scopes = Scopes { board: args.board, line, group: &group, number };
            let (expression, uses) = Expression::parse(text, scopes).map_err(within)?;
            is_scoped |= uses.scopes;
            if !name.is_empty() && !uses.number {
                return Err(at(1, ArgumentError::Expected("lists without names; only `#` denotes names")));
            }
            if !uses.line && line.len() != uses.letters {
                let (found, most) = (line.len(), uses.letters);
                let misfit = ArgumentError::Cells { found, least: most, most };
                return Err(at(1, if most == 0 { ArgumentError::Extra } else { misfit }));
            }
            size += expression.size();
            parts.push(expression);
            if size > Expression::MAX_SIZE {
                return Err(at(0, ArgumentError::TooLarge("at most 40000 parts of a condition")));
            }
        }
        let rule = if is_scoped { spaced(text) } else { String::new() };
        Ok(alloc::vec![Self { expression: Expression::all(parts), rule, lists }])
    }

    fn write(&self, out: &mut Writer<'_>) {
        if self.rule.is_empty() {
            return out.push(self.expression.text(out.board));
        }
        out.push(&self.rule);
        for (index, (name, cells)) in self.lists.iter().enumerate() {
            if !name.is_empty() {
                out.push(alloc::format!("_{}", encode(name)));
            } else if index > 0 {
                out.push("");
            }
            out.cells(cells);
        }
    }

    fn shift(&mut self, to: &dyn Fn(Cell) -> Option<Cell>) -> Result<(), ArgumentError> {
        let moved =
            |cell| to(cell).ok_or(ArgumentError::Expected("cells that remain on their part of the board"));
        self.expression.try_map(moved)?;
        // The cells of a scope after a shift need not be those of the same scope of a shifted cell.
        self.rule.clear();
        self.lists.clear();
        Ok(())
    }

    fn weight(&self, _board: &Board) -> usize {
        self.expression.size()
    }
}

/// The greatest absolute value of a number in a drawing.
const MOST_NUMBER: i64 = 999_999_999;

/// Returns the text of a rule with blanks that make it legible.
fn spaced(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 16);
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let after = out.chars().next_back();
        let is_binding = |rest: &str| rest.strip_prefix("in").is_some_and(begins_scope);
        if rest.starts_with("for") && !after.is_some_and(char::is_alphanumeric) {
            out.push_str("for ");
            rest = &rest[3..];
        } else if let Some(more) = rest.strip_prefix("where") {
            out.push_str(" where ");
            rest = more;
        } else if after.is_some_and(|c| c.is_ascii_lowercase()) && is_binding(rest) {
            let letters = out.trim_end_matches(|c: char| c.is_ascii_lowercase()).len();
            let is_letter = out.len() - letters == 1;
            out.push_str(if is_letter { " in " } else { "in" });
            rest = &rest[2..];
        } else {
            out.push(first);
            out.push_str(if first == ':' { " " } else { "" });
            rest = &rest[first.len_utf8()..];
        }
    }
    out
}

/// Returns the error for the first argument, at a position.
fn within((position, misfit): (usize, ArgumentError)) -> ArgError {
    ArgError { argument: Some(0), position, misfit }
}

fn holds(condition: bool) -> Checked {
    if condition { Ok(()) } else { Err(ConstraintViolation::Not("digits that satisfy the condition")) }
}

documented! {
    /// Pair rule: every two consecutive cells of the list satisfy the condition for a and b.
    ///
    /// The condition is an expression as in `Condition`, in which `a` is the first and `b` the second
    /// cell of a pair. An empty argument ends a list of cells and starts another one. For pairs without a
    /// mark, see `StrictPairRule`.
    ///
    /// ```text
    /// .PairRule~abs(a-b)=1|a=2*b|b=2*a~R1C1~R1C2~~R3C3~R4C3
    /// ```
    pub struct PairRule {
        /// The condition over the letters a and b.
        pub expression: Expression,
        /// The cells in order.
        pub cells: Vec<Cell>,
    }
    "PairRule" "rule~cells[~~cells..]" Extension
}

style!(PairRule: KindStyle::new("Pair rule", "pair rule", ".Shape~4x4.PairRule~a+b=5|a=2*b~R1C1~R1C2~~R3C3~R4C3")
    .line(Hue::Brown, "", 0);
    fn label(&self) -> String { self.expression.letters_text() }
);

impl PairRule {
    /// Returns the pairs of cells.
    fn pairs(&self) -> impl Iterator<Item = (Cell, Cell)> {
        self.cells.windows(2).map(|pair| (pair[0], pair[1]))
    }
}

/// Returns the value of a letter in a condition over a and b.
fn of_two(one: u8, two: u8) -> impl Fn(Cell) -> u8 {
    move |letter| if letter.index() == 0 { one } else { two }
}

/// Parses the condition over letters and the lists of cells of an item.
fn rule_and_lists(args: Args<'_>, letters: u8) -> Result<(Expression, Vec<NamedCells>), ArgError> {
    let text = args.text(0, "a condition")?;
    let expression = Expression::parse_letters(text, letters).map_err(|(position, misfit)| match misfit {
        ArgumentError::Cell => {
            within((position, ArgumentError::Expected("the letters a, b, .. of the rule as cells")))
        }
        misfit => within((position, misfit)),
    })?;
    let lists = args.groups(1)?;
    if lists.iter().any(|list| !list.name.is_empty()) {
        return Err(ArgumentError::Expected("lists without names").into());
    }
    Ok((expression, lists))
}

impl Kind for PairRule {
    const READING: Reading = Reading::EachValue;

    fn cells(&self, _board: &Board) -> Vec<Cell> {
        self.cells.clone()
    }

    fn related(&self, _board: &Board) -> Option<Related<'_>> {
        Some(Related::line(&self.cells))
    }

    fn holds(&self, _board: &Board, one: u8, two: u8) -> bool {
        self.expression.holds(of_two(one, two))
    }

    fn mark(&self, board: &mut Board) {
        let rule = self.expression.letters_text();
        board.ruled.extend(self.pairs().map(|pair| (rule.clone(), ordered(pair))));
    }

    fn normalize(&mut self, board: &Board) -> Result<(), ArgumentError> {
        self.expression.fits(board.values())?;
        count_is(&self.cells, 2, usize::MAX)
    }

    fn parse(args: Args<'_>) -> Result<Vec<Self>, ArgError> {
        let (expression, lists) = rule_and_lists(args, 2)?;
        let one = |list: NamedCells| Self { expression: expression.clone(), cells: list.segments.concat() };
        Ok(lists.into_iter().map(one).collect())
    }

    fn write(&self, out: &mut Writer<'_>) {
        out.push(self.expression.letters_text());
        out.cells(&self.cells);
    }

    fn shift(&mut self, to: &dyn Fn(Cell) -> Option<Cell>) -> Result<(), ArgumentError> {
        shift_all(&mut self.cells, to)
    }

    fn weight(&self, _board: &Board) -> usize {
        self.cells.len() + self.expression.size()
    }
}

documented! {
    /// Strict pair rule: all marks are given; adjacent cells without a mark do not satisfy the
    /// condition for a and b, in either order.
    ///
    /// The condition is an expression as in `PairRule`. A pair is marked if a `PairRule` with the same
    /// condition contains it, even inside `Or`, or if it is listed here: every two consecutive cells of a
    /// list are exempt. An empty argument ends a list.
    ///
    /// ```text
    /// .PairRule~a+b=5~R1C1~R1C2
    /// .StrictPairRule~a+b=5
    /// ```
    pub struct StrictPairRule {
        /// The condition over the letters a and b.
        pub expression: Expression,
        /// The listed pairs of cells, the lower cell first, in ascending order.
        pub exempt: Vec<(Cell, Cell)>,
    }
    "StrictPairRule" "rule[~cells[~~cells..]]" Extension
}

style!(StrictPairRule: KindStyle::new("Strict pair rule", "strict pair rule", ".Shape~4x4.PairRule~a+b=5~R1C1~R1C2.StrictPairRule~a+b=5"));

impl Kind for StrictPairRule {
    const READING: Reading = Reading::EachValue;
    const PROPERTIES: Properties = Properties { reads_others: true, ..Properties::DEFAULT };

    fn cells(&self, _board: &Board) -> Vec<Cell> {
        Vec::new()
    }

    fn related(&self, board: &Board) -> Option<Related<'_>> {
        let (mut pairs, own) = (board.neighbour_pairs(), self.expression.letters_text());
        let is_marked = |pair: &(Cell, Cell)| {
            self.exempt.binary_search(pair).is_ok()
                || board.ruled.iter().any(|(rule, of)| of == pair && *rule == own)
        };
        pairs.retain(|pair| !is_marked(pair));
        Some(Related::Pairs(pairs))
    }

    fn holds(&self, _board: &Board, one: u8, two: u8) -> bool {
        !self.expression.holds(of_two(one, two)) && !self.expression.holds(of_two(two, one))
    }

    fn normalize(&mut self, board: &Board) -> Result<(), ArgumentError> {
        self.exempt.iter_mut().for_each(|pair| *pair = ordered(*pair));
        self.exempt.sort_unstable();
        self.exempt.dedup();
        self.expression.fits(board.values())
    }

    fn parse(args: Args<'_>) -> Result<Vec<Self>, ArgError> {
        if args.len() == 1 {
            let text = args.text(0, "a condition")?;
            let expression = Expression::parse_letters(text, 2).map_err(within)?;
            return Ok(alloc::vec![Self { expression, exempt: Vec::new() }]);
        }
        let (expression, lists) = rule_and_lists(args, 2)?;
        let pairs = |list: NamedCells| {
            let cells = list.segments.concat();
            cells.windows(2).map(|pair| (pair[0], pair[1])).collect::<Vec<_>>()
        };
        Ok(alloc::vec![Self { expression, exempt: lists.into_iter().flat_map(pairs).collect() }])
    }

    fn write(&self, out: &mut Writer<'_>) {
        out.push(self.expression.letters_text());
        for (index, (one, two)) in self.exempt.iter().enumerate() {
            if index > 0 {
                out.push("");
            }
            out.cells(&[*one, *two]);
        }
    }

    fn weight(&self, board: &Board) -> usize {
        board.cell_count() + self.expression.size() + self.exempt.len()
    }
}

documented! {
    /// Line rule: consecutive cells of the line, as many as the condition has letters, satisfy the
    /// condition for a, b, c and so on.
    ///
    /// The condition is an expression as in `Condition`, in which `a` is a cell of the line, `b` the next
    /// one, and so on up to `h`. It applies at every position with enough cells after it. An empty
    /// argument ends a line and starts another one.
    ///
    /// ```text
    /// .LineRule~a+b=c~R1C1~R1C2~R1C3~R1C4      1 2 3 5
    /// ```
    pub struct LineRule {
        /// The condition over the letters a to h.
        pub expression: Expression,
        /// The cells in order.
        pub cells: Vec<Cell>,
    }
    "LineRule" "rule~cells[~~cells..]" Extension
}

style!(LineRule: KindStyle::new("Line rule", "line rule", ".Shape~6x6.LineRule~a+b=c~R2C2~R2C3~R3C4~R4C4")
    .line(Hue::Brown, "", 0);
    fn label(&self) -> String { self.expression.letters_text() }
);

/// Maximum number of letters of a line rule.
const LETTERS: u8 = 8;

impl LineRule {
    /// Returns the number of letters up to the last one that occurs, at least 1.
    fn letters(&self) -> usize {
        self.expression.cells().into_iter().map(Cell::index).max().unwrap_or(0) + 1
    }

    /// Returns the rule for consecutive cells.
    fn at(&self, window: &[Cell]) -> Expression {
        let mut expression = self.expression.clone();
        // The letters are the indices of the window, so this cannot fail.
        let _: Result<(), ()> = expression.try_map(|letter| window.get(letter.index()).copied().ok_or(()));
        expression
    }
}

impl Kind for LineRule {
    const READING: Reading = Reading::Open;

    fn cells(&self, _board: &Board) -> Vec<Cell> {
        self.cells.clone()
    }

    fn check(&self, _board: &Board, values: &[u8]) -> Checked {
        let of = |window: &[Cell]| self.expression.holds(|letter| values[window[letter.index()].index()]);
        holds(self.cells.windows(self.letters()).all(of))
    }

    fn semantics(&self, board: &Board) -> Semantics {
        let values = board.values();
        if self.letters() == 2 {
            let relation = Relation::from_fn(values, |one, two| self.expression.holds(of_two(one, two)));
            return Semantics::related(Related::line(&self.cells), relation);
        }
        let windows = self.cells.windows(self.letters());
        Semantics::All(windows.map(|window| semantics_of_expression(&self.at(window), values)).collect())
    }

    fn normalize(&mut self, board: &Board) -> Result<(), ArgumentError> {
        self.expression.fits(board.values())?;
        count_is(&self.cells, self.letters(), usize::MAX)
    }

    fn parse(args: Args<'_>) -> Result<Vec<Self>, ArgError> {
        let (expression, lists) = rule_and_lists(args, LETTERS)?;
        let one = |list: NamedCells| Self { expression: expression.clone(), cells: list.segments.concat() };
        Ok(lists.into_iter().map(one).collect())
    }

    fn write(&self, out: &mut Writer<'_>) {
        out.push(self.expression.letters_text());
        out.cells(&self.cells);
    }

    fn shift(&mut self, to: &dyn Fn(Cell) -> Option<Cell>) -> Result<(), ArgumentError> {
        shift_all(&mut self.cells, to)
    }

    fn weight(&self, _board: &Board) -> usize {
        self.cells.len() * self.expression.size()
    }
}
