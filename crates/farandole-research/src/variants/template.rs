//! Constraint text with placeholders: `?` for a number to be chosen, `Maybe` for a constraint that
//! may be left out, `Some` for clues to be placed.
//!
//! | item | meaning |
//! |---|---|
//! | `.Cage~?~R1C1~R1C2` | the cage, with a sum to be chosen |
//! | `.Maybe~Cage~9~R1C1~R1C2` | the cage may be part of the puzzle; its sum may be `?` |
//! | `.Some~3~Thermo` | three thermometers to be placed |
//! | `.Some~2-4~Thermo` | two to four of them |
//! | `.Some~Thermo` | any number of them |

use super::clues::ClueKind;
use super::recipe::{Base, Blank, PlacedClues, VariantRecipe};
use core::fmt;
use core::ops::RangeInclusive;
use farandole_puzzle::constraint::Constraint;
use farandole_puzzle::format::iss;
use farandole_puzzle::variant::Variant;

/// Maximum number of choices for the numbers of one item.
const MOST_CHOICES: usize = 10_000;
/// Maximum number of `?` in one item.
const MOST_UNKNOWN: usize = 2;
/// Items that contain other items, up to `.End`.
const COMPOSITES: [&str; 4] = ["Or", "And", "Not", "Replicate"];

/// An error in a text with placeholders.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TemplateError {
    /// The 1-based line of the item, or `None` if `what` names the position.
    pub line: Option<usize>,
    /// The 1-based column of the item, in characters.
    pub column: usize,
    /// A description of what was found and expected.
    pub what: String,
}

impl fmt::Display for TemplateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => write!(f, "line {line}, column {}: {}", self.column, self.what),
            None => f.write_str(&self.what),
        }
    }
}

impl core::error::Error for TemplateError {}

/// A puzzle with placeholders.
#[derive(Clone, Debug)]
pub struct Template {
    /// The puzzle without its placeholders.
    pub base: Variant,
    /// Constraints with numbers to be chosen, and constraints that may be left out.
    pub blanks: Vec<Blank>,
    /// Clues to be placed.
    pub placed: Vec<PlacedClues>,
}

impl Template {
    /// Parses a text. `read` parses the same text with the placeholders replaced by spaces, which
    /// keeps the positions of its errors correct.
    ///
    /// ```
    /// use farandole_puzzle::format::iss;
    /// use farandole_research::variants::Template;
    ///
    /// let read = |text: &str| iss::read(text).map_err(|errors| errors.to_string());
    /// let text = ".Shape~4x4.AntiKnight.Cage~?~R1C1~R1C2.Some~2-3~Thermo";
    /// let template = Template::read(text, &read).unwrap();
    /// assert_eq!(template.base.constraints().len(), 1);
    /// assert_eq!(template.blanks[0].choices.len(), 8);
    /// assert_eq!(template.placed[0].count, 2..=3);
    ///
    /// let error = Template::read(".Shape~4x4\n.Some~Cages", &read).unwrap_err();
    /// assert!(error.to_string().starts_with("line 2, column 2: Some: unknown kind `Cages`"));
    /// ```
    ///
    /// # Errors
    /// The first invalid placeholder, or the error of `read`.
    pub fn read(text: &str, read: &dyn Fn(&str) -> Result<Variant, String>) -> Result<Self, TemplateError> {
        let (plain, items) = without_placeholders(text)?;
        let unplaced = |what: String| TemplateError { line: None, column: 0, what };
        // A text of placeholders alone is about the usual grid.
        let plain = if plain.trim().is_empty() { ".Shape~9x9" } else { &plain };
        let base = read(plain).map_err(unplaced)?;
        let board = board_only(&base).ok_or_else(|| unplaced("the board needs constraints".into()))?;
        let (mut blanks, mut placed) = (Vec::new(), Vec::new());
        for item in items {
            match item.parts.split_first() {
                Some((&"Some", arguments)) => {
                    placed.push(placed_clues(arguments).map_err(|what| item.error(what))?)
                }
                Some((&"Maybe", item_text)) => {
                    let choices = choices(&board, item_text).map_err(|what| item.error(what))?;
                    blanks.push(Blank { choices, is_optional: true });
                }
                _ => {
                    let choices = choices(&board, &item.parts).map_err(|what| item.error(what))?;
                    blanks.push(Blank { choices, is_optional: false });
                }
            }
        }
        Ok(Self { base, blanks, placed })
    }

    /// Returns a recipe for puzzles with as few givens as possible.
    pub fn recipe(&self) -> VariantRecipe {
        VariantRecipe {
            blanks: self.blanks.clone(),
            givens: 0..=usize::MAX,
            ..VariantRecipe::new(Base::Fixed(self.base.clone().into()), self.placed.clone())
        }
    }
}

/// An item with a placeholder.
struct Placeholder<'a> {
    line: usize,
    column: usize,
    parts: Vec<&'a str>,
}

impl Placeholder<'_> {
    fn error(&self, what: String) -> TemplateError {
        let name = self.parts.first().copied().unwrap_or_default();
        TemplateError { line: Some(self.line), column: self.column, what: format!("{name}: {what}") }
    }
}

