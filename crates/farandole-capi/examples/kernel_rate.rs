//! Prints the number of classic 9x9 puzzles that the kernel solves per second of processor time:
//! `kernel_rate FILE PASSES`. The counterpart in C, `tests/c/rate.c`, calls the library.

use farandole::kernel::{Answer, Config, Isa, solve_batch};
use std::time::Duration;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let file = arguments.next().expect("usage: kernel_rate FILE PASSES");
    let passes: usize = arguments.next().and_then(|it| it.parse().ok()).expect("number of passes");
    let text = std::fs::read(file).expect("readable file");
    let lines = text.split(|byte| *byte == b'\n').filter(|line| !line.is_empty());
    let puzzles: Vec<[u8; 81]> = lines.map(|line| *line.first_chunk().expect("81 cells")).collect();
    let mut answers = vec![Answer::default(); puzzles.len()];
    let (isa, config) = (Isa::detect(), Config { limit: 2, ..Config::default() });
    let mut proper = 0;
    // One call for the whole list: as in C, all grids are in memory at the end.
    let start = processor_time();
    for _ in 0..passes {
        solve_batch(isa, &config, &puzzles, &mut answers);
        proper += answers.iter().filter(|answer| answer.solutions == 1).count();
    }
    let seconds = processor_time().saturating_sub(start).as_secs_f64();
    assert_eq!(proper, puzzles.len() * passes, "every puzzle is proper");
    println!("{:.0}", proper as f64 / seconds);
}

/// Returns the processor time of this thread on Linux, with the resolution of a few milliseconds.
fn processor_time() -> Duration {
    let text =
        std::fs::read_to_string("/proc/thread-self/schedstat").expect("Linux with scheduler statistics");
    let nanoseconds = text.split_whitespace().next().and_then(|it| it.parse().ok());
    Duration::from_nanos(nanoseconds.expect("a number"))
}
