//! Sentences of rules and the constraints that they mention.

use farandole_formats::rules_text::MeaningKind::{self, *};
use farandole_formats::rules_text::{
    DigitSet, Distance, Hue, Join, PairRelation, PairTerm, Shape, read_rules, rules_body,
};

fn kinds(text: &str) -> Vec<MeaningKind> {
    read_rules(text).into_iter().flat_map(|it| it.mentions).map(|it| it.kind).collect()
}

fn pair(term: PairTerm) -> MeaningKind {
    Pair(PairRelation::of(term))
}

#[test]
fn each_sentence_mentions_its_kind() {
    for (sentence, kind) in [
        ("Thermometers: values rise from the round end.", Kind("Thermo")),
        ("From the bulb end, digits increase.", Kind("Thermo")),
        ("On slow thermometers, digits never decrease.", Kind("SlowThermo")),
        (
            "Digits increase or stay equal moving away from the bulb, increasing or staying the same.",
            Kind("SlowThermo"),
        ),
        ("Neighbouring digits on green lines differ by at least five.", Whisper { difference: Some(5) }),
        ("The yellow line is a whisper.", Whisper { difference: None }),
        ("Pink lines hold a set of consecutive digits in some order.", Kind("Renban")),
        ("Brown lines read the same from both ends.", Kind("Palindrome")),
        ("Blue lines have an equal sum in each box they visit.", Kind("RegionSumLine")),
        ("Digits on a line are strictly between the digits in its circles.", Kind("Between")),
        ("Lockout lines: the diamonds differ by at least 4.", Lockout { difference: Some(4) }),
        ("The digits on an arrow sum to the number in the circle.", Kind("Arrow")),
        ("Numbers outside the grid show the sum of the digits on the marked diagonal.", Kind("LittleKiller")),
        ("Sandwich clues are outside the grid.", Kind("Sandwich")),
        ("X-Sums: the clue is the sum of the first X digits.", Kind("XSum")),
        ("Skyscrapers are outside the grid.", Kind("Skyscraper")),
        ("Numbers outside are the sum of the visible skyscrapers.", Kind("SkyscraperSum")),
        ("Orange lines have the same product in each box.", Kind("ProductLine")),
        ("Numbered rooms apply.", Kind("NumberedRoom")),
        ("Digits in cages sum to the small number.", Kind("Cage")),
        ("A quadruple lists digits of its four cells.", Kind("Quad")),
        ("Peach lines are entropic.", Kind("Entropic")),
        ("Teal lines are modular.", Modular { modulus: 3 }),
        ("Read inwards, a pink spiral line never falls by more than 2.", Kind("SpiralOrder")),
        ("Parity lines alternate.", Kind("ParityLine")),
        ("Grey squares are even.", Kind("Even")),
        ("Cells with a grey circle contain odd digits.", Kind("Odd")),
        ("Marked cells are smaller than all orthogonally adjacent cells.", Kind("Minimum")),
        ("Marked cells are greater than their neighbours.", Kind("Maximum")),
        ("Cells a knight's move apart differ.", Kind("AntiKnight")),
        ("Cells a king's move apart differ.", Kind("AntiKing")),
        ("Orthogonally adjacent cells cannot be consecutive.", Kind("AntiConsecutive")),
        ("Digits cannot repeat on the diagonals.", Diagonals),
        ("Disjoint groups apply.", Kind("DisjointSets")),
        ("Red cells are row indexers.", RowIndexer),
        ("Blue cells are column indexers.", ColumnIndexer),
        ("A digit in a circle is how many circles hold this digit.", Kind("CountingCircles")),
        ("Zipper lines are lavender.", Kind("Zipper")),
        ("Each line can be divided into segments that sum to 12.", SumLine { sum: Some(12) }),
        ("Nabner lines are gold.", Kind("Nabner")),
        (
            "A difference on a line states how many neighbours on it have that difference.",
            Kind("CountedDifferences"),
        ),
        (
            "Each difference along the line occurs as often as its value indicates.",
            Kind("CountedDifferences"),
        ),
        ("Purple lines are Fibonacci sequences.", Fibonacci { increasing: false }),
        (
            "Fibonacci lines increase: each digit is the sum of the two before.",
            Fibonacci { increasing: true },
        ),
        (
            "Choose 6 different digits from the range 0 to 9.",
            DigitSet(DigitSet { count: 6, first: 0, last: 9 }),
        ),
    ] {
        assert_eq!(kinds(sentence), [kind], "{sentence}");
    }
}

