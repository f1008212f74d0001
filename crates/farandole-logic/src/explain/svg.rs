//! The grid with its pencil marks as an SVG drawing.

use super::{Mark, candidates, marks};
use crate::State;
use crate::model::{Assertion, Candidate, Deduction};
use std::fmt::Write as _;

/// The side of a cell, in user units.
const CELL: f64 = 60.0;
const MARGIN: f64 = 24.0;
/// The side of a drawing without its caption.
const SIDE: f64 = 9.0 * CELL + 2.0 * MARGIN;
/// A line of a caption.
const LINE: f64 = 18.0;
/// How many characters fit on a line of a caption.
const WIDTH: usize = 84;

const STYLE: &str = "\
text{font-family:sans-serif;text-anchor:middle;fill:#222}\
.given{font-size:34px}.placed{font-size:34px;fill:#1553a0}.mark{font-size:15px;fill:#666}.named{fill:#222}\
.name{font-size:12px;fill:#888}.caption{font-size:13px;text-anchor:start}\
.thin{stroke:#999;stroke-width:1}.thick{stroke:#222;stroke-width:2.5}\
.house{fill:#f1ecd9}.core{fill:#9fdf9f}.extra{fill:#ffd97a}.support{fill:#a9cdf5}.on{fill:#9fdf9f}\
.off{fill:#e7c3ea}.eliminated{fill:#f4a9a0}.put{fill:#3fb950}\
.strike{stroke:#c0392b;stroke-width:2}.strong{stroke:#2e7d32;stroke-width:1.6;fill:none}\
.weak{stroke:#8e44ad;stroke-width:1.6;stroke-dasharray:4 3;fill:none}";

/// The font sizes of digits, pencil marks, names of lines and captions, as in the style.
const DIGIT: f64 = 34.0;
const MARK: f64 = 15.0;
const NAME: f64 = 12.0;
const CAPTION: f64 = 13.0;

/// The baseline of a text whose digits and capitals have their middle at this height. Not all viewers know
/// `dominant-baseline`. Digits of sans-serif fonts are about 0.72 of the font size high.
fn baseline(middle: f64, size: f64) -> f64 {
    (10.0 * (middle + 0.36 * size)).round() / 10.0
}

/// Drawings one below the other, each with lines of text under it; one file.
pub fn document(drawings: &[(&State, Option<&Deduction>, String)]) -> String {
    let mut body = String::new();
    let mut top = 0.0;
    for (state, deduction, caption) in drawings {
        let _ = writeln!(body, "<g transform=\"translate(0 {top})\">");
        grid(&mut body, state, *deduction);
        let mut y = SIDE;
        for line in caption.lines().flat_map(wrapped) {
            let line = escape(&line);
            let _ = writeln!(
                body,
                "<text class=\"caption\" x=\"{MARGIN}\" y=\"{}\">{line}</text>",
                baseline(y, CAPTION)
            );
            y += LINE;
        }
        body += "</g>\n";
        top += y + LINE;
    }
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {SIDE} {top}\" width=\"{SIDE}\" height=\"{top}\">\n\
         <style>{STYLE}</style>\n<rect width=\"{SIDE}\" height=\"{top}\" fill=\"#fff\"/>\n{body}</svg>\n"
    )
}

