//! The kinds of chains: names, difficulties, explanations and examples.

use super::super::difficulty::surcharge;
use crate::grammar::{assumed, assumed_cell, cell_list, effect, nth_house, of_cell};
use crate::metadata::{Metadata, Tenths};
use crate::model::{Candidate, Deduction, Technique};

pub(crate) const X_CYCLE: Metadata =
    Metadata::new(Technique::XCycle, "x-cycle", "Bidirectional X-cycle", why_cycle)
        .se_rising(65, |deduction| tenths(65, deduction))
        .example(
            "+3..+6+98+457+697+4+5+13+285+8+42+7+31+6+9+8+3.9...+7+5+46+97.58...+75+38...4+9.31.75+8+\
         6+7+5+6+8+3...+1..8+5697..",
        );

pub(crate) const Y_CYCLE: Metadata =
    Metadata::new(Technique::YCycle, "y-cycle", "Bidirectional Y-cycle", why_cycle)
        .se_rising(65, |deduction| tenths(65, deduction))
        .example(
            "+38...+1+9+522+5.+389.76.+69..5...6+4+8+9+7+32+1+5+92.5.8...+5.3..4..+9..283+659+4+8+9+6\
         +4+5+2.+3.+4+35197+6+28",
        );

pub(crate) const FORCING_X_CHAIN: Metadata =
    Metadata::new(Technique::ForcingXChain, "forcing-x-chain", "Forcing X-chain", why_contradiction)
        .se_rising(66, |deduction| tenths(66, deduction))
        .example(
            ".+9.+4+2+731+87+8+4+1+36+9+52+1+3+285+967+4+4.9+5+78+1.+3.73+2+9+14+8.8.+1+3+64.9+79..+7\
         +8+3..+12+18+64+57+3+93.+791+2+8..",
        );

pub(crate) const XY_CYCLE: Metadata =
    Metadata::new(Technique::XyCycle, "xy-cycle", "Bidirectional cycle", why_cycle)
        .se_rising(70, |deduction| tenths(70, deduction))
        .example(
            "+1+4+825+3+9+76+5+9+71+4+6+328+263+9+78+54+14+85.+2..9...+2..+94.5+9..+4.+5..2....92+8.+\
         48+29..4....5+4+86.+2.+9:744 751 158 667 168 772 178 678 784 187",
        );

pub(crate) const FORCING_CHAIN: Metadata =
    Metadata::new(Technique::ForcingChain, "forcing-chain", "Forcing chain", why_contradiction)
        .se_rising(70, |deduction| tenths(70, deduction))
        .example(
            "+1+5368+97+4+2+8+7.+342+5..4+2.1+5+7..+3+9+6+1+8+2+43+57+238+7.5+9.+4+54+7+9+3..2.+3.5+2\
         +7.+4.6+68+2493+1+757.+4+5..23.",
        );

pub(crate) const NISHIO: Metadata =
    Metadata::new(Technique::Nishio, "nishio", "Nishio forcing chains", why_contradiction)
        .se_rising(75, |deduction| tenths(75, deduction))
        .example(
            "+3..+2...+7.7..+35..8+2..2..+734....7+3+54.8+453.2+8.+678.+7+4..+5.+317+4+5+9+2+83693+8+\
         6+712+5+4...8+4+37..:662",
        );

pub(crate) const CELL_CHAINS: Metadata =
    Metadata::new(Technique::CellChains, "cell-forcing-chains", "Cell forcing chains", why_cell)
        .se_rising(80, |deduction| tenths(80, deduction))
        .example(
            "+5+3.9+2+4..8+86..+5.2+94+9428..+5..+1+932+4.+8+5.725..8.+4.+48+6..5.1+2.58+4.2...+2+1+4\
         6.+9.85.+79+5+8.+4+2.:126 335 735 336 638 639 355 765 377 777 379 779",
        );

