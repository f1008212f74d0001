//! Phrases that mention each kind of constraint.

use super::meaning::{DigitSet, MeaningKind};

/// The phrases of a meaning.
pub(super) struct Row {
    /// Makes the meaning from the numbers of the phrase.
    pub(super) make: fn(&[u16]) -> Option<MeaningKind>,
    /// Phrases; one of them suffices.
    pub(super) phrases: &'static [&'static str],
    /// Phrases that exclude the meaning, wherever they are in the sentence.
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

use MeaningKind as M;

/// Phrases about lines.
pub(super) const LINES: &[Row] = &[
    row(|_| Some(M::SlowThermo), SLOW),
    row_unless(
        |_| Some(M::Thermo),
        &["thermo*", "increas* .. bulb", "bulb .. increas*", "ascend* .. bulb", "rise .. bulb"],
        SLOW,
    ),
    row_unless(
        |n| Some(M::Whisper { difference: small(n) }),
        &[
            "whisper* .. differ* .. #",
            "whisper* .. # apart",
            "whisper*",
            "adjacent|neighbour*|consecutive|successive|next digits|cells|values|numbers .. line* .. differ* .. at least #",
            "line* .. adjacent|neighbour*|consecutive|successive digits|cells|values|numbers .. differ* .. at least #",
            "neighbours .. line* .. differ* .. at least #",
            "adjacent|neighbour* digits|cells|values|numbers .. line* .. differ* .. # or more",
            "adjacent|neighbour* digits|cells|values|numbers .. line* .. at least # apart",
        ],
        &["lockout", "diamond*"],
    ),
    row_unless(
        |_| Some(M::Renban),
        &["renban*", "set of .. consecutive", "consecutive .. any order", "consecutive .. in some order"],
        &["nabner*"],
    ),
    row(|_| Some(M::Nabner), &["nabner*"]),
    row(|_| Some(M::Palindrome), &["palindrom*", "read* the same", "read* identical*"]),
    row_unless(
        |_| Some(M::RegionSumLine),
        &[
            "region sum",
            "box sum",
            "equal|same|identical sum|total|sums .. box|region|boxes|regions",
            "box|region|boxes|regions .. equal|same|identical sum|total|sums",
            "sum* .. same .. box|region|boxes|regions",
            "box|region|boxes|regions .. sum* .. same",
        ],
        &["diagonal*"],
    ),
    row_unless(
        |n| Some(M::Lockout { difference: small(n) }),
        &[
            "lockout .. differ* .. at least #",
            "lockout .. at least #",
            "lockout",
            "not .. between .. endpoint*|ends|diamond*",
        ],
        &[],
    ),
    row_unless(
        |_| Some(M::Between),
        &[
            "between line*",
            "strictly between",
            "between .. circles|circled",
            "values|digits .. line .. between .. ends|endpoint*",
        ],
        &["lockout", "not .. between", "diamond*", "zipper*", "double arrow*"],
    ),
    row_unless(
        |_| Some(M::DoubleArrow),
        &["double arrow*", "double ended arrow*", "sum .. line* .. sum .. circles|ends"],
        &[],
    ),
    row(|_| Some(M::AverageArrow), &["average arrow*", "arrow .. average", "average .. arrow"]),
    row_unless(
        |_| Some(M::Arrow),
        &[
            "arrow* .. sum* .. circle*",
            "sum* .. arrow* .. circle*",
            "circle* .. sum* .. arrow*",
            "circle* .. arrow* .. sum*",
            "arrow .. sum to",
            "arrow rules|sudoku",
            "arrows",
        ],
        &["double arrow*", "average", "outside", "diagonal*", "inequalit*", "double ended"],
    ),
    row(
        |_| Some(M::Zipper),
        &[
            "zipper*",
            "equidistant .. cent*",
            "equal distance .. cent*",
            "same distance .. cent*",
            "odd length lines .. cent*",
        ],
    ),
    row_unless(
        |n| Some(M::SumLine { sum: n.first().copied() }),
        &[
            "segment* .. sum* ?to #",
            "segment* .. add* ?up to #",
            "divided .. sum* ?to #",
            "# lines",
            "# line",
            "ten lines|line",
        ],
        &["exactly # lines", "there are # .. lines", "draw # lines", "fibonacci", "row*"],
    ),
    row(
        |_| Some(M::ParityLine),
        &["parity line*", "alternat* .. odd|even|parity", "line* .. alternat* .. parity"],
    ),
    row_unless(|_| Some(M::Entropic), &["entropic", "entropy line*"], &["2x2", "2 x 2"]),
    row_unless(|_| Some(M::Modular), &["modular"], &["2x2", "2 x 2"]),
    row(|_| Some(M::SameDifference), &["same difference line*", "adjacent cells|digits .. same difference"]),
    row_unless(
        |_| Some(M::Sequence),
        &[
            "sequence line*",
            "same difference between .. adjacent|neighbour*|consecutive",
            "arithmetic sequence|progression",
        ],
        &["same difference line*"],
    ),
    row_unless(
        |_| Some(M::CountedDifferences),
        &[
            "difference* .. how many .. that|this|same ?exact difference",
            "difference* .. as often|many .. difference|value|states|indicates",
            "difference* .. number of times .. difference|occurs|appears",
        ],
        &["region*", "box*", "row*", "column*"],
    ),
    row(|_| Some(M::Fibonacci { increasing: true }), RISING_FIBONACCI),
    row_unless(|_| Some(M::Fibonacci { increasing: false }), &["fibonacci"], RISING_FIBONACCI),
    row(|_| Some(M::RowIndexer), &["row index*"]),
    row(|_| Some(M::ColumnIndexer), &["column index*", "159", "1 5 9"]),
    row(|_| Some(M::BoxIndexer), &["box index*"]),
];

