//! The names, explanations and examples of all kinds of fish.
//!
//! The names of the X-wing, swordfish and jellyfish are defined with Sudoku Explainer's finder.

use super::kind::in_short;
use crate::grammar::{cell, cell_list, cells, eliminated_cells, eliminated_digit, houses};
use crate::metadata::Metadata;
use crate::model::{Deduction, Role, Technique};

pub(crate) const METADATA_SQUIRMBAG: Metadata =
    Metadata::new(Technique::Squirmbag, "squirmbag", "Squirmbag", why)
        .in_short(|| in_short(Technique::Squirmbag))
        .example(
            "...+7+8..41+427+1.+9.+83+1854+3.97...6+27+18...7+1+89....+8.+25.31.+7.1.6.8...2.+89....5\
         ...+3....+8:616 617",
        );

pub(crate) const METADATA_WHALE: Metadata =
    Metadata::new(Technique::Whale, "whale", "Whale", why).in_short(|| in_short(Technique::Whale)).example(
        "9.+23.+1+7..+173698....+8+6.2+7+9+31+7.81+65.+9+3+6.9+7+34..5.3.+9+8+2..78.4+2.+6+379+36\
         ...+9...+2+9.8.3.1.:515 418 518 419 227 531 257 467 583 485 585 487 587 488 888 595",
    );

pub(crate) const METADATA_LEVIATHAN: Metadata =
    Metadata::new(Technique::Leviathan, "leviathan", "Leviathan", why)
        .in_short(|| in_short(Technique::Leviathan))
        .example(
            "+21+9.87.63...2..7+1+9+7.+3.91+2+8.89+2..+5.3...4+8.9..+2..6.4+2.+98..7.+26...+63....92.\
         .21.....6:517 522 525 532 534 149 551 755 557 561 571 572 474 574 177 477 577 479 584 78\
         4 489 589 394 494 594 395 496 497 597 598",
        );

pub(crate) const METADATA_FINNED_X_WING: Metadata =
    Metadata::new(Technique::FinnedXWing, "finned-x-wing", "Finned X-wing", why)
        .in_short(|| in_short(Technique::FinnedXWing))
        .example(
            "82+3+7+941+5+6+6+541+83+27+9+7+195..+4+8+3+3+7+1.+45.28.+983..+5...6....3..+1+8..+5.+7+3\
         +4.47.+3..+15.+3.4+718.2:984 986",
        );

pub(crate) const METADATA_FINNED_SWORDFISH: Metadata =
    Metadata::new(Technique::FinnedSwordfish, "finned-swordfish", "Finned swordfish", why)
        .in_short(|| in_short(Technique::FinnedSwordfish))
        .example(
            "+5+9+87+6+34+2+1....218..+21.8...63+829+3+14+6+751+7..+82+934....7.+2+1+8..+1+2.+7+38..3\
         2..+81..9+8.1+36.+4+2:423 723 924 661 475 481 989",
        );

pub(crate) const METADATA_FINNED_JELLYFISH: Metadata =
    Metadata::new(Technique::FinnedJellyfish, "finned-jellyfish", "Finned jellyfish", why)
        .in_short(|| in_short(Technique::FinnedJellyfish))
        .example(
            "+8......14...8..6.5..9..+6.8..3.5+8....2.76.15+3+85.+8.3....1...25+8+67.+7+5+16+82+4.+68\
         +2....+51:914 421 422 728 232 432 334 435 735 443 747 947 948 462 962 964 767 967 474 99\
         5 996",
        );

pub(crate) const METADATA_FINNED_SQUIRMBAG: Metadata =
    Metadata::new(Technique::FinnedSquirmbag, "finned-squirmbag", "Finned squirmbag", why)
        .in_short(|| in_short(Technique::FinnedSquirmbag))
        .example(
            ".....6.+75.+6+547+28.3...3+5..4.6..52+34+8+7487+6..+3+5+2+53+2+7+8+4....5+6+24.73+12...+\
         3+7+56+4...+16+59+28:112 912 113 813 913 132 932 133",
        );

