// All texts that the page shows, one group per part of the page. Texts of puzzles (hints, conflicts, names and
// meanings of constraints, parse errors) come from the engine. The service worker keeps its own text, because it cannot
// import modules.

const counted = (count: number, one: string, many = `${one}s`) => `${count} ${count === 1 ? one : many}`;
/** Returns a list as text: `1`, `1 or 2`, `1, 2 or 3`. */
const either = (items: string[]) =>
  [items.slice(0, -1).join(", "), ...items.slice(-1)].filter(Boolean).join(" or ");
const position = (line: number | undefined, column: number | undefined) =>
  line ? `line ${line}, column ${column}: ` : "";

/** Texts that several parts share. */
export const common = {
  unknown: "unknown",
  stop: "Stop",
  noSolution: "The puzzle has no solution.",
};

/** Start of the page. */
export const main = {
  needsWasm: "This page needs WebAssembly with SIMD: Chrome 91, Firefox 89, Safari 16.4 or later.",
  notOffline: (error: unknown) => `offline use is unavailable: ${String(error)}`,
};

/** Workers and modules. */
export const engine = {
  cancelled: "cancelled",
  notStarted: "the worker could not be started",
  notLoaded: (error: unknown) => `the engine could not be loaded: ${String(error)}`,
  givenUp: (why: string) => `${why}; restarting did not help, please reload the page`,
  noModule: "received a request before the module was loaded",
};

/** The userscript for other editors. */
export const userscript = {
  title: "Farandole",
  close: "Close",
  reading: "Reading the puzzle…",
  noPuzzle: "No puzzle found on this page. Paste its link or its text below.",
  caution: "Some drawings or rules are not understood; they have no effect.",
  truths: "True candidates",
  step: "Next step",
  noStep: "No step is known here.",
  other: "Another puzzle: link or text",
  page: "Open in Farandole",
  notOpen: "the connection is not open",
  failed: (error: unknown) => `the engine has failed: ${String(error)}`,
  verdict: (status: string) =>
    ({ none: "No solution.", one: "Exactly one solution.", several: "Several solutions." })[status] ??
    common.unknown,
};

/** Problems of a link and of a sheet in it. */
export const link = {
  tooLong: "the link is longer than 1 MiB",
  unknown: "the link has an unknown format",
  damaged: "the link is damaged",
  notObject: "not an object",
  picture: "the drawing has parts that are not understood",
  fog: "the fog has parts that are not understood",
  size: "size: expected 1 to 30",
  sides: (most: number) => `rows and columns: expected 1 to ${most}`,
  low: "lowest value: expected 0 or 1",
  rules: "constraints: expected text",
  symbols: (size: number) => `characters of the digits: expected ${size} different ones`,
  text: (name: string) => `${name}: expected text`,
  caution: "caution: expected isOpen, sentences and ignored",
  pen: "the marks of the pen are not lines and crosses of the grid",
  cosmetics: "the cosmetics are not those of the grid",
  numbers: (name: string, count: number, most: number) =>
    `${name}: expected ${count} integers from 0 to ${most}`,
  boxes: (size: number) => `boxes: expected two integers from 0 to ${size}`,
  regions: (count: number) => `regions: expected ${count} integers from 0 to ${count}`,
  diagonals: 'diagonals: expected a list of "main" and "anti"',
  extra: "extra regions: expected lists of cells",
};

/** The colours of cells and of the pen. */
const colourNames = [
  "Red",
  "Orange",
  "Yellow",
  "Light green",
  "Green",
  "Cyan",
  "Blue",
  "Purple",
  "Pink",
  "Brown",
  "Grey",
  "Black",
];

