//! Arguments in words.

use super::names::{capital, cell, cells, equation, house, rule, set_text, values};
use super::relations::relation_words;
use super::sandwich::sandwich_text;
use crate::grammar::{join, number};
use crate::variant::{
    Argument, Case, Deduction, Failure, Inference, Reach, Reason, Source, State, Technique, arguments,
    why_contained,
};
use farandole_puzzle::Cell;

/// Explains the eliminations of a step by its arguments, a sentence for each.
pub(super) fn argued(state: &State, deduction: &Deduction) -> String {
    let is_complete = |found: &Vec<Argument>| {
        deduction.eliminations.iter().all(|claim| found.iter().any(|it| it.claims.contains(claim)))
    };
    let mut found = [Reach::Several, Reach::Long].into_iter().map(|reach| arguments(state, deduction, reach));
    let Some(found) = found.find(is_complete) else { return exhausted(state, deduction) };
    let told = Told { state, deduction };
    let found = told.merged(found);
    let mut sentences: Vec<String> = Vec::new();
    for (at, argument) in found.iter().enumerate() {
        // The source is named once for consecutive arguments.
        let is_known = at > 0 && found[at - 1].source == argument.source;
        sentences.push(told.sentence(argument, is_known));
    }
    sentences.join(" ")
}

/// Explains why a constraint must contain a value. The text follows "it must contain 5", or is empty without a reason.
pub(super) fn contained(state: &State, deduction: &Deduction, value: u8) -> String {
    let told = Told { state, deduction };
    let reason = why_contained(state, deduction, value);
    match reason {
        Some((_, Reason::Sets(sets))) if sets.is_empty() => {
            ", as every set of digits that is left does".to_owned()
        }
        Some((source, reason)) => format!(": without it, {}", told.text(&reason, source)),
        None => String::new(),
    }
}

/// Names the constraints and houses of which all ways to fill their cells were tried.
pub(super) fn exhausted(state: &State, deduction: &Deduction) -> String {
    let mut all: Vec<String> = deduction.houses.iter().map(|it| house(state, *it)).collect();
    all.extend(deduction.constraints.iter().map(|it| rule(state, *it)));
    let which = match &deduction.eliminations[..] {
        [claim] => format!("has {} in {}", claim.value, cell(state, claim.cell)),
        _ => "contains an eliminated digit".to_owned(),
    };
    format!("All ways to fill the cells of {} were tried; none {which}.", join(all, "and"))
}

/// A step whose arguments are rendered.
struct Told<'a> {
    state: &'a State,
    deduction: &'a Deduction,
}

