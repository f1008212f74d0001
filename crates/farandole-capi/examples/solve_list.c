/* Solves a list of classic 9x9 puzzles, one line of 81 cells per puzzle, and counts the proper ones.
 *
 *     cc solve_list.c $(pkg-config --cflags --libs farandole) -o solve_list
 *     ./solve_list puzzles.txt
 */
#include <farandole.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CELLS = 81 };

int main(int argc, char **argv) {
  FILE *file = argc == 2 ? fopen(argv[1], "r") : NULL;
  if (file == NULL) {
    fprintf(stderr, "usage: %s FILE\n", argv[0]);
    return 2;
  }
  size_t count = 0, room = 1 << 16;
  uint8_t *puzzles = malloc(room * CELLS);
  char line[256];
  while (puzzles != NULL && fgets(line, sizeof line, file) != NULL) {
    if (strcspn(line, "\r\n") < CELLS) {
      fprintf(stderr, "line %zu has fewer than %d cells\n", count + 1, CELLS);
      return 2;
    }
    if (count == room) puzzles = realloc(puzzles, (room *= 2) * CELLS);
    for (int cell = 0; puzzles != NULL && cell < CELLS; cell++) puzzles[count * CELLS + cell] = (uint8_t)line[cell];
    count++;
  }
  fclose(file);
  uint8_t *grids = malloc(count * CELLS), *fits = malloc(count);
  uint32_t *solutions = malloc(count * sizeof *solutions);
  FarandoleSolver *solver = farandole_solver_new();
  if (!puzzles || !grids || !fits || !solutions || !solver) return 1;

  /* Two solutions are enough to know that a puzzle is not proper. */
  if (farandole_solve_9x9(solver, puzzles, count, 2, 0, grids, solutions, NULL) != FARANDOLE_CODE_OK) return 1;
  if (farandole_check_9x9(puzzles, grids, count, fits) != FARANDOLE_CODE_OK) return 1;

  size_t proper = 0;
  for (size_t k = 0; k < count; k++) proper += solutions[k] == 1 && fits[k] == 1;
  printf("%zu of %zu puzzles are proper\n", proper, count);

  farandole_solver_free(solver);
  free(solutions);
  free(fits);
  free(grids);
  free(puzzles);
  return 0;
}
