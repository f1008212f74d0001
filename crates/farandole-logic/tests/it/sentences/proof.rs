//! Reads the text of a step sentence by sentence, checks each against the position, and proves the
//! effect from what the sentences state.

use super::board::{Board, Cand, Facts, Lit, cand, cell_of, digit_of, excludes, in_house, sees};
use super::branch;
use super::words::{Node, digits, matches};
use std::collections::BTreeMap;

/// Maximum number of assumptions in the proof of one effect.
pub(crate) const WORK: u32 = 300_000;

/// A text that is being read.
pub(crate) struct Proof {
    pub(crate) board: Board,
    pub(crate) facts: Facts,
    /// The named almost locked sets.
    pub(crate) sets: BTreeMap<char, Vec<usize>>,
    /// Conclusions that sentences state, to be proved from all facts.
    pub(crate) claims: Vec<Lit>,
    /// The ends of the last path.
    pub(crate) ends: Option<(Node, Node)>,
}

pub(crate) type Read = Result<(), String>;

pub(crate) fn check(holds: bool, problem: &str) -> Read {
    if holds { Ok(()) } else { Err(problem.to_owned()) }
}

impl Proof {
    pub(crate) fn new(board: Board) -> Self {
        Self { board, facts: Facts::default(), sets: BTreeMap::new(), claims: Vec::new(), ends: None }
    }

    /// Adds that a digit of each house is in these cells, after checking that it has no other place.
    pub(crate) fn places(&mut self, houses: &[usize], digit: usize, cells: &[usize]) -> Read {
        for house in houses {
            let all = self.board.of_house(*house, digit);
            let known = !all.is_empty() && all.iter().all(|it| cells.contains(&cell_of(*it)));
            check(known, "the digit has other places in the house")?;
            self.facts.one_of(&all);
        }
        Ok(())
    }

    /// Adds that each cell holds one of its candidates.
    pub(crate) fn cells(&mut self, cells: &[usize]) {
        for cell in cells {
            let all = self.board.of_cell(*cell);
            self.facts.one_of(&all);
        }
    }

    /// Adds that each cell holds one of these digits, after checking that together they have no
    /// others.
    pub(crate) fn only(&mut self, cells: &[usize], digits: &[usize]) -> Read {
        let mut all: Vec<usize> = cells.iter().flat_map(|cell| self.board.cands[*cell].clone()).collect();
        all.sort_unstable();
        all.dedup();
        check(all == digits, "the cells have other candidates")?;
        self.cells(cells);
        Ok(())
    }

    /// Adds that a deadly pattern of these cells and two digits is avoided.
    pub(crate) fn deadly(&mut self, cells: &[usize], pair: &[usize]) -> Read {
        check(pair.len() == 2 && !cells.iter().any(|cell| self.board.given[*cell]), "a cell is given")?;
        for house in 0..27 {
            let count = cells.iter().filter(|cell| in_house(**cell, house)).count();
            check(matches!(count, 0 | 2), "the cells cannot swap digits")?;
        }
        let extra: Vec<Cand> = cells.iter().flat_map(|cell| self.board.of_cell(*cell)).collect();
        let extra: Vec<Cand> = extra.into_iter().filter(|it| !pair.contains(&digit_of(*it))).collect();
        self.facts.one_of(&extra);
        Ok(())
    }

    /// Adds that a bivalue universal grave without these candidates is avoided.
    pub(crate) fn grave(&mut self, extra: &[Cand]) -> Read {
        let is_rest = |it: &Cand| !self.board.filled[cell_of(*it)] && !extra.contains(it);
        for cell in (0..81).filter(|cell| !self.board.filled[*cell]) {
            let count = self.board.of_cell(cell).iter().filter(|it| is_rest(it)).count();
            check(count == 2, "a cell does not have two candidates")?;
        }
        for (house, digit) in (0..27).flat_map(|house| (1..=9).map(move |digit| (house, digit))) {
            let count = self.board.of_house(house, digit).iter().filter(|it| is_rest(it)).count();
            check(matches!(count, 0 | 2), "a digit does not have two places")?;
        }
        self.facts.one_of(extra);
        Ok(())
    }

