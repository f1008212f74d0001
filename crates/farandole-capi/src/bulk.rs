//! Classic 9x9 puzzles in bulk, as arrays of bytes.

use crate::error::{FarandoleCode, FarandoleEnd, FarandoleError, guard};
use farandole::kernel::{Answer, Config, End, Isa, solve_batch};
use farandole::puzzle::check::fits_classic;
use std::ptr::{copy_nonoverlapping, null_mut};

/// Number of puzzles per call of the kernel. At the end of each call, some vector lanes are idle; with this
/// number, that costs about 1 %. The answers take 250 kB and fit into the second-level cache.
const CHUNK: usize = 2048;

/// The buffers of `farandole_solve_9x9`. They are allocated once, so that solving does not allocate.
#[derive(Debug)]
pub struct FarandoleSolver {
    isa: Isa,
    answers: Box<[Answer]>,
}

/// Creates a solver. `farandole_solver_free` frees it. Returns NULL after an internal error.
#[unsafe(no_mangle)]
pub extern "C" fn farandole_solver_new() -> *mut FarandoleSolver {
    let mut made = null_mut();
    // SAFETY: a null pointer for the error is allowed.
    unsafe {
        guard(null_mut(), || {
            let answers = vec![Answer::default(); CHUNK].into_boxed_slice();
            made = Box::into_raw(Box::new(FarandoleSolver { isa: Isa::detect(), answers }));
            Ok(())
        })
    };
    made
}

/// Frees a solver. NULL has no effect.
///
/// # Safety
///
/// `solver` is NULL or a solver that has not been freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn farandole_solver_free(solver: *mut FarandoleSolver) {
    if !solver.is_null() {
        // SAFETY: the caller guarantees that the solver is not used again.
        drop(unsafe { Box::from_raw(solver) });
    }
}

/// Solves `count` classic 9x9 puzzles on this thread. Allocates no memory.
///
/// A puzzle is 81 bytes, row-major: `1` to `9`, and one of `. 0 _ * - ?` for an empty cell. `puzzles`
/// contains `count` of them without separators.
///
/// `limit` is the number of solutions after which the search of a puzzle stops: 1 for any solution, 2 to test
/// uniqueness, 0 for no limit. `budget` bounds the number of guesses per puzzle; 0 is no budget.
///
/// Each output has one entry per puzzle, and may be NULL. An entry of `grids` is 81 bytes: the first solution,
/// or 81 dots if there is none. An entry of `solutions` is the number of solutions found, and an entry of
/// `ends` is a `FarandoleEnd`. The outputs must not overlap `puzzles` or each other. `farandole_check_9x9`
/// checks grids by the rules alone.
///
/// # Safety
///
/// `solver` is a solver that no other call uses. `puzzles` is valid for reads of `81 * count` bytes, and each
/// output is NULL or valid for writes of its `count` entries.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn farandole_solve_9x9(
    solver: *mut FarandoleSolver,
    puzzles: *const u8,
    count: usize,
    limit: u32,
    budget: u64,
    grids: *mut u8,
    solutions: *mut u32,
    ends: *mut u8,
) -> FarandoleCode {
    let solve = || {
        // SAFETY: the caller guarantees that the solver is null or belongs to this call.
        let solver = unsafe { solver.as_mut() }.ok_or_else(|| FarandoleError::usage("solver is null"))?;
        // SAFETY: the caller guarantees that the bytes can be read.
        let puzzles = unsafe { boards(puzzles, count, "puzzles") }?;
        let config = Config {
            limit: if limit == 0 { u32::MAX } else { limit },
            budget: if budget == 0 { u64::MAX } else { budget },
        };
        for (number, chunk) in puzzles.chunks(CHUNK).enumerate() {
            let answers = &mut solver.answers[..chunk.len()];
            solve_batch(solver.isa, &config, chunk, answers);
            for (at, answer) in (number * CHUNK..).zip(&*answers) {
                if !grids.is_null() {
                    // SAFETY: the caller guarantees space for 81 bytes per puzzle.
                    unsafe { copy_nonoverlapping(answer.grid.as_ptr(), grids.add(81 * at), 81) };
                }
                if !solutions.is_null() {
                    // SAFETY: the caller guarantees space for a number per puzzle.
                    unsafe { solutions.add(at).write(answer.solutions) };
                }
                if !ends.is_null() {
                    // SAFETY: the caller guarantees space for a byte per puzzle.
                    unsafe { ends.add(at).write(end_of(answer.end) as u8) };
                }
            }
        }
        Ok(())
    };
    // SAFETY: a null pointer for the error is allowed.
    unsafe { guard(null_mut(), solve) }
}

