//! Deductions and advice in English. The only place with sentences.

use crate::State;
use crate::hint::{StaleMark, Trouble};
use crate::model::{Assertion, Candidate, Chain, Deduction, Role, Technique};

/// How much of a step is told.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Depth {
    /// Where to look.
    Where,
    /// The technique and its effect.
    What,
    /// Also why it holds.
    Why,
}

/// `r1c1`.
pub fn cell(cell: u8) -> String {
    format!("r{}c{}", cell / 9 + 1, cell % 9 + 1)
}

/// `row 1`, `column 1`, `box 1`.
pub fn house(house: u8) -> String {
    format!("{} {}", ["row", "column", "box"][usize::from(house / 9).min(2)], house % 9 + 1)
}

/// A step as far as the depth allows: one line for `Where` and `What`, several for `Why`; each has its line end.
///
/// `state` is the grid that the step is taken in.
pub fn step(state: &State, deduction: &Deduction, depth: Depth) -> String {
    match depth {
        Depth::Where => format!("Look at {}.\n", place(deduction)),
        Depth::What => format!("{}: {}.\n", deduction.technique.title(), effect(deduction)),
        Depth::Why => {
            let mut text = step(state, deduction, Depth::What);
            text += &why(deduction);
            text.push('\n');
            chains(state, deduction, 1, &mut text);
            text
        }
    }
}

/// What follows, without a full stop: `5 goes from r1c4 and r1c7`, `r3c5 is 7`.
pub fn effect(deduction: &Deduction) -> String {
    if !deduction.placements.is_empty() {
        return join(
            deduction.placements.iter().map(|it| format!("{} is {}", of_cell(*it), it.digit())),
            "and",
        );
    }
    let mut cells: Vec<usize> = deduction.eliminations.iter().map(|it| it.cell()).collect();
    cells.sort_unstable();
    cells.dedup();
    if let [one] = cells[..] {
        let digits = join(deduction.eliminations.iter().map(|it| it.digit().to_string()), "or");
        return format!("{} can't be {digits}", cell(one as u8));
    }
    let mut digits: Vec<u8> = deduction.eliminations.iter().map(|it| it.digit()).collect();
    digits.sort_unstable();
    digits.dedup();
    let parts = digits.iter().map(|digit| {
        let of_digit = deduction.eliminations.iter().filter(|it| it.digit() == *digit);
        format!("{digit} goes from {}", join(of_digit.map(|it| of_cell(*it)), "and"))
    });
    parts.collect::<Vec<_>>().join("; ")
}

/// Something that is wrong with a sheet, as far as the depth allows; one line without its end.
///
/// `Where` names the house or cells, `What` also the digits that stand there, `Why` also what the solution needs.
pub fn trouble(trouble: &Trouble, depth: Depth) -> String {
    match trouble {
        Trouble::Clash { digit, house: in_house, cells: [one, other] } => {
            let where_to = house(*in_house);
            if depth == Depth::Where {
                return format!("The givens of {where_to} clash.");
            }
            format!(
                "The givens clash: {digit} stands twice in {where_to}, at {} and {}.",
                cell(*one),
                cell(*other)
            )
        }
        Trouble::NoSolution { cells } => {
            if cells.is_empty() {
                return "The puzzle has no solution.".to_owned();
            }
            let cells = join(cells.iter().map(|it| cell(*it)), "and");
            format!(
                "The puzzle has no solution: the givens {cells} can't all stand; without any one of them they could."
            )
        }
        Trouble::SeveralSolutions { cells } => {
            let text = "The puzzle has several solutions, so not every step can be settled by logic";
            let list = |list: &[(u8, [u8; 2])]| match depth {
                Depth::Where => join(list.iter().map(|(at, _)| cell(*at)), "and"),
                _ => join(
                    list.iter().map(|(at, [one, other])| format!("{} ({one} or {other})", cell(*at))),
                    "and",
                ),
            };
            match cells.len() {
                0..=12 => format!("{text}: two of them differ in {}.", list(cells)),
                count => {
                    format!("{text}: two of them differ in {count} cells, such as {}.", list(&cells[..6]))
                }
            }
        }
        Trouble::WrongDigit { placed, against } => {
            let (at, digit) = (of_cell(*placed), placed.digit());
            match (depth, against) {
                (Depth::Where, _) => format!("The digit in {at} is wrong."),
                (_, Some(against)) => {
                    format!("The digit in {at} is wrong: {digit} stands in {} already.", cell(*against))
                }
                (_, None) => format!("The digit in {at} is wrong: no solution has {digit} there."),
            }
        }
        Trouble::MissingMark { candidate } => {
            let at = of_cell(*candidate);
            match depth {
                Depth::Why => {
                    format!("The pencil marks of {at} lack {}, which can't be ruled out.", candidate.digit())
                }
                _ => format!("The pencil marks of {at} lack a digit that can't be ruled out."),
            }
        }
    }
}