    /// Adds that one of the cases holds, after checking that they are all candidates of a cell, or
    /// all places of a digit in a house.
    pub(crate) fn cases(&mut self, all: &[Cand]) -> Read {
        let (cell, digit) = (cell_of(all[0]), digit_of(all[0]));
        let same = |other: &[Cand]| other.iter().all(|it| all.contains(it));
        let is_complete = same(&self.board.of_cell(cell))
            || (0..27).any(|house| in_house(cell, house) && same(&self.board.of_house(house, digit)));
        check(is_complete, "the cases are not complete")?;
        self.facts.one_of(all);
        Ok(())
    }

    /// Adds an implication after checking that it is one link.
    pub(crate) fn link(&mut self, from: Cand, to: Cand) -> Read {
        let [from, to] = [from, to].map(|cand| Lit { cand, on: true });
        check(self.board.follows(to, &[from]), "the conclusion is no link")?;
        self.facts.clauses.push(vec![from.not(), to]);
        Ok(())
    }

    /// Checks and adds the links of a path: `If r1c1 is not 5, r1c4 is 5 (row 1), so r3c9 is 5 (box 3)`.
    fn path(&mut self, text: &str) -> Read {
        let rest = text.strip_prefix("If ").ok_or("no If")?;
        // The cells of a group are separated by commas too.
        let split = |at: usize| {
            let first = super::words::node(&rest[..at])?;
            rest[at + 2..]
                .split(", so ")
                .map(forced)
                .collect::<Option<Vec<_>>>()
                .map(|others| (first, others))
        };
        let (mut last, others) =
            rest.match_indices(", ").find_map(|(at, _)| split(at)).ok_or("no statements")?;
        let first = last.clone();
        for (node, reason) in others {
            self.forced(&last, &node, reason).map_err(|problem| format!("{problem}: {node:?}"))?;
            last = node;
        }
        self.ends = Some((first, last));
        Ok(())
    }

    /// Checks one link of a path, which omits what a true statement excludes.
    fn forced(&mut self, from: &Node, to: &Node, reason: Option<&str>) -> Read {
        let Some(reason) = reason else {
            return check(!to.on, "no reason").and_then(|()| self.step(from, to, None));
        };
        let clear = |it: Cand| {
            from.on && from.by_digit().iter().any(|all| all.iter().all(|by| excludes(*by, it)))
                || !from.on && from.cands.contains(&it)
        };
        check(to.on, "a reason of a false statement")?;
        if let Some(name) = reason.strip_prefix("set ").and_then(|it| it.chars().next()) {
            let cells = self.sets.get(&name).cloned().ok_or("an unknown set")?;
            let held: Vec<Cand> = cells.iter().flat_map(|cell| self.board.of_cell(*cell)).collect();
            let lost = Node { cands: held.into_iter().filter(|it| clear(*it)).collect(), on: false };
            return self.step(&lost, to, Some(name));
        }
        let [cell, digit] = [cell_of(to.cands[0]), digit_of(to.cands[0])];
        let unit = match matches("{H}", reason) {
            Some(house) => self.board.of_house(house[0].houses()[0], digit),
            None => {
                check(matches!(reason, "cell" | "its only other digit"), "an unknown reason")?;
                self.board.of_cell(cell)
            }
        };
        check(to.cands.iter().all(|it| unit.contains(it)), "the place is elsewhere")?;
        check(unit.iter().all(|it| to.cands.contains(it) || clear(*it)), "there is another place")?;
        self.facts.one_of(&unit);
        Ok(())
    }

    /// Checks and adds the link from the last statement of a path to the first.
    pub(crate) fn close(&mut self) -> Read {
        let (first, last) = self.ends.clone().ok_or("no path")?;
        if first == last { Ok(()) } else { self.step(&last, &first, None) }
    }

