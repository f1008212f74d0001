//! The operations that sentences perform, for the table of sentences.

use super::board::{Cand, Lit, cand, cell_of, digit_of, in_house, sees};
use super::proof::{Proof, Read, check, placed};
use super::words::{Value, effect, matches};

pub(crate) fn places(proof: &mut Proof, v: &[Value]) -> Read {
    let (houses, cells) = (v[0].houses(), v[2].cells());
    v[1].digits().iter().try_for_each(|digit| proof.places(houses, *digit, cells))
}

pub(crate) fn covered(proof: &mut Proof, v: &[Value]) -> Read {
    let mut cells: Vec<usize> =
        (0..81).filter(|cell| v[2].houses().iter().any(|house| in_house(*cell, *house))).collect();
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
    let open = (0..81).filter(|it| in_house(*it, house) && !proof.board.filled[*it]).count();
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
    let mut cases = Vec::new();
    for case in v[..10].chunks(5) {
        let [from, to] = [(0, 1), (2, 4)].map(|(at, digit)| cand(case[at].cell(), case[digit].digit()));
        proof.only(case[2].cells(), case[3].digits())?;
        proof.link(from, to)?;
        cases.push(from);
    }
    if let [at, digit] = &v[10..] {
        cases.push(cand(at.cell(), digit.digit()));
    }
    proof.cases(&cases)
}

/// In a house, a digit is in one of two cells.
pub(crate) fn either(proof: &mut Proof, v: &[Value]) -> Read {
    proof.places(v[0].houses(), v[1].digit(), v[2].cells())
}

pub(crate) fn both_ways(proof: &mut Proof, v: &[Value]) -> Read {
    let digit = digit_of(proof.facts.clauses.last().and_then(|it| it.first()).ok_or("no house")?.cand);
    proof.link(cand(v[0].cell(), digit), cand(v[1].cell(), v[2].digit()))?;
    proof.link(cand(v[3].cell(), digit), cand(v[4].cell(), v[5].digit()))
}

/// Cells that see each other cannot both hold a digit.
pub(crate) fn clash(_: &mut Proof, v: &[Value]) -> Read {
    let cells = v[0].cells();
    check(cells.len() == 2 && sees(cells[0], cells[1]), "the cells do not see each other")
}

/// One of the cells holds the digit, and others see them all.
pub(crate) fn ends(proof: &mut Proof, v: &[Value]) -> Read {
    let (ends, digit) = (v[0].cells(), v[1].digit());
    let any: Vec<Cand> = ends.iter().map(|cell| cand(*cell, digit)).collect();
    let named = proof.ends.as_ref().ok_or("no path")?;
    let same = any.iter().all(|it| named.0.cands.contains(it) || named.1.cands.contains(it));
    check(same, "other ends")?;
    let all = v[2].cells().iter().all(|out| ends.iter().all(|end| sees(*out, *end)));
    check(all, "an end is not seen")
}

/// One of the cells holds the digit, and others see them all: the ends of a chain, or corners.
pub(crate) fn sees_corners(proof: &mut Proof, v: &[Value]) -> Read {
    let all = v[2].cells().iter().all(|out| v[0].cells().iter().all(|end| sees(*out, *end)));
    check(all, "a cell is not seen")?;
    if proof.ends.is_some() { ends(proof, v) } else { Ok(()) }
}

/// A chain leads from one digit of a cell to another.
pub(crate) fn not_both(proof: &mut Proof, v: &[Value]) -> Read {
    let (first, last) = proof.ends.clone().ok_or("no path")?;
    let [start, end] = [first.cands[0], last.cands[0]];
    let own = [start, end].map(cell_of) == [v[0].cell(); 2];
    check(own && start != end && start == cand(v[0].cell(), v[1].digit()), "another cell or digit")?;
    proof.claim(&[Lit { cand: start, on: false }]);
    Ok(())
}

pub(crate) fn fine(_: &mut Proof, _: &[Value]) -> Read {
    Ok(())
}

