//! Texts of variants: printed text is read back unchanged, and all errors in a text are reported
//! with their positions.

use farandole_puzzle::format::iss;
use farandole_puzzle::variant::Variant;
use farandole_puzzle::{ClassicPuzzle, Geometry, constraint};
use proptest::prelude::*;
use std::collections::BTreeSet;

/// An item of each kind of Interactive Sudoku Solver and of some others, where `#` is a cell, `@` a line, `%` a
/// value and `$` a number.
const ITEMS: &[&str] = &[
    ".~#_%_%",
    ".AllDifferent~#~#~#",
    ".Cage~$~#~#",
    ".Cage~~#~#",
    ".RellikCage~$~#~#",
    ".EqualityCage~#~#",
    ".Lunchbox~$~#~#~#",
    ".Sum~$~#~#",
    ".Sum~9_=_2_-3~#~#",
    ".EqualSum~#~#~-~#",
    ".Arrow~#~#~#",
    ".DoubleArrow~#~#~#",
    ".AverageArrow~#~#~#",
    ".PillArrow~2~R2C1~R2C2~#",
    ".Thermo~#~#~#",
    ".Whisper~#~#",
    ".Whisper~3~#~#",
    ".Renban~#~#",
    ".Modular~3~#~#~#",
    ".Entropic~#~#~#",
    ".RegionSumLine~#~#~#",
    ".Between~#~#~#",
    ".Lockout~4~#~#~#",
    ".Palindrome~#~#~#",
    ".Zipper~#~#~#",
    ".SumLine~10~#~#~#",
    ".SumLine~10~#~#~#~LOOP",
    ".WhiteDot~R1C1~R1C2~#",
    ".BlackDot~R2C1~R1C1",
    ".GreaterThan~R3C3~R2C3~#",
    ".X~R1C1~R2C1",
    ".V~R4C4~R4C5",
    ".Pair~-n_4H-gH4AGg~_a%20b~#~#~~#~#",
    ".PairX~BQAEABQAEABQAE~#~#~#",
    ".Regex~MSoyKw~#~#~~#",
    ".NFA~BhSUEAIQYgow5BIIpJqKrLsIig~_n~#~#",
    ".ContainAtLeast~%_%~#~#",
    ".ContainExact~%_%~R1C1~R2C2",
    ".Quad~R2C2~%~%",
    ".LookAndSay~1213~#~#",
    ".SameValues~2~#~#~#~#",
    ".CountingCircles~R1C1~R2C3",
    ".CountDistinct~#~#~#",
    ".Indexing~C~#",
    ".Indexing~R~#~#",
    ".ValueIndexing~#~#~#",
    ".LittleKiller~$~R3C1",
    ".LittleKiller~$~R1C4",
    ".Sandwich~$~@",
    ".XSum~@~9~",
    ".XSum~@~~9",
    ".Skyscraper~@~3~4",
    ".HiddenSkyscraper~@~0~%",
    ".NumberedRoom~@~%~",
    ".FullRank~@~7~",
    ".SearchPriority~2~#~#",
    ".Odd~#~#",
    ".Even~#",
    ".Minimum~#~#",
    ".Maximum~#",
    ".Battenburg~R3C3",
    ".SlowThermo~#~#",
    ".ParityLine~#~#",
    ".Nabner~#~#",
    ".Difference~2~R1C1~R1C2",
    ".Ratio~3~R1C1~R1C2",
    ".Clones~2~#~#",
    ".DigitalRoot~4~#~#",
    ".CageOfSums~3_$~#~#",
    ".Leaper~1~3",
    ".Leaper~0~2~%_%",
    ".Taxicab~3",
    ".Knightmare~5",
    ".FrameSum~R2~12~9",
    ".FrameSum~C3~~20",
    ".FirstSeen~1_2_3~R1~2~3",
    ".FirstSeen~4~C9~4",
    ".Rossini~R1~rises~falls",
    ".Rossini~C4~~neither",
    ".HighCells~4~#~#",
    ".DiagonalNonconsecutive",
    ".BoxIndexing~#~#",
    ".Mathrax~sum~12~R2C2",
    ".Mathrax~quotient~3~R2C2",
    ".Vudoku~#~#~#",
    ".Isomorphic~#~#~-~#~#",
    ".Sequence~#~#~#",
    ".SameDifference~#~#~#",
    ".CountedDifferences~#~#~#",
    ".Condition~#+2*#=$|!prime(#-#)&number(#,#)<=$",
    ".Condition~in(abs(#-#),%,%)=>mod(#,3)=max(#,%)-min(1,#*#)",
    ".PairRule~abs(a-b)=%|a>2*b~#~#~~#~#~#",
    ".StrictPairRule~a+b=%~R1C1~R1C2~~R3C3~R4C3",
    ".StrictPairRule~a<b",
    ".Not.Arrow~#~#~#.~#_%.End",
    ".Not.Not.Cage~$~#~#.End.End",
    ".Snake~~%_%~$~apart",
    ".Loop~~%_%~~apart",
    ".Snake~~%_%",
    ".LineRule~a+b=c|a=%~#~#~#~#",
    ".Outside~R1~1_2~3_4",
    ".Outside~C9~~%_%",
    ".YinYang",
    ".StarBattle~2",
    ".CalcCage~product~$~#~#",
    ".CalcCage~difference~2~#~#~#",
    ".StrictConsecutive",
    ".NoBoxes",
    ".RegionSize~9",
    ".Jigsaw~000111222000111222000111222333444555333444555333444555666777888666777888666777888",
    ".Windoku",
    ".DisjointSets",
    ".Diagonal~1",
    ".AntiKnight",
    ".AntiKing",
    ".AntiTaxicab",
    ".RegionSameValues",
    ".ConnectedValues~~%_%",
    ".AntiConsecutive",
    ".GlobalEntropy",
    ".GlobalMod",
    ".DutchFlatmates",
    ".StrictKropki",
    ".StrictXV",
    ".FullRankTies~any",
    ".ChaosConstruction.ChaosArrow~#.ChaosCount~#~1",
];

