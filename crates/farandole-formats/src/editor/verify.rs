//! Round-trip check: reads a written text again and compares the result with the variant.

use crate::editor::config::{Acceptance, ImportConfig};
use crate::editor::export::{Change, ExportConfig, ExportError, ExportErrorKind, Keyless, KeylessConstraint};
use crate::editor::imported::Imported;
use crate::editor::meaning::Meaning;
use crate::editor::read::read;
use farandole_puzzle::constraint::{Constraint, Role};
use farandole_puzzle::variant::Variant;
use std::collections::BTreeSet;

/// A function that writes the JSON of a format. The constraints in the set are treated as if they
/// had no key.
type Writer = fn(&Variant, &ExportConfig<'_>, &BTreeSet<usize>) -> Result<String, ExportError>;

/// Writes a variant and returns the text only if reading it yields the same puzzle. `encode` turns
/// the JSON into the final text.
///
/// All writers of this crate use this function. If [`ExportConfig::keyless`] allows it, constraints
/// that their keys would not preserve are described in the rules.
pub(crate) fn verified(
    variant: &Variant,
    config: &ExportConfig<'_>,
    write: Writer,
    encode: impl Fn(String) -> String,
) -> Result<String, ExportError> {
    let (unkept, text) = verified_without_cosmetics(variant, config, write, &encode)?;
    if config.cosmetics.is_empty() {
        return Ok(text);
    }
    let text = encode(write(variant, config, &unkept)?);
    // A reader need not understand cosmetics, but must not take them for constraints.
    let config = ImportConfig { accept: Acceptance::Confirmed, ..ImportConfig::default() };
    match read(text.as_bytes(), &config) {
        Ok(again) if !puzzle_changes(variant, &again.variant).is_empty() => {
            Err(ExportErrorKind::Changes(vec![Change::Cosmetics]).into())
        }
        _ => Ok(text),
    }
}

/// Returns the text of a variant without cosmetics, and the indices of the constraints that it describes in the rules.
fn verified_without_cosmetics(
    variant: &Variant,
    config: &ExportConfig<'_>,
    write: Writer,
    encode: impl Fn(String) -> String,
) -> Result<(BTreeSet<usize>, String), ExportError> {
    let config = &ExportConfig { cosmetics: &[], ..*config };
    let text = encode(write(variant, config, &BTreeSet::new())?);
    let changes = changes(&text, variant, config);
    if changes.is_empty() {
        return Ok((BTreeSet::new(), text));
    }
    let unkept = unkept(variant, write);
    let named = |index: &usize| {
        Change::Constraint(KeylessConstraint { index: *index, name: variant.constraints()[*index].name() })
    };
    if unkept.is_empty() {
        return Err(ExportErrorKind::Changes(changes).into());
    }
    if config.keyless == Keyless::Refuse {
        return Err(ExportErrorKind::Changes(unkept.iter().map(named).collect()).into());
    }
    let text = encode(write(variant, config, &unkept)?);
    let changes = self::changes(&text, variant, config);
    if changes.is_empty() { Ok((unkept, text)) } else { Err(ExportErrorKind::Changes(changes).into()) }
}

/// Returns the differences between a written text and its variant.
fn changes(text: &str, variant: &Variant, config: &ExportConfig<'_>) -> Vec<Change> {
    let config_of_reading = ImportConfig { accept: Acceptance::Confirmed, ..ImportConfig::default() };
    let read = match read(text.as_bytes(), &config_of_reading) {
        Ok(read) => read,
        Err(error) => {
            let why = error.to_string();
            return vec![Change::Unreadable(why.lines().next().unwrap_or_default().into())];
        }
    };
    let Imported { variant: again, title, author, rules, solution, .. } = read;
    let mut changes = puzzle_changes(variant, &again);
    // The reader trims blanks at both ends, which no program shows.
    let is_same = |wanted: Option<&str>, found: Option<Box<str>>| {
        wanted.map(str::trim).filter(|text| !text.is_empty()) == found.as_deref()
    };
    if !is_same(config.title, title) {
        changes.push(Change::Title);
    }
    if !is_same(config.author, author) {
        changes.push(Change::Author);
    }
    // Constraint text may follow the rules.
    let wanted = config.rules.map_or("", str::trim);
    if !rules.as_deref().unwrap_or("").starts_with(wanted) {
        changes.push(Change::Rules);
    }
    let wanted = config.solution.map(|values| values.iter().map(|value| Some(*value)).collect());
    if wanted != solution {
        changes.push(Change::Solution);
    }
    changes
}

/// Returns the differences between the meanings of two variants.
fn puzzle_changes(wanted: &Variant, found: &Variant) -> Vec<Change> {
    if wanted == found {
        return Vec::new();
    }
    if wanted.board().has_seconds() || found.board().has_seconds() {
        return vec![Change::Constraints];
    }
    let (one, two) = (Meaning::of(wanted), Meaning::of(found));
    if one == two {
        return Vec::new();
    }
    if (one.shape, &one.groups, &one.holes) != (two.shape, &two.groups, &two.holes) {
        return vec![Change::Cells];
    }
    let board = wanted.board();
    let name = |cell| board.name(cell).to_string().into();
    let mut changes = Vec::new();
    for (cell, (before, after)) in board.cells().zip(one.candidates.iter().zip(&two.candidates)) {
        if before != after {
            changes.push(Change::Candidates(name(cell)));
        }
    }
    if one.houses != two.houses {
        changes.push(Change::Houses);
    }
    let pairs: BTreeSet<_> = one.pairs.keys().chain(two.pairs.keys()).collect();
    let changed = pairs.into_iter().find(|pair| one.pairs.get(pair) != two.pairs.get(pair));
    changes.extend(changed.map(|(one, two)| Change::Pair(name(*one), name(*two))));
    if changes.is_empty() {
        changes.push(Change::Constraints);
    }
    changes
}

/// Returns the indices of the constraints that are not preserved even if they are the only
/// constraint of the board.
fn unkept(variant: &Variant, write: Writer) -> BTreeSet<usize> {
    let is_layout = |it: &Constraint| matches!(it.about().role(), Role::Board | Role::Regions);
    let config = ExportConfig { keyless: Keyless::Describe, ..ExportConfig::default() };
    let is_kept = |constraint: &Constraint| {
        let layout = variant.constraints().iter().filter(|it| is_layout(it) && *it != constraint);
        let constraints = layout.chain([constraint]).cloned().collect();
        // A constraint that needs others, for example because they create its cells, cannot be
        // tested alone.
        let Ok(alone) = Variant::new(variant.shape(), variant.stated_groups(), constraints) else {
            return true;
        };
        let text = write(&alone, &config, &BTreeSet::new());
        text.is_ok_and(|text| changes(&text, &alone, &config).is_empty())
    };
    let places = variant.constraints().iter().enumerate();
    places.filter(|(_, constraint)| !is_kept(constraint)).map(|(index, _)| index).collect()
}
