//! PDF writer: one scene per page, with text in Helvetica, a font that every PDF reader provides.
//!
//! Printing companies require documents that contain their fonts; [`write_embedded`] adds fonts of the same widths.
//!
//! Equal scenes yield equal bytes. These fonts have the characters of Windows-1252. A document with other
//! characters is refused.
//!
//! ```
//! use farandole_draw::{Board, Theme, pdf};
//! use farandole_puzzle::ClassicPuzzle;
//!
//! let puzzle: ClassicPuzzle = "1.....2..3.....4".parse().unwrap();
//! let bytes = pdf::write("A puzzle", &[Board::of_puzzle(&puzzle).scene()], Theme::Print).unwrap();
//! assert!(bytes.starts_with(b"%PDF-1.7") && bytes.trim_ascii_end().ends_with(b"%%EOF"));
//! ```
//!
//! Source: ISO 32000-1, sections 8 (graphics), 9.6.2.2 (standard fonts), annex D (WinAnsiEncoding).

use crate::fonts::{self, Font};
use crate::metrics::width;
use crate::scene::{Anchor, Item, Point, Role, Scene, Shape};
use crate::theme::{Style, Theme};
use miniz_oxide::deflate::compress_to_vec_zlib;
use pdf_writer::types::{FontFlags, LineCapStyle, LineJoinStyle};
use pdf_writer::{Content, Filter, Finish, Name, Pdf, Rect, Ref, Str, TextStr};

const REGULAR: Name<'static> = Name(b"F1");
const BOLD: Name<'static> = Name(b"F2");
/// Distance between control points and ends of a cubic curve that approximates a quarter of the
/// unit circle.
const QUARTER: f64 = 0.552_284_75;
const COMPRESSION: u8 = 6;

/// The reason why scenes cannot be written: the first characters that the fonts lack.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PdfError {
    missing: Vec<char>,
}

/// Maximum number of characters that an error names.
const NAMED: usize = 5;

impl std::fmt::Display for PdfError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("found ")?;
        for (at, c) in self.missing.iter().take(NAMED).enumerate() {
            f.write_str(if at == 0 { "" } else { ", " })?;
            if is_shown(*c) {
                write!(f, "{c} ")?;
            }
            write!(f, "U+{:04X}", u32::from(*c))?;
        }
        f.write_str(if self.missing.len() > NAMED { " and more" } else { "" })?;
        f.write_str("; expected characters that the fonts of a PDF file have: Latin letters and Windows-1252")
    }
}

impl std::error::Error for PdfError {}

/// Returns false for controls and for characters that change the direction or the form of the text around them. They
/// have an effect on terminals.
const fn is_shown(c: char) -> bool {
    !matches!(c, '\0'..='\u{9f}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202f}' | '\u{2060}'..='\u{206f}')
        && !matches!(c, '\u{300}'..='\u{36f}' | '\u{61c}' | '\u{fe00}'..='\u{feff}' | '\u{fff0}'..)
}

/// Collects the first characters of texts that the fonts lack, one more than an error names.
fn find_missing(items: &[Item], theme: Theme, fonts: Option<[&Font; 2]>, missing: &mut Vec<char>) {
    let has = |c: char| match (byte_of(c), fonts) {
        (Some(byte), Some([regular, _])) => regular.widths[usize::from(byte) - 32] > 0,
        (byte, _) => byte.is_some(),
    };
    for item in items.iter().filter(|item| theme.shows(item)) {
        match item {
            Item::Text { text, .. } => {
                for c in text.chars() {
                    if missing.len() <= NAMED && !has(c) && !missing.contains(&c) {
                        missing.push(c);
                    }
                }
            }
            Item::Group { items, .. } => find_missing(items, theme, fonts, missing),
            Item::Shape { .. } => {}
        }
    }
}

/// Writes the scenes as a document with this title.
///
/// # Errors
/// Returns the characters that the fonts lack.
pub fn write(title: &str, scenes: &[Scene], theme: Theme) -> Result<Vec<u8>, PdfError> {
    write_with(title, scenes, theme, None)
}