#[test]
fn setters_name_kinds_in_many_words() {
    for (sentence, kind) in [
        (
            "Each digit on a green line differs by at least 5 from its neighbours on the line.",
            Whisper { difference: Some(5) },
        ),
        (
            "Values along a green line must be at least 5 apart: neighbouring digits differ by at least 5.",
            Whisper { difference: Some(5) },
        ),
        ("Orange lines are Dutch whispers.", Whisper { difference: Some(4) }),
        ("Purple lines contain a consecutive set of digits.", Kind("Renban")),
        ("A pink line has consecutive values in a random order.", Kind("Renban")),
        ("On a gold line, no two digits are consecutive or equal.", Kind("Nabner")),
        ("Lines contain neither repeated nor consecutive digits.", Kind("Nabner")),
        ("Blue lines are split by box borders into parts with the same sum.", Kind("RegionSumLine")),
        ("Within each 3x3 box, digits on a blue line add up to the same value.", Kind("RegionSumLine")),
        ("Each grey line is cut into groups of cells that sum to 10.", SumLine { sum: Some(10) }),
        ("A grey line reads the same in both directions.", Kind("Palindrome")),
        ("Digits equidistant from the middle of a line have a total of its centre.", Kind("Zipper")),
        ("Every run of three cells on a line has a low, a middle and a high digit.", Kind("Entropic")),
        (
            "Each three cells on a teal line have one of 147, one of 258 and one of 369.",
            Modular { modulus: 3 },
        ),
        ("Neighbours on a red line: one odd, one even digit, so that parity alternates.", Kind("ParityLine")),
        ("Digits on the line are outside the range of its endpoints.", Lockout { difference: None }),
        ("Digits on a line sum to the sum of both bulbs.", Kind("DoubleArrow")),
        ("Digits on the red line sum to 23.", LineSum { sum: 23 }),
        ("Digits do not repeat along a black line.", LineDiffers),
        (
            "Adjacent digits on a blue line sum to at most 9.",
            LinePairs(PairRelation::of(PairTerm::SumAtMost(9))),
        ),
        (
            "Neighbouring digits along a brown path are in a 1:2 ratio.",
            LinePairs(PairRelation::of(PairTerm::Ratio(1, 2))),
        ),
        (
            "Orthogonally adjacent cells differ by at least 2.",
            Neighbours(Distance::ORTHOGONAL, PairRelation::of(PairTerm::DifferenceAtLeast(2))),
        ),
        (
            "Orthogonally adjacent digits may not both be even.",
            NotNeighbours(Distance::ORTHOGONAL, PairRelation { terms: vec![PairTerm::BothEven], any: true }),
        ),
        (
            "Orthogonally adjacent cells must not sum to 5 or 10.",
            Neighbours(
                Distance::ORTHOGONAL,
                PairRelation { terms: vec![PairTerm::NotSum(5), PairTerm::NotSum(10)], any: false },
            ),
        ),
    ] {
        assert_eq!(kinds(sentence), [kind], "{sentence}");
    }
}

#[test]
fn rules_of_the_grid_name_a_distance() {
    let wraps = |distance| Distance { wraps: true, ..distance };
    for (sentence, distance, terms) in [
        (
            "Cells a knight's move apart cannot be consecutive.",
            Distance::KNIGHT,
            vec![PairTerm::NotDifference(1)],
        ),
        (
            "Cells separated by a knight's move (in chess) never sum to 10.",
            Distance::KNIGHT,
            vec![PairTerm::NotSum(10)],
        ),
        (
            "Cells a king's move apart differ by at most 6.",
            Distance::KING,
            vec![PairTerm::DifferenceAtMost(6)],
        ),
        (
            "Diagonally adjacent cells differ by at least 2.",
            Distance::DIAGONAL,
            vec![PairTerm::DifferenceAtLeast(2)],
        ),
        (
            "Along every diagonal, the max difference is 6.",
            Distance::DIAGONAL,
            vec![PairTerm::DifferenceAtMost(6)],
        ),
        (
            "Orth. adj. cells are diff. mod 3 and mod 4.",
            Distance::ORTHOGONAL,
            vec![PairTerm::DifferentRemainder(3), PairTerm::DifferentRemainder(4)],
        ),
        (
            "Two neighbouring cells never sum to a multiple of 4; the grid wraps around.",
            wraps(Distance::ORTHOGONAL),
            vec![PairTerm::NotSumRemainder(4, 0)],
        ),
    ] {
        let relation = PairRelation { terms, any: false };
        assert_eq!(kinds(sentence), [Neighbours(distance, relation)], "{sentence}");
    }
}