pub(crate) fn effects(proof: &mut Proof, v: &[Value]) -> Read {
    for value in v {
        match value {
            Value::Effect(lits) => proof.claim(lits),
            Value::Node(node) if !node.on => {
                let lits: Vec<Lit> = node.cands.iter().map(|cand| Lit { cand: *cand, on: false }).collect();
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
    let own = clauses.take_while(|it| it.iter().all(|lit| pair.contains(&digit_of(lit.cand))));
    own.filter_map(|it| it.first().map(|lit| cell_of(lit.cand))).collect()
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
    let all = proof.board.of_cell(cell).into_iter().filter(|it| !v[1].digits().contains(&digit_of(*it)));
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

/// The places of digits in one set see those in another: `6 of A sees every 6 of B`, and so on.
pub(crate) fn restricted(proof: &mut Proof, v: &[Value]) -> Read {
    let Value::Words(text) = &v[0] else { return Err("no sets".to_owned()) };
    for part in text.split(", and every ") {
        let (one, other) = part.split_once(" sees every ").ok_or("no link of sets")?;
        let side = |text: &str| {
            let (digit, set) = text.split_once(" of ")?;
            let (digit, name) = (digit.parse::<usize>().ok()?, set.chars().next()?);
            let own = proof.sets.get(&name)?.iter().copied();
            Some((digit, own.filter(|cell| proof.board.has(cand(*cell, digit))).collect::<Vec<_>>()))
        };
        let (one, other) = side(one).zip(side(other)).ok_or("no digit of a set")?;
        check(one.0 == other.0 && !one.1.is_empty() && !other.1.is_empty(), "the digits differ")?;
        let apart = one.1.iter().all(|it| other.1.iter().all(|at| sees(*it, *at)));
        check(apart, "the digit can be in both sets")?;
    }
    Ok(())
}

/// Digits are in one of the named sets, and cells see all their places there: `r1c1 sees all their
/// 8s and r2c2 sees all their 9s`.
pub(crate) fn seen(proof: &mut Proof, v: &[Value]) -> Read {
    let (Value::Words(names), Value::Words(text)) = (&v[1], &v[2]) else {
        return Err("no sets".to_owned());
    };
    let mut digits = Vec::new();
    let mut rest = text.as_str();
    while let Some((cells, after)) = rest.split_once(" all their ") {
        let cells = cells.trim_end_matches('s').trim_end_matches(" see");
        let cells = matches("{CS}", cells).ok_or("no cells")?[0].cells().to_vec();
        let (digit, after) = after.split_once('s').ok_or("no digit")?;
        let digit = digit.parse().map_err(|_| "no digit")?;
        proof.sees_all(&cells, digit, names)?;
        digits.push(digit);
        rest = after.trim_start_matches(", ").trim_start_matches(" and ");
    }
    check(rest.is_empty() && digits == v[0].digits(), "other digits")
}

/// Solved cells that are not given.
pub(crate) fn found(proof: &mut Proof, v: &[Value]) -> Read {
    let Value::Effect(all) = &v[0] else { return Err("no digits".to_owned()) };
    for lit in all {
        let cell = cell_of(lit.cand);
        check(proof.board.filled[cell] && !proof.board.given[cell], "a cell is not found")?;
        check(lit.on && proof.board.has(lit.cand), "another digit")?;
        proof.cells(&[cell]);
    }
    match v {
        [_, open, digits] => proof.only(open.cells(), digits.digits()),
        _ => Ok(()),
    }
}

/// With this digit, three solved corners and the last one are deadly.
pub(crate) fn deadly_found(proof: &mut Proof, v: &[Value]) -> Read {
    let solved: Vec<Cand> =
        proof.facts.clauses.iter().filter_map(|it| it.first().map(|lit| lit.cand)).collect();
    let mut pair: Vec<usize> = solved.iter().map(|it| digit_of(*it)).collect();
    pair.sort_unstable();
    pair.dedup();
    check(pair.contains(&v[1].digit()), "another digit")?;
    let cells: Vec<usize> = solved.into_iter().map(cell_of).chain([v[0].cell()]).collect();
    proof.deadly(&cells, &pair)
}

/// Some corners can only be two digits, and the others these or a third.
pub(crate) fn corners(proof: &mut Proof, v: &[Value]) -> Read {
    proof.only(v[0].cells(), v[1].digits())?;
    proof.only(v[2].cells(), v[3].digits())
}

/// Some corners can only be two digits, and a digit is in one of the others.
pub(crate) fn corners_locked(proof: &mut Proof, v: &[Value]) -> Read {
    proof.only(v[0].cells(), v[1].digits())?;
    proof.places(v[2].houses(), v[3].digit(), v[4].cells())
}

/// If a corner were a digit, two others would hold the other digit, and the last one the first.
pub(crate) fn hidden_rectangle(proof: &mut Proof, v: &[Value]) -> Read {
    let (target, out, kept) = (v[0].cell(), v[1].digit(), v[2].digit());
    check(v[5].digit() == kept && proof.board.has(cand(target, out)), "another digit")?;
    for (house, place) in [(&v[3], &v[4]), (&v[6], &v[7])] {
        proof.places(house.houses(), kept, &[target, place.cell()])?;
    }
    proof.only(v[8].cells(), v[9].digits())?;
    let mut pair = [out, kept];
    pair.sort_unstable();
    check(v[10].digit() == out && v[9].digits() == pair, "another pair")?;
    proof.deadly(&[target, v[4].cell(), v[7].cell(), v[8].cell()], &pair)
}

/// The digits of a house block all other empty cells.
pub(crate) fn blocked(proof: &mut Proof, v: &[Value]) -> Read {
    let (house, digit, cell, by) = (v[0].houses()[0], v[1].digit(), v[2].cell(), v[4].cells());
    let holds = |it: &usize| proof.board.filled[*it] && proof.board.has(cand(*it, digit));
    check(v[3].digit() == digit && by.iter().all(holds), "another digit blocks")?;
    let mut open = (0..81).filter(|it| in_house(*it, house) && !proof.board.filled[*it]);
    let free = |it: usize| !by.iter().any(|at| sees(*at, it));
    check(open.all(|it| free(it) == (it == cell)), "a cell is not blocked")?;
    proof.places(&[house], digit, &[cell])
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

/// In each house, a digit has two places.
pub(crate) fn two_places(proof: &mut Proof, v: &[Value]) -> Read {
    for house in v[0].houses() {
        let all = proof.board.of_house(*house, v[1].digit());
        check(all.len() == 2, "the digit has other places")?;
        proof.facts.one_of(&all);
    }
    Ok(())
}

/// The cells of two colors: if one of a color holds the digit, all of it do, and none of the other.
pub(crate) fn colors(proof: &mut Proof, v: &[Value]) -> Read {
    check(v[1].digit() == v[3].digit(), "another digit")?;
    let colors =
        [&v[0], &v[2]].map(|it| it.cells().iter().map(|at| cand(*at, v[1].digit())).collect::<Vec<_>>());
    for (own, other) in [(&colors[0], &colors[1]), (&colors[1], &colors[0])] {
        let mut facts = proof.facts.clone();
        facts.clauses.push(vec![Lit { cand: own[0], on: true }]);
        let all = own.iter().map(|it| Lit { cand: *it, on: true });
        for lit in all.chain(other.iter().map(|it| Lit { cand: *it, on: false })) {
            check(facts.entail(lit, super::proof::WORK), "not a color")?;
        }
    }
    Ok(())
}

/// `r1c1 sees r1c5 and r4c1; r2c2 sees r2c5 and r4c2`.
pub(crate) fn sees_pairs(_: &mut Proof, v: &[Value]) -> Read {
    let Value::Words(text) = &v[0] else { return Err("no cells".to_owned()) };
    for part in text.split("; ") {
        let part = part.trim_end_matches(", one of each").trim_end_matches(", which differ");
        let values = matches("{C} sees {CS}", part).ok_or("no cells")?;
        let all = values[1].cells().iter().all(|it| sees(*it, values[0].cell()));
        check(all && values[1].cells().len() == 2, "a cell is not seen")?;
    }
    Ok(())
}

pub(crate) fn alternate(proof: &mut Proof, v: &[Value]) -> Read {
    let cells = v[0].cells();
    let linked = cells.windows(2).all(|pair| sees(pair[0], pair[1]));
    check(linked, "a cell does not see the next")?;
    proof.only(cells, v[1].digits())
}
