//! Cages: grouped by the pattern of their text, their colour, and the option for repeated digits.

use super::model::{Candidate, Item, Reason};
use super::names::kind_name;
use super::sort::{Named, OF_STYLE, Sorter, counted, decoration};
use crate::editor::drawings::CageDrawing;
use crate::rules_text::MeaningKind;
use farandole_puzzle::Cell;
use std::collections::BTreeMap;

/// The form of the text of a cage.
#[derive(Clone, Copy, PartialEq)]
enum Form {
    Bare,
    Number,
    Text,
}

impl Form {
    fn of(cage: &CageDrawing) -> Self {
        match cage.text.as_str() {
            "" => Self::Bare,
            text if text.bytes().all(|byte| byte.is_ascii_digit()) && text.len() < 4 => Self::Number,
            _ => Self::Text,
        }
    }
}

/// Maximum number of combinations of the sums of all cages.
const MOST_WAYS: usize = 2000;

impl Sorter<'_> {
    /// Sorts all cages into groups.
    pub(super) fn cages(&mut self) {
        let mut looks: Vec<(Form, Vec<CageDrawing>)> = Vec::new();
        for cage in core::mem::take(&mut self.drawings.cages) {
            let form = Form::of(&cage);
            let known = looks.iter_mut().find(|(other, cages)| {
                *other == form && cages[0].is_unique == cage.is_unique && cages[0].colour == cage.colour
            });
            match known {
                Some((_, cages)) => cages.push(cage),
                None => looks.push((form, vec![cage])),
            }
        }
        for (form, cages) in looks {
            let mut candidates = match form {
                Form::Number => self.sums(&cages),
                Form::Bare => self.bare(&cages),
                Form::Text => {
                    let texts = self.comparisons(&cages).into_iter().chain(self.lettered_clones(&cages));
                    texts.chain(self.equations(&cages)).collect()
                }
            };
            candidates.push(decoration());
            let form = match form {
                Form::Number => "with a number",
                Form::Bare => "without a text",
                Form::Text => "with a text",
            };
            let name = format!("{} {form}", counted(cages.len(), "cage"));
            let entries = cages.iter().map(|cage| (cage.key, cage.number)).collect();
            let items = cages.into_iter().map(|cage| Item { cells: cage.cells, text: cage.text }).collect();
            self.add(name, items, entries, candidates);
        }
    }

    fn sums(&self, cages: &[CageDrawing]) -> Vec<Candidate> {
        let text = |kind: &str| {
            cages
                .iter()
                .map(|cage| format!(".{kind}~{}{}", cage.text, self.names(&cage.cells)))
                .collect::<String>()
        };
        let sum = self.best_named(None, |kind| *kind == MeaningKind::Kind("Cage"));
        let differ = self.best_named(None, |kind| *kind == MeaningKind::CageDiffers);
        let repeats = self.best_named(None, |kind| *kind == MeaningKind::CageRepeats).is_some();
        if let Some(remainder) =
            self.best_named(None, |kind| matches!(kind, MeaningKind::CageRemainder { .. }))
        {
            return self.remainders(cages, remainder, differ.is_some() && !repeats);
        }
        let product = self.best_named(None, |kind| *kind == MeaningKind::CageProduct);
        if let Some(product) = product.filter(|_| sum.is_none()) {
            return vec![self.products(cages, product.sentence, differ.is_some() && !repeats)];
        }
        let is_described = sum.or(differ).is_some() || repeats;
        let (reason, rank) = match sum.or(differ) {
            Some(named) => (Reason::Sentence(named.sentence), 0),
            None if cages[0].is_unique.is_some() => (Reason::Typed, OF_STYLE - 1),
            None => (Reason::Geometry, OF_STYLE - 1),
        };
        let differs = match cages[0].is_unique {
            Some(true) => differ.is_some() || !repeats,
            Some(false) => differ.is_some() && !repeats,
            None => differ.is_some(),
        };
        // Cages with repeated digits are rare, so this meaning comes first only with an explicit
        // permission: that of the rules, or the option of the format if no rule is about cages.
        let is_permitted = repeats && differ.is_none() || !is_described && cages[0].is_unique == Some(false);
        let (cage, open) = match differs {
            true => (0, 3),
            false if is_permitted => (3, 0),
            false => (1, 2),
        };
        vec![
            Candidate {
                name: kind_name(&MeaningKind::Kind("Cage")),
                text: text("Cage"),
                reason,
                rank: rank + cage,
            },
            Candidate {
                name: kind_name(&MeaningKind::CageRepeats),
                text: text("Sum"),
                reason,
                rank: rank + open,
            },
        ]
    }

    /// Returns both candidates for cages whose clue is the remainder of the sum: with different digits, and with
    /// digits that may repeat.
    fn remainders(&self, cages: &[CageDrawing], named: Named<'_>, differ: bool) -> Vec<Candidate> {
        let MeaningKind::CageRemainder { modulus } = *named.kind else { return Vec::new() };
        let text = |differ: bool| -> String {
            let cage = |cage: &CageDrawing| {
                let names = self.names(&cage.cells);
                let differ = if differ { format!(".AllDifferent{names}") } else { String::new() };
                let cells = names.trim_start_matches('~').replace('~', ",");
                format!(".Condition~mod(sum({cells}),{modulus})={}{differ}", cage.text)
            };
            cages.iter().map(cage).collect()
        };
        let candidate = |is_differ: bool| Candidate {
            name: kind_name(named.kind) + if is_differ { ", of different digits" } else { "" },
            text: text(is_differ),
            reason: Reason::Sentence(named.sentence),
            rank: u32::from(is_differ != differ),
        };
        vec![candidate(true), candidate(false)]
    }

    fn products(&self, cages: &[CageDrawing], sentence: usize, differ: bool) -> Candidate {
        let cage = |cage: &CageDrawing| {
            let names = self.names(&cage.cells);
            let differ = if differ { format!(".AllDifferent{names}") } else { String::new() };
            format!(".CalcCage~product~{}{names}{differ}", cage.text)
        };
        let text = cages.iter().map(cage).collect();
        Candidate {
            name: kind_name(&MeaningKind::CageProduct),
            text,
            reason: Reason::Sentence(sentence),
            rank: 0,
        }
    }

    fn bare(&self, cages: &[CageDrawing]) -> Vec<Candidate> {
        if let Some(candidate) = self.primes(cages) {
            return vec![candidate];
        }
        let text = cages.iter().map(|cage| format!(".AllDifferent{}", self.names(&cage.cells))).collect();
        let named = self.best_named(None, |kind| {
            matches!(kind, MeaningKind::CageDiffers | MeaningKind::Kind("AllDifferent"))
        });
        let (reason, rank) = match named {
            Some(named) => (Reason::Sentence(named.sentence), 0),
            None if cages[0].is_unique == Some(true) => (Reason::Typed, OF_STYLE),
            None => return Vec::new(),
        };
        vec![Candidate { name: kind_name(&MeaningKind::CageDiffers), text, reason, rank }]
    }

    /// Returns a candidate: the sums of cages without a text are prime numbers, and different if a
    /// sentence states this.
    fn primes(&self, cages: &[CageDrawing]) -> Option<Candidate> {
        let sentence = self.best_named(None, |kind| *kind == MeaningKind::CagePrimes)?.sentence;
        let is_named = |wanted: MeaningKind| self.best_named(None, |kind| *kind == wanted).is_some();
        let repeats = is_named(MeaningKind::CageRepeats);
        let values = self.board.values();
        let primes = |cage: &CageDrawing| -> Vec<u32> {
            let count = cage.cells.len() as u32;
            let sums = count * u32::from(values.low())..=count * u32::from(values.high());
            sums.filter(|sum| *sum > 1 && (2..*sum).all(|factor| sum % factor != 0)).collect()
        };
        let sum = |cage: &CageDrawing, sum: u32| {
            format!(".{}~{sum}{}", if repeats { "Sum" } else { "Cage" }, self.names(&cage.cells))
        };
        let mut text = String::new();
        if is_named(MeaningKind::CageSumsDiffer) {
            // All assignments of different primes to the cages.
            let mut ways: Vec<Vec<u32>> = vec![Vec::new()];
            for cage in cages {
                let longer = |way: &Vec<u32>| {
                    let new = primes(cage).into_iter().filter(|prime| !way.contains(prime));
                    new.map(|prime| [way.as_slice(), &[prime]].concat()).collect::<Vec<_>>()
                };
                ways = ways.iter().flat_map(longer).collect();
                if ways.len() > MOST_WAYS {
                    return None;
                }
            }
            let way = |way: &Vec<u32>| {
                let sums: String = cages.iter().zip(way).map(|(cage, prime)| sum(cage, *prime)).collect();
                format!(".And{sums}.End")
            };
            text += &format!(".Or{}.End", ways.iter().map(way).collect::<String>());
        } else {
            for cage in cages {
                let sums: String = primes(cage).into_iter().map(|prime| sum(cage, prime)).collect();
                text += &format!(".Or{sums}.End");
            }
        }
        Some(Candidate {
            name: kind_name(&MeaningKind::CagePrimes),
            text,
            reason: Reason::Sentence(sentence),
            rank: 0,
        })
    }

    /// Returns a candidate: cages with the same text are clones.
    fn lettered_clones(&self, cages: &[CageDrawing]) -> Option<Candidate> {
        let named = self.best_named(None, |kind| *kind == MeaningKind::Kind("Clones"))?;
        let mut parts: BTreeMap<&str, Vec<Vec<Cell>>> = BTreeMap::new();
        for cage in cages {
            let mut cells = cage.cells.clone();
            cells.sort_unstable();
            parts.entry(cage.text.trim()).or_default().push(cells);
        }
        Some(Candidate {
            name: kind_name(named.kind),
            text: parts.values().map(|parts| self.clones(parts)).collect::<Option<_>>()?,
            reason: Reason::Sentence(named.sentence),
            rank: 0,
        })
    }

    /// Returns the candidates for cages whose texts are expressions such as `2x-y`: with different digits, and with
    /// digits that may repeat. The value of a letter is the sum of the cage with this letter only.
    fn equations(&self, cages: &[CageDrawing]) -> Vec<Candidate> {
        let sum = |cage: &CageDrawing| {
            let names = self.names(&cage.cells).trim_start_matches('~').replace('~', ",");
            if cage.cells.len() == 1 { names } else { format!("sum({names})") }
        };
        let value = |letter: char| {
            let is_own = |cage: &&CageDrawing| cage.text.trim().chars().eq([letter]);
            cages.iter().find(is_own).map(sum)
        };
        let equation = |cage: &CageDrawing| match cage.text.trim().chars().count() {
            1 => Some(String::new()),
            _ => Some(format!(".Condition~{}={}", sum(cage), expression(&cage.text, value)?)),
        };
        let Some(equations) =
            cages.iter().map(equation).collect::<Option<String>>().filter(|it| !it.is_empty())
        else {
            return Vec::new();
        };
        let is_named = |wanted: MeaningKind| self.best_named(None, |kind| *kind == wanted).is_some();
        let differ: String =
            cages.iter().map(|cage| format!(".AllDifferent{}", self.names(&cage.cells))).collect();
        let repeats = is_named(MeaningKind::CageRepeats) && !is_named(MeaningKind::CageDiffers);
        let candidate = |name: &str, text: String, is_other: bool| Candidate {
            name: name.into(),
            text,
            reason: Reason::Geometry,
            rank: OF_STYLE - 1 + u32::from(is_other),
        };
        vec![
            candidate("cage with an expression for the sum", equations.clone() + &differ, repeats),
            candidate("cage with an expression for the sum and repeated digits", equations, !repeats),
        ]
    }

    /// Returns a candidate: the texts of cages compare their sums with a number, for example `<10`,
    /// `>??` or `?` (a sum of one digit).
    fn comparisons(&self, cages: &[CageDrawing]) -> Option<Candidate> {
        let named = self.best_named(None, |kind| *kind == MeaningKind::CageComparison)?.sentence;
        let values = self.board.values();
        let mut text = String::new();
        for cage in cages {
            let count = cage.cells.len() as u32;
            let (low, high) = (u32::from(values.low()), u32::from(values.high()));
            let least = (low..).take(cage.cells.len()).sum::<u32>();
            let most = count * high - count * count.saturating_sub(1) / 2;
            let holds = comparison(&cage.text)?;
            let sums: Vec<String> =
                (least..=most).filter(|sum| holds(*sum)).map(|sum| sum.to_string()).collect();
            text += &format!(".CageOfSums~{}{}", sums.join("_"), self.names(&cage.cells));
        }
        Some(Candidate {
            name: kind_name(&MeaningKind::CageComparison),
            text,
            reason: Reason::Sentence(named),
            rank: 0,
        })
    }
}

