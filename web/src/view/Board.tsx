// The board: an SVG picture, and an ARIA grid on top of it that receives focus, keys and pointer events.
//
// The engine draws everything that belongs to the puzzle or to a step. This file adds what changes with each
// key or click: digits, candidates, notes, colours and the selection.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { board as messages } from "../messages";
import { pictureOf } from "../model/cosmetics";
import { Stroke, cellAt, type Point } from "../model/drag";
import { colsOf, digitOf, digitsOf, rowsOf, symbol, type Shape, type Sheet } from "../model/game";
import { between, notes, type Spot } from "../model/notes";
import { PenStroke, pathOf, type Pen } from "../model/pen";
import type { Drawing, Drawn, Ink, Part, Picture } from "../wire";
import { DrawLayer } from "./DrawLayer";
import type { Drawing as Tools } from "./drawing";

/** Side of a cell in the picture. */
const CELL = 60;
const MARGIN = 3;
/** Font size of digits before the drawing of the puzzle arrives. */
const DIGIT = 34;
/** The mask of the cells without fog. It is not used for print. */
const VISIBLE = "url(#visible)";

export interface Props {
  sheet: Sheet;
  selected: ReadonlySet<number>;
  cursor: number;
  /** The drawing of a step. */
  step: Drawing | undefined;
  /** True candidates as sets; drawn in cells without candidates of the user. */
  truths: number[] | undefined;
  /** The candidates that the puzzle allows, as sets; drawn in cells without other candidates. */
  allowed: number[] | undefined;
  /** The drawing of the puzzle; absent until the engine has drawn it. */
  drawn: Drawn | undefined;
  /** The drawing of the puzzle's author, which replaces that of its constraints. */
  original: Picture | undefined;
  /** The indices of the grid that are not cells. */
  holes: ReadonlySet<number>;
  /** Cells whose content is hidden, except for what the player has entered. */
  fogged: ReadonlySet<number>;
  /** Cells whose digits are in conflict. */
  clashes: ReadonlySet<number>;
  /** Cells that a check or a hint refers to. */
  highlighted: ReadonlySet<number>;
  /** True if the candidates of the user are written in the centre of a cell instead of at their own places. */
  isCentred: boolean;
  /** True while the timer is paused. */
  isHidden: boolean;
  /** The drawing tools. */
  tools: Tools;
  /** The colour of the pen if the pointer draws with it instead of selecting cells. */
  penColour: number | undefined;
  /** True if the pen reaches only the centres of cells. */
  isPenCentred: boolean;
  ondraw(marks: string[]): void;
  onselect(cells: Set<number>, cursor: number): void;
}

/**
 * Returns the baseline of digits that are centred at `middle`. Not every SVG viewer supports
 * `dominant-baseline`.
 */
const base = (middle: number, size: number) => middle + 0.36 * size;

/** Returns the borders between the regions of a solution as an SVG path. */
function bordersOf(found: number[], rows: number, cols: number): string {
  let path = "";
  for (let cell = 0; cell < rows * cols; cell++) {
    const [x, y] = [(cell % cols) * CELL, Math.floor(cell / cols) * CELL];
    if (x > 0 && found[cell] !== found[cell - 1]) path += `M${x} ${y}v${CELL}`;
    if (y > 0 && found[cell] !== found[cell - cols]) path += `M${x} ${y}h${CELL}`;
  }
  return path;
}

/** Returns the cells whose upper left corner has a small text, such as the sum of a cage. */
function taggedCells(parts: readonly (Part | Ink)[], cols: number): ReadonlySet<number> {
  const starts = parts.filter(({ role, text, start }) => text && start && role !== "linename");
  return new Set(starts.map(({ x = 0, y = 0 }) => Math.floor(y / CELL) * cols + Math.floor(x / CELL)));
}

/** Texts in a cell, at their points relative to its corner. */
function Spots({ spots, name, x, y }: { spots: Spot[]; name: string; x: number; y: number }) {
  return (
    <>
      {spots.map(({ text, size, ...at }) => (
        <text key={text} class={name} font-size={size} x={x + at.x} y={base(y + at.y, size)}>
          {text}
        </text>
      ))}
    </>
  );
}

