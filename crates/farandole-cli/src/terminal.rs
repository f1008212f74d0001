//! The width of the terminal, and text wrapped to it.

use std::io;

/// Returns the width of the terminal: `COLUMNS` if it is set, otherwise the width of standard output. Returns `None` if
/// standard output is no terminal.
pub(crate) fn width() -> Option<usize> {
    let stated = std::env::var("COLUMNS").ok().and_then(|it| it.parse().ok());
    stated
        .or_else(|| Some(terminal_size::terminal_size_of(io::stdout())?.0.0.into()))
        .filter(|it| *it >= NARROWEST)
}

/// Minimum width of a terminal for which text is wrapped.
const NARROWEST: usize = 20;

/// Wraps the lines of a text at blanks, if there is a width. Following lines are indented by two more blanks than their
/// first one if that is indented. Words that are longer than a line stay whole.
pub(crate) fn wrapped(text: &str, width: Option<usize>) -> String {
    let Some(width) = width else { return text.to_owned() };
    let mut out = String::new();
    for line in text.lines() {
        let indent = line.len() - line.trim_start_matches(' ').len();
        let further = if indent == 0 { 0 } else { indent + 2 };
        let mut at = 0;
        for (number, word) in line.split(' ').filter(|word| !word.is_empty()).enumerate() {
            let length = word.chars().count();
            if number == 0 {
                out += &" ".repeat(indent);
                at = indent;
            } else if at + 1 + length > width {
                out += &format!("\n{}", " ".repeat(further));
                at = further;
            } else {
                out.push(' ');
                at += 1;
            }
            out += word;
            at += length;
        }
        out.push('\n');
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_wrapped_at_blanks_and_keep_their_indent() {
        let text = "one two three four five\n  six seven eight nine ten\n\nabcdefghijklmnopqrstuvwxyz a\n";
        let wanted =
            "one two three four\nfive\n  six seven eight\n    nine ten\n\nabcdefghijklmnopqrstuvwxyz\na\n";
        assert_eq!(wrapped(text, Some(20)), wanted);
        assert_eq!(wrapped(text, None), text);
    }
}
