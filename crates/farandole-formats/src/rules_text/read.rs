//! Sentences with the constraints that they mention.

use super::appearance::{Hue, Shape, shapes_of_word};
use super::distribute::distribute;
use super::kinds::{CELLS, GRID, LINES, NAMES, OUTSIDE, PRIMES, ROMAN, Row};
use super::meaning::{Distance, MeaningKind, PairRelation, PairTerm};
use super::neutral::{
    COUNT_WORDS, COUNTS, EXAMPLES, EXCEPTION, HEADING_WORDS, HEADINGS, KNOWN_WORDS, PERMISSIONS, REMARKS,
    STOPS, USUAL, USUAL_WORDS,
};
use super::pattern::{find, find_all, find_shortest};
use super::relation;
use super::sentences::{rules_body, split};
use super::words::{Word, words};
use core::ops::Range;
use std::collections::HashSet;
use std::sync::OnceLock;

/// A sentence of the rules.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sentence {
    /// The sentence without list markers.
    pub text: String,
    /// The byte range of the sentence in the [`rules_body`] of the text.
    pub span: Range<usize>,
    /// The mentioned constraints, in the order of the words.
    pub mentions: Vec<Mention>,
    /// The relation of the mentions to each other.
    pub join: Join,
    /// True if the sentence adds no constraint: the usual rules, an example, a greeting.
    pub is_neutral: bool,
    /// The reason why a program should not use the rules without asking the user.
    pub stops_automatic: Option<&'static str>,
    /// Words in lower case that rules about known constraints do not use.
    pub unknown: Vec<String>,
}

/// A constraint that a sentence mentions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mention {
    /// The meaning.
    pub kind: MeaningKind,
    /// The colours that the sentence names for the constraint. An empty list means any colour.
    pub hues: Vec<Hue>,
    /// The shapes that the sentence names for the constraint. An empty list means any shape.
    pub shapes: Vec<Shape>,
}

/// The relation of several mentions of a sentence.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Join {
    /// Each mention applies to different drawings.
    Separate,
    /// All mentions apply to the same drawings.
    Together,
    /// One of the mentions applies to each drawing.
    OneOf,
}

/// Returns the sentences of the rules of a puzzle.
///
/// A text that is a JSON string is decoded first: see [`rules_body`]. Any text is accepted. The
/// time is linear in its length.
pub fn read_rules(text: &str) -> Vec<Sentence> {
    let body = rules_body(text);
    let mut sentences: Vec<Sentence> = Vec::new();
    for span in split(&body) {
        let text = &body[span.clone()];
        let mut sentence = read_sentence(text, span.clone(), &sentences);
        let of_rule = |rule: &String| read_sentence(rule, span.clone(), &sentences).mentions;
        let rules: Vec<Vec<Mention>> = distribute(text).iter().map(of_rule).collect();
        if !rules.is_empty() && rules.iter().all(|mentions| !mentions.is_empty()) {
            (sentence.mentions, sentence.join) = (rules.concat(), Join::Separate);
        }
        sentences.push(sentence);
    }
    sentences
}

/// A meaning and the words that state it.
struct Found {
    kind: MeaningKind,
    range: Range<usize>,
}

fn read_sentence(text: &str, span: Range<usize>, previous: &[Sentence]) -> Sentence {
    let words = words(text);
    let has = |phrases: &[&str]| phrases.iter().any(|phrase| find(phrase, &words).is_some());
    let is_example = EXAMPLES.iter().any(|phrase| find(phrase, &words).is_some_and(|it| it.range.start == 0));
    let is_remark = || {
        !has(&["but", "however", "except"])
            && (has(REMARKS) || has(PERMISSIONS) || words.len() <= COUNT_WORDS && has(COUNTS))
    };
    let mut found = if is_example { Vec::new() } else { meanings(&words) };
    if !is_example {
        found.extend(pairs(&words));
        if let Some(rule) = neighbours(&words, &found) {
            found.retain(|it| !is_distance(&it.kind));
            found.push(rule);
        }
    }
    found.sort_by_key(|it| it.range.start);
    let mut mentions = mentions(&found, &words);
    if !is_example {
        if !found.iter().any(|it| matches!(it.kind, MeaningKind::Pair(_))) && !is_remark() {
            mentions.extend(named_pairs(&words));
        }
        mentions.extend(negatives(&words, &mentions, previous));
    }
    let is_stop = |(phrase, reason): &&(&str, &str)| {
        find(phrase, &words).is_some() && !(*reason == EXCEPTION && has(PERMISSIONS))
    };
    let stops = STOPS.iter().find(is_stop).map(|(_, reason)| *reason);
    let is_usual = || words.iter().all(is_usual_word) && has(USUAL);
    let is_heading = || {
        words.len() <= HEADING_WORDS
            && !text.ends_with(['.', '!', '?'])
            && words.iter().all(|word| {
                word.ends_heading() || HEADINGS.split_ascii_whitespace().any(|known| known == word.text)
            })
    };
    let is_neutral = mentions.is_empty()
        && (is_example || (stops.is_none() && (is_usual() || is_remark() || is_heading())));
    let unknown = if is_neutral { Vec::new() } else { unknown(&words) };
    let join = join(&mentions, &words);
    let stops_automatic = if is_example { None } else { stops };
    Sentence { text: text.to_owned(), span, mentions, join, is_neutral, stops_automatic, unknown }
}

