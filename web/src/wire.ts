// The forms of requests and answers: those of `farandole::json` and of the crate farandole-wasm.

/** A puzzle with what a person wrote into it. Cells are row-major indices; a set of digits has bit 0 for digit 1. */
export interface WireBoard {
  size: number;
  boxes?: [number, number];
  regions?: number[];
  diagonals?: string[];
  extra?: number[][];
  givens: number[];
  /** The candidates that the puzzle itself leaves in each cell; 0 where it leaves all. */
  allowed?: number[];
  placed?: number[];
  marks?: number[];
}

/** A variant with what a person wrote into it: constraint text without the givens of the grid, and those. */
export interface VariantBoard {
  text: string;
  givens: number[];
  /** The candidates that the puzzle itself leaves in each cell; 0 where it leaves all. */
  allowed?: number[];
  placed?: number[];
  marks?: number[];
}

/** A variant with its shape: `low` is the least value, `size` how many values there are. */
export interface ShapedBoard extends VariantBoard {
  rows: number;
  cols: number;
  low: number;
  size: number;
}

export type AnyBoard = WireBoard | ShapedBoard;

/** What every answer has. `detail` says in English why there is no other. */
export interface Status {
  schema: number;
  status: string;
  detail?: string;
  line?: number;
  column?: number;
}

export interface Clash {
  cells: number[];
  text: string;
}

export interface Solved extends Status {
  solution?: string;
  solutions?: number | string;
  exact?: boolean;
  engine?: string;
  route?: string;
  nodes?: number;
  grid?: number[];
  /** The region of each cell, where regions are found while solving. */
  regions?: number[];
  clashes?: Clash[];
  sets?: number[];
  redundant?: string[];
  /** Constraints that cannot hold together. */
  clash?: string[];
  rating?: Rating;
  estimate?: Estimate;
}

/** What random dives say; the errors are standard errors. */
export interface Estimate {
  dives: number;
  solutions: number;
  solutions_error: number;
}

export interface Rating {
  scale: string;
  lower_bound?: boolean;
  er?: number;
  ep?: number;
  ed?: number;
  score?: number;
  level?: string;
  steps: number;
  technique?: string;
}

export interface Checked extends Status {
  wrong: number[];
  missing: number[];
}

export interface Named {
  role: string;
  candidate: string;
}

export interface Then {
  candidate: string;
  on: boolean;
  premises?: number[];
}

/** A deduction, as far as there is one. */
export interface Step {
  technique: string;
  size?: number;
  extra?: number;
  pattern?: Named[];
  houses?: string[];
  chains?: Then[][];
  placements?: string[];
  eliminations?: string[];
  /** The constraints of a variant that it uses, in the text language without the dot. */
  constraints?: string[];
}

/** What is drawn of a step of a variant: what is left in each cell, and the cells of its houses and constraints. */
export interface StepDrawn extends Status {
  sets: number[];
  cells: number[];
}

export interface Told extends Partial<Step> {
  difficulty?: number;
  text: string;
}

export interface ToldStep extends Step {
  number: number;
  difficulty: number;
  state: string;
  text: string;
}

export interface Wrong {
  kind: string;
  cells: string[];
  digit?: number;
  text: string;
}

export interface Advice {
  schema: number;
  state: string;
  status: "trouble" | "solved" | "steps" | "stuck";
  troubles?: Wrong[];
  stale_marks?: string[];
  steps?: Told[];
}

export interface Path {
  schema: number;
  scale: string;
  puzzle: string;
  outcome: string;
  er?: number;
  ep?: number;
  ed?: number;
  score?: number;
  level?: string;
  steps: ToldStep[];
}

export interface ReadText extends Status {
  format: string;
  count: number;
  boards: WireBoard[];
  problems: { line: number; column: number; detail: string }[];
}

/** A variant that was read or edited. */
export interface ReadVariant extends Status {
  title?: string;
  warnings?: string[];
  board: AnyBoard;
}

/** A part of a drawing: a path, or a text whose middle or start is at its place. */
export interface Part {
  role: string;
  d?: string;
  x?: number;
  y?: number;
  size?: number;
  text?: string;
  start?: boolean;
}

export interface Constraint {
  name: string;
  text: string;
  meaning: string;
  cells: number[];
}

/** What is drawn of a variant, and its constraints. */
export interface Drawn extends Status {
  constraints: Constraint[];
  /** The places of the grid where no cells are. */
  holes?: number[];
  /** The candidates that constraints of single cells leave; 0 where they leave all. */
  allowed?: number[];
  below: Part[];
  lines: Part[];
  above: Part[];
  /** How far the parts reach beyond the grid: left, top, right, bottom. */
  room: [number, number, number, number];
  rules: string[];
}

/** A kind of constraint. */
export interface Kind {
  name: string;
  arguments: string;
  meaning: string;
  details: string;
  picture: string;
  example: string;
}

export interface Sets extends Status {
  sets: number[];
  clashes: Clash[];
}

export interface Technique {
  id: string;
  title: string;
  se?: number;
  hodoku_level?: string;
  hodoku_score?: number;
  presumes_one_solution: boolean;
}

export interface Format {
  name: string;
  description: string;
  extensions: string[];
}

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

export interface Bulk extends Status {
  format: string;
  /** Whether the text may be cut between any two lines. */
  cuts: boolean;
  records: number;
  statuses: Record<string, number>;
}

/** A request; `op` names the operation, the rest is what it takes. */
export interface Request {
  op: string;
  [field: string]: unknown;
}
