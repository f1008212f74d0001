// Farandole: Sudoku in C. The sources of the crate farandole-capi generate this file; do not edit it.
// Hash of the sources: af4d9af4653bc215

#ifndef FARANDOLE_H
#define FARANDOLE_H

#include <stddef.h>
#include <stdint.h>

// The version of this header. `farandole_version` and `farandole_version_number` return that of the library in use.
#define FARANDOLE_VERSION "0.2.0"
#define FARANDOLE_VERSION_MAJOR 0
#define FARANDOLE_VERSION_MINOR 2
#define FARANDOLE_VERSION_PATCH 0
#define FARANDOLE_VERSION_NUMBER \
  (FARANDOLE_VERSION_MAJOR * 1000000 + FARANDOLE_VERSION_MINOR * 1000 + FARANDOLE_VERSION_PATCH)

// Text is passed as a pointer and a length in bytes, and need not end with a NUL. A puzzle is read from text in any
// format that Farandole reads: a line of 81 cells, a grid, a variant as constraint text, a link of an editor. Values are
// bytes, 1 for the digit 1. Cells are numbered from 0, row by row; extra cells of a variant follow.
//
// Errors: a function that can fail returns a FarandoleCode. No solution, several solutions and a spent budget are
// results and not errors. A function with a parameter `error` stores a new error with a sentence there if it fails,
// unless the pointer is NULL; a call that succeeds does not write to it. Outputs keep their contents if a function
// fails. The functions for 9x9 puzzles in bulk have no such parameter, because only a NULL pointer or a count beyond the
// address space makes them fail. A panic inside the library becomes FARANDOLE_CODE_INTERNAL.
//
// Ownership: the caller owns each handle that a function returns or stores (FarandolePuzzle, FarandoleHint,
// FarandoleSolver, FarandoleText, FarandoleError), and frees it once with the function for its type. All pointers inside
// of a handle are valid until it is freed. The library keeps no pointer to memory of the caller after a call.
//
// Threads: all functions may be called from several threads at the same time. Any number of calls may use the same
// FarandolePuzzle, FarandoleHint, FarandoleText or FarandoleError, which do not change. A FarandoleSolver belongs to one
// call at a time. No call may use a handle while it is freed.

// The result of a call.
typedef enum {
  // The call succeeded, and its outputs are set.
  FARANDOLE_CODE_OK = 0,
  // An argument is wrong: a null pointer, a length that is too large, or an unknown constant.
  FARANDOLE_CODE_USAGE = 1,
  // The text is not a puzzle, or contains more than one.
  FARANDOLE_CODE_UNREADABLE = 2,
  // The function does not support this puzzle.
  FARANDOLE_CODE_UNSUPPORTED = 3,
  // An internal error of the library. Other calls are not affected.
  FARANDOLE_CODE_INTERNAL = 4,
} FarandoleCode;

// The contents of a hint.
typedef enum {
  // There are steps.
  FARANDOLE_HINT_STATUS_STEPS = 0,
  // Every cell has its correct value.
  FARANDOLE_HINT_STATUS_SOLVED = 1,
  // No technique applies, or none within the budget.
  FARANDOLE_HINT_STATUS_STUCK = 2,
  // The position has mistakes, or not exactly one solution.
  FARANDOLE_HINT_STATUS_PROBLEMS = 3,
} FarandoleHintStatus;

// The verdict on a move.
typedef enum {
  // The move is true, and a step shows it.
  FARANDOLE_RULING_JUSTIFIED = 0,
  // The move is true, but no step shows it yet.
  FARANDOLE_RULING_NOT_YET_JUSTIFIED = 1,
  // The move contradicts the puzzle.
  FARANDOLE_RULING_CONTRADICTS = 2,
  // The move holds in some solutions only.
  FARANDOLE_RULING_UNDECIDED = 3,
  // The position has no solution.
  FARANDOLE_RULING_NO_SOLUTION = 4,
  // The search ended early.
  FARANDOLE_RULING_UNKNOWN = 5,
} FarandoleRuling;