#[test]
fn remainders_are_relations_of_lines_and_clues_of_cages() {
    for (sentence, kind) in [
        (
            "Digits on a red line have the same remainder when divided by 4.",
            LinePairs(PairRelation::of(PairTerm::SameRemainder(4))),
        ),
        (
            "Two adjacent digits on a red line have a sum that is divisible by 3.",
            LinePairs(PairRelation::of(PairTerm::SumRemainder(3, 0))),
        ),
        ("Any four neighbours on a red line have all remainders modulo 4.", Modular { modulus: 4 }),
        ("A clue of a cage is the remainder of its sum divided by 6.", CageRemainder { modulus: 6 }),
        ("Red dots are between digits with the same remainder modulo 4.", pair(PairTerm::SameRemainder(4))),
    ] {
        assert_eq!(kinds(sentence), [kind], "{sentence}");
    }
}

#[test]
fn setters_name_cages_marks_and_rules_of_the_grid_in_many_words() {
    for (sentence, kind) in [
        ("The product of the digits in a cage is its number.", CageProduct),
        ("Digits may repeat in cages.", CageRepeats),
        ("A number on an edge is the difference of the two adjacent cells.", NumberedDifference),
        ("The number in a dot between cells is their sum.", NumberedSum),
        (
            "Numbers outside: the sum of the digits between the greatest and the least digit of a row, added up.",
            Kind("Sandwich"),
        ),
        ("Both circles' sum: the sum of both circles is the sum between them.", Kind("DoubleArrow")),
        ("Digits on an arrow have the sum in its pill.", Kind("Arrow")),
        ("Cells with outward arrows are greater than their neighbours.", Kind("Maximum")),
        ("Bars separate consecutive digits.", pair(PairTerm::Difference(1))),
        ("The number on a dot is the difference between the two cells.", NumberedDifference),
        ("Roman numerals between cells show the sum of the digits in both.", RomanSum),
        ("Digits cannot repeat along the positive diagonal.", OneDiagonal { rising: true }),
        ("Digits cannot repeat on the positive or negative diagonal.", Diagonals),
        ("Each 2x2 square has a digit of 147, one of 258 and one of 369.", Kind("GlobalMod")),
        ("A digit in column 1, 5 or 9: see 159.", IndexedColumns),
        ("Frame sums: the first three digits.", Kind("FrameSum")),
        ("A digit in a circle is the number of times it appears in circles.", Kind("CountingCircles")),
        ("There are exactly 3 lines of each kind.", LinesOfEach { count: 3 }),
    ] {
        assert_eq!(kinds(sentence), [kind], "{sentence}");
    }
}

#[test]
fn remarks_add_nothing_and_rules_are_never_remarks() {
    for sentence in [
        "Fog clears when a correct digit is placed.",
        "These digits can appear in any order.",
        "The solver has to find out which is which.",
        "Digits may repeat along a line if allowed by other rules, unless they are in one row.",
        "The picture is purely decorative.",
    ] {
        let read = read_rules(sentence);
        assert!(read[0].is_neutral && read[0].stops_automatic.is_none(), "{read:?}");
    }
    for sentence in [
        "Snarks are boojums.",
        "Digits in corners form a grumble.",
        "Each row has a hidden pair of twins.",
        "A digit in a square counts the odd digits in its row.",
        "Each cage contains exactly two even digits.",
        "A clue outside the grid is the distance between the 1 and the 9.",
        "The digits in every box are friendly.",
        "All boxes contain the same pattern.",
    ] {
        assert!(!read_rules(sentence)[0].is_neutral, "{sentence}");
    }
}

