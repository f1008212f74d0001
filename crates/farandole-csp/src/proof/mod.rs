//! Encodes a variant as a pseudo-Boolean formula in the OPB format of the pseudo-Boolean
//! competitions.
//!
//! Each kind of constraint is encoded from its definition:
//!
//! | constraint | encoding |
//! |---|---|
//! | cells, houses, counts of values | linear, over "the cell has the value" |
//! | sums | linear, over "the cell has at least the value" |
//! | relations of two cells | a clause for each value and its partners (support encoding) |
//! | automata | a variable for each state after each cell |
//! | `Or` | a variable for each branch, on which the rows of the branch depend |
//!
//! Once all cells of a constraint have values, unit propagation on its encoding detects every violation. The
//! prover relies on this: branching on these cells then always ends in a proof.
//!
//! The encoding performs badly on sums and automata over many cells with many values. The formula has a
//! variable for each state and each threshold, and a proof can have millions of lines
//! (docs/experiments/2026-11-22-variant-proofs.md).
//!
//! Source: Roussel, Manquinho, "Pseudo-Boolean and cardinality constraints", Handbook of
//! Satisfiability, 2009, for the format; Gent, "Arc consistency in SAT", ECAI 2002, for the support
//! encoding; Bacchus, "GAC via unit propagation", CP 2007, for automata.

mod encode;
pub(crate) mod formula;
pub(crate) mod prover;
pub(crate) mod refutation;
mod refute;
mod regular;
#[cfg(test)]
pub(crate) mod tests;

use core::fmt;
use farandole_puzzle::Cell;
use farandole_puzzle::format::iss;
use farandole_puzzle::variant::Variant;
use formula::{Formula, Literal, Relation, Row, numbers};
use std::io::{self, Write};

/// A pseudo-Boolean formula whose models correspond to the solutions of a variant. One known
/// solution can be excluded.
///
/// In a model, the variables of the cells give the solution. Variable
/// `cell * count + index + 1` is true if the cell has the value with this 0-based index among
/// `count` values. Cells of the grid are numbered row by row from 0, and extra cells follow.
/// Auxiliary variables come after the variables of all cells.
///
/// ```
/// use farandole_puzzle::format::iss;
/// use farandole_csp::VariantFormula;
///
/// let variant = iss::read(".Shape~4x4.Cage~7~R1C1~R2C1").unwrap();
/// let formula = VariantFormula::new(&variant, None).unwrap();
/// let mut text = Vec::new();
/// formula.write(&mut text).unwrap();
/// assert!(String::from_utf8(text).unwrap().contains("* x1 = R1C1=1\n"));
/// ```
#[derive(Clone, Debug)]
pub struct VariantFormula<'a> {
    variant: &'a Variant,
    other_than: Option<Vec<u8>>,
    formula: Formula,
}

/// An error that lists the kinds of constraints that have no encoding, or whose encoding is too large.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NotEncoded {
    names: Vec<&'static str>,
}

impl NotEncoded {
    /// Returns the names of the kinds, sorted, without duplicates.
    pub fn names(&self) -> &[&'static str] {
        &self.names
    }
}

impl fmt::Display for NotEncoded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no formula states {}", self.names.join(", "))
    }
}

impl core::error::Error for NotEncoded {}

