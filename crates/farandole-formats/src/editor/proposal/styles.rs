//! Drawing styles of SudokuMaker, f-puzzles and SudokuPad, as a table with tolerances.
//!
//! Setters change colours freely, so a style only suggests a meaning. Sentences of the rules take
//! precedence.
//!
//! Source: the default styles in the editors' exports; yusitnikov, `sudokumaker-mcp`,
//! `src/SudokuMakerConstraint.ts`.

use super::colour::{Rgb, is_near, on_white};
use crate::editor::drawings::PIXELS;
use crate::rules_text::MeaningKind;
use farandole_puzzle::constraint::{KindStyle, style_of};

/// The thickness, colour and meaning of a kind of line in an editor.
struct LineStyle {
    editor: &'static str,
    /// Thickness in pixels; a cell has 64. SudokuMaker rounded it to whole pixels until 2024.08.
    thickness: f64,
    colour: Rgb,
    kind: MeaningKind,
}

const fn line(editor: &'static str, thickness: f64, colour: [u8; 3], kind: MeaningKind) -> LineStyle {
    let [red, green, blue] = colour;
    LineStyle { editor, thickness, colour: [red as f64, green as f64, blue as f64], kind }
}

use MeaningKind as M;

const MAKER: &str = "SudokuMaker";
const PAD: &str = "SudokuPad";
const FPUZZLES: &str = "f-puzzles";

/// Kinds of lines with a look in SudokuMaker, which is that of [`KindStyle`].
const OWN: &[(&str, MeaningKind)] = &[
    ("Thermo", M::Kind("Thermo")),
    ("Renban", M::Kind("Renban")),
    ("Whisper", M::Whisper { difference: None }),
    ("RegionSumLine", M::Kind("RegionSumLine")),
    ("Palindrome", M::Kind("Palindrome")),
    ("Sequence", M::Kind("Sequence")),
    ("Entropic", M::Kind("Entropic")),
    ("Modular", M::Modular { modulus: 3 }),
    ("ParityLine", M::Kind("ParityLine")),
    ("Lockout", M::Lockout { difference: None }),
    ("Between", M::Kind("Between")),
];

/// Other looks of lines in editors.
const OTHERS: &[LineStyle] = &[
    line(PAD, 21.0, [0xcf, 0xcf, 0xcf], M::Kind("Thermo")),
    line(MAKER, 9.6, [0x34, 0xbb, 0xe6], M::Kind("RegionSumLine")),
    line(PAD, 8.0, [0xd2, 0x3b, 0xe7], M::Kind("Renban")),
    line(PAD, 8.0, [0xf0, 0x67, 0xf0], M::Kind("Renban")),
    line(PAD, 11.0, [0xdf, 0xc5, 0xfe], M::Kind("Zipper")),
    line(PAD, 16.0, [0xcf, 0xcf, 0xcf], M::Kind("Palindrome")),
    line(PAD, 2.0, [0xcf, 0xcf, 0xcf], M::Kind("Between")),
    line(PAD, 2.0, [0x34, 0xbb, 0xe6], M::Diagonals),
    line(FPUZZLES, 9.6, [0xcd, 0xb1, 0xec], M::Kind("Zipper")),
    line(FPUZZLES, 9.6, [0xc0, 0x60, 0xc0], M::Kind("Renban")),
    line(FPUZZLES, 9.6, [0x60, 0xc0, 0x60], M::Whisper { difference: None }),
];

/// Tolerance of thickness in pixels. It covers rounding and one step of the editors' sliders.
const THICKNESS: f64 = 1.0;
/// Tolerance of each colour channel.
const COLOUR: f64 = 16.0;

/// Returns the editors and meanings of the lines that have this style.
pub(super) fn of_line(
    thickness: f64,
    colour: &str,
) -> impl Iterator<Item = (&'static str, &'static MeaningKind)> {
    let colour = on_white(colour);
    let suits = move |of_style: f64, style: Rgb| {
        (of_style - thickness).abs() <= THICKNESS
            && colour.is_some_and(|colour| is_near(style, colour, COLOUR))
    };
    let is_own = move |(name, _): &&(&str, MeaningKind)| {
        let look = style_of(name).and_then(KindStyle::look);
        let style =
            look.and_then(|look| Some((f64::from(look.width) * PIXELS / 100.0, on_white(look.code)?)));
        style.is_some_and(|(width, colour)| suits(width, colour))
    };
    let own = OWN.iter().filter(is_own).map(|(_, kind)| (MAKER, kind));
    let others = OTHERS.iter().filter(move |style| suits(style.thickness, style.colour));
    own.chain(others.map(|style| (style.editor, &style.kind)))
}

/// Dimensions for recognizing the parts of drawings, in cells.
pub(super) mod measures {
    /// Maximum side of a dot or letter between two cells.
    pub(in super::super) const MARK: f64 = 0.55;
    /// Least and greatest diameter of the circle of an arrow.
    pub(in super::super) const CIRCLE: (f64, f64) = (0.6, 0.95);
    /// Maximum length of the head of an arrow that only points along a diagonal.
    pub(in super::super) const POINTER_HEAD: f64 = 0.3;
    /// Side and colour of SudokuPad's marks for odd and even cells.
    pub(in super::super) const PARITY: (f64, &str) = (0.7, "#cfcfcf");
    /// Maximum length of an arrow that only points along a diagonal.
    pub(in super::super) const POINTER: f64 = 0.75;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounded_measures_have_the_same_meaning() {
        let kinds = |thickness, colour| of_line(thickness, colour).map(|(_, kind)| kind).collect::<Vec<_>>();
        assert_eq!(kinds(19.0, "#cccf"), [&M::Kind("Thermo")]);
        assert_eq!(kinds(19.2, "#cccccc"), [&M::Kind("Thermo")]);
        assert_eq!(kinds(10.0, "#F067F0ff"), [&M::Kind("Renban")]);
        assert!(kinds(10.0, "#123456").is_empty() && kinds(30.0, "#cccf").is_empty());
    }
}