/// Replaces the placeholders of an item with the numbers, in order.
fn filled(item: &str, numbers: &[u8]) -> String {
    let mut numbers = numbers.iter().cycle();
    let mut next = |most: u8| numbers.next().unwrap() % most + 1;
    let mut text = String::new();
    for c in item.chars() {
        match c {
            '#' => text.push_str(&format!("R{}C{}", next(9), next(9))),
            '@' => text.push_str(&format!("{}{}", ["R", "C"][usize::from(next(2)) - 1], next(9))),
            '%' => text.push_str(&next(9).to_string()),
            '$' => text.push_str(&next(40).to_string()),
            c => text.push(c),
        }
    }
    text
}

fn same_again(text: &str) -> Variant {
    let variant = iss::read(text).unwrap_or_else(|errors| panic!("{text}\n{errors}"));
    let printed = iss::write(&variant);
    assert_eq!(iss::read(&printed).as_ref(), Ok(&variant), "{text}\n{printed}");
    assert_eq!(iss::write(&iss::read(&printed).unwrap()), printed);
    variant
}

fn numbers() -> impl Strategy<Value = Vec<u8>> {
    prop::collection::vec(any::<u8>(), 24)
}

#[test]
fn every_kind_of_interactive_sudoku_solver_has_an_item() {
    let with = |name: &str| ITEMS.iter().any(|item| item[1..].split(['~', '.']).any(|word| word == name));
    // `Doppelganger` needs another board and has a test in `constraint_kinds.rs`. Kinds of this crate are read
    // and written with random arguments by `random_variants.rs` of the facade.
    let apart = ["Shape", "Var", "And", "Or", "Replicate", "Given", "Doppelganger"];
    let missing: BTreeSet<&str> = constraint::catalogue()
        .filter(|about| about.origin() == constraint::Origin::Iss)
        .map(|about| about.name())
        .filter(|name| !with(name) && !apart.contains(name))
        .collect();
    assert!(missing.is_empty(), "{missing:?}");
}

/// Returns true if the kind of the item is allowed inside `Or`.
fn nests(item: &str) -> bool {
    let name = item[1..].split(['~', '.']).next().unwrap();
    constraint::catalogue()
        .any(|about| about.name() == if name.is_empty() { "Given" } else { name } && about.nests())
}