pub(crate) const METADATA_FINNED_WHALE: Metadata =
    Metadata::new(Technique::FinnedWhale, "finned-whale", "Finned whale", why)
        .in_short(|| in_short(Technique::FinnedWhale))
        .example(
            "..+32+9+6+71.7+163.5.+92.+9+2+71..+6+32+6+8+451+9+37+1+549+3+7+2+8693+7..2..+13.+512.+67\
         9.+7+1..93+2..2+9.+73+1.8:419 431 831",
        );

pub(crate) const METADATA_FINNED_LEVIATHAN: Metadata =
    Metadata::new(Technique::FinnedLeviathan, "finned-leviathan", "Finned leviathan", why)
        .in_short(|| in_short(Technique::FinnedLeviathan))
        .example(
            "2+8+964.3.+55+6+4.+3+2.+89..3+58+96+4+2.+5+23.6.+9.9+4..2+5.+63.+36.+94+5+27+32+8+4..95+\
         6+69.+2+58.+3.4.+5+9+63+2.8:147",
        );

pub(crate) const METADATA_SASHIMI_X_WING: Metadata =
    Metadata::new(Technique::SashimiXWing, "sashimi-x-wing", "Sashimi X-wing", why)
        .in_short(|| in_short(Technique::SashimiXWing))
        .example(
            ".3.8+9+1+45+78+74+5+3+2...+5+91+76+4+3+2+8.57+2+861.+3...91+37.+53+1.4+7+5+28...+53+2+9+\
         8+7.7+23.+58..+4....+4+75+32:651 653",
        );

pub(crate) const METADATA_SASHIMI_SWORDFISH: Metadata =
    Metadata::new(Technique::SashimiSwordfish, "sashimi-swordfish", "Sashimi swordfish", why)
        .in_short(|| in_short(Technique::SashimiSwordfish))
        .example(
            "6349.........+41.6+3+1...+6+3.+4.+38.+6194+5.+5+6+1.2+43+9.+4.9+3.56....5+1+9+6+8+3+4+94\
         +3...+17+68+1643+7+529:219 719 819 222 722 232 732 239 739 869 884",
        );

pub(crate) const METADATA_SASHIMI_JELLYFISH: Metadata =
    Metadata::new(Technique::SashimiJellyfish, "sashimi-jellyfish", "Sashimi jellyfish", why)
        .in_short(|| in_short(Technique::SashimiJellyfish))
        .example(
            "+79+2.+3+14.81+4.9+7+8+2+3.+8+3.2.+47+1+9+2+1..4....67+4+1..3.+23+5...21.45+2+3+81+6+9+4\
         +7+9+6+14+27..3+48+7.9.+62+1:544 644 668",
        );

pub(crate) const METADATA_SASHIMI_SQUIRMBAG: Metadata =
    Metadata::new(Technique::SashimiSquirmbag, "sashimi-squirmbag", "Sashimi squirmbag", why)
        .in_short(|| in_short(Technique::SashimiSquirmbag))
        .example(
            "...59+24+67+4.2+61+7+3+8.+76..4..+1.+6.1....43374.+6..5+8......6.+1..+6....+3....9.68.+4\
         247.3..+9+6:812 333 833 937 844 245 745 846 264 764 864 265 566 866 966 171 571 172 572 \
         274 874 775 875 576 876 277 577 582 585",
        );

pub(crate) const METADATA_SASHIMI_WHALE: Metadata =
    Metadata::new(Technique::SashimiWhale, "sashimi-whale", "Sashimi whale", why)
        .in_short(|| in_short(Technique::SashimiWhale))
        .example(
            "87.+13+2.+49+2+41+9.5.3+8.+3+9.+4..+2+1+7.+32.4+9.59.+2...4.+74...97+21+3.+94..18.+2.274\
         ..1+9+6+1...+293.+4:634 636 637 642 645 652 654 655 855 856 664 571 574 774 675 894",
        );

