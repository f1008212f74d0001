//! Rules without a drawing: about the whole grid, or about neighbours without a mark.

use super::accounts::is_expressed;
use super::model::{Candidate, Reason};
use super::names::kind_name;
use super::sort::{DECORATION, Named, Sorter};
use crate::rules_text::{Distance, MeaningKind, PairRelation};
use farandole_puzzle::Cell;
use farandole_puzzle::board::Board;
use farandole_puzzle::constraint::Constraint;

/// Rules that are one or two constraints, with the constraint text. For kinds without arguments, it is
/// their name.
const RULES: [(MeaningKind, &str); 12] = [
    (MeaningKind::Kind("AntiKnight"), ""),
    (MeaningKind::Kind("AntiKing"), ""),
    (MeaningKind::Kind("AntiConsecutive"), ""),
    (MeaningKind::Diagonals, ".Diagonal~1.Diagonal~-1"),
    (MeaningKind::Kind("DisjointSets"), ""),
    (MeaningKind::Kind("Windoku"), ""),
    (MeaningKind::OneDiagonal { rising: true }, ".Diagonal~1"),
    (MeaningKind::OneDiagonal { rising: false }, ".Diagonal~-1"),
    (MeaningKind::Kind("GlobalEntropy"), ""),
    (MeaningKind::Kind("GlobalMod"), ""),
    (MeaningKind::Kind("DutchFlatmates"), ""),
    (MeaningKind::Kind("ChaosConstruction"), ""),
];

/// Returns the pairs of cells at a distance.
pub(super) fn pairs_at(board: &Board, distance: Distance) -> Vec<(Cell, Cell)> {
    let (rows, cols) = (board.shape().rows() as isize, board.shape().cols() as isize);
    let is_cell = |cell: &Cell| !board.is_hole(*cell);
    let other = |cell: Cell, (down, right): (isize, isize)| {
        if !distance.wraps {
            return board.shifted(cell, down, right);
        }
        let (row, col) = board.place(cell)?;
        let (row, col) = ((row as isize + down).rem_euclid(rows), (col as isize + right).rem_euclid(cols));
        board.at(row as usize, col as usize)
    };
    let cells = board.grid().filter(is_cell);
    let of_cell = |cell: Cell| {
        let others = distance.steps.iter().filter_map(move |step| other(cell, *step));
        others.filter(move |other| is_cell(other) && *other != cell).map(move |other| (cell, other))
    };
    cells.flat_map(of_cell).collect()
}

