//! Families of texts. Each function makes a text of one family, and the givens of its puzzles.

use super::puzzles::{Random, Sample, sample};

/// A text, and the givens of the puzzles that it shows.
pub(crate) struct Text {
    pub(crate) text: String,
    pub(crate) givens: Vec<Vec<u8>>,
}

type Make = fn(&mut Random) -> Text;

pub(crate) const FAMILIES: [(&str, Make); 26] = [
    ("lines", lines),
    ("lines with few givens", sparse_lines),
    ("labelled lines", labelled_lines),
    ("lines with solutions", solved_lines),
    ("spaced lines", spaced_lines),
    ("lines with marks", marked_lines),
    ("lines of blanks", blank_lines),
    ("rows", rows),
    ("spaced rows", spaced_rows),
    ("rows after a count", counted_rows),
    ("values from 0", from_zero),
    ("-1 for empty cells", minus_one),
    ("bordered rows", bordered),
    ("bordered rows with blanks", bordered_blanks),
    ("boxes of Unicode", unicode),
    ("Markdown tables", markdown),
    ("separated fields", fields),
    ("aligned rows with blanks", aligned),
    ("nested arrays", arrays),
    ("MiniZinc", minizinc),
    ("XML", xml),
    ("JSON objects", objects),
    ("CSV with a header", csv),
    ("links", links),
    ("constraint text after a grid", constraint_text),
    ("game IDs of Solo", solo),
];

const EMPTY: [&str; 6] = [".", "0", "_", "*", "-", "?"];

/// Returns some puzzles of the same size.
fn some(random: &mut Random, sizes: &[usize], percent: std::ops::Range<usize>) -> Vec<Sample> {
    let size = random.pick(sizes);
    let percent = percent.start + random.below(percent.len());
    let count = 1 + random.below(3);
    (0..count).map(|_| sample(random, size, percent)).collect()
}

/// Returns the symbol of a digit: `A` is 10.
fn symbol(digit: u8) -> String {
    char::from(if digit < 10 { b'0' + digit } else { b'A' + digit - 10 }).to_string()
}

/// Returns the cells of a puzzle as texts.
fn cells(givens: &[u8], empty: &str, digit: impl Fn(u8) -> String) -> Vec<String> {
    givens.iter().map(|given| if *given == 0 { empty.into() } else { digit(*given) }).collect()
}

fn text(puzzles: &[Sample], between: &str, show: impl FnMut(&Sample) -> String) -> Text {
    let texts: Vec<String> = puzzles.iter().map(show).collect();
    Text {
        text: texts.join(between) + "\n",
        givens: puzzles.iter().map(|puzzle| puzzle.givens.clone()).collect(),
    }
}

fn lines(random: &mut Random) -> Text {
    let puzzles = some(random, &[4, 6, 8, 9, 10, 12, 15, 16, 20, 25], 25..90);
    // A puzzle above size 9 with letters alone would be read with A = 1.
    let empty = random.pick(if puzzles[0].size > 9 { &EMPTY[..1] } else { &EMPTY });
    let end = random.pick(&["\n", "\r\n", "\n\n"]);
    text(&puzzles, end, |puzzle| cells(&puzzle.givens, empty, symbol).concat())
}

fn sparse_lines(random: &mut Random) -> Text {
    let size = random.pick(&[8, 9, 12, 16, 25]);
    let mut puzzle = sample(random, size, 0);
    for _ in 0..1 + random.below(2) {
        // Digits below 10, since letters alone are read with A = 1.
        let cell = loop {
            let cell = random.below(size * size);
            if puzzle.solution[cell] < 10 {
                break cell;
            }
        };
        puzzle.givens[cell] = puzzle.solution[cell];
    }
    text(&[puzzle], "\n", |puzzle| cells(&puzzle.givens, ".", symbol).concat())
}

fn labelled_lines(random: &mut Random) -> Text {
    let puzzles = some(random, &[6, 8, 9, 16], 25..60);
    let separator = random.pick(&[" ", "\t", ",", ";", "  "]);
    let (mut number, label) = (0, random.pick(&["no", "P", "easy-"]));
    text(&puzzles, "\n", |puzzle| {
        number += 1;
        format!(
            "{label}{number}{separator}{}{separator}1.{number}",
            cells(&puzzle.givens, ".", symbol).concat()
        )
    })
}