#[test]
fn the_documentation_of_or_lists_exactly_the_kinds_that_it_rejects() {
    let about = constraint::catalogue().find(|about| about.name() == "Or").unwrap();
    for item in ITEMS {
        let tries =
            (0..200_u8).map(|seed| filled(item, &[seed, seed / 3, 7, seed / 2, 1, 31, seed / 5, 11, 2]));
        let Some(text) = tries.into_iter().find(|text| iss::read(text).is_ok()) else { continue };
        // The first word of some items only makes the second one possible.
        let single = iss::read(&text).unwrap();
        let [only] = single.constraints() else { continue };
        let named = about.details().contains(&format!("`{}`", only.name()));
        let inside = iss::read(&format!(".Or{text}.End"));
        assert_eq!(inside.is_err(), named, "{text}: {inside:?}");
    }
}

proptest! {
    #[test]
    fn items_round_trip(chosen in prop::collection::vec((0..ITEMS.len(), numbers()), 1..8)) {
        let text: String = chosen.iter().map(|(item, numbers)| filled(ITEMS[*item], numbers)).collect();
        // A random choice may be invalid, such as a dot between cells that are not adjacent. Then
        // all errors are reported.
        match iss::read(&text) {
            Ok(_) => drop(same_again(&text)),
            Err(errors) => prop_assert!(!errors.errors().is_empty()),
        }
    }

    #[test]
    fn branches_round_trip(chosen in prop::collection::vec((0..ITEMS.len(), numbers()), 1..6)) {
        let item = |(item, numbers): &(usize, Vec<u8>)| filled(ITEMS[*item], numbers);
        let stands = |text: &String| iss::read(text).is_ok() && nests(text);
        let items: Vec<String> = chosen.iter().map(item).filter(stands).collect();
        let branches = items.join("");
        same_again(&format!(".Or{branches}.And{branches}.End.Or{branches}.End.End"));
    }

    #[test]
    fn no_text_makes_the_reader_panic(text in "[.~_RCVA-Z0-9a-f=|+-]{0,60}", items in prop::collection::vec((0..ITEMS.len(), 0..60_usize), 0..4)) {
        drop(iss::read(&text));
        let cut: String = items.iter().map(|(item, at)| ITEMS[*item].chars().take(*at).collect::<String>()).collect();
        drop(iss::read(&format!("{cut}{text}")));
        drop(iss::link_text(&text).map(|text| iss::read(&text)));
    }
}

#[test]
fn each_item_is_read_for_some_numbers() {
    for item in ITEMS {
        let tries =
            (0..200_u8).map(|seed| filled(item, &[seed, seed / 3, 7, seed / 2, 1, 31, seed / 5, 11, 2]));
        let readable: Vec<String> = tries.filter(|text| iss::read(text).is_ok()).collect();
        readable.iter().for_each(|text| drop(same_again(text)));
        assert!(!readable.is_empty(), "{item}");
    }
}

