//! Regular expressions over values: a recursive descent parser, and Glushkov's position automaton.
//!
//! Source: V. M. Glushkov, "The abstract theory of automata", Russian Mathematical Surveys 16
//! (1961).

use super::automaton::{Automaton, Transition};
use super::error::ArgumentError;
use crate::board::ValueRange;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;

/// Maximum number of positions of a pattern after its repetitions are expanded. With the start
/// state, this gives at most 4,096 states.
const MAX_POSITIONS: usize = 4095;
/// Maximum nesting depth of groups; bounds the recursion of the parser.
const MAX_DEPTH: usize = 100;
/// Maximum number of consecutive repetition operators.
const MAX_STACKED: usize = 16;
/// Maximum work for compiling a pattern, in pairs of positions. Nested repetitions multiply, so
/// without a limit a short pattern could take arbitrarily long.
const MAX_PAIRS: usize = 1 << 22;

/// A regular expression and the automaton compiled from it.
///
/// The operators are `( ) | . [..] [^..] * + ? {n} {n,} {n,m}`. Values above 9 are written as `A`,
/// `B` and so on. There are no escapes and no anchors: the pattern must match the whole list of
/// values.
///
/// ```
/// use farandole_puzzle::board::ValueRange;
/// use farandole_puzzle::constraint::Pattern;
///
/// let pattern = Pattern::new("[12]+ (3|4)?", ValueRange::new(1, 9).unwrap()).unwrap();
/// assert_eq!(pattern.text(), "[12]+(3|4)?");
/// // Symbol 0 is the value 1.
/// assert!(pattern.automaton().accepts([0, 1, 3]) && !pattern.automaton().accepts([3]));
/// ```
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Pattern {
    text: String,
    values: ValueRange,
    automaton: Arc<Automaton>,
}

impl Pattern {
    /// Compiles a pattern. Blanks are ignored.
    ///
    /// # Errors
    /// Returns an error that states what was expected if the text is not a pattern. Returns an
    /// error that states the limit if the automaton would have more than 4,096 states or 1,048,576
    /// transitions.
    pub fn new(text: &str, values: ValueRange) -> Result<Self, ArgumentError> {
        let text: String = text.split_whitespace().collect();
        let mut parser = Parser { rest: text.chars().collect(), at: 0, values };
        let tree = parser.alternatives(0)?;
        if parser.at < parser.rest.len() {
            return Err(ArgumentError::Expected("an opening bracket before each closing one"));
        }
        let automaton = Arc::new(compile(&tree, values)?);
        Ok(Self { text, values, automaton })
    }

    /// Returns the text without blanks.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the range of values to which the pattern applies.
    pub const fn values(&self) -> ValueRange {
        self.values
    }

    /// Returns the automaton. Symbol s is the value low + s.
    pub const fn automaton(&self) -> &Arc<Automaton> {
        &self.automaton
    }
}

/// The syntax tree of a pattern.
enum Tree {
    /// Any one value of a mask.
    Value(u16),
    /// A sequence of patterns. An empty sequence matches the empty list.
    Chain(Vec<Tree>),
    /// An alternative of several patterns.
    Either(Vec<Tree>),
    /// A repetition: at least `least` times, and at most `most` times if there is a bound.
    Repeat { inner: Box<Tree>, least: usize, most: Option<usize> },
}

struct Parser {
    rest: Vec<char>,
    at: usize,
    values: ValueRange,
}

impl Parser {
    fn peek(&self) -> Option<char> {
        self.rest.get(self.at).copied()
    }

    fn take(&mut self, wanted: char) -> bool {
        let found = self.peek() == Some(wanted);
        self.at += usize::from(found);
        found
    }

    fn alternatives(&mut self, depth: usize) -> Result<Tree, ArgumentError> {
        if depth > MAX_DEPTH {
            return Err(ArgumentError::TooLarge("at most 100 nested groups"));
        }
        let mut branches = alloc::vec![self.chain(depth)?];
        while self.take('|') {
            branches.push(self.chain(depth)?);
        }
        Ok(Tree::Either(branches))
    }