/// Returns the text with spaces in place of the items that have placeholders, and these items.
fn without_placeholders(text: &str) -> Result<(String, Vec<Placeholder<'_>>), TemplateError> {
    let mut plain = String::with_capacity(text.len());
    let mut items = Vec::new();
    let mut depth = 0_usize;
    for (number, line) in text.split_inclusive('\n').enumerate() {
        if line.trim_start().starts_with('#') {
            plain.push_str(line);
            continue;
        }
        let mut column = 1;
        for piece in line.split_inclusive('.') {
            let text = piece.trim_end_matches(['\n', '\r']).trim_end_matches('.').trim();
            let parts: Vec<&str> = text.split('~').map(str::trim).collect();
            let is_name = parts[0].starts_with(|first: char| first.is_ascii_uppercase()) && parts.len() > 1;
            match parts[0] {
                "End" => depth = depth.saturating_sub(1),
                name if COMPOSITES.contains(&name) => depth += 1,
                _ => {}
            }
            if is_name && (matches!(parts[0], "Some" | "Maybe") || parts.contains(&"?")) {
                let item = Placeholder { line: number + 1, column, parts };
                if depth > 0 {
                    return Err(
                        item.error("placeholders cannot be inside of Or, And, Not or Replicate".into())
                    );
                }
                // The dot before the item was pushed with the previous part, and the one after it
                // begins the next item.
                plain.pop();
                plain.push(' ');
                plain.extend(core::iter::repeat_n(' ', text.chars().count()));
                plain.push_str(&piece[text.len()..]);
                items.push(item);
            } else {
                plain.push_str(piece);
            }
            column += piece.chars().count();
        }
    }
    Ok((plain, items))
}

/// Returns the variant with only the constraints that determine its board.
fn board_only(base: &Variant) -> Option<Variant> {
    let board = base.constraints().iter().filter(|it| it.about().role().changes_board());
    Variant::new(base.shape(), base.stated_groups(), board.cloned().collect()).ok()
}

/// Parses the arguments of `Some`.
fn placed_clues(arguments: &[&str]) -> Result<PlacedClues, String> {
    let (count, name) = match arguments {
        [name] => (0..=usize::MAX, *name),
        [count, name] => (range(count).ok_or("expected a number or a range such as 2-4")?, *name),
        _ => return Err("expected a number and a kind, for example .Some~3~Thermo".into()),
    };
    let kind = ClueKind::by_name(name).ok_or_else(|| {
        let all: Vec<&str> = ClueKind::all().iter().map(|kind| kind.name()).collect();
        format!("unknown kind `{name}`; expected one of {}", all.join(", "))
    })?;
    Ok(PlacedClues { kind, count })
}

fn range(text: &str) -> Option<RangeInclusive<usize>> {
    let (least, most) = text.split_once('-').unwrap_or((text, text));
    let (least, most) = (least.parse().ok()?, most.parse().ok()?);
    (least <= most).then_some(least..=most)
}

/// Returns the constraints that an item describes, for each choice of its numbers.
fn choices(board: &Variant, parts: &[&str]) -> Result<Vec<Vec<Constraint>>, String> {
    let unknown: Vec<usize> = (0..parts.len()).filter(|at| parts[*at] == "?").collect();
    if unknown.len() > MOST_UNKNOWN {
        return Err(format!("expected at most {MOST_UNKNOWN} numbers to be chosen"));
    }
    if parts.is_empty() {
        return Err("expected a constraint, for example .Maybe~Cage~9~R1C1~R1C2".into());
    }
    let text = iss::write(board);
    let read = |numbers: &[usize]| {
        let mut item: Vec<String> = parts.iter().map(|part| (*part).to_string()).collect();
        for (at, number) in unknown.iter().zip(numbers) {
            item[*at] = number.to_string();
        }
        let whole = iss::read(&format!("{text}.{}", item.join("~"))).map_err(|errors| {
            errors.errors().first().map_or_else(String::new, |error| error.what().to_string())
        })?;
        let added = whole.constraints().iter().filter(|it| !board.constraints().contains(it));
        Ok::<Vec<Constraint>, String>(added.cloned().collect())
    };
    if unknown.is_empty() {
        return Ok(vec![read(&[])?]);
    }
    let count = usize::from(board.board().values().count());
    let high = usize::from(board.board().values().high());
    let first = (0..=count).map(|number| read(&vec![number; unknown.len()])).reduce(|one, two| one.or(two));
    let cells = match first {
        Some(Ok(some)) => some.iter().map(|it| it.cells(board.board()).len()).max().unwrap_or(0),
        Some(Err(what)) => return Err(what),
        None => 0,
    };
    // Neither a sum nor a count exceeds the sum of the cells.
    let most = if unknown.len() == 1 { (high * cells).max(count) } else { (high * cells).max(count).min(99) };
    // A cage with the sum 0 is one without a sum.
    let least = usize::from(parts[0] == "Cage");
    let mut all = Vec::new();
    let mut numbers = vec![least; unknown.len()];
    loop {
        if let Ok(constraints) = read(&numbers)
            && !constraints.is_empty()
        {
            all.push(constraints);
        }
        let Some(at) = (0..numbers.len()).rev().find(|at| numbers[*at] < most) else { break };
        numbers[at] += 1;
        numbers[at + 1..].fill(least);
        if all.len() > MOST_CHOICES {
            return Err(format!("more than {MOST_CHOICES} choices for its numbers"));
        }
    }
    Ok(all)
}