/// Writes the scenes as a document that contains its fonts.
///
/// # Errors
/// Returns the characters that the fonts lack.
pub fn write_embedded(title: &str, scenes: &[Scene], theme: Theme) -> Result<Vec<u8>, PdfError> {
    write_with(title, scenes, theme, Some([&fonts::REGULAR, &fonts::BOLD]))
}

// long: the objects of a document refer to each other
fn write_with(
    title: &str,
    scenes: &[Scene],
    theme: Theme,
    fonts: Option<[&Font; 2]>,
) -> Result<Vec<u8>, PdfError> {
    let mut missing = Vec::new();
    scenes.iter().for_each(|scene| find_missing(&scene.items, theme, fonts, &mut missing));
    if !missing.is_empty() {
        return Err(PdfError { missing });
    }
    let mut pdf = Pdf::new();
    let mut next = 0;
    let mut id = || {
        next += 1;
        Ref::new(next)
    };
    let (catalog, tree, info, regular, bold) = (id(), id(), id(), id(), id());
    let mut root = pdf.catalog(catalog);
    root.pages(tree).lang(TextStr("en"));
    root.viewer_preferences().display_doc_title(true);
    root.finish();
    pdf.document_info(info).title(TextStr(title)).producer(TextStr("farandole"));
    match fonts {
        Some([one, two]) => {
            for (font, at) in [(one, regular), (two, bold)] {
                write_font(&mut pdf, font, [at, id(), id()]);
            }
        }
        None => {
            for (id, name) in [(regular, &b"Helvetica"[..]), (bold, b"Helvetica-Bold")] {
                pdf.type1_font(id).base_font(Name(name)).encoding_predefined(Name(b"WinAnsiEncoding"));
            }
        }
    }
    let pages: Vec<(Ref, Ref)> = scenes.iter().map(|_| (id(), id())).collect();
    pdf.pages(tree).kids(pages.iter().map(|(page, _)| *page)).count(scenes.len() as i32);
    for (scene, (page, content)) in scenes.iter().zip(&pages) {
        let mut written = pdf.page(*page);
        written.parent(tree).contents(*content);
        written.media_box(Rect::new(0.0, 0.0, scene.width as f32, scene.height as f32));
        written.resources().fonts().pair(REGULAR, regular).pair(BOLD, bold);
        written.finish();
        let mut drawn = Content::new();
        // In scenes, `y` grows downwards.
        drawn.transform([1.0, 0.0, 0.0, -1.0, 0.0, scene.height as f32]);
        write_items(&mut drawn, &scene.items, theme);
        let bytes = compress_to_vec_zlib(&drawn.finish(), COMPRESSION);
        pdf.stream(*content, &bytes).filter(Filter::FlateDecode);
    }
    Ok(pdf.finish())
}

/// Writes a font with its description and its file.
fn write_font(pdf: &mut Pdf, font: &Font, [at, descriptor, file]: [Ref; 3]) {
    let mut written = pdf.indirect(at).dict();
    written.pair(Name(b"Type"), Name(b"Font")).pair(Name(b"Subtype"), Name(b"TrueType"));
    written.pair(Name(b"BaseFont"), Name(font.name)).pair(Name(b"Encoding"), Name(b"WinAnsiEncoding"));
    written.pair(Name(b"FirstChar"), 32).pair(Name(b"LastChar"), 255);
    written.insert(Name(b"Widths")).array().items(font.widths.iter().map(|width| i32::from(*width)));
    written.pair(Name(b"FontDescriptor"), descriptor);
    written.finish();
    let [left, bottom, right, top] = fonts::BOX;
    let [ascent, descent, capital] = fonts::HEIGHTS;
    let mut written = pdf.font_descriptor(descriptor);
    written.name(Name(font.name)).flags(FontFlags::NON_SYMBOLIC).bbox(Rect::new(left, bottom, right, top));
    written.italic_angle(0.0).ascent(ascent).descent(descent).cap_height(capital).stem_v(font.stem);
    written.font_file2(file);
    written.finish();
    let bytes = compress_to_vec_zlib(font.data, COMPRESSION);
    let mut stream = pdf.stream(file, &bytes);
    stream.filter(Filter::FlateDecode).pair(Name(b"Length1"), font.data.len() as i32);
}

