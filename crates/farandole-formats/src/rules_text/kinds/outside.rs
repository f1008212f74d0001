//! Phrases about clues outside the grid.

use super::{Row, row, row_unless};
use crate::rules_text::meaning::MeaningKind as M;

/// Phrases about clues outside the grid.
pub(in crate::rules_text) const OUTSIDE: &[Row] = &[
    row_unless(
        |_| Some(M::Kind("LittleKiller")),
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
    row_unless(
        |_| Some(M::Kind("Sandwich")),
        &[
            "sandwich*",
            "between the 1 and ?the 9",
            "digits|numbers between 1 and 9 .. sum*|add*",
            "sum* .. digits|numbers between 1 and 9",
            "sandwiched",
            "between ?the highest|largest|greatest .. lowest|smallest|least .. row|column .. sum*|add*",
            "between ?the lowest|smallest|least .. highest|largest|greatest .. row|column .. sum*|add*",
        ],
        &["distance*", "apart", "how many", "number of digits|cells", "count*"],
    ),
    row_unless(
        |_| Some(M::Kind("XSum")),
        &["x sum*", "xsum*", "sum .. first x", "sum of the first n"],
        &["x sum|sums to", "x sum|sums up"],
    ),
    row(|_| Some(M::Kind("SkyscraperSum")), SKYSCRAPER_SUMS),
    row_unless(
        |_| Some(M::Kind("Skyscraper")),
        &[
            "skyscraper*",
            "taller|larger|higher|bigger .. hide*|obscure*|block* .. lower|smaller|shorter|behind|view",
            "building* .. visible|seen",
            "visible|seen .. building*",
        ],
        SKYSCRAPER_SUMS,
    ),
    row(
        |_| Some(M::Kind("NumberedRoom")),
        &[
            "numbered room*",
            "nth cell .. n is",
            "nth digit .. n is",
            "digit .. nth cell|position .. n ?being",
        ],
    ),
    row(|_| Some(M::Kind("Rossini")), &["rossini"]),
    row(
        |_| Some(M::Kind("FrameSum")),
        &[
            "frame sum*|sudoku|clue*",
            "sum of ?the first|nearest|closest three|3 digits|cells|numbers",
            "sum of ?the three|3 nearest|closest digits|cells|numbers",
        ],
    ),
    row_unless(
        |_| Some(M::Kind("Outside")),
        &["outside clue*", "outside sudoku"],
        &["skyscraper*", "sandwich*", "x sum*", "numbered room*", "little killer*", "frame*", "rossini"],
    ),
];

const SKYSCRAPER_SUMS: &[&str] = &[
    "skyscraper sum*",
    "sum* skyscraper*",
    "sum* ?of ?the visible|seen skyscraper*|building*|digits|heights",
    "skyscraper*|building* .. visible|seen .. sum*|add*|total*",
];