impl<'a> VariantFormula<'a> {
    /// Builds the formula whose models are the solutions of the variant. `other_than` is a solution
    /// to exclude, as the values of all cells in order.
    ///
    /// # Errors
    /// Returns an error with all kinds of constraints that have no encoding.
    pub fn new(variant: &'a Variant, other_than: Option<&[u8]>) -> Result<Self, NotEncoded> {
        // In the formula, each cell has one value, so variants whose cells hold several values are rewritten.
        let single = variant.in_single_values();
        let said = single.as_ref().unwrap_or(variant);
        let (board, values) = (said.board(), said.board().values());
        let mut formula = Formula::new(said.domains(), values.low(), values.count());
        formula.begin("cells that differ".into());
        for house in said.houses() {
            formula.distinct(&numbers(&house.cells));
        }
        for &(one, two, mask) in said.sees() {
            formula.differ(one.index() as u16, two.index() as u16, mask);
        }
        let mut names = Vec::new();
        for constraint in said.constraints() {
            formula.begin(iss::write_constraint(board, constraint));
            // Kinds that consist of houses and pairs are expressed already.
            if !constraint.about().only_houses()
                && !encode::add_rest(&constraint.semantics(board), said, &mut formula)
            {
                let mut missing = constraint.leaves();
                missing.retain(|leaf| !encode::add(&leaf.semantics(board), &mut formula));
                names.extend(missing.iter().map(|leaf| leaf.name()));
                // A negation may lack an encoding although its parts have one.
                names.extend(missing.is_empty().then(|| constraint.name()));
            }
        }
        if let Some(values) = other_than {
            formula.begin("another solution than the known one".into());
            let clause: Option<Vec<Literal>> = (0..)
                .zip(values)
                .map(|(cell, value)| formula.is(cell, i64::from(*value)).map(|lit| -lit))
                .collect();
            formula.clause(&clause.unwrap_or_default());
        }
        // The error lists all kinds without an encoding, so that callers see all of them at once.
        names.sort_unstable();
        names.dedup();
        let other_than = other_than.map(<[u8]>::to_vec);
        if names.is_empty() { Ok(Self { variant, other_than, formula }) } else { Err(NotEncoded { names }) }
    }

    /// Writes the formula in the OPB format. Comments name the variables of the cells, the
    /// constraints, and the auxiliary variables of each constraint.
    ///
    /// # Errors
    /// Returns an error if writing to `out` fails.
    pub fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let Self { variant, formula, .. } = self;
        let (rows, variables) = (formula.rows(), formula.variable_count());
        writeln!(out, "* #variable= {variables} #constraint= {}", rows.len())?;
        for cell in variant.board().cells() {
            let name = variant.board().name(cell);
            for (value, place) in formula.values().zip(formula.places()) {
                writeln!(out, "* x{} = {name}={value}", formula.at(cell.index() as u16, place))?;
            }
        }
        for (cell, first) in formula.thresholds() {
            let name = Cell::new(usize::from(cell)).map(|cell| variant.board().name(cell).to_string());
            for (value, variable) in formula.values().skip(1).zip(first..) {
                writeln!(out, "* x{variable} = {}>={value}", name.as_deref().unwrap_or_default())?;
            }
        }
        let sections = formula.sections();
        for (at, section) in sections.iter().enumerate() {
            let next = sections.get(at + 1);
            let end = next.map_or(rows.len(), |next| next.rows);
            let last = next.map_or(variables, |next| next.variables);
            // A constraint that houses and pairs express completely has no rows, so its title is omitted.
            if section.rows == end {
                continue;
            }
            writeln!(out, "* {}", section.title)?;
            if last > section.variables {
                writeln!(out, "* new variables: x{} to x{last}", section.variables + 1)?;
            }
            rows[section.rows..end].iter().try_for_each(|row| write_row(row, out))?;
        }
        Ok(())
    }

    /// Returns the variant.
    pub(crate) const fn variant(&self) -> &'a Variant {
        self.variant
    }

    /// Returns the solution that is excluded.
    pub(crate) fn other_than(&self) -> Option<&[u8]> {
        self.other_than.as_deref()
    }

    /// Returns the rows and variables.
    pub(crate) const fn formula(&self) -> &Formula {
        &self.formula
    }
}

fn write_row(row: &Row, out: &mut impl Write) -> io::Result<()> {
    if row.terms.is_empty() {
        // The format requires a term, so an empty sum is written as zero times a variable.
        write!(out, "+0 x1 ")?;
    }
    for (weight, variable) in &row.terms {
        write!(out, "{weight:+} x{variable} ")?;
    }
    let sign = if row.relation == Relation::Equal { "=" } else { ">=" };
    writeln!(out, "{sign} {} ;", row.bound)
}
