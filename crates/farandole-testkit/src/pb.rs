//! Pseudo-Boolean formulas: a parser for the OPB format, a model counter, and a checker of
//! refutations.
//!
//! The checker supports the part of version 3.0 of the VeriPB format that needs only unit
//! propagation: `f`, `rup`, `del id` and the lines of the conclusion. It shares no code with the
//! searches whose proofs it checks.
//!
//! Source: Elffers, Gocht, McCreesh, Nordström, "Justifying all differences using pseudo-Boolean
//! reasoning", AAAI 2020, for the format and its unit propagation.

/// A 1-based variable, or its negation as a negative number.
pub type Literal = i32;

/// Weights with literals.
type Terms = Vec<(i64, Literal)>;

/// A constraint: the sum of the weights of the true literals must be at least the bound. All
/// weights are positive.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Inequality {
    /// Weights with literals. Each literal occurs only once.
    pub terms: Vec<(i64, Literal)>,
    /// The bound.
    pub bound: i64,
}

impl Inequality {
    /// Converts terms with weights of any sign to this form.
    fn new(terms: &[(i64, Literal)], mut bound: i64) -> Self {
        let mut positive = Vec::new();
        for &(weight, lit) in terms {
            bound += (-weight).max(0);
            match weight {
                0 => {}
                1.. => positive.push((weight, lit)),
                _ => positive.push((-weight, -lit)),
            }
        }
        Self { terms: positive, bound }
    }
}

/// Parses a formula in the OPB format. An equation becomes two inequalities, "at least" followed by
/// "at most".
///
/// # Errors
/// Returns the 1-based number of the first line that cannot be parsed, or that contains a variable
/// beyond those announced in the first line.
pub fn read(text: &str) -> Result<(usize, Vec<Inequality>), usize> {
    let (mut variables, mut rows) = (0, Vec::new());
    for (number, line) in (1..).zip(text.lines()) {
        if let Some(comment) = line.strip_prefix('*') {
            if number == 1 {
                let mut words = comment.split_whitespace().skip_while(|word| *word != "#variable=");
                variables = words.nth(1).and_then(|word| word.parse().ok()).ok_or(number)?;
            }
            continue;
        }
        let body = line.trim().strip_suffix(';').ok_or(number)?;
        let (terms, bound, is_equal) = inequality(body).ok_or(number)?;
        if terms.iter().any(|(_, lit)| lit.unsigned_abs() as usize > variables) {
            return Err(number);
        }
        rows.push(Inequality::new(&terms, bound));
        if is_equal {
            let opposite: Vec<(i64, Literal)> = terms.iter().map(|&(weight, lit)| (-weight, lit)).collect();
            rows.push(Inequality::new(&opposite, -bound));
        }
    }
    Ok((variables, rows))
}

/// Parses alternating weights and literals, `>=` or `=`, and the bound. The last field is true for
/// an equation.
fn inequality(text: &str) -> Option<(Terms, i64, bool)> {
    let (left, right) = text.split_once('=')?;
    let (left, is_equal) = left.strip_suffix('>').map_or((left, true), |left| (left, false));
    let words: Vec<&str> = left.split_whitespace().collect();
    let term = |pair: &[&str]| {
        let weight = pair[0].parse().ok()?;
        let (name, sign) = pair.get(1)?.strip_prefix('~').map_or((pair[1], 1), |name| (name, -1));
        let variable: Literal = name.strip_prefix('x')?.parse().ok().filter(|variable| *variable > 0)?;
        Some((weight, sign * variable))
    };
    let terms: Option<Terms> = words.chunks(2).map(term).collect();
    Some((terms?, right.trim().parse().ok()?, is_equal))
}

/// Returns the number of assignments of the first `first` variables that can be extended to a
/// model.
///
/// Cost: a search that propagates and branches on the variables in order, without learning.
pub fn count_projected(variables: usize, rows: &[Inequality], first: usize) -> u64 {
    let mut state = Propagator::new(variables);
    rows.iter().for_each(|row| state.add(row.clone()));
    if state.restart() { count_from(&mut state, 1, first as Literal) } else { 0 }
}

fn count_from(state: &mut Propagator, from: Literal, first: Literal) -> u64 {
    let Some(variable) = (from..=first).find(|variable| state.value(*variable) == 0) else {
        return u64::from(has_model(state, first + 1));
    };
    let mut count = 0;
    let kept = state.trail.len();
    for lit in [-variable, variable] {
        if state.assume(lit) && state.propagate() {
            count += count_from(state, variable + 1, first);
        }
        state.undo(kept);
    }
    count
}

fn has_model(state: &mut Propagator, from: Literal) -> bool {
    let last = state.occurrences.len() as Literal / 2;
    let Some(variable) = (from..last).find(|variable| state.value(*variable) == 0) else { return true };
    let kept = state.trail.len();
    [-variable, variable].into_iter().any(|lit| {
        let found = state.assume(lit) && state.propagate() && has_model(state, variable + 1);
        state.undo(kept);
        found
    })
}

