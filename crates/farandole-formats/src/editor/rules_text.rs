//! Compares the rules that a text mentions with the constraints of a puzzle.
//!
//! The text is not parsed. A rule counts as mentioned if one of its words occurs. It counts as
//! covered if the puzzle has a constraint of a kind that expresses it.

use farandole_puzzle::constraint::Constraint;

/// A rule, the words that mention it (lower case), and the constraints that cover it.
struct Rule {
    name: &'static str,
    words: &'static [&'static str],
    kinds: &'static [&'static str],
}

const fn rule(name: &'static str, words: &'static [&'static str], kinds: &'static [&'static str]) -> Rule {
    Rule { name, words, kinds }
}

use crate::editor::rule_names;

/// The known rules. A rule without constraint kinds is never covered.
const RULES: &[Rule] = &[
    rule("a knight's move", &["knight"], &["AntiKnight"]),
    rule(
        "a king's move",
        &["anti-king", "antiking", "anti king", "king's move", "kings move", "chess king"],
        &["AntiKing"],
    ),
    rule(
        "neighbours that are not consecutive",
        &["nonconsecutive", "non-consecutive", "not be consecutive", "cannot be consecutive"],
        &[
            "AntiConsecutive",
            "StrictConsecutive",
            "StrictKropki",
            rule_names::NONCONSECUTIVE,
            "Nabner",
            "DiagonalNonconsecutive",
        ],
    ),
    rule("disjoint groups", &["disjoint"], &["DisjointSets", "AllDifferent"]),
    rule("windows", &["windoku", "hypersudoku", "hyper sudoku"], &["Windoku", "AllDifferent"]),
    rule(
        "diagonals",
        &["diagonal"],
        &["Diagonal", "LittleKiller", "Sum", "AntiKing", "AllDifferent", "DiagonalNonconsecutive"],
    ),
    rule(
        "cages",
        &[
            "killer cage",
            "killer sudoku",
            "standard killer",
            "in a cage",
            "in cages",
            "within a cage",
            "cages",
        ],
        &["Cage", "Or", "EqualityCage", "RellikCage"],
    ),
    rule("little killers", &["little killer", "littlekiller"], &["LittleKiller", "Sum"]),
    rule(
        "arrows",
        &["arrow"],
        &["Arrow", "PillArrow", "DoubleArrow", "LittleKiller", "Sum", "Thermo", "Cage"],
    ),
    rule("thermometers", &["thermo"], &["Thermo", "SlowThermo"]),
    rule("slow thermometers", &["slow thermo"], &["SlowThermo"]),
    rule("whispers", &["whisper"], &["Whisper"]),
    rule("renban lines", &["renban"], &["Renban"]),
    rule("palindromes", &["palindrom"], &["Palindrome"]),
    rule("between lines", &["between line"], &["Between"]),
    rule("lockout lines", &["lockout"], &["Lockout"]),
    rule("region sum lines", &["region sum", "box sum line"], &["RegionSumLine", "EqualSum"]),
    rule("entropic lines", &["entropic", "entropy"], &["Entropic", "GlobalEntropy"]),
    rule("modular lines", &["modular"], &["Modular", "GlobalMod"]),
    rule("nabner lines", &["nabner"], &["Nabner"]),
    rule("zipper lines", &["zipper"], &["Zipper"]),
    rule("double arrows", &["double arrow"], &["DoubleArrow"]),
    rule("parity lines", &["parity line"], &["ParityLine"]),
    rule("ten lines", &["10 line", "ten line", "10-line"], &["SumLine"]),
    rule(
        "dots",
        &["kropki", "white dot", "black dot"],
        &["WhiteDot", "BlackDot", "StrictKropki", "Difference", "Ratio"],
    ),
    rule(
        "X and V",
        &["xv ", "an x sum", "separated by an x", "seperated by an x", "separated by x", "joined by an x"],
        &["X", "V", "StrictXV"],
    ),
    rule("quadruples", &["quadruple", "quads"], &["Quad", "ContainAtLeast"]),
    rule("clones", &["clone"], &["Clones", "SameValues"]),
    rule("sandwiches", &["sandwich"], &["Sandwich", "Lunchbox"]),
    rule("X-sums", &["x-sum", "xsum", "x sums", "x sum clue"], &["XSum"]),
    rule("skyscrapers", &["skyscraper"], &["Skyscraper", "HiddenSkyscraper"]),
    rule("indexers", &["indexer", "1-5-9", "159 rule"], &["Indexing", "BoxIndexing", "Or"]),
    rule("numbered rooms", &["numbered room"], &["NumberedRoom"]),
    rule("odd cells", &["must be odd", "are odd", "odd digit"], &["Odd", "Given"]),
    rule("even cells", &["must be even", "are even", "even digit"], &["Even", "Given"]),
    rule("minima and maxima", &["minimum", "maximum"], &["Minimum", "Maximum", "Thermo", "GreaterThan"]),
    rule("inequalities", &["inequality", "greater than sign", "less than sign"], &["Thermo", "GreaterThan"]),
    rule(
        "irregular regions",
        &["jigsaw", "irregular"],
        &["Jigsaw", "NoBoxes", "AllDifferent", "ChaosConstruction"],
    ),
    rule("extra regions", &["extra region"], &["AllDifferent", "Windoku"]),
    rule("rossini clues", &["rossini"], &["Rossini"]),
    rule("battenburgs", &["battenburg"], &["Battenburg"]),
    rule("cells with two digits", &["schrodinger", "schrödinger", "schroedinger"], &["Schroedinger"]),
    rule("doublers", &["doubler"], &["Doublers"]),
    rule("negators", &["negator"], &["Negators"]),
    rule("multipliers", &["multiplier"], &[]),
    rule("yin-yang", &["yin yang", "yin-yang", "yinyang"], &["YinYang"]),
    rule("chaos construction", &["chaos construction"], &["ChaosConstruction"]),
    rule("fillomino", &["fillomino"], &[]),
    rule("a cave", &["cave rule", "is a cave"], &[]),
    rule("a loop", &["draw a loop", "single loop"], &[]),
    rule("star battle", &["star battle"], &["StarBattle"]),
    rule("Mathrax clues", &["mathrax"], &["Mathrax"]),
    rule("V clues", &["vudoku"], &["Vudoku"]),
    rule("sequence lines", &["sequence line"], &["Sequence"]),
    rule("same difference lines", &["same difference", "same-difference"], &["SameDifference"]),
    rule("outside clues", &["outside sudoku", "outside clue"], &["Outside"]),
    rule("a rat's path", &["rat run", "the rat"], &[]),
    rule("counting circles", &["counting circle"], &["CountingCircles"]),
    rule("look-and-say", &["look and say", "look-and-say"], &["LookAndSay"]),
    rule("taxicab distances", &["taxicab"], &["AntiTaxicab", "Taxicab"]),
    rule("digital roots", &["digital root"], &["DigitalRoot"]),
    rule("Japanese sums", &["japanese sum"], &[]),
];

/// Returns the rules that a text mentions and no constraint covers.
pub(crate) fn mentions(text: &str, constraints: &[Constraint]) -> Vec<&'static str> {
    let text = text.to_lowercase();
    let named = |rule: &&Rule| rule.words.iter().any(|word| has_word(&text, word));
    let accounted = |rule: &&Rule| {
        constraints.iter().any(|constraint| rule.kinds.iter().any(|kind| is_called(constraint, kind)))
    };
    RULES.iter().filter(named).filter(|rule| !accounted(rule)).map(|rule| rule.name).collect()
}

/// Returns true if the text contains the word, or a longer word that begins with it.
fn has_word(text: &str, word: &str) -> bool {
    text.match_indices(word).any(|(place, _)| !text[..place].ends_with(char::is_alphanumeric))
}

/// Returns true if this is the name of a constraint or of its pair table, which may end in a
/// number.
fn is_called(constraint: &Constraint, name: &str) -> bool {
    match constraint {
        Constraint::Pair(pair) if pair.name.starts_with(name) => true,
        Constraint::PairX(pair) if pair.name.starts_with(name) => true,
        other => other.name() == name,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use farandole_puzzle::constraint::{AntiKnight, Diagonal};

    #[test]
    fn only_rules_without_constraint_are_named() {
        let text = "Anti-knight rules apply. Along thermometers digits rise. Both DIAGONALS are special.";
        let knight = Constraint::from(AntiKnight {});
        let diagonal = Constraint::from(Diagonal { diagonal: farandole_puzzle::Diagonal::Main });
        assert_eq!(mentions(text, &[]), ["a knight's move", "diagonals", "thermometers"]);
        assert_eq!(mentions(text, &[knight, diagonal]), ["thermometers"]);
        assert!(mentions("Normal Sudoku rules apply.", &[]).is_empty());
    }

    #[test]
    fn words_begin_where_words_begin() {
        assert!(has_word("a thermometer", "thermo") && !has_word("isothermo", "thermo"));
    }
}