// The reason why a search ended. Arrays contain it as one byte.
enum FarandoleEnd
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint8_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  // The search is complete, and the number of solutions is exact.
  FARANDOLE_END_EXHAUSTED = 0,
  // The limit was reached; there may be more solutions.
  FARANDOLE_END_LIMIT = 1,
  // The budget was spent; there may be more solutions.
  FARANDOLE_END_BUDGET = 2,
  // The visitor stopped the search; there may be more solutions.
  FARANDOLE_END_STOPPED = 3,
  // A byte is neither a digit nor an empty cell. Nothing was searched.
  FARANDOLE_END_UNREADABLE = 4,
  // Two equal givens share a house, so there is no solution.
  FARANDOLE_END_CLASH = 5,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum FarandoleEnd FarandoleEnd;
#else
typedef uint8_t FarandoleEnd;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

// The reason why a puzzle has a rating, or none.
typedef enum {
  // The rating is exact.
  FARANDOLE_RATING_STATUS_RATED = 0,
  // The techniques do not solve the puzzle. The numbers are lower bounds.
  FARANDOLE_RATING_STATUS_STUCK = 1,
  // The budget was spent. The numbers are lower bounds.
  FARANDOLE_RATING_STATUS_GAVE_UP = 2,
  // The puzzle has no solution.
  FARANDOLE_RATING_STATUS_NONE = 3,
  // The puzzle has several solutions.
  FARANDOLE_RATING_STATUS_SEVERAL = 4,
  // The scale does not apply to the puzzle, or no techniques are known for it.
  FARANDOLE_RATING_STATUS_NOT_CLASSIC = 5,
} FarandoleRatingStatus;

// A difficulty scale.
typedef enum {
  // Sudoku Explainer 1.2.1: ER, EP and ED.
  FARANDOLE_SCALE_SE = 0,
  // HoDoKu 2.2: score and level.
  FARANDOLE_SCALE_HODOKU = 1,
  // The W rating of Berthier: the length of the longest whip.
  FARANDOLE_SCALE_W = 2,
  // The B rating of Berthier: the length of the longest braid.
  FARANDOLE_SCALE_B = 3,
  // The expected minutes of an experienced solver.
  FARANDOLE_SCALE_MINUTES = 4,
} FarandoleScale;

// The kind of a move.
typedef enum {
  // The candidate is placed.
  FARANDOLE_MOVE_PLACE = 0,
  // The candidate is eliminated.
  FARANDOLE_MOVE_ELIMINATE = 1,
} FarandoleMove;

// The reason why a call failed: a code, and a sentence in English.
typedef struct FarandoleError FarandoleError;

// A puzzle: a classic one of any size and shape, or a variant. It never changes, so any number of calls may use it
// at the same time.
typedef struct FarandolePuzzle FarandolePuzzle;

// The buffers of `farandole_solve_9x9`. They are allocated once, so that solving does not allocate.
typedef struct FarandoleSolver FarandoleSolver;

// A text that the library has allocated.
typedef struct FarandoleText FarandoleText;

// The conditions for a generated puzzle. A recipe of zeros, `FarandoleRecipe recipe = {0}`, has none.
typedef struct {
  // Random seed. The same recipe always generates the same puzzle.
  uint64_t seed;
  // Maximum number of attempts; 0 is no limit.
  uint64_t tries;
  // Minimum number of givens.
  uint32_t least_givens;
  // Maximum number of givens; 0 is no limit.
  uint32_t most_givens;
  // Minimum rating on the scale of Sudoku Explainer, in tenths.
  uint32_t least_er;
  // Maximum rating on this scale, in tenths; 0 is no limit. Without both limits, the puzzle is not rated.
  uint32_t most_er;
} FarandoleRecipe;

// The digits and pencil marks that a person has entered. Cells with a given keep it.
typedef struct {
  // For each cell, the digit. A byte that is not a value of the puzzle, such as 255, is an empty cell. NULL for no
  // digits.
  const uint8_t *digits;
  // For each cell, the mask of its pencil marks, in which bit 0 is the lowest value of the puzzle; 0 for a cell
  // without marks. NULL for no marks.
  const uint16_t *marks;
  // Number of cells in both arrays.
  size_t cells;
} FarandoleEntries;

