//! Random variants of all kinds, as constraint text. The catalogue supplies the kinds and their
//! arguments.

use crate::choose::Choose;
use crate::random_arguments::{arguments, mutated, number};
use farandole_puzzle::board::Board;
use farandole_puzzle::constraint::{KindInfo, catalogue};
use farandole_puzzle::format::iss;
use farandole_puzzle::variant::Variant;

/// Number of attempts to draw an item that can be parsed.
const TRIES: usize = 8;

/// Maximum sizes of random variants.
#[derive(Clone, Copy, Debug)]
pub struct Sizes {
    /// Maximum number of rows and of columns, from 1 to 16.
    pub side: usize,
    /// Maximum number of items in addition to the shape and the layout.
    pub items: usize,
}

/// A random variant and its text.
#[derive(Clone, Debug)]
pub struct RandomVariant {
    /// The constraint text as drawn, in arbitrary order and with repeated and replaced items.
    pub text: String,
    /// The variant that results from parsing the text.
    pub variant: Variant,
}

/// Returns a random variant with an arbitrary board, an arbitrary layout, and items of any kinds.
///
/// Arguments have the documented form of each kind, but are not always sensible: cells may be
/// repeated, lists may have one cell, numbers may be extreme, and items may occur twice with
/// another number or at another location. An item that cannot be parsed is drawn again a few times
/// and then left out, so the text can always be parsed.
pub fn random_variant(sizes: &Sizes, choose: &mut impl Choose) -> RandomVariant {
    let mut drawn = RandomVariant::of(".Shape~1x1".to_string()).expect("a shape");
    for _ in 0..TRIES {
        if let Some(found) = RandomVariant::of(shape(sizes.side.max(1), choose)) {
            drawn = found;
            break;
        }
    }
    let kinds: Vec<KindInfo> = catalogue().collect();
    for (chance, name) in [(3, "NoBoxes"), (4, "Jigsaw"), (16, "RegionSize")] {
        let kind = kinds.iter().find(|kind| kind.name() == name).filter(|_| choose.one_in(chance));
        kind.into_iter().for_each(|kind| drawn.add(|board, choose| item(kind, board, choose), choose));
    }
    if choose.one_in(6) {
        drawn.add(extra_cells, choose);
    }
    let rules: Vec<&KindInfo> = kinds.iter().filter(|kind| kind.arguments().len() <= "[low]".len()).collect();
    if choose.one_in(4) {
        drawn.add(|board, choose| item(choose.pick(&rules), board, choose), choose);
    }
    let mut last = String::new();
    for _ in 0..choose.below(sizes.items + 1) {
        let kind = choose.pick(&kinds);
        let again = !last.is_empty() && choose.one_in(5);
        let mut text = String::new();
        drawn.add(
            |board, choose| {
                text = if again {
                    mutated(&last, board, choose)
                } else {
                    any_item(&kind, &kinds, board, choose)
                };
                // Some kinds are meaningful only together with a rule for the whole grid.
                let rule = choose.pick(&rules);
                if choose.one_in(4) { item(rule, board, choose) + &text } else { text.clone() }
            },
            choose,
        );
        last = text;
    }
    drawn
}

/// Returns constraint text for one random item of a kind, as drawn by [`random_variant`]. The text
/// may be invalid for the board.
pub fn random_item(kind: &KindInfo, board: &Board, choose: &mut impl Choose) -> String {
    any_item(kind, &catalogue().collect::<Vec<_>>(), board, choose)
}

impl RandomVariant {
    fn of(text: String) -> Option<Self> {
        let variant = iss::read(&text).ok()?;
        Some(Self { text, variant })
    }

    /// Draws items and adds the first one with which the text can be parsed.
    fn add<C: Choose>(&mut self, mut draw: impl FnMut(&Board, &mut C) -> String, choose: &mut C) {
        for _ in 0..TRIES {
            let text = format!("{}{}", self.text, draw(self.variant.board(), choose));
            if let Some(found) = Self::of(text) {
                *self = found;
                return;
            }
        }
    }
}