const RISING_FIBONACCI: &[&str] = &["fibonacci .. increas*|ascend*", "increas*|ascend* .. fibonacci"];

const SLOW: &[&str] = &[
    "slow thermo*",
    "thermo* .. never|not decrease",
    "thermo* .. same|equal|stay*|repeat",
    "bulb .. or equal|same",
    "increas* or stay*|remain*",
    "stay* the same .. increas*",
    "remain the same",
];

/// Phrases about cages, groups of cells and single cells.
pub(super) const CELLS: &[Row] = &[
    row(
        |_| Some(M::CageComparison),
        &[
            "digit total",
            "less than .. cage",
            "cage .. less than",
            "cage .. greater than",
            "more than .. cage",
        ],
    ),
    row_unless(
        |_| Some(M::Cage),
        &[
            "cage* .. sum*",
            "cage* .. total*",
            "cage* .. add*",
            "sum* .. cage*",
            "killer ?sudoku rules|sudoku|cage*",
            "cages show .. sum*",
        ],
        &["little killer*", "prime*", "say cages"],
    ),
    row(
        |_| Some(M::CageDiffers),
        &[
            "not|cannot|cant|dont|no|without repeat* .. cage*",
            "cage* .. not|cannot|cant|dont|no|without|non repeat*",
            "cage* .. different|distinct|unique digits",
            "differ .. within cages",
        ],
    ),
    row(|_| Some(M::LookAndSay), &["look and say"]),
    row(|_| Some(M::DigitalRoot), &["digital root*"]),
    row(|_| Some(M::ExtraRegion), &["extra region*", "additional region*"]),
    row(|_| Some(M::Clones), &["clone*"]),
    row(
        |_| Some(M::Quadruple),
        &["quad*", "circle* .. appear .. surround*|four|2x2", "corner circle*", "surrounding four|4 cells"],
    ),
    row(|_| Some(M::CountingCircles), &["counting circle*", "circle* .. how many circles"]),
    row_unless(
        |_| Some(M::Odd),
        &["must|are|is|be|contain|contains|hold odd", "odd digits|cells|number|numbers|digit"],
        &["even and odd", "one odd", "odd length*", "odd .. even|odd length", "alternat*", "parity"],
    ),
    row_unless(
        |_| Some(M::Even),
        &["must|are|is|be|contain|contains|hold ?an even", "even digits|cells|number|numbers|digit"],
        &["one even", "even .. odd|even length", "alternat*", "parity", "not even", "even if"],
    ),
    row(
        |_| Some(M::Minimum),
        &[
            "minimum*",
            "local minim*",
            "less|smaller|lower than .. adjacent|neighbour*|surrounding",
            "smallest .. adjacent|neighbour*|surrounding",
        ],
    ),
    row(
        |_| Some(M::Maximum),
        &[
            "maximum*",
            "local maxim*",
            "greater|larger|higher|bigger than .. adjacent|neighbour*|surrounding",
            "largest|greatest|highest .. adjacent|neighbour*|surrounding",
        ],
    ),
    row_unless(
        |_| Some(M::Inequality),
        &[
            "inequality",
            "greater than|then sign*",
            "less than sign*",
            "point* .. lower|smaller|larger|higher|greater|bigger",
        ],
        &["adjacent", "neighbour*"],
    ),
    row(|_| Some(M::Battenburg), &["battenburg*"]),
    row(|_| Some(M::Mathrax), &["mathrax"]),
];

/// Phrases about clues outside the grid.
pub(super) const OUTSIDE: &[Row] = &[
    row_unless(
        |_| Some(M::LittleKiller),
        &[
            "little killer*",
            "outside .. sum* .. diagonal*",
            "sum* .. indicated|marked|given|corresponding|arrowed diagonal*",
            "diagonal* .. sum to .. clue|number|value",
            "diagonal* .. must sum to",
            "arrow* .. sum* .. diagonal*",
        ],
        &[],
    ),
    row(|_| Some(M::Sandwich), &["sandwich*", "between the 1 and ?the 9", "sandwiched"]),
    row_unless(
        |_| Some(M::XSum),
        &["x sum*", "xsum*", "sum .. first x", "sum of the first n"],
        &["x sum|sums to", "x sum|sums up"],
    ),
    row(|_| Some(M::Skyscraper), &["skyscraper*"]),
    row(|_| Some(M::NumberedRoom), &["numbered room*", "nth cell .. n is"]),
    row(|_| Some(M::Rossini), &["rossini"]),
    row(|_| Some(M::Outside), &["outside clue*", "outside sudoku"]),
];