/// A pencil mark that can go at sight; one line without its end.
pub fn stale(mark: StaleMark) -> String {
    let (at, digit) = (of_cell(mark.candidate), mark.candidate.digit());
    format!("The mark {digit} in {at} can go: {} holds {digit}.", cell(mark.seen))
}

fn of_cell(candidate: Candidate) -> String {
    cell(candidate.cell() as u8)
}

/// `a`, `a and b`, `a, b and c`.
fn join(items: impl IntoIterator<Item = String>, last: &str) -> String {
    let items: Vec<String> = items.into_iter().collect();
    match &items[..] {
        [] => String::new(),
        [one] => one.clone(),
        [front @ .., end] => format!("{} {last} {end}", front.join(", ")),
    }
}

/// `rows 1 and 5 and column 2`.
fn houses(list: &[u8]) -> String {
    let kinds = [("row", 0..9), ("column", 9..18), ("box", 18..27)];
    let parts = kinds.into_iter().filter_map(|(name, range)| {
        let of_kind: Vec<String> =
            list.iter().filter(|it| range.contains(*it)).map(|it| (it % 9 + 1).to_string()).collect();
        let plural = match (of_kind.len(), name) {
            (0 | 1, _) => "",
            (_, "box") => "es",
            _ => "s",
        };
        (!of_kind.is_empty()).then(|| format!("{name}{plural} {}", join(of_kind, "and")))
    });
    parts.collect::<Vec<_>>().join(" and ")
}

fn place(deduction: &Deduction) -> String {
    if deduction.chains.is_empty() && !deduction.houses.is_empty() {
        return houses(&deduction.houses);
    }
    if let Some(first) = deduction.chains.first().and_then(|chain| chain.first()) {
        return format!("{} in {}", first.assertion.candidate.digit(), of_cell(first.assertion.candidate));
    }
    let cells = match cells(deduction, Role::Core) {
        core if core.is_empty() => cells(deduction, Role::Extra),
        core => core,
    };
    join(cells.into_iter().map(cell), "and")
}

/// The cells with this role, in the order named.
fn cells(deduction: &Deduction, role: Role) -> Vec<u8> {
    let mut found = Vec::new();
    for (_, candidate) in deduction.pattern.iter().filter(|(known, _)| *known == role) {
        if !found.contains(&(candidate.cell() as u8)) {
            found.push(candidate.cell() as u8);
        }
    }
    found
}

/// The digits with this role, rising.
fn digits(deduction: &Deduction, role: Role) -> Vec<u8> {
    let with_role = deduction.pattern.iter().filter(|(known, _)| *known == role);
    let mut found: Vec<u8> = with_role.map(|(_, candidate)| candidate.digit()).collect();
    found.sort_unstable();
    found.dedup();
    found
}

fn cell_list(cells: &[u8]) -> String {
    join(cells.iter().map(|it| cell(*it)), "and")
}

fn digit_list(digits: &[u8], last: &str) -> String {
    join(digits.iter().map(u8::to_string), last)
}

/// `one` to `nine`, numbers above.
fn number(count: usize) -> String {
    const WORDS: [&str; 10] = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];
    WORDS.get(count).map_or_else(|| count.to_string(), |word| (*word).to_owned())
}

