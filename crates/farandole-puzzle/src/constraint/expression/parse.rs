//! Parses expressions from text, by recursive descent.
//!
//! ```text
//! implies    = or [ "=>" implies ]
//! or         = and { "|" and }
//! and        = comparison { "&" comparison }
//! comparison = sum { ("=" | "!=" | "<" | "<=" | ">" | ">=") sum }
//! sum        = product { ("+" | "-") product }
//! product    = unary { ("*" | "%") unary }
//! unary      = ("-" | "!") unary | atom
//! atom       = number | cell | "#" | "(" implies ")" | "for" binding ":" implies
//!            | name "(" argument { "," argument } ")" | name "(" binding [ ":" implies ] ")"
//! argument   = implies | scope
//! binding    = letter { "," letter } "in" scope [ "where" implies ]
//! ```
//!
//! A binding is expanded: its condition is parsed once for each member of the scope, or for each run of
//! consecutive members if it has several letters. Texts contain no blanks, so letters are single lowercase
//! letters, and names of scopes are matched as prefixes.

use super::scope::{NAMES, Scopes, begins_scope};
use super::tree::{Function, Node, argument_counts};
use crate::Cell;
use crate::constraint::error::ArgumentError;
use alloc::vec::Vec;

/// Maximum nesting depth, which bounds the recursion over a tree.
const MAX_DEPTH: usize = 40;
/// Maximum number of parts of an expression.
pub(crate) const MAX_SIZE: usize = 40_000;

/// An error, with the number of bytes before it.
pub(crate) type Misplaced = (usize, ArgumentError);

/// Parses a condition. `cell` returns the cell with the given name. Without `scopes`, the condition must not
/// contain scopes. Returns the condition, and the scopes to which it refers.
pub(crate) fn condition(
    text: &str,
    cell: &dyn Fn(&str) -> Option<Cell>,
    scopes: Option<Scopes<'_>>,
) -> Result<(Node, Uses), Misplaced> {
    let mut parser = Parser {
        rest: text,
        cell,
        scopes,
        bound: Vec::new(),
        uses: Uses::default(),
        is_idle: false,
        depth: 0,
        size: 0,
    };
    let node = parser.condition().and_then(|node| {
        if parser.rest.is_empty() { Ok(node) } else { Err(ArgumentError::Expected(OPERATOR)) }
    });
    let position = text.len() - parser.rest.len();
    node.map(|node| (node, parser.uses)).map_err(|misfit| (position, misfit))
}

/// The scopes to which a condition refers.
#[derive(Clone, Copy, Default)]
pub(crate) struct Uses {
    pub(crate) scopes: bool,
    /// True if the condition refers to all cells of the list, or to all lists.
    pub(crate) line: bool,
    /// True if the condition contains `#`.
    pub(crate) number: bool,
    /// The number of cells of the list up to the last one whose letter occurs.
    pub(crate) letters: usize,
}

const OPERATOR: &str = "an operator or the end of the condition";
const CONDITION: &str = "a condition, such as `R1C1+R1C2=10`, where there is a number";
const OPERAND: &str = "a number, a cell, a function or a parenthesis in the condition";

struct Parser<'a> {
    rest: &'a str,
    cell: &'a dyn Fn(&str) -> Option<Cell>,
    scopes: Option<Scopes<'a>>,
    /// The letters of bindings and their cells, innermost last.
    bound: Vec<(u8, Vec<Cell>)>,
    uses: Uses,
    /// True within a binding whose scope has too few members. Its text is only checked.
    is_idle: bool,
    depth: usize,
    size: usize,
}

type Parsed = Result<Node, ArgumentError>;

