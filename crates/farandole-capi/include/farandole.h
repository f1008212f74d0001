// Farandole: Sudoku in C. The sources of the crate farandole-capi generate this file; do not edit it.
// Hash of the sources: 6319c4a92c17828c

#ifndef FARANDOLE_H
#define FARANDOLE_H

#include <stddef.h>
#include <stdint.h>

// Text is passed as a pointer and a length in bytes, and need not end with a NUL. A puzzle is text in any format
// that Farandole reads: a line of 81 cells, a grid, a variant as constraint text, a link of an editor.
//
// Functions return a FarandoleCode. No solution, several solutions and a spent budget are results and not errors.
// A function with a parameter `error` stores a new error there if it fails, unless the pointer is NULL. Outputs
// keep their contents if a function fails.
//
// All functions may be called from several threads at the same time, but one FarandoleSolver belongs to one call
// at a time. A panic inside the library becomes FARANDOLE_CODE_INTERNAL.

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
  // The puzzle is not a classic 9x9 puzzle.
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

// The reason why a call failed: a code, and a sentence in English.
typedef struct FarandoleError FarandoleError;

// The buffers of `farandole_solve_9x9`. They are allocated once, so that solving does not allocate.
typedef struct FarandoleSolver FarandoleSolver;

// A text that the library has allocated.
typedef struct FarandoleText FarandoleText;

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
  // The rating of the hardest step in tenths: 72 for 7.2.
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

// Returns the version of the library, such as `0.1.0`. The text is static and ends with a NUL.
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

// Solves a puzzle, and counts its solutions up to `limit`. Solutions are checked by the rules.
//
// `limit` 0 is no limit, and 2 tests uniqueness. `budget` bounds the number of search nodes; 0 is no budget.
// The first solution is written to `values`, one byte per value. If `capacity` is less than the number of
// cells, nothing is written; `result->cells` has the number. `values` may be NULL if `capacity` is 0.
FarandoleCode farandole_solve(const char *text,
                              size_t length,
                              uint64_t limit,
                              uint64_t budget,
                              uint8_t *values,
                              size_t capacity,
                              FarandoleResult *result,
                              FarandoleError **error);

// Counts the solutions of a puzzle up to `limit`; 0 is no limit. `budget` bounds the number of search nodes;
// 0 is no budget.
FarandoleCode farandole_count(const char *text,
                              size_t length,
                              uint64_t limit,
                              uint64_t budget,
                              FarandoleResult *result,
                              FarandoleError **error);

// Calls `visit` for each solution of a puzzle, in no particular order, until it returns a number other than
// 0. Solutions are checked by the rules. Memory does not grow with the number of solutions.
//
// `budget` bounds the number of search nodes; 0 is no budget. `context` is passed to the visitor. `result`
// may be NULL. A visitor must return normally: it must not throw a C++ exception or call `longjmp`.
FarandoleCode farandole_each_solution(const char *text,
                                      size_t length,
                                      uint64_t budget,
                                      FarandoleVisitor visit,
                                      void *context,
                                      FarandoleResult *result,
                                      FarandoleError **error);

// Rates the difficulty of a classic 9x9 puzzle for people. `scale` is a `FarandoleScale`. `budget` bounds the
// work of the techniques; 0 is no budget. The hardest known puzzles take seconds without one.
FarandoleCode farandole_rate(const char *text,
                             size_t length,
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
// line feed and bytes if it includes a text or a file. An answer with the status `unreadable`,
// `unsupported` or `usage` describes an error of the request; the call itself succeeds.
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