/// Why it holds: a sentence or two; chains follow in lines of their own.
fn why(deduction: &Deduction) -> String {
    use Technique as T;
    let core = || cell_list(&cells(deduction, Role::Core));
    let core_digits = |last| digit_list(&digits(deduction, Role::Core), last);
    let core_digit = || core_digits("and");
    let nth_house = |i: usize| deduction.houses.get(i).map_or_else(String::new, |it| house(*it));
    let placed = || deduction.placements.first().map_or_else(String::new, |it| it.digit().to_string());
    let target = || effect(deduction);
    match deduction.technique {
        T::FullHouse => {
            format!(
                "{} is the last empty cell of {}, and {} is the digit still missing.",
                core(),
                nth_house(0),
                placed()
            )
        }
        T::HiddenSingleBox | T::HiddenSingleLine => {
            format!("In {}, {} fits nowhere else than in {}.", nth_house(0), placed(), core())
        }
        T::NakedSingle => format!("No other digit is left for {}.", core()),
        T::Pointing | T::Claiming => format!(
            "In {}, {} can only stand in {}. One of these cells holds it, so no other cell of {} does.",
            nth_house(0),
            core_digit(),
            core(),
            nth_house(1)
        ),
        T::DirectPointing | T::DirectClaiming => format!(
            "In {}, {} can only stand in {}, so nowhere else in {}. That leaves it a single place in {}.",
            nth_house(0),
            core_digit(),
            core(),
            nth_house(1),
            nth_house(2)
        ),
        T::HiddenPair | T::HiddenTriplet | T::HiddenQuad => format!(
            "In {}, {} can only stand in {}: {} digits for {} cells, so nothing else fits there.",
            nth_house(0),
            core_digit(),
            core(),
            number(digits(deduction, Role::Core).len()),
            number(cells(deduction, Role::Core).len())
        ),
        T::DirectHiddenPair | T::DirectHiddenTriplet => format!(
            "In {}, {} can only stand in {}, so nothing else fits there. That leaves {} a single place in {}.",
            nth_house(0),
            core_digit(),
            core(),
            placed(),
            nth_house(0)
        ),
        T::NakedPair | T::NakedTriplet | T::NakedQuad => format!(
            "In {}, the cells {} have no other digits than {}: they use them up, and the rest of {} has none.",
            nth_house(0),
            core(),
            core_digits("and"),
            nth_house(0)
        ),
        T::XWing | T::Swordfish | T::Jellyfish => {
            let (base, cover) = deduction.houses.split_at(deduction.houses.len() / 2);
            format!(
                "In {}, {} can only stand in {}. Each takes one of them, so they are used up and no other cell there is {}.",
                houses(base),
                core_digit(),
                houses(cover),
                core_digit()
            )
        }
        T::XyWing | T::XyzWing => {
            let wings = cells(deduction, Role::Support);
            let digit = deduction.eliminations.first().map_or(0, |it| it.digit());
            let holders = if deduction.technique == T::XyWing { "a wing" } else { "the pivot or a wing" };
            format!(
                "The pivot {} is {}; the wings are {}. Whichever it is, {holders} is {digit}, and what sees all of these cells can't be.",
                core(),
                core_digits("or"),
                cell_list(&wings)
            )
        }
        T::UniqueLoop1 | T::UniqueLoop2 | T::UniqueLoop3Naked | T::UniqueLoop3Hidden | T::UniqueLoop4 => {
            let extra = cell_list(&cells(deduction, Role::Extra));
            let (pair, more) = (core_digits("and"), digit_list(&digits(deduction, Role::Extra), "or"));
            let deadly = format!(
                "If {} held nothing but {pair}, these two could be exchanged and the puzzle would have two solutions.",
                core()
            );
            let rest = match deduction.technique {
                T::UniqueLoop1 => format!("So {extra} must be {more}."),
                T::UniqueLoop2 => format!("So one of {extra} is {more}, and what sees all of them can't be."),
                T::UniqueLoop4 => format!(
                    "So {extra} can't both be of {pair}; but in {} one of these digits fits nowhere else, so the other goes.",
                    nth_house(0)
                ),
                _ => format!(
                    "So one of {extra} is {more}, and acts as one cell of a set with {} in {}.",
                    cell_list(&cells(deduction, Role::Support)),
                    nth_house(0)
                ),
            };
            format!("{deadly} {rest}")
        }
        T::Bug1 | T::Bug2 | T::Bug3 | T::Bug4 => {
            let with_extra = deduction.pattern.iter().filter(|(role, _)| *role == Role::Extra);
            let extra = join(with_extra.map(|(_, it)| format!("{} in {}", it.digit(), of_cell(*it))), "and");
            let deadly = format!(
                "Without {extra}, every empty cell would have two digits and every digit two places in each house: \
                 there would be no solution or two."
            );
            let rest = match deduction.technique {
                T::Bug1 => "So one of these holds.".to_owned(),
                T::Bug2 => "So one of these holds, and what sees all of them can't be that digit.".to_owned(),
                T::Bug3 => format!(
                    "So one of these holds, and acts as one cell of a set with {} in {}.",
                    cell_list(&cells(deduction, Role::Support)),
                    nth_house(0)
                ),
                _ => format!(
                    "So one of these holds; in {} the digit {} fits only in {} and takes the other cell.",
                    nth_house(0),
                    core_digit(),
                    core()
                ),
            };
            format!("{deadly} {rest}")
        }
        T::AlignedPair | T::AlignedTriplet => format!(
            "Try every choice of digits for {}: a choice fails where two cells in sight of each other are equal, or where \
             one of {} has no digit left. In those that remain, {}.",
            core(),
            cell_list(&cells(deduction, Role::Support)),
            target()
        ),
        T::XCycle | T::YCycle | T::XyCycle => {
            "A closed chain: whether its first assertion is right or wrong, so is every \
             other one. Either way something on it excludes what goes."
                .to_owned()
        }
        T::ForcingXChain | T::ForcingChain => {
            format!("The assumption below leads to its own opposite, so it is false: {}.", target())
        }
        T::Nishio | T::DynamicContradiction => {
            format!("The assumption below leads to a contradiction, so it is false: {}.", target())
        }
        T::DynamicDouble => format!("Whether the candidate below holds or not, {}.", target()),
        T::CellChains | T::DynamicCell => {
            format!("Whichever digit {} holds, {}.", assumed_cell(deduction), target())
        }
        T::RegionChains | T::DynamicRegion => format!(
            "Wherever {} stands in {}, {}.",
            assumed(deduction).map_or(0, Candidate::digit),
            nth_house(0),
            target()
        ),
        _ => hodoku(deduction),
    }
}

