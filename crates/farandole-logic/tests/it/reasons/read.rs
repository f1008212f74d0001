//! The sentences, and what each states.

mod alternatives;
mod groups;

use super::grid::Grid;
use farandole_logic::variant::{Deduction, State};
use farandole_puzzle::Cell;
use farandole_puzzle::constraint::Constraint;
use std::collections::BTreeSet;

type Check<T = ()> = Result<T, String>;

fn ensure(holds: bool, problem: impl FnOnce() -> String) -> Check {
    if holds { Ok(()) } else { Err(problem()) }
}

/// A word of a list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Token<'a> {
    Cell(Cell),
    Value(u32),
    Word(&'a str),
}

fn tokens(text: &str) -> Vec<Token<'_>> {
    let words = text.split([' ', ',', ';', '.', '(', ')']).filter(|it| !it.is_empty());
    let word = |word| cell(word).map(Token::Cell).or_else(|| number(word)).unwrap_or(Token::Word(word));
    words.map(word).collect()
}

fn number(word: &str) -> Option<Token<'_>> {
    word.parse().ok().map(Token::Value)
}

fn cell(word: &str) -> Option<Cell> {
    let (row, col) = word.strip_prefix('r')?.split_once('c')?;
    let (row, col): (usize, usize) = (row.parse().ok()?, col.parse().ok()?);
    Cell::new(9 * (row - 1) + col - 1)
}

/// Returns the word that starts at this byte.
fn word_at(text: &str, at: usize) -> &str {
    text[at..].split([' ', ',', ';', '.', '(', ')']).next().unwrap_or("")
}

fn cells(text: &str) -> Vec<Cell> {
    tokens(text)
        .into_iter()
        .filter_map(|it| if let Token::Cell(cell) = it { Some(cell) } else { None })
        .collect()
}

/// Reads values: `1, 3 or 5 to 8`.
fn values(text: &str) -> Vec<u8> {
    let mut found: Vec<u8> = Vec::new();
    let mut is_range = false;
    for token in tokens(text) {
        match token {
            Token::Value(value) if is_range => {
                let first = found.last().map_or(1, |it| it + 1);
                found.extend(first..=value as u8);
                is_range = false;
            }
            Token::Value(value) => found.push(value as u8),
            Token::Word("to") => is_range = true,
            _ => {}
        }
    }
    found
}

/// Reads sets: `{1, 2} or {3, 4}`.
fn sets(text: &str) -> BTreeSet<Vec<u8>> {
    text.split('{').skip(1).map(|part| values(part.split('}').next().unwrap_or(""))).collect()
}

/// Reads a house: `row 3`. Its end in the text does not matter.
fn house(text: &str) -> Option<Vec<Cell>> {
    let mut words = text.split([' ', ',', ')']);
    let (kind, number) = (words.next()?, words.next()?.parse::<usize>().ok()?.checked_sub(1)?);
    let at = |row: usize, col: usize| Cell::new(9 * row + col);
    (0..9)
        .map(|it| match kind {
            "row" => at(number, it),
            "column" => at(it, number),
            "box" => at(number / 3 * 3 + it / 3, number % 3 * 3 + it % 3),
            _ => None,
        })
        .collect()
}

/// A step whose sentences are read.
struct Reader<'a> {
    grid: Grid<'a>,
    constraints: Vec<&'a Constraint>,
    step: &'a Deduction,
    checked: Vec<&'static str>,
}

/// Checks the sentences of a step. Returns the kinds of the sentences that were checked.
pub(crate) fn check(state: &State, step: &Deduction, text: &str) -> Check<Vec<&'static str>> {
    let (_, why) = text.split_once('\n').unwrap_or((text, ""));
    let why = why.lines().next().unwrap_or("").trim_end_matches('.');
    ensure(!why.contains("in the same way"), || "no reason for some eliminations".to_owned())?;
    let all = state.variant().constraints();
    let constraints = step.constraints.iter().map(|number| &all[*number]).collect();
    let mut reader = Reader { grid: Grid::new(state), constraints, step, checked: Vec::new() };
    for sentence in why.split(". ") {
        reader.sentence(sentence)?;
    }
    Ok(reader.checked)
}

