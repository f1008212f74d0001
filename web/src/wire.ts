// Types of the JSON requests and answers of the engine. They mirror `farandole::json` and the crate
// farandole-wasm.

/**
 * A puzzle with the user's progress. Cells are row-major indices from 0. Digits start at 1, and 0 is an empty
 * cell. In a set of digits, bit 0 is digit 1.
 */
export interface Board {
  /** The constraint text of a variant, without its givens. */
  text?: string;
  /** Number of values. Without a text, also the number of rows and columns. */
  size: number;
  /** The shape of a variant, and its lowest value. */
  rows?: number;
  cols?: number;
  low?: number;
  /** The characters of the digits in order, if they are not those of their values. Without a text only. */
  symbols?: string;
  /** Rows and columns of a box. */
  boxes?: [number, number];
  /** The region of each cell; replaces the boxes. */
  regions?: number[];
  /** `main` and `anti`. */
  diagonals?: string[];
  /** The cells of each extra region. */
  extra?: number[][];
  givens: number[];
  /** The candidates that the puzzle allows in each cell, 0 for all. */
  allowed?: number[];
  placed?: number[];
  marks?: number[];
  /** Drawings without a meaning, from back to front, for `write`, `draw` and `sheet`. */
  cosmetics?: Figure[];
}

/**
 * A drawing without a meaning. Measures are in sides of a cell. A point consists of its distances to the right and down from
 * the upper left corner of the grid.
 */
export interface Figure {
  shape: "line" | "square" | "circle" | "text";
  /** The points of a line, or the centre of another shape. */
  points: [number, number][];
  /** Width and height of a shape, or the font size of a text. */
  size?: number;
  text?: string;
  /** Colour of the inside or of a text. The engine expects `#rrggbb`. */
  fill?: string;
  /** Colour of the line. */
  stroke?: string;
  /** Width of the line. */
  width?: number;
  /** From 0 to 1. */
  opacity: number;
}

/**
 * The fields of every answer. `detail` explains in English why a request failed, and `line` and `column`
 * locate it.
 */
export interface Status {
  schema: number;
  status: string;
  detail?: string;
  line?: number;
  column?: number;
}

/** The answer of a module that does not support a request: `module` is the one that does. */
export interface Elsewhere extends Status {
  module?: "plain" | "tools" | "variants";
}

/** Cells in conflict, with an explanation. */
export interface Clash {
  cells: number[];
  text: string;
}

/** The answer of searches: solutions, true candidates, redundant givens, ratings and estimates. */
export interface Solved extends Status {
  solution?: string;
  /** The number of solutions found; a text if it is too large for a number. */
  solutions?: number | string;
  /** True if there are no further solutions. */
  exact?: boolean;
  engine?: string;
  route?: string;
  /** The stages of the search that ran. */
  stages?: string[];
  nodes?: number;
  guesses?: number;
  grid?: number[];
  /** The region of each cell, for puzzles in which regions are part of the solution. */
  regions?: number[];
  clashes?: Clash[];
  sets?: number[];
  redundant?: string[];
  /** Constraints that contradict each other. */
  clash?: string[];
  rating?: Rating;
  estimate?: Estimate;
}

/** An estimate from random dives. Errors are standard errors. Unknown errors and numbers that are too large are null. */
export interface Estimate {
  dives: number;
  solutions: number | null;
  solutions_error: number | null;
  nodes: number | null;
  nodes_error: number | null;
}

/** A rating on one scale: that of Sudoku Explainer, HoDoKu, Berthier, or Farandole for variants, or in minutes. */
export interface Rating {
  scale: string;
  scale_version: string;
  options: { budget: number | null };
  lower_bound?: boolean;
  er?: number;
  ep?: number;
  ed?: number;
  score?: number;
  level?: string;
  /** For variants: the hardest step, the hardest one up to the first digit, and the sum of all steps. */
  hardest?: number;
  break_in?: number;
  work?: number;
  /**
   * For variants: the number of different deductions before the hardest step, the greatest number of houses
   * and constraints that a step combines, and the number of trials.
   */
  width?: number;
  rules?: number;
  trials?: number;
  /** The expected minutes, their range, a word for them, and the evidence. */
  minutes?: number;
  minutes_range?: [number, number];
  grade?: "easy" | "medium" | "hard" | "expert" | "brutal";
  evidence?: "singles" | "patterns" | "extrapolated";
  steps: number;
  technique?: string;
}