fn write_items(out: &mut Content, items: &[Item], theme: Theme) {
    for item in items.iter().filter(|item| theme.shows(item)) {
        match item {
            Item::Shape { shape, role } => write_shape(out, shape, theme.style(*role)),
            Item::Text { at, anchor, size, text, role } => {
                let [r, g, b] =
                    theme.style(*role).fill.unwrap_or_default().map(|part| f32::from(part) / 255.0);
                let start = match anchor {
                    Anchor::Start => at.0,
                    Anchor::Middle => at.0 - width(text, *size) / 2.0,
                };
                let font = if *role == Role::Heading { BOLD } else { REGULAR };
                out.begin_text().set_font(font, *size as f32).set_fill_rgb(r, g, b);
                out.set_text_matrix([1.0, 0.0, 0.0, -1.0, rounded(start), rounded(at.1)]);
                out.show(Str(&encoded(text))).end_text();
            }
            Item::Group { at, scale, items } => {
                let scale = *scale as f32;
                out.save_state().transform([scale, 0.0, 0.0, scale, rounded(at.0), rounded(at.1)]);
                write_items(out, items, theme);
                out.restore_state();
            }
        }
    }
}

fn write_shape(out: &mut Content, shape: &Shape, style: Style) {
    let color = |[r, g, b]: [u8; 3]| [r, g, b].map(|part| f32::from(part) / 255.0);
    if let Some([r, g, b]) = style.fill.map(color) {
        out.set_fill_rgb(r, g, b);
    }
    if let Some([r, g, b]) = style.stroke.map(color) {
        out.set_stroke_rgb(r, g, b).set_line_width(style.width as f32);
        let dash = style.dash.map(|(on, off)| [on as f32, off as f32]);
        out.set_dash_pattern(dash.into_iter().flatten(), 0.0);
        let (cap, join) = if style.round {
            (LineCapStyle::RoundCap, LineJoinStyle::RoundJoin)
        } else {
            (LineCapStyle::ButtCap, LineJoinStyle::MiterJoin)
        };
        out.set_line_cap(cap).set_line_join(join);
    }
    path(out, shape);
    match (style.fill, style.stroke) {
        (Some(_), Some(_)) => out.fill_nonzero_and_stroke(),
        (Some(_), None) => out.fill_nonzero(),
        (None, Some(_)) => out.stroke(),
        (None, None) => out.end_path(),
    };
}

fn path(out: &mut Content, shape: &Shape) {
    let go = |out: &mut Content, (x, y): Point| {
        out.move_to(rounded(x), rounded(y));
    };
    let line = |out: &mut Content, (x, y): Point| {
        out.line_to(rounded(x), rounded(y));
    };
    let cubic = |out: &mut Content, one: Point, two: Point, to: Point| {
        let [x1, y1, x2, y2, x, y] = [one.0, one.1, two.0, two.1, to.0, to.1].map(rounded);
        out.cubic_to(x1, y1, x2, y2, x, y);
    };
    match shape {
        Shape::Rect((x, y), width, height) => {
            let [x, y, width, height] = [*x, *y, *width, *height].map(rounded);
            out.rect(x, y, width, height);
        }
        Shape::Circle((x, y), r) => {
            let k = QUARTER * r;
            go(out, (x + r, *y));
            cubic(out, (x + r, y + k), (x + k, y + r), (*x, y + r));
            cubic(out, (x - k, y + r), (x - r, y + k), (x - r, *y));
            cubic(out, (x - r, y - k), (x - k, y - r), (*x, y - r));
            cubic(out, (x + k, y - r), (x + r, y - k), (x + r, *y));
            out.close_path();
        }
        Shape::Line(from, to) => {
            go(out, *from);
            line(out, *to);
        }
        Shape::Curve(from, control, to) => {
            // The quadratic curve is written as an equal cubic curve, whose control points are two
            // thirds of the way from its ends to the control point of the quadratic curve.
            let third = |end: Point| {
                (end.0 + 2.0 / 3.0 * (control.0 - end.0), end.1 + 2.0 / 3.0 * (control.1 - end.1))
            };
            go(out, *from);
            cubic(out, third(*from), third(*to), *to);
        }
        Shape::Polygon(points) | Shape::Path(points) => {
            for (i, point) in points.iter().enumerate() {
                if i == 0 { go(out, *point) } else { line(out, *point) }
            }
            if matches!(shape, Shape::Polygon(_)) {
                out.close_path();
            }
        }
    }
}