/** Header, input pad, status line, tabs and notices. */
export const app = {
  views: "View",
  view: { set: "Set", play: "Play", learn: "Learn" },
  viewTitle: {
    set: "Make a puzzle: type givens, draw constraints, analyze",
    play: "Solve the puzzle",
    learn: "Get hints and the solution path",
  },
  more: "Menu",
  share: "Share",
  site: "Documentation",
  guide: "Guide",
  techniques: "Techniques",
  constraints: "Constraints",
  modes: "Input mode",
  mode: { digit: "Digit", corner: "Corner", mark: "Centre", colour: "Colour", pen: "Pen" },
  colours: "Colours",
  digits: "Digits",
  colour: (number: number) => colourNames[number - 1]!,
  digit: (symbol: string) => `Digit ${symbol}`,
  erase: "Erase",
  undo: "Undo",
  redo: "Redo",
  check: "Check",
  fill: "Fill",
  fillTitle: "Write all possible digits in the centre of the empty cells",
  restart: "Restart",
  new: "New",
  truths: "Show true candidates",
  tools: "Tools",
  tabs: { constraints: "Constraints", puzzle: "Puzzle", analyze: "Analyze", generate: "Generate" },
  panels: {
    share: "Import and share",
    batch: "Batch",
    cover: "Exact cover",
    settings: "Settings",
    keys: "Shortcuts",
  },
  close: "Close",
  notSaved:
    "This browser has no room for the puzzle, so a reload or a new tab will not have it. Copy its link in Share.",
  restarted: (why: string) => `The engine was restarted: ${why}`,
  nothingLoaded: (why: string) => `Nothing loaded: ${why}.`,
  noVariant: (why: string) => `Nothing loaded:\n${why}`,
  notRead: (line: number | undefined, column: number | undefined, why: string) =>
    `Could not read the puzzle: ${position(line, column)}${why}`,
  noPuzzle: "no puzzle found",
  firstOf: (count: number) => `Loaded the first of ${count} puzzles. Batch, in the menu, solves all of them.`,
};

/** The rules of the puzzle, and the reading of an imported one. */
export const reading = {
  by: (author: string) => `by ${author}`,
  rules: "Rules",
  drawings: "Drawings and their meanings",
  original: "Show the author\u2019s drawing",
  about: "Point at a group to see it on the board. Choose another meaning if the proposed one is wrong.",
  busy: "Reading the drawings and the rules",
  confirmed: "Confirmed by the puzzle\u2019s own solution.",
  unique: "Exactly one solution with this reading. The text contains no solution to compare with.",
  open: (why: string | undefined) => (why ? `Not confirmed: ${why}.` : "Not confirmed."),
  sentences: (count: number) =>
    count === 1
      ? "One sentence of the rules has no constraint."
      : `${count} sentences of the rules have no constraint.`,
  ignored: (count: number) =>
    count === 1
      ? "One group of drawings is ignored, although the rules describe it."
      : `${count} groups of drawings are ignored, although the rules describe them.`,
  described: "ignored, although the rules describe it",
  because: (sentence: string) => `\u201c${sentence}\u201d`,
  meanings: (name: string) => `Meaning of ${name}`,
  ignore: "ignore",
  another: "Another meaning",
  kind: "Constraint without its cells, such as Whisper~5",
  use: "Use this meaning",
  state: { neutral: "no constraint needed", accounted: "accounted for", open: "no constraint" },
  accounts: (names: string) => `accounted for by ${names}`,
  stops: (words: string) => `no automatic reading: ${words}`,
  dismiss: "Dismiss the warning",
};

/** The status line below the board. */
export const status = {
  given: (givens: number, cells: number) =>
    cells
      ? `${counted(givens, "given")}, candidates in ${counted(cells, "cell")}.`
      : `${counted(givens, "given")}.`,
  none: "No solution.",
  because: (why: string) => `No solution: ${why}.`,
  conflict: (constraints: string) => `These constraints conflict: ${constraints}.`,
  one: "Exactly one solution.",
  blank: "The grid is empty. Type the givens, or paste a puzzle.",
  several: (count: string) => `Several solutions: ${count}.`,
  about: (count: string) => `about ${count}`,
  unknown: "Not decided yet. Analyze, in the Set view, can search further.",
  pending: "\u2026",
  solved: "Solved: every digit is correct.",
  wrong: "The grid is full, but at least one digit is wrong.",
  rating: "rating\u2026",
  er: (isLowerBound: boolean | undefined): string => (isLowerBound ? "ER at least" : "ER"),
};