/** The result of a check: cells with wrong digits, and cells whose candidates exclude the correct digit. */
export interface Checked extends Status {
  wrong: number[];
  missing: number[];
}

/** A candidate of a pattern with its role. */
export interface PatternCandidate {
  role: string;
  candidate: string;
}

/**
 * A node of a chain: a candidate that is on or off because of earlier nodes. `premises` contains the indices
 * of these nodes.
 */
export interface ChainNode {
  candidate: string;
  on: boolean;
  premises?: number[];
  /** The deduction that justifies it. */
  reason?: Step;
}

/** A deduction. */
export interface Step {
  technique: string;
  size?: number;
  extra?: number;
  pattern?: PatternCandidate[];
  houses?: string[];
  path?: { candidates: string[]; on: boolean; set?: number }[];
  chains?: ChainNode[][];
  placements?: string[];
  eliminations?: string[];
  /** The constraints of a variant that the deduction uses, as constraint text without the leading dot. */
  constraints?: string[];
  /** The remaining combinations of values of a constraint. */
  combinations?: number[][];
  /** The steps that follow from the opposite. */
  trial?: Step[];
}

/** The drawing of a step, with the grid that it applies to. */
export interface Drawing {
  /** The digits before the step, 0 for empty cells. */
  digits: number[];
  /** The candidates before the step, 0 for cells with a digit. */
  sets: number[];
  /** The cells of its houses and constraints. */
  below: Part[];
  /** Its candidates and links. */
  above: Part[];
}

/** A step of a hint with its explanation. Fields that the depth of the hint does not reveal are missing. */
export interface HintStep extends Partial<Step> {
  difficulty?: number;
  text: string;
}

/** A step of a solution path, with the grid that it applies to. */
export interface PathStep extends Step {
  number: number;
  difficulty: number;
  state: string;
  text: string;
}

/** A mistake in the grid that prevents a hint. */
export interface Mistake {
  kind: string;
  cells: string[];
  digit?: number;
  text: string;
}

/** The answer to a request for a hint. */
export interface Advice {
  schema: number;
  state: string;
  status: "trouble" | "solved" | "steps" | "stuck";
  /** The sentence about a complete grid, or about the lack of a step. */
  text?: string;
  troubles?: Mistake[];
  stale_marks?: string[];
  steps?: HintStep[];
  /** The drawing of each step, if the hint reveals the steps. */
  drawings?: Drawing[];
}

/** A verdict on a move. */
export interface Verdict {
  schema: number;
  move: string;
  verdict: "justified" | "not-yet-justified" | "contradicts" | "undecided" | "no-solution" | "unknown";
  difficulty?: number;
  /** The values of the cell in the known solutions, at most two. */
  values?: number[];
  text: string;
  /** The steps that show the move, or that refute it. */
  steps?: HintStep[];
  troubles?: Mistake[];
}

/** The answer to a request for verdicts. */
export interface Verdicts extends Status {
  verdicts: Verdict[];
}

/** A solution path with its rating. */
export interface Path {
  schema: number;
  scale: string;
  scale_version: string;
  puzzle: string;
  outcome: string;
  er?: number;
  ep?: number;
  ed?: number;
  score?: number;
  level?: string;
  steps: PathStep[];
  drawings: Drawing[];
}

/** Puzzles that were read from a text, or a variant that was edited. */
export interface ReadText extends Status {
  format: string;
  count: number;
  boards: Board[];
  problems?: { line: number; column: number; detail: string }[];
  title?: string;
  warnings?: string[];
  /** The indices of the constraints that an edit has added. */
  added?: number[];
}

/** A possible meaning of a group of drawings, with its picture. */
export interface Meaning {
  name: string;
  reason: "sentence" | "style" | "title" | "geometry" | "solution" | "program" | "decoration";
  /** The index of the sentence that names the meaning. */
  sentence?: number;
  picture: Part[];
}

/** Drawings that look alike, with the cells of each. */
export interface Group {
  id: number;
  name: string;
  items: number[][];
  /** The index of the chosen candidate, or the constraint text that the user has typed. */
  chosen?: number;
  kind?: string;
  /** True for decoration that a sentence describes. */
  undecided: boolean;
  candidates: Meaning[];
}

/** A sentence of the rules, with the names of the constraints that account for it. */
export interface Sentence {
  text: string;
  state: "neutral" | "accounted" | "open";
  by: string[];
  /** The words that reverse or replace rules. */
  stops?: string;
}

