//! Sentences that add no constraint, words that reverse rules, and the vocabulary of rules.
// long: tables of words

/// Phrases of the usual rules. A sentence with one of them is neutral if its other words are all in
/// [`USUAL_WORDS`].
pub(super) const USUAL: &[&str] = &[
    "rules apply",
    "normal|standard|usual rules",
    "sudoku rules",
    "sudoku",
    "place|fill|put|enter|write|insert|input .. digits|numbers|cell|cells|grid|#",
    "digits|numbers .. once",
    "digit|number .. exactly once",
    "each|every row",
    "row .. column",
    "not|cannot|cant|without|no repeat* .. row|column|box|region",
];

/// Words of sentences about the usual rules.
pub(super) const USUAL_WORDS: &str = "
    normal standard classic usual regular ordinary sudoku rules rule apply applies the place fill put
    enter write insert input digits digit numbers number a an in into to from through and or each every
    all row rows column columns box boxes region regions cell cells once exactly of with so that no not
    repeat repeats repeating without must cannot cant may is are be contain contains containing appear
    appears grid empty same within any outlined bold bolded marked here ie i e 3x3 2x2 2x3 3x2 4x4 6x6 9x9
    x by blank such this puzzle for also only complete thick lines using use between there one time least
    heavy border borders bordered area areas goal as always just set thus therefore has have which means
    meaning these those does do will should can 8x8 5x5 7x7 2x4 4x2 you your filling placing placed filled
    entered duplicate duplicates typical basic constraints occur occurs different distinct
";

/// Phrases of explanations and greetings. A sentence with one of them is neutral if it mentions no
/// constraint.
pub(super) const REMARKS: &[&str] = &[
    "exported from",
    "not all ?of ?the ?possible .. given|shown|marked",
    "not all .. necessarily",
    "not necessarily all",
    "not every .. given|shown|marked",
    "thanks|thank",
    "good luck",
    "have fun",
    "enjoy",
    "hope you",
    "happy solving",
    "solve .. online",
    "created by|with",
    "http|https",
    "no guessing",
    "there is no negative constraint",
    "no negative constraint",
    "negative constraint does|do not apply",
    "fog|fogged|foggy",
    "reveal*",
    "clues may|might|can|are ?be ?also hidden",
    "feedback",
    "comments",
    "different lines may|can ?also have",
    "groups|segments .. not|cannot|cant|dont overlap",
    "line* .. own sum|total|difference",
    "edge|edges of the grid .. not count",
    "sums|totals|differences may|can ?also differ|vary",
    "you know .. rules|sudoku",
    "first|second|latest puzzle",
    "absence .. nothing|anything|information",
    "absence .. not .. mean*|imply|implies|indicate*",
    "solver .. determine|deduce|discover|find|work",
    "to be determined|deduced|discovered",
    "must be determined|deduced|discovered ?by ?the ?solver",
    "must determine|deduce which",
    "colors|colours|shading .. no meaning|significance|effect",
    "purely cosmetic|decorative|aesthetic",
    "cosmetic only",
    "only cosmetic|decorative|aesthetic",
    "for|as decoration",
    "not a deduction",
    "bifurcation",
    "puzzle has a unique solution",
    "digits|numbers|values|integers|these|they may|can ?be ?appear in any order",
    "order does not matter",
    "those|these are all the rules",
];

/// Phrases of short sentences that only count drawings.
pub(super) const COUNTS: &[&str] = &[
    "there are # grey|gray|red|green|blue|purple|pink|orange|yellow|black|white|coloured|colored line|lines|cages|arrows",
    "there are # lines|cages|arrows|thermometers",
];
/// Maximum number of words of a sentence with one of [`COUNTS`].
pub(super) const COUNT_WORDS: usize = 9;

/// Words of headings that only name a drawing. The drawing is explained by another sentence.
pub(super) const HEADINGS: &str = "
    and arrow arrows black cage cages cells circles clues constraint constraints diagonal diagonals dots
    even grid killer kropki line lines normal odd outside partial regions rules sudoku white xv
";
/// Maximum number of words of a heading.
pub(super) const HEADING_WORDS: usize = 4;

/// Words that begin an example.
pub(super) const EXAMPLES: &[&str] =
    &["e g", "eg", "for example", "for instance", "as an example", "example", "examples", "ex"];

/// Phrases that permit repeated digits. They only state the absence of a rule.
pub(super) const PERMISSIONS: &[&str] = &[
    "may|can repeat",
    "digits may|can ?also repeat",
    "repeat* .. if|when .. allowed|permitted",
    "if permitted|allowed by other rules",
    "may|can ?also be repeated",
    "repeats ?are allowed|permitted",
    "repeat* ?is|are allowed|permitted",
    "digits can|may appear more than once",
    "does not have to",
    "do not have to",
    "need not",
];

/// The reason why a sentence with an exception prevents an automatic answer, unless the sentence
/// permits repeated digits.
pub(super) const EXCEPTION: &str = "the sentence has an exception";

/// The reason why a sentence about cells with another value prevents an automatic answer.
pub(crate) const CHANGES_VALUES: &str = "the sentence changes the value of cells";

