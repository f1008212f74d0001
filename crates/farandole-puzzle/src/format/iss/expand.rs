//! Expands composites: `Or` into a disjunction, `And` into its contents, and `Replicate` into
//! shifted copies.

use super::error::IssErrors;
use super::replaced::PendingReplaced;
use super::scan::{Node, Token};
use crate::Cell;
use crate::board::Board;
use crate::constraint::args::{ArgError, Args, at};
use crate::constraint::relation::digit_value;
use crate::constraint::{AnyOf, ArgumentError, Constraint, Key, Not, nearest_name};
use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;

/// Maximum total number of constraints, listed cells and transitions in a text. The length of the
/// text is not a sufficient bound, because `Replicate` can multiply a short text.
const MAX_LISTED: usize = 1_000_000;

/// The source of a constraint: the index of its item, and the offset of the item's name.
pub(super) type Source = (usize, usize);

/// Constraints with their sources. If a constraint replaces another one, only the later one is
/// kept.
#[derive(Default)]
pub(super) struct Kept {
    all: Vec<Option<(Source, Constraint)>>,
    latest: BTreeMap<(&'static str, Key), usize>,
    replaced: Vec<PendingReplaced>,
}

impl Kept {
    /// Creates an empty collection with room for `count` constraints.
    pub(super) fn with_capacity(count: usize) -> Self {
        Self { all: Vec::with_capacity(count), ..Self::default() }
    }

    /// Adds a constraint. Removes the constraint that it replaces, if there is one.
    fn add(&mut self, source: Source, constraint: Constraint) {
        if let Some(key) = constraint.key()
            && let Some(old) = self.latest.insert((constraint.name(), key), self.all.len())
            && let Some((earlier, old)) = self.all[old].take()
            && old != constraint
            && self.replaced.len() < IssErrors::MAX_ERRORS
        {
            let (name, earlier, later) = (constraint.name(), earlier.1, source.1);
            self.replaced.push(PendingReplaced { name, nests: constraint.about().nests(), earlier, later });
        }
        self.push(source, constraint);
    }

    /// Adds the constraints of the item with this index. Constraints inside composites do not
    /// replace others.
    pub(super) fn extend(&mut self, number: usize, node: &Node<'_>, found: Vec<Constraint>) {
        let source = (number, node.item.name.offset);
        let is_composite = !node.children.is_empty();
        found
            .into_iter()
            .for_each(|it| if is_composite { self.push(source, it) } else { self.add(source, it) });
    }

    /// Adds a constraint. It does not replace an earlier one.
    pub(super) fn push(&mut self, source: Source, constraint: Constraint) {
        self.all.push(Some((source, constraint)));
    }

    /// Returns the constraints that were not replaced, and the replaced items.
    pub(super) fn finish(self) -> (impl Iterator<Item = (Source, Constraint)>, Vec<PendingReplaced>) {
        (self.all.into_iter().flatten(), self.replaced)
    }
}

/// Expands nodes into constraints and collects errors.
pub(super) struct Expansion<'a> {
    pub(super) board: &'a Board,
    pub(super) errors: Vec<NodeError<'a>>,
    /// Items that were replaced within composites.
    pub(super) replaced: Vec<PendingReplaced>,
    listed: usize,
}

/// An error in an item.
pub(super) struct NodeError<'a> {
    pub(super) name: Token<'a>,
    pub(super) argument: Option<(usize, Token<'a>)>,
    pub(super) position: usize,
    pub(super) misfit: ArgumentError,
}

impl<'a> Expansion<'a> {
    pub(super) const fn new(board: &'a Board) -> Self {
        Self { board, errors: Vec::new(), replaced: Vec::new(), listed: 0 }
    }

    fn fail(&mut self, node: &Node<'a>, error: ArgError) {
        if self.errors.len() >= IssErrors::MAX_ERRORS {
            return;
        }
        let argument = error.argument.and_then(|index| Some((index, node.item.args.get(index)?.clone())));
        self.errors.push(NodeError {
            name: node.item.name.clone(),
            argument,
            position: error.position,
            misfit: error.misfit,
        });
    }