impl Reader<'_> {
    fn sentence(&mut self, sentence: &str) -> Check {
        let kind = if let Some(kind) = self.simple(sentence)? {
            kind
        } else if let Some((_, list)) = sentence.split_once(" left to fill ") {
            self.ways(list)?
        } else if sentence.starts_with("If ") && sentence.contains(", then ") {
            self.chain(sentence)?
        } else if sentence.starts_with("All ways to fill the cells of ") {
            "combined"
        } else if let Some(rest) =
            sentence.strip_prefix("If ").or_else(|| Some(sentence.split_once(", if ")?.1))
        {
            return self.supposed(sentence, rest);
        } else if sentence.contains(", so it is at ") {
            self.run(sentence)?
        } else {
            return Ok(());
        };
        self.checked.push(kind);
        Ok(())
    }

    /// Checks the sentences about singles, locked candidates, sets, and the combinations of a cage. Returns `None` for other
    /// sentences.
    fn simple(&self, sentence: &str) -> Check<Option<&'static str>> {
        let may_hold = |of: &Cell, value: &u8| self.grid.of(*of).contains(value);
        if let Some(of) = sentence.strip_prefix("No other value is left for ") {
            // The reason in parentheses may name the first cell of a house.
            let of = cells(of.split(" (").next().unwrap_or(of));
            ensure(of.len() == 1 && self.grid.of(of[0]).len() == 1, || "several values".to_owned())?;
            return Ok(Some("naked single"));
        }
        if let Some((named, held)) = sentence.split_once(" hold ")
            && let Some((held, _)) = held.split_once(" in some order, as these ")
            && !sentence.starts_with("If ")
        {
            let (of, held) = (cells(named), values(held));
            let fits = |of: &Cell| self.grid.of(*of).iter().all(|value| held.contains(value));
            ensure(of.len() == held.len() && of.iter().all(fits), || "other values".to_owned())?;
            return Ok(Some("naked set"));
        }
        if let Some((_, list)) = sentence.split_once(" left for the cage ") {
            return self.cage(list);
        }
        let Some((place, rest)) = sentence.strip_prefix("In ").and_then(|it| it.split_once(", ")) else {
            return Ok(None);
        };
        let Some(known) = house(place) else { return Ok(None) };
        if let Some(value) = rest.strip_prefix("no other cell can hold ") {
            let of: BTreeSet<Cell> = self.step.placements.iter().map(|it| it.cell).collect();
            let is_only = |it: &Cell| of.contains(it) || !may_hold(it, &values(value)[0]);
            ensure(known.iter().all(is_only), || "another cell".to_owned())?;
            return Ok(Some("hidden single"));
        }
        if let Some((held, of)) = rest.split_once(" have no other places than ") {
            let (of, held) = (cells(of), values(held));
            let is_outside = |it: &Cell| of.contains(it) || !held.iter().any(|value| may_hold(it, value));
            ensure(of.len() == held.len() && known.iter().all(is_outside), || "other places".to_owned())?;
            return Ok(Some("hidden set"));
        }
        if let Some((value, inside)) =
            rest.strip_prefix("all places for ").and_then(|it| it.split_once(" are in "))
        {
            let Some(inside) = house(inside) else { return Ok(None) };
            let is_inside = |it: &Cell| inside.contains(it) || !may_hold(it, &values(value)[0]);
            let from = |it: &farandole_logic::variant::Candidate| inside.contains(&it.cell);
            let holds = known.iter().all(is_inside) && self.step.eliminations.iter().all(from);
            ensure(holds, || "other places".to_owned())?;
            return Ok(Some("locked"));
        }
        Ok(None)
    }

    /// Checks the list of the combinations that are left for a cage: "3 of r1c1 and r1c2 are {1, 2}". Returns `None` for
    /// cages that are too large to try all choices, or that list a cell twice.
    fn cage(&self, list: &str) -> Check<Option<&'static str>> {
        let [Constraint::Cage(cage)] = self.constraints[..] else { return Ok(None) };
        if cage.cells.iter().collect::<BTreeSet<_>>().len() < cage.cells.len() {
            return Ok(None);
        }
        let choices: usize = cage.cells.iter().map(|it| self.grid.of(*it).len()).product();
        let Some(sum) = cage.sum.filter(|_| choices <= 100_000) else { return Ok(None) };
        let of_sum = |values: &Vec<u8>| values.iter().map(|it| u32::from(*it)).sum::<u32>() == sum;
        let choices = self.grid.choices(&cage.cells, &|_, _| true).into_iter().filter(of_sum);
        let left: BTreeSet<Vec<u8>> = choices
            .map(|mut set| {
                set.sort_unstable();
                set
            })
            .collect();
        ensure(left == sets(list), || format!("other combinations: {left:?}"))?;
        Ok(Some("cage"))
    }

    /// Checks "if r1c1 or r1c2 were 5 or r1c3 were 6, …" for each cell and value.
    fn supposed(&mut self, sentence: &str, rest: &str) -> Check {
        let Some((who, tail)) = rest.rsplit_once(" were ") else { return Ok(()) };
        let ends = tail.char_indices().find(|(at, it)| {
            let next = tail[at + 1..].trim_start();
            let is_reason = ["1 in ", "1 and 9 would "].iter().any(|it| next.starts_with(it))
                || next.get(1..3).is_some_and(|it| it == " r");
            *it == ',' && (is_reason || next.starts_with(char::is_alphabetic))
        });
        let ends = ends.map(|(at, _)| at).unwrap_or(tail.len());
        let reason = tail[ends..].trim_start_matches([',', ' ']);
        let mut groups: Vec<(Vec<Cell>, Vec<u8>)> = Vec::new();
        let heads = who.split(" were ").chain([&tail[..ends]]).collect::<Vec<_>>();
        for (at, part) in heads.iter().enumerate() {
            // Each part but the last one ends with the cells of the next group.
            let is_cell = |at: &usize| cell(word_at(part, *at)).is_some();
            let first = part.match_indices('r').map(|(at, _)| at).find(is_cell).unwrap_or(part.len());
            if at > 0 {
                groups.last_mut().ok_or("no cells")?.1 = values(&part[..first]);
            }
            if at + 1 < heads.len() {
                groups.push((cells(&part[first..]), Vec::new()));
            }
        }
        for (of, value) in
            groups.iter().flat_map(|(of, held)| of.iter().flat_map(|of| held.iter().map(|it| (*of, *it))))
        {
            let is_named = |it: &farandole_logic::variant::Candidate| (it.cell, it.value) == (of, value);
            ensure(self.step.eliminations.iter().any(is_named), || "not an elimination".to_owned())?;
            if let Some(kind) = self.reason(sentence, (of, value), reason)? {
                self.checked.push(kind);
            }
        }
        Ok(())
    }

    /// Checks the reason against a candidate. Returns the kind of the reason.
    fn reason(&self, sentence: &str, claim: (Cell, u8), reason: &str) -> Check<Option<&'static str>> {
        let after = self.grid.assuming(claim.0, claim.1);
        // A requirement is an equation, and its bound is that of the sum.
        let reason = reason.replace(" would have to be ", " = ");
        let reason = reason.replace(", but it is at ", ", but that is at ");
        let reason = &*reason.replace(", but they add up to at ", ", but that is at ");
        if let Some(cases) =
            ["neither could hold: ", "none could hold: "].iter().find_map(|it| reason.strip_prefix(it))
        {
            return self.alternatives(&after, claim, cases).map(Some);
        }
        if let Some((split, _)) = reason.split_once(": with ").filter(|(it, _)| !it.contains(" and then ")) {
            return self.split(&after, split).map(|()| Some("cases"));
        }
        // The conclusions of chains are proved only by the step.
        if reason.contains(" and then ") {
            return Ok(None);
        }
        if let Some((_, place)) = reason.split_once("no digits for the other cells of ") {
            let known = house(place).ok_or("no house")?;
            ensure(known.contains(&claim.0), || "the cell is not in the house".to_owned())?;
            return Ok(Some("combined"));
        }
        if reason.contains("every choice would repeat a digit") {
            return self.overlap(sentence, &after).map(|()| Some("overlap"));
        }
        if reason.contains(" cells would be ") && !reason.contains("; with ") && !reason.contains("and then")
        {
            return self.crowded(&after, reason).map(|()| Some("crowded"));
        }
        if reason.contains(" would enclose ") {
            return self.sandwich(&after, reason).map(|()| Some("sandwich"));
        }
        if let Some((of, _)) =
            reason.strip_prefix("no digits of ").and_then(|rest| rest.split_once(") would "))
        {
            return if self.relates().is_some() {
                self.together(&after, claim, of, reason).map(|()| Some("together"))
            } else {
                self.few(&after, of).map(|()| Some("few"))
            };
        }
        let bare = [" would fit", " would not fit", " would have no possible value"];
        if bare.iter().any(|it| reason.contains(it)) && self.relates().is_some() {
            return self.sequence(&after, claim, reason).map(|()| Some("sequence"));
        }
        let no_sum = [", but no different digits that are left ", ", but it cannot be"];
        if let Some((equation, _)) = no_sum.iter().find_map(|it| reason.split_once(it)) {
            return self.no_sum(&after, equation).map(|()| Some("no sum"));
        }
        if reason.contains(" but that is at ") {
            return self.bound(&after, reason).map(|known| known.then_some("sum"));
        }
        Ok(None)
    }

    /// Returns the relation of two cells: true if the two values may be together.
    fn relates(&self) -> Option<impl Fn(Cell, u8, Cell, u8) -> bool + use<>> {
        let [constraint] = self.constraints[..] else { return None };
        let (related, relation) = constraint.related(self.grid.state.variant().board())?;
        let pairs = related.pairs();
        Some(move |one: Cell, held: u8, two: Cell, value: u8| {
            pairs.iter().all(|(first, second)| {
                let fits = |one: u8, two: u8| relation.partners(one - 1) >> (two - 1) & 1 == 1;
                ((*first, *second) != (one, two) || fits(held, value))
                    && ((*first, *second) != (two, one) || fits(value, held))
            })
        })
    }

    /// Returns the values of a cell that are compatible with some value of another cell.
    fn narrowed(&self, of: (Cell, &[u8]), from: (Cell, &[u8])) -> Vec<u8> {
        let Some(relates) = self.relates() else { return of.1.to_vec() };
        let fits = |value: &&u8| {
            from.1.iter().any(|held| {
                relates(from.0, *held, of.0, **value)
                    && (held != *value || !self.grid.clash(from.0, of.0, **value))
            })
        };
        of.1.iter().filter(fits).copied().collect()
    }

    /// Checks "r1c2 would be 5 or 6, and no digit of r1c3 (7 or 8) would fit". Each statement follows from one earlier
    /// cell.
    fn sequence(&self, after: &Grid<'_>, claim: (Cell, u8), reason: &str) -> Check {
        let mut known: Vec<(Cell, Vec<u8>)> = vec![(claim.0, vec![claim.1])];
        for part in reason.split(", and ") {
            let of = *cells(part).first().ok_or("no cell")?;
            let earlier = known.iter().rev().find(|(it, _)| *it == of).map(|(_, held)| held.clone());
            let all = earlier.unwrap_or_else(|| after.of(of).to_vec());
            let is_bare =
                [" would fit", " would not fit", "no possible value"].iter().any(|it| part.contains(it));
            let left =
                if is_bare { Vec::new() } else { values(part.split_once(" would be ").ok_or("no verb")?.1) };
            let stated = part.split_once(" (").filter(|_| is_bare).or_else(|| part.split_once(", which "));
            if let Some((_, stated)) = stated {
                ensure(values(stated) == self.grid.of(of), || format!("{part}: other candidates"))?;
            }
            let follows = |(from, held): &(Cell, Vec<u8>)| self.narrowed((of, &all), (*from, held)) == left;
            ensure(known.iter().any(follows), || format!("{part}: does not follow"))?;
            known.push((of, left));
        }
        ensure(after.of(claim.0) == [claim.1], || "no claim".to_owned())
    }

    /// Checks "no digits of r1c2 (then 5 or 6) and r1c3 (6) would differ by at least 2".
    fn together(&self, after: &Grid<'_>, claim: (Cell, u8), parts: &str, reason: &str) -> Check {
        let mut stated: Vec<(Cell, Vec<u8>)> = Vec::new();
        let (mut names, mut first): (Vec<Cell>, usize) = (Vec::new(), 0);
        for token in tokens(&parts.replace(" to ", " .. ")) {
            match token {
                Token::Cell(cell) => names.push(cell),
                Token::Value(value) => {
                    if !names.is_empty() {
                        first = stated.len();
                        stated.extend(names.drain(..).map(|it| (it, Vec::new())));
                    }
                    stated[first..].iter_mut().for_each(|(_, held)| held.push(value as u8));
                }
                Token::Word(_) => {}
            }
        }
        for (of, left) in &stated {
            let all = after.of(*of).to_vec();
            let narrowed = self.narrowed((*of, &all), (claim.0, &[claim.1]));
            let (least, most) = (narrowed.first(), narrowed.last());
            ensure((left.first(), left.last()) == (least, most), || {
                format!("{of:?}: {narrowed:?}, not {left:?}")
            })?;
        }
        let relates = self.relates().ok_or("no relation")?;
        let of: Vec<Cell> = stated.iter().map(|it| it.0).collect();
        let allowed = |cell: Cell, value: u8| relates(claim.0, claim.1, cell, value);
        let fits = |choice: &Vec<u8>| {
            (0..of.len())
                .all(|one| (one + 1..of.len()).all(|two| relates(of[one], choice[one], of[two], choice[two])))
        };
        ensure(!after.choices(&of, &allowed).iter().any(fits), || "the digits fit".to_owned())?;
        if let Some((_, by)) = reason.split_once("differ by at least ") {
            let by = values(by)[0];
            let [one, two] = [of[0], of[1]];
            let is_rule = (1..=9).all(|held: u8| {
                (1..=9).all(|value: u8| relates(one, held, two, value) == (held.abs_diff(value) >= by))
            });
            ensure(is_rule || relates(one, 1, two, 1), || "another relation".to_owned())?;
        }
        Ok(())
    }

    /// Checks "r1c2 would be 5 or 6", of which the cases follow.
    fn split(&self, after: &Grid<'_>, split: &str) -> Check {
        let (of, held) = split.rsplit_once(" would be ").ok_or("no values")?;
        let of = *cells(of).last().ok_or("no cell")?;
        ensure(after.of(of) == values(held), || format!("other values: {:?}", after.of(of)))
    }

    /// Checks "r1c2 + r1c3 = 4, but no different digits that are left add up to this".
    fn no_sum(&self, after: &Grid<'_>, equation: &str) -> Check {
        let (left, right) = equation.split_once(" = ").ok_or("no equation")?;
        let [wanted] = values(right)[..] else { return Err("no number".to_owned()) };
        let sums = after.sums(&cells(left), &|_, _| true);
        ensure(!sums.contains(&wanted.into()), || format!("the sums are {sums:?}"))
    }

    /// Checks "r1c2 + r1c3 = 4, but that is at least 5".
    fn bound(&self, after: &Grid<'_>, reason: &str) -> Check<bool> {
        let (equation, bound) = reason.split_once(", but that is ").ok_or("no bound")?;
        let (left, right) = equation.split_once(" = ").ok_or("no equation")?;
        let of = cells(left);
        let is_small = of.iter().map(|it| after.of(*it).len()).product::<usize>() <= 3_000;
        let ([wanted], true) =
            (&values(right)[..], is_small && cells(right).is_empty() && values(left).is_empty())
        else {
            return Ok(false);
        };
        self.bounded(after, &of, &|_, _| true, (u32::from(*wanted), bound)).map(|()| true)
    }

    /// Checks that the sum of the cells is at least or at most the number in a text, which excludes the wanted
    /// sum.
    fn bounded(
        &self,
        after: &Grid<'_>,
        of: &[Cell],
        allowed: &dyn Fn(Cell, u8) -> bool,
        (wanted, bound): (u32, &str),
    ) -> Check {
        let sums = after.sums(of, allowed);
        let number =
            tokens(bound).into_iter().find_map(|it| if let Token::Value(it) = it { Some(it) } else { None });
        let number = number.ok_or("no number")?;
        let holds = if bound.contains("at least") {
            sums.first() == Some(&number) && wanted < number
        } else if bound.contains("at most") {
            sums.last() == Some(&number) && wanted > number
        } else {
            wanted == number && !sums.contains(&number)
        };
        ensure(holds, || format!("the sums are {sums:?}, not {bound}; wanted is {wanted}"))
    }

    /// Returns the line and the sum of the sandwich.
    fn clue(&self) -> Check<(Vec<Cell>, u32)> {
        match self.constraints[..] {
            [Constraint::Sandwich(it)] => Ok((it.line.cells(self.grid.state.variant().board()), it.sum)),
            _ => Err("no sandwich".to_owned()),
        }
    }

    /// Checks "1 in r1c1 and 9 in r1c4 would enclose …" for all pairs of places.
    fn sandwich(&self, after: &Grid<'_>, reason: &str) -> Check {
        let (line, sum) = self.clue()?;
        let places = |value: u8| line.iter().copied().filter(move |it| after.of(*it).contains(&value));
        let mut cases: Vec<(Cell, Cell)> = places(1)
            .flat_map(|low| places(9).map(move |high| (low, high)))
            .filter(|(low, high)| low != high)
            .collect();
        for case in reason.split("; 1 in ") {
            let (ends, enclosed) = case.split_once(" would enclose ").ok_or("no sandwich")?;
            let [low, high] = cells(ends)[..] else { return Err("no ends".to_owned()) };
            cases.retain(|it| *it != (low, high));
            let at = |of: Cell| line.iter().position(|it| *it == of).unwrap_or(0);
            let (first, last) = (at(low).min(at(high)), at(low).max(at(high)));
            let inside = &line[first + 1..last];
            let outside: Vec<Cell> = line[..first].iter().chain(&line[last + 1..]).copied().collect();
            self.enclosed(after, (inside, &outside, sum), enclosed)?;
        }
        ensure(cases.is_empty(), || format!("{cases:?} are missing"))
    }

    /// Checks one pair of places of a sandwich.
    fn enclosed(
        &self,
        after: &Grid<'_>,
        (inside, outside, sum): (&[Cell], &[Cell], u32),
        text: &str,
    ) -> Check {
        let allowed = |_: Cell, value: u8| value != 1 && value != 9;
        if text.starts_with("nothing") {
            return ensure(inside.is_empty(), || "not empty".to_owned());
        }
        let fillings: Vec<Vec<u8>> = after
            .choices(inside, &allowed)
            .into_iter()
            .filter(|it| it.iter().copied().map(u32::from).sum::<u32>() == sum)
            .collect();
        if let Some((between, rest)) = text.split_once(", which could only hold ") {
            ensure(cells(between) == inside, || "other cells".to_owned())?;
            let found: BTreeSet<Vec<u8>> = fillings.iter().map(|it| sorted(it)).collect();
            ensure(!rest.contains('{') || found == sets(rest), || format!("the sets are {found:?}"))?;
            let free = |set: &Vec<u8>| {
                after.choices(outside, &|of, value| allowed(of, value) && !set.contains(&value))
            };
            ensure(found.iter().all(|set| free(set).is_empty()), || "the other digits fit".to_owned())?;
            let of = cells(rest);
            if rest.contains("nothing would be left") || rest.contains(" would be in ") {
                let is_bare =
                    |set: &Vec<u8>| after.of(of[0]).iter().all(|it| set.contains(it) || !allowed(of[0], *it));
                ensure(found.iter().all(is_bare), || "something is left".to_owned())?;
            }
            return Ok(());
        }
        if let Some((_, rest)) = text.split_once(" = ").filter(|_| text.contains("; the digits outside")) {
            let (_, last) = rest.split_once(", so ").ok_or("no sum")?;
            let (open, bound) = last.split_once(" = ").ok_or("no sum")?;
            let open = cells(open);
            let known = outside.iter().filter(|it| !open.contains(it));
            let used: u32 = known.clone().map(|it| u32::from(after.of(*it)[0])).sum();
            let wanted = 35 - sum - used;
            let taken: Vec<u8> = known.map(|it| after.of(*it)[0]).collect();
            let free = |of: Cell, value: u8| allowed(of, value) && !taken.contains(&value);
            let bound = match bound.split_once(", but ") {
                Some((_, bound)) => bound.to_owned(),
                None => format!("cannot be {wanted}"),
            };
            return self.bounded(after, &open, &free, (wanted, &bound));
        }
        let (between, bound) = text.split_once(", ").ok_or("no reason")?;
        ensure(cells(between) == inside, || "other cells".to_owned())?;
        if bound.contains("too few") {
            return ensure(after.choices(inside, &allowed).is_empty(), || "enough digits".to_owned());
        }
        self.bounded(after, inside, &allowed, (sum, bound))
    }

    /// Checks the links of a chain whose reason is a house.
    fn chain(&self, sentence: &str) -> Check<&'static str> {
        let mut nodes = sentence.split([',']).flat_map(|it| it.split(" then ")).map(str::trim);
        let mut before = nodes.next().ok_or("no start")?;
        for node in nodes.filter(|it| it.contains(" is ")) {
            let known = node.split_once('(').and_then(|(_, reason)| house(reason));
            let (&[from], &[to]) = (&cells(before)[..1], &cells(node)[..1]) else {
                return Err("no cell".to_owned());
            };
            let value = |node: &str| values(node.split('(').next().unwrap_or(node))[0];
            let (is_true, held, then) = (!before.contains(" not "), value(before), value(node));
            let after = if is_true { self.grid.assuming(from, held) } else { self.grid.without(from, held) };
            if let Some(cells) = known {
                let places: Vec<&Cell> = cells.iter().filter(|it| after.of(**it).contains(&then)).collect();
                let holds = if node.contains(" not ") {
                    is_true && held == then && cells.contains(&from) && cells.contains(&to)
                } else {
                    places == [&to]
                };
                ensure(holds, || format!("{node} does not follow in the house"))?;
            }
            if node.contains("only other digit") {
                ensure(after.of(to) == [then], || format!("{node}: other digits"))?;
            }
            before = node;
        }
        Ok("chain")
    }
}

fn sorted(values: &[u8]) -> Vec<u8> {
    let mut values = values.to_vec();
    values.sort_unstable();
    values
}