fn rounded(number: f64) -> f32 {
    ((number * 100.0).round() / 100.0) as f32
}

/// The characters of the bytes from 0x80 in Windows-1252. The replacement character marks bytes without one.
///
/// Source: ISO 32000-1, annex D.2, WinAnsiEncoding.
const HIGH: [char; 32] = [
    '\u{20ac}', '\u{fffd}', '\u{201a}', '\u{192}', '\u{201e}', '\u{2026}', '\u{2020}',
    '\u{2021}', // 0x80
    '\u{2c6}', '\u{2030}', '\u{160}', '\u{2039}', '\u{152}', '\u{fffd}', '\u{17d}', '\u{fffd}', // 0x88
    '\u{fffd}', '\u{2018}', '\u{2019}', '\u{201c}', '\u{201d}', '\u{2022}', '\u{2013}',
    '\u{2014}', // 0x90
    '\u{2dc}', '\u{2122}', '\u{161}', '\u{203a}', '\u{153}', '\u{fffd}', '\u{17e}', '\u{178}', // 0x98
];

/// Returns the byte of a character in Windows-1252. Tabs are blanks.
fn byte_of(c: char) -> Option<u8> {
    match c {
        '\t' => Some(b' '),
        ' '..='~' | '\u{a0}'..='\u{ff}' => u8::try_from(u32::from(c)).ok(),
        '\u{fffd}' => None,
        _ => HIGH.iter().position(|high| *high == c).and_then(|at| u8::try_from(0x80 + at).ok()),
    }
}

/// Encodes a text in Windows-1252, without the characters that it lacks.
fn encoded(text: &str) -> Vec<u8> {
    text.chars().filter_map(byte_of).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_character_is_written_as_itself_or_named() {
        assert_eq!(encoded("A\u{e9}\u{2013}\u{201e}\u{178}"), [b'A', 0xe9, 0x96, 0x84, 0x9f]);
        let scene = |text: &str| Scene {
            width: 100.0,
            height: 100.0,
            title: String::new(),
            description: String::new(),
            items: vec![Item::Group {
                at: (0.0, 0.0),
                scale: 1.0,
                items: vec![Item::Text {
                    at: (0.0, 0.0),
                    anchor: Anchor::Start,
                    size: 10.0,
                    text: text.into(),
                    role: Role::Caption,
                }],
            }],
        };
        let written =
            |text: &str| write("T\u{14d}", &[scene(text)], Theme::Print).map_err(|it| it.to_string());
        assert!(written("Stra\u{df}e \u{2014} \u{201e}a\u{201c}").is_ok());
        let error = written("\u{448}\u{2192}\u{202e}\u{1b}").unwrap_err();
        assert!(
            error.starts_with("found \u{448} U+0448, \u{2192} U+2192, U+202E, U+001B; expected"),
            "{error}"
        );
        let error = written("\u{3b1}\u{3b2}\u{3b3}\u{3b4}\u{3b5}\u{3b6}\u{3b7}").unwrap_err();
        assert!(error.contains("\u{3b5} U+03B5 and more; expected"), "{error}");
    }
}
