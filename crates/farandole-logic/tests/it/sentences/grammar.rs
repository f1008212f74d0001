//! The sentences of explanations, each with what it states.

use super::act;
use super::proof::Proof;
use super::words::Value;

type Reader = fn(&mut Proof, &[Value]) -> Result<(), String>;

/// The sentences, specific ones first.
// long: a table, as long as the list of sentences
pub(crate) const SENTENCES: &[(&str, Reader)] = &[
    ("{C} is the last empty cell of {H}, and {D} is the digit still missing", act::last),
    ("{D} is the only candidate left in {C}", act::single),
    (
        "In {H}, {DS} can only go in {CS}: {*} digits for {*} cells, so no other digit can go there",
        act::places,
    ),
    ("In {H}, {DS} can only go in {CS}, so no other digit can go there", act::places),
    ("In {H}, {D} can only go in {C}: the {D}s in {CS} block the other empty cells", act::blocked),
    ("In {H}, {D} can only go in {C}: the {D} in {CS} blocks the other empty cells", act::blocked),
    ("In {H}, {D} can only go in {CS}, so nowhere else in {H}", act::places),
    ("In {H}, {D} can only go in {CS}, in one row and one column", act::places),
    ("In {HS}, {DS} can only go in {CS}", act::places),
    ("In {HS}, {D} can only go in {HS}", act::covered),
    ("In {HS}, {D} can only go in {HS}, so these are used up", act::covered),
    ("In {HS}, {D} can only go in {HS}, or in the fin {CS}", act::covered),
    ("In {HS}, {D} can only go in {HS}, or in the fins {CS}", act::covered),
    ("In {H}, {D} is in {CS}", act::either),
    ("One of these cells holds it, so no other cell of {H} does", act::fine),
    ("That leaves it a single place in {H}", act::left),
    ("That leaves {D} a single place in {H}", act::left),
    ("They use up these digits in {HS}, so no other cell there can hold one", act::fine),
    ("Since {HS} need one {D} each, they use up {HS}: no other cell there can be {D}", act::fine),
    ("If {C} is not {D}, {D} takes all of {HS}", act::fine),
    ("If no fin is {D}, {D} takes all of {HS}", act::fine),
    ("If {C} is {D}, it is seen from {CS}", act::fine),
    ("If a fin is {D}, it is seen from {CS}", act::fine),
    ("Either way {CS} is not {D}", act::fine),
    ("Either way {CS} are not {D}", act::fine),
    (
        "If {C} is {D}, {C} ({DS}) is {D}; if {C} is {D}, {C} ({DS}) is {D}; otherwise {C} itself is {D}",
        act::wing,
    ),
    ("If {C} is {D}, {C} ({DS}) is {D}; if {C} is {D}, {C} ({DS}) is {D}", act::wing),
    ("In {C}, this digit makes {C} a {D}; in {C}, it makes {C} a {D}", act::both_ways),
    (
        "{CS} cannot both be {D}, so in each pair of links, one of the links has {D} at its other end",
        act::clash,
    ),
    ("If {C} were {D}, {C} would be {D} too, and {H} would have no place for it", act::fine),
    ("In {HS}, {D} has only two places", act::two_places),
    ("So either {CS} is {D}, or {CS} is {D}", act::colors),
    ("So either {CS} is {D}, or {CS} are {D}", act::colors),
    ("So either {CS} are {D}, or {CS} is {D}", act::colors),
    ("So either {CS} are {D}, or {CS} are {D}", act::colors),
    ("{*}, one of each", act::sees_pairs),
    ("{*}, which differ", act::sees_pairs),
    ("{CS} would be {D} together, but see each other", act::clash),
    ("So none of {CS} is {D}", act::fine),
    ("If {CS} were {D}, neither {CS} could be, but one of these two cells is", act::fine),
    ("The cells {CS} can only be {DS}, and each sees the next, so the two digits alternate", act::alternate),
    ("So at least one of these holds: {*}", act::extra),
    ("{CS} can only be {DS}, and {CS} only {DS}", act::corners),
    ("{CS} can only be {DS}, and in {H}, {D} can only go in {CS}", act::corners_locked),
    ("{E}, and {*} is given; {CS} can only be {DS}", |proof, v| {
        act::found(proof, &[v[0].clone(), v[2].clone(), v[3].clone()])
    }),
    ("{E}, and none of them is given", act::found),
    ("{CS} can only be {DS}", act::only),
    (
        "If {CS} were {DS} too, the two digits could be swapped in the four cells, and the puzzle would have two solutions",
        act::deadly_last,
    ),
    (
        "If {C} were {D}, the two digits could be swapped in the four cells, and the puzzle would have two solutions",
        act::deadly_found,
    ),
    (
        "If neither {C} nor {C} were {D}, {CS} would hold only {DS}: the two digits could be swapped in the four cells, and the puzzle would have two solutions",
        |proof, values| act::deadly(proof, &values[3..]),
    ),
    (
        "If none of {CS} were {D}, {CS} would hold only {DS}: the two digits could be swapped in the four cells, and the puzzle would have two solutions",
        |proof, values| act::deadly(proof, &values[2..]),
    ),
    ("So one of {CS} is {D}, and {CS} {*} both", act::sees_corners),
    ("So one of {CS} is {D}, and {CS} {*} all of them", act::sees_corners),
    (
        "So {CS} act as one cell with {DS} there, and together with {CS} they use up these digits in {H}",
        act::set_in,
    ),
    (
        "If the other of these two cells were {D}, {CS} would all be {DS}: the two digits could be swapped in the four cells, and the puzzle would have two solutions",
        |proof, values| act::deadly(proof, &values[1..]),
    ),
    ("So neither is {D}", act::fine),
    (
        "If one of {CS} were {D}, both would be, and {CS} would be {D}: the two digits could be swapped in the four cells, and the puzzle would have two solutions",
        act::across,
    ),
    (
        "If {C} were {D}, the {D} of {H} would be in {C} and the {D} of {H} would be in {C}, so {C} ({DS}) would be {D}: the two digits could be swapped in the four cells, and the puzzle would have two solutions",
        act::hidden_rectangle,
    ),
    ("So {C} is not {D}", act::fine),
    (
        "If {CS} were {DS} too, these two digits could change places, and the puzzle would have two solutions",
        act::deadly_last,
    ),
    ("So {C} must be {DS}", act::cells),
    ("So one of {CS} is {DS}", act::fine),
    ("Together they act as one cell, which forms a set with {CS} in {H}", act::set_in),
    ("The other of these cells is then neither {D} nor {D}, so neither cell is {D}", act::fine),
    (
        "If {C} were {DS}, every empty cell would have two digits left and every digit two places in each house: a deadly pattern, with no solution or two",
        act::grave_cell,
    ),
    (
        "Without {*}, every empty cell would have two digits and every digit two places in each house: there would be no solution or two",
        act::grave,
    ),
    ("So one of these holds, and no cell that sees all of them can be that digit", act::fine),
    ("So one of these is true", act::fine),
    ("Together they act as one cell, which forms a naked set with {CS} in {H}", act::set_in),
    ("In {H}, {D} can only go in {CS}, so it takes the other of these two cells", act::places),
    (
        "Each of the almost locked sets {*} has one more digit than cells, so without one of its digits it holds all its others",
        act::sets,
    ),
    ("The almost locked sets {*} each have one more digit than cells", act::sets),
    ("Every {*}, so {D} is in at most one of them", act::restricted),
    ("Every {*} sees every {*}", |proof, values| {
        let (Value::Words(one), Value::Words(other)) = (&values[0], &values[1]) else { return Ok(()) };
        act::restricted(proof, &[Value::Words(format!("{one} sees every {other}"))])
    }),
    (
        "A set can lack only one of its digits, so one set holds {D} and the other {D}, and both hold all their other digits: {E}",
        act::effects,
    ),
    ("The other set then holds all its other digits, including {DS}", act::fine),
    ("If A holds {D}, {*}, so {*} holds all its digits but {D}", act::fine),
    ("Otherwise A holds all its digits but {D}", act::fine),
    ("So each of {DS} is in {*}, and {*}", act::seen),
    ("So {D} is in {*}, and {*}", act::seen),
    ("Whichever digit {C} holds, one of them loses it and holds all its other digits: {*}", act::cells),
    (
        "In {HS}, {*} together have as many digits as cells, and each digit is confined to the line or to the box, so the cells use up all of these digits",
        |proof, values| act::sets(proof, &values[1..]),
    ),
    ("{CS} have four digits between them", act::cells),
    ("The places there of each digit but {D} see each other, so it can come only once", act::fine),
    ("So one of these cells is {D}, and {CS} {*} all their {D}s", act::fine),
    ("Try every combination of digits for {CS}", act::cells),
    (
        "A combination fails if two cells that see each other are equal, or if one of {CS} has no digit left",
        act::cells,
    ),
    ("In those that remain, {E}", act::effects),
    ("The last link leads back to the start: {N}", |proof, _| proof.close()),
    ("In such a continuous loop, exactly one end of each weak link is true, so {E}", act::effects),
    ("So {CS} is {D}, and {CS} sees both", act::sees_corners),
    ("So {CS} is {D}, and {CS} see both", act::sees_corners),
    ("So {*}", |_, values| {
        let Value::Words(words) = &values[0] else { return Ok(()) };
        let known = words.split(" or ").all(|part| super::words::node(part).is_some());
        if known {
            Ok(())
        } else {
            super::words::effect(words).map(|_| ()).ok_or_else(|| "not understood".to_owned())
        }
    }),
    ("Either way {E}", act::effects),
    ("The chain leads to the opposite of its start, so {N}", act::effects),
    ("{C} cannot be both, so it is not {D}", act::not_both),
    ("If {N}, {N} too", act::fine),
    ("Whichever digit {C} holds, {E}", act::whichever),
    ("Wherever {D} goes in {H}, {E}", act::whichever),
    ("Whether {C} is {D} or not, {E}", |proof, values| act::effects(proof, &values[2..])),
    ("The links between {CS} form a closed loop, which can be filled in two ways", act::fine),
    ("In both, exactly one end of each weak link is true, so {E}", act::effects),
    ("{CS} cannot both be {D}, so {*} sees both", act::clash),
    ("{CS} cannot both be {D}, so {*} see both", act::clash),
];