impl Parser<'_> {
    /// Consumes a sign and returns true if the text continues with it.
    fn take(&mut self, sign: &str) -> bool {
        let rest = self.rest.strip_prefix(sign);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    /// Counts a part of the expression.
    fn counted(&mut self, node: Node) -> Parsed {
        self.reserve(1).map(|()| node)
    }

    /// Counts parts of the expression before they are created.
    fn reserve(&mut self, parts: usize) -> Result<(), ArgumentError> {
        self.size = self.size.saturating_add(parts);
        if self.size > MAX_SIZE {
            return Err(ArgumentError::TooLarge("at most 40000 parts of a condition"));
        }
        Ok(())
    }

    fn condition(&mut self) -> Parsed {
        let start = self.rest;
        let node = self.implies()?;
        if node.is_condition() {
            return Ok(node);
        }
        self.rest = start;
        Err(ArgumentError::Expected(CONDITION))
    }

    fn implies(&mut self) -> Parsed {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(ArgumentError::TooLarge("at most 40 levels of parentheses in a condition"));
        }
        let mut node = self.chain(Function::Any, "|", |it| it.chain(Function::All, "&", Self::comparison))?;
        if self.take("=>") {
            let then = self.implies()?;
            node = self.applied(Function::Implies, alloc::vec![node, then])?;
        }
        self.depth -= 1;
        Ok(node)
    }

    /// Parses operands that are separated by an associative operator sign, which may be doubled.
    fn chain(&mut self, function: Function, sign: &str, operand: impl Fn(&mut Self) -> Parsed) -> Parsed {
        let mut all = alloc::vec![operand(self)?];
        while self.take(sign) {
            self.take(sign);
            all.push(operand(self)?);
        }
        self.associated(function, all)
    }

    /// Applies an associative function. Operands of the same function are inlined.
    fn associated(&mut self, function: Function, mut all: Vec<Node>) -> Parsed {
        if all.len() == 1 {
            return all.pop().ok_or(ArgumentError::Expected(OPERAND));
        }
        let flat = all.into_iter().flat_map(|it| match it {
            Node::Apply(inner, of) if inner == function => of,
            other => alloc::vec![other],
        });
        let flat = flat.collect();
        self.applied(function, flat)
    }

    /// Applies a function after a check of its arguments.
    fn applied(&mut self, function: Function, of: Vec<Node>) -> Parsed {
        let (least, most) = argument_counts(function);
        if of.len() < least || of.len() > most {
            return Err(ArgumentError::Expected("as many arguments as the function has"));
        }
        let fits = |(index, it): (usize, &Node)| !function.takes_condition(index) || it.is_condition();
        if !of.iter().enumerate().all(fits) {
            return Err(ArgumentError::Expected(CONDITION));
        }
        self.counted(Node::Apply(function, of))
    }

    /// Parses a chain of comparisons: `a<b<c` means `a<b&b<c`.
    fn comparison(&mut self) -> Parsed {
        let mut left = self.sum()?;
        let mut all = Vec::new();
        while !self.rest.starts_with("=>") {
            let signs = &Function::COMPARISONS;
            let Some((function, sign)) = signs.iter().find(|(_, sign)| self.rest.starts_with(sign)) else {
                break;
            };
            self.take(sign);
            // A doubled equals sign has the same meaning.
            if *function == Function::Equal && !self.rest.starts_with("=>") {
                self.take("=");
            }
            let right = self.sum()?;
            if !all.is_empty() {
                self.reserve(left.size())?;
            }
            all.push(self.applied(*function, alloc::vec![left, right.clone()])?);
            left = right;
        }
        if all.is_empty() { Ok(left) } else { self.associated(Function::All, all) }
    }

    fn sum(&mut self) -> Parsed {
        let mut all = alloc::vec![self.product()?];
        loop {
            if self.take("+") {
                all.push(self.product()?);
            } else if self.take("-") {
                let term = self.product()?;
                all.push(self.negative(term)?);
            } else {
                return self.associated(Function::Sum, all);
            }
        }
    }

    fn product(&mut self) -> Parsed {
        let mut factors = alloc::vec![self.unary()?];
        loop {
            if self.take("*") {
                factors.push(self.unary()?);
            } else if self.take("%") {
                let dividend = self.associated(Function::Product, factors)?;
                let divisor = self.unary()?;
                factors = alloc::vec![self.applied(Function::Remainder, alloc::vec![dividend, divisor])?];
            } else {
                return self.associated(Function::Product, factors);
            }
        }
    }

    /// Returns the negation of a number. Constants are negated immediately.
    fn negative(&mut self, node: Node) -> Parsed {
        match node {
            Node::Number(number) => Ok(Node::Number(-number)),
            Node::Apply(Function::Negative, mut of) if of.len() == 1 => {
                of.pop().ok_or(ArgumentError::Expected(OPERAND))
            }
            node => self.applied(Function::Negative, alloc::vec![node]),
        }
    }

    fn unary(&mut self) -> Parsed {
        let signs = self.rest.len() - self.rest.trim_start_matches(['-', '!']).len();
        if signs > MAX_DEPTH {
            return Err(ArgumentError::TooLarge("at most 40 signs in a row in a condition"));
        }
        if self.take("-") {
            let node = self.unary()?;
            return self.negative(node);
        }
        if self.take("!") {
            let node = self.unary()?;
            return self.applied(Function::Not, alloc::vec![node]);
        }
        self.atom()
    }

    fn atom(&mut self) -> Parsed {
        if self.take("(") {
            let node = self.implies()?;
            return self.closed(node);
        }
        if self.rest.starts_with('#') {
            let number = self.scopes.and_then(|scopes| scopes.number);
            let number = number.ok_or(ArgumentError::Expected(NUMBER))?;
            self.take("#");
            self.uses.number = true;
            return self.counted(Node::Number(number));
        }
        if let Some(letters) = self.rest.strip_prefix("for").and_then(|rest| self.letters(rest, true)) {
            self.rest = &self.rest[3..];
            let parts = self.expanded(Function::All, letters)?;
            return self.spread(Function::All, parts);
        }
        let end = self.rest.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(end);
        if word.is_empty() {
            return Err(ArgumentError::Expected(OPERAND));
        }
        if word.bytes().all(|byte| byte.is_ascii_digit()) {
            let number = Some(word).filter(|it| it.len() <= 9).and_then(|it| it.parse().ok());
            self.rest = rest;
            return number.map_or(Err(ArgumentError::TooLarge("numbers of at most 9 digits")), |it| {
                self.counted(Node::Number(it))
            });
        }
        let named = Function::NAMED.iter().find(|(_, name)| *name == word);
        if let (Some((function, _)), Some(rest)) = (named, rest.strip_prefix('(')) {
            self.rest = rest;
            return self.call(*function);
        }
        if rest.starts_with('(') {
            return Err(ArgumentError::Expected(FUNCTIONS));
        }
        // A letter may be followed by a keyword, since texts contain no blanks.
        if let Some(cells) = self.cells_of(self.rest).map(<[Cell]>::to_vec) {
            let [cell] = cells[..] else { return Err(ArgumentError::Expected(ONE_CELL)) };
            self.rest = &self.rest[1..];
            return self.counted(Node::Cell(cell));
        }
        let end = ["where", "in"].iter().filter_map(|word_| word.find(word_)).min().unwrap_or(word.len());
        let (word, rest) = if self.bound.is_empty() { (word, rest) } else { self.rest.split_at(end) };
        let cell = (self.cell)(word).ok_or(ArgumentError::Cell)?;
        if let [letter @ b'a'..=b'z'] = word.as_bytes() {
            self.uses.letters = self.uses.letters.max(usize::from(letter - b'a') + 1);
        }
        self.rest = rest;
        self.counted(Node::Cell(cell))
    }

    /// Parses the arguments of a function after its opening parenthesis.
    fn call(&mut self, function: Function) -> Parsed {
        if function == Function::Index {
            return self.index();
        }
        let mut of = Vec::new();
        if let Some(letters) = self.letters(self.rest, false) {
            of = self.expanded(function, letters)?;
        } else {
            loop {
                match self.scope(2)? {
                    Some(members) => {
                        for cell in members.concat() {
                            of.push(self.counted(Node::Cell(cell))?);
                        }
                    }
                    None if function.takes_condition(of.len()) => of.push(self.condition()?),
                    None => of.push(self.implies()?),
                }
                if !self.take(",") {
                    break;
                }
            }
        }
        let node = self.spread(function, of)?;
        self.closed(node)
    }

    /// Applies a function of any number of arguments, some of which may be the cells of scopes.
    fn spread(&mut self, function: Function, of: Vec<Node>) -> Parsed {
        let fits = |(index, it): (usize, &Node)| !function.takes_condition(index) || it.is_condition();
        if !of.iter().enumerate().all(fits) {
            return Err(ArgumentError::Expected(CONDITION));
        }
        if of.is_empty() {
            let number = |it| alloc::vec![Node::Number(0), Node::Number(it)];
            return match function {
                Function::Sum | Function::Count | Function::Distinct => self.counted(Node::Number(0)),
                Function::Product => self.counted(Node::Number(1)),
                Function::All | Function::Different => self.applied(Function::Equal, number(0)),
                Function::Any => self.applied(Function::Equal, number(1)),
                _ => Err(ArgumentError::Expected("at least one cell in the scope")),
            };
        }
        let size: usize = of.iter().map(Node::size).sum();
        match function {
            Function::Sum | Function::Product | Function::All | Function::Any => {
                self.associated(function, of)
            }
            Function::Distinct => {
                let repeats = |at: usize| Node::Apply(Function::OneOf, of[at..].to_vec());
                let first = |at: usize| match at + 1 == of.len() {
                    true => Node::Apply(Function::Equal, alloc::vec![Node::Number(0); 2]),
                    false => Node::Apply(Function::Not, alloc::vec![repeats(at)]),
                };
                let repeated = of.iter().enumerate().map(|(at, it)| it.size().saturating_mul(at + 3));
                self.reserve(repeated.fold(0, usize::saturating_add))?;
                self.applied(Function::Count, (0..of.len()).map(first).collect())
            }
            Function::Nth | Function::Find => {
                let (key, cells) = of.split_first().ok_or(ArgumentError::Expected(OPERAND))?;
                let repeats = if function == Function::Find { cells.len() } else { 1 };
                let terms = cells.len().saturating_mul(4 + key.size());
                self.reserve(terms.saturating_mul(repeats).saturating_add(size.saturating_mul(repeats)))?;
                let compared =
                    |function, one: &Node| Node::Apply(function, alloc::vec![one.clone(), key.clone()]);
                let term = |(at, cell): (usize, &Node)| {
                    let place = Node::Number(at as i64 + 1);
                    let factors = if function == Function::Nth {
                        alloc::vec![compared(Function::Equal, &place), cell.clone()]
                    } else {
                        // Only the first cell with the value counts.
                        let earlier = cells[..at].iter().map(|it| compared(Function::Unequal, it));
                        let is_first = core::iter::once(compared(Function::Equal, cell)).chain(earlier);
                        alloc::vec![Node::Apply(Function::All, is_first.collect()), place]
                    };
                    Node::Apply(Function::Product, factors)
                };
                let terms = cells.iter().enumerate().map(term).collect::<Vec<_>>();
                if terms.is_empty() {
                    Err(ArgumentError::Expected(OPERAND))
                } else {
                    self.associated(Function::Sum, terms)
                }
            }
            _ => self.applied(function, of),
        }
    }

    /// Parses `index(cell,scope)`, the 1-based index of a cell in a scope.
    fn index(&mut self) -> Parsed {
        let cell = self.one_cell()?;
        let members = if self.take(",") { self.scope(1)? } else { None };
        let cells = members.ok_or(ArgumentError::Expected(SCOPE))?.concat();
        let index = cells.iter().position(|it| *it == cell).map_or(0, |at| at as i64 + 1);
        let node = self.counted(Node::Number(index))?;
        self.closed(node)
    }

    /// Returns the letters of a binding if a text begins with one: letters, `in`, and a scope. `is_certain` accepts
    /// any lowercase letter as the beginning of the scope.
    fn letters(&self, text: &str, is_certain: bool) -> Option<Vec<u8>> {
        let mut letters = Vec::new();
        let mut rest = text;
        // `x,line` is not `x,l in e`.
        while !NAMES.iter().any(|(name, _)| rest.starts_with(name)) {
            letters.push(rest.bytes().next().filter(u8::is_ascii_lowercase)?);
            rest = &rest[1..];
            match rest.strip_prefix(',') {
                Some(more) => rest = more,
                None => {
                    let scope = rest.strip_prefix("in")?;
                    let is_letter = is_certain && scope.starts_with(|c: char| c.is_ascii_lowercase());
                    return (is_letter || begins_scope(scope)).then_some(letters);
                }
            }
        }
        None
    }

    /// Parses a binding and the expression that follows it, and returns the expression for each member or run
    /// of members of the scope.
    fn expanded(&mut self, function: Function, letters: Vec<u8>) -> Result<Vec<Node>, ArgumentError> {
        self.rest = &self.rest[2 * letters.len() + 1..];
        let mut members = self.scope(1)?.ok_or(ArgumentError::Expected(SCOPE))?;
        let count = letters.len();
        let (start, outer, was_idle) = (self.rest, self.bound.len(), self.is_idle);
        let is_idle = was_idle || members.len() < count;
        if is_idle {
            members = alloc::vec![alloc::vec![Cell::within(0)]; count];
        }
        self.is_idle = is_idle;
        let mut parts = Vec::new();
        for run in members.windows(count).take(if is_idle { 1 } else { usize::MAX }) {
            self.rest = start;
            self.bound.extend(letters.iter().copied().zip(run.iter().cloned()));
            let node = self.bound_part(function, count == 1);
            self.bound.truncate(outer);
            parts.push(node?);
        }
        self.is_idle = was_idle;
        if is_idle && !was_idle {
            parts.clear();
        }
        Ok(parts)
    }

    /// Parses the part of a binding after its scope, with letters that have cells.
    fn bound_part(&mut self, function: Function, is_single: bool) -> Parsed {
        let condition = if self.take("where") { Some(self.condition()?) } else { None };
        let value = match &condition {
            _ if self.take(":") => {
                Some(if function.takes_condition(0) { self.condition() } else { self.implies() }?)
            }
            Some(_) if function == Function::Count => None,
            _ if !is_single => {
                return Err(ArgumentError::Expected("a colon after the scope in the condition"));
            }
            _ => match self.bound.last() {
                Some((_, cells)) if cells.len() == 1 => Some(Node::Cell(cells[0])),
                _ => return Err(ArgumentError::Expected(ONE_CELL)),
            },
        };
        let neutral = |function| match function {
            Function::Product => Node::Number(1),
            _ => Node::Number(0),
        };
        match (condition, value) {
            (Some(condition), None) | (None, Some(condition)) => Ok(condition),
            (None, None) => Err(ArgumentError::Expected(OPERAND)),
            (Some(condition), Some(value)) => match function {
                Function::All => self.applied(Function::Implies, alloc::vec![condition, value]),
                Function::Any | Function::Count => {
                    self.associated(Function::All, alloc::vec![condition, value])
                }
                Function::Sum | Function::Product => {
                    self.applied(Function::Choice, alloc::vec![condition, value, neutral(function)])
                }
                _ => Err(ArgumentError::Expected(WHERE)),
            },
        }
    }

    /// Returns the cells of the letter with which a text begins, if a binding has it.
    fn cells_of(&self, text: &str) -> Option<&[Cell]> {
        let letter = *text.as_bytes().first()?;
        self.bound.iter().rev().find(|(it, _)| *it == letter).map(|(_, cells)| &cells[..])
    }

    /// Parses a letter or the name of a cell.
    fn one_cell(&mut self) -> Result<Cell, ArgumentError> {
        match self.atom()? {
            Node::Cell(cell) => Ok(cell),
            _ => Err(ArgumentError::Expected(ONE_CELL)),
        }
    }

    /// Parses a scope and returns its members. Returns `None` if the text continues with an expression. A letter is a
    /// scope if it has at least `least` cells.
    fn scope(&mut self, least: usize) -> Result<Option<Vec<Vec<Cell>>>, ArgumentError> {
        if let Some(cells) =
            self.cells_of(self.rest).map(<[Cell]>::to_vec).filter(|cells| cells.len() >= least)
        {
            self.rest = &self.rest[1..];
            return Ok(Some(cells.into_iter().map(|cell| alloc::vec![cell]).collect()));
        }
        let is_named = |(name, count): &&(&str, usize)| {
            self.rest.strip_prefix(name).is_some_and(|rest| rest.starts_with('(') == (*count > 0))
        };
        let Some((name, count)) = NAMES.iter().find(is_named) else { return Ok(None) };
        let scopes = self
            .scopes
            .ok_or(ArgumentError::Expected("a condition without scopes; `Condition` accepts scopes"))?;
        let is_list = matches!(*name, "line" | "ends" | "group");
        if is_list && scopes.group.is_empty() {
            return Err(ArgumentError::Expected(LISTS));
        }
        self.uses.scopes = true;
        self.uses.line |= is_list;
        self.take(name);
        let mut of = Vec::new();
        for index in 0..*count {
            if !self.take(if index == 0 { "(" } else { "," }) {
                return Err(ArgumentError::Expected("as many cells as the scope has"));
            }
            of.push(self.one_cell()?);
        }
        if *count > 0 && !self.take(")") {
            return Err(ArgumentError::Expected("as many cells as the scope has"));
        }
        self.size += 1;
        Ok(Some(scopes.members(name, &of)))
    }

    fn closed(&mut self, node: Node) -> Parsed {
        if self.take(")") {
            Ok(node)
        } else {
            Err(ArgumentError::Expected("a closing parenthesis in the condition"))
        }
    }
}

const FUNCTIONS: &str = "sum, product, div, mod, abs, min, max, count, distinct, nth, find, index, number, if, and, \
                         or, not, different, in, prime or square before a parenthesis";
const SCOPE: &str = "a scope, such as `grid`, `line` or `seen(a)`";
const LISTS: &str = "cells after the condition, which `line`, `ends` and `group` denote";
const ONE_CELL: &str = "a single cell";
const NUMBER: &str = "a number as the name of the list of cells, which `#` denotes";
const WHERE: &str = "`where` only in count, sum, product, and, or";

/// Returns a function that maps the letters `a`, `b`, .. to the cells 0, 1, ..
pub(crate) fn letters(count: u8) -> impl Fn(&str) -> Option<Cell> {
    move |name: &str| {
        let [letter] = name.as_bytes() else { return None };
        let index = letter.checked_sub(b'a').filter(|index| *index < count)?;
        Some(Cell::within(index.into()))
    }
}
