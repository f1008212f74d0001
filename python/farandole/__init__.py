"""Sudoku and exact cover: solve, count, rate and explain puzzles, one at a time or millions.

>>> import farandole
>>> puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
>>> found = farandole.solve([puzzle])
>>> "".join(map(str, found.grids[0])), bool(found.unique[0])
('534678912672195348198342567859761423426853791713924856961537284287419635345286179', True)

- Many puzzles at once: `solve`, `count`, `check`, `candidates`, `canonical`, `rate`, `minimize`.
- New puzzles: `generate`; variants: `generate_variants`, `complete`.
- One puzzle of any size, with any constraints: `Puzzle`.
- Puzzles of SudokuPad, SudokuMaker and f-puzzles, with the meaning of their drawings: `read`.
- Hints and solution paths of classic 9x9 puzzles: `hint`, `explain`.
- Research: `unavoidable_sets`, `backdoors`, `neighbours`, `morph`.
- Data sets for machine learning: `dataset`; an audit of leakage: `audit`; prompts, scores and environments: `farandole.envs`.
- Exact cover: `farandole.cover`.
- Searches on several machines: `farandole.ray`.
- The command line: `python -m farandole`.
"""

try:
    from . import _native as _native
    from . import cover
except ImportError as error:
    # Parts of the error messages of PyO3 and numpy in a second interpreter.
    if not any(words in str(error) for words in ("subinterpreter", "more than once per process")):
        raise
    raise ImportError(
        "farandole is already imported in another interpreter of this process; like numpy, its native module supports only "
        "one. Use threads, since calls release the interpreter lock, or processes"
    ) from error
from ._native import __version__
from .bulk import candidates, canonical, check, count, rate, solve
from .datasets import Audit, Dataset, audit, dataset
from .errors import BudgetError, ParseError, PuzzleError, UnsupportedError
from .logic import Hint, Rating, SolutionPath, Step, Verdict, explain, hint, judge
from .puzzle import Listing, Puzzle, Solution
from .reading import Candidate, Group, Reading, Sentence, read
from .results import HODOKU_LEVELS, Candidates, CanonicalForms, CheckResult, CountResult, Ratings, Solutions, Status
from .setter import Generated, MinimalPuzzles, Minimized, generate, minimal_puzzles, minimize
from .study import CellSets, Morphs, Neighbours, backdoors, morph, neighbours, unavoidable_sets
from .trace import Trace, TraceStep
from .variants import GeneratedVariant, complete, generate_variants

__all__ = [
    "HODOKU_LEVELS",
    "Audit",
    "BudgetError",
    "Candidate",
    "Candidates",
    "CanonicalForms",
    "CellSets",
    "CheckResult",
    "CountResult",
    "Dataset",
    "Generated",
    "GeneratedVariant",
    "Group",
    "Hint",
    "Listing",
    "MinimalPuzzles",
    "Minimized",
    "Morphs",
    "Neighbours",
    "ParseError",
    "Puzzle",
    "PuzzleError",
    "Rating",
    "Ratings",
    "Reading",
    "Sentence",
    "Solution",
    "SolutionPath",
    "Solutions",
    "Status",
    "Step",
    "Trace",
    "TraceStep",
    "UnsupportedError",
    "Verdict",
    "__version__",
    "audit",
    "backdoors",
    "candidates",
    "canonical",
    "check",
    "complete",
    "count",
    "cover",
    "dataset",
    "explain",
    "generate",
    "generate_variants",
    "hint",
    "judge",
    "minimal_puzzles",
    "minimize",
    "morph",
    "neighbours",
    "rate",
    "read",
    "solve",
    "unavoidable_sets",
]
