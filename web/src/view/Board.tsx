// The board: an SVG picture, and an ARIA grid on top of it that receives focus, keys and pointer events.
import { useEffect, useMemo, useRef } from "preact/hooks";
import { board as messages } from "../messages";
import { Stroke, cellAt, type Point } from "../model/drag";
import { colsOf, digitsOf, isClassic, rowsOf, symbol, type Shape, type Sheet } from "../model/game";
import { between, notes, type Spot } from "../model/notes";
import type { Drawn, Part, HintStep } from "../wire";

/** Side of a cell in the picture. */
const CELL = 60;
const MARGIN = 3;

export interface Props {
  sheet: Sheet;
  selected: ReadonlySet<number>;
  cursor: number;
  /** The step to draw. */
  step: HintStep | undefined;
  /** The cells of its houses and constraints, if the engine provides them. */
  scope: number[] | undefined;
  /** True candidates as sets; drawn in cells without candidates of the user. */
  truths: number[] | undefined;
  /** The candidates that the puzzle allows, as sets; drawn in cells without other candidates. */
  allowed: number[] | undefined;
  /** The drawing of a variant. */
  drawn: Drawn | undefined;
  /** The indices of the grid that are not cells. */
  holes: ReadonlySet<number>;
  /** Cells whose digits are in conflict. */
  clashes: ReadonlySet<number>;
  /** Cells that a check or a hint refers to. */
  highlighted: ReadonlySet<number>;
  onselect(cells: Set<number>, cursor: number): void;
}

/** Parses a candidate such as `r1c2=3`. Returns `undefined` for other texts. */
export function candidateOf(text: string, shape: Shape): { cell: number; digit: number } | undefined {
  const [name = "", value] = text.split("=");
  const cell = cellOf(name, colsOf(shape));
  return cell < 0 ? undefined : { cell, digit: Number(value) - (shape.low ?? 1) + 1 };
}

/** Parses a cell such as `r1c2`. Returns -1 for other texts. */
export function cellOf(name: string, cols: number): number {
  const found = /^r(\d+)c(\d+)$/.exec(name);
  return found ? (Number(found[1]) - 1) * cols + Number(found[2]) - 1 : -1;
}

/**
 * Returns the baseline of digits that are centred at `middle`. Not every SVG viewer supports
 * `dominant-baseline`.
 */
const base = (middle: number, size: number) => middle + 0.36 * size;

/** Returns the region of a cell, or -1 if the grid has no regions. */
function regionOf({ size, boxes, regions }: Shape, cell: number): number {
  if (regions) return regions[cell] ?? -1;
  if (!boxes) return -1;
  const [rows, cols] = boxes;
  return Math.floor(Math.floor(cell / size) / rows) * size + Math.floor((cell % size) / cols);
}

/**
 * Returns the borders of regions and the other lines between cells as SVG paths. The engine draws those of
 * variants.
 */
function lines(shape: Shape): { thin: string; thick: string } {
  const { size } = shape;
  if (shape.rules !== undefined) return { thin: "", thick: "" };
  let thin = "";
  let thick = `M0 0H${size * CELL}V${size * CELL}H0Z`;
  for (let cell = 0; cell < size * size; cell++) {
    const [x, y] = [(cell % size) * CELL, Math.floor(cell / size) * CELL];
    if (x > 0) {
      const line = `M${x} ${y}v${CELL}`;
      if (regionOf(shape, cell) !== regionOf(shape, cell - 1)) thick += line;
      else thin += line;
    }
    if (y > 0) {
      const line = `M${x} ${y}h${CELL}`;
      if (regionOf(shape, cell) !== regionOf(shape, cell - size)) thick += line;
      else thin += line;
    }
  }
  return { thin, thick };
}

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

/**
 * Returns the distance between neighbouring candidates. It is smaller if constraints use the corners of
 * cells.
 */
const stepOf = ({ size }: Shape, isTight: boolean) =>
  (CELL * (isTight ? 0.74 : 0.9)) / Math.ceil(Math.sqrt(size));