/// Techniques that only HoDoKu has.
fn hodoku(deduction: &Deduction) -> String {
    use Technique as T;
    let core = || cell_list(&cells(deduction, Role::Core));
    let digit = deduction.eliminations.first().map_or(0, |it| it.digit());
    let nth_house = |i: usize| deduction.houses.get(i).map_or_else(String::new, |it| house(*it));
    let pair = || digit_list(&digits(deduction, Role::Core), "and");
    let either = || digit_list(&digits(deduction, Role::Core), "or");
    let extra = || {
        let with_extra = deduction.pattern.iter().filter(|(role, _)| *role == Role::Extra);
        join(with_extra.map(|(_, it)| format!("{} in {}", it.digit(), of_cell(*it))), "and")
    };
    match deduction.technique {
        T::LockedPair | T::LockedTriplet => format!(
            "The cells {} of {} have no other digits than {}: they use them up in both.",
            core(),
            houses(&deduction.houses),
            pair()
        ),
        T::RemotePair => format!(
            "The cells {} can only be {} and see each other in turn, so the digits alternate: of two that differ one \
             is each digit, and what sees both can be neither.",
            core(),
            either()
        ),
        T::Skyscraper | T::TwoStringKite | T::DualTwoStringKite | T::TurbotFish => format!(
            "{digit} has two places in each of {}: {}. The near ones can't both hold it, so one of the far ones does, \
             and what sees both of these can't be {digit}.",
            houses(&deduction.houses),
            core()
        ),
        T::EmptyRectangle | T::DualEmptyRectangle => format!(
            "In {}, {digit} stands only in {}, on one row and one column; the strong link {} closes the way: wherever \
             {digit} goes there, what goes can't be {digit}.",
            nth_house(0),
            core(),
            cell_list(&cells(deduction, Role::Support))
        ),
        T::WxyzWing => format!(
            "{} and {} have four digits between them, of which all but {digit} can come only once. So one of these cells is \
             {digit}, and what sees all places of {digit} there can't be.",
            core(),
            cell_list(&cells(deduction, Role::Support))
        ),
        T::WWing => format!(
            "{} can both only be {}. In {} the other digit fits only in {}, so at least one of the two cells is {digit}, \
             and what sees both can't be.",
            core(),
            either(),
            nth_house(0),
            cell_list(&cells(deduction, Role::Support))
        ),
        T::Uniqueness1
        | T::Uniqueness2
        | T::Uniqueness3
        | T::Uniqueness4
        | T::Uniqueness5
        | T::Uniqueness6
        | T::HiddenRectangle
        | T::AvoidableRectangle1
        | T::AvoidableRectangle2 => {
            let deadly = format!(
                "If {} held nothing but {}, these two could be exchanged (no cell of the four is given) and the puzzle \
                 would have two solutions.",
                core(),
                pair()
            );
            let houses = if deduction.houses.is_empty() {
                String::new()
            } else {
                format!(" Together with {} that leaves no other way.", houses(&deduction.houses))
            };
            format!("{deadly} So at least one of these holds: {}.{houses}", extra())
        }
        T::SueDeCoq => format!(
            "In {}, {} have as many digits as cells between them, and each digit is bound to the line or to the box: \
             they use up all of them.",
            houses(&deduction.houses),
            sets(deduction, "and")
        ),
        T::SimpleColorsTrap => format!(
            "Strong links of {digit} color its places: all of one color hold it, {}. What sees both colors can't be {digit}.",
            sets(deduction, "or")
        ),
        T::SimpleColorsWrap => format!(
            "Strong links of {digit} color its places: all of one color hold it, {}. Two of one color see each other, \
             so that color is false.",
            sets(deduction, "or")
        ),
        T::MultiColors1 | T::MultiColors2 => format!(
            "Strong links of {digit} color its places in two clusters: {}. Colors that see each other can't both hold, \
             which leaves no way for what goes.",
            sets(deduction, "and")
        ),
        T::XChain | T::XyChain | T::Aic | T::GroupedAic => {
            "A chain of links: if its first assertion is false its last one holds, so one of the ends holds, and what both \
             exclude goes."
                .to_owned()
        }
        T::ContinuousLoop | T::GroupedContinuousLoop => {
            "A closed chain of links: of each two neighbours on it one holds, and what both exclude goes.".to_owned()
        }
        T::DiscontinuousLoop | T::GroupedDiscontinuousLoop => {
            "A chain of links that comes back to its beginning with the opposite, which decides it.".to_owned()
        }
        T::AlsXz | T::AlsXyWing | T::AlsXyChain | T::DeathBlossom => {
            let common = digit_list(&digits(deduction, Role::Common), "and");
            let stem = match deduction.technique {
                T::DeathBlossom => format!("Whatever {} holds takes that digit from one of the sets. ", core()),
                _ => String::new(),
            };
            format!(
                "{stem}Almost locked sets, each with one digit more than cells: {}. Of neighbours only one can hold {common}; \
                 the one without is locked. Either way {}.",
                sets(deduction, "and"),
                effect(deduction)
            )
        }
        T::ForcingChainContradiction | T::ForcingNetContradiction => {
            format!("The assumption below leads to a contradiction, so it is false: {}.", effect(deduction))
        }
        T::ForcingChainVerity | T::ForcingNetVerity => {
            format!("The cases below leave nothing out and lead to the same: {}.", effect(deduction))
        }
        T::TemplateSet | T::TemplateDelete => {
            let way = if deduction.pattern.iter().any(|(role, _)| *role == Role::Support) {
                "way to place the digit in all houses at once that leaves every other digit a way"
            } else {
                "way to place the digit in all houses at once"
            };
            match deduction.technique {
                T::TemplateSet => format!("Every {way} has this cell."),
                _ => format!("No {way} has what goes."),
            }
        }
        T::BruteForce => "No technique is left; the digit is taken from the solution.".to_owned(),
        _ if !deduction.houses.is_empty() && digits(deduction, Role::Core).len() == 1 => {
            // Two finned fish with the same base, as one deduction, name the cover of each.
            let siamese = deduction.houses.len() == 3 * deduction.size as usize;
            let size = deduction.houses.len() / if siamese { 3 } else { 2 };
            let (base, covers) = deduction.houses.split_at(size);
            let covers: Vec<String> = covers.chunks(size).map(houses).collect();
            let fins = cells(deduction, Role::Fin);
            let name = if fins.len() == 1 { "fin" } else { "fins" };
            let but = match (siamese, fins.is_empty()) {
                (_, true) => ", so these are used up".to_owned(),
                (false, false) => format!(
                    ", or in the {name} {}. Without a fin these are used up, and a fin excludes what it sees",
                    cell_list(&fins)
                ),
                (true, false) => format!(
                    ", each time with some of the fins {}. Without a fin these are used up, and a fin excludes what it sees",
                    cell_list(&fins)
                ),
            };
            format!("In {}, {digit} can only stand in {}{but}.", houses(base), covers.join("; and also only in "))
        }
        _ => format!("What is marked leaves no other way: {}.", effect(deduction)),
    }
}

