//! A reader of PDF pages: the positions of texts, lines and discs as a person sees them. It shares no code with the writer.
//!
//! It knows the operators of the content streams of this program. Fonts and colours other than grey are not needed.
//!
//! Source: ISO 32000-1, sections 7.8.2 (content streams), 8.5 (paths), 9.4 (text).

use miniz_oxide::inflate::decompress_to_vec_zlib;

/// A point on a page in PDF units, `y` upwards.
pub(crate) type Point = (f64, f64);

/// A text at the left end of its baseline.
#[derive(Clone, Debug)]
pub(crate) struct Text {
    pub(crate) at: Point,
    pub(crate) size: f64,
    pub(crate) text: String,
}

/// A line through points.
#[derive(Clone, Debug)]
pub(crate) struct Stroke {
    pub(crate) points: Vec<Point>,
    pub(crate) width: f64,
    pub(crate) is_dashed: bool,
    /// Lightness from 0, black, to 1, white.
    pub(crate) grey: f64,
}

/// The objects of a page.
#[derive(Clone, Debug, Default)]
pub(crate) struct Page {
    pub(crate) texts: Vec<Text>,
    pub(crate) strokes: Vec<Stroke>,
    /// The centres of filled shapes with curves.
    pub(crate) discs: Vec<Point>,
}

/// Returns the pages of a document in order.
pub(crate) fn pages(pdf: &[u8]) -> Vec<Page> {
    let after = |from: usize, wanted: &[u8]| {
        let found = pdf[from..].windows(wanted.len()).position(|part| part == wanted);
        found.map(|at| from + at + wanted.len())
    };
    let number = |from: usize| -> usize {
        let digits = pdf[from..].iter().skip_while(|byte| **byte == b' ');
        digits
            .take_while(|byte| byte.is_ascii_digit())
            .fold(0, |all, digit| 10 * all + usize::from(digit - b'0'))
    };
    let (mut all, mut at) = (Vec::new(), 0);
    while let Some(next) = after(at, b"/Contents ") {
        at = next;
        let object = after(0, format!("\n{} 0 obj", number(at)).as_bytes()).expect("the content of a page");
        let length = number(after(object, b"/Length").expect("a length"));
        let start = after(object, b"stream\n").expect("a stream");
        let content = decompress_to_vec_zlib(&pdf[start..start + length]).expect("a compressed stream");
        all.push(page(&content));
    }
    all
}

/// An operand or an operator of a content stream.
enum Token {
    Number(f64),
    String(Vec<u8>),
    /// An array. Only the dashes of lines are arrays.
    Array(Vec<f64>),
    Name,
    Operator(String),
}

/// Splits a content stream into tokens.
fn tokens(content: &[u8]) -> Vec<Token> {
    let (mut all, mut at) = (Vec::new(), 0);
    let word = |from: usize| {
        let is_end = |byte: &u8| byte.is_ascii_whitespace() || b"[](<>/".contains(byte);
        from + content[from..].iter().position(is_end).unwrap_or(content.len() - from)
    };
    while let Some(&byte) = content.get(at) {
        let end = match byte {
            b'(' => {
                let (mut text, mut next) = (Vec::new(), at + 1);
                while content[next] != b')' {
                    next += usize::from(content[next] == b'\\');
                    text.push(content[next]);
                    next += 1;
                }
                all.push(Token::String(text));
                next + 1
            }
            b'<' => {
                let end =
                    at + content[at..].iter().position(|byte| *byte == b'>').expect("the end of a string");
                let digits = std::str::from_utf8(&content[at + 1..end]).expect("hexadecimal digits");
                let byte = |pair: &[char]| u8::from_str_radix(&pair.iter().collect::<String>(), 16);
                let digits: Vec<char> = digits.chars().collect();
                all.push(Token::String(digits.chunks(2).map(|pair| byte(pair).expect("a byte")).collect()));
                end + 1
            }
            b'[' => {
                let end =
                    at + content[at..].iter().position(|byte| *byte == b']').expect("the end of an array");
                let items = String::from_utf8_lossy(&content[at + 1..end]).into_owned();
                all.push(Token::Array(items.split_whitespace().filter_map(|it| it.parse().ok()).collect()));
                end + 1
            }
            b'/' => {
                all.push(Token::Name);
                word(at + 1)
            }
            _ if byte.is_ascii_whitespace() => at + 1,
            _ => {
                let end = word(at);
                let text = String::from_utf8_lossy(&content[at..end]).into_owned();
                all.push(text.parse().map_or(Token::Operator(text), Token::Number));
                end
            }
        };
        at = end;
    }
    all
}

