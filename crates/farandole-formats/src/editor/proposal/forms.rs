//! The meanings that are tested against a stored solution: the kinds of the catalogue with all their arguments,
//! and conditions that are composed of features of a drawing, such as its sum.

use super::features::{Feature, Shown, cell_features, line_features, rest_features, set_features};
use super::grid_rules::pairs_at;
use super::model::Item;
use crate::rules_text::Distance;
use farandole_puzzle::Cell;
use farandole_puzzle::board::Board;
use farandole_puzzle::constraint::{Figure, KindInfo, KindStyle, Role, catalogue, style_of};
use std::borrow::Cow;

/// A possible meaning of a group, in constraint text.
pub(super) struct Form {
    pub(super) name: String,
    pub(super) texts: Texts,
    /// Number of forms that differ only in their constants or features. Each is another chance to hold by
    /// accident.
    pub(super) tried: usize,
    /// A number that is neither in the drawings nor usual for the kind.
    pub(super) constant: Option<i64>,
    /// True if each constraint must have the number that was written. Otherwise, an argument is not a number.
    pub(super) has_number: bool,
}

/// The constraint texts of a form.
pub(super) enum Texts {
    /// One for each member, or for the group as a whole. Some may be empty.
    Stated(Vec<String>),
    /// These kinds for the cells of each member. Most forms fail for the first member, so the other texts are written
    /// only if it holds.
    Kinds(String),
}

impl Texts {
    /// Returns the text of the first member that has one.
    pub(super) fn first(&self, items: &[Item], board: &Board) -> Option<Cow<'_, str>> {
        match self {
            Self::Stated(texts) => texts.iter().find(|text| !text.is_empty()).map(|text| text.into()),
            Self::Kinds(kinds) => items.first().map(|item| item.text_of(kinds, board).into()),
        }
    }

    pub(super) fn all(&self, items: &[Item], board: &Board) -> Vec<String> {
        match self {
            Self::Stated(texts) => texts.clone(),
            Self::Kinds(kinds) => items.iter().map(|item| item.text_of(kinds, board)).collect(),
        }
    }
}

/// Constants of kinds that have a number, if the drawings contain none.
const CONSTANTS: core::ops::RangeInclusive<i64> = 1..=20;
/// Remainders are tested for moduli up to this one.
const MODULI: core::ops::RangeInclusive<i64> = 2..=9;

/// Most drawings whose numbers are compared pair by pair.
const MOST_DIFFERENT: usize = 12;
/// The number of forms for a form that follows from others, or holds in many solutions, so that a sentence must
/// state it.
const UNLIKELY: usize = 10_000;

/// A relation to a number: its words, its sign, and its truth.
type Bound = (&'static str, &'static str, fn(i64, i64) -> bool);

/// Relations to the clue of a drawing that a sentence must state.
const BOUNDS: &[Bound] = &[
    ("is not below the clue", ">=", |value, clue| value >= clue),
    ("is not above the clue", "<=", |value, clue| value <= clue),
    ("is greater than the clue", ">", |value, clue| value > clue),
    ("is smaller than the clue", "<", |value, clue| value < clue),
    ("is different from the clue", "!=", |value, clue| value != clue),
];

/// Conditions on neighbours on a line or on the two cells at a mark.
const PAIRS: &[(&str, &str)] = &[
    ("neighbours have an even sum", "a%2=b%2"),
    ("one of two neighbours is odd, the other even", "a%2!=b%2"),
    ("neighbours sum to a prime number", "prime(a+b)"),
    ("neighbours sum to a square", "square(a+b)"),
    ("neighbours form a prime number", "prime(number(a,b))"),
    ("neighbours form a square", "square(number(a,b))"),
    ("one of two neighbours divides the other", "a%b=0|b%a=0"),
    ("neighbours are consecutive or in a 1:2 ratio", "abs(a-b)=1|a=2*b|b=2*a"),
    ("neighbours sum to 5 or 10", "a+b=5|a+b=10"),
    ("neighbours are equal", "a=b"),
    ("the first digit is greater", "a>b"),
    ("the second digit is greater", "a<b"),
];

