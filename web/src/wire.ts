// The forms of requests and answers: those of `farandole::json` and of the crate farandole-wasm.

/** A puzzle with what a person wrote into it. Cells are row-major indices; a set of digits has bit 0 for digit 1. */
export interface WireBoard {
  size: number;
  boxes?: [number, number];
  regions?: number[];
  diagonals?: string[];
  extra?: number[][];
  givens: number[];
  placed?: number[];
  marks?: number[];
}

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
  clashes?: Clash[];
  sets?: number[];
  redundant?: string[];
  rating?: Rating;
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
  version: number;
  state: string;
  status: "trouble" | "solved" | "steps" | "stuck";
  troubles?: Wrong[];
  stale_marks?: string[];
  steps?: Told[];
}

export interface Path {
  version: number;
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
  records: number;
  statuses: Record<string, number>;
}

/** A request; `op` names the operation, the rest is what it takes. */
export interface Request {
  op: string;
  [field: string]: unknown;
}