    fn chain(&mut self, depth: usize) -> Result<Tree, ArgumentError> {
        let mut parts = Vec::new();
        while let Some(c) = self.peek().filter(|c| !matches!(c, '|' | ')')) {
            self.at += 1;
            let atom = match c {
                '(' => {
                    let inner = self.alternatives(depth + 1)?;
                    if !self.take(')') {
                        return Err(ArgumentError::Expected("a closing bracket for each opening one"));
                    }
                    inner
                }
                '[' => Tree::Value(self.class()?),
                '.' => Tree::Value(self.values.all()),
                c => Tree::Value(self.value(c)?),
            };
            parts.push(self.repeated(atom)?);
        }
        Ok(Tree::Chain(parts))
    }

    /// Returns the mask of the value that a character represents.
    fn value(&self, c: char) -> Result<u16, ArgumentError> {
        let value = match c {
            '0'..='9' => c as u8 - b'0',
            'A'..='Z' => c as u8 - b'A' + 10,
            _ => return Err(ArgumentError::Expected("values and the operators ( ) | . [ ] [^ ] * + ? { }")),
        };
        match self.values.mask(value) {
            0 => Err(ArgumentError::Expected("values of the board in the pattern")),
            mask => Ok(mask),
        }
    }

    /// Parses a character class after its opening bracket and returns the mask of its values.
    fn class(&mut self) -> Result<u16, ArgumentError> {
        let is_complement = self.take('^');
        let mut mask = 0;
        while !self.take(']') {
            let unfinished = ArgumentError::Expected("a closing bracket for each class");
            let first = self.value(self.peek().ok_or(unfinished)?)?;
            self.at += 1;
            let last = if self.take('-') {
                let last = self.value(self.peek().ok_or(unfinished)?)?;
                self.at += 1;
                last
            } else {
                first
            };
            if last < first {
                return Err(ArgumentError::Expected("ranges in ascending order"));
            }
            // Sets all bits from `first` to `last`.
            mask |= (last - first) | last;
        }
        match (mask, is_complement) {
            (0, _) => Err(ArgumentError::Expected("at least one value in a class")),
            (_, true) => Ok(self.values.all() & !mask),
            (_, false) => Ok(mask),
        }
    }

    /// Parses the repetition operators that follow an atom.
    fn repeated(&mut self, atom: Tree) -> Result<Tree, ArgumentError> {
        let mut tree = atom;
        let mut stacked = 0;
        while let Some(c) = self.peek() {
            let (least, most) = match c {
                '*' => (0, None),
                '+' => (1, None),
                '?' => (0, Some(1)),
                '{' => {
                    self.at += 1;
                    self.bounds()?
                }
                _ => break,
            };
            self.at += 1;
            stacked += 1;
            if stacked > MAX_STACKED {
                return Err(ArgumentError::TooLarge("at most 16 consecutive repetition operators"));
            }
            tree = match tree {
                // A star of a star is equivalent to a single star, so chains of stars add no work.
                Tree::Repeat { inner, least: 0, most: None } if most.is_none() => {
                    Tree::Repeat { inner, least: 0, most: None }
                }
                tree => Tree::Repeat { inner: Box::new(tree), least, most },
            };
        }
        Ok(tree)
    }

    /// Parses the bounds of a repetition between its braces. The closing brace is not consumed.
    fn bounds(&mut self) -> Result<(usize, Option<usize>), ArgumentError> {
        let expected =
            ArgumentError::Expected("a repetition such as {3}, {3,} or {3,5}, of at most 4095 times");
        let least = self.number().ok_or(expected)?;
        let most = if self.take(',') {
            if self.peek() == Some('}') { None } else { Some(self.number().ok_or(expected)?) }
        } else {
            Some(least)
        };
        if self.peek() != Some('}') || most.is_some_and(|most| most < least) {
            return Err(expected);
        }
        Ok((least, most))
    }

    fn number(&mut self) -> Option<usize> {
        let start = self.at;
        let mut number = 0_usize;
        while let Some(digit) = self.peek().and_then(|c| c.to_digit(10)) {
            number = number.checked_mul(10)?.checked_add(digit as usize).filter(|it| *it <= MAX_POSITIONS)?;
            self.at += 1;
        }
        (self.at > start).then_some(number)
    }
}

/// The positions of a pattern, and the pairs of positions that may follow each other.
struct Positions {
    masks: Vec<u16>,
    follow: Vec<(u16, u16)>,
    steps: usize,
}

/// A part of a pattern: `nullable` is true if it matches the empty list. The other fields are the
/// positions at which a match may start and end.
struct Part {
    nullable: bool,
    first: Vec<u16>,
    last: Vec<u16>,
}