// A value that a cell may have.
typedef struct {
  // The index of the cell: row-major from 0, then extra cells.
  uint32_t cell;
  // The value.
  uint8_t value;
} FarandoleCandidate;

// A step of a person's solution.
typedef struct {
  // The stable identifier of the technique, such as `naked-pair`.
  const char *technique;
  // The name of the technique in English.
  const char *name;
  // The step with its reason in English, in lines that end with a line feed.
  const char *sentence;
  // The candidates to place.
  const FarandoleCandidate *placements;
  // Number of candidates to place.
  size_t placement_count;
  // The candidates to eliminate.
  const FarandoleCandidate *eliminations;
  // Number of candidates to eliminate.
  size_t elimination_count;
  // The difficulty on Farandole's scale, or 0 if there is none, as for variants.
  double difficulty;
} FarandoleStep;

// A hint, a verdict or a report. `farandole_hint_free` frees it with everything to which it points.
typedef struct {
  // The contents.
  FarandoleHintStatus status;
  // The whole text in English, in lines that end with a line feed.
  const char *sentence;
  // The steps, in order.
  const FarandoleStep *steps;
  // Number of steps.
  size_t step_count;
  // The indices of the cells with problems, in order.
  const uint32_t *cells;
  // Number of cells with problems.
  size_t cell_count;
} FarandoleHint;

// The result of a search.
typedef struct {
  // Number of solutions found. It is exact if `end` is `FARANDOLE_END_EXHAUSTED`.
  uint64_t solutions;
  // Number of values in a solution: the cells of the grid in row-major order, then extra cells, if
  // any.
  size_t cells;
  // The reason why the search ended.
  FarandoleEnd end;
} FarandoleResult;

// Receives a solution: its values, their number, and the pointer that was passed with the visitor. Returns 0
// to continue, or another number to stop. The values are valid during the call only.
typedef int (*FarandoleVisitor)(const uint8_t *values, size_t cells, void *context);

// The difficulty of a puzzle. Numbers that the scale or the status does not have are 0.
typedef struct {
  // The reason why there is a rating, or none.
  FarandoleRatingStatus status;
  // The rating of the hardest step in tenths: 72 for 7.2. For a variant, the number is on the scale of variants.
  uint32_t er;
  // The rating of the hardest step up to the first placed digit, in tenths.
  uint32_t ep;
  // The rating of the first step in tenths.
  uint32_t ed;
  // The score of HoDoKu.
  uint32_t score;
  // The level of HoDoKu: 1 easy, 2 medium, 3 hard, 4 unfair, 5 extreme.
  uint32_t level;
  // Number of steps.
  uint32_t steps;
  // The length of the longest whip or braid on the scales W and B.
  uint32_t length;
  // The expected time of an experienced solver in seconds.
  uint32_t seconds;
  // The smaller end of the range of the expected time, in seconds.
  uint32_t least_seconds;
  // The greater end of this range, in seconds.
  uint32_t most_seconds;
  // The expected time in a word: 1 easy, 2 medium, 3 hard, 4 expert, 5 brutal.
  uint32_t grade;
} FarandoleRating;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

// Returns the version of the library as a number, like the macro `FARANDOLE_VERSION_NUMBER`: 1,000,000 for each major
// version, 1,000 for each minor version, and the patch version.
uint32_t farandole_version_number(void);

// Returns the version of the library, such as `0.2.0`. The text is static and ends with a NUL.
const char *farandole_version(void);

// Creates a solver. `farandole_solver_free` frees it. Returns NULL after an internal error.
FarandoleSolver *farandole_solver_new(void);

// Frees a solver. NULL has no effect.
void farandole_solver_free(FarandoleSolver *solver);