pub(crate) const METADATA_SASHIMI_LEVIATHAN: Metadata =
    Metadata::new(Technique::SashimiLeviathan, "sashimi-leviathan", "Sashimi leviathan", why)
        .in_short(|| in_short(Technique::SashimiLeviathan))
        .example(
            "87.+13+2.+49+2+41+9.5.3+8.+3+9.+4..+2+1+7.+32.4+9.59.+2...4.+74...97+21+3.+94..18.+2.274\
         ..1+9+6+1...+293.+4:634 636 637 642 645 652 654 655 855 856 664 571 574 774 675 894",
        );

pub(crate) const METADATA_FRANKEN_X_WING: Metadata =
    Metadata::new(Technique::FrankenXWing, "franken-x-wing", "Franken X-wing", why)
        .in_short(|| in_short(Technique::FrankenXWing))
        .example(
            "+79+2.+3+14.81+4.9+7+8+2+3.+8+3.2.+47+1+9+2+1..4....67+4+1..3.+23+5...21.45+2+3+81+6+9+4\
         +7+9+6+14+27..3+48+7.9.+62+1:544 644 558 668",
        );

pub(crate) const METADATA_FRANKEN_SWORDFISH: Metadata =
    Metadata::new(Technique::FrankenSwordfish, "franken-swordfish", "Franken swordfish", why)
        .in_short(|| in_short(Technique::FrankenSwordfish))
        .example(
            "+79+2.+3+14.81+4.9+7+8+2+3.+8+3.2.+47+1+9+2+1..4....67+4+1..3.+23+5...21.45+2+3+81+6+9+4\
         +7+9+6+14+27..3+48+7.9.+62+1:544 644 558 668",
        );

pub(crate) const METADATA_FRANKEN_JELLYFISH: Metadata =
    Metadata::new(Technique::FrankenJellyfish, "franken-jellyfish", "Franken jellyfish", why)
        .in_short(|| in_short(Technique::FrankenJellyfish))
        .example(
            "+79+2.+3+14.81+4.9+7+8+2+3.+8+3.2.+47+1+9+2+1..4....67+4+1..3.+23+5...21.45+2+3+81+6+9+4\
         +7+9+6+14+27..3+48+7.9.+62+1:544 644 558 668",
        );

pub(crate) const METADATA_FRANKEN_SQUIRMBAG: Metadata =
    Metadata::new(Technique::FrankenSquirmbag, "franken-squirmbag", "Franken squirmbag", why)
        .in_short(|| in_short(Technique::FrankenSquirmbag))
        .example(
            "+3+1+9.+28+57.624..+5.+1+857+8....+2.+1+8..4.2+5.9+4+25+31+8+67+75.+8.+2+1+4.+86+5...4+9\
         2+49+12+8+6+7+35+2+3+7+954+681:334 935 336 339 939 374",
        );

pub(crate) const METADATA_FRANKEN_WHALE: Metadata =
    Metadata::new(Technique::FrankenWhale, "franken-whale", "Franken whale", why)
        .in_short(|| in_short(Technique::FrankenWhale))
        .example(
            "+3+174.9.+652+58.6.4+3+9+6+4+9.3.+17.76+1+9+5+43..+8+25+6+1394+7+9+348+7+2+5+1+6.9+2.46.\
         .+3..+3...69+4+4.+6+3+9...1:815 574 184 784 886 896 897 898",
        );

pub(crate) const METADATA_FRANKEN_LEVIATHAN: Metadata =
    Metadata::new(Technique::FrankenLeviathan, "franken-leviathan", "Franken leviathan", why)
        .in_short(|| in_short(Technique::FrankenLeviathan))
        .example(
            "+31+69.+4.284.52..+9.+6..+9.6.4..867+4...9...+3..+9+1649+4+1...8+75.3+4.+9..8.6+92.4...1\
         ..+8..3.+49:726 534 734 834 136 338 245 345 246 552 554 255 555 571 771 674 774 176 576 \
         776 277 577 584 586 787 591 794 595 795 597 797",
        );