#[test]
fn relations_of_pairs_have_their_numbers() {
    for (sentence, kind) in [
        ("Digits separated by a red dot differ by at least 4.", pair(PairTerm::DifferenceAtLeast(4))),
        ("Cells joined by a pink dot sum to 10.", pair(PairTerm::Sum(10))),
        ("Cells with a green dot between them have a ratio of 1:3.", pair(PairTerm::Ratio(1, 3))),
        ("A dot: one cell is double the other.", pair(PairTerm::Ratio(1, 2))),
        (
            "Yellow dots join digits that are consecutive or have the same parity.",
            Pair(PairRelation { terms: vec![PairTerm::Difference(1), PairTerm::SameParity], any: true }),
        ),
    ] {
        assert_eq!(kinds(sentence), [kind], "{sentence}");
    }
}

#[test]
fn a_relation_holds_for_the_digits_that_arithmetic_gives() {
    for (a, b) in (0..=16_u8).flat_map(|a| (0..=16).map(move |b| (a, b))) {
        let (x, y) = (i32::from(a), i32::from(b));
        for n in 0..=20 {
            let m = i32::from(n);
            assert_eq!(PairTerm::Difference(n).holds(a, b), x - y == m || y - x == m);
            assert_eq!(PairTerm::DifferenceAtLeast(n).holds(a, b), x - y >= m || y - x >= m);
            assert_eq!(PairTerm::Sum(n).holds(a, b), x + y == m);
            assert_eq!(PairTerm::NotSum(n).holds(a, b), x + y != m);
            assert_eq!(PairTerm::SumAtLeast(n).holds(a, b), x + y >= m);
            assert_eq!(PairTerm::SumAtMost(n).holds(a, b), x + y <= m);
            if n > 0 {
                assert_eq!(PairTerm::SameRemainder(n).holds(a, b), x % m == y % m);
                assert_eq!(PairTerm::DifferentRemainder(n).holds(a, b), x % m != y % m);
                assert_eq!(PairTerm::SumRemainder(n, 0).holds(a, b), (x % m + y % m) % m == 0);
                assert_eq!(PairTerm::NotSumRemainder(n, 0).holds(a, b), (x % m + y % m) % m != 0);
            }
        }
        assert_eq!(PairTerm::Ratio(1, 2).holds(a, b), x == 2 * y || y == 2 * x);
        assert_eq!(PairTerm::DifferentParity.holds(a, b), (x + y) % 2 == 1);
        assert_eq!(PairTerm::BothEven.holds(a, b), (x % 2, y % 2) == (0, 0));
        assert_eq!(PairTerm::BothOdd.holds(a, b), (x % 2, y % 2) == (1, 1));
        let multiple = (0..=16).any(|k| x * k == y || y * k == x);
        assert_eq!(PairTerm::Multiple.holds(a, b), multiple, "{a} {b}");
        let both = PairRelation { terms: vec![PairTerm::Sum(10), PairTerm::Difference(2)], any: false };
        assert_eq!(both.holds(a, b), x + y == 10 && (x - y).abs() == 2);
        assert_eq!(PairRelation { any: true, ..both }.holds(a, b), x + y == 10 || (x - y).abs() == 2);
    }
}

#[test]
fn hues_belong_to_their_clauses() {
    let sentences = read_rules(
        "Red lines are palindromes, purple and pink lines are renban, and green ones are whispers.",
    );
    let hues: Vec<_> = sentences[0].mentions.iter().map(|it| (it.kind.clone(), it.hues.clone())).collect();
    assert_eq!(
        hues,
        [
            (Kind("Palindrome"), vec![Hue::Red]),
            (Kind("Renban"), vec![Hue::Purple]),
            (Whisper { difference: None }, vec![Hue::Green])
        ]
    );
    let dots = read_rules("White dots are consecutive, black dots have a 1:2 ratio.");
    assert_eq!(dots[0].mentions[0].hues, [Hue::White]);
    assert_eq!(dots[0].mentions[1].hues, [Hue::Black]);
    assert_eq!(dots[0].mentions[1].shapes, [Shape::Dot]);
}

