"""A naive oracle: finds all solutions by simple backtracking."""

from __future__ import annotations

from collections.abc import Iterator


def peers(size: int, box_rows: int, box_cols: int) -> list[set[int]]:
    def houses(cell: int) -> tuple[int, int, int]:
        row, col = divmod(cell, size)
        return row, col, row // box_rows * size + col // box_cols

    cells = range(size * size)
    return [{b for b in cells if b != a and any(x == y for x, y in zip(houses(a), houses(b)))} for a in cells]


BOXES = {1: (1, 1), 4: (2, 2), 6: (2, 3), 9: (3, 3)}
PEERS = {size: peers(size, *shape) for size, shape in BOXES.items()}


def solutions(givens: list[int], size: int) -> Iterator[list[int]]:
    """Return all solutions of a puzzle with default boxes."""
    near = PEERS[size]
    grid = list(givens)
    if any(grid[a] and grid[a] == grid[b] for a in range(size * size) for b in near[a]):
        return

    def extend() -> Iterator[list[int]]:
        best: tuple[int, int, list[int]] | None = None
        for cell, digit in enumerate(grid):
            if not digit:
                used = {grid[peer] for peer in near[cell]}
                left = [digit for digit in range(1, size + 1) if digit not in used]
                if best is None or len(left) < best[0]:
                    best = len(left), cell, left
        if best is None:
            yield list(grid)
            return
        _, cell, left = best
        for digit in left:
            grid[cell] = digit
            yield from extend()
        grid[cell] = 0

    yield from extend()


def solves(givens: list[int], grid: list[int], size: int) -> bool:
    """Return True if a grid solves a puzzle."""
    near = PEERS[size]
    return (
        all(1 <= digit <= size for digit in grid)
        and all(given in (0, digit) for given, digit in zip(givens, grid))
        and all(grid[a] != grid[b] for a in range(size * size) for b in near[a])
    )
