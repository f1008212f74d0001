//! Reads the text of a step sentence by sentence, checks each against the position, and proves the
//! effect from what the sentences state.

use super::board::{Board, Cand, Facts, Lit, cand, cell_of, digit_of, excludes, in_house, sees};
use super::branch;
use super::words::{Node, Value, compact, digits, effect, matches};
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
    ends: Option<(Node, Node)>,
}

type Read = Result<(), String>;

fn check(holds: bool, problem: &str) -> Read {
    if holds { Ok(()) } else { Err(problem.to_owned()) }
}

impl Proof {
    pub(crate) fn new(board: Board) -> Self {
        Self { board, facts: Facts::default(), sets: BTreeMap::new(), claims: Vec::new(), ends: None }
    }

    /// Adds that a digit of each house is in these cells, after checking that it has no other place.
    fn places(&mut self, houses: &[usize], digit: usize, cells: &[usize]) -> Read {
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
    fn only(&mut self, cells: &[usize], digits: &[usize]) -> Read {
        let mut all: Vec<usize> = cells.iter().flat_map(|cell| self.board.cands[*cell].clone()).collect();
        all.sort_unstable();
        all.dedup();
        check(all == digits, "the cells have other candidates")?;
        self.cells(cells);
        Ok(())
    }

    /// Adds that a deadly pattern of these cells and two digits is avoided.
    fn deadly(&mut self, cells: &[usize], pair: &[usize]) -> Read {
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
    fn grave(&mut self, extra: &[Cand]) -> Read {
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
    fn cases(&mut self, all: &[Cand]) -> Read {
        let (cell, digit) = (cell_of(all[0]), digit_of(all[0]));
        let same = |other: &[Cand]| other.iter().all(|it| all.contains(it));
        let is_complete = same(&self.board.of_cell(cell))
            || (0..27).any(|house| in_house(cell, house) && same(&self.board.of_house(house, digit)));
        check(is_complete, "the cases are not complete")?;
        self.facts.one_of(all);
        Ok(())
    }

    /// Adds an implication after checking that it is one link.
    fn link(&mut self, from: Cand, to: Cand) -> Read {
        let [from, to] = [from, to].map(|cand| Lit { cand, on: true });
        check(self.board.follows(to, &[from]), "the conclusion is no link")?;
        self.facts.clauses.push(vec![from.not(), to]);
        Ok(())
    }

    /// Checks and adds the links of a path.
    fn path(&mut self, text: &str) -> Read {
        let rest = text.strip_prefix("If ").ok_or("no If")?;
        let (first, rest) = rest.split_once(", then ").ok_or("no then")?;
        let mut nodes: Vec<Node> = Vec::new();
        for words in core::iter::once(first).chain(rest.split(", so ")) {
            let (set, words) = match words.strip_prefix("the other digits of ") {
                None => (None, words),
                Some(rest) => {
                    let (name, rest) = rest.split_once(" are locked and ").ok_or("no locked set")?;
                    (name.chars().next(), rest)
                }
            };
            let node = super::words::node(words).ok_or_else(|| format!("no statement: {words}"))?;
            if let Some(last) = nodes.last().cloned() {
                self.step(&last, &node, set).map_err(|problem| format!("{problem}: {words}"))?;
            }
            nodes.push(node);
        }
        self.ends = nodes.first().cloned().zip(nodes.last().cloned());
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
    fn name_sets(&mut self, text: &str) -> Read {
        let mut rest = text;
        while let Some((name, after)) = rest.split_once(" = ") {
            let (cells, after) = after.split_once(" {").ok_or("no digits of the set")?;
            let (own, after) = after.split_once('}').ok_or("no end of the set")?;
            let cells = compact(cells).ok_or("no cells of the set")?;
            let own: Vec<usize> = own.bytes().map(|it| usize::from(it - b'0')).collect();
            self.only(&cells, &own)?;
            self.sets.insert(name.chars().last().unwrap_or('?'), cells);
            rest = after;
        }
        Ok(())
    }

    /// Checks that cells see every place of a digit in the named sets.
    fn sees_all(&self, cells: &[usize], digit: usize, names: &str) -> Read {
        let is_named = |name: &char| names.contains("all sets") || names.contains(*name);
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
        if let Some((_, sets)) = plain.split_once(" The almost locked sets are ") {
            self.name_sets(sets)?;
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

/// Reads `3 in r1c1 and 4 in r2c2`.
pub(crate) fn placed(text: &str) -> Option<Vec<Cand>> {
    let parts = text.split(" and ").flat_map(|it| it.split(", "));
    parts
        .map(|part| {
            let (digit, at) = part.split_once(" in ")?;
            Some(cand(super::words::cell(at)?, *digits(digit)?.first()?))
        })
        .collect()
}

/// The operations that sentences perform, for the table of sentences.
pub(crate) mod act {
    use super::{Cand, Lit, Proof, Read, Value, cand, check, effect, placed, sees};

    pub(crate) fn places(proof: &mut Proof, v: &[Value]) -> Read {
        let (houses, cells) = (v[0].houses(), v[2].cells());
        v[1].digits().iter().try_for_each(|digit| proof.places(houses, *digit, cells))
    }

    pub(crate) fn covered(proof: &mut Proof, v: &[Value]) -> Read {
        let mut cells: Vec<usize> =
            (0..81).filter(|cell| v[2].houses().iter().any(|house| super::in_house(*cell, *house))).collect();
        if let Some(fins) = v.get(3) {
            cells.extend(fins.cells());
        }
        proof.places(v[0].houses(), v[1].digit(), &cells)
    }

    pub(crate) fn only(proof: &mut Proof, v: &[Value]) -> Read {
        let (cells, digits) = (v[v.len() - 2].cells().to_vec(), v[v.len() - 1].digits().to_vec());
        proof.only(&cells, &digits)
    }

    pub(crate) fn last(proof: &mut Proof, v: &[Value]) -> Read {
        let (cell, house, digit) = (v[0].cell(), v[1].houses()[0], v[2].digit());
        let open = (0..81).filter(|it| super::in_house(*it, house) && !proof.board.filled[*it]).count();
        check(open == 1, "the house has more empty cells")?;
        proof.places(&[house], digit, &[cell])
    }

    pub(crate) fn single(proof: &mut Proof, v: &[Value]) -> Read {
        proof.only(v[1].cells(), v[0].digits())
    }

    /// A digit has a single place left in a house: its candidates there are a fact, and the effect
    /// names the one that remains.
    pub(crate) fn left(proof: &mut Proof, v: &[Value]) -> Read {
        let house = v[v.len() - 1].houses()[0];
        let digits: Vec<usize> = if v.len() > 1 { v[0].digits().to_vec() } else { (1..=9).collect() };
        for digit in digits {
            let all = proof.board.of_house(house, digit);
            if !all.is_empty() {
                proof.facts.one_of(&all);
            }
        }
        Ok(())
    }

    /// Two or three cases: each makes a cell hold a digit.
    pub(crate) fn wing(proof: &mut Proof, v: &[Value]) -> Read {
        let pairs: Vec<Cand> = v[..8].chunks(2).map(|it| cand(it[0].cell(), it[1].digit())).collect();
        let mut cases = vec![pairs[0], pairs[2]];
        proof.link(pairs[0], pairs[1])?;
        proof.link(pairs[2], pairs[3])?;
        if v.len() > 8 {
            cases.push(cand(v[8].cell(), v[9].digit()));
        }
        proof.cases(&cases)
    }

    /// In a house, a digit is in one of two cells.
    pub(crate) fn either(proof: &mut Proof, v: &[Value]) -> Read {
        proof.places(v[0].houses(), v[1].digit(), v[2].cells())
    }

    pub(crate) fn both_ways(proof: &mut Proof, v: &[Value]) -> Read {
        let digit =
            super::digit_of(proof.facts.clauses.last().and_then(|it| it.first()).ok_or("no house")?.cand);
        proof.link(cand(v[0].cell(), digit), cand(v[1].cell(), v[2].digit()))?;
        proof.link(cand(v[3].cell(), digit), cand(v[4].cell(), v[5].digit()))
    }

    /// Cells that see each other cannot both hold a digit.
    pub(crate) fn clash(_: &mut Proof, v: &[Value]) -> Read {
        let cells = v[0].cells();
        check(cells.len() == 2 && sees(cells[0], cells[1]), "the cells do not see each other")
    }

    pub(crate) fn fine(_: &mut Proof, _: &[Value]) -> Read {
        Ok(())
    }

    pub(crate) fn effects(proof: &mut Proof, v: &[Value]) -> Read {
        for value in v {
            match value {
                Value::Effect(lits) => proof.claim(lits),
                Value::Node(node) if !node.on => {
                    let lits: Vec<Lit> =
                        node.cands.iter().map(|cand| Lit { cand: *cand, on: false }).collect();
                    proof.claim(&lits);
                }
                Value::Words(text) => proof.claim(&effect(text).ok_or("no effect")?),
                _ => {}
            }
        }
        Ok(())
    }

    pub(crate) fn deadly(proof: &mut Proof, v: &[Value]) -> Read {
        proof.deadly(v[0].cells(), v[1].digits())
    }

    /// Three corners can only be two digits; the fourth is the last value before the pair.
    pub(crate) fn deadly_last(proof: &mut Proof, v: &[Value]) -> Read {
        let mut pair = v[1].digits().to_vec();
        pair.sort_unstable();
        let cells = [proof_corners(proof, &pair), v[0].cells().to_vec()].concat();
        proof.deadly(&cells, &pair)
    }

    /// Returns the cells that the last facts were about.
    fn proof_corners(proof: &Proof, pair: &[usize]) -> Vec<usize> {
        let clauses = proof.facts.clauses.iter().rev();
        let own = clauses.take_while(|it| it.iter().all(|lit| pair.contains(&super::digit_of(lit.cand))));
        own.filter_map(|it| it.first().map(|lit| super::cell_of(lit.cand))).collect()
    }

    pub(crate) fn extra(proof: &mut Proof, v: &[Value]) -> Read {
        let Value::Words(text) = &v[v.len() - 1] else { return Err("no candidates".to_owned()) };
        let all = placed(text).ok_or("no candidates")?;
        let known = proof.facts.clauses.last().map(|it| it.len());
        check(known == Some(all.len()), "other extra candidates")
    }

    pub(crate) fn grave(proof: &mut Proof, v: &[Value]) -> Read {
        let Value::Words(text) = &v[0] else { return Err("no candidates".to_owned()) };
        let all = placed(text).ok_or("no candidates")?;
        proof.grave(&all)
    }

    pub(crate) fn grave_cell(proof: &mut Proof, v: &[Value]) -> Read {
        let cell = v[0].cell();
        let all =
            proof.board.of_cell(cell).into_iter().filter(|it| !v[1].digits().contains(&super::digit_of(*it)));
        let all: Vec<Cand> = all.collect();
        proof.grave(&all)?;
        proof.cells(&[cell]);
        Ok(())
    }

    /// Cells and digits that act together in a house: both the cells and the house are facts.
    pub(crate) fn set_in(proof: &mut Proof, v: &[Value]) -> Read {
        for value in v {
            proof.cells(value.cells());
            for house in value.houses() {
                for digit in 1..=9 {
                    let all = proof.board.of_house(*house, digit);
                    if all.len() > 1 {
                        proof.facts.one_of(&all);
                    }
                }
            }
        }
        Ok(())
    }

    pub(crate) fn cells(proof: &mut Proof, v: &[Value]) -> Read {
        for value in v {
            proof.cells(value.cells());
        }
        Ok(())
    }

    pub(crate) fn rectangle(proof: &mut Proof, v: &[Value]) -> Read {
        // If C were D, K would be in CS in HS, and C2 would be D.
        let (target, out, kept) = (v[0].cell(), v[1].digit(), v[2].digit());
        let cells = [v[0].cells(), v[3].cells(), v[5].cells()].concat();
        proof.places(v[4].houses(), kept, &cells)?;
        let mut pair = [out, kept];
        pair.sort_unstable();
        check(proof.board.has(cand(target, out)), "no candidate")?;
        proof.deadly(&cells, &pair)
    }

    pub(crate) fn across(proof: &mut Proof, v: &[Value]) -> Read {
        let cells = [v[0].cells(), v[2].cells()].concat();
        let mut pair = [v[1].digit(), v[3].digit()];
        pair.sort_unstable();
        proof.cells(v[2].cells());
        proof.deadly(&cells, &pair)
    }

    pub(crate) fn sets(proof: &mut Proof, v: &[Value]) -> Read {
        let Value::Words(text) = &v[v.len() - 1] else { return Err("no sets".to_owned()) };
        proof.name_sets(text)
    }

    /// A digit can be in only one of two sets: their places of it see each other.
    pub(crate) fn restricted(proof: &mut Proof, v: &[Value]) -> Read {
        let Value::Words(text) = &v[0] else { return Err("no sets".to_owned()) };
        let mut rest = text.as_str();
        while let Some((digit, after)) = rest.split_once(" can be in only one of ") {
            let digit = digit.bytes().last().map(|it| usize::from(it - b'0')).ok_or("no digit")?;
            let names: Vec<char> = after.chars().filter(|it| it.is_ascii_uppercase()).take(2).collect();
            let places = |name: &char| {
                let set = proof.sets.get(name).cloned().unwrap_or_default();
                set.into_iter().filter(|cell| proof.board.has(cand(*cell, digit))).collect::<Vec<_>>()
            };
            let [one, other] = names[..] else { return Err("no sets".to_owned()) };
            let apart = places(&one).iter().all(|it| places(&other).iter().all(|at| sees(*it, *at)));
            check(apart, "the digit can be in both sets")?;
            rest = after;
        }
        Ok(())
    }

    pub(crate) fn seen(proof: &mut Proof, v: &[Value]) -> Read {
        let Value::Words(text) = &v[0] else { return Err("no cells".to_owned()) };
        // r1c1 and r1c2 see every 5 of A and B, and so on for other digits.
        let mut rest = text.as_str();
        while let Some(at) = rest.find(" every ") {
            let verb = rest[..at].trim_end_matches(" sees").trim_end_matches(" see");
            let digit = rest.as_bytes().get(at + 7).map(|it| usize::from(it - b'0')).ok_or("no digit")?;
            let after = &rest[at + 8..];
            let end = after.find(" see").map_or(after.len(), |end| {
                after[..end].rfind(" and r").or_else(|| after[..end].find(", r")).unwrap_or(end)
            });
            let cells: Vec<usize> =
                verb.split(['.', ' ', ',']).filter_map(super::super::words::cell).collect();
            check(!cells.is_empty(), "no cells")?;
            proof.sees_all(&cells, digit, &after[..end])?;
            rest = &after[end..];
        }
        Ok(())
    }

    /// All candidates of a cell, or all places of a digit in a house, are cases.
    pub(crate) fn whichever(proof: &mut Proof, v: &[Value]) -> Read {
        match (&v[0], v.get(1)) {
            (Value::Cells(cells), _) => proof.cells(&cells.clone()),
            (Value::Digits(digits), Some(house)) => {
                let all = proof.board.of_house(house.houses()[0], digits[0]);
                proof.facts.one_of(&all);
            }
            _ => {}
        }
        effects(proof, &v[v.len() - 1..])
    }

    /// A group of cells is colored: the pairs of places in houses among them are facts.
    pub(crate) fn colors(proof: &mut Proof, v: &[Value]) -> Read {
        let digit = v[0].digit();
        let Value::Words(text) = &v[1] else { return Err("no cells".to_owned()) };
        let cells: Vec<usize> = text.split([' ', ',', ';']).filter_map(super::super::words::cell).collect();
        for house in 0..27 {
            let all = proof.board.of_house(house, digit);
            if all.len() == 2 && all.iter().all(|it| cells.contains(&super::cell_of(*it))) {
                proof.facts.one_of(&all);
            }
        }
        Ok(())
    }

    pub(crate) fn alternate(proof: &mut Proof, v: &[Value]) -> Read {
        let cells = v[0].cells();
        let linked = cells.windows(2).all(|pair| sees(pair[0], pair[1]));
        check(linked, "a cell does not see the next")?;
        proof.only(cells, v[1].digits())
    }
}