/**
 * Returns the candidates to show in an empty cell: the user's, else true candidates, else those that the
 * puzzle allows.
 */
function candidatesOf(
  { sheet, step, truths, allowed }: Pick<Props, "sheet" | "step" | "truths" | "allowed">,
  cell: number,
): { set: number; name: string } {
  const marks = sheet.marks[cell] ?? 0;
  if (marks || step) return { set: marks, name: "drawn mark" };
  if (truths) return { set: truths[cell] ?? 0, name: "truth" };
  return { set: allowed?.[cell] ?? 0, name: "allowed" };
}

/** The digit, or the candidates and notes, of a cell. */
function Content(
  props: Pick<Props, "sheet" | "step" | "truths" | "allowed" | "drawn"> & {
    cell: number;
    /** True if the upper left corner of the cell has a text. */
    isTagged: boolean;
    /** True if the cell hides its given. */
    isFogged: boolean;
    isCentred: boolean;
    /** True if the cell shows the drawing of the author, which may have texts where `drawn` has none. */
    isOriginal: boolean;
  },
) {
  const { sheet, cell, step, drawn, isTagged, isFogged, isOriginal, isCentred } = props;
  const { shape } = sheet;
  const cols = colsOf(shape);
  const [x, y] = [(cell % cols) * CELL, Math.floor(cell / cols) * CELL];
  const given = sheet.givens[cell] ?? 0;
  const digit = given || (sheet.placed[cell] ?? 0);
  if (digit) {
    const size = drawn?.digit ?? DIGIT;
    return (
      <text
        class={given ? "drawn given" : "drawn placed"}
        mask={given && isFogged ? VISIBLE : undefined}
        font-size={size}
        x={x + CELL / 2}
        y={base(y + CELL / 2, size)}
      >
        {symbol(digit, shape)}
      </text>
    );
  }
  const symbols = (digits: number) => digitsOf(digits).map((digit) => symbol(digit, shape));
  const corners = step ? [] : symbols(sheet.corners[cell] ?? 0);
  const { set, name } = candidatesOf(props, cell);
  if (corners.length || (isCentred && name === "drawn mark")) {
    return (
      <>
        <Spots spots={notes(corners, isTagged)} name="corner" x={x} y={y} />
        <Spots spots={between(symbols(set), isTagged)} name={name} x={x} y={y} />
      </>
    );
  }
  return (
    <>
      {digitsOf(set).map((candidate) => {
        if (!drawn) return null;
        const [left = 0, down = 0] = drawn.marks[candidate - 1] ?? [];
        const isTight = isTagged && isOriginal && down - drawn.mark < ROOM_FOR_TAG;
        const [dx, dy, size] = isTight ? tightened(left, down, drawn.mark) : [left, down, drawn.mark];
        return (
          <text key={candidate} class={name} font-size={size} x={x + dx} y={y + dy}>
            {symbol(candidate, shape)}
          </text>
        );
      })}
    </>
  );
}

/** The parts of a drawing of the engine. */
export function Parts({ parts }: { parts: Part[] }) {
  return (
    <>
      {parts.map((part, i) =>
        part.d ? (
          <path key={i} class={`drawn ${part.role}`} d={part.d} />
        ) : (
          <text
            key={i}
            class={`drawn ${part.role}${part.start ? " start" : ""}`}
            font-size={part.size}
            x={part.x}
            y={part.y}
          >
            {part.text}
          </text>
        ),
      )}
    </>
  );
}

/** Returns the parts of a step with the characters of the digits. The engine writes values. */
function spelled(parts: Part[], shape: Shape): Part[] {
  if (!shape.symbols) return parts;
  const values = { ...shape, symbols: undefined };
  return parts.map((part) =>
    part.text ? { ...part, text: symbol(digitOf(part.text, values), shape) } : part,
  );
}

/** Width by which a rim exceeds the line below which it is. */
const RIM = 2.4;

