// A small panel on the pages of other editors: the number of solutions, the true candidates and the next step.
import { useEffect, useRef, useState } from "preact/hooks";
import { Engine } from "../engine/client";
import { common, userscript as messages } from "../messages";
import type { Proposal, ReadText, Status } from "../wire";
import { Responder, type LiveAnswer } from "./socket";

/** Interval between two looks at the puzzle of the page, in milliseconds. */
const LOOK = 1000;

/** The fields of f-puzzles that the panel uses. */
interface Puzzle {
  size: number;
  grid: { value?: number; given?: boolean; region?: number; centerPencilMarks?: number[] }[][];
}

/** The answers of the protocol that the panel shows. */
interface Answer extends LiveAnswer {
  count?: number;
  solutionsPerCandidate?: number[];
  cells?: { value: number; candidates?: number[] }[];
}

/** SudokuPad's object for the page, if this is SudokuPad. It is no property of the window. */
declare const Framework: { app?: { puzzle?: { currentPuzzle?: unknown } } } | undefined;

/** Returns the puzzle of the page as a text: its data, or else the address, which may contain it. */
function puzzleOfPage(): string {
  const puzzle = typeof Framework === "undefined" ? undefined : Framework?.app?.puzzle?.currentPuzzle;
  try {
    if (puzzle && typeof puzzle === "object") return JSON.stringify(puzzle);
  } catch {
    // An object with cycles is not the data of a puzzle.
  }
  return typeof puzzle === "string" && puzzle ? puzzle : location.href;
}

/** Returns the regions of the cells: those of the puzzle, or else boxes. */
function regionsOf({ size, grid }: Puzzle): (number | string)[] {
  let rows = Math.floor(Math.sqrt(size));
  while (size % rows) rows--;
  const columns = size / rows;
  return grid.flatMap((line, row) =>
    line.map(({ region }, column) => region ?? `${Math.floor(row / rows)} ${Math.floor(column / columns)}`),
  );
}

/** The board with the candidates of each cell. */
function Candidates({ puzzle, sets }: { puzzle: Puzzle; sets: number[][] }) {
  const { size, grid } = puzzle;
  const regions = regionsOf(puzzle);
  const side = Math.ceil(Math.sqrt(size));
  return (
    <div class="board" role="img" aria-label={messages.board} style={{ "--size": size, "--side": side }}>
      {sets.map((set, cell) => {
        const differs = (other: number, isNeighbour: boolean) =>
          isNeighbour && regions[cell] !== regions[other] ? " edge" : "";
        const right = differs(cell + 1, cell % size < size - 1) && " right";
        const below = differs(cell + size, cell < size * (size - 1)) && " below";
        const isGiven = grid[Math.floor(cell / size)]?.[cell % size]?.given ? " given" : "";
        return (
          <div key={cell} class={`cell${right}${below}${isGiven}`}>
            {set.length === 1 ? (
              <b>{set[0]}</b>
            ) : (
              Array.from({ length: size }, (_, index) => (
                <i key={index}>{set.includes(index + 1) ? index + 1 : ""}</i>
              ))
            )}
          </div>
        );
      })}
    </div>
  );
}

/** The engine of the panel: reads puzzles, and answers in the protocol of editors. */
class Session {
  #engine = new Engine("later");
  #responder = new Responder();
  #nonce = 0;

  /** Reads a text as a puzzle of f-puzzles. `caution` is true if drawings or sentences remain open. */
  async read(text: string): Promise<{ puzzle: Puzzle; caution: boolean } | { error: string }> {
    const bytes = new TextEncoder().encode(text);
    const { json: proposal } = await this.#engine.ask<Proposal>({ op: "propose" }, bytes);
    let board = proposal.board;
    let caution = false;
    if (proposal.status === "ok") {
      const { verdict, groups, sentences } = proposal;
      caution =
        verdict === "open" ||
        groups.some(({ undecided }) => undecided) ||
        sentences.some(({ state }) => state === "open");
    } else {
      const { json } = await this.#engine.ask<ReadText>({ op: "read", most: 1 }, bytes);
      const [first] = json.boards ?? [];
      if (!first) return { error: messages.noPuzzle };
      board = first;
    }
    const request = { op: "write", board, to: "fpuzzles" };
    const written = await this.#engine.ask<Status>(request);
    if (written.json.status !== "ok") return { error: written.json.detail ?? common.unknown };
    return { puzzle: JSON.parse(new TextDecoder().decode(written.body)) as Puzzle, caution };
  }

  /** Sends a command and returns its last answer. */
  ask(command: string, puzzle: Puzzle): Promise<Answer> {
    const message = { nonce: ++this.#nonce, command, dataType: "fpuzzles", data: JSON.stringify(puzzle) };
    return new Promise((resolve) => {
      void this.#responder.answer(JSON.stringify(message), (answer: Answer) => {
        if (!answer.inProgress && answer.nonce === message.nonce) resolve(answer);
      });
    });
  }
}

