//! Rules without a drawing: about the whole grid, or about neighbours without a mark.

use super::model::{Candidate, Reason};
use super::sort::{DECORATION, Sorter};
use crate::rules_text::{MeaningKind, PairRelation};
use farandole_puzzle::Cell;
use farandole_puzzle::constraint::Constraint;

/// Rules that are a single constraint, with the constraint text.
const RULES: &[(MeaningKind, &str, &str)] = &[
    (MeaningKind::AntiKnight, ".AntiKnight", "anti-knight"),
    (MeaningKind::AntiKing, ".AntiKing", "anti-king"),
    (MeaningKind::Nonconsecutive, ".AntiConsecutive", "neighbours that are not consecutive"),
    (MeaningKind::Diagonals, ".Diagonal~1.Diagonal~-1", "both diagonals"),
    (MeaningKind::DisjointGroups, ".DisjointSets", "disjoint groups"),
    (MeaningKind::Windows, ".Windoku", "windows"),
    (MeaningKind::OneDiagonal { rising: true }, ".Diagonal~1", "the rising diagonal"),
    (MeaningKind::OneDiagonal { rising: false }, ".Diagonal~-1", "the falling diagonal"),
    (MeaningKind::GlobalEntropy, ".GlobalEntropy", "global entropy"),
    (MeaningKind::GlobalModulo, ".GlobalMod", "remainders modulo 3 in 2x2 squares"),
    (MeaningKind::DutchFlatmates, ".DutchFlatmates", "Dutch flatmates"),
    (MeaningKind::ChaosConstruction, ".ChaosConstruction", "regions to be found"),
];

impl Sorter<'_> {
    /// Adds a group for each rule of the whole grid that a sentence names and no constraint covers.
    pub(super) fn grid_rules(&mut self, certain: &[Constraint]) {
        for (kind, text, title) in RULES {
            let name = text[1..].split(['.', '~']).next().unwrap_or(text);
            let is_stated = certain.iter().any(|constraint| constraint.name() == name);
            let sentence = self.best_named(None, |named| named == kind).map(|named| named.sentence);
            let is_drawn = self.has_diagonals && name == "Diagonal";
            if let Some(sentence) = sentence.filter(|_| !is_stated && !is_drawn) {
                self.rule((*title).into(), (*text).into(), sentence);
            }
        }
        self.indexed_columns();
        self.euler();
        self.neighbour_rules();
        self.negative_rules(certain);
    }

    /// Adds the rule that columns 1, 5 and 9 are the positions of these digits in their rows.
    fn indexed_columns(&mut self) {
        let named = self.best_named(None, |kind| *kind == MeaningKind::IndexedColumns);
        let Some(sentence) = named.map(|named| named.sentence) else { return };
        let is_own = |cell: &Cell| self.board.place(*cell).is_some_and(|(_, col)| [0, 4, 8].contains(&col));
        let cells: Vec<Cell> = self.board.grid().filter(is_own).collect();
        let text = format!(".Indexing~C{}", self.names(&cells));
        self.rule("indexed columns 1, 5 and 9".into(), text, sentence);
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
        let regions =
            if self.board.pieces().is_empty() { self.board.boxes() } else { self.board.pieces().to_vec() };
        let lines = cells.chunks(cols).map(<[Cell]>::to_vec);
        let columns = (0..cols).map(|col| cells.iter().skip(col).step_by(cols).copied().collect());
        let houses: Vec<Vec<Cell>> = lines.chain(columns).chain(regions).collect();
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
        self.rule("a layer of colours".into(), text, sentence);
    }

    /// Adds the rules about all orthogonal neighbours.
    fn neighbour_rules(&mut self) {
        let rules: Vec<(usize, PairRelation, bool)> = self
            .named(None)
            .filter_map(|named| match named.kind {
                MeaningKind::Neighbours(relation) => Some((named.sentence, relation.clone(), true)),
                MeaningKind::NotNeighbours(relation) => Some((named.sentence, relation.clone(), false)),
                _ => None,
            })
            .collect();
        let pairs: Vec<[Cell; 2]> =
            self.board.neighbour_pairs().iter().map(|(one, two)| [*one, *two]).collect();
        for (sentence, relation, holds) in rules {
            let text = pairs.iter().map(|pair| self.pair_text(|a, b| relation.holds(a, b) == holds, *pair));
            let text = text.collect();
            let name = super::names::relation_name(&relation);
            let name = if holds { format!("neighbours: {name}") } else { format!("no neighbours: {name}") };
            self.rule(name, text, sentence);
        }
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
                MeaningKind::Negative(relation) => Some((named.sentence, relation.clone())),
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