/// Checks a proof that the formula has no model.
///
/// # Errors
/// Returns the 1-based number of the first line of the proof that cannot be parsed or does not
/// follow, or the number of the line after the last if the proof does not end in a contradiction.
/// Returns 0 if the formula cannot be parsed.
pub fn check(formula: &str, proof: &str) -> Result<(), usize> {
    let (variables, rows) = read(formula).map_err(|_| 0_usize)?;
    let mut state = Propagator::new(variables);
    rows.into_iter().for_each(|row| state.add(row));
    let mut lines = proof.lines().zip(1..);
    let mut line = |expected: &dyn Fn(&str) -> bool| match lines.next() {
        Some((text, number)) if expected(text) => Ok((text, number)),
        Some((_, number)) => Err(number),
        None => Err(proof.lines().count() + 1),
    };
    line(&|text| text == "pseudo-Boolean proof version 3.0")?;
    let announced = format!("f {};", state.rows.len());
    line(&|text| text == announced)?;
    let mut settled = state.restart();
    loop {
        let (text, number) = line(&|_| true)?;
        if let Some(text) = text.strip_prefix("rup ") {
            let row = text.strip_suffix(';').and_then(inequality).ok_or(number)?;
            let row = Inequality::new(&row.0, row.1);
            if settled && !state.follows(&row) {
                return Err(number);
            }
            state.add(row);
            settled = settled && state.propagate_last();
        } else if let Some(text) = text.strip_prefix("del id ").and_then(|text| text.strip_suffix(';')) {
            for id in text.split_whitespace() {
                let id: usize = id.parse().map_err(|_| number)?;
                state.rows.get_mut(id.wrapping_sub(1)).and_then(Option::take).ok_or(number)?;
            }
            settled = state.restart();
        } else if text == "output NONE;" {
            break;
        } else {
            return Err(number);
        }
    }
    let (text, number) = line(&|text| text.starts_with("conclusion UNSAT : "))?;
    let id =
        text.rsplit(' ').next().and_then(|id| id.strip_suffix(';')?.parse::<usize>().ok()).ok_or(number)?;
    let last = state.rows.get(id.wrapping_sub(1)).and_then(Option::as_ref).ok_or(number)?;
    if last.terms.iter().map(|(weight, _)| weight).sum::<i64>() >= last.bound {
        return Err(number);
    }
    line(&|text| text == "end pseudo-Boolean proof;").map(|_| ())
}

/// Unit propagation over inequalities. The slack of an inequality is the sum of the weights of its
/// literals that are not false, minus its bound. An inequality with negative slack is violated. A
/// literal with more weight than the slack must be true.
struct Propagator {
    /// The inequalities, with `None` for deleted ones.
    rows: Vec<Option<Inequality>>,
    slacks: Vec<i64>,
    /// The rows in which each literal (indexed by [`place`]) occurs, with its weights.
    occurrences: Vec<Vec<(usize, i64)>>,
    /// True for the literals that are true, indexed by [`place`].
    is_true: Vec<bool>,
    /// True for the true literals that the slacks already take into account, indexed by [`place`].
    is_counted: Vec<bool>,
    /// True literals in order. The slacks take those before `counted` into account.
    trail: Vec<Literal>,
    counted: usize,
}

const fn place(lit: Literal) -> usize {
    2 * lit.unsigned_abs() as usize + (lit < 0) as usize
}

impl Propagator {
    fn new(variables: usize) -> Self {
        let places = 2 * variables + 2;
        Self {
            rows: Vec::new(),
            slacks: Vec::new(),
            occurrences: vec![Vec::new(); places],
            is_true: vec![false; places],
            is_counted: vec![false; places],
            trail: Vec::new(),
            counted: 0,
        }
    }

    /// Returns 1 for true, -1 for false, 0 for unassigned.
    fn value(&self, lit: Literal) -> i8 {
        i8::from(self.is_true[place(lit)]) - i8::from(self.is_true[place(-lit)])
    }

    /// Adds an inequality without propagating.
    fn add(&mut self, row: Inequality) {
        let kept = row.terms.iter().filter(|(_, lit)| !self.is_counted[place(-*lit)]);
        let slack: i64 = kept.map(|(weight, _)| weight).sum();
        for &(weight, lit) in &row.terms {
            self.occurrences[place(lit)].push((self.rows.len(), weight));
        }
        self.slacks.push(slack - row.bound);
        self.rows.push(Some(row));
    }

    /// Clears all values and propagates. Returns false on a conflict.
    fn restart(&mut self) -> bool {
        self.undo(0);
        (0..self.rows.len()).all(|row| self.conclude(row)) && self.propagate()
    }

    /// Propagates the last inequality.
    fn propagate_last(&mut self) -> bool {
        self.conclude(self.rows.len() - 1) && self.propagate()
    }