/** Returns the puzzle with the cells of a position as entered digits and marks. */
function withCells(puzzle: Puzzle, cells: NonNullable<Answer["cells"]>): Puzzle {
  const grid = puzzle.grid.map((line, row) =>
    line.map((cell, column) => {
      const at = cells[row * puzzle.size + column];
      if (cell.given || !at) return cell;
      const { value: _, centerPencilMarks: __, ...rest } = cell;
      return at.value ? { ...rest, value: at.value } : { ...rest, centerPencilMarks: at.candidates ?? [] };
    }),
  );
  return { ...puzzle, grid };
}

/** The panel. `site` is the address of the page of Farandole. */
export function Panel({ site }: { site: string }) {
  const session = useRef<Session | undefined>(undefined);
  const [isOpen, setOpen] = useState(false);
  const [text, setText] = useState("");
  const [pasted, setPasted] = useState("");
  const [puzzle, setPuzzle] = useState<Puzzle>();
  const [verdict, setVerdict] = useState("");
  const [sets, setSets] = useState<number[][]>();
  const [step, setStep] = useState("");
  const turn = useRef(0);
  useEffect(() => {
    if (!isOpen || pasted) return;
    const look = () => setText(puzzleOfPage());
    look();
    const timer = setInterval(look, LOOK);
    return () => clearInterval(timer);
  }, [isOpen, pasted]);
  const source = pasted || text;
  useEffect(() => {
    if (!source) return;
    const mine = ++turn.current;
    const engine = (session.current ??= new Session());
    setPuzzle(undefined);
    setSets(undefined);
    setStep("");
    setVerdict(messages.reading);
    const run = async () => {
      const found = await engine.read(source);
      if (mine !== turn.current) return;
      if ("error" in found) return setVerdict(found.error);
      const { count, message } = await engine.ask("check", found.puzzle);
      if (mine !== turn.current) return;
      setPuzzle(found.puzzle);
      setVerdict(messages.verdict(count, message) + (found.caution ? ` ${messages.caution}` : ""));
    };
    run().catch((error: unknown) => mine === turn.current && setVerdict(messages.failed(error)));
  }, [source]);
  const run = async (task: (engine: Session, puzzle: Puzzle) => Promise<() => void>) => {
    if (!session.current || !puzzle) return;
    const mine = ++turn.current;
    const show = await task(session.current, puzzle);
    if (mine === turn.current) show();
  };
  const showTruths = () =>
    run(async (engine, puzzle) => {
      const { solutionsPerCandidate: counts = [], message } = await engine.ask("truecandidates", puzzle);
      const { size } = puzzle;
      const values = Array.from({ length: size }, (_, index) => index + 1);
      const truths = Array.from({ length: size * size }, (_, cell) =>
        values.filter((value) => counts[cell * size + value - 1]),
      );
      return () => {
        setStep(message ?? "");
        setSets(truths);
      };
    });
  const showStep = () =>
    run(async (engine, puzzle) => {
      let [position, answer] = [puzzle, await engine.ask("step", puzzle)];
      if (answer.message === "Initial candidates." && answer.cells) {
        position = withCells(puzzle, answer.cells);
        answer = await engine.ask("step", position);
      }
      const { cells, message = "" } = answer;
      return () => {
        setStep(message);
        if (!cells) return;
        setPuzzle(withCells(position, cells));
        setSets(cells.map(({ value, candidates = [] }) => (value ? [value] : candidates)));
      };
    });
  if (!isOpen)
    return (
      <button class="open" onClick={() => setOpen(true)}>
        {messages.title}
      </button>
    );
  return (
    <section aria-label={messages.title}>
      <header>
        <strong>{messages.title}</strong>
        <button aria-label={messages.close} onClick={() => setOpen(false)}>
          ×
        </button>
      </header>
      <p role="status">{verdict}</p>
      <div class="buttons">
        <button disabled={!puzzle} onClick={() => void showTruths()}>
          {messages.truths}
        </button>
        <button disabled={!puzzle} onClick={() => void showStep()}>
          {messages.step}
        </button>
      </div>
      {puzzle && sets && <Candidates puzzle={puzzle} sets={sets} />}
      {step && <p class="step">{step}</p>}
      <label>
        {messages.other}
        <input value={pasted} onInput={(event) => setPasted(event.currentTarget.value.trim())} />
      </label>
      <a href={`${site}#p=${encodeURIComponent(source)}`} target="_blank" rel="noreferrer">
        {messages.page}
      </a>
    </section>
  );
}