// Solves `count` classic 9x9 puzzles on this thread. Allocates no memory.
//
// A puzzle is 81 bytes, row-major: `1` to `9`, and one of `. 0 _ * - ?` for an empty cell. `puzzles`
// contains `count` of them without separators.
//
// `limit` is the number of solutions after which the search of a puzzle stops: 1 for any solution, 2 to test
// uniqueness, 0 for no limit. `budget` bounds the number of guesses per puzzle; 0 is no budget.
//
// Each output has one entry per puzzle, and may be NULL. An entry of `grids` is 81 bytes: the first solution,
// or 81 dots if there is none. An entry of `solutions` is the number of solutions found, and an entry of
// `ends` is a `FarandoleEnd`. The outputs must not overlap `puzzles` or each other. `farandole_check_9x9`
// checks grids by the rules alone.
FarandoleCode farandole_solve_9x9(FarandoleSolver *solver,
                                  const uint8_t *puzzles,
                                  size_t count,
                                  uint32_t limit,
                                  uint64_t budget,
                                  uint8_t *grids,
                                  uint32_t *solutions,
                                  uint8_t *ends);

// Checks `count` completed grids by the rules alone, with code that no solver uses.
//
// `fits` receives a byte per puzzle: 1 if the 81 bytes of `grids` contain each digit once in every row,
// column and box and keep the givens of `puzzles`, otherwise 0.
FarandoleCode farandole_check_9x9(const uint8_t *puzzles,
                                  const uint8_t *grids,
                                  size_t count,
                                  uint8_t *fits);

// Returns the code of an error, or `FARANDOLE_CODE_OK` for NULL.
FarandoleCode farandole_error_code(const FarandoleError *error);

// Returns the sentence of an error in UTF-8, with a NUL at its end. It is valid until the error is
// freed. The sentence of NULL is empty.
const char *farandole_error_message(const FarandoleError *error);

// Frees an error. NULL has no effect.
void farandole_error_free(FarandoleError *error);

// Generates a minimal classic 9x9 puzzle with exactly one solution, on this thread. `puzzle` receives a new handle, which
// `farandole_puzzle_free` frees, or NULL if no attempt succeeds.
FarandoleCode farandole_generate(const FarandoleRecipe *recipe,
                                 FarandolePuzzle **puzzle,
                                 FarandoleError **error);

// Returns the next step in a position, or its mistakes. The order of techniques is that of Farandole.
//
// `entries` may be NULL. `budget` bounds the number of searches for techniques; 0 is no budget. `hint` receives a new
// hint, which `farandole_hint_free` frees.
FarandoleCode farandole_hint(const FarandolePuzzle *puzzle,
                             const FarandoleEntries *entries,
                             uint64_t budget,
                             FarandoleHint **hint,
                             FarandoleError **error);

// Judges a move in a position: whether a candidate may be placed or eliminated, and which step shows it. The move is
// not made.
//
// `kind` is a `FarandoleMove`. `entries` may be NULL. `budget` bounds the number of searches for techniques; 0 is no
// budget. `reason`, if it is not NULL, receives a new hint with the text of the verdict and the steps that show the
// move or refute it; its status is `FARANDOLE_HINT_STATUS_STUCK` if there are none.
FarandoleCode farandole_judge(const FarandolePuzzle *puzzle,
                              const FarandoleEntries *entries,
                              uint32_t kind,
                              FarandoleCandidate candidate,
                              uint64_t budget,
                              FarandoleRuling *ruling,
                              FarandoleHint **reason,
                              FarandoleError **error);

// Checks the values of all cells by the rules alone, with code that no solver uses.
//
// `report` receives a new hint: `FARANDOLE_HINT_STATUS_SOLVED`, or `FARANDOLE_HINT_STATUS_PROBLEMS` with a sentence about
// the first violation.
FarandoleCode farandole_check(const FarandolePuzzle *puzzle,
                              const uint8_t *values,
                              size_t cells,
                              FarandoleHint **report,
                              FarandoleError **error);

// Frees a hint with its steps and texts. NULL has no effect.
void farandole_hint_free(FarandoleHint *hint);

// Reads a puzzle. `puzzle` receives a new handle, which `farandole_puzzle_free` frees.
FarandoleCode farandole_puzzle_new(const char *text,
                                   size_t length,
                                   FarandolePuzzle **puzzle,
                                   FarandoleError **error);

// Frees a puzzle that no call uses. NULL has no effect.
void farandole_puzzle_free(FarandolePuzzle *puzzle);

// Returns the number of cells of a puzzle, or 0 for NULL: the cells of the grid in row-major order, then extra
// cells, if any.
size_t farandole_puzzle_cells(const FarandolePuzzle *puzzle);

