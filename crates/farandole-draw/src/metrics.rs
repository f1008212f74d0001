//! Font metrics: the character widths of Helvetica, and line breaking. Arial and Liberation Sans
//! have the same widths.

/// Widths of the characters from space to tilde, in thousandths of the font size.
///
/// Source: Adobe, core 14 AFM files, Helvetica.
const WIDTHS: [u16; 95] = [
    278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, // space to /
    556, 556, 556, 556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556, // 0 to ?
    1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778, // @ to O
    667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556, // P to _
    333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556, // ` to o
    556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584, // p to ~
];

/// Height of digits and capitals, in multiples of the font size.
const CAPITAL: f64 = 0.72;

/// Returns the width of a text. Letters outside ASCII are assumed to be as wide as a digit.
pub(crate) fn width(text: &str, size: f64) -> f64 {
    let of = |c: char| match c {
        '\u{2014}' | '\u{2026}' => 1000,
        _ => (c as usize).checked_sub(32).and_then(|at| WIDTHS.get(at)).copied().unwrap_or(556),
    };
    text.chars().map(|c| f64::from(of(c))).sum::<f64>() * size / 1000.0
}

/// Returns the baseline of a text whose digits and capitals are centred vertically at `middle`.
pub(crate) fn baseline(middle: f64, size: f64) -> f64 {
    middle + CAPITAL / 2.0 * size
}

/// Breaks a text into lines, each with the number of blanks of its indentation. A word that is wider than `most`
/// is divided.
pub(crate) fn lines(text: &str, size: f64, most: f64) -> Vec<(usize, String)> {
    let mut lines = Vec::new();
    for line in text.lines() {
        let indent = line.len() - line.trim_start().len();
        let room = most - width(" ", size) * indent as f64;
        let mut open = String::new();
        for word in line.split_whitespace().flat_map(|word| divided(word, size, room)) {
            if !open.is_empty() && width(&open, size) + width(" ", size) + width(word, size) > room {
                lines.push((indent, std::mem::take(&mut open)));
            }
            if !open.is_empty() {
                open.push(' ');
            }
            open.push_str(word);
        }
        lines.push((indent, open));
    }
    lines
}

/// Divides a word into parts that are not wider than `room`. Each part has at least one character.
fn divided(word: &str, size: f64, room: f64) -> Vec<&str> {
    let (mut parts, mut start, mut wide) = (Vec::new(), 0, 0.0);
    for (at, c) in word.char_indices() {
        let next = width(c.encode_utf8(&mut [0; 4]), size);
        if wide + next > room && at > start {
            parts.push(&word[start..at]);
            (start, wide) = (at, 0.0);
        }
        wide += next;
    }
    parts.push(&word[start..]);
    parts
}

/// Breaks a text into at most `count` lines. If words are missing, the last line ends with an ellipsis.
pub(crate) fn shortened(text: &str, size: f64, most: f64, count: usize) -> Vec<String> {
    let mut found: Vec<String> = lines(text, size, most).into_iter().map(|(_, line)| line).collect();
    if found.len() > count {
        found.truncate(count);
        if let Some(last) = found.last_mut() {
            while !last.is_empty() && width(last, size) + width("\u{2026}", size) > most {
                last.pop();
            }
            last.truncate(last.trim_end().len());
            last.push('\u{2026}');
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_fit_and_lose_no_word() {
        let text = "one two three four five six\n  indented words that go on and on and on";
        let found = lines(text, 10.0, 80.0);
        assert!(found.iter().all(|(indent, line)| width(line, 10.0) + 2.78 * *indent as f64 <= 80.0));
        assert!(found.iter().filter(|(indent, _)| *indent == 2).count() >= 2);
        let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        let joined: Vec<String> = found.iter().map(|(_, line)| line.clone()).collect();
        assert_eq!(words(&joined.join(" ")), words(text));
    }

    #[test]
    fn long_words_are_divided_and_missing_words_have_a_sign() {
        let word = "W".repeat(30);
        let found = lines(&word, 10.0, 80.0);
        assert!(found.len() > 1 && found.iter().all(|(_, line)| width(line, 10.0) <= 80.0));
        assert_eq!(found.into_iter().map(|(_, line)| line).collect::<String>(), word);
        assert_eq!(shortened("one two", 10.0, 80.0, 1), ["one two"]);
        for text in ["one two three four five six seven eight", &word] {
            let found = shortened(text, 10.0, 80.0, 2);
            assert!(found.len() == 2 && found[1].ends_with('\u{2026}') && !found[0].contains('\u{2026}'));
            assert!(found.iter().all(|line| width(line, 10.0) <= 80.0), "{found:?}");
        }
    }
}