/** The start page. */
export const home = {
  name: "Start page",
  today: "Today\u2019s puzzles",
  continue: "Continue",
  solvedIn: (time: string) => `\u2713 ${time}`,
  entry: "Paste or type a puzzle",
  entryAbout: "A line of digits, a spreadsheet, or a link of SudokuPad, f-puzzles or another program",
  open: "Open",
  make: "Make a puzzle",
  makeAbout: "Draw cages, lines and clues, and see at once how many solutions there are",
  learn: "Learn",
  learnAbout: "Hints that explain each step, and lessons with exercises",
  collection: "More puzzles",
};

/** The view for solvers: a check and the end. */
export const play = {
  checking: "Checking your digits",
  wrong: (count: number, cells: string) =>
    count === 1 ? `The digit in ${cells} is wrong.` : `${count} digits are wrong: ${cells}.`,
  why: "Why?",
  notRight: "The grid is full, but at least one digit is wrong.",
  solved: "Solved!",
  complete: "Complete",
  unsure: "Some rules of this puzzle were not understood, so that not all of them were checked.",
  difficulty: (grade: string, minutes: number | undefined) =>
    minutes === undefined
      ? `Difficulty: ${grade}.`
      : `Difficulty: ${grade}. Experienced solvers need about ${counted(Math.max(1, Math.round(minutes)), "minute")}.`,
  share: "Share",
  again: "Play again",
  next: "Next puzzle",
  shared: (title: string | undefined, time: string, link: string) =>
    `I solved ${title ? `“${title}”` : "this Sudoku"} in ${time}.\n${link}`,
  copied: "Copied to the clipboard.",
  notCopied: "The browser does not allow copying.",
};

/** The timer. */
export const timer = {
  time: "Time",
  pause: "Pause",
  resume: "Resume",
  paused: "Paused. The board is hidden.",
};

/** The board as a screen reader announces it. */
export const board = {
  grid: (rows: number, cols: number) => `Sudoku, ${rows} by ${cols}`,
  cell: (row: number, column: number) => `row ${row}, column ${column}`,
  noCell: "no cell",
  given: (symbol: string) => `given ${symbol}`,
  empty: "empty",
  allowed: (digits: string) => `can be ${digits}`,
  candidates: (digits: string) => `centre ${digits}`,
  notes: (digits: string) => `corner ${digits}`,
  colours: (numbers: number[]) => numbers.map((it) => colourNames[it - 1]!.toLowerCase()).join(" and "),
  conflict: "conflict",
  fog: "in fog",
  highlighted: "highlighted",
};

/** Keys on the board, with their effects. */
export const keys: { caption: string; list: [string, string][] } = {
  caption: "Keyboard shortcuts on the board",
  list: [
    ["Arrow keys", "Move; with Shift or Ctrl, extend the selection"],
    ["Digits, letters", "Enter the value with this character in the current input mode"],
    ["Shift + digit or letter", "Enter a corner mark"],
    ["Ctrl + digit", "Enter a centre mark, which hints read as a candidate"],
    ["Z X C V, Space", "Switch to digit, corner, centre, colour; to the next mode"],
    ["Alt + letter", "The shortcut of a letter that also enters a value, such as Alt + C for centre"],
    ["B", "Switch to the pen: drag along centres or borders of cells for lines, click for a cross"],
    ["Delete, Backspace, 0", "Erase"],
    ["Ctrl + Z, Ctrl + Y", "Undo; redo"],
    ["Ctrl + A, Escape", "Select all cells; close the panel, or select one cell and hide the step"],
    ["Home, End", "Go to the start or end of the row; with Ctrl, of the grid"],
    ["H", "Hint: where, what, why"],
    ["/", "Search the constraints in Set; Enter chooses the first one found"],
    ["Enter", "Draw with the chosen tool in the selected cells; again for the next side of an outside clue"],
    ["Double click", "Select all cells with the same digit, or the same candidates"],
    ["Ctrl + V", "Paste a puzzle in any format, or a link"],
    ["?", "Show this list"],
  ],
};