/// Conditions on three or more consecutive cells of a line.
const WINDOWS: &[(&str, &str)] = &[
    ("two neighbours sum to the next digit", "a+b=c"),
    ("a digit is the sum of the two after it", "a=b+c"),
    ("a digit is the sum of its neighbours", "b=a+c"),
    ("a digit is the difference of the two before it", "c=abs(a-b)"),
    ("the sums of two neighbours alternate", "a+b=c+d"),
    ("three neighbours neither rise nor fall", "(b-a)*(c-b)<0"),
];

/// A number that consecutive digits of a line have: its name, its expression, the count of the digits, and its value.
type WindowNumber = (&'static str, &'static str, usize, fn(&[i64]) -> i64);

const WINDOW_NUMBERS: &[WindowNumber] = &[
    ("difference of neighbours", "abs(a-b)", 2, |it| (it[0] - it[1]).abs()),
    ("sum of neighbours", "a+b", 2, |it| it[0] + it[1]),
    ("product of neighbours", "a*b", 2, |it| it[0] * it[1]),
    ("sum of three neighbours", "a+b+c", 3, |it| it[0] + it[1] + it[2]),
];

impl Shown<'_> {
    /// Returns the meanings whose cells suit the drawings. Composed meanings hold in the stored solution;
    /// kinds of the catalogue may not.
    pub(super) fn forms(&self) -> Vec<Form> {
        let mut forms = self.of_catalogue();
        let least = self.items.iter().map(|item| item.cells.len()).min().unwrap_or(0);
        if self.is_outside() {
            forms.extend(self.of_features(&line_features(self)));
        } else if least > 1 {
            forms.extend(self.of_pairs());
            forms.extend(self.of_features(&set_features(self)));
            if least > 2 {
                forms.extend(self.of_ends());
            }
        } else if self.items.iter().all(|item| item.cells.len() == 1) {
            forms.extend(self.of_features(&cell_features(self)));
        }
        forms
    }

    /// Returns true if the drawings are clues at the ends of rows and columns.
    fn is_outside(&self) -> bool {
        let is_clue = |item: &Item| !item.text.is_empty() && item.line(self.board).is_some();
        self.items.iter().all(is_clue)
    }

    /// Returns the number in each drawing, if all contain one.
    pub(super) fn numbers(&self) -> Option<Vec<i64>> {
        self.items.iter().map(|item| item.text.trim().parse().ok()).collect()
    }

    fn of_catalogue(&self) -> Vec<Form> {
        let is_outside = self.is_outside();
        let has_single_cells = self.items.len() > 1 && self.items.iter().all(|item| item.cells.len() == 1);
        let name = |item: &Item| format!("~{}", self.board.name(item.cells[0]));
        let single_cells = has_single_cells.then(|| self.items.iter().map(name).collect::<String>());
        let is_rule = |info: &KindInfo| info.role() == Role::Rule && info.nests();
        let mut forms = Vec::new();
        for info in catalogue().filter(is_rule) {
            let Some(style) = style_of(info.name()) else { continue };
            if matches!(style.figure, Figure::Clue(_)) != is_outside || matches!(style.figure, Figure::Grid) {
                continue;
            }
            let heads = self.heads(&info, style);
            let tried = heads.len();
            for (head, constant, has_number) in heads {
                let name = match constant {
                    Some(number) => format!("{}, {number}", style.noun),
                    None => style.noun.to_owned(),
                };
                let is_usual =
                    constant == style.usual || info.name() == "Whisper" && constant == Some(self.half());
                let constant = constant.filter(|_| !is_usual);
                if let Some(cells) = &single_cells {
                    let texts = Texts::Stated(vec![format!(".{head}{cells}")]);
                    forms.push(Form { name: name.clone(), texts, tried, constant, has_number });
                }
                forms.push(Form { name, texts: Texts::Kinds(head), tried, constant, has_number });
            }
        }
        forms
    }

    /// Returns half the number of values, the usual difference on a whisper line.
    fn half(&self) -> i64 {
        i64::from(self.board.values().count().div_ceil(2))
    }

    /// Returns the name of a kind with its arguments before the cells, in all ways: the text, a constant, and
    /// true if an argument is a number.
    fn heads(&self, info: &KindInfo, style: &KindStyle) -> Vec<(String, Option<i64>, bool)> {
        let name = info.name();
        let arguments = info.arguments();
        if matches!(style.figure, Figure::Clue(_)) {
            return vec![(name.to_owned(), None, false)];
        }
        let Some(at) = arguments.find("cell") else { return Vec::new() };
        let rest = arguments[at..].trim_start_matches("cells").trim_start_matches("cell");
        if !(rest.is_empty() || rest.starts_with('[')) {
            return Vec::new();
        }
        let mut heads = vec![(name.to_owned(), None, false)];
        for argument in arguments[..at].split('~').filter(|argument| !argument.is_empty()) {
            let is_optional = argument.starts_with('[');
            let options: Vec<(String, Option<i64>, bool)> = match argument {
                "operation" => {
                    ["sum", "difference", "product", "quotient"].map(|it| (it.into(), None, false)).into()
                }
                choice if choice.contains('|') => {
                    choice.split('|').map(|it| (it.into(), None, false)).collect()
                }
                _ if self.numbers().is_some() => vec![("#".into(), None, true)],
                _ => CONSTANTS.map(|number| (number.to_string(), Some(number), true)).collect(),
            };
            let mut longer: Vec<_> = if is_optional { heads.clone() } else { Vec::new() };
            for (head, constant, has_number) in &heads {
                longer.extend(options.iter().map(|(option, number, is_number)| {
                    (format!("{head}~{option}"), constant.or(*number), *has_number || *is_number)
                }));
            }
            heads = longer;
        }
        heads
    }

    /// Returns rules about consecutive cells that hold in the stored solution, or have no constants.
    fn of_pairs(&self) -> Vec<Form> {
        let digits: Vec<Vec<i64>> = self.items.iter().map(|item| self.digits(item)).collect();
        let rule = |kind: &str, rule: &str, name: &str, tried: usize, constant: Option<i64>| {
            let texts = Texts::Kinds(format!("{kind}~{rule}"));
            Form { name: name.to_owned(), texts, tried, constant, has_number: false }
        };
        let mut forms: Vec<Form> =
            PAIRS.iter().map(|(name, text)| rule("PairRule", text, name, 2 * PAIRS.len(), None)).collect();
        if digits.iter().any(|digits| digits.len() > 2) {
            forms.extend(
                WINDOWS.iter().map(|(name, text)| rule("LineRule", text, name, 2 * WINDOWS.len(), None)),
            );
        }
        for (noun, text, width, number) in WINDOW_NUMBERS {
            let kind = if *width == 2 { "PairRule" } else { "LineRule" };
            let numbers: Vec<i64> =
                digits.iter().flat_map(|digits| digits.windows(*width)).map(number).collect();
            let (Some(least), Some(most)) = (numbers.iter().min(), numbers.iter().max()) else { continue };
            let bounds =
                if least == most { vec![("=", *least)] } else { vec![(">=", *least), ("<=", *most)] };
            for (sign, bound) in bounds {
                let name = format!("the {noun} is {sign} {bound}");
                forms.push(rule(kind, &format!("{text}{sign}{bound}"), &name, 40, Some(bound)));
            }
            for modulus in MODULI {
                let rest = least.rem_euclid(modulus);
                if least != most && numbers.iter().all(|number| number.rem_euclid(modulus) == rest) {
                    let name = format!("the {noun} has the remainder {rest} modulo {modulus}");
                    forms.push(rule(kind, &format!("({text})%{modulus}={rest}"), &name, 100, Some(modulus)));
                }
            }
        }
        for modulus in 3..=5 {
            for (sign, words) in [("=", "the same remainder"), ("!=", "different remainders")] {
                let name = format!("neighbours have {words} modulo {modulus}");
                let text = format!("a%{modulus}{sign}b%{modulus}");
                forms.push(rule("PairRule", &text, &name, 20, Some(modulus)));
            }
        }
        forms
    }

    /// Returns conditions that hold in the stored solution: the digit at one end of each line is a feature of the
    /// other digits.
    fn of_ends(&self) -> Vec<Form> {
        let mut forms = Vec::new();
        for (is_start, words) in [(true, "first"), (false, "last")] {
            let end = |item: &Item| item.cells[if is_start { 0 } else { item.cells.len() - 1 }];
            let features = rest_features(self, is_start);
            let count = 2 * features.len();
            for Feature { name, values, .. } in features {
                let own = |item: &Item| i64::from(self.stored[end(item).index()]);
                if !self.items.iter().zip(&values).all(|(item, (_, value))| own(item) == *value) {
                    continue;
                }
                let text = |(item, (text, _)): (&Item, &(String, i64))| {
                    format!(".Condition~{text}={}", self.board.name(end(item)))
                };
                let texts = Texts::Stated(self.items.iter().zip(&values).map(text).collect());
                let name = format!("the {words} digit is the {name} of the others");
                forms.push(Form { name, texts, tried: count, constant: None, has_number: false });
            }
        }
        forms
    }

    /// Returns conditions on features of the drawings that hold in the stored solution.
    fn of_features(&self, features: &[Feature]) -> Vec<Form> {
        let numbers = self.numbers();
        let is_cell = self.items.iter().all(|item| item.cells.len() == 1);
        let of_feature = |feature| {
            let mut conditions = Conditions { feature, chances: features.len(), forms: Vec::new() };
            match &numbers {
                Some(numbers) => conditions.on_clues(numbers),
                None if is_cell => conditions.on_own_digits(self),
                None => conditions.on_constants(),
            }
            conditions.forms
        };
        features.iter().flat_map(of_feature).collect()
    }
}

