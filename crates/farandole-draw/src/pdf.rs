//! PDF writer: one scene per page, with text in Helvetica, a font that every PDF reader provides.
//!
//! Equal scenes yield equal bytes. Characters outside Windows-1252 are written as `?`.
//!
//! ```
//! use farandole_draw::{Board, Theme, pdf};
//! use farandole_puzzle::ClassicPuzzle;
//!
//! let puzzle: ClassicPuzzle = "1.....2..3.....4".parse().unwrap();
//! let bytes = pdf::write("A puzzle", &[Board::of_puzzle(&puzzle).scene()], Theme::Print);
//! assert!(bytes.starts_with(b"%PDF-1.7") && bytes.trim_ascii_end().ends_with(b"%%EOF"));
//! ```
//!
//! Source: ISO 32000-1, sections 8 (graphics), 9.6.2.2 (standard fonts), annex D (WinAnsiEncoding).

use crate::metrics::width;
use crate::scene::{Anchor, Item, Point, Role, Scene, Shape};
use crate::theme::{Style, Theme};
use miniz_oxide::deflate::compress_to_vec_zlib;
use pdf_writer::types::{LineCapStyle, LineJoinStyle};
use pdf_writer::{Content, Filter, Finish, Name, Pdf, Rect, Ref, Str, TextStr};

const REGULAR: Name<'static> = Name(b"F1");
const BOLD: Name<'static> = Name(b"F2");
/// Distance between control points and ends of a cubic curve that approximates a quarter of the
/// unit circle.
const QUARTER: f64 = 0.552_284_75;
const COMPRESSION: u8 = 6;

/// Writes the scenes as a document with this title.
pub fn write(title: &str, scenes: &[Scene], theme: Theme) -> Vec<u8> {
    let mut pdf = Pdf::new();
    let mut next = 0;
    let mut id = || {
        next += 1;
        Ref::new(next)
    };
    let (catalog, tree, info, regular, bold) = (id(), id(), id(), id(), id());
    let pages: Vec<(Ref, Ref)> = scenes.iter().map(|_| (id(), id())).collect();
    let mut root = pdf.catalog(catalog);
    root.pages(tree).lang(TextStr("en"));
    root.viewer_preferences().display_doc_title(true);
    root.finish();
    pdf.document_info(info).title(TextStr(title)).producer(TextStr("farandole"));
    for (id, name) in [(regular, &b"Helvetica"[..]), (bold, b"Helvetica-Bold")] {
        pdf.type1_font(id).base_font(Name(name)).encoding_predefined(Name(b"WinAnsiEncoding"));
    }
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
    pdf.finish()
}

fn write_items(out: &mut Content, items: &[Item], theme: Theme) {
    for item in items {
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

/// Encodes a text in Windows-1252.
fn encoded(text: &str) -> Vec<u8> {
    text.chars()
        .map(|c| match c {
            ' '..='~' | '\u{a0}'..='\u{ff}' => c as u32 as u8,
            '\u{20ac}' => 0x80,
            '\u{2026}' => 0x85,
            '\u{2018}' => 0x91,
            '\u{2019}' => 0x92,
            '\u{201c}' => 0x93,
            '\u{201d}' => 0x94,
            '\u{2022}' => 0x95,
            '\u{2013}' => 0x96,
            '\u{2014}' => 0x97,
            _ => b'?',
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_of_western_europe_are_kept() {
        assert_eq!(encoded("A\u{e9}\u{2013}\u{2606}"), [b'A', 0xe9, 0x96, b'?']);
    }
}