    /// Checks one link of a path. A strong link is a fact; a weak one follows from the rules.
    fn step(&mut self, from: &Node, to: &Node, set: Option<char>) -> Read {
        if !to.on {
            let clear = |it: &Cand| from.by_digit().iter().any(|all| all.iter().all(|by| excludes(*by, *it)));
            return check(from.on && to.cands.iter().all(clear), "no weak link");
        }
        check(!from.on, "two true statements in a row")?;
        if let Some(name) = set {
            let cells = self.sets.get(&name).cloned().ok_or("an unknown set")?;
            self.cells(&cells);
            let off = from.cands.iter().map(|cand| Lit { cand: *cand, on: false });
            let mut facts = Facts::default();
            for cell in &cells {
                facts.one_of(&self.board.of_cell(*cell));
            }
            off.for_each(|lit| facts.clauses.push(vec![lit]));
            for all in to.by_digit() {
                let mut denied = facts.clone();
                all.iter().for_each(|cand| denied.clauses.push(vec![Lit { cand: *cand, on: false }]));
                let any = Lit { cand: all[0], on: true };
                check(denied.entail(any, WORK), "the set does not hold the digit")?;
            }
            return Ok(());
        }
        for all in to.by_digit() {
            let known: Vec<Cand> = [&from.cands[..], &all].concat();
            let same = |other: &[Cand]| !other.is_empty() && other.iter().all(|it| known.contains(it));
            let cell = all
                .iter()
                .all(|it| cell_of(*it) == cell_of(all[0]))
                .then(|| self.board.of_cell(cell_of(all[0])));
            let houses = (0..27).map(|house| self.board.of_house(house, digit_of(all[0])));
            let touching = houses.filter(|other| all.iter().all(|it| other.contains(it)));
            let unit = cell.into_iter().chain(touching).find(|other| same(other)).ok_or("no strong link")?;
            self.facts.one_of(&unit);
        }
        Ok(())
    }

    /// Reads the names of almost locked sets.
    pub(crate) fn name_sets(&mut self, text: &str) -> Read {
        let mut rest = text;
        while let Some((name, after)) = rest.split_once(" = ") {
            let (cells, after) = after.split_once(" {").ok_or("no digits of the set")?;
            let (own, after) = after.split_once('}').ok_or("no end of the set")?;
            let cells = matches("{CS}", cells).ok_or("no cells of the set")?[0].cells().to_vec();
            let own: Vec<usize> = own.split(", ").filter_map(|it| it.parse().ok()).collect();
            self.only(&cells, &own)?;
            self.sets.insert(name.chars().last().unwrap_or('?'), cells);
            rest = after;
        }
        Ok(())
    }

    /// Checks that cells see every place of a digit in the named sets.
    pub(crate) fn sees_all(&self, cells: &[usize], digit: usize, names: &str) -> Read {
        let is_named = |name: &char| names == "one of the sets" || names.contains(*name);
        for (_, set) in self.sets.iter().filter(|(name, _)| is_named(name)) {
            let holds = |cell: &&usize| self.board.has(cand(**cell, digit));
            let seen = set.iter().filter(holds).all(|at| cells.iter().all(|cell| sees(*cell, *at)));
            check(seen, "a place is not seen")?;
        }
        Ok(())
    }

    /// Reads a whole text without its first line. Branches are indented.
    pub(crate) fn read(&mut self, text: &str) -> Read {
        let (branches, plain): (Vec<&str>, Vec<&str>) = text.lines().partition(|line| line.starts_with("  "));
        let plain = plain.join(" ");
        if let Some((_, sets)) = plain.split_once(" Each of the almost locked sets ") {
            self.name_sets(sets.split(" has one more digit").next().unwrap_or_default())?;
        }
        for sentence in plain.split_inclusive(". ").map(|it| it.trim().trim_end_matches('.')) {
            if !sentence.is_empty() {
                self.sentence(sentence).map_err(|problem| format!("{problem}: {sentence}"))?;
            }
        }
        branch::read(self, &branches)
    }

    /// Reads one sentence.
    fn sentence(&mut self, text: &str) -> Read {
        for (pattern, read) in super::grammar::SENTENCES {
            if let Some(values) = matches(pattern, text) {
                return read(self, &values);
            }
        }
        if text.starts_with("If ") { self.path(text) } else { Err("not understood".to_owned()) }
    }

    /// Adds the conclusions that a sentence states.
    pub(crate) fn claim(&mut self, lits: &[Lit]) {
        self.claims.extend(lits);
    }
}

/// Reads a statement with its reason in parentheses.
fn forced(text: &str) -> Option<(Node, Option<&str>)> {
    match text.strip_suffix(')').and_then(|it| it.split_once(" (")) {
        Some((statement, reason)) => Some((super::words::node(statement)?, Some(reason))),
        None => Some((super::words::node(text)?, None)),
    }
}

/// Reads `3 in r1c1 and 4 in r2c2`, or the same with `or`.
pub(crate) fn placed(text: &str) -> Option<Vec<Cand>> {
    let parts = text.split(" and ").flat_map(|it| it.split(" or ")).flat_map(|it| it.split(", "));
    parts
        .map(|part| {
            let (digit, at) = part.split_once(" in ")?;
            Some(cand(super::words::cell(at)?, *digits(digit)?.first()?))
        })
        .collect()
}
