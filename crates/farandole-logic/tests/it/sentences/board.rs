//! The position that sentences are proved against: candidates, facts read so far, and a search that
//! decides what they entail. It shares no code with techniques, grammar or renderer.

use std::collections::HashMap;

/// A candidate: `9 * cell + digit - 1`.
pub(crate) type Cand = usize;

/// A statement about a candidate.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Lit {
    pub(crate) cand: Cand,
    pub(crate) on: bool,
}

impl Lit {
    pub(crate) fn not(self) -> Self {
        Self { on: !self.on, ..self }
    }
}

pub(crate) fn cand(cell: usize, digit: usize) -> Cand {
    9 * cell + digit - 1
}

pub(crate) fn cell_of(cand: Cand) -> usize {
    cand / 9
}

pub(crate) fn digit_of(cand: Cand) -> usize {
    cand % 9 + 1
}

pub(crate) fn in_house(cell: usize, house: usize) -> bool {
    let (row, col) = (cell / 9, cell % 9);
    match house / 9 {
        0 => row == house,
        1 => col == house - 9,
        _ => row / 3 * 3 + col / 3 == house - 18,
    }
}

pub(crate) fn sees(one: usize, other: usize) -> bool {
    one != other && (0..27).any(|house| in_house(one, house) && in_house(other, house))
}

/// Returns true if two candidates exclude each other.
pub(crate) fn excludes(one: Cand, other: Cand) -> bool {
    one != other
        && (cell_of(one) == cell_of(other)
            || digit_of(one) == digit_of(other) && sees(cell_of(one), cell_of(other)))
}

/// The candidates of a grid. A filled cell has its digit only.
#[derive(Clone)]
pub(crate) struct Board {
    pub(crate) cands: Vec<Vec<usize>>,
    pub(crate) filled: Vec<bool>,
    pub(crate) given: Vec<bool>,
}

impl Board {
    pub(crate) fn has(&self, it: Cand) -> bool {
        self.cands[cell_of(it)].contains(&digit_of(it))
    }

    pub(crate) fn of_cell(&self, cell: usize) -> Vec<Cand> {
        self.cands[cell].iter().map(|digit| cand(cell, *digit)).collect()
    }

    pub(crate) fn of_house(&self, house: usize, digit: usize) -> Vec<Cand> {
        let cells = (0..81).filter(|cell| in_house(*cell, house));
        cells.map(|cell| cand(cell, digit)).filter(|it| self.has(*it)).collect()
    }

    /// Returns true if the statement follows from others in one cell or house.
    pub(crate) fn follows(&self, it: Lit, from: &[Lit]) -> bool {
        let off = |other: Cand| {
            other == it.cand
                || from.contains(&Lit { cand: other, on: false })
                || from.iter().any(|lit| lit.on && excludes(lit.cand, other))
        };
        if from.contains(&it) {
            return true;
        }
        if !it.on {
            return from.iter().any(|lit| lit.on && excludes(lit.cand, it.cand));
        }
        let cell = cell_of(it.cand);
        self.of_cell(cell).into_iter().all(off)
            || (0..27)
                .filter(|house| in_house(cell, *house))
                .any(|house| self.of_house(house, digit_of(it.cand)).into_iter().all(off))
    }

    /// Returns all statements that hold in the position: every cell has a digit, and every digit has
    /// a cell in each house.
    pub(crate) fn rules(&self) -> Vec<Vec<Lit>> {
        let on = |all: Vec<Cand>| all.into_iter().map(|cand| Lit { cand, on: true }).collect::<Vec<_>>();
        let cells = (0..81).map(|cell| on(self.of_cell(cell)));
        let houses = (0..27).flat_map(|house| (1..=9).map(move |digit| (house, digit)));
        cells.chain(houses.map(|(house, digit)| on(self.of_house(house, digit)))).collect()
    }
}

/// Facts as clauses: at least one statement of each holds.
#[derive(Clone, Default)]
pub(crate) struct Facts {
    pub(crate) clauses: Vec<Vec<Lit>>,
}

impl Facts {
    /// Adds that one of the candidates is true.
    pub(crate) fn one_of(&mut self, all: &[Cand]) {
        self.clauses.push(all.iter().map(|cand| Lit { cand: *cand, on: true }).collect());
    }

    /// Returns true if the facts, and that cells and houses hold each digit once, entail the
    /// statement. Gives up after a number of assumptions.
    pub(crate) fn entail(&self, it: Lit, mut work: u32) -> bool {
        let mut known: HashMap<Cand, bool> = HashMap::new();
        set(&mut known, self, it.not()) && self.refute(&known, &mut work) || self.contradicts(it.not())
    }

    /// Returns true if the assumption contradicts a fact at once.
    fn contradicts(&self, it: Lit) -> bool {
        let mut known = HashMap::new();
        !set(&mut known, self, it)
    }

    fn refute(&self, known: &HashMap<Cand, bool>, work: &mut u32) -> bool {
        let mut known = known.clone();
        let mut shortest: Option<Vec<Lit>>;
        loop {
            shortest = None;
            let mut changed = false;
            for clause in &self.clauses {
                if clause.iter().any(|lit| known.get(&lit.cand) == Some(&lit.on)) {
                    continue;
                }
                let open: Vec<Lit> =
                    clause.iter().filter(|lit| !known.contains_key(&lit.cand)).copied().collect();
                match open[..] {
                    [] => return true,
                    [one] => {
                        if !set(&mut known, self, one) {
                            return true;
                        }
                        changed = true;
                    }
                    _ if shortest.as_ref().is_none_or(|known| open.len() < known.len()) => {
                        shortest = Some(open)
                    }
                    _ => {}
                }
            }
            if !changed {
                break;
            }
        }
        let Some(open) = shortest else { return false };
        open.into_iter().all(|lit| {
            *work = work.saturating_sub(1);
            let mut inside = known.clone();
            *work > 0 && (!set(&mut inside, self, lit) || self.refute(&inside, work))
        })
    }
}

/// Records a statement and what it excludes among the candidates of the facts. Returns false if it
/// contradicts what is known.
fn set(known: &mut HashMap<Cand, bool>, facts: &Facts, it: Lit) -> bool {
    if known.insert(it.cand, it.on).is_some_and(|old| old != it.on) {
        return false;
    }
    if it.on {
        for other in
            facts.clauses.iter().flatten().map(|lit| lit.cand).filter(|other| excludes(it.cand, *other))
        {
            if known.insert(other, false) == Some(true) {
                return false;
            }
        }
    }
    true
}