/** The parts of the author's drawing. Dark ones have a rim, which is visible on dark paper only. */
function Original({ parts }: { parts: Ink[] }) {
  return (
    <>
      {parts.flatMap((part, i) => [
        part.rim && (
          <path
            key={`rim ${i}`}
            class="rim"
            d={part.d}
            stroke-width={(part.width ?? 0) + RIM}
            transform={part.scale ? `scale(${part.scale})` : undefined}
          />
        ),
        part.d ? (
          <path
            key={i}
            class={part.role ? `drawn ${part.role}` : "ink"}
            d={part.d}
            fill={part.fill}
            stroke={part.stroke}
            stroke-width={part.width}
            stroke-dasharray={part.dash ? "5 3" : undefined}
            opacity={part.opacity}
            transform={part.scale ? `scale(${part.scale})` : undefined}
          />
        ) : (
          <text
            key={i}
            class={`${part.role ? `drawn ${part.role}` : "ink"}${part.start ? " start" : ""}`}
            font-size={part.size}
            x={part.x}
            y={part.y}
            fill={part.fill}
            opacity={part.opacity}
          >
            {part.text}
          </text>
        ),
      ])}
    </>
  );
}

/** Space for a small text at the upper edge of a cell. */
const ROOM_FOR_TAG = 8;

/** Returns the place and size of a candidate in a cell with a small text, as the engine chooses them. */
function tightened(x: number, y: number, size: number): [number, number, number] {
  const scale = 0.82;
  return [CELL / 2 + scale * (x - CELL / 2), CELL / 2 + scale * (y - CELL / 2) + 4.5, scale * size];
}

/** Returns the label of a cell for screen readers. */
function label(
  sheet: Sheet,
  cell: number,
  isClash: boolean,
  isHighlighted: boolean,
  isFogged: boolean,
  constraints: string[],
  allowed: number,
): string {
  const { shape } = sheet;
  const cols = colsOf(shape);
  const symbols = (set: number) =>
    digitsOf(set)
      .map((digit) => symbol(digit, shape))
      .join(" ");
  const parts = [messages.cell(Math.floor(cell / cols) + 1, (cell % cols) + 1)];
  const [given, placed] = [isFogged ? 0 : sheet.givens[cell], sheet.placed[cell]];
  if (given) parts.push(messages.given(symbol(given, shape)));
  else if (placed) parts.push(symbol(placed, shape));
  else {
    parts.push(messages.empty);
    if (allowed && !isFogged) parts.push(messages.allowed(symbols(allowed)));
    const marks = sheet.marks[cell];
    if (marks) parts.push(messages.candidates(symbols(marks)));
    const corners = sheet.corners[cell];
    if (corners) parts.push(messages.notes(symbols(corners)));
  }
  const colours = sheet.colours[cell];
  if (colours) parts.push(messages.colours(digitsOf(colours)));
  parts.push(...(isFogged ? [messages.fog] : constraints));
  if (isClash && !isFogged) parts.push(messages.conflict);
  if (isHighlighted) parts.push(messages.highlighted);
  return parts.join(", ");
}

/** Returns the names of the constraints on each cell, with the number that a constraint has. */
function constraintsOf(drawn: Drawn | undefined): Map<number, string[]> {
  const names = new Map<number, string[]>();
  for (const { name, text, cells } of drawn?.constraints ?? []) {
    // Only a number directly after the name. The clues of a line would be repeated in each of its cells.
    const number = /^\.\w+~(\d+)~/.exec(text)?.[1];
    const label = number ? `${name} ${number}` : name;
    for (const cell of new Set(cells)) names.set(cell, [...(names.get(cell) ?? []), label]);
  }
  return names;
}

/** Returns the digit of a cell, given or placed; 0 for an empty cell. */
const digitIn = (sheet: Sheet, cell: number) => sheet.givens[cell] || sheet.placed[cell] || 0;

