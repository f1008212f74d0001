//! Phrases that mention each kind of constraint.

mod cells;
mod grid;
mod lines;
mod outside;

pub(super) use cells::CELLS;
pub(super) use grid::GRID;
pub(super) use lines::LINES;
pub(super) use outside::OUTSIDE;

use super::meaning::MeaningKind;
use MeaningKind as M;

/// The phrases of a meaning.
pub(super) struct Row {
    /// Creates the meaning from the numbers of the phrase.
    pub(super) make: fn(&[u16]) -> Option<MeaningKind>,
    /// Alternative phrases.
    pub(super) phrases: &'static [&'static str],
    /// Phrases that exclude the meaning if they occur anywhere in the sentence.
    pub(super) unless: &'static [&'static str],
}

const fn row(make: fn(&[u16]) -> Option<MeaningKind>, phrases: &'static [&'static str]) -> Row {
    Row { make, phrases, unless: &[] }
}

const fn row_unless(
    make: fn(&[u16]) -> Option<MeaningKind>,
    phrases: &'static [&'static str],
    unless: &'static [&'static str],
) -> Row {
    Row { make, phrases, unless }
}

fn small(numbers: &[u16]) -> Option<u8> {
    numbers.first().and_then(|number| u8::try_from(*number).ok())
}

/// The name of rules with Roman numerals.
pub(super) const ROMAN: &str = "Roman numerals";

/// The name of rules with primes.
pub(super) const PRIMES: &str = "primes";

/// Names of rules without phrases that explain them.
pub(super) const NAMES: &[(&str, M)] = &[
    ("fillomino", M::Unsupported("fillomino")),
    ("cave", M::Unsupported("a cave")),
    ("masyu", M::Kind("Loop")),
    ("loop", M::Kind("Loop")),
    ("snake", M::Kind("Snake")),
    ("rat|rats", M::Unsupported("a rat's path")),
    ("multiplier*", M::Unsupported("multipliers")),
    ("japanese sum*", M::Unsupported("Japanese sums")),
    ("shikaku", M::Unsupported("rectangles")),
    ("roman numeral*", M::Unsupported(ROMAN)),
    ("nurikabe", M::Unsupported("nurikabe")),
    ("galaxies", M::Unsupported("galaxies")),
    ("tapa", M::Unsupported("tapa")),
    ("slitherlink", M::Kind("Loop")),
    ("prime*", M::Numbers(PRIMES)),
    ("square number*", M::Numbers("square numbers")),
    ("ascending starter*", M::Unsupported("ascending starters")),
    ("wrogn", M::Unsupported("wrong clues")),
    ("vampire*", M::Unsupported("vampires")),
    ("modifier*", M::Unsupported("modifiers")),
    ("wildcard*", M::Unsupported("wildcards")),
    ("teleport*", M::Unsupported("teleporters")),
    ("hot ?cells", M::Unsupported("hot cells")),
    ("cold ?cells", M::Unsupported("cold cells")),
    ("indexed", M::Unsupported("indices")),
    ("nurimisaki", M::Unsupported("nurimisaki")),
    ("heyawake", M::Unsupported("heyawake")),
    ("lits", M::Unsupported("LITS")),
    ("pentomino*|pentominoes|tetromino*|polyomino*", M::Unsupported("polyominoes")),
    ("kurodoko|kuromasu", M::Unsupported("kurodoko")),
    ("norinori", M::Unsupported("norinori")),
    ("aquarium", M::Unsupported("aquarium")),
    ("nonogram", M::Unsupported("a nonogram")),
    ("hashi", M::Unsupported("bridges")),
    ("railroad|train|tracks", M::Unsupported("tracks")),
    ("maze", M::Unsupported("a maze")),
    ("galaxy", M::Unsupported("galaxies")),
    ("triangular", M::Unsupported("triangular numbers")),
    ("unimodular", M::Unsupported("unimodular lines")),
    ("isotropic", M::Unsupported("isotropic lines")),
    ("fast thermo*", M::Unsupported("fast thermometers")),
    ("anti entrop*|biased entrop*", M::Unsupported("another kind of entropy")),
    ("rellik", M::Unsupported("rellik cages")),
    ("concatenat*", M::Unsupported("numbers made of several digits")),
    ("palindromic", M::Unsupported("palindromic numbers")),
    ("gcd|lcm|greatest common|divisor*", M::Numbers("divisors")),
    ("running cell*|running sum*", M::Unsupported("running cells")),
    ("toroidal|torus|wraps", M::Unsupported("a grid that wraps around")),
];