/// Returns an expression such as `2x-y` with the values of its letters: `2*(..)-(..)`. The result is `None` if the text
/// has another form, or if a letter has no value.
fn expression(text: &str, value: impl Fn(char) -> Option<String>) -> Option<String> {
    let text: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    let mut between_signs =
        text.strip_prefix(['-', '−']).unwrap_or(&text).split(['+', '-', '−', '*', '·', '×']);
    if between_signs.any(str::is_empty) {
        return None;
    }
    let mut expression = String::new();
    for c in text.chars() {
        match c {
            '+' | '-' | '*' | '0'..='9' => expression.push(c),
            '−' => expression.push('-'),
            '·' | '×' => expression.push('*'),
            _ if c.is_ascii_alphabetic() => {
                let is_factor = expression.ends_with(|last: char| last.is_ascii_digit() || last == ')');
                expression += &format!("{}({})", if is_factor { "*" } else { "" }, value(c)?);
            }
            _ => return None,
        }
    }
    expression.contains('(').then_some(expression)
}

/// Returns the condition on the sum that the text of a cage states.
fn comparison(text: &str) -> Option<impl Fn(u32) -> bool> {
    let (sign, rest) = match text.chars().next()? {
        sign @ ('<' | '>' | '≤' | '≥') => (sign, text[sign.len_utf8()..].trim()),
        _ => ('=', text),
    };
    let (least, most) = if !rest.is_empty() && rest.len() < 4 && rest.bytes().all(|byte| byte == b'?') {
        let places = rest.len() as u32;
        (if places == 1 { 0 } else { 10_u32.pow(places - 1) }, 10_u32.pow(places) - 1)
    } else {
        let number = rest.parse().ok()?;
        (number, number)
    };
    Some(move |sum: u32| match sign {
        '<' => sum < most,
        '>' => sum > least,
        '≤' => sum <= most,
        '≥' => sum >= least,
        _ => (least..=most).contains(&sum),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_have_the_values_of_cages() {
        let value = |letter: char| "xy".contains(letter).then(|| format!("v{letter}"));
        assert_eq!(expression("-y + 3x", value).as_deref(), Some("-(vy)+3*(vx)"));
        assert_eq!(expression("xy×2", value).as_deref(), Some("(vx)*(vy)*2"));
        for other in ["3z", "12", "x+", "2x=4", "+x", "x--y", "--x", "-", "word"] {
            assert_eq!(expression(other, value), None, "{other}");
        }
    }

    #[test]
    fn question_marks_are_digits_of_the_sum() {
        let sums =
            |text: &str| comparison(text).map(|holds| (0..=30).filter(|sum| holds(*sum)).collect::<Vec<_>>());
        assert_eq!(sums("?"), Some((0..10).collect()));
        assert_eq!(sums("??"), Some((10..=30).collect()));
        assert_eq!(sums("<?"), Some((0..9).collect()));
        assert_eq!(sums(">??"), Some((11..=30).collect()));
        assert_eq!(sums("<5"), Some((0..5).collect()));
        assert!(comparison("C").is_none() && comparison("").is_none());
    }
}
