//! Phrases that mention each kind of constraint.
// long: tables of phrases

use super::meaning::{DigitSet, MeaningKind};

/// The phrases of a meaning.
pub(super) struct Row {
    /// Makes the meaning from the numbers of the phrase.
    pub(super) make: fn(&[u16]) -> Option<MeaningKind>,
    /// Phrases; one of them suffices.
    pub(super) phrases: &'static [&'static str],
    /// Phrases that exclude the meaning, wherever they are in the sentence.
    pub(super) unless: &'static [&'static str],
}

const fn row(make: fn(&[u16]) -> Option<MeaningKind>, phrases: &'static [&'static str]) -> Row {
    Row { make, phrases, unless: &[] }
}

const fn row_unless(
    make: fn(&[u16]) -> Option<MeaningKind>,
    phrases: &'static [&'static str],
    unless: &'static [&'static str],
) -> Row {
    Row { make, phrases, unless }
}

fn small(numbers: &[u16]) -> Option<u8> {
    numbers.first().and_then(|number| u8::try_from(*number).ok())
}

use MeaningKind as M;

/// Phrases about lines.
pub(super) const LINES: &[Row] = &[
    row(|_| Some(M::SlowThermo), SLOW),
    row_unless(
        |_| Some(M::Thermo),
        &["thermo*", "increas* .. bulb", "bulb .. increas*", "ascend* .. bulb", "rise .. bulb"],
        SLOW,
    ),
    row_unless(
        |n| Some(M::Whisper { difference: small(n) }),
        &[
            "whisper* .. differ* .. #",
            "whisper* .. # apart",
            "whisper*",
            "adjacent|neighbour*|consecutive|successive|next|connected digits|cells|values|numbers|ones .. line* .. differ* .. at least #",
            "line* .. adjacent|neighbour*|consecutive|successive|connected digits|cells|values|numbers|ones .. differ* .. at least #",
            "adjacent|neighbour*|consecutive|successive|connected digits|cells|values|numbers .. line* .. differ* .. # or more|greater|higher",
            "line* .. adjacent|neighbour*|consecutive|successive|connected digits|cells|values|numbers .. differ* .. # or more|greater|higher",
            "adjacent|neighbour*|consecutive|successive|connected digits|cells|values|numbers .. line* .. at least # apart",
            "line* .. adjacent|neighbour*|consecutive|successive|connected digits|cells|values|numbers .. at least # apart",
            "line* .. adjacent|neighbour*|consecutive|connected digits|cells|values|numbers .. # or more apart",
            "neighbours .. line* .. differ* .. at least #",
            "digits|values|numbers .. line* .. differ* .. at least #",
            "digits|values|numbers .. line* .. difference of # or more",
            "line* .. differ* .. neighbour* .. at least #",
            "line* .. neighbour* .. differ* .. at least #",
            "line* .. differ* .. at least # .. neighbour*|next|adjacent",
            "line* .. minimum difference ?of #",
            "line* .. difference .. between .. adjacent|neighbour*|consecutive .. at least #",
            "difference .. adjacent|neighbour*|consecutive .. line* .. at least #",
        ],
        &["lockout", "diamond*", "dutch whisper*", "endpoint*"],
    ),
    row_unless(
        |n| Some(M::Whisper { difference: small(n).or(Some(4)) }),
        &[
            "dutch whisper* .. differ* .. at least #",
            "dutch whisper* .. differ* .. # or more|greater|higher",
            "dutch whisper* .. # apart",
            "differ* .. at least # .. dutch whisper*",
            "dutch whisper*",
        ],
        &["lockout", "diamond*"],
    ),
    row_unless(|_| Some(M::Renban), &["renban*"], &["nabner*", "antirenban*", "anti renban*"]),
    row_unless(
        |_| Some(M::Renban),
        &[
            "set of .. consecutive",
            "group of .. consecutive",
            "sequence of .. consecutive",
            "run of .. consecutive",
            "consecutive|continuous set|group|sequence|run",
            "consecutive .. any|random|arbitrary order",
            "consecutive .. in some order",
            "consecutive .. not necessarily .. order",
            "consecutive .. not .. in order",
            "line* .. distinct|different|unique|nonrepeating|repeating and|, consecutive",
            "line* .. consecutive ?and ?, nonrepeating|distinct|unique|different digits|values|numbers",
            "line* .. consecutive ?and ?, non repeating",
            "line* .. contain*|hold*|has|have ?only ?a consecutive digits|numbers|values",
        ],
        NOT_CONSECUTIVE,
    ),
    row(|_| Some(M::Nabner), &["nabner*", "antirenban*", "anti renban*"]),
    row_unless(
        |_| Some(M::Nabner),
        &[
            "line* .. no two digits|cells|values|numbers .. consecutive",
            "no two digits|cells|values|numbers .. line* .. consecutive",
            "line* .. not .. repeat* .. consecutive digits|values|numbers",
            "line* .. not .. repeat* .. consecutive .. not",
            "line* .. nonconsecutive|non .. consecutive|repeating",
            "line* .. neither repeat* nor|or .. consecutive",
            "line* .. not .. repeat* or|nor .. consecutive",
        ],
        &[
            "adjacent",
            "neighbour*",
            "orthogonal*",
            "set of",
            "any order",
            "renban*",
            "nabner*",
            "antirenban*",
        ],
    ),
    row_unless(
        |_| Some(M::Palindrome),
        &[
            "palindrom*",
            "read* the same",
            "read* identical*",
            "same forwards|forward as|and backwards|backward",
            "same in both|either directions|direction",
            "same from both|either ends|end|directions|direction|sides",
            "mirror* .. cent* of the line",
            "equidistant .. cent* .. identical|same|equal ?digit ?digits ?value ?values",
            "equal|same distance .. cent* .. identical|same|equal digit|digits|value|values",
        ],
        &["roll*"],
    ),
    row_unless(
        |_| Some(M::RegionSumLine),
        &[
            "region sum",
            "box sum",
            "equal|same|identical sum|total|sums .. box|region|boxes|regions",
            "box|region|boxes|regions .. equal|same|identical sum|total|sums",
            "sum*|add*|total* .. same .. box|region|boxes|regions|3x3|2x3|3x2|2x2",
            "box|region|boxes|regions|3x3|2x3|3x2|2x2 .. sum*|add*|total* .. same|equal",
            "box|region|boxes|regions .. same|equal value",
            "box borders|boundaries|walls .. divide*|split*|break*|separate* .. line* .. same|equal sum*|total*",
            "line* .. equal|same sum*|total* .. within|in each|every|any|all box|region|boxes|regions|3x3|2x3",
            "sum* .. each|every box|region|3x3|2x3 .. same|equal",
        ],
        &["diagonal*", "same position", "magic square*", "outside"],
    ),
    row_unless(
        |n| Some(M::Lockout { difference: small(n) }),
        &[
            "lockout .. differ* .. at least #",
            "lockout .. at least #",
            "lockout",
            "not .. between .. endpoint*|ends|diamond*",
            "outside .. range|interval .. endpoint*|ends|diamond*",
            "outside .. endpoint*|diamond*",
        ],
        &["zipper*", "palindrom*"],
    ),
    row_unless(
        |_| Some(M::Between),
        &[
            "between line*",
            "strictly between",
            "between .. circles|circled|bulbs",
            "values|digits|numbers .. line* .. between .. ends|endpoint*|circles|bulbs",
            "line* .. between .. values|digits|numbers .. ends|endpoint*|circles|circled|bulbs",
        ],
        &["lockout", "not .. between", "diamond*", "zipper*", "double arrow*"],
    ),
    row_unless(
        |_| Some(M::DoubleArrow),
        &[
            "double arrow*",
            "double ended arrow*",
            "two headed|ended arrow*",
            "sum .. line* .. sum .. circles|ends|bulbs|endpoint*",
            "line* .. same|equal sum|total .. circles|ends|bulbs|endpoint*",
            "line* .. sum* .. sum|total .. circles|ends|bulbs|endpoint*",
            "sum .. circles|ends|bulbs|endpoint* .. sum .. line*",
            "circles|ends|bulbs|endpoint* .. same|equal sum|total .. line* .. between|joining|connecting",
        ],
        &["product", "concatenat*", "box*", "region*", "strictly between", "zipper*"],
    ),
    row(|_| Some(M::AverageArrow), &["average arrow*", "arrow .. average", "average .. arrow"]),
    row_unless(
        |_| Some(M::Arrow),
        &[
            "arrow* .. sum* .. circle*",
            "sum* .. arrow* .. circle*",
            "circle* .. sum* .. arrow*",
            "circle* .. arrow* .. sum*",
            "arrow .. sum to",
            "arrow rules|sudoku",
            "arrows",
        ],
        &["double arrow*", "average", "outside", "diagonal*", "inequalit*", "double ended"],
    ),
    row_unless(
        |_| Some(M::Zipper),
        &[
            "zipper*",
            "equidistant .. cent*|middle",
            "equal distance .. cent*|middle",
            "equally distant .. cent*|middle",
            "same distance .. cent*|middle",
            "odd length lines .. cent*",
        ],
        &["palindrom*", "same digit*", "identical|equal|same digit|digits|value|values", "consecutive"],
    ),
    row_unless(
        |n| Some(M::SumLine { sum: n.first().copied() }),
        &[
            "segment* .. sum* ?up ?to #",
            "segment* .. add* ?up to #",
            "segment* .. total* ?of #",
            "group*|section*|string*|part|parts|run|runs|piece* .. sum* ?up ?to #",
            "group*|section*|string*|part|parts|run|runs|piece* .. add* ?up to #",
            "divided|split|partitioned|broken .. sum* ?to #",
            "# line|lines .. divided|split|partitioned|broken|consist*",
            "ten lines|line",
            "10 lines|line",
        ],
        &[
            "exactly # lines",
            "there are # .. lines",
            "draw # lines",
            "fibonacci",
            "row*",
            "cage*",
            "sum* ?to # or",
            "sum* ?to a multiple",
            "outside",
            "box* .. same",
        ],
    ),
    row(
        |_| Some(M::ParityLine),
        &[
            "parity line*",
            "alternat* .. odd|even|parity",
            "line* .. alternat* .. parity",
            "line* .. adjacent|neighbour* .. different|opposite parit*",
            "adjacent|neighbour* .. line* .. different|opposite parit*",
            "adjacent|neighbour* .. line* .. one odd .. one even",
            "line* .. adjacent|neighbour* .. one odd .. one even",
        ],
    ),
    row_unless(
        |_| Some(M::Entropic),
        &[
            "entropic",
            "entropy line*",
            "low .. middle|medium|mid .. high",
            "high .. middle|medium|mid .. low",
            "low .. high .. middle|medium|mid",
            "123 .. 456 .. 789",
            "1 , 2 , 3 .. 4 , 5 , 6 .. 7 , 8 , 9",
            "1 / 2 / 3 .. 4 / 5 / 6 .. 7 / 8 / 9",
        ],
        &["2x2", "2 x 2", "biased", "anti entrop*", "cage*", "two by two"],
    ),
    row_unless(
        |_| Some(M::Modular),
        &[
            "modular",
            "147 .. 258 .. 369",
            "1 , 4 , 7 .. 2 , 5 , 8 .. 3 , 6 , 9",
            "1 / 4 / 7 .. 2 / 5 / 8 .. 3 / 6 / 9",
            "line* .. remainder* .. divided by 3",
            "line* .. modulo 3",
        ],
        &["2x2", "2 x 2", "cage*", "unimodular", "mod 2", "mod 4", "modulo 2", "modulo 4"],
    ),
    row_unless(
        |_| Some(M::SameDifference),
        &[
            "same difference line*",
            "adjacent|neighbour* cells|digits|values|numbers .. same difference",
            "constant difference .. adjacent|neighbour*",
        ],
        &["order", "diagonal*", "dot*", "sequence*", "arithmetic"],
    ),
    row_unless(
        |_| Some(M::Sequence),
        &[
            "sequence line*",
            "same difference between .. adjacent|neighbour*|consecutive",
            "arithmetic sequence|progression",
            "in order .. same|constant difference",
            "evenly spaced sequence",
            "increase by the same|constant amount",
        ],
        &["same difference line*"],
    ),
    row_unless(
        |n| n.first().map(|sum| M::LineSum { sum: *sum }),
        &[
            "digits|cells|values|numbers .. line* ?must sum* ?up ?to #",
            "digits|cells|values|numbers .. line* ?must ?have ?a ?all add* ?up ?to #",
            "digits|cells|values|numbers .. line* .. have a sum of #",
            "sum of ?the digits|cells|values|numbers .. line* ?is ?must ?be #",
        ],
        &[
            "segment*",
            "divi*",
            "group*",
            "split",
            "broken",
            "box*",
            "region*",
            "adjacent",
            "neighbour*",
            "circle*",
            "arrow*",
            "ten line*",
            "cage*",
            "dot*",
            "separated",
            "x",
            "v",
            "pair*",
            "string*",
            "part|parts",
            "bulb*",
            "outside",
            "endpoint*",
            "ends",
            "diagonal*",
            "sum* ?to # or",
            "at least",
            "at most",
        ],
    ),
    row_unless(
        |_| Some(M::LineDiffers),
        &[
            "digits|values|numbers .. not|cannot|cant|dont repeat .. line*",
            "digits|values|numbers .. line* .. not|cannot|cant|dont repeat",
            "line* .. different|distinct|unique digits|values|numbers",
            "no digit ?may repeat* .. line*",
            "line* .. no ?digit repeat*",
        ],
        &[
            "consecutive",
            "row*",
            "column*",
            "renban*",
            "nabner*",
            "cage*",
            "thermo*",
            "arrow*",
            "sum*",
            "diagonal*",
            "whisper*",
            "region*",
            "box*",
        ],
    ),
    row(|n| n.first().map(|count| M::LinesOfEach { count: *count }), &["exactly # lines|line ?of each"]),
    row_unless(
        |_| Some(M::CountedDifferences),
        &[
            "difference* .. how many .. that|this|same ?exact difference",
            "difference* .. as often|many .. difference|value|states|indicates",
            "difference* .. number of times .. difference|occurs|appears",
        ],
        &["region*", "box*", "row*", "column*"],
    ),
    row(|_| Some(M::Fibonacci { increasing: true }), RISING_FIBONACCI),
    row_unless(|_| Some(M::Fibonacci { increasing: false }), &["fibonacci"], RISING_FIBONACCI),
    row(|_| Some(M::RowIndexer), &["row index*"]),
    row(|_| Some(M::ColumnIndexer), &["column index*"]),
    row(|_| Some(M::BoxIndexer), &["box index*"]),
];

