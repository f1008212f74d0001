//! A pseudo-Boolean formula under construction: linear inequalities over variables that are 0 or 1.
//!
//! Variable `cell * count + index + 1` is true if the cell has the value with this 0-based index.
//! Auxiliary variables follow. A cell that occurs in a sum also has an order encoding, with a
//! variable for each condition "at least this value". Unit propagation then derives the bounds of a
//! sum.
//!
//! A row can have guards: literals without which it does not apply. The encoding performs badly for
//! equations with guards. Such an equation becomes two rows, and nothing propagates until the guards
//! are true.
//!
//! Source: Tamura, Taga, Kitagawa, Banbara, "Compiling finite linear CSP into SAT", Constraints 14
//! (2009), for the order encoding.

use farandole_puzzle::Cell;
use std::collections::{BTreeMap, HashMap};

/// A variable, numbered from 1, or its negation as a negative number.
pub(crate) type Literal = i32;

/// The comparison of a row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Relation {
    /// The sum is at least the bound.
    AtLeast,
    /// The sum equals the bound.
    Equal,
}

/// A linear constraint: variables with coefficients, each variable once, and a bound.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Row {
    pub(crate) terms: Vec<(i64, Literal)>,
    pub(crate) relation: Relation,
    pub(crate) bound: i64,
}

/// A titled part of the formula, for comments in its text.
#[derive(Clone, Debug)]
pub(crate) struct Section {
    pub(crate) title: String,
    /// Numbers of rows and variables before this section.
    pub(crate) rows: usize,
    pub(crate) variables: usize,
}

/// A formula about cells with values.
#[derive(Clone, Debug)]
pub(crate) struct Formula {
    low: u8,
    count: u8,
    domains: Vec<u16>,
    variables: usize,
    rows: Vec<Row>,
    sections: Vec<Section>,
    /// The guards of new rows: these rows hold only if all guards are true.
    // Guards are stored here instead of passed as an argument, so that every encoding also works inside `Or`.
    guards: Vec<Literal>,
    /// For each cell with an order encoding, its first "at least" variable.
    thresholds: HashMap<u16, Literal>,
}

impl Formula {
    /// Creates a formula for cells with candidates. Each cell has exactly one of `count` values,
    /// starting at `low`.
    pub(crate) fn new(domains: &[u16], low: u8, count: u8) -> Self {
        let mut formula = Self {
            low,
            count,
            domains: domains.to_vec(),
            variables: domains.len() * usize::from(count),
            rows: Vec::new(),
            sections: Vec::new(),
            guards: Vec::new(),
            thresholds: HashMap::new(),
        };
        formula.begin("each cell has one value".into());
        for cell in formula.cells() {
            let all: Vec<(i64, Literal)> =
                formula.places().map(|place| (1, formula.at(cell, place))).collect();
            formula.equal(&all, 1);
        }
        formula.begin("candidates".into());
        for (cell, &mask) in formula.cells().zip(domains) {
            formula.restrict(cell, mask);
        }
        formula
    }

    /// Starts a section with this title.
    pub(crate) fn begin(&mut self, title: String) {
        self.sections.push(Section { title, rows: self.rows.len(), variables: self.variables });
    }

    /// Returns the number of variables.
    pub(crate) const fn variable_count(&self) -> usize {
        self.variables
    }

    /// Returns the rows.
    pub(crate) fn rows(&self) -> &[Row] {
        &self.rows
    }

    /// Returns the sections, in the order of their rows.
    pub(crate) fn sections(&self) -> &[Section] {
        &self.sections
    }

    /// Returns the cells with an order encoding, each with the first of its variables. This variable
    /// means "at least the second value", and the variables of the later values follow.
    pub(crate) fn thresholds(&self) -> BTreeMap<u16, Literal> {
        self.thresholds.iter().map(|(&cell, &first)| (cell, first)).collect()
    }

    /// Returns the least value.
    pub(crate) const fn low(&self) -> u8 {
        self.low
    }

    /// Returns the number of values.
    pub(crate) const fn count(&self) -> u8 {
        self.count
    }

    /// Returns the candidates of a cell.
    pub(crate) fn domain(&self, cell: u16) -> u16 {
        self.domains[usize::from(cell)]
    }

    fn cells(&self) -> core::ops::Range<u16> {
        0..self.domains.len() as u16
    }

    /// Returns the 0-based indices of the values.
    pub(crate) const fn places(&self) -> core::ops::Range<u8> {
        0..self.count
    }