/// Returns true if the phrases of a meaning may only name the distance that another rule is about.
fn is_distance(kind: &MeaningKind) -> bool {
    matches!(
        kind,
        MeaningKind::Kind("AntiKnight" | "AntiKing") | MeaningKind::Diagonals | MeaningKind::Unsupported(_)
    )
}

/// Returns the meanings in the tables that the words mention.
fn meanings(words: &[Word]) -> Vec<Found> {
    let parts = parts(words);
    if parts.len() > 1 {
        let of_part = |part: &Range<usize>| -> Vec<Found> {
            let found = meanings_of(&words[part.clone()]).into_iter();
            found
                .map(|it| Found { range: it.range.start + part.start..it.range.end + part.start, ..it })
                .collect()
        };
        let found: Vec<Vec<Found>> = parts.iter().map(of_part).collect();
        if found.iter().all(|found| !found.is_empty()) {
            return found.into_iter().flatten().collect();
        }
    }
    meanings_of(words)
}

/// Splits a sentence about drawings of different colours. A part ends before a clause that names
/// another colour.
fn parts(words: &[Word]) -> Vec<Range<usize>> {
    let mut parts: Vec<Range<usize>> = Vec::new();
    let mut own: Vec<Hue> = Vec::new();
    let (mut start, mut clause) = (0, 0);
    for at in 0..=words.len() {
        if words.get(at).is_some_and(|word| !word.ends_clause()) {
            continue;
        }
        let hues = hues(&words[clause..at]);
        let is_new = !hues.is_empty() && hues.iter().all(|hue| !own.contains(hue));
        if is_new && !own.is_empty() {
            parts.push(start..clause);
            start = clause;
            own.clear();
        }
        own.extend(hues);
        clause = at + 1;
    }
    parts.push(start..words.len());
    parts
}

/// Returns the meanings in the tables that a sentence, or a part of it, mentions.
fn meanings_of(words: &[Word]) -> Vec<Found> {
    let mut found: Vec<Found> = Vec::new();
    for row in [LINES, CELLS, OUTSIDE, GRID].into_iter().flatten() {
        found.extend(meaning(row, words));
    }
    for (phrase, kind) in NAMES {
        let is_supported = found.iter().any(|it| match it.kind {
            MeaningKind::RomanSum => *kind == MeaningKind::Unsupported(ROMAN),
            MeaningKind::CagePrimes => *kind == MeaningKind::Numbers(PRIMES),
            _ => false,
        });
        if let Some(at) = find(phrase, words).filter(|_| !is_supported) {
            found.push(Found { kind: kind.clone(), range: at.range });
        }
    }
    found
}

fn meaning(row: &Row, words: &[Word]) -> Option<Found> {
    if row.unless.iter().any(|phrase| find(phrase, words).is_some()) {
        return None;
    }
    row.phrases.iter().find_map(|phrase| {
        let at = find_shortest(phrase, words)?;
        Some(Found { kind: (row.make)(&at.numbers)?, range: at.range })
    })
}

/// Words that introduce a relation between two marked cells.
const PAIR_WORDS: &str = "dot*|separated|seperated|joined|connected|x|v|xv|kropki|mark*|symbol*|xs|vs|cross*|border*|edge*|bar|bars";
/// Phrases about unnamed marks between two cells.
const BETWEEN_CELLS: &str =
    "circle*|disc*|diamond* ?is ?are ?placed ?drawn between ?the ?two ?adjacent ?neighbouring cells|digits";
