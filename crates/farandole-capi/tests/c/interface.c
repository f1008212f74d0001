/* Calls every function of the library, with right and wrong arguments. */
#include "farandole.h"
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PUZZLE "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
#define SOLUTION "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
#define HARD "98.7..6..75..4......3..8.7.8....9.5..3.2..1.....4....6.7...4.3....8..4......1...2"

#define VARIANT ".Shape~4x4.Cage~3~R1C1~R1C2.Thermo~R2C1~R2C2.~R1C1_1~R1C3_3~R2C3_1~R3C1_2~R4C4_1"

enum { THREADS = 8 };

static int failures = 0;

#define CHECK(condition)                                                  \
  do {                                                                    \
    if (!(condition)) {                                                   \
      fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition);     \
      failures++;                                                         \
    }                                                                     \
  } while (0)

static int count_down(const uint8_t *values, size_t cells, void *context) {
  int *left = context;
  CHECK(cells == 16);
  CHECK(values[0] >= 1 && values[0] <= 4);
  return --*left == 0;
}

static void bulk(void) {
  const size_t n = 3;
  uint8_t puzzles[3 * 81], grids[3 * 81], ends[3], fits[3];
  uint32_t solutions[3];
  memcpy(puzzles, PUZZLE, 81);
  memset(puzzles + 81, '.', 81);
  memset(puzzles + 162, 'x', 81);
  FarandoleSolver *solver = farandole_solver_new();
  CHECK(solver != NULL);
  CHECK(farandole_solve_9x9(solver, puzzles, n, 2, 0, grids, solutions, ends) == FARANDOLE_CODE_OK);
  CHECK(memcmp(grids, SOLUTION, 81) == 0);
  CHECK(solutions[0] == 1 && solutions[1] == 2 && solutions[2] == 0);
  CHECK(ends[0] == FARANDOLE_END_EXHAUSTED && ends[1] == FARANDOLE_END_LIMIT && ends[2] == FARANDOLE_END_UNREADABLE);
  CHECK(farandole_check_9x9(puzzles, grids, n, fits) == FARANDOLE_CODE_OK);
  CHECK(fits[0] == 1 && fits[1] == 1 && fits[2] == 0);
  CHECK(farandole_solve_9x9(NULL, puzzles, n, 2, 0, grids, solutions, ends) == FARANDOLE_CODE_USAGE);
  CHECK(farandole_solve_9x9(solver, puzzles, n, 2, 0, NULL, NULL, NULL) == FARANDOLE_CODE_OK);
  farandole_solver_free(solver);
}

static FarandolePuzzle *read_puzzle(const char *text) {
  FarandolePuzzle *puzzle = NULL;
  CHECK(farandole_puzzle_new(text, strlen(text), &puzzle, NULL) == FARANDOLE_CODE_OK);
  return puzzle;
}

