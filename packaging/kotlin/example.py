"""Does what Main.kt does, with the Python sources that farandole-bindgen writes, and prints the same lines."""

from farandole import Candidate, Entries, Move, Puzzle, Request, SudokuError, generate


def shown(candidate):
    return f"Candidate(cell={candidate.cell}, value={candidate.value})"


puzzle = Puzzle.read("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
print("solution " + "".join(map(str, puzzle.solve().first)))
step = puzzle.hint().steps[0]
print(f"hint {step.technique}: [{', '.join(map(shown, step.placements))}]")
entries = Entries(digits=[1 if cell == 2 else None for cell in range(81)])
print("mistake in cells", puzzle.hint(entries).cells)
verdict = puzzle.judge(Move.PLACE(Candidate(cell=40, value=5)))
print("move", verdict.ruling.name)
path = puzzle.explain()
print(f"path of {len(path.steps)} steps: {path.status.name}")
print("rating", puzzle.rate().hardest)
killer = Puzzle.read(".Shape~4x4.Cage~3~R1C1~R1C2.Thermo~R2C1~R2C2.~R1C1_1~R1C3_3~R2C3_1~R3C1_2~R4C4_1")
print("variant " + "".join(map(str, killer.solve().first)) + f", {killer.solve().count} solution")
print("variant hint", killer.hint().steps[0].name)
print("variant move", killer.judge(Move.ELIMINATE(Candidate(cell=1, value=3))).ruling.name)
print(f"variant path {killer.explain().status.name}, rating {killer.rate().hardest}")
made = generate(Request(seed=7, least_rating=2.0, most_rating=3.0))
print(f"generated {sum(given is not None for given in made.givens())} givens, {made.solve().count} solution")
try:
    Puzzle.read("nonsense")
except SudokuError.Unreadable as error:
    print("error", error)