fn solved_lines(random: &mut Random) -> Text {
    let puzzles = some(random, &[4, 6, 8, 9, 16], 30..60);
    let separator = random.pick(&[" ", "\t", ",", ";"]);
    text(&puzzles, "\n", |puzzle| {
        let [one, two] = [&puzzle.givens, &puzzle.solution].map(|all| cells(all, ".", symbol).concat());
        format!("{one}{separator}{two}")
    })
}

fn spaced_lines(random: &mut Random) -> Text {
    let puzzles = some(random, &[4, 6, 9, 12, 16], 40..80);
    let empty = random.pick(&["0", ".", "_", "-"]);
    let separator = random.pick(&[" ", ",", ", ", "\t"]);
    text(&puzzles, "\n", |puzzle| cells(&puzzle.givens, empty, |digit| digit.to_string()).join(separator))
}

fn marked_lines(random: &mut Random) -> Text {
    let puzzles = some(random, &[9], 25..50);
    text(&puzzles, "\n", |puzzle| {
        let row = random.below(9) + 1;
        let plus = random.below(2) == 0;
        let digit = |digit: u8| if plus && digit < 4 { format!("+{digit}") } else { digit.to_string() };
        let grid = cells(&puzzle.givens, ".", digit).concat();
        let cell = puzzle.givens[(row - 1) * 9..row * 9].iter().position(|given| *given == 0).unwrap_or(0);
        let wrong = puzzle.solution[(row - 1) * 9 + cell] % 9 + 1;
        if puzzle.givens[(row - 1) * 9 + cell] > 0 {
            return format!("{grid}:");
        }
        let marks = format!("{wrong}{row}{}", cell + 1);
        if random.below(2) == 0 { format!("{grid}:{marks}") } else { format!(":0100:8:{grid}:{marks}:834::") }
    })
}

fn blank_lines(random: &mut Random) -> Text {
    let puzzles = some(random, &[9], 30..50);
    let trim = random.below(2) == 0;
    text(&puzzles, "\n", |puzzle| {
        let line = cells(&puzzle.givens, " ", symbol).concat();
        if trim { line.trim_end().to_owned() } else { line }
    })
}

/// Joins the cells of each row.
fn by_rows(puzzle: &Sample, cells: &[String], separator: &str) -> Vec<String> {
    cells.chunks(puzzle.size).map(|row| row.join(separator)).collect()
}

fn rows(random: &mut Random) -> Text {
    let puzzles = some(random, &[4, 6, 8, 9, 10, 12, 16, 25], 40..80);
    let empty = random.pick(if puzzles[0].size > 9 { &EMPTY[..1] } else { &[".", "0", "_", "*"] });
    let between = random.pick(&["\n", "\n\n"]);
    text(&puzzles, between, |puzzle| by_rows(puzzle, &cells(&puzzle.givens, empty, symbol), "").join("\n"))
}

fn spaced_rows(random: &mut Random) -> Text {
    let puzzles = some(random, &[4, 6, 9, 12, 16, 25], 50..80);
    let empty = random.pick(&["0", ".", "_"]);
    let separator = random.pick(&[" ", ", ", "\t", "  "]);
    text(&puzzles, "\n\n", |puzzle| {
        by_rows(puzzle, &cells(&puzzle.givens, empty, |digit| digit.to_string()), separator).join("\n")
    })
}

fn counted_rows(random: &mut Random) -> Text {
    let puzzles = some(random, &[6, 9], 40..70);
    let size = puzzles[0].size;
    let head = match random.below(3) {
        0 => puzzles.len().to_string(),
        1 => format!("{size} {size}"),
        _ => size.to_string(),
    };
    let shown =
        text(&puzzles, "\n", |puzzle| by_rows(puzzle, &cells(&puzzle.givens, "0", symbol), " ").join("\n"));
    Text { text: format!("{head}\n{}", shown.text), ..shown }
}