static void puzzles(void) {
  uint8_t values[81] = {0};
  FarandoleResult result;
  FarandoleError *error = NULL;
  FarandolePuzzle *puzzle = read_puzzle(PUZZLE);
  CHECK(farandole_puzzle_cells(puzzle) == 81 && farandole_puzzle_givens(puzzle, values, 81) == 81);
  CHECK(values[0] == 5 && values[2] == 0 && farandole_puzzle_givens(puzzle, values, 80) == 81);
  CHECK(farandole_solve(puzzle, 2, 0, values, 81, &result, &error) == FARANDOLE_CODE_OK);
  CHECK(error == NULL && result.solutions == 1 && result.cells == 81 && result.end == FARANDOLE_END_EXHAUSTED);
  for (int cell = 0; cell < 81; cell++) CHECK(values[cell] == SOLUTION[cell] - '0');
  uint64_t masks[81];
  CHECK(farandole_candidates(puzzle, 0, masks, 81, &result, NULL) == FARANDOLE_CODE_OK && result.solutions == 1);
  for (int cell = 0; cell < 81; cell++) CHECK(masks[cell] == (uint64_t)1 << (values[cell] - 1));
  FarandoleHint *report = NULL;
  CHECK(farandole_check(puzzle, values, 81, &report, NULL) == FARANDOLE_CODE_OK);
  CHECK(report->status == FARANDOLE_HINT_STATUS_SOLVED && report->sentence[0] == 0);
  farandole_hint_free(report);
  values[2] = 5;
  CHECK(farandole_check(puzzle, values, 81, &report, NULL) == FARANDOLE_CODE_OK);
  CHECK(report->status == FARANDOLE_HINT_STATUS_PROBLEMS && strstr(report->sentence, "5") != NULL);
  farandole_hint_free(report);
  CHECK(farandole_check(puzzle, NULL, 81, &report, NULL) == FARANDOLE_CODE_USAGE);
  CHECK(farandole_each_solution(puzzle, 0, NULL, NULL, NULL, NULL) == FARANDOLE_CODE_USAGE);
  farandole_puzzle_free(puzzle);

  puzzle = read_puzzle(".Shape~4x4.Cage~3~R1C1~R1C2.Cage~4~R3C1~R3C2.~R1C4_4");
  CHECK(farandole_count(puzzle, 0, 0, &result, &error) == FARANDOLE_CODE_OK);
  CHECK(result.end == FARANDOLE_END_EXHAUSTED && result.solutions > 1 && result.solutions < 288);
  CHECK(farandole_candidates(puzzle, 0, masks, 16, &result, NULL) == FARANDOLE_CODE_OK);
  CHECK(masks[0] == 3 && masks[1] == 3 && masks[2] == 4 && masks[3] == 8);
  CHECK(farandole_puzzle_givens(puzzle, values, 16) == 16 && values[0] == 0 && values[3] == 4);
  farandole_puzzle_free(puzzle);
  puzzle = read_puzzle("11..............");
  CHECK(farandole_count(puzzle, 0, 0, &result, NULL) == FARANDOLE_CODE_OK);
  CHECK(result.solutions == 0 && result.end == FARANDOLE_END_CLASH);
  CHECK(farandole_candidates(puzzle, 0, masks, 16, &result, NULL) == FARANDOLE_CODE_OK);
  CHECK(result.solutions == 0 && masks[0] == 0);
  farandole_puzzle_free(puzzle);

  puzzle = read_puzzle("................");
  CHECK(farandole_count(puzzle, 0, 0, &result, NULL) == FARANDOLE_CODE_OK);
  CHECK(result.solutions == 288 && result.cells == 16);
  int left = 5;
  CHECK(farandole_each_solution(puzzle, 0, count_down, &left, &result, &error) == FARANDOLE_CODE_OK);
  CHECK(left == 0 && result.solutions == 5 && result.end == FARANDOLE_END_STOPPED);
  left = 1000;
  CHECK(farandole_each_solution(puzzle, 0, count_down, &left, NULL, &error) == FARANDOLE_CODE_OK);
  CHECK(left == 1000 - 288);
  farandole_puzzle_free(puzzle);

  puzzle = NULL;
  CHECK(farandole_puzzle_new("53x", 3, &puzzle, &error) == FARANDOLE_CODE_UNREADABLE && puzzle == NULL);
  CHECK(error != NULL && farandole_error_code(error) == FARANDOLE_CODE_UNREADABLE);
  CHECK(strstr(farandole_error_message(error), "found") != NULL);
  farandole_error_free(error);
  error = NULL;
  CHECK(farandole_puzzle_new(NULL, 3, &puzzle, &error) == FARANDOLE_CODE_USAGE);
  CHECK(strcmp(farandole_error_message(error), "text is null") == 0);
  farandole_error_free(error);
  error = NULL;
  CHECK(farandole_solve(NULL, 2, 0, NULL, 0, &result, &error) == FARANDOLE_CODE_USAGE);
  CHECK(strcmp(farandole_error_message(error), "puzzle is null") == 0);
  farandole_error_free(error);
  CHECK(farandole_puzzle_new("\xff\xfe", 2, &puzzle, NULL) == FARANDOLE_CODE_UNREADABLE);
  CHECK(farandole_puzzle_cells(NULL) == 0 && farandole_puzzle_givens(NULL, NULL, 0) == 0);
  farandole_puzzle_free(NULL);
}