// Writes the givens of a puzzle, one byte per cell. A cell without a given gets 0, or 255 if 0 is a value of the
// puzzle. Writes nothing if `capacity` is less than the number of cells. Returns this number.
size_t farandole_puzzle_givens(const FarandolePuzzle *puzzle,
                               uint8_t *values,
                               size_t capacity);

// Solves a puzzle, and counts its solutions up to `limit`. Solutions are checked by the rules.
//
// `limit` 0 is no limit, and 2 tests uniqueness. `budget` bounds the number of search nodes; 0 is no budget.
// The first solution is written to `values`, one byte per value. If `capacity` is less than the number of
// cells, nothing is written; `result->cells` has the number. `values` may be NULL if `capacity` is 0.
FarandoleCode farandole_solve(const FarandolePuzzle *puzzle,
                              uint64_t limit,
                              uint64_t budget,
                              uint8_t *values,
                              size_t capacity,
                              FarandoleResult *result,
                              FarandoleError **error);

// Counts the solutions of a puzzle up to `limit`; 0 is no limit. `budget` bounds the number of search nodes;
// 0 is no budget.
FarandoleCode farandole_count(const FarandolePuzzle *puzzle,
                              uint64_t limit,
                              uint64_t budget,
                              FarandoleResult *result,
                              FarandoleError **error);

// Finds the true candidates of each cell: the values that it has in some solution.
//
// `masks` receives a mask for each cell, in which bit 0 is the lowest value of the puzzle, or 0 for every cell if there
// is no solution. Nothing is written if `capacity` is less than the number of cells, or if the budget is spent.
// `budget` bounds the number of nodes of each search; 0 is no budget. `result->solutions` is 1 if there is a solution,
// otherwise 0.
FarandoleCode farandole_candidates(const FarandolePuzzle *puzzle,
                                   uint64_t budget,
                                   uint64_t *masks,
                                   size_t capacity,
                                   FarandoleResult *result,
                                   FarandoleError **error);

// Calls `visit` for each solution of a puzzle, in no particular order, until it returns a number other than
// 0. Solutions are checked by the rules. Memory does not grow with the number of solutions.
//
// `budget` bounds the number of search nodes; 0 is no budget. `context` is passed to the visitor. `result`
// may be NULL. A visitor must return normally: it must not throw a C++ exception or call `longjmp`.
FarandoleCode farandole_each_solution(const FarandolePuzzle *puzzle,
                                      uint64_t budget,
                                      FarandoleVisitor visit,
                                      void *context,
                                      FarandoleResult *result,
                                      FarandoleError **error);

// Rates the difficulty of a puzzle for people. `scale` is a `FarandoleScale`. Variants and other sizes have a scale of
// their own and minutes. `budget` bounds the work of the techniques; 0 is no budget. The hardest known puzzles take
// seconds without one.
FarandoleCode farandole_rate(const FarandolePuzzle *puzzle,
                             uint32_t scale,
                             uint64_t budget,
                             FarandoleRating *rating,
                             FarandoleError **error);

// Answers a request: a line of JSON, followed by a line feed and the bytes of a text if the operation reads
// one.
//
// The operations and their fields are those of the web page: `read` turns a text into boards; `hint`,
// `explain`, `solve`, `candidates`, `rate`, `draw` and `write` take a board; `make` generates puzzles, and
// `cover` solves exact cover problems. The answer is a line of JSON with a field `status`, followed by a
// line feed and bytes if it includes a text or a file. A request that cannot be answered is an error, like that of any
// other function.
//
// `answer` receives a new text, which `farandole_text_free` frees.
FarandoleCode farandole_request(const uint8_t *request,
                                size_t length,
                                FarandoleText **answer,
                                FarandoleError **error);

// Returns the bytes of a text, without a NUL at the end, or NULL for NULL. They are valid until the text is
// freed.
const uint8_t *farandole_text_data(const FarandoleText *text);

// Returns the length of a text in bytes, or 0 for NULL.
size_t farandole_text_length(const FarandoleText *text);

// Frees a text. NULL has no effect.
void farandole_text_free(FarandoleText *text);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* FARANDOLE_H */