pub(crate) const METADATA_FINNED_FRANKEN_X_WING: Metadata =
    Metadata::new(Technique::FinnedFrankenXWing, "finned-franken-x-wing", "Finned Franken X-wing", why)
        .in_short(|| in_short(Technique::FinnedFrankenXWing))
        .example(
            "16..874+5+9....1+6.2........+6+14+3.6+9..1.71+854+3+29+69.+6....3+45.+1+8.9643.9....+1+8\
         5.8....+9+7+2:722 323 423 723 324 232 532 233 333 433 533 235 236 737 264 266 767 285 78\
         5",
        );

pub(crate) const METADATA_FINNED_FRANKEN_SWORDFISH: Metadata = Metadata::new(
    Technique::FinnedFrankenSwordfish,
    "finned-franken-swordfish",
    "Finned Franken swordfish",
    why,
)
.in_short(|| in_short(Technique::FinnedFrankenSwordfish))
.example(
    "..247..58..............1.4.....2...9528+19.4....9...1+2+5+2......3.3....75.+2685..2...:9\
         12 121 122 922 123 932 344 644 844 346 646 846 747 748 462 762 777 779",
);

pub(crate) const METADATA_FINNED_FRANKEN_JELLYFISH: Metadata = Metadata::new(
    Technique::FinnedFrankenJellyfish,
    "finned-franken-jellyfish",
    "Finned Franken jellyfish",
    why,
)
.in_short(|| in_short(Technique::FinnedFrankenJellyfish))
.example(
    "+79+1+485+2+3+6+3.+29+7+68...6+81+2+37.96.+3+25+7+9+8..2.6.+8.73.+87+3.+1+62..39+7+62..8\
         8+7+6+5+143+9+2+2..+8+3+9.+6+7",
);

pub(crate) const METADATA_FINNED_FRANKEN_SQUIRMBAG: Metadata = Metadata::new(
    Technique::FinnedFrankenSquirmbag,
    "finned-franken-squirmbag",
    "Finned Franken squirmbag",
    why,
)
.in_short(|| in_short(Technique::FinnedFrankenSquirmbag))
.example(
    ".6.....+15..5...72+82...+5..+69+53+649+2+8+71+7.+9....5+4..+4+57..+9+3+39+2+71+4+58+6+6+\
         5+1..8+94747+896+5+13+2:314 814 315 815 316 832 334 336 852",
);

pub(crate) const METADATA_FINNED_FRANKEN_WHALE: Metadata =
    Metadata::new(Technique::FinnedFrankenWhale, "finned-franken-whale", "Finned Franken whale", why)
        .in_short(|| in_short(Technique::FinnedFrankenWhale))
        .example(
            ".2+5.+6+8..+7+3+89+1752+6+4.+6.+2.+9.858+5...+6.2.6+935+8+2+4+71+2.49..+6+5+85+4+6.+9.+8\
         +12..+28+547.6..+86+21+54.:117 131 133 344 345",
        );

pub(crate) const METADATA_FINNED_FRANKEN_LEVIATHAN: Metadata = Metadata::new(
    Technique::FinnedFrankenLeviathan,
    "finned-franken-leviathan",
    "Finned Franken leviathan",
    why,
)
.in_short(|| in_short(Technique::FinnedFrankenLeviathan))
.example(
    ".4...1+8+56.2+58...+418..+5+4..27.+7+8.5.+219..+2..+8+7+6+5.+56..+24+3+8.8...45+9+32..+3\
         +85.7+4+53+49...+82:311 915 321 921 925 932 933 151 951 961 165 774 775",
);

pub(crate) const METADATA_MUTANT_X_WING: Metadata =
    Metadata::new(Technique::MutantXWing, "mutant-x-wing", "Mutant X-wing", why)
        .in_short(|| in_short(Technique::MutantXWing))
        .example(
            "+79+2.+3+14.81+4.9+7+8+2+3.+8+3.2.+47+1+9+2+1..4....67+4+1..3.+23+5...21.45+2+3+81+6+9+4\
         +7+9+6+14+27..3+48+7.9.+62+1:544 644 558 668",
        );