/* Follows hints to the solution. */
static void hints(void) {
  FarandolePuzzle *puzzle = read_puzzle(PUZZLE);
  uint8_t digits[81];
  uint16_t marks[81];
  memset(digits, 255, sizeof digits);
  for (int cell = 0; cell < 81; cell++) marks[cell] = 0x1ff;
  FarandoleEntries entries = {digits, marks, 81};
  FarandoleHint *hint = NULL;
  int steps = 0;
  for (;;) {
    CHECK(farandole_hint(puzzle, &entries, 0, &hint, NULL) == FARANDOLE_CODE_OK);
    if (hint->status != FARANDOLE_HINT_STATUS_STEPS || hint->step_count == 0 || ++steps > 200) break;
    const FarandoleStep *step = &hint->steps[0];
    CHECK(step->technique[0] != 0 && step->name[0] != 0 && strstr(hint->sentence, step->sentence) != NULL);
    CHECK(step->difficulty > 0 && step->placement_count + step->elimination_count > 0);
    for (size_t k = 0; k < step->placement_count; k++) {
      CHECK(step->placements[k].value == SOLUTION[step->placements[k].cell] - '0');
      digits[step->placements[k].cell] = step->placements[k].value;
    }
    for (size_t k = 0; k < step->elimination_count; k++)
      marks[step->eliminations[k].cell] &= (uint16_t)~(1 << (step->eliminations[k].value - 1));
    farandole_hint_free(hint);
  }
  CHECK(hint->status == FARANDOLE_HINT_STATUS_SOLVED && steps == 51);
  farandole_hint_free(hint);
  digits[3] = 1;
  CHECK(farandole_hint(puzzle, &entries, 0, &hint, NULL) == FARANDOLE_CODE_OK);
  CHECK(hint->status == FARANDOLE_HINT_STATUS_PROBLEMS && hint->cell_count == 1 && hint->cells[0] == 3);
  farandole_hint_free(hint);
  entries.cells = 82;
  CHECK(farandole_hint(puzzle, &entries, 0, &hint, NULL) == FARANDOLE_CODE_USAGE);

  FarandoleRuling ruling;
  FarandoleCandidate candidate = {40, 5};
  CHECK(farandole_judge(puzzle, NULL, FARANDOLE_MOVE_PLACE, candidate, 0, &ruling, &hint, NULL) == FARANDOLE_CODE_OK);
  CHECK(ruling == FARANDOLE_RULING_JUSTIFIED && hint->step_count > 0 && strstr(hint->sentence, "r5c5") != NULL);
  farandole_hint_free(hint);
  CHECK(farandole_judge(puzzle, NULL, FARANDOLE_MOVE_ELIMINATE, candidate, 0, &ruling, NULL, NULL) == FARANDOLE_CODE_OK);
  CHECK(ruling == FARANDOLE_RULING_CONTRADICTS);
  candidate.cell = 81;
  CHECK(farandole_judge(puzzle, NULL, FARANDOLE_MOVE_PLACE, candidate, 0, &ruling, NULL, NULL) == FARANDOLE_CODE_USAGE);
  farandole_hint_free(NULL);
  farandole_puzzle_free(puzzle);
}

static void generated(void) {
  FarandoleRecipe recipe = {0};
  FarandolePuzzle *puzzle = NULL;
  FarandoleRating rating;
  FarandoleResult result;
  recipe.seed = 7;
  recipe.least_er = 20;
  recipe.most_er = 30;
  CHECK(farandole_generate(&recipe, &puzzle, NULL) == FARANDOLE_CODE_OK && puzzle != NULL);
  CHECK(farandole_count(puzzle, 2, 0, &result, NULL) == FARANDOLE_CODE_OK && result.solutions == 1);
  CHECK(farandole_rate(puzzle, FARANDOLE_SCALE_SE, 0, &rating, NULL) == FARANDOLE_CODE_OK);
  CHECK(rating.er >= 20 && rating.er <= 30);
  farandole_puzzle_free(puzzle);
  recipe.least_er = recipe.most_er = 0;
  recipe.least_givens = recipe.most_givens = 18;
  recipe.tries = 1;
  CHECK(farandole_generate(&recipe, &puzzle, NULL) == FARANDOLE_CODE_OK && puzzle == NULL);
  recipe.most_givens = 16;
  recipe.least_givens = 0;
  CHECK(farandole_generate(&recipe, &puzzle, NULL) == FARANDOLE_CODE_USAGE);
}

