//! Random solution grids: a uniform first band and left stack, then a completion.
//!
//! Boxes 2 and 4 are drawn until they fit box 1, which takes about 30 draws. They determine boxes 3
//! and 7 up to the order of their lines. The 36,228^2 sorted forms of a first band and left stack
//! have 27,704,267,971 * 2^7 completions, 2,702 each on average.
//!
//! Source: the decomposition is that of B. Felgenhauer, F. Jarvis, "Enumerating possible Sudoku
//! grids" (2005).

use crate::random::Random;

/// Returns a board with a uniformly random first band and left stack, and 0 elsewhere.
pub(crate) fn first_band_and_stack(random: &mut Random) -> [u8; 81] {
    let mut board = [0; 81];
    let mut first = [1, 2, 3, 4, 5, 6, 7, 8, 9];
    random.shuffle(&mut first);
    let rows: [[u8; 3]; 3] =
        core::array::from_fn(|row| [first[3 * row], first[3 * row + 1], first[3 * row + 2]]);
    let cols: [[u8; 3]; 3] = core::array::from_fn(|col| [first[col], first[3 + col], first[6 + col]]);
    let (across, down) = (other_boxes(rows, random), other_boxes(cols, random));
    for line in 0..3 {
        for position in 0..9 {
            let digit_at = |lines: &[[u8; 6]; 3], own: &[[u8; 3]; 3]| {
                if position < 3 { own[line][position] } else { lines[line][position - 3] }
            };
            board[9 * line + position] = digit_at(&across, &rows);
            board[9 * position + line] = digit_at(&down, &cols);
        }
    }
    board
}

/// Returns the digits of the other two boxes of a chute, line by line. All possibilities are
/// equally likely.
fn other_boxes(lines: [[u8; 3]; 3], random: &mut Random) -> [[u8; 6]; 3] {
    let set = |line: &[u8]| line.iter().fold(0_u16, |set, digit| set | 1 << digit);
    let own = lines.map(|line| set(&line));
    let second = loop {
        let mut second = [1, 2, 3, 4, 5, 6, 7, 8, 9];
        random.shuffle_last(&mut second, 3);
        if set(&second[6..]) & own[2] != 0 {
            // The random stream advances as if the other cells had been drawn too.
            random.skip(5);
            continue;
        }
        random.shuffle(&mut second[..6]);
        if (set(&second[..3]) & own[0]) | (set(&second[3..6]) & own[1]) == 0 {
            break second;
        }
    };
    core::array::from_fn(|line| {
        let middle = &second[3 * line..3 * line + 3];
        let left = 0x3fe & !own[line] & !set(middle);
        let mut last = [0; 3];
        for (position, digit) in last.iter_mut().zip((1..=9).filter(|digit| left >> digit & 1 == 1)) {
            *position = digit;
        }
        random.shuffle(&mut last);
        [middle[0], middle[1], middle[2], last[0], last[1], last[2]]
    })
}