/** The Learn tab. */
export const learn = {
  title: "Next step",
  lesson: "Lesson on this technique",
  lessons: "Lessons",
  lessonsAbout: "Each technique with a drawn example, and positions to practise it.",
  openLessons: "Open the lessons",
  check: "Check my grid",
  hint: { where: "Hint: where?", what: "Hint: what?", why: "Hint: why?" },
  similar: "Similar steps",
  path: "Show solution path",
  apply: "Apply step",
  scale: "Rating scale",
  se: "Sudoku Explainer",
  hodoku: "HoDoKu",
  letters: (symbols: string, low: number) =>
    `Hints write values as numbers: ${[...symbols].flatMap((it, i) => (it === String(low + i) ? [] : [`${it} is ${low + i}`])).join(", ")}.`,
  noRating: "Ratings are available for classic 9\u00d79 puzzles only.",
  pathTitle: (steps: number) => `Solution path: ${counted(steps, "step")}`,
  techniques: "Techniques used",
  technique: "Technique",
  uses: "Uses",
  rating: "Rating",
  next: "Looking for the next step",
  slow: "Still looking: checking the grid and trying simple steps",
  shortChains: "Still looking: no simple step found, trying short chains",
  longChains: "Still looking: trying long chains, which may take a while",
  contradictions: "Still looking: no simple step found, testing candidates for contradictions",
  allContradictions: "Still looking: testing all candidates for contradictions, which may take a while",
  checking: "Checking the grid",
  verifying: "Checking your digits and candidates",
  finding: "Finding the solution path",
  applying: "Applying the step",
  noStepYet: "No step is known yet.",
  undecided: "No step is known yet, and no search has decided a cell. Both searches continue.",
  fewest: (cell: string, digits: string[]) =>
    digits.length === 1
      ? `Only ${digits[0]} is left in ${cell}.`
      : `Start at ${cell}, which has the fewest candidates: ${digits.slice(0, -1).join(", ")} or ${digits.at(-1)}.`,
  trialWhere: (cell: string, candidates: number) =>
    `Look at ${cell}: ${candidates === 1 ? "it has one candidate" : `of its ${candidates} candidates, only one is part of a solution`}.`,
  trialWhat: (cell: string, digit: string) => `A search shows that ${cell} is ${digit}.`,
  trialWhy: (cell: string, digit: string, others: string[]) =>
    `A search shows that ${cell} is ${digit}${others.length ? `: it finds no solution with ${either(others)} there` : ""}.`,
  solvedIn: (steps: number, numbers: string) => `Solved in ${counted(steps, "step")}${numbers}.`,
  stuckAfter: (steps: number, numbers: string) =>
    `No technique applies after ${counted(steps, "step")}${numbers}.`,
  erEpEd: (er: string, ep: string | undefined, ed: string | undefined) => `: ER ${er}, EP ${ep}, ED ${ed}`,
  score: (score: number, level: string | undefined) => `: score ${score}, ${level}`,
  noStep: "no step to apply",
  noRung: "no search for steps is configured",
  checked: {
    ok: "No mistakes so far.",
    none: "The givens have no solution.",
    several: "The puzzle has several solutions, and at least one of them matches all your digits.",
    "gave up": "The check exceeded its work limit.",
  },
  wrongDigits: (count: number) => `${count} of your digits ${count === 1 ? "is" : "are"} wrong.`,
  missing: (count: number) => `Your candidates exclude the correct digit in ${counted(count, "cell")}.`,
  noMatch: "No solution matches all your digits.",
};

/** The lessons. */
export const lessons = {
  loading: "Loading",
  checking: "Checking your step",
  level: (level: string) => level,
  topics: "Variants",
  all: "All lessons",
  practise: "Practise",
  check: "Check my step",
  show: "Show me",
  next: "Next position",
  task: (at: number) =>
    `Position ${at}. Enter a digit, or remove candidates with Centre, so that this technique is the reason.`,
  nothing: "Nothing has changed yet: enter a digit, or remove a candidate.",
  right: "Right.",
};