    /// Returns the values.
    pub(crate) const fn values(&self) -> core::ops::Range<u8> {
        self.low..self.low + self.count
    }

    /// Returns the literal "the cell has the value with this index".
    pub(crate) fn at(&self, cell: u16, place: u8) -> Literal {
        i32::from(cell) * i32::from(self.count) + i32::from(place) + 1
    }

    /// Returns the literal "the cell has this value", or `None` if there is no such value.
    pub(crate) fn is(&self, cell: u16, value: i64) -> Option<Literal> {
        let place = value - i64::from(self.low);
        (0..i64::from(self.count)).contains(&place).then(|| self.at(cell, place as u8))
    }

    /// Returns a term with weight 1 for each cell and each value of the mask.
    pub(crate) fn having(&self, cells: &[Cell], mask: u16) -> Vec<(i64, Literal)> {
        let places = || self.places().filter(|place| mask >> place & 1 == 1);
        let literals = numbers(cells).into_iter().flat_map(|cell| places().map(move |place| (cell, place)));
        literals.map(|(cell, place)| (1, self.at(cell, place))).collect()
    }

    /// Adds a variable and returns its positive literal.
    pub(crate) fn auxiliary(&mut self) -> Literal {
        self.variables += 1;
        self.variables as Literal
    }

    /// Calls `say` with these guards instead of the current guards. The rows that it adds hold only if
    /// these guards are true.
    pub(crate) fn only_if(&mut self, guards: &[Literal], say: impl FnOnce(&mut Self)) {
        let before = core::mem::replace(&mut self.guards, guards.to_vec());
        say(self);
        self.guards = before;
    }

    /// Calls `say` with one more guard. The rows that it adds hold only if all guards are true.
    pub(crate) fn also_if(&mut self, guard: Literal, say: impl FnOnce(&mut Self)) {
        self.guards.push(guard);
        say(self);
        self.guards.pop();
    }

    /// Requires that the weighted sum of true literals is at least the bound.
    pub(crate) fn at_least(&mut self, terms: &[(i64, Literal)], bound: i64) {
        let (mut terms, mut bound) = merged(terms, bound);
        let least: i64 = terms.iter().map(|&(weight, _)| weight.min(0)).sum();
        // The weight that true literals must add to the least possible sum. If it is not positive, the row
        // always holds.
        let needed = bound - least;
        if needed <= 0 {
            return;
        }
        if !self.guards.is_empty() {
            // A false guard contributes the whole needed weight, so the row then holds for all values of the
            // other literals.
            terms.extend(self.guards.iter().map(|&guard| (needed, -guard)));
            (terms, bound) = merged(&terms, bound);
        }
        self.rows.push(Row { terms, relation: Relation::AtLeast, bound });
    }

    /// Requires that the weighted sum of true literals equals the bound.
    pub(crate) fn equal(&mut self, terms: &[(i64, Literal)], bound: i64) {
        if self.guards.is_empty() {
            let (terms, bound) = merged(terms, bound);
            if !terms.is_empty() || bound != 0 {
                self.rows.push(Row { terms, relation: Relation::Equal, bound });
            }
            return;
        }
        // A guard cannot disable an equation, which requires an exact sum. But it can disable each of two
        // inequalities.
        let opposite: Vec<(i64, Literal)> = terms.iter().map(|&(weight, lit)| (-weight, lit)).collect();
        self.at_least(terms, bound);
        self.at_least(&opposite, -bound);
    }

    /// Requires that at least one of the literals is true.
    pub(crate) fn clause(&mut self, lits: &[Literal]) {
        let terms: Vec<(i64, Literal)> = lits.iter().map(|&lit| (1, lit)).collect();
        self.at_least(&terms, 1);
    }

    /// Adds the empty clause, which no assignment satisfies.
    pub(crate) fn impossible(&mut self) {
        self.clause(&[]);
    }

    /// Requires that the cell has one of these candidates.
    pub(crate) fn restrict(&mut self, cell: u16, mask: u16) {
        // Each excluded value gets its own clause, which propagates immediately. One clause over the other
        // values would not.
        for place in self.places().filter(|place| mask >> place & 1 == 0) {
            self.clause(&[-self.at(cell, place)]);
        }
    }