/// The conditions on a feature that hold in the stored solution.
struct Conditions<'a> {
    feature: &'a Feature,
    /// Number of features.
    chances: usize,
    forms: Vec<Form>,
}

impl Conditions<'_> {
    /// Adds a condition, whose text may be empty for some members.
    fn add(
        &mut self,
        words: &str,
        tried: usize,
        constant: Option<i64>,
        condition: impl Fn(usize, &str) -> String,
    ) {
        let values = self.feature.values.iter().enumerate();
        let text = |text: String| if text.is_empty() { text } else { format!(".Condition~{text}") };
        self.forms.push(Form {
            name: format!("the {} {words}", self.feature.name),
            texts: Texts::Stated(
                values.map(|(at, (expression, _))| text(condition(at, expression))).collect(),
            ),
            tried: tried * self.chances,
            constant: constant.or(self.feature.constant),
            has_number: false,
        });
    }

    /// Returns true if the condition holds for the value of each member.
    fn all(&self, holds: impl Fn(usize, i64) -> bool) -> bool {
        self.feature.values.iter().enumerate().all(|(at, (_, value))| holds(at, *value))
    }

    /// Adds conditions that relate the feature to the clue of each drawing.
    fn on_clues(&mut self, clues: &[i64]) {
        if self.all(|at, value| value == clues[at]) {
            self.add("is the clue", 1, None, |at, it| format!("{it}={}", clues[at]));
        }
        if self.all(|at, value| clues[at] > 1 && value % clues[at] == 0) {
            self.add("is a multiple of the clue", 8, None, |at, it| format!("mod({it},{})=0", clues[at]));
        }
        for (words, sign, holds) in BOUNDS {
            if self.all(|at, value| holds(value, clues[at])) {
                self.add(words, UNLIKELY, None, |at, it| format!("{it}{sign}{}", clues[at]));
            }
        }
        for modulus in MODULI {
            let is_less = clues.iter().all(|clue| (0..modulus).contains(clue));
            if is_less && self.all(|at, value| value.rem_euclid(modulus) == clues[at]) {
                let words = format!("has the clue as remainder modulo {modulus}");
                self.add(&words, 8, Some(modulus), |at, it| format!("mod({it},{modulus})={}", clues[at]));
            }
        }
    }

    /// Adds the condition that the feature of each marked cell is its digit.
    fn on_own_digits(&mut self, shown: &Shown<'_>) {
        let cell = |at: usize| shown.items[at].cells[0];
        if self.all(|at, value| value == i64::from(shown.stored[cell(at).index()])) {
            self.add("is the digit", 1, None, |at, it| format!("{it}={}", shown.board.name(cell(at))));
        }
    }

    /// Adds conditions without a clue.
    fn on_constants(&mut self) {
        let values = &self.feature.values;
        let Some((_, first)) = values.first() else { return };
        if self.all(|_, value| value == *first) {
            self.add(&format!("is {first}"), 40, Some(*first), |_, it| format!("{it}={first}"));
            let same = |at: usize, it: &str| match at {
                0 => String::new(),
                _ => format!("{}={it}", values[at - 1].0),
            };
            self.add("is equal for all", UNLIKELY, None, same);
        }
        let differs = |at: usize, it: &str| {
            let others: Vec<String> =
                values[..at].iter().map(|(other, _)| format!("{other}!={it}")).collect();
            if at > 1 { format!("and({})", others.join(",")) } else { others.concat() }
        };
        let is_new = |at: usize, value: i64| values[..at].iter().all(|it| it.1 != value);
        if values.len() <= MOST_DIFFERENT && self.all(is_new) {
            self.add("is different for all", UNLIKELY, None, differs);
        }
        for modulus in MODULI {
            let rest = first.rem_euclid(modulus);
            if self.all(|_, value| value.rem_euclid(modulus) == rest) {
                let words = format!("has the remainder {rest} modulo {modulus}");
                self.add(&words, 40, Some(modulus), |_, it| format!("mod({it},{modulus})={rest}"));
            }
        }
        self.add("is prime", 2, None, |_, it| format!("prime({it})"));
        self.add("is a square", 2, None, |_, it| format!("square({it})"));
    }
}

