//! SVG writer. It uses only presentation attributes, without style sheets or scripts. Numbers have
//! at most two decimals.
//!
//! ```
//! use farandole_draw::{Board, Theme, svg};
//! use farandole_puzzle::ClassicPuzzle;
//!
//! let puzzle: ClassicPuzzle = "1.....2..3.....4".parse().unwrap();
//! let text = svg::write(&Board::of_puzzle(&puzzle).scene(), Theme::Dark);
//! assert!(text.contains("<title>Sudoku, 4 by 4, 4 givens</title>"));
//! ```

use crate::scene::{Anchor, Item, Point, Role, Scene, Shape};
use crate::theme::{Rgb, Theme};
use std::fmt::Write as _;

/// Fonts of digits and captions. All have the character widths of the first font.
const FONTS: &str = "Helvetica, Arial, 'Liberation Sans', sans-serif";

/// Writes a scene as an SVG document.
pub fn write(scene: &Scene, theme: Theme) -> String {
    let Scene { width, height, title, description, items } = scene;
    let (width, height) = (number(*width), number(*height));
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
         height=\"{height}\" role=\"img\">\n<title>{}</title>\n",
        escape(title)
    );
    if !description.is_empty() {
        let _ = writeln!(out, "<desc>{}</desc>", escape(description));
    }
    let _ = writeln!(out, "<g font-family=\"{FONTS}\">");
    write_items(&mut out, items, theme);
    out + "</g>\n</svg>\n"
}

/// Writes parts. Consecutive parts with the same style share a group that has the style attributes.
fn write_items(out: &mut String, items: &[Item], theme: Theme) {
    let mut open: Option<String> = None;
    for item in items.iter().filter(|item| theme.shows(item)) {
        let look = look(item, theme);
        if open != look {
            if open.take().is_some() {
                *out += "</g>\n";
            }
            if let Some(look) = &look {
                let _ = writeln!(out, "<g {look}>");
            }
            open = look;
        }
        match item {
            Item::Shape { shape, .. } => write_shape(out, shape),
            Item::Text { at, text, .. } => {
                let _ = writeln!(
                    out,
                    "<text x=\"{}\" y=\"{}\">{}</text>",
                    number(at.0),
                    number(at.1),
                    escape(text)
                );
            }
            Item::Group { at, scale, items } => {
                let (x, y) = (number(at.0), number(at.1));
                let scale = if (scale - 1.0).abs() < 1e-9 {
                    String::new()
                } else {
                    format!(" scale({})", fraction(*scale))
                };
                let _ = writeln!(out, "<g transform=\"translate({x} {y}){scale}\">");
                write_items(out, items, theme);
                *out += "</g>\n";
            }
        }
    }
    if open.is_some() {
        *out += "</g>\n";
    }
}

/// Returns the style attributes of a part, or `None` for a group.
fn look(item: &Item, theme: Theme) -> Option<String> {
    match item {
        Item::Group { .. } => None,
        Item::Shape { role, .. } => {
            let style = theme.style(*role);
            let mut look = format!("fill=\"{}\"", color(style.fill));
            if style.stroke.is_some() {
                let _ = write!(
                    look,
                    " stroke=\"{}\" stroke-width=\"{}\"",
                    color(style.stroke),
                    number(style.width)
                );
            }
            if style.round {
                look += " stroke-linecap=\"round\" stroke-linejoin=\"round\"";
            }
            if let Some((on, off)) = style.dash {
                let _ = write!(look, " stroke-dasharray=\"{} {}\"", number(on), number(off));
            }
            Some(look)
        }
        Item::Text { size, anchor, role, .. } => {
            let anchor = match anchor {
                Anchor::Start => "start",
                Anchor::Middle => "middle",
            };
            let weight = if *role == Role::Heading { " font-weight=\"bold\"" } else { "" };
            let (color, size) = (color(theme.style(*role).fill), number(*size));
            Some(format!("fill=\"{color}\" font-size=\"{size}\" text-anchor=\"{anchor}\"{weight}"))
        }
    }
}

fn write_shape(out: &mut String, shape: &Shape) {
    let _ = match shape {
        Shape::Rect((x, y), width, height) => {
            let [x, y, width, height] = [*x, *y, *width, *height].map(number);
            writeln!(out, "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\"/>")
        }
        Shape::Circle((x, y), radius) => {
            let [x, y, radius] = [*x, *y, *radius].map(number);
            writeln!(out, "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"/>")
        }
        _ => writeln!(out, "<path d=\"{}\"/>", path(shape)),
    };
}

/// Returns the shape as the value of the attribute `d` of a path.
///
/// ```
/// use farandole_draw::scene::Shape;
///
/// assert_eq!(farandole_draw::svg::path(&Shape::Line((0.0, 1.5), (2.0, 3.0))), "M0 1.5L2 3");
/// ```
pub fn path(shape: &Shape) -> String {
    let point = |(x, y): Point| format!("{} {}", number(x), number(y));
    let lines = |points: &[Point]| points.iter().map(|it| point(*it)).collect::<Vec<_>>().join("L");
    match shape {
        Shape::Rect(corner, width, height) => {
            let (width, height) = (number(*width), number(*height));
            format!("M{}h{width}v{height}h-{width}Z", point(*corner))
        }
        Shape::Circle((x, y), radius) => {
            let (left, right) = (point((x - radius, *y)), point((x + radius, *y)));
            let radius = number(*radius);
            format!("M{left}A{radius} {radius} 0 1 1 {right}A{radius} {radius} 0 1 1 {left}Z")
        }
        Shape::Line(from, to) => format!("M{}L{}", point(*from), point(*to)),
        Shape::Curve(from, control, to) => {
            format!("M{}Q{} {}", point(*from), point(*control), point(*to))
        }
        Shape::Polygon(points) => format!("M{}Z", lines(points)),
        Shape::Path(points) => format!("M{}", lines(points)),
    }
}

fn color(color: Option<Rgb>) -> String {
    color.map_or_else(|| "none".into(), |[r, g, b]| format!("#{r:02x}{g:02x}{b:02x}"))
}

/// Formats a length with at most two decimals.
fn number(number: f64) -> String {
    let rounded = (number * 100.0).round() / 100.0;
    // Adding 0 turns -0 into 0.
    format!("{}", rounded + 0.0)
}

/// Formats a scale factor. It has more decimals than a length because lengths are multiplied by it.
fn fraction(number: f64) -> String {
    format!("{}", (number * 1e5).round() / 1e5)
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