/// Words about other drawings. A relation in the same clause applies to these drawings.
const OTHER_WORDS: &str = "line*|cage*|arrow*|thermo*|segment*|row*|column*|diagonal*|circle*";
/// The same words without circles.
const OTHER_THAN_CIRCLES: &str = "line*|cage*|arrow*|thermo*|segment*|row*|column*|diagonal*";

/// Phrases about neighbours without a mark.
const UNMARKED: &[&str] = &[
    "there is|are no ?black ?white ?such dot|dots|mark|marks|symbol|symbols|x|v|letter|letters",
    "without ?a ?an ?any ?either ?black ?white ?such dot|dots|mark|marks|symbol|symbols|x|v|letter|letters",
    "absence of ?a ?an ?any ?black ?white ?such dot|dots|mark|marks|symbol|symbols|x|v|letter|letters",
    "not separated|joined|connected|marked",
];

/// Returns the relations that are forbidden for neighbours without a mark, and the words about
/// neighbours with a mark.
fn unmarked(words: &[Word]) -> Option<(Vec<Found>, &[Word])> {
    let at = UNMARKED.iter().find_map(|phrase| find(phrase, words))?.range;
    let start = clause(words, at.clone()).start;
    let is_negated = find(NEGATIONS, &words[at.end..]).is_some();
    let negative = |found: relation::Found| {
        let term = found.term.forbidden().or(is_negated.then_some(found.term))?;
        Some(Found { kind: MeaningKind::Negative(PairRelation::of(term)), range: found.at.range })
    };
    let later = relation::terms(&words[start..]);
    if !later.is_empty() {
        let moved = later
            .into_iter()
            .filter_map(negative)
            .map(|it| Found { range: it.range.start + start..it.range.end + start, ..it });
        return Some((moved.collect(), &words[..start]));
    }
    let earlier: Vec<Found> = relation::terms(&words[..start]).into_iter().filter_map(negative).collect();
    (!earlier.is_empty()).then_some((earlier, &[]))
}

/// Returns the relations between pairs that the words state.
fn pairs(words: &[Word]) -> impl Iterator<Item = Found> + use<> {
    let (mut found, words) = unmarked(words).unwrap_or((Vec::new(), words));
    let is_circle = find(BETWEEN_CELLS, words).is_some();
    let other_words = if is_circle { OTHER_THAN_CIRCLES } else { OTHER_WORDS };
    let is_mark = |at: usize| match distance(&words[at..]) {
        // "Separated by a knight's move" names no mark.
        Some((_, range)) if words[at].text.starts_with("sep") => range.start > 3,
        _ => true,
    };
    if is_circle || find_all(PAIR_WORDS, words).iter().any(|it| is_mark(it.range.start)) {
        let mut groups: Vec<(Range<usize>, Vec<PairTerm>)> = Vec::new();
        for term in relation::terms(words) {
            let clause = clause(words, term.at.range.clone());
            let start = groups.last().map_or(0, |(range, _)| range.end);
            let own = &words[clause.start.max(start).min(clause.end)..clause.end];
            if find(other_words, own).is_some() {
                continue;
            }
            let is_new = own.iter().any(|word| Hue::of_word(&word.text).is_some() || is_letter(word));
            match groups.last_mut() {
                Some((range, terms)) if !is_new => {
                    range.end = clause.end;
                    terms.push(term.term);
                }
                _ => groups.push((clause.start.max(start)..clause.end, vec![term.term])),
            }
        }
        for (range, terms) in groups {
            if let Some(relation) = relation::relation(terms, &words[range.clone()]) {
                found.push(Found { kind: MeaningKind::Pair(relation), range });
            }
        }
    }
    found.into_iter()
}

/// Words of rules about neighbours on a line.
const ON_LINES: &str = "line*|path*|snake*|loop*|track*";
/// Words about drawings other than lines.
const OFF_LINES: &str = "dot*|cage*|arrow*|thermo*|bulb*|segment*|circle*|diamond*|square*|sign*|mark*|shaded|separated|joined|connected|x|v";
/// Words about other drawings or distances, for rules about a king's or knight's move or diagonal neighbours.
const OFF_DISTANCES: &str = "dot*|cage*|arrow*|thermo*|bulb*|segment*|circle*|diamond*|square*|sign*|mark*|shaded|joined|connected|x|v";
/// Negations.
const NEGATIONS: &str = "not|cannot|cant|never|no|neither|dont";