pub(crate) const METADATA_MUTANT_SWORDFISH: Metadata =
    Metadata::new(Technique::MutantSwordfish, "mutant-swordfish", "Mutant swordfish", why)
        .in_short(|| in_short(Technique::MutantSwordfish))
        .example(
            "+79+2.+3+14.81+4.9+7+8+2+3.+8+3.2.+47+1+9+2+1..4....67+4+1..3.+23+5...21.45+2+3+81+6+9+4\
         +7+9+6+14+27..3+48+7.9.+62+1:544 644 558 668",
        );

pub(crate) const METADATA_MUTANT_JELLYFISH: Metadata =
    Metadata::new(Technique::MutantJellyfish, "mutant-jellyfish", "Mutant jellyfish", why)
        .in_short(|| in_short(Technique::MutantJellyfish))
        .example(
            "..+2..+83+67+8.+6+372.+4.+3+75+64.8+2..2.+8.+7.+365+61+9+34+2+78+7+83+2+6.4+9.6.+8.2.+71\
         +31+3..+8695+22....3+6+8+4",
        );

pub(crate) const METADATA_MUTANT_SQUIRMBAG: Metadata =
    Metadata::new(Technique::MutantSquirmbag, "mutant-squirmbag", "Mutant squirmbag", why)
        .in_short(|| in_short(Technique::MutantSquirmbag))
        .example(
            ".5..4.7.+8+7368+5.+4.+9+28+47...+5.67..+1+4+89+5.+1..+7+82+6+484..+6.+371.+6+842.+9.+7+4\
         +2+71..58.39..8+7.4+2:911 314 914 116 916 118 336 636 953 554 563 963 966 386",
        );

pub(crate) const METADATA_MUTANT_WHALE: Metadata =
    Metadata::new(Technique::MutantWhale, "mutant-whale", "Mutant whale", why)
        .in_short(|| in_short(Technique::MutantWhale))
        .example(
            ".9.+24.+7.6.2.+7.+6.5+96+7.+59.+2.....+67982..8+73..+6+9196+21....+77..8..9+6+3+8.+6+93.\
         +472+23+9+46+7...:121 123 433 138 438 441 541 142 443 543 449 556 173 576",
        );

pub(crate) const METADATA_MUTANT_LEVIATHAN: Metadata =
    Metadata::new(Technique::MutantLeviathan, "mutant-leviathan", "Mutant leviathan", why)
        .in_short(|| in_short(Technique::MutantLeviathan))
        .example(
            "53+2..84+71.+1.4+5+7...7+4+8+1+32+659+3.+75.+4...8+5+4+2.3..+7+1+2.+87.5344.+5+3+8+1+7.2\
         .+8172+5.+4.+2+73.4.8+15:947 648 948 649 655 955",
        );

pub(crate) const METADATA_FINNED_MUTANT_X_WING: Metadata =
    Metadata::new(Technique::FinnedMutantXWing, "finned-mutant-x-wing", "Finned mutant X-wing", why)
        .in_short(|| in_short(Technique::FinnedMutantXWing))
        .example(
            ".1...79.+2.+5.26.1+7+4+2+7.+1...5679.8.+6+2454+829..6.+7.+6.+7+4+2....3+7+62.+4.8.+4.3+7\
         .+52.1+2..9.7+6+3",
        );

pub(crate) const METADATA_FINNED_MUTANT_SWORDFISH: Metadata = Metadata::new(
    Technique::FinnedMutantSwordfish,
    "finned-mutant-swordfish",
    "Finned mutant swordfish",
    why,
)
.in_short(|| in_short(Technique::FinnedMutantSwordfish))
.example(
    ".8+5..4.+1+7+4.73.1+8..2.1+8.+7+4...5+8.7+2.4+1+7...+1+8+5..1.2+5.3+7.85+7+4+13+92+86.+2\
         .7+8615+48+1+6..+5.7.:225",
);