/// Checks `count` completed grids by the rules alone, with code that no solver uses.
///
/// `fits` receives a byte per puzzle: 1 if the 81 bytes of `grids` contain each digit once in every row,
/// column and box and keep the givens of `puzzles`, otherwise 0.
///
/// # Safety
///
/// `puzzles` and `grids` are valid for reads of `81 * count` bytes, and `fits` for writes of `count` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn farandole_check_9x9(
    puzzles: *const u8,
    grids: *const u8,
    count: usize,
    fits: *mut u8,
) -> FarandoleCode {
    let check = || {
        // SAFETY: the caller guarantees that the bytes can be read.
        let puzzles = unsafe { boards(puzzles, count, "puzzles") }?;
        // SAFETY: the caller guarantees that the bytes can be read.
        let grids = unsafe { boards(grids, count, "grids") }?;
        if fits.is_null() && count > 0 {
            return Err(FarandoleError::usage("fits is null"));
        }
        for (at, (puzzle, grid)) in puzzles.iter().zip(grids).enumerate() {
            // SAFETY: the caller guarantees space for a byte per puzzle.
            unsafe { fits.add(at).write(fits_classic(puzzle, grid).into()) };
        }
        Ok(())
    };
    // SAFETY: a null pointer for the error is allowed.
    unsafe { guard(null_mut(), check) }
}

/// Returns an array of boards of 81 bytes.
///
/// # Errors
///
/// Returns an error if the pointer is null or the array exceeds the address space.
///
/// # Safety
///
/// `first` is null or valid for reads of `81 * count` bytes.
unsafe fn boards<'a>(first: *const u8, count: usize, name: &str) -> Result<&'a [[u8; 81]], FarandoleError> {
    if count == 0 {
        return Ok(&[]);
    }
    if first.is_null() {
        return Err(FarandoleError::usage(format!("{name} is null")));
    }
    if count > isize::MAX as usize / 81 {
        return Err(FarandoleError::usage(format!("{count} puzzles exceed the address space")));
    }
    // SAFETY: the caller guarantees that the bytes can be read, and the length has been checked.
    Ok(unsafe { std::slice::from_raw_parts(first.cast(), count) })
}