/** Returns the centre of a candidate in the picture. */
function place(shape: Shape, cell: number, digit: number, isTight = false): [number, number] {
  const { size } = shape;
  const cols = colsOf(shape);
  const across = Math.ceil(Math.sqrt(size));
  const down = Math.ceil(size / across);
  const step = stepOf(shape, isTight);
  const [row, col] = [Math.floor((digit - 1) / across), (digit - 1) % across];
  return [
    (cell % cols) * CELL + CELL / 2 + (col - (across - 1) / 2) * step,
    Math.floor(cell / cols) * CELL + CELL / 2 + (row - (down - 1) / 2) * step + (isTight ? 4.5 : 0),
  ];
}

/**
 * Returns the role of each candidate of a step by the key `cell=digit`. Placements and eliminations override
 * the pattern.
 */
function rolesOf(step: HintStep | undefined, shape: Shape): Map<string, string> {
  const roles = new Map<string, string>();
  const set = (text: string, role: string) => {
    const found = candidateOf(text, shape);
    if (found) roles.set(`${found.cell}=${found.digit}`, role);
  };
  for (const { role, candidate } of step?.pattern ?? []) {
    set(
      candidate,
      role.startsWith("set-") ? "support" : role === "common" ? "core" : role === "fin" ? "extra" : role,
    );
  }
  for (const candidate of step?.eliminations ?? []) set(candidate, "eliminated");
  for (const candidate of step?.placements ?? []) set(candidate, "put");
  return roles;
}

/** Returns the cells of a house of the classic grid, for example `row 3`. */
function houseCells(name: string): number[] {
  const [kind, number] = name.split(" ");
  const at = Number(number) - 1;
  return Array.from({ length: 9 }, (_, i) => {
    if (kind === "row") return 9 * at + i;
    if (kind === "column") return 9 * i + at;
    return 9 * (3 * Math.floor(at / 3) + Math.floor(i / 3)) + 3 * (at % 3) + (i % 3);
  });
}

/** The links of a chain as arrows. */
function Links({ step, shape }: { step: HintStep; shape: Shape }) {
  const drawn = new Set<string>();
  const paths = [];
  for (const chain of step.chains ?? []) {
    for (const { candidate, on, premises } of chain) {
      for (const premise of premises ?? []) {
        const [from, to] = [
          candidateOf(chain[premise]?.candidate ?? "", shape),
          candidateOf(candidate, shape),
        ];
        const key = `${chain[premise]?.candidate} ${candidate}`;
        if (!from || !to || drawn.has(key)) continue;
        drawn.add(key);
        const [x1, y1] = place(shape, from.cell, from.digit);
        const [x2, y2] = place(shape, to.cell, to.digit);
        const length = Math.max(1, Math.hypot(x2 - x1, y2 - y1));
        const [dx, dy] = [((x2 - x1) / length) * 9, ((y2 - y1) / length) * 9];
        const [tx, ty] = [x2 - dx, y2 - dy];
        const head = `M${tx} ${ty}L${tx - dx * 0.7 - dy * 0.3} ${ty - dy * 0.7 + dx * 0.3}L${tx - dx * 0.7 + dy * 0.3} ${ty - dy * 0.7 - dx * 0.3}Z`;
        const kind = on ? "strong" : "weak";
        paths.push(
          <path
            key={key}
            class={`link ${kind}`}
            d={`M${x1 + dx} ${y1 + dy}L${tx - dx * 0.6} ${ty - dy * 0.6}`}
          />,
        );
        paths.push(<path key={`${key}>`} class={`head ${kind}`} d={head} />);
      }
    }
  }
  return <>{paths}</>;
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
  if (marks || step) return { set: marks, name: "mark" };
  if (truths) return { set: truths[cell] ?? 0, name: "truth" };
  return { set: allowed?.[cell] ?? 0, name: "allowed" };
}