/// Returns the rows, columns, values and kind of the grid. Small boards are more frequent, and so
/// are squares with one value more than rows, which some rules need.
fn shape(most: usize, choose: &mut impl Choose) -> String {
    let most = if choose.below(3) > 0 { most.min(4) } else { most };
    let rows = 1 + choose.below(most);
    let cols = if choose.below(2) == 0 { rows } else { 1 + choose.below(most) };
    let longer = rows.max(cols);
    let is_raw = choose.one_in(4);
    let values = match choose.below(8) {
        0 => format!("0-{}", longer - 1),
        1 | 2 => format!("0-{longer}"),
        3 => format!("{}", longer + 1),
        4 => format!("0-{}", (longer + choose.below(4)).min(16) - 1),
        5 if is_raw => format!("{}", 1 + choose.below(4)),
        6 if is_raw => format!("0-{}", choose.below(4)),
        _ => String::new(),
    };
    let kind = if is_raw { "~Raw" } else { "" };
    let values = if values.is_empty() && !is_raw { values } else { format!("~{values}") };
    format!(".Shape~{rows}x{cols}{values}{kind}")
}

/// Returns a group of extra cells. Some groups have one cell for each pair of adjacent cells of the
/// grid.
fn extra_cells(board: &Board, choose: &mut impl Choose) -> String {
    let prefix = choose.pick(&["A", "XY"]);
    if choose.one_in(3) {
        return format!(".Var~{prefix}~~{}", board.neighbour_pairs().len());
    }
    let size = choose.pick(&["", "~~2", "~a%20label~3", "~~1x2", "~~2x2"]);
    format!(".Var~{prefix}{size}")
}

/// Returns an item of a kind. The items of a composite kind contain other items.
fn any_item(kind: &KindInfo, kinds: &[KindInfo], board: &Board, choose: &mut impl Choose) -> String {
    let is_composite = matches!(kind.name(), "Or" | "And" | "Not" | "Replicate");
    if !is_composite {
        return item(kind, board, choose);
    }
    let mut text = item(kind, board, choose);
    let count = if choose.one_in(8) { 0 } else { 1 + choose.below(3) };
    for _ in 0..count {
        let inner = choose.pick(kinds);
        let is_plain = !matches!(inner.name(), "Or" | "And" | "Not" | "Replicate");
        let kind = if is_plain { inner } else { kinds[kinds.len() / 2] };
        let inner = item(&kind, board, choose);
        text += &if choose.one_in(6) { format!(".And{inner}.End") } else { inner };
    }
    text + ".End"
}

/// Returns an item of a kind with random arguments.
fn item(kind: &KindInfo, board: &Board, choose: &mut impl Choose) -> String {
    match kind.name() {
        "Shape" => String::new(),
        "Var" => extra_cells(board, choose),
        "RegionSize" => format!(".RegionSize~{}", number(board, choose)),
        "Given" => format!(".{}", arguments(kind.arguments(), board, choose)),
        name => format!(".{name}{}", arguments(kind.arguments(), board, choose)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Random;
    use crate::choose::Bytes;
    use std::collections::BTreeSet;

    const SIZES: Sizes = Sizes { side: 9, items: 5 };

    #[test]
    fn random_variants_repeat_with_their_seed() {
        let mut counts = BTreeSet::new();
        for seed in 0..200 {
            let drawn = random_variant(&SIZES, &mut Random::new(seed));
            assert_eq!(random_variant(&SIZES, &mut Random::new(seed)).text, drawn.text);
            let names: BTreeSet<&str> = drawn.variant.constraints().iter().map(|it| it.name()).collect();
            counts.insert(names.len());
        }
        assert!(counts.contains(&5), "{counts:?}");
    }

    #[test]
    fn bytes_drive_the_generator_to_an_end() {
        let mut random = Random::new(5);
        for length in 0..200 {
            let bytes: Vec<u8> = (0..length).map(|_| random.below(256) as u8).collect();
            let drawn = random_variant(&SIZES, &mut Bytes::new(&bytes));
            assert!(iss::read(&drawn.text).is_ok());
        }
    }
}