/// Phrases that reverse or suspend rules, each with the reason in words.
pub(super) const STOPS: &[(&str, &str)] = &[
    ("rules ?do|does not apply", "the sentence suspends the usual rules"),
    ("rules dont|doesnt apply", "the sentence suspends the usual rules"),
    ("?not a normal|standard sudoku", "the sentence suspends the usual rules"),
    ("normal|standard|usual .. not apply", "the sentence suspends the usual rules"),
    (
        "clue* .. wrong|wrogn|false|incorrect|lie|lies|lying|untrue|liar*",
        "the sentence says that clues are wrong",
    ),
    ("wrong|wrogn|false|incorrect|lying clue*", "the sentence says that clues are wrong"),
    (
        "rule*|constraint*|statement*|sentence*|instruction* .. wrong|wrogn|false|incorrect|lying|untrue|mistake*",
        "the sentence says that rules are wrong",
    ),
    (
        "wrong|wrogn|false|incorrect|untrue rule*|constraint*|statement*",
        "the sentence says that rules are wrong",
    ),
    (
        "not all|every .. rule*|constraint*|clue* .. apply|applies|true|correct|valid",
        "the sentence says that rules are wrong",
    ),
    ("must make .. error*", "the sentence asks for errors"),
    ("exactly .. error*|mistake*", "the sentence asks for errors"),
    ("may|can|must be violated", "the sentence permits violations of rules"),
    ("rule*|constraint*|clue* .. may|can|must be broken", "the sentence permits violations of rules"),
    ("exactly one .. is wrong|false|incorrect|true|correct", "the sentence says that clues are wrong"),
    ("negator*", CHANGES_VALUES),
    ("doubler*", CHANGES_VALUES),
    ("multiplier*", CHANGES_VALUES),
    ("modifier*", CHANGES_VALUES),
    ("count* as negative|double", CHANGES_VALUES),
    ("schrodinger*|schrödinger*|schroedinger*", CHANGES_VALUES),
    ("value .. instead of ?the digit", CHANGES_VALUES),
    ("repeat* ?digits ?are ?is allowed .. row*|column*|box*|region*", "the sentence permits repeated digits"),
    (
        "may|can|must|should ?also repeat in|within ?a|the|each|any|one|same row*|column*|box*|region*",
        "the sentence permits repeated digits",
    ),
    ("row*|column*|box*|region* may|can|must ?contain repeat*", "the sentence permits repeated digits"),
    ("except", EXCEPTION),
    ("unless", EXCEPTION),
    ("ignore|ignores|ignoring", EXCEPTION),
    ("instead", "the sentence replaces a rule"),
    ("opposite of", "the sentence reverses a rule"),
    ("anti thermo*|arrow*|cage*|renban*|whisper*|palindrome*", "the sentence reverses a rule"),
    ("clue* .. not|never ?be valid", "the sentence reverses a rule"),
    ("not|never valid clue*", "the sentence reverses a rule"),
];

/// Words of rules about known constraints, in addition to the words of phrases, numbers, hues, shapes and
/// [`USUAL_WORDS`]. An unknown word may name a rule that no constraint accounts for.
pub(super) const KNOWN_WORDS: [&str; 3] = [
    // Function words.
    "
        at on along if then than their its it they them these those other others another some either
        both neither nor but however when where who whose while whereas can could will would should
        shall might do does don being been was were had having own up down left right out over under
        above below onto off via per about around across after before away itself themselves what how
        many much more most less few fewer two you your we me s t n o p re etc am until because since
        regardless independently respectively together separately individually again too even else yet
        still first second third last next previous nth final
    ",
    // Verbs.
    "
        differ differs differing increase increases increasing decrease decreases decreasing rise
        rises rising ascend descend sum sums summing add adds adding total totals equal equals form
        forms forming consist consists comprise comprises read reads separate separates separated
        seperated join joins joined connect connects connected connecting divide divided divides share
        shares sharing touch touches touching indicate indicates indicated show shows shown give gives
        given mark marks marking move moves moving pass passes passing visit visits visited require
        requires required represent represents denote denotes determine determines determined lie lies
        located placed written printed seen see sees count counts counted including include includes
        included follow follows following satisfy satisfied start starts starting end ends ending
        remain remains stay stays occur occurs belong hold holds hide hides obscure obscures block
        blocks going run runs span spans found known called described attached permitted allowed point
        points pointing alternate alternates surround surrounds surrounding match matches correspond
        corresponds corresponding specify specifies looking viewed visible according applied made make
        makes take takes taken like said say says get gets necessarily possible possibly
    ",
    // Nouns and adjectives.
    "
        adjacent orthogonally orthogonal diagonally diagonal diagonals neighbour neighbours neighbor
        neighbors neighbouring neighboring consecutive successive non nonrepeating different distinct
        unique identical difference differences ratio value values pair pairs order direction
        directions way ways side sides top bottom corner corners edge edges center centre middle
        central length distance equidistant position positions endpoint endpoints tip tips round
        intersection clue clues group groups sequence sequences segment segments part parts path
        arrowhead head tail shaft stem product larger largest smaller smallest greater greatest higher
        highest lower lowest bigger low high odd parity double twice half times strictly never single
        multiple certain particular type types kind colour colours color colors coloured colored dark
        light thin wide small large big tall taller short shorter full whole entire opposite common
        constraint constraints negative positive grids letter letters symbol symbols shape shapes
        chess king kings knight knights horizontally vertically horizontal vertical step steps versa
        vice apart upper hand height heights line sight building buildings location locations case
        true note filled size range combination combinations max min upto additional additionally
        extra partial decimal multi long respective german dutch main gray quad thermometer
        thermometers thermos sandwich room rooms killer little look tens units remainder divisible
        sets entropic modular inequality inequalities surrounded touched four nature solver backwards
        forwards backward forward reversed palindromes palindrome anywhere inside outer inner rest
        remaining respect relation relationship kropki xv unit shaded unshaded unmarked grey
        rotationally orientation orientations pink entered
    ",
];
