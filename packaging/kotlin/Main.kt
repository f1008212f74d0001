// A console program: it solves, rates and explains a puzzle, judges a move and generates a puzzle.
// `cargo xtask release --check apps` compiles and runs it, and compares its output with that of example.py.
import uniffi.farandole.*

fun main() {
    val puzzle = Puzzle.read("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
    val solution = puzzle.solve().first!!
    println("solution ${solution.joinToString("")}")

    val hint = puzzle.hint()
    println("hint ${hint.steps[0].technique}: ${hint.steps[0].placements}")

    val entries = Entries(puzzle.givens().mapIndexed { cell, _ -> if (cell == 2) 1u else null }, emptyList())
    println("mistake in cells ${puzzle.hint(entries).cells}")

    val verdict = puzzle.judge(Move.Place(Candidate(40u, 5u)))
    println("move ${verdict.ruling}")

    val path = puzzle.explain()
    println("path of ${path.steps.size} steps: ${path.status}")
    println("rating ${puzzle.rate().hardest}")

    val killer = Puzzle.read(".Shape~4x4.Cage~3~R1C1~R1C2.Thermo~R2C1~R2C2.~R1C1_1~R1C3_3~R2C3_1~R3C1_2~R4C4_1")
    println("variant ${killer.solve().first!!.joinToString("")}, ${killer.solve().count} solution")
    println("variant hint ${killer.hint().steps[0].name}")
    println("variant move ${killer.judge(Move.Eliminate(Candidate(1u, 3u))).ruling}")
    println("variant path ${killer.explain().status}, rating ${killer.rate().hardest}")

    val made = generate(Request(seed = 7u, leastRating = 2.0, mostRating = 3.0))!!
    println("generated ${made.givens().count { it != null }} givens, ${made.solve().count} solution")

    try {
        Puzzle.read("nonsense")
    } catch (error: SudokuException.Unreadable) {
        println("error ${error.message}")
    }

    val rounds = 200
    repeat(rounds) { puzzle.hint() }
    val start = System.nanoTime()
    repeat(rounds) { puzzle.hint() }
    System.err.println("a hint takes ${(System.nanoTime() - start) / rounds / 1000} microseconds")
}