/** The Puzzle tab. */
export const puzzle = {
  about: "Title and rules",
  title: "Title",
  author: "Author",
  rules: "Rules",
  write: "Write the rules from the constraints",
};

/** The Analyze tab. */
export const analyze = {
  grid: "Grid",
  size: "Size",
  sizes: (size: number) => `${size}\u00d7${size}`,
  diagonals: "Diagonals",
  region: "Make selection a region",
  extra: "Make selection an extra region",
  usual: "Restore default regions",
  solutions: "Solutions",
  count: "Count all",
  estimate: "Estimate",
  truths: "True candidates",
  redundant: "Redundant givens",
  solve: "Solve",
  counting: "Counting solutions",
  estimating: "Estimating the number of solutions",
  findingRedundant: "Looking for redundant givens",
  solving: "Solving",
  findingTruths: "Looking for true candidates",
  counted: (count: string, isOne: boolean, seconds: string, name: string | undefined) =>
    `${count} solution${isOne ? "" : "s"} (${seconds} s${name ? `, ${name} engine` : ""}).`,
  countedSoFar: (count: string) => `More than ${count} solutions so far.`,
  estimated: (count: string, error: string, dives: string) =>
    `About ${count} solutions (standard error ${error}, ${dives} random dives).`,
  redundantGivens: (count: number, cells: string) =>
    `${counted(count, "redundant given")}, each removable on its own: ${cells}.`,
  redundantItems: (count: number, isExact: boolean | undefined, items: string) => {
    const found = counted(count, "redundant given or constraint", "redundant givens or constraints");
    return `${isExact ? "" : "At least "}${found}, each removable on its own: ${items}.`;
  },
  minimal: "Minimal: every given is needed.",
  minimalVariant: "Minimal: every given and every constraint is needed.",
  only: "This is the only solution.",
  oneOfSeveral: "This is one of several solutions.",
  truthsShown: "The candidates are the digits that occur in at least one solution.",
};

/** The Constraints tab. */
export const constraints = {
  add: "Add by form",
  form: "Any kind of constraint, with its values and cells",
  kind: "Kind",
  cells: "Select the cells on the board, in order: drag, or click with Ctrl.",
  cell: "Select the cell on the board.",
  text: "Constraint text (editable)",
  addKind: (name: string) => `Add ${name}`,
  example: "Load example",
  list: "Constraints",
  empty: "No constraints other than the regions.",
  remove: (text: string) => `Remove ${text}`,
  adding: "Adding the constraint",
  removing: "Removing the constraint",
  added: (name: string) => `Added ${name}.`,
  removed: "Removed the constraint.",
};

/** The drawing tools. */
export const drawing = {
  title: "Draw on the board",
  none: "Choose a tool to draw on the board.",
  search: "Search all constraints",
  noMatch: "No constraint has this name.",
  others: "More constraints",
  grid: "Constraints of the whole grid",
  families: ["Cages, thermometers and arrows", "Lines", "Dots and marks", "Clues outside the grid", "Cells"],
  /** The diagonal from the upper left corner, which has the kind of the other one. */
  falling: { button: "diagonal \u2198", also: "x sudoku main negative" },
  how: {
    line: "Drag along the line, or select its cells in order and press Enter. Click a line to change it; drag its end to extend or shorten it. With Shift, a new line begins there.",
    area: "Drag over the cells, or select them and press Enter. Click an existing one to change it.",
    region:
      "Drag over the cells of a region, in one or more strokes, or select them and press Enter. The cells left over become the last region. Click a marked cell to remove it.",
    edge: "Click the edge between two cells, or drag from one to the other. Click again to remove. Keys: select two cells and press Enter.",
    corner: "Click a corner and type the digits. Keys: select the upper left cell and press Enter.",
    outside:
      "Click next to the grid and type the clue. Keys: select a cell at the edge; Enter changes the side.",
    diagonal: "Click next to the grid and type the sum. Keys: select a cell at the edge and press Enter.",
  },
  value: "Value",
  current: (kind: string) => `Chosen: ${kind}`,
  reverse: "Reverse",
  move: (arrow: string) =>
    `Move ${{ "\u2190": "left", "\u2191": "up", "\u2193": "down", "\u2192": "right" }[arrow]}`,
  erase: "Delete constraint",
  added: (kind: string) => `Added ${kind}.`,
  removed: "Removed the constraint.",
};