/** The digit, or the candidates and notes, of a cell. */
function Content(
  props: Pick<Props, "sheet" | "step" | "truths" | "allowed"> & {
    cell: number;
    roles: Map<string, string>;
    isTight: boolean;
  },
) {
  const { sheet, cell, step, roles, isTight } = props;
  const { low } = sheet.shape;
  const cols = colsOf(sheet.shape);
  const [x, y] = [(cell % cols) * CELL, Math.floor(cell / cols) * CELL];
  const given = sheet.givens[cell] ?? 0;
  const digit = given || (sheet.placed[cell] ?? 0);
  if (digit) {
    return (
      <text class={given ? "given" : "placed"} x={x + CELL / 2} y={base(y + CELL / 2, 38)}>
        {symbol(digit, low)}
      </text>
    );
  }
  const gap = stepOf(sheet.shape, isTight);
  const font = gap * 0.83;
  const symbols = (digits: number) => digitsOf(digits).map((digit) => symbol(digit, low));
  const corners = step ? [] : symbols(sheet.corners[cell] ?? 0);
  const { set, name } = candidatesOf(props, cell);
  if (corners.length) {
    return (
      <>
        <Spots spots={notes(corners)} name="corner" x={x} y={y} />
        <Spots spots={between(symbols(set))} name={name} x={x} y={y} />
      </>
    );
  }
  return (
    <>
      {digitsOf(set).map((candidate) => {
        const role = roles.get(`${cell}=${candidate}`);
        const [mx, my] = place(sheet.shape, cell, candidate, isTight);
        const half = gap / 2;
        const isBox = role === "off" || role === "extra";
        return (
          <>
            {role && isBox && (
              <rect
                class={`role ${role}`}
                x={mx - half * 0.9}
                y={my - half * 0.9}
                width={half * 1.8}
                height={half * 1.8}
              />
            )}
            {role && !isBox && <circle class={`role ${role}`} cx={mx} cy={my} r={half} />}
            <text class={role ? "mark named" : name} font-size={font} x={mx} y={base(my, font)}>
              {symbol(candidate, low)}
            </text>
            {role === "eliminated" && (
              <path
                class="strike"
                d={`M${mx - half * 0.8} ${my + half * 0.8}L${mx + half * 0.8} ${my - half * 0.8}`}
              />
            )}
          </>
        );
      })}
    </>
  );
}

/** The parts of a drawing of the engine. */
function Parts({ parts }: { parts: Part[] }) {
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

/** Returns the label of a cell for screen readers. */
function label(
  sheet: Sheet,
  cell: number,
  isClash: boolean,
  isHighlighted: boolean,
  constraints: string[],
  allowed: number,
): string {
  const { low } = sheet.shape;
  const cols = colsOf(sheet.shape);
  const symbols = (set: number) =>
    digitsOf(set)
      .map((digit) => symbol(digit, low))
      .join(" ");
  const parts = [messages.cell(Math.floor(cell / cols) + 1, (cell % cols) + 1)];
  const [given, placed] = [sheet.givens[cell], sheet.placed[cell]];
  if (given) parts.push(messages.given(symbol(given, low)));
  else if (placed) parts.push(symbol(placed, low));
  else {
    parts.push(messages.empty);
    if (allowed) parts.push(messages.allowed(symbols(allowed)));
    const marks = sheet.marks[cell];
    if (marks) parts.push(messages.candidates(symbols(marks)));
    const corners = sheet.corners[cell];
    if (corners) parts.push(messages.notes(symbols(corners)));
  }
  const colours = sheet.colours[cell];
  if (colours) parts.push(messages.colours(digitsOf(colours).join(" ")));
  parts.push(...constraints);
  if (isClash) parts.push(messages.conflict);
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
          class={`colour colour-${colour}`}
          x={x + i * width}
          y={y}
          width={width}
          height={CELL}
        />
      ))}
    </>
  );
}