#[test]
fn all_errors_are_reported_with_their_positions() {
    let wrong = |text: &str| iss::read(text).unwrap_err().to_string();
    assert_eq!(
        wrong(".Thermo~R1C1\n  ~R0C1\n# a comment with .dots\n.~R1C1_10~R1C2_2x.Cage~x~R1C1\n.End.Or"),
        "line 2, column 4: Thermo, argument 2: found \"R0C1\", expected the name of a cell of this board\n\
         line 4, column 3: Given, argument 1: found \"R1C1_10\", expected a number from 1 to 9\n\
         line 4, column 11: Given, argument 2: found \"R1C2_2x\", expected a number from 1 to 9\n\
         line 4, column 24: Cage, argument 1: found \"x\", expected a number from 0 to 1000000\n\
         line 5, column 2: expected a composite before `.End`\n\
         line 5, column 6: found nothing, expected `.End` of this composite"
    );
    assert_eq!(wrong("Thermo~R1C1"), "line 1, column 1: expected a dot before the name of a constraint");
    assert_eq!(wrong(""), "line 1, column 1: expected a dot before the name of a constraint");
    assert_eq!(
        wrong(".Shape~4x4.StarBattle~1.~SB1_5~R1C1_5"),
        "line 1, column 26: Given, argument 1: found \"SB1_5\", expected a number from 1 to 2\n\
         line 1, column 32: Given, argument 2: found \"R1C1_5\", expected a number from 1 to 4"
    );
    assert_eq!(
        wrong(".Or.Wisper~R1C1.End.thermo~R1C1"),
        "line 1, column 5: unknown constraint `Wisper`; did you mean `Whisper`?\n\
         line 1, column 21: unknown constraint `thermo`; did you mean `Thermo`?"
    );
    assert_eq!(
        wrong(".Shape~5x5.Shape~6x6"),
        "line 1, column 18: Shape, argument 1: found \"6x6\", expected the same shape as in the earlier item"
    );
    assert_eq!(
        wrong(".Or.NoBoxes.End"),
        "line 1, column 5: NoBoxes: incompatible with the other constraints, expected a constraint that is allowed in a composite"
    );
    assert_eq!(
        wrong(".Replicate~B.Thermo~R1C1~R1C9.End.Replicate~C.Thermo~R1C1~R1C9.End").lines().count(),
        1
    );
    assert_eq!(wrong(".PairX~Oj~R1C1"), "line 1, column 2: PairX: expected a symmetric relation");
}

#[test]
fn raw_grids_may_be_larger_than_their_values() {
    let text = ".Shape~30x33~9~Raw.~R1C1_1.~R17C33_2.Sum~5~R30C1~R16C17~RgCg";
    let variant = same_again(text);
    assert_eq!(iss::write(&variant), ".Shape~30x33~9~Raw.~R1C1_1~R17C33_2.Sum~5~RgCg~R16C17~R30C1");
    assert_eq!(iss::read(".Shape~12x12.~R10C11_1").unwrap(), iss::read(".Shape~12x12.~RaCb_1").unwrap());
    for cell in variant.board().cells() {
        let name = variant.board().name(cell).to_string();
        assert_eq!(variant.board().cell_named(&name), Some(cell), "{name}");
        assert_eq!(variant.board().cell_named(&name.to_lowercase()), Some(cell), "{name}");
    }
}

#[test]
fn malformed_items_are_rejected() {
    for text in [
        ".Thermo",
        ".Nonsense",
        ".End",
        ".Or",
        ".~R1C1_2x",
        ".WhiteDot~R1C1~R3C3",
        ".Between~R1C1",
        ".SameValues~2~R1C1~R1C2~R1C3",
        ".ContainExact~1~R1C1~R1C1",
        ".Lunchbox~0~R1C1~R1C2~R1C1",
        ".Quad~R9C9~1",
        ".LittleKiller~5~R5C5",
        ".Sandwich~5~R10",
        ".XSum~R1",
        ".Shape~17x3",
        ".Shape~17x17~9~Sudoku",
        ".Shape~100x3~9~Raw",
        ".Shape~40x26~9~Raw",
        ".Shape~17x17~~Raw",
        ".Shape~20x20~9~Raw.~R21C1_1",
        ".Shape~9x9~8",
        ".Shape~9x9~2-10",
        ".Var~a",
        ".Var~A~~17x17",
        ".Var~A~~1000",
        ".Jigsaw~0",
        ".Diagonal~2",
        ".FullRank~R1~37~",
        ".Regex~KA~R1C1",
        ".Regex~MD~R1C1",
        ".NFA~B~R1C1",
        ".ChaosArrow~R1C1",
        ".PillArrow~2~R1C1~R1C3~R2C2",
        ".Modular~0~R1C1",
        ".Pair~!~R1C1",
        ".Shape~4x4~Raw",
        ".Shape~4x4~~Raw.Windoku",
        ".ChaosConstruction.RegionSumLine~R1C1",
        ".Replicate~/.End",
        ".Or.~.End",
        ".AntiKnight~1",
        ".Indexing~X~R1C1",
        ".SumLine~31~R1C1",
        ".Cage~-1~R1C1",
        ".X~R1C1",
        ".Shape~4x4~0-3.AntiTaxicab",
        ".Shape~8x8.GlobalEntropy",
        ".Sum~1_=_1~R1C1~R1C2",
        ".Sum~1_=_101~R1C1",
    ] {
        assert!(iss::read(text).is_err() || text == "{text}");
    }
}