/** Cosmetics of a setter. */
export const cosmetics = {
  title: "Cosmetics",
  about:
    "Cosmetics have no effect on the solution. They are part of links, pictures and prints, and of exports to SudokuPad, SudokuMaker and f-puzzles.",
  kinds: { cell: "Cell colour", line: "Line", circle: "Circle", square: "Square", text: "Text" },
  how: {
    cell: "Click a cell, or drag over several. Click a coloured cell to change it.",
    line: "Drag along centres or borders of cells. Click a line to change it.",
    circle: "Click a centre, a border or a corner. Click a circle to change it.",
    square: "Click a centre, a border or a corner. Click a square to change it.",
    text: "Click a centre, a border or a corner, and type the text. Click a text to change it.",
  },
  initial: "Text",
  text: "Text",
  current: (kind: string) => `Cosmetics: ${kind}`,
  named: (kind: string, text: string, cell: string) => `${kind}${text && ` “${text}”`}, ${cell}`,
  add: "Add in the selected cells",
  erase: "Delete cosmetic element",
  remove: (name: string) => `Remove ${name}`,
};

/** The Generate tab. */
export const generate = {
  title: "Generate a puzzle",
  about: "The puzzle has exactly one solution, and the same shape as the grid on the board.",
  kind: "Kind",
  kinds: [
    ["classic", "classic"],
    ["killer", "killer"],
    ["thermo", "thermometers"],
    ["arrow", "arrows"],
    ["kropki", "Kropki dots"],
    ["xv", "X and V"],
    ["sandwich", "sandwich sums"],
    ["little-killer", "little killer"],
    ["skyscraper", "skyscrapers"],
    ["jigsaw-killer", "jigsaw killer"],
    ["mixed", "a mix of three kinds"],
  ] satisfies [string, string][],
  symmetry: "Symmetry",
  symmetries: [
    ["none", "none"],
    ["180", "half turn"],
    ["90", "quarter turn"],
    ["h", "top-bottom mirror"],
    ["v", "left-right mirror"],
  ] satisfies [string, string][],
  difficulty: "Difficulty",
  level: {
    any: "any",
    easy: "easy",
    medium: "medium",
    hard: "hard",
    tough: "tough",
    chains: "very hard",
  },
  range: (level: "any" | "easy" | "medium" | "hard" | "tough" | "chains", range?: [number, number]) =>
    generate.level[level] +
    (range ? `: ${range.map((tenths) => (tenths / 10).toFixed(1)).join(" to ")}` : ""),
  technique: "Technique",
  anyTechnique: "any",
  from: "Givens from",
  to: "to",
  run: "Generate",
  surprise: "Surprise me",
  running: "Generating a puzzle",
  done: (clues: number, givens: number, difficulty: string, seed: number, attempt: string) =>
    `Generated a puzzle with ${clues ? `${counted(clues, "clue")} and ` : ""}${counted(givens, "given")}` +
    `${difficulty} (seed ${seed}, attempt ${attempt}).`,
  er: (er: string) => `, ER ${er}`,
  hardest: (hardest: string) => `, hardest step ${hardest}`,
  progress: (attempts: string) => `${attempts} attempts so far.`,
  failed: (attempts: string) => `no puzzle found in ${attempts} attempts; try fewer conditions`,
  finish: {
    title: "Finish this puzzle",
    about:
      "Adds clues and givens until one solution is left. What is on the board stays. No added clue is redundant.",
    add: "Add",
    kinds: [
      ["Given", "givens"],
      ["Cage", "cages"],
      ["Thermo", "thermometers"],
      ["Arrow", "arrows"],
      ["Whisper", "whispers"],
      ["Renban", "renban lines"],
      ["Palindrome", "palindromes"],
      ["Between", "between lines"],
      ["WhiteDot", "white dots"],
      ["BlackDot", "black dots"],
      ["X", "X"],
      ["V", "V"],
      ["Sandwich", "sandwich sums"],
      ["XSum", "X-sums"],
      ["Skyscraper", "skyscrapers"],
      ["LittleKiller", "little killers"],
    ] satisfies [string, string][],
    run: "Finish for me",
    running: "Adding clues",
    none: "choose what to add",
  },
};