#[test]
fn several_kinds_share_or_divide_the_drawings() {
    let join = |text| read_rules(text)[0].join;
    assert_eq!(join("Grey lines are renban and palindromes."), Join::Together);
    assert_eq!(join("Each grey line is either a renban line or a palindrome."), Join::OneOf);
    assert_eq!(join("Red lines are renban, blue lines are palindromes."), Join::Separate);
}

#[test]
fn negative_rules_refer_to_earlier_sentences() {
    let dots = "Digits with a white dot are consecutive. Digits with a V sum to 5.";
    let last = |text: &str| kinds(&format!("{dots} {text}")).split_off(2);
    assert_eq!(last("All dots are given."), [Negative(PairRelation::of(PairTerm::Difference(1)))]);
    assert_eq!(last("All Vs are shown."), [Negative(PairRelation::of(PairTerm::Sum(5)))]);
    assert_eq!(last("All such pairs are marked."), [Negative(PairRelation::of(PairTerm::Sum(5)))]);
    assert_eq!(last("Not all dots are given."), []);
    // Without a pair, the sentence remains without an explanation.
    let sentence = read_rules("All blue hats are given.").remove(0);
    assert!(sentence.mentions.is_empty() && !sentence.is_neutral);
}

#[test]
fn the_usual_rules_and_remarks_are_neutral() {
    for neutral in [
        "Normal Sudoku rules apply.",
        "SUDOKU",
        "Place the digits 1 to 6 once each in every row, column and 2x3 box.",
        "Not all dots are given.",
        "For example, a renban line could be 4-2-3.",
        "Digits may repeat along an arrow if allowed by other rules.",
        "Have fun!",
    ] {
        assert!(read_rules(neutral)[0].is_neutral, "{neutral}");
    }
}

#[test]
fn a_condition_next_to_the_usual_rules_is_not_neutral() {
    for hostile in [
        "Normal sudoku rules apply, except in row 5.",
        "Normal sudoku rules do not apply.",
        "Normal sudoku rules apply in the haunted boxes.",
        "Every row contains one secret spy.",
        "Not all dots are given, but all triples are.",
        "The purple line is magic.",
    ] {
        assert!(!read_rules(hostile)[0].is_neutral, "{hostile}");
    }
}

#[test]
fn reversed_rules_stop_an_automatic_answer() {
    for hostile in [
        "Normal sudoku rules do NOT apply.",
        "Every clue is wrong.",
        "Exactly one clue is false.",
        "Digits may repeat in rows.",
        "There is a negator in each row.",
        "Thermometers rise from the bulb unless they are red.",
    ] {
        assert!(read_rules(hostile)[0].stops_automatic.is_some(), "{hostile}");
    }
    for harmless in [
        "Digits on arrows sum to the circle.",
        "Digits may repeat along an arrow.",
        "Digits may repeat in cages.",
    ] {
        assert_eq!(read_rules(harmless)[0].stops_automatic, None, "{harmless}");
    }
}

#[test]
fn words_of_unknown_rules_are_listed() {
    let unknown = |text| read_rules(text)[0].unknown.clone();
    assert_eq!(
        unknown("Thermometers increase from the bulb, and a goblin sits on each."),
        ["goblin", "sits"]
    );
    assert!(unknown("Digits along an arrow sum to the digit in its circle.").is_empty());
    assert!(kinds("Draw a snake.").contains(&Kind("Snake")));
}

#[test]
fn spans_are_the_text_of_the_sentence() {
    let text = "\"1) Renban lines are “pink”.\\n- Ünïcode – e.g. 1.5, é!\\n\\nLast\"";
    let body = rules_body(text);
    let sentences = read_rules(text);
    assert_eq!(sentences.len(), 3);
    assert!(sentences.iter().all(|it| body[it.span.clone()] == it.text));
}

#[test]
fn any_text_is_read_in_linear_time() {
    let mut hostile: Vec<String> =
        ["(", "all ", "adjacent digits ", "1:", ".", "\\", "\\n", "differ ", "é.A", "\u{0}"]
            .iter()
            .map(|unit| unit.repeat(2_000))
            .collect();
    hostile.push("\"\\ud800\"".into());
    hostile.push("line 99999999999999999999 sum to 70000 with 65536 times".into());
    for text in hostile {
        read_rules(&text);
    }
}
