//! Reads the paragraphs of chains and nets: an assumption, what it forces, and how it ends.

use super::board::{Facts, Lit, cand, excludes};
use super::proof::{Proof, WORK};
use super::words::{Value, matches, node};

/// Reads indented lines. A paragraph starts with `Suppose` or `If`.
pub(crate) fn read(proof: &mut Proof, lines: &[&str]) -> Result<(), String> {
    let mut paragraphs: Vec<String> = Vec::new();
    for line in lines.iter().map(|line| line.trim()) {
        let is_start = line.starts_with("Suppose ") || line.starts_with("If ");
        match paragraphs.last_mut() {
            Some(last) if !is_start => *last += &format!(" {line}"),
            _ => paragraphs.push(line.to_owned()),
        }
    }
    paragraphs.iter().try_for_each(|it| paragraph(proof, it).map_err(|problem| format!("{problem}: {it}")))
}

fn lit(text: &str) -> Result<Lit, String> {
    let node = node(text).ok_or_else(|| format!("no statement: {text}"))?;
    match node.cands[..] {
        [cand] => Ok(Lit { cand, on: node.on }),
        _ => Err(format!("several candidates: {text}")),
    }
}

fn paragraph(proof: &mut Proof, text: &str) -> Result<(), String> {
    let text = text.trim_end_matches('.');
    if let Some(rest) = text.strip_prefix("If ") {
        let (first, rest) = rest.split_once(", ").ok_or("no conclusion")?;
        let mut known = vec![lit(first)?];
        let rest = rest.strip_prefix("then ").unwrap_or(rest);
        if rest == "this holds already" {
            return Ok(());
        }
        items(proof, rest, &mut known)?;
        let (first, last) = (known[0], known[known.len() - 1]);
        proof.facts.clauses.push(vec![first.not(), last]);
        // The facts that the case forces on the way are known too.
        for other in &known[1..] {
            proof.facts.clauses.push(vec![first.not(), *other]);
        }
        return Ok(());
    }
    let rest = text.strip_prefix("Suppose ").ok_or("no assumption")?;
    let mut parts: Vec<&str> = rest.split(". ").collect();
    let end = parts.pop().and_then(|it| it.strip_prefix("So ")).ok_or("no conclusion")?;
    let assumed = lit(parts.first().ok_or("no assumption")?)?;
    if lit(end)? != assumed.not() {
        return Err("the conclusion is not the opposite".to_owned());
    }
    let mut known = vec![assumed];
    let mut is_refuted = false;
    for part in &parts[1..] {
        let words = part.trim_start_matches("Then ").trim_start_matches("But ");
        if ends(proof, words, &known)? {
            is_refuted = true;
        } else {
            items(proof, words, &mut known)?;
        }
    }
    let is_clash = known.iter().any(|one| {
        known.iter().any(|other| *one == other.not() || one.on && other.on && excludes(one.cand, other.cand))
    });
    if !is_refuted && !is_clash {
        return Err("no contradiction".to_owned());
    }
    proof.facts.clauses.push(vec![assumed.not()]);
    Ok(())
}

/// Returns true if the words state a contradiction, after checking it.
fn ends(proof: &Proof, words: &str, known: &[Lit]) -> Result<bool, String> {
    let off = |it: usize| {
        known.contains(&Lit { cand: it, on: false }) || known.iter().any(|by| by.on && excludes(by.cand, it))
    };
    let on = |it: usize| known.contains(&Lit { cand: it, on: true });
    let verdict = |holds: bool| if holds { Ok(true) } else { Err(format!("not so: {words}")) };
    if let Some(values) = matches("{H} has no place for {D}", words) {
        let all = proof.board.of_house(values[0].houses()[0], values[1].digit());
        return verdict(!all.is_empty() && all.into_iter().all(off));
    }
    if let Some(values) = matches("{C} has no candidate left", words) {
        return verdict(proof.board.of_cell(values[0].cell()).into_iter().all(off));
    }
    if let Some(values) = matches("{CS} cannot both be {D}", words) {
        let all: Vec<usize> = values[0].cells().iter().map(|cell| cand(*cell, values[1].digit())).collect();
        return verdict(all.iter().all(|it| on(*it)) && excludes(all[0], all[1]));
    }
    if let Some(values) = matches("{C} cannot be both {D} and {D}", words) {
        let all: Vec<usize> = [1, 2].map(|at: usize| cand(values[0].cell(), values[at].digit())).to_vec();
        return verdict(all.into_iter().all(on));
    }
    Ok(false)
}

/// Reads a list of forced statements, each with its place or technique.
fn items(proof: &Proof, words: &str, known: &mut Vec<Lit>) -> Result<(), String> {
    for item in words.split(", ") {
        let item = item.trim_start_matches("so ").trim_start_matches("then ");
        let (statement, place) = match item.split_once(" (") {
            Some((statement, place)) => (statement, Some(place.trim_end_matches(')'))),
            None => (item, None),
        };
        let it = lit(statement)?;
        if !proof.board.has(it.cand) {
            return Err(format!("no candidate: {item}"));
        }
        let holds = match place {
            None => proof.board.follows(it, known),
            Some(place) if place.starts_with("by ") => by_technique(proof, it, known),
            Some("cell") => last_of(&proof.board.of_cell(it.cand / 9), it, known),
            Some(place) => {
                let Some(values) = matches("{H}", place) else { return Err(format!("no place: {item}")) };
                let Value::Houses(houses) = &values[0] else { return Err(format!("no place: {item}")) };
                last_of(&proof.board.of_house(houses[0], it.cand % 9 + 1), it, known)
            }
        };
        if !holds {
            return Err(format!("does not follow: {item}"));
        }
        known.push(it);
    }
    Ok(())
}

/// Returns true if the statement's candidate is the last one of a cell or house.
fn last_of(all: &[usize], it: Lit, known: &[Lit]) -> bool {
    let off = |other: usize| {
        known.contains(&Lit { cand: other, on: false })
            || known.iter().any(|by| by.on && excludes(by.cand, other))
    };
    it.on && all.contains(&it.cand) && all.iter().all(|other| *other == it.cand || off(*other))
}

/// Returns true if the rules entail the statement, given what is known.
fn by_technique(proof: &Proof, it: Lit, known: &[Lit]) -> bool {
    let mut facts = Facts { clauses: proof.board.rules() };
    known.iter().for_each(|lit| facts.clauses.push(vec![*lit]));
    facts.entail(it, WORK)
}