/// Drawings of an arrow follow its cells, so their order is part of the constraint.
#[test]
fn paths_keep_the_order_in_which_they_are_drawn() {
    for text in [
        ".Arrow~R2C3~R2C2~R1C1",
        ".AverageArrow~R3C3~R2C2~R3C1~R2C1",
        ".PillArrow~2~R3C3~R3C4~R2C3~R1C3~R1C2",
        ".Thermo~R2C3~R2C2~R1C1",
        ".DoubleArrow~R1C3~R2C2~R3C3~R3C4",
    ] {
        assert_eq!(iss::write(&iss::read(text).unwrap()), text);
    }
}

#[test]
fn the_later_of_two_clues_is_kept() {
    let equal = |one: &str, two: &str| assert_eq!(iss::read(one), iss::read(two), "{one}");
    equal(".XSum~R1~5~6.XSum~R1~7~", ".XSum~R1~7~6");
    equal(".Quad~R1C1~1.Quad~R1C1~2", ".Quad~R1C1~2");
    equal(".LittleKiller~9~R1C4.LittleKiller~8~R1C4", ".LittleKiller~8~R1C4");
    equal(".Cage~5~R1C1~R1C2.Cage~5~R1C2~R1C1", ".Cage~5~R1C1~R1C2");
    equal(".Binary~_n-4H_gH4AGg~R1C1~R1C2", ".Pair~-n_4H-gH4AGg~R1C1~R1C2");
    equal(" . ~ R1 C1 _5 ", ".~R1C1_5");
    equal(".Replicate~DI.Thermo~R1C1~R1C2.End", ".Thermo~R1C1~R1C2.Thermo~R1C2~R1C3.Thermo~R2C1~R2C2");
}

/// Either both items hold together, or the later one replaces the earlier one and both positions
/// are reported.
#[test]
fn replaced_clues_are_reported() {
    let kind = |item: &str| item[1..].split(['~', '.']).next().unwrap_or("").to_string();
    let is_own = |name: &str| {
        constraint::catalogue()
            .any(|about| about.name() == name && about.origin() == constraint::Origin::Extension)
    };
    let mut replaced = BTreeSet::new();
    for (item, seed) in ITEMS.iter().flat_map(|item| (0..100_u8).map(move |seed| (item, seed))) {
        let (numbers, changed) = ([seed / 5, 1, 7, 3, 1], usize::from(seed % 5));
        let [one, two] = [0, 1].map(|more| {
            let mut numbers = numbers;
            numbers[changed] += more;
            filled(item, &numbers)
        });
        let (Ok(first), Ok(second)) = (iss::read(&one), iss::read(&two)) else { continue };
        let text = format!("{one}\n{two}");
        let Ok(both) = iss::read_with_warnings(&text) else { continue };
        let all = || first.constraints().iter().chain(second.constraints());
        let holds = all().all(|it| both.variant.constraints().contains(it));
        assert_eq!(holds, both.replaced.is_empty(), "{text}");
        same_again(&text);
        if !holds {
            assert!(!is_own(&kind(item)), "{text}");
            assert!(both.replaced.iter().all(|it| it.place().0 == 1 && it.by().0 == 2), "{text}");
            replaced.insert(kind(item));
        }
        // In a composite the later item holds as well, and printing preserves this.
        let apart = iss::read(&format!("{one}.And{two}.End"));
        if let Ok(apart) = apart {
            assert!(all().all(|it| apart.constraints().contains(it)), "{text}");
            same_again(&format!(".Or.And{one}.And{two}.End.End.~R1C1_1.End{one}.And{two}.End"));
        }
    }
    let wanted = ["HiddenSkyscraper", "LittleKiller", "NumberedRoom", "Quad", "Sandwich"];
    assert!(wanted.iter().all(|name| replaced.contains(*name)), "{replaced:?}");
}