/// A relation between two cells of the grid with a number `k`: its words, its expression, and its truth.
type GridRelation = (&'static str, &'static str, fn(i64, i64, i64) -> bool);

const GRID_RELATIONS: &[GridRelation] = &[
    ("do not differ by k", "abs(a-b)!=k", |a, b, k| (a - b).abs() != k),
    ("differ by at least k", "abs(a-b)>=k", |a, b, k| (a - b).abs() >= k),
    ("differ by at most k", "abs(a-b)<=k", |a, b, k| (a - b).abs() <= k),
    ("do not sum to k", "a+b!=k", |a, b, k| a + b != k),
    ("sum to k", "a+b=k", |a, b, k| a + b == k),
    ("sum to at least k", "a+b>=k", |a, b, k| a + b >= k),
    ("sum to at most k", "a+b<=k", |a, b, k| a + b <= k),
    ("have different remainders modulo k", "a%k!=b%k", |a, b, k| k > 1 && a % k != b % k),
    ("have the same remainder modulo k", "a%k=b%k", |a, b, k| k > 1 && a % k == b % k),
    ("do not have the product k", "a*b!=k", |a, b, k| a * b != k),
];

/// Families of sets of cells: the word in a meaning, the scope, and the words in a sentence.
const FAMILIES: &[(&str, &str, &[&str])] = &[
    ("rectangle", "rectangles", &["rectangle"]),
    ("2x2 area", "squares", &["2x2", "2 x 2", "two by two"]),
    ("box", "boxes", &["box", "region", "3x3"]),
    ("row", "rows", &["row"]),
    ("column", "columns", &["column"]),
];

