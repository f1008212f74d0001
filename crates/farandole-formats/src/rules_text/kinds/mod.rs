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

/// Names of rules that no constraint expresses.
pub(super) const UNSUPPORTED: &[(&str, &str)] = &[
    ("fillomino", "fillomino"),
    ("cave", "a cave"),
    ("masyu", "a loop"),
    ("loop", "a loop"),
    ("snake", "a snake"),
    ("rat|rats", "a rat's path"),
    ("multiplier*", "multipliers"),
    ("japanese sum*", "Japanese sums"),
    ("shikaku", "rectangles"),
    ("roman numeral*", ROMAN),
    ("nurikabe", "nurikabe"),
    ("galaxies", "galaxies"),
    ("tapa", "tapa"),
    ("slitherlink", "a loop"),
    ("prime*", PRIMES),
    ("square number*", "square numbers"),
    ("ascending starter*", "ascending starters"),
    ("wrogn", "wrong clues"),
    ("vampire*", "vampires"),
    ("modifier*", "modifiers"),
    ("wildcard*", "wildcards"),
    ("teleport*", "teleporters"),
    ("hot ?cells", "hot cells"),
    ("cold ?cells", "cold cells"),
    ("indexed", "indices"),
    ("nurimisaki", "nurimisaki"),
    ("heyawake", "heyawake"),
    ("lits", "LITS"),
    ("pentomino*|pentominoes|tetromino*|polyomino*", "polyominoes"),
    ("kurodoko|kuromasu", "kurodoko"),
    ("norinori", "norinori"),
    ("aquarium", "aquarium"),
    ("nonogram", "a nonogram"),
    ("hashi", "bridges"),
    ("railroad|train|tracks", "tracks"),
    ("maze", "a maze"),
    ("galaxy", "galaxies"),
    ("triangular", "triangular numbers"),
    ("unimodular", "unimodular lines"),
    ("isotropic", "isotropic lines"),
    ("fast thermo*", "fast thermometers"),
    ("anti entrop*|biased entrop*", "another kind of entropy"),
    ("rellik", "rellik cages"),
    ("concatenat*", "numbers made of several digits"),
    ("palindromic", "palindromic numbers"),
    ("gcd|lcm|greatest common|divisor*", "divisors"),
    ("running cell*|running sum*", "running cells"),
    ("toroidal|torus|wraps", "a grid that wraps around"),
];