fn end_of(end: End) -> FarandoleEnd {
    match end {
        End::Exhausted => FarandoleEnd::Exhausted,
        End::LimitReached => FarandoleEnd::Limit,
        End::BudgetSpent => FarandoleEnd::Budget,
        // No flag is passed, so a search is not cancelled.
        End::Stopped | End::Cancelled => FarandoleEnd::Stopped,
        End::Unreadable { .. } => FarandoleEnd::Unreadable,
        End::Clash { .. } => FarandoleEnd::Clash,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PUZZLE: &[u8; 81] =
        b"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    fn solve(puzzles: &[[u8; 81]], limit: u32, budget: u64) -> (Vec<u8>, Vec<u32>, Vec<u8>) {
        let n = puzzles.len();
        let (mut grids, mut solutions, mut ends) = (vec![0; 81 * n], vec![99; n], vec![99; n]);
        let solver = farandole_solver_new();
        // SAFETY: all arrays have an entry per puzzle.
        let code = unsafe {
            let outputs = (grids.as_mut_ptr(), solutions.as_mut_ptr(), ends.as_mut_ptr());
            let first = puzzles.as_ptr().cast();
            let code = farandole_solve_9x9(solver, first, n, limit, budget, outputs.0, outputs.1, outputs.2);
            farandole_solver_free(solver);
            code
        };
        assert_eq!(code, FarandoleCode::Ok);
        (grids, solutions, ends)
    }

    #[test]
    fn answers_agree_with_the_kernel_across_chunks() {
        // More than one chunk, and a last chunk that does not fill the lanes.
        let mut puzzles = vec![*PUZZLE; CHUNK + 7];
        puzzles[3] = [b'.'; 81];
        puzzles[4][0] = b'x';
        puzzles[5] = *b"55.......\
            .........................................................................."
            .first_chunk::<81>()
            .unwrap();
        puzzles[CHUNK + 2] = [b'.'; 81];
        let (grids, solutions, ends) = solve(&puzzles, 3, 0);
        let mut expected = vec![Answer::default(); puzzles.len()];
        let config = Config { limit: 3, budget: u64::MAX };
        solve_batch(Isa::PORTABLE, &config, &puzzles, &mut expected);
        for (at, answer) in expected.iter().enumerate() {
            assert_eq!(solutions[at], answer.solutions, "{at}");
            assert_eq!(grids[81 * at..81 * at + 81], answer.grid, "{at}");
            assert_eq!(ends[at], end_of(answer.end) as u8, "{at}");
        }
        assert_eq!((ends[0], ends[3], ends[4], ends[5]), (0, 1, 4, 5));
        assert_eq!((solutions[0], solutions[3], solutions[4], solutions[5]), (1, 3, 0, 0));
    }

    #[test]
    fn zero_means_no_limit_and_no_budget() {
        let mut puzzle = *PUZZLE;
        // The engine dlx, which shares nothing with the kernel, counts as many.
        puzzle[..18].fill(b'.');
        let (_, all, ends) = solve(&[puzzle], 0, 0);
        let (_, two, stopped) = solve(&[puzzle], 2, 0);
        assert_eq!((all[0], ends[0]), (2484, FarandoleEnd::Exhausted as u8));
        assert_eq!((two[0], stopped[0]), (2, FarandoleEnd::Limit as u8));
        let (grids, _, ends) = solve(&[[b'.'; 81]], 2, 1);
        assert_eq!((ends[0], grids[0]), (FarandoleEnd::Budget as u8, b'.'));
    }

    #[test]
    fn grids_are_checked_by_the_rules() {
        let puzzles = [*PUZZLE; 3];
        let (mut grids, ..) = solve(&puzzles, 2, 0);
        // Another solution of an empty grid, and a digit that is wrong.
        grids[81..162].rotate_left(9);
        grids[162 + 2] = b'5';
        let mut fits = [9; 3];
        // SAFETY: all arrays have an entry per puzzle.
        let code =
            unsafe { farandole_check_9x9(puzzles.as_ptr().cast(), grids.as_ptr(), 3, fits.as_mut_ptr()) };
        assert_eq!((code, fits), (FarandoleCode::Ok, [1, 0, 0]));
    }

    #[test]
    fn wrong_arguments_are_refused() {
        use std::ptr::null;
        let solver = farandole_solver_new();
        let n = null_mut;
        // SAFETY: the function reads nothing before it has checked these arguments.
        unsafe {
            let bytes = PUZZLE.as_ptr();
            let usage = FarandoleCode::Usage;
            assert_eq!(farandole_solve_9x9(null_mut(), bytes, 1, 2, 0, n(), null_mut(), n()), usage);
            assert_eq!(farandole_solve_9x9(solver, null(), 1, 2, 0, n(), null_mut(), n()), usage);
            assert_eq!(farandole_solve_9x9(solver, bytes, usize::MAX, 2, 0, n(), null_mut(), n()), usage);
            assert_eq!(farandole_check_9x9(bytes, bytes, 1, null_mut()), usage);
            let ok = FarandoleCode::Ok;
            assert_eq!(farandole_solve_9x9(solver, null(), 0, 2, 0, n(), null_mut(), n()), ok);
            assert_eq!(farandole_solve_9x9(solver, bytes, 1, 2, 0, n(), null_mut(), n()), ok);
            farandole_solver_free(solver);
            farandole_solver_free(null_mut());
        }
    }
}