impl Part {
    const fn empty() -> Self {
        Self { nullable: true, first: Vec::new(), last: Vec::new() }
    }
}

impl Positions {
    fn link(&mut self, last: &[u16], first: &[u16]) -> Result<(), ArgumentError> {
        self.steps += last.len() * first.len();
        if self.steps > MAX_PAIRS {
            return Err(ArgumentError::TooLarge("a pattern with fewer transitions"));
        }
        self.follow.extend(last.iter().flat_map(|from| first.iter().map(|to| (*from, *to))));
        Ok(())
    }

    fn chain(&mut self, one: Part, two: Part) -> Result<Part, ArgumentError> {
        self.link(&one.last, &two.first)?;
        let (mut first, mut last) = (one.first, two.last);
        if one.nullable {
            first.extend(two.first);
        }
        if two.nullable {
            last.extend(one.last);
        }
        self.steps += first.len() + last.len();
        Ok(Part { nullable: one.nullable && two.nullable, first, last })
    }

    fn part(&mut self, tree: &Tree) -> Result<Part, ArgumentError> {
        match tree {
            Tree::Value(mask) => {
                let position = self.masks.len();
                if position == MAX_POSITIONS {
                    return Err(ArgumentError::TooLarge("an automaton of at most 4096 states"));
                }
                self.masks.push(*mask);
                let position = position as u16;
                Ok(Part { nullable: false, first: alloc::vec![position], last: alloc::vec![position] })
            }
            Tree::Chain(parts) => {
                let mut whole = Part::empty();
                for tree in parts {
                    let part = self.part(tree)?;
                    whole = self.chain(whole, part)?;
                }
                Ok(whole)
            }
            Tree::Either(branches) => {
                let mut whole = Part { nullable: false, first: Vec::new(), last: Vec::new() };
                for tree in branches {
                    let part = self.part(tree)?;
                    whole.nullable |= part.nullable;
                    whole.first.extend(part.first);
                    whole.last.extend(part.last);
                }
                Ok(whole)
            }
            Tree::Repeat { inner, least, most } => self.repeat(inner, *least, *most),
        }
    }

    fn repeat(&mut self, inner: &Tree, least: usize, most: Option<usize>) -> Result<Part, ArgumentError> {
        let mut whole = Part::empty();
        // If there is no upper bound, the last copy is repeated. It is the last required copy, or a
        // single optional one.
        let copies = most.unwrap_or(least.max(1));
        for copy in 0..copies {
            // Copies of an empty pattern add no positions, so the step count limits their number.
            self.steps += 1;
            if self.steps > MAX_PAIRS {
                return Err(ArgumentError::TooLarge("a pattern with fewer transitions"));
            }
            let mut part = self.part(inner)?;
            if most.is_none() && copy + 1 == copies {
                self.link(&part.last, &part.first)?;
            }
            part.nullable |= copy >= least;
            whole = self.chain(whole, part)?;
        }
        Ok(whole)
    }
}

fn compile(tree: &Tree, values: ValueRange) -> Result<Automaton, ArgumentError> {
    let mut positions = Positions { masks: Vec::new(), follow: Vec::new(), steps: 0 };
    let whole = positions.part(tree)?;
    // State 0 is the start state. Reading position p leads to state p + 1.
    let mut states = alloc::vec![(false, false); positions.masks.len() + 1];
    states[0] = (true, whole.nullable);
    whole.last.iter().for_each(|position| states[usize::from(*position) + 1].1 = true);
    let begins = whole.first.iter().map(|position| (0, *position));
    let mut steps: Vec<(u16, u16)> =
        positions.follow.iter().map(|(from, to)| (*from + 1, *to)).chain(begins).collect();
    steps.sort_unstable();
    steps.dedup();
    let mut transitions = Vec::new();
    for (from, to) in steps {
        let mask = positions.masks[usize::from(to)];
        let symbols = (0..values.count()).filter(|symbol| mask >> symbol & 1 == 1);
        transitions.extend(symbols.map(|symbol| Transition { from, symbol, to: to + 1 }));
    }
    let too_large = ArgumentError::TooLarge("an automaton of at most 1048576 transitions");
    Automaton::new(values.count(), &states, &transitions).ok_or(too_large)
}