/// The lines of a caption, none longer than fits.
fn wrapped(line: &str) -> Vec<String> {
    let indent = line.len() - line.trim_start().len();
    let mut lines = vec![" ".repeat(indent)];
    for word in line.split_whitespace() {
        let Some(last) = lines.last_mut() else { break };
        if !last.trim().is_empty() && last.chars().count() + 1 + word.chars().count() > WIDTH {
            lines.push(format!("{}{word}", " ".repeat(indent)));
        } else {
            if !last.trim().is_empty() {
                last.push(' ');
            }
            last.push_str(word);
        }
    }
    // Blanks in front would be dropped.
    lines.into_iter().map(|line| line.replacen("  ", "\u{2003}", indent / 2)).collect()
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// The middle of a cell.
fn middle(cell: usize) -> (f64, f64) {
    let at = |i: usize| MARGIN + CELL * (i as f64 + 0.5);
    (at(cell % 9), at(cell / 9))
}

/// The middle of a pencil mark.
fn place(candidate: Candidate) -> (f64, f64) {
    let (x, y) = middle(candidate.cell());
    let (row, col) = ((candidate.digit() - 1) / 3, (candidate.digit() - 1) % 3);
    let step = CELL * 0.3;
    (x + (f64::from(col) - 1.0) * step, y + (f64::from(row) - 1.0) * step)
}

fn grid(out: &mut String, state: &State, deduction: Option<&Deduction>) {
    for house in deduction.iter().flat_map(|deduction| &deduction.houses) {
        for cell in crate::model::tables::CELLS[usize::from(*house)] {
            let (x, y) = middle(usize::from(cell));
            let (x, y) = (x - CELL / 2.0, y - CELL / 2.0);
            let _ = writeln!(
                out,
                "<rect class=\"house\" x=\"{x}\" y=\"{y}\" width=\"{CELL}\" height=\"{CELL}\"/>"
            );
        }
    }
    for i in 0..10 {
        let (at, end) = (MARGIN + CELL * f64::from(i), MARGIN + 9.0 * CELL);
        let class = if i % 3 == 0 { "thick" } else { "thin" };
        let _ = writeln!(
            out,
            "<path class=\"{class}\" d=\"M{MARGIN} {at}H{end}M{at} {MARGIN}V{end}\" fill=\"none\"/>"
        );
    }
    for i in 0..9 {
        let (at, name) = (MARGIN + CELL * (f64::from(i) + 0.5), i + 1);
        let edge = MARGIN / 2.0;
        let (top, left) = (baseline(edge, NAME), baseline(at, NAME));
        let _ = writeln!(
            out,
            "<text class=\"name\" x=\"{at}\" y=\"{top}\">{name}</text>\
             <text class=\"name\" x=\"{edge}\" y=\"{left}\">{name}</text>"
        );
    }
    let marks = marks(deduction);
    for cell in 0..81 {
        let (x, y) = middle(cell);
        let digit = state.digits()[cell];
        if digit > 0 {
            let class = if state.is_given(cell) { "given" } else { "placed" };
            let y = baseline(y, DIGIT);
            let _ = writeln!(out, "<text class=\"{class}\" x=\"{x}\" y=\"{y}\">{digit}</text>");
        }
        for candidate in candidates(state, cell) {
            pencil_mark(out, candidate, marks[candidate.index()]);
        }
    }
    for chain in deduction.iter().flat_map(|deduction| &deduction.chains) {
        for inference in chain {
            for premise in &inference.premises {
                link(out, chain[usize::from(*premise)].assertion, inference.assertion);
            }
        }
    }
}

fn pencil_mark(out: &mut String, candidate: Candidate, mark: Option<Mark>) {
    let (x, y) = place(candidate);
    if let Some(mark) = mark {
        let class = match mark {
            Mark::Core => "core",
            Mark::Extra => "extra",
            Mark::Support => "support",
            Mark::On => "on",
            Mark::Off => "off",
            Mark::Eliminated => "eliminated",
            Mark::Placed => "put",
        };
        let _ = writeln!(out, "<circle class=\"{class}\" cx=\"{x}\" cy=\"{y}\" r=\"9\"/>");
    }
    let class = if mark.is_some() { "mark named" } else { "mark" };
    let (digit, base) = (candidate.digit(), baseline(y, MARK));
    let _ = writeln!(out, "<text class=\"{class}\" x=\"{x}\" y=\"{base}\">{digit}</text>");
    if mark == Some(Mark::Eliminated) {
        let (left, right, up, down) = (x - 7.0, x + 7.0, y - 7.0, y + 7.0);
        let _ = writeln!(out, "<path class=\"strike\" d=\"M{left} {down}L{right} {up}\"/>");
    }
}

/// A line from premise to conclusion, cut short at both circles.
fn link(out: &mut String, from: Assertion, to: Assertion) {
    let ((x1, y1), (x2, y2)) = (place(from.candidate), place(to.candidate));
    let (dx, dy) = (x2 - x1, y2 - y1);
    let length = dx.hypot(dy).max(1.0);
    let (dx, dy) = (dx / length * 9.0, dy / length * 9.0);
    let class = if to.on { "strong" } else { "weak" };
    let _ = writeln!(
        out,
        "<path class=\"{class}\" d=\"M{:.1} {:.1}L{:.1} {:.1}\"/>",
        x1 + dx,
        y1 + dy,
        x2 - dx,
        y2 - dy
    );
}
