/* Prints the number of classic 9x9 puzzles per second of processor time: rate FILE PASSES. The counterpart in Rust,
 * examples/kernel_rate.rs, calls the kernel directly. */
#include <farandole.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { CELLS = 81 };

int main(int argc, char **argv) {
  FILE *file = argc == 3 ? fopen(argv[1], "r") : NULL;
  if (file == NULL) {
    fprintf(stderr, "usage: %s FILE PASSES\n", argv[0]);
    return 2;
  }
  int passes = atoi(argv[2]);
  size_t count = 0, room = 1 << 17;
  uint8_t *puzzles = malloc(room * CELLS);
  char line[256];
  while (puzzles && count < room && fgets(line, sizeof line, file)) memcpy(puzzles + CELLS * count++, line, CELLS);
  fclose(file);
  uint8_t *grids = malloc(count * CELLS);
  uint32_t *solutions = malloc(count * sizeof *solutions);
  FarandoleSolver *solver = farandole_solver_new();
  if (!puzzles || !grids || !solutions || !solver) return 1;

  size_t proper = 0;
  clock_t start = clock();
  for (int pass = 0; pass < passes; pass++) {
    if (farandole_solve_9x9(solver, puzzles, count, 2, 0, grids, solutions, NULL) != FARANDOLE_CODE_OK) return 1;
    for (size_t k = 0; k < count; k++) proper += solutions[k] == 1;
  }
  double seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
  if (proper != count * (size_t)passes) return 1;
  printf("%.0f\n", (double)proper / seconds);

  farandole_solver_free(solver);
  free(solutions);
  free(grids);
  free(puzzles);
  return 0;
}