/// Words for the distance between two cells.
const DISTANCES: &[(&str, Distance)] = &[
    ("knight|knights move|moves|step|steps", Distance::KNIGHT),
    ("king|kings move|moves|step|steps", Distance::KING),
    ("orthogonal* and|or|nor|, ?or ?nor diagonal*", Distance::KING),
    ("diagonal* and|or|nor orthogonal*", Distance::KING),
    ("diagonal* adjacent|neighbour*|touch*", Distance::DIAGONAL),
    ("adjacent|neighbour*|touch* diagonal*", Distance::DIAGONAL),
    ("along|on all|every|each|any ?the diagonal*", Distance::DIAGONAL),
    ("adjacent|neighbour*|touching|successive", Distance::ORTHOGONAL),
];

/// Returns the distance that the words name, and their range.
fn distance(words: &[Word]) -> Option<(Distance, Range<usize>)> {
    let (found, at) = DISTANCES.iter().find_map(|(phrase, found)| Some((*found, find(phrase, words)?)))?;
    let wraps = find(WRAPS, words).is_some();
    Some((Distance { wraps, ..found }, at.range))
}

/// Words of rules about cells at opposite edges of the grid.
const WRAPS: &str = "wrap*|toroidal*|torus";

/// Returns true if a sentence is about cells at opposite edges of the grid.
pub(crate) fn wraps(sentence: &str) -> bool {
    find(WRAPS, &words(sentence)).is_some()
}

/// Words of the statement that drawings without a rule have no meaning.
const DECORATES: &str = "other|remaining drawings|elements|graphics .. decorative|cosmetic|cosmetics|decoration|decorations|aesthetic";

/// Returns true if a sentence states that drawings without a rule have no meaning.
pub(crate) fn decorates(sentence: &str) -> bool {
    find(DECORATES, &words(sentence)).is_some()
}

/// Returns the relation that is required or forbidden for neighbours on lines, or for all cells at a distance in
/// the grid.
fn neighbours(words: &[Word], found: &[Found]) -> Option<Found> {
    let (distance, at) = distance(words)?;
    let terms: Vec<PairTerm> = relation::terms(words).into_iter().map(|it| it.term).collect();
    let is_orthogonal = distance.steps == Distance::ORTHOGONAL.steps;
    let is_taken = |it: &Found| match it.kind {
        MeaningKind::Kind("Odd" | "Even") => false,
        // Their phrases only name the distance.
        MeaningKind::Kind("AntiKnight" | "AntiKing") => is_orthogonal || terms.contains(&PairTerm::Equal),
        MeaningKind::Diagonals => is_orthogonal,
        MeaningKind::Unsupported(_) => !distance.wraps,
        _ => true,
    };
    let is_line = find(ON_LINES, words).is_some();
    let is_off = match is_orthogonal {
        true => find(OFF_LINES, words).is_some() || find("diagonal*", words).is_some(),
        false => is_line || find(OFF_DISTANCES, words).is_some() || terms.contains(&PairTerm::Equal),
    };
    if found.iter().any(is_taken) || is_off {
        return None;
    }
    if !is_line && is_orthogonal && find("orthogonal*|two|all|any|every|cells", words).is_none() {
        return None;
    }
    // A negation applies to all conditions: "may not be in a 1:2 ratio".
    let is_negative = |term: &PairTerm| term.forbidden().is_some();
    let is_forbidden = find(NEGATIONS, words).is_some() && !terms.iter().all(is_negative);
    let terms = match is_forbidden {
        true => terms.into_iter().map(|term| term.forbidden().unwrap_or(term)).collect(),
        false => terms,
    };
    let mut relation = relation::relation(terms, words)?;
    relation.any |= is_forbidden;
    let kind = match (is_line, is_forbidden) {
        (true, true) => return None,
        (true, false) => MeaningKind::LinePairs(relation),
        (false, true) => MeaningKind::NotNeighbours(distance, relation),
        (false, false) => MeaningKind::Neighbours(distance, relation),
    };
    Some(Found { kind, range: at.start..words.len() })
}

/// A relation, and the hue and shape of its mark.
type PairForm = (PairTerm, Option<Hue>, Option<Shape>);

/// Marks with a well-known name, with the relations of their two forms.
const NAMED_PAIRS: &[(&str, &[PairForm])] = &[
    (
        "kropki",
        &[(PairTerm::Difference(1), Some(Hue::White), None), (PairTerm::Ratio(1, 2), Some(Hue::Black), None)],
    ),
    (
        "xv ?sudoku|rules|pairs|clues|constraint|constraints",
        &[(PairTerm::Sum(10), None, Some(Shape::LetterX)), (PairTerm::Sum(5), None, Some(Shape::LetterV))],
    ),
];