/** The colours of a cell, as vertical stripes. */
function Colours({ x, y, set }: { x: number; y: number; set: number }) {
  const colours = digitsOf(set);
  const width = CELL / Math.max(1, colours.length);
  return (
    <>
      {colours.map((colour, i) => (
        <rect
          key={colour}
          class="colour"
          style={{ "--own": `var(--own-${colour})` }}
          x={x + i * width}
          y={y}
          width={width}
          height={CELL}
        />
      ))}
    </>
  );
}

/** Marks of the pen. */
function Marks({ pen }: { pen: Pen }) {
  return (
    <g class="marks">
      {Object.entries(pen).map(([mark, colour]) => (
        <path key={mark} class="pen" style={{ "--own": `var(--own-${colour})` }} d={pathOf(mark, CELL)} />
      ))}
    </g>
  );
}

/** Returns the space for clues around the grid: left, top, right and bottom. */
function roomOf({ drawn, original, tools }: Pick<Props, "drawn" | "original" | "tools">): number[] {
  const { tool } = tools;
  // Clues outside the grid need space to click in.
  const least = tool?.gesture === "outside" || tool?.gesture === "diagonal" ? CELL : 0;
  return (drawn?.room ?? [0, 0, 0, 0]).map((it, i) => Math.max(it, least, original?.room[i] ?? 0));
}

/** Returns the width and the height of the picture, including clues outside the grid. */
export function extentOf(shape: Shape, props: Pick<Props, "drawn" | "original" | "tools">): [number, number] {
  const [left = 0, top = 0, right = 0, bottom = 0] = roomOf(props);
  return [colsOf(shape) * CELL + left + right + 2 * MARGIN, rowsOf(shape) * CELL + top + bottom + 2 * MARGIN];
}