/// A transformation of points, in the order of the operator `cm`.
type Matrix = [f64; 6];

fn apply([a, b, c, d, e, f]: Matrix, (x, y): Point) -> Point {
    (a * x + c * y + e, b * x + d * y + f)
}

/// Returns the transformation that applies `inner` first.
fn product(inner: Matrix, outer: Matrix) -> Matrix {
    let origin = apply(outer, (inner[4], inner[5]));
    let along = |x: f64, y: f64| (outer[0] * x + outer[2] * y, outer[1] * x + outer[3] * y);
    let ((a, b), (c, d)) = (along(inner[0], inner[1]), along(inner[2], inner[3]));
    [a, b, c, d, origin.0, origin.1]
}

/// The graphics state.
#[derive(Clone)]
struct State {
    matrix: Matrix,
    width: f64,
    is_dashed: bool,
    stroke: f64,
    /// The position and the size of the next text.
    text: (Matrix, f64),
}

/// Draws a content stream.
fn page(content: &[u8]) -> Page {
    let unit = [1.0, 0.0, 0.0, 1.0, 0.0, 0.0];
    let mut state = State { matrix: unit, width: 1.0, is_dashed: false, stroke: 0.0, text: (unit, 0.0) };
    let (mut page, mut stack) = (Page::default(), Vec::new());
    let (mut numbers, mut string, mut dash): (Vec<f64>, Vec<u8>, Vec<f64>) = Default::default();
    // The points of each part of the path, and true if it has curves.
    let mut path: (Vec<Vec<Point>>, bool) = Default::default();
    for token in tokens(content) {
        let operator = match token {
            Token::Number(number) => {
                numbers.push(number);
                continue;
            }
            Token::String(text) => {
                string = text;
                continue;
            }
            Token::Array(items) => {
                dash = items;
                continue;
            }
            Token::Name => continue,
            Token::Operator(operator) => operator,
        };
        let matrix = || Matrix::try_from(&numbers[..]).expect("six numbers");
        let last = || match numbers[..] {
            [.., x, y] => (x, y),
            _ => panic!("{operator} without a point"),
        };
        match operator.as_str() {
            "q" => stack.push(state.clone()),
            "Q" => state = stack.pop().expect("a saved state"),
            "cm" => state.matrix = product(matrix(), state.matrix),
            "w" => state.width = numbers[0] * state.matrix[0].abs(),
            "d" => state.is_dashed = !dash.is_empty(),
            "RG" => state.stroke = numbers.iter().sum::<f64>() / 3.0,
            "m" => path.0.push(vec![apply(state.matrix, last())]),
            "l" => path.0.last_mut().expect("a start").push(apply(state.matrix, last())),
            "c" => {
                path.0.last_mut().expect("a start").push(apply(state.matrix, last()));
                path.1 = true;
            }
            "Tf" => state.text.1 = numbers[0],
            "Tm" => state.text.0 = product(matrix(), state.matrix),
            "Tj" => {
                let at = apply(state.text.0, (0.0, 0.0));
                let text = string.iter().map(|byte| char::from(*byte)).collect();
                page.texts.push(Text { at, size: state.text.1 * state.text.0[0].abs(), text });
            }
            "S" => {
                let State { width, is_dashed, stroke: grey, .. } = state;
                let strokes = std::mem::take(&mut path).0.into_iter();
                page.strokes.extend(strokes.map(|points| Stroke { points, width, is_dashed, grey }));
            }
            "f" | "B" | "n" => {
                let (parts, has_curves) = std::mem::take(&mut path);
                if has_curves && operator != "n" {
                    page.discs.extend(parts.iter().map(|points| centre(points)));
                }
            }
            "re" | "rg" | "J" | "j" | "BT" | "ET" | "h" => {}
            other => panic!("unknown operator {other}"),
        }
        numbers.clear();
    }
    page
}

/// Returns the centre of the bounding box.
fn centre(points: &[Point]) -> Point {
    let middle = |of: fn(&Point) -> f64| {
        let values = || points.iter().map(of);
        f64::midpoint(values().fold(f64::MAX, f64::min), values().fold(f64::MIN, f64::max))
    };
    (middle(|point| point.0), middle(|point| point.1))
}