impl Told<'_> {
    /// Joins the arguments that have the same words.
    fn merged(&self, found: Vec<Argument>) -> Vec<Argument> {
        let mut merged: Vec<Argument> = Vec::new();
        for argument in found {
            let words = self.text(&argument.reason, argument.source);
            let is_same = |it: &&mut Argument| {
                it.source == argument.source
                    && it.inferences == argument.inferences
                    && self.text(&it.reason, it.source) == words
                    && [&**it, &argument].iter().all(|it| self.supposed(it).1.is_empty())
            };
            match merged.iter_mut().find(is_same).filter(|_| !words.is_empty()) {
                Some(known) => known.claims.extend(argument.claims),
                None => merged.push(argument),
            }
        }
        merged
    }

    /// Renders an argument. `is_known` is true if the sentence before it names the same source.
    fn sentence(&self, argument: &Argument, is_known: bool) -> String {
        let intro = match self.intro(argument.source) {
            Some(intro) if !is_known => format!("{intro}, "),
            _ => String::new(),
        };
        let text = match &argument.reason {
            Reason::Combinations => return self.combinations(argument.source),
            Reason::Ways { cells, ways } => return self.ways(argument.source, cells, ways),
            Reason::Run { cells: count, follows, bound } if argument.inferences.is_empty() => {
                let of = argument.claims.first().map_or_else(String::new, |it| cell(self.state, it.cell));
                let (verb, side) = if *follows { ("follow", "most") } else { ("precede", "least") };
                let (noun, verb) =
                    if *count == 1 { ("cell", format!("{verb}s")) } else { ("cells", verb.to_owned()) };
                format!("{} {noun} {verb} {of}, so it is at {side} {bound}.", number(usize::from(*count)))
            }
            reason => {
                let (first, beyond) = self.supposed(argument);
                let between = argument.inferences.iter().map(|it| self.inference(it));
                let between: String = between.map(|it| format!("{it}, ")).collect();
                let end = if between.is_empty() { "" } else { "and then " };
                let place = if argument.inferences.is_empty() {
                    String::new()
                } else {
                    self.within(&argument.reason, argument.source)
                };
                let intro = if argument.inferences.is_empty() { intro.as_str() } else { "" };
                let text = format!(
                    "{intro}if {first}, {between}{end}{place}{}{beyond}.",
                    self.text(reason, argument.source)
                );
                return capital(&text);
            }
        };
        capital(&format!("{intro}{text}"))
    }

    /// Names the origin of a condition within a sentence, unless the text of the reason names it.
    fn within(&self, reason: &Reason, source: Source) -> String {
        match self.intro(source) {
            Some(_) if matches!((reason, source), (Reason::Homeless(_), Source::House(_))) => String::new(),
            Some(place) => format!("{}, ", lower(&place)),
            None => String::new(),
        }
    }

    /// Returns the supposition, and the candidates that exceed the same bound by more.
    fn supposed(&self, argument: &Argument) -> (String, String) {
        let (first, beyond) = match (&argument.reason, &argument.claims[..]) {
            (Reason::Sum { rest, least, most, .. }, [first, others @ ..])
                if (rest < least || rest > most) && others.iter().all(|it| it.cell == first.cell) =>
            {
                (vec![*first], others)
            }
            (_, claims) => (claims.to_vec(), &[][..]),
        };
        let mut groups: Vec<(Vec<u8>, Vec<Cell>)> = Vec::new();
        for claim in &first {
            let mut of_cell: Vec<u8> =
                first.iter().filter(|it| it.cell == claim.cell).map(|it| it.value).collect();
            of_cell.sort_unstable();
            match groups.iter_mut().find(|(values, _)| *values == of_cell) {
                Some((_, cells)) if cells.contains(&claim.cell) => {}
                Some((_, cells)) => cells.push(claim.cell),
                None => groups.push((of_cell, vec![claim.cell])),
            }
        }
        let parts = groups
            .iter()
            .map(|(held, of)| format!("{} were {}", cells(self.state, of, "or"), values(held, "or")));
        let mut more: Vec<u8> = beyond.iter().map(|it| it.value).collect();
        more.sort_unstable();
        let beyond = if more.is_empty() {
            String::new()
        } else {
            format!(" (and even more so with {})", values(&more, "or"))
        };
        (join(parts, "or"), beyond)
    }

    /// Names the origin of a condition, as the start of a sentence.
    fn intro(&self, source: Source) -> Option<String> {
        match source {
            Source::Constraint(number) => {
                let name = rule(self.state, number);
                Some(format!("{} {name}", preposition(&name)))
            }
            Source::House(number) => Some(format!("In {}", house(self.state, number))),
            Source::Together => None,
        }
    }

    fn inference(&self, of: &Inference) -> String {
        let why = match of.source {
            Source::Constraint(number) => rule(self.state, number),
            Source::House(number) => house(self.state, number),
            Source::Together if self.deduction.technique == Technique::EqualSets => {
                "the other digits".to_owned()
            }
            Source::Together => "the sum".to_owned(),
        };
        format!("{} would be {} ({why})", cell(self.state, of.cell), self.values(of.left, "or"))
    }

    fn combinations(&self, source: Source) -> String {
        let Source::Constraint(number) = source else { return String::new() };
        let name = rule(self.state, number);
        match &self.deduction.combinations[..] {
            [only] => format!("The only combination left for {name} is {}.", set_text(only)),
            several => {
                format!(
                    "The combinations left for {name} are {}.",
                    join(several.iter().map(|set| set_text(set)), "and")
                )
            }
        }
    }

    fn ways(&self, source: Source, of: &[Cell], ways: &[Vec<u8>]) -> String {
        let name = self.intro(source).map(|it| format!("{it}, ")).unwrap_or_default();
        let way = |way: &Vec<u8>| way.iter().map(u8::to_string).collect::<Vec<_>>().join(", ");
        let (noun, verb) = if ways.len() == 1 { ("way", "is") } else { ("ways", "are") };
        let listed: Vec<String> = ways.iter().map(way).collect();
        capital(&format!(
            "{name}the only {noun} left to fill {} {verb} {}.",
            cells(self.state, of, "and"),
            listed.join(if of.len() == 1 { ", " } else { "; " })
        ))
    }

    fn values(&self, mask: u16, last: &str) -> String {
        let range = self.state.variant().board().values();
        values(&range.values_of(mask).collect::<Vec<u8>>(), last)
    }

    /// Describes the candidates of a cell: `r1c2, which can only be 3 or 4`. A cell with all values is only named.
    fn with_values(&self, of: Cell) -> String {
        let state = self.state;
        if state.candidates(of) == state.variant().board().values().all() {
            return cell(state, of);
        }
        let verb = if state.is_placed(of) { "which is" } else { "which can only be" };
        format!("{}, {verb} {}", cell(state, of), self.values(state.candidates(of), "or"))
    }

    /// States that none of the candidates of a cell fits: `no digit of r1c2 (3 or 4) would fit`.
    fn unfit(&self, of: Cell) -> String {
        let (state, name) = (self.state, cell(self.state, of));
        let held = state.candidates(of);
        if state.is_placed(of) {
            format!("{name}, which is {}, would not fit", self.values(held, "or"))
        } else if held == state.variant().board().values().all() {
            format!("no digit of {name} would fit")
        } else {
            format!("no digit of {name} ({}) would fit", self.values(held, "or"))
        }
    }

    /// Describes what is left for some cells: `r1c1 would be 3 or 4, and r1c2 can only be 5`.
    fn held(&self, of: &[(Cell, u16)]) -> String {
        let mut parts: Vec<(bool, u16, Vec<Cell>)> = Vec::new();
        for (of, left) in of {
            let is_narrowed = *left != self.state.candidates(*of);
            match parts.iter_mut().find(|(narrowed, mask, _)| (*narrowed, *mask) == (is_narrowed, *left)) {
                Some((_, _, cells)) => cells.push(*of),
                None => parts.push((is_narrowed, *left, vec![*of])),
            }
        }
        let part = |(is_narrowed, left, of): &(bool, u16, Vec<Cell>)| {
            let is_placed = of.iter().all(|it| self.state.is_placed(*it));
            let verb = match (is_narrowed, is_placed) {
                (true, _) => "would be",
                (_, true) if of.len() == 1 => "is",
                (_, true) => "are",
                _ => "can only be",
            };
            format!("{} {verb} {}", cells(self.state, of, "and"), self.values(*left, "or"))
        };
        join(parts.iter().map(part), "and")
    }

    /// Renders a reason. The text follows "if r1c1 were 5, ".
    fn text(&self, reason: &Reason, source: Source) -> String {
        let state = self.state;
        match reason {
            Reason::Bare(of) => self.unfit(*of),
            Reason::Homeless(value) => match source {
                Source::House(number) => format!("{} would have no cell for {value}", house(state, number)),
                _ => format!("there would be no cell for {value}"),
            },
            Reason::Sequence(links) => self.sequence(links),
            Reason::Run { cells: count, follows, .. } => {
                let (verb, side) = if *follows { ("follow", "great") } else { ("precede", "small") };
                format!("it would be too {side} for the {} cells that {verb}", number(usize::from(*count)))
            }
            Reason::Repeat(of, value) => {
                format!("{} would both be {value}, but they see each other", cells(state, of, "and"))
            }
            Reason::Sides { left, right, is_total: true } => {
                format!("the sum would be {left} instead of {right}")
            }
            Reason::Sides { left, right, .. } => format!("the two sides would be {left} and {right}"),
            Reason::Sum { terms, rest, least, most } => self.sum(terms, *rest, (*least, *most)),
            Reason::NoSum { terms, rest } => {
                let end = match terms[..] {
                    [_] => "it cannot be",
                    _ => "no different digits that are left add up to this",
                };
                format!("{}, but {end}", required(&equation(state, terms.iter().copied(), *rest)))
            }
            Reason::Unequal { lower, most, upper, least } => format!(
                "{} would be at most {most}, but {} at least {least}",
                self.sum_of(lower),
                self.sum_of(upper)
            ),
            Reason::Count { values, cells: of, bound, is_too_few } => {
                self.count(*values, of, *bound, *is_too_few)
            }
            Reason::Missing { value, cells: of } => {
                format!("{} could not hold {value}", cells(state, of, "and"))
            }
            Reason::Pointer { index, values, target, wanted } => {
                self.pointer((*index, *values), *target, *wanted)
            }
            Reason::Visible { total, is_sum, is_too_low } => {
                let bound = if *is_too_low { "at most" } else { "at least" };
                if *is_sum {
                    format!("the visible skyscrapers would add up to {bound} {total}")
                } else {
                    format!("{bound} {} would be seen", skyscrapers(*total))
                }
            }
            Reason::Hidden(value) => {
                format!("no cell could hold {value} right after digits that increase to more than {value}")
            }
            _ => self.text_of_cells(reason, source),
        }
    }

    /// Renders a reason that lists cells, sets or cases.
    fn text_of_cells(&self, reason: &Reason, source: Source) -> String {
        let state = self.state;
        match reason {
            Reason::Cases(cases) => {
                let mut parts: Vec<String> = cases.iter().map(|it| self.text(it, source)).collect();
                parts.dedup();
                let which = if cases.len() == 2 { "neither" } else { "none" };
                format!("{which} could hold: {}", parts.join("; "))
            }
            Reason::Split { cell: of, cases } => {
                let held: Vec<u8> = cases.iter().map(|it| it.value).collect();
                let parts: Vec<String> = cases.iter().map(|it| self.case(it)).collect();
                format!("{} would be {}: {}", cell(state, *of), values(&held, "or"), parts.join("; "))
            }
            Reason::Needs(held) if held.is_empty() => "no digits in the other cells would fit".to_owned(),
            Reason::Needs(held) => {
                format!("{}, which do not go with it, whatever the other cells hold", self.held(held))
            }
            Reason::Overlap(groups) => self.overlap(groups),
            Reason::Few(held) => self.few(held, source),
            Reason::Crowded { values, groups } => self.crowded(*values, groups),
            Reason::Sets(sets) => self.sets(sets),
            Reason::OutOfReach(of) => {
                let held = self.values(state.candidates(*of), "or");
                format!("no set of digits would have both it and a digit of {} ({held})", cell(state, *of))
            }
            Reason::Prefixes(prefixes) => self.prefixes(prefixes),
            Reason::Ends { ends, cell: of } => {
                format!("{}, which leaves nothing for {}", self.held(ends), self.with_values(*of))
            }
            Reason::Sandwich(sandwich) => sandwich_text(state, sandwich),
            _ => String::new(),
        }
    }

    fn case(&self, of: &Case) -> String {
        let between: String = of.inferences.iter().map(|it| format!("{}, ", self.inference(it))).collect();
        let end = if between.is_empty() { "" } else { "and then " };
        let is_alone = self.deduction.constraints.len() + self.deduction.houses.len() == 1;
        let place = if is_alone { String::new() } else { self.within(&of.reason, of.source) };
        format!("with {}, {between}{end}{place}{}", of.value, self.text(&of.reason, of.source))
    }

    fn sequence(&self, links: &[(Cell, u16)]) -> String {
        let part = |(of, left): &(Cell, u16)| match left {
            0 => self.unfit(*of),
            left => format!("{} would be {}", cell(self.state, *of), self.values(*left, "or")),
        };
        links.iter().map(part).collect::<Vec<_>>().join(", and ")
    }

    fn few(&self, held: &[(Cell, u16)], source: Source) -> String {
        let state = self.state;
        let board = state.variant().board();
        let words = match source {
            Source::Constraint(number) => state.variant().constraints()[number]
                .related(board)
                .and_then(|(_, relation)| relation_words(board.values(), &relation)),
            _ => None,
        };
        let rule = match words {
            Some(words) => words.strip_prefix("are ").map_or(words.clone(), |rest| format!("be {rest}")),
            None => "fit".to_owned(),
        };
        match held {
            [] => "the digits would break the rule".to_owned(),
            held => {
                let of_cell = |(of, left): &(Cell, u16)| {
                    let then = if *left == self.state.candidates(*of) { "" } else { "then " };
                    format!("{} ({then}{})", cell(self.state, *of), self.values(*left, "or"))
                };
                format!("no digits of {} would {rule}", join(held.iter().map(of_cell), "and"))
            }
        }
    }

    fn crowded(&self, values: u16, groups: &[(Vec<Cell>, u32)]) -> String {
        let state = self.state;
        let total: u32 = groups.iter().map(|(_, count)| count).sum();
        let group = |(of, count): &(Vec<Cell>, u32)| match (of.len(), *count) {
            (all, count) if all == count as usize => cells(state, of, "and"),
            (_, 1) => cells(state, of, "or"),
            (_, count) => format!("{} of {}", number(count as usize), cells(state, of, "and")),
        };
        let listed: Vec<String> = groups.iter().map(group).collect();
        format!(
            "{} cells would be {}: {}",
            number(total as usize),
            self.values(values, "or"),
            listed.join(if listed.iter().any(|it| it.contains(',')) { "; " } else { ", " })
        )
    }

    fn sum(&self, terms: &[(Cell, i64)], rest: i64, (least, most): (i64, i64)) -> String {
        let state = self.state;
        let sign = if terms.iter().all(|(_, by)| *by < 0) { -1 } else { 1 };
        let is_positive = terms.iter().all(|(_, by)| by * sign > 0);
        let wanted = equation(state, terms.iter().copied(), rest);
        let (least, most) = if sign < 0 { (-most, -least) } else { (least, most) };
        let rest = rest * sign;
        let they = if terms.len() == 1 { "it is" } else { "they add up to" };
        if is_positive && rest <= 0 && rest < least {
            "the sum would already be too great".to_owned()
        } else if is_positive && rest < least {
            format!("{}, but {they} at least {least}", required(&wanted))
        } else if is_positive {
            format!("{}, but {they} at most {most}", required(&wanted))
        } else {
            let (least, most) = (least - rest, most - rest);
            let (left, right) = wanted.split_once(" = ").unwrap_or((&wanted, ""));
            if least > 0 {
                format!("{left} would exceed {right} by at least {least}")
            } else {
                format!("{left} would fall short of {right} by at least {}", -most)
            }
        }
    }

    fn sum_of(&self, of: &[Cell]) -> String {
        of.iter().map(|it| cell(self.state, *it)).collect::<Vec<_>>().join(" + ")
    }

    fn sets(&self, sets: &[(u16, Failure)]) -> String {
        let range = self.state.variant().board().values();
        let mut failures: Vec<(Failure, Vec<String>)> = Vec::new();
        for (set, failure) in sets {
            let set = set_text(&range.values_of(*set).collect::<Vec<u8>>());
            match failures.iter_mut().find(|(known, _)| known == failure) {
                Some((_, sets)) => sets.push(set),
                None => failures.push((*failure, vec![set])),
            }
        }
        let part = |(failure, sets): &(Failure, Vec<String>)| {
            let sets = join(sets.iter().cloned(), "or");
            match failure {
                Failure::Bare(of) => format!("with {sets}, {}", self.unfit(*of)),
                Failure::Homeless(value) => format!("with {sets}, there would be no cell for {value}"),
            }
        };
        match &failures[..] {
            [] => "no set of digits that is left would contain it".to_owned(),
            failures => failures.iter().map(part).collect::<Vec<_>>().join("; "),
        }
    }

    fn count(&self, mask: u16, of: &[Cell], bound: u32, is_too_few: bool) -> String {
        let held = self.values(mask, "or");
        let bound = number(bound as usize);
        match (of, is_too_few) {
            ([], true) => format!("there would be no cell for {held}"),
            (of, true) => {
                format!("only {} could be {held}, but {bound} cells must be", cells(self.state, of, "or"))
            }
            (of, false) => {
                format!("{} would be {held}, but only {bound} may be", cells(self.state, of, "and"))
            }
        }
    }

    fn overlap(&self, groups: &[(Vec<Cell>, Vec<u16>)]) -> String {
        let range = self.state.variant().board().values();
        let parts = groups.iter().map(|(of, sets)| {
            let listed = sets.iter().map(|set| set_text(&range.values_of(*set).collect::<Vec<u8>>()));
            format!("{} could only hold {}", cells(self.state, of, "and"), join(listed, "or"))
        });
        format!("{}; every choice would repeat a digit", parts.collect::<Vec<_>>().join("; "))
    }

    fn pointer(&self, (index, held): (Cell, u16), target: Option<Cell>, wanted: u16) -> String {
        let (state, name, wanted) = (self.state, cell(self.state, index), self.values(wanted, "or"));
        match target {
            Some(target) if target == index => {
                format!("{name} would point at itself, which would not be {wanted}")
            }
            Some(target) => {
                let held = self.values(state.candidates(target), "or");
                format!("{name} would point at {} ({held}), which cannot be {wanted}", cell(state, target))
            }
            None => {
                format!("{name} could only be {}, which would not point at {wanted}", self.values(held, "or"))
            }
        }
    }

    fn prefixes(&self, prefixes: &[(u8, i64, i64)]) -> String {
        let part = |(value, least, most): &(u8, i64, i64)| {
            let bounds =
                if least == most { least.to_string() } else { format!("between {least} and {most}") };
            match value {
                1 => "with 1 first, the sum would be 1".to_owned(),
                value => format!("with {value} first, the first {value} cells would add up to {bounds}"),
            }
        };
        join(prefixes.iter().map(part), "and")
    }
}

fn skyscrapers(count: u32) -> String {
    if count == 1 { "1 skyscraper".to_owned() } else { format!("{count} skyscrapers") }
}

/// Returns the preposition before the name of a constraint.
fn preposition(name: &str) -> &'static str {
    if name.ends_with(" rule") {
        "By"
    } else if name.starts_with("the choice ") {
        "For"
    } else if name.contains("cage") {
        "In"
    } else if ["line", "thermometer", "arrow"].iter().any(|kind| name.contains(kind)) {
        "On"
    } else {
        "For"
    }
}

/// Returns a text whose first letter is small.
fn lower(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
}

/// Returns an equation as a requirement: `r1c1 + r1c2 would have to be 5`.
fn required(equation: &str) -> String {
    match equation.split_once(" = ") {
        Some((left, right)) if right.bytes().all(|it| it.is_ascii_digit()) => {
            format!("{left} would have to be {right}")
        }
        _ => equation.to_owned(),
    }
}