fn from_zero(random: &mut Random) -> Text {
    let puzzles = some(random, &[6, 8, 9, 10, 12, 16], 50..70);
    let empty = random.pick(&[".", "_"]);
    if random.below(2) == 0 {
        return text(&puzzles, "\n", |puzzle| {
            cells(&puzzle.givens, empty, |digit| symbol(digit - 1)).concat()
        });
    }
    text(&puzzles, "\n\n", |puzzle| {
        by_rows(puzzle, &cells(&puzzle.givens, empty, |digit| (digit - 1).to_string()), " ").join("\n")
    })
}

fn minus_one(random: &mut Random) -> Text {
    let puzzles = some(random, &[4, 6, 9, 16], 40..70);
    let separator = random.pick(&[" ", "\t", ", "]);
    text(&puzzles, "\n\n", |puzzle| {
        by_rows(puzzle, &cells(&puzzle.givens, "-1", |digit| digit.to_string()), separator).join("\n")
    })
}

/// Draws rows with bars between the boxes, and lines between the bands.
fn drawn(puzzle: &Sample, empty: &str, framed: bool) -> String {
    let (height, width) = (puzzle.box_rows, puzzle.size / puzzle.box_rows);
    let part = "-".repeat(2 * width + 1);
    let line = format!("+{}+", vec![part; puzzle.size / width].join("+"));
    let mut lines: Vec<String> = Vec::new();
    for (k, row) in cells(&puzzle.givens, empty, symbol).chunks(puzzle.size).enumerate() {
        if k % height == 0 && (framed || k > 0) {
            lines.push(line.clone());
        }
        let parts: Vec<String> = row.chunks(width).map(|cells| cells.join(" ")).collect();
        let row = parts.join(" | ");
        lines.push(if framed { format!("| {row} |") } else { row });
    }
    lines.extend(framed.then_some(line));
    lines.join("\n")
}

fn bordered(random: &mut Random) -> Text {
    let puzzles = some(random, &[4, 6, 9], 30..60);
    let (empty, framed) = (random.pick(&[".", "0", "_"]), random.below(2) == 0);
    text(&puzzles, "\n\n", |puzzle| drawn(puzzle, empty, framed))
}

fn bordered_blanks(random: &mut Random) -> Text {
    let puzzles = some(random, &[6, 9], 40..60);
    let framed = random.below(3) > 0;
    text(&puzzles, "\n\n", |puzzle| drawn(puzzle, " ", framed))
}

fn unicode(random: &mut Random) -> Text {
    let puzzles = some(random, &[4, 6, 9], 30..60);
    let empty = random.pick(&[" ", "."]);
    text(&puzzles, "\n\n", |puzzle| {
        let width = puzzle.size / puzzle.box_rows;
        let drawn: Vec<String> = cells(&puzzle.givens, empty, symbol)
            .chunks(puzzle.size)
            .map(|row| {
                let parts: Vec<String> = row.chunks(width).map(|part| part.join(" │ ")).collect();
                format!("║ {} ║", parts.join(" ║ "))
            })
            .collect();
        let line = format!("╟{}╢", vec!["───"; puzzle.size].join("┼"));
        let outer = |left, right| format!("{left}{}{right}", vec!["═══"; puzzle.size].join("╪"));
        format!("{}\n{}\n{}", outer("╔", "╗"), drawn.join(&format!("\n{line}\n")), outer("╚", "╝"))
    })
}

fn markdown(random: &mut Random) -> Text {
    let puzzles = some(random, &[4, 6, 9, 16], 30..60);
    let empty = random.pick(&[" ", ""]);
    text(&puzzles[..1], "\n\n", |puzzle| {
        let shown = cells(&puzzle.givens, empty, |digit| digit.to_string());
        let mut lines: Vec<String> =
            shown.chunks(puzzle.size).map(|row| format!("| {} |", row.join(" | "))).collect();
        lines.insert(1, format!("|{}", "---|".repeat(puzzle.size)));
        lines.join("\n")
    })
}

fn fields(random: &mut Random) -> Text {
    let puzzles = some(random, &[4, 6, 9, 12, 16], 40..70);
    let separator = random.pick(&[",", ";", "\t"]);
    let between = random.pick(&["\n", "\n\n"]);
    text(&puzzles, between, |puzzle| {
        by_rows(puzzle, &cells(&puzzle.givens, "", |digit| digit.to_string()), separator).join("\n")
    })
}