    /// Assigns the literals that an inequality forces. Returns false if it is violated.
    fn conclude(&mut self, row: usize) -> bool {
        let Some(Inequality { terms, .. }) = &self.rows[row] else { return true };
        let slack = self.slacks[row];
        if slack < 0 {
            return false;
        }
        for &(weight, lit) in terms {
            if weight > slack && !self.is_true[place(lit)] && !self.is_true[place(-lit)] {
                self.is_true[place(lit)] = true;
                self.trail.push(lit);
            }
        }
        true
    }

    /// Makes a literal true. Returns false if its negation is true.
    fn assume(&mut self, lit: Literal) -> bool {
        if self.value(lit) == 0 {
            self.is_true[place(lit)] = true;
            self.trail.push(lit);
        }
        self.is_true[place(lit)]
    }

    /// Propagates all units. Returns false if there is a conflict.
    fn propagate(&mut self) -> bool {
        while let Some(&lit) = self.trail.get(self.counted) {
            self.counted += 1;
            self.is_counted[place(lit)] = true;
            let near = core::mem::take(&mut self.occurrences[place(-lit)]);
            near.iter().for_each(|&(row, weight)| self.slacks[row] -= weight);
            let holds = near.iter().all(|&(row, _)| self.conclude(row));
            self.occurrences[place(-lit)] = near;
            if !holds {
                return false;
            }
        }
        true
    }

    /// Undoes all assignments except the first `kept`.
    fn undo(&mut self, kept: usize) {
        while self.trail.len() > kept {
            let Some(lit) = self.trail.pop() else { break };
            self.is_true[place(lit)] = false;
            if self.trail.len() < self.counted {
                self.counted = self.trail.len();
                self.is_counted[place(lit)] = false;
                for &(row, weight) in &self.occurrences[place(-lit)] {
                    self.slacks[row] += weight;
                }
            }
        }
    }

    /// Returns true if an inequality follows, that is, if unit propagation from its negation leads
    /// to a conflict.
    fn follows(&mut self, row: &Inequality) -> bool {
        let kept = self.trail.len();
        let opposite: Vec<(i64, Literal)> = row.terms.iter().map(|&(weight, lit)| (-weight, lit)).collect();
        self.add(Inequality::new(&opposite, 1 - row.bound));
        let conflict = !self.propagate_last();
        self.undo(kept);
        let last = self.rows.len() - 1;
        if let Some(Some(row)) = self.rows.pop() {
            for (_, lit) in row.terms {
                self.occurrences[place(lit)].retain(|(row, _)| *row != last);
            }
        }
        self.slacks.pop();
        conflict
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Three pigeons and two holes. Each pigeon is in exactly one hole.
    const FORMULA: &str = "* #variable= 6 #constraint= 5\n* pigeons\n+1 x1 +1 x2 = 1 ;\n+1 x3 +1 x4 = 1 ;\n\
        +1 x5 +1 x6 = 1 ;\n-1 x1 -1 x3 -1 x5 >= -1 ;\n-1 x2 -1 x4 -1 x6 >= -1 ;\n";
    const PROOF: &str = "pseudo-Boolean proof version 3.0\nf 8;\nrup 1 ~x1 >= 1;\ndel id 9;\nrup 1 ~x1 >= 1;\n\
        rup >= 1;\noutput NONE;\nconclusion UNSAT : 11;\nend pseudo-Boolean proof;\n";

    #[test]
    fn models_are_counted() {
        let (variables, rows) = read("* #variable= 3 #constraint= 1\n+2 x1 +1 x2 -1 x3 >= 1 ;\n").unwrap();
        assert_eq!((count_projected(variables, &rows, 3), count_projected(variables, &rows, 2)), (5, 3));
        assert_eq!(count_projected(variables, &rows, 1), 2);
        let (variables, rows) = read(FORMULA).unwrap();
        assert_eq!((rows.len(), count_projected(variables, &rows, 6)), (8, 0));
        assert_eq!(read("* #variable= 1 #constraint= 1\n+1 x2 >= 1 ;\n"), Err(2));
        assert_eq!(read("* #variable= 1 #constraint= 1\n+1 y1 >= 1 ;\n"), Err(2));
    }

    #[test]
    fn a_proof_is_accepted_and_a_gap_is_not() {
        assert_eq!(check(FORMULA, PROOF), Ok(()));
        let without = |line: &str| check(FORMULA, &PROOF.replacen(line, "", 1));
        assert_eq!(without("f 8;\n"), Err(2));
        assert_eq!(without("rup >= 1;\n"), Err(7));
        assert_eq!(without("end pseudo-Boolean proof;\n"), Err(9));
        let instead = |line: &str, other: &str| check(FORMULA, &PROOF.replace(line, other));
        assert_eq!(instead("del id 9", "del id 12"), Err(4));
        assert_eq!(instead("rup >= 1;", "rup 1 x1 >= 1;"), Err(8));
        assert_eq!(instead("UNSAT : 11", "UNSAT : 10"), Err(8));
        let free = FORMULA.replace("-1 x2 -1 x4 -1 x6 >= -1", "-1 x2 -1 x4 >= -1");
        assert_eq!(check(&free, PROOF), Err(3));
    }
}