/// Numbers of the members of a family, with their expressions.
pub(super) const FAMILY_NUMBERS: &[(&str, &str)] = &[
    ("number of different digits", "distinct(x)"),
    ("number of even digits", "count(y in x where y%2=0)"),
    ("number of odd digits", "count(y in x where y%2=1)"),
    ("number of prime digits", "count(y in x where prime(y))"),
    ("difference of the greatest and the least digit", "max(x)-min(x)"),
    ("sum", "sum(x)"),
    ("product", "product(x)"),
];

/// Returns conditions on the members of the families that a sentence names, with numbers of the sentence.
pub(super) fn family_forms(sentence: &str, numbers: &[i64]) -> Vec<Form> {
    let mut forms = Vec::new();
    for (member, scope, words) in FAMILIES {
        if !words.iter().any(|word| sentence.contains(word)) {
            continue;
        }
        for (noun, expression) in FAMILY_NUMBERS {
            for (relation, sign) in [("at least ", ">="), ("at most ", "<="), ("", "=")] {
                for number in numbers {
                    let name = format!("the {noun} in each {member} is {relation}{number}");
                    let text = format!(".Condition~for x in {scope}: {expression}{sign}{number}");
                    let texts = Texts::Stated(vec![text]);
                    forms.push(Form { name, texts, tried: 1, constant: Some(*number), has_number: false });
                }
            }
        }
    }
    forms
}