/// Returns the relations that a sentence names without an explanation, as in "Kropki dots".
fn named_pairs(words: &[Word]) -> Vec<Mention> {
    if find("either .. x or v", words).or_else(|| find("either .. v or x", words)).is_some() {
        let relation = PairRelation { terms: vec![PairTerm::Sum(10), PairTerm::Sum(5)], any: true };
        return vec![Mention { kind: MeaningKind::Pair(relation), hues: hues(words), shapes: Vec::new() }];
    }
    let named = NAMED_PAIRS.iter().filter(|(phrase, _)| find(phrase, words).is_some());
    let forms = named.flat_map(|(_, forms)| forms.iter());
    forms
        .map(|(term, hue, shape)| Mention {
            kind: MeaningKind::Pair(PairRelation::of(*term)),
            hues: hue.iter().copied().collect(),
            shapes: shape.iter().copied().collect(),
        })
        .collect()
}

fn is_letter(word: &Word) -> bool {
    matches!(word.text.as_str(), "x" | "v" | "xs" | "vs" | "xes")
}

/// Returns the clauses that overlap a range of words.
fn clause(words: &[Word], range: Range<usize>) -> Range<usize> {
    let start = words[..range.start].iter().rposition(Word::ends_clause).map_or(0, |at| at + 1);
    let last = range.end.max(range.start + 1) - 1;
    let end = words[last..].iter().position(Word::ends_clause).map_or(words.len(), |at| last + at);
    start..end.max(range.end)
}

/// Adds hues and shapes to each meaning: those in the clause of the meaning if there are any, otherwise those of the
/// previous meaning, otherwise those of the sentence.
fn mentions(found: &[Found], words: &[Word]) -> Vec<Mention> {
    let mut mentions: Vec<Mention> = Vec::new();
    let mut covered = 0;
    for (index, it) in found.iter().enumerate() {
        let own = clause(words, it.range.clone());
        let start = if own.start >= covered { after_heading(words, covered..own.start) } else { own.start };
        let later = found.get(index + 1).map_or(words.len(), |next| clause(words, next.range.clone()).start);
        let sources = [start..own.end, start..own.end.max(later), 0..words.len()];
        let mut hues =
            sources[..2].iter().map(|range| hues(&words[range.clone()])).find(|hues| !hues.is_empty());
        let inherited = mentions.last().map(|last| last.hues.clone()).filter(|hues| !hues.is_empty());
        hues = hues.or(inherited).or_else(|| (found.len() == 1).then(|| self::hues(words)));
        let shapes =
            sources.iter().map(|range| shapes(&words[range.clone()])).find(|shapes| !shapes.is_empty());
        covered = covered.max(own.end);
        let mention = Mention {
            kind: it.kind.clone(),
            hues: hues.unwrap_or_default(),
            shapes: shapes.unwrap_or_default(),
        };
        if !mentions.contains(&mention) {
            mentions.push(mention);
        }
    }
    mentions
}

/// Returns the start of the words after the last heading in a range.
fn after_heading(words: &[Word], range: Range<usize>) -> usize {
    let colon = words[range.clone()].iter().rposition(Word::ends_heading);
    colon.map_or(range.start, |at| range.start + at + 1)
}

fn hues(words: &[Word]) -> Vec<Hue> {
    distinct(words.iter().filter_map(|word| Hue::of_word(&word.text)))
}

fn shapes(words: &[Word]) -> Vec<Shape> {
    distinct(words.iter().flat_map(|word| shapes_of_word(&word.text)))
}

fn distinct<T: Ord>(items: impl Iterator<Item = T>) -> Vec<T> {
    let mut items: Vec<T> = items.collect();
    items.sort_unstable();
    items.dedup();
    items
}