fn aligned(random: &mut Random) -> Text {
    let puzzles = some(random, &[9], 45..60);
    let separator = random.pick(&["", " "]);
    let trim = random.below(2) == 0;
    text(&puzzles[..1], "\n\n", |puzzle| {
        let rows = by_rows(puzzle, &cells(&puzzle.givens, " ", symbol), separator);
        let row = |row: &String| if trim { row.trim_end().to_owned() } else { row.clone() };
        rows.iter().map(row).collect::<Vec<String>>().join("\n")
    })
}

fn arrays(random: &mut Random) -> Text {
    let puzzles = some(random, &[4, 6, 9, 16, 25], 30..70);
    let (open, close) = random.pick(&[("[", "]"), ("{", "}"), ("(", ")")]);
    let before = random.pick(&["", "board = ", "int grid[9][9] = "]);
    let gap = random.pick(&[", ", ",", ",\n "]);
    let (empty, quote) =
        random.pick(&[("0", ""), (".", "\""), ("None", ""), ("null", ""), ("-1", ""), ("0", "'")]);
    text(&puzzles, "\n", |puzzle| {
        let digit = |digit: u8| format!("{quote}{digit}{quote}");
        let empty = if empty.len() == 1 { format!("{quote}{empty}{quote}") } else { empty.into() };
        let shown = cells(&puzzle.givens, &empty, digit);
        let rows: Vec<String> =
            shown.chunks(puzzle.size).map(|row| format!("{open}{}{close}", row.join(", "))).collect();
        format!("{before}{open}{}{close}{}", rows.join(gap), if open == "{" { ";" } else { "" })
    })
}

fn minizinc(random: &mut Random) -> Text {
    let puzzles = some(random, &[4, 9, 16], 30..70);
    let is_flat = random.below(2) == 0;
    text(&puzzles[..1], "\n", |puzzle| {
        let size = puzzle.size;
        let rows = by_rows(puzzle, &cells(&puzzle.givens, "0", |digit| digit.to_string()), ", ");
        if is_flat {
            format!("n = {size};\nx = array2d(1..{size}, 1..{size}, [\n{}]);", rows.join(",\n"))
        } else {
            format!("x = [| {} |];", rows.join("\n | "))
        }
    })
}

fn xml(random: &mut Random) -> Text {
    let puzzles = some(random, &[9], 30..60);
    let shown = text(&puzzles, "\n", |puzzle| {
        format!("  <game data=\"{}\" />", cells(&puzzle.givens, "0", symbol).concat())
    });
    let head = "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<opensudoku>\n  <name>Two</name>\n";
    Text { text: format!("{head}{}</opensudoku>\n", shown.text), ..shown }
}

fn objects(random: &mut Random) -> Text {
    let puzzles = some(random, &[4, 6, 9, 16], 30..60);
    let key = random.pick(&["puzzle", "question", "quiz", "board"]);
    let (is_array, is_pretty, is_list) = (random.below(3) == 0, random.below(2) == 0, random.below(3) == 0);
    let gap = if is_pretty { "\n  " } else { " " };
    let shown = text(&puzzles, if is_list { ",\n" } else { "\n" }, |puzzle| {
        let grid = if is_array {
            let shown = cells(&puzzle.givens, "0", |digit| digit.to_string());
            let rows: Vec<String> =
                shown.chunks(puzzle.size).map(|row| format!("[{}]", row.join(", "))).collect();
            format!("[{}]", rows.join(", "))
        } else {
            format!("\"{}\"", cells(&puzzle.givens, ".", symbol).concat())
        };
        let solution = cells(&puzzle.solution, ".", symbol).concat();
        let end = if is_pretty { "\n" } else { "" };
        format!("{{{gap}\"{key}\": {grid},{gap}\"solution\": \"{solution}\",{gap}\"rating\": 1.2{end}}}")
    });
    if is_list { Text { text: format!("[\n{}]\n", shown.text), ..shown } } else { shown }
}

