//! The kernel on arbitrary bytes and arbitrary candidate masks. A naive search must agree on the
//! number of solutions up to a limit of one to four, and all instruction sets must agree on
//! everything.
#![no_main]

use farandole_kernel::{Answer, Config, End, Isa, solve_batch, solve_pencilmarks};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let Some((&mode, data)) = data.split_first() else { return };
    let byte = |i: usize| data.get(i).copied().unwrap_or(b'.');
    // Other puzzles share the batch, so that lanes differ.
    let place = usize::from(mode >> 2) % 5;
    // Most users set the limit 2, which has its own code path.
    let limit = [2, 3, 2, 4, 1][place];
    let config = Config { limit, ..Config::default() };
    let mut reference: Option<[Answer; 5]> = None;
    let masks: [u16; 81] = match mode & 3 {
        // A grid with some cells emptied, which is solvable in most cases.
        0 => core::array::from_fn(|cell| {
            let digit = (cell / 9 * 3 + cell / 27 + cell % 9) % 9;
            let more = u16::from(byte(cell)) | u16::from(mode >> 5) << 6;
            1 << digit | more & 0x1ff
        }),
        // Arbitrary masks.
        1 => core::array::from_fn(|cell| u16::from_le_bytes([byte(2 * cell), byte(2 * cell + 1)])),
        // Arbitrary bytes, or bytes mapped to ten symbols.
        raw => {
            let puzzle: [u8; 81] = core::array::from_fn(|cell| {
                if raw == 2 { byte(cell) } else { b".123456789"[usize::from(byte(cell)) % 10] }
            });
            for isa in Isa::available() {
                let mut answers = [Answer::default(); 5];
                let mut puzzles = [[b'.'; 81]; 5];
                puzzles[place] = puzzle;
                solve_batch(isa, &config, &puzzles, &mut answers);
                assert_eq!(*reference.get_or_insert(answers), answers, "{isa}");
                let mut alone = [Answer::default()];
                solve_batch(isa, &config, &[puzzle], &mut alone);
                assert_eq!(alone[0], answers[place], "{isa}");
            }
            puzzle.map(|byte| match byte {
                b'1'..=b'9' => 1 << (byte - b'1'),
                b'.' | b'0' | b'_' | b'*' | b'-' | b'?' => 0x1ff,
                _ => 0x8000,
            })
        }
    };
    if reference.is_none() {
        for isa in Isa::available() {
            let mut answers = [Answer::default(); 5];
            let mut puzzles = [[0x1ff; 81]; 5];
            puzzles[place] = masks;
            solve_pencilmarks(isa, &config, &puzzles, &mut answers);
            assert_eq!(*reference.get_or_insert(answers), answers, "{isa}");
            let mut alone = [Answer::default()];
            solve_pencilmarks(isa, &config, &[masks], &mut alone);
            assert_eq!(alone[0], answers[place], "{isa}");
        }
    }
    let Some(answer) = reference.map(|answers| answers[place]) else { return };
    if let Some(bad) = masks.iter().position(|&mask| mask > 0x1ff) {
        assert_eq!(answer.end, End::Unreadable { position: bad as u8 });
        return;
    }
    let mut steps = 3000;
    let mut found = 0;
    naive(&mut masks.clone(), limit, &mut steps, &mut found);
    if steps > 0 {
        assert_eq!(answer.solutions, found.min(limit));
    }
    if answer.solutions > 0 {
        let grid = answer.grid.map(|byte| 1u16 << (byte - b'1'));
        for cell in 0..81 {
            assert!(masks[cell] & grid[cell] != 0);
            assert!((0..81).all(|other| !sees(cell, other) || grid[cell] != grid[other]));
        }
    }
});

fn sees(a: usize, b: usize) -> bool {
    a != b && (a / 9 == b / 9 || a % 9 == b % 9 || (a / 27 == b / 27 && a % 9 / 3 == b % 9 / 3))
}

/// Counts solutions up to the limit by trying the candidates of the undecided cell with the fewest.
/// Ends without a verdict if the steps run out. Bit 15 marks a decided cell whose value was
/// eliminated from its peers.
fn naive(masks: &mut [u16; 81], limit: u32, steps: &mut u32, found: &mut u32) {
    let open = (0..81).filter(|&cell| masks[cell] & 0x8000 == 0);
    let Some(cell) = open.min_by_key(|&cell| masks[cell].count_ones()) else {
        *found += 1;
        return;
    };
    for digit in 0..9 {
        if masks[cell] >> digit & 1 == 0 || *steps == 0 || *found >= limit {
            continue;
        }
        *steps -= 1;
        let mut next = *masks;
        next[cell] = 0x8000 | 1 << digit;
        for (other, mask) in next.iter_mut().enumerate() {
            if sees(cell, other) {
                *mask &= !(1 << digit);
            }
        }
        naive(&mut next, limit, steps, found);
    }
}