/// Phrases of rules about consecutive digits that are no renban lines.
const NOT_CONSECUTIVE: &[&str] = &[
    "renban*",
    "nabner*",
    "antirenban*",
    "anti renban*",
    "no two .. consecutive",
    "not ?be ?contain ?have ?any consecutive",
    "cannot|cant|never ?be ?contain ?have ?any consecutive",
    "non consecutive",
    "nonconsecutive",
    "three consecutive",
    "3 consecutive",
    "consecutive cells",
    "entropic",
    "modular",
    "low",
    "alternat*",
    "cage*",
    "dot*",
    "whisper*",
    "differ* .. at least",
    "fibonacci",
    "palindrom*",
];

const RISING_FIBONACCI: &[&str] = &["fibonacci .. increas*|ascend*", "increas*|ascend* .. fibonacci"];

const SLOW: &[&str] = &[
    "slow thermo*",
    "thermo* .. never|not decrease",
    "thermo* .. same|equal|stay*|repeat",
    "bulb .. or equal|same",
    "increas* or stay*|remain*",
    "stay* the same .. increas*",
    "remain the same",
];

/// Phrases about cages, groups of cells and single cells.
pub(super) const CELLS: &[Row] = &[
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
        |_| Some(M::Cage),
        &[
            "cage* .. sum*",
            "cage* .. total*",
            "cage* .. add*",
            "sum* .. cage*",
            "add* .. cage*",
            "killer ?sudoku rules|sudoku|cage*",
            "cages show .. sum*",
        ],
        &["little killer*", "prime*", "say cages"],
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
    row(|_| Some(M::CageRepeats), &["cage* .. may|can ?also repeat", "may|can ?also repeat .. cage*"]),
    row_unless(
        |_| Some(M::CageDiffers),
        &[
            "not|cannot|cant|dont|no|without repeat* .. cage*",
            "cage* .. not|cannot|cant|dont|no|without|non repeat*",
            "cage* .. different|distinct|unique digits",
            "differ .. within cages",
        ],
        &["not|cannot|cant|dont|no ?of ?the ?same totals|sums .. cage*", "no two cages"],
    ),
    row(|_| Some(M::LookAndSay), &["look and say"]),
    row(|_| Some(M::DigitalRoot), &["digital root*"]),
    row(
        |_| Some(M::ExtraRegion),
        &[
            "extra region*",
            "additional region*|box*",
            "shaded|grey|gray|coloured|colored|highlighted|blue|green|yellow|red|orange|purple|pink region*|area*|box* .. contain*|once",
        ],
    ),
    row(|_| Some(M::Clones), &["clone*"]),
    row(
        |_| Some(M::Quadruple),
        &[
            "quad*",
            "circle* .. appear .. surround*|four|2x2|touch*",
            "corner circle*",
            "surrounding four|4 cells",
            "four|4 surrounding cells",
            "four|4 cells .. surround*|touch* .. circle*",
        ],
    ),
    row(
        |_| Some(M::CountingCircles),
        &[
            "counting circle*",
            "circle* .. how many circles",
            "circle* .. number of circles",
            "circle* .. how many times .. circle*",
            "circle* .. number of times .. circle*",
            "circle* .. as many .. circles",
            "circle* .. that many circles",
            "circle* .. exactly that many times .. circle*",
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
        |_| Some(M::Odd),
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
        |_| Some(M::Even),
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
    row(
        |_| Some(M::Minimum),
        &[
            "minimum*",
            "local minim*",
            "less|smaller|lower than .. adjacent|neighbour*|surrounding",
            "smallest .. adjacent|neighbour*|surrounding",
        ],
    ),
    row(
        |_| Some(M::Maximum),
        &[
            "maximum*",
            "local maxim*",
            "greater|larger|higher|bigger than .. adjacent|neighbour*|surrounding",
            "largest|greatest|highest .. adjacent|neighbour*|surrounding",
        ],
    ),
    row_unless(
        |_| Some(M::Inequality),
        &[
            "inequality",
            "greater than|then sign*",
            "less than sign*",
            "point* .. lower|smaller|larger|higher|greater|bigger",
        ],
        &["adjacent", "neighbour*"],
    ),
    row(|_| Some(M::Battenburg), &["battenburg*"]),
    row(|_| Some(M::Mathrax), &["mathrax"]),
];

/// Phrases about clues outside the grid.
pub(super) const OUTSIDE: &[Row] = &[
    row_unless(
        |_| Some(M::LittleKiller),
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
    row(|_| Some(M::Sandwich), &["sandwich*", "between the 1 and ?the 9", "sandwiched"]),
    row_unless(
        |_| Some(M::XSum),
        &["x sum*", "xsum*", "sum .. first x", "sum of the first n"],
        &["x sum|sums to", "x sum|sums up"],
    ),
    row(|_| Some(M::Skyscraper), &["skyscraper*"]),
    row(|_| Some(M::NumberedRoom), &["numbered room*", "nth cell .. n is"]),
    row(|_| Some(M::Rossini), &["rossini"]),
    row(
        |_| Some(M::FrameSum),
        &[
            "frame sum*|sudoku|clue*",
            "sum of ?the first|nearest|closest three|3 digits|cells|numbers",
            "sum of ?the three|3 nearest|closest digits|cells|numbers",
        ],
    ),
    row(|_| Some(M::Outside), &["outside clue*", "outside sudoku"]),
];

/// Phrases about the whole grid.
pub(super) const GRID: &[Row] = &[
    row(
        |_| Some(M::AntiKnight),
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
    row(
        |_| Some(M::AntiKing),
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
        ],
    ),
    row_unless(
        |_| Some(M::Nonconsecutive),
        &[
            "nonconsecutive",
            "non consecutive",
            "orthogonally .. not|cannot|cant ?be ?contain ?have ?hold consecutive",
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
            "diagonal sudoku",
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
            "2x2",
            "touch*",
        ],
    ),
    row(|_| Some(M::Diagonals), &["positive .. negative diagonal*", "negative .. positive diagonal*"]),
    row(
        |_| Some(M::DisjointGroups),
        &[
            "disjoint",
            "same|equal|identical ?relative ?corresponding position*|place .. box*|region*|3x3",
            "box*|region*|3x3 .. same ?relative ?corresponding position*",
            "corresponding cells|positions .. box*|region*",
        ],
    ),
    row(|_| Some(M::Windows), &["windoku", "hypersudoku", "hyper sudoku", "windows"]),
    row(
        |_| Some(M::GlobalEntropy),
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
        |_| Some(M::GlobalModulo),
        &["global modul*", "2x2 .. 147 .. 258", "2x2 .. 1 , 4 , 7 .. 2 , 5 , 8", "2x2 .. modul*|remainder*"],
    ),
    row(
        |_| Some(M::IndexedColumns),
        &["159", "1 5 9", "columns 1 , 5 , ?and 9", "columns 1 , 5 and 9", "columns one , five and nine"],
    ),
    row(
        |_| Some(M::DutchFlatmates),
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
    row(|_| Some(M::Doublers), &["doubler*"]),
    row(|_| Some(M::Schroedinger), &["schrodinger*", "schrödinger*", "schroedinger*", "s cell*"]),
    row(|_| Some(M::YinYang), &["yin yang", "yinyang"]),
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
    row(|_| Some(M::StarBattle), &["star battle"]),
    row(
        |_| Some(M::ChaosConstruction),
        &["chaos construction", "region* must be determined", "determine .. regions"],
    ),
    row_unless(
        |_| Some(M::IrregularRegions),
        &["jigsaw", "irregular ?ly ?shaped", "irregularly"],
        &["chaos"],
    ),
    row(|_| Some(M::Taxicab), &["taxicab"]),
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

/// The name of rules with Roman numbers.
pub(super) const ROMAN: &str = "Roman numerals";

/// The name of rules with primes.
pub(super) const PRIMES: &str = "primes";

/// Names of rules that no constraint expresses.
pub(super) const UNSUPPORTED: &[(&str, &str)] = &[
    ("fillomino", "fillomino"),
    ("cave", "a cave"),
    ("masyu", "a loop"),
    ("loop", "a loop"),
    ("snake", "a snake"),
    ("rat|rats", "a rat's path"),
    ("multiplier*", "multipliers"),
    ("japanese sum*", "Japanese sums"),
    ("shikaku", "rectangles"),
    ("roman numeral*", ROMAN),
    ("nurikabe", "nurikabe"),
    ("galaxies", "galaxies"),
    ("tapa", "tapa"),
    ("slitherlink", "a loop"),
    ("prime*", PRIMES),
    ("square number*", "square numbers"),
    ("ascending starter*", "ascending starters"),
    ("wrogn", "wrong clues"),
    ("vampire*", "vampires"),
    ("modifier*", "modifiers"),
    ("wildcard*", "wildcards"),
    ("teleport*", "teleporters"),
    ("hot ?cells", "hot cells"),
    ("cold ?cells", "cold cells"),
    ("indexed", "indices"),
    ("nurimisaki", "nurimisaki"),
    ("heyawake", "heyawake"),
    ("lits", "LITS"),
    ("pentomino*|pentominoes|tetromino*|polyomino*", "polyominoes"),
    ("kurodoko|kuromasu", "kurodoko"),
    ("norinori", "norinori"),
    ("aquarium", "aquarium"),
    ("nonogram", "a nonogram"),
    ("hashi", "bridges"),
    ("railroad|train|tracks", "tracks"),
    ("maze", "a maze"),
    ("galaxy", "galaxies"),
    ("triangular", "triangular numbers"),
    ("unimodular", "unimodular lines"),
    ("isotropic", "isotropic lines"),
    ("fast thermo*", "fast thermometers"),
    ("anti entrop*|biased entrop*", "another kind of entropy"),
    ("rellik", "rellik cages"),
    ("concatenat*", "numbers made of several digits"),
    ("palindromic", "palindromic numbers"),
    ("gcd|lcm|greatest common|divisor*", "divisors"),
    ("running cell*|running sum*", "running cells"),
    ("toroidal|torus|wraps", "a grid that wraps around"),
];