/** The board. */
export function Board(props: Props) {
  const { sheet, selected, cursor, step, holes, fogged, clashes, highlighted, penColour, onselect } = props;
  const { shape } = sheet;
  const [rows, cols] = [rowsOf(shape), colsOf(shape)];
  const { drawn, original } = props;
  const { tool } = props.tools;
  const [left = 0, top = 0] = roomOf(props);
  const grid = useRef<HTMLDivElement>(null);
  /** The current drag with the cells it has selected. `selected` may lag behind by several pointer events. */
  const drag = useRef<{ stroke: Stroke; cells: Set<number> } | undefined>(undefined);
  /** The current stroke of the pen, and its lines so far. */
  const pen = useRef<PenStroke | undefined>(undefined);
  const [lines, setLines] = useState<string[]>([]);
  const [wide, high] = [cols * CELL, rows * CELL];
  const [all, tall] = extentOf(shape, props);
  const constraints = useMemo(() => constraintsOf(drawn), [drawn]);
  // Extra regions are backgrounds, like the colours and marks of the user, which cover them.
  const isGround = (part: Part) => part.role === "extra";
  const below = original ? [] : (drawn?.below ?? []);
  const above: readonly (Part | Ink)[] | undefined = original?.above ?? drawn?.above;
  const tagged = useMemo(() => taggedCells(above ?? [], cols), [above, cols]);
  const cosmetics = useMemo(() => pictureOf(sheet.cosmetics ?? [], CELL), [sheet.cosmetics]);
  const frame = { x: -left - MARGIN, y: -top - MARGIN, width: all, height: tall };
  const mask = fogged.size ? VISIBLE : undefined;
  const isVisible = (cell: number) => !fogged.has(cell);
  // All cells with the digit at the cursor are highlighted, which makes scanning easier.
  const same = step ? 0 : digitIn(sheet, cursor);

  useEffect(() => {
    if (!grid.current?.contains(document.activeElement)) return;
    grid.current.querySelector<HTMLElement>(`[data-cell="${cursor}"]`)?.focus();
  }, [cursor]);

  /** Returns the position of a pointer in cell sides. */
  const pointOf = (event: PointerEvent): Point => {
    const box = grid.current!.getBoundingClientRect();
    return {
      x: ((event.clientX - box.left) / box.width) * cols,
      y: ((event.clientY - box.top) / box.height) * rows,
    };
  };
  const down = (event: PointerEvent) => {
    if (event.button !== 0) return;
    const at = pointOf(event);
    if (penColour !== undefined) {
      grid.current!.setPointerCapture(event.pointerId);
      pen.current = new PenStroke(at, rows, cols, props.isPenCentred);
      event.preventDefault();
      return;
    }
    const cell = cellAt(at, rows, cols);
    if (holes.has(cell)) return;
    grid.current!.setPointerCapture(event.pointerId);
    const more = event.ctrlKey || event.metaKey || event.shiftKey;
    const cells = new Set(more ? selected : []);
    if (more && selected.has(cell)) cells.delete(cell);
    else cells.add(cell);
    drag.current = { stroke: new Stroke(at, rows, cols), cells };
    onselect(new Set(cells), cell);
    grid.current!.querySelector<HTMLElement>(`[data-cell="${cell}"]`)?.focus();
    event.preventDefault();
  };
  const move = (event: PointerEvent) => {
    const current = drag.current;
    if (!current && !pen.current) return;
    // Browsers coalesce fast moves into one event. The points between them are needed to select every cell.
    const points = [...(event.getCoalescedEvents?.() ?? []), event].map(pointOf);
    if (pen.current) {
      for (const point of points) pen.current.to(point);
      setLines([...pen.current.marks]);
    }
    if (!current) return;
    let last: number | undefined;
    for (const point of points) {
      for (const cell of current.stroke.to(point)) {
        if (holes.has(cell) || current.cells.has(cell)) continue;
        current.cells.add(cell);
        last = cell;
      }
    }
    if (last !== undefined) onselect(new Set(current.cells), last);
  };
  const up = () => {
    drag.current = undefined;
    const marks = pen.current?.end() ?? [];
    if (marks.length) props.ondraw(marks);
    pen.current = undefined;
    setLines([]);
  };
  /** Selects all cells with the same digit, or with the same candidates and notes. */
  const selectSame = () => {
    if (penColour !== undefined) return;
    const content = (at: number) => [digitIn(sheet, at), sheet.marks[at], sheet.corners[at]].join();
    const isEmpty = content(cursor) === "0,0,0";
    const isSame = (at: number) =>
      digitIn(sheet, cursor)
        ? digitIn(sheet, at) === digitIn(sheet, cursor)
        : content(at) === content(cursor);
    if (!isEmpty) onselect(new Set(squares.filter(isSame)), cursor);
  };

  const indices = Array.from({ length: rows * cols }, (_, cell) => cell);
  const squares = indices.filter((cell) => !holes.has(cell));
  const corner = (cell: number): [number, number] => [(cell % cols) * CELL, Math.floor(cell / cols) * CELL];
  const square = (cell: number, name: string) => {
    const [x, y] = corner(cell);
    return <rect key={`${name}${cell}`} class={name} x={x} y={y} width={CELL} height={CELL} />;
  };
  return (
    <div
      class={`board${colsOf(sheet.shape) > 12 ? " wide-board" : ""}${props.isHidden ? " hidden-board" : ""}${original ? " original" : ""}${penColour === undefined ? "" : " drawing-pen"}`}
      inert={props.isHidden}
      style={{ aspectRatio: `${all} / ${tall}` }}
    >
      <svg
        aria-hidden="true"
        class={shape.rules !== undefined && drawn ? "variant" : ""}
        viewBox={`${-left - MARGIN} ${-top - MARGIN} ${all} ${tall}`}
      >
        {holes.size ? (
          squares.map((cell) => square(cell, "paper"))
        ) : (
          <rect class="paper" x={0} y={0} width={wide} height={high} />
        )}
        {fogged.size > 0 && (
          <mask id="visible" maskUnits="userSpaceOnUse" {...frame}>
            <rect fill="white" {...frame} />
            {[...fogged].map((cell) => square(cell, "covered"))}
          </mask>
        )}
        {[...fogged].filter((cell) => !holes.has(cell)).map((cell) => square(cell, "fog"))}
        <g mask={mask}>
          <Parts parts={below.filter(isGround)} />
        </g>
        {squares.map((cell) => {
          const set = sheet.colours[cell] ?? 0;
          const [x, y] = corner(cell);
          return set ? <Colours key={cell} x={x} y={y} set={set} /> : null;
        })}
        {squares
          .filter((cell) => same && digitIn(sheet, cell) === same && (isVisible(cell) || sheet.placed[cell]))
          .map((cell) => square(cell, "same"))}
        {step && (
          <g class="step">
            <Parts parts={step.below} />
          </g>
        )}
        {[...highlighted].map((cell) => square(cell, "highlighted"))}
        {[...clashes].filter(isVisible).map((cell) => square(cell, "clash"))}
        <g mask={mask}>
          <Parts parts={below.filter((part) => !isGround(part))} />
          {original && <Original parts={original.below} />}
          <Original parts={cosmetics.below} />
        </g>
        <Parts parts={drawn?.lines ?? []} />
        {sheet.found && <path class="drawn thick found" d={bordersOf(sheet.found, rows, cols)} />}
        {[...selected]
          .filter((cell) => !holes.has(cell))
          .map((cell) => {
            const [x, y] = corner(cell);
            return (
              <rect
                key={`s${cell}`}
                class="selected"
                x={x + 2.5}
                y={y + 2.5}
                width={CELL - 5}
                height={CELL - 5}
              />
            );
          })}
        {/* Digits and notes are above the shapes of the puzzle, so that all of them are visible. */}
        <g mask={mask}>
          {original ? <Original parts={original.above} /> : <Parts parts={drawn?.above ?? []} />}
          <Original parts={cosmetics.above} />
        </g>
        <Marks pen={{ ...sheet.pen, ...Object.fromEntries(lines.map((line) => [line, penColour ?? 0])) }} />
        {squares.map((cell) => (
          <Content
            key={cell}
            sheet={sheet}
            cell={cell}
            step={step}
            drawn={drawn}
            truths={props.truths}
            allowed={isVisible(cell) ? props.allowed : undefined}
            isTagged={tagged.has(cell) && isVisible(cell)}
            isFogged={fogged.has(cell)}
            isCentred={props.isCentred}
            isOriginal={original !== undefined}
          />
        ))}
        {step && (
          <g class="step">
            <Parts parts={spelled(step.above, shape)} />
          </g>
        )}
      </svg>
      <div
        ref={grid}
        class="cells"
        style={{
          left: `${(100 * (left + MARGIN)) / all}%`,
          top: `${(100 * (top + MARGIN)) / tall}%`,
          width: `${(100 * wide) / all}%`,
          height: `${(100 * high) / tall}%`,
        }}
        role="grid"
        aria-label={messages.grid(rows, cols)}
        aria-multiselectable="true"
        onPointerDown={down}
        onPointerMove={move}
        onPointerUp={up}
        onPointerCancel={up}
        onDblClick={selectSame}
      >
        {Array.from({ length: rows }, (_, row) => (
          <div key={row} role="row">
            {indices
              .slice(row * cols, (row + 1) * cols)
              .map((cell) =>
                holes.has(cell) ? (
                  <div
                    key={cell}
                    role="gridcell"
                    aria-disabled="true"
                    aria-label={`${messages.cell(row + 1, (cell % cols) + 1)}, ${messages.noCell}`}
                  />
                ) : (
                  <div
                    key={cell}
                    role="gridcell"
                    data-cell={cell}
                    tabIndex={cell === cursor ? 0 : -1}
                    aria-selected={selected.has(cell)}
                    aria-label={label(
                      sheet,
                      cell,
                      clashes.has(cell),
                      highlighted.has(cell),
                      fogged.has(cell),
                      constraints.get(cell) ?? [],
                      props.allowed?.[cell] ?? 0,
                    )}
                  />
                ),
              )}
          </div>
        ))}
      </div>
      {tool && (
        <DrawLayer
          drawing={props.tools}
          tool={tool}
          drawn={drawn}
          rows={rows}
          cols={cols}
          picture={{ cell: CELL, left: left + MARGIN, top: top + MARGIN, wide: all, tall }}
          onselect={onselect}
        />
      )}
    </div>
  );
}