/// Returns the negative rules of a sentence: "all dots are given".
fn negatives(words: &[Word], own: &[Mention], previous: &[Sentence]) -> Vec<Mention> {
    let all = find("all|every .. given|shown|marked|indicated|drawn", words);
    let all = all.or_else(|| find("negative constraint", words));
    let Some(all) = all.or_else(|| find("if and only if", words)) else { return Vec::new() };
    if find("not ?necessarily all|every", words).is_some() || find("no negative", words).is_some() {
        return Vec::new();
    }
    let subject = &words[all.range.start..];
    let (hues, letters) = (hues(subject), shapes(subject));
    let letters: Vec<Shape> =
        letters.into_iter().filter(|shape| matches!(shape, Shape::LetterX | Shape::LetterV)).collect();
    let negative = |term, shape| Mention {
        kind: MeaningKind::Negative(PairRelation::of(term)),
        hues: Vec::new(),
        shapes: vec![shape],
    };
    if !letters.is_empty() {
        return letters
            .into_iter()
            .map(|shape| negative(PairTerm::Sum(if shape == Shape::LetterX { 10 } else { 5 }), shape))
            .collect();
    }
    let is_dots = find("dot*", subject).is_some();
    let earlier = previous.iter().rev().map(|sentence| sentence.mentions.as_slice());
    let mut result = Vec::new();
    for mentions in core::iter::once(own).chain(earlier) {
        let before = result.len();
        for mention in mentions {
            let MeaningKind::Pair(relation) = &mention.kind else { continue };
            let is_letter = mention.shapes.iter().any(|it| matches!(it, Shape::LetterX | Shape::LetterV));
            let is_meant = (hues.is_empty() || hues.iter().any(|hue| mention.hues.contains(hue)))
                && !(is_dots && is_letter);
            if is_meant {
                result.push(Mention { kind: MeaningKind::Negative(relation.clone()), ..mention.clone() });
            }
        }
        // "All dots" means the dots of all sentences, "all such pairs" those of the nearest one.
        if result.len() > before && !is_dots {
            break;
        }
    }
    result
}

fn join(mentions: &[Mention], words: &[Word]) -> Join {
    let has = |phrase: &str| find(phrase, words).is_some();
    let is_shared = mentions.len() > 1 && mentions.windows(2).all(|pair| pair[0].hues == pair[1].hues);
    if is_shared && has("each|every|all|any") && (has("either") || has("one of")) && has("or") {
        Join::OneOf
    } else if is_shared && !mentions[0].hues.is_empty() && has("and|also|both") {
        Join::Together
    } else {
        Join::Separate
    }
}

fn is_usual_word(word: &Word) -> bool {
    word.number().is_some() || is_sign(word) || vocabulary().usual.contains(word.text.as_str())
}

fn is_sign(word: &Word) -> bool {
    !word.text.starts_with(char::is_alphanumeric)
}

/// The words and word prefixes of all tables.
struct Vocabulary {
    /// The words of sentences about the usual rules.
    usual: HashSet<&'static str>,
    words: HashSet<&'static str>,
    prefixes: Vec<&'static str>,
}

fn vocabulary() -> &'static Vocabulary {
    static VOCABULARY: OnceLock<Vocabulary> = OnceLock::new();
    VOCABULARY.get_or_init(|| {
        let rows = [LINES, CELLS, OUTSIDE, GRID].into_iter().flatten();
        let phrases = rows.flat_map(|row| row.phrases.iter().copied());
        let usual: HashSet<&str> = USUAL_WORDS.split_ascii_whitespace().collect();
        let mut known = Vocabulary { words: usual.clone(), usual, prefixes: Vec::new() };
        for word in phrases.flat_map(|phrase| phrase.split([' ', '|'])) {
            let word = word.trim_start_matches('?');
            match word.strip_suffix('*') {
                Some(prefix) => known.prefixes.push(prefix),
                None => drop(known.words.insert(word)),
            }
        }
        known.words.extend(KNOWN_WORDS.into_iter().flat_map(str::split_ascii_whitespace));
        known.prefixes.sort_unstable();
        known.prefixes.dedup();
        known
    })
}

/// Returns the words that no table contains.
fn unknown(words: &[Word]) -> Vec<String> {
    let vocabulary = vocabulary();
    let is_known = |word: &Word| {
        let text = word.text.as_str();
        word.number().is_some()
            || is_sign(word)
            || text.chars().all(|c| c.is_ascii_digit() || c == 'x')
            || Hue::of_word(text).is_some()
            || shapes_of_word(text).next().is_some()
            || vocabulary.words.contains(text)
            || vocabulary.prefixes.iter().any(|prefix| text.starts_with(prefix))
    };
    let mut unknown: Vec<String> = Vec::new();
    for word in words.iter().filter(|word| !is_known(word)) {
        if !unknown.contains(&word.text) {
            unknown.push(word.text.clone());
        }
    }
    unknown
}
