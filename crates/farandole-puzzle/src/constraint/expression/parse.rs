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
//! atom       = number | cell | name "(" implies { "," implies } ")" | "(" implies ")"
//! ```

use super::tree::{Function, Node, argument_counts};
use crate::Cell;
use crate::constraint::error::ArgumentError;
use alloc::vec::Vec;

/// Maximum nesting depth, which bounds the recursion over a tree.
const MAX_DEPTH: usize = 40;
/// Maximum number of parts of an expression.
pub(crate) const MAX_SIZE: usize = 4_000;

/// Parses a condition. `cell` returns the cell with the given name.
pub(crate) fn condition(text: &str, cell: &dyn Fn(&str) -> Option<Cell>) -> Result<Node, ArgumentError> {
    let mut parser = Parser { rest: text, cell, depth: 0, size: 0 };
    let node = parser.condition()?;
    if parser.rest.is_empty() { Ok(node) } else { Err(ArgumentError::Expected(OPERATOR)) }
}

const OPERATOR: &str = "an operator or the end of the condition";
const CONDITION: &str = "a condition, such as `R1C1+R1C2=10`, where there is a number";
const OPERAND: &str = "a number, a cell, a function or a parenthesis in the condition";

struct Parser<'a> {
    rest: &'a str,
    cell: &'a dyn Fn(&str) -> Option<Cell>,
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
        self.size += 1;
        if self.size > MAX_SIZE {
            return Err(ArgumentError::TooLarge("at most 4000 parts of a condition"));
        }
        Ok(node)
    }

    fn condition(&mut self) -> Parsed {
        let node = self.implies()?;
        if node.is_condition() { Ok(node) } else { Err(ArgumentError::Expected(CONDITION)) }
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
            self.size += left.size();
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
        let mut node = self.unary()?;
        loop {
            if self.take("*") {
                let by = self.unary()?;
                node = self.associated(Function::Product, alloc::vec![node, by])?;
            } else if self.take("%") {
                let by = self.unary()?;
                node = self.applied(Function::Remainder, alloc::vec![node, by])?;
            } else {
                return Ok(node);
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
        let cell = (self.cell)(word).ok_or(ArgumentError::Cell)?;
        self.rest = rest;
        self.counted(Node::Cell(cell))
    }

    /// Parses the arguments of a function after its opening parenthesis.
    fn call(&mut self, function: Function) -> Parsed {
        let mut of = alloc::vec![self.implies()?];
        while self.take(",") {
            of.push(self.implies()?);
        }
        let node = match function {
            Function::Sum | Function::Product | Function::All | Function::Any => {
                if of
                    .iter()
                    .enumerate()
                    .any(|(index, it)| function.takes_condition(index) && !it.is_condition())
                {
                    return Err(ArgumentError::Expected(CONDITION));
                }
                self.associated(function, of)
            }
            _ => self.applied(function, of),
        }?;
        self.closed(node)
    }

    fn closed(&mut self, node: Node) -> Parsed {
        if self.take(")") {
            Ok(node)
        } else {
            Err(ArgumentError::Expected("a closing parenthesis in the condition"))
        }
    }
}

const FUNCTIONS: &str = "sum, product, div, mod, abs, min, max, count, number, if, and, or, not, different, in, \
                         prime or square before a parenthesis";

/// Returns a function that maps the letters `a`, `b`, .. to the cells 0, 1, ..
pub(crate) fn letters(count: u8) -> impl Fn(&str) -> Option<Cell> {
    move |name: &str| {
        let [letter] = name.as_bytes() else { return None };
        let index = letter.checked_sub(b'a').filter(|index| *index < count)?;
        Some(Cell::within(index.into()))
    }
}
