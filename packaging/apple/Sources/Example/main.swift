// A console program: it solves a puzzle and prints a hint.
import Farandole

let puzzle = try Puzzle.read(text: "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
let solution = try puzzle.solve().first!
print("solution \(solution.map(String.init).joined())")
let step = try puzzle.hint().steps[0]
print("hint \(step.technique): \(step.placements)")