pub(crate) const METADATA_FINNED_MUTANT_JELLYFISH: Metadata = Metadata::new(
    Technique::FinnedMutantJellyfish,
    "finned-mutant-jellyfish",
    "Finned mutant jellyfish",
    why,
)
.in_short(|| in_short(Technique::FinnedMutantJellyfish))
.example(
    "...+7+8..41+427+1.+9.+83+1854+3.97...6+27+18...7+1+89....+8.+25.31.+7.1.6.8...2.+89+1...\
         5...+3+2..+1+8:311 616 617 342 942 948 557 657 658 371 971 973 277 378 479 482 387 687 5\
         91 492",
);

pub(crate) const METADATA_FINNED_MUTANT_SQUIRMBAG: Metadata = Metadata::new(
    Technique::FinnedMutantSquirmbag,
    "finned-mutant-squirmbag",
    "Finned mutant squirmbag",
    why,
)
.in_short(|| in_short(Technique::FinnedMutantSquirmbag))
.example(
    "+3+68+74+59+2+12+9+4.+31.7+5+15+79...+43+63+1.7.+45+9+7+894+5+3+2+1+6+42+5+1+69+7+3+8+9+\
         4+6+5+173+828+1+3..+4+5.75+7+23..+1.+4:236 636",
);

pub(crate) const METADATA_FINNED_MUTANT_WHALE: Metadata =
    Metadata::new(Technique::FinnedMutantWhale, "finned-mutant-whale", "Finned mutant whale", why)
        .in_short(|| in_short(Technique::FinnedMutantWhale))
        .example(
            "+3+68+74+59+2+12+9+4.+31.7+5+15+79...+43+63+1.7.+45+9+7+894+5+3+2+1+6+42+5+1+69+7+3+8+9+\
         4+6+5+173+828+1+3..+4+5.75+7+23..+1.+4:236 636",
        );

pub(crate) const METADATA_FINNED_MUTANT_LEVIATHAN: Metadata = Metadata::new(
    Technique::FinnedMutantLeviathan,
    "finned-mutant-leviathan",
    "Finned mutant leviathan",
    why,
)
.in_short(|| in_short(Technique::FinnedMutantLeviathan))
.example(
    ".97..+5.+1+2.8.+1+734...+15.9+2+7.6.+7...62.1....+19.7.13..4+7.....17.+4.2..+48.+2+1..+7\
         7+2+3.581..:611 441 941 348 548 848 451 354 459 498",
);

fn why(deduction: &Deduction) -> String {
    let digit = eliminated_digit(deduction);
    // A siamese fish, which combines two finned fish with the same base, lists the cover of each.
    let siamese = deduction.houses.len() == 3 * deduction.size as usize;
    let size = deduction.houses.len() / if siamese { 3 } else { 2 };
    let (base, covers) = deduction.houses.split_at(size);
    let covers: Vec<String> = covers.chunks(size).map(houses).collect();
    let fins = cells(deduction, Role::Fin);
    let base = format!("In {}, {digit} can only go in {}", houses(base), covers.join("; and also only in "));
    let (some, none, any) = match &fins[..] {
        [] => return format!("{base}, so these are used up."),
        [fin] => {
            let fin = cell(*fin);
            (format!("the fin {fin}"), format!("{fin} is not {digit}"), format!("{fin} is {digit}"))
        }
        fins => (
            format!("the fins {}", cell_list(fins)),
            format!("no fin is {digit}"),
            format!("a fin is {digit}"),
        ),
    };
    let each = if siamese { ", each time with some of " } else { ", or in " };
    let gone = cell_list(&eliminated_cells(deduction));
    let verb = if deduction.eliminations.len() == 1 { "is" } else { "are" };
    format!(
        "{base}{each}{some}. If {none}, {digit} takes all of {}. If {any}, it is seen from {gone}. Either way {gone} {verb} not \
         {digit}.",
        covers.join(" or all of ")
    )
}