    /// Returns the normalized constraints of a node. Returns an empty list if the node has errors.
    pub(super) fn node(&mut self, node: &Node<'a>, depth: usize) -> Vec<Constraint> {
        let found = match &*node.item.name.text {
            "Or" => self.or(node, depth),
            "And" => self.children(node, depth),
            "Not" => self.not(node, depth),
            "Replicate" => self.replicate(node, depth),
            _ => self.leaf(node),
        };
        if depth > 0 && found.iter().any(|constraint| !constraint.about().nests()) {
            self.fail(node, ArgumentError::Others("a constraint that is allowed in a composite").into());
            return Vec::new();
        }
        found
    }

    fn leaf(&mut self, node: &Node<'a>) -> Vec<Constraint> {
        let name = match &*node.item.name.text {
            "" => "Given",
            "Binary" => "Pair",
            "BinaryX" => "PairX",
            name => name,
        };
        let mut args: Vec<&str> = node.item.args.iter().map(|token| &*token.text).collect();
        // In the old names, `-` and `_` in the key are exchanged.
        let old_key: String;
        if let ("Binary" | "BinaryX", Some(key)) = (&*node.item.name.text, args.first_mut()) {
            let exchange = |c| match c {
                '-' => '_',
                '_' => '-',
                c => c,
            };
            old_key = key.chars().map(exchange).collect();
            *key = &old_key;
        }
        let Some(mut found) = self.parsed(node, name, &args) else { return Vec::new() };
        for constraint in &mut found {
            if let Err(misfit) = constraint.normalize(self.board) {
                self.fail(node, misfit.into());
                return Vec::new();
            }
        }
        if self.reserve(node, &found) { found } else { Vec::new() }
    }

    /// Parses the constraints of an item without normalizing them. Returns `None` if the item has
    /// errors.
    fn parsed(&mut self, node: &Node<'a>, name: &str, args: &[&str]) -> Option<Vec<Constraint>> {
        let error = match Constraint::parse(name, Args::new(self.board, args)) {
            Some(Ok(found)) => return Some(found),
            Some(Err(error)) => error,
            None => ArgumentError::Name { nearest: nearest_name(name) }.into(),
        };
        self.fail(node, error);
        // Reports the errors in the remaining arguments that can be detected for each argument
        // alone.
        for index in error.argument.map_or(args.len(), |index| index + 1)..args.len() {
            let one = &args[index..=index];
            let is_word = matches!(one, ["" | "-" | "LOOP"]) || one[0].starts_with('_');
            let wrong = match (name, error.misfit) {
                ("Given", _) => Constraint::parse(name, Args::new(self.board, one)).and_then(Result::err),
                (_, ArgumentError::Cell) if !is_word => Args::new(self.board, one).cell(0).err(),
                _ => None,
            };
            if let Some(ArgError { misfit, .. }) = wrong {
                self.fail(node, at(index, misfit));
            }
        }
        None
    }

    /// Returns the constraints of a branch of `Or`. An item without effect is an error as a branch,
    /// because the branch would always hold.
    fn branch(&mut self, node: &Node<'a>, depth: usize) -> Vec<Constraint> {
        let before = self.errors.len();
        let found = self.node(node, depth);
        let is_item = !matches!(&*node.item.name.text, "And" | "Replicate");
        if is_item && found.is_empty() && self.errors.len() == before {
            self.fail(node, ArgumentError::Missing("an item that has an effect").into());
        }
        found
    }

    /// Reserves room for these constraints. Returns false if the limit is exceeded.
    fn reserve(&mut self, node: &Node<'a>, found: &[Constraint]) -> bool {
        let had_room = self.listed <= MAX_LISTED;
        self.listed += found.iter().map(|constraint| constraint.weight(self.board)).sum::<usize>();
        let has_room = self.listed <= MAX_LISTED;
        if had_room && !has_room {
            let limit = "at most 1000000 constraints, listed cells and transitions in total";
            self.fail(node, ArgumentError::TooLarge(limit).into());
        }
        has_room
    }

