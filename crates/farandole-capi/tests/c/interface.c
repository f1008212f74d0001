/* Calls every function of the library, with right and wrong arguments. */
#include "farandole.h"
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PUZZLE "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
#define SOLUTION "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
#define HARD "98.7..6..75..4......3..8.7.8....9.5..3.2..1.....4....6.7...4.3....8..4......1...2"

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

static void texts(void) {
  uint8_t values[81] = {0};
  FarandoleResult result;
  FarandoleError *error = NULL;
  CHECK(farandole_solve(PUZZLE, 81, 2, 0, values, 81, &result, &error) == FARANDOLE_CODE_OK);
  CHECK(error == NULL && result.solutions == 1 && result.cells == 81 && result.end == FARANDOLE_END_EXHAUSTED);
  for (int cell = 0; cell < 81; cell++) CHECK(values[cell] == SOLUTION[cell] - '0');

  const char *killer = ".Shape~4x4.Cage~3~R1C1~R1C2.Cage~4~R3C1~R3C2";
  CHECK(farandole_count(killer, strlen(killer), 0, 0, &result, &error) == FARANDOLE_CODE_OK);
  CHECK(result.end == FARANDOLE_END_EXHAUSTED && result.solutions > 1 && result.solutions < 288);
  CHECK(farandole_count("................", 16, 0, 0, &result, NULL) == FARANDOLE_CODE_OK);
  CHECK(result.solutions == 288 && result.cells == 16);
  CHECK(farandole_count("11..............", 16, 0, 0, &result, NULL) == FARANDOLE_CODE_OK);
  CHECK(result.solutions == 0 && result.end == FARANDOLE_END_CLASH);

  int left = 5;
  CHECK(farandole_each_solution("................", 16, 0, count_down, &left, &result, &error) == FARANDOLE_CODE_OK);
  CHECK(left == 0 && result.solutions == 5 && result.end == FARANDOLE_END_STOPPED);
  left = 1000;
  CHECK(farandole_each_solution("................", 16, 0, count_down, &left, NULL, &error) == FARANDOLE_CODE_OK);
  CHECK(left == 1000 - 288);

  CHECK(farandole_solve("53x", 3, 2, 0, NULL, 0, &result, &error) == FARANDOLE_CODE_UNREADABLE);
  CHECK(error != NULL && farandole_error_code(error) == FARANDOLE_CODE_UNREADABLE);
  CHECK(strstr(farandole_error_message(error), "found") != NULL);
  farandole_error_free(error);
  error = NULL;
  CHECK(farandole_solve(NULL, 3, 2, 0, NULL, 0, &result, &error) == FARANDOLE_CODE_USAGE);
  CHECK(strcmp(farandole_error_message(error), "text is null") == 0);
  farandole_error_free(error);
  CHECK(farandole_each_solution(PUZZLE, 81, 0, NULL, NULL, NULL, NULL) == FARANDOLE_CODE_USAGE);
  CHECK(farandole_solve("\xff\xfe", 2, 2, 0, NULL, 0, &result, NULL) == FARANDOLE_CODE_UNREADABLE);
}

static void ratings(void) {
  FarandoleRating rating;
  CHECK(farandole_rate(PUZZLE, 81, FARANDOLE_SCALE_SE, 0, &rating, NULL) == FARANDOLE_CODE_OK);
  CHECK(rating.status == FARANDOLE_RATING_STATUS_RATED && rating.er == 12 && rating.ep == 12 && rating.ed == 12);
  CHECK(farandole_rate(PUZZLE, 81, FARANDOLE_SCALE_HODOKU, 0, &rating, NULL) == FARANDOLE_CODE_OK);
  CHECK(rating.score == 204 && rating.level == 1 && rating.er == 0);
  const char *chains = ".2...6.8.4..1..2.....2..145.1964....3...9......57.19...6....3.27..........15....8";
  CHECK(farandole_rate(chains, 81, FARANDOLE_SCALE_W, 0, &rating, NULL) == FARANDOLE_CODE_OK);
  CHECK(rating.length == 2 && rating.er == 0 && rating.score == 0);
  CHECK(farandole_rate(PUZZLE, 81, FARANDOLE_SCALE_B, 0, &rating, NULL) == FARANDOLE_CODE_OK);
  CHECK(rating.status == FARANDOLE_RATING_STATUS_RATED && rating.length == 0);
  CHECK(farandole_rate(PUZZLE, 81, FARANDOLE_SCALE_MINUTES, 0, &rating, NULL) == FARANDOLE_CODE_OK);
  CHECK(rating.grade == 1 && rating.least_seconds < rating.seconds && rating.seconds < rating.most_seconds);
  CHECK(farandole_rate(HARD, 81, FARANDOLE_SCALE_SE, 1, &rating, NULL) == FARANDOLE_CODE_OK);
  CHECK(rating.status == FARANDOLE_RATING_STATUS_GAVE_UP);
  CHECK(farandole_rate("................", 16, FARANDOLE_SCALE_SE, 0, &rating, NULL) == FARANDOLE_CODE_OK);
  CHECK(rating.status == FARANDOLE_RATING_STATUS_NOT_CLASSIC);
  CHECK(farandole_rate(PUZZLE, 81, 7, 0, &rating, NULL) == FARANDOLE_CODE_USAGE);
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
  request("{\"op\":\"none\"}", "\"status\":\"usage\"");
  FarandoleText *answer = NULL;
  CHECK(farandole_request(NULL, 0, &answer, NULL) == FARANDOLE_CODE_USAGE);
  CHECK(answer == NULL && farandole_text_data(NULL) == NULL && farandole_text_length(NULL) == 0);
  farandole_text_free(NULL);
  farandole_error_free(NULL);
  farandole_solver_free(NULL);
}

static void *repeat(void *unused) {
  (void)unused;
  for (int round = 0; round < 3; round++) {
    bulk();
    texts();
  }
  return NULL;
}

int main(void) {
  bulk();
  texts();
  ratings();
  requests();
  pthread_t threads[4];
  for (int k = 0; k < 4; k++) CHECK(pthread_create(&threads[k], NULL, repeat, NULL) == 0);
  for (int k = 0; k < 4; k++) CHECK(pthread_join(threads[k], NULL) == 0);
  if (failures == 0) printf("farandole %s: every check passed\n", farandole_version());
  return failures != 0;
}