impl Sorter<'_> {
    /// Adds a group for each rule of the whole grid that a sentence names and no constraint covers.
    pub(super) fn grid_rules(&mut self, certain: &[Constraint]) {
        for (kind, text) in &RULES {
            let sentence = self.best_named(None, |named| named == kind).map(|named| named.sentence);
            let is_drawn = self.has_diagonals && text.starts_with(".Diagonal");
            if let Some(sentence) = sentence.filter(|_| !is_expressed(kind, certain) && !is_drawn) {
                let text = self.grid_text(kind).unwrap_or_default();
                self.rule(kind_name(kind), text, sentence);
            }
        }
        self.indexed_columns(certain);
        self.euler();
        self.neighbour_rules();
        self.negative_rules(certain);
    }

    /// Adds the rule that columns 1, 5 and 9 are the positions of these digits in their rows.
    fn indexed_columns(&mut self, certain: &[Constraint]) {
        let named = self.best_named(None, |kind| *kind == MeaningKind::IndexedColumns);
        let named = named.filter(|named| !is_expressed(named.kind, certain));
        let Some(sentence) = named.map(|named| named.sentence) else { return };
        let is_own = |cell: &Cell| self.board.place(*cell).is_some_and(|(_, col)| [0, 4, 8].contains(&col));
        let cells: Vec<Cell> = self.board.grid().filter(is_own).collect();
        let text = format!(".Indexing~C{}", self.names(&cells));
        self.rule(kind_name(&MeaningKind::IndexedColumns), text, sentence);
    }

    /// Adds a layer of colours: each row, column and region contains each colour, and no two cells
    /// have the same digit and colour. Renaming the colours does not change the puzzle, so the
    /// colours of the first row are fixed in ascending order.
    fn euler(&mut self) {
        let Some(sentence) = self.best_named(None, |kind| *kind == MeaningKind::Euler) else { return };
        let sentence = sentence.sentence;
        let shape = self.board.shape();
        let (rows, cols) = (shape.rows(), shape.cols());
        if rows != cols || usize::from(self.board.values().count()) != rows || self.board.values().low() != 1
        {
            return;
        }
        let colour = |cell: &Cell| format!("~VEULER{}", cell.index() + 1);
        let cells: Vec<Cell> = self.board.grid().collect();
        let lines = cells.chunks(cols).map(<[Cell]>::to_vec);
        let columns = (0..cols).map(|col| cells.iter().skip(col).step_by(cols).copied().collect());
        let houses: Vec<Vec<Cell>> = lines.chain(columns).chain(self.board.regions()).collect();
        let mut text = format!(".Var~EULER~colour~{rows}x{cols}");
        for house in &houses {
            text += ".AllDifferent";
            house.iter().for_each(|cell| text += &colour(cell));
        }
        text += ".";
        (0..cols).for_each(|col| text += &format!("{}_{}", colour(&cells[col]), col + 1));
        for (at, one) in cells.iter().enumerate() {
            for two in &cells[at + 1..] {
                if !houses.iter().any(|house| house.contains(one) && house.contains(two)) {
                    let digits = self.names(&[*one, *two]);
                    let colours = colour(one) + &colour(two);
                    text += &format!(".Or.AllDifferent{digits}.AllDifferent{colours}.End");
                }
            }
        }
        self.rule(kind_name(&MeaningKind::Euler), text, sentence);
    }

    /// Adds the rules about all cells at a distance.
    fn neighbour_rules(&mut self) {
        let text = |named: Named<'_>| {
            Some((named.sentence, kind_name(named.kind), self.neighbours_text(named.kind)?))
        };
        let rules: Vec<(usize, String, String)> = self.named(None).filter_map(text).collect();
        for (sentence, name, text) in rules {
            self.rule(name, text, sentence);
        }
    }

    /// Returns the constraint text of a rule of the whole grid without arguments, or about all cells at a
    /// distance.
    pub(super) fn grid_text(&self, kind: &MeaningKind) -> Option<String> {
        let simple = RULES.iter().find(|(known, _)| known == kind).map(|(_, text)| match kind {
            MeaningKind::Kind(name) => format!(".{name}"),
            _ => (*text).into(),
        });
        simple.or_else(|| self.neighbours_text(kind))
    }

    fn neighbours_text(&self, kind: &MeaningKind) -> Option<String> {
        let (distance, relation, is_forbidden) = match kind {
            MeaningKind::Neighbours(distance, relation) => (distance, relation, false),
            MeaningKind::NotNeighbours(distance, relation) => (distance, relation, true),
            _ => return None,
        };
        let pairs = pairs_at(self.board, *distance).into_iter();
        let holds = |a, b| relation.holds(a, b) != is_forbidden;
        Some(pairs.map(|(one, two)| self.pair_text(holds, [one, two])).collect())
    }

    /// Adds an optional rule of a sentence.
    fn rule(&mut self, name: String, text: String, sentence: usize) {
        let reason = Reason::Sentence(sentence);
        let off = Candidate {
            name: "no rule".into(),
            text: String::new(),
            reason: Reason::Decoration,
            rank: DECORATION,
        };
        let candidates = vec![Candidate { name: name.clone(), text, reason, rank: 0 }, off];
        self.add(format!("rule: {name}"), Vec::new(), Vec::new(), candidates);
    }

    fn negative_rules(&mut self, certain: &[Constraint]) {
        let mut exempt: Vec<(Cell, Cell)> = self.marked.clone();
        for constraint in certain {
            let (Constraint::WhiteDot(_)
            | Constraint::BlackDot(_)
            | Constraint::X(_)
            | Constraint::V(_)
            | Constraint::Difference(_)
            | Constraint::Ratio(_)) = constraint
            else {
                continue;
            };
            if let [one, two] = constraint.cells(self.board)[..] {
                exempt.push((one.min(two), one.max(two)));
            }
        }
        let negatives: Vec<(usize, PairRelation)> = self
            .named(None)
            .filter_map(|named| match named.kind {
                MeaningKind::Negative(relation) if !is_expressed(named.kind, certain) => {
                    Some((named.sentence, relation.clone()))
                }
                _ => None,
            })
            .collect();
        let pairs = self.board.neighbour_pairs();
        for (sentence, relation) in negatives {
            let open = pairs.iter().filter(|(one, two)| !exempt.contains(&(*one.min(two), *one.max(two))));
            let text =
                open.map(|(one, two)| self.pair_text(|a, b| !relation.holds(a, b), [*one, *two])).collect();
            self.rule("all marks are given".into(), text, sentence);
        }
    }
}