    /// Requires that the cells differ; each cell is listed once. If there are as many cells as
    /// values, each value occurs.
    pub(crate) fn distinct(&mut self, cells: &[u16]) {
        // Unit propagation alone would not detect that more cells than values cannot differ (pigeonhole).
        if cells.len() > usize::from(self.count) {
            return self.impossible();
        }
        for place in self.places() {
            let all: Vec<(i64, Literal)> = cells.iter().map(|&cell| (1, self.at(cell, place))).collect();
            if cells.len() == usize::from(self.count) {
                self.equal(&all, 1);
            } else {
                let opposite: Vec<(i64, Literal)> = all.iter().map(|&(_, lit)| (-1, lit)).collect();
                self.at_least(&opposite, -1);
            }
        }
    }

    /// Requires that the weighted sum of the values of the cells equals the target. A cell may be
    /// listed more than once.
    pub(crate) fn sum(&mut self, cells: &[(u16, i64)], target: i64) {
        let weights: i64 = cells.iter().map(|&(_, weight)| weight).sum();
        let mut terms = Vec::new();
        for &(cell, weight) in cells {
            let first = self.threshold(cell);
            // A value is the least value plus the number of true thresholds. With thresholds, unit
            // propagation finds the bounds of a sum. With the literals "has the value", it would count all
            // candidates of a cell at once.
            terms.extend((0..i32::from(self.count) - 1).map(|step| (weight, first + step)));
        }
        self.equal(&terms, target - i64::from(self.low) * weights);
    }

    /// Returns the first variable of the order encoding of a cell, and adds the encoding if
    /// necessary.
    fn threshold(&mut self, cell: u16) -> Literal {
        if let Some(&first) = self.thresholds.get(&cell) {
            return first;
        }
        let first = self.variables as Literal + 1;
        self.thresholds.insert(cell, first);
        // All sums over the cell share the encoding, so it must not depend on the guards of the first sum.
        let guards = core::mem::take(&mut self.guards);
        for place in 1..self.count {
            let step = self.auxiliary();
            let above: Vec<(i64, Literal)> =
                (place..self.count).map(|place| (-1, self.at(cell, place))).collect();
            let below: Vec<(i64, Literal)> = (0..place).map(|place| (1, self.at(cell, place))).collect();
            self.equal(&[&above[..], &[(1, step)]].concat(), 0);
            self.equal(&[&below[..], &[(1, step)]].concat(), 1);
        }
        self.guards = guards;
        first
    }

    /// Relates two cells with the support encoding. `holds` receives 0-based indices of values. `one`
    /// and `two` may be the same cell.
    pub(crate) fn relate(&mut self, one: u16, two: u16, holds: impl Fn(u8, u8) -> bool) {
        for (from, to, turned) in [(one, two, false), (two, one, true)] {
            for place in self.places() {
                let fits = |other: &u8| if turned { holds(*other, place) } else { holds(place, *other) };
                let partners: Vec<u8> = self.places().filter(fits).collect();
                // A value that every value of the other cell supports needs no clause.
                if partners.len() < usize::from(self.count) {
                    let mut clause = vec![-self.at(from, place)];
                    clause.extend(partners.into_iter().map(|other| self.at(to, other)));
                    self.clause(&clause);
                }
            }
        }
    }

    /// Requires that the two cells do not both hold the same candidate of `mask`.
    pub(crate) fn differ(&mut self, one: u16, two: u16, mask: u16) {
        for place in self.places().filter(|place| mask >> place & 1 == 1) {
            self.clause(&[-self.at(one, place), -self.at(two, place)]);
        }
    }
}

/// Replaces negative literals by variables and adds the weights of equal variables. The result is
/// sorted by variable.
fn merged(terms: &[(i64, Literal)], mut bound: i64) -> (Vec<(i64, Literal)>, i64) {
    // A row must contain each variable once, since its slack would otherwise count a variable twice.
    let mut weights: BTreeMap<Literal, i64> = BTreeMap::new();
    for &(weight, lit) in terms {
        let sign = if lit < 0 { -1 } else { 1 };
        bound -= if lit < 0 { weight } else { 0 };
        *weights.entry(lit.abs()).or_default() += sign * weight;
    }
    (
        weights.into_iter().filter(|(_, weight)| *weight != 0).map(|(lit, weight)| (weight, lit)).collect(),
        bound,
    )
}

/// Returns the indices of the cells.
pub(super) fn numbers(cells: &[Cell]) -> Vec<u16> {
    cells.iter().map(|cell| cell.index() as u16).collect()
}