/** The board. */
export function Board(props: Props) {
  const { sheet, selected, cursor, step, holes, clashes, highlighted, onselect } = props;
  const { shape } = sheet;
  const [rows, cols] = [rowsOf(shape), colsOf(shape)];
  const drawn = shape.rules === undefined ? undefined : props.drawn;
  const [left, top, right, bottom] = drawn?.room ?? [0, 0, 0, 0];
  const grid = useRef<HTMLDivElement>(null);
  /** The current drag with the cells it has selected. `selected` may lag behind by several pointer events. */
  const drag = useRef<{ stroke: Stroke; cells: Set<number> } | undefined>(undefined);
  const [wide, high] = [cols * CELL, rows * CELL];
  // The size of the picture, including clues outside the grid.
  const [all, tall] = [wide + left + right + 2 * MARGIN, high + top + bottom + 2 * MARGIN];
  const constraints = useMemo(() => constraintsOf(drawn), [drawn]);
  const roles = rolesOf(step, shape);
  const shaded = new Set(props.scope ?? (isClassic(shape) ? (step?.houses ?? []) : []).flatMap(houseCells));
  const { thin, thick } = lines(shape);
  // Some constraints write into the upper left corners of cells.
  const isTight = drawn?.above.some((part) => part.role === "tag" && part.start) ?? false;
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
    if (!current) return;
    // Browsers coalesce fast moves into one event. The points between them are needed to select every cell.
    const events = event.getCoalescedEvents?.() ?? [];
    let last: number | undefined;
    for (const point of [...events, event].map(pointOf)) {
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
  };

  const indices = Array.from({ length: rows * cols }, (_, cell) => cell);
  const squares = indices.filter((cell) => !holes.has(cell));
  const corner = (cell: number): [number, number] => [(cell % cols) * CELL, Math.floor(cell / cols) * CELL];
  const square = (cell: number, name: string) => {
    const [x, y] = corner(cell);
    return <rect key={`${name}${cell}`} class={name} x={x} y={y} width={CELL} height={CELL} />;
  };
  return (
    <div class="board" style={{ aspectRatio: `${all} / ${tall}` }}>
      <svg aria-hidden="true" viewBox={`${-left - MARGIN} ${-top - MARGIN} ${all} ${tall}`}>
        {holes.size ? (
          squares.map((cell) => square(cell, "paper"))
        ) : (
          <rect class="paper" x={0} y={0} width={wide} height={high} />
        )}
        {shape.extra.flatMap((cells, i) => cells.map((cell) => square(cell, `extra-region extra-${i % 4}`)))}
        {squares.map((cell) => {
          const set = sheet.colours[cell] ?? 0;
          const [x, y] = corner(cell);
          return set ? <Colours key={cell} x={x} y={y} set={set} /> : null;
        })}
        {squares.filter((cell) => same && digitIn(sheet, cell) === same).map((cell) => square(cell, "same"))}
        {[...shaded].map((cell) => square(cell, "house"))}
        {[...highlighted].map((cell) => square(cell, "highlighted"))}
        {[...clashes].map((cell) => square(cell, "clash"))}
        {shape.diagonals.includes("main") && <path class="diagonal" d={`M0 0L${wide} ${high}`} />}
        {shape.diagonals.includes("anti") && <path class="diagonal" d={`M${wide} 0L0 ${high}`} />}
        {drawn && <Parts parts={drawn.below} />}
        {drawn && <Parts parts={drawn.lines} />}
        <path class="thin" d={thin} />
        <path class="thick" d={thick} />
        {sheet.found && <path class="thick found" d={bordersOf(sheet.found, rows, cols)} />}
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
        {squares.map((cell) => (
          <Content
            key={cell}
            sheet={sheet}
            cell={cell}
            step={step}
            roles={roles}
            truths={props.truths}
            allowed={props.allowed}
            isTight={isTight}
          />
        ))}
        {drawn && <Parts parts={drawn.above} />}
        {step && <Links step={step} shape={shape} />}
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
                      constraints.get(cell) ?? [],
                      props.allowed?.[cell] ?? 0,
                    )}
                  />
                ),
              )}
          </div>
        ))}
      </div>
    </div>
  );
}