/// The cells of each set: `A: r1c1 and r1c2`.
fn sets(deduction: &Deduction, last: &str) -> String {
    let with_cells = (0..26).map(|number| (number, cells(deduction, Role::Set(number))));
    let named = with_cells.filter(|(_, cells)| !cells.is_empty());
    join(named.map(|(number, cells)| format!("{}: {}", char::from(b'A' + number), cell_list(&cells))), last)
}

fn assumed(deduction: &Deduction) -> Option<Candidate> {
    deduction.chains.first()?.first().map(|inference| inference.assertion.candidate)
}

fn assumed_cell(deduction: &Deduction) -> String {
    assumed(deduction).map_or_else(String::new, of_cell)
}

fn says(assertion: Assertion) -> String {
    let verb = if assertion.on { "is" } else { "is not" };
    format!("{} {verb} {}", of_cell(assertion.candidate), assertion.candidate.digit())
}

/// Each chain as lines: the assumption, then what follows with its reason.
fn chains(state: &State, deduction: &Deduction, depth: usize, text: &mut String) {
    let indent = "  ".repeat(depth);
    if deduction.chains.is_empty() {
        for link in &deduction.links {
            let [from, to] = [(link.from, link.from_on), (link.to, link.to_on)]
                .map(|(candidate, on)| says(Assertion { candidate, on }));
            *text += &format!("{indent}If {from}, then {to}.\n");
        }
    }
    for chain in &deduction.chains {
        for (place, inference) in chain.iter().enumerate() {
            if inference.premises.is_empty() {
                *text += &format!("{indent}Suppose {}.\n", says(inference.assertion));
                continue;
            }
            let because = match &inference.reason {
                Some(reason) => {
                    format!("by {}, {}", reason.technique.title().to_lowercase(), given_that(chain, place))
                }
                None => link(state, chain, place),
            };
            *text += &format!("{indent}Then {}: {because}.\n", says(inference.assertion));
            if let Some(reason) = &inference.reason {
                let mut inside = state.clone();
                for premise in &inference.premises {
                    inside.remove(chain[usize::from(*premise)].assertion.candidate);
                }
                *text += &format!("{indent}  {}\n", why(reason));
                chains(&inside, reason, depth + 1, text);
            }
        }
    }
}

