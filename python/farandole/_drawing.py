"""Drawings of puzzles of any size as SVG, for notebooks."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from .puzzle import Puzzle

_CELL = 36
_MARGIN = 4


def svg_of(puzzle: Puzzle, cells: NDArray[np.uint8] | None) -> str:
    """The grid with its regions; givens in black, other digits in blue."""
    size, givens, regions = puzzle.size, puzzle.givens.reshape(-1), puzzle.regions
    shown = givens if cells is None else cells
    side = size * _CELL + 2 * _MARGIN
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {side} {side}" width="{side}" height="{side}">',
        f'<rect width="{side}" height="{side}" fill="#fff"/>',
    ]
    for (cell, digit), given in zip(enumerate(shown), givens):
        if digit:
            x = _MARGIN + cell % size * _CELL + _CELL / 2
            y = _MARGIN + cell // size * _CELL + _CELL * 0.68
            fill = "#222" if given else "#1553a0"
            parts.append(
                f'<text x="{x}" y="{y}" font-family="sans-serif" font-size="{_CELL * 0.55:.1f}" '
                f'text-anchor="middle" fill="{fill}">{digit}</text>'
            )
    thin: list[str] = []
    thick: list[str] = []
    for row in range(size + 1):
        for col in range(size):
            cuts = row in (0, size) or regions[row - 1, col] != regions[row, col]
            (thick if cuts else thin).append(f"M{_at(col)} {_at(row)}h{_CELL}")
            cuts = row in (0, size) or regions[col, row - 1] != regions[col, row]
            (thick if cuts else thin).append(f"M{_at(row)} {_at(col)}v{_CELL}")
    parts.append(f'<path d="{"".join(thin)}" stroke="#999" stroke-width="1"/>')
    parts.append(f'<path d="{"".join(thick)}" stroke="#222" stroke-width="2.5"/></svg>')
    return "\n".join(parts)


def _at(line: int) -> int:
    return _MARGIN + line * _CELL