/// Phrases about the whole grid.
pub(super) const GRID: &[Row] = &[
    row(
        |_| Some(M::AntiKnight),
        &[
            "anti knight*",
            "antiknight*",
            "knights move*",
            "knight move*",
            "knights .. apart",
            "knights .. chess",
        ],
    ),
    row(
        |_| Some(M::AntiKing),
        &[
            "anti king*",
            "antiking*",
            "kings move*",
            "king move*",
            "diagonally adjacent|neighbour* .. not|cannot|cant .. same|equal|repeat|identical",
            "touch* diagonally .. same|equal|identical",
            "not|cannot|cant touch .. diagonally",
        ],
    ),
    row_unless(
        |_| Some(M::Nonconsecutive),
        &[
            "nonconsecutive",
            "non consecutive",
            "orthogonally .. not|cannot|cant ?be ?contain ?have ?hold consecutive",
            "adjacent .. not|cannot|cant ?be ?contain ?have ?hold consecutive",
            "no two .. adjacent .. consecutive",
        ],
        &["line*", "dot*", "separated", "joined", "connected", "nabner*", "mark*"],
    ),
    row(
        |_| Some(M::EqualDiagonals),
        &["diagonals .. same|equal sum*|total*", "sum* .. diagonals .. same|equal"],
    ),
    row_unless(
        |_| Some(M::Diagonals),
        &[
            "diagonal* .. not|cannot|cant|without|no repeat*",
            "not|cannot|cant|without|no repeat* .. diagonal*",
            "diagonal* .. once",
            "once .. diagonal*",
            "main|both|long|marked|indicated|positive|negative|blue diagonal*",
            "sudoku x",
            "diagonal sudoku",
            "diagonal* .. contain*",
            "different .. diagonal*",
        ],
        &["sum*", "total*", "little killer*", "adjacent", "neighbour*", "star*"],
    ),
    row(
        |_| Some(M::DisjointGroups),
        &[
            "disjoint",
            "same|equal|identical ?relative position*|place .. box*|region*",
            "box* .. same ?relative position*",
        ],
    ),
    row(|_| Some(M::Windows), &["windoku", "hypersudoku", "hyper sudoku", "windows"]),
    row(
        |_| Some(M::GlobalEntropy),
        &["global entropy", "entropy .. 2x2", "2x2 .. entropy", "2x2 .. low .. high"],
    ),
    row(
        |_| Some(M::DutchFlatmates),
        &["dutch flatmates", "flatmates", "1 directly above .. 9 directly below"],
    ),
    row(
        |n| match *n {
            [count, first, last] if first < last && count <= last - first + 1 && last < 100 => {
                Some(M::DigitSet(DigitSet { count: count as u8, first: first as u8, last: last as u8 }))
            }
            _ => None,
        },
        &["# ?different ?distinct digits .. from .. # ?to #", "# of the digits ?from # ?to #"],
    ),
    row(|_| Some(M::Negators), &["negator*"]),
    row(|_| Some(M::Doublers), &["doubler*"]),
    row(|_| Some(M::Schroedinger), &["schrodinger*", "schrödinger*", "schroedinger*", "s cell*"]),
    row(|_| Some(M::YinYang), &["yin yang", "yinyang"]),
    row(|_| Some(M::StarBattle), &["star battle"]),
    row(
        |_| Some(M::ChaosConstruction),
        &["chaos construction", "region* must be determined", "determine .. regions"],
    ),
    row_unless(|_| Some(M::IrregularRegions), &["jigsaw", "irregular"], &["chaos"]),
    row(|_| Some(M::Taxicab), &["taxicab"]),
];

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
    ("euler|eulerian", "a second layer of symbols"),
    ("roman numeral*", "Roman numerals"),
    ("nurikabe", "nurikabe"),
    ("galaxies", "galaxies"),
    ("tapa", "tapa"),
    ("slitherlink", "a loop"),
    ("prime*", "primes"),
    ("square number*", "square numbers"),
    ("fog", "fog"),
    ("ascending starter*", "ascending starters"),
    ("wrogn", "wrong clues"),
    ("vampire*", "vampires"),
    ("modifier*", "modifiers"),
    ("wildcard*", "wildcards"),
    ("teleport*", "teleporters"),
    ("hot ?cells", "hot cells"),
    ("cold ?cells", "cold cells"),
    ("indexed", "indices"),
];