/// Returns relations between all cells at a distance from each other, with the words and numbers of a sentence.
///
/// The words matter, because solutions with much structure satisfy many relations. For the same reason, kinds
/// without arguments are omitted.
pub(super) fn grid_forms(board: &Board, stored: &[u8], sentence: &str, numbers: &[i64]) -> Vec<Form> {
    let form = |name: String, text: String, tried: usize| Form {
        name,
        texts: Texts::Stated(vec![text]),
        tried,
        constant: None,
        has_number: false,
    };
    let mut forms = Vec::new();
    for (words, pairs) in grid_pairs(board, sentence) {
        let digits: Vec<(i64, i64)> = { pairs.iter() }
            .map(|(one, two)| (stored[one.index()].into(), stored[two.index()].into()))
            .collect();
        let cells = |(one, two): &(Cell, Cell)| format!("~{}~{}", board.name(*one), board.name(*two));
        let cells = pairs.iter().map(cells).collect::<Vec<_>>().join("~");
        for number in numbers {
            for (relation, text, holds) in GRID_RELATIONS {
                if !digits.is_empty() && digits.iter().all(|(a, b)| holds(*a, *b, *number)) {
                    let number = number.to_string();
                    let name = format!("digits {words} {}", relation.replace(" k", &format!(" {number}")));
                    let text = format!(".PairRule~{}{cells}", text.replace('k', &number));
                    forms.push(form(name, text, GRID_RELATIONS.len() * 10));
                }
            }
        }
    }
    forms
}

/// Returns all pairs of cells at the distances that a sentence names, each with the words for the distance.
fn grid_pairs(board: &Board, sentence: &str) -> Vec<(&'static str, Vec<(Cell, Cell)>)> {
    let cells: Vec<Cell> = board.grid().filter(|cell| !board.is_hole(*cell)).collect();
    let opposite = cells.iter().zip(cells.iter().rev()).map(|(one, two)| (*one, *two));
    let names = |words: &[&str]| words.iter().any(|word| sentence.contains(word));
    let all = [
        (
            names(&["adjacent", "neighbo", "touch"]),
            "in adjacent cells",
            pairs_at(board, Distance::ORTHOGONAL),
        ),
        (names(&["diagonal"]), "in diagonally adjacent cells", pairs_at(board, Distance::DIAGONAL)),
        (names(&["king", "surround"]), "a king's move apart", pairs_at(board, Distance::KING)),
        (names(&["knight"]), "a knight's move apart", pairs_at(board, Distance::KNIGHT)),
        (
            names(&["opposite", "180", "rotat", "symmetr"]),
            "in opposite cells",
            opposite.filter(|(one, two)| one < two).collect(),
        ),
    ];
    all.into_iter().filter(|(is_named, ..)| *is_named).map(|(_, words, pairs)| (words, pairs)).collect()
}
