//! Phrases about cages, groups of cells and single cells.

use super::{Row, row, row_unless};
use crate::rules_text::meaning::MeaningKind as M;

/// Phrases about cages, groups of cells and single cells.
pub(in crate::rules_text) const CELLS: &[Row] = &[
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
        |_| Some(M::Kind("Cage")),
        &[
            "cage* .. sum*",
            "cage* .. total*",
            "cage* .. add*",
            "sum* .. cage*",
            "add* .. cage*",
            "killer ?sudoku rules|sudoku|cage*",
            "cages show .. sum*",
        ],
        &["little killer*", "prime*", "say cages", "remainder*|residue*|mod|modulo"],
    ),
    row(
        |n| n.last().filter(|n| **n > 1).map(|n| M::CageRemainder { modulus: *n }),
        &[
            "cage* .. remainder*|residue* .. divided by|through #",
            "remainder*|residue* .. divided by|through # .. cage*",
            "cage* .. mod|modulo #",
            "mod|modulo # .. cage*",
        ],
    ),
    row_unless(
        |_| Some(M::CageProduct),
        &["cage* .. product*|multipl*", "product* .. cage*", "multipl* .. cage*"],
        &["multiples|multiple"],
    ),
    row_unless(
        |_| Some(M::CagePrimes),
        &["cage* .. sum*|add*|total* .. prime*", "cage* .. prime* sum*|total*"],
        &["not|cannot|cant|never .. prime*", "non prime*"],
    ),
    row(
        |_| Some(M::CageSumsDiffer),
        &[
            "no two cages .. same",
            "cages .. different|distinct|unique sum|sums|total|totals|prime|primes",
            "cage .. different|distinct|unique sum|total|prime",
        ],
    ),
    row_unless(
        |_| Some(M::CageRepeats),
        &[
            "cage* .. may|can ?also repeat",
            "may|can ?also repeat .. cage*",
            "repeats|repeated|repetition .. allowed|permitted .. cage*",
            "cage* .. repeats|repeated|repetition .. allowed|permitted",
            "cage* .. may|can contain repeat*",
        ],
        &["no|not digit|digits|number|numbers may|can repeat", "not ?be allowed|permitted"],
    ),
    row_unless(
        |_| Some(M::CageDiffers),
        &[
            "not|cannot|cant|dont|no|without repeat* .. cage*",
            "cage* .. not|cannot|cant|dont|no|without|non repeat*",
            "cage* .. different|distinct|unique digits",
            "digits .. cage* .. are|be ?all different|distinct|unique",
            "no|not digit|digits|number|numbers may|can repeat .. cage*",
            "cage* .. not|cannot|cant|dont|never contain .. repeat*",
            "differ .. within cages",
            "digits|numbers ?with*|in|inside ?a ?each ?the cage|cages ?must differ",
        ],
        &["not|cannot|cant|dont|no ?of ?the ?same totals|sums .. cage*", "no two cages"],
    ),
    row(|_| Some(M::Kind("LookAndSay")), &["look and say"]),
    row(|_| Some(M::Kind("DigitalRoot")), &["digital root*"]),
    row_unless(
        |_| Some(M::Kind("AllDifferent")),
        &[
            "extra region*",
            "additional region*|box*",
            "shaded|grey|gray|coloured|colored|highlighted|blue|green|yellow|red|orange|purple|pink region*|area*|box* .. contain*|once",
            "shaded|grey|gray|coloured|colored|highlighted|blue|green|yellow|red|orange|purple|pink cells|squares .. contain* .. each|every|all ?the digit|digits",
            "shaded|grey|gray|coloured|colored|highlighted|blue|green|yellow|red|orange|purple|pink cells|squares .. contain* .. digits ?from 1 ?to # .. once",
            "not|cannot|cant|dont|no repeat* .. shaded|grey|gray|coloured|colored|highlighted|blue|green|yellow|red|orange|purple|pink region*|area*|cells|squares",
        ],
        &["clone*", "same digits", "cage*", "line*", "circle*", "same position*"],
    ),
    row(|_| Some(M::Kind("Clones")), &["clone*"]),
    row(
        |_| Some(M::Kind("Quad")),
        &[
            "quad*",
            "circle* .. appear .. surround*|four|2x2|touch*",
            "number*|digit* .. circle* .. cells surround*|around ?the ?this ?that circle",
            "cells connected|joined by ?a circle .. contain*",
            "corner circle*",
            "surrounding four|4 cells",
            "four|4 surrounding cells",
            "four|4 cells .. surround*|touch* .. circle*",
            "circle* .. four|4 cells",
            "circle* .. 2x2 .. around",
        ],
    ),
    row(
        |_| Some(M::Kind("CountingCircles")),
        &[
            "counting circle*",
            "circle* .. how many circles",
            "circle* .. counts ?the ?all circles",
            "circle* .. number of circles",
            "circle* .. how many times .. circle*",
            "circle* .. number of times .. circle*",
            "circle* .. as many .. circles",
            "circle* .. that many circles",
            "circle* .. exactly that many times .. circle*",
            "circle* .. exactly|in n circles",
            "circle* .. exactly n times .. circle*",
        ],
    ),
    row(
        |_| Some(M::BordersSeen),
        &[
            "circle* .. borders between ?the regions .. row .. column",
            "circle* .. borders .. row and column",
            "circle* .. region borders|boundaries .. row .. column",
        ],
    ),
    row_unless(
        |_| Some(M::NumberedDifference),
        &[
            "number*|value*|clue* .. difference between .. cells|digits|pair",
            "differ* ?by ?the ?that amount|number|value|clue .. dot*|circle*|between",
            "dot*|circle* .. number*|value* .. difference",
            "dot*|circle* .. difference between .. cells|digits",
            "differ by the .. in|on ?the dot*|circle*|marker*",
            "number*|value* in|inside|on ?a ?the .. dot*|circle* .. difference",
            "numbered dot* .. difference",
            "dot*|circle* with ?a ?the number* .. difference",
        ],
        &["line*", "cage*", "outside", "arrow*", "diagonal*", "sum*", "largest", "greatest", "if no"],
    ),
    row_unless(
        |_| Some(M::NumberedSum),
        &[
            "number*|value*|clue* .. between|on .. sum* of .. two|adjacent|adjoining|both",
            "number*|value*|clue* .. border*|edge* .. sum*",
        ],
        &[
            "line*",
            "cage*",
            "outside",
            "arrow*",
            "diagonal*",
            "circle* .. arrow*",
            "row*",
            "column*",
            "roman*",
        ],
    ),
    row_unless(
        |_| Some(M::RomanSum),
        &["roman numeral*|number* .. cells|digits .. sum*|add*", "sum*|add* .. roman numeral*|number*"],
        &["cage*", "line*", "arrow*", "outside"],
    ),
    row_unless(
        |_| Some(M::Kind("Odd")),
        &["must|are|is|be|contain|contains|hold|= ?an odd", "odd digits|cells|number|numbers|digit"],
        &[
            "both .. odd",
            "even and odd",
            "one odd",
            "odd length*",
            "odd .. even|odd length",
            "alternat*",
            "parity",
        ],
    ),
    row_unless(
        |_| Some(M::Kind("Even")),
        &["must|are|is|be|contain|contains|hold|= ?an even", "even digits|cells|number|numbers|digit"],
        &[
            "both .. even",
            "one even",
            "even .. odd|even length",
            "alternat*",
            "parity",
            "not even",
            "even if",
        ],
    ),
    row_unless(
        |_| Some(M::Kind("Minimum")),
        &[
            "minimum*",
            "min / max",
            "local minim*",
            "less|smaller|lower than .. adjacent|neighbour*|surrounding",
            "smallest .. adjacent|neighbour*|surrounding",
        ],
        &["minimum of #", "minimum difference", "line*"],
    ),
    row_unless(
        |_| Some(M::Kind("Maximum")),
        &[
            "maximum*",
            "min / max",
            "local maxim*",
            "greater|larger|higher|bigger than .. adjacent|neighbour*|surrounding",
            "largest|greatest|highest .. adjacent|neighbour*|surrounding",
        ],
        &["maximum of #", "maximum difference", "line*"],
    ),
    row_unless(
        |_| Some(M::Kind("GreaterThan")),
        &[
            "inequality",
            "greater than|then sign*",
            "less than sign*",
            "point* .. lower|smaller|larger|higher|greater|bigger",
        ],
        &["adjacent", "neighbour*"],
    ),
    row(|_| Some(M::Kind("Battenburg")), &["battenburg*"]),
    row(|_| Some(M::Kind("Mathrax")), &["mathrax"]),
];