static FarandoleRating rate(const char *text, uint32_t scale, uint64_t budget) {
  FarandoleRating rating;
  FarandolePuzzle *puzzle = read_puzzle(text);
  CHECK(farandole_rate(puzzle, scale, budget, &rating, NULL) == FARANDOLE_CODE_OK);
  farandole_puzzle_free(puzzle);
  return rating;
}

static void ratings(void) {
  FarandoleRating rating = rate(PUZZLE, FARANDOLE_SCALE_SE, 0);
  CHECK(rating.status == FARANDOLE_RATING_STATUS_RATED && rating.er == 12 && rating.ep == 12 && rating.ed == 12);
  rating = rate(PUZZLE, FARANDOLE_SCALE_HODOKU, 0);
  CHECK(rating.score == 204 && rating.level == 1 && rating.er == 0);
  rating = rate(".2...6.8.4..1..2.....2..145.1964....3...9......57.19...6....3.27..........15....8", FARANDOLE_SCALE_W, 0);
  CHECK(rating.length == 2 && rating.er == 0 && rating.score == 0);
  rating = rate(PUZZLE, FARANDOLE_SCALE_B, 0);
  CHECK(rating.status == FARANDOLE_RATING_STATUS_RATED && rating.length == 0);
  rating = rate(PUZZLE, FARANDOLE_SCALE_MINUTES, 0);
  CHECK(rating.grade == 1 && rating.least_seconds < rating.seconds && rating.seconds < rating.most_seconds);
  CHECK(rate(HARD, FARANDOLE_SCALE_SE, 1).status == FARANDOLE_RATING_STATUS_GAVE_UP);
  CHECK(rate("................", FARANDOLE_SCALE_SE, 0).status == FARANDOLE_RATING_STATUS_SEVERAL);
  rating = rate(VARIANT, FARANDOLE_SCALE_SE, 0);
  CHECK(rating.status == FARANDOLE_RATING_STATUS_RATED && rating.er > 0 && rating.steps > 0);
  FarandolePuzzle *puzzle = read_puzzle(PUZZLE);
  CHECK(farandole_rate(puzzle, 7, 0, &rating, NULL) == FARANDOLE_CODE_USAGE);
  farandole_puzzle_free(puzzle);
}

static void request(const char *line, const char *part) {
  FarandoleText *answer = NULL;
  FarandoleError *error = NULL;
  CHECK(farandole_request((const uint8_t *)line, strlen(line), &answer, &error) == FARANDOLE_CODE_OK);
  size_t length = farandole_text_length(answer);
  char *text = malloc(length + 1);
  memcpy(text, farandole_text_data(answer), length);
  text[length] = 0;
  if (!strstr(text, part)) {
    fprintf(stderr, "%s\n  -> %.300s\n  lacks %s\n", line, text, part);
    failures++;
  }
  free(text);
  farandole_text_free(answer);
}

static void requests(void) {
  request("{\"op\":\"info\"}", farandole_version());
  request("{\"op\":\"read\"}\n" PUZZLE, "\"boards\":[{\"size\":9");
  request("{\"op\":\"hint\",\"board\":{\"text\":\".Shape~4x4.Cage~3~R1C1~R1C2.Thermo~R2C1~R2C2.Cage~4~R3C1~R3C2\","
          "\"givens\":[0,0,0,0,0,0,1,0,0,0,0,0,0,0,0,1]}}",
          "\"status\":\"steps\"");
  request("{\"op\":\"make\",\"seed\":7,\"from\":0,\"tries\":50}", "\"status\":\"made\"");
  request("{\"op\":\"cover\"}\nA B C\nA\nB C\nA B\nC\n", "\"count\":2");
  FarandoleText *answer = NULL;
  FarandoleError *error = NULL;
  const char *unknown = "{\"op\":\"none\"}", *letters = "{\"op\":\"read\"}\n53x";
  CHECK(farandole_request((const uint8_t *)unknown, strlen(unknown), &answer, &error) == FARANDOLE_CODE_USAGE);
  CHECK(strstr(farandole_error_message(error), "none") != NULL);
  farandole_error_free(error);
  CHECK(farandole_request((const uint8_t *)letters, strlen(letters), &answer, &error) == FARANDOLE_CODE_UNREADABLE);
  CHECK(strstr(farandole_error_message(error), "line 1, column") != NULL);
  farandole_error_free(error);
  CHECK(farandole_request(NULL, 0, &answer, NULL) == FARANDOLE_CODE_USAGE);
  CHECK(answer == NULL && farandole_text_data(NULL) == NULL && farandole_text_length(NULL) == 0);
  farandole_text_free(NULL);
  farandole_error_free(NULL);
  farandole_solver_free(NULL);
}