#[test]
fn replaced_items_are_reported_with_both_positions() {
    let told = |text: &str| {
        let read = iss::read_with_warnings(text).unwrap();
        read.replaced.iter().map(|it| it.shifted(10).to_string()).collect::<Vec<_>>()
    };
    assert_eq!(
        told("# two\n.Quad~R1C1~1.Var~A\n .Quad~R1C1~2.Var~A~~2.Quad~R1C1~2"),
        [
            "Quad at 13:3 replaces the one at 12:2, as in Interactive Sudoku Solver; put one of them into `.And` to keep both",
            "Var at 13:15 replaces the one at 12:14, as in Interactive Sudoku Solver",
        ]
    );
    assert_eq!(told(".Or.And.XSum~R1~5.XSum~R1~6.End.~R1C1_1.End").len(), 1);
    assert!(told(".NoBoxes.NoBoxes.XSum~R1~5.XSum~R1~~5.Diagonal~1.Diagonal~-1.Diagonal~1").is_empty());
}

#[test]
fn several_puzzles_of_a_file() {
    let text = "# one\n.Thermo~R1C1~R1C2\n\n\n# two\n.Shape~4x4\n.AntiKnight\n\n# nothing\n";
    let parts: Vec<(usize, &str)> = iss::puzzles(text).collect();
    assert_eq!(parts.len(), 2);
    assert_eq!(&text[parts[1].0..parts[1].0 + 5], "# two");
    assert_eq!(iss::write(&iss::read(parts[1].1).unwrap()), ".Shape~4x4.AntiKnight");
}

#[test]
fn houses_and_candidates_alone_are_a_puzzle() {
    let plain = |text: &str| iss::read(text).unwrap().to_puzzle();
    let classic = plain(".~R1C1_5~R1C2_1_2").unwrap();
    assert!(
        classic.geometry().is_classic() && classic.given_count() == 1 && classic.restrictions().is_some()
    );
    assert_eq!(
        plain(".Diagonal~1.Windoku.Cage~~R1C1~R5C5").unwrap().geometry().house_count(),
        27 + 1 + 4 + 1
    );
    assert_eq!(plain(".AntiKnight"), None);
    assert_eq!(plain(".Cage~9~R1C1~R5C5"), None);
    assert_eq!(plain(".Shape~9x9~0-8"), None);
    for text in ["1...............", "12..\n..21\n....\n2...\n"] {
        let puzzle: ClassicPuzzle = text.parse().unwrap();
        let variant = Variant::from_puzzle(&puzzle).unwrap();
        assert_eq!(variant.to_puzzle(), Some(puzzle));
    }
    let jigsaw = ClassicPuzzle::new(Geometry::irregular(4, b"aabbabbbaccdcccd").unwrap().into(), &[0; 16]);
    assert!(Variant::from_puzzle(&jigsaw.unwrap()).is_err(), "regions of different sizes");
    let jigsaw = Geometry::irregular(4, b"aaabcabbccdbcddd").unwrap();
    let puzzle = ClassicPuzzle::new(jigsaw.into(), &[0; 16]).unwrap();
    assert_eq!(Variant::from_puzzle(&puzzle).unwrap().to_puzzle(), Some(puzzle));
}

#[test]
fn large_texts_are_rejected_early() {
    let start = std::time::Instant::now();
    let deep = ".Or".repeat(100_000);
    let stars = format!(".Regex~{}~R1C1", "%28".repeat(50) + "1" + &"%29*".repeat(50));
    let copies = ".Regex~%28%2E*%7B4000%7D%29%7B4000%7D~R1C1".to_string();
    let product = format!(".Replicate~{}{}.End", "_".repeat(13), ".Thermo~R1C1~R1C1".repeat(60_000));
    for text in
        [&deep, &copies, &product, &".".repeat(3_000_000), &".x".repeat(900_000), &"~".repeat(1_000_000)]
    {
        let errors = iss::read(text).unwrap_err();
        assert!(errors.errors().len() <= 10_000);
    }
    assert!(iss::read(&stars).is_ok());
    assert!(start.elapsed().as_secs() < 5, "{:?}", start.elapsed());
}