/** Cells that are hidden until the player has entered digits of the solution, as indices of the grid. */
export interface Fog {
  /** The cells that are visible from the start. */
  lights: number[];
  /**
   * The cells that must hold their digits, and the cells that then become visible. If there are none, each correct digit
   * shows the cells around it.
   */
  links: [number[], number[]][];
  /** The digit of each cell; empty if the solution is not stored. */
  solution: number[];
}

/** The programs of a puzzle, whose results belong into the next request. */
export interface Programs extends Status {
  programs: string[];
}

/**
 * The possible meanings of the drawings and the rules of an editor's puzzle, and the puzzle of the chosen
 * reading.
 */
export interface Proposal extends Status {
  verdict: "typed" | "confirmed" | "unique" | "open";
  reason: string;
  board: Board;
  title?: string;
  author?: string;
  /** The author's message to those who have solved the puzzle. */
  message?: string;
  rules?: string;
  groups: Group[];
  sentences: Sentence[];
  picture?: Picture;
  fog?: Fog;
  warnings?: string[];
}

/**
 * A path or a text of the author's drawing, with colours of its own. A part with a role belongs to a
 * constraint.
 */
export interface Ink {
  role?: string;
  d?: string;
  x?: number;
  y?: number;
  size?: number;
  text?: string;
  start?: boolean;
  fill?: string;
  stroke?: string;
  width?: number;
  opacity?: number;
  dash?: boolean;
  scale?: number;
  /** True for a part that dark paper would hide. */
  rim?: boolean;
}

/** The author's drawing: the parts below and above the digits, and the space left, top, right and below the grid. */
export interface Picture {
  below: Ink[];
  above: Ink[];
  room: number[];
}

/** A part of a drawing: a path, or a text. A text is centred at its point, or starts there. */
export interface Part {
  role: string;
  d?: string;
  x?: number;
  y?: number;
  size?: number;
  text?: string;
  start?: boolean;
}

/** A constraint of a variant, with its text, its meaning in English and its cells. */
export interface Constraint {
  name: string;
  text: string;
  meaning: string;
  cells: number[];
}

/** The drawing of a puzzle without digits, and its constraints. */
export interface Drawn extends Status {
  constraints?: Constraint[];
  /** The indices of the grid that are not cells. */
  holes?: number[];
  /** The candidates that constraints on single cells allow in each cell, 0 for all. */
  allowed?: number[];
  below: Part[];
  lines: Part[];
  above: Part[];
  /** The space that the parts need outside the grid: left, top, right, bottom. */
  room: number[];
  rules?: string[];
  /** Font sizes of digits and candidates. */
  digit: number;
  mark: number;
  /** Middle of the baseline of each candidate, relative to the upper left corner of its cell. */
  marks: number[][];
}

/** A kind of constraint. */
export interface Kind {
  name: string;
  title: string;
  arguments: string;
  meaning: string;
  details: string;
  picture: string;
  example: string;
}

/** Candidates of each cell as sets, and the conflicts between digits. */
export interface Sets extends Status {
  sets: number[];
  clashes: Clash[];
}

/** A technique with its ratings. */
export interface Technique {
  id: string;
  title: string;
  se?: number;
  hodoku_level?: string;
  hodoku_score?: number;
  presumes_one_solution: boolean;
  /** The grid of an example. */
  example?: string;
}

/** A text format. */
export interface Format {
  name: string;
  description: string;
  extensions: string[];
}

/** The catalogue of techniques. */
export interface Techniques extends Status {
  techniques: Technique[];
}

/** The catalogue of text formats. */
export interface Formats extends Status {
  formats: Format[];
}

/** The catalogue of constraint kinds. */
export interface Kinds extends Status {
  kinds: Kind[];
}

/** The solutions of an exact cover problem. */
export interface Covered extends Status {
  items: number;
  primary: number;
  options: number;
  count: number | string;
  exact: boolean;
  nodes: number;
  solutions: string[][];
  drawing?: string;
}

/** The result of some attempts: a puzzle if one of them succeeded, and the number of the next attempt. */
export interface Made extends Status {
  next: number;
  board?: Board;
  rating?: Rating;
  rejected: Record<string, number>;
}

/** The result of one chunk of a file of puzzles, with the number of records of each status. */
export interface Bulk extends Status {
  format: string;
  /** True if the text can be split after any line. */
  cuts: boolean;
  records: number;
  statuses: Record<string, number>;
}

/** A request. `op` is the name of the operation, and the other fields are its arguments. */
export interface Request {
  op: string;
  board?: Board;
  boards?: Board[];
  step?: Partial<Step>;
  [field: string]: unknown;
}