pub(crate) const REGION_CHAINS: Metadata =
    Metadata::new(Technique::RegionChains, "region-forcing-chains", "Region forcing chains", why_region)
        .se_rising(80, |deduction| tenths(80, deduction))
        .example(
            "54.76..+2+1....+2+4+5.62....+54..+179.8.2+4+5+8+5+2+4+71+63+9..+4+59+27+1+8+4+25......7.\
         ..4.1+52..125...4:822 332 333 334 374 376 377 996",
        );

pub(crate) const DYNAMIC_CELL: Metadata = Metadata::new(
    Technique::DynamicCell,
    "dynamic-cell-forcing-chains",
    "Dynamic cell forcing chains",
    why_cell,
)
.se_rising(85, |deduction| tenths(85, deduction))
.example(
    "92.+8....6.8..6+92.......5.8.74+1+5+96+3+2+88..3..79..9...8..1...1+8......+9+6+5.8.2..+8\
         942..3:115 316 716 118 421 723 428 728 553 661 663 573 579 191 692",
);

pub(crate) const DYNAMIC_REGION: Metadata = Metadata::new(
    Technique::DynamicRegion,
    "dynamic-region-forcing-chains",
    "Dynamic region forcing chains",
    why_region,
)
.se_rising(85, |deduction| tenths(85, deduction))
.example(
    "9..5.....6.8.......3...4+7..+8...1.3+757.3.8+5..2.2.7...+84.9+6.....7.+8+7...2.+64...768\
         ..:412 216 224 226 326 234 571 474 275 375 177 478 578 581 484 385 985 188 388 988 994 5\
         98",
);

pub(crate) const DYNAMIC_CONTRADICTION: Metadata = Metadata::new(
    Technique::DynamicContradiction,
    "dynamic-contradiction",
    "Dynamic contradiction forcing chains",
    why_contradiction,
)
.se_rising(85, |deduction| tenths(85, deduction))
.example(
    ".5.874.+2+3..76....92..5......8......1..24...3.6..+1.82.5...2.1.8.......7.....+7.531.:12\
         1 321 932 933 439 639 441 941 943 345 945 346 946 947 955 956 659 971 477 677 581 981 38\
         2 383 488 688",
);

pub(crate) const DYNAMIC_DOUBLE: Metadata =
    Metadata::new(Technique::DynamicDouble, "dynamic-double", "Dynamic double forcing chains", why_double)
        .se_rising(85, |deduction| tenths(85, deduction))
        .example(
            ".94+3.18+2.+2....4.39..+3+92...76......+7+337............321..2.5+3+976..3+6+287.9....14\
         +6+3.2:542 655 461 562 469 187 591 891 593 893",
        );

/// Returns the base difficulty of a kind plus the surcharges for nesting and length.
fn tenths(base: Tenths, deduction: &Deduction) -> Tenths {
    base + 5 * Tenths::from(deduction.extra) + surcharge(deduction.size)
}

fn why_cycle(deduction: &Deduction) -> String {
    let mut loop_cells: Vec<u8> = Vec::new();
    for inference in deduction.chains.first().into_iter().flatten() {
        let cell = inference.assertion.candidate.cell() as u8;
        if loop_cells.last() != Some(&cell) && !loop_cells.contains(&cell) {
            loop_cells.push(cell);
        }
    }
    format!(
        "The links between {} form a closed loop, which can be filled in two ways. In both, exactly one end of each \
         weak link is true, so {}.",
        cell_list(&loop_cells),
        effect(deduction)
    )
}

/// Returns no text, because the lines of the chain are the whole reason.
const fn why_contradiction(_: &Deduction) -> String {
    String::new()
}

fn why_double(deduction: &Deduction) -> String {
    assumed(deduction).map_or_else(String::new, |it| {
        format!("Whether {} is {} or not, {}.", of_cell(it), it.digit(), effect(deduction))
    })
}

fn why_cell(deduction: &Deduction) -> String {
    format!("Whichever digit {} holds, {}.", assumed_cell(deduction), effect(deduction))
}

fn why_region(deduction: &Deduction) -> String {
    let digit = assumed(deduction).map_or(0, Candidate::digit);
    format!("Wherever {digit} goes in {}, {}.", nth_house(deduction, 0), effect(deduction))
}