static void versions(void) {
  CHECK(strcmp(farandole_version(), FARANDOLE_VERSION) == 0);
  CHECK(farandole_version_number() == FARANDOLE_VERSION_NUMBER);
}

/* Calls that take a puzzle, all of them with the same one. */
static void *share(void *context) {
  FarandolePuzzle *puzzle = context;
  uint8_t values[81];
  uint64_t masks[81];
  FarandoleResult result;
  FarandoleHint *hint;
  FarandoleRuling ruling;
  FarandoleRating rating;
  FarandoleCandidate candidate = {2, 1};
  for (int round = 0; round < 3; round++) {
    CHECK(farandole_solve(puzzle, 2, 0, values, 81, &result, NULL) == FARANDOLE_CODE_OK && result.solutions == 1);
    CHECK(farandole_count(puzzle, 2, 0, &result, NULL) == FARANDOLE_CODE_OK && result.solutions == 1);
    CHECK(farandole_candidates(puzzle, 0, masks, 81, &result, NULL) == FARANDOLE_CODE_OK);
    for (int cell = 0; cell < 81; cell++) CHECK(masks[cell] == (uint64_t)1 << (values[cell] - 1));
    CHECK(farandole_check(puzzle, values, 81, &hint, NULL) == FARANDOLE_CODE_OK);
    CHECK(hint->status == FARANDOLE_HINT_STATUS_SOLVED);
    farandole_hint_free(hint);
    CHECK(farandole_hint(puzzle, NULL, 100, &hint, NULL) == FARANDOLE_CODE_OK && hint->sentence[0] != 0);
    farandole_hint_free(hint);
    candidate.value = values[candidate.cell];
    CHECK(farandole_judge(puzzle, NULL, FARANDOLE_MOVE_PLACE, candidate, 100, &ruling, NULL, NULL) == FARANDOLE_CODE_OK);
    CHECK(ruling == FARANDOLE_RULING_NOT_YET_JUSTIFIED || ruling == FARANDOLE_RULING_JUSTIFIED);
    CHECK(farandole_rate(puzzle, FARANDOLE_SCALE_SE, 100, &rating, NULL) == FARANDOLE_CODE_OK);
    CHECK(rating.status == FARANDOLE_RATING_STATUS_GAVE_UP);
  }
  return NULL;
}

static void *repeat(void *unused) {
  (void)unused;
  for (int round = 0; round < 2; round++) {
    bulk();
    puzzles();
    hints();
    ratings();
    generated();
    requests();
    versions();
  }
  return NULL;
}

int main(void) {
  bulk();
  puzzles();
  hints();
  ratings();
  generated();
  requests();
  versions();
  pthread_t threads[THREADS];
  FarandolePuzzle *shared = read_puzzle(HARD);
  for (int k = 0; k < THREADS; k++) CHECK(pthread_create(&threads[k], NULL, share, shared) == 0);
  for (int k = 0; k < THREADS; k++) CHECK(pthread_join(threads[k], NULL) == 0);
  farandole_puzzle_free(shared);
  for (int k = 0; k < THREADS; k++) CHECK(pthread_create(&threads[k], NULL, repeat, NULL) == 0);
  for (int k = 0; k < THREADS; k++) CHECK(pthread_join(threads[k], NULL) == 0);
  if (failures == 0) printf("farandole %s: every check passed\n", farandole_version());
  return failures != 0;
}