    fn children(&mut self, node: &Node<'a>, depth: usize) -> Vec<Constraint> {
        let most = usize::from(&*node.item.name.text == "Replicate") * 2;
        if node.item.args.len() > most {
            self.fail(node, at(most, ArgumentError::Extra));
        }
        let mut kept = Kept::default();
        for child in &node.children {
            let found = self.node(child, depth + 1);
            kept.extend(0, child, found);
        }
        let (kept, replaced) = kept.finish();
        self.replaced.extend(replaced);
        kept.map(|(_, constraint)| constraint).collect()
    }

    fn or(&mut self, node: &Node<'a>, depth: usize) -> Vec<Constraint> {
        if !node.item.args.is_empty() {
            self.fail(node, at(0, ArgumentError::Extra));
        }
        let branches = node.children.iter().map(|child| self.branch(child, depth + 1)).collect();
        let mut any = Constraint::AnyOf(AnyOf { branches });
        if let Err(misfit) = any.normalize(self.board) {
            self.fail(node, misfit.into());
        }
        alloc::vec![any]
    }

    fn not(&mut self, node: &Node<'a>, depth: usize) -> Vec<Constraint> {
        let before = self.errors.len();
        let mut not = Constraint::Not(Not { parts: self.children(node, depth) });
        if let Err(misfit) = not.normalize(self.board)
            && self.errors.len() == before
        {
            self.fail(node, misfit.into());
        }
        alloc::vec![not]
    }

    fn replicate(&mut self, node: &Node<'a>, depth: usize) -> Vec<Constraint> {
        let template = self.children(node, depth);
        let (origin, targets) = match self.targets(node) {
            Ok(found) => found,
            Err(error) => {
                self.fail(node, error);
                return Vec::new();
            }
        };
        let mut all = Vec::new();
        for target in targets {
            if !self.reserve(node, &template) {
                return Vec::new();
            }
            let mut copy = template.clone();
            let to = |cell| moved(self.board, origin, target, cell);
            let done = copy.iter_mut().try_for_each(|constraint| {
                constraint.shift(&to)?;
                constraint.normalize(self.board)
            });
            if let Err(misfit) = done {
                self.fail(node, misfit.into());
                return Vec::new();
            }
            all.extend(copy);
        }
        all
    }

    /// Parses the origin and the targets of `Replicate`.
    fn targets(&self, node: &Node<'a>) -> Result<(Cell, Vec<Cell>), ArgError> {
        let text = |index: usize| node.item.args.get(index).map_or("", |token| &*token.text);
        let origin = match text(1) {
            "" => Cell::within(0),
            name => self.board.cell_named(name).ok_or(at(1, ArgumentError::Cell))?,
        };
        let mut targets = Vec::new();
        for (position, byte) in text(0).bytes().enumerate() {
            let digit = digit_value(byte).ok_or(at(0, ArgumentError::Expected("bits in base 64")))?;
            for bit in (0..6).filter(|bit| digit >> bit & 1 == 1) {
                let index = origin.index() + position * 6 + bit;
                let target = (index < self.board.cell_count()).then(|| Cell::within(index));
                targets.push(target.ok_or(at(0, ArgumentError::Expected("targets on the board")))?);
            }
        }
        Ok((origin, targets))
    }
}

/// Returns the position of `cell` after the shift that maps the origin to the target. Returns
/// `None` if it would leave its part of the board.
fn moved(board: &Board, origin: Cell, target: Cell, cell: Cell) -> Option<Cell> {
    let (start, cols, count) = board.part(origin);
    if [target, cell].iter().any(|it| board.part(*it).0 != start) {
        return None;
    }
    let position = |cell: Cell| ((cell.index() - start) / cols, (cell.index() - start) % cols);
    let add = |part: fn((usize, usize)) -> usize| {
        (part(position(cell)) + part(position(target))).checked_sub(part(position(origin)))
    };
    let (row, col) = (add(|position| position.0)?, add(|position| position.1)?);
    let found = (col < cols && row * cols + col < count).then(|| Cell::within(start + row * cols + col));
    found.filter(|cell| !board.is_hole(*cell))
}