fn csv(random: &mut Random) -> Text {
    let puzzles = some(random, &[4, 6, 9, 16], 30..60);
    let separator = random.pick(&[",", ";", "\t"]);
    let counted = random.below(2) == 0;
    let header = if counted { ["Puzzle", "Solution", "Givens"] } else { ["id", "puzzle", "note"] };
    let shown = text(&puzzles, "\n", |puzzle| {
        let [one, two] = [&puzzle.givens, &puzzle.solution].map(|all| cells(all, ".", symbol).concat());
        let count = puzzle.givens.iter().filter(|given| **given > 0).count();
        let fields = if counted {
            [one, two, count.to_string()]
        } else {
            [String::from("7"), format!("\"{one}\""), String::from("\"two\nlines, \"\"both\"\"\"")]
        };
        fields.join(separator)
    });
    Text { text: format!("{}\n{}", header.join(separator), shown.text), ..shown }
}

/// Encodes givens as puzz.link does: hexadecimal digits, and `g` to `z` for 1 to 20 empty cells.
fn hexadecimal(givens: &[u8]) -> String {
    let mut text = String::new();
    let mut empty = 0;
    for given in givens.iter().chain(&[255]) {
        if *given == 0 && empty < 20 {
            empty += 1;
            continue;
        }
        if empty > 0 {
            text.push(char::from(b'f' + empty));
        }
        empty = u8::from(*given == 0);
        match given {
            0 | 255 => {}
            1..=15 => text += &format!("{given:x}"),
            _ => text += &format!("-{given:02x}"),
        }
    }
    text
}

fn links(random: &mut Random) -> Text {
    let puzzles = some(random, &[9], 30..60);
    let other = some(random, &[4, 6, 9, 16], 30..60);
    let kind = random.below(6);
    let puzzles = if kind == 0 { other } else { puzzles };
    let scheme = random.pick(&["https://", "http://", "", "https://www."]);
    let (before, after) = random.pick(&[("", ""), ("<", ">"), ("[a puzzle](", ")"), ("- [x](", ")")]);
    text(&puzzles, "\n", |puzzle| {
        let plain = cells(&puzzle.givens, "0", symbol).concat();
        let packed = cells(&puzzle.givens, "ep", |digit| format!("0{digit}")).concat();
        let size = puzzle.size;
        let link = match kind {
            0 => format!("puzz.link/p?sudoku/{size}/{size}/{}", hexadecimal(&puzzle.givens)),
            1 => format!("sudokuexchange.com/play/?s={plain}&d=3"),
            2 => format!("sudoku.coach/en/play/{plain}"),
            3 => format!("sudokuwiki.org/sudoku.htm?bd={plain}"),
            4 => format!("sudokuwiki.org/sudoku.htm?bd=S9B{packed}"),
            _ => format!("pzv.jp/p.html?sudoku/9/9/{}", hexadecimal(&puzzle.givens)),
        };
        format!("{before}{scheme}{link}{after}")
    })
}

fn constraint_text(random: &mut Random) -> Text {
    let puzzles = some(random, &[4, 6, 9], 30..60);
    let gap = random.pick(&["\n", "\n\n"]);
    let in_rows = random.below(2) == 0;
    text(&puzzles[..1], "\n", |puzzle| {
        let shown = by_rows(puzzle, &cells(&puzzle.givens, ".", symbol), "");
        let grid = shown.join(if in_rows { "\n" } else { "" });
        format!("{grid}{gap}.AntiKing")
    })
}

fn solo(random: &mut Random) -> Text {
    let puzzles = some(random, &[4, 6, 9, 12], 30..60);
    let flags = random.pick(&["", "x", "dt", "a"]);
    text(&puzzles, "\n", |puzzle| {
        let (mut text, mut empty, mut number) = (String::new(), 0, false);
        for given in puzzle.givens.iter().chain(&[255]) {
            if *given == 0 && empty < 26 {
                empty += 1;
                continue;
            }
            if empty > 0 {
                text.push(char::from(b'a' + empty - 1));
                number = false;
            }
            empty = u8::from(*given == 0);
            if (1..255).contains(given) {
                text += &format!("{}{given}", if number { "_" } else { "" });
                number = true;
            }
        }
        format!("{}x{}{flags}:{text}", puzzle.box_rows, puzzle.size / puzzle.box_rows)
    })
}
