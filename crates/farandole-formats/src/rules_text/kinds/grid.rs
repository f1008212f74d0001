//! Phrases about the whole grid.

use super::{Row, row, row_unless};
use crate::rules_text::meaning::{DigitSet, MeaningKind as M};

/// Phrases about the whole grid.
pub(in crate::rules_text) const GRID: &[Row] = &[
    row(
        |_| Some(M::Kind("AntiKnight")),
        &[
            "anti knight*",
            "antiknight*",
            "knight constraint|rule|restriction",
            "knights move*",
            "knight move*",
            "knights .. apart",
            "knights .. chess",
        ],
    ),
    row_unless(
        |_| Some(M::Kind("AntiKing")),
        &[
            "anti king*",
            "antiking*",
            "kings .. apart",
            "king constraint|rule|restriction",
            "diagonally adjacent|neighbour* .. different|differ",
            "kings move*",
            "king move*",
            "diagonally adjacent|neighbour* .. not|cannot|cant .. same|equal|repeat|identical",
            "touch* diagonally .. same|equal|identical",
            "not|cannot|cant touch .. diagonally",
            "touch|touching|share at|by ?a ?the corner|corners .. not|cannot|cant|different",
            "share a corner",
            "same|equal|identical digit|digits .. not|cannot|cant|never .. diagonally adjacent|touching|neighbouring",
        ],
        &["line*", "cage*", "star*"],
    ),
    row_unless(
        |_| Some(M::Kind("AntiConsecutive")),
        &[
            "nonconsecutive",
            "non consecutive",
            "orthogonal* .. not|cannot|cant ?be ?contain ?have ?hold consecutive",
            "adjacent .. not|cannot|cant ?be ?contain ?have ?hold consecutive",
            "no two .. adjacent .. consecutive",
            "no .. orthogonally adjacent .. consecutive",
            "consecutive .. not|cannot|cant|never .. adjacent",
            "adjacent .. never .. consecutive",
        ],
        &["line*", "dot*", "separated", "joined", "connected", "nabner*", "mark*"],
    ),
    row(
        |_| Some(M::EqualDiagonals),
        &["diagonals .. same|equal sum*|total*", "sum* .. diagonals .. same|equal"],
    ),
    row_unless(
        |_| Some(M::OneDiagonal { rising: true }),
        &[
            "positive|rising|ascending diagonal",
            "diagonal from .. bottom|lower left",
            "bottom|lower left ?to ?top ?upper ?right diagonal",
            "top|upper right ?to ?bottom ?lower left diagonal",
        ],
        NOT_ONE_DIAGONAL,
    ),
    row_unless(
        |_| Some(M::OneDiagonal { rising: false }),
        &[
            "negative|falling|descending diagonal",
            "diagonal from .. top|upper left",
            "top|upper left ?to ?bottom ?lower right diagonal",
        ],
        NOT_ONE_DIAGONAL,
    ),
    row_unless(
        |_| Some(M::Diagonals),
        &[
            "diagonal* .. not|cannot|cant|without|no repeat*",
            "not|cannot|cant|without|no repeat* .. diagonal*",
            "diagonal* .. once",
            "once .. diagonal*",
            "main|both|long|marked|indicated|blue|central diagonal*",
            "sudoku x",
            "x sudoku",
            "diagonal sudoku",
            "each|every|either diagonal",
            "diagonal* .. contain*",
            "different .. diagonal*",
        ],
        &[
            "sum*",
            "total*",
            "little killer*",
            "adjacent",
            "neighbour*",
            "star*",
            "move* .. diagonal*",
            "positive|rising|ascending|negative|falling|descending diagonal",
            "diagonal from .. left|right",
            "2x2",
            "touch*",
        ],
    ),
    row(|_| Some(M::Diagonals), &["positive .. negative diagonal*", "negative .. positive diagonal*"]),
    row(
        |_| Some(M::Kind("DisjointSets")),
        &[
            "disjoint",
            "same|equal|identical ?relative ?corresponding position*|place .. box*|region*|3x3",
            "box*|region*|3x3 .. same ?relative ?corresponding position*",
            "corresponding cells|positions .. box*|region*",
            "same cell of|in ?the different|other|each|any ?3x3 box*|region*",
        ],
    ),
    row(|_| Some(M::Kind("Windoku")), &["windoku", "hypersudoku", "hyper sudoku", "windows"]),
    row(
        |_| Some(M::Kind("GlobalEntropy")),
        &[
            "global entropy",
            "entropy .. 2x2",
            "2x2 .. entropy",
            "2x2 .. low .. high",
            "2x2 .. 123 .. 456",
            "2x2 .. 1 , 2 , 3 .. 4 , 5 , 6",
        ],
    ),
    row(
        |_| Some(M::Kind("GlobalMod")),
        &["global modul*", "2x2 .. 147 .. 258", "2x2 .. 1 , 4 , 7 .. 2 , 5 , 8", "2x2 .. modul*|remainder*"],
    ),
    row(
        |_| Some(M::IndexedColumns),
        &["159", "1 5 9", "columns 1 , 5 , ?and 9", "columns 1 , 5 and 9", "columns one , five and nine"],
    ),
    row(
        |_| Some(M::Kind("DutchFlatmates")),
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
    row(|_| Some(M::Kind("Doublers")), &["doubler*"]),
    row(|_| Some(M::Kind("Schroedinger")), &["schrodinger*", "schrödinger*", "schroedinger*", "s cell*"]),
    row(|_| Some(M::Kind("YinYang")), &["yin yang", "yinyang"]),
    row(
        |_| Some(M::Euler),
        &[
            "euler*",
            "graeco latin",
            "greco latin",
            "digit / color combination*|pair*",
            "color / digit combination*|pair*",
        ],
    ),
    row(|_| Some(M::Kind("StarBattle")), &["star battle"]),
    row(
        |_| Some(M::Kind("ChaosConstruction")),
        &["chaos construction", "region* must be determined", "determine .. regions"],
    ),
    row_unless(
        |_| Some(M::IrregularRegions),
        &["jigsaw", "irregular ?ly ?shaped", "irregularly"],
        &["chaos"],
    ),
    row(|_| Some(M::Kind("Taxicab")), &["taxicab"]),
];

const NOT_ONE_DIAGONAL: &[&str] = &[
    "sum*",
    "total*",
    "little killer*",
    "positive .. negative",
    "negative .. positive",
    "rising .. falling",
    "falling .. rising",
    "both",
    "difference",
    "line*",
    "arrow*",
];