/** The Batch tab. */
export const batch = {
  title: "A file of puzzles",
  about:
    "Drop a file here: one puzzle per line, or puzzles in any other format, one after another. " +
    "The file may be compressed with gzip or zstd. It stays on your computer.",
  what: "Compute",
  whats: { solve: "solutions", count: "number of solutions: 0, 1 or 2+", rate: "ratings: ER, EP, ED" },
  choose: "Choose a file",
  again: "Run again",
  progress: "Progress",
  running: (name: string, count: string, seconds: string) => `${name}: ${count} puzzles, ${seconds} s`,
  rate: (count: string) => `, ${count} per second`,
  save: "Save results",
  done: (count: string, seconds: string) => `${count} records in ${seconds} seconds.`,
  stopped: "stopped",
};

/** The Exact cover tab. */
export const cover = {
  title: "Exact cover",
  about:
    "Choose options that cover each primary item exactly once. Items after a bar are secondary: " +
    "they may be covered at most once, or several times in the same colour.",
  problem: "Problem in Knuth's format, as a matrix, or as JSON",
  example: "Knuth's first example: items, then one option per line",
  run: "Count and list",
  running: "Searching",
  failed: (line: number | undefined, column: number | undefined, why: string) =>
    `${position(line, column)}${why}`,
  said: (count: number | string) => `${count} ${count === 1 ? "solution" : "solutions"}`,
  counted: (count: string, isOne: boolean) => `${count} solution${isOne ? "" : "s"}.`,
  numbers: (options: string, items: number, primary: number, nodes: string) =>
    `${options} options, ${items} items (${primary} primary), ${nodes} search nodes.`,
  first: "The first solution",
  solutions: "Solutions",
};

/** The Share tab. */
export const share = {
  read: "Import",
  input: "A puzzle in any format, pasted here or anywhere on the page",
  readIt: "Import",
  share: "Share",
  link: "Link to the puzzle and your progress. The part after # is never sent to a server.",
  copyLink: "Copy link",
  others: "Links for other programs",
  openIn: (name: string) => `Open in ${name}`,
  notElsewhere: (name: string, why: string) => `${name} cannot represent this puzzle: ${why}`,
  format: "Text format",
  sheet: "sheet: givens, digits and candidates of a 9\u00d79 grid",
  text: "Puzzle as text",
  copyText: "Copy text",
  saveText: "Save text",
  pictures: "Picture and print",
  print: "Print",
  drawing: "Drawing",
  copied: "Copied.",
  notCopied: "The browser does not allow copying.",
};

/** The Settings tab. */
export const settings = {
  title: "Settings",
  names: {
    theme: "Theme",
    contrast: "Contrast",
    language: "Language",
    tidy: "Remove candidates automatically when a digit is placed",
  },
  /** The names of the values, which are the same in all settings. */
  values: {
    auto: "system",
    light: "light",
    dark: "dark",
    usual: "normal",
    high: "high",
    en: "English",
    de: "Deutsch (unreviewed)",
  },
  languages: "Translations are those of the controls. Hints, names and rules of puzzles are in English.",
  saved: "Saved data",
  about: "The puzzle, its undo history and the settings are saved in this browser only.",
  clear: "Clear saved data",
  texts: "Save the documentation for offline use",
  saving: "Saving the documentation",
  textsSaved: "The documentation is available offline.",
  textsFailed: "Some pages of the documentation could not be saved.",
};

/** The notice of a new version. */
export const update = {
  ready: "A new version of this page is ready. Your puzzle is kept.",
  load: "Load new version",
};