/// `as r1c1 is not 5 and r1c2 is not 5`.
fn given_that(chain: &Chain, place: usize) -> String {
    let premises = chain[place].premises.iter().map(|premise| says(chain[usize::from(*premise)].assertion));
    format!("as {}", join(premises, "and"))
}

/// Why a link holds.
fn link(state: &State, chain: &Chain, place: usize) -> String {
    let inference = &chain[place];
    let target = inference.assertion.candidate;
    let mut premises = inference.premises.iter().map(|premise| chain[usize::from(*premise)].assertion);
    if !inference.assertion.on {
        let by = premises.find(|premise| premise.on).map_or(target, |premise| premise.candidate);
        return if by.cell() == target.cell() {
            format!("it is {}", by.digit())
        } else {
            format!("{} is", of_cell(by))
        };
    }
    let gone: Vec<Candidate> = premises.map(|premise| premise.candidate).collect();
    let (row, col) = (target.cell() / 9, target.cell() % 9);
    let houses = [18 + row / 3 * 3 + col / 3, row, 9 + col];
    let only = houses.into_iter().find(|house| {
        let others = crate::model::tables::CELLS[*house]
            .map(usize::from)
            .into_iter()
            .filter(|cell| *cell != target.cell());
        others
            .filter_map(|cell| Candidate::new(cell, target.digit()))
            .filter(|it| state.candidates(it.cell()) >> (it.digit() - 1) & 1 == 1)
            .all(|it| gone.contains(&it))
    });
    // A cell with nothing else left explains itself better than a house.
    let bare = (1..=9)
        .filter(|digit| *digit != target.digit() && state.candidates(target.cell()) >> (digit - 1) & 1 == 1)
        .filter_map(|digit| Candidate::new(target.cell(), digit))
        .all(|it| gone.contains(&it));
    match only {
        _ if bare => "nothing else is left for the cell".to_owned(),
        Some(only) => format!("the last place for {} in {}", target.digit(), house(only as u8)),
        None => given_that(chain, place),
    }
}
