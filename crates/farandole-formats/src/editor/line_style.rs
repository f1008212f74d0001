//! The usual look of each kind of line: on the board, in the palette of the page, and in texts for
//! editors.
//!
//! The colours for editors are those that SudokuMaker and f-puzzles use for the kind, if they have
//! it. Readers that know these looks then suggest the right kind.

/// The look of a kind of line.
pub(crate) struct LineStyle {
    /// Name of the kind of constraint.
    pub(crate) kind: &'static str,
    /// Name of the colour on the board.
    pub(crate) hue: &'static str,
    /// Name of the colour in rules.
    pub(crate) word: &'static str,
    /// The colour in texts for editors.
    pub(crate) code: &'static str,
    /// Width in cells.
    pub(crate) width: f64,
}

const fn style(
    kind: &'static str,
    hue: &'static str,
    word: &'static str,
    code: &'static str,
    width: f64,
) -> LineStyle {
    LineStyle { kind, hue, word, code, width }
}

/// Width of most lines.
pub(crate) const LINE: f64 = 0.15;
/// Width of the lines of thermometers.
pub(crate) const BULB: f64 = 0.3;
/// Width of lines with circles at their ends.
const THIN: f64 = 0.1;

/// All kinds of lines that have a colour.
pub(crate) const LINES: &[LineStyle] = &[
    style("Thermo", "grey", "grey", "#ccccccff", BULB),
    style("SlowThermo", "grey", "grey", "#aaaaaaff", BULB),
    style("Whisper", "green", "green", "#67f067ff", LINE),
    style("Renban", "purple", "purple", "#f067f0ff", LINE),
    style("RegionSumLine", "blue", "blue", "#2ecbffff", LINE),
    style("Palindrome", "grey", "grey", "#bbbbbbff", LINE),
    style("Sequence", "grey", "grey", "#aaaaaaff", LINE),
    style("Entropic", "orange", "orange", "#ffccaaff", LINE),
    style("Modular", "teal", "teal", "#33bbaaff", LINE),
    style("SameDifference", "teal", "teal", "#66d9c8ff", LINE),
    style("CountedDifferences", "teal", "teal", "#80b8e0ff", LINE),
    style("ParityLine", "red", "red", "#ff6666ff", LINE),
    style("Nabner", "yellow", "yellow", "#f0e040ff", LINE),
    style("Zipper", "pink", "lilac", "#cdb1ecff", LINE),
    style("SumLine", "brown", "brown", "#a0703cff", LINE),
    style("Between", "grey", "grey", "#aaaaaaff", THIN),
    style("Lockout", "blue", "blue", "#aabbeeff", THIN),
    style("DoubleArrow", "grey", "grey", "#aaaaaaff", THIN / 2.0),
];

/// Colours for kinds whose usual colour is in use: the name in rules, and the colour. No editor uses
/// them for a kind of line.
pub(crate) const OTHERS: &[(&str, &str)] = &[
    ("purple", "#b57edcff"),
    ("green", "#3cb371ff"),
    ("blue", "#4a90d9ff"),
    ("grey", "#999999ff"),
    ("orange", "#ff8c00ff"),
    ("red", "#e05050ff"),
    ("yellow", "#e6d800ff"),
];

/// Returns the look of a kind of line.
pub(crate) fn of_kind(kind: &str) -> Option<&'static LineStyle> {
    LINES.iter().find(|style| style.kind == kind)
}

/// Returns the name of the colour in which a kind of line is usually drawn, or `None` if lines of
/// this kind have no colour.
///
/// ```
/// assert_eq!(farandole_formats::editor::line_hue("Renban"), Some("purple"));
/// ```
pub fn line_hue(kind: &str) -> Option<&'static str> {
    of_kind(kind).map(|style| style.hue)
}
